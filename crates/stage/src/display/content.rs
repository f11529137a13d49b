//! What a node shows.

use super::{Drawing, Label, Node, Shape};
use crate::Image;
use motile_geom::{Aabb, IRect, Vec2, vec2};
use std::sync::{Arc, OnceLock};

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
}

/// A picture as content. Upright at scale 1 it is drawn at whole pixels by the blitter.
#[derive(Clone, Debug, PartialEq)]
pub struct Bitmap {
    /// The picture.
    pub image: Image,
    /// Which point of the picture lies at the node's position, in parts of its size: (0, 0) is the top
    /// left corner, (0.5, 0.5) the center.
    pub anchor: Vec2,
    /// Whether pixels blend into each other when turned or scaled; otherwise the nearest one is taken.
    pub smooth: bool,
}

impl Bitmap {
    /// A picture with its top left corner at the node's position, smoothed.
    pub fn new(image: impl Into<Image>) -> Self {
        Self { image: image.into(), anchor: Vec2::ZERO, smooth: true }
    }

    /// The same picture with its center at the node's position.
    pub fn centered(self) -> Self {
        Self { anchor: Vec2::splat(0.5), ..self }
    }

    /// The same picture, smoothed or not.
    pub fn smooth(self, smooth: bool) -> Self {
        Self { smooth, ..self }
    }

    /// The box it covers in the node's coordinates.
    pub fn bounds(&self) -> Aabb {
        anchored(self.image.width(), self.image.height(), self.anchor)
    }

    /// A node with this picture at a position.
    pub fn at(self, x: f32, y: f32) -> Node {
        Node::from(self).at(x, y)
    }

    /// A node with this picture at the origin.
    pub fn node(self) -> Node {
        Node::from(self)
    }
}

/// Frames cut out of one picture, shared by any number of sprites.
///
/// ```
/// use motile_pixels::Surface;
/// use motile_stage::Sheet;
/// let sheet = Sheet::grid(Surface::new(64, 32)?, 16, 16);
/// assert_eq!(sheet.len(), 8);
/// assert_eq!(sheet.rect(5).x, 16);
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet(Arc<SheetParts>);

#[derive(Debug)]
struct SheetParts {
    image: Image,
    frames: Vec<(IRect, OnceLock<Image>)>,
}

impl Sheet {
    /// Frames at the given places; what lies outside the picture is cut off.
    pub fn new(image: impl Into<Image>, frames: impl IntoIterator<Item = IRect>) -> Self {
        let image = image.into();
        let inside = |rect: IRect| (rect.intersect(image.bounds()), OnceLock::new());
        let frames = frames.into_iter().map(inside).collect();
        Self(Arc::new(SheetParts { image, frames }))
    }

    /// Frames of equal size, row by row. A rest too small for a frame is left out, and a size of 0
    /// gives no frames.
    pub fn grid(image: impl Into<Image>, width: u32, height: u32) -> Self {
        let image = image.into();
        let (columns, rows) = match (width, height) {
            (0, _) | (_, 0) => (0, 0),
            _ => (image.width() / width, image.height() / height),
        };
        let frame = move |index: u32| {
            let (x, y) = (index % columns * width, index / columns * height);
            IRect::new(x as i32, y as i32, width, height)
        };
        Self::new(image, (0..columns * rows).map(frame))
    }

    /// The whole picture.
    pub fn image(&self) -> &Image {
        &self.0.image
    }

    /// Number of frames.
    pub fn len(&self) -> u32 {
        self.0.frames.len() as u32
    }

    /// Whether there are no frames.
    pub fn is_empty(&self) -> bool {
        self.0.frames.is_empty()
    }

    /// The place of a frame in the picture; the number goes round, and an empty sheet has only empty
    /// frames.
    pub fn rect(&self, frame: u32) -> IRect {
        self.frame(frame).map_or(IRect::EMPTY, |frame| frame.0)
    }

    /// A frame as a picture of its own, cut out when first asked for; none when it is empty.
    pub(crate) fn cut(&self, frame: u32) -> Option<&Image> {
        let (rect, image) = self.frame(frame)?;
        if let Some(image) = image.get() {
            return Some(image);
        }
        let part = self.0.image.surface().region(*rect).ok()?;
        Some(image.get_or_init(|| Image::new(part)))
    }

    fn frame(&self, frame: u32) -> Option<&(IRect, OnceLock<Image>)> {
        self.0.frames.get(frame.checked_rem(self.len())? as usize)
    }
}

impl PartialEq for Sheet {
    fn eq(&self, other: &Self) -> bool {
        let places = |sheet: &Self| sheet.0.frames.iter().map(|frame| frame.0).collect::<Vec<_>>();
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.image == other.0.image && places(self) == places(other)
    }
}

/// A frame of a [`Sheet`] as content.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// The frames.
    pub sheet: Sheet,
    /// Which frame shows; numbers beyond the last start again at the first.
    pub frame: u32,
    /// Which point of the frame lies at the node's position, in parts of its size.
    pub anchor: Vec2,
    /// Whether pixels blend into each other when turned or scaled; otherwise the nearest one is taken.
    pub smooth: bool,
}

impl Sprite {
    /// A frame with its center at the node's position, not smoothed: pixel art stays crisp.
    pub fn new(sheet: &Sheet, frame: u32) -> Self {
        Self { sheet: sheet.clone(), frame, anchor: Vec2::splat(0.5), smooth: false }
    }

    /// The box it covers in the node's coordinates.
    pub fn bounds(&self) -> Aabb {
        let rect = self.sheet.rect(self.frame);
        anchored(rect.width, rect.height, self.anchor)
    }

    /// A node with this sprite at a position.
    pub fn at(self, x: f32, y: f32) -> Node {
        Node::from(self).at(x, y)
    }

    /// A node with this sprite at the origin.
    pub fn node(self) -> Node {
        Node::from(self)
    }
}

fn anchored(width: u32, height: u32, anchor: Vec2) -> Aabb {
    let size = vec2(width as f32, height as f32);
    Aabb::from_size(-anchor * size, size)
}

macro_rules! content_from {
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
    )+};
}

content_from!(Shape, Bitmap, Sprite, Label, Drawing);

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::{Color, Surface};

    #[test]
    fn sheets_cut_and_go_round() {
        let mut picture = Surface::new(40, 20).unwrap();
        picture.set(31, 11, Color::RED);
        let sheet = Sheet::grid(picture, 10, 10);
        assert_eq!(sheet.len(), 8);
        assert_eq!(sheet.rect(7), IRect::new(30, 10, 10, 10));
        assert_eq!(sheet.rect(15), sheet.rect(7));
        assert_eq!(sheet.cut(7).unwrap().get(1, 1), Some(Color::RED));
        let empty = Sheet::grid(Surface::new(4, 4).unwrap(), 0, 5);
        assert!(empty.is_empty() && empty.cut(3).is_none());
        assert_eq!(empty.rect(3), IRect::EMPTY);
    }

    #[test]
    fn anchors_place_the_picture() {
        let bitmap = Bitmap::new(Surface::new(10, 4).unwrap()).centered();
        assert_eq!(bitmap.bounds(), Aabb::new(vec2(-5.0, -2.0), vec2(5.0, 2.0)));
    }
}
