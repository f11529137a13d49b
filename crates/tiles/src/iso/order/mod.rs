//! What is drawn before what.

mod components;
mod drawn;
mod links;
#[cfg(feature = "pixels")]
mod near;
mod pick;
mod rank;
mod stages;
mod sweep;

#[cfg(feature = "pixels")]
pub(crate) use near::NearOrder;
pub use pick::IsoPick;

use super::cells::Cells;
use super::view::{Relation, ViewBox};
use super::{IsoBox, IsoProjection};
use components::Components;
use drawn::Drawn;
use links::Links;
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
    /// For each place of `items`: what has to be done about it.
    pending: Vec<Pending>,
    /// What changed since the last sort, and what since it was put into the cells. Nothing while everything is to be done.
    dirty: Vec<u32>,
    unplaced: Vec<u32>,
    moved: Vec<Ranked>,
    /// Where things are on the screen; made when somebody asks, for whoever only wants an order does not.
    places: OnceLock<Places>,
    /// The memory of places that do not fit any more.
    spare: Places,
    /// How many things there were when everything was compared last; none when it has to be done anew.
    fitted: usize,
    sweep: Sweep,
    links: Links,
    by_depth: Vec<Ranked>,
    merged: Vec<Ranked>,
    ranks: Vec<u32>,
    components: Components,
    drawn: Drawn,
    penetrations: Vec<IsoPenetration>,
}

/// Where things are on the screen.
#[derive(Clone, Debug, Default)]
struct Places {
    cells: Cells,
    /// For each place of the arena: the box as the view has it.
    views: Vec<ViewBox>,
}

impl Places {
    /// Puts a thing where it is now; nothing when it is gone or has no place.
    fn set(&mut self, slot: u32, view: Option<ViewBox>, slope: f64) {
        let Some(view) = view else { return self.cells.remove(slot) };
        self.see(slot, view);
        self.cells.set(slot, view.silhouette(slope).extent());
    }

