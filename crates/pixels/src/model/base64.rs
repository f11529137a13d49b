//! Bytes within text: the data of glTF files that are one file.

/// The bytes of `data:…;base64,…`; `None` when it is something else or broken.
pub(super) fn from_data_uri(uri: &str) -> Option<Vec<u8>> {
    let (_, text) = uri.strip_prefix("data:")?.split_once(";base64,")?;
    decode(text.trim_end_matches('='))
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for &letter in four {
            bits = bits << 6 | u32::from(value(letter)?);
        }
        let filled = match four.len() {
            2..=4 => four.len() - 1,
            _ => return None,
        };
        let aligned = bits << (6 * (4 - four.len()));
        bytes.extend_from_slice(&aligned.to_be_bytes()[1..=filled]);
    }
    Some(bytes)
}

fn value(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts() {
        let bytes = |text: &str| from_data_uri(&format!("data:a/b;base64,{text}"));
        assert_eq!(bytes("TWFu"), Some(b"Man".to_vec()));
        assert_eq!(bytes("TWE="), Some(b"Ma".to_vec()));
        assert_eq!(bytes("TQ=="), Some(b"M".to_vec()));
        assert_eq!(bytes("+/8="), Some(vec![0xFB, 0xFF]));
        assert_eq!(bytes(""), Some(vec![]));
        assert_eq!(bytes("T"), None);
        assert_eq!(bytes("TW u"), None);
        assert_eq!(from_data_uri("ship.bin"), None);
    }
}
