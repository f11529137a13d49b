//! Which microphones there are, and when that changes.

use super::lock;
use core::fmt;
use std::{
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    time::Duration,
};

/// A microphone of the machine, by its place in the system. Looking at it asks for no permission and captures nothing.
///
/// ```no_run
/// use motile_sound::{CaptureDevice, SoundCapture};
///
/// let devices = CaptureDevice::list();
/// let capture = devices.first().map(SoundCapture::open_device);
/// ```
#[doc(alias = "microphone")]
#[doc(alias = "enumerate")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CaptureDevice {
    /// What the system calls it.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) is_default: bool,
}

impl CaptureDevice {
    /// All microphones of the machine, in the order of the system; none where its sound server cannot be reached. Waits for the
    /// answer of the server: some milliseconds, two seconds at the most.
    pub fn list() -> Vec<Self> {
        devices()
    }

    /// Its name for people. Shown on a screen, never logged: names of devices tell about their owners.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether both are one microphone, looked at at different times.
    pub fn is_same(&self, other: &Self) -> bool {
        self.id == other.id
    }

    /// Whether [`SoundCapture::open`](crate::SoundCapture::open) takes this one.
    pub const fn is_default(&self) -> bool {
        self.is_default
    }
}

/// Without names: those of devices tell about their owners, and debug output ends in logs.
impl fmt::Debug for CaptureDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = self.is_default;
        f.debug_struct("CaptureDevice").field("is_default", &default).finish_non_exhaustive()
    }
}

/// Knows at any time which microphones are plugged in: hot-plug. A thread of its own listens to the sound server, and ends when
/// this is dropped; on macOS and Windows it looks every other second.
///
/// ```no_run
/// use motile_sound::CaptureWatch;
///
/// let mut watch = CaptureWatch::new();
/// // In every tick:
/// if watch.has_changed() {
///     let names: Vec<String> = watch.devices().iter().map(|device| device.name().into()).collect();
/// }
/// ```
#[doc(alias = "hot-plug")]
#[doc(alias = "devicechange")]
#[derive(Debug)]
pub struct CaptureWatch {
    shared: Arc<Mutex<Watched>>,
    seen: u64,
    /// Its end ends the thread.
    _wake: Sender<()>,
}

/// What both threads see.
#[derive(Debug, Default)]
pub(super) struct Watched {
    devices: Vec<CaptureDevice>,
    /// How often they changed.
    changes: u64,
    over: bool,
    /// Closes the connection from outside of the thread that reads from it.
    #[cfg(all(unix, not(target_os = "macos")))]
    connection: Option<std::os::unix::net::UnixStream>,
}

/// How long until it looks again where nobody tells of changes.
const AGAIN: Duration = Duration::from_secs(2);

impl CaptureWatch {
    /// Begins to look, and returns at once: the first list is a change.
    pub fn new() -> Self {
        let shared = Arc::new(Mutex::new(Watched::default()));
        let (wake, end) = mpsc::channel();
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("motile-plugs".into());
        // Without a thread nothing ever changes.
        let _ = thread.spawn(move || run(&theirs, &end));
        Self { shared, seen: 0, _wake: wake }
    }

    /// The microphones that are plugged in now; none before the first answer of the system.
    pub fn devices(&self) -> Vec<CaptureDevice> {
        lock(&self.shared).devices.clone()
    }

    /// Whether a microphone was plugged in or out, or another became the default one, since this was last asked.
    pub fn has_changed(&mut self) -> bool {
        let now = lock(&self.shared).changes;
        core::mem::replace(&mut self.seen, now) != now
    }

    #[cfg(all(test, unix, not(target_os = "macos")))]
    pub(super) fn of(shared: Arc<Mutex<Watched>>) -> Self {
        Self { shared, seen: 0, _wake: mpsc::channel().0 }
    }
}

impl Default for CaptureWatch {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for CaptureWatch {
    fn drop(&mut self) {
        let mut shared = lock(&self.shared);
        shared.over = true;
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(connection) = shared.connection.take() {
            // An error means that it is closed already.
            let _ = connection.shutdown(std::net::Shutdown::Both);
        }
    }
}

impl Watched {
    /// Whether nobody asks any more.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) fn connected(&mut self, connection: std::os::unix::net::UnixStream) {
        self.connection = Some(connection);
    }

    /// These are plugged in.
    pub(super) fn found(&mut self, devices: Vec<CaptureDevice>) {
        if self.devices != devices {
            self.devices = devices;
            self.changes += 1;
        }
    }
}

/// Looks until nobody asks any more.
fn run(shared: &Mutex<Watched>, end: &Receiver<()>) {
    while !lock(shared).is_over() {
        look(shared);
        if end.recv_timeout(AGAIN) != Err(RecvTimeoutError::Timeout) {
            return;
        }
    }
}

/// Watches as long as the server is there.
#[cfg(all(unix, not(target_os = "macos")))]
fn look(shared: &Mutex<Watched>) {
    // Without a server there are no microphones.
    let _ = super::pulse::watch(shared);
    lock(shared).found(Vec::new());
}

#[cfg(all(unix, not(target_os = "macos")))]
fn devices() -> Vec<CaptureDevice> {
    super::pulse::sources().unwrap_or_default()
}

/// Looks once: nobody tells of changes.
#[cfg(any(target_os = "macos", target_os = "windows"))]
fn look(shared: &Mutex<Watched>) {
    let devices = devices();
    lock(shared).found(devices);
}

#[cfg(any(target_os = "macos", target_os = "windows"))]
fn devices() -> Vec<CaptureDevice> {
    super::cpal::inputs()
}

#[cfg(not(any(unix, target_os = "windows")))]
const fn look(_: &Mutex<Watched>) {}

#[cfg(not(any(unix, target_os = "windows")))]
const fn devices() -> Vec<CaptureDevice> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(name: &str, is_default: bool) -> CaptureDevice {
        CaptureDevice { id: name.into(), name: name.into(), is_default }
    }

    #[test]
    fn only_another_list_is_a_change() {
        let mut watched = Watched::default();
        watched.found(Vec::new());
        assert_eq!(watched.changes, 0);
        watched.found(vec![device("a", true)]);
        watched.found(vec![device("a", true)]);
        assert_eq!(watched.changes, 1);
        watched.found(vec![device("a", false), device("b", true)]);
        watched.found(Vec::new());
        assert_eq!(watched.changes, 3);
    }

    #[test]
    fn weak_5_18_debug_output_has_no_names() {
        let text = format!("{:?}", device("studio of somebody", true));
        assert_eq!(text, "CaptureDevice { is_default: true, .. }");
    }
}
