//! The formulas (Robert Penner's, normalized), written so that loops over them vectorize.

use super::{
    Direction, Ease, Family, StepJump,
    math::{exp2, sin_turns},
};
use motile_geom::ops;

/// Work on shaped progress. It is compiled once for every curve, so that loops in it contain the curve
/// itself and vectorize.
pub(crate) trait Shaped {
    /// Does the work with a curve that takes any progress: below 0 and NaN count as 0, above 1 as 1, and
    /// both ends are exact.
    fn with(self, curve: impl Fn(f32) -> f32);
}

/// One number.
pub(super) struct One<'a>(pub(super) &'a mut f32);

impl Shaped for One<'_> {
    #[inline(always)]
    fn with(self, curve: impl Fn(f32) -> f32) {
        *self.0 = curve(*self.0);
    }
}

/// Every number of a slice.
pub(super) struct Each<'a>(pub(super) &'a mut [f32]);

impl Shaped for Each<'_> {
    #[inline(always)]
    fn with(self, curve: impl Fn(f32) -> f32) {
        for t in self.0 {
            *t = curve(*t);
        }
    }
}

/// Does work with the curve of an ease.
// Inlined into its callers, as is every closure here, so that all of it is compiled for the SIMD level
// they have chosen.
#[inline(always)]
pub(super) fn shape(ease: &Ease, work: impl Shaped) {
    let direction = ease.direction;
    match ease.family {
        Family::Linear => work.with(ended::<EXACT>(|t| t)),
        Family::Quad => directed::<EXACT>(direction, work, |t| t * t),
        Family::Cubic => directed::<EXACT>(direction, work, |t| t * t * t),
        Family::Quart => directed::<EXACT>(direction, work, |t| (t * t) * (t * t)),
        Family::Quint => directed::<EXACT>(direction, work, |t| (t * t) * (t * t) * t),
        Family::Sextic => directed::<EXACT>(direction, work, |t| (t * t * t) * (t * t * t)),
        Family::Power { exponent } => {
            let n = if exponent > 0.0 { exponent } else { 1.0 };
            directed::<EXACT>(direction, work, move |t| ops::pow(t, n));
        }
        Family::Circ => directed::<EXACT>(direction, work, |t| 1.0 - (1.0 - t * t).sqrt()),
        Family::Sine => directed::<ROUNDED>(direction, work, sine_in),
        Family::Expo => directed::<EXACT>(direction, work, expo_in),
        Family::ExpoExact => directed::<EXACT>(direction, work, expo_exact_in),
        Family::Back { overshoot } => {
            // The classic InOut swings a little wider, so that half the way shows as much.
            let s = if direction == Direction::InOut { overshoot * 1.525 } else { overshoot };
            directed::<ROUNDED>(
                direction,
                work,
                #[inline(always)]
                move |t| t * t * ((s + 1.0) * t - s),
            );
        }
        Family::Elastic { amplitude, period } => elastic(direction, amplitude, period, work),
        Family::ElasticExact { amplitude, period } => {
            let swing = Swing::new(amplitude, period);
            directed::<ROUNDED>(direction, work, move |t| swing.scaled_in(t));
        }
        Family::ElasticSymmetric { amplitude, period } => {
            let swing = Swing::new(amplitude, period);
            directed::<ROUNDED>(direction, work, move |t| swing.mirrored_in(t));
        }
        Family::Bounce => directed::<EXACT>(direction, work, bounce_in),
        Family::Steps { count, jump } => steps(count, jump, work),
        Family::Bezier(curve) => work.with(ended::<ROUNDED>(move |t| curve.at(t))),
        Family::Spring(spring) => {
            let length = spring.settle_time();
            work.with(ended::<ROUNDED>(move |t| spring.position(t * length)));
        }
        Family::Random { min, max, seed } => {
            work.with(ended::<ROUNDED>(move |t| min + (max - min) * noise(seed, t)));
        }
        Family::Oscillate(oscillation) => work.with(move |t| oscillation.at(t)),
        Family::Sampled(table) => work.with(ended::<ROUNDED>(move |t| sampled(table, t))),
        Family::Custom(f) => work.with(ended::<ROUNDED>(f.0)),
    }
}

/// The formula is exactly 0 at 0 and 1 at 1.
const EXACT: bool = true;
/// The formula may be a rounding away from that.
const ROUNDED: bool = false;

/// Keeps progress within 0…1, and makes the ends exact where the formula does not do so by itself.
#[inline(always)]
fn ended<const IS_EXACT: bool>(f: impl Fn(f32) -> f32) -> impl Fn(f32) -> f32 {
    #[inline(always)]
    move |t: f32| {
        // Written so that NaN becomes 0.
        let inside = if t > 0.0 { t } else { 0.0 };
        let inside = if inside < 1.0 { inside } else { 1.0 };
        let shaped = f(inside);
        if IS_EXACT {
            return shaped;
        }
        let shaped = if inside > 0.0 { shaped } else { 0.0 };
        if inside < 1.0 { shaped } else { 1.0 }
    }
}

