//! Wandering: the push goes to a point that drifts along the rim of a circle ahead.

use super::figures;
use crate::Demo;
use crate::look::SMALL;
use motile::prelude::*;
use motile::steer::{Agent, Boundary, Wander};

pub(super) const DEMO: Demo = Demo {
    id: "steer/wander",
    title: "Wander",
    sees: "Vehicles roam without aim; one of them shows the circle ahead of it and the point that leads it.",
    tries: "A larger circle wanders more. In the classic rule the angle counts from the world's axis: all drift one \
            way for a while. Without steering all fly straight and come back on the other side.",
    controls: "",
    spec: &["STEER-D1", "STEER-D9"],
    ticks: 200,
    ..Demo::of::<WanderDemo>()
};

const COUNT: usize = 18;
/// The circle lives among velocities; on the screen a pixel stands for this many a second.
const SCALE: f32 = 3.0;

#[derive(StateHash)]
#[state(hash_only)]
struct WanderDemo {
    agents: Vec<Agent>,
    wanders: Vec<Wander>,
    /// Drawn only.
    #[state(skip)]
    trail: Vec<Vec2>,
    /// What they look at.
    #[state(skip)]
    marks: Marks,
}

impl Sketch for WanderDemo {
    const PARAMS: &'static [Param] = &[
        Param::toggle("steer", true),
        Param::number("distance", 50.0, 500.0, 240.0),
        Param::number("radius", 0.0, 400.0, 160.0),
        Param::number("range", 0.0, 3.0, 1.0),
        figures::RULE,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let size = stage.size();
        let rng = &mut stage.rng;
        let agents = (0..COUNT).map(|index| {
            let start = if index == 0 { size * 0.5 } else { rng.in_rect(Vec2::ZERO, size) };
            let heading = rng.unit_vec2();
            let (max_speed, max_force) = (140.0, 300.0);
            let agent = Agent::new(start.x, start.y);
            Agent { velocity: heading * max_speed, heading, max_speed, max_force, ..agent }
        });
        let agents = agents.collect();
        let marks = Marks::new().with_seconds(1.0 / SCALE);
        let wanders = (0..COUNT).map(|_| Wander::random(&mut stage.rng)).collect();
        Ok(Self { agents, wanders, trail: Vec::new(), marks })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let steered = params.is_on("steer");
        let (distance, radius) = (params.number("distance"), params.number("radius"));
        let (range, world_axes) = (params.number("range"), figures::is_classic(stage));
        let world = figures::world(stage);
        self.marks.clear();
        for (agent, wander) in self.agents.iter_mut().zip(&mut self.wanders) {
            *wander = Wander { distance, radius, range, angle: wander.angle, world_axes };
            let steering = if steered {
                wander.steer(self.marks.watch(&*agent), &mut stage.rng, tick.dt)
            } else {
                Vec2::ZERO
            };
            agent.step(steering, tick.dt);
            Boundary::Wrap.apply(agent, world);
        }
        let now = self.agents[0].position;
        // A trail across the whole stage is not the way it went.
        if self.trail.last().is_some_and(|last| last.distance(now) > 100.0) {
            self.trail.clear();
        }
        figures::remember(&mut self.trail, now);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, agent) in self.agents.iter().enumerate().skip(1) {
            figures::vehicle(canvas, agent, figures::hue(index, COUNT).with_alpha(150));
        }
        let (agent, wander) = (&self.agents[0], &self.wanders[0]);
        figures::trail(canvas, &self.trail, figures::ORANGE);
        if stage.params().is_on("steer") {
            let center = agent.position + agent.heading * wander.distance / SCALE;
            let rim = Vec2::at_angle(wander.angle) * wander.radius / SCALE;
            let point = center + if wander.world_axes { rim } else { agent.heading.rotate(rim) };
            let dashed = Stroke::new(1.5).with_dash(&[5.0, 4.0], 0.0);
            canvas.line(agent.position, center, &dashed, figures::TEXT);
            figures::ring(canvas, center, wander.radius / SCALE, figures::TEXT);
            canvas.line(agent.position, point, &Stroke::new(2.0), figures::GREEN);
            figures::disc(canvas, point, 5.0, figures::GREEN);
            canvas.write("push", SMALL, point + vec2(9.0, -4.0), Vec2::ZERO, figures::GREEN);
        }
        figures::vehicle(canvas, agent, figures::ORANGE);
        figures::caption(canvas, "the green point drifts along the rim, the vehicle follows it");
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::copy_marks(&self.marks, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
