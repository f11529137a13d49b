//! Golden hashes: one line for each run, `id ticks seed hash`.

use crate::{
    Bless, Place,
    pictures::{about, write},
};
use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
};

/// One run and the state it ends in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GoldenHash {
    /// What ran, without spaces.
    pub id: String,
    /// For how many ticks.
    pub ticks: u64,
    /// With which seed.
    pub seed: u64,
    /// The fingerprint of the final state.
    pub hash: u64,
}

/// Hash by what ran.
type Table = BTreeMap<(String, u64, u64), u64>;

/// The tests of one program share the file.
static FILE: Mutex<()> = Mutex::new(());

/// Compares a state hash with its line in `tests/golden/hashes.txt` of the package under test.
///
/// # Panics
/// When it differs or there is no such line.
#[track_caller]
pub fn golden_hash(id: &str, ticks: u64, seed: u64, hash: u64) {
    golden_hashes(&[GoldenHash { id: id.into(), ticks, seed, hash }]);
}

/// As [`golden_hash`] for many at once: all differences are in one message.
///
/// # Panics
/// As [`golden_hash`].
#[track_caller]
pub fn golden_hashes(runs: &[GoldenHash]) {
    if let Err(message) = check_hashes(&Place::of_running_test(), &Bless::from_env(), runs) {
        panic!("{message}");
    }
}

/// The comparison behind [`golden_hashes`].
///
/// # Errors
/// All differences, or what is wrong with the file and in which line.
pub fn check_hashes(place: &Place, bless: &Bless, runs: &[GoldenHash]) -> Result<(), String> {
    let _one_at_a_time = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = place.hashes();
    let mut table = match fs::read_to_string(&path) {
        Ok(text) => parse(&path, &text)?,
        Err(_) => Table::new(),
    };
    let (mut differences, mut changed) = (String::new(), false);
    for run in runs {
        if run.id.is_empty() || run.id.contains(char::is_whitespace) {
            return Err(format!("a golden hash cannot be called {:?}", run.id));
        }
        let key = (run.id.clone(), run.ticks, run.seed);
        let expected = table.get(&key).copied();
        if expected == Some(run.hash) {
            continue;
        }
        if bless.accepts(&run.id) {
            table.insert(key, run.hash);
            changed = true;
            continue;
        }
        let expected = expected.map_or("no line".into(), |hash| format!("{hash:016x}"));
        // Writing to a string cannot fail.
        let _ = write!(
            differences,
            "\n  {} after {} ticks with seed {}: {:016x}, expected {expected}",
            run.id, run.ticks, run.seed, run.hash
        );
    }
    if changed {
        write(&path, print(&table).as_bytes())?;
    }
    if differences.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "golden hashes differ from {}{differences}\n  accept with: cargo xtask bless",
            path.display()
        ))
    }
}

fn parse(path: &Path, text: &str) -> Result<Table, String> {
    let mut table = Table::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, hash) = parse_line(line).ok_or_else(|| {
            about(path, format_args!("line {number}: expected `id ticks seed hash`"))
        })?;
        if table.insert(key, hash).is_some() {
            return Err(about(path, format_args!("line {number}: the run is listed twice")));
        }
    }
    Ok(table)
}

fn parse_line(line: &str) -> Option<((String, u64, u64), u64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [id, ticks, seed, hash] = words[..] else { return None };
    let hash = u64::from_str_radix(hash, 16).ok().filter(|_| hash.len() == 16)?;
    Some(((id.into(), ticks.parse().ok()?, seed.parse().ok()?), hash))
}

fn print(table: &Table) -> String {
    let mut text = String::from("# id ticks seed hash\n");
    for ((id, ticks, seed), hash) in table {
        let _ = writeln!(text, "{id} {ticks} {seed} {hash:016x}");
    }
    text
}
