//! A cloth of ten thousand points that tears where it is pulled too hard.

use super::figures::{self, Hand};
use crate::Demo;
use crate::look::SMALL;
use motile::physics::forces::Field;
use motile::physics::world::{Cloth, StickId, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/tearing-cloth",
    title: "Tearing cloth",
    sees: "A curtain of 100 by 100 points hangs from its rings and tears where the pointer pulls.",
    tries: "Tear out a piece. Let the pointer cut instead, raise the wind, lower the strength until it falls apart by its own weight.",
    controls: "Drag to pull, or to cut with the knife.",
    keys: &[(Key::Space, "hang up a new curtain")],
    takes_drags: true,
    spec: &["PHYS-45", "PHYS-47", "PHYS-53"],
    size: (800, 640),
    ticks: 150,
    script: "40 move 330 330\n41 down\n44 move 350 380\n48 move 390 460\n52 move 430 560\n56 move 470 630\n70 up\n\
             74 move 620 300\n75 down\n78 move 640 380\n82 move 660 480\n86 move 690 600\n100 move 700 636\n",
    ..Demo::of::<TearingCloth>()
};

const SIDE: u32 = 100;
const SPACING: f32 = 5.6;
/// The first choice of what the pointer does; the other one is to cut.
const PULL: u32 = 0;
/// Shades of each of the two dyes.
const SHADES: usize = 7;

#[derive(StateHash)]
struct TearingCloth {
    world: World,
    cloth: Cloth,
    hand: Hand,
    cut: Vec<StickId>,
    torn: u32,
    gusts: Gusts,
}

/// Wind that swells and dies down while it runs over the cloth.
#[derive(Default, StateHash)]
struct Gusts {
    wind: f32,
    time: f32,
}

impl Field for Gusts {
    fn acceleration(&self, at: Vec2, velocity: Vec2, _: f32) -> Vec2 {
        let (wind, time) = (self.wind, self.time);
        let gust = ops::sin(time * 1.7 + at.x * 0.011) + ops::sin(time * 2.9 - at.y * 0.017);
        vec2(wind * gust * 0.5, wind * 0.2 * ops::sin(time * 2.3 + at.x * 0.04)) - velocity * 0.3
    }
}

