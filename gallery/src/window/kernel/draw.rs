//! How the playground looks.

use super::{
    super::theme::{ACCENT, CARD, INK, PAPER, SOFT, height_of, paint, write},
    KernelWindow,
};
use motile::{
    game::{TextField, Widget, WidgetKind},
    kernel::{ProbedValue, Severity},
    pixels::{Sampling, Surface},
    prelude::*,
    stage::{Canvas, Path, Stroke},
};

/// Letters of what is told, pixels.
const LETTER: f32 = 13.5;
const LINE: f32 = 19.0;
/// Under mistakes.
const RED: Color = Color::hex(0xFF_5C_57);
/// A wave of the line under a mistake.
const WAVE: Vec2 = vec2(3.0, 2.5);

impl KernelWindow {
    /// Where the picture lies: as large as its room allows, in the middle.
    pub(super) fn picture_area(&self) -> Aabb {
        let room = self.panel.ui.area(self.panel.picture).unwrap_or(Aabb::EMPTY);
        let size = vec2(self.original.width() as f32, self.original.height() as f32);
        let scale = (room.size().max(Vec2::ONE) / size).min_element();
        let size = size * scale;
        Aabb::from_size((room.min + (room.size() - size) * vec2(0.5, 0.0)).round(), size)
    }

    pub(super) fn draw(&mut self) {
        self.surface.fill(PAPER);
        self.draw_picture();
        let mut renderer = core::mem::take(&mut self.renderer);
        let Ok(small) = Surface::opaque(1, 1, PAPER) else { return };
        let mut surface = core::mem::replace(&mut self.surface, small);
        paint(&mut renderer, &mut surface, self.scale, |canvas| {
            self.panel.ui.draw(canvas);
            self.draw_mistakes(canvas);
            self.draw_told(canvas);
            self.draw_seen(canvas);
            self.draw_split(canvas);
        });
        (self.renderer, self.surface) = (renderer, surface);
    }

    fn draw_picture(&mut self) {
        let area = self.picture_area();
        let scale = area.size().x / self.original.width() as f32 * self.scale;
        let place = Affine2::from_translation((area.min * self.scale).round())
            * Affine2::from_scale(Vec2::splat(scale));
        let shown = match &self.picture {
            Some(result) => joined(result, &self.original, self.split),
            None => self.original.clone(),
        };
        self.surface.draw(&shown, &place, Sampling::Bilinear, &Blit::default());
    }

    fn draw_split(&self, canvas: &mut Canvas<'_>) {
        if self.split < 1.0 {
            let area = self.picture_area();
            let top = vec2(area.min.x + area.size().x * self.split, area.min.y);
            let end = vec2(top.x, area.max.y);
            canvas.line(top, end, &Stroke::new(1.5), INK);
        }
    }

    fn editor(&self) -> Option<(&TextField, Aabb)> {
        let area = self.panel.ui.area(self.panel.editor)?;
        match self.panel.ui.get(self.panel.editor) {
            Some(Widget { kind: WidgetKind::Field(field), .. }) => Some((field, area)),
            _ => None,
        }
    }

    /// Waves under what the compiler does not understand.
    fn draw_mistakes(&self, canvas: &mut Canvas<'_>) {
        let Some((field, area)) = self.editor() else { return };
        canvas.clip_rect(area.grown(-3.0), |canvas| {
            for found in self.playground.diagnostics() {
                let color = if found.severity == Severity::Error { RED } else { ACCENT };
                let (start, end) = (found.span.start as usize, found.span.end as usize);
                for label in &found.labels {
                    let (start, end) = (label.span.start as usize, label.span.end as usize);
                    field.boxes_of(area, start..end.max(start + 1), |line| {
                        if line.overlaps(area) {
                            let y = line.max.y - 1.0;
                            let (from, to) = (vec2(line.min.x, y), vec2(line.max.x, y));
                            canvas.line(from, to, &Stroke::new(1.5), SOFT);
                        }
                    });
                }
                field.boxes_of(area, start..end.max(start + 1), |line| {
                    if line.overlaps(area) {
                        let wave = Path::polyline(&wave(line));
                        canvas.stroke(&wave, &Stroke::new(1.5), color);
                    }
                });
            }
        });
    }

