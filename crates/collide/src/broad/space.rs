//! Boxes that come, move and go, and what changed since the last step.

use super::{Auto, Broadphase, CollisionFilter};
use crate::Pair;
use motile_geom::{Aabb, Id, Slots};

/// Names a box in a [`Space`]. Ids of removed boxes are recognized as such.
pub type ProxyId = Id<Proxy>;

/// A box in a [`Space`] that stands for a thing of the user's: what a [`ProxyId`] names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proxy {
    /// Where the thing is. A box that is not valid touches nothing.
    pub area: Aabb,
    /// Whom it meets.
    pub filter: CollisionFilter,
}

/// Two boxes of a space, the one with the smaller index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdPair {
    /// The smaller id.
    pub a: ProxyId,
    /// The larger id.
    pub b: ProxyId,
}

/// A set of boxes with filters over a broad phase. [`step`](Self::step) finds the pairs that touch and
/// what changed since the last step; all lists are sorted by id and stay readable until the next step.
///
/// ```
/// use motile_collide::{CollisionFilter, Space};
/// use motile_geom::{Aabb, vec2};
///
/// let mut space: Space = Space::default();
/// let at = |x| Aabb::from_size(vec2(x, 0.0), vec2(10.0, 10.0));
/// let hero = space.insert(at(0.0), CollisionFilter::default());
/// let door = space.insert(at(50.0), CollisionFilter::default());
/// space.step();
/// assert!(space.entered().is_empty());
/// space.set(hero, at(45.0));
/// space.step();
/// assert_eq!(space.entered()[0].a, hero);
/// space.remove(door);
/// space.step();
/// assert_eq!(space.exited()[0].b, door);
/// ```
#[doc(alias = "collision events")]
#[doc(alias = "sensor")]
#[doc(alias = "trigger")]
#[derive(Clone, Debug)]
pub struct Space<B = Auto> {
    /// The broad phase as of the last step: for queries, whose indices [`id_of`](Self::id_of) turns into ids.
    pub broadphase: B,
    ids: Slots<Proxy>,
    // Two arrays by place, because the broad phase takes the boxes as a slice.
    /// Empty boxes stand in for places that are free.
    boxes: Vec<Aabb>,
    filters: Vec<CollisionFilter>,
    found: Vec<Pair>,
    current: Vec<IdPair>,
    previous: Vec<IdPair>,
    entered: Vec<IdPair>,
    stayed: Vec<IdPair>,
    exited: Vec<IdPair>,
}

impl<B: Broadphase + Default> Default for Space<B> {
    fn default() -> Self {
        Self::new(B::default())
    }
}

impl<B: Broadphase> Space<B> {
    /// An empty space over a broad phase.
    pub const fn new(broadphase: B) -> Self {
        Self {
            broadphase,
            ids: Slots::new(),
            boxes: Vec::new(),
            filters: Vec::new(),
            found: Vec::new(),
            current: Vec::new(),
            previous: Vec::new(),
            entered: Vec::new(),
            stayed: Vec::new(),
            exited: Vec::new(),
        }
    }

    /// Adds a box. One that is not valid touches nothing until it is set to one that is.
    pub fn insert(&mut self, area: Aabb, filter: CollisionFilter) -> ProxyId {
        let id = self.ids.insert();
        self.boxes.resize(self.ids.slots_len(), Aabb::EMPTY);
        self.filters.resize(self.ids.slots_len(), filter);
        (self.boxes[id.slot()], self.filters[id.slot()]) = (area, filter);
        id
    }

    /// Removes a box; false when it is gone already. The next step reports its pairs as exited.
    pub fn remove(&mut self, id: ProxyId) -> bool {
        let found = self.ids.remove(id);
        if found {
            self.boxes[id.slot()] = Aabb::EMPTY;
        }
        found
    }

    /// Moves a box; false when it is gone.
    pub fn set(&mut self, id: ProxyId, area: Aabb) -> bool {
        let found = self.contains(id);
        if found {
            self.boxes[id.slot()] = area;
        }
        found
    }

    /// Changes whom a box meets; false when it is gone.
    pub fn set_filter(&mut self, id: ProxyId, filter: CollisionFilter) -> bool {
        let found = self.contains(id);
        if found {
            self.filters[id.slot()] = filter;
        }
        found
    }

    /// Whether the id names a box that is still there.
    pub fn contains(&self, id: ProxyId) -> bool {
        self.ids.contains(id)
    }

    /// Where a box is and whom it meets, or `None` when it is gone.
    pub fn get(&self, id: ProxyId) -> Option<Proxy> {
        let (area, filter) = (self.boxes.get(id.slot())?, self.filters.get(id.slot())?);
        self.contains(id).then_some(Proxy { area: *area, filter: *filter })
    }

    /// The id of an index reported by a query of the broad phase; `None` for a place that is free.
    pub fn id_of(&self, index: u32) -> Option<ProxyId> {
        self.ids.id_at(index)
    }

    /// Number of boxes.
    pub const fn len(&self) -> u32 {
        self.ids.len() as u32
    }

    /// Whether there are no boxes.
    pub const fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Finds the pairs that touch and whose filters meet, and compares them with the last step.
    pub fn step(&mut self) {
        self.broadphase.update(&self.boxes);
        core::mem::swap(&mut self.current, &mut self.previous);
        self.broadphase.pairs_into(&mut self.found);
        let (ids, filters) = (&self.ids, &self.filters);
        let meeting = self
            .found
            .iter()
            .filter(|pair| filters[pair.a as usize].meets(filters[pair.b as usize]));
        self.current.clear();
        // Free places hold empty boxes, which are in no pair.
        self.current.extend(
            meeting
                .filter_map(|pair| Some(IdPair { a: ids.id_at(pair.a)?, b: ids.id_at(pair.b)? })),
        );
        self.current.sort_unstable();
        self.compare();
    }

    /// Splits the sorted lists of this and the last step into entered, stayed and exited.
    fn compare(&mut self) {
        self.entered.clear();
        self.stayed.clear();
        self.exited.clear();
        let (mut now, mut before) =
            (self.current.iter().peekable(), self.previous.iter().peekable());
        loop {
            match (now.peek(), before.peek()) {
                (None, None) => return,
                (Some(&&new), old) if old.is_none_or(|&&old| new < old) => {
                    self.entered.push(new);
                    now.next();
                }
                (Some(&&new), Some(&&old)) if new == old => {
                    self.stayed.push(new);
                    now.next();
                    before.next();
                }
                _ => self.exited.extend(before.next()),
            }
        }
    }

    /// All pairs of the last step.
    pub fn pairs(&self) -> &[IdPair] {
        &self.current
    }

    /// Pairs of the last step that were none in the one before.
    pub fn entered(&self) -> &[IdPair] {
        &self.entered
    }

    /// Pairs of the last step that were pairs in the one before.
    pub fn stayed(&self) -> &[IdPair] {
        &self.stayed
    }

    /// Pairs of the step before that are none any more, those of removed boxes among them.
    pub fn exited(&self) -> &[IdPair] {
        &self.exited
    }
}
