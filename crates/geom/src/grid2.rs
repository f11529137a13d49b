//! A rectangular array of cells for tiles, paths, masks and fluids.

use crate::{HashState, IRect, IVec2, SaveState, StateError, StateReader, StateWriter, ivec2};
use core::{
    fmt,
    ops::{Index, IndexMut},
};

/// A two-dimensional array in one piece of memory, row after row.
///
/// ```
/// use motile_geom::Grid2;
/// let mut grid = Grid2::filled(4, 3, 0u8)?;
/// grid[(1, 2)] = 7;
/// assert_eq!(grid.get(1, 2), Some(&7));
/// assert_eq!(grid.get(-1, 2), None);
/// assert_eq!(grid.clamped(99, 0), Some(&0));
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[doc(alias = "2D array")]
#[doc(alias = "matrix")]
#[doc(alias = "tile map")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "StoredGrid<T>"))]
pub struct Grid2<T> {
    width: u32,
    height: u32,
    cells: Vec<T>,
}

/// A grid as it is read, before anybody has counted its cells.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct StoredGrid<T> {
    width: u32,
    height: u32,
    cells: Vec<T>,
}

#[cfg(feature = "serde")]
impl<T> TryFrom<StoredGrid<T>> for Grid2<T> {
    type Error = GridError;

    fn try_from(stored: StoredGrid<T>) -> Result<Self, GridError> {
        Self::from_cells(stored.width, stored.height, stored.cells)
    }
}

/// Why a grid could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// More cells than the limit of 2³¹ − 1.
    TooLarge {
        /// Requested number of columns.
        width: u32,
        /// Requested number of rows.
        height: u32,
    },
    /// The system has no memory for that many cells.
    OutOfMemory {
        /// Requested number of columns.
        width: u32,
        /// Requested number of rows.
        height: u32,
    },
    /// The cells given do not fill the rectangle.
    WrongLength {
        /// Cells needed.
        expected: u64,
        /// Cells given.
        found: u64,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { width, height } => {
                write!(
                    f,
                    "a grid of {width} × {height} cells is over the limit of 2147483647 cells"
                )
            }
            Self::OutOfMemory { width, height } => {
                write!(f, "no memory for a grid of {width} × {height} cells")
            }
            Self::WrongLength { expected, found } => {
                write!(f, "expected {expected} cells to fill the grid, found {found}")
            }
        }
    }
}

impl core::error::Error for GridError {}

impl<T> Default for Grid2<T> {
    fn default() -> Self {
        Self { width: 0, height: 0, cells: Vec::new() }
    }
}

impl<T> Grid2<T> {
    /// A grid with every cell a copy of `value`.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn filled(width: u32, height: u32, value: T) -> Result<Self, GridError>
    where
        T: Clone,
    {
        let mut cells = Self::room_for(width, height)?;
        cells.resize(width as usize * height as usize, value);
        Ok(Self { width, height, cells })
    }

