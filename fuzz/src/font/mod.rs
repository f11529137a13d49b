//! Font files.

mod built;

use motile_stage::{Font, Text};

/// Any bytes are a font or an error; text in a font that was read has finite places and outlines.
pub fn run(data: &[u8]) {
    let font = match Font::new(data.to_vec()) {
        Ok(font) => font,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    set(&font);
    // The ends and the middle of a few axes: whatever a file says of them, a value stays between its ends.
    for axis in font.axes().iter().take(3) {
        for value in [axis.min, axis.max, (axis.min + axis.max) * 0.5, f32::NAN, f32::MAX] {
            match font.with_axis(axis.tag, value) {
                Ok(font) => set(&font),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    set(&font.with_weight(650));
}

fn set(font: &Font) {
    let text = Text::new("AV fi\té\n\u{5d0}", 20.0).with_font(font).with_width(60.0);
    if let Ok(layout) = text.layout() {
        assert_eq!(layout.glyphs().len(), 8);
        assert!(layout.lines().len() >= 2);
    }
}

/// A small font with lines, curves, a composite glyph and kerning, and one with a weight.
pub fn built() -> Vec<Vec<u8>> {
    vec![built::font(), built::variable(), b"ttcf".to_vec()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("font")].concat(), 20_000, run);
        // Mutations near the start hit the head and the table directory, where most is decided.
        let real = [notosans::REGULAR_TTF, &notosans::REGULAR_TTF[..2000]];
        smoke::run(&real.map(<[u8]>::to_vec), 300, run);
    }

    #[test]
    fn the_variable_font_has_a_weight_that_widens_letters() {
        let font = Font::new(built::variable()).unwrap();
        assert_eq!(font.axes().len(), 1);
        let width = |font: &Font| {
            let layout = Text::new("V", 100.0).with_font(font).layout().unwrap();
            layout.glyphs()[0].advance
        };
        assert_eq!((width(&font), width(&font.with_weight(900))), (60.0, 80.0));
    }

    #[test]
    fn the_font_has_widths_and_kerning() {
        let font = Font::new(built::font()).unwrap();
        let width = |text: &str| {
            let layout = Text::new(text, 100.0).with_font(&font).layout().unwrap();
            layout.glyphs().iter().map(|glyph| glyph.advance).sum::<f32>()
        };
        assert_eq!((width("A"), width("V"), width("é"), width(" ")), (60.0, 60.0, 40.0, 25.0));
        assert_eq!(width("AV"), 112.0);
        assert_eq!(width("?"), 50.0, "characters without a glyph");
    }
}
