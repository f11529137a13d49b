//! A whole map as editors know it: layers of several kinds, tilesets, objects and properties.

mod layer;
mod layout;
#[cfg(any(feature = "pixels", test))]
mod near;
mod object;
mod placed;
mod property;
mod set;
mod world;

pub use layer::{LayerContent, MapLayer, ValueCells};
pub use object::{MapObject, MapText, ObjectShape, TextPlace};
pub use placed::PlacedLayer;
pub use property::{TileProperties, TileProperty};
pub use set::{
    TileAlignment, TileFrame, TileImage, TileInfo, TileSet, TileTurns, WangColor, WangKind, WangSet,
};
pub use world::{MapWorld, WorldLayout, WorldMap};

use crate::{Tile, TileSpace};
use motile_geom::{Aabb, IRect, IVec2, UVec2, Vec2};

/// A whole map: layers of tiles, objects and pictures, the tilesets their numbers mean, and properties. What readers of
/// map files give and writers take.
///
/// ```
/// use motile_geom::uvec2;
/// use motile_tiles::{MapLayer, Tile, TileLayer, TileMap, TileSet};
///
/// let mut map = TileMap::new(uvec2(10, 8), uvec2(16, 16));
/// map.sets.push(TileSet::sheet("world", 1, uvec2(64, 64), uvec2(16, 16)));
/// map.layers.push(MapLayer::tiles("ground", TileLayer::new(10, 8)?));
/// if let Some(ground) = map.tiles_mut("ground") { ground.set(3, 7, Tile::new(6)); }
/// let (set, local) = map.set_of(Tile::new(6)).unwrap();
/// assert_eq!((set.name.as_str(), local), ("world", 5));
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "level")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileMap {
    /// How the cells lie: squares, diamonds, hexagons.
    pub orientation: Orientation,
    /// Columns and rows; of an endless map, what the editor showed.
    pub size: UVec2,
    /// Width and height of a cell, pixels.
    pub tile_size: UVec2,
    /// Whether the layers have no borders.
    pub endless: bool,
    /// In which order the tiles of a layer are painted.
    pub render_order: RenderOrder,
    /// Color behind everything, `0xAARRGGBB`.
    pub background: Option<u32>,
    /// The point where layers with parallax have no shift, pixels.
    pub parallax_origin: Vec2,
    /// What the user calls this kind of map; may be empty.
    pub class: String,
    /// What the user has written about the map.
    pub properties: TileProperties,
    /// Tilesets, by their first numbers.
    pub sets: Vec<TileSet>,
    /// Layers from the bottom to the top.
    pub layers: Vec<MapLayer>,
}

/// How the cells of a map lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Orientation {
    /// Rows and columns of rectangles.
    #[default]
    Orthogonal,
    /// Diamonds; column and row run down right and down left.
    Isometric,
    /// Diamonds in rows, every other row or column shifted by half a cell.
    Staggered {
        /// Which lines are shifted.
        stagger: ShiftedLines,
    },
    /// Hexagons.
    Hexagonal {
        /// Which lines are shifted.
        stagger: ShiftedLines,
        /// Length of the sides that are parallel to an axis, pixels.
        side: u32,
    },
    /// Parallelograms: rectangles whose rows and columns lean.
    Oblique {
        /// How far the next row is moved to the right, and the next column down, pixels.
        skew: IVec2,
    },
}

/// Which rows or columns of a staggered or hexagonal map are shifted by half a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShiftedLines {
    /// Whether columns are shifted, downward (flat tops); otherwise rows are, to the right (pointy tops).
    pub columns: bool,
    /// Whether the lines with even numbers are the shifted ones; otherwise those with odd numbers.
    pub even: bool,
}

/// In which order the tiles of a layer are painted, which shows where tiles are larger than cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RenderOrder {
    /// Rows from the top, each from the left.
    #[default]
    RightDown,
    /// Rows from the bottom, each from the left.
    RightUp,
    /// Rows from the top, each from the right.
    LeftDown,
    /// Rows from the bottom, each from the right.
    LeftUp,
}

impl TileMap {
    /// A map without layers.
    pub fn new(size: UVec2, tile_size: UVec2) -> Self {
        Self { size, tile_size, ..Self::default() }
    }

    /// Where its cells are when they are rectangles.
    pub fn space(&self) -> TileSpace {
        TileSpace::new(self.tile_size.as_vec2())
    }

    /// Its cells as a rectangle.
    pub const fn cells(&self) -> IRect {
        IRect::of_size(self.size.x, self.size.y)
    }

    /// The box of its cells in the world when they are rectangles, pixels.
    pub fn area(&self) -> Aabb {
        self.space().area_of_cells(self.cells())
    }

