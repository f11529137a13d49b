//! Overwrite rules: what a new tween does to the others of its target.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use crate::look::TITLE;
use motile::anim::{AnimEventKind, Animator, Overwrite, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/overwrite",
    title: "Overwrite rules",
    sees: "Three delayed tweens are to move a card right, down and around; under the classic default two of them are killed at birth, and it only turns.",
    tries: "Choose none, auto or concurrent: right, down, around.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
    spec: &["D10-17", "TWEEN-41"],
    size: scene::SIZE,
    ticks: 440,
    ..Demo::of::<OverwriteRules>()
};

const NAMES: &[&str] = &["all-at-creation", "none", "auto", "concurrent"];
/// The rules in the order of their names.
const RULES: [Overwrite; 4] =
    [Overwrite::All.at_creation(), Overwrite::None, Overwrite::Auto, Overwrite::Concurrent];
const TWEENS: [&str; 3] = ["right", "down", "around"];

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
        let way = [vec2(100.0, 100.0), vec2(800.0, 100.0), vec2(800.0, 400.0)];
        let dashed = Stroke::new(3.0).with_dash(&[10.0, 10.0], 0.0);
        canvas.stroke(&Path::polyline(&way), &dashed, figures::FAINT);
        for place in way {
            Actor::at(place.x, place.y).draw_ghost(canvas, figures::MUTED);
        }
        for (row, (fate, words)) in self.fates.iter().zip(TWEENS).enumerate() {
            draw_fate(canvas, row, *fate, words);
        }
        self.actor.draw(canvas, figures::ORANGE);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A tween as a bar over time, and what became of it.
fn draw_fate(canvas: &mut Canvas<'_>, row: usize, fate: Fate, words: &str) {
    const LEFT: f32 = 40.0;
    const SECOND: f32 = 60.0;
    let y = 184.0 + 86.0 * row as f32;
    let lane = Aabb::from_size(vec2(LEFT, y), vec2(SECOND * 9.0 + 120.0, 74.0));
    figures::panel(canvas, lane, figures::PANEL);
    let (color, state) = match fate {
        Fate::Waiting => (figures::MUTED, "waits"),
        Fate::Running => (figures::BLUE, "runs"),
        Fate::Killed => (figures::RED, "killed"),
        Fate::Done => (figures::TEAL, "done"),
    };
    let from = vec2(LEFT + 10.0 + 3.0 * SECOND * row as f32, y + 11.0);
    let bar = Aabb::from_size(from, vec2(SECOND * 3.0 - 6.0, 52.0));
    let killed = fate == Fate::Killed;
    figures::panel(canvas, bar, if killed { color.with_alpha(40) } else { color });
    let ink = if killed { color } else { figures::PANEL };
    canvas.write(words, TITLE, bar.center(), vec2(0.5, 0.5), ink);
    if killed {
        let (left, right) = (bar.center() - vec2(70.0, 0.0), bar.center() + vec2(70.0, 0.0));
        canvas.line(left, right, &Stroke::new(4.0), color);
    }
    let at = vec2(lane.max.x - 20.0, lane.center().y);
    canvas.write(state, TITLE, at, vec2(1.0, 0.5), color);
}
