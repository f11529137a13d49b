//! Specks and planets in one search: a stack of grids, small cells for the many, wide ones for the giants.

use crate::Demo;
use motile::collide::{Broadphase, CellSize, GridWorld, HierarchicalGrid, Pair, UniformGrid};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/mixed-sizes",
    title: "Mixed sizes",
    sees: "Twenty thousand specks and a few giants a hundred times their size, colored by size; what touches something lights up, and the pairs tested are counted.",
    tries: "Lower the largest size: now the single grid is good, too. Raise it, and its one cell size must fit the giants: thousands of times as many pairs to test.",
    controls: "",
    keys: &[(Key::Space, "throw them anew")],
    spec: &["COL-W3"],
    size: (800, 600),
    ticks: 50,
    ..Demo::of::<MixedSizes>()
};

struct MixedSizes {
    discs: Vec<Circle>,
    velocities: Vec<Vec2>,
    boxes: Vec<Aabb>,
    stack: HierarchicalGrid,
    single: UniformGrid,
    /// Pairs whose boxes touch.
    near: Vec<Pair>,
    touching: Vec<bool>,
}

impl Sketch for MixedSizes {
    const PARAMS: &'static [Param] =
        &[Param::whole("discs", 100, 20_000, 20_000), Param::number("largest", 4.0, 160.0, 100.0)];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = Color::hex(0x10_16_24);
        let mut demo = Self {
            discs: Vec::new(),
            velocities: Vec::new(),
            boxes: Vec::new(),
            stack: HierarchicalGrid::default(),
            single: UniformGrid::default(),
            near: Vec::new(),
            touching: Vec::new(),
        };
        demo.throw(stage);
        demo
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
        self.stack.update(&self.boxes);
        self.stack.pairs_into(&mut self.near);

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

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        // Specks of a color are one shape; giants have a rim.
        let mut specks: [[Path; 2]; 4] = Default::default();
        for (disc, &touching) in self.discs.iter().zip(&self.touching) {
            let path = Path::circle(disc.center, disc.radius);
            let level = level(disc.radius);
            if disc.radius < 4.0 {
                specks[level][usize::from(touching)].append(&path);
            } else {
                canvas.fill(&path, color(level).with_alpha(if touching { 110 } else { 40 }));
                canvas.stroke(&path, &Stroke::new(1.5), color(level));
            }
        }
        for (level, shapes) in specks.iter().enumerate() {
            for (shape, alpha) in shapes.iter().zip([110, 255]) {
                canvas.fill(shape, color(level).with_alpha(alpha));
            }
        }
        let panel = Path::round_rect(vec2(12.0, 524.0), vec2(490.0, 66.0), 8.0);
        canvas.fill(&panel, Color::hex(0x08_0B_14).with_alpha(225));
        let lines = [
            format!("{} levels: {} pairs to test", self.stack.levels(), self.near.len()),
            format!(
                "a single grid, cells of {:.0} pixels: {} pairs",
                self.single.cell().x,
                self.single.candidate_count()
            ),
        ];
        for (row, words) in lines.into_iter().enumerate() {
            let at = vec2(24.0, 542.0 + 28.0 * row as f32);
            canvas.write(words, 18.0, at, vec2(0.0, 0.5), Color::WHITE);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.discs);
        hash.write(&self.velocities);
        hash.write(&self.touching);
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
            let share = (index + 1) as f32;
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
