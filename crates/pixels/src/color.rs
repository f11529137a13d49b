//! Colors at the border: straight alpha, 8 bits a channel.

use core::fmt;
use motile_geom::state_fields;

/// A color with straight (not premultiplied) alpha, 8 bits a channel.
///
/// There is no way to write a 24-bit number where a 32-bit one is meant: [`Color::rgb`] and
/// [`Color::hex`] are always opaque, [`Color::rgba`] and [`Color::argb`] name their alpha.
///
/// ```
/// use motile_pixels::Color;
/// assert_eq!(Color::hex(0xFF9900), Color::rgb(255, 153, 0));
/// assert_eq!(Color::argb(0x80FF_0000).a, 128);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Color {
    /// Red, 0…255.
    pub r: u8,
    /// Green, 0…255.
    pub g: u8,
    /// Blue, 0…255.
    pub b: u8,
    /// Alpha: 0 is invisible, 255 opaque.
    pub a: u8,
}

state_fields! { Color { r, g, b, a } }

macro_rules! named {
    ($($(#[$doc:meta])* $name:ident = $hex:literal;)+) => {
        $($(#[$doc])* pub const $name: Self = Self::hex($hex);)+
    };
}

impl Color {
    /// Fully transparent black.
    pub const TRANSPARENT: Self = Self::rgba(0, 0, 0, 0);

    named! {
        /// #000000
        BLACK = 0x00_0000;
        /// #FFFFFF
        WHITE = 0xFF_FFFF;
        /// #808080
        GRAY = 0x80_8080;
        /// #FF0000
        RED = 0xFF_0000;
        /// #00FF00
        GREEN = 0x00_FF00;
        /// #0000FF
        BLUE = 0x00_00FF;
        /// #FFFF00
        YELLOW = 0xFF_FF00;
        /// #00FFFF
        CYAN = 0x00_FFFF;
        /// #FF00FF
        MAGENTA = 0xFF_00FF;
        /// #FF9900
        ORANGE = 0xFF_9900;
    }

    /// An opaque color.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// A color with alpha.
    pub const fn rgba(r: u8, g: u8, b: u8, a: u8) -> Self {
        Self { r, g, b, a }
    }

    /// An opaque color from `0xRRGGBB`; higher bits are ignored.
    pub const fn hex(rgb: u32) -> Self {
        Self::rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// A color from `0xAARRGGBB`.
    pub const fn argb(argb: u32) -> Self {
        Self::rgba((argb >> 16) as u8, (argb >> 8) as u8, argb as u8, (argb >> 24) as u8)
    }

    /// `0xAARRGGBB`.
    pub const fn to_argb(self) -> u32 {
        u32::from_be_bytes([self.a, self.r, self.g, self.b])
    }

    /// This color with another alpha.
    pub const fn with_alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// The stored form: bytes R, G, B, A with color premultiplied, `round(c·a / 255)`.
    #[doc(alias = "premultiplied alpha")]
    #[inline]
    pub const fn premultiplied(self) -> [u8; 4] {
        let a = self.a as u32;
        [mul_255(self.r as u32, a), mul_255(self.g as u32, a), mul_255(self.b as u32, a), self.a]
    }

    /// The reverse of [`Color::premultiplied`]: `round(255·c / a)`, at most 255; alpha 0 gives
    /// [`Color::TRANSPARENT`]. Reading, writing and reading again changes nothing.
    #[inline]
    pub const fn from_premultiplied([r, g, b, a]: [u8; 4]) -> Self {
        if a == 0 {
            return Self::TRANSPARENT;
        }
        Self { r: div_255(r, a), g: div_255(g, a), b: div_255(b, a), a }
    }
}

/// `round(x·y / 255)` for x, y in 0…255, exact.
#[inline]
pub(crate) const fn mul_255(x: u32, y: u32) -> u8 {
    let t = x * y + 128;
    ((t + (t >> 8)) >> 8) as u8
}

/// `round(255·c / a)`, at most 255; `a` is not 0.
#[inline]
const fn div_255(c: u8, a: u8) -> u8 {
    let straight = (c as u32 * 255 + a as u32 / 2) / a as u32;
    if straight > 255 { 255 } else { straight as u8 }
}

/// `#RRGGBB`, or `#RRGGBBAA` when not opaque.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.r, self.g, self.b)?;
        if self.a == 255 { Ok(()) } else { write!(f, "{:02X}", self.a) }
    }
}

impl fmt::Debug for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Color({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn col_a23_the_color_trap_cannot_be_written() {
        assert_eq!(
            Color::argb(0xFF_0000).a,
            0,
            "a 24-bit number through the 32-bit door is invisible"
        );
        assert_eq!(Color::rgb(255, 0, 0).a, 255);
        assert_eq!(Color::hex(0xFF_0000), Color::RED);
        assert_eq!(Color::argb(0x80FF_0000), Color::rgba(255, 0, 0, 128));
    }

    #[test]
    fn pix_4_premultiplied_round_trip() {
        for a in 0..=255u8 {
            for c in 0..=255u8 {
                let stored = Color::rgba(c, 0, 0, a).premultiplied();
                assert_eq!(stored[0] as u32, (c as u32 * a as u32 * 2 + 255) / 510);
                let read = Color::from_premultiplied(stored);
                assert_eq!(read.premultiplied(), stored, "write after read changed {c} at {a}");
                if a == 255 {
                    assert_eq!(read.r, c);
                }
                if a == 0 {
                    assert_eq!(read, Color::TRANSPARENT);
                }
            }
        }
    }
}
