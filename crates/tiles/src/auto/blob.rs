//! Edge and blob tiles: one terrain against everything else.

use super::follow::{draw_all, empty_beyond};
use super::mask::{PLACES, around, edge_mask, reduced_mask};
use crate::{CHUNK, LayerChange, Tile, TileLayer};
use motile_geom::{IRect, IVec2, ivec2};

/// The 47 neighborhoods of blob tiles as [`Around`](super::Around) bits, ascending: the order in which a
/// [`Blob`] numbers its tiles.
pub const BLOB_MASKS: [u8; 47] = blob_masks();

const fn blob_masks() -> [u8; 47] {
    let (mut masks, mut count, mut mask) = ([0; 47], 0, 0u32);
    while mask < 256 {
        if reduced_mask(mask as u8) == mask as u8 {
            masks[count] = mask as u8;
            count += 1;
        }
        mask += 1;
    }
    masks
}

/// The place of each neighborhood in [`BLOB_MASKS`], after reducing it.
const BLOB_INDEX: [u8; 256] = {
    let (mut index, mut mask) = ([0; 256], 0);
    while mask < 256 {
        let reduced = reduced_mask(mask as u8);
        let mut place = 0;
        while BLOB_MASKS[place] != reduced {
            place += 1;
        }
        index[mask] = place as u8;
        mask += 1;
    }
    index
};

/// Which of the 47 blob tiles fits a neighborhood: its place in [`BLOB_MASKS`].
pub const fn blob_index(around: u8) -> u8 {
    BLOB_INDEX[around as usize]
}

/// Draws a terrain with tiles that follow its border: 16 tiles that look at the four sides, or 47 that look at the corners
/// too.
///
/// The terrain is one layer, where every cell that is not empty belongs to it; the tiles go to another. The result
/// depends on the terrain alone.
///
/// ```
/// use motile_tiles::{Tile, TileLayer, auto::Blob};
/// let mut terrain = TileLayer::new(20, 10)?;
/// let mut picture = TileLayer::new(20, 10)?;
/// let mut blob = Blob::edges((1..=16).collect());
/// terrain.set(3, 3, Tile::new(1));
/// terrain.set(4, 3, Tile::new(1));
/// blob.update(&terrain, &mut picture);
/// assert_eq!(picture.get(3, 3), Tile::new(1 + 2), "a neighbor on the right");
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[doc(alias = "autotile")]
#[doc(alias = "terrain")]
#[derive(Clone, Debug)]
pub struct Blob {
    /// The number of the tile for each form: 16 by [`edge_mask`], or 47 by [`blob_index`].
    tiles: Vec<u32>,
    /// Whether cells beyond a bounded terrain belong to it.
    pub beyond: bool,
    /// The terrain's revision at the last update.
    seen: Option<u64>,
    /// A first update that is done in parts: the terrain's revision when it began, and the next row, of an endless
    /// terrain the next chunk.
    begun: Option<(u64, IVec2)>,
}

/// From this many cells on, whole rows are drawn.
const MANY: u64 = 256;

impl Blob {
    /// Tiles that look at the four sides, by [`edge_mask`]. Missing ones are empty.
    pub fn edges(tiles: Vec<u32>) -> Self {
        let mut tiles = tiles;
        tiles.resize(16, 0);
        Self { tiles, beyond: false, seen: None, begun: None }
    }

    /// Tiles that look at sides and corners, in the order of [`BLOB_MASKS`]. Missing ones are empty.
    pub fn corners(tiles: Vec<u32>) -> Self {
        let mut tiles = tiles;
        tiles.resize(47, 0);
        Self { tiles, beyond: false, seen: None, begun: None }
    }

    /// This terrain with cells beyond its borders belonging to it or not.
    pub fn with_beyond(self, beyond: bool) -> Self {
        Self { beyond, ..self }
    }

    /// The tile that fits one cell of a terrain; empty where the terrain is.
    pub fn tile(&self, terrain: &TileLayer, cell: IVec2) -> Tile {
        if terrain.get(cell.x, cell.y).is_empty() {
            return Tile::EMPTY;
        }
        let belongs = |place: IVec2| {
            !terrain.get(place.x, place.y).is_empty()
                || (self.beyond && !terrain.has_cell(place.x, place.y))
        };
        self.fitting(around(cell, belongs))
    }

    fn fitting(&self, around: u8) -> Tile {
        let form = if self.tiles.len() == 16 { edge_mask(around) } else { blob_index(around) };
        Tile::new(self.tiles[form as usize])
    }

