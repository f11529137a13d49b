//! Autotiling: which tile stands where, from what its neighbors are.
//!
//! All of it looks at the terrain (which cells belong together), never at the tiles it put before: the result depends on
//! what was painted, not on the order of painting, and a change is repaired in the 3×3 cells around it.

mod blob;
mod dual;
mod follow;
mod mask;
mod rule;
mod wang;

pub use blob::{BLOB_MASKS, Blob, blob_index};
pub use dual::DualGrid;
pub use mask::{Around, around, edge_mask, reduced_mask};
pub use rule::{AutoRule, AutoRules, RuleCell, RulePainter};
pub use wang::WangPainter;
