//! Pads that come, are played and go, as the kernel tells of them.

use super::*;
use crate::{Input, InputEvent};
use core::cell::RefCell;
use motile_geom::vec2;
use motile_pixels::{Color, Surface};
use motile_time::Duration;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Files by name: how a pad stands, or `None` for a mouse.
type Plugged = Rc<RefCell<BTreeMap<&'static str, Option<Pad>>>>;

#[derive(Clone, Default)]
struct Desk {
    plugged: Plugged,
    shaken: Rc<RefCell<Vec<(&'static str, f32)>>>,
    /// Buttons that are pressed and let go before the next frame.
    tapped: Rc<RefCell<BTreeMap<&'static str, PadButton>>>,
}

struct Plug {
    name: &'static str,
    desk: Desk,
}

impl Machine for Desk {
    fn files(&self) -> Vec<PathBuf> {
        self.plugged.borrow().keys().map(PathBuf::from).collect()
    }

    fn open(&self, path: &Path) -> Option<Box<dyn Device>> {
        let plugged = self.plugged.borrow();
        let (name, pad) = plugged.iter().find(|(name, _)| Path::new(name) == path)?;
        pad.as_ref()?;
        Some(Box::new(Plug { name, desk: self.clone() }))
    }
}

impl Device for Plug {
    fn state(&mut self) -> io::Result<PadState> {
        let plugged = self.desk.plugged.borrow();
        let pad = plugged.get(self.name).copied().flatten();
        let now = pad.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut touched = now;
        let tapped = self.desk.tapped.borrow_mut().remove(self.name);
        if let Some(button) = tapped {
            touched.apply(PadEvent::Down(button));
        }
        Ok(PadState { touched, now })
    }

    fn shake(&mut self, rumble: Rumble) -> io::Result<()> {
        self.desk.shaken.borrow_mut().push((self.name, rumble.strong));
        Ok(())
    }
}

/// An app that keeps its input and nothing else.
struct Player {
    input: Input,
    surface: Surface,
}

impl App for Player {
    fn event(&mut self, event: InputEvent) {
        self.input.apply(event);
    }

