//! Along a smooth curve, looking ahead.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::seek::towards;
use motile_geom::{ArcLength, Curve, HashState, MarkRole, MarkSink, MaybeWatched, StateHash, Vec2};

/// Path following on a smooth curve: the progress of one agent along it; the curve and its table of lengths stay with the caller.
///
/// Each step finds the place on the curve nearest to the agent, near the last one, and heads for a point further
/// on: far enough for a smooth line, near enough not to cut corners.
///
/// ```
/// use motile_geom::{ArcLength, CatmullRom, vec2};
/// use motile_steer::{Agent, CurveFollower};
///
/// let points = [vec2(0.0, 0.0), vec2(300.0, 0.0), vec2(300.0, 300.0), vec2(0.0, 300.0)];
/// let road = CatmullRom { points: &points, closed: true };
/// let lengths = ArcLength::new(&road);
/// let mut agent = Agent::new(0.0, 0.0);
/// let mut follower = CurveFollower { looped: true, ..CurveFollower::default() };
/// for _ in 0..600 {
///     let steering = follower.steer(&agent, &road, &lengths);
///     agent.step(steering, 1.0 / 60.0);
///     assert!(follower.aside(&agent, &road, &lengths) < 40.0);
/// }
/// assert!(follower.laps >= 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "pure pursuit")]
pub struct CurveFollower {
    /// Place on the curve, in pixels from its start.
    pub distance: f32,
    /// Heads for the point this many seconds of travel further on.
    pub lookahead: f32,
    /// At least this many pixels further on, so that a slow agent still sees where the curve goes.
    pub min_lookahead: f32,
    /// Go on at the start after the end.
    pub looped: bool,
    /// How often a looped curve was completed.
    pub laps: u32,
}

impl Default for CurveFollower {
    fn default() -> Self {
        Self { distance: 0.0, lookahead: 0.2, min_lookahead: 20.0, looped: false, laps: 0 }
    }
}

impl HashState for CurveFollower {
    fn hash_state(&self, hash: &mut StateHash) {
        for v in [self.distance, self.lookahead, self.min_lookahead] {
            hash.write_f32(v);
        }
        hash.write_u32(u32::from(self.looped));
        hash.write_u32(self.laps);
    }
}

/// Pieces in which the marks show a curve.
const MARKED_PIECES: u32 = 64;

/// Places tried on either side when the nearest one is sought.
const TRIES: i32 = 8;

impl CurveFollower {
    /// The steering that follows the curve. `lengths` must be measured from the same curve; a curve without length gives
    /// none.
    ///
    /// Marks: the curve, the place on it nearest to the agent, and the point headed for.
    pub fn steer(
        &mut self,
        mut agent: impl MaybeWatched<Agent>,
        curve: &impl Curve,
        lengths: &ArcLength,
    ) -> Vec2 {
        let (agent, mut marks) = agent.split();
        let steering = self.head_on(agent, curve, lengths);
        self.mark(agent, &mut marks, curve, lengths);
        with_arrows(&mut marks, agent, steering)
    }

    fn head_on(&mut self, agent: &Agent, curve: &impl Curve, lengths: &ArcLength) -> Vec2 {
        if !self.distance.is_finite() {
            self.distance = 0.0;
        }
        let total = lengths.total();
        if !(total > 0.0 && total.is_finite() && agent.position.is_finite()) {
            return Vec2::ZERO;
        }
        self.locate(agent, curve, lengths);
        towards(agent, self.aim(agent, curve, lengths))
    }

    /// The point of the curve being headed for: ahead of the place last found by [`CurveFollower::steer`].
    pub fn aim(&self, agent: &Agent, curve: &impl Curve, lengths: &ArcLength) -> Vec2 {
        let ahead = (agent.speed() * self.lookahead).max(self.min_lookahead);
        self.point(curve, lengths, self.distance + if ahead.is_finite() { ahead } else { 0.0 })
    }

