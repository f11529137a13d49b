//! Microphone and camera of a sketch.

use crate::hear::Ear;
use crate::sight::Watcher;
use crate::{
    CapturedFrame, FrameSource, HeardSense, SampleBlock, SampleSource, SeenSense, SenseShape,
    Source, SourceState,
};
use core::fmt;
use motile_geom::Marks;
use motile_pixels::Surface;
use motile_stage::{Companion, InputEvent, Stage};

/// Gives every [`Stage`] a microphone and a camera: `stage.senses()`.
///
/// A sense that is bound to a number arrives as [`Input::sense`](motile_stage::Input::sense), is recorded with the keys
/// and the pointer, and plays again bit for bit without any device. In headless runs no device is ever opened.
///
/// ```
/// use motile_sense::{HeardSense, SenseAxis, Source, StageSenses, SyntheticSource};
/// use motile_stage::{Player, Settings, Sketch, Stage, Tick};
///
/// struct Balloon { height: f32 }
///
/// const LOUD: u32 = 0;
///
/// impl Sketch for Balloon {
///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
///         let senses = stage.senses();
///         senses.hear(LOUD, HeardSense::Level, SenseAxis::new(0.0, 40.0));
///         senses.microphone.start(); // asks for permission, the first time
///         # senses.use_microphone(SyntheticSource::speech(1));
///         Ok(Balloon { height: 0.0 })
///     }
///     fn update(&mut self, _: &mut Stage, tick: Tick) {
///         self.height += tick.input.sense(LOUD).value.unwrap_or(-1.0) * tick.dt;
///     }
/// }
///
/// let mut live = Player::new::<Balloon>(&Settings::new(320, 200))?;
/// live.set_devices(true); // a window or page does so
/// live.record();
/// for _picture in 0..60 {
///     live.update(1.0 / 60.0);
/// }
/// let mut replay = Player::new::<Balloon>(&Settings::new(320, 200))?;
/// replay.play(live.stop_recording())?;
/// replay.run_ticks(live.tick_index());
/// let height = |player: &Player| player.sketch::<Balloon>().map(|balloon| balloon.height);
/// assert!(height(&live).is_some_and(|height| height > -1.0) && height(&live) == height(&replay));
/// # Ok::<(), motile_stage::Error>(())
/// ```
pub trait StageSenses {
    /// The senses of the sketch.
    fn senses(&mut self) -> &mut Senses;

    /// The senses of the sketch, to look at; `None` before they were used.
    fn find_senses(&self) -> Option<&Senses>;
}

impl StageSenses for Stage {
    fn senses(&mut self) -> &mut Senses {
        self.companion()
    }

    fn find_senses(&self) -> Option<&Senses> {
        self.find_companion()
    }
}

/// Microphone and camera of a sketch, and what of them is part of its input.
///
/// [`Senses::hear`] and [`Senses::see`] bind numbers, which recordings keep. [`Senses::microphone`] and
/// [`Senses::camera`] hand out the sound and the pictures themselves, for views and effects: those are in no recording.
#[doc(alias = "microphone")]
#[doc(alias = "webcam")]
#[derive(Default)]
pub struct Senses {
    /// The microphone; nothing is captured before it is started.
    pub microphone: StageMicrophone,
    /// The camera; nothing is captured before it is started.
    pub camera: StageCamera,
    /// What listens for the senses that are bound. Set its gain and its gate here.
    pub ear: Ear,
    /// What watches for the senses that are bound. Set its colors and buttons here.
    pub eye: Watcher,
    heard: Vec<Bound<HeardSense>>,
    seen: Vec<Bound<SeenSense>>,
    block: SampleBlock,
    hop: SampleBlock,
}

/// A sense that is told under a number.
#[derive(Clone, Copy, Debug)]
struct Bound<T> {
    number: u32,
    sense: T,
    shape: SenseShape,
    told: Option<f32>,
    now: Option<f32>,
}

/// Blocks in which an ear tells something new, a second.
const HOPS: u32 = 100;

