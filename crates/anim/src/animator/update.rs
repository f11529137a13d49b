//! One update: what begins, what ends, what runs.

use super::{Animator, Entry, table::Kind};
use crate::Targets;
use core::{cmp::Reverse, hash::Hash};

impl<T: 'static, K: Copy + Eq + Hash + 'static> Animator<T, K> {
    pub(super) fn run_to(&mut self, clock: i64, targets: &mut impl Targets<T, K>) {
        let limit = self.max_step.and_then(|step| step.nanos("step").ok());
        let clock = limit.map_or(clock, |limit| clock.min(self.clock.saturating_add(limit)));
        let backward = clock < self.clock;
        self.events.clear();
        if backward {
            // Rows know only how to go on: what they were before their beginning is kept by players.
            self.promote_all();
        }
        self.judge_early(targets);
        self.judge_previews(targets);
        if !backward {
            for position in 0..self.order.len() {
                self.push_start(self.order[position], clock);
            }
        }
        // The order of these three decides who writes last into a field that two animations share: beginnings read what
        // others have written by then, ends come next, and what still runs has the last word.
        self.begin_waiting(clock, targets);
        self.end_finished(clock, targets);
        for position in 0..self.order.len() {
            self.run_slot(self.order[position], clock, true, targets);
        }
        self.clock = clock;
        // They are numbered as they come, and mostly come in the order of time.
        if backward || !self.events.is_sorted_by(|a, b| a.clock <= b.clock) {
            self.events.sort_unstable_by(|a, b| {
                let by_clock = a.clock.total_cmp(&b.clock);
                let by_clock = if backward { by_clock.reverse() } else { by_clock };
                by_clock.then(a.order.cmp(&b.order))
            });
        }
        self.sweep();
    }

    /// Runs a player to a time of the clock.
    pub(super) fn run_slot(
        &mut self,
        index: u32,
        clock: i64,
        last: bool,
        targets: &mut dyn Targets<T, K>,
    ) {
        let entry = self.players.get_mut(self.slots.at(index).place);
        if let Some(entry) = entry.filter(|entry| !is_lost(entry)) {
            let first = self.events.len();
            entry.player.run_to(clock, last, targets, &mut self.events);
            entry.waiting = entry.waiting && entry.player.next_capture().is_some();
            // Sorting by their own time may have mixed the numbers.
            for (order, event) in self.events.iter_mut().enumerate().skip(first) {
                event.order = order as u32;
            }
        }
    }

    /// Lets animations begin, in the order of time: each finds its target as it is at that moment.
    fn begin_waiting(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) {
        loop {
            let player = self.starts.peek().map(|entry| entry.0);
            // Players are only listed when they begin by then.
            let limit = player.unwrap_or((clock.saturating_add(1), 0, 0));
            if let Some((time, serial, index)) = self.queue.pop_before(limit) {
                // Entries of killed tweens are left in the queue; the serial number tells when the slot is another's now.
                let slot = self.slots.at(index);
                if slot.kind == Kind::Waiting && slot.serial == serial {
                    self.begin_simple(index, time, targets);
                }
            } else if let Some((time, _, index)) = player {
                self.starts.pop();
                self.begin_leaves(index, time, clock, targets);
            } else {
                return;
            }
        }
    }

    fn begin_leaves(&mut self, index: u32, time: i64, clock: i64, targets: &mut dyn Targets<T, K>) {
        self.overwrite_starting(index, time, targets);
        self.run_slot(index, time, false, targets);
        self.push_start(index, clock);
        // A player that cannot get on would be asked for ever.
        if self.starts.peek().is_some_and(|Reverse((t, _, i))| *i == index && *t <= time) {
            self.starts.pop();
        }
    }

    /// Notes when the next leaf of a player begins, if that is by `clock`.
    fn push_start(&mut self, index: u32, clock: i64) {
        let slot = self.slots.at(index);
        let Some(entry) = self.players.get_mut(slot.place) else { return };
        if !entry.waiting {
            return;
        }
        let Some(place) = entry.player.next_capture() else {
            entry.waiting = false;
            return;
        };
        if let Some(time) = entry.player.clock_at(place)
            && time <= clock
        {
            self.starts.push(Reverse((time.max(self.clock), slot.serial, index)));
        }
    }

    /// Notes when a player ends, if that is by `clock`.
    pub(super) fn push_end(&mut self, index: u32, clock: i64) {
        let Some(entry) = self.players.get(self.slots.at(index).place) else { return };
        let end = if entry.player.speed() < 0.0 { 0 } else { entry.player.length() };
        if let Some(time) = entry.player.clock_at(end)
            && time <= clock
        {
            self.ends.push((time, self.slots.rank(index), index));
        }
    }

    /// Writes the rows, and lets what ends write its last values, in the order of the ends: what still
    /// runs writes after it.
    fn end_finished(&mut self, clock: i64, targets: &mut impl Targets<T, K>) {
        self.ends.clear();
        for position in 0..self.order.len() {
            self.push_end(self.order[position], clock);
        }
        // What stands still leaves the fields to others.
        if clock != self.clock {
            self.lanes.update(clock, targets, &mut self.found);
            self.drop_gone(clock);
        }
        for &owner in &self.found.ended {
            let slot = self.slots.at(owner);
            if slot.kind == Kind::Row {
                let (begin, duration) = self.lanes.time(slot);
                self.ends.push((begin + duration, self.slots.rank(owner), owner));
            }
        }
        self.found.ended.clear();
        self.ends.sort_unstable();
        for position in 0..self.ends.len() {
            let index = self.ends[position].2;
            match self.slots.at(index).kind {
                Kind::Row => self.finish_row(index),
                _ => self.run_slot(index, clock, true, targets),
            }
        }
    }

    /// Reports and forgets the rows whose target was not there.
    fn drop_gone(&mut self, clock: i64) {
        let mut gone = core::mem::take(&mut self.found.gone);
        for &owner in &gone {
            if self.slots.at(owner).kind == Kind::Row {
                self.emit_gone(owner, clock);
                self.drop_rows(owner);
            }
        }
        gone.clear();
        self.found.gone = gone;
    }

    /// Removes what is finished, and what has lost all it had.
    pub(super) fn sweep(&mut self) {
        // Out of the animator while it is read, because removing a player changes the rest of the animator.
        let mut order = core::mem::take(&mut self.order);
        order.retain(|&index| {
            let entry = self.players.get(self.slots.at(index).place);
            let keep = entry.is_some_and(|entry| !is_over(entry));
            if !keep {
                self.remove_player(index);
            }
            keep
        });
        self.order = order;
    }
}

/// Whether nothing more will come of it.
fn is_over<T: 'static, K>(entry: &Entry<T, K>) -> bool {
    is_lost(entry) || (entry.player.is_finished() && !entry.keep && !entry.player.is_paused())
}

/// Whether it has lost everything it wrote to.
fn is_lost<T, K>(entry: &Entry<T, K>) -> bool {
    let leaves = &entry.player.leaves;
    !leaves.is_empty() && leaves.iter().all(|leaf| leaf.gone)
}
