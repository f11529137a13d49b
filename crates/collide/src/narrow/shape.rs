//! What can be asked about: convex shapes, and shapes made of convex parts.

use super::convex;
use crate::{Contact, Mask, PlacedMask};
use motile_geom::{Aabb, Convex, IVec2, Segment, Vec2};

/// Anything that [`contact`](crate::contact()), [`distance`](crate::distance()),
/// [`closest_points`](crate::closest_points()), [`touches`](crate::touches()),
/// [`overlaps`](crate::overlaps()), [`cast`](crate::cast()) and [`cast_ray`](crate::cast_ray) take, on either
/// side: every [`Convex`] shape, and shapes made of convex parts.
///
/// | shape | is made of |
/// |---|---|
/// | [`Circle`](motile_geom::Circle), [`Aabb`], [`Obb`](motile_geom::Obb), [`Segment`], [`Capsule`](motile_geom::Capsule), [`ConvexPolygon`](motile_geom::ConvexPolygon), a point, `[Vec2; 3]` | itself |
/// | [`Polyline`] | its segments |
/// | [`MaskAt`] (from [`Mask::placed`]), [`PlacedMask`] | its rows of solid pixels |
/// | [`Compound`] | any convex shapes |
/// | [`TriangleMesh`] | its triangles |
/// | [`AnyShape`](crate::AnyShape) | whatever it holds, owned; also concave polygons, tiles, half planes and containers |
///
/// A shape of your own joins in by telling its parts.
#[doc(alias = "collider")]
pub trait Collidable {
    /// Whether it is a single convex part: then nobody asks where its parts are.
    const IS_CONVEX: bool = false;

    /// Whether every shape of the type ends somewhere. Half planes and containers do not, and neither does an
    /// [`AnyShape`](crate::AnyShape), which can be one.
    const IS_BOUNDED: bool = true;

    /// The smallest box around it; empty when it has no parts.
    fn aabb(&self) -> Aabb;

    /// Whether this one goes on without end.
    fn is_endless(&self) -> bool {
        !Self::IS_BOUNDED
    }

    /// The parts that may touch a box, always in the same order.
    fn parts_near(&self, area: Aabb) -> impl Iterator<Item: Convex>;

    /// The parts that a convex shape, carried along `motion` (pixels), comes within `reach` pixels of, in the order of
    /// [`parts_near`](Self::parts_near). Shapes without end cut out what that shape can meet of them.
    #[inline]
    fn parts_in_reach<A: Convex + ?Sized>(
        &self,
        first: &A,
        motion: Vec2,
        reach: f32,
    ) -> impl Iterator<Item: Convex> {
        let area =
            if Self::IS_CONVEX { Aabb::EMPTY } else { swept(first.aabb(), motion).grown(reach) };
        self.parts_near(area)
    }

    /// The contact of a convex shape (first) with this one (second): that of the part it is deepest in.
    fn contact_with<A: Convex + ?Sized>(&self, first: &A) -> Option<Contact> {
        let parts = self.parts_in_reach(first, Vec2::ZERO, 0.0);
        deepest(parts.filter_map(|part| convex::contact(first, &part)))
    }

    /// Whether a convex shape shares more than its border with this one.
    fn overlaps_with<A: Convex + ?Sized>(&self, first: &A) -> bool {
        let mut parts = self.parts_in_reach(first, Vec2::ZERO, 0.0);
        parts.any(|part| convex::overlaps(first, &part))
    }

    /// Itself when it is a mask: masks meet masks pixel by pixel.
    fn as_mask(&self) -> Option<MaskAt<'_>> {
        None
    }
}

/// The box that a box covers on its way.
#[inline]
pub(super) fn swept(area: Aabb, motion: Vec2) -> Aabb {
    area.union(area.translated(motion))
}

/// Whether a question is asked with its shapes exchanged: what goes on without end is cut to what it meets, so it
/// has to be the second. A constant for all types that end.
#[inline]
pub(super) fn turned<A, B>(first: &A, second: &B) -> bool
where
    A: Collidable + ?Sized,
    B: Collidable + ?Sized,
{
    !A::IS_BOUNDED && first.is_endless() && !second.is_endless()
}

/// The deepest contact, the first of equals.
pub(super) fn deepest(contacts: impl Iterator<Item = Contact>) -> Option<Contact> {
    contacts.reduce(|best, next| if next.depth > best.depth { next } else { best })
}

