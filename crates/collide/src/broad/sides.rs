//! The sides of sorted boxes, each in an array of its own.

use crate::grid::scan::Boxes;
use crate::grid::sort::Places;
use crate::grid::table::LANES;
use motile_geom::Aabb;

/// Sides of boxes by slot. Arrays end with places that are not numbers, so that vectors can be read from any slot.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    left: Vec<f32>,
    top: Vec<f32>,
    right: Vec<f32>,
    bottom: Vec<f32>,
}

impl Sides {
    /// Room for no box.
    pub(super) fn new() -> Self {
        let pads = || vec![f32::NAN; LANES];
        Self { left: pads(), top: pads(), right: pads(), bottom: pads() }
    }

    /// Places for `n` boxes.
    pub(super) fn places(&mut self, n: usize) -> SidePlaces<'_> {
        let Self { left, top, right, bottom } = self;
        SidePlaces([left, top, right, bottom].map(|side| {
            side.resize(n + LANES, f32::NAN);
            side[n..].fill(f32::NAN);
            &mut side[..n]
        }))
    }

    /// The boxes to read.
    pub(super) fn boxes(&self) -> Boxes<'_> {
        Boxes { left: &self.left, top: &self.top, right: &self.right, bottom: &self.bottom }
    }
}

/// A box as it is sorted.
#[inline(always)]
pub(super) fn sides_of(Aabb { min, max }: Aabb) -> [f32; 4] {
    [min.x, min.y, max.x, max.y]
}

/// Where boxes go.
pub(super) struct SidePlaces<'a>([&'a mut [f32]; 4]);

impl Places<[f32; 4]> for SidePlaces<'_> {
    #[inline(always)]
    fn place(&mut self, first: usize, boxes: impl ExactSizeIterator<Item = [f32; 4]>) {
        let end = first + boxes.len();
        let [left, top, right, bottom] = self.0.each_mut().map(|side| side[first..end].iter_mut());
        for ((((left, top), right), bottom), sides) in
            left.zip(top).zip(right).zip(bottom).zip(boxes)
        {
            [*left, *top, *right, *bottom] = sides;
        }
    }
}
