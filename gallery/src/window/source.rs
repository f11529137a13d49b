//! The source of a demo, to be read in the window.

use super::theme::{ACCENT, INK, MARKED, PAPER, SOFT, rect};
use motile::{
    pixels::Color,
    prelude::*,
    stage::{Canvas, Text},
};
use motile_demos::Demo;
use motile_gallery_model::{Ink, SourceLine, source_lines};
use std::{fs, path::Path};

/// Distance of lines and height of letters, pixels.
const LINE: f32 = 17.0;
const LETTERS: f32 = 13.0;
/// Width of a space that a line is indented by, and of one between two words.
const INDENT: f32 = LETTERS * 0.5;
const SPACE: f32 = LETTERS * 0.26;
/// Lines above the first key line when the source opens, so that one sees where it stands.
const ABOVE: usize = 3;

/// The lines of a source, and how far they are scrolled.
pub(super) struct Source {
    lines: Vec<SourceLine>,
    first: f32,
}

impl Source {
    /// Reads the source of a demo, which is there as long as the project is, wherever the gallery runs. It opens at its
    /// first key line.
    pub(super) fn of(demo: &Demo) -> Self {
        let path = demo.source();
        let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&path);
        let text = fs::read_to_string(&path).or_else(|_| fs::read_to_string(built_from));
        let text = text.unwrap_or_else(|error| {
            format!("// {path}: {error}\n// The source shows in the folder of the project.")
        });
        let lines = source_lines(demo, &text.replace('\t', "    "));
        let key = lines.iter().position(|line| line.is_key).unwrap_or_default();
        Self { first: key.saturating_sub(ABOVE) as f32, lines }
    }

    /// Scrolls by lines.
    pub(super) fn scroll(&mut self, lines: f32) {
        let last = self.lines.len().saturating_sub(1) as f32;
        self.first = (self.first + lines).clamp(0.0, last);
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Aabb) {
        canvas.fill_rect(area, PAPER);
        let rows = ((area.size().y - LINE) / LINE).max(1.0) as usize;
        for (row, line) in self.lines.iter().skip(self.first as usize).take(rows).enumerate() {
            let top = area.min + vec2(0.0, 6.0 + row as f32 * LINE);
            if line.is_key {
                canvas.fill_rect(rect(top.x, top.y, area.size().x, LINE), MARKED);
                canvas.fill_rect(rect(top.x, top.y, 3.0, LINE), ACCENT);
            }
            draw_line(canvas, line, top + vec2(10.0, 0.0), area.max.x);
        }
    }
}

/// Writes a line, as far as there is room for it.
fn draw_line(canvas: &mut Canvas<'_>, line: &SourceLine, mut at: Vec2, right: f32) {
    let mut space = INDENT;
    for (ink, text) in &line.pieces {
        // A layout has no width for spaces at its ends.
        let word = text.trim();
        let before = text.len() - text.trim_start().len();
        at.x += before as f32 * space;
        if word.is_empty() {
            continue;
        }
        space = SPACE;
        let after = text.len() - before - word.len();
        let Ok(layout) = Text::new(word, LETTERS).layout() else { return };
        if at.x + layout.size().x > right {
            return;
        }
        canvas.text(&layout, at, color(*ink));
        at.x += layout.size().x + after as f32 * space;
    }
}

const fn color(ink: Ink) -> Color {
    match ink {
        Ink::Plain => INK,
        Ink::Comment => SOFT,
        Ink::Quote => Color::hex(0x9E_CE_6A),
        Ink::Number => Color::hex(0xFF_B8_6B),
        Ink::Keyword => Color::hex(0xC7_92_EA),
        Ink::Type => Color::hex(0x7C_C5_FF),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolling_stays_within_the_text() {
        let mut source = Source { lines: vec![SourceLine::default(); 10], first: 0.0 };
        source.scroll(-5.0);
        assert_eq!(source.first, 0.0);
        source.scroll(99.0);
        assert_eq!(source.first, 9.0);
        let missing =
            Source::of(&Demo { id: "no/such-demo", ..*motile_demos::all().next().unwrap() });
        assert!(missing.lines[0].pieces[0].1.contains("no/such_demo.rs"));
    }
}
