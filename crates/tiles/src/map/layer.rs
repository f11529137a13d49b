//! A layer of a map with how it is shown.

use super::{MapObject, TileImage, TileProperties};
use crate::TileLayer;
use motile_geom::{Grid2, UVec2, Vec2};
use std::collections::BTreeMap;

/// A layer of a [`TileMap`](super::TileMap): what it holds and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct MapLayer {
    /// Its name in the editor.
    pub name: String,
    /// What the user calls this kind of layer; may be empty.
    pub class: String,
    /// Its number in the editor, unique in the map; 0 when it has none.
    pub id: u32,
    /// Whether it is shown.
    pub visible: bool,
    /// From invisible 0 to opaque 1; that of its groups is multiplied with it.
    pub opacity: f32,
    /// Color its pictures are multiplied with, `0xAARRGGBB`.
    pub tint: u32,
    /// How far it is shifted, pixels.
    pub offset: Vec2,
    /// How much it moves with the camera: 1 with the world, 0 fixed on the screen, below 1 far away.
    pub parallax: Vec2,
    /// Width and height of its cells, pixels, where they are not those of the map.
    pub cell_size: Option<UVec2>,
    /// Whether its objects are painted by their height, from the top to the bottom, instead of in their order.
    #[doc(alias = "draw order")]
    #[doc(alias = "y-sort")]
    pub sort_y: bool,
    /// What the user has written about it.
    pub properties: TileProperties,
    /// What it holds.
    pub content: LayerContent,
}

/// What a layer of a map holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LayerContent {
    /// Tiles in cells.
    Tiles(TileLayer),
    /// Numbers in cells, which are not drawn.
    Values(ValueCells),
    /// Things at any place; painted in this order unless [`MapLayer::sort_y`] says otherwise.
    Objects(Vec<MapObject>),
    /// A picture.
    Image {
        /// Which picture.
        image: TileImage,
        /// Whether it is repeated to the left and right without end.
        repeat_x: bool,
        /// Whether it is repeated up and down without end.
        repeat_y: bool,
    },
    /// Other layers, from the bottom to the top.
    Group(Vec<MapLayer>),
}

/// Numbers in the cells of a layer with what they are called: where water is, which cells are solid. 0 is nothing.
#[doc(alias = "IntGrid")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueCells {
    /// The numbers, row by row.
    pub cells: Grid2<i32>,
    /// What the user calls the numbers.
    pub names: BTreeMap<i32, String>,
}

impl ValueCells {
    /// The number in a cell; 0 outside.
    pub fn get(&self, x: i32, y: i32) -> i32 {
        self.cells.get(x, y).copied().unwrap_or_default()
    }

    /// What the number in a cell is called; `None` for 0, outside, and for numbers without a name.
    pub fn name(&self, x: i32, y: i32) -> Option<&str> {
        self.names.get(&self.get(x, y)).map(String::as_str)
    }
}

impl MapLayer {
    /// A visible, opaque layer that moves with the world.
    pub fn new(name: impl Into<String>, content: LayerContent) -> Self {
        Self {
            name: name.into(),
            class: String::new(),
            id: 0,
            visible: true,
            opacity: 1.0,
            tint: 0xFFFF_FFFF,
            offset: Vec2::ZERO,
            parallax: Vec2::ONE,
            cell_size: None,
            sort_y: false,
            properties: TileProperties::default(),
            content,
        }
    }

    /// A layer of tiles.
    pub fn tiles(name: impl Into<String>, tiles: TileLayer) -> Self {
        Self::new(name, LayerContent::Tiles(tiles))
    }

    /// Its tiles, when it is a layer of tiles.
    pub const fn as_tiles(&self) -> Option<&TileLayer> {
        match &self.content {
            LayerContent::Tiles(tiles) => Some(tiles),
            _ => None,
        }
    }

    /// Its numbers, when it is a layer of values.
    pub const fn as_values(&self) -> Option<&ValueCells> {
        match &self.content {
            LayerContent::Values(values) => Some(values),
            _ => None,
        }
    }

    /// Its objects; none when it is a layer of something else.
    pub fn as_objects(&self) -> &[MapObject] {
        match &self.content {
            LayerContent::Objects(objects) => objects,
            _ => &[],
        }
    }

    /// Where its origin is on the screen when the camera's top left corner is at `camera`, pixels. `origin` is the
    /// point where parallax has no shift: [`TileMap::parallax_origin`](super::TileMap::parallax_origin).
    pub fn screen_offset(&self, camera: Vec2, origin: Vec2) -> Vec2 {
        self.offset - (camera - origin) * self.parallax - origin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn parallax_moves_far_layers_less() {
        let mut layer = MapLayer::new("sky", LayerContent::Group(Vec::new()));
        assert_eq!(layer.screen_offset(vec2(100.0, 50.0), Vec2::ZERO), vec2(-100.0, -50.0));
        layer.parallax = vec2(0.5, 0.0);
        layer.offset = vec2(0.0, 7.0);
        assert_eq!(layer.screen_offset(vec2(100.0, 50.0), Vec2::ZERO), vec2(-50.0, 7.0));
    }
}
