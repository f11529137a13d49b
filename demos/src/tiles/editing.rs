//! The level editor that every demo of tiles has under one key, and how it saves.

use super::art;
use motile::math::UVec2;
use motile::prelude::*;
use motile::tiles::{
    EditorPanel, EditorReport, MapLayer, Tile, TileLayer, TileMap, TileSet, TileSheet, TileSpace,
    TmxCells, write_tmx,
};

/// The key and what it does, for the list of keys of a demo.
pub(super) const KEY: (Key, &str) = (Key::Char('e'), "level editor");
/// How fast the view is moved, pixels per second.
const PAN: f32 = 480.0;

/// Follows the input with the editor; `space` is where the cells are on the stage. A layer that is to be saved goes to the
/// clipboard as a map of the editor Tiled. Gives how far the view is to be moved, when the editor is open.
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
    open.then_some(pan * PAN * tick.dt)
}

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
    use motile::tiles::read_tiled;

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
