//! `cargo xtask fuzz`: every target of `fuzz/` under libFuzzer, for minutes.
//!
//! A target starts from three folders: what it reached before (`target/fuzz/corpus`), the seeds it builds by code
//! (`target/fuzz/built`) and the seeds that are files of the project (`fuzz/seeds`). What goes wrong is kept in
//! `target/fuzz/findings`; what libFuzzer said is in `target/fuzz/logs`.

mod report;
mod sift;

use crate::{Result, install, process};
use report::{Row, Stats};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

/// How long each target runs unless said otherwise.
const MINUTES: f64 = 1.0;
/// A target that fails is started again, because most bugs hide others; after this many it has told enough.
const MOST_FINDINGS: usize = 5;
/// When libFuzzer gives up on an input. Far above what counts as slow, because other programs may hold the processor:
/// [`sift`] looks at those that took long again.
const GIVE_UP: u32 = 20;

/// What was asked for on the command line.
#[derive(Debug, PartialEq)]
struct Wanted<'a> {
    targets: Vec<&'a str>,
    minutes: f64,
    jobs: usize,
    sanitizer: &'a str,
}

/// What cargo-fuzz can have the compiler look for.
const SANITIZERS: [&str; 5] = ["none", "address", "leak", "memory", "thread"];

/// Builds the targets and runs them, as many at a time as there are cores.
///
/// # Errors
/// On words that are not understood, when building fails, and when anything was found.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    let known = targets(root)?;
    let wanted = parse(arguments, &known)?;
    // libFuzzer itself is C++, compiled by its crate.
    install::need("c++", &["g++"])?;
    let programs = build(root, &wanted.targets, wanted.sanitizer)?;
    let queue = Mutex::new(wanted.targets.clone());
    let rows = Mutex::new(Vec::new());
    let length = Duration::from_secs_f64(wanted.minutes * 60.0);
    std::thread::scope(|scope| {
        for _ in 0..wanted.jobs.min(wanted.targets.len()) {
            scope.spawn(|| {
                while let Some(target) = next(&queue) {
                    let row = Target::new(root, &programs, target).explore(length);
                    println!("{}", report::line(target, &row));
                    keep(&rows, (target, row));
                }
            });
        }
    });
    let mut rows = rows.into_inner().map_err(|_| "a thread failed".to_string())?;
    rows.sort_by_key(|row| row.0);
    report::finish(root, &rows)
}

fn next<'a>(queue: &Mutex<Vec<&'a str>>) -> Option<&'a str> {
    let mut queue = queue.lock().ok()?;
    (!queue.is_empty()).then(|| queue.remove(0))
}

fn keep<T>(rows: &Mutex<Vec<T>>, row: T) {
    if let Ok(mut rows) = rows.lock() {
        rows.push(row);
    }
}

/// The names of all targets: the files that are one.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz").join("fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    Ok(names)
}

fn parse<'a>(arguments: &[&'a str], known: &'a [String]) -> Result<Wanted<'a>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut wanted =
        Wanted { targets: Vec::new(), minutes: MINUTES, jobs: cores, sanitizer: "none" };
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        let value = |words: &mut core::slice::Iter<'_, &'a str>| words.next().copied();
        match word {
            "--minutes" => {
                let minutes = value(&mut words).and_then(|text| text.parse().ok());
                wanted.minutes = minutes
                    .filter(|minutes| (0.01..=100_000.0).contains(minutes))
                    .ok_or("--minutes takes a number of minutes for each target, at least 0.01")?;
            }
            "--jobs" => {
                let jobs = value(&mut words).and_then(|text| text.parse().ok());
                wanted.jobs = jobs
                    .filter(|jobs| (1..=1024).contains(jobs))
                    .ok_or("--jobs takes how many targets run at a time, at least 1")?;
            }
            "--sanitizer" => {
                let sanitizer = value(&mut words).filter(|name| SANITIZERS.contains(name));
                let all = SANITIZERS.join(", ");
                wanted.sanitizer = sanitizer.ok_or(format!("--sanitizer takes one of {all}"))?;
            }
            name if known.iter().any(|known| known == name) => wanted.targets.push(name),
            _ => {
                let all = known.join(", ");
                return Err(format!("no fuzz target is called `{word}`; targets: {all}"));
            }
        }
    }
    if wanted.targets.is_empty() {
        wanted.targets = known.iter().map(String::as_str).collect();
    }
    Ok(wanted)
}

