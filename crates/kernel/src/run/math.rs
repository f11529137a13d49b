//! Transcendental functions on eight numbers, with the same bits at every SIMD level and on the web: sums and
//! products only, none of them fused. Coefficients are minimax polynomials fitted for this crate.
//!
//! | function | largest error |
//! |---|---|
//! | sin, cos | 2e-7 absolute up to ±12000, 2e-6 up to ±100000; beyond that bounded by 1 |
//! | tan | 5e-7 relative, away from its poles |
//! | atan, atan2, asin, acos | 4e-7 absolute |
//! | exp, exp2 | 3e-7 relative |
//! | log, log2 | 3e-7 relative, or 1e-7 absolute near 1 |
//! | pow | 3e-7 relative times `1 + |y·log2(x)|` |

use core::f32::consts::{FRAC_PI_2, LOG2_E, PI};
use fearless_simd::{f32x8, i32x8, prelude::*};

/// π/2 in three parts, of which the first two have few bits: products with whole numbers are exact.
const HALF_PI: [f32; 3] = [1.570_312_5, 4.837_513e-4, 7.549_79e-8];
const SIN: [f32; 3] = [-1.666_666_5e-1, 8.332_748e-3, -1.958_775_7e-4];
const COS: [f32; 3] = [4.166_666_5e-2, -1.388_830_2e-3, 2.454_779e-5];
const ATAN: [f32; 9] = [
    -3.333_333e-1,
    1.999_979e-1,
    -1.427_961_6e-1,
    1.104_203_7e-1,
    -8.689_052e-2,
    6.318_237e-2,
    -3.667_048_6e-2,
    1.399_661e-2,
    -2.508_608_5e-3,
];
const EXP2: [f32; 6] =
    [6.931_472e-1, 2.402_265e-1, 5.550_357e-2, 9.618_031e-3, 1.339_086_7e-3, 1.546_973_5e-4];
const EXP: [f32; 5] = [0.5, 1.666_657_7e-1, 4.166_637_5e-2, 8.363_18e-3, 1.394_112_2e-3];
const LOG: [f32; 8] = [
    3.333_332_7e-1,
    -2.500_028e-1,
    2.000_188e-1,
    -1.664_348_9e-1,
    1.419_023_2e-1,
    -1.294_340_3e-1,
    1.279_894e-1,
    -8.305_488e-2,
];
/// ln 2, with few bits and the rest.
const LN_2: [f32; 2] = [6.933_594e-1, -2.121_944_4e-4];

/// A polynomial by Horner's rule, the constant first.
#[inline(always)]
fn polynomial<S: Simd, const N: usize>(simd: S, x: f32x8<S>, terms: &[f32; N]) -> f32x8<S> {
    let mut sum = f32x8::splat(simd, terms[N - 1]);
    for &term in terms[..N - 1].iter().rev() {
        sum = sum * x + term;
    }
    sum
}

#[inline(always)]
pub(crate) fn sign<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let zero = f32x8::splat(simd, 0.0);
    let below = x.simd_lt(zero).select(f32x8::splat(simd, -1.0), zero);
    x.simd_gt(zero).select(f32x8::splat(simd, 1.0), below)
}

/// Toward zero, held inside the range of whole numbers; NaN is 0.
#[inline(always)]
pub(crate) fn truncate<S: Simd>(simd: S, x: f32x8<S>) -> i32x8<S> {
    let zero = f32x8::splat(simd, 0.0);
    let limit = f32x8::splat(simd, 2_147_483_648.0);
    let safe = x.abs().simd_lt(limit).select(x, zero);
    let inside: i32x8<S> = safe.to_int();
    let above = x.simd_ge(limit).select(i32x8::splat(simd, i32::MAX), inside);
    x.simd_le(-limit).select(i32x8::splat(simd, i32::MIN), above)
}

/// Added to a number below 2²² it leaves no room for a fraction: the sum is rounded, ties to even, and its lowest bits count.
const ROUNDING: f32 = 12_582_912.0;

