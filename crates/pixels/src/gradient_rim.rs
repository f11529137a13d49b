//! Glow and bevel whose colors come from a gradient.

use crate::{
    Blur, Color, Margin, RimSide, Scratch, Surface, SurfaceError,
    halo::{Shift, compose, lay, ramp, rim_filter, strength_table},
};

/// A glow that runs through the colors of a gradient, from its faint outer end to its full one at the picture.
///
/// The soft alpha of the silhouette at a pixel, moved as [`DropShadow`](crate::DropShadow) says and for an inner glow 255 −
/// that, times the strength, rounded and held to 0…255, is the place in the gradient. The color found there is laid on
/// the picture by the table of [`Bevel`](crate::Bevel). The default is the classic one with a red light: inner, moved 4
/// pixels at 45°, blurred 4×4.
///
/// ```
/// use motile_pixels::{Blur, Color, GradientGlow, RimSide, Surface};
/// let disc = Surface::filled(9, 9, Color::WHITE)?;
/// let fire = GradientGlow {
///     stops: vec![(0, Color::RED.with_alpha(0)), (128, Color::RED), (255, Color::YELLOW)],
///     distance: 0.0,
///     blur: Blur::gaussian(2.0),
///     side: RimSide::Outer,
///     ..GradientGlow::default()
/// };
/// let burning = fire.apply(&disc)?;
/// assert_eq!(burning.width(), 9 + fire.margin().left + fire.margin().right);
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "GradientGlowFilter")]
#[derive(Clone, Debug, PartialEq)]
pub struct GradientGlow {
    /// Places in the gradient, 0 where the light ends and 255 where it is full, and their colors. Between them straight
    /// channels are mixed; beyond the first and the last one its color stays. Of two at one place the later one counts. None
    /// at all is no light.
    pub stops: Vec<(u8, Color)>,
    /// How far the light is moved, pixels, in steps of 1/256.
    pub distance: f32,
    /// Direction in which it is moved, in radians clockwise from +x.
    pub angle: f32,
    /// How far the light spreads.
    pub blur: Blur,
    /// Multiplies the place in the gradient before it is held to 255.
    pub strength: f32,
    /// Inside the rim, where the gradient runs from the rim inward; around the picture; or over all of it.
    pub side: RimSide,
    /// The light alone, with the picture cut out of it.
    pub knockout: bool,
}

impl Default for GradientGlow {
    fn default() -> Self {
        Self {
            stops: vec![(0, Color::RED.with_alpha(0)), (255, Color::RED)],
            distance: 4.0,
            angle: core::f32::consts::FRAC_PI_4,
            blur: Blur::default(),
            strength: 1.0,
            side: RimSide::Inner,
            knockout: false,
        }
    }
}

/// A bevel that runs through the colors of a gradient, from its lit side over level ground to its shaded one.
///
/// With d the rise of the silhouette against the light, −255…255 after the strength, `floor((256 + d) / 2)` is the place in
/// the gradient: 0 faces the light, 128 is level, 255 faces away. The color found there is laid on the picture by the table
/// of [`Bevel`](crate::Bevel). The default is the classic bevel: white light from
/// the upper left, black shade, 4 pixels, inner.
///
/// ```
/// use motile_pixels::{Color, GradientBevel, Surface};
/// let clear = Color::TRANSPARENT;
/// let bevel = GradientBevel {
///     stops: vec![(0, Color::YELLOW), (128, clear), (255, Color::BLUE)],
///     ..GradientBevel::default()
/// };
/// let button = bevel.apply(&Surface::filled(40, 40, Color::GRAY)?)?;
/// assert_eq!(button.get(20, 20), Some(Color::GRAY));
/// assert!(button.get(1, 20).is_some_and(|lit| lit.r > lit.b));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "GradientBevelFilter")]
#[doc(alias = "emboss")]
#[derive(Clone, Debug, PartialEq)]
pub struct GradientBevel {
    /// Places in the gradient, 0 the lit side, 128 level, 255 the shaded side, and their colors; mixed as those of
    /// [`GradientGlow::stops`].
    pub stops: Vec<(u8, Color)>,
    /// Height of the bevel, pixels, in steps of 1/256.
    pub distance: f32,
    /// Direction in which the light travels, in radians clockwise from +x.
    pub angle: f32,
    /// How soft the slope is.
    pub blur: Blur,
    /// Multiplies the rise before it is held to −255…255.
    pub strength: f32,
    /// Where it shows.
    pub side: RimSide,
    /// Light and shade alone, without the picture.
    pub knockout: bool,
}

impl Default for GradientBevel {
    fn default() -> Self {
        let (light, shade) = (Color::WHITE, Color::BLACK);
        Self {
            stops: vec![
                (0, light),
                (127, light.with_alpha(0)),
                (128, shade.with_alpha(0)),
                (255, shade),
            ],
            distance: 4.0,
            angle: core::f32::consts::FRAC_PI_4,
            blur: Blur::default(),
            strength: 1.0,
            side: RimSide::Inner,
            knockout: false,
        }
    }
}

rim_filter!(GradientGlow, "gradient glow");
rim_filter!(GradientBevel, "gradient bevel");

impl GradientGlow {
    fn reach(&self) -> Margin {
        let shift = Shift::new(self.distance, self.angle);
        let inner = self.side == RimSide::Inner;
        if inner { Margin::default() } else { shift.margin(self.blur.margin()) }
    }

