//! Font files.

use motile_stage::{Font, Text};

/// Any bytes are a font or an error; text in a font that was read has finite places and outlines.
pub fn run(data: &[u8]) {
    let font = match Font::new(data.to_vec()) {
        Ok(font) => font,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let text = Text::new("AV fi\té\n\u{5d0}", 20.0).with_font(&font).with_width(60.0);
    if let Ok(layout) = text.layout() {
        assert_eq!(layout.glyphs().len(), 8);
        assert!(layout.lines().len() >= 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        // Mutations near the start hit the head and the table directory, where most is decided.
        smoke::run(
            &[notosans::REGULAR_TTF, &notosans::REGULAR_TTF[..2000], b"ttcf", b""],
            300,
            run,
        );
    }
}
