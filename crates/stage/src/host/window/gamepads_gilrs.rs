//! Gamepads of macOS and Windows through gilrs, with the feature `gamepad`. It knows which button sits where on some two
//! thousand pads; dead zones are ours, so its filters are off.

use super::super::pad_feed::PadFeed;
use crate::{App, MAX_PADS, Pad, PadAxis, PadButton, PadEvent, PadFamily, Rumble};
use gilrs::{
    Axis, Button, EventType, Gamepad, GamepadId, Gilrs, GilrsBuilder,
    ev::state::ButtonData,
    ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Repeat, Replay, Ticks},
};

/// Longest time that a pad shakes for one request, in seconds.
const LONGEST_RUMBLE: f32 = 5.0;
/// Share of its way from which on a trigger or the hat of an old pad counts as a button.
const PRESSED: f32 = 0.5;

/// The pads of the machine. gilrs numbers them, and gives a pad that comes back its old number.
#[derive(Default)]
pub(super) struct Gamepads {
    system: System,
    /// Dropping one would end the shaking.
    shaking: [Option<Effect>; MAX_PADS as usize],
}

/// What knows of the pads: asked for in the first frame, so that a program without a window starts no thread.
#[derive(Default)]
enum System {
    #[default]
    Unasked,
    Open(Box<Gilrs>),
    /// The system has none, which is no fault of the sketch.
    None,
}

impl System {
    fn open(&mut self) -> Option<&mut Gilrs> {
        if matches!(self, Self::Unasked) {
            let built = GilrsBuilder::new().with_default_filters(false).build();
            *self = built.map_or(Self::None, |system| Self::Open(Box::new(system)));
        }
        match self {
            Self::Open(system) => Some(system),
            Self::Unasked | Self::None => None,
        }
    }
}

impl Gamepads {
    /// Tells the app what changed since the last frame.
    pub(super) fn follow(&mut self, feed: &mut PadFeed, app: &mut dyn App) {
        let Some(system) = self.system.open() else { return };
        // The state of the pads is as of the last event that was taken: a button that went down and up again since the
        // last frame is known by its events alone.
        let mut pressed = Pressed::default();
        while let Some(event) = system.next_event() {
            pressed.take(event.id.into(), event.event);
        }
        for number in 0..MAX_PADS {
            let now = find(system, number).map_or(Pad::NONE, |(_, pad)| translated(&pad));
            feed.follow_touched(number, &pressed.with(number, now), &now, app);
        }
    }

    /// Shakes a pad, if it can.
    pub(super) fn rumble(&mut self, rumble: Rumble) {
        let Some(system) = self.system.open() else { return };
        let Some(place) = self.shaking.get_mut(rumble.pad as usize) else { return };
        // A pad without motors, or none, says so here.
        *place =
            find(system, rumble.pad).map(|(id, _)| id).and_then(|id| shake(system, id, rumble));
    }
}

/// The buttons that went down since the last frame, pad by pad.
#[derive(Default)]
struct Pressed([Vec<PadButton>; MAX_PADS as usize]);

impl Pressed {
    fn take(&mut self, number: usize, event: EventType) {
        let button = match event {
            EventType::ButtonPressed(button, _) => placed(button),
            // A trigger that is pulled, and whatever else has a way.
            EventType::ButtonChanged(button, value, _) if value >= PRESSED => placed(button),
            EventType::AxisChanged(axis, value, _) => pushed(axis, value),
            _ => None,
        };
        if let Some(button) = button {
            self.push(number, button);
        }
    }

    fn push(&mut self, number: usize, button: PadButton) {
        if let Some(buttons) = self.0.get_mut(number) {
            buttons.push(button);
        }
    }

    /// A pad with them; one that is gone has none.
    fn with(&self, number: u32, mut pad: Pad) -> Pad {
        let buttons = self.0.get(number as usize).filter(|_| pad.connected);
        for &button in buttons.into_iter().flatten() {
            pad.apply(PadEvent::Down(button));
        }
        pad
    }
}

/// A pad that is there, by its number.
fn find(system: &Gilrs, number: u32) -> Option<(GamepadId, Gamepad<'_>)> {
    system.gamepads().find(|(id, _)| usize::from(*id) == number as usize)
}

