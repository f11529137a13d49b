//! The order in which rigid sticks are relaxed: blocks of points, colors, runs of eight.
//!
//! Points are cut into blocks by their place in memory. Sticks inside a block come first, block by block, and
//! need nothing from outside, so blocks may run on different threads and stay in the cache; sticks between
//! blocks follow. Inside a group sticks are colored: no two of one color share a point, so eight of them are
//! relaxed at once without waiting for each other. Nothing here depends on the number of threads.

use super::motion::{CHUNK, LANES};
use super::point::Points;
use super::stick::Sticks;

/// Eight sticks, or fewer, of one color.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub start: u32,
    pub len: u8,
    pub kind: Kind,
}

/// How the ends of a group lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Eight neighbors joined with eight other neighbors: the columns of a cloth.
    Columns,
    /// Sixteen neighbors joined in pairs: the rows of a cloth.
    Pairs,
    /// Anything else.
    Scattered,
}

/// Rigid sticks in the order of relaxation, as structure of arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Ends, counted from the beginning of the block.
    pub a: Vec<u32>,
    pub b: Vec<u32>,
    pub length: Vec<f32>,
    /// How much of the correction each end takes; 0 for a torn stick.
    pub share_a: Vec<f32>,
    pub share_b: Vec<f32>,
    pub groups: Vec<Group>,
    /// For each block of points its range of groups, and at the end that between the blocks.
    pub blocks: Vec<(u32, u32)>,
    /// The stick of each place.
    source: Vec<u32>,
    /// The place of each stick in the plan, or `NONE`.
    place: Vec<u32>,
    /// Sticks that are not rigid, in order of their color.
    pub soft: Vec<u32>,
    keyed: Vec<(u32, u32, u32, u32)>,
    taken: Vec<u64>,
}

const NONE: u32 = u32::MAX;
/// Colors told apart, one bit of a word each; the sticks of points with more of them are relaxed one by one.
const COLORS: u32 = 63;

impl Plan {
    /// Sorts everything anew; called when sticks were added. Runs over sorted keys instead of lists by block and color:
    /// one sort is quicker than thousands of small lists, and its memory is used again.
    pub(crate) fn rebuild(&mut self, points: &Points, sticks: &Sticks) {
        self.color(points, sticks);
        self.place.clear();
        self.place.resize(sticks.len(), NONE);
        for list in [&mut self.a, &mut self.b, &mut self.source, &mut self.soft] {
            list.clear();
        }
        self.length.clear();
        self.groups.clear();
        self.blocks.clear();
        let blocks = points.len().div_ceil(CHUNK) as u32;
        let keyed = core::mem::take(&mut self.keyed);
        let mut at = 0;
        for block in 0..=blocks {
            let first = self.groups.len() as u32;
            let base = if block < blocks { block * CHUNK as u32 } else { 0 };
            while at < keyed.len() && keyed[at].0 == block {
                let color = keyed[at].1;
                let start = self.a.len();
                while at < keyed.len() && (keyed[at].0, keyed[at].1) == (block, color) {
                    let slot = keyed[at].3;
                    at += 1;
                    if !sticks.is_rigid(slot as usize) {
                        self.soft.push(slot);
                        continue;
                    }
                    self.place[slot as usize] = self.a.len() as u32;
                    self.a.push(sticks.a[slot as usize] - base);
                    self.b.push(sticks.b[slot as usize] - base);
                    self.length.push(sticks.length[slot as usize]);
                    self.source.push(slot);
                }
                self.group(start, color == COLORS);
            }
            self.blocks.push((first, self.groups.len() as u32));
        }
        self.keyed = keyed;
        self.weigh(points, sticks);
    }

    /// Keys (block, color, end, stick) in order. Colors are given greedily in the order of the sticks, removed ones
    /// included, so that what is left keeps its color, and with it its turn, whether or not the plan was made anew.
    fn color(&mut self, points: &Points, sticks: &Sticks) {
        self.taken.clear();
        self.taken.resize(points.len(), 0);
        self.keyed.clear();
        let outside = points.len().div_ceil(CHUNK) as u32;
        for slot in 0..sticks.len() {
            let (a, b) = (sticks.a[slot], sticks.b[slot]);
            if points.asleep[a as usize] || points.asleep[b as usize] {
                // The other end sleeps too, or is pinned.
                continue;
            }
            let used = self.taken[a as usize] | self.taken[b as usize];
            let color = used.trailing_ones().min(COLORS);
            if color < COLORS {
                self.taken[a as usize] |= 1 << color;
                self.taken[b as usize] |= 1 << color;
            }
            if !sticks.is_alive(slot) {
                continue;
            }
            let block = a / CHUNK as u32;
            let block = if block == b / CHUNK as u32 { block } else { outside };
            self.keyed.push((block, color, a, slot as u32));
        }
        self.keyed.sort_unstable();
    }

    /// Cuts the sticks from `start` on into groups. Sorted by their first ends, the sticks of a cloth come as runs of
    /// neighbors, which are loaded by one instruction each; a scattered group ends where such a run begins.
    fn group(&mut self, start: usize, one_by_one: bool) {
        let end = self.a.len();
        let mut at = start;
        while at < end {
            let kind = if one_by_one { Kind::Scattered } else { self.kind(at, end) };
            let len = if one_by_one {
                1
            } else if kind == Kind::Scattered {
                let most = (at + 1..end.min(at + LANES)).find(|&i| self.kind(i, end) != kind);
                most.unwrap_or(end.min(at + LANES)) - at
            } else {
                LANES
            };
            self.groups.push(Group { start: at as u32, len: len as u8, kind });
            at += len;
        }
    }

    fn kind(&self, at: usize, end: usize) -> Kind {
        if at + LANES > end {
            return Kind::Scattered;
        }
        let (a, b) = (&self.a[at..at + LANES], &self.b[at..at + LANES]);
        let steps = |list: &[u32], stride: u32| {
            list.iter().zip(0u32..).all(|(&place, i)| place == list[0] + i * stride)
        };
        if steps(a, 1) && steps(b, 1) {
            Kind::Columns
        } else if steps(a, 2) && steps(b, 2) && b[0] == a[0] + 1 {
            Kind::Pairs
        } else {
            Kind::Scattered
        }
    }

    /// Shares of the ends; called when masses or pins have changed.
    pub(crate) fn weigh(&mut self, points: &Points, sticks: &Sticks) {
        self.share_a.clear();
        self.share_b.clear();
        for &slot in &self.source {
            let slot = slot as usize;
            let weights = (
                points.inverse_mass[sticks.a[slot] as usize],
                points.inverse_mass[sticks.b[slot] as usize],
            );
            let sum = weights.0 + weights.1;
            let good = sum > 0.0 && sticks.is_alive(slot);
            self.share_a.push(if good { weights.0 / sum } else { 0.0 });
            self.share_b.push(if good { weights.1 / sum } else { 0.0 });
        }
    }

    /// Takes a stick out without sorting anew.
    pub(crate) fn remove(&mut self, slot: usize) {
        match self.place.get(slot) {
            Some(&place) if place != NONE => {
                self.share_a[place as usize] = 0.0;
                self.share_b[place as usize] = 0.0;
            }
            _ => self.soft.retain(|&soft| soft as usize != slot),
        }
    }
}
