//! Many voices into one block of frames.

mod limiter;
mod ramp;
mod resample;
mod voice;

use crate::{Duck, SoundCommand, SoundEvent, SoundGroup, VoiceId};
use fearless_simd::{Level, dispatch};
use limiter::Limiter;
use ramp::Ramp;
use resample::Filters;
use voice::{Beginning, MixVoice};

/// Frames that are mixed at once. What a command changes begins with one of these, 1.3 ms apart at 48 kHz.
pub(crate) const QUANTUM: usize = 64;

/// Frames of a quantum, left and right.
type Block = [[f32; 2]; QUANTUM];

/// Sample rates that a mixer may have.
const RATES: (u32, u32) = (8_000, 192_000);

/// Mixes voices into blocks of stereo frames, as a [`SoundBoard`](crate::SoundBoard) commands.
///
/// Nothing in here asks for the time or for memory while it mixes, and its results are the same bits on every platform
/// and for every division into blocks:
///
/// ```
/// use motile_sound::{Mixer, Patch, SoundBoard};
///
/// let mut board = SoundBoard::new();
/// board.play(&Patch::jump(1).render());
/// let mut mixer = Mixer::new(48_000);
/// mixer.follow(board.take_events());
/// let mut block = [[0.0; 2]; 800]; // a sixtieth of a second
/// mixer.render(&mut block);
/// assert!(block.iter().any(|[left, _]| *left != 0.0));
/// ```
///
/// # Quality
///
/// Sounds at the mixer's own rate and at pitch 1 are not touched by the resampler. Others go through a windowed sinc of
/// 16 taps: from 44.1 to 48 kHz, errors are 75 dB down or more up to 10 kHz, and above 0.85 of half the rate tones get
/// quieter. At pitch 2, what would alias is 35 dB down at 16 kHz and 75 dB or more from 18 kHz on. The limiter delays
/// everything by 64 frames and is idle while the mix stays below 0.98.
#[doc(alias = "audio engine")]
#[derive(Clone, Debug)]
pub struct Mixer {
    rate: u32,
    filters: Filters,
    level: Level,
    voices: Vec<MixVoice>,
    groups: [Group; SoundGroup::COUNT],
    limiter: Limiter,
    ready: Block,
    /// Frames of `ready` that have been taken.
    taken: usize,
    frames: u64,
    dropped: u64,
}

/// Volume of a group, and what lowers it.
#[derive(Clone, Copy, Debug)]
struct Group {
    volume: Ramp,
    duck: Option<Duck>,
    ducked: Ramp,
}

impl Mixer {
    /// Most voices at once, those that are fading out included. Commands to play more are dropped and counted.
    pub const MOST_VOICES: usize = 256;

    /// A silent mixer for a number of frames per second; 8,000…192,000 are possible, and others count as the nearest.
    pub fn new(rate: u32) -> Self {
        let group = Group { volume: Ramp::new(1.0), duck: None, ducked: Ramp::new(1.0) };
        Self {
            rate: rate.clamp(RATES.0, RATES.1),
            filters: Filters::new(),
            level: Level::new(),
            voices: Vec::with_capacity(Self::MOST_VOICES),
            groups: [group; SoundGroup::COUNT],
            limiter: Limiter::new(),
            ready: [[0.0; 2]; QUANTUM],
            taken: QUANTUM,
            frames: 0,
            dropped: 0,
        }
    }

    /// Frames per second.
    pub const fn rate(&self) -> u32 {
        self.rate
    }

    /// From now on this many frames per second, as in [`Mixer::new`]; what sounds goes on at its pitch.
    pub fn set_rate(&mut self, rate: u32) {
        self.rate = rate.clamp(RATES.0, RATES.1);
        self.voices.iter_mut().for_each(|voice| voice.set_rate(self.rate));
    }

    /// Ends everything within some seconds.
    pub fn stop_all(&mut self, fade: f32) {
        let fade = if fade.is_finite() { fade.max(0.0) } else { 0.0 };
        self.voices.iter_mut().for_each(|voice| voice.stop(fade, self.rate));
    }

