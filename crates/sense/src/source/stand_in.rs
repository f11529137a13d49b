//! A made-up source in the place of one that is not to be had.

use super::{FrameSource, SampleSource, Source, SourceState};
use crate::{CapturedFrame, SampleBlock};

/// A source with another that stands in while the first is missing, refused, lost or taken, so that a program runs
/// everywhere. [`Source::label`] says when that is so; show it. A first one that can be had again, as it was plugged in or allowed,
/// is started again by itself until a stop.
///
/// ```
/// use motile_sense::{SampleSource, Source, SourceState, StandIn, SyntheticSource};
///
/// // `None` is a machine without a microphone.
/// let mut microphone = StandIn::new(None::<SyntheticSource>, SyntheticSource::claps(1));
/// assert_eq!(microphone.label(), None, "nothing is heard yet");
/// microphone.start();
/// assert_eq!(microphone.state(), SourceState::Running);
/// assert_eq!(microphone.real_state(), SourceState::Unavailable);
/// assert_eq!(microphone.label(), Some("made-up sound: claps"));
/// ```
#[doc(alias = "fallback")]
#[derive(Clone, Debug)]
pub struct StandIn<R, S> {
    real: Option<R>,
    synthetic: S,
    wanted: bool,
    paused: bool,
}

impl<R: Source, S: Source> StandIn<R, S> {
    /// A source and what stands in for it; `None` when there is no device at all.
    pub const fn new(real: Option<R>, synthetic: S) -> Self {
        Self { real, synthetic, wanted: false, paused: false }
    }

    /// How the real source is doing.
    pub fn real_state(&self) -> SourceState {
        self.real.as_ref().map_or(SourceState::Unavailable, Source::state)
    }

    /// Whether the other one is heard or seen now.
    pub fn stands_in(&self) -> bool {
        let state = self.real_state();
        // One that waits for its start does not run either.
        self.wanted && (state.is_failed() || state == SourceState::NeedsPermission)
    }

    /// Starts or ends the stand-in as the state of the real source asks for.
    fn follow(&mut self) {
        if self.stands_in() {
            self.synthetic.start();
        } else {
            self.synthetic.stop();
        }
    }
}

impl<R: Source, S: Source> Source for StandIn<R, S> {
    fn name(&self) -> &str {
        match &self.real {
            Some(real) if !self.stands_in() => real.name(),
            _ => self.synthetic.name(),
        }
    }

    fn state(&self) -> SourceState {
        if self.stands_in() {
            self.synthetic.state()
        } else if self.real.is_none() {
            // There is always something to start.
            SourceState::NeedsPermission
        } else {
            self.real_state()
        }
    }

    fn start(&mut self) {
        self.wanted = true;
        if let Some(real) = &mut self.real {
            real.start();
        }
        self.follow();
    }

    fn stop(&mut self) {
        self.wanted = false;
        if let Some(real) = &mut self.real {
            real.stop();
        }
        self.synthetic.stop();
    }

    fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
        if let Some(real) = &mut self.real {
            real.set_paused(paused);
        }
        self.synthetic.set_paused(paused);
    }

    fn update(&mut self, dt: f32) {
        if let Some(real) = &mut self.real {
            real.update(dt);
            // It failed, and can be had again.
            if self.wanted && real.state() == SourceState::NeedsPermission {
                real.start();
            }
        }
        self.follow();
        self.synthetic.update(dt);
    }

    fn label(&self) -> Option<&str> {
        if self.stands_in() {
            Some(self.synthetic.label().unwrap_or_else(|| self.synthetic.name()))
        } else {
            self.real.as_ref().and_then(Source::label)
        }
    }

    fn is_live(&self) -> bool {
        !self.paused && self.state() == SourceState::Running
    }

    /// Those of the real source, where there is one: what stands in follows them.
    fn take_changes(&mut self) -> Vec<SourceState> {
        match &mut self.real {
            Some(real) => real.take_changes(),
            None => self.synthetic.take_changes(),
        }
    }
}

impl<R: SampleSource, S: SampleSource> SampleSource for StandIn<R, S> {
    fn rate(&self) -> u32 {
        match &self.real {
            Some(real) if !self.stands_in() => real.rate(),
            _ => self.synthetic.rate(),
        }
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        if self.stands_in() {
            return self.synthetic.next_block(block);
        }
        self.real.as_mut().is_some_and(|real| real.next_block(block))
    }
}

