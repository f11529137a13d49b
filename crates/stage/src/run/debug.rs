//! The debug view: what a sketch marks, the boxes of its nodes, and what was refused.

use super::{sketch::Playable, unseen};
use crate::{Canvas, Error, NodeId, Stage, Stroke, Text};
use core::fmt;
use motile_geom::{Aabb, MarkRole, MarkShape, MarkSink, Marks, Vec2, vec2};
use motile_pixels::Color;

/// Whether words are part of the picture. A page writes them over it itself, as text that can be selected and read
/// out: with them the embedded font would be half of the page of a sketch that writes nothing.
const WRITES: bool = cfg!(not(all(feature = "web", target_arch = "wasm32")));

/// Height of the letters of labels, in pixels.
pub(crate) const LABEL_SIZE: f32 = 13.0;

/// Length of the strokes of a point, in pixels.
const POINT: f32 = 6.0;

/// Distance of the lines at the bottom of the debug view, and how many nodes that cannot be seen are named.
const LINE: f32 = 16.0;
const NAMED: usize = 5;

/// Collects all marks of a picture. `refused` things were left out of the last one.
pub(super) fn fill(
    marks: &mut Marks,
    sketch: &dyn Playable,
    stage: &Stage,
    refused: u32,
    seed: u64,
) {
    marks.clear();
    mark_nodes(marks, stage);
    stage.companions().for_each(|companion| companion.mark(marks));
    sketch.marks(stage, marks);
    let rejected =
        Rejected { input: stage.input().rejected, drawing: refused, marks: marks.rejected };
    let mut place = vec2(8.0, stage.size().y - 8.0);
    marks.label(MarkRole::Note, place, format_args!("seed {seed}, {rejected}"));
    let unseen = unseen(stage);
    for lost in unseen.iter().take(NAMED) {
        place.y -= LINE;
        marks.label(MarkRole::Note, place, lost.sentence(stage));
    }
    if unseen.len() > NAMED {
        place.y -= LINE;
        marks.label(MarkRole::Note, place, format_args!("{} nodes cannot be seen:", unseen.len()));
    }
}

/// Draws marks on top of a picture.
pub(super) fn draw(marks: &Marks, canvas: &mut Canvas<'_>) {
    for mark in marks.iter() {
        let [red, green, blue] = mark.role.rgb();
        let color = Color::rgb(red, green, blue);
        if let MarkShape::Label { position, text } = mark.shape
            && WRITES
        {
            canvas.write(text, LABEL_SIZE, position, vec2(0.0, 1.0), color);
        }
        for line in mark.shape.segments(POINT) {
            canvas.line(line.a, line.b, &Stroke::new(1.0), color);
        }
    }
}

/// Height of the letters of a failure, and the space around them, in pixels.
const FAILURE: (f32, f32) = (14.0, 8.0);

/// Writes what went wrong on a strip at the top of the picture. The sketch goes on below it.
pub(super) fn draw_failure(error: &Error, size: Vec2, canvas: &mut Canvas<'_>) {
    if !WRITES {
        return;
    }
    let (height, edge) = FAILURE;
    let text = Text::new(error.to_string(), height).with_width((size.x - 2.0 * edge).max(1.0));
    if let Ok(layout) = text.layout() {
        let strip = Aabb::from_size(Vec2::ZERO, vec2(size.x, layout.size().y + 2.0 * edge));
        canvas.fill_rect(strip, Color::hex(0x7A_1A_12));
        canvas.text(&layout, Vec2::splat(edge), Color::WHITE);
    }
}

/// A box around each visible node that has no children.
fn mark_nodes(marks: &mut Marks, stage: &Stage) {
    let mut pending = vec![stage.root()];
    while let Some(id) = pending.pop() {
        match stage.children(id) {
            Ok([]) => {
                if let Ok(bounds) = stage.global_bounds(id)
                    && !bounds.is_empty()
                {
                    marks.aabb(MarkRole::Bounds, bounds);
                }
            }
            Ok(children) => {
                let visible = |&id: &NodeId| stage.get(id).is_ok_and(|node| node.visible);
                pending.extend(children.iter().copied().filter(visible));
            }
            Err(_) => {}
        }
    }
}

/// Counts of what had numbers that are not finite.
struct Rejected {
    input: u64,
    drawing: u32,
    marks: u64,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.input, "input events"),
            (u64::from(self.drawing), "drawings"),
            (self.marks, "marks"),
        ];
        let mut separator = "rejected: ";
        for (count, of) in counts.into_iter().filter(|&(count, _)| count > 0) {
            write!(f, "{separator}{count} {of}")?;
            separator = ", ";
        }
        if separator == ", " { Ok(()) } else { f.write_str("nothing rejected") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_words() {
        let none = Rejected { input: 0, drawing: 0, marks: 0 };
        assert_eq!(none.to_string(), "nothing rejected");
        let some = Rejected { input: 3, drawing: 0, marks: 1 };
        assert_eq!(some.to_string(), "rejected: 3 input events, 1 marks");
    }
}