    /// Whether the end of an open curve has been reached.
    pub fn is_finished(&self, lengths: &ArcLength) -> bool {
        !self.looped && self.distance >= lengths.total()
    }

    /// How far beside the curve the agent is, in pixels.
    pub fn aside(&self, agent: &Agent, curve: &impl Curve, lengths: &ArcLength) -> f32 {
        self.point(curve, lengths, self.distance).distance(agent.position)
    }

    fn point(&self, curve: &impl Curve, lengths: &ArcLength, distance: f32) -> Vec2 {
        let total = lengths.total();
        let along =
            if self.looped { distance.rem_euclid(total) } else { distance.clamp(0.0, total) };
        lengths.point_at(curve, along)
    }

    /// Moves the place to the one nearest to the agent: a coarse look at both sides, then halving the stride.
    fn locate(&mut self, agent: &Agent, curve: &impl Curve, lengths: &ArcLength) {
        let total = lengths.total();
        let off = |d: f32| self.point(curve, lengths, d).distance_squared(agent.position);
        let near = self.min_lookahead.max(agent.speed() * 0.1);
        let mut stride = near.clamp(total * 1e-3, total) / TRIES as f32;
        let mut best = self.distance;
        let mut nearest = off(best);
        let mut look = |best: &mut f32, at: f32| {
            let squared = off(at);
            if squared < nearest && at.is_finite() {
                nearest = squared;
                *best = at;
            }
        };
        let start = best;
        for i in -TRIES..=TRIES {
            look(&mut best, start + i as f32 * stride);
        }
        for _ in 0..8 {
            stride *= 0.5;
            let center = best;
            look(&mut best, center - stride);
            look(&mut best, center + stride);
        }
        self.settle(best, total);
    }

    fn settle(&mut self, distance: f32, total: f32) {
        if !self.looped {
            self.distance = distance.clamp(0.0, total);
            return;
        }
        if distance >= total {
            self.laps += 1;
        } else if distance < 0.0 {
            self.laps = self.laps.saturating_sub(1);
        }
        self.distance = distance.rem_euclid(total);
    }

    fn mark(
        &self,
        agent: &Agent,
        marks: &mut impl MarkSink,
        curve: &impl Curve,
        lengths: &ArcLength,
    ) {
        if !marks.is_on() {
            return;
        }
        let point = |piece: u32| {
            lengths.point_at(curve, lengths.total() * piece as f32 / MARKED_PIECES as f32)
        };
        for piece in 0..MARKED_PIECES {
            marks.line(MarkRole::Path, point(piece), point(piece + 1));
        }
        marks.line(MarkRole::Link, agent.position, lengths.point_at(curve, self.distance));
        marks.point(MarkRole::Target, self.aim(agent, curve, lengths));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{CubicBezier, vec2};

    #[test]
    fn an_open_curve_is_followed_to_its_end() {
        let curve = CubicBezier::new(
            vec2(0.0, 0.0),
            vec2(200.0, 0.0),
            vec2(200.0, 300.0),
            vec2(400.0, 300.0),
        );
        let lengths = ArcLength::new(&curve);
        let mut agent = Agent::new(0.0, 10.0);
        let mut follower = CurveFollower::default();
        for _ in 0..400 {
            let steering = follower.steer(&agent, &curve, &lengths);
            agent.step(steering, 1.0 / 60.0);
            if follower.is_finished(&lengths) {
                break;
            }
            assert!(follower.aside(&agent, &curve, &lengths) < 20.0, "{}", agent.position);
        }
        assert!(follower.is_finished(&lengths));
    }

    #[test]
    fn a_curve_without_length_gives_no_steering() {
        let point = CubicBezier::new(Vec2::ONE, Vec2::ONE, Vec2::ONE, Vec2::ONE);
        let mut follower = CurveFollower { looped: true, ..CurveFollower::default() };
        assert_eq!(
            follower.steer(&Agent::new(5.0, 5.0), &point, &ArcLength::new(&point)),
            Vec2::ZERO
        );
    }
}
