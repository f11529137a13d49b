//! Layers of a level.

use super::Project;
use super::entities::read_entity;
use super::value::{float, list, number, text, whole};
use crate::files::fault::{Fault, Read};
use crate::{LayerContent, MapLayer, MapObject, ObjectShape, Tile, TileLayer, TileSet, ValueCells};
use motile_geom::{Grid2, UVec2, Vec2, ivec2, uvec2};
use serde_json::Value;

/// How many tiles of a cell get layers of their own; those above them become objects.
const MAX_STACK: usize = 32;

/// A layer of a level: one layer, or a group where it has values and tiles, or several tiles in a cell. `cells` is how
/// many cells the file may still have.
pub(super) fn read_layer(
    project: &Project,
    value: &Value,
    map_grid: u32,
    cells: &mut u64,
) -> Read<Option<MapLayer>> {
    let definition = project.definitions.layers.get(&number(value, "layerDefUid", -1)?);
    let name = text(value, "__identifier");
    let grid = number(value, "__gridSize", project.grid)?;
    if grid == 0 {
        return Err(Fault::new("__gridSize: expected a size above 0"));
    }
    // Places of tiles are divided by it, as whole numbers with a sign.
    if i32::try_from(grid).is_err() {
        return Err(Fault::new(format!("__gridSize: expected a size of at most {}", i32::MAX)));
    }
    let mut area = Area {
        grid,
        size: uvec2(number(value, "__cWid", 0)?, number(value, "__cHei", 0)?),
        left: cells,
    };
    let mut parts = Vec::new();
    let (all, some) = (list(value, "intGridCsv"), list(value, "intGrid"));
    if !all.is_empty() || !some.is_empty() {
        // Before LDtk 0.8 only the cells that hold something were listed.
        let mut values = if all.is_empty() { area.some_values(some)? } else { area.values(all)? };
        values.names = definition.map(|known| known.names.clone()).unwrap_or_default();
        parts.push(MapLayer::new(name, LayerContent::Values(values)));
    }
    let uid = number(value, "__tilesetDefUid", -1)?;
    if let Some(set) = project.definitions.sets.get(&uid) {
        let tiles = list(value, "gridTiles").iter().chain(list(value, "autoLayerTiles"));
        area.tiles(name, tiles, set, &mut parts)?;
    }
    if text(value, "__type") == "Entities" {
        let entities = list(value, "entityInstances").iter();
        let objects: Read<_> = entities.map(|entity| read_entity(project, entity)).collect();
        parts.push(MapLayer::new(name, LayerContent::Objects(objects?)));
    }
    for part in &mut parts {
        part.cell_size = (grid != map_grid).then_some(UVec2::splat(grid));
    }
    let mut layer = match parts.len() {
        0 => return Ok(None),
        1 => parts.swap_remove(0),
        _ => MapLayer::new(name, LayerContent::Group(parts)),
    };
    layer.id = number(value, "layerDefUid", 0)?;
    layer.visible = value.get("visible").and_then(Value::as_bool).unwrap_or(true);
    layer.opacity = float(value.get("__opacity"), 1.0)?;
    let offset = (value.get("__pxTotalOffsetX"), value.get("__pxTotalOffsetY"));
    layer.offset = Vec2::new(float(offset.0, 0.0)?, float(offset.1, 0.0)?);
    layer.parallax = definition.map_or(Vec2::ONE, |known| known.parallax);
    Ok(Some(layer))
}

/// The cells of a layer.
struct Area<'c> {
    /// Pixels along the side of a cell.
    grid: u32,
    size: UVec2,
    /// How many cells the file may still have.
    left: &'c mut u64,
}

/// A tile that LDtk placed.
struct Placed {
    pixel: (i32, i32),
    tile: Tile,
    opacity: f32,
}

