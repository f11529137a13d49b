//! The measured claims of the classic chapter (COL-M1 … COL-M14), theirs beside ours:
//! `cargo run --release -p motile-collide --example chapter_claims`.

#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "it measures and prints")]

use motile_collide::{CellSize, GridWorld, UniformGrid, all_pairs, classic_node_link, pair_count};
use motile_geom::{Aabb, Circle, Rng, Vec2, vec2};
use std::hint::black_box;
use std::time::Instant;

const SCREEN: Vec2 = vec2(1440.0, 900.0);

fn balls(seed: u64, n: u32, size: Vec2, radius: impl Fn(&mut Rng) -> f32) -> Vec<Circle> {
    let mut rng = Rng::new(seed);
    let mut ball = || Circle::new(rng.in_rect(Vec2::ZERO, size), radius(&mut rng));
    (0..n).map(|_| ball()).collect()
}

fn grid(size: Vec2, cell: f32) -> UniformGrid {
    let world = GridWorld::Bounded(Aabb::new(Vec2::ZERO, size));
    UniformGrid::new(world, CellSize::Exactly(cell)).expect("good settings")
}

/// Mean over 200 scenes of the candidates, of the true hits and of the hits missed.
fn means(n: u32, size: Vec2, cell: f32, radius: impl Fn(&mut Rng) -> f32 + Copy) -> [f64; 3] {
    let mut grid = grid(size, cell);
    let mut sums = [0.0; 3];
    for seed in 0..200 {
        let balls = balls(seed, n, size, radius);
        grid.rebuild_circles(&balls);
        let overlap = |a: u32, b: u32| balls[a as usize].overlaps(balls[b as usize]);
        let truth = all_pairs(n).filter(|pair| overlap(pair.a, pair.b)).count() as f64;
        sums[0] += grid.candidate_count() as f64;
        sums[1] += truth;
        sums[2] += truth - grid.pairs().count() as f64;
    }
    sums.map(|sum| sum / 200.0)
}

/// Nanoseconds of the fastest of several runs.
fn time(mut work: impl FnMut()) -> f64 {
    let runs = (0..25).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e9
    });
    runs.fold(f64::INFINITY, f64::min)
}

fn grid_time(balls: &[Circle], size: Vec2, cell: f32) -> f64 {
    let mut grid = grid(size, cell);
    time(|| {
        let mut hits = 0;
        grid.rebuild_circles(black_box(balls));
        grid.for_each_pair(|_| hits += 1);
        black_box(hits);
    })
}

fn all_pairs_time(balls: &[Circle]) -> f64 {
    time(|| {
        let mut hits = 0;
        for (i, first) in black_box(balls).iter().enumerate() {
            hits += balls[i + 1..].iter().filter(|second| first.overlaps(**second)).count();
        }
        black_box(hits);
    })
}

/// A grid with a growing list a cell, new in every pass: the first version of the chapter.
fn list_grid_time(balls: &[Circle], size: Vec2, cell: f32) -> f64 {
    let (columns, rows) = ((size.x / cell).ceil() as usize, (size.y / cell).ceil() as usize);
    time(|| {
        let mut cells: Vec<Vec<usize>> = vec![Vec::new(); columns * rows];
        for (i, ball) in black_box(balls).iter().enumerate() {
            let column = ((ball.center.x / cell) as usize).min(columns - 1);
            let row = ((ball.center.y / cell) as usize).min(rows - 1);
            cells[row * columns + column].push(i);
        }
        let mut checks: Vec<(usize, usize)> = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                let own = &cells[row * columns + column];
                for (k, &a) in own.iter().enumerate() {
                    checks.extend(own[k + 1..].iter().map(|&b| (a, b)));
                    for (dx, dy) in [(1, 0), (-1, 1), (0, 1), (1, 1)] {
                        let (x, y) = (column as i32 + dx, row + dy);
                        if x >= 0 && (x as usize) < columns && y < rows {
                            checks.extend(cells[y * columns + x as usize].iter().map(|&b| (a, b)));
                        }
                    }
                }
            }
        }
        black_box(checks.iter().filter(|&&(a, b)| balls[a].overlaps(balls[b])).count());
    })
}

/// Nanoseconds of a tick of the node garden, from the grid or from all pairs.
fn garden_time(n: u32, by_grid: bool) -> f64 {
    let size = vec2(1000.0, 800.0);
    let points: Vec<Vec2> = balls(1, n, size, |_| 3.0).iter().map(|ball| ball.center).collect();
    let mut grid = grid(size, 50.0);
    time(|| {
        let mut pull = Vec2::ZERO;
        let mut act = |a: u32, b: u32| {
            let offset = points[b as usize] - points[a as usize];
            pull += classic_node_link(offset, 50.0, 0.001).unwrap_or_default().acceleration;
        };
        if by_grid {
            grid.rebuild(black_box(&points));
            grid.for_each_pair_within(50.0, |pair| act(pair.a, pair.b));
        } else {
            all_pairs(black_box(n)).for_each(|pair| act(pair.a, pair.b));
        }
        black_box(pull);
    })
}

