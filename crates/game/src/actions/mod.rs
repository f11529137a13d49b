//! What a player wants, apart from what is pressed for it.

mod binding;
mod glyph;

pub use binding::Binding;

use core::fmt::{self, Write as _};
use motile_geom::{Vec2, vec2};
use motile_stage::{Input, Pad, PadFamily, StickShape};

/// The actions of a game: an `enum` of yours, with a name for each. Names stand in saved bindings and have no spaces.
pub trait Action: Copy + PartialEq + 'static {
    /// All actions with their names, in the order of menus.
    const NAMED: &'static [(Self, &'static str)];
}

/// Which keys, buttons and sticks stand for which action, and which actions are on in this tick.
///
/// ```
/// use motile_game::{Action, Actions, Binding};
/// use motile_stage::{Input, InputEvent, Key, PadAxis, PadButton, PadEvent};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Act { Left, Right, Jump }
///
/// impl Action for Act {
///     const NAMED: &'static [(Self, &'static str)] =
///         &[(Self::Left, "left"), (Self::Right, "right"), (Self::Jump, "jump")];
/// }
///
/// let mut actions = Actions::new()
///     .with(Act::Left, [Binding::Key(Key::Left), Binding::AxisDown(PadAxis::LeftX)])
///     .with(Act::Right, [Binding::Key(Key::Right), Binding::AxisUp(PadAxis::LeftX)])
///     .with(Act::Jump, [Binding::Key(Key::Space), Binding::Pad(PadButton::South)]);
///
/// let mut input = Input::default(); // in a sketch: tick.input
/// input.apply(InputEvent::Pad(0, PadEvent::Axis(PadAxis::LeftX, 1.0)));
/// input.apply(InputEvent::Pad(0, PadEvent::Down(PadButton::South)));
/// actions.update(&input);
/// assert!(actions.pressed(Act::Jump));
/// assert_eq!(actions.between(Act::Left, Act::Right), 1.0);
///
/// // A player who wants J to jump; the text goes into a save.
/// actions.rebind(Act::Jump, Binding::Key(Key::Space), Binding::Key(Key::Char('j')));
/// assert!(actions.to_text().contains("jump key J\n"));
/// ```
#[doc(alias = "input map")]
#[doc(alias = "key bindings")]
#[derive(Clone, Debug, PartialEq)]
pub struct Actions<A> {
    /// The gamepad that counts; all of them without a number. With a number for each of several players, each has actions
    /// of their own.
    pub pad: Option<u32>,
    /// What sticks mean.
    pub stick: StickShape,
    bindings: Vec<(A, Binding)>,
    states: Vec<ActionState>,
    /// Whether a gamepad was used last, and whose it is like; that is forgotten when none like it is there any more.
    used_pad: Option<PadFamily>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ActionState {
    value: f32,
    down: bool,
    pressed: bool,
    released: bool,
    /// What the game itself said since the last update.
    fed: f32,
}

/// From here on an action is on.
const ON: f32 = 0.5;
/// An action that is on stays so down to here: a stick that rests on the border does not flicker.
const OFF: f32 = 0.4;

impl<A: Action> Default for Actions<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Action> Actions<A> {
    /// No bindings yet.
    pub fn new() -> Self {
        let states = vec![ActionState::default(); A::NAMED.len()];
        Self {
            pad: None,
            stick: StickShape::default(),
            bindings: Vec::new(),
            states,
            used_pad: None,
        }
    }

    /// With further bindings of an action.
    #[must_use]
    pub fn with(mut self, action: A, bindings: impl IntoIterator<Item = Binding>) -> Self {
        bindings.into_iter().for_each(|binding| self.bind(action, binding));
        self
    }

    /// Adds a binding to an action, unless it has it already.
    pub fn bind(&mut self, action: A, binding: Binding) {
        if !self.bindings.contains(&(action, binding)) {
            self.bindings.push((action, binding));
        }
    }

