//! A list whose places are used again.

#[derive(Debug)]
pub(super) struct Slab<X> {
    list: Vec<Option<X>>,
    free: Vec<u32>,
}

impl<X> Slab<X> {
    pub(super) const fn new() -> Self {
        Self { list: Vec::new(), free: Vec::new() }
    }

    pub(super) fn insert(&mut self, value: X) -> u32 {
        if let Some(place) = self.free.pop() {
            self.list[place as usize] = Some(value);
            place
        } else {
            self.list.push(Some(value));
            self.list.len() as u32 - 1
        }
    }

    pub(super) fn get(&self, place: u32) -> Option<&X> {
        self.list.get(place as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, place: u32) -> Option<&mut X> {
        self.list.get_mut(place as usize)?.as_mut()
    }

    pub(super) fn remove(&mut self, place: u32) -> Option<X> {
        let value = self.hold(place)?;
        self.free.push(place);
        Some(value)
    }

    /// Drops a value where it is.
    pub(super) fn discard(&mut self, place: u32) {
        if let Some(value) = self.list.get_mut(place as usize) {
            *value = None;
            self.free.push(place);
        }
    }

    /// Takes a value out for a while; its place stays its own until [`Slab::put_back`].
    pub(super) fn hold(&mut self, place: u32) -> Option<X> {
        self.list.get_mut(place as usize)?.take()
    }

    pub(super) fn put_back(&mut self, place: u32, value: X) {
        self.list[place as usize] = Some(value);
    }

    /// Gives back the memory after the last value.
    pub(super) fn shrink(&mut self) {
        while self.list.last().is_some_and(Option::is_none) {
            self.list.pop();
        }
        let length = self.list.len() as u32;
        self.free.retain(|&place| place < length);
        self.list.shrink_to_fit();
        self.free.shrink_to_fit();
    }
}
