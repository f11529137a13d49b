//! Points through time: time-corrected Verlet with drag, walls and planes, eight points at a time.
//!
//! All lanes do everything: what is pinned or hits no wall is moved and bounced like the others, and its result thrown
//! away by a mask. Only a whole block without a hit skips a wall, because that is the common case and easy to predict.
//! The operations and their order are those of [`Touch::bounce`](super::collider::Touch::bounce), and no multiplication is
//! fused with an addition, so that every SIMD level gives the same bits.

use super::collider::Material;
use super::point::{MAX_COORDINATE, Points};
use fearless_simd::{Level, dispatch, f32x8, prelude::*};
use motile_geom::Vec2;

pub(crate) const LANES: usize = 8;
/// Points worked on in one go; a multiple of the lanes and independent of the number of threads.
pub(crate) const CHUNK: usize = 4096;

/// A half plane that points are kept out of: `normal · p` stays at `offset` plus the radius or above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wall {
    pub normal: Vec2,
    pub offset: f32,
    pub surface: Material,
}

/// Everything a step of motion needs to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion<'a> {
    /// What remains of the last step's way: `h/h₀`, less the drag.
    pub keep: f32,
    /// The displacement by an acceleration of 1: `h·(h + h₀)/2`.
    pub kick: f32,
    pub gravity: Vec2,
    /// Whether the points carry accelerations of their own.
    pub forces: bool,
    pub walls: &'a [Wall],
    /// Ways into a wall shorter than this, in pixels per step, do not bounce.
    pub rest: f32,
}

/// A chunk of the points' arrays.
struct Chunk<'a> {
    x: &'a mut [f32],
    y: &'a mut [f32],
    old_x: &'a mut [f32],
    old_y: &'a mut [f32],
    carry_x: &'a mut [f32],
    carry_y: &'a mut [f32],
    extent: &'a [f32],
    force_x: &'a [f32],
    force_y: &'a [f32],
}

/// Moves all points; returns whether all of them stayed in the range of coordinates.
pub(crate) fn move_on(level: Level, points: &mut Points, motion: &Motion) -> bool {
    let good = move_into_old(level, points, motion);
    // What was the position is the old one now: nothing had to be copied.
    core::mem::swap(&mut points.x, &mut points.old_x);
    core::mem::swap(&mut points.y, &mut points.old_y);
    good
}

/// Writes the new positions over the old ones, and the old ones over the positions where they are not the same.
fn move_into_old(level: Level, points: &mut Points, motion: &Motion) -> bool {
    let run = |mut chunk: Chunk| dispatch!(level, simd => move_chunk(simd, &mut chunk, motion));
    let chunks = chunks(points);
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        let mut chunks: Vec<Chunk> = chunks.collect();
        chunks.par_drain(..).map(run).reduce(|| true, |a, b| a && b)
    }
    #[cfg(not(feature = "parallel"))]
    chunks.map(run).fold(true, |a, b| a & b)
}

fn chunks(points: &mut Points) -> impl Iterator<Item = Chunk<'_>> {
    let positions = points.x.chunks_mut(CHUNK).zip(points.y.chunks_mut(CHUNK));
    let olds = points.old_x.chunks_mut(CHUNK).zip(points.old_y.chunks_mut(CHUNK));
    let carries = points.carry_x.chunks_mut(CHUNK).zip(points.carry_y.chunks_mut(CHUNK));
    let bodies = points.extent.chunks(CHUNK);
    let forces = points.force_x.chunks(CHUNK).zip(points.force_y.chunks(CHUNK));
    positions.zip(olds).zip(carries.zip(bodies.zip(forces))).map(|(places, rest)| {
        let ((x, y), (old_x, old_y)) = places;
        let ((carry_x, carry_y), (extent, (force_x, force_y))) = rest;
        Chunk { x, y, old_x, old_y, carry_x, carry_y, extent, force_x, force_y }
    })
}

#[inline(always)]
fn move_chunk<S: Simd>(simd: S, chunk: &mut Chunk, motion: &Motion) -> bool {
    let n = chunk.x.len();
    let whole = n - n % LANES;
    let mut good = true;
    for at in (0..whole).step_by(LANES) {
        good &= move_lanes(simd, chunk, at, motion);
    }
    if whole < n {
        // The rest goes through the same lanes in a padded copy: a scalar loop would be a second version of the rules
        // whose bits had to be kept alike. The padding moves too, and is not copied back.
        let mut arrays = [[0.0f32; LANES]; 9];
        let sources: [&[f32]; 9] = [
            chunk.x,
            chunk.y,
            chunk.old_x,
            chunk.old_y,
            chunk.carry_x,
            chunk.carry_y,
            chunk.extent,
            chunk.force_x,
            chunk.force_y,
        ];
        for (array, source) in arrays.iter_mut().zip(sources) {
            array[..n - whole].copy_from_slice(&source[whole..]);
        }
        let [x, y, old_x, old_y, carry_x, carry_y, extent, force_x, force_y] = &mut arrays;
        let mut padded = Chunk { x, y, old_x, old_y, carry_x, carry_y, extent, force_x, force_y };
        good &= move_lanes(simd, &mut padded, 0, motion);
        let targets = [
            &mut *chunk.x,
            &mut *chunk.y,
            &mut *chunk.old_x,
            &mut *chunk.old_y,
            &mut *chunk.carry_x,
            &mut *chunk.carry_y,
        ];
        for (target, array) in targets.into_iter().zip(&arrays) {
            target[whole..].copy_from_slice(&array[..n - whole]);
        }
    }
    good
}