    /// Takes all bindings of an action away.
    pub fn unbind(&mut self, action: A) {
        self.bindings.retain(|bound| bound.0 != action);
    }

    /// Puts a binding of an action in the place of an old one; where it had no such, it has one more.
    pub fn rebind(&mut self, action: A, old: Binding, new: Binding) {
        let place = self.bindings.iter().position(|bound| *bound == (action, old));
        match place {
            Some(_) if self.bindings.contains(&(action, new)) && old != new => {
                self.bindings.retain(|bound| *bound != (action, old));
            }
            Some(at) => self.bindings[at].1 = new,
            None => self.bind(action, new),
        }
    }

    /// The bindings of an action, in the order they came.
    pub fn bindings(&self, action: A) -> impl Iterator<Item = Binding> {
        self.bindings.iter().filter(move |bound| bound.0 == action).map(|bound| bound.1)
    }

    /// The actions that a binding stands for, for menus that warn of two.
    pub fn bound_to(&self, binding: Binding) -> impl Iterator<Item = A> {
        self.bindings.iter().filter(move |bound| bound.1 == binding).map(|bound| bound.0)
    }

    /// Looks at the input of a tick. Call it once a tick, before asking.
    pub fn update(&mut self, input: &Input) {
        self.update_with(input, &[]);
    }

    /// As [`Actions::update`], with further gamepads, such as that of a [`TouchPad`](crate::TouchPad).
    pub fn update_with(&mut self, input: &Input, further: &[Pad]) {
        let wanted = self.pad;
        let pads = || {
            let own = input.pads().filter(|pad| wanted.is_none_or(|number| number == pad.0));
            own.map(|pad| pad.1).chain(further)
        };
        for (state, (action, _)) in self.states.iter_mut().zip(A::NAMED) {
            let (mut value, mut tapped) = (state.fed, false);
            for (_, binding) in self.bindings.iter().filter(|bound| bound.0 == *action) {
                let here = core::iter::once(binding.read_input(input));
                let there = pads().map(|pad| binding.read_pad(pad, self.stick));
                for (pressed, edge) in here.chain(there) {
                    value = value.max(pressed);
                    tapped |= edge;
                }
            }
            state.turn(value, tapped);
        }
        if !input.keys_pressed().is_empty() || input.pointer.pressed() {
            self.used_pad = None;
        }
        let used = pads().find(|pad| pad.connected && binding::is_used(pad));
        let last = used.map(|pad| pad.family).or(self.used_pad);
        let is_there =
            |family: &PadFamily| pads().any(|pad| pad.connected && pad.family == *family);
        self.used_pad = last.filter(is_there);
    }

    /// Says that an action is on by this much, 0…1, in the next update: for what no binding can, such as a gesture that
    /// the game itself makes out of what it sees. Numbers that are not finite count as 0.
    pub fn feed(&mut self, action: A, value: f32) {
        if let Some(state) = Self::index(action).and_then(|at| self.states.get_mut(at)) {
            let value = if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
            state.fed = state.fed.max(value);
        }
    }

    /// Whether an action is on.
    pub fn is_down(&self, action: A) -> bool {
        self.state(action).down
    }

    /// Whether an action went on in this tick.
    pub fn pressed(&self, action: A) -> bool {
        self.state(action).pressed
    }

    /// Whether an action went off in this tick.
    pub fn released(&self, action: A) -> bool {
        self.state(action).released
    }

    /// How much of an action there is, 0…1: sticks and triggers know more than on and off.
    pub fn value(&self, action: A) -> f32 {
        self.state(action).value
    }

    /// What two opposite actions come to, −1…1.
    pub fn between(&self, negative: A, positive: A) -> f32 {
        self.value(positive) - self.value(negative)
    }

    /// The direction of four actions, at most 1 long: two keys at once are no faster than a stick.
    pub fn direction(&self, left: A, right: A, up: A, down: A) -> Vec2 {
        vec2(self.between(left, right), self.between(up, down)).clamp_length_max(1.0)
    }

