//! Drawings written as text.

use motile_pixels::{Color, Surface};
use motile_stage::{GraphicsData, Image, Path};

/// Any text is a drawing or an error with a place in the text; a drawing survives writing and reading, and
/// answers questions about itself.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    match GraphicsData::parse(text) {
        Ok(drawing) => {
            assert_eq!(GraphicsData::parse(&drawing.to_text()).as_ref(), Ok(&drawing));
            let bounds = drawing.bounds();
            assert!(!bounds.min.is_nan() && !bounds.max.is_nan(), "{bounds:?}");
        }
        Err(error) => {
            let lines = text.lines().count().max(1) as u32;
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
        }
    }
}

/// A drawing with a picture in it, as we write it.
///
/// # Panics
/// Never: the picture is small.
pub fn built() -> Vec<Vec<u8>> {
    let picture = Image::new(Surface::opaque(3, 2, Color::ORANGE).expect("small"));
    let mut tiled = GraphicsData::new();
    tiled.fill(&picture).path(Path::circle(Default::default(), 9.0)).end_fill();
    vec![tiled.to_text().into_bytes()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("drawing")].concat(), 20_000, run);
    }
}
