//! Which cells of a bounded layer hold something, a bit each: what a moving body asks before it reads any tile.

use crate::Tile;
use motile_geom::{Grid2, IVec2, ivec2};

/// A bit for each cell, set where something stands; 8×8 cells in a word. A map of a million cells is 128 KB of these and
/// 4 MB of tiles, so that bodies all over it find their cells in the nearest caches, and what a body moves through in a step
/// is in one to four words.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    columns: i32,
    rows: i32,
    /// Words of a row of blocks.
    stride: usize,
    /// Blocks of 8×8 cells row by row, with a border of empty ones: windows may reach over the edge.
    words: Vec<u64>,
}

/// Cells along a side of a block.
const SIDE: i32 = 8;
/// Multiplied by this, a row of cells is repeated in all eight.
const ROWS: u64 = 0x0101_0101_0101_0101;

impl Taken {
    pub(super) fn of(grid: &Grid2<Tile>) -> Self {
        // One before the first, the last, one after it, and one more for what begins there.
        let blocks = |cells: u32| cells as usize / SIDE as usize + 4;
        let (stride, height) = (blocks(grid.width()), blocks(grid.height()));
        let (columns, rows) = (grid.width() as i32, grid.height() as i32);
        let mut taken = Self { columns, rows, stride, words: vec![0; stride * height] };
        for (y, row) in (0..).zip(grid.rows()) {
            taken.set_row(y, 0, row.len(), row);
        }
        taken
    }

    /// The word of a cell and where its row is in it.
    #[inline]
    const fn place(&self, x: i32, y: i32) -> (usize, u32) {
        let (column, row) =
            ((x + SIDE) as usize / SIDE as usize, (y + SIDE) as usize / SIDE as usize);
        (row * self.stride + column, (y + SIDE) as u32 % 8 * 8)
    }

    /// Follows a change of one cell, which is inside.
    pub(super) fn set(&mut self, x: i32, y: i32, tile: Tile) {
        let (place, shift) = self.place(x, y);
        let (word, bit) = (&mut self.words[place], 1 << (shift + x as u32 % 8));
        *word = if tile.is_empty() { *word & !bit } else { *word | bit };
    }

    /// Follows changes of the cells `first..end` of a row; `cells` are all of the row.
    pub(super) fn set_row(&mut self, y: i32, first: usize, end: usize, cells: &[Tile]) {
        let first = first & !7;
        let (start, shift) = self.place(first as i32, y);
        let runs = cells[first..cells.len().min(end.next_multiple_of(8))].chunks(8);
        for (word, run) in self.words[start..].iter_mut().zip(runs) {
            let bits =
                run.iter().rev().fold(0, |bits, tile| bits << 1 | u64::from(!tile.is_empty()));
            *word = *word & !(0xFF << shift) | bits << shift;
        }
    }

    /// Whether the cells from one to another are inside, or at most `beyond` cells (up to 8) out of it.
    #[inline]
    pub(crate) const fn has_all(&self, first: IVec2, last: IVec2, beyond: i32) -> bool {
        let low = if first.x < first.y { first.x } else { first.y };
        low >= -beyond
            && last.x.saturating_sub(beyond) < self.columns
            && last.y.saturating_sub(beyond) < self.rows
    }

    /// Whether a cell that is inside, or at most 8 cells out of it, holds something.
    #[inline]
    pub(crate) fn has(&self, x: i32, y: i32) -> bool {
        let (place, shift) = self.place(x, y);
        self.words[place] >> (shift + (x + SIDE) as u32 % 8) & 1 != 0
    }

    /// The 8×8 cells from one on to the right and down: bit `i + 8·j` is the cell at `x + i`, `y + j`. Cells outside are not
    /// taken. The first cell is inside, or at most 8 cells out of it.
    #[inline]
    pub(crate) fn window(&self, x: i32, y: i32) -> u64 {
        let ((place, down), right) = (self.place(x, y), (x + SIDE) as u32 % 8);
        let keep = (0xFF >> right) * ROWS;
        let row = |place: usize| {
            let words = &self.words[place..place + 2];
            (words[0] >> right) & keep | (words[1] << (8 - right)) & !keep
        };
        // By two steps, because a shift by 64 is none.
        row(place) >> down | row(place + self.stride) << 1 << (63 - down)
    }

    /// Calls for every cell between two that holds something, row by row. All of them are inside, or at most 8 cells out of it.
    #[inline]
    pub(crate) fn each_in(&self, first: IVec2, last: IVec2, mut call: impl FnMut(IVec2)) {
        let narrow = last.x - first.x < SIDE;
        for y in (first.y..=last.y).step_by(if narrow { 8 } else { 1 }) {
            let height = if narrow { (last.y - y + 1).min(SIDE) } else { 1 };
            for x in (first.x..=last.x).step_by(8) {
                let width = (last.x - x + 1).min(SIDE);
                let bits = self.window(x, y) & cross((0, width - 1), (1, 0), width, height);
                each_bit(bits, |cell| call(ivec2(x, y) + cell));
            }
        }
    }
}

