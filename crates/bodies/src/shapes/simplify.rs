//! Rings with fewer corners, all at once: none comes to cross or touch another.

use super::lattice::{Ring, UNITS, cross, dot, doubled_area, turn};
use core::cmp::Reverse;
use motile_geom::IVec2;
use std::collections::BinaryHeap;

/// A ring keeps its area up to one part in so many: corners go inwards and outwards in turn.
const AREA_SHARE: i64 = 50;
/// Side of the buckets of corners in lattice units: 8 pixels, a few corners of a traced outline each.
const BUCKET: i32 = 32;
/// Steps become slopes from this tolerance on, in lattice units: with less, half a pixel is too much to spend on them.
const STEP_TOLERANCE: f64 = 3.0;

/// Drops corners while every dropped one stays within `tolerance` lattice units of the new outline, smallest triangles
/// first (Visvalingam and Whyatt, 1993). Straight corners always go.
///
/// Where the tolerance has room for it, the steps of slanted borders become slopes first: the middles of the steps lie
/// on the line that was drawn, their corners up to half a pixel beside it on both sides.
pub(crate) fn simplify(rings: &mut [Ring], tolerance: f64) {
    let mut steps = Vec::new();
    if tolerance >= STEP_TOLERANCE {
        let mut first = 0;
        for ring in &mut *rings {
            *ring = with_middles(ring, first, &mut steps);
            first += ring.len();
        }
    }
    let mut outlines = Outlines::new(rings, tolerance);
    for corner in steps {
        outlines.try_drop(corner as u32);
    }
    outlines.run();
    let mut first = 0;
    for ring in rings {
        let n = ring.len();
        let kept = outlines.corners[first..first + n].iter().filter(|corner| corner.is_kept);
        *ring = kept.map(|corner| corner.at).collect();
        first += n;
    }
}

/// A ring with a corner in the middle of each step: a side of one pixel that turns one way and back. The numbers of the
/// corners of steps, counted from `first`, go to `steps`.
fn with_middles(ring: &Ring, first: usize, steps: &mut Vec<usize>) -> Ring {
    let n = ring.len();
    let before = |i: usize| if i == 0 { n - 1 } else { i - 1 };
    let after = |i: usize| if i + 1 == n { 0 } else { i + 1 };
    let turns: Vec<i64> =
        (0..n).map(|i| turn(ring[before(i)], ring[i], ring[after(i)]).signum()).collect();
    let is_step = |i: usize| {
        let along = ring[after(i)] - ring[i];
        dot(along, along) == i64::from(UNITS * UNITS) && turns[i] == -turns[after(i)]
    };
    let mut dense = Ring::with_capacity(n * 2);
    let mut came_by_step = is_step(n - 1);
    for i in 0..n {
        let goes_by_step = is_step(i);
        if goes_by_step || came_by_step {
            steps.push(first + dense.len());
        }
        dense.push(ring[i]);
        if goes_by_step {
            dense.push((ring[i] + ring[after(i)]) / 2);
        }
        came_by_step = goes_by_step;
    }
    dense
}

/// A corner and its neighbors: what is asked of one is asked of all of it.
#[derive(Clone, Copy)]
struct Corner {
    at: IVec2,
    before: u32,
    after: u32,
    /// As traced; what was dropped lies between two corners here.
    traced_after: u32,
    ring: u32,
    is_kept: bool,
}

struct Outlines {
    corners: Vec<Corner>,
    /// For each ring: corners left, twice the area it may gain or lose, twice what it has gained.
    left: Vec<u32>,
    allowance: Vec<i64>,
    gained: Vec<i64>,
    /// Corners that would take a ring beyond its allowance, to be asked again when it has room.
    held: Vec<Vec<u32>>,
    /// For each corner, those that wait for it to go.
    waiting: Vec<Vec<u32>>,
    queue: BinaryHeap<Reverse<u64>>,
    /// Whether the queue counts: the steps go before it is filled.
    is_running: bool,
    buckets: Buckets,
    tolerance: f64,
}

/// A place in the queue: the smallest triangle first, of two alike the first corner. One number, because most of a heap's time
/// goes into comparing. Triangles of more than a hundred million square pixels count alike.
fn place_in_queue(triangle: i64, corner: u32) -> u64 {
    triangle.unsigned_abs().min(u64::from(u32::MAX)) << 32 | u64::from(corner)
}

