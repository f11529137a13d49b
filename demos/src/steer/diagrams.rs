//! What each behavior looks at: targets, feelers, circles and neighbors as debug marks.

use super::scenes::{Behavior, SCENES, Scene};
use super::{figures, marks};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::steer::Agent;

pub(super) const DEMO: Demo = Demo {
    id: "steer/diagrams",
    title: "Diagrams",
    sees: "One behavior at a time with all it looks at: where it goes, where it wants to go, and why.",
    tries: "Go through the behaviors. The same marks come from the library for any renderer.",
    controls: "",
    spec: &["STEER-D13"],
    ticks: 170,
    ..Demo::of::<Diagrams>()
};

const NAMES: [&str; SCENES.len()] = {
    let mut names = [""; SCENES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = SCENES[i].name;
        i += 1;
    }
    names
};
/// The flow field, which fills the stage.
const FIRST: u32 = 11;
/// Ticks after which a scene starts again.
const AGAIN: u64 = 260;

#[derive(StateHash)]
#[state(hash_only)]
struct Diagrams {
    scene: Scene,
    age: u64,
    /// Drawn only.
    #[state(skip)]
    trail: Vec<Vec2>,
}

impl Sketch for Diagrams {
    const PARAMS: &'static [Param] = &[
        Param::choice("behavior", &NAMES, FIRST),
        Param::toggle("marks", true),
        Param::toggle("arrows", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let behavior = SCENES[stage.params().choice("behavior") as usize].behavior;
        let scene = Scene::new(behavior, &mut stage.rng)?;
        Ok(Self { scene, age: 0, trail: Vec::new() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if self.age == AGAIN || stage.params().changed("behavior") {
            match Self::setup(stage) {
                Ok(fresh) => *self = fresh,
                Err(error) => stage.fail(error),
            }
        }
        self.age += 1;
        self.scene.step(&mut stage.rng, tick.dt);
        let body = self.scene.crowd.positions.first().copied();
        let place = self.scene.agents.first().map(|agent| agent.position).or(body);
        figures::remember(&mut self.trail, place.unwrap_or_default());
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let params = stage.params();
        self.surroundings(canvas);
        figures::trail(canvas, &self.trail, figures::ORANGE);
        for mark in self.scene.marks.iter() {
            if params.is_on(if marks::is_arrow(mark.role) { "arrows" } else { "marks" }) {
                marks::draw(canvas, &mark);
            }
        }
        for (index, agent) in self.scene.agents.iter().enumerate().rev() {
            let color = if index == 0 { figures::ORANGE } else { figures::BLUE };
            figures::vehicle(canvas, agent, color);
        }
        for (index, body) in self.scene.crowd.bodies().enumerate() {
            let color = if index == 0 { figures::ORANGE } else { figures::BLUE };
            let heading = body.velocity.normalized();
            let agent = Agent { position: body.position, heading, radius: 7.0, ..Agent::default() };
            figures::disc(canvas, body.position, body.radius, color.with_alpha(70));
            figures::vehicle(canvas, &agent, color);
        }
        figures::caption(canvas, SCENES[params.choice("behavior") as usize].idea);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::copy_marks(&self.scene.marks, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Diagrams {
    fn surroundings(&self, canvas: &mut Canvas<'_>) {
        let dark = figures::FAINT.lerp(figures::NIGHT, 0.4);
        for rock in self.scene.rocks() {
            figures::disc(canvas, rock.center, rock.radius, dark);
        }
        if self.scene.behavior == Behavior::AvoidPolygon {
            canvas.fill(&Path::polygon(self.scene.rock.vertices()), dark);
        }
        for wall in self.scene.walls() {
            canvas.line(wall.a, wall.b, &Stroke::new(5.0), figures::TEXT);
        }
        if self.scene.behavior == Behavior::FlowField {
            for (x, y) in (0..7).flat_map(|y| (0..10).map(move |x| (x, y))) {
                let at = vec2(32.0, 32.0) + vec2(x as f32, y as f32) * 64.0;
                let flow = self.scene.field.sample(at);
                kit::arrow(canvas, at - flow * 20.0, at + flow * 20.0, 3.0, figures::FAINT);
            }
        }
    }
}
