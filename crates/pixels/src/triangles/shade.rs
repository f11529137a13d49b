//! The pixels of one row of a triangle.

use super::{
    bands::Scene,
    sample,
    setup::{Plane, Rim, Setup, Slope},
};
use crate::{Color, blend::blend_row, lanes, over, surface::word};
use fearless_simd::{Simd, f32x8, i32x8, prelude::*, u32x8};
use motile_geom::ivec2;

/// Pixels that are computed before they are blended.
pub(super) const CHUNK: usize = 128;

/// Room for them. It is lent by the band, because clearing it for every row took longer than shading a short one.
pub(super) type Samples = [u32; CHUNK];

/// Draws the pixels from `first` to `end` of row `y`; `target` and `depth` are that row of the surface.
#[inline(always)]
pub(super) fn draw_row<S: Simd>(
    simd: S,
    scene: &Scene<'_>,
    setup: &Setup,
    (y, first, end): (i32, i32, i32),
    target: &mut [u32],
    depth: Option<&mut [f32]>,
    buffer: &mut Samples,
) {
    let row = Row::new(scene, setup, y - setup.origin.1);
    if depth.is_none() && scene.settings.blend.is_normal() {
        row.draw_over(simd, (first, end), target);
    } else {
        row.draw_by_chunks(simd, (y, first, end), target, depth, buffer);
    }
}

/// What changes along a row.
struct Row<'a> {
    scene: &'a Scene<'a>,
    setup: &'a Setup,
    t: Slope,
    uv: [Slope; 2],
    colors: [Slope; 4],
    rim: [Slope; 3],
}

impl Slope {
    /// The values of eight pixels.
    #[inline(always)]
    pub(super) fn values<S: Simd>(self, simd: S, across: f32x8<S>) -> f32x8<S> {
        across * self.step + f32x8::splat(simd, self.start)
    }

    /// The value of a pixel.
    #[inline(always)]
    fn value(self, across: i32) -> f32 {
        across as f32 * self.step + self.start
    }
}

#[inline(always)]
pub(super) fn within<S: Simd>(simd: S, x: f32x8<S>, range: [f32; 2]) -> f32x8<S> {
    x.max(f32x8::splat(simd, range[0])).min(f32x8::splat(simd, range[1]))
}

impl<'a> Row<'a> {
    #[inline(always)]
    fn new(scene: &'a Scene<'a>, setup: &'a Setup, row: i32) -> Self {
        // Only what is read: ten planes of every short row would cost more than its pixels.
        let wanted = |is_read: bool, plane: &Plane| {
            if is_read { plane.along(row) } else { Slope::LEVEL }
        };
        let (textured, colored) =
            (scene.settings.picture.is_some(), !scene.triangles.colors.is_empty());
        let rims = setup.rim.count;
        let [first, second, third] = &setup.rim.planes;
        Self {
            scene,
            setup,
            t: wanted(setup.perspective || scene.deep, &setup.t),
            uv: [wanted(textured, &setup.uv[0]), wanted(textured, &setup.uv[1])],
            colors: if colored {
                setup.colors.map(|plane| plane.along(row))
            } else {
                [Slope::LEVEL; 4]
            },
            rim: [wanted(rims > 0, first), wanted(rims > 1, second), wanted(rims > 2, third)],
        }
    }

    /// Draws a row that lies over what is there, without a depth buffer: eight pixels at a time from the picture to the
    /// surface, and nothing put aside in between. Rows of sprites are a few blocks long; what a row costs on its own counts.
    #[inline(always)]
    fn draw_over<S: Simd>(&self, simd: S, (first, end): (i32, i32), target: &mut [u32]) {
        let origin = self.setup.origin.0;
        let mut across = first - origin;
        if self.chooses_by_block() {
            across = across / 8 * 8;
        }
        let mut start = origin + across;
        while start < end {
            let mut words = self.finished(simd, across);
            if start < first || start + 8 > end {
                words = only_between(simd, words, first - start, end - start);
            }
            let at = start as usize;
            if let Some(pixels) = target.get_mut(at..).and_then(<[u32]>::first_chunk_mut::<8>) {
                over::block_simd(simd, pixels, words);
            } else {
                // The last pixels of the surface's row.
                let rest = &mut target[at..];
                let mut pixels = [0; 8];
                pixels[..rest.len()].copy_from_slice(rest);
                over::block_simd(simd, &mut pixels, words);
                rest.copy_from_slice(&pixels[..rest.len()]);
            }
            across += 8;
            start += 8;
        }
    }

