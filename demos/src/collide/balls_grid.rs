//! A grid of cells finds who touches with a fraction of the checks that all pairs take.

use crate::Demo;
use motile::collide::{
    CellSize, GridWorld, Pair, UniformGrid, all_pairs, impact_velocities, pair_count,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/balls-grid",
    title: "Balls in a grid",
    sees: "A hundred balls drift and turn red while they overlap; the cells that hold balls are tinted, and the checks are counted.",
    tries: "Make the cells larger: more checks. Smaller than a ball is wide: hits are missed, shown in yellow. Compare with all pairs.",
    controls: "Space throws the balls anew.",
    spec: &["COL-D6", "COL-D7", "COL-D8"],
    size: (800, 600),
    ticks: 40,
    ..Demo::of::<BallsGrid>()
};

const RADIUS: f32 = 25.0;
const HIT: Color = Color::hex(0xF0_45_45);
const MISSED: Color = Color::hex(0xFF_D2_3C);

struct BallsGrid {
    balls: Vec<Circle>,
    velocities: Vec<Vec2>,
    grid: UniformGrid,
    hits: Vec<Pair>,
    /// Whether a ball touches: by the search chosen, and in truth.
    touching: Vec<[bool; 2]>,
    /// Pairs tested by the grid, and touching pairs that it did not find.
    checks: u64,
    missed: u64,
}

impl Sketch for BallsGrid {
    const PARAMS: &'static [Param] = &[
        Param::whole("balls", 2, 1000, 100),
        Param::number("cell", 20.0, 200.0, 80.0),
        Param::choice("search", &["grid", "all pairs"], 0),
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
            hits: Vec::new(),
            touching: Vec::new(),
            checks: 0,
            missed: 0,
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
            for (ball, velocity) in self.balls.iter_mut().zip(&mut self.velocities) {
                ball.center += *velocity * tick.dt;
                bounce(&mut ball.center, velocity, stage.size(), ball.radius);
            }
        }
        self.search(stage);
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
        if by_grid {
            for (cell, count) in self.grid.debug_cells() {
                let tint = Color::hex(0x5F_8F_E0).with_alpha(16 * count.min(6) as u8);
                canvas.fill_rect(cell, tint);
            }
            for line in self.grid.debug_lines() {
                canvas.line(line.a, line.b, &Stroke::HAIRLINE, Color::WHITE.with_alpha(70));
            }
        }
        for (ball, touching) in self.balls.iter().zip(&self.touching) {
            let color = match touching {
                [true, _] => HIT,
                [false, true] => MISSED,
                [false, false] => Color::WHITE,
            };
            let disc = Path::circle(ball.center, ball.radius);
            canvas.fill(&disc, color.with_alpha(128));
            canvas.stroke(&disc, &Stroke::HAIRLINE, color);
            canvas.fill(&Path::circle(ball.center, 1.5), Color::hex(0x12_16_20));
        }
        let all = pair_count(self.balls.len() as u32);
        let words = if by_grid {
            format!(
                "{} checks by the grid, {all} pairs in all, {} missed",
                self.checks, self.missed
            )
        } else {
            format!("{all} checks of all pairs; the grid would need {}", self.checks)
        };
        let panel = Path::round_rect(vec2(12.0, 558.0), vec2(480.0, 32.0), 8.0);
        canvas.fill(&panel, Color::hex(0x10_14_1E).with_alpha(220));
        canvas.write(words, 18.0, vec2(24.0, 574.0), vec2(0.0, 0.5), Color::WHITE);
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
        let (count, size) = (stage.params().whole("balls"), stage.size());
        self.balls.clear();
        self.velocities.clear();
        for _ in 0..count {
            let radius = if mixed { stage.rng.range(3.0..RADIUS) } else { RADIUS };
            let center = stage.rng.in_rect(Vec2::ZERO, size);
            self.balls.push(Circle::new(center, radius));
            // Up to two pixels a tick.
            self.velocities.push(stage.rng.in_rect(Vec2::splat(-120.0), Vec2::splat(120.0)));
        }
    }

    fn search(&mut self, stage: &Stage) {
        let area = Aabb::from_size(Vec2::ZERO, stage.size());
        let cell = CellSize::Exactly(stage.params().number("cell"));
        self.grid.set_world(GridWorld::Bounded(area), cell);
        self.grid.rebuild_circles(&self.balls);
        self.checks = self.grid.candidate_count();

        self.hits.clear();
        self.touching.clear();
        self.touching.resize(self.balls.len(), [false; 2]);
        let by_grid = stage.params().choice("search") == 0;
        if by_grid {
            self.hits.extend(self.grid.pairs());
        }
        let mut real = 0;
        for pair in all_pairs(self.balls.len() as u32) {
            let (a, b) = (pair.a as usize, pair.b as usize);
            if self.balls[a].overlaps(self.balls[b]) {
                real += 1;
                self.touching[a][1] = true;
                self.touching[b][1] = true;
                if !by_grid {
                    self.hits.push(pair);
                }
            }
        }
        for pair in &self.hits {
            self.touching[pair.a as usize][0] = true;
            self.touching[pair.b as usize][0] = true;
        }
        self.missed = u64::saturating_sub(real, self.hits.len() as u64);
    }
}
