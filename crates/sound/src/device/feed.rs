//! What a device takes its frames from.

use super::with;
use crate::gate::Gate;
use crate::{LiveStream, Mixer, SoundEvent, SpeakerReport};
use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, TryRecvError},
    },
    time::{Duration, Instant},
};

/// Time after which a device is looked for again.
const RETRY: Duration = Duration::from_secs(2);
/// Seconds in which everything ends when the speaker is dropped.
const ENDING: f32 = 0.02;

/// Frames that a sink gets at a time, and how many it keeps: as sound servers are asked for them.
const BLOCK: usize = 240;
const KEPT: u64 = 1_440;

/// Something to be heard and when it was sent.
#[derive(Debug)]
pub(super) struct Sent {
    what: Message,
    when: Instant,
}

/// What is sent to the thread of a device.
#[derive(Debug)]
enum Message {
    Event(SoundEvent),
    /// Samples that were just made, for the [`LiveStream`].
    Live {
        rate: u32,
        samples: Vec<f32>,
        volume: f32,
    },
    /// Stand still, or go on.
    Halted(bool),
}

impl Sent {
    pub(super) fn now(event: SoundEvent) -> Self {
        Self { what: Message::Event(event), when: now() }
    }

    pub(super) fn live(rate: u32, samples: Vec<f32>, volume: f32) -> Self {
        Self { what: Message::Live { rate, samples, volume }, when: now() }
    }

    pub(super) fn halted(halted: bool) -> Self {
        Self { what: Message::Halted(halted), when: now() }
    }
}

/// The mixer and the events on their way to it.
pub(super) struct Feed {
    incoming: Receiver<Sent>,
    mixer: Mixer,
    gate: Gate,
    live: LiveStream,
    report: Arc<Mutex<SpeakerReport>>,
    over: bool,
    /// Since when there is a device: what was sent before had to wait for it, which tells nothing of its latency.
    since: Option<Instant>,
    /// Frames that were handed over since then, silent ones included.
    given: u64,
    /// When the oldest event was sent that the last block has heard of.
    heard: Option<Instant>,
}

impl Feed {
    pub(super) fn new(incoming: Receiver<Sent>, report: Arc<Mutex<SpeakerReport>>) -> Self {
        let (mixer, live) = (Mixer::new(48_000), LiveStream::new());
        let gate = Gate::default();
        Self {
            incoming,
            mixer,
            gate,
            live,
            report,
            over: false,
            since: None,
            given: 0,
            heard: None,
        }
    }

    /// Frames per second that the mixer makes.
    pub(super) const fn rate(&self) -> u32 {
        self.mixer.rate()
    }

    /// The device wants another number of frames per second.
    #[cfg(any(target_os = "macos", target_os = "windows", feature = "alsa"))]
    pub(super) fn set_rate(&mut self, rate: u32) {
        self.mixer.set_rate(rate);
    }

    /// Whether the speaker was dropped and all has faded out.
    pub(super) const fn is_over(&self) -> bool {
        self.over && self.mixer.voice_count() == 0
    }

    /// A device was found.
    pub(super) fn found(&mut self, device: &str) {
        let rate = self.rate();
        self.since = Some(now());
        self.given = 0;
        with(&self.report, |report| {
            report.device = Some(device.into());
            report.trouble = None;
            report.rate = rate;
        });
    }

    /// The device had to wait.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub(super) fn underrun(&self) {
        with(&self.report, |report| report.underruns += 1);
    }

    /// Fills a block with what is due.
    pub(super) fn fill(&mut self, block: &mut [[f32; 2]]) {
        self.listen();
        self.gate.render(&mut self.mixer, block);
        self.given += block.len() as u64;
        self.live.add_to(block, self.mixer.rate());
    }

    /// The block that was last filled will be heard after some more seconds.
    pub(super) fn will_be_heard_in(&mut self, seconds: f32) {
        let sent = self.heard.take();
        let frames = self.mixer.frames();
        with(&self.report, |report| {
            report.frames = frames;
            if let Some(sent) = sent {
                let latency = now().saturating_duration_since(sent).as_secs_f32() + seconds;
                report.latency = latency;
                report.worst_latency = report.worst_latency.max(latency);
            }
        });
    }

    /// Plays into a function, at the pace of a device, until the speaker is dropped; then the rest at once.
    pub(super) fn play_into(&mut self, sink: &mut dyn FnMut(&[[f32; 2]])) {
        let (start, rate) = (now(), f64::from(self.rate()));
        let (mut block, mut given) = ([[0.0; 2]; BLOCK], 0);
        while !self.is_over() {
            let elapsed = now().saturating_duration_since(start).as_secs_f64();
            let played = (elapsed * rate) as u64;
            if self.over || given < played + KEPT {
                self.fill(&mut block);
                sink(&block);
                given += BLOCK as u64;
                self.will_be_heard_in(given.saturating_sub(played) as f32 / rate as f32);
                continue;
            }
            let due = (given - KEPT + 1) as f64 / rate;
            self.wait(due - elapsed);
        }
    }

    /// Waits while more than `ahead` seconds of sound were made since the device was found than have passed.
    #[cfg(all(unix, not(target_os = "macos"), feature = "alsa"))]
    pub(super) fn wait_for_clock(&mut self, ahead: f64) {
        let Some(since) = self.since else { return };
        let passed = now().saturating_duration_since(since).as_secs_f64();
        let made = self.given as f64 / f64::from(self.rate());
        if made > passed + ahead && !self.over {
            self.wait(made - passed - ahead);
        }
    }

    /// Listens for some seconds, or until something is said.
    fn wait(&mut self, seconds: f64) {
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        match self.incoming.recv_timeout(wait) {
            Ok(sent) => self.take(sent),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.end(),
        }
    }

    fn listen(&mut self) {
        while !self.over {
            match self.incoming.try_recv() {
                Ok(sent) => self.take(sent),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.end(),
            }
        }
    }

    fn take(&mut self, sent: Sent) {
        // What comes while it stands still has to wait, which tells nothing of the device either.
        if !self.gate.halted && self.since.is_some_and(|since| since <= sent.when) {
            self.heard.get_or_insert(sent.when);
        }
        match sent.what {
            Message::Event(event) => self.mixer.apply(event.command),
            Message::Live { rate, samples, volume } => self.live.push(rate, &samples, volume),
            Message::Halted(halted) => self.gate.halted = halted,
        }
    }

    fn end(&mut self) {
        self.over = true;
        self.gate.halted = false;
        self.live.clear();
        self.mixer.stop_all(ENDING);
    }

    /// Lets time pass without a device for a while, so that voices end when they should.
    pub(super) fn pass_unheard(&mut self, trouble: String) {
        with(&self.report, |report| {
            report.device = None;
            report.trouble = Some(trouble);
        });
        self.since = None;
        let start = now();
        let (mut scratch, mut passed) = ([[0.0; 2]; 512], 0);
        loop {
            let elapsed = now().saturating_duration_since(start);
            let due = (elapsed.as_secs_f64() * f64::from(self.rate())) as u64;
            while passed < due {
                self.gate.render(&mut self.mixer, &mut scratch);
                passed += scratch.len() as u64;
            }
            if elapsed >= RETRY || self.over {
                return;
            }
            match self.incoming.recv_timeout(RETRY.saturating_sub(elapsed)) {
                Ok(sent) => self.take(sent),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.end();
                    // Nobody hears the fade.
                    self.mixer = Mixer::new(self.rate());
                }
            }
            self.heard = None;
            self.live.clear();
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "latency is measured by the clock of the machine")]
fn now() -> Instant {
    Instant::now()
}
