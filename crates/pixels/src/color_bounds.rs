//! Where a color is: the rectangle around all pixels of it.

use crate::{
    Color, Surface,
    scan::{self, Between, Masked},
};
use motile_geom::IRect;

/// `0xAARRGGBB` as a word with the bytes R, G, B, A: red and blue change places.
#[inline(always)]
pub(crate) const fn argb_to_word(argb: u32) -> u32 {
    (argb & 0xFF00_FF00) | (argb >> 16 & 0xFF) | (argb & 0xFF) << 16
}

impl Surface {
    /// The smallest rectangle around the pixels whose color equals `color` under `mask` (`find` true)
    /// or differs from it (`find` false); [`IRect::EMPTY`] when there are none. The mask is
    /// `0xAARRGGBB`; straight colors are compared, masked on both sides.
    ///
    /// ```
    /// use motile_pixels::{Color, IRect, Surface};
    /// let mut frame = Surface::opaque(320, 240, Color::BLACK)?;
    /// frame.fill_rect(IRect::new(100, 60, 40, 30), Color::rgb(200, 30, 40));
    /// let moved = frame.color_bounds(0xFF_FFFF, Color::BLACK, false);
    /// assert_eq!(moved, IRect::new(100, 60, 40, 30));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn color_bounds(&self, mask: u32, color: Color, find: bool) -> IRect {
        let mask = argb_to_word(mask);
        let value = argb_to_word(color.to_argb()) & mask;
        scan::bounds(self, Masked { mask, value, find }, true)
    }

    /// The smallest rectangle around the pixels with every straight channel, alpha included, between
    /// those of `min` and `max`, both included; [`IRect::EMPTY`] when there are none.
    pub fn color_range_bounds(&self, min: Color, max: Color) -> IRect {
        let [min, max] = [min, max].map(|color| argb_to_word(color.to_argb()));
        scan::bounds(self, Between { min, max }, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;

    const BOX: IRect = IRect::new(100, 60, 40, 30);

    fn image_a() -> Surface {
        let mut image = Surface::opaque(320, 240, Color::rgb(16, 16, 16)).unwrap();
        image.fill_rect(BOX, Color::rgb(200, 30, 40));
        image
    }

    #[test]
    fn check_5_20_color_bounds() {
        let image = image_a();
        assert_eq!(image.color_bounds(0xFF_FFFF, Color::hex(0xC8_1E28), true), BOX);
        assert_eq!(image.color_bounds(0xFF_FFFF, Color::hex(0x10_1010), false), BOX);
        assert_eq!(image.color_bounds(0xFF_0000, Color::hex(0xC8_0000), true), BOX);
        assert_eq!(image.color_bounds(0xFF_FFFF, Color::hex(0x00_FF00), true), IRect::EMPTY);
        let near = image.color_range_bounds(Color::rgb(190, 20, 30), Color::rgb(210, 40, 50));
        assert_eq!(near, BOX);
    }

    #[test]
    fn input_30_the_clean_rule_masks_both_sides() {
        let image = image_a();
        assert_eq!(image.color_bounds(0xFF_0000, Color::hex(0xC8_1E28), true), BOX);
        assert_eq!(
            classic::color_bounds(&image, 0xFF_0000, Color::hex(0xC8_1E28), true),
            IRect::EMPTY
        );
    }

    #[test]
    fn check_5_23_one_stray_pixel_moves_the_box() {
        let mut image = image_a();
        image.set(5, 5, Color::rgb(200, 30, 40));
        let bounds = image.color_bounds(0xFF_FFFF, Color::hex(0xC8_1E28), true);
        assert_eq!(bounds, IRect::new(5, 5, 135, 85));
    }
}
