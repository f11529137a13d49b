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

    /// The part of a rectangle, drawn turned or as it is, that the mask covers, and where it is put.
    fn cut(&self, rect: IRect, x: i32, y: i32, flips: (bool, bool)) -> (IRect, i32, i32) {
        // In the coordinates of the rectangle's corner, the mask reaches from −corner to its size − corner.
        let bounds = self.picture.bounds();
        let [left, top] = [self.corner.x, self.corner.y].map(|corner| (-i64::from(corner)).max(0));
        let side = |size: u32, corner: i32, first: i64, length: u32| {
            let end = (i64::from(size) - i64::from(corner)).min(i64::from(length));
            (end - first).clamp(0, i64::from(u32::MAX)) as u32
        };
        // What is moved beyond the end of `i32` is beyond every surface.
        let moved = |at: i32, by: i64| {
            (i64::from(at) + by).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
        };
        let width = side(bounds.width, self.corner.x, left, rect.width);
        let height = side(bounds.height, self.corner.y, top, rect.height);
        // Turned around, the columns before the mask are the last ones of the rectangle.
        let skipped = |flip: bool, first: i64, shown: u32, length: u32| {
            if flip { i64::from(length) - first - i64::from(shown) } else { first }
        };
        let across = skipped(flips.0, left, width, rect.width);
        let down = skipped(flips.1, top, height, rect.height);
        let part = IRect::new(moved(rect.x, across), moved(rect.y, down), width, height);
        (part, moved(x, left), moved(y, top))
    }
}

