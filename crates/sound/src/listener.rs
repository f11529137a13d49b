//! What of a sound reaches an ear.

use motile_geom::{Vec2, Vec2Ext, ops};

/// The ear of a game: where it is, and how sounds get quieter and move to the side with distance.
///
/// ```
/// use motile_geom::vec2;
/// use motile_sound::Listener;
///
/// let ear = Listener { position: vec2(100.0, 0.0), ..Listener::default() };
/// let near = ear.hear(vec2(110.0, 0.0));
/// let right = ear.hear(vec2(500.0, 0.0));
/// assert!(near.volume > right.volume && right.pan > near.pan);
/// assert_eq!(ear.hear(vec2(5000.0, 0.0)).volume, 0.0);
/// ```
#[doc(alias = "ear")]
#[doc(alias = "attenuation")]
#[doc(alias = "rolloff")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    /// Where it is, in pixels of the world.
    pub position: Vec2,
    /// Which way its right side points, in radians; 0 is to the right of the screen.
    pub rotation: f32,
    /// Up to this distance in pixels a sound has its full volume.
    pub near: f32,
    /// From this distance on it is silent.
    pub far: f32,
    /// Distance to the side at which a sound is almost wholly on that side.
    pub width: f32,
}

/// What of a sound reaches a [`Listener`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    /// Factor of its volume, 0…1.
    pub volume: f32,
    /// From −1, left, to 1, right.
    pub pan: f32,
}

/// [`Listener::DEFAULT`].
impl Default for Listener {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Listener {
    /// At the origin; full volume within 80 pixels, silence from 1200 on, on one side from about 400.
    pub const DEFAULT: Self =
        Self { position: Vec2::ZERO, rotation: 0.0, near: 80.0, far: 1200.0, width: 400.0 };

    /// What of a sound at a place is heard. The volume falls as one over the distance, as in air, and on the last part of
    /// the way down to nothing, so that no sound breaks off. Where numbers are not finite, nothing is heard.
    pub fn hear(&self, place: Vec2) -> Heard {
        let away = (place - self.position).turned(-self.rotation);
        let distance = away.length();
        if !distance.is_finite() || distance >= self.far {
            return Heard { volume: 0.0, pan: 0.0 };
        }
        // Bends softly towards ±1 instead of jumping when something passes by.
        let side = away.x / self.width.max(f32::MIN_POSITIVE);
        let pan = (side / ops::sqrt(1.0 + side * side)).clamp(-1.0, 1.0);
        let pan = if pan.is_finite() { pan } else { 0.0 };
        if distance <= self.near {
            return Heard { volume: 1.0, pan };
        }
        let near = self.near.max(1.0);
        let in_air = near / distance.max(near);
        let left = ((self.far - distance) / (self.far - self.near)).clamp(0.0, 1.0);
        let volume = in_air * left;
        Heard { volume: if volume.is_finite() { volume } else { 0.0 }, pan }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn volume_falls_without_a_jump() {
        let ear = Listener::default();
        let mut last = 1.0;
        for step in 0..1300 {
            let heard = ear.hear(vec2(step as f32, 0.0));
            assert!(heard.volume <= last && last - heard.volume < 0.02, "at {step}");
            last = heard.volume;
        }
        assert_eq!(last, 0.0);
    }

    #[test]
    fn sides_follow_the_rotation() {
        let mut ear = Listener::default();
        assert!(ear.hear(vec2(300.0, 0.0)).pan > 0.5);
        ear.rotation = core::f32::consts::PI;
        assert!(ear.hear(vec2(300.0, 0.0)).pan < -0.5);
    }

    #[test]
    fn no_numbers_give_bad_ones() {
        let odd = [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX];
        for near in odd {
            for far in odd {
                let ear = Listener { near, far, width: far, ..Listener::default() };
                let heard = ear.hear(vec2(near, 5.0));
                assert!((0.0..=1.0).contains(&heard.volume), "{near} {far} {heard:?}");
                assert!((-1.0..=1.0).contains(&heard.pan), "{near} {far} {heard:?}");
            }
        }
    }
}
