//! Interfaces: buttons, toggles, sliders, lists, text fields and panels, placed by rows, columns and anchors.

mod face;
mod input;
mod knobs;
mod layout;
mod theme;
mod widget;

pub use face::UiFace;
pub use knobs::KnobUi;
pub use theme::{NineSlice, Theme};
pub use widget::{Flow, Widget, WidgetId, WidgetKind};

use motile_geom::{Aabb, Arena, Vec2};
use motile_stage::{Canvas, Cursor, Drawable as _, Node, Shared, Shell, TextLayout, WheelSteps};
use std::sync::Arc;
use widget::settled;

/// Something that a player did to a widget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UiEvent {
    /// Which widget.
    pub widget: WidgetId,
    /// What was done.
    pub change: UiChange,
}

/// What a player did to a widget.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum UiChange {
    /// A button was pressed and let go.
    Clicked,
    /// A toggle is on or off now.
    Toggled(bool),
    /// A slider stands here now.
    Slid(f32),
    /// This item of a list is chosen now.
    Chosen(u32),
    /// The text of a field is another one now.
    Edited,
    /// Enter was pressed in a field of one line.
    Submitted,
}

/// An interface: widgets in groups, used by pointer, touch, keyboard and gamepad.
///
/// It keeps its widgets, so a tick in which nothing happens costs next to nothing, and the node of it is drawn anew only when
/// it looks different.
///
/// ```
/// use motile_game::{Ui, UiChange, Widget};
/// use motile_geom::{Vec2, vec2};
/// use motile_stage::{Input, InputEvent, Key};
///
/// let mut ui = Ui::new();
/// let menu = ui.add(Widget::panel().with_anchor(Vec2::splat(0.5), 0.0));
/// let play = ui.add_to(menu, Widget::button("Play"));
/// let volume = ui.add_to(menu, Widget::slider(0.0, 1.0, 0.8));
/// // In a sketch: stage.add(ui.node()), then in each tick
/// let mut input = Input::default(); // tick.input
/// input.apply(InputEvent::Key(Key::Down));
/// ui.update(&input, vec2(640.0, 480.0), 1.0 / 60.0);
/// assert_eq!(ui.focus(), Some(play));
/// input.end_tick();
/// input.apply(InputEvent::Key(Key::Enter));
/// ui.update(&input, vec2(640.0, 480.0), 1.0 / 60.0);
/// assert!(ui.clicked(play));
/// assert_eq!(ui.value(volume), 0.8);
/// ```
#[doc(alias = "gui")]
#[doc(alias = "widgets")]
#[derive(Clone, Debug)]
pub struct Ui {
    /// How it looks. Call [`Ui::refresh`] after changing it.
    pub theme: Theme,
    /// The size of stage that the theme is meant for: on larger ones everything grows, on smaller ones it shrinks. Without
    /// one nothing is scaled.
    pub designed_for: Option<Vec2>,
    slots: Arena<Slot, Widget>,
    roots: Vec<WidgetId>,
    events: Vec<UiEvent>,
    focus: Option<WidgetId>,
    /// Whether the focus is to be seen: after a key or a gamepad, not after a click.
    focus_shown: bool,
    hovered: Option<WidgetId>,
    held: Option<WidgetId>,
    /// What a press on a list has become so far.
    drag: Drag,
    wheel: WheelSteps,
    /// Text for the clipboard.
    copied: Option<String>,
    /// Seconds until a direction that is held moves the focus again.
    repeat: f32,
    size: Vec2,
    scale: f32,
    /// Whether places have to be found anew, and whether it looks different.
    stale: bool,
    face: Shared<UiFace>,
}

/// A press on a list that is held.
#[derive(Clone, Copy, Debug, Default)]
struct Drag {
    /// Where it began, and which item showed first then.
    from: f32,
    first: u32,
    /// Whether it went so far that it scrolls and chooses nothing.
    scrolls: bool,
}

/// A widget in its place.
#[derive(Clone, Debug)]
struct Slot {
    widget: Widget,
    parent: Option<WidgetId>,
    children: Vec<WidgetId>,
    wanted: Vec2,
    area: Aabb,
    words: Option<Arc<TextLayout>>,
    /// What `words` is of.
    set: Option<WordsSet>,
}

