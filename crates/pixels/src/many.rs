//! Many copies of one picture, in bands of the target that stay in the cache.

use crate::{Blit, Color, Surface, over};
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::{IRect, IVec2};

/// Words of the target that are drawn on at a time, 256 KB: half of the second-level cache of common machines. A picture
/// that is scattered over a whole screen finds its backdrop in the third level, at three times the latency.
const BAND: usize = 1 << 16;

/// Rows of a target of this width that are drawn on at a time.
pub(crate) fn band_rows(width: usize) -> usize {
    (BAND / width).max(1)
}

impl Surface {
    /// Draws a picture at every one of many places, in order: the same pixels as [`Surface::blit_with`] for each of them, in
    /// less time. For particles, tiles and crowds.
    ///
    /// The target is drawn band by band, so that it stays in the cache however the places are scattered. An opaque picture
    /// only writes, and one with a tint, flips or a blend mode computes for longer than it waits: there is nothing to gain with
    /// those. Allocates nothing.
    ///
    /// ```
    /// use motile_pixels::{Blit, Color, Surface, math::ivec2};
    /// let tile = Surface::opaque(8, 8, Color::ORANGE)?;
    /// let mut screen = Surface::opaque(32, 8, Color::BLACK)?;
    /// let places: Vec<_> = (0..3).map(|i| ivec2(i * 8, 0)).collect();
    /// screen.blit_all(&tile, &places, &Blit::default());
    /// assert_eq!(screen.get(23, 7), Some(Color::ORANGE));
    /// assert_eq!(screen.get(24, 7), Some(Color::BLACK));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    #[doc(alias = "batch")]
    #[doc(alias = "instancing")]
    #[doc(alias = "particles")]
    #[doc(alias = "sprites")]
    #[doc(alias = "tiles")]
    pub fn blit_all(&mut self, picture: &Self, places: &[IVec2], blit: &Blit) {
        let plain = blit.tint == Color::WHITE && !blit.flip_x && !blit.flip_y;
        if picture.is_opaque() || !plain || !blit.blend.is_normal() {
            for place in places {
                self.blit_with(picture, place.x, place.y, blit);
            }
            return;
        }
        let part = blit.source.unwrap_or(picture.bounds());
        let inside = part.intersect(picture.bounds());
        if inside.is_empty() {
            return;
        }
        let sprite = Sprite {
            words: picture.words(),
            stride: picture.width() as usize,
            inside,
            shift: (
                i64::from(inside.x) - i64::from(part.x),
                i64::from(inside.y) - i64::from(part.y),
            ),
        };
        let size = (self.width() as usize, self.height() as usize);
        let mixed = over::is_mixed(sprite.rows());
        // One choice of level for all: the loops below are compiled as a whole for each.
        dispatch!(Level::new(), simd => if mixed {
            draw_all::<_, true>(simd, self.words_mut(), size, &sprite, places);
        } else {
            draw_all::<_, false>(simd, self.words_mut(), size, &sprite, places);
        });
    }
}

/// The picture that is drawn.
struct Sprite<'a> {
    words: &'a [u32],
    stride: usize,
    /// The part of it that is drawn and exists.
    inside: IRect,
    /// Where that begins, seen from a place.
    shift: (i64, i64),
}

impl<'a> Sprite<'a> {
    /// The rows that are drawn.
    fn rows(&self) -> impl Iterator<Item = &'a [u32]> + use<'a> {
        let IRect { x, y, width, height } = self.inside;
        let rows = self.words.chunks_exact(self.stride).skip(y as usize).take(height as usize);
        rows.map(move |row| &row[x as usize..][..width as usize])
    }
}

/// The part of a side that is inside: the first of its pixels, and how many of them.
#[inline(always)]
pub(crate) fn cut(start: i64, length: u32, from: usize, to: usize) -> Option<(usize, usize)> {
    let first = (from as i64 - start).max(0);
    let end = i64::from(length).min(to as i64 - start);
    (first < end).then(|| (first as usize, (end - first) as usize))
}

/// Draws in all bands; `MIXED` says that asking for solid and empty blocks is not worth it.
#[inline(always)]
fn draw_all<S: Simd, const MIXED: bool>(
    simd: S,
    target: &mut [u32],
    (width, height): (usize, usize),
    sprite: &Sprite<'_>,
    places: &[IVec2],
) {
    let band = band_rows(width);
    for top in (0..height).step_by(band) {
        let rows = (top, (top + band).min(height));
        for &place in places {
            let y = i64::from(place.y) + sprite.shift.1;
            if let Some(cut) = cut(y, sprite.inside.height, rows.0, rows.1) {
                // Inside the target, as the cut is.
                let first = (y + cut.0 as i64) as usize;
                lay_over::<S, MIXED>(simd, target, width, sprite, place, (first, cut));
            }
        }
    }
}

