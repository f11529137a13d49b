//! Maps that are never drawn: a value of any type for each cell.

use crate::TileSpace;
use motile_geom::{
    Aabb, Grid2, GridError, HashState, IVec2, MarkRole, MarkSink, Marks, SaveState, StateError,
    StateHash, StateReader, StateWriter, Vec2,
};

/// A value for each cell of a world, read by cell or by place and never drawn: danger, cost, spells, headings,
/// ownership. Cells outside have the value that [`outside`](Self::outside) says.
///
/// ```
/// use motile_geom::{ivec2, vec2};
/// use motile_tiles::{DataMap, TileSpace};
/// let mut spells = DataMap::filled(10, 8, TileSpace::square(64.0), -1)?;
/// spells.brush(ivec2(4, 3), 1, 99);
/// assert_eq!(*spells.sample(vec2(4.5 * 64.0, 2.5 * 64.0)), 99);
/// assert_eq!(*spells.get(5, 4), -1, "brushes are round");
/// assert_eq!(*spells.get(-3, 0), -1);
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[doc(alias = "data layer")]
#[doc(alias = "influence map")]
#[derive(Clone, Debug, PartialEq)]
pub struct DataMap<T> {
    /// The values of the cells.
    pub cells: Grid2<T>,
    /// Where the cells are in the world.
    pub space: TileSpace,
    /// The value everywhere else.
    pub outside: T,
}

impl<T: Clone> DataMap<T> {
    /// A map with one value in every cell and outside.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn filled(width: u32, height: u32, space: TileSpace, value: T) -> Result<Self, GridError> {
        Ok(Self { cells: Grid2::filled(width, height, value.clone())?, space, outside: value })
    }

    /// Writes a round spot: all cells whose middle is at most `radius` cells from that of `center`.
    pub fn brush(&mut self, center: IVec2, radius: u32, value: T) {
        // Wider than the numbers of cells, so that no brush and no place is too large to be squared.
        let (x, y, reach) = (i128::from(center.x), i128::from(center.y), i128::from(radius));
        let bounds = self.cells.bounds();
        for cy in (y - reach).max(0)..=(y + reach).min(i128::from(bounds.bottom()) - 1) {
            for cx in (x - reach).max(0)..=(x + reach).min(i128::from(bounds.right()) - 1) {
                if (cx - x).pow(2) + (cy - y).pow(2) <= reach * reach {
                    self.cells.set(cx as i32, cy as i32, value.clone());
                }
            }
        }
    }
}

impl<T> DataMap<T> {
    /// A map whose cell (x, y) is `value(x, y)`, called row by row, and `outside` everywhere else.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn from_fn(
        width: u32,
        height: u32,
        space: TileSpace,
        outside: T,
        value: impl FnMut(u32, u32) -> T,
    ) -> Result<Self, GridError> {
        Ok(Self { cells: Grid2::from_fn(width, height, value)?, space, outside })
    }

    /// The value of a cell.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> &T {
        self.cells.get(x, y).unwrap_or(&self.outside)
    }

    /// Writes a cell; outside nothing happens. Returns whether the cell exists.
    pub fn set(&mut self, x: i32, y: i32, value: T) -> bool {
        self.cells.set(x, y, value)
    }

    /// The value of the cell a point of the world lies in.
    #[inline]
    pub fn sample(&self, point: Vec2) -> &T {
        let cell = self.space.cell_of(point);
        self.get(cell.x, cell.y)
    }
}

impl<T> DataMap<T> {
    /// Marks each cell as a square that fills as much of its side as `share` says of the value, from 0 for nothing to 1 for the
    /// whole cell: a heat map.
    ///
    /// ```
    /// use motile_geom::{MarkSink, Marks};
    /// use motile_tiles::{DataMap, TileSpace};
    /// let danger = DataMap::from_fn(4, 1, TileSpace::square(10.0), 0.0, |x, _| x as f32)?;
    /// let mut marks = Marks::new();
    /// danger.mark(|value| value / 3.0, &mut marks);
    /// assert_eq!(marks.len(), 3, "nothing where there is no danger");
    /// # Ok::<(), motile_geom::GridError>(())
    /// ```
    #[doc(alias = "heat map")]
    pub fn mark(&self, share: impl Fn(&T) -> f32, marks: &mut Marks) {
        for (cell, value) in self.cells.iter() {
            let share = share(value).min(1.0);
            // Asked this way, NaN is nothing.
            if share > 0.0 {
                let area =
                    Aabb::from_center(self.space.center_of(cell), self.space.size * (0.5 * share));
                marks.aabb(MarkRole::Stress((share * 255.0) as u8), area);
            }
        }
    }
}

impl<T: HashState> HashState for DataMap<T> {
    fn hash_state(&self, hash: &mut StateHash) {
        let Self { cells, space, outside } = self;
        cells.hash_state(hash);
        space.hash_state(hash);
        outside.hash_state(hash);
    }
}

impl<T: SaveState> SaveState for DataMap<T> {
    fn save(&self, out: &mut StateWriter) {
        let Self { cells, space, outside } = self;
        cells.save(out);
        space.save(out);
        outside.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (cells, space) = (Grid2::restore(input)?, TileSpace::restore(input)?);
        Ok(Self { cells, space, outside: T::restore(input)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::ivec2;

    #[test]
    fn tile_46_a_spell_has_the_cells_of_a_disc() {
        let mut spells = DataMap::filled(10, 8, TileSpace::square(64.0), -1).unwrap();
        spells.brush(ivec2(4, 3), 1, 99);
        spells.brush(ivec2(4, 4), 1, 99);
        let lit: Vec<_> =
            spells.cells.iter().filter(|(_, v)| **v == 99).map(|(c, _)| (c.y, c.x)).collect();
        assert_eq!(lit, [(2, 4), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (4, 5), (5, 4)]);
        spells.brush(ivec2(i32::MAX, 0), u32::MAX, 1);
        assert_eq!(*spells.get(0, 0), 1, "a brush can be larger than the world");
    }
}
