//! What libFuzzer told, as a table.

use crate::Result;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// What a target did.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub(super) stats: Stats,
    /// How often it ended early.
    pub(super) restarts: usize,
    pub(super) findings: Vec<PathBuf>,
    pub(super) took: Duration,
}

/// The numbers of one or more runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stats {
    /// Inputs tried.
    pub(super) runs: u64,
    /// Edges of the program that some input reached.
    pub(super) coverage: u64,
    /// Inputs worth keeping.
    pub(super) corpus: u64,
}

impl Stats {
    /// Reads what libFuzzer wrote: lines such as `#8192 pulse cov: 279 ft: 640 corp: 71/4Kb …`, and the number of runs
    /// at the end.
    pub(super) fn of_log(log: &str) -> Self {
        let mut stats = Self::default();
        for line in log.lines() {
            let number = |word: &str| {
                let (_, rest) = line.split_once(word)?;
                let digits = rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
                digits.parse::<u64>().ok()
            };
            if line.starts_with('#') {
                stats.runs = number("#").unwrap_or(stats.runs);
                stats.coverage = number("cov:").unwrap_or(stats.coverage);
                stats.corpus = number("corp:").unwrap_or(stats.corpus);
            }
            stats.runs = number("stat::number_of_executed_units:").unwrap_or(stats.runs);
        }
        stats
    }

    /// Joins a further run of one target: inputs add up, coverage does not.
    pub(super) fn add(&mut self, other: Self) {
        self.runs += other.runs;
        self.coverage = self.coverage.max(other.coverage);
        self.corpus = self.corpus.max(other.corpus);
    }
}

/// One line of the table.
pub(super) fn line(target: &str, row: &Result<Row>) -> String {
    match row {
        Ok(Row { stats, findings, took, .. }) => format!(
            "{target:<12} {:>8.1} {:>12} {:>9} {:>7} {:>9}",
            took.as_secs_f64() / 60.0,
            stats.runs,
            stats.coverage,
            stats.corpus,
            findings.len()
        ),
        Err(error) => format!("{target:<12} {error}"),
    }
}

/// Prints the table and where the findings are.
///
/// # Errors
/// When there are any, or a target could not run.
pub(super) fn finish(root: &Path, rows: &[(&str, Result<Row>)]) -> Result {
    println!(
        "\n{:<12} {:>8} {:>12} {:>9} {:>7} {:>9}",
        "target", "minutes", "runs", "coverage", "corpus", "findings"
    );
    let (mut found, mut broken) = (Vec::new(), 0);
    for (target, row) in rows {
        println!("{}", line(target, row));
        match row {
            Ok(row) => found.extend(row.findings.iter().map(|path| (target, path))),
            Err(_) => broken += 1,
        }
    }
    if found.is_empty() && broken == 0 {
        return Ok(());
    }
    println!();
    for (target, path) in &found {
        let path = path.strip_prefix(root).unwrap_or(path);
        println!(
            "{}  (again: the program `{target}` of fuzz/target with this file)",
            path.display()
        );
    }
    Err(format!("{} findings, {broken} targets that did not run", found.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_read() {
        let log = "INFO: Seed: 17\n#2\tINITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 30Mb\n\
                   #8192\tpulse  cov: 279 ft: 640 corp: 71/4Kb lim: 80 exec/s: 4096 rss: 55Mb\n\
                   stat::number_of_executed_units: 9001\nstat::average_exec_per_sec: 4500\n";
        assert_eq!(Stats::of_log(log), Stats { runs: 9001, coverage: 279, corpus: 71 });
        let killed = "#4\tNEW    cov: 12 ft: 13 corp: 2/2b lim: 4\nkilled";
        assert_eq!(Stats::of_log(killed), Stats { runs: 4, coverage: 12, corpus: 2 });
        assert_eq!(Stats::of_log("nothing"), Stats::default());
    }

    #[test]
    fn runs_add_up_and_coverage_does_not() {
        let mut stats = Stats { runs: 5, coverage: 9, corpus: 3 };
        stats.add(Stats { runs: 2, coverage: 7, corpus: 4 });
        assert_eq!(stats, Stats { runs: 7, coverage: 9, corpus: 4 });
    }

    #[test]
    fn findings_are_an_error() {
        let row = |findings: Vec<PathBuf>| Ok(Row { findings, ..Row::default() });
        assert_eq!(finish(Path::new("/"), &[("png", row(vec![]))]), Ok(()));
        assert!(finish(Path::new("/"), &[("png", row(vec!["/crash-1".into()]))]).is_err());
        assert!(finish(Path::new("/"), &[("png", Err("gone".into()))]).is_err());
    }
}
