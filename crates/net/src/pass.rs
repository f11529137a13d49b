//! Connection tokens: who may come to a relay at all.

use core::fmt;
use core::str::FromStr;

/// Leave to come to a relay that asks for it: signed by whoever sends players there (a login, a matchmaker), checked by the
/// relay, carried in [`RoomHello::pass`](crate::RoomHello::pass). As text it is 64 hexadecimal digits.
///
/// ```
/// use motile_net::RoomPass;
///
/// let pass = RoomPass { id: 7, expires: 2_000_000_000, signature: [9; 16] };
/// assert_eq!(pass.to_string().parse(), Ok(pass));
/// ```
#[doc(alias = "connection token")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomPass {
    /// Who it is for, as the issuer numbers people.
    pub id: u64,
    /// Until when it is good, seconds since 1970.
    pub expires: u64,
    /// Made from all of it and from what only issuer and relays know.
    pub signature: [u8; 16],
}

/// A text that is no [`RoomPass`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPassText;

impl fmt::Display for BadPassText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pass is 64 hexadecimal digits")
    }
}

impl core::error::Error for BadPassText {}

impl RoomPass {
    /// As bytes, in the order of its fields.
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.id.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.expires.to_le_bytes());
        bytes[16..].copy_from_slice(&self.signature);
        bytes
    }

    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Self {
        let number = |from: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[from + i]));
        let signature = core::array::from_fn(|i| bytes[16 + i]);
        Self { id: number(0), expires: number(8), signature }
    }
}

impl fmt::Display for RoomPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for RoomPass {
    type Err = BadPassText;

    fn from_str(text: &str) -> Result<Self, BadPassText> {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let digits: Option<Vec<u32>> = text.bytes().map(digit).collect();
        let digits = digits.filter(|digits| digits.len() == 64).ok_or(BadPassText)?;
        Ok(Self::from_bytes(core::array::from_fn(|i| {
            (digits[2 * i] << 4 | digits[2 * i + 1]) as u8
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_read_from_text_and_nothing_else_is() {
        let pass = RoomPass { id: u64::MAX - 3, expires: 12, signature: [0xA5; 16] };
        let text = pass.to_string();
        assert_eq!((text.len(), text.to_uppercase().parse()), (64, Ok(pass)));
        for bad in ["", &text[1..], &text.replace('a', "g"), &format!("{text}0"), "ä"] {
            assert_eq!(bad.parse::<RoomPass>(), Err(BadPassText), "{bad}");
        }
    }
}
