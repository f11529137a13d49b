//! Smooth fills of outlines with many straight edges: crowds of lines, triangles, sticks.
//!
//! The coverage of a pixel is the winding of the outline averaged over its area. An edge that crosses a row adds, to every
//! pixel right of it, the height that it spans there; in the pixels it runs through, the share that lies right of it.
//! Only the change from one pixel to its right neighbor is stored, so an edge touches a few numbers a row and the sum from
//! left to right gives the coverage. The vector renderer computes the same numbers, but sorts a tile for every four
//! rows of every edge first, which is most of its time when there are thousands.

use crate::path::FillRule;
use kurbo::{PathEl, Point};
use motile_geom::IRect;

/// Edges from which on this pays: below it the sweep over the rows costs more than tiles.
const MANY: usize = 256;

/// Most pixels of the box around an outline, so that memory stays at 16 MB.
const MAX_AREA: u64 = 1 << 22;

/// Pixels a bit of [`AreaSampler::touched`] stands for.
const BLOCK: usize = 8;

/// A run of pixels of one row and how much of each is covered.
pub(super) enum Covered<'a> {
    /// All alike, 1…255.
    Evenly {
        /// First pixel, counted from the left of the box.
        start: usize,
        /// Pixel after the last.
        end: usize,
        coverage: u8,
    },
    /// Each by itself.
    Each { start: usize, coverage: &'a [u8] },
}

/// Finds coverage; keeps its memory.
#[derive(Default)]
pub(super) struct AreaSampler {
    /// Change of the winding from each pixel's left neighbor to it, row by row; zero between two calls.
    changes: Vec<f32>,
    /// Which blocks of a row have changes, a bit each.
    touched: Vec<u64>,
    width: usize,
    height: usize,
    /// Words of `touched` a row.
    words: usize,
}

/// Whether this rasterizer is the quicker one.
pub(super) fn pays(elements: &[PathEl], bounds: IRect) -> bool {
    let straight = |element: &PathEl| {
        matches!(element, PathEl::MoveTo(_) | PathEl::LineTo(_) | PathEl::ClosePath)
    };
    elements.len() >= MANY && bounds.area() <= MAX_AREA && elements.iter().all(straight)
}

