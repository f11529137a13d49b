//! Pointer, keyboard and gamepads on an interface.

use super::{Drag, Ui, UiChange, UiEvent, WidgetId, WidgetKind, settled};
use motile_geom::{Aabb, Vec2, vec2};
use motile_stage::{Input, Key, PadButton};

/// Seconds until a direction of a stick or cross that is held counts again.
const REPEAT_AFTER: f32 = 0.35;
const REPEAT_EVERY: f32 = 0.12;
/// A stick that is pushed farther is a direction.
const PUSHED: f32 = 0.6;
/// Share of a row from which on a press on a list drags it.
const DRAGGED: f32 = 0.5;
/// Steps from one end of a slider to the other by keys, when it has none of its own.
const KEY_STEPS: f32 = 20.0;

impl Ui {
    /// Looks at the input of a tick and brings places and look up to date, on a stage of a size. Call it once a tick; a tick in
    /// which nothing happens does nothing.
    pub fn update(&mut self, input: &Input, size: Vec2, dt: f32) {
        self.events.clear();
        self.fit(size);
        if self.stale {
            self.arrange(self.size / self.scale);
        }
        self.drop_lost();
        self.point(input);
        if let Some(id) = self.focus {
            self.edit_field(id, input, dt);
        }
        self.move_focus(input, dt);
        if self.stale {
            // A change of size or words shows at once, not a tick later.
            self.arrange(self.size / self.scale);
            self.paint();
            self.stale = false;
        }
    }

    /// Follows the size of the stage.
    fn fit(&mut self, size: Vec2) {
        let usable = size.is_finite() && size.min_element() > 0.0;
        let size = if usable { size } else { Vec2::ONE };
        let designed = self.designed_for.filter(|it| it.is_finite() && it.min_element() > 0.0);
        let scale = designed.map_or(1.0, |designed| (size / designed).min_element());
        if (size, scale) != (self.size, self.scale) {
            (self.size, self.scale, self.stale) = (size, scale, true);
        }
    }

    /// Forgets widgets that are gone or cannot be used any more.
    fn drop_lost(&mut self) {
        for id in [self.focus, self.held, self.hovered].into_iter().flatten() {
            if self.is_usable(id) {
                continue;
            }
            if self.focus == Some(id) {
                self.give_focus(None);
            }
            if self.held == Some(id) {
                self.held = None;
            }
            if self.hovered == Some(id) {
                self.hovered = None;
            }
            self.stale = true;
        }
    }

    fn point(&mut self, input: &Input) {
        let Some(place) = input.pointer.position.map(|place| place / self.scale) else { return };
        let moved = input.pointer.delta != Vec2::ZERO || self.stale;
        let used =
            input.pointer.pressed() || input.pointer.released() || input.pointer.wheel != 0.0;
        if !moved && !used && self.held.is_none() {
            return;
        }
        let under = self.under(place);
        if under != self.hovered {
            (self.hovered, self.stale) = (under, true);
        }
        if input.pointer.pressed() {
            (self.held, self.focus_shown, self.stale) = (under, false, true);
            self.give_focus(under);
            if let Some(id) = under {
                self.press_at(id, place);
            }
        } else if let Some(id) = self.held.filter(|_| input.pointer.is_down()) {
            self.slide_to(id, place);
            self.drag_to(id, place);
        }
        if input.pointer.released() {
            let held = self.held.take();
            self.stale = true;
            if let Some(id) = held.filter(|_| held == under) {
                self.activate(id);
                self.choose_at(id, place);
            }
        }
        if let Some(id) = under.filter(|_| input.pointer.wheel != 0.0) {
            self.scroll(id, input.pointer.wheel);
        }
    }

    /// The widget on top at a point; the later one lies over the earlier.
    fn under(&self, place: Vec2) -> Option<WidgetId> {
        let mut found = None;
        self.each_shown(&mut |id| {
            if self.slots.get(id).is_some_and(|slot| slot.area.contains(place)) {
                found = Some(id);
            }
        });
        found.filter(|&id| self.is_usable(id))
    }

