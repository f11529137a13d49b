//! Searches for one path between two cells, and what all searches have in common.
//!
//! | file | holds |
//! |---|---|
//! | `contract` | [`Search`], [`GridSearch`], queries, status and progress |
//! | `grid_path` | the answer: a chain of cells |
//! | `heuristic` | estimates of the rest of the path |
//! | `astar` | A*, Dijkstra, weighted A* |
//! | `bidirectional` | A* from both ends |
//! | `jps` | jump point search |
//! | `auto` | A* or jump points, whichever is quicker |
//! | `any_angle` | Theta* |
//! | `trace` | a search recorded step by step |
//! | `job` | searches under a frame budget |
//! | `fingerprint` | searches and maps as state that is hashed |

mod any_angle;
mod astar;
mod auto;
mod bidirectional;
mod contract;
mod fingerprint;
mod grid_path;
pub(crate) mod heuristic;
mod job;
pub(crate) mod jps;
pub(crate) mod trace;

pub use any_angle::AnyAngle;
pub use astar::{AStar, AStarSettings};
pub use auto::AutoSearch;
pub use bidirectional::Bidirectional;
pub use contract::{GridSearch, Query, Search, SearchProgress, Status};
pub use grid_path::GridPath;
pub use heuristic::Heuristic;
pub use job::SearchJob;
pub use jps::Jps;
pub use trace::{Trace, TraceEvent, TraceKind};
