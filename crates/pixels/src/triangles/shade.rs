//! The pixels of one row of a triangle.

use super::{
    bands::Scene,
    sample,
    setup::{Rim, Setup, Slope},
};
use crate::{Color, blend::blend_row, lanes, over, surface::word};
use fearless_simd::{Simd, f32x8, prelude::*, u32x8};
use motile_geom::ivec2;

/// Pixels that are computed before they are blended.
const CHUNK: usize = 128;

/// Draws the pixels from `first` to `end` of row `y`; `target` and `depth` are that row of the surface.
#[inline(always)]
pub(super) fn draw_row<S: Simd>(
    simd: S,
    scene: &Scene<'_>,
    setup: &Setup,
    (y, first, end): (i32, i32, i32),
    target: &mut [u32],
    mut depth: Option<&mut [f32]>,
) {
    let row = Row::new(scene, setup, y - setup.origin.1);
    let mut x = first;
    while x < end {
        // Blocks begin at the origin and every eight pixels from there, wherever the row begins.
        let block = (x - setup.origin.0) / 8 * 8;
        let start = setup.origin.0 + block;
        let stop = end.min(start + CHUNK as i32);
        let mut buffer = [0; CHUNK];
        let (skipped, length) = ((x - start) as usize, (stop - start) as usize);
        for (index, block_pixels) in
            buffer[..length.next_multiple_of(8)].as_chunks_mut::<8>().0.iter_mut().enumerate()
        {
            row.shade(simd, block + 8 * index as i32, block_pixels);
        }
        let samples = &mut buffer[skipped..length];
        if scene.settings.tint != Color::WHITE {
            over::modulate_row_simd(simd, samples, word(scene.settings.tint));
        }
        if setup.rim.count > 0 {
            row.smooth(x, samples);
        }
        let pixels = &mut target[x as usize..stop as usize];
        match &mut depth {
            None => row.blend(simd, pixels, samples, x, y),
            Some(depth) => {
                row.blend_near(simd, pixels, samples, &mut depth[x as usize..stop as usize], x, y);
            }
        }
        x = stop;
    }
}

/// What changes along a row.
struct Row<'a> {
    scene: &'a Scene<'a>,
    setup: &'a Setup,
    /// Counted from the origin.
    down: i32,
    t: Slope,
    uv: [Slope; 2],
    colors: [Slope; 4],
    rim: [Slope; 3],
}

impl Slope {
    /// The values of eight pixels.
    #[inline(always)]
    fn values<S: Simd>(self, simd: S, across: f32x8<S>) -> f32x8<S> {
        across * self.step + f32x8::splat(simd, self.start)
    }

    /// The value of a pixel.
    #[inline(always)]
    fn value(self, across: i32) -> f32 {
        across as f32 * self.step + self.start
    }
}

#[inline(always)]
fn within<S: Simd>(simd: S, x: f32x8<S>, range: [f32; 2]) -> f32x8<S> {
    x.max(f32x8::splat(simd, range[0])).min(f32x8::splat(simd, range[1]))
}

impl<'a> Row<'a> {
    #[inline(always)]
    fn new(scene: &'a Scene<'a>, setup: &'a Setup, row: i32) -> Self {
        Self {
            scene,
            setup,
            down: row,
            t: setup.t.along(row),
            uv: setup.uv.map(|plane| plane.along(row)),
            colors: setup.colors.map(|plane| plane.along(row)),
            rim: setup.rim.planes.map(|plane| plane.along(row)),
        }
    }

