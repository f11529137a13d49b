//! Objects and the templates they are made from.

use super::layers::Layers;
use super::loader::Loader;
use super::node::{Node, finite};
use super::properties::read_properties;
use super::sets::read_set;
use crate::files::fault::Read;
use crate::files::path::{path_beside, path_from};
use crate::{MapObject, MapText, ObjectShape, Orientation, TextPlace, Tile, TileMap, TileSet};
use motile_geom::{Vec2, ops, vec2};

/// An object of a map, moved to its top left corner.
pub(super) fn read_object(layers: &mut Layers<'_, '_>, node: &Node<'_>) -> Read<MapObject> {
    let base = match node.get("template") {
        Some(template) => {
            let path = path_beside(&layers.path, template);
            template_object(layers.loader, &mut layers.map, &layers.path, &path)
                .map_err(|fault| fault.at(node.at))?
        }
        None => MapObject::default(),
    };
    let mut object = over(base, node)?;
    if let ObjectShape::Tile(tile) = object.shape {
        let Some((set, local)) = layers.map.set_of(tile) else {
            return Err(node.fault(format!("no tileset has tile {}", tile.number())));
        };
        // Before Tiled 0.12 tiles had no size of their own.
        if object.size == Vec2::ZERO {
            let area = set.rect(local).map(|rect| vec2(rect.width as f32, rect.height as f32));
            object.size = area.unwrap_or(set.tile_size.as_vec2());
        }
        if layers.map.orientation != Orientation::Isometric {
            object.position += corner_from(set.alignment.share(false), &object);
        }
        if !object.position.is_finite() {
            return Err(node.fault("an object beyond all numbers"));
        }
    }
    Ok(object)
}

/// The way from the point of a tile that its position means to its top left corner; the tile turns about that point.
pub(super) fn corner_from(share: Vec2, object: &MapObject) -> Vec2 {
    let way = -share * object.size;
    if object.rotation == 0.0 {
        return way;
    }
    let (sin, cos) = (ops::sin(object.rotation), ops::cos(object.rotation));
    vec2(way.x * cos - way.y * sin, way.x * sin + way.y * cos)
}

/// A collision shape of a tile.
pub(super) fn read_shape(loader: &mut Loader<'_>, node: &Node<'_>, path: &str) -> Read<MapObject> {
    let Some(template) = node.get("template") else { return over(MapObject::default(), node) };
    // Tiles of templates mean nothing inside a tileset; their forms do.
    let base = loader.open(&path_beside(path, template), |loader, root| {
        let path = path_beside(path, template);
        let object = root.child("object");
        let object = object.ok_or_else(|| root.fault("a template without an object"))?;
        read_shape(loader, object, &path)
    })?;
    over(base, node)
}

/// The object of a template, with the tile it has in the map. Read once for all that are made from it.
fn template_object(
    loader: &mut Loader<'_>,
    map: &mut TileMap,
    map_path: &str,
    path: &str,
) -> Read<MapObject> {
    if let Some(known) = loader.templates.get(path) {
        return Ok(known.clone());
    }
    let object = loader.open(path, |loader, root| {
        let node = root.child("object");
        let node = node.ok_or_else(|| root.fault("a template without an object"))?;
        if let Some(inner) = node.get("template") {
            let base = template_object(loader, map, map_path, &path_beside(path, inner))?;
            return over(base, node);
        }
        let mut object = over(MapObject::default(), node)?;
        if let (ObjectShape::Tile(tile), Some(set)) = (&mut object.shape, root.child("tileset")) {
            let own_first: u32 = set.need("firstgid")?;
            let local = tile.number().checked_sub(own_first);
            let local = local.ok_or_else(|| node.fault("a tile before the tileset's first"))?;
            let first = first_of_set(loader, map, map_path, set, path)?;
            let number = first.saturating_add(local).min(Tile::MAX_NUMBER);
            *tile = tile.with_number(number);
        }
        Ok(object)
    })?;
    loader.templates.insert(path.into(), object.clone());
    Ok(object)
}

