//! Tilesets.

use super::loader::Loader;
use super::node::Node;
use super::objects;
use super::properties::read_properties;
use crate::files::fault::Read;
use crate::files::path::path_beside;
use crate::{
    Tile, TileAlignment, TileFrame, TileImage, TileInfo, TileSet, TileTurns, WangColor, WangKind,
    WangSet,
};
use motile_geom::{IRect, ivec2, uvec2};

/// A tileset of a file, inside it or in a file of its own. `first` is the number its first tile has in cells.
pub(super) fn read_set(
    loader: &mut Loader<'_>,
    node: &Node<'_>,
    first: u32,
    path: &str,
) -> Read<TileSet> {
    let Some(source) = node.get("source") else { return embedded(loader, node, first, path) };
    let mut set = loader.open(&path_beside(path, source), |loader, root| {
        if root.name != "tileset" {
            return Err(root.fault(format!("expected a tileset, found <{}>", root.name)));
        }
        read_set(loader, root, first, &path_beside(path, source))
    })?;
    set.source = Some(source.into());
    Ok(set)
}

fn embedded(loader: &mut Loader<'_>, node: &Node<'_>, first: u32, path: &str) -> Read<TileSet> {
    let mut set = TileSet {
        name: node.string("name"),
        class: node.string("class"),
        first,
        count: node.number("tilecount", 0)?,
        columns: node.number("columns", 0)?,
        tile_size: uvec2(node.number("tilewidth", 0)?, node.number("tileheight", 0)?),
        margin: node.number("margin", 0)?,
        spacing: node.number("spacing", 0)?,
        alignment: alignment(node)?,
        fit_cells: node.choice("tilerendersize", &[("tile", false), ("grid", true)])?,
        keep_aspect: node
            .choice("fillmode", &[("stretch", false), ("preserve-aspect-fit", true)])?,
        image: node.child("image").map(image).transpose()?,
        properties: read_properties(node)?,
        ..TileSet::default()
    };
    if let Some(offset) = node.child("tileoffset") {
        set.offset = ivec2(offset.number("x", 0)?, offset.number("y", 0)?);
    }
    if let Some(turns) = node.child("transformations") {
        set.turns = TileTurns {
            flip_x: turns.flag("hflip", false)?,
            flip_y: turns.flag("vflip", false)?,
            rotate: turns.flag("rotate", false)?,
            prefer_upright: turns.flag("preferuntransformed", false)?,
        };
    }
    count_tiles(&mut set);
    check_numbers(&set, node)?;
    for tile in node.all("tile") {
        let (id, info) = tile_info(loader, tile, path)?;
        set.tiles.insert(id, info);
    }
    for holder in node.all("wangsets") {
        for wang in holder.all("wangset") {
            set.wang_sets.push(wang_set(wang)?);
        }
    }
    if let Some(terrains) = node.child("terraintypes") {
        set.wang_sets.push(old_terrains(terrains, node)?);
    }
    Ok(set)
}

/// Files from before Tiled 0.15 leave the picture to tell how many tiles there are.
fn count_tiles(set: &mut TileSet) {
    let Some(image) = &set.image else { return };
    let along = |pixels: u32, tile: u32| {
        let room = u64::from(pixels) + u64::from(set.spacing);
        let room = room.saturating_sub(2 * u64::from(set.margin));
        room.checked_div(u64::from(tile) + u64::from(set.spacing)).unwrap_or(0) as u32
    };
    if set.columns == 0 {
        set.columns = along(image.size.x, set.tile_size.x);
    }
    if set.count == 0 {
        set.count = set.columns.saturating_mul(along(image.size.y, set.tile_size.y));
    }
}

fn check_numbers(set: &TileSet, node: &Node<'_>) -> Read<()> {
    let last = u64::from(set.first) + u64::from(set.count);
    if set.first == 0 || last > u64::from(Tile::MAX_NUMBER) + 1 {
        let what = format!("{} tiles from number {} on: cells have no room", set.count, set.first);
        return Err(node.fault(what));
    }
    Ok(())
}

fn alignment(node: &Node<'_>) -> Read<TileAlignment> {
    node.choice(
        "objectalignment",
        &[
            ("unspecified", TileAlignment::ByMap),
            ("topleft", TileAlignment::TopLeft),
            ("top", TileAlignment::Top),
            ("topright", TileAlignment::TopRight),
            ("left", TileAlignment::Left),
            ("center", TileAlignment::Center),
            ("right", TileAlignment::Right),
            ("bottomleft", TileAlignment::BottomLeft),
            ("bottom", TileAlignment::Bottom),
            ("bottomright", TileAlignment::BottomRight),
        ],
    )
}

/// A picture: where it is. One that stands inside the map has no name and is not read.
pub(super) fn image(node: &Node<'_>) -> Read<TileImage> {
    Ok(TileImage {
        source: node.string("source"),
        size: uvec2(node.number("width", 0)?, node.number("height", 0)?),
        transparent: node.color("trans")?.map(|color| color & 0xFF_FFFF),
    })
}

