//! Reading a sound between its samples.
//!
//! Pitch and differing sample rates mean reading at places between samples. Each place is the sum of sixteen samples
//! around it, weighted by a sinc under a Kaiser window (a polyphase filter): rows of weights for 128 places between two
//! samples, and a straight line between two rows. When a sound is played faster, frequencies move up and those above
//! half the rate would fold back as aliases; wider filters for faster steps take them away first.
//!
//! What works on lanes is `#[inline(always)]`: operations of `fearless_simd` are calls unless the code around them is
//! compiled for the level, and that happens only inside the closure of `dispatch!`.

use core::f64::consts::PI;
use fearless_simd::{f32x8, prelude::*};
use motile_geom::ops;

/// Samples that one place is made of.
pub(super) const TAPS: usize = 16;
/// Samples before the place and at it; the others follow.
pub(super) const BEFORE: usize = TAPS / 2 - 1;
const PHASE_BITS: u32 = 7;
const PHASES: usize = 1 << PHASE_BITS;
/// A whole sample of a position in fixed point.
pub(super) const ONE: u64 = 1 << 32;
/// Steps a filter is good for, as parts of the original rate; faster ones take the last.
const REACHES: [f64; 6] = [1.0, 1.26, 1.6, 2.0, 3.0, 4.0];
/// Part of the band that passes; the rest is where the filter falls off.
const PASS: f64 = 0.92;
/// Shape of the window: larger is quieter far off and falls off slower.
const BETA: f64 = 7.0;

/// The weights at one place, and how they change until the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    weights: [f32; TAPS],
    change: [f32; TAPS],
}

/// All places between two samples.
pub(super) type Rows = [Row; PHASES];

/// The filters for all steps, computed once; 100 KB.
#[derive(Clone, Debug)]
pub(super) struct Filters {
    banks: Vec<Rows>,
}

impl Filters {
    pub(super) fn new() -> Self {
        Self { banks: REACHES.iter().map(|reach| bank(PASS / reach)).collect() }
    }

    /// The filter for a step in fixed point.
    pub(super) fn for_step(&self, step: u64) -> &Rows {
        let step = step as f64 / ONE as f64;
        // A hair of room: 44,100 in 44,100 must not count as faster.
        let fits = |reach: &f64| step <= reach * 1.000_001;
        let index = REACHES.iter().position(fits).unwrap_or(REACHES.len() - 1);
        &self.banks[index]
    }
}

fn bank(band: f64) -> Rows {
    core::array::from_fn(|phase| {
        let place = |phase: usize| weights_at(phase as f64 / PHASES as f64, band);
        let (weights, next) = (place(phase), place(phase + 1));
        Row { weights, change: core::array::from_fn(|tap| next[tap] - weights[tap]) }
    })
}

/// The weights at a part of a sample, for a band that ends at a part of half the rate. They add up to one, so that
/// silence and steady values stay exact.
fn weights_at(part: f64, band: f64) -> [f32; TAPS] {
    let weight = |tap: usize| {
        let x = tap as f64 - BEFORE as f64 - part;
        let turn = PI * x * band;
        let sinc = if turn.abs() < 1e-9 { 1.0 } else { ops::sin64(turn) / turn };
        let edge = x / (TAPS as f64 / 2.0);
        sinc * bessel(BETA * (1.0 - edge * edge).max(0.0).sqrt())
    };
    let weights: [f64; TAPS] = core::array::from_fn(weight);
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| (weight / sum) as f32)
}

/// The modified Bessel function of order zero, as its series.
fn bessel(x: f64) -> f64 {
    let quarter = x * x / 4.0;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..32 {
        term *= quarter / f64::from(k * k);
        sum += term;
    }
    sum
}

/// The weights for one place, ready to be used for both channels.
#[derive(Clone, Copy)]
pub(super) struct Weights<S: Simd> {
    first: f32x8<S>,
    second: f32x8<S>,
}

impl<S: Simd> Weights<S> {
    /// For a place between two samples, as a part in 32 bits.
    #[inline(always)]
    pub(super) fn new(simd: S, rows: &Rows, part: u32) -> Self {
        let row = &rows[(part >> (32 - PHASE_BITS)) as usize];
        let between = (part << PHASE_BITS >> 8) as f32 * (1.0 / 16_777_216.0);
        let load = |values: &[f32]| f32x8::from_slice(simd, values);
        Self {
            first: load(&row.weights[..8]) + load(&row.change[..8]) * between,
            second: load(&row.weights[8..]) + load(&row.change[8..]) * between,
        }
    }

    /// The weighted sum. Its order is fixed (eight lanes, then a tree) and nothing is fused, so that every SIMD level
    /// gives the same bits.
    #[inline(always)]
    pub(super) fn sum(self, simd: S, samples: &[f32; TAPS]) -> f32 {
        let load = |values: &[f32]| f32x8::from_slice(simd, values);
        let products = load(&samples[..8]) * self.first + load(&samples[8..]) * self.second;
        let mut lanes = [0.0; 8];
        products.store_slice(&mut lanes);
        let pair = |lane: usize| lanes[lane] + lanes[lane + 4];
        (pair(0) + pair(2)) + (pair(1) + pair(3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    #[test]
    fn rows_pass_steady_values() {
        let filters = Filters::new();
        for step in [0.5, 1.0, 1.3, 2.0, 3.5, 9.0] {
            let rows = filters.for_step((step * ONE as f64) as u64);
            for part in [0, 1 << 20, 1 << 31, u32::MAX] {
                let steady = dispatch!(Level::new(), simd => {
                    Weights::new(simd, rows, part).sum(simd, &[0.75; TAPS])
                });
                assert!((steady - 0.75).abs() < 1e-6, "{step} {part}: {steady}");
            }
        }
    }

    #[test]
    fn bessel_has_the_known_values() {
        assert!((bessel(1.0) - 1.266_065_877_752_008).abs() < 1e-14);
        assert!((bessel(7.0) - 168.593_908_510_289_7).abs() < 1e-9);
    }
}
