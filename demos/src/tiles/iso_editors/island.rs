//! An island from the logic layers of LDtk.

use super::super::iso_art::{Part, built};
use super::art::SIDE;
use motile::geom::Vec3;
use motile::math::{UVec2, uvec2, vec3};
use motile::prelude::*;
use motile::tiles::auto::{AutoRule, AutoRules, Blob, RuleCell};
use motile::tiles::iso::{IsoBox, IsoLight, IsoProjection, IsoSprite};
use motile::tiles::{
    MapLayer, Orientation, Tile, TileLayer, TileMap, TileProperty, TileSet, read_ldtk,
};

/// Things that stand there, with their pictures.
type Things = Vec<(IsoBox, IsoSprite)>;

/// LDtk knows squares only. What it knows of them is enough: where there is water, a wall, a tree, where someone starts. The
/// pictures follow by rules: shores by their neighbors, meadows by chance. Adds what stands on it, and says where the hero starts.
pub(super) fn island(things: &mut Things) -> motile::Result<(TileMap, Vec3)> {
    let file = include_bytes!("island.ldtk");
    let worlds = read_ldtk("island.ldtk", &mut |_: &str| Ok::<_, String>(file.to_vec()))?;
    let logic = &worlds[0].maps[0].map;
    let cells = logic.size;
    let mut water = TileLayer::new(cells.x, cells.y)?;
    let heights = |_, name: Option<&str>| match name {
        Some("water") => Some(0.0),
        Some("wall") => Some(30.0),
        _ => Some(44.0),
    };
    for value in logic.iso_values(SIDE, heights) {
        if value.bounds.size().y > 0.0 {
            things.push((value.bounds, picture(value.value, value.bounds.size())?));
        } else {
            water.set(value.cell.x, value.cell.y, Tile::new(1));
        }
    }
    let mut start = Vec3::ZERO;
    for (place, object) in logic.iso_objects(SIDE) {
        if object.class == "Hero" {
            start = place;
        } else {
            let size = vec3(16.0, 11.0, 12.0);
            things.push((IsoBox::standing(place, size), picture(0, size)?));
        }
    }
    Ok((ground(&water, cells)?, start))
}

/// A wall, a tree, or a chest.
fn picture(value: i32, size: Vec3) -> motile::Result<IsoSprite> {
    let parts: Vec<Part> = match value {
        2 => vec![(Vec3::ZERO, size, Color::hex(0xB9_A8_92))],
        3 => vec![
            (Vec3::ZERO, vec3(6.0, 14.0, 6.0), Color::hex(0x7A_55_38)),
            (vec3(0.0, -14.0, 0.0), vec3(24.0, 30.0, 24.0), Color::hex(0x4C_93_4A)),
        ],
        _ => vec![(Vec3::ZERO, size, Color::hex(0xE0_A0_3C))],
    };
    built(&IsoProjection::DIMETRIC, &IsoLight::DAY, &parts)
}

/// The ground as an isometric map: meadows everywhere, and water over them.
fn ground(water: &TileLayer, size: UVec2) -> motile::Result<TileMap> {
    let mut map = TileMap::new(size, uvec2(64, 32));
    map.orientation = Orientation::Isometric;
    let mut shores = TileSet::sheet("shore.png", 21, uvec2(1024, 32), uvec2(64, 32));
    for tile in 0..16 {
        let info = shores.tiles.entry(tile).or_default();
        info.properties.set("walkable", TileProperty::Bool(false));
    }
    map.sets = vec![TileSet::sheet("land.png", 1, uvec2(320, 32), uvec2(64, 32)), shores];
    let mut shore = TileLayer::new(size.x, size.y)?;
    let mut blob = Blob::edges((21..37).collect());
    blob.beyond = true;
    blob.update(water, &mut shore);
    let mut meadow = TileLayer::new(size.x, size.y)?;
    let flowers = AutoRule { chance: 0.2, ..AutoRule::new([RuleCell::Any; 9], Tile::new(2)) };
    let rules = vec![flowers, AutoRule::new([RuleCell::Any; 9], Tile::new(1))];
    AutoRules { rules, seed: 3 }.draw(water, &mut meadow, IRect::new(0, 0, size.x, size.y));
    map.layers = vec![MapLayer::tiles("meadow", meadow), MapLayer::tiles("shore", shore)];
    Ok(map)
}