    /// The colors of eight pixels, `block` pixels from the origin.
    #[inline(always)]
    fn shade<S: Simd>(&self, simd: S, block: i32, pixels: &mut [u32; 8]) {
        let Self { scene, setup, .. } = *self;
        let lanes = f32x8::simd_from(simd, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        let across = lanes + block as f32;
        let one = f32x8::splat(simd, 1.0);
        let far = if setup.perspective {
            one / within(simd, self.t.values(simd, across), setup.ranges[0])
        } else {
            one
        };
        let mut words = u32x8::splat(simd, u32::MAX);
        if let Some(picture) = scene.settings.picture {
            let u = within(simd, self.unweighted(simd, self.uv[0], across, far), setup.ranges[1]);
            let v = within(simd, self.unweighted(simd, self.uv[1], across, far), setup.ranges[2]);
            let footprint = match setup.footprint {
                None => setup.footprint_at(scene, self.down, block as f32 + 3.5),
                even => even,
            };
            if let Some(footprint) = footprint {
                words = sample::read(simd, picture, scene.settings, &footprint, [u, v]);
            }
        }
        if !scene.triangles.colors.is_empty() {
            let alpha = self.channel(simd, 3, across, far);
            // Rounded apart from its alpha, a color could pass it by one.
            let r = self.channel(simd, 0, across, far).min(alpha);
            let g = self.channel(simd, 1, across, far).min(alpha);
            let b = self.channel(simd, 2, across, far).min(alpha);
            let colors = r | (g << 8) | (b << 16) | (alpha << 24);
            words = if scene.settings.picture.is_some() {
                over::modulate_block(simd, words, colors)
            } else {
                colors
            };
        }
        words.store_array(pixels);
    }

    /// Eight values, freed of the weight of t.
    #[inline(always)]
    fn unweighted<S: Simd>(
        &self,
        simd: S,
        slope: Slope,
        across: f32x8<S>,
        far: f32x8<S>,
    ) -> f32x8<S> {
        let values = slope.values(simd, across);
        if self.setup.perspective { values * far } else { values }
    }

    /// A channel of eight colors, rounded to nearest.
    #[inline(always)]
    fn channel<S: Simd>(
        &self,
        simd: S,
        channel: usize,
        across: f32x8<S>,
        far: f32x8<S>,
    ) -> u32x8<S> {
        let values = self.unweighted(simd, self.colors[channel], across, far);
        (within(simd, values, [0.0, 255.0]) + 0.5).to_int()
    }

    /// Fades the pixels that a rim edge crosses.
    #[inline(always)]
    fn smooth(&self, x: i32, samples: &mut [u32]) {
        let rim = &self.setup.rim;
        let mut across = x - self.setup.origin.0;
        for block in samples.chunks_mut(8) {
            let last = across + block.len() as i32 - 1;
            // Shares change evenly: what is whole at both ends is whole between them.
            let whole = self.rim[..rim.count]
                .iter()
                .all(|slope| slope.value(across) >= 1.0 && slope.value(last) >= 1.0);
            if !whole {
                for (across, sample) in (across..).zip(&mut *block) {
                    let shares = [0, 1, 2].map(|i| self.rim[i].value(across));
                    let covered = covered(rim, shares);
                    if covered < 1.0 {
                        *sample = lanes::scale(*sample, (covered * 255.0 + 0.5) as u32);
                    }
                }
            }
            across = last + 1;
        }
    }

    /// Blends samples into the row, the first of them at `x`.
    #[inline(always)]
    fn blend<S: Simd>(&self, simd: S, target: &mut [u32], samples: &[u32], x: i32, y: i32) {
        let settings = self.scene.settings;
        if settings.blend.is_normal() {
            over::row_simd(simd, target, samples);
        } else {
            blend_row(&settings.blend, target, samples, self.scene.opaque, ivec2(x, y));
        }
    }

    /// Blends the samples that are nearer than what is there.
    #[inline(always)]
    fn blend_near<S: Simd>(
        &self,
        simd: S,
        target: &mut [u32],
        samples: &mut [u32],
        depth: &mut [f32],
        x: i32,
        y: i32,
    ) {
        let rim = &self.setup.rim;
        let [least, most] = self.setup.ranges[0];
        let from = x - self.setup.origin.0;
        let everywhere = self.scene.settings.blend.acts_on_empty();
        let mut drawn = 0;
        for i in 0..samples.len() {
            let across = from + i as i32;
            let near = self.t.value(across).clamp(least, most);
            if near >= depth[i] {
                let inside = self.rim[..rim.count].iter().all(|slope| slope.value(across) >= 0.5);
                if inside && lanes::alpha(samples[i]) != 0 {
                    depth[i] = near;
                }
                continue;
            }
            // A transparent source leaves most blend modes without work; the others get the pixels before it.
            samples[i] = 0;
            if everywhere {
                self.blend(simd, &mut target[drawn..i], &samples[drawn..i], x + drawn as i32, y);
                drawn = i + 1;
            }
        }
        self.blend(simd, &mut target[drawn..], &samples[drawn..], x + drawn as i32, y);
    }
}

/// The share of a pixel inside the rim, from the shares inside each of its edges. Two sides of a strip leave what both cover,
/// a + b − 1; two edges at a right angle a·b; two that go on straight the smaller one; others something in between.
#[inline(always)]
fn covered(rim: &Rim, shares: [f32; 3]) -> f32 {
    let [a, b, c] = shares.map(|share| share.clamp(0.0, 1.0));
    match rim.count {
        1 => a,
        2 => both(a, b, rim.facing[0]),
        _ => both(both(a, b, rim.facing[0]), c, rim.facing[1]),
    }
}

#[inline(always)]
fn both(a: f32, b: f32, facing: f32) -> f32 {
    let corner = a * b;
    let bound = if facing > 0.0 { (a + b - 1.0).max(0.0) } else { a.min(b) };
    corner + (bound - corner) * facing.abs()
}
