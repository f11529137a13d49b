//! Microphone and camera of a sketch: what it wants of them, and what they are doing.

use crate::{CapturedFrame, FrameSource, SampleBlock, SampleSource, Source, SourceState};
use core::fmt;
use motile_pixels::Surface;

/// What a sketch wants of a device.
#[derive(Default)]
struct Wish {
    /// Whether the machine was asked which devices it has.
    looked: bool,
    wanted: bool,
    halted: Halted,
    told: SourceState,
    changes: Vec<SourceState>,
}

/// Changes that are kept when nobody takes them.
const MOST_CHANGES: usize = 64;

/// Why a device holds still.
#[derive(Clone, Copy, Default)]
struct Halted {
    /// The sketch has paused it.
    by_sketch: bool,
    /// Nobody sees the sketch.
    by_host: bool,
}

impl Halted {
    const fn is_halted(self) -> bool {
        self.by_sketch || self.by_host
    }
}

impl Wish {
    /// Whether it is time to ask the machine for a device; once.
    const fn looks(&mut self) -> bool {
        self.wanted && !core::mem::replace(&mut self.looked, true)
    }

    /// Keeps a state that is new for whoever asks for changes. A device that waits for its start is one that is asked for.
    fn note(&mut self, state: SourceState) {
        let waits = self.wanted && state == SourceState::NeedsPermission;
        let state = if waits { SourceState::Prompting } else { state };
        if core::mem::replace(&mut self.told, state) != state {
            if self.changes.len() == MOST_CHANGES {
                self.changes.remove(0);
            }
            self.changes.push(state);
        }
    }

    /// Keeps what a device went through.
    fn follow_changes<S: Source + ?Sized>(&mut self, mut device: Option<&mut S>) {
        if let Some(device) = device.as_deref_mut() {
            for state in device.take_changes() {
                self.note(state);
            }
        }
        let state = self.state(device.as_deref());
        self.note(state);
    }

    /// Starts, stops and halts a device as is wanted. One that failed is not asked again and again: its owner starts it
    /// anew.
    fn steer<S: Source + ?Sized>(&self, device: &mut S, dt: f32) {
        let idle = device.state() == SourceState::NeedsPermission;
        if self.wanted && idle {
            device.start();
        } else if !self.wanted && !idle {
            device.stop();
        }
        device.set_paused(self.halted.is_halted());
        device.update(dt);
    }

    /// Halts a device at once: there may be no picture before somebody sees the sketch again.
    fn hide<S: Source + ?Sized>(&mut self, device: Option<&mut S>, hidden: bool) {
        self.halted.by_host = hidden;
        if let Some(device) = device {
            device.set_paused(self.halted.is_halted());
        }
    }

    /// What a sketch is told of a device.
    fn state<S: Source + ?Sized>(&self, device: Option<&S>) -> SourceState {
        match device {
            _ if !self.wanted => SourceState::NeedsPermission,
            Some(device) if device.state() == SourceState::NeedsPermission => {
                SourceState::Prompting
            }
            Some(device) => device.state(),
            None if self.looked => SourceState::Unavailable,
            None => SourceState::Prompting,
        }
    }

    fn start<S: Source + ?Sized>(&mut self, device: Option<&mut S>) {
        self.wanted = true;
        if let Some(device) = device.filter(|device| device.state().is_failed()) {
            device.start();
        }
    }

    fn stop<S: Source + ?Sized>(&mut self, device: Option<&mut S>) {
        self.wanted = false;
        if let Some(device) = device {
            device.stop();
        }
    }

    fn is_live<S: Source + ?Sized>(&self, device: Option<&S>) -> bool {
        self.wanted && device.is_some_and(Source::is_live)
    }
}

/// The microphone of a sketch, a field of [`Senses`](super::Senses). It captures only where a window or page shows the sketch; in headless
/// runs it waits for a permission that nobody gives.
#[derive(Default)]
pub struct StageMicrophone {
    pub(super) device: Option<Box<dyn SampleSource>>,
    wish: Wish,
    /// Captured, but not handed out yet.
    waiting: Vec<f32>,
    /// Number of the first sample that waits.
    first: u64,
    rate: u32,
}

/// Samples that wait for a sketch that does not take them; then the oldest are dropped.
const MOST_WAITING: usize = 48_000;

impl StageMicrophone {
    /// Holds still while nobody sees the sketch. What was not taken before is old when somebody does again.
    pub(super) fn set_hidden(&mut self, hidden: bool) {
        self.waiting.clear();
        self.wish.hide(self.device.as_deref_mut(), hidden);
    }

    /// Starts or stops the device as is wanted, and lets time pass for it.
    pub(super) fn follow(&mut self, dt: f32) {
        if self.wish.looks() && self.device.is_none() {
            #[cfg(feature = "device")]
            {
                self.device = Some(Box::new(crate::Microphone::new()));
            }
        }
        if let Some(device) = &mut self.device {
            self.wish.steer(&mut **device, dt);
        }
        self.wish.follow_changes(self.device.as_deref_mut());
    }

    /// Takes a block of the device; the sketch may have its samples later.
    pub(super) fn fetch(&mut self, block: &mut SampleBlock) -> bool {
        let Some(device) = &mut self.device else { return false };
        if !device.next_block(block) {
            return false;
        }
        if self.waiting.is_empty() || self.rate != block.rate {
            self.waiting.clear();
            (self.first, self.rate) = (block.first, block.rate);
        }
        self.waiting.extend_from_slice(&block.samples);
        let most = self.waiting.len().saturating_sub(MOST_WAITING);
        self.waiting.drain(..most);
        self.first += most as u64;
        true
    }
}

