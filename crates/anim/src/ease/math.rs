//! Powers of two and sines by polynomials: additions and multiplications only, so that loops over
//! arrays vectorize and every platform gives the same bits. Accurate to about 10⁻⁷ in the ranges used.

/// Adding and subtracting 1.5·2²³ rounds a small `f32` to the nearest whole number.
const MAGIC: f32 = 12_582_912.0;

/// 2ˣ for −100 ≤ x ≤ 100.
#[inline(always)]
pub(super) fn exp2(x: f32) -> f32 {
    let shifted = x + MAGIC;
    let f = x - (shifted - MAGIC);
    // Powers of ln 2 over factorials; |f| ≤ ½.
    let p = 1.525_273_4e-5;
    let p = 1.540_353e-4 + f * p;
    let p = 1.333_355_8e-3 + f * p;
    let p = 9.618_129e-3 + f * p;
    let p = 5.550_411e-2 + f * p;
    let p = 2.402_265e-1 + f * p;
    let p = core::f32::consts::LN_2 + f * p;
    let p = 1.0 + f * p;
    let whole = shifted.to_bits().wrapping_sub(MAGIC.to_bits());
    p * f32::from_bits(whole.wrapping_add(127) << 23)
}

/// Sine of an angle given in whole turns, |x| ≤ 2²⁰.
#[inline(always)]
pub(super) fn sin_turns(x: f32) -> f32 {
    let r = x - ((x + MAGIC) - MAGIC);
    // Fold ±½ turn onto ±¼ turn, where the polynomial holds.
    let folded = 0.5 - r.abs();
    let r = if r.abs() > 0.25 { folded.copysign(r) } else { r };
    let s = r * r;
    // Powers of 2π over factorials with alternating signs.
    let p = -15.094_642;
    let p = 42.058_693 + s * p;
    let p = -76.705_86 + s * p;
    let p = 81.605_25 + s * p;
    let p = -41.341_7 + s * p;
    let p = core::f32::consts::TAU + s * p;
    r * p
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::ops;

    #[test]
    fn exp2_and_sine_agree_with_libm() {
        for i in -2000..=2000 {
            let x = i as f32 * 0.007_3;
            let (got, want) = (exp2(x), ops::exp2(x));
            assert!((got - want).abs() <= 3e-7 * want, "2^{x}: {got}, {want}");
            let (got, want) = (sin_turns(x), ops::sin64(x as f64 * core::f64::consts::TAU) as f32);
            assert!((got - want).abs() < 4e-7, "sin {x} turns: {got}, {want}");
        }
        assert_eq!((exp2(0.0), exp2(-10.0), exp2(5.0)), (1.0, 1.0 / 1024.0, 32.0));
        assert_eq!(sin_turns(0.0), 0.0);
    }
}