    /// Draws a row with a depth buffer or another blend mode.
    #[inline(always)]
    fn draw_by_chunks<S: Simd>(
        &self,
        simd: S,
        (y, first, end): (i32, i32, i32),
        target: &mut [u32],
        mut depth: Option<&mut [f32]>,
        buffer: &mut Samples,
    ) {
        let origin = self.setup.origin.0;
        let mut x = first;
        while x < end {
            // Blocks begin at the origin and every eight pixels from there, wherever the row begins.
            let block = (x - origin) / 8 * 8;
            let start = origin + block;
            let stop = end.min(start + CHUNK as i32);
            let (skipped, length) = ((x - start) as usize, (stop - start) as usize);
            let blocks = buffer[..length.next_multiple_of(8)].as_chunks_mut::<8>().0;
            for (index, pixels) in blocks.iter_mut().enumerate() {
                let across = block + 8 * index as i32;
                // What is hidden is not looked at again: it may be anything.
                if !self.is_hidden(simd, across, depth.as_deref()) {
                    self.finished(simd, across).store_array(pixels);
                }
            }
            let samples = &mut buffer[skipped..length];
            let pixels = &mut target[x as usize..stop as usize];
            match &mut depth {
                None => self.blend(simd, pixels, samples, x, y),
                Some(depth) => {
                    let depth = &mut depth[x as usize..stop as usize];
                    self.blend_near(simd, pixels, samples, depth, x, y);
                }
            }
            x = stop;
        }
    }

    /// Whether the smaller copies of the picture are chosen for every eight pixels. They are then counted from the origin, wherever
    /// a row begins, so that no clip changes a color.
    #[inline(always)]
    fn chooses_by_block(&self) -> bool {
        self.scene.settings.picture.is_some() && self.setup.footprint.is_none()
    }

    /// Eight pixels as they are blended: picture, colors, tint and the rim.
    #[inline(always)]
    fn finished<S: Simd>(&self, simd: S, across: i32) -> u32x8<S> {
        let mut words = self.shade(simd, across);
        let tint = self.scene.settings.tint;
        if tint != Color::WHITE {
            words = over::modulate_block(simd, words, u32x8::splat(simd, word(tint)));
        }
        if self.setup.rim.count > 0 { self.smooth(simd, across, words) } else { words }
    }

