//! Microphone and camera of a sketch: what it wants of them, and what they are doing.

use crate::sight::CameraFavor;
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

/// A microphone or camera of a sketch, a field of [`Senses`](super::Senses): a [`StageMicrophone`] or a [`StageCamera`]. It
/// captures only where a window or page shows the sketch; in headless runs it waits for a permission that nobody gives.
///
/// What stands in for it ([`StageMicrophone::set_stand_in`], [`StageCamera::set_stand_in`]) is heard or seen while the device is
/// missing, refused, unplugged or taken: [`Source::label`] says so then, [`Source::state`] is still that of the device, and
/// [`Source::is_live`] is false, for nobody is captured.
pub struct StageDevice<K: DeviceKind> {
    pub(super) device: Option<Box<K::Source>>,
    stand_in: Option<Box<K::Source>>,
    /// Whether it stood in when that was last looked at.
    stood_in: bool,
    /// Whether there is another device than when that was last looked at.
    replaced: bool,
    wish: Wish,
    pub(super) kept: K,
}

/// The microphone of a sketch.
pub type StageMicrophone = StageDevice<KeptSamples>;

/// The camera of a sketch.
pub type StageCamera = StageDevice<KeptFrame>;

/// What differs between microphones and cameras: what they are, and what is kept of them for the sketch.
pub trait DeviceKind: Default {
    /// What captures.
    type Source: Source + ?Sized;
    /// Its name before there is one.
    const NAME: &'static str;

    /// What was not taken is old: somebody has stopped the device, or nobody saw the sketch for a while.
    fn drop_kept(&mut self);

    /// Looks for a device of the machine where one is wanted and none was given: for the first time, or after `dt` seconds more.
    fn find(&mut self, first: bool, dt: f32) -> Option<Box<Self::Source>>;
}

impl<K: DeviceKind> Default for StageDevice<K> {
    fn default() -> Self {
        Self {
            device: None,
            stand_in: None,
            stood_in: false,
            replaced: false,
            wish: Wish::default(),
            kept: K::default(),
        }
    }
}

impl<K: DeviceKind> StageDevice<K> {
    /// Whether something made up is heard or seen in place of the device: it was started, and is not to be had.
    pub fn stands_in(&self) -> bool {
        self.stand_in.is_some() && self.state().is_failed()
    }

    /// Whether samples or pictures come, from the device or from what stands in for it.
    pub(super) fn is_giving(&self) -> bool {
        match &self.stand_in {
            Some(stand_in) if self.stands_in() => stand_in.is_live(),
            _ => self.is_live(),
        }
    }

    /// Runs what stands in exactly while it does, and tells whether that has changed.
    fn follow_stand_in(&mut self, dt: f32) -> bool {
        let stands_in = self.stands_in();
        if let Some(stand_in) = &mut self.stand_in {
            if stands_in {
                stand_in.start();
            } else {
                stand_in.stop();
            }
            stand_in.set_paused(self.wish.halted.is_halted());
            stand_in.update(dt);
        }
        let changed = core::mem::replace(&mut self.stood_in, stands_in) != stands_in;
        if changed {
            self.kept.drop_kept();
        }
        changed
    }

    /// Takes another device in place of the one before, which is let go.
    pub(super) fn replace(&mut self, device: Box<K::Source>) {
        self.kept.drop_kept();
        self.replaced = self.device.replace(device).is_some();
    }

    /// Holds still while nobody sees the sketch.
    pub(super) fn set_hidden(&mut self, hidden: bool) {
        self.kept.drop_kept();
        self.wish.hide(self.device.as_deref_mut(), hidden);
        if let Some(stand_in) = &mut self.stand_in {
            stand_in.set_paused(self.wish.halted.is_halted());
        }
    }

    /// Starts or stops the device as is wanted, and lets time pass for it. Tells whether another source is heard or seen than before.
    pub(super) fn follow(&mut self, dt: f32) -> bool {
        if self.device.is_none() && self.wish.wanted {
            self.device = self.kept.find(self.wish.looks(), dt);
        }
        if let Some(device) = &mut self.device {
            self.wish.steer(&mut **device, dt);
        }
        self.wish.follow_changes(self.device.as_deref_mut());
        let replaced = core::mem::take(&mut self.replaced);
        self.follow_stand_in(dt) || replaced
    }
}

