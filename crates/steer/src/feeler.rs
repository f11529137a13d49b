//! When the path ahead, straight or bent, meets a circle or a wall: the "feeler" or "whisker" of an agent.
//!
//! Straight ahead the contact is the root of a quadratic. An agent that turns at an even rate goes round a circle, and
//! the contact is where that circle meets another one, or a line: both have closed forms too, so nothing is walked step
//! by step and nothing thin is missed.

use crate::{Agent, Threat, nearest_threat};
use core::f64::consts::TAU;
use motile_geom::glam::{DVec2, dvec2};
use motile_geom::{Circle, Segment, Vec2, Vec2Ext, ops};

/// Turns slower than this, in radians per second, count as none: in a second at 200 pixels a second they lead a
/// hundredth of a pixel aside.
const STRAIGHT: f64 = 1e-4;

/// Where an agent goes if nothing changes.
pub(crate) struct Feeler<'a> {
    agent: &'a Agent,
    /// None while it goes straight.
    bend: Option<Bend>,
}

/// Motion along a circle at an even speed. In `f64`, because a slight bend makes a very large circle.
struct Bend {
    position: DVec2,
    center: DVec2,
    radius: f64,
    /// Radians per second, clockwise on the screen.
    turn: f64,
}

impl<'a> Feeler<'a> {
    /// The path of an agent whose heading turns by `turn` radians per second.
    pub(crate) fn new(agent: &'a Agent, turn: f32) -> Self {
        Self { agent, bend: Bend::new(agent, turn) }
    }

    /// Whether it does not bend.
    pub(crate) fn is_straight(&self) -> bool {
        self.bend.is_none()
    }

    /// Where the agent will be in so many seconds.
    pub(crate) fn after(&self, seconds: f32) -> Vec2 {
        match &self.bend {
            None => self.agent.position + self.agent.velocity * seconds,
            Some(bend) => bend.after(f64::from(seconds)).as_vec2(),
        }
    }

    /// When and where it enters a circle, or that it is inside already.
    pub(crate) fn meets_circle(&self, circle: Circle) -> Option<Threat> {
        let offset = self.agent.position - circle.center;
        if offset.length_squared() - circle.radius * circle.radius < 0.0 {
            return Some(Threat { time: 0.0, normal: away(self.agent, offset) });
        }
        match &self.bend {
            None => enter_circle(self.agent, circle),
            Some(bend) => bend.enters(circle.center.as_dvec2(), f64::from(circle.radius)),
        }
    }

    /// When it comes within `room` of a wall.
    pub(crate) fn meets_wall(&self, wall: Segment, room: f32) -> Option<Threat> {
        let offset = self.agent.position - wall.closest_point(self.agent.position);
        if offset.length_squared() < room * room {
            let normal = away(self.agent, offset);
            // Already leaving: no threat.
            let nearing = self.agent.velocity.dot(normal) < 0.0;
            return nearing.then_some(Threat { time: 0.0, normal });
        }
        let ends = || [wall.a, wall.b].map(|end| self.meets_circle(Circle::new(end, room)));
        match &self.bend {
            // Who goes straight for a side does not meet an end before.
            None => reach_side(self.agent, wall, room).or_else(|| nearest_threat(ends())),
            Some(bend) => {
                let side = bend.reaches_side(wall, f64::from(room));
                nearest_threat(ends().into_iter().chain([side]))
            }
        }
    }
}

/// Out of an obstacle; straight back from the very middle.
fn away(agent: &Agent, offset: Vec2) -> Vec2 {
    if offset == Vec2::ZERO { -agent.heading } else { offset.normalized() }
}

/// When an agent that goes straight enters a circle it is outside of.
fn enter_circle(agent: &Agent, circle: Circle) -> Option<Threat> {
    let offset = agent.position - circle.center;
    let outside = offset.length_squared() - circle.radius * circle.radius;
    let (v, approach) = (agent.velocity, offset.dot(agent.velocity));
    let squared = v.length_squared();
    let discriminant = approach * approach - squared * outside;
    if approach >= 0.0 || squared == 0.0 || discriminant < 0.0 {
        return None;
    }
    let time = (-approach - discriminant.sqrt()) / squared;
    Some(Threat { time, normal: away(agent, offset + v * time) })
}

/// When an agent that goes straight comes within `room` of the side of a wall, between its ends.
fn reach_side(agent: &Agent, wall: Segment, room: f32) -> Option<Threat> {
    let side = wall.vector().perp().normalized();
    let normal = if side.dot(agent.position - wall.a) < 0.0 { -side } else { side };
    let (speed, gap) = (-agent.velocity.dot(normal), normal.dot(agent.position - wall.a) - room);
    if !(speed > 0.0 && gap >= 0.0) {
        return None;
    }
    let time = gap / speed;
    let point = agent.position + agent.velocity * time;
    let t = (point - wall.a).dot(wall.vector());
    (0.0..=wall.vector().length_squared()).contains(&t).then_some(Threat { time, normal })
}

impl Bend {
    fn new(agent: &Agent, turn: f32) -> Option<Self> {
        let (position, velocity) = (agent.position.as_dvec2(), agent.velocity.as_dvec2());
        let (turn, speed) = (f64::from(turn), velocity.length());
        let bends = turn.abs() > STRAIGHT && turn.is_finite() && speed > 0.0 && speed.is_finite();
        let center = position + velocity.perp() / turn;
        (bends && position.is_finite()).then_some(Self {
            position,
            center,
            radius: speed / turn.abs(),
            turn,
        })
    }

