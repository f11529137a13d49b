//! Questions to a path: bounds, length, area, winding.

use super::{FillRule, Path, affine, point, vector};
use crate::Stroke;
use kurbo::{BezPath, ParamCurve, ParamCurveArclen, PathSeg, Point, Shape};
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2, vec2};

/// Accuracy of lengths, pixels.
const LENGTH_ACCURACY: f64 = 1e-4;

/// Halvings of a curve after which the rest counts as a line: below any pixel an `f32` can tell.
const MAX_DEPTH: u32 = 40;

impl Path {
    /// The smallest box around the outline (not around its control points). Empty for an empty path;
    /// stroke widths do not count. A path with a number that is not finite has no bounds.
    pub fn bounds(&self) -> Aabb {
        if !self.is_finite() {
            return Aabb::EMPTY;
        }
        let mut bounds = Aabb::EMPTY;
        for segment in self.bez().segments() {
            let rect = Shape::bounding_box(&segment);
            bounds = bounds.including(vec2(rect.x0 as f32, rect.y0 as f32));
            bounds = bounds.including(vec2(rect.x1 as f32, rect.y1 as f32));
        }
        bounds
    }

    /// Length of all lines and curves, pixels, to 0.0001.
    pub fn length(&self) -> f32 {
        if !self.is_finite() {
            return 0.0;
        }
        self.bez().segments().map(|segment| segment.arclen(LENGTH_ACCURACY)).sum::<f64>() as f32
    }

    /// Signed area, positive when clockwise on the screen; parts covered twice count twice.
    pub fn signed_area(&self) -> f32 {
        let mut closed = BezPath::new();
        let mut area = 0.0;
        // Open sub-paths count as closed, as they do for filling (DRAW-18).
        for element in self.bez() {
            if matches!(element, kurbo::PathEl::MoveTo(_)) {
                area += close_and_measure(&mut closed);
            }
            closed.push(element);
        }
        (area + close_and_measure(&mut closed)) as f32
    }

    /// How often the outline turns around a point, positive when clockwise on the screen; open
    /// sub-paths count as closed.
    pub fn winding(&self, at: Vec2) -> i32 {
        self.winding_by(point(at), |x, px| x > px)
    }

    /// Whether a point is inside. Half-open like pixels: left and top borders are in, right and bottom
    /// ones are out, so that shapes side by side share no point.
    pub fn contains(&self, at: Vec2, rule: FillRule) -> bool {
        at.is_finite() && rule.is_inside(self.winding(at))
    }

    /// [`Path::winding`] with a border to the right of what it encloses, not to the left.
    pub(crate) fn winding_to_the_right(&self, at: Vec2) -> i32 {
        self.winding_by(point(at), |x, px| x >= px)
    }

    /// The point at a fraction 0…1 of the whole length, or `None` for an empty path or one that is not
    /// finite.
    pub fn point_at(&self, fraction: f32) -> Option<Vec2> {
        if !self.is_finite() || !fraction.is_finite() {
            return None;
        }
        let lengths = || self.bez().segments().map(|s| (s, s.arclen(LENGTH_ACCURACY)));
        let total: f64 = lengths().map(|(_, length)| length).sum();
        let mut left = total * f64::from(fraction.clamp(0.0, 1.0));
        let mut end = None;
        for (segment, length) in lengths() {
            if left <= length && length > 0.0 {
                return Some(vector(segment.eval(parameter_at(&segment, left))));
            }
            left -= length;
            end = Some(vector(segment.end()));
        }
        end
    }

    /// The outline of its stroke as a path to be filled with [`FillRule::NonZero`]. Hairlines and
    /// strokes that do not scale depend on the transform they are drawn with; the result is in the
    /// path's own coordinates. Empty when there is nothing to draw.
    pub fn stroked(&self, stroke: &Stroke, transform: Affine2) -> Self {
        let mut outline = kurbo::StrokeCtx::default();
        let to_device = affine(transform);
        let Some(to_outline) = stroke.expand(self.bez(), to_device, &mut outline) else {
            return Self::new();
        };
        if to_outline == to_device {
            return Self::from_bez(outline.output().clone());
        }
        let back = Affine2Ext::checked_inverse(&transform);
        let Some(back) = back else { return Self::new() };
        Self::from_bez(affine(back) * outline.output())
    }

