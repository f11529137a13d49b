//! Microphones.

use super::{CaptureDevice, lock, ring::SampleRing};
use crate::CaptureStatus;
use std::{
    fmt, io,
    sync::{Arc, Mutex},
};

/// Samples per second that are asked for, in Hz; servers resample.
const RATE: u32 = 48_000;
/// Samples that wait for somebody to take them: one second. Then the oldest are dropped.
const MOST_WAITING: usize = RATE as usize;

/// What a microphone of the machine hears, one channel, on a thread of its own. It begins with [`SoundCapture::open`] and
/// ends when this is dropped: the connection to the device is closed before the drop returns.
///
/// On Linux it speaks with `PulseAudio` or `PipeWire`, on macOS and Windows with cpal. Names of devices are told to nobody
/// but those who ask for them by [`CaptureDevice::name`].
///
/// ```no_run
/// use motile_sound::SoundCapture;
///
/// let capture = SoundCapture::open();
/// let mut samples = Vec::new();
/// capture.take(&mut samples); // in every tick
/// ```
#[doc(alias = "microphone")]
#[doc(alias = "input device")]
#[derive(Debug)]
pub struct SoundCapture {
    shared: Arc<Mutex<Captured>>,
    /// The device is closed by the thread that opened it.
    #[cfg(any(target_os = "macos", target_os = "windows"))]
    thread: Option<std::thread::JoinHandle<()>>,
}

/// What both threads see.
pub(super) struct Captured {
    status: CaptureStatus,
    /// Written to by whoever has the device, without this being locked.
    ring: Arc<SampleRing>,
    /// Samples of the ring that were taken.
    read: usize,
    rate: u32,
    dropped: u64,
    over: bool,
    paused: bool,
    /// Reaches the device from outside of the thread that reads from it.
    link: Link,
}

/// The socket of the server and the number of our stream there.
#[cfg(all(unix, not(target_os = "macos")))]
type Link = (Option<std::os::unix::net::UnixStream>, Option<u32>);
/// Whether to hold still, as often as that changes; its end ends the capture.
#[cfg(any(target_os = "macos", target_os = "windows"))]
type Link = Option<std::sync::mpsc::Sender<bool>>;
#[cfg(not(any(unix, target_os = "windows")))]
type Link = ();

impl Default for Captured {
    fn default() -> Self {
        Self {
            status: CaptureStatus::default(),
            ring: Arc::new(SampleRing::new(MOST_WAITING)),
            read: 0,
            rate: RATE,
            dropped: 0,
            over: false,
            paused: false,
            link: Link::default(),
        }
    }
}

/// Without what was heard and without the connection: debug output ends in logs.
impl fmt::Debug for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Captured")
            .field("status", &self.status)
            .field("waiting", &self.ring.written().wrapping_sub(self.read))
            .field("rate", &self.rate)
            .finish_non_exhaustive()
    }
}

impl SoundCapture {
    /// Asks for the default microphone on another thread and returns at once.
    pub fn open() -> Self {
        Self::start(None)
    }

    /// Asks for a microphone of [`CaptureDevice::list`] on another thread and returns at once.
    pub fn open_device(device: &CaptureDevice) -> Self {
        Self::start(Some(device.id.clone()))
    }

    fn start(id: Option<String>) -> Self {
        let shared = Arc::new(Mutex::new(Captured::default()));
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("motile-capture".into());
        let thread = thread.spawn(move || run(&theirs, id.as_deref()));
        if thread.is_err() {
            lock(&shared).status = CaptureStatus::Missing;
        }
        Self {
            shared,
            #[cfg(any(target_os = "macos", target_os = "windows"))]
            thread: thread.ok(),
        }
    }

    #[cfg(all(test, unix, not(target_os = "macos")))]
    pub(super) const fn of(shared: Arc<Mutex<Captured>>) -> Self {
        Self { shared }
    }

    /// How it is doing. [`CaptureStatus::Busy`] may end by itself, when the other program lets go.
    pub fn status(&self) -> CaptureStatus {
        lock(&self.shared).status
    }

    /// Samples per second, in Hz.
    pub fn rate(&self) -> u32 {
        lock(&self.shared).rate
    }

    /// Samples that were dropped because nobody took them for a second.
    pub fn dropped(&self) -> u64 {
        lock(&self.shared).dropped
    }

    /// Moves what was heard since the last time to the end of `out`.
    pub fn take(&self, out: &mut Vec<f32>) {
        let mut shared = lock(&self.shared);
        let shared = &mut *shared;
        let lost = shared.ring.read(&mut shared.read, MOST_WAITING, |sample| out.push(sample));
        shared.dropped += lost as u64;
    }

