//! Four ways to follow a goal that jumps: a part of the way, a smooth follower, a spring, a tween begun anew.

use super::figures;
use crate::Demo;
use motile::anim::{Animator, Ease, Follow, Spring, Tween, approach};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/springs",
    title: "Springs and smoothing",
    sees: "Five discs at the right; the black one jumps and the others follow, each in its own way, and time runs off to the left.",
    tries: "Lower the damping until the spring never comes to rest. Hold the button and draw a curve: only the spring overshoots.",
    controls: "Hold the button to move the goal.",
    takes_drags: true,
    spec: &["TWEEN-1"],
    size: (900, 500),
    ticks: 250,
    ..Demo::of::<Springs>()
};

const NAMES: [&str; 4] = ["approach", "Follow", "Spring", "Tween, begun anew"];
const COLORS: [Color; 4] = [figures::TEAL, figures::BLUE, figures::RED, figures::ORANGE];
/// Where the goal goes by itself, a place every second and a half.
const TOUR: [f32; 6] = [130.0, 330.0, 190.0, 340.0, 220.0, 320.0];
const STAY: u64 = 90;
const RIGHT: f32 = 640.0;
/// Pixels that a tick takes in the graph, and ticks that it shows.
const PACE: f32 = 2.6;
const SHOWN: usize = 252;

#[derive(StateHash)]
#[state(hash_only)]
struct Springs {
    goal: f32,
    held: bool,
    approached: f32,
    follow: Follow,
    /// Place and speed.
    spring: (f32, f32),
    tweened: f32,
    animator: Animator<f32>,
    /// The goal and the four, oldest first.
    #[state(skip)]
    history: Vec<[f32; 5]>,
}

impl Sketch for Springs {
    const PARAMS: &'static [Param] = &[
        Param::number("k", 0.01, 0.5, 0.06),
        Param::number("smooth-time", 0.05, 1.0, 0.3),
        Param::number("frequency", 0.3, 5.0, 1.8),
        Param::number("damping", 0.0, 1.5, 0.3),
        Param::number("duration", 0.1, 2.0, 0.8),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let y = TOUR[0];
        Ok(Self {
            goal: y,
            held: false,
            approached: y,
            follow: Follow::new(y),
            spring: (y, 0.0),
            tweened: y,
            animator: Animator::new(),
            history: vec![[y; 5]],
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let pointer = stage.input().pointer;
        self.held = pointer.is_down();
        let before = self.goal;
        if let Some(place) = pointer.held_at() {
            self.goal = place.y.clamp(70.0, 430.0);
        } else if tick.index.is_multiple_of(STAY) {
            self.goal = TOUR[(tick.index / STAY) as usize % TOUR.len()];
        }

        self.approached = approach(self.approached, self.goal, params.number("k"), tick.dt);
        self.follow.step(self.goal, params.number("smooth-time"), tick.dt);
        let spring = Spring::with_frequency(params.number("frequency"), params.number("damping"));
        let (place, speed) = &mut self.spring;
        spring.step(place, speed, self.goal, tick.dt);
        if before != self.goal {
            // The new tween overwrites the old one and starts from wherever that was.
            let tween = Tween::new(params.number("duration")).to(|y: &mut f32| y, self.goal);
            self.animator.play(tween.ease(Ease::CUBIC_IN_OUT));
        }
        self.animator.update(tick.dt, &mut self.tweened);

        if self.history.len() == SHOWN {
            self.history.remove(0);
        }
        self.history.push(self.now());
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "following a goal", "hold the button to be the goal");
        let area = Aabb::new(vec2(24.0, 56.0), vec2(RIGHT, 432.0));
        figures::panel(canvas, area, figures::PANEL);
        canvas.clip_rect(area, |canvas| {
            for (series, color) in [figures::INK].into_iter().chain(COLORS).enumerate() {
                let points: Vec<Vec2> = (self.history.iter().rev().enumerate())
                    .map(|(age, values)| vec2(RIGHT - age as f32 * PACE, values[series]))
                    .collect();
                let dash: &[f32] = if series == 0 { &[6.0, 5.0] } else { &[] };
                let line = Stroke::new(if series == 0 { 2.0 } else { 4.0 }).with_dash(dash, 0.0);
                canvas.stroke(&Path::polyline(&points), &line, color);
            }
        });
        for (series, value) in self.now().into_iter().enumerate() {
            let color = if series == 0 { figures::INK } else { COLORS[series - 1] };
            let at = vec2(RIGHT + 32.0 + 48.0 * series as f32, value);
            canvas.line(vec2(at.x, 60.0), vec2(at.x, 430.0), &Stroke::new(3.0), figures::FAINT);
            figures::disc(canvas, at, 22.0, color);
        }
        let params = stage.params();
        let numbers = [
            format!("k {:.2}", params.number("k")),
            format!("smooth time {:.2} s", params.number("smooth-time")),
            format!(
                "{:.1} Hz, damping {:.2}",
                params.number("frequency"),
                params.number("damping")
            ),
            format!("{:.1} s", params.number("duration")),
        ];
        for (index, (name, numbers)) in NAMES.into_iter().zip(numbers).enumerate() {
            let at = vec2(36.0 + 216.0 * index as f32, 455.0);
            figures::disc(canvas, at, 8.0, COLORS[index]);
            figures::label_right_of(canvas, name, at + vec2(14.0, 0.0), figures::INK);
            figures::label_right_of(canvas, numbers, at + vec2(14.0, 24.0), figures::MUTED);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        let speeds = [0.0, 0.0, self.follow.velocity, self.spring.1, 0.0];
        for (series, (value, speed)) in self.now().into_iter().zip(speeds).enumerate() {
            let at = vec2(RIGHT + 32.0 + 48.0 * series as f32, value);
            marks.line(MarkRole::Link, at, vec2(at.x, self.goal));
            marks.point(MarkRole::Target, vec2(at.x, self.goal));
            marks.velocity(MarkRole::Velocity, at, vec2(0.0, speed));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Springs {
    /// The goal and the four.
    fn now(&self) -> [f32; 5] {
        [self.goal, self.approached, self.follow.value, self.spring.0, self.tweened]
    }
}