/// Derives the four directions from the `In` form, one evaluation each.
#[inline(always)]
fn directed<const IS_EXACT: bool>(direction: Direction, work: impl Shaped, f: impl Fn(f32) -> f32) {
    match direction {
        Direction::In => work.with(ended::<IS_EXACT>(f)),
        Direction::Out => work.with(ended::<IS_EXACT>(
            #[inline(always)]
            move |t| 1.0 - f(1.0 - t),
        )),
        Direction::InOut => work.with(ended::<IS_EXACT>(
            #[inline(always)]
            move |t| {
                let first = t < 0.5;
                let half = f(if first { 2.0 * t } else { 2.0 - 2.0 * t }) * 0.5;
                if first { half } else { 1.0 - half }
            },
        )),
        Direction::OutIn => work.with(ended::<IS_EXACT>(
            #[inline(always)]
            move |t| {
                let first = t < 0.5;
                let half = f((2.0 * t - 1.0).abs()) * 0.5;
                if first { 0.5 - half } else { 0.5 + half }
            },
        )),
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

#[inline(always)]
fn expo_exact_in(t: f32) -> f32 {
    (exp2(10.0 * t) - 1.0) / 1023.0
}

#[inline(always)]
fn bounce_in(t: f32) -> f32 {
    1.0 - bounce_out(1.0 - t)
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
fn elastic(direction: Direction, amplitude: f32, period: f32, work: impl Shaped) {
    let classic = if direction == Direction::InOut { 0.45 } else { 0.3 };
    let frequency = 1.0 / if period > 0.0 { period } else { classic };
    let a = if amplitude > 1.0 { amplitude } else { 1.0 };
    // Where in the swing the movement begins, in turns.
    let phase = if a > 1.0 { ops::asin(1.0 / a) / core::f32::consts::TAU } else { 0.25 };
    // Above 0 all are written from the end that rests at 1 or 0.
    match direction {
        Direction::In => work.with(ended::<ROUNDED>(
            #[inline(always)]
            move |t| a * exp2(10.0 * t - 10.0) * sin_turns((1.0 - t) * frequency + phase),
        )),
        Direction::Out => work.with(ended::<ROUNDED>(
            #[inline(always)]
            move |t| 1.0 + a * exp2(-10.0 * t) * sin_turns(t * frequency - phase),
        )),
        Direction::InOut => work.with(ended::<ROUNDED>(
            #[inline(always)]
            move |t| {
                let first = t < 0.5;
                let (t, sign) = if first { (2.0 * t, 1.0) } else { (2.0 * t - 1.0, -1.0) };
                let shown = if first { 1.0 - t } else { t };
                let swing = a * exp2(-10.0 * shown) * sin_turns(shown * frequency + sign * phase);
                if first { 0.5 * swing } else { 1.0 + 0.5 * swing }
            },
        )),
        Direction::OutIn => work.with(ended::<ROUNDED>(
            #[inline(always)]
            move |t| {
                let first = t < 0.5;
                let shown = if first { 2.0 * t } else { 2.0 - 2.0 * t };
                let phase = if first { -phase } else { phase };
                let swing = a * exp2(-10.0 * shown) * sin_turns(shown * frequency + phase);
                // In(0) and Out(1), where the halves meet, are exact.
                if t == 0.5 { 0.5 } else { 0.5 + 0.5 * swing }
            },
        )),
    }
}

/// The swing of the elastic eases whose directions are derived from their `In`.
#[derive(Clone, Copy)]
struct Swing {
    amplitude: f32,
    frequency: f32,
    /// Where in the swing the movement begins, in turns.
    phase: f32,
}

impl Swing {
    fn new(amplitude: f32, period: f32) -> Self {
        let amplitude = if amplitude > 1.0 { amplitude } else { 1.0 };
        let phase = ops::asin(1.0 / amplitude) / core::f32::consts::TAU;
        let frequency = 1.0 / if period > 0.0 { period } else { 0.3 };
        Self { amplitude, frequency, phase }
    }

    /// With a decay that is scaled to be 0 at 0.
    fn scaled_in(&self, t: f32) -> f32 {
        let left = 1.0 - t;
        self.amplitude * expo_exact_in(t) * sin_turns(left * self.frequency + self.phase)
    }

    /// The classic `Out`, turned over.
    fn mirrored_in(&self, t: f32) -> f32 {
        let left = 1.0 - t;
        self.amplitude * exp2(-10.0 * left) * sin_turns(self.phase - left * self.frequency)
    }
}

/// Steps as CSS defines them: the number of steps made, in parts of all steps there are.
#[inline(always)]
fn steps(count: u32, jump: StepJump, work: impl Shaped) {
    // At both ends at once there is a step more than intervals, at neither one less.
    let (count, first, all) = match jump {
        StepJump::End => (count.max(1), 0.0, count.max(1) as f32),
        StepJump::Start => (count.max(1), 1.0, count.max(1) as f32),
        StepJump::None => (count.max(2), 0.0, (count.max(2) - 1) as f32),
        StepJump::Both => (count.max(1), 1.0, count.max(1) as f32 + 1.0),
    };
    let intervals = count as f32;
    work.with(move |t: f32| {
        // Written so that NaN becomes 0.
        let inside = if t > 0.0 { t } else { 0.0 };
        let made = (inside * intervals).floor() + first;
        (if made < all { made } else { all }) / all
    });
}

/// A number in 0…1 that depends on nothing but the seed and t.
fn noise(seed: u32, t: f32) -> f32 {
    let mut rng = motile_geom::Rng::with_stream(t.to_bits() as u64, seed as u64);
    rng.f32()
}

pub(super) fn sampled(table: &[f32], t: f32) -> f32 {
    let Some(last) = table.len().checked_sub(1) else { return t };
    let x = t * last as f32;
    let index = (x as usize).min(last);
    let (a, b) = (table[index], table[(index + 1).min(last)]);
    a + (b - a) * (x - index as f32)
}
