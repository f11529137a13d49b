//! Where samples and pictures come from.

#[cfg(feature = "device")]
mod heard;
#[cfg(feature = "device")]
mod microphone;
mod pace;
mod played;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
mod plugs;
mod sound;
mod stand_in;
mod state;
mod synthetic;
mod timbre;

#[cfg(feature = "device")]
pub use microphone::Microphone;
pub use sound::SoundSource;
pub use stand_in::StandIn;
pub use state::{SourceLife, SourceSignal, SourceState};
pub use synthetic::{SyntheticPart, SyntheticSource};
pub use timbre::Timbre;

use crate::{CapturedFrame, SampleBlock};

/// What devices, files and made-up senses have in common: a name, a state, and that they capture only while they run.
///
/// Nothing here fails: what goes wrong is a [`SourceState`], which may change at any update.
pub trait Source {
    /// Its name for people. Shown on a screen, never logged: names of devices tell about their owners.
    fn name(&self) -> &str;

    /// How it is doing.
    fn state(&self) -> SourceState;

    /// Asks for permission where that is needed, and captures. Does nothing while it runs or asks.
    fn start(&mut self);

    /// Ends capturing and lets the device go before it returns. Blocks and frames not yet taken are dropped.
    fn stop(&mut self);

    /// Captures nothing while `paused`, but keeps the permission. For a program that is hidden. A device may be let go for that
    /// time, and one that is not to be had afterwards has a state that says so.
    fn set_paused(&mut self, paused: bool);

    /// Lets `dt` seconds pass. Files and made-up senses go on by that much; devices fetch what has arrived, and their
    /// own clock counts. Time that is negative or not finite does not pass.
    fn update(&mut self, dt: f32);

    /// What to show where the sense is shown, when it is not what a user would think: that a made-up one stands in.
    fn label(&self) -> Option<&str> {
        None
    }

    /// Whether it is capturing at this moment, for the indicator that a program must show.
    fn is_live(&self) -> bool {
        self.state() == SourceState::Running
    }

    /// The states it went through since this was last asked, oldest first: events instead of a state to watch. Sources that
    /// always run as they are told have none.
    #[doc(alias = "StatusEvent")]
    fn take_changes(&mut self) -> Vec<SourceState> {
        Vec::new()
    }
}

/// A source of sound: microphone, file, synthesizer, recording.
#[doc(alias = "AudioSource")]
#[doc(alias = "microphone")]
pub trait SampleSource: Source {
    /// Samples per second, in Hz; 0 while it is not known.
    fn rate(&self) -> u32;

    /// Moves the oldest block that was not taken yet into `block` and tells whether there was one. Call it after
    /// [`Source::update`] until there is none.
    fn next_block(&mut self, block: &mut SampleBlock) -> bool;
}

/// A source of pictures: camera, file, drawing, recording.
#[doc(alias = "VideoSource")]
#[doc(alias = "camera")]
#[doc(alias = "webcam")]
pub trait FrameSource: Source {
    /// Moves the newest picture that was not taken yet into `frame` and tells whether there was one. Older ones that
    /// nobody took are dropped: the latest frame wins.
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool;
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn state(&self) -> SourceState {
        (**self).state()
    }

    fn start(&mut self) {
        (**self).start();
    }

    fn stop(&mut self) {
        (**self).stop();
    }

    fn set_paused(&mut self, paused: bool) {
        (**self).set_paused(paused);
    }

    fn update(&mut self, dt: f32) {
        (**self).update(dt);
    }

    fn label(&self) -> Option<&str> {
        (**self).label()
    }

    fn is_live(&self) -> bool {
        (**self).is_live()
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        (**self).take_changes()
    }
}

impl<S: SampleSource + ?Sized> SampleSource for Box<S> {
    fn rate(&self) -> u32 {
        (**self).rate()
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        (**self).next_block(block)
    }
}

impl<S: FrameSource + ?Sized> FrameSource for Box<S> {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        (**self).next_frame(frame)
    }
}
