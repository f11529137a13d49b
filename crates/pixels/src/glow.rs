//! Glow: a colored light around a picture, or inside its rim.

use crate::{
    Blur, Color, Margin, RimSide, Scratch, Surface, SurfaceError, classic,
    halo::{Shift, compose, lay, rim_filter, strength_table},
    lanes,
    surface::word,
};
use motile_geom::Vec2;

/// A glow around the picture (outer) or along its rim (inner).
///
/// It is a [`DropShadow`] that does not move, and follows its rules.
///
/// The default is the classic one: red, blurred 6×6, strength 2, outer.
#[doc(alias = "outline")]
#[doc(alias = "halo")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glow {
    /// Color and opacity of the light.
    pub color: Color,
    /// How far the light spreads.
    pub blur: Blur,
    /// Multiplies the light before it is held to full opacity, 0…255.
    pub strength: f32,
    /// Inside the picture's rim instead of around the picture.
    pub inner: bool,
    /// The light alone, with the picture cut out of it.
    pub knockout: bool,
}

impl Default for Glow {
    fn default() -> Self {
        let blur = classic::blur(6.0, 6.0, 1);
        Self { color: Color::RED, blur, strength: 2.0, inner: false, knockout: false }
    }
}

/// A shadow: a glow moved aside.
///
/// The offset is `round(256·distance·(cos angle, sin angle))` in 1/256 pixel. The alpha of the blurred silhouette, moved by
/// it, is `round(Σ alpha·weight / 256²)` over the four pixels around, weighed by the areas they cover; for an inner shadow
/// 255 − that. With s = `round(alpha·strength)` held to 0…255, every stored channel c of the color becomes
/// `round(c·s / 255)`: the layer. It is laid on the picture p with alpha a, stored channels rounded to nearest and sums
/// held to 255:
///
/// | | result | with knockout |
/// |---|---|---|
/// | inner | layer·a / 255 + p·(255 − layer alpha) / 255 | layer·a / 255 |
/// | outer | p + layer·(255 − a) / 255 | layer·(255 − a) / 255 |
/// | outer, `hide_object` | layer | layer·(255 − a) / 255 |
///
/// An opaque picture keeps its size; nothing lies around it, and its result gets alpha 255, which is to lie over black.
///
/// The default is the classic one: black, 4 pixels away at 45°, blurred 4×4.
#[doc(alias = "box shadow")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DropShadow {
    /// Color and opacity of the shadow.
    pub color: Color,
    /// Distance in pixels; with the angle it makes an offset in steps of 1/256 pixel.
    pub distance: f32,
    /// Direction in which the shadow falls, in radians clockwise from +x.
    pub angle: f32,
    /// How soft the shadow is.
    pub blur: Blur,
    /// Multiplies the shadow before it is held to full opacity, 0…255.
    pub strength: f32,
    /// The shadow falls into the picture, as into a hole.
    pub inner: bool,
    /// The shadow alone, with the picture cut out of it.
    pub knockout: bool,
    /// The shadow alone, whole; has no effect on an inner shadow.
    pub hide_object: bool,
}

impl Default for DropShadow {
    fn default() -> Self {
        Self {
            color: Color::BLACK,
            distance: 4.0,
            angle: core::f32::consts::FRAC_PI_4,
            blur: Blur::default(),
            strength: 1.0,
            inner: false,
            knockout: false,
            hide_object: false,
        }
    }
}

/// What glow and shadow come down to.
struct Halo {
    color: Color,
    blur: Blur,
    strength: f32,
    shift: Shift,
    inner: bool,
    knockout: bool,
    hide_object: bool,
}

impl Halo {
    fn margin(&self) -> Margin {
        if self.inner { Margin::default() } else { self.shift.margin(self.blur.margin()) }
    }

    fn apply(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        let color = word(self.color);
        let table = strength_table(self.strength);
        let side = if self.inner { RimSide::Inner } else { RimSide::Outer };
        let light_alone = self.hide_object && !self.inner && !self.knockout;
        compose(picture, target, scratch, &self.blur, self.margin(), |pair, x, y, source| {
            let soft = pair.soft_alpha(x, y, self.shift);
            // Inside, the light comes from where the picture is not.
            let soft = if self.inner { 255 - soft } else { soft };
            let light = lanes::scale(color, table[soft]);
            if light_alone { light } else { lay(side, self.knockout, light, source) }
        })
    }
}

macro_rules! halo_filter {
    ($name:ident, $what:literal) => {
        rim_filter!($name, $what);

        impl $name {
            fn reach(&self) -> Margin {
                self.halo().margin()
            }

            fn draw(
                &self,
                picture: &Surface,
                target: &mut Surface,
                scratch: &mut Scratch,
            ) -> Result<(), SurfaceError> {
                self.halo().apply(picture, target, scratch)
            }
        }
    };
}

halo_filter!(Glow, "glow");
halo_filter!(DropShadow, "shadow");

impl Glow {
    /// The default with another color.
    pub fn new(color: Color) -> Self {
        Self { color, ..Self::default() }
    }

    fn halo(&self) -> Halo {
        let Self { color, blur, strength, inner, knockout } = *self;
        Halo { color, blur, strength, shift: Shift::NONE, inner, knockout, hide_object: false }
    }
}

impl DropShadow {
    /// A soft black shadow at an offset in pixels.
    pub fn new(offset: Vec2) -> Self {
        let (distance, angle) = (offset.length(), motile_geom::Vec2Ext::angle(offset));
        Self { distance, angle, ..Self::default() }
    }

