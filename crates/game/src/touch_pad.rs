//! Sticks and buttons on a touch screen.

use motile_geom::{Aabb, Vec2, vec2};
use motile_pixels::Color;
use motile_stage::{Canvas, Input, Pad, PadAxis, PadButton, PadEvent, PadFamily, Path, Stroke};

/// What a control of a [`TouchPad`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchRole {
    /// The left stick of a gamepad.
    LeftStick,
    /// The right stick of a gamepad.
    RightStick,
    /// A button of a gamepad.
    Press(PadButton),
}

/// A stick or a button on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchControl {
    /// What it stands for.
    pub role: TouchRole,
    /// The corner or edge it keeps to, in shares of the stage: (0, 1) is the lower left corner.
    pub anchor: Vec2,
    /// Its center as seen from there, in pixels.
    pub offset: Vec2,
    /// In pixels. Fingers are not exact: half as much again counts.
    pub radius: f32,
}

impl TouchControl {
    /// Its center on a stage of a size.
    pub fn center(&self, size: Vec2) -> Vec2 {
        self.anchor * size + self.offset
    }
}

/// A gamepad made of touches, drawn over the game. It appears on touch screens, at the first touch where pages do not know
/// before, and goes away when a key or a gamepad is used; [`Actions::update_with`](crate::Actions::update_with) takes its [`pad`](TouchPad::pad), so that what is bound to a
/// gamepad works on a touch screen.
///
/// ```
/// use motile_game::TouchPad;
/// use motile_geom::vec2;
/// use motile_stage::{Input, InputEvent, PadButton, TouchPhase};
///
/// let mut touch = TouchPad::new(&[PadButton::South]);
/// let mut input = Input::default();
/// let size = vec2(640.0, 360.0);
/// let finger = touch.controls[1].center(size);
/// input.apply(InputEvent::Touch { id: 1, phase: TouchPhase::Down, position: finger });
/// touch.update(&input, size);
/// assert!(touch.visible && touch.pad.pressed(PadButton::South));
/// ```
#[doc(alias = "virtual joystick")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TouchPad {
    /// What is on the screen.
    pub controls: Vec<TouchControl>,
    /// The gamepad that it is; not connected while it is not visible.
    pub pad: Pad,
    /// Whether it is there.
    pub visible: bool,
    /// Whether it is known that this is a touch screen.
    on_touch_screen: bool,
    /// Which finger is on which control.
    held: Vec<(u32, usize)>,
}

impl TouchPad {
    /// A stick at the lower left, and up to four buttons at the lower right.
    pub fn new(buttons: &[PadButton]) -> Self {
        const PLACES: [Vec2; 4] =
            [vec2(-70.0, -60.0), vec2(-60.0, -140.0), vec2(-150.0, -50.0), vec2(-145.0, -135.0)];
        let stick = TouchControl {
            role: TouchRole::LeftStick,
            anchor: vec2(0.0, 1.0),
            offset: vec2(90.0, -90.0),
            radius: 60.0,
        };
        let button = |(&button, offset)| TouchControl {
            role: TouchRole::Press(button),
            anchor: Vec2::ONE,
            offset,
            radius: 36.0,
        };
        let buttons = buttons.iter().zip(PLACES).map(button);
        Self { controls: core::iter::once(stick).chain(buttons).collect(), ..Self::default() }
    }

    /// With one more control.
    #[must_use]
    pub fn with(mut self, control: TouchControl) -> Self {
        self.controls.push(control);
        self
    }

    /// Looks at the fingers of a tick, on a stage of a size.
    pub fn update(&mut self, input: &Input, size: Vec2) {
        self.pad.end_tick();
        let elsewhere = !input.keys_pressed().is_empty()
            || input.pads().any(|(_, pad)| pad.buttons_pressed().next().is_some());
        let appears = input.touch_screen && !self.on_touch_screen;
        self.on_touch_screen = input.touch_screen;
        if !input.touches.is_empty() || appears {
            self.visible = true;
        } else if elsewhere {
            self.visible = false;
        }
        if self.visible != self.pad.connected {
            let family = PadFamily::default();
            let event =
                if self.visible { PadEvent::Connected(family) } else { PadEvent::Disconnected };
            self.pad.apply(event);
        }
        for touch in &input.touches {
            if touch.pressed
                && let Some(control) = self.under(touch.position, size)
            {
                self.held.push((touch.id, control));
            }
        }
        let is_down = |id: u32| input.touches.iter().any(|touch| touch.id == id && touch.down);
        // A finger that came down and went between two ticks presses, too: it is let go only after it was told.
        self.tell(input, size);
        self.held.retain(|&(id, _)| is_down(id));
        self.tell(input, size);
    }

