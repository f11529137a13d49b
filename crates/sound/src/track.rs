//! Events into a sound.

use crate::{Mixer, Sound, SoundEvent};
use core::mem;
use motile_time::Rate;

/// A track that grows tick by tick: what a run of a game sounds like, without a device and bit for bit the same on every
/// machine.
///
/// ```
/// use motile_sound::{Patch, SoundBoard, SoundTrack};
/// use motile_time::Rate;
///
/// let mut board = SoundBoard::new();
/// for tick in 0..60 {
///     if tick % 20 == 0 {
///         board.play(&Patch::blip(tick).render());
///     }
///     board.update(1.0 / 60.0);
/// }
/// let track = SoundTrack::of(board.events(), 60, Rate::hz(60));
/// assert_eq!(track.frame_count(), 48_000);
/// let file = track.to_wav();
/// # assert_eq!(file.len(), 44 + 48_000 * 4);
/// ```
#[derive(Clone, Debug)]
pub struct SoundTrack {
    mixer: Mixer,
    rate: Rate,
    tick: u64,
    left: Vec<f32>,
    right: Vec<f32>,
}

impl SoundTrack {
    /// Frames per second of tracks.
    pub const RATE: u32 = 48_000;

    /// An empty track of a game with a rate of ticks.
    pub fn new(rate: Rate) -> Self {
        let mixer = Mixer::new(Self::RATE);
        Self { mixer, rate, tick: 0, left: Vec::new(), right: Vec::new() }
    }

    /// What a number of ticks sounded like, all at once. Events of later ticks are left out.
    pub fn of(events: &[SoundEvent], ticks: u64, rate: Rate) -> Sound {
        let mut track = Self::new(rate);
        let mut rest = events;
        for tick in 0..ticks {
            let count = rest.iter().take_while(|event| event.tick <= tick).count();
            let (now, later) = rest.split_at(count);
            track.add_tick(now.iter().cloned());
            rest = later;
        }
        track.into_sound()
    }

    /// Adds one tick, with its events at its beginning.
    pub fn add_tick(&mut self, events: impl IntoIterator<Item = SoundEvent>) {
        let (mut left, mut right) = (mem::take(&mut self.left), mem::take(&mut self.right));
        self.mix_tick(events, |frames| {
            left.extend(frames.iter().map(|frame| frame[0]));
            right.extend(frames.iter().map(|frame| frame[1]));
        });
        (self.left, self.right) = (left, right);
    }

    /// Lets one tick pass that is not part of the track: what begins in it and still sounds is heard later.
    pub fn pass_tick(&mut self, events: impl IntoIterator<Item = SoundEvent>) {
        self.mix_tick(events, |_| ());
    }

    fn mix_tick(
        &mut self,
        events: impl IntoIterator<Item = SoundEvent>,
        mut keep: impl FnMut(&[[f32; 2]]),
    ) {
        self.mixer.follow(events);
        self.tick += 1;
        // From the start of the run, so that ticks which are no whole number of frames do not add up an error.
        let end = self.rate.seconds_at(self.tick) * f64::from(Self::RATE);
        let mut left = (end as u64).saturating_sub(self.mixer.frames()) as usize;
        let mut block = [[0.0; 2]; 256];
        while left > 0 {
            let now = &mut block[..left.min(256)];
            self.mixer.render(now);
            keep(now);
            left -= now.len();
        }
    }

    /// The mixer, to ask how many voices sound.
    pub const fn mixer(&self) -> &Mixer {
        &self.mixer
    }

    /// The track so far; one silent frame when it is empty, and cut off at [`MOST_FRAMES`](crate::MOST_FRAMES).
    pub fn into_sound(self) -> Sound {
        let (mut left, mut right) = (self.left, self.right);
        for channel in [&mut left, &mut right] {
            channel.truncate(crate::MOST_FRAMES);
            if channel.is_empty() {
                channel.push(0.0);
            }
        }
        Sound::stereo_unchecked(Self::RATE, left, right)
    }
}
