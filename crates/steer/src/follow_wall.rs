//! Along a wall, at a distance.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Segment, Vec2, Vec2Ext};

/// The steering that runs along the nearest wall at `distance` pixels, in the direction the agent already leans to;
/// `None` when no wall is within three times that distance.
///
/// Marks: the nearest wall, its nearest point, and the distance to keep.
#[must_use]
#[doc(alias = "wall following")]
pub fn follow_wall(
    mut agent: impl MaybeWatched<Agent>,
    walls: impl IntoIterator<Item = Segment>,
    distance: f32,
) -> Option<Vec2> {
    let (agent, mut marks) = agent.split();
    let (squared, point, wall) = nearest_wall(agent.position, walls)?;
    if squared > 9.0 * distance * distance {
        return None;
    }
    marks.line(MarkRole::Obstacle, wall.a, wall.b);
    marks.line(MarkRole::Link, agent.position, point);
    marks.circle(MarkRole::Range, point, distance);
    let along = wall.vector().normalized();
    let along = if along.dot(agent.heading) < 0.0 { -along } else { along };
    let offset = agent.position - point;
    let normal = if offset == Vec2::ZERO { along.perp() } else { offset.normalized() };
    let error = (distance - squared.sqrt()) / distance.max(f32::MIN_POSITIVE);
    let wanted = (along + normal * error.clamp(-1.0, 1.0)).normalized();
    Some(with_arrows(&mut marks, agent, finite_or_zero(wanted * agent.max_speed - agent.velocity)))
}

/// The wall nearest to a place, its nearest point, and the square of the distance.
fn nearest_wall(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Agent;
    use motile_geom::vec2;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn along_the_wall_at_the_right_distance() {
        let wall = Segment::new(vec2(-1000.0, 0.0), vec2(1000.0, 0.0));
        let mut agent = Agent { velocity: vec2(100.0, 0.0), ..Agent::new(-500.0, 60.0) };
        for _ in 0..200 {
            let steering = follow_wall(&agent, [wall], 30.0).unwrap();
            agent.step(steering, DT);
        }
        assert!((agent.position.y - 30.0).abs() < 1.0, "{}", agent.position);
        assert!(agent.velocity.x > 200.0);
        assert_eq!(follow_wall(&Agent::new(0.0, 500.0), [wall], 30.0), None);
    }
}
