//! Reading pictures at many places at once.

use crate::{
    run::image::{TexelView, TextureEdge, View},
    run::machine::{BATCH, Batch, Register},
    run::program::SampleInst,
};
use fearless_simd::{f32x8, i32x8, mask32x8, prelude::*, u32x8};
use motile_geom::vec2;

/// Reads up to four channels into registers.
#[inline(always)]
pub(crate) fn sample<S: Simd>(
    simd: S,
    inst: &SampleInst,
    images: &[View<'_>],
    floats: &mut [Register<f32>],
    batch: &Batch,
    n: usize,
) {
    let Some(image) = images.get(usize::from(inst.image)) else {
        for to in inst.to.into_iter().flatten() {
            floats[usize::from(to)].0 = [0.0; BATCH];
        }
        return;
    };
    if read_row(simd, inst, image, floats, batch) {
        return;
    }
    let wanted = inst.to.map(|to| to.is_some());
    for i in (0..n).step_by(8) {
        let x = f32x8::from_slice(simd, &floats[usize::from(inst.x)].0[i..i + 8]);
        let y = f32x8::from_slice(simd, &floats[usize::from(inst.y)].0[i..i + 8]);
        let color = if inst.linear {
            linear(simd, image, x, y, wanted)
        } else {
            nearest(simd, image, x, y, wanted)
        };
        for (to, channel) in inst.to.into_iter().zip(color) {
            if let Some(to) = to {
                channel.store_slice(&mut floats[usize::from(to)].0[i..i + 8]);
            }
        }
    }
}

/// The pixels under a row, or a whole number of pixels beside it, when they lie in the picture pixel on pixel; false when
/// they do not.
#[inline(always)]
fn read_row<S: Simd>(
    simd: S,
    inst: &SampleInst,
    image: &View<'_>,
    floats: &mut [Register<f32>],
    batch: &Batch,
) -> bool {
    let Some((dx, dy)) = inst.near else { return false };
    let corner = batch.start - image.origin - 0.5 + vec2(f32::from(dx), f32::from(dy));
    let fits = batch.step.x == 1.0
        && batch.step.y == 0.0
        && corner == corner.floor()
        && corner.x >= 0.0
        && corner.y >= 0.0
        && corner.x + batch.count as f32 <= image.width as f32
        && corner.y < image.height as f32;
    if !fits {
        return false;
    }
    let start = corner.y as usize * image.width as usize + corner.x as usize;
    match image.texels {
        TexelView::Words(words) => {
            for (index, row) in words[start..start + batch.count].chunks(8).enumerate() {
                let mut eight = [0; 8];
                eight[..row.len()].copy_from_slice(row);
                let eight = u32x8::from_slice(simd, &eight);
                for (channel, to) in inst.to.into_iter().enumerate() {
                    let Some(to) = to else { continue };
                    let to = &mut floats[usize::from(to)].0[index * 8..index * 8 + 8];
                    channel_of(simd, eight, channel).store_slice(to);
                }
            }
        }
        // Between texels, 0 times what is not finite counts: such places are computed like all others.
        TexelView::Floats(..) if inst.linear => return false,
        TexelView::Floats(numbers, channels) => {
            let step = usize::from(channels);
            let row = &numbers[start * step..(start + batch.count) * step];
            for (channel, to) in inst.to.into_iter().enumerate() {
                let Some(to) = to else { continue };
                let to = &mut floats[usize::from(to)].0[..batch.count];
                match step {
                    _ if channel >= step => to.fill(missing(channel)),
                    1 => to.copy_from_slice(row),
                    2 => pick::<2>(row, channel, to),
                    3 => pick::<3>(row, channel, to),
                    _ => pick::<4>(row, channel, to),
                }
            }
        }
    }
    true
}

/// One channel of pixels with N of them.
#[inline(always)]
fn pick<const N: usize>(row: &[f32], channel: usize, to: &mut [f32]) {
    for (to, pixel) in to.iter_mut().zip(row.as_chunks::<N>().0) {
        *to = pixel[channel];
    }
}

/// 1/255 in two parts. The product of a byte with the first is exact, and the sum of both products is the quotient
/// rounded to nearest, for every byte: two products and a sum take a third of the time of a division.
const SHARE: [f32; 2] = [1.0 / 256.0 + 1.0 / 65_536.0, 5.983_839e-8];

/// A channel of eight words as a share of 255.
#[inline(always)]
fn channel_of<S: Simd>(simd: S, words: u32x8<S>, channel: usize) -> f32x8<S> {
    let bytes = (words >> (8 * channel as u32)) & u32x8::splat(simd, 255);
    let numbers: f32x8<S> = bytes.bitcast::<i32x8<S>>().to_float();
    numbers * SHARE[0] + numbers * SHARE[1]
}

/// What a channel is that the picture lacks: opaque black.
const fn missing(channel: usize) -> f32 {
    if channel == 3 { 1.0 } else { 0.0 }
}

/// One axis: the texel of a whole coordinate by the rule for edges, and whether it lies inside.
#[inline(always)]
fn axis<S: Simd>(
    simd: S,
    whole: f32x8<S>,
    size: u32,
    edge: TextureEdge,
) -> (i32x8<S>, mask32x8<S>) {
    let (zero, side) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, size as f32));
    let last = side - 1.0;
    let inside = whole.simd_ge(zero) & whole.simd_le(last);
    let moved = match edge {
        TextureEdge::Clamp | TextureEdge::Transparent => whole,
        TextureEdge::Repeat => whole - side * (whole / side).floor(),
        TextureEdge::Mirror => {
            let round = side + side;
            let within = whole - round * (whole / round).floor();
            within.simd_ge(side).select(round - 1.0 - within, within)
        }
    };
    // NaN goes to the first texel.
    let held = moved.simd_ge(zero).select(moved, zero);
    let held = held.simd_gt(last).select(last, held);
    (held.to_int(), inside)
}