impl Senses {
    /// Tells a number of hearing as the sense `number`, 0…15, in place of what was told under it before: plain, as an axis
    /// or as an action. The microphone has to be started besides.
    pub fn hear(&mut self, number: u32, sense: HeardSense, shape: impl Into<SenseShape>) {
        self.unbind(number);
        self.heard.push(Bound::new(number, sense, shape.into()));
    }

    /// Tells a number of sight as the sense `number`, 0…15, in place of what was told under it before: plain, as an axis
    /// or as an action. The camera has to be started besides.
    pub fn see(&mut self, number: u32, sense: SeenSense, shape: impl Into<SenseShape>) {
        self.unbind(number);
        self.seen.push(Bound::new(number, sense, shape.into()));
    }

    /// Tells nothing under a number any more.
    pub fn unbind(&mut self, number: u32) {
        self.heard.retain(|bound| bound.number != number);
        self.seen.retain(|bound| bound.number != number);
    }

    /// Hears another source than the microphone of the machine: one that somebody chose from a
    /// [`MicrophoneList`](crate::MicrophoneList), a file, a test. It is started and stopped with
    /// [`Senses::microphone`].
    pub fn use_microphone(&mut self, source: impl SampleSource + 'static) {
        self.microphone.device = Some(Box::new(source));
    }

    /// Sees another source than the first camera of the machine. It is started and stopped with [`Senses::camera`].
    pub fn use_camera(&mut self, source: impl FrameSource + 'static) {
        self.camera.device = Some(Box::new(source));
    }

    fn listen(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        self.microphone.follow(dt);
        let mut block = core::mem::take(&mut self.block);
        while self.microphone.fetch(&mut block) {
            let length = (block.rate / HOPS).max(1) as usize;
            for (part, samples) in block.samples.chunks(length).enumerate() {
                if !self.heard.is_empty() {
                    let first = block.first + (part * length) as u64;
                    self.hop.fill(block.rate, first, samples.iter().copied());
                    self.ear.hear(&self.hop);
                }
                let now = self.ear.now();
                for bound in &mut self.heard {
                    let value = now.and_then(|now| bound.sense.value(now));
                    bound.follow(value, self.hop.length(), tell);
                }
            }
        }
        self.block = block;
        let live = self.microphone.is_live();
        self.heard.iter_mut().for_each(|bound| bound.settle(live, tell));
        if !live && self.ear.now().is_some() {
            self.ear.reset();
        }
    }

    fn watch(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        self.camera.follow(dt);
        if let Some(frame) = self.camera.frame.as_ref().filter(|_| self.camera.fresh)
            && !self.seen.is_empty()
        {
            let before = self.camera.before.replace(frame.seconds);
            let since = frame.seconds - before.unwrap_or(frame.seconds);
            self.eye.see(frame);
            for bound in &mut self.seen {
                bound.follow(bound.sense.value(&self.eye), since as f32, tell);
            }
        }
        let live = self.camera.is_live();
        self.seen.iter_mut().for_each(|bound| bound.settle(live, tell));
        if !live {
            self.eye.forget();
        }
    }
}

impl<T: Copy> Bound<T> {
    const fn new(number: u32, sense: T, shape: SenseShape) -> Self {
        Self { number, sense, shape, told: None, now: None }
    }

    /// Takes in a number; one that goes up or down as a button does is told at once, so that no clap is lost.
    fn follow(&mut self, sense: Option<f32>, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        self.now = self.shape.update(sense, dt);
        let is_down = |value: Option<f32>| value.is_some_and(|value| value > 0.5);
        if is_down(self.now) != is_down(self.told) {
            self.tell(tell);
        }
    }

    /// Tells what is so at the end of a picture, if it is new.
    fn settle(&mut self, live: bool, tell: &mut dyn FnMut(InputEvent)) {
        if !live {
            self.now = None;
        } else if self.now.is_none() {
            // An axis rests where nothing was told yet.
            self.now = self.shape.update(None, 0.0);
        }
        if self.now != self.told {
            self.tell(tell);
        }
    }

    fn tell(&mut self, tell: &mut dyn FnMut(InputEvent)) {
        self.told = self.now;
        tell(InputEvent::Sense(self.number, self.now));
    }
}

