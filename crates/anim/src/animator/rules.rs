//! Overwriting: who loses what when a tween begins.

use super::{
    Animator, key_of,
    table::{Kind, NONE},
};
use crate::{
    AnimEventKind, AnimPlayer, Interrupt, Overwrite, OverwriteMode, Targets,
    player::meets,
    run::{Leaf, Preview},
    track::overlap,
};
use core::hash::Hash;

/// Which animations a rule may take properties from.
#[derive(Clone, Copy)]
pub(super) struct Affected {
    /// Only what runs, or also what has not begun.
    running_only: bool,
    /// Only those older than this rank.
    before: u32,
    /// Only those whose time overlaps, by the clock.
    span: Option<(i64, i64)>,
}

impl Affected {
    pub(super) const ALL: Self = Self { running_only: false, before: NONE, span: None };
    const RUNNING: Self = Self { running_only: true, ..Self::ALL };

    /// Whether it asks for age or time.
    const fn is_picky(&self) -> bool {
        self.before != NONE || self.span.is_some()
    }

    fn meets(&self, rank: u32, span: (i64, i64)) -> bool {
        let in_time = self.span.is_none_or(|(begin, end)| span.0 < end && begin < span.1);
        (rank < self.before || self.before == NONE) && in_time
    }
}

impl<T: 'static, K: Copy + Eq + Hash + 'static> Animator<T, K> {
    /// Lists all animations of a target but one, oldest first.
    pub(super) fn find_others(&mut self, key: K, except: u32) {
        self.others.clear();
        let (waiting, lanes) = (&self.waiting, &self.lanes);
        let simple = self.slots.of(key, |slot| key_of(slot, waiting, lanes));
        self.others.extend(simple.filter(|&index| index != except));
        let simple = self.others.len();
        let players = self.by_key.get(&key).into_iter().flatten().copied();
        self.others.extend(players.filter(|&index| index != except));
        if self.others.len() > simple {
            self.others.sort_unstable_by_key(|&index| self.slots.rank(index));
        } else {
            // The chain of a target runs from the newest to the oldest, so that adding to it is one store.
            self.others.reverse();
        }
    }

    /// Moves the others to a moment, but not onto beginnings of their own that are still to be judged.
    pub(super) fn bring_others(&mut self, time: i64, targets: &mut dyn Targets<T, K>) {
        if time <= self.clock {
            // All of them were shown then.
            return;
        }
        // What ends on the way writes first, in the order of the ends.
        self.ends.clear();
        for position in 0..self.others.len() {
            let index = self.others[position];
            let slot = *self.slots.at(index);
            match slot.kind {
                Kind::Full => self.push_end(index, time),
                Kind::Row => {
                    let (begin, duration) = self.simple_time(&slot);
                    if begin + duration <= time {
                        self.ends.push((begin + duration, self.slots.rank(index), index));
                    }
                }
                _ => {}
            }
        }
        self.ends.sort_unstable();
        for position in 0..self.ends.len() {
            self.bring(self.ends[position].2, time, targets);
        }
        for position in 0..self.others.len() {
            self.bring(self.others[position], time, targets);
        }
    }

    fn bring(&mut self, index: u32, time: i64, targets: &mut dyn Targets<T, K>) {
        match self.slots.at(index).kind {
            Kind::Row => self.bring_row(index, time, targets),
            Kind::Full => self.bring_player(index, time, targets),
            _ => {}
        }
    }

    fn bring_player(&mut self, index: u32, time: i64, targets: &mut dyn Targets<T, K>) {
        let Some(entry) = self.players.get_mut(self.slots.at(index).place) else { return };
        let own = entry.player.next_capture();
        let own = own.and_then(|place| entry.player.clock_at(place));
        let until = own.filter(|&own| own <= time).map_or(time, |own| own - 1);
        if until > entry.player.clock() {
            self.run_slot(index, until, false, targets);
        }
    }

    /// Brings the animations of the same targets to the moment, then applies the rules of the leaves
    /// of a player that begin.
    pub(super) fn overwrite_starting(
        &mut self,
        index: u32,
        time: i64,
        targets: &mut dyn Targets<T, K>,
    ) {
        let stored = self.slots.at(index).place;
        // Taken out for the while, so that its leaves can be read while others change.
        let Some(mut entry) = self.players.hold(stored) else { return };
        let place = entry.player.next_capture();
        let due = place.filter(|&place| entry.player.clock_at(place).is_some_and(|at| at <= time));
        if let Some(place) = due {
            for leaf in entry.player.starting(place) {
                self.find_others(leaf.key, index);
                if self.others.is_empty() {
                    continue;
                }
                self.bring_others(time, targets);
                self.read_ranges(leaf, targets);
                self.apply_rule(leaf.key, leaf.overwrite, time, targets);
                // Read again, because a rule about whole targets has put all memory into the list.
                self.read_ranges(leaf, targets);
                // What still writes there after the rule writes in turn with the newcomer, oldest first; rows write in
                // the order of their groups, so they have to become players.
                self.promote_sharing(leaf.key, time, targets);
            }
        }
        self.players.put_back(stored, entry);
    }