/// Words, the size of their letters and the width they are broken at.
type WordsSet = (String, f32, Option<f32>);

impl Default for Ui {
    fn default() -> Self {
        Self::new()
    }
}

impl Ui {
    /// An empty interface in the light theme.
    pub fn new() -> Self {
        Self {
            theme: Theme::default(),
            designed_for: None,
            slots: Arena::named(),
            roots: Vec::new(),
            events: Vec::new(),
            focus: None,
            focus_shown: false,
            hovered: None,
            held: None,
            drag: Drag::default(),
            wheel: WheelSteps::default(),
            copied: None,
            repeat: 0.0,
            size: Vec2::ZERO,
            scale: 1.0,
            stale: true,
            face: Shared::new(UiFace::default()),
        }
    }

    /// With another theme.
    #[must_use]
    pub fn with_theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Scaled with the stage, from a size for which the theme is meant.
    #[must_use]
    pub fn with_design_size(mut self, size: Vec2) -> Self {
        self.designed_for = Some(size);
        self
    }

    /// Adds a widget to the stage, at its [anchor](Widget::anchor).
    pub fn add(&mut self, widget: Widget) -> WidgetId {
        let id = self.insert(widget, None);
        self.roots.push(id);
        id
    }

    /// Adds a widget to a group; to the stage when there is no such.
    pub fn add_to(&mut self, group: WidgetId, widget: Widget) -> WidgetId {
        if !self.slots.contains(group) {
            return self.add(widget);
        }
        let id = self.insert(widget, Some(group));
        if let Some(slot) = self.slots.get_mut(group) {
            slot.children.push(id);
        }
        id
    }

    fn insert(&mut self, widget: Widget, parent: Option<WidgetId>) -> WidgetId {
        self.stale = true;
        let (wanted, area) = (Vec2::ZERO, Aabb::new(Vec2::ZERO, Vec2::ZERO));
        self.slots.insert(Slot {
            widget,
            parent,
            children: Vec::new(),
            wanted,
            area,
            words: None,
            set: None,
        })
    }

    /// Takes a widget away, with what is in it.
    pub fn remove(&mut self, id: WidgetId) {
        let Some(slot) = self.slots.remove(id) else { return };
        self.stale = true;
        self.roots.retain(|&root| root != id);
        if let Some(parent) = slot.parent.and_then(|parent| self.slots.get_mut(parent)) {
            parent.children.retain(|&child| child != id);
        }
        slot.children.into_iter().for_each(|child| self.remove(child));
    }

    /// A widget; `None` when it is gone.
    pub fn get(&self, id: WidgetId) -> Option<&Widget> {
        self.slots.get(id).map(|slot| &slot.widget)
    }

    /// A widget to be changed. Everything is placed anew in the next update.
    pub fn get_mut(&mut self, id: WidgetId) -> Option<&mut Widget> {
        self.stale = true;
        self.slots.get_mut(id).map(|slot| &mut slot.widget)
    }

    /// Puts other words on a label, paragraph, button or toggle; words that stand there already cost nothing.
    pub fn set_words(&mut self, id: WidgetId, words: &str) {
        let Some(slot) = self.slots.get_mut(id) else { return };
        let (WidgetKind::Label(now)
        | WidgetKind::Paragraph(now)
        | WidgetKind::Button(now)
        | WidgetKind::Toggle { words: now, .. }) = &mut slot.widget.kind
        else {
            return;
        };
        if now != words {
            words.clone_into(now);
            self.stale = true;
        }
    }

    /// Shows or hides a widget.
    pub fn set_visible(&mut self, id: WidgetId, visible: bool) {
        if let Some(slot) = self.slots.get_mut(id)
            && slot.widget.visible != visible
        {
            slot.widget.visible = visible;
            self.stale = true;
        }
    }

    /// Lets a button stand out in the accent of the theme, or no longer.
    pub fn set_accent(&mut self, id: WidgetId, accent: bool) {
        if let Some(slot) = self.slots.get_mut(id)
            && slot.widget.accent != accent
        {
            slot.widget.accent = accent;
            self.stale = true;
        }
    }

    /// Places and draws everything anew at the next update, after the theme was changed.
    pub const fn refresh(&mut self) {
        self.stale = true;
    }

