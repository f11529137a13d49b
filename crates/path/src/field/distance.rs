//! Distance fields: the cost of the path to the nearest goal, for every cell at once.

use crate::{
    Diagonals, GridPath, NoPathReason, PathError, PathGrid, Search, SearchProgress, Status,
    engine::{heap::Heap, queue::Open},
    field::run_queue::RunQueue,
    grid::{
        cell::{cell_box, cell_center, pack, place_in_rows, unpack},
        moves::{self, DIAGONAL, DX, DY, NO_DIRECTION, STRAIGHT},
        path_grid::Rules,
    },
    search::jps::stops::JumpMap,
};
use core::ops::Range;
use motile_geom::{IVec2, MarkRole, MarkSink, Marks, Vec2, ivec2};

/// Cost from every cell to the nearest of some goals: one computation, any number of walkers.
///
/// On a uniform grid whole runs of cells are written at a time, by the moves that jump point search
/// keeps; with terrain multipliers it is Dijkstra's algorithm. Costs are exact either way. After edits it is
/// repaired ([`DistanceField::cell_changed`]) for less than a new one. 4 bytes a cell.
///
/// ```
/// use motile_path::{DistanceField, PathGrid};
/// use motile_geom::ivec2;
/// let grid = PathGrid::new(50, 30)?;
/// let mut field = DistanceField::new();
/// field.compute(&grid, &[ivec2(48, 27)]);
/// assert_eq!(field.cost(ivec2(47, 27)), Some(408));
/// assert_eq!(field.next_step(&grid, ivec2(47, 26)), Some(ivec2(48, 27)));
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "Dijkstra map")]
#[doc(alias = "integration field")]
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    width: u32,
    pub(crate) costs: Vec<u32>,
    pub(crate) goals: Vec<IVec2>,
    pub(crate) status: Status,
    pub(crate) sense: Sense,
    pub(crate) fingerprint: u64,
    /// What the costs were measured under.
    pub(crate) rules: Rules,
    map: JumpMap,
    runs: RunQueue,
    pub(crate) heap: Heap,
    /// Under repair: costs that may be too low, cells whose cost has been taken back, and the rows in which
    /// costs have changed.
    pub(crate) repairing: bool,
    pub(crate) doubtful: Heap,
    pub(crate) raised: Vec<u32>,
    pub(crate) changed: Range<u32>,
    pub(crate) expanded: u32,
    reached: u32,
    /// Free cells of the grid.
    free: u32,
}

/// Which way the costs of a field are summed; it matters where there and back differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sense {
    /// From every cell to where the field began.
    #[default]
    Towards,
    /// From where the field began to every cell.
    Away,
}

impl Sense {
    /// Cost of the step between a cell and the next one down the field.
    #[inline]
    pub(crate) fn step_cost(
        self,
        grid: &PathGrid,
        cell: IVec2,
        down: IVec2,
        direction: u32,
    ) -> u32 {
        match self {
            Self::Towards => grid.step_cost(cell, down, direction),
            Self::Away => grid.step_cost(down, cell, direction ^ 4),
        }
    }
}

pub(crate) const UNREACHED: u32 = u32::MAX;

impl DistanceField {
    /// An empty field; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the whole field. It is found, has no path when all goals are blocked, or fails with
    /// [`PathError::Outside`] or [`PathError::CostOverflow`]; no cell has a cost then.
    pub fn compute(&mut self, grid: &PathGrid, goals: &[IVec2]) -> Status {
        self.begin(grid, goals);
        self.finish(grid)
    }

    /// Starts a field that [`Search::step`] will fill: a step does up to `budget` runs of cells (uniform)
    /// or single cells (terrain), and costs read before the end are upper bounds. Without goals nothing is reached.
    ///
    /// Blocked goals wait until they become free ([`DistanceField::cell_changed`]). When all of them are
    /// blocked there is no path, and a goal outside the grid is a failure.
    pub fn begin(&mut self, grid: &PathGrid, goals: &[IVec2]) -> Status {
        self.begin_sense(grid, goals, Sense::Towards)
    }

