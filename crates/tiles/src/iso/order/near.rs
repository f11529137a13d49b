//! The order of what is seen: a frame costs what it shows, however large the world is.

use super::components::Components;
use super::rank::{self, RankMemory, Ranked};
use super::sweep::Sweep;
use super::{Drawn, IsoItem, IsoOrder, Links, Places};
use crate::iso::view::Relation;
use motile_geom::glam::DVec2;
use motile_geom::{Aabb, Id};

/// The things near a part of the screen, back to front, and the buffers to order them.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearOrder {
    slots: Vec<u32>,
    ranked: Vec<Ranked>,
    memory: RankMemory,
    sweep: Sweep,
    links: Links,
    components: Components,
    drawn: Drawn,
}

impl NearOrder {
    /// What is drawn, back to front, as [`IsoOrder::groups`] has it.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[Id<IsoItem>]> {
        self.drawn.groups()
    }
}

impl IsoOrder {
    /// Orders what may be seen in a part of the screen and nothing else. Call [`place`](Self::place) after changes.
    ///
    /// Any two things that overlap on the screen inside of the area are both in it, so that what is left out cannot make it
    /// wrong.
    pub(crate) fn order_near(&self, area: Aabb, near: &mut NearOrder) {
        let NearOrder { slots, ranked, memory, sweep, links, components, drawn } = near;
        let Places { views, .. } = self.places();
        slots.clear();
        self.query_near(area, |slot| slots.push(slot));
        let things = slots.iter().filter_map(|&slot| self.thing(slot));
        rank::sort(things, &self.projection, ranked, memory);
        let slot = |rank: u32| ranked[rank as usize].slot;
        let seen = |rank: u32| (slot(rank), &views[slot(rank) as usize]);
        let count = ranked.len() as u32;
        sweep.fill((0..count).map(|rank| *seen(rank).1), self.projection.slope());
        links.clear();
        sweep.pairs(|rank| *seen(rank).1, |a, b| links.add(a, b, self.relation(seen(a), seen(b))));
        links.late.retain(|(behind, front)| behind > front);
        drawn.clear();
        let behind = |rank: u32, out: &mut Vec<u32>| {
            sweep.near(seen(rank).1, |other| {
                let relation = self.relation(seen(rank), seen(other));
                if other != rank && matches!(relation, Some(Relation::InFront | Relation::Mixed)) {
                    out.push(other);
                }
            });
        };
        components.walk(count, links.late.iter().copied(), behind, |members| {
            let slots = members.iter().map(|&rank| slot(rank));
            drawn.add(slots.filter_map(|slot| self.items.id_at(slot)));
        });
    }

    /// The things in front of one that overlap it on the screen; those that share space with it are none.
    pub(crate) fn in_front_of(&self, id: Id<IsoItem>, mut tell: impl FnMut(Id<IsoItem>)) {
        let Places { cells, views } = self.places();
        let Some(view) = self.items.get(id).and_then(|_| views.get(id.slot())) else { return };
        let extent = view.silhouette(self.projection.slope()).extent();
        cells.query(extent, |slot| {
            let relation = self.relation((id.index(), view), (slot, &views[slot as usize]));
            if slot != id.index()
                && relation == Some(Relation::Behind)
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
        self.places().cells.query((min, max), meet);
    }
}
