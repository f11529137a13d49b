//! What can go wrong with maps.

use core::fmt;
use motile_geom::GridError;

/// Why a map could not be made or read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TileError {
    /// The rows of a map differ in length.
    UnequalRows {
        /// The row that differs from the first, from 0.
        row: u32,
        /// Cells of the first row.
        expected: u32,
        /// Cells of this row.
        found: u32,
    },
    /// The size of a map is impossible.
    Size(GridError),
    /// A tile's rectangle lies outside its picture.
    OutsideSheet {
        /// Number of the tile in its tileset, from 0.
        tile: u32,
        /// Width of the picture, pixels.
        width: u32,
        /// Height of the picture, pixels.
        height: u32,
    },
    /// A picture cannot be made: its size is impossible, or there is no memory. Says why.
    Picture(String),
    /// A file is not what it should be.
    File(Box<MapFileError>),
}

/// Where a map file is wrong, and what was expected there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapFileError {
    /// Name of the file, as it was asked for.
    pub file: String,
    /// Line in the file, from 1, where that is known.
    pub line: Option<u32>,
    /// Column in that line, from 1, where that is known.
    pub column: Option<u32>,
    /// Name of the layer it happened in.
    pub layer: Option<String>,
    /// Column and row of the cell it happened in.
    pub cell: Option<(i32, i32)>,
    /// What is wrong, in words.
    pub what: String,
}

impl MapFileError {
    /// Something is wrong with a file.
    pub fn new(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self { file: file.into(), what: what.into(), ..Self::default() }
    }
}

impl fmt::Display for MapFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        if let Some(layer) = &self.layer {
            write!(f, ", layer \"{layer}\"")?;
        }
        if let Some((x, y)) = self.cell {
            write!(f, ", column {x}, row {y}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnequalRows { row, expected, found } => {
                write!(f, "row {row} has {found} cells, the first has {expected}")
            }
            Self::Size(error) => error.fmt(f),
            Self::OutsideSheet { tile, width, height } => {
                write!(f, "tile {tile} lies outside its picture of {width} × {height} pixels")
            }
            Self::Picture(why) => f.write_str(why),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MapFileError {}

impl core::error::Error for TileError {}

impl From<GridError> for TileError {
    fn from(error: GridError) -> Self {
        Self::Size(error)
    }
}

impl From<MapFileError> for TileError {
    fn from(error: MapFileError) -> Self {
        Self::File(Box::new(error))
    }
}
