//! The parameters of a sketch as an interface.

use super::{Theme, Ui, UiChange, Widget, WidgetId, WidgetKind};
use motile_geom::{Aabb, Affine2, Vec2, vec2};
use motile_stage::{Button, Canvas, Input, InputEvent, Key, Param, ParamKind, Params, WheelSteps};

/// Height of a knob with the gap below it, and how wide a panel wants to be, in pixels.
const ROW: f32 = 38.0;
const GAP: f32 = 4.0;
const WORDS: f32 = 16.0;
const WIDTH: f32 = 260.0;
const PADDING: f32 = 8.0;
/// Seconds within which a second click is a double click.
const DOUBLE: f32 = 0.4;

/// The knobs of a sketch as a panel of widgets: sliders for numbers and choices, toggles, buttons. Double-click sets one back,
/// the wheel turns the one below the pointer. On the keyboard Page Up and Page Down choose a knob, Home and End turn it, Enter
/// presses a button; all other keys stay with the sketch.
///
/// In an area that is lower than [`KnobUi::size`] it shows a part of itself: the wheel scrolls it, and a knob that is chosen by
/// keyboard comes into sight.
///
/// ```
/// use motile_game::KnobUi;
/// use motile_geom::{Aabb, vec2};
/// use motile_stage::{InputEvent, Key, Param, Params};
///
/// const PARAMS: &[Param] = &[Param::number("gravity", 0.0, 100.0, 60.0), Param::toggle("trails", false)];
/// let mut params = Params::new(PARAMS);
/// let mut knobs = KnobUi::new(&params);
/// let area = Aabb::from_size(vec2(20.0, 20.0), KnobUi::size(&params));
/// assert!(knobs.event(InputEvent::Key(Key::End), area, &mut params), "it was for the panel");
/// assert_eq!(params.number("gravity"), 61.0);
/// ```
#[doc(alias = "inspector")]
#[derive(Clone, Debug)]
pub struct KnobUi {
    ui: Ui,
    rows: Vec<Row>,
    input: Input,
    /// The pointer, in the coordinates of the area.
    pointer: Vec2,
    /// Whether a press that began on the panel goes on.
    holds: bool,
    /// The knob that was clicked last, and how many seconds ago.
    clicked: Option<(usize, f32)>,
    /// How many pixels of the panel lie above its area.
    scroll: f32,
    wheel: WheelSteps,
}

/// A knob.
#[derive(Clone, Copy, Debug)]
struct Row {
    param: &'static Param,
    /// What is used, and the words that say where it stands.
    control: WidgetId,
    value: Option<WidgetId>,
}

impl KnobUi {
    /// A panel for these parameters, dark.
    pub fn new(params: &Params) -> Self {
        let theme = Theme { text_size: 14.0, row: 18.0, gap: GAP, padding: PADDING, ..Theme::DARK };
        let mut ui = Ui::new().with_theme(theme);
        let panel = ui.add(Widget::panel().with_grow(1.0));
        let rows = params.iter().map(|(param, value)| add(&mut ui, panel, param, value)).collect();
        let (input, pointer) = (Input::default(), Vec2::splat(-1.0));
        let wheel = WheelSteps::default();
        Self { ui, rows, input, pointer, holds: false, clicked: None, scroll: 0.0, wheel }
    }

    /// With the colors of another theme; its measures stay.
    #[must_use]
    pub fn with_colors(mut self, theme: &Theme) -> Self {
        let Theme { text_size, row, gap, padding, radius, .. } = self.ui.theme;
        self.ui.theme = Theme { text_size, row, gap, padding, radius, ..theme.clone() };
        self.ui.refresh();
        self
    }

    /// Width and height that the panel of these parameters takes, in pixels.
    pub fn size(params: &Params) -> Vec2 {
        vec2(WIDTH, height(params.declared().len()))
    }

    /// Lets time pass, in seconds: two clicks are a double click only when they follow each other closely.
    pub fn update(&mut self, dt: f32) {
        if let Some((_, age)) = &mut self.clicked {
            *age += dt;
        }
    }

    /// Takes in an event for a panel that stands in `area`; whether it was meant for the panel. Positions are in the
    /// coordinates of the area.
    pub fn event(&mut self, event: InputEvent, area: Aabb, params: &mut Params) -> bool {
        match event {
            InputEvent::Move(point) => {
                self.pointer = point;
                let whole = self.whole(area);
                // What lies beyond the area is not to be seen, nor to be pressed.
                let seen = self.holds || area.contains(point);
                let point = if seen { point - whole.min } else { Vec2::splat(-1.0) };
                self.tell(InputEvent::Move(point), area, params);
                self.holds
            }
            InputEvent::Down(Button::Left) if area.contains(self.pointer) => {
                self.press(area, params);
                true
            }
            InputEvent::Up(Button::Left) if self.holds => {
                self.tell(event, area, params);
                self.holds = false;
                true
            }
            InputEvent::Wheel(lines) if self.hidden(area) > 0.0 => {
                let inside = area.contains(self.pointer);
                self.scroll_to(self.scroll + if inside { lines * ROW } else { 0.0 }, area);
                inside
            }
            InputEvent::Wheel(lines) => match self.row_below(area) {
                Some(row) => {
                    let steps = -self.wheel.turn(lines);
                    self.turn(row, steps, params)
                }
                None => false,
            },
            InputEvent::Key(key) => {
                let taken = self.key(key, params);
                if taken {
                    self.show_chosen(area);
                }
                taken
            }
            _ => false,
        }
    }

