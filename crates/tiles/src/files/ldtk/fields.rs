//! Fields of levels and entities: what users wrote.

use super::Project;
use super::value::{float, list, number, text, whole};
use crate::files::color::color;
use crate::files::fault::{Fault, Read};
use crate::{TileProperties, TileProperty};
use serde_json::Value;

/// The fields of a level or entity.
pub(super) fn read_fields(project: &Project, value: &Value) -> Read<TileProperties> {
    let mut properties = TileProperties::default();
    for field in list(value, "fieldInstances") {
        let name = text(field, "__identifier");
        let content = field.get("__value").unwrap_or(&Value::Null);
        let Some(property) = read_field(project, text(field, "__type"), content) else {
            let kind = text(field, "__type");
            return Err(Fault::new(format!("field \"{name}\" is no {kind}")));
        };
        properties.set(name, property);
    }
    Ok(properties)
}

/// A value of a type, if it is one.
fn read_field(project: &Project, kind: &str, value: &Value) -> Option<TileProperty> {
    if let Some(kind) = kind.strip_prefix("Array<").and_then(|kind| kind.strip_suffix('>')) {
        // Of lists there are no lists.
        if kind.starts_with("Array<") {
            return None;
        }
        let items = value.as_array().map_or(&[][..], Vec::as_slice);
        let items: Option<_> = items.iter().map(|item| read_field(project, kind, item)).collect();
        return items.map(TileProperty::List);
    }
    if value.is_null() {
        return Some(TileProperty::Nothing);
    }
    let words = || value.as_str().map(String::from);
    Some(match kind {
        "Int" => TileProperty::Int(whole(Some(value), 0)?),
        "Float" => TileProperty::Float(float(Some(value), 0.0).ok()?),
        "Bool" => TileProperty::Bool(value.as_bool()?),
        "String" | "Multilines" => TileProperty::Text(words()?),
        "Color" => TileProperty::Color(color(value.as_str()?)?),
        "FilePath" => TileProperty::File(words()?),
        "Point" => {
            let axis = |key: &str| float(value.get(key), 0.0).ok();
            TileProperty::Point([axis("cx")?, axis("cy")?])
        }
        // One that is gone is none.
        "EntityRef" => {
            let id = project.entities.get(text(value, "entityIid"));
            TileProperty::Object(id.copied().unwrap_or(0))
        }
        "Tile" => tile_field(project, value).ok()?,
        _ => {
            let name =
                kind.strip_prefix("LocalEnum.").or_else(|| kind.strip_prefix("ExternEnum."))?;
            TileProperty::Enum(name.into(), words()?)
        }
    })
}

/// A rectangle of a tileset's picture.
pub(super) fn tile_field(project: &Project, value: &Value) -> Read<TileProperty> {
    let mut members = TileProperties::default();
    let set = project.definitions.sets.get(&number(value, "tilesetUid", -1)?);
    let name = set.map(|set| set.name.clone()).unwrap_or_default();
    members.set("tileset", TileProperty::Text(name));
    for key in ["x", "y", "w", "h"] {
        members.set(key, TileProperty::Int(number(value, key, 0)?));
    }
    Ok(TileProperty::Class("Tile".into(), members))
}
