//! A lamp that listens: a gate with a threshold and a hold time makes events of loudness.

use super::badge::{MICROPHONE, badge_of, follow_knob, listening};
use crate::look::{GOLD, HAZE, INK, MIST, NIGHT, ORANGE, SMALL, SNOW, TITLE};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::hear::{Ear, HearingEventKind, LevelGraph};
use motile::sense::{
    HeardSense, SenseShape, Source, StageSenses, SyntheticPart, SyntheticSource, Timbre,
};

pub(super) const DEMO: Demo = Demo {
    id: "sense/clapper",
    title: "Clapper",
    sees: "Each clap turns a lamp on or off; below it run the loudness, the threshold and the moments that counted.",
    tries: "Clap quickly: within the hold time claps are one noise. Let somebody talk, and listen for claps alone. Or wait for the \
            noise to stop, as who watches over a machine does.",
    controls: "Press to clap.",
    keys: &[(Key::Char('c'), "clap")],
    spec: &["DEMO-5-7", "INPUT-16", "INPUT-17", "INPUT-19"],
    ticks: 150,
    ..Demo::of::<Clapper>()
};

/// What turns the lamp: a switch, a switch for claps, and an alarm for a machine that falls silent.
const HEARS: [&str; 3] = ["any-noise", "claps-only", "noise-stops"];
const CLAPS_ONLY: u32 = 1;
const NOISE_STOPS: u32 = 2;
/// The senses of the microphone: whether there is noise, whether it is a clap, how loud it is.
const NOISE: u32 = 0;
const CLAP: u32 = 1;
const LOUD: u32 = 2;
/// Moments of the graph, three seconds, and where it lies.
const MOMENTS: usize = 180;
const GRAPH: Aabb = Aabb { min: vec2(40.0, 330.0), max: vec2(600.0, 430.0) };

#[derive(StateHash)]
#[state(hash_only)]
struct Clapper {
    lit: bool,
    /// How bright the lamp is, which follows.
    glow: f32,
    /// Ticks at which the lamp was turned.
    turned: Vec<u64>,
    tick: u64,
    /// Seconds of the room's sound.
    seconds: f32,
    level: Option<f32>,
    #[state(skip)]
    room: SyntheticSource,
    #[state(skip)]
    ear: Ear,
    #[state(skip)]
    graph: LevelGraph,
}

