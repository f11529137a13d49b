//! A 64-bit fingerprint of simulation state, the same on every platform.

use super::{SaveState, StateError, StateOutline, StateReader, StateWriter};
use crate::{Affine2, ConvexPolygon, IVec2, Mat2, Polygon, UVec2, Vec2, Vec3, Vec4, state_fields};
use core::{fmt, marker::PhantomData, time::Duration};
use glam::{DVec2, DVec3, IVec3, Mat3, UVec3};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Collects state into 64 bits. Floats count by their bits, so −0 and 0 differ and so do NaNs.
///
/// Every value goes in as one 64-bit word: `h ← rotate(h ⊕ word, 29) · φ`, finished by a
/// xor-shift mix. It is for comparing runs, not for hash tables or secrets.
///
/// ```
/// use motile_geom::StateHash;
/// let mut hash = StateHash::new();
/// hash.write(&[1.5f32, 2.5]);
/// hash.write_u32(3);
/// assert_eq!(hash.to_string().len(), 16);
/// ```
#[doc(alias = "checksum")]
#[doc(alias = "desync")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash {
    state: u64,
}

const START: u64 = 0x6d6f_7469_6c65_2131;
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}

impl StateHash {
    /// The hash of nothing yet.
    pub const fn new() -> Self {
        Self { state: START }
    }

    /// The fingerprint of a single value.
    pub fn of<T: HashState + ?Sized>(value: &T) -> u64 {
        let mut hash = Self::new();
        hash.write(value);
        hash.finish()
    }

    /// Adds a value.
    pub fn write<T: HashState + ?Sized>(&mut self, value: &T) {
        value.hash_state(self);
    }

    /// Adds 64 bits.
    #[inline]
    pub const fn write_u64(&mut self, value: u64) {
        self.state = (self.state ^ value).rotate_left(29).wrapping_mul(FACTOR);
    }

    /// Adds 32 bits.
    #[inline]
    pub const fn write_u32(&mut self, value: u32) {
        self.write_u64(value as u64);
    }

    /// Adds a float by its bits.
    #[inline]
    pub const fn write_f32(&mut self, value: f32) {
        self.write_u64(value.to_bits() as u64);
    }

    /// Adds a vector by its bits.
    #[inline]
    pub const fn write_vec2(&mut self, value: Vec2) {
        self.write_u64((value.x.to_bits() as u64) << 32 | value.y.to_bits() as u64);
    }

    /// Adds bytes, preceded by their number.
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        self.write_u64(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    /// The fingerprint so far; more may still be added.
    pub const fn finish(&self) -> u64 {
        let mut h = self.state;
        h = (h ^ (h >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        h = (h ^ (h >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        h ^ (h >> 32)
    }
}

/// A fingerprint that is part of a state counts by its 64 bits.
impl HashState for StateHash {
    fn hash_state(&self, hash: &mut Self) {
        hash.write_u64(self.finish());
    }
}

/// Sixteen lower-case hexadecimal digits.
impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.finish())
    }
}

/// State that can be fingerprinted: every field that influences the future. `#[derive(StateHash)]` writes it for
/// structs and enums.
///
/// `usize` and `isize` count as 64 bits, so that pages and desktops agree.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no state that can be hashed",
    label = "this is no `HashState`",
    note = "give `{Self}` a `#[derive(StateHash)]`, or leave the field out with `#[state(skip)]`"
)]
pub trait HashState {
    /// Adds this value to the hash.
    fn hash_state(&self, hash: &mut StateHash);

    /// Adds this value to a list of named leaves, by which two states that should be equal are compared. What has
    /// parts names them; anything else is one leaf, told by its hash.
    fn outline(&self, outline: &mut StateOutline) {
        outline.leaf(format_args!("#{:016x}", StateHash::of(self)));
    }
}

macro_rules! hash_as_u64 {
    ($($ty:ty),+) => {$(
        impl HashState for $ty {
            #[inline]
            fn hash_state(&self, hash: &mut StateHash) {
                hash.write_u64(*self as u64);
            }

            fn outline(&self, outline: &mut StateOutline) {
                outline.leaf(format_args!("{self:?}"));
            }
        }
    )+};
}

