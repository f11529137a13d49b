//! Editing a layer as a person does: strokes of tools, each undone as a whole.

use crate::{Tile, TileLayer, cells_on_line};
use motile_geom::{IRect, IVec2, MarkRole, MarkSink, Marks, ivec2};

/// What a [`TileEditor`] does where the pointer goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditTool {
    /// Puts the tile along the way of the pointer.
    #[default]
    Brush,
    /// Fills the rectangle between where the pointer went down and where it is let go.
    Rectangle,
    /// Puts the tile on the straight line between those two.
    Line,
    /// Fills the cells around that hold the same tile.
    Bucket,
    /// Puts the pattern that was copied.
    Stamp,
    /// Takes the tile under the pointer.
    Pick,
    /// Copies the rectangle between where the pointer went down and where it is let go as the pattern of the stamp.
    Copy,
}

/// One cell of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edit {
    cell: IVec2,
    old: Tile,
    new: Tile,
}

/// Edits a layer by strokes of a pointer, with undo and redo: the heart of a level editor inside a game. It draws nothing
/// and reads no input: hand it cells.
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::{EditTool, Tile, TileEditor, TileLayer};
/// let mut layer = TileLayer::new(10, 8)?;
/// let mut editor = TileEditor::new(Tile::new(3));
/// editor.press(&mut layer, ivec2(1, 1));
/// editor.drag(&mut layer, ivec2(4, 1));
/// editor.release(&mut layer, ivec2(4, 1));
/// assert_eq!(layer.tiles().count(), 4);
/// assert!(editor.undo(&mut layer));
/// assert_eq!(layer.tiles().count(), 0);
/// assert!(editor.redo(&mut layer));
/// assert_eq!(layer.get(2, 1), Tile::new(3));
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[doc(alias = "level editor")]
#[doc(alias = "undo")]
#[derive(Clone, Debug, Default)]
pub struct TileEditor {
    /// What the pointer does.
    pub tool: EditTool,
    /// The tile it puts; empty erases.
    pub tile: Tile,
    /// What the stamp puts.
    pub pattern: TileLayer,
    /// Where the pointer went down, and where it was last.
    held: Option<(IVec2, IVec2)>,
    stroke: Vec<Edit>,
    undone: Vec<Vec<Edit>>,
    done: Vec<Vec<Edit>>,
}

/// The most cells one stroke changes; what a tool would do beyond is left out.
const MAX_CELLS: usize = 1 << 20;
/// The most strokes that can be undone; older ones stay.
const MAX_STROKES: usize = 1000;

impl TileEditor {
    /// A brush that puts a tile.
    pub fn new(tile: Tile) -> Self {
        Self { tile, ..Self::default() }
    }

    /// The pointer goes down in a cell.
    pub fn press(&mut self, layer: &mut TileLayer, cell: IVec2) {
        self.held = Some((cell, cell));
        match self.tool {
            EditTool::Brush => self.put(layer, cell, self.tile),
            EditTool::Bucket => self.fill(layer, cell),
            EditTool::Stamp => self.stamp(layer, cell),
            EditTool::Pick => self.tile = layer.get(cell.x, cell.y),
            EditTool::Rectangle | EditTool::Line | EditTool::Copy => {}
        }
    }

    /// The pointer moves to a cell while it is down; otherwise nothing happens.
    pub fn drag(&mut self, layer: &mut TileLayer, cell: IVec2) {
        let Some((from, last)) = self.held else { return };
        self.held = Some((from, cell));
        match self.tool {
            EditTool::Brush => {
                for cell in cells_on_line(last, cell).take(MAX_CELLS) {
                    self.put(layer, cell, self.tile);
                }
            }
            EditTool::Pick => self.tile = layer.get(cell.x, cell.y),
            _ => {}
        }
    }

