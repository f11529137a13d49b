//! Following a terrain: what changed, and what has to be drawn anew around it.

use crate::{LayerChange, Tile, TileLayer};
use motile_geom::{IRect, IVec2, ivec2};
use std::collections::BTreeSet;

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
        let draw = |picture: &mut TileLayer, cells: IRect| {
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
                    draw(picture, cells.inflate(1, 1));
                }
            }
            // A rule can put tiles beside a terrain, too.
            None => draw_all(terrain, picture, 1, draw),
        }
        self.seen = Some(terrain.revision());
    }
}

/// Draws all of a picture: around each cell of a bounded terrain, around each chunk of an endless one, `before` cells
/// to the left and up and one to the right and down. What the picture has elsewhere goes.
pub(super) fn draw_all(
    terrain: &TileLayer,
    picture: &mut TileLayer,
    before: i32,
    mut draw: impl FnMut(&mut TileLayer, IRect),
) {
    let around = |cells: IRect| match before {
        0 => IRect { width: cells.width + 1, height: cells.height + 1, ..cells },
        _ => cells.inflate(before, 1),
    };
    empty_beyond(terrain, picture, before);
    let inside = |picture: &TileLayer, cells: IRect| {
        if picture.is_endless() { cells } else { cells.intersect(picture.bounds()) }
    };
    if !terrain.is_endless() {
        let cells = inside(picture, around(terrain.bounds()));
        return draw(picture, cells);
    }
    for (chunk, _) in terrain.chunks() {
        let cells = inside(picture, around(TileLayer::cells_of_chunk(chunk)));
        draw(picture, cells);
    }
}

/// Empties the cells of a picture that [`draw_all`] does not come to.
pub(super) fn empty_beyond(terrain: &TileLayer, picture: &mut TileLayer, before: i32) {
    let chunks: BTreeSet<(i32, i32)> = terrain.chunks().map(|(at, _)| (at.x, at.y)).collect();
    let bounds = terrain.bounds();
    let is_drawn = |cell: IVec2| {
        let first = cell.saturating_sub(IVec2::ONE);
        let last = cell.saturating_add(IVec2::splat(before));
        let corners = [first, ivec2(last.x, first.y), ivec2(first.x, last.y), last];
        if terrain.is_endless() {
            corners.iter().any(|&corner| {
                let chunk = TileLayer::chunk_of(corner);
                chunks.contains(&(chunk.x, chunk.y))
            })
        } else {
            let (width, height) = ((last.x - first.x) as u32 + 1, (last.y - first.y) as u32 + 1);
            !IRect::new(first.x, first.y, width, height).intersect(bounds).is_empty()
        }
    };
    let beyond: Vec<IVec2> =
        picture.tiles().map(|(cell, _)| cell).filter(|&cell| !is_drawn(cell)).collect();
    for cell in beyond {
        picture.set(cell.x, cell.y, Tile::EMPTY);
    }
}
