//! The knobs of a sketch as a panel for mouse and keyboard.

use crate::{Button, Canvas, InputEvent, Key, Param, ParamKind, Params, Path, Text, WheelSteps};
use motile_geom::{Aabb, Vec2, vec2};
use motile_pixels::Color;

/// Height of a knob, and how wide a panel wants to be, in pixels.
const ROW: f32 = 38.0;
const WIDTH: f32 = 260.0;
const EDGE: f32 = 12.0;
/// Seconds within which a second click is a double click.
const DOUBLE: f32 = 0.4;

const CARD: Color = Color::hex(0x22_28_2F);
const TRACK: Color = Color::hex(0x3A_43_4D);
const INK: Color = Color::hex(0xEC_E8_E1);
const ACCENT: Color = Color::hex(0xFF_9D_3C);

/// The knobs of a sketch, drawn and turned: drag or click a bar, turn the wheel over it, click a toggle, a choice or a
/// button, double-click to set a knob back. On the keyboard Page Up and Page Down choose a knob, Home and End turn it,
/// Enter presses a button.
///
/// The window's own, for sketches that take nothing of `motile-game`: `KnobUi` there is the panel for other programs.
#[derive(Clone, Debug, Default)]
pub(super) struct KnobPanel {
    pointer: Vec2,
    /// The knob that the keyboard turns.
    selected: usize,
    /// The knob whose bar is being dragged.
    dragged: Option<usize>,
    /// The knob that was clicked last, and how many seconds ago.
    clicked: Option<(usize, f32)>,
    wheel: WheelSteps,
}

impl KnobPanel {
    /// A panel with the first knob chosen.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Width and height that the panel of these parameters takes, in pixels.
    pub(super) fn size(params: &Params) -> Vec2 {
        vec2(WIDTH, params.declared().len() as f32 * ROW + EDGE)
    }

    /// Where the chosen knob ends with the space below it, in pixels from the top of the panel.
    pub(super) fn end_of_chosen(&self) -> f32 {
        EDGE + (self.selected + 1) as f32 * ROW
    }

    /// Chooses the next knob, or the one before, and stays at the ends.
    pub(super) fn choose(&mut self, steps: i32, params: &Params) {
        let last = params.declared().len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(steps as isize).min(last);
    }

    /// Lets time pass, in seconds: two clicks are a double click only when they follow each other closely.
    pub(super) fn update(&mut self, dt: f32) {
        if let Some((_, age)) = &mut self.clicked {
            *age += dt;
        }
    }

    /// Takes in an event for a panel that stands in `area`; whether it was meant for the panel. Positions are in the
    /// coordinates of the area.
    pub(super) fn event(&mut self, event: InputEvent, area: Aabb, params: &mut Params) -> bool {
        match event {
            InputEvent::Move(point) => {
                self.pointer = point;
                if let Some(row) = self.dragged {
                    self.set_by_pointer(row, area, params);
                }
                self.dragged.is_some()
            }
            InputEvent::Down(Button::Left) => match self.row(area, params) {
                Some(row) => self.press(row, area, params),
                None => area.contains(self.pointer),
            },
            InputEvent::Up(Button::Left) => self.dragged.take().is_some(),
            InputEvent::Wheel(lines) => match self.row(area, params) {
                Some(row) => turn(row, -self.wheel.turn(lines), params),
                None => false,
            },
            InputEvent::Key(key) => self.key(key, params),
            _ => false,
        }
    }

    fn key(&mut self, key: Key, params: &mut Params) -> bool {
        let count = params.declared().len();
        if count == 0 {
            return false;
        }
        match key {
            Key::PageDown => self.selected = (self.selected + 1) % count,
            Key::PageUp => self.selected = (self.selected + count - 1) % count,
            Key::Home => return turn(self.selected, -1, params),
            Key::End => return turn(self.selected, 1, params),
            Key::Enter if params.declared()[self.selected].kind == ParamKind::Button => {
                return turn(self.selected, 1, params);
            }
            _ => return false,
        }
        true
    }

