//! Projects of the editor LDtk.

mod definitions;
mod entities;
mod fields;
mod layers;
mod value;

use super::MapReader;
use super::fault::{Fault, Read};
use super::limits::MAX_CELLS;
use super::path::path_beside;
use crate::files::color::color;
use crate::{
    LayerContent, MapLayer, MapWorld, TileError, TileImage, TileMap, TileProperty, WorldLayout,
    WorldMap,
};
use definitions::Definitions;
use motile_geom::{IVec2, Vec2, ivec2, uvec2};
use serde_json::Value;
use std::collections::BTreeMap;
use value::{float, list, number, text};

/// Reads a project of LDtk, with the levels it keeps in files of their own: its worlds, one unless the project has
/// several, each with its levels as maps.
///
/// What becomes of layers, entities and fields stands in the table in the [documentation of the crate](crate#map-files).
///
/// # Errors
/// [`TileError::File`] with the file and, where it is known, the layer as `level/layer` and the cell: a file that is
/// missing or no project, numbers that are none or out of range, layers with another number of values than cells, tiles
/// that the tileset does not have, more than 2²⁷ cells in all.
#[doc(alias = "ldtk")]
pub fn read_ldtk(path: &str, reader: &mut impl MapReader) -> Result<Vec<MapWorld>, TileError> {
    LdtkParts::open(path, reader)?.into_worlds()
}

/// A project of LDtk that is decoded level by level, for a job with a budget: the game goes on while its world is read.
///
/// [`open`](Self::open) reads all files and finds the levels; each [`decode_part`](Self::decode_part) makes a map of one.
/// What comes out is what [`read_ldtk`] gives.
#[doc(alias = "time slicing")]
#[derive(Debug)]
pub struct LdtkParts {
    project: Project,
    worlds: Vec<Pending>,
    /// Cells that all levels together may still have.
    cells: u64,
    path: String,
}

/// A world with the levels that belong to it.
#[derive(Debug)]
struct Pending {
    /// With the maps of the first levels.
    made: MapWorld,
    levels: Vec<Level>,
    /// Which level an identifier is.
    places: BTreeMap<String, u32>,
    /// Where the next level is where they are in a row.
    next: IVec2,
}

/// A level as it was written, and the file it has when that is one of its own.
#[derive(Debug)]
struct Level {
    value: Value,
    file: Option<String>,
}

impl LdtkParts {
    /// Reads the files of a project.
    ///
    /// # Errors
    /// [`TileError::File`], as [`read_ldtk`], for files that are missing or no project.
    pub fn open(path: &str, reader: &mut impl MapReader) -> Result<Self, TileError> {
        let root = parse(path, reader)?;
        let mut worlds = Vec::new();
        for world in sources(&root) {
            worlds.push(Pending::new(world, load(path, reader, world)?));
        }
        let project = Project::new(&root, &worlds).map_err(|fault| fault.in_file(path, ""))?;
        Ok(Self { project, worlds, cells: MAX_CELLS, path: path.into() })
    }

    /// How many levels are still to be decoded.
    pub fn left(&self) -> u32 {
        let left = |world: &Pending| (world.levels.len() - world.made.maps.len()) as u32;
        self.worlds.iter().map(left).sum()
    }

    /// Decodes one level. Returns how many are left: 0 when all are done.
    ///
    /// # Errors
    /// [`TileError::File`], as [`read_ldtk`]; further calls find the same.
    pub fn decode_part(&mut self) -> Result<u32, TileError> {
        let waits = |world: &&mut Pending| world.made.maps.len() < world.levels.len();
        if let Some(world) = self.worlds.iter_mut().find(waits) {
            let map = self.project.next_map(world, &mut self.cells);
            world.put(map.map_err(|fault| fault.in_file(&self.path, ""))?);
        }
        Ok(self.left())
    }

    /// The worlds, after what is left was decoded.
    ///
    /// # Errors
    /// Those of [`decode_part`](Self::decode_part).
    pub fn into_worlds(mut self) -> Result<Vec<MapWorld>, TileError> {
        while self.decode_part()? > 0 {}
        Ok(self.worlds.into_iter().map(|world| world.made).collect())
    }
}

impl Pending {
    fn new(world: &Value, levels: Vec<Level>) -> Self {
        let layout = match text(world, "worldLayout") {
            "GridVania" => WorldLayout::Grid,
            "LinearHorizontal" => WorldLayout::Horizontal,
            "LinearVertical" => WorldLayout::Vertical,
            _ => WorldLayout::Free,
        };
        let places =
            levels.iter().map(|level| id_of(&level.value, "iid", "uid")).zip(0..).collect();
        let name = text(world, "identifier").into();
        let made = MapWorld { name, layout, maps: Vec::with_capacity(levels.len()) };
        Self { made, levels, places, next: IVec2::ZERO }
    }

    /// Adds the map of the next level.
    fn put(&mut self, mut map: WorldMap) {
        let layout = self.made.layout;
        // Levels in a row have no place of their own: they follow each other.
        if matches!(layout, WorldLayout::Horizontal | WorldLayout::Vertical) {
            map.position = self.next;
            let step = if layout == WorldLayout::Horizontal {
                ivec2(map.size.x.min(i32::MAX as u32) as i32, 0)
            } else {
                ivec2(0, map.size.y.min(i32::MAX as u32) as i32)
            };
            self.next = self.next.saturating_add(step);
        }
        self.made.maps.push(map);
    }
}

/// An identifier; before LDtk 1.0 it was a number.
fn id_of(value: &Value, key: &str, old: &str) -> String {
    match text(value, key) {
        "" => value.get(old).map_or_else(String::new, Value::to_string),
        id => id.into(),
    }
}

