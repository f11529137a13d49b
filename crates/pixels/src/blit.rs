//! Blits: upright pictures drawn at whole pixels.

use crate::{
    BlendMode, Color, PixelBlend, Surface, blend::blend_row, clip::Clip, over, surface::word,
};
use fearless_simd::Level;
use motile_geom::{IRect, IVec2, ivec2};

/// What to change on the way of a picture to a surface. The default changes nothing.
///
/// ```
/// use motile_pixels::{Blit, Color, IRect, Surface};
/// let sheet = Surface::filled(64, 16, Color::WHITE)?;
/// let mut screen = Surface::opaque(320, 200, Color::BLACK)?;
/// let second_frame = Blit { source: Some(IRect::new(16, 0, 16, 16)), flip_x: true, ..Blit::default() };
/// screen.blit_with(&sheet, 100, 50, &second_frame.with_alpha(128));
/// assert_eq!(screen.get(100, 50), Some(Color::rgb(128, 128, 128)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blit {
    /// The part of the picture to draw, its top left corner at the given position; all when `None`.
    /// Where it reaches outside the picture, nothing is drawn.
    pub source: Option<IRect>,
    /// Every channel is multiplied by the same channel of this color / 255, and all of them by its
    /// alpha: white changes nothing, white with alpha 128 fades to half.
    pub tint: Color,
    /// Left and right exchanged within the part drawn.
    pub flip_x: bool,
    /// Top and bottom exchanged within the part drawn.
    pub flip_y: bool,
    /// How the pixels meet the backdrop.
    pub blend: BlendMode,
}

impl Default for Blit {
    fn default() -> Self {
        Self {
            source: None,
            tint: Color::WHITE,
            flip_x: false,
            flip_y: false,
            blend: BlendMode::Normal,
        }
    }
}

impl Blit {
    /// Draws a part of the picture.
    pub const fn part(rect: IRect) -> Self {
        Self {
            source: Some(rect),
            tint: Color::WHITE,
            flip_x: false,
            flip_y: false,
            blend: BlendMode::Normal,
        }
    }

    /// Replaces the tint's alpha: 0 draws nothing, 255 draws in full.
    pub const fn with_alpha(mut self, alpha: u8) -> Self {
        self.tint = self.tint.with_alpha(alpha);
        self
    }

    /// Replaces the tint.
    pub const fn with_tint(mut self, tint: Color) -> Self {
        self.tint = tint;
        self
    }

    /// Replaces the blend mode.
    #[inline]
    pub fn with_blend(self, blend: BlendMode) -> Self {
        Self { blend, ..self }
    }
}

/// Pixels changed at a time on their way through [`Blit`]: half a kilobyte, which stays in the nearest cache together with
/// the piece of the target it is for.
pub(crate) const CHUNK: usize = 128;

impl Surface {
    /// Draws a picture (a sprite) with its top left corner at (x, y), source-over. What falls outside is clipped;
    /// the position may be anywhere in `i32`. An opaque picture is copied row by row; [`Surface::blit_all`] draws many.
    #[doc(alias = "sprite")]
    #[doc(alias = "bitblt")]
    #[doc(alias = "composite")]
    pub fn blit(&mut self, picture: &Self, x: i32, y: i32) {
        self.blit_with(picture, x, y, &Blit::default());
    }

    /// Draws a picture at (x, y) with a part chosen, flipped, tinted, faded or blended. Allocates
    /// nothing, but for a blend mode that [needs whole pictures](BlendMode::needs_area) and a picture that is changed.
    #[doc(alias = "mirror")]
    #[doc(alias = "sprite sheet")]
    pub fn blit_with(&mut self, picture: &Self, x: i32, y: i32, blit: &Blit) {
        let part = blit.source.unwrap_or(picture.bounds());
        if let Some(blend) = blit.blend.of_wholes() {
            return self.blit_whole(blend, picture, ivec2(x, y), blit);
        }
        let flips = (blit.flip_x, blit.flip_y);
        let Some(clip) = Clip::new(self.bounds(), (x, y), picture.bounds(), part, flips) else {
            return;
        };
        let opaque = (self.is_opaque(), picture.is_opaque());
        let place = ivec2(clip.to.0 as i32, clip.to.1 as i32);
        let read = clip.source_rows(picture);
        let write = clip.target_rows(self);
        if blit.flip_y {
            draw_rows(write.zip(read.rev()), blit, opaque, place);
        } else {
            draw_rows(write.zip(read), blit, opaque, place);
        }
    }

    /// Blends a picture as a whole; what `blit` changes of it is changed first.
    fn blit_whole(&mut self, blend: &dyn PixelBlend, picture: &Self, at: IVec2, blit: &Blit) {
        let part = blit.source.unwrap_or(picture.bounds());
        let plain = Blit { blend: BlendMode::Normal, ..blit.clone() };
        let whole = Blit { source: None, ..plain.clone() } == Blit::default();
        if whole && part == picture.bounds() {
            return self.blend_whole(blend, picture, at, self.bounds());
        }
        let bounds = IRect::new(at.x, at.y, part.width, part.height);
        self.blend_drawn(blend, bounds, self.bounds(), |target, corner| {
            let (x, y) = (at.x.saturating_sub(corner.x), at.y.saturating_sub(corner.y));
            target.blit_with(picture, x, y, &plain);
        });
    }
}

