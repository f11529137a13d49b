//! Where widgets stand: sizes from the inside out, then places from the outside in.

use super::{Flow, Theme, Ui, Widget, WidgetId, WidgetKind, WordsSet};
use motile_geom::{Aabb, Vec2, vec2};
use motile_stage::Text;
use std::sync::Arc;

/// Width of sliders, lists and fields that have none of their own.
const WIDE: f32 = 180.0;
/// Lines of a text field of several, when it has no height.
const LINES: f32 = 5.0;

impl Ui {
    /// Places everything in a stage of a size, in pixels at a scale of 1.
    pub(super) fn arrange(&mut self, size: Vec2) {
        for at in 0..self.roots.len() {
            let root = self.roots[at];
            self.measure(root);
            self.place_anchored(root, Aabb::new(Vec2::ZERO, size));
        }
    }

    /// Finds out how large a widget wants to be.
    fn measure(&mut self, id: WidgetId) -> Vec2 {
        let children = self.children_of(id);
        let sizes: Vec<Vec2> = children.iter().map(|&child| self.measure(child)).collect();
        let Some(slot) = self.slots.get_mut(id) else { return Vec2::ZERO };
        slot.set_words(&self.theme);
        let mut size = match slot.widget.kind {
            WidgetKind::Group { flow, panel } => {
                group_size(flow, panel, slot.widget.width, &sizes, &self.theme)
            }
            _ => own_size(
                &slot.widget,
                slot.words.as_ref().map_or(Vec2::ZERO, |it| it.size()),
                &self.theme,
            ),
        };
        size.x = slot.widget.width.unwrap_or(size.x).max(0.0);
        size.y = slot.widget.height.unwrap_or(size.y).max(0.0);
        slot.wanted = if slot.widget.visible { size } else { Vec2::ZERO };
        slot.wanted
    }

    /// The visible children of a widget; those that are not take no room.
    fn children_of(&self, id: WidgetId) -> Vec<WidgetId> {
        let Some(slot) = self.slots.get(id) else { return Vec::new() };
        let shown = |child: &WidgetId| self.slots.get(*child).is_some_and(|it| it.widget.visible);
        slot.children.iter().copied().filter(shown).collect()
    }

    fn place_anchored(&mut self, id: WidgetId, room: Aabb) {
        let Some(slot) = self.slots.get(id) else { return };
        let (widget, wanted) = (&slot.widget, slot.wanted);
        let room = room.grown(-widget.margin);
        let size = if widget.grow > 0.0 { room.size().max(wanted) } else { wanted };
        let corner = room.min + widget.anchor * (room.size() - size);
        self.place(id, Aabb::from_size(corner.round(), size));
    }

    /// Puts a widget into its box, and what is in it.
    fn place(&mut self, id: WidgetId, area: Aabb) {
        let children = self.children_of(id);
        let Some(slot) = self.slots.get_mut(id) else { return };
        slot.area = area;
        let WidgetKind::Group { flow, panel } = slot.widget.kind else { return };
        let inside = if panel { area.grown(-self.theme.padding) } else { area };
        if flow == Flow::Stack {
            return children.into_iter().for_each(|child| self.place_anchored(child, inside));
        }
        if flow == Flow::Wrap {
            return self.place_wrapped(&children, inside);
        }
        let along = |size: Vec2| if flow == Flow::Row { size.x } else { size.y };
        let gap = self.theme.gap;
        let of = |ui: &Self, child: &WidgetId| {
            ui.slots.get(*child).map_or((0.0, 0.0, Vec2::ZERO, None), |slot| {
                let fixed = if flow == Flow::Row { slot.widget.height } else { slot.widget.width };
                (along(slot.wanted), slot.widget.grow.max(0.0), slot.wanted, fixed)
            })
        };
        let gaps = gap * children.len().saturating_sub(1) as f32;
        let needed: f32 = children.iter().map(|child| of(self, child).0).sum::<f32>() + gaps;
        let shares: f32 = children.iter().map(|child| of(self, child).1).sum();
        let left = (along(inside.size()) - needed).max(0.0);
        let mut start = if flow == Flow::Row { inside.min.x } else { inside.min.y };
        for child in children {
            let (length, grow, wanted, fixed) = of(self, &child);
            let length = length + if shares > 0.0 { left * grow / shares } else { 0.0 };
            let child_area = if flow == Flow::Row {
                // Side by side things stand on one middle line.
                let height = fixed.unwrap_or(wanted.y).min(inside.size().y);
                let y = inside.min.y + (inside.size().y - height) * 0.5;
                Aabb::from_size(vec2(start, y), vec2(length, height))
            } else {
                let width = fixed.unwrap_or(inside.size().x);
                Aabb::from_size(vec2(inside.min.x, start), vec2(width, length))
            };
            self.place(child, child_area);
            start += length + gap;
        }
    }

