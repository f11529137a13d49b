//! Contact, distance and nearest points of any two shapes.

use super::convex;
use super::shape::{Collidable, deepest, turned};
use crate::{ClosestPoints, Contact, Manifold, ManifoldPoint};
use motile_geom::{Aabb, Vec2};

/// The box in which parts are looked for; not needed where there is only one.
#[inline]
pub(super) fn area_for<A: Collidable + ?Sized>(_: &A, area: impl FnOnce() -> Aabb) -> Aabb {
    if A::IS_CONVEX { Aabb::EMPTY } else { area() }
}

/// The contact of two shapes, or `None` when they do not touch. The deepest point is given; the middle of the
/// touching stretch when sides lie flat on each other.
///
/// Always finite for finite shapes: concentric circles part upwards, (0, −1); a circle centered on a
/// line parts along the line's perpendicular (its direction turned clockwise on the screen), and of
/// several equally short ways out the first in corner order is taken.
///
/// Of shapes with several parts it is the contact of the two parts that are deepest in each other; pushing by it may
/// leave others in touch. Masks part as a whole:
///
/// - A mask and another shape part along the mean normal of the pixel edges that lie inside the shape, or, where these
///   cancel out, by the nearest way out of eight, or from middle to middle. The depth clears all the pixels
///   that the shape overlaps.
/// - Two masks part as [`Mask::contact`](crate::Mask::contact) says, and the point is the middle of the overlap.
///
/// ```
/// use motile_collide::{Mask, contact};
/// use motile_geom::{Capsule, Circle, ivec2, vec2};
/// let floor = Capsule::new(vec2(0.0, 0.0), vec2(10.0, 0.0), 3.0);
/// let hit = contact(&Circle::new(vec2(5.0, -4.0), 2.0), &floor).unwrap();
/// assert_eq!((hit.point, hit.normal, hit.depth), (vec2(5.0, -3.0), vec2(0.0, -1.0), 1.0));
///
/// let block = Mask::solid(20, 20)?;
/// let ball = Circle::new(vec2(97.0, 110.0), 4.0);
/// let touch = contact(&ball, &block.placed(ivec2(100, 100))).unwrap();
/// assert_eq!((touch.normal, touch.point), (vec2(-1.0, 0.0), vec2(100.0, 110.0)));
/// assert!((touch.depth - 1.0).abs() < 1e-4);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[doc(alias = "SAT")]
#[doc(alias = "separating axis")]
#[doc(alias = "narrow phase")]
#[doc(alias = "penetration")]
#[doc(alias = "collision")]
#[inline]
pub fn contact<A, B>(first: &A, second: &B) -> Option<Contact>
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if turned(first, second) {
        return contact(second, first).map(Contact::flipped);
    }
    match (first.as_mask(), second.as_mask()) {
        (Some(own), Some(other)) => {
            let touch = own.mask.contact(own.at, other.mask, other.at)?;
            let depth = touch.depth as f32;
            Some(Contact { point: touch.centroid, normal: touch.normal, depth })
        }
        (Some(own), None) => {
            let parts = second.parts_near(area_for(second, || own.aabb()));
            deepest(parts.filter_map(|part| own.contact_with(&part))).map(Contact::flipped)
        }
        _ => {
            let parts = first.parts_near(area_for(first, || second.aabb()));
            deepest(parts.filter_map(|part| second.contact_with(&part)))
        }
    }
}

/// The one or two points where two shapes touch, with a feature number each by which a solver knows them again in
/// the next step; `None` when they do not touch.
///
/// Of shapes with several parts it is the manifold of the two parts that are deepest in each other. Masks part as a
/// whole, by their [`contact`] as the only point.
///
/// ```
/// use motile_collide::manifold;
/// use motile_geom::{Aabb, Obb, vec2};
/// let floor = Aabb::new(vec2(0.0, 10.0), vec2(100.0, 20.0));
/// let crate_ = Obb::new(vec2(50.0, 5.5), vec2(5.0, 5.0), 0.0);
/// let touch = manifold(&crate_, &floor).unwrap();
/// assert_eq!(touch.normal, vec2(0.0, -1.0));
/// assert_eq!(touch.points().len(), 2);
/// assert!(touch.points().iter().all(|p| p.depth == 0.5));
/// ```
#[doc(alias = "contact manifold")]
#[inline]
pub fn manifold<A, B>(first: &A, second: &B) -> Option<Manifold>
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if turned(first, second) {
        return manifold(second, first).map(Manifold::flipped);
    }
    if first.as_mask().is_some() || second.as_mask().is_some() {
        return contact(first, second).map(|Contact { point, normal, depth }| {
            Manifold::one(normal, ManifoldPoint { point, depth, feature: 0 })
        });
    }
    deepest_manifold(first.parts_near(area_for(first, || second.aabb())).filter_map(|own| {
        let parts = second.parts_in_reach(&own, Vec2::ZERO, 0.0);
        deepest_manifold(parts.filter_map(|part| convex::manifold(&own, &part)))
    }))
}

/// The deepest manifold, the first of equals.
fn deepest_manifold(manifolds: impl Iterator<Item = Manifold>) -> Option<Manifold> {
    let depth = |manifold: &Manifold| manifold.contact().depth;
    manifolds.reduce(|best, next| if depth(&next) > depth(&best) { next } else { best })
}

