//! Things by id.

use crate::{HashState, Id, SaveState, Slots, StateError, StateHash, StateReader, StateWriter};
use core::{
    fmt,
    ops::{Index, IndexMut},
};

/// Things that come and go, each under an [`Id`] that never names another one.
///
/// Things stay where they are in memory while others come and go, and are walked in the order of their places. The
/// place that became free last is taken first, so the same calls give the same ids and the same order in every run. Adding
/// allocates only when there are more things than ever before; all else allocates nothing.
///
/// The second parameter is what the ids say they name, when that is not the stored type: a stage that keeps
/// `Slot { node, children, … }` under `Id<Node>` has an `Arena<Slot, Node>`. For things kept in several
/// arrays there is [`Slots`].
///
/// ```
/// use motile_geom::Arena;
///
/// let mut names = Arena::new();
/// let ada = names.insert("Ada");
/// let bob = names.insert("Bob");
/// assert_eq!(names.remove(ada), Some("Ada"));
///
/// let cleo = names.insert("Cleo"); // takes Ada's place, not her id
/// assert_eq!((names.get(ada), names.get(cleo)), (None, Some(&"Cleo")));
/// assert_eq!(names.values().collect::<Vec<_>>(), [&"Cleo", &"Bob"]);
/// assert_eq!(names[bob], "Bob");
/// ```
#[doc(alias = "slot map")]
#[doc(alias = "slab")]
#[doc(alias = "generational arena")]
pub struct Arena<T, Name = T> {
    slots: Slots<Name>,
    /// A value in each place in use.
    values: Vec<Option<T>>,
}

impl<T> Arena<T> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self::named()
    }
}

impl<T, Name> Arena<T, Name> {
    /// Nothing yet, under ids that name something else than the stored type.
    pub const fn named() -> Self {
        Self { slots: Slots::new(), values: Vec::new() }
    }

    /// Things under ids that were stored: a value for each place in use and none for each free one. `None` when they do
    /// not fit.
    pub fn from_parts(slots: Slots<Name>, values: Vec<Option<T>>) -> Option<Self> {
        let fits = values.len() == slots.slots_len()
            && (0u32..).zip(&values).all(|(i, value)| slots.id_at(i).is_some() == value.is_some());
        fits.then_some(Self { slots, values })
    }

    /// Adds a thing.
    ///
    /// # Panics
    /// When there are 2³² − 1 places, as a vector does when there is no memory.
    #[inline]
    pub fn insert(&mut self, value: T) -> Id<Name> {
        let id = self.slots.insert();
        match self.values.get_mut(id.slot()) {
            Some(place) => *place = Some(value),
            None => self.values.push(Some(value)),
        }
        id
    }

    /// Adds a thing that is made knowing its own id.
    ///
    /// # Panics
    /// When there are 2³² − 1 places.
    pub fn insert_with(&mut self, make: impl FnOnce(Id<Name>) -> T) -> Id<Name> {
        // The place is taken only after `make` has returned: if that panics, nothing has happened.
        let value = make(self.slots.next_id());
        self.insert(value)
    }

    /// The id that the next [`insert`](Self::insert) gives out.
    ///
    /// # Panics
    /// When there are 2³² − 1 places.
    pub fn next_id(&self) -> Id<Name> {
        self.slots.next_id()
    }

    /// Takes a thing out; `None` when the id names nothing.
    #[inline]
    pub fn remove(&mut self, id: Id<Name>) -> Option<T> {
        if self.slots.remove(id) { self.values[id.slot()].take() } else { None }
    }

