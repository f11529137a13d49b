//! Every box against every other: the yardstick, and fast enough below some fifty boxes.

use super::torus::Torus;
use super::{Broadphase, bounds_of, meet};
use crate::{CollideError, GridWorld, Pair};
use motile_geom::Aabb;

/// Every box against every other, without any structure. Pairs come as (0, 1), (0, 2), …; boxes by ascending index.
#[doc(alias = "brute force")]
#[derive(Clone, Debug)]
pub struct AllPairs {
    boxes: Vec<Aabb>,
    bounds: Aabb,
    torus: Option<Aabb>,
    /// The boxes as they are compared in a torus, empty where they are not valid.
    filed: Vec<Aabb>,
}

impl Default for AllPairs {
    fn default() -> Self {
        Self { boxes: Vec::new(), bounds: Aabb::EMPTY, torus: None, filed: Vec::new() }
    }
}

impl AllPairs {
    /// For a rectangle whose opposite edges are joined: pairs and queries go around them.
    ///
    /// # Errors
    /// [`CollideError::BadWorld`] when the rectangle is not finite, turned inside out or without an area.
    pub fn in_torus(area: Aabb) -> Result<Self, CollideError> {
        GridWorld::Torus(area).check()?;
        Ok(Self { torus: Some(area), ..Self::default() })
    }

    fn for_each_pair_around(&self, torus: Torus, mut f: impl FnMut(Pair)) {
        for (a, &first) in self.filed.iter().enumerate().filter(|(_, area)| !area.is_empty()) {
            for (b, &second) in self.filed.iter().enumerate().skip(a + 1) {
                if !second.is_empty() && torus.touches(first, second) {
                    f(Pair { a: a as u32, b: b as u32 });
                }
            }
        }
    }
}

impl Broadphase for AllPairs {
    fn update(&mut self, boxes: &[Aabb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = bounds_of(boxes);
        if let Some(torus) = self.torus.map(Torus::new) {
            let valid = |area: &Aabb| Some(*area).filter(|area| area.is_valid());
            let filed = |area: &Aabb| valid(area).and_then(|area| torus.filed(area));
            self.filed.clear();
            self.filed.extend(boxes.iter().map(|area| filed(area).unwrap_or(Aabb::EMPTY)));
        }
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        if let Some(torus) = self.torus {
            return self.for_each_pair_around(Torus::new(torus), f);
        }
        for (a, first) in self.boxes.iter().enumerate().filter(|(_, area)| area.is_valid()) {
            for (b, second) in self.boxes.iter().enumerate().skip(a + 1) {
                if meet(*first, *second) && second.is_valid() {
                    f(Pair { a: a as u32, b: b as u32 });
                }
            }
        }
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        if let Some(torus) = self.torus.map(Torus::new) {
            let Some(area) = torus.filed(area) else { return };
            for (i, &other) in self.filed.iter().enumerate() {
                if !other.is_empty() && torus.touches(other, area) {
                    f(i as u32);
                }
            }
            return;
        }
        for (i, other) in self.boxes.iter().enumerate() {
            if other.touches(area) && other.is_valid() {
                f(i as u32);
            }
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }

    fn torus(&self) -> Option<Aabb> {
        self.torus
    }
}
