//! Sounds have places: what is near is loud, what is to the right is heard on the right.

use crate::{Demo, kit};
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::sound::{Envelope, Patch, Sound, StageSound, VoiceId, Waveform};

pub(super) const DEMO: Demo = Demo {
    id: "sound/walk",
    title: "Spatial sound walk",
    sees: "A walker between five sources of sound; rings show what reaches the ears, two bars how loud it is left and right.",
    tries: "Walk up to a source and around it with headphones on. Turn the reach down until only the nearest is heard.",
    controls: "Hold to walk to a place; let go to stroll on.",
    takes_drags: true,
    ticks: 245,
    ..Demo::of::<Walk>()
};

/// Rings around a source, and pixels between two of them.
const RINGS: u32 = 4;
const RING: f32 = 30.0;
/// Pixels from the middle of a source to its rim.
const RADIUS: f32 = 30.0;
/// Pixels a second.
const SPEED: f32 = 170.0;

/// Something in the garden that sounds.
struct Source {
    name: &'static str,
    place: Vec2,
    color: Color,
    sound: Sound,
    /// Ticks between two sounds; none for one that never ends.
    every: Option<u64>,
    voice: Option<VoiceId>,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Walk {
    walker: Vec2,
    /// What they sound like is in the board of the stage.
    #[state(skip)]
    sources: Vec<Source>,
}

impl Sketch for Walk {
    const PARAMS: &'static [Param] = &[Param::number("reach", 120.0, 900.0, 700.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x14_22_1E);
        let mut sources = garden();
        for source in sources.iter_mut().filter(|source| source.every.is_none()) {
            let cue = source.sound.cue().looped().with_fade_in(0.3).with_position(source.place);
            source.voice = Some(stage.sound().play(cue));
        }
        Ok(Self { walker: stage.center(), sources })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.walker += self.wanted(&tick).truncate(SPEED) * tick.dt;
        let board = stage.sound();
        board.listener.position = self.walker;
        (board.listener.near, board.listener.far) = (50.0, tick.params.number("reach"));
        board.listener.width = 150.0;
        for source in &mut self.sources {
            if source.every.is_some_and(|every| tick.index.is_multiple_of(every)) {
                let cue = source.sound.cue().with_position(source.place);
                source.voice = Some(board.play(cue));
            }
        }
        // The bee circles around the flowers.
        if let Some(bee) = self.sources.last_mut() {
            bee.place = vec2(430.0, 340.0) + Vec2::at_angle(tick.time as f32 * 1.7) * 70.0;
            if let Some(voice) = bee.voice {
                board.set_position(voice, bee.place);
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        let Some(board) = stage.sound_board() else { return };
        let mut ears = Vec2::ZERO;
        for source in &self.sources {
            let heard = source.voice.and_then(|voice| board.heard(voice));
            let volume = heard.map_or(0.0, |heard| heard.volume);
            if let Some(heard) = heard {
                ears += vec2(1.0 - heard.pan, 1.0 + heard.pan) * 0.5 * heard.volume;
                let strong = (volume * 3.0).min(1.0);
                let line = Stroke::new(1.0 + 4.0 * strong);
                canvas.line(self.walker, source.place, &line, source.color.with_alpha(60));
            }
            source.draw(canvas, volume, frame.time as f32);
        }
        self.draw_walker(canvas, ears);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Walk {
    /// Where to: the pointer while it is held, else the next place of a stroll.
    fn wanted(&self, tick: &Tick) -> Vec2 {
        let pointer = tick.input.pointer;
        let target = pointer.position.filter(|_| pointer.is_down()).unwrap_or_else(|| {
            let turn = tick.time as f32 * 0.35;
            vec2(320.0 + 230.0 * ops::cos(turn), 240.0 + 150.0 * ops::sin(turn * 2.0))
        });
        (target - self.walker) * 3.0
    }

    /// The walker, and a bar at each ear.
    fn draw_walker(&self, canvas: &mut Canvas<'_>, ears: Vec2) {
        kit::disc(canvas, self.walker, 24.0, Color::WHITE);
        kit::disc(canvas, self.walker, 17.0, Color::hex(0x2A_3A_44));
        for (side, loud) in [(-1.0, ears.x), (1.0, ears.y)] {
            let height = 10.0 + 90.0 * loud.min(1.0);
            let foot = self.walker + vec2(side * 44.0, 24.0);
            let top = foot - vec2(0.0, height);
            canvas.line(foot, top, &kit::round(16.0), Color::WHITE);
        }
    }
}

impl Source {
    fn draw(&self, canvas: &mut Canvas<'_>, volume: f32, time: f32) {
        for ring in 0..RINGS {
            let radius = RADIUS + (ring as f32 + (time * 1.5).fract()) * RING;
            let fading = 1.0 - (radius - RADIUS) / (RINGS as f32 * RING);
            // The square root, because ears hear a quarter as half.
            let alpha = (ops::sqrt(volume) * fading * 255.0).clamp(0.0, 255.0) as u8;
            let circle = Path::circle(self.place, radius);
            canvas.stroke(&circle, &Stroke::new(6.0), self.color.with_alpha(alpha));
        }
        kit::disc(canvas, self.place, RADIUS, self.color);
        let below = self.place + vec2(0.0, RADIUS + 18.0);
        canvas.write(self.name, 22.0, below, vec2(0.5, 0.5), self.color);
    }
}

/// All sources, the bee last.
fn garden() -> Vec<Source> {
    let swell = Envelope { attack: 0.4, hold: 1.2, punch: 0.0, decay: 0.4 };
    let ring = Envelope { attack: 0.002, hold: 0.05, punch: 0.4, decay: 1.1 };
    let water = Patch { low_pass: 1400.0, envelope: swell, ..tone(Waveform::Noise, 400.0) };
    let bell = Patch { envelope: ring, ..tone(Waveform::Triangle, 523.25) };
    let song = Patch { vibrato: 0.35, vibrato_rate: 9.0, ..tone(Waveform::Sine, 2300.0) };
    let drum = Patch {
        slide: -5.0,
        envelope: Envelope { decay: 0.3, ..ring },
        ..tone(Waveform::Sine, 130.0)
    };
    let buzz = Patch { vibrato: 0.04, vibrato_rate: 17.0, ..tone(Waveform::Saw, 175.0) };
    let source = |name, place, index, patch: Patch, every| {
        let color = kit::hue(index, 5);
        Source { name, place, color, sound: patch.render(), every, voice: None }
    };
    vec![
        source("water", vec2(120.0, 110.0), 3, water, None),
        source("bell", vec2(530.0, 100.0), 0, bell, Some(90)),
        source("bird", vec2(330.0, 90.0), 1, song, Some(55)),
        source("drum", vec2(130.0, 380.0), 4, drum, Some(40)),
        source("bee", vec2(430.0, 340.0) + Vec2::at_angle(TAU) * 70.0, 2, buzz, None),
    ]
}

fn tone(waveform: Waveform, frequency: f32) -> Patch {
    Patch { volume: 0.4, ..Patch::tone(waveform, frequency, 0.5) }
}
