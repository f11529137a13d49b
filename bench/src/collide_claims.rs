//! The claims COL-M1 … COL-M14 about grids and all pairs: what was printed, and what is measured here.
//!
//! The classic harness (COL-36) ran ten passes of one scene, drawing included, by a clock of milliseconds; here fixed
//! seeds, a warm-up and the median of rounds in turns answer what was wrong with it (COL-W15).
//!
//! Counts are means over seeds; the printed figures were single runs on a historic machine, so the shape of
//! each result is what compares.

use crate::runner::{Bench, human};
use motile_collide::{CellSize, GridWorld, UniformGrid, expected_candidates, pair_count};
use motile_geom::{Aabb, Circle, Rng, Vec2, vec2};

const NAME: &str = "collide/claims";
/// The screen of the claims.
const SCREEN: Vec2 = vec2(1440.0, 900.0);
const RADIUS: f32 = 25.0;
const SEEDS: u64 = 400;

/// All claims, in order.
pub fn run(bench: &mut Bench) {
    if !bench.wants(NAME) {
        return;
    }
    counts(bench);
    speeds(bench);
    node_garden(bench);
    most_at_60(bench);
}

fn balls(seed: u64, n: usize, size: Vec2, radius: impl Fn(&mut Rng) -> f32) -> Vec<Circle> {
    let mut rng = Rng::new(seed);
    let ball = |_| {
        let radius = radius(&mut rng);
        Circle::new(rng.in_rect(Vec2::ZERO, size), radius)
    };
    (0..n).map(ball).collect()
}

fn grid(size: Vec2, cell: f32) -> UniformGrid {
    let world = GridWorld::Bounded(Aabb::from_size(Vec2::ZERO, size));
    UniformGrid::new(world, CellSize::Exactly(cell)).expect("good settings")
}

/// What a search among balls costs and gives, in means over the seeds.
struct Means {
    checks: f64,
    /// Standard deviation of the checks.
    spread: f64,
    hits: f64,
    missed: f64,
}

fn means(n: usize, size: Vec2, cell: f32, radius: impl Fn(&mut Rng) -> f32) -> Means {
    let mut grid = grid(size, cell);
    let (mut checks, mut squares, mut hits, mut found) = (0.0, 0.0, 0, 0);
    for seed in 0..SEEDS {
        let balls = balls(seed, n, size, &radius);
        grid.rebuild_circles(&balls);
        let count = grid.candidate_count() as f64;
        checks += count;
        squares += count * count;
        found += grid.pairs().count();
        hits += touching(&balls);
    }
    let mean = |sum: f64| sum / SEEDS as f64;
    Means {
        checks: mean(checks),
        spread: (mean(squares) - mean(checks) * mean(checks)).max(0.0).sqrt(),
        hits: mean(hits as f64),
        missed: mean((hits - found) as f64),
    }
}

/// All pairs, as a plain loop over a slice: the compiler vectorizes it.
fn touching(balls: &[Circle]) -> usize {
    let count = |(i, ball): (usize, &Circle)| {
        balls[i + 1..].iter().filter(|other| ball.overlaps(**other)).count()
    };
    balls.iter().enumerate().map(count).sum()
}

/// Tests of a hundred balls, measured and as they are to be expected, one pair of numbers for each size and cell.
fn tests_and_theory(scenes: &[(Vec2, f32)]) -> [String; 2] {
    let list = |number: &dyn Fn(Vec2, f32) -> f64| {
        let numbers = scenes.iter().map(|&(size, cell)| format!("{:.1}", number(size, cell)));
        numbers.collect::<Vec<_>>().join(", ")
    };
    [
        list(&|size, cell| means(100, size, cell, |_| RADIUS).checks),
        list(&|size, cell| expected_candidates(100, size, cell)),
    ]
}

