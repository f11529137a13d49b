//! Whistle to steer: the pitch of a whistle is the height at which a bird flies.

use super::badge::{MICROPHONE, badge_of, follow_knob, listening};
use crate::look::{BLUE, GOLD, GREEN, HAZE, MIST, NIGHT, ORANGE, SMALL, SNOW, TITLE};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::{
    HeardSense, SenseAxis, SenseShape, Source, StageSenses, SyntheticSource, Timbre, hear::Ear,
};
use std::collections::VecDeque;

pub(super) const DEMO: Demo = Demo {
    id: "sense/whistle-steer",
    title: "Whistle to steer",
    sees: "A bird follows a whistled tune up and down and flies through rings that hang at the heights of the notes.",
    tries: "Turn the whistler off and whistle with the arrow keys. Smooth the axis more, and the bird comes too late.",
    keys: &[(Key::Up, "whistle high"), (Key::Down, "whistle low")],
    spec: &["INPUT-54"],
    ticks: 200,
    ..Demo::of::<WhistleSteer>()
};

/// Pixels a second, where the bird is, and the height of the sky.
const SPEED: f32 = 150.0;
const BIRD_X: f32 = 200.0;
const SKY: core::ops::Range<f32> = 70.0..410.0;
/// Notes that stand for the bottom and the top, as MIDI counts them: G♯5 to B6.
const LOW: f32 = 79.0;
const HIGH: f32 = 95.0;
/// Seconds until the bird is where the whistle wants it: the middle of a note.
const AHEAD: f32 = 0.3;
/// The senses that tell which note is whistled, and whether there is anything to be heard: nothing while no microphone is on.
const WHISTLE: u32 = 0;
const LISTENS: u32 = 1;

/// Something to fly through.
#[derive(Clone, Copy, StateHash)]
struct Ring {
    place: Vec2,
    hit: Option<bool>,
}

#[derive(StateHash)]
#[state(hash_only)]
struct WhistleSteer {
    bird: f32,
    note: Option<f32>,
    rings: VecDeque<Ring>,
    /// Where the bird was, newest last.
    trail: VecDeque<f32>,
    seconds: f32,
    next_note: u64,
    hits: u32,
    misses: u32,
    #[state(skip)]
    whistler: SyntheticSource,
    #[state(skip)]
    ear: Ear,
    #[state(skip)]
    axis: SenseAxis,
}

