//! Input as a value: a host, a script, a recording or a test can be the player.

mod event;
mod key;
mod pad;
mod quoted;
mod recording;
mod script;
mod sense;
mod warning;
mod wheel;

pub use event::{Button, InputEvent, TouchPhase};
pub use key::Key;
pub use pad::{MAX_PADS, Pad, PadAxis, PadButton, PadEvent, PadFamily, Rumble, StickShape};
pub use recording::Recording;
pub use script::{Script, ScriptError, ScriptEvent, ScriptParam};
pub use sense::{MAX_SENSES, Sense};
pub use warning::ScriptWarning;
pub use wheel::WheelSteps;

use motile_geom::{Vec2, vec2};

/// State of pointer, keyboard, gamepads, fingers, senses and window as one tick sees it.
///
/// "Pressed" and "released" are true during exactly one tick, the first after the event; a key that
/// went down and up between two ticks is pressed and released in the same tick, so no tap is lost.
///
/// ```
/// use motile_stage::{InputEvent, Input, Key};
/// let mut input = Input::default();
/// input.apply(InputEvent::Key(Key::Space));
/// assert!(input.pressed(Key::Space) && input.is_down(Key::Space));
/// input.end_tick();
/// assert!(!input.pressed(Key::Space) && input.is_down(Key::Space));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Mouse or pen, and the first finger.
    pub pointer: Pointer,
    /// Fingers on the screen in the order they came down. A lifted one stays for the tick in which
    /// it was lifted, with `down` false.
    pub touches: Vec<Touch>,
    /// Whether fingers are what the program is used by: one has touched the screen, or the page knows before the first does.
    pub touch_screen: bool,
    /// Whether the program has the keyboard.
    pub focused: bool,
    /// The new size of the stage in pixels, in the tick after it changed.
    pub resized: Option<Vec2>,
    /// What was typed since the last tick, for text entry: characters as they are meant, with case and with the
    /// repeats of held keys. Control characters are left out, but for the line feed and tab of pasted text: Enter,
    /// Backspace and the arrows are [keys](Input::pressed).
    pub text: String,
    /// What is being composed and not meant yet, for a text field to show underlined at its caret; empty most of the
    /// time. An input method may end it without a word of [`Input::text`].
    #[doc(alias = "IME")]
    #[doc(alias = "preedit")]
    pub composing: String,
    /// Files that were dropped on the window or page since the last tick. Scripts and recordings do not have them.
    #[doc(alias = "drag and drop")]
    pub files: Vec<DroppedFile>,
    /// Whether somebody asked since the last tick to close the window; see
    /// [`Shell::keeps_open`](crate::Shell::keeps_open).
    pub close_requested: bool,
    /// How many events were passed over because of a NaN or an infinity in them, a gamepad beyond [`MAX_PADS`] or a sense
    /// beyond [`MAX_SENSES`].
    pub rejected: u64,
    down: Vec<Key>,
    pressed: Vec<Key>,
    released: Vec<Key>,
    /// As many as have been seen.
    pads: Vec<Pad>,
    /// As many as have told something.
    senses: Vec<Sense>,
}

/// Nothing pressed, no pointer seen yet, focused.
impl Default for Input {
    fn default() -> Self {
        Self::new()
    }
}

impl Input {
    /// Nothing pressed, no pointer seen yet, focused.
    pub const fn new() -> Self {
        Self {
            pointer: Pointer::new(),
            touches: Vec::new(),
            touch_screen: false,
            focused: true,
            resized: None,
            text: String::new(),
            composing: String::new(),
            files: Vec::new(),
            close_requested: false,
            rejected: 0,
            down: Vec::new(),
            pressed: Vec::new(),
            released: Vec::new(),
            pads: Vec::new(),
            senses: Vec::new(),
        }
    }
}

