//! Layers as people write them: rows of numbers.

use super::TileLayer;
use crate::{Tile, TileError};
use core::fmt::Write;

impl TileLayer {
    /// A bounded layer from rows of tile numbers, as one writes a level in the source: every row has a line.
    ///
    /// # Errors
    /// [`TileError::UnequalRows`] with the row that is shorter or longer than the first, [`TileError::Size`] when it
    /// is too large.
    ///
    /// ```
    /// use motile_tiles::{Tile, TileError, TileLayer};
    /// let layer = TileLayer::from_rows(&[[0, 0, 0], [1, 0, 1], [1, 1, 1]])?;
    /// assert_eq!(layer.get(2, 1), Tile::new(1));
    /// let bad: [&[u32]; 2] = [&[1, 2], &[1]];
    /// assert_eq!(TileLayer::from_rows(&bad), Err(TileError::UnequalRows { row: 1, expected: 2, found: 1 }));
    /// # Ok::<(), TileError>(())
    /// ```
    pub fn from_rows(rows: &[impl AsRef<[u32]>]) -> Result<Self, TileError> {
        let rows = rows.iter().map(|row| row.as_ref().iter().copied().map(Tile::new));
        Self::from_tile_rows(rows)
    }

    /// A bounded layer from a picture of letters: every character of every line becomes the tile that `tile` says.
    ///
    /// # Errors
    /// As [`from_rows`](Self::from_rows).
    ///
    /// ```
    /// use motile_tiles::{Tile, TileLayer};
    /// let layer = TileLayer::from_text("
    ///     ..o.
    ///     XXXX
    /// ", |letter| match letter { 'X' => Tile::new(1), 'o' => Tile::new(2), _ => Tile::EMPTY })?;
    /// assert_eq!((layer.get(2, 0), layer.get(0, 1)), (Tile::new(2), Tile::new(1)));
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    pub fn from_text(text: &str, mut tile: impl FnMut(char) -> Tile) -> Result<Self, TileError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let rows: Vec<Vec<Tile>> =
            lines.map(|line| line.chars().map(&mut tile).collect()).collect();
        Self::from_tile_rows(rows.into_iter().map(Vec::into_iter))
    }

    fn from_tile_rows<R: ExactSizeIterator<Item = Tile>>(
        rows: impl ExactSizeIterator<Item = R>,
    ) -> Result<Self, TileError> {
        let height = rows.len();
        let (mut cells, mut width) = (Vec::new(), 0);
        for (y, row) in rows.enumerate() {
            if y == 0 {
                width = row.len();
            } else if row.len() != width {
                return Err(TileError::UnequalRows {
                    row: y as u32,
                    expected: width as u32,
                    found: row.len() as u32,
                });
            }
            cells.extend(row);
        }
        Ok(Self::from_cells(width as u32, height as u32, cells)?)
    }

    /// The numbers of a bounded layer as text, row by row, separated by commas: for tests and debug views.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for row in self.grid().into_iter().flat_map(motile_geom::Grid2::rows) {
            for tile in row {
                // Writing into a string cannot fail.
                let _ = write!(text, "{},", tile.bits());
            }
            text.push('\n');
        }
        text
    }
}
