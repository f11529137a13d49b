//! Broad phases beside parry2d and rstar, masks beside loops over bytes and pygame.

use crate::runner::Bench;
use motile_collide::{
    Auto, Broadphase, Bvh as Tree, CellSize, GridWorld, HierarchicalGrid, Mask, NeighborList,
    PixelRule, TurnedMasks, UniformGrid,
};
use motile_geom::{
    Aabb, Affine2, Affine2Ext, Circle, IVec2, Polygon, Rng, Vec2, Vec2Ext, ivec2, vec2,
};
use parry2d::bounding_volume::Aabb as ParryAabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::{AABB, PointDistance, RTree, RTreeObject};
use std::f32::consts::{PI, TAU};
use std::hint::black_box;
use std::process::Command;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    // Most scenes of games are small ones.
    for n in [100, 300] {
        moving(bench, n);
    }
    for n in [1_000, 10_000, 100_000] {
        from_nothing(bench, n);
        moving(bench, n);
        refit(bench, n);
    }
    growth(bench);
    mixed_sizes(bench);
    mask_without_hit(bench);
    mask_with_early_hit(bench);
    mask_beside_pygame(bench);
    turning_stars(bench);
    crate::collide_claims::run(bench);
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

/// Every circle moves a little each tick, back and forth or on and on; the peer refits its tree. Ours keeps a list of
/// near pairs; in the rows `-anew` it is the grid, which keeps nothing.
fn moving(bench: &mut Bench, n: usize) {
    if !bench.wants_some_of("collide/pairs-moving") {
        return;
    }
    let steps = steps(n);
    let back_and_forth = |tick: u32| if tick / 8 % 2 == 0 { 1.0 } else { -1.0 };
    let mut list = NeighborList::new();
    let ours = |circles: &[Circle]| list_pairs(&mut list, circles);
    beside_refit(bench, "collide/pairs-moving", &equal_circles(n), &steps, back_and_forth, ours);
    let mut grid = UniformGrid::default();
    let ours = |circles: &[Circle]| grid_pairs(&mut grid, circles);
    let name = "collide/pairs-moving-anew";
    beside_refit(bench, name, &equal_circles(n), &steps, back_and_forth, ours);
    // Forty ticks on, two reaches at most; then back.
    let on_and_on = |tick: u32| if tick / 40 % 2 == 0 { 1.0 } else { -1.0 };
    let mut list = NeighborList::new();
    let ours = |circles: &[Circle]| list_pairs(&mut list, circles);
    let name = "collide/pairs-moving-on";
    beside_refit(bench, name, &equal_circles(n), &steps, on_and_on, ours);
}

/// Steps of up to half a pixel.
fn steps(n: usize) -> Vec<Vec2> {
    let mut rng = Rng::new(1);
    (0..n).map(|_| rng.in_unit_disc() * 0.5).collect()
}

fn list_pairs(list: &mut NeighborList, circles: &[Circle]) -> usize {
    let mut hits = 0;
    list.update(circles);
    list.for_each_pair(|_| hits += 1);
    hits
}

