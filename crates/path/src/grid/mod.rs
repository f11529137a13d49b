//! Maps of cells: what can be walked, what it costs, where it comes from and what hangs together.
//!
//! | file | holds |
//! |---|---|
//! | `path_grid` | [`PathGrid`]: walls, terrain multipliers, legal steps and their costs |
//! | `bits` | walkable bits, read 64 at a time |
//! | `moves` | the eight directions, and tables of the moves worth trying |
//! | `cell` | cells as numbers and as pixels |
//! | `terrain`, `text`, `movingai`, [`generate`] | maps from pictures, tile layers, text, files and seeds |
//! | `stored` | maps as serde reads and writes them |
//! | `regions` | which cells can reach each other |
//! | `sight` | lines of sight, and paths pulled tight by them |

pub(crate) mod bits;
pub(crate) mod cell;
pub mod generate;
pub(crate) mod moves;
mod movingai;
pub(crate) mod path_grid;
mod regions;
mod sight;
#[cfg(feature = "serde")]
pub(crate) mod stored;
mod terrain;
mod text;

pub use movingai::{BenchmarkMap, Scenario};
pub use path_grid::{Diagonals, PathGrid, WeightRule};
pub use regions::Regions;
pub use sight::{line_of_sight, round_corners, string_pull, turning_points};
pub use terrain::Terrain;
pub use text::TextMap;
