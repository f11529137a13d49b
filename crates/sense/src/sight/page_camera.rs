//! The camera of a page.

use crate::page::{PageCapture, PagePicture, PlugWatch};
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
    size: (u32, u32),
    life: SourceLife,
    capture: Option<PageCapture>,
    fresh: Option<PagePicture>,
    /// When the first picture was taken, in seconds of the page.
    began: Option<f64>,
    plugs: PlugWatch,
}

impl CameraDevice {
    /// All cameras: the one that the browser will offer. What others there are a page does not learn.
    pub fn list() -> Vec<Self> {
        vec![Self {
            size: (320, 240),
            life: SourceLife::default(),
            capture: None,
            fresh: None,
            began: None,
            plugs: PlugWatch::default(),
        }]
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
        self.size = (width.clamp(1, 4096), height.clamp(1, 4096));
        self
    }
}

impl Source for CameraDevice {
    fn name(&self) -> &'static str {
        "camera"
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
            self.capture = Some(PageCapture::camera(self.size.0, self.size.1));
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
        if self.plugs.has_changed() && self.capture.is_none() {
            self.life.apply(SourceSignal::Found);
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
        self.life.apply(signal);
        if self.life.state().is_failed() {
            (self.capture, self.fresh) = (None, None);
        }
    }

    fn is_live(&self) -> bool {
        self.life.is_live()
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
