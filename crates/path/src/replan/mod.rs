//! Plans that outlive edits of the map.
//!
//! | file | holds |
//! |---|---|
//! | `incremental` | [`Incremental`]: what both planners can do, and which one to take |
//! | `adaptive` | [`Replanner`]: adaptive A* on exact distances |
//! | `dstar_lite` | [`DStarLite`] |
//! | `touched` | which part of a path edits have come near |

mod adaptive;
mod dstar_lite;
mod incremental;
mod touched;

pub use adaptive::Replanner;
pub use dstar_lite::DStarLite;
pub use incremental::Incremental;
