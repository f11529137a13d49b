//! The source of a demo, to be read in the window.

use super::theme::{INK, PAPER, SOFT, write};
use motile::{prelude::*, stage::Canvas};
use motile_demos::Demo;
use std::fs;

/// Distance of lines and height of letters, pixels.
const LINE: f32 = 17.0;
const LETTERS: f32 = 13.0;

/// The lines of a source, and how far they are scrolled.
pub(super) struct Source {
    lines: Vec<String>,
    first: f32,
}

impl Source {
    /// Reads the source of a demo, which is there when the gallery runs in the project's folder.
    pub(super) fn of(demo: &Demo) -> Self {
        let path = demo.source();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| {
            format!("{path}: {error}\n\nThe source shows in the folder of the project.")
        });
        Self { lines: text.lines().map(|line| line.replace('\t', "    ")).collect(), first: 0.0 }
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
            let indent = line.len() - line.trim_start().len();
            let place =
                area.min + vec2(8.0 + indent as f32 * LETTERS * 0.5, 6.0 + row as f32 * LINE);
            let color = if line.trim_start().starts_with("//") { SOFT } else { INK };
            // One line stays one line, however long.
            write(canvas, line.trim(), LETTERS, place, 4000.0, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolling_stays_within_the_text() {
        let mut source = Source { lines: vec![String::new(); 10], first: 0.0 };
        source.scroll(-5.0);
        assert_eq!(source.first, 0.0);
        source.scroll(99.0);
        assert_eq!(source.first, 9.0);
        let missing =
            Source::of(&Demo { id: "no/such-demo", ..*motile_demos::all().next().unwrap() });
        assert!(missing.lines[0].contains("no/such_demo.rs"));
    }
}
