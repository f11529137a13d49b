//! What all convex shapes have in common: a few corners and a rounding radius.

use crate::{Aabb, Capsule, Circle, ConvexPolygon, Obb, Segment, Vec2};

/// A convex shape, seen as the hull of a few corners grown by a radius.
///
/// A circle is one corner with a radius, a capsule two corners with a radius, a box four corners
/// without one. Every question between two shapes (contact, distance, casts: the crate `motile-collide`) is
/// answered on this common form, so a shape of your own joins in by writing this one function.
///
/// ```
/// use motile_geom::{Convex, Core, Vec2, vec2};
///
/// struct Pill { left: Vec2, width: f32 }
///
/// impl Convex for Pill {
///     fn core(&self) -> Core<'_> {
///         Core::line(self.left, self.left + vec2(self.width, 0.0), 4.0)
///     }
/// }
///
/// let pill = Pill { left: vec2(0.0, 0.0), width: 20.0 };
/// assert_eq!(pill.core().corners(), [vec2(0.0, 0.0), vec2(20.0, 0.0)]);
/// assert_eq!(pill.core().radius(), 4.0);
/// ```
#[doc(alias = "support function")]
pub trait Convex {
    /// The corners and the radius.
    fn core(&self) -> Core<'_>;
}

/// The corners of a convex shape in positive orientation (clockwise on the screen) and the radius by
/// which their hull is grown.
#[derive(Clone, Copy, Debug)]
pub struct Core<'a> {
    corners: Corners<'a>,
    radius: f32,
}

#[derive(Clone, Copy, Debug)]
enum Corners<'a> {
    Few([Vec2; 4], u8),
    Many(&'a [Vec2]),
}

impl<'a> Core<'a> {
    /// The core of a shape that holds no point: it touches nothing.
    pub const EMPTY: Self = Self { corners: Corners::Few([Vec2::ZERO; 4], 0), radius: 0.0 };

    /// A point grown by a radius; a negative radius counts as 0.
    #[inline]
    pub const fn point(point: Vec2, radius: f32) -> Self {
        Self::grown(Corners::Few([point; 4], 1), radius)
    }

    /// A line grown by a radius; a negative radius counts as 0. Equal ends make a point.
    #[inline]
    pub fn line(a: Vec2, b: Vec2, radius: f32) -> Self {
        let count = if a == b { 1 } else { 2 };
        Self::grown(Corners::Few([a, b, b, b], count), radius)
    }

    /// A triangle in either direction; one without area is the line between the corners furthest apart.
    #[inline]
    pub fn triangle([a, b, c]: [Vec2; 3]) -> Self {
        let turn = (b.as_dvec2() - a.as_dvec2()).perp_dot(c.as_dvec2() - b.as_dvec2());
        if turn > 0.0 {
            return Self { corners: Corners::Few([a, b, c, c], 3), radius: 0.0 };
        }
        if turn < 0.0 {
            return Self { corners: Corners::Few([c, b, a, a], 3), radius: 0.0 };
        }
        if turn.is_nan() {
            return Self::EMPTY;
        }
        let length = |from: Vec2, to: Vec2| from.as_dvec2().distance_squared(to.as_dvec2());
        let (ab, bc, ca) = (length(a, b), length(b, c), length(c, a));
        let (from, to) = if ab >= bc && ab >= ca {
            (a, b)
        } else if bc >= ca {
            (b, c)
        } else {
            (c, a)
        };
        Self::line(from, to, 0.0)
    }

    /// A radius that is not finite leaves nothing.
    #[inline]
    const fn grown(corners: Corners<'a>, radius: f32) -> Self {
        if radius.is_finite() { Self { corners, radius: radius.max(0.0) } } else { Self::EMPTY }
    }

    /// A four-cornered shape, clockwise on the screen. Equal neighbors are merged, so that a box
    /// without width becomes a line.
    #[inline]
    pub fn quad(corners: [Vec2; 4]) -> Self {
        let [a, b, c, d] = corners;
        if a != b && b != c && c != d && d != a {
            return Self { corners: Corners::Few(corners, 4), radius: 0.0 };
        }
        let (mut kept, mut count) = ([a; 4], 0);
        for (i, &corner) in corners.iter().enumerate() {
            if corner != corners[(i + 3) % 4] {
                kept[count] = corner;
                count += 1;
            }
        }
        Self { corners: Corners::Few(kept, count.max(1) as u8), radius: 0.0 }
    }

