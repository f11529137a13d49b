//! What was found, looked at again.
//!
//! A crash that has been repaired since is no finding any more. A small input that takes a second is a finding: whoever opens such a file waits. But libFuzzer measures by the wall
//! clock, and a machine that does other work is slow with everything. So an input that it calls slow is tried again by
//! itself, and counts when it is slow each time.

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
    command.arg(input).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status();
    let status = status.map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    Ok((status.success(), start.elapsed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of one file of each kind, with a program that ends at once.
    #[cfg(unix)]
    fn left(program: &str) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("motile-{program}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["crash-1", "oom-1", "slow-unit-1", "timeout-1"] {
            fs::write(folder.join(name), b"x").unwrap();
        }
        let found = sift(Path::new(program), &folder).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), found.len());
        fs::remove_dir_all(&folder).unwrap();
        found.iter().map(|path| kind(path).to_string()).collect()
    }

    #[test]
    #[cfg(unix)]
    fn repaired_crashes_and_quick_inputs_go() {
        assert_eq!(left("true"), ["oom"]);
        assert_eq!(left("false"), ["crash", "oom"]);
    }

    #[test]
    fn files_are_told_apart_by_their_names() {
        assert_eq!(kind(Path::new("a/slow-unit-12")), "slow");
        assert_eq!(kind(Path::new("a/crash-0f3e")), "crash");
    }
}
