//! When does a newer tween take over? Judged at creation, a delayed one stops what should still have played.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use crate::look::TITLE;
use motile::anim::{Animator, Ease, Overwrite, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/overlap-trap",
    title: "The overlap trap",
    sees: "Three cards are to go right and back. With half a second of overlap the middle one never moves: its rule is judged when the tweens are made.",
    tries: "Set the delay to 3 and more: without overlap all three play.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
    spec: &["D10-14", "TWEEN-41"],
    size: scene::SIZE,
    ticks: 170,
    ..Demo::of::<OverlapTrap>()
};

/// Whether a lane's rule is judged at creation, and what it is about.
const LANES: [(bool, &str, Color); 3] = [
    (true, "no overlap: there and back", figures::TEAL),
    (true, "judged when made: it never leaves", figures::RED),
    (false, "judged when it starts: it turns back on the way", figures::BLUE),
];

/// The two tweens of a lane.
pub(super) fn lane(index: usize, delay: f32) -> Animator<Actor> {
    let mut animator = Animator::new();
    animator.defaults.ease = Ease::EXPO_OUT;
    animator.defaults.overwrite =
        if LANES[index].0 { Overwrite::Auto.at_creation() } else { Overwrite::Auto };
    let delay = if index == 0 { 3.0 } else { delay };
    animator.play(Tween::new(3.0).to(Actor::x, 800.0));
    animator.play(Tween::new(3.0).to(Actor::x, 100.0).delay(delay));
    animator
}

#[derive(StateHash)]
#[state(hash_only)]
struct OverlapTrap {
    lanes: [Animator<Actor>; 3],
    actors: [Actor; 3],
    bar: TimeBar,
}

impl OverlapTrap {
    fn new(delay: f32) -> Self {
        let lanes = core::array::from_fn(|index| lane(index, delay));
        let actors = core::array::from_fn(|index| Actor::at(100.0, 130.0 + 130.0 * index as f32));
        Self { lanes, actors, bar: TimeBar::new(f64::from(delay.max(3.0)) + 3.0) }
    }
}

impl Sketch for OverlapTrap {
    const PARAMS: &'static [Param] = &[Param::number("delay", 0.5, 4.5, 2.5)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Ok(Self::new(stage.params().number("delay")))
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let delay = stage.params().number("delay");
        if stage.params().changed("delay") {
            *self = Self::new(delay);
        }
        self.bar.update(stage);
        let time = self.bar.time();
        if time < self.lanes[0].time() {
            // What was overwritten is gone for good: back in time means from the beginning.
            *self = Self { bar: self.bar, ..Self::new(delay) };
        }
        for (animator, actor) in self.lanes.iter_mut().zip(&mut self.actors) {
            animator.update_to(time, actor);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "x → 800 in 3 s, then x → 100 in 3 s", "Tweener");
        for (index, actor) in self.actors.iter().enumerate() {
            let (_, words, color) = LANES[index];
            let y = actor.y;
            let delay = stage.params().number("delay");
            let words =
                if index == 0 { words.into() } else { format!("{words} (delay {delay:.1} s)") };
            figures::panel(
                canvas,
                Aabb::new(vec2(24.0, y - 66.0), vec2(876.0, y + 52.0)),
                figures::PANEL,
            );
            canvas.write(words, TITLE, vec2(44.0, y - 46.0), vec2(0.0, 0.5), color);
            for x in [100.0, 800.0] {
                Actor { x, y: y + 12.0, ..*actor }.draw_ghost(canvas, figures::MUTED);
            }
            let way = (vec2(100.0, y + 12.0), vec2(actor.x, y + 12.0));
            canvas.line(way.0, way.1, &Stroke::new(4.0), color.with_alpha(110));
            Actor { y: y + 12.0, ..*actor }.draw(canvas, color);
        }
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
