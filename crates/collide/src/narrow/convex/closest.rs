//! Nearest points, distances and yes-or-no tests between two convex shapes.

use super::separation::{separation, side_of};
use crate::ClosestPoints;
use motile_geom::exact::{crossing_of_lines, squared_to_line, to_f32, to_vec2};
use motile_geom::glam::DVec2;
use motile_geom::{Convex, Vec2};

/// [`closest_points`](crate::closest_points()) of two convex shapes.
#[inline]
pub(crate) fn closest_points<A, B>(first: &A, second: &B) -> Option<ClosestPoints>
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    let (a, b) = (first.core(), second.core());
    let (ra, rb) = (f64::from(a.radius()), f64::from(b.radius()));
    let apart = separation(a.corners(), b.corners(), f64::MAX)?;
    let gap = apart.distance - ra - rb;
    if gap > 0.0 {
        return Some(ClosestPoints {
            on_first: to_vec2(apart.on_first - apart.normal * ra),
            on_second: to_vec2(apart.on_second + apart.normal * rb),
            distance: to_f32(gap),
        });
    }
    let shared = if apart.distance > 0.0 {
        // Only the rounding overlaps: the middle of the stretch between the cores that both cover.
        let (from, to) = ((apart.distance - ra).max(0.0), rb.min(apart.distance));
        apart.on_second + apart.normal * ((from + to) * 0.5)
    } else {
        shared_point(a.corners(), b.corners()).unwrap_or(apart.on_first)
    };
    let shared = to_vec2(shared);
    Some(ClosestPoints { on_first: shared, on_second: shared, distance: 0.0 })
}

/// A point of two cores that overlap: a corner of one inside the other, or a crossing of sides.
fn shared_point(first: &[Vec2], second: &[Vec2]) -> Option<DVec2> {
    let inside = |corners: &[Vec2], owner: &[Vec2]| {
        let is_inside = |point: DVec2| {
            owner.len() > 2
                && (0..owner.len()).all(|side| {
                    let (a, b) = side_of(owner, side);
                    (b - a).perp_dot(point - a) >= 0.0
                })
        };
        corners.iter().map(|corner| corner.as_dvec2()).find(|&corner| is_inside(corner))
    };
    let crossing = || {
        (0..first.len()).flat_map(|i| (0..second.len()).map(move |j| (i, j))).find_map(|(i, j)| {
            let ((a, b), (c, d)) = (side_of(first, i), side_of(second, j));
            let (t, _) = crossing_of_lines(a, b, c, d)?;
            Some(a + (b - a) * t)
        })
    };
    inside(first, second).or_else(|| inside(second, first)).or_else(crossing)
}

/// [`distance`](crate::distance()) of two convex shapes.
#[inline]
pub(crate) fn distance<A, B>(first: &A, second: &B) -> f32
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    let (a, b) = (first.core(), second.core());
    let reach = f64::from(a.radius()) + f64::from(b.radius());
    match separation(a.corners(), b.corners(), f64::MAX) {
        Some(apart) => to_f32((apart.distance - reach).max(0.0)),
        None => f32::INFINITY,
    }
}

/// [`touches`](crate::touches()) of two convex shapes.
#[inline]
pub(crate) fn touches<A, B>(first: &A, second: &B) -> bool
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    let (a, b) = (first.core(), second.core());
    let reach = f64::from(a.radius()) + f64::from(b.radius());
    match (a.corners(), b.corners()) {
        ([point], [other]) => point.as_dvec2().distance_squared(other.as_dvec2()) <= reach * reach,
        ([point], line @ [_, _]) | (line @ [_, _], [point]) => {
            let (from, to) = side_of(line, 0);
            squared_to_line(from, to, point.as_dvec2()).0 <= reach * reach
        }
        (first, second) => separation(first, second, reach).is_some(),
    }
}

/// [`overlaps`](crate::overlaps()) of two convex shapes.
#[inline]
pub(crate) fn overlaps<A, B>(first: &A, second: &B) -> bool
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    let (a, b) = (first.core(), second.core());
    let reach = f64::from(a.radius()) + f64::from(b.radius());
    separation(a.corners(), b.corners(), reach).is_some_and(|apart| apart.distance < reach)
}
