//! Points against points, through the grid.

use super::point::Points;
use super::stick::bond;
use motile_collide::UniformGrid;
use motile_geom::Circle;

/// Points are looked up with radii this much larger, so that pairs that meet during the passes are known.
const MARGIN: f32 = 1.1;

/// Finds the pairs of points near enough to touch, leaving out those of one group.
pub(crate) fn find_pairs(grid: &mut UniformGrid, points: &Points, pairs: &mut Vec<(u32, u32)>) {
    pairs.clear();
    grid.rebuild_circles_with(points.len() as u32, |slot| {
        let slot = slot as usize;
        let radius = points.radius[slot];
        // The grid leaves out what has a bad radius: points that are gone or have no size.
        let radius = if points.alive[slot] && radius > 0.0 { radius * MARGIN } else { f32::NAN };
        Circle::new(points.position(slot), radius)
    });
    grid.for_each_pair(|pair| {
        let (a, b) = (pair.a as usize, pair.b as usize);
        let strangers = points.group[a] != points.group[b] || points.group[a] == 0;
        if strangers && points.inverse_mass[a] + points.inverse_mass[b] > 0.0 {
            pairs.push((pair.a, pair.b));
        }
    });
}

/// Pushes overlapping points apart, in order, with friction.
pub(crate) fn part_pairs(points: &mut Points, pairs: &[(u32, u32)], friction: f32) {
    for &(a, b) in pairs {
        let (a, b) = (a as usize, b as usize);
        let (pa, pb) = (points.position(a), points.position(b));
        let (direction, distance) = bond(pa, pb);
        let depth = points.radius[a] + points.radius[b] - distance;
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
