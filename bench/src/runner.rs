//! The table runner: two contestants, interleaved rounds, the median of each, one row.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// How long one contestant runs before anything counts: caches, branch predictors and clocks settle.
const WARM_UP: Duration = Duration::from_millis(60);
/// Calls are repeated until one round takes about this long, so that the timer does not show.
const ROUND: Duration = Duration::from_millis(8);
/// Rounds a row gets when it is quick; odd, so that the median is a measured value.
const MAX_ROUNDS: usize = 31;
/// Rounds a row gets however slow it is.
const MIN_ROUNDS: usize = 5;
/// Rounds stop, after the least number, when both contestants together have run this long.
const BUDGET: Duration = Duration::from_millis(800);

/// Measures and prints.
pub struct Bench {
    filter: String,
    json: bool,
    topic: &'static str,
    rows: usize,
    claims: usize,
}

impl Bench {
    /// A runner that measures the rows whose name contains `filter`.
    pub fn new(filter: String, json: bool) -> Self {
        Self { filter, json, topic: "", rows: 0, claims: 0 }
    }

    /// Rows and claims printed so far.
    pub fn rows(&self) -> usize {
        self.rows + self.claims
    }

    /// Says which topic the next rows belong to; their names must start with it.
    pub fn begin_topic(&mut self, topic: &'static str) {
        self.topic = topic;
    }

    /// Whether a row of this name is asked for: lets a topic skip an expensive set-up.
    pub fn wants(&self, name: &str) -> bool {
        name.contains(&self.filter)
    }

    /// Whether some row whose name begins like this is asked for: lets a topic skip the set-up of many.
    pub fn wants_some_of(&self, start: &str) -> bool {
        self.wants(start) || self.filter.starts_with(start)
    }

    /// Measures `ours` beside `peers`, both doing the work called `name` on `n` items, and prints a
    /// row with nanoseconds per call. What the closures return counts as used.
    pub fn compare<A, B>(
        &mut self,
        name: &str,
        peer: &str,
        n: usize,
        ours: impl FnMut() -> A,
        peers: impl FnMut() -> B,
    ) {
        if self.wants(name) {
            let (ours_ns, peer_ns) = Self::both(ours, peers);
            self.record(name, peer, n, ours_ns, peer_ns);
        }
    }

    /// The same beside a peer in another process, which is told how many calls to make and tells the nanoseconds
    /// that one of them took.
    #[cfg(any(feature = "pixels", feature = "sense", feature = "triangles"))]
    pub fn compare_process<A>(
        &mut self,
        name: &str,
        peer: &str,
        n: usize,
        mut ours: impl FnMut() -> A,
        mut peers: impl FnMut(u32) -> f64,
    ) {
        if self.wants(name) {
            let mut ours = |calls| time(&mut || drop(black_box(ours())), calls);
            let (ours_ns, peer_ns) = measure(&mut ours, &mut peers);
            self.record(name, peer, n, ours_ns, peer_ns);
        }
    }

    /// Nanoseconds per call of work whose peer runs in another process or is a budget; prints no row.
    #[cfg(any(
        feature = "anim",
        feature = "fluid",
        feature = "net",
        feature = "sense",
        feature = "space",
        feature = "tiles",
        feature = "triangles"
    ))]
    pub fn alone<A>(&self, mut work: impl FnMut() -> A) -> f64 {
        let mut work = |calls| time(&mut || drop(black_box(work())), calls);
        let calls = warm_up(&mut work);
        let mut times: Vec<f64> = (0..MAX_ROUNDS).map(|_| work(calls)).collect();
        median(&mut times)
    }

    /// Median nanoseconds per call of two contestants that take turns; prints no row.
    pub fn both<A, B>(mut ours: impl FnMut() -> A, mut peers: impl FnMut() -> B) -> (f64, f64) {
        measure(&mut |calls| time(&mut || drop(black_box(ours())), calls), &mut |calls| {
            time(&mut || drop(black_box(peers())), calls)
        })
    }

    /// Prints a line of the table of claims: what somebody printed about the work, and what is found here. They
    /// are for readers: with `--json` there are none.
    #[cfg(any(feature = "collide", feature = "path", feature = "sense", feature = "tiles"))]
    pub fn claim(&mut self, id: &str, claim: &str, printed: &str, found: &str) {
        self.claims += 1;
        if self.json {
            return;
        }
        if self.claims == 1 {
            println!("\n{:<8} {:<42} {:<20} found here", "id", "claim", "printed");
        }
        println!("{id:<8} {claim:<42} {printed:<20} {found}");
    }

    /// Prints a row from times measured elsewhere, for peers that run in another process.
    pub fn record(&mut self, name: &str, peer: &str, n: usize, ours_ns: f64, peer_ns: f64) {
        if self.wants(name) {
            self.print(name, peer, n, ours_ns, peer_ns);
        }
    }

    fn print(&mut self, name: &str, peer: &str, n: usize, ours_ns: f64, peer_ns: f64) {
        assert!(
            name.strip_prefix(self.topic).is_some_and(|rest| rest.starts_with('/')),
            "{name}: rows of this topic are called {}/WORK",
            self.topic
        );
        self.rows += 1;
        if self.json {
            println!("{}", json_row(name, peer, n, ours_ns, peer_ns));
            return;
        }
        if self.rows == 1 {
            println!(
                "{:<44} {:<28} {:>9} {:>10} {:>10} {:>8}",
                "name", "peer", "n", "ours", "peer", "ratio"
            );
        }
        println!(
            "{name:<44} {peer:<28} {n:>9} {:>10} {:>10} {:>8.2}",
            human(ours_ns),
            human(peer_ns),
            peer_ns / ours_ns
        );
    }
}

