//! Arithmetic on whole stored words, shared by every operation so that all round alike.
//!
//! A word holds four premultiplied bytes, R lowest. Two channels are computed at a time in the two
//! 16-bit halves of a word; all products are divided by 255 with exact rounding to nearest.

use crate::color::mul_255;

const PAIR: u32 = 0x00FF_00FF;

/// Alpha of a stored word.
#[inline(always)]
pub(crate) const fn alpha(word: u32) -> u32 {
    word >> 24
}

/// Every channel times `factor` / 255, rounded to nearest; `factor` is 0…255.
#[inline(always)]
pub(crate) const fn scale(word: u32, factor: u32) -> u32 {
    // Two bytes at a time with room for their products between them; see the SIMD form in `over` for the division.
    let low = (word & PAIR) * factor + 0x0080_0080;
    let high = ((word >> 8) & PAIR) * factor + 0x0080_0080;
    let low = ((low + ((low >> 8) & PAIR)) >> 8) & PAIR;
    let high = (high + ((high >> 8) & PAIR)) & !PAIR;
    low | high
}

/// Every channel times the same channel of `factors` / 255, rounded to nearest.
#[inline(always)]
pub(crate) const fn modulate(word: u32, factors: u32) -> u32 {
    let (a, b) = (word.to_le_bytes(), factors.to_le_bytes());
    u32::from_le_bytes([
        mul_255(a[0] as u32, b[0] as u32),
        mul_255(a[1] as u32, b[1] as u32),
        mul_255(a[2] as u32, b[2] as u32),
        mul_255(a[3] as u32, b[3] as u32),
    ])
}

/// Channel sums, each held at 255.
#[inline(always)]
pub(crate) const fn saturating_sum(a: u32, b: u32) -> u32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u32::from_le_bytes([
        a[0].saturating_add(b[0]),
        a[1].saturating_add(b[1]),
        a[2].saturating_add(b[2]),
        a[3].saturating_add(b[3]),
    ])
}

/// `source` over `backdrop`: `s + round(b·(255 − alpha of s) / 255)` per channel.
#[inline(always)]
pub(crate) const fn over(source: u32, backdrop: u32) -> u32 {
    saturating_sum(source, scale(backdrop, 255 - alpha(source)))
}

/// Brings every pixel of a row to alpha 255.
pub(crate) fn make_opaque(row: &mut [u32]) {
    for word in row {
        *word |= 0xFF00_0000;
    }
}

/// `round(255·c / a)` for c ≤ a and a > 0, by a reciprocal instead of a division; exact.
#[inline(always)]
pub(crate) const fn unmultiply(c: u32, a: u32) -> u32 {
    let numerator = (c * 255 + a / 2) as u64;
    ((numerator * RECIPROCALS[a as usize] as u64) >> 24) as u32
}

/// `ceil(2²⁴ / a)`: with numerators below 2¹⁶ the shifted product is the exact quotient.
static RECIPROCALS: [u32; 256] = {
    let mut table = [0; 256];
    let mut a = 1;
    while a < 256 {
        table[a] = (1u32 << 24).div_ceil(a as u32);
        a += 1;
    }
    table
};

/// The straight channels of a stored word, R, G, B, A; all 0 for alpha 0.
#[inline(always)]
pub(crate) fn straight(word: u32) -> [u32; 4] {
    let [r, g, b, a] = word.to_le_bytes().map(u32::from);
    match a {
        0 => [0; 4],
        255 => [r, g, b, a],
        // A renderer that broke the rule c ≤ a is answered with the clamped color.
        _ => [unmultiply(r, a).min(255), unmultiply(g, a).min(255), unmultiply(b, a).min(255), a],
    }
}

/// The stored word of straight channels, each 0…255.
#[inline(always)]
pub(crate) const fn premultiply([r, g, b, a]: [u32; 4]) -> u32 {
    u32::from_le_bytes([mul_255(r, a), mul_255(g, a), mul_255(b, a), a as u8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    /// `round(x·y / 255)` by real division.
    fn exact(x: u32, y: u32) -> u32 {
        (f64::from(x * y) / 255.0).round() as u32
    }

    #[test]
    fn products_round_to_nearest_for_every_pair() {
        for x in 0..=255 {
            for y in 0..=255 {
                let expected = exact(x, y);
                assert_eq!(u32::from(mul_255(x, y)), expected);
                assert_eq!(scale(x * 0x0101_0101, y), expected * 0x0101_0101);
                assert_eq!(modulate(x * 0x0101_0101, y * 0x0101_0101), expected * 0x0101_0101);
            }
        }
    }

    #[test]
    fn reciprocals_agree_with_division() {
        for a in 1..=255u8 {
            for c in 0..=255u8 {
                let word = u32::from_le_bytes([c, c, c, a]);
                let color = Color::from_premultiplied([c, c, c, a]);
                assert_eq!(straight(word), [color.r, color.g, color.b, color.a].map(u32::from));
                let there = premultiply(straight(u32::from_le_bytes([c.min(a), 0, 0, a])));
                assert_eq!(there, u32::from_le_bytes([c.min(a), 0, 0, a]), "{c} at {a}");
            }
        }
    }

    #[test]
    fn over_known_answers() {
        let half_red = u32::from_le_bytes(Color::rgba(255, 0, 0, 128).premultiplied());
        let blue = u32::from_le_bytes(Color::BLUE.premultiplied());
        assert_eq!(over(half_red, blue).to_le_bytes(), [128, 0, 127, 255]);
        assert_eq!(over(0, blue), blue);
        assert_eq!(over(blue, half_red), blue);
    }
}