    fn see(&mut self, slot: u32, view: ViewBox) {
        if self.views.len() <= slot as usize {
            self.views.resize(slot as usize + 1, ViewBox::NOTHING);
        }
        self.views[slot as usize] = view;
    }
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
        }
        self.projection = projection;
    }

    /// Adds a thing. It comes into the order at the next [`sort`](Self::sort). A box with a number that is not finite stays out
    /// of the order until [`set`](Self::set) gives a better one.
    pub fn insert(&mut self, bounds: IsoBox, layer: i32) -> Id<IsoItem> {
        self.rejected += u64::from(!bounds.is_valid());
        let id = self.items.insert(IsoItem { bounds, layer });
        // Cells that were made for few things would be slow.
        if self.items.len() > self.fitted * 4 {
            self.fitted = 0;
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
        self.fitted = 0;
    }

    /// A thing by its id.
    pub fn get(&self, id: Id<IsoItem>) -> Option<&IsoItem> {
        self.items.get(id)
    }

    /// All things, in the order of their ids.
    #[cfg_attr(not(feature = "pixels"), expect(dead_code, reason = "scenes are made of pictures"))]
    pub(crate) fn ids(&self) -> impl Iterator<Item = Id<IsoItem>> {
        self.items.ids()
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
        if self.is_sorted() {
            return;
        }
        // Where much has moved, everything is compared anew: that is faster than one by one.
        if self.fitted == 0 || self.dirty.len() > self.items.len() / 2 {
            self.rank_all();
            self.compare_all();
            self.walk_all();
        } else {
            self.compare_moved();
            self.rank_moved();
            self.walk_moved();
        }
        self.tell_mixed();
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
        if self.fitted == 0 {
            return self.sort();
        }
        let mut places = self.take_places();
        for &slot in &self.unplaced {
            self.pending[slot as usize].place = false;
            places.set(slot, self.view(slot), self.projection.slope());
        }
        self.places = OnceLock::from(places);
        self.unplaced.clear();
    }

    /// Whether most of what was found out is still true: not after a turn of the view.
    #[cfg_attr(not(feature = "pixels"), expect(dead_code, reason = "scenes are made of pictures"))]
    pub(crate) const fn is_fitted(&self) -> bool {
        self.fitted != 0
    }

    /// Whether the order is that of the things as they are now.
    pub(crate) const fn is_sorted(&self) -> bool {
        self.fitted != 0 && self.dirty.is_empty()
    }

    /// Everything back to front, as of the last [`sort`](Self::sort). Inside of a group of several things, by depth.
    pub fn sequence(&self) -> &[Id<IsoItem>] {
        &self.drawn.sequence
    }

    /// What is drawn, back to front. A group of one is drawn as it is; one of several is a ring or shares space, and no order
    /// of its pictures is right: it is composed pixel by pixel.
    pub fn groups(&self) -> impl Iterator<Item = &[Id<IsoItem>]> {
        self.drawn.groups()
    }

    /// A place of the screen in the units of the cells.
    fn place_of(&self, screen: DVec2) -> DVec2 {
        let floor = self.projection.ray(screen).from;
        dvec2(floor.x - floor.z, (floor.x + floor.z) * 0.5)
    }

    /// How many groups of several things there are.
    pub const fn cycles(&self) -> u32 {
        self.drawn.cycles()
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
        for ranked in &self.by_depth {
            self.behind(ranked.slot, |behind| {
                if let (Some(from), Some(to)) = (middle(behind), middle(ranked.slot)) {
                    marks.arrow(MarkRole::Order, from, to - from);
                }
            });
        }
        for &(a, b) in &self.links.mixed {
            if let (Some(a), Some(b)) = (middle(a), middle(b)) {
                marks.line(MarkRole::Contact, a, b);
            }
        }
    }

    fn touch(&mut self, slot: u32) {
        if self.fitted == 0 {
            return;
        }
        if self.pending.len() <= slot as usize {
            self.pending.resize(slot as usize + 1, Pending::default());
        }
        let pending = &mut self.pending[slot as usize];
        if !core::mem::replace(&mut pending.sort, true) {
            self.dirty.push(slot);
        }
        if !core::mem::replace(&mut pending.place, true) {
            self.unplaced.push(slot);
        }
    }

    /// A thing as the view has it; nothing when it is gone or has no place.
    fn view(&self, slot: u32) -> Option<ViewBox> {
        let item = self.items.value_at(slot)?;
        item.bounds.is_valid().then(|| self.projection.view_box(&item.bounds))
    }

    /// A thing to be ranked: its box, layer and number; nothing when it is gone or has no place.
    fn thing(&self, slot: u32) -> Option<(IsoBox, i32, u32)> {
        let &IsoItem { bounds, layer } = self.items.value_at(slot)?;
        bounds.is_valid().then_some((bounds, layer, slot))
    }

    /// Which of two things is drawn first; nothing when they do not overlap on the screen.
    fn relation(&self, a: (u32, &ViewBox), b: (u32, &ViewBox)) -> Option<Relation> {
        let slope = self.projection.slope();
        if !a.1.silhouette(slope).overlaps(&b.1.silhouette(slope)) {
            return None;
        }
        Some(match a.1.relation(b.1) {
            Relation::Level if self.level(a) < self.level(b) => Relation::Behind,
            Relation::Level => Relation::InFront,
            relation => relation,
        })
    }

    /// What decides between flat things in one plane.
    fn level(&self, (slot, view): (u32, &ViewBox)) -> (i32, f64, u32) {
        let layer = self.items.value_at(slot).map_or(0, |item| item.layer);
        (layer, self.projection.depth_of(view.center()), slot)
    }

    /// Tells of all things that have to be drawn before one or share space with it, by their places.
    fn behind(&self, slot: u32, mut tell: impl FnMut(u32)) {
        let Places { cells, views } = self.places();
        let Some(view) = views.get(slot as usize) else { return };
        let extent = view.silhouette(self.projection.slope()).extent();
        cells.query(extent, |other| {
            let relation = self.relation((slot, view), (other, &views[other as usize]));
            if other != slot && matches!(relation, Some(Relation::InFront | Relation::Mixed)) {
                tell(other);
            }
        });
    }

    /// The places, with everything in them.
    fn places(&self) -> &Places {
        self.places.get_or_init(|| self.filled(Places::default()))
    }

    /// The places, to be changed and put back.
    fn take_places(&mut self) -> Places {
        self.places.take().unwrap_or_else(|| {
            let spare = core::mem::take(&mut self.spare);
            self.filled(spare)
        })
    }

    /// Places that fit what there is.
    fn filled(&self, mut places: Places) -> Places {
        let slope = self.projection.slope();
        let seen = || {
            let slots = self.by_depth.iter().map(|ranked| ranked.slot);
            slots.filter_map(|slot| Some((slot, self.view(slot)?)))
        };
        let mut sum = DVec2::ZERO;
        for (_, view) in seen() {
            sum += view.extent(slope);
        }
        let mean = sum / self.by_depth.len().max(1) as f64;
        let slots = self.items.slots_len();
        places.cells.reset(self.by_depth.len(), slots, mean * CELL);
        places.views.clear();
        places.views.resize(slots, ViewBox::NOTHING);
        for (slot, view) in seen() {
            places.set(slot, Some(view), slope);
        }
        places
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
        let before = order.places().views[0].max;
        let size = Vec3::splat(20.0);
        for base in [vec3(30.0, 0.0, 0.0), vec3(30.0, -10.0, 0.0), vec3(30.0, -10.0, 70.0)] {
            assert!(order.set(ids[0], IsoBox::standing(base, size)));
        }
        assert_eq!((&*order.unplaced, &*order.dirty), (&[0][..], &[0][..]), "one to look at");
        order.place();
        assert_ne!(order.places().views[0].max, before);
        assert_eq!((order.unplaced.len(), order.dirty.len()), (0, 1), "placed, not yet sorted");
        order.sort();
        assert!(order.is_sorted() && order.unplaced.is_empty());
    }
}
