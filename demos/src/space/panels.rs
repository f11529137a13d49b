//! Panels in a holder orbit its middle: two make a pair, four make walls, six a cube. What covers what is another question.

use crate::look::{CARD, INK, PAPER, RED, SMALL, WORDS};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::space::{DepthMode, Panel, PanelId, Pose, Space3d, cube_poses};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/panels",
    title: "Orbiting panels",
    sees: "Six panels float around the middle of a turning cube, each over what is behind it.",
    tries: "Go through the steps from one panel to six. Order by list or by their own z: back panels cover front ones.",
    spec: &["G7-5", "G7-6", "D3-23", "D3-27", "D3-28", "D3-30", "D3-32"],
    size: (640, 560),
    ticks: 70,
    ..Demo::of::<Panels>()
};

const STEPS: &[&str] = &["one", "orbit", "tangent", "pair", "tumbling pair", "walls", "cube"];
const OWN_Z: &str = "by own z";
const ORDERS: &[&str] = &["exactly", "by middle", "by list", OWN_Z];
/// Distance of a panel from the middle, and half its width.
const DISTANCE: f32 = 150.0;
const HALF: f32 = 75.0;
/// Turns of a second: 2 and 1.5 degrees a frame at 24 frames.
const SPIN: Vec2 = vec2(36.0, 48.0);

#[derive(StateHash)]
struct Panels {
    node: NodeId,
    holder: PanelId,
    sides: Vec<PanelId>,
    angles: Vec2,
}

impl Sketch for Panels {
    const PARAMS: &'static [Param] = &[
        Param::choice("step", STEPS, 6),
        Param::choice("order", ORDERS, 0),
        Param::toggle("colors", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut space = Space3d::new(stage.size());
        let middle = Pose::new(stage.center().x, stage.center().y, 0.0);
        let holder = space.add(Panel::holder().with_pose(middle));
        let mut sides = Vec::new();
        for _ in 0..cube_poses(1.0).len() {
            sides.push(space.add_to(holder, Panel::holder())?);
        }
        Ok(Self { node: stage.add(space.node()), holder, sides, angles: Vec2::ZERO })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let step = STEPS[tick.params.choice("step") as usize];
        let tumbles = STEPS[4..].contains(&step);
        let spin = if tumbles { SPIN } else { vec2(0.0, SPIN.y) };
        self.angles += spin * core::f32::consts::PI / 180.0 * tick.dt;
        let colors = tick.params.is_on("colors");
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        space.depth_mode = match ORDERS[tick.params.choice("order") as usize] {
            "by list" | OWN_Z => DepthMode::List,
            "by middle" => DepthMode::Center,
            _ => DepthMode::Split,
        };
        let (x, y) = (self.angles.x, self.angles.y);
        space[self.holder].pose = space[self.holder].pose.with_angles(x, y, 0.0);
        let mut poses = poses(step);
        // The classic mistake: z in the holder, which does not know that the holder turns.
        if ORDERS[tick.params.choice("order") as usize] == OWN_Z {
            poses.sort_by(|a, b| b.position.z.total_cmp(&a.position.z));
        }
        for (index, &id) in self.sides.iter().enumerate() {
            let panel = &mut space[id];
            panel.visible = index < poses.len();
            panel.pose = poses.get(index).copied().unwrap_or_default();
            let number = side(&panel.pose, step).unwrap_or(index);
            let fill = if colors { kit::hue(number, self.sides.len()) } else { RED };
            let rim = Stroke::new(5.0);
            panel.content = Shape::rect(HALF * 2.0, HALF * 2.0).fill(fill).stroke(rim, CARD).into();
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let foot = vec2(stage.center().x, stage.size().y - 44.0);
        let words = STEPS[stage.params().choice("step") as usize];
        canvas.write(words, WORDS, foot, vec2(0.5, 0.0), INK);
        let words = format!("painted {}", ORDERS[stage.params().choice("order") as usize]);
        canvas.write(words, SMALL, foot + vec2(0.0, 20.0), vec2(0.5, 0.0), INK);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        if let Some(space) = stage[self.node].custom::<Space3d>() {
            space.mark(marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Which side of the step a pose is: sorted or not, a side keeps its color.
fn side(pose: &Pose, step: &str) -> Option<usize> {
    poses(step).iter().position(|one| one == pose)
}

/// Where the panels of a step stand.
fn poses(step: &str) -> Vec<Pose> {
    let cube = cube_poses(DISTANCE);
    match step {
        "one" => vec![Pose::IDENTITY],
        "orbit" => vec![Pose::new(DISTANCE, 0.0, 0.0)],
        "tangent" => cube[..1].to_vec(),
        "pair" | "tumbling pair" => cube[..2].to_vec(),
        "walls" => cube[..4].to_vec(),
        _ => cube.to_vec(),
    }
}
