//! When does a moving shape meet another?

use super::answer::within_range;
use super::convex;
use super::query::{area_for, contact, overlaps};
use super::shape::{Collidable, swept, turned};
use motile_geom::exact::to_vec2;
use motile_geom::glam::DVec2;
use motile_geom::{Convex, Segment, Vec2};

/// The first touch of a moving shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impact {
    /// Share of the motion made before the touch, 0…1.
    pub time: f32,
    /// On the surface of the shape that is hit.
    pub point: Vec2,
    /// Unit vector from the shape that is hit to the moving one.
    pub normal: Vec2,
}

/// When and where `moving`, carried along `motion` (pixels) without turning, first touches `target`;
/// `None` when it does not. Any [`Collidable`] may be on either side; a point that moves is a ray. Exact for
/// circles, boxes and every other convex shape; of shapes with several parts the first of all touches counts.
///
/// A shape that overlaps the target from the start hits at time 0, with the normal of their
/// [`contact`](crate::contact()). One that only touches it does so unless it moves away or along; a point or
/// a line that lies on a line moves away to either side of it. Nor is it a hit when boxes, polygons or round
/// shapes slide past each other and only their borders meet, so nothing catches on the seams of a wall of tiles
/// or pixels. Numbers that are not finite hit nothing.
///
/// ```
/// use motile_collide::cast;
/// use motile_geom::{Circle, Segment, vec2};
///
/// // A bullet of radius 2 crosses 1000 pixels in a tick and does not miss a wall without thickness.
/// let wall = Segment::new(vec2(500.0, -50.0), vec2(500.0, 50.0));
/// let bullet = Circle::new(vec2(0.0, 0.0), 2.0);
/// let impact = cast(&bullet, vec2(1000.0, 0.0), &wall).unwrap();
/// assert_eq!((impact.time, impact.point), (0.498, vec2(500.0, 0.0)));
/// assert_eq!(impact.normal, vec2(-1.0, 0.0));
/// ```
#[doc(alias = "shape cast")]
#[doc(alias = "swept collision")]
#[doc(alias = "sweep test")]
#[doc(alias = "continuous collision detection")]
#[doc(alias = "time of impact")]
#[inline]
pub fn cast<A, B>(moving: &A, motion: Vec2, target: &B) -> Option<Impact>
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    if turned(moving, target) {
        // Seen from the moving shape the target comes the other way.
        return cast(target, -motion, moving).map(|impact| Impact {
            point: within_range(impact.point + motion * impact.time),
            normal: -impact.normal,
            ..impact
        });
    }
    if !(A::IS_CONVEX && B::IS_CONVEX)
        && motion.is_finite()
        && overlaps(moving, target)
        && let Some(touch) = contact(moving, target)
    {
        return Some(Impact { time: 0.0, point: touch.point, normal: touch.normal });
    }
    // Seen from the target the moving shape sweeps a box, seen from the moving shape the target does.
    let parts = moving.parts_near(area_for(moving, || swept(target.aabb(), -motion)));
    earliest(parts.filter_map(|own| {
        let met = target.parts_in_reach(&own, motion, 0.0);
        earliest(met.filter_map(|part| cast_convex(&own, motion, &part)))
    }))
}

/// When and where a ray from `ray.a` to `ray.b` first meets a shape; see [`cast()`].
#[doc(alias = "raycast")]
#[doc(alias = "ray cast")]
pub fn cast_ray<B: Collidable + ?Sized>(ray: Segment, target: &B) -> Option<Impact> {
    cast(&ray.a, ray.vector(), target)
}

/// [`cast()`] for two convex shapes.
#[inline]
pub(super) fn cast_convex<A, B>(moving: &A, motion: Vec2, target: &B) -> Option<Impact>
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    if !motion.is_finite() {
        return None;
    }
    let (first, second) = (moving.core(), target.core());
    let difference = Difference {
        moving: first.corners(),
        target: second.corners(),
        moving_radius: first.radius() as f64,
        target_radius: second.radius() as f64,
    };
    if let Some(touch) = convex::contact(moving, target) {
        let closing = motion.as_dvec2().dot(touch.normal.as_dvec2()) < 0.0;
        let hits = touch.depth > 0.0 || (closing && !difference.is_flat());
        return hits.then_some(Impact { time: 0.0, point: touch.point, normal: touch.normal });
    }
    difference.first_hit(motion.as_dvec2())
}

