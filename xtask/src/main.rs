//! The project's commands: `cargo xtask COMMAND`.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a tool talks to the terminal and times its steps"
)]

mod aarch64;
mod bans;
mod bench;
mod bless;
mod browser;
mod build_time;
mod deny;
mod examples;
mod features;
mod fuzz;
mod install;
mod layers;
mod lengths;
mod metadata;
mod msrv;
mod names;
mod netns;
mod package;
mod process;
mod scale_modes;
mod serve;
mod source;
mod spelling;
mod steps;
mod test;
mod tested;
mod voice;
mod web;
mod window;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// What a command or step answers: nothing, or a message for the person at the terminal.
type Result<T = ()> = core::result::Result<T, String>;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [STEP…] [--quick]    prove everything, fast checks first; `test --list` names the steps
  bench [FILTER] [--json]   motile beside its peers; FILTER is a topic or a part of a row's name
  bench build [--json]      processor seconds of a sketch's first build, by crate
  bless [FILTER]            accept new golden pictures and hashes whose name contains FILTER
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
  serve [FOLDER]            the site, or the page in that folder, on localhost";

fn main() -> ExitCode {
    if let Some(code) = build_time::as_compiler() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let answer = match arguments.as_slice() {
        ["web", "--help" | "-h"] => web::run(&root, &["--help"]),
        ["help" | "--help" | "-h"] | [_, .., "--help" | "-h"] => {
            say(USAGE);
            return ExitCode::SUCCESS;
        }
        ["test", rest @ ..] => test::run(&root, rest),
        ["bench", "build", rest @ ..] => build_time::run(&root, rest),
        ["bench", rest @ ..] => bench::run(&root, rest),
        ["bless", rest @ ..] => bless::run(&root, rest),
        ["fuzz", rest @ ..] => fuzz::run(&root, rest),
        ["examples"] => examples::run(&root),
        ["aarch64"] => aarch64::run(&root),
        ["netns"] => netns::run(&root),
        ["package"] => package::verify(&root),
        ["web", rest @ ..] => web::run(&root, rest),
        ["serve"] => serve::run(&root, None),
        ["serve", folder] if !folder.starts_with('-') => serve::run(&root, Some(folder)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match answer {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a text. Whoever reads the first line only, as `head -1` does, has all that was asked for.
fn say(text: &str) {
    drop(writeln!(std::io::stdout(), "{text}"));
}

/// The folder of the workspace, wherever the command was called.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
