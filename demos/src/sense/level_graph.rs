//! How loud is it now: a number from 0 to 100, a bar, and a graph that runs.

use super::badge::{MICROPHONE, badge_of, follow_knob, listening};
use crate::look::{BLUE, GREEN, HAZE, MIST, NIGHT, ORANGE, RED, SMALL, SNOW, WORDS};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::classic::graph_row;
use motile::sense::hear::{Ear, LevelGraph};
use motile::sense::{HeardSense, SampleSource, SenseShape, Source, StageSenses, SyntheticSource};

pub(super) const DEMO: Demo = Demo {
    id: "sense/level-graph",
    title: "Level graph",
    sees: "A level from 0 to 100 as a number, a bar and a running graph; before the start there is no level at all.",
    tries: "Stop and start the capture. Change the sound and the gain, and let the room be measured. With headphones, hear your \
            microphone by the monitor. The graph of the book has one pixel a moment, leaves a quarter of its columns blank, and \
            does not show silence.",
    controls: "Press to start and stop.",
    keys: &[(Key::Space, "start or stop"), (Key::Char('r'), "measure the room")],
    spec: &[
        "DEMO-5-3", "DEMO-5-4", "DEMO-5-5", "INPUT-6", "INPUT-7", "INPUT-10", "INPUT-11",
        "INPUT-13",
    ],
    ticks: 240,
    script: "50 tap Space\n",
    ..Demo::of::<LevelScene>()
};

const SOUNDS: [&str; 4] = ["voice", "claps", "music", "sweep"];
const MOMENTS: usize = 260;
/// The sense that tells how loud the microphone is.
const LOUD: u32 = 0;
const GRAPH: Aabb = Aabb { min: vec2(150.0, 150.0), max: vec2(610.0, 400.0) };

#[derive(StateHash)]
#[state(hash_only)]
struct LevelScene {
    sound: u32,
    level: Option<f32>,
    decibels: f32,
    peak: f32,
    /// What the gate of the ear takes for quiet; measuring the room changes it.
    threshold: f32,
    /// How much of the room is measured.
    measured: Option<f32>,
    #[state(skip)]
    source: SyntheticSource,
    #[state(skip)]
    ear: Ear,
    #[state(skip)]
    graph: LevelGraph,
}