fn counts(bench: &mut Bench) {
    let on_screen = |cells: &[f32]| {
        tests_and_theory(&cells.iter().map(|&cell| (SCREEN, cell)).collect::<Vec<_>>())
    };
    let all = pair_count(100).to_string();
    bench.claim("COL-M1", "100 balls: tests of all pairs", "4950", &all);
    let [found, theory] = on_screen(&[50.0, 75.0, 80.0, 100.0]);
    bench.claim("", "tests of a grid, g 50, 75, 80, 100", "100 to 200", &found);
    bench.claim("", "in theory (COL-38)", "", &theory);

    let Means { checks, spread, .. } = means(100, SCREEN, 50.0, |_| RADIUS);
    let text = format!("{checks:.1} ± {spread:.1} (theory 80.7 ± 9.2)");
    bench.claim("COL-M2", "1440×900, g 50: tests", "80 to 130", &text);
    let [found, theory] = tests_and_theory(&[(vec2(1440.0, 750.0), 50.0)]);
    let text = format!("{found} (theory {theory})");
    bench.claim("", "1440×750, what a browser leaves of it", "", &text);

    let smaller = [vec2(1000.0, 800.0), vec2(800.0, 600.0)].map(|size| (size, 50.0));
    let [found, theory] = tests_and_theory(&smaller);
    let text = format!("{found} (theory {theory})");
    bench.claim("COL-M3", "smaller stages: 1000×800, 800×600", "more tests", &text);

    let [found, theory] = on_screen(&[100.0, 40.0, 30.0]);
    let text = format!("{found} (theory {theory})");
    bench.claim("COL-M4", "tests at g 100, 40, 30", "more, fewer, fewer", &text);
    let [g50, g40, g30] = [50.0, 40.0, 30.0].map(|cell| means(100, SCREEN, cell, |_| RADIUS));
    let missed = [g50.missed, g40.missed, g30.missed].map(|missed| format!("{missed:.2}"));
    let text = format!("{} of {:.1}", missed.join(", "), g30.hits);
    bench.claim("", "hits missed at g 50, 40, 30", "none, some, more", &text);

    let mixed = means(100, SCREEN, 50.0, |rng| rng.range(0.0..RADIUS));
    let text = format!("{:.1}, {:.1} hits, {} missed", mixed.checks, mixed.hits, mixed.missed);
    bench.claim("COL-M5", "radii 0 to 25: tests", "unchanged", &text);
}

/// One pass of the reusable grid.
fn pass(grid: &mut UniformGrid, balls: &[Circle]) -> usize {
    let mut hits = 0;
    grid.rebuild_circles(balls);
    grid.for_each_pair(|_| hits += 1);
    hits
}

/// Cells that keep their lists from pass to pass.
struct Lists {
    cells: Vec<Vec<u32>>,
    columns: usize,
    rows: usize,
    cell: f32,
}

impl Lists {
    fn new(size: Vec2, cell: f32) -> Self {
        let (columns, rows) = ((size.x / cell).ceil() as usize, (size.y / cell).ceil() as usize);
        Self { cells: vec![Vec::new(); columns * rows], columns, rows, cell }
    }

    fn pass(&mut self, balls: &[Circle]) -> usize {
        self.cells.iter_mut().for_each(Vec::clear);
        for (i, ball) in balls.iter().enumerate() {
            let column = ((ball.center.x / self.cell) as usize).min(self.columns - 1);
            let row = ((ball.center.y / self.cell) as usize).min(self.rows - 1);
            self.cells[row * self.columns + column].push(i as u32);
        }
        let mut hits = 0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let own = &self.cells[row * self.columns + column];
                for (k, &a) in own.iter().enumerate() {
                    let others = self.ahead(column, row).flat_map(|cell| cell.iter());
                    let partners = own[k + 1..].iter().chain(others);
                    let ball = balls[a as usize];
                    hits += partners.filter(|&&b| ball.overlaps(balls[b as usize])).count();
                }
            }
        }
        hits
    }

    /// Right, below left, below, below right.
    fn ahead(&self, column: usize, row: usize) -> impl Iterator<Item = &Vec<u32>> {
        [(1, 0), (-1, 1), (0, 1), (1, 1)].into_iter().filter_map(move |(dx, dy)| {
            let column = column.checked_add_signed(dx)?;
            let exists = column < self.columns && row + dy < self.rows;
            exists.then(|| &self.cells[(row + dy) * self.columns + column])
        })
    }
}

