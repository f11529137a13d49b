//! Pairs of circles that move little from one tick to the next: a list of those that are near, kept for some ticks.

use super::UniformGrid;
use crate::Pair;
use motile_geom::{Circle, Vec2};

/// Overlapping circles that move little from tick to tick, found in a list of those that are near (a Verlet list).
///
/// The list holds all pairs nearer than a margin, and is made anew by a [`UniformGrid`] only when some circle has moved
/// by half of that margin, grown, come or gone. Between, a tick costs one distance for each listed pair: less than half of
/// filing all circles again. The margin follows the fastest circle, from an eighth of the mean reach (two radii) to all
/// of it. Where the fastest one would spend the margin within two ticks there is none, and every tick costs what a grid
/// does and a sort: for bullets, and for circles that are put elsewhere at every tick, take a [`UniformGrid`].
///
/// ```
/// use motile_collide::{NeighborList, Pair};
/// use motile_geom::{Circle, vec2};
///
/// let mut balls = [0.0, 11.0, 30.0].map(|x| Circle::new(vec2(x, 0.0), 5.0));
/// let mut near = NeighborList::new();
/// near.update(&balls);
/// assert_eq!(near.pairs().count(), 0);
/// balls[1].center.x -= 1.5;
/// near.update(&balls);
/// assert_eq!(near.pairs().collect::<Vec<_>>(), [Pair::new(0, 1)]);
/// ```
///
/// # Order
///
/// Pairs come by their smaller index, then by the larger. They are those of a [`UniformGrid`] filled with the same
/// circles, whatever was there in the ticks before: the margin decides about time only.
///
/// # Bad input
///
/// As in a [`UniformGrid`]: circles with a number that is not finite or a negative radius overlap nothing, and squares
/// of distances overflow beyond 10¹⁹ pixels.
#[doc(alias = "Verlet list")]
#[doc(alias = "pair cache")]
#[derive(Clone, Debug, Default)]
pub struct NeighborList {
    grid: UniformGrid,
    circles: Vec<Circle>,
    /// The circles when the list was made.
    then: Vec<Circle>,
    /// Pairs that were nearer than the margin then, in order.
    near: Vec<Pair>,
    /// Pixels between two circles up to which they are listed.
    margin: f32,
    /// Updates since the list was made.
    age: u32,
    sorting: Sorting,
}

/// Share of the margin that one circle may use up. Two have all of it together; what is left is more than `f32` rounds.
const SHARE: f32 = 0.49;
/// The margin in reaches: at least so much, ...
const LEAST: f32 = 0.125;
/// ... and at most this, where four times as many pairs are listed as overlap.
const MOST: f32 = 1.0;
/// What it costs to make a list beside what it costs to go through it once, for a margin of one reach: measured.
const MAKING: f32 = 8.0;
/// The margin is at least this share of the largest reach, so that rounding of that is small beside it.
const LEAST_OF_LARGEST: f32 = 1e-3;
/// Pairs that are tested before the first of them is handed on: so the loop that tests calls nobody.
const BLOCK: usize = 256;

impl NeighborList {
    /// No circles yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Learns where all circles are now. Allocates only when there are more circles or more near pairs than ever before.
    pub fn update(&mut self, circles: &[Circle]) {
        self.circles.clear();
        self.circles.extend_from_slice(circles);
        self.age = self.age.saturating_add(1);
        if !self.holds() {
            self.make();
        }
    }

    /// The circles of the last update.
    pub fn circles(&self) -> &[Circle] {
        &self.circles
    }

    /// Pixels between two circles up to which they are listed; 0 where things move too fast for a list.
    pub fn margin(&self) -> f32 {
        self.margin
    }

    /// The pairs that were nearer than the margin when the list was made, in order: all that can overlap now.
    pub fn listed(&self) -> &[Pair] {
        &self.near
    }

    /// How many updates the list has served, the one that made it not counted.
    pub fn age(&self) -> u32 {
        self.age
    }

