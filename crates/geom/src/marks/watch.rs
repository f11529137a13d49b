//! A thing together with where to mark what is done about it.

use super::{MarkSink, sink::Sealed};

/// A thing that a function looks at, maybe with marks: `&thing`, or `marks.watch(&thing)` to see what the function
/// looks at. The answer is the same.
///
/// Inside, [`split`](Self::split) gives the thing and a [`MarkSink`], which is `()` for a plain reference, so that
/// all marking disappears while it is compiled. The module [`marks`](super) has an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `&{T}`, with or without marks",
    label = "expected `&{T}`, or `marks.watch(&…)` to see what it looks at"
)]
pub trait MaybeWatched<T: ?Sized>: Sealed {
    /// The thing, and where marks about it go.
    fn split(&mut self) -> (&T, impl MarkSink);
}

/// A thing handed over together with a sink of marks; made by [`MarkSink::watch`].
#[derive(Debug)]
pub struct Watched<'a, T: ?Sized, M> {
    pub(super) subject: &'a T,
    pub(super) marks: &'a mut M,
}

impl<T: ?Sized> Sealed for &T {}

impl<T: ?Sized> MaybeWatched<T> for &T {
    #[inline(always)]
    fn split(&mut self) -> (&T, impl MarkSink) {
        (*self, ())
    }
}

// Generic parameters take no reference to a reference by themselves, as `&T` parameters do.
impl<T: ?Sized> MaybeWatched<T> for &&T {
    #[inline(always)]
    fn split(&mut self) -> (&T, impl MarkSink) {
        (**self, ())
    }
}

impl<T: ?Sized> MaybeWatched<T> for &&mut T {
    #[inline(always)]
    fn split(&mut self) -> (&T, impl MarkSink) {
        (**self, ())
    }
}

impl<T: ?Sized, M> Sealed for Watched<'_, T, M> {}

impl<T: ?Sized, M: MarkSink> MaybeWatched<T> for Watched<'_, T, M> {
    #[inline(always)]
    fn split(&mut self) -> (&T, impl MarkSink) {
        (self.subject, &mut *self.marks)
    }
}
