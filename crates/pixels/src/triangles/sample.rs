//! Reading pictures, eight pixels at a time.

use super::{MipMap, TriangleSettings, UvWrap};
use crate::{Sampling, Surface};
use fearless_simd::{Simd, f32x8, i32x8, prelude::*, u16x16, u32x8, u64x4};

/// Which of the copies of a picture eight pixels read, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Footprint {
    pub(super) level: usize,
    /// Share of the next smaller copy, in 1/256.
    pub(super) next: u32,
    /// The samples are 2 to this power.
    probes: u32,
    /// What the samples spread over, in u and v.
    spread: [f32; 2],
}

impl Footprint {
    /// Whether nothing but the whole picture is ever read, once for each pixel.
    pub(super) fn is_whole(picture: &MipMap, settings: &TriangleSettings<'_>) -> bool {
        !settings.mips || settings.sampling == Sampling::Nearest || picture.levels().len() == 1
    }

    /// From the change of u and v to the next pixel of the row and of the column.
    #[inline(always)]
    pub(super) fn new(
        picture: &MipMap,
        settings: &TriangleSettings<'_>,
        changes: [[f32; 2]; 2],
    ) -> Self {
        let mut footprint = Self { level: 0, next: 0, probes: 0, spread: [0.0; 2] };
        if Self::is_whole(picture, settings) {
            return footprint;
        }
        let levels = picture.levels();
        let [width, height] = [levels[0].width() as f32, levels[0].height() as f32];
        let squared = |[u, v]: [f32; 2]| {
            let (u, v) = (u * width, v * height);
            u * u + v * v
        };
        let [across, down] = changes.map(squared);
        let (mut long, short, way) =
            if across > down { (across, down, changes[0]) } else { (down, across, changes[1]) };
        let most = settings.anisotropy.clamp(1, 16).ilog2();
        while footprint.probes < most && long > short && long > 1.0 {
            // Twice as many samples cover a line of half the length: a quarter of the square.
            footprint.probes += 1;
            long *= 0.25;
            footprint.spread = way;
        }
        let last = (levels.len() - 1) as u32;
        // The logarithm of the length is half that of its square. The bits of a float, seen as a number, are its
        // logarithm with straight lines between the powers of two; 7 of the mantissa are 8 of the half.
        let level =
            if long > 1.0 { (long.min(1e30).to_bits() - 1.0f32.to_bits()) >> 16 } else { 0 };
        let level = level.min(last << 8);
        (footprint.level, footprint.next) = ((level >> 8) as usize, level & 255);
        footprint
    }
}

/// The colors of eight places of a picture.
#[inline(always)]
pub(super) fn read<S: Simd>(
    simd: S,
    picture: &MipMap,
    settings: &TriangleSettings<'_>,
    footprint: &Footprint,
    [u, v]: [f32x8<S>; 2],
) -> u32x8<S> {
    if settings.sampling == Sampling::Nearest {
        return nearest(simd, picture.picture(), settings.wrap, [u, v]);
    }
    if footprint.probes == 0 {
        return mixed(simd, picture, settings.wrap, footprint, [u, v]);
    }
    let count = 1u32 << footprint.probes;
    let low = u16x16::splat(simd, 0x00FF);
    let mut even = u16x16::splat(simd, count as u16 / 2);
    let mut odd = even;
    for probe in 0..count {
        let along = (probe as f32 + 0.5) / count as f32 - 0.5;
        let place = [u + along * footprint.spread[0], v + along * footprint.spread[1]];
        let lanes: u16x16<S> = mixed(simd, picture, settings.wrap, footprint, place).bitcast();
        even += lanes & low;
        odd += lanes >> 8;
    }
    ((even >> footprint.probes) | ((odd >> footprint.probes) << 8)).bitcast()
}

