//! What one boid sees, eight others at a time.
//!
//! Lanes are added up in a fixed order and nothing is approximated, so every SIMD level, the browser included,
//! gives the same bits. For the same reason there is no fused multiply-add and no reciprocal square root: both differ
//! between levels.
//!
//! Everything is `#[inline(always)]`: an operation of `fearless_simd` is a call unless the code around it is compiled
//! for the level, and that happens only inside the closure of `dispatch!`.

use crate::flock::Seen;
use crate::nearest::Nearest;
use core::ops::Range;
use fearless_simd::{f32x8, mask32x8, prelude::*};
use motile_geom::{Vec2, vec2};

/// Others looked at in one go; arrays end with this many unused places.
pub(super) const LANES: usize = 8;

/// The flock in the order of the grid, one array a number: the boids of a row of cells follow each other, so that
/// eight neighbors are four plain loads and no gather.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    pub(super) x: Vec<f32>,
    pub(super) y: Vec<f32>,
    pub(super) vx: Vec<f32>,
    pub(super) vy: Vec<f32>,
}

/// Who looks, and how far.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) position: Vec2,
    pub(super) heading: Vec2,
    pub(super) radius: f32,
    /// See [`Sight::view_cut`](crate::Sight::view_cut).
    pub(super) view_cut: f32,
    pub(super) too_close: f32,
    /// Sides of a world whose edges are joined; infinite otherwise.
    pub(super) period: Vec2,
}

/// Eight others: the offsets to them, which of them exist and which are in sight.
struct Eight<S: Simd> {
    dx: f32x8<S>,
    dy: f32x8<S>,
    squared: f32x8<S>,
    there: mask32x8<S>,
    seen: mask32x8<S>,
}

impl<S: Simd> Eight<S> {
    /// The eight from `slot` on, of which `left` are asked for; seen are those up to `reach` (squared).
    #[inline(always)]
    fn at(simd: S, flock: &Sorted, eye: Look, slot: usize, left: usize, reach: f32) -> Self {
        let load = |values: &[f32]| f32x8::from_slice(simd, &values[slot..slot + LANES]);
        let dx = shortest(simd, load(&flock.x) - eye.position.x, eye.period.x);
        let dy = shortest(simd, load(&flock.y) - eye.position.y, eye.period.y);
        let squared = dx * dx + dy * dy;
        let ahead = dx * eye.heading.x + dy * eye.heading.y;
        let lanes = f32x8::from_slice(simd, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        // Beyond the end of the range stand boids of other cells, or the padding: loaded, but not there.
        let there = lanes.simd_lt(left as f32);
        let seen =
            there & squared.simd_le(reach) & (ahead * ahead.abs()).simd_ge(squared * eye.view_cut);
        Self { dx, dy, squared, there, seen }
    }
}

/// Away from all who are too close, one accumulator a lane.
struct Away<S: Simd> {
    x: f32x8<S>,
    y: f32x8<S>,
    /// How many stand exactly where the looker stands.
    coincident: u32,
}

impl<S: Simd> Away<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let zero = f32x8::splat(simd, 0.0);
        Self { x: zero, y: zero, coincident: 0 }
    }

    #[inline(always)]
    fn add(&mut self, simd: S, eye: Look, eight: &Eight<S>) {
        let squared = eight.squared;
        let near = eight.there & squared.simd_lt(eye.too_close * eye.too_close);
        // Roots and divisions are most of the work, and in a sparse flock most eights have nobody near.
        if near.to_bitmask() != 0 {
            let zero = f32x8::splat(simd, 0.0);
            let close = near & squared.simd_gt(0.0);
            self.coincident += (near.to_bitmask() ^ close.to_bitmask()).count_ones();
            // (1 − length / too_close) / length, with a single division a lane.
            let share = f32x8::splat(simd, 1.0) / squared.sqrt() - 1.0 / eye.too_close;
            self.x -= close.select(eight.dx * share, zero);
            self.y -= close.select(eight.dy * share, zero);
        }
    }

    #[inline(always)]
    fn total(&self) -> Vec2 {
        vec2(total(self.x), total(self.y))
    }
}