/// The nearest points of two shapes; for shapes that touch or overlap, a point they share, twice. `None` when one
/// of them has no parts (an empty box is one) or is not finite.
///
/// ```
/// use motile_collide::{Mask, closest_points};
/// use motile_geom::{ivec2, vec2};
/// let block = Mask::solid(10, 10)?;
/// let nearest = closest_points(&block.placed(ivec2(0, 0)), &block.placed(ivec2(13, 14))).unwrap();
/// assert_eq!((nearest.on_first, nearest.on_second), (vec2(10.0, 10.0), vec2(13.0, 14.0)));
/// assert_eq!(nearest.distance, 5.0);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[doc(alias = "GJK")]
#[inline]
pub fn closest_points<A, B>(first: &A, second: &B) -> Option<ClosestPoints>
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if turned(first, second) {
        return closest_points(second, first).map(ClosestPoints::flipped);
    }
    if !B::IS_BOUNDED && second.is_endless() {
        return nearest(first.parts_near(EVERYWHERE).filter_map(|own| {
            let parts = second.parts_in_reach(&own, Vec2::ZERO, f32::INFINITY);
            nearest(parts.filter_map(|part| convex::closest_points(&own, &part)))
        }));
    }
    let mut best: Option<ClosestPoints> = None;
    for own in first.parts_near(EVERYWHERE) {
        if A::IS_CONVEX && B::IS_CONVEX {
            return second
                .parts_near(EVERYWHERE)
                .find_map(|part| convex::closest_points(&own, &part));
        }
        let around = Collidable::aabb(&own);
        // Parts further away than the nearest so far need no look.
        let reach = best.map_or(f32::INFINITY, |best| best.distance);
        let area = if reach.is_finite() { around.grown(reach) } else { EVERYWHERE };
        for part in second.parts_near(area) {
            let other = Collidable::aabb(&part);
            let gap = (other.min - around.max).max(around.min - other.max).max(Vec2::ZERO);
            if best.is_some_and(|best| gap.length() >= best.distance) {
                continue;
            }
            let found = convex::closest_points(&own, &part);
            let nearer =
                |found: &ClosestPoints| best.is_none_or(|best| found.distance < best.distance);
            best = found.filter(nearer).or(best);
            if best.is_some_and(|best| best.distance == 0.0) {
                return best;
            }
        }
    }
    best
}

/// The nearest of several, the first of equals.
fn nearest(found: impl Iterator<Item = ClosestPoints>) -> Option<ClosestPoints> {
    found.reduce(|best, next| if next.distance < best.distance { next } else { best })
}

pub(super) const EVERYWHERE: Aabb = Aabb::new(Vec2::NEG_INFINITY, Vec2::INFINITY);

/// Distance between two shapes in pixels: 0 when they touch or overlap, infinite when one of them has no parts (an
/// empty box is one) or is not finite.
///
/// ```
/// use motile_collide::distance;
/// use motile_geom::{Capsule, Segment, vec2};
/// let wall = Segment::new(vec2(0.0, 0.0), vec2(0.0, 50.0));
/// let rail = Capsule::new(vec2(8.0, 10.0), vec2(8.0, 90.0), 3.0);
/// assert_eq!(distance(&wall, &rail), 5.0);
/// ```
#[doc(alias = "GJK")]
#[inline]
pub fn distance<A, B>(first: &A, second: &B) -> f32
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if A::IS_CONVEX && B::IS_CONVEX {
        let mut parts = first.parts_near(EVERYWHERE).zip(second.parts_near(EVERYWHERE));
        return parts.next().map_or(f32::INFINITY, |(own, other)| convex::distance(&own, &other));
    }
    closest_points(first, second).map_or(f32::INFINITY, |nearest| nearest.distance)
}

/// Whether two shapes share at least a point, borders included.
#[doc(alias = "intersects")]
#[inline]
pub fn touches<A, B>(first: &A, second: &B) -> bool
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if turned(first, second) {
        return touches(second, first);
    }
    first.parts_near(area_for(first, || second.aabb())).any(|own| {
        let mut parts = second.parts_in_reach(&own, Vec2::ZERO, 0.0);
        parts.any(|part| convex::touches(&own, &part))
    })
}

/// Whether two shapes share more than their borders. It is the one call for rectangles, points, circles and masks
/// alike, so a test can be exchanged without a change around it.
///
/// ```
/// use motile_collide::{Mask, Collidable, UniformGrid, overlaps};
/// use motile_geom::{Aabb, Circle, Vec2, ivec2, vec2};
///
/// fn hits<S: Collidable>(grid: &UniformGrid, shapes: &[S]) -> usize {
///     let hit = |a: u32, b: u32| overlaps(&shapes[a as usize], &shapes[b as usize]);
///     grid.candidates().filter(|pair| hit(pair.a, pair.b)).count()
/// }
///
/// let centers = [vec2(10.0, 10.0), vec2(18.0, 18.0)];
/// let mut grid = UniformGrid::default();
/// grid.rebuild_circles(&centers.map(|center| Circle::new(center, 10.0)));
/// assert_eq!(hits(&grid, &centers.map(|c| Aabb::from_center(c, Vec2::splat(5.0)))), 1);
/// assert_eq!(hits(&grid, &centers.map(|c| Circle::new(c, 5.0))), 0);
/// let block = Mask::solid(10, 10)?;
/// assert_eq!(hits(&grid, &centers.map(|c| block.placed(Mask::pixel_of(c - 5.0)))), 1);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[doc(alias = "hit test")]
#[doc(alias = "intersects")]
#[doc(alias = "narrow phase")]
#[inline]
pub fn overlaps<A, B>(first: &A, second: &B) -> bool
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if turned(first, second) {
        return overlaps(second, first);
    }
    match (first.as_mask(), second.as_mask()) {
        (Some(own), Some(other)) => own.mask.hits(own.at, other.mask, other.at),
        (Some(own), None) => {
            let mut parts = second.parts_near(area_for(second, || own.aabb()));
            parts.any(|part| own.overlaps_with(&part))
        }
        _ => {
            let mut parts = first.parts_near(area_for(first, || second.aabb()));
            parts.any(|part| second.overlaps_with(&part))
        }
    }
}
