//! Places given away and taken back, without anything in them.

use crate::{HashState, Id, SaveState, StateError, StateHash, StateReader, StateWriter};
use core::{fmt, marker::PhantomData};

/// Gives out ids and knows which of them are still in use; what they name lies elsewhere, in plain arrays indexed by
/// [`Id::slot`]. [`Arena`](crate::Arena) is this with one array inside.
///
/// The place that became free last is given away first, so arrays stay dense and every run is alike. A place is
/// given away 2³¹ times at most and then left empty for good: no id ever comes back to life. Eight bytes a place at
/// most; adding allocates only when there are more things than ever before.
///
/// ```
/// use motile_geom::Slots;
///
/// struct Spark;
/// let mut sparks = Slots::<Spark>::new();
/// let mut heat = Vec::new();
///
/// let id = sparks.insert();
/// heat.resize(sparks.slots_len(), 0.0);
/// heat[id.slot()] = 7.5;
/// assert!(sparks.remove(id) && !sparks.remove(id));
/// assert_eq!(sparks.insert().index(), id.index());
/// ```
#[doc(alias = "free list")]
#[doc(alias = "slot map")]
pub struct Slots<T> {
    /// Generation and, in the lowest bit, whether the place is in use.
    states: Vec<u32>,
    /// Places to be given away, the next one last.
    free: Vec<u32>,
    live: u32,
    /// Generation of a place that is made: above all that were given back by [`Slots::shrink_to_fit`].
    first_generation: u32,
    names: PhantomData<fn() -> T>,
}

const IN_USE: u32 = 1;
/// The lowest bit of a state is not part of the generation.
const LAST_GENERATION: u32 = u32::MAX >> 1;

const fn state_in_use(generation: u32) -> u32 {
    generation << 1 | IN_USE
}

impl<T> Slots<T> {
    /// No places yet.
    pub const fn new() -> Self {
        Self {
            states: Vec::new(),
            free: Vec::new(),
            live: 0,
            first_generation: 0,
            names: PhantomData,
        }
    }

    /// Gives a place away. When that is a new place, arrays beside this need one more item.
    ///
    /// # Panics
    /// When there are 2³² − 1 places, as a vector does when there is no memory.
    #[inline]
    pub fn insert(&mut self) -> Id<T> {
        let id = self.next_id();
        match self.states.get_mut(id.slot()) {
            Some(state) => {
                *state |= IN_USE;
                self.free.pop();
            }
            None => self.states.push(state_in_use(id.generation())),
        }
        self.live += 1;
        id
    }

    /// The id that the next [`insert`](Self::insert) gives out.
    ///
    /// # Panics
    /// When there are 2³² − 1 places.
    #[inline]
    pub fn next_id(&self) -> Id<T> {
        if let Some(&index) = self.free.last() {
            return Id::from_parts(index, self.states[index as usize] >> 1);
        }
        // The last index belongs to `Id::NOTHING`.
        assert!(self.states.len() < u32::MAX as usize, "no place is left for another id");
        Id::from_parts(self.states.len() as u32, self.first_generation)
    }

    /// Takes a place back; false when the id names nothing.
    #[inline]
    pub fn remove(&mut self, id: Id<T>) -> bool {
        let found = self.contains(id);
        if found {
            self.release(id.index());
        }
        found
    }

    /// Ends the use of a place that is in use.
    fn release(&mut self, index: u32) {
        let state = &mut self.states[index as usize];
        let generation = *state >> 1;
        self.live -= 1;
        if generation < LAST_GENERATION {
            *state = (generation + 1) << 1;
            self.free.push(index);
        } else {
            // Used up: with another generation it would answer to ids of its first things.
            *state &= !IN_USE;
        }
    }

