//! Colors as editors write them.

/// `#RRGGBB` or `#AARRGGBB`, the hash may be missing, as `0xAARRGGBB`.
pub(super) fn color(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| plain)?;
    match digits.len() {
        6 => Some(0xFF00_0000 | value),
        8 => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::color;

    #[test]
    fn with_and_without_alpha() {
        assert_eq!(color("#102030"), Some(0xFF10_2030));
        assert_eq!(color("80102030"), Some(0x8010_2030));
        for bad in ["", "#", "#12345", "+12345", "#1234567g", "#123456789"] {
            assert_eq!(color(bad), None, "{bad}");
        }
    }
}
