//! Searches upwards, from both ends of a query.

use crate::{
    PreparedMap,
    prepared::{corners::Look, graph::NONE},
};
use motile_geom::IVec2;

/// A corner that one end of a query sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sight {
    /// What a path over it costs at least.
    pub(crate) least: u32,
    pub(crate) cost: u32,
    pub(crate) node: u32,
}

/// Looks about from one end of a query; the likeliest corner on the way to the other end comes first.
pub(crate) fn look_about(map: &PreparedMap, end: IVec2, other: IVec2, sights: &mut Vec<Sight>) {
    sights.clear();
    let form = map.graph.form;
    map.corners.scan(end, Look::Turns, |corner| {
        let (cost, node) = (form.between(end, corner), map.graph.node(corner));
        let least = cost.saturating_add(form.between(corner, other));
        sights.push(Sight { least, cost, node });
    });
    if let Some(best) = (0..sights.len()).min_by_key(|&i| sights[i]) {
        sights.swap(0, best);
    }
}

/// Where the two halves of a path meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meeting {
    pub(crate) cost: u32,
    /// The highest node of the path, and the nodes next to the start and to the goal.
    pub(crate) top: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
}

impl Meeting {
    pub(crate) const NOWHERE: Self = Self { cost: NONE, top: NONE, first: NONE, last: NONE };
}

/// Costs of hubs from one end of a query: what maps with labels need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hubs {
    /// Cost and the node next to the start, by hub; costs are [`NONE`] outside a query.
    reached: Vec<(u32, u32)>,
    touched: Vec<u32>,
}

impl Hubs {
    /// The best meeting of two ends that see these corners.
    pub(crate) fn meet(&mut self, map: &PreparedMap, sights: &[Vec<Sight>; 2]) -> Meeting {
        let ([Some(first), Some(last)], [starts, goals]) =
            (sights.each_ref().map(|sights| sights.first()), sights)
        else {
            return Meeting::NOWHERE;
        };
        self.reached.resize(map.graph.len() as usize, (NONE, NONE));
        // The likeliest corners of both ends give a path that is hardly ever bettered. Corners that cannot be on a better
        // one are left out.
        let mut best = Meeting::NOWHERE;
        self.add(map, *first);
        self.meet_at(map, *last, &mut best);
        let mut added = false;
        for &sight in starts[1..].iter().filter(|sight| sight.least < best.cost) {
            self.add(map, sight);
            added = true;
        }
        // The likeliest corner of the goal has met the first one already.
        for &sight in &goals[usize::from(!added)..] {
            if sight.least < best.cost {
                self.meet_at(map, sight, &mut best);
            }
        }
        for hub in self.touched.drain(..) {
            self.reached[hub as usize].0 = NONE;
        }
        best
    }

    fn add(&mut self, map: &PreparedMap, Sight { cost, node, .. }: Sight) {
        for hub in map.labels.row(node) {
            let (cost, slot) = (cost + hub.cost, &mut self.reached[hub.node as usize]);
            if cost < slot.0 {
                if slot.0 == NONE {
                    self.touched.push(hub.node);
                }
                *slot = (cost, node);
            }
        }
    }

    fn meet_at(&self, map: &PreparedMap, Sight { cost, node, .. }: Sight, best: &mut Meeting) {
        for hub in map.labels.row(node) {
            let (half, first) = self.reached[hub.node as usize];
            let total = half.saturating_add(cost + hub.cost);
            if total < best.cost {
                *best = Meeting { cost: total, top: hub.node, first, last: node };
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.reached.capacity() * 8 + self.touched.capacity() * 4
    }
}

/// Cheapest costs from one end of a query to the nodes above those it sees: what maps without labels need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Climb {
    /// Cost and node before, by node; costs are [`NONE`] outside a query.
    reached: Vec<(u32, u32)>,
    /// Nodes with a cost.
    touched: Vec<u32>,
    /// Nodes to go on from: a bit each.
    waiting: Vec<u64>,
}

impl Climb {
    /// Begins at the corners that the end sees.
    fn begin(&mut self, count: u32, sights: &[Sight]) {
        for node in self.touched.drain(..) {
            self.reached[node as usize].0 = NONE;
        }
        self.reached.resize(count as usize, (NONE, NONE));
        self.waiting.resize(count.div_ceil(64) as usize, 0);
        for &Sight { cost, node, .. } in sights {
            self.reach(node, cost, NONE);
        }
    }

    #[inline(always)]
    fn reach(&mut self, node: u32, cost: u32, before: u32) {
        let slot = &mut self.reached[node as usize];
        if cost < slot.0 {
            if slot.0 == NONE {
                self.touched.push(node);
                self.waiting[node as usize / 64] |= 1 << (node % 64);
            }
            *slot = (cost, before);
        }
    }

    /// Goes up from the node of the greatest number that waits, again and again: shortcuts lead to smaller ones, so each is
    /// seen once. `visit` gets every node with its cost and says whether to go on from there.
    #[inline(always)]
    fn rise(&mut self, map: &PreparedMap, mut visit: impl FnMut(u32, u32) -> bool) {
        let mut word = self.waiting.len();
        while word > 0 {
            let bits = self.waiting[word - 1];
            if bits == 0 {
                word -= 1;
                continue;
            }
            let bit = bits.ilog2();
            self.waiting[word - 1] &= !(1 << bit);
            let node = (word as u32 - 1) * 64 + bit;
            let cost = self.reached[node as usize].0;
            if visit(node, cost) {
                for &(to, more) in map.slim.up(node) {
                    self.reach(to, cost.saturating_add(more), node);
                }
            }
        }
    }

    /// The best meeting of two ends that see these corners.
    pub(crate) fn meet(
        sides: &mut [Self; 2],
        map: &PreparedMap,
        sights: &[Vec<Sight>; 2],
    ) -> Meeting {
        let [start, goal] = sides;
        start.begin(map.graph.len(), &sights[0]);
        goal.begin(map.graph.len(), &sights[1]);
        start.rise(map, |_, _| true);
        let mut best = Meeting::NOWHERE;
        goal.rise(map, |node, cost| {
            let total = cost.saturating_add(start.reached[node as usize].0);
            if total < best.cost {
                (best.cost, best.top) = (total, node);
            }
            cost < best.cost
        });
        if best.top != NONE {
            start.descend(best.top, |node| best.first = node);
            goal.descend(best.top, |node| best.last = node);
        }
        best
    }

    /// Calls `visit` with the nodes from one that was reached down to where it was reached from.
    pub(crate) fn descend(&self, top: u32, mut visit: impl FnMut(u32)) {
        let mut node = top;
        while node != NONE {
            visit(node);
            node = self.reached[node as usize].1;
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.reached.capacity() + self.waiting.capacity()) * 8 + self.touched.capacity() * 4
    }
}
