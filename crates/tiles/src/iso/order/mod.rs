//! What is drawn before what.

mod components;
mod pick;

pub use pick::IsoPick;

use super::cells::Cells;
use super::view::{Relation, ViewBox};
use super::{IsoBox, IsoProjection};
use components::Components;
use motile_geom::glam::DVec2;
use motile_geom::{Arena, Id, MarkRole, MarkSink, Marks};

/// A thing in an [`IsoOrder`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoItem {
    /// The volume it fills.
    pub bounds: IsoBox,
    /// Decides between things of which neither hides the other and which are equally near: lower ones come first.
    pub layer: i32,
}

/// Two things that fill the same space, so that no order of them is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsoPenetration {
    /// The one of the lower place.
    pub a: Id<IsoItem>,
    /// The other one.
    pub b: Id<IsoItem>,
}

/// The order in which the boxes of an isometric world are drawn, back to front, so that nothing is drawn over what hides it.
///
/// Boxes may have any footprint and height and may float. Whether two of them overlap on the screen is decided exactly,
/// and so is which of the two is in front; a topological sort of these pairs gives the order. Three long boxes
/// can lie on each other in a ring, and volumes can share space: such things come out as one **group**, to be composed pixel
/// by pixel (`IsoScene` of the feature `pixels` does that).
///
/// The order is a function of the boxes, their layers and their ids: it does not depend on what moved before. After a change, [`sort`](Self::sort) tests
/// the things that moved and no others, then walks the graph once. After warm-up it allocates nothing.
///
/// ```
/// use motile_geom::{Vec3, vec3};
/// use motile_tiles::iso::{IsoBox, IsoOrder, IsoProjection};
///
/// let mut order = IsoOrder::new(IsoProjection::DIMETRIC);
/// let lamp = order.insert(IsoBox::standing(vec3(-9.0, -20.0, -9.0), Vec3::splat(20.0)), 0);
/// let table = order.insert(IsoBox::standing(Vec3::ZERO, Vec3::splat(20.0)), 0);
/// order.sort();
/// assert_eq!(order.sequence(), [table, lamp]);
/// order.set(lamp, IsoBox::standing(vec3(-40.0, 0.0, -9.0), Vec3::splat(20.0)));
/// order.sort();
/// assert_eq!(order.sequence(), [lamp, table]);
/// ```
///
/// Boxes with numbers that are not finite are not taken; [`rejected`](Self::rejected) counts them.
#[derive(Clone, Debug, Default)]
#[doc(alias = "depth sort")]
#[doc(alias = "z-order")]
#[doc(alias = "topological sort")]
#[doc(alias = "painters algorithm")]
pub struct IsoOrder {
    /// How many boxes were not taken because a number was not finite.
    pub rejected: u64,
    projection: IsoProjection,
    items: Arena<IsoItem>,
    /// For each place of `items`: the box as the view has it.
    views: Vec<ViewBox>,
    /// How near each place is to the viewer.
    depths: Vec<f64>,
    is_dirty: Vec<bool>,
    dirty: Vec<u32>,
    cells: Cells,
    /// How many things the cells were made for; none when they have to be made anew.
    fitted: usize,
    /// (behind, in front), both ways for those that share space.
    edges: Vec<(u32, u32)>,
    mixed: Vec<(u32, u32)>,
    /// Places by depth, layer and number.
    by_depth: Vec<u32>,
    ranks: Vec<u32>,
    ranked: Vec<(u32, u32)>,
    components: Components,
    sequence: Vec<Id<IsoItem>>,
    ends: Vec<u32>,
    penetrations: Vec<IsoPenetration>,
    cycles: u32,
}

impl IsoOrder {
    /// Nothing yet, to be seen through a projection.
    pub fn new(projection: IsoProjection) -> Self {
        Self { projection, ..Self::default() }
    }

    /// How the world is seen.
    pub const fn projection(&self) -> &IsoProjection {
        &self.projection
    }

    /// Looks at the world another way. A new origin or zoom costs nothing; a turn or another pitch tests all things anew.
    pub fn set_projection(&mut self, projection: IsoProjection) {
        let plain = |of: IsoProjection| {
            let turns = of.turns % 4;
            of.with_origin(motile_geom::Vec2::ZERO).with_zoom(1.0).with_turns(turns)
        };
        if plain(self.projection) != plain(projection) {
            self.fitted = 0;
            self.touch_all();
        }
        self.projection = projection;
    }