    /// A grid whose cell (x, y) is `cell(x, y)`, called row by row.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn from_fn(
        width: u32,
        height: u32,
        mut cell: impl FnMut(u32, u32) -> T,
    ) -> Result<Self, GridError> {
        let mut cells = Self::room_for(width, height)?;
        for y in 0..height {
            cells.extend((0..width).map(|x| cell(x, y)));
        }
        Ok(Self { width, height, cells })
    }

    /// A grid from its cells, row by row; takes them without copying.
    ///
    /// # Errors
    /// [`GridError::WrongLength`] when they do not fill the rectangle, [`GridError::TooLarge`] beyond
    /// 2³¹ − 1 cells.
    pub fn from_cells(width: u32, height: u32, cells: Vec<T>) -> Result<Self, GridError> {
        let expected = Self::checked_area(width, height)?;
        if cells.len() != expected {
            return Err(GridError::WrongLength {
                expected: expected as u64,
                found: cells.len() as u64,
            });
        }
        Ok(Self { width, height, cells })
    }

    /// Empty memory for all cells, or an error instead of an abort.
    fn room_for(width: u32, height: u32) -> Result<Vec<T>, GridError> {
        let mut cells = Vec::new();
        cells
            .try_reserve_exact(Self::checked_area(width, height)?)
            .map_err(|_| GridError::OutOfMemory { width, height })?;
        Ok(cells)
    }

    fn checked_area(width: u32, height: u32) -> Result<usize, GridError> {
        let area = u64::from(width) * u64::from(height);
        if area > i32::MAX as u64 {
            return Err(GridError::TooLarge { width, height });
        }
        Ok(area as usize)
    }

    /// Number of columns.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The whole grid as a rectangle at the origin.
    pub const fn bounds(&self) -> IRect {
        IRect::of_size(self.width, self.height)
    }

    /// Number of cells.
    pub const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells.
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All cells, row by row.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The cells, row by row, without copying.
    pub fn into_cells(self) -> Vec<T> {
        self.cells
    }

    /// Place of a cell in [`Grid2::cells`], or `None` outside.
    #[inline]
    pub const fn index_of(&self, x: i32, y: i32) -> Option<usize> {
        // A negative number becomes a large unsigned one, so two comparisons do.
        if (x as u32) < self.width && (y as u32) < self.height {
            Some(y as usize * self.width as usize + x as usize)
        } else {
            None
        }
    }

    /// Both checked: where `usize` has 32 bits, a product too large would wrap to another cell.
    #[inline]
    fn expect_index(&self, x: u32, y: u32) -> usize {
        let (width, height) = (self.width, self.height);
        assert!(x < width && y < height, "({x}, {y}) is outside a grid of {width} × {height}");
        y as usize * width as usize + x as usize
    }

    /// Column and row of a place in [`Grid2::cells`].
    #[inline]
    pub const fn position_of(&self, index: usize) -> IVec2 {
        let width = if self.width == 0 { 1 } else { self.width as usize };
        ivec2((index % width) as i32, (index / width) as i32)
    }

    /// The cell at (x, y), or `None` outside.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> Option<&T> {
        self.index_of(x, y).map(|i| &self.cells[i])
    }

    /// The cell at (x, y), or `None` outside.
    #[inline]
    pub fn get_mut(&mut self, x: i32, y: i32) -> Option<&mut T> {
        self.index_of(x, y).map(|i| &mut self.cells[i])
    }

    /// Writes a cell; outside nothing happens. Returns whether the cell exists.
    #[inline]
    pub fn set(&mut self, x: i32, y: i32, value: T) -> bool {
        self.get_mut(x, y).map(|cell| *cell = value).is_some()
    }

    /// The nearest cell to (x, y): coordinates outside count as the border. `None` only when the grid
    /// has no cells.
    #[inline]
    pub fn clamped(&self, x: i32, y: i32) -> Option<&T> {
        if self.cells.is_empty() {
            return None;
        }
        self.get(x.clamp(0, self.width as i32 - 1), y.clamp(0, self.height as i32 - 1))
    }

    /// One row, or `None` outside.
    pub fn row(&self, y: i32) -> Option<&[T]> {
        let start = (y as u32 as usize).checked_mul(self.width as usize)?;
        ((y as u32) < self.height).then(|| &self.cells[start..start + self.width as usize])
    }

    /// One row, or `None` outside.
    pub fn row_mut(&mut self, y: i32) -> Option<&mut [T]> {
        let start = (y as u32 as usize).checked_mul(self.width as usize)?;
        ((y as u32) < self.height).then(|| &mut self.cells[start..start + self.width as usize])
    }

    /// Rows from top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[T]> + ExactSizeIterator {
        (0..self.height as usize)
            .map(|y| &self.cells[y * self.width as usize..][..self.width as usize])
    }

    /// Rows of the part of the grid inside `window`, each with its position (first column, row).
    pub fn window(
        &self,
        window: IRect,
    ) -> impl DoubleEndedIterator<Item = (IVec2, &[T])> + ExactSizeIterator {
        let part = window.intersect(self.bounds());
        (0..part.height).map(move |dy| {
            let start = (part.y as usize + dy as usize) * self.width as usize + part.x as usize;
            (ivec2(part.x, part.y + dy as i32), &self.cells[start..start + part.width as usize])
        })
    }

    /// Every cell with its position, row by row.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (IVec2, &T)> + ExactSizeIterator {
        self.cells.iter().enumerate().map(|(i, cell)| (self.position_of(i), cell))
    }

    /// Every cell with its position, row by row.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (IVec2, &mut T)> {
        let width = self.width.max(1) as usize;
        self.cells
            .iter_mut()
            .enumerate()
            .map(move |(i, cell)| (ivec2((i % width) as i32, (i / width) as i32), cell))
    }

    /// The up to four (or eight) cells around (x, y), in the order right, down-right, down, down-left,
    /// left, up-left, up, up-right; positions outside are left out.
    pub fn neighbors(&self, x: i32, y: i32, diagonal: bool) -> impl Iterator<Item = (IVec2, &T)> {
        const AROUND: [(i32, i32); 8] =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        AROUND.into_iter().step_by(if diagonal { 1 } else { 2 }).filter_map(move |(dx, dy)| {
            let (x, y) = (x.checked_add(dx)?, y.checked_add(dy)?);
            Some((ivec2(x, y), self.get(x, y)?))
        })
    }

    /// Sets every cell to a copy of `value`.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.cells.fill(value);
    }

    /// Sets the cells inside `rect` to copies of `value`; the part outside the grid is ignored.
    pub fn fill_rect(&mut self, rect: IRect, value: T)
    where
        T: Clone,
    {
        let part = rect.intersect(self.bounds());
        for dy in 0..part.height as usize {
            let start = (part.y as usize + dy) * self.width as usize + part.x as usize;
            self.cells[start..start + part.width as usize].fill(value.clone());
        }
    }

    /// A grid of the same size with every cell converted.
    pub fn map<U>(&self, mut cell: impl FnMut(&T) -> U) -> Grid2<U> {
        Grid2 {
            width: self.width,
            height: self.height,
            cells: self.cells.iter().map(&mut cell).collect(),
        }
    }
}

