//! Drawings written as text.

use motile_stage::GraphicsData;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;
    use motile_pixels::{Color, Surface};
    use motile_stage::{Image, Path};

    #[test]
    fn smoke() {
        let picture = Image::new(Surface::opaque(3, 2, Color::ORANGE).unwrap());
        let mut tiled = GraphicsData::new();
        tiled.fill(&picture).path(Path::circle(Default::default(), 9.0)).end_fill();
        let tiled = tiled.to_text();
        smoke::run(
            &[
                b"drawing 1\nstroke 5 cap round join miter limit 4 dash 1 2 offset 3 paint #FF0000\n\
                  path even-odd M 1 1 L 9 9.5 Q 1 2 3 4 C 1 2 3 4 5 6 Z\n",
                b"drawing 1\nfill linear 0 0 1 1 spread reflect light matrix 1 0 0 1 0 0 stops 0 #FFF 1 red\n\
                  path non-zero M 0 0 L 1e38 1\nend\n",
                b"drawing 1\nstroke fixed 2 paint radial 1 2 3 4 5 stops 0.5 #12345678\nstroke none\n",
                tiled.as_bytes(),
                b"drawing 1\n# nothing\n",
                b"",
            ],
            20_000,
            run,
        );
    }
}
