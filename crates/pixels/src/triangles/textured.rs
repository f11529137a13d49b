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
    texels::{self, ANY, CLAMP, MIRROR, NEAREST, REPEAT, Reader, Texels},
    waiting::{RowValues, Waiting},
};
use crate::{Color, MipMap, Sampling, Surface, over, surface::word};
use fearless_simd::{Simd, f32x8, prelude::*, u16x16, u32x8};

/// A list of triangles that the loops of this file can draw.
#[derive(Clone, Copy)]
pub(super) struct Textured<'a> {
    picture: &'a MipMap,
    /// Whether smaller copies are read.
    mips: bool,
    /// Whether pixels of the picture are shown as they are.
    nearest: bool,
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
    /// `None` where `shade` has to look at more than a place in the picture.
    pub(super) fn new(scene: &Scene<'a>) -> Option<Self> {
        let settings = scene.settings;
        let picture = settings.picture?;
        let mips = !Footprint::is_whole(picture, settings);
        let nearest = settings.sampling == Sampling::Nearest;
        let plain = !(nearest && shade::IN_PAGES)
            && settings.blend.is_normal()
            && scene.triangles.colors.is_empty()
            && !scene.deep
            && !(mips && settings.anisotropy > 1);
        // Two pixels of two lines are always read of the whole picture, unless it is the nearest one.
        let plain = plain && (mips || nearest || texels::has_four(picture.picture()));
        plain.then(|| Self {
            picture,
            mips,
            nearest,
            settings,
            is_solid: settings.tint.a == 255 && is_solid(picture.picture()),
        })
    }

    /// Draws the rows of a triangle.
    #[inline(always)]
    pub(super) fn draw<S: Simd>(&self, simd: S, setup: &mut Setup, target: &mut Target<'_>) {
        let nearest = self.nearest && !shade::IN_PAGES;
        // In pages mirrored pictures, which are rare, go the way of those with smaller copies, with the same pixels.
        let rare = shade::IN_PAGES && self.settings.wrap == UvWrap::Mirror;
        match (setup.perspective, self.settings.wrap) {
            (false, _) if nearest => self.rows::<S, false, NEAREST>(simd, setup, target),
            (true, _) if nearest => self.rows::<S, true, NEAREST>(simd, setup, target),
            (false, _) if self.mips || rare => self.rows::<S, false, ANY>(simd, setup, target),
            (true, _) if self.mips || rare => self.rows::<S, true, ANY>(simd, setup, target),
            (false, UvWrap::Clamp) => self.rows::<S, false, CLAMP>(simd, setup, target),
            (false, UvWrap::Repeat) => self.rows::<S, false, REPEAT>(simd, setup, target),
            (false, UvWrap::Mirror) => self.rows::<S, false, MIRROR>(simd, setup, target),
            (true, UvWrap::Clamp) => self.rows::<S, true, CLAMP>(simd, setup, target),
            (true, UvWrap::Repeat) => self.rows::<S, true, REPEAT>(simd, setup, target),
            (true, UvWrap::Mirror) => self.rows::<S, true, MIRROR>(simd, setup, target),
        }
    }

    /// Whether rows may wait for each other: the places of all of them have to be of the same picture. In pages they never do,
    /// with the same pixels: it would be 5 KB in each of them, for vectors of half the length and no reading of eight at a time.
    pub(super) fn can_wait(&self) -> bool {
        !shade::IN_PAGES && !self.mips
    }

    /// Lets the rows of a triangle without a rim wait.
    #[inline(always)]
    pub(super) fn wait<S: Simd>(
        &self,
        simd: S,
        setup: &mut Setup,
        waiting: &mut Waiting,
        target: &mut Target<'_>,
    ) {
        let near = if setup.perspective { setup.ranges[0] } else { [1.0; 2] };
        let shown = |range: [f32; 2]| texels::shown(self.settings.wrap, range);
        let ranges = [near, shown(setup.ranges[1]), shown(setup.ranges[2])];
        for y in setup.rows.0..setup.rows.1 {
            let (mut first, end) = setup.walk.next_row(setup.columns);
            let start = (y - target.top) as usize * target.stride;
            let row = y - setup.origin.1;
            let t = if setup.perspective { setup.t.along(row) } else { Slope::ONE };
            let [u, v] = &setup.uv;
            let values = RowValues { slopes: [t, u.along(row), v.along(row)], ranges };
            while first < end {
                let part = (first - setup.origin.0, end - first);
                first += waiting.take_part(simd, &values, part, start + first as usize);
                if waiting.is_full() {
                    self.draw_waiting(simd, waiting, target.words);
                }
            }
        }
    }

    /// Draws the rows that wait.
    #[inline(always)]
    pub(super) fn draw_waiting<S: Simd>(&self, simd: S, waiting: &mut Waiting, words: &mut [u32]) {
        if waiting.is_empty() {
            return;
        }
        // A function of its own, with the vector units of this one: it is called from three places.
        simd.vectorize(
            #[inline(always)]
            || {
                let whole = Texels::new(simd, self.picture.picture());
                match self.settings.wrap {
                    _ if self.nearest => {
                        waiting.lay_over::<S, NEAREST>(simd, &whole, self.settings, words);
                    }
                    UvWrap::Clamp => {
                        waiting.lay_over::<S, CLAMP>(simd, &whole, self.settings, words);
                    }
                    UvWrap::Repeat => {
                        waiting.lay_over::<S, REPEAT>(simd, &whole, self.settings, words);
                    }
                    UvWrap::Mirror => {
                        waiting.lay_over::<S, MIRROR>(simd, &whole, self.settings, words);
                    }
                }
            },
        );
    }

    #[inline(always)]
    fn rows<S: Simd, const PERSPECTIVE: bool, const WRAP: u8>(
        &self,
        simd: S,
        setup: &mut Setup,
        target: &mut Target<'_>,
    ) {
        let reader = Reader::<S, WRAP>::new(simd, self.settings.wrap, setup);
        let whole = Texels::new(simd, self.picture.picture());
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
                textured: self,
                setup: &*setup,
                reader: &reader,
                whole: &whole,
                t,
                uv: [u, v],
                rim,
                tint,
            };
            // Smaller copies are chosen for every eight pixels from the origin on, wherever a row begins, so that no clip
            // changes a color.
            let mut block = first - setup.origin.0;
            let mut skipped = if WRAP == ANY && setup.footprint.is_none() { block % 8 } else { 0 };
            block -= skipped;
            at -= skipped as usize;
            let mut left = end - first + skipped;
            let mut across = lanes + block as f32;
            loop {
                if !target.hides(at, left as usize) {
                    let mut colors = line.colors(simd, across, block);
                    if skipped > 0 {
                        colors &= !layers::before(simd, skipped);
                    }
                    if left < 8 {
                        colors &= layers::before(simd, left);
                    }
                    target.lay(simd, at, colors);
                }
                if left <= 8 {
                    break;
                }
                skipped = 0;
                left -= 8;
                at += 8;
                block += 8;
                across += 8.0;
            }
        }
    }
}

