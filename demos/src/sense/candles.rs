//! Blow out the candles: breath on a microphone is loud, low and without a pitch.

use super::badge::{MICROPHONE, badge_of, follow_knob, listening};
use crate::look::{GOLD, MIST, NIGHT, ORANGE, RED, SNOW, TITLE, VIOLET};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::{
    HeardSense, SenseShape, Source, StageSenses, SyntheticPart, SyntheticSource, Timbre, hear::Ear,
};

pub(super) const DEMO: Demo = Demo {
    id: "sense/candles",
    title: "Candles",
    sees: "Breath bends the flames of a cake and puts them out one after another; talking and music do not.",
    tries: "Blow yourself, or let somebody talk at the cake.",
    controls: "Hold to blow.",
    keys: &[(Key::Space, "blow"), (Key::Enter, "light them")],
    takes_drags: true,
    spec: &["INPUT-55"],
    ticks: 98,
    ..Demo::of::<Candles>()
};

const CANDLES: usize = 7;
/// The senses that tell whether somebody blows on the microphone, and how loud it is.
const BLOW: u32 = 0;
const LOUD: u32 = 1;
const BREATH: SyntheticPart =
    SyntheticPart { start: 0.9, length: 1.6, amplitude: 0.8, timbre: Timbre::Blow };
const VOICE: SyntheticPart =
    SyntheticPart { start: 0.0, length: 4.0, amplitude: 0.5, timbre: Timbre::Speech { hz: 130.0 } };

#[derive(StateHash)]
#[state(hash_only)]
struct Candles {
    /// How much of each flame is left, 0…1.
    flames: [f32; CANDLES],
    wind: f32,
    blows: bool,
    level: f32,
    seconds: f32,
    #[state(skip)]
    room: SyntheticSource,
    #[state(skip)]
    ear: Ear,
}

