//! Loudspeakers and microphones.
//!
//! A thread of its own mixes what a device asks for, so that music goes on while a game is busy. On Linux it speaks the
//! protocol of `PulseAudio`, which `PipeWire` speaks too, over its socket: no header and no library is needed. Elsewhere
//! it is cpal. Where there is neither, or where it is lost, sounds pass unheard at their own speed until there is one.

#[cfg(all(unix, not(target_os = "macos"), feature = "alsa"))]
mod alsa;
mod capture;
#[cfg(any(target_os = "macos", target_os = "windows"))]
mod cpal;
mod feed;
mod list;
#[cfg(all(unix, not(target_os = "macos")))]
mod pulse;
mod ring;

pub use capture::SoundCapture;
pub use list::{CaptureDevice, CaptureWatch};

use crate::{SoundEvent, SpeakerReport};
use feed::{Feed, Sent};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
    mpsc::{self, Sender},
};

/// The loudspeakers of the machine, on a thread of their own. Dropped, it fades out and ends.
///
/// ```no_run
/// use motile_sound::{Patch, Speaker, SoundBoard};
///
/// let mut board = SoundBoard::new();
/// let mut speaker = Speaker::open();
/// board.play(&Patch::power_up(1).render());
/// speaker.play(board.take_events());
/// ```
#[doc(alias = "output device")]
#[derive(Debug)]
pub struct Speaker {
    events: Sender<Sent>,
    report: Arc<Mutex<SpeakerReport>>,
}

impl Speaker {
    /// Looks for a device on another thread and returns at once. When there is none, one line on the error output says
    /// so, once in a program, and what is played passes unheard.
    pub fn open() -> Self {
        Self::on_thread(run)
    }

    /// Hands its frames, left and right, 48,000 a second, to a function instead: one that drops them, one that writes them to a
    /// file, or a device of yours. They come in blocks of 5 ms at the pace of a device that keeps 30 ms, so that the latency of
    /// the report is that of a game on such a device.
    ///
    /// ```
    /// use motile_sound::Speaker;
    /// let speaker = Speaker::with_sink("nothing", |_| ());
    /// drop(speaker); // it ends by itself
    /// ```
    #[doc(alias = "null device")]
    #[doc(alias = "file sink")]
    pub fn with_sink(name: &str, mut sink: impl FnMut(&[[f32; 2]]) + Send + 'static) -> Self {
        let name = name.to_owned();
        Self::on_thread(move |mut feed| {
            feed.found(&name);
            feed.play_into(&mut sink);
        })
    }

    fn on_thread(work: impl FnOnce(Feed) + Send + 'static) -> Self {
        let (events, incoming) = mpsc::channel();
        let report = Arc::new(Mutex::new(SpeakerReport::default()));
        let feed = Feed::new(incoming, Arc::clone(&report));
        let thread = std::thread::Builder::new().name("motile-sound".into());
        if let Err(error) = thread.spawn(move || work(feed)) {
            with(&report, |report| report.trouble = Some(error.to_string()));
        }
        Self { events, report }
    }

    /// Plays what a board says, as soon as possible.
    pub fn play(&mut self, events: impl IntoIterator<Item = SoundEvent>) {
        for event in events {
            // The thread ends only after this sender; if it could not begin, nothing is heard.
            let _ = self.events.send(Sent::now(event));
        }
    }

    /// Plays samples that were just made, such as those of a microphone, at a volume, 0…1, beside what the board says: see
    /// [`LiveStream::push`](crate::LiveStream::push).
    #[doc(alias = "monitoring")]
    pub fn stream(&mut self, rate: u32, samples: &[f32], volume: f32) {
        let _ = self.events.send(Sent::live(rate, samples.to_vec(), volume));
    }

    /// Lets all that plays stand still, or go on from where it was: for a game whose time stands still, while it is paused or
    /// nobody sees it. In a sketch the host says so. [`Speaker::stream`] is heard all the same.
    #[doc(alias = "pause")]
    #[doc(alias = "suspend")]
    pub fn set_halted(&mut self, halted: bool) {
        let _ = self.events.send(Sent::halted(halted));
    }

    /// How it is doing.
    pub fn report(&self) -> SpeakerReport {
        lock(&self.report).clone()
    }
}

fn with(report: &Mutex<SpeakerReport>, change: impl FnOnce(&mut SpeakerReport)) {
    change(&mut lock(report));
}

