//! The level editor that every demo of tiles has under one key, and how it saves.

use super::art;
use motile::math::UVec2;
use motile::prelude::*;
use motile::tiles::{
    EditorPanel, EditorReport, MapLayer, Tile, TileLayer, TileMap, TileSet, TileSheet, TileSpace,
    TmxCells, read_tiled, write_tmx,
};

/// The key and what it does, for the list of keys of a demo.
pub(super) const KEY: (Key, &str) = (Key::Char('e'), "level editor");
/// How fast the view is moved, pixels per second.
const PAN: f32 = 480.0;

/// Follows the input with the editor; `space` is where the cells are on the stage. A layer that is to be saved goes to the
/// clipboard as a map of the editor Tiled; such a map that is pasted, or dropped as a file, is loaded. Gives how far the view is to be moved, when the editor is open.
pub(super) fn edit(
    panel: &mut EditorPanel,
    layer: &mut TileLayer,
    space: TileSpace,
    stage: &mut Stage,
    tick: Tick,
) -> Option<Vec2> {
    let EditorReport { open, save, pan, .. } = panel.update(tick.input, layer, space, stage.size());
    if save {
        match tmx(layer, space) {
            Ok(tmx) => {
                panel.note = format!("saved: {} characters of TMX on the clipboard", tmx.len());
                stage.shell.clipboard = Some(tmx);
            }
            Err(error) => stage.fail(error),
        }
    }
    let dropped = tick.input.files.first().map(|file| file.bytes.clone());
    let pasted = Some(&tick.input.text).filter(|text| text.contains("<map"));
    let given = dropped.or_else(|| pasted.map(|text| text.clone().into_bytes()));
    if let Some(tmx) = given.filter(|_| open) {
        panel.note = match load(layer, &tmx) {
            Ok(count) => format!("loaded: {count} tiles"),
            Err(error) => format!("not loaded: {error}"),
        };
    }
    open.then_some(pan * PAN * tick.dt)
}

/// Puts the tiles of a map's layer "ground", or else of its first one, into a layer, as far as that reaches. Gives how many.
fn load(layer: &mut TileLayer, tmx: &[u8]) -> motile::Result<usize> {
    let mut file = |path: &str| {
        if path == FILE { Ok(tmx.to_vec()) } else { Err(format!("{path} is another file")) }
    };
    let map = read_tiled(FILE, &mut file)?;
    let first = || map.all_layers().find_map(MapLayer::as_tiles);
    let Some(tiles) = map.tiles("ground").or_else(first) else { return Ok(0) };
    let old: Vec<IVec2> = layer.tiles().map(|(cell, _)| cell).collect();
    for cell in old {
        layer.set(cell.x, cell.y, Tile::EMPTY);
    }
    Ok(tiles.tiles().filter(|&(cell, tile)| layer.set(cell.x, cell.y, tile)).count())
}

/// What a map that is loaded is called in messages.
const FILE: &str = "loaded.tmx";

/// A closed editor with one tile of a color for each number from 1 on, for demos that draw their cells themselves.
pub(super) fn panel(colors: &[Color]) -> motile::Result<EditorPanel> {
    let picture = art::sheet(colors.len() as u32, |tile, x, y| {
        Some(art::grain(colors[tile as usize], x, y))
    })?;
    let sheet = TileSheet::new(&picture, UVec2::splat(art::SIDE))?;
    Ok(EditorPanel::new(&sheet, (1..=colors.len() as u32).map(Tile::new)))
}

/// A layer as a map of Tiled with one row of tiles.
fn tmx(layer: &TileLayer, space: TileSpace) -> motile::Result<String> {
    let (cells, tile) = (layer.bounds(), space.size.as_uvec2());
    let mut map = TileMap::new(UVec2::new(cells.width, cells.height), tile);
    map.endless = layer.is_endless();
    let last = layer.tiles().map(|(_, tile)| tile.number()).max().unwrap_or(1);
    let picture = UVec2::new(tile.x * last, tile.y);
    map.sets.push(TileSet::sheet("tiles", 1, picture, tile));
    map.layers.push(MapLayer::tiles("ground", layer.clone()));
    Ok(write_tmx(&map, TmxCells::Csv)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_x4_what_was_saved_is_loaded_again_by_pasting() {
        let painted = TileLayer::from_rows(&[[0, 1, 0], [2, 0, 3]]).unwrap();
        let text = tmx(&painted, TileSpace::square(32.0)).unwrap();
        let mut layer = TileLayer::from_rows(&[[5, 5, 5], [5, 5, 5]]).unwrap();
        assert_eq!(load(&mut layer, text.as_bytes()).unwrap(), 3);
        assert_eq!(layer, painted);
        // Into a smaller one goes what fits, and what is no map changes nothing.
        let mut small = TileLayer::new(2, 1).unwrap();
        assert_eq!(load(&mut small, text.as_bytes()).unwrap(), 1);
        assert!(load(&mut small, b"<map").is_err());
        assert_eq!(small.get(1, 0), Tile::new(1));
    }

    #[test]
    fn tile_78_what_is_saved_is_read_again() {
        let mut endless = TileLayer::endless();
        endless.set(-3, 7, Tile::new(4).flipped_x());
        for layer in [TileLayer::from_rows(&[[0, 1], [2, 3]]).unwrap(), endless] {
            let tmx = tmx(&layer, TileSpace::square(32.0)).unwrap();
            let map = read_tiled("a.tmx", &mut |_: &str| Ok::<_, String>(tmx.clone().into()));
            assert_eq!(map.unwrap().tiles("ground"), Some(&layer));
        }
    }
}