impl Outlines {
    fn new(rings: &[Ring], tolerance: f64) -> Self {
        let mut corners: Vec<Corner> = Vec::with_capacity(rings.iter().map(Vec::len).sum());
        for (ring, points) in rings.iter().enumerate() {
            let (first, n) = (corners.len() as u32, points.len() as u32);
            corners.extend((0..n).zip(points).map(|(i, &at)| {
                let after = first + if i + 1 == n { 0 } else { i + 1 };
                Corner {
                    at,
                    before: first + if i == 0 { n - 1 } else { i - 1 },
                    after,
                    traced_after: after,
                    ring: ring as u32,
                    is_kept: true,
                }
            }));
        }
        Self {
            buckets: Buckets::new(&corners),
            left: rings.iter().map(|ring| ring.len() as u32).collect(),
            allowance: rings.iter().map(|ring| doubled_area(ring).abs() / AREA_SHARE).collect(),
            gained: vec![0; rings.len()],
            held: vec![Vec::new(); rings.len()],
            waiting: vec![Vec::new(); corners.len()],
            queue: BinaryHeap::new(),
            is_running: false,
            tolerance,
            corners,
        }
    }

    fn run(&mut self) {
        let all = (0..self.corners.len() as u32).filter(|&i| self.corner(i).is_kept);
        // All at once, which a heap takes in linear time.
        self.queue = all.map(|i| Reverse(place_in_queue(self.turn_at(i), i))).collect();
        self.is_running = true;
        while let Some(Reverse(place)) = self.queue.pop() {
            let i = place as u32;
            if self.corner(i).is_kept && place == place_in_queue(self.turn_at(i), i) {
                self.try_drop(i);
            }
        }
    }

    fn corner(&self, i: u32) -> &Corner {
        &self.corners[i as usize]
    }

    /// A corner between its neighbors.
    fn triangle(&self, corner: &Corner) -> [IVec2; 3] {
        [self.corner(corner.before).at, corner.at, self.corner(corner.after).at]
    }

    /// What a ring loses when a corner goes, doubled: positive at corners that stick out of the solid side.
    fn turn_at(&self, i: u32) -> i64 {
        let [a, b, c] = self.triangle(self.corner(i));
        turn(a, b, c)
    }

    fn ask_for(&mut self, i: u32) {
        self.queue.push(Reverse(place_in_queue(self.turn_at(i), i)));
    }

    fn try_drop(&mut self, i: u32) {
        let corner = *self.corner(i);
        let triangle = self.triangle(&corner);
        let (ring, lost) = (corner.ring as usize, turn(triangle[0], triangle[1], triangle[2]));
        if self.left[ring] <= 3 {
            return;
        }
        if lost != 0 {
            if !self.stays_near(&corner, triangle) {
                return;
            }
            if let Some(other) = self.blocker(i, &corner, triangle) {
                self.waiting[other as usize].push(i);
                return;
            }
            if (self.gained[ring] - lost).abs() > self.allowance[ring] {
                self.held[ring].push(i);
                return;
            }
        }
        self.drop(i, ring, lost);
    }

    fn drop(&mut self, i: u32, ring: usize, lost: i64) {
        let Corner { before, after, .. } = *self.corner(i);
        self.corners[before as usize].after = after;
        self.corners[after as usize].before = before;
        self.corners[i as usize].is_kept = false;
        self.left[ring] -= 1;
        self.gained[ring] -= lost;
        if !self.is_running {
            return;
        }
        self.ask_for(before);
        self.ask_for(after);
        for waiting in core::mem::take(&mut self.waiting[i as usize]) {
            self.ask_for(waiting);
        }
        // One for each corner that goes: enough to use the room, and no quadratic work.
        if let Some(held) = self.held[ring].pop() {
            self.ask_for(held);
        }
    }

    /// Whether all that was traced between the neighbors of a corner is near the line that would join them.
    fn stays_near(&self, corner: &Corner, [a, _, b]: [IVec2; 3]) -> bool {
        let along = b - a;
        let length = dot(along, along) as f64;
        let limit = self.tolerance * self.tolerance;
        let is_near = |point: IVec2| {
            let (offset, beyond) = (point - a, point - b);
            if dot(offset, along) <= 0 {
                return dot(offset, offset) as f64 <= limit;
            }
            if dot(beyond, along) >= 0 {
                return dot(beyond, beyond) as f64 <= limit;
            }
            let height = cross(along, offset) as f64;
            height * height <= limit * length
        };
        let mut between = self.corner(corner.before).traced_after;
        while between != corner.after {
            let passed = self.corner(between);
            if !is_near(passed.at) {
                return false;
            }
            between = passed.traced_after;
        }
        true
    }

