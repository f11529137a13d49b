//! A grid of cells finds who touches with a fraction of the checks that all pairs take.

use super::{Dots, caption};
use crate::look::{GOLD, NIGHT, RED};
use crate::{Demo, gauge::Curves, gauge::Gauge};
use motile::collide::{
    CellSize, GridWorld, Pair, UniformGrid, all_pairs, impact_velocities, pair_count,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/balls-grid",
    title: "Balls in a grid",
    sees: "A hundred balls drift and turn red while they overlap; the cells that hold balls are tinted, and the checks are counted.",
    tries: "Make the cells larger: more checks. Smaller than a ball is wide: hits are missed, shown in yellow. Time ten passes of the grid and of all pairs with 50, 100 and 1,000 balls. Then 20,000 by the grid, bouncing off each other.",
    controls: "",
    keys: &[(Key::Space, "throw the balls anew")],
    spec: &["COL-D6", "COL-D7", "COL-D8"],
    size: (800, 600),
    ticks: 40,
    ..Demo::of::<BallsGrid>()
};

const RADIUS: f32 = 25.0;
/// With more balls than this of that radius the view moves away, so that they stay as dense.
const CLOSE_UP: f32 = 120.0;
/// Up to this many balls are drawn with rims and centers, and the grid with its lines.
const DETAILED: usize = 300;
/// Ten passes of all pairs are timed up to this many balls.
const TIMED: usize = 2000;

#[derive(Default, StateHash)]
#[state(hash_only)]
struct BallsGrid {
    balls: Vec<Circle>,
    velocities: Vec<Vec2>,
    #[state(skip)]
    grid: UniformGrid,
    /// A grid whose cells are never too small: the truth to compare with.
    #[state(skip)]
    wide: UniformGrid,
    #[state(skip)]
    hits: Vec<Pair>,
    /// Whether a ball touches: by the search chosen, and in truth.
    #[state(skip)]
    touching: Vec<[bool; 2]>,
    /// Pairs that the grid tests, and touching pairs that were not found.
    checks: u64,
    missed: u64,
    /// Time of ten passes, by the grid and by all pairs.
    #[state(skip)]
    passes: [Gauge; 2],
    #[state(skip)]
    curves: Curves,
    #[state(skip)]
    dots: Dots,
}