    pub(crate) fn begin_sense(&mut self, grid: &PathGrid, goals: &[IVec2], sense: Sense) -> Status {
        self.sense = sense;
        self.goals.clear();
        self.goals.extend(goals.iter().filter(|&&goal| grid.contains(goal)));
        self.seed(grid);
        if let Some(&outside) = goals.iter().find(|&&goal| !grid.contains(goal)) {
            self.costs.fill(UNREACHED);
            self.status = Status::Failed(PathError::Outside(outside));
        }
        self.status
    }

    /// Begins at the goals that are free.
    pub(crate) fn seed(&mut self, grid: &PathGrid) {
        self.width = grid.width();
        (self.fingerprint, self.rules) = (grid.fingerprint(), grid.rules());
        self.costs.clear();
        self.costs.resize(grid.cell_count() as usize, UNREACHED);
        self.runs.clear();
        self.heap.clear(0);
        self.doubtful.clear(0);
        self.raised.clear();
        (self.repairing, self.changed) = (false, 0..grid.height());
        self.reached = 0;
        for &goal in self.goals.iter().filter(|&&goal| grid.is_walkable(goal)) {
            self.reached += 1;
            self.costs[grid.index(goal)] = 0;
            if grid.is_uniform() {
                self.runs.push(goal, 0, NO_DIRECTION);
            } else {
                self.heap.push_key(0, pack(goal));
            }
        }
        if grid.is_uniform() {
            let size = (grid.width(), grid.height());
            self.map.update(grid.fingerprint(), grid.bits(), size, grid.diagonals());
        }
        self.expanded = 0;
        self.free = grid.bits().count();
        self.status = if self.reached == 0 && !self.goals.is_empty() {
            Status::no_path(NoPathReason::GoalBlocked)
        } else {
            Status::Running
        };
    }

    pub(crate) fn belongs_to(&self, grid: &PathGrid) -> bool {
        self.fingerprint == grid.fingerprint()
    }

    /// Cost of the path from a cell to the nearest goal, in units of the grid; `None` where there is no
    /// path, and outside.
    pub fn cost(&self, cell: IVec2) -> Option<u32> {
        let index = place_in_rows(cell, self.width)?;
        self.costs.get(index).copied().filter(|&cost| cost != UNREACHED)
    }

    /// All costs row by row, `u32::MAX` where there is no path.
    pub fn costs(&self) -> &[u32] {
        &self.costs
    }

    /// The neighbor to walk to next; `None` at a goal and where there is no path. Of several equally
    /// good ones the first clockwise from the right.
    pub fn next_step(&self, grid: &PathGrid, from: IVec2) -> Option<IVec2> {
        let here = self.cost(from)?;
        let steps = grid.steps_from(from).filter_map(|(to, step)| {
            let total = self.cost(to)?.checked_add(step)?;
            (total <= here).then_some((total, to))
        });
        // `min_by_key` keeps the first of equals.
        steps.min_by_key(|&(total, _)| total).map(|(_, to)| to)
    }

    /// Unit vector towards the next cell, zero at a goal and where there is no path.
    pub fn direction(&self, grid: &PathGrid, from: IVec2) -> Vec2 {
        match self.next_step(grid, from) {
            Some(to) => unit(to - from),
            None => Vec2::ZERO,
        }
    }

    /// Writes the path from a cell down to its goal; returns whether there is one. Before the field is
    /// complete it is a path, not yet the cheapest.
    pub fn path_from(&self, grid: &PathGrid, from: IVec2, out: &mut GridPath) -> bool {
        out.clear();
        let Some(cost) = self.cost(from) else { return false };
        out.units = cost;
        out.cells.push(from);
        let mut cell = from;
        while let Some(next) = self.next_step(grid, cell) {
            out.cells.push(next);
            cell = next;
        }
        out.reaches_goal = self.cost(cell) == Some(0);
        out.measure(grid);
        true
    }

    /// Marks the goals, and for every cell an arrow to the one to walk to next.
    pub fn mark(&self, grid: &PathGrid, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        for &goal in &self.goals {
            marks.aabb(MarkRole::Target, cell_box(goal, origin, cell_size));
        }
        for cell in (0..grid.cell_count()).map(|index| grid.cell_at(index)) {
            let arrow = self.direction(grid, cell) * (cell_size * 0.4);
            marks.arrow(MarkRole::Path, cell_center(cell, origin, cell_size) - arrow * 0.5, arrow);
        }
    }