    /// The pointer is let go in a cell: the stroke ends, and can be undone as a whole. Returns whether it changed
    /// anything.
    pub fn release(&mut self, layer: &mut TileLayer, cell: IVec2) -> bool {
        self.drag(layer, cell);
        let Some((from, to)) = self.held.take() else { return false };
        match self.tool {
            EditTool::Rectangle => {
                let whole = between(from, to);
                let bounded = whole.intersect(layer.bounds());
                let cells = if layer.is_endless() { whole } else { bounded };
                for cell in cells_of(cells).take(MAX_CELLS) {
                    self.put(layer, cell, self.tile);
                }
            }
            EditTool::Line => {
                for cell in cells_on_line(from, to).take(MAX_CELLS) {
                    self.put(layer, cell, self.tile);
                }
            }
            EditTool::Copy => self.pattern = layer.copy_rect(between(from, to)),
            _ => {}
        }
        self.finish()
    }

    /// Undoes the last stroke. Returns whether there was one.
    pub fn undo(&mut self, layer: &mut TileLayer) -> bool {
        self.finish();
        let Some(stroke) = self.done.pop() else { return false };
        for edit in stroke.iter().rev() {
            layer.set(edit.cell.x, edit.cell.y, edit.old);
        }
        self.undone.push(stroke);
        true
    }

    /// Does the last undone stroke again. Returns whether there was one; after a new stroke there is none.
    pub fn redo(&mut self, layer: &mut TileLayer) -> bool {
        self.finish();
        let Some(stroke) = self.undone.pop() else { return false };
        for edit in &stroke {
            layer.set(edit.cell.x, edit.cell.y, edit.new);
        }
        self.done.push(stroke);
        true
    }

    /// The rectangle of cells a tool would change if the pointer were let go now.
    pub fn preview(&self) -> Option<IRect> {
        let (from, to) = self.held?;
        matches!(self.tool, EditTool::Rectangle | EditTool::Line | EditTool::Copy)
            .then(|| between(from, to))
    }

    /// Marks what a tool would change if the pointer were let go now.
    pub fn mark(&self, space: crate::TileSpace, marks: &mut Marks) {
        if let Some(cells) = self.preview() {
            marks.aabb(MarkRole::Target, space.area_of_cells(cells));
        }
    }

    fn put(&mut self, layer: &mut TileLayer, cell: IVec2, tile: Tile) {
        let old = layer.get(cell.x, cell.y);
        if self.stroke.len() < MAX_CELLS && layer.set(cell.x, cell.y, tile) {
            self.stroke.push(Edit { cell, old, new: tile });
        }
    }

    fn fill(&mut self, layer: &mut TileLayer, start: IVec2) {
        let old = layer.get(start.x, start.y);
        // What was painted before is known by comparing: the bucket of the layer keeps no list.
        let within = layer.bounds();
        if old == self.tile || !within.contains(start.x, start.y) {
            return;
        }
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let inside = within.contains(cell.x, cell.y) && layer.get(cell.x, cell.y) == old;
            if !inside || self.stroke.len() >= MAX_CELLS {
                continue;
            }
            self.put(layer, cell, self.tile);
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                open.push(ivec2(cell.x.saturating_add(dx), cell.y.saturating_add(dy)));
            }
        }
    }

    fn stamp(&mut self, layer: &mut TileLayer, corner: IVec2) {
        let pattern = core::mem::take(&mut self.pattern);
        for (cell, tile) in pattern.tiles() {
            let place = ivec2(corner.x.saturating_add(cell.x), corner.y.saturating_add(cell.y));
            self.put(layer, place, tile);
        }
        self.pattern = pattern;
    }

    fn finish(&mut self) -> bool {
        if self.stroke.is_empty() {
            return false;
        }
        if self.done.len() == MAX_STROKES {
            self.done.remove(0);
        }
        self.done.push(core::mem::take(&mut self.stroke));
        self.undone.clear();
        true
    }
}

fn between(a: IVec2, b: IVec2) -> IRect {
    let (low, high) = (a.min(b), a.max(b));
    let count =
        |from: i32, to: i32| (i64::from(to) - i64::from(from) + 1).min(u32::MAX.into()) as u32;
    IRect::new(low.x, low.y, count(low.x, high.x), count(low.y, high.y))
}