impl Companion for Senses {
    fn boxed(&self) -> Box<dyn Companion> {
        let (heard, seen) = (self.heard.clone(), self.seen.clone());
        let (ear, eye) = (self.ear.clone(), self.eye.clone());
        Box::new(Self { ear, eye, heard, seen, ..Self::default() })
    }

    fn sense(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        self.listen(dt, tell);
        self.watch(dt, tell);
    }

    fn mark(&self, marks: &mut Marks) {
        self.eye.mark(marks);
    }
}

/// Without names of devices, which tell about their owners.
impl fmt::Debug for Senses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = (self.microphone.state(), self.camera.state());
        f.debug_struct("Senses").field("states", &states).finish_non_exhaustive()
    }
}

/// What a sketch wants of a device.
#[derive(Default)]
struct Wish {
    /// Whether the machine was asked which devices it has.
    looked: bool,
    wanted: bool,
    paused: bool,
}

impl Wish {
    /// Whether it is time to ask the machine for a device; once.
    const fn looks(&mut self) -> bool {
        self.wanted && !core::mem::replace(&mut self.looked, true)
    }

    /// Starts, stops and halts a device as is wanted. One that failed is not asked again and again: its owner starts it
    /// anew.
    fn steer<S: Source + ?Sized>(&self, device: &mut S, dt: f32) {
        let idle = device.state() == SourceState::NeedsPermission;
        if self.wanted && idle {
            device.start();
        } else if !self.wanted && !idle {
            device.stop();
        }
        device.set_paused(self.paused);
        device.update(dt);
    }

    /// What a sketch is told of a device.
    fn state<S: Source + ?Sized>(&self, device: Option<&S>) -> SourceState {
        match device {
            _ if !self.wanted => SourceState::NeedsPermission,
            Some(device) if device.state() == SourceState::NeedsPermission => {
                SourceState::Prompting
            }
            Some(device) => device.state(),
            None if self.looked => SourceState::Unavailable,
            None => SourceState::Prompting,
        }
    }

    fn start<S: Source + ?Sized>(&mut self, device: Option<&mut S>) {
        let again = core::mem::replace(&mut self.wanted, true);
        if let Some(device) = device.filter(|device| again && device.state().is_failed()) {
            device.start();
        }
    }

    fn stop<S: Source + ?Sized>(&mut self, device: Option<&mut S>) {
        self.wanted = false;
        if let Some(device) = device {
            device.stop();
        }
    }

    fn is_live<S: Source + ?Sized>(&self, device: Option<&S>) -> bool {
        self.wanted && device.is_some_and(Source::is_live)
    }
}

/// The microphone of a sketch, a field of [`Senses`]. It captures only where a window or page shows the sketch; in headless
/// runs it waits for a permission that nobody gives.
#[derive(Default)]
pub struct StageMicrophone {
    device: Option<Box<dyn SampleSource>>,
    wish: Wish,
    /// Captured, but not handed out yet.
    waiting: Vec<f32>,
    /// Number of the first sample that waits.
    first: u64,
    rate: u32,
}

/// Samples that wait for a sketch that does not take them; then the oldest are dropped.
const MOST_WAITING: usize = 48_000;

impl StageMicrophone {
    /// Starts or stops the device as is wanted, and lets time pass for it.
    fn follow(&mut self, dt: f32) {
        if self.wish.looks() && self.device.is_none() {
            #[cfg(feature = "device")]
            {
                self.device = Some(Box::new(crate::Microphone::new()));
            }
        }
        if let Some(device) = &mut self.device {
            self.wish.steer(&mut **device, dt);
        }
    }

    /// Takes a block of the device; the sketch may have its samples later.
    fn fetch(&mut self, block: &mut SampleBlock) -> bool {
        let Some(device) = &mut self.device else { return false };
        if !device.next_block(block) {
            return false;
        }
        if self.waiting.is_empty() || self.rate != block.rate {
            self.waiting.clear();
            (self.first, self.rate) = (block.first, block.rate);
        }
        self.waiting.extend_from_slice(&block.samples);
        let most = self.waiting.len().saturating_sub(MOST_WAITING);
        self.waiting.drain(..most);
        self.first += most as u64;
        true
    }
}

