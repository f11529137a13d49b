//! Input scripts from files, and what is odd about them.

use crate::failure::{self, Failure};
use motile::stage::Script;
use std::{fs, path::Path};

/// Reads a script and warns of what it cannot mean. `ticks` is how long the run will be, where that is known.
pub(crate) fn read(path: &Path, ticks: Option<u64>) -> Result<Script, Failure> {
    let failed = |message: String| Failure::Failed(format!("{}: {message}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let script = Script::parse(&text).map_err(|error| failed(error.to_string()))?;
    for warning in oddities(&text, &script, ticks) {
        failure::complain(&format!("{}: {warning}", path.display()));
    }
    Ok(script)
}

/// What a script that can be read still says in vain or by mistake.
fn oddities(text: &str, script: &Script, ticks: Option<u64>) -> Vec<String> {
    let mut found: Vec<String> = out_of_order(text).into_iter().collect();
    found.extend(script.warnings().iter().map(ToString::to_string));
    let all = script.events().iter().map(|event| event.tick);
    let all = all.chain(script.params().iter().map(|param| param.tick));
    if let Some(ticks) = ticks {
        let late: Vec<u64> = all.filter(|&tick| tick >= ticks).collect();
        if let Some(last) = late.iter().max() {
            let count = late.len();
            found.push(format!(
                "the run ends after {ticks} ticks, before {count} of its events; the last is at tick {last}"
            ));
        }
    }
    found
}

/// The first line with a tick before that of a line above it.
fn out_of_order(text: &str) -> Option<String> {
    let mut latest = 0;
    for (index, line) in text.lines().enumerate() {
        let tick = line.split_whitespace().next().and_then(|word| word.parse::<u64>().ok());
        let Some(tick) = tick else { continue };
        if tick < latest {
            let line = index + 1;
            return Some(format!(
                "line {line}: tick {tick} stands below tick {latest}; events happen in the order of their ticks"
            ));
        }
        latest = tick;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(text: &str, ticks: Option<u64>) -> Vec<String> {
        oddities(text, &Script::parse(text).unwrap(), ticks)
    }

    #[test]
    fn scripts_out_of_order_or_too_long_are_noticed() {
        let none: [&str; 0] = [];
        assert_eq!(odd("# 9 is no tick\n3 down\n3 up\n59 down\n", Some(60)), none);
        assert_eq!(odd("3 down\n60 up\n", None), none);
        let order = odd("3 down\n\n2 up\n1 down\n", Some(60));
        assert_eq!(order.len(), 1);
        assert!(order[0].starts_with("line 3: tick 2 stands below tick 3"), "{order:?}");
        let late = odd("3 down\n60 up\n75 set speed 2\n", Some(60));
        assert_eq!(late.len(), 1);
        assert!(late[0].contains("before 2 of its events; the last is at tick 75"), "{late:?}");
    }
}
