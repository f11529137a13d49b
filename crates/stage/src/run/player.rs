//! The core of every host: events and elapsed time in, pictures out.

use super::{Surroundings, debug, sketch::Playable, unseen};
use crate::{
    DroppedFile, Frame, InputEvent, Key, Painter, ParamError, Params, Recording, Result, Script,
    Sketch, Stage, Tick, Unseen,
};
use core::fmt;
use motile_geom::{Marks, Rng, StateHash, Vec2};
use motile_pixels::{Color, Surface};
use motile_time::{Duration, FixedStep, Rate, Stopwatch, TickTime, Ticks};
use std::sync::Arc;

/// How a sketch is started.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Width of the stage in pixels, 1…65535.
    pub width: u32,
    /// Height of the stage in pixels, 1…65535.
    pub height: u32,
    /// Seed of [`Stage::rng`]; without one it is 0 in headless runs and tests, and another number at each launch in a
    /// window or page.
    pub seed: Option<u64>,
    /// Parameters to set before the scene is built, by name and as text.
    pub params: Vec<(String, String)>,
    /// What the sketch may learn beside its input.
    pub surroundings: Surroundings,
}

impl Settings {
    /// A size in pixels, no seed, all parameters at their defaults.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height, seed: None, params: Vec::new(), surroundings: Surroundings::Nothing }
    }

    /// Another seed of [`Stage::rng`].
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// As a run began that was recorded: with its seed, unless one is set, and with what the script tells of saves and files.
    /// The script itself is then handed to [`Player::play`].
    pub fn replaying(self, script: &Script) -> Self {
        Self {
            seed: self.seed.or(script.seed),
            surroundings: Surroundings::of_script(script),
            ..self
        }
    }

    /// A parameter set before the scene is built, by name and as text.
    pub fn with_param(mut self, name: &str, value: &str) -> Self {
        self.params.push((name.into(), value.into()));
        self
    }
}

/// 640×480 pixels.
impl Default for Settings {
    fn default() -> Self {
        Self::new(640, 480)
    }
}

/// A running sketch: takes events and elapsed time, runs ticks and draws. Every host drives one, and
/// so can a test or another engine.
///
/// Each tick: events of the script and of the host → [`Sketch::update`]. Each picture:
/// [`Sketch::frame`] → [`Sketch::draw_under`] → nodes → [`Sketch::draw`] → the debug view, if it is on → what went
/// wrong, if [`Stage::fail`] was told of something.
#[doc(alias = "runner")]
pub struct Player {
    kind: Kind,
    sketch: Box<dyn Playable>,
    stage: Stage,
    step: FixedStep,
    settings: Settings,
    script: Option<Script>,
    recording: Option<Recording>,
    painter: Painter,
    /// Pixels of the surface a pixel of the stage.
    scale: f32,
    surface: Surface,
    frame: Frame,
    shown: Option<Shown>,
    debug: bool,
    marks: Marks,
    interpolate: bool,
    devices: Devices,
    /// What devices told, on its way to the sketch.
    sensed: Vec<InputEvent>,
    stopwatch: Stopwatch,
}

/// What a player needs to know of the type of its sketch.
#[derive(Clone, Copy)]
struct Kind {
    setup: fn(&mut Stage) -> Result<Box<dyn Playable>>,
    debug_key: Option<Key>,
}

/// What the surface shows, to know when it need not be drawn again.
#[derive(Clone, Copy, PartialEq)]
struct Shown {
    revision: u64,
    tick: u64,
    alpha: f32,
    background: Color,
    debug: bool,
    scale: f32,
}

/// Most pixels a side of a picture.
const MAX_SIDE: f32 = 16384.0;

/// What is on the stage may use of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Devices {
    /// Nothing: a headless run.
    None,
    /// Loudspeakers, microphones, cameras: a window or page shows it.
    On,
    /// What watches and listens holds still: nobody sees the window.
    Held,
}

