//! Reading pictures at many places at once.

use crate::{
    run::image::{TexelView, TextureEdge, View},
    run::machine::{BATCH, Batch, Register, places},
    run::program::{Reg, SampleInst, SamplePlace},
};
use fearless_simd::{f32x8, i32x8, mask32x8, prelude::*, u32x8};
use motile_geom::{Vec2, vec2};

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
        let (x, y) = match inst.place {
            SamplePlace::Free(x, y) => (
                f32x8::from_slice(simd, &floats[usize::from(x)].0[i..i + 8]),
                f32x8::from_slice(simd, &floats[usize::from(y)].0[i..i + 8]),
            ),
            SamplePlace::Near(dx, dy) => {
                let (x, y) = places(simd, i, batch);
                (x + f32::from(dx), y + f32::from(dy))
            }
        };
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

/// Numbers of one channel that lie under the batch, from its first pixel to its last, and the register that they are for; `None` when
/// it is anything else. Lists of numbers are read this way, whose kernels are so short that finding out all that [`read_row`]
/// has to know takes as long as the rest.
#[inline(always)]
pub(crate) fn numbers_under<'a>(
    inst: &SampleInst,
    images: &[View<'a>],
    batch: &Batch,
) -> Option<(Reg, &'a [f32])> {
    let (SamplePlace::Near(0, 0), [Some(to), None, None, None]) = (inst.place, inst.to) else {
        return None;
    };
    let image = images.get(usize::from(inst.image))?;
    let TexelView::Floats(numbers, 1) = image.texels else { return None };
    let (column, row) = (batch.start.x as u32, batch.start.y as u32);
    // Below 2²² a float has halves, so this says that the place is the center of a pixel.
    let centered = batch.start == vec2(column as f32 + 0.5, row as f32 + 0.5);
    let inside = u64::from(column) + batch.count as u64 <= u64::from(image.width)
        && row < image.height
        && column.max(row) < 1 << 22;
    if inst.linear || !centered || !inside || batch.step != Vec2::X || image.origin != Vec2::ZERO {
        return None;
    }
    let start = row as usize * image.width as usize + column as usize;
    Some((to, numbers.get(start..start + batch.count)?))
}

/// The pixels under a row, or a whole number of pixels beside it, when rows of the picture and of the result lie pixel on
/// pixel; false when they do not. Texels inside are copied, and only those beyond the edge looked for one by one.
#[inline(always)]
fn read_row<S: Simd>(
    simd: S,
    inst: &SampleInst,
    image: &View<'_>,
    floats: &mut [Register<f32>],
    batch: &Batch,
) -> bool {
    let SamplePlace::Near(dx, dy) = inst.place else { return false };
    let corner = batch.start - image.origin - 0.5 + vec2(f32::from(dx), f32::from(dy));
    // Beyond the limit floats have no halves, and the place of a pixel is not exact.
    let fits = batch.step == Vec2::X
        && corner == corner.floor()
        && corner.abs().max_element() < 4_194_304.0;
    // Between texels, 0 times what is not finite counts: such places are computed like all others.
    if !fits || (inst.linear && matches!(image.texels, TexelView::Floats(..))) {
        return false;
    }
    let line = Line::new(image, corner.x as i32, corner.y as i32, batch.count);
    match image.texels {
        TexelView::Words(words) => {
            let mut row = [0; BATCH];
            line.read(words, &mut row);
            let eights = row[..batch.count.next_multiple_of(8)].as_chunks::<8>().0;
            for (channel, to) in inst.to.into_iter().enumerate() {
                let Some(to) = to else { continue };
                let to = floats[usize::from(to)].eights_mut(BATCH).iter_mut();
                for (to, eight) in to.zip(eights) {
                    channel_of(simd, u32x8::from_slice(simd, eight), channel).store_slice(to);
                }
            }
        }
        TexelView::Floats(numbers, channels) => {
            for (channel, to) in inst.to.into_iter().enumerate() {
                let Some(to) = to else { continue };
                let to = &mut floats[usize::from(to)].0;
                match channels {
                    _ if channel >= usize::from(channels) => line.fill(missing(channel), to),
                    1 => line.read(numbers, to),
                    2 => line.pick::<2>(numbers, channel, to),
                    3 => line.pick::<3>(numbers, channel, to),
                    _ => line.pick::<4>(numbers, channel, to),
                }
            }
        }
    }
    true
}

