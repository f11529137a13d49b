//! Properties of a user's own.

use super::node::{Node, finite};
use crate::files::color::color;
use crate::files::fault::Read;
use crate::files::limits::MAX_CLASSES;
use crate::{TileProperties, TileProperty};

/// The properties of an element.
pub(super) fn read_properties(node: &Node<'_>) -> Read<TileProperties> {
    members(node, 0)
}

fn members(node: &Node<'_>, depth: usize) -> Read<TileProperties> {
    let mut properties = TileProperties::default();
    for holder in node.all("properties") {
        for property in holder.all("property") {
            properties.set(property.string("name"), read_property(property, depth)?);
        }
    }
    Ok(properties)
}

fn read_property(node: &Node<'_>, depth: usize) -> Read<TileProperty> {
    if depth > MAX_CLASSES {
        return Err(node.fault(format!("classes nested deeper than {MAX_CLASSES}")));
    }
    // Texts with line breaks stand inside the element.
    let text = node.get("value").unwrap_or(&node.text);
    let wrong = |expected: &str| {
        let name = node.get("name").unwrap_or_default();
        node.fault(format!("property \"{name}\": expected {expected}"))
    };
    let kind = node.get("propertytype").unwrap_or_default();
    let trimmed = text.trim();
    Ok(match node.get("type").unwrap_or("string") {
        "string" if !kind.is_empty() => TileProperty::Enum(kind.into(), text.into()),
        "string" | "" => TileProperty::Text(text.into()),
        "int" => TileProperty::Int(trimmed.parse().map_err(|_| wrong("a whole number"))?),
        "float" => TileProperty::Float(finite(trimmed).ok_or_else(|| wrong("a finite number"))?),
        "bool" => TileProperty::Bool(match trimmed {
            "true" | "1" => true,
            "false" | "0" | "" => false,
            _ => return Err(wrong("true or false")),
        }),
        // A color that was never chosen is written as nothing.
        "color" if trimmed.is_empty() => TileProperty::Nothing,
        "color" => TileProperty::Color(color(trimmed).ok_or_else(|| wrong("a color"))?),
        "file" => TileProperty::File(text.into()),
        "object" if trimmed.is_empty() => TileProperty::Object(0),
        "object" => {
            TileProperty::Object(trimmed.parse().map_err(|_| wrong("the number of an object"))?)
        }
        "class" => TileProperty::Class(kind.into(), members(node, depth + 1)?),
        "list" => {
            let item = |item| read_property(item, depth + 1);
            let items: Read<Vec<_>> = node.all("item").map(item).collect();
            TileProperty::List(items?)
        }
        other => return Err(wrong(&format!("a type that is known, not \"{other}\""))),
    })
}
