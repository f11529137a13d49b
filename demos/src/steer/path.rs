//! Following waypoints: each is headed for until it is near enough, then the next.

use super::figures;
use crate::Demo;
use crate::look::SMALL;
use motile::prelude::*;
use motile::stage::handle_at;
use motile::steer::{Agent, Boundary, PathFollower, classic};

pub(super) const DEMO: Demo = Demo {
    id: "steer/path",
    title: "Waypoints",
    sees: "Three vehicles go round a loop of waypoints; the weaker their steering, the wider their corners.",
    tries: "Clear the path and click your own. Open the loop: at the end they stop. Change the rings.",
    controls: "Click adds a waypoint, drag moves one.",
    keys: &[(Key::Space, "clear all")],
    takes_drags: true,
    spec: &["STEER-D11"],
    ticks: 330,
    ..Demo::of::<PathDemo>()
};

const START: [Vec2; 6] = [
    vec2(90.0, 110.0),
    vec2(300.0, 70.0),
    vec2(540.0, 120.0),
    vec2(420.0, 240.0),
    vec2(560.0, 390.0),
    vec2(140.0, 370.0),
];
/// Strongest force and color of each vehicle.
const VEHICLES: [(f32, Color); 3] =
    [(1400.0, figures::GREEN), (600.0, figures::ORANGE), (300.0, figures::BLUE)];

#[derive(StateHash)]
#[state(hash_only)]
struct PathDemo {
    waypoints: Vec<Vec2>,
    grabbed: Option<u32>,
    agents: Vec<Agent>,
    followers: Vec<PathFollower>,
    /// Drawn only.
    #[state(skip)]
    trails: [Vec<Vec2>; 3],
    /// What they look at.
    #[state(skip)]
    marks: Marks,
}

impl Sketch for PathDemo {
    const PARAMS: &'static [Param] = &[
        Param::toggle("loop", true),
        figures::RULE,
        Param::number("threshold", 2.0, 80.0, 20.0),
        Param::number("max-speed", 50.0, 500.0, 220.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let agents = VEHICLES.map(|(max_force, _)| Agent { max_force, ..Agent::new(20.0, 20.0) });
        Ok(Self {
            waypoints: START.to_vec(),
            grabbed: None,
            agents: agents.to_vec(),
            followers: vec![PathFollower::default(); VEHICLES.len()],
            trails: Default::default(),
            marks: Marks::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let pointer = stage.input().pointer;
        if stage.input().pressed(Key::Space) {
            self.waypoints.clear();
            self.grabbed = None;
        }
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = handle_at(&self.waypoints, place, 14.0);
            if self.grabbed.is_none() {
                self.grabbed = Some(self.waypoints.len() as u32);
                self.waypoints.push(place);
            }
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(index), Some(place)) => self.waypoints[index as usize] = place,
            _ => self.grabbed = None,
        }
        let params = stage.params();
        let (looped, threshold) = (params.is_on("loop"), params.number("threshold"));
        let classic = figures::is_classic(stage);
        let (max_speed, world) = (params.number("max-speed"), figures::world(stage));
        self.marks.clear();
        for (index, agent) in self.agents.iter_mut().enumerate() {
            agent.max_speed = max_speed;
            let watched = self.marks.watch(&*agent);
            let follower = &mut self.followers[index];
            (follower.looped, follower.threshold) = (looped, threshold);
            let steering = if self.waypoints.is_empty() {
                follower.index = 0;
                -agent.velocity
            } else if classic {
                classic::follow_path(follower, watched, &self.waypoints)
            } else {
                follower.steer(watched, &self.waypoints, tick.dt).0
            };
            agent.step(steering, tick.dt);
            Boundary::Stop.apply(agent, world);
            figures::remember(&mut self.trails[index], agent.position);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let looped = stage.params().is_on("loop");
        let path =
            if looped { Path::polygon(&self.waypoints) } else { Path::polyline(&self.waypoints) };
        canvas.stroke(&path, &Stroke::new(1.5).with_dash(&[6.0, 5.0], 0.0), figures::FAINT);
        for (number, &point) in self.waypoints.iter().enumerate() {
            figures::ring(canvas, point, stage.params().number("threshold"), figures::FAINT);
            figures::disc(canvas, point, 9.0, figures::FAINT);
            let text = (number + 1).to_string();
            canvas.write(text, SMALL, point, vec2(0.5, 0.5), figures::TEXT);
        }
        for ((agent, trail), (_, color)) in self.agents.iter().zip(&self.trails).zip(VEHICLES) {
            figures::trail(canvas, trail, color);
            figures::vehicle(canvas, agent, color);
        }
        figures::caption(canvas, "steering: green strong, orange middling, blue weak");
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::copy_marks(&self.marks, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
