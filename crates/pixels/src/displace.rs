//! Displacement: one picture tells where another is read.

use crate::{Channel, Color, Scratch, Surface, SurfaceError, surface::word};
use motile_geom::{IVec2, Vec2, vec2};

/// What is read when a displaced place lies outside the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// The opposite side, as on a torus.
    #[default]
    Wrap,
    /// The nearest pixel of the border.
    Clamp,
    /// The pixel itself, not displaced.
    Ignore,
    /// One color.
    Color(Color),
}

/// Reads every pixel from a place that a map tells.
///
/// With c the straight value of a channel of the map, the pixel comes from
/// `x + round((c − 128)·scale.x / 256)`, and likewise for y: 128 leaves it where it is. Where there is no
/// map, nothing moves.
#[doc(alias = "distortion")]
#[doc(alias = "warp")]
#[derive(Clone, Debug, PartialEq)]
pub struct Displacement {
    /// The map.
    pub map: Surface,
    /// Where the map's top left corner lies in the picture.
    pub origin: IVec2,
    /// The channel that moves along x.
    pub channel_x: Channel,
    /// The channel that moves along y.
    pub channel_y: Channel,
    /// Pixels for a full step of 256, for each axis.
    pub scale: Vec2,
    /// What lies outside.
    pub outside: Outside,
}

impl Displacement {
    /// Red moves along x, green along y, the map at the origin.
    pub fn new(map: Surface, scale: Vec2) -> Self {
        Self {
            map,
            origin: IVec2::ZERO,
            channel_x: Channel::Red,
            channel_y: Channel::Green,
            scale,
            outside: Outside::Wrap,
        }
    }

    /// The displaced picture, of the same size and kind.
    ///
    /// # Errors
    /// [`SurfaceError::NotFinite`] when the scale is NaN or infinite.
    pub fn apply(&self, picture: &Surface) -> Result<Surface, SurfaceError> {
        let mut result = picture.same_kind(1, 1)?;
        self.apply_into(picture, &mut result, &mut Scratch::default())?;
        Ok(result)
    }

    /// Displaces into a surface that takes the right size and kind, and allocates nothing for equal sizes. The memory is not
    /// needed; all filters have one signature.
    ///
    /// # Errors
    /// As [`Displacement::apply`].
    pub fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        _scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        if !self.scale.is_finite() {
            return Err(SurfaceError::NotFinite);
        }
        target.reshape(picture.width(), picture.height(), picture.is_opaque())?;
        let shifts = |scale: f32| -> [i32; 256] {
            core::array::from_fn(|c| {
                let shift = (c as f64 - 128.0) * f64::from(scale) / 256.0;
                (shift + 0.5).floor() as i32
            })
        };
        let (shifts_x, shifts_y) = (shifts(self.scale.x), shifts(self.scale.y));
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        let color = match self.outside {
            Outside::Color(color) => picture.own_word(color),
            _ => word(Color::TRANSPARENT),
        };
        let source = picture.words();
        let rows = target.words_mut().chunks_exact_mut(width as usize);
        for (y, row) in (0..).zip(rows) {
            for (x, to) in (0..).zip(row) {
                let at = (x - i64::from(self.origin.x), y - i64::from(self.origin.y));
                let here = (x as i32, y as i32);
                let moved = match map_color(&self.map, at) {
                    None => Some(here),
                    Some(color) => {
                        let dx = shifts_x[self.channel_x.of(color) as usize];
                        let dy = shifts_y[self.channel_y.of(color) as usize];
                        let there = (here.0.saturating_add(dx), here.1.saturating_add(dy));
                        place(there, here, (width, height), self.outside)
                    }
                };
                *to =
                    moved.map_or(color, |(x, y)| source[y as usize * width as usize + x as usize]);
            }
        }
        Ok(())
    }
}

fn map_color(map: &Surface, (x, y): (i64, i64)) -> Option<Color> {
    map.get(i32::try_from(x).ok()?, i32::try_from(y).ok()?)
}

/// The place inside the picture that is read, or `None` for the color.
fn place(
    (x, y): (i32, i32),
    here: (i32, i32),
    (width, height): (i32, i32),
    outside: Outside,
) -> Option<(i32, i32)> {
    if (0..width).contains(&x) && (0..height).contains(&y) {
        return Some((x, y));
    }
    match outside {
        Outside::Wrap => Some((x.rem_euclid(width), y.rem_euclid(height))),
        Outside::Clamp => Some((x.clamp(0, width - 1), y.clamp(0, height - 1))),
        Outside::Ignore => Some(here),
        Outside::Color(_) => None,
    }
}

impl Default for Displacement {
    /// A map that moves nothing.
    fn default() -> Self {
        // One pixel always fits.
        let map = Surface::one_pixel(Color::rgb(128, 128, 128));
        Self::new(map, vec2(0.0, 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, is_well_formed, place as anywhere};
    use motile_geom::ivec2;
    use proptest::prelude::*;

    fn line() -> Surface {
        let mut line = Surface::opaque(4, 1, Color::BLACK).unwrap();
        for x in 0..4 {
            line.set(x, 0, Color::rgb(x as u8 * 10 + 10, 0, 0));
        }
        line
    }

    fn reds(surface: &Surface) -> Vec<u8> {
        surface.bytes().chunks(4).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn maps_move_pixels_and_outside_is_as_told() {
        // 255 − 128 = 127 of 256 steps of 2 pixels: one pixel.
        let map = Surface::opaque(4, 1, Color::rgb(255, 128, 0)).unwrap();
        let right = Displacement::new(map, vec2(2.0, 2.0));
        for (outside, last) in [
            (Outside::Wrap, 10),
            (Outside::Clamp, 40),
            (Outside::Ignore, 40),
            (Outside::Color(Color::rgb(7, 0, 0)), 7),
        ] {
            let result = Displacement { outside, ..right.clone() }.apply(&line()).unwrap();
            assert_eq!(reds(&result), [20, 30, 40, last], "{outside:?}");
        }
        let partial =
            Displacement { origin: ivec2(2, 0), outside: Outside::Clamp, ..right.clone() };
        assert_eq!(reds(&partial.apply(&line()).unwrap()), [10, 20, 40, 40]);
        let bad = Displacement { scale: vec2(f32::NAN, 0.0), ..right };
        assert_eq!(bad.apply(&line()), Err(SurfaceError::NotFinite));
        assert_eq!(Displacement::default().apply(&line()).unwrap(), line());
    }

    proptest! {
        #[test]
        fn any_map_anywhere_gives_pixels_of_the_picture(
            picture in any_surface(6), map in any_surface(6), x in anywhere(), y in anywhere(),
            scale in prop::array::uniform2(prop_oneof![-600.0..600.0f32, Just(f32::MAX)]), kind in 0..4usize,
        ) {
            let outside = [
                Outside::Wrap, Outside::Clamp, Outside::Ignore, Outside::Color(Color::TRANSPARENT),
            ][kind];
            let displacement = Displacement {
                origin: ivec2(x, y), outside, ..Displacement::new(map, Vec2::from(scale))
            };
            let result = displacement.apply(&picture).unwrap();
            prop_assert!(is_well_formed(&result));
            let ours = |w: &u32| picture.words().contains(w) || *w == 0 || *w == 0xFF00_0000;
            prop_assert!(result.words().iter().all(ours));
        }
    }
}
