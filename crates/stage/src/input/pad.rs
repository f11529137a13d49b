//! Gamepads as plain data.

use core::fmt;
use motile_geom::{Vec2, vec2};

/// How many gamepads there can be at a time; events of further ones are passed over.
pub const MAX_PADS: u32 = 8;

/// A button of a gamepad, by where it sits: the same finger presses the same one on pads of all makers. What is printed
/// on it is [`PadButton::label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PadButton {
    /// The lower one of the four under the right thumb.
    South,
    /// The right one of the four.
    East,
    /// The left one of the four.
    West,
    /// The upper one of the four.
    North,
    /// The upper one behind the pad, under the left forefinger.
    #[doc(alias = "bumper")]
    LeftShoulder,
    /// The upper one behind the pad, under the right forefinger.
    #[doc(alias = "bumper")]
    RightShoulder,
    /// The lower one behind the pad at the left; how far it is pulled is [`Pad::left_trigger`].
    LeftTrigger,
    /// The lower one behind the pad at the right; how far it is pulled is [`Pad::right_trigger`].
    RightTrigger,
    /// The small one left of the middle.
    #[doc(alias = "back")]
    Select,
    /// The small one right of the middle.
    #[doc(alias = "menu")]
    Start,
    /// The left stick, pushed in.
    LeftStick,
    /// The right stick, pushed in.
    RightStick,
    /// The cross, upward.
    #[doc(alias = "dpad")]
    Up,
    /// The cross, downward.
    Down,
    /// The cross, to the left.
    Left,
    /// The cross, to the right.
    Right,
    /// The one with the maker's sign. Systems often keep it for themselves.
    #[doc(alias = "guide")]
    Home,
}

