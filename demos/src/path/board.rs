//! What the demos of this topic share: where the cells of a grid are on the stage, their colors and a brush.

pub(super) use crate::look::{CARD as GROUND, INK, MUTED as FAINT, PAPER};
use crate::look::{GOLD, GREEN, RED, VIOLET};
use motile::path::PathGrid;
use motile::prelude::*;

pub(super) const WALL: Color = Color::hex(0x39_40_4F);
pub(super) const OPEN: Color = GOLD;
pub(super) const PATH: Color = RED;
pub(super) const START: Color = GREEN;
pub(super) const GOAL: Color = VIOLET;

/// A grid laid on the stage.
#[derive(Clone, Copy, StateHash)]
pub(super) struct Board {
    pub(super) origin: Vec2,
    /// Side of a cell in pixels.
    pub(super) cell: f32,
}

impl Board {
    pub(super) const fn new(x: f32, y: f32, cell: f32) -> Self {
        Self { origin: vec2(x, y), cell }
    }

    pub(super) fn center(&self, cell: IVec2) -> Vec2 {
        self.origin + (cell.as_vec2() + 0.5) * self.cell
    }

    pub(super) fn cell_at(&self, point: Vec2) -> IVec2 {
        ((point - self.origin) / self.cell).floor().as_ivec2()
    }

    /// Fills the cells, neighbors of one color in one go.
    pub(super) fn paint(
        &self,
        canvas: &mut Canvas<'_>,
        grid: &PathGrid,
        color: impl Fn(IVec2) -> Color,
    ) {
        let (width, height) = (grid.width() as i32, grid.height() as i32);
        for y in 0..height {
            let mut from = 0;
            while from < width {
                let here = color(ivec2(from, y));
                let to = (from + 1..width).find(|&x| color(ivec2(x, y)) != here).unwrap_or(width);
                let corner = self.origin + ivec2(from, y).as_vec2() * self.cell;
                let size = vec2((to - from) as f32, 1.0) * self.cell;
                canvas.fill_rect(Aabb::from_size(corner, size), here);
                from = to;
            }
        }
    }

    /// Thin lines between the cells.
    pub(super) fn rule(&self, canvas: &mut Canvas<'_>, grid: &PathGrid) {
        let size = vec2(grid.width() as f32, grid.height() as f32) * self.cell;
        let line = INK.with_alpha(28);
        for x in 0..=grid.width() {
            let top = self.origin + vec2(x as f32 * self.cell, 0.0);
            canvas.line(top, top + vec2(0.0, size.y), &Stroke::HAIRLINE, line);
        }
        for y in 0..=grid.height() {
            let left = self.origin + vec2(0.0, y as f32 * self.cell);
            canvas.line(left, left + vec2(size.x, 0.0), &Stroke::HAIRLINE, line);
        }
    }

    /// A line through the centers of cells.
    pub(super) fn way(&self, canvas: &mut Canvas<'_>, cells: &[IVec2], width: f32, color: Color) {
        let points: Vec<Vec2> = cells.iter().map(|&cell| self.center(cell)).collect();
        let stroke = Stroke::new(width).with_cap(Cap::Round).with_join(Join::Round);
        if points.len() > 1 {
            canvas.stroke(&Path::polyline(&points), &stroke, color);
        }
    }

    /// A disc with a white rim over a cell: start, goal, walker.
    pub(super) fn mark(&self, canvas: &mut Canvas<'_>, cell: IVec2, color: Color) {
        dot(canvas, self.center(cell), (self.cell * 0.6).max(4.0), color);
    }
}

pub(super) fn dot(canvas: &mut Canvas<'_>, at: Vec2, radius: f32, color: Color) {
    canvas.fill(&Path::circle(at, radius), color);
    canvas.stroke(&Path::circle(at, radius), &Stroke::new(1.5), Color::WHITE);
}

/// From near (0) to far (1): pale yellow through green to blue.
pub(super) fn heat(share: f32) -> Color {
    let share = share.clamp(0.0, 1.0);
    Color::oklch(0.93 - 0.33 * share, 0.07 + 0.05 * share, 1.8 + 2.9 * share)
}

/// Walls by dragging: the first cell decides whether the stroke builds or tears down.
#[derive(Clone, Copy, Default, StateHash)]
pub(super) struct Brush {
    active: bool,
    walkable: bool,
}

impl Brush {
    /// The cell that has changed, if one has. Cells in `keep` stay free.
    pub(super) fn drag(
        &mut self,
        board: Board,
        grid: &mut PathGrid,
        input: &Input,
        keep: &[IVec2],
    ) -> Option<IVec2> {
        let pointer = input.pointer;
        let cell = board.cell_at(pointer.position?);
        if pointer.pressed() {
            *self = Self { active: grid.contains(cell), walkable: !grid.is_walkable(cell) };
        }
        self.active &= pointer.is_down() || pointer.pressed();
        let wanted = self.active && !keep.contains(&cell);
        (wanted && grid.set_walkable(cell, self.walkable)).then_some(cell)
    }
}

/// A mark that the visitor carries to another cell: a press on it or beside it takes it up.
#[derive(Clone, Copy, Default, StateHash)]
pub(super) struct Carry {
    active: bool,
}

impl Carry {
    /// The cell of the pointer while the mark of cell `from` is carried.
    pub(super) fn drag(&mut self, board: Board, input: &Input, from: IVec2) -> Option<IVec2> {
        let cell = board.cell_at(input.pointer.position?);
        if input.pointer.pressed() {
            self.active = (cell - from).abs().max_element() <= 1;
        }
        self.active &= input.pointer.is_down();
        self.active.then_some(cell)
    }
}