/// Which quarter of the circle, in the two lowest bits, and the angle within it.
#[inline(always)]
fn quarter<S: Simd>(simd: S, x: f32x8<S>) -> (i32x8<S>, f32x8<S>) {
    let rounded = x * (1.0 / FRAC_PI_2) + ROUNDING;
    let turns = rounded - ROUNDING;
    let angle = x - turns * HALF_PI[0];
    let angle = angle - turns * HALF_PI[1];
    let angle = angle - turns * HALF_PI[2];
    // The count of turns is rounded before the angle is known, so that the angle may pass an eighth by a little, and the
    // limit lies beyond it. Numbers too large to be reduced still give a sine between -1 and 1. NaN passes through.
    let limit = f32x8::splat(simd, 0.8);
    let angle = angle.simd_gt(limit).select(limit, angle);
    let angle = angle.simd_lt(-limit).select(-limit, angle);
    (rounded.bitcast(), angle)
}

/// Sine and cosine within an eighth of the circle on both sides of 0.
#[inline(always)]
fn both<S: Simd>(simd: S, angle: f32x8<S>) -> (f32x8<S>, f32x8<S>) {
    let square = angle * angle;
    let sine = angle + angle * square * polynomial(simd, square, &SIN);
    let one = f32x8::splat(simd, 1.0);
    let cosine = one - square * 0.5 + square * square * polynomial(simd, square, &COS);
    (sine, cosine)
}

#[inline(always)]
fn turned<S: Simd>(simd: S, quarter: i32x8<S>, angle: f32x8<S>) -> f32x8<S> {
    let (sine, cosine) = both(simd, angle);
    let odd = (quarter & i32x8::splat(simd, 1)).simd_eq(1);
    let value = odd.select(cosine, sine);
    let back = (quarter & i32x8::splat(simd, 2)).simd_eq(2);
    back.select(-value, value)
}

#[inline(always)]
pub(crate) fn sin<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let (quarter, angle) = quarter(simd, x);
    turned(simd, quarter, angle)
}

#[inline(always)]
pub(crate) fn cos<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let (quarter, angle) = quarter(simd, x);
    turned(simd, quarter + i32x8::splat(simd, 1), angle)
}

#[inline(always)]
pub(crate) fn tan<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let (quarter, angle) = quarter(simd, x);
    let (sine, cosine) = both(simd, angle);
    let odd = (quarter & i32x8::splat(simd, 1)).simd_eq(1);
    odd.select(-cosine, sine) / odd.select(sine, cosine)
}

/// The angle of the point (x, y).
#[inline(always)]
pub(crate) fn atan2<S: Simd>(simd: S, y: f32x8<S>, x: f32x8<S>) -> f32x8<S> {
    let zero = f32x8::splat(simd, 0.0);
    let (ax, ay) = (x.abs(), y.abs());
    let steep = ax.simd_lt(ay);
    let (small, large) = (steep.select(ax, ay), steep.select(ay, ax));
    let ratio = small / large;
    // Both 0 is the angle 0, both infinite the diagonal.
    let ratio = large.simd_eq(zero).select(zero, ratio);
    let diagonal = small.simd_eq(f32::INFINITY);
    let ratio = diagonal.select(f32x8::splat(simd, 1.0), ratio);
    let square = ratio * ratio;
    let angle = ratio + ratio * square * polynomial(simd, square, &ATAN);
    let angle = steep.select(f32x8::splat(simd, FRAC_PI_2) - angle, angle);
    let angle = x.simd_lt(zero).select(f32x8::splat(simd, PI) - angle, angle);
    let angle = y.simd_lt(zero).select(-angle, angle);
    // Comparisons with NaN are false: it would be lost on the way.
    let known = x.simd_eq(x) & y.simd_eq(y);
    known.select(angle, f32x8::splat(simd, f32::NAN))
}

#[inline(always)]
pub(crate) fn asin<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let one = f32x8::splat(simd, 1.0);
    atan2(simd, x, ((one - x) * (one + x)).sqrt())
}

#[inline(always)]
pub(crate) fn acos<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let one = f32x8::splat(simd, 1.0);
    atan2(simd, ((one - x) * (one + x)).sqrt(), x)
}

/// 2 to a whole number between -252 and 254, as two factors, since one alone may lie outside the range.
#[inline(always)]
fn scale<S: Simd>(simd: S, value: f32x8<S>, power: f32x8<S>) -> f32x8<S> {
    let power: i32x8<S> = power.to_int();
    let half = power >> 1u32;
    let factor =
        |power: i32x8<S>| -> f32x8<S> { ((power + i32x8::splat(simd, 127)) << 23u32).bitcast() };
    value * factor(half) * factor(power - half)
}