/// Bilinear samples of one copy, or of two and what lies between.
#[inline(always)]
fn mixed<S: Simd>(
    simd: S,
    picture: &MipMap,
    wrap: UvWrap,
    footprint: &Footprint,
    uv: [f32x8<S>; 2],
) -> u32x8<S> {
    let levels = picture.levels();
    let large = bilinear(simd, &levels[footprint.level], wrap, uv);
    if footprint.next == 0 {
        return large;
    }
    let small = bilinear(simd, &levels[footprint.level + 1], wrap, uv);
    mix(simd, large, small, u16x16::splat(simd, footprint.next as u16))
}

/// Positions in the picture, 0 to 1.
#[inline(always)]
fn wrapped<S: Simd>(simd: S, wrap: UvWrap, x: f32x8<S>) -> f32x8<S> {
    match wrap {
        UvWrap::Repeat => x - x.floor(),
        UvWrap::Clamp => x.max(f32x8::splat(simd, 0.0)).min(f32x8::splat(simd, 1.0)),
        // The distance to the nearest even number.
        UvWrap::Mirror => (x - (x * 0.5 + 0.5).floor() * 2.0).abs(),
    }
}

/// The pixels that eight places fall into.
#[inline(always)]
pub(super) fn nearest<S: Simd>(
    simd: S,
    picture: &Surface,
    wrap: UvWrap,
    uv: [f32x8<S>; 2],
) -> u32x8<S> {
    let x = texel(simd, wrap, uv[0], picture.width());
    let y = texel(simd, wrap, uv[1], picture.height());
    fetch(simd, picture.words(), y * picture.width() as i32 + x)
}

/// The pixel of a side that a place falls into.
#[inline(always)]
fn texel<S: Simd>(simd: S, wrap: UvWrap, x: f32x8<S>, side: u32) -> i32x8<S> {
    let at: i32x8<S> = (wrapped(simd, wrap, x) * side as f32).to_int();
    at.min(i32x8::splat(simd, side as i32 - 1))
}

#[inline(always)]
pub(super) fn bilinear<S: Simd>(
    simd: S,
    picture: &Surface,
    wrap: UvWrap,
    uv: [f32x8<S>; 2],
) -> u32x8<S> {
    let (width, height) = (picture.width(), picture.height());
    let (row, below, down) = match wrap {
        UvWrap::Repeat => around(simd, place(simd, wrap, uv[1], height), height),
        _ => held(simd, place(simd, wrap, uv[1], height), height),
    };
    let stride = width as i32;
    let (top, bottom) = (row * stride, below * stride);
    let (words, x) = (picture.words(), place(simd, wrap, uv[0], width));
    let (left, last) = (x >> 8, i32x8::splat(simd, stride - 1));
    let zero = i32x8::splat(simd, 0);
    let apart = wrap == UvWrap::Repeat && (left.simd_lt(zero) | left.simd_ge(last)).any_true();
    if apart || width < 2 {
        let (left, right, across) = match wrap {
            UvWrap::Repeat => around(simd, x, width),
            _ => held(simd, x, width),
        };
        let upper =
            mix(simd, fetch(simd, words, top + left), fetch(simd, words, top + right), across);
        let lower = mix(
            simd,
            fetch(simd, words, bottom + left),
            fetch(simd, words, bottom + right),
            across,
        );
        return mix(simd, upper, lower, down);
    }
    // Both pixels of a line lie side by side in memory and come as one number. Beyond the rim the pair next to it is read,
    // and all of the weight put on the pixel of the rim.
    let x = x.max(zero).min(last << 8);
    let left = (x >> 8).min(last - 1);
    let across = both_halves(x - (left << 8));
    let upper = mix_pairs(simd, words, top + left, across);
    let lower = mix_pairs(simd, words, bottom + left, across);
    mix(simd, upper, lower, down)
}

