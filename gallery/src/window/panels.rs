//! What stands around a demo: toolbar, words, knobs, help.

use super::{
    theme::{ACCENT, INK, SOFT, height_of, rect, widgets},
    toolbar::{self, Action, BUTTONS},
};
use motile::{
    game::{Flow, KnobUi, Ui, UiChange, Widget, WidgetId, WidgetKind},
    prelude::*,
    stage::{Canvas, Input, Params, Shell},
};
use motile_demos::Demo;
use motile_gallery_model::hints;

/// Width of the panel, and of a window that has room for it beside the picture, pixels.
const PANEL: f32 = 320.0;
const ROOMY: f32 = 760.0;
/// Width of the panel over the picture.
const OVER: f32 = 276.0;
pub(super) const EDGE: f32 = 16.0;
/// Letters of the title and of paragraphs.
const TITLE: f32 = 22.0;
const LETTERS: f32 = 14.0;
/// Height of the picture of frame times.
const GRAPH: f32 = 56.0;

/// The interface around a demo.
pub(super) struct Panels {
    ui: Ui,
    input: Input,
    pointer: Vec2,
    /// Whether a press that began here goes on.
    holds: bool,
    bar: WidgetId,
    buttons: Vec<(Action, WidgetId)>,
    told: WidgetId,
    told_words: WidgetId,
    side: WidgetId,
    title: WidgetId,
    /// Paragraphs, most important first.
    words: [WidgetId; 3],
    /// Where the knobs and the picture of frame times are drawn.
    knobs_place: WidgetId,
    graph_place: WidgetId,
    tick: WidgetId,
    help: WidgetId,
    knobs: KnobUi,
    knob_count: usize,
    size: Vec2,
    /// Whether the panel is open; without a choice it is where there is room beside the picture.
    open: Option<bool>,
}

impl Panels {
    pub(super) fn new(demo: &Demo, params: &Params) -> Self {
        let mut ui = Ui::new().with_theme(widgets());
        let below = ui.add(Widget::column().with_anchor(vec2(0.0, 1.0), EDGE));
        let told = ui.add_to(below, Widget::panel());
        let told_words = ui.add_to(told, Widget::paragraph("", 1.0).with_color(ACCENT));
        let bar = ui.add_to(below, Widget::wrapped_row(1.0));
        let button = |(action, _, name)| (action, ui.add_to(bar, Widget::button(name)));
        let buttons = BUTTONS.map(button).to_vec();
        let side = ui.add(Widget::column().with_anchor(vec2(1.0, 0.0), EDGE));
        let paragraph = |words: &str| Widget::paragraph(words, 1.0).with_text_size(LETTERS);
        let title = ui.add_to(side, paragraph(demo.title).with_text_size(TITLE));
        let texts = [(demo.sees, SOFT), (demo.tries, INK), (&hints(demo), SOFT)];
        let words = texts.map(|(text, color)| ui.add_to(side, paragraph(text).with_color(color)));
        let knobs_place = ui.add_to(side, Widget::stack());
        ui.add_to(side, Widget::stack().with_grow(1.0));
        let graph_place = ui.add_to(side, Widget::stack().with_height(GRAPH));
        let tick = ui.add_to(side, Widget::label("").with_color(SOFT).with_height(18.0));
        let help = ui.add(Widget::panel().with_anchor(Vec2::ZERO, EDGE));
        let columns = ui.add_to(help, Widget::row());
        for column in toolbar::help() {
            ui.add_to(columns, Widget::paragraph(column, 204.0));
        }
        ui.set_visible(help, false);
        Self {
            ui,
            input: Input::default(),
            pointer: Vec2::ZERO,
            holds: false,
            bar,
            buttons,
            told,
            told_words,
            side,
            title,
            words,
            knobs_place,
            graph_place,
            tick,
            help,
            knobs: KnobUi::new(params).with_colors(&widgets()),
            knob_count: params.declared().len(),
            size: Vec2::ONE,
            open: None,
        }
    }

