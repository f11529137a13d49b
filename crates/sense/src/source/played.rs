//! Sources whose samples are there already.

use super::{SourceLife, SourceSignal, SourceState, pace::Pace};
use core::ops::Range;

/// The life of a source that needs no device: allowed as soon as it starts, from the beginning each time, and in step with
/// the time of the program.
#[derive(Clone, Debug)]
pub(super) struct Played {
    life: SourceLife,
    pace: Pace,
}

impl Played {
    /// A life of so many samples per second; with 0 there is nothing to be heard.
    pub(super) const fn new(rate: u32) -> Self {
        let state = if rate == 0 { SourceState::Unavailable } else { SourceState::NeedsPermission };
        Self { life: SourceLife::new(state), pace: Pace::new(rate) }
    }

    pub(super) const fn rate(&self) -> u32 {
        self.pace.rate
    }

    pub(super) const fn state(&self) -> SourceState {
        self.life.state()
    }

    pub(super) const fn is_live(&self) -> bool {
        self.life.is_live()
    }

    pub(super) fn start(&mut self) {
        if self.life.apply(SourceSignal::Start) {
            self.pace.restart();
            self.life.apply(SourceSignal::Granted);
        }
    }

    pub(super) fn stop(&mut self) {
        self.life.apply(SourceSignal::Stop);
    }

    pub(super) const fn set_paused(&mut self, paused: bool) {
        self.life.paused = paused;
    }

    pub(super) fn update(&mut self, dt: f32) {
        if self.life.is_live() {
            self.pace.update(dt);
        }
    }

    pub(super) fn take_changes(&mut self) -> Vec<SourceState> {
        self.life.take_changes()
    }

    /// The next block whose samples have all been heard.
    pub(super) fn take(&mut self) -> Option<Range<u64>> {
        if self.life.is_live() { self.pace.take() } else { None }
    }
}

/// The methods of [`Source`](super::Source) that a source with a field `played` answers by it.
macro_rules! source_by_played {
    () => {
        fn state(&self) -> SourceState {
            self.played.state()
        }

        fn start(&mut self) {
            self.played.start();
        }

        fn stop(&mut self) {
            self.played.stop();
        }

        fn set_paused(&mut self, paused: bool) {
            self.played.set_paused(paused);
        }

        fn update(&mut self, dt: f32) {
            self.played.update(dt);
        }

        fn is_live(&self) -> bool {
            self.played.is_live()
        }

        fn take_changes(&mut self) -> Vec<SourceState> {
            self.played.take_changes()
        }
    };
}
pub(super) use source_by_played;
