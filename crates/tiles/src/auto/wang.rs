//! Wang tiles: colors on corners and edges that have to match.

use super::follow::Follower;
use super::mask::PLACES;
use crate::{Tile, TileLayer, WangKind, WangSet};
use motile_geom::IVec2;

/// Chooses tiles of a [`WangSet`] so that the colors of corners and edges fit the terrain: every cell has a color, a side
/// of a tile has to show the color of the cell there, a corner that of the cell across.
///
/// Where no tile fits exactly, the one with the fewest mismatches is taken, and of equal ones the first or, with
/// several alternatives that fit, one chosen by the place: the same in every run, whatever was painted first.
#[derive(Clone, Debug)]
pub struct WangPainter {
    /// Number in the map and colors of each tile, by the bits of [`Around`](super::Around).
    tiles: Vec<(Tile, [u8; 8])>,
    kind: WangKind,
    /// Which of several fitting tiles is chosen where.
    pub seed: u32,
    follower: Follower,
}

impl WangPainter {
    /// A painter for a Wang set of a tileset whose first tile has the number `first` in the map.
    pub fn new(set: &WangSet, first: u32) -> Self {
        let tile =
            |&(local, colors): &(u32, [u8; 8])| (Tile::new(first.saturating_add(local)), colors);
        Self {
            tiles: set.tiles.iter().map(tile).collect(),
            kind: set.kind,
            seed: 0,
            follower: Follower::default(),
        }
    }

    /// Brings a picture up to date with its terrain, whose tiles have the numbers of the colors (those above 255 are none):
    /// around the cells that changed since the last call, or everything the first time and when too much changed. Always with
    /// the same two layers.
    ///
    /// ```
    /// use motile_tiles::{Tile, TileLayer, WangKind, WangSet, auto::WangPainter};
    /// // Tile 0 is all of color 1, tile 1 has color 1 on its left side only; the sides are bits 0, 2, 4 and 6 from the top on.
    /// let tiles = vec![(0, [1; 8]), (1, [0, 0, 0, 0, 0, 0, 1, 0])];
    /// let mut painter = WangPainter::new(&WangSet { kind: WangKind::Edge, tiles, ..WangSet::default() }, 1);
    /// let mut terrain = TileLayer::from_rows(&[[1, 1]])?;
    /// let mut picture = TileLayer::new(2, 1)?;
    /// painter.update(&terrain, &mut picture);
    /// assert_eq!(picture.get(1, 0), Tile::new(2));
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    pub fn update(&mut self, terrain: &TileLayer, picture: &mut TileLayer) {
        let mut follower = core::mem::take(&mut self.follower);
        let color = |cell: IVec2| u8::try_from(terrain.get(cell.x, cell.y).number()).unwrap_or(0);
        follower.update(terrain, picture, |cell| self.tile(cell, color));
        self.follower = follower;
    }

    /// The tile that fits a cell best, when `color` tells the color of every cell (0 for none). Empty where the cell has
    /// no color, or the set no tiles.
    pub fn tile(&self, cell: IVec2, mut color: impl FnMut(IVec2) -> u8) -> Tile {
        let own = color(cell);
        if own == 0 {
            return Tile::EMPTY;
        }
        let mut wanted = [0; 8];
        for (slot, (dx, dy)) in wanted.iter_mut().zip(PLACES) {
            *slot = color(IVec2::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy)));
        }
        settle(&mut wanted, own);
        let misfit = |colors: &[u8; 8]| {
            let looks = |bit: usize| match self.kind {
                WangKind::Corner => bit % 2 == 1,
                WangKind::Edge => bit.is_multiple_of(2),
                WangKind::Mixed => true,
            };
            (0..8).filter(|&bit| looks(bit) && colors[bit] != wanted[bit]).count()
        };
        let Some(least) = self.tiles.iter().map(|(_, colors)| misfit(colors)).min() else {
            return Tile::EMPTY;
        };
        let fitting = || self.tiles.iter().filter(|(_, colors)| misfit(colors) == least);
        let pick = super::rule::place_hash(cell, self.seed) as usize % fitting().count().max(1);
        fitting().nth(pick).map_or(Tile::EMPTY, |(tile, _)| *tile)
    }
}

/// Four cells meet at a corner, and their tiles have to agree on its color: the least of the colors that are there,
/// whichever cell is asked. A side lies between two cells and has the lesser color of both.
fn settle(wanted: &mut [u8; 8], own: u8) {
    let around = *wanted;
    for bit in 0..8 {
        let beside = if usize::is_multiple_of(bit, 2) {
            around[bit]
        } else {
            around[bit].min(around[bit - 1]).min(around[(bit + 1) % 8])
        };
        wanted[bit] = beside.min(own);
    }
}
