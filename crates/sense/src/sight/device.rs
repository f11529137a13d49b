//! Cameras of Linux, by V4L2.

use super::{CameraFormat, CameraWatch, FramePacking};
use crate::{
    CapturedFrame, FrameSource, NoSuchDevice, Source, SourceLife, SourceSignal, SourceState,
};
use linuxvideo::{
    BufType, Device,
    format::{PixFormat, PixelFormat},
    stream::ReadStream,
};
use std::{io, path::PathBuf};

/// A camera of the machine. Nothing is captured before [`Source::start`], [`Source::stop`] lets the device go.
///
/// It asks for frames as they are before compressed ones. When it is unplugged its state says so; when one of its name is
/// plugged in it can be started again. On Linux by V4L2, in pages by the browser; elsewhere the list is empty. Frames that
/// arrive are decoded as the tests of [`CameraFormat`] show; the device itself was not part of any test, for machines that
/// test have none.
#[doc(alias = "webcam")]
#[doc(alias = "V4L2")]
pub struct CameraDevice {
    path: PathBuf,
    name: String,
    size: (u32, u32),
    life: SourceLife,
    running: Option<(ReadStream, CameraFormat)>,
    /// The newest frame that was not taken, as it arrived.
    bytes: Vec<u8>,
    scratch: Vec<u8>,
    fresh: bool,
    arrived: u64,
    time: f64,
    plugs: CameraWatch,
}

impl CameraDevice {
    /// All cameras, in the order of the system. Looking at them asks for no permission and captures nothing.
    pub fn list() -> Vec<Self> {
        let Ok(devices) = linuxvideo::list() else { return Vec::new() };
        let mut cameras: Vec<_> = devices.filter_map(|device| Self::new(&device.ok()?)).collect();
        cameras.sort_by(|a, b| a.path.cmp(&b.path));
        cameras
    }

    /// A camera by its place in the list.
    ///
    /// # Errors
    /// [`NoSuchDevice`] when there is none.
    pub fn get(index: usize) -> Result<Self, NoSuchDevice> {
        Self::list().into_iter().nth(index).ok_or(NoSuchDevice { index })
    }

    fn new(device: &Device) -> Option<Self> {
        packing_of(device)?;
        Some(Self {
            path: device.path().ok()?,
            name: device.capabilities().ok()?.card().into(),
            size: (320, 240),
            life: SourceLife::default(),
            running: None,
            bytes: Vec::new(),
            scratch: Vec::new(),
            fresh: false,
            arrived: 0,
            time: 0.0,
            plugs: CameraWatch::default(),
        })
    }

    /// Asks for pictures of about this size, in pixels; the device takes what it has that is nearest. Counts from the next
    /// start. Default 320×240: for input, more is only slower.
    pub fn with_size(mut self, width: u32, height: u32) -> Self {
        self.size = (width.max(1), height.max(1));
        self
    }

    fn open(&self) -> io::Result<(ReadStream, CameraFormat)> {
        let device = Device::open(&self.path)?;
        let none = || io::Error::from(io::ErrorKind::NotFound);
        let (code, packing) = packing_of(&device).ok_or_else(none)?;
        let wish = PixFormat::new(self.size.0, self.size.1, PixelFormat::from_fourcc(code));
        let capture = device.video_capture(wish)?;
        let given = capture.format();
        let row = if packing == FramePacking::Mjpeg { 0 } else { given.bytes_per_line() };
        let format = CameraFormat { width: given.width(), height: given.height(), row, packing };
        if given.pixel_format() != PixelFormat::from_fourcc(code) {
            return Err(none());
        }
        Ok((capture.into_stream()?, format))
    }

    /// Looks for a camera that failed, by its name: plugged in again, it may have another place.
    fn look_again(&mut self) {
        if let Some(camera) = Self::list().into_iter().find(|camera| camera.name == self.name) {
            self.path = camera.path;
            self.life.apply(SourceSignal::Found);
        }
    }