impl Player {
    /// Starts a sketch.
    ///
    /// # Errors
    /// When the size is impossible, a parameter does not exist or cannot have its value, or [`Sketch::setup`] fails.
    pub fn new<S: Sketch>(settings: &Settings) -> Result<Self> {
        let setup = |stage: &mut Stage| Ok(Box::new(S::setup(stage)?) as Box<dyn Playable>);
        Self::start(
            settings,
            Params::new(S::PARAMS),
            S::RATE,
            Kind { setup, debug_key: S::DEBUG_KEY },
        )
    }

    /// What does not depend on the kind of sketch, compiled once for all of them.
    fn start(settings: &Settings, mut params: Params, rate: Rate, kind: Kind) -> Result<Self> {
        for (name, value) in &settings.params {
            params.set_text(name, value)?;
        }
        let mut stage = fresh_stage(settings, params)?;
        let surface = Surface::opaque(settings.width, settings.height, stage.background)?;
        let sketch = (kind.setup)(&mut stage)?;
        Ok(Self {
            kind,
            sketch,
            stage,
            step: FixedStep::with_rate(rate),
            settings: settings.clone(),
            script: None,
            recording: None,
            painter: Painter::default(),
            scale: 1.0,
            surface,
            frame: Frame { index: 0, dt: 0.0, alpha: 1.0, time: 0.0 },
            shown: None,
            debug: false,
            marks: Marks::new(),
            interpolate: false,
            devices: Devices::None,
            sensed: Vec::new(),
            stopwatch: Stopwatch::NONE,
        })
    }

    /// Starts the sketch anew with the same seed, size and script and the parameters as they are now.
    ///
    /// # Errors
    /// When [`Sketch::setup`] fails; then the sketch goes on as it was.
    pub fn restart(&mut self) -> Result {
        let (width, height) = (self.stage.width(), self.stage.height());
        let settings = Settings { width, height, ..self.settings.clone() };
        let mut params = self.params().clone();
        params.end_tick();
        let mut stage = fresh_stage(&settings, params)?;
        // The keyboard is where it was and the screen what it was, whatever begins anew.
        let input = Arc::make_mut(&mut stage.input);
        (input.focused, input.touch_screen) =
            (self.stage.input.focused, self.stage.input.touch_screen);
        self.sketch = (self.kind.setup)(&mut stage)?;
        self.stage = stage;
        self.step.set_index(0);
        self.frame = Frame { index: 0, dt: 0.0, alpha: 1.0, time: 0.0 };
        self.shown = None;
        Ok(())
    }

    /// Tells the sketch about something that happened; the next tick sees it. [`Sketch::DEBUG_KEY`] toggles the debug
    /// view at once, unless somebody types ([`Shell::typing`](crate::Shell::typing)).
    pub fn event(&mut self, event: InputEvent) {
        if let InputEvent::Key(key) = event
            && self.stage.shell.typing.is_none()
            && self.kind.debug_key.is_some_and(|debug| debug.folded() == key.folded())
        {
            self.debug = !self.debug;
        }
        if let Some(recording) = &mut self.recording {
            recording.record(self.step.next_index(), event);
        }
        self.apply(event);
    }

    /// Lets a script play: its events and parameters come before the ticks they name, besides those of the
    /// host.
    ///
    /// # Errors
    /// When it sets a parameter that the sketch does not have, or to what it cannot be; then the script that
    /// played before goes on.
    pub fn play(&mut self, script: Script) -> core::result::Result<(), ParamError> {
        for param in script.params() {
            self.params().check_text(&param.name, &param.value)?;
        }
        self.script = Some(script);
        Ok(())
    }

    /// Keeps the events of the host and the changes of parameters from now on. Played back on a sketch that was
    /// started with the same settings, they give the same state.
    pub fn record(&mut self) {
        self.recording = Some(Recording::default());
    }

    /// Ends the recording and gives it as a script with the seed of the run and what was learned of saves and files since the
    /// sketch began, for [`Settings::replaying`]; empty when there was none.
    pub fn stop_recording(&mut self) -> Script {
        let Some(recording) = self.recording.take() else { return Script::default() };
        let mut script = recording.into_script().with_seed(self.seed());
        for companion in self.stage.companions() {
            companion.told(&mut |topic, text| script.push_told(topic, text));
        }
        script
    }