/// The largest power of √2 that fits 60 frames a second.
fn most_objects(by_grid: bool) -> u32 {
    let sizes = (12..44).map(|step| motile_geom::ops::pow(2.0, step as f32 * 0.5) as u32);
    sizes.take_while(|&n| garden_time(n.min(1 << 20), by_grid) < 1e9 / 60.0).last().unwrap_or(0)
}

fn row(id: &str, theirs: &str, ours: &str) {
    println!("{id:<8} {theirs:<62} {ours}");
}

fn main() {
    let equal = |_: &mut Rng| 25.0;
    row("", "the chapter", "here (one thread, compiled)");
    let [candidates, ..] = means(100, SCREEN, 75.0, equal);
    row(
        "COL-M1",
        "N=100: 4,950 tests, typically 100–200 with a grid",
        &format!("{} and {candidates:.1} (g=75)", pair_count(100)),
    );
    let [candidates, ..] = means(100, SCREEN, 50.0, equal);
    row("COL-M2", "1440×900, N=100, g=50: 80–130 tests (theory 80.7)", &format!("{candidates:.1}"));
    let [small, ..] = means(100, vec2(800.0, 600.0), 50.0, equal);
    let [middle, ..] = means(100, vec2(1000.0, 800.0), 50.0, equal);
    row(
        "COL-M3",
        "smaller stage, more tests (theory 210.0 and 129.0)",
        &format!("{small:.1} at 800×600, {middle:.1} at 1000×800"),
    );
    let missed: Vec<String> = [100.0, 50.0, 40.0, 30.0]
        .iter()
        .map(|&cell| {
            let [candidates, _, missed] = means(100, SCREEN, cell, equal);
            format!("g={cell}: {candidates:.1} tests, {missed:.1} missed")
        })
        .collect();
    row(
        "COL-M4",
        "g=100 many more tests; g=40 and 30 fewer, but hits are missed",
        &missed.join("; "),
    );
    let [candidates, hits, _] = means(100, SCREEN, 50.0, |rng| rng.f32() * 25.0);
    row(
        "COL-M5",
        "radii 0…25: tests unchanged (true hits about 8.4)",
        &format!("{candidates:.1} tests, {hits:.1} hits"),
    );

    let compare = |n: u32, cell: f32| {
        let balls = balls(1, n, SCREEN, equal);
        let (grid, loops) = (grid_time(&balls, SCREEN, cell), all_pairs_time(&balls));
        format!("{:.2} µs and {:.2} µs: {:.1} times", grid / 1e3, loops / 1e3, loops / grid)
    };
    row("COL-M6", "N=100, g=50: the grid is 2.5 times as fast as all pairs", &compare(100, 50.0));
    row("COL-M7", "N=1000: below 0.1 s a pass, all pairs above 1.3 s", &compare(1000, 50.0));
    let even = (10..400).step_by(5).find(|&n| {
        let balls = balls(1, n, SCREEN, equal);
        grid_time(&balls, SCREEN, 100.0) < all_pairs_time(&balls)
    });
    row("COL-M8", "N=50: all pairs are faster", &format!("even at N={}", even.unwrap_or(400)));
    let hundred = balls(1, 100, SCREEN, equal);
    let sweep: Vec<String> = [50.0, 75.0, 85.0, 100.0, 150.0, 200.0]
        .iter()
        .map(|&cell| format!("g={cell}: {:.2}", grid_time(&hundred, SCREEN, cell) / 1e3))
        .collect();
    row(
        "COL-M9",
        "N=100, a pass: g=50 5.5 ms, g=75 3.7 ms, g=85…100 3.2 ms",
        &format!("{} µs", sweep.join(", ")),
    );
    let thousand = balls(1, 1000, SCREEN, equal);
    let (lists, sorted) =
        (list_grid_time(&thousand, SCREEN, 50.0), grid_time(&thousand, SCREEN, 50.0));
    row(
        "COL-M10",
        "typed arrays instead of untyped: nearly 2 times",
        &format!("sorted arrays over lists a cell, N=1000: {:.1} times", lists / sorted),
    );
    let (lists, sorted) =
        (list_grid_time(&hundred, SCREEN, 80.0), grid_time(&hundred, SCREEN, 80.0));
    row(
        "COL-M11",
        "the reusable grid is almost 2 times as fast as the first",
        &format!("N=100, g=80: {:.1} times", lists / sorted),
    );
    row(
        "COL-M12",
        "garden, N=500, all pairs: 124,750 tests, a few frames a second",
        &format!("{} tests, {:.0} µs a tick", pair_count(500), garden_time(500, false) / 1e3),
    );
    let [candidates, ..] = means(500, vec2(1000.0, 800.0), 50.0, |_| 3.0);
    row(
        "COL-M13",
        "the same with a grid: \"6,500\" (twice the pairs; theory 3,250.3)",
        &format!("{candidates:.1} pairs, {:.1} µs a tick", garden_time(500, true) / 1e3),
    );
    row(
        "COL-M14",
        "the grid allows several times as many objects",
        &format!(
            "60 frames a second up to N={} with, {} without",
            most_objects(true),
            most_objects(false)
        ),
    );
}
