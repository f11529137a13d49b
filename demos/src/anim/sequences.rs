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
    sees: "A card goes right, then down, then turns: three tweens one after another, told in the way of the chosen engine.",
    tries: "Drag the time bar to and fro: a timeline shows the same at a time whichever way it got there.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
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

/// How an engine tells the story, and the words for it here.
pub(super) struct Story {
    engine: &'static str,
    chain: &'static str,
    words: &'static str,
    timeline: fn() -> motile::Result<Timeline<Actor>>,
}

impl Story {
    pub(super) fn timeline(&self) -> motile::Result<Timeline<Actor>> {
        (self.timeline)()
    }
}

fn to(turn: f32) -> [Tween<Actor>; 3] {
    [
        Tween::new(3.0).to(Actor::x, 800.0),
        Tween::new(3.0).to(Actor::y, 400.0),
        Tween::new(3.0).to(Actor::rotation, turn),
    ]
}

fn from_to(lengths: [Span; 3]) -> [Tween<Actor>; 3] {
    [
        Tween::new(lengths[0]).from_to(Actor::x, 100.0, 800.0),
        Tween::new(lengths[1]).from_to(Actor::y, 100.0, 400.0),
        Tween::new(lengths[2]).from_to(Actor::rotation, 0.0, 360.0),
    ]
}

/// What the names stand for.
pub(super) const STORIES: [Story; 8] = [
    Story {
        engine: "Flash Tween",
        chain: "MOTION_FINISH starts the next",
        words: "Timeline::new()\n    .then(Tween::new(3.0).from_to(Actor::x, 100.0, 800.0))\n    .then(Tween::new(3.0).from_to(Actor::y, 100.0, 400.0))\n    .then(Tween::new(4.0).from_to(Actor::rotation, 0.0, 360.0)\n        .ease(Ease::QUINT_IN_OUT))\n    .ease(Ease::QUAD_IN_OUT)",
        timeline: || {
            let [x, y, turn] = from_to([3.0, 3.0, 4.0].map(Span::from));
            let turn = turn.ease(Ease::QUINT_IN_OUT);
            Ok(Timeline::new().then(x).then(y).then(turn).ease(Ease::QUAD_IN_OUT))
        },
    },
    Story {
        engine: "Flex Tween",
        chain: "the end function starts the next",
        words: "Timeline::new()\n    .then(Tween::new(Span::ms(3000.0)).from_to(Actor::x, 100.0, 800.0))\n    .then(Tween::new(Span::ms(3000.0)).from_to(Actor::y, 100.0, 400.0))\n    .then(Tween::new(Span::ms(4000.0)).from_to(Actor::rotation, 0.0, 360.0))\n    .ease(Ease::SINE_IN_OUT)",
        timeline: || {
            let steps = from_to([3000.0, 3000.0, 4000.0].map(Span::ms));
            Ok(Timeline::sequence(steps).ease(Ease::SINE_IN_OUT))
        },
    },
    Story {
        engine: "Tweener",
        chain: "onComplete adds the next",
        words: "Timeline::new()\n    .then(Tween::new(3.0).to(Actor::x, 800.0))\n    .then(Tween::new(3.0).to(Actor::y, 400.0))\n    .then(Tween::new(3.0).to(Actor::rotation, 360.0))\n    .ease(Ease::CUBIC_IN_OUT)",
        timeline: || Ok(Timeline::sequence(to(360.0)).ease(Ease::CUBIC_IN_OUT)),
    },
    Story {
        engine: "Tweener",
        chain: "each waits for its delay",
        words: "Timeline::parallel([\n    Tween::new(3.0).to(Actor::x, 800.0),\n    Tween::new(3.0).to(Actor::y, 400.0).delay(3.0),\n    Tween::new(3.0).to(Actor::rotation, 360.0).delay(6.0),\n]).ease(Ease::CUBIC_IN_OUT)",
        timeline: || {
            let [x, y, turn] = to(360.0);
            let steps = [x, y.delay(3.0), turn.delay(6.0)];
            Ok(Timeline::parallel(steps).ease(Ease::CUBIC_IN_OUT))
        },
    },
    Story {
        engine: "TweenLite",
        chain: "onComplete makes the next",
        words: "Timeline::new()\n    .then(Tween::new(3.0).to(Actor::x, 800.0))\n    .then(Tween::new(3.0).to(Actor::y, 400.0))\n    .then(Tween::new(3.0).to(Actor::rotation, 360.0))",
        timeline: || Ok(Timeline::sequence(to(360.0))),
    },
    Story {
        engine: "TweenGroup",
        chain: "align = ALIGN_SEQUENCE",
        words: "Timeline::aligned(TimelineAlign::Sequence, 0.0, [\n    Tween::new(3.0).to(Actor::x, 800.0),\n    Tween::new(3.0).to(Actor::y, 400.0),\n    Tween::new(3.0).to(Actor::rotation, 360.0),\n])",
        timeline: || Ok(Timeline::aligned(TimelineAlign::Sequence, 0.0, to(360.0))),
    },
    Story {
        engine: "KitchenSync",
        chain: "KSSequenceGroup",
        words: "Timeline::sequence([\n    Tween::new(\"3sec\".parse::<Span>()?).from_to(Actor::x, 100.0, 800.0),\n    Tween::new(Span::ms(3000.0)).from_to(Actor::y, 100.0, 400.0),\n    Tween::new(Span::ms(3000.0)).from_to(Actor::rotation, 0.0, 360.0),\n]).ease(Ease::QUART_IN_OUT)",
        timeline: || {
            let steps = from_to(["3sec".parse()?, Span::ms(3000.0), Span::ms(3000.0)]);
            Ok(Timeline::sequence(steps).ease(Ease::QUART_IN_OUT))
        },
    },
    Story {
        engine: "gTween",
        chain: "nextTween",
        words: "Timeline::new()\n    .then(Tween::new(3.0).to(Actor::x, 800.0))\n    .then(Tween::new(3.0).to(Actor::y, 400.0))\n    .then(Tween::new(3.0).to(Actor::rotation, 180.0))\n    .ease(Ease::QUAD_IN_OUT)",
        timeline: || Ok(Timeline::sequence(to(180.0)).ease(Ease::QUAD_IN_OUT)),
    },
];

#[derive(StateHash)]
#[state(hash_only)]
struct Sequences {
    scene: Scene,
    /// A choice of the visitor, which the scene shows.
    #[state(skip)]
    story: &'static Story,
}

impl Sketch for Sequences {
    const PARAMS: &'static [Param] = &[Param::choice("engine", NAMES, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let story = &STORIES[stage.params().choice("engine") as usize];
        Ok(Self { scene: Scene::new(story.timeline()?), story })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("engine") {
            self.rebuild(stage);
        }
        self.scene.update(stage);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Story { engine, chain, words, .. } = *self.story;
        figures::heading(canvas, engine, chain);
        figures::code(canvas, words, vec2(40.0, 170.0));
        self.scene.draw(canvas, figures::ORANGE);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
