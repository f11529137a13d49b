//! Changing many cells at once: what a level editor does.

use super::{CHUNK, Store, TileLayer};
use crate::{LayerChange, Tile};
use motile_geom::{IRect, IVec2, ivec2};

/// From this many cells on, a rectangle is noted in the journal by chunks instead of cells.
const MANY: u64 = 256;

/// The most cells one call fills.
const MAX_FILL: u64 = 1 << 24;

/// The most chunks of an endless layer one call fills: 128 MB, and room for any square of 2²⁴ cells. A line of as many
/// cells would take 2 GB.
const MAX_CHUNKS: u64 = 1 << 15;

impl TileLayer {
    /// Fills a rectangle; the part outside a bounded layer is left out. In an endless layer at most 2²⁴ cells in at
    /// most 32,768 chunks are filled by one call: a larger or longer rectangle changes nothing. Returns whether
    /// anything changed.
    pub fn fill_rect(&mut self, cells: IRect, tile: Tile) -> bool {
        let part = if self.is_endless() { cells } else { cells.intersect(self.bounds()) };
        if part.is_empty() || (self.is_endless() && is_too_large(part)) {
            return false;
        }
        self.write_rect(part, |_| tile)
    }

    /// Puts a pattern of tiles with its top left corner at a cell. Its empty cells leave what is there when
    /// `keep_under` is set, and empty it otherwise. A pattern that [`fill_rect`](Self::fill_rect) would not fill is not
    /// put into an endless layer. Returns whether anything changed.
    #[doc(alias = "paste")]
    pub fn stamp(&mut self, corner: IVec2, pattern: &Self, keep_under: bool) -> bool {
        let area = pattern.bounds();
        let place =
            area.translated(corner.x.saturating_sub(area.x), corner.y.saturating_sub(area.y));
        if area.is_empty() || (self.is_endless() && is_too_large(place)) {
            return false;
        }
        let part = if self.is_endless() { place } else { place.intersect(self.bounds()) };
        let mut changed = false;
        for y in part.y..part.bottom() as i32 {
            for x in part.x..part.right() as i32 {
                let tile = pattern.get(x - place.x + area.x, y - place.y + area.y);
                changed |= !(keep_under && tile.is_empty()) && self.set(x, y, tile);
            }
        }
        changed
    }

    /// A copy of a rectangle as a bounded layer of its own, to be stamped elsewhere. The part outside is empty; at
    /// most 2²⁴ cells are copied, a larger rectangle gives an empty layer.
    pub fn copy_rect(&self, cells: IRect) -> Self {
        if cells.area() > MAX_FILL {
            return Self::default();
        }
        let tile = |x: u32, y: u32| {
            self.get(cells.x.saturating_add_unsigned(x), cells.y.saturating_add_unsigned(y))
        };
        Self::from_fn(cells.width, cells.height, tile).unwrap_or_default()
    }

    /// Puts tiles on the line between two cells, both included: Bresenham's line. Its ends may lie anywhere: of a
    /// bounded layer only the part near it is walked, an endless one takes a line through up to 32,768 chunks, and is
    /// not changed by a longer one. Returns whether anything changed.
    pub fn draw_line(&mut self, from: IVec2, to: IVec2, tile: Tile) -> bool {
        let line = Line::new(from, to);
        let steps = if self.is_endless() {
            let chunks = (line.long + line.short) / i64::from(CHUNK) + 2;
            if chunks > MAX_CHUNKS as i64 { 0..0 } else { 0..line.long + 1 }
        } else {
            line.steps_in(self.bounds())
        };
        let mut changed = false;
        for step in steps {
            let cell = line.cell(step);
            changed |= self.set(cell.x, cell.y, tile);
        }
        changed
    }

    /// Fills the cells around one that hold the same tile and are connected by their sides: the bucket. Stays inside
    /// `within`, which an endless layer needs, and fills at most 2²⁴ cells, and 32,768 new chunks of an endless layer.
    /// Returns how many changed.
    #[doc(alias = "flood fill")]
    #[doc(alias = "bucket")]
    pub fn flood(&mut self, start: IVec2, tile: Tile, within: IRect) -> u32 {
        self.flood_at_most(start, tile, within, (MAX_FILL as u32, MAX_CHUNKS as usize))
    }

