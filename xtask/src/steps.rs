//! A list of steps, run in order with their times.

use crate::{Result, process::TestCount};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// One part of the proof.
pub(crate) struct Step {
    /// What `cargo xtask test NAME` calls it.
    pub(crate) name: &'static str,
    /// One line for the list of steps.
    pub(crate) what: &'static str,
    /// Which proofs include it.
    pub(crate) part: Part,
    /// The work.
    pub(crate) run: Run,
}

/// Which proofs include a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of them.
    Quick,
    /// The full one.
    Thorough,
}

/// The work of a step.
type Run = fn(&mut Context<'_>) -> Result<Outcome>;

impl Step {
    /// A step of every proof.
    pub(crate) const fn quick(name: &'static str, what: &'static str, run: Run) -> Self {
        Self { name, what, part: Part::Quick, run }
    }

    /// A step of the full proof only.
    pub(crate) const fn thorough(name: &'static str, what: &'static str, run: Run) -> Self {
        Self { name, what, part: Part::Thorough, run }
    }
}

/// How a step that did not fail ended.
pub(crate) enum Outcome {
    /// It proved what it is there for.
    Done,
    /// It could not run here, for this reason, and that is acceptable.
    Skipped(String),
}

/// What steps share.
pub(crate) struct Context<'a> {
    /// The folder of the workspace.
    pub(crate) root: &'a Path,
    /// Whether the steps were asked for by name.
    pub(crate) named: bool,
    /// Tests of all steps so far.
    pub(crate) count: TestCount,
}

/// A line of the closing table.
struct Row {
    name: &'static str,
    time: Duration,
    note: String,
}

/// Runs the steps until one fails; `named` says that they were asked for by name. Then prints the times and the number of tests.
///
/// # Errors
/// The failed step's message.
pub(crate) fn run_all<'s>(
    root: &Path,
    named: bool,
    steps: impl IntoIterator<Item = &'s Step>,
) -> Result {
    let mut context = Context { root, named, count: TestCount::default() };
    let mut rows = Vec::new();
    let mut answer = Ok(());
    for step in steps {
        eprintln!("\n── {}: {}", step.name, step.what);
        let start = Instant::now();
        let outcome = (step.run)(&mut context);
        let (note, go_on) = match outcome {
            Ok(Outcome::Done) => (String::new(), true),
            Ok(Outcome::Skipped(reason)) => (format!("skipped: {reason}"), true),
            Err(message) => {
                answer = Err(format!(
                    "step `{0}` failed: {message}\nxtask: again with `cargo xtask test {0}`",
                    step.name
                ));
                ("FAILED".into(), false)
            }
        };
        rows.push(Row { name: step.name, time: start.elapsed(), note });
        if !go_on {
            break;
        }
    }
    print_summary(&rows, context.count, answer.is_err());
    answer
}

fn print_summary(rows: &[Row], count: TestCount, stopped: bool) {
    println!("\n{:<12} {:>9}", "step", "seconds");
    for row in rows {
        println!("{:<12} {:>9.1}  {}", row.name, row.time.as_secs_f64(), row.note);
    }
    let total: Duration = rows.iter().map(|row| row.time).sum();
    println!("{:<12} {:>9.1}\n", "all", total.as_secs_f64());
    // A step without tests of its own, such as the format check, counts when it fails.
    let failed = count.failed + u64::from(stopped && count.failed == 0);
    println!("{} passed, {failed} failed", count.passed);
}