    /// Keeps start values from showing before their turn where another animation writes too: that one has the field
    /// until then.
    pub(super) fn judge_previews(&mut self, targets: &mut dyn Targets<T, K>) {
        if !core::mem::take(&mut self.previews) {
            return;
        }
        for position in 0..self.order.len() {
            let index = self.order[position];
            let stored = self.slots.at(index).place;
            let Some(mut entry) = self.players.hold(stored) else { continue };
            if entry.player.has_previews() {
                for leaf in &mut entry.player.leaves {
                    self.find_others(leaf.key, index);
                    if !self.others.is_empty() {
                        self.read_ranges(leaf, targets);
                        if self.others_write(leaf.key, targets) {
                            leaf.preview = Preview::Forbidden;
                        }
                    }
                }
            }
            self.players.put_back(stored, entry);
        }
    }

    /// Whether one of the others writes, or is to write, to `self.ranges`.
    fn others_write(&self, key: K, targets: &mut dyn Targets<T, K>) -> bool {
        let Some(target) = targets.target(&key) else { return false };
        self.others.iter().any(|&other| {
            let slot = self.slots.at(other);
            match slot.kind {
                Kind::Row => self.writes_ranges(other, target),
                Kind::Waiting => self.waiting.get(slot.place).is_some_and(|tween| {
                    tween.props.iter().any(|prop| {
                        let bytes = prop.bytes(target);
                        self.ranges.iter().any(|range| overlap(range, &bytes))
                    })
                }),
                _ => self
                    .players
                    .get(slot.place)
                    .is_some_and(|entry| entry.player.writers(&key, &self.ranges, target).0 > 0),
            }
        })
    }

    /// The memory that a leaf's properties take, as it is now.
    fn read_ranges(&mut self, leaf: &Leaf<T, K>, targets: &mut dyn Targets<T, K>) {
        self.ranges.clear();
        if let Some(target) = targets.target(&leaf.key) {
            self.ranges.extend(leaf.tracks.iter().map(|track| track.bytes(target)));
        }
    }

    /// Lets a rule loose on the others; `self.ranges` is the memory that the newcomer writes.
    pub(super) fn apply_rule(
        &mut self,
        key: K,
        rule: Overwrite,
        now: i64,
        targets: &mut dyn Targets<T, K>,
    ) {
        let affected = match rule.mode {
            OverwriteMode::None => return,
            OverwriteMode::Auto | OverwriteMode::Concurrent => Affected::RUNNING,
            OverwriteMode::All => Affected::ALL,
        };
        self.apply_rule_to(key, rule.mode, affected, now, targets);
    }

    fn apply_rule_to(
        &mut self,
        key: K,
        mode: OverwriteMode,
        affected: Affected,
        now: i64,
        targets: &mut dyn Targets<T, K>,
    ) {
        if mode != OverwriteMode::Auto {
            // Rules about whole targets are the rule about fields with a field that is all of memory.
            self.ranges.clear();
            self.ranges.push(0..usize::MAX);
        }
        self.take_properties(key, affected, Interrupt::Overwritten, now, targets);
    }

    /// Takes the properties of a target that overlap `self.ranges` from the others.
    pub(super) fn take_properties(
        &mut self,
        key: K,
        affected: Affected,
        why: Interrupt,
        now: i64,
        targets: &mut dyn Targets<T, K>,
    ) {
        let Some(target) = targets.target(&key) else { return };
        for position in 0..self.others.len() {
            let other = self.others[position];
            match self.slots.at(other).kind {
                Kind::Full => self.take_from_player(other, key, affected, (why, now), target),
                Kind::Row | Kind::Waiting => {
                    self.take_from_simple(other, affected, why, now, target);
                }
                Kind::Free | Kind::Part => {}
            }
        }
    }

    fn take_from_player(
        &mut self,
        other: u32,
        key: K,
        affected: Affected,
        (why, now): (Interrupt, i64),
        target: &mut T,
    ) {
        let (id, rank) = (self.slots.id(other), self.slots.rank(other));
        let Some(mut entry) = self.players.hold(self.slots.at(other).place) else { return };
        // What is over and only waits to be removed has nothing to lose.
        let over = entry.player.is_finished() && !entry.keep;
        if !over && affected.meets(rank, span_of(&entry.player)) {
            let time = entry.player.place(now);
            for leaf in entry.player.leaves_mut() {
                if leaf.key != key || leaf.gone || (affected.running_only && !leaf.running) {
                    continue;
                }
                if leaf.tracks.drop_if(|track| meets(track, &self.ranges, target)) {
                    leaf.gone = leaf.tracks.is_empty();
                    let kind = AnimEventKind::Interrupted(share(why, leaf.gone));
                    self.emit(id, leaf.tag, kind, time, now);
                }
            }
        }
        self.players.put_back(self.slots.at(other).place, entry);
    }