/// The mouse or pen, and the first finger on a touch screen.
///
/// ```
/// use motile_geom::vec2;
/// use motile_stage::{Button, Input, InputEvent};
/// let mut input = Input::default();
/// assert_eq!(input.pointer.position.unwrap_or(vec2(9.0, 9.0)), vec2(9.0, 9.0), "not seen yet");
/// input.apply(InputEvent::Move(vec2(3.0, 4.0)));
/// input.apply(InputEvent::Down(Button::Left));
/// if let Some(place) = input.pointer.pressed_at() {
///     assert_eq!(place, vec2(3.0, 4.0));
/// }
/// # assert!(input.pointer.pressed_at().is_some());
/// ```
#[doc(alias = "mouse")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// Where it is, in stage pixels; `None` until it has been seen for the first time. It may lie outside the stage
    /// while a button is held.
    pub position: Option<Vec2>,
    /// How far it moved since the last tick, in stage pixels; zero when it is seen for the first time.
    pub delta: Vec2,
    /// Lines the wheel turned since the last tick; positive scrolls down.
    pub wheel: f32,
    down: [bool; 3],
    pressed: [bool; 3],
    released: [bool; 3],
}

impl Pointer {
    const fn new() -> Self {
        Self {
            position: None,
            delta: Vec2::ZERO,
            wheel: 0.0,
            down: [false; 3],
            pressed: [false; 3],
            released: [false; 3],
        }
    }

    /// Whether the primary button is held.
    pub const fn is_down(&self) -> bool {
        self.down[Button::Left as usize]
    }

    /// Whether the primary button went down in this tick.
    pub const fn pressed(&self) -> bool {
        self.pressed[Button::Left as usize]
    }

    /// Whether the primary button came up in this tick.
    pub const fn released(&self) -> bool {
        self.released[Button::Left as usize]
    }

    /// Where it is while the primary button is held.
    pub fn held_at(&self) -> Option<Vec2> {
        self.position.filter(|_| self.is_down())
    }

    /// Where it is in the tick in which the primary button went down.
    pub fn pressed_at(&self) -> Option<Vec2> {
        self.position.filter(|_| self.pressed())
    }

    /// Where it is in the tick in which the primary button came up.
    pub fn released_at(&self) -> Option<Vec2> {
        self.position.filter(|_| self.released())
    }

    /// Whether a button is held.
    pub const fn button_down(&self, button: Button) -> bool {
        self.down[button as usize]
    }

    /// Whether a button went down in this tick.
    pub const fn button_pressed(&self, button: Button) -> bool {
        self.pressed[button as usize]
    }

    /// Whether a button came up in this tick.
    pub const fn button_released(&self, button: Button) -> bool {
        self.released[button as usize]
    }

    fn press(&mut self, button: Button) {
        let button = button as usize;
        self.pressed[button] |= !self.down[button];
        self.down[button] = true;
    }

    fn release(&mut self, button: Button) {
        let button = button as usize;
        self.released[button] |= self.down[button];
        self.down[button] = false;
    }

    fn move_to(&mut self, position: Vec2) {
        self.delta += position - self.position.unwrap_or(position);
        self.position = Some(position);
    }
}

/// A file that was dropped on the window or page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedFile {
    /// Its name, without the folders.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A finger on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Tells fingers apart while they are down.
    pub id: u32,
    /// Where it is, in stage pixels.
    pub position: Vec2,
    /// Whether it came down in this tick.
    pub pressed: bool,
    /// Whether it still touches; false in the tick in which it was lifted.
    pub down: bool,
}

impl Input {
    /// Whether a key is held. Letters count in either case.
    pub fn is_down(&self, key: Key) -> bool {
        self.down.contains(&key.folded())
    }

    /// Whether a key went down in this tick. Letters count in either case.
    pub fn pressed(&self, key: Key) -> bool {
        self.pressed.contains(&key.folded())
    }

    /// Whether a key came up in this tick. Letters count in either case.
    pub fn released(&self, key: Key) -> bool {
        self.released.contains(&key.folded())
    }

    /// Keys that went down in this tick, in order.
    pub fn keys_pressed(&self) -> &[Key] {
        &self.pressed
    }

    /// Keys held, in the order they went down.
    pub fn keys_down(&self) -> &[Key] {
        &self.down
    }

    /// The direction of the arrow keys held, each component −1, 0 or 1.
    pub fn arrows(&self) -> Vec2 {
        self.axis(Key::Left, Key::Right, Key::Up, Key::Down)
    }

