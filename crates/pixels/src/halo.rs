//! The common ground of glow, drop shadow and bevel: a soft silhouette beside the picture.

use crate::{Blur, Color, Margin, Scratch, Surface, SurfaceError, lanes, surface::word};
use motile_geom::{IVec2, Vec2, Vec2Ext, ivec2};

/// Where a glow or a bevel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RimSide {
    /// On the picture.
    #[default]
    Inner,
    /// Around the picture.
    Outer,
    /// Both.
    Full,
}

/// How far a silhouette is moved, in steps of 1/256 pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift(IVec2);

/// Steps of a pixel.
const STEPS: i32 = 256;

impl Shift {
    pub(crate) const NONE: Self = Self(IVec2::ZERO);

    /// `distance` pixels at `angle` radians, rounded to the nearest step, so that a whole offset given by its length and
    /// angle is whole again; NaN counts as no offset, and 30000 pixels are the end.
    pub(crate) fn new(distance: f32, angle: f32) -> Self {
        let offset: Vec2 = Vec2::at_angle(angle) * distance;
        let steps = |x: f32| (x.clamp(-30_000.0, 30_000.0) * STEPS as f32 + 0.5).floor() as i32;
        Self(ivec2(steps(offset.x), steps(offset.y)))
    }

    /// Steps across and down.
    #[cfg(test)]
    pub(crate) fn steps(self) -> (i32, i32) {
        (self.0.x, self.0.y)
    }

    /// The opposite way.
    pub(crate) fn back(self) -> Self {
        Self(-self.0)
    }

    /// A margin around what is moved, with nothing cut off from the picture itself.
    pub(crate) fn margin(self, margin: Margin) -> Margin {
        // A part of a pixel covers a whole one.
        let side = |size: u32, steps: i32| {
            let pixels = -(-steps).div_euclid(STEPS);
            (i64::from(size) + i64::from(pixels)).max(0) as u32
        };
        let Self(steps) = self;
        Margin {
            left: side(margin.left, -steps.x),
            top: side(margin.top, -steps.y),
            right: side(margin.right, steps.x),
            bottom: side(margin.bottom, steps.y),
        }
    }
}

/// `round(alpha·strength)` held to 255, for every alpha; NaN counts as 0.
pub(crate) fn strength_table(strength: f32) -> [u32; 256] {
    core::array::from_fn(|alpha| u32::from((alpha as f32 * strength + 0.5) as u8))
}

/// The stored colors of a gradient through stops, at the places 0…255. Between two stops each straight channel is mixed,
/// rounded to nearest; before the first and after the last it stays. Of stops at one place the last one counts from there
/// on; without any all are transparent.
pub(crate) fn ramp(stops: &[(u8, Color)]) -> [u32; 256] {
    core::array::from_fn(|place| {
        // The stops need no order: the nearest on both sides are looked for.
        let before = stops.iter().filter(|stop| usize::from(stop.0) <= place);
        let before = before.max_by_key(|stop| stop.0);
        let after = stops.iter().filter(|stop| usize::from(stop.0) > place);
        let after = after.min_by_key(|stop| stop.0);
        word(match (before, after) {
            (Some(a), Some(b)) => mixed(*a, *b, place as i32),
            (Some(one), None) | (None, Some(one)) => one.1,
            (None, None) => Color::TRANSPARENT,
        })
    })
}

fn mixed((from, a): (u8, Color), (to, b): (u8, Color), place: i32) -> Color {
    let (from, to) = (i32::from(from), i32::from(to));
    let channel = |a: u8, b: u8| {
        let sum = i32::from(a) * (to - place) + i32::from(b) * (place - from);
        ((2 * sum + to - from) / (2 * (to - from))) as u8
    };
    Color::rgba(channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a))
}