impl PadButton {
    /// All buttons with the names that scripts and saved bindings use.
    pub const NAMED: [(Self, &'static str); 17] = [
        (Self::South, "south"),
        (Self::East, "east"),
        (Self::West, "west"),
        (Self::North, "north"),
        (Self::LeftShoulder, "left-shoulder"),
        (Self::RightShoulder, "right-shoulder"),
        (Self::LeftTrigger, "left-trigger"),
        (Self::RightTrigger, "right-trigger"),
        (Self::Select, "select"),
        (Self::Start, "start"),
        (Self::LeftStick, "left-stick"),
        (Self::RightStick, "right-stick"),
        (Self::Up, "up"),
        (Self::Down, "down"),
        (Self::Left, "left"),
        (Self::Right, "right"),
        (Self::Home, "home"),
    ];

    /// The name scripts and saved bindings use.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }

    /// What stands on the button of a pad of this family, for prompts such as "press A to jump".
    #[doc(alias = "glyph")]
    pub const fn label(self, family: PadFamily) -> &'static str {
        use PadFamily::{Nintendo, PlayStation, Xbox};
        match (self, family) {
            (Self::South, Xbox) | (Self::East, Nintendo) => "A",
            (Self::East, Xbox) | (Self::South, Nintendo) => "B",
            (Self::West, Xbox) | (Self::North, Nintendo) => "X",
            (Self::North, Xbox) | (Self::West, Nintendo) => "Y",
            (Self::South, PlayStation) => "Cross",
            (Self::East, PlayStation) => "Circle",
            (Self::West, PlayStation) => "Square",
            (Self::North, PlayStation) => "Triangle",
            (Self::LeftShoulder, Xbox) => "LB",
            (Self::RightShoulder, Xbox) => "RB",
            (Self::LeftTrigger, Xbox) => "LT",
            (Self::RightTrigger, Xbox) => "RT",
            (Self::LeftShoulder, Nintendo) => "L",
            (Self::RightShoulder, Nintendo) => "R",
            (Self::LeftTrigger, Nintendo) => "ZL",
            (Self::RightTrigger, Nintendo) => "ZR",
            (Self::LeftShoulder, _) => "L1",
            (Self::RightShoulder, _) => "R1",
            (Self::LeftTrigger, _) => "L2",
            (Self::RightTrigger, _) => "R2",
            (Self::Select, Nintendo) => "−",
            (Self::Start, Nintendo) => "+",
            (Self::Select, Xbox) => "View",
            (Self::Start, Xbox) => "Menu",
            (Self::Select, PlayStation) => "Share",
            (Self::Start, PlayStation) => "Options",
            (Self::Select, PadFamily::Other) => "Select",
            (Self::Start, PadFamily::Other) => "Start",
            (Self::South, PadFamily::Other) => "lower button",
            (Self::East, PadFamily::Other) => "right button",
            (Self::West, PadFamily::Other) => "left button",
            (Self::North, PadFamily::Other) => "upper button",
            (Self::LeftStick, _) => "left stick",
            (Self::RightStick, _) => "right stick",
            (Self::Up, _) => "cross up",
            (Self::Down, _) => "cross down",
            (Self::Left, _) => "cross left",
            (Self::Right, _) => "cross right",
            (Self::Home, _) => "home",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Part of a gamepad that is more than on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PadAxis {
    /// The left stick from left (−1) to right (1).
    LeftX,
    /// The left stick from up (−1) to down (1).
    LeftY,
    /// The right stick from left (−1) to right (1).
    RightX,
    /// The right stick from up (−1) to down (1).
    RightY,
    /// The left trigger, from 0 to 1 when it is pulled through.
    LeftTrigger,
    /// The right trigger, from 0 to 1 when it is pulled through.
    RightTrigger,
}

impl PadAxis {
    /// All axes with the names that scripts and saved bindings use.
    pub const NAMED: [(Self, &'static str); 6] = [
        (Self::LeftX, "left-x"),
        (Self::LeftY, "left-y"),
        (Self::RightX, "right-x"),
        (Self::RightY, "right-y"),
        (Self::LeftTrigger, "left-trigger"),
        (Self::RightTrigger, "right-trigger"),
    ];

    /// The name scripts and saved bindings use.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }

    const fn is_trigger(self) -> bool {
        matches!(self, Self::LeftTrigger | Self::RightTrigger)
    }
}

/// Whose pad it is like, for what is printed on its buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PadFamily {
    /// A below, B at the right.
    Xbox,
    /// Cross below, circle at the right.
    PlayStation,
    /// B below, A at the right.
    Nintendo,
    /// Unknown.
    #[default]
    Other,
}

impl PadFamily {
    /// All families with the names scripts use.
    pub const NAMED: [(Self, &'static str); 4] = [
        (Self::Xbox, "xbox"),
        (Self::PlayStation, "playstation"),
        (Self::Nintendo, "nintendo"),
        (Self::Other, "other"),
    ];

    /// The name scripts use.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }

    /// Guesses it from what a system calls a pad, which may have the numbers of its maker in it.
    pub fn guess(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&["nintendo", "joy-con", "switch pro", "057e"]) {
            Self::Nintendo
        } else if has(&[
            "playstation",
            "dualshock",
            "dualsense",
            "sony",
            "054c",
            "ps3",
            "ps4",
            "ps5",
        ]) {
            Self::PlayStation
        } else if has(&["xbox", "x-box", "xinput", "045e", "360 pad"]) {
            Self::Xbox
        } else {
            Self::Other
        }
    }
}

/// Something that happened to a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PadEvent {
    /// It was plugged in.
    Connected(PadFamily),
    /// It is gone. What was held on it comes up.
    Disconnected,
    /// A button went down. A pad that was not seen before is there from now on.
    Down(PadButton),
    /// A button came up.
    Up(PadButton),
    /// A stick or a trigger stands here now; see [`PadAxis`] for its range, outside of which it is cut off.
    Axis(PadAxis, f32),
}

/// A request to shake a gamepad, for [`Shell::rumble`](crate::Shell::rumble). Pads that cannot do so stay calm.
#[doc(alias = "vibration")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// Which pad.
    pub pad: u32,
    /// Strength of the heavy, slow motor, 0…1.
    pub strong: f32,
    /// Strength of the light, quick motor, 0…1.
    pub weak: f32,
    /// For how long, in seconds, at most 5.
    pub seconds: f32,
}

/// What a stick means: what is near its middle is rest, and the rest grows from there.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// use motile_stage::StickShape;
/// let shape = StickShape::default();
/// assert_eq!(shape.apply(vec2(0.05, -0.08)), Vec2::ZERO, "worn sticks do not stand still");
/// assert_eq!(shape.apply(vec2(0.0, 1.0)), vec2(0.0, 1.0));
/// assert!(shape.apply(vec2(0.9, 0.9)).length() <= 1.0, "a diagonal is no faster");
/// ```
#[doc(alias = "dead zone")]
#[doc(alias = "deadzone")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickShape {
    /// Distance from the middle up to which it rests; a negative one, or NaN, counts as 0.
    pub inner: f32,
    /// Distance from the middle from which on it counts as pushed through; few sticks reach 1 on diagonals. One that is
    /// not above `inner`, or NaN, lets the stick be at rest or pushed through, with next to nothing in between.
    pub outer: f32,
    /// How bent the way in between is: 0 is straight, 1 is a square, fine near the middle.
    pub curve: f32,
}

