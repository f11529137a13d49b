//! Maps and their layers.

use super::TmxCells;
use super::element::{Element, Writer};
use super::objects::write_object;
use super::sets::{write_image, write_set};
use crate::files::tiled::base64;
use crate::{
    LayerContent, MapLayer, Orientation, RenderOrder, ShiftedLines, Tile, TileLayer, TileMap,
};
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use motile_geom::IRect;
use std::io::{self, Write as _};

/// Cells along a side of the chunks that are written: the size Tiled itself uses.
const CHUNK: u32 = 16;

pub(super) fn write_map(out: &mut Writer, map: &TileMap, cells: TmxCells) {
    let order = match map.render_order {
        RenderOrder::RightDown => "right-down",
        RenderOrder::RightUp => "right-up",
        RenderOrder::LeftDown => "left-down",
        RenderOrder::LeftUp => "left-up",
    };
    let node = out.element("map").text("version", "1.10");
    let node = orientation(node, map.orientation)
        .text("renderorder", order)
        .number("width", map.size.x)
        .number("height", map.size.y)
        .number("tilewidth", map.tile_size.x)
        .number("tileheight", map.tile_size.y)
        .flag(false, "infinite", map.endless)
        .named("class", &map.class)
        .float_unless(0.0, "parallaxoriginx", map.parallax_origin.x)
        .float_unless(0.0, "parallaxoriginy", map.parallax_origin.y);
    let node = match map.background {
        Some(color) => node.color("backgroundcolor", color),
        None => node,
    };
    let next = |ids: &mut dyn Iterator<Item = u32>| ids.max().unwrap_or(0).saturating_add(1);
    let node = node
        .number("nextlayerid", next(&mut map.all_layers().map(|layer| layer.id)))
        .number("nextobjectid", next(&mut map.objects().map(|(_, object)| object.id)));
    node.inside(|out| {
        out.properties(&map.properties);
        map.sets.iter().for_each(|set| write_set(out, set, false));
        map.layers.iter().for_each(|layer| write_layer(out, map, layer, cells));
    });
}

fn orientation(node: Element<'_>, orientation: Orientation) -> Element<'_> {
    match orientation {
        Orientation::Orthogonal => node.text("orientation", "orthogonal"),
        Orientation::Isometric => node.text("orientation", "isometric"),
        Orientation::Staggered { stagger } => {
            shifted(node.text("orientation", "staggered"), stagger)
        }
        Orientation::Hexagonal { stagger, side } => {
            shifted(node.text("orientation", "hexagonal").number("hexsidelength", side), stagger)
        }
        Orientation::Oblique { skew } => {
            node.text("orientation", "oblique").number("skewx", skew.x).number("skewy", skew.y)
        }
    }
}

fn shifted(node: Element<'_>, stagger: ShiftedLines) -> Element<'_> {
    node.text("staggeraxis", if stagger.columns { "x" } else { "y" })
        .text("staggerindex", if stagger.even { "even" } else { "odd" })
}

fn write_layer(out: &mut Writer, map: &TileMap, layer: &MapLayer, cells: TmxCells) {
    if layer.cell_size.is_some_and(|size| size != map.tile_size) {
        out.refuse(format!("layer \"{}\": TMX has one size of cells", layer.name));
    }
    let name = match &layer.content {
        LayerContent::Tiles(_) => "layer",
        LayerContent::Objects(_) => "objectgroup",
        LayerContent::Image { .. } => "imagelayer",
        LayerContent::Group(_) => "group",
        LayerContent::Values(_) => {
            out.refuse(format!("layer \"{}\": TMX has no layers of values", layer.name));
            return;
        }
    };
    let node = settings(out.element(name).unless(0, "id", layer.id), layer);
    match &layer.content {
        LayerContent::Tiles(tiles) => {
            let (width, height) = match tiles.grid() {
                Some(grid) => (grid.width(), grid.height()),
                None => (map.size.x, map.size.y),
            };
            node.number("width", width).number("height", height).inside(|out| {
                out.properties(&layer.properties);
                write_tiles(out, tiles, map.endless, cells);
            });
        }
        LayerContent::Objects(objects) => {
            let node = if layer.sort_y { node } else { node.text("draworder", "index") };
            node.inside(|out| {
                out.properties(&layer.properties);
                for object in objects {
                    write_object(out, object, Some(map));
                }
            });
        }
        LayerContent::Image { image, repeat_x, repeat_y } => {
            node.flag(false, "repeatx", *repeat_x).flag(false, "repeaty", *repeat_y).inside(
                |out| {
                    write_image(out, image);
                    out.properties(&layer.properties);
                },
            );
        }
        LayerContent::Group(children) => node.inside(|out| {
            out.properties(&layer.properties);
            for child in children {
                write_layer(out, map, child, cells);
            }
        }),
        LayerContent::Values(_) => node.end(),
    }
}

fn settings<'w>(node: Element<'w>, layer: &MapLayer) -> Element<'w> {
    let node = node
        .text("name", &layer.name)
        .named("class", &layer.class)
        .flag(true, "visible", layer.visible)
        .float_unless(1.0, "opacity", layer.opacity)
        .float_unless(0.0, "offsetx", layer.offset.x)
        .float_unless(0.0, "offsety", layer.offset.y)
        .float_unless(1.0, "parallaxx", layer.parallax.x)
        .float_unless(1.0, "parallaxy", layer.parallax.y);
    if layer.tint == 0xFFFF_FFFF { node } else { node.color("tintcolor", layer.tint) }
}