    /// Takes all frames that have arrived and keeps the newest.
    fn fetch(&mut self) -> io::Result<()> {
        let Some((stream, _)) = &mut self.running else { return Ok(()) };
        while !stream.will_block()? {
            let whole = stream.dequeue(|frame| {
                if !frame.is_error() {
                    self.bytes.clear();
                    self.bytes.extend_from_slice(&frame);
                }
                Ok(!frame.is_error())
            })?;
            self.fresh |= whole;
            self.arrived += u64::from(whole);
        }
        Ok(())
    }
}

/// The first packing that a device offers of those that are known; `None` for what is no camera.
fn packing_of(device: &Device) -> Option<([u8; 4], FramePacking)> {
    let offered: Vec<PixelFormat> = device
        .formats(BufType::VIDEO_CAPTURE)
        .filter_map(|format| Some(format.ok()?.pixel_format()))
        .collect();
    FramePacking::KNOWN
        .into_iter()
        .find(|(code, _)| offered.contains(&PixelFormat::from_fourcc(*code)))
}

/// What a failure to open a device means for its state.
fn signal_of(error: &io::Error) -> SourceSignal {
    match error.kind() {
        io::ErrorKind::PermissionDenied => SourceSignal::Refused,
        io::ErrorKind::ResourceBusy => SourceSignal::Occupied,
        _ => SourceSignal::Missing,
    }
}

impl Source for CameraDevice {
    fn name(&self) -> &str {
        &self.name
    }

    fn state(&self) -> SourceState {
        self.life.state()
    }

    fn start(&mut self) {
        if self.life.state() == SourceState::Unavailable && self.path.exists() {
            self.life.apply(SourceSignal::Found);
        }
        if !self.life.apply(SourceSignal::Start) {
            return;
        }
        (self.fresh, self.arrived, self.time) = (false, 0, 0.0);
        match self.open() {
            Ok(running) => {
                self.running = Some(running);
                self.life.apply(SourceSignal::Granted);
            }
            Err(error) => {
                self.life.apply(signal_of(&error));
            }
        }
    }

    fn stop(&mut self) {
        self.running = None;
        self.fresh = false;
        self.bytes.clear();
        self.life.apply(SourceSignal::Stop);
    }

    fn set_paused(&mut self, paused: bool) {
        self.life.paused = paused;
    }

    fn update(&mut self, dt: f32) {
        if dt.is_finite() && dt > 0.0 {
            self.time += f64::from(dt);
        }
        if self.plugs.has_changed(dt) && self.life.state().is_failed() {
            self.look_again();
        }
        // While paused, what arrives is taken and dropped, so that nothing old shows afterwards.
        if self.fetch().is_err() {
            self.running = None;
            self.life.apply(SourceSignal::Unplugged);
        }
        self.fresh &= self.life.is_live();
    }

    fn is_live(&self) -> bool {
        self.life.is_live()
    }
}

impl FrameSource for CameraDevice {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        let Some((_, format)) = self.running.as_ref().filter(|_| self.fresh) else { return false };
        self.fresh = false;
        // A frame that arrived in pieces is left out; the next one comes soon.
        if format.decode(&self.bytes, &mut frame.picture, &mut self.scratch).is_err() {
            return false;
        }
        (frame.sequence, frame.seconds) = (self.arrived - 1, self.time);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_5_8_a_place_past_the_end_is_an_error() {
        let count = CameraDevice::list().len();
        assert_eq!(CameraDevice::get(count + 7).err(), Some(NoSuchDevice { index: count + 7 }));
    }

    #[test]
    fn failures_are_states() {
        for (kind, signal, state) in [
            (io::ErrorKind::PermissionDenied, SourceSignal::Refused, SourceState::Denied),
            (io::ErrorKind::ResourceBusy, SourceSignal::Occupied, SourceState::Busy),
            (io::ErrorKind::NotFound, SourceSignal::Missing, SourceState::Unavailable),
        ] {
            assert_eq!(signal_of(&kind.into()), signal);
            assert_eq!(SourceState::Prompting.after(signal), state);
        }
    }
}