    /// What to press for an action, on what the player used last: "Space", or "A" after a button of a gamepad. Empty when
    /// nothing is bound.
    pub fn prompt(&self, action: A) -> String {
        let shown = self.prompted(action);
        shown.map_or_else(String::new, |(binding, family)| binding.label(family))
    }

    /// What [`Actions::prompt`] tells, with the family of the gamepad, for [`Binding::draw_glyph`]; `None` when nothing is bound.
    #[doc(alias = "glyph")]
    pub fn prompted(&self, action: A) -> Option<(Binding, PadFamily)> {
        let family = self.used_pad.unwrap_or_default();
        let fits = |binding: &Binding| binding.is_of_pad() == self.used_pad.is_some();
        let best = self.bindings(action).find(fits).or_else(|| self.bindings(action).next());
        best.map(|binding| (binding, family))
    }

    /// All bindings as text, one a line: the name of the action, then the binding. Actions without one have `none`.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for &(action, name) in A::NAMED {
            let mut bound = self.bindings(action).peekable();
            if bound.peek().is_none() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{name} none");
            }
            for binding in bound {
                let _ = writeln!(text, "{name} {binding}");
            }
        }
        text
    }

    /// Takes the bindings of a text that [`Actions::to_text`] wrote. Actions that it does not name, as those of a later
    /// version of the game, keep theirs.
    ///
    /// # Errors
    /// The first line that names no action or binding; nothing is changed then.
    pub fn read_text(&mut self, text: &str) -> Result<(), ActionsError> {
        let mut read: Vec<(A, Option<Binding>)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = || ActionsError { line: number, found: line.chars().take(80).collect() };
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let (name, rest) = line.split_once(char::is_whitespace).ok_or_else(wrong)?;
            let action = A::NAMED.iter().find(|known| known.1 == name).ok_or_else(wrong)?.0;
            let binding = match rest.trim() {
                "none" => None,
                written => Some(Binding::parse(written).ok_or_else(wrong)?),
            };
            read.push((action, binding));
        }
        self.bindings.retain(|bound| !read.iter().any(|named| named.0 == bound.0));
        for (action, binding) in read {
            if let Some(binding) = binding {
                self.bind(action, binding);
            }
        }
        Ok(())
    }

    fn index(action: A) -> Option<usize> {
        A::NAMED.iter().position(|known| known.0 == action)
    }

    /// An action that has no name is never on.
    fn state(&self, action: A) -> ActionState {
        Self::index(action).and_then(|at| self.states.get(at)).copied().unwrap_or_default()
    }
}

impl ActionState {
    fn turn(&mut self, value: f32, tapped: bool) {
        let was = self.down;
        let now = value >= if was { OFF } else { ON };
        *self = Self {
            value,
            down: now,
            pressed: !was && (now || tapped),
            // What went down and up between two ticks is both, so that no tap is lost.
            released: !now && (was || tapped),
            fed: 0.0,
        };
    }
}

/// A line of saved bindings that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionsError {
    /// Line, from 1.
    pub line: u32,
    /// Its text, at most 80 characters of it.
    pub found: String,
}

impl fmt::Display for ActionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, found } = self;
        write!(
            f,
            "line {line}: expected an action and a binding, such as `jump key Space`, found \"{found}\""
        )
    }
}