fn tile_info(loader: &mut Loader<'_>, node: &Node<'_>, path: &str) -> Read<(u32, TileInfo)> {
    let id: u32 = node.need("id")?;
    if id >= Tile::MAX_NUMBER {
        return Err(node.fault(format!("tile {id}: cells have no room for it")));
    }
    let mut info = TileInfo {
        // Tiled 1.9 called it a class; the others call it a type.
        class: node.get("type").or(node.get("class")).unwrap_or_default().into(),
        properties: read_properties(node)?,
        image: node.child("image").map(image).transpose()?,
        probability: node.float("probability", 1.0)?,
        ..TileInfo::default()
    };
    if node.get("x").is_some() || node.get("width").is_some() {
        let size = info.image.as_ref().map_or(uvec2(0, 0), |image| image.size);
        let (x, y) = (node.number("x", 0)?, node.number("y", 0)?);
        let (width, height) = (node.number("width", size.x)?, node.number("height", size.y)?);
        info.area = Some(IRect::new(x, y, width, height));
    }
    for frame in node.child("animation").into_iter().flat_map(|node| node.all("frame")) {
        let frame = TileFrame { tile: frame.need("tileid")?, millis: frame.number("duration", 0)? };
        info.animation.push(frame);
    }
    for group in node.all("objectgroup") {
        for object in group.all("object") {
            info.shapes.push(objects::read_shape(loader, object, path)?);
        }
    }
    Ok((id, info))
}

fn wang_set(node: &Node<'_>) -> Read<WangSet> {
    let mut set = WangSet {
        name: node.string("name"),
        class: node.string("class"),
        tile: tile_or_none(node, "tile")?,
        properties: read_properties(node)?,
        ..WangSet::default()
    };
    // Before Tiled 1.5 edges and corners had colors of their own: the edges' come first here.
    let edges: Read<Vec<_>> = node.all("wangedgecolor").map(wang_color).collect();
    let corners: Read<Vec<_>> = node.all("wangcornercolor").map(wang_color).collect();
    let colors: Read<Vec<_>> = node.all("wangcolor").map(wang_color).collect();
    let (edges, corners, colors) = (edges?, corners?, colors?);
    let old_kind = match (edges.is_empty(), corners.is_empty()) {
        (true, false) => WangKind::Corner,
        (false, true) => WangKind::Edge,
        _ => WangKind::Mixed,
    };
    set.kind = match node.get("type") {
        None => old_kind,
        Some(_) => node.choice(
            "type",
            &[("mixed", WangKind::Mixed), ("corner", WangKind::Corner), ("edge", WangKind::Edge)],
        )?,
    };
    let old_edges = edges.len() as u8;
    set.colors = edges.into_iter().chain(corners).chain(colors).collect();
    for tile in node.all("wangtile") {
        let colors = wang_id(tile, old_edges)?;
        set.tiles.push((tile.need("tileid")?, colors));
    }
    Ok(set)
}

fn wang_color(node: &Node<'_>) -> Read<WangColor> {
    Ok(WangColor {
        name: node.string("name"),
        class: node.string("class"),
        color: node.color("color")?.unwrap_or(0),
        tile: tile_or_none(node, "tile")?,
        probability: node.float("probability", 1.0)?,
        properties: read_properties(node)?,
    })
}

/// The number of a tile; −1 is none.
fn tile_or_none(node: &Node<'_>, name: &str) -> Read<Option<u32>> {
    Ok(node.maybe::<i64>(name)?.and_then(|tile| u32::try_from(tile).ok()))
}

/// The colors around a tile: eight numbers, or before Tiled 1.5 eight hexadecimal digits, the last one first.
fn wang_id(node: &Node<'_>, old_edges: u8) -> Read<[u8; 8]> {
    let text = node.get("wangid").unwrap_or_default().trim();
    let mut colors = [0; 8];
    if let Some(digits) = text.strip_prefix("0x") {
        let word = u32::from_str_radix(digits, 16);
        let word = word.map_err(|_| node.fault("wangid: expected hexadecimal digits"))?;
        for (i, color) in colors.iter_mut().enumerate() {
            let digit = (word >> (4 * i) & 15) as u8;
            let corner = i % 2 == 1 && digit > 0;
            *color = if corner { digit.saturating_add(old_edges) } else { digit };
        }
        return Ok(colors);
    }
    let wrong = || node.fault("wangid: expected eight numbers up to 255");
    let mut words = text.split(',');
    for color in &mut colors {
        *color = words.next().and_then(|word| word.trim().parse().ok()).ok_or_else(wrong)?;
    }
    if words.next().is_some() { Err(wrong()) } else { Ok(colors) }
}

/// The terrains that Tiled had before 1.5: colors of corners, written at the tiles.
fn old_terrains(terrains: &Node<'_>, node: &Node<'_>) -> Read<WangSet> {
    let mut set = WangSet { name: "Terrains".into(), kind: WangKind::Corner, ..WangSet::default() };
    for terrain in terrains.all("terrain") {
        set.colors.push(wang_color(terrain)?);
    }
    for tile in node.all("tile") {
        let Some(corners) = tile.get("terrain") else { continue };
        let color = |word: &str| match word.trim() {
            "" | "-1" => Some(0),
            word => word.parse::<u8>().ok()?.checked_add(1),
        };
        let corners: Option<Vec<u8>> = corners.split(',').map(color).collect();
        let Some(&[top_left, top_right, bottom_left, bottom_right]) = corners.as_deref() else {
            return Err(tile.fault("terrain: expected four numbers"));
        };
        let around = [0, top_right, 0, bottom_right, 0, bottom_left, 0, top_left];
        set.tiles.push((tile.need("id")?, around));
    }
    Ok(set)
}
