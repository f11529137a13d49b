//! Outlines of pixels as rings of whole numbers, and which of them belong together.
//!
//! A lattice unit is a quarter of a pixel. Everything up to the finished parts is computed in these whole numbers, so a
//! sign is never a matter of rounding and areas add up to the last digit.

use motile_collide::Mask;
use motile_geom::{IVec2, Vec2, ivec2};

/// Lattice units a pixel. Four leave room to cut a corner at both ends of the side of one pixel.
pub(crate) const UNITS: i32 = 4;

/// A closed outline: outer ones with positive area (clockwise on the screen), holes the other way. The solid side is on
/// the right of the way.
pub(crate) type Ring = Vec<IVec2>;

/// A lattice point in pixels, exact.
pub(crate) fn to_pixels(point: IVec2) -> Vec2 {
    point.as_vec2() / UNITS as f32
}

/// Cross product of two vectors without overflow.
pub(crate) fn cross(a: IVec2, b: IVec2) -> i64 {
    i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x)
}

/// Dot product of two vectors without overflow.
pub(crate) fn dot(a: IVec2, b: IVec2) -> i64 {
    i64::from(a.x) * i64::from(b.x) + i64::from(a.y) * i64::from(b.y)
}

/// Twice the area of a triangle, positive when it turns clockwise on the screen.
pub(crate) fn turn(a: IVec2, b: IVec2, c: IVec2) -> i64 {
    cross(b - a, c - b)
}

/// Twice the area of a ring in square lattice units, negative for holes.
pub(crate) fn doubled_area(ring: &[IVec2]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| cross(a - ring[0], b - ring[0])).sum()
}

/// The solid pixels of a row from `from` up to and without `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) y: i32,
    pub(crate) from: i32,
    pub(crate) to: i32,
    /// Number of the island, from the topmost down.
    pub(crate) island: u32,
}

/// The solid pixels as runs, row by row, with their islands: pixels that share a side are of one island, pixels that
/// meet only in a corner are not.
pub(crate) struct Runs {
    pub(crate) all: Vec<Run>,
    /// Where each row begins in `all`, and the end.
    rows: Vec<usize>,
    pub(crate) islands: u32,
}

impl Runs {
    pub(crate) fn of(mask: &Mask) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut rows = vec![0];
        for y in 0..mask.height() as i32 {
            runs.extend(mask.row(y).map(|run| Run { y, from: run.start, to: run.end, island: 0 }));
            rows.push(runs.len());
        }
        let mut this = Self { all: runs, rows, islands: 0 };
        this.number_islands();
        this
    }

    /// Union-find over runs that touch the row above.
    fn number_islands(&mut self) {
        let mut parents: Vec<usize> = (0..self.all.len()).collect();
        for row in 1..self.rows.len().saturating_sub(1) {
            let (mut above, mut here) = (self.rows[row - 1], self.rows[row]);
            while above < self.rows[row] && here < self.rows[row + 1] {
                let (a, b) = (self.all[above], self.all[here]);
                if a.from < b.to && b.from < a.to {
                    let (a, b) = (root(&mut parents, above), root(&mut parents, here));
                    // The earlier run stays the root, so that islands are in the order of their first pixels.
                    parents[a.max(b)] = a.min(b);
                }
                if a.to <= b.to { above += 1 } else { here += 1 }
            }
        }
        let mut numbers = vec![0; self.all.len()];
        for i in 0..self.all.len() {
            let root = root(&mut parents, i);
            if root == i {
                numbers[i] = self.islands;
                self.islands += 1;
            }
            self.all[i].island = numbers[root];
        }
    }

    /// The island of a solid pixel.
    fn island_of(&self, pixel: IVec2) -> u32 {
        let row = &self.all[self.rows[pixel.y as usize]..self.rows[pixel.y as usize + 1]];
        let after = row.partition_point(|run| run.from <= pixel.x);
        row[after.saturating_sub(1)].island
    }
}

fn root(parents: &mut [usize], mut i: usize) -> usize {
    while parents[i] != i {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    i
}

/// The outlines of all islands along pixel edges, and the island of each. Where two pixels meet only in a corner, both
/// lose a quarter of a pixel there: no two rings and no two places of a ring touch, which everything after relies on.
pub(crate) fn rings(mask: &Mask, runs: &Runs) -> (Vec<Ring>, Vec<u32>) {
    let outlines = mask.outlines();
    // The first corner of an outline is the top left corner of one of its pixels.
    let islands = outlines.iter().map(|outline| runs.island_of(outline[0].as_ivec2())).collect();
    (outlines.iter().map(|outline| ring(mask, outline)).collect(), islands)
}

fn ring(mask: &Mask, outline: &[Vec2]) -> Ring {
    let corners: Vec<IVec2> = outline.iter().map(|corner| corner.as_ivec2()).collect();
    let n = corners.len();
    let mut ring = Ring::with_capacity(n);
    for (i, &corner) in corners.iter().enumerate() {
        let [nw, ne, sw, se] =
            [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(x, y)| mask.get(corner.x + x, corner.y + y));
        let is_pinch = nw == se && ne == sw && nw != ne;
        if is_pinch {
            let back = (corners[if i == 0 { n - 1 } else { i - 1 }] - corner).signum();
            let on = (corners[if i + 1 == n { 0 } else { i + 1 }] - corner).signum();
            ring.extend([corner * UNITS + back, corner * UNITS + on]);
        } else {
            ring.push(corner * UNITS);
        }
    }
    ring
}

/// The corners of a pixel run in pixels, for hulls.
pub(crate) fn run_corners(run: Run) -> [IVec2; 4] {
    let Run { y, from, to, .. } = run;
    [ivec2(from, y), ivec2(to, y), ivec2(to, y + 1), ivec2(from, y + 1)]
}
