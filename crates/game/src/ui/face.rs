//! What an interface looks like.

use super::{NineSlice, Slot, Theme, Ui, WidgetId, WidgetKind, settled};
use crate::TextField;
use motile_geom::{Aabb, Affine2, StateHash, Vec2, vec2};
use motile_pixels::Color;
use motile_stage::{Canvas, Drawable, Path, Stroke, TextLayout};
use std::sync::Arc;

/// The look of a [`Ui`], as content of a node; [`Ui::node`] makes one. It is a picture only: what a widget means to a game is
/// part of the game's state.
#[derive(Clone, Debug, Default)]
pub struct UiFace {
    items: Vec<Item>,
    size: Vec2,
    scale: f32,
    /// Where its fields find their colors.
    theme: Theme,
}

#[derive(Clone, Debug)]
enum Item {
    Fill(Aabb, f32, Color),
    Frame(Aabb, f32, f32, Color),
    Slice(NineSlice, Aabb, Color),
    Words(Arc<TextLayout>, Vec2, Color),
    Write(String, Vec2, Color, Aabb),
    Field(Box<TextField>, Aabb),
}

impl Drawable for UiFace {
    fn bounds(&self) -> Aabb {
        Aabb::new(Vec2::ZERO, self.size)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        canvas.transformed(Affine2::from_scale(Vec2::splat(self.scale)), |canvas| {
            self.items.iter().for_each(|item| item.draw(canvas, &self.theme));
        });
    }

    fn hash(&self, _: &mut StateHash) {}
}

impl Item {
    fn draw(&self, canvas: &mut Canvas<'_>, theme: &Theme) {
        match self {
            Self::Fill(area, radius, color) if *radius <= 0.0 => canvas.fill_rect(*area, *color),
            Self::Fill(area, radius, color) => canvas.fill(&round(*area, *radius), *color),
            Self::Frame(area, radius, width, color) => {
                canvas.stroke(&round(*area, *radius), &Stroke::new(*width), *color);
            }
            Self::Slice(slice, area, tint) => slice.draw(canvas, *area, *tint),
            Self::Words(layout, place, color) => canvas.text(layout, *place, *color),
            Self::Write(words, place, color, area) => canvas.clip_rect(*area, |canvas| {
                canvas.write(words.as_str(), theme.text_size, *place, vec2(0.0, 0.5), *color);
            }),
            Self::Field(field, area) => field.draw(canvas, *area, theme),
        }
    }
}

fn round(area: Aabb, radius: f32) -> Path {
    Path::round_rect(area, radius.min(area.size().min_element() * 0.5).max(0.0))
}

impl Ui {
    /// Makes the look anew.
    pub(super) fn paint(&mut self) {
        let mut items = Vec::new();
        for &root in &self.roots {
            self.paint_widget(root, &mut items);
        }
        let (size, scale, theme) = (self.size, self.scale, self.theme.clone());
        self.face.edit(|face| *face = UiFace { items, size, scale, theme });
    }

    fn paint_widget(&self, id: WidgetId, items: &mut Vec<Item>) {
        let Some(slot) = self.slots.get(id).filter(|slot| slot.widget.visible) else { return };
        let (theme, area) = (&self.theme, slot.area);
        let ink = ink_of(slot, theme);
        let words = |place: Vec2, color, items: &mut Vec<Item>| {
            items.extend(slot.words.iter().map(|set| Item::Words(set.clone(), place, color)));
        };
        match &slot.widget.kind {
            WidgetKind::Group { panel: true, .. } => match &theme.panel_picture {
                Some(slice) => items.push(Item::Slice(slice.clone(), area, Color::WHITE)),
                None => items.push(Item::Fill(area, theme.radius * 1.5, theme.panel)),
            },
            WidgetKind::Group { .. } => {}
            WidgetKind::Label(_) | WidgetKind::Paragraph(_) => words(middle_left(slot), ink, items),
            WidgetKind::Button(_) => {
                let idle = self.held != Some(id) && self.hovered != Some(id);
                let accent = slot.widget.accent && slot.widget.enabled;
                let color = if accent && idle { theme.accent } else { self.control_color(id) };
                let ink = if accent && idle { theme.on_accent } else { ink };
                items.push(match &theme.button_picture {
                    Some(slice) => Item::Slice(slice.clone(), area, color),
                    None => Item::Fill(area, theme.radius, color),
                });
                let size = slot.words.as_ref().map_or(Vec2::ZERO, |set| set.size());
                words(area.center() - size * 0.5, ink, items);
            }
            WidgetKind::Toggle { on, .. } => self.paint_toggle(id, slot, *on, items),
            &WidgetKind::Slider { min, max, step, value } => {
                let value = settled(value, min, max, step);
                self.paint_slider(id, area, (value - min) / (max - min).max(1e-6), items);
            }
            WidgetKind::List { items: list, chosen, first, rows } => {
                self.paint_list(area, (list, *chosen, *first, *rows), ink, items);
            }
            WidgetKind::Field(field) => items.push(Item::Field(field.clone(), area)),
            WidgetKind::Picture(slice) => {
                let tint = slot.widget.color.unwrap_or(Color::WHITE);
                items.push(Item::Slice(slice.clone(), area, tint));
            }
        }
        if self.focus == Some(id) && self.focus_shown {
            items.push(Item::Frame(area.grown(2.0), theme.radius + 2.0, 2.0, theme.accent));
        }
        slot.children.iter().for_each(|&child| self.paint_widget(child, items));
    }

