//! What one boid sees, eight others at a time.
//!
//! Lanes are added up in a fixed order and nothing is approximated, so every SIMD level, the browser included,
//! gives the same bits.

use crate::flock::Seen;
use fearless_simd::{f32x8, prelude::*};
use motile_geom::Vec2;

/// Others looked at in one go; arrays end with this many unused places.
pub(super) const LANES: usize = 8;

/// The flock in the order of the grid, one array a number.
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
    pub(super) half_view_cos: f32,
    pub(super) too_close: f32,
    /// Sides of a world whose edges are joined; infinite otherwise.
    pub(super) period: Vec2,
}

/// One accumulator a lane.
struct Sums<S: Simd> {
    count: f32x8<S>,
    vx: f32x8<S>,
    vy: f32x8<S>,
    dx: f32x8<S>,
    dy: f32x8<S>,
    ax: f32x8<S>,
    ay: f32x8<S>,
    coincident: u32,
}

/// Looks at all slots of `ranges`: sums over everybody in sight, the looker included when it is among them, and
/// how many stand exactly where the looker stands.
#[inline(always)]
pub(super) fn look<S: Simd>(
    simd: S,
    flock: &Sorted,
    eye: Look,
    ranges: impl Iterator<Item = core::ops::Range<usize>>,
) -> (Seen, u32) {
    let zero = f32x8::splat(simd, 0.0);
    let mut sums = Sums {
        count: zero,
        vx: zero,
        vy: zero,
        dx: zero,
        dy: zero,
        ax: zero,
        ay: zero,
        coincident: 0,
    };
    for range in ranges {
        let mut slot = range.start;
        while slot < range.end {
            sums.add(simd, flock, eye, slot, range.end - slot);
            slot += LANES;
        }
    }
    let seen = Seen {
        count: total(sums.count),
        velocity: Vec2::new(total(sums.vx), total(sums.vy)),
        offset: Vec2::new(total(sums.dx), total(sums.dy)),
        away: Vec2::new(total(sums.ax), total(sums.ay)),
    };
    (seen, sums.coincident)
}

impl<S: Simd> Sums<S> {
    #[inline(always)]
    fn add(&mut self, simd: S, flock: &Sorted, eye: Look, slot: usize, left: usize) {
        let load = |values: &[f32]| f32x8::from_slice(simd, &values[slot..slot + LANES]);
        let zero = f32x8::splat(simd, 0.0);
        let dx = shortest(simd, load(&flock.x) - eye.position.x, eye.period.x);
        let dy = shortest(simd, load(&flock.y) - eye.position.y, eye.period.y);
        let squared = dx * dx + dy * dy;
        let ahead = dx * eye.heading.x + dy * eye.heading.y;
        let lanes = f32x8::from_slice(simd, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        let seen = squared.simd_le(eye.radius * eye.radius)
            & (ahead * ahead.abs())
                .simd_ge(squared * (eye.half_view_cos * eye.half_view_cos.abs()))
            & lanes.simd_lt(left as f32);
        self.count += seen.select(f32x8::splat(simd, 1.0), zero);
        self.vx += seen.select(load(&flock.vx), zero);
        self.vy += seen.select(load(&flock.vy), zero);
        self.dx += seen.select(dx, zero);
        self.dy += seen.select(dy, zero);
        let near = seen & squared.simd_lt(eye.too_close * eye.too_close);
        if near.to_bitmask() != 0 {
            let close = near & squared.simd_gt(0.0);
            self.coincident += (near.to_bitmask() ^ close.to_bitmask()).count_ones();
            // (1 − length / too_close) / length, with a single division a lane.
            let share = f32x8::splat(simd, 1.0) / squared.sqrt() - 1.0 / eye.too_close;
            self.ax -= close.select(dx * share, zero);
            self.ay -= close.select(dy * share, zero);
        }
    }
}

/// The short way round in a world with joined edges; both ends are inside it.
#[inline(always)]
fn shortest<S: Simd>(simd: S, along: f32x8<S>, period: f32) -> f32x8<S> {
    if period == f32::INFINITY {
        return along;
    }
    let (half, full) = (f32x8::splat(simd, period * 0.5), f32x8::splat(simd, period));
    let from_right = along.simd_gt(half).select(along - full, along);
    from_right.simd_lt(-half).select(from_right + full, from_right)
}

#[inline(always)]
fn total<S: Simd>(lanes: f32x8<S>) -> f32 {
    let l = lanes.as_slice();
    ((l[0] + l[1]) + (l[2] + l[3])) + ((l[4] + l[5]) + (l[6] + l[7]))
}