    /// The hull of corners that are already convex and clockwise on the screen, grown by a radius;
    /// a negative radius counts as 0.
    #[inline]
    pub const fn polygon(corners: &'a [Vec2], radius: f32) -> Self {
        Self::grown(Corners::Many(corners), radius)
    }

    /// The corners, clockwise on the screen; one for a point, two for a line.
    #[inline]
    pub fn corners(&self) -> &[Vec2] {
        match &self.corners {
            Corners::Few(corners, count) => &corners[..usize::from(*count)],
            Corners::Many(corners) => corners,
        }
    }

    /// The radius in pixels, 0 or more.
    #[inline]
    pub const fn radius(&self) -> f32 {
        self.radius
    }
}

/// A core is a convex shape itself.
impl Convex for Core<'_> {
    #[inline]
    fn core(&self) -> Core<'_> {
        *self
    }
}

/// A single point.
impl Convex for Vec2 {
    #[inline]
    fn core(&self) -> Core<'_> {
        Core::point(*self, 0.0)
    }
}

impl Convex for Circle {
    #[inline]
    fn core(&self) -> Core<'_> {
        Core::point(self.center, self.radius)
    }
}

impl Convex for Segment {
    #[inline]
    fn core(&self) -> Core<'_> {
        Core::line(self.a, self.b, 0.0)
    }
}

impl Convex for Capsule {
    #[inline]
    fn core(&self) -> Core<'_> {
        Core::line(self.segment.a, self.segment.b, self.radius)
    }
}

impl Convex for Aabb {
    #[inline]
    fn core(&self) -> Core<'_> {
        if self.is_empty() { Core::EMPTY } else { Core::quad(self.corners()) }
    }
}

impl Convex for Obb {
    #[inline]
    fn core(&self) -> Core<'_> {
        let is_empty = !self.half_size.cmpge(Vec2::ZERO).all();
        if is_empty { Core::EMPTY } else { Core::quad(self.corners()) }
    }
}

/// A triangle, its corners in either direction.
impl Convex for [Vec2; 3] {
    #[inline]
    fn core(&self) -> Core<'_> {
        Core::triangle(*self)
    }
}

impl<C: Convex + ?Sized> Convex for &C {
    #[inline]
    fn core(&self) -> Core<'_> {
        (**self).core()
    }
}

impl<C: Convex + ?Sized> Convex for Box<C> {
    #[inline]
    fn core(&self) -> Core<'_> {
        (**self).core()
    }
}

impl Convex for ConvexPolygon {
    #[inline]
    fn core(&self) -> Core<'_> {
        Core::polygon(self.vertices(), 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2;

    #[test]
    fn flat_boxes_become_lines_and_points() {
        let corners = |w, h| Aabb::from_size(vec2(1.0, 2.0), vec2(w, h)).core().corners().to_vec();
        assert_eq!(corners(3.0, 4.0).len(), 4);
        assert_eq!(corners(3.0, 0.0), [vec2(4.0, 2.0), vec2(1.0, 2.0)]);
        assert_eq!(corners(0.0, 4.0), [vec2(1.0, 2.0), vec2(1.0, 6.0)]);
        assert_eq!(corners(0.0, 0.0), [vec2(1.0, 2.0)]);
        assert!(Aabb::EMPTY.core().corners().is_empty());
        assert_eq!(Capsule::new(Vec2::X, Vec2::X, 2.0).core().corners(), [Vec2::X]);
        assert_eq!(Circle::new(Vec2::X, -2.0).core().radius(), 0.0);
        assert!(Obb::new(Vec2::X, vec2(-1.0, 2.0), 0.3).core().corners().is_empty());
    }

    #[test]
    fn radii_that_are_not_finite_leave_nothing() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(Circle::new(Vec2::X, bad).core().corners().is_empty());
            assert!(Capsule::new(Vec2::X, Vec2::Y, bad).core().corners().is_empty());
            assert!(Core::polygon(&[Vec2::X, Vec2::Y], bad).corners().is_empty());
        }
    }

    #[test]
    fn triangles_run_either_way_and_flat_ones_are_lines() {
        let [a, b, c] = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 3.0)];
        assert_eq!([a, b, c].core().corners(), [a, b, c]);
        assert_eq!([c, b, a].core().corners(), [a, b, c]);
        for flat in [[a, b, b * 2.0], [b, b * 2.0, a], [b * 2.0, a, b]] {
            let ends = flat.core();
            assert_eq!(ends.corners().len(), 2);
            assert!(ends.corners().contains(&a) && ends.corners().contains(&(b * 2.0)));
        }
        assert_eq!([a; 3].core().corners(), [a]);
    }
}