fn write_tiles(out: &mut Writer, tiles: &TileLayer, endless: bool, cells: TmxCells) {
    if endless != tiles.is_endless() {
        out.refuse("TMX has layers without borders in endless maps, and only there");
    }
    let node = match cells {
        TmxCells::Csv => out.element("data").text("encoding", "csv"),
        TmxCells::Base64 => out.element("data").text("encoding", "base64"),
        TmxCells::Zlib => {
            out.element("data").text("encoding", "base64").text("compression", "zlib")
        }
        TmxCells::Gzip => {
            out.element("data").text("encoding", "base64").text("compression", "gzip")
        }
    };
    let Some(grid) = tiles.grid() else {
        return node.inside(|out| chunks(out, tiles, cells));
    };
    node.end_with_text(&encoded(grid.cells(), grid.width(), cells));
}

fn chunks(out: &mut Writer, tiles: &TileLayer, cells: TmxCells) {
    for (chunk, _) in tiles.chunks() {
        let area = TileLayer::cells_of_chunk(chunk);
        for dy in (0..area.height).step_by(CHUNK as usize) {
            for dx in (0..area.width).step_by(CHUNK as usize) {
                let part = IRect::new(area.x + dx as i32, area.y + dy as i32, CHUNK, CHUNK);
                let part_cells = tiles.copy_rect(part);
                let Some(grid) = part_cells.grid() else { continue };
                if grid.cells().iter().all(|tile| tile.is_empty()) {
                    continue;
                }
                out.element("chunk")
                    .number("x", part.x)
                    .number("y", part.y)
                    .number("width", CHUNK)
                    .number("height", CHUNK)
                    .end_with_text(&encoded(grid.cells(), CHUNK, cells));
            }
        }
    }
}

fn encoded(tiles: &[Tile], width: u32, cells: TmxCells) -> String {
    let bytes = || tiles.iter().flat_map(|tile| tile.bits().to_le_bytes()).collect::<Vec<u8>>();
    // Compressing into memory does not fail.
    let packed = |packed: io::Result<Vec<u8>>| base64::encode(&packed.unwrap_or_default());
    match cells {
        TmxCells::Csv => comma_separated(tiles, width),
        TmxCells::Base64 => base64::encode(&bytes()),
        TmxCells::Zlib => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            packed(encoder.write_all(&bytes()).and_then(|()| encoder.finish()))
        }
        TmxCells::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            packed(encoder.write_all(&bytes()).and_then(|()| encoder.finish()))
        }
    }
}

fn comma_separated(tiles: &[Tile], width: u32) -> String {
    let row = |row: &[Tile]| {
        let words: Vec<String> = row.iter().map(|tile| tile.bits().to_string()).collect();
        words.join(",")
    };
    let rows: Vec<String> = tiles.chunks(width.max(1) as usize).map(row).collect();
    format!("\n{}\n", rows.join(",\n"))
}
