//! The uniform grid for boxes.

use super::Broadphase;
use super::box_rows::{BoxRows, Plan};
use super::survey::Survey;
use crate::Pair;
use motile_geom::Aabb;

/// Boxes filed by the cell of their top left corner, in an unbounded plane: for boxes of about one size. The
/// cells hold about one box each.
///
/// Boxes stand in the order of their cells, row by row, then in input order. Pairs come in the order of the
/// box that comes first; its partners as they stand further right in its row of cells, then in the rows below.
#[derive(Clone, Debug)]
pub struct BoxGrid {
    boxes: Vec<Aabb>,
    bounds: Aabb,
    pub(crate) filed: BoxRows,
}

impl Default for BoxGrid {
    fn default() -> Self {
        Self { boxes: Vec::new(), bounds: Aabb::EMPTY, filed: BoxRows::new() }
    }
}

impl BoxGrid {
    pub(super) fn update_surveyed(&mut self, boxes: &[Aabb], survey: &Survey) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = survey.bounds();
        let Survey { corners, reach, all_valid, .. } = *survey;
        self.filed.file(boxes, None, Plan { corners, reach, all_valid });
    }

    /// How many boxes stand in the cell of a box, over the number if they were strewn evenly.
    pub(super) fn crowding(&self) -> f64 {
        self.filed.crowding()
    }
}

impl Broadphase for BoxGrid {
    fn update(&mut self, boxes: &[Aabb]) {
        self.update_surveyed(boxes, &Survey::of(boxes));
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, f: impl FnMut(Pair)) {
        self.filed.for_each_pair(f);
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, f: impl FnMut(u32)) {
        self.filed.for_each_in(area, f);
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
