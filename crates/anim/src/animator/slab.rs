//! Values by place, which can be taken out for a while.

use motile_geom::Arena;

/// An arena whose owner keeps the index of each place alone: a slot of the animator, which has a generation of its
/// own, says what lies there.
#[derive(Debug)]
pub(super) struct Slab<X>(Arena<Option<X>>);

impl<X> Slab<X> {
    pub(super) const fn new() -> Self {
        Self(Arena::new())
    }

    pub(super) fn insert(&mut self, value: X) -> u32 {
        self.0.insert(Some(value)).index()
    }

    pub(super) fn get(&self, place: u32) -> Option<&X> {
        self.0.value_at(place)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, place: u32) -> Option<&mut X> {
        self.0.value_at_mut(place)?.as_mut()
    }

    pub(super) fn remove(&mut self, place: u32) -> Option<X> {
        self.0.remove(self.0.id_at(place)?)?
    }

    /// Takes a value out for a while, so that others can be changed meanwhile; its place stays its own until
    /// [`Slab::put_back`].
    pub(super) fn hold(&mut self, place: u32) -> Option<X> {
        self.0.value_at_mut(place)?.take()
    }

    pub(super) fn put_back(&mut self, place: u32, value: X) {
        if let Some(held) = self.0.value_at_mut(place) {
            *held = Some(value);
        }
    }

    /// Gives back the memory after the last value.
    pub(super) fn shrink(&mut self) {
        self.0.shrink_to_fit();
    }
}