impl Sketch for Candles {
    const PARAMS: &'static [Param] =
        &[Param::toggle("breath", true), Param::toggle("voice", false), MICROPHONE];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut room = SyntheticSource::new("breath", 1).with_period(4.0).with_hiss(0.002);
        room.start();
        let senses = stage.senses();
        senses.hear(BLOW, HeardSense::Blow, SenseShape::Plain);
        senses.hear(LOUD, HeardSense::Level, SenseShape::Plain);
        let ear = Ear::new();
        Ok(Self {
            flames: [1.0; CANDLES],
            wind: 0.0,
            blows: false,
            level: 0.0,
            seconds: 0.0,
            room,
            ear,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let held = tick.input.is_down(Key::Space) || tick.input.pointer.is_down();
        self.room.parts.clear();
        if held {
            self.room.parts.push(SyntheticPart { start: 0.0, length: 4.0, ..BREATH });
        } else if tick.params.is_on("breath") {
            self.room.parts.push(BREATH);
        }
        if tick.params.is_on("voice") {
            self.room.parts.push(VOICE);
        }
        self.ear.listen(&mut self.room, tick.dt);
        follow_knob(stage, &tick);
        self.seconds += tick.dt;
        // What the microphone tells is part of the input, and so of recordings.
        let (blow, loud) = (tick.input.sense(BLOW), tick.input.sense(LOUD));
        let made_up = self.ear.now().is_some_and(|now| now.blow);
        self.blows = if blow.value.is_some() { blow.is_down() } else { made_up };
        self.level = loud.value.or_else(|| self.ear.level()).unwrap_or(0.0);
        let wind = if self.blows { 1.0 } else { 0.0 };
        self.wind += (wind - self.wind) * (tick.dt / 0.12).min(1.0);
        let out = self.flames.iter().all(|&flame| flame < 0.02);
        let relight = tick.input.pressed(Key::Enter) || (out && !self.blows);
        for (index, flame) in self.flames.iter_mut().enumerate() {
            // The nearest candle goes first.
            let reach = (self.wind * 1.6 - index as f32 * 0.06).max(0.0);
            let loss =
                if self.blows { reach * (2.2 - index as f32 * 0.25).max(0.4) } else { -0.25 };
            if *flame > 0.02 || relight {
                *flame = if relight { 1.0 } else { (*flame - loss * tick.dt).clamp(0.0, 1.0) };
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let cake = Aabb::new(vec2(150.0, 300.0), vec2(530.0, 410.0));
        canvas
            .fill(&Path::round_rect(Aabb::new(vec2(110.0, 400.0), vec2(570.0, 420.0)), 10.0), MIST);
        canvas.fill(&Path::round_rect(cake, 16.0), RED.lerp(SNOW, 0.35));
        canvas.fill(&Path::round_rect(Aabb::new(cake.min, vec2(cake.max.x, 336.0)), 16.0), SNOW);
        for (index, flame) in self.flames.iter().enumerate() {
            self.draw_candle(canvas, vec2(180.0 + index as f32 * 53.0, 300.0), index, *flame);
        }
        let gusts = (self.wind * 5.0) as u32;
        for gust in 0..gusts {
            let y = 170.0 + gust as f32 * 22.0;
            let from = 20.0 + (self.seconds * 260.0 + gust as f32 * 37.0) % 90.0;
            canvas.line(
                vec2(from, y),
                vec2(from + 60.0, y),
                &kit::round(4.0),
                MIST.with_alpha(120),
            );
        }
        let words = if self.blows {
            "breath"
        } else if self.level > 5.0 {
            "sound, but no breath"
        } else {
            "quiet"
        };
        canvas.write(words, TITLE, vec2(320.0, 40.0), vec2(0.5, 0.5), SNOW);
        badge_of(canvas, vec2(24.0, 458.0), stage, &self.room);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let corner = vec2(stage.size().x - 180.0, 60.0);
        listening(stage, &self.ear).mark(Aabb::from_size(corner, vec2(160.0, 90.0)), marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Candles {
    fn draw_candle(&self, canvas: &mut Canvas<'_>, foot: Vec2, index: usize, flame: f32) {
        let wax = Aabb::new(foot - vec2(7.0, 80.0), foot + vec2(7.0, 0.0));
        canvas.fill(
            &Path::round_rect(wax, 3.0),
            if index.is_multiple_of(2) { VIOLET } else { ORANGE },
        );
        let wick = foot - vec2(0.0, 80.0);
        canvas.line(wick, wick - vec2(0.0, 10.0), &kit::round(2.0), MIST);
        if flame < 0.02 {
            let rise = (self.seconds * 30.0 + index as f32 * 13.0) % 40.0;
            kit::ring(
                canvas,
                wick - vec2(-rise * 0.4, 18.0 + rise),
                4.0 + rise * 0.1,
                MIST.with_alpha(110),
            );
            return;
        }
        let flicker = ops::sin(self.seconds * 9.0 + index as f32 * 2.0) * 3.0;
        let tip = wick
            + vec2(
                self.wind * 46.0 * flame + flicker,
                -12.0 - 40.0 * flame * (1.0 - self.wind * 0.5),
            );
        let glow = GOLD.with_alpha((90.0 * flame) as u8);
        canvas.fill(
            &Path::circle(wick, 70.0),
            Gradient::radial(wick, 70.0, &[glow, GOLD.with_alpha(0)]),
        );
        let base = wick - vec2(0.0, 8.0);
        let wide = 10.0 * flame + 2.0;
        for (size, color) in [(1.0, ORANGE), (0.55, GOLD)] {
            let top = base.lerp(tip, size);
            let body = [
                base - vec2(wide * size, 2.0),
                base + vec2(0.0, 7.0 * size),
                base + vec2(wide * size, -2.0),
                top,
            ];
            canvas.fill(&Path::polygon(&body), color);
            kit::disc(canvas, base, wide * size * 0.9, color);
        }
    }
}