impl AreaSampler {
    /// Hands out the covered pixels of an outline of straight edges inside a box, row by row from left to right, rows
    /// counted from the top of the box. Open sub-paths count as closed.
    pub(super) fn each(
        &mut self,
        elements: &[PathEl],
        rule: FillRule,
        within: IRect,
        mut visit: impl FnMut(usize, Covered<'_>),
    ) {
        self.prepare(within);
        let corner = kurbo::Vec2::new(f64::from(within.x), f64::from(within.y));
        let (mut start, mut pen) = (Point::ZERO, Point::ZERO);
        for element in elements {
            match *element {
                PathEl::MoveTo(to) => {
                    self.edge(pen, start);
                    start = to - corner;
                    pen = start;
                }
                PathEl::LineTo(to) | PathEl::QuadTo(_, to) | PathEl::CurveTo(_, _, to) => {
                    self.edge(pen, to - corner);
                    pen = to - corner;
                }
                PathEl::ClosePath => {
                    self.edge(pen, start);
                    pen = start;
                }
            }
        }
        self.edge(pen, start);
        for row in 0..self.height {
            self.sum_row(row, rule, |covered| visit(row, covered));
        }
    }

    fn prepare(&mut self, within: IRect) {
        (self.width, self.height) = (within.width as usize, within.height as usize);
        self.words = self.width.div_ceil(BLOCK * 64);
        let (pixels, words) = (self.width * self.height, self.words * self.height);
        if self.changes.len() < pixels {
            self.changes.resize(pixels, 0.0);
        }
        if self.touched.len() < words {
            self.touched.resize(words, 0);
        }
    }

    /// Adds an edge, row by row.
    fn edge(&mut self, from: Point, to: Point) {
        let (sign, top, bottom) = if from.y < to.y { (1.0, from, to) } else { (-1.0, to, from) };
        let (first, end) = (top.y.max(0.0), bottom.y.min(self.height as f64));
        if first >= end {
            return;
        }
        let slope = (bottom.x - top.x) / (bottom.y - top.y);
        let mut x = top.x + (first - top.y) * slope;
        let mut y = first;
        let mut row = first as usize;
        while y < end {
            let next_y = end.min((row + 1) as f64);
            let next_x = top.x + (next_y - top.y) * slope;
            self.crossing(
                row,
                x.min(next_x) as f32,
                x.max(next_x) as f32,
                sign * (next_y - y) as f32,
            );
            (x, y, row) = (next_x, next_y, row + 1);
        }
    }

    /// Adds the piece of an edge within a row, from `left` to `right` over a height with its sign.
    #[inline]
    fn crossing(&mut self, row: usize, left: f32, right: f32, height: f32) {
        if left >= self.width as f32 {
            return;
        }
        let base = row * self.width;
        let (mut left, mut height) = (left, height);
        if left < 0.0 {
            // What lies left of the box counts for all of the row.
            let outside = if right > 0.0 { left / (left - right) } else { 1.0 };
            self.changes[base] += height * outside;
            self.touch(row, 0, 0);
            if right <= 0.0 {
                return;
            }
            (left, height) = (0.0, height * (1.0 - outside));
        }
        let column = left as usize;
        let within = right - column as f32;
        if within <= 1.0 {
            let share = (left + right) * 0.5 - column as f32;
            self.changes[base + column] += height * (1.0 - share);
            if column + 1 < self.width {
                self.changes[base + column + 1] += height * share;
            }
            self.touch(row, column, column + 1);
            return;
        }
        // The pixel from t to t + 1 has ramp(t + 1) − ramp(t) of its area right of the piece, where ramp(t) is the mean of
        // how far points of the piece lie left of t.
        let middle = (left + right) * 0.5;
        let steepness = 0.5 / (right - left);
        let ramp = |t: f32| {
            if t >= right { t - middle } else { (t - left) * (t - left) * steepness }
        };
        let last = (right.ceil() as usize).min(self.width - 1);
        let (mut before, mut share_before) = (0.0, 0.0);
        for pixel in column..=last {
            let here = ramp((pixel + 1) as f32);
            let share = here - before;
            self.changes[base + pixel] += height * (share - share_before);
            (before, share_before) = (here, share);
        }
        self.touch(row, column, last);
    }

    #[inline]
    fn touch(&mut self, row: usize, first: usize, last: usize) {
        let (first, last) = (first / BLOCK, last.min(self.width - 1) / BLOCK);
        for block in first..=last {
            self.touched[row * self.words + block / 64] |= 1 << (block % 64);
        }
    }

    /// Sums the changes of a row and clears them.
    fn sum_row(&mut self, row: usize, rule: FillRule, mut visit: impl FnMut(Covered<'_>)) {
        let mut winding = 0.0f32;
        // Where the pixels begin that have the winding so far.
        let mut even_from = 0;
        for word in 0..self.words {
            let mut bits = core::mem::take(&mut self.touched[row * self.words + word]);
            while bits != 0 {
                let block = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let start = block * BLOCK;
                evenly(even_from, start, coverage(winding, rule), &mut visit);
                let end = (start + BLOCK).min(self.width);
                let changes = &mut self.changes[row * self.width + start..row * self.width + end];
                let mut covered = [0; BLOCK];
                for (change, covered) in changes.iter_mut().zip(&mut covered) {
                    winding += core::mem::take(change);
                    *covered = coverage(winding, rule);
                }
                visit(Covered::Each { start, coverage: &covered[..end - start] });
                even_from = end;
            }
        }
        evenly(even_from, self.width, coverage(winding, rule), &mut visit);
    }
}

fn evenly(start: usize, end: usize, coverage: u8, visit: &mut impl FnMut(Covered<'_>)) {
    if coverage != 0 && start < end {
        visit(Covered::Evenly { start, end, coverage });
    }
}

/// A winding averaged over a pixel as coverage of 255.
#[inline]
fn coverage(winding: f32, rule: FillRule) -> u8 {
    let inside = match rule {
        FillRule::NonZero => winding.abs(),
        // The distance to the nearest even number.
        FillRule::EvenOdd => (winding - 2.0 * (winding * 0.5 + 0.5).floor()).abs(),
    };
    // Casts saturate: windings above 1 are full coverage.
    (inside * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(points: &[(f64, f64)], rule: FillRule, within: IRect) -> Vec<u8> {
        let mut elements = Vec::new();
        for (i, &point) in points.iter().enumerate() {
            let point = Point::from(point);
            elements.push(if i == 0 { PathEl::MoveTo(point) } else { PathEl::LineTo(point) });
        }
        let width = within.width as usize;
        let mut pixels = vec![0; width * within.height as usize];
        let mut sampler = AreaSampler::default();
        sampler.each(&elements, rule, within, |row, covered| match covered {
            Covered::Evenly { start, end, coverage } => {
                pixels[row * width + start..row * width + end].fill(coverage);
            }
            Covered::Each { start, coverage } => {
                pixels[row * width + start..][..coverage.len()].copy_from_slice(coverage);
            }
        });
        assert!(sampler.changes.iter().all(|&change| change == 0.0), "ready for the next outline");
        assert!(sampler.touched.iter().all(|&bits| bits == 0));
        pixels
    }

    #[test]
    fn coverage_is_area() {
        let within = IRect::new(0, 0, 4, 2);
        let half =
            picture(&[(0.5, 0.0), (2.25, 0.0), (2.25, 2.0), (0.5, 2.0)], FillRule::NonZero, within);
        assert_eq!(half, [128, 255, 64, 0, 128, 255, 64, 0]);
        let triangle = picture(&[(0.0, 0.0), (4.0, 0.0), (4.0, 1.0)], FillRule::EvenOdd, within);
        assert_eq!(triangle[..4], [32, 96, 159, 223].map(|level: u8| level));
        assert_eq!(triangle[4..], [0; 4]);
    }

    #[test]
    fn what_lies_outside_decides_over_what_is_inside() {
        let wide = [(-50.0, -9.0), (90.0, -9.0), (90.0, 40.0), (-50.0, 40.0)];
        let within = IRect::new(10, 5, 20, 3);
        assert_eq!(picture(&wide, FillRule::NonZero, within), vec![255; 60]);
        let beside = [(40.0, 0.0), (50.0, 0.0), (50.0, 40.0)];
        assert_eq!(picture(&beside, FillRule::NonZero, within), vec![0; 60]);
    }

    #[test]
    fn overlaps_cover_once_or_not_at_all() {
        let twice = [
            (0.0, 0.0),
            (8.0, 0.0),
            (8.0, 1.0),
            (0.0, 1.0),
            (0.0, 0.0),
            (8.0, 0.0),
            (8.0, 1.0),
            (0.0, 1.0),
        ];
        let within = IRect::new(0, 0, 8, 1);
        assert_eq!(picture(&twice, FillRule::NonZero, within), [255; 8]);
        assert_eq!(picture(&twice, FillRule::EvenOdd, within), [0; 8]);
    }
}
