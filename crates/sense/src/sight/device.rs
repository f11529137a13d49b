//! Cameras of the machine.

use super::{CameraFavor, CameraWatch, node::VideoNode, reader::CameraReader, wish::PictureWish};
use crate::{CapturedFrame, FrameSource, NoSuchDevice, Source, SourceState};
use core::fmt;

/// A camera of the machine. Nothing is captured before [`Source::start`], [`Source::stop`] lets the device go, and so does a
/// pause.
///
/// It asks for frames as they are before compressed ones. When it is unplugged, or has sent nothing for five seconds, its state
/// says so; when one of its name is plugged in it can be started again. On Linux by V4L2, in pages by the browser; elsewhere the
/// list is empty. What becomes of the frames is tested with streams of bytes in place of the device; the calls of V4L2 were not
/// part of any test, for machines that test have no camera.
#[doc(alias = "webcam")]
#[doc(alias = "V4L2")]
pub struct CameraDevice {
    reader: CameraReader<VideoNode>,
    plugs: CameraWatch,
}

impl CameraDevice {
    /// All cameras, in the order of the system. Looking at them asks for no permission and captures nothing.
    pub fn list() -> Vec<Self> {
        let new = |node| Self { reader: CameraReader::new(node), plugs: CameraWatch::default() };
        VideoNode::list().into_iter().map(new).collect()
    }

    /// A camera by its place in the list.
    ///
    /// # Errors
    /// [`NoSuchDevice`] when there is none.
    pub fn get(index: usize) -> Result<Self, NoSuchDevice> {
        Self::list().into_iter().nth(index).ok_or(NoSuchDevice { index })
    }

    /// The first camera of a name; `None` when there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::list().into_iter().find(|camera| camera.name() == name)
    }

    /// Asks for pictures of about this size, in pixels; the device takes what it has that is nearest. Counts from the next
    /// start. Default 320×240: for input, more is only slower.
    pub fn with_size(mut self, width: u32, height: u32) -> Self {
        self.reader.wish.size = (width.max(1), height.max(1));
        self
    }

    /// Asks for about so many pictures a second, 1…240. Of the rates that the device has at the size it takes the nearest, unless
    /// [`CameraDevice::with_favor`] says else. Counts from the next start. Without it, as the device likes; a rate that is no number is
    /// none.
    #[doc(alias = "fps")]
    pub fn with_rate(mut self, rate: f32) -> Self {
        self.reader.wish.rate = PictureWish::rate_of(rate);
        self
    }

    /// What counts more where the device does not have the size at the rate; the size, unless this says else. Counts from the next
    /// start.
    #[doc(alias = "favorArea")]
    pub const fn with_favor(mut self, favor: CameraFavor) -> Self {
        self.reader.wish.favor = favor;
        self
    }
}

impl Source for CameraDevice {
    fn name(&self) -> &str {
        self.reader.device.name()
    }

    fn state(&self) -> SourceState {
        self.reader.life.state()
    }

    fn start(&mut self) {
        self.reader.start();
    }

    fn stop(&mut self) {
        self.reader.stop();
    }

    fn set_paused(&mut self, paused: bool) {
        self.reader.set_paused(paused);
    }

    fn update(&mut self, dt: f32) {
        let plugged = self.plugs.has_changed(dt);
        self.reader.update(dt, plugged);
    }

    fn is_live(&self) -> bool {
        self.reader.life.is_live()
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.reader.life.take_changes()
    }
}

impl FrameSource for CameraDevice {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        self.reader.next_frame(frame)
    }
}

/// Without its name and without pictures: debug output ends in logs.
impl fmt::Debug for CameraDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CameraDevice").field("state", &self.state()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_5_8_input_8_a_place_past_the_end_and_a_name_that_nobody_has_are_none() {
        let count = CameraDevice::list().len();
        assert_eq!(CameraDevice::get(count + 7).err(), Some(NoSuchDevice { index: count + 7 }));
        assert!(CameraDevice::named("the camera of nobody").is_none());
    }

    #[test]
    fn input_23_a_wish_for_size_and_rate_is_kept_within_what_can_be_asked_for() {
        let node = VideoNode::missing("the camera of Ada");
        let plugs = CameraWatch::default();
        let camera = CameraDevice { reader: CameraReader::new(node), plugs };
        let camera = camera.with_size(0, 480).with_rate(0.0).with_favor(CameraFavor::Rate);
        let favor = CameraFavor::Rate;
        assert_eq!(camera.reader.wish, PictureWish { size: (1, 480), rate: Some(1.0), favor });
        assert_eq!(camera.with_rate(f32::NAN).reader.wish.rate, None);
    }

    #[test]
    fn weak_5_18_debug_output_has_no_name() {
        let node = VideoNode::missing("the camera of Ada");
        let plugs = CameraWatch::default();
        let mut camera = CameraDevice { reader: CameraReader::new(node), plugs };
        assert_eq!(format!("{camera:?}"), "CameraDevice { state: NeedsPermission, .. }");
        // A device that is not there.
        camera.start();
        assert_eq!(camera.state(), SourceState::Unavailable);
        assert_eq!(camera.take_changes(), [SourceState::Prompting, SourceState::Unavailable]);
    }
}
