//! Seek, flee, arrive, pursue and evade: five answers to one moving target.

use super::{figures, marks};
use crate::Demo;
use crate::look::WORDS;
use motile::prelude::*;
use motile::steer::{Agent, Boundary, Prediction, arrive, classic, evade, flee, pursue, seek};

pub(super) const DEMO: Demo = Demo {
    id: "steer/chase",
    title: "Chase",
    sees: "An orange vehicle heads for where the target will be; a blue one that only seeks trails behind.",
    tries: "Hold the pointer still: who seeks shoots past forever, who arrives stops. Make a chain of twelve. \
            Compare the classic rules, above all with a heavy vehicle.",
    controls: "The pointer is the target.",
    takes_drags: true,
    spec: &["STEER-D2", "STEER-D3", "STEER-D6", "STEER-D7", "STEER-D8"],
    ticks: 170,
    ..Demo::of::<Chase>()
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Behavior {
    Seek,
    Flee,
    Arrive,
    Pursue,
    Evade,
}

impl Behavior {
    const ALL: [Self; 5] = [Self::Seek, Self::Flee, Self::Arrive, Self::Pursue, Self::Evade];
    const NAMES: [&str; 5] = ["seek", "flee", "arrive", "pursue", "evade"];

    fn chosen(stage: &Stage) -> Self {
        Self::ALL[stage.params().choice("behavior") as usize]
    }

    /// Whether it looks ahead.
    fn predicts(self) -> bool {
        matches!(self, Self::Pursue | Self::Evade)
    }
}

/// Where the target goes.
#[derive(Clone, Copy)]
enum Target {
    Pointer,
    Fixed,
    FliesStraight,
}

impl Target {
    const ALL: [Self; 3] = [Self::Pointer, Self::Fixed, Self::FliesStraight];
    const NAMES: [&str; 3] = ["pointer", "fixed", "flies straight"];
}

const MOST: usize = 12;
/// Pixels between the vehicles of a chain.
const GAP: f32 = 26.0;
/// Looking further ahead than this would lead out of the stage.
const PREDICTION: Prediction = Prediction { exact: true, max_time: 0.7 };

#[derive(StateHash)]
#[state(hash_only)]
struct Chase {
    target: Vec2,
    /// Pixels per second.
    target_velocity: Vec2,
    /// Each goes after the one before it, the first one after the target.
    vehicles: Vec<Agent>,
    /// Always seeks, for comparison.
    seeker: Agent,
    /// Drawn only.
    #[state(skip)]
    trails: [Vec<Vec2>; 3],
    /// What the first vehicle looks at.
    #[state(skip)]
    marks: Marks,
}

impl Sketch for Chase {
    const PARAMS: &'static [Param] = &[
        Param::choice("behavior", &Behavior::NAMES, Behavior::Pursue as u32),
        figures::RULE,
        Param::choice("target", &Target::NAMES, 0),
        Param::whole("chain", 1, MOST as i32, 1),
        Param::number("max-speed", 50.0, 500.0, 130.0),
        Param::number("max-force", 100.0, 2000.0, 600.0),
        Param::number("mass", 0.2, 10.0, 1.0),
        Param::toggle("vectors", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let vehicles =
            (0..MOST).map(|i| Agent::new(60.0 + 45.0 * i as f32, 60.0 + 30.0 * i as f32)).collect();
        Ok(Self {
            target: figures::target(stage, Tick::default()),
            target_velocity: Vec2::ZERO,
            vehicles,
            seeker: Agent::new(60.0, 60.0),
            trails: Default::default(),
            marks: Marks::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (params, dt) = (stage.params(), tick.dt);
        let (behavior, classic) = (Behavior::chosen(stage), figures::is_classic(stage));
        let (speed, force) = (params.number("max-speed"), params.number("max-force"));
        let mass = params.number("mass");
        self.move_target(stage, tick);

        let mut ahead = (self.target, self.target_velocity);
        let world = figures::world(stage);
        for agent in self.vehicles.iter_mut().chain([&mut self.seeker]) {
            (agent.max_speed, agent.max_force, agent.mass) = (speed, force, mass);
        }
        self.marks.clear();
        for (index, agent) in self.vehicles.iter_mut().enumerate() {
            let ((at, velocity), hunter) = (ahead, (self.target, self.target_velocity));
            // Only the first one is watched.
            let mut marks = (index == 0).then_some(&mut self.marks);
            let watched = marks.watch(&*agent);
            let steering = match (behavior, classic) {
                (Behavior::Seek, false) => seek(watched, at),
                (Behavior::Seek, true) => classic::seek(watched, at),
                (Behavior::Flee, false) => flee(watched, hunter.0),
                (Behavior::Flee, true) => classic::flee(watched, hunter.0),
                (Behavior::Arrive, false) => arrive(watched, at, dt),
                (Behavior::Arrive, true) => classic::arrive(watched, at, 100.0),
                (Behavior::Pursue, false) => pursue(watched, at, velocity, PREDICTION),
                (Behavior::Pursue, true) => classic::pursue(watched, at, velocity),
                (Behavior::Evade, false) => evade(watched, hunter.0, hunter.1, PREDICTION),
                (Behavior::Evade, true) => classic::evade(watched, hunter.0, hunter.1),
            };
            // In the classic step a heavy vehicle also wants less.
            let steering = if classic { steering / agent.mass } else { steering };
            // Who follows gets a place behind this one, as it was before the step.
            ahead = (agent.to_world(vec2(-GAP, 0.0)), agent.velocity);
            agent.step(steering, dt);
            Boundary::Bounce.apply(agent, world);
        }
        let steering = seek(&self.seeker, self.target);
        self.seeker.step(steering, dt);
        Boundary::Bounce.apply(&mut self.seeker, world);

        let places = [self.target, self.vehicles[0].position, self.seeker.position];
        for (trail, place) in self.trails.iter_mut().zip(places) {
            figures::remember(trail, place);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let behavior = Behavior::chosen(stage);
        let colors = [figures::RED, figures::ORANGE, figures::BLUE];
        // Beside a vehicle that seeks itself the comparison shows nothing.
        let shown = if behavior == Behavior::Pursue { 3 } else { 2 };
        for (trail, color) in self.trails.iter().zip(colors).take(shown) {
            figures::trail(canvas, trail, color);
        }
        let vectors = stage.params().is_on("vectors");
        for mark in self.marks.iter() {
            // The circle in which it brakes belongs to arriving, whether arrows are shown or not.
            if vectors || behavior == Behavior::Arrive && !marks::is_arrow(mark.role) {
                marks::draw(canvas, &mark);
            }
        }
        figures::disc(canvas, self.target, 22.0, figures::RED.with_alpha(70));
        figures::disc(canvas, self.target, 12.0, figures::RED);
        let first = &self.vehicles[0];
        if behavior.predicts() {
            let classic = figures::is_classic(stage);
            let prediction = if classic { classic::PREDICTION } else { PREDICTION };
            let predicted = prediction.predict(first, self.target, self.target_velocity);
            let dashed = Stroke::new(3.0).with_dash(&[8.0, 7.0], 0.0);
            canvas.line(self.target, predicted, &dashed, figures::TEXT);
            figures::cross(canvas, predicted, figures::TEXT);
            let x = predicted.x.clamp(60.0, stage.size().x - 60.0);
            let above = vec2(x, predicted.y - 14.0);
            canvas.write("predicted", WORDS, above, vec2(0.5, 1.0), figures::TEXT);
        }
        if behavior == Behavior::Pursue {
            figures::vehicle(canvas, &self.seeker, figures::BLUE);
        }
        let count = stage.params().whole("chain") as usize;
        for (index, agent) in self.vehicles.iter().take(count).enumerate() {
            let color = figures::ORANGE.lerp(figures::GREEN, index as f32 / MOST as f32);
            figures::vehicle(canvas, agent, color);
        }
        let versus = if behavior == Behavior::Pursue { "    blue: seek" } else { "" };
        figures::caption(canvas, format!("orange: {}{versus}", Behavior::NAMES[behavior as usize]));
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::copy_marks(&self.marks, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Chase {
    fn move_target(&mut self, stage: &Stage, tick: Tick) {
        let size = stage.size();
        let next = match Target::ALL[stage.params().choice("target") as usize] {
            Target::Pointer => figures::target(stage, tick),
            Target::Fixed => size * vec2(0.65, 0.45),
            Target::FliesStraight => {
                vec2((self.target.x + 150.0 * tick.dt) % size.x, size.y * 0.65)
            }
        };
        let moved = next - self.target;
        self.target = next;
        // Back on the left is not a move to the left.
        let jumped = moved.length() > 100.0;
        self.target_velocity = if jumped { Vec2::ZERO } else { moved / tick.dt };
    }
}