    /// Calls `f` for every pair of overlapping circles, in order; tangent ones do not overlap.
    #[inline]
    pub fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        let mut hits = [Pair::default(); BLOCK];
        for near in self.near.chunks(BLOCK) {
            let count = self.overlapping(near, &mut hits);
            hits[..count].iter().for_each(|&pair| f(pair));
        }
    }

    /// Every pair of overlapping circles, in order.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.near.iter().copied().filter(|&pair| overlap(&self.circles, pair))
    }

    /// Writes those of some listed pairs that overlap; returns how many. Whether a listed pair overlaps cannot be
    /// foreseen, so it is written in any case, and counted if it does.
    fn overlapping(&self, near: &[Pair], hits: &mut [Pair; BLOCK]) -> usize {
        let (circles, mut count) = (&self.circles[..], 0);
        for &pair in near {
            hits[count % BLOCK] = pair;
            count += usize::from(overlap(circles, pair));
        }
        count
    }

    /// Whether the list still has all pairs that overlap.
    fn holds(&self) -> bool {
        if self.circles.len() != self.then.len() {
            return false;
        }
        let room = self.margin * SHARE;
        let both = || self.circles.iter().zip(&self.then);
        // Without a branch a circle; bad ones are rare, and looked at again.
        both().fold(true, |all, (now, then)| all & fits(now, then, room))
            || both()
                .all(|(now, then)| fits(now, then, room) || (!now.is_valid() && !then.is_valid()))
    }

    /// Makes the list anew.
    fn make(&mut self) {
        self.margin = self.plan();
        self.age = 0;
        // Bad ones are noted as nowhere: whatever becomes of them is far from there.
        let nowhere = Circle { center: Vec2::NAN, radius: f32::NAN };
        let noted = |&circle: &Circle| if circle.is_valid() { circle } else { nowhere };
        self.then.clear();
        self.then.extend(self.circles.iter().map(noted));
        let (circles, half) = (&self.then, 0.5 * self.margin);
        self.grid.rebuild_circles_with(circles.len() as u32, |i| {
            let Circle { center, radius } = circles[i as usize];
            Circle { center, radius: radius + half }
        });
        self.sorting.found.clear();
        self.grid.for_each_pair(|pair| self.sorting.found.push(pair));
        self.sorting.sort_into(circles.len(), &mut self.near);
    }

    /// The margin that costs least for circles that go on as they did since the list was made.
    fn plan(&self) -> f32 {
        let (mut sum, mut largest) = (0.0f32, 0.0f32);
        for circle in self.circles.iter().filter(|circle| circle.is_valid()) {
            sum += circle.radius;
            largest = largest.max(circle.radius);
        }
        let reach = 2.0 * sum / self.circles.len().max(1) as f32;
        let least = (LEAST * reach).max(2.0 * LEAST_OF_LARGEST * largest);
        let Some(speed) = self.speed() else { return finite(least) };
        // Making costs in proportion to the speed over the margin, testing to the margin: least where both are alike.
        let margin = (MAKING * speed * reach).sqrt().min(MOST * reach).max(least);
        if 4.0 * speed > margin { 0.0 } else { finite(margin) }
    }

    /// Pixels a tick by which the fastest circle has moved; `None` when there were others before.
    fn speed(&self) -> Option<f32> {
        let known = self.circles.len() == self.then.len() && !self.then.is_empty();
        let squared = self.circles.iter().zip(&self.then).fold(0.0f32, |most, (now, then)| {
            // The larger one of a number and NaN is the number.
            most.max(now.center.distance_squared(then.center))
        });
        known.then(|| squared.sqrt() / self.age.max(1) as f32)
    }
}

/// A margin that is none when it cannot be computed.
fn finite(margin: f32) -> f32 {
    if margin.is_finite() { margin } else { 0.0 }
}

/// Whether a circle has moved and grown by at most so many pixels.
#[inline(always)]
fn fits(now: &Circle, then: &Circle, room: f32) -> bool {
    let left = room - (now.radius - then.radius).max(0.0);
    let squared = now.center.distance_squared(then.center);
    left >= 0.0 && squared <= left * left && now.radius >= 0.0
}

/// Whether two circles overlap: to the bit the rule of the grid.
#[inline(always)]
fn overlap(circles: &[Circle], pair: Pair) -> bool {
    let (a, b) = (circles[pair.a as usize], circles[pair.b as usize]);
    let reach = a.radius + b.radius;
    b.center.distance_squared(a.center) < reach * reach
}

/// Pairs as a grid finds them, and how they are sorted.
#[derive(Clone, Debug, Default)]
struct Sorting {
    found: Vec<Pair>,
    by_second: Vec<Pair>,
    /// Pairs of each circle, as the first and as the second one; then where the next of them goes.
    places: Vec<[u32; 2]>,
}

