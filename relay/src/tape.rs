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
        let offsets = (offset..).step_by(RECORDING_PART);
        let parts = offsets.zip(bytes.chunks(RECORDING_PART));
        parts.map(|(offset, bytes)| message(offset, self.total, bytes)).collect()
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
