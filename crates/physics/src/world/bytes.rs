//! Numbers and lists as bytes and back, little-endian.

use crate::PhysicsError;
use motile_geom::{Aabb, Capsule, Circle, IVec2, Id, Obb, Segment, Vec2};

/// A value that can be written down and read again.
pub(crate) trait Saved: Sized {
    /// Fewest bytes it takes, so that no count can promise more than there is.
    const LEAST: usize;
    fn put(&self, out: &mut Vec<u8>);
    fn get(from: &mut Reader) -> Result<Self, PhysicsError>;
}

/// Bytes read from the front.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn bad(&self, expected: &'static str) -> PhysicsError {
        PhysicsError::BadSave { offset: self.at as u64, expected }
    }

    /// The next bytes.
    pub(crate) fn take<const N: usize>(
        &mut self,
        expected: &'static str,
    ) -> Result<[u8; N], PhysicsError> {
        let found = self.bytes[self.at..].first_chunk();
        let found = *found.ok_or_else(|| self.bad(expected))?;
        self.at += N;
        Ok(found)
    }

    /// Fails when something is wrong with what was read last.
    pub(crate) fn ensure(&self, good: bool, expected: &'static str) -> Result<(), PhysicsError> {
        if good { Ok(()) } else { Err(self.bad(expected)) }
    }

    pub(crate) fn end(&self) -> Result<(), PhysicsError> {
        self.ensure(self.at == self.bytes.len(), "the end of the world")
    }
}

macro_rules! saved_numbers {
    ($($number:ty = $words:literal),+) => {$(
        impl Saved for $number {
            const LEAST: usize = size_of::<$number>();
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
                Ok(Self::from_le_bytes(from.take($words)?))
            }
        }
    )+};
}

saved_numbers!(u32 = "a whole number", i32 = "a whole number", u64 = "a hash", f32 = "a number");

impl Saved for bool {
    const LEAST: usize = 1;
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        match from.take("yes or no")? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(from.bad("yes or no")),
        }
    }
}

macro_rules! saved_fields {
    ($($type:ty { $($field:ident: $part:ty),+ })+) => {$(
        impl Saved for $type {
            const LEAST: usize = 0 $(+ <$part>::LEAST)+;
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)+
            }
            fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
                Ok(Self { $($field: <$part>::get(from)?),+ })
            }
        }
    )+};
}

saved_fields! {
    Vec2 { x: f32, y: f32 }
    Aabb { min: Vec2, max: Vec2 }
    Circle { center: Vec2, radius: f32 }
    Segment { a: Vec2, b: Vec2 }
    Capsule { segment: Segment, radius: f32 }
    Obb { center: Vec2, half_size: Vec2, axis: Vec2 }
    IVec2 { x: i32, y: i32 }
}

impl<T> Saved for Id<T> {
    const LEAST: usize = 8;
    fn put(&self, out: &mut Vec<u8>) {
        self.index().put(out);
        self.generation().put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        Ok(Self::from_parts(u32::get(from)?, u32::get(from)?))
    }
}

impl<T: Saved> Saved for Option<T> {
    const LEAST: usize = 1;
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        if bool::get(from)? { T::get(from).map(Some) } else { Ok(None) }
    }
}

impl<T: Saved, const N: usize> Saved for [T; N] {
    const LEAST: usize = T::LEAST * N;
    fn put(&self, out: &mut Vec<u8>) {
        for value in self {
            value.put(out);
        }
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let values: Vec<T> = (0..N).map(|_| T::get(from)).collect::<Result<_, _>>()?;
        values.try_into().map_err(|_| from.bad("so many values"))
    }
}

impl<T: Saved> Saved for Vec<T> {
    const LEAST: usize = 4;
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u32).put(out);
        for value in self {
            value.put(out);
        }
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let count = u32::get(from)? as usize;
        let room = (from.bytes.len() - from.at) / T::LEAST.max(1);
        from.ensure(count <= room, "a list that is all there")?;
        (0..count).map(|_| T::get(from)).collect()
    }
}

impl<T: Saved, U: Saved> Saved for (T, U) {
    const LEAST: usize = T::LEAST + U::LEAST;
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        Ok((T::get(from)?, U::get(from)?))
    }
}
