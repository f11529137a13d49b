//! `cargo xtask bench build`: what the first build of a sketch costs.
//!
//! Two crates with the README's program are built from nothing, outside of the project so that its settings do not reach
//! them: one with a plain manifest, one as `motile new` writes it. Cargo calls this very program in place of the compiler
//! (`RUSTC_WRAPPER`), which calls the compiler and notes how long it worked: processor seconds stay the same when other
//! programs share the machine, seconds of the clock do not.

use crate::{Result, browser::smallest_program, process, web};
use std::{
    collections::BTreeMap,
    env,
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
    process::{Command, ExitCode},
    time::Instant,
};

/// The file into which the wrapped compilers write; its presence tells the program that it is one.
const NOTES: &str = "MOTILE_BUILD_TIMES";

/// A build and what it may cost.
struct Kind {
    name: &'static str,
    /// Whether the manifest is the one that `motile new` writes.
    complete: bool,
    /// Processor seconds.
    budget: f64,
    /// Seconds of the clock on two idle cores, where there is a budget for them.
    wall: Option<f64>,
}

const KINDS: [Kind; 2] = [
    Kind { name: "plain", complete: false, budget: 180.0, wall: None },
    Kind { name: "new", complete: true, budget: 130.0, wall: Some(75.0) },
];

/// Most libraries of either.
const LIBRARIES: usize = 95;

/// Crates with a line of their own.
const SHOWN: usize = 24;

/// Builds both and prints tables; with `--json` a line for each, as the other benches do.
///
/// # Errors
/// When a build fails, or an argument is not known.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    let json = match arguments {
        [] => false,
        ["--json"] => true,
        _ => return Err("usage: cargo xtask bench build [--json]".into()),
    };
    for kind in &KINDS {
        let folder = env::temp_dir().join(format!("motile-first-build-{}", kind.name));
        web::empty_folder(&folder)?;
        let built = write(root, &folder, kind.complete).and_then(|()| build(&folder));
        let removed = fs::remove_dir_all(&folder).map_err(|error| web::at(&folder, &error));
        let cost = built?;
        removed?;
        println!("{}", if json { cost.json(kind) } else { cost.table(kind) });
    }
    Ok(())
}

/// The README's program as a crate.
fn write(root: &Path, folder: &Path, complete: bool) -> Result {
    let example = root.join("examples/sketch");
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| web::at(path, &error));
    let manifest = read(&example.join("Cargo.toml"))?;
    let facade = root.join("crates/motile").to_string_lossy().replace('\\', "/");
    let manifest = manifest.replace("../../crates/motile", &facade);
    let manifest = if complete { &manifest } else { without_profiles(&manifest) };
    if complete {
        web::copy(&example.join(".cargo/config.toml"), &folder.join(".cargo/config.toml"))?;
    }
    // The versions that were tested, so that nothing is to be fetched.
    web::copy(&example.join("Cargo.lock"), &folder.join("Cargo.lock"))?;
    let readme = read(&root.join("README.md"))?;
    let program = smallest_program(&readme).ok_or("README.md: expected a block ```rust,no_run")?;
    fs::create_dir_all(folder.join("src")).map_err(|error| web::at(folder, &error))?;
    for (name, text) in [("Cargo.toml", manifest), ("src/main.rs", program)] {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| web::at(&path, &error))?;
    }
    Ok(())
}

/// A manifest up to its first profile and what is said about it.
fn without_profiles(manifest: &str) -> &str {
    let end = manifest.find("[profile").unwrap_or(manifest.len());
    manifest[..end].trim_end().rsplit_once("\n\n").map_or(manifest, |(head, _)| head)
}

