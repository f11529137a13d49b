//! Sound for games as plain data: a mixer, music, sounds with places, a synthesizer, and tracks that a replay renders
//! again bit for bit.
//!
//! ```
//! use motile_sound::{Patch, SoundBoard, SoundTrack};
//! use motile_time::Rate;
//!
//! // A game says what it wants to hear, tick by tick …
//! let mut board = SoundBoard::new();
//! let jump = Patch::jump(1).render(); // no file needed
//! for tick in 0..90 {
//!     if tick % 30 == 0 {
//!         board.play(jump.cue().with_pitch(1.0 + tick as f32 / 60.0));
//!     }
//!     board.update(1.0 / 60.0);
//! }
//! // … and what it said is a track, the same on every machine.
//! let track = SoundTrack::of(board.events(), 90, Rate::hz(60));
//! assert_eq!(track.seconds(), 1.5);
//! let file = track.to_wav();
//! assert!(file.starts_with(b"RIFF"));
//! ```
//!
//! # What is here
//!
//! | what | items |
//! |---|---|
//! | sounds | [`Sound`] from samples or files, loop points, WAV files out |
//! | playing | [`SoundBoard`], [`Cue`], [`VoiceId`], [`SoundGroup`], [`Duck`], [`Listener`] |
//! | what was said | [`SoundEvent`], [`SoundCommand`] |
//! | making frames | [`Mixer`], [`SoundTrack`] |
//! | heard while it is made | [`LiveStream`], `Speaker::stream` |
//! | synthesizer | [`Patch`], [`Preset`], [`Waveform`], [`Envelope`], [`note_frequency`], [`decibels`] |
//!
//! The board and the mixer are two sides: a game talks to the board, which is a value of its ticks; the mixer follows
//! the board's events, on another thread if need be, and makes frames of them. Nothing here needs a device, a window
//! or a clock.
//!
//! # Features
//!
//! - `device`: the loudspeakers of the machine (`Speaker`) and its microphones (`SoundCapture`, `CaptureDevice`), by the socket of
//!   `PulseAudio` or `PipeWire` on Linux and by cpal elsewhere.
//! - `alsa`: on Linux loudspeakers by ALSA where there is no such server. The only feature that takes a package of the system to build
//!   (`libasound2-dev` in Debian).
//! - `stage`: sounds of sketches, `stage.sound().play(&jump)`, heard in windows and pages. They stand still with their sketch.
//! - `ogg`, `mp3`, `flac`: files of these formats. WAV is always read.
//!
//! # Conventions
//!
//! Samples are −1…1, volumes factors of them, pitches factors of speed (2 is an octave up), times seconds. Numbers that
//! are not finite change nothing and are counted ([`SoundBoard::rejected`]); others out of range count as the nearest.
//!
//! # Limits
//!
//! - A sound is wholly in memory, 23 minutes at 48 kHz at the most; nothing streams from a disk.
//! - The same bits on every platform hold for the mixer, the synthesizer and WAV, MP3 and FLAC files. Vorbis files are
//!   decoded with cosines of the platform in `f64` and may differ in the last bit of a sample.
//! - OGG files are read strictly: a page with a wrong checksum or out of order is an error, and so are floors of type 0
//!   and more than one stream after another. Of files with more than two channels some cannot be read, and say so:
//!   the decoder behind would mix the channels up.
//! - A page mixes on its own thread, 50 ms ahead: a picture that takes longer is a gap in the sound, which
//!   `SpeakerReport::underruns` counts.
//! - Places move volume and pan only: no echo, no Doppler effect, no filter behind walls.

mod board;
mod command;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
mod device;
mod error;
mod format;
#[cfg(feature = "device")]
mod gate;
mod listener;
mod live;
mod mixer;
#[cfg(feature = "device")]
mod report;
mod sound;
#[cfg(feature = "stage")]
mod stage;
mod synth;
mod track;
#[cfg(all(feature = "device", target_arch = "wasm32"))]
mod web;

pub use board::SoundBoard;
pub use command::{Cue, Duck, SoundCommand, SoundEvent, SoundGroup, Voice, VoiceId};
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
pub use device::{CaptureDevice, CaptureWatch, SoundCapture, Speaker};
pub use error::SoundError;
pub use listener::{Heard, Listener};
pub use live::LiveStream;
pub use mixer::Mixer;
#[cfg(feature = "device")]
pub use report::{CaptureStatus, SpeakerReport};
pub use sound::{MOST_FRAMES, Sound};
#[cfg(feature = "stage")]
pub use stage::{StageSound, sound_track};
pub use synth::{Envelope, Patch, Preset, Waveform, decibels, note_frequency};
pub use track::SoundTrack;
#[cfg(all(feature = "device", target_arch = "wasm32"))]
pub use web::{Speaker, web_sound};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
