//! One update: from one place of the playhead to another.

use super::AnimPlayer;
use crate::{
    AnimEvent, AnimEventKind, Interrupt, Targets,
    run::{Content, Context, Leaf, Outcome, Report, TimeMap, Write, preview},
};

impl<T: 'static, K> AnimPlayer<T, K> {
    /// Moves to a time of the clock, with stops where start values are captured. `last` says that the
    /// update ends there.
    pub(crate) fn run_to(
        &mut self,
        clock: i64,
        last: bool,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) {
        if let Some(mut room) = self.previews.take() {
            preview::show(&mut self.leaves, &self.beginnings, &mut room, targets);
        }
        if self.run_chain(clock, targets, events) || self.glide(clock, targets) {
            return;
        }
        self.settle();
        let first_event = events.len();
        let from = self.position;
        let (clocks, anchor, speed) = ((self.clock, clock), self.anchor, self.speed);
        let passage = Passage { clocks, anchor, speed, backward: false };
        let mut to = self.place(clock);
        let mut stopped = None;
        if to > from {
            stopped = self.pauses.iter().copied().find(|&at| at > from && at <= to);
            to = stopped.unwrap_or(to);
        }
        // A tween reads its start value at its own beginning, not at the end of the frame it falls into: a long frame
        // stops at every such moment, so that all frame rates read the same values.
        while let Some(stop) = self.next_capture().filter(|&stop| stop <= to) {
            self.step(stop, false, targets, events);
        }
        if to != self.position || !self.shown {
            self.step(to, last, targets, events);
        }
        self.clock = clock;
        if stopped.is_some() {
            let (id, tag, order) = (self.id, self.node.tag, events.len() as u32);
            let (kind, time) = (AnimEventKind::Pause, to as f64 / 1e9);
            events.push(AnimEvent { id, tag, kind, time, clock: 0.0, order });
            self.anchor = (clock, to);
            self.paused = true;
        } else if to == 0 || to == self.length() {
            // At an end the playhead waits, so that it can turn back at once.
            self.anchor = (clock, to);
        }
        sort_events(&mut events[first_event..], Passage { backward: to < from, ..passage });
    }

    /// The short way for a single tween in the middle of a pass: true when that was all.
    fn glide(&mut self, clock: i64, targets: &mut dyn Targets<T, K>) -> bool {
        let place = self.place(clock);
        let (Content::Leaf(_), [leaf]) = (&self.node.content, &mut self.leaves[..]) else {
            return false;
        };
        if !leaf.captured || leaf.gone {
            return false;
        }
        let Some(target) = targets.target(&leaf.key) else { return false };
        let Some(progress) = self.node.glide(place) else { return false };
        // What stands still leaves the field to others.
        if place != self.position {
            leaf.show(progress, target);
        }
        (self.clock, self.position) = (clock, place);
        true
    }

    /// When the next leaf reads its start values, in time of the animation.
    pub(crate) fn next_capture(&mut self) -> Option<i64> {
        while let Some(&(time, leaf)) = self.beginnings.get(self.captured) {
            let leaf = &self.leaves[leaf as usize];
            if !leaf.captured && !leaf.gone {
                return Some(time);
            }
            self.captured += 1;
        }
        None
    }

    /// The leaves that read their start values at this time or before.
    pub(crate) fn starting(&self, time: i64) -> impl Iterator<Item = &Leaf<T, K>> {
        let rest = self.beginnings[self.captured..].iter();
        rest.take_while(move |(begin, _)| *begin <= time)
            .map(|&(_, leaf)| &self.leaves[leaf as usize])
            .filter(|leaf| !leaf.captured && !leaf.gone)
    }

    /// Moves to a place and writes the values there.
    fn step(
        &mut self,
        to: i64,
        last: bool,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) {
        let backward = to < self.position;
        self.writes.clear();
        let report = if last { Report::Arriving } else { Report::Passing };
        let mut context = Context::new(events, &mut self.writes, self.id, report);
        if backward && to == 0 {
            // The very beginning counts as passed when it is reached backwards.
            self.node.leave(false, TimeMap::IDENTITY, &mut context);
        } else {
            self.node.move_to(to, TimeMap::IDENTITY, &mut context);
        }
        self.position = to;
        self.shown = true;
        // A move notes only what it touched. Going back, or into a repeated part, may uncover a tween that was not
        // touched and lies above: then all layers are noted anew, which is a function of the place alone.
        if self.writes.unsure() {
            self.note_all(events);
        }
        self.write(targets, events);
    }

    /// Notes all layers of this moment anew, and what is to be put back where there are none any more.
    fn note_all(&mut self, events: &mut Vec<AnimEvent>) {
        self.writes.clear();
        for &(_, leaf) in &self.beginnings {
            if self.leaves[leaf as usize].captured {
                self.writes.push_left(leaf);
            }
        }
        let mut context = Context::new(events, &mut self.writes, self.id, Report::Nothing);
        self.node.layers(self.position, TimeMap::IDENTITY, &mut context);
    }

    /// Writes what the move noted. Leaves that begin read their start values when all others have
    /// written theirs; then everything is written once more, because they may have come between.
    fn write(&mut self, targets: &mut dyn Targets<T, K>, events: &mut Vec<AnimEvent>) {
        self.writes.sort();
        // Taken out, because showing a write needs the whole player; put back below with its memory.
        let mut writes = core::mem::take(&mut self.writes);
        for write in writes.list() {
            self.show(write, targets, events);
        }
        let mut some_began = false;
        while self.next_capture().is_some_and(|time| time <= self.position) {
            let leaf = self.beginnings[self.captured].1;
            some_began = true;
            if let Some(target) = self.target_of(leaf, targets, events) {
                self.leaves[leaf as usize].capture(target);
            }
            match writes.of(leaf) {
                Some(write) if write.outcome != Outcome::Left => {
                    self.show(write, targets, events);
                }
                // Its moment lies between two nanoseconds, at the end of a pass: what it has found is
                // from the next pass, where it is not due.
                _ => writes.fold(),
            }
        }
        if some_began {
            for write in writes.list() {
                self.show(write, targets, events);
            }
        }
        self.writes = writes;
    }

    /// Writes the values of one leaf, if it has read its start values.
    pub(super) fn show(
        &mut self,
        write: &Write,
        targets: &mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) {
        let leaf = &mut self.leaves[write.leaf as usize];
        leaf.running = write.outcome == Outcome::Runs;
        if leaf.gone || !leaf.captured {
            return;
        }
        if let Some(target) = self.target_of(write.leaf, targets, events) {
            let leaf = &self.leaves[write.leaf as usize];
            match write.outcome {
                Outcome::Left => leaf.release(target),
                Outcome::Ended | Outcome::Runs => leaf.show(write.progress, target),
            }
        }
    }

    /// The target of a leaf; where there is none any more, that is reported and the leaf is gone.
    fn target_of<'a>(
        &mut self,
        leaf: u32,
        targets: &'a mut dyn Targets<T, K>,
        events: &mut Vec<AnimEvent>,
    ) -> Option<&'a mut T> {
        let leaf = &mut self.leaves[leaf as usize];
        let target = targets.target(&leaf.key);
        if target.is_none() {
            leaf.gone = true;
            let kind = AnimEventKind::Interrupted(Interrupt::TargetGone);
            let (id, tag, order) = (self.id, leaf.tag, events.len() as u32);
            let time = self.position as f64 / 1e9;
            events.push(AnimEvent { id, tag, kind, time, clock: 0.0, order });
            // What it shared with others is theirs alone now.
            self.drop_chain();
        }
        target
    }
}

/// The times between which a move took place, and how its places were times.
#[derive(Clone, Copy)]
struct Passage {
    clocks: (i64, i64),
    anchor: (i64, i64),
    speed: f64,
    backward: bool,
}

/// Puts the events of one move into the order of time and gives them their time by the clock.
fn sort_events(events: &mut [AnimEvent], passage: Passage) {
    let Passage { clocks, anchor, speed, backward } = passage;
    let direction = if backward { -1.0 } else { 1.0 };
    events.sort_unstable_by(|a, b| {
        (a.time * direction).total_cmp(&(b.time * direction)).then(a.order.cmp(&b.order))
    });
    let (low, high) = (clocks.0.min(clocks.1) as f64, clocks.0.max(clocks.1) as f64);
    for event in events {
        // Whole nanoseconds, so that what happens at once is known to.
        let ahead = (event.time * 1e9).round() - anchor.1 as f64;
        let wait = if speed == 0.0 { 0.0 } else { ahead / speed };
        event.clock = (anchor.0 as f64 + wait).clamp(low, high);
    }
}
