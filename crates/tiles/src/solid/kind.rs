//! What is known about the tiles that are solid, or felt: form, one-way sides, material, layers.

use crate::Tile;
use core::ops::BitOr;
use motile_geom::{
    ConvexPolygon, HashState, SaveState, StateError, StateHash, StateReader, StateWriter, Vec2,
};

/// The solid part of a cell. Heights are parts of the cell: 0 is none of it, 1 all of it.
///
/// Slopes that go on over several cells have equal heights where they meet: 45 degrees are [`SLOPE_RIGHT`](Self::SLOPE_RIGHT),
/// half as steep is the pair [`GENTLE_RIGHT`](Self::GENTLE_RIGHT). Turned and mirrored tiles turn and mirror their shapes.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum TileShape {
    /// Nothing is solid.
    #[default]
    None,
    /// The whole cell.
    Full,
    /// Solid from the bottom up to a line between two heights: floors, half tiles, slopes.
    Floor {
        /// Height at the left side, 0…1.
        left: f32,
        /// Height at the right side, 0…1.
        right: f32,
    },
    /// Solid from the top down to a line between two depths.
    Ceiling {
        /// Depth at the left side, 0…1.
        left: f32,
        /// Depth at the right side, 0…1.
        right: f32,
    },
    /// Any convex pieces, in parts of the cell: (0, 0) is its top left corner, (1, 1) the bottom right one. What reaches
    /// beyond the cell is not found by all ways; cut it off. More than eight corners make several pieces.
    Polygons(Vec<ConvexPolygon>),
}

impl TileShape {
    /// The lower half of the cell.
    pub const HALF: Self = Self::Floor { left: 0.5, right: 0.5 };
    /// A slope of 45 degrees that rises to the right.
    pub const SLOPE_RIGHT: Self = Self::Floor { left: 0.0, right: 1.0 };
    /// A slope of 45 degrees that rises to the left.
    pub const SLOPE_LEFT: Self = Self::Floor { left: 1.0, right: 0.0 };
    /// Two cells that rise to the right by one: the lower and the higher part.
    pub const GENTLE_RIGHT: [Self; 2] =
        [Self::Floor { left: 0.0, right: 0.5 }, Self::Floor { left: 0.5, right: 1.0 }];
    /// Two cells that rise to the left by one, from left to right: the higher and the lower part.
    pub const GENTLE_LEFT: [Self; 2] =
        [Self::Floor { left: 1.0, right: 0.5 }, Self::Floor { left: 0.5, right: 0.0 }];
}

/// Some of the four sides of a cell.
///
/// ```
/// use motile_tiles::TileSides;
/// let sides = TileSides::TOP | TileSides::LEFT;
/// assert!(sides.has(TileSides::TOP) && !sides.has(TileSides::RIGHT));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TileSides(u8);

impl TileSides {
    /// No side.
    pub const NONE: Self = Self(0);
    /// The upper side.
    pub const TOP: Self = Self(1);
    /// The right side.
    pub const RIGHT: Self = Self(2);
    /// The lower side.
    pub const BOTTOM: Self = Self(4);
    /// The left side.
    pub const LEFT: Self = Self(8);
    /// All four.
    pub const ALL: Self = Self(15);

