//! The corners of walls: the only cells where a cheapest path turns, and which of them see each other.

use crate::{
    Diagonals, PathGrid,
    grid::{
        bits::Bits,
        moves::{self, NO_DIRECTION, direction_of},
    },
    search::jps::{
        space::{bend, forces},
        stops::JumpMap,
    },
};
use motile_geom::{IVec2, ivec2};

/// The walls of a map, the corners in it (the jump points of all directions together), and what a cell sees.
///
/// A cell sees a corner when the run that goes diagonally first and straight then (along the row first and along the
/// column then, without diagonals) comes to it before any other corner and before a wall. Jump point search
/// rests on this: of the cheapest paths from a cell, one has its first turn at a corner that the cell sees, or is such
/// a run itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corners {
    pub(crate) free: Bits,
    pub(crate) points: Bits,
    pub(crate) rule: Diagonals,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Stops of runs that end at every corner, and of those that end only where their direction makes turning worth it.
    all: JumpMap,
    turns: JumpMap,
}

/// At which corners a look about ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// At all of them.
    All,
    /// Where a path that comes this way may have to turn: the jump points of the direction.
    Turns,
}

impl Corners {
    /// Reads the walls of a grid.
    pub(crate) fn read(&mut self, grid: &PathGrid) {
        self.free.clone_from(grid.bits());
        (self.width, self.height, self.rule) = (grid.width(), grid.height(), grid.diagonals());
        let size = (self.width, self.height);
        self.all.rebuild_undirected(&self.free, size, self.rule, &mut self.points);
        self.turns.update_all(grid.fingerprint(), &self.free, size, self.rule);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.free.bytes() + self.points.bytes() + self.all.bytes() + self.turns.bytes()
    }

    pub(crate) const fn contains(&self, cell: IVec2) -> bool {
        (cell.x as u32) < self.width && (cell.y as u32) < self.height
    }

    fn legal_moves(&self, cell: IVec2) -> u8 {
        moves::moves(self.rule)[NO_DIRECTION as usize][self.free.window(cell.x, cell.y)]
    }

