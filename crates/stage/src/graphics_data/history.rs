//! Undo and redo of drawing steps.

use super::{GraphicsData, Item, Line};
use crate::canvas::Canvas;
use crate::path::{FillRule, Path};
use motile_geom::{HashState, StateHash, Vec2};
use std::sync::Arc;

/// One thing the user did: a line style and the path drawn with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// How it is drawn.
    pub line: Line,
    /// What was drawn.
    pub path: Arc<Path>,
}

impl Step {
    /// The two items of the step.
    pub fn items(&self) -> [Item; 2] {
        [Item::Stroke(Some(self.line.clone())), Item::Path(self.path.clone(), FillRule::EvenOdd)]
    }
}

/// A drawing made stroke by stroke, with undo and redo.
///
/// A stroke is begun, extended point by point and ended; a new stroke after an undo discards what was
/// undone. What makes no sense now (undo while a stroke is being drawn, going on with a stroke that was not begun) does
/// nothing and returns `false`, so that keys and pointer can be passed on as they come.
///
/// ```
/// use motile_geom::vec2;
/// use motile_pixels::Color;
/// use motile_stage::History;
/// let mut history = History::new();
/// history.begin(Color::RED.into(), vec2(0.0, 0.0));
/// history.extend(vec2(10.0, 0.0));
/// history.end();
/// assert_eq!(history.steps().len(), 1);
/// assert!(history.undo() && !history.undo());
/// assert!(history.redo());
/// ```
#[doc(alias = "undo stack")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Everything done and not discarded.
    buffer: Vec<Step>,
    /// How many of them are active.
    active: usize,
    drawing: Option<(Line, Path)>,
}

/// All paths that can be seen or done again, how many of them are active, and the one being drawn. Line styles are looks
/// and are not read.
impl HashState for History {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.buffer.len(), self.active));
        for step in &self.buffer {
            hash.write(&*step.path);
        }
        hash.write(&self.drawing.as_ref().map(|(_, path)| path));
    }
}

impl History {
    /// An empty history.
    pub const fn new() -> Self {
        Self { buffer: Vec::new(), active: 0, drawing: None }
    }

    /// The active steps in drawing order.
    pub fn steps(&self) -> &[Step] {
        &self.buffer[..self.active]
    }

    /// How many undone steps can be done again.
    pub fn undone(&self) -> u32 {
        (self.buffer.len() - self.active) as u32
    }

    /// Whether a stroke is being drawn.
    pub fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// The path being drawn, for the preview.
    pub fn preview(&self) -> Option<&Path> {
        self.drawing.as_ref().map(|(_, path)| path)
    }

    /// Begins a stroke at a point: pointer down. `false` when one is begun already.
    pub fn begin(&mut self, line: Line, at: Vec2) -> bool {
        if self.drawing.is_some() {
            return false;
        }
        let mut path = Path::new();
        path.move_to(at);
        self.drawing = Some((line, path));
        true
    }

    /// Draws on to a point: pointer move. `false` when no stroke is begun, and for a point that is equal to the last
    /// one or not finite and adds nothing.
    pub fn extend(&mut self, to: Vec2) -> bool {
        let Some((_, path)) = &mut self.drawing else { return false };
        let moves = to.is_finite() && to != path.pen();
        if moves {
            path.line_to(to);
        }
        moves
    }

    /// Ends the stroke: pointer up. Returns whether there is a new step; a press without movement leaves none.
    pub fn end(&mut self) -> bool {
        let Some((line, path)) = self.drawing.take() else { return false };
        let moved = path.segments().len() > 1;
        if moved {
            self.push(Step { line, path: Arc::new(path) });
        }
        moved
    }

    /// Adds a step, discarding everything that was undone.
    pub fn push(&mut self, step: Step) {
        // First cut, then push: the other order keeps the undone stroke's style (W8-15).
        self.buffer.truncate(self.active);
        self.buffer.push(step);
        self.active += 1;
    }

    /// Takes the last step back; `false` when there is none, and while a stroke is being drawn.
    pub fn undo(&mut self) -> bool {
        self.go(self.active.checked_sub(1))
    }