/// Panics outside, like slices do; [`Grid2::get`] does not.
impl<T> Index<(u32, u32)> for Grid2<T> {
    type Output = T;

    #[inline]
    fn index(&self, (x, y): (u32, u32)) -> &T {
        &self.cells[self.expect_index(x, y)]
    }
}

/// Panics outside, like slices do; [`Grid2::get_mut`] does not.
impl<T> IndexMut<(u32, u32)> for Grid2<T> {
    #[inline]
    fn index_mut(&mut self, (x, y): (u32, u32)) -> &mut T {
        let index = self.expect_index(x, y);
        &mut self.cells[index]
    }
}

impl<T: HashState> HashState for Grid2<T> {
    fn hash_state(&self, hash: &mut crate::StateHash) {
        hash.write_u32(self.width);
        hash.write_u32(self.height);
        hash.write(self.cells());
    }
}

impl<T: SaveState> SaveState for Grid2<T> {
    fn save(&self, out: &mut StateWriter) {
        (self.width, self.height).save(out);
        self.cells.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let offset = input.offset();
        let (width, height) = SaveState::restore(input)?;
        let error = StateReader::error_at(offset, "a grid with as many cells as its size says");
        Self::from_cells(width, height, input.list()?).map_err(|_| error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered() -> Grid2<u32> {
        Grid2::from_fn(4, 3, |x, y| y * 10 + x).unwrap()
    }

    #[test]
    fn access_inside_outside_and_clamped() {
        let grid = numbered();
        assert_eq!(grid.get(3, 2), Some(&23));
        assert_eq!(grid.get(4, 0), None);
        assert_eq!(grid.get(i32::MIN, i32::MAX), None);
        assert_eq!(grid.clamped(-5, 99), Some(&20));
        assert_eq!(Grid2::<u8>::default().clamped(0, 0), None);
        assert_eq!(grid.row(1), Some(&[10, 11, 12, 13][..]));
        assert_eq!(grid.row(3), None);
        assert_eq!(grid.row(-1), None);
        assert_eq!(grid.position_of(6), ivec2(2, 1));
    }

    #[test]
    fn windows_are_clipped() {
        let grid = numbered();
        let rows: Vec<_> = grid.window(IRect::new(2, -1, 9, 3)).collect();
        assert_eq!(rows, [(ivec2(2, 0), &[2, 3][..]), (ivec2(2, 1), &[12, 13][..])]);
        assert_eq!(grid.window(IRect::new(50, 50, 2, 2)).count(), 0);
    }

    #[test]
    fn neighbors_at_the_corner() {
        let grid = numbered();
        let around: Vec<_> = grid.neighbors(0, 0, true).map(|(_, &v)| v).collect();
        assert_eq!(around, [1, 11, 10]);
        assert_eq!(grid.neighbors(1, 1, false).count(), 4);
        assert_eq!(grid.neighbors(i32::MAX, i32::MAX, true).count(), 0);
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert_eq!(
            Grid2::filled(u32::MAX, u32::MAX, 0u8),
            Err(GridError::TooLarge { width: u32::MAX, height: u32::MAX })
        );
        // Just few enough cells, but more bytes than any machine can address.
        let width = i32::MAX as u32;
        assert_eq!(
            Grid2::<[u64; 1 << 14]>::from_fn(width, 1, |_, _| unreachable!()).err(),
            Some(GridError::OutOfMemory { width, height: 1 })
        );
        assert_eq!(
            Grid2::from_cells(2, 2, vec![1, 2, 3]),
            Err(GridError::WrongLength { expected: 4, found: 3 })
        );
    }

    #[test]
    fn fill_rect_stays_inside() {
        let mut grid = Grid2::filled(3, 3, 0).unwrap();
        grid.fill_rect(IRect::new(1, 1, 100, 1), 5);
        assert_eq!(grid.cells(), [0, 0, 0, 0, 5, 5, 0, 0, 0]);
    }
}
