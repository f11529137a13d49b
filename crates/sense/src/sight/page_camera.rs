//! The camera of a page.

use super::{CameraFavor, wish::PictureWish};
use crate::page::{ListedDevice, PageCapture, PageDevice, PagePicture, PermitWatch, PlugWatch};
use crate::{
    CapturedFrame, FrameSource, NoSuchDevice, Source, SourceLife, SourceSignal, SourceState,
};
use motile_sound::CaptureStatus;

/// The camera that the visitor of a page chooses. Nobody is asked before [`Source::start`], [`Source::stop`] lets the
/// device go, and while the page is hidden nothing is captured. A page has one camera at a time.
#[doc(alias = "webcam")]
#[doc(alias = "getUserMedia")]
#[derive(Debug)]
pub struct CameraDevice {
    device: ListedDevice,
    wish: PictureWish,
    life: SourceLife,
    capture: Option<PageCapture>,
    fresh: Option<PagePicture>,
    /// When the first picture was taken, in seconds of the page.
    began: Option<f64>,
    plugs: PlugWatch,
    permits: PermitWatch,
}

impl CameraDevice {
    /// All cameras. Browsers name them only to pages that may use one: before that there is one in the list, which the
    /// browser will offer.
    pub fn list() -> Vec<Self> {
        ListedDevice::list(PageDevice::Camera).into_iter().map(Self::of).collect()
    }

    fn of(device: ListedDevice) -> Self {
        Self {
            device,
            wish: PictureWish::default(),
            life: SourceLife::default(),
            capture: None,
            fresh: None,
            began: None,
            plugs: PlugWatch::default(),
            permits: PermitWatch::default(),
        }
    }

    /// The first camera of a name; `None` when there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::list().into_iter().find(|camera| camera.name() == name)
    }

    /// A camera by its place in the list.
    ///
    /// # Errors
    /// [`NoSuchDevice`] when there is none.
    pub fn get(index: usize) -> Result<Self, NoSuchDevice> {
        Self::list().into_iter().nth(index).ok_or(NoSuchDevice { index })
    }

    /// Asks for pictures of this size, in pixels. Counts from the next start. Default 320×240: for input, more is only
    /// slower.
    pub fn with_size(mut self, width: u32, height: u32) -> Self {
        self.wish.size = (width.clamp(1, 4096), height.clamp(1, 4096));
        self
    }

    /// Asks for about so many pictures a second, 1…240; the size comes first, unless [`CameraDevice::with_favor`] says else. Counts
    /// from the next start. Without it, as the browser likes; a rate that is no number is none.
    #[doc(alias = "fps")]
    pub fn with_rate(mut self, rate: f32) -> Self {
        self.wish.rate = PictureWish::rate_of(rate);
        self
    }

    /// What counts more where the device does not have the size at the rate; the size, unless this says else. Counts from the next
    /// start.
    #[doc(alias = "favorArea")]
    pub const fn with_favor(mut self, favor: CameraFavor) -> Self {
        self.wish.favor = favor;
        self
    }
}

impl Source for CameraDevice {
    fn name(&self) -> &str {
        self.device.name_or("camera")
    }

    fn state(&self) -> SourceState {
        self.life.state()
    }

    fn start(&mut self) {
        if self.life.state() == SourceState::Unavailable {
            // It may have been plugged in; the browser will tell.
            self.life.apply(SourceSignal::Found);
        }
        if self.life.apply(SourceSignal::Start) {
            (self.fresh, self.began) = (None, None);
            let rate = (self.wish.rate.unwrap_or(0.0), self.wish.favors_rate());
            self.capture = Some(PageCapture::camera(self.wish.size, rate, &self.device));
        }
    }

    fn stop(&mut self) {
        (self.capture, self.fresh) = (None, None);
        self.life.apply(SourceSignal::Stop);
    }

    fn set_paused(&mut self, paused: bool) {
        let changed = core::mem::replace(&mut self.life.paused, paused) != paused;
        if let Some(capture) = self.capture.as_ref().filter(|_| changed) {
            capture.set_paused(paused);
        }
    }

    fn update(&mut self, _: f32) {
        if self.plugs.brought(PageDevice::Camera) && self.capture.is_none() {
            self.life.apply(SourceSignal::Found);
        }
        if self.permits.has_changed(PageDevice::Camera) && self.capture.is_none() {
            // After a refusal; nobody is filmed before the next start.
            self.life.apply(SourceSignal::Granted);
        }
        let Some(capture) = &self.capture else { return };
        let signal = match capture.status() {
            CaptureStatus::Opening => return,
            CaptureStatus::Running => SourceSignal::Granted,
            CaptureStatus::Refused => SourceSignal::Refused,
            CaptureStatus::Missing => SourceSignal::Missing,
            CaptureStatus::Busy => SourceSignal::Occupied,
            CaptureStatus::Lost => SourceSignal::Unplugged,
        };
        self.fresh = capture.take_picture().or_else(|| self.fresh.take());
        if signal == SourceSignal::Granted && self.life.state() == SourceState::Busy {
            // What another program has given back nobody here has stopped.
            self.life.apply(SourceSignal::Start);
        }
        self.life.apply(signal);
        if self.life.state().is_failed() && self.life.state() != SourceState::Busy {
            (self.capture, self.fresh) = (None, None);
        }
    }

    fn is_live(&self) -> bool {
        self.life.is_live()
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.life.take_changes()
    }
}

impl FrameSource for CameraDevice {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        let Some(fresh) = self.fresh.take().filter(|_| self.life.is_live()) else { return false };
        let began = *self.began.get_or_insert(fresh.seconds);
        (frame.sequence, frame.seconds) = (fresh.number, fresh.seconds - began);
        fresh.write(&mut frame.picture)
    }
}
