//! A tween needs no target: it can drive bare numbers, and a handler says what they mean.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use motile::anim::{AnimPlayer, Ease, Span, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/flex-tweens",
    title: "Numbers without a target",
    sees: "Two numbers are tweened, and a line of code makes places or transparencies of them.",
    tries: "Compare array and unit-driver: the same picture from two numbers or from one. Then see one number fade two things.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-6", "D10-7", "D10-8", "D10-9"],
    size: scene::SIZE,
    ticks: 37,
    ..Demo::of::<FlexTweens>()
};

type Numbers = [f32; 2];

/// A tween of two numbers, and what becomes of them.
pub(super) struct Variant {
    name: &'static str,
    pub(super) from: Numbers,
    pub(super) to: Numbers,
    pub(super) ease: Ease,
    words: &'static str,
    pub(super) handler: fn(Numbers) -> [Actor; 2],
}

const NAMES: &[&str] = &["sine", "linear", "quintic", "array", "unit-driver", "dual-fade"];

pub(super) const VARIANTS: [Variant; 6] = [
    Variant {
        name: "x 100 → 800",
        ease: Ease::SINE_IN_OUT,
        words: "Ease::SINE_IN_OUT\nx = value",
        ..X
    },
    Variant { name: "x 100 → 800", ease: Ease::LINEAR, words: "Ease::LINEAR\nx = value", ..X },
    Variant {
        name: "x 100 → 800",
        ease: Ease::QUINT_IN_OUT,
        words: "Ease::QUINT_IN_OUT\nx = value",
        ..X
    },
    Variant {
        name: "[100, 100] → [800, 400]",
        to: [800.0, 400.0],
        words: "x = value[0]\ny = value[1]",
        ..X
    },
    Variant {
        name: "0 → 1",
        from: [0.0; 2],
        to: [1.0; 2],
        words: "x = 100 + 700 · value\ny = 100 + 300 · value",
        handler: |[v, _]| [Actor::at(100.0 + 700.0 * v, 100.0 + 300.0 * v), NOBODY],
        ..X
    },
    Variant {
        name: "0 → 1",
        from: [0.0; 2],
        to: [1.0; 2],
        words: "first.alpha = value\nsecond.alpha = 1 − value",
        handler: |[v, _]| {
            [
                Actor { alpha: v, ..Actor::at(300.0, 200.0) },
                Actor { alpha: 1.0 - v, ..Actor::at(600.0, 200.0) },
            ]
        },
        ..X
    },
];

const NOBODY: Actor = Actor { alpha: 0.0, ..Actor::START };

/// The simplest: the first number is the x of the first rectangle.
const X: Variant = Variant {
    name: "",
    from: [100.0, 100.0],
    to: [800.0, 100.0],
    ease: Ease::SINE_IN_OUT,
    words: "",
    handler: |[x, y]| [Actor::at(x, y), NOBODY],
};

#[derive(StateHash)]
#[state(hash_only)]
struct FlexTweens {
    #[state(skip)]
    variant: &'static Variant,
    numbers: Numbers,
    player: AnimPlayer<Numbers>,
    bar: TimeBar,
}

impl Sketch for FlexTweens {
    const PARAMS: &'static [Param] = &[Param::choice("tween", NAMES, 3)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let variant = &VARIANTS[stage.params().choice("tween") as usize];
        let tween = Tween::new(Span::ms(1000.0))
            .from_to(|numbers: &mut Numbers| numbers, variant.from, variant.to)
            .ease(variant.ease);
        let player = AnimPlayer::new(tween);
        Ok(Self { variant, numbers: variant.from, player, bar: TimeBar::new(1.0) })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("tween") {
            self.rebuild(stage);
        }
        self.bar.update(stage);
        self.player.seek(self.bar.time(), &mut self.numbers);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Variant { name, from, to, ease, words, handler } = *self.variant;
        figures::heading(canvas, name, "Flex Tween, 1000 ms");
        figures::code(canvas, words, vec2(60.0, 330.0));
        let now = format!("value = [{:.1}, {:.1}]", self.numbers[0], self.numbers[1]);
        figures::label_right_of(canvas, now, vec2(78.0, 305.0), figures::BLUE);
        for step in 0..=12 {
            let progress = ease.at(step as f32 / 12.0);
            let between = core::array::from_fn(|i| from[i] + (to[i] - from[i]) * progress);
            for actor in handler(between).iter().filter(|actor| actor.alpha > 0.0) {
                actor.draw_ghost(canvas, Color::RED);
            }
        }
        let [first, second] = handler(self.numbers);
        first.draw(canvas, Color::RED);
        second.draw(canvas, Color::BLUE);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