    /// What players did in the last update, in order.
    pub fn events(&self) -> &[UiEvent] {
        &self.events
    }

    /// Whether a button was pressed in the last update.
    pub fn clicked(&self, id: WidgetId) -> bool {
        self.events.contains(&UiEvent { widget: id, change: UiChange::Clicked })
    }

    /// Where a slider stands; 0 when it is none.
    pub fn value(&self, id: WidgetId) -> f32 {
        match self.get(id).map(|widget| &widget.kind) {
            Some(&WidgetKind::Slider { min, max, step, value }) => settled(value, min, max, step),
            _ => 0.0,
        }
    }

    /// Whether a toggle is on.
    pub fn is_on(&self, id: WidgetId) -> bool {
        matches!(self.get(id), Some(Widget { kind: WidgetKind::Toggle { on: true, .. }, .. }))
    }

    /// The number of the item of a list that is chosen; 0 when it is none.
    pub fn chosen(&self, id: WidgetId) -> u32 {
        match self.get(id).map(|widget| &widget.kind) {
            Some(WidgetKind::List { chosen, .. }) => *chosen,
            _ => 0,
        }
    }

    /// The text of a field; empty when it is none.
    pub fn text(&self, id: WidgetId) -> &str {
        match self.get(id).map(|widget| &widget.kind) {
            Some(WidgetKind::Field(field)) => field.edit.text(),
            _ => "",
        }
    }

    /// The widget that has the keyboard.
    pub const fn focus(&self) -> Option<WidgetId> {
        self.focus
    }

    /// Gives a widget the keyboard, or takes it from all.
    pub fn set_focus(&mut self, id: Option<WidgetId>) {
        let id = id.filter(|&id| self.is_usable(id));
        self.focus_shown = true;
        self.give_focus(id);
    }

    /// The box of a widget in stage pixels, as of the last update.
    pub fn area(&self, id: WidgetId) -> Option<Aabb> {
        let area = self.slots.get(id)?.area;
        Some(Aabb::new(area.min * self.scale, area.max * self.scale))
    }

    /// Whether a point of the stage lies on a widget, so that a click there is not for the game.
    pub fn covers(&self, point: Vec2) -> bool {
        self.slots.iter().any(|(id, slot)| {
            !matches!(slot.widget.kind, WidgetKind::Group { panel: false, .. })
                && slot.area.contains(point / self.scale)
                && self.is_shown(id)
        })
    }

    /// Asks of the window what the interface needs: the hand over what can be pressed, the keyboard of touch screens and
    /// input methods while a field has the focus, text for the clipboard.
    pub fn apply_to(&mut self, shell: &mut Shell) {
        let hovered = self.hovered.and_then(|id| self.get(id)).map(|widget| &widget.kind);
        shell.cursor = match hovered {
            Some(WidgetKind::Field(_)) => Cursor::Text,
            Some(_) => Cursor::Hand,
            None => Cursor::Arrow,
        };
        shell.typing = self.focus.and_then(|id| {
            let slot = self.slots.get(id)?;
            let WidgetKind::Field(field) = &slot.widget.kind else { return None };
            let caret = field.caret_area(slot.area);
            Some(Aabb::new(caret.min * self.scale, caret.max * self.scale))
        });
        if let Some(text) = self.copied.take() {
            shell.clipboard = Some(text);
        }
    }

    /// A node that shows the interface. It is kept as a picture and drawn anew when something looks different.
    pub fn node(&self) -> Node {
        Node { cached: true, ..self.face.clone().node() }
    }

    /// Draws it as of the last update, for sketches that draw by themselves.
    pub fn draw(&self, canvas: &mut Canvas<'_>) {
        self.face.read(|face| face.draw(canvas));
    }

    /// Whether a widget and all that it is in are visible.
    fn is_shown(&self, id: WidgetId) -> bool {
        let mut next = Some(id);
        while let Some(slot) = next.and_then(|id| self.slots.get(id)) {
            if !slot.widget.visible {
                return false;
            }
            next = slot.parent;
        }
        self.slots.contains(id)
    }

    /// Whether a widget is there to be used.
    fn is_usable(&self, id: WidgetId) -> bool {
        self.slots.get(id).is_some_and(|slot| slot.widget.takes_focus()) && self.is_shown(id)
    }
}

#[cfg(test)]
mod tests;