    /// Whether all of these sides are among them.
    pub const fn has(self, sides: Self) -> bool {
        self.0 & sides.0 == sides.0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides after the cell was turned as a tile is.
    pub(crate) fn turned_as(self, tile: Tile) -> Self {
        let swap = |sides: u8, a: u8, b: u8| {
            let (has_a, has_b) = (sides & a != 0, sides & b != 0);
            (sides & !(a | b)) | if has_a { b } else { 0 } | if has_b { a } else { 0 }
        };
        let (top, right, bottom, left) = (1, 2, 4, 8);
        let mut sides = self.0;
        if tile.swap_axes() {
            sides = swap(swap(sides, top, left), right, bottom);
        }
        if tile.flip_x() {
            sides = swap(sides, left, right);
        }
        if tile.flip_y() {
            sides = swap(sides, top, bottom);
        }
        Self(sides)
    }
}

impl HashState for TileSides {
    fn hash_state(&self, hash: &mut StateHash) {
        self.0.hash_state(hash);
    }
}

impl SaveState for TileSides {
    fn save(&self, out: &mut StateWriter) {
        self.0.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        u8::restore(input).map(|sides| Self(sides & Self::ALL.0))
    }
}

impl BitOr for TileSides {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How a surface feels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileMaterial {
    /// How much a walker grips: 1 stops and starts as usual, near 0 is ice.
    pub grip: f32,
    /// How much of the speed into the surface comes back: 0 nothing, 1 all of it.
    #[doc(alias = "restitution")]
    pub bounce: f32,
    /// How the surface moves what stands on it, pixels per second: a conveyor belt.
    #[doc(alias = "conveyor")]
    pub belt: Vec2,
    /// A number of the user's own.
    pub tag: u32,
}

motile_geom::state_fields! { TileMaterial { grip, bounce, belt, tag } }

impl TileMaterial {
    /// Grips, does not bounce, stands still.
    pub const PLAIN: Self = Self { grip: 1.0, bounce: 0.0, belt: Vec2::ZERO, tag: 0 };
}

impl Default for TileMaterial {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// What is known about all tiles with one number.
#[derive(Clone, Debug, PartialEq)]
pub struct TileKind {
    /// Its solid part, or the part that is felt.
    pub shape: TileShape,
    /// Sides that are solid only for what comes from there; the tile lets everything else pass. With none, it is solid
    /// all around.
    #[doc(alias = "jump-through platform")]
    pub one_way: TileSides,
    /// Felt, but not solid: [`Ground::touched`](super::Ground::touched) lists it.
    #[doc(alias = "trigger")]
    pub sensor: bool,
    /// Can be climbed. Usually felt, not solid ([`ladder`](Self::ladder)); the top of a ladder can have a one-way side to
    /// stand on, which lets pass who climbs ([`ladder_top`](Self::ladder_top)).
    pub ladder: bool,
    /// How its surface feels.
    pub material: TileMaterial,
    /// The groups it is in; a body meets those its mask has.
    pub layers: u32,
}

impl Default for TileKind {
    fn default() -> Self {
        Self {
            shape: TileShape::None,
            one_way: TileSides::NONE,
            sensor: false,
            ladder: false,
            material: TileMaterial::PLAIN,
            layers: 1,
        }
    }
}

impl TileKind {
    /// Solid all over.
    pub fn solid() -> Self {
        Self::shaped(TileShape::Full)
    }

    /// Solid in a part of the cell.
    pub fn shaped(shape: TileShape) -> Self {
        Self { shape, ..Self::default() }
    }

    /// Solid only for what comes from a side.
    pub fn one_way(sides: TileSides) -> Self {
        Self { one_way: sides, ..Self::solid() }
    }

    /// Felt, but not solid.
    pub fn sensor() -> Self {
        Self { sensor: true, ..Self::solid() }
    }

    /// Climbed, not solid.
    pub fn ladder() -> Self {
        Self { ladder: true, ..Self::sensor() }
    }

    /// Climbed, and stood on: the top of a ladder.
    pub fn ladder_top() -> Self {
        Self { ladder: true, ..Self::one_way(TileSides::TOP) }
    }

    /// This kind with another material.
    pub fn with_material(self, material: TileMaterial) -> Self {
        Self { material, ..self }
    }

    /// This kind in other groups.
    pub fn with_layers(self, layers: u32) -> Self {
        Self { layers, ..self }
    }

    /// Whether it stops anything.
    #[inline]
    pub(crate) fn is_solid(&self) -> bool {
        !self.sensor && !matches!(self.shape, TileShape::None)
    }

