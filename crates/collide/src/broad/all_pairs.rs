//! Every box against every other: the yardstick, and fast enough below some fifty boxes (COL-18).

use super::{Broadphase, bounds_of};
use crate::Pair;
use motile_geom::Aabb;

/// No structure at all. Pairs come as (0, 1), (0, 2), …; boxes by ascending index.
#[derive(Clone, Debug)]
pub struct AllPairs {
    boxes: Vec<Aabb>,
    bounds: Aabb,
}

impl Default for AllPairs {
    fn default() -> Self {
        Self { boxes: Vec::new(), bounds: Aabb::EMPTY }
    }
}

impl Broadphase for AllPairs {
    fn update(&mut self, boxes: &[Aabb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = bounds_of(boxes);
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        for (a, first) in self.boxes.iter().enumerate().filter(|(_, area)| area.is_valid()) {
            for (b, second) in self.boxes.iter().enumerate().skip(a + 1) {
                if first.touches(*second) && second.is_valid() {
                    f(Pair { a: a as u32, b: b as u32 });
                }
            }
        }
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        for (i, other) in self.boxes.iter().enumerate() {
            if other.touches(area) && other.is_valid() {
                f(i as u32);
            }
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
