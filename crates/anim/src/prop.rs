//! The properties of a tween before it is played.

use crate::{
    AnimError, Animate, Goal, Snap, Track, goal,
    run::Tracks,
    track::{Captured, Ends, Field, FieldTrack, bytes_of},
};
use core::{any::Any, ops::Range, ptr::fn_addr_eq};
use motile_geom::Vec2;
#[cfg(feature = "color")]
use motile_pixels::Color;

/// A field with its end values and nothing else: the plain case, which needs no memory of its own.
pub(crate) struct Plain<T, V> {
    pub(crate) field: fn(&mut T) -> &mut V,
    pub(crate) given: V,
    pub(crate) ends: Ends<V>,
}

impl<T, V: Copy> Clone for Plain<T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, V: Copy> Copy for Plain<T, V> {}

impl<T: 'static, V: Animate + Copy> Plain<T, V> {
    fn check(&self) -> Result<(), AnimError> {
        let start = if let Ends::FromTo(start) = &self.ends { start } else { &self.given };
        if self.given.is_finite() && start.is_finite() { Ok(()) } else { Err(AnimError::BadValue) }
    }

    /// As the track of a player, with the values it started from, if it has begun.
    pub(crate) const fn track(self, captured: Option<Captured<V>>) -> PlainTrack<T, V> {
        PlainTrack { plain: self, captured }
    }
}

/// A plain property on its way.
pub(crate) struct PlainTrack<T, V> {
    plain: Plain<T, V>,
    captured: Option<Captured<V>>,
}

impl<T, V> PlainTrack<T, V> {
    /// Whether another one writes to the same field. Functions that the linker has merged find the same field.
    pub(crate) fn is_on_field_of(&self, other: &Self) -> bool {
        fn_addr_eq(self.plain.field, other.plain.field)
    }
}

impl<T: 'static, V: Animate + Copy> Track<T> for PlainTrack<T, V> {
    fn capture(&mut self, target: &mut T) {
        let before = *(self.plain.field)(target);
        let (from, to) = self.plain.ends.resolve(before, self.plain.given);
        self.captured = Some(Captured { before, from, to });
    }

    fn apply(&self, target: &mut T, progress: f32) {
        if let Some(Captured { from, to, .. }) = &self.captured {
            V::mix_into((self.plain.field)(target), from, to, progress);
        }
    }

    fn release(&self, target: &mut T) {
        if let Some(captured) = &self.captured {
            *(self.plain.field)(target) = captured.before;
        }
    }

    fn is_from(&self) -> bool {
        matches!(self.plain.ends, Ends::From)
    }

    fn bytes(&self, target: &mut T) -> Range<usize> {
        bytes_of((self.plain.field)(target))
    }

    fn check(&self) -> Result<(), AnimError> {
        self.plain.check()
    }

    fn fresh(&self) -> Box<dyn Track<T>> {
        Box::new(self.plain.track(None))
    }
}

impl<T: 'static, V: Snap + Copy> Plain<T, V> {
    /// As the track of a player that shows whole numbers only.
    fn snapped_track(self) -> FieldTrack<T, V> {
        let field = Field::Always(self.field);
        FieldTrack { field, goal: goal(self.given).rounded(), ends: self.ends, captured: None }
    }
}

/// One property of a tween.
pub(crate) enum Prop<T> {
    F32(Plain<T, f32>),
    F64(Plain<T, f64>),
    Vec2(Plain<T, Vec2>),
    #[cfg(feature = "color")]
    Color(Plain<T, Color>),
    Other(Box<dyn Track<T>>),
}

/// Does the same with whatever plain property there is.
macro_rules! for_plain {
    ($prop:expr, $plain:ident => $each:expr, $other:ident => $rest:expr) => {
        match $prop {
            Prop::F32($plain) => $each,
            Prop::F64($plain) => $each,
            Prop::Vec2($plain) => $each,
            #[cfg(feature = "color")]
            Prop::Color($plain) => $each,
            Prop::Other($other) => $rest,
        }
    };
}
pub(crate) use for_plain;

