//! The same story six times, each written the way its engine wanted it.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use crate::look::{SMALL, WORDS};
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
    takes_drags: true,
    spec: &["D10-29"],
    size: scene::SIZE,
    ticks: 285,
    ..Demo::of::<EngineComparison>()
};

#[derive(Clone, Copy, PartialEq, StateHash)]
pub(super) enum Engine {
    Flash,
    Flex,
    Tweener,
    TweenGroup,
    KitchenSync,
    GTween,
}

/// Each with its name, how it chains, and the length of its story in seconds.
pub(super) const ENGINES: [(Engine, &str, &str, f64); 6] = [
    (Engine::Flash, "Flash Tween", "MOTION_FINISH", 10.0),
    (Engine::Flex, "Flex Tween", "end function", 10.0),
    (Engine::Tweener, "Tweener", "delays", 9.0),
    (Engine::TweenGroup, "TweenGroup", "align sequence", 9.0),
    (Engine::KitchenSync, "KitchenSync", "sequence group", 9.0),
    (Engine::GTween, "gTween", "nextTween", 9.0),
];

/// One engine at work.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Lane {
    engine: Engine,
    pub(super) actor: Actor,
    animator: Animator<Actor>,
    /// Where it was, six times a second.
    #[state(skip)]
    trail: Vec<Actor>,
}

impl Lane {
    pub(super) fn new(engine: Engine) -> motile::Result<Self> {
        let (actor, trail) = (Actor::START, Vec::new());
        let mut lane = Self { engine, actor, animator: Animator::new(), trail };
        lane.begin()?;
        Ok(lane)
    }

    /// What the engine is told at the start.
    fn begin(&mut self) -> motile::Result {
        let turn = if self.engine == Engine::GTween { 180.0 } else { 360.0 };
        let to = [
            Tween::new(3.0).to(Actor::x, 800.0),
            Tween::new(3.0).to(Actor::y, 400.0),
            Tween::new(3.0).to(Actor::rotation, turn),
        ];
        let animator = &mut self.animator;
        match self.engine {
            Engine::Flash | Engine::Flex => self.next(0),
            Engine::Tweener => {
                animator.defaults.overwrite = Overwrite::Auto.at_creation();
                animator.defaults.ease = Ease::CUBIC_IN_OUT;
                let [x, y, turn] = to;
                for tween in [x, y.delay(3.0), turn.delay(6.0)] {
                    animator.play(tween);
                }
            }
            Engine::TweenGroup => {
                animator.play(Timeline::aligned(TimelineAlign::Sequence, 0.0, to));
            }
            Engine::KitchenSync => {
                let length: Span = "3sec".parse()?;
                let step = || Tween::new(length);
                let steps = [
                    step().from_to(Actor::x, 100.0, 800.0),
                    step().from_to(Actor::y, 100.0, 400.0),
                    step().from_to(Actor::rotation, 0.0, 360.0),
                ];
                animator.play(Timeline::sequence(steps).ease(Ease::QUART_IN_OUT));
            }
            Engine::GTween => {
                let [x, y, turn] = to;
                animator.play(Timeline::new().then(x).then(y).then(turn).ease(Ease::QUAD_IN_OUT));
            }
        }
        Ok(())
    }

    /// A step of the engines that begin the next one when they hear of the end of the last.
    fn next(&mut self, step: u32) {
        let tween = match (self.engine, step) {
            (Engine::Flash, 0) => {
                Tween::new(3.0).from_to(Actor::x, 100.0, 800.0).ease(Ease::QUAD_IN_OUT)
            }
            (Engine::Flash, 1) => {
                Tween::new(3.0).from_to(Actor::y, 100.0, 400.0).ease(Ease::QUAD_IN_OUT)
            }
            (Engine::Flash, 2) => {
                Tween::new(4.0).from_to(Actor::rotation, 0.0, 360.0).ease(Ease::QUINT_IN_OUT)
            }
            (Engine::Flex, 0) => flex(3000.0, |actor, v| actor.x = 100.0 + 700.0 * v),
            (Engine::Flex, 1) => flex(3000.0, |actor, v| actor.y = 100.0 + 300.0 * v),
            (Engine::Flex, 2) => flex(4000.0, |actor, v| actor.rotation = 360.0 * v),
            _ => return,
        };
        self.animator.play(tween.tag(step));
    }

    /// One tick of 1/60 s.
    pub(super) fn update(&mut self, time: f64) {
        self.animator.update_to(time, &mut self.actor);
        let mut ends = self.animator.events().iter().filter(|e| e.kind == AnimEventKind::Complete);
        if matches!(self.engine, Engine::Flash | Engine::Flex)
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

#[derive(StateHash)]
#[state(hash_only)]
struct EngineComparison {
    lanes: [Lane; 6],
    /// Ticks that the lanes have seen.
    played: u32,
    bar: TimeBar,
}

impl EngineComparison {
    fn new(bar: TimeBar) -> motile::Result<Self> {
        let [a, b, c, d, e, f] = ENGINES.map(|engine| Lane::new(engine.0));
        Ok(Self { lanes: [a?, b?, c?, d?, e?, f?], played: 0, bar })
    }
}

impl Sketch for EngineComparison {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Self::new(TimeBar::new(10.0))
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        self.bar.update(stage);
        let now = (self.bar.time() * 60.0).round() as u32;
        if now < self.played {
            // Steps that begin when others end cannot be sought: they are played again.
            match Self::new(self.bar) {
                Ok(again) => *self = again,
                Err(error) => return stage.fail(error),
            }
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
            let (_, name, style, length) = ENGINES[index];
            let place = vec2((index % 3) as f32, (index / 3) as f32);
            let corner = vec2(18.0, 52.0) + place * (size + vec2(12.0, 8.0));
            figures::panel(canvas, Aabb::from_size(corner, size), figures::PANEL);
            canvas.write(name, WORDS, corner + vec2(14.0, 19.0), vec2(0.0, 0.5), figures::INK);
            canvas.write(style, SMALL, corner + vec2(266.0, 20.0), vec2(1.0, 0.5), figures::MUTED);

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
            canvas.write(words, SMALL, at, vec2(1.0, 0.5), figures::MUTED);
        }
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
