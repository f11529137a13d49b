//! Scrolling in place.

use crate::Surface;

impl Surface {
    /// Shifts the content by whole pixels. The strip it uncovers keeps its old pixels.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// let mut graph = Surface::opaque(3, 1, Color::WHITE)?;
    /// graph.set(2, 0, Color::RED);
    /// graph.scroll(-1, 0);
    /// assert_eq!(graph.get(1, 0), Some(Color::RED));
    /// assert_eq!(graph.get(2, 0), Some(Color::RED));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn scroll(&mut self, dx: i32, dy: i32) {
        self.copy_within(self.bounds(), dx, dy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn check_5_39_scroll_by_minus_five() {
        let mut surface = Surface::new(12, 3).unwrap();
        for x in 0..12 {
            for y in 0..3 {
                surface.set(x, y, Color::rgb(x as u8, y as u8, 7));
            }
        }
        surface.scroll(-5, 0);
        for y in 0..3 {
            for x in 0..12 {
                let from = if x < 7 { x + 5 } else { x };
                assert_eq!(surface.get(x, y), Some(Color::rgb(from as u8, y as u8, 7)));
            }
        }
    }

    #[test]
    fn far_scrolls_change_nothing() {
        let mut surface = Surface::filled(4, 4, Color::RED).unwrap();
        surface.set(0, 0, Color::BLUE);
        let before = surface.clone();
        for (dx, dy) in [(4, 0), (0, -4), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (0, 0)] {
            surface.scroll(dx, dy);
            assert_eq!(surface, before);
        }
        surface.scroll(1, 1);
        assert_eq!(surface.get(1, 1), Some(Color::BLUE));
    }
}
