//! Running tweens of one type of value, in plain arrays: one group for each ease and field.

use super::table::Table;
use crate::{
    Animate, Ease, Targets, Track,
    prop::Plain,
    track::{Captured, Ends, bytes_of},
};
use core::{hash::Hash, ops::Range, ptr::fn_addr_eq};
use fearless_simd::{Level, dispatch};

/// Rows updated together: their progress fits into the first-level cache.
const BLOCK: usize = 256;

pub(super) struct Lane<T, K, V> {
    groups: Vec<Group<T, K, V>>,
}

/// Tweens that share their ease and field, one array for each of their numbers.
struct Group<T, K, V> {
    ease: Ease,
    /// What the ease makes of the first moment.
    first: f32,
    field: fn(&mut T) -> &mut V,
    /// Which end was given; the start value is not read.
    ends: Ends<V>,
    from: Vec<V>,
    to: Vec<V>,
    /// What the two do not tell: the change asked for, or the value before, where both were given.
    third: Vec<V>,
    /// When the first moment of the tween is, by the animator's clock.
    begin: Vec<i64>,
    duration: Vec<i64>,
    key: Vec<K>,
    owner: Vec<u32>,
}

/// Where a row is, within its lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPlace {
    pub(super) group: u8,
    pub(super) place: u32,
}

/// A row to be: who it belongs to and when it runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewRow<K> {
    pub(super) key: K,
    pub(super) owner: u32,
    pub(super) begin: i64,
    pub(super) duration: i64,
    pub(super) ease: Ease,
}

/// What an update found: rows at their end, and rows whose target is not there, by owner.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) ended: Vec<u32>,
    pub(super) gone: Vec<u32>,
}

impl<T: 'static, K: Copy + Eq + Hash, V: Animate + Copy> Lane<T, K, V> {
    pub(super) const fn new() -> Self {
        Self { groups: Vec::new() }
    }

    /// Whether there is a group for a tween, or room for one.
    pub(super) fn takes(&self, plain: &Plain<T, V>, ease: &Ease, most: usize) -> bool {
        let usable = |group: &Group<T, K, V>| group.suits(plain, ease) || group.is_empty();
        self.groups.len() < most || self.groups.iter().any(usable)
    }

    /// Adds a tween whose start value is read now, and writes its first value. `None` when there are
    /// too many groups already.
    pub(super) fn begin(
        &mut self,
        plain: &Plain<T, V>,
        row: NewRow<K>,
        target: &mut T,
    ) -> Option<RowPlace> {
        let mut groups = self.groups.iter();
        let known = groups.position(|group| group.suits(plain, &row.ease));
        let index = known.unwrap_or_else(|| self.new_group(row.ease, plain));
        let group = u8::try_from(index).ok()?;
        let place = self.groups[index].push(plain, row, target);
        Some(RowPlace { group, place })
    }

    /// Puts another tween into the place of a row; false when it belongs into another group.
    pub(super) fn replace(
        &mut self,
        at: RowPlace,
        plain: &Plain<T, V>,
        row: NewRow<K>,
        target: &mut T,
    ) -> bool {
        let group = &mut self.groups[at.group as usize];
        let suits = group.suits(plain, &row.ease);
        if suits {
            group.replace(at.place as usize, plain, row, target);
        }
        suits
    }

    /// A group for another ease or field; one that stands empty is used again.
    fn new_group(&mut self, ease: Ease, plain: &Plain<T, V>) -> usize {
        // A program that makes eases as it goes would otherwise use up the groups for good.
        if let Some(index) = self.groups.iter().position(Group::is_empty) {
            let group = &mut self.groups[index];
            (group.ease, group.field, group.ends) = (ease, plain.field, plain.ends);
            group.first = ease.at(0.0);
            return index;
        }
        self.groups.push(Group::new(ease, plain));
        self.groups.len() - 1
    }

    /// Gives back the memory that is not in use.
    pub(super) fn shrink(&mut self) {
        for group in &mut self.groups {
            for array in [&mut group.from, &mut group.to, &mut group.third] {
                array.shrink_to_fit();
            }
            for array in [&mut group.begin, &mut group.duration] {
                array.shrink_to_fit();
            }
            group.key.shrink_to_fit();
            group.owner.shrink_to_fit();
        }
    }

    /// Writes all values.
    pub(super) fn update(
        &mut self,
        now: i64,
        targets: &mut (impl Targets<T, K> + ?Sized),
        found: &mut Found,
    ) {
        let level = Level::new();
        for group in &self.groups {
            dispatch!(level, _ => group.update(now, targets, found));
        }
    }
}

