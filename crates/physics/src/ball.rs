//! A ball in a box whose bounces happen at the right time.

use motile_geom::{Aabb, HashState, MarkRole, MarkSink, Marks, StateHash, Vec2};

/// A ball under constant acceleration between four walls. Impacts are found by a quadratic inside the step, so
/// that its path does not depend on the frame rate.
///
/// ```
/// use motile_geom::{Aabb, Vec2, vec2};
/// use motile_physics::Ball;
///
/// let mut ball = Ball { position: vec2(50.0, 50.0), velocity: vec2(1000.0, 0.0), ..Ball::default() };
/// let walls = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
/// let mut impacts = Vec::new();
/// for _ in 0..600 {
///     impacts.clear();
///     ball.step(vec2(0.0, 3200.0), walls, 1.0 / 60.0, &mut impacts);
/// }
/// assert_eq!(ball.position.y, 580.0, "it rests on the floor, exactly");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Center in pixels.
    pub position: Vec2,
    /// In pixels per second.
    pub velocity: Vec2,
    /// In pixels, 0 or more.
    pub radius: f32,
    /// Share of the speed given back by a bounce, 0…1.
    pub restitution: f32,
    /// Share of the push that holds the ball back along the wall, 0 or more.
    pub friction: f32,
    /// Bounces slower than this end in rest, in pixels per second.
    pub rest_speed: f32,
    /// How many steps were not taken because of bad numbers.
    pub rejected: u64,
}

/// A ball met a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallImpact {
    /// Seconds after the beginning of the step.
    pub time: f32,
    /// Center of the ball in pixels.
    pub position: Vec2,
    /// Unit vector out of the wall.
    pub normal: Vec2,
    /// Speed into the wall in pixels per second.
    pub speed: f32,
}

impl Default for Ball {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            radius: 20.0,
            restitution: 0.6,
            friction: 0.0,
            rest_speed: 10.0,
            rejected: 0,
        }
    }
}

/// Impacts followed in one step; a ball that has more is jammed and stops.
const MAX_IMPACTS: usize = 64;

impl Ball {
    /// Moves for `dt` seconds under an acceleration in pixels per second squared, inside the walls, and appends the
    /// impacts. Does nothing for numbers that are not finite, walls too narrow for the ball, or a `dt` that is not
    /// above 0, and counts it in [`rejected`](Self::rejected). A ball outside of the walls is put back first.
    pub fn step(
        &mut self,
        acceleration: Vec2,
        walls: Aabb,
        dt: f32,
        impacts: &mut Vec<BallImpact>,
    ) {
        let room = walls.grown(-self.radius);
        let finite = self.position.is_finite() && self.velocity.is_finite();
        if !(finite && acceleration.is_finite() && room.is_valid() && dt > 0.0 && dt.is_finite()) {
            self.rejected += 1;
            return;
        }
        let (low, high) = (room.min.as_dvec2(), room.max.as_dvec2());
        let mut p = self.position.as_dvec2().clamp(low, high);
        let mut v = self.velocity.as_dvec2();
        let mut left = f64::from(dt);
        for count in 0..=MAX_IMPACTS {
            // What rests on a wall is held by it.
            let mut a = acceleration.as_dvec2();
            for axis in 0..2 {
                let held = |limit: f64, out: f64| {
                    p[axis] == limit && v[axis] == 0.0 && a[axis] * out < 0.0
                };
                if held(low[axis], 1.0) || held(high[axis], -1.0) {
                    a[axis] = 0.0;
                }
            }
            let hit = [(0, low.x, 1.0), (0, high.x, -1.0), (1, low.y, 1.0), (1, high.y, -1.0)]
                .into_iter()
                .filter_map(|(axis, limit, out)| {
                    let time = time_to_wall((p[axis] - limit) * out, v[axis] * out, a[axis] * out)?;
                    (time <= left).then_some((time, axis, limit, out))
                })
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let time = hit.map_or(left, |hit| hit.0);
            p += v * time + a * (0.5 * time * time);
            v += a * time;
            left -= time;
            let Some((_, axis, limit, out)) = hit else { break };
            p[axis] = limit;
            let speed = -v[axis] * out;
            let mut normal = Vec2::ZERO;
            normal[axis] = out as f32;
            impacts.push(BallImpact {
                time: (f64::from(dt) - left) as f32,
                position: p.as_vec2(),
                normal,
                speed: speed as f32,
            });
            let back = speed * f64::from(self.restitution);
            let rests = back < f64::from(self.rest_speed) || count == MAX_IMPACTS;
            v[axis] = if rests { 0.0 } else { back * out };
            let along = &mut v[1 - axis];
            let grip = f64::from(self.friction) * (speed + if rests { 0.0 } else { back });
            *along = (along.abs() - grip).max(0.0).copysign(*along);
        }
        let (p, v) = (p.clamp(low, high).as_vec2(), v.as_vec2());
        if p.is_finite() && v.is_finite() {
            (self.position, self.velocity) = (p, v);
        }
    }

