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
    sees: "A card moves with the chosen ease; below it time runs down, and its way becomes the curve of that ease.",
    tries: "Go through the list: steep is slow, flat is fast. Bounce and back turn around on their way.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
    spec: &["D10-2", "D10-3", "D10-4"],
    size: scene::SIZE,
    ticks: 34,
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

/// Where time begins and ends below the card.
const TIME: (f32, f32) = (160.0, 430.0);

#[derive(StateHash)]
#[state(hash_only)]
struct FlashTweens {
    scene: Scene,
    choice: usize,
}

impl Sketch for FlashTweens {
    const PARAMS: &'static [Param] = &[Param::choice("tween", NAMES, 5)];

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
        self.draw_way(canvas);
        figures::code(canvas, VARIANTS[self.choice].words, vec2(560.0, 190.0));
        self.scene.draw(canvas, figures::RED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl FlashTweens {
    /// Where the card is, over a time that runs down the page.
    fn draw_way(&self, canvas: &mut Canvas<'_>) {
        let track = &self.scene.track;
        let y = |share: f32| TIME.0 + (TIME.1 - TIME.0) * share;
        let last = track.len().saturating_sub(1).max(1) as f32;
        let place = |(step, actor): (usize, &Actor)| vec2(actor.x, y(step as f32 / last));
        let points: Vec<Vec2> = track.iter().enumerate().map(place).collect();
        for end in [points.first(), points.last()].into_iter().flatten() {
            let dashed = Stroke::new(2.0).with_dash(&[4.0, 8.0], 0.0);
            canvas.line(vec2(end.x, TIME.0), vec2(end.x, TIME.1), &dashed, figures::MUTED);
        }
        canvas.stroke(&Path::polyline(&points), &Stroke::new(6.0), figures::FAINT);
        let share = self.scene.bar.share();
        let now = vec2(self.scene.actor.x, y(share));
        let passed = (share * last) as usize;
        canvas.stroke(&Path::polyline(&points[..=passed]), &Stroke::new(6.0), figures::RED);
        canvas.line(vec2(now.x, 100.0), now, &Stroke::new(2.0), figures::RED);
        figures::disc(canvas, now, 11.0, figures::RED);
    }
}
