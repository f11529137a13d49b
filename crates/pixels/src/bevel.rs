//! Bevel: light on one side, shade on the other.

use crate::{
    Blur, Color, Margin, RimSide, Scratch, Surface, SurfaceError,
    gradient_rim::bevel_margin,
    halo::{Shift, compose, lay, rim_filter, strength_table},
    lanes,
    surface::word,
};

/// Raises a picture: its rim is lit from one side and shaded on the other.
///
/// The blurred silhouette is moved by the offset and back, each read as [`DropShadow`](crate::DropShadow) says. With d the
/// alpha of the one moved back − the other at a pixel, the layer is the highlight where d ≥ 0 and the shadow where d < 0,
/// every stored channel c of it `round(c·s / 255)` with s = `round(|d|·strength)` held to 0…255. It is laid on the picture
/// p with alpha a, stored channels rounded to nearest and sums held to 255:
///
/// | side | result | with knockout |
/// |---|---|---|
/// | inner | layer·a / 255 + p·(255 − layer alpha) / 255 | layer·a / 255 |
/// | outer | p + layer·(255 − a) / 255 | layer·(255 − a) / 255 |
/// | full | layer + p·(255 − layer alpha) / 255 | layer |
///
/// The default is the classic one: white light from the upper left, black shade, 4 pixels, inner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bevel {
    /// Color and opacity of the lit side.
    pub highlight: Color,
    /// Color and opacity of the shaded side.
    pub shadow: Color,
    /// Height of the bevel in pixels; with the angle it makes an offset in steps of 1/256 pixel.
    pub distance: f32,
    /// Direction in which the light travels, in radians clockwise from +x.
    pub angle: f32,
    /// How soft the slope is.
    pub blur: Blur,
    /// Multiplies light and shade before they are held to full opacity, 0…255.
    pub strength: f32,
    /// Where it shows.
    pub side: RimSide,
    /// Light and shade alone, without the picture.
    pub knockout: bool,
}

impl Default for Bevel {
    fn default() -> Self {
        Self {
            highlight: Color::WHITE,
            shadow: Color::BLACK,
            distance: 4.0,
            angle: core::f32::consts::FRAC_PI_4,
            blur: Blur::default(),
            strength: 1.0,
            side: RimSide::Inner,
            knockout: false,
        }
    }
}

rim_filter!(Bevel, "bevel");

impl Bevel {
    fn reach(&self) -> Margin {
        bevel_margin(self.side, Shift::new(self.distance, self.angle), &self.blur)
    }

    fn draw(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        let shift = Shift::new(self.distance, self.angle);
        let table = strength_table(self.strength);
        let (light, shade) = (word(self.highlight), word(self.shadow));
        compose(picture, target, scratch, &self.blur, self.reach(), |pair, x, y, source| {
            // Where the silhouette rises along the light, the slope faces it.
            let ahead = pair.soft_alpha(x, y, shift.back());
            let behind = pair.soft_alpha(x, y, shift);
            let color = if ahead >= behind { light } else { shade };
            let layer = lanes::scale(color, table[ahead.abs_diff(behind)]);
            lay(self.side, self.knockout, layer, source)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        any_surface, check_rim, is_well_formed, laid, level, scaled, shifted_silhouette,
    };
    use proptest::prelude::*;

    #[test]
    fn light_comes_from_the_upper_left() {
        let gray = Color::rgb(128, 128, 128);
        let picture = Surface::filled(40, 40, gray).unwrap();
        let result = Bevel::default().apply(&picture).unwrap();
        assert_eq!(result.bounds(), picture.bounds());
        assert_eq!(result.get(20, 20), Some(gray));
        assert!(result.get(1, 20).unwrap().r > 200, "left rim is lit");
        assert!(result.get(20, 1).unwrap().r > 200, "upper rim is lit");
        assert!(result.get(38, 20).unwrap().r < 60, "right rim is shaded");
        assert!(result.get(20, 38).unwrap().r < 60, "lower rim is shaded");
        let outer = Bevel { side: RimSide::Outer, ..Bevel::default() };
        let around = outer.apply(&picture).unwrap();
        let margin = outer.margin();
        assert_eq!(around.width(), 40 + margin.left + margin.right);
        assert_eq!(around.get(margin.left as i32 + 1, margin.top as i32 + 1), Some(gray));
    }

    #[test]
    fn a_bevel_half_a_pixel_high_lights_half_of_the_rim() {
        let picture = Surface::filled(5, 5, Color::rgb(100, 100, 100)).unwrap();
        let hard = Bevel { distance: 0.5, angle: 0.0, blur: Blur::new(0.0), ..Bevel::default() };
        let result = hard.apply(&picture).unwrap();
        let row: Vec<u8> = (0..5).map(|x| result.get(x, 2).unwrap().r).collect();
        // Moved ½ pixel to either side the silhouette has half its alpha at the rim: white and black of 127 / 255.
        assert_eq!(row, [177, 100, 100, 100, 50]);
    }

    proptest! {
        #[test]
        fn results_are_well_formed_and_agree_with_single_pixels(
            picture in any_surface(8), light: u32, shade: u32, radius in 0.0..4.0f32,
            strength in -1.0..4.0f32, distance in -5.0..5.0f32, angle in -4.0..4.0f32, side in 0..3usize, knockout: bool,
        ) {
            let side = [RimSide::Inner, RimSide::Outer, RimSide::Full][side];
            let bevel = Bevel {
                highlight: Color::argb(light), shadow: Color::argb(shade), distance, angle,
                blur: Blur::new(radius), strength, side, knockout,
            };
            let result = bevel.apply(&picture).unwrap();
            prop_assert!(is_well_formed(&result));
            let (alpha, shift) = (shifted_silhouette(&picture, bevel.blur), Shift::new(distance, angle));
            check_rim(&picture, &result, bevel.margin(), |x, y| {
                let (ahead, behind) = (alpha(x, y, shift.back()), alpha(x, y, shift));
                let color = if ahead >= behind { bevel.highlight } else { bevel.shadow };
                let layer = scaled(word(color), level((ahead - behind).abs(), strength));
                laid(side, knockout, layer, picture.word(x, y))
            });
        }
    }
}