    fn control_color(&self, id: WidgetId) -> Color {
        match id {
            _ if self.held == Some(id) => self.theme.held,
            _ if self.hovered == Some(id) => self.theme.hover,
            _ => self.theme.control,
        }
    }

    fn paint_toggle(&self, id: WidgetId, slot: &Slot, on: bool, items: &mut Vec<Item>) {
        let (theme, area) = (&self.theme, slot.area);
        let height = (theme.row * 0.55).min(area.size().y);
        let track = Aabb::from_center(
            vec2(area.min.x + height * 0.95, area.center().y),
            vec2(height * 0.95, height * 0.5),
        );
        let color = if on && slot.widget.enabled { theme.accent } else { self.control_color(id) };
        items.push(Item::Fill(track, height * 0.5, color));
        let x = if on { track.max.x - height * 0.5 } else { track.min.x + height * 0.5 };
        let knob = Aabb::from_center(vec2(x, track.center().y), Vec2::splat(height * 0.5 - 2.5));
        items.push(Item::Fill(knob, height, theme.field));
        let ink = ink_of(slot, theme);
        let place = vec2(track.max.x + theme.gap, middle_left(slot).y);
        items.extend(slot.words.iter().map(|set| Item::Words(set.clone(), place, ink)));
    }

    fn paint_slider(&self, id: WidgetId, area: Aabb, share: f32, items: &mut Vec<Item>) {
        let (theme, radius) = (&self.theme, self.theme.row * 0.28);
        let (left, right) = (area.min.x + radius, (area.max.x - radius).max(area.min.x + radius));
        let (x, y) = (left + (right - left) * share, area.center().y);
        let bar = |from: f32, to: f32| Aabb::new(vec2(from, y - 3.0), vec2(to, y + 3.0));
        items.push(Item::Fill(bar(left - 3.0, right + 3.0), 3.0, self.control_color(id)));
        items.push(Item::Fill(bar(left - 3.0, x), 3.0, theme.accent));
        let knob = Aabb::from_center(vec2(x, y), Vec2::splat(radius));
        items.push(Item::Fill(knob, radius, theme.accent));
        items.push(Item::Fill(knob.grown(-3.0), radius, theme.field));
    }

    fn paint_list(
        &self,
        area: Aabb,
        (list, chosen, first, rows): (&[String], u32, u32, u32),
        ink: Color,
        items: &mut Vec<Item>,
    ) {
        let theme = &self.theme;
        items.push(Item::Fill(area, theme.radius, theme.field));
        let height = area.size().y / rows.max(1) as f32;
        let shown = list.iter().enumerate().skip(first as usize).take(rows.max(1) as usize);
        for (place, (index, words)) in shown.enumerate() {
            let corner = vec2(area.min.x, area.min.y + height * place as f32);
            let row = Aabb::from_size(corner, vec2(area.size().x, height));
            let is_chosen = index == chosen as usize;
            if is_chosen {
                items.push(Item::Fill(row.grown(-2.0), theme.radius - 2.0, theme.accent));
            }
            let color = if is_chosen { theme.on_accent } else { ink };
            let place = vec2(row.min.x + theme.padding, row.center().y);
            items.push(Item::Write(words.clone(), place, color, row));
        }
        let count = list.len() as f32;
        if count > rows as f32 {
            let length = area.size().y - 8.0;
            let top = area.min.y + 4.0 + length * first as f32 / count;
            let bar = vec2(area.max.x - 7.0, top);
            let size = vec2(4.0, length * rows as f32 / count);
            items.push(Item::Fill(Aabb::from_size(bar, size), 2.0, theme.line));
        }
        items.push(Item::Frame(area, theme.radius, 1.0, theme.line));
    }
}

/// The color of words.
fn ink_of(slot: &Slot, theme: &Theme) -> Color {
    match slot.widget.color {
        _ if !slot.widget.enabled => theme.muted,
        Some(color) => color,
        None => theme.ink,
    }
}

/// Where words begin that stand at the left.
fn middle_left(slot: &Slot) -> Vec2 {
    let height = slot.words.as_ref().map_or(0.0, |set| set.size().y);
    vec2(slot.area.min.x, slot.area.center().y - height * 0.5)
}
