//! Searches on graphs of numbered nodes.
//!
//! | file | holds |
//! |---|---|
//! | `search` | [`Graph`] and A* on it |
//! | `k_shortest` | the next best paths (Yen) |
//! | `cooperative` | several walkers that must not meet: a graph of cells at ticks |

mod cooperative;
mod k_shortest;
mod search;

pub use cooperative::Cooperative;
pub use k_shortest::{GraphPath, k_shortest};
pub use search::{Graph, GraphQuery, GraphSearch};