/// Rest up to 0.15, through from 0.95, straight in between.
impl Default for StickShape {
    fn default() -> Self {
        Self { inner: 0.15, outer: 0.95, curve: 0.0 }
    }
}

impl StickShape {
    /// The direction and strength of a stick, at most 1 long. Numbers that are not finite count as rest.
    pub fn apply(self, raw: Vec2) -> Vec2 {
        // Of a number and NaN, `max` gives the number.
        let (length, inner) = (raw.length(), self.inner.max(0.0));
        if !length.is_finite() || length <= inner {
            return Vec2::ZERO;
        }
        let share = ((length - inner) / (self.outer - inner).max(1e-3)).clamp(0.0, 1.0);
        let curve = if self.curve.is_finite() { self.curve.clamp(0.0, 1.0) } else { 0.0 };
        let strength = share * (1.0 - curve + curve * share);
        raw * (strength / length)
    }
}

/// A gamepad as one tick sees it; [`Input::pad`](crate::Input::pad) has them.
///
/// ```
/// use motile_geom::vec2;
/// use motile_stage::{Input, InputEvent, PadAxis, PadButton, PadEvent};
/// let mut input = Input::default();
/// assert!(!input.pad(0).connected, "no pad is a pad at rest");
/// input.apply(InputEvent::Pad(0, PadEvent::Down(PadButton::South)));
/// input.apply(InputEvent::Pad(0, PadEvent::Axis(PadAxis::LeftX, 1.0)));
/// assert!(input.pad(0).pressed(PadButton::South));
/// assert_eq!(input.pad(0).left_stick(), vec2(1.0, 0.0));
/// ```
#[doc(alias = "gamepad")]
#[doc(alias = "joystick")]
#[doc(alias = "controller")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pad {
    /// Whether it is there.
    pub connected: bool,
    /// Whose pad it is like.
    pub family: PadFamily,
    /// The left stick as it stands, each part −1…1, y down. [`Pad::left_stick`] is without the noise of its middle.
    pub left: Vec2,
    /// The right stick as it stands, each part −1…1, y down.
    pub right: Vec2,
    /// How far the left trigger is pulled, 0…1.
    pub left_trigger: f32,
    /// How far the right trigger is pulled, 0…1.
    pub right_trigger: f32,
    down: u32,
    pressed: u32,
    released: u32,
}

impl Pad {
    /// A pad that is not there.
    pub const NONE: Self = Self {
        connected: false,
        family: PadFamily::Other,
        left: Vec2::ZERO,
        right: Vec2::ZERO,
        left_trigger: 0.0,
        right_trigger: 0.0,
        down: 0,
        pressed: 0,
        released: 0,
    };

    /// Whether a button is held.
    pub const fn is_down(&self, button: PadButton) -> bool {
        self.down & button.bit() != 0
    }

    /// Whether a button went down in this tick.
    pub const fn pressed(&self, button: PadButton) -> bool {
        self.pressed & button.bit() != 0
    }

    /// Whether a button came up in this tick.
    pub const fn released(&self, button: PadButton) -> bool {
        self.released & button.bit() != 0
    }

    /// Buttons that went down in this tick.
    pub fn buttons_pressed(&self) -> impl Iterator<Item = PadButton> + use<> {
        let pressed = self.pressed;
        PadButton::NAMED.into_iter().map(|named| named.0).filter(move |it| pressed & it.bit() != 0)
    }

    /// The left stick with the usual dead zone, at most 1 long, y down.
    pub fn left_stick(&self) -> Vec2 {
        StickShape::default().apply(self.left)
    }

    /// The right stick with the usual dead zone, at most 1 long, y down.
    pub fn right_stick(&self) -> Vec2 {
        StickShape::default().apply(self.right)
    }

    /// The direction of the cross, each component −1, 0 or 1.
    #[doc(alias = "dpad")]
    pub fn cross(&self) -> Vec2 {
        let held = |button| f32::from(self.is_down(button));
        let x = held(PadButton::Right) - held(PadButton::Left);
        vec2(x, held(PadButton::Down) - held(PadButton::Up))
    }

    /// Where an axis stands, as it is.
    pub const fn axis(&self, axis: PadAxis) -> f32 {
        match axis {
            PadAxis::LeftX => self.left.x,
            PadAxis::LeftY => self.left.y,
            PadAxis::RightX => self.right.x,
            PadAxis::RightY => self.right.y,
            PadAxis::LeftTrigger => self.left_trigger,
            PadAxis::RightTrigger => self.right_trigger,
        }
    }

