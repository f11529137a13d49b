//! Eight particles at a time.
//!
//! Particles are kept as blocks of eight: all that a step reads of eight neighbors lies in a few cache lines, each value in a
//! register of its own. Additions and multiplications are never fused, so that every level of instructions and the browser
//! give the same bits.

use crate::curve::Pieces;
use fearless_simd::{Level, Simd, dispatch, f32x8, prelude::*};

/// Particles of a block.
pub(crate) const LANES: usize = 8;

/// Eight particles. Where there is none, or one whose life is over, `age` is 1 or more.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) x: [f32; LANES],
    pub(crate) y: [f32; LANES],
    pub(crate) velocity_x: [f32; LANES],
    pub(crate) velocity_y: [f32; LANES],
    /// Share of its life that is over.
    pub(crate) age: [f32; LANES],
    /// Lives a second.
    pub(crate) pace: [f32; LANES],
    /// Width at birth.
    pub(crate) birth_size: [f32; LANES],
    /// Width now.
    pub(crate) size: [f32; LANES],
    pub(crate) angle: [f32; LANES],
    pub(crate) spin: [f32; LANES],
}

impl Block {
    pub(crate) const EMPTY: Self = Self {
        x: [0.0; LANES],
        y: [0.0; LANES],
        velocity_x: [0.0; LANES],
        velocity_y: [0.0; LANES],
        age: [1.0; LANES],
        pace: [0.0; LANES],
        birth_size: [0.0; LANES],
        size: [0.0; LANES],
        angle: [0.0; LANES],
        spin: [0.0; LANES],
    };

    /// Copies a particle to a lane of this block.
    pub(crate) fn put(&mut self, lane: usize, from: &Self, other: usize) {
        self.x[lane] = from.x[other];
        self.y[lane] = from.y[other];
        self.velocity_x[lane] = from.velocity_x[other];
        self.velocity_y[lane] = from.velocity_y[other];
        self.age[lane] = from.age[other];
        self.pace[lane] = from.pace[other];
        self.birth_size[lane] = from.birth_size[other];
        self.size[lane] = from.size[other];
        self.angle[lane] = from.angle[other];
        self.spin[lane] = from.spin[other];
    }
}

/// What is the same for all particles in a step.
pub(crate) struct StepParts {
    pub(crate) dt: f32,
    /// Share of the velocity that drag leaves.
    pub(crate) kept: f32,
    /// Change of velocity by gravity.
    pub(crate) pull: (f32, f32),
    pub(crate) speed: Pieces,
    pub(crate) size: Pieces,
    /// None when nobody turns.
    pub(crate) spin: Option<Pieces>,
}

/// Moves all particles on; returns how many lanes hold none that lives.
pub(crate) fn step(blocks: &mut [Block], parts: &StepParts) -> usize {
    dispatch!(Level::new(), simd => step_simd(simd, blocks, parts))
}

#[inline(always)]
fn step_simd<S: Simd>(simd: S, blocks: &mut [Block], parts: &StepParts) -> usize {
    let splat = |value: f32| f32x8::splat(simd, value);
    let (dt, kept, one) = (splat(parts.dt), splat(parts.kept), splat(1.0));
    let (pull_x, pull_y) = (splat(parts.pull.0), splat(parts.pull.1));
    let mut over = splat(0.0);
    for block in blocks {
        let load = |values: &[f32; LANES]| f32x8::load_array_ref(simd, values);
        let age = load(&block.age) + load(&block.pace) * dt;
        let velocity_x = load(&block.velocity_x) * kept + pull_x;
        let velocity_y = load(&block.velocity_y) * kept + pull_y;
        let way = value(simd, &parts.speed, age) * dt;
        let x = load(&block.x) + velocity_x * way;
        let y = load(&block.y) + velocity_y * way;
        let size = load(&block.birth_size) * value(simd, &parts.size, age);
        if let Some(spin) = &parts.spin {
            let turn = load(&block.spin) * value(simd, spin, age) * dt;
            (load(&block.angle) + turn).store_array(&mut block.angle);
        }
        over += age.simd_ge(one).select(one, splat(0.0));
        age.store_array(&mut block.age);
        velocity_x.store_array(&mut block.velocity_x);
        velocity_y.store_array(&mut block.velocity_y);
        x.store_array(&mut block.x);
        y.store_array(&mut block.y);
        size.store_array(&mut block.size);
    }
    // Whole numbers far below 2²⁴: the sum is exact.
    let mut counts = [0.0; LANES];
    over.store_array(&mut counts);
    counts.iter().map(|&count| count as usize).sum()
}

/// A curve at eight ages.
#[inline(always)]
fn value<S: Simd>(simd: S, curve: &Pieces, age: f32x8<S>) -> f32x8<S> {
    let splat = |value: f32| f32x8::splat(simd, value);
    let mut value = splat(curve.base);
    for piece in curve.as_slice() {
        let start = splat(piece.start);
        value += splat(piece.slope) * (age.max(start).min(splat(piece.end)) - start);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LifeCurve;

    #[test]
    fn lanes_give_the_bits_of_the_scalar_curve() {
        let curve = LifeCurve::new(&[(0.0, 0.3), (0.2, 1.7), (0.5, 1.7), (0.9, -0.4)]);
        let parts = StepParts {
            dt: 1.0,
            kept: 1.0,
            pull: (0.0, 0.0),
            speed: LifeCurve::ONE.pieces(),
            size: curve.pieces(),
            spin: Some(LifeCurve::ONE.pieces()),
        };
        for step_index in 0..40 {
            let mut block = Block { birth_size: [1.0; LANES], ..Block::EMPTY };
            for lane in 0..LANES {
                block.age[lane] = (step_index * LANES + lane) as f32 / 300.0;
            }
            let ages = block.age;
            let mut blocks = [block];
            let over = step(&mut blocks, &parts);
            assert_eq!(blocks[0].size, ages.map(|age| curve.at(age)));
            assert_eq!(over, ages.iter().filter(|&&age| age >= 1.0).count());
        }
    }
}
