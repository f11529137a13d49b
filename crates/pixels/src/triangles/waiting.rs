//! Rows of many triangles, read from the picture together.
//!
//! A row of a small triangle fills half of a vector or less. So the places in the picture of many rows are put one after the other
//! without gaps and read eight at a time, whichever rows they belong to; and then the rows are laid over the band in the order of
//! drawing. Of triangles of a few pixels, what is done once for each takes as long as the pixels: their edges are looked at
//! eight pixels at once, without a division. Every number is the one that `textured` computes.

use super::{
    TriangleSettings,
    bands::Scene,
    corners::{Fixed, HALF, PIXEL, between, bounds, first_center},
    layers,
    setup::{Frame, Plane, Slope, range},
    shade,
    texels::{self, Texels},
};
use crate::{over, surface::word};
use fearless_simd::{Simd, f32x8, f64x4, i32x8, prelude::*, u32x8};

/// Widest and highest triangle, in pixels: a row is one vector, and no edge leaves 32 bits.
const WIDEST: i64 = 8;
const HIGHEST: i64 = 16;
/// Places that are put together before they are read.
const MANY: usize = 256;
/// The longest part of a row that is put there at once.
const PART: usize = 64;
/// Room for them, for one small triangle or part of a row more, and for a vector that begins at the last one.
const ROOM: usize = MANY + (WIDEST * HIGHEST) as usize + 8;

/// Stands for spots whose colors are known already.
const NOWHERE: u32 = u32::MAX;

/// Rows of triangles that wait to be drawn.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    u: [f32; ROOM],
    v: [f32; ROOM],
    places: usize,
    rows: [Row; ROOM],
    count: usize,
    /// Where the places are in the picture, eight at a time, and their colors.
    blocks: [Block; ROOM / 8],
    colors: [u32; ROOM],
}

/// Eight [`texels::Spots`].
#[derive(Clone, Copy, Debug)]
struct Block {
    places: [u32; 8],
    across: [i32; 8],
    down: [i32; 8],
}

/// Pixels of the band that get the next colors.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    at: u32,
    count: u32,
}

/// What became of a triangle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It waits, or shows nowhere.
    Yes,
    /// It is too large, or its rim is smooth.
    No,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            u: [0.0; ROOM],
            v: [0.0; ROOM],
            places: 0,
            rows: [Row { at: 0, count: 0 }; ROOM],
            count: 0,
            blocks: [Block { places: [0; 8], across: [0; 8], down: [0; 8] }; ROOM / 8],
            colors: [0; ROOM],
        }
    }
}