hash_as_u64!(bool, char, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

impl HashState for u128 {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(*self as u64);
        hash.write_u64((*self >> 64) as u64);
    }
}

impl HashState for i128 {
    fn hash_state(&self, hash: &mut StateHash) {
        (*self as u128).hash_state(hash);
    }
}

impl HashState for Duration {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.as_secs());
        hash.write_u32(self.subsec_nanos());
    }
}

/// Vectors and matrices of glam: some are SIMD registers whose fields are seen through a dereference only.
macro_rules! state_of_glam {
    ($($ty:ident::$new:ident { $($field:ident),+ })+) => {$(
        impl HashState for $ty {
            #[inline]
            fn hash_state(&self, hash: &mut StateHash) {
                $(self.$field.hash_state(hash);)+
            }

            fn outline(&self, outline: &mut StateOutline) {
                $(outline.field(stringify!($field), &self.$field);)+
            }
        }

        impl SaveState for $ty {
            #[inline]
            fn save(&self, out: &mut StateWriter) {
                $(self.$field.save(out);)+
            }

            #[inline]
            fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
                $(let $field = SaveState::restore(input)?;)+
                Ok(Self::$new($($field),+))
            }
        }
    )+};
}

state_of_glam! {
    Vec3::new { x, y, z }
    Vec4::new { x, y, z, w }
    DVec2::new { x, y }
    DVec3::new { x, y, z }
    IVec2::new { x, y }
    IVec3::new { x, y, z }
    UVec2::new { x, y }
    UVec3::new { x, y, z }
    Mat2::from_cols { x_axis, y_axis }
    Mat3::from_cols { x_axis, y_axis, z_axis }
    Affine2::from_mat2_translation { matrix2, translation }
}

state_fields! {
    crate::Circle { center, radius }
    crate::Aabb { min, max }
    crate::Segment { a, b }
    crate::Capsule { segment, radius }
    crate::Obb { center, half_size, axis }
    crate::IRect { x, y, width, height }
    crate::MassProperties { area, mass, center, inertia }
    crate::QuadraticBezier { start, control, end }
    crate::CubicBezier { start, control_1, control_2, end }
}

impl HashState for Polygon {
    fn hash_state(&self, hash: &mut StateHash) {
        self.vertices().hash_state(hash);
    }
}

impl HashState for ConvexPolygon {
    fn hash_state(&self, hash: &mut StateHash) {
        self.vertices().hash_state(hash);
    }
}

impl HashState for f32 {
    #[inline]
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_f32(*self);
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.leaf(format_args!("{self:?}"));
    }
}

impl HashState for f64 {
    #[inline]
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.to_bits());
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.leaf(format_args!("{self:?}"));
    }
}

impl HashState for Vec2 {
    #[inline]
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_vec2(*self);
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.field("x", &self.x);
        outline.field("y", &self.y);
    }
}

impl HashState for str {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_bytes(self.as_bytes());
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.leaf(format_args!("{self:?}"));
    }
}

impl HashState for String {
    fn hash_state(&self, hash: &mut StateHash) {
        self.as_str().hash_state(hash);
    }

    fn outline(&self, outline: &mut StateOutline) {
        self.as_str().outline(outline);
    }
}

impl<T: HashState> HashState for [T] {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.len() as u64);
        for item in self {
            item.hash_state(hash);
        }
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.items(self.iter());
    }
}

impl<T: HashState, const N: usize> HashState for [T; N] {
    fn hash_state(&self, hash: &mut StateHash) {
        self.as_slice().hash_state(hash);
    }

    fn outline(&self, outline: &mut StateOutline) {
        self.as_slice().outline(outline);
    }
}

impl<T: HashState> HashState for Vec<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        self.as_slice().hash_state(hash);
    }

    fn outline(&self, outline: &mut StateOutline) {
        self.as_slice().outline(outline);
    }
}

impl<T: HashState> HashState for VecDeque<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.len() as u64);
        for item in self {
            item.hash_state(hash);
        }
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.items(self.iter());
    }
}

impl<T: HashState> HashState for BTreeSet<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.len() as u64);
        for item in self {
            item.hash_state(hash);
        }
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.items(self.iter());
    }
}

