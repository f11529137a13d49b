//! What a plan is after edits: which part of the old path they came near, and a walk down known distances
//! that makes a new path of the rest.

use crate::{
    GridPath, PathGrid,
    field::Sense,
    moves::{self, NO_DIRECTION},
};
use core::ops::Range;
use motile_geom::IVec2;

/// Places of a path's cells that edits have come near; steps elsewhere are as legal as they were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    places: Range<usize>,
}

impl Touched {
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.places = 0..0;
    }

    /// A cell has been edited: steps between the nine cells around may have changed.
    pub(crate) fn note(&mut self, path: &GridPath, cell: IVec2) {
        // No early exit, so that the loop runs over several cells at a time.
        let (mut first, mut end) = (u32::MAX, 0);
        for (place, at) in path.cells.iter().enumerate() {
            let near = at.x.wrapping_sub(cell.x).wrapping_add(1) as u32 <= 2
                && at.y.wrapping_sub(cell.y).wrapping_add(1) as u32 <= 2;
            let place = place as u32;
            first = first.min(if near { place } else { u32::MAX });
            end = end.max(if near { place + 1 } else { 0 });
        }
        if end != 0 {
            let (first, end) = (first as usize, end as usize);
            self.places = if self.is_empty() {
                first..end
            } else {
                self.places.start.min(first)..self.places.end.max(end)
            };
        }
    }

    /// The first cells of the path are gone.
    pub(crate) fn shift(&mut self, cells: usize) {
        let Range { start, end } = self.places;
        self.places = start.saturating_sub(cells)..end.saturating_sub(cells);
    }

    /// Place of the first cell that the next one cannot be reached from any more.
    pub(crate) fn first_break(&self, grid: &PathGrid, path: &GridPath) -> Option<usize> {
        let begin = self.places.start.saturating_sub(1);
        let end = (self.places.end + 1).min(path.cells.len());
        let pairs = path.cells.get(begin..end)?.windows(2);
        pairs.into_iter().position(|pair| !grid.can_step(pair[0], pair[1])).map(|at| begin + at)
    }
}

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

/// Calls `visit` with the cells where a way down a finished field bends, from a cell to where the field
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

    /// Begins at the end of a way.
    pub(crate) fn begin(&mut self, way: &[IVec2]) {
        self.cells.clear();
        self.cells.extend_from_slice(way);
        self.untried.clear();
        self.untried.resize(way.len(), u8::MAX);
        self.backs = BACKS + way.len() as u32;
    }

    /// Writes the way so far.
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
