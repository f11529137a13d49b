//! Formation flight: everybody keeps a place in the axes of the leader, met where it will be.

use super::figures;
use crate::{Demo, kit};
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::steer::{Agent, Flockmate, arrive, offset_pursuit, separation};

pub(super) const DEMO: Demo = Demo {
    id: "steer/formation",
    title: "Formation",
    sees: "Ten vehicles fly in a wedge behind an orange leader and swing round with it in the turns; the view flies along.",
    tries: "Change the formation in flight. Lead them in narrow turns with the pointer.",
    controls: "The pointer leads.",
    takes_drags: true,
    spec: &[],
    ticks: 200,
    ..Demo::of::<Formation>()
};

const FOLLOWERS: usize = 10;
/// Pixels from the middle of the round that the leader flies by itself.
const ROUND: f32 = 700.0;
/// Pixels between two dots on the ground, by which the flight is seen.
const GROUND: f32 = 96.0;

#[derive(Clone, Copy)]
enum Shape {
    Wedge,
    Line,
    Column,
    Circle,
}

impl Shape {
    const ALL: [Self; 4] = [Self::Wedge, Self::Line, Self::Column, Self::Circle];
    const NAMES: [&str; 4] = ["wedge", "line", "column", "circle"];

    fn chosen(stage: &Stage) -> Self {
        Self::ALL[stage.params().choice("formation") as usize]
    }
}

#[derive(StateHash)]
#[state(hash_only)]
struct Formation {
    leader: Agent,
    followers: Vec<Agent>,
    /// What the view looks at: the middle of the flight.
    eye: Vec2,
    /// Drawn only.
    #[state(skip)]
    trail: Vec<Vec2>,
    /// What they look at.
    #[state(skip)]
    marks: Marks,
}

/// Where a follower belongs: x ahead of the leader, y to its right, in pixels.
fn place(shape: Shape, index: usize, gap: f32) -> Vec2 {
    let side = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
    let row = (index / 2 + 1) as f32;
    match shape {
        Shape::Wedge => vec2(-row, side * row) * gap,
        Shape::Line => vec2(0.0, side * row) * gap,
        Shape::Column => vec2(-(index as f32 + 1.0), 0.0) * gap,
        Shape::Circle => Vec2::at_angle(TAU * index as f32 / FOLLOWERS as f32) * gap * 2.5,
    }
}

/// Where the pointer is in the view, or the next part of a wide round.
fn goal(stage: &Stage, leader: &Agent, eye: Vec2) -> Vec2 {
    let ahead = leader.position.angle() + 0.4;
    let round = Vec2::at_angle(ahead) * ROUND;
    stage.input().pointer.position.map_or(round, |pointer| pointer - stage.center() + eye)
}

impl Sketch for Formation {
    const PARAMS: &'static [Param] = &[
        Param::choice("formation", &Shape::NAMES, 0),
        Param::number("gap", 20.0, 70.0, 40.0),
        Param::number("max-force", 100.0, 3000.0, 1200.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let eye = vec2(-ROUND, 0.0);
        let leader =
            Agent { radius: 16.0, max_speed: 150.0, max_force: 200.0, ..Agent::new(eye.x, eye.y) };
        let half = stage.size() * 0.5;
        let followers = (0..FOLLOWERS).map(|_| {
            let start = stage.rng.in_rect(eye - half, eye + half);
            Agent { radius: 13.0, ..Agent::new(start.x, start.y) }
        });
        let followers = followers.collect();
        Ok(Self { leader, followers, eye, trail: Vec::new(), marks: Marks::new() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let (shape, gap) = (Shape::chosen(stage), params.number("gap"));
        let force = params.number("max-force");
        self.marks.clear();
        let steering: Vec<Vec2> = (0..FOLLOWERS)
            .map(|index| {
                let me = &self.followers[index];
                let others = self.followers.iter().enumerate().filter(|other| other.0 != index);
                let apart = separation(me, others.map(|other| Flockmate::from(other.1)), 28.0);
                let keep = place(shape, index, gap);
                offset_pursuit(self.marks.watch(me), &self.leader, keep, tick.dt) + apart
            })
            .collect();
        let lead = arrive(&self.leader, goal(stage, &self.leader, self.eye), tick.dt);
        self.leader.step(lead, tick.dt);
        for (agent, steering) in self.followers.iter_mut().zip(steering) {
            agent.max_force = force;
            agent.step(steering, tick.dt);
        }
        figures::remember(&mut self.trail, self.leader.position);
        let all = self.followers.iter().map(|agent| agent.position).sum::<Vec2>();
        let middle = (all + self.leader.position) / (FOLLOWERS + 1) as f32;
        // A second behind, so that nobody's hurry shakes the view.
        self.eye = self.eye.lerp(middle, 3.0 * tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let params = stage.params();
        let (shape, gap) = (Shape::chosen(stage), params.number("gap"));
        draw_ground(canvas, stage.size(), self.eye);
        canvas.transformed(Affine2::from_translation(stage.center() - self.eye), |canvas| {
            figures::trail(canvas, &self.trail, figures::ORANGE);
            for (index, agent) in self.followers.iter().enumerate() {
                let spot = self.leader.to_world(place(shape, index, gap));
                figures::ring(canvas, spot, 22.0, figures::TEXT.with_alpha(120));
                canvas.line(agent.position, spot, &Stroke::new(2.0), figures::FAINT);
            }
            for agent in &self.followers {
                figures::vehicle(canvas, agent, figures::BLUE);
            }
            figures::vehicle(canvas, &self.leader, figures::ORANGE);
        });
        let text = format!("{}: a ring is a place in the formation", Shape::NAMES[shape as usize]);
        figures::caption(canvas, text);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let view = Affine2::from_translation(stage.center() - self.eye);
        kit::marks_in(view, marks, |marks| figures::copy_marks(&self.marks, marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Dots that stay where they are while the view flies over them.
fn draw_ground(canvas: &mut Canvas<'_>, size: Vec2, eye: Vec2) {
    let first = (size * 0.5 - eye).rem_euclid(Vec2::splat(GROUND));
    let mut y = first.y;
    while y < size.y {
        let mut x = first.x;
        while x < size.x {
            figures::disc(canvas, vec2(x, y), 2.5, figures::FAINT);
            x += GROUND;
        }
        y += GROUND;
    }
}
