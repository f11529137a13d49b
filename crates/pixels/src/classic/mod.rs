//! What the classic platform did with bitmaps, where it differs from what is recommended here.
//!
//! The books whose examples live in the demos were written for a browser plug-in with a `BitmapData` class. Artwork and
//! expectations come from there, so where its answer differs from the clean one, its answer stays available under the
//! name that the clean one has in the rest of this crate: `classic::threshold` beside [`Surface::threshold`]. The rules
//! are those of published outputs of that player, recomputed. The usual reason for a difference is that it looked at
//! stored, premultiplied values where a reader thinks of colors.

mod noise;
mod perlin;

pub use noise::{ByteNoise, fill_noise};
pub use perlin::PerlinNoise;

use crate::{
    Blur, Color, PaletteMap, Surface, Threshold,
    clip::Clip,
    color_bounds::argb_to_word,
    scan::{self, Masked},
    surface::word,
};
use motile_geom::{IRect, Vec2, vec2};

/// Finds a color by the classic rule: the stored, premultiplied pixel under the mask has to equal the premultiplied
/// color as a whole, which is not masked. On an opaque surface alpha always belongs to the mask, and the color has
/// alpha 255 there. [`Surface::color_bounds`] compares straight colors, masked on both sides.
///
/// ```
/// use motile_pixels::{Color, Surface, classic};
/// let picture = Surface::opaque(3, 3, Color::rgb(0xBB, 0xCC, 0xDD))?;
/// assert_eq!(classic::color_bounds(&picture, 0xFF, Color::argb(0xDD), true), picture.bounds());
/// assert!(classic::color_bounds(&picture, 0xFF, Color::argb(0xCCDD), true).is_empty(), "not masked");
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "getColorBoundsRect")]
#[doc(alias = "color_bounds_classic")]
pub fn color_bounds(surface: &Surface, mask: u32, color: Color, find: bool) -> IRect {
    let mask = argb_to_word(if surface.is_opaque() { mask | 0xFF00_0000 } else { mask });
    let value = surface.own_word(color);
    scan::bounds(surface, Masked { mask, value, find }, false)
}

/// Tests pixels by the classic rule: `(p & mask) compare (value & mask)` with p the stored, premultiplied pixel as
/// `0xAARRGGBB`. Returns how many passed. What is written keeps its own alpha, **also on an opaque surface**, which may
/// have pixels that are not opaque afterwards. [`Surface::threshold`] compares straight colors and keeps opaque surfaces
/// opaque.
///
/// ```
/// use motile_pixels::{Color, Compare, Surface, Threshold, classic};
/// let faint = Surface::filled(1, 1, Color::rgba(255, 0, 0, 64))?;
/// let mut target = Surface::opaque(1, 1, Color::WHITE)?;
/// let test = Threshold { compare: Compare::Equal, value: 64 << 16, color: Color::argb(0x8000_FF00), ..Threshold::default() };
/// assert_eq!(classic::threshold(&mut target, &faint, faint.bounds(), 0, 0, &test), 1);
/// assert_eq!(target.get(0, 0), Some(Color::argb(0x8000_FF00)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "threshold_classic")]
pub fn threshold(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    x: i32,
    y: i32,
    test: &Threshold,
) -> u32 {
    let clip = Clip::new(target.bounds(), (x, y), source.bounds(), rect, (false, false));
    let Some(clip) = clip else { return 0 };
    let (color, value) = (word(test.color), test.value & test.mask);
    let mut passed = 0;
    for (to, from) in clip.target_rows(target).zip(clip.source_rows(source)) {
        for (to, &from) in to.iter_mut().zip(from) {
            if test.compare.holds(argb_to_word(from) & test.mask, value) {
                *to = color;
                passed += 1;
            } else if test.copy_source {
                *to = from;
            }
        }
    }
    passed
}

/// The classic tables for fewer colors: steps of `floor(256 / levels)`, which gives more than `levels` values when
/// `levels` does not divide 256. [`PaletteMap::posterize`] gives exactly as many as asked for.
pub fn posterize(levels: u32) -> PaletteMap {
    let step = 256 / levels.clamp(1, 256);
    PaletteMap::from_curve(|i| (u32::from(i) / step * step) as u8)
}

