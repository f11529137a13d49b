//! The way of most scenes into the table: some thousands of good circles in a grid with one place a cell.
//!
//! They all fit into the nearer caches, where the number of instructions is what counts. So each circle is asked for
//! once and kept by coordinate: extremes and keys are found eight at a time, and what belongs to a slot is written when
//! its number is known.

use super::layout::{ClampedKeys, Layout};
use super::table::{CellMap, LANES, Table};
use super::{Points, Survey};
use fearless_simd::{Level, dispatch, f32x8, prelude::*};
use motile_geom::{Aabb, Circle, vec2};

/// Up to as many objects this way is the faster one.
pub(super) const FEW: usize = 20_000;

/// Circles in the order in which they were given, by coordinate. The last one is repeated until groups of eight are
/// whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    count: usize,
    xs: Vec<f32>,
    ys: Vec<f32>,
    radii: Vec<f32>,
}

impl Given {
    /// Asks for `n` circles.
    #[inline]
    pub(super) fn read(&mut self, n: u32, circle: impl Fn(u32) -> Circle) {
        self.count = n as usize;
        let room = self.count.next_multiple_of(LANES);
        for numbers in [&mut self.xs, &mut self.ys, &mut self.radii] {
            numbers.resize(room, 0.0);
        }
        let places = self.xs.iter_mut().zip(&mut self.ys).zip(&mut self.radii);
        for (((x, y), radius), i) in places.zip(0..n) {
            let circle = circle(i);
            (*x, *y, *radius) = (circle.center.x, circle.center.y, circle.radius);
        }
        for numbers in [&mut self.xs, &mut self.ys, &mut self.radii] {
            let last = self.count.checked_sub(1).map_or(0.0, |last| numbers[last]);
            numbers[self.count..].fill(last);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Extremes of the circles, if none has to be left out.
    pub(super) fn survey(&self, level: Level) -> Option<Survey> {
        let [xs, ys, radii] = dispatch!(level, simd => {
            [extremes(simd, &self.xs), extremes(simd, &self.ys), extremes(simd, &self.radii)]
        });
        let is_clean = [xs, ys, radii].iter().all(|&(_, _, sum)| sum.is_finite()) && radii.0 >= 0.0;
        (is_clean && self.count > 0).then(|| Survey {
            bounds: Aabb::new(vec2(xs.0, ys.0), vec2(xs.1, ys.1)),
            min_radius: radii.0,
            max_radius: radii.1.max(0.0),
            is_clean,
        })
    }
}

/// The smallest and the largest number, and a sum that is finite if they all are; there may be finite numbers whose
/// sum is not.
#[inline(always)]
fn extremes<S: Simd>(simd: S, numbers: &[f32]) -> (f32, f32, f32) {
    let infinite = f32x8::splat(simd, f32::INFINITY);
    let (mut low, mut high, mut sum) = (infinite, -infinite, f32x8::splat(simd, 0.0));
    for eight in numbers.as_chunks::<LANES>().0 {
        let eight = f32x8::from_slice(simd, eight);
        low = eight.min(low);
        high = eight.max(high);
        sum += eight;
    }
    let [low, high, sum]: [[f32; LANES]; 3] = [low.into(), high.into(), sum.into()];
    (
        low.into_iter().fold(f32::INFINITY, f32::min),
        high.into_iter().fold(f32::NEG_INFINITY, f32::max),
        sum.into_iter().sum(),
    )
}

impl Table {
    /// Files what was given; the radii only if there is a place for them.
    pub(super) fn file_few(
        &mut self,
        level: Level,
        layout: Layout,
        given: &Given,
        places: Points<'_>,
        radii: Option<&mut [f32]>,
    ) {
        let n = given.count;
        self.layout = layout;
        self.starts.resize(layout.keys() as usize + 3, 0);
        self.order.resize(n, 0);
        self.keys.resize(n, 0);
        let keys = self.memory.keys_for(given.xs.len());
        let (key_of, starts) = (ClampedKeys::new(&layout), &mut self.starts[..]);
        dispatch!(level, simd => key_of.of_coordinates(simd, &given.xs, &given.ys, keys));
        count(&keys[..n], starts);
        let slots = Slots { order: &mut self.order, keys: &mut self.keys, places };
        match radii {
            None => slots.scatter(&keys[..n], given, starts, |_, _| {}),
            Some(radii) => {
                slots.scatter(&keys[..n], given, starts, |slot, i| radii[slot] = given.radii[i]);
            }
        }
        self.filed = n as u32;
    }
}

/// Counts the objects of each cell, two places ahead; then sums up, so that the start of each cell is one place ahead.
fn count(keys: &[u32], starts: &mut [u32]) {
    starts.fill(0);
    for &key in keys {
        starts[key as usize + 2] += 1;
    }
    let mut sum = 0;
    for start in starts {
        sum += *start;
        *start = sum;
    }
}

/// What is kept of each slot.
struct Slots<'a> {
    order: &'a mut [u32],
    keys: &'a mut [u32],
    places: Points<'a>,
}

impl Slots<'_> {
    /// Writes each object to its slot. The start of its cell, one place ahead, moves on by each one and is the start of
    /// the next cell in the end.
    #[inline(always)]
    fn scatter(
        self,
        keys: &[u32],
        given: &Given,
        starts: &mut [u32],
        mut more: impl FnMut(usize, usize),
    ) {
        let n = keys.len();
        let Points { xs, ys } = self.places;
        // Cut to one length, so that one comparison guards the writes to all.
        let (order, slot_keys) = (&mut self.order[..n], &mut self.keys[..n]);
        let (xs, ys) = (&mut xs[..n], &mut ys[..n]);
        let coordinates = given.xs[..n].iter().zip(&given.ys[..n]);
        for ((i, &key), (&x, &y)) in keys.iter().enumerate().zip(coordinates) {
            let next = &mut starts[key as usize + 1];
            let slot = *next as usize;
            *next += 1;
            order[slot] = i as u32;
            slot_keys[slot] = key;
            xs[slot] = x;
            ys[slot] = y;
            more(slot, i);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::UniformGrid;
    use crate::grid::Survey;
    use motile_geom::{Circle, Rng, vec2};

    /// Filed in the way of many objects.
    fn as_many(circles: &[Circle]) -> UniformGrid {
        let mut grid = UniformGrid::default();
        let (n, circle) = (circles.len() as u32, |i: u32| circles[i as usize]);
        let survey = Survey::new(grid.level, n, circle);
        if survey.min_radius == survey.max_radius {
            grid.radius = Some(survey.max_radius);
            grid.file_points(n, &survey, circle);
        } else {
            grid.file_discs(n, &survey, circle);
        }
        grid
    }

    #[test]
    fn col_20_few_circles_are_filed_as_many_are() {
        let mut rng = Rng::new(5);
        let mut few = UniformGrid::default();
        for n in [0, 1, 2, 7, 8, 9, 100, 1000] {
            for largest in [3.0f32, 9.0] {
                let circles: Vec<Circle> = (0..n)
                    .map(|_| {
                        let center = rng.in_rect(vec2(-300.0, 20.0), vec2(100.0, 500.0));
                        Circle::new(center, largest.min(rng.range(3.0..9.0)))
                    })
                    .collect();
                few.rebuild_circles(&circles);
                let many = as_many(&circles);
                assert_eq!(few.table.layout, many.table.layout);
                assert_eq!(few.table.order, many.table.order);
                assert_eq!(few.table.starts(), many.table.starts());
                assert_eq!(few.xs[..n], many.xs[..n]);
                assert_eq!(few.ys[..n], many.ys[..n]);
                assert_eq!((few.radius, few.radii.len()), (many.radius, many.radii.len()));
                let (mut a, mut b) = (Vec::new(), Vec::new());
                few.for_each_pair(|pair| a.push(pair));
                many.for_each_pair(|pair| b.push(pair));
                assert_eq!(a, b);
            }
        }
    }

    #[test]
    fn cells_hold_the_largest_circle_in_a_world_wider_than_f32() {
        // The size of such a world is infinite, and cells of one pixel were taken: the pair was missed.
        let mut grid = UniformGrid::default();
        let at = |x: f32, y: f32| Circle::new(vec2(x, y), 5.0);
        grid.rebuild_circles(&[at(3e38, 0.0), at(-3e38, 0.0), at(20.0, 40.0), at(20.0, 47.0)]);
        assert_eq!(grid.pairs().count(), 1);
        let mut found = 0;
        grid.for_each_pair(|_| found += 1);
        assert_eq!(found, 1);
    }

    #[test]
    fn bad_circles_among_few_are_left_out() {
        let mut grid = UniformGrid::default();
        let at = |x: f32, radius: f32| Circle::new(vec2(x, 0.0), radius);
        // Good numbers whose sum is not finite are still good.
        grid.rebuild_circles(&[at(3e38, 1.0), at(3e38, 1.0)]);
        assert_eq!((grid.len(), grid.ignored()), (2, 0));
        grid.rebuild_circles(&[at(0.0, 1.0), at(f32::NAN, 1.0), at(1.0, -1.0), at(1.0, 1.0)]);
        assert_eq!((grid.len(), grid.ignored()), (2, 2));
        assert_eq!(grid.pairs().count(), 1);
    }
}
