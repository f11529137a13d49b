//! Getting around obstacles: only the one met first matters, and the more the sooner it comes.

use super::figures;
use crate::Demo;
use core::f32::consts::TAU;
use motile::geom::Polygon;
use motile::prelude::*;
use motile::steer::{Agent, Avoid, Boundary, Wander, classic, first_of};

pub(super) const DEMO: Demo = Demo {
    id: "steer/avoid",
    title: "Avoid",
    sees: "Vehicles roam between ten rocks; a feeler shows how far each looks, a rock in its way lights up.",
    tries: "Look less far ahead, then not at all. Drag a rock in front of a vehicle, or onto it. Blocks instead of \
            rocks; the classic rule, which feels for centers and adds everything up; feelers that bend as the vehicle \
            turns.",
    controls: "Drag the rocks.",
    takes_drags: true,
    spec: &["STEER-D10"],
    ticks: 180,
    ..Demo::of::<AvoidDemo>()
};

const ROCKS: usize = 10;
const VEHICLES: usize = 7;

#[derive(StateHash)]
#[state(hash_only)]
struct AvoidDemo {
    agents: Vec<Agent>,
    wanders: Vec<Wander>,
    /// How fast each turns, in radians per second.
    turns: Vec<f32>,
    rocks: Vec<Circle>,
    dragged: Option<usize>,
    /// What they look at.
    #[state(skip)]
    marks: Marks,
}

/// The feeler of the classics, for a smaller stage.
const CLASSIC: classic::Avoid = classic::Avoid { distance: 150.0, buffer: 14.0 };

const SHAPES: [&str; 2] = ["rocks", "blocks"];
const FEELERS: [&str; 2] = ["straight", "bent"];

/// Whether a knob is set to the second of its two choices.
fn is_second(stage: &Stage, name: &str) -> bool {
    stage.params().choice(name) == 1
}

/// Blocks that stand where the rocks are; none when the rocks themselves do.
fn blocks(stage: &Stage, rocks: &[Circle]) -> Vec<Polygon> {
    if !is_second(stage, "shapes") || figures::is_classic(stage) {
        return Vec::new();
    }
    let block = |(index, rock): (usize, &Circle)| {
        let corner = |i| Vec2::at_angle(index as f32 + i as f32 * TAU / 4.0) * rock.radius;
        Polygon::new((0..4).map(|i| rock.center + corner(i)).collect()).ok()
    };
    rocks.iter().enumerate().filter_map(block).collect()
}

fn rule(stage: &Stage) -> Avoid {
    let params = stage.params();
    Avoid { horizon: params.number("horizon"), margin: params.number("margin"), turn: 0.0 }
}

/// The rule for a vehicle that turns so fast.
fn bent(stage: &Stage, turn: f32) -> Avoid {
    let bends = is_second(stage, "feelers");
    Avoid { turn: if bends { turn } else { 0.0 }, ..rule(stage) }
}

