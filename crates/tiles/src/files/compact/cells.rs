//! Cells as runs.

use super::bytes::{Input, Pack, Packed};
use crate::{CHUNK, ChunkCells, Tile, TileLayer, ValueCells};
use motile_geom::{Grid2, IVec2};

/// The longest run. It bounds what a few bytes can stand for.
const MAX_RUN: usize = 4096;

/// Equal cells in a row that are worth a run of their own.
const MIN_REPEAT: usize = 3;

/// The turn goes to the low bits, so that small numbers of any turn are short.
impl Pack for Tile {
    fn pack(&self, out: &mut Vec<u8>) {
        self.bits().rotate_left(3).pack(out);
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        u32::unpack(input).map(|word| Self::from_bits(word.rotate_right(3)))
    }
}

/// Runs: the length times two, plus one when a single value follows that is repeated.
fn pack_cells<T: Pack + PartialEq>(cells: &[T], out: &mut Vec<u8>) {
    let mut rest = cells;
    while let [first, ..] = rest {
        let same = rest.iter().take(MAX_RUN).take_while(|cell| *cell == first).count();
        let repeat = same >= MIN_REPEAT || same == rest.len();
        let length = if repeat { same } else { different(rest) };
        ((length as u64) << 1 | u64::from(repeat)).pack(out);
        rest[..if repeat { 1 } else { length }].iter().for_each(|cell| cell.pack(out));
        rest = &rest[length..];
    }
}

/// How many cells come before the next run of equal ones.
fn different<T: PartialEq>(cells: &[T]) -> usize {
    let equal = |window: &[T]| window.windows(2).all(|pair| pair[0] == pair[1]);
    let next = cells.windows(MIN_REPEAT).position(equal).unwrap_or(cells.len());
    next.clamp(1, MAX_RUN)
}

fn unpack_cells<T: Pack + Copy>(input: &mut Input<'_>, width: u32, count: u64) -> Packed<Vec<T>> {
    if count > (input.left() as u64).saturating_mul(MAX_RUN as u64) {
        return Err("the file ends too early");
    }
    // A byte can stand for 4,096 cells, and there can be many layers.
    input.cells = input.cells.checked_sub(count).ok_or("more cells than a file may have")?;
    let count = count as usize;
    let mut cells = Vec::new();
    while cells.len() < count {
        let index = cells.len() as u64;
        let (x, y) = (index % u64::from(width.max(1)), index / u64::from(width.max(1)));
        input.in_cell(Some((x as i32, y as i32)));
        let word = u64::unpack(input)?;
        let length = usize::try_from(word >> 1).unwrap_or(usize::MAX);
        if length == 0 || length > MAX_RUN.min(count - cells.len()) {
            return Err("a run that does not fit");
        }
        if word & 1 == 1 {
            let cell = T::unpack(input)?;
            cells.resize(cells.len() + length, cell);
        } else {
            for _ in 0..length {
                cells.push(T::unpack(input)?);
            }
        }
    }
    input.in_cell(None);
    Ok(cells)
}

impl<T: Pack + PartialEq + Copy> Pack for Grid2<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        self.width().pack(out);
        self.height().pack(out);
        pack_cells(self.cells(), out);
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        let (width, height) = (u32::unpack(input)?, u32::unpack(input)?);
        let cells = unpack_cells(input, width, u64::from(width) * u64::from(height))?;
        Self::from_cells(width, height, cells).map_err(|_| "a layer that is too large")
    }
}

/// Bounded ones as their cells, endless ones as the chunks where something stands.
impl Pack for TileLayer {
    fn pack(&self, out: &mut Vec<u8>) {
        self.is_endless().pack(out);
        if let Some(grid) = self.grid() {
            return grid.pack(out);
        }
        let filled =
            || self.chunks().filter(|(_, cells)| cells.iter().any(|tile| !tile.is_empty()));
        (filled().count() as u64).pack(out);
        for (place, cells) in filled() {
            place.pack(out);
            pack_cells(cells, out);
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        if !bool::unpack(input)? {
            return Grid2::unpack(input).map(Self::from_grid);
        }
        let mut layer = Self::endless();
        let cells_in_chunk = u64::from(CHUNK * CHUNK);
        for _ in 0..u64::unpack(input)? {
            let place = IVec2::unpack(input)?;
            let cells: Vec<Tile> = unpack_cells(input, CHUNK, cells_in_chunk)?;
            let cells: &ChunkCells = cells.as_slice().try_into().map_err(|_| "expected a chunk")?;
            if !layer.put_chunk(place, cells) {
                return Err("a chunk beyond the numbers of cells");
            }
        }
        Ok(layer)
    }
}

super::bytes::packed! {
    ValueCells { cells, names }
}
