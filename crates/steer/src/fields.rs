//! Behaviors led by the surroundings: a flow field, a wall to follow, a world to stay in.

use crate::{Agent, sane::sane};
use motile_geom::{Aabb, Grid2, Segment, Vec2, Vec2Ext, vec2};

/// A velocity or direction for every place, stored on a grid of square cells.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorField {
    /// One vector a cell, usually of length 0 (no opinion) to 1 (full speed).
    pub cells: Grid2<Vec2>,
    /// Top left corner of the first cell in pixels.
    pub origin: Vec2,
    /// Side of a cell in pixels.
    pub cell_size: f32,
}

impl VectorField {
    /// A field over cells of `cell_size` pixels with its corner at the origin.
    pub const fn new(cells: Grid2<Vec2>, cell_size: f32) -> Self {
        Self { cells, origin: Vec2::ZERO, cell_size }
    }

    /// The vector at a place, blended between the four nearest cell centers; beyond the border that of the
    /// nearest cell. Zero for an empty field or a place that is not finite.
    #[must_use]
    pub fn sample(&self, place: Vec2) -> Vec2 {
        let at = (place - self.origin) / self.cell_size - 0.5;
        if !at.is_finite() {
            return Vec2::ZERO;
        }
        let corner = at.floor();
        let share = at - corner;
        let (x, y) = (corner.x as i32, corner.y as i32);
        let cell = |dx, dy| {
            let (x, y) = (x.saturating_add(dx), y.saturating_add(dy));
            self.cells.clamped(x, y).copied().unwrap_or(Vec2::ZERO)
        };
        let top = cell(0, 0).lerp(cell(1, 0), share.x);
        let bottom = cell(0, 1).lerp(cell(1, 1), share.x);
        sane(top.lerp(bottom, share.y))
    }

    /// The change of velocity that follows the field, looking `ahead` seconds along the current motion; zero
    /// where the field is zero.
    #[must_use]
    pub fn steer(&self, agent: &Agent, ahead: f32) -> Vec2 {
        let flow = self.sample(agent.position + agent.velocity * ahead);
        if flow == Vec2::ZERO {
            return Vec2::ZERO;
        }
        sane(flow.truncate(1.0) * agent.max_speed - agent.velocity)
    }
}

/// The change of velocity that runs along the nearest wall at `distance` pixels, in the direction the agent
/// already leans to; `None` when no wall is within three times that distance.
#[must_use]
pub fn follow_wall(
    agent: &Agent,
    walls: impl IntoIterator<Item = Segment>,
    distance: f32,
) -> Option<Vec2> {
    let (squared, point, wall) = nearest_wall(agent.position, walls)?;
    if squared > 9.0 * distance * distance {
        return None;
    }
    let along = wall.vector().normalized();
    let along = if along.dot(agent.heading) < 0.0 { -along } else { along };
    let offset = agent.position - point;
    let normal = if offset == Vec2::ZERO { along.perp() } else { offset.normalized() };
    let error = (distance - squared.sqrt()) / distance.max(f32::MIN_POSITIVE);
    let wanted = (along + normal * error.clamp(-1.0, 1.0)).normalized();
    Some(sane(wanted * agent.max_speed - agent.velocity))
}

/// The wall nearest to a place, its nearest point, and the square of the distance.
pub(crate) fn nearest_wall(
    place: Vec2,
    walls: impl IntoIterator<Item = Segment>,
) -> Option<(f32, Vec2, Segment)> {
    let mut nearest: Option<(f32, Vec2, Segment)> = None;
    for wall in walls {
        let point = wall.closest_point(place);
        let squared = point.distance_squared(place);
        if nearest.is_none_or(|(best, ..)| squared < best) {
            nearest = Some((squared, point, wall));
        }
    }
    nearest
}

