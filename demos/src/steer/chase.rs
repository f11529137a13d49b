//! Seek, flee, arrive, pursue and evade: five answers to one moving target.

use super::figures;
use crate::Demo;
use motile::prelude::*;
use motile::steer::{Agent, Edge, Lookahead, arrive, evade, flee, pursue, seek};

pub(super) const DEMO: Demo = Demo {
    id: "steer/chase",
    title: "Chase",
    sees: "An orange vehicle heads for where the target will be; a blue one that only seeks trails behind.",
    tries: "Hold the pointer still: who seeks shoots past forever, who arrives stops. Make a chain of twelve.",
    controls: "The pointer is the target.",
    spec: &["STEER-D2", "STEER-D3", "STEER-D6", "STEER-D7", "STEER-D8"],
    ticks: 125,
    ..Demo::of::<Chase>()
};

const BEHAVIORS: [&str; 5] = ["seek", "flee", "arrive", "pursue", "evade"];
const MOST: usize = 12;
/// Pixels between the vehicles of a chain.
const GAP: f32 = 26.0;

struct Chase {
    target: Vec2,
    /// Pixels per second.
    target_velocity: Vec2,
    /// Each goes after the one before it, the first one after the target.
    vehicles: Vec<Agent>,
    /// Always seeks, for comparison.
    seeker: Agent,
    trails: [Vec<Vec2>; 3],
}

impl Sketch for Chase {
    const PARAMS: &'static [Param] = &[
        Param::choice("behavior", &BEHAVIORS, 3),
        Param::whole("chain", 1, MOST as i32, 1),
        Param::number("max-speed", 50.0, 500.0, 260.0),
        Param::number("max-force", 100.0, 2000.0, 600.0),
    ];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = figures::NIGHT;
        let vehicles =
            (0..MOST).map(|i| Agent::at(60.0 + 45.0 * i as f32, 60.0 + 30.0 * i as f32)).collect();
        Self {
            target: figures::target(stage, Tick::default()),
            target_velocity: Vec2::ZERO,
            vehicles,
            seeker: Agent::at(60.0, 60.0),
            trails: Default::default(),
        }
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (params, dt) = (stage.params(), tick.dt);
        let behavior = params.choice("behavior");
        let (speed, force) = (params.number("max-speed"), params.number("max-force"));
        let before = core::mem::replace(&mut self.target, figures::target(stage, tick));
        self.target_velocity = (self.target - before) / dt;

        let mut ahead = (self.target, self.target_velocity);
        let look = Lookahead { max_time: 0.7, ..Lookahead::default() };
        let world = figures::world(stage);
        for agent in self.vehicles.iter_mut().chain([&mut self.seeker]) {
            (agent.max_speed, agent.max_force) = (speed, force);
        }
        for agent in &mut self.vehicles {
            let (at, velocity) = ahead;
            let wish = match behavior {
                0 => seek(agent, at),
                1 => flee(agent, self.target),
                2 => arrive(agent, at, dt),
                3 => pursue(agent, at, velocity, look),
                _ => evade(agent, self.target, self.target_velocity, look),
            };
            // Who follows gets a place behind this one, as it was before the step.
            ahead = (agent.to_world(vec2(-GAP, 0.0)), agent.velocity);
            agent.step(wish, dt);
            Edge::Bounce.apply(agent, world);
        }
        let wish = seek(&self.seeker, self.target);
        self.seeker.step(wish, dt);
        Edge::Bounce.apply(&mut self.seeker, world);

        let places = [self.target, self.vehicles[0].position, self.seeker.position];
        for (trail, place) in self.trails.iter_mut().zip(places) {
            figures::remember(trail, place);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let behavior = stage.params().choice("behavior") as usize;
        let colors = [figures::RED, figures::ORANGE, figures::BLUE];
        // Beside a vehicle that seeks itself the comparison shows nothing.
        let shown = if behavior == 3 { 3 } else { 2 };
        for (trail, color) in self.trails.iter().zip(colors).take(shown) {
            figures::trail(canvas, trail, color);
        }
        figures::ring(canvas, self.target, 11.0, figures::RED);
        figures::disc(canvas, self.target, 4.0, figures::RED);
        let first = &self.vehicles[0];
        if behavior >= 3 {
            let look = Lookahead { max_time: 0.7, ..Lookahead::default() };
            let predicted = look.predict(first, self.target, self.target_velocity);
            let dashed = Stroke::new(1.5).with_dash(&[6.0, 5.0], 0.0);
            canvas.line(self.target, predicted, &dashed, figures::TEXT);
            figures::cross(canvas, predicted, figures::TEXT);
            canvas.write("predicted", 14.0, predicted + 12.0, Vec2::ZERO, figures::TEXT);
        }
        if behavior == 3 {
            figures::vehicle(canvas, &self.seeker, figures::BLUE);
        }
        let count = stage.params().whole("chain") as usize;
        for (index, agent) in self.vehicles.iter().take(count).enumerate() {
            let color = figures::ORANGE.lerp(figures::GREEN, index as f32 / MOST as f32);
            figures::vehicle(canvas, agent, color);
        }
        let versus = if behavior == 3 { "    blue: seek" } else { "" };
        figures::caption(canvas, format!("orange: {}{versus}", BEHAVIORS[behavior]));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.vehicles);
        hash.write(&self.seeker);
        hash.write(&(self.target, self.target_velocity));
    }
}
