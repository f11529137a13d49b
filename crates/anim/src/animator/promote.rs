//! Simple tweens: how they begin and end, and how they get a player of their own.

use super::{
    Animator, Entry, Waiting, key_of,
    lane::NewRow,
    lanes::Lanes,
    table::{Extra, Kind, NONE, Slot, Table},
};
use crate::{
    AnimEventKind, AnimPlayer, Interrupt, Overwrite, OverwriteMode, Targets,
    player::meets,
    prop::Prop,
    run::{Content, Leaf, Node, Preview, Shaper, Tracks},
    timeline::Built,
    timing::Timing,
    track::overlap,
    tween::Common,
};
use core::hash::Hash;

impl<T: 'static, K: Copy + Eq + Hash + 'static> Animator<T, K> {
    /// Lets a simple tween begin at a time: others of its target are brought there first, its rule is
    /// applied, its start values are read.
    pub(super) fn begin_simple(&mut self, index: u32, time: i64, targets: &mut dyn Targets<T, K>) {
        let slot = *self.slots.at(index);
        if self.begin_by_taking_over(index, &slot, time, targets) {
            return;
        }
        let Some(tween) = self.waiting.get(slot.place) else { return };
        let key = tween.key;
        self.find_others(key, index);
        self.bring_others(time, targets);
        if self.meets_others(index, &slot, time, targets) {
            // Who writes last is then a question of age, which only players answer.
            self.promote(index, self.clock);
            return self.run_slot(index, time, false, targets);
        }
        let Extra { delay, tag, .. } = self.slots.extra(&slot);
        self.emit(self.slots.id(index), tag, AnimEventKind::Start, delay, time);
        let Some(tween) = self.waiting.get(slot.place) else { return };
        match targets.target(&key) {
            Some(target) if tween.duration == 0 => {
                tween.props.iter().for_each(|prop| prop.finish(&tween.ease, target));
                self.emit(self.slots.id(index), tag, AnimEventKind::Complete, delay, time);
                self.forget_simple(key, index);
            }
            Some(target) => add_rows(&mut self.slots, &mut self.lanes, index, tween, target),
            None => {
                self.emit_gone(index, time);
                self.forget_simple(key, index);
            }
        }
        self.waiting.discard(slot.place);
    }

    /// Applies the rule of a tween that begins. True when it cannot be a row: it writes where another
    /// writes as well, or there is no room.
    fn meets_others(
        &mut self,
        index: u32,
        slot: &Slot,
        time: i64,
        targets: &mut dyn Targets<T, K>,
    ) -> bool {
        let Some(tween) = self.waiting.get(slot.place) else { return false };
        // By far the most common case: nobody to meet and one property, which cannot overlap another of its own.
        if self.others.is_empty()
            && let Some(prop) = tween.props.single()
        {
            return !self.lanes.take(prop, &tween.ease);
        }
        if !tween.props.iter().all(|prop| self.lanes.take(prop, &tween.ease)) {
            return true;
        }
        let key = tween.key;
        self.ranges.clear();
        if let Some(target) = targets.target(&key) {
            self.ranges.extend(tween.props.iter().map(|prop| prop.bytes(target)));
        }
        let meets = |(at, range): (usize, _)| {
            self.ranges[at + 1..].iter().any(|other| overlap(range, other))
        };
        // Two properties of one tween on the same memory: the later one has to win, and rows have no such order.
        if self.ranges.iter().enumerate().any(meets) {
            return true;
        }
        let rule = Overwrite { mode: slot.mode, early: false };
        self.apply_rule(key, rule, time, targets);
        slot.mode != OverwriteMode::All && self.shares_fields(index, key, time, targets)
    }

    /// Whether another animation that has begun writes to the fields of a waiting tween.
    fn shares_fields(
        &mut self,
        index: u32,
        key: K,
        now: i64,
        targets: &mut dyn Targets<T, K>,
    ) -> bool {
        // Every other rule has taken the fields from all rows already.
        let none = self.slots.at(index).mode == OverwriteMode::None;
        let is_player = |&other: &u32| self.slots.at(other).kind == Kind::Full;
        if !none && !self.others.iter().any(is_player) {
            return false;
        }
        let Some(tween) = self.waiting.get(self.slots.at(index).place) else { return false };
        let Some(target) = targets.target(&key) else { return false };
        self.ranges.clear();
        self.ranges.extend(tween.props.iter().map(|prop| prop.bytes(target)));
        let shared = none && self.promote_sharing(key, now, targets);
        let Some(target) = targets.target(&key) else { return false };
        shared
            || self.others.iter().any(|&other| {
                let slot = self.slots.at(other);
                let entry = (slot.kind == Kind::Full).then(|| self.players.get(slot.place));
                let Some(entry) = entry.flatten() else { return false };
                let leaves = entry.player.leaves.iter();
                leaves
                    .filter(|leaf| leaf.key == key && leaf.captured && !leaf.gone)
                    .any(|leaf| leaf.tracks.iter().any(|track| meets(track, &self.ranges, target)))
            })
    }

