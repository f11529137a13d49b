//! Searches that stay inside a rectangle of the grid.

use crate::{
    Heuristic, PathGrid,
    moves::{self, DX, DY, NO_DIRECTION, STEP},
    queue::{Buckets, Heap, Open},
    search::{pack, unpack},
};
use motile_geom::{IRect, IVec2};

/// State of searches inside small rectangles, reused from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    window: Window,
    buckets: Buckets,
    heap: Heap,
}

/// The rectangle and what is known of its cells.
#[derive(Clone, Debug, Default)]
struct Window {
    rect: IRect,
    nodes: Vec<Node>,
    stamp: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    g: u32,
    info: u32,
}

const CLOSED: u32 = 1 << 4;
const DIRECTION: u32 = 15;
const STAMP_SHIFT: u32 = 5;

/// Which way costs are summed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    /// From the given cell to the others.
    Away,
    /// From the others to the given cell.
    Towards,
}

impl Default for Local {
    fn default() -> Self {
        Self { window: Window::default(), buckets: Buckets::new(), heap: Heap::default() }
    }
}

impl Local {
    pub(crate) fn bytes(&self) -> usize {
        self.window.nodes.capacity() * size_of::<Node>() + self.buckets.bytes() + self.heap.bytes()
    }

    /// Costs between `from` and all cells of the rectangle, by ways inside it.
    pub(crate) fn flood(&mut self, grid: &PathGrid, rect: IRect, from: IVec2, sense: Sense) {
        self.run(grid, rect, from, None, sense);
    }

    /// Cost found by the last search.
    pub(crate) fn cost(&self, cell: IVec2) -> Option<u32> {
        let Window { rect, nodes, stamp } = &self.window;
        if !rect.contains(cell.x, cell.y) {
            return None;
        }
        let node = nodes[self.window.index(cell)];
        (node.info >> STAMP_SHIFT == *stamp).then_some(node.g)
    }

    /// Appends the cells of a cheapest way inside the rectangle, without `from`, with `to`.
    pub(crate) fn append_path(
        &mut self,
        grid: &PathGrid,
        rect: IRect,
        (from, to): (IVec2, IVec2),
        out: &mut Vec<IVec2>,
    ) {
        self.run(grid, rect, from, Some(to), Sense::Away);
        if self.cost(to).is_none() {
            return;
        }
        let begin = out.len();
        let mut cell = to;
        while cell != from {
            out.push(cell);
            cell -= moves::offset(self.window.nodes[self.window.index(cell)].info & DIRECTION);
        }
        out[begin..].reverse();
    }

    fn run(&mut self, grid: &PathGrid, rect: IRect, from: IVec2, to: Option<IVec2>, sense: Sense) {
        self.window.begin(rect, from);
        if grid.is_uniform() {
            self.window.expand(grid, &mut self.buckets, from, to, sense);
        } else {
            self.window.expand(grid, &mut self.heap, from, to, sense);
        }
    }
}

impl Window {
    fn index(&self, cell: IVec2) -> usize {
        (cell.y - self.rect.y) as usize * self.rect.width as usize + (cell.x - self.rect.x) as usize
    }

    fn begin(&mut self, rect: IRect, from: IVec2) {
        self.rect = rect;
        let cells = rect.area() as usize;
        if self.nodes.len() < cells || self.stamp >= u32::MAX >> STAMP_SHIFT {
            self.nodes.clear();
            self.nodes.resize(cells, Node::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        let index = self.index(from);
        self.nodes[index] = Node { g: 0, info: self.stamp << STAMP_SHIFT | NO_DIRECTION };
    }

    fn expand<O: Open>(
        &mut self,
        grid: &PathGrid,
        open: &mut O,
        from: IVec2,
        to: Option<IVec2>,
        sense: Sense,
    ) {
        let table = grid.move_table();
        let (straight, extra) = match to {
            Some(_) => Heuristic::Auto.octile_form(grid).unwrap_or((0, 0)),
            None => (0, 0),
        };
        let target = to.unwrap_or(from);
        let estimate = |cell: IVec2| {
            let (dx, dy) = (cell.x.abs_diff(target.x), cell.y.abs_diff(target.y));
            straight * dx.max(dy) + extra * dx.min(dy)
        };
        let uniform = grid.is_uniform();
        let (right, bottom) = (self.rect.right() as i32 - 1, self.rect.bottom() as i32 - 1);
        let next_offsets: [i32; 8] =
            core::array::from_fn(|d| DY[d] * self.rect.width as i32 + DX[d]);
        let first = estimate(from);
        open.clear(first);
        open.push(first, 0, pack(from));
        while let Some((_, packed)) = open.pop() {
            let cell = unpack(packed);
            let index = self.index(cell);
            let node = &mut self.nodes[index];
            if node.info & CLOSED != 0 {
                continue;
            }
            if to == Some(cell) {
                return;
            }
            node.info |= CLOSED;
            let node = *node;
            // Cells outside the rectangle count as walls.
            let mut window = grid.bits().window(cell.x, cell.y);
            if cell.x == self.rect.x {
                window &= !0o111;
            }
            if cell.x == right {
                window &= !0o444;
            }
            if cell.y == self.rect.y {
                window &= !0o007;
            }
            if cell.y == bottom {
                window &= !0o700;
            }
            let arrival = if uniform { node.info & DIRECTION } else { NO_DIRECTION };
            let mut mask = table[arrival as usize % 9][window];
            while mask != 0 {
                let direction = mask.trailing_zeros();
                mask &= mask - 1;
                let next = cell + moves::offset(direction);
                let step = match sense {
                    _ if uniform => STEP[direction as usize & 7],
                    Sense::Away => grid.step_cost(cell, next, direction),
                    Sense::Towards => grid.step_cost(next, cell, direction ^ 4),
                };
                let g = node.g.saturating_add(step);
                let next_index = (index as i32 + next_offsets[direction as usize & 7]) as usize;
                let known = &mut self.nodes[next_index];
                if known.info >> STAMP_SHIFT == self.stamp && known.g <= g {
                    continue;
                }
                *known = Node { g, info: self.stamp << STAMP_SHIFT | direction };
                open.push(g.saturating_add(estimate(next)), g, pack(next));
            }
        }
    }
}