impl<R: FrameSource, S: FrameSource> FrameSource for StandIn<R, S> {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        if self.stands_in() {
            return self.synthetic.next_frame(frame);
        }
        self.real.as_mut().is_some_and(|real| real.next_frame(frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SourceLife, SourceSignal, SyntheticSource};

    /// A device whose fate the test decides.
    struct Device(SourceLife);

    impl Source for Device {
        fn name(&self) -> &'static str {
            "device"
        }

        fn state(&self) -> SourceState {
            self.0.state()
        }

        fn start(&mut self) {
            self.0.apply(SourceSignal::Start);
        }

        fn stop(&mut self) {
            self.0.apply(SourceSignal::Stop);
        }

        fn set_paused(&mut self, paused: bool) {
            self.0.paused = paused;
        }

        fn update(&mut self, _: f32) {}

        fn take_changes(&mut self) -> Vec<SourceState> {
            self.0.take_changes()
        }
    }

    impl SampleSource for Device {
        fn rate(&self) -> u32 {
            8_000
        }

        fn next_block(&mut self, block: &mut SampleBlock) -> bool {
            block.fill(8_000, 0, [0.5]);
            false
        }
    }

    fn blocks(source: &mut impl SampleSource) -> usize {
        let mut block = SampleBlock::default();
        let mut count = 0;
        source.update(0.1);
        while source.next_block(&mut block) {
            count += 1;
        }
        count
    }

    #[test]
    fn weak_5_14_it_stands_in_from_the_refusal_to_the_permission() {
        let synthetic = SyntheticSource::claps(3);
        let mut source = StandIn::new(Some(Device(SourceLife::default())), synthetic);
        source.start();
        assert_eq!((source.state(), blocks(&mut source)), (SourceState::Prompting, 0));
        source.real.as_mut().unwrap().0.apply(SourceSignal::Refused);
        assert_eq!((blocks(&mut source), source.rate()), (10, 48_000));
        assert_eq!(source.label(), Some("made-up sound: claps"));
        source.real.as_mut().unwrap().0.apply(SourceSignal::Start);
        source.real.as_mut().unwrap().0.apply(SourceSignal::Granted);
        assert_eq!((blocks(&mut source), source.rate()), (0, 8_000));
        assert_eq!((source.label(), source.name()), (None, "device"));
    }

    #[test]
    fn weak_5_14_unplugged_and_plugged_in_again_and_each_state_is_told() {
        use SourceState::{Lost, NeedsPermission, Prompting, Running};
        let mut source =
            StandIn::new(Some(Device(SourceLife::default())), SyntheticSource::claps(3));
        source.start();
        source.real.as_mut().unwrap().0.apply(SourceSignal::Granted);
        assert!(!source.stands_in());
        source.real.as_mut().unwrap().0.apply(SourceSignal::Unplugged);
        assert!(source.stands_in() && blocks(&mut source) > 0);
        // Plugged in again, nobody heard anything: the one was not started, and the other was let go.
        source.real.as_mut().unwrap().0.apply(SourceSignal::Found);
        assert!(source.stands_in() && source.synthetic.is_live());
        source.update(0.1);
        assert_eq!((source.real_state(), source.stands_in()), (Prompting, false));
        source.real.as_mut().unwrap().0.apply(SourceSignal::Granted);
        assert_eq!((source.state(), source.rate()), (Running, 8_000));
        source.stop();
        assert!(!source.stands_in() && blocks(&mut source) == 0);
        assert_eq!(source.real_state(), NeedsPermission, "a stop is the end of it");
        let (before, again) = ([Prompting, Running, Lost], [NeedsPermission, Prompting, Running]);
        assert_eq!(source.take_changes(), [&before[..], &again, &[NeedsPermission]].concat());
    }

    #[test]
    fn weak_5_14_what_is_allowed_after_a_refusal_is_started() {
        let mut source =
            StandIn::new(Some(Device(SourceLife::default())), SyntheticSource::claps(3));
        source.start();
        source.real.as_mut().unwrap().0.apply(SourceSignal::Refused);
        assert!(blocks(&mut source) > 0, "a refusal is asked about no second time");
        assert_eq!(source.real_state(), SourceState::Denied);
        source.real.as_mut().unwrap().0.apply(SourceSignal::Granted);
        source.update(0.1);
        assert_eq!(source.real_state(), SourceState::Prompting);
    }

    #[test]
    fn weak_5_18_nothing_comes_while_hidden() {
        let mut source = StandIn::new(None::<Device>, SyntheticSource::claps(3));
        source.start();
        source.set_paused(true);
        assert_eq!((blocks(&mut source), source.is_live()), (0, false));
        source.set_paused(false);
        assert_eq!((blocks(&mut source), source.is_live()), (10, true));
    }
}