impl Source for StageMicrophone {
    fn name(&self) -> &str {
        self.device.as_ref().map_or("microphone", |device| device.name())
    }

    fn state(&self) -> SourceState {
        self.wish.state(self.device.as_deref())
    }

    fn start(&mut self) {
        self.wish.start(self.device.as_deref_mut());
    }

    fn stop(&mut self) {
        self.waiting.clear();
        self.wish.stop(self.device.as_deref_mut());
    }

    fn set_paused(&mut self, paused: bool) {
        self.wish.paused = paused;
    }

    /// Does nothing: the stage lets time pass for the device.
    fn update(&mut self, _: f32) {}

    fn label(&self) -> Option<&str> {
        self.device.as_ref().and_then(|device| device.label())
    }

    fn is_live(&self) -> bool {
        self.wish.is_live(self.device.as_deref())
    }
}

impl SampleSource for StageMicrophone {
    fn rate(&self) -> u32 {
        self.rate
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        if !self.is_live() || self.waiting.is_empty() {
            return false;
        }
        block.fill(self.rate, self.first, self.waiting.drain(..));
        true
    }
}

impl fmt::Debug for StageMicrophone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageMicrophone").field("state", &self.state()).finish_non_exhaustive()
    }
}

/// The camera of a sketch, a field of [`Senses`]. It captures only where a window or page shows the sketch; in headless
/// runs it waits for a permission that nobody gives.
#[derive(Default)]
pub struct StageCamera {
    device: Option<Box<dyn FrameSource>>,
    size: Option<(u32, u32)>,
    wish: Wish,
    frame: Option<CapturedFrame>,
    /// Whether the frame is new to the senses that are bound, and to the sketch.
    fresh: bool,
    unseen: bool,
    before: Option<f64>,
}

impl StageCamera {
    /// Asks for pictures of about this size, in pixels, 320×240 at the beginning. Counts until the first start.
    pub const fn set_size(&mut self, width: u32, height: u32) {
        self.size = Some((width, height));
    }

    fn follow(&mut self, dt: f32) {
        if self.wish.looks() && self.device.is_none() {
            #[cfg(feature = "camera")]
            if let Ok(device) = crate::sight::CameraDevice::get(0) {
                let (width, height) = self.size.unwrap_or((320, 240));
                self.device = Some(Box::new(device.with_size(width, height)));
            }
        }
        self.fresh = false;
        if let Some(device) = &mut self.device {
            self.wish.steer(&mut **device, dt);
            if self.frame.is_none() {
                self.frame = Surface::new(1, 1).ok().map(CapturedFrame::new);
            }
            self.fresh = self.frame.as_mut().is_some_and(|frame| device.next_frame(frame));
            self.unseen |= self.fresh;
        }
    }
}

impl Source for StageCamera {
    fn name(&self) -> &str {
        self.device.as_ref().map_or("camera", |device| device.name())
    }

    fn state(&self) -> SourceState {
        self.wish.state(self.device.as_deref())
    }

    fn start(&mut self) {
        self.wish.start(self.device.as_deref_mut());
    }

    fn stop(&mut self) {
        (self.fresh, self.unseen, self.before) = (false, false, None);
        self.wish.stop(self.device.as_deref_mut());
    }

    fn set_paused(&mut self, paused: bool) {
        self.wish.paused = paused;
    }

    /// Does nothing: the stage lets time pass for the device.
    fn update(&mut self, _: f32) {}

    fn label(&self) -> Option<&str> {
        self.device.as_ref().and_then(|device| device.label())
    }

    fn is_live(&self) -> bool {
        self.wish.is_live(self.device.as_deref())
    }
}

impl FrameSource for StageCamera {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        if !core::mem::replace(&mut self.unseen, false) || !self.is_live() {
            return false;
        }
        let Some(newest) = &self.frame else { return false };
        frame.clone_from(newest);
        true
    }
}

impl fmt::Debug for StageCamera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageCamera").field("state", &self.state()).finish_non_exhaustive()
    }
}