    /// Lays itself out for a window of a size, in pixels of an ordinary display.
    pub(super) fn resize(&mut self, size: Vec2, params: &Params) {
        if (size.x >= ROOMY) != self.is_roomy() {
            self.open = None;
        }
        self.size = size;
        self.lay(params);
    }

    /// Whether the window has room for the panel beside the picture.
    fn is_roomy(&self) -> bool {
        self.size.x >= ROOMY
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.unwrap_or(self.is_roomy())
    }

    /// Whether the panel lies over the picture.
    pub(super) fn is_over(&self) -> bool {
        self.is_open() && !self.is_roomy()
    }

    /// Opens or closes the panel.
    pub(super) fn toggle(&mut self, params: &Params) {
        self.open = Some(!self.is_open());
        self.lay(params);
    }

    /// Whether the help shows.
    pub(super) fn helps(&self) -> bool {
        self.ui.get(self.help).is_some_and(|help| help.visible)
    }

    pub(super) fn set_help(&mut self, shown: bool) {
        self.ui.set_visible(self.help, shown);
    }

    /// Says something below the picture; nothing for an empty text.
    pub(super) fn tell(&mut self, words: &str) {
        self.ui.set_words(self.told_words, words);
        self.ui.set_visible(self.told, !words.is_empty());
    }

    fn lay(&mut self, params: &Params) {
        let beside = if self.is_roomy() && self.is_open() { PANEL } else { 0.0 };
        let width = (self.size.x - beside - 2.0 * EDGE).max(1.0);
        let padding = self.ui.theme.padding;
        self.set_width(self.bar, width);
        self.set_width(self.told, width);
        self.set_width(self.told_words, (width - 2.0 * padding).max(1.0));
        self.ui.set_visible(self.side, self.is_open());
        self.ui.update(&self.input, self.size, 0.0);
        self.lay_side(params);
        self.ui.update(&self.input, self.size, 0.0);
    }

    fn set_width(&mut self, id: WidgetId, width: f32) {
        if let Some(widget) = self.ui.get_mut(id) {
            widget.width = Some(width);
        }
    }

    /// The panel: beside the picture as high as the window, or over it as high as it needs to be. Knobs that cannot be reached
    /// are of no use: in a low window words make room for them.
    fn lay_side(&mut self, params: &Params) {
        let (gap, padding) = (self.ui.theme.gap, self.ui.theme.padding);
        let (over, around) = if self.is_roomy() { (false, 0.0) } else { (true, padding * 2.0) };
        let most = self.size - 2.0 * EDGE;
        let width = if over { OVER.min(most.x) } else { PANEL - EDGE }.max(around + 1.0);
        let inside = width - around;
        // A panel over the picture leaves the toolbar free.
        let room = if over { self.toolbar().min.y - 2.0 * EDGE } else { most.y } - around;
        let knobs = if self.knob_count == 0 { 0.0 } else { KnobUi::size(params).y };
        let taken = |ui: &Ui, id: WidgetId| match ui.get(id) {
            Some(Widget { kind: WidgetKind::Paragraph(text), text_size, .. }) => {
                height_of(text, text_size.unwrap_or(LETTERS), inside) + gap
            }
            _ => 0.0,
        };
        let mut left = room - knobs - gap;
        for id in [self.title].into_iter().chain(self.words) {
            self.set_width(id, inside);
            let height = taken(&self.ui, id);
            self.ui.set_visible(id, height <= left);
            left -= if height <= left { height } else { 0.0 };
        }
        for (id, height) in [(self.tick, 18.0 + gap), (self.graph_place, GRAPH + gap)] {
            self.ui.set_visible(id, height <= left);
            left -= if height <= left { height } else { 0.0 };
        }
        if let Some(place) = self.ui.get_mut(self.knobs_place) {
            place.height = Some(knobs.min(room).max(0.0));
        }
        if let Some(side) = self.ui.get_mut(self.side) {
            side.kind = WidgetKind::Group { flow: Flow::Column, panel: over };
            (side.width, side.height) = (Some(width), (!over).then_some(most.y));
        }
    }

