//! Maps from pictures and tile layers.
//!
//! Both come as plain slices: the pixels of a `motile-pixels` surface (`Surface::to_rgba`), a decoded file,
//! the layers of an editor. So the crate needs neither of them.

use crate::{PathError, PathGrid};
use motile_geom::IVec2;

/// What a cell is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Terrain {
    /// A wall.
    Blocked,
    /// Free ground of multiplier 1.
    #[default]
    Free,
    /// Free ground of this multiplier, 1/256…256.
    Weighted(f32),
}

impl Terrain {
    /// Free where a pixel is at least this light (0…255, by the eye: green counts most) and not
    /// transparent by more than half: black walls on white paper.
    pub const fn by_lightness([r, g, b, a]: [u8; 4], least: u8) -> Self {
        let light = (r as u32 * 54 + g as u32 * 183 + b as u32 * 19) / 256;
        if a >= 128 && light >= least as u32 { Self::Free } else { Self::Blocked }
    }

    /// The terrain of the color in the table that is nearest to a pixel's (alpha does not count): good
    /// for painted maps whose edges are blurred. An empty table is all walls.
    pub fn by_palette([r, g, b, _]: [u8; 4], table: &[([u8; 3], Self)]) -> Self {
        let squared = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        let away = |c: [u8; 3]| squared(c[0], r) + squared(c[1], g) + squared(c[2], b);
        let nearest = table.iter().min_by_key(|(color, _)| away(*color));
        nearest.map_or(Self::Blocked, |&(_, terrain)| terrain)
    }

    /// Both on the same cell: a wall stays a wall, multipliers are multiplied.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Blocked, _) | (_, Self::Blocked) => Self::Blocked,
            (Self::Free, one) | (one, Self::Free) => one,
            (Self::Weighted(a), Self::Weighted(b)) => Self::Weighted(a * b),
        }
    }
}

/// The upper bits of a tile number in the Tiled format turn the tile; they do not change what it is.
const TURNS: u32 = 0xf000_0000;

impl PathGrid {
    /// A grid of the terrain that `terrain` names for every cell, called row by row.
    ///
    /// # Errors
    /// As [`PathGrid::new`]; [`PathError::BadWeight`] with the cell.
    pub fn from_terrain(
        width: u32,
        height: u32,
        mut terrain: impl FnMut(IVec2) -> Terrain,
    ) -> Result<Self, PathError> {
        let mut weights = Vec::new();
        let mut grid = Self::from_fn(width, height, |cell| match terrain(cell) {
            Terrain::Blocked => false,
            Terrain::Free => true,
            Terrain::Weighted(weight) => {
                weights.push((cell, weight));
                true
            }
        })?;
        for (cell, weight) in weights {
            if !grid.set_weight(cell, weight) {
                return Err(PathError::BadWeight { cell, weight });
            }
        }
        Ok(grid)
    }

    /// A grid with one cell a pixel, from the bytes of a picture: red, green, blue and straight alpha, row
    /// by row.
    ///
    /// ```
    /// use motile_path::{PathGrid, Terrain};
    /// use motile_geom::ivec2;
    /// let picture = [[255; 4], [0, 0, 0, 255], [40, 120, 250, 255]].concat();
    /// let sea = [([255, 255, 255], Terrain::Free), ([0, 0, 255], Terrain::Weighted(8.0))];
    /// let grid = PathGrid::from_rgba(3, 1, &picture, |pixel| match pixel {
    ///     [0, 0, 0, _] => Terrain::Blocked,
    ///     _ => Terrain::by_palette(pixel, &sea),
    /// })?;
    /// assert!(!grid.is_walkable(ivec2(1, 0)));
    /// assert_eq!(grid.weight(ivec2(2, 0)), 8.0);
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    ///
    /// # Errors
    /// As [`PathGrid::from_terrain`]; [`PathError::BadSize`] when the bytes do not fill the rectangle.
    pub fn from_rgba(
        width: u32,
        height: u32,
        bytes: &[u8],
        terrain: impl Fn([u8; 4]) -> Terrain,
    ) -> Result<Self, PathError> {
        let (pixels, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() || pixels.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(PathError::BadSize { width, height });
        }
        Self::from_terrain(width, height, |cell| terrain(pixels[place(cell, width)]))
    }

