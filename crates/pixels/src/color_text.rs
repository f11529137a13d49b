//! Colors from text.

use crate::Color;
use core::{fmt, str::FromStr};

/// Where and why a text is no color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorParseError {
    /// The first character that does not fit, counted from 1; one past the end when more was expected.
    pub column: u32,
    /// What was wrong there.
    pub kind: ColorParseErrorKind,
}

/// What is wrong with the text of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColorParseErrorKind {
    /// Nothing but white space.
    Empty,
    /// A character that is no hexadecimal digit.
    NotADigit,
    /// After `#` stand 3, 4, 6 or 8 digits, after `0x` 6 or 8.
    WrongLength,
    /// Neither `#…`, `0x…` nor a known name.
    UnknownName,
}

impl fmt::Display for ColorParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match self.kind {
            ColorParseErrorKind::Empty => "expected a color such as #FF9900, found nothing",
            ColorParseErrorKind::NotADigit => "expected a hexadecimal digit",
            ColorParseErrorKind::WrongLength => {
                "expected 3, 4, 6 or 8 digits after #, 6 or 8 after 0x"
            }
            ColorParseErrorKind::UnknownName => "expected #RRGGBB, 0xRRGGBB or the name of a color",
        };
        write!(f, "column {}: {expected}", self.column)
    }
}

impl core::error::Error for ColorParseError {}

/// The names a text may use: those of the constants, in any case.
const NAMES: [(&str, Color); 12] = [
    ("transparent", Color::TRANSPARENT),
    ("black", Color::BLACK),
    ("white", Color::WHITE),
    ("gray", Color::GRAY),
    ("grey", Color::GRAY),
    ("red", Color::RED),
    ("green", Color::GREEN),
    ("blue", Color::BLUE),
    ("yellow", Color::YELLOW),
    ("cyan", Color::CYAN),
    ("magenta", Color::MAGENTA),
    ("orange", Color::ORANGE),
];

/// `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, `0xRRGGBB`, `0xAARRGGBB`, or the name of a constant of
/// [`Color`] in any case. White space around is ignored. Note where the alpha stands: last after `#`, as on
/// the web, first after `0x`, as in the classic number.
///
/// ```
/// use motile_pixels::Color;
/// assert_eq!("#f90".parse(), Ok(Color::ORANGE));
/// assert_eq!("0x80FF0000".parse(), Ok(Color::rgba(255, 0, 0, 128)));
/// let error = "#12G456".parse::<Color>().unwrap_err();
/// assert_eq!(error.to_string(), "column 4: expected a hexadecimal digit");
/// ```
impl FromStr for Color {
    type Err = ColorParseError;

    fn from_str(text: &str) -> Result<Self, ColorParseError> {
        let lead = text.len() - text.trim_start().len();
        let column_of = |byte: usize| text[..byte].chars().count() as u32 + 1;
        let body = text.trim();
        let fail = |byte, kind| Err(ColorParseError { column: column_of(byte), kind });
        if body.is_empty() {
            return fail(text.len(), ColorParseErrorKind::Empty);
        }
        let (digits, web) = if let Some(digits) = body.strip_prefix('#') {
            (digits, true)
        } else if let Some(digits) = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
            (digits, false)
        } else {
            return match NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(body)) {
                Some((_, color)) => Ok(*color),
                None => fail(lead, ColorParseErrorKind::UnknownName),
            };
        };
        let start = lead + body.len() - digits.len();
        if let Some(bad) = digits.find(|c: char| !c.is_ascii_hexdigit()) {
            return fail(start + bad, ColorParseErrorKind::NotADigit);
        }
        // At most 8 digits are looked at, so the number fits.
        let number = u32::from_str_radix(&digits[..digits.len().min(8)], 16).unwrap_or(0);
        match (web, digits.len()) {
            (true, 3) => Ok(doubled(number << 4 | 0xF)),
            (true, 4) => Ok(doubled(number)),
            (_, 6) => Ok(Self::hex(number)),
            (true, 8) => Ok(Self::argb(number.rotate_right(8))),
            (false, 8) => Ok(Self::argb(number)),
            (_, length) => {
                let longest = if length > 8 { 8 } else { length };
                fail(start + longest, ColorParseErrorKind::WrongLength)
            }
        }
    }
}

/// `0xRGBA` with every digit doubled.
fn doubled(rgba: u32) -> Color {
    let [r, g, b, a] = [12, 8, 4, 0].map(|shift| (rgba >> shift & 0xF) as u8 * 17);
    Color::rgba(r, g, b, a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_is_read() {
        for (text, color) in [
            ("#123", Color::rgb(0x11, 0x22, 0x33)),
            ("#1238", Color::rgba(0x11, 0x22, 0x33, 0x88)),
            ("#ff9900", Color::ORANGE),
            ("#FF990080", Color::rgba(255, 153, 0, 128)),
            ("0xFF9900", Color::ORANGE),
            ("0X80FF9900", Color::rgba(255, 153, 0, 128)),
            ("  Orange\t", Color::ORANGE),
            ("transparent", Color::TRANSPARENT),
        ] {
            assert_eq!(text.parse(), Ok(color), "{text}");
        }
    }

    #[test]
    fn errors_carry_their_place() {
        use ColorParseErrorKind::{Empty, NotADigit, UnknownName, WrongLength};
        for (text, column, kind) in [
            ("", 1, Empty),
            ("   ", 4, Empty),
            ("#", 2, WrongLength),
            ("#12", 4, WrongLength),
            ("#12345", 7, WrongLength),
            ("#123456789", 10, WrongLength),
            ("0x123", 6, WrongLength),
            (" #12x", 5, NotADigit),
            ("#é", 2, NotADigit),
            ("ééé", 1, UnknownName),
            ("  purplish", 3, UnknownName),
        ] {
            assert_eq!(text.parse::<Color>(), Err(ColorParseError { column, kind }), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn display_reads_back(argb: u32) {
            let color = Color::argb(argb);
            prop_assert_eq!(color.to_string().parse(), Ok(color));
        }

        #[test]
        fn any_text_gives_an_answer(text in "\\PC*", hash in "#[0-9a-zé]{0,10}") {
            let _ = text.parse::<Color>();
            let _ = hash.parse::<Color>();
        }
    }
}
