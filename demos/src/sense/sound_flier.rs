//! Make just enough noise to fly: the loudness of a microphone lifts a plane through a cave.

use super::badge::{MICROPHONE, badge_of, follow_knob, listening};
use crate::look::{GOLD, GREEN, HAZE, MIST, NIGHT, ORANGE, RED, SMALL, SNOW, TITLE};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::{
    HeardSense, LevelLift, SenseShape, Source, StageSenses, SyntheticPart, SyntheticSource, Timbre,
    hear::Ear,
};
use std::collections::VecDeque;

pub(super) const DEMO: Demo = Demo {
    id: "sense/sound-flier",
    title: "Sound flier",
    sees: "A plane flies through a cave, lifted by a voice that grows louder where it has to climb.",
    tries: "Take the stick: turn the pilot off and hold Space to hum, or turn the wheel. Level 20 just carries the plane. Let the \
            room be louder than silence, and fly by the rule of the book, which is slow to lift off.",
    controls: "Hold to hum. The wheel sets how loud somebody hums all the time.",
    keys: &[(Key::Space, "hum")],
    takes_wheel: true,
    takes_drags: true,
    spec: &["DEMO-5-6", "INPUT-15"],
    ticks: 110,
    ..Demo::of::<SoundFlier>()
};

/// Width of a rock, pixels, and how many are kept.
const ROCK: f32 = 16.0;
const ROCKS: usize = 44;
/// Pixels a second that the cave comes nearer.
const SPEED: f32 = 120.0;
/// Where the plane is, and how near to top and bottom it may come.
const PLANE_X: f32 = 140.0;
const MARGIN: f32 = 12.0;
/// Level at which gravity and lift are even.
const HOVER: f32 = 20.0;
/// The sense that tells how loud the microphone is.
const LOUD: u32 = 0;

#[derive(StateHash)]
#[state(hash_only)]
struct SoundFlier {
    y: f32,
    velocity: f32,
    level: Option<f32>,
    /// Heights of the rocks above and below, from the left.
    cave: VecDeque<[f32; 2]>,
    /// Pixels that the first rock has moved out of the picture.
    scroll: f32,
    score: f32,
    best: f32,
    /// Seconds since a crash.
    hurt: Option<f32>,
    loudness: f32,
    /// The level that the wheel has set, 0…100.
    turned: f32,
    #[state(skip)]
    voice: SyntheticSource,
    #[state(skip)]
    ear: Ear,
}

