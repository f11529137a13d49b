//! Shortcuts in a finished path: detours of a few bends that a straight and a diagonal run replace.

use crate::{
    Diagonals, GridPath, PathGrid,
    field::descent::cost_of,
    grid::{cell::append_run, moves},
    search::heuristic::Octile,
};
use motile_geom::{IVec2, ivec2};

/// Takes shortcuts in paths on uniform ground. The memory is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shortcuts {
    bends: Vec<IVec2>,
    out: Vec<IVec2>,
}

/// How many bends a shortcut may leave out.
const REACH: usize = 4;
/// Rounds over the path at most; shortcuts make way for others.
const ROUNDS: u32 = 2;

impl Shortcuts {
    pub(crate) fn bytes(&self) -> usize {
        (self.bends.capacity() + self.out.capacity()) * size_of::<IVec2>()
    }

    /// Makes a path of single steps cheaper where two runs go directly between two of its bends. It stays
    /// legal and never gets dearer. Inside squares of `side` cells it must be the shortest already.
    pub(crate) fn take(&mut self, grid: &PathGrid, side: u32, path: &mut GridPath) {
        if !grid.is_uniform() {
            return;
        }
        self.collect_bends(&path.cells);
        let mut shorter = false;
        for _ in 0..ROUNDS {
            let found = self.round(grid, side);
            shorter |= found;
            if !found {
                break;
            }
        }
        if !shorter {
            return;
        }
        path.cells.truncate(1);
        for pair in self.bends.windows(2) {
            append_run(pair[0], pair[1], &mut path.cells);
        }
        path.units = cost_of(grid, &path.cells);
    }

    fn collect_bends(&mut self, cells: &[IVec2]) {
        self.bends.clear();
        self.bends.extend(cells.first());
        for three in cells.windows(3) {
            if three[1] - three[0] != three[2] - three[1] {
                self.bends.push(three[1]);
            }
        }
        self.bends.extend(cells.last().filter(|_| cells.len() > 1));
    }

    /// Goes once over the bends; whether a shortcut was found.
    fn round(&mut self, grid: &PathGrid, side: u32) -> bool {
        let form = Octile::of(grid);
        let mut shorter = false;
        self.out.clear();
        for &bend in &self.bends {
            self.out.push(bend);
            while shorten_end(grid, form, side as i32, &mut self.out) {
                shorter = true;
            }
        }
        core::mem::swap(&mut self.bends, &mut self.out);
        shorter
    }
}

/// Looks for a cheaper path to the last of some bends from one of those before it.
fn shorten_end(grid: &PathGrid, form: Octile, side: i32, bends: &mut Vec<IVec2>) -> bool {
    let Some((&goal, before)) = bends.split_last() else { return false };
    let (mut last, mut cost) = (goal, 0);
    for (i, &from) in before.iter().rev().enumerate().take(REACH) {
        cost += form.between(from, last);
        last = from;
        if i > 0
            && form.between(from, goal) < cost
            && leaves_square(from, &before[before.len() - i..], goal, side)
            && let Some(middle) = direct(grid, from, goal)
        {
            bends.truncate(bends.len() - 1 - i);
            bends.extend((middle != from && middle != goal).then_some(middle));
            bends.push(goal);
            return true;
        }
    }
    false
}

/// Whether a path leads from one square into another, or along the border of its own.
fn leaves_square(from: IVec2, between: &[IVec2], to: IVec2, side: i32) -> bool {
    let at_border = |cell: &IVec2| {
        let at = *cell % side;
        at.min_element() == 0 || at.max_element() == side - 1
    };
    from / side != to / side || between.iter().any(at_border)
}

/// Where a path of two runs bends that is as short as on free ground, if one of the two such paths is legal;
/// an end when it does not bend.
fn direct(grid: &PathGrid, from: IVec2, to: IVec2) -> Option<IVec2> {
    let way = to - from;
    let middles = if grid.diagonals() == Diagonals::Never {
        [ivec2(to.x, from.y), ivec2(from.x, to.y)]
    } else {
        let diagonal = way.signum() * way.abs().min_element();
        [from + diagonal, to - diagonal]
    };
    let legal = |&middle: &IVec2| runs(grid, from, middle) && runs(grid, middle, to);
    middles.into_iter().find(legal)
}

/// Whether a run along one of the eight directions is legal.
fn runs(grid: &PathGrid, from: IVec2, to: IVec2) -> bool {
    let step = (to - from).signum();
    if step == IVec2::ZERO {
        return true;
    }
    let direction = moves::direction_of(step.x, step.y);
    let legal = grid.legal_moves();
    let mut at = from;
    while at != to {
        if legal[grid.bits().window(at.x, at.y)] >> direction & 1 == 0 {
            return false;
        }
        at += step;
    }
    true
}
