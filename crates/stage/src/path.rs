//! Outlines made of lines and curves.

mod query;
mod shapes;

use kurbo::{Affine, BezPath, PathEl, Point};
pub use motile_geom::FillRule;
use motile_geom::{Affine2, HashState, StateHash, Vec2, vec2};

/// One piece of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathSegment {
    /// Lifts the pen to a point and starts a new sub-path.
    Move(Vec2),
    /// A straight line to a point.
    Line(Vec2),
    /// A quadratic curve: control point, end.
    Quad(Vec2, Vec2),
    /// A cubic curve: two control points, end.
    Cubic(Vec2, Vec2, Vec2),
    /// A straight line back to the start of the sub-path, joined there.
    Close,
}

/// An outline: sub-paths of lines, quadratic and cubic curves.
///
/// It carries no style; the same path can be filled, stroked, used as a clip and asked questions. The
/// pen starts at (0, 0), so a path may begin with [`Path::line_to`].
///
/// Numbers that are NaN or infinite are kept as they are; [`Path::is_finite`] tells, and a canvas
/// skips such a path and counts it.
///
/// ```
/// use motile_geom::vec2;
/// use motile_stage::{FillRule, Path};
/// let mut path = Path::new();
/// path.move_to(vec2(0.0, 0.0)).line_to(vec2(10.0, 0.0)).line_to(vec2(0.0, 10.0)).close();
/// assert!(path.contains(vec2(2.0, 2.0), FillRule::EvenOdd));
/// assert!(!path.contains(vec2(8.0, 8.0), FillRule::EvenOdd));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    bez: BezPath,
    pen: Point,
    start: Point,
    /// Whether the next line or curve continues a sub-path; otherwise it needs a move first.
    drawing: bool,
}

/// The pieces with their numbers, and where the pen is.
impl HashState for Path {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.pen(), vector(self.start), self.drawing));
        hash.write(&self.segments().len());
        for segment in self.segments() {
            match segment {
                PathSegment::Move(to) => hash.write(&(0u32, to)),
                PathSegment::Line(to) => hash.write(&(1u32, to)),
                PathSegment::Quad(control, to) => hash.write(&(2u32, control, to)),
                PathSegment::Cubic(first, second, to) => hash.write(&(3u32, first, second, to)),
                PathSegment::Close => hash.write(&4u32),
            }
        }
    }
}

impl Path {
    /// An empty path, the pen at (0, 0).
    pub fn new() -> Self {
        Self { bez: BezPath::new(), pen: Point::ZERO, start: Point::ZERO, drawing: false }
    }

    /// Starts a new sub-path at a point.
    pub fn move_to(&mut self, to: Vec2) -> &mut Self {
        self.start = point(to);
        self.pen = self.start;
        self.drawing = true;
        // Of several moves in a row only the last one counts.
        if let Some(PathEl::MoveTo(last)) = self.bez.elements_mut().last_mut() {
            *last = self.start;
        } else {
            self.bez.move_to(self.start);
        }
        self
    }

    /// Draws a straight line from the pen.
    pub fn line_to(&mut self, to: Vec2) -> &mut Self {
        self.ensure_drawing();
        self.pen = point(to);
        self.bez.line_to(self.pen);
        self
    }

    /// Draws a quadratic curve from the pen.
    pub fn quad_to(&mut self, control: Vec2, to: Vec2) -> &mut Self {
        self.ensure_drawing();
        self.pen = point(to);
        self.bez.quad_to(point(control), self.pen);
        self
    }

    /// Draws a cubic curve from the pen.
    pub fn cubic_to(&mut self, control_1: Vec2, control_2: Vec2, to: Vec2) -> &mut Self {
        self.ensure_drawing();
        self.pen = point(to);
        self.bez.curve_to(point(control_1), point(control_2), self.pen);
        self
    }

    /// Closes the sub-path with a joined line to its start, where the pen then stands.
    pub fn close(&mut self) -> &mut Self {
        if self.drawing {
            self.bez.close_path();
            self.pen = self.start;
            self.drawing = false;
        }
        self
    }

    /// Adds all sub-paths of another path; the pen ends where the other's does.
    pub fn append(&mut self, other: &Self) -> &mut Self {
        self.bez.extend(other.bez.elements().iter().copied());
        if !other.is_empty() {
            (self.pen, self.start, self.drawing) = (other.pen, other.start, other.drawing);
        }
        self
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.bez.truncate(0);
        (self.pen, self.start, self.drawing) = (Point::ZERO, Point::ZERO, false);
    }

    /// Where the next line starts.
    pub fn pen(&self) -> Vec2 {
        vector(self.pen)
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.bez.elements().is_empty()
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.bez.elements().iter().all(PathEl::is_finite)
    }

