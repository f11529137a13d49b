//! JSON as the elements that TMX would have: TMJ differs from it in names and nesting only.

use super::json_old;
use super::node::Node;
use crate::files::fault::{Fault, Read};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Reads a text as JSON. It is nested at most 128 deep.
pub(super) fn parse(text: &str) -> Read<Value> {
    serde_json::from_str(text).map_err(|error| {
        Fault::new(format!("no JSON: {error}")).at_line(error.line(), error.column())
    })
}

/// The elements of a map, tileset or template, whichever it says it is.
pub(super) fn root(value: &Value) -> Read<Node<'_>> {
    let object = value.as_object().ok_or_else(|| Fault::new("expected an object"))?;
    let name = match object.get("type").and_then(Value::as_str) {
        Some(kind @ ("map" | "tileset" | "template")) => kind,
        Some(kind) => return Err(Fault::new(format!("\"{kind}\" is no map, tileset or template"))),
        // Files from before Tiled 1.0 do not say.
        None if object.contains_key("layers") => "map",
        None => "tileset",
    };
    element(name, object)
}

/// An element from an object. Plain values are its attributes; the rest are elements inside it.
pub(super) fn element<'a>(name: &'a str, object: &'a Map<String, Value>) -> Read<Node<'a>> {
    let mut node = Node::new(name);
    for (key, value) in object {
        match value {
            Value::Array(list) => list_inside(&mut node, key, list)?,
            Value::Object(inner) if key == "properties" => {
                node.children.push(json_old::properties(inner, object.get("propertytypes"))?);
            }
            Value::Object(inner) => object_inside(&mut node, key, inner)?,
            _ => plain(&mut node, key, value),
        }
    }
    cells(&mut node, object);
    if name == "tileset" {
        json_old::tiles(&mut node, object)?;
    }
    Ok(node)
}

/// A text, number, or yes and no.
fn plain<'a>(node: &mut Node<'a>, key: &'a str, value: &'a Value) {
    match (node.name, key, value) {
        (_, _, Value::Null) | (_, "ellipse" | "point" | "capsule", Value::Bool(false)) => {}
        ("object", "ellipse" | "point" | "capsule", Value::Bool(true)) => {
            node.children.push(Node::new(key));
        }
        ("tileset" | "tile" | "imagelayer", "image", Value::String(source)) => {
            image(node).attributes.push(("source", Cow::Borrowed(source)));
        }
        ("tileset" | "tile" | "imagelayer", "imagewidth", value) => {
            image(node).attributes.push(("width", scalar(value)));
        }
        ("tileset" | "tile" | "imagelayer", "imageheight", value) => {
            image(node).attributes.push(("height", scalar(value)));
        }
        ("tileset" | "tile" | "imagelayer", "transparentcolor", value) => {
            image(node).attributes.push(("trans", scalar(value)));
        }
        // Texts, and the cells of a layer or chunk.
        ("text", "text", Value::String(text)) | (_, "data", Value::String(text)) => {
            node.text = Cow::Borrowed(text);
        }
        _ => node.attributes.push((key, scalar(value))),
    }
}

/// The picture of an element, whose values JSON has beside the others.
fn image<'n, 'a>(node: &'n mut Node<'a>) -> &'n mut Node<'a> {
    let place = node.children.iter().position(|child| child.name == "image");
    let place = place.unwrap_or_else(|| {
        node.children.push(Node::new("image"));
        node.children.len() - 1
    });
    &mut node.children[place]
}

fn scalar(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        Value::Null => Cow::Borrowed(""),
        other => Cow::Owned(other.to_string()),
    }
}

/// A list inside an element: elements of one kind, in a holder of their own where TMX has one.
fn list_inside<'a>(node: &mut Node<'a>, key: &'a str, list: &'a [Value]) -> Read<()> {
    let (holder, name) = match key {
        "layers" => {
            for layer in list {
                node.children.push(layer_element(layer)?);
            }
            return Ok(());
        }
        "properties" => {
            node.children.push(properties(list)?);
            return Ok(());
        }
        "polygon" | "polyline" => {
            node.children.push(points(key, list)?);
            return Ok(());
        }
        "data" => {
            node.numbers = Some(list);
            return Ok(());
        }
        "wangid" | "terrain" => {
            let words: Vec<_> = list.iter().map(scalar).collect();
            node.attributes.push((key, words.join(",").into()));
            return Ok(());
        }
        "tilesets" => (None, "tileset"),
        "objects" => (None, "object"),
        "tiles" => (None, "tile"),
        "colors" => (None, "wangcolor"),
        "edgecolors" => (None, "wangedgecolor"),
        "cornercolors" => (None, "wangcornercolor"),
        "wangtiles" => (None, "wangtile"),
        "chunks" => (None, "chunk"),
        "animation" => (Some("animation"), "frame"),
        "wangsets" => (Some("wangsets"), "wangset"),
        "terrains" => (Some("terraintypes"), "terrain"),
        // What a later version may have.
        _ => return Ok(()),
    };
    let mut children = Vec::with_capacity(list.len());
    for value in list {
        let object = value.as_object();
        let object = object.ok_or_else(|| Fault::new(format!("{key}: expected objects")))?;
        children.push(element(name, object)?);
    }
    match holder {
        Some(holder) => {
            node.children.push(Node { children, ..Node::new(holder) });
        }
        None => node.children.append(&mut children),
    }
    Ok(())
}

