//! What can be tweened.

use motile_geom::{Aabb, Affine2, IRect, IVec2, Vec2, Vec3, Vec4, glam::DVec2};

/// A value with a way from one to another.
///
/// Implemented for `f32`, `f64`, the integers, `bool`, glam's vectors and affine transforms, rectangles, arrays,
/// tuples and `Vec`; `#[derive(Animate)]` (feature `derive`) does it for structs, field by field.
pub trait Animate: Clone + Send + Sync + 'static {
    /// Linear interpolation: the value a share `t` of the way from `from` to `to`: exactly `from` at 0 and `to` at 1. `t`
    /// outside 0…1 goes on in the same direction.
    #[doc(alias = "lerp")]
    #[doc(alias = "interpolate")]
    fn mix(from: &Self, to: &Self, t: f32) -> Self;

    /// The value moved by another one, for relative tweens.
    fn plus(&self, by: &Self) -> Self;

    /// Whether all numbers in it are finite.
    fn is_finite(&self) -> bool;

    /// Writes [`Animate::mix`] over an existing value; types that own memory reuse it.
    fn mix_into(out: &mut Self, from: &Self, to: &Self, t: f32) {
        *out = Self::mix(from, to, t);
    }

    /// How many elements it has, where that is known only at run time.
    fn dynamic_len(&self) -> Option<u32> {
        None
    }
}

macro_rules! animate_float {
    ($($ty:ty),+) => {$(
        impl Animate for $ty {
            // Measured from the nearer end: exact at both, and constant when they are equal.
            #[inline(always)]
            fn mix(from: &Self, to: &Self, t: f32) -> Self {
                let t = t as Self;
                let change = to - from;
                let early = from + change * t;
                let late = to - change * (1.0 - t);
                if t < 0.5 { early } else { late }
            }

            fn plus(&self, by: &Self) -> Self {
                self + by
            }

            fn is_finite(&self) -> bool {
                Self::is_finite(*self)
            }
        }
    )+};
}

animate_float!(f32, f64);

macro_rules! animate_integer {
    ($($ty:ty),+) => {$(
        /// Rounded to the nearest, halves away from 0, and kept in the range of the type.
        impl Animate for $ty {
            fn mix(from: &Self, to: &Self, t: f32) -> Self {
                // In f64 the ends of 64-bit integers would not come back.
                if t == 0.0 {
                    return *from;
                }
                if t == 1.0 {
                    return *to;
                }
                f64::mix(&(*from as f64), &(*to as f64), t).round() as Self
            }

            fn plus(&self, by: &Self) -> Self {
                self.saturating_add(*by)
            }

            fn is_finite(&self) -> bool {
                true
            }
        }
    )+};
}

animate_integer!(i8, i16, i32, i64, u8, u16, u32, u64);

/// Switches when the end is reached, as flags of visibility do; a relative one is turned over.
impl Animate for bool {
    fn mix(from: &Self, to: &Self, t: f32) -> Self {
        if t < 1.0 { *from } else { *to }
    }

    fn plus(&self, by: &Self) -> Self {
        self ^ by
    }

    fn is_finite(&self) -> bool {
        true
    }
}

macro_rules! animate_fields {
    ($($ty:ty { $($field:ident),+ })+) => {$(
        impl Animate for $ty {
            fn mix(from: &Self, to: &Self, t: f32) -> Self {
                let mut out = *from;
                $(out.$field = Animate::mix(&from.$field, &to.$field, t);)+
                out
            }

            fn plus(&self, by: &Self) -> Self {
                let mut out = *self;
                $(out.$field = Animate::plus(&self.$field, &by.$field);)+
                out
            }

            fn is_finite(&self) -> bool {
                $(Animate::is_finite(&self.$field))&&+
            }
        }
    )+};
}

animate_fields! {
    Vec2 { x, y }
    Vec3 { x, y, z }
    Vec4 { x, y, z, w }
    DVec2 { x, y }
    IVec2 { x, y }
    Aabb { min, max }
    IRect { x, y, width, height }
}

/// Column by column: right for moves, scales and shears. A rotation through a large angle shrinks on
/// the way; tween the angle instead.
impl Animate for Affine2 {
    fn mix(from: &Self, to: &Self, t: f32) -> Self {
        let (a, b) = (from.to_cols_array(), to.to_cols_array());
        Self::from_cols_array(&Animate::mix(&a, &b, t))
    }

    fn plus(&self, by: &Self) -> Self {
        Self::from_cols_array(&self.to_cols_array().plus(&by.to_cols_array()))
    }

    fn is_finite(&self) -> bool {
        Self::is_finite(self)
    }
}

impl<V: Animate, const N: usize> Animate for [V; N] {
    fn mix(from: &Self, to: &Self, t: f32) -> Self {
        core::array::from_fn(|i| V::mix(&from[i], &to[i], t))
    }

    fn plus(&self, by: &Self) -> Self {
        core::array::from_fn(|i| self[i].plus(&by[i]))
    }

