//! The core of every host: events and elapsed time in, pictures out.

use super::{debug, sketch::Playable};
use crate::{
    Frame, Input, InputEvent, Key, Painter, ParamError, Params, Recording, Result, Script, Sketch,
    Stage,
};
use core::fmt;
use motile_geom::{Marks, Rng, StateHash};
use motile_pixels::{Color, Surface};
use motile_time::{Duration, FixedStep, Rate, Stopwatch, Tick};

/// How a sketch is started.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Width of the stage in pixels, 1…65535.
    pub width: u32,
    /// Height of the stage in pixels, 1…65535.
    pub height: u32,
    /// Seed of [`Stage::rng`].
    pub seed: u64,
    /// Parameters to set before the scene is built, by name and as text.
    pub params: Vec<(String, String)>,
}

impl Settings {
    /// A size in pixels, seed 0, all parameters at their defaults.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height, seed: 0, params: Vec::new() }
    }

    /// Another seed of [`Stage::rng`].
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
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
/// [`Sketch::frame`] → [`Sketch::draw_under`] → nodes → [`Sketch::draw`] → the debug view, if it is on.
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
    surface: Surface,
    frame: Frame,
    shown: Option<Shown>,
    debug: bool,
    marks: Marks,
    interpolate: bool,
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
            surface,
            frame: Frame { index: 0, dt: 0.0, alpha: 1.0, time: 0.0 },
            shown: None,
            debug: false,
            marks: Marks::new(),
            interpolate: false,
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
        let mut params = self.stage.params.clone();
        params.end_tick();
        let mut stage = fresh_stage(&settings, params)?;
        self.sketch = (self.kind.setup)(&mut stage)?;
        self.stage = stage;
        self.step.set_index(0);
        self.frame = Frame { index: 0, dt: 0.0, alpha: 1.0, time: 0.0 };
        self.shown = None;
        Ok(())
    }

    /// Tells the sketch about something that happened; the next tick sees it. [`Sketch::DEBUG_KEY`] toggles the debug
    /// view at once.
    pub fn event(&mut self, event: InputEvent) {
        if let InputEvent::Key(key) = event
            && self.kind.debug_key == Some(key)
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
            self.stage.params.check_text(&param.name, &param.value)?;
        }
        self.script = Some(script);
        Ok(())
    }

    /// Keeps the events of the host and the changes of parameters from now on. Played back on a sketch that was
    /// started with the same settings, they give the same state.
    pub fn record(&mut self) {
        self.recording = Some(Recording::default());
    }

    /// Ends the recording and gives it as a script; empty when there was none.
    pub fn stop_recording(&mut self) -> Script {
        self.recording.take().unwrap_or_default().into_script()
    }

    /// Takes the time since the last call, as the host measured it, and runs the ticks that are due. Returns how many.
    pub fn update(&mut self, elapsed: Duration) -> u32 {
        self.stage.stopwatch = self.stopwatch;
        let ticks = self.step.advance(elapsed);
        let count = ticks.len() as u32;
        for tick in ticks {
            self.run(tick);
        }
        let running = if self.step.paused { 0.0 } else { self.step.scale };
        self.frame.dt = elapsed.as_secs_f32() * running.max(0.0);
        self.frame.alpha = if self.interpolate { self.step.alpha() } else { 1.0 };
        count
    }

    /// Runs a number of ticks at once, paused or not, and stands exactly on the last one. Nothing is measured
    /// meanwhile: [`Stage::stopwatch`] has no clock.
    pub fn run_ticks(&mut self, count: u64) {
        self.stage.stopwatch = Stopwatch::NONE;
        for _ in 0..count {
            let tick = Tick::new(self.step.next_index(), self.step.rate());
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
        };
        let fits = (self.surface.width(), self.surface.height())
            == (self.stage.width(), self.stage.height());
        if fits && self.is_shown(showing) {
            return false;
        }
        if !fits
            && let Ok(surface) =
                Surface::opaque(self.stage.width(), self.stage.height(), self.stage.background)
        {
            self.surface = surface;
        }
        self.frame.index += 1;
        if self.debug {
            let refused = self.painter.report().refused;
            debug::fill(&mut self.marks, &*self.sketch, &self.stage, refused);
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
            },
        );
        self.shown = Some(showing);
        true
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

    /// Lets the sketch measure its own work in [`Player::update`], by [`Stage::stopwatch`]. Windows and pages
    /// hand in theirs.
    pub const fn set_stopwatch(&mut self, stopwatch: Stopwatch) {
        self.stopwatch = stopwatch;
    }

    /// The values of the parameters.
    pub const fn params(&self) -> &Params {
        &self.stage.params
    }

    /// Sets a parameter; the sketch sees it in the next tick.
    ///
    /// # Errors
    /// As [`Params::set`].
    pub fn set_param(&mut self, name: &str, value: f32) -> core::result::Result<(), ParamError> {
        self.stage.params.set(name, value)
    }

    /// The values of the parameters, to be changed.
    pub const fn params_mut(&mut self) -> &mut Params {
        &mut self.stage.params
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
    fn is_shown(&mut self, showing: Shown) -> bool {
        let Some(shown) = self.shown else { return false };
        if shown == showing {
            return true;
        }
        let same_nodes = shown.revision == showing.revision
            && (shown.background, shown.debug) == (showing.background, showing.debug)
            && (shown.alpha == showing.alpha || !self.stage.is_moving());
        if !same_nodes || self.painter.is_stale(&self.stage) {
            return false;
        }
        // What a sketch draws by hand may have begun to show.
        let (sketch, frame) = (&self.sketch, self.frame);
        !self.painter.probe(&self.stage, |stage, canvas| {
            sketch.draw_under(stage, canvas, frame);
            sketch.draw(stage, canvas, frame);
        })
    }

    fn run(&mut self, tick: Tick) {
        if let Some(recording) = &mut self.recording {
            for (param, value) in self.stage.params.changes() {
                recording.record_param(tick.index, param.name, value);
            }
        }
        if let Some(script) = self.script.take() {
            for param in script.params_at(tick.index) {
                // Checked when the script was handed in.
                let _ = self.stage.params.set_text(&param.name, &param.value);
            }
            for event in script.events_at(tick.index) {
                self.apply(event.event);
            }
            self.script = Some(script);
        }
        self.stage.begin_tick();
        self.sketch.update(&mut self.stage, tick);
        self.stage.input.end_tick();
        self.stage.params.end_tick();
    }

    fn apply(&mut self, event: InputEvent) {
        if let InputEvent::Resize { width, height } = event
            && self.stage.resize(width, height).is_err()
        {
            return;
        }
        self.stage.input.apply(event);
    }
}

