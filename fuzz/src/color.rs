//! Colors written as text.

use motile_pixels::Color;

/// Any text is a color or an error; a color survives writing and reading.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    match text.parse::<Color>() {
        Ok(color) => assert_eq!(color.to_string().parse(), Ok(color)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("color"), 20_000, run);
    }
}
