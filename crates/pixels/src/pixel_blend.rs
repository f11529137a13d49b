//! Blend modes of one's own.

use crate::{CustomKind, Surface};
use motile_geom::{IRect, IVec2};

/// A blend mode of one's own: how a source meets what is already there. [`BlendMode::custom`](crate::BlendMode::custom)
/// makes a blend mode of it, for blits, layers and nodes alike.
///
/// Pixels are stored words, premultiplied, red in the lowest byte; what is written keeps every channel at or below its
/// alpha. On an opaque surface the alpha becomes 255 afterwards.
pub trait PixelBlend: CustomKind {
    /// Blends some pixels of a row into the backdrop. Both slices have one length; `from` is the first pixel
    /// on the surface that is drawn on.
    fn row(&self, backdrop: &mut [u32], source: &[u32], from: IVec2);

    /// Whether it looks at more than the two pixels that meet: at those around them, or at where in the drawing they are.
    /// [`area`](Self::area) is then given whole pictures, and [`row`](Self::row) only triangles.
    fn needs_area(&self) -> bool {
        false
    }

    /// Blends a picture into a surface, with its top left corner at `at`, which may lie outside; only pixels inside of
    /// both the picture and `clip`, which lies on the surface, may change. Calls [`row`](Self::row) unless written anew.
    fn area(&self, backdrop: &mut Surface, source: &Surface, at: IVec2, clip: IRect) {
        let reached = IRect::new(at.x, at.y, source.width(), source.height()).intersect(clip);
        let first = reached.origin() - at;
        let stride = source.width() as usize;
        for (to, y) in backdrop.rows_in(reached).zip(0..) {
            let from = (first.y + y) as usize * stride + first.x as usize;
            self.row(
                to,
                &source.words()[from..from + to.len()],
                reached.origin() + IVec2::new(0, y),
            );
        }
    }

    /// Whether it changes the backdrop also where the source is transparent. Layers then cover all they could,
    /// as with [`BlendMode::Alpha`](crate::BlendMode::Alpha).
    fn acts_on_empty(&self) -> bool {
        false
    }

    /// What [`BlendMode::name`](crate::BlendMode::name) says of it, in lower case.
    fn name(&self) -> &'static str {
        "custom"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlendMode, Blit, Color, Surface};
    use motile_geom::IRect;

    /// Takes the source on every second pixel.
    #[derive(Clone, Debug)]
    struct Checkers;

    impl PixelBlend for Checkers {
        fn row(&self, backdrop: &mut [u32], source: &[u32], from: IVec2) {
            for (i, (to, &source)) in backdrop.iter_mut().zip(source).enumerate() {
                if (from.x + from.y + i as i32) % 2 == 0 {
                    *to = source;
                }
            }
        }
    }

    #[test]
    fn blits_know_where_they_are() {
        let mode = BlendMode::custom(Checkers);
        for (x, y, width) in [(-3, 2, 300), (5, -1, 200), (129, 3, 131)] {
            let mut target = Surface::opaque(300, 6, Color::BLACK).unwrap();
            let red = Surface::filled(width, 4, Color::rgba(255, 0, 0, 255)).unwrap();
            target.blit_with(
                &red,
                x,
                y,
                &Blit { flip_y: true, ..Blit::default() }.with_blend(mode.clone()),
            );
            let inside = IRect::new(x, y, width, 4);
            for py in 0..6 {
                for px in 0..300 {
                    let hit = inside.contains(px, py) && (px + py) % 2 == 0;
                    let expected = if hit { Color::RED } else { Color::BLACK };
                    assert_eq!(target.get(px, py), Some(expected), "{px} {py}");
                }
            }
        }
    }

    #[test]
    fn opaque_surfaces_stay_opaque() {
        let mut target = Surface::opaque(2, 1, Color::WHITE).unwrap();
        target.blend(&Surface::new(2, 1).unwrap(), 0, 0, BlendMode::custom(Checkers));
        assert_eq!((target.get(0, 0), target.get(1, 0)), (Some(Color::BLACK), Some(Color::WHITE)));
    }

    #[test]
    fn modes_are_equal_to_their_clones_only() {
        let mode = BlendMode::custom(Checkers);
        assert_eq!(mode, mode.clone());
        assert_ne!(mode, BlendMode::custom(Checkers));
        assert_eq!((mode.name(), BlendMode::from_name("custom")), ("custom", None));
    }
}
