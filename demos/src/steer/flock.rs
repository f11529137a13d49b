//! A flock: keep apart, fly the same way, stay together, and nobody leads.

use super::figures;
use crate::Demo;
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::steer::{Agent, Boundary, Flock, FlockRules, Flockmate, Sight, classic};

pub(super) const DEMO: Demo = Demo {
    id: "steer/flock",
    title: "Flock",
    sees: "Boids colored by their direction form groups that merge, split and turn together.",
    tries: "Scatter them and see how soon they agree again. Set one weight after the other to 0: without alignment \
            they only swarm, as in the classic program, which computed it and threw it away. Let each mind only its \
            nearest seven.",
    controls: "Hold the button to frighten them.",
    takes_drags: true,
    spec: &["STEER-D12"],
    ticks: 240,
    ..Demo::of::<FlockDemo>()
};

/// Colors; the boids of each are drawn as one path.
const HUES: usize = 16;
const FEAR: f32 = 110.0;

/// Which rules the flock follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Recommended,
    AsDescribed,
    Classic,
}

impl Rule {
    const ALL: [Self; 3] = [Self::Recommended, Self::AsDescribed, Self::Classic];
    const NAMES: [&str; 3] = ["recommended", "as described", "classic"];
}

const EDGES: [(&str, Boundary); 2] = [("wrap", Boundary::Wrap), ("bounce", Boundary::Bounce)];

#[derive(StateHash)]
#[state(hash_only)]
struct FlockDemo {
    flock: Flock,
    fear: Option<Vec2>,
}

impl Sketch for FlockDemo {
    const PARAMS: &'static [Param] = &[
        Param::whole("count", 30, 10_000, 500),
        Param::choice("rule", &Rule::NAMES, 0),
        Param::number("separation", 0.0, 4.0, 1.5),
        Param::number("alignment", 0.0, 4.0, 1.0),
        Param::number("cohesion", 0.0, 4.0, 0.6),
        Param::number("sight", 10.0, 120.0, 50.0),
        Param::number("field-of-view", 0.5, TAU, 4.7),
        Param::whole("nearest", 0, 16, 0),
        Param::number("too-close", 4.0, 60.0, 18.0),
        Param::choice("edges", &[EDGES[0].0, EDGES[1].0], 0),
        Param::button("scatter"),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let mut flock = Flock::new(figures::world(stage));
        flock.body.max_speed = 130.0;
        flock.body.max_force = 320.0;
        flock.body.radius = 4.0;
        Ok(Self { flock, fear: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let rule = Rule::ALL[params.choice("rule") as usize];
        // The rules without a grid look at all pairs.
        let most = if rule == Rule::Recommended { u32::MAX } else { 600 };
        let count = (params.whole("count") as u32).min(most);
        let nearest = params.whole("nearest") as u32;
        let sight = Sight::new(params.number("sight"), params.number("field-of-view"));
        self.flock.rules = FlockRules {
            sight: Sight { nearest: (nearest > 0).then_some(nearest), ..sight },
            too_close: params.number("too-close"),
            separation: params.number("separation"),
            alignment: params.number("alignment"),
            cohesion: params.number("cohesion"),
        };
        let scatter = params.pressed("scatter");
        self.flock.boundary = EDGES[params.choice("edges") as usize].1;

        let size = stage.size();
        while self.flock.len() < count {
            let place = stage.rng.in_rect(Vec2::ZERO, size);
            self.flock.add(place, stage.rng.unit_vec2() * 100.0);
        }
        self.flock.positions.truncate(count as usize);
        self.flock.velocities.truncate(count as usize);

        if scatter {
            for velocity in &mut self.flock.velocities {
                *velocity = stage.rng.unit_vec2() * self.flock.body.max_speed;
            }
        }

        self.fear = stage.input().pointer.held_at();
        if let Some(fear) = self.fear {
            self.flock.steering.extend(self.flock.positions.iter().map(|&position| {
                let away = position - fear;
                let near = (1.0 - away.length() / FEAR).max(0.0);
                away.normalized() * near * 900.0
            }));
        }
        match rule {
            Rule::Recommended => self.flock.step(tick.dt),
            Rule::AsDescribed | Rule::Classic => step_all_pairs(&mut self.flock, rule, tick.dt),
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let mut darts: [Path; HUES] = core::array::from_fn(|_| Path::new());
        for (&at, velocity) in self.flock.positions.iter().zip(&self.flock.velocities) {
            let ahead = velocity.normalized();
            let side = ahead.perp();
            let turn = (ahead.angle() / TAU).rem_euclid(1.0);
            darts[(turn * HUES as f32) as usize % HUES]
                .move_to(at + ahead * 7.0)
                .line_to(at - ahead * 5.0 + side * 3.5)
                .line_to(at - ahead * 5.0 - side * 3.5)
                .close();
        }
        for (index, path) in darts.iter().enumerate() {
            canvas.fill(path, figures::hue(index, HUES));
        }
        if let Some(fear) = self.fear {
            figures::ring(canvas, fear, FEAR, figures::RED);
        }
        let order = self.flock.polarization() * 100.0;
        let text = format!("{} boids, {order:.0} % of one mind", self.flock.len());
        figures::caption(canvas, text);
    }

    /// Three of them are enough to see what each looks at.
    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for index in 0..3 {
            self.flock.mark(index, marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The rules as the books describe them, or as their program has them, over all pairs; everybody looks first.
fn step_all_pairs(flock: &mut Flock, rule: Rule, dt: f32) {
    let agent = |i: usize| {
        let (position, velocity) = (flock.positions[i], flock.velocities[i]);
        Agent { position, velocity, heading: velocity.normalized(), ..flock.body }
    };
    let agents: Vec<Agent> = (0..flock.positions.len()).map(agent).collect();
    let moved = agents.iter().enumerate().map(|(index, me)| {
        let others = agents.iter().enumerate().filter(|other| other.0 != index);
        let others = others.map(|other| Flockmate::from(other.1));
        let steering = match rule {
            Rule::Classic => classic::flock(&flock.rules, me, others),
            _ => classic::flock_as_described(&flock.rules, me, others),
        };
        let mut me = *me;
        let extra = flock.steering.get(index).copied().unwrap_or_default();
        me.step(steering + extra, dt);
        flock.boundary.apply(&mut me, flock.world);
        (me.position, me.velocity)
    });
    let (positions, velocities) = moved.unzip();
    (flock.positions, flock.velocities) = (positions, velocities);
    flock.steering.clear();
}
