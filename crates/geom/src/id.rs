//! One name for things that come and go.

use crate::{HashState, SaveState, StateError, StateHash, StateReader, StateWriter};
use core::{
    any, cmp, fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
};

/// The name of a thing kept in an [`Arena`](crate::Arena), typed by what it names. It stays valid until the
/// thing is removed; afterwards it names nothing, also when the place is used again.
///
/// Eight bytes whatever `T` is: the place and how often that place was given away before. An id is plain
/// data (copied, compared, ordered by place, hashed, stored) and means something only to the owner that gave it out.
/// The default id is [`Id::NOTHING`].
///
/// `T` only says what is named; a crate gives it a short name of its own:
///
/// ```
/// use motile_geom::{Arena, Id};
///
/// struct Rock { radius: f32 }
/// type RockId = Id<Rock>;
///
/// let mut rocks = Arena::new();
/// let first: RockId = rocks.insert(Rock { radius: 3.0 });
/// rocks.remove(first);
/// let second = rocks.insert(Rock { radius: 5.0 });
/// assert_eq!(second.index(), first.index());
/// assert!(rocks.get(first).is_none() && rocks[second].radius == 5.0);
/// assert_eq!(format!("{second:?}"), "Rock(0v1)");
/// ```
#[doc(alias = "handle")]
#[doc(alias = "generational index")]
pub struct Id<T> {
    index: u32,
    generation: u32,
    // `fn() -> T`: an id is `Send`, `Sync` and `Copy` whatever it names, and owns nothing.
    names: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id that no arena gives out: it names nothing anywhere.
    pub const NOTHING: Self = Self::from_parts(u32::MAX, u32::MAX);

    /// An id from its [`index`](Self::index) and [`generation`](Self::generation), as read from storage.
    pub const fn from_parts(index: u32, generation: u32) -> Self {
        Self { index, generation, names: PhantomData }
    }

    /// The place of the thing, counted from 0. Two things that are there at the same time have two places.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How often the place was given away before.
    pub const fn generation(self) -> u32 {
        self.generation
    }

    /// The place as an index into a slice that runs parallel to the arena.
    pub const fn slot(self) -> usize {
        self.index as usize
    }

    /// The id as 64 bits, for storing: the generation above, the place below.
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.index as u64
    }

    /// The reverse of [`Id::to_bits`].
    pub const fn from_bits(bits: u64) -> Self {
        Self::from_parts(bits as u32, (bits >> 32) as u32)
    }

    /// An id with the same place and generation that says it names something else. For owners that keep one
    /// list under names of several types.
    pub const fn cast<U>(self) -> Id<U> {
        Id::from_parts(self.index, self.generation)
    }

    const fn key(self) -> (u32, u32) {
        (self.index, self.generation)
    }
}

// By hand: derived ones would ask the same of `T`.
impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

/// [`Id::NOTHING`].
impl<T> Default for Id<T> {
    fn default() -> Self {
        Self::NOTHING
    }
}

impl<T> PartialEq for Id<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By place; ids of one place by generation.
impl<T> Ord for Id<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<T> HashState for Id<T> {
    #[inline]
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u32(self.index);
        hash.write_u32(self.generation);
    }
}

impl<T> SaveState for Id<T> {
    fn save(&self, out: &mut StateWriter) {
        self.key().save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(Self::from_parts(u32::restore(input)?, u32::restore(input)?))
    }
}

/// Place and generation, as in `3v1`.
impl<T> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// What is named, place and generation, as in `Node(3v1)`.
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", short_name(any::type_name::<T>()))
    }
}

/// The last part of a path, without parameters: `Job` of `motile_time::jobs::Job<alloc::string::String>`.
fn short_name(full: &str) -> &str {
    let path = full.split('<').next().unwrap_or(full);
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has none of the traits that an id has.
    struct Opaque<T>(PhantomData<T>);

    #[test]
    fn an_id_is_plain_data_whatever_it_names() {
        fn plain<X: Copy + Ord + Hash + Send + Sync + fmt::Debug + HashState + 'static>() {}
        plain::<Id<Opaque<*const u8>>>();
        assert_eq!(size_of::<Id<Opaque<String>>>(), 8);
    }

    #[test]
    fn ids_are_ordered_by_place_and_survive_storage() {
        type Name = Id<Opaque<String>>;
        let (a, b, c) = (Name::from_parts(1, 9), Name::from_parts(2, 0), Name::from_parts(2, 1));
        assert!(a < b && b < c);
        for id in [a, b, c, Name::NOTHING] {
            assert_eq!(Name::from_bits(id.to_bits()), id);
            assert_eq!(Name::from_parts(id.index(), id.generation()), id);
        }
        assert_eq!(Name::default(), Name::NOTHING);
        assert_eq!((format!("{a:?}"), a.to_string()), ("Opaque(1v9)".into(), "1v9".into()));
    }
}