    /// Drops everything. All ids given out become stale; places are used again from the lowest on.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.values.iter_mut().for_each(|value| *value = None);
    }

    /// Removes the things for which `keep` is false, asking in the order of their places.
    pub fn retain(&mut self, mut keep: impl FnMut(Id<Name>, &mut T) -> bool) {
        for index in 0..self.values.len() {
            let Some(id) = self.slots.id_at(index as u32) else { continue };
            let Some(value) = &mut self.values[index] else { continue };
            if !keep(id, value) {
                self.remove(id);
            }
        }
    }

    /// The thing that an id names; `None` when it is gone.
    #[inline]
    pub fn get(&self, id: Id<Name>) -> Option<&T> {
        if self.slots.contains(id) { self.value_at(id.index()) } else { None }
    }

    /// The thing that an id names, to be changed; `None` when it is gone.
    #[inline]
    pub fn get_mut(&mut self, id: Id<Name>) -> Option<&mut T> {
        if self.slots.contains(id) { self.value_at_mut(id.index()) } else { None }
    }

    /// Whether the id names something that is still here.
    #[inline]
    pub fn contains(&self, id: Id<Name>) -> bool {
        self.slots.contains(id)
    }

    /// The id of the thing at a place; `None` when the place is free or was never used.
    #[inline]
    pub fn id_at(&self, index: u32) -> Option<Id<Name>> {
        self.slots.id_at(index)
    }

    /// The thing at a place, whatever its generation; `None` when the place is free or was never used.
    #[inline]
    pub fn value_at(&self, index: u32) -> Option<&T> {
        self.values.get(index as usize)?.as_ref()
    }

    /// The thing at a place, to be changed; `None` when the place is free or was never used.
    #[inline]
    pub fn value_at_mut(&mut self, index: u32) -> Option<&mut T> {
        self.values.get_mut(index as usize)?.as_mut()
    }

    /// All things with their ids, in the order of their places.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Id<Name>, &T)> + Clone {
        let places = self.values.iter().enumerate();
        places.filter_map(|(index, value)| Some((self.id_at(index as u32)?, value.as_ref()?)))
    }

    /// All things with their ids, to be changed, in the order of their places.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Id<Name>, &mut T)> {
        let (slots, places) = (&self.slots, self.values.iter_mut().enumerate());
        places.filter_map(|(index, value)| Some((slots.id_at(index as u32)?, value.as_mut()?)))
    }

    /// All things, in the order of their places.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.values.iter().flatten()
    }

    /// All things, to be changed, in the order of their places.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.values.iter_mut().flatten()
    }

    /// The ids of all things, in the order of their places.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id<Name>> + Clone {
        self.slots.ids()
    }

    /// How many things there are.
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is nothing.
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// How many places there are, the free ones counted: one more than the largest index an id can have.
    pub const fn slots_len(&self) -> usize {
        self.slots.slots_len()
    }

    /// How many places there can be before more memory is needed.
    pub fn capacity(&self) -> usize {
        self.values.capacity().min(self.slots.capacity())
    }

    /// The ids alone: which are in use, and which places come next.
    pub const fn slots(&self) -> &Slots<Name> {
        &self.slots
    }

    /// Makes room for `count` more things at once.
    pub fn reserve(&mut self, count: usize) {
        let more = count.saturating_sub(self.slots.free().len());
        self.slots.reserve(more);
        self.values.reserve(more);
    }

    /// Gives back the free places behind the last thing, and unused memory. Ids of these places stay stale.
    pub fn shrink_to_fit(&mut self) {
        self.slots.shrink_to_fit();
        self.values.truncate(self.slots.slots_len());
        self.values.shrink_to_fit();
    }
}

impl<T, Name> Default for Arena<T, Name> {
    fn default() -> Self {
        Self::named()
    }
}

// By hand: derived ones would ask something of `Name` too.
impl<T: Clone, Name> Clone for Arena<T, Name> {
    fn clone(&self) -> Self {
        Self { slots: self.slots.clone(), values: self.values.clone() }
    }
}

/// Equal when the things, their ids and the ids to come are.
impl<T: PartialEq, Name> PartialEq for Arena<T, Name> {
    fn eq(&self, other: &Self) -> bool {
        self.slots == other.slots && self.values == other.values
    }
}

impl<T: Eq, Name> Eq for Arena<T, Name> {}

impl<T: fmt::Debug, Name> fmt::Debug for Arena<T, Name> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// All things, and everything that the ids of the future depend on.
impl<T: HashState, Name> HashState for Arena<T, Name> {
    fn hash_state(&self, hash: &mut StateHash) {
        self.slots.hash_state(hash);
        self.values().for_each(|value| value.hash_state(hash));
    }
}

impl<T: SaveState, Name> SaveState for Arena<T, Name> {
    fn save(&self, out: &mut StateWriter) {
        self.slots.save(out);
        self.values().for_each(|value| value.save(out));
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let slots = Slots::restore(input)?;
        let mut values = Vec::new();
        input.nested(|input| {
            for index in 0..slots.slots_len() as u32 {
                let used = slots.id_at(index).map(|_| T::restore(input));
                values.push(used.transpose()?);
            }
            Ok(())
        })?;
        Ok(Self { slots, values })
    }
}

/// # Panics
/// When the thing is gone, as a slice does for an index out of range; [`Arena::get`] gives `None` instead.
impl<T, Name> Index<Id<Name>> for Arena<T, Name> {
    type Output = T;

    #[inline]
    fn index(&self, id: Id<Name>) -> &T {
        match self.get(id) {
            Some(value) => value,
            None => missing(id),
        }
    }
}

/// # Panics
/// When the thing is gone; [`Arena::get_mut`] gives `None` instead.
impl<T, Name> IndexMut<Id<Name>> for Arena<T, Name> {
    #[inline]
    fn index_mut(&mut self, id: Id<Name>) -> &mut T {
        match self.get_mut(id) {
            Some(value) => value,
            None => missing(id),
        }
    }
}

#[cold]
#[track_caller]
fn missing<Name>(id: Id<Name>) -> ! {
    panic!("{id:?} does not exist");
}
