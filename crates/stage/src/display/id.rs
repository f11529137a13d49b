//! Names of nodes.

/// Names a node of one stage. It stays valid until the node is removed; afterwards it names nothing,
/// also when the place in memory is used again.
///
/// An id means something only to the stage that gave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl NodeId {
    /// The top of every stage's tree.
    pub(crate) const ROOT: Self = Self { index: 0, generation: 0 };

    /// The id as 64 bits, for storing and hashing.
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.index as u64
    }

    /// The reverse of [`NodeId::to_bits`].
    pub const fn from_bits(bits: u64) -> Self {
        Self { index: bits as u32, generation: (bits >> 32) as u32 }
    }
}
