//! A tape that records what an ear hears, when it is told to, and plays it.

use crate::look::{ORANGE, WORDS};
use motile::prelude::*;
use motile::sense::hear::{Ear, SoundRecorder};
use motile::sense::{SampleBlock, SampleSource};
use motile::sound::{Sound, StageSound};

/// Three seconds at most. What a microphone heard is in no recording of a demo: the state has only how often somebody recorded.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Tape {
    #[state(skip)]
    recorder: SoundRecorder,
    #[state(skip)]
    block: SampleBlock,
    #[state(skip)]
    is_on: bool,
    recordings: u32,
}

const LONGEST: f32 = 3.0;
/// Samples per second that are played, in Hz.
const RATE: u32 = 48_000;

impl Tape {
    pub(super) fn new() -> Self {
        Self {
            recorder: SoundRecorder::new(LONGEST),
            block: SampleBlock::default(),
            is_on: false,
            recordings: 0,
        }
    }

    /// Lets the ear hear what a source has.
    pub(super) fn hear(&mut self, source: &mut dyn SampleSource, ear: &mut Ear, dt: f32) {
        source.update(dt);
        while source.next_block(&mut self.block) {
            if self.is_on {
                self.recorder.record(&self.block);
            }
            ear.hear(&self.block);
        }
        self.is_on &= source.is_live() && !self.recorder.is_full();
    }

    pub(super) const fn stop(&mut self) {
        self.is_on = false;
    }

    /// R records anew or ends that, and P plays.
    pub(super) fn follow_keys(&mut self, stage: &mut Stage, tick: &Tick<'_>) {
        if tick.input.pressed(Key::Char('r')) {
            self.is_on = !self.is_on;
            if self.is_on {
                self.recorder.clear();
            }
            self.recordings += 1;
        }
        if tick.input.pressed(Key::Char('p'))
            && let Ok(sound) = self.sound()
        {
            stage.sound().play(sound.cue());
        }
    }

    /// What was recorded, and silence up to the longest: a replay, which has recorded nothing, plays as long.
    fn sound(&self) -> Result<Sound, motile::sound::SoundError> {
        let mut samples = vec![0.0; (LONGEST * RATE as f32) as usize];
        if let Ok(sound) = self.recorder.sound() {
            let place = |index: usize| index * sound.rate() as usize / RATE as usize;
            for (index, sample) in samples.iter_mut().enumerate() {
                *sample = sound.left().get(place(index)).copied().unwrap_or(0.0);
            }
        }
        Sound::mono(RATE, samples)
    }

    /// How much is recorded, once somebody has.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, place: Vec2) {
        let length = self.recorder.length();
        if self.is_on || length > 0.0 {
            let words = if self.is_on { "recording" } else { "recorded, P plays it" };
            canvas.write(format!("{length:.1} s {words}"), WORDS, place, vec2(0.5, 0.5), ORANGE);
        }
    }
}
