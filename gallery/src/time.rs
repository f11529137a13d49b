//! `motile time`: how long the frames of a demo take here.

use crate::{
    cli::Run,
    failure::{self, Failure},
};
use core::fmt::Write;
use std::time::Instant;

/// Frames before the clock starts, and those that are measured unless the call says otherwise: of one demo, and of each
/// of several.
const ONE: Frames = Frames { before: 120, measured: 300 };
const MANY: Frames = Frames { before: 30, measured: 30 };
/// Milliseconds that a frame of a demo may take at its own size, and those between two pictures of a display with 60 a
/// second.
const LIMITS: [f64; 2] = [8.0, 1000.0 / 60.0];

/// How long to look at a demo.
struct Frames {
    before: u64,
    measured: u64,
}

/// Milliseconds of a tick, of its picture and of both.
type Times = [f64; 3];

/// Prints the milliseconds that ticks and pictures take.
pub(crate) fn run(runs: &[Run]) -> Result<(), Failure> {
    if let [run] = runs {
        let times = measure(run, &ONE)?;
        return failure::print(&table(run.demo.id, &times));
    }
    failure::print(&format!("{:<32} {}", "milliseconds, p50", HEAD))?;
    let mut middles = Vec::new();
    for run in runs {
        let times = measure(run, &MANY)?;
        let (line, both) = line(run.demo.id, &times);
        middles.push(both);
        failure::print(&line)?;
    }
    failure::print(&summary(&middles))
}

/// The mean of many demos, and how many of them are slow.
fn summary(middles: &[f64]) -> String {
    let (count, sum) = (middles.len(), middles.iter().sum::<f64>());
    let [over, late] = LIMITS.map(|limit| middles.iter().filter(|&&middle| middle > limit).count());
    let ([most, beat], mean) = (LIMITS, sum / count.max(1) as f64);
    format!(
        "mean {mean:.3}; {over} of {count} take longer than {most:.1} ms, {late} longer than {beat:.1} ms"
    )
}

/// Columns of the table of many demos.
const HEAD: &str = "     tick   picture      both  both p99";

/// A demo in the table of many, and the milliseconds of the middle frame.
fn line(id: &str, times: &[Times]) -> (String, f64) {
    let [tick, picture, both] = [0, 1, 2].map(|at| sorted(times, at));
    let middle = percentile(&both, 50);
    let numbers = [percentile(&tick, 50), percentile(&picture, 50), middle, percentile(&both, 99)];
    let numbers = numbers.map(|number| format!("{number:>9.3}"));
    (format!("{id:<32} {}", numbers.join(" ")), middle)
}

#[expect(clippy::disallowed_methods, reason = "this is what the command is for")]
fn measure(run: &Run, frames: &Frames) -> Result<Vec<Times>, Failure> {
    let all = frames.before + run.ticks.unwrap_or(frames.measured).max(1);
    let mut player = run.player(Some(all))?;
    let mut times = Vec::new();
    for frame in 0..all {
        let start = Instant::now();
        player.run_ticks(1);
        let middle = Instant::now();
        player.draw();
        let end = Instant::now();
        if frame >= frames.before {
            times.push([middle - start, end - middle, end - start].map(|t| t.as_secs_f64() * 1e3));
        }
    }
    Ok(times)
}

/// The middle and the slowest hundredth of each column.
fn table(id: &str, times: &[Times]) -> String {
    let mut text = format!(
        "{id}: milliseconds of {} frames\n{:<8} {:>9} {:>9}",
        times.len(),
        "",
        "p50",
        "p99"
    );
    for (at, name) in ["tick", "picture", "both"].into_iter().enumerate() {
        let column = sorted(times, at);
        let [p50, p99] = [50, 99].map(|percent| percentile(&column, percent));
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{name:<8} {p50:>9.3} {p99:>9.3}");
    }
    text
}

fn sorted(times: &[Times], at: usize) -> Vec<f64> {
    let mut column: Vec<f64> = times.iter().map(|row| row[at]).collect();
    column.sort_by(f64::total_cmp);
    column
}

/// The smallest value that so many percent of all do not exceed; `sorted` is.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Demos over the 8 ms that a frame may take were not counted as long as they kept up with a display.
    #[test]
    fn demos_over_their_budget_are_counted() {
        assert_eq!(
            summary(&[1.0, 8.0, 8.1, 16.0, 20.0]),
            "mean 10.620; 3 of 5 take longer than 8.0 ms, 1 longer than 16.7 ms"
        );
    }

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(
            [1, 50, 99, 100].map(|percent| percentile(&hundred, percent)),
            [1.0, 50.0, 99.0, 100.0]
        );
        assert_eq!(
            (percentile(&[7.0], 50), percentile(&[7.0], 99), percentile(&[], 50)),
            (7.0, 7.0, 0.0)
        );
        let (line, both) = line("a/b", &[[1.0, 2.0, 3.0], [2.0, 3.0, 5.0]]);
        assert_eq!(
            line.split_whitespace().collect::<Vec<_>>(),
            ["a/b", "1.000", "2.000", "3.000", "5.000"]
        );
        assert_eq!(both, 3.0);
        let table = table("a/b", &[[1.0, 2.0, 3.0], [2.0, 3.0, 5.0]]);
        let lines: Vec<Vec<&str>> =
            table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["a/b:", "milliseconds", "of", "2", "frames"]);
        assert_eq!(
            lines[1..],
            [
                vec!["p50", "p99"],
                vec!["tick", "1.000", "2.000"],
                vec!["picture", "2.000", "3.000"],
                vec!["both", "3.000", "5.000"]
            ]
        );
    }
}
