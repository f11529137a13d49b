//! Things by id, in the form in which a world is saved.

use motile_geom::Id;

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
            return Id::from_parts(index, slot.0);
        }
        self.slots.push((0, Some(value)));
        Id::from_parts(self.slots.len() as u32 - 1, 0)
    }

    pub(crate) fn remove(&mut self, id: Id<T>) -> Option<T> {
        let slot = self.slots.get_mut(id.slot()).filter(|slot| slot.0 == id.generation())?;
        let value = slot.1.take()?;
        slot.0 = slot.0.wrapping_add(1);
        self.free.push(id.index());
        Some(value)
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        for index in 0..self.slots.len() {
            let (generation, value) = &self.slots[index];
            if value.as_ref().is_some_and(|value| !keep(value)) {
                self.remove(Id::from_parts(index as u32, *generation));
            }
        }
    }

    pub(crate) fn get(&self, id: Id<T>) -> Option<&T> {
        self.slots.get(id.slot()).filter(|slot| slot.0 == id.generation())?.1.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        self.slots.get_mut(id.slot()).filter(|slot| slot.0 == id.generation())?.1.as_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.slots.iter().enumerate().filter_map(|(index, (generation, value))| {
            value.as_ref().map(|value| (Id::from_parts(index as u32, *generation), value))
        })
    }

    pub(crate) fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.slots.iter_mut().filter_map(|slot| slot.1.as_mut())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.slots.len() == self.free.len()
    }
}
