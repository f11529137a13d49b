//! Entities: the objects of LDtk.

use super::Project;
use super::fields::{read_fields, tile_field};
use super::value::{float, list, number, text};
use crate::files::fault::{Fault, Read};
use crate::{MapObject, ObjectShape, Tile, TileProperty};
use motile_geom::{Vec2, vec2};
use serde_json::Value;

/// An entity, moved to its top left corner.
pub(super) fn read_entity(project: &Project, value: &Value) -> Read<MapObject> {
    let id = text(value, "iid");
    let size = vec2(float(value.get("width"), 0.0)?, float(value.get("height"), 0.0)?);
    let pivot = pair(value, "__pivot")?;
    let position = pair(value, "px")? - pivot * size;
    if !position.is_finite() {
        return Err(Fault::new("an entity beyond all numbers"));
    }
    let mut properties = read_fields(project, value)?;
    if pivot != Vec2::ZERO {
        properties.set("__pivot", TileProperty::Point(pivot.into()));
    }
    let tags: Vec<_> = list(value, "__tags").iter().filter_map(Value::as_str).collect();
    if !tags.is_empty() {
        let tags = tags.into_iter().map(|tag| TileProperty::Text(tag.into()));
        properties.set("__tags", TileProperty::List(tags.collect()));
    }
    let picture = value.get("__tile").filter(|tile| tile.is_object());
    if let Some(tile) = picture {
        properties.set("__tile", tile_field(project, tile)?);
    }
    let shape = match picture.map(|tile| single_tile(project, tile)).transpose()?.flatten() {
        Some(tile) => ObjectShape::Tile(tile),
        None if project.definitions.ellipses.contains(&number(value, "defUid", -1)?) => {
            ObjectShape::Ellipse
        }
        None => ObjectShape::Rectangle,
    };
    Ok(MapObject {
        id: project.entities.get(id).copied().unwrap_or(0),
        name: id.into(),
        class: text(value, "__identifier").into(),
        position,
        size,
        shape,
        properties,
        ..MapObject::default()
    })
}

fn pair(value: &Value, key: &str) -> Read<Vec2> {
    let pair = list(value, key);
    Ok(vec2(float(pair.first(), 0.0)?, float(pair.get(1), 0.0)?))
}

/// The tile that a rectangle of a picture is, when it is one.
fn single_tile(project: &Project, value: &Value) -> Read<Option<Tile>> {
    let Some(set) = project.definitions.sets.get(&number(value, "tilesetUid", -1)?) else {
        return Ok(None);
    };
    let side = |key: &str| number::<u32>(value, key, 0);
    if (side("w")?, side("h")?) != (set.tile_size.x, set.tile_size.y) {
        return Ok(None);
    }
    let index = |pixel: u32| {
        let step = set.tile_size.x.checked_add(set.spacing)?;
        let from = pixel.checked_sub(set.margin)?;
        (from.checked_rem(step)? == 0).then(|| from / step)
    };
    let (Some(column), Some(row)) = (index(side("x")?), index(side("y")?)) else {
        return Ok(None);
    };
    let number = u64::from(row) * u64::from(set.columns) + u64::from(column);
    let inside = column < set.columns && number < u64::from(set.count);
    Ok(inside.then(|| Tile::new(set.first + number as u32)))
}