    /// Adds a thing. It comes into the order at the next [`sort`](Self::sort). A box with a number that is not finite stays out
    /// of the order until [`set`](Self::set) gives a better one.
    pub fn insert(&mut self, bounds: IsoBox, layer: i32) -> Id<IsoItem> {
        self.rejected += u64::from(!bounds.is_valid());
        let id = self.items.insert(IsoItem { bounds, layer });
        let size = self.views.len().max(id.slot() + 1);
        self.views
            .resize(size, ViewBox::new(DVec2::ZERO.extend(0.0), DVec2::ZERO.extend(0.0), 0.0));
        self.depths.resize(size, 0.0);
        self.is_dirty.resize(size, false);
        self.touch(id.index());
        id
    }

    /// Moves or resizes a thing. Returns whether it was taken: not when there is no such thing or a number is not finite.
    pub fn set(&mut self, id: Id<IsoItem>, bounds: IsoBox) -> bool {
        if !bounds.is_valid() {
            self.rejected += 1;
            return false;
        }
        let Some(item) = self.items.get_mut(id) else { return false };
        if item.bounds != bounds {
            item.bounds = bounds;
            self.touch(id.index());
        }
        true
    }

    /// Takes a thing out. Returns whether it was there.
    pub fn remove(&mut self, id: Id<IsoItem>) -> bool {
        let was_there = self.items.remove(id).is_some();
        if was_there {
            self.touch(id.index());
        }
        was_there
    }