    /// Whether it fills its cell for everything: what makes the faces of its neighbors vanish.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        !self.sensor && self.one_way.is_empty() && matches!(self.shape, TileShape::Full)
    }

    /// Whether it stops something, but not everything all over its cell.
    fn is_partial(&self) -> bool {
        self.is_solid() && !self.is_full()
    }
}

/// The kinds of tiles by their numbers. Numbers that are not in the table are not solid.
///
/// ```
/// use motile_tiles::{TileKind, TileKinds, TileShape};
/// let kinds = TileKinds::new()
///     .with(1, TileKind::solid())
///     .with(2, TileKind::shaped(TileShape::SLOPE_RIGHT));
/// assert_eq!(kinds.get(1).shape, TileShape::Full);
/// assert_eq!(kinds.get(99).shape, TileShape::None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileKinds {
    kinds: Vec<TileKind>,
    none: TileKind,
    /// How many of them are solid in a part of the cell only, or from one side.
    partial: u32,
}

/// The largest number the table takes, so that one wild number does not take gigabytes.
const MAX_KINDS: u32 = 1 << 20;

impl TileKinds {
    /// No tile is solid.
    pub fn new() -> Self {
        Self::default()
    }

    /// These kinds and one more. Number 0 is the empty cell and stays so; numbers from 2²⁰ on are left out.
    pub fn with(mut self, number: u32, kind: TileKind) -> Self {
        self.set(number, kind);
        self
    }

    /// These kinds and one kind for several numbers.
    pub fn with_all(mut self, numbers: impl IntoIterator<Item = u32>, kind: &TileKind) -> Self {
        for number in numbers {
            self.set(number, kind.clone());
        }
        self
    }

    /// Says what a number means. Returns whether the table took it; see [`with`](Self::with).
    pub fn set(&mut self, number: u32, kind: TileKind) -> bool {
        if number == 0 || number >= MAX_KINDS {
            return false;
        }
        let index = number as usize;
        if self.kinds.len() <= index {
            self.kinds.resize(index + 1, TileKind::default());
        }
        self.partial += u32::from(kind.is_partial());
        self.partial -= u32::from(self.kinds[index].is_partial());
        self.kinds[index] = kind;
        true
    }

    /// Whether everything solid fills its cell.
    #[inline]
    pub(super) const fn are_blocks(&self) -> bool {
        self.partial == 0
    }

    /// What a number means.
    #[inline]
    pub fn get(&self, number: u32) -> &TileKind {
        self.kinds.get(number as usize).unwrap_or(&self.none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_turn_with_the_tile() {
        let tile = Tile::new(1);
        let turned = |quarters| TileSides::TOP.turned_as(tile.turned(quarters));
        assert_eq!(turned(0), TileSides::TOP);
        assert_eq!(turned(1), TileSides::RIGHT);
        assert_eq!(turned(2), TileSides::BOTTOM);
        assert_eq!(turned(3), TileSides::LEFT);
        assert_eq!(TileSides::LEFT.turned_as(tile.flipped_x()), TileSides::RIGHT);
    }

    #[test]
    fn blocks_are_known_after_any_exchange() {
        let mut kinds = TileKinds::new().with(1, TileKind::solid()).with(2, TileKind::ladder());
        assert!(kinds.are_blocks());
        for part in [TileKind::shaped(TileShape::HALF), TileKind::one_way(TileSides::TOP)] {
            kinds.set(1, part.clone());
            kinds.set(5, part);
            kinds.set(1, TileKind::solid());
            assert!(!kinds.are_blocks());
            kinds.set(5, TileKind::default());
            assert!(kinds.are_blocks());
        }
    }

    #[test]
    fn wild_numbers_take_no_memory() {
        let mut kinds = TileKinds::new();
        assert!(!kinds.set(u32::MAX, TileKind::solid()) && !kinds.set(0, TileKind::solid()));
        assert_eq!(kinds, TileKinds::new());
    }
}
