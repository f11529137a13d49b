//! Isometric and staggered maps of editors as volumes.

use super::{IsoBox, IsoProjection};
use crate::{LayerContent, Tile, TileMap};
use motile_geom::{IVec2, vec3};

/// A tile of a map of an editor, as a box of an isometric world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoTile {
    /// The cell it is in.
    pub cell: IVec2,
    /// What stands there.
    pub tile: Tile,
    /// The number of its layer among [`TileMap::all_layers`].
    pub layer: u32,
    /// The volume it fills, in the world of [`TileMap::iso_projection`].
    pub bounds: IsoBox,
    /// Whether others may go there.
    pub walkable: bool,
}

impl TileMap {
    /// The projection that places the world of [`iso_tiles`](Self::iso_tiles) where the editor draws the map: the middle of cell (x, y) is
    /// at x · side, y · side on the floor of an isometric map, with sides of half the width of a tile.
    ///
    /// ```
    /// use motile_geom::{ivec2, uvec2, vec3};
    /// use motile_tiles::{Orientation, TileMap};
    /// let map = TileMap { orientation: Orientation::Isometric, ..TileMap::new(uvec2(4, 3), uvec2(64, 32)) };
    /// let place = map.iso_projection().to_screen(vec3(2.0 * 32.0, 0.0, 1.0 * 32.0));
    /// assert_eq!(place, map.center_of_cell(ivec2(2, 1)));
    /// ```
    pub fn iso_projection(&self) -> IsoProjection {
        let size = self.tile_size.as_vec2();
        let origin = self.center_of_cell(IVec2::ZERO);
        IsoProjection::DIMETRIC.with_tile(size.x, size.y).with_origin(origin)
    }

    /// All tiles as boxes, layer by layer, for maps of any orientation. What an editor's tile cannot say by itself is in its properties:
    ///
    /// | property | of | is |
    /// |---|---|---|
    /// | `height` | tile | height of the box, world units; 0 without it |
    /// | `cells_x`, `cells_z` | tile | footprint in cells, away from the viewer from the tile's own; 1 without it |
    /// | `walkable` | tile | whether others may go there; true for tiles without height |
    /// | `elevation` | layer | how far above the floor its tiles stand; 0 without it |
    ///
    /// Numbers that are not finite, negative heights and footprints of less than one or more than 1,000 cells count as missing.
    pub fn iso_tiles(&self) -> Vec<IsoTile> {
        let view = self.iso_projection();
        let side = self.tile_size.x as f32 * 0.5;
        let mut found = Vec::new();
        for (layer, number) in self.all_layers().zip(0u32..) {
            let LayerContent::Tiles(tiles) = &layer.content else { continue };
            let elevation = layer.properties.float("elevation").filter(|up| up.is_finite());
            let y = -elevation.unwrap_or(0.0);
            for (cell, tile) in tiles.tiles() {
                let properties = self.info_of(tile).map(|info| &info.properties);
                let float = |name: &str| properties.and_then(|of| of.float(name));
                let height = float("height").filter(|height| height.is_finite() && *height >= 0.0);
                let height = height.unwrap_or(0.0);
                let cells = |name: &str| {
                    let count = float(name).filter(|count| (1.0..=1000.0).contains(count));
                    count.map_or(1.0, f32::floor)
                };
                let middle = view.to_floor(self.center_of_cell(cell));
                let near = vec3(middle.x + side * 0.5, y, middle.z + side * 0.5);
                let size = vec3(cells("cells_x") * side, height, cells("cells_z") * side);
                let walkable =
                    properties.and_then(|of| of.bool("walkable")).unwrap_or(height == 0.0);
                let bounds = IsoBox::new(near - size, near);
                found.push(IsoTile { cell, tile, layer: number, bounds, walkable });
            }
        }
        found
    }
}
