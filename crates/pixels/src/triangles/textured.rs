//! Rows of triangles that show a picture and nothing else, laid over what is there: what sprites, floors and most meshes are.
//!
//! The loops of this file do what those of `shade` do for all settings, with every question that is the same for a whole row or a
//! whole list asked before it. `shade` is the rule; a test compares them.

use super::{
    TriangleSettings, UvWrap,
    bands::Scene,
    layers::{self, Layers},
    sample::{self, Footprint},
    setup::{Rim, Setup, Slope},
    shade,
};
use crate::{Color, Sampling, Surface, over, surface::word};
use fearless_simd::{Simd, f32x8, i32x8, prelude::*, u16x16, u32x8, u64x4};

/// A list of triangles that the loops of this file can draw.
#[derive(Clone, Copy)]
pub(super) struct Textured<'a> {
    picture: &'a Surface,
    settings: &'a TriangleSettings<'a>,
    /// Whether much of what is drawn hides what is under it.
    pub(super) is_solid: bool,
}

/// Where the rows of a list go.
pub(super) struct Target<'a> {
    /// The pixels of a band.
    pub(super) words: &'a mut [u32],
    /// The first row of the band.
    pub(super) top: i32,
    pub(super) stride: usize,
    /// Where blocks are put aside, when the last triangle comes first.
    pub(super) layers: Option<&'a mut Layers>,
}

impl Target<'_> {
    /// Whether the first `count` of eight pixels are known to be hidden.
    #[inline(always)]
    fn hides(&self, at: usize, count: usize) -> bool {
        self.layers.as_ref().is_some_and(|layers| layers.hides(at, count))
    }

    #[inline(always)]
    fn lay<S: Simd>(&mut self, simd: S, at: usize, colors: u32x8<S>) {
        match &mut self.layers {
            Some(layers) => layers.push(simd, at, colors),
            None => layers::lay_over(simd, self.words, at, colors),
        }
    }
}

impl<'a> Textured<'a> {
    /// `None` where `shade` has to look at more than one picture and its place in it.
    pub(super) fn new(scene: &Scene<'a>) -> Option<Self> {
        let settings = scene.settings;
        let picture = settings.picture?;
        let plain = settings.sampling == Sampling::Bilinear
            && settings.blend.is_normal()
            && scene.triangles.colors.is_empty()
            && !scene.deep
            && Footprint::is_whole(picture, settings);
        let picture = picture.picture();
        // Two pixels of two lines are always read.
        (plain && picture.width() > 1 && picture.height() > 1).then(|| Self {
            picture,
            settings,
            is_solid: settings.tint.a == 255 && is_solid(picture),
        })
    }

    /// Draws the rows of a triangle.
    #[inline(always)]
    pub(super) fn draw<S: Simd>(&self, simd: S, setup: &mut Setup, target: &mut Target<'_>) {
        let wrap = self.settings.wrap;
        match (setup.perspective, wrap) {
            (false, UvWrap::Clamp) => self.rows::<S, false, CLAMP>(simd, setup, target),
            (false, UvWrap::Repeat) => self.rows::<S, false, REPEAT>(simd, setup, target),
            (false, UvWrap::Mirror) => self.rows::<S, false, MIRROR>(simd, setup, target),
            (true, UvWrap::Clamp) => self.rows::<S, true, CLAMP>(simd, setup, target),
            (true, UvWrap::Repeat) => self.rows::<S, true, REPEAT>(simd, setup, target),
            (true, UvWrap::Mirror) => self.rows::<S, true, MIRROR>(simd, setup, target),
        }
    }