/// Lays a translucent picture over some rows of the target, from row `first` on.
#[inline(always)]
fn lay_over<S: Simd, const MIXED: bool>(
    simd: S,
    target: &mut [u32],
    stride: usize,
    sprite: &Sprite<'_>,
    place: IVec2,
    (first, (skipped, rows)): (usize, (usize, usize)),
) {
    let x = i64::from(place.x) + sprite.shift.0;
    let Some((column, width)) = cut(x, sprite.inside.width, 0, stride) else { return };
    let start = first * stride + (x + column as i64) as usize;
    let row = sprite.inside.y as usize + skipped;
    let source = row * sprite.stride + sprite.inside.x as usize + column;
    for row in 0..rows {
        let to = &mut target[start + row * stride..][..width];
        let from = &sprite.words[source + row * sprite.stride..][..width];
        if MIXED {
            over::mixed_row_simd(simd, to, from);
        } else {
            over::row_simd(simd, to, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BlendMode,
        testing::{any_surface, is_well_formed, place, rects},
    };
    use motile_geom::ivec2;
    use proptest::prelude::*;

    fn check(target: &Surface, picture: &Surface, places: &[IVec2], blit: &Blit) {
        let (mut actual, mut expected) = (target.clone(), target.clone());
        for place in places {
            expected.blit_with(picture, place.x, place.y, blit);
        }
        actual.blit_all(picture, places, blit);
        assert!(is_well_formed(&actual));
        assert_eq!(actual.words(), expected.words());
    }

    proptest! {
        #[test]
        fn many_are_the_same_as_one_after_the_other(
            target in any_surface(30), picture in any_surface(12), source in prop::option::of(rects()),
            places in prop::collection::vec((place(), place()), 0..12), multiply: bool, flip_x: bool,
        ) {
            let places: Vec<IVec2> = places.into_iter().map(IVec2::from).collect();
            let blend = if multiply { BlendMode::Multiply } else { BlendMode::Normal };
            check(&target, &picture, &places, &Blit { source, flip_x, blend, ..Blit::default() });
            check(&target, &picture, &places, &Blit { source, ..Blit::default() });
        }

        #[test]
        fn tiles_in_line_may_touch_overlap_or_leave_gaps(
            target in any_surface(40), picture in any_surface(9), y in -9..40i32, step in 1..12i32, x in -20..20i32,
        ) {
            let places: Vec<IVec2> = (0..9).map(|i| ivec2(x + i * step, y)).collect();
            check(&target, &picture, &places, &Blit::default());
        }
    }

    #[test]
    fn bands_do_not_show() {
        // 700 pixels a row: a band ends after 93 rows.
        let mut target = Surface::opaque(700, 300, Color::GRAY).unwrap();
        crate::classic::fill_noise(&mut target, 3, 0, 255, [true; 4], false);
        let mut picture = Surface::new(50, 60).unwrap();
        crate::classic::fill_noise(&mut picture, 4, 0, 255, [true; 4], false);
        let solid = Surface::opaque(50, 60, Color::ORANGE).unwrap();
        let places: Vec<IVec2> =
            (0..300).map(|i| ivec2(i * 37 % 740 - 30, i * 53 % 340 - 30)).collect();
        // Noise has no block that is solid or empty; with a hole and a solid part it has enough of them.
        assert!(over::is_mixed(picture.words().chunks(50)));
        check(&target, &picture, &places, &Blit::default());
        picture.fill_rect(IRect::new(0, 0, 50, 20), Color::TRANSPARENT);
        picture.fill_rect(IRect::new(0, 30, 50, 20), Color::RED);
        assert!(!over::is_mixed(picture.words().chunks(50)));
        check(&target, &picture, &places, &Blit::default());
        check(&target, &solid, &places, &Blit::default());
    }

    #[test]
    fn nothing_is_allocated() {
        let mut target = Surface::opaque(300, 300, Color::GRAY).unwrap();
        let picture = Surface::filled(20, 20, Color::rgba(9, 200, 9, 100)).unwrap();
        let places: Vec<IVec2> = (0..50).map(|i| ivec2(i * 7, i * 5)).collect();
        let counts = allocation_counter::measure(|| {
            target.blit_all(&picture, &places, &Blit::default());
        });
        assert_eq!(counts.count_total, 0);
    }
}
