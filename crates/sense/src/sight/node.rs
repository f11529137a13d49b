//! Cameras of Linux, by V4L2.

use super::{
    CameraFormat, FramePacking,
    reader::{ByteFrames, Openable},
    wish::{CameraMode, PictureWish},
};
use linuxvideo::{
    BufType, Device, Fract, VideoCaptureDevice,
    format::{PixFormat, PixelFormat},
    stream::ReadStream,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

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
        let path = device.path().ok()?;
        let name = name_of(&path);
        Some(Self { path, name })
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
        // Many devices have one rate and say no: then that one it is.
        let _ = wish.rate.and_then(|rate| set_rate(&capture, rate));
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

/// The name of the device behind a file of `/dev`, as the system tells it. Asking the device itself comes with a panic for a name
/// that fills its field or is cut inside a letter.
fn name_of(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default();
    let told = fs::read(Path::new("/sys/class/video4linux").join(file).join("name"));
    let name = told.ok().and_then(|bytes| readable_name(&bytes));
    name.unwrap_or_else(|| file.to_string_lossy().into_owned())
}

/// A name out of a field of bytes, up to its first zero or the end of its line. What is no text shows as such; a last letter that
/// was cut is left away. `None` where nothing remains.
fn readable_name(field: &[u8]) -> Option<String> {
    let line = field.split(|&byte| byte == 0 || byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(line);
    let name = text.trim_end_matches(char::REPLACEMENT_CHARACTER).trim();
    (!name.is_empty()).then(|| name.into())
}

/// What to ask a device for. Where the size counts more, the device itself finds the nearest.
fn mode_for(device: &Device, wish: &PictureWish) -> Option<([u8; 4], FramePacking, (u32, u32))> {
    let packings = packings_of(device);
    let (code, packing) = *packings.first()?;
    let chosen = if wish.favors_rate() {
        let (path, rate) = (device.path().ok()?, wish.rate?);
        wish.seek(&packings, |size, packing| try_mode(&path, size, packing, rate))
    } else {
        None
    };
    let Some(mode) = chosen else { return Some((code, packing, wish.size)) };
    let code = packings.iter().find(|(_, packing)| *packing == mode.packing)?.0;
    Some((code, mode.packing, mode.size))
}

/// What a device makes of a size and a rate: it is set and let go again. Its list of rates would come with a panic where a driver
/// mixes single rates and ranges.
fn try_mode(
    path: &Path,
    (width, height): (u32, u32),
    (code, packing): ([u8; 4], FramePacking),
    rate: f32,
) -> Option<CameraMode> {
    let code = PixelFormat::from_fourcc(code);
    let capture = Device::open(path).ok()?.video_capture(PixFormat::new(width, height, code));
    let capture = capture.ok()?;
    let given = capture.format();
    let size = (given.width(), given.height());
    let is_packed = given.pixel_format() == code;
    let rate = set_rate(&capture, rate).filter(|_| is_packed)?;
    Some(CameraMode { size, rate, packing })
}

/// Asks for pictures a second, and gives those that the device has chosen; `None` where it has one rate and tells none.
fn set_rate(capture: &VideoCaptureDevice, rate: f32) -> Option<f32> {
    let wanted = Fract::new(1000, (rate * 1000.0).max(1.0) as u32);
    let given = capture.set_frame_interval(wanted).ok()?;
    Some(given.denominator() as f32 / given.numerator().max(1) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of a camera that filled its field of 32 bytes, or was cut inside a letter there, ended the program.
    #[test]
    fn weak_5_14_a_name_that_is_cut_is_no_panic() {
        let cut = b"T\xC3\xBCr: Kamera mit Beleuchtungen \xC3";
        assert_eq!(cut.len(), 32);
        assert_eq!(readable_name(cut).unwrap(), "T\u{fc}r: Kamera mit Beleuchtungen");
        assert_eq!(readable_name(&[b'x'; 32]).unwrap(), "x".repeat(32));
        assert_eq!(readable_name(b"in\xFFside\0behind").unwrap(), "in\u{fffd}side");
        assert_eq!(readable_name(b"Webcam C270\n").unwrap(), "Webcam C270");
        for nothing in [&b""[..], b"\0\0", b" \n", b"\xC3"] {
            assert_eq!(readable_name(nothing), None);
        }
        assert_eq!(name_of(Path::new("/dev/no camera at all")), "no camera at all");
        assert_eq!(name_of(Path::new("/")), "");
    }
}
