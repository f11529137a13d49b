//! Contact, distance and nearest points of any two shapes.

use super::shape::{Collidable, deepest};
use motile_geom::{Aabb, ClosestPoints, Contact, Vec2};

/// The box in which parts are looked for; not needed where there is only one.
#[inline]
pub(super) fn area_for<A: Collidable + ?Sized>(_: &A, area: impl FnOnce() -> Aabb) -> Aabb {
    if A::IS_CONVEX { Aabb::EMPTY } else { area() }
}

/// The contact of two shapes, or `None` when they do not touch: [`motile_geom::contact()`] for every
/// [`Collidable`]. Of shapes with several parts it is the contact of the two parts that are deepest in each
/// other; pushing by it may leave others in touch. Masks part as a whole:
///
/// - A mask and another shape part along the mean normal of the pixel edges that lie inside the shape, or, where these
///   cancel out, by the nearest way out of eight, or from middle to middle. The depth clears all the pixels
///   that the shape overlaps.
/// - Two masks part as [`Mask::contact`](crate::Mask::contact) says, and the point is the middle of the overlap.
///
/// ```
/// use motile_collide::{Mask, contact};
/// use motile_geom::{Circle, ivec2, vec2};
/// let block = Mask::solid(20, 20)?;
/// let ball = Circle::new(vec2(97.0, 110.0), 4.0);
/// let touch = contact(&ball, &block.at(ivec2(100, 100))).unwrap();
/// assert_eq!((touch.normal, touch.point), (vec2(-1.0, 0.0), vec2(100.0, 110.0)));
/// assert!((touch.depth - 1.0).abs() < 1e-4);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[inline]
pub fn contact<A, B>(first: &A, second: &B) -> Option<Contact>
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
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

/// The nearest points of two shapes: [`motile_geom::closest_points()`] for every [`Collidable`]. For shapes that
/// touch or overlap, a point they share, twice. `None` when one of them has no parts or is not finite.
///
/// ```
/// use motile_collide::{Mask, closest_points};
/// use motile_geom::{ivec2, vec2};
/// let block = Mask::solid(10, 10)?;
/// let nearest = closest_points(&block.at(ivec2(0, 0)), &block.at(ivec2(13, 14))).unwrap();
/// assert_eq!((nearest.on_first, nearest.on_second), (vec2(10.0, 10.0), vec2(13.0, 14.0)));
/// assert_eq!(nearest.distance, 5.0);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[inline]
pub fn closest_points<A, B>(first: &A, second: &B) -> Option<ClosestPoints>
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    let mut best: Option<ClosestPoints> = None;
    for own in first.parts_near(EVERYWHERE) {
        if A::IS_CONVEX && B::IS_CONVEX {
            return second
                .parts_near(EVERYWHERE)
                .find_map(|part| motile_geom::closest_points(&own, &part));
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
            let found = motile_geom::closest_points(&own, &part);
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

const EVERYWHERE: Aabb = Aabb::new(Vec2::NEG_INFINITY, Vec2::INFINITY);

/// Distance between two shapes in pixels: [`motile_geom::distance()`] for every [`Collidable`]. 0 when they touch
/// or overlap, infinite when one of them has no parts or is not finite.
#[inline]
pub fn distance<A, B>(first: &A, second: &B) -> f32
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if A::IS_CONVEX && B::IS_CONVEX {
        let mut parts = first.parts_near(EVERYWHERE).zip(second.parts_near(EVERYWHERE));
        return parts
            .next()
            .map_or(f32::INFINITY, |(own, other)| motile_geom::distance(&own, &other));
    }
    closest_points(first, second).map_or(f32::INFINITY, |nearest| nearest.distance)
}

/// Whether two shapes share at least a point, borders included: [`motile_geom::touches()`] for every
/// [`Collidable`].
#[inline]
pub fn touches<A, B>(first: &A, second: &B) -> bool
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    first.parts_near(area_for(first, || second.aabb())).any(|own| {
        let area = area_for(second, || Collidable::aabb(&own));
        second.parts_near(area).any(|part| motile_geom::touches(&own, &part))
    })
}

/// Whether two shapes share more than their borders: [`motile_geom::overlaps()`] for every [`Collidable`]. It is
/// the one call for rectangles, points, circles and masks alike (COL-2), so a test can be exchanged
/// without a change around it.
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
/// assert_eq!(hits(&grid, &centers.map(|c| block.at(Mask::pixel_of(c - 5.0)))), 1);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[inline]
pub fn overlaps<A, B>(first: &A, second: &B) -> bool
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
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
