//! Reading pictures at many places at once.

use crate::{
    run::image::{TexelView, TextureEdge, View},
    run::machine::{BATCH, Batch},
    run::math,
    run::program::SampleInst,
};
use fearless_simd::{f32x8, i32x8, prelude::*, u32x8};

/// Which texel each lane reads, and whether there is one.
struct Places {
    index: [i32; BATCH],
    inside: [i32; BATCH],
}

/// Reads up to four channels into registers.
#[inline(always)]
pub(crate) fn sample<S: Simd>(
    simd: S,
    inst: &SampleInst,
    images: &[View<'_>],
    floats: &mut [[f32; BATCH]],
    batch: &Batch,
    n: usize,
) {
    let Some(image) = images.get(usize::from(inst.image)) else {
        for to in inst.to.into_iter().flatten() {
            floats[usize::from(to)] = [0.0; BATCH];
        }
        return;
    };
    if inst.here && read_row(simd, inst, image, floats, batch) {
        return;
    }
    let (x, y) = (floats[usize::from(inst.x)], floats[usize::from(inst.y)]);
    if inst.linear {
        linear(simd, inst, image, floats, &x, &y, n);
    } else {
        let mut places = Places { index: [0; BATCH], inside: [1; BATCH] };
        locate(simd, image, &x, &y, &mut places, n);
        fetch(simd, image, &places, n, |channel, lanes| {
            if let Some(to) = inst.to[channel] {
                floats[usize::from(to)][lanes.0..lanes.0 + 8].copy_from_slice(&lanes.1);
            }
        });
    }
}

/// The pixels under a row that lies in the picture pixel on pixel; false when it does not.
#[inline(always)]
fn read_row<S: Simd>(
    simd: S,
    inst: &SampleInst,
    image: &View<'_>,
    floats: &mut [[f32; BATCH]],
    batch: &Batch,
) -> bool {
    let corner = batch.start - image.origin - 0.5;
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
            let mut row = [0; BATCH];
            row[..batch.count].copy_from_slice(&words[start..start + batch.count]);
            for (channel, to) in inst.to.into_iter().enumerate() {
                let Some(to) = to else { continue };
                let to = &mut floats[usize::from(to)];
                for i in (0..batch.count).step_by(8) {
                    let words = u32x8::from_slice(simd, &row[i..i + 8]);
                    channel_of(simd, words, channel).store_slice(&mut to[i..i + 8]);
                }
            }
        }
        TexelView::Floats(numbers, channels) => {
            let step = usize::from(channels);
            let row = &numbers[start * step..(start + batch.count) * step];
            for (channel, to) in inst.to.into_iter().enumerate() {
                let Some(to) = to else { continue };
                let to = &mut floats[usize::from(to)][..batch.count];
                if channel >= step {
                    to.fill(missing(channel));
                } else if step == 1 {
                    to.copy_from_slice(row);
                } else {
                    for (to, pixel) in to.iter_mut().zip(row.chunks_exact(step)) {
                        *to = pixel[channel];
                    }
                }
            }
        }
    }
    true
}

/// A channel of eight words as a share of 255.
#[inline(always)]
fn channel_of<S: Simd>(simd: S, words: u32x8<S>, channel: usize) -> f32x8<S> {
    let bytes = (words >> (8 * channel as u32)) & u32x8::splat(simd, 255);
    let numbers: f32x8<S> = bytes.bitcast::<i32x8<S>>().to_float();
    numbers / f32x8::splat(simd, 255.0)
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
) -> (i32x8<S>, fearless_simd::mask32x8<S>) {
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
    (math::truncate(simd, held), inside)
}

#[inline(always)]
fn locate<S: Simd>(
    simd: S,
    image: &View<'_>,
    x: &[f32; BATCH],
    y: &[f32; BATCH],
    places: &mut Places,
    n: usize,
) {
    let width = i32x8::splat(simd, image.width as i32);
    let cut = image.edge == TextureEdge::Transparent;
    for i in (0..n).step_by(8) {
        let whole_x = f32x8::from_slice(simd, &x[i..i + 8]).floor() - image.origin.x;
        let whole_y = f32x8::from_slice(simd, &y[i..i + 8]).floor() - image.origin.y;
        let (column, in_x) = axis(simd, whole_x, image.width, image.edge);
        let (row, in_y) = axis(simd, whole_y, image.height, image.edge);
        (row * width + column).store_slice(&mut places.index[i..i + 8]);
        if cut {
            let inside = (in_x & in_y).select(i32x8::splat(simd, 1), i32x8::splat(simd, 0));
            inside.store_slice(&mut places.inside[i..i + 8]);
        }
    }
}