    /// The pieces in drawing order.
    pub fn segments(
        &self,
    ) -> impl DoubleEndedIterator<Item = PathSegment> + ExactSizeIterator + '_ {
        self.bez.elements().iter().map(|element| match *element {
            PathEl::MoveTo(p) => PathSegment::Move(vector(p)),
            PathEl::LineTo(p) => PathSegment::Line(vector(p)),
            PathEl::QuadTo(c, p) => PathSegment::Quad(vector(c), vector(p)),
            PathEl::CurveTo(c, d, p) => PathSegment::Cubic(vector(c), vector(d), vector(p)),
            PathEl::ClosePath => PathSegment::Close,
        })
    }

    /// A transformed copy.
    pub fn transformed(&self, transform: Affine2) -> Self {
        let affine = affine(transform);
        Self {
            bez: affine * &self.bez,
            pen: affine * self.pen,
            start: affine * self.start,
            drawing: self.drawing,
        }
    }

    /// A copy with every sub-path drawn the other way round, which flips the sign of its winding.
    pub fn reversed(&self) -> Self {
        Self::from_bez(self.bez.reverse_subpaths())
    }

    /// A copy with curves replaced by the lines through their control points.
    pub fn hull(&self) -> Self {
        self.replace_curves(|path, controls, end| {
            for &control in controls {
                path.line_to(control);
            }
            path.line_to(end);
        })
    }

    /// A copy with every curve replaced by the straight line to its end.
    pub fn chords(&self) -> Self {
        self.replace_curves(|path, _, end| {
            path.line_to(end);
        })
    }

    fn replace_curves(&self, mut curve: impl FnMut(&mut Self, &[Vec2], Vec2)) -> Self {
        let mut path = Self::new();
        for segment in self.segments() {
            match segment {
                PathSegment::Move(p) => _ = path.move_to(p),
                PathSegment::Line(p) => _ = path.line_to(p),
                PathSegment::Quad(c, p) => curve(&mut path, &[c], p),
                PathSegment::Cubic(c, d, p) => curve(&mut path, &[c, d], p),
                PathSegment::Close => _ = path.close(),
            }
        }
        path
    }

    fn ensure_drawing(&mut self) {
        if !self.drawing {
            self.bez.move_to(self.pen);
            self.start = self.pen;
            self.drawing = true;
        }
    }

    pub(crate) fn bez(&self) -> &BezPath {
        &self.bez
    }

    /// Wraps elements that start with a move after every close.
    pub(crate) fn from_bez(bez: BezPath) -> Self {
        let mut path = Self { bez, ..Self::new() };
        for element in path.bez.elements() {
            match *element {
                PathEl::MoveTo(p) => (path.start, path.pen, path.drawing) = (p, p, true),
                PathEl::LineTo(p) | PathEl::QuadTo(_, p) | PathEl::CurveTo(_, _, p) => path.pen = p,
                PathEl::ClosePath => (path.pen, path.drawing) = (path.start, false),
            }
        }
        path
    }
}

#[inline]
pub(crate) fn point(v: Vec2) -> Point {
    Point::new(v.x as f64, v.y as f64)
}

#[inline]
pub(crate) fn vector(p: Point) -> Vec2 {
    vec2(p.x as f32, p.y as f32)
}

pub(crate) fn affine(m: Affine2) -> Affine {
    Affine::new(m.to_cols_array().map(f64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draw_1_the_pen_starts_at_the_origin() {
        let mut path = Path::new();
        path.line_to(vec2(3.0, 4.0));
        let segments: Vec<_> = path.segments().collect();
        assert_eq!(segments, [PathSegment::Move(Vec2::ZERO), PathSegment::Line(vec2(3.0, 4.0))]);
    }

    #[test]
    fn after_closing_the_pen_stands_at_the_start() {
        let mut path = Path::new();
        path.move_to(vec2(5.0, 5.0)).line_to(vec2(9.0, 5.0)).close().line_to(vec2(5.0, 9.0));
        assert_eq!(path.segments().nth(3), Some(PathSegment::Move(vec2(5.0, 5.0))));
        assert_eq!(path.close().close().segments().len(), 6, "a second close adds nothing");
    }

    #[test]
    fn the_last_of_several_moves_counts() {
        let mut path = Path::new();
        path.move_to(vec2(1.0, 1.0)).move_to(vec2(2.0, 2.0)).line_to(vec2(3.0, 3.0));
        assert_eq!(path.segments().len(), 2);
        assert_eq!(path.segments().next(), Some(PathSegment::Move(vec2(2.0, 2.0))));
    }

    #[test]
    fn appended_and_cleared() {
        let mut path = Path::new();
        path.append(&Path::circle(Vec2::ZERO, 1.0)).append(&Path::new());
        assert_eq!(path.pen(), vec2(1.0, 0.0));
        path.clear();
        assert_eq!(path, Path::new());
    }

    #[test]
    fn non_finite_numbers_are_told() {
        let mut path = Path::new();
        path.move_to(vec2(0.0, f32::NAN));
        assert!(!path.is_finite());
        assert!(Path::circle(Vec2::ZERO, 1.0).is_finite());
    }
}
