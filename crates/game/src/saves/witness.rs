//! Saves whose answers are written down, so that a recording can give them again.
//!
//! A memory of its own knows what the storage should answer: what was written last. Where it answers otherwise (what was
//! saved before the run, what another program changed, what failed) the answer is kept with its number. A replay asks the
//! memory and those answers alone, and leaves what the machine has saved as it is.

use super::{SaveError, Store};
use core::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// A storage and what is known of its answers.
#[derive(Debug)]
pub(super) struct Witness {
    /// None in a replay.
    storage: Option<Box<dyn Store>>,
    known: Rc<Known>,
}

/// What a storage has answered, and what it is expected to answer.
#[derive(Debug, Default)]
pub(super) struct Known {
    texts: RefCell<BTreeMap<String, String>>,
    /// Slots that hold something, read or not.
    names: RefCell<BTreeSet<String>>,
    /// How often it was asked.
    asked: Cell<u64>,
    /// Answers that nobody could expect, with their numbers: those that were given, or those to come in a replay.
    answers: RefCell<VecDeque<(u64, Answer)>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Text(Option<String>),
    Slots(Vec<String>),
    Failed(SaveError),
}

impl Witness {
    /// Watches what a storage answers.
    pub(super) fn watching(storage: Box<dyn Store>) -> Self {
        Self { storage: Some(storage), known: Rc::default() }
    }

    /// Answers as a recording tells.
    ///
    /// # Errors
    /// A line that is no answer.
    pub(super) fn replaying<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let known = Known::default();
        for line in lines {
            let answer =
                read_line(line).ok_or_else(|| format!("no answer of saves: \"{line}\""))?;
            known.answers.borrow_mut().push_back(answer);
        }
        Ok(Self { storage: None, known: Rc::new(known) })
    }

    pub(super) fn known(&self) -> Rc<Known> {
        Rc::clone(&self.known)
    }

    /// The answer that a recording has for the question of this number, unless the one that is expected.
    fn recorded(&self, number: u64) -> Option<Answer> {
        let mut answers = self.known.answers.borrow_mut();
        answers.pop_front_if(|answer| answer.0 == number).map(|answer| answer.1)
    }

    fn keep(&self, number: u64, answer: Answer) {
        self.known.answers.borrow_mut().push_back((number, answer));
    }

    /// Asks for a change, which is expected to work.
    fn change(
        &mut self,
        ask: impl FnOnce(&mut dyn Store) -> Result<(), SaveError>,
    ) -> Result<(), SaveError> {
        let number = self.known.next();
        let failed = match &mut self.storage {
            Some(storage) => ask(&mut **storage).err(),
            None => match self.recorded(number) {
                Some(Answer::Failed(error)) => return Err(error),
                Some(_) => return Err(astray()),
                None => None,
            },
        };
        if let Some(error) = failed {
            self.keep(number, Answer::Failed(error.clone()));
            return Err(error);
        }
        Ok(())
    }
}

impl Known {
    fn next(&self) -> u64 {
        self.asked.replace(self.asked.get() + 1)
    }

    fn learn(&self, slot: &str, text: Option<&str>) {
        let (mut texts, mut names) = (self.texts.borrow_mut(), self.names.borrow_mut());
        if let Some(text) = text {
            texts.insert(slot.into(), text.into());
            names.insert(slot.into());
        } else {
            texts.remove(slot);
            names.remove(slot);
        }
    }

    /// The answers that a replay needs, one a line.
    pub(super) fn lines(&self, tell: &mut dyn FnMut(&str)) {
        for (number, answer) in self.answers.borrow().iter() {
            tell(&write_line(*number, answer));
        }
    }

    /// What the slots hold, as far as known.
    pub(super) fn texts(&self) -> BTreeMap<String, String> {
        self.texts.borrow().clone()
    }
}

impl Store for Witness {
    fn read(&self, slot: &str) -> Result<Option<String>, SaveError> {
        let number = self.known.next();
        let expected = self.known.texts.borrow().get(slot).cloned();
        let Some(storage) = &self.storage else {
            return match self.recorded(number) {
                None => Ok(expected),
                Some(Answer::Text(text)) => {
                    self.known.learn(slot, text.as_deref());
                    Ok(text)
                }
                Some(Answer::Failed(error)) => Err(error),
                Some(Answer::Slots(_)) => Err(astray()),
            };
        };
        let found = storage.read(slot);
        match &found {
            Ok(text) if *text != expected => {
                self.known.learn(slot, text.as_deref());
                self.keep(number, Answer::Text(text.clone()));
            }
            Ok(_) => {}
            Err(error) => self.keep(number, Answer::Failed(error.clone())),
        }
        found
    }

    fn write(&mut self, slot: &str, text: &str) -> Result<(), SaveError> {
        self.change(|storage| storage.write(slot, text))?;
        self.known.learn(slot, Some(text));
        Ok(())
    }

    fn remove(&mut self, slot: &str) -> Result<(), SaveError> {
        self.change(|storage| storage.remove(slot))?;
        self.known.learn(slot, None);
        Ok(())
    }

