//! The order of what is seen: a frame costs what it shows, however large the world is.

use super::components::Components;
use super::rank::Ranked;
use super::sweep::Sweep;
use super::{IsoItem, IsoOrder, Links, level, settled};
use crate::iso::view::Relation;
use motile_geom::glam::DVec2;
use motile_geom::{Aabb, Id};

/// The things near a part of the screen, back to front, and the buffers to order them.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearOrder {
    ranked: Vec<Ranked>,
    sweep: Sweep,
    edges: Vec<(u32, u32)>,
    mixed: Vec<(u32, u32)>,
    components: Components,
    sequence: Vec<Id<IsoItem>>,
    ends: Vec<u32>,
}

impl NearOrder {
    /// What is drawn, back to front, as [`IsoOrder::groups`] has it.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[Id<IsoItem>]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.sequence[start as usize..end as usize])
    }
}

impl IsoOrder {
    /// Orders what may be seen in a part of the screen and nothing else. Call [`place`](Self::place) after changes.
    ///
    /// Any two things that overlap on the screen inside of the area are both in it, so that what is left out cannot make it
    /// wrong.
    pub(crate) fn order_near(&self, area: Aabb, near: &mut NearOrder) {
        near.ranked.clear();
        self.query_near(area, |slot| near.ranked.push(self.ranked(slot)));
        near.ranked.sort_unstable();
        near.edges.clear();
        near.mixed.clear();
        let ranked = &near.ranked;
        let slot = |rank: u32| ranked[rank as usize].slot;
        let view = |rank: u32| &self.views[slot(rank) as usize];
        let ranks = 0..ranked.len() as u32;
        let mut links = Links { edges: &mut near.edges, mixed: &mut near.mixed };
        near.sweep.pairs(ranks, view, self.projection.slope(), |a, b| {
            links.add(a, b, |rank| level(&self.items, &self.projection, &self.views, slot(rank)));
        });
        near.sequence.clear();
        near.ends.clear();
        let (sequence, ends) = (&mut near.sequence, &mut near.ends);
        near.components.walk(ranked.len() as u32, near.edges.iter().copied(), |members| {
            let slots = members.iter().map(|&rank| ranked[rank as usize].slot);
            sequence.extend(slots.filter_map(|slot| self.items.id_at(slot)));
            ends.push(sequence.len() as u32);
        });
    }

    /// The things in front of one that overlap it on the screen; those that share space with it are none.
    pub(crate) fn in_front_of(&self, id: Id<IsoItem>, mut tell: impl FnMut(Id<IsoItem>)) {
        let Some(view) = self.items.get(id).and_then(|_| self.views.get(id.slot())) else { return };
        let slope = self.projection.slope();
        let seen = view.silhouette(slope);
        self.cells().query(seen.extent(), |slot| {
            let other = &self.views[slot as usize];
            if slot == id.index() || !seen.overlaps(&other.silhouette(slope)) {
                return;
            }
            let relation = settled((id.index(), view), (slot, other), |slot| {
                level(&self.items, &self.projection, &self.views, slot)
            });
            if relation == Relation::Behind
                && let Some(other) = self.items.id_at(slot)
            {
                tell(other);
            }
        });
    }

    /// Tells of what may be seen in a part of the screen.
    fn query_near(&self, area: Aabb, meet: impl FnMut(u32)) {
        let corners = area.corners().map(|corner| self.place_of(corner.as_dvec2()));
        let min = corners.into_iter().fold(DVec2::INFINITY, DVec2::min);
        let max = corners.into_iter().fold(DVec2::NEG_INFINITY, DVec2::max);
        self.cells().query((min, max), meet);
    }
}
