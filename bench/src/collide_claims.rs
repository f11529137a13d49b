//! The claims COL-M1 … COL-M14 about grids and all pairs: what was printed, and what is measured here.
//!
//! The classic harness (COL-36) ran ten passes of one scene, drawing included, by a clock of milliseconds; here fixed
//! seeds, a warm-up and the median of rounds in turns answer what was wrong with it (COL-W15).
//!
//! Counts are means over seeds; the printed figures were single runs on a historic machine, so the shape of
//! each result is what compares.

use crate::runner::Bench;
use motile_collide::{CellSize, GridWorld, UniformGrid, pair_count};
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

/// What a hundred balls cost and give, in means over the seeds.
struct Means {
    checks: f64,
    hits: f64,
    missed: f64,
}

fn means(n: usize, size: Vec2, cell: f32, radius: impl Fn(&mut Rng) -> f32) -> Means {
    let mut grid = grid(size, cell);
    let (mut checks, mut hits, mut found) = (0, 0, 0);
    for seed in 0..SEEDS {
        let balls = balls(seed, n, size, &radius);
        grid.rebuild_circles(&balls);
        checks += grid.candidate_count();
        found += grid.pairs().count();
        hits += touching(&balls);
    }
    let mean = |sum: usize| sum as f64 / SEEDS as f64;
    Means { checks: mean(checks as usize), hits: mean(hits), missed: mean(hits - found) }
}

/// All pairs, as a plain loop over a slice: the compiler vectorizes it.
fn touching(balls: &[Circle]) -> usize {
    let count = |(i, ball): (usize, &Circle)| {
        balls[i + 1..].iter().filter(|other| ball.overlaps(**other)).count()
    };
    balls.iter().enumerate().map(count).sum()
}

fn counts(bench: &mut Bench) {
    let same = |_: &mut Rng| RADIUS;
    let at = |cell: f32| means(100, SCREEN, cell, same);
    let (g30, g40, g50, g75, g80, g100) =
        (at(30.0), at(40.0), at(50.0), at(75.0), at(80.0), at(100.0));
    let small = means(100, vec2(800.0, 600.0), 50.0, same);
    let mixed = means(100, SCREEN, 50.0, |rng| rng.range(0.0..RADIUS));
    bench.claim(
        "COL-M1",
        "100 balls: tests of all pairs, and of a grid",
        "4950, 100-200",
        &format!("{}, {:.0} (g 75), {:.0} (g 80)", pair_count(100), g75.checks, g80.checks),
    );
    bench.claim("COL-M2", "1440×900, g 50: tests", "80-130", &format!("{:.1}", g50.checks));
    let text = format!("{:.0} at 800×600", small.checks);
    bench.claim("COL-M3", "a smaller stage needs more tests", "more", &text);
    bench.claim(
        "COL-M4",
        "tests at g 100, 40, 30",
        "more, fewer, fewer",
        &format!("{:.0}, {:.1}, {:.1}", g100.checks, g40.checks, g30.checks),
    );
    let missed = format!("{}, {:.2}, {:.2} of {:.1}", g50.missed, g40.missed, g30.missed, g30.hits);
    bench.claim("", "hits missed at g 50, 40, 30", "0, some, more", &missed);
    let text = format!("{:.1} tests, {:.1} hits", mixed.checks, mixed.hits);
    bench.claim("COL-M5", "radii 0 to 25: as many tests", "unchanged", &text);
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
    for (id, n, printed) in [("COL-M6", 100, "2.5× faster"), ("COL-M7", 1000, "over 13× faster")]
    {
        let balls = scene(n);
        let mut grid = grid(SCREEN, 50.0);
        assert_eq!(pass(&mut grid, &balls), touching(&balls));
        let times = Bench::both(|| pass(&mut grid, &balls), || touching(&balls));
        bench.claim(id, &format!("{n} balls, g 50, against all pairs"), printed, &faster(times));
    }

    let even = (4..400).step_by(4).find(|&n| {
        let balls = scene(n);
        let mut grid = UniformGrid::default();
        let (ours, all) = Bench::both(|| pass(&mut grid, &balls), || touching(&balls));
        ours < all
    });
    let text = even.map_or("beyond 400".into(), |n| format!("grid faster from {n} on"));
    bench.claim("COL-M8", "few balls: all pairs are faster", "at 50", &text);

    let balls = scene(100);
    let sweep = [50.0, 75.0, 100.0, 150.0, 200.0].map(|cell| {
        let mut grid = grid(SCREEN, cell);
        Bench::both(|| pass(&mut grid, &balls), || touching(&balls)).0 * 10.0 / 1000.0
    });
    let text = sweep.map(|us| format!("{us:.0}")).join(", ");
    bench.claim("COL-M9", "10 passes at g 50, 75, 100, 150, 200", "55, 37, 32 ms", &(text + " µs"));

    let balls = scene(1000);
    let (mut ours, mut lists) = (grid(SCREEN, 50.0), Lists::new(SCREEN, 50.0));
    assert_eq!(pass(&mut ours, &balls), lists.pass(&balls));
    let times = Bench::both(|| pass(&mut ours, &balls), || lists.pass(&balls));
    bench.claim("COL-M10", "arrays in one piece, against lists", "almost 2×", &faster(times));
    let anew = || Lists::new(SCREEN, 50.0).pass(&balls);
    let times = Bench::both(|| pass(&mut ours, &balls), anew);
    bench.claim("COL-M11", "reused memory, against lists made anew", "almost 2×", &faster(times));
}

fn node_garden(bench: &mut Bench) {
    let size = vec2(1000.0, 800.0);
    let nodes = |seed: u64| balls(seed, 500, size, |_| 25.0);
    let mut grid = grid(size, 50.0);
    let places = nodes(1);
    let (_, all) = Bench::both(|| (), || touching(&places));
    let text = format!("{} tests, {:.0} a second", pair_count(500), 1e9 / all);
    bench.claim("COL-M12", "500 nodes, reach 50, all pairs", "124750, a few fps", &text);
    let mean = (0..SEEDS).map(|seed| {
        grid.rebuild_circles(&nodes(seed));
        grid.candidate_count() as f64
    });
    let mean = mean.sum::<f64>() / SEEDS as f64;
    let text = format!("{mean:.0} pairs = {:.0} entries", 2.0 * mean);
    bench.claim("COL-M13", "the same with a grid: list entries", "about 6500", &text);
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
    let text = format!("{by_grid} against {all}");
    bench.claim("COL-M14", "most balls at 60 frames a second", "several times more", &text);
}

/// The shortest of four calls, in seconds; the first also warms up.
fn quickest(mut frame: impl FnMut() -> usize) -> f64 {
    let time = |_| {
        let start = std::time::Instant::now();
        std::hint::black_box(frame());
        start.elapsed().as_secs_f64()
    };
    (0..4).map(time).fold(f64::INFINITY, f64::min)
}

fn faster((ours, peer): (f64, f64)) -> String {
    format!("{:.1}× faster", peer / ours)
}