/// Four channels of eight texels; those that are not wanted are 0.
#[inline(always)]
fn texels<S: Simd>(
    simd: S,
    image: &View<'_>,
    index: i32x8<S>,
    inside: mask32x8<S>,
    wanted: [bool; 4],
) -> [f32x8<S>; 4] {
    let index = index.as_array();
    let zero = f32x8::splat(simd, 0.0);
    let mut color = [zero; 4];
    match image.texels {
        TexelView::Words(words) => {
            let mut eight = [0; 8];
            for (word, &at) in eight.iter_mut().zip(&index) {
                *word = words.get(at as usize).copied().unwrap_or(0);
            }
            let eight = u32x8::from_slice(simd, &eight);
            for channel in 0..4 {
                if wanted[channel] {
                    color[channel] = channel_of(simd, eight, channel);
                }
            }
        }
        TexelView::Floats(numbers, channels) => {
            let step = usize::from(channels);
            for channel in 0..4 {
                if !wanted[channel] {
                    continue;
                }
                let mut eight = [missing(channel); 8];
                if channel < step {
                    for (number, &at) in eight.iter_mut().zip(&index) {
                        let at = at as usize * step + channel;
                        *number = numbers.get(at).copied().unwrap_or(0.0);
                    }
                }
                color[channel] = f32x8::from_slice(simd, &eight);
            }
        }
    }
    if image.edge == TextureEdge::Transparent {
        // Written out: `map` over an array would be a call, and leave the level.
        for channel in &mut color {
            *channel = inside.select(*channel, zero);
        }
    }
    color
}

/// The texels that places lie in.
#[inline(always)]
pub(crate) fn nearest<S: Simd>(
    simd: S,
    image: &View<'_>,
    x: f32x8<S>,
    y: f32x8<S>,
    wanted: [bool; 4],
) -> [f32x8<S>; 4] {
    let (column, in_x) = axis(simd, x.floor() - image.origin.x, image.width, image.edge);
    let (row, in_y) = axis(simd, y.floor() - image.origin.y, image.height, image.edge);
    let index = row * i32x8::splat(simd, image.width as i32) + column;
    texels(simd, image, index, in_x & in_y, wanted)
}

/// Between the centers of four texels.
#[inline(always)]
pub(crate) fn linear<S: Simd>(
    simd: S,
    image: &View<'_>,
    x: f32x8<S>,
    y: f32x8<S>,
    wanted: [bool; 4],
) -> [f32x8<S>; 4] {
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (u, v) = (x - left, y - top);
    let one = f32x8::splat(simd, 1.0);
    let (left, top) = (left - image.origin.x, top - image.origin.y);
    let columns = [
        axis(simd, left, image.width, image.edge),
        axis(simd, left + 1.0, image.width, image.edge),
    ];
    let rows = [
        axis(simd, top, image.height, image.edge),
        axis(simd, top + 1.0, image.height, image.edge),
    ];
    let (across, down) = ([one - u, u], [one - v, v]);
    let width = i32x8::splat(simd, image.width as i32);
    let mut sum = [f32x8::splat(simd, 0.0); 4];
    for (r, (row, in_y)) in rows.into_iter().enumerate() {
        for (c, (column, in_x)) in columns.into_iter().enumerate() {
            let color = texels(simd, image, row * width + column, in_x & in_y, wanted);
            let weight = across[c] * down[r];
            for channel in 0..4 {
                // The first is not added to 0: that would lose the sign of -0.
                let share = weight * color[channel];
                sum[channel] = if r + c == 0 { share } else { sum[channel] + share };
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    #[test]
    fn two_products_are_the_quotient_of_every_byte() {
        for byte in 0..=255u32 {
            let share: f32 = dispatch!(Level::baseline(), simd => {
                channel_of(simd, u32x8::splat(simd, byte << 16), 2).as_array()[0]
            });
            assert_eq!(share.to_bits(), (byte as f32 / 255.0).to_bits(), "{byte}");
        }
    }
}