    fn after(&self, seconds: f64) -> DVec2 {
        let (sin, cos) = ops::sin_cos64(self.turn * seconds);
        self.center + dvec2(cos, sin).rotate(self.position - self.center)
    }

    /// Seconds until the direction from the center to the agent has gone from where it is to `angle` radians beyond
    /// `from`, counted in the direction of its turn.
    fn time_to(&self, from: DVec2, angle: f64) -> f64 {
        let here = self.position - self.center;
        let now = ops::atan2_64(from.perp_dot(here), from.dot(here)) * self.turn.signum();
        let ahead = (angle - now).rem_euclid(TAU);
        // Who is there already, but for rounding, does not go all the way round first.
        if ahead > TAU - 1e-6 { 0.0 } else { ahead / self.turn.abs() }
    }

    /// When it enters a circle that it is outside of.
    fn enters(&self, center: DVec2, radius: f64) -> Option<Threat> {
        let offset = center - self.center;
        let distance = offset.length();
        // Law of cosines in the triangle of both centers and the place of entry.
        let cos = (self.radius * self.radius + distance * distance - radius * radius)
            / (2.0 * self.radius * distance);
        if !(-1.0..=1.0).contains(&cos) {
            return None;
        }
        let time = self.time_to(offset, -ops::acos64(cos));
        let normal = (self.after(time) - center).normalize_or_zero();
        Some(Threat { time: time as f32, normal: normal.as_vec2() })
    }

    /// When it comes within `room` of a side of a wall, between its ends; a bent path may lead to either side.
    fn reaches_side(&self, wall: Segment, room: f64) -> Option<Threat> {
        let (a, along) = (wall.a.as_dvec2(), wall.vector().as_dvec2());
        let side = along.perp().try_normalize()?;
        let reach = |normal: DVec2| {
            let cos = (room - normal.dot(self.center - a)) / self.radius;
            if !(-1.0..=1.0).contains(&cos) {
                return None;
            }
            // Of the two places at this distance the one where it comes nearer.
            let time = self.time_to(normal, ops::acos64(cos));
            let t = (self.after(time) - a).dot(along);
            let between = (0.0..=along.length_squared()).contains(&t);
            between.then_some(Threat { time: time as f32, normal: normal.as_vec2() })
        };
        nearest_threat([reach(side), reach(-side)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec2};

    /// The first time at which a point moved in tiny steps is within `room` of something.
    fn walked(agent: &Agent, turn: f32, near: impl Fn(Vec2) -> f32) -> Option<f32> {
        const STEP: f64 = 1e-3;
        let feeler = Feeler::new(agent, turn);
        let places = (0..3000).map(|i| (f64::from(i) * STEP) as f32);
        places.into_iter().find(|&time| near(feeler.after(time)) <= 0.0)
    }

    /// A closed form says the same as walking, for contacts within three seconds that are not mere touches.
    fn agree(closed: Option<Threat>, walked: Option<f32>, what: &str) -> bool {
        match (closed.map(|threat| threat.time), walked) {
            (Some(a), Some(b)) => {
                assert!((a - b).abs() < 0.05, "{what}: closed {a}, walked {b}");
                true
            }
            (None, Some(b)) => panic!("{what}: missed, walked into it at {b}"),
            _ => false,
        }
    }

    #[test]
    fn steer_w11h_closed_forms_agree_with_walking() {
        let mut rng = Rng::new(3);
        let (mut circles, mut walls) = (0, 0);
        for case in 0..400 {
            let agent = Agent {
                velocity: rng.unit_vec2() * rng.range(40.0..200.0),
                ..Agent::new(rng.range(-50.0..50.0), rng.range(-50.0..50.0))
            };
            let turn = rng.range(-2.0..2.0) * if case % 5 == 0 { 0.0 } else { 1.0 };
            let feeler = Feeler::new(&agent, turn);
            let circle = Circle::new(rng.in_unit_disc() * 300.0, rng.range(5.0..60.0));
            let into = |at: Vec2| at.distance(circle.center) - circle.radius;
            let found = feeler.meets_circle(circle);
            // Grazing contacts are a matter of rounding: walk around a slightly smaller one.
            let what = format!("case {case}, {circle:?}");
            circles += u32::from(agree(found, walked(&agent, turn, |at| into(at) + 0.05), &what));

            let wall = Segment::new(rng.in_unit_disc() * 300.0, rng.in_unit_disc() * 300.0);
            if wall.distance(agent.position) > 10.0 {
                let found = feeler.meets_wall(wall, 10.0);
                let near = |at: Vec2| wall.distance(at) - 9.95;
                walls += u32::from(agree(found, walked(&agent, turn, near), &what));
            }
        }
        assert!(circles > 25 && walls > 80, "{circles} {walls}");
    }

    #[test]
    fn a_quarter_turn_ends_where_it_should() {
        // At 100 px/s and 1 rad/s the circle has a radius of 100: a quarter of it leads to (100, 100), facing down.
        let agent = Agent { velocity: vec2(100.0, 0.0), ..Agent::new(0.0, 0.0) };
        let quarter = core::f32::consts::FRAC_PI_2;
        assert!(Feeler::new(&agent, 1.0).after(quarter).distance(vec2(100.0, 100.0)) < 1e-3);
        assert!(Feeler::new(&agent, -1.0).after(quarter).distance(vec2(100.0, -100.0)) < 1e-3);
        assert_eq!(Feeler::new(&agent, f32::NAN).after(2.0), vec2(200.0, 0.0));
        assert_eq!(Feeler::new(&Agent::new(5.0, 5.0), 1.0).after(2.0), vec2(5.0, 5.0));
    }
}
