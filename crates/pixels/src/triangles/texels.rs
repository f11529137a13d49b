//! Reading a picture between its pixels, for rows that show nothing else.

use super::{UvWrap, sample, setup::Setup};
use crate::Surface;
use fearless_simd::{Simd, f32x8, i32x8, prelude::*, u16x16, u32x8, u64x4};

/// Wraps as constants, so that each has loops of its own.
pub(super) const CLAMP: u8 = 0;
pub(super) const REPEAT: u8 = 1;
pub(super) const MIRROR: u8 = 2;
/// Any of them, asked for every eight pixels: with smaller copies of the picture, where that is little beside the rest.
pub(super) const ANY: u8 = 3;
/// Any of them, and no mixing: the nearest pixel of the whole picture.
pub(super) const NEAREST: u8 = 4;

/// How a triangle reads a picture.
pub(super) struct Reader<S: Simd, const WRAP: u8> {
    wrap: UvWrap,
    /// Least and most of u and v.
    ranges: [[f32x8<S>; 2]; 2],
}

/// A picture, or one of its smaller copies.
pub(super) struct Texels<'a, S: Simd> {
    picture: &'a Surface,
    /// The pixels that have another one below, and those below them: of one length, so that one look at it does for four pixels.
    above: &'a [u32],
    below: &'a [u32],
    /// From u and v to 1/256 of a pixel.
    scales: [f32x8<S>; 2],
    /// The last pixel of each side.
    last: [i32x8<S>; 2],
}

impl<'a, S: Simd> Texels<'a, S> {
    #[inline(always)]
    pub(super) fn new(simd: S, picture: &'a Surface) -> Self {
        let sides = [picture.width(), picture.height()];
        let words = picture.words();
        let count = words.len().saturating_sub(picture.width() as usize);
        Self {
            picture,
            above: &words[..count],
            below: &words[words.len() - count..],
            scales: sides.map(|side| f32x8::splat(simd, (side * 256) as f32)),
            last: sides.map(|side| i32x8::splat(simd, side as i32 - 1)),
        }
    }

    /// The first of two neighbors along a side and the share of the second: beyond the rim comes the rim again.
    #[inline(always)]
    fn held(&self, simd: S, at: i32x8<S>, axis: usize) -> (i32x8<S>, i32x8<S>) {
        let last = self.last[axis];
        let at = at.max(i32x8::splat(simd, 0)).min(last << 8);
        let first = (at >> 8).min(last - 1);
        (first, at - (first << 8))
    }

    /// The colors of some spots.
    #[inline(always)]
    pub(super) fn at(&self, simd: S, spots: &Spots<S>) -> u32x8<S> {
        self.between(simd, &spots.places.into(), spots.shares)
    }

    /// Reads a pixel below a place, so that those around it are near when they are wanted.
    #[inline(always)]
    pub(super) fn touch(&self, place: u32) -> u32 {
        self.below.get(place as usize).copied().unwrap_or_default()
    }

    /// Colors between four pixels each, by the number of the first of the four and the shares of those right and below, 0 to 256.
    #[inline(always)]
    pub(super) fn between(&self, simd: S, places: &[u32; 8], shares: [i32x8<S>; 2]) -> u32x8<S> {
        let (mut above, mut below) = ([0u64; 8], [0u64; 8]);
        for i in 0..8 {
            let at = places[i] as usize;
            above[i] = pair(&self.above[at..at + 2]);
            below[i] = pair(&self.below[at..at + 2]);
        }
        let [across, down] = shares.map(|share| sample::both_halves(share));
        let above = halves(simd, above, across);
        let below = halves(simd, below, across);
        let rest = u16x16::splat(simd, 256) - down;
        let half = u16x16::splat(simd, 128);
        let even = (above[0] * rest + below[0] * down + half) >> 8;
        let odd = (above[1] * rest + below[1] * down + half) & u16x16::splat(simd, 0xFF00);
        (even | odd).bitcast()
    }
}

impl<S: Simd, const WRAP: u8> Reader<S, WRAP> {
    #[inline(always)]
    pub(super) fn new(simd: S, wrap: UvWrap, setup: &Setup) -> Self {
        let range = |range: [f32; 2]| shown(wrap, range).map(|end| f32x8::splat(simd, end));
        Self { wrap, ranges: [range(setup.ranges[1]), range(setup.ranges[2])] }
    }

    /// Places held within those of the triangle's corners.
    #[inline(always)]
    pub(super) fn within(&self, [u, v]: [f32x8<S>; 2]) -> [f32x8<S>; 2] {
        let [across, down] = self.ranges;
        [u.max(across[0]).min(across[1]), v.max(down[0]).min(down[1])]
    }

    /// The colors at eight places.
    #[inline(always)]
    pub(super) fn read(&self, simd: S, texels: &Texels<'_, S>, uv: [f32x8<S>; 2]) -> u32x8<S> {
        read::<S, WRAP>(simd, self.wrap, texels, uv)
    }
}

