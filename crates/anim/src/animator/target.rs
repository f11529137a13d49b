//! What is done to all animations of a target, or of one of its properties.

use super::{Animator, rules::Affected, table};
use crate::{AnimEventKind, Interrupt, Targets, track::bytes_of};
use core::hash::Hash;

impl<T: 'static, K: Copy + Eq + Hash + 'static> Animator<T, K> {
    /// Ends everything that touches a target, timelines included as far as they touch it.
    pub fn kill_target(&mut self, key: K) {
        self.find_others(key, table::NONE);
        for position in 0..self.others.len() {
            let index = self.others[position];
            let id = self.slots.id(index);
            let slot = *self.slots.at(index);
            if slot.kind != table::Kind::Full {
                self.kill(id);
                continue;
            }
            let Some(mut entry) = self.players.hold(slot.place) else { continue };
            let time = entry.player.position();
            for leaf in entry.player.leaves_mut().iter_mut().filter(|leaf| leaf.key == key) {
                if !core::mem::replace(&mut leaf.gone, true) {
                    self.emit(id, leaf.tag, AnimEventKind::Interrupted(Interrupt::Killed), time, 0);
                }
            }
            self.players.put_back(slot.place, entry);
        }
        self.sweep();
    }

    /// Ends one property of a target: whatever writes to that field lets go of it.
    pub fn kill_property<V>(
        &mut self,
        key: K,
        field: fn(&mut T) -> &mut V,
        targets: &mut impl Targets<T, K>,
    ) {
        if self.find_writers(key, field, targets).is_some() {
            self.take_properties(key, Affected::ALL, Interrupt::Killed, self.clock, targets);
            self.sweep();
        }
    }

    /// Ends everything that touches a target at its end: the end values are written, the events
    /// reported. A timeline ends as a whole.
    pub fn complete_target(&mut self, key: K, targets: &mut impl Targets<T, K>) {
        self.find_others(key, table::NONE);
        let others = core::mem::take(&mut self.others);
        for &index in &others {
            self.complete(self.slots.id(index), targets);
        }
        self.others = others;
    }

    /// Stops everything that touches a target where it is; a timeline stops as a whole. Simple tweens get
    /// players now, which allocates.
    pub fn pause_target(&mut self, key: K) {
        self.hold_target(key, true);
    }

    /// Lets everything that touches a target go on.
    pub fn resume_target(&mut self, key: K) {
        self.hold_target(key, false);
    }

    fn hold_target(&mut self, key: K, pause: bool) {
        self.find_others(key, table::NONE);
        for position in 0..self.others.len() {
            let id = self.slots.id(self.others[position]);
            if let Some(player) = self.get_mut(id) {
                if pause { player.pause() } else { player.resume() }
            }
        }
    }

    /// Stops what writes to one property of a target. A tween that changes other properties as well is
    /// divided: they go on under its handle, and what stops becomes an animation of its own, with the same
    /// tag. A timeline stops as a whole. Allocates.
    pub fn pause_property<V>(
        &mut self,
        key: K,
        field: fn(&mut T) -> &mut V,
        targets: &mut impl Targets<T, K>,
    ) {
        let Some(target) = self.find_writers(key, field, targets) else { return };
        for position in 0..self.others.len() {
            let index = self.others[position];
            self.promote(index, self.clock);
            let Some(entry) = self.players.get_mut(self.slots.at(index).place) else { continue };
            let player = &mut entry.player;
            match player.writers(&key, &self.ranges, target) {
                (0, _) => {}
                (some, all) if some < all && player.is_tween() => {
                    let tag = player.node.tag;
                    let mut part = player.divide(&self.ranges, target);
                    part.pause();
                    let extra = table::Extra::new(0, tag);
                    let index = self.slots.add(table::Kind::Full, table::NONE, extra);
                    self.add_player(index, part);
                }
                _ => player.pause(),
            }
        }
    }

    /// Lets what writes to one property of a target go on.
    pub fn resume_property<V>(
        &mut self,
        key: K,
        field: fn(&mut T) -> &mut V,
        targets: &mut impl Targets<T, K>,
    ) {
        let Some(target) = self.find_writers(key, field, targets) else { return };
        for position in 0..self.others.len() {
            let slot = self.slots.at(self.others[position]);
            // What has no player was never stopped.
            if slot.kind == table::Kind::Full
                && let Some(entry) = self.players.get_mut(slot.place)
                && entry.player.writers(&key, &self.ranges, target).0 > 0
            {
                entry.player.resume();
            }
        }
    }

    /// Notes the memory of a field and all animations of its target; `None` when the target is gone.
    fn find_writers<'a, V>(
        &mut self,
        key: K,
        field: fn(&mut T) -> &mut V,
        targets: &'a mut impl Targets<T, K>,
    ) -> Option<&'a mut T> {
        let target = targets.target(&key)?;
        self.ranges.clear();
        self.ranges.push(bytes_of(field(target)));
        self.find_others(key, table::NONE);
        Some(target)
    }
}