/// Pairs of circles that take a step in a direction at each tick, by a function of ours and by the peer's tree.
fn beside_refit(
    bench: &mut Bench,
    name: &str,
    start: &[Circle],
    steps: &[Vec2],
    direction: impl Fn(u32) -> f32,
    mut pairs: impl FnMut(&[Circle]) -> usize,
) {
    if !bench.wants(name) {
        return;
    }
    let advance = |circles: &mut [Circle], tick: &mut u32| {
        *tick += 1;
        let sign = direction(*tick);
        for (circle, step) in circles.iter_mut().zip(steps) {
            circle.center += *step * sign;
        }
    };
    let (mut ours, mut theirs) = (start.to_vec(), start.to_vec());
    let (mut our_tick, mut their_tick) = (0, 0);
    let boxes: Vec<ParryAabb> = start.iter().map(parry_box).collect();
    let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
    let mut workspace = BvhWorkspace::default();
    let mut our_pairs = || {
        advance(&mut ours, &mut our_tick);
        pairs(&ours)
    };
    let mut their_pairs = || {
        advance(&mut theirs, &mut their_tick);
        for (i, circle) in theirs.iter().enumerate() {
            tree.insert_or_update_partially(parry_box(circle), i as u32, 0.0);
        }
        tree.refit_without_opt();
        tree_pairs(&tree, &mut workspace, &theirs)
    };
    for _ in 0..40 {
        assert_eq!(our_pairs(), their_pairs(), "{name}");
    }
    bench.compare(name, "parry2d Bvh refit", start.len(), our_pairs, their_pairs);
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

/// 20,000 boxes with sides from 1 to 100 pixels, as many small ones as large ones at every scale: built from
/// nothing, with every box moving a little each tick, and at rest. `Auto` chooses; the hierarchical grid, which is
/// what it picks, stands beside it in the row of moving boxes.
fn mixed_sizes(bench: &mut Bench) {
    if !bench.wants("collide/mixed-sizes") {
        return;
    }
    let n = 20_000;
    let mut rng = Rng::new(3);
    let boxes: Vec<Aabb> = (0..n)
        .map(|_| {
            let half = 0.5 * motile_geom::ops::pow(100.0, rng.f32());
            Aabb::from_center(rng.in_rect(Vec2::ZERO, Vec2::splat(6000.0)), Vec2::splat(half))
        })
        .collect();
    let steps: Vec<Vec2> = (0..n).map(|_| rng.in_unit_disc() * 0.5).collect();
    let leaves: Vec<ParryAabb> = boxes.iter().map(parry_of).collect();

    let mut workspace = BvhWorkspace::default();
    let mut theirs = || {
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        tree_box_pairs(&tree, &mut workspace)
    };
    let anew = || box_pairs(&mut Auto::default(), &boxes);
    assert_eq!(anew(), theirs());
    bench.compare("collide/mixed-sizes-from-nothing", "parry2d Bvh", n, anew, theirs);

    moving_boxes(bench, "collide/mixed-sizes-moving", Auto::default(), &boxes, &steps);
    let grid = HierarchicalGrid::default();
    moving_boxes(bench, "collide/mixed-sizes-moving-levels", grid, &boxes, &steps);

    // Nothing moved, and neither is told so.
    let mut phase = Auto::default();
    let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    let mut workspace = BvhWorkspace::default();
    bench.compare(
        "collide/mixed-sizes-at-rest",
        "parry2d Bvh refit",
        n,
        || box_pairs(&mut phase, &boxes),
        || {
            for (i, leaf) in leaves.iter().enumerate() {
                tree.insert_or_update_partially(*leaf, i as u32, 0.0);
            }
            tree.refit_without_opt();
            tree_box_pairs(&tree, &mut workspace)
        },
    );
}

/// Every box moves by its step each tick, back and forth; the peer refits its tree.
fn moving_boxes(
    bench: &mut Bench,
    name: &str,
    mut phase: impl Broadphase,
    boxes: &[Aabb],
    steps: &[Vec2],
) {
    let advance = |boxes: &mut [Aabb], tick: &mut u32| {
        *tick += 1;
        let sign = if *tick / 8 % 2 == 0 { 1.0 } else { -1.0 };
        for (area, step) in boxes.iter_mut().zip(steps) {
            *area = Aabb::new(area.min + *step * sign, area.max + *step * sign);
        }
    };
    let (mut ours, mut theirs) = (boxes.to_vec(), boxes.to_vec());
    let (mut our_tick, mut their_tick) = (0, 0);
    let leaves: Vec<ParryAabb> = boxes.iter().map(parry_of).collect();
    let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    let mut workspace = BvhWorkspace::default();
    bench.compare(
        name,
        "parry2d Bvh refit",
        boxes.len(),
        || {
            advance(&mut ours, &mut our_tick);
            box_pairs(&mut phase, &ours)
        },
        || {
            advance(&mut theirs, &mut their_tick);
            for (i, area) in theirs.iter().enumerate() {
                tree.insert_or_update_partially(parry_of(area), i as u32, 0.0);
            }
            tree.refit_without_opt();
            tree_box_pairs(&tree, &mut workspace)
        },
    );
}

/// A tree of boxes that moved a little: fitted to them, and built anew.
fn refit(bench: &mut Bench, n: usize) {
    if !bench.wants("collide/tree-refit") {
        return;
    }
    let boxes: Vec<Aabb> = equal_circles(n).iter().map(|circle| circle.aabb()).collect();
    let (mut kept, mut anew) = (Tree::default(), Tree::default());
    kept.rebuild(&boxes);
    let moved: Vec<Aabb> = boxes.iter().map(|area| area.translated(vec2(0.3, 0.2))).collect();
    let both = [&boxes, &moved];
    let mut tick = 0;
    bench.compare(
        "collide/tree-refit",
        "own tree built anew",
        boxes.len(),
        || {
            tick += 1;
            kept.update(both[tick % 2]);
        },
        || anew.rebuild(&boxes),
    );
}

fn parry_of(area: &Aabb) -> ParryAabb {
    ParryAabb::new(Vector::new(area.min.x, area.min.y), Vector::new(area.max.x, area.max.y))
}

fn box_pairs(phase: &mut impl Broadphase, boxes: &[Aabb]) -> usize {
    let mut hits = 0;
    phase.update(boxes);
    phase.for_each_pair(|_| hits += 1);
    hits
}

fn tree_box_pairs(tree: &Bvh, workspace: &mut BvhWorkspace) -> usize {
    let mut hits = 0;
    tree.traverse_bvtt_single_tree::<false>(workspace, &mut |_, _| hits += 1);
    hits
}

/// The star of the demos, radius 50 about the origin, turned.
fn star(angle: f32) -> Polygon {
    let corner = |i: u32| {
        let radius = if i.is_multiple_of(2) { 50.0 } else { 25.0 };
        Vec2::at_angle(angle + i as f32 * PI / 5.0) * radius
    };
    Polygon::new((0..10).map(corner).collect()).expect("a star")
}

/// A star and everything around it: the boxes overlap wholly, no pixel does. The second stands seven
/// columns to the left in its mask, so that words must be shifted.
fn star_and_rest() -> (Mask, Mask) {
    let polygon = star(0.0).translated(vec2(50.0, 50.0)).expect("a star");
    let star = Mask::from_polygon(100, 100, PixelRule::Center, &polygon).expect("small");
    let rest = |x: u32, y: u32| !star.get(x as i32 - 7, y as i32);
    let rest = Mask::from_fn(107, 100, rest).expect("small");
    (star, rest)
}

fn mask_without_hit(bench: &mut Bench) {
    let (star, rest) = star_and_rest();
    let bytes = |mask: &Mask| -> Vec<u8> {
        let pixels = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
        pixels.map(|(x, y)| if mask.get(x as i32, y as i32) { 255 } else { 0 }).collect()
    };
    let (star_bytes, rest_bytes) = (bytes(&star), bytes(&rest));
    bench.compare(
        "collide/mask-no-hit",
        "byte-per-pixel loop",
        100 * 100,
        || black_box(&star).hits(IVec2::ZERO, black_box(&rest), ivec2(-7, 0)),
        || {
            let (a, b) = (black_box(&star_bytes), black_box(&rest_bytes));
            for y in 0..100 {
                for x in 0..100 {
                    if a[y * 100 + x] >= 255 && b[y * 107 + x + 7] >= 255 {
                        return true;
                    }
                }
            }
            false
        },
    );
}

/// A star on itself, a pixel lower: the first rows decide.
fn mask_with_early_hit(bench: &mut Bench) {
    let (star, _) = star_and_rest();
    let bytes: Vec<u8> =
        (0..100 * 100).map(|i| if star.get(i % 100, i / 100) { 255 } else { 0 }).collect();
    bench.compare(
        "collide/mask-early-hit",
        "byte-per-pixel loop",
        100 * 100,
        || black_box(&star).hits(IVec2::ZERO, black_box(&star), ivec2(0, 1)),
        || {
            let (a, b) = (black_box(&bytes), black_box(&bytes));
            (1..100).any(|y| (0..100).any(|x| a[y * 100 + x] >= 255 && b[(y - 1) * 100 + x] >= 255))
        },
    );
}

/// Times loops of calls, and loops of the same call with masks that lie apart, in turns: the difference of the
/// fastest is the work without the call.
const PYGAME: &str = "
import os, sys, time
os.environ['PYGAME_HIDE_SUPPORT_PROMPT'] = '1'
import pygame.mask
rows = sys.stdin.read().split()
def read(rows):
    mask = pygame.mask.Mask((len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            if bit == '1':
                mask.set_at((x, y))
    return mask
first, second = read(rows[:100]), read(rows[100:])
assert first.overlap(second, (-7, 0)) is None
def loop(offset):
    overlap = first.overlap
    start = time.perf_counter()
    for _ in range(20000):
        overlap(second, offset)
    return (time.perf_counter() - start) / 20000 * 1e9
turns = [(loop((-7, 0)), loop((1000, 1000))) for _ in range(25)]
print(min(near for near, _ in turns) - min(apart for _, apart in turns))
";

fn mask_beside_pygame(bench: &mut Bench) {
    let name = "collide/mask-no-hit-c";
    if !bench.wants(name) {
        return;
    }
    let (star, rest) = star_and_rest();
    let mut text = String::new();
    for mask in [&star, &rest] {
        for y in 0..mask.height() as i32 {
            text.extend((0..mask.width() as i32).map(|x| if mask.get(x, y) { '1' } else { '0' }));
            text.push('\n');
        }
    }
    let Some(peer) = python(PYGAME, &text) else {
        eprintln!(
            "{name}: skipped, python3 with pygame is not there; `pip install pygame` (or name another Python in \
             MOTILE_PYTHON)"
        );
        return;
    };
    let ours = || black_box(&star).hits(IVec2::ZERO, black_box(&rest), ivec2(-7, 0));
    let apart = || black_box(&star).hits(IVec2::ZERO, black_box(&rest), ivec2(1000, 1000));
    let loop_of = |work: &dyn Fn() -> bool| {
        let start = std::time::Instant::now();
        for _ in 0..20_000 {
            black_box(work());
        }
        start.elapsed().as_secs_f64() * 1e9 / 20_000.0
    };
    let (mut near, mut far) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..25 {
        near = near.min(loop_of(&ours));
        far = far.min(loop_of(&apart));
    }
    bench.record(name, "pygame.mask", 100 * 100, near - far, peer);
}

/// Runs a script and reads the number it prints, by the Python that MOTILE_PYTHON names or by `python3`, whichever has
/// what the script needs.
fn python(script: &str, input: &str) -> Option<f64> {
    let named = std::env::var("MOTILE_PYTHON").ok();
    named.into_iter().chain(["python3".into()]).find_map(|python| ask(&python, script, input))
}

fn ask(python: &str, script: &str, input: &str) -> Option<f64> {
    use std::io::Write;
    use std::process::Stdio;
    let mut child = Command::new(python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // One that fails at once does not read: that is no reason to end.
    let _ = child.stdin.take()?.write_all(input.as_bytes());
    let output = child.wait_with_output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Fills a polygon into an alpha surface by scan lines, as a drawing library would at the least.
fn draw(surface: &mut [u8], side: usize, polygon: &Polygon) {
    surface.fill(0);
    let mut cuts = Vec::new();
    for y in 0..side {
        let line = y as f32 + 0.5;
        cuts.clear();
        for edge in polygon.edges() {
            if (edge.a.y <= line) != (edge.b.y <= line) {
                let share = (line - edge.a.y) / (edge.b.y - edge.a.y);
                cuts.push(edge.a.x + (edge.b.x - edge.a.x) * share);
            }
        }
        cuts.sort_unstable_by(f32::total_cmp);
        for span in cuts.chunks_exact(2) {
            let (from, to) = (
                (span[0] - 0.5).ceil().max(0.0) as usize,
                (span[1] - 0.5).ceil().max(0.0) as usize,
            );
            surface[y * side + from.min(side)..y * side + to.min(side)].fill(255);
        }
    }
}

/// Two stars 76 pixels apart, one turning through 64 steps: from cached turns, and by drawing both to
/// surfaces of their own and comparing bytes.
fn turning_stars(bench: &mut Bench) {
    if !bench.wants("collide/turning-stars") {
        return;
    }
    let steps = 64;
    let upright = star(0.0).translated(vec2(50.0, 50.0)).expect("a star");
    let mask = Mask::from_polygon(100, 100, PixelRule::Center, &upright).expect("small");
    let mut turns =
        TurnedMasks::new(mask, vec2(50.0, 50.0), Vec2::ONE, steps).expect("good settings");
    turns.fill();
    let side = 200;
    let mut surfaces = [vec![0u8; side * side], vec![0u8; side * side]];
    let fixed = star(0.0);
    bench.compare(
        "collide/turning-stars",
        "draw, then compare bytes",
        steps as usize,
        || {
            let level = turns.cached(0.0).expect("filled");
            let angles = (0..steps).map(|i| i as f32 * TAU / steps as f32);
            angles
                .filter(|&angle| {
                    let turned = turns.cached(angle).expect("filled");
                    level.hits(IVec2::ZERO, turned, ivec2(76, 0))
                })
                .count()
        },
        || {
            let angles = (0..steps).map(|i| i as f32 * TAU / steps as f32);
            angles
                .filter(|&angle| {
                    let place = |x: f32| Affine2::from_translation(vec2(x, 50.0));
                    let turn = place(126.0) * Affine2::rotation(angle);
                    let [first, second] = &mut surfaces;
                    draw(first, side, &fixed.transformed(&place(50.0)).expect("a star"));
                    draw(second, side, &fixed.transformed(&turn).expect("a star"));
                    first.iter().zip(&*second).any(|(a, b)| *a >= 255 && *b >= 255)
                })
                .count()
        },
    );
}
