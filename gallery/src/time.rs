//! `motile time`: how long the frames of a demo take here.

use crate::{
    cli::Run,
    failure::{self, Failure},
};
use core::fmt::Write;
use std::time::Instant;

/// Frames before the clock starts.
const WARM_UP: u64 = 120;
/// Frames that are measured unless the call says otherwise.
const FRAMES: u64 = 300;

/// Prints the milliseconds that ticks and pictures take.
#[expect(clippy::disallowed_methods, reason = "this is what the command is for")]
pub(crate) fn run(run: &Run) -> Result<(), Failure> {
    let frames = run.ticks.unwrap_or(FRAMES).max(1);
    let mut player = run.player(Some(WARM_UP + frames))?;
    let mut times = Vec::new();
    for frame in 0..WARM_UP + frames {
        let start = Instant::now();
        player.run_ticks(1);
        let middle = Instant::now();
        player.draw();
        let end = Instant::now();
        if frame >= WARM_UP {
            times.push([middle - start, end - middle, end - start].map(|t| t.as_secs_f64() * 1e3));
        }
    }
    failure::print(&table(run.demo.id, &times))
}

/// The middle and the slowest hundredth of each column.
fn table(id: &str, times: &[[f64; 3]]) -> String {
    let mut text = format!(
        "{id}: milliseconds of {} frames\n{:<8} {:>9} {:>9}",
        times.len(),
        "",
        "p50",
        "p99"
    );
    for (column, name) in ["tick", "picture", "both"].into_iter().enumerate() {
        let mut column: Vec<f64> = times.iter().map(|row| row[column]).collect();
        column.sort_by(f64::total_cmp);
        let [p50, p99] = [50, 99].map(|percent| percentile(&column, percent));
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{name:<8} {p50:>9.3} {p99:>9.3}");
    }
    text
}

/// The smallest value that so many percent of all do not exceed; `sorted` is.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

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