    /// Visits what is shown, in the order it is painted, but for groups without a background.
    fn each_shown(&self, visit: &mut dyn FnMut(WidgetId)) {
        fn walk(ui: &Ui, id: WidgetId, visit: &mut dyn FnMut(WidgetId)) {
            let Some(slot) = ui.slots.get(id).filter(|slot| slot.widget.visible) else { return };
            let is_bare = matches!(slot.widget.kind, WidgetKind::Group { panel: false, .. });
            if !is_bare && !slot.widget.is_seen_only() {
                visit(id);
            }
            slot.children.iter().for_each(|&child| walk(ui, child, visit));
        }
        self.roots.iter().for_each(|&root| walk(self, root, visit));
    }

    fn press_at(&mut self, id: WidgetId, place: Vec2) {
        self.slide_to(id, place);
        let Some(slot) = self.slots.get(id) else { return };
        if let &WidgetKind::List { first, .. } = &slot.widget.kind {
            self.drag = Drag { from: place.y, first, scrolls: false };
        }
    }

    /// Pulls a list along: on touch screens nothing else reaches the items that do not show.
    fn drag_to(&mut self, id: WidgetId, place: Vec2) {
        let Some(slot) = self.slots.get_mut(id) else { return };
        let area = slot.area;
        if let WidgetKind::List { items, first, rows, .. } = &mut slot.widget.kind {
            let pulled = (self.drag.from - place.y) / row_height(area, *rows);
            self.drag.scrolls |= pulled.abs() >= DRAGGED;
            if self.drag.scrolls {
                let last = items.len().saturating_sub(*rows as usize) as f32;
                let wanted = (self.drag.first as f32 + pulled.round()).clamp(0.0, last) as u32;
                self.stale |= wanted != *first;
                *first = wanted;
            }
        }
    }

    /// Lets go of a list: the item there is chosen, unless the press has scrolled.
    fn choose_at(&mut self, id: WidgetId, place: Vec2) {
        let scrolled = self.drag.scrolls;
        let Some(slot) = self.slots.get_mut(id).filter(|_| !scrolled) else { return };
        let area = slot.area;
        if let WidgetKind::List { items, chosen, first, rows } = &mut slot.widget.kind {
            let row = (place.y - area.min.y) / row_height(area, *rows);
            let index = *first + row.max(0.0) as u32;
            if (index as usize) < items.len() && index != *chosen {
                *chosen = index;
                self.say(id, UiChange::Chosen(index));
            }
        }
    }

    fn slide_to(&mut self, id: WidgetId, place: Vec2) {
        let radius = self.theme.row * 0.28;
        let Some(slot) = self.slots.get(id) else { return };
        let &WidgetKind::Slider { min, max, .. } = &slot.widget.kind else { return };
        let (left, right) = (slot.area.min.x + radius, slot.area.max.x - radius);
        let share = ((place.x - left) / (right - left).max(1.0)).clamp(0.0, 1.0);
        self.set_slider(id, min + (max - min) * share);
    }

    fn set_slider(&mut self, id: WidgetId, wanted: f32) {
        let Some(slot) = self.slots.get_mut(id) else { return };
        if let WidgetKind::Slider { min, max, step, value } = &mut slot.widget.kind {
            let settled = settled(wanted, *min, *max, *step);
            if settled != *value {
                *value = settled;
                self.say(id, UiChange::Slid(settled));
            }
        }
    }

    fn scroll(&mut self, id: WidgetId, lines: f32) {
        let Some(slot) = self.slots.get_mut(id) else { return };
        if let WidgetKind::List { items, first, rows, .. } = &mut slot.widget.kind {
            let last = items.len().saturating_sub(*rows as usize) as u32;
            let wanted = first.saturating_add_signed(self.wheel.turn(lines)).min(last);
            self.stale |= wanted != *first;
            *first = wanted;
        }
    }

