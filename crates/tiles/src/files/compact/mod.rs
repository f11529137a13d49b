//! The crate's own form of maps: small, quick, with a version.
//!
//! A file is four letters, a version, and then the fields of the map in order. Whole numbers take as many bytes as they
//! need (seven bits each), texts and lists begin with their length, cells are runs. A field is named once, in `model`,
//! for both directions.

mod bytes;
mod cells;
mod model;

use crate::{MapFileError, MapWorld, TileError, TileMap};
use bytes::{Input, Pack, Packed};

/// What is written today. A file of a later version is refused, of an earlier one read.
const VERSION: u64 = 1;

const MAP: &[u8; 4] = b"mtlm";
const WORLD: &[u8; 4] = b"mtlw";

impl TileMap {
    /// The map in the crate's own compact form: what a game stores and ships. [`from_bytes`](Self::from_bytes) reads
    /// it again, also in later versions of the crate, when its layers have no more than 2²⁷ cells together.
    ///
    /// ```
    /// use motile_geom::uvec2;
    /// use motile_tiles::{MapLayer, Tile, TileLayer, TileMap};
    /// let mut map = TileMap::new(uvec2(100, 100), uvec2(16, 16));
    /// let ground = TileLayer::from_fn(100, 100, |_, y| Tile::new(u32::from(y > 80)))?;
    /// map.layers.push(MapLayer::tiles("ground", ground));
    /// let bytes = map.to_bytes();
    /// assert!(bytes.len() < 100);
    /// assert_eq!(TileMap::from_bytes(&bytes)?, map);
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    #[doc(alias = "serialize")]
    pub fn to_bytes(&self) -> Vec<u8> {
        write(MAP, self)
    }

    /// Reads a map that [`to_bytes`](Self::to_bytes) wrote. Any bytes are a map or an error; a file of `n` bytes has at
    /// most 4,096·`n` cells, and no more than 2²⁷ in all layers: 512 MB. A chunk of an endless layer counts as 1,024.
    ///
    /// # Errors
    /// [`TileError::File`] without a file name, with the layer and the cell where they are known.
    #[doc(alias = "deserialize")]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TileError> {
        read(MAP, bytes)
    }
}

impl MapWorld {
    /// All maps of the world in the crate's own compact form, as [`TileMap::to_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        write(WORLD, self)
    }

    /// Reads a world that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// As [`TileMap::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TileError> {
        read(WORLD, bytes)
    }
}

fn write<T: Pack>(letters: &[u8], value: &T) -> Vec<u8> {
    let mut out = letters.to_vec();
    VERSION.pack(&mut out);
    value.pack(&mut out);
    out
}

fn read<T: Pack>(letters: &[u8], bytes: &[u8]) -> Result<T, TileError> {
    let mut input = Input::new(bytes);
    let value = whole::<T>(letters, &mut input);
    value.map_err(|what| {
        let mut error = MapFileError::new("", format!("byte {}: {what}", input.offset()));
        (error.layer, error.cell) = input.place();
        error.into()
    })
}

fn whole<T: Pack>(letters: &[u8], input: &mut Input<'_>) -> Packed<T> {
    if input.take(letters.len())? != letters {
        return Err("expected a map in the compact form");
    }
    match u64::unpack(input)? {
        1..=VERSION => {}
        _ => return Err("written by a later version"),
    }
    let value = T::unpack(input)?;
    if input.is_at_end() { Ok(value) } else { Err("expected the end") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LayerContent, MapLayer, Tile, TileLayer, ValueCells};
    use motile_geom::{Grid2, uvec2};

    /// Only a layer was bounded by the length of its file: 64 KB of layers unfolded to gigabytes.
    #[test]
    fn tile_x13_compact_files_have_a_bound_for_all_cells() {
        let mut map = TileMap::new(uvec2(8, 8), uvec2(16, 16));
        map.layers.push(MapLayer::tiles("a", TileLayer::new(10, 6).unwrap()));
        let cells = Grid2::filled(10, 6, 1).unwrap();
        let values = ValueCells { cells, ..ValueCells::default() };
        map.layers.push(MapLayer::new("b", LayerContent::Values(values)));
        let mut plane = TileLayer::endless();
        plane.set(-5, 5, Tile::new(1));
        map.layers.push(MapLayer::tiles("c", plane));
        let bytes = map.to_bytes();
        let read = |cells: u64| {
            let mut input = Input::new(&bytes);
            assert_eq!(input.cells, 1 << 27);
            input.cells = cells;
            whole::<TileMap>(MAP, &mut input).map_err(|what| (what, input.place().0))
        };
        assert_eq!(read(60 + 60 + 1024), Ok(map.clone()));
        for (cells, layer) in [(60 + 60 + 1023, "c"), (119, "b"), (59, "a")] {
            let fault = ("more cells than a file may have", Some(layer.into()));
            assert_eq!(read(cells), Err(fault), "{cells}");
        }
    }
}