impl<C: Convex + ?Sized> Collidable for C {
    const IS_CONVEX: bool = true;

    fn aabb(&self) -> Aabb {
        let core = self.core();
        Aabb::around(core.corners().iter().copied()).grown(core.radius())
    }

    #[inline]
    fn parts_near(&self, _: Aabb) -> impl Iterator<Item: Convex> {
        core::iter::once(self)
    }
}

/// Points joined by straight lines, borrowed: terrain, walls, paths. It has no inside.
///
/// ```
/// use motile_collide::{Polyline, cast, distance};
/// use motile_geom::{Circle, vec2};
///
/// let ground = [vec2(0.0, 10.0), vec2(50.0, 10.0), vec2(100.0, 40.0)];
/// let ground = Polyline::open(&ground);
/// let ball = Circle::new(vec2(20.0, 0.0), 4.0);
/// assert_eq!(distance(&ball, &ground), 6.0);
/// assert_eq!(cast(&ball, vec2(0.0, 12.0), &ground).unwrap().time, 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Polyline<'a> {
    /// The points in order. Lines to a point that is not finite are not there.
    pub points: &'a [Vec2],
    /// Whether the last point is joined to the first.
    pub closed: bool,
}

impl<'a> Polyline<'a> {
    /// A chain with two ends; a single point is a segment without length.
    pub const fn open(points: &'a [Vec2]) -> Self {
        Self { points, closed: false }
    }

    /// A chain whose last point is joined to the first.
    pub const fn closed(points: &'a [Vec2]) -> Self {
        Self { points, closed: true }
    }

    /// The segments in order.
    pub fn segments(self) -> impl Iterator<Item = Segment> + Clone + 'a {
        let n = self.points.len();
        let count = if self.closed || n == 1 { n } else { n.saturating_sub(1) };
        let points = self.points;
        (0..count).map(move |i| Segment::new(points[i], points[(i + 1) % n]))
    }
}

impl Collidable for Polyline<'_> {
    fn aabb(&self) -> Aabb {
        Aabb::around(self.points.iter().copied().filter(|point| point.is_finite()))
    }

    fn parts_near(&self, area: Aabb) -> impl Iterator<Item: Convex> {
        self.segments().filter(move |segment| segment.aabb().touches(area))
    }
}

/// Several convex shapes that count as one, borrowed: a sprite of a few circles, the
/// [`convex_pieces`](crate::convex_pieces) of an outline, or a mix as `&[&dyn Convex]`. They may overlap.
///
/// ```
/// use motile_collide::{Compound, contact, distance};
/// use motile_geom::{Capsule, Circle, Convex, vec2};
///
/// let head = Circle::new(vec2(0.0, -20.0), 6.0);
/// let body = Capsule::new(vec2(0.0, -10.0), vec2(0.0, 20.0), 4.0);
/// let parts: [&dyn Convex; 2] = [&head, &body];
/// let player = Compound::new(&parts);
/// let coin = Circle::new(vec2(12.0, -20.0), 2.0);
/// assert_eq!(distance(&player, &coin), 4.0);
/// assert!(contact(&player, &coin).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compound<'a, S> {
    /// The shapes.
    pub parts: &'a [S],
}

impl<'a, S: Convex> Compound<'a, S> {
    /// Shapes that count as one.
    pub const fn new(parts: &'a [S]) -> Self {
        Self { parts }
    }
}

impl<S: Convex> Collidable for Compound<'_, S> {
    fn aabb(&self) -> Aabb {
        // By the numbers of the part, not by those of its box: a box may leave the range of numbers where the part
        // is still there.
        let is_finite = |part: &&S| part.core().corners().iter().all(|corner| corner.is_finite());
        self.parts.iter().filter(is_finite).map(Collidable::aabb).fold(Aabb::EMPTY, Aabb::union)
    }

    fn parts_near(&self, area: Aabb) -> impl Iterator<Item: Convex> {
        self.parts.iter().filter(move |part| Collidable::aabb(*part).touches(area))
    }
}

