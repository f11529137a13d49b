//! A synthesizer makes every sound a small game needs out of a few numbers and a seed.

use crate::{Demo, kit};
use motile::prelude::*;
use motile::sound::{Preset, Sound, StageSound, VoiceId};

pub(super) const DEMO: Demo = Demo {
    id: "sound/synthesizer",
    title: "Synthesizer",
    sees: "Seven pads with the waves of a pickup, a laser, an explosion and others; those that sound glow, with a cursor.",
    tries: "Play the pads, then make new sounds of the same kinds. Turn the variation up and play one again and again.",
    controls: "Press a pad to hear it.",
    keys: &[
        (Key::Char('1'), "pickup"),
        (Key::Char('2'), "laser"),
        (Key::Char('3'), "explosion"),
        (Key::Char('4'), "power-up"),
        (Key::Char('5'), "hit"),
        (Key::Char('6'), "jump"),
        (Key::Char('7'), "blip"),
        (Key::Space, "new sounds"),
    ],
    ticks: 46,
    script: "20 tap 3\n24 tap 4\n38 tap 1\n41 tap 2\n",
    ..Demo::of::<Synthesizer>()
};

const COLUMNS: usize = 4;
const PAD: Vec2 = vec2(140.0, 176.0);
const GAP: f32 = 14.0;
const TOP_LEFT: Vec2 = vec2(19.0, 57.0);
/// Bars of a wave.
const BARS: usize = 40;

/// A sound of one kind and how it looks.
struct Pad {
    preset: Preset,
    sound: Sound,
    /// Loudest sample in each part of the sound.
    bars: [f32; BARS],
    voice: Option<VoiceId>,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Synthesizer {
    /// They follow from the seed; what sounds is in the board of the stage.
    #[state(skip)]
    pads: Vec<Pad>,
    seed: u64,
}

impl Pad {
    fn new(preset: Preset, seed: u64, variation: f32) -> Self {
        let sound = preset.patch(seed).varied(seed, variation).render();
        let samples = sound.left();
        let part = samples.len().div_ceil(BARS).max(1);
        let mut bars = [0.0; BARS];
        for (bar, chunk) in bars.iter_mut().zip(samples.chunks(part)) {
            *bar = chunk.iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        }
        Self { preset, sound, bars, voice: None }
    }
}

impl Sketch for Synthesizer {
    const PARAMS: &'static [Param] =
        &[Param::number("pitch", 0.25, 4.0, 1.0), Param::number("variation", 0.0, 1.0, 0.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x15_1A_26);
        let mut synthesizer = Self { pads: Vec::new(), seed: 6 };
        synthesizer.renew(0.0);
        Ok(synthesizer)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Space) {
            self.seed += 1;
            self.renew(tick.params.number("variation"));
        }
        let pressed = tick.input.pointer.pressed_at();
        for index in 0..self.pads.len() {
            let key = char::from_digit(index as u32 + 1, 10).map(Key::Char);
            let by_key = key.is_some_and(|key| tick.input.pressed(key));
            if by_key || pressed.is_some_and(|place| area(index).contains(place)) {
                self.play(index, stage, tick.params);
            }
        }
        let board = stage.sound();
        for pad in &mut self.pads {
            pad.voice = pad.voice.filter(|&voice| board.is_playing(voice));
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let white = Color::WHITE;
        canvas.write("seven sounds out of numbers", 20.0, vec2(320.0, 30.0), vec2(0.5, 0.5), white);
        let board = stage.sound_board();
        for (index, pad) in self.pads.iter().enumerate() {
            let seconds = board.zip(pad.voice).and_then(|(board, voice)| board.seconds(voice));
            pad.draw(canvas, index, seconds.map(|seconds| seconds / pad.sound.seconds()));
        }
        let place = area(self.pads.len()).center();
        let words = format!("seed {}\n\nSpace:\nnew sounds", self.seed);
        canvas.write(words, 18.0, place, vec2(0.5, 0.5), Color::hex(0x8A_95_AB));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Synthesizer {
    fn renew(&mut self, variation: f32) {
        let seed = self.seed;
        self.pads = Preset::ALL.map(|preset| Pad::new(preset, seed, variation)).into();
    }

    fn play(&mut self, index: usize, stage: &mut Stage, params: &motile::stage::Params) {
        let variation = params.number("variation");
        let pad = &mut self.pads[index];
        if variation > 0.0 {
            *pad = Pad::new(pad.preset, stage.rng.u64() % 1000, variation);
        }
        let cue = pad.sound.cue().with_pitch(params.number("pitch"));
        pad.voice = Some(stage.sound().play(cue));
    }
}

impl Pad {
    /// The pad with its wave; `played` is how much of it is over, if it sounds.
    fn draw(&self, canvas: &mut Canvas<'_>, index: usize, played: Option<f32>) {
        let (area, color) = (area(index), kit::hue(index, Preset::ALL.len()));
        let back = if played.is_some() { color.with_alpha(70) } else { Color::hex(0x22_2A_3A) };
        canvas.fill(&Path::round_rect(area, 14.0), back);
        if played.is_some() {
            canvas.stroke(&Path::round_rect(area, 14.0), &Stroke::new(3.0), color);
        }
        let left = area.min + vec2(10.0, 84.0);
        let width = (PAD.x - 20.0) / BARS as f32;
        for (at, bar) in self.bars.iter().enumerate() {
            let half = (bar * 80.0).clamp(1.0, 64.0);
            let over = played.is_some_and(|played| (at as f32) < played * BARS as f32);
            let corner = left + vec2(at as f32 * width, -half);
            let color = if over { Color::WHITE } else { color };
            canvas.fill_rect(Aabb::from_size(corner, vec2(width - 0.6, half * 2.0)), color);
        }
        if let Some(played) = played {
            let x = left.x + played * (PAD.x - 20.0);
            let (top, bottom) = (vec2(x, left.y - 66.0), vec2(x, left.y + 66.0));
            canvas.line(top, bottom, &Stroke::new(2.0), Color::WHITE);
        }
        let words = format!("{}  {}", index + 1, self.preset.name());
        let foot = vec2(area.center().x, area.max.y - 14.0);
        canvas.write(words, 16.0, foot, vec2(0.5, 0.5), Color::WHITE);
    }
}

/// Where a pad lies.
fn area(index: usize) -> Aabb {
    let cell = vec2((index % COLUMNS) as f32, (index / COLUMNS) as f32);
    Aabb::from_size(TOP_LEFT + cell * (PAD + Vec2::splat(GAP)), PAD)
}
