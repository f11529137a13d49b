//! Copies and blits through the alpha of a second picture.

use crate::{
    BlendMode, Blit, Color, Surface, blend::blend_row, blit::CHUNK, clip::Clip, fill::opaque_word,
    lanes, over, surface::word,
};
use motile_geom::{IRect, IVec2, ivec2};

/// A picture whose alpha decides how much of another one is drawn: 0 nothing, 255 all of it. Its colors do not
/// matter; an opaque one lets everything through. Beyond its border nothing is drawn.
#[doc(alias = "stencil")]
#[doc(alias = "alphaBitmapData")]
#[derive(Clone, Copy, Debug)]
pub struct AlphaMask<'a> {
    /// The picture.
    pub picture: &'a Surface,
    /// Its pixel that meets the top left corner of the part drawn, where that exists.
    pub corner: IVec2,
}

impl<'a> AlphaMask<'a> {
    /// A mask whose top left corner meets that of the part drawn.
    pub const fn new(picture: &'a Surface) -> Self {
        Self { picture, corner: IVec2::ZERO }
    }

    /// Another pixel of the mask at the top left corner.
    #[must_use]
    pub const fn with_corner(self, corner: IVec2) -> Self {
        Self { corner, ..self }
    }

    /// The part of a rectangle that the mask covers, and where it is put.
    fn cut(&self, rect: IRect, x: i32, y: i32) -> (IRect, i32, i32) {
        // In the coordinates of the rectangle's corner, the mask reaches from −corner to its size − corner.
        let bounds = self.picture.bounds();
        let [left, top] = [self.corner.x, self.corner.y].map(|corner| (-i64::from(corner)).max(0));
        let side = |size: u32, corner: i32, first: i64, length: u32| {
            let end = (i64::from(size) - i64::from(corner)).min(i64::from(length));
            (end - first).clamp(0, i64::from(u32::MAX)) as u32
        };
        // What is moved beyond the end of `i32` is beyond every surface.
        let moved = |at: i32, by: i64| (i64::from(at) + by).min(i64::from(i32::MAX)) as i32;
        let width = side(bounds.width, self.corner.x, left, rect.width);
        let height = side(bounds.height, self.corner.y, top, rect.height);
        let part = IRect::new(moved(rect.x, left), moved(rect.y, top), width, height);
        (part, moved(x, left), moved(y, top))
    }
}

impl Surface {
    /// Copies `rect` of a source through a mask to (x, y), clipped on all three: every channel times the mask's alpha / 255
    /// replaces what is there, as [`Surface::copy`] does. An opaque surface takes the color and keeps alpha 255.
    ///
    /// ```
    /// use motile_pixels::{AlphaMask, Color, Surface};
    /// let red = Surface::filled(4, 4, Color::RED)?;
    /// let half = Surface::filled(2, 4, Color::WHITE.with_alpha(128))?;
    /// let mut picture = Surface::new(4, 4)?;
    /// picture.copy_masked(&red, red.bounds(), 0, 0, &AlphaMask::new(&half));
    /// assert_eq!(picture.get(1, 0), Some(Color::RED.with_alpha(128)));
    /// assert_eq!(picture.get(2, 0), Some(Color::TRANSPARENT));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    #[doc(alias = "copyPixels")]
    pub fn copy_masked(
        &mut self,
        source: &Self,
        rect: IRect,
        x: i32,
        y: i32,
        mask: &AlphaMask<'_>,
    ) {
        let opaque = self.is_opaque();
        self.masked_rows(source, rect, (x, y), mask, |to, samples, _| {
            for (to, &sample) in to.iter_mut().zip(&*samples) {
                *to = if opaque { opaque_word(sample) } else { sample };
            }
        });
    }

    /// Draws a picture at (x, y) through a mask, with everything that [`Blit`] offers but flips, which are ignored. The mask
    /// works before tint and blend mode; its corner meets that of the part drawn.
    pub fn blit_masked(
        &mut self,
        picture: &Self,
        x: i32,
        y: i32,
        mask: &AlphaMask<'_>,
        blit: &Blit,
    ) {
        let opaque = self.is_opaque();
        let part = blit.source.unwrap_or(picture.bounds());
        if let Some(blend) = blit.blend.of_wholes() {
            let (shown, left, top) = mask.cut(part, x, y);
            let bounds = IRect::new(left, top, shown.width, shown.height);
            return self.blend_drawn(blend, bounds, self.bounds(), |target, corner| {
                let normal = blit.clone().with_blend(BlendMode::Normal);
                let (x, y) = (x.saturating_sub(corner.x), y.saturating_sub(corner.y));
                target.blit_masked(picture, x, y, mask, &normal);
            });
        }
        self.masked_rows(picture, part, (x, y), mask, |to, samples, place| {
            if blit.tint != Color::WHITE {
                over::modulate_row(samples, word(blit.tint));
            }
            blend_row(&blit.blend, to, samples, opaque, place);
        });
    }