    /// Calls `visit` with every corner that a cell sees, once each.
    pub(crate) fn scan(&self, from: IVec2, look: Look, mut visit: impl FnMut(IVec2)) {
        let stops = if look == Look::All { &self.all } else { &self.turns };
        let mut mask = self.legal_moves(from);
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            if direction % 2 == 1 {
                self.scan_diagonal(from, direction, (look, stops), &mut visit);
            } else if self.rule == Diagonals::Never && direction.is_multiple_of(4) {
                self.scan_sideways(from, direction, (look, stops), &mut visit);
            } else {
                self.scan_straight(from, direction, stops, &mut visit);
            }
        }
    }

    #[inline(always)]
    fn scan_straight(
        &self,
        from: IVec2,
        direction: u32,
        stops: &JumpMap,
        visit: &mut impl FnMut(IVec2),
    ) {
        let distance = match direction {
            0 => stops.right(from.x, from.y),
            2 => stops.down(from.x, from.y),
            4 => stops.left(from.x, from.y),
            _ => stops.up(from.x, from.y),
        };
        let end = from + moves::offset(direction) * distance as i32;
        if self.free.get(end.x, end.y) {
            visit(end);
        }
    }

    fn scan_diagonal(
        &self,
        from: IVec2,
        direction: u32,
        (look, stops): (Look, &JumpMap),
        visit: &mut impl FnMut(IVec2),
    ) {
        let way = moves::offset(direction);
        let mut at = from;
        loop {
            at += way * stops.diagonal(at.x, at.y, direction, u32::MAX) as i32;
            let ends = match look {
                Look::All => self.points.get(at.x, at.y),
                Look::Turns => forces(&self.free, at, way, self.rule),
            };
            if ends {
                return visit(at);
            }
            for straight in [(direction + 7) % 8, (direction + 1) % 8] {
                if stops.leads(at.x, at.y, straight) {
                    self.scan_straight(at, straight, stops, visit);
                }
            }
            if self.legal_moves(at) >> direction & 1 == 0 {
                return;
            }
        }
    }

    fn scan_sideways(
        &self,
        from: IVec2,
        direction: u32,
        (look, stops): (Look, &JumpMap),
        visit: &mut impl FnMut(IVec2),
    ) {
        let way = moves::offset(direction);
        let mut at = from;
        loop {
            at += way * stops.sideways(at.x, at.y, way.x) as i32;
            if !self.free.get(at.x, at.y) {
                return;
            }
            if look == Look::All && self.points.get(at.x, at.y) {
                return visit(at);
            }
            for straight in [2, 6] {
                self.scan_straight(at, straight, stops, visit);
            }
        }
    }

    /// Whether the run from one cell comes to another one before a wall.
    pub(crate) fn sees(&self, from: IVec2, to: IVec2) -> bool {
        let bend = bend(from, to, self.rule).unwrap_or(to);
        self.is_run_free(from, bend) && self.is_run_free(bend, to)
    }

    /// Whether all steps from one cell to another on the same line are legal.
    fn is_run_free(&self, from: IVec2, to: IVec2) -> bool {
        let step = (to - from).signum();
        let (diagonal, direction) = (step.x != 0 && step.y != 0, direction_of(step.x, step.y));
        let mut at = from;
        while at != to {
            if diagonal && self.legal_moves(at) >> direction & 1 == 0 {
                return false;
            }
            at += step;
            if !self.free.get(at.x, at.y) {
                return false;
            }
        }
        true
    }

    /// How far the first parts of runs from a cell may go, in directions 1, 3, 5 and 7 (in 0 and 4 without diagonals).
    pub(crate) fn reach(&self, from: IVec2) -> [i32; 4] {
        let directions = if self.rule == Diagonals::Never { [0, 4, 4, 0] } else { [1, 3, 5, 7] };
        directions.map(|direction| {
            let (mut at, mut steps) = (from, 0);
            while self.legal_moves(at) >> direction & 1 == 1 {
                at += moves::offset(direction);
                steps += 1;
            }
            steps
        })
    }

    /// Whether the run from one cell comes to another one, when the reach of the first one is known.
    pub(crate) fn sees_within(&self, from: IVec2, reach: &[i32; 4], to: IVec2) -> bool {
        let way = to - from;
        let quarter = match (way.x >= 0, way.y >= 0) {
            (true, true) => 0,
            (false, true) => 1,
            (false, false) => 2,
            (true, false) => 3,
        };
        let first =
            if self.rule == Diagonals::Never { way.x.abs() } else { way.abs().min_element() };
        first <= reach[quarter] && self.is_run_free(bend(from, to, self.rule).unwrap_or(from), to)
    }
}

/// The first step of the run from one cell to another.
pub(crate) fn first_step(from: IVec2, to: IVec2, rule: Diagonals) -> IVec2 {
    let way = (to - from).signum();
    if rule == Diagonals::Never && way.x != 0 { ivec2(way.x, 0) } else { way }
}

/// Calls `visit` with every corner whose runs pass a cell, or end there; some of them more than once.
///
/// The runs are followed backwards: straight at first, and diagonally from every cell of that, up to the first corner.
pub(crate) fn for_each_watcher(
    (free, points, rule): (&Bits, &Bits, Diagonals),
    cell: IVec2,
    mut visit: impl FnMut(IVec2),
) {
    let legal = &moves::moves(rule)[NO_DIRECTION as usize];
    // Follows the first part of a run back from where it ends.
    let mut follow = |from: IVec2, direction: u32| {
        let mut at = from;
        while legal[free.window(at.x, at.y)] >> direction & 1 == 1 {
            at += moves::offset(direction);
            if points.get(at.x, at.y) {
                return visit(at);
            }
        }
    };
    let never = rule == Diagonals::Never;
    let (firsts, seconds) = if never { (0x11, 0x44) } else { (0xaa, 0x55) };
    for direction in 0..8 {
        if firsts >> direction & 1 == 1 {
            follow(cell, direction);
        }
        if seconds >> direction & 1 == 0 {
            continue;
        }
        let step = moves::offset(direction);
        let sides = if never { [0, 4] } else { [(direction + 7) % 8, (direction + 1) % 8] };
        let mut at = cell + step;
        while free.get(at.x, at.y) && !points.get(at.x, at.y) {
            for side in sides {
                follow(at, side);
            }
            at += step;
        }
        if free.get(at.x, at.y) {
            // The corner that ends the line is found by the last step to it.
            follow(at - step, direction);
        }
    }
}
