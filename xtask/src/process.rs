//! Child processes whose output streams through.

use crate::Result;
use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// How many tests ran, summed over test programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TestCount {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
}

impl TestCount {
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// Reads one line of a test program: `test result: ok. 12 passed; 0 failed; …`.
    fn of_line(line: &str) -> Option<Self> {
        let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
        let number = |word: &str| {
            let part = counts.split(';').find_map(|part| part.trim().strip_suffix(word));
            part?.trim().parse().ok()
        };
        Some(Self { passed: number("passed")?, failed: number("failed")? })
    }
}

/// `cargo` with these arguments, called in `folder`.
pub(crate) fn cargo<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    // Cargo describes this very program in variables that would mislead the crates it builds next.
    for (name, _) in env::vars_os() {
        let own = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        if own {
            command.env_remove(name);
        }
    }
    command
}

/// Runs to the end, output straight to the terminal.
///
/// # Errors
/// When the program cannot start or does not succeed; the message shows its command line.
pub(crate) fn run(command: &mut Command) -> Result {
    announce(command);
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("failed ({status}): {}", shown(command))) }
}

/// Runs test programs to the end, output passing through, and counts their tests.
///
/// # Errors
/// As [`run`]; the count is added in any case.
pub(crate) fn run_tests(command: &mut Command, count: &mut TestCount) -> Result {
    announce(command);
    let mut child =
        command.stdout(Stdio::piped()).spawn().map_err(|error| cannot_start(command, &error))?;
    if let Some(output) = child.stdout.take() {
        let mut terminal = std::io::stdout().lock();
        for line in BufReader::new(output).split(b'\n') {
            let line = line.map_err(|error| format!("reading {}: {error}", shown(command)))?;
            let line = String::from_utf8_lossy(&line);
            count.add(TestCount::of_line(&line).unwrap_or_default());
            writeln!(terminal, "{line}").map_err(|error| error.to_string())?;
        }
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("failed ({status}): {}", shown(command))) }
}

/// Runs to the end and gives what the program wrote to standard output.
///
/// # Errors
/// As [`run`].
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| cannot_start(command, &error))?;
    if !output.status.success() {
        return Err(format!("failed ({}): {}", output.status, shown(command)));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{}: {error}", shown(command)))
}

/// Where a program of this name lies on the search path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|p| p.is_file())
}

fn announce(command: &Command) {
    eprintln!("$ {}", shown(command));
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start {}: {error}", shown(command))
}

/// The command line as a person would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut text = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_counted() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s";
        assert_eq!(TestCount::of_line(line), Some(TestCount { passed: 12, failed: 3 }));
        assert_eq!(TestCount::of_line("test a ... ok"), None);
        assert_eq!(TestCount::of_line("test result: ok. none"), None);
    }

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(find("cargo").is_some());
        assert_eq!(find("no-program-is-called-like-this"), None);
    }

    #[test]
    fn command_lines_are_shown_without_the_path_of_the_program() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["test", "--workspace"]);
        assert_eq!(shown(&command), "cargo test --workspace");
    }
}
