//! One property of a target, on its way.

use crate::{AnimError, Animate, Goal};
use core::ops::Range;

/// A property that a tween changes. Implement it for what a field accessor cannot say; everything else
/// comes from [`Tween::to`](crate::Tween::to) and its relatives.
pub trait Track<T>: Send + Sync {
    /// Takes the values it starts from, once, when the tween's own time begins.
    fn capture(&mut self, target: &mut T);
    /// Writes the value at a shaped progress: exactly the start at 0, exactly the end at 1.
    fn apply(&self, target: &mut T, progress: f32);
    /// Puts back what was there when it took its values: time went back before its beginning. Unless
    /// said otherwise that is its first value.
    fn release(&self, target: &mut T) {
        self.apply(target, 0.0);
    }
    /// Whether its start is given and its end is the value it finds: then the start shows from the first update on, also
    /// while a delay lasts, where nothing else writes there. Unless said otherwise it is not.
    fn is_from(&self) -> bool {
        false
    }
    /// The addresses it writes to. Two tracks on one target disturb each other when these overlap.
    fn bytes(&self, target: &mut T) -> Range<usize>;
    /// Whether the values given are usable.
    ///
    /// # Errors
    ///
    /// [`AnimError::BadValue`] or [`AnimError::LengthsDiffer`].
    fn check(&self) -> Result<(), AnimError>;
    /// A copy, with what was captured forgotten.
    fn fresh(&self) -> Box<dyn Track<T>>;
}

/// Finds a field of a target. Function pointers, so that `|s| &mut s.x` needs no type of its own.
pub(crate) enum Field<T, V> {
    Always(fn(&mut T) -> &mut V),
    Maybe(fn(&mut T) -> Option<&mut V>),
}

impl<T, V> Clone for Field<T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, V> Copy for Field<T, V> {}

impl<T, V> Field<T, V> {
    fn of(self, target: &mut T) -> Option<&mut V> {
        match self {
            Self::Always(field) => Some(field(target)),
            Self::Maybe(field) => field(target),
        }
    }
}

/// What is known about the ends beforehand.
#[derive(Clone, Copy)]
pub(crate) enum Ends<V> {
    To,
    By,
    From,
    FromTo(V),
}

impl<V: Animate> Ends<V> {
    /// Start and end, from the value the field has and the one that was given.
    pub(crate) fn resolve(&self, now: V, given: V) -> (V, V) {
        match self {
            Self::To => (now, given),
            Self::By => {
                let end = now.plus(&given);
                (now, end)
            }
            Self::From => (given, now),
            Self::FromTo(from) => (from.clone(), given),
        }
    }

    /// Whether the same ends are known, whatever their values.
    pub(crate) fn same_kind(&self, other: &Self) -> bool {
        core::mem::discriminant(self) == core::mem::discriminant(other)
    }
}

pub(crate) struct FieldTrack<T, V> {
    pub(crate) field: Field<T, V>,
    pub(crate) goal: Goal<V>,
    pub(crate) ends: Ends<V>,
    pub(crate) captured: Option<Captured<V>>,
}

/// What a tween found and where it goes.
pub(crate) struct Captured<V> {
    pub(crate) before: V,
    pub(crate) from: V,
    pub(crate) to: V,
}

impl<T: 'static, V: Animate> Track<T> for FieldTrack<T, V> {
    fn capture(&mut self, target: &mut T) {
        let Some(now) = self.field.of(target).cloned() else { return };
        let (from, to) = self.ends.resolve(now.clone(), self.goal.value.clone());
        self.captured = Some(Captured { before: now, from, to });
    }

    fn apply(&self, target: &mut T, progress: f32) {
        let Some(Captured { from, to, .. }) = &self.captured else { return };
        let Some(place) = self.field.of(target) else { return };
        match &self.goal.mix {
            Some(mix) => *place = mix(from, to, progress),
            None => V::mix_into(place, from, to, progress),
        }
        if let Some(map) = &self.goal.map {
            *place = map(place.clone());
        }
    }

    fn release(&self, target: &mut T) {
        let Some(captured) = &self.captured else { return };
        if let Some(place) = self.field.of(target) {
            place.clone_from(&captured.before);
        }
    }

    fn is_from(&self) -> bool {
        matches!(self.ends, Ends::From)
    }

    fn bytes(&self, target: &mut T) -> Range<usize> {
        self.field.of(target).map_or(NOWHERE, bytes_of)
    }

    fn check(&self) -> Result<(), AnimError> {
        let from = if let Ends::FromTo(from) = &self.ends { Some(from) } else { None };
        if !self.goal.value.is_finite() || from.is_some_and(|from| !from.is_finite()) {
            return Err(AnimError::BadValue);
        }
        match (from.and_then(V::dynamic_len), self.goal.value.dynamic_len()) {
            (Some(from), Some(to)) if from != to => Err(AnimError::LengthsDiffer { from, to }),
            _ => Ok(()),
        }
    }

    fn fresh(&self) -> Box<dyn Track<T>> {
        Box::new(Self {
            field: self.field,
            goal: self.goal.clone(),
            ends: self.ends.clone(),
            captured: None,
        })
    }
}

/// Hands the shaped progress itself to a function.
pub(crate) struct DriverTrack<F>(pub(crate) F);

impl<T, F: Fn(&mut T, f32) + Clone + Send + Sync + 'static> Track<T> for DriverTrack<F> {
    fn capture(&mut self, _: &mut T) {}

    fn apply(&self, target: &mut T, progress: f32) {
        (self.0)(target, progress);
    }

    fn bytes(&self, target: &mut T) -> Range<usize> {
        // It may write anywhere in the target.
        bytes_of(target)
    }

    fn check(&self) -> Result<(), AnimError> {
        Ok(())
    }

    fn fresh(&self) -> Box<dyn Track<T>> {
        Box::new(Self(self.0.clone()))
    }
}

/// Where a field is that is not there: met by nothing but a rule that asks for everything.
const NOWHERE: Range<usize> = usize::MAX - 1..usize::MAX;

pub(crate) fn bytes_of<V>(place: &mut V) -> Range<usize> {
    let begin = core::ptr::from_mut(place).addr();
    begin..begin + size_of::<V>()
}

pub(crate) fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
