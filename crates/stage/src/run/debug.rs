//! The debug view: what a sketch marks, the boxes of its nodes, and what was refused.

use super::sketch::Playable;
use crate::{Canvas, NodeId, Stage, Stroke};
use core::fmt;
use motile_geom::{MarkRole, MarkShape, MarkSink, Marks, vec2};
use motile_pixels::Color;

/// Length of the strokes of a point, in pixels.
const POINT: f32 = 6.0;

/// Collects all marks of a picture. `refused` things were left out of the last one.
pub(super) fn fill(marks: &mut Marks, sketch: &dyn Playable, stage: &Stage, refused: u32) {
    marks.clear();
    mark_nodes(marks, stage);
    sketch.marks(stage, marks);
    let rejected =
        Rejected { input: stage.input().rejected, drawing: refused, marks: marks.rejected };
    marks.label(MarkRole::Note, vec2(8.0, stage.size().y - 8.0), rejected);
}

/// Draws marks on top of a picture.
pub(super) fn draw(marks: &Marks, canvas: &mut Canvas<'_>) {
    for mark in marks.iter() {
        let [red, green, blue] = mark.role.rgb();
        let color = Color::rgb(red, green, blue);
        if let MarkShape::Label { position, text } = mark.shape {
            canvas.write(text, 13.0, position, vec2(0.0, 1.0), color);
        }
        for line in mark.shape.segments(POINT) {
            canvas.line(line.a, line.b, &Stroke::new(1.0), color);
        }
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
