//! A tween says what changes, to which value, in how long and with which ease; eases give the same move its character.

use super::{
    figures,
    scene::{self, Actor, Scene},
};
use crate::Demo;
use motile::anim::{Ease, Timeline, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/flash-tweens",
    title: "Tweens and their eases",
    sees: "A rectangle moves with the chosen ease and leaves a trace at equal times: close traces are slow, wide ones fast.",
    tries: "Go through the list and watch where the traces crowd. Bounce and back leave the straight way.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-2", "D10-3", "D10-4"],
    size: scene::SIZE,
    ticks: 115,
    ..Demo::of::<FlashTweens>()
};

const NAMES: &[&str] = &[
    "linear",
    "regular-in",
    "regular-out",
    "regular-in-out",
    "strong",
    "bounce",
    "back",
    "fade",
    "springy",
    "parallel",
];

/// A tween or several, and what they say.
pub(super) struct Variant {
    words: &'static str,
    pub(super) timeline: fn() -> Timeline<Actor>,
}

/// What the names stand for.
pub(super) const VARIANTS: [Variant; 10] = [
    Variant {
        words: "x 100 → 500 in 1 s\nEase::LINEAR, once called None",
        timeline: || slide(Ease::LINEAR),
    },
    Variant {
        words: "x 100 → 500 in 1 s\nEase::QUAD_IN, once Regular.easeIn",
        timeline: || slide(Ease::QUAD_IN),
    },
    Variant {
        words: "x 100 → 500 in 1 s\nEase::QUAD_OUT, once Regular.easeOut",
        timeline: || slide(Ease::QUAD_OUT),
    },
    Variant {
        words: "x 100 → 500 in 1 s\nEase::QUAD_IN_OUT, once Regular.easeInOut",
        timeline: || slide(Ease::QUAD_IN_OUT),
    },
    Variant {
        words: "x 100 → 500 in 1 s\nEase::QUINT_IN_OUT, once Strong.easeInOut",
        timeline: || slide(Ease::QUINT_IN_OUT),
    },
    Variant {
        words: "x 100 → 500 in 1 s\nEase::BOUNCE_OUT", timeline: || slide(Ease::BOUNCE_OUT)
    },
    Variant {
        words: "x 100 → 500 in 1 s\nEase::BACK_IN_OUT",
        timeline: || slide(Ease::BACK_IN_OUT),
    },
    Variant {
        words: "alpha 0 → 1 in 1 s\nEase::QUAD_IN_OUT",
        timeline: || one(Tween::new(1.0).from_to(Actor::alpha, 0.0, 1.0).ease(Ease::QUAD_IN_OUT)),
    },
    Variant {
        words: "x 100 → 800 in 3 s\nEase::ELASTIC_IN_OUT",
        timeline: || {
            one(Tween::new(3.0).from_to(Actor::x, 100.0, 800.0).ease(Ease::ELASTIC_IN_OUT))
        },
    },
    Variant {
        words: "x and y, Ease::QUAD_IN_OUT, 3 s\nrotation, Ease::QUINT_IN_OUT, 4 s",
        timeline: parallel,
    },
];

fn one(tween: Tween<Actor>) -> Timeline<Actor> {
    Timeline::new().then(tween)
}

fn slide(ease: Ease) -> Timeline<Actor> {
    one(Tween::new(1.0).from_to(Actor::x, 100.0, 500.0).ease(ease))
}

/// Three tweens of their own on one rectangle; the turn ends a second after the way.
fn parallel() -> Timeline<Actor> {
    Timeline::parallel([
        Tween::new(3.0).from_to(Actor::x, 100.0, 800.0).ease(Ease::QUAD_IN_OUT),
        Tween::new(3.0).from_to(Actor::y, 100.0, 400.0).ease(Ease::QUAD_IN_OUT),
        Tween::new(4.0).from_to(Actor::rotation, 0.0, 360.0).ease(Ease::QUINT_IN_OUT),
    ])
}

#[derive(StateHash)]
#[state(hash_only)]
struct FlashTweens {
    scene: Scene,
    choice: usize,
}

impl Sketch for FlashTweens {
    const PARAMS: &'static [Param] = &[Param::choice("tween", NAMES, 9)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let choice = stage.params().choice("tween") as usize;
        Ok(Self { scene: Scene::new((VARIANTS[choice].timeline)()), choice })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("tween") {
            self.rebuild(stage);
        }
        self.scene.update(stage);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, NAMES[self.choice], "Flash Tween");
        figures::code(canvas, VARIANTS[self.choice].words, vec2(60.0, 350.0));
        self.scene.draw(canvas, Color::RED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
