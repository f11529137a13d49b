//! Tweens from data: every name and number is checked, and what is wrong is said.

use super::{
    figures,
    scene::{self, TimeBar},
};
use crate::Demo;
use motile::anim::{AnimPlayer, Properties, Property, tween_from_text};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/tweener-basics",
    title: "Tweens from text",
    sees: "A card moves as a line of text says; below are three lines with mistakes that used to pass in silence, and what is said about them now.",
    tries: "Choose the 3D properties: a tween takes any number that the target has a name for.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
    spec: &["D10-11", "TWEEN-46"],
    size: scene::SIZE,
    ticks: 26,
    ..Demo::of::<TweenerBasics>()
};

/// Something with the properties of a sprite in space.
#[derive(Clone, Copy, Debug, PartialEq, StateHash)]
pub(super) struct Card {
    pub(super) x: f32,
    pub(super) y: f32,
    /// Distance behind the screen, pixels.
    pub(super) z: f32,
    /// Turn about the vertical axis, degrees.
    pub(super) rotation_y: f32,
}

pub(super) const START: Card = Card { x: 100.0, y: 100.0, z: 0.0, rotation_y: 0.0 };

impl Properties for Card {
    fn property(name: &str) -> Option<Property<Self>> {
        Some(Property::F32(match name {
            "x" => |card| &mut card.x,
            "y" => |card| &mut card.y,
            "z" => |card| &mut card.z,
            "rotationY" => |card| &mut card.rotation_y,
            _ => return None,
        }))
    }
}

type Settings = &'static [(&'static str, &'static str)];

const NAMES: &[&str] = &["x", "x-and-y", "3d"];
pub(super) const SOUND: [Settings; 3] = [
    &[("x", "800"), ("time", "3"), ("transition", "easeOutExpo")],
    &[("x", "800"), ("y", "400"), ("time", "3"), ("transition", "easeOutExpo")],
    &[
        ("x", "700"),
        ("y", "130"),
        ("z", "-200"),
        ("rotationY", "540"),
        ("time", "3"),
        ("transition", "easeOutExpo"),
    ],
];
/// What used to compile, and to fail late or never.
pub(super) const WRONG: [Settings; 3] = [
    &[("dog", "800"), ("time", "3")],
    &[("x", "dog"), ("time", "3")],
    &[("x", "800"), ("transition", "easeInOutCubix")],
];

#[derive(StateHash)]
#[state(hash_only)]
struct TweenerBasics {
    card: Card,
    /// Where it is at equal times.
    #[state(skip)]
    ghosts: [Card; 14],
    player: AnimPlayer<Card>,
    bar: TimeBar,
    choice: usize,
}

impl Sketch for TweenerBasics {
    const PARAMS: &'static [Param] = &[Param::choice("tween", NAMES, 2)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let choice = stage.params().choice("tween") as usize;
        let mut player = AnimPlayer::try_new(tween_from_text(SOUND[choice].iter().copied())?)?;
        let mut card = START;
        let ghosts = core::array::from_fn(|step| {
            player.seek_silently(step as f64 * 0.2, &mut card);
            card
        });
        player.seek_silently(0.0, &mut card);
        Ok(Self { card, ghosts, player, bar: TimeBar::new(3.0), choice })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("tween") {
            self.rebuild(stage);
        }
        self.bar.update(stage);
        self.player.seek(self.bar.time(), &mut self.card);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "Tweens from text", "Tweener");
        line(canvas, 206.0, 42.0, figures::TEAL);
        let at = vec2(62.0, 227.0);
        let tick = [at + vec2(-9.0, 0.0), at + vec2(-2.0, 8.0), at + vec2(11.0, -9.0)];
        canvas.stroke(&Path::polyline(&tick), &Stroke::new(4.0), figures::TEAL);
        figures::label_right_of(canvas, words(SOUND[self.choice]), vec2(94.0, 227.0), figures::INK);
        for (row, settings) in WRONG.into_iter().enumerate() {
            let y = 254.0 + 65.0 * row as f32;
            line(canvas, y, 59.0, figures::RED);
            let at = vec2(62.0, y + 29.0);
            for arm in [vec2(9.0, 9.0), vec2(9.0, -9.0)] {
                canvas.line(at - arm, at + arm, &Stroke::new(4.0), figures::RED);
            }
            let error = tween_from_text::<Card>(settings.iter().copied()).err();
            let error = error.map_or_else(String::new, |error| error.to_string());
            figures::label_right_of(canvas, words(settings), at + vec2(32.0, -13.0), figures::INK);
            figures::label_right_of(canvas, error, at + vec2(32.0, 13.0), figures::RED);
        }
        for ghost in &self.ghosts {
            canvas.stroke(&ghost.outline(), &Stroke::new(1.5), figures::BLUE.with_alpha(90));
        }
        let behind = ops::cos(self.card.rotation_y.to_radians()) < 0.0;
        let side = if behind { figures::BLUE.lerp(figures::INK, 0.4) } else { figures::BLUE };
        canvas.fill(&self.card.outline(), side);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The strip that a line of text stands on.
fn line(canvas: &mut Canvas<'_>, y: f32, height: f32, color: Color) {
    let area = Aabb::from_size(vec2(24.0, y), vec2(852.0, height));
    figures::panel(canvas, area, color.with_alpha(36));
}

fn words(settings: Settings) -> String {
    let pairs: Vec<String> =
        settings.iter().map(|(name, text)| format!("{name}: {text}")).collect();
    pairs.join(", ")
}

impl Card {
    /// Its corners on the screen, seen from 500 pixels in front.
    fn outline(&self) -> Path {
        const DISTANCE: f32 = 500.0;
        let (sin, cos) = ops::sin_cos(self.rotation_y.to_radians());
        let corner = |x: f32, y: f32| {
            let depth = DISTANCE + self.z + x * sin;
            vec2(self.x, self.y) + vec2(x * cos, y) * (DISTANCE / depth)
        };
        Path::polygon(&[
            corner(-70.0, -42.0),
            corner(70.0, -42.0),
            corner(70.0, 42.0),
            corner(-70.0, 42.0),
        ])
    }
}