impl Sketch for AvoidDemo {
    const PARAMS: &'static [Param] = &[
        figures::RULE,
        Param::choice("shapes", &SHAPES, 0),
        Param::choice("feelers", &FEELERS, 0),
        Param::number("horizon", 0.0, 2.5, 0.9),
        Param::number("margin", 0.0, 40.0, 8.0),
        Param::number("max-force", 100.0, 1500.0, 700.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let size = stage.size();
        let rocks = (0..ROCKS).map(|_| {
            let center = stage.rng.in_rect(Vec2::splat(40.0), size - 60.0);
            Circle::new(center, stage.rng.range(24.0..52.0))
        });
        let rocks = rocks.collect();
        let agents = (0..VEHICLES).map(|index| Agent {
            position: vec2(20.0 + 90.0 * index as f32, 12.0),
            heading: Vec2::Y,
            max_speed: 150.0,
            ..Agent::default()
        });
        let agents = agents.collect();
        let wanders = (0..VEHICLES).map(|_| Wander::random(&mut stage.rng)).collect();
        Ok(Self {
            agents,
            wanders,
            turns: vec![0.0; VEHICLES],
            rocks,
            dragged: None,
            marks: Marks::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.dragged = self.rocks.iter().position(|rock| rock.contains(place));
        }
        if !pointer.is_down() {
            self.dragged = None;
        }
        if let Some(rock) = self.dragged {
            self.rocks[rock].center += pointer.delta;
        }
        let force = stage.params().number("max-force");
        let world = figures::world(stage);
        let (classic, blocks) = (figures::is_classic(stage), blocks(stage, &self.rocks));
        self.marks.clear();
        for (index, agent) in self.agents.iter_mut().enumerate() {
            let (wander, before) = (&mut self.wanders[index], agent.heading);
            let avoid = bent(stage, self.turns[index]);
            agent.max_force = force;
            let rocks = self.rocks.iter().copied();
            let roam = wander.steer(&agent, &mut stage.rng, tick.dt);
            let watched = self.marks.watch(&*agent);
            if classic {
                // Side forces on top of everything else, then the brake.
                let brake = CLASSIC.brake(agent, rocks.clone());
                let aside = CLASSIC.force(watched, rocks);
                agent.step(roam + aside * 10.0, tick.dt);
                agent.velocity *= brake.max(0.9);
            } else {
                let around = match blocks.as_slice() {
                    [] => avoid.circles(watched, rocks),
                    blocks => avoid.polygons(watched, blocks),
                };
                agent.step(first_of([around, roam]), tick.dt);
            }
            Boundary::Bounce.apply(agent, world);
            self.turns[index] = agent.turn_rate(before, tick.dt);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let (avoid, classic) = (rule(stage), figures::is_classic(stage));
        let blocks = blocks(stage, &self.rocks);
        for (index, &rock) in self.rocks.iter().enumerate() {
            let threatens = |(agent, &turn): (&Agent, &f32)| match blocks.get(index) {
                Some(block) => bent(stage, turn).polygons(agent, [block]) != Vec2::ZERO,
                None if classic => CLASSIC.force(agent, [rock]) != Vec2::ZERO,
                None => bent(stage, turn).circles(agent, [rock]) != Vec2::ZERO,
            };
            let threat = self.agents.iter().zip(&self.turns).any(threatens);
            let color = if threat { figures::RED } else { figures::FAINT };
            let dark = color.lerp(figures::NIGHT, 0.3);
            if let Some(block) = blocks.get(index) {
                canvas.fill(&Path::polygon(block.vertices()), dark);
                canvas.stroke(&Path::polygon(block.vertices()), &Stroke::new(1.5), color);
                continue;
            }
            figures::disc(canvas, rock.center, rock.radius, dark);
            figures::ring(canvas, rock.center, rock.radius, color);
            let margin = avoid.margin + self.agents[0].radius;
            let room = rock.radius + if classic { CLASSIC.buffer } else { margin };
            let dashed = Stroke::new(2.0).with_dash(&[4.0, 6.0], 0.0);
            canvas.stroke(&Path::circle(rock.center, room), &dashed, color);
        }
        for (index, agent) in self.agents.iter().enumerate() {
            let color = figures::hue(index, VEHICLES);
            let rule = bent(stage, self.turns[index]);
            let place = |share: f32| {
                if classic {
                    agent.position + agent.heading * (CLASSIC.distance * share)
                } else {
                    rule.feeler(agent, rule.horizon * share)
                }
            };
            let pieces = if rule.turn == 0.0 { 1 } else { 12 };
            let feeler: Vec<Vec2> = (0..=pieces).map(|i| place(i as f32 / pieces as f32)).collect();
            canvas.stroke(&Path::polyline(&feeler), &Stroke::new(3.0), color.with_alpha(170));
            figures::disc(canvas, place(1.0), 5.0, color);
            figures::vehicle(canvas, agent, color);
        }
        figures::caption(canvas, "dashed: the room that a vehicle keeps    red: in somebody's way");
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::copy_marks(&self.marks, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