    /// The tileset a tile belongs to, and the tile's number in it, from 0. `None` for an empty cell and for numbers
    /// that no tileset has.
    pub fn set_of(&self, tile: Tile) -> Option<(&TileSet, u32)> {
        let number = tile.number();
        let sets = self.sets.iter().filter(|set| set.first <= number && number > 0);
        let set = sets.max_by_key(|set| set.first)?;
        let local = number - set.first;
        (local < set.count || set.tiles.contains_key(&local)).then_some((set, local))
    }

    /// What the tileset says about a tile, if anything.
    pub fn info_of(&self, tile: Tile) -> Option<&TileInfo> {
        let (set, local) = self.set_of(tile)?;
        set.tiles.get(&local)
    }

    /// All layers, those in groups after their group, from the bottom to the top.
    pub fn all_layers(&self) -> impl Iterator<Item = &MapLayer> {
        // A stack instead of recursion: groups can be nested as deep as a file likes.
        let mut open: Vec<&MapLayer> = self.layers.iter().rev().collect();
        core::iter::from_fn(move || {
            let layer = open.pop()?;
            if let LayerContent::Group(children) = &layer.content {
                open.extend(children.iter().rev());
            }
            Some(layer)
        })
    }

    /// The first layer with this name, in groups too.
    pub fn layer(&self, name: &str) -> Option<&MapLayer> {
        self.all_layers().find(|layer| layer.name == name)
    }

    /// The tiles of the first layer of tiles with this name, in groups too.
    pub fn tiles(&self, name: &str) -> Option<&crate::TileLayer> {
        self.all_layers().filter(|layer| layer.name == name).find_map(MapLayer::as_tiles)
    }

    /// The tiles of the first layer of tiles with this name, to be changed.
    pub fn tiles_mut(&mut self, name: &str) -> Option<&mut crate::TileLayer> {
        let mut open: Vec<&mut MapLayer> = self.layers.iter_mut().rev().collect();
        while let Some(layer) = open.pop() {
            match &mut layer.content {
                LayerContent::Tiles(tiles) if layer.name == name => return Some(tiles),
                LayerContent::Group(children) => open.extend(children.iter_mut().rev()),
                _ => {}
            }
        }
        None
    }

    /// All objects of all layers, with the layer they are in.
    pub fn objects(&self) -> impl Iterator<Item = (&MapLayer, &MapObject)> {
        self.all_layers()
            .flat_map(|layer| layer.as_objects().iter().map(move |object| (layer, object)))
    }

    /// The object with this number, the one that [`TileProperty::Object`] means.
    pub fn object_by_id(&self, id: u32) -> Option<&MapObject> {
        self.objects().map(|(_, object)| object).find(|object| object.id == id && id > 0)
    }

    /// The numbers of the first layer of values with this name, in groups too.
    pub fn values(&self, name: &str) -> Option<&ValueCells> {
        self.all_layers().filter(|layer| layer.name == name).find_map(MapLayer::as_values)
    }

    /// The first object with this name.
    pub fn object(&self, name: &str) -> Option<&MapObject> {
        self.objects().map(|(_, object)| object).find(|object| object.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TileLayer;
    use motile_geom::{uvec2, vec2};

    fn map() -> TileMap {
        let mut map = TileMap::new(uvec2(4, 4), uvec2(64, 64));
        map.sets.push(TileSet::sheet("a", 1, uvec2(256, 256), uvec2(64, 64)));
        map.sets.push(TileSet::sheet("b", 17, uvec2(128, 128), uvec2(64, 64)));
        let inner = MapLayer::tiles("inner", TileLayer::new(4, 4).unwrap());
        map.layers.push(MapLayer::tiles("under", TileLayer::new(4, 4).unwrap()));
        map.layers.push(MapLayer::new("group", LayerContent::Group(vec![inner])));
        map.layers.push(MapLayer::new(
            "things",
            LayerContent::Objects(vec![MapObject::new("hero", vec2(10.0, 20.0))]),
        ));
        map
    }

    #[test]
    fn tile_a27_numbers_belong_to_the_set_that_begins_last_before_them() {
        let map = map();
        let set = |number| map.set_of(Tile::new(number)).map(|(set, local)| (&*set.name, local));
        assert_eq!(set(20), Some(("b", 3)));
        assert_eq!(set(16), Some(("a", 15)));
        assert_eq!(set(0), None);
        assert_eq!(set(21), None, "set b has four tiles");
    }

    #[test]
    fn layers_in_groups_are_found() {
        let mut map = map();
        let names: Vec<_> = map.all_layers().map(|layer| layer.name.clone()).collect();
        assert_eq!(names, ["under", "group", "inner", "things"]);
        map.tiles_mut("inner").unwrap().set(1, 1, Tile::new(4));
        assert_eq!(map.tiles("inner").unwrap().get(1, 1), Tile::new(4));
        assert_eq!(map.object("hero").unwrap().position, vec2(10.0, 20.0));
        assert!(map.tiles("things").is_none());
    }
}
