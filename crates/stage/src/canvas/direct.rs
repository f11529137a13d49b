//! Shapes put on the surface at once, without a pass of the vector renderer.
//!
//! A pass walks every tile that the shapes collected for it may touch, and each shape goes through flattening, sorting
//! and strips on the way. For runs of whole pixels and for crowds of straight edges that is most of the cost.

use super::area::{self, Covered};
use super::batch::{Recorded, make_opaque};
use super::{Canvas, Renderer};
use crate::paint::encode_color;
use crate::path::FillRule;
use motile_geom::IRect;
use motile_pixels::{Color, Surface};

/// Every other channel of a pixel.
const EVEN: u32 = 0x00FF_00FF;

/// A batch with fewer shapes than this is not drawn early only to draw another shape on top of it at once.
const WORTH_A_PASS: usize = 16;

impl Canvas<'_> {
    /// Whether clips, if any, let exactly a rectangle of pixels through.
    pub(super) fn cuts_straight(&self) -> bool {
        self.renderer.clips.last().is_none_or(|clip| clip.whole_pixels)
    }

    /// Whether a shape of one color is drawn quicker at once, and may be: the shapes that wait do not lie below it, or
    /// are so many that a pass for them is due anyway.
    pub(super) fn goes_at_once(&mut self, recorded: &Recorded, bounds: IRect) -> bool {
        let straight = recorded.upright.is_none() && self.cuts_straight();
        let smooth = self.antialias;
        let batch = &mut self.renderer.batch;
        straight
            && (!smooth || area::pays(batch.elements(recorded), bounds))
            && (!batch.touches(bounds) || batch.len() >= WORTH_A_PASS)
    }

    /// Fills what was recorded last with a color.
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
        if self.antialias {
            self.fill_smooth(rule, &ink, bounds);
        } else {
            self.fill_crisp(rule, &ink, bounds);
        }
        self.report.shapes += 1;
    }

    fn fill_crisp(&mut self, rule: FillRule, ink: &Ink, bounds: IRect) {
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
    }

    fn fill_smooth(&mut self, rule: FillRule, ink: &Ink, bounds: IRect) {
        let (left, top) = (bounds.x - self.area.x, bounds.y - self.area.y);
        let mut sampler = core::mem::take(&mut self.renderer.coverage);
        let outline = core::mem::take(&mut self.renderer.outline);
        if let Some(surface) = self.current_surface() {
            sampler.each(&outline, rule, bounds, |row, covered| {
                let y = top + row as i32;
                match covered {
                    Covered::Evenly { start, end, coverage } => {
                        let pixels = pixels_at(surface, left + start as i32, y, end - start);
                        ink.cover_evenly(pixels, coverage);
                    }
                    Covered::Each { start, coverage } => {
                        let pixels = pixels_at(surface, left + start as i32, y, coverage.len());
                        ink.cover(pixels, coverage);
                    }
                }
            });
            if surface.is_opaque() && ink.rest != 0 {
                make_opaque(surface, bounds.translated(left - bounds.x, top - bounds.y));
            }
        }
        (self.renderer.coverage, self.renderer.outline) = (sampler, outline);
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

    fn cover_evenly(&self, pixels: &mut [u32], coverage: u8) {
        if coverage == 255 {
            return self.fill(pixels);
        }
        for pixel in pixels {
            *pixel = self.part_over(*pixel, coverage);
        }
    }

    fn cover(&self, pixels: &mut [u32], coverage: &[u8]) {
        for (pixel, &coverage) in pixels.iter_mut().zip(coverage) {
            if coverage != 0 {
                *pixel = self.part_over(*pixel, coverage);
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

    /// As [`Ink::over`], where only a part of 255 of the pixel is covered.
    #[inline]
    fn part_over(&self, below: u32, coverage: u8) -> u32 {
        let coverage = u32::from(coverage);
        let rest = 255 - (((255 - self.rest) * coverage + 255) >> 8);
        let mix = |below: u32, ink: u32| ((below * rest + ink * coverage + EVEN) >> 8) & EVEN;
        mix(below & EVEN, self.word & EVEN) | mix((below >> 8) & EVEN, (self.word >> 8) & EVEN) << 8
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
                for part in [1, 100, 255u8] {
                    let [r, _, _, a] = ink.part_over(below, part).to_ne_bytes();
                    assert!(r >= 253 && a >= 253, "alpha {alpha}, part {part}: {r}, {a}");
                }
                assert_eq!(ink.part_over(below, 0), below);
            }
        }
    }
}