fn speeds(bench: &mut Bench) {
    let scene = |n: usize| balls(7, n, SCREEN, |_| RADIUS);
    for (id, n, printed) in [("COL-M6", 100, "2.5×"), ("COL-M7", 1000, "< 0.1 s, > 1.3 s")] {
        let balls = scene(n);
        let mut grid = grid(SCREEN, 50.0);
        assert_eq!(pass(&mut grid, &balls), touching(&balls));
        let times = Bench::both(|| pass(&mut grid, &balls), || touching(&balls));
        let work = format!("{n} balls, g 50: a pass, and all pairs");
        bench.claim(id, &work, printed, &beside(times));
    }
    let tests = means(1000, SCREEN, 50.0, |_| RADIUS).checks;
    let theory = expected_candidates(1000, SCREEN, 50.0);
    let text = format!("{tests:.0} (theory {theory:.0}) of {}", pair_count(1000));
    bench.claim("", "tests of 1000 balls", "", &text);

    let times = |n: usize| {
        let balls = scene(n);
        let mut grid = grid(SCREEN, 100.0);
        Bench::both(|| pass(&mut grid, &balls), || touching(&balls))
    };
    bench.claim(
        "COL-M8",
        "50 balls, g 100: a pass, and all pairs",
        "grid slower",
        &beside(times(50)),
    );
    let even = (10..400).step_by(10).find(|&n| {
        let (ours, all) = times(n);
        ours < all
    });
    let text = even.map_or("beyond 400".into(), |n| format!("the grid is faster from {n} on"));
    bench.claim("", "the number at which they are even", "between 50 and 100", &text);

    sweep(bench, &scene(100));

    let balls = scene(1000);
    let (mut ours, mut lists) = (grid(SCREEN, 50.0), Lists::new(SCREEN, 50.0));
    assert_eq!(pass(&mut ours, &balls), lists.pass(&balls));
    let times = Bench::both(|| pass(&mut ours, &balls), || lists.pass(&balls));
    bench.claim("COL-M10", "1000 balls: arrays, and a list a cell", "almost 2×", &beside(times));
    let anew = || Lists::new(SCREEN, 50.0).pass(&balls);
    let times = Bench::both(|| pass(&mut ours, &balls), anew);
    bench.claim("COL-M11", "reused memory, and lists made anew", "almost 2×", &beside(times));
}

/// The time of ten passes over the cell size, as a chart.
fn sweep(bench: &mut Bench, balls: &[Circle]) {
    let mut grids: Vec<(f32, UniformGrid, f64)> = (0..16)
        .map(|step| 50.0 + 10.0 * step as f32)
        .map(|cell| (cell, grid(SCREEN, cell), f64::INFINITY))
        .collect();
    // In turns, the shortest of many rounds: a curve is to show the cell sizes, not what else the machine did.
    for _ in 0..60 {
        for (_, grid, shortest) in &mut grids {
            let passes = || (0..100).map(|_| pass(grid, balls)).sum();
            *shortest = shortest.min(seconds(passes));
        }
    }
    let times: Vec<(f32, f64)> =
        grids.iter().map(|&(cell, _, shortest)| (cell, shortest / 10.0 * 1e6)).collect();
    let longest = times.iter().map(|&(_, time)| time).fold(0.0, f64::max);
    let printed = [(50.0, "55 ms"), (80.0, "37 ms (at 75)"), (100.0, "32 ms (from 85 on)")];
    for &(cell, time) in &times {
        let (id, work) = if cell == 50.0 {
            ("COL-M9", "100 balls, ten passes at g 50".into())
        } else {
            ("", format!("{:>29}", format!("g {cell}")))
        };
        let said = printed.iter().find(|&&(at, _)| at == cell).map_or("", |&(_, said)| said);
        let bar = "▬".repeat((time / longest * 30.0).round() as usize);
        bench.claim(id, &work, said, &format!("{time:>5.1} µs {bar}"));
    }
}

