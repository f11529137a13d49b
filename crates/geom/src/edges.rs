//! Keeping a thing inside a box: bounce off the edges or wrap around them.

use crate::{Aabb, Vec2};

/// Keeps a disc inside the box from (0, 0) to `size` and turns its velocity back where it has left an
/// edge. The disc ends up exactly at the edge, and only velocities that point outwards are turned, so
/// nothing sticks. Returns whether it bounced. A position that is NaN stays.
///
/// ```
/// use motile_geom::{bounce, vec2};
/// let (mut position, mut velocity) = (vec2(98.0, 50.0), vec2(60.0, 10.0));
/// assert!(bounce(&mut position, &mut velocity, vec2(100.0, 100.0), 5.0));
/// assert_eq!((position, velocity), (vec2(95.0, 50.0), vec2(-60.0, 10.0)));
/// ```
pub fn bounce(position: &mut Vec2, velocity: &mut Vec2, size: Vec2, radius: f32) -> bool {
    bounce_in(position, velocity, Aabb::new(Vec2::ZERO, size), radius, 1.0)
}

/// Keeps a disc inside any box, as [`bounce`] does, with a restitution: 1 keeps the speed, 0 stops at the edge.
/// In a box too small for it, the disc goes to the middle of that axis. Returns whether it bounced.
pub fn bounce_in(
    position: &mut Vec2,
    velocity: &mut Vec2,
    area: Aabb,
    radius: f32,
    restitution: f32,
) -> bool {
    let mut bounced = false;
    for axis in 0..2 {
        let (mut low, mut high) = (area.min[axis] + radius, area.max[axis] - radius);
        if low > high {
            low = area.center()[axis];
            high = low;
        }
        if position[axis] < low {
            position[axis] = low;
            velocity[axis] = velocity[axis].abs() * restitution;
            bounced = true;
        } else if position[axis] > high {
            position[axis] = high;
            velocity[axis] = -velocity[axis].abs() * restitution;
            bounced = true;
        }
    }
    bounced
}

/// Lets a disc that has left the box from (0, 0) to `size` completely come in again at the opposite
/// edge, keeping the overshoot; radius 0 wraps a point. Returns whether it did. A number that is not finite
/// stays, and so does everything along an axis whose size is not a number above 0.
///
/// ```
/// use motile_geom::{vec2, wrap_edges};
/// let mut position = vec2(106.0, 50.0);
/// assert!(wrap_edges(&mut position, vec2(100.0, 100.0), 5.0));
/// assert_eq!(position, vec2(-4.0, 50.0));
/// ```
#[doc(alias = "screen wrap")]
pub fn wrap_edges(position: &mut Vec2, size: Vec2, radius: f32) -> bool {
    let before = *position;
    for axis in 0..2 {
        let span = size[axis] + 2.0 * radius;
        let outside = position[axis] < -radius || position[axis] > size[axis] + radius;
        if outside && span > 0.0 && position[axis].is_finite() {
            position[axis] = (position[axis] + radius).rem_euclid(span) - radius;
        }
    }
    *position != before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2;

    #[test]
    fn a_ball_that_leaves_already_is_not_turned_back() {
        let (mut position, mut velocity) = (vec2(-3.0, 50.0), vec2(9.0, 0.0));
        bounce(&mut position, &mut velocity, vec2(100.0, 100.0), 5.0);
        assert_eq!((position, velocity), (vec2(5.0, 50.0), vec2(9.0, 0.0)));
    }

    #[test]
    fn a_box_too_small_holds_it_in_the_middle() {
        let (mut position, mut velocity) = (vec2(70.0, 3.0), vec2(9.0, 9.0));
        bounce(&mut position, &mut velocity, vec2(100.0, 4.0), 5.0);
        assert_eq!(position, vec2(70.0, 2.0));
    }

    #[test]
    fn wrapping_goes_round_from_any_distance() {
        for (x, wrapped) in [(-6.0, 104.0), (-5.0, -5.0), (105.0, 105.0), (1106.0, 6.0)] {
            let mut position = vec2(x, 0.0);
            wrap_edges(&mut position, vec2(100.0, 100.0), 5.0);
            assert_eq!(position.x, wrapped);
        }
    }
}
