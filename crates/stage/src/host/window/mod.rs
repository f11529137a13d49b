//! A window on the desktop, by winit and softbuffer.

mod clipboard;
#[cfg_attr(all(feature = "gamepad", any(target_os = "macos", windows)), path = "gamepads_gilrs.rs")]
#[cfg_attr(
    not(all(feature = "gamepad", any(target_os = "linux", target_os = "macos", windows))),
    path = "no_gamepads.rs"
)]
mod gamepads;
mod ime;
mod keys;
mod panel;
mod paneled;
mod present;
mod shell;
mod slow;

use super::{App, View, Window, fitting::Fitting, pad_feed::PadFeed, seed};
use crate::{
    Button, DroppedFile, Error, InputEvent, Player, Result, Sketch, TouchPhase, WindowError,
};
use clipboard::Clipboard;
use gamepads::Gamepads;
use keys::HeldKeys;
use motile_geom::{Vec2, vec2};
use motile_time::{Duration, Stopwatch};
use paneled::Paneled;
use present::Screen;
use shell::Applied;
use slow::SlowBuild;
use std::{
    hash::{BuildHasher, RandomState},
    path::Path,
    rc::Rc,
    sync::OnceLock,
    time::Instant,
};
use winit::{
    application::ApplicationHandler,
    dpi::{LogicalSize, PhysicalPosition, PhysicalSize},
    error::EventLoopError,
    event::{ElementState, MouseButton, MouseScrollDelta, StartCause, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop},
    window::{Window as Native, WindowId},
};

/// Shows a sketch in a window until it is closed. Its parameters have a panel that F1 or a click opens.
///
/// # Errors
/// [`WindowError`] when there is no display, and what [`Player::new`] returns.
pub fn run<S: Sketch>(mut window: Window) -> Result {
    window.settings = window.settings.seeded().on_machine();
    let mut player = Player::new::<S>(&window.settings)?.on_display();
    player.set_interpolation(window.interpolate);
    if S::PARAMS.is_empty() {
        run_app(window, player)
    } else {
        run_app(window, Paneled::new(player))
    }
}

/// Shows a program in a window until it is closed or done.
///
/// # Errors
/// [`WindowError`] when there is no display or it refuses.
pub fn run_app(window: Window, mut app: impl App + 'static) -> Result {
    show(window, &mut app)
}

/// The loop of winit is large and compiled for each kind of handler: here once, instead of in every program.
fn show(window: Window, app: &mut dyn App) -> Result {
    let event_loop = EventLoop::new().map_err(|error| refused(&error))?;
    let mut host = Host {
        applied: Applied::new(&window.title),
        clipboard: Clipboard::default(),
        gamepads: Gamepads::default(),
        pad_feed: PadFeed::default(),
        slow: SlowBuild::default(),
        focused: None,
        halted: false,
        covered: false,
        fitting: Fitting::new(window.scale),
        app,
        window,
        native: None,
        screen: None,
        keys: HeldKeys::default(),
        last: None,
        next: now(),
        frame_time: Duration::from_nanos(16_666_667),
        failure: None,
    };
    event_loop.run_app(&mut host).map_err(|error| refused(&error))?;
    host.failure.map_or(Ok(()), Err)
}

/// The clock of the machine, for [`Player::set_stopwatch`].
pub fn stopwatch() -> Stopwatch {
    static START: OnceLock<Instant> = OnceLock::new();
    Stopwatch::new(|| now().saturating_duration_since(*START.get_or_init(now)))
}

/// A number that nobody can foretell: the standard library seeds its hash maps with one.
pub(super) fn entropy() -> u64 {
    RandomState::new().hash_one(0)
}

/// The variable by which somebody asks for a seed.
const SEED: &str = "MOTILE_SEED";

/// The seed that the variable asks for. One that is none is said, and another one taken.
pub(super) fn wanted_seed() -> Option<u64> {
    let value = std::env::var_os(SEED)?;
    seed::of_variable(SEED, &value.to_string_lossy()).map_err(|said| complain(&said)).ok()
}

/// How many threads the machine runs side by side.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[expect(clippy::disallowed_methods, reason = "a host is where time is measured")]
fn now() -> Instant {
    Instant::now()
}

fn refused(error: &EventLoopError) -> Error {
    let text = error.to_string();
    // winit puts the place in its own source first.
    let message = match text.split_once(": ") {
        Some((place, said)) if place.contains(".rs:") => said,
        _ => &text,
    };
    let mut message = String::from(message);
    if cfg!(not(feature = "wayland")) && std::env::var_os("WAYLAND_DISPLAY").is_some() {
        message += "; this desktop speaks Wayland, and so does motile with its feature `wayland`";
    }
    WindowError { message }.into()
}

/// Pixels of a touch pad that count as one line of a wheel.
const PIXELS_PER_LINE: f64 = 20.0;

