//! Wang tiles: colors on corners and edges that have to match.

use super::follow::Follower;
use super::mask::PLACES;
use crate::{Tile, TileLayer, TileSet, TileTurns, WangKind, WangSet};
use motile_geom::IVec2;

/// Chooses tiles of a [`WangSet`] so that the colors of corners and edges fit the terrain: every cell has a color, a side
/// of a tile has to show the color of the cell there, a corner that of the cell across.
///
/// Where no tile fits exactly, the one with the fewest mismatches is taken, and of equal ones the first or, with
/// several alternatives that fit, one chosen by the place: the same in every run, whatever was painted first.
#[derive(Clone, Debug)]
pub struct WangPainter {
    tiles: Vec<Candidate>,
    /// The number in the map of the tileset's first tile.
    first: u32,
    kind: WangKind,
    /// Whether what is not turned goes before what is.
    prefers_upright: bool,
    /// Which of several fitting tiles is chosen where.
    pub seed: u32,
    follower: Follower,
}

/// A tile that may be chosen.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    tile: Tile,
    /// Its colors, by the bits of [`Around`](super::Around).
    colors: [u8; 8],
    /// How often it is chosen among those that fit as well.
    weight: f32,
}

impl Candidate {
    /// Itself turned by a quarter to the right.
    fn turned(self) -> Self {
        let colors = core::array::from_fn(|bit| self.colors[(bit + 6) % 8]);
        Self { tile: self.tile.turned(1), colors, ..self }
    }

    /// Itself with left and right exchanged.
    fn flipped_x(self) -> Self {
        let colors = core::array::from_fn(|bit| self.colors[(8 - bit) % 8]);
        Self { tile: self.tile.flipped_x(), colors, ..self }
    }

    /// Itself with top and bottom exchanged.
    fn flipped_y(self) -> Self {
        let colors = core::array::from_fn(|bit| self.colors[(12 - bit) % 8]);
        Self { tile: self.tile.flipped_y(), colors, ..self }
    }

    /// Itself in every way in which it may be turned.
    fn in_all_turns(self, turns: TileTurns) -> Vec<Self> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(&known) = all.get(next) {
            let ways = [
                (turns.rotate, known.turned()),
                (turns.flip_x, known.flipped_x()),
                (turns.flip_y, known.flipped_y()),
            ];
            for (_, new) in ways.into_iter().filter(|(allowed, _)| *allowed) {
                if !all.iter().any(|other| other.tile == new.tile) {
                    all.push(new);
                }
            }
            next += 1;
        }
        all
    }
}

impl WangPainter {
    /// A painter for a Wang set of a tileset whose first tile has the number `first` in the map.
    pub fn new(set: &WangSet, first: u32) -> Self {
        let tile = |&(local, colors): &(u32, [u8; 8])| Candidate {
            tile: Tile::new(first.saturating_add(local)),
            colors,
            weight: 1.0,
        };
        Self {
            tiles: set.tiles.iter().map(tile).collect(),
            first,
            kind: set.kind,
            prefers_upright: false,
            seed: 0,
            follower: Follower::default(),
        }
    }

    /// With what the tileset says about its tiles: how often each is chosen among those that fit
    /// ([`TileInfo::probability`](crate::TileInfo::probability)), and how they may be turned ([`TileSet::turns`]). Where all that fit
    /// have probability 0, or one that is no number above 0, each is chosen as often.
    ///
    /// ```
    /// use motile_tiles::{Tile, TileSet, TileTurns, WangKind, WangSet, auto::WangPainter};
    /// // One tile with color 1 in its lower right corner does for all four corners when it may be turned.
    /// let tiles = vec![(0, [2, 2, 2, 1, 2, 2, 2, 2])];
    /// let wang = WangSet { kind: WangKind::Corner, tiles, ..WangSet::default() };
    /// let turns = TileTurns { rotate: true, ..TileTurns::default() };
    /// let set = TileSet { turns, ..TileSet::default() };
    /// let painter = WangPainter::new(&wang, 1).with_set(&set);
    /// let lower_left = painter.tile((5, 5).into(), |cell| if cell.x < 5 && cell.y > 5 { 1 } else { 2 });
    /// assert_eq!(lower_left, Tile::new(1).turned(1));
    /// ```
    #[must_use]
    pub fn with_set(mut self, set: &TileSet) -> Self {
        let first = self.first;
        for candidate in &mut self.tiles {
            let info = set.tiles.get(&candidate.tile.number().wrapping_sub(first));
            let weight = info.map_or(1.0, |info| info.probability);
            candidate.weight = if weight.is_finite() { weight.max(0.0) } else { 0.0 };
        }
        let turned = self.tiles.iter().flat_map(|candidate| candidate.in_all_turns(set.turns));
        self.tiles = turned.collect();
        self.prefers_upright = set.turns.prefer_upright;
        self.follower = Follower::default();
        self
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
        let misfit = |candidate: &Candidate| {
            let looks = |bit: usize| match self.kind {
                WangKind::Corner => bit % 2 == 1,
                WangKind::Edge => bit.is_multiple_of(2),
                WangKind::Mixed => true,
            };
            let wrong = (0..8).filter(|&bit| looks(bit) && candidate.colors[bit] != wanted[bit]);
            (wrong.count(), self.prefers_upright && !candidate.tile.is_upright())
        };
        let Some(least) = self.tiles.iter().map(misfit).min() else {
            return Tile::EMPTY;
        };
        let fitting = self.tiles.iter().filter(|candidate| misfit(candidate) == least);
        choose(fitting, super::rule::place_hash(cell, self.seed))
    }
}

/// One of some tiles by their weights; `dice` is any number.
fn choose<'a>(fitting: impl Iterator<Item = &'a Candidate> + Clone, dice: u32) -> Tile {
    let total: f64 = fitting.clone().map(|candidate| f64::from(candidate.weight)).sum();
    if total <= 0.0 || fitting.clone().all(|candidate| candidate.weight == 1.0) {
        let pick = dice as usize % fitting.clone().count().max(1);
        return fitting.clone().nth(pick).map_or(Tile::EMPTY, |candidate| candidate.tile);
    }
    let mut left = f64::from(dice) / (f64::from(u32::MAX) + 1.0) * total;
    let mut weighty = fitting.filter(|candidate| candidate.weight > 0.0).peekable();
    while let Some(candidate) = weighty.next() {
        left -= f64::from(candidate.weight);
        // What rounding leaves over belongs to the last one.
        if left < 0.0 || weighty.peek().is_none() {
            return candidate.tile;
        }
    }
    Tile::EMPTY
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
