//! Layers as state: fingerprints and saved games.

use super::{ChunkCells, Store, TileLayer};
use crate::Tile;
use motile_geom::{
    Grid2, HashState, IVec2, SaveState, StateError, StateHash, StateReader, StateWriter,
};

/// The tiles and where they stand; what is past is no state.
impl HashState for TileLayer {
    fn hash_state(&self, hash: &mut StateHash) {
        match &self.store {
            Store::Bounded(grid) => {
                hash.write_u32(0);
                grid.hash_state(hash);
            }
            Store::Endless(chunks) => {
                hash.write_u32(1);
                hash.write_u32(chunks.filled().count() as u32);
                for (place, cells) in chunks.filled() {
                    hash.write(&place);
                    for tile in cells {
                        hash.write(tile);
                    }
                }
            }
        }
    }
}

impl SaveState for TileLayer {
    fn save(&self, out: &mut StateWriter) {
        match &self.store {
            Store::Bounded(grid) => {
                false.save(out);
                grid.save(out);
            }
            Store::Endless(chunks) => {
                true.save(out);
                (chunks.filled().count() as u32).save(out);
                for (place, cells) in chunks.filled() {
                    place.save(out);
                    for tile in cells {
                        tile.save(out);
                    }
                }
            }
        }
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        if !bool::restore(input)? {
            return Grid2::<Tile>::restore(input).map(Self::from_grid);
        }
        let mut layer = Self::endless();
        for _ in 0..u32::restore(input)? {
            let place = IVec2::restore(input)?;
            let mut cells: ChunkCells = [Tile::EMPTY; _];
            for cell in &mut cells {
                *cell = Tile::restore(input)?;
            }
            if !layer.put_chunk(place, &cells) {
                return Err(input.error("a chunk whose cells have numbers"));
            }
        }
        Ok(layer)
    }
}