    /// The knob below the pointer.
    fn row(&self, area: Aabb, params: &Params) -> Option<usize> {
        let inside = area.contains(self.pointer);
        let row = ((self.pointer.y - area.min.y - EDGE * 0.5) / ROW).floor();
        let row = if inside && row >= 0.0 { row as usize } else { return None };
        (row < params.declared().len()).then_some(row)
    }

    fn press(&mut self, row: usize, area: Aabb, params: &mut Params) -> bool {
        self.selected = row;
        let double = self.clicked.is_some_and(|(last, age)| last == row && age < DOUBLE);
        self.clicked = if double { None } else { Some((row, 0.0)) };
        let param = params.declared()[row];
        match param.kind {
            ParamKind::Number { .. } | ParamKind::Whole { .. } if double => {
                // The value at the start is always a possible one.
                let _ = params.set(param.name, param.default_value());
            }
            ParamKind::Number { .. } | ParamKind::Whole { .. } => {
                self.dragged = Some(row);
                self.set_by_pointer(row, area, params);
            }
            _ => {
                turn(row, 1, params);
            }
        }
        true
    }

    /// Sets a number to where the pointer is along its bar.
    fn set_by_pointer(&self, row: usize, area: Aabb, params: &mut Params) {
        let Some(&param) = params.declared().get(row) else { return };
        let (min, max) = param.range();
        let bar = bar(area, row);
        let share = ((self.pointer.x - bar.min.x) / bar.size().x.max(1.0)).clamp(0.0, 1.0);
        let value = min + (max - min) * share;
        let value =
            if matches!(param.kind, ParamKind::Whole { .. }) { value.round() } else { value };
        // Between the ends, so it is possible.
        let _ = params.set(param.name, value.clamp(min, max));
    }

    /// Draws the panel in `area`.
    pub(super) fn draw(&self, params: &Params, area: Aabb, canvas: &mut Canvas<'_>) {
        canvas.fill_rect(area, CARD);
        for (row, (param, value)) in params.iter().enumerate() {
            let color = if row == self.selected { ACCENT } else { INK };
            draw_row(param, value, row, area, color, canvas);
        }
    }
}

/// Draws one knob: its name, its value, and a bar that shows where it stands.
fn draw_row(
    param: &Param,
    value: f32,
    row: usize,
    area: Aabb,
    color: Color,
    canvas: &mut Canvas<'_>,
) {
    let bar = bar(area, row);
    let top = bar.min - vec2(0.0, 21.0);
    write(canvas, param.label(), top, Vec2::ZERO, color);
    write(canvas, param.shown(value), vec2(bar.max.x, top.y), vec2(1.0, 0.0), color);
    let (min, max) = param.range();
    let share = if max > min { (value - min) / (max - min) } else { 0.0 };
    canvas.fill_rect(bar, TRACK);
    let filled = vec2(bar.size().x * share, bar.size().y);
    canvas.fill_rect(Aabb::from_size(bar.min, filled), color);
    if matches!(param.kind, ParamKind::Number { .. } | ParamKind::Whole { .. }) {
        let handle = bar.min + vec2(filled.x, bar.size().y * 0.5);
        canvas.fill(&Path::circle(handle, 6.0), color);
    }
}

/// Turns a knob by steps; whether there is one.
fn turn(row: usize, steps: i32, params: &mut Params) -> bool {
    let Some(param) = params.declared().get(row) else { return false };
    // The sketch declared it, so it is known.
    params.nudge(param.name, steps).is_ok()
}

/// The bar of a knob.
fn bar(area: Aabb, row: usize) -> Aabb {
    let corner = area.min + vec2(EDGE, EDGE * 0.5 + row as f32 * ROW + 25.0);
    Aabb::from_size(corner, vec2(area.size().x - 2.0 * EDGE, 4.0))
}

