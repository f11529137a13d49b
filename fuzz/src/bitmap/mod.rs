//! Operations on pixels with any numbers, each beside a plain twin.

mod bytes;
mod dissolve;
mod draw;
mod noise;
mod rims;
mod twins;

use bytes::Bytes;
use motile_geom::{IRect, IVec2};
use motile_pixels::{
    AlphaMask, BlendMode, Blit, Color, Compare, PaletteMap, Surface, Threshold, classic,
};

/// Any bytes are two small surfaces and a list of operations from one to the other. Whatever the numbers, no pixel is
/// brighter than its alpha, opaque surfaces stay opaque, and every word is that of a plain twin of the operation.
///
/// # Panics
/// When one of these does not hold.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (mut target, source) = (bytes.surface(), bytes.surface());
    for _ in 0..12 {
        if bytes.0.is_empty() {
            break;
        }
        step(&mut target, &source, &mut bytes);
        let fits = |pixel: &[u8]| pixel[..3].iter().all(|&c| c <= pixel[3]);
        assert!(target.bytes().chunks_exact(4).all(fits), "a color above its alpha");
        let solid = target.bytes().chunks_exact(4).all(|pixel| pixel[3] == 255);
        assert!(!target.is_opaque() || solid, "an opaque surface with holes");
    }
}

/// How many operations there are.
const KINDS: u8 = 16;

fn step(target: &mut Surface, source: &Surface, bytes: &mut Bytes<'_>) {
    let (kind, rect, place) = (bytes.byte(), bytes.rect(), bytes.place());
    let (x, y) = (place.x, place.y);
    let mut expected = target.clone();
    match kind % KINDS {
        0 => {
            let (from, to) = (bytes.channel(), bytes.channel());
            target.copy_channel(source, rect, x, y, from, to);
            twins::copy_channel(&mut expected, source, rect, place, (from, to));
        }
        1 => {
            let shares = [(); 4].map(|()| bytes.number() as u16);
            target.merge(source, rect, x, y, shares);
            twins::merge(&mut expected, source, rect, place, shares);
        }
        2 => return compare(target, source),
        3 => return dissolve::dissolve(target, source, rect, place, bytes),
        4 => return noise::noise(target, bytes),
        5 => return masked(target, source, rect, place, bytes),
        6 => return draw::draw(target, source, rect, bytes),
        7 => {
            let transform = bytes.transform();
            target.color_transform_rect(rect, &transform);
            twins::color_transform(&mut expected, rect, &transform);
        }
        8 => {
            let mut table = || {
                let wild = bytes.number();
                core::array::from_fn(|i| (i as u32).wrapping_mul(wild))
            };
            let map = PaletteMap { r: table(), g: table(), b: table(), a: table() };
            target.palette_map_from(source, rect, x, y, &map);
            twins::palette_map(&mut expected, source, rect, place, &map);
        }
        9 => return rims::rims(target, source, rect, place, bytes),
        10 => {
            let (length, wild) = (u64::from(bytes.byte()), bytes.number());
            let length = if bytes.flag() { length } else { rect.area().min(600) };
            let color = |i: u64| Color::argb(wild.wrapping_mul(i as u32 * 2 + 1));
            let colors: Vec<Color> = (0..length).map(color).collect();
            let fits = rect.area() == colors.len() as u64;
            assert_eq!(target.write_rect(rect, &colors).is_ok(), fits);
            if fits {
                twins::write_rect(&mut expected, rect, &colors);
            }
        }
        11 => return threshold(target, source, rect, place, bytes),
        12 => {
            let (mask, color, find) = (bytes.number(), bytes.color(), bytes.flag());
            // A color of the surface itself is found now and then.
            let color = if bytes.flag() { color } else { target.get(x, y).unwrap_or(color) };
            let plain = twins::color_bounds(target, mask, color, find);
            assert_eq!(target.color_bounds(mask, color, find), plain);
            let plain = twins::classic_bounds(target, mask, color, find);
            assert_eq!(classic::color_bounds(target, mask, color, find), plain);
        }
        13 => return many(target, source, rect, bytes),
        14 => inflate(rect, place),
        _ => return rims::filter(target, source, rect, place, bytes),
    }
    assert_eq!(target.words(), expected.words());
}

fn compare(target: &Surface, source: &Surface) {
    let same_size = target.bounds() == source.bounds();
    assert_eq!(target.compare(source).is_ok(), same_size);
    let Ok(difference) = target.compare(source) else { return };
    let pairs = target.words().iter().zip(source.words());
    let words: Vec<u32> = pairs.map(|(&own, &other)| twins::difference(own, other)).collect();
    match difference {
        Some(picture) => assert_eq!(picture.words(), words),
        None => assert!(words.iter().all(|&word| word == 0)),
    }
}

/// Copies and blits through a second picture.
fn masked(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    bytes: &mut Bytes<'_>,
) {
    let picture = bytes.surface();
    let mask = AlphaMask::new(&picture).with_corner(bytes.place());
    let mut expected = target.clone();
    target.copy_masked(source, rect, place.x, place.y, &mask);
    twins::copy_masked(&mut expected, source, rect, place, &mask);
    assert_eq!(target.words(), expected.words());
    let blit = Blit {
        flip_x: bytes.flag(),
        flip_y: bytes.flag(),
        blend: bytes.pick(&BlendMode::ALL),
        ..Blit::part(rect)
    };
    let blit = blit.with_tint(bytes.color());
    target.blit_masked(source, place.x, place.y, &mask, &blit);
    twins::blit_masked(&mut expected, source, place, &mask, &blit);
    assert_eq!(target.words(), expected.words());
}