/// The first number that the map gives to the tileset of a template; one that the map does not have is added to it.
fn first_of_set(
    loader: &mut Loader<'_>,
    map: &mut TileMap,
    map_path: &str,
    node: &Node<'_>,
    path: &str,
) -> Read<u32> {
    let source = node.get("source").map(|source| path_beside(path, source));
    let same = |set: &&TileSet| {
        let own = set.source.as_ref().map(|source| path_beside(map_path, source));
        own.is_some() && own == source
    };
    if let Some(set) = map.sets.iter().find(same) {
        return Ok(set.first);
    }
    let ends = map.sets.iter().map(|set| {
        let last = set.tiles.keys().next_back().map_or(0, |tile| tile + 1);
        set.first.saturating_add(set.count.max(last))
    });
    let first = ends.max().unwrap_or(1);
    let mut set = read_set(loader, node, first, path)?;
    set.source = source.map(|source| path_from(map_path, &source));
    map.sets.push(set);
    Ok(first)
}

/// What an element says, over what its template said.
fn over(mut object: MapObject, node: &Node<'_>) -> Read<MapObject> {
    object.id = node.number("id", object.id)?;
    if let Some(name) = node.get("name") {
        object.name = name.into();
    }
    if let Some(class) = node.get("type").or(node.get("class")) {
        object.class = class.into();
    }
    let Vec2 { x, y } = object.position;
    object.position = vec2(node.float("x", x)?, node.float("y", y)?);
    let Vec2 { x, y } = object.size;
    object.size = vec2(node.float("width", x)?, node.float("height", y)?);
    if let Some(radians) = node.radians("rotation")? {
        object.rotation = radians;
    }
    object.visible = node.flag("visible", object.visible)?;
    object.opacity = node.float("opacity", object.opacity)?;
    if let Some(bits) = node.maybe::<u32>("gid")? {
        object.shape = ObjectShape::Tile(Tile::from_bits(bits));
    }
    if let Some(shape) = read_form(node)? {
        object.shape = shape;
    }
    object.properties.values.append(&mut read_properties(node)?.values);
    Ok(object)
}

fn read_form(node: &Node<'_>) -> Read<Option<ObjectShape>> {
    for child in &node.children {
        return Ok(Some(match child.name {
            "ellipse" => ObjectShape::Ellipse,
            "capsule" => ObjectShape::Capsule,
            "point" => ObjectShape::Point,
            "polygon" => ObjectShape::Polygon(points(child)?),
            "polyline" => ObjectShape::Polyline(points(child)?),
            "text" => ObjectShape::Text(text(child)?),
            _ => continue,
        }));
    }
    Ok(None)
}

fn points(node: &Node<'_>) -> Read<Vec<Vec2>> {
    let text = node.get("points").unwrap_or_default();
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(vec2(finite(x.trim())?, finite(y.trim())?))
    };
    let points: Option<Vec<_>> = text.split_whitespace().map(point).collect();
    points.ok_or_else(|| node.fault("points: expected pairs of finite numbers"))
}

fn text(node: &Node<'_>) -> Read<MapText> {
    let usual = MapText::default();
    let (start, center, end) = (TextPlace::Start, TextPlace::Center, TextPlace::End);
    Ok(MapText {
        text: node.text.clone().into_owned(),
        font: node.get("fontfamily").unwrap_or(&usual.font).into(),
        size: node.number("pixelsize", usual.size)?,
        color: node.color("color")?.unwrap_or(usual.color),
        wrap: node.flag("wrap", false)?,
        bold: node.flag("bold", false)?,
        italic: node.flag("italic", false)?,
        underline: node.flag("underline", false)?,
        strikeout: node.flag("strikeout", false)?,
        kerning: node.flag("kerning", true)?,
        align_x: node.choice(
            "halign",
            &[("left", start), ("center", center), ("right", end), ("justify", TextPlace::Justify)],
        )?,
        align_y: node.choice("valign", &[("top", start), ("center", center), ("bottom", end)])?,
    })
}