impl Surface {
    /// Copies `rect` of a source through a mask to (x, y), clipped on all three: every stored, premultiplied channel c
    /// becomes `round(c·m / 255)`, m the mask's alpha, and replaces what is there, as [`Surface::copy`] does. An opaque
    /// surface takes the straight color of that and keeps alpha 255.
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
        self.masked_rows(source, rect, (x, y), mask, (false, false), |to, samples, _| {
            for (to, &sample) in to.iter_mut().zip(&*samples) {
                *to = if opaque { opaque_word(sample) } else { sample };
            }
        });
    }

    /// Draws a picture at (x, y) through a mask, with everything that [`Blit`] offers. Every stored channel c of the picture
    /// becomes `round(c·m / 255)`, m the mask's alpha; then come tint and blend mode. The mask's corner meets that of the
    /// part drawn: flips turn the picture and leave the mask as it is. Where there is no pixel of the mask nothing changes,
    /// also by a blend mode that acts on empty pixels.
    ///
    /// ```
    /// use motile_pixels::{AlphaMask, Blit, Color, Surface};
    /// let mut pair = Surface::filled(2, 1, Color::RED)?;
    /// pair.set(1, 0, Color::BLUE);
    /// let mut left_only = Surface::filled(2, 1, Color::WHITE)?;
    /// left_only.set(1, 0, Color::TRANSPARENT);
    /// let mut picture = Surface::new(2, 1)?;
    /// let turned = Blit { flip_x: true, ..Blit::default() };
    /// picture.blit_masked(&pair, 0, 0, &AlphaMask::new(&left_only), &turned);
    /// assert_eq!(picture.get(0, 0), Some(Color::BLUE));
    /// assert_eq!(picture.get(1, 0), Some(Color::TRANSPARENT));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
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
        let flips = (blit.flip_x, blit.flip_y);
        if let Some(blend) = blit.blend.of_wholes() {
            let (shown, left, top) = mask.cut(part, x, y, flips);
            let bounds = IRect::new(left, top, shown.width, shown.height);
            return self.blend_drawn(blend, bounds, self.bounds(), |target, corner| {
                let normal = blit.clone().with_blend(BlendMode::Normal);
                let (x, y) = (x.saturating_sub(corner.x), y.saturating_sub(corner.y));
                target.blit_masked(picture, x, y, mask, &normal);
            });
        }
        self.masked_rows(picture, part, (x, y), mask, flips, |to, samples, place| {
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
        flips: (bool, bool),
        mut draw: impl FnMut(&mut [u32], &mut [u32], IVec2),
    ) {
        let (part, left, top) = mask.cut(rect, x, y, flips);
        let Some(clip) = Clip::new(self.bounds(), (left, top), source.bounds(), part, flips) else {
            return;
        };
        // Where the first pixel drawn lies in the mask: as far from its corner as from that of the rectangle.
        let first = [
            clip.to.0 as i64 - i64::from(x) + i64::from(mask.corner.x),
            clip.to.1 as i64 - i64::from(y) + i64::from(mask.corner.y),
        ];
        let [column, row] = first.map(|first| first as usize);
        let (width, height) = clip.size;
        let row_of = |picture: &'_ Self, at: (usize, usize)| {
            let start = at.1 * picture.width() as usize + at.0;
            start..start + width
        };
        let mut buffer = [0; CHUNK];
        for (i, to) in clip.target_rows(self).enumerate() {
            let below = if flips.1 { height - 1 - i } else { i };
            let from = &source.words()[row_of(source, (clip.from.0, clip.from.1 + below))];
            let mask = &mask.picture.words()[row_of(mask.picture, (column, row + i))];
            for (to, start) in to.chunks_mut(CHUNK).zip((0..).step_by(CHUNK)) {
                let samples = &mut buffer[..to.len()];
                let end = start + to.len();
                if flips.0 {
                    samples.copy_from_slice(&from[width - end..width - start]);
                    samples.reverse();
                } else {
                    samples.copy_from_slice(&from[start..end]);
                }
                for (sample, &mask) in samples.iter_mut().zip(&mask[start..end]) {
                    *sample = lanes::scale(*sample, lanes::alpha(mask));
                }
                draw(to, samples, ivec2((clip.to.0 + start) as i32, (clip.to.1 + i) as i32));
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
        fn masked_blits_agree_with_single_pixels(
            target in any_surface(9), source in any_surface(9), picture in any_surface(9),
            part in prop::option::of(rects()), x in place(), y in place(), corner in (place(), place()), tint: u32,
            flip_x: bool, flip_y: bool, blend in prop::sample::select(&BlendMode::ALL[..]),
        ) {
            let mask = AlphaMask::new(&picture).with_corner(ivec2(corner.0, corner.1));
            let blit = Blit { source: part, blend: blend.clone(), flip_x, flip_y, ..Blit::default() }
                .with_tint(Color::argb(tint));
            let part = part.unwrap_or(source.bounds());
            let (mut actual, mut expected) = (target.clone(), target);
            let at = |place: i64, own: i32, other: i32| i64::from(other) + place - i64::from(own);
            let within = |x: i64, y: i64, surface: &Surface| {
                (0..i64::from(surface.width())).contains(&x) && (0..i64::from(surface.height())).contains(&y)
            };
            for row in 0..i64::from(expected.height()) {
                for column in 0..i64::from(expected.width()) {
                    // How far the pixel is from the corner of the part drawn.
                    let (i, j) = (column - i64::from(x), row - i64::from(y));
                    if i < 0 || j < 0 || i >= i64::from(part.width) || j >= i64::from(part.height) {
                        continue;
                    }
                    let turned = |flip: bool, i: i64, length: u32| if flip { i64::from(length) - 1 - i } else { i };
                    let u = i64::from(part.x) + turned(flip_x, i, part.width);
                    let v = i64::from(part.y) + turned(flip_y, j, part.height);
                    let (p, q) = (at(column, x, corner.0), at(row, y, corner.1));
                    if !within(u, v, &source) || !within(p, q, &picture) {
                        continue;
                    }
                    let mut one = Surface::new(1, 1).unwrap();
                    let share = picture.word(p as i32, q as i32) >> 24;
                    let scaled = source.word(u as i32, v as i32).to_le_bytes();
                    let scaled = scaled.map(|c| ((2 * u32::from(c) * share + 255) / 510) as u8);
                    one.words_mut()[0] = u32::from_le_bytes(scaled);
                    let single = Blit { blend: blend.clone(), ..Blit::default() }.with_tint(Color::argb(tint));
                    expected.blit_with(&one, column as i32, row as i32, &single);
                }
            }
            actual.blit_masked(&source, x, y, &mask, &blit);
            prop_assert!(is_well_formed(&actual));
            prop_assert_eq!(actual.words(), expected.words());
        }
    }
}
