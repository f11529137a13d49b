//! Difference of two pictures, and what moved between them in one pass.

use crate::{
    Surface, SurfaceError,
    scan::{Extent, Masked},
};
use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x32, u32x8};
use motile_geom::IRect;

/// What changed between two pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameDifference {
    /// Number of pixels that changed.
    pub count: u32,
    /// The smallest rectangle around them, or [`IRect::EMPTY`].
    pub bounds: IRect,
}

impl Surface {
    /// Replaces every pixel by |a − b| per stored channel, with alpha 255: equal pixels become
    /// black.
    ///
    /// # Errors
    /// [`SurfaceError::SizesDiffer`] unless all three surfaces have one size; nothing is written.
    pub fn set_difference(&mut self, a: &Self, b: &Self) -> Result<(), SurfaceError> {
        same_size(self, a)?;
        same_size(self, b)?;
        dispatch!(Level::new(), simd => difference(simd, self.words_mut(), a.words(), b.words()));
        Ok(())
    }

    /// Marks what moved from one picture to the next: pixels in which any stored color channel changed
    /// by at least `threshold` become white, the others black, all opaque. Difference, threshold, count and
    /// bounds in one pass, on all color channels. A threshold of 0 counts as 1.
    ///
    /// # Errors
    /// [`SurfaceError::SizesDiffer`] unless all three surfaces have one size; nothing is written.
    pub fn mark_motion(
        &mut self,
        before: &Self,
        after: &Self,
        threshold: u8,
    ) -> Result<FrameDifference, SurfaceError> {
        same_size(self, before)?;
        same_size(self, after)?;
        Ok(mark_motion_at(Level::new(), self, before, after, threshold))
    }
}

pub(crate) fn same_size(a: &Surface, b: &Surface) -> Result<(), SurfaceError> {
    let (expected, found) = ((a.width(), a.height()), (b.width(), b.height()));
    if expected == found { Ok(()) } else { Err(SurfaceError::SizesDiffer { expected, found }) }
}

const BLACK: u32 = 0xFF00_0000;
const COLORS: u32 = 0x00FF_FFFF;

#[inline(always)]
fn difference<S: Simd>(simd: S, target: &mut [u32], a: &[u32], b: &[u32]) {
    let (blocks, tail) = target.as_chunks_mut::<8>();
    let ((a, a_tail), (b, b_tail)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for ((to, a), b) in blocks.iter_mut().zip(a).zip(b) {
        (distance(simd, a, b) | u32x8::splat(simd, BLACK)).store_array(to);
    }
    for ((to, &a), &b) in tail.iter_mut().zip(a_tail).zip(b_tail) {
        *to = distance_of(a, b) | BLACK;
    }
}

#[inline(always)]
fn distance<S: Simd>(simd: S, a: &[u32; 8], b: &[u32; 8]) -> u32x8<S> {
    let a: u8x32<S> = u32x8::load_array_ref(simd, a).bitcast();
    let b: u8x32<S> = u32x8::load_array_ref(simd, b).bitcast();
    (a.max(b) - a.min(b)).bitcast()
}

#[inline(always)]
fn distance_of(a: u32, b: u32) -> u32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u32::from_le_bytes(core::array::from_fn(|i| a[i].abs_diff(b[i])))
}

fn mark_motion_at(
    level: Level,
    target: &mut Surface,
    before: &Surface,
    after: &Surface,
    threshold: u8,
) -> FrameDifference {
    dispatch!(level, simd => mark_motion_simd(simd, target, before, after, threshold.max(1)))
}

#[inline(always)]
fn mark_motion_simd<S: Simd>(
    simd: S,
    target: &mut Surface,
    before: &Surface,
    after: &Surface,
    threshold: u8,
) -> FrameDifference {
    let width = target.width() as usize;
    let rows = before.words().chunks_exact(width).zip(after.words().chunks_exact(width));
    let white = Masked { mask: COLORS, value: COLORS, find: true };
    let mut extent = Extent::default();
    let mut count = 0;
    for (y, (to, (a, b))) in target.words_mut().chunks_exact_mut(width).zip(rows).enumerate() {
        let changed = mark_row(simd, to, a, b, threshold);
        if changed > 0 {
            count += changed;
            extent.add_matches(simd, y, to, white);
        }
    }
    FrameDifference { count, bounds: extent.rect() }
}

