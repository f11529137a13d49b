//! The microphone of the machine.

use super::{SampleSource, Source, SourceLife, SourceSignal, SourceState, heard::Heard};
#[cfg(target_arch = "wasm32")]
use crate::page::{ListedDevice, PageCapture as SoundCapture, PageDevice, PermitWatch, PlugWatch};
use crate::{NoSuchDevice, SampleBlock};
use core::fmt;
use motile_sound::CaptureStatus;
#[cfg(not(target_arch = "wasm32"))]
use {
    super::plugs::PlugWatch,
    motile_sound::{CaptureDevice, SoundCapture},
};

/// A microphone of the machine or of the browser: the default one, or one of a list.
///
/// Nothing is opened before [`Source::start`]; [`Source::stop`], and dropping it, closes the device before they return.
/// While paused the device is halted. Where there is no microphone it is [`SourceState::Unavailable`] after a start; one that is
/// plugged in or comes back makes it [`SourceState::NeedsPermission`] again, and the next start opens it. A page asks its visitor
/// at the first start, has one microphone at a time, and hears nothing while it is hidden.
///
/// ```no_run
/// use motile_sense::{Microphone, Source, StandIn, SyntheticSource, hear::Ear};
///
/// let mut microphone = StandIn::new(Some(Microphone::new()), SyntheticSource::speech(1));
/// let mut ear = Ear::new();
/// microphone.start();
/// // In every tick:
/// ear.listen(&mut microphone, 1.0 / 60.0);
/// ```
#[doc(alias = "microphone")]
#[derive(Default)]
pub struct Microphone {
    life: SourceLife,
    /// The one that was chosen; else the default one.
    #[cfg(not(target_arch = "wasm32"))]
    device: Option<CaptureDevice>,
    #[cfg(target_arch = "wasm32")]
    device: ListedDevice,
    #[cfg(target_arch = "wasm32")]
    permits: PermitWatch,
    capture: Option<SoundCapture>,
    heard: Heard,
    rate: u32,
    plugs: PlugWatch,
}

impl Microphone {
    /// The default microphone, not opened yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// All microphones of the machine, in the order of the system. Looking at them asks for no permission and captures nothing.
    /// Waits for the sound server, some milliseconds. Browsers name microphones only to pages that may use one: before that
    /// there is one in the list, which the browser will offer.
    #[doc(alias = "enumerate")]
    pub fn list() -> Vec<Self> {
        #[cfg(target_arch = "wasm32")]
        return ListedDevice::list(PageDevice::Microphone).into_iter().map(Self::of).collect();
        #[cfg(not(target_arch = "wasm32"))]
        CaptureDevice::list().into_iter().map(Self::of).collect()
    }

    /// A microphone by its place in the list.
    ///
    /// # Errors
    /// [`NoSuchDevice`] when there is none.
    pub fn get(index: usize) -> Result<Self, NoSuchDevice> {
        Self::list().into_iter().nth(index).ok_or(NoSuchDevice { index })
    }

    /// The microphone behind an entry of a list.
    #[cfg(target_arch = "wasm32")]
    fn of(device: ListedDevice) -> Self {
        Self { device, ..Self::default() }
    }

    /// The microphone behind an entry of a list.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn of(device: CaptureDevice) -> Self {
        Self { device: Some(device), ..Self::default() }
    }

    fn follow(&mut self, status: CaptureStatus) {
        let signal = match status {
            CaptureStatus::Opening => return,
            CaptureStatus::Running => SourceSignal::Granted,
            CaptureStatus::Refused => SourceSignal::Refused,
            CaptureStatus::Missing => SourceSignal::Missing,
            CaptureStatus::Busy => SourceSignal::Occupied,
            CaptureStatus::Lost => SourceSignal::Unplugged,
        };
        if signal == SourceSignal::Granted && self.life.state() == SourceState::Busy {
            // The other program has given back what nobody here has stopped.
            self.life.apply(SourceSignal::Start);
        }
        self.life.apply(signal);
        if self.life.state().is_failed() && self.life.state() != SourceState::Busy {
            self.capture = None;
        }
    }

    #[cfg(target_arch = "wasm32")]
    fn open(&mut self) -> SoundCapture {
        SoundCapture::open(&self.device)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn open(&mut self) -> SoundCapture {
        self.plugs.begin();
        self.device.as_ref().map_or_else(SoundCapture::open, SoundCapture::open_device)
    }

    /// Whether one that failed may be there now.
    fn is_back(&mut self) -> bool {
        #[cfg(target_arch = "wasm32")]
        return self.plugs.brought(PageDevice::Microphone) && self.capture.is_none();
        #[cfg(not(target_arch = "wasm32"))]
        return self.life.state().is_failed()
            && self.capture.is_none()
            && self.plugs.brought(self.device.as_ref());
    }
}

impl Source for Microphone {
    fn name(&self) -> &str {
        #[cfg(not(target_arch = "wasm32"))]
        return self.device.as_ref().map_or("microphone", CaptureDevice::name);
        #[cfg(target_arch = "wasm32")]
        self.device.name_or("microphone")
    }

