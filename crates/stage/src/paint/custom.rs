//! Paints of one's own.

use super::Paint;
use motile_geom::{Affine2, Affine2Ext};
use motile_pixels::{Custom, PixelPaint};

/// A paint of one's own, in the coordinates of the drawing unless `transform` moves it.
///
/// ```
/// use motile_geom::{Affine2, Vec2, vec2};
/// use motile_pixels::{Color, PaintRow, PixelPaint, Surface};
/// use motile_stage::{CustomPaint, Path, Renderer};
///
/// /// Red inside a circle of radius 1, white outside.
/// #[derive(Clone, Debug)]
/// struct Dot;
///
/// impl PixelPaint for Dot {
///     fn row(&self, row: PaintRow, out: &mut [u32]) {
///         for (i, pixel) in out.iter_mut().enumerate() {
///             let inside = row.position(i).length() < 1.0;
///             *pixel = if inside { Color::RED } else { Color::WHITE }.to_word();
///         }
///     }
/// }
///
/// let mut surface = Surface::opaque(40, 40, Color::BLACK)?;
/// let mut renderer = Renderer::new();
/// let mut canvas = renderer.begin(&mut surface)?;
/// let place = Affine2::from_translation(vec2(20.0, 20.0)) * Affine2::from_scale(Vec2::splat(5.0));
/// canvas.fill(&Path::circle(vec2(20.0, 20.0), 15.0), CustomPaint::new(Dot).with_transform(place));
/// canvas.finish();
/// assert_eq!((surface.get(22, 20), surface.get(30, 20)), (Some(Color::RED), Some(Color::WHITE)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[doc(alias = "shader fill")]
#[derive(Clone, Debug, PartialEq)]
pub struct CustomPaint {
    /// What color each point has.
    pub paint: Custom<dyn PixelPaint>,
    /// From the coordinates of the paint to those of the drawing.
    pub transform: Affine2,
}

impl CustomPaint {
    /// A paint in the coordinates of the drawing.
    pub fn new(paint: impl PixelPaint + Clone) -> Self {
        Self { paint: Custom::<dyn PixelPaint>::new(paint), transform: Affine2::IDENTITY }
    }

    /// Moves, turns or scales the paint.
    pub fn with_transform(self, transform: Affine2) -> Self {
        Self { transform, ..self }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.transform.checked_inverse().is_some()
    }
}

impl From<CustomPaint> for Paint {
    fn from(paint: CustomPaint) -> Self {
        Self::Custom(paint)
    }
}

impl Paint {
    /// A paint of one's own in the coordinates of the drawing; see [`CustomPaint`] to move it.
    pub fn custom(paint: impl PixelPaint + Clone) -> Self {
        CustomPaint::new(paint).into()
    }

    /// The paint of one's own that it is, to be changed; `None` for another type.
    pub fn custom_mut<K: PixelPaint>(&mut self) -> Option<&mut K> {
        match self {
            Self::Custom(custom) => custom.paint.edit(),
            _ => None,
        }
    }
}
