//! Shapes put on the surface at once, without a pass of the vector renderer.
//!
//! A pass walks every tile that the shapes collected for it may touch, and each shape goes through flattening, sorting
//! and strips on the way. For runs of whole pixels that is most of the cost.

use super::batch::Recorded;
use super::{Canvas, Renderer};
use crate::paint::encode_color;
use crate::path::FillRule;
use motile_geom::IRect;
use motile_pixels::{Color, Surface};

/// Every other channel of a pixel.
const EVEN: u32 = 0x00FF_00FF;

/// A batch with fewer shapes than this is not drawn early only to draw another shape on top of it at once.
const WORTH_A_PASS: usize = 16;

/// An outline with this many elements is worth a pass for what lies below it: as runs of pixels in the vector renderer it
/// would be many times as many elements, and take longer than the pass.
const MANY_ELEMENTS: usize = 128;

impl Canvas<'_> {
    /// Whether clips, if any, let exactly a rectangle of pixels through.
    pub(super) fn cuts_straight(&self) -> bool {
        self.renderer.clips.last().is_none_or(|clip| clip.whole_pixels)
    }

    /// Whether a shape of one color is drawn at once: it has no smooth edges, and the shapes that wait do not lie below
    /// it, or they or its own elements are so many that a pass for them is due anyway.
    pub(super) fn goes_at_once(&mut self, recorded: &Recorded, bounds: IRect) -> bool {
        let crisp = !self.antialias && recorded.upright.is_none() && self.cuts_straight();
        let many = recorded.range.len() >= MANY_ELEMENTS;
        let batch = &mut self.renderer.batch;
        crisp && (!batch.touches(bounds) || batch.len() >= WORTH_A_PASS || many)
    }

    /// Fills what was recorded last with a color, without smooth edges.
    pub(super) fn fill_at_once(
        &mut self,
        recorded: &Recorded,
        rule: FillRule,
        color: Color,
        bounds: IRect,
    ) {
        let Renderer { batch, outline, .. } = &mut *self.renderer;
        // The pass clears the batch, and the outline with it.
        outline.clear();
        outline.extend_from_slice(batch.elements(recorded));
        batch.discard(recorded);
        if batch.touches(bounds) {
            self.flush();
        }
        let ink = Ink::new(color, self.alpha);
        let (left, top) = (self.area.x, self.area.y);
        let mut sampler = core::mem::take(&mut self.renderer.sampler);
        let outline = core::mem::take(&mut self.renderer.outline);
        if let Some(surface) = self.current_surface() {
            sampler.each_run(&outline, rule, bounds, |run| {
                let length = (run.end - run.start) as usize;
                ink.fill(pixels_at(surface, run.start - left, run.y - top, length));
            });
        }
        (self.renderer.sampler, self.renderer.outline) = (sampler, outline);
        self.report.shapes += 1;
    }
}

/// Pixels of a row of a surface.
fn pixels_at(surface: &mut Surface, x: i32, y: i32, length: usize) -> &mut [u32] {
    let start = y as usize * surface.width() as usize + x as usize;
    &mut surface.words_mut()[start..start + length]
}

/// A color ready to be put over pixels.
struct Ink {
    /// Premultiplied.
    word: u32,
    /// How much of what is below shows, 0…255.
    rest: u32,
}

impl Ink {
    /// A color made fainter by a factor, rounded as the vector renderer does.
    fn new(color: Color, alpha: f32) -> Self {
        let color = encode_color(color, alpha).premultiply().to_rgba8();
        let word = u32::from_ne_bytes([color.r, color.g, color.b, color.a]);
        Self { word, rest: 255 - u32::from(color.a) }
    }

    fn fill(&self, pixels: &mut [u32]) {
        if self.rest == 0 {
            pixels.fill(self.word);
        } else {
            for pixel in pixels {
                *pixel = self.over(*pixel);
            }
        }
    }

    /// Two channels at a time; the rounding is that of the vector renderer, so that it does not show which of them
    /// painted a shape.
    #[inline]
    fn over(&self, below: u32) -> u32 {
        let part = |channels: u32| ((channels * self.rest + EVEN) >> 8) & EVEN;
        self.word + (part(below & EVEN) | part((below >> 8) & EVEN) << 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opaque_surfaces_stay_opaque_and_colors_in_bounds() {
        for alpha in 0..=255u8 {
            for level in [0, 1, 127, 254, 255u8] {
                let ink = Ink::new(Color::rgba(255, level, 0, alpha), 1.0);
                let below = u32::from_ne_bytes([255, level, 255, 255]);
                let [r, g, _, a] = ink.over(below).to_ne_bytes();
                assert_eq!((r, a), (255, 255), "alpha {alpha}");
                assert!(g.abs_diff(level) <= 1, "alpha {alpha}: {g} of {level}");
            }
        }
    }
}
