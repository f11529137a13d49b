//! What is drawn before what.

mod components;
#[cfg(feature = "pixels")]
mod near;
mod pick;
mod rank;
mod sweep;

#[cfg(feature = "pixels")]
pub(crate) use near::NearOrder;
pub use pick::IsoPick;

use super::cells::Cells;
use super::view::{Relation, ViewBox};
use super::{IsoBox, IsoProjection};
use components::Components;
use motile_geom::glam::{DVec2, dvec2};
use motile_geom::{Arena, Id, MarkRole, MarkSink, Marks};
use rank::Ranked;
use std::sync::OnceLock;
use sweep::Sweep;

/// The side of a cell, as a part of the mean side of a silhouette: large ones are fewer to enter, small ones hold fewer others
/// to look at. Measured on towns of 10,000 and 100,000 boxes.
const CELL: f64 = 1.5;

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
    /// For each place of `items`: what has to be done about it.
    pending: Vec<Pending>,
    /// What changed since the last sort, and what since it was put into the cells.
    dirty: Vec<u32>,
    unplaced: Vec<u32>,
    moved: Vec<Ranked>,
    /// Where things are on the screen; made when somebody asks, for whoever only wants an order does not.
    cells: OnceLock<Cells>,
    /// The memory of cells that do not fit any more.
    spare: Cells,
    /// How many things there were when everything was compared last; none when it has to be done anew.
    fitted: usize,
    sweep: Sweep,
    /// Behind and in front, both ways for those that share space.
    edges: Vec<(u32, u32)>,
    mixed: Vec<(u32, u32)>,
    by_depth: Vec<Ranked>,
    merged: Vec<Ranked>,
    ranks: Vec<u32>,
    components: Components,
    sequence: Vec<Id<IsoItem>>,
    ends: Vec<u32>,
    penetrations: Vec<IsoPenetration>,
    cycles: u32,
}

