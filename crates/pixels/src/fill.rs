//! Filling: whole surfaces and rectangles.

use crate::{Color, Surface, lanes, over, surface::word};
use motile_geom::IRect;

impl Surface {
    /// Replaces every pixel.
    pub fn fill(&mut self, color: Color) {
        let word = self.own_word(color);
        self.words_mut().fill(word);
    }

    /// Makes a transparent surface invisible and an opaque one black.
    pub fn clear(&mut self) {
        self.fill(Color::TRANSPARENT);
    }

    /// Replaces (does not blend) the pixels of a rectangle; what lies outside is ignored.
    ///
    /// ```
    /// use motile_pixels::{Color, IRect, Surface};
    /// let mut picture = Surface::new(4, 4)?;
    /// picture.fill_rect(IRect::new(-1, -1, 3, 3), Color::argb(0x80FF_0000));
    /// assert_eq!(picture.get(1, 1), Some(Color::rgba(255, 0, 0, 128)));
    /// assert_eq!(picture.get(2, 2), Some(Color::TRANSPARENT));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn fill_rect(&mut self, rect: IRect, color: Color) {
        let word = self.own_word(color);
        self.rows_in(rect).for_each(|row| row.fill(word));
    }

    /// Paints a rectangle over what is there, source-over; what lies outside is ignored.
    pub fn paint_rect(&mut self, rect: IRect, color: Color) {
        match color.a {
            0 => {}
            255 => self.fill_rect(rect, color),
            _ => {
                let word = word(color);
                let inverse = 255 - u32::from(color.a);
                self.rows_in(rect).for_each(|row| over::constant_row(row, word, inverse));
            }
        }
    }

    /// The stored word of a color on this surface, whose alpha counts as 255 on an opaque one.
    pub(crate) const fn own_word(&self, color: Color) -> u32 {
        word(if self.is_opaque() { color.with_alpha(255) } else { color })
    }

    /// The rows of the part of `rect` that exists.
    pub(crate) fn rows_in(&mut self, rect: IRect) -> impl Iterator<Item = &mut [u32]> {
        let clipped = rect.intersect(self.bounds());
        let stride = self.width() as usize;
        let (x, width) = (clipped.x as usize, clipped.width as usize);
        let (y, height) = (clipped.y as usize, clipped.height as usize);
        self.words_mut()[y * stride..(y + height) * stride]
            .chunks_exact_mut(stride)
            .map(move |row| &mut row[x..x + width])
    }
}

/// A stored word as an opaque surface keeps it: the color stays, the alpha becomes 255.
#[inline(always)]
pub(crate) fn opaque_word(word: u32) -> u32 {
    let [r, g, b, a] = lanes::straight(word);
    if a == 255 { word } else { lanes::premultiply([r, g, b, 255]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn col_5_fill_replaces_and_zero_clears() {
        let mut surface = Surface::filled(3, 2, Color::BLUE).unwrap();
        surface.fill_rect(IRect::new(1, 0, 1, 2), Color::argb(0x80FF_0000));
        assert_eq!(surface.get(1, 1), Some(Color::rgba(255, 0, 0, 0x80)));
        assert_eq!(surface.get(0, 1), Some(Color::BLUE));
        surface.fill_rect(surface.bounds(), Color::argb(0));
        assert!(surface.words().iter().all(|&word| word == 0));
    }

    #[test]
    fn col_3_opaque_surfaces_stay_opaque() {
        let mut surface = Surface::opaque(2, 2, Color::WHITE).unwrap();
        surface.fill_rect(surface.bounds(), Color::argb(0x0011_2233));
        assert_eq!(surface.get(0, 0), Some(Color::hex(0x11_2233)));
        surface.paint_rect(surface.bounds(), Color::rgba(255, 255, 255, 128));
        assert_eq!(surface.get(1, 1).unwrap().a, 255);
        surface.clear();
        assert_eq!(surface.get(1, 1), Some(Color::BLACK));
    }

    #[test]
    fn rectangles_anywhere_are_clipped() {
        let mut surface = Surface::new(3, 3).unwrap();
        for rect in [
            IRect::new(i32::MAX, i32::MAX, u32::MAX, u32::MAX),
            IRect::new(i32::MIN, 0, 5, 5),
            IRect::new(0, 0, 0, 3),
        ] {
            surface.fill_rect(rect, Color::RED);
            surface.paint_rect(rect, Color::rgba(1, 2, 3, 4));
        }
        assert!(surface.words().iter().all(|&word| word == 0));
        surface.fill_rect(IRect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX), Color::RED);
        assert!(surface.words().iter().all(|&stored| stored == word(Color::RED)));
    }

    #[test]
    fn painting_is_source_over() {
        let mut surface = Surface::filled(19, 1, Color::rgba(10, 200, 90, 77)).unwrap();
        let before = surface.words()[0];
        let paint = Color::rgba(200, 10, 30, 99);
        surface.paint_rect(surface.bounds(), paint);
        assert!(surface.words().iter().all(|&w| w == lanes::over(word(paint), before)));
    }
}
