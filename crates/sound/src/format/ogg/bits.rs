//! Bits of Vorbis, lowest first.

use crate::SoundError;

/// Reads the bits of a header.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// In bits.
    at: usize,
}

impl<'a> Bits<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Where the next bit is, in bits from the beginning.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// A number of up to 32 bits.
    pub(super) fn take(&mut self, count: u32) -> Result<u32, SoundError> {
        let from = self.at;
        self.skip(count as usize)?;
        let bit = |i: usize| u32::from(self.bytes[i / 8] >> (i % 8) & 1);
        Ok((from..self.at).rev().fold(0, |number, i| number << 1 | bit(i)))
    }

    /// One bit.
    pub(super) fn flag(&mut self) -> Result<bool, SoundError> {
        Ok(self.take(1)? == 1)
    }

    /// Passes over bits, which have to be there.
    pub(super) fn skip(&mut self, count: usize) -> Result<(), SoundError> {
        let end = self.at.saturating_add(count);
        if end > self.bytes.len() * 8 {
            return Err(SoundError::Damaged { expected: "the rest of a header" });
        }
        self.at = end;
        Ok(())
    }
}

/// Exchanges two numbers of so many bits that do not overlap.
pub(super) fn swap(bytes: &mut [u8], first: usize, second: usize, width: usize) {
    for (a, b) in (first..).zip(second..).take(width) {
        let differ = (bytes[a / 8] >> (a % 8) ^ bytes[b / 8] >> (b % 8)) & 1;
        bytes[a / 8] ^= differ << (a % 8);
        bytes[b / 8] ^= differ << (b % 8);
    }
}

/// How many bits a number takes: 0 takes none, 7 takes three, 8 takes four.
pub(super) const fn bits_of(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}