    #[inline(always)]
    fn rows<S: Simd, const PERSPECTIVE: bool, const WRAP: u8>(
        &self,
        simd: S,
        setup: &mut Setup,
        target: &mut Target<'_>,
    ) {
        let texels = Texels::<S, WRAP>::new(simd, self.picture, setup);
        let lanes = shade::eight_from(simd, 0);
        let tint = (self.settings.tint != Color::WHITE).then(|| word(self.settings.tint));
        for y in setup.rows.0..setup.rows.1 {
            let (first, end) = setup.walk.next_row(setup.columns);
            if first >= end {
                continue;
            }
            let mut at = (y - target.top) as usize * target.stride + first as usize;
            if let Some(layers) = &target.layers
                && layers.hides_row(at, (end - first) as usize)
            {
                continue;
            }
            let row = y - setup.origin.1;
            let [u, v] = [setup.uv[0].along(row), setup.uv[1].along(row)];
            let t = if PERSPECTIVE { setup.t.along(row) } else { Slope::LEVEL };
            let rim = RimRow::new(&setup.rim, row);
            let line = Line::<S, PERSPECTIVE, WRAP> {
                texels: &texels,
                t,
                near: setup.ranges[0],
                uv: [u, v],
                rim,
                tint,
            };
            let mut across = lanes + (first - setup.origin.0) as f32;
            let mut left = end - first;
            loop {
                if !target.hides(at, left as usize) {
                    let colors = line.colors(simd, across, left);
                    target.lay(simd, at, colors);
                }
                if left <= 8 {
                    break;
                }
                left -= 8;
                at += 8;
                across += 8.0;
            }
        }
    }
}

/// What changes along a row, and what it is read from.
struct Line<'a, S: Simd, const PERSPECTIVE: bool, const WRAP: u8> {
    texels: &'a Texels<'a, S, WRAP>,
    t: Slope,
    /// Least and most of t.
    near: [f32; 2],
    uv: [Slope; 2],
    rim: RimRow<'a>,
    tint: Option<u32>,
}

impl<S: Simd, const PERSPECTIVE: bool, const WRAP: u8> Line<'_, S, PERSPECTIVE, WRAP> {
    /// Eight colors as they are laid over the band, of which only the first `count` are wanted.
    #[inline(always)]
    fn colors(&self, simd: S, across: f32x8<S>, count: i32) -> u32x8<S> {
        let mut place = [self.uv[0].values(simd, across), self.uv[1].values(simd, across)];
        if PERSPECTIVE {
            let near = shade::within(simd, self.t.values(simd, across), self.near);
            let far = f32x8::splat(simd, 1.0) / near;
            place = [place[0] * far, place[1] * far];
        }
        let mut colors = self.texels.read(simd, place);
        if let Some(tint) = self.tint {
            colors = over::modulate_block(simd, colors, u32x8::splat(simd, tint));
        }
        if self.rim.count > 0 {
            colors = self.rim.smooth(simd, across, colors);
        }
        if count < 8 { first_of(simd, colors, count) } else { colors }
    }
}

/// Whether at least a quarter of a picture hides what is under it, by a few hundred of its pixels.
fn is_solid(picture: &Surface) -> bool {
    let words = picture.words();
    // An odd step, or pictures as wide as a power of two would be seen by a few columns.
    let step = (words.len() / 256) | 1;
    let (mut solid, mut all) = (0, 0);
    for word in words.iter().step_by(step) {
        solid += usize::from(word >> 24 == 255);
        all += 1;
    }
    solid * 4 >= all
}

/// The first few of eight pixels, and nothing after them.
#[inline(always)]
fn first_of<S: Simd>(simd: S, words: u32x8<S>, count: i32) -> u32x8<S> {
    let lanes = i32x8::load_array(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
    // The sign of the difference, all over the lane.
    let kept = (lanes - count) >> 31;
    words & kept.bitcast::<u32x8<S>>()
}

const CLAMP: u8 = 0;
const REPEAT: u8 = 1;
const MIRROR: u8 = 2;

/// A picture that is read between its pixels, and what of its reading is the same for all of a triangle.
struct Texels<'a, S: Simd, const WRAP: u8> {
    picture: &'a Surface,
    words: &'a [u32],
    /// Least and most of u and v.
    ranges: [[f32x8<S>; 2]; 2],
    /// From u and v to 1/256 of a pixel.
    scales: [f32x8<S>; 2],
    /// The last pixel of each side.
    last: [i32x8<S>; 2],
    stride: u32,
}

impl<'a, S: Simd, const WRAP: u8> Texels<'a, S, WRAP> {
    #[inline(always)]
    fn new(simd: S, picture: &'a Surface, setup: &Setup) -> Self {
        let sides = [picture.width(), picture.height()];
        let range = |[least, most]: [f32; 2]| {
            // Held within the range and then within 0…1 is held within both.
            let [least, most] = if WRAP == CLAMP {
                [least.clamp(0.0, 1.0), most.clamp(0.0, 1.0)]
            } else {
                [least, most]
            };
            [f32x8::splat(simd, least), f32x8::splat(simd, most)]
        };
        Self {
            picture,
            words: picture.words(),
            ranges: [range(setup.ranges[1]), range(setup.ranges[2])],
            scales: sides.map(|side| f32x8::splat(simd, (side * 256) as f32)),
            last: sides.map(|side| i32x8::splat(simd, side as i32 - 1)),
            stride: sides[0],
        }
    }