/// Held where the result is neither 0 nor infinite anyway.
#[inline(always)]
fn held<S: Simd>(simd: S, x: f32x8<S>, low: f32, high: f32) -> f32x8<S> {
    let (low, high) = (f32x8::splat(simd, low), f32x8::splat(simd, high));
    // NaN goes to 0 here and comes back at the end.
    let x = x.simd_eq(x).select(x, f32x8::splat(simd, 0.0));
    let x = x.simd_lt(low).select(low, x);
    x.simd_gt(high).select(high, x)
}

#[inline(always)]
pub(crate) fn exp2<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let safe = held(simd, x, -160.0, 160.0);
    let whole = safe.round_ties_even();
    let rest = safe - whole;
    let value = rest * polynomial(simd, rest, &EXP2) + 1.0;
    let value = scale(simd, value, whole);
    x.simd_eq(x).select(value, x)
}

#[inline(always)]
pub(crate) fn exp<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let safe = held(simd, x, -110.0, 110.0);
    let whole = (safe * LOG2_E).round_ties_even();
    let rest = safe - whole * LN_2[0];
    let rest = rest - whole * LN_2[1];
    let value = rest * rest * polynomial(simd, rest, &EXP) + rest + 1.0;
    let value = scale(simd, value, whole);
    x.simd_eq(x).select(value, x)
}

/// The power of two in a positive number, and the logarithm of the rest, which lies around 1.
#[inline(always)]
fn logarithm<S: Simd>(simd: S, x: f32x8<S>) -> (f32x8<S>, f32x8<S>) {
    // Numbers below the smallest normal one are lifted by 2^23.
    let tiny = x.simd_lt(f32::MIN_POSITIVE);
    let lifted = tiny.select(x * 8_388_608.0, x);
    let bits: i32x8<S> = lifted.bitcast();
    // Counted from √½, so that the rest lies on both sides of 1.
    let root = i32x8::splat(simd, core::f32::consts::FRAC_1_SQRT_2.to_bits() as i32);
    let power = (bits - root) >> 23u32;
    let rest: f32x8<S> = (bits - (power << 23u32)).bitcast();
    let power: f32x8<S> = power.to_float();
    let power = tiny.select(power - 23.0, power);
    let t = rest - 1.0;
    let square = t * t;
    (power, t - square * 0.5 + square * t * polynomial(simd, t, &LOG))
}

/// The answers for 0, infinity, negative numbers and NaN.
#[inline(always)]
fn logarithm_edges<S: Simd>(simd: S, x: f32x8<S>, value: f32x8<S>) -> f32x8<S> {
    let zero = f32x8::splat(simd, 0.0);
    let infinite = f32x8::splat(simd, f32::INFINITY);
    let value = x.simd_eq(infinite).select(infinite, value);
    let value = x.simd_eq(zero).select(-infinite, value);
    x.simd_ge(zero).select(value, f32x8::splat(simd, f32::NAN))
}

#[inline(always)]
pub(crate) fn log<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let (power, rest) = logarithm(simd, x);
    let value = power * LN_2[0] + (power * LN_2[1] + rest);
    logarithm_edges(simd, x, value)
}

#[inline(always)]
pub(crate) fn log2<S: Simd>(simd: S, x: f32x8<S>) -> f32x8<S> {
    let (power, rest) = logarithm(simd, x);
    logarithm_edges(simd, x, power + rest * LOG2_E)
}

/// A negative number has whole powers only; others are NaN.
#[inline(always)]
pub(crate) fn pow<S: Simd>(simd: S, x: f32x8<S>, y: f32x8<S>) -> f32x8<S> {
    let zero = f32x8::splat(simd, 0.0);
    let value = exp2(simd, y * log2(simd, x.abs()));
    let whole = y.floor().simd_eq(y);
    let half = y * 0.5;
    let odd = whole & !half.floor().simd_eq(half);
    let negative = whole.select(odd.select(-value, value), f32x8::splat(simd, f32::NAN));
    let value = x.simd_lt(zero).select(negative, value);
    y.simd_eq(zero).select(f32x8::splat(simd, 1.0), value)
}