impl Sketch for TearingCloth {
    const PARAMS: &'static [Param] = &[
        Param::number("strength", 0.05, 3.0, 0.8),
        Param::number("wind", 0.0, 800.0, 120.0),
        Param::choice("pointer", &["pull", "cut"], 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x22_1E_2A);
        let mut world = World::default();
        (world.gravity, world.drag, world.substeps) = (vec2(0.0, 260.0), 0.4, 6);
        let left = (stage.size().x - (SIDE - 1) as f32 * SPACING) / 2.0;
        let cloth = world.build_cloth(vec2(left, 34.0), SIDE, SIDE, SPACING);
        for ring in (0..SIDE).step_by(3).filter_map(|column| cloth.point(column, 0)) {
            world.set_pinned(ring, true);
        }
        let (hand, gusts) = (Hand::default(), Gusts::default());
        let mut demo = Self { world, cloth, hand, cut: Vec::new(), torn: 0, gusts };
        demo.set_strength(stage.params().number("strength"));
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        if stage.params().changed("strength") {
            self.set_strength(stage.params().number("strength"));
        }
        let pointer = stage.input().pointer;
        if stage.params().choice("pointer") == PULL {
            self.hand.drag(&mut self.world, stage.input(), pointer.position, 0.0);
        } else if let Some(place) = pointer.held_at() {
            self.cut(place);
        }
        self.gusts = Gusts { wind: stage.params().number("wind"), time: tick.time as f32 };
        self.world.apply(&self.gusts);
        self.world.step(tick.dt);
        self.torn += self.world.events().len() as u32;
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let mut fabric: [Path; SHADES * 2] = core::array::from_fn(|_| Path::new());
        let mut threads = Path::new();
        for row in 0..SIDE {
            for column in 0..SIDE {
                self.weave(column, row, &mut fabric, &mut threads);
            }
        }
        canvas.stroke(&threads, &Stroke::new(1.0), Color::hex(0x9A_5A_6A));
        // Without smoothing the squares meet without seams.
        canvas.set_antialias(false);
        for (index, path) in fabric.iter().enumerate() {
            let light = 0.36 + 0.36 * (index % SHADES) as f32 / SHADES as f32;
            let color = if index < SHADES {
                Color::oklch(light, 0.15, 0.25)
            } else {
                Color::oklch(light + 0.12, 0.11, 1.35)
            };
            canvas.fill(path, color);
        }
        canvas.set_antialias(true);
        let rod = Path::round_rect(Aabb::from_size(vec2(90.0, 22.0), vec2(620.0, 8.0)), 4.0);
        canvas.fill(&rod, Color::hex(0xC9_A4_5C));
        for column in (0..SIDE).step_by(9) {
            let at = self.place(column, 0).unwrap_or_default();
            canvas.stroke(
                &Path::circle(at - vec2(0.0, 8.0), 8.0),
                &Stroke::new(2.5),
                Color::hex(0xE8_C8_80),
            );
        }
        let words = format!("{} threads, {} torn", self.world.stick_count(), self.torn);
        canvas.write(words, SMALL, vec2(14.0, 626.0), vec2(0.0, 0.5), figures::TEXT);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
        self.gusts.mark(Aabb::new(Vec2::ZERO, stage.size()), 40.0, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl TearingCloth {
    fn set_strength(&mut self, strength: f32) {
        for &thread in &self.cloth.parts.sticks {
            self.world.set_strength(thread, strength);
        }
    }

    fn cut(&mut self, place: Vec2) {
        let near = self.world.sticks().filter(|(_, a, b)| a.midpoint(*b).distance(place) < 7.0);
        self.cut.extend(near.map(|(id, ..)| id));
        self.torn += self.cut.len() as u32;
        for id in self.cut.drain(..) {
            self.world.remove_stick(id);
        }
    }

    fn place(&self, column: u32, row: u32) -> Option<Vec2> {
        self.cloth.point(column, row).and_then(|id| self.world.position(id))
    }

    /// Whether the thread from a point to the right, or down, is whole.
    fn whole(&self, column: u32, row: u32, down: bool) -> bool {
        let inside = if down { row + 1 < SIDE } else { column + 1 < SIDE };
        let index =
            if down { (SIDE + row) * SIDE - SIDE + column } else { row * (SIDE - 1) + column };
        inside && self.world.ends(self.cloth.parts.sticks[index as usize]).is_some()
    }

    /// The square right below a point, or the loose threads that are left of it.
    fn weave(&self, column: u32, row: u32, fabric: &mut [Path], threads: &mut Path) {
        let at = |c: u32, r: u32| self.place(c.min(SIDE - 1), r.min(SIDE - 1)).unwrap_or_default();
        let [a, b, c, d] =
            [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
        let (right, down) = (self.whole(column, row, false), self.whole(column, row, true));
        if right && down && self.whole(column + 1, row, true) && self.whole(column, row + 1, false)
        {
            // Folds show as squares that are narrower than they were woven.
            let area = (c - a).perp_dot(d - b) / 2.0;
            let light = (area / (SPACING * SPACING) - 0.35).clamp(0.0, 0.99) * SHADES as f32;
            let dye = SHADES * usize::from((column / 11 + row / 11).is_multiple_of(2));
            let path = &mut fabric[dye + (light as usize).min(SHADES - 1)];
            path.move_to(a).line_to(b).line_to(c).line_to(d).close();
            return;
        }
        if right {
            threads.move_to(a).line_to(b);
        }
        if down {
            threads.move_to(a).line_to(d);
        }
    }
}
