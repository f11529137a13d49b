//! Gamepads of Linux through the event files of the kernel, with the feature `gamepad`. No library of the system is
//! asked: files come and go in one folder, and a pad is read from its file once a frame, so there is no thread and nothing to
//! wait for. With the feature `udev` that library says which files are pads, and when one has come.

use super::super::pad_feed::PadFeed;
use crate::{App, MAX_PADS, Pad, PadAxis, PadButton, PadEvent, PadFamily, Rumble};
use evdev::{
    AbsInfo, AbsoluteAxisCode, AttributeSet, AttributeSetRef, Device as KernelDevice, EventSummary,
    FFEffect, FFEffectData, FFEffectKind, FFReplay, FFTrigger, KeyCode,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

#[cfg(feature = "udev")]
mod by_udev;

const FOLDER: &str = "/dev/input";
/// Frames between two looks for new pads: about a second.
const LOOK_EVERY: u32 = 60;
/// How often a file is tried that is no pad: one that has just come may not be readable yet.
const TRIES: u8 = 3;
/// Longest time that a pad shakes for one request, in seconds.
const LONGEST_RUMBLE: f32 = 5.0;
/// Share of its way from which on a trigger or the hat of an old pad counts as a button.
const PRESSED: f32 = 0.5;

/// What a machine has of pads: the kernel's files, or what a test makes up.
trait Machine {
    /// Whether files may have come since the last look; called once a frame.
    fn may_have_changed(&mut self, frame: u32) -> bool {
        frame.is_multiple_of(LOOK_EVERY)
    }

    /// The files that may be pads, in order.
    fn files(&self) -> Vec<PathBuf>;

    /// The pad behind a file; `None` for what is none, or may not be read.
    fn open(&self, path: &Path) -> Option<Box<dyn Device>>;
}

/// A pad that was found.
trait Device {
    /// How it stands. An error when it is gone.
    fn state(&mut self) -> io::Result<PadState>;

    /// Shakes it; a pad without motors says so here.
    fn shake(&mut self, rumble: Rumble) -> io::Result<()>;
}

/// A pad in a frame.
#[derive(Clone, Copy)]
struct PadState {
    /// With every button that was pressed since the last frame, however short: a tap is none the less one.
    touched: Pad,
    now: Pad,
}

/// The pads of the machine, each with a number that it keeps while it is there.
pub(super) struct Gamepads {
    machine: Box<dyn Machine>,
    open: [Option<Opened>; MAX_PADS as usize],
    /// Files that are no pads, or may not be read, and how often they were tried.
    others: Vec<(PathBuf, u8)>,
    frame: u32,
}

struct Opened {
    path: PathBuf,
    device: Box<dyn Device>,
}

impl Default for Gamepads {
    fn default() -> Self {
        #[cfg(not(feature = "udev"))]
        let machine = Kernel;
        #[cfg(feature = "udev")]
        let machine = by_udev::Udev::default();
        Self::of(Box::new(machine))
    }
}

impl Gamepads {
    fn of(machine: Box<dyn Machine>) -> Self {
        Self { machine, open: [const { None }; MAX_PADS as usize], others: Vec::new(), frame: 0 }
    }

    /// Tells the app what changed since the last frame.
    pub(super) fn follow(&mut self, feed: &mut PadFeed, app: &mut dyn App) {
        if self.machine.may_have_changed(self.frame) {
            self.look();
        }
        self.frame = self.frame.wrapping_add(1);
        for (number, place) in (0..).zip(&mut self.open) {
            let state = place.as_mut().and_then(|opened| opened.device.state().ok());
            if state.is_none() {
                *place = None;
            }
            let gone = PadState { touched: Pad::NONE, now: Pad::NONE };
            let PadState { touched, now } = state.unwrap_or(gone);
            feed.follow_touched(number, &touched, &now, app);
        }
    }

    /// Shakes a pad, if it can.
    pub(super) fn rumble(&mut self, rumble: Rumble) {
        let place = self.open.get_mut(rumble.pad as usize);
        if let Some(Some(opened)) = place {
            // That it has no motors is no fault of the sketch.
            let _ = opened.device.shake(rumble);
        }
    }

    /// Opens pads that have come.
    fn look(&mut self) {
        let found = self.machine.files();
        self.others.retain(|(path, _)| found.contains(path));
        for path in found {
            let known = self.open.iter().flatten().any(|opened| opened.path == path);
            let tried = self.others.iter().position(|(other, _)| *other == path);
            if known || tried.is_some_and(|at| self.others[at].1 >= TRIES) {
                continue;
            }
            let Some(place) = self.open.iter_mut().find(|place| place.is_none()) else { return };
            match (self.machine.open(&path), tried) {
                (Some(device), _) => *place = Some(Opened { path, device }),
                (None, Some(at)) => self.others[at].1 += 1,
                (None, None) => self.others.push((path, 1)),
            }
        }
    }
}

/// The files of the kernel.
struct Kernel;

impl Machine for Kernel {
    fn files(&self) -> Vec<PathBuf> {
        let Ok(folder) = fs::read_dir(FOLDER) else { return Vec::new() };
        let files = folder.flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = files.filter(|path| is_event_file(path)).collect();
        files.sort();
        files
    }

    fn open(&self, path: &Path) -> Option<Box<dyn Device>> {
        Some(Box::new(EventFile::new(path)?))
    }
}

fn is_event_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("event"))
}

struct EventFile {
    device: KernelDevice,
    family: PadFamily,
    /// Dropping it would end the shaking.
    shaking: Option<FFEffect>,
}

