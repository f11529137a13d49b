//! Rock, paper, scissors on wheels: everybody hunts one and is hunted by another.

use super::figures;
use crate::Demo;
use crate::kit;
use crate::look::TITLE;
use motile::geom::MaybeWatched;
use motile::prelude::*;
use motile::steer::{Agent, Boundary, Prediction, classic, evade, flee, pursue, seek};

pub(super) const DEMO: Demo = Demo {
    id: "steer/triangle-chase",
    title: "Triangle chase",
    sees: "Three vehicles circle around each other: each seeks the next one and flees the one before.",
    tries: "Two instead of three. Let them look ahead. Give the hunt more weight than the fear. In the classic rule \
            who flees adds to its sideways speed.",
    controls: "",
    spec: &["STEER-D4", "STEER-D5", "STEER-D8"],
    ticks: 200,
    ..Demo::of::<TriangleChase>()
};

const COLORS: [Color; 3] = [figures::ORANGE, figures::BLUE, figures::GREEN];
const NAMES: [&str; 3] = ["A", "B", "C"];

/// How they hunt and run.
#[derive(Clone, Copy)]
enum Rule {
    Seek,
    Pursue,
    ClassicSeek,
    ClassicPursue,
}

impl Rule {
    const ALL: [Self; 4] = [Self::Seek, Self::Pursue, Self::ClassicSeek, Self::ClassicPursue];
    const NAMES: [&str; 4] = ["seek", "pursue", "classic seek", "classic pursue"];

    fn towards(self, me: impl MaybeWatched<Agent>, other: &Agent) -> Vec2 {
        let (at, velocity) = (other.position, other.velocity);
        match self {
            Self::Seek => seek(me, at),
            Self::Pursue => pursue(me, at, velocity, Prediction::default()),
            Self::ClassicSeek => classic::seek(me, at),
            Self::ClassicPursue => classic::pursue(me, at, velocity),
        }
    }

    fn away(self, me: impl MaybeWatched<Agent>, other: &Agent) -> Vec2 {
        let (at, velocity) = (other.position, other.velocity);
        match self {
            Self::Seek => flee(me, at),
            Self::Pursue => evade(me, at, velocity, Prediction::default()),
            Self::ClassicSeek => classic::flee(me, at),
            Self::ClassicPursue => classic::evade(me, at, velocity),
        }
    }
}

#[derive(StateHash)]
#[state(hash_only)]
struct TriangleChase {
    agents: Vec<Agent>,
    /// Drawn only.
    #[state(skip)]
    trails: Vec<Vec<Vec2>>,
    /// What they look at.
    #[state(skip)]
    marks: Marks,
}

impl TriangleChase {
    fn new(count: u32) -> Self {
        let starts: &[Vec2] = match count {
            2 => &[vec2(200.0, 200.0), vec2(400.0, 300.0)],
            _ => &[vec2(200.0, 200.0), vec2(400.0, 200.0), vec2(300.0, 260.0)],
        };
        let agents: Vec<_> = starts.iter().map(|start| Agent::new(start.x, start.y)).collect();
        Self { trails: vec![Vec::new(); agents.len()], agents, marks: Marks::new() }
    }
}

impl Sketch for TriangleChase {
    const PARAMS: &'static [Param] = &[
        Param::choice("players", &["two", "three"], 1),
        Param::choice("rule", &Rule::NAMES, 0),
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
        let rule = Rule::ALL[params.choice("rule") as usize];
        let (hunt, fear) = (params.number("hunt"), params.number("fear"));
        if self.agents.len() != count as usize {
            *self = Self::new(count);
        }
        self.marks.clear();
        let (all, marks) = (&self.agents, &mut self.marks);
        let steering: Vec<Vec2> = match all.as_slice() {
            [a, b] => {
                vec![rule.towards(marks.watch(a), b) * hunt, rule.away(marks.watch(b), a) * fear]
            }
            _ => (0..3)
                .map(|i| {
                    let (me, next, last) = (&all[i], &all[(i + 1) % 3], &all[(i + 2) % 3]);
                    let hunted = rule.towards(marks.watch(me), next) * hunt;
                    hunted + rule.away(marks.watch(me), last) * fear
                })
                .collect(),
        };
        // All have looked, now all move.
        let world = figures::world(stage);
        for ((agent, steering), trail) in self.agents.iter_mut().zip(steering).zip(&mut self.trails)
        {
            agent.step(steering, tick.dt);
            Boundary::Bounce.apply(agent, world);
            figures::remember(trail, agent.position);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.transformed(self.view(stage), |canvas| self.draw_hunt(canvas));
        let text = match self.agents.len() {
            2 => "A hunts B, B runs from A",
            _ => "A hunts B, B hunts C, C hunts A, and each runs from its hunter",
        };
        figures::caption(canvas, text);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        kit::marks_in(self.view(stage), marks, |marks| figures::copy_marks(&self.marks, marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl TriangleChase {
    /// As near as they let the view come: they circle in the middle most of the time.
    fn view(&self, stage: &Stage) -> Affine2 {
        let middle = stage.center();
        let places = self.agents.iter().map(|agent| agent.position.distance(middle));
        let farthest = places.fold(0.0, f32::max);
        let scale = (stage.size().y * 0.36 / farthest.max(1.0)).clamp(1.0, 1.9);
        let place = Affine2::from_translation(middle * (1.0 - scale));
        place * Affine2::from_scale(Vec2::splat(scale))
    }

    fn draw_hunt(&self, canvas: &mut Canvas<'_>) {
        let corners: Vec<Vec2> = self.agents.iter().map(|agent| agent.position).collect();
        canvas.fill(&Path::polygon(&corners), figures::FAINT.with_alpha(110));
        for (index, agent) in self.agents.iter().enumerate() {
            let prey = &self.agents[(index + 1) % self.agents.len()];
            if self.agents.len() == 3 || index == 0 {
                let half = agent.position.lerp(prey.position, 0.5);
                kit::arrow(canvas, agent.position, half, 4.0, COLORS[index].with_alpha(170));
            }
            figures::trail(canvas, &self.trails[index], COLORS[index]);
        }
        for (index, agent) in self.agents.iter().enumerate() {
            figures::vehicle(canvas, agent, COLORS[index]);
            let beside = agent.position + vec2(0.0, -34.0);
            canvas.write(NAMES[index], TITLE, beside, vec2(0.5, 0.5), COLORS[index]);
        }
    }
}
