//! Following a terrain: what changed, and what has to be drawn anew around it.

use crate::{LayerChange, Tile, TileLayer};
use motile_geom::{IRect, IVec2};

/// The revision of a terrain that a picture was last drawn for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Follower {
    seen: Option<u64>,
}

impl Follower {
    /// Draws the cells of a picture whose 3×3 neighborhood in the terrain changed since the last call, or all of them the first
    /// time and when too much changed.
    pub(super) fn update(
        &mut self,
        terrain: &TileLayer,
        picture: &mut TileLayer,
        tile: impl Fn(IVec2) -> Tile,
    ) {
        let mut draw = |cells: IRect| {
            for y in cells.y..cells.y.saturating_add_unsigned(cells.height) {
                for x in cells.x..cells.x.saturating_add_unsigned(cells.width) {
                    picture.set(x, y, tile(IVec2::new(x, y)));
                }
            }
        };
        match self.seen.and_then(|seen| terrain.changes_since(seen)) {
            Some(changes) => {
                for change in changes {
                    let cells = match change {
                        LayerChange::Cell { cell, .. } => IRect::new(cell.x, cell.y, 1, 1),
                        LayerChange::Chunk { chunk } => TileLayer::cells_of_chunk(chunk),
                    };
                    draw(cells.inflate(1, 1));
                }
            }
            // A rule can put tiles beside a terrain, too.
            None => draw(terrain.bounds().inflate(1, 1)),
        }
        self.seen = Some(terrain.revision());
    }
}