    /// Gives a player to every row among the others that writes to `self.ranges`; true when there was
    /// one.
    pub(super) fn promote_sharing(
        &mut self,
        key: K,
        now: i64,
        targets: &mut dyn Targets<T, K>,
    ) -> bool {
        let mut shared = false;
        for position in 0..self.others.len() {
            let other = self.others[position];
            let Some(target) = targets.target(&key) else { break };
            if self.slots.at(other).kind == Kind::Row && self.writes_ranges(other, target) {
                self.promote(other, now);
                shared = true;
            }
        }
        shared
    }

    /// Whether a running simple tween writes to `self.ranges`.
    pub(super) fn writes_ranges(&self, index: u32, target: &mut T) -> bool {
        self.rows(index).any(|slot| {
            let bytes = self.lanes.bytes(slot, target);
            self.ranges.iter().any(|range| overlap(range, &bytes))
        })
    }

    /// The slots of a running simple tween: its own and those of further properties.
    fn rows(&self, index: u32) -> impl Iterator<Item = &Slot> {
        let slots = &self.slots;
        let next = |&at: &u32| Some(slots.part(at)).filter(|&part| part != NONE);
        core::iter::successors(Some(index), next).map(|at| slots.at(at))
    }

    /// Shows a running simple tween at a time and ends it if that is its end.
    pub(super) fn bring_row(&mut self, index: u32, time: i64, targets: &mut dyn Targets<T, K>) {
        // What stands still leaves the fields to others.
        if time <= self.clock {
            return;
        }
        let slot = *self.slots.at(index);
        let (begin, duration) = self.lanes.time(&slot);
        if let Some(target) = targets.target(&self.lanes.key(&slot)) {
            for slot in self.rows(index) {
                self.lanes.show(slot, time, target);
            }
            if time - begin >= duration {
                self.finish_row(index);
            }
        }
    }

    /// Reports the end of a simple tween and forgets it.
    pub(super) fn finish_row(&mut self, index: u32) {
        let slot = *self.slots.at(index);
        let (begin, duration) = self.lanes.time(&slot);
        let Extra { delay, tag, .. } = self.slots.extra(&slot);
        let (time, clock) = (delay + duration, begin + duration);
        self.emit(self.slots.id(index), tag, AnimEventKind::Complete, time, clock);
        self.drop_rows(index);
    }

    /// Reports that the target of a simple tween is not there.
    pub(super) fn emit_gone(&mut self, index: u32, now: i64) {
        let slot = *self.slots.at(index);
        let time = self.simple_position(&slot, now);
        let kind = AnimEventKind::Interrupted(Interrupt::TargetGone);
        self.emit(self.slots.id(index), self.slots.extra(&slot).tag, kind, time, now);
    }

    /// Where the playhead of a simple tween is at a time of the clock.
    pub(super) fn simple_position(&self, slot: &Slot, now: i64) -> i64 {
        let (begin, duration) = self.simple_time(slot);
        let delay = self.slots.extra(slot).delay;
        (now - (begin - delay)).clamp(0, delay + duration)
    }

    /// Forgets a running simple tween.
    pub(super) fn drop_rows(&mut self, index: u32) {
        let slot = *self.slots.at(index);
        let key = self.lanes.key(&slot);
        self.remove_rows(index);
        self.forget_simple(key, index);
    }

    /// Forgets the slot of a simple tween that has neither rows nor a description any more.
    pub(super) fn forget_simple(&mut self, key: K, index: u32) {
        self.unlink(key, index);
        self.slots.release(index);
    }

    fn unlink(&mut self, key: K, index: u32) {
        let (waiting, lanes) = (&self.waiting, &self.lanes);
        self.slots.unlink(key, index, |slot| key_of(slot, waiting, lanes));
    }

    /// Gives a player of its own to a simple tween; to the bit where the tween is. `now` is when it was
    /// last shown.
    pub(super) fn promote(&mut self, index: u32, now: i64) {
        let slot = *self.slots.at(index);
        let (begin, duration) = match slot.kind {
            Kind::Waiting | Kind::Row => self.simple_time(&slot),
            _ => return,
        };
        let begun = slot.kind == Kind::Row;
        let (key, ease, tracks) = if begun {
            let tracks = self.rows(index).map(|row| self.lanes.track(row));
            (self.lanes.key(&slot), self.lanes.ease(&slot), Tracks::List(tracks.collect()))
        } else {
            let Some(tween) = self.waiting.remove(slot.place) else { return };
            (tween.key, tween.ease, tween.props.into_tracks(false))
        };
        if begun {
            self.remove_rows(index);
        }
        // Players are found through `by_key`, simple tweens through their chain: it must be in one of them only.
        self.unlink(key, index);
        let Extra { delay, tag, .. } = self.slots.extra(&slot);
        let common = Common { tag, ..Common::default() };
        let leaf = Leaf {
            key,
            tag,
            tracks,
            shaper: Shaper::Ease(ease),
            overwrite: Overwrite { mode: slot.mode, early: false },
            captured: begun,
            preview: Preview::No,
            gone: false,
            running: begun,
        };
        let node = Node::new(Timing::once(delay, duration), &common, Content::Leaf(0));
        let mut player = AnimPlayer::of(Built { node, leaves: vec![leaf], pauses: Vec::new() });
        let shown_at = if begun { now.max(begin) } else { self.clock };
        player.take_over(begin - delay, shown_at, begun);
        self.slots.at_mut(index).kind = Kind::Full;
        self.add_player(index, player);
    }

