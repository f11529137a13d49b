//! What a board says to a mixer.

use crate::Sound;
use motile_geom::{Id, Vec2};

/// Names voices in ids; there are no values of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {}

/// A sound that is playing, or was: ids of voices that have ended name nothing, and what is said to them is passed over.
#[doc(alias = "handle")]
#[doc(alias = "channel")]
pub type VoiceId = Id<Voice>;

/// Voices whose volume is set together: effects, music, speech, and thirteen more for what a game likes.
#[doc(alias = "bus")]
#[doc(alias = "channel")]
#[doc(alias = "category")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SoundGroup(u8);

impl SoundGroup {
    /// How many groups there are.
    pub const COUNT: usize = 16;
    /// Where sounds belong unless said otherwise.
    pub const EFFECTS: Self = Self(0);
    /// Where [`SoundBoard::music`](crate::SoundBoard::music) plays.
    pub const MUSIC: Self = Self(1);
    /// Words, which others may make room for ([`Duck`]).
    pub const SPEECH: Self = Self(2);

    /// A group by number, 0…15; larger numbers count as 15.
    pub const fn numbered(index: u8) -> Self {
        Self(if index < Self::COUNT as u8 { index } else { Self::COUNT as u8 - 1 })
    }

    /// Its number, 0…15.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a sound is to be played; made from a [`Sound`] by [`Sound::cue`] or simply `&sound`.
///
/// ```
/// use motile_sound::{Patch, SoundBoard, SoundGroup};
/// let step = Patch::hit(3).render();
/// let mut board = SoundBoard::new();
/// board.play(step.cue().with_volume(0.4).with_pitch(1.2).with_pan(-0.5));
/// ```
#[derive(Clone, Debug)]
pub struct Cue {
    /// What is played.
    pub sound: Sound,
    /// Factor of the samples, 0…4; 1 leaves them as they are.
    pub volume: f32,
    /// From −1, left, to 1, right. One channel keeps its power on the way (0.71 on both sides in the middle), of two
    /// the one that is left gets quieter.
    pub pan: f32,
    /// How much faster and higher, 1/64…64; 2 is an octave up.
    #[doc(alias = "speed")]
    pub pitch: f32,
    /// Whether it goes back to the beginning of its loop ([`Sound::with_loop`]) until it is stopped.
    pub looped: bool,
    /// Seconds in which it comes up to its volume.
    pub fade_in: f32,
    /// Second of the sound to begin with.
    pub start: f32,
    /// Where it belongs.
    pub group: SoundGroup,
    /// Where it sounds from, in pixels of the world; `None` for what has no place, such as music.
    pub position: Option<Vec2>,
}

impl Cue {
    /// The sound as it is: once, in the middle, at full volume.
    pub const fn new(sound: Sound) -> Self {
        Self {
            sound,
            volume: 1.0,
            pan: 0.0,
            pitch: 1.0,
            looped: false,
            fade_in: 0.0,
            start: 0.0,
            group: SoundGroup::EFFECTS,
            position: None,
        }
    }

    /// With a factor of the samples, 0…4.
    pub fn with_volume(self, volume: f32) -> Self {
        Self { volume, ..self }
    }

    /// From −1, left, to 1, right.
    pub fn with_pan(self, pan: f32) -> Self {
        Self { pan, ..self }
    }

    /// Faster and higher by a factor; 2 is an octave up.
    pub fn with_pitch(self, pitch: f32) -> Self {
        Self { pitch, ..self }
    }

    /// In a loop until it is stopped.
    pub fn looped(self) -> Self {
        Self { looped: true, ..self }
    }

    /// Coming up to its volume in some seconds.
    pub fn with_fade_in(self, seconds: f32) -> Self {
        Self { fade_in: seconds, ..self }
    }

    /// Beginning with a later second of the sound.
    pub fn with_start(self, seconds: f32) -> Self {
        Self { start: seconds, ..self }
    }

    /// In a group.
    pub fn with_group(self, group: SoundGroup) -> Self {
        Self { group, ..self }
    }

    /// From a place in the world: volume and pan follow from where the [`Listener`](crate::Listener) is.
    #[doc(alias = "spatial")]
    pub fn with_position(self, position: Vec2) -> Self {
        Self { position: Some(position), ..self }
    }

    /// The frame to begin with.
    pub(crate) fn start_frame(&self) -> u32 {
        ((self.start * self.sound.rate() as f32) as u32).min(self.sound.frame_count())
    }

    /// Whether all numbers are numbers.
    pub(crate) fn is_finite(&self) -> bool {
        let numbers = [self.volume, self.pan, self.pitch, self.fade_in, self.start];
        numbers.iter().all(|number| number.is_finite()) && self.position.is_none_or(Vec2::is_finite)
    }
}

impl From<&Sound> for Cue {
    fn from(sound: &Sound) -> Self {
        Self::new(sound.clone())
    }
}

impl Sound {
    /// How it is to be played, to be completed: `sound.cue().with_volume(0.5)`.
    pub fn cue(&self) -> Cue {
        Cue::new(self.clone())
    }
}

/// How a group makes room while another one sounds: music under words.
#[doc(alias = "sidechain")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duck {
    /// The group that is given room.
    pub under: SoundGroup,
    /// Factor of the volume meanwhile, 0…1.
    pub volume: f32,
    /// Seconds in which it gets quieter.
    pub attack: f32,
    /// Seconds in which it comes back.
    pub release: f32,
}

impl Duck {
    /// To a third within 0.1 s, back within 0.6 s.
    pub const fn under(group: SoundGroup) -> Self {
        Self { under: group, volume: 0.33, attack: 0.1, release: 0.6 }
    }
}

/// One thing that a [`Mixer`](crate::Mixer) is to do. Numbers are in their ranges: the board has seen to that.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are those of the calls that make them")]
pub enum SoundCommand {
    /// Begins a voice. `heard` and `pan` follow from its place, if it has one.
    Play { voice: VoiceId, cue: Cue, heard: f32, pan: f32 },
    /// Ends a voice within some seconds.
    Stop { voice: VoiceId, fade: f32 },
    /// Another volume, reached in some seconds.
    Volume { voice: VoiceId, volume: f32, fade: f32 },
    /// Another pitch.
    Pitch { voice: VoiceId, pitch: f32 },
    /// What of it reaches the listener, as voice or listener have moved.
    Heard { voice: VoiceId, volume: f32, pan: f32 },
    /// Another volume of a group, reached in some seconds.
    GroupVolume { group: SoundGroup, volume: f32, fade: f32 },
    /// A group makes room for another one, or does so no longer.
    Duck { group: SoundGroup, duck: Option<Duck> },
}

/// A command and the tick in which it was given.
#[derive(Clone, Debug)]
pub struct SoundEvent {
    /// How many ticks came before.
    pub tick: u64,
    /// What is to be done.
    pub command: SoundCommand,
}
