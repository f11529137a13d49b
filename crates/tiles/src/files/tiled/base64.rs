//! Base64 as map files have it: with line breaks anywhere.

use crate::files::fault::{Fault, Read};

const NONE: u8 = 0xFF;

/// The value of each letter.
const VALUES: [u8; 256] = {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut values, mut i) = ([NONE; 256], 0);
    while i < letters.len() {
        values[letters[i] as usize] = i as u8;
        i += 1;
    }
    values
};

/// The bytes a text stands for. White space is skipped, the padding may be missing.
pub(super) fn decode(text: &str) -> Read<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut word, mut count, mut padding) = (0u32, 0u32, false);
    for &letter in text.as_bytes() {
        let value = VALUES[letter as usize];
        if value != NONE && !padding {
            word = word << 6 | u32::from(value);
            count += 1;
            if count == 4 {
                bytes.extend_from_slice(&word.to_be_bytes()[1..]);
                (word, count) = (0, 0);
            }
        } else if letter == b'=' {
            padding = true;
        } else if !letter.is_ascii_whitespace() {
            return Err(Fault::new("no base64"));
        }
    }
    match count {
        0 => {}
        2 => bytes.push((word >> 4) as u8),
        3 => bytes.extend_from_slice(&((word >> 2) as u16).to_be_bytes()),
        _ => return Err(Fault::new("base64 ends in the middle of a byte")),
    }
    Ok(bytes)
}

/// The text that stands for bytes, in one line.
pub(super) fn encode(bytes: &[u8]) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let byte = |i: usize| u32::from(part.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let letter = letters[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= part.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        for length in 0..all.len() {
            assert_eq!(decode(&encode(&all[..length])).unwrap(), all[..length]);
        }
        assert_eq!(encode(b"motile"), "bW90aWxl");
        assert_eq!(encode(b"tile"), "dGlsZQ==");
        assert_eq!(decode(" dGls\n  ZQ== \n").unwrap(), b"tile");
        assert_eq!(decode("dGlsZQ").unwrap(), b"tile", "padding may be missing");
    }

    #[test]
    fn what_is_none_is_refused() {
        for bad in ["dGl*", "A", "AAAAA", "AA==A", "é"] {
            assert!(decode(bad).is_err(), "{bad}");
        }
    }
}