/// What a mutex holds; a thread that died in the middle leaves nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the user was told that there is no sound: a program says so once, however often its sketch begins anew.
static SAID: AtomicBool = AtomicBool::new(false);

/// Plays until the speaker is dropped: on the device while there is one, unheard while there is none.
fn run(feed: Feed) {
    let feed = Arc::new(Mutex::new(feed));
    while !lock(&feed).is_over() {
        let trouble = match play(&feed) {
            Ok(()) => return,
            Err(trouble) => trouble,
        };
        if !SAID.swap(true, Ordering::Relaxed) {
            complain(&trouble);
        }
        lock(&feed).pass_unheard(trouble);
    }
}

#[cfg(all(unix, not(target_os = "macos"), not(feature = "alsa")))]
fn play(feed: &Arc<Mutex<Feed>>) -> Result<(), String> {
    pulse::play(&mut lock(feed))
}

#[cfg(any(target_os = "macos", target_os = "windows"))]
fn play(feed: &Arc<Mutex<Feed>>) -> Result<(), String> {
    cpal::play(feed)
}

#[cfg(all(unix, not(target_os = "macos"), feature = "alsa"))]
fn play(feed: &Arc<Mutex<Feed>>) -> Result<(), String> {
    let mut feed = lock(feed);
    let server = pulse::play(&mut feed);
    server.or_else(|server| alsa::play(&mut feed).map_err(|alsa| format!("{server}; {alsa}")))
}

#[cfg(not(any(unix, target_os = "windows")))]
fn play(_: &Arc<Mutex<Feed>>) -> Result<(), String> {
    Err("this system is not known".into())
}

/// Tells the user on the error output.
#[expect(clippy::print_stderr, reason = "a device is where a program speaks to its user")]
fn complain(trouble: &str) {
    eprintln!("no sound: {trouble}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Patch, SoundBoard, Waveform};

    #[test]
    fn a_halted_speaker_is_silent_and_goes_on_where_it_was() {
        let (blocks, heard) = mpsc::channel();
        let mut speaker = Speaker::with_sink("a test", move |frames: &[[f32; 2]]| {
            let _ = blocks.send(frames.iter().flatten().any(|side| side.abs() > 0.01));
        });
        let mut board = SoundBoard::new();
        board.play(Patch::tone(Waveform::Square, 440.0, 1.0).render().cue().looped());
        speaker.play(board.take_events());
        assert!(heard.iter().any(|sounds| sounds));
        speaker.set_halted(true);
        assert!(heard.iter().any(|sounds| !sounds));
        let stood = speaker.report().frames;
        assert!(heard.iter().take(10).all(|sounds| !sounds), "it stays so");
        assert_eq!(speaker.report().frames, stood, "and nothing passes unheard");
        speaker.set_halted(false);
        assert!(heard.iter().any(|sounds| sounds));
        // A halted one ends as well when it is dropped: the channel closes.
        speaker.set_halted(true);
        drop(speaker);
        assert!(heard.iter().count() < 1_000);
    }

    #[test]
    fn a_sink_hears_what_is_played_and_the_report_tells_how_late() {
        let (blocks, heard) = mpsc::channel();
        let mut speaker = Speaker::with_sink("a test", move |frames: &[[f32; 2]]| {
            let loudest = frames.iter().flatten().fold(0.0f32, |peak, side| peak.max(side.abs()));
            // The test is over when nobody listens any more.
            let _ = blocks.send((frames.len(), loudest));
        });
        assert!(heard.recv().is_ok(), "the device runs before anything is played");
        let mut board = SoundBoard::new();
        board.play(&Patch::power_up(1).render());
        speaker.play(board.take_events());
        assert!(heard.iter().any(|(_, loudest)| loudest > 0.05));
        // The report of a block is made after it was handed over, so before the next.
        assert_eq!(heard.recv().map(|(frames, _)| frames), Ok(240));
        let report = speaker.report();
        assert_eq!((report.device.as_deref(), report.rate), (Some("a test"), 48_000));
        assert!(report.latency > 0.0 && report.worst_latency >= report.latency, "{report}");
        drop(speaker);
        // What is left fades out, and the thread ends: the channel closes.
        assert!(heard.iter().last().is_none_or(|(_, loudest)| loudest < 0.9));
    }
}