/// What changes along a row, and what it is read from.
struct Line<'a, S: Simd, const PERSPECTIVE: bool, const WRAP: u8> {
    textured: &'a Textured<'a>,
    setup: &'a Setup,
    reader: &'a Reader<S, WRAP>,
    whole: &'a Texels<'a, S>,
    t: Slope,
    uv: [Slope; 2],
    rim: RimRow<'a>,
    tint: Option<u32>,
}

impl<S: Simd, const PERSPECTIVE: bool, const WRAP: u8> Line<'_, S, PERSPECTIVE, WRAP> {
    /// Eight colors as they are laid over the band, `block` pixels from the origin.
    #[inline(always)]
    fn colors(&self, simd: S, across: f32x8<S>, block: i32) -> u32x8<S> {
        let mut place = [self.uv[0].values(simd, across), self.uv[1].values(simd, across)];
        if PERSPECTIVE {
            let near = shade::within(simd, self.t.values(simd, across), self.setup.ranges[0]);
            let far = f32x8::splat(simd, 1.0) / near;
            place = [place[0] * far, place[1] * far];
        }
        let place = self.reader.within(place);
        let mut colors = if WRAP == ANY {
            self.read_copies(simd, place, block)
        } else {
            self.reader.read(simd, self.whole, place)
        };
        if let Some(tint) = self.tint {
            colors = over::modulate_block(simd, colors, u32x8::splat(simd, tint));
        }
        if self.rim.count > 0 { self.rim.smooth(simd, across, colors) } else { colors }
    }

    /// The colors at eight places of one copy of the picture, or between two.
    #[inline(always)]
    fn read_copies(&self, simd: S, place: [f32x8<S>; 2], block: i32) -> u32x8<S> {
        let Textured { picture, settings, .. } = *self.textured;
        let footprint = self.setup.footprint.unwrap_or_else(|| {
            self.setup.footprint_at(picture, settings, self.t, self.uv, block as f32 + 3.5)
        });
        let copies = picture.levels();
        let large = Texels::new(simd, &copies[footprint.level]);
        let large = self.reader.read(simd, &large, place);
        if footprint.next == 0 {
            return large;
        }
        let small = Texels::new(simd, &copies[footprint.level + 1]);
        let small = self.reader.read(simd, &small, place);
        sample::mix(simd, large, small, u16x16::splat(simd, footprint.next as u16))
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