/// The part of a range of u or v in which a picture changes: held within the range and then within 0…1 is held within both.
pub(super) fn shown(wrap: UvWrap, range: [f32; 2]) -> [f32; 2] {
    if wrap == UvWrap::Clamp { range.map(|end| end.clamp(0.0, 1.0)) } else { range }
}

/// A wrap that is known when this is compiled, unless it is [`ANY`] or [`NEAREST`].
#[inline(always)]
pub(super) fn wrap_of<const WRAP: u8>(wrap: UvWrap) -> UvWrap {
    match WRAP {
        CLAMP => UvWrap::Clamp,
        REPEAT => UvWrap::Repeat,
        MIRROR => UvWrap::Mirror,
        _ => wrap,
    }
}

/// The colors at eight places; those of [`ANY`] and [`NEAREST`] wrap as `wrap` says.
#[inline(always)]
pub(super) fn read<S: Simd, const WRAP: u8>(
    simd: S,
    wrap: UvWrap,
    texels: &Texels<'_, S>,
    uv: [f32x8<S>; 2],
) -> u32x8<S> {
    let wrap = wrap_of::<WRAP>(wrap);
    if WRAP == NEAREST {
        return sample::nearest(simd, texels.picture, wrap, uv);
    }
    if WRAP == ANY && !has_four(texels.picture) {
        return sample::bilinear(simd, texels.picture, wrap, uv);
    }
    match spots(simd, wrap, texels, uv) {
        Some(spots) => texels.at(simd, &spots),
        None => sample::bilinear(simd, texels.picture, wrap, uv),
    }
}

/// Where eight colors are in a picture.
pub(super) struct Spots<S: Simd> {
    /// The number of the upper left one of four pixels.
    pub(super) places: u32x8<S>,
    /// The shares of those right and below, 0 to 256.
    pub(super) shares: [i32x8<S>; 2],
}

/// Eight spots of a picture that [`has_four`]; `None` when one of them lies between opposite rims of a picture that repeats.
#[inline(always)]
pub(super) fn spots<S: Simd>(
    simd: S,
    wrap: UvWrap,
    texels: &Texels<'_, S>,
    uv: [f32x8<S>; 2],
) -> Option<Spots<S>> {
    let x = place(wrap, uv[0], texels.scales[0]);
    let y = place(wrap, uv[1], texels.scales[1]);
    let (left, across, upper, down);
    if wrap == UvWrap::Repeat {
        (left, upper) = (x >> 8, y >> 8);
        // The sign says that a place is outside: before the first center, or after the last one.
        let outside = left | upper | (texels.last[0] - 1 - left) | (texels.last[1] - 1 - upper);
        if outside.simd_lt(i32x8::splat(simd, 0)).any_true() {
            return None;
        }
        (across, down) = (x & 255, y & 255);
    } else {
        (left, across) = texels.held(simd, x, 0);
        (upper, down) = texels.held(simd, y, 1);
    }
    let places = (upper * texels.picture.width() as i32 + left).bitcast();
    Some(Spots { places, shares: [across, down] })
}

/// Two pixels as one number, which is how they are loaded.
#[inline(always)]
fn pair(two: &[u32]) -> u64 {
    bytemuck::cast(<[u32; 2]>::try_from(two).unwrap_or_default())
}

/// Whether a picture has two pixels side by side, and two lines.
#[inline(always)]
pub(super) fn has_four(picture: &Surface) -> bool {
    picture.width() > 1 && picture.height() > 1
}

/// Places along a side in 1/256 of a pixel, seen from the center of the first.
#[inline(always)]
fn place<S: Simd>(wrap: UvWrap, x: f32x8<S>, scale: f32x8<S>) -> i32x8<S> {
    let x = match wrap {
        UvWrap::Clamp => x,
        UvWrap::Repeat => x - x.floor(),
        UvWrap::Mirror => (x - (x * 0.5 + 0.5).floor() * 2.0).abs(),
    };
    let at: i32x8<S> = (x * scale).to_int();
    at - 128
}

/// The even and the odd bytes of eight colors between two pixels each.
#[inline(always)]
fn halves<S: Simd>(simd: S, pairs: [u64; 8], share: u16x16<S>) -> [u16x16<S>; 2] {
    let first: u32x8<S> = u64x4::from_slice(simd, &pairs[..4]).bitcast();
    let second: u32x8<S> = u64x4::from_slice(simd, &pairs[4..]).bitcast();
    let a: u16x16<S> = first.unzip_low(second).bitcast();
    let b: u16x16<S> = first.unzip_high(second).bitcast();
    let rest = u16x16::splat(simd, 256) - share;
    let (low, half) = (u16x16::splat(simd, 0x00FF), u16x16::splat(simd, 128));
    let even = ((a & low) * rest + (b & low) * share + half) >> 8;
    let odd = ((a >> 8) * rest + (b >> 8) * share + half) >> 8;
    [even, odd]
}
