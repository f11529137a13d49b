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
    use crate::testing::{any_surface, is_well_formed};
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

    proptest! {
        #[test]
        fn results_are_well_formed(
            picture in any_surface(8), light: u32, shade: u32, radius in 0.0..4.0f32,
            strength in -1.0..4.0f32, distance in -5.0..5.0f32, angle in -4.0..4.0f32, side in 0..3usize, knockout: bool,
        ) {
            let side = [RimSide::Inner, RimSide::Outer, RimSide::Full][side];
            let bevel = Bevel {
                highlight: Color::argb(light), shadow: Color::argb(shade), distance, angle,
                blur: Blur::new(radius), strength, side, knockout,
            };
            prop_assert!(is_well_formed(&bevel.apply(&picture).unwrap()));
        }
    }
}
