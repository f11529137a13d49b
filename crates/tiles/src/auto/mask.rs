//! Which of the cells around one belong to it.

use motile_geom::IVec2;

/// The eight cells around one as bits: 1 up, 2 up right, 4 right, 8 down right, 16 down, 32 down left, 64 left,
/// 128 up left.
pub type Around = u8;

/// The places of the bits of [`Around`], in order.
pub(super) const PLACES: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// Which of the eight cells around one belong to it, by what `belongs` says of each.
#[doc(alias = "bitmask")]
pub fn around(cell: IVec2, mut belongs: impl FnMut(IVec2) -> bool) -> Around {
    let mut mask = 0;
    for (bit, (dx, dy)) in PLACES.into_iter().enumerate() {
        let place = IVec2::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy));
        mask |= u8::from(belongs(place)) << bit;
    }
    mask
}

/// The four sides of [`Around`] as a number from 0 to 15: 1 up, 2 right, 4 down, 8 left. The 16 edge tiles are numbered
/// like this.
///
/// ```
/// use motile_tiles::auto::{around, edge_mask};
/// use motile_geom::ivec2;
/// let row = |cell: motile_geom::IVec2| cell.y == 5;
/// assert_eq!(edge_mask(around(ivec2(3, 5), row)), 10);
/// ```
#[doc(alias = "4-bit autotile")]
pub const fn edge_mask(around: Around) -> u8 {
    (around & 1) | (around >> 2 & 1) << 1 | (around >> 4 & 1) << 2 | (around >> 6 & 1) << 3
}

/// The bits that matter for the 47 blob tiles: a corner counts only where both sides beside it belong.
#[doc(alias = "8-bit autotile")]
pub const fn reduced_mask(around: Around) -> u8 {
    // A corner lies between two sides: shifted by one either way, the sides meet at its place.
    let sides = around & 0b0101_0101;
    let corners = around & 0b1010_1010;
    sides | (corners & sides.rotate_left(1) & sides.rotate_right(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn tile_a28_blobs_have_47_forms() {
        let forms: BTreeSet<_> = (0..=255).map(reduced_mask).collect();
        assert_eq!(forms.len(), 47);
        assert!(forms.iter().all(|&form| reduced_mask(form) == form));
        assert_eq!(reduced_mask(0b1010_1010), 0, "corners alone are none");
        assert_eq!(reduced_mask(255), 255);
        assert_eq!(reduced_mask(0b0000_0111), 0b0000_0111, "up, up right, right");
        assert_eq!(reduced_mask(0b0000_0011), 0b0000_0001);
        assert_eq!(reduced_mask(0b1100_0001), 0b1100_0001, "left, up left, up");
    }
}
