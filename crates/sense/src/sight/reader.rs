//! Reading frames of a camera: which one counts, what is left out, and what a failure means.

use super::{CameraFormat, wish::PictureWish};
use crate::{CapturedFrame, SourceLife, SourceSignal, SourceState};
use motile_pixels::Surface;
use std::io;

/// Frames as they arrive from a device that was opened. Dropped, the device is let go.
pub(super) trait ByteFrames {
    /// What the device says of its frames; `None` while somebody is asked whether it may be used.
    fn format(&self) -> Option<CameraFormat>;

    /// Whether no frame has arrived that was not taken.
    fn is_dry(&mut self) -> io::Result<bool>;

    /// Takes the oldest frame: its bytes go into `bytes`, unless the device says that it is broken. Whether it was whole.
    fn take(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool>;
}

/// A device that can be opened.
pub(super) trait Openable {
    /// What it gives when it is open.
    type Frames: ByteFrames;

    /// Opens it, with a wish for pictures.
    fn open(&mut self, wish: &PictureWish) -> io::Result<Self::Frames>;

    /// Whether it seems to be there.
    fn is_there(&self) -> bool;

    /// Looks for it elsewhere, after something was plugged in or out; whether it is there.
    fn find_again(&mut self) -> bool;
}

/// Seconds without a frame after which a camera that is open counts as gone: not every system tells that the cable was pulled.
const SILENT: f32 = 5.0;
/// What of a long picture counts as time without a frame, in seconds: a program that stood still took none.
const LONGEST: f32 = 0.25;

/// A camera with its life: it is open only while it runs and is not paused.
pub(super) struct CameraReader<O: Openable> {
    pub(super) device: O,
    pub(super) wish: PictureWish,
    pub(super) life: SourceLife,
    running: Option<O::Frames>,
    /// The newest frame that was not taken, as it arrived.
    bytes: Vec<u8>,
    scratch: Vec<u8>,
    /// A frame is unpacked here, so that one that breaks half-way leaves the picture before it whole.
    spare: Option<Surface>,
    fresh: bool,
    arrived: u64,
    time: f64,
    /// Seconds since the last frame arrived.
    silent: f32,
}

impl<O: Openable> CameraReader<O> {
    pub(super) fn new(device: O) -> Self {
        Self {
            device,
            wish: PictureWish::default(),
            life: SourceLife::default(),
            running: None,
            bytes: Vec::new(),
            scratch: Vec::new(),
            spare: Surface::new(1, 1).ok(),
            fresh: false,
            arrived: 0,
            time: 0.0,
            silent: 0.0,
        }
    }

    pub(super) fn start(&mut self) {
        if self.life.state() == SourceState::Unavailable && self.device.is_there() {
            self.life.apply(SourceSignal::Found);
        }
        if !self.life.apply(SourceSignal::Start) {
            return;
        }
        (self.fresh, self.arrived, self.time) = (false, 0, 0.0);
        if !self.life.paused {
            self.open();
        }
    }

