//! The formulas (Penner's, normalized; TWEEN-5…7), written so that loops over them vectorize.

use super::{
    Direction, Ease, Family,
    math::{exp2, sin_turns},
};
use motile_geom::ops;

/// Replaces each t by its shaped value.
// Inlined into its callers, so that it is compiled for the SIMD level they have chosen.
#[inline(always)]
pub(super) fn apply(ease: &Ease, ts: &mut [f32]) {
    let direction = ease.direction;
    match ease.family {
        Family::Linear => each(ts, |t| t),
        Family::Quad => directed(direction, ts, |t| t * t),
        Family::Cubic => directed(direction, ts, |t| t * t * t),
        Family::Quart => directed(direction, ts, |t| (t * t) * (t * t)),
        Family::Quint => directed(direction, ts, |t| (t * t) * (t * t) * t),
        Family::Sextic => directed(direction, ts, |t| (t * t * t) * (t * t * t)),
        Family::Sine => directed(direction, ts, sine_in),
        Family::Expo => directed(direction, ts, expo_in),
        Family::ExpoExact => directed(direction, ts, |t| (exp2(10.0 * t) - 1.0) / 1023.0),
        Family::Circ => directed(direction, ts, |t| 1.0 - (1.0 - t * t).sqrt()),
        Family::Back { overshoot } => {
            // The classic InOut swings a little wider, so that half the way shows as much.
            let s = if direction == Direction::InOut { overshoot * 1.525 } else { overshoot };
            directed(direction, ts, |t| t * t * ((s + 1.0) * t - s));
        }
        Family::Elastic { amplitude, period } => elastic(direction, amplitude, period, ts),
        Family::Bounce => directed(direction, ts, |t| 1.0 - bounce_out(1.0 - t)),
        Family::Steps(n) => {
            let n = n.max(1) as f32;
            each(ts, |t| (t * n).floor() / n);
        }
        Family::Bezier(curve) => each(ts, |t| curve.at(t)),
        Family::Spring(spring) => {
            let length = spring.settle_time();
            each(ts, |t| spring.position(t * length));
        }
        Family::Random { min, max, seed } => each(ts, |t| min + (max - min) * noise(seed, t)),
        Family::Oscillate(oscillation) => oscillation.apply(ts),
        Family::Sampled(table) => each(ts, |t| sampled(table, t)),
        Family::Custom(f) => each(ts, f.0),
    }
}

/// Applies `f` between the ends, and makes the ends exact.
#[inline(always)]
fn each(ts: &mut [f32], f: impl Fn(f32) -> f32) {
    for t in ts {
        // Written so that NaN becomes 0.
        let inside = if *t > 0.0 { *t } else { 0.0 };
        let inside = if inside < 1.0 { inside } else { 1.0 };
        let shaped = f(inside);
        let shaped = if inside > 0.0 { shaped } else { 0.0 };
        *t = if inside < 1.0 { shaped } else { 1.0 };
    }
}

/// Derives the four directions from the `In` form, one evaluation each.
#[inline(always)]
fn directed(direction: Direction, ts: &mut [f32], f: impl Fn(f32) -> f32) {
    match direction {
        Direction::In => each(ts, f),
        Direction::Out => each(ts, |t| 1.0 - f(1.0 - t)),
        Direction::InOut => each(ts, |t| {
            let first = t < 0.5;
            let half = f(if first { 2.0 * t } else { 2.0 - 2.0 * t }) * 0.5;
            if first { half } else { 1.0 - half }
        }),
        Direction::OutIn => each(ts, |t| {
            let first = t < 0.5;
            let half = f((2.0 * t - 1.0).abs()) * 0.5;
            if first { 0.5 - half } else { 0.5 + half }
        }),
    }
}

#[inline(always)]
fn sine_in(t: f32) -> f32 {
    // 1 − cos 2x = 2 sin² x keeps the digits near 0.
    let s = sin_turns(t * 0.125);
    2.0 * s * s
}

#[inline(always)]
fn expo_in(t: f32) -> f32 {
    // The halves of InOut and OutIn reach 0 inside: there, too, nothing has moved yet.
    if t > 0.0 { exp2(10.0 * t - 10.0) } else { 0.0 }
}

/// Four parabolas; the lowest is the one whose turn it is, and choosing it needs no branch.
#[inline(always)]
fn bounce_out(t: f32) -> f32 {
    let arc = |shift: f32, floor: f32| 7.5625 * (t - shift) * (t - shift) + floor;
    let low = |a: f32, b: f32| if a < b { a } else { b };
    let early = low(arc(0.0, 0.0), arc(1.5 / 2.75, 0.75));
    let late = low(arc(2.25 / 2.75, 0.9375), arc(2.625 / 2.75, 0.984_375));
    low(early, late)
}

#[inline(always)]
fn elastic(direction: Direction, amplitude: f32, period: f32, ts: &mut [f32]) {
    let classic = if direction == Direction::InOut { 0.45 } else { 0.3 };
    let frequency = 1.0 / if period > 0.0 { period } else { classic };
    let a = if amplitude > 1.0 { amplitude } else { 1.0 };
    // Where in the swing the movement begins, in turns.
    let phase = if a > 1.0 { ops::asin(1.0 / a) / core::f32::consts::TAU } else { 0.25 };
    // Above 0 both are written from the end that rests at 1 or 0.
    let out = |t: f32| 1.0 + a * exp2(-10.0 * t) * sin_turns(t * frequency - phase);
    let inward = |t: f32| a * exp2(10.0 * t - 10.0) * sin_turns((1.0 - t) * frequency + phase);
    match direction {
        Direction::In => each(ts, inward),
        Direction::Out => each(ts, out),
        Direction::InOut => each(ts, |t| {
            let first = t < 0.5;
            let (t, sign) = if first { (2.0 * t, 1.0) } else { (2.0 * t - 1.0, -1.0) };
            let shown = if first { 1.0 - t } else { t };
            let swing = a * exp2(-10.0 * shown) * sin_turns(shown * frequency + sign * phase);
            if first { 0.5 * swing } else { 1.0 + 0.5 * swing }
        }),
        Direction::OutIn => each(ts, |t| {
            let first = t < 0.5;
            let shown = if first { 2.0 * t } else { 2.0 - 2.0 * t };
            let phase = if first { -phase } else { phase };
            let swing = a * exp2(-10.0 * shown) * sin_turns(shown * frequency + phase);
            // In(0) and Out(1), where the halves meet, are exact.
            if t == 0.5 { 0.5 } else { 0.5 + 0.5 * swing }
        }),
    }
}

/// A number in 0…1 that depends on nothing but the seed and t.
fn noise(seed: u32, t: f32) -> f32 {
    let mut rng = motile_geom::Rng::with_stream(t.to_bits() as u64, seed as u64);
    rng.f32()
}

fn sampled(table: &[f32], t: f32) -> f32 {
    let Some(last) = table.len().checked_sub(1) else { return t };
    let x = t * last as f32;
    let index = (x as usize).min(last);
    let (a, b) = (table[index], table[(index + 1).min(last)]);
    a + (b - a) * (x - index as f32)
}
