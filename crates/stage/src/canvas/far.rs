//! Cutting off what lies far outside any surface.
//!
//! The renderer works in 32-bit numbers and 16-bit tiles. Outlines that reach farther are cut at a
//! square well outside every surface; the winding of all points inside the square stays the same.

use kurbo::{CubicBez, ParamCurve, PathEl, Point, QuadBez};

/// Half the side of the square, pixels. Surfaces end at 65,535.
pub(super) const FAR: f64 = 100_000.0;

/// Halvings of a curve that leaves the square: enough to get from the largest `f32` to a pixel.
const MAX_DEPTH: u32 = 48;

/// Replaces elements from `start` on by closed polygons inside the square.
pub(super) fn cut(elements: &mut Vec<PathEl>, start: usize) {
    let source = elements.split_off(start);
    let mut outline = Vec::new();
    let mut pen = Point::ZERO;
    for element in source {
        match element {
            PathEl::MoveTo(p) => {
                emit(&mut outline, elements);
                outline.push(p);
                pen = p;
            }
            PathEl::LineTo(p) => {
                outline.push(p);
                pen = p;
            }
            PathEl::QuadTo(c, p) => {
                flatten(QuadBez::new(pen, c, p).raise(), &mut outline, 0);
                pen = p;
            }
            PathEl::CurveTo(c, d, p) => {
                flatten(CubicBez::new(pen, c, d, p), &mut outline, 0);
                pen = p;
            }
            PathEl::ClosePath => {
                pen = outline.first().copied().unwrap_or(pen);
                emit(&mut outline, elements);
                outline.push(pen);
            }
        }
    }
    emit(&mut outline, elements);
}

/// A curve as lines: fine where it is near, coarse where all of it lies beyond one side.
fn flatten(curve: CubicBez, outline: &mut Vec<Point>, depth: u32) {
    let points = [curve.p0, curve.p1, curve.p2, curve.p3];
    let beyond = |outside: fn(Point) -> bool| points.iter().all(|&p| outside(p));
    // A curve lies within the hull of its points. When that is beyond one side of the square, nothing of it shows, and its
    // chord has the same winding about every point inside.
    let invisible = beyond(|p| p.x > FAR)
        || beyond(|p| p.x < -FAR)
        || beyond(|p| p.y > FAR)
        || beyond(|p| p.y < -FAR);
    let bend = (curve.p1 - curve.p0.lerp(curve.p3, 1.0 / 3.0))
        .hypot()
        .max((curve.p2 - curve.p0.lerp(curve.p3, 2.0 / 3.0)).hypot());
    if invisible || bend < 0.1 || depth == MAX_DEPTH {
        outline.push(curve.p3);
        return;
    }
    let (first, second) = curve.subdivide();
    flatten(first, outline, depth + 1);
    flatten(second, outline, depth + 1);
}

/// Cuts a closed polygon side by side and adds what is left; empties the polygon.
fn emit(outline: &mut Vec<Point>, elements: &mut Vec<PathEl>) {
    let mut polygon = core::mem::take(outline);
    let along_x = |p: Point| p.x;
    let along_y = |p: Point| p.y;
    // Cut side by side, what runs outside ends up on the border: it goes round the same corners as before, so the
    // winding inside stays. Dropping it would open the outline.
    polygon = cut_side(&polygon, |p| p.x - FAR, (FAR, along_y, true));
    polygon = cut_side(&polygon, |p| -FAR - p.x, (-FAR, along_y, true));
    polygon = cut_side(&polygon, |p| p.y - FAR, (FAR, along_x, false));
    polygon = cut_side(&polygon, |p| -FAR - p.y, (-FAR, along_x, false));
    if let Some((&first, rest)) = polygon.split_first() {
        elements.push(PathEl::MoveTo(first));
        elements.extend(rest.iter().map(|&p| PathEl::LineTo(p)));
        elements.push(PathEl::ClosePath);
    }
}

/// Keeps the part of a polygon where `beyond` is not positive (Sutherland and Hodgman). `border` is the
/// coordinate of the side, the other coordinate of a point, and whether the side is upright.
fn cut_side(
    polygon: &[Point],
    beyond: impl Fn(Point) -> f64,
    (border, other, upright): (f64, fn(Point) -> f64, bool),
) -> Vec<Point> {
    let mut kept = Vec::with_capacity(polygon.len() + 4);
    let Some(&last) = polygon.last() else { return kept };
    let mut from = last;
    for &to in polygon {
        let (a, b) = (beyond(from), beyond(to));
        if (a > 0.0) != (b > 0.0) {
            let t = a / (a - b);
            let crossing = other(from) + (other(to) - other(from)) * t;
            kept.push(if upright {
                Point::new(border, crossing)
            } else {
                Point::new(crossing, border)
            });
        }
        if b <= 0.0 {
            kept.push(to);
        }
        from = to;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{BezPath, Shape};

    fn cut_path(path: &BezPath) -> BezPath {
        let mut elements = path.elements().to_vec();
        cut(&mut elements, 0);
        BezPath::from_vec(elements)
    }

    #[test]
    fn a_huge_disc_covers_the_middle_and_stays_in_the_square() {
        let disc = kurbo::Circle::new((0.0, -2.9e7), 3e7).to_path(1.0);
        let cut = cut_path(&disc);
        let bounds = cut.bounding_box();
        assert!(bounds.x0 >= -FAR && bounds.x1 <= FAR && bounds.y0 >= -FAR && bounds.y1 <= FAR);
        for (x, y) in [(0.0, 0.0), (99_000.0, -99_000.0), (0.0, 99_000.0), (50_000.0, 3_000.0)] {
            let at = Point::new(x, y);
            assert_eq!(cut.winding(at), disc.winding(at), "at {at}");
        }
    }

    #[test]
    fn a_corner_outside_is_walked_around() {
        let mut path = BezPath::new();
        path.move_to((-1e9, -1e9));
        path.line_to((1e9, -1e9));
        path.line_to((1e9, 1e9));
        let cut = cut_path(&path);
        assert_eq!(cut.winding(Point::new(500.0, -500.0)).abs(), 1);
        assert_eq!(cut.winding(Point::new(-500.0, 500.0)), 0);
    }

    #[test]
    fn the_largest_numbers_come_to_an_end() {
        let huge = f32::MAX as f64;
        let mut path = BezPath::new();
        path.move_to((-huge, -huge));
        path.curve_to((huge, -huge), (-huge, huge), (huge, huge));
        let cut = cut_path(&path);
        assert!(cut.elements().len() < 20_000 && cut.is_finite());
    }
}