    /// Takes all places back. They are given away again from the lowest index on.
    pub fn clear(&mut self) {
        for index in (0..self.states.len() as u32).rev() {
            if self.states[index as usize] & IN_USE != 0 {
                self.release(index);
            }
        }
        self.free.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Whether the id names something that is still there.
    #[inline]
    pub fn contains(&self, id: Id<T>) -> bool {
        let state = self.states.get(id.slot());
        state.is_some_and(|&state| state & IN_USE != 0 && state >> 1 == id.generation())
    }

    /// The id of the thing at a place; `None` when the place is free or was never used.
    #[inline]
    pub fn id_at(&self, index: u32) -> Option<Id<T>> {
        let state = self.states.get(index as usize).filter(|&&state| state & IN_USE != 0)?;
        Some(Id::from_parts(index, state >> 1))
    }

    /// The generation of the thing at a place, or of the next one that will be there when it is free; `None` for a place
    /// that was never used. For storing places in a format of one's own, which [`from_parts`](Self::from_parts) reads.
    pub fn generation_at(&self, index: u32) -> Option<u32> {
        self.states.get(index as usize).map(|state| state >> 1)
    }

    /// Places from what was stored of them: the generation of each and whether it is in use, and the free ones, the next
    /// one last. `None` when the free places are not listed once each, or a generation is beyond 2³¹ − 1.
    ///
    /// ```
    /// use motile_geom::{Id, Slots};
    ///
    /// struct Spark;
    /// let mut sparks = Slots::<Spark>::from_parts([(0, true), (4, false)], vec![1]).unwrap();
    /// assert_eq!(sparks.insert(), Id::from_parts(1, 4));
    /// assert!(Slots::<Spark>::from_parts([(0, true), (4, false)], vec![]).is_none());
    /// ```
    pub fn from_parts(
        places: impl IntoIterator<Item = (u32, bool)>,
        free: Vec<u32>,
    ) -> Option<Self> {
        let state = |(generation, in_use): (u32, bool)| {
            (generation <= LAST_GENERATION).then_some(generation << 1 | u32::from(in_use))
        };
        let states: Vec<u32> = places.into_iter().map(state).collect::<Option<_>>()?;
        let live = states.iter().filter(|&&state| state & IN_USE != 0).count() as u32;
        let slots = Self { states, free, live, first_generation: 0, names: PhantomData };
        slots.is_consistent().then_some(slots)
    }

    /// The ids in use, in the order of their places.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id<T>> + Clone {
        (0..self.states.len() as u32).filter_map(|index| self.id_at(index))
    }

    /// How many ids are in use.
    pub const fn len(&self) -> usize {
        self.live as usize
    }

    /// Whether no id is in use.
    pub const fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many places there are, the free ones counted: the length of arrays indexed by [`Id::slot`].
    pub const fn slots_len(&self) -> usize {
        self.states.len()
    }

    /// How many places there can be before more memory is needed.
    pub const fn capacity(&self) -> usize {
        self.states.capacity()
    }

    /// Makes room for `count` more places at once.
    pub fn reserve(&mut self, count: usize) {
        self.states.reserve(count);
    }

    /// The places to be given away again, the next one last.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Gives back the free places behind the last one in use, and unused memory. The ids of these places stay
    /// stale: places made later begin with a later generation.
    pub fn shrink_to_fit(&mut self) {
        let is_free = |state: u32| state & IN_USE == 0 && state >> 1 < LAST_GENERATION;
        while let Some(&state) = self.states.last().filter(|&&state| is_free(state)) {
            // A free place has its next generation already, or the last one when it is used up.
            self.first_generation = self.first_generation.max(state >> 1);
            self.states.pop();
        }
        let places = self.states.len() as u32;
        self.free.retain(|&index| index < places);
        self.states.shrink_to_fit();
        self.free.shrink_to_fit();
    }
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self::new()
    }
}

// By hand: derived ones would ask the same of `T`.
impl<T> Clone for Slots<T> {
    fn clone(&self) -> Self {
        Self { states: self.states.clone(), free: self.free.clone(), ..*self }
    }
}

impl<T> PartialEq for Slots<T> {
    fn eq(&self, other: &Self) -> bool {
        self.states == other.states
            && self.free == other.free
            && self.first_generation == other.first_generation
    }
}

impl<T> Eq for Slots<T> {}

impl<T> fmt::Debug for Slots<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

/// Everything that the ids of the future depend on.
impl<T> HashState for Slots<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        self.states.hash_state(hash);
        self.free.hash_state(hash);
        hash.write_u32(self.first_generation);
    }
}

