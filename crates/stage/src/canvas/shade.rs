//! Paints of one's own, as pictures that the vector renderer can take.

use super::Canvas;
use crate::paint::{CustomPaint, Paint, pixmap_paint};
use crate::path::affine;
use kurbo::Affine;
use motile_geom::{Affine2, IRect};
use motile_pixels::PaintArea;
use vello_cpu::PaintType;

impl Canvas<'_> {
    /// The renderer's form of a paint over these pixels, and the transform from it to the device. None when the
    /// numbers of a paint of one's own leave no way back from pixels to it.
    pub(super) fn encode(&mut self, paint: &Paint, bounds: IRect) -> Option<(PaintType, Affine)> {
        if let Paint::Custom(custom) = paint {
            return self.shade(custom, bounds);
        }
        let (encoded, transform) = paint.encode(self.alpha);
        Some((encoded, affine(self.transform) * transform))
    }

    /// Asks the paint for every pixel that the shape may touch, then takes these as a picture that lies exactly on
    /// the pixels: edges, clips and alpha stay the renderer's business, and the shape waits in the batch like
    /// any other.
    fn shade(&mut self, custom: &CustomPaint, bounds: IRect) -> Option<(PaintType, Affine)> {
        let transform: Affine2 = self.transform * custom.transform;
        let area = PaintArea::new(bounds, &transform)?;
        let mut surface = self.renderer.take_surface(bounds)?;
        custom.paint.area(&area, surface.words_mut());
        let paint = pixmap_paint(&surface, self.alpha);
        self.renderer.keep_surface(surface);
        Some((paint, Affine::translate((bounds.x as f64, bounds.y as f64))))
    }
}
