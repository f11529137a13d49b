//! What a project defines for all levels: tilesets, layers, entities.

use super::value::{float, list, number, text, whole};
use crate::files::fault::{Fault, Read};
use crate::{Tile, TileImage, TileInfo, TileProperty, TileSet};
use motile_geom::{Vec2, uvec2, vec2};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Definitions by their numbers in the project.
#[derive(Debug)]
pub(super) struct Definitions {
    pub(super) sets: BTreeMap<i64, TileSet>,
    pub(super) layers: BTreeMap<i64, LayerDefinition>,
    /// Entities that are shown as ellipses.
    pub(super) ellipses: BTreeSet<i64>,
}

#[derive(Debug)]
pub(super) struct LayerDefinition {
    pub(super) parallax: Vec2,
    /// What the values of cells are called.
    pub(super) names: BTreeMap<i32, String>,
}

impl Definitions {
    pub(super) fn read(value: &Value) -> Read<Self> {
        let mut sets = BTreeMap::new();
        let mut first = 1;
        for set in list(value, "tilesets") {
            let set_value = tileset(set, first)?;
            first += set_value.count;
            sets.insert(number(set, "uid", 0)?, set_value);
        }
        let mut layers = BTreeMap::new();
        for layer in list(value, "layers") {
            layers.insert(number(layer, "uid", 0)?, layer_definition(layer)?);
        }
        let round = |entity: &&Value| text(entity, "renderMode") == "Ellipse";
        let ellipses = list(value, "entities").iter().filter(round);
        let ellipses: Read<_> = ellipses.map(|entity| number(entity, "uid", 0)).collect();
        Ok(Self { sets, layers, ellipses: ellipses? })
    }

    /// The tilesets that a level uses. They have the same numbers in every level.
    pub(super) fn sets_of(&self, level: &Value) -> Vec<TileSet> {
        let uid = |value: &Value, key: &str| whole(value.get(key), -1i64);
        let mut used = BTreeSet::new();
        for layer in list(level, "layerInstances") {
            used.extend(uid(layer, "__tilesetDefUid"));
            for entity in list(layer, "entityInstances") {
                used.extend(entity.get("__tile").and_then(|tile| uid(tile, "tilesetUid")));
            }
        }
        let mut sets: Vec<_> = used.iter().filter_map(|uid| self.sets.get(uid)).cloned().collect();
        sets.sort_by_key(|set| set.first);
        sets
    }
}

fn tileset(value: &Value, first: u32) -> Read<TileSet> {
    let side: u32 = number(value, "tileGridSize", 0)?;
    let margin: u32 = number(value, "padding", 0)?;
    let spacing: u32 = number(value, "spacing", 0)?;
    // Before LDtk 0.9 the picture tells how many tiles there are.
    let along = |pixels: &str, tiles: &str| -> Read<u32> {
        let room = u64::from(number::<u32>(value, pixels, 0)?);
        let room = room.saturating_sub(2 * u64::from(margin));
        let step = u64::from(side) + u64::from(spacing);
        number(value, tiles, if side == 0 { 0 } else { room.div_ceil(step) as u32 })
    };
    let (columns, rows) = (along("pxWid", "__cWid")?, along("pxHei", "__cHei")?);
    let count = columns.saturating_mul(rows);
    if u64::from(first) + u64::from(count) > u64::from(Tile::MAX_NUMBER) {
        let name = text(value, "identifier");
        return Err(Fault::new(format!("tileset \"{name}\": cells have no room for its tiles")));
    }
    let image = TileImage {
        source: text(value, "relPath").into(),
        size: uvec2(number(value, "pxWid", 0)?, number(value, "pxHei", 0)?),
        transparent: None,
    };
    let mut set = TileSet {
        name: text(value, "identifier").into(),
        first,
        count,
        columns,
        tile_size: uvec2(side, side),
        margin,
        spacing,
        image: Some(image),
        ..TileSet::default()
    };
    let known = |tile: u32| {
        let what = format!("tileset \"{}\" has no tile {tile}", text(value, "identifier"));
        if tile < count { Ok(tile) } else { Err(Fault::new(what)) }
    };
    for data in list(value, "customData") {
        let note = TileProperty::Text(text(data, "data").into());
        info(&mut set, known(number(data, "tileId", 0)?)?).properties.set("data", note);
    }
    for tag in list(value, "enumTags") {
        for tile in list(tag, "tileIds") {
            let tile = whole(Some(tile), 0).ok_or_else(|| Fault::new("tileIds: expected tiles"))?;
            let name = text(tag, "enumValueId");
            info(&mut set, known(tile)?).properties.set(name, TileProperty::Bool(true));
        }
    }
    Ok(set)
}

fn info(set: &mut TileSet, tile: u32) -> &mut TileInfo {
    set.tiles.entry(tile).or_default()
}

fn layer_definition(value: &Value) -> Read<LayerDefinition> {
    let mut names = BTreeMap::new();
    for (place, known) in (1..).zip(list(value, "intGridValues")) {
        let name = text(known, "identifier");
        if !name.is_empty() {
            // Before LDtk 0.8 the place in the list was the value.
            names.insert(number(known, "value", place)?, name.into());
        }
    }
    // LDtk counts from 0 for what moves with the world, to 1 for what stands still.
    let parallax =
        vec2(float(value.get("parallaxFactorX"), 0.0)?, float(value.get("parallaxFactorY"), 0.0)?);
    Ok(LayerDefinition { parallax: Vec2::ONE - parallax, names })
}
