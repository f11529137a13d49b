//! Microphone and camera of a sketch.

mod choices;
mod devices;
mod monitor;

use crate::hear::Ear;
use crate::sight::Watcher;
use crate::{
    FrameSource, HeardSense, NoSuchDevice, SampleBlock, SampleSource, SeenSense, SenseShape, Source,
};
use choices::Choices;
use core::fmt;
pub use devices::{StageCamera, StageDevice, StageMicrophone};
use monitor::Monitor;
use motile_geom::Marks;
use motile_stage::{Companion, InputEvent, Stage};
use std::rc::Rc;

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
/// [`Senses::hear`] and [`Senses::see`] bind numbers, which recordings keep; [`Senses::hear_by`] and [`Senses::see_by`] bind
/// whatever else an ear or eye knows. [`Senses::microphone`] and
/// [`Senses::camera`] hand out the sound and the pictures themselves, for views and effects: those are in no recording.
///
/// While the window is minimized, covered or halted both hold still. A device that is unplugged and comes back is opened again, and
/// something made up may stand in for it meanwhile ([`StageMicrophone::set_stand_in`]).
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
    /// How loud the microphone is heard from the loudspeakers, 0…1. 0 at the beginning: nobody hears themselves who did not ask
    /// for it, and a loudspeaker near a microphone howls. It changes nothing that is heard, bound or recorded, and numbers that
    /// are not finite count as 0.
    #[doc(alias = "loopback")]
    #[doc(alias = "setLoopBack")]
    #[doc(alias = "monitoring")]
    pub monitor: f32,
    /// What watches for the senses that are bound. Set its colors and buttons here.
    pub eye: Watcher,
    heard: Vec<Bound<Ear>>,
    seen: Vec<Bound<Watcher>>,
    choices: Choices,
    loudspeaker: Monitor,
    block: SampleBlock,
    hop: SampleBlock,
}

/// What makes a number of an ear or an eye.
type Reading<E> = Rc<dyn Fn(&E) -> Option<f32>>;

