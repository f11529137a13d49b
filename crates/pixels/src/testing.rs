//! What the property tests of this crate share.

use crate::{Blur, Color, Margin, RimSide, Surface, halo::Shift};
use proptest::prelude::*;

/// Stored words with runs of invisible and of opaque pixels, as in sprites.
pub(crate) fn stored_words(len: usize) -> impl Strategy<Value = Vec<u32>> {
    let pixel = (any::<[u8; 4]>(), 0..4u8).prop_map(|([r, g, b, a], kind)| {
        let a = match kind {
            0 => 0,
            1 => 255,
            _ => a,
        };
        u32::from_ne_bytes(Color::rgba(r, g, b, a).premultiplied())
    });
    let run = (pixel, any::<bool>(), 1..20usize);
    prop::collection::vec(run, len).prop_map(move |runs| {
        let mut words = Vec::with_capacity(len);
        for (word, long, count) in runs {
            words.extend(core::iter::repeat_n(word, if long { count } else { 1 }));
        }
        words.truncate(len);
        words
    })
}

/// A surface of up to `side` × `side` pixels; `opaque` ones keep alpha 255.
pub(crate) fn surfaces(side: u32, opaque: bool) -> impl Strategy<Value = Surface> {
    (1..=side, 1..=side).prop_flat_map(move |(width, height)| {
        stored_words((width * height) as usize).prop_map(move |words| {
            let mut surface = if opaque {
                Surface::opaque(width, height, Color::BLACK).unwrap()
            } else {
                Surface::new(width, height).unwrap()
            };
            for (to, from) in surface.words_mut().iter_mut().zip(words) {
                *to = if opaque { from | 0xFF00_0000 } else { from };
            }
            surface
        })
    })
}

/// A surface of either kind.
pub(crate) fn any_surface(side: u32) -> impl Strategy<Value = Surface> {
    prop_oneof![3 => surfaces(side, false), 1 => surfaces(side, true)]
}

/// A coordinate anywhere, most often near a small surface.
pub(crate) fn place() -> impl Strategy<Value = i32> {
    prop_oneof![8 => -14..14i32, 1 => any::<i32>(), 1 => Just(i32::MIN), 1 => Just(i32::MAX)]
}

/// A rectangle anywhere, most often near a small surface.
pub(crate) fn rects() -> impl Strategy<Value = motile_geom::IRect> {
    let extent = || prop_oneof![8 => 0..20u32, 1 => any::<u32>(), 1 => Just(u32::MAX)];
    (place(), place(), extent(), extent())
        .prop_map(|(x, y, width, height)| motile_geom::IRect::new(x, y, width, height))
}

/// Whether every pixel keeps the rules: colors at most alpha, alpha 255 on an opaque surface.
pub(crate) fn is_well_formed(surface: &Surface) -> bool {
    surface
        .bytes()
        .chunks_exact(4)
        .all(|p| p[..3].iter().all(|&c| c <= p[3]) && (!surface.is_opaque() || p[3] == 255))
}

/// The plain twin of every operation with a source, a rectangle of it and a place: calls `pixel` with the place, the own
/// color and the other for every pixel of the target that a pixel of the source falls on.
pub(crate) fn each_copied(
    target: &Surface,
    source: &Surface,
    rect: motile_geom::IRect,
    x: i32,
    y: i32,
    mut pixel: impl FnMut((i32, i32), Color, Color),
) {
    let far = |a: i32, b: i32| i64::from(a) - i64::from(b);
    for row in 0..target.height() as i32 {
        for column in 0..target.width() as i32 {
            let (i, j) = (far(column, x), far(row, y));
            let inside =
                (0..i64::from(rect.width)).contains(&i) && (0..i64::from(rect.height)).contains(&j);
            let (u, v) = (i64::from(rect.x) + i, i64::from(rect.y) + j);
            let (Ok(u), Ok(v), true) = (i32::try_from(u), i32::try_from(v), inside) else {
                continue;
            };
            if let (Some(own), Some(other)) = (target.get(column, row), source.get(u, v)) {
                pixel((column, row), own, other);
            }
        }
    }
}

/// `round(a·b / 255)`.
pub(crate) fn times(a: u32, b: u32) -> u32 {
    (2 * a * b + 255) / 510
}

/// A stored word with every channel times `by` / 255.
pub(crate) fn scaled(word: u32, by: u32) -> u32 {
    u32::from_le_bytes(word.to_le_bytes().map(|c| times(u32::from(c), by) as u8))
}

/// Light or shade laid on a pixel of a picture or beside it, channel by channel as the filters say.
pub(crate) fn laid(side: RimSide, knockout: bool, layer: u32, source: u32) -> u32 {
    let [under, over] = [source, layer].map(|word| word.to_le_bytes().map(u32::from));
    let sums: [u32; 4] = core::array::from_fn(|c| {
        let kept = if knockout { 0 } else { times(under[c], 255 - over[3]) };
        match side {
            RimSide::Inner => times(over[c], under[3]) + kept,
            RimSide::Outer if knockout => times(over[c], 255 - under[3]),
            RimSide::Outer => under[c] + times(over[c], 255 - under[3]),
            RimSide::Full => over[c] + kept,
        }
    });
    u32::from_le_bytes(sums.map(|c| c.min(255) as u8))
}

/// Compares the result of a filter that reaches as far as a margin with what `word` says of each pixel, which is told its
/// place in the picture.
pub(crate) fn check_rim(
    picture: &Surface,
    result: &Surface,
    margin: Margin,
    word: impl Fn(i32, i32) -> u32,
) {
    let (margin, solid) =
        if picture.is_opaque() { (Margin::default(), 0xFF00_0000) } else { (margin, 0) };
    assert_eq!(result.width(), picture.width() + margin.left + margin.right);
    assert_eq!(result.height(), picture.height() + margin.top + margin.bottom);
    for (i, found) in (0..).zip(result.words()) {
        let x = (i % result.width()) as i32 - margin.left as i32;
        let y = (i / result.width()) as i32 - margin.top as i32;
        let expected = word(x, y) | solid;
        assert_eq!(found.to_le_bytes(), expected.to_le_bytes(), "{x} {y}");
    }
}

/// Alpha of the moved silhouette of a picture at a place in it, by way of the blur alone.
pub(crate) fn shifted_silhouette(picture: &Surface, blur: Blur) -> impl Fn(i32, i32, Shift) -> i64 {
    let mut clear = Surface::new(picture.width(), picture.height()).unwrap();
    clear.copy(picture, picture.bounds(), 0, 0);
    let soft = blur.apply(&clear).unwrap();
    let margin = blur.margin();
    move |x, y, shift| {
        let (sx, sy) = shift.steps();
        let (left, top) = (x * 256 - sx, y * 256 - sy);
        let (u, v) = (left.div_euclid(256), top.div_euclid(256));
        let (fx, fy) = (i64::from(left.rem_euclid(256)), i64::from(top.rem_euclid(256)));
        let alpha = |u: i32, v: i32| {
            let color = soft.get(u + margin.left as i32, v + margin.top as i32);
            i64::from(color.map_or(0, |color| color.a))
        };
        let sum = alpha(u, v) * (256 - fx) * (256 - fy)
            + alpha(u + 1, v) * fx * (256 - fy)
            + alpha(u, v + 1) * (256 - fx) * fy
            + alpha(u + 1, v + 1) * fx * fy;
        (sum + 32768) >> 16
    }
}

/// `round(value·strength)`, held to 0…255.
pub(crate) fn level(value: i64, strength: f32) -> u32 {
    u32::from((value as f32 * strength + 0.5) as u8)
}
