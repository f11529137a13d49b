//! The stages of a sort: ranks by depth, pairs that depth gets wrong, the walk. All things at once, or those that moved.

use super::rank;
use super::rank::{RankMemory, Ranked};
use super::{IsoOrder, IsoPenetration, Pending};
use crate::iso::view::Relation;
use motile_geom::Id;
use std::sync::OnceLock;

impl IsoOrder {
    /// Sorts everything by depth.
    pub(super) fn rank_all(&mut self) {
        self.fitted = self.items.len().max(16);
        self.pending.clear();
        self.pending.resize(self.items.slots_len(), Pending::default());
        self.dirty.clear();
        let mut by_depth = core::mem::take(&mut self.by_depth);
        // Lists that are filled later lend their memory meanwhile.
        let buckets = core::mem::take(&mut self.ranks);
        let depths = core::mem::take(&mut self.sweep.cells);
        let mut memory = RankMemory { buckets, depths };
        let slots = 0..self.items.slots_len() as u32;
        let things = slots.filter_map(|slot| self.thing(slot));
        rank::sort(things, &self.projection, &mut by_depth, &mut memory);
        self.by_depth = by_depth;
        (self.ranks, self.sweep.cells) = (memory.buckets, memory.depths);
        self.number();
    }

    /// Compares everything with everything near it.
    pub(super) fn compare_all(&mut self) {
        if let Some(places) = self.places.take() {
            self.spare = places;
        }
        let mut sweep = core::mem::take(&mut self.sweep);
        let mut links = core::mem::take(&mut self.links);
        let seen = |ranked: &Ranked| self.projection.view_box(&ranked.bounds);
        sweep.fill(self.by_depth.iter().map(seen), self.projection.slope());
        links.clear();
        let view = |rank: u32| seen(&self.by_depth[rank as usize]);
        sweep.pairs(view, |a, b| {
            let (one, other) = ((self.slot(a), &view(a)), (self.slot(b), &view(b)));
            links.add(one.0, other.0, self.relation(one, other));
        });
        (self.sweep, self.links) = (sweep, links);
    }

    /// All moved things leave their cells before the first comes back, so that each pair is met once.
    pub(super) fn compare_moved(&mut self) {
        let pending = &self.pending;
        self.links.retain(|a, b| !pending[a as usize].sort && !pending[b as usize].sort);
        let mut places = self.take_places();
        let mut links = core::mem::take(&mut self.links);
        let mut moved = core::mem::take(&mut self.moved);
        moved.clear();
        for &slot in &self.dirty {
            places.cells.remove(slot);
        }
        for &slot in &self.dirty {
            let Some(view) = self.view(slot) else { continue };
            let thing = self.thing(slot);
            moved.extend(
                thing.map(|(bounds, layer, slot)| {
                    Ranked::new(bounds, layer, slot, &self.projection)
                }),
            );
            places.see(slot, view);
            let extent = view.silhouette(self.projection.slope()).extent();
            let views = &places.views;
            places.cells.insert(slot, extent, |other| {
                let with = (other, &views[other as usize]);
                links.add(slot, other, self.relation((slot, &view), with));
            });
        }
        self.places = OnceLock::from(places);
        (self.links, self.moved) = (links, moved);
    }

    /// Sorts what moved, and merges it into what stayed.
    pub(super) fn rank_moved(&mut self) {
        let pending = &self.pending;
        self.by_depth.retain(|ranked| !pending[ranked.slot as usize].sort);
        rank::sort_few(&mut self.moved, &self.projection);
        rank::merge(&self.by_depth, &self.moved, &self.projection, &mut self.merged);
        core::mem::swap(&mut self.by_depth, &mut self.merged);
        self.number();
    }

    /// Numbers things by depth.
    fn number(&mut self) {
        self.ranks.clear();
        self.ranks.resize(self.items.slots_len(), 0);
        for (rank, ranked) in (0_u32..).zip(&self.by_depth) {
            self.ranks[ranked.slot as usize] = rank;
        }
    }

    /// The place of the thing with a number by depth.
    fn slot(&self, rank: u32) -> u32 {
        self.by_depth[rank as usize].slot
    }

    pub(super) fn walk_all(&mut self) {
        self.walk(|order, rank, out| {
            let seen = |rank: u32| {
                let Ranked { bounds, slot, .. } = &order.by_depth[rank as usize];
                (*slot, order.projection.view_box(bounds))
            };
            let (slot, view) = seen(rank);
            order.sweep.near(&view, |other| {
                let (behind, with) = seen(other);
                let relation = order.relation((slot, &view), (behind, &with));
                if other != rank && matches!(relation, Some(Relation::InFront | Relation::Mixed)) {
                    out.push(other);
                }
            });
        });
    }

    pub(super) fn walk_moved(&mut self) {
        self.walk(|order, rank, out| {
            order.behind(order.slot(rank), |behind| out.push(order.ranks[behind as usize]));
        });
    }

    /// Brings everything into order; `behind` adds the numbers of all that is drawn before a thing to a list.
    fn walk(&mut self, behind: impl Fn(&Self, u32, &mut Vec<u32>)) {
        let ranks = &self.ranks;
        let ranked = |&(a, b): &(u32, u32)| (ranks[a as usize], ranks[b as usize]);
        // What moved may have come into the order of depth. What did not keeps its place in it, so that nobody misses these.
        self.links.late.retain(|pair| {
            let (behind, front) = ranked(pair);
            behind > front
        });
        let mut components = core::mem::take(&mut self.components);
        let mut drawn = core::mem::take(&mut self.drawn);
        drawn.clear();
        let late = self.links.late.iter().map(ranked);
        let count = self.by_depth.len() as u32;
        components.walk(
            count,
            late,
            |rank, out| behind(self, rank, out),
            |members| {
                let slots = members.iter().map(|&rank| self.slot(rank));
                drawn.add(slots.filter_map(|slot| self.items.id_at(slot)));
            },
        );
        (self.components, self.drawn) = (components, drawn);
    }

    pub(super) fn tell_mixed(&mut self) {
        self.links.mixed.sort_unstable();
        self.penetrations.clear();
        let id = |slot| self.items.id_at(slot).unwrap_or(Id::NOTHING);
        let pairs = self.links.mixed.iter().map(|&(a, b)| IsoPenetration { a: id(a), b: id(b) });
        self.penetrations.extend(pairs);
    }
}