/// Longest time that one picture may stand for: a program that was halted goes on where it was.
const LONGEST_FRAME: Duration = Duration::from_millis(250);

struct Host<'a> {
    app: &'a mut dyn App,
    window: Window,
    native: Option<Rc<Native>>,
    screen: Option<Screen>,
    keys: HeldKeys,
    last: Option<Instant>,
    next: Instant,
    frame_time: Duration,
    fitting: Fitting,
    failure: Option<Error>,
    applied: Applied,
    clipboard: Clipboard,
    gamepads: Gamepads,
    pad_feed: PadFeed,
    slow: SlowBuild,
    /// Whether this window has the keyboard, once the desktop has said so: without a window manager nobody does.
    focused: Option<bool>,
    /// Whether time stands still because another window has the keyboard.
    halted: bool,
    /// Whether the desktop says that nobody sees the window.
    covered: bool,
}

impl ApplicationHandler for Host<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.native.is_none()
            && let Err(message) = self.open(event_loop)
        {
            self.fail(event_loop, message);
        }
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, _cause: StartCause) {
        if self.app.is_done() {
            event_loop.exit();
        }
        let now = now();
        if now >= self.next {
            // Keeps the beat, unless it was missed by far.
            self.next = (self.next + self.frame_time).max(now);
            if let Some(native) = &self.native {
                native.request_redraw();
            }
        }
        event_loop.set_control_flow(ControlFlow::WaitUntil(self.next));
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => {
                self.app.event(InputEvent::Close);
                if !self.app.shell().is_some_and(|shell| shell.keeps_open) {
                    event_loop.exit();
                }
            }
            WindowEvent::RedrawRequested => {
                if let Err(message) = self.redraw() {
                    self.fail(event_loop, message);
                }
            }
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => {
                self.fit();
                self.tell_hidden();
            }
            WindowEvent::Occluded(covered) => {
                self.covered = covered;
                self.tell_hidden();
            }
            other => self.input(other),
        }
    }
}