fn node_garden(bench: &mut Bench) {
    let size = vec2(1000.0, 800.0);
    let nodes = |seed: u64| balls(seed, 500, size, |_| 25.0);
    let mut grid = grid(size, 50.0);
    let places = nodes(1);
    let (ours, all) = Bench::both(|| pass(&mut grid, &places), || touching(&places));
    let text = format!("{}, {:.0} a second", pair_count(500), 1e9 / all);
    bench.claim("COL-M12", "500 nodes, reach 50: tests of all pairs", "124750, a few fps", &text);
    // Each node in memory of its own, as in an array without a type.
    let strewn: Vec<Box<Circle>> = places.iter().map(|&node| Box::new(node)).collect();
    let through_references = || {
        let count = |(i, node): (usize, &Box<Circle>)| {
            strewn[i + 1..].iter().filter(|other| node.overlaps(***other)).count()
        };
        strewn.iter().enumerate().map(count).sum::<usize>()
    };
    let times = Bench::both(|| touching(&places), through_references);
    bench.claim("", "nodes in one array, and each for itself", "helps slightly", &beside(times));

    let mean = (0..SEEDS).map(|seed| {
        grid.rebuild_circles(&nodes(seed));
        grid.candidate_count() as f64
    });
    let mean = mean.sum::<f64>() / SEEDS as f64;
    let theory = expected_candidates(500, size, 50.0);
    let text = format!("{:.0} entries = {mean:.1} pairs (theory {theory:.1})", 2.0 * mean);
    bench.claim("COL-M13", "the same with a grid, g 50: the list", "about 6500", &text);
    let saved = pair_count(500) as f64 / mean;
    let text = format!("{saved:.0} times fewer tests, {:.0} a second", 1e9 / ours);
    bench.claim("", "saved", "19 times", &text);
}

/// How many balls fit into a frame: moved, searched, as dense as a hundred on the screen.
fn most_at_60(bench: &mut Bench) {
    let fits = |n: usize, by_grid: bool| {
        let size = SCREEN * (n as f32 / 100.0).sqrt();
        let mut balls = balls(1, n, size, |_| RADIUS);
        let mut grid = UniformGrid::default();
        let frame = || {
            balls.iter_mut().for_each(|ball| ball.center += vec2(0.5, 0.25));
            if by_grid { pass(&mut grid, &balls) } else { touching(&balls) }
        };
        quickest(frame) < 1.0 / 60.0
    };
    let most = |by_grid: bool| {
        // The largest number that fits, to an eighth.
        let mut n = 1000;
        while fits(n * 9 / 8, by_grid) {
            n = n * 9 / 8;
        }
        n
    };
    let (all, by_grid) = (most(false), most(true));
    let text = format!("{by_grid}, {all}: {:.0} times as many", by_grid as f64 / all as f64);
    bench.claim("COL-M14", "most balls at 60 fps: grid, all pairs", "several times more", &text);
}

/// The shortest of four calls, in seconds; the first also warms up.
fn quickest(mut frame: impl FnMut() -> usize) -> f64 {
    (0..4).map(|_| seconds(&mut frame)).fold(f64::INFINITY, f64::min)
}

fn seconds(work: impl FnOnce() -> usize) -> f64 {
    let start = std::time::Instant::now();
    std::hint::black_box(work());
    start.elapsed().as_secs_f64()
}

/// Two times, and how often the first goes into the second.
fn beside((ours, other): (f64, f64)) -> String {
    format!("{}, {}: {:.1}×", human(ours), human(other), other / ours)
}