/// What has to be done about a thing that changed.
#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    sort: bool,
    place: bool,
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
        if self.pending.len() <= id.slot() {
            self.pending.resize(id.slot() + 1, Pending::default());
        }
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

    /// All things, in the order of their ids.
    #[cfg_attr(not(feature = "pixels"), expect(dead_code, reason = "scenes are made of pictures"))]
    pub(crate) fn ids(&self) -> impl Iterator<Item = Id<IsoItem>> {
        (0..self.pending.len() as u32).filter_map(|slot| self.items.id_at(slot))
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
        self.views.resize(self.pending.len(), ViewBox::NOTHING);
        // Where much has moved, everything is compared anew: that is faster than one by one.
        if self.is_unfit() || self.dirty.len() > self.items.len() / 2 {
            self.place_all();
        } else {
            self.place_moved();
        }
        self.rank();
        self.walk();
        for &slot in &self.dirty {
            self.pending[slot as usize] = Pending::default();
        }
        self.dirty.clear();
        self.unplaced.clear();
    }

    /// Puts what moved where it is now, for [`pick`](Self::pick) and for those who look at a part of the world. The order stays
    /// as it was.
    #[cfg_attr(not(feature = "pixels"), expect(dead_code, reason = "scenes are made of pictures"))]
    pub(crate) fn place(&mut self) {
        if self.is_unfit() {
            return self.sort();
        }
        self.views.resize(self.pending.len(), ViewBox::NOTHING);
        let mut cells = self.take_cells();
        for index in 0..self.unplaced.len() {
            let slot = self.unplaced[index];
            self.pending[slot as usize].place = false;
            match self.see(slot) {
                Some(extent) => cells.set(slot, extent),
                None => cells.remove(slot),
            }
        }
        self.cells = OnceLock::from(cells);
        self.unplaced.clear();
    }

    /// Whether the order is that of the things as they are now.
    #[cfg_attr(not(feature = "pixels"), expect(dead_code, reason = "scenes are made of pictures"))]
    pub(crate) const fn is_sorted(&self) -> bool {
        self.dirty.is_empty()
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

    /// A place of the screen in the units of the cells.
    fn place_of(&self, screen: DVec2) -> DVec2 {
        let floor = self.projection.ray(screen).from;
        dvec2(floor.x - floor.z, (floor.x + floor.z) * 0.5)
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
        let pending = &mut self.pending[slot as usize];
        if !core::mem::replace(&mut pending.sort, true) {
            self.dirty.push(slot);
        }
        if !core::mem::replace(&mut pending.place, true) {
            self.unplaced.push(slot);
        }
    }

    fn touch_all(&mut self) {
        for slot in 0..self.pending.len() as u32 {
            self.touch(slot);
        }
    }

    /// Whether the cells do not fit what there is now.
    fn is_unfit(&self) -> bool {
        !self.dirty.is_empty() && (self.fitted == 0 || self.items.len() > self.fitted * 4)
    }

    /// Looks at a thing anew and tells where it is on the screen; nothing when it is gone or has no place.
    fn see(&mut self, slot: u32) -> Option<(DVec2, DVec2)> {
        let item = self.items.value_at(slot)?;
        if !item.bounds.is_valid() {
            return None;
        }
        let view = self.projection.view_box(&item.bounds);
        self.views[slot as usize] = view;
        Some(view.silhouette(self.projection.slope()).extent())
    }

    /// Where a thing comes by its depth.
    fn ranked(&self, slot: u32) -> Ranked {
        let depth = self.projection.depth_of(self.views[slot as usize].center());
        let layer = self.items.value_at(slot).map_or(0, |item| item.layer);
        Ranked::new(depth, layer, slot)
    }

    /// Compares everything with everything near it, and makes the cells anew.
    fn place_all(&mut self) {
        self.touch_all();
        self.edges.clear();
        self.mixed.clear();
        self.moved.clear();
        self.by_depth.clear();
        for slot in 0..self.pending.len() as u32 {
            if self.see(slot).is_some() {
                self.moved.push(self.ranked(slot));
            }
        }
        self.fitted = self.items.len().max(16);
        if let Some(cells) = self.cells.take() {
            self.spare = cells;
        }
        // Only what is written to takes memory.
        self.edges.reserve(self.moved.len() * 8);
        let mut links = Links { edges: &mut self.edges, mixed: &mut self.mixed };
        let (views, items, projection) = (&self.views, &self.items, &self.projection);
        let slots = self.moved.iter().map(|moved| moved.slot);
        let view = |slot: u32| &views[slot as usize];
        self.sweep.pairs(slots, view, projection.slope(), |a, b| {
            links.add(a, b, |slot| level(items, projection, views, slot));
        });
    }

    /// The cells, with everything in them.
    fn cells(&self) -> &Cells {
        self.cells.get_or_init(|| self.filled(Cells::default()))
    }

    /// The cells, to be changed and put back.
    fn take_cells(&mut self) -> Cells {
        self.cells.take().unwrap_or_else(|| {
            let spare = core::mem::take(&mut self.spare);
            self.filled(spare)
        })
    }

    /// Cells that fit what there was at the last look.
    fn filled(&self, mut cells: Cells) -> Cells {
        let slope = self.projection.slope();
        let extent = |slot: u32| self.views[slot as usize].silhouette(slope).extent();
        let slots = || self.by_depth.iter().map(|ranked| ranked.slot);
        let mut sum = DVec2::ZERO;
        for (min, max) in slots().map(extent) {
            sum += max - min;
        }
        let mean = sum / self.by_depth.len().max(1) as f64;
        cells.reset(self.by_depth.len(), self.views.len(), mean * CELL);
        for slot in slots() {
            cells.set(slot, extent(slot));
        }
        cells
    }

    /// All moved things leave their cells before the first comes back, so that each pair is met once.
    fn place_moved(&mut self) {
        let pending = &self.pending;
        let stays =
            |pair: &(u32, u32)| !pending[pair.0 as usize].sort && !pending[pair.1 as usize].sort;
        self.edges.retain(stays);
        self.mixed.retain(stays);
        let mut cells = self.take_cells();
        for &slot in &self.dirty {
            cells.remove(slot);
        }
        self.moved.clear();
        for index in 0..self.dirty.len() {
            let slot = self.dirty[index];
            let Some(extent) = self.see(slot) else { continue };
            self.moved.push(self.ranked(slot));
            let mut links = Links { edges: &mut self.edges, mixed: &mut self.mixed };
            let (views, items, projection) = (&self.views, &self.items, &self.projection);
            let view = &views[slot as usize];
            let seen = view.silhouette(projection.slope());
            cells.insert(slot, extent, |other| {
                let with = &views[other as usize];
                if seen.overlaps(&with.silhouette(projection.slope())) {
                    links.add((slot, view), (other, with), |slot| {
                        level(items, projection, views, slot)
                    });
                }
            });
        }
        self.cells = OnceLock::from(cells);
    }

    /// Sorts what moved, and merges it into what stayed.
    fn rank(&mut self) {
        let pending = &self.pending;
        self.by_depth.retain(|ranked| !pending[ranked.slot as usize].sort);
        self.moved.sort_unstable();
        if self.by_depth.is_empty() {
            core::mem::swap(&mut self.by_depth, &mut self.moved);
        } else {
            rank::merge(&self.by_depth, &self.moved, &mut self.merged);
            core::mem::swap(&mut self.by_depth, &mut self.merged);
        }
        self.ranks.resize(self.views.len(), 0);
        for (rank, ranked) in (0_u32..).zip(&self.by_depth) {
            self.ranks[ranked.slot as usize] = rank;
        }
    }

    fn walk(&mut self) {
        self.sequence.clear();
        self.ends.clear();
        self.cycles = 0;
        let (items, by_depth) = (&self.items, &self.by_depth);
        let (sequence, ends, cycles) = (&mut self.sequence, &mut self.ends, &mut self.cycles);
        let ranks = &self.ranks;
        let ranked = self.edges.iter().map(|&(a, b)| (ranks[a as usize], ranks[b as usize]));
        self.components.walk(by_depth.len() as u32, ranked, |members| {
            let slots = members.iter().map(|&rank| by_depth[rank as usize].slot);
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

/// What decides between flat things in one plane.
fn level(
    items: &Arena<IsoItem>,
    projection: &IsoProjection,
    views: &[ViewBox],
    slot: u32,
) -> (i32, f64, u32) {
    let layer = items.value_at(slot).map_or(0, |item| item.layer);
    (layer, projection.depth_of(views[slot as usize].center()), slot)
}

/// Which of two is drawn first.
struct Links<'a> {
    edges: &'a mut Vec<(u32, u32)>,
    mixed: &'a mut Vec<(u32, u32)>,
}

impl Links<'_> {
    /// Notes two boxes that overlap on the screen; `level` decides between those of which neither is in front.
    fn add<K: PartialOrd>(
        &mut self,
        a: (u32, &ViewBox),
        b: (u32, &ViewBox),
        level: impl Fn(u32) -> K,
    ) {
        let (first, second) = (a.0, b.0);
        match settled(a, b, level) {
            Relation::Behind => self.edges.push((first, second)),
            Relation::InFront => self.edges.push((second, first)),
            Relation::Mixed | Relation::Level => {
                self.edges.extend([(first, second), (second, first)]);
                self.mixed.push((first.min(second), first.max(second)));
            }
        }
    }
}

/// How two boxes that overlap on the screen stand to each other; `level` decides between those of which neither is in front.
fn settled<K: PartialOrd>(
    a: (u32, &ViewBox),
    b: (u32, &ViewBox),
    level: impl Fn(u32) -> K,
) -> Relation {
    match a.1.relation(b.1) {
        Relation::Level if level(a.0) < level(b.0) => Relation::Behind,
        Relation::Level => Relation::InFront,
        relation => relation,
    }
}

#[cfg(all(test, feature = "pixels"))]
mod tests {
    use super::*;
    use motile_geom::{Vec3, vec3};

    /// What was set is looked at once, when it is needed; however often it was set.
    #[test]
    fn iso_t_42_three_changes_are_one_projection() {
        let mut order = IsoOrder::new(IsoProjection::DIMETRIC);
        let ids: Vec<_> = (0..3)
            .map(|index| {
                let base = vec3(index as f32 * 50.0, 0.0, 0.0);
                order.insert(IsoBox::standing(base, Vec3::splat(20.0)), 0)
            })
            .collect();
        order.sort();
        assert!(order.is_sorted());
        let size = Vec3::splat(20.0);
        for base in [vec3(30.0, 0.0, 0.0), vec3(30.0, -10.0, 0.0), vec3(30.0, -10.0, 70.0)] {
            assert!(order.set(ids[0], IsoBox::standing(base, size)));
        }
        assert_eq!((&*order.unplaced, &*order.dirty), (&[0][..], &[0][..]), "one to look at");
        let before = order.views[0].max;
        order.place();
        assert_ne!(order.views[0].max, before);
        assert_eq!((order.unplaced.len(), order.dirty.len()), (0, 1), "placed, not yet sorted");
        order.sort();
        assert!(order.is_sorted() && order.unplaced.is_empty());
    }
}