impl Sketch for Clapper {
    const PARAMS: &'static [Param] = &[
        Param::number("threshold", 0.0, 100.0, 25.0),
        Param::number("hold", 0.0, 2_000.0, 500.0),
        Param::choice("hears", &HEARS, 0),
        Param::toggle("claps", true),
        Param::toggle("voice", false),
        MICROPHONE,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut room = SyntheticSource::new("claps", 1).with_hiss(0.002);
        room.start();
        let senses = stage.senses();
        senses.hear(NOISE, HeardSense::Activity, SenseShape::Plain);
        senses.hear(CLAP, HeardSense::Clap, SenseShape::Plain);
        senses.hear(LOUD, HeardSense::Level, SenseShape::Plain);
        Ok(Self {
            lit: false,
            glow: 0.0,
            turned: Vec::new(),
            tick: 0,
            seconds: 0.0,
            level: None,
            room,
            ear: Ear::without_pitch(),
            graph: LevelGraph::new(MOMENTS),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.make_noise(tick);
        self.ear.gate.threshold = tick.params.number("threshold");
        self.ear.gate.hold = tick.params.number("hold") / 1000.0;
        self.ear.listen(&mut self.room, tick.dt);
        follow_knob(stage, &tick);
        let gate = &mut stage.senses().ear.gate;
        (gate.threshold, gate.hold) = (self.ear.gate.threshold, self.ear.gate.hold);
        (self.tick, self.seconds) = (self.tick + 1, self.seconds + tick.dt);
        let loud = tick.input.sense(LOUD).value;
        self.level = loud.or_else(|| self.ear.now().map(|now| now.level));
        self.graph.push(self.level);
        let hears = tick.params.choice("hears");
        let made_up = self.ear.take_events().filter(|event| turns(event.kind, hears)).count();
        // What the microphone tells is part of the input, and so of recordings.
        let times = if loud.is_some() { usize::from(is_told(&tick, hears)) } else { made_up };
        for _ in 0..times {
            self.lit = !self.lit;
            self.turned.push(self.tick);
        }
        self.turned.retain(|turned| turned + MOMENTS as u64 > self.tick);
        let target = f32::from(u8::from(self.lit));
        self.glow += (target - self.glow) * (tick.dt / 0.05).min(1.0);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.draw_lamp(canvas);
        self.draw_graph(canvas, stage.params().number("threshold"));
        badge_of(canvas, vec2(24.0, 462.0), stage, &self.room);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let corner = vec2(stage.size().x - 180.0, 60.0);
        listening(stage, &self.ear).mark(Aabb::from_size(corner, vec2(160.0, 90.0)), marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Whether what was heard turns the lamp.
const fn turns(kind: HearingEventKind, hears: u32) -> bool {
    match kind {
        HearingEventKind::Activity { activating } => match hears {
            CLAPS_ONLY => false,
            NOISE_STOPS => !activating,
            _ => activating,
        },
        HearingEventKind::Clap => hears == CLAPS_ONLY,
        _ => false,
    }
}

/// Whether the microphone tells of something that turns the lamp.
fn is_told(tick: &Tick<'_>, hears: u32) -> bool {
    match hears {
        CLAPS_ONLY => tick.input.sense(CLAP).pressed(),
        NOISE_STOPS => tick.input.sense(NOISE).released(),
        _ => tick.input.sense(NOISE).pressed(),
    }
}

impl Clapper {
    /// Claps every 0.8 seconds, claps of the visitor, and somebody who talks.
    fn make_noise(&mut self, tick: Tick<'_>) {
        let now = self.seconds;
        let due = tick.params.is_on("claps") && self.tick % 48 == 18;
        if due || tick.input.pressed(Key::Char('c')) || tick.input.pointer.pressed() {
            let clap = SyntheticPart::new(Timbre::Clap, now, 0.15).with_amplitude(0.8);
            self.room.parts.push(clap);
        }
        let talks = self.room.parts.iter().any(|part| part.timbre == VOICE);
        if tick.params.is_on("voice") && !talks {
            let voice = SyntheticPart::new(VOICE, now, 3.0).with_amplitude(0.6);
            self.room.parts.push(voice);
        }
        self.room.parts.retain(|part| part.start + part.length > now - 0.1);
    }

    fn draw_lamp(&self, canvas: &mut Canvas<'_>) {
        let bulb = vec2(320.0, 150.0);
        let light = GOLD.with_alpha((self.glow * 150.0) as u8);
        canvas.fill(
            &Path::circle(bulb, 300.0),
            Gradient::radial(bulb, 300.0, &[light, GOLD.with_alpha(0)]),
        );
        canvas.line(vec2(320.0, 0.0), bulb - vec2(0.0, 60.0), &kit::round(5.0), HAZE);
        let shade = [vec2(292.0, 92.0), vec2(348.0, 92.0), vec2(396.0, 152.0), vec2(244.0, 152.0)];
        kit::disc(canvas, bulb, 40.0, HAZE.lerp(GOLD.lerp(SNOW, 0.5), self.glow));
        canvas.fill(&Path::polygon(&shade), ORANGE.lerp(NIGHT, 0.65 - 0.5 * self.glow));
        let (words, color) = if self.lit { ("on", INK) } else { ("off", MIST) };
        canvas.write(words, TITLE, bulb + vec2(0.0, 20.0), vec2(0.5, 0.5), color);
    }

    fn draw_graph(&self, canvas: &mut Canvas<'_>, threshold: f32) {
        let size = GRAPH.max - GRAPH.min;
        let place = |index: f32, level: f32| {
            GRAPH.min + vec2(index / MOMENTS as f32, 1.0 - level / 100.0) * size
        };
        canvas.fill(&Path::round_rect(GRAPH, 6.0), NIGHT.lerp(Color::BLACK, 0.4));
        for (index, level) in self.graph.levels().enumerate() {
            let level = level.unwrap_or(0.0).max(1.0);
            let (top, foot) = (place(index as f32, level), place(index as f32 + 1.0, 0.0));
            canvas.fill_rect(Aabb::new(top, foot), HAZE.lerp(SNOW, level / 100.0));
        }
        for turned in &self.turned {
            let index = MOMENTS as f32 - (self.tick - turned) as f32;
            let (top, foot) = (place(index, 112.0), place(index, 0.0));
            canvas.line(top, foot, &Stroke::new(2.0), GOLD);
            kit::disc(canvas, top, 6.0, GOLD);
        }
        let (left, right) = (place(0.0, threshold), place(MOMENTS as f32, threshold));
        canvas.line(left, right, &Stroke::new(2.0), ORANGE);
        canvas.write("threshold", SMALL, left + vec2(6.0, -9.0), vec2(0.0, 0.5), ORANGE);
    }
}

const VOICE: Timbre = Timbre::Speech { hz: 130.0 };
