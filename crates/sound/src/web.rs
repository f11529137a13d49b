//! Loudspeakers of a page, by Web Audio.
//!
//! A page has one thread: with each picture the mixer renders a little ahead of what is heard, as buffers that Web Audio
//! plays one after another. Browsers let a page sound only after its user has touched it, so the context is made by the
//! first gesture; what is played before passes unheard at its own speed.

use crate::gate::Gate;
use crate::{LiveStream, Mixer, SoundCommand, SoundEvent, SpeakerReport};
use core::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Seconds that are rendered ahead: three pictures of a page, so that one that comes late is not heard.
const AHEAD: f64 = 0.05;
/// Longest time in seconds that is made up for unheard; a page in the background stands still.
const LONGEST: f64 = 1.0;
/// What counts as the first gesture.
const GESTURES: [&str; 3] = ["pointerdown", "keydown", "touchend"];
/// Why nothing is heard: before it, later, and where a page may not sound at all.
const LOCKED: &str = "the page waits for a first click or key";
const HALTED: &str = "the browser has halted it; a click or key lets it go on";
const REFUSED: &str = "this browser refuses to play any";

#[wasm_bindgen]
extern "C" {
    type AudioContext;
    #[wasm_bindgen(constructor, catch)]
    fn new() -> Result<AudioContext, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn state(this: &AudioContext) -> String;
    #[wasm_bindgen(method, getter, js_name = currentTime)]
    fn current_time(this: &AudioContext) -> f64;
    #[wasm_bindgen(method, getter, js_name = sampleRate)]
    fn sample_rate(this: &AudioContext) -> f32;
    #[wasm_bindgen(method, getter, js_name = outputLatency)]
    fn output_latency(this: &AudioContext) -> Option<f64>;
    #[wasm_bindgen(method, getter)]
    fn destination(this: &AudioContext) -> JsValue;
    #[wasm_bindgen(method)]
    fn resume(this: &AudioContext) -> Option<Promised>;
    #[wasm_bindgen(method)]
    fn close(this: &AudioContext) -> Option<Promised>;
    #[wasm_bindgen(method, catch, js_name = createBuffer)]
    fn create_buffer(
        this: &AudioContext,
        channels: u32,
        frames: u32,
        rate: f32,
    ) -> Result<AudioBuffer, JsValue>;
    #[wasm_bindgen(method, catch, js_name = createBufferSource)]
    fn create_buffer_source(this: &AudioContext) -> Result<AudioBufferSourceNode, JsValue>;

    type AudioBuffer;
    #[wasm_bindgen(method, js_name = copyToChannel)]
    fn copy_to_channel(this: &AudioBuffer, samples: &[f32], channel: u32);

    type AudioBufferSourceNode;
    #[wasm_bindgen(method, setter)]
    fn set_buffer(this: &AudioBufferSourceNode, buffer: &AudioBuffer);
    #[wasm_bindgen(method)]
    fn connect(this: &AudioBufferSourceNode, to: &JsValue) -> JsValue;
    #[wasm_bindgen(method, catch)]
    fn start(this: &AudioBufferSourceNode, when: f64) -> Result<(), JsValue>;

    /// What comes later, or does not.
    type Promised;
    #[wasm_bindgen(method, js_name = "catch")]
    fn or_else(this: &Promised, broken: &JsValue) -> JsValue;
    /// A function that does nothing of note.
    #[wasm_bindgen(thread_local_v2, js_name = Object)]
    static NOTHING: JsValue;

    #[wasm_bindgen(js_namespace = globalThis, js_name = addEventListener)]
    fn add_event_listener(kind: &str, heard: &JsValue);
    #[wasm_bindgen(js_namespace = globalThis, js_name = removeEventListener)]
    fn remove_event_listener(kind: &str, heard: &JsValue);

    /// A line for whoever looks why nothing is heard.
    #[wasm_bindgen(js_namespace = console)]
    fn warn(line: &str);

    /// Milliseconds since the page was opened.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn page_milliseconds() -> f64;

    type UserActivation;
    #[wasm_bindgen(thread_local_v2, js_namespace = navigator, js_name = userActivation)]
    static USER_ACTIVATION: Option<UserActivation>;
    #[wasm_bindgen(method, getter, js_name = hasBeenActive)]
    fn has_been_active(this: &UserActivation) -> bool;
}