    /// The box of the toolbar.
    pub(super) fn toolbar(&self) -> Aabb {
        self.ui.area(self.bar).unwrap_or(Aabb::EMPTY)
    }

    /// Where the picture may be.
    pub(super) fn room(&self) -> Aabb {
        let bar = self.toolbar();
        let size = vec2(bar.size().x, (bar.min.y - 2.0 * EDGE).max(1.0));
        Aabb::from_size(Vec2::splat(EDGE), size)
    }

    /// Where the knobs are; nowhere when they do not show.
    pub(super) fn knobs_area(&self) -> Aabb {
        let area = self.ui.area(self.knobs_place).filter(|_| self.is_open() && self.knob_count > 0);
        area.unwrap_or(rect(-1.0, -1.0, 0.0, 0.0))
    }

    /// Where the picture of frame times is, if there is room for it.
    pub(super) fn graph_area(&self) -> Option<Aabb> {
        let shows = self.is_open() && self.ui.get(self.graph_place).is_some_and(|it| it.visible);
        self.ui.area(self.graph_place).filter(|_| shows)
    }

    /// Lets time pass, in seconds.
    pub(super) fn update(&mut self, dt: f32) {
        self.knobs.update(dt);
    }

    /// Takes in an event: what a button asks for, and whether the event was meant for anything here. While somebody types,
    /// keys are the demo's.
    pub(super) fn event(
        &mut self,
        event: InputEvent,
        params: &mut Params,
        types: bool,
    ) -> (Option<Action>, bool) {
        if let InputEvent::Move(point) = event {
            self.pointer = point;
        }
        let is_key = matches!(event, InputEvent::Key(_));
        let turns = !self.helps() && (self.is_open() || is_key) && !(is_key && types);
        if turns && self.knobs.event(event, self.knobs_area(), params) {
            // Who turns a knob by keys wants to see it, unless the panel was put away.
            if is_key && self.open.is_none() && !self.is_open() {
                self.toggle(params);
            }
            return (None, true);
        }
        if !matches!(event, InputEvent::Move(_) | InputEvent::Down(_) | InputEvent::Up(_)) {
            return (None, false);
        }
        self.input.apply(event);
        self.ui.update(&self.input, self.size, 0.0);
        self.input.end_tick();
        let clicked = |id: WidgetId| {
            self.ui.events().iter().any(|it| it.widget == id && it.change == UiChange::Clicked)
        };
        let action = self.buttons.iter().find(|button| clicked(button.1)).map(|button| button.0);
        let held = self.holds;
        match event {
            InputEvent::Down(_) => self.holds = self.ui.covers(self.pointer),
            InputEvent::Up(_) => self.holds = false,
            _ => {}
        }
        (action, held || self.holds)
    }

    /// Marks the buttons of what is on, says where the demo stands, and brings the look up to date.
    pub(super) fn show(&mut self, tick: &str, is_on: impl Fn(Action) -> bool) {
        self.ui.set_words(self.tick, tick);
        for &(action, id) in &self.buttons {
            self.ui.set_accent(id, is_on(action));
        }
        self.ui.update(&self.input, self.size, 0.0);
    }

    pub(super) fn draw(&mut self, params: &Params, canvas: &mut Canvas<'_>) {
        self.ui.draw(canvas);
        let area = self.knobs_area();
        if area.min.x >= 0.0 {
            self.knobs.draw(params, area, canvas);
        }
    }

    /// Asks the window for a hand over what can be pressed; whether the pointer is here.
    pub(super) fn ask(&mut self, shell: &mut Shell) -> bool {
        let here = self.ui.covers(self.pointer);
        if here {
            self.ui.apply_to(shell);
        }
        here
    }

    /// The middle of a button.
    #[cfg(test)]
    pub(super) fn button(&self, action: Action) -> Vec2 {
        let id = self.buttons.iter().find(|button| button.0 == action).unwrap().1;
        self.ui.area(id).unwrap().center()
    }
}