    /// Takes in something that happened; an axis that is not finite changes nothing.
    pub fn apply(&mut self, event: PadEvent) {
        match event {
            PadEvent::Connected(family) => {
                self.connected = true;
                self.family = family;
            }
            PadEvent::Disconnected => {
                self.rest();
                self.connected = false;
            }
            PadEvent::Down(button) => {
                self.connected = true;
                self.pressed |= button.bit() & !self.down;
                self.down |= button.bit();
            }
            PadEvent::Up(button) => {
                self.released |= button.bit() & self.down;
                self.down &= !button.bit();
            }
            PadEvent::Axis(axis, value) if value.is_finite() => {
                self.connected = true;
                self.set_axis(axis, value);
            }
            PadEvent::Axis(..) => {}
        }
    }

    /// Forgets what was true for one tick only.
    pub const fn end_tick(&mut self) {
        (self.pressed, self.released) = (0, 0);
    }

    /// Lets go of everything.
    pub(crate) const fn rest(&mut self) {
        self.released |= self.down;
        self.down = 0;
        (self.left, self.right) = (Vec2::ZERO, Vec2::ZERO);
        (self.left_trigger, self.right_trigger) = (0.0, 0.0);
    }

    const fn set_axis(&mut self, axis: PadAxis, value: f32) {
        let low = if axis.is_trigger() { 0.0 } else { -1.0 };
        let value = value.clamp(low, 1.0);
        match axis {
            PadAxis::LeftX => self.left.x = value,
            PadAxis::LeftY => self.left.y = value,
            PadAxis::RightX => self.right.x = value,
            PadAxis::RightY => self.right.y = value,
            PadAxis::LeftTrigger => self.left_trigger = value,
            PadAxis::RightTrigger => self.right_trigger = value,
        }
    }

    /// What has to be told to somebody who knows the pad as `self` so that it is like `now`. Sticks move by steps of a
    /// hundredth: finer ones are noise, and every step is a line of a recording.
    ///
    /// ```
    /// use motile_stage::{Pad, PadButton, PadEvent, PadFamily};
    /// let (mut told, mut now) = (Pad::NONE, Pad::NONE);
    /// now.apply(PadEvent::Connected(PadFamily::Xbox));
    /// now.apply(PadEvent::Down(PadButton::Start));
    /// let mut heard = Vec::new();
    /// told.changes_to(&now, |event| heard.push(event));
    /// assert_eq!(heard, [PadEvent::Connected(PadFamily::Xbox), PadEvent::Down(PadButton::Start)]);
    /// assert!(told.is_down(PadButton::Start));
    /// ```
    pub fn changes_to(&mut self, now: &Self, mut tell: impl FnMut(PadEvent)) {
        let mut say = |told: &mut Self, event| {
            told.apply(event);
            tell(event);
        };
        if self.connected && !now.connected {
            say(self, PadEvent::Disconnected);
        }
        if !now.connected {
            return;
        }
        if !self.connected || self.family != now.family {
            say(self, PadEvent::Connected(now.family));
        }
        for (button, _) in PadButton::NAMED {
            match (self.is_down(button), now.is_down(button)) {
                (false, true) => say(self, PadEvent::Down(button)),
                (true, false) => say(self, PadEvent::Up(button)),
                _ => {}
            }
        }
        for (axis, _) in PadAxis::NAMED {
            let value = (now.axis(axis) * 100.0).round() / 100.0;
            if value != self.axis(axis) && value.is_finite() {
                say(self, PadEvent::Axis(axis, value));
            }
        }
    }
}

