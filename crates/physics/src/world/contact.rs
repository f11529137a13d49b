//! Points against points, through the grid (the broad phase), with the directions in which they met.

use super::point::Points;
use super::rule::bond;
use motile_collide::UniformGrid;
use motile_geom::{Circle, Vec2};

/// Points are looked up with radii this much larger, so that pairs that meet during the passes are known.
const MARGIN: f32 = 1.1;

/// Finds the pairs of points near enough to touch, leaving out those of one group. `before` are the places of all
/// points before they moved.
pub(crate) fn find_pairs(
    grid: &mut UniformGrid,
    points: &Points,
    before: &[Vec2],
    pairs: &mut Vec<(u32, u32)>,
) {
    pairs.clear();
    grid.rebuild_circles_with(points.len() as u32, |slot| {
        let slot = slot as usize;
        let radius = points.radius[slot];
        // The grid leaves out what has a bad radius: points that are gone or have no size.
        if !points.is_alive(slot) || radius <= 0.0 {
            return Circle::new(Vec2::ZERO, f32::NAN);
        }
        let (from, to) = (before[slot], points.position(slot));
        let way = from.distance(to);
        if way <= 2.0 * radius {
            return Circle::new(to, radius * MARGIN);
        }
        // Fast enough to jump over one of its own size: all of its way.
        Circle::new(from.midpoint(to), radius * MARGIN + way * 0.5)
    });
    grid.for_each_pair(|pair| {
        let (a, b) = (pair.a as usize, pair.b as usize);
        let strangers = points.group[a] != points.group[b] || points.group[a] == 0;
        if strangers && points.inverse_mass[a] + points.inverse_mass[b] > 0.0 {
            pairs.push((pair.a, pair.b));
        }
    });
}

/// Pushes overlapping points apart, and back those that have passed through each other; in order, with friction.
pub(crate) fn part_pairs(
    points: &mut Points,
    before: &[Vec2],
    pairs: &[(u32, u32)],
    friction: f32,
) {
    for &(a, b) in pairs {
        let (a, b) = (a as usize, b as usize);
        let (pa, pb) = (points.position(a), points.position(b));
        let reach = points.radius[a] + points.radius[b];
        let (mut direction, mut distance) = bond(pa, pb);
        if passed(before[b] - before[a], pb - pa, reach) {
            direction = bond(before[a], before[b]).0;
            distance = direction.dot(pb - pa);
        }
        let depth = reach - distance;
        if depth <= 0.0 {
            continue;
        }
        let (wa, wb) = (points.inverse_mass[a], points.inverse_mass[b]);
        let way = (pb - points.old(b)) - (pa - points.old(a));
        let along = way - direction * way.dot(direction);
        let slip = along.length();
        let held = if slip > 0.0 { (depth * friction / slip).min(1.0) } else { 0.0 };
        let push = (direction * depth - along * held) / (wa + wb);
        points.set(a, pa - push * wa);
        points.set(b, pb + push * wb);
    }
}

/// Whether two points that were apart have gone through each other: from one side to the other, nearer than they may
/// come on the way.
fn passed(from: Vec2, to: Vec2, reach: f32) -> bool {
    if from.dot(to) >= 0.0 || from.length_squared() < reach * reach {
        return false;
    }
    let way = to - from;
    from.perp_dot(way).abs() < reach * way.length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn phys_43_who_has_passed_through_whom() {
        let from = vec2(-30.0, 0.0);
        assert!(passed(from, vec2(40.0, 0.0), 10.0));
        assert!(passed(from, vec2(40.0, 15.0), 10.0));
        assert!(!passed(from, vec2(40.0, 60.0), 10.0), "beside each other");
        assert!(!passed(from, vec2(-5.0, 0.0), 10.0), "still on its side");
        assert!(!passed(vec2(-5.0, 0.0), vec2(40.0, 0.0), 10.0), "inside from the beginning");
    }
}