fn parse(path: &str, reader: &mut impl MapReader) -> Read<Value> {
    let bytes = reader.bytes(path).map_err(|error| Fault::new(error).in_file(path, ""))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let fault = Fault::new(format!("no JSON: {error}"));
        fault.at_line(error.line(), error.column()).in_file(path, "")
    })
}

/// The worlds of a project; before LDtk has several, the project itself is one.
fn sources(root: &Value) -> Vec<&Value> {
    match list(root, "worlds") {
        [] => vec![root],
        worlds => worlds.iter().collect(),
    }
}

/// The levels of a world, each from its own file where it has one.
fn load(path: &str, reader: &mut impl MapReader, world: &Value) -> Read<Vec<Level>> {
    let levels = world.get("levels").and_then(Value::as_array);
    let levels =
        levels.ok_or_else(|| Fault::new("expected a project of LDtk").in_file(path, ""))?;
    let mut loaded = Vec::with_capacity(levels.len());
    for level in levels {
        loaded.push(match text(level, "externalRelPath") {
            "" => Level { value: level.clone(), file: None },
            file => {
                let file = path_beside(path, file);
                Level { value: parse(&file, reader)?, file: Some(file) }
            }
        });
    }
    Ok(loaded)
}

/// What all levels share.
#[derive(Debug)]
struct Project {
    definitions: Definitions,
    /// The size of cells where a layer does not say.
    grid: u32,
    /// The numbers of entities, by the identifiers of LDtk: unique in all worlds, so that one can refer to any other.
    entities: BTreeMap<String, u32>,
}

impl Project {
    fn new(root: &Value, worlds: &[Pending]) -> Read<Self> {
        let mut entities = BTreeMap::new();
        for level in worlds.iter().flat_map(|world| &world.levels) {
            for layer in list(&level.value, "layerInstances") {
                for entity in list(layer, "entityInstances") {
                    // Before LDtk 1.0 they had no identifiers.
                    if text(entity, "iid").is_empty() {
                        continue;
                    }
                    let next = entities.len() as u32 + 1;
                    entities.entry(text(entity, "iid").into()).or_insert(next);
                }
            }
        }
        Ok(Self {
            definitions: Definitions::read(root.get("defs").unwrap_or(&Value::Null))?,
            grid: number(root, "defaultGridSize", 16)?,
            entities,
        })
    }

    /// The map of the first level of a world that has none yet.
    fn next_map(&self, world: &Pending, cells: &mut u64) -> Read<WorldMap> {
        let level = &world.levels[world.made.maps.len()];
        let mut map = self.level(level, cells)?;
        for neighbor in list(&level.value, "__neighbours") {
            let id = id_of(neighbor, "levelIid", "levelUid");
            if let Some(&place) = world.places.get(&id) {
                map.neighbors.push((place, text(neighbor, "dir").into()));
            }
        }
        Ok(map)
    }

    fn level(&self, level: &Level, cells: &mut u64) -> Read<WorldMap> {
        let map = self.map(&level.value, cells);
        let map = map.map_err(|fault| match &level.file {
            Some(file) => fault.in_file(file, ""),
            None => fault,
        })?;
        let value = &level.value;
        Ok(WorldMap {
            name: text(value, "identifier").into(),
            id: text(value, "iid").into(),
            file: level.file.clone(),
            position: ivec2(number(value, "worldX", 0)?, number(value, "worldY", 0)?),
            size: uvec2(number(value, "pxWid", 0)?, number(value, "pxHei", 0)?),
            depth: number(value, "worldDepth", 0)?,
            neighbors: Vec::new(),
            map,
        })
    }

    fn map(&self, level: &Value, cells: &mut u64) -> Read<TileMap> {
        let pixels = uvec2(number(level, "pxWid", 0)?, number(level, "pxHei", 0)?);
        let grid = self.grid.max(1);
        let size = uvec2(pixels.x.div_ceil(grid), pixels.y.div_ceil(grid));
        let mut map = TileMap::new(size, uvec2(grid, grid));
        map.background = color(text(level, "__bgColor"));
        map.properties = fields::read_fields(self, level)?;
        map.layers.extend(background(level)?);
        // LDtk lists layers from the top to the bottom.
        for layer in list(level, "layerInstances").iter().rev() {
            let name = format!("{}/{}", text(level, "identifier"), text(layer, "__identifier"));
            let read = layers::read_layer(self, layer, grid, cells);
            map.layers.extend(read.map_err(|fault| fault.in_layer(&name))?);
        }
        map.sets = self.definitions.sets_of(level);
        Ok(map)
    }
}

/// The picture behind a level.
fn background(level: &Value) -> Read<Option<MapLayer>> {
    let source = text(level, "bgRelPath");
    if source.is_empty() {
        return Ok(None);
    }
    let image = TileImage { source: source.into(), ..TileImage::default() };
    let content = LayerContent::Image { image, repeat_x: false, repeat_y: false };
    let mut layer = MapLayer::new("background", content);
    let place = level.get("__bgPos").unwrap_or(&Value::Null);
    let pair = |key: &str, or: f32| -> Read<[f32; 2]> {
        let pair = list(place, key);
        Ok([float(pair.first(), or)?, float(pair.get(1), or)?])
    };
    layer.offset = Vec2::from(pair("topLeftPx", 0.0)?);
    layer.properties.set("__scale", TileProperty::Point(pair("scale", 1.0)?));
    let crop: Read<Vec<_>> = list(place, "cropRect")
        .iter()
        .map(|side| float(Some(side), 0.0).map(TileProperty::Float))
        .collect();
    layer.properties.set("__crop", TileProperty::List(crop?));
    Ok(Some(layer))
}
