//! Plain twins: every operation once more, pixel by pixel in whole numbers, by the rule of its documentation.

use motile_geom::{IRect, IVec2};
use motile_pixels::{
    AlphaMask, Blit, Channel, Color, ColorTransform, Compare, PaletteMap, Surface, Threshold,
};

/// `round(a·b / 255)`.
pub(super) fn times(a: u32, b: u32) -> u32 {
    (2 * a * b + 255) / 510
}

/// The straight channels R, G, B, A of a stored word, divided and rounded to nearest.
pub(super) fn straight(word: u32) -> [u32; 4] {
    let [r, g, b, a] = word.to_le_bytes().map(u32::from);
    let divided = |c: u32| (c * 255 + a / 2).checked_div(a).map_or(0, |c| c.min(255));
    [divided(r), divided(g), divided(b), a]
}

/// Stores straight channels on a surface that may be opaque.
pub(super) fn stored([r, g, b, a]: [u32; 4], opaque: bool) -> u32 {
    let a = if opaque { 255 } else { a };
    u32::from_le_bytes([times(r, a), times(g, a), times(b, a), a].map(|c| c as u8))
}

pub(super) fn channels(color: Color) -> [u32; 4] {
    [color.r, color.g, color.b, color.a].map(u32::from)
}

/// Straight channels as `0xAARRGGBB`.
fn argb([r, g, b, a]: [u32; 4]) -> u32 {
    a << 24 | r << 16 | g << 8 | b
}

/// Whether a place that may be far away is a pixel of a surface.
pub(super) fn pixel(surface: &Surface, x: i64, y: i64) -> Option<u32> {
    let inside = (0..i64::from(surface.width())).contains(&x)
        && (0..i64::from(surface.height())).contains(&y);
    inside.then(|| surface.word(x as i32, y as i32))
}

/// Changes every pixel of a surface, which is told its place.
pub(super) fn each(surface: &mut Surface, mut change: impl FnMut(i64, i64, &mut u32)) {
    let width = surface.width() as usize;
    for (index, word) in surface.words_mut().iter_mut().enumerate() {
        change((index % width) as i64, (index / width) as i64, word);
    }
}

/// Changes every pixel that a pixel of `rect` of a source falls on, when the corner of `rect` lies at `place`.
pub(super) fn each_copied(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    mut change: impl FnMut(&mut u32, u32),
) {
    each(target, |x, y, word| {
        let (i, j) = (x - i64::from(place.x), y - i64::from(place.y));
        let inside =
            (0..i64::from(rect.width)).contains(&i) && (0..i64::from(rect.height)).contains(&j);
        let from = pixel(source, i64::from(rect.x) + i, i64::from(rect.y) + j);
        if let (Some(from), true) = (from, inside) {
            change(word, from);
        }
    });
}

pub(super) fn copy(target: &mut Surface, source: &Surface, rect: IRect, place: IVec2) {
    let opaque = target.is_opaque();
    each_copied(target, source, rect, place, |to, from| *to = stored(straight(from), opaque));
}

pub(super) fn copy_channel(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    (from, to): (Channel, Channel),
) {
    let index = |channel| match channel {
        Channel::Red => 0,
        Channel::Green => 1,
        Channel::Blue => 2,
        Channel::Alpha => 3,
    };
    let opaque = target.is_opaque();
    each_copied(target, source, rect, place, |word, other| {
        let mut own = straight(*word);
        own[index(to)] = straight(other)[index(from)];
        *word = stored(own, opaque);
    });
}

pub(super) fn merge(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    shares: [u16; 4],
) {
    let opaque = target.is_opaque();
    each_copied(target, source, rect, place, |word, other| {
        let (own, other) = (straight(*word), straight(other));
        let mixed = [0, 1, 2, 3].map(|c| {
            let share = u32::from(shares[c]).min(256);
            (other[c] * share + own[c] * (256 - share)) / 256
        });
        for c in 0..4 {
            let between = own[c].min(other[c])..=own[c].max(other[c]);
            assert!(between.contains(&mixed[c]), "{mixed:?} is not between {own:?} and {other:?}");
        }
        *word = stored(mixed, opaque);
    });
}

/// How two words of one size differ, as [`Surface::compare`] draws it.
pub(super) fn difference(a: u32, b: u32) -> u32 {
    let (a, b) = (straight(a), straight(b));
    let minus = [0, 1, 2, 3].map(|c| a[c].wrapping_sub(b[c]) & 255);
    match (a == b, a[..3] == b[..3]) {
        (true, _) => 0,
        (_, true) => stored([255, 255, 255, minus[3]], false),
        _ => stored([minus[0], minus[1], minus[2], 255], false),
    }
}

/// The pixel of a picture that a blit draws at a pixel of the target, as it is stored, through a mask where there is one.
fn blitted(
    picture: &Surface,
    at: IVec2,
    mask: Option<&AlphaMask<'_>>,
    blit: &Blit,
    (x, y): (i64, i64),
) -> Option<u32> {
    let part = blit.source.unwrap_or(picture.bounds());
    let (i, j) = (x - i64::from(at.x), y - i64::from(at.y));
    let (width, height) = (i64::from(part.width), i64::from(part.height));
    if !(0..width).contains(&i) || !(0..height).contains(&j) {
        return None;
    }
    let turned = |flip: bool, i: i64, length: i64| if flip { length - 1 - i } else { i };
    let (u, v) = (turned(blit.flip_x, i, width), turned(blit.flip_y, j, height));
    let word = pixel(picture, i64::from(part.x) + u, i64::from(part.y) + v)?;
    let Some(mask) = mask else { return Some(word) };
    let corner = (i64::from(mask.corner.x), i64::from(mask.corner.y));
    let share = pixel(mask.picture, i + corner.0, j + corner.1)? >> 24;
    Some(u32::from_le_bytes(word.to_le_bytes().map(|c| times(u32::from(c), share) as u8)))
}