/// A place along a side in 1/256 of a pixel, seen from the center of the first.
#[inline(always)]
fn place<S: Simd>(simd: S, wrap: UvWrap, x: f32x8<S>, side: u32) -> i32x8<S> {
    let at: i32x8<S> = (wrapped(simd, wrap, x) * (side * 256) as f32).to_int();
    at - 128
}

/// The pixels before and after a place along a side, and how far it is to the second, in 1/256, for both halves of a
/// pixel: beyond the rim comes the rim again.
#[inline(always)]
fn held<S: Simd>(simd: S, at: i32x8<S>, side: u32) -> (i32x8<S>, i32x8<S>, u16x16<S>) {
    let (first, last) = (at >> 8, i32x8::splat(simd, side as i32 - 1));
    let (before, after) = (first.max(i32x8::splat(simd, 0)), (first + 1).min(last));
    (before, after, both_halves(at & 255))
}

/// As [`held`], for a picture that repeats: beyond the rim comes the opposite one.
#[inline(always)]
fn around<S: Simd>(simd: S, at: i32x8<S>, side: u32) -> (i32x8<S>, i32x8<S>, u16x16<S>) {
    let (first, last) = (at >> 8, i32x8::splat(simd, side as i32 - 1));
    // Shifts that leave nothing but the sign say where a place is outside.
    let before = first + ((first >> 31) & i32x8::splat(simd, side as i32));
    let second = first + 1;
    let after = second & !((last - second) >> 31);
    (before, after, both_halves(at & 255))
}

/// A share for the even bytes of a pixel and for the odd ones.
#[inline(always)]
pub(super) fn both_halves<S: Simd>(share: i32x8<S>) -> u16x16<S> {
    (share | (share << 16)).bitcast()
}

/// The pixels of a picture at eight places.
#[inline(always)]
fn fetch<S: Simd>(simd: S, words: &[u32], places: i32x8<S>) -> u32x8<S> {
    // Without a sign they are addresses as they are.
    let places: [u32; 8] = places.bitcast::<u32x8<S>>().into();
    let mut found = [0; 8];
    for (word, place) in found.iter_mut().zip(places) {
        *word = words[place as usize];
    }
    u32x8::load_array(simd, found)
}

/// From the pixels of a picture at eight places to those after them, by shares of 1/256. No closures here and above: they are
/// compiled without the vector units of what they are in, and took four times as long.
#[inline(always)]
fn mix_pairs<S: Simd>(simd: S, words: &[u32], places: i32x8<S>, share: u16x16<S>) -> u32x8<S> {
    let places: [u32; 8] = places.bitcast::<u32x8<S>>().into();
    let mut pairs = [0u64; 8];
    for (pair, place) in pairs.iter_mut().zip(places) {
        let at = place as usize;
        let two = &words[at..at + 2];
        *pair = u64::from(two[0]) | (u64::from(two[1]) << 32);
    }
    let first: u32x8<S> = u64x4::from_slice(simd, &pairs[..4]).bitcast();
    let second: u32x8<S> = u64x4::from_slice(simd, &pairs[4..]).bitcast();
    mix(simd, first.unzip_low(second), first.unzip_high(second), share)
}

/// From `a` to `b` by shares of 1/256, each channel rounded to nearest.
#[inline(always)]
pub(super) fn mix<S: Simd>(simd: S, a: u32x8<S>, b: u32x8<S>, share: u16x16<S>) -> u32x8<S> {
    let (a, b): (u16x16<S>, u16x16<S>) = (a.bitcast(), b.bitcast());
    let rest = u16x16::splat(simd, 256) - share;
    let (low, half) = (u16x16::splat(simd, 0x00FF), u16x16::splat(simd, 128));
    // At most 255·256 + 128: fits the lane. The odd bytes are left where they are wanted.
    let even = ((a & low) * rest + (b & low) * share + half) >> 8;
    let odd = ((a >> 8) * rest + (b >> 8) * share + half) & u16x16::splat(simd, 0xFF00);
    (even | odd).bitcast()
}