impl<K: DeviceKind> Source for StageDevice<K> {
    fn name(&self) -> &str {
        self.device.as_ref().map_or(K::NAME, |device| device.name())
    }

    fn state(&self) -> SourceState {
        self.wish.state(self.device.as_deref())
    }

    fn start(&mut self) {
        self.wish.start(self.device.as_deref_mut());
        self.wish.follow_changes(self.device.as_deref_mut());
    }

    fn stop(&mut self) {
        self.kept.drop_kept();
        self.wish.stop(self.device.as_deref_mut());
        if let Some(stand_in) = &mut self.stand_in {
            stand_in.stop();
        }
        self.wish.follow_changes(self.device.as_deref_mut());
    }

    fn set_paused(&mut self, paused: bool) {
        self.wish.halted.by_sketch = paused;
    }

    /// Does nothing: the stage lets time pass for the device.
    fn update(&mut self, _: f32) {}

    fn label(&self) -> Option<&str> {
        if let Some(stand_in) = self.stand_in.as_ref().filter(|_| self.stands_in()) {
            return stand_in.label().or_else(|| Some(stand_in.name()));
        }
        self.device.as_ref().and_then(|device| device.label())
    }

    fn is_live(&self) -> bool {
        self.wish.is_live(self.device.as_deref())
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        core::mem::take(&mut self.wish.changes)
    }
}

/// Without the name, which tells about the owner.
impl<K: DeviceKind> fmt::Debug for StageDevice<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = K::NAME;
        f.debug_struct("StageDevice").field("kind", &kind).field("state", &self.state()).finish()
    }
}

/// Samples that wait for the sketch.
#[derive(Default)]
pub struct KeptSamples {
    /// Captured, but not handed out yet.
    waiting: Vec<f32>,
    /// Number of the first sample that waits.
    first: u64,
    rate: u32,
}

/// Samples that wait for a sketch that does not take them; then the oldest are dropped.
const MOST_WAITING: usize = 48_000;

impl DeviceKind for KeptSamples {
    type Source = dyn SampleSource;
    const NAME: &'static str = "microphone";

    fn drop_kept(&mut self) {
        self.waiting.clear();
    }

    fn find(&mut self, first: bool, _: f32) -> Option<Box<dyn SampleSource>> {
        #[cfg(feature = "device")]
        return first.then(|| Box::new(crate::Microphone::new()) as Box<dyn SampleSource>);
        #[cfg(not(feature = "device"))]
        {
            let _ = first;
            None
        }
    }
}

impl StageMicrophone {
    /// What is heard while the microphone is missing, refused, unplugged or taken, in windows and pages. What is told of it is
    /// recorded as that of a microphone is. In headless runs nothing is told.
    #[doc(alias = "fallback")]
    pub fn set_stand_in(&mut self, source: impl SampleSource + 'static) {
        self.stand_in = Some(Box::new(source));
    }

    /// Takes a block of the device; the sketch may have its samples later.
    pub(super) fn fetch(&mut self, block: &mut SampleBlock) -> bool {
        let giver = if self.stands_in() { &mut self.stand_in } else { &mut self.device };
        let Some(device) = giver else { return false };
        if !device.next_block(block) {
            return false;
        }
        let kept = &mut self.kept;
        // A block has no gap inside: what waits in front of one goes, too.
        let next = kept.first + kept.waiting.len() as u64;
        if kept.waiting.is_empty() || kept.rate != block.rate || next != block.first {
            kept.waiting.clear();
            (kept.first, kept.rate) = (block.first, block.rate);
        }
        kept.waiting.extend_from_slice(&block.samples);
        let most = kept.waiting.len().saturating_sub(MOST_WAITING);
        kept.waiting.drain(..most);
        kept.first += most as u64;
        true
    }
}

