//! One lane for each type of value.

use super::{
    lane::{Found, Lane, NewRow, RowPlace},
    table::{Slot, Table},
};
use crate::{
    Animate, Ease, Targets, Track,
    prop::{Prop, for_plain},
    track::bytes_of,
};
use core::{hash::Hash, ops::Range};
use motile_geom::Vec2;
#[cfg(feature = "color")]
use motile_pixels::Color;

/// More groups than this are not worth an array each; it also has to fit into the byte that a slot has for the group.
const MOST_GROUPS: usize = 240;

/// Does something with the lane of a slot, compiled for each type of value: a call through a table of functions would
/// cost as much as what is done.
macro_rules! in_lane {
    ($lanes:expr, $slot:expr, $method:ident($($argument:expr),*)) => {
        match $slot.lane {
            0 => $lanes.f32.$method($slot.row() $(, $argument)*),
            1 => $lanes.f64.$method($slot.row() $(, $argument)*),
            2 => $lanes.vec2.$method($slot.row() $(, $argument)*),
            #[cfg(feature = "color")]
            _ => $lanes.color.$method($slot.row() $(, $argument)*),
            #[cfg(not(feature = "color"))]
            _ => $lanes.vec2.$method($slot.row() $(, $argument)*),
        }
    };
}

pub(super) struct Lanes<T, K> {
    f32: Lane<T, K, f32>,
    f64: Lane<T, K, f64>,
    vec2: Lane<T, K, Vec2>,
    #[cfg(feature = "color")]
    color: Lane<T, K, Color>,
}

impl<T: 'static, K: Copy + Eq + Hash> Lanes<T, K> {
    pub(super) const fn new() -> Self {
        Self {
            f32: Lane::new(),
            f64: Lane::new(),
            vec2: Lane::new(),
            #[cfg(feature = "color")]
            color: Lane::new(),
        }
    }

    /// Beginning and duration of a row.
    pub(super) fn time(&self, slot: &Slot) -> (i64, i64) {
        in_lane!(self, slot, time())
    }

    pub(super) fn key(&self, slot: &Slot) -> K {
        in_lane!(self, slot, key())
    }

    pub(super) fn ease(&self, slot: &Slot) -> Ease {
        in_lane!(self, slot, ease())
    }

    /// The memory that a row writes.
    pub(super) fn bytes(&self, slot: &Slot, target: &mut T) -> Range<usize> {
        in_lane!(self, slot, bytes(target))
    }

    /// Writes the value of a row at a time.
    pub(super) fn show(&self, slot: &Slot, now: i64, target: &mut T) {
        in_lane!(self, slot, show(now, target));
    }

    /// A row as the track of a player.
    pub(super) fn track(&self, slot: &Slot) -> Box<dyn Track<T>> {
        in_lane!(self, slot, track())
    }

    /// Removes a row; the last one of its group takes its place.
    pub(super) fn remove(&mut self, slot: &Slot, slots: &mut Table) {
        in_lane!(self, slot, remove(slots));
    }

    /// Gives a row to another slot.
    pub(super) fn give(&mut self, slot: &Slot, owner: u32) {
        in_lane!(self, slot, give(owner));
    }

    /// Whether a property can become a row.
    pub(super) fn take(&self, prop: &Prop<T>, ease: &Ease) -> bool {
        match prop {
            Prop::F32(plain) => self.f32.takes(plain, ease, MOST_GROUPS),
            Prop::F64(plain) => self.f64.takes(plain, ease, MOST_GROUPS),
            Prop::Vec2(plain) => self.vec2.takes(plain, ease, MOST_GROUPS),
            #[cfg(feature = "color")]
            Prop::Color(plain) => self.color.takes(plain, ease, MOST_GROUPS),
            Prop::Other(_) => false,
        }
    }

    /// Makes a property a row, with the start value it has now.
    pub(super) fn begin(
        &mut self,
        prop: &Prop<T>,
        row: NewRow<K>,
        target: &mut T,
    ) -> Option<(u8, RowPlace)> {
        match prop {
            Prop::F32(plain) => Some((0, self.f32.begin(plain, row, target)?)),
            Prop::F64(plain) => Some((1, self.f64.begin(plain, row, target)?)),
            Prop::Vec2(plain) => Some((2, self.vec2.begin(plain, row, target)?)),
            #[cfg(feature = "color")]
            Prop::Color(plain) => Some((3, self.color.begin(plain, row, target)?)),
            Prop::Other(_) => None,
        }
    }

    /// Puts another tween into the place of a row, with the start value it has now; false when it does not fit there.
    pub(super) fn replace(
        &mut self,
        slot: &Slot,
        prop: &Prop<T>,
        row: NewRow<K>,
        target: &mut T,
    ) -> bool {
        match (slot.lane, prop) {
            (0, Prop::F32(plain)) => self.f32.replace(slot.row(), plain, row, target),
            (1, Prop::F64(plain)) => self.f64.replace(slot.row(), plain, row, target),
            (2, Prop::Vec2(plain)) => self.vec2.replace(slot.row(), plain, row, target),
            #[cfg(feature = "color")]
            (3, Prop::Color(plain)) => self.color.replace(slot.row(), plain, row, target),
            _ => false,
        }
    }

    /// Gives back the memory that is not in use.
    pub(super) fn shrink(&mut self) {
        self.f32.shrink();
        self.f64.shrink();
        self.vec2.shrink();
        #[cfg(feature = "color")]
        self.color.shrink();
    }

    /// Writes all values at a time.
    pub(super) fn update(
        &mut self,
        now: i64,
        targets: &mut (impl Targets<T, K> + ?Sized),
        found: &mut Found,
    ) {
        self.f32.update(now, targets, found);
        self.f64.update(now, targets, found);
        self.vec2.update(now, targets, found);
        #[cfg(feature = "color")]
        self.color.update(now, targets, found);
    }
}

impl<T: 'static> Prop<T> {
    /// The memory that it writes.
    pub(super) fn bytes(&self, target: &mut T) -> Range<usize> {
        for_plain!(self, plain => bytes_of((plain.field)(target)), other => other.bytes(target))
    }

    /// Writes its last value at once, from the start value it finds.
    pub(super) fn finish(&self, ease: &Ease, target: &mut T) {
        let shaped = ease.at(1.0);
        for_plain!(self, plain => {
            let field = (plain.field)(target);
            let (from, to) = plain.ends.resolve(*field, plain.given);
            Animate::mix_into(field, &from, &to, shaped);
        }, _other => {});
    }
}