impl<T: 'static, K: Copy + Eq + Hash, V: Animate + Copy> Lane<T, K, V> {
    pub(super) fn remove(&mut self, at: RowPlace, slots: &mut Table) {
        let group = &mut self.groups[at.group as usize];
        let place = at.place as usize;
        for array in [&mut group.from, &mut group.to] {
            array.swap_remove(place);
        }
        if !group.third.is_empty() {
            group.third.swap_remove(place);
        }
        group.begin.swap_remove(place);
        group.duration.swap_remove(place);
        group.key.swap_remove(place);
        group.owner.swap_remove(place);
        // Every array took the same step, so the row that was last is now here, and its owner has to know.
        if let Some(&moved) = group.owner.get(place) {
            slots.at_mut(moved).place = at.place;
        }
    }

    pub(super) fn give(&mut self, at: RowPlace, owner: u32) {
        self.groups[at.group as usize].owner[at.place as usize] = owner;
    }

    pub(super) fn time(&self, at: RowPlace) -> (i64, i64) {
        let group = &self.groups[at.group as usize];
        (group.begin[at.place as usize], group.duration[at.place as usize])
    }

    pub(super) fn key(&self, at: RowPlace) -> K {
        self.groups[at.group as usize].key[at.place as usize]
    }

    pub(super) fn ease(&self, at: RowPlace) -> Ease {
        self.groups[at.group as usize].ease
    }

    pub(super) fn bytes(&self, at: RowPlace, target: &mut T) -> Range<usize> {
        bytes_of((self.groups[at.group as usize].field)(target))
    }

    pub(super) fn show(&self, at: RowPlace, now: i64, target: &mut T) {
        let (begin, duration) = self.time(at);
        let group = &self.groups[at.group as usize];
        let shaped = group.ease.at(progress(now, begin, duration));
        let place = at.place as usize;
        V::mix_into((group.field)(target), &group.from[place], &group.to[place], shaped);
    }

    pub(super) fn track(&self, at: RowPlace) -> Box<dyn Track<T>> {
        let group = &self.groups[at.group as usize];
        let place = at.place as usize;
        let (from, to) = (group.from[place], group.to[place]);
        let (given, ends, before) = match group.ends {
            Ends::To => (to, Ends::To, from),
            Ends::By => (group.third[place], Ends::By, from),
            Ends::From => (from, Ends::From, to),
            Ends::FromTo(_) => (to, Ends::FromTo(from), group.third[place]),
        };
        let captured = Captured { before, from, to };
        Box::new(Plain { field: group.field, given, ends }.track(Some(captured)))
    }
}

impl<T: 'static, K: Copy, V: Animate + Copy> Group<T, K, V> {
    fn new(ease: Ease, plain: &Plain<T, V>) -> Self {
        Self {
            ease,
            first: ease.at(0.0),
            field: plain.field,
            ends: plain.ends,
            from: Vec::new(),
            to: Vec::new(),
            third: Vec::new(),
            begin: Vec::new(),
            duration: Vec::new(),
            key: Vec::new(),
            owner: Vec::new(),
        }
    }

    const fn is_empty(&self) -> bool {
        self.owner.is_empty()
    }

    fn suits(&self, plain: &Plain<T, V>, ease: &Ease) -> bool {
        fn_addr_eq(self.field, plain.field)
            && self.ends.same_kind(&plain.ends)
            && self.ease == *ease
    }

    fn push(&mut self, plain: &Plain<T, V>, row: NewRow<K>, target: &mut T) -> u32 {
        let (from, to, third) = self.start(plain, target);
        self.from.push(from);
        self.to.push(to);
        self.third.extend(third);
        self.begin.push(row.begin);
        self.duration.push(row.duration);
        self.key.push(row.key);
        self.owner.push(row.owner);
        self.owner.len() as u32 - 1
    }

    fn replace(&mut self, place: usize, plain: &Plain<T, V>, row: NewRow<K>, target: &mut T) {
        let (from, to, third) = self.start(plain, target);
        (self.from[place], self.to[place]) = (from, to);
        if let Some(third) = third {
            self.third[place] = third;
        }
        (self.begin[place], self.duration[place]) = (row.begin, row.duration);
        (self.key[place], self.owner[place]) = (row.key, row.owner);
    }

    /// Reads the start value and writes the first one; gives both ends, and what they do not tell.
    #[inline(always)]
    fn start(&self, plain: &Plain<T, V>, target: &mut T) -> (V, V, Option<V>) {
        let field = (self.field)(target);
        let before = *field;
        let (from, to) = plain.ends.resolve(before, plain.given);
        V::mix_into(field, &from, &to, self.first);
        let third = match plain.ends {
            Ends::By => Some(plain.given),
            Ends::FromTo(_) => Some(before),
            Ends::To | Ends::From => None,
        };
        (from, to, third)
    }

    #[inline(always)]
    fn update(&self, now: i64, targets: &mut (impl Targets<T, K> + ?Sized), found: &mut Found) {
        let count = self.owner.len();
        let mut shaped = [0.0f32; BLOCK];
        for first in (0..count).step_by(BLOCK) {
            let range = first..(first + BLOCK).min(count);
            let shaped = &mut shaped[..range.len()];
            let times = self.begin[range.clone()].iter().zip(&self.duration[range.clone()]);
            // Ends are rare: one flag a block keeps the loop free of branches, and only a block with an end is gone
            // through again.
            let mut ended = false;
            for (t, (&begin, &duration)) in shaped.iter_mut().zip(times) {
                ended |= now - begin >= duration;
                *t = progress(now, begin, duration);
            }
            if ended {
                self.note_ends(now, range.clone(), found);
            }
            // The ease is chosen once a block, not once a row.
            self.ease.apply_inline(shaped);
            let ends = self.from[range.clone()].iter().zip(&self.to[range.clone()]);
            let rows = self.key[range.clone()].iter().zip(ends).zip(&*shaped);
            for (place, ((key, (from, to)), &t)) in rows.enumerate() {
                match targets.target(key) {
                    Some(target) => V::mix_into((self.field)(target), from, to, t),
                    None => found.gone.push(self.owner[first + place]),
                }
            }
        }
    }

    #[cold]
    fn note_ends(&self, now: i64, range: Range<usize>, found: &mut Found) {
        for place in range {
            if now - self.begin[place] >= self.duration[place] {
                found.ended.push(self.owner[place]);
            }
        }
    }
}

/// How much of a tween has passed, 0…1, to the bit what a player says.
#[inline(always)]
fn progress(now: i64, begin: i64, duration: i64) -> f32 {
    // Through f64, as players do: nanoseconds of an hour do not fit into an f32, and a row that becomes a player must not
    // jump.
    ((now - begin).min(duration) as f64 / duration as f64) as f32
}
