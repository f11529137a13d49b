//! Prints what is in a map file: `cargo run -p motile-tiles --features tiled,ldtk --example map_facts FILE`.

use motile_tiles::{LayerContent, MapLayer, TileMap, read_ldtk, read_tiled};
use std::io::{self, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: map_facts FILE")?;
    let mut disk = |path: &str| std::fs::read(path);
    if path.rsplit('.').next() != Some("ldtk") {
        print_map(&read_tiled(&path, &mut disk)?)?;
        return Ok(());
    }
    for world in read_ldtk(&path, &mut disk)? {
        for level in &world.maps {
            let (name, place) = (&level.name, level.position);
            writeln!(io::stdout(), "level {name:?} at {}, {}", place.x, place.y)?;
            print_map(&level.map)?;
        }
    }
    Ok(())
}

fn print_map(map: &TileMap) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (size, tile) = (map.size, map.tile_size);
    let kind = if map.endless { "endless" } else { "bounded" };
    writeln!(out, "{:?}, {kind}, {} × {} cells", map.orientation, size.x, size.y)?;
    writeln!(out, "cells of {} × {} pixels", tile.x, tile.y)?;
    for set in &map.sets {
        let file = set.source.as_deref().unwrap_or("inside the map");
        writeln!(out, "set {:?}: {} tiles from {} on, {file}", set.name, set.count, set.first)?;
    }
    for layer in map.all_layers() {
        writeln!(out, "layer {:?}: {}", layer.name, facts(layer))?;
    }
    for (_, object) in map.objects() {
        let place = object.position;
        writeln!(out, "object {:?} {:?} at {}, {}", object.name, object.class, place.x, place.y)?;
    }
    Ok(())
}

fn facts(layer: &MapLayer) -> String {
    match &layer.content {
        LayerContent::Tiles(tiles) => format!("{} tiles", tiles.tiles().count()),
        LayerContent::Values(values) => format!("values, {} of them named", values.names.len()),
        LayerContent::Objects(objects) => format!("{} objects", objects.len()),
        LayerContent::Image { image, .. } => format!("picture {:?}", image.source),
        LayerContent::Group(layers) => format!("group of {}", layers.len()),
        _ => "something new".into(),
    }
}