    /// The colors of eight pixels, `block` pixels from the origin.
    #[inline(always)]
    fn shade<S: Simd>(&self, simd: S, block: i32) -> u32x8<S> {
        let Self { scene, setup, .. } = *self;
        let across = eight_from(simd, block);
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
            let settings = scene.settings;
            let footprint = setup.footprint.unwrap_or_else(|| {
                setup.footprint_at(picture, settings, self.t, self.uv, block as f32 + 3.5)
            });
            words = sample::read(simd, picture, settings, &footprint, [u, v]);
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
        words
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

    /// Fades those of eight pixels that a rim edge crosses.
    #[inline(always)]
    fn smooth<S: Simd>(&self, simd: S, across: i32, words: u32x8<S>) -> u32x8<S> {
        let rim = &self.setup.rim;
        // Shares change evenly: what is whole at both ends is whole between them.
        let whole = |slope: &Slope| slope.value(across) >= 1.0 && slope.value(across + 7) >= 1.0;
        if self.rim[..rim.count].iter().all(whole) {
            return words;
        }
        let across = eight_from(simd, across);
        let [first, second, third] = &self.rim;
        let shares =
            [first.values(simd, across), second.values(simd, across), third.values(simd, across)];
        faded(simd, rim, shares, words)
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

    /// Whether eight pixels are all behind what is there.
    #[inline(always)]
    fn is_hidden<S: Simd>(&self, simd: S, across: i32, depth: Option<&[f32]>) -> bool {
        let start = (self.setup.origin.0 + across) as usize;
        let there = depth.and_then(|depth| depth.get(start..)?.first_chunk::<8>());
        let Some(there) = there.filter(|_| !IN_PAGES) else { return false };
        self.near(simd, across).simd_lt(f32x8::load_array_ref(simd, there)).all_true()
    }

    /// How near eight pixels are.
    #[inline(always)]
    fn near<S: Simd>(&self, simd: S, across: i32) -> f32x8<S> {
        within(simd, self.t.values(simd, eight_from(simd, across)), self.setup.ranges[0])
    }

    /// Empties the samples that are behind what is there and keeps how near the others are, eight at a time; says for how many.
    #[inline(always)]
    fn keep_near<S: Simd>(
        &self,
        simd: S,
        samples: &mut [u32],
        depth: &mut [f32],
        from: i32,
    ) -> usize {
        let (blocks, depths) = (samples.as_chunks_mut::<8>().0, depth.as_chunks_mut::<8>().0);
        let nothing = u32x8::splat(simd, 0);
        let mut across = from;
        for (words, depths) in blocks.iter_mut().zip(depths) {
            let near = self.near(simd, across);
            let there = f32x8::load_array_ref(simd, depths);
            let shown = near.simd_ge(there);
            let colors = shown.select(u32x8::load_array_ref(simd, words), nothing);
            colors.store_array(words);
            let mut kept = !(colors >> 24).simd_eq(nothing);
            for slope in &self.rim[..self.setup.rim.count] {
                kept &= slope.values(simd, eight_from(simd, across)).simd_ge(0.5);
            }
            // What is kept is at least what is there. As a choice between the two, the compiler would store by a mask, which takes many
            // processors longer than all the rest.
            let kept = kept.select(near, f32x8::splat(simd, f32::NEG_INFINITY));
            kept.max(there).store_array(depths);
            across += 8;
        }
        8 * blocks.len()
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
        let done =
            if everywhere || IN_PAGES { 0 } else { self.keep_near(simd, samples, depth, from) };
        for i in done..samples.len() {
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

/// Whether this is code of a page, where bytes count more than the last of its speed: loops that only save time are left out, with the
/// same pixels.
pub(super) const IN_PAGES: bool = cfg!(target_arch = "wasm32");

/// Eight pixels faded by how much of each lies inside the edges of a rim.
#[inline(always)]
pub(super) fn faded<S: Simd>(
    simd: S,
    rim: &Rim,
    [a, b, c]: [f32x8<S>; 3],
    words: u32x8<S>,
) -> u32x8<S> {
    let unit = [0.0, 1.0];
    let shares = [within(simd, a, unit), within(simd, b, unit), within(simd, c, unit)];
    // Signed numbers, which every processor converts to at once; these are 0 to 255.
    let factors: i32x8<S> = (covered(simd, rim, shares) * 255.0 + 0.5).to_int();
    over::scale_words(simd, words, factors.bitcast())
}

/// `first` and the seven numbers after it.
#[inline(always)]
pub(super) fn eight_from<S: Simd>(simd: S, first: i32) -> f32x8<S> {
    f32x8::load_array(simd, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]) + first as f32
}

/// Eight pixels, with nothing left before `first` and from `end` on.
#[inline(always)]
fn only_between<S: Simd>(simd: S, words: u32x8<S>, first: i32, end: i32) -> u32x8<S> {
    // Nothing, all, nothing: eight of each. A window on them is the mask.
    const ALL: [u32; 24] = {
        let mut all = [0; 24];
        let mut i = 8;
        while i < 16 {
            all[i] = u32::MAX;
            i += 1;
        }
        all
    };
    let (first, end) = (first.clamp(0, 8) as usize, end.clamp(0, 8) as usize);
    let from = u32x8::from_slice(simd, &ALL[8 - first..16 - first]);
    let until = u32x8::from_slice(simd, &ALL[16 - end..24 - end]);
    words & from & until
}

/// The share of eight pixels inside the rim, from the shares inside each of its edges, which are 0 to 1. Two sides of a strip leave what
/// both cover, a + b − 1; two edges at a right angle a·b; two that go on straight the smaller one; others something in between.
#[inline(always)]
fn covered<S: Simd>(simd: S, rim: &Rim, [a, b, c]: [f32x8<S>; 3]) -> f32x8<S> {
    match rim.count {
        1 => a,
        2 => both(simd, a, b, rim.facing[0]),
        _ => both(simd, both(simd, a, b, rim.facing[0]), c, rim.facing[1]),
    }
}

#[inline(always)]
fn both<S: Simd>(simd: S, a: f32x8<S>, b: f32x8<S>, facing: f32) -> f32x8<S> {
    let corner = a * b;
    let bound = if facing > 0.0 { (a + b - 1.0).max(f32x8::splat(simd, 0.0)) } else { a.min(b) };
    corner + (bound - corner) * facing.abs()
}
