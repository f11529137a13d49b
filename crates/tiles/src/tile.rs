//! What stands in a cell: a tile's number and how it is turned.

use core::fmt;
use motile_geom::{HashState, SaveState, StateError, StateHash, StateReader, StateWriter};

/// What stands in a cell of a [`TileLayer`](crate::TileLayer): the number of a tile and how its picture is turned, in
/// one word. Number 0 is the empty cell.
///
/// The layout is that of Tiled's global ids: bit 31 mirrors left and right, bit 30 mirrors top and bottom, bit 29
/// swaps the axes, bit 28 is kept free, the rest is the number. The axes are swapped first, then mirrored.
///
/// ```
/// use motile_tiles::Tile;
/// let wall = Tile::new(5);
/// assert!(Tile::EMPTY.is_empty() && !wall.is_empty());
/// assert_eq!(wall.flipped_x().flipped_x(), wall);
/// assert_eq!(wall.turned(4), wall);
/// assert_eq!(wall.turned(2), wall.flipped_x().flipped_y());
/// assert_eq!(Tile::from_bits(0xA000_0005), wall.turned(1));
/// ```
#[doc(alias = "gid")]
#[doc(alias = "tile id")]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Tile(u32);

const FLIP_X: u32 = 1 << 31;
const FLIP_Y: u32 = 1 << 30;
const SWAP: u32 = 1 << 29;
const FREE: u32 = 1 << 28;
const TURN: u32 = FLIP_X | FLIP_Y | SWAP;

impl Tile {
    /// Nothing: what a cell holds before anything is put there.
    pub const EMPTY: Self = Self(0);

    /// The largest number a tile can have: 28 bits.
    pub const MAX_NUMBER: u32 = FREE - 1;

    /// The tile with this number, upright; bits above [`MAX_NUMBER`](Self::MAX_NUMBER) are dropped.
    pub const fn new(number: u32) -> Self {
        Self(number & Self::MAX_NUMBER)
    }

    /// A tile from its word; the free bit is cleared, and so is the turn of an empty cell.
    pub const fn from_bits(bits: u32) -> Self {
        if bits & Self::MAX_NUMBER == 0 { Self::EMPTY } else { Self(bits & !FREE) }
    }

    /// The whole word: number and turn.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The number, without the turn; 0 when empty.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0 & Self::MAX_NUMBER
    }

    /// Whether nothing stands here.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it is mirrored left and right, after the swap of axes.
    #[inline]
    pub const fn flip_x(self) -> bool {
        self.0 & FLIP_X != 0
    }

    /// Whether it is mirrored top and bottom, after the swap of axes.
    #[inline]
    pub const fn flip_y(self) -> bool {
        self.0 & FLIP_Y != 0
    }

    /// Whether its axes are swapped, before it is mirrored: a reflection about the falling diagonal.
    #[doc(alias = "anti-diagonal flip")]
    #[inline]
    pub const fn swap_axes(self) -> bool {
        self.0 & SWAP != 0
    }

    /// Whether it stands as it was drawn.
    #[inline]
    pub const fn is_upright(self) -> bool {
        self.0 & TURN == 0
    }

    /// The mirror image, left and right exchanged. An empty cell stays as it is.
    pub const fn flipped_x(self) -> Self {
        Self::from_bits(self.0 ^ FLIP_X)
    }

    /// The mirror image, top and bottom exchanged. An empty cell stays as it is.
    pub const fn flipped_y(self) -> Self {
        Self::from_bits(self.0 ^ FLIP_Y)
    }

    /// The tile turned clockwise by quarters; negative ones turn the other way. An empty cell stays as it is.
    pub const fn turned(self, quarters: i32) -> Self {
        let mut bits = self.0;
        let mut left = quarters.rem_euclid(4);
        while left > 0 {
            // A quarter turn clockwise sends (x, y) to (−y, x): the mirrors change axes, and the new x is mirrored.
            let x = if bits & FLIP_Y == 0 { FLIP_X } else { 0 };
            let y = if bits & FLIP_X != 0 { FLIP_Y } else { 0 };
            bits = (bits & Self::MAX_NUMBER) | ((bits & SWAP) ^ SWAP) | x | y;
            left -= 1;
        }
        Self::from_bits(bits)
    }

    /// Another number, turned as this one.
    pub const fn with_number(self, number: u32) -> Self {
        Self::from_bits((self.0 & TURN) | (number & Self::MAX_NUMBER))
    }
}

impl From<u32> for Tile {
    fn from(number: u32) -> Self {
        Self::new(number)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({}", self.number())?;
        for (on, word) in
            [(self.swap_axes(), "swap"), (self.flip_x(), "flip x"), (self.flip_y(), "flip y")]
        {
            if on {
                write!(f, ", {word}")?;
            }
        }
        f.write_str(")")
    }
}

impl HashState for Tile {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u32(self.0);
    }
}

impl SaveState for Tile {
    fn save(&self, out: &mut StateWriter) {
        self.0.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        u32::restore(input).map(Self::from_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_a27_words_of_tiled() {
        let read = |bits: u32| {
            let tile = Tile::from_bits(bits);
            (tile.number(), tile.flip_x(), tile.flip_y(), tile.swap_axes())
        };
        assert_eq!(read(0x8000_0005), (5, true, false, false));
        assert_eq!(read(0x4000_0005), (5, false, true, false));
        assert_eq!(read(0x1000_0007), (7, false, false, false), "the bit of hexagons is cleared");
        assert_eq!(Tile::from_bits(0xA000_0003), Tile::new(3).turned(1));
        assert_eq!(Tile::from_bits(0xC000_0003), Tile::new(3).turned(2));
        assert_eq!(Tile::from_bits(0x6000_0002), Tile::new(2).turned(3));
    }

    #[test]
    fn turns_make_a_group() {
        for bits in 0..8u32 {
            let tile = Tile::from_bits(bits << 29 | 9);
            assert_eq!(tile.turned(1).turned(3), tile);
            assert_eq!(tile.turned(-1), tile.turned(3));
            assert_eq!(tile.turned(2), tile.flipped_x().flipped_y());
            assert_eq!(tile.flipped_x().turned(1), tile.turned(-1).flipped_x());
        }
        assert_eq!(Tile::EMPTY.turned(1).flipped_x(), Tile::EMPTY);
    }
}
