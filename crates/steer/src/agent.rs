//! The one that moves: position, velocity, limits, and how steering becomes motion.

use crate::finite::finite_or_zero;
use core::fmt;
use motile_geom::{HashState, StateHash, Vec2, Vec2Ext, angle, vec2};

/// A body that can be steered, the "vehicle" or "boid" of the literature. Plain data: behaviors read it,
/// [`Agent::step`] moves it. Units are pixels and seconds.
#[doc(alias = "vehicle")]
#[doc(alias = "boid")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    /// Center in pixels.
    pub position: Vec2,
    /// Pixels per second.
    pub velocity: Vec2,
    /// Unit vector it faces; follows the velocity, stays when the agent stops.
    pub heading: Vec2,
    /// Resistance to force, above 0.
    pub mass: f32,
    /// Fastest speed in pixels per second, 0 or more.
    pub max_speed: f32,
    /// Strongest force, 0 or more; `max_force / mass` is the strongest acceleration in pixels per
    /// second squared.
    pub max_force: f32,
    /// Size in pixels, 0 or more; used by avoidance, containment and bouncing.
    pub radius: f32,
}

/// What is wrong with the numbers of an agent: the answer of [`Agent::fault`], and a label in its marks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AgentFault {
    /// A field is NaN or infinite.
    NotFinite {
        /// Name of the field.
        field: &'static str,
    },
    /// The mass is 0 or less.
    BadMass(f32),
    /// A limit or the radius is negative.
    Negative {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: f32,
    },
}

impl fmt::Display for AgentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { field } => write!(f, "{field} of the agent is not finite"),
            Self::BadMass(mass) => write!(f, "mass must be above 0, found {mass}"),
            Self::Negative { field, value } => {
                write!(f, "{field} must be 0 or more, found {value}")
            }
        }
    }
}

/// Speed below which the heading stays as it is, in pixels per second: slower motion has no direction
/// worth facing, and the last step onto a target is rounded to either side.
const FACING_SPEED: f32 = 0.02;

impl Default for Agent {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            heading: Vec2::X,
            mass: 1.0,
            max_speed: 240.0,
            max_force: 720.0,
            radius: 8.0,
        }
    }
}

impl Agent {
    /// An agent at rest at a point, in pixels, with the default limits.
    pub fn new(x: f32, y: f32) -> Self {
        Self { position: vec2(x, y), ..Self::default() }
    }

    /// The first number that cannot be reckoned with: one that is not finite, a mass of 0 or less, a negative limit.
    /// Such an agent stands still and steers nowhere; its marks carry a label that says why.
    #[must_use]
    pub fn fault(&self) -> Option<AgentFault> {
        let vectors =
            [("position", self.position), ("velocity", self.velocity), ("heading", self.heading)];
        let scalars = [
            ("mass", self.mass),
            ("max_speed", self.max_speed),
            ("max_force", self.max_force),
            ("radius", self.radius),
        ];
        let vectors = vectors.iter().map(|&(field, v)| (field, v.is_finite()));
        let mut finite = vectors.chain(scalars.iter().map(|&(field, v)| (field, v.is_finite())));
        if let Some((field, _)) = finite.find(|&(_, finite)| !finite) {
            return Some(AgentFault::NotFinite { field });
        }
        if self.mass <= 0.0 {
            return Some(AgentFault::BadMass(self.mass));
        }
        let negative = scalars[1..].iter().find(|(_, value)| *value < 0.0);
        negative.map(|&(field, value)| AgentFault::Negative { field, value })
    }

    /// Largest change of velocity in a step of `dt` seconds.
    #[inline]
    pub fn max_change(&self, dt: f32) -> f32 {
        let change = self.max_force / self.mass * dt;
        if change.is_finite() { change.max(0.0) } else { 0.0 }
    }

    /// Moves for `dt` seconds with a steering vector, the wanted change of velocity in pixels per second: it is cut to
    /// what the force can do, then the velocity to the top speed; the heading follows. Mass limits the acceleration, it
    /// does not weaken the steering.
    ///
    /// [`Vec2::ZERO`] goes straight on. Steering that is not finite counts as none, a velocity that is not as rest; a
    /// move to where numbers end does not happen, and a `dt` that is negative or not finite changes nothing.
    #[inline]
    pub fn step(&mut self, steering: Vec2, dt: f32) {
        if !(dt >= 0.0 && dt.is_finite()) {
            return;
        }
        self.velocity += finite_or_zero(steering).truncate(self.max_change(dt));
        self.coast(dt);
    }

    /// Moves for `dt` seconds without steering: cut the speed, move, face the direction of motion.
    #[inline]
    pub(crate) fn coast(&mut self, dt: f32) {
        self.velocity = finite_or_zero(self.velocity.truncate(self.max_speed));
        let moved = self.position + self.velocity * dt;
        if moved.is_finite() {
            self.position = moved;
        }
        if self.velocity.length_squared() > FACING_SPEED * FACING_SPEED {
            self.heading = self.velocity.normalized();
        }
    }

    /// Turns the heading towards the velocity by at most `max_turn` radians, for drawing without jerks.
    /// Call it instead of relying on the heading that [`Agent::step`] sets: pass the heading of
    /// the frame before.
    pub fn smooth_heading(&mut self, previous: Vec2, max_turn: f32) {
        if !(previous.is_finite() && max_turn >= 0.0) {
            return;
        }
        let turned = angle::turn_towards(previous.angle(), self.heading.angle(), max_turn);
        self.heading = Vec2::at_angle(turned);
    }

