//! Small pictures made in the middle of a frame.

use super::{Canvas, fits_renderer};
use core::mem;
use motile_geom::{Affine2, IRect};
use motile_pixels::Surface;

impl Canvas<'_> {
    /// Draws on a new transparent surface that covers `area`, in pixels of the device, and returns it.
    /// The canvas handed to `draw` starts with no transform and no clip; what was collected on this one
    /// stays untouched. `None` when the area is empty or a side is over 65,535 pixels.
    ///
    /// This is how an unchanged shape becomes a sprite: draw it once, then [`Canvas::sprite`] it.
    pub fn raster(&mut self, area: IRect, draw: impl FnOnce(&mut Canvas<'_>)) -> Option<Surface> {
        if !fits_renderer(area) {
            return None;
        }
        let mut surface = Surface::new(area.width, area.height).ok()?;
        let renderer = &mut *self.renderer;
        let spare = renderer.spare.pop().unwrap_or_default();
        let batch = mem::replace(&mut renderer.batch, spare);
        let layers = mem::take(&mut renderer.layers);
        let clips = mem::take(&mut renderer.clips);
        renderer.batch.reset(area);
        let mut inner = Canvas {
            renderer,
            target: &mut surface,
            area,
            transform: Affine2::IDENTITY,
            alpha: 1.0,
            antialias: true,
            between: self.between,
            left_out: false,
            scale: 1.0,
            report: self.report,
        };
        draw(&mut inner);
        self.report = inner.finish();
        let renderer = &mut *self.renderer;
        renderer.spare.push(mem::replace(&mut renderer.batch, batch));
        (renderer.layers, renderer.clips) = (layers, clips);
        Some(surface)
    }
}
