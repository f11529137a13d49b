//! Hearing: what blocks of samples tell.
//!
//! ```
//! use motile_sense::{SampleBlock, SampleSource, Source, SyntheticSource, hear::Ear};
//!
//! let (mut microphone, mut ear) = (SyntheticSource::claps(1), Ear::new());
//! assert_eq!(ear.level(), None, "not listening yet");
//! microphone.start();
//! let (mut block, mut claps) = (SampleBlock::default(), 0);
//! for _tick in 0..120 {
//!     microphone.update(1.0 / 60.0);
//!     while microphone.next_block(&mut block) {
//!         ear.hear(&block);
//!     }
//!     claps += ear.take_events().filter(|event| event.is_clap()).count();
//! }
//! assert_eq!(claps, 3);
//! ```
//!
//! [`Ear`] is all of it at once: blocks of any length go in, and every 10 ms there is a [`Hearing`]. Each piece works
//! alone, too:
//!
//! | question | items |
//! |---|---|
//! | how loud | [`Loudness`], [`LevelMeter`], [`HighPass`] |
//! | is there something | [`ActivityGate`], [`Calibration`], [`NoiseFloor`] |
//! | which frequencies | [`RealFft`], [`Spectrum`], [`FilterBank`] |
//! | which note | [`PitchDetector`], [`HeardPitch`] |
//! | did something begin | [`OnsetDetector`], [`Onset`], [`BeatTracker`] |
//! | what does it look like | [`LevelGraph`], [`WaveView`], [`Spectrogram`] |
//! | what was it | [`SoundRecorder`] |
//!
//! All of it is arithmetic that IEEE 754 defines and functions of libm: equal samples give equal bits natively and in a page.
//! After the first blocks nothing asks for memory.

mod beat;
mod ear;
mod events;
mod fft;
mod filter_bank;
mod floor;
mod gate;
mod graph;
mod level;
mod onset;
mod pitch;
mod record;
mod spectrum;
mod views;

pub use beat::BeatTracker;
pub use ear::{Ear, Hearing};
pub use events::{HearingEvent, HearingEventKind};
pub use fft::RealFft;
pub use filter_bank::FilterBank;
pub use floor::{Calibration, NoiseFloor};
pub use gate::{ActivityGate, GateEvent};
pub use graph::LevelGraph;
pub use level::{HighPass, LevelMeter, Loudness};
pub use onset::{Onset, OnsetDetector};
pub use pitch::{HeardPitch, PitchDetector};
pub use record::SoundRecorder;
pub use spectrum::{Spectrum, SpectrumPeak};
pub use views::{Spectrogram, WaveView};