    /// Opens the device; what goes wrong becomes a state.
    fn open(&mut self) {
        self.silent = 0.0;
        match self.device.open(&self.wish) {
            Ok(running) => {
                self.running = Some(running);
                self.begin();
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Runs, once the device is open and nobody has to be asked any more.
    fn begin(&mut self) {
        let open = self.running.as_ref().is_some_and(|frames| frames.format().is_some());
        if open && self.life.state() == SourceState::Prompting {
            self.life.apply(SourceSignal::Granted);
        }
    }

    /// A device that cannot be opened or read; one that ran and is missing was unplugged.
    fn fail(&mut self, error: &io::Error) {
        let was_running = self.life.state() == SourceState::Running;
        self.close();
        self.life.apply(match signal_of(error) {
            SourceSignal::Missing if was_running => SourceSignal::Unplugged,
            signal => signal,
        });
    }

    pub(super) fn stop(&mut self) {
        self.close();
        self.life.apply(SourceSignal::Stop);
    }

    fn close(&mut self) {
        self.running = None;
        self.fresh = false;
        self.bytes.clear();
    }

    /// While paused the device is let go: no light of it is on, and nothing streams.
    pub(super) fn set_paused(&mut self, paused: bool) {
        if self.life.paused == paused {
            return;
        }
        self.life.paused = paused;
        if paused {
            self.close();
        } else if matches!(self.life.state(), SourceState::Prompting | SourceState::Running) {
            self.open();
        }
    }

    /// Lets `dt` seconds pass. `plugged` tells that something was plugged in or out.
    pub(super) fn update(&mut self, dt: f32, plugged: bool) {
        if dt.is_finite() && dt > 0.0 {
            self.time += f64::from(dt);
        }
        if plugged && self.life.state().is_failed() && self.device.find_again() {
            self.life.apply(SourceSignal::Found);
        }
        let before = self.arrived;
        match self.fetch() {
            Ok(()) => self.begin(),
            Err(error) => self.fail(&error),
        }
        if self.arrived == before {
            self.miss(dt);
        } else {
            self.silent = 0.0;
        }
    }

    /// Counts the time without a frame.
    fn miss(&mut self, dt: f32) {
        if dt.is_finite() && self.life.is_live() {
            self.silent += dt.clamp(0.0, LONGEST);
        }
        if self.silent > SILENT {
            self.fail(&io::ErrorKind::TimedOut.into());
            self.silent = 0.0;
        }
    }

    /// Takes all frames that have arrived and keeps the newest.
    fn fetch(&mut self) -> io::Result<()> {
        let Some(frames) = &mut self.running else { return Ok(()) };
        while !frames.is_dry()? {
            let whole = frames.take(&mut self.bytes)?;
            self.fresh |= whole;
            self.arrived += u64::from(whole);
        }
        Ok(())
    }

    pub(super) fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        let running = self.running.as_ref().filter(|_| self.fresh);
        let Some(format) = running.and_then(ByteFrames::format) else { return false };
        self.fresh = false;
        let Some(spare) = &mut self.spare else { return false };
        // A frame that arrived in pieces is left out; the next one comes soon.
        if format.decode(&self.bytes, spare, &mut self.scratch).is_err() {
            return false;
        }
        core::mem::swap(spare, &mut frame.picture);
        (frame.sequence, frame.seconds) = (self.arrived - 1, self.time);
        true
    }
}

/// What a failure to open a device means for its state.
fn signal_of(error: &io::Error) -> SourceSignal {
    match error.kind() {
        io::ErrorKind::PermissionDenied => SourceSignal::Refused,
        io::ErrorKind::ResourceBusy => SourceSignal::Occupied,
        _ => SourceSignal::Missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sight::{CameraFavor, FramePacking, RawFormat};
    use std::{cell::RefCell, collections::VecDeque, rc::Rc};

    /// What a stream of bytes has next.
    #[derive(Clone)]
    enum Next {
        Frame(Vec<u8>),
        /// The device says that it is broken.
        Broken,
        Gone,
    }

    /// A camera of gray pictures, 2×1, whose bytes the test gives.
    #[derive(Clone, Default)]
    struct Recorded(Rc<RefCell<Stream>>);

    #[derive(Default)]
    struct Stream {
        next: VecDeque<Next>,
        fails: Option<io::ErrorKind>,
        opened: u32,
        open: u32,
        wish: Option<PictureWish>,
        is_back: bool,
        /// Somebody is asked, and has not answered yet.
        asks: bool,
        /// Its pictures are JPEG.
        is_jpeg: bool,
    }

    struct Opened(Rc<RefCell<Stream>>);

    impl Drop for Opened {
        fn drop(&mut self) {
            self.0.borrow_mut().open -= 1;
        }
    }

    impl ByteFrames for Opened {
        fn format(&self) -> Option<CameraFormat> {
            let jpeg = self.0.borrow().is_jpeg;
            let packing =
                if jpeg { FramePacking::Mjpeg } else { FramePacking::Raw(RawFormat::Gray) };
            let format = CameraFormat { width: 2, height: 1, row: 0, packing };
            (!self.0.borrow().asks).then_some(format)
        }

        fn is_dry(&mut self) -> io::Result<bool> {
            let stream = self.0.borrow();
            match stream.fails {
                Some(kind) => Err(kind.into()),
                None => Ok(stream.next.is_empty()),
            }
        }

        fn take(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
            match self.0.borrow_mut().next.pop_front() {
                Some(Next::Frame(frame)) => {
                    bytes.clear();
                    bytes.extend(frame);
                    Ok(true)
                }
                Some(Next::Broken) => Ok(false),
                _ => Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    impl Openable for Recorded {
        type Frames = Opened;

        fn open(&mut self, wish: &PictureWish) -> io::Result<Opened> {
            let mut stream = self.0.borrow_mut();
            if let Some(kind) = stream.fails {
                return Err(kind.into());
            }
            stream.wish = Some(*wish);
            (stream.opened, stream.open) = (stream.opened + 1, stream.open + 1);
            Ok(Opened(Rc::clone(&self.0)))
        }

        fn is_there(&self) -> bool {
            self.0.borrow().is_back
        }

        fn find_again(&mut self) -> bool {
            self.0.borrow().is_back
        }
    }

    fn begin() -> (CameraReader<Recorded>, Rc<RefCell<Stream>>) {
        let device = Recorded::default();
        let stream = Rc::clone(&device.0);
        (CameraReader::new(device), stream)
    }

    fn arrive(stream: &RefCell<Stream>, next: impl IntoIterator<Item = Next>) {
        stream.borrow_mut().next.extend(next);
    }

    fn frame() -> CapturedFrame {
        CapturedFrame::new(Surface::new(1, 1).unwrap())
    }

    /// The brightness of the first pixel of the next frame, and its number.
    fn next(reader: &mut CameraReader<Recorded>) -> Option<(u8, u64)> {
        let mut frame = frame();
        reader.next_frame(&mut frame).then(|| {
            let color = frame.picture.get(0, 0).unwrap();
            (color.to_argb() as u8, frame.sequence)
        })
    }

    #[test]
    fn input_61_the_latest_frame_wins_and_comes_once() {
        let (mut reader, stream) = begin();
        assert_eq!(stream.borrow().opened, 0, "nothing is opened before the start");
        (reader.wish.rate, reader.wish.favor) = (Some(15.0), CameraFavor::Rate);
        reader.start();
        assert_eq!(stream.borrow().wish, Some(reader.wish));
        arrive(&stream, [10, 20, 30].map(|gray| Next::Frame(vec![gray; 2])));
        reader.update(0.1, false);
        let (newest, number) = next(&mut reader).unwrap();
        assert!(newest > 15 && number == 2, "{newest} {number}");
        assert_eq!(next(&mut reader), None);
    }

    #[test]
    fn a_frame_that_is_broken_or_cut_is_left_out() {
        let (mut reader, stream) = begin();
        reader.start();
        arrive(&stream, [Next::Frame(vec![200; 2]), Next::Broken]);
        reader.update(0.1, false);
        assert_eq!(next(&mut reader).map(|(_, number)| number), Some(0), "the one before");
        arrive(&stream, [Next::Frame(vec![200])]);
        reader.update(0.1, false);
        assert_eq!(next(&mut reader), None, "half a frame");
        arrive(&stream, [Next::Frame(vec![200; 2])]);
        reader.update(0.1, false);
        assert_eq!(next(&mut reader).map(|(_, number)| number), Some(2));
    }

    /// A JPEG that was cut in its pixels came as a whole one, gray from there on.
    #[test]
    fn weak_5_14_a_jpeg_that_is_cut_leaves_the_picture_before_it() {
        let whole = include_bytes!("testdata/halves.jpg");
        let (mut reader, stream) = begin();
        stream.borrow_mut().is_jpeg = true;
        reader.start();
        let mut frame = frame();
        arrive(&stream, [Next::Frame(whole.to_vec())]);
        reader.update(0.1, false);
        assert!(reader.next_frame(&mut frame));
        let before = frame.clone();
        for cut in (0..whole.len()).rev().step_by(7) {
            arrive(&stream, [Next::Frame(whole[..cut].to_vec())]);
            reader.update(0.1, false);
            assert!(!reader.next_frame(&mut frame), "cut at {cut}");
            assert!(frame.picture == before.picture && frame.sequence == before.sequence);
        }
        arrive(&stream, [Next::Frame(whole.to_vec())]);
        reader.update(0.1, false);
        assert!(reader.next_frame(&mut frame) && frame.picture == before.picture);
    }

    #[test]
    fn weak_5_14_unplugged_while_frames_arrive_and_plugged_in_again() {
        use SourceState::{Lost, NeedsPermission, Prompting, Running};
        let (mut reader, stream) = begin();
        reader.start();
        arrive(&stream, [Next::Frame(vec![200; 2]), Next::Gone]);
        reader.update(0.1, false);
        assert_eq!((reader.life.state(), stream.borrow().open), (Lost, 0));
        assert_eq!(next(&mut reader), None, "nothing of before");
        reader.update(0.1, true);
        assert_eq!(reader.life.state(), Lost, "it was another one");
        stream.borrow_mut().is_back = true;
        reader.update(0.1, true);
        reader.start();
        assert_eq!(
            reader.life.take_changes(),
            [Prompting, Running, Lost, NeedsPermission, Prompting, Running]
        );
    }

    #[test]
    fn weak_5_18_a_pause_lets_the_device_go_and_the_end_of_it_opens_it_again() {
        let (mut reader, stream) = begin();
        reader.start();
        arrive(&stream, [Next::Frame(vec![200; 2])]);
        reader.update(0.1, false);
        reader.set_paused(true);
        reader.set_paused(true);
        assert_eq!((stream.borrow().open, reader.life.is_live()), (0, false));
        assert_eq!(next(&mut reader), None, "not even what had arrived");
        reader.update(0.1, false);
        assert_eq!(stream.borrow().next.len(), 0);
        reader.set_paused(false);
        assert_eq!((stream.borrow().opened, stream.borrow().open), (2, 1));
        assert!(reader.life.is_live());
        reader.stop();
        assert_eq!(stream.borrow().open, 0);
        // Started while nobody sees it: it waits.
        reader.set_paused(true);
        reader.start();
        assert_eq!((reader.life.state(), stream.borrow().open), (SourceState::Prompting, 0));
        reader.set_paused(false);
        assert_eq!((reader.life.state(), stream.borrow().open), (SourceState::Running, 1));
    }

    #[test]
    fn weak_5_14_what_fails_at_the_start_or_after_a_pause_is_a_state() {
        for (kind, first, again) in [
            (io::ErrorKind::PermissionDenied, SourceState::Denied, SourceState::Denied),
            (io::ErrorKind::ResourceBusy, SourceState::Busy, SourceState::Busy),
            (io::ErrorKind::NotFound, SourceState::Unavailable, SourceState::Lost),
        ] {
            let (mut reader, stream) = begin();
            stream.borrow_mut().fails = Some(kind);
            reader.start();
            assert_eq!(reader.life.state(), first);
            let (mut reader, stream) = begin();
            reader.start();
            reader.set_paused(true);
            stream.borrow_mut().fails = Some(kind);
            reader.set_paused(false);
            assert_eq!(reader.life.state(), again);
        }
    }

    #[test]
    fn input_5_a_camera_runs_when_whoever_is_asked_has_said_yes() {
        let (mut reader, stream) = begin();
        stream.borrow_mut().asks = true;
        reader.start();
        for _ in 0..100 {
            reader.update(0.1, false);
        }
        assert_eq!(reader.life.state(), SourceState::Prompting, "however long it takes");
        stream.borrow_mut().asks = false;
        reader.update(0.1, false);
        assert_eq!(reader.life.state(), SourceState::Running);
        let (mut reader, stream) = begin();
        stream.borrow_mut().asks = true;
        reader.start();
        stream.borrow_mut().fails = Some(io::ErrorKind::PermissionDenied);
        reader.update(0.1, false);
        assert_eq!((reader.life.state(), stream.borrow().open), (SourceState::Denied, 0));
    }

    #[test]
    fn weak_5_14_a_camera_that_sends_nothing_for_five_seconds_is_gone() {
        let (mut reader, stream) = begin();
        reader.start();
        for _ in 0..40 {
            reader.update(0.1, false);
        }
        arrive(&stream, [Next::Frame(vec![200; 2])]);
        // A program that stood still for an hour has missed nothing.
        for dt in [0.1, 3_600.0] {
            reader.update(dt, false);
        }
        for _ in 0..40 {
            reader.update(0.1, false);
        }
        assert_eq!(reader.life.state(), SourceState::Running);
        for _ in 0..20 {
            reader.update(0.1, false);
        }
        assert_eq!((reader.life.state(), stream.borrow().open), (SourceState::Lost, 0));
    }
}