fn fresh_stage(settings: &Settings, params: Params) -> Result<Stage> {
    let mut stage = Stage::new(settings.width, settings.height)?;
    stage.rng = Rng::new(settings.seed);
    stage.params = params;
    stage.input = Input::default();
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
mod tests {
    use super::*;
    use crate::{Button, Key, NodeId, Param, Shape};
    use motile_geom::{MarkRole, MarkSink, Vec2, vec2};

    struct Walker {
        dot: NodeId,
        taps: u32,
    }

    impl Sketch for Walker {
        const PARAMS: &'static [Param] =
            &[Param::number("speed", 0.0, 100.0, 60.0), Param::button("tap")];
        const RATE: Rate = Rate::hz(20);

        fn setup(stage: &mut Stage) -> Result<Self> {
            let x = stage.rng.range(0.0..1.0);
            Ok(Self { dot: stage.add(Shape::circle(3.0).fill(Color::BLACK).at(x, 10.0)), taps: 0 })
        }

        fn update(&mut self, stage: &mut Stage, tick: Tick) {
            let speed = stage.params().number("speed");
            self.taps += u32::from(stage.input().pressed(Key::Space));
            self.taps += u32::from(stage.params().pressed("tap"));
            let step = stage.input().arrows() * speed * tick.dt;
            if step != Vec2::ZERO {
                stage[self.dot].position += step;
            }
        }

        fn hash(&self, hash: &mut StateHash) {
            hash.write(&self.taps);
        }
    }

    fn player(seed: u64) -> Player {
        Player::new::<Walker>(&Settings::new(64, 48).with_seed(seed)).unwrap()
    }

    const KEYS: &str = "2 key Right\n5 keyup Right\n5 key Space\n6 keyup Space\n9 key Space\n";

    #[test]
    fn the_same_seed_and_script_give_the_same_state() {
        let run = |seed, script: &str, ticks: &[u64]| {
            let mut player = player(seed);
            player.play(Script::parse(script).unwrap()).unwrap();
            for &count in ticks {
                player.run_ticks(count);
            }
            player.hash()
        };
        let expected = run(7, KEYS, &[20]);
        assert_eq!(run(7, KEYS, &[3, 16, 1]), expected, "however the ticks are grouped");
        assert_ne!(run(8, KEYS, &[20]), expected);
        assert_ne!(run(7, "", &[20]), expected);
    }

    #[test]
    fn a_recorded_session_plays_back() {
        let mut live = player(1);
        live.record();
        live.event(InputEvent::Key(Key::Right));
        live.update(Duration::from_millis(175));
        live.event(InputEvent::KeyUp(Key::Right));
        live.event(InputEvent::Down(Button::Left));
        live.params_mut().press("tap").unwrap();
        live.set_param("speed", 0.1).unwrap();
        live.event(InputEvent::Key(Key::Down));
        live.update(Duration::from_millis(325));
        let script = live.stop_recording();
        assert_eq!(
            script.to_text(),
            "0 key Right\n3 set speed 0.1\n3 set tap 1\n3 keyup Right\n3 down\n3 key Down\n"
        );
        let mut again = player(1);
        again.play(Script::parse(&script.to_text()).unwrap()).unwrap();
        again.run_ticks(live.tick_index());
        assert_eq!(again.hash(), live.hash());
    }

    #[test]
    fn pause_step_and_speed() {
        let mut player = player(0);
        player.set_paused(true);
        assert_eq!(player.update(Duration::from_secs(1)), 0);
        player.single_step();
        assert_eq!(player.update(Duration::ZERO), 1);
        player.set_paused(false);
        player.set_speed(0.5);
        assert_eq!(player.update(Duration::from_millis(200)), 2);
        assert_eq!(player.tick_index(), 3);
    }

    #[test]
    fn work_is_measured_only_by_a_host_with_a_clock() {
        struct Timed(Option<Duration>);
        impl Sketch for Timed {
            fn setup(_: &mut Stage) -> Result<Self> {
                Ok(Self(None))
            }
            fn update(&mut self, stage: &mut Stage, _: Tick) {
                self.0 = stage.stopwatch().time(|| ()).1;
            }
            fn hash(&self, hash: &mut StateHash) {
                hash.write(&self.0.is_some());
            }
        }
        let new = || Player::new::<Timed>(&Settings::new(8, 8)).unwrap();
        let (mut plain, mut host) = (new(), new());
        host.set_stopwatch(Stopwatch::new(|| Duration::ZERO));
        plain.update(Duration::from_millis(17));
        host.update(Duration::from_millis(17));
        assert_ne!(plain.hash(), host.hash(), "only the second has a clock");
        plain.run_ticks(1);
        host.run_ticks(1);
        assert_eq!(plain.hash(), host.hash(), "exact ticks are not measured");
    }

    #[test]
    fn a_press_is_seen_in_one_tick() {
        let taps = |act: &dyn Fn(&mut Player)| {
            let mut player = player(0);
            act(&mut player);
            player.run_ticks(9);
            player.hash()
        };
        let tapped = |script: &'static str| {
            taps(&move |player| player.play(Script::parse(script).unwrap()).unwrap())
        };
        let once = tapped("4 key Space");
        assert_eq!(tapped("4 set tap 1"), once);
        assert_eq!(taps(&|player| player.set_param("tap", 1.0).unwrap()), once);
        assert_ne!(tapped("4 set tap 1\n5 set tap 1"), once, "two ticks, two presses");
        let waits = |player: &mut Player| {
            player.set_paused(true);
            player.params_mut().press("tap").unwrap();
            player.update(Duration::from_secs(1));
        };
        assert_eq!(taps(&waits), once, "a press waits while time stands still");
        let from_start = Settings::new(64, 48).with_param("tap", "1");
        let mut player = Player::new::<Walker>(&from_start).unwrap();
        player.run_ticks(9);
        assert_eq!(player.hash(), once, "set at the start, it is pressed in the first tick");
    }

    #[test]
    fn scripts_with_unknown_parameters_are_refused() {
        let mut player = player(0);
        let mut error = |text| player.play(Script::parse(text).unwrap()).unwrap_err().to_string();
        assert_eq!(error("3 set size 1"), "there is no parameter \"size\", only: speed, tap");
        assert!(error("3 set speed 101").contains("a number from 0 to 100"));
        assert!(error("3 set tap hard").contains("1 to press it"));
    }

    #[test]
    fn restart_is_the_beginning() {
        let mut player = player(3);
        let start = player.hash();
        player.event(InputEvent::Key(Key::Right));
        player.set_param("speed", 10.0).unwrap();
        player.run_ticks(5);
        assert_ne!(player.hash(), start);
        player.restart().unwrap();
        assert_eq!(player.hash(), start);
        assert_eq!(player.params().number("speed"), 10.0, "knobs stay where they were turned to");
        assert!(!player.stage().input().is_down(Key::Right));
    }

    #[test]
    fn an_unchanged_stage_is_not_drawn_again() {
        let mut player = player(0);
        assert!(player.draw());
        player.run_ticks(3);
        assert!(!player.draw());
        player.event(InputEvent::Key(Key::Down));
        player.run_ticks(1);
        assert!(player.draw());
    }

    #[test]
    fn the_debug_view_is_toggled_by_its_key_and_changes_nothing_else() {
        struct Bare;
        impl Sketch for Bare {
            fn setup(_: &mut Stage) -> Result<Self> {
                Ok(Self)
            }
        }
        let mut player = Player::new::<Bare>(&Settings::new(64, 48)).unwrap();
        player.draw();
        let (plain, hash) = (player.surface().clone(), player.hash());
        player.event(InputEvent::Key(Key::Char('m')));
        assert!(player.debug() && player.draw() && *player.surface() != plain);
        assert!(player.stage().input().pressed(Key::Char('m')), "the sketch sees the key as well");
        assert_eq!(player.hash(), hash);
        player.set_debug(false);
        assert!(player.draw() && *player.surface() == plain);
    }

    #[test]
    fn marks_of_the_sketch_are_drawn_in_the_debug_view_only() {
        struct Marked;
        impl Sketch for Marked {
            const DEBUG_KEY: Option<Key> = None;
            fn setup(_: &mut Stage) -> Result<Self> {
                Ok(Self)
            }
            fn marks(&self, _: &Stage, marks: &mut Marks) {
                marks.line(MarkRole::Target, vec2(0.0, 8.5), vec2(64.0, 8.5));
            }
        }
        let mut player = Player::new::<Marked>(&Settings::new(64, 48)).unwrap();
        player.event(InputEvent::Key(Key::Char('m')));
        player.draw();
        assert_eq!(player.surface().get(32, 8), Some(Color::WHITE), "its key is not M");
        player.set_debug(true);
        assert!(player.draw());
        let [red, green, blue] = MarkRole::Target.rgb();
        assert_eq!(player.surface().get(32, 8), Some(Color::rgb(red, green, blue)));
        assert!(!player.draw(), "nothing has changed");
    }

    #[test]
    fn resizing_reaches_the_sketch_and_bad_sizes_do_not() {
        let mut player = player(0);
        player.event(InputEvent::Resize { width: 100, height: 0 });
        assert_eq!(player.stage().size(), vec2(64.0, 48.0));
        player.event(InputEvent::Resize { width: 100, height: 90 });
        assert_eq!(player.stage().input().resized, Some(vec2(100.0, 90.0)));
        player.draw();
        assert_eq!(player.surface().width(), 100);
    }

    #[test]
    fn bad_settings_are_errors() {
        assert!(Player::new::<Walker>(&Settings::new(0, 1)).is_err());
        let error = Player::new::<Walker>(&Settings::new(9, 9).with_param("speed", "fast"));
        let message = error.unwrap_err().to_string();
        assert_eq!(message, "speed cannot be \"fast\": expected a number from 0 to 100");
    }
}
