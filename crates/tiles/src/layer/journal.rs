//! What changed lately.

use super::TileLayer;
use crate::Tile;
use motile_geom::IVec2;
use std::collections::VecDeque;

/// A change of a [`TileLayer`].
#[doc(alias = "change event")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerChange {
    /// A cell holds another tile.
    Cell {
        /// Which cell.
        cell: IVec2,
        /// What stood there.
        old: Tile,
        /// What stands there now.
        new: Tile,
    },
    /// Many cells of a chunk changed at once: it came, went, or was filled.
    Chunk {
        /// Which chunk.
        chunk: IVec2,
    },
}

impl LayerChange {
    /// The chunk it happened in.
    pub const fn chunk(self) -> IVec2 {
        match self {
            Self::Cell { cell, .. } => TileLayer::chunk_of(cell),
            Self::Chunk { chunk } => chunk,
        }
    }
}

/// How many changes are kept. Enough for the edits of a frame; a reader that misses more looks at everything anyway.
const KEPT: usize = 4096;

#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    revision: u64,
    /// The last changes, oldest first.
    changes: VecDeque<LayerChange>,
}

impl Journal {
    pub(super) const fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn push(&mut self, change: LayerChange) {
        self.revision += 1;
        if self.changes.len() == KEPT {
            self.changes.pop_front();
        }
        self.changes.push_back(change);
    }

    pub(super) fn since(&self, revision: u64) -> Option<impl Iterator<Item = LayerChange> + '_> {
        // A revision of the future is that of another layer: nothing is known about it.
        let missed = usize::try_from(self.revision.checked_sub(revision)?).ok()?;
        let first = self.changes.len().checked_sub(missed)?;
        Some(self.changes.range(first..).copied())
    }
}
