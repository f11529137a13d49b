//! The classic byte generator and the noise it fills pictures with.

use crate::{Surface, lanes};

/// The classic byte noise: `x ← 16807·x mod (2³¹ − 1)`, and each byte is `x mod 256`. Known as the minimal standard or
/// Park–Miller generator.
///
/// ```
/// use motile_pixels::classic::ByteNoise;
/// let bytes: Vec<u8> = ByteNoise::new(1).take(4).collect();
/// assert_eq!(bytes, [0xA7, 0xF1, 0xD9, 0x2A]);
/// ```
#[doc(alias = "Lehmer")]
#[doc(alias = "Park-Miller")]
#[doc(alias = "random")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteNoise {
    state: u32,
}

pub(super) const MODULUS: u64 = (1 << 31) - 1;

impl ByteNoise {
    /// A generator. A seed below 1 counts as 1 − seed; 2³¹ − 1, which would give zeros for ever, counts as 1.
    pub const fn new(seed: i32) -> Self {
        let seed = if seed <= 0 { 1 - seed as i64 } else { seed as i64 };
        let state = (seed as u64 % MODULUS) as u32;
        Self { state: if state == 0 { 1 } else { state } }
    }

    /// A generator in a given state, 1…2³¹ − 2.
    pub(super) const fn from_state(state: u32) -> Self {
        Self { state }
    }

    /// The next state, 1…2³¹ − 2.
    pub(super) fn number(&mut self) -> u32 {
        self.state = (u64::from(self.state) * 16807 % MODULUS) as u32;
        self.state
    }
}

impl Iterator for ByteNoise {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        Some(self.number() as u8)
    }
}

/// Fills a surface with classic noise: each channel of `channels` (in the order R, G, B, A) gets
/// `low + number mod (high − low + 1)` of the numbers of a [`ByteNoise`] (from 0 to 255 that is their byte), the other colors
/// 0 and alpha 255; with `gray` one number serves R, G and B. An opaque surface draws no number for its alpha. Rows from the
/// top, pixels from the left. `high` below `low` counts as `low`.
///
/// ```
/// use motile_pixels::{Color, Surface, classic};
/// let mut picture = Surface::opaque(2, 1, Color::BLACK)?;
/// classic::fill_noise(&mut picture, 1, 0, 255, [true, true, true, false], false);
/// assert_eq!(picture.get(0, 0), Some(Color::rgb(0xA7, 0xF1, 0xD9)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
pub fn fill_noise(
    surface: &mut Surface,
    seed: i32,
    low: u8,
    high: u8,
    channels: [bool; 4],
    gray: bool,
) {
    let mut noise = ByteNoise::new(seed);
    let span = u32::from(high.max(low)) - u32::from(low) + 1;
    let mut next = || u32::from(low) + noise.number() % span;
    let has_alpha = channels[3] && !surface.is_opaque();
    for word in surface.words_mut() {
        let mut color = [0, 0, 0, 255];
        if gray {
            color[..3].fill(next());
        } else {
            for (channel, wanted) in color[..3].iter_mut().zip(channels) {
                if wanted {
                    *channel = next();
                }
            }
        }
        if has_alpha {
            color[3] = next();
        }
        *word = lanes::premultiply(color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color,
        testing::{any_surface, is_well_formed},
    };
    use proptest::prelude::*;

    #[test]
    fn pix_7_noise_begins_as_published() {
        let expected = [0xA7, 0xF1, 0xD9, 0x2A, 0x82, 0xC8, 0xD8, 0xFE, 0x43];
        let bytes: Vec<u8> = ByteNoise::new(1).take(9).collect();
        assert_eq!(bytes, expected);
        let mut surface = Surface::opaque(3, 1, Color::BLACK).unwrap();
        fill_noise(&mut surface, 1, 0, 255, [true, true, true, false], false);
        let drawn: Vec<u8> = surface.bytes().chunks(4).flat_map(|p| p[..3].to_vec()).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn seeds_below_one_count_on_the_other_side() {
        let same = |a, b| ByteNoise::new(a).take(10).eq(ByteNoise::new(b).take(10));
        assert!(same(0, 1) && same(-1, 2) && same(-41, 42));
        assert!(same(i32::MAX, 1), "the modulus itself would stay 0");
        assert!(same(i32::MIN, 2), "2³¹ + 1 is 2 beyond the modulus");
        assert!(!same(-3, 3));
    }

    #[test]
    fn park_and_miller_print_the_ten_thousandth_number() {
        let mut noise = ByteNoise::new(1);
        assert_eq!((0..10_000).map(|_| noise.number()).last(), Some(1_043_618_065));
    }

    /// The rest of the byte was taken, which is another color wherever the range does not divide 256.
    #[test]
    fn noise_ranges_take_the_rest_of_the_whole_number() {
        let mut surface = Surface::opaque(2, 1, Color::BLACK).unwrap();
        fill_noise(&mut surface, 1, 100, 110, [false; 4], true);
        let expected = [16_807, 282_475_249].map(|number| 100 + (number % 11) as u8);
        assert_eq!(expected[0], 110);
        assert_eq!([surface.bytes()[0], surface.bytes()[4]], expected);
    }

    #[test]
    fn noise_keeps_its_range_and_gray() {
        let mut surface = Surface::new(20, 20).unwrap();
        fill_noise(&mut surface, 5, 100, 110, [false; 4], true);
        for pixel in surface.bytes().chunks(4) {
            assert!((100..=110).contains(&pixel[0]) && pixel[0] == pixel[2] && pixel[3] == 255);
        }
        fill_noise(&mut surface, 5, 9, 3, [true; 4], false);
        assert!(surface.bytes().chunks(4).all(|pixel| pixel[3] == 9));
    }

    proptest! {
        #[test]
        fn bytes_go_to_the_channels_in_order(
            mut surface in any_surface(6), seed: i32, low: u8, high: u8,
            channels in prop::array::uniform4(any::<bool>()), gray: bool,
        ) {
            let span = u32::from(high.saturating_sub(low)) + 1;
            let mut noise = ByteNoise::new(seed);
            let mut bytes = std::iter::repeat_with(|| (u32::from(low) + noise.number() % span) as u8);
            let mut expected = surface.clone();
            for y in 0..surface.height() as i32 {
                for x in 0..surface.width() as i32 {
                    let mut color = Color::BLACK;
                    if gray {
                        color.r = bytes.next().unwrap();
                        (color.g, color.b) = (color.r, color.r);
                    } else {
                        if channels[0] { color.r = bytes.next().unwrap(); }
                        if channels[1] { color.g = bytes.next().unwrap(); }
                        if channels[2] { color.b = bytes.next().unwrap(); }
                    }
                    if channels[3] && !surface.is_opaque() { color.a = bytes.next().unwrap(); }
                    expected.set(x, y, color);
                }
            }
            fill_noise(&mut surface, seed, low, high, channels, gray);
            prop_assert!(is_well_formed(&surface));
            prop_assert_eq!(surface.words(), expected.words());
        }
    }
}
