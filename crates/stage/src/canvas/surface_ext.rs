//! Drawing on surfaces without a renderer of one's own.

use super::{Canvas, CanvasError, DrawReport, Renderer};
use crate::Result;
use motile_pixels::Surface;

/// Drawing with a [`Canvas`] on any [`Surface`], for pictures that are made once: sprites, textures, backgrounds.
///
/// ```
/// use motile_geom::vec2;
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Path, SurfaceExt};
///
/// let coin = Surface::drawn(32, 32, |canvas| {
///     canvas.fill(&Path::circle(vec2(16.0, 16.0), 14.0), Color::hex(0xFF_C2_47));
/// })?;
/// assert_eq!((coin.get(16, 16), coin.get(0, 0)), (Some(Color::hex(0xFF_C2_47)), Some(Color::TRANSPARENT)));
///
/// let mut page = Surface::opaque(64, 64, Color::WHITE)?;
/// page.on_canvas(|canvas| canvas.sprite(&coin, motile_geom::ivec2(16, 16), &Default::default()))?;
/// assert_eq!(page.get(32, 32), coin.get(16, 16));
/// # Ok::<(), motile_stage::Error>(())
/// ```
///
/// Each call makes the memory that drawing needs anew: what is drawn every frame keeps a [`Renderer`].
pub trait SurfaceExt: Sized {
    /// A transparent picture of a size in pixels, with something drawn on it.
    ///
    /// # Errors
    /// A side of 0 or over 65,535 pixels, or more pixels than a surface can have.
    #[doc(alias = "render to texture")]
    fn drawn(width: u32, height: u32, draw: impl FnOnce(&mut Canvas<'_>)) -> Result<Self>;

    /// Draws on it by a canvas, over what is there, and tells what was done.
    ///
    /// # Errors
    /// [`CanvasError::TooLarge`] for a side over 65,535 pixels.
    fn on_canvas(&mut self, draw: impl FnOnce(&mut Canvas<'_>)) -> Result<DrawReport, CanvasError>;
}

impl SurfaceExt for Surface {
    fn drawn(width: u32, height: u32, draw: impl FnOnce(&mut Canvas<'_>)) -> Result<Self> {
        let mut surface = Self::new(width, height)?;
        surface.on_canvas(draw)?;
        Ok(surface)
    }

    fn on_canvas(&mut self, draw: impl FnOnce(&mut Canvas<'_>)) -> Result<DrawReport, CanvasError> {
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(self)?;
        draw(&mut canvas);
        Ok(canvas.finish())
    }
}
