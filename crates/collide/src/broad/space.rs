//! Boxes that come, move and go, and what changed since the last step.

use super::{Auto, Broadphase, CollisionFilter};
use crate::Pair;
use motile_geom::Aabb;

/// Names a box in a [`Space`]. Ids of removed boxes are recognized as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    /// Place in the space.
    pub index: u32,
    /// How often the place was given away before.
    pub generation: u32,
}

/// Two boxes of a space, the one with the smaller index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdPair {
    /// The smaller id.
    pub a: BodyId,
    /// The larger id.
    pub b: BodyId,
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
#[derive(Clone, Debug)]
pub struct Space<B = Auto> {
    /// The broad phase as of the last step: for queries, whose indices [`id_of`](Self::id_of) turns into ids.
    pub broadphase: B,
    slots: Vec<Slot>,
    /// Empty boxes stand in for places that are free.
    boxes: Vec<Aabb>,
    free: Vec<u32>,
    found: Vec<Pair>,
    current: Vec<IdPair>,
    previous: Vec<IdPair>,
    entered: Vec<IdPair>,
    stayed: Vec<IdPair>,
    exited: Vec<IdPair>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    generation: u32,
    filter: CollisionFilter,
    used: bool,
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
            slots: Vec::new(),
            boxes: Vec::new(),
            free: Vec::new(),
            found: Vec::new(),
            current: Vec::new(),
            previous: Vec::new(),
            entered: Vec::new(),
            stayed: Vec::new(),
            exited: Vec::new(),
        }
    }

    /// Adds a box. One that is not valid touches nothing until it is set to one that is.
    pub fn insert(&mut self, area: Aabb, filter: CollisionFilter) -> BodyId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, filter, used: false });
            self.boxes.push(Aabb::EMPTY);
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        (slot.filter, slot.used) = (filter, true);
        self.boxes[index as usize] = area;
        BodyId { index, generation: slot.generation }
    }

    /// Removes a box; false when it is gone already. The next step reports its pairs as exited.
    pub fn remove(&mut self, id: BodyId) -> bool {
        let found = self.contains(id);
        if found {
            let slot = &mut self.slots[id.index as usize];
            slot.used = false;
            slot.generation = slot.generation.wrapping_add(1);
            self.boxes[id.index as usize] = Aabb::EMPTY;
            self.free.push(id.index);
        }
        found
    }

    /// Moves a box; false when it is gone.
    pub fn set(&mut self, id: BodyId, area: Aabb) -> bool {
        let found = self.contains(id);
        if found {
            self.boxes[id.index as usize] = area;
        }
        found
    }

    /// Changes whom a box meets; false when it is gone.
    pub fn set_filter(&mut self, id: BodyId, filter: CollisionFilter) -> bool {
        let found = self.contains(id);
        if found {
            self.slots[id.index as usize].filter = filter;
        }
        found
    }

    /// Whether the id names a box that is still there.
    pub fn contains(&self, id: BodyId) -> bool {
        let slot = self.slots.get(id.index as usize);
        slot.is_some_and(|slot| slot.used && slot.generation == id.generation)
    }

    /// Where a box is, or `None` when it is gone.
    pub fn get(&self, id: BodyId) -> Option<Aabb> {
        self.contains(id).then(|| self.boxes[id.index as usize])
    }

    /// The id of an index reported by a query of the broad phase; `None` for a place that is free.
    pub fn id_of(&self, index: u32) -> Option<BodyId> {
        let slot = self.slots.get(index as usize).filter(|slot| slot.used)?;
        Some(BodyId { index, generation: slot.generation })
    }

    /// Number of boxes.
    pub fn len(&self) -> u32 {
        (self.slots.len() - self.free.len()) as u32
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finds the pairs that touch and whose filters meet, and compares them with the last step.
    pub fn step(&mut self) {
        self.broadphase.update(&self.boxes);
        core::mem::swap(&mut self.current, &mut self.previous);
        self.broadphase.pairs_into(&mut self.found);
        let slots = &self.slots;
        let id = |index: u32| BodyId { index, generation: slots[index as usize].generation };
        let filter = |index: u32| slots[index as usize].filter;
        let meeting = self.found.iter().filter(|pair| filter(pair.a).meets(filter(pair.b)));
        self.current.clear();
        self.current.extend(meeting.map(|pair| IdPair { a: id(pair.a), b: id(pair.b) }));
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
