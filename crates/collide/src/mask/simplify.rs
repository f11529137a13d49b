//! Outlines with fewer corners, down to a budget.

use super::ring::Ring;
use core::cmp::Reverse;
use motile_geom::{Polygon, PolygonError, Vec2};
use std::collections::BinaryHeap;

/// A closed outline with at most `max_corners` corners (3 or more; less counts as 3): again and again
/// the corner goes whose triangle with its neighbors is smallest (Visvalingam and Whyatt, 1993), unless
/// another corner is in the way, so that an outline that does not cross itself never comes to. Every such
/// outline has a corner that may go; one that crosses itself may keep more than its budget.
///
/// Costs about n·log n for traced outlines of n corners, n² for the worst. Allocates.
///
/// ```
/// use motile_collide::simplify_to_budget;
/// use motile_geom::vec2;
/// let stairs = [(0, 0), (9, 0), (9, 1), (10, 1), (10, 10), (0, 10)];
/// let square = simplify_to_budget(stairs.map(|(x, y)| vec2(x as f32, y as f32)).to_vec(), 4)?;
/// assert_eq!(square.vertices().len(), 4);
/// assert!((square.area() - 99.0).abs() <= 5.0);
/// # Ok::<(), motile_geom::PolygonError>(())
/// ```
///
/// # Errors
/// As [`Polygon::new`].
pub fn simplify_to_budget(corners: Vec<Vec2>, max_corners: u32) -> Result<Polygon, PolygonError> {
    let budget = max_corners.max(3) as usize;
    if corners.len() <= budget || !corners.iter().all(|corner| corner.is_finite()) {
        return Polygon::new(corners);
    }
    let mut outline = Outline::new(&corners);
    while outline.left > budget && outline.drop_cheapest() {}
    let kept = (0..corners.len()).filter(|&i| outline.is_kept[i]).map(|i| corners[i]);
    Polygon::new(kept.collect())
}

/// An outline that loses corners.
struct Outline<'a> {
    corners: &'a [Vec2],
    ring: Ring<'a>,
    before: Vec<usize>,
    after: Vec<usize>,
    is_kept: Vec<bool>,
    left: usize,
    /// Corners by the area that goes with them; the first of equals on top. An entry counts only while
    /// it says what the corner costs now.
    queue: BinaryHeap<Reverse<(Cost, usize)>>,
    /// For each corner, those that wait for it to go.
    waiting: Vec<Vec<usize>>,
    /// Corners from left to right, some of them gone.
    by_x: Vec<usize>,
}

/// A number of 0 or more, by its bits: these are in the order of the numbers.
type Cost = u64;

impl<'a> Outline<'a> {
    fn new(corners: &'a [Vec2]) -> Self {
        let n = corners.len();
        let mut by_x: Vec<usize> = (0..n).collect();
        by_x.sort_by(|&i, &j| corners[i].x.total_cmp(&corners[j].x));
        let mut outline = Self {
            corners,
            ring: Ring::new(corners),
            before: (0..n).map(|i| (i + n - 1) % n).collect(),
            after: (0..n).map(|i| (i + 1) % n).collect(),
            is_kept: vec![true; n],
            left: n,
            queue: BinaryHeap::with_capacity(n),
            waiting: vec![Vec::new(); n],
            by_x,
        };
        (0..n).for_each(|i| outline.ask_for(i));
        outline
    }

    fn triangle(&self, i: usize) -> [usize; 3] {
        [self.before[i], i, self.after[i]]
    }

    fn cost(&self, i: usize) -> Cost {
        self.ring.turn(self.triangle(i)).abs().to_bits()
    }

    fn ask_for(&mut self, i: usize) {
        self.queue.push(Reverse((self.cost(i), i)));
    }

    /// Removes the cheapest corner that may go; false when there is none.
    fn drop_cheapest(&mut self) -> bool {
        while let Some(Reverse((cost, i))) = self.queue.pop() {
            if !self.is_kept[i] || cost != self.cost(i) {
                continue;
            }
            let Some(other) = self.blocker(i) else {
                self.drop(i);
                return true;
            };
            self.waiting[other].push(i);
        }
        false
    }

    fn drop(&mut self, i: usize) {
        let (before, after) = (self.before[i], self.after[i]);
        (self.after[before], self.before[after]) = (after, before);
        self.is_kept[i] = false;
        self.left -= 1;
        if self.left * 2 < self.by_x.len() {
            self.by_x.retain(|&i| self.is_kept[i]);
        }
        self.ask_for(before);
        self.ask_for(after);
        for waiting in core::mem::take(&mut self.waiting[i]) {
            self.ask_for(waiting);
        }
    }

    /// Another corner that keeps this one from going.
    fn blocker(&self, i: usize) -> Option<usize> {
        let own = self.triangle(i);
        let x = own.map(|i| self.corners[i].x);
        let (low, high) = (x[0].min(x[1]).min(x[2]), x[0].max(x[1]).max(x[2]));
        let first = self.by_x.partition_point(|&j| self.corners[j].x < low);
        let near = self.by_x[first..].iter().take_while(|&&j| self.corners[j].x <= high);
        let is_other = |j: usize| self.is_kept[j] && !own.contains(&j);
        near.copied().find(|&j| is_other(j) && self.ring.blocks(own, j))
    }
}