    /// The direction of four keys held, each component −1, 0 or 1.
    pub fn axis(&self, left: Key, right: Key, up: Key, down: Key) -> Vec2 {
        let held = |key| f32::from(self.is_down(key));
        vec2(held(right) - held(left), held(down) - held(up))
    }

    /// A gamepad by its number; one at rest when there is none.
    pub fn pad(&self, number: u32) -> &Pad {
        self.pads.get(number as usize).unwrap_or(&Pad::NONE)
    }

    /// All gamepads that have been seen, with their numbers; [`Pad::connected`] tells which are there.
    pub fn pads(&self) -> impl Iterator<Item = (u32, &Pad)> {
        (0..).zip(&self.pads)
    }

    /// What a sense tells, by its number; nothing while there is no device behind it.
    pub fn sense(&self, number: u32) -> &Sense {
        self.senses.get(number as usize).unwrap_or(&Sense::NONE)
    }

    /// Takes in one event. One with NaN or infinite numbers changes nothing and is counted as [`Input::rejected`].
    pub fn apply(&mut self, event: InputEvent) {
        if !event.is_valid() {
            self.rejected += 1;
            return;
        }
        match event {
            InputEvent::Move(position) => self.pointer.move_to(position),
            InputEvent::Down(button) => self.pointer.press(button),
            InputEvent::Up(button) => self.pointer.release(button),
            InputEvent::Wheel(lines) => self.pointer.wheel += lines,
            InputEvent::Key(key) => self.press(key.folded()),
            InputEvent::KeyUp(key) => self.release(key.folded()),
            InputEvent::Text(typed) => {
                if !typed.is_control() || matches!(typed, '\n' | '\t') {
                    self.text.push(typed);
                }
            }
            InputEvent::Compose(None) => self.composing.clear(),
            InputEvent::Compose(Some(typed)) if typed.is_control() => {}
            InputEvent::Compose(Some(typed)) => self.composing.push(typed),
            InputEvent::Pad(number, event) => self.pad_mut(number).apply(event),
            InputEvent::Sense(number, value) => self.sense_mut(number).tell(value),
            InputEvent::Touch { id, phase, position } => self.touch(id, phase, position),
            InputEvent::Close => self.close_requested = true,
            InputEvent::Focus(focused) => self.focus(focused),
            InputEvent::Resize { width, height } => {
                self.resized = Some(vec2(width as f32, height as f32));
            }
        }
    }

    /// Forgets what was true for one tick only. The loop calls it after each tick.
    pub fn end_tick(&mut self) {
        let pointer = &mut self.pointer;
        (pointer.delta, pointer.wheel) = (Vec2::ZERO, 0.0);
        (pointer.pressed, pointer.released) = ([false; 3], [false; 3]);
        self.pressed.clear();
        self.released.clear();
        self.text.clear();
        self.pads.iter_mut().for_each(Pad::end_tick);
        self.senses.iter_mut().for_each(Sense::end_tick);
        self.files.clear();
        self.close_requested = false;
        self.touches.retain_mut(|touch| {
            touch.pressed = false;
            touch.down
        });
        self.resized = None;
    }

    /// A gamepad that an event tells about; its number has been looked at.
    fn pad_mut(&mut self, number: u32) -> &mut Pad {
        let at = number as usize;
        if self.pads.len() <= at {
            self.pads.resize(at + 1, Pad::NONE);
        }
        &mut self.pads[at]
    }

    /// A sense that an event tells about; its number has been looked at.
    fn sense_mut(&mut self, number: u32) -> &mut Sense {
        let at = number as usize;
        if self.senses.len() <= at {
            self.senses.resize(at + 1, Sense::NONE);
        }
        &mut self.senses[at]
    }

    fn press(&mut self, key: Key) {
        if !self.down.contains(&key) {
            self.down.push(key);
            if !self.pressed.contains(&key) {
                self.pressed.push(key);
            }
        }
    }

    fn release(&mut self, key: Key) {
        if let Some(at) = self.down.iter().position(|&held| held == key) {
            self.down.remove(at);
            if !self.released.contains(&key) {
                self.released.push(key);
            }
        }
    }

