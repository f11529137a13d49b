//! Hierarchical search (HPA*) for large maps.
//!
//! | file | holds |
//! |---|---|
//! | `search` | [`Hierarchy`]: the search over portals |
//! | `portals` | the graph: clusters, portals, the paths between them, landmarks |
//! | `local` | costs and paths inside one cluster |
//! | `shortcuts` | corners that portals leave in a path, cut off |

mod local;
mod portals;
mod search;
mod shortcuts;

pub use search::Hierarchy;
