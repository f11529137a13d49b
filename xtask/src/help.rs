//! What the commands say about themselves.

/// All commands in a line or two each.
pub(crate) const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [STEP…] [--quick]    prove everything, fast checks first; `test --list` names the steps
  bench [FILTER] [--json]   motile beside its peers; FILTER is a topic or a part of a row's name
  bench build [--json]      processor seconds of a sketch's first build, by crate
  bless [FILTER]            accept new golden pictures and hashes whose name contains FILTER
  strip                     draw the strip of demos of the README anew
  fuzz [TARGET…]            run the fuzz targets under libFuzzer, --minutes N each (1), --jobs N at a time (all cores),
                            --sanitizer none|address|leak|memory|thread (none)
  examples                  compile the examples: crates of their own, some inside other engines
  aarch64                   the states of sessions and demos on an emulated AArch64, beside those of this processor
  netns                     a race between two hosts in network namespaces, over a good and a bad cable
  package                   pack every library as for crates.io and compile what was packed
  web                       build the static site into target/web and tell sizes and time
  web --demo ID             a page for one demo, in target/web-demo (--out FOLDER: elsewhere)
  web --sketch FOLDER       a page for the sketch in that folder (--out FOLDER: elsewhere than target/web, --bin NAME)
  web --frame-times         how long frames take in the page and native
  serve [FOLDER]            the site, or the page in that folder, on localhost

`cargo xtask COMMAND --help` tells more about one.";

/// A page for each command.
const PAGES: [(&str, &str); 11] = [
    ("test", TEST),
    ("bench", BENCH),
    ("bless", BLESS),
    ("strip", STRIP),
    ("fuzz", FUZZ),
    ("examples", EXAMPLES),
    ("aarch64", AARCH64),
    ("netns", NETNS),
    ("package", PACKAGE),
    ("web", crate::web::USAGE),
    ("serve", SERVE),
];

/// The page about a command.
pub(crate) fn page(command: &str) -> Option<&'static str> {
    PAGES.iter().find(|page| page.0 == command).map(|page| page.1)
}

const TEST: &str = "\
usage: cargo xtask test [STEP…] [--quick], or test --list

  without arguments, every step, fast ones first; what is missing on this machine is installed

  STEP     that step alone, or several
  --quick  the steps that take minutes together, not an hour
  --list   the names of the steps and what they prove

  Variables narrow the steps `unit`, `window` and `browser`:
  MOTILE_DEMOS=TEXT   demos whose id contains it
  MOTILE_CHECKS=TEXT  checks of the browser whose line contains it
  MOTILE_SITE=FOLDER  a site that is there already";

const BENCH: &str = "\
usage: cargo xtask bench [FILTER] [--json], or bench build [--json]

  motile beside its peers, in one run

  FILTER  a topic, which compiles that topic alone, or a part of a row's name
  --json  one object a line: name, peer, n, ours_ns, peer_ns, ratio (peer_ns / ours_ns)
  build   what the first build of a sketch costs: seconds by crate, libraries, and the budgets";

const BLESS: &str = "\
usage: cargo xtask bless [FILTER]

  runs the golden tests, which write what they see instead of comparing; look at it before committing

  FILTER  a part of the name of a golden picture or hash; without one, all of them";

const STRIP: &str = "\
usage: cargo xtask strip

  draws gallery/strip.png, the demos at the top of the README, with the release program";

const FUZZ: &str = "\
usage: cargo xtask fuzz [TARGET…] [--minutes N] [--jobs N] [--sanitizer NAME]

  runs fuzz targets under libFuzzer and ends with a table of runs, coverage and findings

  TARGET            a file of fuzz/fuzz_targets, without its ending; without one, all of them
  --minutes N       how long each runs (1)
  --jobs N          how many at a time (all cores)
  --sanitizer NAME  none, address, leak, memory or thread (none)";

const EXAMPLES: &str = "\
usage: cargo xtask examples

  compiles the crates of examples/, some of which use motile inside of other engines";

const AARCH64: &str = "\
usage: cargo xtask aarch64

  compares sessions and the states of demos on an emulated AArch64 with those of this processor; installs the target,
  its linker and the emulator where they are missing";

const NETNS: &str = "\
usage: cargo xtask netns

  a race between two hosts in network namespaces, over a good and a bad cable; Linux only";

const PACKAGE: &str = "\
usage: cargo xtask package

  packs every library as for crates.io and compiles what was packed";

const SERVE: &str = "\
usage: cargo xtask serve [FOLDER]

  shows a static site on localhost until Ctrl-C: port 8000, or another where that is taken

  FOLDER  a folder with an index.html; without one, the gallery in target/web";

#[cfg(test)]
mod tests {
    use super::*;

    /// `--help` of every command but `web` was the same list of all.
    #[test]
    fn every_command_has_a_page_of_its_own() {
        let commands = USAGE.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        let mut count = 0;
        for command in commands.filter(|command| !command.is_empty()) {
            let page = page(command).unwrap_or_else(|| panic!("{command} has no page"));
            assert!(page.starts_with(&format!("usage: cargo xtask {command}")), "{page}");
            assert!(page.lines().all(|line| line.chars().count() <= 120), "{command}");
            count += 1;
        }
        assert!(count >= PAGES.len(), "and every page has its command: {count}");
        assert_eq!(page("nothing"), None);
    }
}