pub(super) fn copy_masked(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    mask: &AlphaMask<'_>,
) {
    let opaque = target.is_opaque();
    each(target, |x, y, word| {
        if let Some(from) = blitted(source, place, Some(mask), &Blit::part(rect), (x, y)) {
            *word = stored(straight(from), opaque);
        }
    });
}

/// Blits pixel by pixel; two single pixels meet by the blend mode.
pub(super) fn blit_masked(
    target: &mut Surface,
    picture: &Surface,
    place: IVec2,
    mask: &AlphaMask<'_>,
    blit: &Blit,
) {
    for y in 0..target.height() as i32 {
        for x in 0..target.width() as i32 {
            let at = (i64::from(x), i64::from(y));
            if let Some(word) = blitted(picture, place, Some(mask), blit, at) {
                blend_one(target, (x, y), tinted(word, blit.tint), blit);
            }
        }
    }
}

/// A stored word times a tint, channel by channel and all of them by its alpha.
pub(super) fn tinted(word: u32, tint: Color) -> u32 {
    let tint = stored(channels(tint), false).to_le_bytes();
    let word = word.to_le_bytes();
    let product = [0, 1, 2, 3].map(|c| times(u32::from(word[c]), u32::from(tint[c])) as u8);
    u32::from_le_bytes(product)
}

/// Blends one stored pixel into a surface.
pub(super) fn blend_one(target: &mut Surface, (x, y): (i32, i32), word: u32, blit: &Blit) {
    let mut one = Surface::new(1, 1).unwrap_or_else(|error| panic!("{error}"));
    one.words_mut()[0] = word;
    target.blend(&one, x, y, blit.blend.clone());
}

/// A stored word through factors and offsets of its straight channels.
pub(super) fn transformed(word: u32, transform: &ColorTransform, opaque: bool) -> u32 {
    let own = straight(word);
    let changed = [0, 1, 2, 3].map(|c| {
        let sum = own[c] as f32 * transform.factor[c] + transform.offset[c];
        if sum.is_nan() { 0 } else { (sum + 0.5).floor().clamp(0.0, 255.0) as u32 }
    });
    stored(changed, opaque)
}

pub(super) fn color_transform(target: &mut Surface, rect: IRect, transform: &ColorTransform) {
    let opaque = target.is_opaque();
    each(target, |x, y, word| {
        if rect.contains(x as i32, y as i32) {
            *word = transformed(*word, transform, opaque);
        }
    });
}

pub(super) fn palette_map(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    map: &PaletteMap,
) {
    let opaque = target.is_opaque();
    each_copied(target, source, rect, place, |to, from| {
        let [r, g, b, a] = straight(from).map(|c| c as usize);
        let sum = [map.r[r], map.g[g], map.b[b], map.a[a]].map(u64::from).iter().sum::<u64>();
        *to = stored(channels(Color::argb(sum as u32)), opaque);
    });
}

pub(super) fn write_rect(target: &mut Surface, rect: IRect, colors: &[Color]) {
    let opaque = target.is_opaque();
    each(target, |x, y, word| {
        let (i, j) = (x - i64::from(rect.x), y - i64::from(rect.y));
        let (width, height) = (i64::from(rect.width), i64::from(rect.height));
        if (0..width).contains(&i) && (0..height).contains(&j) {
            *word = stored(channels(colors[(j * width + i) as usize]), opaque);
        }
    });
}

/// Pixels tested and written: straight ones, or by the classic rule stored ones that keep their alpha.
pub(super) fn threshold(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    test: &Threshold,
    classic: bool,
) -> u32 {
    let (opaque, mut passed) = (target.is_opaque() && !classic, 0);
    each_copied(target, source, rect, place, |to, from| {
        let bytes = if classic { from.to_le_bytes().map(u32::from) } else { straight(from) };
        let (p, q) = (argb(bytes) & test.mask, test.value & test.mask);
        let passes = match test.compare {
            Compare::Less => p < q,
            Compare::LessEqual => p <= q,
            Compare::Greater => p > q,
            Compare::GreaterEqual => p >= q,
            Compare::Equal => p == q,
            Compare::NotEqual => p != q,
        };
        passed += u32::from(passes);
        if passes {
            *to = stored(channels(test.color), opaque);
        } else if test.copy_source {
            *to = if opaque { stored(straight(from), true) } else { from };
        }
    });
    passed
}

/// The rectangle around all pixels of which `is` is true.
pub(super) fn bounds(surface: &Surface, is: impl Fn(u32) -> bool) -> IRect {
    let mut found = IRect::EMPTY;
    for y in 0..surface.height() as i32 {
        for x in 0..surface.width() as i32 {
            if is(surface.word(x, y)) {
                found = found.union(IRect::new(x, y, 1, 1));
            }
        }
    }
    found
}

pub(super) fn color_bounds(surface: &Surface, mask: u32, color: Color, find: bool) -> IRect {
    bounds(surface, |word| (argb(straight(word)) & mask == color.to_argb() & mask) == find)
}

/// By the classic rule, which compares what is stored and does not mask the color.
pub(super) fn classic_bounds(surface: &Surface, mask: u32, color: Color, find: bool) -> IRect {
    let opaque = surface.is_opaque();
    let mask = if opaque { mask | 0xFF00_0000 } else { mask };
    let value = argb(stored(channels(color), opaque).to_le_bytes().map(u32::from));
    bounds(surface, |word| (argb(word.to_le_bytes().map(u32::from)) & mask == value) == find)
}
