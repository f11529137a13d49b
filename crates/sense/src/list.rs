//! Which sources there are.

use crate::{SampleSource, SyntheticSource};
use core::fmt;

/// The microphones that can be chosen, each by its place in the list and under its name. Looking at names asks for no
/// permission.
///
/// ```
/// use motile_sense::{MicrophoneList, NoSuchDevice};
///
/// let mut list = MicrophoneList::synthetic(1);
/// assert!(list.names().any(|name| name == "claps"));
/// assert_eq!(list.get(99).err(), Some(NoSuchDevice { index: 99 }));
/// list.get(0)?.start();
/// # Ok::<(), NoSuchDevice>(())
/// ```
#[doc(alias = "enumerate")]
#[doc(alias = "device chooser")]
#[derive(Default)]
pub struct MicrophoneList {
    sources: Vec<Box<dyn SampleSource>>,
}

/// There is no device at this place of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchDevice {
    /// The place that was asked for.
    pub index: usize,
}

impl fmt::Display for NoSuchDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no device number {}", self.index)
    }
}

impl core::error::Error for NoSuchDevice {}

impl MicrophoneList {
    /// A list without entries.
    pub const fn new() -> Self {
        Self { sources: Vec::new() }
    }

    /// Every microphone of the machine, in the order of the system; see [`Microphone::list`](crate::Microphone::list).
    #[cfg(feature = "device")]
    pub fn machine() -> Self {
        let mut list = Self::new();
        for microphone in crate::Microphone::list() {
            list.push(microphone);
        }
        list
    }

    /// Every made-up sound: claps, a voice, a whistle, breath, music, a sweep, noise.
    pub fn synthetic(seed: u64) -> Self {
        let mut list = Self::new();
        list.push(SyntheticSource::claps(seed));
        list.push(SyntheticSource::speech(seed));
        list.push(SyntheticSource::whistling(seed));
        list.push(SyntheticSource::blowing(seed));
        list.push(SyntheticSource::music(seed));
        list.push(SyntheticSource::sweep(100.0, 4_000.0, 4.0));
        list.push(SyntheticSource::noise(0.3, seed));
        list
    }

    /// One more.
    pub fn push(&mut self, source: impl SampleSource + 'static) {
        self.sources.push(Box::new(source));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Their names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.name())
    }

    /// All of them, to look at.
    pub fn iter(&self) -> impl Iterator<Item = &dyn SampleSource> {
        self.sources.iter().map(|source| &**source)
    }

    /// One of them, to start and to hear.
    ///
    /// # Errors
    /// [`NoSuchDevice`] behind the end, and for every place of an empty list.
    pub fn get(&mut self, index: usize) -> Result<&mut dyn SampleSource, NoSuchDevice> {
        match self.sources.get_mut(index) {
            Some(source) => Ok(&mut **source),
            None => Err(NoSuchDevice { index }),
        }
    }

    /// Stops all of them but one: choosing another microphone lets the others go.
    pub fn stop_others(&mut self, kept: usize) {
        for (index, source) in self.sources.iter_mut().enumerate() {
            if index != kept {
                source.stop();
            }
        }
    }
}

impl fmt::Debug for MicrophoneList {
    /// Without names: those of devices tell about their owners, and debug output ends in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MicrophoneList").field("len", &self.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceState;

    #[test]
    fn input_4_choosing_one_lets_the_others_go() {
        let mut list = MicrophoneList::synthetic(1);
        for index in 0..list.len() {
            list.get(index).unwrap().start();
        }
        list.stop_others(2);
        let states: Vec<SourceState> =
            (0..list.len()).map(|i| list.get(i).unwrap().state()).collect();
        assert_eq!(states.iter().filter(|&&state| state == SourceState::Running).count(), 1);
        assert_eq!(states[2], SourceState::Running);
    }

    #[test]
    fn check_5_8_an_empty_list_is_an_error_and_no_panic() {
        let mut list = MicrophoneList::new();
        assert_eq!(list.get(0).err(), Some(NoSuchDevice { index: 0 }));
        assert_eq!(format!("{:?}", MicrophoneList::synthetic(1)), "MicrophoneList { len: 7 }");
    }
}
