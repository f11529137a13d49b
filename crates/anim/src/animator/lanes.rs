//! One lane for each type of value.

use super::lane::{AnyLane, Found, Lane, NewRow, RowPlace};
use crate::{
    Animate, Ease, Targets,
    prop::{Prop, for_plain},
    track::bytes_of,
};
use core::{hash::Hash, ops::Range};
use motile_geom::Vec2;
#[cfg(feature = "color")]
use motile_pixels::Color;

/// More groups than this are not worth an array each.
const MOST_GROUPS: usize = 240;

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

    pub(super) fn get(&self, lane: u8) -> &dyn AnyLane<T, K> {
        match lane {
            0 => &self.f32,
            1 => &self.f64,
            2 => &self.vec2,
            #[cfg(feature = "color")]
            _ => &self.color,
            #[cfg(not(feature = "color"))]
            _ => &self.vec2,
        }
    }

    pub(super) fn get_mut(&mut self, lane: u8) -> &mut dyn AnyLane<T, K> {
        match lane {
            0 => &mut self.f32,
            1 => &mut self.f64,
            2 => &mut self.vec2,
            #[cfg(feature = "color")]
            _ => &mut self.color,
            #[cfg(not(feature = "color"))]
            _ => &mut self.vec2,
        }
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