impl<T: 'static> Prop<T> {
    /// A field and where it goes.
    pub(crate) fn new<V: Animate>(field: Field<T, V>, goal: Goal<V>, ends: Ends<V>) -> Self {
        match field {
            Field::Always(field) if goal.is_plain() => {
                Self::plain(Plain { field, given: goal.value, ends })
            }
            _ => Self::Other(Box::new(FieldTrack { field, goal, ends, captured: None })),
        }
    }

    fn plain<V: Animate>(plain: Plain<T, V>) -> Self {
        let any: &dyn Any = &plain;
        if let Some(&plain) = any.downcast_ref() {
            return Self::F32(plain);
        }
        if let Some(&plain) = any.downcast_ref() {
            return Self::F64(plain);
        }
        if let Some(&plain) = any.downcast_ref() {
            return Self::Vec2(plain);
        }
        #[cfg(feature = "color")]
        if let Some(&plain) = any.downcast_ref() {
            return Self::Color(plain);
        }
        let field = Field::Always(plain.field);
        let (goal, ends) = (goal(plain.given), plain.ends);
        Self::Other(Box::new(FieldTrack { field, goal, ends, captured: None }))
    }

    /// Whether its values are usable.
    fn check(&self) -> Result<(), AnimError> {
        for_plain!(self, plain => plain.check(), other => other.check())
    }

    /// As the track of a player.
    pub(crate) fn into_track(self) -> Box<dyn Track<T>> {
        for_plain!(self, plain => Box::new(plain.track(None)), other => other)
    }

    /// As the track of a player, rounded to whole numbers where it is a number.
    fn into_snapped_track(self) -> Box<dyn Track<T>> {
        match self {
            Self::F32(plain) => Box::new(plain.snapped_track()),
            Self::F64(plain) => Box::new(plain.snapped_track()),
            Self::Vec2(plain) => Box::new(plain.snapped_track()),
            other => other.into_track(),
        }
    }

    fn fresh(&self) -> Self {
        match self {
            Self::F32(plain) => Self::F32(*plain),
            Self::F64(plain) => Self::F64(*plain),
            Self::Vec2(plain) => Self::Vec2(*plain),
            #[cfg(feature = "color")]
            Self::Color(plain) => Self::Color(*plain),
            Self::Other(track) => Self::Other(track.fresh()),
        }
    }
}

/// The properties of one tween; two of them need no memory of their own.
pub(crate) struct Props<T> {
    near: [Option<Prop<T>>; 2],
    more: Vec<Prop<T>>,
}

impl<T> Props<T> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Prop<T>> {
        self.near.iter().flatten().chain(&self.more)
    }

    /// The only one, if there is no other.
    pub(crate) fn single(&self) -> Option<&Prop<T>> {
        match &self.near {
            [Some(prop), None] if self.more.is_empty() => Some(prop),
            _ => None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.iter().count()
    }
}

impl<T: 'static> Props<T> {
    pub(crate) const fn new() -> Self {
        Self { near: [const { None }; 2], more: Vec::new() }
    }

    pub(crate) fn push(&mut self, prop: Prop<T>) {
        match self.near.iter_mut().find(|place| place.is_none()) {
            Some(place) if self.more.is_empty() => *place = Some(prop),
            _ => self.more.push(prop),
        }
    }

    /// As tracks of a player, perhaps rounded to whole numbers.
    pub(crate) fn into_tracks(self, snapping: bool) -> Tracks<T> {
        let track = match self.single() {
            Some(Prop::F32(plain)) if !snapping => return Tracks::Number(plain.track(None)),
            _ if snapping => Prop::into_snapped_track,
            _ => Prop::into_track,
        };
        Tracks::List(self.near.into_iter().flatten().chain(self.more).map(track).collect())
    }

    /// Drops those for which `keep` is false.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&Prop<T>) -> bool) {
        for place in &mut self.near {
            if place.as_ref().is_some_and(|prop| !keep(prop)) {
                *place = None;
            }
        }
        self.more.retain(keep);
    }

    /// Whether one of them has its start given and not its end.
    pub(crate) fn have_from(&self) -> bool {
        self.iter().any(|prop| for_plain!(prop, plain => matches!(plain.ends, Ends::From), other => other.is_from()))
    }

    /// Whether all of them are plain, and there are some.
    pub(crate) fn are_plain(&self) -> bool {
        if let Some(prop) = self.single() {
            return !matches!(prop, Prop::Other(_));
        }
        let mut all = self.iter().peekable();
        all.peek().is_some() && all.all(|prop| !matches!(prop, Prop::Other(_)))
    }

    pub(crate) fn check(&self) -> Result<(), AnimError> {
        match self.single() {
            Some(prop) => prop.check(),
            None => self.iter().try_for_each(Prop::check),
        }
    }

    pub(crate) fn fresh(&self) -> Self {
        let mut copy = Self::new();
        self.iter().for_each(|prop| copy.push(prop.fresh()));
        copy
    }
}