    /// How fast it turns, in radians per second clockwise on the screen, if its heading was `previous` a step of `dt`
    /// seconds ago; 0 when that cannot be said. Bends the feeler of [`Avoid`](crate::Avoid).
    #[must_use]
    pub fn turn_rate(&self, previous: Vec2, dt: f32) -> f32 {
        let turned = angle::difference(previous.angle(), self.heading.angle());
        let rate = turned / dt;
        if dt > 0.0 && rate.is_finite() { rate } else { 0.0 }
    }

    /// Where it looks: along its velocity, at rest along its heading.
    pub(crate) fn facing(&self) -> Vec2 {
        self.velocity.try_normalize().unwrap_or(self.heading)
    }

    /// Current speed in pixels per second.
    pub fn speed(&self) -> f32 {
        self.velocity.length()
    }

    /// A point in the agent's own axes (x ahead, y to the right) as a point of the world.
    pub fn to_world(&self, local: Vec2) -> Vec2 {
        self.position + self.heading * local.x + self.heading.perp() * local.y
    }

    /// The reverse of [`Agent::to_world`].
    pub fn to_local(&self, world: Vec2) -> Vec2 {
        let offset = world - self.position;
        vec2(offset.dot(self.heading), offset.dot(self.heading.perp()))
    }
}

impl HashState for Agent {
    fn hash_state(&self, hash: &mut StateHash) {
        for v in [self.position, self.velocity, self.heading] {
            hash.write_vec2(v);
        }
        for v in [self.mass, self.max_speed, self.max_force, self.radius] {
            hash.write_f32(v);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;

    #[test]
    fn steer_a10_speed_is_cut_before_moving() {
        let mut agent = Agent { velocity: vec2(30.0, 40.0), ..classic::agent(0.0, 0.0) };
        agent.step(Vec2::ZERO, 1.0);
        assert_eq!(agent.velocity, vec2(6.0, 8.0));
        assert_eq!(agent.position, vec2(6.0, 8.0));
        assert!((agent.heading.angle().to_degrees() - 53.1301).abs() < 1e-3);
    }

    #[test]
    fn steer_a34_no_steering_keeps_the_velocity_and_limits_hold() {
        let mut agent = Agent { velocity: vec2(3.0, 4.0), mass: 2.0, ..classic::agent(0.0, 0.0) };
        agent.step(Vec2::ZERO, 1.0);
        agent.step(Vec2::ZERO, 1.0);
        assert_eq!(agent.velocity, vec2(3.0, 4.0));
        for i in 0..200 {
            let before = agent.velocity;
            agent.step(Vec2::at_angle(i as f32) * 50.0, 1.0);
            assert!(agent.speed() <= agent.max_speed + 1e-5);
            assert!((agent.velocity - before).length() <= 0.5 + 1e-5);
        }
    }

    #[test]
    fn steer_a35_bad_numbers_are_named() {
        let agent = Agent::default();
        assert_eq!(Agent { mass: 0.0, ..agent }.fault(), Some(AgentFault::BadMass(0.0)));
        let nan = Agent { max_speed: f32::NAN, ..agent }.fault();
        assert_eq!(nan, Some(AgentFault::NotFinite { field: "max_speed" }));
        let negative = Agent { max_force: -1.0, ..agent }.fault();
        assert_eq!(negative, Some(AgentFault::Negative { field: "max_force", value: -1.0 }));
        assert_eq!(agent.fault(), None);
    }

    #[test]
    fn steer_w17_heading_stays_at_rest_and_turns_smoothly() {
        let mut agent = Agent { velocity: vec2(0.0, 5.0), ..Agent::default() };
        agent.step(Vec2::ZERO, 1.0);
        agent.velocity = Vec2::ZERO;
        agent.step(Vec2::ZERO, 1.0);
        assert_eq!(agent.heading, Vec2::Y);
        agent.smooth_heading(Vec2::X, 0.5);
        assert!((agent.heading.angle() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn steer_w17_who_has_arrived_does_not_look_back() {
        for (x, y) in [(300.0, 0.0), (560.0, 220.0), (-1234.5, 987.6)] {
            let goal = vec2(x, y);
            let mut agent = Agent::new(0.1, 0.7);
            for _ in 0..900 {
                let steering = crate::arrive(&agent, goal, 1.0 / 60.0);
                agent.step(steering, 1.0 / 60.0);
                assert!(agent.heading.dot(goal.normalized()) > 0.99, "{}", agent.heading);
            }
            assert!(agent.position.distance(goal) < 1e-3);
        }
    }

    #[test]
    fn steer_w11h_the_turn_of_a_step_is_a_rate() {
        let agent = Agent { heading: Vec2::at_angle(-3.1), ..Agent::default() };
        // Over the back: from 3.1 to −3.1 is a small turn to the right.
        let rate = agent.turn_rate(Vec2::at_angle(3.1), 0.1);
        assert!((rate - 0.831_853).abs() < 1e-3, "{rate}");
        assert_eq!(agent.turn_rate(Vec2::X, 0.0), 0.0);
        assert_eq!(agent.turn_rate(Vec2::NAN, 0.1), 0.0);
    }

    #[test]
    fn nonsense_steps_do_nothing() {
        let mut agent = Agent::new(5.0, 5.0);
        agent.step(vec2(f32::NAN, 1.0), 0.1);
        agent.step(Vec2::X, f32::NAN);
        agent.step(Vec2::X, -1.0);
        assert_eq!(agent.position, vec2(5.0, 5.0));
    }
}