    /// The first finger also moves the pointer and holds the primary button.
    fn touch(&mut self, id: u32, phase: TouchPhase, position: Vec2) {
        // Also by a finger that never came down: so pages tell what they are shown on.
        self.touch_screen = true;
        let known = self.touches.iter().position(|touch| touch.id == id && touch.down);
        match (phase, known) {
            (TouchPhase::Down, None) => {
                let first = !self.touches.iter().any(|touch| touch.down);
                self.touches.push(Touch { id, position, pressed: true, down: true });
                if first {
                    self.pointer.move_to(position);
                    self.pointer.press(Button::Left);
                }
            }
            (TouchPhase::Down | TouchPhase::Move, Some(at)) => {
                self.touches[at].position = position;
                if self.is_first(at) {
                    self.pointer.move_to(position);
                }
            }
            (TouchPhase::Up, Some(at)) => {
                let first = self.is_first(at);
                self.touches[at].position = position;
                self.touches[at].down = false;
                if first {
                    self.pointer.move_to(position);
                    self.pointer.release(Button::Left);
                }
            }
            (TouchPhase::Move | TouchPhase::Up, None) => {}
        }
    }

    fn is_first(&self, at: usize) -> bool {
        !self.touches[..at].iter().any(|touch| touch.down)
    }

