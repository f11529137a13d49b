//! Numbers, texts and lists as bytes.

use crate::files::limits::MAX_CELLS;
use motile_geom::{IRect, IVec2, UVec2, Vec2};
use std::collections::BTreeMap;

/// A value, or what was expected instead.
pub(super) type Packed<T> = Result<T, &'static str>;

/// How deep groups and properties may be nested.
const MAX_DEPTH: u32 = 64;

/// Something that can be written and read again. Every value takes at least one byte.
pub(super) trait Pack: Sized {
    fn pack(&self, out: &mut Vec<u8>);
    fn unpack(input: &mut Input<'_>) -> Packed<Self>;
}

/// Bytes that are read from the front, and what is known about the place.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    /// How many cells the file may still have.
    pub(super) cells: u64,
    layers: Vec<String>,
    cell: Option<(i32, i32)>,
}

impl<'a> Input<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, depth: 0, cells: MAX_CELLS, layers: Vec::new(), cell: None }
    }

    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    pub(super) const fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.left() == 0
    }

    /// The layer and the cell that were being read.
    pub(super) fn place(&mut self) -> (Option<String>, Option<(i32, i32)>) {
        (self.layers.pop(), self.cell)
    }

    pub(super) const fn in_cell(&mut self, cell: Option<(i32, i32)>) {
        self.cell = cell;
    }

    pub(super) fn take(&mut self, count: usize) -> Packed<&'a [u8]> {
        let bytes = self.bytes.get(self.at..).and_then(|rest| rest.get(..count));
        let bytes = bytes.ok_or("the file ends too early")?;
        self.at += count;
        Ok(bytes)
    }

    pub(super) fn byte(&mut self) -> Packed<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// Reads something that may hold others of its kind.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Packed<T>) -> Packed<T> {
        if self.depth == MAX_DEPTH {
            return Err("nested too deep");
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Reads what is in a layer; an error inside keeps its name.
    pub(super) fn in_layer<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> Packed<T>,
    ) -> Packed<T> {
        self.layers.push(name.into());
        let value = read(self)?;
        self.layers.pop();
        Ok(value)
    }
}

impl Pack for u64 {
    fn pack(&self, out: &mut Vec<u8>) {
        let mut value = *self;
        while value >= 128 {
            out.push(value as u8 | 128);
            value >>= 7;
        }
        out.push(value as u8);
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = input.byte()?;
            let part = u64::from(byte & 127);
            if part << shift >> shift != part {
                break;
            }
            value |= part << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err("expected a number of at most 64 bits")
    }
}

/// The sign goes last, so that small numbers of either sign are short.
impl Pack for i64 {
    fn pack(&self, out: &mut Vec<u8>) {
        ((self << 1) ^ (self >> 63)).cast_unsigned().pack(out);
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        let word = u64::unpack(input)?;
        Ok((word >> 1).cast_signed() ^ -(word & 1).cast_signed())
    }
}

macro_rules! narrow {
    ($($narrow:ty: $wide:ty),*) => { $(
        impl Pack for $narrow {
            fn pack(&self, out: &mut Vec<u8>) {
                <$wide>::from(*self).pack(out);
            }

            fn unpack(input: &mut Input<'_>) -> Packed<Self> {
                Self::try_from(<$wide>::unpack(input)?).map_err(|_| "expected a smaller number")
            }
        }
    )* };
}

narrow!(u8: u64, u32: u64, i32: i64);

impl Pack for bool {
    fn pack(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("expected 0 or 1"),
        }
    }
}

impl Pack for f32 {
    fn pack(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        let bytes = input.take(4)?.try_into().map_err(|_| "expected four bytes")?;
        let value = Self::from_le_bytes(bytes);
        if value.is_finite() { Ok(value) } else { Err("expected a finite number") }
    }
}

impl Pack for String {
    fn pack(&self, out: &mut Vec<u8>) {
        (self.len() as u64).pack(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        let length = usize::try_from(u64::unpack(input)?).map_err(|_| "the file ends too early")?;
        let bytes = input.take(length)?;
        core::str::from_utf8(bytes).map(Into::into).map_err(|_| "expected UTF-8")
    }
}

impl<T: Pack> Pack for Option<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        self.is_some().pack(out);
        if let Some(value) = self {
            value.pack(out);
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        bool::unpack(input)?.then(|| T::unpack(input)).transpose()
    }
}

impl<T: Pack> Pack for Vec<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        (self.len() as u64).pack(out);
        for value in self {
            value.pack(out);
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        // Grows with what is really there, whatever the length says.
        (0..u64::unpack(input)?).map(|_| T::unpack(input)).collect()
    }
}

impl<K: Pack + Ord, V: Pack> Pack for BTreeMap<K, V> {
    fn pack(&self, out: &mut Vec<u8>) {
        (self.len() as u64).pack(out);
        for (key, value) in self {
            key.pack(out);
            value.pack(out);
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        (0..u64::unpack(input)?).map(|_| Pack::unpack(input)).collect()
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
        self.1.pack(out);
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        Ok((A::unpack(input)?, B::unpack(input)?))
    }
}

impl Pack for [u8; 8] {
    fn pack(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self);
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        input.take(8)?.try_into().map_err(|_| "expected eight bytes")
    }
}

impl Pack for [f32; 2] {
    fn pack(&self, out: &mut Vec<u8>) {
        for value in self {
            value.pack(out);
        }
    }

    fn unpack(input: &mut Input<'_>) -> Packed<Self> {
        Ok([f32::unpack(input)?, f32::unpack(input)?])
    }
}

/// Structs field by field: one list for both directions. A field that is forgotten does not compile.
macro_rules! packed {
    ($($name:ident { $($field:ident),* $(,)? })*) => { $(
        impl Pack for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $(Pack::pack($field, out);)*
            }

            fn unpack(input: &mut Input<'_>) -> Packed<Self> {
                Ok(Self { $($field: Pack::unpack(input)?),* })
            }
        }
    )* };
}

/// Enumerations without values, by their numbers in this list.
macro_rules! packed_words {
    ($($name:ident { $($word:ident),* $(,)? })*) => { $(
        impl Pack for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                let words = [$(Self::$word),*];
                let number = words.iter().position(|word| word == self).unwrap_or(0);
                out.push(number as u8);
            }

            fn unpack(input: &mut Input<'_>) -> Packed<Self> {
                let words = [$(Self::$word),*];
                words.get(input.byte()? as usize).copied().ok_or("expected a smaller number")
            }
        }
    )* };
}

pub(super) use {packed, packed_words};

packed! {
    Vec2 { x, y }
    UVec2 { x, y }
    IVec2 { x, y }
    IRect { x, y, width, height }
}
