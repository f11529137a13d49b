//! The space of jump points: cells where turning may be worth it, and the runs between them.

use crate::{
    Diagonals,
    engine::{
        best_first::{Front, Space},
        nodes::{Node, Paged, tile_place},
        queue::Open,
    },
    grid::{
        bits::Bits,
        cell::{append_run, pack, unpack},
        moves::{self, DIAGONAL, DX, DY, NO_DIRECTION, STRAIGHT},
    },
    search::{
        heuristic::Octile,
        jps::{
            dead_ends::{Exits, trail_cost},
            stops::JumpMap,
        },
        trace::Sink,
    },
};
use motile_geom::{IVec2, ivec2};

/// Jump points of a map of uniform cost.
pub(crate) struct Jumps<'a> {
    pub(crate) bits: &'a Bits,
    pub(crate) map: &'a JumpMap,
    pub(crate) width: u32,
    pub(crate) rule: Diagonals,
    pub(crate) form: Octile,
    /// Where runs end whatever the map says: the goal, or where its dead end leaves the core.
    pub(crate) target: IVec2,
    /// What is left from there to the goal.
    pub(crate) rest: u32,
    pub(crate) goal: u32,
    /// The paths of the start and the goal out of their dead ends; one cell where they are not in any.
    pub(crate) trails: &'a [Vec<IVec2>; 2],
    /// Whether they meet, so that there is nothing to search.
    pub(crate) exits: Exits,
}

/// Arrival by a trail, which prunes nothing.
const BY_TRAIL: u32 = NO_DIRECTION + 1;

impl Space for Jumps<'_> {
    /// Few cells of a map are jump points. Each remembers the one before it; the path bends at most once
    /// between the two.
    type Nodes = Paged<u32>;
    type Name = IVec2;

    #[inline(always)]
    fn place(&self, id: u32) -> usize {
        self.index(unpack(id))
    }

    #[inline(always)]
    fn name(&self, id: u32) -> IVec2 {
        unpack(id)
    }

    #[inline(always)]
    fn parent(&self, _: u32, node: &Node<u32>) -> u32 {
        node.parent
    }

    #[inline(always)]
    fn estimate(&self, id: u32) -> u32 {
        // Whoever comes to the goal of a dead end passes the target.
        if id == self.goal {
            0
        } else {
            self.form.between(unpack(id), self.target).saturating_add(self.rest)
        }
    }

    fn expand<O: Open, T: Sink<IVec2>>(
        &self,
        (id, _): (u32, usize),
        node: Node<u32>,
        front: &mut Front<'_, Paged<u32>, O, T>,
    ) {
        let cell = unpack(id);
        if let Some((to, cost)) = self.by_trail(cell) {
            let g = node.g.saturating_add(cost);
            return front.reach(self, (pack(to), self.index(to)), g, BY_TRAIL, id);
        }
        let arrival = node.direction().min(NO_DIRECTION) as usize;
        let mut mask = moves::moves(self.rule)[arrival][self.bits.window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            if direction % 2 == 1 {
                self.run_diagonal(cell, node.g, direction, front);
            } else if self.rule == Diagonals::Never && direction.is_multiple_of(4) {
                self.run_sideways(cell, node.g, direction, front);
            } else {
                self.run_straight(cell, node.g, direction, id, front);
            }
        }
    }
}

