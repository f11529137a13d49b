//! Choosing a microphone: a list with names, a state for each, and nothing that listens before it is asked.

use super::tape::Tape;
use crate::look::{BLUE, DUSK, GREEN, HAZE, MIST, NIGHT, ORANGE, RED, SMALL, SNOW, TITLE, WORDS};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::hear::{Ear, WaveView};
use motile::sense::{
    HeardSense, MicrophoneList, NoSuchDevice, SampleSource, SenseShape, Source, SourceState,
    StageSenses,
};

pub(super) const DEMO: Demo = Demo {
    id: "sense/microphones",
    title: "Microphones",
    sees: "A list of microphones with the state of each; the one that was chosen shows what it hears.",
    tries: "Choose one: only that one listens, the others are let go. Number 7 has no device behind it. In a window, those of the \
            machine come last, as they are plugged in; none of them listens before it is chosen. Record what it hears, and play that. \
            It stays in memory and in no recording of the demo.",
    controls: "Press a line to choose it.",
    keys: &[
        (Key::Up, "one up"),
        (Key::Down, "one down"),
        (Key::Space, "stop or start"),
        (Key::Char('r'), "record"),
        (Key::Char('p'), "play what was recorded"),
    ],
    spec: &["DEMO-5-1", "DEMO-5-2", "INPUT-1", "INPUT-2", "INPUT-3", "INPUT-4", "INPUT-56"],
    ticks: 130,
    script: "20 tap Down\n24 tap Down\n28 tap Down\n",
    ..Demo::of::<Microphones>()
};

const LINE: f32 = 34.0;
const TOP: f32 = 60.0;
/// The number that is not there: one more than there are made-up sounds.
const NOBODY: usize = 7;
/// Where the microphones of the machine begin, and how many find room.
const REAL: usize = NOBODY + 1;
const MOST_REAL: usize = 4;
const LINES: usize = REAL + MOST_REAL;
/// The sense that tells how loud the microphone of the machine is.
const LOUD: u32 = 0;

#[derive(StateHash)]
#[state(hash_only)]
struct Microphones {
    chosen: usize,
    wanted: bool,
    level: Option<f32>,
    /// The error of a number that is not there; which ones are is not the same on every machine.
    #[state(skip)]
    trouble: Option<String>,
    /// Microphones of the machine, by name; none in headless runs.
    #[state(skip)]
    real: Vec<String>,
    /// The one of them that somebody chose.
    #[state(skip)]
    held: Option<String>,
    /// Samples a second of what is heard.
    #[state(skip)]
    rate: u32,
    #[state(skip)]
    list: MicrophoneList,
    #[state(skip)]
    ear: Ear,
    #[state(skip)]
    wave: WaveView,
    tape: Tape,
}