impl EventFile {
    /// A file that is a pad: it has the button of its lower thumb and a stick or a hat.
    fn new(path: &Path) -> Option<Self> {
        let device = KernelDevice::open(path).ok()?;
        // Once a frame, what is there is read, and nobody waits for more.
        device.set_nonblocking(true).ok()?;
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
        Some(Self { device, family, shaking: None })
    }
}

impl EventFile {
    /// The buttons that were pressed since the last call, held or not.
    fn pressed(&mut self) -> io::Result<AttributeSet<KeyCode>> {
        let mut pressed = AttributeSet::new();
        match self.device.fetch_events() {
            Ok(events) => {
                let keys = events.filter_map(|event| match event.destructure() {
                    EventSummary::Key(_, key, 1) => Some(key),
                    _ => None,
                });
                keys.for_each(|key| pressed.insert(key));
                Ok(pressed)
            }
            // Nothing has happened.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(pressed),
            Err(gone) => Err(gone),
        }
    }
}

impl Device for EventFile {
    fn state(&mut self) -> io::Result<PadState> {
        let pressed = self.pressed()?;
        let mut keys = self.device.get_key_state()?;
        let axes: Vec<_> = self.device.get_absinfo()?.collect();
        let now = translated(self.family, &keys, &axes);
        pressed.iter().for_each(|key| keys.insert(key));
        Ok(PadState { touched: translated(self.family, &keys, &axes), now })
    }

    fn shake(&mut self, rumble: Rumble) -> io::Result<()> {
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
        self.shaking = Some(effect);
        Ok(())
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
    let meaning = Meaning::of(axes);
    for &(code, info) in axes {
        axis(&mut pad, meaning, code, info);
    }
    // Pads whose triggers are buttons pull them all the way.
    for (at, (axis, button)) in TRIGGERS.into_iter().enumerate() {
        if !meaning.pulled[at] && pad.is_down(button) {
            pad.apply(PadEvent::Axis(axis, 1.0));
        }
    }
    pad
}

/// The drivers of most pads name X and Y by their letters, which the kernel takes for the places of other makers. Those of the
/// two other families go by the place.
const fn placed(family: PadFamily, button: PadButton) -> PadButton {
    match (family, button) {
        (PadFamily::PlayStation | PadFamily::Nintendo, _) => button,
        (_, PadButton::North) => PadButton::West,
        (_, PadButton::West) => PadButton::North,
        _ => button,
    }
}

/// The triggers, left and right.
const TRIGGERS: [(PadAxis, PadButton); 2] = [
    (PadAxis::LeftTrigger, PadButton::LeftTrigger),
    (PadAxis::RightTrigger, PadButton::RightTrigger),
];

/// What the axes of a pad stand for, which drivers do not agree on.
#[derive(Clone, Copy)]
struct Meaning {
    /// Whether Z and RZ are the right stick, as in pads that have no driver of their own.
    z_is_stick: bool,
    /// Whether the left and the right trigger have an axis.
    pulled: [bool; 2],
}

impl Meaning {
    fn of(axes: &[(AbsoluteAxisCode, AbsInfo)]) -> Self {
        let has = |code| axes.iter().any(|axis| axis.0 == code);
        let both = has(AbsoluteAxisCode::ABS_Z) && has(AbsoluteAxisCode::ABS_RZ);
        let own = has(AbsoluteAxisCode::ABS_RX) || has(AbsoluteAxisCode::ABS_RY);
        let z_is_stick = both && !own;
        let any = |codes: &[AbsoluteAxisCode], z| {
            codes.iter().any(|&code| has(code)) || !z_is_stick && has(z)
        };
        let left = [AbsoluteAxisCode::ABS_BRAKE, AbsoluteAxisCode::ABS_HAT2Y];
        let right = [AbsoluteAxisCode::ABS_GAS, AbsoluteAxisCode::ABS_HAT2X];
        let pulled = [any(&left, AbsoluteAxisCode::ABS_Z), any(&right, AbsoluteAxisCode::ABS_RZ)];
        Self { z_is_stick, pulled }
    }
}

fn axis(pad: &mut Pad, meaning: Meaning, code: AbsoluteAxisCode, info: AbsInfo) {
    let span = f64::from(info.maximum()) - f64::from(info.minimum());
    if span <= 0.0 {
        return;
    }
    let share = ((f64::from(info.value()) - f64::from(info.minimum())) / span) as f32;
    let side = share * 2.0 - 1.0;
    let mut pull = |at: usize| {
        let (axis, button) = TRIGGERS[at];
        pad.apply(PadEvent::Axis(axis, share));
        if share >= PRESSED {
            pad.apply(PadEvent::Down(button));
        }
    };
    let event = match code {
        AbsoluteAxisCode::ABS_Z if meaning.z_is_stick => PadEvent::Axis(PadAxis::RightX, side),
        AbsoluteAxisCode::ABS_RZ if meaning.z_is_stick => PadEvent::Axis(PadAxis::RightY, side),
        AbsoluteAxisCode::ABS_Z | AbsoluteAxisCode::ABS_BRAKE | AbsoluteAxisCode::ABS_HAT2Y => {
            return pull(0);
        }
        AbsoluteAxisCode::ABS_RZ | AbsoluteAxisCode::ABS_GAS | AbsoluteAxisCode::ABS_HAT2X => {
            return pull(1);
        }
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
#[path = "gamepads_tests.rs"]
mod tests;