    /// The bucket with a bound for cells and one for new chunks.
    fn flood_at_most(
        &mut self,
        start: IVec2,
        tile: Tile,
        within: IRect,
        (most, most_chunks): (u32, usize),
    ) -> u32 {
        let within = if self.is_endless() { within } else { within.intersect(self.bounds()) };
        let old = self.get(start.x, start.y);
        if old == tile || !within.contains(start.x, start.y) {
            return 0;
        }
        let most_chunks = self.chunk_count().saturating_add(most_chunks);
        let inside = |layer: &Self, x: i32, y: i32| within.contains(x, y) && layer.get(x, y) == old;
        let (mut open, mut count) = (vec![start], 0);
        while let Some(cell) = open.pop() {
            if !inside(self, cell.x, cell.y) {
                continue;
            }
            // A whole run at a time, as far as cells are left; above and below, only the beginnings of runs are kept.
            let mut left = cell.x;
            while left > i32::MIN
                && left.abs_diff(cell.x) + 1 < most - count
                && inside(self, left - 1, cell.y)
            {
                left -= 1;
            }
            let (mut x, mut above, mut below) = (left, false, false);
            while inside(self, x, cell.y) {
                if count == most || self.chunk_count() >= most_chunks && !self.has_room(x, cell.y) {
                    return count;
                }
                self.set(x, cell.y, tile);
                count += 1;
                for (dy, seen) in [(-1, &mut above), (1, &mut below)] {
                    let free = inside(self, x, cell.y.saturating_add(dy));
                    if free && !*seen {
                        open.push(ivec2(x, cell.y.saturating_add(dy)));
                    }
                    *seen = free;
                }
                if x == i32::MAX {
                    break;
                }
                x += 1;
            }
        }
        count
    }

    /// Whether a cell can be set without a new chunk.
    fn has_room(&self, x: i32, y: i32) -> bool {
        !self.is_endless() || !self.run(x, y).is_empty()
    }

    /// Writes a rectangle that lies inside, noting cells or, for large ones, chunks.
    fn write_rect(&mut self, part: IRect, tile: impl Fn(IVec2) -> Tile) -> bool {
        let mut changed = false;
        if part.area() < MANY {
            for y in part.y..part.bottom() as i32 {
                for x in part.x..part.right() as i32 {
                    changed |= self.set(x, y, tile(ivec2(x, y)));
                }
            }
            return changed;
        }
        let first = Self::chunk_of(part.origin());
        let last = Self::chunk_of(ivec2((part.right() - 1) as i32, (part.bottom() - 1) as i32));
        for chunk in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ivec2(x, y))) {
            if self.write_quietly(Self::cells_of_chunk(chunk).intersect(part), &tile) {
                self.journal.push(LayerChange::Chunk { chunk });
                changed = true;
            }
        }
        changed
    }

    /// Writes a rectangle of a bounded layer row by row, as far as it lies inside: `row(y, cells)` says what is in the cells of
    /// row `y`. What changed is noted by chunks. Of an endless layer nothing is written.
    pub(crate) fn rewrite_rows(&mut self, part: IRect, mut row: impl FnMut(i32, &mut [Tile])) {
        let Store::Bounded(grid) = &mut self.store else { return };
        let part = part.intersect(grid.bounds());
        let side = CHUNK as i32;
        let first = Self::chunk_of(part.origin()).x;
        let mut fresh = vec![Tile::EMPTY; part.width as usize];
        let mut dirty = vec![false; part.width as usize / CHUNK as usize + 2];
        for y in part.y..part.bottom() as i32 {
            row(y, &mut fresh);
            let Some(cells) = grid.row_mut(y) else { break };
            let ends = (part.x as usize, part.right() as usize);
            let mut old = &mut cells[ends.0..ends.1];
            let (mut new, mut x) = (fresh.as_slice(), part.x);
            // Up to the end of each chunk: whole runs are compared and copied, not cells.
            while !new.is_empty() {
                let count = ((side - x.rem_euclid(side)) as usize).min(new.len());
                let (old_run, old_rest) = old.split_at_mut(count);
                let (new_run, new_rest) = new.split_at(count);
                if old_run != new_run {
                    old_run.copy_from_slice(new_run);
                    dirty[(x.div_euclid(side) - first) as usize] = true;
                }
                (old, new, x) = (old_rest, new_rest, x + count as i32);
            }
            if let Some(taken) = self.taken.get_mut() {
                taken.set_row(y, ends.0, ends.1, cells);
            }
            if y.rem_euclid(side) == side - 1 || i64::from(y) == part.bottom() - 1 {
                for (chunk, changed) in (first..).zip(&mut dirty) {
                    if core::mem::take(changed) {
                        let chunk = ivec2(chunk, y.div_euclid(side));
                        self.journal.push(LayerChange::Chunk { chunk });
                    }
                }
            }
        }
    }

    /// Writes without noting it.
    fn write_quietly(&mut self, part: IRect, tile: &impl Fn(IVec2) -> Tile) -> bool {
        let mut changed = false;
        for y in part.y..part.bottom() as i32 {
            for x in part.x..part.right() as i32 {
                let new = tile(ivec2(x, y));
                let old = match &mut self.store {
                    Store::Bounded(grid) => {
                        grid.get_mut(x, y).map_or(new, |cell| core::mem::replace(cell, new))
                    }
                    Store::Endless(chunks) => chunks.set(x, y, new),
                };
                if let Some(taken) = self.taken.get_mut().filter(|_| old != new) {
                    taken.set(x, y, new);
                }
                changed |= old != new;
            }
        }
        changed
    }
}

