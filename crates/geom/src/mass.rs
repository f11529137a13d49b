//! Mass, center of mass and inertia.

use crate::exact::{to_f32, to_vec2};
use crate::{Aabb, Capsule, Circle, ConvexPolygon, IVec2, Obb, Polygon, Vec2};
use core::f64::consts::PI;
use glam::DVec2;

/// What a solver needs to know about the matter of a shape. Density is mass per square pixel.
///
/// ```
/// use motile_geom::{Aabb, MassProperties, vec2};
/// let chassis = MassProperties::of_aabb(Aabb::from_center(vec2(300.0, 300.0), vec2(100.0, 20.0)), 1.0);
/// assert_eq!((chassis.mass, chassis.center), (8000.0, vec2(300.0, 300.0)));
/// ```
#[doc(alias = "moment of inertia")]
#[doc(alias = "center of mass")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MassProperties {
    /// Area in square pixels.
    pub area: f32,
    /// Mass: area times density.
    pub mass: f32,
    /// Center of mass.
    pub center: Vec2,
    /// Moment of inertia about the center of mass, in mass times square pixels.
    pub inertia: f32,
}

impl MassProperties {
    /// Of a polygon, convex or not.
    pub fn of_polygon(polygon: &Polygon, density: f32) -> Self {
        let vertices = polygon.vertices();
        // About the first vertex, so that a small shape far from the origin keeps its digits.
        let origin = vertices[0].as_dvec2();
        let (mut twice_area, mut moment, mut second) = (0.0, DVec2::ZERO, 0.0);
        for pair in vertices.windows(2) {
            let (p, q) = (pair[0].as_dvec2() - origin, pair[1].as_dvec2() - origin);
            let cross = p.perp_dot(q);
            twice_area += cross;
            moment += (p + q) * cross;
            second += cross * (p.dot(p) + p.dot(q) + q.dot(q));
        }
        let area = twice_area / 2.0;
        let center = moment / (6.0 * area);
        Self::from_area(area, origin + center, second / 12.0 - area * center.dot(center), density)
    }

    /// Of a convex polygon.
    pub fn of_convex(polygon: &ConvexPolygon, density: f32) -> Self {
        Self::of_polygon(polygon.polygon(), density)
    }

    /// Of a filled circle.
    pub fn of_circle(circle: Circle, density: f32) -> Self {
        let squared = f64::from(circle.radius) * f64::from(circle.radius);
        let area = PI * squared;
        Self::from_area(area, circle.center.as_dvec2(), area * squared / 2.0, density)
    }

    /// Of an upright box.
    pub fn of_aabb(aabb: Aabb, density: f32) -> Self {
        if aabb.is_empty() { Self::default() } else { Self::of_obb(aabb.into(), density) }
    }

    /// Of a turned box.
    pub fn of_obb(obb: Obb, density: f32) -> Self {
        let half = obb.half_size.as_dvec2();
        let area = 4.0 * half.x * half.y;
        Self::from_area(area, obb.center.as_dvec2(), area * half.length_squared() / 3.0, density)
    }

    /// Of a capsule.
    pub fn of_capsule(capsule: Capsule, density: f32) -> Self {
        let (a, b) = (capsule.segment.a.as_dvec2(), capsule.segment.b.as_dvec2());
        let (length, radius) = (a.distance(b), f64::from(capsule.radius));
        let (bar, ends) = (2.0 * radius * length, PI * radius * radius);
        // Each half disc has its own center of mass this far from its flat side.
        let offset = 4.0 * radius / (3.0 * PI);
        let of_bar = bar * (length * length + 4.0 * radius * radius) / 12.0;
        let of_ends = ends * (radius * radius / 2.0 + length * length / 4.0 + length * offset);
        Self::from_area(bar + ends, a.midpoint(b), of_bar + of_ends, density)
    }

    /// Of pixels, each a unit square from its position to one more, in any order. `None` when there
    /// are none. Exact where the hull of a mask would fill its hollows.
    ///
    /// ```
    /// use motile_geom::{MassProperties, ivec2};
    /// let corner = [ivec2(0, 0), ivec2(0, 1), ivec2(1, 1)];
    /// let matter = MassProperties::of_pixels(corner, 1.0).unwrap();
    /// assert_eq!(matter.area, 3.0);
    /// assert_eq!(matter.center.x, 5.0 / 6.0);
    /// ```
    pub fn of_pixels(pixels: impl IntoIterator<Item = IVec2>, density: f32) -> Option<Self> {
        let mut pixels = pixels.into_iter();
        let first = pixels.next()?.as_dvec2();
        let (mut area, mut moment, mut second) = (1.0, DVec2::ZERO, 0.0);
        for pixel in pixels {
            let offset = pixel.as_dvec2() - first;
            area += 1.0;
            moment += offset;
            second += offset.length_squared();
        }
        let mean = moment / area;
        let inertia = area / 6.0 + second - area * mean.length_squared();
        Some(Self::from_area(area, first + mean + 0.5, inertia, density))
    }

    /// Two bodies welded into one; parts that overlap count twice.
    pub fn combined(self, other: Self) -> Self {
        let (m, n) = (f64::from(self.mass), f64::from(other.mass));
        let (p, q) = (self.center.as_dvec2(), other.center.as_dvec2());
        let mass = m + n;
        if mass == 0.0 {
            return Self { area: self.area + other.area, ..self };
        }
        let reduced = m * n / mass * p.distance_squared(q);
        Self {
            area: self.area + other.area,
            mass: to_f32(mass),
            center: to_vec2(p + (q - p) * (n / mass)),
            inertia: to_f32(f64::from(self.inertia) + f64::from(other.inertia) + reduced),
        }
    }

    /// Moment of inertia about any point (the parallel axis rule).
    pub fn inertia_about(self, point: Vec2) -> f32 {
        let squared = point.as_dvec2().distance_squared(self.center.as_dvec2());
        to_f32(f64::from(self.inertia) + f64::from(self.mass) * squared)
    }

    /// From the area and its second moment about the center.
    fn from_area(area: f64, center: DVec2, second: f64, density: f32) -> Self {
        let density = f64::from(density);
        Self {
            area: to_f32(area),
            mass: to_f32(area * density),
            center: to_vec2(center),
            inertia: to_f32(second.max(0.0) * density),
        }
    }
}