/// Draws rows on rows by the quickest way that `blit` allows.
fn draw_rows<'a>(
    rows: impl Iterator<Item = (&'a mut [u32], &'a [u32])>,
    blit: &Blit,
    (target_opaque, picture_opaque): (bool, bool),
    place: IVec2,
) {
    // Rows that are turned upside down are still whole rows: `flip_y` is only the order in which they come.
    if !blit.flip_x && blit.tint != Color::WHITE && blit.blend.is_normal() {
        over::tinted_rows(Level::new(), rows, word(blit.tint));
    } else if blit.flip_x || !blit.blend.is_normal() {
        for ((to, from), y) in rows.zip(place.y..) {
            changed_row(to, from, blit, target_opaque, ivec2(place.x, y));
        }
    } else if picture_opaque {
        // Alpha 255 on both sides of the formula: source-over is a copy, whatever the target.
        for (to, from) in rows {
            to.copy_from_slice(from);
        }
    } else {
        over::rows(Level::new(), rows);
    }
}

/// A row through flip, tint and blend mode, in pieces that a small buffer holds: nothing is allocated, and the
/// changed pixels are still in the cache when they are blended.
fn changed_row(target: &mut [u32], source: &[u32], blit: &Blit, opaque: bool, place: IVec2) {
    let factors = word(blit.tint);
    let mut buffer = [0; CHUNK];
    let mut end = source.len();
    for (index, to) in target.chunks_mut(CHUNK).enumerate() {
        let changed = &mut buffer[..to.len()];
        if blit.flip_x {
            // The target is walked from the left, so the source is taken from its end.
            changed.copy_from_slice(&source[end - to.len()..end]);
            changed.reverse();
            end -= to.len();
        } else {
            changed.copy_from_slice(&source[index * CHUNK..][..to.len()]);
        }
        if factors != u32::MAX {
            over::modulate_row(changed, factors);
        }
        let piece = place + ivec2((index * CHUNK) as i32, 0);
        blend_row(&blit.blend, to, changed, opaque, piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lanes,
        testing::{any_surface, is_well_formed, place, rects},
    };
    use proptest::prelude::*;

    /// One pixel after another, by the definitions.
    fn slow_blit(target: &mut Surface, picture: &Surface, x: i32, y: i32, blit: &Blit) {
        let part = blit.source.unwrap_or(picture.bounds());
        let opaque = target.is_opaque();
        let stride = target.width() as usize;
        for row in 0..target.height() {
            for column in 0..target.width() {
                let (i, j) = (i64::from(column) - i64::from(x), i64::from(row) - i64::from(y));
                let inside =
                    i >= 0 && j >= 0 && i < i64::from(part.width) && j < i64::from(part.height);
                if !inside {
                    continue;
                }
                let i = if blit.flip_x { i64::from(part.width) - 1 - i } else { i };
                let j = if blit.flip_y { i64::from(part.height) - 1 - j } else { j };
                let (u, v) = (i64::from(part.x) + i, i64::from(part.y) + j);
                let exists = u >= 0
                    && v >= 0
                    && u < i64::from(picture.width())
                    && v < i64::from(picture.height());
                if !exists {
                    continue;
                }
                let source = picture.words()[v as usize * picture.width() as usize + u as usize];
                let source = lanes::modulate(source, word(blit.tint));
                let at = row as usize * stride + column as usize;
                let to = &mut target.words_mut()[at..=at];
                if blit.blend == BlendMode::Normal {
                    to[0] = lanes::over(source, to[0]);
                } else {
                    blend_row(&blit.blend, to, &[source], opaque, IVec2::ZERO);
                }
            }
        }
    }

    fn tints() -> impl Strategy<Value = Color> {
        prop_oneof![
            Just(Color::WHITE),
            any::<u8>().prop_map(|a| Color::WHITE.with_alpha(a)),
            any::<u32>().prop_map(Color::argb),
        ]
    }

    proptest! {
        #[test]
        fn blits_agree_with_single_pixels(
            mut target in any_surface(30), picture in any_surface(30), x in place(), y in place(),
            source in prop::option::of(rects()), tint in tints(), flip_x: bool, flip_y: bool,
            blend in prop::sample::select(&BlendMode::ALL[..]),
        ) {
            let mut expected = target.clone();
            let blit = Blit { source, tint, flip_x, flip_y, blend };
            slow_blit(&mut expected, &picture, x, y, &blit);
            target.blit_with(&picture, x, y, &blit);
            prop_assert!(is_well_formed(&target));
            prop_assert_eq!(target.words(), expected.words());
        }

        #[test]
        fn plain_blits_agree_with_single_pixels(
            mut target in any_surface(40), picture in any_surface(40), x in place(), y in place(),
        ) {
            let mut expected = target.clone();
            slow_blit(&mut expected, &picture, x, y, &Blit::default());
            target.blit(&picture, x, y);
            prop_assert_eq!(target.words(), expected.words());
        }
    }

    #[test]
    fn check_5_21_mirroring_twice_is_the_identity() {
        let mut image = Surface::opaque(320, 240, Color::rgb(16, 16, 16)).unwrap();
        image.fill_rect(IRect::new(100, 60, 40, 30), Color::rgb(200, 30, 40));
        let mirror = Blit { flip_x: true, ..Blit::default() };
        let mut once = image.same_kind(320, 240).unwrap();
        once.blit_with(&image, 0, 0, &mirror);
        assert_eq!(once.get(180, 60), Some(Color::rgb(200, 30, 40)));
        assert_eq!(once.get(179, 60), Some(Color::rgb(16, 16, 16)));
        let mut twice = image.same_kind(320, 240).unwrap();
        twice.blit_with(&once, 0, 0, &mirror);
        assert_eq!(twice, image);
    }
}
