//! Overwrite rules: what a new tween does to the others of its target.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use motile::anim::{AnimEventKind, Animator, Overwrite, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/overwrite",
    title: "Overwrite rules",
    sees: "Three delayed tweens are to move a rectangle right, down and around; under the classic default two of them are killed at birth, and it only turns.",
    tries: "Choose none, auto or concurrent: right, down, around.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-17", "TWEEN-41"],
    size: scene::SIZE,
    ticks: 440,
    ..Demo::of::<OverwriteRules>()
};

const NAMES: &[&str] = &["all-at-creation", "none", "auto", "concurrent"];
/// The rules in the order of their names.
const RULES: [Overwrite; 4] =
    [Overwrite::All.at_creation(), Overwrite::None, Overwrite::Auto, Overwrite::Concurrent];
const TWEENS: [&str; 3] = ["x → 800", "y → 400, delay 3 s", "rotation → 360, delay 6 s"];

/// Three tweens made at once, under one of the rules.
pub(super) fn animator(choice: u32) -> Animator<Actor> {
    let mut animator = Animator::new();
    animator.defaults.overwrite = RULES[choice as usize];
    let tweens = [
        Tween::new(3.0).to(Actor::x, 800.0),
        Tween::new(3.0).to(Actor::y, 400.0).delay(3.0),
        Tween::new(3.0).to(Actor::rotation, 360.0).delay(6.0),
    ];
    for (tag, tween) in tweens.into_iter().enumerate() {
        animator.play(tween.tag(tag as u32));
    }
    animator
}

/// What became of a tween.
#[derive(Clone, Copy, PartialEq, StateHash)]
enum Fate {
    Waiting,
    Running,
    Killed,
    Done,
}

#[derive(StateHash)]
#[state(hash_only)]
struct OverwriteRules {
    animator: Animator<Actor>,
    actor: Actor,
    fates: [Fate; 3],
    bar: TimeBar,
    choice: u32,
}

impl OverwriteRules {
    fn new(choice: u32) -> Self {
        let bar = TimeBar::new(9.0);
        let fates = [Fate::Waiting; 3];
        Self { animator: animator(choice), actor: Actor::START, fates, bar, choice }
    }
}

impl Sketch for OverwriteRules {
    const PARAMS: &'static [Param] = &[Param::choice("overwrite", NAMES, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Ok(Self::new(stage.params().choice("overwrite")))
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("overwrite") {
            self.rebuild(stage);
        }
        self.bar.update(stage);
        let time = self.bar.time();
        if time < self.animator.time() {
            *self = Self { bar: self.bar, ..Self::new(self.choice) };
        }
        self.animator.update_to(time, &mut self.actor);
        for event in self.animator.events() {
            self.fates[event.tag as usize] = match event.kind {
                AnimEventKind::Start => Fate::Running,
                AnimEventKind::Complete => Fate::Done,
                AnimEventKind::Interrupted(_) => Fate::Killed,
                _ => continue,
            };
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, NAMES[self.choice as usize], "TweenLite");
        for (row, (fate, words)) in self.fates.iter().zip(TWEENS).enumerate() {
            let area = Aabb::from_size(vec2(60.0, 190.0 + 64.0 * row as f32), vec2(470.0, 52.0));
            figures::panel(canvas, area, figures::PANEL);
            let (color, state) = match fate {
                Fate::Waiting => (figures::MUTED, "waits"),
                Fate::Running => (figures::BLUE, "runs"),
                Fate::Killed => (figures::CORAL, "overwritten"),
                Fate::Done => (figures::TEAL, "complete"),
            };
            let middle = area.center().y;
            figures::disc(canvas, vec2(84.0, middle), 8.0, color);
            figures::label_right_of(canvas, words, vec2(106.0, middle), figures::INK);
            canvas.write(state, 17.0, vec2(512.0, middle), vec2(1.0, 0.5), color);
        }
        for (x, y) in [(100.0, 100.0), (800.0, 100.0), (800.0, 400.0)] {
            Actor::at(x, y).draw_ghost(canvas, figures::MUTED);
        }
        self.actor.draw(canvas, Color::RED);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
