//! A grid of cells finds who touches with a fraction of the checks that all pairs take.

use crate::{Demo, gauge::Gauge};
use motile::collide::{
    CellSize, GridWorld, Pair, UniformGrid, all_pairs, impact_velocities, pair_count,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/balls-grid",
    title: "Balls in a grid",
    sees: "A hundred balls drift and turn red while they overlap; the cells that hold balls are tinted, and the checks are counted.",
    tries: "Make the cells larger: more checks. Smaller than a ball is wide: hits are missed, shown in yellow. Search ten times a tick, with 1,000 balls, by grid and by all pairs, and watch the time; then 20,000 by grid.",
    controls: "",
    keys: &[(Key::Space, "throw the balls anew")],
    spec: &["COL-D6", "COL-D7", "COL-D8"],
    size: (800, 600),
    ticks: 40,
    ..Demo::of::<BallsGrid>()
};

const RADIUS: f32 = 25.0;
/// With more balls than this the view moves away, so that they stay as dense.
const CLOSE_UP: f32 = 1000.0;
/// Up to this many balls are drawn one by one, with rims and centers.
const DETAILED: usize = 1500;
const HIT: Color = Color::hex(0xF0_45_45);
const MISSED: Color = Color::hex(0xFF_D2_3C);

struct BallsGrid {
    balls: Vec<Circle>,
    velocities: Vec<Vec2>,
    grid: UniformGrid,
    /// A grid whose cells are never too small: the truth to compare with.
    wide: UniformGrid,
    hits: Vec<Pair>,
    /// Whether a ball touches: by the search chosen, and in truth.
    touching: Vec<[bool; 2]>,
    /// Pairs tested by the grid, and touching pairs that it did not find.
    checks: u64,
    missed: u64,
    /// Time that all passes of a tick take.
    time: Gauge,
}

impl Sketch for BallsGrid {
    const PARAMS: &'static [Param] = &[
        Param::whole("balls", 2, 20_000, 100),
        Param::number("cell", 20.0, 200.0, 80.0),
        Param::choice("search", &["grid", "all pairs"], 0),
        Param::whole("passes", 1, 10, 1),
        Param::toggle("moving", true),
        Param::toggle("mixed-radii", false),
        Param::toggle("elastic", false),
    ];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = Color::hex(0x1E_25_33);
        let mut demo = Self {
            balls: Vec::new(),
            velocities: Vec::new(),
            grid: UniformGrid::default(),
            wide: UniformGrid::default(),
            hits: Vec::new(),
            touching: Vec::new(),
            checks: 0,
            missed: 0,
            time: Gauge::default(),
        };
        demo.throw(stage);
        demo.search(stage);
        demo
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let changed = ["balls", "mixed-radii"].iter().any(|name| stage.params().changed(name));
        if changed || stage.input().pressed(Key::Space) {
            self.throw(stage);
        }
        if stage.params().is_on("moving") {
            let size = world(stage);
            for (ball, velocity) in self.balls.iter_mut().zip(&mut self.velocities) {
                ball.center += *velocity * tick.dt;
                bounce(&mut ball.center, velocity, size, ball.radius);
            }
        }
        // More than one pass changes nothing but the time that is measured.
        let passes = stage.params().whole("passes");
        let search = || (0..passes).for_each(|_| self.search(stage));
        let ((), took) = stage.stopwatch().time(search);
        self.time.follow(took);
        if stage.params().is_on("elastic") {
            for pair in &self.hits {
                let (a, b) = (pair.a as usize, pair.b as usize);
                let normal = (self.balls[a].center - self.balls[b].center).normalized();
                let (first, second) = (self.velocities[a], self.velocities[b]);
                (self.velocities[a], self.velocities[b]) =
                    impact_velocities((first, 1.0), (second, 1.0), normal, 1.0);
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let by_grid = stage.params().choice("search") == 0;
        canvas.set_transform(Affine2::from_scale(stage.size() / world(stage)));
        if by_grid {
            for (cell, count) in self.grid.debug_cells() {
                let tint = Color::hex(0x5F_8F_E0).with_alpha(16 * count.min(6) as u8);
                canvas.fill_rect(cell, tint);
            }
            for line in self.grid.debug_lines() {
                canvas.line(line.a, line.b, &Stroke::HAIRLINE, Color::WHITE.with_alpha(70));
            }
        }
        if self.balls.len() <= DETAILED {
            self.draw_each(canvas);
        } else {
            self.draw_crowd(canvas);
        }
        canvas.set_transform(Affine2::IDENTITY);

        let all = pair_count(self.balls.len() as u32);
        let words = if by_grid {
            let (checks, missed) = (self.checks, self.missed);
            format!("{checks} checks by the grid, {all} pairs in all, {missed} missed")
        } else {
            format!("{all} checks of all pairs; the grid would need {}", self.checks)
        };
        caption(canvas, vec2(12.0, stage.size().y - 42.0), 540.0, words);
        if let Some(time) = self.time.words() {
            let words = format!("{} in {time}", passes_in_words(stage.params().whole("passes")));
            caption(canvas, vec2(12.0, stage.size().y - 80.0), 220.0, words);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.balls);
        hash.write(&self.velocities);
        hash.write(&(self.checks, self.missed));
    }
}