    /// Halts the device, which keeps its place and the permission to use it, or lets it go on. Nothing is captured while it is
    /// halted, and what was not taken before is dropped.
    pub fn set_paused(&self, paused: bool) {
        let mut shared = lock(&self.shared);
        if shared.paused == paused {
            return;
        }
        shared.paused = paused;
        shared.ring.set_paused(paused);
        shared.forget();
        shared.steer();
    }
}

impl Drop for SoundCapture {
    fn drop(&mut self) {
        let mut shared = lock(&self.shared);
        shared.over = true;
        shared.ring.set_paused(true);
        shared.forget();
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(connection) = shared.link.0.take() {
            // An error means that it is closed already.
            let _ = connection.shutdown(std::net::Shutdown::Both);
        }
        #[cfg(any(target_os = "macos", target_os = "windows"))]
        {
            shared.link = None;
            drop(shared);
            // A thread that ended by a panic has let the device go, too.
            let _ = self.thread.take().map(std::thread::JoinHandle::join);
        }
    }
}

impl Captured {
    /// Whether nobody listens any more.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether there is a reason that no samples come.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) const fn is_silent(&self) -> bool {
        self.paused || matches!(self.status, CaptureStatus::Busy)
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) fn connected(&mut self, connection: std::os::unix::net::UnixStream) {
        self.link.0 = Some(connection);
    }

    /// The server has opened a stream, halted or not.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) fn running(&mut self, stream: u32, halted: bool) {
        self.status = CaptureStatus::Running;
        self.link.1 = Some(stream);
        if self.paused != halted {
            self.steer();
        }
    }

    /// The device captures, at a rate of its own.
    #[cfg(any(target_os = "macos", target_os = "windows"))]
    pub(super) fn running(&mut self, rate: u32, link: std::sync::mpsc::Sender<bool>) {
        (self.status, self.rate) = (CaptureStatus::Running, rate);
        if !self.over {
            self.link = Some(link);
            self.steer();
        }
    }

    /// Ends the wait of the thread that has the device: it is gone.
    #[cfg(any(target_os = "macos", target_os = "windows"))]
    pub(super) fn cut(&mut self) {
        self.link = None;
    }

    /// Another program has taken the device or given it back. A device that is halted may be taken away at any time, and comes
    /// back when it is needed.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) const fn occupied(&mut self, taken: bool) {
        if taken && !self.paused {
            self.status = CaptureStatus::Busy;
        } else if !taken {
            self.status = CaptureStatus::Running;
        }
    }

    /// Tells the device whether to hold still. One that does not listen is gone, as the thread that reads from it will learn.
    fn steer(&mut self) {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let (Some(connection), Some(stream)) = &mut self.link {
            let _ = super::pulse::cork(connection, *stream, self.paused);
        }
        #[cfg(any(target_os = "macos", target_os = "windows"))]
        if let Some(link) = &self.link {
            let _ = link.send(self.paused);
        }
    }

    /// Where samples go, for the one thread that has them.
    pub(super) fn ring(&self) -> Arc<SampleRing> {
        Arc::clone(&self.ring)
    }

    /// Drops what was not taken.
    fn forget(&mut self) {
        self.read = self.ring.written();
    }
}

/// Captures until nobody listens or the device is gone.
fn run(shared: &Arc<Mutex<Captured>>, id: Option<&str>) {
    let end = capture(shared, id);
    let mut shared = lock(shared);
    let was_running = matches!(shared.status, CaptureStatus::Running | CaptureStatus::Busy);
    shared.status = match end.map_err(|error| error.kind()) {
        Err(io::ErrorKind::PermissionDenied) => CaptureStatus::Refused,
        Err(io::ErrorKind::ResourceBusy) => CaptureStatus::Busy,
        Ok(()) | Err(_) if was_running => CaptureStatus::Lost,
        Ok(()) | Err(_) => CaptureStatus::Missing,
    };
}

#[cfg(all(unix, not(target_os = "macos")))]
fn capture(shared: &Arc<Mutex<Captured>>, id: Option<&str>) -> io::Result<()> {
    super::pulse::record(shared, RATE, id)
}

#[cfg(any(target_os = "macos", target_os = "windows"))]
fn capture(shared: &Arc<Mutex<Captured>>, id: Option<&str>) -> io::Result<()> {
    super::cpal::record(shared, id)
}

#[cfg(not(any(unix, target_os = "windows")))]
fn capture(_: &Arc<Mutex<Captured>>, _: Option<&str>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_5_18_debug_output_has_no_sample() {
        let captured = Captured::default();
        captured.ring().push([0.123_456; 3].into_iter());
        let words = format!("{captured:?}");
        assert!(words.contains("waiting: 3") && !words.contains("0.123"), "{words}");
    }
}