    /// Lets `dt` seconds pass, as the host measured them, and runs the ticks that are due. Returns how many. A time that
    /// is negative or not finite counts as none.
    pub fn update(&mut self, dt: f32) -> u32 {
        let passed = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        self.ask_devices(passed);
        let ticks = self.step.update(dt);
        self.run_due(ticks, passed)
    }

    /// [`Player::update`] by a [`Duration`], for hosts whose clock counts nanoseconds: none of them is lost.
    pub fn update_exactly(&mut self, elapsed: Duration) -> u32 {
        self.ask_devices(elapsed.as_secs_f32());
        let ticks = self.step.update_exactly(elapsed);
        self.run_due(ticks, elapsed.as_secs_f32())
    }

    /// Lets what is on the stage use devices: loudspeakers, microphones, cameras. Windows and pages turn it on; without it
    /// a run hears, sees and says nothing, and is the same everywhere.
    #[doc(alias = "headless")]
    pub const fn set_devices(&mut self, on: bool) {
        self.devices = if on { Devices::On } else { Devices::None };
    }

    /// Lets devices that watch or listen hold still while nobody sees the sketch: its window is minimized, covered or halted.
    /// Hosts say so; time passes as they let it. Does nothing where there are no devices.
    #[doc(alias = "occluded")]
    pub fn set_hidden(&mut self, hidden: bool) {
        let devices = if hidden { Devices::Held } else { Devices::On };
        if self.devices != Devices::None && self.devices != devices {
            self.devices = devices;
            self.stage.set_hidden(hidden);
            self.stage.follow_notice();
        }
    }

    /// Takes in what devices told since the last picture, as if the host had said it.
    fn ask_devices(&mut self, dt: f32) {
        if self.devices == Devices::None {
            return;
        }
        let mut sensed = core::mem::take(&mut self.sensed);
        self.stage.sense(dt, &mut |event| sensed.push(event));
        for event in sensed.drain(..) {
            self.event(event);
        }
        self.sensed = sensed;
        self.stage.follow_notice();
    }

    /// Runs the ticks of a picture that comes `dt` seconds after the last one.
    fn run_due(&mut self, ticks: Ticks, dt: f32) -> u32 {
        self.stage.stopwatch = self.stopwatch;
        let count = ticks.len() as u32;
        for tick in ticks {
            self.run(tick);
        }
        let running = if self.step.paused { 0.0 } else { self.step.scale };
        self.frame.dt = dt * running.max(0.0);
        self.frame.alpha = if self.interpolate { self.step.alpha() } else { 1.0 };
        if self.devices != Devices::None {
            self.stage.present(self.frame.dt > 0.0);
        }
        count
    }

    /// Runs a number of ticks at once, paused or not, and stands exactly on the last one. Nothing is measured
    /// meanwhile: [`Stage::stopwatch`] has no clock.
    pub fn run_ticks(&mut self, count: u64) {
        self.stage.stopwatch = Stopwatch::NONE;
        for _ in 0..count {
            let tick = TickTime::new(self.step.next_index(), self.step.rate());
            self.step.set_index(tick.index + 1);
            self.run(tick);
        }
        self.frame.dt = self.step.rate().dt();
        self.frame.alpha = 1.0;
    }

    /// Brings the surface up to date. Returns false when it showed this already, which costs next to
    /// nothing.
    pub fn draw(&mut self) -> bool {
        self.frame.time = self.step.rate().seconds_at(self.step.next_index());
        self.sketch.frame(&mut self.stage, self.frame);
        let showing = Shown {
            revision: self.stage.revision(),
            tick: self.step.next_index(),
            alpha: self.frame.alpha,
            background: self.stage.background,
            debug: self.debug,
            scale: self.scale,
        };
        let (width, height) = self.picture_size();
        let fits = (self.surface.width(), self.surface.height()) == (width, height);
        if fits && self.is_shown(showing) {
            return false;
        }
        if !fits && let Ok(surface) = Surface::opaque(width, height, self.stage.background) {
            self.surface = surface;
        }
        self.frame.index += 1;
        if self.debug {
            let refused = self.painter.report().refused;
            let seed = self.seed();
            debug::fill(&mut self.marks, &*self.sketch, &self.stage, refused, seed);
        }
        let (sketch, frame) = (&self.sketch, self.frame);
        let marks = self.debug.then_some(&self.marks);
        self.painter.paint_with(
            &self.stage,
            frame.alpha,
            &mut self.surface,
            |stage, canvas| sketch.draw_under(stage, canvas, frame),
            |stage, canvas| {
                sketch.draw(stage, canvas, frame);
                if let Some(marks) = marks {
                    debug::draw(marks, canvas);
                }
                if let Some(error) = stage.failure() {
                    debug::draw_failure(error, stage.size(), canvas);
                }
            },
        );
        self.shown = Some(showing);
        true
    }

