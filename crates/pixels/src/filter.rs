//! What all filters share: margins, reused memory, and the list of them.

use crate::{Surface, SurfaceError, convolve::Lanes};

/// How many pixels a result reaches beyond its picture on each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Margin {
    /// Columns to the left.
    pub left: u32,
    /// Rows above.
    pub top: u32,
    /// Columns to the right.
    pub right: u32,
    /// Rows below.
    pub bottom: u32,
}

impl Margin {
    /// Width and height of a picture with this margin around it.
    pub(crate) fn grown(self, picture: &Surface) -> Result<(u32, u32), SurfaceError> {
        let grow = |size: u32, a: u32, b: u32| {
            u32::try_from(u64::from(size) + u64::from(a) + u64::from(b)).unwrap_or(u32::MAX)
        };
        let width = grow(picture.width(), self.left, self.right);
        let height = grow(picture.height(), self.top, self.bottom);
        Surface::check_size(width, height)?;
        Ok((width, height))
    }

    /// The margin of two filters one after the other.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            left: self.left.saturating_add(other.left),
            top: self.top.saturating_add(other.top),
            right: self.right.saturating_add(other.right),
            bottom: self.bottom.saturating_add(other.bottom),
        }
    }
}

/// Memory that filters use on the way and can use again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    sums: Vec<[u32; 4]>,
    spare: Vec<u32>,
    short: Lanes<i16>,
    single: Lanes<f32>,
}

impl Scratch {
    pub(crate) fn split(&mut self) -> (&mut Vec<[u32; 4]>, &mut Vec<u32>) {
        (&mut self.sums, &mut self.spare)
    }

    pub(crate) fn lanes(&mut self) -> (&mut Lanes<i16>, &mut Lanes<f32>) {
        (&mut self.short, &mut self.single)
    }
}
