//! A tween needs no target: it can drive bare numbers, and a handler says what they mean.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use crate::look::TITLE;
use motile::anim::{AnimPlayer, Ease, Span, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/flex-tweens",
    title: "Numbers without a target",
    sees: "Two numbers are tweened, and a line of code makes places or transparencies of them.",
    tries: "Compare array and unit-driver: the same picture from two numbers or from one. Then see one number fade two things.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
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

/// The simplest: the first number is the x of the first card.
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
        figures::code(canvas, words, vec2(40.0, 340.0));
        for (row, now) in self.numbers.into_iter().enumerate() {
            draw_number(canvas, 100.0 + 72.0 * row as f32, now, (from[row], to[row]));
        }
        for step in 0..=12 {
            let progress = ease.at(step as f32 / 12.0);
            let between = core::array::from_fn(|i| from[i] + (to[i] - from[i]) * progress);
            for actor in handler(between).iter().filter(|actor| actor.alpha > 0.0) {
                actor.draw_ghost(canvas, figures::TEAL);
            }
        }
        let [first, second] = handler(self.numbers);
        first.draw(canvas, figures::TEAL);
        second.draw(canvas, figures::BLUE);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A bare number as a bar between its ends, at a height of the stage.
fn draw_number(canvas: &mut Canvas<'_>, y: f32, now: f32, (from, to): (f32, f32)) {
    const LEFT: f32 = 590.0;
    const LENGTH: f32 = 270.0;
    let share = if from == to { 1.0 } else { (now - from) / (to - from) };
    let (start, end) = (vec2(LEFT, y), vec2(LEFT + LENGTH, y));
    let line = Stroke::new(10.0).with_cap(Cap::Round);
    canvas.line(start, end, &line, figures::FAINT);
    canvas.line(start, start.lerp(end, share.clamp(0.0, 1.0)), &line, figures::TEAL);
    let decimals = if to.abs() > 10.0 { 0 } else { 2 };
    let words = format!("{now:.decimals$}");
    canvas.write(words, TITLE, start + vec2(0.0, 14.0), Vec2::ZERO, figures::INK);
}
