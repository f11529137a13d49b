//! Maps prepared for exact answers in microseconds.
//!
//! | file | holds |
//! |---|---|
//! | `corners` | where cheapest paths turn, and what sees what |
//! | `graph` | corners that see each other |
//! | `order` | which corners are passed by many paths |
//! | `shortcuts` | paths over less important corners, as single steps; their repair |
//! | `slim` | the shortcuts that queries need |
//! | `labels` | the hubs of every corner |
//! | `map` | all of it in slices: [`PreparedMap`] |
//! | `climb` | how the ends of a query meet: by hubs, or along the shortcuts |
//! | `search` | queries: [`PreparedSearch`] |
//! | `rows` | lists of different lengths in one vector |

mod climb;
mod corners;
mod graph;
mod labels;
mod map;
mod order;
mod rows;
mod search;
mod shortcuts;
mod slim;

pub use map::PreparedMap;
pub use search::PreparedSearch;
