//! Gamepads of macOS and Windows through gilrs, with the feature `gamepad`. It knows which button sits where on some two
//! thousand pads; dead zones are ours, so its filters are off.

use super::super::pad_feed::PadFeed;
use crate::{App, MAX_PADS, Pad, PadAxis, PadButton, PadEvent, PadFamily, Rumble};
use gilrs::{
    Axis, Button, Gamepad, GamepadId, Gilrs, GilrsBuilder,
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
        // The state of the pads is as of the last event that was taken.
        while system.next_event().is_some() {}
        for number in 0..MAX_PADS {
            let now = find(system, number).map(|(_, pad)| translated(&pad));
            feed.follow(number, &now.unwrap_or(Pad::NONE), app);
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
    for (axis, less, more) in [
        (Axis::DPadX, PadButton::Left, PadButton::Right),
        (Axis::DPadY, PadButton::Down, PadButton::Up),
    ] {
        match pad.value(axis) {
            side if side >= PRESSED => now.apply(PadEvent::Down(more)),
            side if side <= -PRESSED => now.apply(PadEvent::Down(less)),
            _ => {}
        }
    }
    now
}