    /// What is wrong with the source, what was saved, or that all is well.
    fn draw_told(&self, canvas: &mut Canvas<'_>) {
        let Some(area) = self.panel.ui.area(self.panel.told) else { return };
        canvas.fill(&Path::round_rect(area, 5.0), CARD);
        let width = (area.size().x - 16.0).max(1.0);
        let mut place = area.min + 8.0;
        let mut lines: Vec<(String, Color)> = Vec::new();
        if !self.message.is_empty() {
            lines.push((self.message.clone(), INK));
        }
        for found in self.playground.diagnostics() {
            let (line, column) = found.span.line_column(self.playground.source());
            let mut words = format!("{line}:{column} {}: {}", found.code, found.message);
            if let Some(fix) = &found.suggestion {
                words.extend([" (write `", &fix.replacement, "`)"]);
            }
            let is_error = found.severity == Severity::Error;
            lines.push((words, if is_error { RED } else { ACCENT }));
            for label in &found.labels {
                let (line, column) = label.span.line_column(self.playground.source());
                lines.push((format!("    {line}:{column} {}", label.text), SOFT));
            }
        }
        if lines.is_empty()
            && let Some(kernel) = self.playground.kernel()
        {
            let about = kernel.metadata_text("description").unwrap_or_default();
            let (name, count) = (kernel.name(), kernel.operations());
            let took = self.took * 1000.0;
            lines.push((format!("{name}: {count} operations, {took:.1} ms a picture"), INK));
            lines.push((about, SOFT));
        }
        canvas.clip_rect(area, |canvas| {
            for (words, color) in lines {
                if place.y + height_of(&words, LETTER, width).min(LINE) > area.max.y {
                    break;
                }
                place.y += write(canvas, &words, LETTER, place, width, color);
            }
        });
    }

    /// What every name of the kernel stands for under the pointer.
    fn draw_seen(&self, canvas: &mut Canvas<'_>) {
        let Some(area) = self.panel.ui.area(self.panel.seen) else { return };
        let width = area.size().x.max(1.0);
        let words = match self.place() {
            Some((x, y)) => format!("pixel {x}, {y}"),
            None => {
                "Point at the picture: values. Drag there: the original. Drop a picture.".into()
            }
        };
        write(canvas, &words, LETTER, area.min, width, SOFT);
        let rows = ((area.size().y / LINE) as usize).saturating_sub(1).max(1);
        let columns = self.seen.len().div_ceil(rows).max(1);
        for (index, value) in self.seen.iter().enumerate() {
            let column = vec2((index / rows) as f32 * width / columns as f32, 0.0);
            let place = area.min + column + vec2(0.0, LINE * (index % rows + 1) as f32);
            canvas.clip_rect(area, |canvas| {
                write(canvas, &as_words(value), LETTER, place, width * 2.0, INK);
            });
        }
    }
}

fn as_words(value: &ProbedValue) -> String {
    let numbers = match &value.numbers {
        Some(list) => list.iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join("  "),
        None => "not reached".to_owned(),
    };
    format!("{}: {numbers}", value.name)
}

/// A line that goes up and down under a box.
fn wave(line: Aabb) -> Vec<Vec2> {
    let count = (line.size().x / WAVE.x).ceil().max(3.0) as usize;
    let y = line.max.y - WAVE.y;
    (0..=count).map(|i| vec2(line.min.x + WAVE.x * i as f32, y + WAVE.y * (i % 2) as f32)).collect()
}

/// The result up to a share of the width, the original from there on.
pub(super) fn joined(result: &Surface, original: &Surface, split: f32) -> Surface {
    let mut shown = result.clone();
    let width = result.width() as usize;
    let from = ((width as f32 * split).round() as usize).min(width);
    if from < width && (original.width(), original.height()) == (result.width(), result.height()) {
        let rows = shown.words_mut().chunks_exact_mut(width);
        for (to, source) in rows.zip(original.words().chunks_exact(width)) {
            to[from..].copy_from_slice(&source[from..]);
        }
    }
    shown
}
