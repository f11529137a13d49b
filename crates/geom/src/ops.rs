//! Transcendental functions with the same result on every platform.
//!
//! The standard library asks the operating system for these, and answers differ in the last bit
//! between Linux, Windows and the browser. Everything here is libm's portable implementation; the
//! workspace's `clippy.toml` bans the platform calls. Square roots, rounding and absolute values are
//! exact by IEEE 754, so `f32::sqrt` and friends need no replacement.

macro_rules! forward {
    ($($(#[$doc:meta])* $name:ident ( $($arg:ident),+ ) = $f32fn:ident, $f64name:ident = $f64fn:ident;)+) => {
        $(
            $(#[$doc])*
            #[inline]
            pub fn $name($($arg: f32),+) -> f32 {
                libm::$f32fn($($arg),+)
            }

            #[doc = concat!("[`", stringify!($name), "`] in `f64`.")]
            #[inline]
            pub fn $f64name($($arg: f64),+) -> f64 {
                libm::$f64fn($($arg),+)
            }
        )+
    };
}

forward! {
    /// Sine of an angle in radians.
    sin(x) = sinf, sin64 = sin;
    /// Cosine of an angle in radians.
    cos(x) = cosf, cos64 = cos;
    /// Tangent of an angle in radians.
    tan(x) = tanf, tan64 = tan;
    /// Arc sine in radians; NaN outside −1…1.
    asin(x) = asinf, asin64 = asin;
    /// Arc cosine in radians; NaN outside −1…1.
    acos(x) = acosf, acos64 = acos;
    /// Arc tangent in radians.
    atan(x) = atanf, atan64 = atan;
    /// Angle of the vector (x, y) in radians, −π…π. Note the order: y first.
    atan2(y, x) = atan2f, atan2_64 = atan2;
    /// e raised to x.
    exp(x) = expf, exp64 = exp;
    /// 2 raised to x.
    exp2(x) = exp2f, exp2_64 = exp2;
    /// Natural logarithm.
    ln(x) = logf, ln64 = log;
    /// Logarithm to base 2.
    log2(x) = log2f, log2_64 = log2;
    /// Logarithm to base 10.
    log10(x) = log10f, log10_64 = log10;
    /// `x` raised to `y`.
    pow(x, y) = powf, pow64 = pow;
    /// Hyperbolic sine.
    sinh(x) = sinhf, sinh64 = sinh;
    /// Hyperbolic cosine.
    cosh(x) = coshf, cosh64 = cosh;
    /// Hyperbolic tangent.
    tanh(x) = tanhf, tanh64 = tanh;
    /// Cube root.
    cbrt(x) = cbrtf, cbrt64 = cbrt;
    /// Length of (x, y) without overflow in between.
    hypot(x, y) = hypotf, hypot64 = hypot;
}

/// Square root; exact, here so that a formula can take all its functions from one place.
#[inline]
pub fn sqrt(x: f32) -> f32 {
    x.sqrt()
}

/// Sine and cosine of an angle in radians.
#[inline]
pub fn sin_cos(x: f32) -> (f32, f32) {
    (sin(x), cos(x))
}

/// [`sin_cos`] in `f64`.
#[inline]
pub fn sin_cos64(x: f64) -> (f64, f64) {
    (sin64(x), cos64(x))
}

/// `x` raised to a whole power by repeated squaring, the multiplications in a fixed order.
#[inline]
pub fn powi(x: f32, n: i32) -> f32 {
    powi64(x as f64, n) as f32
}

/// [`powi`] in `f64`.
pub fn powi64(x: f64, n: i32) -> f64 {
    let (mut base, mut left, mut result) = (x, n.unsigned_abs(), 1.0);
    while left > 0 {
        if left & 1 == 1 {
            result *= base;
        }
        base *= base;
        left >>= 1;
    }
    if n < 0 { 1.0 / result } else { result }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_bits_are_stable() {
        // The bit patterns are part of the contract: a new libm that changes them changes every replay.
        assert_eq!(sin(1.0).to_bits(), 0x3f57_6aa4);
        assert_eq!(cos(1.0).to_bits(), 0x3f0a_5140);
        assert_eq!(atan2(1.0, -1.0).to_bits(), 0x4016_cbe4);
        assert_eq!(exp(1.0).to_bits(), 0x402d_f854);
        assert_eq!(pow(2.0, 0.5).to_bits(), 0x3fb5_04f3);
    }

    #[test]
    fn whole_powers() {
        assert_eq!(powi(3.0, 4), 81.0);
        assert_eq!(powi(2.0, -2), 0.25);
        assert_eq!(powi(5.0, 0), 1.0);
        assert_eq!(powi64(1.5, 3), 3.375);
    }
}