    fn is_finite(&self) -> bool {
        self.iter().all(V::is_finite)
    }
}

impl<A: Animate, B: Animate> Animate for (A, B) {
    fn mix(from: &Self, to: &Self, t: f32) -> Self {
        (A::mix(&from.0, &to.0, t), B::mix(&from.1, &to.1, t))
    }

    fn plus(&self, by: &Self) -> Self {
        (self.0.plus(&by.0), self.1.plus(&by.1))
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite() && self.1.is_finite()
    }
}

/// Element by element. Where lengths differ the common part counts; a tween whose two ends are both
/// given refuses it.
impl<V: Animate> Animate for Vec<V> {
    fn mix(from: &Self, to: &Self, t: f32) -> Self {
        from.iter().zip(to).map(|(a, b)| V::mix(a, b, t)).collect()
    }

    fn plus(&self, by: &Self) -> Self {
        self.iter().zip(by).map(|(a, b)| a.plus(b)).collect()
    }

    fn is_finite(&self) -> bool {
        self.iter().all(V::is_finite)
    }

    fn mix_into(out: &mut Self, from: &Self, to: &Self, t: f32) {
        for ((out, a), b) in out.iter_mut().zip(from).zip(to) {
            V::mix_into(out, a, b, t);
        }
    }

    fn dynamic_len(&self) -> Option<u32> {
        Some(self.len() as u32)
    }
}

/// A number or vector that can be rounded and limited.
pub trait Snap: Animate {
    /// The nearest multiple of `step`, halves away from 0; unchanged when `step` is not above 0.
    fn snap(&self, step: f32) -> Self;
    /// Kept between two values, component by component.
    fn limit(&self, low: &Self, high: &Self) -> Self;
}

impl Snap for f32 {
    fn snap(&self, step: f32) -> Self {
        if step > 0.0 { (self / step).round() * step } else { *self }
    }

    fn limit(&self, low: &Self, high: &Self) -> Self {
        self.min(*high).max(*low)
    }
}

impl Snap for f64 {
    fn snap(&self, step: f32) -> Self {
        let step = step as f64;
        if step > 0.0 { (self / step).round() * step } else { *self }
    }

    fn limit(&self, low: &Self, high: &Self) -> Self {
        self.min(*high).max(*low)
    }
}

macro_rules! snap_vector {
    ($($ty:ty),+) => {$(
        impl Snap for $ty {
            fn snap(&self, step: f32) -> Self {
                if step > 0.0 { (*self / step).round() * step } else { *self }
            }

            fn limit(&self, low: &Self, high: &Self) -> Self {
                self.min(*high).max(*low)
            }
        }
    )+};
}

snap_vector!(Vec2, Vec3, Vec4);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn floats_are_exact_at_both_ends(a in -1e30f32..1e30, b in -1e30f32..1e30, t in 0.0f32..1.0) {
            prop_assert_eq!(f32::mix(&a, &b, 0.0).to_bits(), (a + (b - a) * 0.0).to_bits());
            prop_assert_eq!(f32::mix(&a, &b, 0.0), a);
            prop_assert_eq!(f32::mix(&a, &b, 1.0), b);
            prop_assert_eq!(f32::mix(&a, &a, t), a);
        }
    }

    #[test]
    fn integers_round_and_stay_in_range() {
        assert_eq!(u8::mix(&0, &255, 0.5), 128);
        assert_eq!(u8::mix(&200, &255, 3.0), 255);
        assert_eq!(i64::mix(&0, &i64::MAX, 1.0), i64::MAX);
        assert_eq!(250u8.plus(&10), 255);
        assert_eq!(IVec2::mix(&IVec2::new(0, 10), &IVec2::new(3, -10), 0.5), IVec2::new(2, 0));
    }

    #[test]
    fn compounds_go_element_by_element() {
        assert_eq!(<[f32; 2]>::mix(&[0.0, 1.0], &[10.0, 3.0], 0.5), [5.0, 2.0]);
        let mut list = vec![0.0, 0.0, 7.0];
        Vec::<f32>::mix_into(&mut list, &vec![0.0, 2.0], &vec![4.0, 4.0], 0.5);
        assert_eq!(list, [2.0, 3.0, 7.0]);
        assert_eq!(<(f32, u8)>::mix(&(0.0, 0), &(1.0, 10), 0.25), (0.25, 3));
        let (a, b) = (IRect::new(0, -4, 10, 2), IRect::new(8, 4, 0, 7));
        assert_eq!(IRect::mix(&a, &b, 0.5), IRect::new(4, 0, 5, 5));
        assert_eq!(IRect::mix(&a, &b, 2.0), IRect::new(16, 12, 0, 12));
        let a = Affine2::from_translation(Vec2::new(10.0, 0.0));
        assert_eq!(Affine2::mix(&Affine2::IDENTITY, &a, 0.5).translation, Vec2::new(5.0, 0.0));
    }
}