fn write(canvas: &mut Canvas<'_>, text: String, place: Vec2, anchor: Vec2, color: Color) {
    if let Ok(layout) = Text::new(text, 14.0).layout() {
        canvas.text(&layout, place - layout.size() * anchor, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[Param] = &[
        Param::number("speed", 0.0, 100.0, 60.0),
        Param::whole("count", 1, 5, 2),
        Param::toggle("trails", false),
        Param::choice("shape", &["disc", "star"], 0),
        Param::button("shake"),
    ];

    /// A panel with its corner at (100, 50), and what it turns.
    fn panel() -> (KnobPanel, Aabb, Params) {
        let params = Params::new(PARAMS);
        let area = Aabb::from_size(vec2(100.0, 50.0), KnobPanel::size(&params));
        (KnobPanel::new(), area, params)
    }

    #[test]
    fn a_bar_is_dragged_and_set_back_by_a_double_click() {
        let (mut panel, area, mut params) = panel();
        let bar = bar(area, 0);
        let mut at = |x: f32, event, params: &mut Params| {
            panel.event(InputEvent::Move(vec2(x, bar.min.y)), area, params);
            let taken = panel.event(event, area, params);
            panel.update(0.1);
            taken
        };
        let (down, up) = (InputEvent::Down(Button::Left), InputEvent::Up(Button::Left));
        assert!(at(bar.center().x, down, &mut params));
        assert_eq!(params.number("speed"), 50.0);
        assert!(at(bar.max.x + 500.0, up, &mut params), "dragged beyond its end");
        assert_eq!(params.number("speed"), 100.0);
        assert!(at(bar.min.x, down, &mut params), "soon after the first: a double click");
        assert_eq!(params.number("speed"), 60.0);
        assert!(!at(area.min.x - 9.0, down, &mut params), "beside the panel");
        assert!(!at(area.min.x - 9.0, up, &mut params));
    }

    /// Each of the many small turns of a touchpad turned a knob by a whole step: from end to end at a touch.
    #[test]
    fn small_turns_of_the_wheel_add_up_to_a_step() {
        let (mut panel, area, mut params) = panel();
        panel.event(InputEvent::Move(bar(area, 0).min), area, &mut params);
        let mut turn = |lines| {
            assert!(panel.event(InputEvent::Wheel(lines), area, &mut params), "it is the panel's");
            params.number("speed")
        };
        assert_eq!([-0.25; 8].map(&mut turn), [60.0, 60.0, 60.0, 61.0, 61.0, 61.0, 61.0, 62.0]);
        assert_eq!([0.5, 0.5].map(turn), [62.0, 61.0], "and back");
    }

    #[test]
    fn clicks_wheel_and_keys_turn_every_kind() {
        let (mut panel, area, mut params) = panel();
        for row in 1..5 {
            let place = bar(area, row).min + vec2(1.0, -9.0);
            panel.event(InputEvent::Move(place), area, &mut params);
            let click = InputEvent::Down(Button::Left);
            assert!(panel.event(click, area, &mut params));
            panel.event(InputEvent::Up(Button::Left), area, &mut params);
            panel.update(1.0);
        }
        let values: Vec<f32> = params.iter().map(|(_, value)| value).collect();
        assert_eq!(values, [60.0, 1.0, 1.0, 1.0, 1.0]);
        panel.event(InputEvent::Move(bar(area, 1).min), area, &mut params);
        assert!(panel.event(InputEvent::Wheel(-1.0), area, &mut params));
        assert_eq!(params.whole("count"), 2);
        assert!(
            panel.event(InputEvent::Key(Key::PageDown), area, &mut params),
            "round to the first"
        );
        assert!(panel.event(InputEvent::Key(Key::End), area, &mut params));
        assert_eq!(params.number("speed"), 61.0);
        assert!(!panel.event(InputEvent::Key(Key::Space), area, &mut params), "the sketch's own");
    }
}