fn cells_of(cells: IRect) -> impl Iterator<Item = IVec2> {
    let rows = cells.y..cells.y.saturating_add_unsigned(cells.height);
    let columns = cells.x..cells.x.saturating_add_unsigned(cells.width);
    rows.flat_map(move |y| columns.clone().map(move |x| ivec2(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    const TOOLS: [EditTool; 7] = [
        EditTool::Brush,
        EditTool::Rectangle,
        EditTool::Line,
        EditTool::Bucket,
        EditTool::Stamp,
        EditTool::Pick,
        EditTool::Copy,
    ];

    #[test]
    fn tile_78_any_strokes_can_be_undone_and_done_again() {
        let mut rng = Rng::new(2);
        let mut layer = TileLayer::new(16, 12).unwrap();
        let mut editor = TileEditor::default();
        let mut moments = vec![layer.clone()];
        let cell = |rng: &mut Rng| ivec2(rng.int(-2..18), rng.int(-2..14));
        for _ in 0..200 {
            editor.tool = TOOLS[rng.below(7) as usize];
            editor.tile = Tile::new(rng.below(4));
            editor.press(&mut layer, cell(&mut rng));
            editor.drag(&mut layer, cell(&mut rng));
            if editor.release(&mut layer, cell(&mut rng)) {
                moments.push(layer.clone());
            }
        }
        assert!(moments.len() > 60);
        let last = moments.pop().unwrap();
        assert_eq!(layer, last);
        for moment in moments.iter().rev() {
            assert!(editor.undo(&mut layer));
            assert_eq!(&layer, moment);
        }
        assert!(!editor.undo(&mut layer));
        while editor.redo(&mut layer) {}
        assert_eq!(layer, last);
    }

    /// Doing again in the middle of a stroke used to put an older stroke over what was painted since: undoing both then
    /// brought back what never was.
    #[test]
    fn tile_78_undo_and_redo_inside_of_strokes_keep_the_order() {
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let mut layer = TileLayer::new(6, 5).unwrap();
            let mut editor = TileEditor::default();
            let cell = |rng: &mut Rng| ivec2(rng.int(-1..7), rng.int(-1..6));
            for _ in 0..40 {
                editor.tool = TOOLS[rng.below(4) as usize];
                editor.tile = Tile::new(rng.below(4));
                match rng.below(5) {
                    0 => editor.press(&mut layer, cell(&mut rng)),
                    1 => editor.drag(&mut layer, cell(&mut rng)),
                    2 => {
                        editor.release(&mut layer, cell(&mut rng));
                    }
                    3 => {
                        editor.undo(&mut layer);
                    }
                    _ => {
                        editor.redo(&mut layer);
                    }
                }
            }
            editor.release(&mut layer, ivec2(0, 0));
            while editor.redo(&mut layer) {}
            let last = layer.clone();
            while editor.undo(&mut layer) {}
            assert_eq!(layer.tiles().count(), 0, "it was empty at first");
            while editor.redo(&mut layer) {}
            assert_eq!(layer, last);
        }
    }

    #[test]
    fn tile_78_a_new_stroke_ends_redoing() {
        let mut layer = TileLayer::new(4, 4).unwrap();
        let mut editor = TileEditor { tile: Tile::new(1), ..TileEditor::default() };
        for x in 0..2 {
            editor.press(&mut layer, ivec2(x, 0));
            assert!(editor.release(&mut layer, ivec2(x, 0)));
        }
        editor.undo(&mut layer);
        editor.press(&mut layer, ivec2(3, 3));
        editor.release(&mut layer, ivec2(3, 3));
        assert!(!editor.redo(&mut layer));
        assert_eq!(layer.get(1, 0), Tile::EMPTY);
    }

    #[test]
    fn tile_78_rectangles_larger_than_the_layer_fill_it() {
        let mut layer = TileLayer::new(50, 40).unwrap();
        let tool = EditTool::Rectangle;
        let mut editor = TileEditor { tool, tile: Tile::new(1), ..TileEditor::default() };
        editor.press(&mut layer, IVec2::MIN);
        editor.release(&mut layer, IVec2::MAX);
        assert_eq!(layer.tiles().count(), 50 * 40);
        assert!(editor.undo(&mut layer));
        assert_eq!(layer.tiles().count(), 0);
    }
}
