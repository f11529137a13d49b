//! Any bytes as the numbers that a target calls with.

/// Bytes, taken from the front; zeros when there are no more.
pub(crate) struct Bytes<'a> {
    pub(crate) rest: &'a [u8],
    /// What small numbers are counted in: 4 for quarters.
    parts: f32,
}

impl<'a> Bytes<'a> {
    /// Small numbers are quarters.
    pub(crate) const fn new(data: &'a [u8]) -> Self {
        Self { rest: data, parts: 4.0 }
    }

    /// Small numbers are halves, for what is measured in larger ones.
    pub(crate) const fn in_halves(data: &'a [u8]) -> Self {
        Self { rest: data, parts: 2.0 }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let taken = self.rest.split_first();
        let (first, rest) = taken.map_or((0, self.rest), |(byte, rest)| (*byte, rest));
        self.rest = rest;
        first
    }

    /// A small number, or any bits of `f32`.
    pub(crate) fn number(&mut self) -> f32 {
        match self.byte() {
            127 => f32::from_le_bytes([0; 4].map(|_| self.byte())),
            small => f32::from(small as i8) / self.parts,
        }
    }
}