impl Waiting {
    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.places == 0
    }

    /// Whether they have to be drawn before the next triangle.
    #[inline(always)]
    pub(super) const fn is_full(&self) -> bool {
        self.places >= MANY
    }

    /// Takes the rows of a small triangle from `top` to `bottom`.
    #[inline(always)]
    pub(super) fn take_small<S: Simd>(
        &mut self,
        simd: S,
        scene: &Scene<'_>,
        triangle: usize,
        (top, bottom): (i32, i32),
    ) -> Taken {
        if scene.rims.get(triangle).is_some_and(|&edges| edges != 0) {
            return Taken::No;
        }
        let Some((points, corners, area)) = scene.corners.clockwise(scene.triangles, triangle)
        else {
            return Taken::Yes;
        };
        let reached = bounds(points, false);
        let (wide, high) = (reached[2] - reached[0], reached[3] - reached[1]);
        if wide > WIDEST * PIXEL || high > HIGHEST * PIXEL {
            return Taken::No;
        }
        let clip = scene.clip;
        let columns = between(reached[0], reached[2], clip.x, clip.width);
        let rows = between(reached[1], reached[3], clip.y, clip.height);
        let (Some(columns), Some(rows)) = (columns, rows) else { return Taken::Yes };
        let rows = (rows.0.max(top), rows.1.min(bottom));
        let origin = [reached[0], reached[1]].map(|low| first_center(low).max(0) as i32);
        let frame = Frame::new(points, area, origin);
        let values = Values::new(scene, corners, &frame);
        let edges = Edges::new(simd, points, [origin[0], rows.0]);
        let first = (rows.0 - top) as usize * scene.stride + origin[0] as usize;
        let columns = (columns.0 - origin[0], columns.1 - origin[0]);
        let rows = (rows.0 - origin[1], rows.1 - origin[1]);
        self.walk(simd, &values, edges, (columns, rows), (first, scene.stride));
        Taken::Yes
    }

    /// Goes through the rows of a triangle; columns and rows count from its origin, `at` is the first of the band's pixels in the
    /// first row and `stride` the way to the next.
    #[inline(always)]
    fn walk<S: Simd>(
        &mut self,
        simd: S,
        values: &Values,
        mut edges: Edges<S>,
        (columns, rows): ((i32, i32), (i32, i32)),
        (mut at, stride): (usize, usize),
    ) {
        // A bit for each column that may be drawn.
        let allowed = (1u64 << columns.1) - (1 << columns.0);
        let lanes = shade::eight_from(simd, 0);
        let one = f32x8::splat(simd, 1.0);
        let (ranges, steps) = (values.ranges, values.planes.map(|plane| plane.dx));
        let mut row = rows.0;
        while row < rows.1 {
            let [ts, us, vs] = values.starts(simd, row);
            let some = (rows.1 - row).min(8) as usize;
            for ((&t, &u), &v) in ts.iter().zip(&us).zip(&vs).take(some) {
                let drawn = edges.next_row() & allowed;
                if drawn != 0 {
                    let (first, count) = (drawn.trailing_zeros(), drawn.count_ones());
                    let across = lanes + first as f32;
                    let t = across * steps[0] + f32x8::splat(simd, t);
                    let u = across * steps[1] + f32x8::splat(simd, u);
                    let v = across * steps[2] + f32x8::splat(simd, v);
                    let far = one / shade::within(simd, t, ranges[0]);
                    let u = shade::within(simd, u * far, ranges[1]);
                    let v = shade::within(simd, v * far, ranges[2]);
                    // All eight: those after the row are written over by the next.
                    u.store_slice(&mut self.u[self.places..self.places + 8]);
                    v.store_slice(&mut self.v[self.places..self.places + 8]);
                    self.rows[self.count] = Row { at: at as u32 + first, count };
                    self.count += 1;
                    self.places += count as usize;
                }
                at += stride;
            }
            row += 8;
        }
    }

    /// Takes as much of a row as there is room for, at most `count` pixels from `across` on, and says how many; `at` is where they go.
    #[inline(always)]
    pub(super) fn take_part<S: Simd>(
        &mut self,
        simd: S,
        row: &RowValues,
        (across, count): (i32, i32),
        at: usize,
    ) -> i32 {
        let count = count.min(PART as i32);
        let one = f32x8::splat(simd, 1.0);
        let [t, u, v] = row.slopes;
        let mut lanes = shade::eight_from(simd, across);
        let blocks = (count as usize).div_ceil(8);
        let end = self.places + 8 * blocks;
        let us = self.u[self.places..end].as_chunks_mut::<8>().0;
        let vs = self.v[self.places..end].as_chunks_mut::<8>().0;
        for (to_u, to_v) in us.iter_mut().zip(vs) {
            let far = one / shade::within(simd, t.values(simd, lanes), row.ranges[0]);
            shade::within(simd, u.values(simd, lanes) * far, row.ranges[1]).store_array(to_u);
            shade::within(simd, v.values(simd, lanes) * far, row.ranges[2]).store_array(to_v);
            lanes += 8.0;
        }
        self.rows[self.count] = Row { at: at as u32, count: count as u32 };
        self.count += 1;
        self.places += count as usize;
        count
    }

    /// Finds where in the picture the places are, and begins to fetch what is there: a line of the picture is in no near cache when it is
    /// read for the first time, and all that wait can be waited for at once.
    #[inline(always)]
    fn find<S: Simd, const WRAP: u8>(
        &mut self,
        simd: S,
        whole: &Texels<'_, S>,
        settings: &TriangleSettings<'_>,
    ) {
        let wrap = texels::wrap_of::<WRAP>(settings.wrap);
        let (us, vs) = (self.u.as_chunks::<8>().0, self.v.as_chunks::<8>().0);
        let blocks = self.blocks.iter_mut().zip(self.colors.as_chunks_mut::<8>().0);
        let mut touched = 0;
        for ((u, v), (block, colors)) in us.iter().zip(vs).zip(blocks).take(self.places.div_ceil(8))
        {
            let uv = [f32x8::load_array_ref(simd, u), f32x8::load_array_ref(simd, v)];
            let found =
                if WRAP == texels::NEAREST { None } else { texels::spots(simd, wrap, whole, uv) };
            if let Some(spots) = found {
                spots.places.store_array(&mut block.places);
                spots.shares[0].store_array(&mut block.across);
                spots.shares[1].store_array(&mut block.down);
                touched ^= whole.touch(block.places[0]) ^ whole.touch(block.places[7]);
            } else {
                block.places[0] = NOWHERE;
                texels::read::<S, WRAP>(simd, wrap, whole, uv).store_array(colors);
            }
        }
        core::hint::black_box(touched);
    }

    /// Reads the colors of all that wait.
    #[inline(always)]
    fn read<S: Simd>(&mut self, simd: S, whole: &Texels<'_, S>, settings: &TriangleSettings<'_>) {
        let tint = (settings.tint != crate::Color::WHITE).then(|| word(settings.tint));
        let blocks = self.blocks.iter().zip(self.colors.as_chunks_mut::<8>().0);
        for (block, colors) in blocks.take(self.places.div_ceil(8)) {
            let mut read = if block.places[0] == NOWHERE {
                u32x8::load_array_ref(simd, colors)
            } else {
                let across = i32x8::load_array_ref(simd, &block.across);
                let down = i32x8::load_array_ref(simd, &block.down);
                whole.between(simd, &block.places, [across, down])
            };
            if let Some(tint) = tint {
                read = over::modulate_block(simd, read, u32x8::splat(simd, tint));
            }
            read.store_array(colors);
        }
    }

    /// Draws all that wait.
    #[inline(always)]
    pub(super) fn lay_over<S: Simd, const WRAP: u8>(
        &mut self,
        simd: S,
        whole: &Texels<'_, S>,
        settings: &TriangleSettings<'_>,
        words: &mut [u32],
    ) {
        self.find::<S, WRAP>(simd, whole, settings);
        self.read(simd, whole, settings);
        let colors = &self.colors;
        let mut at = 0;
        for row in &self.rows[..self.count] {
            let (mut to, mut left) = (row.at as usize, row.count as i32);
            while left >= 8 {
                layers::lay_over(simd, words, to, u32x8::from_slice(simd, &colors[at..at + 8]));
                (to, at, left) = (to + 8, at + 8, left - 8);
            }
            if left > 0 {
                let colors = u32x8::from_slice(simd, &colors[at..at + 8]);
                layers::lay_some_over(simd, words, to, colors, left);
                at += left as usize;
            }
        }
        (self.places, self.count) = (0, 0);
    }
}