    /// Does the next undone step again; `false` when there is none, and while a stroke is being drawn.
    pub fn redo(&mut self) -> bool {
        self.go(Some(self.active + 1).filter(|&next| next <= self.buffer.len()))
    }

    fn go(&mut self, to: Option<usize>) -> bool {
        let Some(to) = to.filter(|_| self.drawing.is_none()) else { return false };
        self.active = to;
        true
    }

    /// The active steps as a drawing.
    pub fn to_data(&self) -> GraphicsData {
        GraphicsData { items: self.steps().iter().flat_map(Step::items).collect() }
    }
}

impl Canvas<'_> {
    /// Draws the active steps of a history; copies nothing.
    pub fn draw_history(&mut self, history: &History) {
        for step in history.steps() {
            self.stroke(&step.path, &step.line.stroke, &step.line.paint);
        }
    }
}

/// The nearest of some handles within `radius` pixels of a point: what a press grabs.
pub fn handle_at(handles: &[Vec2], at: Vec2, radius: f32) -> Option<u32> {
    let mut nearest = None;
    let mut best = radius;
    for (index, &handle) in handles.iter().enumerate() {
        let distance = handle.distance(at);
        if distance <= best {
            (nearest, best) = (Some(index as u32), distance);
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stroke;
    use motile_geom::vec2;
    use motile_pixels::Color;

    fn step(color: Color) -> Step {
        let line = Line { stroke: Stroke::new(2.0), paint: color.into() };
        Step { line, path: Arc::new(Path::line(Vec2::ZERO, vec2(color.r as f32 + 1.0, 0.0))) }
    }

    #[test]
    fn t8_33_undo_redo_and_a_new_step_with_its_own_stroke() {
        let [a, b, c] = [Color::RED, Color::GREEN, Color::BLUE].map(step);
        let mut history = History::new();
        history.push(a.clone());
        history.push(b);
        assert_eq!(history.to_data().items.len(), 4);
        let undone: Vec<_> = (0..3)
            .map(|_| {
                history.undo();
                history.to_data().items.len()
            })
            .collect();
        assert_eq!(undone, [2, 0, 0]);
        let redone: Vec<_> = (0..3)
            .map(|_| {
                history.redo();
                history.to_data().items.len()
            })
            .collect();
        assert_eq!(redone, [2, 4, 4]);
        history.undo();
        history.push(c.clone());
        assert_eq!(history.steps(), [a, c]);
        assert!(!history.redo());
        assert_eq!(history.undone(), 0);
    }

    #[test]
    fn t8_34_undo_during_a_drag_changes_nothing() {
        let mut history = History::new();
        history.push(step(Color::RED));
        assert!(history.begin(Color::BLACK.into(), Vec2::ZERO));
        assert!(history.extend(vec2(5.0, 5.0)));
        assert!(!history.undo() && !history.redo());
        assert!(!history.begin(Color::BLACK.into(), Vec2::ZERO));
        assert!(history.extend(vec2(9.0, 5.0)));
        assert_eq!(history.preview().unwrap().segments().len(), 3);
        assert!(history.end());
        assert_eq!(history.steps().len(), 2);
        assert_eq!(history.steps()[1].path.segments().len(), 3);
    }

    #[test]
    fn t8_35_a_click_leaves_no_step() {
        let mut history = History::new();
        assert!(history.begin(Color::BLACK.into(), vec2(3.0, 3.0)));
        assert!(!history.extend(vec2(3.0, 3.0)));
        assert!(!history.extend(vec2(f32::NAN, 3.0)));
        assert!(!history.end());
        assert_eq!(history, History::new());
        assert!(!history.end() && !history.extend(Vec2::ZERO));
    }

    #[test]
    fn draw_49_the_nearest_handle_is_grabbed() {
        let handles = [vec2(0.0, 0.0), vec2(8.0, 0.0)];
        assert_eq!(handle_at(&handles, vec2(5.0, 0.0), 5.0), Some(1));
        assert_eq!(handle_at(&handles, vec2(30.0, 0.0), 5.0), None);
    }
}
