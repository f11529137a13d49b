//! Lists of rules: patterns of terrain and the tiles they make.

use super::follow::Follower;
use crate::{Tile, TileLayer};
use motile_geom::{IRect, IVec2};

/// What a rule asks of one cell of its pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleCell {
    /// Anything.
    #[default]
    Any,
    /// The terrain with this number.
    Is(u32),
    /// Anything but the terrain with this number.
    Not(u32),
    /// Some terrain.
    Filled,
    /// None.
    Empty,
}

impl RuleCell {
    const fn takes(self, terrain: Tile) -> bool {
        match self {
            Self::Any => true,
            Self::Is(number) => terrain.number() == number,
            Self::Not(number) => terrain.number() != number,
            Self::Filled => !terrain.is_empty(),
            Self::Empty => terrain.is_empty(),
        }
    }
}

/// A rule: where the 3×3 cells around a cell look like this, one of these tiles stands there.
#[derive(Clone, Debug, PartialEq)]
pub struct AutoRule {
    /// The 3×3 cells, row by row; the fifth is the cell itself.
    pub pattern: [RuleCell; 9],
    /// The tiles to choose from.
    pub tiles: Vec<Tile>,
    /// In what share of the places that fit it counts, 0…1, chosen by the place.
    pub chance: f32,
    /// Whether the pattern also counts mirrored left and right, with its tiles mirrored.
    pub flip_x: bool,
    /// Whether the pattern also counts mirrored top and bottom, with its tiles mirrored.
    pub flip_y: bool,
}

impl AutoRule {
    /// A rule that always counts, with one tile.
    pub fn new(pattern: [RuleCell; 9], tile: Tile) -> Self {
        Self { pattern, tiles: vec![tile], chance: 1.0, flip_x: false, flip_y: false }
    }
}

/// A list of rules: the first that fits a cell says which tile stands there, and chance is a matter of the place and the
/// seed. So the result depends on the terrain alone, not on the order of painting.
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::{Tile, TileLayer, auto::{AutoRule, AutoRules, RuleCell::*}};
/// let grass_on_top = [Any, Empty, Any, Any, Is(1), Any, Any, Any, Any];
/// let rules = AutoRules { rules: vec![AutoRule::new(grass_on_top, Tile::new(7))], seed: 0 };
/// let mut terrain = TileLayer::new(4, 4)?;
/// terrain.set(1, 1, Tile::new(1));
/// terrain.set(1, 2, Tile::new(1));
/// assert_eq!(rules.tile(&terrain, ivec2(1, 1)), Tile::new(7));
/// assert_eq!(rules.tile(&terrain, ivec2(1, 2)), Tile::EMPTY, "no rule");
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AutoRules {
    /// The rules, the first that fits counts.
    pub rules: Vec<AutoRule>,
    /// Which of several tiles is chosen where.
    pub seed: u32,
}

impl AutoRules {
    /// The tile for a cell; empty when no rule fits.
    pub fn tile(&self, terrain: &TileLayer, cell: IVec2) -> Tile {
        let mut around = [Tile::EMPTY; 9];
        for (slot, place) in around.iter_mut().zip(0..9) {
            let (dx, dy) = (place % 3 - 1, place / 3 - 1);
            *slot = terrain.get(cell.x.saturating_add(dx), cell.y.saturating_add(dy));
        }
        for (index, rule) in self.rules.iter().enumerate() {
            let hash = place_hash(cell, self.seed ^ (index as u32).wrapping_mul(0x85EB_CA6B));
            let lucky = (hash >> 8) as f32 / (1 << 24) as f32;
            if lucky >= rule.chance {
                continue;
            }
            if let Some(tile) = fitting(rule, &around, hash) {
                return tile;
            }
        }
        Tile::EMPTY
    }

    /// A painter that keeps a picture up to date by these rules.
    pub fn painter(self) -> RulePainter {
        RulePainter { rules: self, follower: Follower::default() }
    }

    /// Draws a rectangle of cells. After a change of the terrain, one cell more on all sides is enough.
    pub fn draw(&self, terrain: &TileLayer, picture: &mut TileLayer, cells: IRect) {
        for y in cells.y..cells.y.saturating_add_unsigned(cells.height) {
            for x in cells.x..cells.x.saturating_add_unsigned(cells.width) {
                picture.set(x, y, self.tile(terrain, IVec2::new(x, y)));
            }
        }
    }
}

/// Draws a terrain by [`AutoRules`] and follows its changes. Made by [`AutoRules::painter`].
///
/// ```
/// use motile_tiles::{Tile, TileLayer, auto::{AutoRule, AutoRules, RuleCell::*}};
/// let grass_on_top = [Any, Empty, Any, Any, Is(1), Any, Any, Any, Any];
/// let rules = AutoRules { rules: vec![AutoRule::new(grass_on_top, Tile::new(7))], seed: 0 };
/// let (mut terrain, mut picture) = (TileLayer::new(4, 4)?, TileLayer::new(4, 4)?);
/// let mut painter = rules.painter();
/// painter.update(&terrain, &mut picture);
/// terrain.set(1, 2, Tile::new(1));
/// painter.update(&terrain, &mut picture);
/// assert_eq!(picture.get(1, 2), Tile::new(7));
/// terrain.set(1, 1, Tile::new(1));
/// painter.update(&terrain, &mut picture);
/// assert_eq!((picture.get(1, 1), picture.get(1, 2)), (Tile::new(7), Tile::EMPTY));
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RulePainter {
    rules: AutoRules,
    follower: Follower,
}

impl RulePainter {
    /// The rules.
    pub const fn rules(&self) -> &AutoRules {
        &self.rules
    }

    /// Brings a picture up to date with its terrain: around the cells that changed since the last call, or everything the first
    /// time and when too much changed. Always with the same two layers.
    pub fn update(&mut self, terrain: &TileLayer, picture: &mut TileLayer) {
        let rules = &self.rules;
        self.follower.update(terrain, picture, |cell| rules.tile(terrain, cell));
    }
}

fn fitting(rule: &AutoRule, around: &[Tile; 9], hash: u32) -> Option<Tile> {
    let fits = |flip_x: bool, flip_y: bool| {
        (0..9).all(|place| {
            let (x, y) = (place % 3, place / 3);
            let (x, y) = (if flip_x { 2 - x } else { x }, if flip_y { 2 - y } else { y });
            rule.pattern[place].takes(around[y * 3 + x])
        })
    };
    let ways = [(false, false), (true, false), (false, true), (true, true)];
    let allowed = |&(x, y): &(bool, bool)| (!x || rule.flip_x) && (!y || rule.flip_y);
    let (flip_x, flip_y) = ways.into_iter().filter(allowed).find(|&(x, y)| fits(x, y))?;
    let tile = *rule.tiles.get(hash as usize % rule.tiles.len().max(1))?;
    let tile = if flip_x { tile.flipped_x() } else { tile };
    Some(if flip_y { tile.flipped_y() } else { tile })
}

/// A random number that belongs to a place.
pub(super) fn place_hash(cell: IVec2, seed: u32) -> u32 {
    let mut bits = (cell.y as u32 as u64) << 32 | cell.x as u32 as u64;
    bits ^= u64::from(seed).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (bits >> 32) as u32
}