    /// The control under a point.
    fn under(&self, point: Vec2, size: Vec2) -> Option<usize> {
        let reach = |control: &TouchControl| control.radius * 1.5;
        let distance = |control: &TouchControl| control.center(size).distance(point);
        let near = self.controls.iter().enumerate();
        let near = near.filter(|(_, control)| distance(control) <= reach(control));
        near.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))).map(|(at, _)| at)
    }

    /// Brings the pad up to date with what is held.
    fn tell(&mut self, input: &Input, size: Vec2) {
        for (at, control) in self.controls.iter().enumerate() {
            let finger = self.held.iter().find(|held| held.1 == at);
            match control.role {
                TouchRole::Press(button) => self.pad.apply(match finger {
                    Some(_) => PadEvent::Down(button),
                    None if self.pad.is_down(button) => PadEvent::Up(button),
                    None => continue,
                }),
                TouchRole::LeftStick | TouchRole::RightStick => {
                    let touch =
                        finger.and_then(|held| input.touches.iter().find(|it| it.id == held.0));
                    let way =
                        touch.map_or(Vec2::ZERO, |touch| touch.position - control.center(size));
                    let way = (way / control.radius.max(1.0)).clamp_length_max(1.0);
                    let (x, y) = match control.role {
                        TouchRole::LeftStick => (PadAxis::LeftX, PadAxis::LeftY),
                        _ => (PadAxis::RightX, PadAxis::RightY),
                    };
                    if touch.is_some() || self.pad.axis(x) != 0.0 || self.pad.axis(y) != 0.0 {
                        self.pad.apply(PadEvent::Axis(x, way.x));
                        self.pad.apply(PadEvent::Axis(y, way.y));
                    }
                }
            }
        }
    }

    /// Draws it over the game, on a stage of a size, if it is there.
    pub fn draw(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        if !self.visible {
            return;
        }
        let (pale, strong) = (Color::WHITE.with_alpha(60), Color::WHITE.with_alpha(150));
        for control in &self.controls {
            let (center, radius) = (control.center(size), control.radius.max(1.0));
            let (knob, reach) = match control.role {
                TouchRole::Press(button) => {
                    let label = button.label(PadFamily::Xbox);
                    canvas.write(label, radius * 0.7, center, Vec2::splat(0.5), strong);
                    (center, if self.pad.is_down(button) { radius } else { 0.0 })
                }
                TouchRole::LeftStick => (center + self.pad.left * radius, radius * 0.45),
                TouchRole::RightStick => (center + self.pad.right * radius, radius * 0.45),
            };
            canvas.fill(&Path::circle(center, radius), pale);
            canvas.stroke(&Path::circle(center, radius), &Stroke::new(2.0), strong);
            if reach > 0.0 {
                canvas.fill(&Path::circle(knob, reach), strong);
            }
        }
    }

    /// The box around all controls on a stage of a size, for games that keep it free.
    pub fn bounds(&self, size: Vec2) -> Aabb {
        let boxes = self
            .controls
            .iter()
            .map(|control| Aabb::from_center(control.center(size), Vec2::splat(control.radius)));
        boxes.reduce(Aabb::union).unwrap_or(Aabb::new(Vec2::ZERO, Vec2::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_stage::{InputEvent, Key, TouchPhase};

    const SIZE: Vec2 = vec2(640.0, 360.0);

    fn touch(id: u32, phase: TouchPhase, position: Vec2) -> InputEvent {
        InputEvent::Touch { id, phase, position }
    }

    #[test]
    fn two_fingers_steer_and_fire() {
        let mut pad = TouchPad::new(&[PadButton::South, PadButton::East]);
        let mut input = Input::default();
        pad.update(&input, SIZE);
        assert!(!pad.visible && !pad.pad.connected, "a mouse alone shows nothing");
        let (stick, fire) = (pad.controls[0].center(SIZE), pad.controls[2].center(SIZE));
        input.apply(touch(1, TouchPhase::Down, stick + vec2(30.0, 0.0)));
        input.apply(touch(2, TouchPhase::Down, fire));
        pad.update(&input, SIZE);
        assert_eq!(pad.pad.left, vec2(0.5, 0.0));
        assert!(pad.pad.pressed(PadButton::East) && !pad.pad.is_down(PadButton::South));
        input.end_tick();
        input.apply(touch(1, TouchPhase::Move, stick + vec2(0.0, -900.0)));
        input.apply(touch(2, TouchPhase::Up, fire));
        pad.update(&input, SIZE);
        assert_eq!(pad.pad.left, vec2(0.0, -1.0), "a finger that leaves the stick still steers");
        assert!(pad.pad.released(PadButton::East));
        input.end_tick();
        input.apply(touch(1, TouchPhase::Up, stick));
        pad.update(&input, SIZE);
        assert_eq!(pad.pad.left, Vec2::ZERO);
        input.end_tick();
        input.apply(InputEvent::Key(Key::Space));
        pad.update(&input, SIZE);
        assert!(!pad.visible && !pad.pad.connected, "somebody has a keyboard");
    }

    #[test]
    fn it_is_there_before_the_first_touch_where_a_page_knows() {
        let mut pad = TouchPad::new(&[PadButton::South]);
        let mut input = Input::default();
        // What pages say of a touch screen.
        input.apply(touch(0, TouchPhase::Up, Vec2::ZERO));
        pad.update(&input, SIZE);
        assert!(pad.visible && pad.pad.connected && input.touches.is_empty());
        input.end_tick();
        input.apply(InputEvent::Key(Key::Left));
        pad.update(&input, SIZE);
        assert!(!pad.visible, "a keyboard after all");
        input.end_tick();
        pad.update(&input, SIZE);
        assert!(!pad.visible, "and it stays away");
    }

    #[test]
    fn a_touch_shorter_than_a_tick_presses() {
        let mut pad = TouchPad::new(&[PadButton::South]);
        let mut input = Input::default();
        let place = pad.controls[1].center(SIZE);
        input.apply(touch(1, TouchPhase::Down, place));
        input.apply(touch(1, TouchPhase::Up, place));
        pad.update(&input, SIZE);
        assert!(pad.pad.pressed(PadButton::South) && pad.pad.released(PadButton::South));
        assert!(!pad.pad.is_down(PadButton::South));
    }
}