/// Reads the texels of places, eight lanes and one channel at a time.
#[inline(always)]
fn fetch<S: Simd>(
    simd: S,
    image: &View<'_>,
    places: &Places,
    n: usize,
    mut give: impl FnMut(usize, (usize, [f32; 8])),
) {
    for i in (0..n).step_by(8) {
        match image.texels {
            TexelView::Words(words) => {
                let mut lanes = [0; 8];
                for (lane, word) in lanes.iter_mut().enumerate() {
                    let found = words.get(places.index[i + lane] as usize).copied().unwrap_or(0);
                    *word = if places.inside[i + lane] == 0 { 0 } else { found };
                }
                let words = u32x8::from_slice(simd, &lanes);
                for channel in 0..4 {
                    give(channel, (i, channel_of(simd, words, channel).as_array()));
                }
            }
            TexelView::Floats(numbers, channels) => {
                let step = usize::from(channels);
                for channel in 0..4 {
                    let mut lanes = [0.0; 8];
                    for (lane, number) in lanes.iter_mut().enumerate() {
                        let at = places.index[i + lane] as usize * step + channel;
                        let found = if channel < step {
                            numbers.get(at).copied().unwrap_or(0.0)
                        } else {
                            missing(channel)
                        };
                        *number = if places.inside[i + lane] == 0 { 0.0 } else { found };
                    }
                    give(channel, (i, lanes));
                }
            }
        }
    }
}

/// Between the centers of four texels.
#[inline(always)]
fn linear<S: Simd>(
    simd: S,
    inst: &SampleInst,
    image: &View<'_>,
    floats: &mut [[f32; BATCH]],
    x: &[f32; BATCH],
    y: &[f32; BATCH],
    n: usize,
) {
    let (mut u, mut v) = ([0.0; BATCH], [0.0; BATCH]);
    let (mut left, mut top) = ([0.0; BATCH], [0.0; BATCH]);
    corner(simd, x, &mut left, &mut u, n);
    corner(simd, y, &mut top, &mut v, n);
    let mut sums = [[0.0; BATCH]; 4];
    for (index, (right, below)) in
        [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].into_iter().enumerate()
    {
        let mut places = Places { index: [0; BATCH], inside: [1; BATCH] };
        let (mut column, mut row) = ([0.0; BATCH], [0.0; BATCH]);
        shift(simd, &left, right, &mut column, n);
        shift(simd, &top, below, &mut row, n);
        locate(simd, image, &column, &row, &mut places, n);
        fetch(simd, image, &places, n, |channel, (i, lanes)| {
            let one = f32x8::splat(simd, 1.0);
            let (u, v) =
                (f32x8::from_slice(simd, &u[i..i + 8]), f32x8::from_slice(simd, &v[i..i + 8]));
            let across = if right == 0.0 { one - u } else { u };
            let weight = across * if below == 0.0 { one - v } else { v };
            let share = weight * f32x8::from_slice(simd, &lanes);
            let sum = &mut sums[channel][i..i + 8];
            let total = if index == 0 { share } else { f32x8::from_slice(simd, sum) + share };
            total.store_slice(sum);
        });
    }
    for (to, sum) in inst.to.into_iter().zip(&sums) {
        if let Some(to) = to {
            floats[usize::from(to)][..n].copy_from_slice(&sum[..n]);
        }
    }
}

/// The texel whose center lies before a place, and how far the place is from it.
#[inline(always)]
fn corner<S: Simd>(
    simd: S,
    from: &[f32; BATCH],
    whole: &mut [f32; BATCH],
    part: &mut [f32; BATCH],
    n: usize,
) {
    for i in (0..n).step_by(8) {
        let place = f32x8::from_slice(simd, &from[i..i + 8]) - 0.5;
        let floor = place.floor();
        floor.store_slice(&mut whole[i..i + 8]);
        (place - floor).store_slice(&mut part[i..i + 8]);
    }
}

#[inline(always)]
fn shift<S: Simd>(simd: S, from: &[f32; BATCH], by: f32, to: &mut [f32; BATCH], n: usize) {
    for i in (0..n).step_by(8) {
        (f32x8::from_slice(simd, &from[i..i + 8]) + by).store_slice(&mut to[i..i + 8]);
    }
}
