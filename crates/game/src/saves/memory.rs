//! Saves that end with the program.

use super::{SaveError, Store};
use std::collections::BTreeMap;

#[derive(Debug)]
pub(super) struct Memory {
    texts: BTreeMap<String, String>,
    /// The most bytes of all texts together.
    room: u64,
}

impl Memory {
    pub(super) const fn new(room: u64) -> Self {
        Self { texts: BTreeMap::new(), room }
    }
}

impl Memory {
    /// With texts that are there from the start.
    #[cfg(feature = "stage")]
    pub(super) const fn holding(texts: BTreeMap<String, String>) -> Self {
        Self { texts, room: u64::MAX }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(u64::MAX)
    }
}

impl Store for Memory {
    fn read(&self, slot: &str) -> Result<Option<String>, SaveError> {
        Ok(self.texts.get(slot).cloned())
    }

    fn write(&mut self, slot: &str, text: &str) -> Result<(), SaveError> {
        let others = self.texts.iter().filter(|(name, _)| *name != slot);
        let taken: u64 = others.map(|(_, text)| text.len() as u64).sum();
        if taken.saturating_add(text.len() as u64) > self.room {
            return Err(SaveError::Full(format!("{} bytes are all there is", self.room)));
        }
        self.texts.insert(slot.into(), text.into());
        Ok(())
    }

    fn remove(&mut self, slot: &str) -> Result<(), SaveError> {
        self.texts.remove(slot);
        Ok(())
    }

    fn slots(&self) -> Result<Vec<String>, SaveError> {
        Ok(self.texts.keys().cloned().collect())
    }
}
