//! Systems whose cameras are not reached.

use crate::{CapturedFrame, FrameSource, NoSuchDevice, Source, SourceState};

/// A camera of the machine. There is none that can be reached on this system, so the list is empty and a
/// [`SyntheticCamera`](super::SyntheticCamera) has to stand in.
#[doc(alias = "webcam")]
#[derive(Debug)]
pub enum CameraDevice {}

impl CameraDevice {
    /// All cameras: none.
    pub const fn list() -> Vec<Self> {
        Vec::new()
    }

    /// A camera by its place in the list.
    ///
    /// # Errors
    /// [`NoSuchDevice`] always.
    pub const fn get(index: usize) -> Result<Self, NoSuchDevice> {
        Err(NoSuchDevice { index })
    }

    /// The first camera of a name: none.
    pub const fn named(_: &str) -> Option<Self> {
        None
    }

    /// Asks for pictures of about this size, in pixels.
    pub fn with_size(self, _: u32, _: u32) -> Self {
        self
    }

    /// Asks for about so many pictures a second.
    pub fn with_rate(self, _: f32) -> Self {
        self
    }

    /// What counts more where the device does not have the size at the rate.
    pub fn with_favor(self, _: super::CameraFavor) -> Self {
        self
    }
}

impl Source for CameraDevice {
    fn name(&self) -> &str {
        match *self {}
    }

    fn state(&self) -> SourceState {
        match *self {}
    }

    fn start(&mut self) {
        match *self {}
    }

    fn stop(&mut self) {
        match *self {}
    }

    fn set_paused(&mut self, _: bool) {
        match *self {}
    }

    fn update(&mut self, _: f32) {
        match *self {}
    }
}

impl FrameSource for CameraDevice {
    fn next_frame(&mut self, _: &mut CapturedFrame) -> bool {
        match *self {}
    }
}