    fn halo(&self) -> Halo {
        let Self { color, blur, strength, inner, knockout, hide_object, .. } = *self;
        let shift = Shift::new(self.distance, self.angle);
        Halo { color, blur, strength, shift, inner, knockout, hide_object }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        any_surface, check_rim, is_well_formed, laid, level, scaled, shifted_silhouette,
    };
    use motile_geom::vec2;
    use proptest::prelude::*;

    fn square() -> Surface {
        Surface::filled(5, 5, Color::WHITE).unwrap()
    }

    #[test]
    fn col_16_the_default_glow_is_a_red_rim() {
        let glow = Glow::default();
        assert_eq!(glow.margin(), Margin { left: 3, top: 3, right: 3, bottom: 3 });
        let result = glow.apply(&square()).unwrap();
        assert_eq!((result.width(), result.height()), (11, 11));
        assert_eq!(result.get(5, 5), Some(Color::WHITE));
        let rim = result.get(2, 5).unwrap();
        assert!(rim.r == 255 && rim.g == 0 && rim.a > 150, "{rim}");
        assert!(result.get(0, 0).unwrap().a < 30);
        let cut = Glow { knockout: true, ..glow }.apply(&square()).unwrap();
        assert_eq!(cut.get(5, 5), Some(Color::TRANSPARENT));
        assert_eq!(cut.get(2, 5), Some(rim));
    }

    #[test]
    fn inner_glow_keeps_shape_and_alpha() {
        let mut picture = square();
        picture.set(0, 0, Color::rgba(0, 0, 255, 100));
        let inner = Glow { inner: true, ..Glow::default() };
        assert_eq!(inner.margin(), Margin::default());
        let result = inner.apply(&picture).unwrap();
        for y in 0..5 {
            for x in 0..5 {
                let (before, after) = (picture.get(x, y).unwrap().a, result.get(x, y).unwrap().a);
                assert!(before.abs_diff(after) <= 1);
            }
        }
        assert!(result.get(0, 2).unwrap().g < result.get(2, 2).unwrap().g);
    }

    #[test]
    fn shadows_fall_where_they_are_told() {
        let hard = DropShadow { blur: Blur::new(0.0), ..DropShadow::new(vec2(3.0, -2.0)) };
        assert_eq!(hard.margin(), Margin { left: 0, top: 2, right: 3, bottom: 0 });
        let result = hard.apply(&square()).unwrap();
        assert_eq!((result.width(), result.height()), (8, 7));
        assert_eq!(result.get(0, 2), Some(Color::WHITE));
        assert_eq!(result.get(7, 0), Some(Color::BLACK));
        assert_eq!(result.get(0, 0), Some(Color::TRANSPARENT));
        assert_eq!(result.get(7, 6), Some(Color::TRANSPARENT));
        let alone = DropShadow { hide_object: true, ..hard }.apply(&square()).unwrap();
        assert_eq!(alone.get(0, 2), Some(Color::TRANSPARENT));
        assert_eq!(alone.get(4, 3), Some(Color::BLACK));
    }

    #[test]
    fn strange_numbers_are_tame() {
        for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -5.0, 1e30] {
            let shadow = DropShadow {
                distance: number.clamp(-100.0, 100.0),
                angle: number,
                strength: number,
                blur: Blur::new(number.clamp(0.0, 20.0)),
                ..DropShadow::default()
            };
            assert!(is_well_formed(&shadow.apply(&square()).unwrap()));
        }
        let far = DropShadow { distance: f32::INFINITY, angle: 0.0, ..DropShadow::default() };
        assert!(is_well_formed(&far.apply(&square()).unwrap()));
    }

    #[test]
    fn a_shadow_half_a_pixel_away_covers_half_of_two() {
        let hard = DropShadow { blur: Blur::new(0.0), ..DropShadow::new(vec2(1.5, 0.0)) };
        assert_eq!(hard.margin(), Margin { left: 0, top: 0, right: 2, bottom: 0 });
        let alone = DropShadow { hide_object: true, ..hard }.apply(&square()).unwrap();
        let alphas: Vec<u8> = (0..7).map(|x| alone.get(x, 2).unwrap().a).collect();
        assert_eq!(alphas, [0, 128, 255, 255, 255, 255, 128]);
    }

    proptest! {
        #[test]
        fn results_are_well_formed_and_agree_with_single_pixels(
            picture in any_surface(8), argb: u32, radius in 0.0..4.0f32, strength in -1.0..4.0f32,
            distance in -5.0..5.0f32, angle in -4.0..4.0f32, inner: bool, knockout: bool, hide_object: bool,
        ) {
            let (color, blur) = (Color::argb(argb), Blur::new(radius));
            let shadow = DropShadow { color, distance, angle, blur, strength, inner, knockout, hide_object };
            let glow = Glow { color, blur, strength, inner, knockout };
            let (fallen, lit) = (shadow.apply(&picture).unwrap(), glow.apply(&picture).unwrap());
            prop_assert!(is_well_formed(&fallen) && is_well_formed(&lit));
            if picture.is_opaque() {
                prop_assert_eq!(fallen.bounds(), picture.bounds());
            }
            let side = if inner { RimSide::Inner } else { RimSide::Outer };
            let alpha = shifted_silhouette(&picture, blur);
            let layer = |x: i32, y: i32, shift: Shift| {
                let soft = alpha(x, y, shift);
                scaled(word(color), level(if inner { 255 - soft } else { soft }, strength))
            };
            let shift = Shift::new(distance, angle);
            check_rim(&picture, &fallen, shadow.margin(), |x, y| {
                let layer = layer(x, y, shift);
                let alone = hide_object && !inner && !knockout;
                if alone { layer } else { laid(side, knockout, layer, picture.word(x, y)) }
            });
            check_rim(&picture, &lit, glow.margin(), |x, y| {
                laid(side, knockout, layer(x, y, Shift::NONE), picture.word(x, y))
            });
        }
    }
}
