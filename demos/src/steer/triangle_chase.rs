//! Rock, paper, scissors on wheels: everybody hunts one and is hunted by another.

use super::figures;
use crate::Demo;
use motile::prelude::*;
use motile::steer::{
    Agent, Boundary, Lookahead, evade, evade_classic, flee, flee_classic, pursue, pursue_classic,
    seek, seek_classic,
};

pub(super) const DEMO: Demo = Demo {
    id: "steer/triangle-chase",
    title: "Triangle chase",
    sees: "Three vehicles circle around each other: each seeks the next one and flees the one before.",
    tries: "Two instead of three. Let them look ahead. Give the hunt more weight than the fear. In the classic rule \
            who flees adds to its sideways speed.",
    controls: "",
    spec: &["STEER-D4", "STEER-D5", "STEER-D8"],
    ticks: 240,
    ..Demo::of::<TriangleChase>()
};

const COLORS: [Color; 3] = [figures::ORANGE, figures::BLUE, figures::GREEN];
const NAMES: [&str; 3] = ["A", "B", "C"];

struct TriangleChase {
    agents: Vec<Agent>,
    trails: Vec<Vec<Vec2>>,
}

impl TriangleChase {
    fn new(count: u32) -> Self {
        let starts: &[Vec2] = match count {
            2 => &[vec2(200.0, 200.0), vec2(400.0, 300.0)],
            _ => &[vec2(200.0, 200.0), vec2(400.0, 200.0), vec2(300.0, 260.0)],
        };
        let agents: Vec<_> = starts.iter().map(|start| Agent::at(start.x, start.y)).collect();
        Self { trails: vec![Vec::new(); agents.len()], agents }
    }
}

impl Sketch for TriangleChase {
    const PARAMS: &'static [Param] = &[
        Param::choice("players", &["two", "three"], 1),
        Param::choice("rule", &["seek", "pursue", "classic seek", "classic pursue"], 0),
        Param::number("hunt", 0.0, 2.0, 1.0),
        Param::number("fear", 0.0, 2.0, 1.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        Ok(Self::new(3))
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let count = params.choice("players") + 2;
        let ahead = params.choice("rule") % 2 == 1;
        let classic = params.choice("rule") >= 2;
        let look = Lookahead::default();
        let (hunt, fear) = (params.number("hunt"), params.number("fear"));
        if self.agents.len() != count as usize {
            *self = Self::new(count);
        }
        let towards = |me: &Agent, other: &Agent| {
            let (at, velocity) = (other.position, other.velocity);
            match (ahead, classic) {
                (true, false) => pursue(me, at, velocity, look),
                (false, false) => seek(me, at),
                (true, true) => pursue_classic(me, at, velocity),
                (false, true) => seek_classic(me, at),
            }
        };
        let away = |me: &Agent, other: &Agent| {
            let (at, velocity) = (other.position, other.velocity);
            match (ahead, classic) {
                (true, false) => evade(me, at, velocity, look),
                (false, false) => flee(me, at),
                (true, true) => evade_classic(me, at, velocity),
                (false, true) => flee_classic(me, at),
            }
        };
        let all = &self.agents;
        let wishes: Vec<Vec2> = match all.as_slice() {
            [a, b] => vec![towards(a, b) * hunt, away(b, a) * fear],
            _ => (0..3)
                .map(|i| {
                    let (next, last) = (&all[(i + 1) % 3], &all[(i + 2) % 3]);
                    towards(&all[i], next) * hunt + away(&all[i], last) * fear
                })
                .collect(),
        };
        // All have looked, now all move.
        let world = figures::world(stage);
        for ((agent, wish), trail) in self.agents.iter_mut().zip(wishes).zip(&mut self.trails) {
            agent.step(wish, tick.dt);
            Boundary::Bounce.apply(agent, world);
            figures::remember(trail, agent.position);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let dashed = Stroke::new(1.0).with_dash(&[3.0, 6.0], 0.0);
        for (index, agent) in self.agents.iter().enumerate() {
            let prey = &self.agents[(index + 1) % self.agents.len()];
            if self.agents.len() == 3 || index == 0 {
                canvas.line(agent.position, prey.position, &dashed, COLORS[index]);
            }
            figures::trail(canvas, &self.trails[index], COLORS[index]);
        }
        for (index, agent) in self.agents.iter().enumerate() {
            figures::vehicle(canvas, agent, COLORS[index]);
            let beside = agent.position + vec2(0.0, -24.0);
            canvas.write(NAMES[index], 16.0, beside, vec2(0.5, 0.5), COLORS[index]);
        }
        let text = match self.agents.len() {
            2 => "A hunts B, B runs from A",
            _ => "A hunts B, B hunts C, C hunts A, and each runs from its hunter",
        };
        figures::caption(canvas, text);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.agents);
    }
}