    /// Brings a picture up to date with its terrain: around the cells that changed since the last call, or everything the
    /// first time and when too much changed. Always with the same two layers.
    pub fn update(&mut self, terrain: &TileLayer, picture: &mut TileLayer) {
        let changes = self.seen.and_then(|seen| terrain.changes_since(seen));
        match changes {
            Some(changes) => {
                for change in changes {
                    match change {
                        LayerChange::Cell { cell, .. } => self.repair(terrain, picture, cell),
                        LayerChange::Chunk { chunk } => {
                            let cells = TileLayer::cells_of_chunk(chunk).inflate(1, 1);
                            self.draw(terrain, picture, cells);
                        }
                    }
                }
            }
            None if terrain.is_endless() || picture.is_endless() => {
                draw_all(terrain, picture, 1, |picture, cells| {
                    self.draw_cells(terrain, picture, cells);
                });
            }
            None => self.draw(terrain, picture, terrain.bounds().union(picture.bounds())),
        }
        self.seen = Some(terrain.revision());
    }

    /// Does part of an [`update`](Self::update): at most so many rows of a terrain that was not drawn before, all of
    /// one that was; of an endless terrain 32 rows are a chunk. Returns whether the picture is up to date now; call it
    /// again until then, as a job with a budget does. What comes out is the same, whatever was edited meanwhile.
    ///
    /// ```
    /// use motile_tiles::{Tile, TileLayer, auto::Blob};
    /// let terrain = TileLayer::from_fn(64, 100, |x, y| Tile::new((x ^ y) & 1))?;
    /// let mut picture = TileLayer::new(64, 100)?;
    /// let mut blob = Blob::edges((1..=16).collect());
    /// let frames = (1..).find(|_| blob.update_part(&terrain, &mut picture, 32));
    /// assert_eq!(frames, Some(4), "32 of 100 rows a frame");
    /// # Ok::<(), motile_geom::GridError>(())
    /// ```
    #[doc(alias = "time slicing")]
    pub fn update_part(
        &mut self,
        terrain: &TileLayer,
        picture: &mut TileLayer,
        most_rows: u32,
    ) -> bool {
        let is_known = self.seen.is_some_and(|seen| terrain.changes_since(seen).is_some());
        if !is_known {
            let begun = self.begun.unwrap_or_else(|| {
                empty_beyond(terrain, picture, 1);
                (terrain.revision(), IVec2::splat(i32::MIN))
            });
            if let Some(next) = self.draw_part(terrain, picture, begun.1, most_rows.max(1)) {
                self.begun = Some((begun.0, next));
                return false;
            }
            (self.seen, self.begun) = (Some(begun.0), None);
        }
        // What was edited since the first part is in the journal, or too much of it: then once more from the top.
        if self.seen.is_some_and(|seen| terrain.changes_since(seen).is_none()) {
            self.seen = None;
            return false;
        }
        self.update(terrain, picture);
        true
    }

    /// Draws so many rows from the given one on, or the chunks from the given one on when both layers are endless.
    /// Returns what comes next.
    fn draw_part(
        &self,
        terrain: &TileLayer,
        picture: &mut TileLayer,
        from: IVec2,
        most_rows: u32,
    ) -> Option<IVec2> {
        let all = match (terrain.is_endless(), picture.is_endless()) {
            (false, false) => terrain.bounds().union(picture.bounds()),
            (true, false) => picture.bounds(),
            (false, true) => terrain.bounds().inflate(1, 1),
            (true, true) => {
                let chunks = terrain.chunks().map(|(chunk, _)| chunk);
                let mut rest = chunks.filter(|chunk| (chunk.y, chunk.x) >= (from.y, from.x));
                for chunk in rest.by_ref().take(most_rows.div_ceil(CHUNK) as usize) {
                    let cells = TileLayer::cells_of_chunk(chunk).inflate(1, 1);
                    self.draw_cells(terrain, picture, cells);
                }
                return rest.next();
            }
        };
        let rows = IRect::new(all.x, from.y.max(all.y), all.width, most_rows).intersect(all);
        self.draw(terrain, picture, rows);
        (rows.bottom() < all.bottom()).then(|| ivec2(0, rows.bottom() as i32))
    }

    fn repair(&self, terrain: &TileLayer, picture: &mut TileLayer, cell: IVec2) {
        picture.set(cell.x, cell.y, self.tile(terrain, cell));
        for (dx, dy) in PLACES {
            let place = ivec2(cell.x.saturating_add(dx), cell.y.saturating_add(dy));
            picture.set(place.x, place.y, self.tile(terrain, place));
        }
    }

    /// Draws a rectangle. Large ones of two bounded layers of one size go by whole rows.
    fn draw(&self, terrain: &TileLayer, picture: &mut TileLayer, cells: IRect) {
        let bounded = !terrain.is_endless() && !picture.is_endless();
        if bounded && terrain.bounds() == picture.bounds() && cells.area() >= MANY {
            self.draw_rows(terrain, picture, cells.intersect(terrain.bounds()));
        } else {
            self.draw_cells(terrain, picture, cells);
        }
    }

