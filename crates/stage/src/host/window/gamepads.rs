//! Gamepads of Linux through the event files of the kernel, with the feature `gamepad`. No library of the system is
//! asked: files come and go in one folder, and the state of a pad is read from its file once a frame, so there is no
//! thread and nothing to wait for.

use super::super::pad_feed::PadFeed;
use crate::{App, MAX_PADS, Pad, PadAxis, PadButton, PadEvent, PadFamily, Rumble};
use evdev::{
    AbsInfo, AbsoluteAxisCode, AttributeSetRef, FFEffect, FFEffectData, FFEffectKind, FFReplay,
    FFTrigger, KeyCode, raw_stream::RawDevice,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

const FOLDER: &str = "/dev/input";
/// Frames between two looks for new pads: about a second.
const LOOK_EVERY: u32 = 60;
/// Longest time that a pad shakes for one request, in seconds.
const LONGEST_RUMBLE: f32 = 5.0;
/// Share of its way from which on a trigger or the hat of an old pad counts as a button.
const PRESSED: f32 = 0.5;

/// The pads of the machine, each with a number that it keeps while it is there.
#[derive(Default)]
pub(super) struct Gamepads {
    open: [Option<Opened>; MAX_PADS as usize],
    /// Files that are no pads, or may not be read.
    others: Vec<PathBuf>,
    frame: u32,
}

struct Opened {
    path: PathBuf,
    device: RawDevice,
    family: PadFamily,
    /// Dropping it would end the shaking.
    shaking: Option<FFEffect>,
}

impl Gamepads {
    /// Tells the app what changed since the last frame.
    pub(super) fn follow(&mut self, feed: &mut PadFeed, app: &mut dyn App) {
        if self.frame.is_multiple_of(LOOK_EVERY) {
            self.look();
        }
        self.frame = self.frame.wrapping_add(1);
        for (number, place) in (0..).zip(&mut self.open) {
            let now = place.as_ref().and_then(|opened| opened.state().ok());
            if now.is_none() {
                *place = None;
            }
            feed.follow(number, &now.unwrap_or(Pad::NONE), app);
        }
    }

    /// Shakes a pad, if it can.
    pub(super) fn rumble(&mut self, rumble: Rumble) {
        let place = self.open.get_mut(rumble.pad as usize);
        if let Some(Some(opened)) = place {
            // A pad without motors says so here, which is no fault of the sketch.
            opened.shaking = opened.shake(rumble).ok();
        }
    }

    /// Opens pads that have come.
    fn look(&mut self) {
        let Ok(folder) = fs::read_dir(FOLDER) else { return };
        let mut found: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
        found.sort();
        self.others.retain(|path| found.contains(path));
        for path in found {
            let known = self.open.iter().flatten().any(|opened| opened.path == path);
            if known || self.others.contains(&path) || !is_event_file(&path) {
                continue;
            }
            let Some(place) = self.open.iter_mut().find(|place| place.is_none()) else { return };
            match Opened::new(&path) {
                Some(opened) => *place = Some(opened),
                None => self.others.push(path),
            }
        }
    }
}

fn is_event_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("event"))
}

impl Opened {
    /// A file that is a pad: it has the button of its lower thumb and a stick or a hat.
    fn new(path: &Path) -> Option<Self> {
        let device = RawDevice::open(path).ok()?;
        let has_button =
            device.supported_keys().is_some_and(|keys| keys.contains(KeyCode::BTN_SOUTH));
        let has_axis = device.supported_absolute_axes().is_some_and(|axes| {
            axes.contains(AbsoluteAxisCode::ABS_X) || axes.contains(AbsoluteAxisCode::ABS_HAT0X)
        });
        if !has_button || !has_axis {
            return None;
        }
        let (name, maker) = (device.name().unwrap_or_default(), device.input_id().vendor());
        let family = PadFamily::guess(&format!("{name} {maker:04x}"));
        Some(Self { path: path.into(), device, family, shaking: None })
    }

    fn state(&self) -> io::Result<Pad> {
        let keys = self.device.get_key_state()?;
        let axes: Vec<_> = self.device.get_absinfo()?.collect();
        Ok(translated(self.family, &keys, &axes))
    }

