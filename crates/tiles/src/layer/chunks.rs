//! The cells of an endless layer.

use super::{CHUNK, ChunkCells, TileLayer};
use crate::Tile;
use core::hash::{BuildHasherDefault, Hasher};
use motile_geom::{IRect, IVec2, ivec2};
use std::collections::HashMap;

/// Chunks where something stands.
///
/// A hash map finds a chunk in constant time; the list in the order of places is what everything else walks, so that
/// no result depends on the order of the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunks {
    index: HashMap<u64, u32, BuildHasherDefault<Mix>>,
    /// Place and slot, sorted by row and column.
    order: Vec<(IVec2, u32)>,
    slots: Vec<Box<ChunkCells>>,
    /// Which slots hold what was put as a whole; the others only what was set cell by cell.
    whole: Vec<bool>,
    free: Vec<u32>,
}

const fn key(chunk: IVec2) -> u64 {
    (chunk.y as u32 as u64) << 32 | chunk.x as u32 as u64
}

/// Where a cell is in its chunk.
const fn place(x: i32, y: i32) -> usize {
    let side = CHUNK as i32;
    (y.rem_euclid(side) * side + x.rem_euclid(side)) as usize
}

impl Chunks {
    #[inline]
    fn slot(&self, chunk: IVec2) -> Option<u32> {
        self.index.get(&key(chunk)).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    // Not inlined: bounded layers are read by the same calls, and those should stay short.
    #[inline(never)]
    pub(super) fn get(&self, x: i32, y: i32) -> Tile {
        let slot = self.slot(TileLayer::chunk_of(ivec2(x, y)));
        slot.map_or(Tile::EMPTY, |slot| self.slots[slot as usize][place(x, y)])
    }

    /// Puts a tile and returns what stood there. Emptying a cell takes no memory.
    pub(super) fn set(&mut self, x: i32, y: i32, tile: Tile) -> Tile {
        let chunk = TileLayer::chunk_of(ivec2(x, y));
        let slot = match self.slot(chunk) {
            Some(slot) => slot,
            None if tile.is_empty() => return tile,
            None => self.add(chunk),
        };
        core::mem::replace(&mut self.slots[slot as usize][place(x, y)], tile)
    }

    pub(super) fn run(&self, x: i32, y: i32) -> &[Tile] {
        let Some(slot) = self.slot(TileLayer::chunk_of(ivec2(x, y))) else { return &[] };
        let left = CHUNK as usize - x.rem_euclid(CHUNK as i32) as usize;
        &self.slots[slot as usize][place(x, y)..][..left]
    }

    pub(super) fn put(&mut self, chunk: IVec2, cells: &ChunkCells) {
        let slot = self.slot(chunk).unwrap_or_else(|| self.add(chunk));
        self.slots[slot as usize].copy_from_slice(cells);
        self.whole[slot as usize] = true;
    }

    pub(super) fn take(&mut self, chunk: IVec2) -> Option<Box<ChunkCells>> {
        let slot = self.index.remove(&key(chunk))?;
        if let Ok(place) = self.find(chunk) {
            self.order.remove(place);
        }
        self.free.push(slot);
        Some(core::mem::replace(&mut self.slots[slot as usize], empty()))
    }

    /// A new chunk, empty.
    fn add(&mut self, chunk: IVec2) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(empty());
            self.whole.push(false);
            self.slots.len() as u32 - 1
        });
        self.whole[slot as usize] = false;
        if let Err(place) = self.find(chunk) {
            self.order.insert(place, (chunk, slot));
        }
        self.index.insert(key(chunk), slot);
        slot
    }

    fn find(&self, chunk: IVec2) -> Result<usize, usize> {
        self.order.binary_search_by_key(&(chunk.y, chunk.x), |(place, _)| (place.y, place.x))
    }

    /// All chunks in the order of their places.
    pub(super) fn iter(&self) -> impl Iterator<Item = (IVec2, &ChunkCells)> {
        self.order.iter().map(|&(chunk, slot)| (chunk, &*self.slots[slot as usize]))
    }

    /// Where chunks are that were put as a whole, or those that were not, in the order of their places.
    pub(super) fn places(&self, whole: bool) -> impl Iterator<Item = IVec2> {
        let same = move |&&(_, slot): &&(IVec2, u32)| self.whole[slot as usize] == whole;
        self.order.iter().filter(same).map(|&(chunk, _)| chunk)
    }

    /// Whether a chunk is here that was not put as a whole.
    pub(super) fn is_partial(&self, chunk: IVec2) -> bool {
        self.slot(chunk).is_some_and(|slot| !self.whole[slot as usize])
    }

    pub(super) fn cells(&self, chunk: IVec2) -> Option<&ChunkCells> {
        self.slot(chunk).map(|slot| &*self.slots[slot as usize])
    }

    /// Chunks with something in them.
    pub(super) fn filled(&self) -> impl Iterator<Item = (IVec2, &ChunkCells)> {
        self.iter().filter(|(_, cells)| cells.iter().any(|tile| !tile.is_empty()))
    }

    pub(super) fn bounds(&self) -> IRect {
        let cells = self.order.iter().map(|&(chunk, _)| TileLayer::cells_of_chunk(chunk));
        cells.reduce(IRect::union).unwrap_or(IRect::EMPTY)
    }

    pub(super) fn tiles_in(&self, cells: IRect) -> impl Iterator<Item = (IVec2, Tile)> + '_ {
        let rows = cells.y.div_euclid(CHUNK as i32)
            ..=((cells.bottom() - 1).div_euclid(CHUNK.into()) as i32);
        let first = self.order.partition_point(|(place, _)| place.y < *rows.start());
        let below = self.order.partition_point(|(place, _)| place.y <= *rows.end());
        let order = self.order.get(first..below).unwrap_or(&[]);
        order.iter().flat_map(move |&(chunk, slot)| {
            let part = TileLayer::cells_of_chunk(chunk).intersect(cells);
            let chunk_cells = &self.slots[slot as usize];
            (0..part.height as i32).flat_map(move |dy| {
                let row = &chunk_cells[place(part.x, part.y + dy)..][..part.width as usize];
                let cell = move |dx: usize| ivec2(part.x + dx as i32, part.y + dy);
                row.iter().enumerate().map(move |(dx, &tile)| (cell(dx), tile))
            })
        })
    }
}

fn empty() -> Box<ChunkCells> {
    Box::new([Tile::EMPTY; (CHUNK * CHUNK) as usize])
}

/// A hash of one number with fixed constants: the map is the same in every run.
#[derive(Clone, Debug, Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        // The golden ratio spreads neighbors; the fold brings the spread bits where the table looks.
        let product = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ (product >> 32);
    }
}
