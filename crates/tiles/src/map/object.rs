//! Things placed on a map.

use super::TileProperties;
use crate::Tile;
use motile_geom::{Aabb, Vec2};

/// A thing placed on a map: where the hero starts, a door, the area of a trap, a path. Not bound to cells.
#[doc(alias = "entity")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapObject {
    /// Its number in the editor, unique in the map; 0 when it has none.
    pub id: u32,
    /// Its name, or its unique identifier where the editor gives it one; may be empty.
    pub name: String,
    /// What kind of thing it is; may be empty.
    pub class: String,
    /// Its top left corner, or the place of its points, pixels. Turning is about this point.
    pub position: Vec2,
    /// Width and height, pixels; 0 for points and lines.
    pub size: Vec2,
    /// How far it is turned, radians clockwise.
    pub rotation: f32,
    /// Whether it is shown.
    pub visible: bool,
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
    Text(String),
}

impl MapObject {
    /// A visible point.
    pub fn new(name: impl Into<String>, position: Vec2) -> Self {
        Self {
            name: name.into(),
            position,
            visible: true,
            shape: ObjectShape::Point,
            ..Self::default()
        }
    }

    /// Its rectangle, unturned.
    pub fn area(&self) -> Aabb {
        Aabb::from_size(self.position, self.size)
    }
}