    /// Puts widgets into rows that are as wide as a box.
    fn place_wrapped(&mut self, children: &[WidgetId], inside: Aabb) {
        let wanted = |id: &WidgetId| self.slots.get(*id).map_or(Vec2::ZERO, |slot| slot.wanted);
        let sizes: Vec<Vec2> = children.iter().map(wanted).collect();
        let (corners, _) = wrapped(&sizes, inside.size().x, self.theme.gap);
        for ((&child, size), corner) in children.iter().zip(sizes).zip(corners) {
            self.place(child, Aabb::from_size(inside.min + corner, size));
        }
    }
}

impl super::Slot {
    /// Sets the words anew if they are others.
    fn set_words(&mut self, theme: &Theme) {
        let text_size = self.widget.text_size.unwrap_or(theme.text_size);
        let breaks = matches!(self.widget.kind, WidgetKind::Paragraph(_));
        let width = self.widget.width.filter(|_| breaks);
        if let WidgetKind::Field(field) = &mut self.widget.kind {
            field.text_size = theme.text_size;
            field.lay();
        }
        let words = self.widget.words();
        let is_set = |set: &WordsSet| set.0 == words && (set.1, set.2) == (text_size, width);
        if self.set.as_ref().is_some_and(is_set) {
            return;
        }
        let text = Text::new(words, text_size);
        let text = match width {
            Some(width) => text.with_width(width.max(1.0)),
            None => text,
        };
        let layout = text.layout().ok().filter(|_| !words.is_empty());
        self.set = Some((words.into(), text_size, width));
        self.words = layout.map(Arc::new);
    }
}

fn group_size(
    flow: Flow,
    panel: bool,
    width: Option<f32>,
    children: &[Vec2],
    theme: &Theme,
) -> Vec2 {
    let around = if panel { theme.padding * 2.0 } else { 0.0 };

    let gaps = theme.gap * children.len().saturating_sub(1) as f32;
    let largest = children.iter().copied().fold(Vec2::ZERO, Vec2::max);
    let sum: Vec2 = children.iter().copied().sum();
    let inside = match flow {
        Flow::Column => vec2(largest.x, sum.y + gaps),
        Flow::Row => vec2(sum.x + gaps, largest.y),
        Flow::Wrap => wrapped(children, width.unwrap_or(f32::MAX) - around, theme.gap).1,
        Flow::Stack => largest,
    };
    inside + Vec2::splat(around)
}

/// The corners of boxes in rows of a width, and the size of all rows together. A box that is wider has a row of its own.
fn wrapped(sizes: &[Vec2], width: f32, gap: f32) -> (Vec<Vec2>, Vec2) {
    let (mut at, mut row, mut all) = (Vec2::ZERO, 0.0_f32, Vec2::ZERO);
    let mut corners = Vec::with_capacity(sizes.len());
    for &size in sizes {
        if at.x > 0.0 && at.x + size.x > width {
            (at, row) = (vec2(0.0, at.y + row + gap), 0.0);
        }
        corners.push(at);
        all = all.max(at + size);
        (at.x, row) = (at.x + size.x + gap, row.max(size.y));
    }
    (corners, all)
}

fn own_size(widget: &Widget, words: Vec2, theme: &Theme) -> Vec2 {
    match &widget.kind {
        WidgetKind::Label(_) | WidgetKind::Paragraph(_) => {
            vec2(words.x, words.y.max(widget.text_size.unwrap_or(theme.text_size) * 1.4))
        }
        WidgetKind::Button(_) => vec2(words.x + theme.padding * 2.0, theme.row),
        WidgetKind::Toggle { .. } => vec2(words.x + theme.gap + theme.row * 1.1, theme.row),
        WidgetKind::List { rows, .. } => vec2(WIDE, theme.row * (*rows).max(1) as f32),
        WidgetKind::Field(field) if field.edit.multi_line => {
            vec2(WIDE, theme.text_size * 1.36 * LINES + 12.0)
        }
        WidgetKind::Picture(picture) => {
            let picture = picture.image.surface();
            vec2(picture.width() as f32, picture.height() as f32)
        }
        _ => vec2(WIDE, theme.row),
    }
}