    /// Hands out pieces of target rows with the pixels of the source, already masked, and where they are.
    fn masked_rows(
        &mut self,
        source: &Self,
        rect: IRect,
        (x, y): (i32, i32),
        mask: &AlphaMask<'_>,
        mut draw: impl FnMut(&mut [u32], &mut [u32], IVec2),
    ) {
        let (part, left, top) = mask.cut(rect, x, y);
        let clip = Clip::new(self.bounds(), (left, top), source.bounds(), part, (false, false));
        let Some(clip) = clip else { return };
        // Where the first pixel drawn lies in the mask: as far from its corner as from that of the rectangle.
        let first = [
            clip.to.0 as i64 - i64::from(x) + i64::from(mask.corner.x),
            clip.to.1 as i64 - i64::from(y) + i64::from(mask.corner.y),
        ];
        let [column, row] = first.map(|first| first as usize);
        let (width, _) = clip.size;
        let stride = mask.picture.width() as usize;
        let masks = mask.picture.words()[row * stride..].chunks_exact(stride);
        let place = ivec2(clip.to.0 as i32, clip.to.1 as i32);
        let rows = clip.source_rows(source).zip(masks.map(|row| &row[column..column + width]));
        let mut buffer = [0; CHUNK];
        for ((to, (from, mask)), y) in clip.target_rows(self).zip(rows).zip(place.y..) {
            let pieces = from.chunks(CHUNK).zip(mask.chunks(CHUNK));
            for ((to, (from, mask)), x) in
                to.chunks_mut(CHUNK).zip(pieces).zip((place.x..).step_by(CHUNK))
            {
                let samples = &mut buffer[..to.len()];
                for ((sample, &from), &mask) in samples.iter_mut().zip(from).zip(mask) {
                    *sample = lanes::scale(from, lanes::alpha(mask));
                }
                draw(to, samples, ivec2(x, y));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BlendMode,
        testing::{any_surface, each_copied, is_well_formed, place, rects},
    };
    use proptest::prelude::*;

    /// The source with its alphas scaled by the mask, as a picture of its own.
    fn masked(source: &Surface, rect: IRect, mask: &AlphaMask<'_>) -> (Surface, Vec<bool>) {
        let mut scaled = Surface::new(source.width(), source.height()).unwrap();
        let mut covered = vec![false; scaled.words().len()];
        for y in 0..source.height() as i32 {
            for x in 0..source.width() as i32 {
                let at = |pixel: i32, start: i32, corner: i32| {
                    i32::try_from(i64::from(pixel) - i64::from(start) + i64::from(corner)).ok()
                };
                let place = (at(x, rect.x, mask.corner.x), at(y, rect.y, mask.corner.y));
                let (Some(u), Some(v)) = place else { continue };
                if mask.picture.bounds().contains(u, v) {
                    let index = (y * source.width() as i32 + x) as usize;
                    covered[index] = true;
                    scaled.words_mut()[index] =
                        lanes::scale(source.word(x, y), mask.picture.word(u, v) >> 24);
                }
            }
        }
        (scaled, covered)
    }

    proptest! {
        #[test]
        fn masked_copies_agree_with_single_pixels(
            mut target in any_surface(9), source in any_surface(9), picture in any_surface(9), rect in rects(),
            x in place(), y in place(), corner in (place(), place()),
        ) {
            let mask = AlphaMask::new(&picture).with_corner(ivec2(corner.0, corner.1));
            let mut expected = target.clone();
            let (scaled, covered) = masked(&source, rect, &mask);
            each_copied(&target, &scaled, rect, x, y, |(column, row), _, other| {
                let (u, v) = (
                    i64::from(column) - i64::from(x) + i64::from(rect.x),
                    i64::from(row) - i64::from(y) + i64::from(rect.y),
                );
                if covered[v as usize * source.width() as usize + u as usize] {
                    expected.set(column, row, other);
                }
            });
            target.copy_masked(&source, rect, x, y, &mask);
            prop_assert!(is_well_formed(&target));
            prop_assert_eq!(target.words(), expected.words());
        }

        #[test]
        fn masked_blits_are_blits_of_the_masked_picture(
            target in any_surface(9), source in any_surface(9), picture in any_surface(9), part in rects(),
            x in place(), y in place(), corner in (place(), place()), tint: u32,
            blend in prop::sample::select(&BlendMode::ALL[..]),
        ) {
            // What acts on empty pixels would act beyond the mask in the twin.
            prop_assume!(!blend.acts_on_empty());
            let mask = AlphaMask::new(&picture).with_corner(ivec2(corner.0, corner.1));
            let (scaled, _) = masked(&source, part, &mask);
            let blit = Blit { source: Some(part), blend, ..Blit::default() }.with_tint(Color::argb(tint));
            let (mut actual, mut expected) = (target.clone(), target);
            expected.blit_with(&scaled, x, y, &blit);
            actual.blit_masked(&source, x, y, &mask, &blit);
            prop_assert!(is_well_formed(&actual));
            prop_assert_eq!(actual.words(), expected.words());
        }
    }
}