fn shake(system: &mut Gilrs, pad: GamepadId, rumble: Rumble) -> Option<Effect> {
    let length = Ticks::from_ms((rumble.seconds.clamp(0.0, LONGEST_RUMBLE) * 1000.0) as u32);
    let strength = |share: f32| (share.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16;
    let effect = |kind| BaseEffect {
        kind,
        scheduling: Replay { play_for: length, ..Replay::default() },
        ..BaseEffect::default()
    };
    let shaking = EffectBuilder::new()
        .add_effect(effect(BaseEffectType::Strong { magnitude: strength(rumble.strong) }))
        .add_effect(effect(BaseEffectType::Weak { magnitude: strength(rumble.weak) }))
        .repeat(Repeat::For(length))
        .gamepads(&[pad])
        .finish(system)
        .ok()?;
    shaking.play().ok()?;
    Some(shaking)
}

/// Buttons of gilrs by where they sit.
const BUTTONS: [(Button, PadButton); 17] = [
    (Button::South, PadButton::South),
    (Button::East, PadButton::East),
    (Button::West, PadButton::West),
    (Button::North, PadButton::North),
    (Button::LeftTrigger, PadButton::LeftShoulder),
    (Button::RightTrigger, PadButton::RightShoulder),
    (Button::LeftTrigger2, PadButton::LeftTrigger),
    (Button::RightTrigger2, PadButton::RightTrigger),
    (Button::Select, PadButton::Select),
    (Button::Start, PadButton::Start),
    (Button::LeftThumb, PadButton::LeftStick),
    (Button::RightThumb, PadButton::RightStick),
    (Button::DPadUp, PadButton::Up),
    (Button::DPadDown, PadButton::Down),
    (Button::DPadLeft, PadButton::Left),
    (Button::DPadRight, PadButton::Right),
    (Button::Mode, PadButton::Home),
];

/// Where a button of gilrs sits.
fn placed(button: Button) -> Option<PadButton> {
    BUTTONS.iter().find(|known| known.0 == button).map(|known| known.1)
}

/// The button of the cross that a hat pushes, from a share of its way on. Up is positive.
fn pushed(axis: Axis, value: f32) -> Option<PadButton> {
    let [less, more] = match axis {
        Axis::DPadX => [PadButton::Left, PadButton::Right],
        Axis::DPadY => [PadButton::Down, PadButton::Up],
        _ => return None,
    };
    match value {
        value if value >= PRESSED => Some(more),
        value if value <= -PRESSED => Some(less),
        _ => None,
    }
}

/// A pad as gilrs tells it.
fn translated(pad: &Gamepad<'_>) -> Pad {
    let maker = pad.vendor_id().unwrap_or_default();
    let mut now = Pad::NONE;
    now.apply(PadEvent::Connected(PadFamily::guess(&format!("{} {maker:04x}", pad.name()))));
    for (button, place) in BUTTONS {
        if pad.is_pressed(button) {
            now.apply(PadEvent::Down(place));
        }
    }
    // Up is positive there, down here.
    for (axis, place, sign) in [
        (Axis::LeftStickX, PadAxis::LeftX, 1.0),
        (Axis::LeftStickY, PadAxis::LeftY, -1.0),
        (Axis::RightStickX, PadAxis::RightX, 1.0),
        (Axis::RightStickY, PadAxis::RightY, -1.0),
    ] {
        now.apply(PadEvent::Axis(place, pad.value(axis) * sign));
    }
    for (button, axis, place, pressed) in [
        (Button::LeftTrigger2, Axis::LeftZ, PadAxis::LeftTrigger, PadButton::LeftTrigger),
        (Button::RightTrigger2, Axis::RightZ, PadAxis::RightTrigger, PadButton::RightTrigger),
    ] {
        let data = pad.button_data(button);
        let pulled = data.map_or_else(|| pad.value(axis), ButtonData::value);
        now.apply(PadEvent::Axis(place, pulled));
        if pulled >= PRESSED {
            now.apply(PadEvent::Down(pressed));
        }
    }
    for axis in [Axis::DPadX, Axis::DPadY] {
        if let Some(button) = pushed(axis, pad.value(axis)) {
            now.apply(PadEvent::Down(button));
        }
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_pressed_between_two_frames_is_down_on_the_pad_as_it_was_touched() {
        let mut pressed = Pressed::default();
        for (number, button) in [(1, PadButton::East), (1, PadButton::Up), (0, PadButton::West)] {
            pressed.push(number, button);
        }
        pressed.push(MAX_PADS as usize, PadButton::South);
        let mut now = Pad::NONE;
        now.apply(PadEvent::Down(PadButton::Start));
        let touched = pressed.with(1, now);
        let is_down = |button| [touched.is_down(button), pressed.with(0, now).is_down(button)];
        assert_eq!(is_down(PadButton::East), [true, false]);
        assert_eq!(is_down(PadButton::Up), [true, false]);
        assert_eq!(is_down(PadButton::West), [false, true]);
        assert_eq!(is_down(PadButton::Start), [true, true]);
        assert_eq!(pressed.with(1, Pad::NONE), Pad::NONE, "one that is gone");
    }

    #[test]
    fn buttons_and_hats_have_their_places() {
        assert_eq!(placed(Button::LeftTrigger2), Some(PadButton::LeftTrigger));
        assert_eq!(placed(Button::LeftTrigger), Some(PadButton::LeftShoulder));
        assert_eq!(placed(Button::Unknown), None);
        assert_eq!(pushed(Axis::DPadY, 1.0), Some(PadButton::Up));
        assert_eq!(pushed(Axis::DPadX, -1.0), Some(PadButton::Left));
        assert_eq!(pushed(Axis::DPadX, 0.2), None);
        assert_eq!(pushed(Axis::LeftStickX, 1.0), None);
    }
}