impl Area<'_> {
    /// Takes the memory of one layer from what is left.
    fn take(&mut self) -> Read<u64> {
        let count = u64::from(self.size.x) * u64::from(self.size.y);
        let left = self.left.checked_sub(count);
        *self.left = left.ok_or_else(|| {
            Fault::new(format!("{} × {} cells are too many", self.size.x, self.size.y))
        })?;
        Ok(count)
    }

    fn values(&mut self, list: &[Value]) -> Read<ValueCells> {
        let count = self.take()?;
        if list.len() as u64 != count {
            return Err(Fault::new(format!("{} values for {count} cells", list.len())));
        }
        let mut cells = Vec::with_capacity(list.len());
        for (index, value) in list.iter().enumerate() {
            let (x, y) = (index as u32 % self.size.x, index as u32 / self.size.x);
            let number = whole(Some(value), 0);
            cells.push(number.ok_or_else(|| {
                Fault::new("expected a whole number in range").in_cell(x as i32, y as i32)
            })?);
        }
        let cells = Grid2::from_cells(self.size.x, self.size.y, cells);
        let cells = cells.map_err(|error| Fault::new(error.to_string()))?;
        Ok(ValueCells { cells, ..ValueCells::default() })
    }

    /// Values of single cells, counted from 0.
    fn some_values(&mut self, list: &[Value]) -> Read<ValueCells> {
        let count = self.take()?;
        let cells = Grid2::filled(self.size.x, self.size.y, 0);
        let mut cells = cells.map_err(|error| Fault::new(error.to_string()))?;
        for value in list {
            let (place, kind): (u64, i32) =
                (number(value, "coordId", count)?, number(value, "v", 0)?);
            if place >= count {
                return Err(Fault::new(format!("coordId {place} of {count} cells")));
            }
            let width = u64::from(self.size.x);
            cells.set((place % width) as i32, (place / width) as i32, kind.saturating_add(1));
        }
        Ok(ValueCells { cells, ..ValueCells::default() })
    }

    /// Tiles in cells; those above others in layers of their own, and what is in no cell as objects.
    fn tiles<'v>(
        &mut self,
        name: &str,
        tiles: impl Iterator<Item = &'v Value>,
        set: &TileSet,
        parts: &mut Vec<MapLayer>,
    ) -> Read<()> {
        let mut layers = vec![self.empty_layer()?];
        let mut free = Vec::new();
        for value in tiles {
            let placed = self.placed(value, set)?;
            let (x, y) = placed.pixel;
            let grid = self.grid as i32;
            let cell = ivec2(x.div_euclid(grid), y.div_euclid(grid));
            let in_cell = x.rem_euclid(grid) == 0
                && y.rem_euclid(grid) == 0
                && layers[0].has_cell(cell.x, cell.y)
                && set.tile_size == UVec2::splat(self.grid)
                && placed.opacity == 1.0;
            if !in_cell {
                free.push(free_tile(&placed, set));
                continue;
            }
            let open = layers.iter().position(|layer| layer.get(cell.x, cell.y).is_empty());
            match open {
                Some(open) => {
                    layers[open].set(cell.x, cell.y, placed.tile);
                }
                None if layers.len() < MAX_STACK => {
                    let mut layer = self.empty_layer()?;
                    layer.set(cell.x, cell.y, placed.tile);
                    layers.push(layer);
                }
                None => free.push(free_tile(&placed, set)),
            }
        }
        for (number, layer) in layers.into_iter().enumerate() {
            // A new layer for each grid: the changes while it was filled are nobody's business.
            let layer = TileLayer::from_grid(layer.grid().cloned().unwrap_or_default());
            let name = if number == 0 { name.into() } else { format!("{name} {}", number + 1) };
            parts.push(MapLayer::tiles(name, layer));
        }
        if !free.is_empty() {
            parts.push(MapLayer::new(format!("{name} free"), LayerContent::Objects(free)));
        }
        Ok(())
    }

    fn empty_layer(&mut self) -> Read<TileLayer> {
        self.take()?;
        TileLayer::new(self.size.x, self.size.y).map_err(|error| Fault::new(error.to_string()))
    }

    fn placed(&self, value: &Value, set: &TileSet) -> Read<Placed> {
        let pair = list(value, "px");
        let axis = |i: usize| {
            let pixel = pair.get(i).and_then(|pixel| whole(Some(pixel), 0));
            pixel.ok_or_else(|| Fault::new("px: expected two whole numbers"))
        };
        let pixel: (i32, i32) = (axis(0)?, axis(1)?);
        let number: u32 = number(value, "t", tile_at(value, set))?;
        if number >= set.count {
            let grid = self.grid as i32;
            let fault = Fault::new(format!("tileset \"{}\" has no tile {number}", set.name));
            return Err(fault.in_cell(pixel.0.div_euclid(grid), pixel.1.div_euclid(grid)));
        }
        let flip: u32 = super::value::number(value, "f", 0)?;
        let mut tile = Tile::new(set.first + number);
        if flip & 1 != 0 {
            tile = tile.flipped_x();
        }
        if flip & 2 != 0 {
            tile = tile.flipped_y();
        }
        Ok(Placed { pixel, tile, opacity: float(value.get("a"), 1.0)? })
    }
}

/// The tile whose picture is at the place that is given, as it was before LDtk 0.5; none when there is none.
fn tile_at(value: &Value, set: &TileSet) -> u32 {
    let place = list(value, "src");
    let index = |i: usize, side: u32| {
        let pixel: u32 = whole(place.get(i), u32::MAX)?;
        pixel.checked_sub(set.margin)?.checked_div(side.checked_add(set.spacing)?)
    };
    let cell = index(0, set.tile_size.x).zip(index(1, set.tile_size.y));
    cell.map_or(u32::MAX, |(x, y)| y.saturating_mul(set.columns).saturating_add(x))
}

fn free_tile(placed: &Placed, set: &TileSet) -> MapObject {
    MapObject {
        position: Vec2::new(placed.pixel.0 as f32, placed.pixel.1 as f32),
        size: set.tile_size.as_vec2(),
        opacity: placed.opacity,
        shape: ObjectShape::Tile(placed.tile),
        ..MapObject::default()
    }
}