    /// Number of different cheapest paths from a cell to a goal, at most `u128::MAX`. Counted by
    /// dynamic programming over the cells in between; allocates.
    pub fn count_paths(&self, grid: &PathGrid, from: IVec2) -> u128 {
        if self.cost(from).is_none() {
            return 0;
        }
        let mut order: Vec<usize> = (0..self.costs.len())
            .filter(|&i| self.costs[i] <= self.costs[grid.index(from)])
            .collect();
        order.sort_unstable_by_key(|&i| self.costs[i]);
        let mut counts = vec![0u128; self.costs.len()];
        for index in order {
            let width = self.width as usize;
            let cell = ivec2((index % width) as i32, (index / width) as i32);
            let cost = self.costs[index];
            counts[index] = if cost == 0 {
                1
            } else {
                grid.steps_from(cell)
                    .filter(|&(to, step)| self.cost(to).is_some_and(|c| c + step == cost))
                    .fold(0, |sum, (to, _)| sum.saturating_add(counts[grid.index(to)]))
            };
        }
        counts[grid.index(from)]
    }

    fn step_cells(&mut self, grid: &PathGrid, mut budget: u32) -> Status {
        if self.repairing && !self.take_back(grid, &mut budget) {
            return self.status;
        }
        for _ in 0..budget {
            let Some((cost, packed)) = self.heap.pop_key() else {
                self.status = Status::Found;
                break;
            };
            let (cost, cell) = (cost as u32, unpack(packed));
            if self.costs[grid.index(cell)] != cost {
                continue;
            }
            self.expanded += 1;
            let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
            while mask != 0 {
                let direction = mask.trailing_zeros();
                mask &= mask - 1;
                let from = cell + moves::offset(direction);
                let step = self.sense.step_cost(grid, from, cell, direction ^ 4);
                let Some(sum) = cost.checked_add(step) else {
                    self.status = Status::Failed(PathError::CostOverflow(from));
                    return self.status;
                };
                let known = &mut self.costs[grid.index(from)];
                if sum < *known {
                    self.reached += u32::from(*known == UNREACHED);
                    *known = sum;
                    self.heap.push_key(u64::from(sum), pack(from));
                    if self.repairing {
                        self.note_row(from);
                    }
                }
            }
        }
        if self.status == Status::Found {
            self.repairing = false;
        }
        self.status
    }

    fn step_runs(&mut self, grid: &PathGrid, budget: u32) -> Status {
        let mut left = budget;
        while left > 0 {
            let Some((cell, cost, direction)) = self.runs.pop() else {
                self.status = Status::Found;
                break;
            };
            left -= 1;
            if self.costs[grid.index(cell)] != cost {
                continue;
            }
            if cost > u32::MAX - (1 << 28) {
                self.status = Status::Failed(PathError::CostOverflow(cell));
                break;
            }
            let arrival = direction as usize % 9;
            let mut mask = grid.move_table()[arrival][grid.bits().window(cell.x, cell.y)];
            while mask != 0 {
                let direction = mask.trailing_zeros();
                mask &= mask - 1;
                let sideways = grid.diagonals() == Diagonals::Never && direction.is_multiple_of(4);
                if direction % 2 == 1 || sideways {
                    self.run_branching(grid, cell, cost, direction, &mut left);
                } else {
                    self.run_straight(grid, cell, cost, direction);
                }
            }
        }
        self.expanded = self.expanded.saturating_add(budget - left);
        self.status
    }

    /// Writes rising costs along a straight run until it stops or meets something as cheap.
    #[inline]
    fn run_straight(&mut self, grid: &PathGrid, from: IVec2, cost: u32, direction: u32) {
        let distance = match direction {
            0 => self.map.right(from.x, from.y),
            2 => self.map.down(from.x, from.y),
            4 => self.map.left(from.x, from.y),
            _ => self.map.up(from.x, from.y),
        };
        let offset = moves::offset(direction);
        let stride = offset.y as isize * grid.width() as isize + offset.x as isize;
        let mut index = grid.index(from);
        let (mut cost, mut reached) = (cost, 0);
        // Cells inside a run need no turn of their own: from them only the run goes on. A cheaper cell ends it, because
        // whoever wrote that goes on along the same run.
        for _ in 1..distance {
            index = index.wrapping_add_signed(stride);
            cost += STRAIGHT;
            let known = &mut self.costs[index];
            if *known <= cost {
                self.reached += reached;
                return;
            }
            reached += u32::from(*known == UNREACHED);
            *known = cost;
        }
        self.reached += reached;
        let end = from + offset * distance as i32;
        if grid.bits().get(end.x, end.y) {
            self.reach(grid, end, cost + STRAIGHT, direction);
        }
    }

