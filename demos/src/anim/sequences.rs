//! Right, down, around: the same story in the words of six engines, and what each of them becomes here.

use super::{
    figures,
    scene::{self, Actor, Scene},
};
use crate::Demo;
use motile::anim::{Ease, Span, Timeline, TimelineAlign, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/sequences",
    title: "Sequences",
    sees: "A rectangle goes right, then down, then turns: three tweens one after another, told in the way of the chosen engine.",
    tries: "Drag the time bar to and fro: a timeline shows the same at a time whichever way it got there.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-5", "D10-10", "D10-12", "D10-13", "D10-18", "D10-20", "D10-23", "D10-27"],
    size: scene::SIZE,
    ticks: 400,
    ..Demo::of::<Sequences>()
};

const NAMES: &[&str] = &[
    "flash",
    "flex",
    "tweener",
    "tweener-delays",
    "tweenlite",
    "tweengroup",
    "kitchensync",
    "gtween",
];

/// Engine, how it chains, and the same here.
const WORDS: [(&str, &str, &str); 8] = [
    (
        "Flash Tween",
        "MOTION_FINISH starts the next",
        "Timeline::new()\n    .then(Tween::new(3.0).from_to(Actor::x, 100.0, 800.0))\n    .then(Tween::new(3.0).from_to(Actor::y, 100.0, 400.0))\n    .then(Tween::new(4.0).from_to(Actor::rotation, 0.0, 360.0)\n        .ease(Ease::QUINT_IN_OUT))\n    .ease(Ease::QUAD_IN_OUT)",
    ),
    (
        "Flex Tween",
        "the end function starts the next",
        "Timeline::new()\n    .then(Tween::new(Span::ms(3000.0)).from_to(Actor::x, 100.0, 800.0))\n    .then(Tween::new(Span::ms(3000.0)).from_to(Actor::y, 100.0, 400.0))\n    .then(Tween::new(Span::ms(4000.0)).from_to(Actor::rotation, 0.0, 360.0))\n    .ease(Ease::SINE_IN_OUT)",
    ),
    (
        "Tweener",
        "onComplete adds the next",
        "Timeline::new()\n    .then(Tween::new(3.0).to(Actor::x, 800.0))\n    .then(Tween::new(3.0).to(Actor::y, 400.0))\n    .then(Tween::new(3.0).to(Actor::rotation, 360.0))\n    .ease(Ease::CUBIC_IN_OUT)",
    ),
    (
        "Tweener",
        "each waits for its delay",
        "Timeline::parallel([\n    Tween::new(3.0).to(Actor::x, 800.0),\n    Tween::new(3.0).to(Actor::y, 400.0).delay(3.0),\n    Tween::new(3.0).to(Actor::rotation, 360.0).delay(6.0),\n]).ease(Ease::CUBIC_IN_OUT)",
    ),
    (
        "TweenLite",
        "onComplete makes the next",
        "Timeline::new()\n    .then(Tween::new(3.0).to(Actor::x, 800.0))\n    .then(Tween::new(3.0).to(Actor::y, 400.0))\n    .then(Tween::new(3.0).to(Actor::rotation, 360.0))",
    ),
    (
        "TweenGroup",
        "align = ALIGN_SEQUENCE",
        "Timeline::aligned(TimelineAlign::Sequence, 0.0, [\n    Tween::new(3.0).to(Actor::x, 800.0),\n    Tween::new(3.0).to(Actor::y, 400.0),\n    Tween::new(3.0).to(Actor::rotation, 360.0),\n])",
    ),
    (
        "KitchenSync",
        "KSSequenceGroup",
        "Timeline::sequence([\n    Tween::new(\"3sec\".parse::<Span>()?).from_to(Actor::x, 100.0, 800.0),\n    Tween::new(Span::ms(3000.0)).from_to(Actor::y, 100.0, 400.0),\n    Tween::new(Span::ms(3000.0)).from_to(Actor::rotation, 0.0, 360.0),\n]).ease(Ease::QUART_IN_OUT)",
    ),
    (
        "gTween",
        "nextTween",
        "Timeline::new()\n    .then(Tween::new(3.0).to(Actor::x, 800.0))\n    .then(Tween::new(3.0).to(Actor::y, 400.0))\n    .then(Tween::new(3.0).to(Actor::rotation, 180.0))\n    .ease(Ease::QUAD_IN_OUT)",
    ),
];

/// The story of an engine.
pub(super) fn story(engine: u32) -> Timeline<Actor> {
    let to = |turn| {
        [
            Tween::new(3.0).to(Actor::x, 800.0),
            Tween::new(3.0).to(Actor::y, 400.0),
            Tween::new(3.0).to(Actor::rotation, turn),
        ]
    };
    let from_to = |seconds: [Span; 3]| {
        [
            Tween::new(seconds[0]).from_to(Actor::x, 100.0, 800.0),
            Tween::new(seconds[1]).from_to(Actor::y, 100.0, 400.0),
            Tween::new(seconds[2]).from_to(Actor::rotation, 0.0, 360.0),
        ]
    };
    match engine {
        0 => {
            let [x, y, turn] = from_to([3.0, 3.0, 4.0].map(Span::from));
            let turn = turn.ease(Ease::QUINT_IN_OUT);
            Timeline::new().then(x).then(y).then(turn).ease(Ease::QUAD_IN_OUT)
        }
        1 => {
            let steps = from_to([3000.0, 3000.0, 4000.0].map(Span::ms));
            Timeline::sequence(steps).ease(Ease::SINE_IN_OUT)
        }
        2 => Timeline::sequence(to(360.0)).ease(Ease::CUBIC_IN_OUT),
        3 => {
            let [x, y, turn] = to(360.0);
            Timeline::parallel([x, y.delay(3.0), turn.delay(6.0)]).ease(Ease::CUBIC_IN_OUT)
        }
        4 => Timeline::sequence(to(360.0)),
        5 => Timeline::aligned(TimelineAlign::Sequence, 0.0, to(360.0)),
        6 => {
            let three = "3sec".parse().expect("a time");
            let steps = from_to([three, Span::ms(3000.0), Span::ms(3000.0)]);
            Timeline::sequence(steps).ease(Ease::QUART_IN_OUT)
        }
        _ => Timeline::sequence(to(180.0)).ease(Ease::QUAD_IN_OUT),
    }
}

struct Sequences {
    scene: Scene,
    engine: u32,
}

impl Sketch for Sequences {
    const PARAMS: &'static [Param] = &[Param::choice("engine", NAMES, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let engine = stage.params().choice("engine");
        Ok(Self { scene: Scene::new(story(engine)), engine })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("engine") {
            self.rebuild(stage);
        }
        self.scene.update(stage);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let (engine, chain, lines) = WORDS[self.engine as usize];
        figures::heading(canvas, engine, chain);
        figures::code(canvas, lines, vec2(50.0, 165.0));
        self.scene.draw(canvas, Color::RED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.scene);
    }
}
