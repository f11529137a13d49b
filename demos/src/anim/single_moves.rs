//! One call is one tween, of one property or of many.

use super::{
    figures,
    scene::{self, Actor, Scene},
};
use crate::Demo;
use motile::anim::{Ease, Span, Timeline, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/single-moves",
    title: "Single moves",
    sees: "A rectangle moves in three seconds as the first examples of three classic engines had it.",
    tries: "Compare the defaults: TweenLite brakes, KitchenSync and gTween keep the speed.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-15", "D10-21", "D10-25"],
    size: scene::SIZE,
    ticks: 75,
    ..Demo::of::<SingleMoves>()
};

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

/// The tween of a name, its engine, and its words.
pub(super) fn tween(choice: u32) -> (Tween<Actor>, &'static str, &'static str) {
    let right = || Tween::new(3.0).to(Actor::x, 800.0);
    let three_seconds: Span = "3sec".parse().expect("a time");
    let explicit = |length| Tween::new(length).from_to(Actor::x, 100.0, 800.0);
    match choice {
        0 => (right(), "TweenLite", "Tween::new(3.0).to(Actor::x, 800.0)"),
        1 => {
            let many = right().to(Actor::y, 400.0).to(Actor::rotation, 360.0);
            let words = "Tween::new(3.0)\n    .to(Actor::x, 800.0)\n    .to(Actor::y, 400.0)\n    .to(Actor::rotation, 360.0)";
            (many, "TweenLite", words)
        }
        2 => {
            let words = "Tween::new(3.0).to(Actor::x, 800.0)\n    .ease(Ease::ELASTIC_IN_OUT)";
            (right().ease(Ease::ELASTIC_IN_OUT), "TweenLite", words)
        }
        3 => {
            let words = "Tween::new(\"3sec\".parse::<Span>()?)\n    .from_to(Actor::x, 100.0, 800.0)\n    .ease(Ease::LINEAR)";
            (explicit(three_seconds).ease(Ease::LINEAR), "KitchenSync", words)
        }
        4 => {
            let words = "Tween::new(Span::ms(3000.0))\n    .from_to(Actor::x, 100.0, 800.0)\n    .ease(Ease::QUART_IN_OUT)";
            (explicit(Span::ms(3000.0)).ease(Ease::QUART_IN_OUT), "KitchenSync", words)
        }
        5 => {
            let words = "Tween::new(3.0).to(Actor::x, 800.0)\n    .ease(Ease::LINEAR)";
            (right().ease(Ease::LINEAR), "gTween", words)
        }
        6 => {
            let words = "Tween::new(3.0)\n    .to(Actor::x, 800.0)\n    .to(Actor::y, 400.0)\n    .ease(Ease::LINEAR)";
            (right().to(Actor::y, 400.0).ease(Ease::LINEAR), "gTween", words)
        }
        _ => {
            let words = "Tween::new(3.0).to(Actor::x, 800.0)\n    .ease(Ease::CIRC_IN_OUT)";
            (right().ease(Ease::CIRC_IN_OUT), "gTween", words)
        }
    }
}

struct SingleMoves {
    scene: Scene,
    choice: u32,
}

impl Sketch for SingleMoves {
    const PARAMS: &'static [Param] = &[Param::choice("move", NAMES, 1)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let choice = stage.params().choice("move");
        Ok(Self { scene: Scene::new(Timeline::new().then(tween(choice).0)), choice })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("move") {
            self.rebuild(stage);
        }
        self.scene.update(stage);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let (_, engine, words) = tween(self.choice);
        figures::heading(canvas, NAMES[self.choice as usize], engine);
        figures::code(canvas, words, vec2(60.0, 290.0));
        self.scene.draw(canvas, Color::RED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.scene);
    }
}
