//! What shapes are filled and stroked with.

mod custom;
mod gradient;
mod image;
mod stroke;

pub use custom::CustomPaint;
pub use gradient::{Gradient, GradientShape, Interpolation, Spread, Stop};
pub(crate) use image::pixmap_paint;
pub use image::{BitmapPaint, Image};
pub use stroke::{Cap, Join, Stroke, Width};

use motile_pixels::Color;
use std::sync::Arc;
use vello_cpu::PaintType;
use vello_cpu::color::{AlphaColor, Srgb};

/// The paint of a fill or of a stroke: a color, a gradient, a picture, or a rule of one's own. Cheap to
/// clone.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// One color everywhere.
    Solid(Color),
    /// Colors blending along a line or out of a point.
    Gradient(Arc<Gradient>),
    /// A picture, repeated or not.
    Bitmap(BitmapPaint),
    /// By a rule of one's own; see [`Paint::custom`].
    Custom(CustomPaint),
}

/// Opaque black, the classic default.
impl Default for Paint {
    fn default() -> Self {
        Self::Solid(Color::BLACK)
    }
}

impl From<Color> for Paint {
    fn from(color: Color) -> Self {
        Self::Solid(color)
    }
}

impl From<Gradient> for Paint {
    fn from(gradient: Gradient) -> Self {
        Self::Gradient(Arc::new(gradient))
    }
}

impl From<BitmapPaint> for Paint {
    fn from(bitmap: BitmapPaint) -> Self {
        Self::Bitmap(bitmap)
    }
}

impl From<&Image> for Paint {
    fn from(image: &Image) -> Self {
        Self::Bitmap(BitmapPaint::new(image))
    }
}

impl From<&Self> for Paint {
    fn from(paint: &Self) -> Self {
        paint.clone()
    }
}

impl Paint {
    /// Whether its numbers are usable: finite, transforms that can be inverted, at least one stop.
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Solid(_) => true,
            Self::Gradient(gradient) => gradient.is_valid(),
            Self::Bitmap(bitmap) => bitmap.is_valid(),
            Self::Custom(custom) => custom.is_valid(),
        }
    }

    /// Its color, to be changed, when it is one color everywhere.
    pub const fn color_mut(&mut self) -> Option<&mut Color> {
        match self {
            Self::Solid(color) => Some(color),
            _ => None,
        }
    }

    /// Whether it shows nothing whatever it covers.
    pub fn is_invisible(&self) -> bool {
        match self {
            Self::Solid(color) => color.a == 0,
            Self::Gradient(gradient) => gradient.stops.iter().all(|stop| stop.color.a == 0),
            Self::Bitmap(_) | Self::Custom(_) => false,
        }
    }

    /// The renderer's form, fainter by `alpha`, and the transform from paint to shape coordinates. A paint of one's
    /// own has none that holds everywhere: the canvas asks it for the pixels it needs.
    pub(crate) fn encode(&self, alpha: f32) -> (PaintType, kurbo::Affine) {
        match self {
            Self::Solid(color) => (encode_color(*color, alpha).into(), kurbo::Affine::IDENTITY),
            Self::Gradient(gradient) => gradient.encode(alpha),
            Self::Bitmap(bitmap) => bitmap.encode(alpha),
            Self::Custom(_) => {
                (encode_color(Color::TRANSPARENT, alpha).into(), kurbo::Affine::IDENTITY)
            }
        }
    }
}

pub(crate) fn encode_color(color: Color, alpha: f32) -> AlphaColor<Srgb> {
    let color = AlphaColor::<Srgb>::from_rgba8(color.r, color.g, color.b, color.a);
    if alpha == 1.0 { color } else { color.multiply_alpha(alpha) }
}