    /// Draws a rectangle inside both layers, a row at a time: three rows as bytes, their columns as numbers of three bits, and
    /// three of those side by side are the place of the tile in a table.
    fn draw_rows(&self, terrain: &TileLayer, picture: &mut TileLayer, cells: IRect) {
        let table: [Tile; 512] = core::array::from_fn(|code| self.of_columns(code));
        let row = |y: i32, bits: &mut Vec<u8>| {
            // A column more on both sides.
            bits.clear();
            bits.resize(cells.width as usize + 2, u8::from(self.beyond));
            let from = cells.x - 1;
            let skipped = usize::from(from < 0);
            let inside = terrain.run(from.max(0), y);
            for (bit, tile) in bits[skipped..].iter_mut().zip(inside) {
                *bit = u8::from(!tile.is_empty());
            }
        };
        let (mut up, mut here, mut down) = (Vec::new(), Vec::new(), Vec::new());
        row(cells.y - 1, &mut here);
        row(cells.y, &mut down);
        let mut columns = vec![0_u8; cells.width as usize + 2];
        let mut codes = vec![0_u16; cells.width as usize];
        picture.rewrite_rows(cells, |y, tiles| {
            core::mem::swap(&mut up, &mut here);
            core::mem::swap(&mut here, &mut down);
            row(y + 1, &mut down);
            let rows = up.iter().zip(&here).zip(&down);
            for (column, ((&a, &b), &c)) in columns.iter_mut().zip(rows) {
                *column = a | b << 1 | c << 2;
            }
            // Apart from the table, since everything up to here is done for many cells at once.
            let near = columns.iter().zip(&columns[1..]).zip(&columns[2..]);
            for (code, ((&a, &b), &c)) in codes.iter_mut().zip(near) {
                *code = u16::from(a) | u16::from(b) << 3 | u16::from(c) << 6;
            }
            for (tile, &code) in tiles.iter_mut().zip(&codes) {
                *tile = table[usize::from(code) & 511];
            }
        });
    }

    /// The tile for three columns of three cells, each the bits 1 up, 2 here, 4 down: the left one first.
    fn of_columns(&self, code: usize) -> Tile {
        let bit = |column: usize, row: usize| (code >> (3 * column + row) & 1) as u8;
        if bit(1, 1) == 0 {
            return Tile::EMPTY;
        }
        let right = bit(1, 0) | bit(2, 0) << 1 | bit(2, 1) << 2 | bit(2, 2) << 3;
        self.fitting(right | bit(1, 2) << 4 | bit(0, 2) << 5 | bit(0, 1) << 6 | bit(0, 0) << 7)
    }

    /// Draws a rectangle row by row. Three rows of the terrain pass by as bits, so that the neighbors of a cell are shifts
    /// away instead of eight reads.
    fn draw_cells(&self, terrain: &TileLayer, picture: &mut TileLayer, cells: IRect) {
        let width = cells.width as usize;
        let row = |y: i32| -> Vec<u8> {
            (-1..=i32::try_from(width).unwrap_or(i32::MAX))
                .map(|dx| {
                    let x = cells.x.saturating_add(dx);
                    let filled = !terrain.get(x, y).is_empty();
                    u8::from(filled || (self.beyond && !terrain.has_cell(x, y)))
                })
                .collect()
        };
        let bottom = cells.y.saturating_add_unsigned(cells.height);
        let (mut up, mut here) = (row(cells.y.saturating_sub(1)), row(cells.y));
        for y in cells.y..bottom {
            let down = row(y.saturating_add(1));
            for dx in 0..width {
                let x = cells.x.saturating_add_unsigned(dx as u32);
                let tile = if terrain.get(x, y).is_empty() {
                    Tile::EMPTY
                } else {
                    let [a, b, c] = [&up[dx..dx + 3], &here[dx..dx + 3], &down[dx..dx + 3]];
                    let top = a[1] | a[2] << 1 | b[2] << 2 | c[2] << 3;
                    self.fitting(top | c[1] << 4 | c[0] << 5 | b[0] << 6 | a[0] << 7)
                };
                picture.set(x, y, tile);
            }
            (up, here) = (here, down);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn tile_67_whole_rows_equal_cells_and_are_noted() {
        let mut rng = Rng::new(2);
        for (width, height, beyond) in [(70, 41, false), (33, 64, true), (300, 1, true)] {
            let any = |_, _| Tile::new(u32::from(rng.chance(0.7)));
            let terrain = TileLayer::from_fn(width, height, any).unwrap();
            for mut blob in [Blob::corners((1..=47).collect()), Blob::edges((1..=16).collect())] {
                blob.beyond = beyond;
                let mut picture = TileLayer::new(width, height).unwrap();
                let before = picture.revision();
                blob.update(&terrain, &mut picture);
                let chunks = width.div_ceil(32) * height.div_ceil(32);
                assert_eq!(picture.changes_since(before).unwrap().count(), chunks as usize);
                for (x, y) in
                    (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)))
                {
                    assert_eq!(picture.get(x, y), blob.tile(&terrain, ivec2(x, y)), "{x} {y}");
                }
                let drawn = picture.revision();
                blob.seen = None;
                blob.update(&terrain, &mut picture);
                assert_eq!(picture.revision(), drawn, "nothing changed, nothing is noted");
            }
        }
    }
}
