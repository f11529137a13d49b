//! Things placed on a map.

use super::TileProperties;
use crate::Tile;
use motile_geom::{Aabb, Vec2};

/// A thing placed on a map: where the hero starts, a door, the area of a trap, a path. Not bound to cells.
#[doc(alias = "entity")]
#[derive(Clone, Debug, PartialEq)]
pub struct MapObject {
    /// Its number in the editor, unique in the map; 0 when it has none.
    pub id: u32,
    /// Its name, or its unique identifier where the editor gives it one; may be empty.
    pub name: String,
    /// What kind of thing it is; may be empty.
    pub class: String,
    /// Its top left corner, or the place of its points, pixels. Turning is about this point.
    ///
    /// On isometric maps it is measured along the edges of the cells, a cell being as long as it is high, and a tile
    /// has the middle of its lower edge there: that is how Tiled keeps it.
    pub position: Vec2,
    /// Width and height, pixels; 0 for points and lines.
    pub size: Vec2,
    /// How far it is turned, radians clockwise.
    pub rotation: f32,
    /// Whether it is shown.
    pub visible: bool,
    /// From invisible 0 to opaque 1.
    pub opacity: f32,
    /// Its form.
    pub shape: ObjectShape,
    /// What the user has written about it.
    pub properties: TileProperties,
}

/// The form of a [`MapObject`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum ObjectShape {
    /// A rectangle.
    #[default]
    Rectangle,
    /// The ellipse in its rectangle.
    Ellipse,
    /// The capsule in its rectangle.
    Capsule,
    /// A point.
    Point,
    /// A closed area; the corners from the object's position.
    Polygon(Vec<Vec2>),
    /// A line; the corners from the object's position.
    Polyline(Vec<Vec2>),
    /// A tile as large as its rectangle.
    Tile(Tile),
    /// A text in its rectangle.
    Text(MapText),
}

/// A text placed on a map, with how it is set.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent switches of the editor")]
pub struct MapText {
    /// The text.
    pub text: String,
    /// The family of the font.
    pub font: String,
    /// Height of the font, pixels.
    pub size: u32,
    /// Its color, `0xAARRGGBB`.
    pub color: u32,
    /// Whether lines are broken at the width of the rectangle.
    pub wrap: bool,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is slanted.
    pub italic: bool,
    /// Whether a line is drawn under it.
    pub underline: bool,
    /// Whether a line is drawn through it.
    pub strikeout: bool,
    /// Whether pairs of letters are moved together.
    pub kerning: bool,
    /// Where it is between left and right.
    pub align_x: TextPlace,
    /// Where it is between top and bottom.
    pub align_y: TextPlace,
}

/// Where a [`MapText`] is in its rectangle, along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextPlace {
    /// At the left or the top.
    #[default]
    Start,
    /// In the middle.
    Center,
    /// At the right or the bottom.
    End,
    /// Over the whole width.
    Justify,
}

/// What an editor begins with: no text, 16 pixels, black, with kerning.
impl Default for MapText {
    fn default() -> Self {
        Self {
            text: String::new(),
            font: "sans-serif".into(),
            size: 16,
            color: 0xFF00_0000,
            wrap: false,
            bold: false,
            italic: false,
            underline: false,
            strikeout: false,
            kerning: true,
            align_x: TextPlace::Start,
            align_y: TextPlace::Start,
        }
    }
}

/// A visible, opaque rectangle without size, name and class.
impl Default for MapObject {
    fn default() -> Self {
        Self {
            id: 0,
            name: String::new(),
            class: String::new(),
            position: Vec2::ZERO,
            size: Vec2::ZERO,
            rotation: 0.0,
            visible: true,
            opacity: 1.0,
            shape: ObjectShape::default(),
            properties: TileProperties::default(),
        }
    }
}

impl MapObject {
    /// A visible point.
    pub fn new(name: impl Into<String>, position: Vec2) -> Self {
        Self { name: name.into(), position, shape: ObjectShape::Point, ..Self::default() }
    }

    /// Its rectangle, unturned.
    pub fn area(&self) -> Aabb {
        Aabb::from_size(self.position, self.size)
    }
}
