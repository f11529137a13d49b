//! What can go wrong with a display list.

use super::NodeId;
use core::fmt;

/// Why a stage refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StageError {
    /// The node was removed, or never belonged to this stage.
    Stale(NodeId),
    /// The node would become its own ancestor.
    Cycle {
        /// The node to be moved.
        node: NodeId,
        /// The parent it should get, which lies below it.
        parent: NodeId,
    },
    /// The root can be neither moved nor removed.
    Root,
    /// Two nodes that should share a parent do not.
    NotSiblings(NodeId, NodeId),
    /// A transform on the way flattens the plane or is not finite: there is no way back through it.
    Flat(NodeId),
    /// A stage cannot have this size: sides are 1 to 65535 pixels.
    BadSize {
        /// Requested width in pixels.
        width: u32,
        /// Requested height in pixels.
        height: u32,
    },
}

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale(id) => {
                write!(f, "node {id} does not exist (any more)")
            }
            Self::Cycle { node, parent } => {
                write!(f, "node {node} cannot go under {parent}, which lies below it")
            }
            Self::Root => f.write_str("the root of the stage can be neither moved nor removed"),
            Self::NotSiblings(a, b) => write!(f, "nodes {a} and {b} have different parents"),
            Self::Flat(id) => {
                write!(f, "the transform of node {id} cannot be inverted")
            }
            Self::BadSize { width, height } => {
                write!(f, "a stage of {width}×{height} pixels is impossible: sides are 1 to 65535")
            }
        }
    }
}

impl core::error::Error for StageError {}
