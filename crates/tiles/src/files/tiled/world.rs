//! Worlds of Tiled: maps side by side, listed in a JSON file.

use super::json;
use super::read_tiled;
use crate::files::MapReader;
use crate::files::fault::{Fault, Read};
use crate::files::path::path_beside;
use crate::{MapWorld, TileError, WorldLayout, WorldMap};
use motile_geom::{IVec2, UVec2, ivec2, uvec2};
use serde_json::Value;

/// Reads a world of Tiled (`.world`) and the maps it lists.
///
/// # Errors
/// [`TileError::File`], as [`read_tiled`]. Worlds that name their maps by patterns are refused: those need the list of
/// a folder, and a [`MapReader`] reads single files.
pub fn read_tiled_world(path: &str, reader: &mut impl MapReader) -> Result<MapWorld, TileError> {
    let bytes = reader.bytes(path).map_err(|error| Fault::new(error).in_file(path, ""))?;
    let text = String::from_utf8_lossy(&bytes);
    let listed = list(&text).map_err(|fault| fault.in_file(path, ""))?;
    let mut world = MapWorld { layout: WorldLayout::Free, ..MapWorld::default() };
    for (name, position, size) in listed {
        let file = path_beside(path, &name);
        let map = read_tiled(&file, reader)?;
        let size = size.unwrap_or_else(|| map.size.saturating_mul(map.tile_size));
        let entry = WorldMap { name, file: Some(file), position, size, map, ..WorldMap::default() };
        world.maps.push(entry);
    }
    Ok(world)
}

type Listed = (String, IVec2, Option<UVec2>);

fn list(text: &str) -> Read<Vec<Listed>> {
    let value = json::parse(text)?;
    let has_patterns = |list: &Vec<Value>| !list.is_empty();
    if value.get("patterns").and_then(Value::as_array).is_some_and(has_patterns) {
        return Err(Fault::new("patterns of file names are not read"));
    }
    let maps = value.get("maps").and_then(Value::as_array);
    let maps = maps.ok_or_else(|| Fault::new("expected a list of maps"))?;
    maps.iter().enumerate().map(|(index, map)| entry(index, map)).collect()
}

/// A map of the list. Where it stands in the list is the place of its faults: JSON that has been read knows no lines.
fn entry(index: usize, map: &Value) -> Read<Listed> {
    let name = map.get("fileName").and_then(Value::as_str);
    let name = name.ok_or_else(|| Fault::new(format!("maps[{index}] has no fileName")))?;
    let wrong = |key: &str, (low, high): (i64, i64)| {
        let what = format!("{key} is no whole number from {low} to {high}");
        Fault::new(format!("maps[{index}], \"{name}\": {what}"))
    };
    let number = |key: &str, (low, high): (i64, i64)| match map.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_i64().filter(|number| (low..=high).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(wrong(key, (low, high))),
        },
    };
    let place = |key| Ok(number(key, (i32::MIN.into(), i32::MAX.into()))?.unwrap_or(0) as i32);
    let side = |key| Ok(number(key, (0, u32::MAX.into()))?.map(|side| side as u32));
    let size = side("width")?.zip(side("height")?).map(|(width, height)| uvec2(width, height));
    Ok((name.into(), ivec2(place("x")?, place("y")?), size))
}