    fn frame(&mut self, _: Duration) -> bool {
        false
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }
}

fn pad(family: PadFamily, events: &[PadEvent]) -> Pad {
    let mut pad = Pad::NONE;
    pad.apply(PadEvent::Connected(family));
    for &event in events {
        pad.apply(event);
    }
    pad
}

/// Frames until new files have been looked for.
fn a_second(pads: &mut Gamepads, feed: &mut PadFeed, player: &mut Player) {
    for _ in 0..LOOK_EVERY {
        pads.follow(feed, player);
    }
}

#[test]
fn pads_come_keep_their_numbers_and_let_go_when_they_are_pulled_out() {
    let desk = Desk::default();
    let mut pads = Gamepads::of(Box::new(desk.clone()));
    let (mut feed, surface) = (PadFeed::default(), Surface::opaque(1, 1, Color::BLACK).unwrap());
    let mut player = Player { input: Input::default(), surface };
    desk.plugged.borrow_mut().insert("event3", None);
    desk.plugged.borrow_mut().insert("event5", Some(pad(PadFamily::Xbox, &[])));
    a_second(&mut pads, &mut feed, &mut player);
    assert!(player.input.pad(0).connected && !player.input.pad(1).connected, "a mouse is none");

    // A second player comes, and both press.
    let south = pad(PadFamily::PlayStation, &[PadEvent::Down(PadButton::South)]);
    desk.plugged.borrow_mut().insert("event4", Some(south));
    let pushed = pad(PadFamily::Xbox, &[PadEvent::Axis(PadAxis::LeftX, 0.75)]);
    desk.plugged.borrow_mut().insert("event5", Some(pushed));
    a_second(&mut pads, &mut feed, &mut player);
    assert_eq!(player.input.pad(0).left, vec2(0.75, 0.0));
    assert!(player.input.pad(1).is_down(PadButton::South), "the first keeps its number");
    assert_eq!(player.input.pad(1).family, PadFamily::PlayStation);
    for number in [0, 1, 2, 7, 8] {
        pads.rumble(Rumble { pad: number, strong: number as f32, weak: 0.0, seconds: 0.1 });
    }
    assert_eq!(*desk.shaken.borrow(), [("event5", 0.0), ("event4", 1.0)]);

    // Pulled out while held: the next frame lets go.
    player.input.end_tick();
    desk.plugged.borrow_mut().remove("event4");
    pads.follow(&mut feed, &mut player);
    let second = player.input.pad(1);
    assert!(!second.connected && !second.is_down(PadButton::South));
    assert!(second.released(PadButton::South) && player.input.pad(0).connected);

    // Back again it has the number that is free.
    desk.plugged.borrow_mut().insert("event6", Some(south));
    a_second(&mut pads, &mut feed, &mut player);
    assert!(player.input.pad(1).is_down(PadButton::South));
}

#[test]
fn a_tap_shorter_than_a_frame_is_pressed_and_released() {
    let desk = Desk::default();
    let mut pads = Gamepads::of(Box::new(desk.clone()));
    let (mut feed, surface) = (PadFeed::default(), Surface::opaque(1, 1, Color::BLACK).unwrap());
    let mut player = Player { input: Input::default(), surface };
    desk.plugged.borrow_mut().insert("event5", Some(pad(PadFamily::Xbox, &[])));
    a_second(&mut pads, &mut feed, &mut player);
    player.input.end_tick();
    desk.tapped.borrow_mut().insert("event5", PadButton::South);
    pads.follow(&mut feed, &mut player);
    let found = player.input.pad(0);
    assert!(found.pressed(PadButton::South) && found.released(PadButton::South));
    assert!(!found.is_down(PadButton::South));
    player.input.end_tick();
    pads.follow(&mut feed, &mut player);
    assert!(!player.input.pad(0).pressed(PadButton::South), "once");
}

#[test]
fn a_pad_that_is_not_readable_at_once_is_found_a_little_later() {
    let desk = Desk::default();
    let mut pads = Gamepads::of(Box::new(desk.clone()));
    let (mut feed, surface) = (PadFeed::default(), Surface::opaque(1, 1, Color::BLACK).unwrap());
    let mut player = Player { input: Input::default(), surface };
    desk.plugged.borrow_mut().insert("event5", None);
    a_second(&mut pads, &mut feed, &mut player);
    assert!(!player.input.pad(0).connected);
    desk.plugged.borrow_mut().insert("event5", Some(pad(PadFamily::Xbox, &[])));
    a_second(&mut pads, &mut feed, &mut player);
    assert!(player.input.pad(0).connected, "its owner was set after it came");
}

#[test]
fn there_are_eight_at_most_and_the_ninth_waits() {
    let desk = Desk::default();
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    for name in names {
        desk.plugged.borrow_mut().insert(name, Some(pad(PadFamily::default(), &[])));
    }
    let mut pads = Gamepads::of(Box::new(desk.clone()));
    let (mut feed, surface) = (PadFeed::default(), Surface::opaque(1, 1, Color::BLACK).unwrap());
    let mut player = Player { input: Input::default(), surface };
    a_second(&mut pads, &mut feed, &mut player);
    assert_eq!(player.input.pads().filter(|(_, pad)| pad.connected).count(), 8);
    desk.plugged.borrow_mut().remove("c");
    a_second(&mut pads, &mut feed, &mut player);
    assert_eq!(player.input.pads().filter(|(_, pad)| pad.connected).count(), 7);
    a_second(&mut pads, &mut feed, &mut player);
    assert_eq!(player.input.pads().filter(|(_, pad)| pad.connected).count(), 8);
}

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
    assert!(xbox.is_down(PadButton::West) && !xbox.is_down(PadButton::North), "X sits at the left");
}

