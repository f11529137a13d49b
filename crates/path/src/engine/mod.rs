//! The machinery under the searches: best first, over any kind of node.
//!
//! | file | holds |
//! |---|---|
//! | `best_first` | the loop that takes the cheapest open node, and what a search must tell it (`Space`) |
//! | `nodes` | tables of what is known of a node: one entry a place, or pages of squares |
//! | `queue` | what an open list can do; `buckets` for small whole costs, `staged` for jumps, `heap` for all others |
//! | `frame` | question, run and answer of a search on a grid |
//! | `fallback` | a plain A* for questions that a special search cannot answer |

pub(crate) mod best_first;
pub(crate) mod buckets;
pub(crate) mod fallback;
pub(crate) mod frame;
pub(crate) mod heap;
pub(crate) mod nodes;
pub(crate) mod queue;
pub(crate) mod staged;

pub use queue::Ties;
