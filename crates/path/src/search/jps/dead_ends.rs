//! Dead ends: parts of a map that hang on the rest by a single cell and hold no loop.

use crate::{
    Diagonals,
    engine::nodes::{Node, NodeTable, Paged, tile_place, tile_places},
    grid::{
        bits::{Bits, after, before},
        cell::{pack, unpack},
        moves::{self, STRAIGHT},
    },
};
use motile_geom::{IVec2, ivec2};

/// A map without its dead ends, and the way out of each.
///
/// Cells with a single free neighbor are taken away, again and again, until there are none: what is left is the
/// 2-core of the map, where jump points are worth looking for. Each cell taken away remembers its neighbor, so the
/// dead ends are trees that hang on a cell of the core (or on their own middle, where nothing is left). No cheapest
/// path enters a tree it neither begins nor ends in, and inside a tree there is only one path. Taken layer by
/// layer, a maze without loops is rooted in its middle, so that no path out is longer than half of it.
///
/// Only where corners are not cut: there a diagonal step passes a square of four free cells, which has a loop, so
/// cells of a tree have straight steps only.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeadEnds {
    fingerprint: Option<u64>,
    /// Whether there are any.
    found: bool,
    /// Free cells that are left.
    core: Bits,
    /// A quarter of the direction out, as two bits.
    out: [Bits; 2],
    /// Cells to look at in this round, and in the next.
    front: Vec<u32>,
    next: Vec<u32>,
}

/// Where the paths out of two cells lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Exits {
    /// To the cells of the core at the end of both trails.
    #[default]
    Core,
    /// To the same cell of a tree, at the end of both trails.
    Meeting,
}

impl DeadEnds {
    /// Follows a map; some nanoseconds a cell of a dead end, and next to nothing else.
    pub(crate) fn update(
        &mut self,
        fingerprint: u64,
        free: &Bits,
        (width, height): (u32, u32),
        rule: Diagonals,
    ) {
        if self.fingerprint == Some(fingerprint) {
            return;
        }
        self.fingerprint = Some(fingerprint);
        self.front.clear();
        if matches!(rule, Diagonals::Never | Diagonals::NoCorners) {
            self.collect_ends(free, height);
        }
        self.found = !self.front.is_empty();
        if self.found {
            self.core.clone_from(free);
            self.out.iter_mut().for_each(|out| out.reset(width, height));
            self.take_away();
        }
    }

    /// Lists the free cells with one free neighbor, found 64 at a time.
    fn collect_ends(&mut self, free: &Bits, height: u32) {
        for y in 0..height as i32 {
            let (above, own, below) = (free.row(y - 1), free.row(y), free.row(y + 1));
            for i in 0..own.len() {
                let [a, b, c, d] = [above[i], below[i], before(own, i), after(own, i)];
                let several = (a & b) | (c & d) | ((a | b) & (c | d));
                let mut ends = own[i] & (a | b | c | d) & !several;
                while ends != 0 {
                    let x = (i * 64) as i32 + ends.trailing_zeros() as i32 - 1;
                    self.front.push(pack(ivec2(x, y)));
                    ends &= ends - 1;
                }
            }
        }
    }

    /// Takes cells away round by round, until every cell left has several neighbors or none.
    fn take_away(&mut self) {
        while !self.front.is_empty() {
            for i in 0..self.front.len() {
                let cell = unpack(self.front[i]);
                // Of two cells that have only each other, the first one goes and the other one stays.
                let Some(direction) = only_way(&self.core, cell) else { continue };
                self.core.set(cell.x, cell.y, false);
                for (bit, out) in self.out.iter_mut().enumerate() {
                    out.set(cell.x, cell.y, (direction / 2) >> bit & 1 == 1);
                }
                let neighbor = cell + moves::offset(direction);
                if only_way(&self.core, neighbor).is_some() {
                    self.next.push(pack(neighbor));
                }
            }
            self.front.clear();
            core::mem::swap(&mut self.front, &mut self.next);
        }
    }

    /// The map to search: the core, or the map itself where nothing was taken away.
    pub(crate) const fn core<'a>(&'a self, free: &'a Bits) -> &'a Bits {
        if self.found { &self.core } else { free }
    }

    /// Whether the map has dead ends.
    pub(crate) const fn found(&self) -> bool {
        self.found
    }

    pub(crate) fn bytes(&self) -> usize {
        let lists = (self.front.capacity() + self.next.capacity()) * 4;
        self.core.bytes() + self.out.iter().map(Bits::bytes).sum::<usize>() + lists
    }

    /// The next cell on the path out of a dead end; `None` in the core, and in walls.
    #[inline]
    fn next_out(&self, free: &Bits, cell: IVec2) -> Option<IVec2> {
        if self.core.get(cell.x, cell.y) || !free.get(cell.x, cell.y) {
            return None;
        }
        let [low, high] = [0, 1].map(|bit| u32::from(self.out[bit].get(cell.x, cell.y)));
        Some(cell + moves::offset(2 * (low | high << 1)))
    }

    /// Writes the trails from two cells out of their dead ends, both ends included: to the core, or to where they
    /// meet. They go on in turn, so that the work is that of the shorter one twice, however deep the dead end.
    pub(crate) fn trails(
        &self,
        free: &Bits,
        (width, height): (u32, u32),
        ends: [IVec2; 2],
        seen: &mut Paged<u32>,
        trails: &mut [Vec<IVec2>; 2],
    ) -> Exits {
        for (trail, end) in trails.iter_mut().zip(ends) {
            trail.clear();
            trail.push(end);
        }
        if !self.found {
            return Exits::Core;
        }
        let place = |cell: IVec2| tile_place(cell, width);
        seen.begin(tile_places(width, height));
        for (side, end) in ends.into_iter().enumerate() {
            seen.improve(place(end), Node::new(0, side as u32, 0));
        }
        let mut leads_on = [true; 2];
        while leads_on != [false; 2] {
            for side in 0..2 {
                let trail = &mut trails[side];
                let here = trail[trail.len() - 1];
                let next = if leads_on[side] { self.next_out(free, here) } else { None };
                let Some(next) = next else {
                    leads_on[side] = false;
                    continue;
                };
                trail.push(next);
                if let Some(node) = seen.get(place(next)) {
                    // Trees have no loops, so this is the other trail.
                    trails[1 - side].truncate(node.g as usize + 1);
                    return Exits::Meeting;
                }
                let count = trail.len() as u32 - 1;
                seen.improve(place(next), Node::new(count, side as u32, 0));
            }
        }
        Exits::Core
    }
}

/// Cost of a trail.
pub(crate) fn trail_cost(trail: &[IVec2]) -> u32 {
    u32::try_from(trail.len() - 1).map_or(u32::MAX, |steps| steps.saturating_mul(STRAIGHT))
}

/// The direction of the only straight step from a cell; `None` when there are several or none.
#[inline]
fn only_way(free: &Bits, cell: IVec2) -> Option<u32> {
    let window = free.window(cell.x, cell.y);
    // Right, down, left and up, as `moves` numbers the window.
    let steps = window >> 5 & 1 | window >> 5 & 4 | (window & 8) << 1 | (window & 2) << 5;
    (steps.is_power_of_two() && window >> 4 & 1 == 1).then(|| steps.trailing_zeros())
}