/// The first impact in time; the first in order among equals.
fn earliest(impacts: impl Iterator<Item = Impact>) -> Option<Impact> {
    impacts.reduce(|best, impact| if impact.time < best.time { impact } else { best })
}

/// All differences of a point of the target and a point of the moving shape: the moving shape's
/// motion meets the target where it, as a ray from the origin, meets this set. Its sides are those of
/// the two shapes, so it is never built.
struct Difference<'a> {
    moving: &'a [Vec2],
    target: &'a [Vec2],
    moving_radius: f64,
    target_radius: f64,
}

/// A hit in the making.
#[derive(Clone, Copy)]
struct Hit {
    time: f64,
    point: DVec2,
    normal: DVec2,
}

/// Share of a side's length by which rounding may miss its ends; neighboring sides overlap by that.
const END_SLACK: f64 = 1e-9;

/// Share of a length by which it may be off.
const ROUNDING: f64 = 1e-14;

/// Squared cosine between motion and normal under which a round corner is grazed, not hit: so near to a
/// tangent the shapes would be in each other by less than that share of the radius.
const GRAZE: f64 = 1e-14;

impl Difference<'_> {
    /// Whether both shapes lie on one line and have no thickness: they have no outside to come from.
    fn is_flat(&self) -> bool {
        let corners = || self.target.iter().chain(self.moving).map(|corner| corner.as_dvec2());
        let from = corners().next().unwrap_or_default();
        let along = corners().find(|&end| end != from).map_or(DVec2::ZERO, |end| end - from);
        self.radius() == 0.0 && corners().all(|corner| along.perp_dot(corner - from) == 0.0)
    }

    fn radius(&self) -> f64 {
        self.moving_radius + self.target_radius
    }

    /// The first touch of shapes that do not touch yet.
    fn first_hit(&self, motion: DVec2) -> Option<Impact> {
        if !self.moving.iter().chain(self.target).all(|corner| corner.is_finite()) {
            return None;
        }
        let mut best: Option<Hit> = None;
        let mut consider = |hit: Option<Hit>| {
            let earlier = |hit: &Hit| best.is_none_or(|best| hit.time < best.time);
            let hit = hit.filter(|hit| hit.time <= 1.0 && earlier(hit));
            best = hit.or(best);
        };
        let (moving, target) = (self.moving, self.target);
        if target.len() > 1 {
            for (a, b) in sides(target) {
                consider(self.hit_target_side(motion, a, b));
            }
        }
        if moving.len() > 1 {
            for (a, b) in sides(moving) {
                consider(self.hit_moving_side(motion, a, b));
            }
        }
        for &corner in target {
            for &own in moving {
                consider(self.hit_corner(motion, corner.as_dvec2(), own.as_dvec2()));
            }
        }
        best.map(|hit| Impact {
            time: hit.time as f32,
            point: to_vec2(hit.point),
            normal: hit.normal.as_vec2(),
        })
    }

    /// A corner (or side) of the moving shape lands on a side of the target.
    fn hit_target_side(&self, motion: DVec2, a: DVec2, b: DVec2) -> Option<Hit> {
        let along = b - a;
        let normal = outward(along)?;
        // The corners of the moving shape nearest to the side: the lowest along its normal.
        let nearest = extremes(self.moving, -normal, along)?;
        let from = a - nearest.last;
        let to = b - nearest.first;
        let time = self.hit_line(motion, from, to, normal)?;
        // The stretch that both sides share; a point when a corner lands.
        let moved = |p: DVec2| (p + motion * time - a).dot(along) / along.length_squared();
        let low = moved(nearest.first).clamp(0.0, 1.0);
        let high = moved(nearest.last).clamp(0.0, 1.0);
        let point = a + along * ((low + high) * 0.5) + normal * self.target_radius;
        Some(Hit { time, point, normal })
    }

    /// A side of the moving shape lands on a corner of the target.
    fn hit_moving_side(&self, motion: DVec2, a: DVec2, b: DVec2) -> Option<Hit> {
        // Seen from the target the side faces the other way.
        let along = b - a;
        let normal = -outward(along)?;
        let nearest = extremes(self.target, normal, along)?;
        if nearest.first != nearest.last {
            // Two parallel sides are the business of the target's side.
            return None;
        }
        let (from, to) = (nearest.first - b, nearest.first - a);
        let time = self.hit_line(motion, from, to, normal)?;
        Some(Hit { time, point: nearest.first + normal * self.target_radius, normal })
    }

    /// When the motion crosses a side of the set, grown by both radii, from outside.
    fn hit_line(&self, motion: DVec2, from: DVec2, to: DVec2, normal: DVec2) -> Option<f64> {
        let closing = -motion.dot(normal);
        let height = -from.dot(normal);
        // A side passed by no more than rounding is not behind: the shapes do not touch yet.
        let ahead = height - self.radius();
        if closing <= 0.0 || ahead < -ROUNDING * (height.abs() + self.radius()) {
            return None;
        }
        let time = if ahead > 0.0 { ahead / closing } else { 0.0 };
        let along = to - from;
        let foot = motion * time - normal * self.radius();
        let share = (foot - from).dot(along) / along.length_squared();
        let onward = motion.dot(along);
        // Shapes with an area slide past each other where only their ends meet and part again.
        let has_area = self.radius() == 0.0 && self.moving.len() > 2 && self.target.len() > 2;
        let slides_past = has_area
            && ((share < END_SLACK && onward <= 0.0) || (share > 1.0 - END_SLACK && onward >= 0.0));
        let meets = (-END_SLACK..=1.0 + END_SLACK).contains(&share) && !slides_past;
        meets.then_some(time)
    }

    /// A corner of the moving shape, or the rounding about it, lands on a corner of the target.
    fn hit_corner(&self, motion: DVec2, corner: DVec2, own: DVec2) -> Option<Hit> {
        let radius = self.radius();
        let center = corner - own;
        let (speed_squared, towards) = (motion.length_squared(), motion.dot(center));
        if speed_squared == 0.0 || towards <= 0.0 {
            return None;
        }
        let across = motion.perp_dot(center);
        let whole = radius * radius * speed_squared;
        let inside = whole - across * across;
        // Corners without rounding meet corners as shapes with an area meet ends of sides. Round ones
        // slide past where the motion is tangent to them.
        if inside < GRAZE * whole
            || (radius == 0.0 && self.moving.len() > 2 && self.target.len() > 2)
        {
            return None;
        }
        let time = (towards - inside.sqrt()) / speed_squared;
        // Before the start by rounding only: the shapes do not touch yet.
        let time = time.max(0.0);
        let normal = if radius > 0.0 { (motion * time - center) / radius } else { -motion };
        let normal = normal.normalize_or(DVec2::NEG_Y);
        Some(Hit { time, point: corner + normal * self.target_radius, normal })
    }
}

fn sides(corners: &[Vec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| (a.as_dvec2(), b.as_dvec2()))
}

/// Outward unit normal of a side that runs clockwise on the screen.
fn outward(along: DVec2) -> Option<DVec2> {
    DVec2::new(along.y, -along.x).try_normalize()
}

/// The corners furthest along a direction, from the first to the last along another.
struct Extremes {
    first: DVec2,
    last: DVec2,
}

fn extremes(corners: &[Vec2], direction: DVec2, along: DVec2) -> Option<Extremes> {
    let height = |corner: &Vec2| corner.as_dvec2().dot(direction);
    let top = corners.iter().map(height).reduce(f64::max)?;
    // Corners of a parallel side differ by rounding only.
    let slack = top.abs() * 1e-12 + 1e-12;
    let mut best: Option<Extremes> = None;
    for corner in corners.iter().filter(|corner| height(corner) >= top - slack) {
        let at = corner.as_dvec2();
        let found = best.get_or_insert(Extremes { first: at, last: at });
        if at.dot(along) < found.first.dot(along) {
            found.first = at;
        }
        if at.dot(along) > found.last.dot(along) {
            found.last = at;
        }
    }
    best
}
