//! Names that stay valid while others come and go.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use motile_geom::{HashState, StateHash};

/// The name of a thing in a [`World`](super::World). When the thing is removed and its place taken by
/// another, the old name is refused.
pub struct Id<T> {
    index: u32,
    generation: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    pub(crate) const fn new(index: u32, generation: u32) -> Self {
        Self { index, generation, kind: PhantomData }
    }

    /// Place in the arrays of the world.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How often the place was taken before.
    pub const fn generation(self) -> u32 {
        self.generation
    }

    pub(crate) const fn slot(self) -> usize {
        self.index as usize
    }

    const fn key(self) -> (u32, u32) {
        (self.index, self.generation)
    }
}

// By hand: the derived ones would ask the same of `T`.
impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

impl<T> HashState for Id<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u32(self.index);
        hash.write_u32(self.generation);
    }
}

/// Things by id, in places that are used again.
#[derive(Clone, Debug)]
pub(crate) struct Arena<T> {
    pub slots: Vec<(u32, Option<T>)>,
    pub free: Vec<u32>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }
}

impl<T> Arena<T> {
    pub(crate) fn insert(&mut self, value: T) -> Id<T> {
        if let Some(index) = self.free.pop() {
            let slot = &mut self.slots[index as usize];
            slot.1 = Some(value);
            return Id::new(index, slot.0);
        }
        self.slots.push((0, Some(value)));
        Id::new(self.slots.len() as u32 - 1, 0)
    }

    pub(crate) fn remove(&mut self, id: Id<T>) -> Option<T> {
        let slot = self.slots.get_mut(id.slot()).filter(|slot| slot.0 == id.generation)?;
        let value = slot.1.take()?;
        slot.0 = slot.0.wrapping_add(1);
        self.free.push(id.index);
        Some(value)
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        for index in 0..self.slots.len() {
            let (generation, value) = &self.slots[index];
            if value.as_ref().is_some_and(|value| !keep(value)) {
                self.remove(Id::new(index as u32, *generation));
            }
        }
    }

    pub(crate) fn get(&self, id: Id<T>) -> Option<&T> {
        self.slots.get(id.slot()).filter(|slot| slot.0 == id.generation)?.1.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        self.slots.get_mut(id.slot()).filter(|slot| slot.0 == id.generation)?.1.as_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.slots.iter().enumerate().filter_map(|(index, (generation, value))| {
            value.as_ref().map(|value| (Id::new(index as u32, *generation), value))
        })
    }

    pub(crate) fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.slots.iter_mut().filter_map(|slot| slot.1.as_mut())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.slots.len() == self.free.len()
    }
}
