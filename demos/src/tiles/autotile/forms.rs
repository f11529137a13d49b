//! The ways to choose tiles, and the pictures of all of them.

use super::super::art;
use motile::prelude::*;
use motile::tiles::auto::{
    AutoRule, AutoRules, BLOB_MASKS, Blob, DualGrid, RuleCell, RulePainter, WangPainter,
};
use motile::tiles::{Tile, TileLayer, WangKind, WangSet};

/// The names of the ways.
pub(super) const WAYS: &[&str] =
    &["47 with corners", "16 edges", "dual grid", "Wang corners", "rule list"];

/// First numbers of the tiles: 47 forms, 16 that know sides only, 16 by their corners, and those of the rules.
const EDGES: u32 = 48;
const CORNERS: u32 = 64;
const RULES: u32 = 80;
pub(super) const COUNT: u32 = 83;

/// What draws a terrain.
pub(super) enum Painter {
    Blob(Blob),
    Dual(DualGrid),
    Wang(WangPainter),
    Rules(RulePainter),
}

impl Painter {
    pub(super) fn new(way: u32) -> Self {
        match way {
            0 => Self::Blob(Blob::corners((1..EDGES).collect())),
            1 => Self::Blob(Blob::edges((EDGES..CORNERS).collect())),
            2 => Self::Dual(DualGrid::new(core::array::from_fn(|mask| {
                Tile::new(CORNERS + mask as u32)
            }))),
            3 => Self::Wang(wang()),
            _ => Self::Rules(rules().painter()),
        }
    }

    pub(super) fn update(&mut self, terrain: &TileLayer, picture: &mut TileLayer) {
        match self {
            Self::Blob(blob) => blob.update(terrain, picture),
            Self::Dual(dual) => dual.update(terrain, picture),
            Self::Wang(wang) => wang.update(terrain, picture),
            Self::Rules(rules) => rules.update(terrain, picture),
        }
    }

    /// How many more columns and rows its picture has than the terrain, lying half a tile to the left and up.
    pub(super) fn more(&self) -> u32 {
        u32::from(matches!(self, Self::Dual(_)))
    }
}

/// A tile for each way its corners can be land: 1 top left, 2 top right, 4 bottom right, 8 bottom left.
fn wang() -> WangPainter {
    let tiles = (0..16_u32).map(|mask| {
        let land = |bit: u32| (mask >> bit & 1) as u8;
        // From the top clockwise, sides and corners by turns.
        (mask, [0, land(1), 0, land(2), 0, land(3), 0, land(0)])
    });
    let set = WangSet { kind: WangKind::Corner, tiles: tiles.collect(), ..WangSet::default() };
    WangPainter::new(&set, CORNERS)
}

/// Sand along the water above, mirrored below; flowers here and there; meadow elsewhere.
fn rules() -> AutoRules {
    use RuleCell::{Any, Empty, Filled};
    let shore = [Any, Empty, Any, Any, Filled, Any, Any, Any, Any];
    let land = [Any, Any, Any, Any, Filled, Any, Any, Any, Any];
    let sand = AutoRule { flip_y: true, ..AutoRule::new(shore, Tile::new(RULES)) };
    let flowers = AutoRule { chance: 0.25, ..AutoRule::new(land, Tile::new(RULES + 1)) };
    let meadow = AutoRule::new(land, Tile::new(RULES + 2));
    AutoRules { rules: vec![sand, flowers, meadow], seed: 7 }
}

/// A pixel of a tile by its place in the sheet, from 0.
pub(super) fn pixel(tile: u32, x: i32, y: i32) -> Option<Color> {
    match tile + 1 {
        number if number < EDGES => shore(BLOB_MASKS[tile as usize], x, y),
        number if number < CORNERS => shore(with_corners((number - EDGES) as u8), x, y),
        number if number < RULES => slope(number - CORNERS, x, y),
        RULES => Some(art::grain(if y < 8 { SAND } else { MEADOW }, x, y)),
        number => {
            let petal = number == RULES + 1 && art::speckle(x / 3, y / 3).is_multiple_of(17);
            Some(if petal { Color::WHITE } else { art::grain(MEADOW, x, y) })
        }
    }
}

const SAND: Color = Color::hex(0xE2_CC_8B);
const MEADOW: Color = Color::hex(0x5E_A8_52);

/// A pixel between four corners that are land or water: land where more than half of what is near is.
fn slope(mask: u32, x: i32, y: i32) -> Option<Color> {
    let (u, v) = ((x as f32 + 0.5) / art::SIDE as f32, (y as f32 + 0.5) / art::SIDE as f32);
    let land = |bit: u32| (mask >> bit & 1) as f32;
    let upper = land(0) + (land(1) - land(0)) * u;
    let lower = land(3) + (land(2) - land(3)) * u;
    let share = upper + (lower - upper) * v;
    let color = match share {
        n if n < 0.45 => return None,
        n if n < 0.65 => SAND,
        _ => MEADOW,
    };
    Some(art::grain(color, x, y))
}

/// Four sides as bits of eight neighbors; each corner goes along with its sides.
fn with_corners(edges: u8) -> u8 {
    let sides = (0..4).fold(0, |mask, bit| mask | (edges >> bit & 1) << (2 * bit));
    sides | (sides.rotate_left(1) & sides.rotate_right(1))
}

/// A pixel of land with a shore where a neighbor is water.
fn shore(mask: u8, x: i32, y: i32) -> Option<Color> {
    let last = art::SIDE as i32 - 1;
    let has = |bit: u32| mask >> bit & 1 == 1;
    // Distances to the sides up, right, down and left, where there is water.
    let far = [y, last - x, last - y, x];
    let side = (0..4).filter(|&i| !has(2 * i)).map(|i| far[i as usize] as f32);
    let inner = (0..4).filter(|&i| !has(2 * i + 1)).map(|i| {
        let (a, b) = (far[i as usize], far[(i as usize + 1) % 4]);
        ops::sqrt((a * a + b * b) as f32)
    });
    // Where two shores meet outside, the corner is round.
    let round = (0..4).filter(|&i| !has(2 * i) && !has((2 * i + 2) % 8)).map(|i| {
        let (a, b) = (12 - far[i as usize], 12 - far[(i as usize + 1) % 4]);
        if a > 0 && b > 0 { 12.0 - ops::sqrt((a * a + b * b) as f32) } else { 12.0 }
    });
    let nearest = side.chain(inner).chain(round).fold(99.0, f32::min);
    let color = match nearest {
        n if n < 2.0 => return None,
        n if n < 7.0 => SAND,
        _ => MEADOW,
    };
    Some(art::grain(color, x, y))
}