/// The change of velocity that keeps an agent inside a world: turns back when it would come within `margin`
/// pixels of the border in `ahead` seconds; zero otherwise.
#[must_use]
pub fn contain(agent: &Agent, world: Aabb, margin: f32, ahead: f32) -> Vec2 {
    let safe = world.grown(-(margin + agent.radius));
    let future = agent.position + agent.velocity * ahead;
    if safe.is_empty() || !future.is_finite() {
        let home = world.center() - agent.position;
        let lost = home == Vec2::ZERO || !home.is_finite();
        let back = home.with_length(agent.max_speed) - agent.velocity;
        return if lost { Vec2::ZERO } else { sane(back) };
    }
    let back = future.clamp(safe.min, safe.max) - future;
    if back == Vec2::ZERO {
        return Vec2::ZERO;
    }
    // Keep the motion along the border, replace the motion across it.
    let inward = vec2(sign(back.x), sign(back.y));
    let wanted = vec2(
        if inward.x == 0.0 { agent.velocity.x } else { inward.x * agent.max_speed },
        if inward.y == 0.0 { agent.velocity.y } else { inward.y * agent.max_speed },
    );
    sane(wanted.truncate(agent.max_speed) - agent.velocity)
}

fn sign(x: f32) -> f32 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn a_vortex_carries_the_agent_round() {
        let cells = Grid2::from_fn(20, 20, |x, y| {
            let offset = vec2(x as f32 - 9.5, y as f32 - 9.5);
            (offset.perp() - offset * 0.05).truncate(1.0)
        });
        let field = VectorField::new(cells.unwrap(), 20.0);
        assert_eq!(field.sample(vec2(f32::NAN, 0.0)), Vec2::ZERO);
        assert_eq!(field.sample(vec2(-1e9, -1e9)), field.cells[(0, 0)]);
        let mut agent = Agent { max_speed: 100.0, ..Agent::at(300.0, 200.0) };
        let mut turned = 0.0;
        for _ in 0..1200 {
            let before = (agent.position - vec2(200.0, 200.0)).angle();
            let wish = field.steer(&agent, 0.1);
            agent.step(wish, DT);
            let after = (agent.position - vec2(200.0, 200.0)).angle();
            turned += motile_geom::angle::difference(before, after);
            assert!(agent.position.distance(vec2(200.0, 200.0)) < 200.0);
        }
        assert!(turned > 6.0, "clockwise on the screen: {turned}");
    }

    #[test]
    fn along_the_wall_at_the_right_distance() {
        let wall = Segment::new(vec2(-1000.0, 0.0), vec2(1000.0, 0.0));
        let mut agent = Agent { velocity: vec2(100.0, 0.0), ..Agent::at(-500.0, 60.0) };
        for _ in 0..200 {
            let wish = follow_wall(&agent, [wall], 30.0).unwrap();
            agent.step(wish, DT);
        }
        assert!((agent.position.y - 30.0).abs() < 1.0, "{}", agent.position);
        assert!(agent.velocity.x > 200.0);
        assert_eq!(follow_wall(&Agent::at(0.0, 500.0), [wall], 30.0), None);
    }

    #[test]
    fn contained_agents_stay_inside() {
        let world = Aabb::new(Vec2::ZERO, vec2(400.0, 300.0));
        let mut agent = Agent { velocity: vec2(200.0, 130.0), ..Agent::at(200.0, 150.0) };
        for _ in 0..2000 {
            let back = contain(&agent, world, 10.0, 0.4);
            let ahead = agent.heading * agent.max_speed - agent.velocity;
            agent.step(if back == Vec2::ZERO { ahead } else { back }, DT);
            assert!(world.contains(agent.position), "{}", agent.position);
        }
        assert!(agent.speed() > 50.0);
        assert!(contain(&agent, Aabb::EMPTY, 10.0, 0.4).is_finite());
        let outside = Agent::at(-100.0, 150.0);
        assert!(contain(&outside, world, 10.0, 0.4).x > 0.0);
    }
}
