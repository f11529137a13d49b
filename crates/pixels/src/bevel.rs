//! Bevel: light on one side, shade on the other.

use crate::{
    Blur, Color, Margin, Scratch, Surface, SurfaceError,
    halo::{compose, moved, strength_table, whole_offset},
    lanes,
    surface::word,
};

/// Where a bevel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BevelKind {
    /// On the picture.
    #[default]
    Inner,
    /// Around the picture.
    Outer,
    /// Both.
    Full,
}

/// Raises a picture: its rim is lit from one side and shaded on the other.
///
/// The default is the classic one: white light from the upper left, black shade, 4 pixels, inner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bevel {
    /// Color and opacity of the lit side.
    pub highlight: Color,
    /// Color and opacity of the shaded side.
    pub shadow: Color,
    /// Height of the bevel in pixels, rounded with the angle to a whole offset.
    pub distance: f32,
    /// Direction in which the light travels, in radians clockwise from +x.
    pub angle: f32,
    /// How soft the slope is.
    pub blur: Blur,
    /// Multiplies light and shade before they are held to full opacity, 0…255.
    pub strength: f32,
    /// Where it shows.
    pub kind: BevelKind,
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
            kind: BevelKind::Inner,
            knockout: false,
        }
    }
}

impl Bevel {
    /// How far the result reaches beyond a picture that is not opaque.
    pub fn margin(&self) -> Margin {
        if self.kind == BevelKind::Inner {
            return Margin::default();
        }
        let offset = whole_offset(self.distance, self.angle);
        let (there, back) = (moved(self.blur.margin(), offset), moved(self.blur.margin(), -offset));
        Margin {
            left: there.left.max(back.left),
            top: there.top.max(back.top),
            right: there.right.max(back.right),
            bottom: there.bottom.max(back.bottom),
        }
    }

    /// The raised picture, larger by the margin. An opaque picture keeps its size.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when the result would be over 2²⁸ pixels.
    pub fn apply(&self, picture: &Surface) -> Result<Surface, SurfaceError> {
        let mut result = picture.same_kind(1, 1)?;
        self.apply_into(picture, &mut result, &mut Scratch::default())?;
        Ok(result)
    }

    /// The same into a surface that takes the right size and kind, with memory that can be used again.
    ///
    /// # Errors
    /// As [`Bevel::apply`].
    pub fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        let offset = whole_offset(self.distance, self.angle);
        let table = strength_table(self.strength);
        let (light, shade) = (word(self.highlight), word(self.shadow));
        compose(picture, target, scratch, &self.blur, self.margin(), |pair, x, y, source| {
            // Where the silhouette rises along the light, the slope faces it.
            let ahead = pair.soft_alpha(x.saturating_add(offset.x), y.saturating_add(offset.y));
            let behind = pair.soft_alpha(x.saturating_sub(offset.x), y.saturating_sub(offset.y));
            let color = if ahead >= behind { light } else { shade };
            let layer = lanes::scale(color, table[ahead.abs_diff(behind)]);
            let alpha = lanes::alpha(source);
            let kept = if self.knockout { 0 } else { 255 - lanes::alpha(layer) };
            match self.kind {
                BevelKind::Inner => {
                    lanes::saturating_sum(lanes::scale(layer, alpha), lanes::scale(source, kept))
                }
                BevelKind::Outer => {
                    let outside = lanes::scale(layer, 255 - alpha);
                    if self.knockout { outside } else { lanes::saturating_sum(source, outside) }
                }
                BevelKind::Full => lanes::saturating_sum(layer, lanes::scale(source, kept)),
            }
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
        let outer = Bevel { kind: BevelKind::Outer, ..Bevel::default() };
        let around = outer.apply(&picture).unwrap();
        let margin = outer.margin();
        assert_eq!(around.width(), 40 + margin.left + margin.right);
        assert_eq!(around.get(margin.left as i32 + 1, margin.top as i32 + 1), Some(gray));
    }

    proptest! {
        #[test]
        fn results_are_well_formed(
            picture in any_surface(8), light: u32, shade: u32, radius in 0.0..4.0f32,
            strength in -1.0..4.0f32, angle in -4.0..4.0f32, kind in 0..3usize, knockout: bool,
        ) {
            let kind = [BevelKind::Inner, BevelKind::Outer, BevelKind::Full][kind];
            let bevel = Bevel {
                highlight: Color::argb(light), shadow: Color::argb(shade), distance: 3.0, angle,
                blur: Blur::new(radius), strength, kind, knockout,
            };
            prop_assert!(is_well_formed(&bevel.apply(&picture).unwrap()));
        }
    }
}