/// Whether a rectangle is more than one call fills in an endless layer.
fn is_too_large(cells: IRect) -> bool {
    let side = i64::from(CHUNK);
    let count = |first: i32, end: i64| {
        let first = i64::from(first).div_euclid(side);
        ((end - 1).div_euclid(side) - first + 1).max(0) as u64
    };
    let chunks = count(cells.x, cells.right()) * count(cells.y, cells.bottom());
    cells.area() > MAX_FILL || chunks > MAX_CHUNKS
}

/// Bresenham's line, any cell of it by its number: [`cells_on_line`] without walking there.
struct Line {
    from: IVec2,
    to: IVec2,
    /// How many cells it goes along the axis on which it goes farther, and along the other one.
    long: i64,
    short: i64,
    /// Whether it goes farther along x.
    flat: bool,
}

impl Line {
    fn new(from: IVec2, to: IVec2) -> Self {
        let (dx, dy) = (i64::from(to.x.abs_diff(from.x)), i64::from(to.y.abs_diff(from.y)));
        Self { from, to, long: dx.max(dy), short: dx.min(dy), flat: dx >= dy }
    }

    /// The cell after so many steps, at most `long`.
    fn cell(&self, step: i64) -> IVec2 {
        // The nearest cell on the other axis, the nearer to the beginning of two. A product of three lengths is no
        // `i64`.
        let (long, wide) = (i128::from(self.long.max(1)), i128::from(step));
        let aside = (2 * i128::from(self.short) * wide + long - 1) / (2 * long);
        let (x, y) = if self.flat { (step, aside as i64) } else { (aside as i64, step) };
        let along = |from: i32, to: i32, by: i64| {
            (i64::from(from) + if to < from { -by } else { by }) as i32
        };
        ivec2(along(self.from.x, self.to.x, x), along(self.from.y, self.to.y, y))
    }

    /// The steps at which it can be in a rectangle: those where it is on the longer axis.
    fn steps_in(&self, cells: IRect) -> core::ops::Range<i64> {
        let (from, to, first, end) = if self.flat {
            (self.from.x, self.to.x, cells.x, cells.right())
        } else {
            (self.from.y, self.to.y, cells.y, cells.bottom())
        };
        let (from, first) = (i64::from(from), i64::from(first));
        let backward = i64::from(to) < from;
        let (enters, leaves) =
            if backward { (from - end + 1, from - first + 1) } else { (first - from, end - from) };
        enters.max(0)..leaves.min(self.long + 1)
    }
}

/// The cells of Bresenham's line from one cell to another, both included.
#[doc(alias = "Bresenham")]
pub fn cells_on_line(from: IVec2, to: IVec2) -> impl Iterator<Item = IVec2> {
    let wide = |cell: IVec2| (i64::from(cell.x), i64::from(cell.y));
    let ((mut x, mut y), (x1, y1)) = (wide(from), wide(to));
    let (dx, dy) = ((x1 - x).abs(), (y1 - y).abs());
    let (sx, sy) = ((x1 - x).signum(), (y1 - y).signum());
    let mut error = dx - dy;
    (0..=dx.max(dy)).map(move |_| {
        let cell = ivec2(x as i32, y as i32);
        let twice = 2 * error;
        if twice > -dy {
            error -= dy;
            x += sx;
        }
        if twice < dx {
            error += dx;
            y += sy;
        }
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    const WALL: Tile = Tile::new(1);

    /// The scans to the left and right did not look at the bound.
    #[test]
    fn tile_78_buckets_stop_at_their_bound() {
        let mut layer = TileLayer::new(1000, 3).unwrap();
        let all = layer.bounds();
        assert_eq!(layer.flood_at_most(ivec2(700, 1), WALL, all, (100, 0)), 100);
        assert_eq!(layer.tiles().count(), 100);
        assert_eq!(layer.get(700, 1), WALL, "the cell that was asked for is among them");
        let mut plane = TileLayer::endless();
        let all = IRect::new(-1_000_000_000, 5, 2_000_000_000, 1);
        assert_eq!(plane.flood_at_most(ivec2(0, 5), WALL, all, (1000, 10)), 295);
        assert_eq!(plane.chunk_count(), 10);
        assert_eq!(plane.flood_at_most(ivec2(-999, 5), Tile::new(2), all, (50, 0)), 50);
    }

    #[test]
    fn tile_78_cells_of_lines_by_their_number_are_those_walked_to() {
        let mut rng = Rng::new(4);
        for round in 0..2000 {
            let reach = [3, 20, 300][round % 3];
            let mut any = || ivec2(rng.int(-reach..reach), rng.int(-reach..reach));
            let (from, to) = (any(), any());
            let line = Line::new(from, to);
            let cells = (0..=line.long).map(|step| line.cell(step));
            assert!(cells_on_line(from, to).eq(cells), "{from} {to}");
        }
    }
}
