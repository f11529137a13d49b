//! Buttons in the air: areas of the picture that are touched by moving in them.

use super::{BitPlane, smooth::follow};
use motile_geom::{Aabb, MarkRole, MarkSink, Marks, Vec2, vec2};
use motile_pixels::IRect;

/// An area of the camera's picture that is pressed by moving in it.
///
/// ```
/// use motile_geom::{Aabb, vec2};
/// use motile_sense::sight::{AirButton, BitPlane};
/// let mut drum = AirButton::new(Aabb::new(vec2(0.0, 0.5), vec2(0.5, 1.0)));
/// let mut moved = BitPlane::new(64, 48);
/// for y in 30..40 {
///     for x in 5..25 {
///         moved.set(x, y, true);
///     }
/// }
/// drum.update(&moved, 1.0 / 30.0);
/// assert!(drum.just_pressed() && drum.strength() > 0.1);
/// drum.update(&moved, 1.0 / 30.0);
/// assert!(drum.is_down() && !drum.just_pressed(), "once a touch");
/// ```
#[doc(alias = "virtual button")]
#[doc(alias = "hot spot")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirButton {
    /// Where it is, 0…1 across and down the picture.
    pub area: Aabb,
    /// Share of the area that has to move to press it, 0…1. Default 0.08.
    pub press: f32,
    /// Share below which it is let go; less than `press`, so that it does not chatter. Default 0.03.
    pub release: f32,
    /// Least time between two presses, in seconds. Default 0.15.
    pub pause: f32,
    /// Time over which the share is averaged, in seconds. 0, the default, takes every frame as it is.
    pub smooth: f32,
    share: f32,
    down: bool,
    just: bool,
    since: f32,
}

impl AirButton {
    /// A button over an area of the picture, 0…1 across and down.
    pub const fn new(area: Aabb) -> Self {
        Self {
            area,
            press: 0.08,
            release: 0.03,
            pause: 0.15,
            smooth: 0.0,
            share: 0.0,
            down: false,
            just: false,
            since: f32::INFINITY,
        }
    }

    /// Looks at what moved in a frame that came `dt` seconds after the last. Time that is negative or not finite does not
    /// pass. A button whose area is not finite is never pressed.
    pub fn update(&mut self, moved: &BitPlane, dt: f32) {
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        self.since += dt;
        let pixels = self.pixels(moved.width(), moved.height());
        let now = moved.count_in(pixels) as f32 / pixels.area().max(1) as f32;
        self.share += (now - self.share) * follow(dt, self.smooth);
        self.just = !self.down
            && self.share >= self.press.max(f32::MIN_POSITIVE)
            && self.since >= self.pause;
        if self.just {
            self.down = true;
            self.since = 0.0;
        } else if self.share < self.release.min(self.press) || self.share == 0.0 {
            self.down = false;
        }
    }

    /// The pixels of a picture of this size that it covers.
    fn pixels(&self, width: u32, height: u32) -> IRect {
        let size = vec2(width as f32, height as f32);
        let (min, max) = (self.area.min * size, self.area.max * size);
        if !min.is_finite() || !max.is_finite() {
            return IRect::EMPTY;
        }
        let held = |at: Vec2| at.round().clamp(Vec2::ZERO, size);
        let (min, max) = (held(min), held(max));
        let sides = (max - min).max(Vec2::ZERO);
        IRect::new(min.x as i32, min.y as i32, sides.x as u32, sides.y as u32)
    }

    /// Whether it is pressed.
    pub const fn is_down(&self) -> bool {
        self.down
    }

    /// Whether the last frame pressed it.
    pub const fn just_pressed(&self) -> bool {
        self.just
    }

    /// The share of its area that moves, 0…1: how hard it is hit.
    pub const fn strength(&self) -> f32 {
        self.share
    }

    /// Shows its area in a picture of this size, as pressed or not.
    pub fn mark(&self, size: Vec2, marks: &mut Marks) {
        let role = if self.down { MarkRole::Contact } else { MarkRole::Bounds };
        marks.aabb(role, Aabb::new(self.area.min * size, self.area.max * size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(share: f32) -> BitPlane {
        let mut plane = BitPlane::new(100, 100);
        for y in 0..(share * 100.0) as i32 {
            for x in 0..100 {
                plane.set(x, y, true);
            }
        }
        plane
    }

    fn all() -> AirButton {
        AirButton { pause: 0.0, ..AirButton::new(Aabb::new(Vec2::ZERO, Vec2::ONE)) }
    }

    fn presses(mut button: AirButton, shares: &[f32]) -> usize {
        let mut count = 0;
        for &share in shares {
            button.update(&moved(share), 0.1);
            count += usize::from(button.just_pressed());
        }
        count
    }

    #[test]
    fn between_the_two_thresholds_nothing_changes() {
        assert_eq!(presses(all(), &[0.0, 0.1, 0.05, 0.1, 0.05, 0.1, 0.0]), 1);
        assert_eq!(presses(all(), &[0.0, 0.1, 0.02, 0.1, 0.02, 0.1, 0.0]), 3);
        let slow = AirButton { pause: 0.35, ..all() };
        assert_eq!(presses(slow, &[0.1, 0.0, 0.1, 0.0, 0.1]), 2);
    }

    #[test]
    fn areas_that_are_no_areas_are_never_pressed() {
        let one = Vec2::ONE;
        for area in [
            Aabb::new(Vec2::NAN, one),
            Aabb { min: one, max: Vec2::ZERO },
            Aabb::new(one * 3.0, one * 4.0),
            Aabb::new(Vec2::ZERO, vec2(f32::INFINITY, 1.0)),
        ] {
            let button = AirButton { press: 0.0, ..AirButton::new(area) };
            assert_eq!(presses(button, &[1.0, 0.0, 1.0]), 0, "{area:?}");
        }
    }
}