/// Marks one row and counts the changed pixels.
#[inline(always)]
fn mark_row<S: Simd>(simd: S, target: &mut [u32], a: &[u32], b: &[u32], threshold: u8) -> u32 {
    let (blocks, tail) = target.as_chunks_mut::<8>();
    let ((a, a_tail), (b, b_tail)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    // A channel passes when something is left after taking threshold − 1 away.
    let below = u32::from(threshold - 1) * 0x0001_0101;
    let below: u8x32<S> = u32x8::splat(simd, below).bitcast();
    let zero = u32x8::splat(simd, 0);
    let mut counts = zero;
    for ((to, a), b) in blocks.iter_mut().zip(a).zip(b) {
        let bytes: u8x32<S> = distance(simd, a, b).bitcast();
        let left: u32x8<S> = (bytes.max(below) - below).bitcast();
        let still = (left & u32x8::splat(simd, COLORS)).simd_eq(zero);
        let moved = still.select(zero, u32x8::splat(simd, u32::MAX));
        (moved | u32x8::splat(simd, BLACK)).store_array(to);
        // All ones is −1.
        counts -= moved;
    }
    let mut count = counts.as_slice().iter().sum();
    for ((to, &a), &b) in tail.iter_mut().zip(a_tail).zip(b_tail) {
        let [r, g, b, _] = distance_of(a, b).to_le_bytes();
        let changed = r >= threshold || g >= threshold || b >= threshold;
        *to = if changed { u32::MAX } else { BLACK };
        count += u32::from(changed);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlendMode, Color, Threshold, over::levels, testing::stored_words};
    use proptest::prelude::*;

    #[test]
    fn check_5_28_input_37_difference() {
        let a = Surface::opaque(1, 1, Color::rgb(10, 200, 30)).unwrap();
        let b = Surface::opaque(1, 1, Color::rgb(12, 190, 255)).unwrap();
        let mut out = Surface::opaque(1, 1, Color::WHITE).unwrap();
        for (a, b, expected) in [
            (&a, &b, Color::rgb(2, 10, 225)),
            (&b, &a, Color::rgb(2, 10, 225)),
            (&a, &a, Color::BLACK),
        ] {
            out.set_difference(a, b).unwrap();
            assert_eq!(out.get(0, 0), Some(expected));
            let mut blended = a.clone();
            blended.blend(b, 0, 0, BlendMode::Difference);
            assert_eq!(blended, out);
        }
        let large = Surface::new(2, 1).unwrap();
        let error = SurfaceError::SizesDiffer { expected: (1, 1), found: (2, 1) };
        assert_eq!(out.set_difference(&a, &large), Err(error));
        assert_eq!(out.mark_motion(&large, &a, 1), Err(error));
    }

    fn frame(x: i32, gray: u8) -> Surface {
        let mut frame = Surface::opaque(320, 240, Color::rgb(16, 16, 16)).unwrap();
        frame.fill_rect(IRect::new(x, 60, 40, 30), Color::rgb(gray, gray, gray));
        frame
    }

    #[test]
    fn check_5_30_a_rectangle_that_moved() {
        let (before, after) = (frame(100, 200), frame(110, 200));
        let mut mask = before.clone();
        let motion = mask.mark_motion(&before, &after, 51).unwrap();
        assert_eq!(motion, FrameDifference { count: 600, bounds: IRect::new(100, 60, 50, 30) });
        assert_eq!(mask.mark_motion(&after, &after, 51).unwrap(), FrameDifference::default());
        // The classic three steps find the same box.
        let mut blend = before.clone();
        blend.blend(&after, 0, 0, BlendMode::Difference);
        blend.threshold_in_place(&Threshold::default());
        assert_eq!(blend.color_bounds(0xFF_FFFF, Color::BLACK, false), IRect::new(100, 60, 50, 30));
    }

    #[test]
    fn check_5_31_noise_below_the_threshold_is_still() {
        let (mut before, mut after) = (frame(100, 200), frame(100, 200));
        for (i, (a, b)) in before.words_mut().iter_mut().zip(after.words_mut()).enumerate() {
            *a = *a - 0x0005_0505 + 0x0001_0101 * (i as u32 * 7 % 11);
            *b = *b - 0x0005_0505 + 0x0001_0101 * (i as u32 * 3 % 11);
        }
        let mut mask = before.clone();
        assert_eq!(mask.mark_motion(&before, &after, 51).unwrap(), FrameDifference::default());
        let all = mask.mark_motion(&before, &after, 1).unwrap();
        assert!(all.bounds.width > 310 && all.bounds.height == 240);
    }

    #[test]
    fn check_5_32_a_change_in_blue_only_is_seen() {
        let before = Surface::opaque(3, 3, Color::BLACK).unwrap();
        let after = Surface::opaque(3, 3, Color::BLUE).unwrap();
        let mut mask = before.clone();
        assert_eq!(mask.mark_motion(&before, &after, 51).unwrap().count, 9);
        // The classic rule looks at red only and reports nothing.
        mask.set_difference(&before, &after).unwrap();
        mask.threshold_in_place(&Threshold::default());
        assert_eq!(mask.color_bounds(0xFF_FFFF, Color::BLACK, false), IRect::EMPTY);
    }

    proptest! {
        #[test]
        fn check_5_42_levels_agree(
            (width, a, b) in (1..70u32).prop_flat_map(|w| {
                (Just(w), stored_words(w as usize * 3), stored_words(w as usize * 3))
            }),
            threshold: u8,
        ) {
            let surface = |words: &[u32]| {
                let mut surface = Surface::new(width, 3).unwrap();
                surface.words_mut().copy_from_slice(words);
                surface
            };
            let (before, after) = (surface(&a), surface(&b));
            let mut expected = FrameDifference::default();
            let mut marks = Vec::new();
            for (i, (&a, &b)) in a.iter().zip(&b).enumerate() {
                let (p, q) = (a.to_le_bytes(), b.to_le_bytes());
                let changed = (0..3).any(|c| p[c].abs_diff(q[c]) >= threshold.max(1));
                marks.push(if changed { u32::MAX } else { BLACK });
                if changed {
                    expected.count += 1;
                    let (x, y) = (i as u32 % width, i as u32 / width);
                    expected.bounds = expected.bounds.union(IRect::new(x as i32, y as i32, 1, 1));
                }
            }
            for level in levels() {
                let mut target = before.clone();
                let motion = mark_motion_at(level, &mut target, &before, &after, threshold);
                prop_assert_eq!(motion, expected);
                prop_assert_eq!(target.words(), &marks[..]);
                let mut out = vec![0; a.len()];
                dispatch!(level, simd => difference(simd, &mut out, &a, &b));
                let slow: Vec<u32> = a.iter().zip(&b).map(|(&a, &b)| distance_of(a, b) | BLACK).collect();
                prop_assert_eq!(out, slow);
            }
        }
    }
}
