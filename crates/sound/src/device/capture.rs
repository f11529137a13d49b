//! Microphones.

use super::lock;
use crate::CaptureStatus;
use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Mutex},
};

/// Samples per second that are asked for, in Hz; servers resample.
const RATE: u32 = 48_000;
/// Samples that wait for somebody to take them: one second. Then the oldest are dropped.
const MOST_WAITING: usize = RATE as usize;

/// What the microphone of the machine hears, one channel, on a thread of its own. It begins with [`SoundCapture::open`] and
/// ends when this is dropped: the connection to the device is closed before the drop returns.
///
/// On Linux it speaks with `PulseAudio` or `PipeWire`; elsewhere there is no microphone yet. Names of devices are told
/// to nobody.
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
}

/// What both threads see.
#[derive(Debug, Default)]
pub(super) struct Captured {
    status: CaptureStatus,
    samples: VecDeque<f32>,
    dropped: u64,
    over: bool,
    /// Closes the connection from outside of the thread that reads from it.
    #[cfg(all(unix, not(target_os = "macos")))]
    connection: Option<std::os::unix::net::UnixStream>,
}

impl SoundCapture {
    /// Asks for the default microphone on another thread and returns at once.
    pub fn open() -> Self {
        let shared = Arc::new(Mutex::new(Captured::default()));
        lock(&shared).samples.reserve(MOST_WAITING);
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("motile-capture".into());
        if thread.spawn(move || run(&theirs)).is_err() {
            lock(&shared).status = CaptureStatus::Missing;
        }
        Self { shared }
    }

    #[cfg(test)]
    pub(super) const fn of(shared: Arc<Mutex<Captured>>) -> Self {
        Self { shared }
    }

    /// How it is doing.
    pub fn status(&self) -> CaptureStatus {
        lock(&self.shared).status
    }

    /// Samples per second, in Hz.
    pub const fn rate(&self) -> u32 {
        RATE
    }

    /// Samples that were dropped because nobody took them for a second.
    pub fn dropped(&self) -> u64 {
        lock(&self.shared).dropped
    }

    /// Moves what was heard since the last time to the end of `out`.
    pub fn take(&self, out: &mut Vec<f32>) {
        out.extend(lock(&self.shared).samples.drain(..));
    }
}

impl Drop for SoundCapture {
    fn drop(&mut self) {
        let mut shared = lock(&self.shared);
        shared.over = true;
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(connection) = shared.connection.take() {
            // An error means that it is closed already.
            let _ = connection.shutdown(std::net::Shutdown::Both);
        }
        shared.samples.clear();
    }
}

impl Captured {
    /// Whether nobody listens any more.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) fn connected(&mut self, connection: std::os::unix::net::UnixStream) {
        self.connection = Some(connection);
    }

    pub(super) const fn running(&mut self) {
        self.status = CaptureStatus::Running;
    }

    /// Samples came in.
    pub(super) fn heard(&mut self, samples: impl Iterator<Item = f32>) {
        for sample in samples {
            if self.samples.len() == MOST_WAITING {
                self.samples.pop_front();
                self.dropped += 1;
            }
            self.samples.push_back(if sample.is_finite() { sample } else { 0.0 });
        }
    }
}

/// Captures until nobody listens or the device is gone.
fn run(shared: &Mutex<Captured>) {
    let end = capture(shared);
    let mut shared = lock(shared);
    let was_running = shared.status == CaptureStatus::Running;
    shared.status = match end.map_err(|error| error.kind()) {
        Err(io::ErrorKind::PermissionDenied) => CaptureStatus::Refused,
        Ok(()) | Err(_) if was_running => CaptureStatus::Lost,
        Ok(()) | Err(_) => CaptureStatus::Missing,
    };
}

#[cfg(all(unix, not(target_os = "macos")))]
fn capture(shared: &Mutex<Captured>) -> io::Result<()> {
    super::pulse::record(shared, RATE)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn capture(_: &Mutex<Captured>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