thread_local! {
    /// How the speaker of the page is doing, for `web_sound`.
    static REPORT: RefCell<SpeakerReport> = RefCell::default();
    /// Whether it was told that the browser refuses.
    static SAID: Cell<bool> = const { Cell::new(false) };
}

/// One line on how the loudspeakers of the page are doing, with the latency: for tests and for finding out.
#[wasm_bindgen]
pub fn web_sound() -> String {
    REPORT.with(|report| report.borrow().to_string())
}

/// The loudspeakers of the page. Dropped, it is silent.
#[doc(alias = "output device")]
pub struct Speaker {
    mixer: Mixer,
    gate: Gate,
    live: LiveStream,
    device: Rc<RefCell<Device>>,
    gesture: Closure<dyn FnMut()>,
    /// Moment of the context at which the next buffer begins.
    next: f64,
    /// Milliseconds of the page at the last call.
    last: f64,
    left: Vec<f32>,
    right: Vec<f32>,
    block: Vec<[f32; 2]>,
    report: SpeakerReport,
}

/// What sounds, shared with the listener for gestures.
#[derive(Default)]
struct Device {
    /// Made by the first gesture, and anew by the next when it was lost.
    context: Option<AudioContext>,
    /// Whether the browser has let none be made.
    refused: bool,
    /// Whether there was sound before.
    has_run: bool,
}

impl core::fmt::Debug for Speaker {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Speaker").field("report", &self.report).finish_non_exhaustive()
    }
}

impl Speaker {
    /// Waits for the first gesture, if there was none yet, and sounds from then on.
    pub fn open() -> Self {
        let device = Rc::new(RefCell::new(Device::default()));
        let shared = Rc::clone(&device);
        let gesture: Closure<dyn FnMut()> = Closure::new(move || shared.borrow_mut().unlock());
        for kind in GESTURES {
            add_event_listener(kind, gesture.as_ref());
        }
        let touched = USER_ACTIVATION
            .with(|activation| activation.as_ref().is_some_and(UserActivation::has_been_active));
        if touched {
            device.borrow_mut().unlock();
        }
        Self {
            mixer: Mixer::new(48_000),
            gate: Gate::default(),
            live: LiveStream::new(),
            device,
            gesture,
            next: 0.0,
            last: page_milliseconds(),
            left: Vec::new(),
            right: Vec::new(),
            block: Vec::new(),
            report: SpeakerReport::default(),
        }
    }

    /// Plays what a board says. To be called for each picture, also when there is nothing new.
    pub fn play(&mut self, events: impl IntoIterator<Item = SoundEvent>) {
        let mut begun = false;
        let begins = |event: &SoundEvent| matches!(event.command, SoundCommand::Play { .. });
        self.mixer.follow(events.into_iter().inspect(|event| begun |= begins(event)));
        let now = page_milliseconds();
        let elapsed = ((now - self.last) / 1000.0).clamp(0.0, LONGEST);
        self.last = now;
        let device = Rc::clone(&self.device);
        match device.borrow_mut().running() {
            Ok(context) => self.render(context, begun),
            Err(trouble) => self.pass_unheard(elapsed, trouble),
        }
        REPORT.with(|report| report.borrow_mut().clone_from(&self.report));
    }

    /// Plays samples that were just made, such as those of a microphone, at a volume, 0…1, beside what the board says: see
    /// [`LiveStream::push`]. They are heard with the next call of [`Speaker::play`].
    #[doc(alias = "monitoring")]
    pub fn stream(&mut self, rate: u32, samples: &[f32], volume: f32) {
        self.live.push(rate, samples, volume);
    }

    /// Lets all that plays stand still, or go on from where it was: for a game whose time stands still, while it is paused or
    /// nobody sees it. In a sketch the host says so. [`Speaker::stream`] is heard all the same.
    #[doc(alias = "pause")]
    #[doc(alias = "suspend")]
    pub fn set_halted(&mut self, halted: bool) {
        self.gate.halted = halted;
    }