    /// Draws the panel in `area`, with the knobs where the parameters stand.
    pub fn draw(&mut self, params: &Params, area: Aabb, canvas: &mut Canvas<'_>) {
        self.follow(params);
        self.scroll_to(self.scroll, area);
        let whole = self.whole(area);
        self.ui.update(&self.input, whole.size(), 0.0);
        let draw = |canvas: &mut Canvas<'_>| {
            canvas.transformed(Affine2::from_translation(whole.min), |canvas| self.ui.draw(canvas));
        };
        if self.hidden(area) <= 0.0 {
            return draw(canvas);
        }
        canvas.clip_rect(area, draw);
        let share = area.size().y / whole.size().y;
        let top = area.min.y + self.scroll * share;
        let bar = Aabb::from_size(vec2(area.max.x - 5.0, top), vec2(4.0, area.size().y * share));
        canvas.fill_rect(bar, self.ui.theme.line);
    }

    /// The box of all knobs around the part of them that shows in an area.
    fn whole(&self, area: Aabb) -> Aabb {
        let size = vec2(area.size().x, area.size().y.max(height(self.rows.len())));
        Aabb::from_size(area.min - vec2(0.0, self.scroll), size)
    }

    /// How many pixels of the panel do not show in an area. Less than one is the rounding of its corners.
    fn hidden(&self, area: Aabb) -> f32 {
        let hidden = height(self.rows.len()) - area.size().y;
        if hidden < 1.0 { 0.0 } else { hidden }
    }

    fn scroll_to(&mut self, scroll: f32, area: Aabb) {
        self.scroll = scroll.clamp(0.0, self.hidden(area));
    }

    /// Scrolls the knob that has the keyboard into sight.
    fn show_chosen(&mut self, area: Aabb) {
        let chosen = self.rows.iter().position(|row| Some(row.control) == self.ui.focus());
        let Some(top) = chosen.map(|row| row as f32 * ROW) else { return };
        let least = top + ROW - GAP + PADDING * 2.0 - area.size().y;
        self.scroll_to(self.scroll.min(top).max(least), area);
    }

    /// Lets the widgets see an event, and the parameters what came of it.
    fn tell(&mut self, event: InputEvent, area: Aabb, params: &mut Params) {
        self.follow(params);
        self.input.apply(event);
        self.ui.update(&self.input, self.whole(area).size(), 0.0);
        self.input.end_tick();
        for event in self.ui.events() {
            let Some(row) = self.rows.iter().find(|row| row.control == event.widget) else {
                continue;
            };
            // The widgets have the ranges of the parameters, so it is possible.
            let _ = match event.change {
                UiChange::Slid(value) => params.set(row.param.name, value),
                UiChange::Toggled(on) => params.set(row.param.name, f32::from(on)),
                UiChange::Clicked => params.press(row.param.name),
                _ => Ok(()),
            };
        }
    }

    fn press(&mut self, area: Aabb, params: &mut Params) {
        let row = self.row_below(area);
        let twice = self.clicked.is_some_and(|(last, age)| Some(last) == row && age < DOUBLE);
        self.clicked = row.filter(|_| !twice).map(|row| (row, 0.0));
        if let Some(row) = row.filter(|_| twice)
            && self.rows[row].is_bar()
        {
            let param = self.rows[row].param;
            // The value it began with is possible.
            let _ = params.set(param.name, param.default_value());
            return;
        }
        self.holds = true;
        self.tell(InputEvent::Down(Button::Left), area, params);
    }

    fn key(&mut self, key: Key, params: &mut Params) -> bool {
        let count = self.rows.len();
        let chosen = self.rows.iter().position(|row| Some(row.control) == self.ui.focus());
        let Some(last) = count.checked_sub(1) else { return false };
        let next = match key {
            Key::PageDown => chosen.map_or(0, |at| (at + 1) % count),
            Key::PageUp => chosen.map_or(last, |at| (at + last) % count),
            Key::Home => return self.turn(chosen.unwrap_or(0), -1, params),
            Key::End => return self.turn(chosen.unwrap_or(0), 1, params),
            Key::Enter => {
                let pressed = chosen.filter(|&at| self.rows[at].param.kind == ParamKind::Button);
                return pressed.is_some_and(|at| self.turn(at, 1, params));
            }
            _ => return false,
        };
        self.ui.set_focus(Some(self.rows[next].control));
        true
    }

    /// Turns a knob by steps and chooses it; whether it can be turned.
    fn turn(&mut self, row: usize, steps: i32, params: &mut Params) -> bool {
        self.ui.set_focus(Some(self.rows[row].control));
        params.nudge(self.rows[row].param.name, steps).is_ok()
    }

    /// The knob below the pointer.
    fn row_below(&self, area: Aabb) -> Option<usize> {
        let top = self.whole(area).min.y + PADDING - GAP * 0.5;
        let row = ((self.pointer.y - top) / ROW).floor();
        let is_row = area.contains(self.pointer) && row >= 0.0 && row < self.rows.len() as f32;
        is_row.then_some(row as usize)
    }

    /// Puts the widgets where the parameters stand, whoever turned them.
    fn follow(&mut self, params: &Params) {
        for row in &self.rows {
            let Some(now) = params.get(row.param.name) else { continue };
            if let Some(words) = row.value {
                self.ui.set_words(words, &row.param.shown(now));
            }
            let stands = match self.ui.get(row.control).map(|widget| &widget.kind) {
                Some(WidgetKind::Slider { value, .. }) => *value,
                Some(WidgetKind::Toggle { on, .. }) => f32::from(*on),
                _ => continue,
            };
            if stands == now {
                continue;
            }
            match self.ui.get_mut(row.control).map(|widget| &mut widget.kind) {
                Some(WidgetKind::Slider { value, .. }) => *value = now,
                Some(WidgetKind::Toggle { on, .. }) => *on = now != 0.0,
                _ => {}
            }
        }
    }
}

