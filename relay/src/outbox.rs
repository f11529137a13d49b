//! What waits for a client.

use motile_net::RoomRefusal;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::task::Waker;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Bytes;

/// The messages that wait for one client. When it does not read, older packets give way to newer ones, as on a network.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    inner: RefCell<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    queue: VecDeque<Bytes>,
    waker: Option<Waker>,
    end: Option<RoomRefusal>,
    /// Since when messages are lost without one being taken.
    stuck: Option<Instant>,
}

impl Outbox {
    /// Adds a message; gives whether an older one had to go.
    pub(crate) fn push(&self, message: Bytes, most: usize, now: impl FnOnce() -> Instant) -> bool {
        let mut inner = self.inner.borrow_mut();
        let is_full = inner.queue.len() >= most;
        if is_full {
            inner.queue.pop_front();
            inner.stuck.get_or_insert_with(now);
        }
        inner.queue.push_back(message);
        // Whoever is being woken already is so for all that comes.
        let waker = if inner.queue.len() == 1 { inner.waker.take() } else { None };
        drop(inner);
        if let Some(waker) = waker {
            waker.wake();
        }
        is_full
    }

    /// The next message to send. When there is none, the waker is kept for the one that comes.
    pub(crate) fn pop(&self, waker: &Waker) -> Option<Bytes> {
        let mut inner = self.inner.borrow_mut();
        let next = inner.queue.pop_front();
        if next.is_some() {
            inner.stuck = None;
        } else {
            match &mut inner.waker {
                Some(kept) => kept.clone_from(waker),
                kept => *kept = Some(waker.clone()),
            }
        }
        next
    }

    /// Ends the connection once its client was told why.
    pub(crate) fn end(&self, why: RoomRefusal) {
        let mut inner = self.inner.borrow_mut();
        inner.end.get_or_insert(why);
        let waker = inner.waker.take();
        drop(inner);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Why the connection is to end, if it is.
    pub(crate) fn ended(&self) -> Option<RoomRefusal> {
        self.inner.borrow().end
    }

    /// Since when messages are lost because none is read.
    pub(crate) fn stuck(&self) -> Option<Instant> {
        self.inner.borrow().stuck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(outbox: &Outbox, text: &'static str) -> bool {
        outbox.push(Bytes::from_static(text.as_bytes()), 2, Instant::now)
    }

    #[test]
    fn sim_64_the_oldest_gives_way_and_reading_ends_being_stuck() {
        let outbox = Outbox::default();
        assert!(!push(&outbox, "a") && !push(&outbox, "b") && outbox.stuck().is_none());
        assert!(push(&outbox, "c") && outbox.stuck().is_some());
        let waker = Waker::noop();
        assert_eq!(outbox.pop(waker).as_deref(), Some(&b"b"[..]));
        assert!(outbox.stuck().is_none());
        assert_eq!(outbox.pop(waker).as_deref(), Some(&b"c"[..]));
        assert_eq!(outbox.pop(waker), None);
    }

    #[test]
    fn sim_64_the_first_reason_to_end_counts() {
        let outbox = Outbox::default();
        outbox.end(RoomRefusal::Replaced);
        outbox.end(RoomRefusal::GoingAway);
        assert_eq!(outbox.ended(), Some(RoomRefusal::Replaced));
    }
}