impl Sorting {
    /// Sorts what was found by the second circle, then by the first, each by counting.
    fn sort_into(&mut self, circles: usize, sorted: &mut Vec<Pair>) {
        let Self { found, by_second, places } = self;
        places.clear();
        places.resize(circles, [0; 2]);
        for pair in &*found {
            places[pair.a as usize][0] += 1;
            places[pair.b as usize][1] += 1;
        }
        let mut begin = [0; 2];
        for place in &mut *places {
            let count = core::mem::replace(place, begin);
            begin = [begin[0] + count[0], begin[1] + count[1]];
        }
        by_second.resize(found.len(), Pair::default());
        sorted.resize(found.len(), Pair::default());
        for &pair in &*found {
            let next = &mut places[pair.b as usize][1];
            by_second[*next as usize] = pair;
            *next += 1;
        }
        for &pair in &*by_second {
            let next = &mut places[pair.a as usize][0];
            sorted[*next as usize] = pair;
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec2};

    /// The pairs of a grid, in order.
    fn expected(circles: &[Circle]) -> Vec<Pair> {
        let mut grid = UniformGrid::default();
        grid.rebuild_circles(circles);
        let mut pairs: Vec<Pair> = grid.pairs().collect();
        pairs.sort_unstable();
        pairs
    }

    fn check(list: &mut NeighborList, circles: &[Circle]) {
        list.update(circles);
        let mut found = Vec::new();
        list.for_each_pair(|pair| found.push(pair));
        assert_eq!(found, expected(circles));
        assert_eq!(list.pairs().collect::<Vec<_>>(), found);
    }

    fn scene(rng: &mut Rng, n: usize, side: f32, corner: Vec2) -> Vec<Circle> {
        let high = corner + Vec2::splat(side);
        (0..n).map(|_| Circle::new(rng.in_rect(corner, high), rng.range(2.0..6.0))).collect()
    }

    #[test]
    fn col_20_a_list_of_near_pairs_finds_what_a_grid_finds() {
        let mut rng = Rng::new(21);
        let mut list = NeighborList::new();
        let (mut kept, mut made) = (0, 0);
        // At rest, slow, as fast as half a radius a tick, and too fast; near the origin and far away.
        for (speed, corner) in
            [(0.0, 0.0), (0.2, 0.0), (1.0, -40_000.0), (2.5, 3e6), (30.0, 0.0), (0.02, 70_000.0)]
        {
            for n in [0, 1, 2, 50, 400] {
                let mut circles = scene(&mut rng, n, 180.0, Vec2::splat(corner));
                let ways: Vec<Vec2> = (0..n).map(|_| rng.in_unit_disc() * speed).collect();
                for tick in 0..40 {
                    check(&mut list, &circles);
                    kept += usize::from(list.age() > 0);
                    made += usize::from(list.age() == 0);
                    let sign = if tick / 9 % 2 == 0 { 1.0 } else { -1.0 };
                    for (circle, way) in circles.iter_mut().zip(&ways) {
                        circle.center += *way * sign;
                        circle.radius += rng.range(-0.05..0.05);
                    }
                }
            }
        }
        assert!(kept > 300 && made > 100, "{kept} kept, {made} made");
    }

    #[test]
    fn circles_that_come_go_jump_grow_and_turn_bad_are_noticed() {
        let mut rng = Rng::new(22);
        let mut list = NeighborList::new();
        let mut circles = scene(&mut rng, 120, 90.0, Vec2::ZERO);
        for _ in 0..300 {
            let i = rng.below(circles.len() as u32) as usize;
            match rng.below(9) {
                0 => circles[i].center = rng.in_rect(Vec2::ZERO, Vec2::splat(90.0)),
                1 => circles[i].radius = rng.range(0.0..14.0),
                2 => circles[i].radius = [f32::NAN, -1.0, -0.001, f32::INFINITY][i % 4],
                3 => circles[i].center.x = [f32::NAN, f32::INFINITY, 3e38, -3e38][i % 4],
                4 => circles.push(Circle::new(rng.in_rect(Vec2::ZERO, Vec2::splat(90.0)), 3.0)),
                5 => drop(circles.swap_remove(i)),
                6 => circles[i] = Circle::new(vec2(40.0, 40.0), 0.001),
                _ => circles.iter_mut().for_each(|circle| circle.center.y += 0.1),
            }
            check(&mut list, &circles);
            check(&mut list, &circles);
        }
    }

    #[test]
    fn what_rests_is_listed_once_and_what_races_never() {
        let mut rng = Rng::new(23);
        let mut circles = scene(&mut rng, 200, 150.0, Vec2::ZERO);
        let mut list = NeighborList::new();
        for tick in 0..10 {
            list.update(&circles);
            assert_eq!(list.age(), tick);
        }
        let listed = list.listed().len();
        assert!(listed > list.pairs().count() && list.margin() > 0.0);
        for _ in 0..5 {
            for circle in &mut circles {
                circle.center.x += 7.0;
            }
            list.update(&circles);
        }
        assert_eq!((list.age(), list.margin()), (0, 0.0));
        assert_eq!(list.listed().len(), list.pairs().count());
    }
}
