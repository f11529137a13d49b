//! Step by step where there is nothing to jump over: A* on the map without dead ends.

use super::{dead_ends::trail_cost, landmarks::Guide};
use crate::{
    Diagonals, GridPath, TraceKind,
    engine::{
        best_first::{End, Front, Run, Space, advance, trace_back},
        buckets::Buckets,
        nodes::{Dense, Node, NodeTable, tile_cell, tile_place, tile_places},
        queue::Open,
    },
    grid::{
        bits::Bits,
        cell::{pack, unpack},
        moves::{self, NO_DIRECTION, STEP},
    },
    search::{
        astar::{Rules, Steps},
        heuristic::Octile,
        trace::Sink,
    },
};
use motile_geom::IVec2;

/// Where corners of walls stand densely, nearly every cell is a jump point: a run ends after a cell or two, and finding its
/// end costs more than the step. What is left of jump point search there are the moves it leaves out, and the dead ends.
#[derive(Clone, Debug)]
pub(super) struct StepSearch {
    nodes: Dense<()>,
    open: Buckets,
    width: u32,
}

/// A map without its dead ends, and the ends of a query with their trails out of them.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    /// What landmarks tell, if there are some.
    pub(super) guide: Option<Guide<'a>>,
    pub(super) core: &'a Bits,
    pub(super) size: (u32, u32),
    pub(super) rule: Diagonals,
    pub(super) form: Octile,
    pub(super) trails: &'a [Vec<IVec2>; 2],
}

/// Costs of steps, and estimates that count the trail to the goal.
#[derive(Clone, Copy)]
pub(super) struct ToExit {
    form: Octile,
    exit: IVec2,
    rest: u32,
}

impl Rules for ToExit {
    #[inline(always)]
    fn step(&self, _: IVec2, _: IVec2, direction: u32) -> u32 {
        STEP[direction as usize & 7]
    }

    #[inline(always)]
    fn estimate(&self, cell: IVec2) -> u32 {
        self.form.between(cell, self.exit).saturating_add(self.rest)
    }
}

/// Costs of steps, and estimates by landmarks where they tell more.
struct Guided<'a> {
    plain: ToExit,
    guide: Guide<'a>,
    width: u32,
}

impl Rules for Guided<'_> {
    #[inline(always)]
    fn step(&self, from: IVec2, to: IVec2, direction: u32) -> u32 {
        self.plain.step(from, to, direction)
    }

    #[inline(always)]
    fn estimate(&self, cell: IVec2) -> u32 {
        // Both never overestimate and are consistent, and so is the larger of them.
        let told = self.guide.estimate(tile_place(cell, self.width));
        self.plain.form.between(cell, self.plain.exit).max(told).saturating_add(self.plain.rest)
    }
}

impl<'a> Ground<'a> {
    fn steps(self) -> Steps<'a, ToExit> {
        let [_, back] = self.trails;
        let rules = ToExit { form: self.form, exit: back[back.len() - 1], rest: trail_cost(back) };
        self.by(rules)
    }

    /// Steps under some rules.
    fn by<R>(self, rules: R) -> Steps<'a, R> {
        let moves = moves::moves(self.rule);
        Steps { bits: self.core, moves, width: self.size.0, rules, prune: true }
    }

    /// Steps with the estimates of landmarks.
    fn guided(self, guide: Guide<'a>) -> Steps<'a, Guided<'a>> {
        let (plain, width) = (self.steps().rules, self.size.0);
        self.by(Guided { plain, guide, width })
    }
}

impl StepSearch {
    pub(super) fn new() -> Self {
        Self { nodes: Dense::default(), open: Buckets::new(), width: 0 }
    }

    /// Begins where the trail of the start leaves its dead end, for where that of the goal does.
    pub(super) fn begin(&mut self, ground: Ground<'_>, run: &mut Run) {
        let (steps, [out, back]) = (ground.steps(), ground.trails);
        let (start, g) = (out[out.len() - 1], trail_cost(out));
        self.width = ground.size.0;
        self.nodes.begin(tile_places(ground.size.0, ground.size.1));
        self.nodes.improve(tile_place(start, self.width), Node::new(g, NO_DIRECTION, ()));
        let h = match ground.guide {
            Some(guide) => ground.guided(guide).estimate(pack(start)),
            None => steps.estimate(pack(start)),
        };
        let f = g.saturating_add(h);
        self.open.clear(f);
        self.open.push(f, g, pack(start));
        (run.first_estimate, run.visited) = (h, 1);
        run.goal = pack(back[back.len() - 1]);
    }

    pub(super) fn advance<T: Sink<IVec2>>(
        &mut self,
        ground: Ground<'_>,
        run: &mut Run,
        sink: &mut T,
        budget: u32,
    ) -> End {
        let (nodes, open) = (&mut self.nodes, &mut self.open);
        let front = &mut Front { nodes, open, run, sink };
        match ground.guide {
            Some(guide) => advance(&ground.guided(guide), front, budget),
            None => advance(&ground.steps(), front, budget),
        }
    }

    /// Writes the cells of the path to a node, trails included, and its cost.
    pub(super) fn write(&self, ground: Ground<'_>, end: u32, out: &mut GridPath) {
        let (steps, [from_start, to_goal]) = (ground.steps(), ground.trails);
        let g = self.nodes.get(steps.place(end)).map_or(0, |node| node.g);
        out.cells.extend_from_slice(&from_start[..from_start.len() - 1]);
        let first = out.cells.len();
        trace_back(&steps, &self.nodes, end, |id| out.cells.push(unpack(id)));
        out.cells[first..].reverse();
        out.units = g;
        if unpack(end) == steps.rules.exit {
            out.units = g.saturating_add(steps.rules.rest);
            out.cells.extend(to_goal.iter().rev().skip(1));
        }
    }

    pub(super) fn for_each_seen(&self, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        self.nodes.for_each(|place, closed| {
            visit(tile_cell(place, self.width), TraceKind::of(closed));
        });
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}