/// A sense of an ear or eye that is told under a number.
struct Bound<E> {
    number: u32,
    sense: Reading<E>,
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
        self.hear_by(number, shape, move |ear| sense.value(ear.now()?));
    }

    /// As [`Senses::hear`], for a number of one's own: whatever can be read from an ear a hundred times a second, such as one of its
    /// bands.
    ///
    /// ```
    /// # use motile_sense::{SenseAction, Senses};
    /// # let mut senses = Senses::default();
    /// // The lowest of the bands as an action: the bass drum.
    /// senses.hear_by(3, SenseAction::new(0.6), |ear| ear.bands().first().copied());
    /// ```
    pub fn hear_by(
        &mut self,
        number: u32,
        shape: impl Into<SenseShape>,
        sense: impl Fn(&Ear) -> Option<f32> + 'static,
    ) {
        self.unbind(number);
        self.heard.push(Bound::new(number, Rc::new(sense), shape.into()));
    }

    /// Tells a number of sight as the sense `number`, 0…15, in place of what was told under it before: plain, as an axis
    /// or as an action. The camera has to be started besides.
    pub fn see(&mut self, number: u32, sense: SeenSense, shape: impl Into<SenseShape>) {
        self.see_by(number, shape, move |eye| sense.value(eye));
    }

    /// As [`Senses::see`], for a number of one's own: whatever can be read from an eye for each picture.
    ///
    /// ```
    /// # use motile_sense::{SenseShape, Senses, sight::OpticalFlow};
    /// # let mut senses = Senses::default();
    /// senses.eye.flow = Some(OpticalFlow::default());
    /// // How fast the middle of the picture goes to the right, in pixels a picture.
    /// senses.see_by(4, SenseShape::Plain, |eye| Some(eye.flow.as_ref()?.way(160, 120).x));
    /// ```
    pub fn see_by(
        &mut self,
        number: u32,
        shape: impl Into<SenseShape>,
        sense: impl Fn(&Watcher) -> Option<f32> + 'static,
    ) {
        self.unbind(number);
        self.seen.push(Bound::new(number, Rc::new(sense), shape.into()));
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
        self.microphone.replace(Box::new(source));
    }

    /// Sees another source than the first camera of the machine. It is started and stopped with [`Senses::camera`].
    pub fn use_camera(&mut self, source: impl FrameSource + 'static) {
        self.camera.replace(Box::new(source));
    }

    /// The names of the microphones of the machine, for a chooser; they follow what is plugged in. None in headless runs and before
    /// the machine has answered, which takes some pictures after this is first asked: show them, and let nothing else hang on
    /// them. Browsers name microphones only to pages that may use one; before that a page has one, which the browser will offer.
    #[doc(alias = "enumerate")]
    pub const fn microphones(&mut self) -> &[String] {
        self.choices.microphones.wanted = true;
        self.choices.microphones.names.as_slice()
    }

    /// Hears the microphone at a place of [`Senses::microphones`] from now on, in place of the one before, which is let go.
    ///
    /// # Errors
    /// [`NoSuchDevice`] behind the end of the list; nothing changes then.
    pub fn choose_microphone(&mut self, index: usize) -> Result<(), NoSuchDevice> {
        self.microphone.replace(self.choices.microphone(index)?);
        Ok(())
    }

    /// The names of the cameras of the machine, as [`Senses::microphones`] has those of microphones.
    #[doc(alias = "enumerate")]
    pub const fn cameras(&mut self) -> &[String] {
        self.choices.cameras.wanted = true;
        self.choices.cameras.names.as_slice()
    }

    /// Sees the camera at a place of [`Senses::cameras`] from now on, in place of the one before, which is let go.
    ///
    /// # Errors
    /// [`NoSuchDevice`] behind the end of the list; nothing changes then.
    pub fn choose_camera(&mut self, index: usize) -> Result<(), NoSuchDevice> {
        #[cfg(feature = "camera")]
        {
            let camera = self.choices.camera(index)?;
            self.camera.replace(self.camera.kept.wished(camera));
            Ok(())
        }
        #[cfg(not(feature = "camera"))]
        Err(NoSuchDevice { index })
    }

    fn listen(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        if self.microphone.follow(dt) {
            // A sound that goes on is none that begins.
            self.ear.reset();
        }
        let mut block = core::mem::take(&mut self.block);
        while self.microphone.fetch(&mut block) {
            self.loudspeaker.hear(&block, self.monitor);
            let length = (block.rate / HOPS).max(1) as usize;
            for (part, samples) in block.samples.chunks(length).enumerate() {
                if !self.heard.is_empty() {
                    let first = block.first + (part * length) as u64;
                    self.hop.fill(block.rate, first, samples.iter().copied());
                    self.ear.hear(&self.hop);
                }
                for bound in &mut self.heard {
                    let value = (bound.sense)(&self.ear);
                    bound.follow(value, self.hop.length(), tell);
                }
            }
        }
        self.block = block;
        let live = self.microphone.is_giving();
        self.heard.iter_mut().for_each(|bound| bound.settle(live, tell));
        if !live && self.ear.now().is_some() {
            self.ear.reset();
        }
    }

    fn watch(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        if self.camera.follow(dt) {
            // From one room to another nothing has moved.
            self.eye.forget();
        }
        self.camera.fetch();
        self.eye.wait(dt);
        let kept = &mut self.camera.kept;
        if let Some(frame) = kept.frame.as_ref().filter(|_| kept.fresh)
            && !self.seen.is_empty()
        {
            let before = kept.before.replace(frame.seconds);
            let since = frame.seconds - before.unwrap_or(frame.seconds);
            self.eye.see(frame);
            for bound in &mut self.seen {
                bound.follow((bound.sense)(&self.eye), since as f32, tell);
            }
        }
        let live = self.camera.is_giving();
        self.seen.iter_mut().for_each(|bound| bound.settle(live, tell));
        if !live {
            self.eye.forget();
        }
    }
}

impl<E> Clone for Bound<E> {
    fn clone(&self) -> Self {
        Self { sense: Rc::clone(&self.sense), ..*self }
    }
}

impl<E> Bound<E> {
    const fn new(number: u32, sense: Reading<E>, shape: SenseShape) -> Self {
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
        Box::new(Self { ear, eye, heard, seen, monitor: self.monitor, ..Self::default() })
    }

    fn sense(&mut self, dt: f32, tell: &mut dyn FnMut(InputEvent)) {
        self.choices.follow(dt);
        self.listen(dt, tell);
        self.watch(dt, tell);
    }

    /// Microphone and camera hold still, whatever the sketch wants of them.
    fn set_hidden(&mut self, hidden: bool) {
        self.microphone.set_hidden(hidden);
        self.camera.set_hidden(hidden);
    }

    fn present(&mut self) {
        let volume = if self.microphone.is_live() { self.monitor } else { 0.0 };
        self.loudspeaker.present(volume);
    }

    fn notice(&self) -> Option<&'static str> {
        match (self.microphone.is_live(), self.camera.is_live()) {
            (true, true) => Some("microphone and camera on"),
            (true, false) => Some("microphone on"),
            (false, true) => Some("camera on"),
            (false, false) => None,
        }
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
