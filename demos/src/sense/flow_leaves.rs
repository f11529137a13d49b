//! Optical flow pushes things: leaves on the picture go the way the hand goes.

use super::eye::{self, Eye};
use crate::look::{GOLD, GREEN, MIST, ORANGE, RED};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::sight::{CameraScene, OpticalFlow};

pub(super) const DEMO: Demo = Demo {
    id: "sense/flow-leaves",
    title: "Leaves in the flow",
    sees: "A waving hand sweeps leaves away; arrows show which way each part of the picture moves.",
    tries: "Sweep the leaves together yourself. Hide the arrows, or let the leaves fall. \
            What a real camera sees is in no recording of the demo.",
    controls: "Hold to lead the hand.",
    takes_drags: true,
    spec: &["INPUT-59"],
    ticks: 164,
    ..Demo::of::<FlowLeaves>()
};

const LEAVES: usize = 260;
const COLORS: [Color; 4] = [ORANGE, GOLD, RED, GREEN];

#[derive(StateHash)]
struct Leaf {
    position: Vec2,
    velocity: Vec2,
    angle: f32,
    spin: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct FlowLeaves {
    eye: Eye,
    /// Made of the pictures.
    #[state(skip)]
    flow: OpticalFlow,
    leaves: Vec<Leaf>,
}

impl Sketch for FlowLeaves {
    const PARAMS: &'static [Param] = &[
        Param::number("push", 0.0, 3.0, 1.2),
        Param::number("drag", 0.5, 6.0, 2.2),
        Param::number("gravity", 0.0, 200.0, 0.0),
        Param::toggle("arrows", true),
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let eye = Eye::new(stage, CameraScene::Hand)?;
        eye.dim(stage, 0.7);
        stage.background = Color::BLACK;
        let size = stage.size();
        let leaf = |rng: &mut Rng| Leaf {
            position: rng.in_rect(Vec2::ZERO, size),
            velocity: Vec2::ZERO,
            angle: rng.range(0.0..6.3),
            spin: 0.0,
        };
        let leaves = (0..LEAVES).map(|_| leaf(&mut stage.rng)).collect();
        Ok(Self { eye, flow: OpticalFlow::default(), leaves })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if self.eye.look(stage, &tick) {
            self.flow.see(&self.eye.frame);
        }
        let size = stage.size();
        let (push, drag) = (tick.params.number("push"), tick.params.number("drag"));
        let fall = vec2(0.0, tick.params.number("gravity"));
        for leaf in &mut self.leaves {
            let pixel = leaf.position / eye::SCALE;
            // From pixels a picture to pixels of the stage a second.
            let way = self.flow.way(pixel.x as i32, pixel.y as i32) * eye::SCALE * self.eye.rate;
            let toward = (way * push - leaf.velocity) * f32::from(u8::from(way != Vec2::ZERO));
            leaf.velocity += (toward * 8.0 + fall - leaf.velocity * drag) * tick.dt;
            leaf.spin += (leaf.velocity.x * 0.02 - leaf.spin) * (tick.dt * 3.0).min(1.0);
            leaf.angle += leaf.spin * tick.dt;
            leaf.position += leaf.velocity * tick.dt;
            // What leaves on one side comes back on the other.
            leaf.position = leaf.position.rem_euclid(size);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, leaf) in self.leaves.iter().enumerate() {
            let (sin, cos) = ops::sin_cos(leaf.angle);
            let (along, across) = (vec2(cos, sin) * 11.0, vec2(-sin, cos) * 5.0);
            let at = leaf.position;
            let corners = [at - along, at + across, at + along, at - across];
            canvas.fill(&Path::polygon(&corners), COLORS[index % COLORS.len()]);
        }
        if stage.params().is_on("arrows") {
            self.arrows(canvas);
        }
        self.eye.label(canvas);
        let moved = self.flow.ways().iter().filter(|way| **way != Vec2::ZERO).count();
        kit::foot_caption(
            canvas,
            format!("{moved} of {} parts move", self.flow.ways().len()),
            MIST,
        );
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        let view = Affine2::from_scale(Vec2::splat(eye::SCALE));
        kit::marks_in(view, marks, |marks| self.flow.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        self.eye.live.hash(self, hash);
    }
}

impl FlowLeaves {
    fn arrows(&self, canvas: &mut Canvas<'_>) {
        let columns = self.flow.columns().max(1);
        for (index, &way) in
            self.flow.ways().iter().enumerate().filter(|(_, way)| **way != Vec2::ZERO)
        {
            let cell = vec2((index as u32 % columns) as f32, (index as u32 / columns) as f32);
            let at = (cell + 0.5) * 16.0 * eye::SCALE;
            kit::arrow(canvas, at, at + way * eye::SCALE * 1.5, 5.0, Color::WHITE);
        }
    }
}
