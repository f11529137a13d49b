//! Corrections that are not seen as jumps.

use motile_geom::{Vec2, ops};

/// How far what is shown lies off from what is known, and goes there: a correction moves nothing at once.
///
/// ```
/// use motile_net::FadingOffset;
/// use motile_geom::Vec2;
///
/// let (mut place, mut hidden) = (Vec2::new(10.0, 0.0), FadingOffset::default());
/// hidden.hide(Vec2::new(10.0, 0.0), Vec2::new(18.0, 0.0)); // a rollback moves it by 8 pixels …
/// place.x = 18.0;
/// assert_eq!(place + hidden.offset, Vec2::new(10.0, 0.0)); // … and nobody sees it,
/// hidden.fade(0.1, 0.05);
/// assert_eq!(place + hidden.offset, Vec2::new(16.0, 0.0)); // but it is where it belongs soon after.
/// ```
#[doc(alias = "error smoothing")]
#[doc(alias = "error offset")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FadingOffset {
    /// To be added to the place that is known, pixels.
    pub offset: Vec2,
}

impl FadingOffset {
    /// Hides that something moved by a correction, from where it was to where it is. Numbers that are not finite count as none.
    pub fn hide(&mut self, from: Vec2, to: Vec2) {
        let offset = self.offset + from - to;
        if offset.is_finite() {
            self.offset = offset;
        }
    }

    /// Lets `dt` seconds pass, of which each `half` take half of it away, however long the frames are. All of it goes at once when
    /// `half` is not above 0.
    pub fn fade(&mut self, dt: f32, half: f32) {
        self.offset *= if half > 0.0 && dt >= 0.0 { ops::exp2(-dt / half) } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sim_w11_offsets_fade_alike_at_any_frame_rate() {
        let faded = |frames: u32, seconds: f32| {
            let mut hidden = FadingOffset { offset: Vec2::new(80.0, -40.0) };
            (0..frames).for_each(|_| hidden.fade(seconds / frames as f32, 0.05));
            hidden.offset
        };
        for frames in [1, 2, 9, 60] {
            assert!(faded(frames, 0.05).distance(Vec2::new(40.0, -20.0)) < 1e-3, "{frames} frames");
            assert!(faded(frames, 0.15).distance(Vec2::new(10.0, -5.0)) < 1e-3);
        }
    }

    #[test]
    fn numbers_that_are_none_hide_nothing() {
        let mut hidden = FadingOffset { offset: Vec2::ONE };
        hidden.hide(Vec2::NAN, Vec2::ZERO);
        hidden.hide(Vec2::INFINITY, Vec2::ZERO);
        assert_eq!(hidden.offset, Vec2::ONE);
        hidden.fade(f32::NAN, 0.05);
        assert_eq!(hidden.offset, Vec2::ZERO);
    }
}
