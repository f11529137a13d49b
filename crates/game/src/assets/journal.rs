//! Which files arrived when, written down, so that a replay has them in the same ticks.

use motile_geom::StateHash;
use std::collections::VecDeque;

/// A file that arrived, or why it does not.
type Arrival = (String, Result<Vec<u8>, String>);

/// What arrived from a source, by the number of the update; in a replay, what is to arrive.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    updates: u64,
    /// What has arrived: all of it is due, or in a replay, waits for its update.
    here: VecDeque<Arrival>,
    /// The lines of a recording that are yet to come; `None` where none is played.
    to_come: Option<VecDeque<Line>>,
    written: Vec<Line>,
    /// What of a recording cannot be as it was.
    pub(super) trouble: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    update: u64,
    name: String,
    /// A fingerprint of the bytes, or why it did not come.
    came: Result<u64, String>,
}

impl Journal {
    /// One that plays what a recording tells.
    pub(super) fn replaying<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let mut journal = Self::default();
        let mut to_come = VecDeque::new();
        for line in lines {
            match Line::read(line) {
                Some(line) => to_come.push_back(line),
                None => journal.trouble = Some(format!("no arrival of a file: \"{line}\"")),
            }
        }
        journal.to_come = Some(to_come);
        journal
    }

    /// A source has given a file.
    pub(super) fn arrived(&mut self, arrival: Arrival) {
        self.here.push_back(arrival);
    }

    /// The next file that the game gets in this update.
    pub(super) fn next(&mut self) -> Option<Arrival> {
        let arrival = match &mut self.to_come {
            None => self.here.pop_front()?,
            Some(to_come) => {
                let line = to_come.pop_front_if(|line| line.update <= self.updates)?;
                self.as_recorded(line)
            }
        };
        let came = arrival.1.as_ref().map(|bytes| fingerprint(bytes)).map_err(Clone::clone);
        self.written.push(Line { update: self.updates, name: arrival.0.clone(), came });
        Some(arrival)
    }

    /// What a line of a recording tells, with the bytes that are here.
    fn as_recorded(&mut self, line: Line) -> Arrival {
        let Line { name, came, .. } = line;
        let found =
            self.here.iter().position(|here| here.0 == name && here.1.is_ok() == came.is_ok());
        let found = found.and_then(|at| self.here.remove(at));
        let result = match (came, found) {
            (Err(why), _) => Err(why),
            (Ok(_), None) => Err("it is not here, and was when this was recorded".into()),
            (Ok(recorded), Some((_, bytes))) => {
                if bytes.as_ref().is_ok_and(|bytes| fingerprint(bytes) != recorded) {
                    self.trouble = Some(format!("{name} is not the file that was recorded"));
                }
                bytes
            }
        };
        (name, result)
    }

    pub(super) fn end_update(&mut self) {
        self.updates += 1;
    }

    /// What a recording keeps, one arrival a line.
    pub(super) fn lines(&self, tell: &mut dyn FnMut(&str)) {
        self.written.iter().for_each(|line| tell(&line.write()));
    }
}

impl Line {
    fn write(&self) -> String {
        let Self { update, name, came } = self;
        match came {
            Ok(print) => format!("{update} got {print:016x} {name}"),
            Err(why) => format!("{update} lost {name}\t{why}"),
        }
    }

    fn read(line: &str) -> Option<Self> {
        let (update, rest) = line.split_once(' ')?;
        let (name, came) = if let Some(rest) = rest.strip_prefix("got ") {
            let (print, name) = rest.split_once(' ')?;
            (name, Ok(u64::from_str_radix(print, 16).ok()?))
        } else {
            let (name, why) = rest.strip_prefix("lost ")?.split_once('\t')?;
            (name, Err(why.into()))
        };
        Some(Self { update: update.parse().ok()?, name: name.into(), came })
    }
}

fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = StateHash::new();
    hash.write_bytes(bytes);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back_and_others_are_told() {
        let lines = [
            Line { update: 3, name: "art/a hero.png".into(), came: Ok(0xFEED) },
            Line { update: 0, name: "lost.png".into(), came: Err("no: such\tfile".into()) },
        ];
        for line in lines {
            assert_eq!(Line::read(&line.write()), Some(line));
        }
        for wrong in ["", "3", "x got 1 a", "3 got one a", "3 lost a", "3 found a"] {
            assert!(Journal::replaying([wrong].into_iter()).trouble.is_some(), "{wrong}");
        }
    }
}