/// Compiles targets with coverage; the folder of the programs.
fn build(root: &Path, targets: &[&str], sanitizer: &str) -> Result<PathBuf> {
    let tool = install::tool(root, "cargo-fuzz")?;
    let places = root.join("fuzz").join("target");
    let triple = host(root)?;
    // One target or all: cargo-fuzz builds no others. With overflow checks, which an optimized build leaves out.
    // Without a sanitizer unless asked for: those look for what `unsafe` does. There is none of ours; decoders and SIMD
    // of others have some.
    let only = if let [target] = targets { Some(*target) } else { None };
    let mut command = Command::new(tool);
    command.args(["fuzz", "build", "--fuzz-dir", "fuzz", "-O", "--debug-assertions"]);
    command.args(["--sanitizer", sanitizer, "--target", &triple, "--target-dir"]).arg(&places);
    command.args(only).current_dir(root);
    // cargo-fuzz asks for flags of nightly compilers; stable ones know them, too.
    process::run(command.env("RUSTC_BOOTSTRAP", "1"))?;
    Ok(places.join(triple).join("release"))
}

/// The platform of this machine.
fn host(root: &Path) -> Result<String> {
    let told = process::output(Command::new("rustc").arg("-vV").current_dir(root))?;
    let line = told.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_string).ok_or_else(|| "rustc does not tell its host".into())
}

/// One target and its places.
struct Target {
    program: PathBuf,
    corpus: PathBuf,
    built: PathBuf,
    stored: PathBuf,
    findings: PathBuf,
    log: PathBuf,
}

impl Target {
    fn new(root: &Path, programs: &Path, name: &str) -> Self {
        let kept = root.join("target").join("fuzz");
        Self {
            program: programs.join(format!("{name}{}", env::consts::EXE_SUFFIX)),
            corpus: kept.join("corpus").join(name),
            built: kept.join("built").join(name),
            stored: root.join("fuzz").join("seeds").join(name),
            findings: kept.join("findings").join(name),
            log: kept.join("logs").join(format!("{name}.txt")),
        }
    }

    /// Runs for a while; what was found does not end it.
    fn explore(&self, length: Duration) -> Result<Row> {
        let start = Instant::now();
        self.prepare()?;
        let mut row = Row::default();
        loop {
            let left = length.saturating_sub(start.elapsed()).as_secs();
            if row.restarts > MOST_FINDINGS || (left == 0 && row.restarts > 0) {
                break;
            }
            let ended_well = self.once(left.max(1), &mut row.stats)?;
            if ended_well {
                break;
            }
            row.restarts += 1;
        }
        row.findings = sift::sift(&self.program, &self.findings)?;
        row.took = start.elapsed();
        Ok(row)
    }

    /// Makes the folders and lets the target write the seeds that it builds by code.
    fn prepare(&self) -> Result {
        let logs = self.log.parent().unwrap_or(&self.log);
        for folder in [&self.corpus, &self.built, &self.findings, logs] {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut command = Command::new(&self.program);
        command.env("MOTILE_FUZZ_BUILT", &self.built).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{} wrote no seeds: {status}", self.program.display())),
            Err(error) => Err(format!("cannot start {}: {error}", self.program.display())),
        }
    }

    /// One run of libFuzzer. False when it ended because of a finding.
    fn once(&self, seconds: u64, stats: &mut Stats) -> Result<bool> {
        let log = fs::File::create(&self.log).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.program);
        command.arg(&self.corpus).arg(&self.built);
        if self.stored.is_dir() {
            command.arg(&self.stored);
        }
        command.arg(format!("-artifact_prefix={}/", self.findings.display()));
        command.arg(format!("-max_total_time={seconds}"));
        command.arg(format!("-timeout={GIVE_UP}"));
        command.args(["-report_slow_units=1", "-rss_limit_mb=2048", "-print_final_stats=1"]);
        let status = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .status()
            .map_err(|error| format!("cannot start {}: {error}", self.program.display()))?;
        let said = fs::read(&self.log).map_err(|error| error.to_string())?;
        stats.add(Stats::of_log(&String::from_utf8_lossy(&said)));
        Ok(status.success())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_understood() {
        let known = ["color".to_string(), "png".to_string()];
        let wanted = parse(&["png", "--minutes", "0.5", "--jobs", "3"], &known);
        let expected = Wanted { targets: vec!["png"], minutes: 0.5, jobs: 3, sanitizer: "none" };
        assert_eq!(wanted, Ok(expected));
        let looked_at = parse(&["--sanitizer", "address"], &known);
        assert_eq!(looked_at.map(|wanted| wanted.sanitizer), Ok("address"));
        for bad in [&["--sanitizer"][..], &["--sanitizer", "soap"]] {
            assert!(parse(bad, &known).is_err_and(|error| error.contains("none, address")));
        }
        let all = parse(&[], &known).map(|wanted| wanted.targets);
        assert_eq!(all, Ok(vec!["color", "png"]));
        assert!(parse(&["gif"], &known).is_err_and(|error| error.contains("color, png")));
        for bad in [&["--minutes"][..], &["--minutes", "nan"], &["--jobs", "0"]] {
            assert!(parse(bad, &known).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn the_targets_are_found() {
        let names = targets(&crate::root());
        assert!(names.is_ok_and(|names| names.iter().any(|name| name == "png")));
    }
}