fn object_inside<'a>(node: &mut Node<'a>, key: &'a str, inner: &'a Map<String, Value>) -> Read<()> {
    let known = ["objectgroup", "text", "tileoffset", "transformations", "tileset", "object"];
    if known.contains(&key) {
        node.children.push(element(key, inner)?);
    }
    Ok(())
}

fn layer_element(value: &Value) -> Read<Node<'_>> {
    let object = value.as_object().ok_or_else(|| Fault::new("layers: expected objects"))?;
    let name = match object.get("type").and_then(Value::as_str) {
        Some("tilelayer") => "layer",
        Some(kind @ ("objectgroup" | "imagelayer" | "group")) => kind,
        other => {
            let word = other.unwrap_or_default();
            let old = json_old::LAYERS.iter().find(|(old, _)| *old == word);
            old.ok_or_else(|| Fault::new(format!("\"{word}\" is no layer")))?.1
        }
    };
    element(name, object)
}

/// In TMX the cells of a layer are in an element of their own.
fn cells<'a>(node: &mut Node<'a>, object: &'a Map<String, Value>) {
    if node.name != "layer" {
        return;
    }
    let mut data = Node::new("data");
    for key in ["encoding", "compression"] {
        if let Some(value) = object.get(key).filter(|value| !value.is_null()) {
            data.attributes.push((key, scalar(value)));
        }
    }
    data.text = core::mem::take(&mut node.text);
    data.numbers = node.numbers.take();
    let children = core::mem::take(&mut node.children);
    let (chunks, rest) = children.into_iter().partition(|child| child.name == "chunk");
    (data.children, node.children) = (chunks, rest);
    node.children.push(data);
}

fn points<'a>(name: &'a str, list: &[Value]) -> Read<Node<'a>> {
    let mut pairs = Vec::with_capacity(list.len());
    for point in list {
        let axis = |key: &str| point.get(key).filter(|value| value.is_number());
        let (Some(x), Some(y)) = (axis("x"), axis("y")) else {
            return Err(Fault::new(format!("{name}: expected objects with x and y")));
        };
        pairs.push(format!("{x},{y}"));
    }
    Ok(Node::new(name).with("points", pairs.join(" ")))
}

fn properties(list: &[Value]) -> Read<Node<'_>> {
    let mut node = Node::new("properties");
    for value in list {
        let object = value.as_object();
        let object = object.ok_or_else(|| Fault::new("properties: expected objects"))?;
        let mut property = Node::new("property");
        for (key, value) in object {
            if key == "value" {
                property_value(&mut property, value)?;
            } else {
                property.attributes.push((key, scalar(value)));
            }
        }
        node.children.push(property);
    }
    Ok(node)
}

/// The value of a property: plain, the members of a class, or a list.
fn property_value<'a>(property: &mut Node<'a>, value: &'a Value) -> Read<()> {
    match value {
        Value::Object(members) => {
            let mut inner = Node::new("properties");
            for (name, value) in members {
                inner.children.push(member(value)?.with("name", name));
            }
            property.children.push(inner);
        }
        Value::Array(items) => {
            for item in items {
                let mut node = Node::new("item");
                match item.as_object() {
                    // An item with a type is written like a property.
                    Some(object) if object.contains_key("type") => {
                        for (key, value) in object {
                            if key == "value" {
                                property_value(&mut node, value)?;
                            } else {
                                node.attributes.push((key, scalar(value)));
                            }
                        }
                    }
                    _ => node = Node { name: "item", ..member(item)? },
                }
                property.children.push(node);
            }
        }
        _ => property.attributes.push(("value", scalar(value))),
    }
    Ok(())
}

/// A member of a class: JSON does not say its type, the value shows it.
pub(super) fn member(value: &Value) -> Read<Node<'_>> {
    let kind = match value {
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "int",
        Value::Object(_) => "class",
        Value::Array(_) => "list",
        Value::String(_) | Value::Null => "string",
    };
    let mut node = Node::new("property").with("type", kind);
    property_value(&mut node, value)?;
    Ok(node)
}
