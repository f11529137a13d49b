//! The events of the last update: a list, or memory for it until somebody asks.

use crate::AnimEvent;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Few programs read the events of every player at every update. So what the short way of a chain passed is only noted,
/// and the list is written when it is asked for: of thousands of players the lists would take most of the time.
#[derive(Debug, Default)]
pub(super) struct Events {
    list: OnceLock<Vec<AnimEvent>>,
    /// Memory of the last list, while there is none.
    spare: Mutex<Vec<AnimEvent>>,
}

impl Events {
    /// An empty list to write, for [`Events::put`].
    pub(super) fn take(&mut self) -> Vec<AnimEvent> {
        self.forget();
        let mut list = core::mem::take(self.spare_mut());
        list.clear();
        list
    }

    pub(super) fn put(&mut self, list: Vec<AnimEvent>) {
        self.list = OnceLock::from(list);
    }

    /// Forgets the list; the next one is told when it is asked for.
    pub(super) fn forget(&mut self) {
        // What is in it stays for now: to look at it would cost what is saved.
        if let Some(list) = self.list.take() {
            *self.spare_mut() = list;
        }
    }

    fn spare_mut(&mut self) -> &mut Vec<AnimEvent> {
        self.spare.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list, if it was written, to be changed.
    pub(super) fn list_mut(&mut self) -> Option<&mut Vec<AnimEvent>> {
        self.list.get_mut()
    }

    /// The list; `tell` writes it where that is still to be done.
    pub(super) fn get_or_tell(&self, tell: impl FnOnce(&mut Vec<AnimEvent>)) -> &[AnimEvent] {
        self.list.get_or_init(|| {
            let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut list = core::mem::take(&mut *spare);
            list.clear();
            tell(&mut list);
            list
        })
    }
}
