//! The recording of a room in parts, for those who are in it.

use motile_net::{RECORDING_BURST, RECORDING_PART, RoomMessage};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use tokio_tungstenite::tungstenite::Bytes;

/// Bytes of one answer, for the rate of a client.
pub(crate) const BURST: f32 = (RECORDING_BURST * RECORDING_PART) as f32;

/// A recording as it was when it was asked for.
#[derive(Debug)]
pub(crate) struct Tape {
    file: File,
    total: u32,
}

impl Tape {
    pub(crate) fn new(file: File) -> Option<Self> {
        let total = u32::try_from(file.metadata().ok()?.len()).ok()?;
        Some(Self { file, total })
    }

    /// What is answered to a question from a byte on: little enough that nobody else waits for the disk.
    pub(crate) fn answer(&mut self, offset: u32) -> Vec<Bytes> {
        let mut bytes = Vec::new();
        let length = (RECORDING_BURST * RECORDING_PART) as u64;
        let left = u64::from(self.total.saturating_sub(offset)).min(length);
        let is_read = self.file.seek(SeekFrom::Start(offset.into())).is_ok()
            && (&self.file)
                .take(left)
                .read_to_end(&mut bytes)
                .is_ok_and(|read| read as u64 == left);
        if !is_read {
            return vec![nothing()];
        }
        // Parts come first: behind the last one no byte is counted.
        let parts = bytes.chunks(RECORDING_PART).zip((offset..).step_by(RECORDING_PART));
        parts.map(|(bytes, offset)| message(offset, self.total, bytes)).collect()
    }
}

/// What is answered when nothing was written down.
pub(crate) fn nothing() -> Bytes {
    message(0, 0, &[])
}

fn message(offset: u32, total: u32, bytes: &[u8]) -> Bytes {
    let mut message = Vec::new();
    RoomMessage::Recording { offset, total, bytes }.encode(&mut message);
    message.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question from the last byte that can be asked for ended a relay that checks for overflow.
    #[test]
    fn sim_64_a_question_from_behind_the_end_is_answered_with_nothing() {
        let path = std::env::temp_dir().join(format!("motile-tape-{}", std::process::id()));
        std::fs::write(&path, [7; 3000]).unwrap();
        let mut tape = Tape::new(File::open(&path).unwrap()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let count = |answer: Vec<Bytes>| answer.len();
        assert_eq!(count(tape.answer(0)), 3000usize.div_ceil(RECORDING_PART));
        assert_eq!(count(tape.answer(2999)), 1);
        for offset in [3000, u32::MAX - 1, u32::MAX] {
            assert_eq!(count(tape.answer(offset)), 0, "from byte {offset}");
        }
    }
}
