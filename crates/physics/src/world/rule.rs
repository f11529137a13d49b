//! The rules of points and sticks, once for both widths of numbers: [`World`](super::World) works in `f32`,
//! [`World64`](super::World64) in `f64`.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
use motile_geom::{Vec2, glam::DVec2};

/// Whether numbers are good; the words name the bad one.
pub(crate) type Checked = Result<(), &'static str>;

/// Why something was not added.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    /// A point is gone or named twice.
    UnknownPoint,
    /// This number is not finite or out of its range.
    Number(&'static str),
}

impl From<&'static str> for Refusal {
    fn from(number: &'static str) -> Self {
        Self::Number(number)
    }
}

/// A number.
pub(crate) trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn of(value: f32) -> Self;
    fn root(self) -> Self;
    fn within(self, low: Self, high: Self) -> Self;
    fn at_most(self, high: Self) -> Self;
}

/// A vector in the plane.
pub(crate) trait Plane:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Self::Real, Output = Self>
    + Div<Self::Real, Output = Self>
{
    type Real: Real;
    /// The direction in which ends in one place part.
    const APART: Self;
    fn dotted(self, other: Self) -> Self::Real;
}

macro_rules! plane {
    ($real:ty, $vector:ty) => {
        impl Real for $real {
            #[inline]
            fn of(value: f32) -> Self {
                value.into()
            }
            #[inline]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline]
            fn within(self, low: Self, high: Self) -> Self {
                self.clamp(low, high)
            }
            #[inline]
            fn at_most(self, high: Self) -> Self {
                self.min(high)
            }
        }

        impl Plane for $vector {
            type Real = $real;
            const APART: Self = Self::X;
            #[inline]
            fn dotted(self, other: Self) -> $real {
                self.dot(other)
            }
        }
    };
}

plane!(f32, Vec2);
plane!(f64, DVec2);

/// Above this softness a stick does nothing.
pub(crate) const MAX_COMPLIANCE: f32 = 1e12;
/// Ends closer than this, squared, have no direction: they part along +x.
pub(crate) const COINCIDENT: f32 = 1e-20;

/// `compliance / h²`, kept finite.
#[inline]
pub(crate) fn softness<R: Real>(compliance: R, h: R) -> R {
    let none = R::of(0.0);
    if compliance > none { (compliance / h / h).at_most(R::of(1e30)) } else { none }
}

/// Direction and length from one end to the other; +x for ends in one place, which the classics divided by zero for.
#[inline]
pub(crate) fn bond<V: Plane>(a: V, b: V) -> (V, V::Real) {
    let offset = b - a;
    let squared = offset.dotted(offset);
    if squared < V::Real::of(COINCIDENT) {
        return (V::APART, V::Real::of(0.0));
    }
    let length = squared.root();
    (offset / length, length)
}

/// The classics' motion of a point in a frame: it is pushed by the gravity and goes on the way it went, push included.
/// New position and new old one.
#[inline]
pub(crate) fn pushed_on<V: Plane>(now: V, old: V, gravity: V) -> (V, V) {
    let pushed = now + gravity;
    (pushed + (pushed - old), pushed)
}

/// One end of a stick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End<V: Plane> {
    pub now: V,
    pub old: V,
    /// 1 over the mass.
    pub weight: V::Real,
}

/// Which lengths a stick puts up with, and how hard it insists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<R> {
    pub min: R,
    pub max: R,
    pub compliance: R,
    pub damping: R,
}

impl<R: Real> Rule<R> {
    /// One relaxation by the rule of extended position-based dynamics (Macklin, Müller and Chentanez 2016);
    /// for a rigid stick that is the classic half-and-half. The new ends, or none where nothing is to do.
    #[inline]
    pub(crate) fn relax<V: Plane<Real = R>>(
        &self,
        a: End<V>,
        b: End<V>,
        lambda: &mut R,
        h: R,
    ) -> Option<(V, V)> {
        let none = R::of(0.0);
        let (direction, distance) = bond(a.now, b.now);
        let error = distance - distance.within(self.min, self.max);
        let soft = softness(self.compliance, h);
        let weight = a.weight + b.weight;
        if weight <= none || (error == none && *lambda == none) {
            return None;
        }
        // Damping of the rate at which the bond grows, in this step.
        let damping = if soft > none && error != none {
            (self.compliance * self.damping / h).at_most(R::of(MAX_COMPLIANCE))
        } else {
            none
        };
        let growth =
            if damping > none { direction.dotted((b.now - b.old) - (a.now - a.old)) } else { none };
        let change =
            (-error - soft * *lambda - damping * growth) / ((R::of(1.0) + damping) * weight + soft);
        *lambda += change;
        Some((a.now - direction * (change * a.weight), b.now + direction * (change * b.weight)))
    }

    /// One relaxation along the direction the stick had at the start of the step (SHAKE): keeps spin and swing, because
    /// the push then points where the stick pointed while the points moved, and does no work.
    #[inline]
    pub(crate) fn relax_along_start<V: Plane<Real = R>>(
        &self,
        a: End<V>,
        b: End<V>,
        lambda: &mut R,
        h: R,
    ) -> Option<(V, V)> {
        let (now, start) = (b.now - a.now, b.old - a.old);
        let squared = now.dotted(now);
        let length = squared.root().within(self.min, self.max);
        let along = start.dotted(now);
        let weight = a.weight + b.weight;
        // Turned by more than a third of a right angle, or soft: the ordinary way is the safe one.
        if self.compliance > R::of(0.0)
            || along <= R::of(0.5) * (squared * start.dotted(start)).root()
            || weight <= R::of(0.0)
        {
            return self.relax(a, b, lambda, h);
        }
        let part = (length * length - squared) / (R::of(2.0) * along * weight);
        Some((a.now - start * (part * a.weight), b.now + start * (part * b.weight)))
    }
}
