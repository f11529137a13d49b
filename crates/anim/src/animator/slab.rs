//! Values by place, which can be taken out for a while.

use motile_geom::Slots;

/// An arena whose owner keeps the index of each place alone: an entry of the animator's table, which has an id of its
/// own, says what lies there. Not geom's `Arena`, because that moves a value out to drop it.
#[derive(Debug)]
pub(super) struct Slab<X> {
    slots: Slots<X>,
    list: Vec<Option<X>>,
}

impl<X> Slab<X> {
    pub(super) const fn new() -> Self {
        Self { slots: Slots::new(), list: Vec::new() }
    }

    #[inline]
    pub(super) fn insert(&mut self, value: X) -> u32 {
        let id = self.slots.insert();
        match self.list.get_mut(id.slot()) {
            Some(place) => *place = Some(value),
            None => self.list.push(Some(value)),
        }
        id.index()
    }

    pub(super) fn get(&self, place: u32) -> Option<&X> {
        self.list.get(place as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, place: u32) -> Option<&mut X> {
        self.list.get_mut(place as usize)?.as_mut()
    }

    pub(super) fn remove(&mut self, place: u32) -> Option<X> {
        let value = self.hold(place);
        self.free(place);
        value
    }

    /// Drops a value where it is.
    pub(super) fn discard(&mut self, place: u32) {
        if let Some(value) = self.list.get_mut(place as usize) {
            *value = None;
        }
        self.free(place);
    }

    fn free(&mut self, place: u32) {
        if let Some(id) = self.slots.id_at(place) {
            self.slots.remove(id);
        }
    }

    /// Takes a value out for a while, so that others can be changed meanwhile; its place stays its own until
    /// [`Slab::put_back`].
    pub(super) fn hold(&mut self, place: u32) -> Option<X> {
        self.list.get_mut(place as usize)?.take()
    }

    pub(super) fn put_back(&mut self, place: u32, value: X) {
        if let Some(held) = self.list.get_mut(place as usize) {
            *held = Some(value);
        }
    }

    /// Gives back the memory after the last value.
    pub(super) fn shrink(&mut self) {
        self.slots.shrink_to_fit();
        self.list.truncate(self.slots.slots_len());
        self.list.shrink_to_fit();
    }
}