impl Sketch for LevelScene {
    const PARAMS: &'static [Param] = &[
        Param::choice("sound", &SOUNDS, 0),
        Param::number("gain", 0.0, 100.0, 50.0),
        Param::toggle("classic", false),
        Param::number("monitor", 0.0, 1.0, 0.0),
        MICROPHONE,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        stage.senses().hear(LOUD, HeardSense::Level, SenseShape::Plain);
        let (source, ear) = (make(0), Ear::without_pitch());
        let graph = LevelGraph::new(MOMENTS);
        Ok(Self {
            sound: 0,
            level: None,
            decibels: -120.0,
            peak: 0.0,
            threshold: 0.0,
            measured: None,
            source,
            ear,
            graph,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let sound = tick.params.choice("sound");
        if sound != self.sound {
            let live = self.source.is_live();
            (self.sound, self.source) = (sound, make(sound));
            if live {
                self.source.start();
            }
        }
        if tick.input.pressed(Key::Space) || tick.input.pointer.pressed() {
            if self.source.is_live() { self.source.stop() } else { self.source.start() }
        }
        if tick.input.pressed(Key::Char('r')) {
            self.ear.calibrate(1.0);
            stage.senses().ear.calibrate(1.0);
        }
        self.ear.gain = tick.params.number("gain");
        self.ear.listen(&mut self.source, tick.dt);
        follow_knob(stage, &tick);
        let senses = stage.senses();
        senses.ear.gain = self.ear.gain;
        // Who wants to hear the microphone from the loudspeakers says so: near each other they howl.
        senses.monitor = tick.params.number("monitor");
        // What the microphone tells is part of the input, and so of recordings.
        self.level = tick.input.sense(LOUD).value.or_else(|| self.ear.level());
        self.graph.push(self.level);
        let loudness = self.ear.now().map(|now| now.loudness).unwrap_or_default();
        (self.threshold, self.measured) = (self.ear.gate.threshold, self.ear.calibrating());
        (self.decibels, self.peak) = (loudness.decibels(), loudness.peak);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let ear = listening(stage, &self.ear);
        self.draw_bar(canvas);
        if stage.params().is_on("classic") {
            self.draw_classic(canvas);
        } else {
            self.draw_graph(canvas, ear.gate.threshold);
        }
        let words = match self.level {
            Some(level) => format!("{level:.0}"),
            None => "–".into(),
        };
        canvas.write(words, 72.0, vec2(150.0, 84.0), vec2(0.0, 0.5), SNOW);
        let words = match (self.level, ear.calibrating()) {
            (None, _) => "not started: press Space".into(),
            (_, Some(done)) => format!("measuring the room, {:.0} %", done * 100.0),
            _ => {
                let decibels = ear.now().map_or(-120.0, |now| now.loudness.decibels());
                let real = stage.find_senses().map(|senses| &senses.microphone);
                let rate = real.filter(|real| real.is_live()).map(SampleSource::rate);
                let rate = rate.unwrap_or_else(|| self.source.rate());
                format!("{decibels:.0} dB   {rate} samples a second")
            }
        };
        canvas.write(words, WORDS, vec2(290.0, 84.0), vec2(0.0, 0.5), MIST);
        badge_of(canvas, vec2(150.0, 440.0), stage, &self.source);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn make(sound: u32) -> SyntheticSource {
    match SOUNDS[sound as usize % SOUNDS.len()] {
        "claps" => SyntheticSource::claps(1),
        "music" => SyntheticSource::music(1),
        "sweep" => SyntheticSource::sweep(60.0, 2_000.0, 3.0),
        _ => SyntheticSource::speech(1),
    }
}

/// Green, then orange, then red.
fn color(level: f32) -> Color {
    if level < 40.0 {
        GREEN.lerp(ORANGE, level / 40.0)
    } else {
        ORANGE.lerp(RED, (level - 40.0) / 60.0)
    }
}

impl LevelScene {
    fn draw_bar(&self, canvas: &mut Canvas<'_>) {
        let steps = 20;
        for step in 0..steps {
            let level = step as f32 * 100.0 / steps as f32;
            let lit = self.level.is_some_and(|now| now > level);
            let corner = vec2(40.0, GRAPH.max.y - (step + 1) as f32 * 18.0);
            let block = Aabb::from_size(corner, vec2(70.0, 14.0));
            let shade = if lit { color(level) } else { HAZE.with_alpha(70) };
            canvas.fill(&Path::round_rect(block, 3.0), shade);
        }
    }

    /// 400×50 pixels, of which the one at column 298 is set before all move to the left.
    fn draw_classic(&self, canvas: &mut Canvas<'_>) {
        canvas.fill_rect(GRAPH, Color::WHITE);
        let dot = (GRAPH.max - GRAPH.min) / vec2(400.0, 50.0);
        for (index, level) in self.graph.levels().enumerate() {
            let row = graph_row(level.unwrap_or(-1.0));
            if (0..50).contains(&row) {
                let column = 298 + index as i32 - MOMENTS as i32;
                let corner = GRAPH.min + vec2(column as f32, row as f32) * dot;
                canvas.fill_rect(Aabb::from_size(corner, dot), Color::BLACK);
            }
        }
    }

    fn draw_graph(&self, canvas: &mut Canvas<'_>, threshold: f32) {
        canvas.fill(&Path::round_rect(GRAPH, 6.0), NIGHT.lerp(Color::BLACK, 0.4));
        let size = GRAPH.max - GRAPH.min;
        let rows = size.y as u32;
        let mut line = Vec::with_capacity(MOMENTS);
        for (index, level) in self.graph.levels().enumerate() {
            let x = GRAPH.min.x + (index as f32 + 0.5) / MOMENTS as f32 * size.x;
            if let Some(level) = level {
                line.push(vec2(x, GRAPH.min.y + LevelGraph::row(level, rows) as f32));
            }
        }
        if let (Some(first), Some(last)) = (line.first(), line.last()) {
            let foot = GRAPH.max.y;
            let ends = [vec2(last.x, foot), vec2(first.x, foot)];
            let area: Vec<Vec2> = line.iter().copied().chain(ends).collect();
            canvas.fill(&Path::polygon(&area), BLUE.with_alpha(90));
            canvas.stroke(&Path::polyline(&line), &kit::round(3.0), BLUE);
        }
        let y = GRAPH.min.y + LevelGraph::row(threshold, rows) as f32;
        canvas.line(vec2(GRAPH.min.x, y), vec2(GRAPH.max.x, y), &Stroke::new(1.5), ORANGE);
        canvas.write(
            "quiet below",
            SMALL,
            vec2(GRAPH.min.x + 6.0, y - 9.0),
            vec2(0.0, 0.5),
            ORANGE,
        );
    }
}
