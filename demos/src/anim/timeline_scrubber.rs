//! A timeline with labels: play it, jump into it, scrub it back and forth.

use super::{
    figures,
    scene::{self, TimeBar},
};
use crate::Demo;
use motile::anim::{
    AnimEventKind, AnimPlayer, Ease, Goal, MotionPath, Position, Stagger, StaggerFrom, Timeline,
    Tween, goal,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/timeline-scrubber",
    title: "Timeline with labels",
    sees: "A town is built, evening falls, windows light up and the moon rises: one timeline of some hundred tweens, with four labels.",
    tries: "Drag the bar back and forth over a label, and see it reported each time in either direction.",
    controls: scene::CONTROLS,
    keys: &[
        (Key::Char('1'), "build"),
        (Key::Char('2'), "dusk"),
        (Key::Char('3'), "lights"),
        (Key::Char('4'), "moon"),
        (Key::Space, "pause or go on"),
        (Key::Left, "one step back"),
        (Key::Right, "one step on"),
    ],
    takes_drags: true,
    spec: &["TWEEN-37", "TWEEN-39"],
    size: scene::SIZE,
    ticks: 420,
    ..Demo::of::<TimelineScrubber>()
};

const LABELS: [&str; 4] = ["build", "dusk", "lights", "moon"];
const GROUND: f32 = 400.0;
const HOUSES: u32 = 13;
const STARS: u32 = 60;
/// Rows and columns of windows in a house.
const WINDOWS: (u32, u32) = (4, 2);

/// Anything in the picture; each uses what it needs.
#[derive(Clone, Copy, StateHash)]
struct Part {
    place: Vec2,
    /// 0 is not there yet, 1 is complete.
    grown: f32,
    color: Color,
}

const SKY: u32 = 0;
const SUN: u32 = 1;
const MOON: u32 = 2;
const FIRST_HOUSE: u32 = 3;
const FIRST_WINDOW: u32 = FIRST_HOUSE + HOUSES;
const FIRST_STAR: u32 = FIRST_WINDOW + HOUSES * WINDOWS.0 * WINDOWS.1;

fn grow(key: u32, seconds: f32, ease: Ease) -> Tween<Part, u32> {
    Tween::new(seconds).to(|part: &mut Part| &mut part.grown, 1.0).ease(ease).on(key)
}

fn paint(key: u32, seconds: f32, color: u32) -> Tween<Part, u32> {
    let color = goal(Color::hex(color)).oklab();
    Tween::new(seconds).to(|part: &mut Part| &mut part.color, color).ease(Ease::SINE_IN_OUT).on(key)
}

/// The way of the sun.
fn sunset() -> MotionPath {
    MotionPath::bezier(
        vec2(250.0, 120.0),
        &[[vec2(420.0, 60.0), vec2(640.0, 160.0), vec2(740.0, 470.0)]],
    )
}

/// The evening of a town.
fn evening() -> Timeline<Part, u32> {
    let (houses, windows) = (FIRST_HOUSE..FIRST_WINDOW, FIRST_WINDOW..FIRST_STAR);
    let rise = Stagger::each(0.14).from(StaggerFrom::Center);
    let light = Stagger::total(1.6).from(StaggerFrom::Random(3));
    let twinkle = Stagger::total(1.0).from(StaggerFrom::Random(8));
    let arc = sunset();
    let set = Tween::new(2.6)
        .to(|part: &mut Part| &mut part.place, Goal::along(&arc))
        .ease(Ease::SINE_IN)
        .on(SUN);
    Timeline::new()
        .label("build")
        .then(Timeline::stagger(houses, rise, |_, house| grow(house, 0.9, Ease::BACK_OUT)))
        .label("dusk")
        .then(set)
        .with(paint(SKY, 2.6, 0xE8_8A_6F))
        .label("lights")
        .then(Timeline::stagger(windows, light, |_, window| grow(window, 0.2, Ease::QUAD_OUT)))
        .with(paint(SKY, 2.0, 0x2B_2F_62))
        .label_at("moon", Position::Overlap(0.3.into()))
        .add(Position::label("moon"), grow(MOON, 1.2, Ease::ELASTIC_OUT))
        .with(Timeline::stagger(FIRST_STAR..FIRST_STAR + STARS, twinkle, |_, star| {
            grow(star, 0.5, Ease::BACK_OUT)
        }))
        .with(paint(SKY, 1.5, 0x17_1A_3C))
}

#[derive(StateHash)]
#[state(hash_only)]
struct TimelineScrubber {
    parts: Vec<Part>,
    player: AnimPlayer<Part, u32>,
    bar: TimeBar,
    /// The label passed last, and ticks since.
    passed: Option<(usize, u32)>,
}

