//! Costs and ways inside one rectangle of a map.

use crate::{
    Diagonals, PathGrid, Ties,
    bits::Bits,
    engine::{Front, Run, Space, advance, trace_back},
    heuristic::Octile,
    jump::Jumps,
    jump_map::JumpMap,
    moves::{self, DX, DY},
    nodes::{Dense, Node, NodeTable, Sparse},
    queue::{Heap, Open},
    search::{pack, unpack},
    trace::Sink,
};
use motile_geom::{IRect, IVec2};

/// Searches that stay inside a rectangle, from one cell to some marked ones: by jump points on uniform
/// ground, step by step on terrain. The memory is used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Local {
    rect: IRect,
    uniform: bool,
    rule: Diagonals,
    bits: Bits,
    map: JumpMap,
    marks: Bits,
    marked: Vec<(i32, i32)>,
    jumps: Sparse<u32>,
    steps: Dense<()>,
    open: Heap,
}

/// Which way costs are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// From the given cell to the others.
    Away,
    /// From the others to the given cell.
    Towards,
}

impl Local {
    pub(crate) fn bytes(&self) -> usize {
        let maps = self.bits.bytes() + self.map.bytes() + self.marks.bytes();
        maps + self.marked.capacity() * 8
            + self.jumps.bytes()
            + self.steps.bytes()
            + self.open.bytes()
    }

    /// Moves to a rectangle of the map, in which these cells are of interest.
    pub(crate) fn enter(
        &mut self,
        grid: &PathGrid,
        rect: IRect,
        marks: impl Iterator<Item = IVec2>,
    ) {
        (self.rect, self.uniform, self.rule) = (rect, grid.is_uniform(), grid.diagonals());
        grid.bits().copy_window(rect, &mut self.bits);
        self.marks.reset(rect.width, rect.height);
        self.marked.clear();
        if self.uniform {
            for cell in marks {
                let (x, y) = (cell.x - rect.x, cell.y - rect.y);
                self.marks.set(x, y, true);
                self.marked.push((x, y));
            }
            let size = (rect.width, rect.height);
            self.map.rebuild_with(&self.bits, size, self.rule, &self.marked);
        }
        self.open.ties = Ties::Farthest;
    }

    /// Costs between `from` and the marked cells, by ways inside the rectangle.
    pub(crate) fn flood(&mut self, grid: &PathGrid, from: IVec2, sense: Sense) {
        let start = pack(from - self.origin());
        let count = self.rect.area() as usize;
        let mut run = Run::new(u32::MAX, u32::MAX, u32::MAX);
        let (open, run, sink) = (&mut self.open, &mut run, &mut ());
        if self.uniform {
            let space = jumps(&self.bits, &self.map, &self.marks, self.rect.width, self.rule);
            let mut front = Front { nodes: &mut self.jumps, open, run, sink };
            front.begin(&space, start, count);
            advance(&space, &mut front, u32::MAX);
        } else {
            let space = Window { grid, rect: self.rect, bits: &self.bits, sense };
            let mut front = Front { nodes: &mut self.steps, open, run, sink };
            front.begin(&space, start, count);
            advance(&space, &mut front, u32::MAX);
        }
    }

    fn origin(&self) -> IVec2 {
        IVec2::new(self.rect.x, self.rect.y)
    }

    /// Cost of a marked cell as the last flood found it.
    pub(crate) fn cost(&self, cell: IVec2) -> Option<u32> {
        let at = cell - self.origin();
        let place = at.y as usize * self.rect.width as usize + at.x as usize;
        if self.uniform {
            self.jumps.get(place).map(|node| node.g)
        } else {
            self.steps.get(place).map(|node| node.g)
        }
    }

    /// Calls `visit` with the cells where the way bends, from a marked cell back to where the flood
    /// began, both included.
    pub(crate) fn bends_back(&self, grid: &PathGrid, cell: IVec2, mut visit: impl FnMut(IVec2)) {
        let origin = self.origin();
        let end = pack(cell - origin);
        if self.uniform {
            let space = jumps(&self.bits, &self.map, &self.marks, self.rect.width, self.rule);
            space.bends_back(&self.jumps, end, |bend| visit(bend + origin));
        } else {
            let space = Window { grid, rect: self.rect, bits: &self.bits, sense: Sense::Away };
            trace_back(&space, &self.steps, end, |id| visit(unpack(id) + origin));
        }
    }
}

fn jumps<'a>(
    bits: &'a Bits,
    map: &'a JumpMap,
    marks: &'a Bits,
    width: u32,
    rule: Diagonals,
) -> Jumps<'a> {
    // No estimate, and a goal that no run meets.
    let (goal, form) = (IVec2::splat(-1 << 20), Octile::default());
    Jumps { bits, map, width, rule, goal, form, marks: Some(marks) }
}

/// Single steps over terrain inside a rectangle, counted from its corner.
struct Window<'a> {
    grid: &'a PathGrid,
    rect: IRect,
    bits: &'a Bits,
    sense: Sense,
}

impl Space for Window<'_> {
    type Nodes = Dense<()>;
    type Name = IVec2;

    fn place(&self, id: u32) -> usize {
        let cell = unpack(id);
        cell.y as usize * self.rect.width as usize + cell.x as usize
    }

    fn name(&self, id: u32) -> IVec2 {
        unpack(id)
    }

    fn parent(&self, id: u32, node: &Node<()>) -> u32 {
        pack(unpack(id) - moves::offset(node.direction()))
    }

    fn estimate(&self, _: u32) -> u32 {
        0
    }

    fn expand<O: Open, T: Sink<IVec2>>(
        &self,
        (id, _): (u32, usize),
        node: Node<()>,
        front: &mut Front<'_, Dense<()>, O, T>,
    ) {
        let at = unpack(id);
        let cell = at + IVec2::new(self.rect.x, self.rect.y);
        let mut mask = self.grid.legal_moves()[self.bits.window(at.x, at.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let way = IVec2::new(DX[direction as usize & 7], DY[direction as usize & 7]);
            let step = match self.sense {
                Sense::Away => self.grid.step_cost(cell, cell + way, direction),
                Sense::Towards => self.grid.step_cost(cell + way, cell, direction ^ 4),
            };
            let next = pack(at + way);
            front.reach(self, (next, self.place(next)), node.g.saturating_add(step), direction, ());
        }
    }
}
