//! Flying by noise.

use motile_geom::ops;

/// A thing that noise lifts and silence lets sink: gravity, a lift for every unit of level, drag. Up is towards smaller
/// numbers, as on a screen.
///
/// ```
/// use motile_sense::LevelLift;
///
/// let mut plane = LevelLift::new(200.0);
/// for _ in 0..60 {
///     plane.step(Some(20.0), 20.0..380.0, 1.0 / 60.0); // this level just carries it
/// }
/// assert!((plane.y - 200.0).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelLift {
    /// Where it is, in pixels from the top.
    pub y: f32,
    /// How fast it sinks, in pixels a second.
    pub velocity: f32,
    /// What pulls it down, in pixels per second squared.
    pub gravity: f32,
    /// What a unit of level lifts, in pixels per second squared.
    pub lift: f32,
    /// The part of its speed that it loses in a second, as a rate: speed falls as e^(−drag·t).
    pub drag: f32,
}

impl LevelLift {
    /// At rest, with the strengths of the classic example at 24 frames a second: level 20 carries it, silence lets it
    /// sink at 96 pixels a second.
    pub const fn new(y: f32) -> Self {
        Self { y, velocity: 0.0, gravity: 230.4, lift: 11.52, drag: 2.5287 }
    }

    /// Flies for `dt` seconds between the two ends of a range. It loses its speed where it touches one, so that the next
    /// noise lifts it at once. Without a level there is no lift. Numbers that are not finite, or that settings make so, change
    /// nothing.
    pub fn step(&mut self, level: Option<f32>, range: core::ops::Range<f32>, dt: f32) {
        let level = level.unwrap_or(0.0);
        if !level.is_finite() || !dt.is_finite() || dt <= 0.0 {
            return;
        }
        let mut velocity = self.velocity + (self.gravity - self.lift * level) * dt;
        velocity *= ops::exp(-self.drag * dt);
        let y = self.y + velocity * dt;
        if !velocity.is_finite() || !y.is_finite() {
            return;
        }
        (self.y, self.velocity) = (y, velocity);
        let stays = y.max(range.start).min(range.end);
        if stays != y {
            (self.y, self.velocity) = (stays, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_5_19_weak_5_2_noise_lifts_at_once_after_a_rest() {
        let mut plane = LevelLift::new(300.0);
        for _ in 0..600 {
            plane.step(None, 20.0..380.0, 1.0 / 60.0);
        }
        assert_eq!((plane.y, plane.velocity), (380.0, 0.0));
        plane.step(Some(40.0), 20.0..380.0, 1.0 / 60.0);
        assert!(plane.y < 380.0);
    }

    #[test]
    fn weak_5_1_the_rate_of_ticks_hardly_matters() {
        let fly = |hz: u32| {
            let mut plane = LevelLift::new(350.0);
            for _ in 0..hz {
                plane.step(Some(60.0), 20.0..1_000.0, 1.0 / hz as f32);
            }
            plane.y
        };
        assert!((fly(60) - fly(240)).abs() < 6.0, "{} {}", fly(60), fly(240));
        // Against the solution of v' = a − k·v: what is left is the error of a tick, which halves with it.
        let plane = LevelLift::new(350.0);
        let (pull, drag) = (f64::from(plane.gravity - plane.lift * 60.0), f64::from(plane.drag));
        let exact = 350.0 + pull / drag * (1.0 - (1.0 - ops::exp64(-drag)) / drag);
        let off = |hz: u32| f64::from(fly(hz)) - exact;
        assert!(off(60).abs() < 2.0, "{}", off(60));
        for hz in [30, 60, 120] {
            let ratio = off(hz * 2) / off(hz);
            assert!((0.45..0.55).contains(&ratio), "{hz}: {ratio}");
        }
        let mut plane = LevelLift::new(350.0);
        plane.step(Some(f32::NAN), 20.0..380.0, 0.1);
        plane.step(Some(1.0), 20.0..380.0, f32::INFINITY);
        assert_eq!(plane, LevelLift::new(350.0));
    }
}