impl Host<'_> {
    fn open(&mut self, event_loop: &ActiveEventLoop) -> core::result::Result<(), String> {
        let settings = &self.window.settings;
        let size = LogicalSize::new(settings.width, settings.height);
        let attributes = Native::default_attributes()
            .with_title(&self.window.title)
            .with_inner_size(size)
            .with_min_inner_size(LogicalSize::new(self.window.min_size.0, self.window.min_size.1))
            .with_resizable(self.window.resizable);
        let native = event_loop.create_window(attributes).map_err(|error| error.to_string())?;
        let native = Rc::new(native);
        let rate = native.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz());
        if let Some(rate) = rate.filter(|rate| (20_000..=500_000).contains(rate)) {
            self.frame_time = Duration::from_nanos(1_000_000_000_000 / u64::from(rate));
        }
        self.screen = Some(Screen::new(&native)?);
        native.request_redraw();
        if native.has_focus() {
            self.focus(true);
        } else {
            // A window that opens behind others; most get the keyboard in the next moment.
            self.app.event(InputEvent::Focus(false));
        }
        self.native = Some(native);
        self.fit();
        Ok(())
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, message: String) {
        self.failure = Some(WindowError { message }.into());
        event_loop.exit();
    }

    /// Follows the size of the window.
    fn fit(&mut self) {
        let Some(native) = &self.native else { return };
        let density = native.scale_factor() as f32;
        self.fitting.follow(self.app, pixels(native.inner_size()), density);
        if let Some(screen) = &mut self.screen {
            screen.outdated();
        }
    }

    /// Tells whether somebody sees the window. Not every desktop says that it is covered; one without the keyboard is halted
    /// unless it asked for more.
    fn tell_hidden(&mut self) {
        let Some(native) = &self.native else { return };
        let size = native.inner_size();
        let minimized = native.is_minimized() == Some(true) || size.width == 0 || size.height == 0;
        self.app.set_hidden(self.halted || self.covered || minimized);
    }

    /// Lets time stand still without the keyboard, unless window or sketch asked for more; whether that changed.
    fn halt_or_go_on(&mut self) -> bool {
        let goes_on =
            self.window.in_background || self.app.shell().is_some_and(|shell| shell.in_background);
        let halted = self.focused == Some(false) && !goes_on;
        core::mem::replace(&mut self.halted, halted) != halted
    }

    fn redraw(&mut self) -> core::result::Result<(), String> {
        if self.halt_or_go_on() {
            self.tell_hidden();
        }
        let (Some(native), Some(screen)) = (&self.native, &mut self.screen) else { return Ok(()) };
        let now = now();
        let elapsed = self.last.map_or(Duration::ZERO, |last| now - last);
        self.last = Some(now);
        let elapsed = if self.halted { Duration::ZERO } else { elapsed.min(LONGEST_FRAME) };
        if !self.halted {
            self.gamepads.follow(&mut self.pad_feed, self.app);
        }
        let changed = self.app.frame(elapsed);
        if let Some(hint) = self.slow.frame(since(now)) {
            complain(&hint);
        }
        if let Some(shell) = self.app.shell() {
            self.applied.follow(shell, native, self.fitting.view);
            let titleless = native.fullscreen().is_some() || !native.is_decorated();
            let lamp = shell.notice.filter(|_| titleless).map(|_| native.scale_factor() as f32);
            screen.set_lamp(lamp);
            shell.rumble.drain(..).for_each(|rumble| self.gamepads.rumble(rumble));
            if let Some(text) = shell.clipboard.take()
                && let Err(error) = self.clipboard.copy(text)
            {
                complain(&format!("nothing was copied to the clipboard: {error}"));
            }
        }
        let size = native.inner_size();
        // A sketch may have given its stage another size.
        self.fitting.follow(self.app, pixels(size), native.scale_factor() as f32);
        let place = self.fitting.picture(self.app);
        screen.show(self.app.surface(), (size.width, size.height), place, changed)
    }

    fn input(&mut self, event: WindowEvent) {
        match event {
            WindowEvent::CursorMoved { position, .. } => {
                let position = self.place(position);
                self.app.event(InputEvent::Move(position));
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let Some(button) = button_of(button) else { return };
                self.app.event(match state {
                    ElementState::Pressed => InputEvent::Down(button),
                    ElementState::Released => InputEvent::Up(button),
                });
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let lines = match delta {
                    MouseScrollDelta::LineDelta(_, y) => -y,
                    MouseScrollDelta::PixelDelta(by) => (-by.y / PIXELS_PER_LINE) as f32,
                };
                self.app.event(InputEvent::Wheel(lines));
            }
            // What is held when the window comes to the front was pressed for another one: Alt+Tab is no Tab for a sketch.
            // The release that comes with losing it counts.
            WindowEvent::KeyboardInput { event, is_synthetic: true, .. }
                if event.state.is_pressed() => {}
            WindowEvent::KeyboardInput { event, .. } => {
                // Where nobody says who has the keyboard, who gets keys has it.
                if self.focused.is_none() {
                    self.focus(true);
                }
                self.keys.event(&event, |event| self.app.event(event));
                if self.keys.is_paste(&event)
                    && let Some(text) = self.clipboard.paste()
                {
                    // As if somebody typed it: what a page does, too.
                    text.chars().for_each(|letter| self.app.event(InputEvent::Text(letter)));
                }
            }
            WindowEvent::Ime(ime) => ime::hand_on(&ime, |event| self.app.event(event)),
            WindowEvent::Touch(touch) => {
                let phase = match touch.phase {
                    winit::event::TouchPhase::Started => TouchPhase::Down,
                    winit::event::TouchPhase::Moved => TouchPhase::Move,
                    _ => TouchPhase::Up,
                };
                let position = self.place(touch.location);
                self.app.event(InputEvent::Touch { id: touch.id as u32, phase, position });
            }
            WindowEvent::DroppedFile(path) => match dropped(&path) {
                Ok(file) => self.app.drop_file(file),
                Err(error) => {
                    let said = format!("{}: {error}", path.display());
                    match self.app.player() {
                        Some(player) => player.stage_mut().fail(Error::new(said)),
                        None => complain(&said),
                    }
                }
            },
            WindowEvent::Focused(focused) => self.focus(focused),
            _ => {}
        }
    }

    /// The window has the keyboard or has it not.
    fn focus(&mut self, focused: bool) {
        self.keys.clear();
        if !focused {
            self.pad_feed.lose_focus();
        }
        self.focused = Some(focused);
        self.halt_or_go_on();
        self.tell_hidden();
        self.app.event(InputEvent::Focus(focused));
    }

    fn place(&self, position: PhysicalPosition<f64>) -> Vec2 {
        self.fitting.view.to_picture(vec2(position.x as f32, position.y as f32))
    }
}

fn since(start: Instant) -> Duration {
    now().saturating_duration_since(start)
}

fn dropped(path: &Path) -> std::io::Result<DroppedFile> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(DroppedFile { name, bytes: std::fs::read(path)? })
}

/// Tells the user on the error output.
#[expect(clippy::print_stderr, reason = "a host is where a program speaks to its user")]
fn complain(text: &str) {
    eprintln!("{text}");
}

fn pixels(size: PhysicalSize<u32>) -> Vec2 {
    vec2(size.width as f32, size.height as f32)
}

fn button_of(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Left),
        MouseButton::Right => Some(Button::Right),
        MouseButton::Middle => Some(Button::Middle),
        _ => None,
    }
}
