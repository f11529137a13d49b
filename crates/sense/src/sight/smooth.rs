//! Steady hands: smoothing of what was seen, and what to believe when nothing is.

use core::f32::consts::TAU;
use motile_geom::{Vec2, ops};

/// The one-euro filter: smooth while things are slow, quick while they are fast. Steadies a point that jitters without
/// making it lag when it moves.
///
/// ```
/// use motile_geom::vec2;
/// use motile_sense::sight::OneEuro;
/// let mut hand = OneEuro::default();
/// hand.update(vec2(100.0, 100.0), 1.0 / 30.0);
/// let held = hand.update(vec2(101.0, 100.0), 1.0 / 30.0);
/// assert!(held.x < 100.5, "a jitter of a pixel is held back");
/// ```
#[doc(alias = "low-pass filter")]
#[doc(alias = "jitter")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneEuro {
    /// Frequency in Hz below which changes pass while the point is at rest. Lower is steadier. Default 1.
    pub rest: f32,
    /// How much that frequency rises with speed: Hz per unit a second. Higher lags less. Default 0.02, for pixels.
    pub speed: f32,
    /// Values that were not finite, and were left out.
    pub rejected: u64,
    state: Option<(Vec2, Vec2)>,
}

impl Default for OneEuro {
    fn default() -> Self {
        Self { rest: 1.0, speed: 0.02, rejected: 0, state: None }
    }
}

/// Frequency in Hz at which the speed itself is smoothed, as in the paper of Casiez, Roussel and Vogel (2012).
const SPEED_RATE: f32 = 1.0;

/// How much of a change passes a filter of this frequency in `dt` seconds.
fn share(frequency: f32, dt: f32) -> f32 {
    let passed = TAU * frequency.max(0.0) * dt;
    passed / (1.0 + passed)
}

impl OneEuro {
    /// Takes a value that came `dt` seconds after the last and gives the smoothed one. A value or time that is not
    /// finite, and time that does not pass, leave it as it is.
    pub fn update(&mut self, value: Vec2, dt: f32) -> Vec2 {
        let Some((last, speed)) = self.state else {
            if value.is_finite() {
                self.state = Some((value, Vec2::ZERO));
                return value;
            }
            self.rejected += 1;
            return Vec2::ZERO;
        };
        if !value.is_finite() || !dt.is_finite() || dt <= 0.0 {
            self.rejected += u64::from(!value.is_finite() || !dt.is_finite());
            return last;
        }
        let speed = speed.lerp((value - last) / dt, share(SPEED_RATE, dt));
        let value = last.lerp(value, share(self.rest + self.speed * speed.length(), dt));
        self.state = Some((value, speed));
        value
    }

    /// The smoothed value, `None` before the first.
    pub fn value(&self) -> Option<Vec2> {
        self.state.map(|state| state.0)
    }

    /// Forgets everything.
    pub const fn reset(&mut self) {
        self.state = None;
    }
}

/// A point that is seen most of the time: smoothed while it is, held for a moment when it is lost, then fading. A game
/// reads one position and how far to trust it.
///
/// ```
/// use motile_geom::vec2;
/// use motile_sense::sight::SteadyPoint;
/// let mut hand = SteadyPoint::default();
/// hand.update(Some(vec2(0.5, 0.5)), 0.1);
/// hand.update(None, 0.1);
/// assert_eq!((hand.position, hand.trust), (vec2(0.5, 0.5), 1.0), "held");
/// for _ in 0..10 {
///     hand.update(None, 0.1);
/// }
/// assert_eq!((hand.position, hand.trust), (vec2(0.5, 0.5), 0.0), "gone, but it does not jump");
/// ```
#[doc(alias = "tracker")]
#[doc(alias = "confidence")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyPoint {
    /// Where it is, or was when it was last seen.
    pub position: Vec2,
    /// 1 while it is seen or held, falling to 0 when it is lost.
    pub trust: f32,
    /// How long it counts as seen after it was lost, in seconds. Default 0.2.
    pub hold: f32,
    /// How long trust takes to fall, in seconds. Default 0.5.
    pub fade: f32,
    /// The smoothing.
    pub filter: OneEuro,
    lost: f32,
    /// Time since the filter last had a value.
    since: f32,
}