    /// How many frames it has rendered.
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// How many voices sound, those that are fading out included.
    pub const fn voice_count(&self) -> usize {
        self.voices.len()
    }

    /// How many sounds were not played because there were too many.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// How much the limiter lowers the mix now: 1 is not at all.
    pub const fn limited_to(&self) -> f32 {
        self.limiter.volume()
    }

    /// Does what events say, with the next quantum; their ticks do not matter here.
    pub fn follow(&mut self, events: impl IntoIterator<Item = SoundEvent>) {
        for event in events {
            self.apply(event.command);
        }
    }

    /// Does what a command says, with the next quantum. Commands for voices that have ended do nothing.
    pub fn apply(&mut self, command: SoundCommand) {
        let rate = self.rate;
        match command {
            SoundCommand::Play { voice, cue, heard, pan } => {
                if self.voices.len() >= Self::MOST_VOICES {
                    self.dropped += 1;
                    return;
                }
                let beginning = Beginning {
                    id: voice,
                    group: cue.group,
                    looped: cue.looped,
                    start: cue.start_frame(),
                    volume: cue.volume,
                    pitch: cue.pitch,
                    fade_in: cue.fade_in,
                    pan,
                    heard,
                    sound: cue.sound,
                };
                self.voices.push(MixVoice::new(beginning, rate));
            }
            SoundCommand::Stop { voice, fade } => self.change(voice, |v| v.stop(fade, rate)),
            SoundCommand::Volume { voice, volume, fade } => {
                self.change(voice, |v| v.set_volume(volume, fade, rate));
            }
            SoundCommand::Pitch { voice, pitch } => {
                self.change(voice, |v| v.set_pitch(pitch, rate));
            }
            SoundCommand::Heard { voice, volume, pan } => self.change(voice, |v| {
                v.set_heard(volume, rate);
                v.set_pan(pan, rate);
            }),
            SoundCommand::GroupVolume { group, volume, fade } => {
                self.groups[group.index()].volume.go(volume, fade, rate);
            }
            SoundCommand::Duck { group, duck } => self.groups[group.index()].duck = duck,
        }
    }

    fn change(&mut self, id: VoiceId, change: impl FnOnce(&mut MixVoice)) {
        if let Some(voice) = self.voices.iter_mut().find(|voice| voice.id == id) {
            change(voice);
        }
    }

    /// Fills a block with the next frames, left and right, −1…1. Allocates nothing.
    pub fn render(&mut self, block: &mut [[f32; 2]]) {
        let mut rest = block;
        while !rest.is_empty() {
            if self.taken == QUANTUM {
                self.mix();
            }
            let count = rest.len().min(QUANTUM - self.taken);
            let (now, later) = rest.split_at_mut(count);
            now.copy_from_slice(&self.ready[self.taken..self.taken + count]);
            self.taken += count;
            self.frames += count as u64;
            rest = later;
        }
    }

    fn mix(&mut self) {
        self.ready = [[0.0; 2]; QUANTUM];
        self.taken = 0;
        self.duck();
        let volumes = self.groups.each_mut().map(|group| group.volume.next() * group.ducked.next());
        let (voices, ready, filters) = (&mut self.voices, &mut self.ready, &self.filters);
        dispatch!(self.level, simd => {
            for voice in voices.iter_mut() {
                voice.add_to(simd, ready, filters, volumes[voice.group.index()]);
            }
        });
        self.voices.retain(|voice| !voice.is_done());
        self.limiter.pass(&mut self.ready);
    }

    /// Lowers the groups that make room for others which sound, and brings them back.
    fn duck(&mut self) {
        for index in 0..SoundGroup::COUNT {
            let Some(duck) = self.groups[index].duck else { continue };
            let wanted = |voice: &MixVoice| voice.group == duck.under && !voice.is_stopping();
            let busy = self.voices.iter().any(wanted);
            let (volume, seconds) =
                if busy { (duck.volume, duck.attack) } else { (1.0, duck.release) };
            let ducked = &mut self.groups[index].ducked;
            if ducked.target() != volume {
                ducked.go(volume, seconds, self.rate);
            }
        }
    }
}
