//! Playing: the tree of nodes that a description becomes.
//!
//! What is shown is a function of the time and of the values captured when each tween began, never of
//! the steps that led there. A move from one time to another walks the tree, reports what lies between
//! and notes which tweens ended, were left or run; then their values are written in an order that
//! depends on their times alone: first what ended, by its end, then what runs, by its beginning.

mod group;
mod leaf;
mod node;
mod writes;

pub(crate) use group::{Child, Group};
pub(crate) use leaf::{Leaf, Shaper};
pub(crate) use node::{Content, Node, Phase};
pub(crate) use writes::{Write, Writes};

use crate::{AnimId, Event, EventKind};

/// Which events a move reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    Nothing,
    /// What happens on the way.
    Passing,
    /// This too: the time of the update is reached, where it is said what moved.
    Arriving,
}

/// What a move reports and notes.
pub(crate) struct Context<'a> {
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) writes: &'a mut Writes,
    pub(crate) id: AnimId,
    pub(crate) report: Report,
    /// Set between the end of a pass and the beginning of the next, to the time at which that
    /// happens: nothing is reported, and all that is noted happens then.
    pub(crate) jump: Option<f64>,
    /// The animation's time runs backwards in this move.
    pub(crate) backward: bool,
    /// In a later pass of a timeline that has other tweens beside it.
    pub(crate) repeating: bool,
    /// When the pass began that is played now, if it was a jump that led there; else NaN.
    pub(crate) seam: f64,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        events: &'a mut Vec<Event>,
        writes: &'a mut Writes,
        id: AnimId,
        report: Report,
        backward: bool,
    ) -> Self {
        let (jump, repeating, seam) = (None, false, f64::NAN);
        Self { events, writes, id, report, jump, backward, repeating, seam }
    }
}

impl Context<'_> {
    pub(crate) fn emit(&mut self, tag: u32, kind: EventKind, nanos: f64) {
        if self.jump.is_none() && self.report != Report::Nothing {
            let order = self.events.len() as u32;
            let time = nanos / 1e9;
            self.events.push(Event { id: self.id, tag, kind, time, clock: 0.0, order });
        }
    }
}

/// From a node's time to the time of the whole animation, both in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeMap {
    base: f64,
    rate: f64,
}

impl TimeMap {
    pub(crate) const IDENTITY: Self = Self { base: 0.0, rate: 1.0 };

    pub(crate) fn at(self, time: i64) -> f64 {
        self.base + self.rate * time as f64
    }

    /// 1, or −1 where the two times run against each other.
    fn direction(self) -> f64 {
        self.rate.signum()
    }

    /// The map of a time that begins at `origin` here and runs `rate` times as fast.
    pub(crate) fn inner(self, origin: f64, rate: f64) -> Self {
        Self { base: self.base + self.rate * origin, rate: self.rate / rate }
    }
}
