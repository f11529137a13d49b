//! The order in which nodes are taken out of a graph.

use crate::prepared::graph::{Graph, KEPT};
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// Takes the nodes out one by one, always one with few neighbors left, and joins its neighbors to each other
/// (elimination by least degree, Markowitz 1957, with a look at how deep what hangs below a node already is).
///
/// What is left at the end are the places most paths pass: doors, bridges, the middles of the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// Neighbors left of each node, sorted.
    neighbors: Vec<Vec<u32>>,
    /// Rounds of elimination below each node.
    levels: Vec<u32>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// Nodes in the order they were taken out.
    pub(crate) done: Vec<u32>,
    out: Vec<bool>,
    merged: Vec<u32>,
    /// Shortcuts that the nodes taken out so far will have.
    pub(crate) shortcuts: u64,
}

impl Order {
    /// Begins with the kept links of a graph.
    pub(crate) fn begin(&mut self, graph: &Graph) {
        let count = graph.len() as usize;
        *self = Self::default();
        self.neighbors.reserve(count);
        for node in 0..graph.len() {
            let kept = graph.links(node).iter().filter(|link| link.bits & KEPT != 0);
            self.neighbors.push(kept.map(|link| link.to).collect());
        }
        self.levels.resize(count, 0);
        self.out.resize(count, false);
        self.queue = (0..graph.len()).map(|node| Reverse((self.key(node), node))).collect();
    }

    /// Many neighbors make many shortcuts, and many levels long walks up.
    fn key(&self, node: u32) -> u32 {
        let degree = self.neighbors[node as usize].len() as u32;
        4 * degree + self.levels[node as usize]
    }

    /// Takes one node out; false when there is none left.
    pub(crate) fn step(&mut self) -> bool {
        let node = loop {
            let Some(Reverse((key, node))) = self.queue.pop() else { return false };
            // Entries whose node has changed since are followed by a newer one.
            if !self.out[node as usize] && key == self.key(node) {
                break node;
            }
        };
        self.out[node as usize] = true;
        self.done.push(node);
        let own = core::mem::take(&mut self.neighbors[node as usize]);
        self.shortcuts += own.len() as u64;
        for &other in &own {
            self.join(other, &own, node);
            let level = self.levels[node as usize] + 1;
            self.levels[other as usize] = self.levels[other as usize].max(level);
            self.queue.push(Reverse((self.key(other), other)));
        }
        true
    }

    /// Makes all of `more` but itself neighbors of a node, and `gone` none any more.
    fn join(&mut self, node: u32, more: &[u32], gone: u32) {
        let own = &mut self.neighbors[node as usize];
        self.merged.clear();
        let (mut i, mut j) = (0, 0);
        while i < own.len() || j < more.len() {
            let a = own.get(i).copied().unwrap_or(u32::MAX);
            let b = more.get(j).copied().unwrap_or(u32::MAX);
            i += usize::from(a <= b);
            j += usize::from(b <= a);
            let next = a.min(b);
            if next != gone && next != node {
                self.merged.push(next);
            }
        }
        own.clear();
        own.extend_from_slice(&self.merged);
    }

    pub(crate) fn bytes(&self) -> usize {
        let lists = self.neighbors.iter().map(|list| list.capacity() * 4);
        self.neighbors.capacity() * size_of::<Vec<u32>>()
            + lists.sum::<usize>()
            + (self.levels.capacity() + self.done.capacity() + self.merged.capacity()) * 4
            + self.queue.capacity() * 8
            + self.out.capacity()
    }
}