impl Sketch for Microphones {
    const PARAMS: &'static [Param] = &[Param::number("gain", 0.0, 100.0, 50.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        stage.senses().hear(LOUD, HeardSense::Level, SenseShape::Plain);
        Ok(Self {
            chosen: 0,
            wanted: true,
            level: None,
            trouble: None,
            real: Vec::new(),
            held: None,
            rate: 0,
            list: MicrophoneList::synthetic(1),
            ear: Ear::without_pitch(),
            wave: WaveView::new(150, 480),
            tape: Tape::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let before = self.chosen;
        let step =
            i32::from(tick.input.pressed(Key::Down)) - i32::from(tick.input.pressed(Key::Up));
        self.chosen = (self.chosen as i32 + step).clamp(0, LINES as i32 - 1) as usize;
        if let Some(place) = tick.input.pointer.pressed_at() {
            let line = ((place.y - TOP) / LINE).floor();
            if (0.0..LINES as f32).contains(&line) {
                self.chosen = line as usize;
            }
        }
        if tick.input.pressed(Key::Space) {
            self.wanted = !self.wanted;
        }
        if self.chosen != before {
            self.wanted = true;
            self.tape.stop();
        }
        self.tape.follow_keys(stage, &tick);
        self.ear.gain = tick.params.number("gain");
        let senses = stage.senses();
        senses.ear.gain = self.ear.gain;
        self.real = senses.microphones().iter().take(MOST_REAL).cloned().collect();
        let heard = if self.chosen < REAL {
            self.listen_to_made_up(stage, tick.dt)
        } else {
            self.listen_to_real(stage, self.chosen != before, tick)
        };
        self.trouble = heard.err().map(|error| error.to_string());
        let samples = self.ear.waveform();
        let newest = samples.len().saturating_sub(800);
        self.wave.push(&samples[newest..]);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.write("Microphones", TITLE, vec2(20.0, 32.0), vec2(0.0, 0.5), SNOW);
        for (index, source) in self.list.iter().map(Some).chain([None]).enumerate() {
            let name = source.map_or("number 7", Source::name);
            let state = source.map_or(SourceState::Unavailable, Source::state);
            self.draw_line(canvas, index, name, state);
        }
        let running = stage.find_senses().map(|senses| senses.microphone.state());
        for index in REAL..LINES {
            let chosen = index == self.chosen;
            match self.real.get(index - REAL) {
                Some(name) => {
                    let state = running.filter(|_| chosen).unwrap_or_default();
                    self.draw_line(canvas, index, name, state);
                }
                None if chosen => {
                    self.draw_line(
                        canvas,
                        index,
                        "nothing is plugged in",
                        SourceState::Unavailable,
                    );
                }
                None => {}
            }
        }
        let words = match (&self.trouble, self.level) {
            (Some(trouble), _) => trouble.clone(),
            (None, Some(level)) => format!("level {level:.0}"),
            (None, None) => "nothing is captured".into(),
        };
        canvas.write(words, WORDS, vec2(480.0, 96.0), vec2(0.5, 0.5), MIST);
        if self.level.is_some() && self.rate > 0 {
            // Stereo is mixed.
            let words = format!("1 channel, {} samples a second", self.rate);
            canvas.write(words, SMALL, vec2(480.0, 122.0), vec2(0.5, 0.5), MIST);
        }
        self.tape.draw(canvas, vec2(480.0, 400.0));
        for (index, [low, high]) in self.wave.columns().enumerate() {
            let x = 330.0 + index as f32 * 2.0;
            let (top, foot) = (250.0 - high * 110.0, 251.0 - low * 110.0);
            let color = if self.level.is_some() { GREEN } else { HAZE };
            canvas.fill_rect(Aabb::new(vec2(x, top), vec2(x + 1.6, foot)), color);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Microphones {
    /// Hears the sound that was chosen, if it is wanted; all others are let go.
    fn listen_to_made_up(&mut self, stage: &mut Stage, dt: f32) -> Result<(), NoSuchDevice> {
        stage.senses().microphone.stop();
        self.list.stop_others(self.chosen);
        self.level = None;
        // The last of them is no device.
        let source = self.list.get(self.chosen)?;
        if self.wanted {
            source.start();
        } else {
            source.stop();
        }
        self.tape.hear(source, &mut self.ear, dt);
        let level = self.ear.level().filter(|_| source.is_live());
        (self.level, self.rate) = (level, source.rate());
        Ok(())
    }

    /// Hears the microphone that was chosen, if it is wanted. Its level comes as input, so that recordings have it.
    fn listen_to_real(
        &mut self,
        stage: &mut Stage,
        fresh: bool,
        tick: Tick<'_>,
    ) -> Result<(), NoSuchDevice> {
        self.list.stop_others(self.chosen);
        self.level = tick.input.sense(LOUD).value;
        let place = self.chosen - REAL;
        let senses = stage.senses();
        if fresh {
            self.held = self.real.get(place).cloned();
        }
        // Another one has come to its place: nobody chose that.
        if self.held.is_none() || self.held.as_ref() != self.real.get(place) {
            senses.microphone.stop();
            return Err(NoSuchDevice { index: self.chosen });
        }
        if fresh {
            senses.choose_microphone(place)?;
        }
        match (self.wanted, senses.microphone.state()) {
            (true, SourceState::NeedsPermission) => senses.microphone.start(),
            (false, _) => senses.microphone.stop(),
            _ => {}
        }
        self.tape.hear(&mut senses.microphone, &mut self.ear, tick.dt);
        self.rate = senses.microphone.rate();
        Ok(())
    }

    fn draw_line(&self, canvas: &mut Canvas<'_>, index: usize, name: &str, state: SourceState) {
        let corner = vec2(16.0, TOP + index as f32 * LINE);
        let area = Aabb::from_size(corner, vec2(290.0, LINE - 4.0));
        let chosen = index == self.chosen;
        canvas.fill(&Path::round_rect(area, 8.0), if chosen { BLUE } else { DUSK });
        let dot = match state {
            SourceState::Running => RED,
            SourceState::Unavailable => ORANGE,
            _ => HAZE,
        };
        kit::disc(canvas, corner + vec2(18.0, 15.0), 6.0, dot);
        canvas.write(name, WORDS, corner + vec2(34.0, 15.0), vec2(0.0, 0.5), SNOW);
        let place = vec2(area.max.x - 12.0, corner.y + 15.0);
        canvas.write(
            state.to_string(),
            SMALL,
            place,
            vec2(1.0, 0.5),
            if chosen { SNOW } else { MIST },
        );
    }
}
