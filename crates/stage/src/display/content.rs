//! What a node shows.

use super::{Drawable, Drawing, Label, Node, Shape, Sprite};
use crate::Image;
use motile_geom::{Aabb, Vec2, vec2};
use motile_pixels::{Custom, Sampling};

/// What a node shows below its children.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Nothing of its own.
    #[default]
    Group,
    /// A path with fill and stroke.
    Shape(Shape),
    /// A picture.
    Bitmap(Bitmap),
    /// A frame of a sprite sheet.
    Sprite(Sprite),
    /// A text.
    Label(Label),
    /// A recorded drawing.
    Drawing(Drawing),
    /// Anything else that draws itself; see [`Drawable`].
    Custom(Custom<dyn Drawable>),
}

/// A picture as content. Upright at scale 1 it is drawn at whole pixels by the blitter.
#[doc(alias = "image")]
#[doc(alias = "texture")]
#[derive(Clone, Debug, PartialEq)]
pub struct Bitmap {
    /// The picture.
    pub image: Image,
    /// Which point of the picture lies at the node's position, in parts of its size: (0, 0) is the top
    /// left corner, (0.5, 0.5) the center.
    pub anchor: Vec2,
    /// How it is read when turned or scaled.
    pub sampling: Sampling,
}

impl Bitmap {
    /// A picture with its top left corner at the node's position, smoothed when turned or scaled.
    pub fn new(image: impl Into<Image>) -> Self {
        Self { image: image.into(), anchor: Vec2::ZERO, sampling: Sampling::Bilinear }
    }

    /// Puts the center at the node's position.
    pub fn centered(self) -> Self {
        Self { anchor: Vec2::splat(0.5), ..self }
    }

    /// Chooses how it is read when turned or scaled; [`Sampling::Nearest`] keeps pixel art crisp.
    pub fn with_sampling(self, sampling: Sampling) -> Self {
        Self { sampling, ..self }
    }

    /// The box it covers in the node's coordinates.
    pub fn bounds(&self) -> Aabb {
        anchored(self.image.width(), self.image.height(), self.anchor)
    }
}

fn anchored(width: u32, height: u32, anchor: Vec2) -> Aabb {
    let size = vec2(width as f32, height as f32);
    Aabb::from_size(-anchor * size, size)
}

/// What every kind of content has in common: it becomes content, a node, and a node at a place.
macro_rules! content {
    ($($variant:ident),+) => {$(
        impl From<$variant> for Content {
            fn from(content: $variant) -> Self {
                Self::$variant(content)
            }
        }

        impl From<$variant> for Node {
            fn from(content: $variant) -> Self {
                Self::new(content)
            }
        }

        impl $variant {
            /// A node that shows it at a position in the coordinates of its parent.
            pub fn at(self, x: f32, y: f32) -> Node {
                self.node().at(x, y)
            }

            /// A node that shows it at the origin of its parent.
            pub fn node(self) -> Node {
                Node::new(self)
            }
        }
    )+};
}

content!(Shape, Bitmap, Sprite, Label, Drawing);

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Surface;

    #[test]
    fn anchors_place_the_picture() {
        let bitmap = Bitmap::new(Surface::new(10, 4).unwrap()).centered();
        assert_eq!(bitmap.bounds(), Aabb::new(vec2(-5.0, -2.0), vec2(5.0, 2.0)));
    }
}
