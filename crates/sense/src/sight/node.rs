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

/// Where the system tells of devices without opening them.
const CLASS: &str = "/sys/class/video4linux";

/// A device file that is a camera.
pub(super) struct VideoNode {
    path: PathBuf,
    name: String,
}

impl VideoNode {
    /// All cameras, in the order of the system. Those that this user may not open are among them: a start then tells why they
    /// are not to be had.
    pub(super) fn list() -> Vec<Self> {
        Self::list_in(Path::new("/dev"), Path::new(CLASS), |path| {
            Ok(!packings_of(&Device::open(path)?).is_empty())
        })
    }

    /// The cameras among the files of a folder. `class` has what the system tells of each without opening it, and `is_camera` asks
    /// the device itself.
    fn list_in(
        folder: &Path,
        class: &Path,
        is_camera: impl Fn(&Path) -> io::Result<bool>,
    ) -> Vec<Self> {
        let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
        let number =
            |path: &Path| path.file_name()?.to_str()?.strip_prefix("video")?.parse::<u32>().ok();
        let paths = files.filter_map(|file| Some(file.ok()?.path()));
        let mut paths: Vec<_> = paths.filter_map(|path| Some((number(&path)?, path))).collect();
        paths.sort();
        let is_listed = |path: &Path| match is_camera(path) {
            Ok(is_camera) => is_camera,
            // Of the files of a camera the first has its pictures; others tell of their settings.
            Err(error) => {
                error.kind() == io::ErrorKind::PermissionDenied
                    && told_of(class, path, "index").is_some_and(|index| index.trim_ascii() == b"0")
            }
        };
        let found = paths.into_iter().map(|(_, path)| path).filter(|path| is_listed(path));
        found.map(|path| Self { name: name_of(class, &path), path }).collect()
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
fn name_of(class: &Path, path: &Path) -> String {
    let name = told_of(class, path, "name").and_then(|bytes| readable_name(&bytes));
    name.unwrap_or_else(|| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// What the system tells of the device behind a file of `/dev`.
fn told_of(class: &Path, path: &Path, what: &str) -> Option<Vec<u8>> {
    fs::read(class.join(path.file_name()?).join(what)).ok()
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
        let class = Path::new(CLASS);
        assert_eq!(name_of(class, Path::new("/dev/no camera at all")), "no camera at all");
        assert_eq!(name_of(class, Path::new("/")), "");
    }

    /// A camera that the user may not open was in no list: it was told to be missing, not to be forbidden.
    #[test]
    fn weak_5_14_a_camera_that_the_user_may_not_open_is_listed() {
        let root = std::env::temp_dir().join(format!("motile-cameras-{}", std::process::id()));
        let (folder, class) = (root.join("dev"), root.join("class"));
        fs::create_dir_all(&folder).unwrap();
        for (file, name, index) in [
            ("video0", "a webcam", "0\n"),
            ("video1", "what a webcam tells of itself", "1\n"),
            ("video2", "an encoder", "0\n"),
            ("video3", "a camera that was pulled", "0\n"),
            ("video10", "another webcam", "0\n"),
            ("audio0", "a microphone", "0\n"),
        ] {
            let told = class.join(file);
            fs::create_dir_all(&told).unwrap();
            fs::write(told.join("name"), name).unwrap();
            fs::write(told.join("index"), index).unwrap();
            fs::write(folder.join(file), "").unwrap();
        }
        let names = |may_open: bool| {
            let nodes = VideoNode::list_in(&folder, &class, |path| {
                match path.file_name().unwrap().to_str().unwrap() {
                    "video3" => Err(io::ErrorKind::NotFound.into()),
                    _ if !may_open => Err(io::ErrorKind::PermissionDenied.into()),
                    name => Ok(["video0", "video10"].contains(&name)),
                }
            });
            nodes.into_iter().map(|node| node.name).collect::<Vec<_>>()
        };
        assert_eq!(names(true), ["a webcam", "another webcam"]);
        // An encoder looks like a camera until it is opened.
        assert_eq!(names(false), ["a webcam", "an encoder", "another webcam"]);
        fs::remove_dir_all(root).unwrap();
        assert!(names(true).is_empty());
    }
}