fn build(folder: &Path) -> Result<Cost> {
    let notes = folder.join("times");
    let own = env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let mut command = process::cargo(folder, ["build", "--release"]);
    command
        .env(NOTES, &notes)
        .env("RUSTC_WRAPPER", own)
        .env("CARGO_TARGET_DIR", folder.join("target"));
    let start = Instant::now();
    process::run(&mut command)?;
    let wall = start.elapsed().as_secs_f64();
    let notes = fs::read_to_string(&notes).map_err(|error| web::at(&notes, &error))?;
    Ok(Cost { wall, crates: read_notes(&notes) })
}

/// What a build took.
struct Cost {
    /// Seconds of the clock.
    wall: f64,
    /// Processor seconds by crate, all its versions and its build script together, with how many libraries those are.
    crates: BTreeMap<String, (f64, usize)>,
}

impl Cost {
    fn seconds(&self) -> f64 {
        self.crates.values().map(|cost| cost.0).sum()
    }

    fn libraries(&self) -> usize {
        self.crates.values().map(|cost| cost.1).sum()
    }

    fn table(&self, kind: &Kind) -> String {
        let (seconds, wall, libraries) = (self.seconds(), self.wall, self.libraries());
        let kept = |is_kept: bool| if is_kept { "" } else { ", MISSED" };
        let budget = kind.budget;
        // Other programs that run meanwhile make it longer: only on an idle machine it says something.
        let by_clock = kind.wall.map_or_else(String::new, |budget| {
            format!(" (budget {budget} on two idle cores{})", kept(wall <= budget))
        });
        let mut text = format!(
            "{}: {seconds:.1} s of processor (budget {budget}{}), {wall:.1} s by the clock{by_clock}, \
             {libraries} libraries (budget {LIBRARIES}{})",
            kind.name,
            kept(seconds <= budget),
            kept(libraries <= LIBRARIES)
        );
        let mut crates: Vec<_> = self.crates.iter().collect();
        crates.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
        let (shown, rest) = crates.split_at(crates.len().min(SHOWN));
        text.extend(shown.iter().map(|(name, cost)| format!("\n  {:>6.1}  {name}", cost.0)));
        let rest_seconds: f64 = rest.iter().map(|(_, cost)| cost.0).sum();
        text + &format!("\n  {rest_seconds:>6.1}  {} others", rest.len())
    }

    /// A row like those of the benches, with the budget as the peer.
    fn json(&self, kind: &Kind) -> String {
        let (ours, budget) = (self.seconds(), kind.budget);
        let (name, libraries) = (kind.name, self.libraries());
        format!(
            "{{\"name\":\"build/{name}\",\"peer\":\"budget\",\"n\":{libraries},\"ours_ns\":{:.0},\"peer_ns\":{:.0},\"ratio\":{:.3}}}",
            ours * 1e9,
            budget * 1e9,
            budget / ours
        )
    }
}

/// Sums the lines `KIND NAME SECONDS`.
fn read_notes(notes: &str) -> BTreeMap<String, (f64, usize)> {
    let mut crates: BTreeMap<String, (f64, usize)> = BTreeMap::new();
    for line in notes.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let &[kind, name, seconds] = words.as_slice() else { continue };
        let cost = crates.entry(name.into()).or_default();
        cost.0 += seconds.parse().unwrap_or(0.0);
        cost.1 += usize::from(kind == "lib");
    }
    crates
}