impl Jumps<'_> {
    #[inline(always)]
    fn index(&self, cell: IVec2) -> usize {
        tile_place(cell, self.width)
    }

    /// Where a trail leads from a cell, and at what cost: out of the dead end of the start, or into that of the goal.
    #[inline(always)]
    fn by_trail(&self, from: IVec2) -> Option<(IVec2, u32)> {
        let [out, back] = self.trails;
        if self.exits == Exits::Meeting {
            return Some((unpack(self.goal), trail_cost(out).saturating_add(trail_cost(back))));
        }
        if out.len() > 1 && from == out[0] {
            return Some((out[out.len() - 1], trail_cost(out)));
        }
        (self.rest > 0 && from == self.target).then(|| (unpack(self.goal), self.rest))
    }

    /// Appends the cells between two nodes, from the second (not included) back to the first.
    pub(crate) fn append_back(&self, from: u32, to: u32, cells: &mut Vec<IVec2>) {
        let [out, back] = self.trails;
        let (from, to) = (unpack(from), unpack(to));
        let (leaves, enters) = (out.len() > 1 && from == out[0], back.len() > 1 && to == back[0]);
        if enters {
            cells.extend_from_slice(&back[1..]);
        }
        if leaves {
            cells.extend(out.iter().rev().skip(1));
        }
        if !leaves && !enters {
            let bend = bend(from, to, self.rule).unwrap_or(from);
            append_run(to, bend, cells);
            append_run(bend, from, cells);
        }
    }

    /// A straight run, to the goal or to a cell where turning may be worth it.
    #[inline(always)]
    fn run_straight<O: Open, T: Sink<IVec2>>(
        &self,
        from: IVec2,
        g: u32,
        direction: u32,
        parent: u32,
        front: &mut Front<'_, Paged<u32>, O, T>,
    ) {
        let goal = self.target;
        let (mut distance, to_goal) = match direction {
            0 => (self.map.right(from.x, from.y), (from.y == goal.y).then_some(goal.x - from.x)),
            2 => (self.map.down(from.x, from.y), (from.x == goal.x).then_some(goal.y - from.y)),
            4 => (self.map.left(from.x, from.y), (from.y == goal.y).then_some(from.x - goal.x)),
            _ => (self.map.up(from.x, from.y), (from.x == goal.x).then_some(from.y - goal.y)),
        };
        if let Some(to_goal) = to_goal
            && to_goal > 0
        {
            distance = distance.min(to_goal as u32);
        }
        let end = from + moves::offset(direction) * distance as i32;
        if self.bits.get(end.x, end.y) {
            let g = g + distance * STRAIGHT;
            front.reach(self, (pack(end), self.index(end)), g, direction, parent);
        }
    }

    /// A diagonal run: from each of its cells the two straight runs beside it branch off. Where the estimate of the
    /// whole path rises, the run goes on only when its turn comes.
    fn run_diagonal<O: Open, T: Sink<IVec2>>(
        &self,
        from: IVec2,
        mut g: u32,
        direction: u32,
        front: &mut Front<'_, Paged<u32>, O, T>,
    ) {
        let (bits, parent) = (self.bits, pack(from));
        let legal = &moves::moves(self.rule)[NO_DIRECTION as usize];
        let way = ivec2(DX[direction as usize & 7], DY[direction as usize & 7]);
        let (before, after) = ((direction + 7) % 8, (direction + 1) % 8);
        let mut at = from;
        let f = g + self.form.between(from, self.target);
        loop {
            // Straight runs from the goal's row and column may end at the goal.
            let to_goal = (self.target - at) * way;
            let limit =
                [to_goal.x, to_goal.y].map(|steps| if steps > 0 { steps } else { i32::MAX });
            let limit = limit[0].min(limit[1]) as u32;
            let steps = self.map.diagonal(at.x, at.y, direction, limit);
            at += way * steps as i32;
            g += steps * DIAGONAL;
            // The walls we slipped past open up moves that only this cell can make.
            let forced = forces(bits, at, way, self.rule);
            // Branches of a run away from the goal are opened late or never; paying for them now would undo what
            // best-first order saves.
            let leads_away = g + self.form.between(at, self.target) > f;
            if forced || leads_away || at == self.target {
                front.reach(self, (pack(at), self.index(at)), g, direction, parent);
                return;
            }
            let on_line = at.x == self.target.x || at.y == self.target.y;
            for straight in [before, after] {
                if on_line || self.map.leads(at.x, at.y, straight) {
                    self.run_straight(at, g, straight, parent, front);
                }
            }
            if legal[bits.window(at.x, at.y)] >> direction & 1 == 0 {
                return;
            }
        }
    }

    /// Without diagonals, runs along the row play their part: vertical runs branch off everywhere.
    fn run_sideways<O: Open, T: Sink<IVec2>>(
        &self,
        from: IVec2,
        mut g: u32,
        direction: u32,
        front: &mut Front<'_, Paged<u32>, O, T>,
    ) {
        let (dx, parent) = (DX[direction as usize & 7], pack(from));
        let mut at = from;
        loop {
            let mut steps = self.map.sideways(at.x, at.y, dx);
            let to_goal = (self.target.x - at.x) * dx;
            if to_goal > 0 {
                steps = steps.min(to_goal as u32);
            }
            at.x += dx * steps as i32;
            if !self.bits.get(at.x, at.y) {
                return;
            }
            g += steps * STRAIGHT;
            if at == self.target {
                front.reach(self, (pack(at), self.index(at)), g, direction, parent);
                return;
            }
            for straight in [2, 6] {
                self.run_straight(at, g, straight, parent, front);
            }
        }
    }
}

/// Whether walls beside a diagonal run open up moves that only this cell of it can make.
#[inline(always)]
pub(crate) fn forces(bits: &Bits, at: IVec2, way: IVec2, rule: Diagonals) -> bool {
    rule != Diagonals::NoCorners
        && ((!bits.get(at.x - way.x, at.y) && bits.get(at.x - way.x, at.y + way.y))
            || (!bits.get(at.x, at.y - way.y) && bits.get(at.x + way.x, at.y - way.y)))
}

/// Where the run between two jump points bends: runs go diagonally first (without diagonals: along the row
/// first), then straight.
pub(crate) fn bend(from: IVec2, to: IVec2, rule: Diagonals) -> Option<IVec2> {
    let way = to - from;
    let bend = if rule == Diagonals::Never {
        ivec2(to.x, from.y)
    } else {
        from + way.signum() * way.abs().min_element()
    };
    (bend != from && bend != to).then_some(bend)
}
