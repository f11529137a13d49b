//! What senses told, tick by tick, for replays.

use core::fmt;

/// The values of axes and actions in every tick of a session: a game that is fed from it plays again, bit for bit, without a
/// microphone or a camera, and the sound and the pictures themselves are not in it.
///
/// ```
/// use motile_sense::SenseTrack;
///
/// let mut track = SenseTrack::new(2);
/// track.record(&[0.25, 1.0]);
/// track.record(&[0.5, 0.0]);
/// let again = SenseTrack::from_bytes(&track.to_bytes())?;
/// assert_eq!(again.row(1), [0.5, 0.0]);
/// assert_eq!(again.row(99), [0.0, 0.0], "after the end nothing is told");
/// # Ok::<(), motile_sense::SenseTrackError>(())
/// ```
#[doc(alias = "replay")]
#[doc(alias = "recording")]
#[derive(Clone, Debug, PartialEq)]
pub struct SenseTrack {
    width: u8,
    values: Vec<f32>,
    /// A row of zeros.
    nothing: Vec<f32>,
}

/// Why bytes are no [`SenseTrack`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SenseTrackError {
    /// They begin otherwise.
    NoTrack,
    /// They end in the middle of a tick.
    CutOff,
}

impl fmt::Display for SenseTrackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoTrack => "not a track of senses: it begins otherwise",
            Self::CutOff => "a track of senses that ends in the middle of a tick",
        })
    }
}

impl core::error::Error for SenseTrackError {}

/// What the bytes begin with; the last is the version.
const MAGIC: [u8; 5] = *b"MSNS\x01";

impl SenseTrack {
    /// A track of `width` values a tick.
    pub fn new(width: u8) -> Self {
        Self { width, values: Vec::new(), nothing: vec![0.0; usize::from(width)] }
    }

    /// How many values a tick has.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// How many ticks were recorded.
    pub fn ticks(&self) -> u32 {
        (self.values.len() / usize::from(self.width).max(1)) as u32
    }

    /// Adds a tick. Values that are missing are 0, those that are too many are left out; numbers that are not finite
    /// become 0.
    pub fn record(&mut self, values: &[f32]) {
        for index in 0..usize::from(self.width) {
            let value = values.get(index).copied().filter(|value| value.is_finite());
            self.values.push(value.unwrap_or_default());
        }
    }

    /// The values of a tick; zeros after the end.
    pub fn row(&self, tick: u32) -> &[f32] {
        let width = usize::from(self.width);
        let start = (tick as usize).saturating_mul(width);
        let row = self.values.get(start..).and_then(|rest| rest.get(..width));
        row.unwrap_or(&self.nothing)
    }

    /// The track as bytes, the same on every platform.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.width);
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    /// Reads what [`SenseTrack::to_bytes`] wrote. Numbers that are not finite become 0.
    ///
    /// # Errors
    /// [`SenseTrackError`] for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SenseTrackError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(SenseTrackError::NoTrack)?;
        let (&width, rest) = rest.split_first().ok_or(SenseTrackError::CutOff)?;
        let row = usize::from(width) * 4;
        if (row == 0 && !rest.is_empty()) || (row > 0 && rest.len() % row != 0) {
            return Err(SenseTrackError::CutOff);
        }
        let mut track = Self::new(width);
        let values = rest.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
        track.values.extend(values.map(|value| if value.is_finite() { value } else { 0.0 }));
        Ok(track)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_off_tracks_are_errors() {
        let mut track = SenseTrack::new(3);
        track.record(&[1.0, f32::NAN]);
        track.record(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(
            (track.row(0), track.row(1), track.ticks()),
            (&[1.0, 0.0, 0.0][..], &[1.0, 2.0, 3.0][..], 2)
        );
        let bytes = track.to_bytes();
        for length in 0..bytes.len() {
            let read = SenseTrack::from_bytes(&bytes[..length]);
            let whole_ticks = length >= 6 && (length - 6) % 12 == 0;
            assert_eq!(read.is_ok(), whole_ticks, "{length}");
        }
        assert_eq!(SenseTrack::from_bytes(b"RIFF"), Err(SenseTrackError::NoTrack));
        assert_eq!(
            SenseTrack::from_bytes(&[b"MSNS\x01\0".as_slice(), &[1]].concat()),
            Err(SenseTrackError::CutOff)
        );
        assert_eq!(SenseTrack::new(0).ticks(), 0);
    }
}