    /// Takes everything out and keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
        self.touch_all();
        self.fitted = 0;
    }

    /// A thing by its id.
    pub fn get(&self, id: Id<IsoItem>) -> Option<&IsoItem> {
        self.items.get(id)
    }

    /// How many things there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Brings the order up to date. Without changes since the last time it costs nothing.
    pub fn sort(&mut self) {
        if self.dirty.is_empty() {
            return;
        }
        if self.fitted == 0 || self.items.len() > self.fitted * 4 {
            self.fit();
        }
        let dirty = &self.is_dirty;
        let stays = |pair: &(u32, u32)| !dirty[pair.0 as usize] && !dirty[pair.1 as usize];
        self.edges.retain(stays);
        self.mixed.retain(stays);
        self.place_moved();
        self.rank();
        self.walk();
        for &slot in &self.dirty {
            self.is_dirty[slot as usize] = false;
        }
        self.dirty.clear();
    }

    /// Everything back to front, as of the last [`sort`](Self::sort). Inside of a group of several things, by depth.
    pub fn sequence(&self) -> &[Id<IsoItem>] {
        &self.sequence
    }

    /// What is drawn, back to front. A group of one is drawn as it is; one of several is a ring or shares space, and no order
    /// of its pictures is right: it is composed pixel by pixel.
    pub fn groups(&self) -> impl Iterator<Item = &[Id<IsoItem>]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let group = &self.sequence[start..end as usize];
            start = end as usize;
            group
        })
    }

    /// How many groups of several things there are.
    pub const fn cycles(&self) -> u32 {
        self.cycles
    }

    /// Things that share space, as of the last [`sort`](Self::sort), by their ids.
    pub fn penetrations(&self) -> &[IsoPenetration] {
        &self.penetrations
    }

    /// Marks the boxes, which of two overlapping ones is drawn first, and in red those that no order fits.
    pub fn mark(&self, marks: &mut Marks) {
        for group in self.groups() {
            let role = if group.len() > 1 { MarkRole::Threat } else { MarkRole::Bounds };
            for item in group.iter().filter_map(|&id| self.items.get(id)) {
                for face in self.projection.faces(&item.bounds) {
                    marks.outline(role, face);
                }
            }
        }
        let middle = |slot: u32| {
            let item = self.items.value_at(slot)?;
            Some(self.projection.to_screen(item.bounds.center()))
        };
        for &(behind, front) in &self.edges {
            if let (Some(from), Some(to)) = (middle(behind), middle(front)) {
                marks.arrow(MarkRole::Order, from, to - from);
            }
        }
        for &(a, b) in &self.mixed {
            if let (Some(a), Some(b)) = (middle(a), middle(b)) {
                marks.line(MarkRole::Contact, a, b);
            }
        }
    }

    fn touch(&mut self, slot: u32) {
        if !core::mem::replace(&mut self.is_dirty[slot as usize], true) {
            self.dirty.push(slot);
        }
    }

    fn touch_all(&mut self) {
        for slot in 0..self.views.len() as u32 {
            self.touch(slot);
        }
    }

    /// Makes the cells anew for what there is now.
    fn fit(&mut self) {
        self.touch_all();
        let mut sum = DVec2::ZERO;
        let mut count = 0.0;
        for item in self.items.values().filter(|item| item.bounds.is_valid()) {
            let (min, max) = self.projection.view_box(&item.bounds).extent();
            sum += max - min;
            count += 1.0;
        }
        self.cells.reset(self.items.len(), self.views.len(), sum / f64::max(count, 1.0));
        self.fitted = self.items.len().max(16);
    }

    /// All moved things leave their cells before the first comes back, so that each pair is met once.
    fn place_moved(&mut self) {
        for &slot in &self.dirty {
            self.cells.remove(slot);
        }
        let (views, edges, mixed) = (&mut self.views, &mut self.edges, &mut self.mixed);
        for &slot in &self.dirty {
            let Some(item) = self.items.value_at(slot) else { continue };
            if !item.bounds.is_valid() {
                continue;
            }
            let view = self.projection.view_box(&item.bounds);
            views[slot as usize] = view;
            self.depths[slot as usize] = self.projection.depth_of(view.center());
            let layer = item.layer;
            let items = &self.items;
            let depths = &self.depths;
            self.cells.insert(slot, view.extent(), |other| {
                match view.relation(&views[other as usize]) {
                    Relation::Apart => {}
                    Relation::Behind => edges.push((slot, other)),
                    Relation::InFront => edges.push((other, slot)),
                    Relation::Mixed => {
                        edges.extend([(slot, other), (other, slot)]);
                        mixed.push((slot.min(other), slot.max(other)));
                    }
                    Relation::Level => {
                        let key = |slot: u32, layer| (layer, depths[slot as usize], slot);
                        let with = items.value_at(other).map_or(0, |item| item.layer);
                        let is_first = key(slot, layer) < key(other, with);
                        edges.push(if is_first { (slot, other) } else { (other, slot) });
                    }
                }
            });
        }
    }

    fn rank(&mut self) {
        let items = &self.items;
        let is_in = |slot: u32| items.value_at(slot).is_some_and(|item| item.bounds.is_valid());
        let dirty = &self.is_dirty;
        self.by_depth.retain(|&slot| !dirty[slot as usize]);
        let stayed = self.by_depth.len();
        self.by_depth.extend(self.dirty.iter().copied().filter(|&slot| is_in(slot)));
        let layer = |slot: u32| items.value_at(slot).map_or(0, |item| item.layer);
        let depths = &self.depths;
        let compare = |&a: &u32, &b: &u32| {
            let (near, far) = (depths[a as usize], depths[b as usize]);
            near.total_cmp(&far).then_with(|| layer(a).cmp(&layer(b))).then(a.cmp(&b))
        };
        // Two ascending runs, which a merge sort finds by itself.
        self.by_depth[stayed..].sort_unstable_by(compare);
        self.by_depth.sort_by(compare);
        self.ranks.resize(self.views.len(), 0);
        for (rank, &slot) in (0u32..).zip(&self.by_depth) {
            self.ranks[slot as usize] = rank;
        }
        self.ranked.clear();
        let ranks = &self.ranks;
        let rank = |&(a, b): &(u32, u32)| (ranks[a as usize], ranks[b as usize]);
        self.ranked.extend(self.edges.iter().map(rank));
    }

    fn walk(&mut self) {
        self.sequence.clear();
        self.ends.clear();
        self.cycles = 0;
        let (items, by_depth) = (&self.items, &self.by_depth);
        let (sequence, ends, cycles) = (&mut self.sequence, &mut self.ends, &mut self.cycles);
        self.components.walk(by_depth.len() as u32, &self.ranked, |members| {
            let slots = members.iter().map(|&rank| by_depth[rank as usize]);
            sequence.extend(slots.filter_map(|slot| items.id_at(slot)));
            ends.push(sequence.len() as u32);
            *cycles += u32::from(members.len() > 1);
        });
        self.mixed.sort_unstable();
        self.penetrations.clear();
        let id = |slot| items.id_at(slot).unwrap_or(Id::NOTHING);
        let pairs = self.mixed.iter().map(|&(a, b)| IsoPenetration { a: id(a), b: id(b) });
        self.penetrations.extend(pairs);
    }
}
