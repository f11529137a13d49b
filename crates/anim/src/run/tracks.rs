//! The properties of a tween being played.

use crate::{Track, prop::PlainTrack};

/// A single plain number, which is the most common, needs no memory of its own: in a long timeline what is
/// far apart is slow.
pub(crate) enum Tracks<T> {
    Number(PlainTrack<T, f32>),
    List(Vec<Box<dyn Track<T>>>),
}

impl<T: 'static> Tracks<T> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &dyn Track<T>> {
        let (number, list): (Option<&dyn Track<T>>, &[_]) = match self {
            Self::Number(number) => (Some(number), &[]),
            Self::List(list) => (None, list),
        };
        number.into_iter().chain(list.iter().map(|track| &**track))
    }

    fn for_each_mut(&mut self, mut change: impl FnMut(&mut dyn Track<T>)) {
        match self {
            Self::Number(number) => change(number),
            Self::List(list) => list.iter_mut().for_each(|track| change(&mut **track)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::List(list) if list.is_empty())
    }

    /// Takes out those that fit.
    pub(crate) fn take_if(&mut self, mut fits: impl FnMut(&dyn Track<T>) -> bool) -> Self {
        match self {
            Self::Number(number) => {
                let nothing = Self::List(Vec::new());
                if fits(number) { core::mem::replace(self, nothing) } else { nothing }
            }
            Self::List(list) => Self::List(list.extract_if(.., |track| fits(&**track)).collect()),
        }
    }

    /// Drops those that fit; true when there were some.
    pub(crate) fn drop_if(&mut self, mut fits: impl FnMut(&dyn Track<T>) -> bool) -> bool {
        match self {
            Self::Number(number) => {
                let lost = fits(number);
                if lost {
                    *self = Self::List(Vec::new());
                }
                lost
            }
            Self::List(list) => {
                let before = list.len();
                list.retain(|track| !fits(&**track));
                list.len() < before
            }
        }
    }

    /// Reads the start values, but not those that show already.
    pub(super) fn capture(&mut self, target: &mut T, previewed: bool) {
        self.for_each_mut(|track| {
            if !(previewed && track.is_from()) {
                track.capture(target);
            }
        });
    }

    /// Reads the ends and shows the starts of those that have a start given.
    pub(super) fn preview(&mut self, target: &mut T, progress: f32) {
        self.for_each_mut(|track| {
            if track.is_from() {
                track.capture(target);
                track.apply(target, progress);
            }
        });
    }

    /// Writes the values at a shaped progress.
    pub(super) fn apply(&self, target: &mut T, progress: f32) {
        match self {
            Self::Number(number) => number.apply(target, progress),
            Self::List(list) => list.iter().for_each(|track| track.apply(target, progress)),
        }
    }

    /// Puts back what was there before, the last first; where starts show early, those at the progress given.
    pub(super) fn release(&self, target: &mut T, early: Option<f32>) {
        let one = |track: &dyn Track<T>, target: &mut T| match early {
            Some(progress) if track.is_from() => track.apply(target, progress),
            _ => track.release(target),
        };
        match self {
            Self::Number(number) => one(number, target),
            Self::List(list) => list.iter().rev().for_each(|track| one(&**track, target)),
        }
    }
}