impl<K: HashState, V: HashState> HashState for BTreeMap<K, V> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.len() as u64);
        for item in self {
            item.hash_state(hash);
        }
    }

    fn outline(&self, outline: &mut StateOutline) {
        outline.items(self.iter());
    }
}

impl<T: HashState + ?Sized> HashState for Box<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        (**self).hash_state(hash);
    }

    fn outline(&self, outline: &mut StateOutline) {
        (**self).outline(outline);
    }
}

/// What is shared counts by its value, not by who shares it.
impl<T: HashState + ?Sized> HashState for Arc<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        (**self).hash_state(hash);
    }

    fn outline(&self, outline: &mut StateOutline) {
        (**self).outline(outline);
    }
}

impl<T> HashState for PhantomData<T> {
    fn hash_state(&self, _: &mut StateHash) {}
}

impl<T: HashState> HashState for Option<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.is_some() as u64);
        if let Some(value) = self {
            value.hash_state(hash);
        }
    }

    fn outline(&self, outline: &mut StateOutline) {
        match self {
            Some(value) => value.outline(outline),
            None => outline.leaf(format_args!("None")),
        }
    }
}

impl<T: HashState + ?Sized> HashState for &T {
    fn hash_state(&self, hash: &mut StateHash) {
        (**self).hash_state(hash);
    }

    fn outline(&self, outline: &mut StateOutline) {
        (**self).outline(outline);
    }
}

macro_rules! hash_tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: HashState),*> HashState for ($($name,)*) {
            #[inline]
            fn hash_state(&self, _hash: &mut StateHash) {
                $(self.$index.hash_state(_hash);)*
            }

            fn outline(&self, _outline: &mut StateOutline) {
                $(_outline.field(stringify!($index), &self.$index);)*
            }
        }
    };
}

hash_tuple!();
hash_tuple!(A 0);
hash_tuple!(A 0, B 1);
hash_tuple!(A 0, B 1, C 2);
hash_tuple!(A 0, B 1, C 2, D 3);
hash_tuple!(A 0, B 1, C 2, D 3, E 4);
hash_tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
hash_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
hash_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_part_of_the_contract() {
        // Fixed values: a change here breaks every stored replay and the comparison with the browser.
        assert_eq!(StateHash::new().to_string(), "e3251d69a87a32f0");
        assert_eq!(StateHash::of(&0u32), 0x650d_fb6f_a204_ecb8);
        assert_eq!(StateHash::of(&-1i32), 0xa296_e97f_5529_5847);
        assert_eq!(StateHash::of(&1.5f32), 0x01e2_5625_52c8_b6ea);
        assert_eq!(StateHash::of(&1.5f64), 0x15e0_584c_872b_1407);
        assert_eq!(StateHash::of(&Vec2::new(1.5, -2.0)), 0x98a2_b7b9_3e68_750e);
        assert_eq!(StateHash::of("motile"), 0xb20b_7cd8_29ca_c693);
        assert_eq!(StateHash::of(&[1u8, 2, 3]), 0x4c98_7a99_9d7d_9805);
        assert_eq!(StateHash::of(&crate::Circle::new(Vec2::ONE, 2.0)), 0xc4c3_a409_d087_1c45);
        assert_eq!(StateHash::of(&crate::Rng::new(7)), 0x8912_b13f_f99f_188f);
    }

    #[test]
    fn what_differs_hashes_differently() {
        assert_eq!(StateHash::of(&0u32), StateHash::of(&0u8));
        assert_ne!(StateHash::of(&0.0f32), StateHash::of(&-0.0f32));
        assert_ne!(StateHash::of("ab"), StateHash::of("ba"));
        assert_ne!(StateHash::of(&[1u8, 2]), StateHash::of(&[2u8, 1]));
        assert_ne!(StateHash::of(&None::<u8>), StateHash::of(&Some(0u8)));
        assert_ne!(StateHash::of(&vec![0u8]), StateHash::of(&vec![0u8, 0]));
    }

    #[test]
    fn one_flipped_bit_changes_about_half_of_the_result() {
        let mut total = 0;
        for bit in 0..64 {
            total += (StateHash::of(&(1u64 << bit)) ^ StateHash::of(&0u64)).count_ones();
        }
        assert!((28..36).contains(&(total / 64)), "{}", total / 64);
    }
}
