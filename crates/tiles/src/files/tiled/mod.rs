//! Maps of the editor Tiled: TMX and TSX (XML), TMJ and TSJ (JSON), templates and worlds.
//!
//! Both languages become one tree of elements, named and shaped as in TMX; everything after that is written once.

mod base64;
mod cells;
mod json;
mod json_old;
mod layers;
mod loader;
mod node;
mod objects;
mod parts;
mod properties;
mod sets;
mod world;
mod write;
mod xml;
mod zstd;

pub use parts::TiledParts;
pub use world::read_tiled_world;
pub use write::{TmxCells, write_tmx, write_tsx};

use super::MapReader;
use super::fault::{Fault, Read};
use crate::{Orientation, RenderOrder, ShiftedLines, TileError, TileMap, TileSet};
use loader::Loader;
use motile_geom::{ivec2, uvec2, vec2};
use node::Node;
use parts::Part;

/// Reads a map as Tiled writes it, in TMX (XML) or TMJ (JSON), with the tilesets and templates it names.
///
/// The file decides what it is, not its name. What is read and what is left out stands in the table in the
/// [documentation of the crate](crate#map-files).
///
/// ```
/// use motile_tiles::{Tile, read_tiled};
/// let tmx = r#"<map width="2" height="1" tilewidth="16" tileheight="16">
///   <tileset firstgid="1" name="world" tilewidth="16" tileheight="16" tilecount="4" columns="2"/>
///   <layer name="ground" width="2" height="1"><data encoding="csv">3,0</data></layer>
/// </map>"#;
/// let map = read_tiled("one.tmx", &mut |_: &str| Ok::<_, String>(tmx.into()))?;
/// assert_eq!(map.tiles("ground").unwrap().get(0, 0), Tile::new(3));
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
///
/// # Errors
/// [`TileError::File`] with file, line, layer and cell, as far as they are known: a file that is missing or no map,
/// numbers that are none, sizes that are negative, more than 2²⁷ cells in all layers and chunks together, endless
/// layers that fill more than 131,072 chunks of 32×32 cells, layers with fewer or more cells than their size, tiles
/// that no tileset has, files that name each other in a circle.
#[doc(alias = "tmx")]
#[doc(alias = "tmj")]
pub fn read_tiled(path: &str, reader: &mut impl MapReader) -> Result<TileMap, TileError> {
    let mut loader = Loader::new(reader);
    Ok(loader.open(path, |loader, root| Ok(read_map(loader, path, root, false)?.0))?)
}

/// Reads a tileset as Tiled writes it, in TSX (XML) or TSJ (JSON). Its tiles are numbered from 1 in cells.
///
/// # Errors
/// [`TileError::File`], as [`read_tiled`].
#[doc(alias = "tsx")]
#[doc(alias = "tsj")]
pub fn read_tiled_set(path: &str, reader: &mut impl MapReader) -> Result<TileSet, TileError> {
    let mut loader = Loader::new(reader);
    Ok(loader.open(path, |loader, root| {
        if root.name != "tileset" {
            return Err(Fault::new(format!("expected a tileset, found <{}>", root.name)));
        }
        sets::read_set(loader, root, 1, path)
    })?)
}

/// A map, and the cells that are left for `later`.
fn read_map(
    loader: &mut Loader<'_>,
    path: &str,
    root: &Node<'_>,
    later: bool,
) -> Read<(TileMap, Vec<Part>)> {
    if root.name != "map" {
        return Err(Fault::new(format!("expected a map, found <{}>", root.name)));
    }
    let mut map = TileMap {
        orientation: orientation(root)?,
        size: uvec2(root.need("width")?, root.need("height")?),
        tile_size: uvec2(root.need("tilewidth")?, root.need("tileheight")?),
        endless: root.flag("infinite", false)?,
        render_order: render_order(root)?,
        background: root.color("backgroundcolor")?,
        parallax_origin: vec2(
            root.float("parallaxoriginx", 0.0)?,
            root.float("parallaxoriginy", 0.0)?,
        ),
        class: root.string("class"),
        properties: properties::read_properties(root)?,
        ..TileMap::default()
    };
    for node in root.all("tileset") {
        let first = node.need("firstgid")?;
        let set = sets::read_set(loader, node, first, path).map_err(|fault| fault.at(node.at))?;
        map.sets.push(set);
    }
    map.sets.sort_by_key(|set| set.first);
    let mut layers = layers::Layers::new(loader, path, map);
    layers.later = later.then(Vec::new);
    let read = layers.read(root, 0)?;
    let parts = layers.later.take().unwrap_or_default();
    let mut map = layers.into_map();
    map.layers = read;
    Ok((map, parts))
}

fn orientation(root: &Node<'_>) -> Read<Orientation> {
    let stagger = ShiftedLines {
        columns: root.choice("staggeraxis", &[("y", false), ("x", true)])?,
        even: root.choice("staggerindex", &[("odd", false), ("even", true)])?,
    };
    let side = root.number("hexsidelength", 0)?;
    let skew = ivec2(root.number("skewx", 0)?, root.number("skewy", 0)?);
    root.choice(
        "orientation",
        &[
            ("orthogonal", Orientation::Orthogonal),
            ("isometric", Orientation::Isometric),
            ("staggered", Orientation::Staggered { stagger }),
            ("hexagonal", Orientation::Hexagonal { stagger, side }),
            ("oblique", Orientation::Oblique { skew }),
        ],
    )
}

fn render_order(root: &Node<'_>) -> Read<RenderOrder> {
    root.choice(
        "renderorder",
        &[
            ("right-down", RenderOrder::RightDown),
            ("right-up", RenderOrder::RightUp),
            ("left-down", RenderOrder::LeftDown),
            ("left-up", RenderOrder::LeftUp),
        ],
    )
}
