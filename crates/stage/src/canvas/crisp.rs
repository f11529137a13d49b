//! Fills without smooth edges: a pixel is inside when its center is.
//!
//! Thresholding the coverage of a smooth fill would not do: where an edge runs through the centers of pixels, the shapes
//! on both sides of it cover half of each, and either both or none would take it. Here every center belongs to exactly
//! one side, whatever the slope: an edge counts for the centers from its upper end on and before its lower end, and
//! for those on it or to the right of it. Both shapes compute the same crossing, because an edge is always walked
//! from its upper end.

use super::batch::Recorded;
use crate::path::FillRule;
use kurbo::{PathEl, Point};
use motile_geom::IRect;

/// Distance in pixels by which a curve may be off.
const TOLERANCE: f64 = 0.1;

/// Pixels of a row that lie inside: from the first one up to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) y: i32,
    pub(super) start: i32,
    pub(super) end: i32,
}

/// Finds runs; keeps its memory.
#[derive(Default)]
pub(super) struct CenterSampler {
    /// Where edges cross the centers of rows: row, column and direction packed so that numbers sort like places.
    crossings: Vec<u64>,
}

impl CenterSampler {
    /// Hands out the runs of pixels whose centers are inside an outline, from top to bottom and left to right. Open
    /// sub-paths count as closed. Sides of `within` are at most 65,535.
    pub(super) fn each_run(
        &mut self,
        elements: &[PathEl],
        rule: FillRule,
        within: IRect,
        mut visit: impl FnMut(Run),
    ) {
        self.cross(elements, within);
        self.crossings.sort_unstable();
        let inside = |winding: i32| match rule {
            FillRule::NonZero => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        };
        // Outlines are closed, so the winding is back at zero at the end of every row.
        let (mut winding, mut start) = (0, 0);
        for &crossing in &self.crossings {
            let x = within.x + ((crossing >> 1) & 0xFFFF) as i32;
            let before = inside(winding);
            winding += if crossing & 1 == 0 { 1 } else { -1 };
            match (before, inside(winding)) {
                (false, true) => start = x,
                (true, false) if start < x => {
                    let y = within.y + (crossing >> 17) as i32;
                    visit(Run { y, start, end: x });
                }
                _ => {}
            }
        }
    }

    /// Replaces recorded elements, the last ones of a list, by boxes of the pixels inside.
    pub(super) fn snap(
        &mut self,
        elements: &mut Vec<PathEl>,
        mut recorded: Recorded,
        rule: FillRule,
        within: IRect,
    ) -> Recorded {
        let start = recorded.range.start;
        let outline = elements.split_off(start);
        self.each_run(&outline, rule, within, |run| {
            let (top, bottom) = (f64::from(run.y), f64::from(run.y) + 1.0);
            let (left, right) = (f64::from(run.start), f64::from(run.end));
            elements.extend([
                PathEl::MoveTo(Point::new(left, top)),
                PathEl::LineTo(Point::new(right, top)),
                PathEl::LineTo(Point::new(right, bottom)),
                PathEl::LineTo(Point::new(left, bottom)),
                PathEl::ClosePath,
            ]);
        });
        recorded.range = start..elements.len();
        recorded
    }

    fn cross(&mut self, elements: &[PathEl], within: IRect) {
        self.crossings.clear();
        let (mut start, mut pen) = (Point::ZERO, Point::ZERO);
        kurbo::flatten(elements.iter().copied(), TOLERANCE, |element| match element {
            PathEl::MoveTo(to) => {
                self.edge(pen, start, within);
                (start, pen) = (to, to);
            }
            PathEl::LineTo(to) => {
                self.edge(pen, to, within);
                pen = to;
            }
            PathEl::ClosePath => {
                self.edge(pen, start, within);
                pen = start;
            }
            // Flattening leaves no curves.
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
        });
        self.edge(pen, start, within);
    }

    fn edge(&mut self, from: Point, to: Point, within: IRect) {
        let up = to.y < from.y;
        let (top, bottom) = if up { (to, from) } else { (from, to) };
        let (low, high) = (f64::from(within.y), within.bottom() as f64);
        let first = (top.y - 0.5).ceil().max(low) as i64;
        let end = (bottom.y - 0.5).ceil().min(high) as i64;
        let slope = (bottom.x - top.x) / (bottom.y - top.y);
        let (left, right) = (f64::from(within.x), within.right() as f64);
        for y in first..end {
            let x = top.x + (y as f64 + 0.5 - top.y) * slope;
            // What lies outside counts at the border: it decides over the pixels to its right all the same.
            let column = (x - 0.5).ceil().clamp(left, right) - left;
            let row = (y - i64::from(within.y)) as u64;
            self.crossings.push(row << 17 | (column as u64) << 1 | u64::from(up));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(points: &[(f64, f64)]) -> Vec<(i32, i32, i32)> {
        let mut elements = Vec::new();
        for (i, &point) in points.iter().enumerate() {
            let point = Point::from(point);
            elements.push(if i == 0 { PathEl::MoveTo(point) } else { PathEl::LineTo(point) });
        }
        let mut runs = Vec::new();
        let within = IRect::new(-2, 0, 12, 10);
        CenterSampler::default().each_run(&elements, FillRule::NonZero, within, |run| {
            runs.push((run.y, run.start, run.end));
        });
        runs
    }

    #[test]
    fn upper_and_left_edges_are_in_lower_and_right_ones_out() {
        assert_eq!(runs(&[(0.5, 0.5), (3.5, 0.5), (3.5, 2.5), (0.5, 2.5)]), [(0, 0, 3), (1, 0, 3)]);
        assert_eq!(runs(&[(0.5, 2.5), (3.5, 2.5), (3.5, 0.5), (0.5, 0.5)]), [(0, 0, 3), (1, 0, 3)]);
    }

    #[test]
    fn what_sticks_out_is_cut_at_the_border() {
        assert_eq!(runs(&[(-90.0, 7.0), (90.0, 7.0), (90.0, 99.0), (-90.0, 99.0)]).len(), 3);
        assert_eq!(runs(&[(-90.0, -5.0), (90.0, -5.0), (0.0, 1.0)]), [(0, -2, 7)]);
        assert_eq!(runs(&[(20.0, 0.0), (30.0, 0.0), (30.0, 9.0)]), []);
    }
}
