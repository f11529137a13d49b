//! The same story six times, each written the way its engine wanted it.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use motile::anim::{
    AnimEventKind, Animator, Ease, Overwrite, Span, Timeline, TimelineAlign, Tween,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/engine-comparison",
    title: "Six engines compared",
    sees: "Six rectangles go right, down and around, each driven in the style of another classic engine; the first two take ten seconds, the others nine.",
    tries: "Watch the corners: with one ease the rectangle flies into the turn, with another it creeps.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-29"],
    size: scene::SIZE,
    ticks: 285,
    ..Demo::of::<EngineComparison>()
};

/// Name, how it chains, and the length of its story in seconds.
pub(super) const ENGINES: [(&str, &str, f64); 6] = [
    ("Flash Tween", "MOTION_FINISH", 10.0),
    ("Flex Tween", "end function", 10.0),
    ("Tweener", "delays", 9.0),
    ("TweenGroup", "align sequence", 9.0),
    ("KitchenSync", "sequence group", 9.0),
    ("gTween", "nextTween", 9.0),
];

/// One engine at work.
pub(super) struct Lane {
    engine: usize,
    pub(super) actor: Actor,
    animator: Animator<Actor>,
    /// Where it was, six times a second.
    trail: Vec<Actor>,
}

impl Lane {
    pub(super) fn new(engine: usize) -> Self {
        let (actor, trail) = (Actor::START, Vec::new());
        let mut lane = Self { engine, actor, animator: Animator::new(), trail };
        lane.begin();
        lane
    }

    /// What the engine is told at the start.
    fn begin(&mut self) {
        let to = [
            Tween::new(3.0).to(Actor::x, 800.0),
            Tween::new(3.0).to(Actor::y, 400.0),
            Tween::new(3.0).to(Actor::rotation, if self.engine == 5 { 180.0 } else { 360.0 }),
        ];
        let animator = &mut self.animator;
        let played = match self.engine {
            0 | 1 => return self.next(0),
            2 => {
                animator.defaults.overwrite = Overwrite::Auto.at_creation();
                animator.defaults.ease = Ease::CUBIC_IN_OUT;
                let [x, y, turn] = to;
                for tween in [x, y.delay(3.0), turn.delay(6.0)] {
                    animator.play(tween).expect("finite");
                }
                return;
            }
            3 => animator.play(Timeline::aligned(TimelineAlign::Sequence, 0.0, to)),
            4 => {
                let step = || Tween::new("3sec".parse::<Span>().expect("a time"));
                let steps = [
                    step().from_to(Actor::x, 100.0, 800.0),
                    step().from_to(Actor::y, 100.0, 400.0),
                    step().from_to(Actor::rotation, 0.0, 360.0),
                ];
                animator.play(Timeline::sequence(steps).ease(Ease::QUART_IN_OUT))
            }
            _ => {
                let [x, y, turn] = to;
                animator.play(Timeline::new().then(x).then(y).then(turn).ease(Ease::QUAD_IN_OUT))
            }
        };
        played.expect("finite");
    }

    /// A step of the engines that begin the next one when they hear of the end of the last.
    fn next(&mut self, step: u32) {
        let tween = match (self.engine, step) {
            (0, 0) => Tween::new(3.0).from_to(Actor::x, 100.0, 800.0).ease(Ease::QUAD_IN_OUT),
            (0, 1) => Tween::new(3.0).from_to(Actor::y, 100.0, 400.0).ease(Ease::QUAD_IN_OUT),
            (0, 2) => Tween::new(4.0).from_to(Actor::rotation, 0.0, 360.0).ease(Ease::QUINT_IN_OUT),
            (1, 0) => flex(3000.0, |actor, v| actor.x = 100.0 + 700.0 * v),
            (1, 1) => flex(3000.0, |actor, v| actor.y = 100.0 + 300.0 * v),
            (1, 2) => flex(4000.0, |actor, v| actor.rotation = 360.0 * v),
            _ => return,
        };
        self.animator.play(tween.tag(step)).expect("finite");
    }

    /// One tick of 1/60 s.
    pub(super) fn update(&mut self, time: f64) {
        self.animator.update_to(time, &mut self.actor);
        let mut ends = self.animator.events().iter().filter(|e| e.kind == AnimEventKind::Complete);
        if self.engine < 2
            && let Some(end) = ends.next()
        {
            self.next(end.tag + 1);
        }
        if ((time * 60.0).round() as u32).is_multiple_of(10) {
            self.trail.push(self.actor);
        }
    }
}

/// Flex tweens know no target: a function gets 0 → 1.
fn flex(milliseconds: f64, update: fn(&mut Actor, f32)) -> Tween<Actor> {
    Tween::new(Span::ms(milliseconds)).drive(update).ease(Ease::SINE_IN_OUT)
}

struct EngineComparison {
    lanes: [Lane; 6],
    /// Ticks that the lanes have seen.
    played: u32,
    bar: TimeBar,
}

impl EngineComparison {
    fn new() -> Self {
        let bar = TimeBar::new(10.0);
        Self { lanes: core::array::from_fn(Lane::new), played: 0, bar }
    }
}

impl Sketch for EngineComparison {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Ok(Self::new())
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        self.bar.update(stage);
        let now = (self.bar.time() * 60.0).round() as u32;
        if now < self.played {
            // Steps that begin when others end cannot be sought: they are played again.
            *self = Self { bar: self.bar, ..Self::new() };
        }
        while self.played < now {
            self.played += 1;
            for lane in &mut self.lanes {
                lane.update(f64::from(self.played) / 60.0);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "right, down, around", "six ways to say it");
        let size = vec2(280.0, 196.0);
        for (index, lane) in self.lanes.iter().enumerate() {
            let (name, style, length) = ENGINES[index];
            let place = vec2((index % 3) as f32, (index / 3) as f32);
            let corner = vec2(18.0, 52.0) + place * (size + vec2(12.0, 8.0));
            figures::panel(canvas, Aabb::from_size(corner, size), figures::PANEL);
            canvas.write(name, 18.0, corner + vec2(14.0, 19.0), vec2(0.0, 0.5), figures::INK);
            canvas.write(style, 16.0, corner + vec2(266.0, 20.0), vec2(1.0, 0.5), figures::MUTED);

            let place = Affine2::from_translation(corner + vec2(5.0, 25.0))
                * Affine2::from_scale(Vec2::splat(0.3));
            canvas.transformed(place, |canvas| {
                for (x, y) in [(100.0, 100.0), (800.0, 100.0), (800.0, 400.0)] {
                    Actor::at(x, y).draw_ghost(canvas, figures::MUTED);
                }
                let color = Color::oklch(0.62, 0.19, 0.5 + index as f32);
                for ghost in &lane.trail {
                    ghost.draw_ghost(canvas, color);
                }
                lane.actor.draw(canvas, color);
            });

            let share = (self.bar.time() / length).min(1.0) as f32;
            let (from, to) = (corner + vec2(16.0, 180.0), corner + vec2(190.0, 180.0));
            let line = Stroke::new(4.0).with_cap(Cap::Round);
            canvas.line(from, to, &line, figures::FAINT);
            canvas.line(from, from.lerp(to, share), &line, figures::TEAL);
            let words = format!("{:.2} of {length} s", self.bar.time().min(length));
            let at = corner + vec2(270.0, 180.0);
            canvas.write(words, 13.0, at, vec2(1.0, 0.5), figures::MUTED);
        }
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.lanes.each_ref().map(|lane| lane.actor));
        hash.write(&self.bar);
    }
}
