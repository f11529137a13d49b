//! What a sound is made of: 32 bands as they are, and as they were.

use super::badge::{LiveOnly, MICROPHONE, badge_of, heard};
use crate::look::{MIST, NIGHT, SNOW, TITLE, WORDS};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::MicrophoneList;
use motile::sense::hear::{Ear, HeardPitch, Spectrogram};

pub(super) const DEMO: Demo = Demo {
    id: "sense/spectrum-wall",
    title: "Spectrum wall",
    sees: "Bars dance to the bands of a sound, and behind them the last seconds of it scroll by as a picture.",
    tries: "Choose another sound: a whistle is a thin line, a clap a bright column, a voice a ladder. \
            What a real microphone hears is in no recording of the demo.",
    spec: &["INPUT-53", "INPUT-54"],
    ticks: 200,
    ..Demo::of::<SpectrumWall>()
};

/// The made-up sounds, in their order.
const SOUNDS: [&str; 7] = ["claps", "voice", "whistle", "breath", "music", "sweep", "noise"];
const MUSIC: u32 = 4;
const BANDS: usize = 32;
/// Columns of the picture: 2.6 seconds.
const COLUMNS: usize = 160;
const PICTURE: Vec2 = vec2(640.0, 280.0);
const NOTES: [&str; 12] = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"];

#[derive(StateHash)]
#[state(hash_only)]
struct SpectrumWall {
    sound: u32,
    /// Heights of the bars, 0…1, and the marks that fall from them.
    bars: [f32; BANDS],
    tops: [f32; BANDS],
    pitch: Option<f32>,
    tempo: Option<f32>,
    #[state(skip)]
    sources: MicrophoneList,
    #[state(skip)]
    ear: Ear,
    #[state(skip)]
    past: Spectrogram,
    node: NodeId,
    #[state(skip)]
    live: LiveOnly,
}

impl Sketch for SpectrumWall {
    const PARAMS: &'static [Param] = &[Param::choice("sound", &SOUNDS, MUSIC), MICROPHONE];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let scale = PICTURE / vec2(COLUMNS as f32, BANDS as f32);
        let node = stage.add(Node::group());
        stage[node].scale = scale;
        Ok(Self {
            sound: MUSIC,
            bars: [0.0; BANDS],
            tops: [0.0; BANDS],
            pitch: None,
            tempo: None,
            sources: MicrophoneList::synthetic(1),
            ear: Ear::new(),
            past: Spectrogram::new(COLUMNS, BANDS),
            node,
            live: LiveOnly::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.live.follow(tick.params.is_on(MICROPHONE.name));
        self.sound = tick.params.choice("sound");
        self.sources.stop_others(self.sound as usize);
        if let Ok(source) = self.sources.get(self.sound as usize) {
            source.start();
            self.ear.listen(heard(stage, &tick, source), tick.dt);
        }
        self.past.push(self.ear.bands());
        let now = self.past.columns().last().unwrap_or(&[]);
        for ((bar, top), value) in self.bars.iter_mut().zip(&mut self.tops).zip(now) {
            *bar = value.max(*bar - tick.dt * 2.5);
            *top = bar.max(*top - tick.dt * 0.5);
        }
        let now = self.ear.now();
        self.pitch = now.and_then(|now| now.pitch).map(HeardPitch::note);
        self.tempo = now.and_then(|now| now.tempo);
        if let Some(picture) = self.picture() {
            stage[self.node].content = Bitmap::new(picture).into();
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let width = 620.0 / BANDS as f32;
        for (band, (bar, top)) in self.bars.iter().zip(&self.tops).enumerate() {
            let left = 10.0 + band as f32 * width;
            let height = |part: f32| 440.0 - part * 300.0;
            let color = kit::hue(band, BANDS);
            let area = Aabb::new(
                vec2(left + 2.0, height(bar.max(0.012))),
                vec2(left + width - 2.0, 440.0),
            );
            canvas.fill(&Path::round_rect(area, 3.0), color);
            let mark = vec2(left + 2.0, height(*top) - 5.0);
            canvas.fill_rect(Aabb::from_size(mark, vec2(width - 4.0, 3.0)), SNOW);
        }
        let note = self.pitch.map(|note| {
            let whole = note.round() as i32;
            format!("{}{}", NOTES[whole.rem_euclid(12) as usize], whole.div_euclid(12) - 1)
        });
        canvas.write(note.unwrap_or_default(), TITLE, vec2(620.0, 30.0), vec2(1.0, 0.5), SNOW);
        if let Some(tempo) = self.tempo {
            let words = format!("{tempo:.0} beats a minute");
            canvas.write(words, WORDS, vec2(620.0, 60.0), vec2(1.0, 0.5), MIST);
        }
        if let Some(source) = self.sources.iter().nth(self.sound as usize) {
            badge_of(canvas, vec2(20.0, 462.0), stage, source);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        self.live.hash(self, hash);
    }
}

impl SpectrumWall {
    /// The past as a picture: low bands below, now at the right.
    fn picture(&self) -> Option<Surface> {
        let mut picture = Surface::opaque(COLUMNS as u32, BANDS as u32, NIGHT).ok()?;
        for (x, column) in self.past.columns().enumerate() {
            for (band, value) in column.iter().enumerate() {
                let warm = kit::hue(band, BANDS).lerp(SNOW, (value - 0.6).max(0.0));
                let color = NIGHT.lerp(warm, value * value * 0.75);
                picture.set(x as i32, (BANDS - 1 - band) as i32, color);
            }
        }
        Some(picture)
    }
}