    /// Removes the rows of a simple tween and the slots of its further properties, not its own.
    fn remove_rows(&mut self, index: u32) {
        let mut next = index;
        while next != NONE {
            let (slot, part) = (*self.slots.at(next), self.slots.part(next));
            self.lanes.remove(&slot, &mut self.slots);
            if next != index {
                self.slots.release(next);
            }
            next = part;
        }
        self.slots.set_part(index, NONE);
    }

    /// Gives players to all, as going back in time needs them.
    pub(super) fn promote_all(&mut self) {
        self.others.clear();
        let simple = |&index: &u32| self.slots.at(index).kind != Kind::Full;
        self.others.extend(self.slots.live().filter(simple));
        self.others.sort_unstable_by_key(|&index| self.slots.rank(index));
        for position in 0..self.others.len() {
            self.promote(self.others[position], self.clock);
        }
    }

    /// Stores the player of a slot, in its order and under its keys.
    pub(super) fn add_player(&mut self, index: u32, mut player: AnimPlayer<T, K>) {
        player.id = self.slots.id(index);
        self.previews |= player.has_previews();
        let mut early = false;
        let (by_key, spare) = (&mut self.by_key, &mut self.spare_lists);
        for leaf in &player.leaves {
            early |= leaf.overwrite.early && leaf.overwrite.mode != OverwriteMode::None;
            let list = by_key.entry(leaf.key).or_insert_with(|| spare.pop().unwrap_or_default());
            if list.last() != Some(&index) {
                list.push(index);
            }
        }
        let entry = Entry { player, keep: false, early, waiting: true };
        self.slots.at_mut(index).place = self.players.insert(entry);
        // Players run in the order in which they were added. A new one is the newest; one that was a simple tween until
        // now may be older than others, and goes where its age belongs.
        let rank = self.slots.rank(index);
        let newest = self.order.last().is_none_or(|&last| self.slots.rank(last) < rank);
        let place = if newest {
            self.order.len()
        } else {
            self.order.partition_point(|&other| self.slots.rank(other) < rank)
        };
        self.order.insert(place, index);
    }

    /// Takes an animation out, whatever it is.
    pub(super) fn remove(&mut self, index: u32) {
        let slot = *self.slots.at(index);
        match slot.kind {
            Kind::Row => self.drop_rows(index),
            Kind::Waiting => {
                if let Some(tween) = self.waiting.remove(slot.place) {
                    self.forget_simple(tween.key, index);
                }
            }
            Kind::Full => {
                self.remove_player(index);
                self.order.retain(|&other| other != index);
            }
            Kind::Free | Kind::Part => {}
        }
    }

    /// Takes a player out; its place in the order is left to the caller.
    pub(super) fn remove_player(&mut self, index: u32) {
        let Some(entry) = self.players.remove(self.slots.at(index).place) else { return };
        self.slots.release(index);
        let (by_key, spare) = (&mut self.by_key, &mut self.spare_lists);
        for leaf in &entry.player.leaves {
            if let Some(list) = by_key.get_mut(&leaf.key) {
                list.retain(|&other| other != index);
                if list.is_empty() {
                    spare.extend(by_key.remove(&leaf.key));
                }
            }
        }
    }
}

/// Makes rows of the properties of a tween that begins.
pub(super) fn add_rows<T: 'static, K: Copy + Eq + Hash>(
    slots: &mut Table,
    lanes: &mut Lanes<T, K>,
    index: u32,
    tween: &Waiting<T, K>,
    target: &mut T,
) {
    let Waiting { key, ease, begin, duration, .. } = *tween;
    let mut add = |slots: &mut Table, owner: u32, prop: &Prop<T>| {
        let row = NewRow { key, owner, begin, duration, ease };
        // There is room, which was asked before.
        if let Some((lane, at)) = lanes.begin(prop, row, target) {
            let slot = slots.at_mut(owner);
            (slot.lane, slot.group, slot.place) = (lane, at.group, at.place);
        }
    };
    if let Some(prop) = tween.props.single() {
        add(slots, index, prop);
    } else {
        let mut last = NONE;
        for prop in tween.props.iter() {
            last = if last == NONE { index } else { slots.add_part(last) };
            add(slots, last, prop);
        }
    }
    slots.at_mut(index).kind = Kind::Row;
}