/// Makes this many calls and tells the nanoseconds that one of them took.
type Contestant<'a> = &'a mut dyn FnMut(u32) -> f64;

/// Median nanoseconds per call of both contestants. They take turns, and take turns at going first,
/// so that a change of clock or load meets both alike.
fn measure(ours: Contestant<'_>, peers: Contestant<'_>) -> (f64, f64) {
    let ours_calls = warm_up(ours);
    let peers_calls = warm_up(peers);
    let mut times = (Vec::with_capacity(MAX_ROUNDS), Vec::with_capacity(MAX_ROUNDS));
    let start = Instant::now();
    for round in 0..MAX_ROUNDS {
        let enough = round >= MIN_ROUNDS && round % 2 == 1;
        if enough && start.elapsed() > BUDGET {
            break;
        }
        if round % 2 == 0 {
            times.0.push(ours(ours_calls));
            times.1.push(peers(peers_calls));
        } else {
            times.1.push(peers(peers_calls));
            times.0.push(ours(ours_calls));
        }
    }
    (median(&mut times.0), median(&mut times.1))
}

/// Runs the work until it is warm and tells how many calls fill a round.
fn warm_up(work: Contestant<'_>) -> u32 {
    let start = Instant::now();
    let (mut calls, mut spent) = (0u32, 0.0);
    while calls == 0 || start.elapsed() < WARM_UP {
        spent += work(1);
        calls += 1;
    }
    let per_call = (spent / f64::from(calls)).max(1.0);
    (ROUND.as_nanos() as f64 / per_call).clamp(1.0, f64::from(1 << 24)) as u32
}

/// Nanoseconds per call.
fn time(work: &mut dyn FnMut(), calls: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        work();
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Three significant digits with a unit.
pub(crate) fn human(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

fn json_row(name: &str, peer: &str, n: usize, ours_ns: f64, peer_ns: f64) -> String {
    format!(
        r#"{{"name":"{}","peer":"{}","n":{n},"ours_ns":{ours_ns:.1},"peer_ns":{peer_ns:.1},"ratio":{:.3}}}"#,
        escaped(name),
        escaped(peer),
        peer_ns / ours_ns
    )
}

/// Text as the inside of a JSON string.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_one_json_object_a_line() {
        assert_eq!(
            json_row("geom/hash", "std", 1000, 250.0, 1000.0),
            r#"{"name":"geom/hash","peer":"std","n":1000,"ours_ns":250.0,"peer_ns":1000.0,"ratio":4.000}"#
        );
    }

    #[test]
    fn json_strings_are_escaped() {
        assert_eq!(escaped("3×3 \"a\\b\"\n"), r#"3×3 \"a\\b\"\u000a"#);
    }

    #[test]
    fn times_are_readable() {
        assert_eq!(human(2.468), "2.47 ns");
        assert_eq!(human(24_680.0), "24.7 µs");
        assert_eq!(human(246_800_000.0), "247 ms");
        assert_eq!(human(2e9), "2.00 s");
    }

    #[test]
    fn the_median_ignores_outliers() {
        assert_eq!(median(&mut [5.0, 900.0, 4.0, 6.0, 1.0]), 5.0);
    }

    #[test]
    fn both_contestants_run() {
        let (mut ours, mut peers) = (0u64, 0u64);
        let times = Bench::both(|| ours = black_box(ours) + 1, || peers = black_box(peers) + 1);
        assert!(ours >= MIN_ROUNDS as u64 && peers >= MIN_ROUNDS as u64);
        assert!(times.0.is_finite() && times.1.is_finite());
    }

    #[test]
    fn the_filter_decides_what_runs() {
        let mut bench = Bench::new("hash".into(), true);
        bench.begin_topic("geom");
        bench.compare("geom/other", "std", 1, || panic!("filtered out"), || ());
        assert_eq!(bench.rows(), 0);
        bench.record("geom/hash", "std", 1, 1.0, 2.0);
        assert_eq!(bench.rows(), 1);
    }

    #[test]
    fn a_filter_may_name_one_row_of_many() {
        let bench = Bench::new("path/auto-rooms".into(), true);
        assert!(bench.wants_some_of("path/auto") && bench.wants_some_of("path/auto-rooms-40"));
        assert!(!bench.wants_some_of("path/prepared"));
    }
}
