//! One description, many targets: clones, groups side by side, groups one after another.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use crate::look::SMALL;
use motile::anim::{AnimPlayer, Ease, Span, Stagger, Timeline, TimelineAlign, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/four-sprites",
    title: "Four sprites",
    sees: "Four cards cross the page, together or one after another.",
    tries: "The first three ways to say it show the same three seconds; only the sequence is different.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
    spec: &["D10-16", "D10-19", "D10-22", "D10-26"],
    size: scene::SIZE,
    ticks: 150,
    ..Demo::of::<FourSprites>()
};

pub(super) const COLORS: [Color; 4] = [figures::RED, figures::ORANGE, figures::TEAL, figures::BLUE];

const NAMES: &[&str] = &[
    "tweengroup",
    "tweengroup-sequence",
    "kitchensync-clones",
    "kitchensync-parallel",
    "gtween-clones",
];

/// The four at the left edge, one below the other.
pub(super) const START: [Actor; 4] = [
    Actor::at(100.0, 100.0),
    Actor::at(100.0, 200.0),
    Actor::at(100.0, 300.0),
    Actor::at(100.0, 400.0),
];

/// A group of an engine, and the words for it here.
pub(super) struct Group {
    engine: &'static str,
    words: &'static str,
    /// One timeline, or several side by side.
    timelines: fn() -> Vec<Timeline<Actor, u32>>,
}

/// What the names stand for.
pub(super) const GROUPS: [Group; 5] = [
    Group {
        engine: "TweenGroup.allTo",
        words: "Timeline::stagger(0..4, Stagger::each(0.0), |_, sprite| right.clone().on(sprite))",
        timelines: || {
            let right = Tween::new(3.0).to(Actor::x, 800.0);
            let all = |_, sprite| right.clone().on(sprite);
            vec![Timeline::stagger(0..4u32, Stagger::each(0.0), all)]
        },
    },
    Group {
        engine: "TweenGroup, align sequence",
        words: "Timeline::aligned(TimelineAlign::Sequence, 0.0, (0..4).map(|sprite| right.clone().on(sprite)))",
        timelines: || {
            let right = Tween::new(1.0).to(Actor::x, 800.0);
            vec![Timeline::aligned(TimelineAlign::Sequence, 0.0, clones(right))]
        },
    },
    Group {
        engine: "KitchenSync, cloneWithTarget",
        words: "right.clone().on(sprite), four players of their own",
        timelines: || each_alone(quartic()),
    },
    Group {
        engine: "KSParallelGroup",
        words: "Timeline::parallel((0..4).map(|sprite| right.clone().on(sprite)))",
        timelines: || vec![Timeline::parallel(clones(quartic()))],
    },
    Group {
        engine: "gTween, clone",
        words: "right.clone().on(sprite)",
        timelines: || each_alone(Tween::new(3.0).to(Actor::x, 800.0).ease(Ease::QUAD_IN_OUT)),
    },
];

fn quartic() -> Tween<Actor> {
    Tween::new(Span::ms(3000.0)).from_to(Actor::x, 100.0, 800.0).ease(Ease::QUART_IN_OUT)
}

/// One tween for each of the four.
fn clones(tween: Tween<Actor>) -> impl Iterator<Item = Tween<Actor, u32>> {
    (0..4).map(move |sprite| tween.clone().on(sprite))
}

fn each_alone(tween: Tween<Actor>) -> Vec<Timeline<Actor, u32>> {
    clones(tween).map(|tween| Timeline::new().then(tween)).collect()
}

#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct FourSprites {
    pub(super) sprites: [Actor; 4],
    players: Vec<AnimPlayer<Actor, u32>>,
    bar: TimeBar,
    #[state(skip)]
    group: &'static Group,
}

impl FourSprites {
    pub(super) fn new(group: &'static Group) -> Self {
        let players: Vec<_> = (group.timelines)().into_iter().map(AnimPlayer::new).collect();
        let length = players.iter().map(AnimPlayer::duration).fold(0.0, f64::max);
        Self { sprites: START, players, bar: TimeBar::new(length), group }
    }

    /// Shows a time in seconds.
    pub(super) fn seek(&mut self, time: f64) {
        for player in &mut self.players {
            player.seek_silently(time, &mut self.sprites);
        }
    }
}

impl Sketch for FourSprites {
    const PARAMS: &'static [Param] = &[Param::choice("group", NAMES, 1)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Ok(Self::new(&GROUPS[stage.params().choice("group") as usize]))
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("group") {
            self.rebuild(stage);
        }
        self.bar.update(stage);
        self.seek(self.bar.time());
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Group { engine, words, .. } = *self.group;
        figures::heading(canvas, engine, "");
        canvas.write(words, SMALL, vec2(24.0, 50.0), vec2(0.0, 0.5), figures::MUTED);
        for ((sprite, start), color) in self.sprites.iter().zip(START).zip(COLORS) {
            let from = vec2(start.x, start.y);
            let lane = Aabb::new(from - vec2(70.0, 38.0), vec2(870.0, from.y + 38.0));
            figures::panel(canvas, lane, figures::PANEL);
            let way = Aabb::new(from - vec2(60.0, 32.0), vec2(sprite.x, from.y + 32.0));
            figures::panel(canvas, way, color.with_alpha(50));
            Actor { x: 800.0, ..start }.draw_ghost(canvas, figures::MUTED);
            sprite.draw(canvas, color);
        }
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