    /// What a click, Enter or the lower button of a gamepad does.
    fn activate(&mut self, id: WidgetId) {
        let Some(slot) = self.slots.get_mut(id) else { return };
        match &mut slot.widget.kind {
            WidgetKind::Button(_) => self.say(id, UiChange::Clicked),
            WidgetKind::Toggle { on, .. } => {
                *on = !*on;
                let on = *on;
                self.say(id, UiChange::Toggled(on));
            }
            _ => {}
        }
    }

    pub(super) fn give_focus(&mut self, id: Option<WidgetId>) {
        if self.focus != id {
            self.stale = true;
        }
        for (which, focused) in [(self.focus, false), (id, true)] {
            let slot = which.and_then(|id| self.slots.get_mut(id));
            if let Some(WidgetKind::Field(field)) = slot.map(|slot| &mut slot.widget.kind) {
                field.focused = focused;
            }
        }
        self.focus = id;
    }

    fn edit_field(&mut self, id: WidgetId, input: &Input, dt: f32) {
        let scale = self.scale;
        let Some(slot) = self.slots.get_mut(id) else { return };
        let WidgetKind::Field(field) = &mut slot.widget.kind else { return };
        let area = Aabb::new(slot.area.min * scale, slot.area.max * scale);
        // At another scale the field is used as it is drawn: in pixels of the design.
        let events = if scale == 1.0 {
            field.update(area, input, dt)
        } else {
            let mut scaled = input.clone();
            scaled.pointer.position = input.pointer.position.map(|place| place / scale);
            field.update(slot.area, &scaled, dt)
        };
        self.stale |= events.moved;
        self.copied = events.copied.or(self.copied.take());
        if events.changed {
            self.say(id, UiChange::Edited);
        }
        if events.submitted {
            self.say(id, UiChange::Submitted);
        }
    }

    fn move_focus(&mut self, input: &Input, dt: f32) {
        let field = self.focus.and_then(|id| match &self.slots.get(id)?.widget.kind {
            WidgetKind::Field(field) => Some(field.edit.multi_line),
            _ => None,
        });
        let in_field = field.is_some();
        if input.pressed(Key::Tab) {
            self.next_focus(if input.is_down(Key::Shift) { -1 } else { 1 });
        }
        if in_field && input.pressed(Key::Escape) {
            self.give_focus(None);
        }
        let way = self.direction(input, dt, field);
        if way != Vec2::ZERO {
            self.go(way);
        }
        let key = !in_field && (input.pressed(Key::Enter) || input.pressed(Key::Space));
        let pad = input.pads().any(|(_, pad)| pad.pressed(PadButton::South));
        if let Some(id) = self.focus.filter(|_| key || pad) {
            self.focus_shown = true;
            self.activate(id);
        }
    }

    /// The direction that keys and gamepads ask for in this tick. `field` says whether the field that has the keyboard has
    /// several lines: in one line up and down mean nothing to the caret, and lead out of it.
    fn direction(&mut self, input: &Input, dt: f32, field: Option<bool>) -> Vec2 {
        let chord = [Key::Control, Key::Super, Key::Alt, Key::Shift];
        let leaves = field == Some(false)
            && input.composing.is_empty()
            && !chord.into_iter().any(|key| input.is_down(key));
        let pressed = |free, key| f32::from(free && input.pressed(key));
        let across = |key| pressed(field.is_none(), key);
        let along = |key| pressed(field.is_none() || leaves, key);
        let keys = vec2(across(Key::Right) - across(Key::Left), along(Key::Down) - along(Key::Up));
        let held = input.pads().map(|(_, pad)| {
            let stick = pad.left_stick();
            let stick = vec2(
                if stick.x.abs() > PUSHED { stick.x.signum() } else { 0.0 },
                if stick.y.abs() > PUSHED { stick.y.signum() } else { 0.0 },
            );
            (pad.cross() + stick).clamp(Vec2::NEG_ONE, Vec2::ONE)
        });
        let held = held.fold(Vec2::ZERO, |a, b| if b == Vec2::ZERO { a } else { b });
        if held == Vec2::ZERO {
            self.repeat = 0.0;
            return keys;
        }
        let first = self.repeat == 0.0;
        self.repeat += if first {
            f32::MIN_POSITIVE
        } else if dt.is_finite() {
            dt.max(0.0)
        } else {
            0.0
        };
        if first {
            return held;
        }
        if self.repeat >= REPEAT_AFTER {
            self.repeat -= REPEAT_EVERY;
            return held;
        }
        keys
    }