impl Sketch for BallsGrid {
    const PARAMS: &'static [Param] = &[
        Param::whole("balls", 2, 20_000, 100),
        Param::number("cell", 20.0, 200.0, 80.0),
        Param::number("radius", 2.0, 60.0, RADIUS),
        Param::toggle("random-radii", false),
        Param::choice("search", &["grid", "all pairs"], 0),
        Param::toggle("time-ten-passes", false),
        Param::toggle("moving", true),
        Param::toggle("elastic", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut demo = Self::default();
        demo.throw(stage);
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let knobs = ["balls", "radius", "random-radii"];
        if knobs.iter().any(|name| stage.params().changed(name))
            || stage.input().pressed(Key::Space)
        {
            self.throw(stage);
        }
        if stage.params().is_on("moving") {
            let size = world(stage);
            for (ball, velocity) in self.balls.iter_mut().zip(&mut self.velocities) {
                ball.center += *velocity * tick.dt;
                bounce(&mut ball.center, velocity, size, ball.radius);
            }
        }
        let watch = stage.stopwatch();
        if stage.params().is_on("time-ten-passes") && self.balls.len() <= TIMED {
            for (gauge, by_grid) in [true, false].into_iter().enumerate() {
                let ten = || (0..10).for_each(|_| self.search(stage, by_grid));
                let ((), took) = watch.time(ten);
                self.passes[gauge].follow(took);
            }
        }
        let by_grid = stage.params().choice("search") == 0;
        let ((), took) = watch.time(|| self.search(stage, by_grid));
        self.curves.work(took);
        self.compare(stage);
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

    fn frame(&mut self, _: &mut Stage, frame: Frame) {
        self.curves.picture(frame);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.transformed(Affine2::from_scale(stage.size() / world(stage)), |canvas| {
            for (cell, count) in self.grid.filled_cells() {
                let tint = Color::hex(0x5F_8F_E0).with_alpha(16 * count.min(6) as u8);
                canvas.fill_rect(cell, tint);
            }
            if self.balls.len() <= DETAILED {
                for line in self.grid.lines() {
                    canvas.line(line.a, line.b, &Stroke::HAIRLINE, Color::WHITE.with_alpha(70));
                }
                self.draw_balls(canvas);
            }
        });
        if self.balls.len() > DETAILED {
            let scale = stage.size().x / world(stage).x;
            for (ball, touching) in self.balls.iter().zip(&self.touching) {
                let dot = Circle::new(ball.center * scale, ball.radius * scale);
                self.dots.draw(canvas, dot, color(*touching).with_alpha(190));
            }
        }

        let (checks, missed) = (self.checks, self.missed);
        let all = pair_count(self.balls.len() as u32);
        let mut words = format!("{checks} grid checks / {all} pairs / {missed} hits missed");
        if let [Some(grid), Some(pairs)] = self.passes.map(Gauge::words) {
            words = format!("ten passes: grid {grid}, all pairs {pairs}\n{words}");
        }
        caption(canvas, vec2(12.0, stage.size().y - 12.0), words);
        self.curves.draw(canvas, vec2(stage.size().x - 12.0, 12.0), "search");
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let scale = stage.size() / world(stage);
        for line in self.grid.lines() {
            marks.line(MarkRole::GridLine, line.a * scale, line.b * scale);
        }
        for pair in &self.hits {
            let [a, b] = [pair.a, pair.b].map(|ball| self.balls[ball as usize].center * scale);
            marks.line(MarkRole::Contact, a, b);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl BallsGrid {
    fn throw(&mut self, stage: &mut Stage) {
        let largest = stage.params().number("radius");
        let mixed = stage.params().is_on("random-radii");
        let (count, size) = (stage.params().whole("balls"), world(stage));
        match Dots::new(largest * stage.size().x / size.x) {
            Ok(dots) => self.dots = dots,
            Err(error) => stage.fail(error),
        }
        self.passes = Default::default();
        self.balls.clear();
        self.velocities.clear();
        for _ in 0..count {
            let radius = if mixed { stage.rng.range(0.0..largest) } else { largest };
            let center = stage.rng.in_rect(Vec2::ZERO, size);
            self.balls.push(Circle::new(center, radius));
            // Up to two pixels a tick.
            self.velocities.push(stage.rng.in_rect(Vec2::splat(-120.0), Vec2::splat(120.0)));
        }
    }

    fn search(&mut self, stage: &Stage, by_grid: bool) {
        self.grid.set_world(area(stage), CellSize::Exactly(stage.params().number("cell")));
        self.hits.clear();
        if by_grid {
            self.grid.rebuild_circles(&self.balls);
            self.grid.for_each_pair(|pair| self.hits.push(pair));
        } else {
            let balls = &self.balls;
            let hit = |pair: &Pair| balls[pair.a as usize].overlaps(balls[pair.b as usize]);
            self.hits.extend(all_pairs(balls.len() as u32).filter(hit));
        }
    }

    /// Counts the checks and what was missed.
    fn compare(&mut self, stage: &Stage) {
        self.grid.rebuild_circles(&self.balls);
        self.checks = self.grid.candidate_count();
        self.touching.clear();
        self.touching.resize(self.balls.len(), [false; 2]);
        for pair in &self.hits {
            self.touching[pair.a as usize] = [true; 2];
            self.touching[pair.b as usize] = [true; 2];
        }
        self.wide.set_world(area(stage), CellSize::AtLeast(stage.params().number("cell")));
        self.wide.rebuild_circles(&self.balls);
        let mut real = 0;
        self.wide.for_each_pair(|pair| {
            real += 1;
            self.touching[pair.a as usize][1] = true;
            self.touching[pair.b as usize][1] = true;
        });
        self.missed = u64::saturating_sub(real, self.hits.len() as u64);
    }

    fn draw_balls(&self, canvas: &mut Canvas<'_>) {
        for (ball, touching) in self.balls.iter().zip(&self.touching) {
            let color = color(*touching);
            let disc = Path::circle(ball.center, ball.radius);
            canvas.fill(&disc, color.with_alpha(128));
            canvas.stroke(&disc, &Stroke::HAIRLINE, color);
            canvas.fill(&Path::circle(ball.center, 1.5), Color::hex(0x12_16_20));
        }
    }
}

fn color(touching: [bool; 2]) -> Color {
    match touching {
        [true, _] => RED,
        [false, true] => GOLD,
        [false, false] => Color::WHITE,
    }
}

fn area(stage: &Stage) -> GridWorld {
    GridWorld::Bounded(Aabb::from_size(Vec2::ZERO, world(stage)))
}

/// Size of the world the balls live in: the stage, or more when they are many.
fn world(stage: &Stage) -> Vec2 {
    let count = stage.params().whole("balls") as f32;
    let width = stage.params().number("radius") / RADIUS;
    stage.size() * (count / CLOSE_UP * width * width).max(1.0).sqrt()
}