/// What changes along a row: t, u and v.
pub(super) struct RowValues {
    pub(super) slopes: [Slope; 3],
    pub(super) ranges: [[f32; 2]; 3],
}

/// The edges of a small triangle at eight pixels of a row: above or at 0 inside.
struct Edges<S: Simd> {
    at: [i32x8<S>; 3],
    down: [i32; 3],
}

impl<S: Simd> Edges<S> {
    /// At the pixels from `origin` on.
    #[inline(always)]
    fn new(simd: S, points: [Fixed; 3], origin: [i32; 2]) -> Self {
        let lanes = i32x8::load_array(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
        let center = origin.map(|at| i64::from(at) * PIXEL + HALF);
        // Within the extents of the triangle: few bits.
        let near = points.map(|point| [0, 1].map(|axis| (point[axis] - center[axis]) as i32));
        let (mut at, mut down) = ([lanes; 3], [0; 3]);
        for i in 0..3 {
            let (a, b) = (near[i], near[(i + 1) % 3]);
            let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
            // The top-left rule: left and upper edges own their points, the others begin one unit later.
            let owns = dy < 0 || (dy == 0 && dx > 0);
            let first = dy * a[0] - dx * a[1] - i32::from(!owns);
            at[i] = lanes * (-dy * PIXEL as i32) + i32x8::splat(simd, first);
            down[i] = dx * PIXEL as i32;
        }
        Self { at, down }
    }

    /// A bit for each pixel of the row that is inside; goes on to the next row.
    #[inline(always)]
    fn next_row(&mut self) -> u64 {
        let outside = self.at[0] | self.at[1] | self.at[2];
        for i in 0..3 {
            self.at[i] += self.down[i];
        }
        !outside.simd_lt(0).to_bitmask()
    }
}

/// t, and u and v times t, over the rows of a triangle. Without perspective t is 1.
struct Values {
    planes: [Plane; 3],
    ranges: [[f32; 2]; 3],
}

impl Values {
    #[inline(always)]
    fn new(scene: &Scene<'_>, corners: [usize; 3], frame: &Frame) -> Self {
        let (lists, settings) = (scene.triangles, scene.settings);
        let t = corners.map(|corner| lists.t.get(corner).copied().unwrap_or(1.0));
        let even = settings.affine || (t[0] == t[1] && t[1] == t[2]);
        let t = if even { [1.0; 3] } else { t };
        let uv = corners.map(|corner| lists.uv[corner]);
        let (u, v) = (uv.map(|uv| uv.x), uv.map(|uv| uv.y));
        let weighted = |values: [f32; 3]| {
            let product = |i: usize| f64::from(values[i]) * f64::from(t[i]);
            frame.plane([product(0), product(1), product(2)])
        };
        let held = |values: [f32; 3]| texels::shown(settings.wrap, range(values));
        Self {
            planes: [frame.plane(t.map(f64::from)), weighted(u), weighted(v)],
            ranges: [range(t), held(u), held(v)],
        }
    }

    /// The first values of eight rows.
    #[inline(always)]
    fn starts<S: Simd>(&self, simd: S, row: i32) -> [[f32; 8]; 3] {
        let upper = f64x4::load_array(simd, [0.0, 1.0, 2.0, 3.0]) + f64::from(row);
        let lower = upper + 4.0;
        let mut starts = [[0.0; 8]; 3];
        for (starts, plane) in starts.iter_mut().zip(&self.planes) {
            plane.down_eight(simd, upper, lower).store_array(starts);
        }
        starts
    }
}