/// Grown and shrunk rectangles hold the cells that lie so far from their ends.
fn inflate(rect: IRect, by: IVec2) {
    let grown = rect.inflate(by.x, by.y);
    let held = |start: i32, length: u32, by: i32, at: i64| {
        at >= i64::from(start) - i64::from(by)
            && at < i64::from(start) + i64::from(length) + i64::from(by)
    };
    // A side has at most as many cells as a `u32` counts; those are the first ones.
    let counts = |start: i32, length: u32, by: i32| {
        i64::from(length) + 2 * i64::from(by) <= i64::from(u32::MAX)
            && i32::try_from(i64::from(start) - i64::from(by)).is_ok()
    };
    if !counts(rect.x, rect.width, by.x) || !counts(rect.y, rect.height, by.y) {
        return;
    }
    for (x, y) in [-20, -3, 0, 1, 2, 7, 19].into_iter().flat_map(|x| (-20..20).map(move |y| (x, y)))
    {
        let inside = held(rect.x, rect.width, by.x, i64::from(x))
            && held(rect.y, rect.height, by.y, i64::from(y));
        assert_eq!(grown.contains(x, y), inside, "({x}, {y}) of {rect:?} by {by}");
    }
}

fn threshold(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    IVec2 { x, y }: IVec2,
    bytes: &mut Bytes<'_>,
) {
    const ALL: [Compare; 6] = [
        Compare::Less,
        Compare::LessEqual,
        Compare::Greater,
        Compare::GreaterEqual,
        Compare::Equal,
        Compare::NotEqual,
    ];
    let test = Threshold {
        compare: bytes.pick(&ALL),
        value: bytes.number(),
        mask: bytes.number(),
        color: bytes.color(),
        copy_source: bytes.flag(),
    };
    // The classic rule may leave holes in an opaque surface: it works on a copy.
    let (mut classic, mut expected) = (target.clone(), target.clone());
    let place = IVec2 { x, y };
    let passed = twins::threshold(&mut expected, source, rect, place, &test, true);
    assert_eq!(classic::threshold(&mut classic, source, rect, x, y, &test), passed);
    assert_eq!(classic.words(), expected.words());
    expected.clone_from(target);
    let passed = twins::threshold(&mut expected, source, rect, place, &test, false);
    assert_eq!(target.threshold(source, rect, x, y, &test), passed);
    assert_eq!(target.words(), expected.words());
}

/// Many blits in one call are the blits one by one.
fn many(target: &mut Surface, source: &Surface, rect: IRect, bytes: &mut Bytes<'_>) {
    let places: Vec<IVec2> = (0..bytes.byte() % 16).map(|_| bytes.place()).collect();
    let blit = Blit { source: bytes.flag().then_some(rect), ..Blit::default() };
    let mut one_by_one = target.clone();
    for place in &places {
        one_by_one.blit_with(source, place.x, place.y, &blit);
    }
    target.blit_all(source, &places, &blit);
    assert_eq!(target.words(), one_by_one.words());
}

/// For each operation one input with either kind of surface on both sides: two surfaces, a rectangle that covers them, the
/// corner, and what it asks for.
pub fn built() -> Vec<Vec<u8>> {
    let seed = |kind: u8, opaque: [u8; 2]| {
        let mut seed = vec![0xA7, 2 | opaque[0], 7, 1, 9, 0x9B, 4 | opaque[1], 1, 8, 3];
        seed.extend([kind, 0, 0, 96, 96, 0, 6]);
        match kind {
            // A mask of 16×16 pixels that begins at its corner; as many colors as the rectangle has pixels.
            5 => seed.extend([0xFF, 2, 7, 1, 9, 0, 0]),
            10 => seed.extend([9, 1, 2, 3, 4, 0]),
            _ => {}
        }
        seed.extend((0..60u8).map(|i| i.wrapping_mul(37).wrapping_add(kind)));
        seed
    };
    let all = (0..KINDS).flat_map(|kind| [[0, 0], [0, 1], [1, 0], [1, 1]].map(|o| seed(kind, o)));
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    /// Otherwise it would agree with its twin about nothing.
    #[test]
    fn every_operation_changes_something() {
        let (mut changes, mut kinds) = (Vec::new(), 0..KINDS);
        for seeds in built().chunks(4) {
            let changed = seeds.iter().any(|seed| {
                let mut bytes = Bytes(seed);
                let (mut target, source) = (bytes.surface(), bytes.surface());
                let before = target.clone();
                step(&mut target, &source, &mut bytes);
                target != before
            });
            changes.push((kinds.next(), changed));
        }
        // Questions change nothing.
        let still: Vec<u8> =
            changes.iter().filter_map(|(kind, yes)| (*kind).filter(|_| !yes)).collect();
        assert_eq!(still, [2, 12, 14]);
    }

    #[test]
    fn smoke() {
        smoke::run(&built(), 20_000, run);
    }
}