/// A blur by the classic parameters: the full width and height of the box in pixels, and the passes. A width of
/// 10 weighs ½, nine times 1, ½.
#[doc(alias = "BlurFilter")]
pub fn blur(width: f32, height: f32, quality: u32) -> Blur {
    let radius = vec2((width - 1.0) / 2.0, (height - 1.0) / 2.0);
    Blur { radius: radius.max(Vec2::ZERO), passes: quality }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Compare,
        testing::{any_surface, place, rects},
    };
    use proptest::prelude::*;

    #[test]
    fn color_bounds_on_opaque_surfaces_take_alpha_255_for_the_color() {
        // The color kept its own alpha 0 while the mask had gained the alpha byte: nothing was found.
        let picture = Surface::opaque(3, 3, Color::argb(0xAABB_CCDD)).unwrap();
        assert_eq!(color_bounds(&picture, 0xFF, Color::argb(0xDD), true), IRect::new(0, 0, 3, 3));
        assert_eq!(color_bounds(&picture, 0xFF, Color::argb(0xDD), false), IRect::EMPTY);
    }

    #[test]
    fn pix_3_stored_values_are_compared() {
        let mut surface = Surface::new(4, 1).unwrap();
        let faint = Color::rgba(200, 100, 50, 10);
        surface.set(2, 0, faint);
        let close = Color::rgba(205, 95, 55, 10);
        assert_eq!(close.premultiplied(), faint.premultiplied(), "stored alike");
        let here = IRect::new(2, 0, 1, 1);
        assert_eq!(color_bounds(&surface, u32::MAX, close, true), here);
        let read = surface.get(2, 0).unwrap();
        assert_eq!(surface.color_bounds(u32::MAX, read, true), here);
        assert_eq!(surface.color_bounds(u32::MAX, close, true), IRect::EMPTY);
    }

    proptest! {
        #[test]
        fn pix_3_bounds_agree_with_single_pixels(
            surface in any_surface(9), mask: u32, argb: u32, own: bool, find: bool,
        ) {
            // A color of the surface itself is found now and then.
            let color = if own { surface.get(0, 0).unwrap() } else { Color::argb(argb) };
            let solid = surface.is_opaque();
            let mask = if solid { mask | 0xFF00_0000 } else { mask };
            let value = if solid { color.with_alpha(255) } else { color };
            let argb = |[r, g, b, a]: [u8; 4]| u32::from_be_bytes([a, r, g, b]);
            let mut expected = IRect::EMPTY;
            for (i, pixel) in surface.bytes().as_chunks().0.iter().enumerate() {
                if (argb(*pixel) & mask == argb(value.premultiplied())) == find {
                    let (x, y) = (i as u32 % surface.width(), i as u32 / surface.width());
                    expected = expected.union(IRect::new(x as i32, y as i32, 1, 1));
                }
            }
            prop_assert_eq!(color_bounds(&surface, mask, color, find), expected);
        }

        #[test]
        fn pix_2_threshold_agrees_with_single_pixels(
            target in any_surface(9), source in any_surface(9), rect in rects(), x in place(), y in place(),
            value: u32, mask: u32, argb: u32, copy_source: bool, kind in 0..6usize,
        ) {
            let text = ["<", "<=", ">", ">=", "==", "!="][kind];
            let compare: Compare = text.parse().unwrap();
            let test = Threshold { compare, value, mask, color: Color::argb(argb), copy_source };
            let (mut actual, mut expected, mut passed) = (target.clone(), target.clone(), 0);
            let width = target.width() as i32;
            for (i, to) in expected.words_mut().iter_mut().enumerate() {
                let (i, j) = (i as i32 % width, i as i32 / width);
                let (i, j) = (i64::from(i) - i64::from(x), i64::from(j) - i64::from(y));
                let inside = (0..i64::from(rect.width)).contains(&i) && (0..i64::from(rect.height)).contains(&j);
                let (u, v) = (i64::from(rect.x) + i, i64::from(rect.y) + j);
                let near = (0..9).contains(&u) && (0..9).contains(&v);
                if !inside || !near || source.get(u as i32, v as i32).is_none() {
                    continue;
                }
                let from = source.word(u as i32, v as i32);
                let [r, g, b, a] = from.to_le_bytes();
                let (p, q) = (u32::from_be_bytes([a, r, g, b]) & mask, value & mask);
                let hit = [p < q, p <= q, p > q, p >= q, p == q, p != q][kind];
                passed += u32::from(hit);
                if hit {
                    *to = Color::argb(argb).to_word();
                } else if copy_source {
                    *to = from;
                }
            }
            prop_assert_eq!(threshold(&mut actual, &source, rect, x, y, &test), passed);
            prop_assert_eq!(actual.words(), expected.words());
        }

        #[test]
        fn blurs_of_any_size_are_tame(width: f32, height: f32, quality: u32) {
            let blur = blur(width, height, quality);
            prop_assert!(blur.radius.x >= 0.0 || width.is_nan());
            prop_assert!(blur.radius.y >= 0.0 || height.is_nan());
        }
    }
}
