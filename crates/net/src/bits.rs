//! Numbers of any width, packed bit by bit into bytes.

/// Writes numbers of any width one after another into bytes, lowest bit first.
#[derive(Debug)]
pub(crate) struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// Bits that are not in the bytes yet, fewer than 32 of them: they go there four bytes at a time.
    held: u64,
    count: u32,
}

impl<'a> BitWriter<'a> {
    /// Goes on after what is in `bytes`.
    pub(crate) const fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes, held: 0, count: 0 }
    }

    /// The lowest `width` bits of a number, 0…64 of them.
    pub(crate) fn write(&mut self, value: u64, width: u32) {
        if width > 32 {
            self.write(value & 0xFFFF_FFFF, 32);
            return self.write(value >> 32, width - 32);
        }
        let value = value & ((1u64 << width) - 1);
        self.held |= value << self.count;
        self.count += width;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    pub(crate) fn flag(&mut self, value: bool) -> bool {
        self.write(u64::from(value), 1);
        value
    }

    /// A number in groups of four bits, each after a bit that says that there is one: five bits for 0…15.
    pub(crate) fn small(&mut self, value: u64) {
        let mut left = value;
        loop {
            let group = left & 15;
            left >>= 4;
            self.write(group | u64::from(left != 0) << 4, 5);
            if left == 0 {
                return;
            }
        }
    }

    /// A signed number, short when it is near 0.
    pub(crate) fn signed(&mut self, value: i64) {
        // Zigzag: 0, -1, 1, -2 … become 0, 1, 2, 3 …
        self.small(((value << 1) ^ (value >> 63)) as u64);
    }

    /// Whole bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write(u64::from(byte), 8);
        }
    }

    /// Bytes so far, the one begun included.
    pub(crate) fn length(&self) -> usize {
        self.bytes.len() + self.held_bytes()
    }

    const fn held_bytes(&self) -> usize {
        self.count.div_ceil(8) as usize
    }

    /// Fills the last byte with zeros.
    pub(crate) fn finish(self) {
        let held = self.held_bytes();
        self.bytes.extend_from_slice(&self.held.to_le_bytes()[..held]);
    }
}

/// Reads what [`BitWriter`] wrote; every method gives `None` after the last bit.
#[derive(Clone, Debug)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next byte.
    next: usize,
    /// Bits of those before it that were not read yet, and how many: four bytes are fetched at a time.
    held: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, next: 0, held: 0, count: 0 }
    }

    /// A number of `width` bits, 0…64 of them.
    pub(crate) fn read(&mut self, width: u32) -> Option<u64> {
        if width > 32 {
            let low = self.read(32)?;
            return Some(low | self.read(width - 32)? << 32);
        }
        if self.count < width {
            self.fetch(width)?;
        }
        let value = self.held & ((1u64 << width) - 1);
        self.held >>= width;
        self.count -= width;
        Some(value)
    }

    /// Fetches bytes until so many bits are held, 32 at the most.
    fn fetch(&mut self, width: u32) -> Option<()> {
        let rest = self.bytes.get(self.next..)?;
        if let Some(four) = rest.first_chunk() {
            self.held |= u64::from(u32::from_le_bytes(*four)) << self.count;
            (self.next, self.count) = (self.next + 4, self.count + 32);
            return Some(());
        }
        for &byte in rest {
            self.held |= u64::from(byte) << self.count;
            (self.next, self.count) = (self.next + 1, self.count + 8);
        }
        (self.count >= width).then_some(())
    }

    /// The number of the next bit.
    pub(crate) const fn bit(&self) -> usize {
        self.next * 8 - self.count as usize
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        self.read(1).map(|bit| bit == 1)
    }

    pub(crate) fn small(&mut self) -> Option<u64> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let group = self.read(5)?;
            value |= (group & 15).checked_shl(shift)?;
            shift += 4;
            if group < 16 {
                return Some(value);
            }
        }
    }

    pub(crate) fn signed(&mut self) -> Option<i64> {
        let value = self.small()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// Reads whole bytes into a buffer, which is emptied first.
    pub(crate) fn bytes(&mut self, count: usize, out: &mut Vec<u8>) -> Option<()> {
        out.clear();
        if count > self.bytes.len() {
            return None;
        }
        for _ in 0..count {
            out.push(self.read(8)? as u8);
        }
        Some(())
    }

    /// The whole bytes after what was read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.bit().div_ceil(8)..]
    }

    /// That at most the zeros of a last byte are left.
    pub(crate) fn finish(&self) -> Option<()> {
        let mut rest = self.clone();
        let left = rest.bytes.len() * 8 - rest.bit();
        (left < 8 && rest.read(left as u32)? == 0).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(values in prop::collection::vec((any::<u64>(), 0u32..=64, any::<i64>()), 0..40)) {
            let mut bytes = Vec::new();
            let mut out = BitWriter::new(&mut bytes);
            for &(value, width, signed) in &values {
                out.write(value, width);
                out.small(value);
                out.signed(signed);
            }
            out.finish();
            let mut input = BitReader::new(&bytes);
            for &(value, width, signed) in &values {
                let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
                prop_assert_eq!(input.read(width), Some(value & mask));
                prop_assert_eq!(input.small(), Some(value));
                prop_assert_eq!(input.signed(), Some(signed));
            }
            prop_assert_eq!(input.finish(), Some(()));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>, widths: Vec<u8>) {
            let mut input = BitReader::new(&bytes);
            for width in widths {
                if input.read(u32::from(width) % 65).is_none() || input.small().is_none() {
                    break;
                }
            }
        }
    }

    #[test]
    fn small_numbers_are_short() {
        for (value, bits) in [(0, 5), (15, 5), (16, 10), (u64::MAX, 80)] {
            let mut bytes = Vec::new();
            let mut out = BitWriter::new(&mut bytes);
            out.small(value);
            out.finish();
            assert_eq!(bytes.len(), usize::div_ceil(bits, 8), "{value}");
        }
    }
}
