//! Tilesets.

use super::element::Writer;
use super::objects::write_object;
use crate::{TileAlignment, TileImage, TileInfo, TileSet, TileTurns, WangKind, WangSet};

/// Writes a tileset: in a map with its first number, and only its name when it has a file; alone as a file.
pub(super) fn write_set(out: &mut Writer, set: &TileSet, alone: bool) {
    let mut node = out.element("tileset");
    if alone {
        node = node.text("version", "1.10");
    } else {
        node = node.number("firstgid", set.first);
        if let Some(source) = &set.source {
            return node.text("source", source).end();
        }
    }
    node = node
        .text("name", &set.name)
        .named("class", &set.class)
        .number("tilewidth", set.tile_size.x)
        .number("tileheight", set.tile_size.y)
        .unless(0, "spacing", set.spacing)
        .unless(0, "margin", set.margin)
        .number("tilecount", set.count)
        .number("columns", set.columns)
        .named("objectalignment", alignment(set.alignment));
    if set.fit_cells {
        node = node.text("tilerendersize", "grid");
    }
    if set.keep_aspect {
        node = node.text("fillmode", "preserve-aspect-fit");
    }
    node.inside(|out| {
        if set.offset != motile_geom::IVec2::ZERO {
            out.element("tileoffset").number("x", set.offset.x).number("y", set.offset.y).end();
        }
        if set.turns != TileTurns::default() {
            write_turns(out, set.turns);
        }
        out.properties(&set.properties);
        if let Some(image) = &set.image {
            write_image(out, image);
        }
        set.tiles.iter().for_each(|(&id, info)| write_tile(out, id, info));
        if !set.wang_sets.is_empty() {
            out.element("wangsets").inside(|out| {
                set.wang_sets.iter().for_each(|wang| write_wang_set(out, wang));
            });
        }
    });
}

const fn alignment(alignment: TileAlignment) -> &'static str {
    match alignment {
        TileAlignment::ByMap => "",
        TileAlignment::TopLeft => "topleft",
        TileAlignment::Top => "top",
        TileAlignment::TopRight => "topright",
        TileAlignment::Left => "left",
        TileAlignment::Center => "center",
        TileAlignment::Right => "right",
        TileAlignment::BottomLeft => "bottomleft",
        TileAlignment::Bottom => "bottom",
        TileAlignment::BottomRight => "bottomright",
    }
}

fn write_turns(out: &mut Writer, turns: TileTurns) {
    out.element("transformations")
        .number("hflip", u8::from(turns.flip_x))
        .number("vflip", u8::from(turns.flip_y))
        .number("rotate", u8::from(turns.rotate))
        .number("preferuntransformed", u8::from(turns.prefer_upright))
        .end();
}

pub(super) fn write_image(out: &mut Writer, image: &TileImage) {
    let mut node = out
        .element("image")
        .named("source", &image.source)
        .unless(0, "width", image.size.x)
        .unless(0, "height", image.size.y);
    if let Some(color) = image.transparent {
        node = node.number("trans", format_args!("{:06x}", color & 0xFF_FFFF));
    }
    node.end();
}

fn write_tile(out: &mut Writer, id: u32, info: &TileInfo) {
    let mut node = out.element("tile").number("id", id).named("type", &info.class);
    if let Some(area) = info.area {
        node = node
            .number("x", area.x)
            .number("y", area.y)
            .number("width", area.width)
            .number("height", area.height);
    }
    node.float_unless(1.0, "probability", info.probability).inside(|out| {
        out.properties(&info.properties);
        if let Some(image) = &info.image {
            write_image(out, image);
        }
        if !info.shapes.is_empty() {
            out.element("objectgroup").text("draworder", "index").inside(|out| {
                info.shapes.iter().for_each(|shape| write_object(out, shape, None));
            });
        }
        if !info.animation.is_empty() {
            out.element("animation").inside(|out| {
                for frame in &info.animation {
                    out.element("frame")
                        .number("tileid", frame.tile)
                        .number("duration", frame.millis)
                        .end();
                }
            });
        }
    });
}

fn write_wang_set(out: &mut Writer, wang: &WangSet) {
    let kind = match wang.kind {
        WangKind::Corner => "corner",
        WangKind::Edge => "edge",
        WangKind::Mixed => "mixed",
    };
    let tile = |tile: Option<u32>| tile.map_or(-1, i64::from);
    let node = out.element("wangset").text("name", &wang.name).named("class", &wang.class);
    node.text("type", kind).number("tile", tile(wang.tile)).inside(|out| {
        out.properties(&wang.properties);
        for color in &wang.colors {
            out.element("wangcolor")
                .text("name", &color.name)
                .named("class", &color.class)
                .color("color", color.color)
                .number("tile", tile(color.tile))
                .float("probability", color.probability)
                .inside(|out| out.properties(&color.properties));
        }
        for (id, colors) in &wang.tiles {
            let words: Vec<String> = colors.iter().map(u8::to_string).collect();
            let node = out.element("wangtile").number("tileid", id);
            node.text("wangid", &words.join(",")).end();
        }
    });
}
