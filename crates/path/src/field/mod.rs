//! Costs and directions for every cell at once: Dijkstra maps and flow fields.
//!
//! | file | holds |
//! |---|---|
//! | `distance` | [`DistanceField`]: the cost of the path to the nearest goal |
//! | `run_queue` | its open list on uniform ground |
//! | `repair` | its repair after edits |
//! | `flow` | [`FlowField`]: which way to walk |
//! | `descent` | walks down known distances |

pub(crate) mod descent;
pub(crate) mod distance;
mod flow;
mod repair;
mod run_queue;

pub use distance::DistanceField;
pub use flow::FlowField;