impl Sketch for WhistleSteer {
    const PARAMS: &'static [Param] =
        &[Param::toggle("whistler", true), Param::number("smoothing", 0.0, 0.5, 0.06), MICROPHONE];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut whistler = SyntheticSource::whistling(1);
        whistler.start();
        let senses = stage.senses();
        senses.hear(WHISTLE, HeardSense::Whistle, SenseShape::Plain);
        senses.hear(LISTENS, HeardSense::Activity, SenseShape::Plain);
        Ok(Self {
            bird: 0.0,
            note: None,
            rings: VecDeque::new(),
            trail: VecDeque::new(),
            seconds: 0.0,
            next_note: 0,
            hits: 0,
            misses: 0,
            whistler,
            ear: Ear::new(),
            axis: SenseAxis::new(LOW, HIGH),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.whistler.set_paused(!tick.params.is_on("whistler"));
        self.ear.listen(&mut self.whistler, tick.dt);
        let arrows = tick.input.arrows().y;
        follow_knob(stage, &tick);
        let made_up = self.ear.now().and_then(|now| HeardSense::Whistle.value(now));
        // While the microphone is on, nobody else whistles.
        let is_real = tick.input.sense(LISTENS).value.is_some();
        let heard = if is_real { tick.input.sense(WHISTLE).value } else { made_up };
        let by_key = (arrows != 0.0).then_some(if arrows < 0.0 { HIGH - 2.0 } else { LOW + 2.0 });
        self.note = by_key.or(heard);
        self.axis.smoothing = tick.params.number("smoothing");
        // In silence the bird stays where it is.
        self.axis.rest = self.bird;
        self.bird = self.axis.update(self.note, tick.dt);
        self.hang_rings(stage.size().x);
        for ring in &mut self.rings {
            ring.place.x -= SPEED * tick.dt;
            if ring.hit.is_none() && ring.place.x < BIRD_X {
                let hit = (ring.place.y - height(self.bird)).abs() < 26.0;
                ring.hit = Some(hit);
                (self.hits, self.misses) =
                    (self.hits + u32::from(hit), self.misses + u32::from(!hit));
            }
        }
        self.rings.retain(|ring| ring.place.x > -40.0);
        self.trail.push_back(height(self.bird));
        if self.trail.len() > 70 {
            self.trail.pop_front();
        }
        if !self.whistler.parts.is_empty() {
            self.seconds += tick.dt;
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for note in LOW as i32..=HIGH as i32 {
            let y = note_height(note as f32);
            canvas.line(vec2(0.0, y), vec2(640.0, y), &Stroke::new(1.0), HAZE.with_alpha(90));
        }
        for ring in &self.rings {
            let color = match ring.hit {
                None => GOLD,
                Some(true) => GREEN,
                Some(false) => HAZE,
            };
            let oval = Path::ellipse(ring.place, vec2(13.0, 30.0));
            canvas.stroke(&oval, &Stroke::new(6.0), color);
        }
        self.draw_bird(canvas);
        let words = format!("{} of {} rings", self.hits, self.hits + self.misses);
        canvas.write(words, TITLE, vec2(620.0, 30.0), vec2(1.0, 0.5), SNOW);
        let note = self.note.map(|note| 440.0 * ops::exp2((note - 69.0) / 12.0));
        let words = note.map_or("silence".to_owned(), |hz| format!("{hz:.0} Hz"));
        canvas.write(words, TITLE, vec2(20.0, 30.0), vec2(0.0, 0.5), ORANGE);
        canvas.write("high", SMALL, vec2(632.0, SKY.start), vec2(1.0, 0.5), MIST);
        canvas.write("low", SMALL, vec2(632.0, SKY.end), vec2(1.0, 0.5), MIST);
        badge_of(canvas, vec2(24.0, 458.0), stage, &self.whistler);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let corner = vec2(stage.size().x - 180.0, 60.0);
        listening(stage, &self.ear).mark(Aabb::from_size(corner, vec2(160.0, 90.0)), marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The height of an axis on the stage.
fn height(axis: f32) -> f32 {
    SKY.end + (SKY.start - SKY.end) * (axis + 1.0) * 0.5
}

fn note_height(note: f32) -> f32 {
    height((note - LOW) / (HIGH - LOW) * 2.0 - 1.0)
}

impl WhistleSteer {
    /// Hangs a ring for every note of the tune before it is whistled.
    fn hang_rings(&mut self, width: f32) {
        let (count, period) = (self.whistler.parts.len() as u64, self.whistler.period);
        if count == 0 {
            return;
        }
        loop {
            let part = self.whistler.parts[(self.next_note % count) as usize];
            let start = part.start + (self.next_note / count) as f32 * period + AHEAD;
            let x = BIRD_X + (start - self.seconds) * SPEED;
            if x > width + 40.0 {
                break;
            }
            self.next_note += 1;
            if let Timbre::Whistle { hz } = part.timbre {
                let y = note_height(69.0 + 12.0 * ops::log2(hz / 440.0));
                self.rings.push_back(Ring { place: vec2(x, y), hit: None });
            }
        }
    }

    fn draw_bird(&self, canvas: &mut Canvas<'_>) {
        let count = self.trail.len();
        let place = |(i, y): (usize, &f32)| vec2(BIRD_X - (count - i) as f32 * SPEED / 60.0, *y);
        let line: Vec<Vec2> = self.trail.iter().enumerate().map(place).collect();
        if line.len() > 1 {
            canvas.stroke(&Path::polyline(&line), &kit::round(4.0), BLUE.with_alpha(150));
        }
        let middle = vec2(BIRD_X, height(self.bird));
        let flap = if self.note.is_some() { 14.0 * ops::sin(self.seconds * 25.0) } else { 4.0 };
        let wing = [vec2(-8.0, 0.0), vec2(8.0, -2.0), vec2(-10.0, -16.0 - flap)];
        canvas.fill(&Path::ellipse(middle, vec2(20.0, 12.0)), ORANGE);
        canvas.fill(&Path::polygon(&wing.map(|corner| middle + corner)), SNOW);
        let beak = [vec2(17.0, -5.0), vec2(32.0, 1.0), vec2(17.0, 6.0)];
        canvas.fill(&Path::polygon(&beak.map(|corner| middle + corner)), GOLD);
        kit::disc(canvas, middle + vec2(11.0, -4.0), 2.5, NIGHT);
    }
}