/// Lays light or shade on a pixel of the picture, or beside it. With `knockout` the picture itself is left out.
#[inline(always)]
pub(crate) fn lay(side: RimSide, knockout: bool, layer: u32, source: u32) -> u32 {
    let alpha = lanes::alpha(source);
    let kept = if knockout { 0 } else { 255 - lanes::alpha(layer) };
    match side {
        RimSide::Inner => {
            lanes::saturating_sum(lanes::scale(layer, alpha), lanes::scale(source, kept))
        }
        RimSide::Outer => {
            let outside = lanes::scale(layer, 255 - alpha);
            if knockout { outside } else { lanes::saturating_sum(source, outside) }
        }
        RimSide::Full => lanes::saturating_sum(layer, lanes::scale(source, kept)),
    }
}

/// The picture and its blurred silhouette, read at the pixels of a result with a margin around it.
pub(crate) struct Pair<'a> {
    picture: &'a Surface,
    soft: &'a Surface,
    /// Where the picture lies in the soft one.
    inset: IVec2,
}

impl Pair<'_> {
    /// Alpha of the silhouette, moved by a shift, at a place of the picture: 0…255, 0 outside. Between pixels the four around
    /// are weighed, rounded to nearest.
    #[inline(always)]
    pub(crate) fn soft_alpha(&self, x: i32, y: i32, Shift(steps): Shift) -> usize {
        // What is moved to the right is read further left.
        let (left, top) = ((-steps.x).div_euclid(STEPS), (-steps.y).div_euclid(STEPS));
        let (across, down) = ((-steps.x).rem_euclid(STEPS), (-steps.y).rem_euclid(STEPS));
        let x = x.saturating_add(self.inset.x).saturating_add(left);
        let y = y.saturating_add(self.inset.y).saturating_add(top);
        let alpha = |x: i32, y: i32| lanes::alpha(self.soft.word(x, y)) as i32;
        if across | down == 0 {
            return alpha(x, y) as usize;
        }
        let row = |y: i32| alpha(x, y) * (STEPS - across) + alpha(x + 1, y) * across;
        let sum = row(y) * (STEPS - down) + row(y + 1) * down;
        ((sum + STEPS * STEPS / 2) / (STEPS * STEPS)) as usize
    }
}

