//! Passes, delays and scales: from the time of a parent to the time inside one pass.

use crate::span::FOREVER;

/// How often a pass is played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// So many additional passes.
    Times(u32),
    /// Until stopped.
    Forever,
}

/// All times in nanoseconds of the owner's own time, which `scale` stretches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Timing {
    pub(crate) delay: i64,
    /// One pass.
    pub(crate) duration: i64,
    pub(crate) repeat: Repeat,
    pub(crate) repeat_delay: i64,
    pub(crate) yoyo: bool,
    /// Own seconds per second of the parent.
    pub(crate) scale: f64,
}

/// Where in the passes a moment lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fold {
    pub(crate) pass: i64,
    /// Time inside the pass, already mirrored when `reversed`.
    pub(crate) local: i64,
    pub(crate) reversed: bool,
}

impl Timing {
    /// One pass after a delay.
    pub(crate) const fn once(delay: i64, duration: i64) -> Self {
        let (repeat, repeat_delay) = (Repeat::Times(0), 0);
        Self { delay, duration, repeat, repeat_delay, yoyo: false, scale: 1.0 }
    }

    /// From the beginning of one pass to that of the next.
    pub(crate) fn cycle(&self) -> i64 {
        self.duration.saturating_add(self.repeat_delay)
    }

    /// Additional passes; a pass without length is not repeated.
    pub(crate) fn repeats(&self) -> i64 {
        match self.repeat {
            _ if self.duration == 0 || self.duration >= FOREVER => 0,
            Repeat::Times(n) => n as i64,
            Repeat::Forever => FOREVER / self.cycle(),
        }
    }

    /// All passes, without the delay.
    pub(crate) fn passes(&self) -> i64 {
        self.cycle().saturating_mul(self.repeats()).saturating_add(self.duration).min(FOREVER)
    }

    /// Own time as time of the parent, rounded up so that the parent's time reaches it.
    pub(crate) fn parent_time(&self, own: i64) -> i64 {
        if self.scale == 1.0 || own >= FOREVER {
            own
        } else {
            ((own as f64 / self.scale).ceil() as i64).min(FOREVER)
        }
    }

    /// Time of the parent as own time: the last own moment that has come by then. Exactly the other way
    /// round as `parent_time`, so that own moments come when that says, whatever the floats round to.
    pub(crate) fn own_time(&self, parent: i64) -> i64 {
        if self.scale == 1.0 || parent >= FOREVER {
            return parent;
        }
        let mut own = ((parent as f64 * self.scale).floor() as i64).min(FOREVER);
        while self.parent_time(own) > parent {
            own -= 1;
        }
        while self.parent_time(own + 1) <= parent {
            own += 1;
        }
        own
    }

    /// Delay and passes in time of the parent.
    pub(crate) fn length(&self) -> i64 {
        self.parent_time(self.delay.saturating_add(self.passes()).min(FOREVER))
    }

    /// Folds time since the first pass began, 0…`passes()`. The moment between two passes belongs to
    /// the earlier one, so that the last thing in it is seen.
    pub(crate) fn fold(&self, since: i64) -> Fold {
        if self.repeat == Repeat::Times(0) {
            return Fold { pass: 0, local: since.min(self.duration), reversed: false };
        }
        let cycle = self.cycle().max(1);
        let pass = ((since - 1).max(0) / cycle).min(self.repeats());
        let inside = (since - pass * cycle).min(self.duration);
        let reversed = self.yoyo && pass % 2 == 1;
        Fold { pass, local: if reversed { self.duration - inside } else { inside }, reversed }
    }
}
