//! Short ways to put words on the screen.

use super::Text;
use crate::canvas::Canvas;
use crate::paint::Paint;
use crate::path::{FillRule, Path};
use motile_geom::{Affine2, Vec2};

impl Text {
    /// The outline of the text, to be filled with [`FillRule::NonZero`]. `anchor` says which point of
    /// its box lies at the origin, in parts of its size: (0, 0) is the top left corner, (0.5, 0.5) the
    /// center. Empty when a number of the text is not usable, see [`Text::layout`].
    pub fn outline(&self, anchor: Vec2) -> Path {
        let Ok(layout) = self.layout() else { return Path::new() };
        let corner = -anchor * layout.size();
        layout.outline().transformed(Affine2::from_translation(corner))
    }
}

impl Canvas<'_> {
    /// Writes text of a size in pixels in the built-in font. `anchor` says which point of its box lies
    /// at `at`: (0, 0) is the top left corner, (0.5, 0.5) the center.
    ///
    /// The text is set anew each time, which allocates; for words that stay use a
    /// [`Label`](crate::Label) node or keep a layout for [`Canvas::text`].
    pub fn write(
        &mut self,
        content: impl Into<String>,
        size: f32,
        at: Vec2,
        anchor: Vec2,
        paint: impl Into<Paint>,
    ) {
        let outline = Text::new(content, size).outline(anchor);
        self.transformed(Affine2::from_translation(at), |canvas| {
            canvas.fill_by(&outline, FillRule::NonZero, paint);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Renderer;
    use motile_geom::vec2;
    use motile_pixels::{Color, Surface};

    #[test]
    fn anchors_place_the_box_and_bad_sizes_are_empty() {
        let size = Text::new("motile", 20.0).layout().unwrap().size();
        let at = |anchor| Text::new("motile", 20.0).outline(anchor).bounds();
        let (left, right) = (at(Vec2::ZERO), at(Vec2::ONE));
        assert!(left.min.x >= 0.0 && left.max.x <= size.x);
        assert!((left.min - right.min - size).length() < 1e-3);
        assert!(at(vec2(0.5, 0.5)).contains(Vec2::ZERO));
        assert!(Text::new("motile", f32::NAN).outline(Vec2::ZERO).is_empty());
    }

    #[test]
    fn written_and_set_text_are_the_same() {
        let draw = |draw: &dyn Fn(&mut Canvas<'_>)| {
            let mut surface = Surface::opaque(60, 30, Color::WHITE).unwrap();
            let mut renderer = Renderer::new();
            draw(&mut renderer.begin(&mut surface).unwrap());
            surface
        };
        let layout = Text::new("Hi", 20.0).layout().unwrap();
        let set = draw(&|canvas| canvas.text(&layout, vec2(5.0, 2.0), Color::RED));
        let written = draw(&|canvas| {
            canvas.write("Hi", 20.0, vec2(5.0, 2.0), Vec2::ZERO, Color::RED);
        });
        assert_eq!(set, written);
        assert_ne!(set, Surface::opaque(60, 30, Color::WHITE).unwrap());
    }
}
