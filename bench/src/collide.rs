//! Broad phases beside parry2d and rstar, masks beside loops over bytes and pygame.

use crate::runner::Bench;
use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{Circle, Rng, Vec2};
use parry2d::bounding_volume::Aabb as ParryAabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::{AABB, PointDistance, RTree, RTreeObject};

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    for n in [10_000, 100_000] {
        from_nothing(bench, n);
        moving(bench, n);
    }
    growth(bench);
}

const RADIUS: f32 = 5.0;

/// `n` equal circles, as many that each overlaps about 1.5 others.
fn equal_circles(n: usize) -> Vec<Circle> {
    let mut rng = Rng::new(n as u64);
    let reach = 2.0 * RADIUS;
    let side = (n as f32 * std::f32::consts::PI * reach * reach / 1.5).sqrt();
    (0..n).map(|_| Circle::new(rng.in_rect(Vec2::ZERO, Vec2::splat(side)), RADIUS)).collect()
}

fn parry_box(circle: &Circle) -> ParryAabb {
    let (low, high) = (circle.center - circle.radius, circle.center + circle.radius);
    ParryAabb::new(Vector::new(low.x, low.y), Vector::new(high.x, high.y))
}

fn grid_pairs(grid: &mut UniformGrid, circles: &[Circle]) -> usize {
    let mut hits = 0;
    grid.rebuild_circles(circles);
    grid.for_each_pair(|_| hits += 1);
    hits
}

fn tree_pairs(tree: &Bvh, workspace: &mut BvhWorkspace, circles: &[Circle]) -> usize {
    let mut hits = 0;
    tree.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| {
        hits += usize::from(circles[a as usize].overlaps(circles[b as usize]));
    });
    hits
}

/// A circle in an R-tree.
struct Leaf {
    index: u32,
    circle: Circle,
}

impl RTreeObject for Leaf {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_point(self.circle.center.to_array())
    }
}

impl PointDistance for Leaf {
    fn distance_2(&self, point: &[f32; 2]) -> f32 {
        self.circle.center.distance_squared(Vec2::from_array(*point))
    }
}

/// Bulk loading and a search around every circle is the fastest way found: the self-join
/// (`intersection_candidates_with_other_tree` with itself) reports each pair twice and is slower.
fn rstar_pairs(circles: &[Circle]) -> usize {
    let leaves = circles.iter().enumerate().map(|(i, &circle)| Leaf { index: i as u32, circle });
    let tree = RTree::bulk_load(leaves.collect());
    let mut hits = 0;
    for (i, circle) in circles.iter().enumerate() {
        let reach = Vec2::splat(2.0 * circle.radius);
        let (low, high) = (circle.center - reach, circle.center + reach);
        let around = AABB::from_corners(low.to_array(), high.to_array());
        hits += tree
            .locate_in_envelope(around)
            .filter(|leaf| leaf.index > i as u32 && leaf.circle.overlaps(*circle))
            .count();
    }
    hits
}

fn from_nothing(bench: &mut Bench, n: usize) {
    if !bench.wants("collide/pairs-from-nothing") {
        return;
    }
    let circles = equal_circles(n);
    let mut grid = UniformGrid::new(GridWorld::Unbounded, CellSize::Auto).expect("good settings");
    let mut workspace = BvhWorkspace::default();
    let mut build = || {
        let boxes: Vec<ParryAabb> = circles.iter().map(parry_box).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        tree_pairs(&tree, &mut workspace, &circles)
    };
    assert_eq!(grid_pairs(&mut grid, &circles), build());
    assert_eq!(grid_pairs(&mut grid, &circles), rstar_pairs(&circles));
    let name = "collide/pairs-from-nothing";
    bench.compare(name, "parry2d Bvh", n, || grid_pairs(&mut grid, &circles), build);
    bench.compare(name, "rstar", n, || grid_pairs(&mut grid, &circles), || rstar_pairs(&circles));
}

/// Every circle moves a little each tick; the peer refits its tree.
fn moving(bench: &mut Bench, n: usize) {
    if !bench.wants("collide/pairs-moving") {
        return;
    }
    let start = equal_circles(n);
    let mut rng = Rng::new(1);
    let steps: Vec<Vec2> = (0..n).map(|_| rng.in_unit_disc() * 0.5).collect();
    let advance = |circles: &mut [Circle], tick: &mut u32| {
        *tick += 1;
        let sign = if *tick / 8 % 2 == 0 { 1.0 } else { -1.0 };
        for (circle, step) in circles.iter_mut().zip(&steps) {
            circle.center += *step * sign;
        }
    };
    let (mut ours, mut theirs) = (start.clone(), start.clone());
    let (mut our_tick, mut their_tick) = (0, 0);
    let mut grid = UniformGrid::new(GridWorld::Unbounded, CellSize::Auto).expect("good settings");
    let boxes: Vec<ParryAabb> = start.iter().map(parry_box).collect();
    let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
    let mut workspace = BvhWorkspace::default();
    bench.compare(
        "collide/pairs-moving",
        "parry2d Bvh refit",
        n,
        || {
            advance(&mut ours, &mut our_tick);
            grid_pairs(&mut grid, &ours)
        },
        || {
            advance(&mut theirs, &mut their_tick);
            for (i, circle) in theirs.iter().enumerate() {
                tree.insert_or_update_partially(parry_box(circle), i as u32, 0.0);
            }
            tree.refit_without_opt();
            tree_pairs(&tree, &mut workspace, &theirs)
        },
    );
}

/// Time at a million circles beside ten times the time at 100,000: the ratio is 1 for linear growth
/// and must stay above 10/12.
fn growth(bench: &mut Bench) {
    if !bench.wants("collide/growth") {
        return;
    }
    let (small, large) = (equal_circles(100_000), equal_circles(1_000_000));
    let mut grid = UniformGrid::default();
    let mut other = UniformGrid::default();
    bench.compare(
        "collide/growth",
        "10 times the 100k scene",
        1_000_000,
        || grid_pairs(&mut grid, &large),
        || (0..10).map(|_| grid_pairs(&mut other, &small)).sum::<usize>(),
    );
}