/// Triangles over shared points, borrowed: terrain and levels as other programs export them.
///
/// ```
/// use motile_collide::{TriangleMesh, contact};
/// use motile_geom::{Circle, vec2};
///
/// let points = [vec2(0.0, 0.0), vec2(40.0, 0.0), vec2(40.0, 30.0), vec2(0.0, 30.0)];
/// let floor = TriangleMesh::new(&points, &[[0, 1, 2], [0, 2, 3]]);
/// let touch = contact(&Circle::new(vec2(30.0, -3.0), 4.0), &floor).unwrap();
/// assert_eq!((touch.normal, touch.depth), (vec2(0.0, -1.0), 1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TriangleMesh<'a> {
    /// The points.
    pub points: &'a [Vec2],
    /// Three indices each, in either direction. Triangles with an index that no point has are not there.
    pub triangles: &'a [[u32; 3]],
}

impl<'a> TriangleMesh<'a> {
    /// Triangles by the indices of their corners.
    pub const fn new(points: &'a [Vec2], triangles: &'a [[u32; 3]]) -> Self {
        Self { points, triangles }
    }

    /// The corners of the triangles in order.
    pub fn corners(self) -> impl Iterator<Item = [Vec2; 3]> + Clone + 'a {
        let points = self.points;
        self.triangles.iter().filter_map(move |&[a, b, c]| {
            let point = |index: u32| points.get(index as usize).copied();
            Some([point(a)?, point(b)?, point(c)?])
        })
    }
}

impl Collidable for TriangleMesh<'_> {
    fn aabb(&self) -> Aabb {
        let whole = self.corners().filter(|corners| corners.iter().all(|point| point.is_finite()));
        Aabb::around(whole.flatten())
    }

    fn parts_near(&self, area: Aabb) -> impl Iterator<Item: Convex> {
        self.corners().filter(move |corners| Collidable::aabb(corners).touches(area))
    }
}

/// A mask and where its top left corner is, borrowed: what [`Mask::placed`] gives. Its pixels are solid squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskAt<'a> {
    /// The pixels.
    pub mask: &'a Mask,
    /// Top left corner in the shared space.
    pub at: IVec2,
}

impl Mask {
    /// This mask with its top left corner at a pixel of the shared space, as a [`Collidable`].
    ///
    /// ```
    /// use motile_collide::{Mask, overlaps};
    /// use motile_geom::{Circle, ivec2, vec2};
    /// let block = Mask::solid(10, 10)?;
    /// assert!(overlaps(&block.placed(ivec2(0, 0)), &block.placed(ivec2(9, 9))));
    /// assert!(!overlaps(&block.placed(ivec2(0, 0)), &Circle::new(vec2(15.0, 5.0), 5.0)));
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    pub const fn placed(&self, at: IVec2) -> MaskAt<'_> {
        MaskAt { mask: self, at }
    }
}

impl Collidable for MaskAt<'_> {
    fn aabb(&self) -> Aabb {
        let solid = self.mask.bounds();
        if solid.is_empty() {
            return Aabb::EMPTY;
        }
        let corner = self.at.as_dvec2() + solid.origin().as_dvec2();
        let far = corner + motile_geom::glam::dvec2(solid.width as f64, solid.height as f64);
        Aabb::new(corner.as_vec2(), far.as_vec2())
    }

    fn parts_near(&self, area: Aabb) -> impl Iterator<Item: Convex> {
        self.runs_near(area)
    }

    fn contact_with<A: Convex + ?Sized>(&self, first: &A) -> Option<Contact> {
        (*self).contact_with(first)
    }

    fn overlaps_with<A: Convex + ?Sized>(&self, first: &A) -> bool {
        (*self).overlaps_with(first)
    }

    fn as_mask(&self) -> Option<MaskAt<'_>> {
        Some(*self)
    }
}

impl Collidable for PlacedMask {
    fn aabb(&self) -> Aabb {
        self.mask.placed(self.at).aabb()
    }

    fn parts_near(&self, area: Aabb) -> impl Iterator<Item: Convex> {
        self.mask.placed(self.at).runs_near(area)
    }

    fn contact_with<A: Convex + ?Sized>(&self, first: &A) -> Option<Contact> {
        self.mask.placed(self.at).contact_with(first)
    }

    fn overlaps_with<A: Convex + ?Sized>(&self, first: &A) -> bool {
        self.mask.placed(self.at).overlaps_with(first)
    }

    fn as_mask(&self) -> Option<MaskAt<'_>> {
        Some(self.mask.placed(self.at))
    }
}
