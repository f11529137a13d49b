//! Names of nodes.

use super::Node;
use motile_geom::Id;

/// Names a node of one stage: a small value to keep, copy and compare. It stays valid until the node is removed;
/// afterwards it names nothing, also when the place in memory is used again.
///
/// An id means something only to the stage that gave it out.
#[doc(alias = "handle")]
#[doc(alias = "entity")]
pub type NodeId = Id<Node>;

/// The top of every stage's tree: the first node of its arena, which is never removed.
pub(crate) const ROOT: NodeId = NodeId::from_parts(0, 0);
