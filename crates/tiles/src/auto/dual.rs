//! Dual grids: tiles between cells, chosen by the four cells at their corners.

use super::follow::draw_all;
use crate::{LayerChange, Tile, TileLayer};
use motile_geom::{IRect, IVec2, ivec2};

/// Draws a terrain with tiles that lie half a cell to the left and above it, each over the corner where four cells meet:
/// 16 tiles suffice for round borders (5 when tiles are turned).
///
/// The picture has one column and one row more than the terrain; draw it shifted by half a tile to the left and up. The
/// tile for a corner is chosen by which cells belong: 1 top left, 2 top right, 4 bottom right, 8 bottom left.
#[doc(alias = "marching squares")]
#[derive(Clone, Debug)]
pub struct DualGrid {
    tiles: [Tile; 16],
    seen: Option<u64>,
}

impl DualGrid {
    /// A tile for each of the 16 ways four cells can belong.
    pub const fn new(tiles: [Tile; 16]) -> Self {
        Self { tiles, seen: None }
    }

    /// The tile over the corner where cell (x, y) is the one at the bottom right.
    pub fn tile(&self, terrain: &TileLayer, corner: IVec2) -> Tile {
        let IVec2 { x, y } = corner;
        let (left, up) = (x.saturating_sub(1), y.saturating_sub(1));
        let cells = [(left, up), (x, up), (x, y), (left, y)];
        let mask = cells.iter().enumerate().fold(0, |mask, (bit, &(x, y))| {
            mask | usize::from(!terrain.get(x, y).is_empty()) << bit
        });
        self.tiles[mask]
    }

    /// Brings a picture up to date with its terrain: the four corners of each cell that changed since the last call, or
    /// everything the first time and when too much changed. Always with the same two layers.
    pub fn update(&mut self, terrain: &TileLayer, picture: &mut TileLayer) {
        let changes = self.seen.and_then(|seen| terrain.changes_since(seen));
        match changes {
            Some(changes) => {
                for change in changes {
                    let cells = match change {
                        LayerChange::Cell { cell, .. } => IRect::new(cell.x, cell.y, 1, 1),
                        LayerChange::Chunk { chunk } => TileLayer::cells_of_chunk(chunk),
                    };
                    let (width, height) = (cells.width + 1, cells.height + 1);
                    self.draw(terrain, picture, IRect { width, height, ..cells });
                }
            }
            None => draw_all(terrain, picture, 0, |picture, cells| {
                self.draw(terrain, picture, cells);
            }),
        }
        self.seen = Some(terrain.revision());
    }

    fn draw(&self, terrain: &TileLayer, picture: &mut TileLayer, cells: IRect) {
        for y in cells.y..cells.y.saturating_add_unsigned(cells.height) {
            for x in cells.x..cells.x.saturating_add_unsigned(cells.width) {
                picture.set(x, y, self.tile(terrain, ivec2(x, y)));
            }
        }
    }
}