/// As scripts spell it, after the number of the pad.
impl fmt::Display for PadEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connected(family) => write!(f, "on {}", family.name()),
            Self::Disconnected => f.write_str("off"),
            Self::Down(button) => write!(f, "down {}", button.name()),
            Self::Up(button) => write!(f, "up {}", button.name()),
            Self::Axis(axis, value) => write!(f, "axis {} {value}", axis.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pad_that_vanishes_lets_go() {
        let mut pad = Pad::NONE;
        pad.apply(PadEvent::Down(PadButton::East));
        pad.apply(PadEvent::Axis(PadAxis::LeftX, -3.0));
        pad.end_tick();
        assert_eq!((pad.is_down(PadButton::East), pad.left.x), (true, -1.0));
        pad.apply(PadEvent::Disconnected);
        assert!(pad.released(PadButton::East) && !pad.is_down(PadButton::East));
        assert_eq!((pad.connected, pad.left), (false, Vec2::ZERO));
    }

    #[test]
    fn triggers_do_not_go_below_rest_and_nan_changes_nothing() {
        let mut pad = Pad::NONE;
        pad.apply(PadEvent::Axis(PadAxis::RightTrigger, 0.5));
        pad.apply(PadEvent::Axis(PadAxis::RightTrigger, f32::NAN));
        assert_eq!(pad.right_trigger, 0.5);
        pad.apply(PadEvent::Axis(PadAxis::RightTrigger, -0.5));
        assert_eq!(pad.right_trigger, 0.0);
    }

    #[test]
    fn a_stick_is_straight_from_its_dead_zone_to_its_rim() {
        let shape = StickShape { inner: 0.2, outer: 0.9, curve: 1.0 };
        assert_eq!(shape.apply(vec2(0.2, 0.0)), Vec2::ZERO);
        assert!((shape.apply(vec2(0.55, 0.0)).x - 0.25).abs() < 1e-6, "half way, squared");
        assert_eq!(shape.apply(vec2(0.0, -1.0)), vec2(0.0, -1.0));
        assert_eq!(shape.apply(vec2(f32::NAN, 1.0)), Vec2::ZERO);
        let odd = StickShape { inner: 0.5, outer: 0.5, curve: f32::NAN };
        assert!(odd.apply(vec2(0.7, 0.7)).is_finite());
    }

    /// A dead zone of NaN gave a stick of NaN, and a negative one a stick that moved at rest.
    #[test]
    fn odd_dead_zones_give_a_direction_of_at_most_one() {
        let odd = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN,
            -1.0,
            -0.0,
            0.0,
            0.5,
            2.0,
        ];
        let sticks = [0.0, 1e-30, 1e-3, 0.3, -0.7, 1.0, f32::MAX];
        for (inner, outer, curve) in odd
            .iter()
            .flat_map(|&inner| odd.map(|outer| (inner, outer)))
            .flat_map(|(inner, outer)| odd.map(|curve| (inner, outer, curve)))
        {
            let shape = StickShape { inner, outer, curve };
            assert_eq!(shape.apply(Vec2::ZERO), Vec2::ZERO, "{shape:?}");
            for raw in sticks.iter().flat_map(|&x| sticks.map(|y| vec2(x, y))) {
                let length = shape.apply(raw).length();
                assert!(length <= 1.0 + 1e-6, "{raw} by {shape:?} is {length} long");
            }
        }
        let pushed = vec2(0.3, 0.0);
        let shaped = |inner, outer| StickShape { inner, outer, curve: 0.0 }.apply(pushed);
        assert_eq!(shaped(-1.0, 1.0), shaped(0.0, 1.0), "it does not move at rest");
        assert_eq!(shaped(f32::NAN, 1.0), shaped(0.0, 1.0));
        assert_eq!(shaped(0.2, 0.1), vec2(1.0, 0.0), "it rests, or is pushed through");
        assert_eq!(shaped(0.4, 0.1), Vec2::ZERO);
    }

    #[test]
    fn what_is_told_makes_both_equal_and_noise_is_not_told() {
        let (mut told, mut now) = (Pad::NONE, Pad::NONE);
        now.apply(PadEvent::Connected(PadFamily::Nintendo));
        now.apply(PadEvent::Down(PadButton::Up));
        now.apply(PadEvent::Axis(PadAxis::RightY, 0.25));
        let count = |told: &mut Pad, now: &Pad| {
            let mut count = 0;
            told.changes_to(now, |_| count += 1);
            count
        };
        assert_eq!(count(&mut told, &now), 3);
        assert_eq!(told, now);
        now.apply(PadEvent::Axis(PadAxis::RightY, 0.2513));
        assert_eq!(count(&mut told, &now), 0);
        now.apply(PadEvent::Disconnected);
        assert_eq!(count(&mut told, &now), 1);
        assert_eq!(count(&mut told, &now), 0);
    }

    #[test]
    fn families_are_known_by_name_and_number() {
        assert_eq!(PadFamily::guess("Microsoft X-Box 360 pad"), PadFamily::Xbox);
        assert_eq!(
            PadFamily::guess("Wireless Controller (Vendor: 054c Product: 09cc)"),
            PadFamily::PlayStation
        );
        assert_eq!(PadFamily::guess("Nintendo Switch Pro Controller"), PadFamily::Nintendo);
        assert_eq!(PadFamily::guess(""), PadFamily::Other);
        assert_eq!(PadButton::South.label(PadFamily::Nintendo), "B");
        assert_eq!(
            PadButton::NAMED.map(|(button, _)| button as usize),
            core::array::from_fn(|at| at)
        );
        assert_eq!(PadAxis::NAMED.map(|(axis, _)| axis as usize), core::array::from_fn(|at| at));
    }
}
