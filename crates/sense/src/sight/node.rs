//! Cameras of Linux, by V4L2.

use super::{
    CameraFormat, FramePacking,
    reader::{ByteFrames, Openable},
    wish::{CameraMode, PictureWish},
};
use linuxvideo::{
    BufType, Device, Fract,
    format::{FrameIntervals, PixFormat, PixelFormat},
    stream::ReadStream,
};
use std::{io, path::PathBuf};

/// A device file that is a camera.
pub(super) struct VideoNode {
    path: PathBuf,
    name: String,
}

impl VideoNode {
    /// All cameras, in the order of the system.
    pub(super) fn list() -> Vec<Self> {
        let Ok(devices) = linuxvideo::list() else { return Vec::new() };
        let mut nodes: Vec<_> = devices.filter_map(|device| Self::new(&device.ok()?)).collect();
        nodes.sort_by(|a, b| a.path.cmp(&b.path));
        nodes
    }

    fn new(device: &Device) -> Option<Self> {
        packings_of(device).first()?;
        let name = device.capabilities().ok()?.card().into();
        Some(Self { path: device.path().ok()?, name })
    }

    /// Its name for people.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// One that is not there.
    #[cfg(test)]
    pub(super) fn missing(name: &str) -> Self {
        Self { path: PathBuf::new(), name: name.into() }
    }
}

/// A camera that streams.
pub(super) struct OpenNode {
    stream: ReadStream,
    format: CameraFormat,
}

impl Openable for VideoNode {
    type Frames = OpenNode;

    fn open(&mut self, wish: &PictureWish) -> io::Result<OpenNode> {
        let device = Device::open(&self.path)?;
        let none = || io::Error::from(io::ErrorKind::NotFound);
        let (code, packing, (width, height)) = mode_for(&device, wish).ok_or_else(none)?;
        let wanted = PixFormat::new(width, height, PixelFormat::from_fourcc(code));
        let capture = device.video_capture(wanted)?;
        let given = capture.format();
        let row = if packing == FramePacking::Mjpeg { 0 } else { given.bytes_per_line() };
        let format = CameraFormat { width: given.width(), height: given.height(), row, packing };
        if given.pixel_format() != PixelFormat::from_fourcc(code) {
            return Err(none());
        }
        if let Some(rate) = wish.rate {
            // Many devices have one rate and say no: then that one it is.
            let _ = capture.set_frame_interval(Fract::new(1000, (rate * 1000.0) as u32));
        }
        Ok(OpenNode { stream: capture.into_stream()?, format })
    }

    fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// By its name: plugged in again, it may have another place.
    fn find_again(&mut self) -> bool {
        let found = Self::list().into_iter().find(|node| node.name == self.name);
        found.map(|node| self.path = node.path).is_some()
    }
}

impl ByteFrames for OpenNode {
    fn format(&self) -> Option<CameraFormat> {
        Some(self.format)
    }

    fn is_dry(&mut self) -> io::Result<bool> {
        self.stream.will_block()
    }

    fn take(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        self.stream.dequeue(|frame| {
            if !frame.is_error() {
                bytes.clear();
                bytes.extend_from_slice(&frame);
            }
            Ok(!frame.is_error())
        })
    }
}

/// The packings that a device offers of those that are known, first ones first; none for what is no camera.
fn packings_of(device: &Device) -> Vec<([u8; 4], FramePacking)> {
    let offered: Vec<PixelFormat> = device
        .formats(BufType::VIDEO_CAPTURE)
        .filter_map(|format| Some(format.ok()?.pixel_format()))
        .collect();
    let known = FramePacking::KNOWN.into_iter();
    known.filter(|(code, _)| offered.contains(&PixelFormat::from_fourcc(*code))).collect()
}

/// What to ask a device for. Where the size counts more, the device itself finds the nearest.
fn mode_for(device: &Device, wish: &PictureWish) -> Option<([u8; 4], FramePacking, (u32, u32))> {
    let packings = packings_of(device);
    let (code, packing) = *packings.first()?;
    let chosen =
        if wish.favors_rate() { wish.choose(&modes(device, wish, &packings)) } else { None };
    let Some(mode) = chosen else { return Some((code, packing, wish.size)) };
    let code = packings.iter().find(|(_, packing)| *packing == mode.packing)?.0;
    Some((code, mode.packing, mode.size))
}

/// Sizes that cameras have. They are asked about one by one: a list of its own would come with a panic for devices that answer
/// oddly.
const SIZES: [(u32, u32); 14] = [
    (160, 120),
    (176, 144),
    (320, 180),
    (320, 240),
    (352, 288),
    (424, 240),
    (640, 360),
    (640, 480),
    (800, 600),
    (848, 480),
    (960, 540),
    (1280, 720),
    (1280, 960),
    (1920, 1080),
];

/// The modes of a device: sizes that it knows, with the rates that it has there.
fn modes(
    device: &Device,
    wish: &PictureWish,
    packings: &[([u8; 4], FramePacking)],
) -> Vec<CameraMode> {
    let mut modes = Vec::new();
    for size in SIZES.into_iter().chain([wish.size]) {
        for &(code, packing) in packings {
            let code = PixelFormat::from_fourcc(code);
            let Ok(rates) = device.frame_intervals(code, size.0, size.1) else { continue };
            modes.extend(rates_of(&rates, wish).map(|rate| CameraMode { size, rate, packing }));
        }
    }
    modes
}

/// Pictures a second; where there is a range of them, the one nearest to what is wanted.
fn rates_of(rates: &FrameIntervals, wish: &PictureWish) -> impl Iterator<Item = f32> {
    let rate = |seconds: &Fract| seconds.denominator() as f32 / seconds.numerator().max(1) as f32;
    let rates = match rates {
        FrameIntervals::Discrete(list) => list.iter().map(|each| rate(each.fract())).collect(),
        FrameIntervals::Stepwise(range) | FrameIntervals::Continuous(range) => {
            let (slowest, fastest) = (rate(range.max()), rate(range.min()));
            vec![wish.rate.unwrap_or(fastest).min(fastest).max(slowest)]
        }
    };
    rates.into_iter()
}
