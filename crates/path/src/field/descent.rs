//! Walks down known distances.

use crate::{
    GridPath, PathGrid,
    field::distance::Sense,
    grid::moves::{self, NO_DIRECTION},
};
use motile_geom::IVec2;

/// Cost of a chain of single steps, in units of the grid.
pub(crate) fn cost_of(grid: &PathGrid, cells: &[IVec2]) -> u32 {
    if grid.is_uniform() {
        let diagonal = |pair: &[IVec2]| pair[0].x != pair[1].x && pair[0].y != pair[1].y;
        let step = |pair| if diagonal(pair) { moves::DIAGONAL } else { moves::STRAIGHT };
        return cells.windows(2).map(step).fold(0, u32::saturating_add);
    }
    let step = |pair: &[IVec2]| {
        let way = pair[1] - pair[0];
        grid.step_cost(pair[0], pair[1], moves::direction_of(way.x, way.y))
    };
    cells.windows(2).map(step).fold(0, u32::saturating_add)
}

/// Of the directions in `mask` one that loses nothing: what is left falls by what the step costs. Straight
/// on, if possible: it mostly is, and paths bend less.
#[inline(always)]
fn downwards(
    grid: &PathGrid,
    at: IVec2,
    mut mask: u8,
    ahead: u32,
    left: impl Fn(usize) -> u32,
    step: impl Fn(IVec2, u32) -> u32,
) -> Option<u32> {
    let here = left(grid.index(at));
    let loses_nothing = |direction: u32| {
        let to = at + moves::offset(direction);
        let rest = left(grid.index(to));
        rest < here && here - rest == step(to, direction)
    };
    if ahead < NO_DIRECTION && mask >> ahead & 1 == 1 {
        if loses_nothing(ahead) {
            return Some(ahead);
        }
        mask &= !(1 << ahead);
    }
    while mask != 0 {
        let direction = mask.trailing_zeros();
        mask &= mask - 1;
        if loses_nothing(direction) {
            return Some(direction);
        }
    }
    None
}

/// Calls `visit` with the cells where a path down a finished field bends, from a cell to where the field
/// began, both included.
pub(crate) fn bends_down(
    grid: &PathGrid,
    costs: &[u32],
    sense: Sense,
    from: IVec2,
    mut visit: impl FnMut(IVec2),
) {
    let (mut at, mut ahead) = (from, NO_DIRECTION);
    visit(at);
    loop {
        let mask = grid.legal_moves()[grid.bits().window(at.x, at.y)];
        let next = downwards(
            grid,
            at,
            mask,
            ahead,
            |place| costs[place],
            |to, direction| sense.step_cost(grid, at, to, direction),
        );
        if next != Some(ahead) && ahead != NO_DIRECTION {
            visit(at);
        }
        let Some(direction) = next else { return };
        at += moves::offset(direction);
        ahead = direction;
    }
}

/// A walk to the goal by steps that lose nothing of what is left, with a way back out of dead ends.
///
/// Where what is left is never more than the truth, and falls by no more than a step costs, a walk that
/// arrives is a cheapest path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Descent {
    pub(crate) cells: Vec<IVec2>,
    /// Directions not yet tried from each cell.
    untried: Vec<u8>,
    /// Steps back that are left: a bound on the work in places where little is known.
    backs: u32,
}

/// Where a step of a [`Descent`] has led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Footing {
    Forward,
    Back,
    Arrived,
    Lost,
}

/// Steps back that every walk may make, beside one for each cell it begins with.
const BACKS: u32 = 64;

impl Descent {
    pub(crate) fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<IVec2>() + self.untried.capacity()
    }

    /// Begins at the end of a path.
    pub(crate) fn begin(&mut self, way: &[IVec2]) {
        self.cells.clear();
        self.cells.extend_from_slice(way);
        self.untried.clear();
        self.untried.resize(way.len(), u8::MAX);
        self.backs = BACKS + way.len() as u32;
    }

    /// Writes the path so far.
    pub(crate) fn write(&self, grid: &PathGrid, out: &mut GridPath) {
        out.clear();
        out.cells.extend_from_slice(&self.cells);
        out.units = cost_of(grid, &out.cells);
        out.measure(grid);
    }

    /// One step, on a grid where `left` tells what is left from the cell at a place.
    #[inline]
    pub(crate) fn step(
        &mut self,
        grid: &PathGrid,
        goal: IVec2,
        left: impl Fn(usize) -> u32,
    ) -> Footing {
        let (Some(&at), Some(&untried)) = (self.cells.last(), self.untried.last()) else {
            return Footing::Lost;
        };
        if at == goal {
            return Footing::Arrived;
        }
        let mask = grid.legal_moves()[grid.bits().window(at.x, at.y)] & untried;
        let ahead = match self.cells[..] {
            [.., before, _] => moves::direction_of(at.x - before.x, at.y - before.y),
            _ => NO_DIRECTION,
        };
        let next = downwards(grid, at, mask, ahead, left, |to, direction| {
            grid.step_cost(at, to, direction)
        });
        if let Some(direction) = next {
            self.cells.push(at + moves::offset(direction));
            self.untried.push(u8::MAX);
            return Footing::Forward;
        }
        self.go_back(at)
    }

    fn go_back(&mut self, from: IVec2) -> Footing {
        self.cells.pop();
        self.untried.pop();
        let (Some(&at), Some(untried)) = (self.cells.last(), self.untried.last_mut()) else {
            return Footing::Lost;
        };
        let way = from - at;
        *untried &= !(1 << moves::direction_of(way.x, way.y));
        if self.backs == 0 {
            return Footing::Lost;
        }
        self.backs -= 1;
        Footing::Back
    }
}