/// A stretch of a row of a picture that may reach beyond its edges.
struct Line {
    /// The index of the first texel of the row; none when the row lies outside of what there is.
    row: Option<usize>,
    /// Of the first pixel of the stretch.
    column: i64,
    width: usize,
    /// The part of the stretch that lies inside.
    inside: core::ops::Range<usize>,
    count: usize,
    edge: TextureEdge,
}

impl Line {
    #[inline(always)]
    fn new(image: &View<'_>, x: i32, y: i32, count: usize) -> Self {
        let (width, height) = (image.width as usize, image.height as usize);
        let row = place(i64::from(y), height, image.edge).map(|row| row * width);
        let column = i64::from(x);
        let from = (-column).clamp(0, count as i64) as usize;
        let to = (width as i64 - column).clamp(from as i64, count as i64) as usize;
        Self { row, column, width, inside: from..to, count, edge: image.edge }
    }

    /// The texel for a pixel of the stretch that lies outside.
    #[inline(always)]
    fn beyond(&self, row: usize, at: usize) -> Option<usize> {
        place(self.column + at as i64, self.width, self.edge).map(|column| row + column)
    }

    /// Calls `give` with each pixel that lies outside, and its texel if there is one.
    #[inline(always)]
    fn outside(&self, row: usize, mut give: impl FnMut(usize, Option<usize>)) {
        for at in (0..self.inside.start).chain(self.inside.end..self.count) {
            give(at, self.beyond(row, at));
        }
    }

    /// Copies texels of one value; where there is none it is 0.
    #[inline(always)]
    fn read<T: Copy + Default>(&self, texels: &[T], to: &mut [T; BATCH]) {
        let Some(row) = self.row else {
            return to[..self.count].fill(T::default());
        };
        if !self.inside.is_empty() {
            let start = (row as i64 + self.column + self.inside.start as i64) as usize;
            let from = &texels[start..start + self.inside.len()];
            to[self.inside.clone()].copy_from_slice(from);
        }
        self.outside(row, |at, texel| to[at] = texel.map_or(T::default(), |texel| texels[texel]));
    }

    /// Copies one channel of texels with N of them; where there is none it is 0.
    #[inline(always)]
    fn pick<const N: usize>(&self, numbers: &[f32], channel: usize, to: &mut [f32; BATCH]) {
        let Some(row) = self.row else {
            return to[..self.count].fill(0.0);
        };
        let texels = numbers.as_chunks::<N>().0;
        if !self.inside.is_empty() {
            let start = (row as i64 + self.column + self.inside.start as i64) as usize;
            let from = &texels[start..start + self.inside.len()];
            for (to, texel) in to[self.inside.clone()].iter_mut().zip(from) {
                *to = texel[channel];
            }
        }
        self.outside(row, |at, texel| to[at] = texel.map_or(0.0, |texel| texels[texel][channel]));
    }

    /// What a channel is that the picture lacks; where there is no texel it is 0.
    #[inline(always)]
    fn fill(&self, value: f32, to: &mut [f32; BATCH]) {
        let Some(row) = self.row else {
            return to[..self.count].fill(0.0);
        };
        to[self.inside.clone()].fill(value);
        self.outside(row, |at, texel| to[at] = if texel.is_some() { value } else { 0.0 });
    }
}

/// One axis for one place: the texel by the rule for edges.
#[inline(always)]
fn place(at: i64, size: usize, edge: TextureEdge) -> Option<usize> {
    let side = size as i64;
    let texel = match edge {
        TextureEdge::Clamp => at.clamp(0, side - 1),
        TextureEdge::Transparent => return (0..side).contains(&at).then_some(at as usize),
        TextureEdge::Repeat => at.rem_euclid(side),
        TextureEdge::Mirror => {
            let within = at.rem_euclid(2 * side);
            if within >= side { 2 * side - 1 - within } else { within }
        }
    };
    Some(texel as usize)
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
