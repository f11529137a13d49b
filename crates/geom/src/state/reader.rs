//! Bytes on their way back into state.

use super::SaveState;
use core::fmt;

/// How deep boxes and lists may be nested in bytes that are restored.
pub const MAX_DEPTH: u32 = 128;

/// Why bytes are no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StateError {
    /// Which byte, counted from 0.
    pub offset: u64,
    /// What should have been there.
    pub expected: &'static str,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "saved state, byte {}: expected {}", self.offset, self.expected)
    }
}

impl core::error::Error for StateError {}

/// Walks over the bytes of a state; [`SaveState`] says what is read.
#[derive(Clone, Debug)]
pub struct StateReader<'a> {
    left: &'a [u8],
    offset: u64,
    depth: u32,
}

impl<'a> StateReader<'a> {
    /// At the first byte.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes, offset: 0, depth: 0 }
    }

    /// How many bytes were read.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The error that something else was expected at a byte.
    pub const fn error_at(offset: u64, expected: &'static str) -> StateError {
        StateError { offset, expected }
    }

    /// The error that something else was expected here.
    pub const fn error(&self, expected: &'static str) -> StateError {
        Self::error_at(self.offset, expected)
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// When there are fewer.
    #[inline]
    pub fn bytes(&mut self, count: usize, expected: &'static str) -> Result<&'a [u8], StateError> {
        let Some((taken, left)) = self.left.split_at_checked(count) else {
            return Err(self.error(expected));
        };
        self.left = left;
        self.offset += count as u64;
        Ok(taken)
    }

    /// The next `N` bytes, for numbers.
    ///
    /// # Errors
    /// When there are fewer.
    #[inline]
    pub fn array<const N: usize>(&mut self, expected: &'static str) -> Result<[u8; N], StateError> {
        let Some((taken, left)) = self.left.split_first_chunk() else {
            return Err(self.error(expected));
        };
        self.left = left;
        self.offset += N as u64;
        Ok(*taken)
    }

    /// The number of a variant, below `count`.
    ///
    /// # Errors
    /// When it is not.
    pub fn variant(&mut self, count: u32, expected: &'static str) -> Result<u32, StateError> {
        let offset = self.offset;
        let number = u32::from_le_bytes(self.array(expected)?);
        if number < count { Ok(number) } else { Err(Self::error_at(offset, expected)) }
    }

    /// The length of a list or text, at most the number of bytes that are left.
    ///
    /// # Errors
    /// When it is more.
    pub fn length(&mut self) -> Result<usize, StateError> {
        const EXPECTED: &str = "a length within the rest of the bytes";
        let offset = self.offset;
        let length = u32::from_le_bytes(self.array(EXPECTED)?) as usize;
        if length <= self.left.len() { Ok(length) } else { Err(Self::error_at(offset, EXPECTED)) }
    }

    /// The items of a list.
    ///
    /// # Errors
    /// When it is none.
    pub fn list<T: SaveState>(&mut self) -> Result<Vec<T>, StateError> {
        let count = self.length()?;
        let start = self.offset;
        // No more memory than bytes are left: a large type may be written in few bytes.
        let mut items = Vec::with_capacity(count.min(self.left.len() / size_of::<T>().max(1)));
        self.nested(|input| {
            for _ in 0..count {
                items.push(T::restore(input)?);
            }
            Ok(())
        })?;
        let read = (self.offset - start) as usize;
        self.bytes(count.saturating_sub(read), "the end of a list")?;
        Ok(items)
    }

    /// Reads something that may hold things of its own kind.
    ///
    /// # Errors
    /// Those of `read`, and when it goes deeper than [`MAX_DEPTH`].
    pub fn nested<R>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<R, StateError>,
    ) -> Result<R, StateError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error("boxes and lists nested less than 128 deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// That there is nothing left.
    ///
    /// # Errors
    /// When there is.
    pub const fn finish(&self) -> Result<(), StateError> {
        if self.left.is_empty() { Ok(()) } else { Err(self.error("the end")) }
    }
}