    fn shake(&mut self, rumble: Rumble) -> io::Result<FFEffect> {
        let strength = |share: f32| (share.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16;
        let length = (rumble.seconds.clamp(0.0, LONGEST_RUMBLE) * 1000.0) as u16;
        let mut effect = self.device.upload_ff_effect(FFEffectData {
            direction: 0,
            trigger: FFTrigger::default(),
            replay: FFReplay { length, delay: 0 },
            kind: FFEffectKind::Rumble {
                strong_magnitude: strength(rumble.strong),
                weak_magnitude: strength(rumble.weak),
            },
        })?;
        effect.play(1)?;
        Ok(effect)
    }
}

/// Buttons of the kernel by where they sit.
const BUTTONS: [(KeyCode, PadButton); 17] = [
    (KeyCode::BTN_SOUTH, PadButton::South),
    (KeyCode::BTN_EAST, PadButton::East),
    (KeyCode::BTN_WEST, PadButton::West),
    (KeyCode::BTN_NORTH, PadButton::North),
    (KeyCode::BTN_TL, PadButton::LeftShoulder),
    (KeyCode::BTN_TR, PadButton::RightShoulder),
    (KeyCode::BTN_TL2, PadButton::LeftTrigger),
    (KeyCode::BTN_TR2, PadButton::RightTrigger),
    (KeyCode::BTN_SELECT, PadButton::Select),
    (KeyCode::BTN_START, PadButton::Start),
    (KeyCode::BTN_THUMBL, PadButton::LeftStick),
    (KeyCode::BTN_THUMBR, PadButton::RightStick),
    (KeyCode::BTN_DPAD_UP, PadButton::Up),
    (KeyCode::BTN_DPAD_DOWN, PadButton::Down),
    (KeyCode::BTN_DPAD_LEFT, PadButton::Left),
    (KeyCode::BTN_DPAD_RIGHT, PadButton::Right),
    (KeyCode::BTN_MODE, PadButton::Home),
];

/// A pad as its file tells it.
fn translated(
    family: PadFamily,
    keys: &AttributeSetRef<KeyCode>,
    axes: &[(AbsoluteAxisCode, AbsInfo)],
) -> Pad {
    let mut pad = Pad::NONE;
    pad.apply(PadEvent::Connected(family));
    for (code, button) in BUTTONS {
        if keys.contains(code) {
            pad.apply(PadEvent::Down(placed(family, button)));
        }
    }
    for &(code, info) in axes {
        axis(&mut pad, code, info);
    }
    pad
}

/// The driver of these pads names X and Y by their letters, which the kernel takes for the places of other makers.
const fn placed(family: PadFamily, button: PadButton) -> PadButton {
    match (family, button) {
        (PadFamily::Xbox, PadButton::North) => PadButton::West,
        (PadFamily::Xbox, PadButton::West) => PadButton::North,
        _ => button,
    }
}

fn axis(pad: &mut Pad, code: AbsoluteAxisCode, info: AbsInfo) {
    let span = f64::from(info.maximum()) - f64::from(info.minimum());
    if span <= 0.0 {
        return;
    }
    let share = ((f64::from(info.value()) - f64::from(info.minimum())) / span) as f32;
    let side = share * 2.0 - 1.0;
    let mut pull = |axis, button| {
        pad.apply(PadEvent::Axis(axis, share));
        if share >= PRESSED {
            pad.apply(PadEvent::Down(button));
        }
    };
    let event = match code {
        AbsoluteAxisCode::ABS_Z => return pull(PadAxis::LeftTrigger, PadButton::LeftTrigger),
        AbsoluteAxisCode::ABS_RZ => return pull(PadAxis::RightTrigger, PadButton::RightTrigger),
        AbsoluteAxisCode::ABS_X => PadEvent::Axis(PadAxis::LeftX, side),
        AbsoluteAxisCode::ABS_Y => PadEvent::Axis(PadAxis::LeftY, side),
        AbsoluteAxisCode::ABS_RX => PadEvent::Axis(PadAxis::RightX, side),
        AbsoluteAxisCode::ABS_RY => PadEvent::Axis(PadAxis::RightY, side),
        AbsoluteAxisCode::ABS_HAT0X if side <= -PRESSED => PadEvent::Down(PadButton::Left),
        AbsoluteAxisCode::ABS_HAT0X if side >= PRESSED => PadEvent::Down(PadButton::Right),
        AbsoluteAxisCode::ABS_HAT0Y if side <= -PRESSED => PadEvent::Down(PadButton::Up),
        AbsoluteAxisCode::ABS_HAT0Y if side >= PRESSED => PadEvent::Down(PadButton::Down),
        _ => return,
    };
    pad.apply(event);
}

#[cfg(test)]
mod tests {
    use super::*;
    use evdev::AttributeSet;

    fn info(value: i32, minimum: i32, maximum: i32) -> AbsInfo {
        AbsInfo::new(value, minimum, maximum, 0, 0, 0)
    }

    #[test]
    fn files_of_the_kernel_become_pads_by_place() {
        let mut keys = AttributeSet::new();
        keys.insert(KeyCode::BTN_SOUTH);
        keys.insert(KeyCode::BTN_NORTH);
        let axes = [
            (AbsoluteAxisCode::ABS_X, info(255, 0, 255)),
            (AbsoluteAxisCode::ABS_Y, info(-32768, -32768, 32767)),
            (AbsoluteAxisCode::ABS_Z, info(255, 0, 255)),
            (AbsoluteAxisCode::ABS_HAT0Y, info(-1, -1, 1)),
            (AbsoluteAxisCode::ABS_RX, info(7, 7, 7)),
        ];
        let pad = translated(PadFamily::PlayStation, &keys, &axes);
        assert_eq!((pad.left.x, pad.left.y, pad.left_trigger, pad.right.x), (1.0, -1.0, 1.0, 0.0));
        assert!(
            [PadButton::South, PadButton::North, PadButton::LeftTrigger, PadButton::Up]
                .map(|it| pad.is_down(it))
                == [true; 4]
        );
        assert!(!pad.is_down(PadButton::West) && !pad.is_down(PadButton::Down));
        let xbox = translated(PadFamily::Xbox, &keys, &[]);
        assert!(
            xbox.is_down(PadButton::West) && !xbox.is_down(PadButton::North),
            "X sits at the left"
        );
    }
}
