//! A drawn scene becomes a simulation in one call: wheels that overlap the car are pinned to it, the others lie loose.

use super::{Hand, draw_grabs};
use crate::Demo;
use crate::kit;
use crate::look::{BLUE, FAINT, GOLD, GREEN, INK, ORANGE, PAPER, RED, SNOW};
use motile::bodies::{NodeSimulation, OverlapPolicy, simulate};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "bodies/car",
    title: "A car from a scene",
    sees: "A car, its wheels and some loose tires drop onto hills and roll down: one call made bodies of them all.",
    tries: "Lift the car, push the tires. Ignore overlaps, and its wheels stay behind.",
    controls: "Drag bodies.",
    keys: &[(Key::Space, "start again")],
    takes_drags: true,
    spec: &["SIM-D8", "SIM-33", "SIM-34"],
    size: (640, 400),
    ticks: 60,
    ..Demo::of::<Car>()
};

const POLICIES: &[&str] = &["center-of-mass", "center-of-overlap", "ignore"];
const TIRE: f32 = 24.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Car {
    play: NodeSimulation,
    policy: u32,
    #[state(skip)]
    scene: NodeId,
    #[state(skip)]
    hand: Hand,
}

impl Sketch for Car {
    const PARAMS: &'static [Param] = &[Param::choice("overlap", POLICIES, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let policy = stage.params().choice("overlap");
        // All the code that makes a simulation of a picture: draw it, and say so.
        let scene = stage.add(Node::group());
        let ground = draw_scene(stage, scene)?;
        let play = simulate(stage, scene, policy_of(policy), &[ground])?;
        Ok(Self { play, scene, policy, hand: Hand::default() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space) || stage.params().choice("overlap") != self.policy {
            stage.remove(self.scene);
            match Self::setup(stage) {
                Ok(fresh) => *self = fresh,
                Err(error) => stage.fail(error),
            }
        }
        self.hand.update(&mut self.play.world, stage.input());
        self.play.step(stage, tick.dt);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (_, [a, _]) in self.play.world.joint_points() {
            kit::disc(canvas, a, 4.0, GOLD);
        }
        draw_grabs(canvas, &self.play.world);
        let pins = self.play.built.joints.len();
        let words = format!(
            "simulate(stage, scene, {:?}, &[ground])  ·  {pins} pins",
            policy_of(self.policy)
        );
        kit::foot_caption(canvas, words, SNOW);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.play.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn policy_of(choice: u32) -> OverlapPolicy {
    match choice {
        0 => OverlapPolicy::PinAtCenterOfMass,
        1 => OverlapPolicy::PinAtCenterOfOverlap,
        _ => OverlapPolicy::Ignore,
    }
}

/// Hills, a car, its two wheels and three loose ones; gives the ground.
fn draw_scene(stage: &mut Stage, scene: NodeId) -> motile::Result<NodeId> {
    let hill = |i: u32| {
        let x = i as f32 * 16.0;
        vec2(x, 290.0 + 44.0 * ops::cos(x * 0.0123) + x * 0.03)
    };
    let mut hills: Vec<Vec2> = (0..=40).map(hill).collect();
    hills.extend([
        vec2(700.0, 100.0),
        vec2(700.0, 500.0),
        vec2(-60.0, 500.0),
        vec2(-60.0, 100.0),
        vec2(0.0, 100.0),
    ]);
    let ground =
        stage.add_to(scene, Shape::polygon(&hills).fill(GREEN).stroke(Stroke::new(3.0), INK))?;
    let body = [
        (-80.0, 6.0),
        (-74.0, -14.0),
        (-34.0, -18.0),
        (-14.0, -42.0),
        (34.0, -42.0),
        (56.0, -16.0),
        (82.0, -8.0),
        (84.0, 12.0),
        (-80.0, 12.0),
    ];
    let body = body.map(|(x, y)| vec2(x, y));
    stage.add_to(
        scene,
        Shape::polygon(&body).fill(RED).stroke(Stroke::new(3.0), INK).at(300.0, 190.0),
    )?;
    let places = [(252.0, 204.0), (350.0, 204.0), (60.0, 120.0), (140.0, 40.0), (540.0, 60.0)];
    for (i, (x, y)) in places.into_iter().enumerate() {
        let color = if i < 2 { BLUE } else { ORANGE };
        let tire = Shape::circle(TIRE).fill(color).stroke(Stroke::new(4.0), INK).at(x, y);
        let tire = stage.add_to(scene, tire)?;
        let spoke = Shape::line(vec2(-TIRE * 0.7, 0.0), vec2(TIRE * 0.7, 0.0));
        stage.add_to(tire, spoke.stroke(kit::round(4.0), FAINT))?;
    }
    Ok(ground)
}
