//! Flow fields: which way to walk from every cell.

use crate::{
    DistanceField, PathError, PathGrid, Search, SearchProgress, Status,
    field::distance::unit,
    grid::{
        cell::{cell_box, cell_center, place_in_rows},
        moves::{self},
    },
};
use motile_geom::{IVec2, MarkRole, MarkSink, Marks, Vec2, ivec2};

/// A direction for every cell towards the nearest of some goals: the quickest look-up for crowds.
///
/// It keeps the [`DistanceField`] it was made from; 5 bytes a cell.
///
/// ```
/// use motile_path::{FlowField, PathGrid};
/// use motile_geom::{Vec2, ivec2};
/// let grid = PathGrid::new(50, 30)?;
/// let mut flow = FlowField::new();
/// flow.compute(&grid, &[ivec2(48, 27)]);
/// assert_eq!(flow.direction(ivec2(3, 27)), Vec2::X);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "vector field")]
#[doc(alias = "goal-based pathfinding")]
#[derive(Clone, Debug, Default)]
pub struct FlowField {
    field: DistanceField,
    width: u32,
    directions: Vec<u8>,
    /// The next row to write, once the distances are complete.
    next_row: Option<u32>,
    /// Cells written since the beginning.
    baked: u32,
    status: Status,
}

const NOWHERE: u8 = 8;

impl FlowField {
    /// An empty field: nobody moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the whole field, with the endings of [`DistanceField::compute`]: where there is no path,
    /// nobody moves.
    pub fn compute(&mut self, grid: &PathGrid, goals: &[IVec2]) -> Status {
        self.begin(grid, goals);
        self.finish(grid)
    }

    /// Starts a field that [`Search::step`] will fill. Until that is done the directions are those of the
    /// field before, as far as they have not been replaced. Goals are as in [`DistanceField::begin`].
    pub fn begin(&mut self, grid: &PathGrid, goals: &[IVec2]) -> Status {
        self.status = self.field.begin(grid, goals);
        if self.directions.len() != grid.cell_count() as usize || self.width != grid.width() {
            self.directions.clear();
            self.directions.resize(grid.cell_count() as usize, NOWHERE);
            self.width = grid.width();
        }
        (self.next_row, self.baked) = (None, 0);
        if self.status != Status::Running {
            self.directions.fill(NOWHERE);
        }
        self.status
    }

    /// A cell has been edited: the steps that follow repair the distances, and the directions in the rows
    /// where they have changed. See [`DistanceField::cell_changed`].
    pub fn cell_changed(&mut self, grid: &PathGrid, cell: IVec2) {
        if self.status == Status::Idle || !grid.contains(cell) {
            return;
        }
        if self.status == Status::Found {
            // All rows are up to date; those with changes come now.
            self.field.changed = grid.height()..0;
        }
        self.field.cell_changed(grid, cell);
        self.field.note_row(cell);
        self.status = Status::Running;
        self.next_row = None;
    }

    /// The distances behind the directions.
    pub const fn distances(&self) -> &DistanceField {
        &self.field
    }

    fn bake_row(&mut self, grid: &PathGrid, y: u32) {
        let width = self.width as usize;
        let row = &mut self.directions[y as usize * width..][..width];
        for (x, code) in row.iter_mut().enumerate() {
            let from = ivec2(x as i32, y as i32);
            let step = self.field.next_step(grid, from).map(|to| to - from);
            *code = step.map_or(NOWHERE, |s| moves::direction_of(s.x, s.y) as u8);
        }
    }

    /// Unit vector to walk along from a cell; zero at a goal, where there is no path, and outside.
    #[inline]
    pub fn direction(&self, cell: IVec2) -> Vec2 {
        match self.code(cell) {
            NOWHERE => Vec2::ZERO,
            code => unit(moves::offset(u32::from(code))),
        }
    }

    /// Direction to walk along at a point in cells (1.5, 0.5 is the middle of the second cell of the first row),
    /// blended between the four cells around, so that walkers do not turn in jerks. Length 0…1.
    pub fn direction_at(&self, point: Vec2) -> Vec2 {
        if !point.is_finite() {
            return Vec2::ZERO;
        }
        let shifted = point - 0.5;
        let base = shifted.floor();
        let (share, cell) = (shifted - base, base.as_ivec2());
        let at =
            |dx, dy| self.direction(ivec2(cell.x.saturating_add(dx), cell.y.saturating_add(dy)));
        let top = at(0, 0).lerp(at(1, 0), share.x);
        top.lerp(at(0, 1).lerp(at(1, 1), share.x), share.y)
    }

    /// Marks the goals, and for every cell an arrow along its direction.
    pub fn mark(&self, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        for &goal in &self.field.goals {
            marks.aabb(MarkRole::Target, cell_box(goal, origin, cell_size));
        }
        let width = self.width.max(1) as usize;
        for index in 0..self.directions.len() {
            let cell = ivec2((index % width) as i32, (index / width) as i32);
            let arrow = self.direction(cell) * (cell_size * 0.4);
            marks.arrow(MarkRole::Path, cell_center(cell, origin, cell_size) - arrow * 0.5, arrow);
        }
    }

    fn code(&self, cell: IVec2) -> u8 {
        let code = place_in_rows(cell, self.width).and_then(|index| self.directions.get(index));
        code.copied().unwrap_or(NOWHERE)
    }
}

impl Search<PathGrid> for FlowField {
    /// After the distances, a unit is one cell; whole rows are done at a time.
    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        if self.field.status() == Status::Running {
            let status = self.field.step(grid, budget);
            if let Status::Failed(_) = status {
                self.status = status;
            }
            return self.status;
        }
        if !self.field.belongs_to(grid) {
            self.status = Status::Failed(PathError::GridChanged);
            return self.status;
        }
        // Directions look at the neighbors' costs.
        let (first, end) = (self.field.changed.start, self.field.changed.end);
        let end = end.saturating_add(1).min(grid.height());
        let row = self.next_row.unwrap_or(first.saturating_sub(1));
        let next = row.saturating_add((budget / self.width).max(1)).min(end);
        for y in row..next {
            self.bake_row(grid, y);
        }
        self.next_row = Some(next);
        self.baked = self.baked.saturating_add(next.saturating_sub(row) * self.width);
        if next >= end {
            self.status = Status::Found;
        }
        self.status
    }

    fn status(&self) -> Status {
        self.status
    }

    /// The first half is the distances, the second the directions.
    fn progress(&self) -> SearchProgress {
        let mut progress = self.field.progress();
        let rows = self.directions.len() as u32 / self.width.max(1);
        let done = match self.status {
            Status::Found => 1.0,
            _ => self.next_row.unwrap_or(0) as f32 / rows.max(1) as f32,
        };
        progress.expanded = progress.expanded.saturating_add(self.baked);
        progress.fraction = f32::midpoint(progress.fraction, done);
        progress
    }

    fn cancel(&mut self) {
        self.status = Status::Idle;
        self.field.cancel();
    }

    fn memory_bytes(&self) -> u64 {
        self.field.memory_bytes() + self.directions.capacity() as u64
    }
}
