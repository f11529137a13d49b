//! What happened, as data.

use crate::AnimId;
use std::sync::Arc;

/// Something that happened during an update, in the order in which it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimEvent {
    /// What was played; the default id when it was an [`AnimPlayer`](crate::AnimPlayer) of your own.
    pub id: AnimId,
    /// The tag of the tween or timeline that it happened to.
    pub tag: u32,
    /// What it was.
    pub kind: AnimEventKind,
    /// When, in seconds of the whole animation's time: exact, even when the update came later.
    pub time: f64,
    /// When by the clock of whoever played it, for the order among several animations.
    pub(crate) clock: f64,
    pub(crate) order: u32,
}

/// The kinds of [`AnimEvent`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnimEventKind {
    /// The first pass began, forwards.
    Start,
    /// It moved in this update; only where asked for.
    Update,
    /// A pass ended and another began, in either direction.
    Repeat,
    /// So many passes went by, on top of the 10,000 that one update reports one by one.
    Skipped(u64),
    /// The last pass ended.
    Complete,
    /// It is back at its beginning, by playing backwards.
    ReverseComplete,
    /// A label of a timeline was passed, in either direction.
    Label(Arc<str>),
    /// The moment of a [`Timeline::call`](crate::Timeline::call) was passed, in either direction.
    Call,
    /// The player stopped at a [`Timeline::pause_at`](crate::Timeline::pause_at).
    Pause,
    /// It was ended, or lost some of its properties, before its time.
    Interrupted(Interrupt),
}

/// Why something was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interrupt {
    /// A newer tween took over all of it.
    Overwritten,
    /// A newer tween took over some properties; the others go on.
    PartlyOverwritten,
    /// It was killed.
    Killed,
    /// Its target is no longer there.
    TargetGone,
}