impl Row {
    const fn is_bar(&self) -> bool {
        self.value.is_some()
    }
}

/// Height of a panel of some knobs.
fn height(count: usize) -> f32 {
    count as f32 * ROW - GAP + PADDING * 2.0
}

/// Adds the widgets of a knob.
fn add(ui: &mut Ui, panel: WidgetId, param: &'static Param, value: f32) -> Row {
    let group = ui.add_to(panel, Widget::column().with_height(ROW - GAP));
    let (control, value) = match param.kind {
        ParamKind::Toggle { .. } => (Widget::toggle(param.label(), value != 0.0), None),
        ParamKind::Button => (Widget::button(param.label()), None),
        _ => {
            let words = ui.add_to(group, Widget::row().with_height(WORDS));
            ui.add_to(words, Widget::label(param.label()).with_height(WORDS).with_grow(1.0));
            let label = Widget::label(param.shown(value)).with_height(WORDS);
            let label = ui.add_to(words, label);
            let (min, max) = param.range();
            let step = if matches!(param.kind, ParamKind::Number { .. }) { 0.0 } else { 1.0 };
            (Widget::slider(min, max, value).with_step(step), Some(label))
        }
    };
    let height = if value.is_some() { ROW - WORDS - 2.0 * GAP } else { ROW - GAP };
    Row { param, control: ui.add_to(group, control.with_height(height)), value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::{Color, Surface};
    use motile_stage::Renderer;

    const PARAMS: &[Param] = &[
        Param::number("speed", 0.0, 100.0, 60.0),
        Param::whole("count", 1, 5, 2),
        Param::toggle("trails", false),
        Param::choice("shape", &["disc", "star"], 0),
        Param::button("shake"),
    ];

    /// A panel with its corner at (100, 50), placed, and what it turns.
    fn panel() -> (KnobUi, Aabb, Params) {
        let mut params = Params::new(PARAMS);
        let area = Aabb::from_size(vec2(100.0, 50.0), KnobUi::size(&params));
        let mut knobs = KnobUi::new(&params);
        knobs.event(InputEvent::Move(Vec2::ZERO), area, &mut params);
        (knobs, area, params)
    }

    fn click(knobs: &mut KnobUi, area: Aabb, params: &mut Params, place: Vec2) -> bool {
        knobs.event(InputEvent::Move(place), area, params);
        let taken = knobs.event(InputEvent::Down(Button::Left), area, params);
        knobs.event(InputEvent::Up(Button::Left), area, params);
        taken
    }

    /// The middle of the widget of a knob.
    fn middle(knobs: &KnobUi, area: Aabb, row: usize) -> Vec2 {
        area.min + knobs.ui.area(knobs.rows[row].control).unwrap().center()
    }

    #[test]
    fn a_bar_is_dragged_and_set_back_by_a_double_click() {
        let (mut knobs, area, mut params) = panel();
        let bar = middle(&knobs, area, 0);
        assert!(area.contains(bar));
        assert!(!knobs.event(InputEvent::Move(bar), area, &mut params), "only a look");
        assert!(knobs.event(InputEvent::Down(Button::Left), area, &mut params));
        assert!((params.number("speed") - 50.0).abs() < 0.01);
        assert!(knobs.event(InputEvent::Move(bar + vec2(900.0, 80.0)), area, &mut params));
        assert_eq!(params.number("speed"), 100.0, "dragged beyond its end");
        assert!(knobs.event(InputEvent::Up(Button::Left), area, &mut params));
        knobs.update(0.1);
        assert!(click(&mut knobs, area, &mut params, bar), "soon after: a double click");
        assert_eq!(params.number("speed"), 60.0);
        assert!(!click(&mut knobs, area, &mut params, area.min - Vec2::ONE), "beside the panel");
    }

    #[test]
    fn clicks_wheel_and_keys_turn_every_kind() {
        let (mut knobs, area, mut params) = panel();
        for row in 1..5 {
            let place = middle(&knobs, area, row) + vec2(20.0, 0.0);
            assert!(click(&mut knobs, area, &mut params, place));
            knobs.update(1.0);
        }
        let values: Vec<f32> = params.iter().map(|(_, value)| value).collect();
        assert_eq!(values, [60.0, 3.0, 1.0, 1.0, 1.0]);
        let place = middle(&knobs, area, 1);
        knobs.event(InputEvent::Move(place), area, &mut params);
        assert!(knobs.event(InputEvent::Wheel(-1.0), area, &mut params));
        assert_eq!(params.whole("count"), 4);
        let mut press = |key| knobs.event(InputEvent::Key(key), area, &mut params);
        assert!(press(Key::PageUp) && press(Key::End) && press(Key::PageUp));
        assert!(press(Key::Enter), "round to the last, which is the button");
        assert!(!press(Key::Space) && !press(Key::Left) && !press(Key::Tab), "the sketch's own");
        assert_eq!(params.number("speed"), 61.0);
    }

    /// Each of the many small turns of a touchpad turned a knob by a whole step: from end to end at a touch.
    #[test]
    fn small_turns_of_the_wheel_add_up_to_a_step() {
        let (mut knobs, area, mut params) = panel();
        let place = middle(&knobs, area, 0);
        knobs.event(InputEvent::Move(place), area, &mut params);
        let mut turn = |lines| {
            assert!(knobs.event(InputEvent::Wheel(lines), area, &mut params), "it is the panel's");
            params.number("speed")
        };
        assert_eq!([-0.25; 8].map(&mut turn), [60.0, 60.0, 60.0, 61.0, 61.0, 61.0, 61.0, 62.0]);
        assert_eq!([0.5, 0.5].map(turn), [62.0, 61.0], "and back");
    }

    /// A panel in a low window showed its first knobs, and no way led to the others.
    #[test]
    fn in_a_low_area_all_knobs_are_reached_by_wheel_and_keys() {
        let (mut knobs, area, mut params) = panel();
        let low = Aabb::from_size(area.min, vec2(area.size().x, 90.0));
        let below = middle(&knobs, area, 4);
        assert!(!click(&mut knobs, low, &mut params, below), "it does not show");
        knobs.event(InputEvent::Move(low.center()), low, &mut params);
        assert!(knobs.event(InputEvent::Wheel(99.0), low, &mut params));
        assert_eq!(knobs.scroll, area.size().y - 90.0);
        assert!(click(&mut knobs, low, &mut params, vec2(below.x, low.max.y - PADDING - 9.0)));
        assert_eq!(params.get("shake"), Some(1.0), "the button at the end");
        assert!(knobs.event(InputEvent::Key(Key::PageDown), low, &mut params), "the first again");
        assert_eq!(knobs.scroll, 0.0);
        for _ in 0..4 {
            knobs.event(InputEvent::Key(Key::PageDown), low, &mut params);
        }
        assert_eq!(knobs.scroll, area.size().y - 90.0);
    }

    #[test]
    fn it_shows_what_somebody_else_turned() {
        let (mut knobs, area, mut params) = panel();
        params.set("trails", 1.0).unwrap();
        params.set("speed", 25.0).unwrap();
        let mut surface = Surface::opaque(400, 300, Color::WHITE).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        knobs.draw(&params, area, &mut canvas);
        canvas.finish();
        assert!(knobs.ui.is_on(knobs.rows[2].control));
        assert_eq!(knobs.ui.value(knobs.rows[0].control), 25.0);
        assert_eq!(surface.get(101, 60), Some(Theme::DARK.panel));
        assert_eq!(surface.get(99, 60), Some(Color::WHITE));
        assert_eq!(
            area.max.y,
            50.0 + knobs.ui.area(knobs.rows[4].control).unwrap().max.y + PADDING
        );
    }
}