impl BallsGrid {
    fn throw(&mut self, stage: &mut Stage) {
        let mixed = stage.params().is_on("mixed-radii");
        let (count, size) = (stage.params().whole("balls"), world(stage));
        self.balls.clear();
        self.velocities.clear();
        for _ in 0..count {
            let radius = if mixed { stage.rng.range(0.0..RADIUS) } else { RADIUS };
            let center = stage.rng.in_rect(Vec2::ZERO, size);
            self.balls.push(Circle::new(center, radius));
            // Up to two pixels a tick.
            self.velocities.push(stage.rng.in_rect(Vec2::splat(-120.0), Vec2::splat(120.0)));
        }
    }

    fn search(&mut self, stage: &Stage) {
        let area = GridWorld::Bounded(Aabb::from_size(Vec2::ZERO, world(stage)));
        let cell = stage.params().number("cell");
        self.grid.set_world(area, CellSize::Exactly(cell));
        self.grid.rebuild_circles(&self.balls);
        self.checks = self.grid.candidate_count();

        self.hits.clear();
        self.touching.clear();
        self.touching.resize(self.balls.len(), [false; 2]);
        if stage.params().choice("search") == 0 {
            self.grid.for_each_pair(|pair| self.hits.push(pair));
        } else {
            let balls = &self.balls;
            let hit = |pair: &Pair| balls[pair.a as usize].overlaps(balls[pair.b as usize]);
            self.hits.extend(all_pairs(balls.len() as u32).filter(hit));
        }
        for pair in &self.hits {
            self.touching[pair.a as usize] = [true; 2];
            self.touching[pair.b as usize] = [true; 2];
        }
        self.missed = 0;
        if cell < 2.0 * RADIUS {
            self.wide.set_world(area, CellSize::AtLeast(cell));
            self.wide.rebuild_circles(&self.balls);
            let mut real = 0;
            self.wide.for_each_pair(|pair| {
                real += 1;
                self.touching[pair.a as usize][1] = true;
                self.touching[pair.b as usize][1] = true;
            });
            self.missed = u64::saturating_sub(real, self.hits.len() as u64);
        }
    }

    fn draw_each(&self, canvas: &mut Canvas<'_>) {
        for (ball, touching) in self.balls.iter().zip(&self.touching) {
            let color = color(*touching);
            let disc = Path::circle(ball.center, ball.radius);
            canvas.fill(&disc, color.with_alpha(128));
            canvas.stroke(&disc, &Stroke::HAIRLINE, color);
            canvas.fill(&Path::circle(ball.center, 1.5), Color::hex(0x12_16_20));
        }
    }

    /// All balls of a color as one shape.
    fn draw_crowd(&self, canvas: &mut Canvas<'_>) {
        for state in [[false, false], [true, true], [false, true]] {
            let mut shape = Path::new();
            for (ball, &is) in self.balls.iter().zip(&self.touching) {
                if is == state {
                    shape.append(&Path::circle(ball.center, ball.radius * 0.8));
                }
            }
            canvas.fill(&shape, color(state).with_alpha(190));
        }
    }
}

fn color(touching: [bool; 2]) -> Color {
    match touching {
        [true, _] => HIT,
        [false, true] => MISSED,
        [false, false] => Color::WHITE,
    }
}

fn caption(canvas: &mut Canvas<'_>, corner: Vec2, width: f32, words: String) {
    let panel = Path::round_rect(corner, vec2(width, 32.0), 8.0);
    canvas.fill(&panel, Color::hex(0x10_14_1E).with_alpha(220));
    canvas.write(words, 18.0, corner + vec2(12.0, 16.0), vec2(0.0, 0.5), Color::WHITE);
}

fn passes_in_words(count: i32) -> String {
    if count == 1 { "one pass".into() } else { format!("{count} passes") }
}

/// Size of the world the balls live in: the stage, or more when they are many.
fn world(stage: &Stage) -> Vec2 {
    let crowd = stage.params().whole("balls") as f32 / CLOSE_UP;
    stage.size() * crowd.max(1.0).sqrt()
}