impl Source for StageMicrophone {
    fn name(&self) -> &str {
        self.device.as_ref().map_or("microphone", |device| device.name())
    }

    fn state(&self) -> SourceState {
        self.wish.state(self.device.as_deref())
    }

    fn start(&mut self) {
        self.wish.start(self.device.as_deref_mut());
        self.wish.follow_changes(self.device.as_deref_mut());
    }

    fn stop(&mut self) {
        self.waiting.clear();
        self.wish.stop(self.device.as_deref_mut());
        self.wish.follow_changes(self.device.as_deref_mut());
    }

    fn set_paused(&mut self, paused: bool) {
        self.wish.halted.by_sketch = paused;
    }

    /// Does nothing: the stage lets time pass for the device.
    fn update(&mut self, _: f32) {}

    fn label(&self) -> Option<&str> {
        self.device.as_ref().and_then(|device| device.label())
    }

    fn is_live(&self) -> bool {
        self.wish.is_live(self.device.as_deref())
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        core::mem::take(&mut self.wish.changes)
    }
}

impl SampleSource for StageMicrophone {
    fn rate(&self) -> u32 {
        self.rate
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        if !self.is_live() || self.waiting.is_empty() {
            return false;
        }
        block.fill(self.rate, self.first, self.waiting.drain(..));
        true
    }
}

impl fmt::Debug for StageMicrophone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageMicrophone").field("state", &self.state()).finish_non_exhaustive()
    }
}

/// The camera of a sketch, a field of [`Senses`](super::Senses). It captures only where a window or page shows the sketch; in headless
/// runs it waits for a permission that nobody gives.
#[derive(Default)]
pub struct StageCamera {
    pub(super) device: Option<Box<dyn FrameSource>>,
    size: Option<(u32, u32)>,
    rate: Option<f32>,
    wish: Wish,
    pub(super) frame: Option<CapturedFrame>,
    /// Whether the frame is new to the senses that are bound, and to the sketch.
    pub(super) fresh: bool,
    unseen: bool,
    pub(super) before: Option<f64>,
    #[cfg(feature = "camera")]
    plugs: crate::sight::CameraWatch,
}

impl StageCamera {
    /// Asks for pictures of about this size, in pixels, 320×240 at the beginning. Counts until the first start.
    pub const fn set_size(&mut self, width: u32, height: u32) {
        self.size = Some((width, height));
    }

    /// Asks for about so many pictures a second; without it, as many as the camera likes. The size comes first. Counts until the
    /// first start.
    #[doc(alias = "fps")]
    pub const fn set_rate(&mut self, rate: f32) {
        self.rate = Some(rate);
    }

    /// Holds still while nobody sees the sketch. A picture that was not taken before is old when somebody does again.
    pub(super) fn set_hidden(&mut self, hidden: bool) {
        (self.fresh, self.unseen) = (false, false);
        self.wish.hide(self.device.as_deref_mut(), hidden);
    }

    /// A camera that is asked for what the sketch wants.
    #[cfg(feature = "camera")]
    pub(super) fn wished(&self, device: crate::sight::CameraDevice) -> Box<dyn FrameSource> {
        let (width, height) = self.size.unwrap_or((320, 240));
        let device = device.with_size(width, height);
        match self.rate {
            Some(rate) => Box::new(device.with_rate(rate)),
            None => Box::new(device),
        }
    }

    pub(super) fn follow(&mut self, dt: f32) {
        #[cfg(feature = "camera")]
        if self.device.is_none() && self.wish.wanted {
            // Again when one was plugged in.
            let (first, plugged) = (self.wish.looks(), self.plugs.has_changed(dt));
            if (first || plugged)
                && let Ok(device) = crate::sight::CameraDevice::get(0)
            {
                self.device = Some(self.wished(device));
            }
        }
        #[cfg(not(feature = "camera"))]
        self.wish.looks();
        self.fresh = false;
        if let Some(device) = &mut self.device {
            self.wish.steer(&mut **device, dt);
            if self.frame.is_none() {
                self.frame = Surface::new(1, 1).ok().map(CapturedFrame::new);
            }
            self.fresh = self.frame.as_mut().is_some_and(|frame| device.next_frame(frame));
            self.unseen |= self.fresh;
        }
        self.wish.follow_changes(self.device.as_deref_mut());
    }
}

impl Source for StageCamera {
    fn name(&self) -> &str {
        self.device.as_ref().map_or("camera", |device| device.name())
    }

    fn state(&self) -> SourceState {
        self.wish.state(self.device.as_deref())
    }

    fn start(&mut self) {
        self.wish.start(self.device.as_deref_mut());
        self.wish.follow_changes(self.device.as_deref_mut());
    }

    fn stop(&mut self) {
        (self.fresh, self.unseen, self.before) = (false, false, None);
        self.wish.stop(self.device.as_deref_mut());
        self.wish.follow_changes(self.device.as_deref_mut());
    }

    fn set_paused(&mut self, paused: bool) {
        self.wish.halted.by_sketch = paused;
    }

    /// Does nothing: the stage lets time pass for the device.
    fn update(&mut self, _: f32) {}

    fn label(&self) -> Option<&str> {
        self.device.as_ref().and_then(|device| device.label())
    }

    fn is_live(&self) -> bool {
        self.wish.is_live(self.device.as_deref())
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        core::mem::take(&mut self.wish.changes)
    }
}

impl FrameSource for StageCamera {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        if !core::mem::replace(&mut self.unseen, false) || !self.is_live() {
            return false;
        }
        let Some(newest) = &self.frame else { return false };
        frame.clone_from(newest);
        true
    }
}

impl fmt::Debug for StageCamera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageCamera").field("state", &self.state()).finish_non_exhaustive()
    }
}