    fn draw(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        let shift = Shift::new(self.distance, self.angle);
        let (ramp, table) = (ramp(&self.stops), strength_table(self.strength));
        compose(picture, target, scratch, &self.blur, self.reach(), |pair, x, y, source| {
            let soft = pair.soft_alpha(x, y, shift);
            // Inside, the light comes from where the picture is not.
            let soft = if self.side == RimSide::Inner { 255 - soft } else { soft };
            lay(self.side, self.knockout, ramp[table[soft] as usize & 255], source)
        })
    }
}

impl GradientBevel {
    fn reach(&self) -> Margin {
        let shift = Shift::new(self.distance, self.angle);
        bevel_margin(self.side, shift, &self.blur)
    }

    fn draw(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        let shift = Shift::new(self.distance, self.angle);
        let (ramp, table) = (ramp(&self.stops), strength_table(self.strength));
        compose(picture, target, scratch, &self.blur, self.reach(), |pair, x, y, source| {
            let ahead = pair.soft_alpha(x, y, shift.back());
            let behind = pair.soft_alpha(x, y, shift);
            let rise = table[ahead.abs_diff(behind)];
            // Where the silhouette rises along the light, the slope faces it.
            let place = if ahead >= behind { 256 - rise } else { 256 + rise } / 2;
            lay(self.side, self.knockout, ramp[place as usize & 255], source)
        })
    }
}

/// What a silhouette moved there and back reaches.
pub(crate) fn bevel_margin(side: RimSide, shift: Shift, blur: &Blur) -> Margin {
    if side == RimSide::Inner {
        return Margin::default();
    }
    let (there, back) = (shift.margin(blur.margin()), shift.back().margin(blur.margin()));
    Margin {
        left: there.left.max(back.left),
        top: there.top.max(back.top),
        right: there.right.max(back.right),
        bottom: there.bottom.max(back.bottom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Bevel, Glow,
        testing::{any_surface, check_rim, is_well_formed, laid, level, shifted_silhouette},
    };
    use proptest::prelude::*;

    const SIDES: [RimSide; 3] = [RimSide::Inner, RimSide::Outer, RimSide::Full];

    fn stops() -> impl Strategy<Value = Vec<(u8, Color)>> {
        prop::collection::vec((any::<u8>(), any::<u32>().prop_map(Color::argb)), 0..5)
    }

    #[test]
    fn a_bevel_of_two_colors_is_the_plain_one_in_half_as_many_steps() {
        let picture = Surface::filled(20, 20, Color::rgb(128, 128, 128)).unwrap();
        let plain = Bevel::default().apply(&picture).unwrap();
        let ramped = GradientBevel::default().apply(&picture).unwrap();
        for (a, b) in plain.bytes().iter().zip(ramped.bytes()) {
            assert!(a.abs_diff(*b) <= 2, "{a} {b}");
        }
    }

    proptest! {
        #[test]
        fn a_glow_of_one_color_is_the_plain_one(
            picture in any_surface(7), radius in 0.0..3.0f32, strength in 0.0..3.0f32, inner: bool, knockout: bool,
        ) {
            let blur = Blur::new(radius);
            let plain = Glow { color: Color::RED, blur, strength, inner, knockout };
            let side = if inner { RimSide::Inner } else { RimSide::Outer };
            let ramped = GradientGlow {
                distance: 0.0, blur, strength, side, knockout, ..GradientGlow::default()
            };
            let (plain, ramped) = (plain.apply(&picture).unwrap(), ramped.apply(&picture).unwrap());
            prop_assert_eq!(plain.words(), ramped.words());
        }

        #[test]
        fn results_are_well_formed_and_agree_with_single_pixels(
            picture in any_surface(6), stops in stops(), distance in -4.0..4.0f32, angle in -4.0..4.0f32,
            radius in 0..3u32, strength in -1.0..3.0f32, side in prop::sample::select(&SIDES[..]), knockout: bool,
        ) {
            let blur = Blur::new(radius as f32);
            let glow = GradientGlow { stops: stops.clone(), distance, angle, blur, strength, side, knockout };
            let bevel = GradientBevel { stops: stops.clone(), distance, angle, blur, strength, side, knockout };
            let (lit, raised) = (glow.apply(&picture).unwrap(), bevel.apply(&picture).unwrap());
            prop_assert!(is_well_formed(&lit) && is_well_formed(&raised));
            let colors = ramp(&stops);
            let alpha = shifted_silhouette(&picture, blur);
            let shift = Shift::new(distance, angle);
            let put = |place: u32, x: i32, y: i32| laid(side, knockout, colors[place as usize], picture.word(x, y));
            check_rim(&picture, &lit, glow.margin(), |x, y| {
                let soft = alpha(x, y, shift);
                put(level(if side == RimSide::Inner { 255 - soft } else { soft }, strength), x, y)
            });
            check_rim(&picture, &raised, bevel.margin(), |x, y| {
                let (ahead, behind) = (alpha(x, y, shift.back()), alpha(x, y, shift));
                let rise = level((behind - ahead).abs(), strength);
                put(if behind > ahead { 256 + rise } else { 256 - rise } / 2, x, y)
            });
        }
    }
}