impl Default for SteadyPoint {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            trust: 0.0,
            hold: 0.2,
            fade: 0.5,
            filter: OneEuro::default(),
            lost: 0.0,
            since: 0.0,
        }
    }
}

impl SteadyPoint {
    /// A point that is smoothed by a filter.
    pub fn new(filter: OneEuro) -> Self {
        Self { filter, ..Self::default() }
    }

    /// Lets `dt` seconds pass in which the point was seen, or not. Time that is negative or not finite does not pass; a
    /// point that is not finite was not seen.
    pub fn update(&mut self, seen: Option<Vec2>, dt: f32) {
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        self.since += dt;
        if let Some(at) = seen.filter(|at| at.is_finite()) {
            if self.trust == 0.0 {
                // It may come back anywhere: no way leads there from the old place.
                self.filter.reset();
            }
            self.position = self.filter.update(at, self.since);
            (self.trust, self.lost, self.since) = (1.0, 0.0, 0.0);
            return;
        }
        self.lost += dt;
        if self.lost > self.hold && self.trust > 0.0 {
            let over = self.lost - self.hold;
            self.trust = if self.fade > 0.0 { (1.0 - over / self.fade).max(0.0) } else { 0.0 };
        }
    }

    /// Where it is while there is some trust in it.
    pub fn get(&self) -> Option<Vec2> {
        (self.trust > 0.0).then_some(self.position)
    }
}

/// How fast a value follows another: the share of the way that is gone in `dt` seconds with a time constant. The same
/// in one step as in many.
pub(crate) fn follow(dt: f32, seconds: f32) -> f32 {
    if seconds > 0.0 { 1.0 - ops::exp(-dt / seconds) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec2};

    /// Root mean square of the distance to the truth over the second half of a run.
    fn error(path: impl Fn(f32) -> Vec2, noise: f32, filter: Option<OneEuro>) -> f32 {
        let (mut rng, mut filter) = (Rng::new(3), filter);
        let mut sum = 0.0;
        for frame in 0..120 {
            let truth = path(frame as f32 / 30.0);
            let seen = truth + vec2(rng.normal(), rng.normal()) * noise;
            let value = filter.as_mut().map_or(seen, |filter| filter.update(seen, 1.0 / 30.0));
            if frame >= 60 {
                sum += value.distance_squared(truth);
            }
        }
        (sum / 60.0).sqrt()
    }

    #[test]
    fn weak_5_11_at_rest_it_is_steady_and_in_a_run_it_is_near() {
        let rest = |_| vec2(100.0, 100.0);
        assert!(error(rest, 2.0, Some(OneEuro::default())) < error(rest, 2.0, None) * 0.5);
        let run = |time: f32| vec2(300.0 * time, 0.0);
        // A plain filter of the same rest frequency lags by 300 px/s over 2π Hz: 48 pixels.
        let plain = OneEuro { speed: 0.0, ..OneEuro::default() };
        let (plain, quick) =
            (error(run, 0.0, Some(plain)), error(run, 0.0, Some(OneEuro::default())));
        assert!(plain > 40.0 && quick < 10.0, "{plain} and {quick}");
    }

    #[test]
    fn bad_numbers_are_counted_and_change_nothing() {
        let mut filter = OneEuro::default();
        assert_eq!(filter.update(Vec2::NAN, 0.1), Vec2::ZERO);
        filter.update(vec2(5.0, 5.0), 0.1);
        for (value, dt) in [
            (Vec2::NAN, 0.1),
            (Vec2::ZERO, f32::NAN),
            (Vec2::ZERO, f32::INFINITY),
            (Vec2::ZERO, -1.0),
        ] {
            assert_eq!(filter.update(value, dt), vec2(5.0, 5.0));
        }
        assert_eq!(filter.rejected, 4);
        let mut point = SteadyPoint::default();
        point.update(Some(Vec2::NAN), f32::NAN);
        assert_eq!((point.position, point.trust, point.get()), (Vec2::ZERO, 0.0, None));
    }

    #[test]
    fn weak_5_11_a_point_that_comes_back_is_there_at_once() {
        let mut point = SteadyPoint::default();
        point.update(Some(vec2(0.0, 0.0)), 0.1);
        for _ in 0..20 {
            point.update(None, 0.1);
        }
        point.update(Some(vec2(90.0, 0.0)), 0.1);
        assert_eq!(point.get(), Some(vec2(90.0, 0.0)));
    }
}