    fn focus(&mut self, focused: bool) {
        self.focused = focused;
        if !focused {
            while let Some(&key) = self.down.first() {
                self.release(key);
            }
            for (button, _) in Button::NAMED {
                self.pointer.release(button);
            }
            self.pads.iter_mut().for_each(Pad::rest);
            self.composing.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_last_one_tick_and_no_tap_is_lost() {
        let mut input = Input::default();
        input.apply(InputEvent::Key(Key::Up));
        input.apply(InputEvent::KeyUp(Key::Up));
        input.apply(InputEvent::Down(Button::Left));
        assert!(input.pressed(Key::Up) && input.released(Key::Up) && !input.is_down(Key::Up));
        assert!(input.pointer.pressed() && input.pointer.is_down());
        input.end_tick();
        assert!(!input.pressed(Key::Up) && !input.released(Key::Up));
        assert!(!input.pointer.pressed() && input.pointer.is_down());
        input.apply(InputEvent::Down(Button::Left));
        assert!(!input.pointer.pressed(), "a button already down is not pressed again");
    }

    #[test]
    fn repeats_are_ignored_and_lost_focus_lets_go() {
        let mut input = Input::default();
        input.apply(InputEvent::Key(Key::Char('a')));
        input.end_tick();
        input.apply(InputEvent::Key(Key::Char('a')));
        assert!(!input.pressed(Key::Char('a')));
        input.apply(InputEvent::Down(Button::Right));
        input.apply(InputEvent::Focus(false));
        assert!(input.keys_down().is_empty() && input.released(Key::Char('a')));
        assert!(!input.pointer.button_down(Button::Right) && !input.focused);
    }

    #[test]
    fn an_input_method_that_never_commits_leaves_nothing() {
        let mut input = Input::default();
        input.apply(InputEvent::Compose(None));
        for sign in ['に', 'ほ', '\u{1b}'] {
            input.apply(InputEvent::Compose(Some(sign)));
        }
        input.end_tick();
        assert_eq!(input.composing, "にほ", "it stands until it is changed");
        input.apply(InputEvent::Compose(None));
        input.apply(InputEvent::Compose(Some('日')));
        assert_eq!((input.composing.as_str(), input.text.as_str()), ("日", ""));
        input.apply(InputEvent::Focus(false));
        assert_eq!((input.composing.as_str(), input.text.as_str()), ("", ""));
    }

    #[test]
    fn pads_have_numbers_and_there_are_eight() {
        let mut input = Input::default();
        input.apply(InputEvent::Pad(2, PadEvent::Down(PadButton::Start)));
        assert!(input.pad(2).pressed(PadButton::Start) && !input.pad(0).connected);
        assert_eq!(input.pads().count(), 3);
        input.end_tick();
        assert!(input.pad(2).is_down(PadButton::Start) && !input.pad(2).pressed(PadButton::Start));
        input.apply(InputEvent::Pad(MAX_PADS, PadEvent::Down(PadButton::Start)));
        input.apply(InputEvent::Pad(0, PadEvent::Axis(PadAxis::LeftX, f32::NAN)));
        assert_eq!((input.rejected, input.pads().count()), (2, 3));
        input.apply(InputEvent::Focus(false));
        assert!(input.pad(2).released(PadButton::Start) && input.pad(2).connected);
    }

    #[test]
    fn letters_compare_without_case_and_text_keeps_it() {
        let mut input = Input::default();
        input.apply(InputEvent::Key(Key::Char('A')));
        for typed in ['A', '\u{8}', 'é', ' '] {
            input.apply(InputEvent::Text(typed));
        }
        assert!(input.pressed(Key::Char('a')) && input.is_down(Key::Char('A')));
        assert_eq!(input.keys_down(), [Key::Char('a')]);
        assert_eq!(input.text, "Aé ", "Backspace is a key, not a text");
        input.end_tick();
        assert_eq!(input.text, "");
        input.apply(InputEvent::KeyUp(Key::Char('A')));
        assert!(input.released(Key::Char('a')) && input.keys_down().is_empty());
    }

    #[test]
    fn the_first_finger_is_the_pointer() {
        let mut input = Input::default();
        let touch = |id, phase, x| InputEvent::Touch { id, phase, position: vec2(x, 0.0) };
        input.apply(touch(7, TouchPhase::Down, 10.0));
        input.apply(touch(8, TouchPhase::Down, 50.0));
        input.apply(touch(8, TouchPhase::Move, 60.0));
        assert_eq!(input.pointer.position, Some(vec2(10.0, 0.0)));
        assert_eq!(input.touches.len(), 2);
        input.apply(touch(7, TouchPhase::Up, 12.0));
        assert!(input.pointer.released());
        assert_eq!(input.touches.len(), 2, "a lifted finger is visible for one tick");
        input.end_tick();
        assert_eq!(input.touches.len(), 1);
        assert_eq!(input.touches[0].id, 8);
        input.apply(touch(99, TouchPhase::Up, 0.0));
        assert_eq!(input.touches.len(), 1);
    }

    #[test]
    fn a_pointer_not_seen_yet_is_none() {
        let mut input = Input::default();
        input.apply(InputEvent::Down(Button::Left));
        assert_eq!(input.pointer.position, None);
        assert!(input.pointer.pressed(), "a press is a press");
        assert_eq!(input.pointer.pressed_at(), None, "somewhere");
        input.apply(InputEvent::Move(Vec2::ZERO));
        assert_eq!(input.pointer.pressed_at(), Some(Vec2::ZERO), "the corner is a place");
        assert_eq!(input.pointer.held_at(), Some(Vec2::ZERO));
        input.end_tick();
        input.apply(InputEvent::Up(Button::Left));
        assert_eq!(input.pointer.pressed_at(), None);
        assert_eq!(input.pointer.held_at(), None);
        assert_eq!(input.pointer.released_at(), Some(Vec2::ZERO));
    }

    #[test]
    fn movement_adds_up_and_nan_is_refused() {
        let mut input = Input::default();
        input.apply(InputEvent::Move(Vec2::ZERO));
        input.apply(InputEvent::Move(vec2(3.0, 4.0)));
        input.apply(InputEvent::Move(vec2(f32::NAN, 4.0)));
        input.apply(InputEvent::Move(vec2(5.0, 4.0)));
        input.apply(InputEvent::Wheel(f32::INFINITY));
        input.apply(InputEvent::Wheel(2.0));
        assert_eq!(input.pointer.delta, vec2(5.0, 4.0));
        assert_eq!(input.pointer.wheel, 2.0);
        assert_eq!(input.rejected, 2);
        input.apply(InputEvent::Key(Key::Left));
        input.apply(InputEvent::Key(Key::Down));
        assert_eq!(input.arrows(), vec2(-1.0, 1.0));
    }
}
