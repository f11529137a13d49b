//! The short way for a tween that begins among others of its target: the common case of overwriting.

use super::{
    Animator,
    lane::NewRow,
    promote::add_rows,
    table::{Extra, Kind, NONE, Slot},
};
use crate::{AnimEventKind, Interrupt, OverwriteMode, Targets, track::overlap};
use core::{hash::Hash, ops::Range};

/// A tween that loses its only property, and the one before it in the list of the target.
#[derive(Clone, Copy)]
struct Loser {
    newer: u32,
    index: u32,
}

/// Nothing to be done here: the long way has to look.
struct NotSimple;

impl<T: 'static, K: Copy + Eq + Hash + 'static> Animator<T, K> {
    /// Lets a tween of one property begin whose rule takes it from at most one other; that one's row becomes its own,
    /// instead of one being removed and another added. False, with nothing done, when there is more to it.
    pub(super) fn begin_by_taking_over(
        &mut self,
        index: u32,
        slot: &Slot,
        time: i64,
        targets: &mut dyn Targets<T, K>,
    ) -> bool {
        // Others have to be brought to a later moment first. Without a delay, whatever is newer has not begun.
        let Extra { delay, tag, .. } = self.slots.extra(slot);
        if slot.mode != OverwriteMode::Auto || time > self.clock || delay != 0 {
            return false;
        }
        let Some(tween) = self.waiting.get(slot.place) else { return false };
        let has_players = !self.by_key.is_empty() && self.by_key.contains_key(&tween.key);
        let (Some(prop), false) = (tween.props.single(), has_players || tween.duration == 0) else {
            return false;
        };
        let Some(target) = targets.target(&tween.key) else { return false };
        let Ok(loser) = self.find_loser(index, &prop.bytes(target), target) else { return false };
        let Some(Loser { newer, index: other }) = loser else {
            if !self.lanes.take(prop, &tween.ease) {
                return false;
            }
            add_rows(&mut self.slots, &mut self.lanes, index, tween, target);
            self.waiting.discard(slot.place);
            self.emit(self.slots.id(index), tag, AnimEventKind::Start, delay, time);
            return true;
        };
        let lost = *self.slots.at(other);
        let (lost_id, lost_tag) = (self.slots.id(other), self.slots.extra(&lost).tag);
        let lost_time = self.simple_position(&lost, time);
        let (key, begin, duration, ease) = (tween.key, tween.begin, tween.duration, tween.ease);
        let row = NewRow { key, owner: index, begin, duration, ease };
        if !self.lanes.replace(&lost, prop, row, target) {
            return false;
        }
        let own = self.slots.at_mut(index);
        (own.lane, own.group, own.place, own.kind) = (lost.lane, lost.group, lost.place, Kind::Row);
        self.slots.unlink_after(newer, other);
        self.slots.release(other);
        self.waiting.discard(slot.place);
        let interrupted = AnimEventKind::Interrupted(Interrupt::Overwritten);
        self.emit(lost_id, lost_tag, interrupted, lost_time, time);
        self.emit(self.slots.id(index), tag, AnimEventKind::Start, delay, time);
        true
    }

    /// The one older tween that runs and writes to some memory of the target, if there is one.
    fn find_loser(
        &self,
        index: u32,
        bytes: &Range<usize>,
        target: &mut T,
    ) -> Result<Option<Loser>, NotSimple> {
        let (mut newer, mut at, mut loser) = (index, self.slots.at(index).older(), None);
        while at != NONE {
            let slot = self.slots.at(at);
            if slot.kind == Kind::Row {
                let has_parts = self.slots.has_parts(slot);
                let meets = overlap(bytes, &self.lanes.bytes(slot, target));
                if has_parts || (meets && loser.is_some()) {
                    return Err(NotSimple);
                }
                if meets {
                    loser = Some(Loser { newer, index: at });
                }
            }
            (newer, at) = (at, slot.older());
        }
        Ok(loser)
    }
}
