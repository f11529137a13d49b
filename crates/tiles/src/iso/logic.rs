//! Logic layers of flat editors as an isometric world: numbers in cells as boxes, things at their places.

use super::{IsoBox, flat};
use crate::{LayerContent, MapObject, Orientation, TileMap};
use motile_geom::{IVec2, Vec2, Vec3, ivec2, vec3};

/// A cell of a logic layer, as a box of an isometric world.
#[derive(Clone, Debug, PartialEq)]
pub struct IsoValue {
    /// The cell it is in.
    pub cell: IVec2,
    /// The number in it.
    pub value: i32,
    /// The number of its layer among [`TileMap::all_layers`].
    pub layer: u32,
    /// The volume it fills.
    pub bounds: IsoBox,
}

impl TileMap {
    /// The numbers of all logic layers as boxes: LDtk knows no diamonds, but what it knows of each cell (water, wall, a house of
    /// two floors) is what an isometric world is made of. `height` is given a number and its name and says how high the box
    /// is, world units; nothing where there is none. Cells are `side` wide, the middle of cell (0, 0) is at the origin, columns run
    /// along x and rows along z, as those of an [`IsoMap`](super::IsoMap).
    ///
    /// ```
    /// use motile_geom::{Grid2, uvec2, vec3};
    /// use motile_tiles::{LayerContent, MapLayer, TileMap, ValueCells};
    ///
    /// let cells = Grid2::from_cells(2, 1, vec![0, 3])?;
    /// let values = ValueCells { cells, names: [(3, "wall".to_owned())].into() };
    /// let mut map = TileMap::new(uvec2(2, 1), uvec2(16, 16));
    /// map.layers.push(MapLayer::new("logic", LayerContent::Values(values)));
    /// let boxes = map.iso_values(20.0, |_, name| (name == Some("wall")).then_some(30.0));
    /// assert_eq!(boxes[0].bounds.base(), vec3(20.0, 0.0, 0.0));
    /// assert_eq!(boxes[0].bounds.size(), vec3(20.0, 30.0, 20.0));
    /// # Ok::<(), motile_geom::GridError>(())
    /// ```
    ///
    /// Cells with 0 are empty. Heights that are negative or not finite count as none.
    #[doc(alias = "IntGrid")]
    pub fn iso_values(
        &self,
        side: f32,
        mut height: impl FnMut(i32, Option<&str>) -> Option<f32>,
    ) -> Vec<IsoValue> {
        let mut found = Vec::new();
        for (layer, number) in self.all_layers().zip(0_u32..) {
            let LayerContent::Values(values) = &layer.content else { continue };
            let width = values.cells.width().max(1) as usize;
            let cells = values.cells.cells().iter().enumerate();
            for (index, &value) in cells.filter(|(_, value)| **value != 0) {
                let name = values.names.get(&value).map(String::as_str);
                let usable = |high: &f32| high.is_finite() && *high >= 0.0;
                let Some(high) = height(value, name).filter(usable) else { continue };
                let cell = ivec2((index % width) as i32, (index / width) as i32);
                let base = vec3(cell.x as f32 * side, 0.0, cell.y as f32 * side);
                let bounds = IsoBox::standing(base, vec3(side, high, side));
                found.push(IsoValue { cell, value, layer: number, bounds });
            }
        }
        found
    }

    /// The things of all layers with where their middles are on the floor of the world of [`iso_values`](Self::iso_values): where the
    /// hero starts, where a door is. On staggered and hexagonal maps, whose rows are shifted, that is the world of
    /// [`iso_tiles`](Self::iso_tiles) with cells that are `side` wide.
    pub fn iso_objects(&self, side: f32) -> impl Iterator<Item = (Vec3, &MapObject)> {
        let view = self.iso_projection();
        self.objects().map(move |(layer, object)| {
            let middle = object.area().center();
            let cell = layer.cell_size.unwrap_or(self.tile_size).as_vec2().max(Vec2::ONE);
            let place = match self.orientation {
                Orientation::Staggered { .. } | Orientation::Hexagonal { .. } => {
                    flat(view.to_floor(middle)) / self.iso_side().max(0.5)
                }
                // There a cell is as long as it is high, along both of its edges.
                Orientation::Isometric => middle / cell.y - 0.5,
                _ => middle / cell - 0.5,
            };
            (vec3(place.x * side, 0.0, place.y * side), object)
        })
    }
}
