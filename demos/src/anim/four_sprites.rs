//! One description, many targets: clones, groups side by side, groups one after another.

use super::{
    figures,
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use motile::anim::{AnimPlayer, Ease, Span, Stagger, Timeline, TimelineAlign, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/four-sprites",
    title: "Four sprites",
    sees: "Four rectangles cross the page, together or one after another.",
    tries: "The first three ways to say it show the same three seconds; only the sequence is different.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-16", "D10-19", "D10-22", "D10-26"],
    size: scene::SIZE,
    ticks: 150,
    ..Demo::of::<FourSprites>()
};

pub(super) const COLORS: [Color; 4] = [Color::RED, Color::GREEN, Color::BLUE, Color::YELLOW];

const NAMES: &[&str] = &[
    "tweengroup",
    "tweengroup-sequence",
    "kitchensync-clones",
    "kitchensync-parallel",
    "gtween-clones",
];

const WORDS: [(&str, &str); 5] = [
    (
        "TweenGroup.allTo",
        "Timeline::stagger(0..4, Stagger::each(0.0), |_, sprite| right.clone().on(sprite))",
    ),
    (
        "TweenGroup, align sequence",
        "Timeline::aligned(TimelineAlign::Sequence, 0.0, (0..4).map(|sprite| right.clone().on(sprite)))",
    ),
    ("KitchenSync, cloneWithTarget", "right.clone().on(sprite), four players of their own"),
    ("KSParallelGroup", "Timeline::parallel((0..4).map(|sprite| right.clone().on(sprite)))"),
    ("gTween, clone", "right.clone().on(sprite)"),
];

/// The four at the left edge, one below the other.
pub(super) const START: [Actor; 4] = [
    Actor::at(100.0, 100.0),
    Actor::at(100.0, 200.0),
    Actor::at(100.0, 300.0),
    Actor::at(100.0, 400.0),
];

/// What a group does, as one timeline or as several side by side.
pub(super) fn groups(choice: u32) -> Vec<Timeline<Actor, u32>> {
    let quartic =
        Tween::new(Span::ms(3000.0)).from_to(Actor::x, 100.0, 800.0).ease(Ease::QUART_IN_OUT);
    let clones = |tween: Tween<Actor>| (0..4u32).map(move |sprite| tween.clone().on(sprite));
    match choice {
        0 => {
            let right = Tween::new(3.0).to(Actor::x, 800.0);
            let all = |_, sprite| right.clone().on(sprite);
            vec![Timeline::stagger(0..4u32, Stagger::each(0.0), all)]
        }
        1 => {
            let right = Tween::new(1.0).to(Actor::x, 800.0);
            vec![Timeline::aligned(TimelineAlign::Sequence, 0.0, clones(right))]
        }
        2 => clones(quartic).map(|tween| Timeline::new().then(tween)).collect(),
        3 => vec![Timeline::parallel(clones(quartic))],
        _ => {
            let right = Tween::new(3.0).to(Actor::x, 800.0).ease(Ease::QUAD_IN_OUT);
            clones(right).map(|tween| Timeline::new().then(tween)).collect()
        }
    }
}

pub(super) struct FourSprites {
    pub(super) sprites: [Actor; 4],
    players: Vec<AnimPlayer<Actor, u32>>,
    bar: TimeBar,
    choice: u32,
}

impl FourSprites {
    pub(super) fn new(choice: u32) -> Self {
        let players: Vec<_> = groups(choice)
            .into_iter()
            .map(|group| AnimPlayer::new(group).expect("finite numbers"))
            .collect();
        let length = players.iter().map(AnimPlayer::duration).fold(0.0, f64::max);
        Self { sprites: START, players, bar: TimeBar::new(length), choice }
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
        Ok(Self::new(stage.params().choice("group")))
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("group") {
            self.rebuild(stage);
        }
        self.bar.update(stage);
        self.seek(self.bar.time());
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let (engine, words) = WORDS[self.choice as usize];
        figures::heading(canvas, engine, "");
        canvas.write(words, 17.0, vec2(24.0, 56.0), vec2(0.0, 0.5), figures::MUTED);
        for ((sprite, start), color) in self.sprites.iter().zip(START).zip(COLORS) {
            let from = vec2(start.x, start.y);
            canvas.line(from, vec2(800.0, from.y), &Stroke::new(2.0), figures::FAINT);
            start.draw_ghost(canvas, figures::MUTED);
            Actor { x: 800.0, ..start }.draw_ghost(canvas, figures::MUTED);
            sprite.draw(canvas, color);
        }
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.sprites);
        hash.write(&self.bar);
    }
}
