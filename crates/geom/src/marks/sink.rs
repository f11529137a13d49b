//! Where marks go.

use super::{MarkRole, MarkShape, Watched};
use crate::{Aabb, Circle, Segment, Vec2};
use core::fmt;

pub trait Sealed {}

/// Takes debug marks: a [`Marks`](super::Marks), a `&mut` to one, an `Option` of one, or `()`, which takes none and compiles to nothing.
///
/// Ask [`is_on`](Self::is_on) before work that is done for marks only.
pub trait MarkSink: Sealed {
    /// Whether marks are wanted.
    fn is_on(&self) -> bool;

    /// How many seconds of way make the arrow of a velocity.
    fn seconds(&self) -> f32;

    /// Takes a mark.
    fn add(&mut self, role: MarkRole, shape: MarkShape<'_>);

    /// Marks a place with words: text, a number, or `format_args!("{cost} steps")`, written into the reused buffer.
    fn label(&mut self, role: MarkRole, position: Vec2, text: impl fmt::Display);

    /// Marks a place.
    #[inline]
    fn point(&mut self, role: MarkRole, position: Vec2) {
        self.add(role, MarkShape::Point(position));
    }

    /// Marks the line between two places.
    #[inline]
    fn line(&mut self, role: MarkRole, a: Vec2, b: Vec2) {
        self.add(role, MarkShape::Line(Segment::new(a, b)));
    }

    /// Marks a vector at a place. One without length is left out.
    #[inline]
    fn arrow(&mut self, role: MarkRole, from: Vec2, vector: Vec2) {
        if self.is_on() && vector != Vec2::ZERO {
            self.add(role, MarkShape::Arrow(Segment::new(from, from + vector)));
        }
    }

    /// Marks a velocity in pixels per second, as long as the way of [`seconds`](Self::seconds). Rest is left out.
    #[inline]
    fn velocity(&mut self, role: MarkRole, from: Vec2, velocity: Vec2) {
        self.arrow(role, from, velocity * self.seconds());
    }

    /// Marks the outline of a circle.
    #[inline]
    fn circle(&mut self, role: MarkRole, center: Vec2, radius: f32) {
        self.add(role, MarkShape::Circle(Circle::new(center, radius)));
    }

    /// Marks the outline of an upright box.
    #[inline]
    fn aabb(&mut self, role: MarkRole, area: Aabb) {
        self.add(role, MarkShape::Aabb(area));
    }

    /// Marks the lines from each place to the next.
    fn polyline(&mut self, role: MarkRole, points: impl IntoIterator<Item = Vec2>) {
        if self.is_on() {
            lines(self, role, points);
        }
    }

    /// Marks the lines from each place to the next, and from the last to the first.
    fn outline(&mut self, role: MarkRole, corners: impl IntoIterator<Item = Vec2>) {
        if self.is_on()
            && let Some((first, last)) = lines(self, role, corners)
        {
            self.line(role, last, first);
        }
    }

    /// Hands a thing over together with this sink, to a function that takes [`impl MaybeWatched`](super::MaybeWatched).
    #[inline]
    fn watch<'a, T: ?Sized>(&'a mut self, subject: &'a T) -> Watched<'a, T, Self>
    where
        Self: Sized,
    {
        Watched { subject, marks: self }
    }
}

/// Gives the first and the last place.
fn lines<M: MarkSink + ?Sized>(
    marks: &mut M,
    role: MarkRole,
    points: impl IntoIterator<Item = Vec2>,
) -> Option<(Vec2, Vec2)> {
    let mut points = points.into_iter();
    let first = points.next()?;
    let last = points.fold(first, |from, to| {
        marks.add(role, MarkShape::Line(Segment::new(from, to)));
        to
    });
    Some((first, last))
}

impl Sealed for () {}

/// Takes no marks.
impl MarkSink for () {
    #[inline(always)]
    fn is_on(&self) -> bool {
        false
    }

    #[inline(always)]
    fn seconds(&self) -> f32 {
        0.0
    }

    #[inline(always)]
    fn add(&mut self, _: MarkRole, _: MarkShape<'_>) {}

    #[inline(always)]
    fn label(&mut self, _: MarkRole, _: Vec2, _: impl fmt::Display) {}
}

impl<M: Sealed + ?Sized> Sealed for &mut M {}

impl<M: MarkSink> MarkSink for &mut M {
    #[inline]
    fn is_on(&self) -> bool {
        (**self).is_on()
    }

    #[inline]
    fn seconds(&self) -> f32 {
        (**self).seconds()
    }

    #[inline]
    fn add(&mut self, role: MarkRole, shape: MarkShape<'_>) {
        (**self).add(role, shape);
    }

    #[inline]
    fn label(&mut self, role: MarkRole, position: Vec2, text: impl fmt::Display) {
        (**self).label(role, position, text);
    }
}

impl<M: Sealed> Sealed for Option<M> {}

/// Takes marks when there is a sink.
impl<M: MarkSink> MarkSink for Option<M> {
    #[inline]
    fn is_on(&self) -> bool {
        self.as_ref().is_some_and(M::is_on)
    }

    #[inline]
    fn seconds(&self) -> f32 {
        self.as_ref().map_or(0.0, M::seconds)
    }

    #[inline]
    fn add(&mut self, role: MarkRole, shape: MarkShape<'_>) {
        if let Some(marks) = self {
            marks.add(role, shape);
        }
    }

    #[inline]
    fn label(&mut self, role: MarkRole, position: Vec2, text: impl fmt::Display) {
        if let Some(marks) = self {
            marks.label(role, position, text);
        }
    }
}