/// Moves eight points; returns whether they stayed in range.
#[inline(always)]
fn move_lanes<S: Simd>(simd: S, chunk: &mut Chunk, at: usize, motion: &Motion) -> bool {
    let to = at + LANES;
    let load = |array: &[f32]| f32x8::from_slice(simd, &array[at..to]);
    let (x, y) = (load(chunk.x), load(chunk.y));
    let radius = load(chunk.extent);
    let still = radius.simd_lt(f32x8::splat(simd, 0.0));
    let (mut gx, mut gy) =
        (f32x8::splat(simd, motion.gravity.x), f32x8::splat(simd, motion.gravity.y));
    if motion.forces {
        gx += load(chunk.force_x);
        gy += load(chunk.force_y);
    }
    let last_x = x - load(chunk.old_x) + load(chunk.carry_x);
    let last_y = y - load(chunk.old_y) + load(chunk.carry_y);
    let way_x = last_x * motion.keep + gx * motion.kick;
    let way_y = last_y * motion.keep + gy * motion.kick;
    let mut lanes = Lanes { x: x + way_x, y: y + way_y, way_x, way_y, old_x: x, old_y: y };
    let mut bounced = false;
    for wall in motion.walls {
        bounced |= lanes.bounce(simd, wall, radius, motion.rest);
    }
    let (new_x, new_y) = (still.select(x, lanes.x), still.select(y, lanes.y));
    new_x.store_slice(&mut chunk.old_x[at..to]);
    new_y.store_slice(&mut chunk.old_y[at..to]);
    if bounced {
        still.select(x, lanes.old_x).store_slice(&mut chunk.x[at..to]);
        still.select(y, lanes.old_y).store_slice(&mut chunk.y[at..to]);
    }
    let zero = f32x8::splat(simd, 0.0);
    // What the rounding of the sum cut off from the way is carried into the next step (as in Kahan's sums).
    let carry_x = still.select(zero, lanes.way_x - (lanes.x - lanes.old_x));
    let carry_y = still.select(zero, lanes.way_y - (lanes.y - lanes.old_y));
    carry_x.store_slice(&mut chunk.carry_x[at..to]);
    carry_y.store_slice(&mut chunk.carry_y[at..to]);
    let limit = f32x8::splat(simd, MAX_COORDINATE);
    let good = new_x.abs().simd_le(limit) & new_y.abs().simd_le(limit);
    good.to_bitmask() == 0xff
}

/// Eight points on their way.
struct Lanes<S: Simd> {
    x: f32x8<S>,
    y: f32x8<S>,
    way_x: f32x8<S>,
    way_y: f32x8<S>,
    old_x: f32x8<S>,
    old_y: f32x8<S>,
}

impl<S: Simd> Lanes<S> {
    /// The eightfold form of [`Touch::bounce`](super::collider::Touch::bounce); whether there was something to do.
    #[inline(always)]
    fn bounce(&mut self, simd: S, wall: &Wall, radius: f32x8<S>, rest: f32) -> bool {
        let (nx, ny) = (wall.normal.x, wall.normal.y);
        let zero = f32x8::splat(simd, 0.0);
        let depth = radius + wall.offset - (self.x * nx + self.y * ny);
        let hit = depth.simd_gt(zero);
        if hit.to_bitmask() == 0 {
            return false;
        }
        let into = self.way_x * nx + self.way_y * ny;
        let approaching = into.simd_lt(zero);
        let bounces = into.simd_lt(f32x8::splat(simd, -rest));
        let share = bounces.select(f32x8::splat(simd, wall.surface.restitution), zero);
        let share = approaching.select(share, zero);
        let out = approaching.select(zero - into * share, into);
        // In the plane there is only one direction along a wall, so that no length is needed.
        let along = self.way_y * nx - self.way_x * ny;
        let grip = (out - into) * wall.surface.friction;
        let along = along - along.max(zero - grip).min(grip);
        let way_x = out * nx - along * ny;
        let way_y = out * ny + along * nx;
        let up = depth * (share + 1.0);
        self.x = hit.select(self.x + up * nx, self.x);
        self.y = hit.select(self.y + up * ny, self.y);
        self.way_x = hit.select(way_x, self.way_x);
        self.way_y = hit.select(way_y, self.way_y);
        // Where nothing was hit, the old position stays the one before to the bit.
        self.old_x = hit.select(self.x - way_x, self.old_x);
        self.old_y = hit.select(self.y - way_y, self.old_y);
        true
    }
}