impl<T> SaveState for Slots<T> {
    fn save(&self, out: &mut StateWriter) {
        self.states.save(out);
        self.free.save(out);
        self.first_generation.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let offset = input.offset();
        let (states, free, first_generation) = SaveState::restore(input)?;
        let mut slots = Self { states, free, live: 0, first_generation, names: PhantomData };
        slots.live = slots.states.iter().filter(|&&state| state & IN_USE != 0).count() as u32;
        if slots.is_consistent() {
            Ok(slots)
        } else {
            Err(StateReader::error_at(offset, "places of which the free ones are listed once"))
        }
    }
}

impl<T> Slots<T> {
    /// Whether the list of free places holds each of them once, but those that are used up.
    fn is_consistent(&self) -> bool {
        let mut listed = vec![false; self.states.len()];
        let free_once = self.free.iter().all(|&index| {
            let is_new =
                listed.get_mut(index as usize).map(|place| !core::mem::replace(place, true));
            is_new == Some(true) && self.states[index as usize] & IN_USE == 0
        });
        let all_known = self.states.iter().zip(&listed).all(|(&state, &listed)| {
            listed || state & IN_USE != 0 || state >> 1 == LAST_GENERATION
        });
        free_once && all_known && self.first_generation < LAST_GENERATION
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Thing;

    /// One place that has been given away almost as often as it can be.
    fn worn() -> Slots<Thing> {
        let mut slots = Slots::new();
        slots.insert();
        slots.states[0] = state_in_use(LAST_GENERATION - 1);
        slots
    }

    #[test]
    fn a_place_whose_generations_are_used_up_stays_empty() {
        let mut slots = worn();
        let id = |generation| Id::from_parts(0, generation);
        assert!(slots.remove(id(LAST_GENERATION - 1)));
        assert_eq!(slots.insert(), id(LAST_GENERATION));
        assert!(slots.remove(id(LAST_GENERATION)));
        assert!(!slots.contains(id(LAST_GENERATION)) && !slots.contains(id(0)));
        assert_eq!((slots.len(), slots.slots_len(), slots.id_at(0)), (0, 1, None));
        assert_eq!(slots.insert(), Id::from_parts(1, 0));
        slots.clear();
        assert_eq!(slots.insert(), Id::from_parts(1, 1));
        assert!(slots.remove(Id::from_parts(1, 1)));
        slots.shrink_to_fit();
        assert_eq!(slots.slots_len(), 1, "the place that is used up remembers that it is");
    }

    #[test]
    fn a_place_with_generations_left_is_free_in_its_last_one() {
        let mut slots = worn();
        slots.remove(Id::from_parts(0, LAST_GENERATION - 1));
        assert_eq!(slots.free(), [0]);
        slots.shrink_to_fit();
        // It looks used up from outside, so it may not be given back.
        assert_eq!((slots.slots_len(), slots.next_id()), (1, Id::from_parts(0, LAST_GENERATION)));
    }

    #[test]
    fn ids_of_places_given_back_stay_stale() {
        let mut slots = Slots::<Thing>::new();
        let ids: Vec<_> = (0..5).map(|_| slots.insert()).collect();
        ids[1..].iter().for_each(|&id| assert!(slots.remove(id)));
        slots.shrink_to_fit();
        assert_eq!((slots.slots_len(), slots.capacity(), slots.free()), (1, 1, &[][..]));
        for _ in 0..4 {
            assert!(!ids.contains(&slots.insert()));
        }
        assert!(slots.contains(ids[0]) && ids[1..].iter().all(|&id| !slots.contains(id)));
    }

    #[test]
    fn after_clear_places_are_given_away_from_the_first_on() {
        let mut slots = Slots::<Thing>::new();
        let ids: Vec<_> = (0..4).map(|_| slots.insert()).collect();
        slots.remove(ids[2]);
        slots.remove(ids[1]);
        slots.clear();
        assert!(slots.is_empty() && ids.iter().all(|&id| !slots.contains(id)));
        let again: Vec<u32> = (0..4).map(|_| slots.insert().index()).collect();
        assert_eq!(again, [0, 1, 2, 3]);
    }

    #[test]
    fn equal_histories_are_equal_states() {
        let play = |last: u32| {
            let mut slots = Slots::<Thing>::new();
            let ids = [slots.insert(), slots.insert(), slots.insert()];
            slots.remove(ids[0]);
            slots.remove(ids[last as usize]);
            (StateHash::of(&slots), slots)
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1).0, play(2).0);
        assert_eq!(format!("{:?}", play(1).1), "[Thing(2v0)]");
    }
}
