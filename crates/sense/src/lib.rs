//! Microphone and camera as input: blocks of samples and pictures go in, a few numbers that a game can use come out.
//!
//! ```
//! use motile_sense::{SampleBlock, SampleSource, Source, SourceState, SyntheticSource};
//!
//! let mut microphone = SyntheticSource::claps(1);
//! assert_eq!(microphone.state(), SourceState::NeedsPermission, "nothing is captured before it is wanted");
//! microphone.start();
//! microphone.update(1.0 / 60.0);
//! let mut block = SampleBlock::default();
//! assert!(microphone.next_block(&mut block));
//! assert_eq!((block.rate, block.samples.len()), (48_000, 480));
//! ```
//!
//! # What is here
//!
//! | what | items |
//! |---|---|
//! | sources | [`Source`], [`SampleSource`], [`FrameSource`], [`SourceState`], [`SourceLife`], [`StandIn`] |
//! | sound without a microphone | [`SyntheticSource`], [`SyntheticPart`], [`Timbre`], [`SoundSource`] |
//! | choosing | [`MicrophoneList`], [`NoSuchDevice`] |
//! | hearing | module [`hear`] |
//! | sight | module [`sight`] |
//! | senses as input of a game | [`SenseAxis`], [`SenseAction`], [`HeardSense`], [`SeenSense`], [`SenseTrack`] for replays, [`LevelLift`] |
//! | devices of a sketch | `StageSenses` (feature `stage`): `stage.senses()`, recorded with the rest of the input |
//! | how well it works | module [`fixture`] |
//!
//! Analysis is pure: it takes blocks and frames with their times and never knows where they come from. A device, a
//! file, a made-up sound and a recording are the same to it, and give the same bits on every platform.
//!
//! # Privacy
//!
//! A source captures nothing before [`Source::start`], and [`Source::stop`] lets the device go at once. What was heard
//! or seen stays in memory: nothing here writes a file, a log line or a packet, names of devices are in no error, and debug
//! output has neither samples nor pixels.
//!
//! # Features
//!
//! - `device`: the microphone of the machine or page (`Microphone`): on Linux by the socket of `PulseAudio` or `PipeWire`,
//!   in pages by `getUserMedia` and an `AudioWorklet`.
//! - `camera`: cameras (`CameraDevice`): on Linux by `V4L2`, in pages (with `device`) by `getUserMedia`.
//! - `mjpeg`: frames of motion JPEG.
//! - `stage`: microphone and camera of a sketch (`StageSenses`), bound to its input.
//!
//! # Limits
//!
//! - Sound has one channel: stereo is mixed. Levels, notes and claps are the same in both, most microphones have one, and blocks
//!   are half as long; nothing tells from which side a sound comes.
//! - A camera has no setting of quality: pictures go to no network and are compressed by nobody but the camera.
//! - Cameras of macOS and of Windows are not reached: there made-up pictures stand in. Microphones are, by cpal, but
//!   that code was only compiled for them and never run there.
//! - Tested with devices: pages, in Chromium whose microphone and camera are files. The microphone of Linux is tested
//!   with a `PulseAudio` server that makes a tone, the reader of its camera with streams of bytes; the calls of V4L2 were
//!   never run with a camera.
//! - A microphone is heard from the loudspeakers only where a sketch asks for it (`Senses::monitor`), some 60 ms late, and
//!   nothing keeps it from howling.
//! - Browsers name devices only to pages that may use one.
//!
//! # Conventions
//!
//! Samples are −1…1, one channel; times are seconds, counted in samples so that they are exact. Samples that are not
//! finite count as 0 and are counted ([`SampleBlock::rejected`]).

mod axis;
mod block;
pub mod classic;
pub mod fixture;
mod frame;
pub mod hear;
mod lift;
mod list;
#[cfg(all(feature = "device", target_arch = "wasm32"))]
#[expect(unreachable_pub, reason = "the page reaches it")]
mod page;
mod quiet;
pub mod sight;
mod source;
#[cfg(feature = "stage")]
mod stage;
mod track;

pub use axis::{HeardSense, SenseAction, SenseAxis, SenseShape};
pub use block::SampleBlock;
pub use frame::CapturedFrame;
pub use lift::LevelLift;
pub use list::{MicrophoneList, NoSuchDevice};
pub use sight::SeenSense;
#[cfg(feature = "device")]
pub use source::Microphone;
pub use source::{
    FrameSource, SampleSource, SoundSource, Source, SourceLife, SourceSignal, SourceState, StandIn,
    SyntheticPart, SyntheticSource, Timbre,
};

#[cfg(feature = "stage")]
pub use stage::{Senses, StageCamera, StageDevice, StageMicrophone, StageSenses};
pub use track::{SenseTrack, SenseTrackError};

/// Why bytes are no sound, of motile-sound.
pub use motile_sound::SoundError;

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
