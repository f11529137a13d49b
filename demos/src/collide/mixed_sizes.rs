//! Specks and planets in one search: a stack of grids, small cells for the many, wide ones for the giants.

use super::{Dots, caption};
use crate::look::NIGHT;
use crate::{Demo, gauge::Gauge};
use motile::collide::{Broadphase, CellSize, GridWorld, HierarchicalGrid, Pair, UniformGrid};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/mixed-sizes",
    title: "Mixed sizes",
    sees: "Twenty thousand discs, the largest a hundred times the size of the smallest, colored by size; what touches something lights up, and the pairs to test are counted.",
    tries: "Lower the largest size: now the single grid is good, too. Raise it, and its one cell size must fit the giants: thousands of times as many pairs to test.",
    controls: "",
    keys: &[(Key::Space, "throw them anew")],
    spec: &["COL-W3"],
    size: (800, 600),
    ticks: 50,
    ..Demo::of::<MixedSizes>()
};

/// Discs below this radius are drawn as dots, others have a rim.
const SPECK: f32 = 5.0;

#[derive(Default, StateHash)]
#[state(hash_only)]
struct MixedSizes {
    discs: Vec<Circle>,
    velocities: Vec<Vec2>,
    #[state(skip)]
    boxes: Vec<Aabb>,
    #[state(skip)]
    stack: HierarchicalGrid,
    #[state(skip)]
    single: UniformGrid,
    /// Pairs whose boxes touch.
    #[state(skip)]
    near: Vec<Pair>,
    touching: Vec<bool>,
    /// Time that the stack of grids takes.
    #[state(skip)]
    time: Gauge,
    #[state(skip)]
    dots: Dots,
}

impl Sketch for MixedSizes {
    const PARAMS: &'static [Param] =
        &[Param::whole("discs", 100, 20_000, 20_000), Param::number("largest", 4.0, 160.0, 100.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut demo = Self { dots: Dots::new(SPECK)?, ..Self::default() };
        demo.throw(stage);
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let changed = ["discs", "largest"].iter().any(|name| stage.params().changed(name));
        if changed || stage.input().pressed(Key::Space) {
            self.throw(stage);
        }
        for (disc, velocity) in self.discs.iter_mut().zip(&mut self.velocities) {
            disc.center += *velocity * tick.dt;
            bounce(&mut disc.center, velocity, stage.size(), disc.radius);
        }
        self.boxes.clear();
        self.boxes.extend(self.discs.iter().map(|disc| disc.aabb()));
        let ((), took) = stage.stopwatch().time(|| {
            self.stack.update(&self.boxes);
            self.stack.pairs_into(&mut self.near);
        });
        self.time.follow(took);

        self.touching.clear();
        self.touching.resize(self.discs.len(), false);
        for pair in &self.near {
            let (a, b) = (pair.a as usize, pair.b as usize);
            if self.discs[a].overlaps(self.discs[b]) {
                self.touching[a] = true;
                self.touching[b] = true;
            }
        }
        // For comparison: one grid, whose cells are as wide as the widest disc.
        let area = Aabb::from_size(Vec2::ZERO, stage.size());
        self.single.set_world(GridWorld::Bounded(area), CellSize::AtLeast(8.0));
        self.single.rebuild_circles(&self.discs);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let colors = [0, 1, 2, 3].map(color);
        for (disc, &touching) in self.discs.iter().zip(&self.touching) {
            let color = colors[level(disc.radius)];
            if disc.radius < SPECK {
                self.dots.draw(canvas, *disc, color.with_alpha(if touching { 255 } else { 110 }));
            } else {
                let path = Path::circle(disc.center, disc.radius);
                canvas.fill(&path, color.with_alpha(if touching { 90 } else { 30 }));
                canvas.stroke(&path, &Stroke::new(1.5), color);
            }
        }
        let time = self.time.words().map_or(String::new(), |time| format!(", found in {time}"));
        let (levels, near) = (self.stack.levels(), self.near.len());
        let (cell, single) = (self.single.cell().x, self.single.candidate_count());
        let words = format!(
            "stacked grids ({levels}): {near} pairs to test{time}\none grid, cells of {cell:.0} pixels: {single} pairs"
        );
        caption(canvas, vec2(12.0, stage.size().y - 12.0), words);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        // The cells that a single grid would have to take, and the boxes of all but the specks.
        for line in self.single.lines() {
            marks.line(MarkRole::GridLine, line.a, line.b);
        }
        for (disc, area) in self.discs.iter().zip(&self.boxes) {
            if disc.radius >= SPECK {
                marks.aabb(MarkRole::Bounds, *area);
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl MixedSizes {
    fn throw(&mut self, stage: &mut Stage) {
        let (count, size) = (stage.params().whole("discs"), stage.size());
        let largest = stage.params().number("largest");
        self.discs.clear();
        self.velocities.clear();
        for index in 0..count {
            // A few giants, ever more of the smaller ones.
            let share = ops::pow((index + 1) as f32, 0.6);
            let radius = (largest / share).max(stage.rng.range(0.7..1.6));
            self.discs.push(Circle::new(stage.rng.in_rect(Vec2::ZERO, size), radius));
            let speed = 15.0 + 15.0 / radius;
            self.velocities.push(stage.rng.unit_vec2() * speed);
        }
    }
}

/// Each color stands for sizes up to four times those of the one below.
fn level(radius: f32) -> usize {
    [1.6, 6.4, 25.6].iter().filter(|&&limit| radius > limit).count()
}

fn color(level: usize) -> Color {
    Color::oklch(0.75, 0.14, 3.6 - level as f32 * 0.95)
}