    fn take_from_simple(
        &mut self,
        other: u32,
        affected: Affected,
        why: Interrupt,
        now: i64,
        target: &mut T,
    ) {
        let slot = *self.slots.at(other);
        let running = slot.kind == Kind::Row;
        if (affected.running_only && !running) || (running && !self.writes_ranges(other, target)) {
            return;
        }
        if affected.is_picky() {
            let (begin, duration) = self.simple_time(&slot);
            if !affected.meets(self.slots.rank(other), (begin, begin + duration)) {
                return;
            }
        }
        let (id, time) = (self.slots.id(other), self.simple_position(&slot, now));
        let tag = self.slots.extra(&slot).tag;
        let (lost, all) =
            if running { self.take_rows(other, target) } else { self.take_props(other, target) };
        if lost {
            self.emit(id, tag, AnimEventKind::Interrupted(share(why, all)), time, now);
        }
    }

    /// Takes properties from a tween that waits: whether there were some, and whether all are gone.
    fn take_props(&mut self, other: u32, target: &mut T) -> (bool, bool) {
        let Some(tween) = self.waiting.get_mut(self.slots.at(other).place) else {
            return (false, false);
        };
        let before = tween.props.len();
        tween.props.retain(|prop| {
            let bytes = prop.bytes(target);
            !self.ranges.iter().any(|range| overlap(range, &bytes))
        });
        let left = tween.props.len();
        if left == 0 {
            self.remove(other);
        }
        (left < before, left == 0)
    }

    /// Takes properties from a tween that runs: whether there were some, and whether all are gone.
    fn take_rows(&mut self, other: u32, target: &mut T) -> (bool, bool) {
        let (mut lost, mut previous, mut at) = (false, NONE, other);
        while at != NONE {
            let (slot, part) = (*self.slots.at(at), self.slots.part(at));
            let bytes = self.lanes.bytes(&slot, target);
            if !self.ranges.iter().any(|range| overlap(range, &bytes)) {
                (previous, at) = (at, part);
                continue;
            }
            lost = true;
            if previous == NONE && part == NONE {
                self.drop_rows(other);
                return (true, true);
            }
            self.lanes.remove(&slot, &mut self.slots);
            if previous == NONE {
                // The first further property takes the place of the one that is lost.
                let (moved, rest) = (*self.slots.at(part), self.slots.part(part));
                let first = self.slots.at_mut(other);
                (first.lane, first.group, first.place) = (moved.lane, moved.group, moved.place);
                self.slots.set_part(other, rest);
                self.lanes.give(&moved, other);
                self.slots.release(part);
            } else {
                self.slots.set_part(previous, part);
                self.slots.release(at);
                at = part;
            }
        }
        (lost, false)
    }

    /// Judges the rules of tweens that want it done when they are added.
    pub(super) fn judge_early(&mut self, targets: &mut dyn Targets<T, K>) {
        for position in 0..self.order.len() {
            let index = self.order[position];
            let stored = self.slots.at(index).place;
            let early = self.players.get_mut(stored).map(|entry| &mut entry.early);
            if !early.is_some_and(core::mem::take) {
                continue;
            }
            let Some(entry) = self.players.hold(stored) else { continue };
            let (before, span) = (self.slots.rank(index), span_of(&entry.player));
            for leaf in &entry.player.leaves {
                let Overwrite { mode, early } = leaf.overwrite;
                if !early || leaf.gone || mode == OverwriteMode::None {
                    continue;
                }
                self.find_others(leaf.key, index);
                self.read_ranges(leaf, targets);
                // Judged before anything runs, so "running" cannot be asked: whoever overlaps in time will meet it, and
                // only those added before it lose to it, or two early rules would take from each other.
                let span = (mode == OverwriteMode::Auto).then_some(span);
                let running_only = mode == OverwriteMode::Concurrent;
                let affected = Affected { running_only, before, span };
                self.apply_rule_to(leaf.key, mode, affected, self.clock, targets);
            }
            self.players.put_back(stored, entry);
        }
    }
}

/// Losing only some properties has a name of its own.
fn share(why: Interrupt, all: bool) -> Interrupt {
    match why {
        Interrupt::Overwritten if !all => Interrupt::PartlyOverwritten,
        why => why,
    }
}

/// Beginning, after the delay, and end by the clock.
fn span_of<T: 'static, K>(player: &AnimPlayer<T, K>) -> (i64, i64) {
    let clock = |place| player.clock_at(place).unwrap_or(i64::MAX);
    (clock(player.node.begin()), clock(player.length()))
}
