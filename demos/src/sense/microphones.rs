//! Choosing a microphone: a list with names, a state for each, and nothing that listens before it is asked.

use crate::look::{BLUE, DUSK, GREEN, HAZE, MIST, NIGHT, ORANGE, RED, SMALL, SNOW, TITLE, WORDS};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::hear::{Ear, WaveView};
use motile::sense::{MicrophoneList, NoSuchDevice, SampleSource, Source, SourceState, StageSenses};

pub(super) const DEMO: Demo = Demo {
    id: "sense/microphones",
    title: "Microphones",
    sees: "A list of microphones with the state of each; the one that was chosen shows what it hears.",
    tries: "Choose one: only that one listens, the others are let go. In a window, those of the machine come first, as they are \
            plugged in. The last line has no device behind it.",
    controls: "Press a line to choose it.",
    keys: &[(Key::Up, "one up"), (Key::Down, "one down"), (Key::Space, "stop or start")],
    spec: &["DEMO-5-1", "DEMO-5-2", "INPUT-1", "INPUT-2", "INPUT-3", "INPUT-4"],
    ticks: 130,
    script: "20 tap Down\n24 tap Down\n28 tap Down\n",
    ..Demo::of::<Microphones>()
};

const LINE: f32 = 46.0;
const TOP: f32 = 66.0;
/// One more than there are: a number that is not there.
const LINES: usize = 8;
/// Microphones of the machine that find room above the others.
const MOST_REAL: usize = 4;

#[derive(StateHash)]
#[state(hash_only)]
struct Microphones {
    chosen: usize,
    wanted: bool,
    level: Option<f32>,
    /// The error of a number that is not there.
    trouble: Option<String>,
    /// Microphones of the machine, by name; none in headless runs.
    #[state(skip)]
    real: Vec<String>,
    #[state(skip)]
    list: MicrophoneList,
    #[state(skip)]
    ear: Ear,
    #[state(skip)]
    wave: WaveView,
}

impl Sketch for Microphones {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        Ok(Self {
            chosen: 0,
            wanted: true,
            level: None,
            trouble: None,
            real: Vec::new(),
            list: MicrophoneList::synthetic(1),
            ear: Ear::without_pitch(),
            wave: WaveView::new(150, 480),
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
        }
        self.trouble = None;
        if let Err(error) = self.listen(stage, self.chosen != before, tick.dt) {
            (self.level, self.trouble) = (None, Some(error.to_string()));
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.write("Microphones", TITLE, vec2(20.0, 34.0), vec2(0.0, 0.5), SNOW);
        let running = stage.find_senses().map(|senses| senses.microphone.state());
        for (index, name) in self.real.iter().enumerate() {
            let state = running.filter(|_| index == self.chosen).unwrap_or_default();
            self.draw_line(canvas, index, name, state);
        }
        let sources = self.list.iter().take(LINES - 1 - self.real.len()).map(Some).chain([None]);
        for (index, source) in sources.enumerate() {
            let name = source.map_or("number 7", Source::name);
            let state = source.map_or(SourceState::Unavailable, Source::state);
            self.draw_line(canvas, self.real.len() + index, name, state);
        }
        let words = match (&self.trouble, self.level) {
            (Some(trouble), _) => trouble.clone(),
            (None, Some(level)) => format!("level {level:.0}"),
            (None, None) => "nothing is captured".into(),
        };
        canvas.write(words, WORDS, vec2(480.0, 96.0), vec2(0.5, 0.5), MIST);
        for (index, [low, high]) in self.wave.columns().enumerate() {
            let x = 330.0 + index as f32 * 2.0;
            let (top, foot) = (240.0 - high * 110.0, 241.0 - low * 110.0);
            let color = if self.level.is_some() { GREEN } else { HAZE };
            canvas.fill_rect(Aabb::new(vec2(x, top), vec2(x + 1.6, foot)), color);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Microphones {
    /// Hears the source that was chosen, if it is wanted; all others are let go.
    fn listen(&mut self, stage: &mut Stage, fresh: bool, dt: f32) -> Result<(), NoSuchDevice> {
        let senses = stage.senses();
        self.real = senses.microphones().iter().take(MOST_REAL).cloned().collect();
        let is_real = self.chosen < self.real.len();
        let made_up = self.chosen.wrapping_sub(self.real.len());
        self.list.stop_others(made_up);
        let source: &mut dyn SampleSource = if is_real {
            if fresh {
                senses.choose_microphone(self.chosen)?;
            }
            &mut senses.microphone
        } else {
            senses.microphone.stop();
            // The last line stands for a number that is not there, however many lines are shown.
            self.list.get(if self.chosen + 1 == LINES { LINES - 1 } else { made_up })?
        };
        match (self.wanted, source.state()) {
            (true, SourceState::NeedsPermission) => source.start(),
            (false, _) => source.stop(),
            _ => {}
        }
        self.ear.listen(source, dt);
        let samples = self.ear.waveform();
        let newest = samples.len().saturating_sub(800);
        self.wave.push(&samples[newest..]);
        self.level = self.ear.level();
        Ok(())
    }

    fn draw_line(&self, canvas: &mut Canvas<'_>, index: usize, name: &str, state: SourceState) {
        let corner = vec2(16.0, TOP + index as f32 * LINE);
        let area = Aabb::from_size(corner, vec2(290.0, LINE - 6.0));
        let chosen = index == self.chosen;
        canvas.fill(&Path::round_rect(area, 8.0), if chosen { BLUE } else { DUSK });
        let dot = match state {
            SourceState::Running => RED,
            SourceState::Unavailable => ORANGE,
            _ => HAZE,
        };
        kit::disc(canvas, corner + vec2(20.0, 20.0), 7.0, dot);
        canvas.write(name, WORDS, corner + vec2(38.0, 20.0), vec2(0.0, 0.5), SNOW);
        let place = vec2(area.max.x - 12.0, corner.y + 20.0);
        canvas.write(
            state.to_string(),
            SMALL,
            place,
            vec2(1.0, 0.5),
            if chosen { SNOW } else { MIST },
        );
    }
}
