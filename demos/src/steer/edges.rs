//! The border of the world: six rules for a vehicle that nobody steers.

use super::figures;
use crate::Demo;
use crate::look::WORDS;
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::steer::{Agent, Boundary, classic};

pub(super) const DEMO: Demo = Demo {
    id: "steer/edges",
    title: "Edges",
    sees: "The same vehicle flies straight in six small worlds, each with another rule at its edges.",
    tries: "Compare the two ways to wrap at high speed: the classic one loses what was beyond the edge. Take some of the \
            speed at each bounce.",
    controls: "",
    spec: &["STEER-D1", "STEER-8", "STEER-9", "STEER-W15"],
    ticks: 170,
    ..Demo::of::<Edges>()
};

/// What happens at the edge.
#[derive(Clone, Copy)]
enum Rule {
    Is(Boundary),
    ClassicWrap,
    ClassicBounce,
}

const RULES: [(&str, Rule); 6] = [
    ("wrap", Rule::Is(Boundary::Wrap)),
    ("bounce", Rule::Is(Boundary::Bounce)),
    ("stop", Rule::Is(Boundary::Stop)),
    ("classic wrap", Rule::ClassicWrap),
    ("classic bounce", Rule::ClassicBounce),
    ("contain", Rule::Is(Boundary::Contain { margin: 4.0, ahead: 0.15 })),
];

impl Rule {
    /// One step of an agent that nobody steers; only to be contained is something to steer for.
    fn step(self, agent: &mut Agent, world: Aabb, dt: f32) {
        let Self::Is(boundary) = self else {
            agent.step(Vec2::ZERO, dt);
            match self {
                Self::ClassicWrap => classic::wrap(agent, world),
                _ => classic::bounce(agent, world),
            };
            return;
        };
        agent.step(boundary.steer(&agent, world), dt);
        boundary.apply(agent, world);
    }
}

/// Size of a world in pixels.
const WORLD: Vec2 = vec2(186.0, 170.0);

#[derive(StateHash)]
#[state(hash_only)]
struct Edges {
    agents: Vec<Agent>,
    /// Drawn only.
    #[state(skip)]
    trails: Vec<Vec<Vec2>>,
}

/// Top left corner of a world on the stage.
fn corner(index: usize) -> Vec2 {
    vec2(20.0 + 207.0 * (index % 3) as f32, 40.0 + 212.0 * (index / 3) as f32)
}

impl Sketch for Edges {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", 0.0, 900.0, 300.0),
        Param::number("angle", 0.0, TAU, TAU / 8.0),
        Param::number("radius", 2.0, 40.0, 8.0),
        Param::number("restitution", 0.0, 1.0, 1.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let agents = vec![Agent::new(60.0, 40.0); RULES.len()];
        let mut edges = Self { agents, trails: vec![Vec::new(); RULES.len()] };
        edges.launch(stage);
        Ok(edges)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        if params.changed("speed") || params.changed("angle") {
            self.launch(stage);
        }
        let world = Aabb::new(Vec2::ZERO, WORLD);
        let (speed, radius) = (params.number("speed"), params.number("radius"));
        let restitution = params.number("restitution");
        for ((agent, trail), (_, rule)) in self.agents.iter_mut().zip(&mut self.trails).zip(RULES) {
            (agent.max_speed, agent.max_force, agent.radius) = (speed, speed * 8.0, radius);
            let rule = match rule {
                Rule::Is(Boundary::Bounce) => Rule::Is(Boundary::BounceWith { restitution }),
                rule => rule,
            };
            rule.step(agent, world, tick.dt);
            // Across the world is not where it went.
            if trail.last().is_some_and(|last: &Vec2| last.distance(agent.position) > 60.0) {
                trail.clear();
            }
            figures::remember(trail, agent.position);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, agent) in self.agents.iter().enumerate() {
            let corner = corner(index);
            let color = figures::hue(index, RULES.len());
            let frame = Aabb::from_size(corner, WORLD);
            canvas.fill_rect(frame, Color::hex(0x1B_23_38));
            canvas.write(RULES[index].0, WORDS, corner - vec2(0.0, 6.0), vec2(0.0, 1.0), color);
            let trail: Vec<Vec2> = self.trails[index].iter().map(|&at| at + corner).collect();
            figures::trail(canvas, &trail, color);
            let shown = Agent { position: agent.position + corner, ..*agent };
            figures::vehicle(canvas, &shown, color);
            let edges = [
                frame.min,
                vec2(frame.max.x, frame.min.y),
                frame.max,
                vec2(frame.min.x, frame.max.y),
            ];
            canvas.stroke(&Path::polygon(&edges), &Stroke::new(2.0), figures::FAINT);
        }
        figures::caption(canvas, "nobody steers, except where the rule is to be contained");
    }

    /// The border that counts for a body of this size, and where each is going.
    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for (index, agent) in self.agents.iter().enumerate() {
            let corner = corner(index);
            marks.aabb(MarkRole::Range, Aabb::from_size(corner, WORLD).grown(-agent.radius));
            marks.velocity(MarkRole::Velocity, agent.position + corner, agent.velocity);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Edges {
    /// All start alike again.
    fn launch(&mut self, stage: &Stage) {
        let params = stage.params();
        let heading = Vec2::at_angle(params.number("angle"));
        for (agent, trail) in self.agents.iter_mut().zip(&mut self.trails) {
            let velocity = heading * params.number("speed");
            *agent = Agent { velocity, heading, ..Agent::new(60.0, 40.0) };
            trail.clear();
        }
    }
}