impl core::error::Error for ActionsError {}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_stage::{Button, InputEvent, Key, PadAxis, PadButton, PadEvent};

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Act {
        Left,
        Right,
        Jump,
    }

    impl Action for Act {
        const NAMED: &'static [(Self, &'static str)] =
            &[(Self::Left, "left"), (Self::Right, "right"), (Self::Jump, "jump")];
    }

    fn actions() -> Actions<Act> {
        Actions::new()
            .with(Act::Left, [Key::Left.into(), Binding::AxisDown(PadAxis::LeftX)])
            .with(Act::Right, [Key::Right.into(), Binding::AxisUp(PadAxis::LeftX)])
            .with(Act::Jump, [Key::Space.into(), PadButton::South.into(), Button::Left.into()])
    }

    #[test]
    fn a_tap_between_two_ticks_is_pressed_and_released() {
        let (mut actions, mut input) = (actions(), Input::default());
        input.apply(InputEvent::Key(Key::Space));
        input.apply(InputEvent::KeyUp(Key::Space));
        actions.update(&input);
        assert!(
            actions.pressed(Act::Jump)
                && actions.released(Act::Jump)
                && !actions.is_down(Act::Jump)
        );
        input.end_tick();
        actions.update(&input);
        assert!(!actions.pressed(Act::Jump) && !actions.released(Act::Jump));
    }

    #[test]
    fn a_second_binding_does_not_press_again() {
        let (mut actions, mut input) = (actions(), Input::default());
        input.apply(InputEvent::Key(Key::Space));
        actions.update(&input);
        input.end_tick();
        input.apply(InputEvent::Down(Button::Left));
        actions.update(&input);
        assert!(actions.is_down(Act::Jump) && !actions.pressed(Act::Jump));
        input.apply(InputEvent::KeyUp(Key::Space));
        actions.update(&input);
        assert!(!actions.released(Act::Jump), "the mouse still holds it");
    }

    #[test]
    fn sticks_have_strength_and_do_not_flicker() {
        let (mut actions, mut input) = (actions(), Input::default());
        actions.stick = StickShape { inner: 0.0, outer: 1.0, curve: 0.0 };
        for (x, down) in [(0.45, false), (0.55, true), (0.45, true), (0.35, false), (0.45, false)] {
            input.apply(InputEvent::Pad(0, PadEvent::Axis(PadAxis::LeftX, x)));
            actions.update(&input);
            assert_eq!(actions.is_down(Act::Right), down, "{x}");
            assert!((actions.between(Act::Left, Act::Right) - x).abs() < 1e-6);
        }
    }

    #[test]
    fn each_player_has_a_pad() {
        let (mut first, mut input) = (actions(), Input::default());
        let mut second = first.clone();
        (first.pad, second.pad) = (Some(0), Some(1));
        input.apply(InputEvent::Pad(1, PadEvent::Connected(PadFamily::Xbox)));
        input.apply(InputEvent::Pad(1, PadEvent::Down(PadButton::South)));
        first.update(&input);
        second.update(&input);
        assert!(!first.pressed(Act::Jump) && second.pressed(Act::Jump));
        assert_eq!(
            (first.prompt(Act::Jump), second.prompt(Act::Jump)),
            ("Space".into(), "A".into())
        );
        input.end_tick();
        input.apply(InputEvent::Pad(1, PadEvent::Disconnected));
        second.update(&input);
        assert!(second.released(Act::Jump), "a pad that vanishes lets go");
        assert_eq!(second.prompt(Act::Jump), "Space", "and is no longer asked for");
    }

    /// Who played by stick was told keys.
    #[test]
    fn prompts_follow_sticks_and_triggers_as_well() {
        let (mut actions, mut input) = (actions(), Input::default());
        let mut after = |event: InputEvent| {
            input.apply(event);
            actions.update(&input);
            input.end_tick();
            actions.prompt(Act::Right)
        };
        let axis = |axis, value| InputEvent::Pad(0, PadEvent::Axis(axis, value));
        assert_eq!(after(InputEvent::Pad(0, PadEvent::Connected(PadFamily::Xbox))), "Right");
        assert_eq!(after(axis(PadAxis::LeftX, 0.3)), "Right", "it drifts");
        assert_eq!(after(axis(PadAxis::LeftX, 0.9)), "left stick right");
        assert_eq!(after(axis(PadAxis::LeftX, 0.0)), "left stick right");
        assert_eq!(after(InputEvent::Key(Key::Space)), "Right");
        assert_eq!(after(axis(PadAxis::RightTrigger, 0.8)), "left stick right");
        assert_eq!(after(InputEvent::Pad(0, PadEvent::Disconnected)), "Right");
    }

    /// What a menu of bindings does: a game that is started again has them.
    #[test]
    #[cfg(feature = "saves")]
    fn bindings_come_back_from_a_save() {
        let mut saves = crate::Saves::in_memory();
        let mut changed = actions();
        changed.rebind(Act::Jump, Key::Space.into(), PadButton::North.into());
        saves.write("bindings", 1, &changed.to_text()).unwrap();
        let mut again = actions();
        let text: Option<String> = saves.read("bindings", 1).unwrap();
        assert!(text.is_some_and(|text| again.read_text(&text).is_ok()));
        assert!(again.bindings(Act::Jump).eq(changed.bindings(Act::Jump)));
        assert_ne!(again.to_text(), actions().to_text());
    }

    #[test]
    fn a_sense_can_be_an_action() {
        let (mut actions, input) = (actions(), Input::default());
        actions.feed(Act::Jump, f32::NAN);
        actions.feed(Act::Jump, 0.8);
        actions.update(&input);
        assert!(actions.pressed(Act::Jump));
        assert_eq!(actions.value(Act::Jump), 0.8);
        actions.update(&input);
        assert!(actions.released(Act::Jump));
    }

    #[test]
    fn a_sense_is_bound_and_read_back_like_a_key() {
        let mut saved = actions();
        saved.bind(Act::Jump, Binding::Sense(3));
        let mut actions = actions();
        assert!(actions.read_text(&saved.to_text()).is_ok());
        assert!(actions.bound_to(Binding::Sense(3)).eq([Act::Jump]));
        let mut input = Input::default();
        // A clap between two ticks, then a tone that gets louder.
        for value in [0.9, 0.1] {
            input.apply(InputEvent::Sense(3, Some(value)));
        }
        actions.update(&input);
        assert!(actions.pressed(Act::Jump) && actions.released(Act::Jump));
        for (value, down, share) in [
            (Some(0.3), false, 0.3),
            (Some(0.8), true, 0.8),
            (Some(70.0), true, 1.0),
            (Some(-1.0), false, 0.0),
            (Some(1.0), true, 1.0),
            (None, false, 0.0),
        ] {
            input.end_tick();
            input.apply(InputEvent::Sense(3, value));
            input.apply(InputEvent::Sense(4, Some(1.0)));
            actions.update(&input);
            let seen = (actions.is_down(Act::Jump), actions.value(Act::Jump));
            assert_eq!(seen, (down, share), "{value:?}");
        }
        assert_eq!(actions.prompt(Act::Jump), "Space", "the first that is bound");
    }

    #[test]
    fn bindings_read_back_and_errors_change_nothing() {
        let mut saved = actions();
        saved.rebind(Act::Jump, Key::Space.into(), Key::Char('J').into());
        saved.unbind(Act::Left);
        let mut read = actions();
        assert!(read.read_text(&saved.to_text()).is_ok());
        assert_eq!(read.to_text(), saved.to_text());
        assert!(read.bound_to(Key::Char('j').into()).eq([Act::Jump]));
        let before = read.clone();
        let error = read.read_text("jump key Space\nfly key F\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.to_string().ends_with("found \"fly key F\""), "{error}");
        assert_eq!(read, before);
        assert!(read.read_text("left key A\n").is_ok());
        assert_eq!(read.bindings(Act::Jump).count(), 3, "what is not named stays");
    }

    #[test]
    fn rebinding_to_what_is_bound_already_leaves_one() {
        let mut actions = actions();
        actions.rebind(Act::Jump, Key::Space.into(), PadButton::South.into());
        assert!(actions.bindings(Act::Jump).eq([PadButton::South.into(), Button::Left.into()]));
        actions.rebind(Act::Jump, Key::Enter.into(), Key::Up.into());
        assert_eq!(actions.bindings(Act::Jump).count(), 3);
    }
}
