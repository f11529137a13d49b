//! Writing TMX and TSX: what a level editor in a game needs.

mod element;
mod map;
mod objects;
mod sets;

use crate::{MapFileError, TileError, TileMap, TileSet};
use element::Writer;

/// How [`write_tmx`] writes the cells of layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TmxCells {
    /// Numbers with commas, a line for each row: what a person and a version control system can compare.
    #[default]
    Csv,
    /// Bytes as base64.
    Base64,
    /// Bytes compressed by zlib, as base64: the smallest.
    Zlib,
    /// Bytes compressed by gzip, as base64.
    Gzip,
}

/// Writes a map as TMX, the form of the editor Tiled. Read again by [`read_tiled`](crate::read_tiled) it is equal, but
/// for what TMX cannot tell apart:
///
/// | what | read again |
/// |---|---|
/// | places of tile objects whose set names another point than the upper left corner, as most do | moved there and back, rounded to `f32` each time |
/// | a set with a picture and a count of 0 | as many tiles as the picture has room for |
/// | [`TileProperty::Enum`](crate::TileProperty::Enum) without the name of its type | a text |
/// | [`MapLayer::cell_size`](crate::MapLayer::cell_size) equal to that of the map | none |
/// | [`MapLayer::sort_y`](crate::MapLayer::sort_y) of a layer that is not one of objects | not set |
/// | characters that XML does not allow | `U+FFFD` |
///
/// Tilesets with a [`source`](TileSet::source) are named, not written: [`write_tsx`] writes those. Endless layers come
/// in chunks of 16×16 cells.
///
/// # Errors
/// [`TileError::File`] without a file name for what TMX cannot hold: layers of values, layers with cells of another
/// size, points as properties, numbers that are not finite.
///
/// ```
/// use motile_geom::uvec2;
/// use motile_tiles::{MapLayer, Tile, TileLayer, TileMap, TileSet, TmxCells, read_tiled, write_tmx};
/// let mut map = TileMap::new(uvec2(2, 2), uvec2(8, 8));
/// map.sets.push(TileSet::sheet("world", 1, uvec2(32, 32), uvec2(8, 8)));
/// map.layers.push(MapLayer::tiles("ground", TileLayer::from_rows(&[&[1, 2], &[0, 16]])?));
/// let tmx = write_tmx(&map, TmxCells::Csv)?;
/// assert!(tmx.contains("1,2,\n0,16\n"));
/// assert_eq!(read_tiled("a.tmx", &mut |_: &str| Ok::<_, String>(tmx.clone().into()))?, map);
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
pub fn write_tmx(map: &TileMap, cells: TmxCells) -> Result<String, TileError> {
    let mut out = Writer::new();
    map::write_map(&mut out, map, cells);
    finish(out)
}

/// Writes a tileset as TSX, the form of the editor Tiled. Its [`source`](TileSet::source) and its
/// [`first`](TileSet::first) number belong to the map that uses it and are not written.
///
/// # Errors
/// [`TileError::File`] without a file name, as [`write_tmx`].
pub fn write_tsx(set: &TileSet) -> Result<String, TileError> {
    let mut out = Writer::new();
    sets::write_set(&mut out, set, true);
    finish(out)
}

fn finish(out: Writer) -> Result<String, TileError> {
    out.finish().map_err(|what| MapFileError::new("", what).into())
}
