//! Cells packed by Zstandard, unfolded in no more memory than they need.

use crate::files::fault::{Fault, Read};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use std::io::Cursor;

/// The magic number that a frame begins with (RFC 8878, 3.1.1).
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// In the byte after the magic number: the frame has no window of its own, all of it is one.
const SINGLE_SEGMENT: u8 = 1 << 5;

/// A block has at most 128 KiB and no more than the window, so that a smaller window could refuse a block.
const LARGEST_BLOCK: usize = 1 << 17;

/// What a frame unfolds to, for a layer of so many cells.
///
/// The decoder gives bytes away only past its window, and a frame of a few kilobytes may ask for a window of 128 MiB: who
/// stops reading after the cells would have unfolded all of that by then. But a frame that holds the cells and no more
/// never looks further back than they are long, so that a window of their size does for it.
pub(super) fn stream(mut bytes: Vec<u8>, count: usize) -> Read<Box<dyn std::io::Read + Send>> {
    let window = (count * 4).max(LARGEST_BLOCK).next_power_of_two();
    if bytes.starts_with(&MAGIC)
        && let Some([flags, descriptor]) = bytes.get_mut(4..6)
        && *flags & SINGLE_SEGMENT == 0
    {
        // Above three bits that add eighths is the exponent, of which 10 is counted as 0.
        *descriptor = (*descriptor).min((window.ilog2() as u8 - 10) << 3);
    }
    let decoder = StreamingDecoder::new_with_max_window_size(Cursor::new(bytes), window as u64);
    Ok(Box::new(decoder.map_err(|error| match error {
        // Only a single segment can be too large now, and that is as large as what it holds.
        FrameDecoderError::WindowSizeTooBig { .. } => {
            Fault::new(format!("more than {count} cells"))
        }
        error => Fault::new(format!("no zstd: {error}")),
    })?))
}
