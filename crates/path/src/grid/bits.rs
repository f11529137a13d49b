//! Walkable bits with a border of blocked ones, read in windows at any position.

use motile_geom::IRect;

/// One bit per cell, rows padded to whole words, with a frame of zeros one cell wide all around, so
/// that no reader needs a bounds test of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    /// Words a row; the last one of the buffer is a spare so that two words can always be read.
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let mut bits = Self::default();
        bits.reset(width, height);
        bits
    }

    /// All zero at a new size, keeping the memory.
    pub(crate) fn reset(&mut self, width: u32, height: u32) {
        self.stride = (width as usize + 2).div_ceil(64);
        self.words.clear();
        self.words.resize(self.stride * (height as usize + 2) + 1, 0);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 8
    }

    /// Number of set bits.
    pub(crate) fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Words of row `y` (−1…height), bit `x + 1` of which belongs to column `x`.
    pub(crate) fn row(&self, y: i32) -> &[u64] {
        &self.words[(y + 1) as usize * self.stride..][..self.stride]
    }

    pub(crate) fn row_mut(&mut self, y: i32) -> &mut [u64] {
        &mut self.words[(y + 1) as usize * self.stride..][..self.stride]
    }

    /// The bit of a cell; the frame (−1 and the size) may be asked too.
    #[inline]
    pub(crate) fn get(&self, x: i32, y: i32) -> bool {
        let at = (x + 1) as usize;
        self.words[(y + 1) as usize * self.stride + at / 64] >> (at % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn set(&mut self, x: i32, y: i32, value: bool) {
        let at = (x + 1) as usize;
        let word = &mut self.words[(y + 1) as usize * self.stride + at / 64];
        *word = *word & !(1 << (at % 64)) | u64::from(value) << (at % 64);
    }

    /// Sets the bits that another map of the same size has.
    pub(crate) fn add(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Calls `visit` with the column and row of every set bit, row by row.
    pub(crate) fn for_each(&self, height: u32, mut visit: impl FnMut(i32, i32)) {
        for y in 0..height as i32 {
            for (i, &word) in self.row(y).iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    visit((i * 64) as i32 + left.trailing_zeros() as i32 - 1, y);
                    left &= left - 1;
                }
            }
        }
    }

    /// Calls `visit` with the column and row of every bit that differs from that of a map of the same size.
    pub(crate) fn for_each_difference(
        &self,
        other: &Self,
        height: u32,
        mut visit: impl FnMut(i32, i32),
    ) {
        for y in 0..height as i32 {
            for (i, (own, other)) in self.row(y).iter().zip(other.row(y)).enumerate() {
                let mut left = own ^ other;
                while left != 0 {
                    visit((i * 64) as i32 + left.trailing_zeros() as i32 - 1, y);
                    left &= left - 1;
                }
            }
        }
    }

    /// Fingerprint of the word that holds a cell.
    pub(crate) fn fingerprint_at(&self, x: i32, y: i32) -> u64 {
        let word = (y + 1) as usize * self.stride + (x + 1) as usize / 64;
        mix(word as u64, self.words[word])
    }

    /// Fingerprint of everything: the exclusive or of all words' fingerprints.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.words.iter().enumerate().fold(0, |sum, (i, &word)| sum ^ mix(i as u64, word))
    }

    /// The 64 bits of row `y` that begin at column `x` (bit 0).
    #[inline(always)]
    pub(crate) fn forward(&self, x: i32, y: i32) -> u64 {
        let at = (x + 1) as usize;
        let word = (y + 1) as usize * self.stride + at / 64;
        // A shift by 64 is not defined, so the second word is shifted in two steps.
        let pair = &self.words[word..word + 2];
        pair[0] >> (at % 64) | (pair[1] << 1) << (63 - at % 64)
    }

    /// The 64 bits of row `y` that end at column `x` (bit 63).
    #[inline(always)]
    pub(crate) fn backward(&self, x: i32, y: i32) -> u64 {
        // Bit 63 is at padded position x + 1; the window begins 63 before it. Positions before the
        // start of the row belong to the frame's side of the previous row or to the buffer's start.
        let at = (x + 1) as usize;
        let word = (y + 1) as usize * self.stride + at / 64;
        let shift = 63 - at % 64;
        let before = if word == 0 { 0 } else { self.words[word - 1] };
        self.words[word] << shift | (before >> 1) >> (63 - shift)
    }

    /// The nine bits around a cell, as the tables of `moves` want them.
    #[inline(always)]
    pub(crate) fn window(&self, x: i32, y: i32) -> usize {
        // Padded position of the left column is x, of the row above y.
        let at = x as usize;
        let (shift, mut word) = (at % 64, y as usize * self.stride + at / 64);
        let mut window = 0;
        for row in 0..3 {
            let pair = &self.words[word..word + 2];
            let three = (pair[0] >> shift | (pair[1] << 1) << (63 - shift)) & 7;
            window |= (three as usize) << (3 * row);
            word += self.stride;
        }
        window
    }

    /// Copies a rectangle that lies inside, without what is around it.
    pub(crate) fn copy_window(&self, rect: IRect, out: &mut Self) {
        out.reset(rect.width, rect.height);
        for y in 0..rect.height as i32 {
            let row = out.row_mut(y);
            let mut x = 0;
            while x < rect.width {
                let width = (rect.width - x).min(64);
                let bits = self.forward(rect.x + x as i32, rect.y + y) & (u64::MAX >> (64 - width));
                // Column x stands at bit x + 1, so each piece straddles two words.
                let word = x as usize / 64;
                row[word] |= bits << 1;
                if let Some(next) = row.get_mut(word + 1) {
                    *next |= bits >> 63;
                }
                x += width;
            }
        }
    }

    /// Writes the transposed picture of `self` (a grid of this size) into `out`.
    pub(crate) fn transpose_into(&self, width: u32, height: u32, out: &mut Self) {
        out.reset(height, width);
        // Blocks of 64 × 64 padded bits, the frame included.
        for block_y in 0..out.stride {
            for block_x in 0..self.stride {
                let mut block = [0u64; 64];
                for (i, row) in block.iter_mut().enumerate() {
                    let y = block_y * 64 + i;
                    if y < height as usize + 2 {
                        *row = self.words[y * self.stride + block_x];
                    }
                }
                transpose_64(&mut block);
                for (i, &row) in block.iter().enumerate() {
                    let y = block_x * 64 + i;
                    if y < width as usize + 2 {
                        out.words[y * out.stride + block_y] = row;
                    }
                }
            }
        }
    }
}