    /// Moves a slider or a list by a step, or the focus to the next widget in a direction.
    fn go(&mut self, way: Vec2) {
        self.focus_shown = true;
        self.stale = true;
        let Some(id) = self.focus else { return self.next_focus(1) };
        let Some(slot) = self.slots.get_mut(id) else { return };
        match &mut slot.widget.kind {
            &mut WidgetKind::Slider { min, max, step, value } if way.x != 0.0 => {
                let by = if step > 0.0 { step } else { (max - min) / KEY_STEPS };
                return self.set_slider(id, value + by * way.x);
            }
            WidgetKind::List { items, chosen, first, rows } if way.y != 0.0 => {
                let last = items.len().saturating_sub(1) as f32;
                let wanted = *chosen as f32 + way.y;
                if (0.0..=last).contains(&wanted) {
                    *chosen = wanted as u32;
                    // The chosen one stays in sight.
                    *first =
                        (*first).min(*chosen).max((*chosen + 1).saturating_sub((*rows).max(1)));
                    let chosen = *chosen;
                    return self.say(id, UiChange::Chosen(chosen));
                }
            }
            _ => {}
        }
        if let Some(next) = self.neighbor(id, way) {
            self.give_focus(Some(next));
        }
    }

    /// The nearest widget in a direction; what lies aside counts as farther.
    fn neighbor(&self, from: WidgetId, way: Vec2) -> Option<WidgetId> {
        let start = self.slots.get(from)?.area;
        let mut best: Option<(f32, WidgetId)> = None;
        self.each_shown(&mut |id| {
            let Some(slot) = self.slots.get(id).filter(|slot| slot.widget.takes_focus()) else {
                return;
            };
            let offset = slot.area.center() - start.center();
            let (along, aside) = (offset.dot(way), offset.dot(way.perp()).abs());
            // Boxes beside each other are in no direction of up and down.
            let apart = if way.x == 0.0 {
                slot.area.min.y >= start.max.y || slot.area.max.y <= start.min.y
            } else {
                slot.area.min.x >= start.max.x || slot.area.max.x <= start.min.x
            };
            let far = along + aside * 2.0;
            if id != from && along > 0.0 && apart && best.is_none_or(|(least, _)| far < least) {
                best = Some((far, id));
            }
        });
        best.map(|(_, id)| id)
    }

    /// Goes on to the next widget in the order they are painted, or back.
    fn next_focus(&mut self, by: isize) {
        let mut order = Vec::new();
        self.each_shown(&mut |id| {
            if self.is_usable(id) {
                order.push(id);
            }
        });
        let count = order.len() as isize;
        if count == 0 {
            return;
        }
        let now = order.iter().position(|&id| Some(id) == self.focus);
        let next = match now {
            Some(at) => (at as isize + by).rem_euclid(count),
            None if by < 0 => count - 1,
            None => 0,
        };
        self.focus_shown = true;
        self.give_focus(Some(order[next as usize]));
    }

    fn say(&mut self, widget: WidgetId, change: UiChange) {
        self.events.push(UiEvent { widget, change });
        self.stale = true;
    }
}

/// Height of an item of a list that shows some.
fn row_height(area: Aabb, rows: u32) -> f32 {
    (area.size().y / rows.max(1) as f32).max(1.0)
}
