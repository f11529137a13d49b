//! Objects.

use super::element::Writer;
use crate::files::tiled::objects::corner_from;
use crate::{MapObject, MapText, ObjectShape, Orientation, TextPlace, TileMap};
use motile_geom::Vec2;

/// Writes an object of a map, or with `None` the shape of a tile.
pub(super) fn write_object(out: &mut Writer, object: &MapObject, map: Option<&TileMap>) {
    let mut place = object.position;
    let mut node = out
        .element("object")
        .unless(0, "id", object.id)
        .named("name", &object.name)
        .named("type", &object.class);
    if let ObjectShape::Tile(tile) = object.shape {
        node = node.number("gid", tile.bits());
        let set = map.filter(|map| map.orientation != Orientation::Isometric);
        if let Some((set, _)) = set.and_then(|map| map.set_of(tile)) {
            place -= corner_from(set.alignment.share(false), object);
        }
    }
    let node = node
        .float("x", place.x)
        .float("y", place.y)
        .float_unless(0.0, "width", object.size.x)
        .float_unless(0.0, "height", object.size.y)
        .flag(true, "visible", object.visible)
        .float_unless(1.0, "opacity", object.opacity);
    let node = match degrees(object.rotation) {
        text if text == "0" => node,
        text => node.text("rotation", &text),
    };
    node.inside(|out| {
        out.properties(&object.properties);
        match &object.shape {
            ObjectShape::Rectangle | ObjectShape::Tile(_) => {}
            ObjectShape::Ellipse => out.element("ellipse").end(),
            ObjectShape::Capsule => out.element("capsule").end(),
            ObjectShape::Point => out.element("point").end(),
            ObjectShape::Polygon(points) => write_points(out, "polygon", points),
            ObjectShape::Polyline(points) => write_points(out, "polyline", points),
            ObjectShape::Text(text) => write_text(out, text),
        }
    });
    if !object.rotation.is_finite() {
        out.refuse(format!("the rotation of object {} is {}", object.id, object.rotation));
    }
}

/// An angle in the shortest digits that give the same radians again: 90, not 90.000002.
fn degrees(radians: f32) -> String {
    let exact = f64::from(radians).to_degrees();
    let short = (exact as f32).to_string();
    let same = short.parse().is_ok_and(|digits: f64| digits.to_radians() as f32 == radians);
    if same { short } else { exact.to_string() }
}

fn write_points(out: &mut Writer, name: &'static str, points: &[Vec2]) {
    if !points.iter().all(|point| point.is_finite()) {
        out.refuse("a corner that is not finite");
    }
    let words: Vec<String> =
        points.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
    out.element(name).text("points", &words.join(" ")).end();
}

fn write_text(out: &mut Writer, text: &MapText) {
    let usual = MapText::default();
    let mut node = out.element("text");
    if text.font != usual.font {
        node = node.text("fontfamily", &text.font);
    }
    if text.color != usual.color {
        node = node.color("color", text.color);
    }
    for (name, place, end) in
        [("halign", text.align_x, "right"), ("valign", text.align_y, "bottom")]
    {
        node = match place {
            TextPlace::Start => node,
            TextPlace::Center => node.text(name, "center"),
            TextPlace::End => node.text(name, end),
            TextPlace::Justify => node.text(name, "justify"),
        };
    }
    node.unless(usual.size, "pixelsize", text.size)
        .flag(false, "wrap", text.wrap)
        .flag(false, "bold", text.bold)
        .flag(false, "italic", text.italic)
        .flag(false, "underline", text.underline)
        .flag(false, "strikeout", text.strikeout)
        .flag(true, "kerning", text.kerning)
        .end_with_text(&text.text);
}
