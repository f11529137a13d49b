//! Many copies of one picture, in bands of the target that stay in the cache.

use crate::{Blit, Color, Surface, over};
use fearless_simd::{Level, Simd, dispatch, prelude::*, u32x8};
use motile_geom::{IRect, IVec2};

/// Words of the target that are drawn on at a time, 256 KB: half of the second-level cache of common machines. A picture
/// that is scattered over a whole screen finds its backdrop in the third level, at three times the latency.
const BAND: usize = 1 << 16;

/// Pixels of a picture that is drawn place by place: for these it takes longer to ask in every band.
const SMALL: u32 = 16 * 16;

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
        let mut plans = [RowPlan::NOTHING; MOST_ROWS];
        let plans = if mixed { None } else { RowPlan::of_all(&sprite, &mut plans) };
        // One choice of level for all: the loops below are compiled as a whole for each.
        dispatch!(Level::new(), simd => if mixed {
            draw_all::<_, true>(simd, self.words_mut(), size, &sprite, places, None);
        } else {
            draw_all::<_, false>(simd, self.words_mut(), size, &sprite, places, plans);
        });
    }
}

/// Most rows of a picture that are looked through before it is drawn.
const MOST_ROWS: usize = 64;
/// Blocks of eight pixels that a plan can count.
const MOST_BLOCKS: usize = 255;

/// What the blocks of a row of the picture are, found once for all places: where it is not empty, and in there one run that is
/// solid. Other solid blocks count as mixed, which gives the same pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RowPlan {
    first: u8,
    solid: u8,
    solid_end: u8,
    end: u8,
}

impl RowPlan {
    const NOTHING: Self = Self { first: 0, solid: 0, solid_end: 0, end: 0 };

    /// The plans of all rows; `None` for pictures that are too large to be worth it.
    fn of_all<'p>(sprite: &Sprite<'_>, plans: &'p mut [Self; MOST_ROWS]) -> Option<&'p [Self]> {
        let IRect { width, height, .. } = sprite.inside;
        if height as usize > MOST_ROWS || width as usize / 8 > MOST_BLOCKS {
            return None;
        }
        let plans = &mut plans[..height as usize];
        plans.iter_mut().zip(sprite.rows()).for_each(|(plan, row)| *plan = Self::of(row));
        Some(plans)
    }

    fn of(row: &[u32]) -> Self {
        let blocks = row.as_chunks::<8>().0;
        let is_seen = |block: &[u32; 8]| block.iter().any(|&word| word != 0);
        let is_solid = |block: &[u32; 8]| block.iter().all(|word| word >> 24 == 255);
        let Some(first) = blocks.iter().position(is_seen) else { return Self::NOTHING };
        let end = blocks.iter().rposition(is_seen).map_or(first, |last| last + 1);
        let (mut solid, mut solid_end, mut at) = (first, first, first);
        while at < end {
            let run = blocks[at..end].iter().take_while(|block| is_solid(block)).count();
            if run > solid_end - solid {
                (solid, solid_end) = (at, at + run);
            }
            at += run.max(1);
        }
        let [first, solid, solid_end, end] = [first, solid, solid_end, end].map(|at| at as u8);
        Self { first, solid, solid_end, end }
    }

    /// Lays a whole row over another of its length.
    #[inline(always)]
    fn lay_over<S: Simd>(self, simd: S, target: &mut [u32], source: &[u32]) {
        let (to, target_tail) = target.as_chunks_mut::<8>();
        let (from, source_tail) = source.as_chunks::<8>();
        let [first, solid, solid_end, end] =
            [self.first, self.solid, self.solid_end, self.end].map(usize::from);
        // Loops of their own: a closure would not be compiled for the level.
        for (to, from) in to[first..solid].iter_mut().zip(&from[first..solid]) {
            over::mixed_block(simd, to, from);
        }
        for (to, from) in to[solid..solid_end].iter_mut().zip(&from[solid..solid_end]) {
            u32x8::load_array_ref(simd, from).store_array(to);
        }
        for (to, from) in to[solid_end..end].iter_mut().zip(&from[solid_end..end]) {
            over::mixed_block(simd, to, from);
        }
        over::tail(target_tail, source_tail);
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
    plans: Option<&[RowPlan]>,
) {
    let IRect { width: columns, height: rows, .. } = sprite.inside;
    let band = if columns * rows <= SMALL { height } else { band_rows(width) };
    for top in (0..height).step_by(band) {
        let rows = (top, (top + band).min(height));
        // Most places are in other bands: that is one comparison. This is the highest place that reaches into the band.
        let highest = top as i64 - i64::from(sprite.inside.height) + 1 - sprite.shift.1;
        let reach = (rows.1 as i64 - sprite.shift.1 - highest) as u64;
        for &place in places {
            if (i64::from(place.y) - highest) as u64 >= reach {
                continue;
            }
            let y = i64::from(place.y) + sprite.shift.1;
            if let Some(cut) = cut(y, sprite.inside.height, rows.0, rows.1) {
                // Inside the target, as the cut is.
                let first = (y + cut.0 as i64) as usize;
                lay_over::<S, MIXED>(simd, (target, width), sprite, place, (first, cut), plans);
            }
        }
    }
}

/// Lays a translucent picture over some rows of the target, from row `first` on.
#[inline(always)]
fn lay_over<S: Simd, const MIXED: bool>(
    simd: S,
    (target, stride): (&mut [u32], usize),
    sprite: &Sprite<'_>,
    place: IVec2,
    (first, (skipped, rows)): (usize, (usize, usize)),
    plans: Option<&[RowPlan]>,
) {
    let x = i64::from(place.x) + sprite.shift.0;
    let Some((column, width)) = cut(x, sprite.inside.width, 0, stride) else { return };
    let start = first * stride + (x + column as i64) as usize;
    let row = sprite.inside.y as usize + skipped;
    let source = row * sprite.stride + sprite.inside.x as usize + column;
    // A row that is cut at the left has other blocks, one that is cut at the right fewer.
    let whole = width == sprite.inside.width as usize;
    if let Some(plans) = plans.filter(|_| whole) {
        for (row, plan) in plans[skipped..skipped + rows].iter().enumerate() {
            let to = &mut target[start + row * stride..][..width];
            let from = &sprite.words[source + row * sprite.stride..][..width];
            plan.lay_over(simd, to, from);
        }
        return;
    }
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