/// When Cargo calls this program in place of the compiler: compiles, and notes how long that took.
pub(crate) fn as_compiler() -> Option<ExitCode> {
    let notes = env::var_os(NOTES)?;
    let mut arguments = env::args_os().skip(1);
    let compiler = arguments.next()?;
    let arguments: Vec<_> = arguments.collect();
    let start = Instant::now();
    let status = Command::new(compiler).args(&arguments).status();
    let seconds = children_seconds().unwrap_or_else(|| start.elapsed().as_secs_f64());
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    if let Some(line) = note(&words, seconds) {
        let file = OpenOptions::new().create(true).append(true).open(notes);
        // One call, so that compilers side by side do not mix their lines. What cannot be noted is missing in the table.
        drop(file.and_then(|mut file| file.write_all(line.as_bytes())));
    }
    let code = status.ok().and_then(|status| status.code()).unwrap_or(1);
    Some(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// A line about a call of the compiler; none when it compiles nothing.
fn note<S: AsRef<str>>(arguments: &[S], seconds: f64) -> Option<String> {
    let after = |name: &str| {
        let at = arguments.iter().position(|word| word.as_ref() == name)?;
        Some(arguments.get(at + 1)?.as_ref())
    };
    let name = after("--crate-name").filter(|&name| name != "___")?;
    let package = env::var("CARGO_PKG_NAME").unwrap_or_else(|_| name.into());
    let is_library = name != "build_script_build" && after("--crate-type") != Some("bin");
    let kind = if is_library { "lib" } else { "bin" };
    Some(format!("{kind} {package} {seconds:.2}\n"))
}

/// Processor seconds of all programs that this one has started and waited for, where the system tells in a file.
fn children_seconds() -> Option<f64> {
    // Fields are counted after the name in parentheses, which may hold spaces; a tick of these clocks is a hundredth of
    // a second on every Linux.
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_manifest_has_no_profiles() {
        let text = fs::read_to_string(crate::root().join("examples/sketch/Cargo.toml")).unwrap();
        let plain = without_profiles(&text);
        assert!(plain.contains("crates/motile") && !plain.contains("profile"), "{plain}");
        assert!(!plain.contains("cargo run"), "nor what is said about them: {plain}");
    }

    #[test]
    fn notes_are_summed_by_crate() {
        let crates = read_notes(
            "bin libc 0.10\nlib libc 0.40\nlib syn 1.00\nlib syn 2.00\nbin sketch 3.00\nodd\n",
        );
        let cost = Cost { wall: 5.0, crates };
        assert_eq!(cost.libraries(), 3);
        assert!((cost.seconds() - 6.5).abs() < 1e-9);
        let table = cost.table(&KINDS[0]);
        assert!(table.starts_with(
            "plain: 6.5 s of processor (budget 180), 5.0 s by the clock, 3 libraries"
        ));
        assert_eq!(table.lines().nth(1), Some("     3.0  sketch"), "{table}");
        assert!(!table.contains("MISSED") && !cost.table(&KINDS[1]).contains("MISSED"));
        assert!(
            cost.json(&KINDS[1]).contains("\"name\":\"build/new\",\"peer\":\"budget\",\"n\":3")
        );
    }

    /// A build over its budget was a number beside a number, and the clock had no budget at all.
    #[test]
    fn what_is_over_its_budget_is_marked() {
        let notes = "lib slow 131\n".to_owned() + &"lib syn 0\n".repeat(95);
        let cost = Cost { wall: 75.1, crates: read_notes(&notes) };
        let first = |kind: &Kind| cost.table(kind).lines().next().unwrap_or_default().to_owned();
        assert_eq!(
            first(&KINDS[1]),
            "new: 131.0 s of processor (budget 130, MISSED), 75.1 s by the clock (budget 75 on two idle cores, MISSED), \
             96 libraries (budget 95, MISSED)"
        );
        let plain = "plain: 131.0 s of processor (budget 180), 75.1 s by the clock, 96 libraries (budget 95, MISSED)";
        assert_eq!(first(&KINDS[0]), plain);
    }

    #[test]
    fn calls_that_compile_nothing_are_not_noted() {
        assert_eq!(note(&["-vV"], 1.0), None);
        assert_eq!(note(&["--crate-name", "___", "--print=cfg"], 1.0), None);
        let line = note(&["--crate-name", "glam", "--crate-type", "lib"], 1.25).unwrap();
        assert!(line.starts_with("lib ") && line.ends_with(" 1.25\n"), "{line}");
        let script = ["--crate-name", "build_script_build", "--crate-type", "bin"];
        assert!(note(&script, 0.1).unwrap().starts_with("bin "));
    }
}
