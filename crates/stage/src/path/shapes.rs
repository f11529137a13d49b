//! Ready-made outlines, all clockwise on the screen where they enclose an area.

use super::Path;
use core::f32::consts::{FRAC_PI_2, PI, TAU};
use motile_geom::{Aabb, Polygon, Vec2, ops, vec2};

/// Distance of a control point from the end of a quarter arc of radius 1: 4/3·tan(π/8).
const QUARTER: f32 = 0.552_284_8;

impl Path {
    /// A straight line.
    pub fn line(from: Vec2, to: Vec2) -> Self {
        let mut path = Self::new();
        path.move_to(from).line_to(to);
        path
    }

    /// Straight lines through points, not closed.
    pub fn polyline(points: &[Vec2]) -> Self {
        let mut path = Self::new();
        if let Some((&first, rest)) = points.split_first() {
            path.move_to(first);
            for &to in rest {
                path.line_to(to);
            }
        }
        path
    }

    /// A closed outline through points, in their own direction.
    pub fn polygon(points: &[Vec2]) -> Self {
        let mut path = Self::polyline(points);
        path.close();
        path
    }

    /// A rectangle, given as its box; corners of a box that stand the wrong way round are exchanged. The rectangle
    /// about the origin is [`Shape::rect`](crate::Shape::rect).
    pub fn rect(area: Aabb) -> Self {
        if area == Aabb::EMPTY {
            return Self::new();
        }
        Self::from(Aabb::new(area.min.min(area.max), area.min.max(area.max)))
    }

    /// A rectangle with round corners, given as its box; the radius is limited to half the shorter side.
    #[doc(alias = "rounded rectangle")]
    pub fn round_rect(area: Aabb, radius: f32) -> Self {
        let (min, max) = (area.min.min(area.max), area.min.max(area.max));
        let r = radius.max(0.0).min((max - min).min_element() * 0.5);
        if r == 0.0 {
            return Self::from(Aabb::new(min, max));
        }
        let k = r * (1.0 - QUARTER);
        let mut path = Self::new();
        path.move_to(vec2(min.x + r, min.y)).line_to(vec2(max.x - r, min.y));
        path.cubic_to(vec2(max.x - k, min.y), vec2(max.x, min.y + k), vec2(max.x, min.y + r));
        path.line_to(vec2(max.x, max.y - r));
        path.cubic_to(vec2(max.x, max.y - k), vec2(max.x - k, max.y), vec2(max.x - r, max.y));
        path.line_to(vec2(min.x + r, max.y));
        path.cubic_to(vec2(min.x + k, max.y), vec2(min.x, max.y - k), vec2(min.x, max.y - r));
        path.line_to(vec2(min.x, min.y + r));
        path.cubic_to(vec2(min.x, min.y + k), vec2(min.x + k, min.y), vec2(min.x + r, min.y));
        path.close();
        path
    }

    /// A circle, within 0.03 % of its radius.
    pub fn circle(center: Vec2, radius: f32) -> Self {
        Self::ellipse(center, Vec2::splat(radius))
    }

    /// An upright ellipse.
    pub fn ellipse(center: Vec2, radii: Vec2) -> Self {
        let at = |x: f32, y: f32| center + radii * vec2(x, y);
        let k = QUARTER;
        let mut path = Self::new();
        path.move_to(at(1.0, 0.0))
            .cubic_to(at(1.0, k), at(k, 1.0), at(0.0, 1.0))
            .cubic_to(at(-k, 1.0), at(-1.0, k), at(-1.0, 0.0))
            .cubic_to(at(-1.0, -k), at(-k, -1.0), at(0.0, -1.0))
            .cubic_to(at(k, -1.0), at(1.0, -k), at(1.0, 0.0))
            .close();
        path
    }

    /// A star about a center: `points` tips at radius `outer`, the first at `rotation` radians from +x,
    /// and as many notches at radius `inner` between them. Fewer than two points give an empty path.
    pub fn star(center: Vec2, points: u32, outer: f32, inner: f32, rotation: f32) -> Self {
        let mut path = Self::new();
        if points < 2 {
            return path;
        }
        let step = PI / points as f32;
        for i in 0..points * 2 {
            let radius = if i % 2 == 0 { outer } else { inner };
            let (sin, cos) = ops::sin_cos(rotation + step * i as f32);
            let vertex = center + vec2(cos, sin) * radius;
            if i == 0 {
                path.move_to(vertex)
            } else {
                path.line_to(vertex)
            };
        }
        path.close();
        path
    }