    /// The colors at eight places.
    #[inline(always)]
    fn read(&self, simd: S, [u, v]: [f32x8<S>; 2]) -> u32x8<S> {
        let u = u.max(self.ranges[0][0]).min(self.ranges[0][1]);
        let v = v.max(self.ranges[1][0]).min(self.ranges[1][1]);
        let (x, y) = (self.place(u, 0), self.place(v, 1));
        if WRAP == REPEAT {
            let (left, upper) = (x >> 8, y >> 8);
            // The sign says that a place is outside: before the first center, or after the last one.
            let outside = left | upper | (self.last[0] - 1 - left) | (self.last[1] - 1 - upper);
            if outside.simd_lt(i32x8::splat(simd, 0)).any_true() {
                return sample::bilinear(simd, self.picture, UvWrap::Repeat, [u, v]);
            }
            return self.inside(simd, [left, upper], [x & 255, y & 255]);
        }
        let (left, across) = self.held(simd, x, 0);
        let (upper, down) = self.held(simd, y, 1);
        self.inside(simd, [left, upper], [across, down])
    }

    /// Places along a side in 1/256 of a pixel, seen from the center of the first.
    #[inline(always)]
    fn place(&self, x: f32x8<S>, axis: usize) -> i32x8<S> {
        let x = match WRAP {
            REPEAT => x - x.floor(),
            MIRROR => (x - (x * 0.5 + 0.5).floor() * 2.0).abs(),
            _ => x,
        };
        let at: i32x8<S> = (x * self.scales[axis]).to_int();
        at - 128
    }

    /// The first of two neighbors along a side and the share of the second: beyond the rim comes the rim again.
    #[inline(always)]
    fn held(&self, simd: S, at: i32x8<S>, axis: usize) -> (i32x8<S>, i32x8<S>) {
        let last = self.last[axis];
        let at = at.max(i32x8::splat(simd, 0)).min(last << 8);
        let first = (at >> 8).min(last - 1);
        (first, at - (first << 8))
    }

    /// Colors between four pixels each, by the first of the four and the shares of those right and below, 0 to 256.
    #[inline(always)]
    fn inside(&self, simd: S, [left, upper]: [i32x8<S>; 2], shares: [i32x8<S>; 2]) -> u32x8<S> {
        let stride = self.stride as usize;
        let places = upper * self.stride as i32 + left;
        let places: [u32; 8] = places.bitcast::<u32x8<S>>().into();
        let (mut above, mut below) = ([0u64; 8], [0u64; 8]);
        for i in 0..8 {
            let at = places[i] as usize;
            // One look at the length for all four.
            let four = &self.words[at..at + (stride + 2)];
            above[i] = u64::from(four[0]) | (u64::from(four[1]) << 32);
            below[i] = u64::from(four[stride]) | (u64::from(four[stride + 1]) << 32);
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

/// The rim along a row.
struct RimRow<'a> {
    rim: &'a Rim,
    slopes: [Slope; 3],
    count: usize,
}

impl<'a> RimRow<'a> {
    #[inline(always)]
    fn new(rim: &'a Rim, row: i32) -> Self {
        let slopes = if rim.count > 0 {
            rim.planes.map(|plane| plane.along(row))
        } else {
            [Slope::LEVEL; 3]
        };
        Self { rim, slopes, count: rim.count }
    }

    /// Fades those of eight pixels that the rim crosses.
    #[inline(always)]
    fn smooth<S: Simd>(&self, simd: S, across: f32x8<S>, colors: u32x8<S>) -> u32x8<S> {
        let [first, second, third] = self.slopes;
        let one = f32x8::splat(simd, 1.0);
        let shares = [
            first.values(simd, across),
            if self.count > 1 { second.values(simd, across) } else { one },
            if self.count > 2 { third.values(simd, across) } else { one },
        ];
        let least = shares[0].min(shares[1]).min(shares[2]);
        if least.simd_ge(one).all_true() {
            return colors;
        }
        shade::faded(simd, self.rim, shares, colors)
    }
}