    fn state(&self) -> SourceState {
        self.life.state()
    }

    fn start(&mut self) {
        if self.life.state() == SourceState::Unavailable {
            // It may have been plugged in; the system will tell.
            self.life.apply(SourceSignal::Found);
        }
        if self.life.apply(SourceSignal::Start) {
            let capture = self.open();
            if self.life.paused {
                capture.set_paused(true);
            }
            self.heard = Heard::default();
            self.capture = Some(capture);
        }
    }

    fn stop(&mut self) {
        self.capture = None;
        self.heard.skip();
        self.life.apply(SourceSignal::Stop);
    }

    fn set_paused(&mut self, paused: bool) {
        if let Some(capture) = self.capture.as_ref().filter(|_| self.life.paused != paused) {
            // What was heard until now is dropped there; here it keeps its time.
            self.heard.fetch(capture);
            self.heard.skip();
            capture.set_paused(paused);
        }
        self.life.paused = paused;
    }

    fn update(&mut self, _: f32) {
        if self.is_back() {
            self.life.apply(SourceSignal::Found);
        }
        #[cfg(target_arch = "wasm32")]
        if self.permits.has_changed(PageDevice::Microphone) && self.capture.is_none() {
            // After a refusal; nobody is recorded before the next start.
            self.life.apply(SourceSignal::Granted);
        }
        let Some(capture) = &self.capture else { return };
        let status = capture.status();
        self.rate = capture.rate();
        self.heard.fetch(capture);
        if self.life.paused {
            self.heard.skip();
        }
        self.follow(status);
    }

    fn is_live(&self) -> bool {
        self.life.is_live()
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.life.take_changes()
    }
}

impl Heard {
    /// Fetches what a device heard since the last time.
    fn fetch(&mut self, capture: &SoundCapture) {
        self.add(|samples| {
            capture.take(samples);
            capture.dropped()
        });
    }
}

/// Without the name and without what was heard: debug output ends in logs.
impl fmt::Debug for Microphone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = self.heard.waiting.len();
        f.debug_struct("Microphone")
            .field("state", &self.state())
            .field("rate", &self.rate)
            .field("waiting", &waiting)
            .finish_non_exhaustive()
    }
}

impl SampleSource for Microphone {
    fn rate(&self) -> u32 {
        self.rate
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        self.life.is_live() && self.heard.give(self.rate, block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_5_nothing_is_opened_before_the_start() {
        let mut microphone = Microphone::new();
        microphone.update(1.0);
        assert!(microphone.capture.is_none() && !microphone.is_live());
        assert_eq!(microphone.state(), SourceState::NeedsPermission);
        assert!(!microphone.next_block(&mut SampleBlock::default()));
    }

    #[test]
    fn weak_5_14_what_the_device_tells_becomes_a_state() {
        let table = [
            (CaptureStatus::Opening, SourceState::Prompting),
            (CaptureStatus::Running, SourceState::Running),
            (CaptureStatus::Refused, SourceState::Denied),
            (CaptureStatus::Missing, SourceState::Unavailable),
            (CaptureStatus::Busy, SourceState::Busy),
            (CaptureStatus::Lost, SourceState::Lost),
        ];
        for (status, state) in table {
            let mut microphone = Microphone::new();
            microphone.life.apply(SourceSignal::Start);
            microphone.follow(status);
            assert_eq!(microphone.state(), state);
        }
    }

    #[test]
    fn weak_5_14_what_another_program_gives_back_runs_again_unless_it_was_stopped() {
        use SourceState::{Busy, NeedsPermission, Prompting, Running};
        let mut microphone = Microphone::new();
        microphone.life.apply(SourceSignal::Start);
        for status in [CaptureStatus::Running, CaptureStatus::Busy, CaptureStatus::Running] {
            microphone.follow(status);
        }
        assert_eq!(microphone.take_changes(), [Prompting, Running, Busy, Prompting, Running]);
        microphone.follow(CaptureStatus::Busy);
        microphone.stop();
        microphone.follow(CaptureStatus::Running);
        assert_eq!(microphone.take_changes(), [Busy, NeedsPermission]);
    }

    #[test]
    fn weak_5_18_debug_output_has_no_sample() {
        let mut microphone = Microphone::new();
        microphone.heard.waiting = vec![0.123_456; 3];
        let words = format!("{microphone:?}");
        assert!(words.contains("waiting: 3") && !words.contains("0.123"), "{words}");
    }

    #[test]
    fn weak_5_18_stopping_drops_what_was_heard() {
        let mut microphone = Microphone::new();
        microphone.life.apply(SourceSignal::Start);
        microphone.follow(CaptureStatus::Running);
        (microphone.rate, microphone.heard.waiting) = (48_000, vec![0.5; 20]);
        let mut block = SampleBlock::default();
        assert!(microphone.next_block(&mut block) && block.samples.len() == 20);
        microphone.heard.waiting = vec![0.5; 20];
        microphone.stop();
        assert!(!microphone.next_block(&mut block));
        assert_eq!(microphone.state(), SourceState::NeedsPermission);
    }
}