/// Pads of other makers that are driven as those of Xbox had X and Y exchanged.
#[test]
fn pads_of_any_maker_have_x_at_the_left() {
    let mut keys = AttributeSet::new();
    keys.insert(KeyCode::BTN_NORTH);
    for (name, left) in [
        ("Logitech Gamepad F310 046d", true),
        ("8BitDo Ultimate 2dc8", true),
        ("Microsoft X-Box 360 pad 045e", true),
        ("Sony DualSense 054c", false),
        ("Nintendo Switch Pro Controller 057e", false),
    ] {
        let pad = translated(PadFamily::guess(name), &keys, &[]);
        assert_eq!(pad.is_down(PadButton::West), left, "{name}");
        assert_eq!(pad.is_down(PadButton::North), !left, "{name}");
    }
}

/// Both triggers of such a pad were held for ever, and its right stick was dead.
#[test]
fn pads_without_a_driver_of_their_own_have_a_right_stick_and_triggers() {
    let at_rest = [
        (AbsoluteAxisCode::ABS_X, info(32768, 0, 65535)),
        (AbsoluteAxisCode::ABS_Y, info(32768, 0, 65535)),
        (AbsoluteAxisCode::ABS_Z, info(32768, 0, 65535)),
        (AbsoluteAxisCode::ABS_RZ, info(32768, 0, 65535)),
        (AbsoluteAxisCode::ABS_GAS, info(0, 0, 1023)),
        (AbsoluteAxisCode::ABS_BRAKE, info(0, 0, 1023)),
    ];
    let none = AttributeSet::new();
    let pad = translated(PadFamily::Xbox, &none, &at_rest);
    assert_eq!(pad.buttons_pressed().count(), 0);
    assert!(pad.right.length() < 1e-4 && pad.left_trigger == 0.0 && pad.right_trigger == 0.0);
    let mut used = at_rest;
    used[2].1 = info(65535, 0, 65535);
    used[3].1 = info(0, 0, 65535);
    used[4].1 = info(1023, 0, 1023);
    let pad = translated(PadFamily::Xbox, &none, &used);
    assert_eq!((pad.right, pad.right_trigger, pad.left_trigger), (vec2(1.0, -1.0), 1.0, 0.0));
    assert!(pad.is_down(PadButton::RightTrigger) && !pad.is_down(PadButton::LeftTrigger));
    // Without any triggers at all they are the right stick, too; one of them alone is a trigger.
    let pad = translated(PadFamily::Other, &none, &used[..4]);
    assert_eq!((pad.right, pad.right_trigger), (vec2(1.0, -1.0), 0.0));
    let pad = translated(PadFamily::Other, &none, &used[2..3]);
    assert_eq!((pad.right.x, pad.left_trigger), (0.0, 1.0));
}

/// `Binding::AxisUp(PadAxis::LeftTrigger)` never went on where triggers are buttons.
#[test]
fn triggers_that_are_buttons_are_pulled_all_the_way() {
    let mut keys = AttributeSet::new();
    keys.insert(KeyCode::BTN_TL2);
    let sticks = [
        (AbsoluteAxisCode::ABS_X, info(0, -32767, 32767)),
        (AbsoluteAxisCode::ABS_RX, info(0, -32767, 32767)),
    ];
    let pad = translated(PadFamily::Nintendo, &keys, &sticks);
    assert_eq!((pad.left_trigger, pad.right_trigger), (1.0, 0.0));
    // One that has an axis as well is as far as that says.
    let axes = [
        sticks[1],
        (AbsoluteAxisCode::ABS_Z, info(51, 0, 255)),
        (AbsoluteAxisCode::ABS_RZ, info(0, 0, 255)),
    ];
    let pad = translated(PadFamily::PlayStation, &keys, &axes);
    assert!((pad.left_trigger - 0.2).abs() < 1e-6 && pad.is_down(PadButton::LeftTrigger));
    let axes = [sticks[1], (AbsoluteAxisCode::ABS_HAT2Y, info(255, 0, 255))];
    let pad = translated(PadFamily::Other, &AttributeSet::new(), &axes);
    assert_eq!((pad.left_trigger, pad.is_down(PadButton::LeftTrigger)), (1.0, true));
}
