//! What a player presses for an action.

use core::fmt;
use motile_stage::{
    Button, Input, Key, MAX_SENSES, Pad, PadAxis, PadButton, PadFamily, StickShape,
};

/// One thing on a keyboard, a gamepad or a mouse, or a sense, that stands for an action. Buttons of a
/// [`TouchPad`](crate::TouchPad) are those of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// A key.
    Key(Key),
    /// A button of a gamepad.
    Pad(PadButton),
    /// A stick or a trigger of a gamepad toward 1.
    AxisUp(PadAxis),
    /// A stick of a gamepad toward −1.
    AxisDown(PadAxis),
    /// A button of the pointer.
    Pointer(Button),
    /// What a microphone or a camera tells, by the number of [`Input::sense`]: as much of the action as it says, from 0
    /// to 1.
    #[doc(alias = "microphone")]
    Sense(u32),
}

impl From<Key> for Binding {
    fn from(key: Key) -> Self {
        Self::Key(key.folded())
    }
}

impl From<PadButton> for Binding {
    fn from(button: PadButton) -> Self {
        Self::Pad(button)
    }
}

impl From<Button> for Binding {
    fn from(button: Button) -> Self {
        Self::Pointer(button)
    }
}

/// Whether somebody plays with a gamepad: has pressed a button, or pushes a stick or pulls a trigger as far as is meant.
pub(super) fn is_used(pad: &Pad) -> bool {
    let sticks = [pad.left.x, pad.left.y, pad.right.x, pad.right.y].map(f32::abs);
    let triggers = [pad.left_trigger, pad.right_trigger];
    pad.buttons_pressed().next().is_some()
        || sticks.into_iter().chain(triggers).any(|share| share >= MEANT)
}

/// How far a stick goes before it counts as meant: in a menu that listens for a new binding, and for prompts.
const MEANT: f32 = 0.7;

impl Binding {
    /// What was pressed in this tick, or a stick that is pushed, for a menu that asks for a new binding. Escape is left
    /// out: it ends such menus. So are senses, which a noise in the room would bind. A stick is heard as long as it is
    /// pushed, so that a menu which asks for one binding after the other waits in between until there is none.
    ///
    /// ```
    /// use motile_game::Binding;
    /// use motile_stage::{Input, InputEvent, Key};
    /// let mut input = Input::default();
    /// assert_eq!(Binding::heard(&input), None);
    /// input.apply(InputEvent::Key(Key::Char('j')));
    /// assert_eq!(Binding::heard(&input), Some(Binding::Key(Key::Char('j'))));
    /// ```
    pub fn heard(input: &Input) -> Option<Self> {
        let key = input.keys_pressed().iter().find(|key| **key != Key::Escape);
        if let Some(&key) = key {
            return Some(key.into());
        }
        for (_, pad) in input.pads() {
            if let Some(button) = pad.buttons_pressed().next() {
                return Some(button.into());
            }
            // Triggers are buttons too, and are heard as these.
            for axis in [PadAxis::LeftX, PadAxis::LeftY, PadAxis::RightX, PadAxis::RightY] {
                match pad.axis(axis) {
                    value if value >= MEANT => return Some(Self::AxisUp(axis)),
                    value if value <= -MEANT => return Some(Self::AxisDown(axis)),
                    _ => {}
                }
            }
        }
        let button = Button::NAMED.iter().find(|named| input.pointer.button_pressed(named.0));
        button.map(|named| named.0.into())
    }

    /// What to call it in a prompt: the name of a key, or what is printed on pads of a family.
    #[doc(alias = "glyph")]
    pub fn label(self, family: PadFamily) -> String {
        match self {
            Self::Key(key) => key.to_string(),
            Self::Pad(button) => button.label(family).into(),
            Self::AxisUp(PadAxis::LeftTrigger) => PadButton::LeftTrigger.label(family).into(),
            Self::AxisUp(PadAxis::RightTrigger) => PadButton::RightTrigger.label(family).into(),
            Self::AxisUp(axis) => stick(axis, ["right", "down"]),
            Self::AxisDown(axis) => stick(axis, ["left", "up"]),
            Self::Pointer(button) => format!("{} mouse button", button.name()),
            Self::Sense(number) => format!("sense {number}"),
        }
    }

    /// Whether a gamepad has it.
    pub const fn is_of_pad(self) -> bool {
        matches!(self, Self::Pad(_) | Self::AxisUp(_) | Self::AxisDown(_))
    }

    /// How far it is pressed, 0…1, and whether it went down in this tick, however shortly.
    pub(super) fn read_input(self, input: &Input) -> (f32, bool) {
        match self {
            Self::Key(key) => (f32::from(input.is_down(key)), input.pressed(key)),
            Self::Pointer(button) => {
                let pointer = &input.pointer;
                (f32::from(pointer.button_down(button)), pointer.button_pressed(button))
            }
            Self::Sense(number) => {
                let sense = input.sense(number);
                (sense.value.unwrap_or(0.0).clamp(0.0, 1.0), sense.pressed())
            }
            _ => (0.0, false),
        }
    }