    /// How it is doing.
    pub fn report(&self) -> SpeakerReport {
        self.report.clone()
    }

    fn render(&mut self, context: &AudioContext, begun: bool) {
        let rate = context.sample_rate();
        if rate as u32 != self.mixer.rate() {
            self.mixer.set_rate(rate as u32);
        }
        let now = context.current_time();
        if self.next < now {
            // The page was too slow, or has just begun.
            self.report.underruns += u64::from(self.next > 0.0);
            self.next = now + AHEAD / 4.0;
        }
        if begun {
            let latency = self.next - now + context.output_latency().unwrap_or_default();
            self.report.latency = latency as f32;
            self.report.worst_latency = self.report.worst_latency.max(latency as f32);
        }
        let frames = ((now + AHEAD - self.next) * f64::from(rate)).max(0.0) as u32;
        if frames > 0 && self.mix(frames) {
            self.next += f64::from(frames) / f64::from(rate);
            self.send(context, frames, rate);
        }
    }

    /// Renders frames as two channels; whether there are any.
    fn mix(&mut self, frames: u32) -> bool {
        self.block.resize(frames as usize, [0.0; 2]);
        self.gate.render(&mut self.mixer, &mut self.block);
        self.live.add_to(&mut self.block, self.mixer.rate());
        self.left.clear();
        self.right.clear();
        self.left.extend(self.block.iter().map(|frame| frame[0]));
        self.right.extend(self.block.iter().map(|frame| frame[1]));
        self.report.frames = self.mixer.frames();
        !self.left.is_empty()
    }

    fn send(&mut self, context: &AudioContext, frames: u32, rate: f32) {
        let Ok(buffer) = context.create_buffer(2, frames, rate) else {
            self.report.trouble = Some("the page has no memory for sound".into());
            return;
        };
        buffer.copy_to_channel(&self.left, 0);
        buffer.copy_to_channel(&self.right, 1);
        let Ok(source) = context.create_buffer_source() else { return };
        source.set_buffer(&buffer);
        source.connect(&context.destination());
        // A context that was lost in between plays nothing; the next picture sees that it is.
        let _ = source.start(self.next - f64::from(frames) / f64::from(rate));
        self.report.device.get_or_insert_with(|| "Web Audio".into());
        (self.report.trouble, self.report.rate) = (None, rate as u32);
    }

    fn pass_unheard(&mut self, elapsed: f64, trouble: &str) {
        let frames = (elapsed * f64::from(self.mixer.rate())) as u32;
        self.mix(frames);
        self.next = 0.0;
        self.report.device = None;
        self.report.trouble = Some(trouble.into());
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        for kind in GESTURES {
            remove_event_listener(kind, self.gesture.as_ref());
        }
        if let Some(context) = self.device.take().context {
            settle(context.close());
        }
    }
}

impl Device {
    /// What sounds now, or why nothing does. One that was lost is made anew: the page was touched before.
    fn running(&mut self) -> Result<&AudioContext, &'static str> {
        if self.has_run && self.context.as_ref().is_some_and(|context| context.state() == "closed")
        {
            self.has_run = false;
            self.unlock();
        }
        match &self.context {
            Some(context) if context.state() == "running" => {
                self.has_run = true;
                Ok(context)
            }
            _ if self.refused => Err(REFUSED),
            _ if self.has_run => Err(HALTED),
            _ => Err(LOCKED),
        }
    }

    /// Makes the context, or lets it go on where the browser had halted it. A browser without Web Audio stays silent.
    fn unlock(&mut self) {
        if self.context.as_ref().is_none_or(|context| context.state() == "closed") {
            self.context = AudioContext::new().ok();
            self.refused = self.context.is_none();
            if self.refused && !SAID.replace(true) {
                warn(&format!("no sound: {REFUSED}"));
            }
        }
        if let Some(context) = self.context.as_ref().filter(|context| context.state() != "running")
        {
            settle(context.resume());
        }
    }
}

/// Nobody waits for it, and a browser that breaks its word says so on the console otherwise.
fn settle(promised: Option<Promised>) {
    if let Some(promised) = promised {
        NOTHING.with(|nothing| promised.or_else(nothing));
    }
}
