//! One call is one tween, of one property or of many.

use super::{
    figures,
    scene::{self, Actor, Scene},
};
use crate::Demo;
use motile::anim::{Ease, Span, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/single-moves",
    title: "Single moves",
    sees: "A card moves in three seconds as the first examples of three classic engines had it.",
    tries: "Compare the defaults: TweenLite brakes, KitchenSync and gTween keep the speed.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
    spec: &["D10-15", "D10-21", "D10-25"],
    size: scene::SIZE,
    ticks: 75,
    ..Demo::of::<SingleMoves>()
};

/// One of the first examples of an engine.
pub(super) struct Move {
    engine: &'static str,
    words: &'static str,
    tween: fn() -> motile::Result<Tween<Actor>>,
}

impl Move {
    pub(super) fn tween(&self) -> motile::Result<Tween<Actor>> {
        (self.tween)()
    }
}

fn right() -> Tween<Actor> {
    Tween::new(3.0).to(Actor::x, 800.0)
}

fn explicit(length: Span) -> Tween<Actor> {
    Tween::new(length).from_to(Actor::x, 100.0, 800.0)
}

const NAMES: &[&str] = &[
    "tweenlite",
    "tweenlite-many",
    "tweenlite-elastic",
    "kitchensync",
    "kitchensync-quartic",
    "gtween",
    "gtween-many",
    "gtween-circular",
];

/// What the names stand for.
pub(super) const MOVES: [Move; 8] = [
    Move {
        engine: "TweenLite",
        words: "Tween::new(3.0).to(Actor::x, 800.0)",
        tween: || Ok(right()),
    },
    Move {
        engine: "TweenLite",
        words: "Tween::new(3.0)\n    .to(Actor::x, 800.0)\n    .to(Actor::y, 400.0)\n    .to(Actor::rotation, 360.0)",
        tween: || Ok(right().to(Actor::y, 400.0).to(Actor::rotation, 360.0)),
    },
    Move {
        engine: "TweenLite",
        words: "Tween::new(3.0).to(Actor::x, 800.0)\n    .ease(Ease::ELASTIC_IN_OUT)",
        tween: || Ok(right().ease(Ease::ELASTIC_IN_OUT)),
    },
    Move {
        engine: "KitchenSync",
        words: "Tween::new(\"3sec\".parse::<Span>()?)\n    .from_to(Actor::x, 100.0, 800.0)\n    .ease(Ease::LINEAR)",
        tween: || Ok(explicit("3sec".parse()?).ease(Ease::LINEAR)),
    },
    Move {
        engine: "KitchenSync",
        words: "Tween::new(Span::ms(3000.0))\n    .from_to(Actor::x, 100.0, 800.0)\n    .ease(Ease::QUART_IN_OUT)",
        tween: || Ok(explicit(Span::ms(3000.0)).ease(Ease::QUART_IN_OUT)),
    },
    Move {
        engine: "gTween",
        words: "Tween::new(3.0).to(Actor::x, 800.0)\n    .ease(Ease::LINEAR)",
        tween: || Ok(right().ease(Ease::LINEAR)),
    },
    Move {
        engine: "gTween",
        words: "Tween::new(3.0)\n    .to(Actor::x, 800.0)\n    .to(Actor::y, 400.0)\n    .ease(Ease::LINEAR)",
        tween: || Ok(right().to(Actor::y, 400.0).ease(Ease::LINEAR)),
    },
    Move {
        engine: "gTween",
        words: "Tween::new(3.0).to(Actor::x, 800.0)\n    .ease(Ease::CIRC_IN_OUT)",
        tween: || Ok(right().ease(Ease::CIRC_IN_OUT)),
    },
];

#[derive(StateHash)]
#[state(hash_only)]
struct SingleMoves {
    scene: Scene,
    choice: usize,
}

impl Sketch for SingleMoves {
    const PARAMS: &'static [Param] = &[Param::choice("move", NAMES, 1)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let choice = stage.params().choice("move") as usize;
        Ok(Self { scene: Scene::new(MOVES[choice].tween()?), choice })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("move") {
            self.rebuild(stage);
        }
        self.scene.update(stage);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Move { engine, words, .. } = MOVES[self.choice];
        figures::heading(canvas, NAMES[self.choice], engine);
        figures::code(canvas, words, vec2(60.0, 290.0));
        self.scene.draw(canvas, figures::VIOLET);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