    /// A regular polygon, its first vertex at `rotation` radians from +x. Fewer than three sides give
    /// an empty path.
    pub fn regular(center: Vec2, sides: u32, radius: f32, rotation: f32) -> Self {
        let mut path = Self::new();
        if sides < 3 {
            return path;
        }
        for i in 0..sides {
            let (sin, cos) = ops::sin_cos(rotation + TAU / sides as f32 * i as f32);
            let vertex = center + vec2(cos, sin) * radius;
            if i == 0 {
                path.move_to(vertex)
            } else {
                path.line_to(vertex)
            };
        }
        path.close();
        path
    }

    /// Draws a circular arc: a line from the pen to its start, then `sweep` radians from the angle
    /// `start`, clockwise when positive, at most one full turn. On an empty path there is no line.
    pub fn arc(&mut self, center: Vec2, radius: f32, start: f32, sweep: f32) -> &mut Self {
        let at = |angle: f32| {
            let (sin, cos) = ops::sin_cos(angle);
            vec2(cos, sin)
        };
        let sweep = sweep.clamp(-TAU, TAU);
        let from = center + at(start) * radius;
        if self.is_empty() {
            self.move_to(from)
        } else {
            self.line_to(from)
        };
        let pieces = (sweep.abs() / FRAC_PI_2).ceil().max(1.0);
        let step = sweep / pieces;
        let reach = 4.0 / 3.0 * ops::tan(step * 0.25) * radius;
        for i in 0..pieces as u32 {
            let (a, b) = (start + step * i as f32, start + step * (i + 1) as f32);
            let (u, v) = (at(a), at(b));
            let (p, q) = (center + u * radius, center + v * radius);
            self.cubic_to(p + u.perp() * reach, q - v.perp() * reach, q);
        }
        self
    }

    /// A slice of a disc: center, arc, back to the center.
    pub fn pie(center: Vec2, radius: f32, start: f32, sweep: f32) -> Self {
        let mut path = Self::new();
        path.move_to(center).arc(center, radius, start, sweep).close();
        path
    }
}

/// The outline of a box; an empty box gives an empty path.
impl From<Aabb> for Path {
    fn from(aabb: Aabb) -> Self {
        if aabb == Aabb::EMPTY { Self::new() } else { Self::polygon(&aabb.corners()) }
    }
}

impl From<&Polygon> for Path {
    fn from(polygon: &Polygon) -> Self {
        Self::polygon(polygon.vertices())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FillRule;

    #[test]
    fn col_14_star_extents_and_area() {
        let star = Path::star(Vec2::ZERO, 5, 50.0, 25.0, 0.0);
        let bounds = star.bounds();
        assert!((bounds.min - vec2(-40.4508, -47.5528)).length() < 1e-3);
        assert!((bounds.max - vec2(50.0, 47.5528)).length() < 1e-3);
        let area = 5.0 * 50.0 * 25.0 * 0.587_785_25;
        assert!((star.signed_area() - area).abs() < 0.01);
    }

    #[test]
    fn circles_are_round_and_clockwise() {
        let circle = Path::circle(vec2(10.0, 20.0), 100.0);
        assert!((circle.signed_area() / (PI * 1e4) - 1.0).abs() < 3e-4);
        let bounds = circle.bounds();
        assert!((bounds.min - vec2(-90.0, -80.0)).length() < 1e-3);
        assert!((circle.length() - TAU * 100.0).abs() < 0.2);
    }

    #[test]
    fn arcs_turn_clockwise_on_the_screen() {
        let mut arc = Path::new();
        arc.arc(Vec2::ZERO, 10.0, 0.0, FRAC_PI_2);
        assert!((arc.pen() - vec2(0.0, 10.0)).length() < 1e-5);
        assert!((arc.length() - 15.70796).abs() < 1e-2);
        let slice = Path::pie(Vec2::ZERO, 10.0, 0.0, -FRAC_PI_2);
        assert!(slice.contains(vec2(3.0, -3.0), FillRule::NonZero));
        assert!(!slice.contains(vec2(3.0, 3.0), FillRule::NonZero));
    }

    #[test]
    fn odd_sizes_give_sane_outlines() {
        let inverted = Aabb::from_size(vec2(10.0, 10.0), vec2(-4.0, -6.0));
        assert_eq!(Path::rect(inverted).bounds().min, vec2(6.0, 4.0));
        assert!(Path::rect(Aabb::EMPTY).is_empty());
        let limited = Path::round_rect(Aabb::from_size(Vec2::ZERO, vec2(20.0, 10.0)), 99.0);
        assert_eq!(limited.bounds(), Aabb::new(Vec2::ZERO, vec2(20.0, 10.0)));
        assert!(Path::star(Vec2::ZERO, 1, 5.0, 2.0, 0.0).is_empty());
        assert!(Path::regular(Vec2::ZERO, 2, 5.0, 0.0).is_empty());
        assert!(Path::from(Aabb::EMPTY).is_empty());
        assert!(Path::polyline(&[]).is_empty());
    }
}