    /// Marks the ball and its velocity.
    pub fn mark(&self, marks: &mut Marks) {
        marks.circle(MarkRole::Particle, self.position, self.radius);
        marks.velocity(MarkRole::Velocity, self.position, self.velocity);
        if self.rejected > 0 {
            let place = self.position;
            marks.label(MarkRole::Note, place, format_args!("{} steps rejected", self.rejected));
        }
    }
}

impl HashState for Ball {
    /// All but the count of what was rejected.
    fn hash_state(&self, hash: &mut StateHash) {
        let Self { position, velocity, radius, restitution, friction, rest_speed, rejected: _ } =
            self;
        (*position, *velocity).hash_state(hash);
        (*radius, *restitution, *friction, *rest_speed).hash_state(hash);
    }
}

/// When something at a distance, moving away at `v` and accelerated by `a`, reaches the wall; none when it is
/// not on its way to it.
fn time_to_wall(distance: f64, v: f64, a: f64) -> Option<f64> {
    if distance <= 0.0 && v < 0.0 {
        return Some(0.0);
    }
    let root = v * v - 2.0 * a * distance;
    if root < 0.0 || (v >= 0.0 && a >= 0.0) {
        return None;
    }
    let root = root.sqrt();
    // The stable one of the two forms; the sign is that of coming down.
    let time = if v < 0.0 { 2.0 * distance / (root - v) } else { (-v - root) / a };
    (time.is_finite() && time > 0.0).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    /// Impacts and the ball after three seconds at a frame rate, dropped 530 pixels at 100 px/ft.
    fn drop_at(rate: u32) -> (Ball, Vec<(f64, BallImpact)>) {
        let mut ball = Ball { position: vec2(400.0, 50.0), ..Ball::default() };
        let walls = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
        let (mut all, mut impacts) = (Vec::new(), Vec::new());
        for frame in 0..3 * rate {
            ball.step(vec2(0.0, 3200.0), walls, 1.0 / rate as f32, &mut impacts);
            let start = f64::from(frame) / f64::from(rate);
            all.extend(impacts.drain(..).map(|i| (start + f64::from(i.time), i)));
        }
        (ball, all)
    }

    #[test]
    fn check_6_18_bounces_at_any_frame_rate() {
        for rate in [10, 60, 100] {
            let (ball, impacts) = drop_at(rate);
            let (time, first) = impacts[0];
            assert!((time - 0.575543222).abs() < 1e-6, "{rate} fps: {time}");
            assert!((first.speed - 1841.738).abs() < 0.01);
            let back = f64::from(first.speed) * 0.6;
            assert!((back * back / 6400.0 - 190.8).abs() < 0.01);
            let last = impacts.last().unwrap().0;
            assert!((last - 2.302172887).abs() < 0.05, "{rate} fps: rest at {last}");
            assert_eq!((ball.position.y, ball.velocity), (580.0, Vec2::ZERO));
        }
    }

    #[test]
    fn bad_input_changes_nothing() {
        let ball = Ball { position: vec2(50.0, 50.0), velocity: Vec2::X, ..Ball::default() };
        let walls = Aabb::new(Vec2::ZERO, vec2(100.0, 100.0));
        let mut impacts = Vec::new();
        let narrow = Aabb::new(Vec2::ZERO, vec2(30.0, 30.0));
        for (a, walls, dt) in [
            (vec2(f32::NAN, 0.0), walls, 0.1),
            (Vec2::ZERO, narrow, 0.1),
            (Vec2::ZERO, walls, 0.0),
            (Vec2::ZERO, walls, -1.0),
            (Vec2::ZERO, walls, f32::INFINITY),
        ] {
            let mut moved = ball;
            moved.step(a, walls, dt, &mut impacts);
            assert_eq!(moved, Ball { rejected: 1, ..ball });
        }
        let mut wild = Ball { velocity: Vec2::splat(1e30), restitution: 1.0, ..ball };
        wild.step(Vec2::Y, walls, 10.0, &mut impacts);
        assert!(wild.position.is_finite() && walls.contains(wild.position));
    }
}
