//! Who is near a point: perception, picking, attraction.

use super::UniformGrid;
use super::layout::Mode;
use super::scan::{Centers, FOUND, Near, drain_found, gather};
use super::table::{Around, Slots};
use fearless_simd::dispatch;
use motile_geom::{Aabb, Vec2};

/// An object near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor {
    /// Index of the object in the slice it was filed from.
    pub index: u32,
    /// From the point to the object's center, in pixels; the short way around in a torus.
    pub offset: Vec2,
    /// Square of the length of `offset`.
    pub distance_squared: f32,
}

impl UniformGrid {
    /// Calls `f` for every object whose center is less than `distance` pixels from `point`, cell row
    /// by cell row, in each by ascending column and then in input order. An object exactly at the point is
    /// among them. A point that is not finite has no neighbors.
    ///
    /// ```
    /// use motile_collide::UniformGrid;
    /// use motile_geom::{Vec2, vec2};
    ///
    /// let birds = [vec2(0.0, 0.0), vec2(30.0, 40.0), vec2(20.0, 0.0)];
    /// let mut grid = UniformGrid::default();
    /// grid.rebuild(&birds);
    /// let mut center = Vec2::ZERO;
    /// grid.for_each_within(birds[0], 50.0, |near| {
    ///     if near.index != 0 {
    ///         center += near.offset;
    ///     }
    /// });
    /// assert_eq!(center, vec2(20.0, 0.0), "the bird at a distance of 50 is not within 50");
    /// ```
    #[inline]
    pub fn for_each_within(&self, point: Vec2, distance: f32, mut f: impl FnMut(Neighbor)) {
        let Some((point, mut ranges)) = self.look(point, distance) else { return };
        let mut open = (0, 0);
        drain_found(
            |found| self.gather(point, distance, &mut ranges, &mut open, found),
            |slot| f(self.neighbor(point, slot)),
        );
    }

    /// Iterator over the objects whose center is less than `distance` pixels from `point`, in the
    /// order of [`for_each_within`](Self::for_each_within).
    pub fn within(&self, point: Vec2, distance: f32) -> Neighbors<'_> {
        let (point, ranges) = match self.look(point, distance) {
            Some((point, ranges)) => (point, Some(ranges)),
            None => (point, None),
        };
        Neighbors { grid: self, point, squared: distance * distance, ranges, open: (0, 0) }
    }

    /// Calls `f` with the index of every object whose center lies in `area`, borders included, in the order of
    /// [`for_each_within`](Self::for_each_within). An area may lie across the edges of a torus. One that is not valid
    /// has no objects.
    ///
    /// ```
    /// use motile_collide::UniformGrid;
    /// use motile_geom::{Aabb, vec2};
    ///
    /// let mut grid = UniformGrid::default();
    /// grid.rebuild(&[vec2(5.0, 5.0), vec2(40.0, 20.0), vec2(90.0, 10.0)]);
    /// let mut selected = Vec::new();
    /// grid.for_each_in(Aabb::new(vec2(0.0, 0.0), vec2(40.0, 40.0)), |index| selected.push(index));
    /// assert_eq!(selected, [0, 1]);
    /// ```
    pub fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        if !area.is_valid() {
            return;
        }
        // Halves first: the size of a valid area may be more than a number holds.
        let half = area.max * 0.5 - area.min * 0.5;
        let center = self.table.layout.wrap(area.min + half);
        let is_inside = |place: Vec2| {
            if self.is_torus() {
                self.offset(center, place).abs().cmple(half).all()
            } else {
                area.contains(place)
            }
        };
        let ranges = if self.is_torus() {
            self.table.around(center, half)
        } else {
            self.table.over(area.min.as_dvec2().to_array(), area.max.as_dvec2().to_array())
        };
        for slot in ranges.flat_map(|(from, to)| from as usize..to as usize) {
            if is_inside(self.position(slot)) {
                f(self.table.order[slot]);
            }
        }
    }

    /// Replaces the contents of a reused buffer by the `count` objects whose centers are nearest to a point, nearest
    /// first, the smaller index first among equals. A point that is not finite has none; what is 10¹⁹ pixels away or more
    /// is not found.
    ///
    /// ```
    /// use motile_collide::UniformGrid;
    /// use motile_geom::vec2;
    ///
    /// let mut grid = UniformGrid::default();
    /// grid.rebuild(&[vec2(0.0, 0.0), vec2(300.0, 0.0), vec2(20.0, 0.0)]);
    /// let mut nearest = Vec::new();
    /// grid.nearest(vec2(15.0, 0.0), 2, &mut nearest);
    /// assert_eq!([nearest[0].index, nearest[1].index], [2, 0]);
    /// ```
    pub fn nearest(&self, point: Vec2, count: u32, found: &mut Vec<Neighbor>) {
        let count = count.min(self.len()) as usize;
        found.clear();
        if count == 0 || !point.is_finite() {
            return;
        }
        // A cell holds about one object; wherever that is wrong, a look twice as wide is next.
        let mut reach = self.cell().max_element() * (count as f32).sqrt();
        loop {
            self.for_each_within(point, reach, |neighbor| found.push(neighbor));
            if found.len() >= count || reach == f32::INFINITY {
                break;
            }
            found.clear();
            reach *= 2.0;
        }
        found.sort_unstable_by(|a, b| {
            a.distance_squared.total_cmp(&b.distance_squared).then(a.index.cmp(&b.index))
        });
        found.truncate(count);
    }

    /// The wrapped point and the slots worth a look.
    pub(super) fn look(&self, point: Vec2, distance: f32) -> Option<(Vec2, Around<'_>)> {
        if !(point.is_finite() && distance > 0.0) {
            return None;
        }
        let point = self.table.layout.wrap(point);
        Some((point, self.table.around(point, Vec2::splat(distance))))
    }

    fn neighbor(&self, point: Vec2, slot: usize) -> Neighbor {
        let offset = self.offset(point, self.position(slot));
        let index = self.table.order[slot];
        Neighbor { index, offset, distance_squared: offset.length_squared() }
    }

    /// Writes the slots within reach until `found` is nearly full or the ranges end.
    fn gather(
        &self,
        point: Vec2,
        distance: f32,
        ranges: &mut Around<'_>,
        open: &mut Slots,
        found: &mut [u32; FOUND],
    ) -> usize {
        let reach_squared = distance * distance;
        if self.table.layout.mode == Mode::Torus {
            let test = Near { centers: self.centers::<true>(), reach_squared };
            dispatch!(self.level, simd => {
                gather(simd, test, Centers::<true>::splat(simd, point), ranges, open, found)
            })
        } else {
            let test = Near { centers: self.centers::<false>(), reach_squared };
            dispatch!(self.level, simd => {
                gather(simd, test, Centers::<false>::splat(simd, point), ranges, open, found)
            })
        }
    }
}

/// Iterator over the objects near a point; see [`UniformGrid::within`].
#[derive(Clone)]
pub struct Neighbors<'a> {
    grid: &'a UniformGrid,
    point: Vec2,
    squared: f32,
    ranges: Option<Around<'a>>,
    open: (u32, u32),
}

impl Iterator for Neighbors<'_> {
    type Item = Neighbor;

    #[inline]
    fn next(&mut self) -> Option<Neighbor> {
        loop {
            while self.open.0 < self.open.1 {
                let near = self.grid.neighbor(self.point, self.open.0 as usize);
                self.open.0 += 1;
                if near.distance_squared < self.squared {
                    return Some(near);
                }
            }
            self.open = self.ranges.as_mut()?.next()?;
        }
    }
}
