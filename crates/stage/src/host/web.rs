//! A browser page: the page's script hands in events and elapsed time and takes pictures out.
//!
//! The functions below are what `web/motile.js` calls. A page runs one [`App`] at a time; before there is one, and
//! after one has failed, they do nothing. Those about parameters, time and state are for the [`Player`] that it names.

use super::{App, fitting::Fitting, pad_feed::PadFeed, seed};
use crate::{
    Button, DroppedFile, Error, InputEvent, Key, MAX_SENSES, Pad, PadAxis, PadButton, PadEvent,
    PadFamily, PageScroll, Param, ParamKind, Player, Result, ScaleMode, Sketch, TouchPhase, Window,
    run::LABEL_SIZE,
};
use core::cell::RefCell;
use motile_geom::{MarkShape, vec2};
use motile_time::{Duration, Stopwatch};
use wasm_bindgen::prelude::*;

thread_local! {
    /// The app of the page. WebAssembly has one thread, and its exported functions no argument to carry state.
    static SHOWN: RefCell<Option<Shown>> = const { RefCell::new(None) };
    /// The error that was printed last.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What the page shows, and how it lies on the canvas.
struct Shown {
    app: Box<dyn App>,
    fitting: Fitting,
    mode: ScaleMode,
    pads: PadFeed,
    /// The title of its window: that of the page unless the app asks for another.
    title: String,
    /// Whether it always goes on while another window has the keyboard.
    in_background: bool,
    page_scroll: PageScroll,
}

#[wasm_bindgen]
extern "C" {
    /// The page shows the message instead of the picture.
    #[wasm_bindgen(js_namespace = globalThis)]
    fn motile_failed(message: &str);

    /// A number from 0 to 1 that nobody can foretell.
    #[wasm_bindgen(js_namespace = Math, js_name = random)]
    fn page_random() -> f64;

    /// Milliseconds since the page was opened.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn page_milliseconds() -> f64;

    /// The address of the page as it is now.
    #[wasm_bindgen(js_namespace = location, js_name = toString)]
    fn page_address() -> String;
}

/// Starts a sketch in the page. Returns at once; the page's script drives it.
///
/// # Errors
/// When the size is impossible.
pub fn run<S: Sketch>(window: Window) -> Result {
    hear_panics();
    let settings = window.settings.clone().seeded().on_machine();
    let mut player = Player::new::<S>(&settings)?.on_display();
    player.set_interpolation(window.interpolate);
    run_app(window, player)
}

/// Shows a program in the page. Returns at once; the page's script drives it.
///
/// # Errors
/// None here; in a window it may fail.
pub fn run_app(window: Window, app: impl App + 'static) -> Result {
    show_in(window, Box::new(app));
    Ok(())
}

/// The clock of the page, for [`Player::set_stopwatch`]; browsers round it to 5…100 microseconds.
pub const fn stopwatch() -> Stopwatch {
    Stopwatch::new(|| duration(page_milliseconds()))
}

/// A number that nobody can foretell.
pub(super) fn entropy() -> u64 {
    (page_random() * 9e15) as u64
}

/// The seed that the address of the page asks for, as in `#Seed=7`.
pub(super) fn wanted_seed() -> Option<u64> {
    seed::of_address(&page_address())
}

/// Milliseconds of a page, as a duration; none for what is no time.
fn duration(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

/// Makes a player the one that the page shows.
pub fn show(player: Player) {
    show_in(Window::new("", 1, 1), Box::new(player));
}

/// A page has no use for the size that a window begins with, nor for its limits.
fn show_in(window: Window, app: Box<dyn App>) {
    hear_panics();
    let Window { title, scale: mode, in_background, page_scroll, .. } = window;
    let (fitting, pads) = (Fitting::new(mode), PadFeed::default());
    let shown = Shown { app, fitting, mode, pads, title, in_background, page_scroll };
    SHOWN.with(|place| *place.borrow_mut() = Some(shown));
}

/// From now on the page shows the message of a panic.
fn hear_panics() {
    std::panic::set_hook(Box::new(|panic| motile_failed(&panic.to_string())));
}

/// Keeps an error that is being printed. A page has no error output: what a `main` that returns an error prints would
/// be lost.
pub(crate) fn note_printed(error: &dyn core::fmt::Display) {
    let text = error.to_string();
    SAID.with(|said| *said.borrow_mut() = text);
}

/// Called before `main`, so that the page shows the message of a panic in it too.
#[wasm_bindgen]
pub fn web_prepare() {
    hear_panics();
}

/// The error that `main` returned, in words; empty when it returned none.
#[wasm_bindgen]
pub fn web_said() -> String {
    SAID.with(|said| said.borrow().clone())
}

/// Ends what the page shows: its memory is free again, its sounds stop.
#[wasm_bindgen]
pub fn web_end() {
    // Outside of the borrow: what ends may look at the page once more.
    let ended = SHOWN.with(|place| place.try_borrow_mut().ok().and_then(|mut shown| shown.take()));
    drop(ended);
}

/// Whether the program has started a sketch.
#[wasm_bindgen]
pub fn web_is_showing() -> bool {
    with_shown(false, |_| true)
}

/// Does something with the player that the page shows; `None` when there is none, or it is in the middle of a call that
/// failed.
pub fn with_player<T>(work: impl FnOnce(&mut Player) -> T) -> Option<T> {
    with(None, |player| Some(work(player)))
}

/// Does something with the player; `nothing` when there is none or it is in the middle of a call that failed.
fn with<T>(nothing: T, work: impl FnOnce(&mut Player) -> T) -> T {
    SHOWN.with(|place| match place.try_borrow_mut().as_deref_mut() {
        Ok(Some(shown)) => match shown.app.player() {
            Some(player) => work(player),
            None => nothing,
        },
        _ => nothing,
    })
}

/// Tells the app about something that happened.
fn tell(event: InputEvent) {
    with_shown((), |shown| shown.app.event(event));
}

fn with_shown<T>(nothing: T, work: impl FnOnce(&mut Shown) -> T) -> T {
    SHOWN.with(|place| match place.try_borrow_mut().as_deref_mut() {
        Ok(Some(shown)) => work(shown),
        _ => nothing,
    })
}

/// The canvas has this many pixels of the display, of which `density` make one of an ordinary display. Without this
/// call a picture has the pixels of the stage.
#[wasm_bindgen]
pub fn web_view(width: f32, height: f32, density: f32) {
    with_shown((), |shown| shown.fitting.follow(&mut *shown.app, vec2(width, height), density));
}

/// How the stage is fitted into the page: `none`, `fit`, `fill` or `pixels`.
#[wasm_bindgen]
pub fn web_scale_mode() -> String {
    let mode = with_shown(ScaleMode::Fit, |shown| shown.mode);
    let name = match mode {
        ScaleMode::None => "none",
        ScaleMode::Fit => "fit",
        ScaleMode::Fill => "fill",
        ScaleMode::Pixels => "pixels",
    };
    name.into()
}

/// Where the picture lies on the canvas: pixels of the display for one of the picture, then its corner.
#[wasm_bindgen]
pub fn web_place() -> Vec<f32> {
    with_shown(vec![1.0, 0.0, 0.0], |shown| {
        let place = shown.fitting.picture(&*shown.app);
        vec![place.scale, place.offset.x, place.offset.y]
    })
}

/// Width of the stage, the unit of positions.
#[wasm_bindgen]
pub fn web_stage_width() -> u32 {
    with_shown(1, |shown| shown.app.size().x as u32)
}

/// Height of the stage.
#[wasm_bindgen]
pub fn web_stage_height() -> u32 {
    with_shown(1, |shown| shown.app.size().y as u32)
}

/// The parameters, one a line: name, label, kind, smallest, largest, step, value at the start and choices, with tabs in
/// between; choices are parted by `|`.
#[wasm_bindgen]
pub fn web_params() -> String {
    let line = |param: &Param| {
        let (min, max) = param.range();
        let (kind, choices) = match param.kind {
            ParamKind::Number { .. } => ("number", String::new()),
            ParamKind::Whole { .. } => ("whole", String::new()),
            ParamKind::Toggle { .. } => ("toggle", String::new()),
            ParamKind::Choice { options, .. } => ("choice", options.join("|")),
            ParamKind::Button => ("button", String::new()),
        };
        let (label, step, default) = (param.label(), param.step(), param.default_value());
        format!("{}\t{label}\t{kind}\t{min}\t{max}\t{step}\t{default}\t{choices}\n", param.name)
    };
    with(String::new(), |player| player.params().declared().iter().map(line).collect())
}

/// Goes on by some milliseconds and draws; whether the picture changed.
#[wasm_bindgen]
pub fn web_frame(milliseconds: f64) -> bool {
    with_shown(false, |shown| shown.app.frame(duration(milliseconds)))
}

/// Runs exactly this many ticks, paused or not, and draws. An app that names no player only draws.
#[wasm_bindgen]
pub fn web_tick(count: u32) {
    with_shown((), |shown| match shown.app.player() {
        Some(player) => {
            player.run_ticks(u64::from(count));
            player.draw();
        }
        None => {
            shown.app.frame(Duration::ZERO);
        }
    });
}

/// Where in memory the picture lies: rows of red, green, blue, alpha, all opaque.
#[wasm_bindgen]
pub fn web_pixels() -> *const u8 {
    with_shown(core::ptr::null(), |shown| shown.app.surface().bytes().as_ptr())
}

/// Width of the picture in pixels.
#[wasm_bindgen]
pub fn web_width() -> u32 {
    with_shown(1, |shown| shown.app.surface().width())
}

/// Height of the picture in pixels.
#[wasm_bindgen]
pub fn web_height() -> u32 {
    with_shown(1, |shown| shown.app.surface().height())
}

/// The pointer is at this pixel of the canvas.
#[wasm_bindgen]
pub fn web_pointer_move(x: f32, y: f32) {
    with_shown((), |shown| {
        let place = shown.fitting.view.to_picture(vec2(x, y));
        shown.app.event(InputEvent::Move(place));
    });
}

/// A button changed; numbered as pages do: 0 left, 1 middle, 2 right.
#[wasm_bindgen]
pub fn web_pointer_button(button: u8, down: bool) {
    let button = match button {
        0 => Button::Left,
        1 => Button::Middle,
        2 => Button::Right,
        _ => return,
    };
    tell(if down { InputEvent::Down(button) } else { InputEvent::Up(button) });
}

/// The wheel turned by lines; positive scrolls down.
#[wasm_bindgen]
pub fn web_wheel(lines: f32) {
    tell(InputEvent::Wheel(lines));
}

/// A key changed, by the name scripts use; others are passed over.
#[wasm_bindgen]
pub fn web_key(name: &str, down: bool) {
    if let Some(key) = Key::parse(name) {
        tell(if down { InputEvent::Key(key) } else { InputEvent::KeyUp(key) });
    }
}

/// Somebody typed this, with its case.
#[wasm_bindgen]
pub fn web_text(text: &str) {
    for typed in text.chars() {
        tell(InputEvent::Text(typed));
    }
}

/// A finger came down (phase 0), moved (1) or was lifted (2).
#[wasm_bindgen]
pub fn web_touch(id: u32, phase: u8, x: f32, y: f32) {
    let phase = match phase {
        0 => TouchPhase::Down,
        1 => TouchPhase::Move,
        _ => TouchPhase::Up,
    };
    with_shown((), |shown| {
        let position = shown.fitting.view.to_picture(vec2(x, y));
        shown.app.event(InputEvent::Touch { id, phase, position });
    });
}

/// An input method composes this; what was meant comes as text.
#[wasm_bindgen]
pub fn web_compose(text: &str) {
    tell(InputEvent::Compose(None));
    for composed in text.chars() {
        tell(InputEvent::Compose(Some(composed)));
    }
}

/// Buttons of a pad in the order of a page's standard mapping.
const PAD_BUTTONS: [PadButton; 17] = [
    PadButton::South,
    PadButton::East,
    PadButton::West,
    PadButton::North,
    PadButton::LeftShoulder,
    PadButton::RightShoulder,
    PadButton::LeftTrigger,
    PadButton::RightTrigger,
    PadButton::Select,
    PadButton::Start,
    PadButton::LeftStick,
    PadButton::RightStick,
    PadButton::Up,
    PadButton::Down,
    PadButton::Left,
    PadButton::Right,
    PadButton::Home,
];

/// A gamepad as the page sees it in this frame, in its standard mapping: values of its buttons (negative for those that
/// are not held) and of its sticks. Without a name it is gone.
#[wasm_bindgen]
pub fn web_pad(number: u32, name: &str, buttons: &[f32], axes: &[f32]) {
    let mut pad = Pad::NONE;
    if !name.is_empty() {
        pad.apply(PadEvent::Connected(PadFamily::guess(name)));
        for (&button, &value) in PAD_BUTTONS.iter().zip(buttons) {
            if value >= 0.0 {
                pad.apply(PadEvent::Down(button));
            }
        }
        let sticks = [PadAxis::LeftX, PadAxis::LeftY, PadAxis::RightX, PadAxis::RightY];
        for (axis, &value) in sticks.into_iter().zip(axes) {
            pad.apply(PadEvent::Axis(axis, value));
        }
        // A trigger that is pulled a little is held for no page, so its way is told with the sign of a rest.
        let pull = |at: usize| buttons.get(at).map_or(0.0, |value| value.abs());
        pad.apply(PadEvent::Axis(PadAxis::LeftTrigger, pull(6)));
        pad.apply(PadEvent::Axis(PadAxis::RightTrigger, pull(7)));
    }
    with_shown((), |shown| shown.pads.follow(number, &pad, &mut *shown.app));
}

/// A gamepad to shake: its number, strength of the heavy and of the light motor, and milliseconds.
#[wasm_bindgen]
pub fn web_rumble() -> Option<Vec<f32>> {
    with_shown(None, |shown| {
        let rumble = shown.app.shell()?.rumble.pop()?;
        let share = |strength: f32| strength.clamp(0.0, 1.0);
        let milliseconds = rumble.seconds.clamp(0.0, 5.0) * 1000.0;
        Some(vec![rumble.pad as f32, share(rumble.strong), share(rumble.weak), milliseconds])
    })
}

/// Where somebody types, in pixels of the canvas: corner and size of the caret.
#[wasm_bindgen]
pub fn web_typing() -> Option<Vec<f32>> {
    with_shown(None, |shown| {
        let view = shown.fitting.view;
        let caret = shown.app.shell()?.typing?;
        let (place, size) = (view.to_window(caret.min), caret.size() * view.scale);
        Some(vec![place.x, place.y, size.x, size.y])
    })
}

/// The canvas got the keyboard or lost it.
#[wasm_bindgen]
pub fn web_focus(focused: bool) {
    with_shown((), |shown| {
        if !focused {
            shown.pads.lose_focus();
        }
        shown.app.event(InputEvent::Focus(focused));
    });
}

/// A file was dropped on the canvas.
#[wasm_bindgen]
pub fn web_drop(name: String, bytes: Vec<u8>) {
    with_shown((), |shown| shown.app.drop_file(DroppedFile { name, bytes }));
}

/// What was dropped on the canvas cannot be read: a folder, or a file that is gone. The sketch's page tells it.
#[wasm_bindgen]
pub fn web_drop_failed(said: String) {
    with((), |player| player.stage_mut().fail(Error::new(said)));
}

/// Whether the wheel over the picture is the sketch's; if not, the page scrolls.
#[wasm_bindgen]
pub fn web_takes_wheel() -> bool {
    with_shown(true, |shown| shown.page_scroll == PageScroll::Never)
}

/// Whether fingers that drag over the picture are the sketch's; if not, the page scrolls.
#[wasm_bindgen]
pub fn web_takes_drags() -> bool {
    with_shown(true, |shown| shown.page_scroll != PageScroll::WheelAndDrags)
}

/// Somebody wants to leave the page; whether to ask before.
#[wasm_bindgen]
pub fn web_close() -> bool {
    with_shown(false, |shown| {
        shown.app.event(InputEvent::Close);
        shown.app.shell().is_some_and(|shell| shell.keeps_open)
    })
}

/// What the sketch asks of its page: cursor, full screen (`true`), end (`true`), going on without the keyboard (`true`),
/// title, one a line.
#[wasm_bindgen]
pub fn web_shell() -> String {
    with_shown(String::new(), |shown| {
        let quit = shown.app.is_done();
        let Some(shell) = shown.app.shell() else { return String::new() };
        let goes_on = shown.in_background || shell.in_background;
        let title = shell.title.as_deref().unwrap_or(&shown.title);
        format!("{}\n{}\n{quit}\n{goes_on}\n{title}", shell.cursor.css(), shell.full_screen)
    })
}

/// Text for the clipboard, once.
#[wasm_bindgen]
pub fn web_clipboard() -> Option<String> {
    with_shown(None, |shown| shown.app.shell()?.clipboard.take())
}

/// What the page writes over the picture, so that no font need be part of a program that has no text of its own: what
/// went wrong last, in one line, then a line for each label of the debug view: `X Y SIZE COLOR TEXT` in pixels of the
/// canvas, the place being the lower left corner. Empty when there is nothing to say.
#[wasm_bindgen]
pub fn web_words() -> String {
    with_shown(String::new(), |shown| {
        let view = shown.fitting.view;
        let Some(player) = shown.app.player() else { return String::new() };
        let failure = player.stage().failure().map(ToString::to_string);
        let mut words = failure.unwrap_or_default().replace('\n', " ");
        for mark in player.marks().into_iter().flat_map(|marks| marks.iter()) {
            let MarkShape::Label { position, text } = mark.shape else { continue };
            let [red, green, blue] = mark.role.rgb();
            let (at, size) = (view.to_window(position), view.scale * LABEL_SIZE);
            words += &format!("\n{} {} {size} #{red:02x}{green:02x}{blue:02x} ", at.x, at.y);
            words += &text.replace('\n', " ");
        }
        words
    })
}

/// Whether the page fills the screen now, by whoever's wish.
#[wasm_bindgen]
pub fn web_set_full_screen(full: bool) {
    with_shown((), |shown| {
        if let Some(shell) = shown.app.shell() {
            shell.full_screen = full;
        }
    });
}

/// Nobody sees the page any more, or somebody does again: it is in the background, or halted because another window has
/// the keyboard.
#[wasm_bindgen]
pub fn web_set_hidden(hidden: bool) {
    with_shown((), |shown| shown.app.set_hidden(hidden));
}

/// The seed of the run in digits: numbers of a page hold only those up to 2⁵³.
#[wasm_bindgen]
pub fn web_seed() -> String {
    with(String::new(), |player| player.seed().to_string())
}

/// Starts the sketch anew, with the parameters as they are now. When that fails the page says why.
#[wasm_bindgen]
pub fn web_restart() {
    if let Err(error) = with(Ok(()), Player::restart) {
        motile_failed(&error.to_string());
    }
}

/// Stops time or lets it go on.
#[wasm_bindgen]
pub fn web_set_paused(paused: bool) {
    with((), |player| player.set_paused(paused));
}

/// Whether time is stopped; never for an app that names no player.
#[wasm_bindgen]
pub fn web_is_paused() -> bool {
    with(false, |player| player.is_paused())
}

/// Simulated seconds per real second.
#[wasm_bindgen]
pub fn web_set_speed(speed: f32) {
    with((), |player| player.set_speed(speed));
}

/// Simulated seconds per real second, as they were set.
#[wasm_bindgen]
pub fn web_speed() -> f32 {
    with(1.0, |player| player.speed())
}

/// Sets a parameter. What it cannot be is passed over: the page's controls offer only what is possible.
#[wasm_bindgen]
pub fn web_set_param(name: &str, value: f32) {
    with((), |player| {
        let _ = player.set_param(name, value);
    });
}

/// The value of a parameter; NaN when there is none of this name.
#[wasm_bindgen]
pub fn web_param(name: &str) -> f32 {
    with(f32::NAN, |player| player.params().get(name).unwrap_or(f32::NAN))
}

/// How many ticks have run.
#[wasm_bindgen]
pub fn web_tick_index() -> f64 {
    with(0.0, |player| player.tick_index() as f64)
}

/// Sixteen hexadecimal digits of the simulation state.
#[wasm_bindgen]
pub fn web_hash() -> String {
    with(String::new(), |player| format!("{:016x}", player.hash()))
}

/// The input as the sketch sees it, for tests and for finding out: `X Y` (`- -` before the pointer was seen), then the buttons and keys that are down,
/// then `touches N`, then `sense N VALUE` for each that tells something, then `focused` if the sketch has the keyboard.
#[wasm_bindgen]
pub fn web_input() -> String {
    with(String::new(), |player| {
        let input = player.stage().input();
        let place = input.pointer.position;
        let mut text =
            place.map_or_else(|| "- -".into(), |place| format!("{} {}", place.x, place.y));
        for (button, name) in Button::NAMED {
            if input.pointer.button_down(button) {
                text += &format!(" {name}");
            }
        }
        for key in input.keys_down() {
            text += &format!(" {key}");
        }
        text += &format!(" touches {}", input.touches.iter().filter(|touch| touch.down).count());
        for (number, sense) in (0..MAX_SENSES).map(|number| (number, input.sense(number))) {
            if let Some(value) = sense.value {
                text += &format!(" sense {number} {value}");
            }
        }
        text + if input.focused { " focused" } else { "" }
    })
}
