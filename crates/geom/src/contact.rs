//! Where two shapes touch, which way they part and how deep they are in each other.

use crate::separation::{Separation, separation, to_f32, to_vec2};
use crate::{Convex, Vec2, contact_clip};

/// A touch of two shapes, seen from the second: its surface, its outward direction.
///
/// The normal points **from the second shape to the first**: move the first by `normal * depth` and
/// the two just touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// On the surface of the second shape.
    pub point: Vec2,
    /// Unit vector from the second shape to the first.
    pub normal: Vec2,
    /// How far the shapes are in each other in pixels; 0 when they just touch.
    pub depth: f32,
}

impl Contact {
    /// The matching point on the surface of the first shape.
    pub fn point_on_first(self) -> Vec2 {
        self.point - self.normal * self.depth
    }

    /// The same contact with the shapes exchanged.
    pub fn flipped(self) -> Self {
        Self { point: self.point_on_first(), normal: -self.normal, depth: self.depth }
    }
}

/// One of the points of a [`Manifold`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// On the surface of the second shape.
    pub point: Vec2,
    /// How far the shapes are in each other here, in pixels.
    pub depth: f32,
    /// Which sides and corners meet: the same number from one step to the next means the same point
    /// of contact, so a solver can start from its last answer.
    pub feature: u32,
}

/// All the points a solver needs to hold two convex shapes apart: one, or two where sides meet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// Unit vector from the second shape to the first.
    pub normal: Vec2,
    points: [ManifoldPoint; 2],
    count: u8,
}

impl Manifold {
    pub(crate) fn one(normal: Vec2, point: ManifoldPoint) -> Self {
        Self { normal, points: [point, ManifoldPoint::default()], count: 1 }
    }

    pub(crate) fn two(normal: Vec2, points: [ManifoldPoint; 2]) -> Self {
        Self { normal, points, count: 2 }
    }

    /// The points, one or two.
    #[inline]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// The deepest point as a contact; the middle when two are equally deep.
    pub fn contact(&self) -> Contact {
        let [a, b] = self.points;
        let (point, depth) = if self.count < 2 || a.depth > b.depth {
            (a.point, a.depth)
        } else if a.depth == b.depth {
            (a.point * 0.5 + b.point * 0.5, a.depth)
        } else {
            (b.point, b.depth)
        };
        Contact { point, normal: self.normal, depth }
    }
}

/// The contact of two shapes, or `None` when they do not touch. The deepest point is given; the middle
/// of the touching stretch when sides lie flat on each other.
///
/// Always finite for finite shapes: concentric circles part upwards, (0, −1); a circle centered on a
/// line parts along the line's perpendicular (its direction turned clockwise on the screen), and of
/// several equally short ways out the first in corner order is taken.
///
/// ```
/// use motile_geom::{Capsule, Circle, contact, vec2};
/// let floor = Capsule::new(vec2(0.0, 0.0), vec2(10.0, 0.0), 3.0);
/// let ball = Circle::new(vec2(5.0, -4.0), 2.0);
/// let hit = contact(&ball, &floor).unwrap();
/// assert_eq!((hit.point, hit.normal, hit.depth), (vec2(5.0, -3.0), vec2(0.0, -1.0), 1.0));
/// ```
#[inline]
pub fn contact<A, B>(first: &A, second: &B) -> Option<Contact>
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    manifold(first, second).map(|manifold| manifold.contact())
}

/// The one or two points where two shapes touch, or `None` when they do not.
///
/// ```
/// use motile_geom::{Aabb, Obb, manifold, vec2};
/// let floor = Aabb::new(vec2(0.0, 10.0), vec2(100.0, 20.0));
/// let crate_ = Obb::new(vec2(50.0, 5.5), vec2(5.0, 5.0), 0.0);
/// let touch = manifold(&crate_, &floor).unwrap();
/// assert_eq!(touch.normal, vec2(0.0, -1.0));
/// assert_eq!(touch.points().len(), 2);
/// assert!(touch.points().iter().all(|p| p.depth == 0.5));
/// ```
#[inline]
pub fn manifold<A, B>(first: &A, second: &B) -> Option<Manifold>
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    let (a, b) = (first.core(), second.core());
    let (ra, rb) = (f64::from(a.radius()), f64::from(b.radius()));
    let apart = separation(a.corners(), b.corners(), ra + rb)?;
    if let Some(face) = apart.face
        && a.corners().len() > 1
        && b.corners().len() > 1
        && let Some(clipped) = contact_clip::clip(a.corners(), b.corners(), face, ra, rb)
        && f64::from(clipped.contact().depth) >= ra + rb - apart.distance - SLACK * (ra + rb)
    {
        return Some(clipped);
    }
    Some(single(&apart, ra, rb))
}

/// How much depth, as a share of the radii, a manifold may lose against the exact contact. Past the end
/// of a side two corners meet in one point, which clipping would cut off.
const SLACK: f64 = 2e-6;

#[inline]
fn single(apart: &Separation, ra: f64, rb: f64) -> Manifold {
    let point = ManifoldPoint {
        point: to_vec2(apart.on_second + apart.normal * rb),
        depth: to_f32((ra + rb - apart.distance).max(0.0)),
        feature: 0,
    };
    Manifold::one(apart.normal.as_vec2(), point)
}