    /// Another corner in or on the triangle that would be cut off or filled. Without one, no side crosses the new one:
    /// it would have to end in the triangle.
    fn blocker(&self, i: u32, corner: &Corner, [a, b, c]: [IVec2; 3]) -> Option<u32> {
        let own = [corner.before, i, corner.after];
        let is_inside = |point: IVec2| {
            let sides = [cross(b - a, point - a), cross(c - b, point - b), cross(a - c, point - c)];
            sides.iter().all(|&s| s >= 0) || sides.iter().all(|&s| s <= 0)
        };
        self.buckets.find([a, b, c], |other, at| {
            self.corner(other).is_kept && !own.contains(&other) && is_inside(at)
        })
    }
}

/// Corners sorted into squares of the plane.
struct Buckets {
    origin: IVec2,
    columns: i32,
    starts: Vec<u32>,
    /// Number and place of each.
    corners: Vec<(u32, IVec2)>,
}

impl Buckets {
    fn new(corners: &[Corner]) -> Self {
        let points = || corners.iter().map(|corner| corner.at);
        let low = points().reduce(IVec2::min).unwrap_or_default();
        let high = points().reduce(IVec2::max).unwrap_or_default();
        let size = (high - low) / BUCKET + 1;
        let mut this =
            Self { origin: low, columns: size.x, starts: Vec::new(), corners: Vec::new() };
        let bucket = |point: IVec2| {
            let cell = (point - low).as_uvec2() / BUCKET as u32;
            cell.y as usize * size.x as usize + cell.x as usize
        };
        let mut starts = vec![0u32; size.x as usize * size.y as usize + 1];
        points().for_each(|point| starts[bucket(point) + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        this.corners = vec![(0, IVec2::ZERO); corners.len()];
        for (i, point) in (0..).zip(points()) {
            let slot = &mut next[bucket(point)];
            this.corners[*slot as usize] = (i, point);
            *slot += 1;
        }
        this.starts = starts;
        this
    }

    /// The first corner in the box of a triangle for which `is_it` holds. Row by row only the buckets the triangle reaches:
    /// long slanted triangles have large boxes.
    fn find(&self, triangle: [IVec2; 3], is_it: impl Fn(u32, IVec2) -> bool) -> Option<u32> {
        let points = triangle.map(|point| point - self.origin);
        let (low, high) =
            (points[0].min(points[1]).min(points[2]), points[0].max(points[1]).max(points[2]));
        let (least, size) = (low + self.origin, (high - low).as_uvec2());
        // What lies before the box wraps around to far behind it.
        let is_near = |at: IVec2| {
            let within = at.wrapping_sub(least).as_uvec2();
            within.x <= size.x && within.y <= size.y
        };
        let (first, last) = (low / BUCKET, high / BUCKET);
        for row in first.y..=last.y {
            // In a box of few columns there is less to look at than to compute.
            let (left, right) = if last.x - first.x <= 1 {
                (first.x, last.x)
            } else {
                let (left, right) = reach(points, row * BUCKET, (row + 1) * BUCKET);
                (left.max(low.x) / BUCKET, right.min(high.x) / BUCKET)
            };
            let cell = |x: i32| row as usize * self.columns as usize + x as usize;
            let (from, to) = (self.starts[cell(left)], self.starts[cell(right) + 1]);
            let found = self.corners[from as usize..to as usize]
                .iter()
                .find(|&&(i, at)| is_near(at) && is_it(i, at));
            if let Some(&(found, _)) = found {
                return Some(found);
            }
        }
        None
    }
}

/// The columns a triangle reaches between two rows, rounded outwards. No coordinate is negative.
fn reach(points: [IVec2; 3], top: i32, bottom: i32) -> (i32, i32) {
    let (mut left, mut right) = (i32::MAX, i32::MIN);
    for k in 0..3 {
        let (a, b) = (points[k], points[(k + 1) % 3]);
        if a.y.max(b.y) < top || a.y.min(b.y) > bottom {
            continue;
        }
        let ends = if a.y == b.y {
            // A level side reaches from end to end.
            [a.x, b.x]
        } else {
            let slope = f64::from(b.x - a.x) / f64::from(b.y - a.y);
            let at = |y: i32| (f64::from(a.x) + f64::from(y - a.y) * slope) as i32;
            [at(a.y.clamp(top, bottom)), at(b.y.clamp(top, bottom))]
        };
        left = left.min(ends[0].min(ends[1]) - 1);
        right = right.max(ends[0].max(ends[1]) + 2);
    }
    (left, right)
}