impl Sketch for TimelineScrubber {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let empty = Part { place: Vec2::ZERO, grown: 0.0, color: Color::hex(0xA9_D8_F0) };
        let mut parts = vec![empty; (FIRST_STAR + STARS) as usize];
        parts[SUN as usize].place = vec2(250.0, 120.0);
        parts[MOON as usize].place = vec2(190.0, 110.0);
        for house in 0..HOUSES {
            // As many storeys as chance wants.
            let height = stage.rng.range(90.0..230.0);
            parts[(FIRST_HOUSE + house) as usize].place = vec2(16.0 + 68.0 * house as f32, height);
        }
        for star in &mut parts[FIRST_STAR as usize..] {
            star.place = stage.rng.in_rect(vec2(10.0, 10.0), vec2(890.0, 240.0));
        }
        let player = AnimPlayer::new(evening());
        let bar = TimeBar::new(player.duration());
        Ok(Self { parts, player, bar, passed: None })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        self.bar.update(stage);
        for (key, label) in ['1', '2', '3', '4'].into_iter().zip(LABELS) {
            if stage.input().pressed(Key::Char(key))
                && let Some(time) = self.player.label_time(label)
            {
                self.bar.go_to(time);
            }
        }
        self.passed =
            self.passed.map(|(label, age)| (label, age + 1)).filter(|passed| passed.1 < 90);
        self.player.seek(self.bar.time(), &mut self.parts);
        for event in self.player.events() {
            if let AnimEventKind::Label(name) = &event.kind {
                self.passed =
                    LABELS.iter().position(|label| **label == **name).map(|label| (label, 0));
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let width = stage.size().x;
        let town = Aabb::new(Vec2::ZERO, vec2(width, GROUND + 8.0));
        canvas.clip_rect(town, |canvas| self.draw_town(canvas));
        for (index, label) in LABELS.into_iter().enumerate() {
            let Some(time) = self.player.label_time(label) else { continue };
            let x = self.bar.x_of(time, width);
            let fresh = self.passed.is_some_and(|passed| passed.0 == index);
            let color = if fresh { figures::RED } else { figures::MUTED };
            canvas.line(vec2(x, 418.0), vec2(x, 478.0), &Stroke::new(2.0), color);
            let flag = Aabb::from_size(vec2(x, 416.0), vec2(86.0, 26.0));
            canvas.fill(&Path::round_rect(flag, 5.0), color);
            figures::label(canvas, format!("{} {label}", index + 1), flag.center(), Color::WHITE);
        }
        self.bar.draw(canvas);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        sunset().mark(marks);
        for (name, time) in self.player.labels() {
            let at = vec2(self.bar.x_of(time, stage.size().x), 478.0);
            marks.label(MarkRole::Note, at, format_args!("{name} {time:.2} s"));
        }
        for part in self.parts.iter().filter(|part| part.grown > 0.0 && part.grown != 1.0) {
            marks.label(MarkRole::Current, part.place, format_args!("{:.2}", part.grown));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl TimelineScrubber {
    fn draw_town(&self, canvas: &mut Canvas<'_>) {
        let part = |key: u32| &self.parts[key as usize];
        let sky = part(SKY).color;
        let top = sky.lerp(Color::hex(0x20_24_50), 0.25);
        let size = vec2(900.0, GROUND);
        let air = Gradient::linear(
            Vec2::ZERO,
            vec2(0.0, GROUND),
            &[top, sky, sky.lerp(Color::hex(0xFF_E2_B0), 0.45)],
        );
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, size + vec2(0.0, 8.0)), air);
        for star in &self.parts[FIRST_STAR as usize..] {
            let shape = Path::star(
                star.place,
                4,
                5.0 * star.grown.max(0.0),
                1.6 * star.grown.max(0.0),
                0.0,
            );
            canvas.fill(&shape, Color::hex(0xFF_F6_D2));
        }
        figures::disc(canvas, part(SUN).place, 46.0, Color::hex(0xFF_DF_70));
        let (moon, size) = (part(MOON).place, 40.0 * part(MOON).grown.max(0.0));
        figures::disc(canvas, moon, size, Color::hex(0xF3_EF_DC));
        for (offset, share) in
            [(vec2(-0.3, -0.2), 0.2), (vec2(0.25, 0.3), 0.26), (vec2(0.35, -0.35), 0.13)]
        {
            figures::disc(canvas, moon + offset * size, share * size, Color::hex(0xDA_D5_BE));
        }
        let wall = sky.lerp(Color::hex(0x3B_35_4C), 0.72);
        for house in 0..HOUSES {
            let Part { place, grown, .. } = *part(FIRST_HOUSE + house);
            let height = place.y * grown.max(0.0);
            let corner = vec2(place.x, GROUND - height);
            let tone = wall.lerp(Color::BLACK, 0.12 * (house % 3) as f32);
            canvas.fill(
                &Path::round_rect(Aabb::from_size(corner, vec2(58.0, height + 9.0)), 3.0),
                tone,
            );
            for index in 0..WINDOWS.0 * WINDOWS.1 {
                let cell = vec2((index % WINDOWS.1) as f32, (index / WINDOWS.1) as f32);
                let lit = part(FIRST_WINDOW + house * WINDOWS.0 * WINDOWS.1 + index).grown;
                let at = corner + vec2(11.0, 12.0) + cell * vec2(22.0, place.y / 4.6);
                if at.y + 16.0 < GROUND {
                    let dark = tone.lerp(Color::BLACK, 0.25);
                    let glass = Path::rect(Aabb::from_size(at, vec2(14.0, 14.0)));
                    canvas.fill(&glass, dark.lerp(Color::hex(0xFF_D9_6B), lit));
                }
            }
        }
        let floor = Aabb::new(vec2(0.0, GROUND), vec2(900.0, GROUND + 8.0));
        canvas.fill_rect(floor, wall.lerp(Color::BLACK, 0.3));
    }
}