/// The bits of the row one column before: bit x holds what column x − 1 had.
#[inline(always)]
pub(crate) fn before(row: &[u64], i: usize) -> u64 {
    row[i] << 1 | i.checked_sub(1).map_or(0, |i| row[i] >> 63)
}

/// The bits of the row one column after.
#[inline(always)]
pub(crate) fn after(row: &[u64], i: usize) -> u64 {
    row[i] >> 1 | row.get(i + 1).map_or(0, |word| word << 63)
}

/// Spreads a place and its content over 64 bits; zero content gives zero, so that an empty map of any
/// size costs nothing to hash.
pub(crate) const fn mix(place: u64, content: u64) -> u64 {
    if content == 0 {
        return 0;
    }
    let mut h = content ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    h = (h ^ h >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    h = (h ^ h >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h ^ h >> 32
}

/// Transposes a square of bits in place, exchanging ever smaller blocks across the diagonal.
fn transpose_64(rows: &mut [u64; 64]) {
    let (mut size, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while size > 0 {
        let mut i = 0;
        while i < 64 {
            let swap = (rows[i] >> size ^ rows[i + size]) & mask;
            rows[i] ^= swap << size;
            rows[i + size] ^= swap;
            i = (i + size + 1) & !size;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    fn noise(width: u32, height: u32, seed: u64) -> Bits {
        let mut rng = Rng::new(seed);
        let mut bits = Bits::new(width, height);
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                bits.set(x, y, rng.chance(0.5));
            }
        }
        bits
    }

    #[test]
    fn windows_agree_with_single_bits() {
        for (width, height) in [(1, 1), (62, 3), (63, 2), (64, 5), (130, 4)] {
            let bits = noise(width, height, 3);
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    let mut expected = 0;
                    for i in 0..9 {
                        expected |= usize::from(bits.get(x - 1 + i % 3, y - 1 + i / 3)) << i;
                    }
                    assert_eq!(bits.window(x, y), expected);
                    for i in 0..64.min(width as i32 + 1 - x) {
                        assert_eq!(bits.forward(x, y) >> i & 1 == 1, bits.get(x + i, y));
                    }
                    for i in 0..64.min(x + 2) {
                        assert_eq!(bits.backward(x, y) << i >> 63 == 1, bits.get(x - i, y));
                    }
                }
            }
        }
    }

    #[test]
    fn a_copied_window_has_the_same_bits_and_a_frame() {
        let bits = noise(300, 40, 5);
        let mut copy = Bits::default();
        for rect in [(0, 0, 64, 40), (64, 3, 64, 5), (170, 7, 128, 9), (299, 39, 1, 1)] {
            let rect = IRect::new(rect.0, rect.1, rect.2, rect.3);
            bits.copy_window(rect, &mut copy);
            for y in -1..=rect.height as i32 {
                for x in -1..=rect.width as i32 {
                    let inside = rect.contains(rect.x + x, rect.y + y);
                    assert_eq!(copy.get(x, y), inside && bits.get(rect.x + x, rect.y + y));
                }
            }
        }
    }

    #[test]
    fn transposing_exchanges_columns_and_rows() {
        for (width, height) in [(1, 1), (5, 200), (64, 62), (130, 67)] {
            let bits = noise(width, height, 8);
            let mut turned = Bits::default();
            bits.transpose_into(width, height, &mut turned);
            for y in -1..=height as i32 {
                for x in -1..=width as i32 {
                    assert_eq!(bits.get(x, y), turned.get(y, x), "{x} {y}");
                }
            }
        }
    }
}
