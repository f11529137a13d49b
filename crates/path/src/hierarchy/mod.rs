//! Hierarchical search (HPA*) for large maps.
//!
//! | file | holds |
//! |---|---|
//! | `search` | [`Hierarchy`]: the search over portals |
//! | `portals` | the graph: clusters, portals, the ways between them, landmarks |
//! | `local` | costs and ways inside one cluster |
//! | `shortcuts` | corners that portals leave in a path, cut off |

mod local;
mod portals;
mod search;
mod shortcuts;

pub use search::Hierarchy;