    /// A grid from the layers of a tile map, each a tile number per cell, row by row; `table` tells the
    /// terrain of every number. A wall in any layer is a wall, multipliers of several layers are
    /// multiplied. 0 is "no tile" and changes nothing, so `table[0]` is never looked at. The upper four
    /// bits, which turn a tile in the Tiled format, are ignored.
    ///
    /// ```
    /// use motile_path::{PathGrid, Terrain};
    /// use motile_geom::ivec2;
    /// // 1 grass, 2 swamp, 3 a tree.
    /// let table = [Terrain::Free, Terrain::Free, Terrain::Weighted(3.0), Terrain::Blocked];
    /// let (ground, things) = ([1, 1, 2, 2], [0, 3, 0, 3]);
    /// let grid = PathGrid::from_tile_layers(2, 2, &[&ground, &things], &table)?;
    /// assert!(grid.is_walkable(ivec2(0, 0)) && !grid.is_walkable(ivec2(1, 0)));
    /// assert_eq!(grid.weight(ivec2(0, 1)), 3.0);
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    ///
    /// # Errors
    /// As [`PathGrid::from_terrain`]; [`PathError::BadLayer`] for one that does not fill the rectangle,
    /// [`PathError::UnknownTile`] for a number that is not in the table.
    pub fn from_tile_layers(
        width: u32,
        height: u32,
        layers: &[&[u32]],
        table: &[Terrain],
    ) -> Result<Self, PathError> {
        for (layer, tiles) in layers.iter().enumerate() {
            let cells = tiles.len().min(u32::MAX as usize) as u32;
            if u64::from(cells) != u64::from(width) * u64::from(height) {
                return Err(PathError::BadLayer { layer: layer as u32, cells });
            }
        }
        let mut unknown = None;
        let grid = Self::from_terrain(width, height, |cell| {
            let mut terrain = Terrain::Free;
            for (layer, tiles) in layers.iter().enumerate() {
                let tile = tiles[place(cell, width)] & !TURNS;
                match table.get(tile as usize) {
                    _ if tile == 0 => {}
                    Some(&more) => terrain = terrain.and(more),
                    None => {
                        let layer = layer as u32;
                        unknown.get_or_insert(PathError::UnknownTile { layer, cell, tile });
                    }
                }
            }
            terrain
        })?;
        unknown.map_or(Ok(grid), Err)
    }
}

const fn place(cell: IVec2, width: u32) -> usize {
    cell.y as usize * width as usize + cell.x as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::ivec2;

    #[test]
    fn path_n4_pictures_by_lightness() {
        let pixels: [[u8; 4]; 6] = [
            [255, 255, 255, 255],
            [0, 0, 0, 255],
            [0, 255, 0, 255],
            [0, 0, 255, 255],
            [255, 255, 255, 10],
            [128, 128, 128, 255],
        ];
        let look = |pixel| Terrain::by_lightness(pixel, 128);
        let grid = PathGrid::from_rgba(3, 2, &pixels.concat(), look).unwrap();
        let free = |i: i32| grid.is_walkable(ivec2(i % 3, i / 3));
        assert_eq!([0, 1, 2, 3, 4, 5].map(free), [true, false, true, false, false, true]);
        for bytes in [&[0; 23][..], &[0; 25], &[0; 20], &[]] {
            let error = PathGrid::from_rgba(3, 2, bytes, look).unwrap_err();
            assert_eq!(error, PathError::BadSize { width: 3, height: 2 });
        }
    }

    #[test]
    fn path_n4_pictures_by_palette() {
        let table = [([200, 180, 90], Terrain::Weighted(1.5)), ([10, 10, 10], Terrain::Blocked)];
        assert_eq!(Terrain::by_palette([190, 190, 80, 255], &table), Terrain::Weighted(1.5));
        assert_eq!(Terrain::by_palette([60, 60, 60, 255], &table), Terrain::Blocked);
        assert_eq!(Terrain::by_palette([60, 60, 60, 255], &[]), Terrain::Blocked);
        let bad = PathGrid::from_rgba(1, 1, &[0; 4], |_| Terrain::Weighted(f32::NAN)).unwrap_err();
        assert!(matches!(bad, PathError::BadWeight { cell, .. } if cell == ivec2(0, 0)));
    }

    #[test]
    fn path_n4_tile_layers_add_up() {
        let table =
            [Terrain::Blocked, Terrain::Free, Terrain::Weighted(2.0), Terrain::Weighted(3.0)];
        let (low, high) = ([1, 2, 0, 2 | 0x8000_0000], [0, 3, 0, 0]);
        let grid = PathGrid::from_tile_layers(4, 1, &[&low, &high], &table).unwrap();
        let weights = [0, 1, 2, 3].map(|x| grid.weight(ivec2(x, 0)));
        assert_eq!(weights, [1.0, 6.0, 1.0, 2.0]);
        assert!((0..4).all(|x| grid.is_walkable(ivec2(x, 0))), "no tile is no wall");
        let error =
            |layers: &[&[u32]]| PathGrid::from_tile_layers(2, 2, layers, &table).unwrap_err();
        assert_eq!(error(&[&[0; 4], &[0; 3]]), PathError::BadLayer { layer: 1, cells: 3 });
        let unknown = PathError::UnknownTile { layer: 1, cell: ivec2(1, 1), tile: 9 };
        assert_eq!(error(&[&[0; 4], &[0, 0, 0, 9]]), unknown);
        assert!(unknown.to_string().contains("layer 1") && unknown.to_string().contains("(1, 1)"));
        let empty = PathGrid::from_tile_layers(0, 3, &[], &table);
        assert_eq!(empty, Err(PathError::BadSize { width: 0, height: 3 }));
    }
}