    /// The seed of the run, [`Settings::seed`] or what stands for it.
    pub fn seed(&self) -> u64 {
        self.settings.seed.unwrap_or_default()
    }

    /// The sketch, for a test that reads its score; `None` when it is of another type.
    pub fn sketch<S: Sketch>(&self) -> Option<&S> {
        self.sketch.as_any().downcast_ref()
    }

    /// The nodes that nobody can see although they look as if they were meant to be seen, and why: no fill, a position
    /// that is not a number, off the stage, behind something else. The debug view lists them too.
    #[doc(alias = "invisible")]
    pub fn report(&self) -> Vec<Unseen> {
        unseen(&self.stage)
    }

    /// Hands a file to the sketch that was dropped on its window or page; the next tick sees it in
    /// [`Input::files`](crate::Input::files).
    pub fn drop_file(&mut self, file: DroppedFile) {
        Arc::make_mut(&mut self.stage.input).files.push(file);
    }

    /// Draws this many pixels for a pixel of the stage, along each axis, from now on: text and shapes are sharp on a fine
    /// display or in a large window. Nothing else changes; what is not above 0 and finite counts as 1. Windows and
    /// pages set it.
    #[doc(alias = "device pixel ratio")]
    pub fn set_scale(&mut self, scale: f32) {
        let most = MAX_SIDE / self.stage.size().max_element();
        let wanted = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
        self.scale = wanted.min(most.max(1.0));
        self.painter.set_scale(self.scale);
    }

    /// Lets this many threads share what takes long to draw; pictures and states are the same, bit for bit. Windows take
    /// all cores. It needs the feature `parallel`; see [`Renderer::set_threads`](crate::Renderer::set_threads).
    pub fn set_threads(&mut self, count: usize) {
        self.painter.set_threads(count);
    }

    /// Pixels of the picture for a pixel of the stage.
    pub const fn scale(&self) -> f32 {
        self.scale
    }

    fn picture_size(&self) -> (u32, u32) {
        let size = (self.stage.size() * self.scale).round().max(Vec2::ONE);
        (size.x as u32, size.y as u32)
    }

    /// The picture as last drawn.
    pub const fn surface(&self) -> &Surface {
        &self.surface
    }

    /// The stage.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The stage, to be changed from outside.
    pub const fn stage_mut(&mut self) -> &mut Stage {
        &mut self.stage
    }

    /// How many ticks have run since the start.
    pub const fn tick_index(&self) -> u64 {
        self.step.next_index()
    }

    /// Ticks per second of simulated time.
    pub const fn rate(&self) -> Rate {
        self.step.rate()
    }

    /// Whether time stands still.
    pub const fn is_paused(&self) -> bool {
        self.step.paused
    }

    /// Stops time or lets it go on.
    pub const fn set_paused(&mut self, paused: bool) {
        self.step.paused = paused;
    }

    /// Runs one tick at the next [`Player::update`], also when paused.
    pub const fn single_step(&mut self) {
        self.step.single_step();
    }

    /// Simulated seconds per real second, 1 at the start.
    pub const fn speed(&self) -> f32 {
        self.step.scale
    }

    /// Sets the simulated seconds per real second; negative ones and NaN count as 0.
    pub const fn set_speed(&mut self, speed: f32) {
        self.step.scale = speed;
    }