/// Runs `pixel` for every pixel of the result: it gets the pair, the place relative to the picture and the
/// picture's word there. On an opaque picture the result has its size and lies over black.
pub(crate) fn compose(
    picture: &Surface,
    target: &mut Surface,
    scratch: &mut Scratch,
    blur: &Blur,
    margin: Margin,
    pixel: impl Fn(&Pair<'_>, i32, i32, u32) -> u32,
) -> Result<(), SurfaceError> {
    let margin = if picture.is_opaque() { Margin::default() } else { margin };
    let (width, height) = margin.grown(picture)?;
    target.reshape(width, height, picture.is_opaque())?;
    let mut soft = scratch.take_soft();
    blur.spread_into(picture, &mut soft, scratch)?;
    let grown = blur.margin();
    let pair = Pair { picture, soft: &soft, inset: ivec2(grown.left as i32, grown.top as i32) };
    let forced = if picture.is_opaque() { 0xFF00_0000 } else { 0 };
    for (y, row) in
        (-(margin.top as i32)..).zip(target.words_mut().chunks_exact_mut(width as usize))
    {
        for (x, to) in (-(margin.left as i32)..).zip(row) {
            *to = pixel(&pair, x, y, pair.picture.word(x, y)) | forced;
        }
    }
    scratch.give_soft(soft);
    Ok(())
}

/// `margin`, `apply` and `apply_into` of a filter that has a private `reach` and `draw`.
macro_rules! rim_filter {
    ($name:ident, $what:literal) => {
        impl $name {
            /// How far the result reaches beyond a picture that is not opaque.
            pub fn margin(&self) -> Margin {
                self.reach()
            }

            #[doc = concat!("The picture with its ", $what, ", larger by the margin. An opaque picture keeps its size, and its result lies over black.")]
            ///
            /// # Errors
            /// [`SurfaceError::BadSize`] when the result would be over 2²⁸ pixels.
            pub fn apply(&self, picture: &Surface) -> Result<Surface, SurfaceError> {
                let mut result = picture.same_kind(1, 1)?;
                self.apply_into(picture, &mut result, &mut Scratch::default())?;
                Ok(result)
            }

            #[doc = concat!("Draws the picture with its ", $what, " into a surface that takes the right size and kind, with memory that can be used again: a second call for equal sizes allocates nothing.")]
            ///
            /// # Errors
            /// As for `apply`.
            pub fn apply_into(
                &self,
                picture: &Surface,
                target: &mut Surface,
                scratch: &mut Scratch,
            ) -> Result<(), SurfaceError> {
                self.draw(picture, target, scratch)
            }
        }
    };
}

pub(crate) use rim_filter;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The silhouette of a picture with nothing around it, alphas by place in the picture.
    fn silhouette(picture: &Surface, blur: Blur) -> impl Fn(i64, i64) -> i64 {
        let mut clear = Surface::new(picture.width(), picture.height()).unwrap();
        clear.copy(picture, picture.bounds(), 0, 0);
        let soft = blur.apply(&clear).unwrap();
        let margin = blur.margin();
        move |x, y| {
            let (x, y) = (x + i64::from(margin.left), y + i64::from(margin.top));
            i64::from(soft.get(x as i32, y as i32).map_or(0, |color| color.a))
        }
    }

    #[test]
    fn a_ramp_goes_through_its_stops() {
        let stops = [(200, Color::WHITE), (100, Color::rgba(0, 0, 0, 0)), (200, Color::RED)];
        let ramp = ramp(&stops).map(Color::from_word);
        assert_eq!((ramp[0], ramp[100]), (Color::TRANSPARENT, Color::TRANSPARENT));
        assert_eq!(ramp[150], Color::rgba(128, 128, 128, 128), "half up");
        assert_eq!((ramp[200], ramp[255]), (Color::RED, Color::RED));
        assert!(super::ramp(&[]).iter().all(|&word| word == 0));
    }

    #[test]
    fn whole_offsets_survive_their_angle() {
        for (x, y) in [(12, 12), (-3, 7), (0, -500), (29_000, 1)] {
            let offset = ivec2(x, y).as_vec2();
            let shift = Shift::new(offset.length(), offset.angle());
            assert_eq!(shift.0, ivec2(x, y) * STEPS);
        }
        assert_eq!(Shift::new(f32::NAN, 1.0).0, IVec2::ZERO);
    }

    proptest! {
        #[test]
        fn a_shifted_silhouette_is_weighed_as_areas_are(
            picture in crate::testing::any_surface(6), radius in 0..3u32, steps in prop::array::uniform2(-900..900i32),
        ) {
            let blur = Blur::new(radius as f32);
            let mut soft = Surface::new(1, 1).unwrap();
            blur.spread_into(&picture, &mut soft, &mut Scratch::default()).unwrap();
            let inset = ivec2(radius as i32, radius as i32);
            let pair = Pair { picture: &picture, soft: &soft, inset };
            let alpha = silhouette(&picture, blur);
            let shift = Shift(ivec2(steps[0], steps[1]));
            let margin = shift.margin(blur.margin());
            for y in -12..20i32 {
                for x in -12..20i32 {
                    // The unit square of the pixel, moved back, overlaps up to four pixels of the silhouette.
                    let (left, top) = (i64::from(x) * 256 - i64::from(steps[0]), i64::from(y) * 256 - i64::from(steps[1]));
                    let overlap = |from: i64, cell: i64| (256 - (from - cell * 256).abs()).max(0);
                    let near = |from: i64| from.div_euclid(256) - 1..from.div_euclid(256) + 3;
                    let mut sum = 0;
                    for v in near(top) {
                        for u in near(left) {
                            sum += overlap(left, u) * overlap(top, v) * alpha(u, v);
                        }
                    }
                    let expected = (sum + 32768) >> 16;
                    prop_assert_eq!(pair.soft_alpha(x, y, shift) as i64, expected);
                    let (width, height) = (picture.width() as i32, picture.height() as i32);
                    let inside = x >= -(margin.left as i32) && y >= -(margin.top as i32)
                        && x < width + margin.right as i32 && y < height + margin.bottom as i32;
                    prop_assert!(inside || expected == 0, "the margin holds it all");
                }
            }
        }
    }
}