impl Sketch for SoundFlier {
    const PARAMS: &'static [Param] = &[
        Param::toggle("pilot", true),
        Param::number("gain", 0.0, 100.0, 50.0),
        Param::number("rocks", 40.0, 200.0, 130.0),
        Param::number("hum", 0.0, 100.0, 0.0),
        Param::number("room", 0.0, 40.0, 0.0),
        Param::toggle("classic", false),
        MICROPHONE,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let hum = SyntheticPart::new(Timbre::Tone { hz: 220.0 }, 0.0, f32::MAX).with_amplitude(0.0);
        let mut voice = SyntheticSource::new("a hum", 1).with_part(hum).with_hiss(0.002);
        voice.start();
        stage.senses().hear(LOUD, HeardSense::Level, SenseShape::Plain);
        let mut flier = Self {
            y: stage.size().y * 0.5,
            velocity: 0.0,
            level: None,
            cave: VecDeque::from([[20.0; 2]; ROCKS]),
            scroll: 0.0,
            score: 0.0,
            best: 0.0,
            hurt: None,
            loudness: 0.0,
            turned: 0.0,
            voice,
            ear: Ear::without_pitch(),
        };
        for _ in 0..ROCKS * 3 / 4 {
            flier.next_rock(stage);
        }
        Ok(flier)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let height = stage.size().y;
        self.hum(tick, height);
        self.ear.gain = tick.params.number("gain");
        self.ear.listen(&mut self.voice, tick.dt);
        follow_knob(stage, &tick);
        stage.senses().ear.gain = self.ear.gain;
        // What the room makes by itself is silence, and what is left has the whole range.
        let room = tick.params.number("room");
        let heard = tick.input.sense(LOUD).value.or_else(|| self.ear.level());
        self.level = heard.map(|level| (level - room).max(0.0) * (100.0 / (100.0 - room)));
        if tick.params.is_on("classic") {
            self.fly_as_in_the_book(height, tick.dt);
        } else {
            let mut plane = LevelLift { velocity: self.velocity, ..LevelLift::new(self.y) };
            plane.step(self.level, MARGIN..height - MARGIN, tick.dt);
            (self.y, self.velocity) = (plane.y, plane.velocity);
        }
        self.scroll += SPEED * tick.dt;
        while self.scroll >= ROCK {
            self.scroll -= ROCK;
            self.next_rock(stage);
        }
        self.hurt = self.hurt.map(|since| since + tick.dt).filter(|&since| since < 1.0);
        let [above, below] = self.rock(PLANE_X);
        let crashed = self.y - 6.0 < above || self.y + 6.0 > height - below;
        if crashed && self.hurt.is_none() {
            (self.hurt, self.score) = (Some(0.0), 0.0);
        } else if self.hurt.is_none() {
            self.score += SPEED * tick.dt * 0.1;
            self.best = self.best.max(self.score);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let height = stage.size().y;
        self.draw_cave(canvas, height);
        let tilt = (self.velocity / 300.0).clamp(-0.6, 0.6);
        let color = if self.hurt.is_some() { RED } else { ORANGE };
        let turn = Affine2::from_translation(vec2(PLANE_X, self.y))
            * Affine2::rotation(tilt)
            * Affine2::from_scale(Vec2::splat(1.6));
        let hull = [(-22.0, 0.0), (-24.0, -16.0), (-14.0, -7.0), (22.0, 1.0), (-8.0, 6.0)];
        let hull = Path::polygon(&hull.map(Vec2::from));
        canvas.transformed(turn, |canvas| canvas.fill(&hull, color));
        self.draw_meter(canvas);
        let score = format!("{:.0} m   best {:.0} m", self.score, self.best);
        canvas.write(score, TITLE, vec2(620.0, 26.0), vec2(1.0, 0.5), SNOW);
        badge_of(canvas, vec2(24.0, height - 18.0), stage, &self.voice);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let corner = vec2(stage.size().x - 180.0, 60.0);
        listening(stage, &self.ear).mark(Aabb::from_size(corner, vec2(160.0, 90.0)), marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl SoundFlier {
    /// A frame of the book: the speed counts in frames, is kept at the floor, and no input pulls down.
    fn fly_as_in_the_book(&mut self, height: f32, frame: f32) {
        let (mut y, mut velocity) = (f64::from(self.y), f64::from(self.velocity * frame));
        let level = f64::from(self.level.unwrap_or(-1.0));
        motile::sense::classic::fly(&mut y, &mut velocity, level, height.into());
        (self.y, self.velocity) = (y as f32, velocity as f32 / frame);
    }

    /// A made-up voice: a pilot that looks ahead, or whoever holds the key.
    fn hum(&mut self, tick: Tick<'_>, height: f32) {
        let held = tick.input.is_down(Key::Space) || tick.input.pointer.is_down();
        self.turned = (self.turned - tick.input.pointer.wheel * 4.0).clamp(0.0, 100.0);
        let hum = tick.params.number("hum").max(self.turned);
        let wanted = if hum > 0.0 && !held {
            hum
        } else if tick.params.is_on("pilot") && !held {
            let [above, below] = self.rock(PLANE_X + 70.0);
            let middle = (above + height - below) * 0.5;
            HOVER + (self.y - middle) * 0.5 + self.velocity * 0.12
        } else if held {
            45.0
        } else {
            0.0
        };
        let loudness = (wanted / 100.0).clamp(0.0, 0.9);
        self.loudness += (loudness - self.loudness) * (tick.dt / 0.05).min(1.0);
        self.voice.parts[0].amplitude = self.loudness;
    }

    /// Adds a rock at the right, as high as chance and its neighbor say.
    fn next_rock(&mut self, stage: &mut Stage) {
        let most = stage.params().number("rocks");
        let last = self.cave.back().copied().unwrap_or_default();
        let next =
            last.map(|height| (height * 0.6 + stage.rng.range(0.0..most) * 0.7).clamp(4.0, 190.0));
        self.cave.pop_front();
        self.cave.push_back(next);
    }

    /// Heights of the rocks at a place.
    fn rock(&self, x: f32) -> [f32; 2] {
        let index = ((x + self.scroll) / ROCK) as usize;
        self.cave.get(index).copied().unwrap_or_default()
    }

    fn draw_cave(&self, canvas: &mut Canvas<'_>, height: f32) {
        for (index, [above, below]) in self.cave.iter().enumerate() {
            let (left, right) =
                (index as f32 * ROCK - self.scroll, (index + 1) as f32 * ROCK - self.scroll);
            let middle = (left + right) * 0.5;
            let top = [
                vec2(left - 5.0, 0.0),
                vec2(right + 5.0, 0.0),
                vec2(middle + 3.0, *above),
                vec2(middle - 3.0, *above),
            ];
            let bottom = top
                .map(|corner| vec2(corner.x, if corner.y > 0.0 { height - below } else { height }));
            let stone = HAZE.lerp(MIST, 0.15 * (index % 3) as f32);
            canvas.fill(&Path::polygon(&top), stone);
            canvas.fill(&Path::polygon(&bottom), stone);
        }
    }

    /// The level beside the line that just carries.
    fn draw_meter(&self, canvas: &mut Canvas<'_>) {
        let (foot, tall) = (vec2(30.0, 400.0), 300.0);
        canvas.fill(
            &Path::round_rect(Aabb::new(foot - vec2(9.0, tall), foot + vec2(9.0, 0.0)), 9.0),
            NIGHT.lerp(Color::BLACK, 0.5),
        );
        let words = self.level.map_or("no input".to_owned(), |level| format!("{level:.0}"));
        let level = self.level.unwrap_or(0.0).clamp(3.0, 100.0) / 100.0;
        let color = if level * 100.0 > HOVER { GREEN } else { GOLD };
        canvas.fill(
            &Path::round_rect(
                Aabb::new(foot - vec2(9.0, tall * level), foot + vec2(9.0, 0.0)),
                9.0,
            ),
            color,
        );
        let hover = foot - vec2(0.0, tall * HOVER / 100.0);
        canvas.line(hover - vec2(14.0, 0.0), hover + vec2(14.0, 0.0), &kit::round(3.0), SNOW);
        canvas.write("carries", SMALL, hover + vec2(20.0, 0.0), vec2(0.0, 0.5), MIST);
        canvas.write(words, SMALL, foot + vec2(0.0, 14.0), vec2(0.5, 0.5), SNOW);
    }
}