/// Looks at all slots of `ranges`: sums over everybody in sight, the looker included when it is among them, away
/// from everybody too close, and how many stand exactly where the looker stands.
#[inline(always)]
pub(super) fn look<S: Simd>(
    simd: S,
    flock: &Sorted,
    eye: Look,
    ranges: impl Iterator<Item = Range<usize>>,
) -> (Seen, u32) {
    let zero = f32x8::splat(simd, 0.0);
    let [mut count, mut vx, mut vy, mut dx, mut dy] = [zero; 5];
    let mut away = Away::new(simd);
    for range in ranges {
        let mut slot = range.start;
        while slot < range.end {
            let left = range.end - slot;
            let eight = Eight::at(simd, flock, eye, slot, left, eye.radius * eye.radius);
            let load = |values: &[f32]| f32x8::from_slice(simd, &values[slot..slot + LANES]);
            let seen = eight.seen;
            count += seen.select(f32x8::splat(simd, 1.0), zero);
            vx += seen.select(load(&flock.vx), zero);
            vy += seen.select(load(&flock.vy), zero);
            dx += seen.select(eight.dx, zero);
            dy += seen.select(eight.dy, zero);
            away.add(simd, eye, &eight);
            slot += LANES;
        }
    }
    let seen = Seen {
        count: total(count),
        velocity: vec2(total(vx), total(vy)),
        offset: vec2(total(dx), total(dy)),
        away: away.total(),
    };
    (seen, away.coincident)
}

/// As [`look`] without the looker, alignment and cohesion over the nearest few only: eight at a time are held
/// against the furthest of those found so far, and only who is nearer is looked at singly. `own` is the looker's
/// slot, `order` the index of each slot.
#[inline(always)]
pub(super) fn look_nearest<S: Simd>(
    simd: S,
    flock: &Sorted,
    eye: Look,
    ranges: impl Iterator<Item = Range<usize>>,
    (own, order): (usize, &[u32]),
    nearest: &mut Nearest<u32>,
) -> (Seen, u32) {
    nearest.clear();
    let mut away = Away::new(simd);
    for range in ranges {
        let mut slot = range.start;
        while slot < range.end {
            let reach = nearest.reach().min(eye.radius * eye.radius);
            let eight = Eight::at(simd, flock, eye, slot, range.end - slot, reach);
            away.add(simd, eye, &eight);
            let mut bits = eight.seen.to_bitmask();
            while bits != 0 {
                let lane = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if slot + lane != own {
                    let squared = eight.squared.as_slice()[lane];
                    nearest.insert(squared, order[slot + lane], (slot + lane) as u32);
                }
            }
            slot += LANES;
        }
    }
    let mut seen = Seen { away: away.total(), ..Seen::default() };
    // The very nearest first, whatever the order of the slots.
    for found in nearest.found() {
        let slot = found.item as usize;
        seen.count += 1.0;
        seen.velocity += vec2(flock.vx[slot], flock.vy[slot]);
        seen.offset += vec2(
            short_way(flock.x[slot] - eye.position.x, eye.period.x),
            short_way(flock.y[slot] - eye.position.y, eye.period.y),
        );
    }
    (seen, away.coincident)
}

/// The short offset in a world with joined edges. Both ends are inside it, so one period more or less is enough: two
/// comparisons in place of a division and a rounding.
#[inline(always)]
fn shortest<S: Simd>(simd: S, along: f32x8<S>, period: f32) -> f32x8<S> {
    if period == f32::INFINITY {
        return along;
    }
    let (half, full) = (f32x8::splat(simd, period * 0.5), f32x8::splat(simd, period));
    let from_right = along.simd_gt(half).select(along - full, along);
    from_right.simd_lt(-half).select(from_right + full, from_right)
}

/// [`shortest`] for one.
fn short_way(along: f32, period: f32) -> f32 {
    if period == f32::INFINITY {
        return along;
    }
    let from_right = if along > period * 0.5 { along - period } else { along };
    if from_right < -period * 0.5 { from_right + period } else { from_right }
}

/// The sum of the lanes in pairs: a fixed order, and a shorter chain of additions than from left to right.
#[inline(always)]
fn total<S: Simd>(lanes: f32x8<S>) -> f32 {
    let l = lanes.as_slice();
    ((l[0] + l[1]) + (l[2] + l[3])) + ((l[4] + l[5]) + (l[6] + l[7]))
}
