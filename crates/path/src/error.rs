//! What can go wrong, with its place.

use core::fmt;
use motile_geom::IVec2;

/// Why a map, a query or a search was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PathError {
    /// A side is 0 or longer than 65,535 cells, or the cells given do not fill the rectangle.
    BadSize {
        /// Requested number of columns.
        width: u32,
        /// Requested number of rows.
        height: u32,
    },
    /// A cell outside the grid.
    Outside(IVec2),
    /// A terrain multiplier that is not a number from 1/256 to 256.
    BadWeight {
        /// Where it was to be set.
        cell: IVec2,
        /// The number given.
        weight: f32,
    },
    /// The heuristic or its factor may overestimate, and the settings do not allow that.
    Inadmissible,
    /// This search works on grids of equal cost only, and the grid has terrain multipliers.
    NeedsUniformCost,
    /// The cost of reaching this cell is over the range of 32 bits.
    CostOverflow(IVec2),
    /// A map has so many corners (this many) that preparing it would take more memory than allowed.
    TooManyCorners(u32),
    /// A tile layer whose cells do not fill the rectangle.
    BadLayer {
        /// Which layer, from 0.
        layer: u32,
        /// Cells it has.
        cells: u32,
    },
    /// A tile number that the table of terrain does not have.
    UnknownTile {
        /// In which layer, from 0.
        layer: u32,
        /// Where.
        cell: IVec2,
        /// The number, without the bits that turn a tile.
        tile: u32,
    },
    /// A number that is not a node of the graph.
    NoSuchNode(u32),
    /// The cost of reaching this node of a graph is over the range of 32 bits.
    NodeOverflow(u32),
    /// There is no path, or none within the limits.
    NoPath(NoPath),
    /// The search was canceled, or has not been begun.
    NotSearched,
    /// The grid was edited after the search began.
    GridChanged,
    /// A map or scenario text is malformed.
    Text(MapTextError),
    /// A navigation mesh cannot be built of what was given.
    Mesh(MeshError),
}

/// Why a navigation mesh cannot be built. Parts are cells, or rings: 0 the outline, 1 the first hole.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// No cell, or no ground left.
    Empty,
    /// A part with fewer than three corners.
    TooFewCorners {
        /// Which part.
        part: u32,
    },
    /// A corner that is NaN or infinite.
    NotFinite {
        /// Of which part.
        part: u32,
        /// Which corner, from 0.
        corner: u32,
    },
    /// A corner whose number is not a vertex.
    NoSuchVertex {
        /// Of which part.
        part: u32,
        /// Which corner, from 0.
        corner: u32,
    },
    /// A cell that is not convex, or has no area.
    NotConvex {
        /// Which cell.
        part: u32,
    },
    /// Two cells lie on the same side of an edge.
    EdgeUsedTwice {
        /// The second of them.
        part: u32,
        /// The corner where the edge begins in it, once its corners run clockwise on the screen.
        corner: u32,
    },
    /// A radius that is negative or not finite.
    BadRadius(f32),
    /// A size of cells that is not a positive number.
    BadCellSize(f32),
    /// Lines that cross so often and so closely that rounding never ends.
    TooTangled,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no ground for a navigation mesh"),
            Self::TooFewCorners { part } => write!(f, "part {part} has fewer than 3 corners"),
            Self::NotFinite { part, corner } => {
                write!(f, "corner {corner} of part {part} is not finite")
            }
            Self::NoSuchVertex { part, corner } => {
                write!(f, "corner {corner} of cell {part} is not a vertex")
            }
            Self::NotConvex { part } => write!(f, "cell {part} is not convex, or has no area"),
            Self::EdgeUsedTwice { part, corner } => {
                write!(
                    f,
                    "another cell is on the same side of the edge at corner {corner} of cell {part}"
                )
            }
            Self::BadRadius(radius) => write!(f, "an agent cannot have the radius {radius}"),
            Self::BadCellSize(size) => write!(f, "cells cannot be {size} pixels wide"),
            Self::TooTangled => f.write_str("the outlines cross too often and too closely"),
        }
    }
}

/// There is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPath {
    /// Why.
    pub reason: NoPathReason,
    /// Of the cells the search reached, the one with the smallest estimate to the goal; `None` when
    /// the question was answered without a search.
    pub nearest: Option<IVec2>,
}