impl SampleSource for StageMicrophone {
    fn rate(&self) -> u32 {
        self.kept.rate
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        if !self.is_giving() || self.kept.waiting.is_empty() {
            return false;
        }
        let kept = &mut self.kept;
        block.fill(kept.rate, kept.first, kept.waiting.drain(..));
        true
    }
}

/// The newest picture, and what the sketch wants of the camera.
#[derive(Default)]
pub struct KeptFrame {
    size: Option<(u32, u32)>,
    rate: Option<f32>,
    favor: CameraFavor,
    pub(super) frame: Option<CapturedFrame>,
    /// Whether the frame is new to the senses that are bound, and to the sketch.
    pub(super) fresh: bool,
    unseen: bool,
    /// When the frame before was taken, in seconds.
    pub(super) before: Option<f64>,
    #[cfg(feature = "camera")]
    plugs: crate::sight::CameraWatch,
}

impl DeviceKind for KeptFrame {
    type Source = dyn FrameSource;
    const NAME: &'static str = "camera";

    fn drop_kept(&mut self) {
        (self.fresh, self.unseen, self.before) = (false, false, None);
    }

    fn find(&mut self, first: bool, dt: f32) -> Option<Box<dyn FrameSource>> {
        #[cfg(feature = "camera")]
        {
            // Again when one was plugged in.
            let plugged = self.plugs.has_changed(dt);
            let found = (first || plugged).then(|| crate::sight::CameraDevice::get(0).ok());
            found.flatten().map(|device| self.wished(device))
        }
        #[cfg(not(feature = "camera"))]
        {
            let _ = (first, dt);
            None
        }
    }
}

impl KeptFrame {
    /// A camera that is asked for what the sketch wants.
    #[cfg(feature = "camera")]
    pub(super) fn wished(&self, device: crate::sight::CameraDevice) -> Box<dyn FrameSource> {
        let (width, height) = self.size.unwrap_or((320, 240));
        let device = device.with_size(width, height).with_favor(self.favor);
        match self.rate {
            Some(rate) => Box::new(device.with_rate(rate)),
            None => Box::new(device),
        }
    }
}

impl StageCamera {
    /// Asks for pictures of about this size, in pixels, 320×240 at the beginning. Counts until the first start.
    pub const fn set_size(&mut self, width: u32, height: u32) {
        self.kept.size = Some((width, height));
    }

    /// Asks for about so many pictures a second; without it, as many as the camera likes. The size comes first, unless
    /// [`StageCamera::set_favor`] says else. Counts until the first start.
    #[doc(alias = "fps")]
    pub const fn set_rate(&mut self, rate: f32) {
        self.kept.rate = Some(rate);
    }

    /// What counts more where the camera does not have the size at the rate; the size, unless this says else. Counts until the first
    /// start.
    #[doc(alias = "favorArea")]
    pub const fn set_favor(&mut self, favor: CameraFavor) {
        self.kept.favor = favor;
    }

    /// What is seen while the camera is missing, refused, unplugged or taken, in windows and pages. What is told of it is recorded
    /// as that of a camera is. In headless runs nothing is told.
    #[doc(alias = "fallback")]
    pub fn set_stand_in(&mut self, source: impl FrameSource + 'static) {
        self.stand_in = Some(Box::new(source));
    }

    /// Takes the newest picture of the device; the sketch may have it later.
    pub(super) fn fetch(&mut self) {
        self.kept.fresh = false;
        let giver = if self.stands_in() { &mut self.stand_in } else { &mut self.device };
        if let Some(device) = giver {
            let kept = &mut self.kept;
            if kept.frame.is_none() {
                kept.frame = Surface::new(1, 1).ok().map(CapturedFrame::new);
            }
            kept.fresh = kept.frame.as_mut().is_some_and(|frame| device.next_frame(frame));
            kept.unseen |= kept.fresh;
        }
    }
}

impl FrameSource for StageCamera {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        if !core::mem::replace(&mut self.kept.unseen, false) || !self.is_giving() {
            return false;
        }
        let Some(newest) = &self.kept.frame else { return false };
        frame.clone_from(newest);
        true
    }
}