/// The first cell of a row of a window; nothing for the one after the last.
#[inline]
const fn row(index: i32) -> u64 {
    // By two steps, because a shift by 64 is none.
    1 << (4 * index) << (4 * index)
}

/// The part of a window of `width`×`height` cells that lies in some columns or in some rows, each from the first to the last, both
/// included. All numbers are below 8; the last may be the one before the first, for none.
#[inline]
pub(crate) const fn cross(columns: (i32, i32), rows: (i32, i32), width: i32, height: i32) -> u64 {
    // From one bit to before another: what is shifted out at the top comes back as the borrow of the subtraction.
    let upright = (1_u64 << (columns.1 + 1)) - (1 << columns.0);
    let level = row(rows.1 + 1).wrapping_sub(row(rows.0));
    let (across, down) = ((1_u64 << width) - 1, row(height).wrapping_sub(1));
    (upright * ROWS) & down | (across * ROWS) & level
}

/// Calls for every bit of a window, row by row.
#[inline]
pub(crate) fn each_bit(mut bits: u64, mut call: impl FnMut(IVec2)) {
    while bits != 0 {
        let bit = bits.trailing_zeros() as i32;
        call(ivec2(bit % SIDE, bit / SIDE));
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TileLayer;
    use motile_geom::{IRect, Rng};

    /// Layers of widths around the size of a word, changed by every way there is.
    #[test]
    fn tile_60_taken_cells_follow_every_edit() {
        let mut rng = Rng::new(6);
        for round in 0..60 {
            let (width, height) = ([1, 5, 63, 64, 65, 200][round % 6], 1 + rng.below(9));
            let sparse =
                |rng: &mut Rng| Tile::new(if rng.chance(0.3) { 1 + rng.below(3) } else { 0 });
            let mut layer = TileLayer::from_fn(width, height, |_, _| sparse(&mut rng)).unwrap();
            for _ in 0..30 {
                let (x, y) = (rng.int(-8..width as i32 + 8), rng.int(-8..height as i32 + 8));
                let area = IRect::new(x, y, rng.below(90), rng.below(9));
                let found = |layer: &TileLayer| {
                    let (mut list, taken) = (Vec::new(), layer.taken().unwrap());
                    let corner = ivec2(area.right() as i32 - 1, area.bottom() as i32 - 1);
                    let (first, last) =
                        (area.origin(), corner.min(ivec2(width as i32 + 7, height as i32 + 7)));
                    assert!(taken.has_all(first, last, 8));
                    taken.window(first.x, first.y);
                    taken.each_in(first, last, |cell| list.push(cell));
                    for cell in &list {
                        assert!(taken.has(cell.x, cell.y));
                    }
                    list
                };
                let wanted = |layer: &TileLayer| -> Vec<IVec2> {
                    layer.tiles_in(area).map(|(cell, _)| cell).collect()
                };
                assert_eq!(found(&layer), wanted(&layer));
                match rng.below(4) {
                    0 => _ = layer.set(x, y, sparse(&mut rng)),
                    1 => _ = layer.fill_rect(area, sparse(&mut rng)),
                    2 => layer.rewrite_rows(area, |_, row| row.fill_with(|| sparse(&mut rng))),
                    _ => layer = layer.clone(),
                }
                assert_eq!(found(&layer), wanted(&layer));
            }
        }
        assert!(TileLayer::endless().taken().is_none());
    }

    #[test]
    fn tile_61_crosses_are_columns_and_rows() {
        let ends = |at: i32| (at % 8, at / 8);
        let lanes = || (0..64).map(ends).filter(|(first, last)| last - first >= -1);
        for (columns, rows) in lanes().flat_map(|a| lanes().map(move |b| (a, b))) {
            let (width, height) = (1 + (columns.0 + rows.1) % 8, 1 + (rows.0 + columns.1) % 8);
            let mut cells = Vec::new();
            each_bit(cross(columns, rows, width, height), |cell| cells.push(cell));
            let has = |(first, last): (i32, i32), at: i32| first <= at && at <= last;
            let all = (0..64).map(|bit| ivec2(bit % 8, bit / 8));
            let wanted = all.filter(|cell| {
                has(columns, cell.x) && cell.y < height || has(rows, cell.y) && cell.x < width
            });
            assert_eq!(cells, wanted.collect::<Vec<_>>(), "{columns:?} {rows:?}");
        }
    }
}
