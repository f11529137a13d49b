//! Changing many cells at once: what a level editor does.

use super::{CHUNK, Store, TileLayer};
use crate::{LayerChange, Tile};
use motile_geom::{IRect, IVec2, ivec2};

/// From this many cells on, a rectangle is noted in the journal by chunks instead of cells.
const MANY: u64 = 256;

/// The largest part of an endless layer one call fills: 2²⁴ cells are 64 MB.
const MAX_FILL: u64 = 1 << 24;

impl TileLayer {
    /// Fills a rectangle; the part outside a bounded layer is left out. In an endless layer at most 2²⁴ cells are
    /// filled by one call: a larger rectangle changes nothing. Returns whether anything changed.
    pub fn fill_rect(&mut self, cells: IRect, tile: Tile) -> bool {
        let part = if self.is_endless() { cells } else { cells.intersect(self.bounds()) };
        if part.is_empty() || (self.is_endless() && part.area() > MAX_FILL) {
            return false;
        }
        self.write_rect(part, |_| tile)
    }

    /// Puts a pattern of tiles with its top left corner at a cell. Its empty cells leave what is there when
    /// `keep_under` is set, and empty it otherwise. Returns whether anything changed.
    #[doc(alias = "paste")]
    pub fn stamp(&mut self, corner: IVec2, pattern: &Self, keep_under: bool) -> bool {
        let area = pattern.bounds();
        if area.is_empty() || (self.is_endless() && area.area() > MAX_FILL) {
            return false;
        }
        let place =
            area.translated(corner.x.saturating_sub(area.x), corner.y.saturating_sub(area.y));
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

    /// Puts tiles on the line between two cells, both included: Bresenham's line. Returns whether anything changed.
    pub fn draw_line(&mut self, from: IVec2, to: IVec2, tile: Tile) -> bool {
        // The part near the layer is all that can change; a line to the end of the world is not walked.
        let reach = 1 << 16;
        let clamp = |cell: IVec2| cell.clamp(IVec2::splat(-reach), IVec2::splat(reach));
        let mut changed = false;
        for cell in cells_on_line(clamp(from), clamp(to)) {
            changed |= self.set(cell.x, cell.y, tile);
        }
        changed
    }

    /// Fills the cells around one that hold the same tile and are connected by their sides: the bucket. Stays inside
    /// `within`, which an endless layer needs, and fills at most 2²⁴ cells. Returns how many changed.
    #[doc(alias = "flood fill")]
    #[doc(alias = "bucket")]
    pub fn flood(&mut self, start: IVec2, tile: Tile, within: IRect) -> u32 {
        let within = if self.is_endless() { within } else { within.intersect(self.bounds()) };
        let old = self.get(start.x, start.y);
        if old == tile || !within.contains(start.x, start.y) {
            return 0;
        }
        let inside = |layer: &Self, x: i32, y: i32| within.contains(x, y) && layer.get(x, y) == old;
        let (mut open, mut count) = (vec![start], 0);
        while let Some(cell) = open.pop() {
            if !inside(self, cell.x, cell.y) || u64::from(count) >= MAX_FILL {
                continue;
            }
            // A whole run at a time; above and below, only the beginnings of runs are kept.
            let mut left = cell.x;
            while left > i32::MIN && inside(self, left - 1, cell.y) {
                left -= 1;
            }
            let (mut x, mut above, mut below) = (left, false, false);
            while inside(self, x, cell.y) {
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
