//! Boxes in cells that wrap around a torus, or that share the places of a hashed table.

use super::sides::{Sides, sides_of};
use super::torus::Torus;
use crate::Pair;
use crate::grid::layout::Layout;
use crate::grid::scan::{
    Boxes, Cursor, FOUND, HITS, Hit, TorusBoxes, drain, drain_found, gather, scan,
};
use crate::grid::sort::{Entries, KeyOf, Objects};
use crate::grid::table::{Around, CellMap, Slots, Table, WrappedPartners};
use fearless_simd::{Level, dispatch};
use motile_geom::{Aabb, Vec2, vec2};

/// Boxes in the order of their slots: by ascending row, then column, of the place of the cell of their top left
/// corner, then in input order. Cells are at least as large as the largest box, so that boxes that touch stand in
/// neighboring cells.
#[derive(Clone, Debug)]
pub(crate) struct WrappedBoxes {
    level: Level,
    table: Table,
    sides: Sides,
    torus: Option<Torus>,
    /// At least the width and height of the largest box.
    reach: Vec2,
    entries: Entries<[f32; 4]>,
}

/// Leaves out boxes that are not valid.
impl KeyOf<[f32; 4]> for Layout {
    #[inline]
    fn key(&self, [left, top, ..]: [f32; 4]) -> u32 {
        let corner = vec2(left, top);
        if corner.is_finite() { Layout::key(self, corner) } else { self.keys() }
    }
}

impl WrappedBoxes {
    /// No boxes yet.
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            level: Level::new(),
            table: Table::new(layout),
            sides: Sides::new(),
            torus: None,
            reach: Vec2::ZERO,
            entries: Entries::default(),
        }
    }

    /// Files boxes of up to `reach` pixels in cells that are larger.
    pub(super) fn file(
        &mut self,
        boxes: &[Aabb],
        layout: Layout,
        torus: Option<Torus>,
        reach: Vec2,
    ) {
        (self.torus, self.reach) = (torus, reach);
        let bad = Aabb::new(Vec2::NAN, Vec2::NAN);
        let object = |i: usize| {
            let area = Some(boxes[i]).filter(|area| area.is_valid());
            let filed = area.and_then(|area| torus.map_or(Some(area), |torus| torus.filed(area)));
            sides_of(filed.unwrap_or(bad))
        };
        let objects = Objects { count: boxes.len(), object, key_of: layout };
        let mut places = self.sides.places(boxes.len());
        self.table.file(self.level, layout, &objects, &mut self.entries, &mut places);
    }

    fn len(&self) -> usize {
        self.table.filed as usize
    }

    /// Calls `f` for every pair of boxes that touch, in the order of their slots; the partners of a box stand later in
    /// its own cell, right, below left, below and below right.
    #[inline]
    pub(super) fn for_each_pair(&self, f: impl FnMut(Pair)) {
        let mut cursor = Cursor::new(0, self.len());
        drain([&self.table.order; 2], |hits| self.scan(&mut cursor, hits), f);
    }

    fn scan(&self, cursor: &mut Cursor, hits: &mut [Hit; HITS]) -> usize {
        let boxes = self.sides.boxes();
        let partners = WrappedPartners { table: &self.table, xs: boxes.left, ys: boxes.top };
        if let Some(torus) = self.torus {
            let test = TorusBoxes { boxes, period: torus.period };
            dispatch!(self.level, simd => scan(simd, test, partners, cursor, hits, 0))
        } else {
            dispatch!(self.level, simd => scan(simd, boxes, partners, cursor, hits, 0))
        }
    }

    /// Adds what [`for_each_pair`](Self::for_each_pair) reports, found on all cores.
    #[cfg(feature = "parallel")]
    pub(super) fn par_pairs(&self, pairs: &mut Vec<Pair>) {
        let scan = |cursor: &mut Cursor, hits: &mut _| self.scan(cursor, hits);
        crate::parallel::append(self.len(), [&self.table.order; 2], scan, pairs);
    }

    /// Calls `f` for every box that touches an area, row by row of the table.
    #[inline]
    pub(super) fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        let area = match self.torus {
            Some(torus) => torus.filed(area),
            None => Some(area).filter(|area| !area.is_empty()),
        };
        let Some(area) = area else { return };
        // Boxes that touch begin in the area or up to the largest size left of or above it; a cell more on either
        // side makes up for rounding.
        let cell = self.table.layout.cell;
        let from = [0, 1].map(|k| f64::from(area.min[k]) - f64::from(self.reach[k]) - cell[k]);
        let to = [0, 1].map(|k| f64::from(area.max[k]) + cell[k]);
        let (mut ranges, mut open) = (self.table.over(from, to), (0, 0));
        drain_found(
            |found| self.gather(area, &mut ranges, &mut open, found),
            |slot| f(self.table.order[slot]),
        );
    }

    fn gather(
        &self,
        area: Aabb,
        ranges: &mut Around<'_>,
        open: &mut Slots,
        found: &mut [u32; FOUND],
    ) -> usize {
        let boxes = self.sides.boxes();
        if let Some(torus) = self.torus {
            let test = TorusBoxes { boxes, period: torus.period };
            dispatch!(self.level, simd => {
                gather(simd, test, Boxes::sides(simd, area), ranges, open, found)
            })
        } else {
            dispatch!(self.level, simd => {
                gather(simd, boxes, Boxes::sides(simd, area), ranges, open, found)
            })
        }
    }
}
