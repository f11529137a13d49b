//! Vectors in perspective: outlines are flattened, cut at the eye and projected point by point.
//!
//! A projected curve is no curve of the same kind any more (it is a rational one), so it is made of lines that are off by less than a fifth of a
//! pixel of the screen, for circles up to a radius of 28,000 pixels there.

use crate::PlaneView;
use motile_geom::Vec2;
use motile_stage::{Path, PathSegment};

/// How far lines may be off the curve, in pixels of the screen.
const TOLERANCE: f32 = 0.15;
/// Lines of a curve at most, and of one that passes the eye.
const MOST: u32 = 256;
const PASSING: u32 = 24;

/// Projects paths of one panel.
pub(super) struct Outliner<'a> {
    pub(super) view: &'a PlaneView,
    /// Pixels of the screen for a pixel of the picture.
    pub(super) device: f32,
}

impl Outliner<'_> {
    /// The outline of a filled path in the picture.
    pub(super) fn filled(&self, path: &Path) -> Path {
        let mut out = Path::new();
        let mut cut = Vec::new();
        self.each_line(path, |points, _| {
            self.view.clip_near(points, &mut cut);
            let mut places = cut.iter().filter_map(|&corner| self.view.project(corner));
            if let Some(first) = places.next() {
                out.move_to(first);
                for place in places {
                    out.line_to(place);
                }
                out.close();
            }
        });
        out
    }

    /// A path in the picture that is to be stroked there, for lines as wide on the screen wherever they are.
    pub(super) fn line(&self, path: &Path) -> Path {
        let mut out = Path::new();
        self.each_line(path, |points, closed| {
            let mut pen: Option<Vec2> = None;
            let all = points.iter().chain(closed.then_some(&points[0]));
            for (from, to) in all.clone().zip(all.skip(1)) {
                let Some((from, to)) = self.view.clip_line(*from, *to) else {
                    pen = None;
                    continue;
                };
                let (Some(start), Some(end)) = (self.view.project(from), self.view.project(to))
                else {
                    continue;
                };
                if pen != Some(start) {
                    out.move_to(start);
                }
                out.line_to(end);
                pen = Some(end);
            }
        });
        out
    }

    /// Hands out the sub-paths as points in the panel's own coordinates, and whether they are closed.
    fn each_line(&self, path: &Path, mut visit: impl FnMut(&[Vec2], bool)) {
        let mut points: Vec<Vec2> = Vec::new();
        let mut finish = |points: &mut Vec<Vec2>, closed: bool| {
            if points.len() > 1 {
                visit(points, closed);
            }
            points.clear();
        };
        let mut start = Vec2::ZERO;
        for segment in path.segments() {
            if points.is_empty() && !matches!(segment, PathSegment::Move(_)) {
                points.push(start);
            }
            match segment {
                PathSegment::Move(to) => {
                    finish(&mut points, false);
                    points.push(to);
                    start = to;
                }
                PathSegment::Line(to) => points.push(to),
                PathSegment::Quad(control, to) => self.curve(&mut points, &[control, to]),
                PathSegment::Cubic(first, second, to) => {
                    self.curve(&mut points, &[first, second, to]);
                }
                PathSegment::Close => finish(&mut points, true),
            }
        }
        finish(&mut points, false);
    }

    /// Adds the points of a curve from the last point on.
    fn curve(&self, points: &mut Vec<Vec2>, rest: &[Vec2]) {
        let Some(&from) = points.last() else { return };
        let steps = self.steps(from, rest);
        for i in 1..=steps {
            let t = i as f32 / steps as f32;
            let u = 1.0 - t;
            points.push(match *rest {
                [control, to] => from * (u * u) + control * (2.0 * u * t) + to * (t * t),
                [first, second, to] => {
                    from * (u * u * u)
                        + first * (3.0 * u * u * t)
                        + second * (3.0 * u * t * t)
                        + to * (t * t * t)
                }
                _ => return,
            });
        }
    }

    /// How many lines a curve takes: by how much its control points bend on the screen (Wang's bound).
    fn steps(&self, from: Vec2, rest: &[Vec2]) -> u32 {
        let mut places = [Vec2::ZERO; 4];
        for (place, &point) in places.iter_mut().zip([from].iter().chain(rest)) {
            let Some(projected) = self.view.project(point) else { return PASSING };
            *place = projected;
        }
        let bend = |i: usize| (places[i] - places[i + 1] * 2.0 + places[i + 2]).length();
        // 2·1 / 8 for a quadratic curve, 3·2 / 8 for a cubic one; doubled, for what perspective bends besides.
        let bound = if rest.len() == 2 { 0.5 * bend(0) } else { 1.5 * bend(0).max(bend(1)) };
        let steps = motile_geom::ops::sqrt(bound * self.device / TOLERANCE).ceil();
        (steps as u32).clamp(1, MOST)
    }
}
