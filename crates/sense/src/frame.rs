//! Pictures with their time.

use motile_pixels::Surface;

/// A picture as a source hands it out, with its place in the row of them: each is worth analyzing once.
#[doc(alias = "video frame")]
#[derive(Debug, PartialEq)]
pub struct CapturedFrame {
    /// How many pictures the source captured before this one since it started; a gap tells of pictures that nobody
    /// asked for in time.
    pub sequence: u64,
    /// When it was captured, in seconds since the source started.
    pub seconds: f64,
    /// The picture, opaque.
    pub picture: Surface,
}

impl Clone for CapturedFrame {
    fn clone(&self) -> Self {
        Self { picture: self.picture.clone(), ..*self }
    }

    /// Becomes a copy in the memory that its picture has.
    fn clone_from(&mut self, other: &Self) {
        (self.sequence, self.seconds) = (other.sequence, other.seconds);
        self.picture.clone_from(&other.picture);
    }
}

impl CapturedFrame {
    /// A frame to be filled by a source; its picture is replaced when the size differs.
    pub const fn new(picture: Surface) -> Self {
        Self { sequence: 0, seconds: 0.0, picture }
    }
}