    fn winding_by(&self, at: Point, right_of: impl Fn(f64, f64) -> bool + Copy) -> i32 {
        let mut winding = 0;
        let (mut start, mut pen) = (Point::ZERO, Point::ZERO);
        let mut close = |from: Point, to: Point| {
            winding += crossing(&PathSeg::Line(kurbo::Line::new(from, to)), at, right_of, 0);
        };
        let mut curves = 0;
        for element in self.bez() {
            let segment = match element {
                kurbo::PathEl::MoveTo(p) => {
                    close(pen, start);
                    (start, pen) = (p, p);
                    continue;
                }
                kurbo::PathEl::ClosePath => {
                    close(pen, start);
                    pen = start;
                    continue;
                }
                kurbo::PathEl::LineTo(p) => PathSeg::Line(kurbo::Line::new(pen, p)),
                kurbo::PathEl::QuadTo(c, p) => PathSeg::Quad(kurbo::QuadBez::new(pen, c, p)),
                kurbo::PathEl::CurveTo(c, d, p) => {
                    PathSeg::Cubic(kurbo::CubicBez::new(pen, c, d, p))
                }
            };
            curves += crossing(&segment, at, right_of, 0);
            pen = segment.end();
        }
        close(pen, start);
        winding + curves
    }
}

/// The parameter 0…1 at which a piece reaches a length, by halving.
fn parameter_at(segment: &PathSeg, length: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..32 {
        let middle = (low + high) * 0.5;
        if segment.subsegment(0.0..middle).arclen(LENGTH_ACCURACY) < length {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) * 0.5
}

/// Area of the sub-path collected so far, which is then forgotten.
fn close_and_measure(subpath: &mut BezPath) -> f64 {
    if subpath.elements().is_empty() {
        return 0.0;
    }
    subpath.close_path();
    let area = subpath.area();
    subpath.truncate(0);
    area
}

/// Signed crossings of a piece with the ray from `at` to the right: +1 downwards, −1 upwards. Only
/// sums and halves, so the answer is the same on every platform.
fn crossing(
    segment: &PathSeg,
    at: Point,
    right_of: impl Fn(f64, f64) -> bool + Copy,
    depth: u32,
) -> i32 {
    let (low, high) = control_box(segment);
    let level = low.y == high.y;
    if level || !(low.y <= at.y && at.y <= high.y) || !right_of(high.x, at.x) {
        return 0;
    }
    let (a, b) = (segment.start(), segment.end());
    let passes = (a.y <= at.y) != (b.y <= at.y);
    let sign = if b.y > a.y { 1 } else { -1 };
    let whole = low.x > at.x;
    if whole {
        return if passes { sign } else { 0 };
    }
    if matches!(segment, PathSeg::Line(_)) || depth == MAX_DEPTH {
        if !passes {
            return 0;
        }
        // Exact for a point on the line: the side is judged by one product, not by a division.
        let side = (at.y - a.y) * (b.x - a.x) - (at.x - a.x) * (b.y - a.y);
        let excess = if b.y > a.y { side } else { -side };
        return if right_of(excess, 0.0) { sign } else { 0 };
    }
    let (first, second) = segment.subdivide();
    crossing(&first, at, right_of, depth + 1) + crossing(&second, at, right_of, depth + 1)
}

/// Corners of the box around a piece's control points.
fn control_box(segment: &PathSeg) -> (Point, Point) {
    let join = |points: &[Point]| {
        points.iter().fold((points[0], points[0]), |(low, high), p| {
            let low = Point::new(low.x.min(p.x), low.y.min(p.y));
            (low, Point::new(high.x.max(p.x), high.y.max(p.y)))
        })
    };
    match *segment {
        PathSeg::Line(l) => join(&[l.p0, l.p1]),
        PathSeg::Quad(q) => join(&[q.p0, q.p1, q.p2]),
        PathSeg::Cubic(c) => join(&[c.p0, c.p1, c.p2, c.p3]),
    }
}