/// Why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPathReason {
    /// The start cannot be stood on, and the query does not say to treat it as free.
    StartBlocked,
    /// The goal cannot be stood on.
    GoalBlocked,
    /// Everything reachable was searched.
    Unreachable,
    /// The limit of cost was reached first.
    CostLimit,
    /// The limit of expanded cells was reached first.
    ExpansionLimit,
}

/// A malformed map or scenario text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapTextError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// What stood there or was missing.
    pub problem: TextProblem,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextProblem {
    /// The text ends where this was expected.
    Missing(&'static str),
    /// Something else stands where this was expected.
    Expected(&'static str),
    /// A letter without a meaning.
    UnknownLetter(char),
    /// A row of the wrong length.
    RowLength {
        /// Cells a row must have.
        expected: u32,
        /// Cells this row has.
        found: u32,
    },
    /// More rows than the header announced.
    ExtraRows,
    /// A second start or goal.
    Repeated(char),
}

impl fmt::Display for TextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) => write!(f, "the text ends where {what} was expected"),
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::UnknownLetter(letter) => write!(f, "unknown letter {letter:?}"),
            Self::RowLength { expected, found } => {
                write!(f, "expected a row of {expected} cells, found {found}")
            }
            Self::ExtraRows => write!(f, "more rows than the header announced"),
            Self::Repeated(letter) => write!(f, "a second {letter:?}"),
        }
    }
}

impl fmt::Display for MapTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl fmt::Display for NoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.reason {
            NoPathReason::StartBlocked => "no path: the start is blocked",
            NoPathReason::GoalBlocked => "no path: the goal is blocked",
            NoPathReason::Unreachable => "no path: the goal cannot be reached",
            NoPathReason::CostLimit => "no path within the cost limit",
            NoPathReason::ExpansionLimit => "no path within the limit of expanded cells",
        })?;
        match self.nearest {
            Some(cell) => write!(f, " (nearest reachable cell: {}, {})", cell.x, cell.y),
            None => Ok(()),
        }
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadSize { width, height } => {
                write!(
                    f,
                    "a path grid of {width} × {height} cells is impossible: sides are 1…65535"
                )
            }
            Self::Outside(cell) => write!(f, "cell ({}, {}) is outside the grid", cell.x, cell.y),
            Self::BadWeight { cell, weight } => write!(
                f,
                "terrain multiplier {weight} at ({}, {}) is not in 1/256…256",
                cell.x, cell.y
            ),
            Self::Inadmissible => f.write_str(
                "the heuristic may overestimate; allow it in the settings to accept longer paths",
            ),
            Self::NeedsUniformCost => {
                f.write_str("this search needs a grid without terrain multipliers")
            }
            Self::TooManyCorners(corners) => {
                write!(f, "preparing a map with {corners} corners would take too much memory")
            }
            Self::CostOverflow(cell) => {
                write!(f, "the cost of reaching ({}, {}) is over 32 bits", cell.x, cell.y)
            }
            Self::BadLayer { layer, cells } => {
                write!(f, "tile layer {layer} has {cells} cells, which do not fill the grid")
            }
            Self::UnknownTile { layer, cell, tile } => write!(
                f,
                "tile {tile} of layer {layer} at ({}, {}) is not in the table",
                cell.x, cell.y
            ),
            Self::NoSuchNode(node) => write!(f, "the graph has no node {node}"),
            Self::NodeOverflow(node) => {
                write!(f, "the cost of reaching node {node} is over 32 bits")
            }
            Self::NoPath(no_path) => no_path.fmt(f),
            Self::NotSearched => f.write_str("no finished search to answer from"),
            Self::GridChanged => f.write_str("the grid was edited during the search"),
            Self::Text(error) => error.fmt(f),
            Self::Mesh(error) => error.fmt(f),
        }
    }
}

impl NoPath {
    /// Known without a search.
    pub(crate) const fn at_once(reason: NoPathReason) -> Self {
        Self { reason, nearest: None }
    }
}

impl core::error::Error for PathError {}
impl core::error::Error for MapTextError {}
impl core::error::Error for MeshError {}

impl From<MapTextError> for PathError {
    fn from(error: MapTextError) -> Self {
        Self::Text(error)
    }
}

impl From<MeshError> for PathError {
    fn from(error: MeshError) -> Self {
        Self::Mesh(error)
    }
}