    fn slots(&self) -> Result<Vec<String>, SaveError> {
        let number = self.known.next();
        let expected: Vec<String> = self.known.names.borrow().iter().cloned().collect();
        let found = match &self.storage {
            Some(storage) => storage.slots(),
            None => match self.recorded(number) {
                None => return Ok(expected),
                Some(Answer::Slots(names)) => Ok(names),
                Some(Answer::Failed(error)) => Err(error),
                Some(Answer::Text(_)) => Err(astray()),
            },
        };
        if found.as_ref() != Ok(&expected) {
            if let Ok(names) = &found {
                *self.known.names.borrow_mut() = names.iter().cloned().collect();
            }
            if self.storage.is_some() {
                let answer = found.clone().map_or_else(Answer::Failed, Answer::Slots);
                self.keep(number, answer);
            }
        }
        found
    }
}

/// A recording of another program, or one that was changed.
fn astray() -> SaveError {
    SaveError::Storage("the recording tells something else here".into())
}

/// Errors of a storage by the words that stand for them.
fn write_line(number: u64, answer: &Answer) -> String {
    let (kind, words) = match answer {
        Answer::Text(None) => ("none", String::new()),
        Answer::Text(Some(text)) => ("text", text.clone()),
        Answer::Slots(names) => ("slots", names.join(" ")),
        Answer::Failed(error) => match error {
            SaveError::Name(name) => ("name", name.clone()),
            SaveError::Denied(reason) => ("denied", reason.clone()),
            SaveError::Full(reason) => ("full", reason.clone()),
            SaveError::Damaged { slot, reason } => ("damaged", format!("{slot} {reason}")),
            other => ("storage", other.to_string()),
        },
    };
    format!("{number} {kind} {words}")
}

fn read_line(line: &str) -> Option<(u64, Answer)> {
    let (number, rest) = line.split_once(' ')?;
    let (kind, words) = rest.split_once(' ').unwrap_or((rest, ""));
    let text = || String::from(words);
    let answer = match kind {
        "none" => Answer::Text(None),
        "text" => Answer::Text(Some(text())),
        "slots" => Answer::Slots(words.split_whitespace().map(String::from).collect()),
        "name" => Answer::Failed(SaveError::Name(text())),
        "denied" => Answer::Failed(SaveError::Denied(text())),
        "full" => Answer::Failed(SaveError::Full(text())),
        "storage" => Answer::Failed(SaveError::Storage(text())),
        "damaged" => {
            let (slot, reason) = words.split_once(' ')?;
            Answer::Failed(SaveError::Damaged { slot: slot.into(), reason: reason.into() })
        }
        _ => return None,
    };
    Some((number.parse().ok()?, answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saves::memory::Memory;

    fn lines(witness: &Witness) -> Vec<String> {
        let mut lines = Vec::new();
        witness.known.lines(&mut |line| lines.push(line.into()));
        lines
    }

    /// What a game does with a storage that holds something already and has room for 12 bytes.
    fn play(store: &mut dyn Store) -> Vec<String> {
        let mut seen = Vec::new();
        let mut note = |what: String| seen.push(what);
        note(format!("{:?}", store.slots()));
        note(format!("{:?}", store.read("old")));
        note(format!("{:?}", store.write("new", "12345")));
        note(format!("{:?}", store.read("new")));
        note(format!("{:?}", store.write("new", "far too long a text")));
        note(format!("{:?}", store.read("new")));
        note(format!("{:?}", store.slots()));
        note(format!("{:?}", store.remove("old")));
        note(format!("{:?}", store.read("old")));
        note(format!("{:?}", store.slots()));
        seen
    }

    #[test]
    fn a_replay_answers_as_the_storage_did() {
        let mut memory = Memory::new(12);
        memory.write("old", "abc\n\"d\"").unwrap();
        let mut live = Witness::watching(Box::new(memory));
        let seen = play(&mut live);
        let told = lines(&live);
        assert_eq!(
            told,
            ["0 slots old", "1 text abc\n\"d\"", "4 full 12 bytes are all there is"],
            "what can be foretold is not told"
        );
        let mut again = Witness::replaying(told.iter().map(String::as_str)).unwrap();
        assert_eq!(play(&mut again), seen);
        assert_eq!(again.known.texts(), live.known.texts());
    }

    #[test]
    fn every_answer_reads_back_and_others_are_errors() {
        let answers = [
            Answer::Text(None),
            Answer::Text(Some("{ \"a\": 1 }  ".into())),
            Answer::Slots(vec!["a".into(), "b".into()]),
            Answer::Slots(Vec::new()),
            Answer::Failed(SaveError::Name("two words".into())),
            Answer::Failed(SaveError::Denied("no".into())),
            Answer::Failed(SaveError::Full(String::new())),
            Answer::Failed(SaveError::Damaged { slot: "a".into(), reason: "no text".into() }),
        ];
        for answer in answers {
            assert_eq!(read_line(&write_line(7, &answer)), Some((7, answer)));
        }
        for wrong in ["", "7", "x none", "7 maybe", "7 damaged"] {
            assert!(Witness::replaying([wrong].into_iter()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_recording_of_something_else_is_an_error_and_no_panic() {
        let mut store = Witness::replaying(["0 slots a", "1 text x"].into_iter()).unwrap();
        assert_eq!(store.read("a"), Err(astray()));
        assert_eq!(store.write("a", "b"), Err(astray()));
        assert_eq!(store.read("a"), Ok(None));
    }
}