    /// Draws between the last two ticks instead of exactly on the last one: smooth on displays whose
    /// rate is not that of the ticks, one tick late. Windows turn it on.
    pub const fn set_interpolation(&mut self, on: bool) {
        self.interpolate = on;
    }

    /// Whether the debug view is on.
    pub const fn debug(&self) -> bool {
        self.debug
    }

    /// Shows or hides the debug view on top of the picture: what [`Sketch::marks`] adds, a box around each node, and
    /// how much was rejected for numbers that are not finite. It changes nothing else.
    #[doc(alias = "gizmos")]
    pub const fn set_debug(&mut self, on: bool) {
        self.debug = on;
    }

    /// What the debug view showed last, while it is on.
    pub fn marks(&self) -> Option<&Marks> {
        self.debug.then_some(&self.marks)
    }

    /// Lets the sketch measure its own work in [`Player::update`], by [`Stage::stopwatch`]. Windows and pages
    /// hand in theirs.
    pub const fn set_stopwatch(&mut self, stopwatch: Stopwatch) {
        self.stopwatch = stopwatch;
    }

    /// The values of the parameters.
    pub fn params(&self) -> &Params {
        &self.stage.params
    }

    /// Sets a parameter; the sketch sees it in the next tick.
    ///
    /// # Errors
    /// As [`Params::set`].
    pub fn set_param(&mut self, name: &str, value: f32) -> core::result::Result<(), ParamError> {
        self.params_mut().set(name, value)
    }

    /// The values of the parameters, to be changed.
    pub fn params_mut(&mut self) -> &mut Params {
        Arc::make_mut(&mut self.stage.params)
    }

    /// The fingerprint of the simulation: tick number, places of all nodes, random numbers, and what
    /// [`Sketch::hash`] adds. It has the same bits on every platform.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.write_u64(self.step.next_index());
        hash.write(&self.stage);
        self.sketch.hash(&mut hash);
        hash.finish()
    }

    /// Whether the surface looks like this already.
    fn is_shown(&self, showing: Shown) -> bool {
        let Some(shown) = self.shown else { return false };
        if shown == showing {
            return true;
        }
        let same_nodes = shown.revision == showing.revision
            && (shown.background, shown.debug) == (showing.background, showing.debug)
            && shown.scale == showing.scale
            && (shown.alpha == showing.alpha || !self.stage.is_moving());
        same_nodes && !self.painter.is_stale(&self.stage)
    }

    fn run(&mut self, time: TickTime) {
        if let Some(recording) = &mut self.recording {
            for (param, value) in self.stage.params.changes() {
                recording.record_param(time.index, param.name, value);
            }
        }
        if let Some(script) = self.script.take() {
            for param in script.params_at(time.index) {
                // Checked when the script was handed in.
                let _ = self.params_mut().set_text(&param.name, &param.value);
            }
            for event in script.events_at(time.index) {
                self.apply(event.event);
            }
            self.script = Some(script);
        }
        self.stage.begin_tick();
        let (input, params) = (self.stage.input.clone(), self.stage.params.clone());
        self.sketch.update(&mut self.stage, Tick::new(time, &input, &params));
        // Nothing but the stage holds them from here on: changing them copies nothing.
        drop((input, params));
        self.stage.end_tick(time.dt);
        Arc::make_mut(&mut self.stage.input).end_tick();
        self.params_mut().end_tick();
    }

    fn apply(&mut self, event: InputEvent) {
        if let InputEvent::Resize { width, height } = event
            && self.stage.resize(width, height).is_err()
        {
            return;
        }
        Arc::make_mut(&mut self.stage.input).apply(event);
    }
}

fn fresh_stage(settings: &Settings, params: Params) -> Result<Stage> {
    let mut stage = Stage::new(settings.width, settings.height)?;
    stage.rng = Rng::new(settings.seed.unwrap_or_default());
    stage.params = Arc::new(params);
    stage.surroundings = settings.surroundings.clone();
    stage.input = Arc::default();
    Ok(stage)
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("settings", &self.settings)
            .field("tick", &self.step.next_index())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "player_tests.rs"]
mod tests;
