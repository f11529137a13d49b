//! The recording of a room on its way from a relay.

use crate::{RECORDING_BURST, RECORDING_PART, Replay};

/// Bytes of the longest recording that is taken: relays write none that is longer.
const LONGEST: u32 = 64 << 20;
/// Bytes of one answer.
const BURST: u32 = (RECORDING_BURST * RECORDING_PART) as u32;
/// Seconds without a part after which it is asked for again: a relay drops what a client does not read in time, and what it
/// asks for too fast.
const QUIET: f32 = 0.5;

/// What became of the question for the replay of a room; see [`RoomSession::ask_for_replay`](crate::RoomSession::ask_for_replay).
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RoomReplay {
    /// Nobody asked.
    #[default]
    Unasked,
    /// On its way, and how much of it came, 0…1.
    Coming(f32),
    /// What was played: as far back as the relay wrote it down, or from when this peer was there.
    Ready(Replay),
    /// Nothing was played yet.
    Nothing,
}

/// The bytes of a recording as far as they came.
#[derive(Debug, Default)]
pub(super) struct Tape {
    bytes: Vec<u8>,
    total: Option<u32>,
    /// Where the answer ends that is on its way.
    end: u32,
    quiet: f32,
}

impl Tape {
    /// Takes in a part; gives the byte from which on to ask for more.
    pub(super) fn take(&mut self, offset: u32, total: u32, part: &[u8]) -> Option<u32> {
        self.total = Some(if total > LONGEST { 0 } else { total });
        if offset == self.length() && total <= LONGEST {
            self.bytes.extend_from_slice(part);
            self.quiet = 0.0;
        }
        // With the last part of an answer; what was lost in it comes again.
        let is_last = offset.saturating_add(part.len() as u32) >= self.end;
        if is_last && !self.is_whole() { Some(self.ask()) } else { None }
    }

    /// Lets seconds pass; gives the byte from which on to ask when nothing comes.
    pub(super) fn wait(&mut self, dt: f32) -> Option<u32> {
        self.quiet += dt.max(0.0);
        let is_stuck = self.quiet > QUIET && !self.is_whole();
        if is_stuck { Some(self.ask()) } else { None }
    }

    /// The byte from which on to ask now.
    pub(super) fn ask(&mut self) -> u32 {
        (self.end, self.quiet) = (self.length().saturating_add(BURST), 0.0);
        self.length()
    }

    const fn length(&self) -> u32 {
        self.bytes.len() as u32
    }

    fn is_whole(&self) -> bool {
        self.total.is_some_and(|total| self.length() >= total)
    }

    /// How much of it came, 0…1.
    pub(super) fn part(&self) -> f32 {
        self.total.map_or(0.0, |total| self.length() as f32 / total.max(1) as f32)
    }

    /// All of it; empty when the relay has nothing.
    pub(super) fn whole(&self) -> Option<&[u8]> {
        self.is_whole().then_some(self.bytes.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    /// What a relay answers to a question.
    fn answer(file: &[u8], offset: u32) -> Vec<(u32, &[u8])> {
        let parts = file[offset as usize..].chunks(RECORDING_PART).take(RECORDING_BURST);
        let offsets = (offset..).step_by(RECORDING_PART);
        offsets.zip(parts).collect()
    }

    #[test]
    fn sim_64_a_recording_comes_whole_though_parts_are_lost() {
        let mut rng = Rng::new(3);
        for size in [1usize, 1024, 16 * 1024, 16 * 1024 + 1, 100_000] {
            let file: Vec<u8> = (0..size).map(|i| (i % 251) as u8).collect();
            let mut tape = Tape::default();
            let mut asked = Some(tape.ask());
            let mut rounds = 0;
            while tape.whole().is_none() {
                rounds += 1;
                assert!(rounds < 1000, "{} of {size}", tape.length());
                let Some(offset) = asked.take().or_else(|| tape.wait(0.2)) else { continue };
                for (offset, part) in answer(&file, offset) {
                    if rng.chance(0.9) {
                        asked = tape.take(offset, size as u32, part).or(asked);
                    }
                }
            }
            assert_eq!(tape.whole(), Some(file.as_slice()));
            assert!((tape.part() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn sim_64_a_recording_that_is_not_there_or_lies_about_its_size_is_none() {
        for total in [0, u32::MAX] {
            let mut tape = Tape::default();
            tape.ask();
            assert_eq!(tape.take(0, total, b""), None);
            assert_eq!(tape.whole(), Some(&b""[..]));
        }
    }
}
