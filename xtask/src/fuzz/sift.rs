//! What was found, looked at again.
//!
//! A crash that has been repaired since is no finding any more. A small input that takes a second is a finding: whoever
//! opens such a file waits. But libFuzzer measures by the wall clock, and a machine that does other work is slow with
//! everything. So an input that it calls slow is tried again by itself, and counts when it is slow each time. The start of
//! the program does not count: libFuzzer tells how long the input alone took.

use crate::Result;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// What an input of at most [`SMALL`] bytes may take.
const LONG: Duration = Duration::from_secs(1);
/// Larger ones may take their time, in bytes.
const SMALL: u64 = 4096;
/// How often a slow input is tried again.
const TRIES: u32 = 3;

/// The findings in a folder, each tried once more; files that show nothing any more are removed.
///
/// # Errors
/// When the folder cannot be read or the program does not start.
pub(super) fn sift(program: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found = Vec::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let stays = match kind(&path) {
            "crash" => !again(program, &path)?.0,
            "slow" | "timeout" => is_small(&path) && is_slow(program, &path)?,
            // Too much memory, and whatever else libFuzzer may tell some day.
            _ => true,
        };
        if stays {
            found.push(path);
        } else {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    found.sort();
    Ok(found)
}

/// What libFuzzer kept a file for: the first word of its name.
fn kind(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.split('-').next().unwrap_or_default()
}

fn is_small(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() < SMALL)
}

/// Whether an input takes long every time.
fn is_slow(program: &Path, input: &Path) -> Result<bool> {
    for _ in 0..TRIES {
        if again(program, input)?.1 < LONG {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tries one input: whether it went well, and how long it took.
fn again(program: &Path, input: &Path) -> Result<(bool, Duration)> {
    let start = Instant::now();
    let mut command = Command::new(program);
    command.arg(input).stdin(Stdio::null()).stdout(Stdio::null());
    let ended = command.output();
    let ended = ended.map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    // An input that never ended is not told of: the clock has to do.
    let told = executed(&String::from_utf8_lossy(&ended.stderr));
    Ok((ended.status.success(), told.unwrap_or_else(|| start.elapsed())))
}

/// What libFuzzer says an input took: `Executed FILE in 12 ms`.
fn executed(said: &str) -> Option<Duration> {
    let line = said.lines().rev().find(|line| line.starts_with("Executed "))?;
    let number = line.strip_suffix(" ms")?.rsplit(' ').next()?;
    number.parse().ok().map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use std::{
        process,
        sync::atomic::{AtomicU32, Ordering},
    };

    /// What is left of one file of each kind and of a large one, all with the same first line; and which inputs were tried,
    /// as far as they tell by themselves. A shell takes an input for a script.
    #[cfg(unix)]
    fn left(program: &str, line: &str) -> (Vec<String>, Vec<String>) {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let place = std::env::temp_dir().join(format!("motile-sift-{}-{number}", process::id()));
        let (folder, tried) = (place.join("findings"), place.join("tried"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(&tried, "").unwrap();
        let text = format!("echo \"${{0##*/}}\" >> '{0}'; TRIED='{0}'; {line}\n", tried.display());
        for name in ["crash-1", "oom-1", "slow-unit-1", "timeout-1"] {
            fs::write(folder.join(name), &text).unwrap();
        }
        let large = text.clone() + &"#".repeat(SMALL as usize);
        fs::write(folder.join("slow-unit-large"), large).unwrap();
        let found = sift(Path::new(program), &folder).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), found.len());
        let tried = fs::read_to_string(&tried).unwrap().lines().map(str::to_string).collect();
        fs::remove_dir_all(&place).unwrap();
        let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
        (found.iter().map(name).collect(), tried)
    }

    #[test]
    #[cfg(unix)]
    fn repaired_crashes_and_quick_inputs_go() {
        assert_eq!(left("true", "").0, ["oom-1"]);
        assert_eq!(left("false", "").0, ["crash-1", "oom-1"]);
    }

    #[test]
    #[cfg(unix)]
    fn small_inputs_that_are_slow_three_times_stay() {
        let (found, tried) = left("sh", "echo \"Executed $0 in 1000 ms\" >&2");
        assert_eq!(found, ["oom-1", "slow-unit-1", "timeout-1"], "large ones may be slow");
        let times = |name: &str| tried.iter().filter(|tried| *tried == name).count();
        assert_eq!((times("slow-unit-1"), times("timeout-1")), (3, 3));
        assert_eq!((times("crash-1"), times("slow-unit-large"), times("oom-1")), (1, 0, 0));
    }

    #[test]
    #[cfg(unix)]
    fn an_input_that_is_quick_once_goes() {
        let line = "N=$(grep -c \"^${0##*/}$\" \"$TRIED\"); \
            if [ $N -lt 3 ]; then T=1500; else T=999; fi; echo \"Executed $0 in $T ms\" >&2";
        let (found, tried) = left("sh", line);
        assert_eq!(found, ["oom-1"]);
        assert_eq!(tried.iter().filter(|tried| *tried == "timeout-1").count(), 3);
    }

    #[test]
    fn the_time_of_an_input_is_read_without_the_start_of_the_program() {
        let said =
            "INFO: Seed: 1\nRunning: a b\nExecuted a b in 1234 ms\n***\n*** NOTE: no fuzzing\n";
        assert_eq!(executed(said), Some(Duration::from_millis(1234)));
        assert_eq!(executed("Executed a in a while"), None);
        assert_eq!(executed("==1== ERROR: libFuzzer: timeout after 20 seconds"), None);
    }

    #[test]
    fn files_are_told_apart_by_their_names() {
        assert_eq!(kind(Path::new("a/slow-unit-12")), "slow");
        assert_eq!(kind(Path::new("a/crash-0f3e")), "crash");
    }
}
