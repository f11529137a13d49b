//! Playing: the tree of nodes that a description becomes.
//!
//! What is shown is a function of the time and of the values captured when each tween began, never of
//! the steps that led there. At any time a tween has not begun, runs or has ended, as the time inside its
//! timelines says, in whichever pass they are; those that have begun lie in layers, first what ended, by
//! its end, then what runs, by its beginning, over the values from before.
//!
//! A move from one time to another walks the tree, reports what lies between and notes which tweens
//! ended, were left or run; their layers are written again. That is enough as long as these are the
//! uppermost; where a move may have touched lower ones, all layers are written.

mod group;
mod leaf;
mod node;
pub(crate) mod preview;
mod tracks;
mod writes;

pub(crate) use group::{Child, Group};
pub(crate) use leaf::{Leaf, Shaper};
pub(crate) use node::{Content, Node, Phase};
pub(crate) use preview::Preview;
pub(crate) use tracks::Tracks;
pub(crate) use writes::{Outcome, Write, Writes};

use crate::{AnimEvent, AnimEventKind, AnimId, timing::Timing};

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
    pub(crate) events: &'a mut Vec<AnimEvent>,
    pub(crate) writes: &'a mut Writes,
    pub(crate) id: AnimId,
    pub(crate) report: Report,
    /// Between the end of a pass and the beginning of the next, where nothing is reported.
    pub(crate) jump: bool,
    /// In some timeline around what is moved, time runs backwards.
    pub(crate) backward: bool,
    /// When the innermost timeline ended that is around what is moved, if one has: nothing in it runs.
    pub(crate) over: Option<i64>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        events: &'a mut Vec<AnimEvent>,
        writes: &'a mut Writes,
        id: AnimId,
        report: Report,
    ) -> Self {
        Self { events, writes, id, report, jump: false, backward: false, over: None }
    }
}

impl Context<'_> {
    pub(crate) fn emit(&mut self, tag: u32, kind: AnimEventKind, nanos: f64) {
        if !self.jump && self.report != Report::Nothing {
            let order = self.events.len() as u32;
            let time = nanos / 1e9;
            self.events.push(AnimEvent { id: self.id, tag, kind, time, clock: 0.0, order });
        }
    }
}

/// From a node's time to the time of the whole animation.
#[derive(Clone, Copy)]
pub(crate) struct TimeMap<'a> {
    /// When something of time 0 happens, and how fast its time runs, in nanoseconds.
    base: f64,
    rate: f64,
    /// Where the node is in the timeline around it, in nanoseconds.
    position: i64,
    around: Option<&'a Order<'a>>,
}

/// The pass that a timeline is in, for the order of layers. It goes by whole nanoseconds, so that what
/// happens at once is known to, and a pass that runs backwards takes the place of the one before it:
/// everything lies as it did then.
struct Order<'a> {
    timing: Timing,
    /// When the pass begins, since the first one did.
    origin: i64,
    position: i64,
    around: Option<&'a Self>,
}

impl Order<'_> {
    /// A time inside the pass as one of the whole animation.
    fn moment(&self, local: i64) -> i64 {
        moment(&self.timing, self.origin.saturating_add(local), self.position, self.around)
    }
}

/// The first moment of the whole animation that is not before a time since a first pass began.
fn moment(timing: &Timing, since: i64, position: i64, around: Option<&Order<'_>>) -> i64 {
    let time = timing.parent_time(timing.delay.saturating_add(since));
    let time = position.saturating_add(time);
    around.map_or(time, |order| order.moment(time))
}

impl<'a> TimeMap<'a> {
    pub(crate) const IDENTITY: Self = Self { base: 0.0, rate: 1.0, position: 0, around: None };

    /// When something happens.
    pub(crate) fn at(self, time: i64) -> f64 {
        self.base + self.rate * time as f64
    }

    /// The map of a time that begins at `origin` here and runs `rate` times as fast.
    fn inner(self, origin: f64, rate: f64) -> Self {
        Self { base: self.base + self.rate * origin, rate: self.rate / rate, ..self }
    }

    /// The map of a child.
    fn child(self, position: i64) -> Self {
        Self { position, ..self.inner(position as f64, 1.0) }
    }

    /// When something comes in the order of layers, given by the time since the first pass began.
    fn moment(self, timing: &Timing, since: i64) -> i64 {
        moment(timing, since, self.position, self.around)
    }

    /// The map of the time inside one pass.
    fn pass(self, timing: &Timing, pass: i64, around: Option<&'a Order<'a>>) -> Self {
        let origin = (pass * timing.cycle()) as f64;
        let inner = if timing.yoyo && pass % 2 == 1 {
            self.inner(origin + timing.duration as f64, -1.0)
        } else {
            self.inner(origin, 1.0)
        };
        Self { position: 0, around, ..inner }
    }

    /// One pass for the order of layers.
    fn order(self, timing: Timing, pass: i64) -> Order<'a> {
        let pass = if timing.yoyo { pass / 2 * 2 } else { pass };
        let origin = pass * timing.cycle();
        Order { timing, origin, position: self.position, around: self.around }
    }
}