    /// A run from whose cells others branch off: diagonal, or along the row without diagonals.
    fn run_branching(
        &mut self,
        grid: &PathGrid,
        from: IVec2,
        cost: u32,
        direction: u32,
        left: &mut u32,
    ) {
        let bits = grid.bits();
        let rule = grid.diagonals();
        let (dx, dy) = (DX[direction as usize & 7], DY[direction as usize & 7]);
        let diagonal = direction % 2 == 1;
        let branches = if diagonal { [(direction + 7) % 8, (direction + 1) % 8] } else { [2, 6] };
        let (mut at, mut cost) = (from, cost);
        loop {
            let (beside, below) = (bits.get(at.x + dx, at.y), bits.get(at.x, at.y + dy));
            let free = match rule {
                Diagonals::NoCorners => beside && below,
                Diagonals::AtLeastOne => beside || below,
                Diagonals::Never | Diagonals::Always => true,
            };
            if !free || !bits.get(at.x + dx, at.y + dy) {
                return;
            }
            at = ivec2(at.x + dx, at.y + dy);
            cost += if diagonal { DIAGONAL } else { STRAIGHT };
            let forced = matches!(rule, Diagonals::AtLeastOne | Diagonals::Always)
                && ((!below && bits.get(at.x - dx, at.y + dy))
                    || (!beside && bits.get(at.x + dx, at.y - dy)));
            // Out of budget, the run waits in the queue like one that has to look about: slices change no result.
            if forced || *left == 0 {
                self.reach(grid, at, cost, direction);
                return;
            }
            let known = &mut self.costs[grid.index(at)];
            if *known <= cost {
                return;
            }
            self.reached += u32::from(*known == UNREACHED);
            *known = cost;
            *left -= 1;
            for branch in branches {
                self.run_straight(grid, at, cost, branch);
            }
        }
    }

    /// A cell from which to go on later.
    #[inline]
    fn reach(&mut self, grid: &PathGrid, cell: IVec2, cost: u32, direction: u32) {
        let known = &mut self.costs[grid.index(cell)];
        if cost < *known {
            self.reached += u32::from(*known == UNREACHED);
            *known = cost;
            self.runs.push(cell, cost, direction);
        }
    }
}

impl Search<PathGrid> for DistanceField {
    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        if self.status == Status::Running && self.fingerprint != grid.fingerprint() {
            self.status = Status::Failed(PathError::GridChanged);
        }
        if self.status != Status::Running {
            return self.status;
        }
        if grid.is_uniform() && !self.repairing {
            self.step_runs(grid, budget)
        } else {
            self.step_cells(grid, budget)
        }
    }

    fn status(&self) -> Status {
        self.status
    }

    /// Cells count as visited when they have been reached; the fraction is their share of all free ones.
    fn progress(&self) -> SearchProgress {
        let fraction = match self.status {
            Status::Found => 1.0,
            _ => self.reached as f32 / self.free.max(1) as f32,
        };
        let (expanded, visited) = (self.expanded, self.reached);
        SearchProgress { expanded, visited, fraction: fraction.min(1.0) }
    }

    fn cancel(&mut self) {
        self.status = Status::Idle;
    }

    fn memory_bytes(&self) -> u64 {
        let lists = self.heap.bytes() + self.doubtful.bytes() + self.raised.capacity() * 4;
        (self.costs.capacity() * 4 + self.runs.bytes() + self.map.bytes() + lists) as u64
    }
}

/// Directions as unit vectors.
pub(crate) fn unit(step: IVec2) -> Vec2 {
    let half = core::f32::consts::FRAC_1_SQRT_2;
    let scale = if step.x != 0 && step.y != 0 { half } else { 1.0 };
    step.as_vec2() * scale
}
