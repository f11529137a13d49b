//! How JSON was before Tiled 1.2, as games on pages still have it: properties and tiles by their names instead of in lists.

use super::json::{element, member};
use super::node::Node;
use crate::files::fault::{Fault, Read};
use serde_json::{Map, Value};

/// What layers were called before Tiled 0.8, by what they are called now.
pub(super) const LAYERS: [(&str, &str); 3] =
    [("Layer", "layer"), ("ObjectGroup", "objectgroup"), ("ImageLayer", "imagelayer")];

/// Properties by name; a type is that of the list beside them, or what the value shows.
pub(super) fn properties<'a>(
    values: &'a Map<String, Value>,
    types: Option<&'a Value>,
) -> Read<Node<'a>> {
    let mut node = Node::new("properties");
    for (name, value) in values {
        let mut property = member(value)?.with("name", name);
        if let Some(kind) = types.and_then(|types| types.get(name)).and_then(Value::as_str) {
            property.attributes.retain(|(key, _)| *key != "type");
            property = property.with("type", kind);
        }
        node.children.push(property);
    }
    Ok(node)
}

/// The tiles of a tileset by their numbers, from up to two lists: what they are, and their properties.
pub(super) fn tiles<'a>(set: &mut Node<'a>, object: &'a Map<String, Value>) -> Read<()> {
    let named = |key: &str| object.get(key).and_then(Value::as_object);
    let types = object.get("tilepropertytypes");
    for (id, tile) in named("tiles").into_iter().flatten() {
        let tile = tile.as_object();
        let tile = tile.ok_or_else(|| Fault::new(format!("tile {id}: expected an object")))?;
        let mut node = element("tile", tile)?;
        node.attributes.retain(|(key, _)| *key != "id");
        set.children.push(node.with("id", id));
    }
    for (id, values) in named("tileproperties").into_iter().flatten() {
        let values = values.as_object();
        let values = values.ok_or_else(|| Fault::new(format!("tile {id}: expected properties")))?;
        let inner = properties(values, types.and_then(|types| types.get(id)))?;
        let is_known = |node: &&mut Node<'_>| node.name == "tile" && node.get("id") == Some(id);
        if let Some(node) = set.children.iter_mut().find(is_known) {
            node.children.push(inner);
        } else {
            let node = Node { children: vec![inner], ..Node::new("tile") };
            set.children.push(node.with("id", id));
        }
    }
    Ok(())
}