    /// As [`Binding::read_input`], of a gamepad.
    pub(super) fn read_pad(self, pad: &Pad, shape: StickShape) -> (f32, bool) {
        let toward = |axis: PadAxis| match axis {
            PadAxis::LeftX => shape.apply(pad.left).x,
            PadAxis::LeftY => shape.apply(pad.left).y,
            PadAxis::RightX => shape.apply(pad.right).x,
            PadAxis::RightY => shape.apply(pad.right).y,
            PadAxis::LeftTrigger | PadAxis::RightTrigger => pad.axis(axis),
        };
        match self {
            Self::Pad(button) => (f32::from(pad.is_down(button)), pad.pressed(button)),
            Self::AxisUp(axis) => (toward(axis).max(0.0), false),
            Self::AxisDown(axis) => ((-toward(axis)).max(0.0), false),
            _ => (0.0, false),
        }
    }

    /// Reads what [`fmt::Display`] writes: `key Space`, `pad south`, `axis left-x +`, `mouse left`, `sense 0`. `None`
    /// for all else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (kind, name) = (words.next()?, words.next()?);
        let read = match kind {
            "key" => Self::Key(Key::parse(name)?),
            "pad" => Self::Pad(named(&PadButton::NAMED, name)?),
            "mouse" => Self::Pointer(named(&Button::NAMED, name)?),
            "sense" => Self::Sense(name.parse().ok().filter(|&number| number < MAX_SENSES)?),
            "axis" => {
                let axis = named(&PadAxis::NAMED, name)?;
                match words.next()? {
                    "+" => Self::AxisUp(axis),
                    "-" => Self::AxisDown(axis),
                    _ => return None,
                }
            }
            _ => return None,
        };
        words.next().is_none().then_some(read)
    }
}

fn named<T: Copy>(names: &[(T, &str)], name: &str) -> Option<T> {
    names.iter().find(|known| known.1 == name).map(|known| known.0)
}

fn stick(axis: PadAxis, [across, along]: [&str; 2]) -> String {
    let (side, toward) = match axis {
        PadAxis::LeftX => ("left", across),
        PadAxis::LeftY => ("left", along),
        PadAxis::RightX => ("right", across),
        PadAxis::RightY => ("right", along),
        PadAxis::LeftTrigger => return "left trigger".into(),
        PadAxis::RightTrigger => return "right trigger".into(),
    };
    format!("{side} stick {toward}")
}

/// The text that [`Binding::parse`] reads back.
impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(f, "key {key}"),
            Self::Pad(button) => write!(f, "pad {}", button.name()),
            Self::AxisUp(axis) => write!(f, "axis {} +", axis.name()),
            Self::AxisDown(axis) => write!(f, "axis {} -", axis.name()),
            Self::Pointer(button) => write!(f, "mouse {}", button.name()),
            Self::Sense(number) => write!(f, "sense {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_stage::{InputEvent, PadEvent};

    #[test]
    fn every_binding_reads_back() {
        let keys = [Key::Char(','), Key::Char('#'), Key::Space, Key::F(12), Key::Char('ß')];
        let mut all: Vec<Binding> = keys.map(Binding::from).into();
        all.extend(PadButton::NAMED.map(|named| Binding::from(named.0)));
        all.extend(Button::NAMED.map(|named| Binding::from(named.0)));
        all.extend(PadAxis::NAMED.map(|named| Binding::AxisUp(named.0)));
        all.extend(PadAxis::NAMED.map(|named| Binding::AxisDown(named.0)));
        all.extend((0..MAX_SENSES).map(Binding::Sense));
        for binding in all {
            assert_eq!(Binding::parse(&binding.to_string()), Some(binding), "{binding}");
            assert!(!binding.label(PadFamily::Xbox).is_empty());
        }
        for wrong in [
            "",
            "key",
            "key Hyper",
            "axis left-x",
            "axis left-x =",
            "pad south now",
            "sense 16",
            "sense -1",
        ] {
            assert_eq!(Binding::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn menus_hear_keys_pads_sticks_and_mice_but_not_escape() {
        let heard = |events: &[InputEvent]| {
            let mut input = Input::default();
            for &event in events {
                input.apply(event);
            }
            Binding::heard(&input).map(|binding| binding.to_string())
        };
        let pad = |event| InputEvent::Pad(1, event);
        assert_eq!(heard(&[InputEvent::Key(Key::Escape)]), None);
        assert_eq!(heard(&[pad(PadEvent::Axis(PadAxis::LeftY, -0.5))]), None, "not far enough");
        let pushed = heard(&[pad(PadEvent::Axis(PadAxis::LeftY, -0.9))]);
        assert_eq!(pushed.as_deref(), Some("axis left-y -"));
        let pressed = heard(&[pad(PadEvent::Down(PadButton::North))]);
        assert_eq!(pressed.as_deref(), Some("pad north"));
        assert_eq!(heard(&[InputEvent::Sense(0, Some(1.0))]), None, "a noise in the room");
        let clicked = heard(&[InputEvent::Down(Button::Right)]);
        assert_eq!(clicked.as_deref(), Some("mouse right"));
    }
}
