//! Sweep and prune: boxes sorted along one axis.

use super::{Broadphase, bounds_of};
use crate::Pair;
use motile_geom::{Aabb, Vec2};

/// Sweep and prune: boxes sorted by their left (or top) edge along the axis on which they are spread widest; the order
/// of the last update is the start of the next sort, so boxes that move little cost little. For
/// scenes along a line, such as side-scrollers.
///
/// Pairs come by ascending edge of the member further left (or up), the smaller index first among equals; its
/// partners likewise. Boxes come by ascending edge.
#[doc(alias = "sort and sweep")]
#[doc(alias = "SAP")]
#[derive(Clone, Debug)]
pub struct SweepAndPrune {
    boxes: Vec<Aabb>,
    bounds: Aabb,
    axis: usize,
    /// Valid boxes in order.
    order: Vec<u32>,
    /// The box of each place in `order`.
    sorted: Vec<Aabb>,
    /// Size of the largest box along the axis.
    reach: f64,
}

impl Default for SweepAndPrune {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            bounds: Aabb::EMPTY,
            axis: 0,
            order: Vec::new(),
            sorted: Vec::new(),
            reach: 0.0,
        }
    }
}

impl SweepAndPrune {
    fn sort(&mut self) {
        let (boxes, axis) = (&self.boxes, self.axis);
        // Valid boxes are finite, so comparing gives a total order.
        let before = |a: &u32, b: &u32| {
            let (first, second) = (boxes[*a as usize].min[axis], boxes[*b as usize].min[axis]);
            first.total_cmp(&second).then(a.cmp(b))
        };
        // Insertion is linear while few boxes change places; after too many moves it gives up.
        let mut moves_left = self.order.len() * 4 + 16;
        for i in 1..self.order.len() {
            let mut at = i;
            while at > 0 && before(&self.order[at - 1], &self.order[at]).is_gt() {
                self.order.swap(at - 1, at);
                at -= 1;
            }
            if moves_left < i - at {
                self.order.sort_unstable_by(before);
                break;
            }
            moves_left -= i - at;
        }
        self.sorted.clear();
        self.sorted.extend(self.order.iter().map(|&i| boxes[i as usize]));
    }

    /// Spread of the box centers along both axes.
    fn spread(&self) -> Vec2 {
        let centers = self.order.iter().map(|&i| self.boxes[i as usize].center().as_dvec2());
        let n = self.order.len().max(1) as f64;
        let mean = centers.clone().sum::<motile_geom::glam::DVec2>() / n;
        (centers.map(|c| (c - mean) * (c - mean)).sum::<motile_geom::glam::DVec2>() / n).as_vec2()
    }
}

impl Broadphase for SweepAndPrune {
    fn update(&mut self, boxes: &[Aabb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = bounds_of(boxes);
        let valid = boxes.iter().filter(|area| area.is_valid()).count();
        let keeps = self.order.len() == valid
            && self.order.iter().all(|&i| boxes.get(i as usize).is_some_and(|b| b.is_valid()));
        if !keeps {
            self.order.clear();
            let valid = boxes.iter().enumerate().filter(|(_, area)| area.is_valid());
            self.order.extend(valid.map(|(i, _)| i as u32));
        }
        let spread = self.spread();
        self.axis = usize::from(spread.y > spread.x);
        self.sort();
        let size = |area: &Aabb| area.max[self.axis] as f64 - area.min[self.axis] as f64;
        self.reach = self.sorted.iter().map(size).fold(0.0, f64::max);
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        let (axis, across) = (self.axis, 1 - self.axis);
        for (i, first) in self.sorted.iter().enumerate() {
            let (end, low, high) = (first.max[axis], first.min[across], first.max[across]);
            for (j, second) in self.sorted.iter().enumerate().skip(i + 1) {
                if second.min[axis] > end {
                    break;
                }
                if second.min[across] <= high && second.max[across] >= low {
                    f(Pair::new(self.order[i], self.order[j]));
                }
            }
        }
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        let from = area.min[self.axis] as f64 - self.reach;
        let start = self.sorted.partition_point(|other| (other.min[self.axis] as f64) < from);
        for (i, other) in self.sorted.iter().enumerate().skip(start) {
            if other.min[self.axis] > area.max[self.axis] {
                return;
            }
            if other.touches(area) {
                f(self.order[i]);
            }
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
