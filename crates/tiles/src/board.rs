//! Layers as the boards of games: three in a row, falling blocks, turns that are taken back.

use crate::{Tile, TileLayer};
use motile_geom::{IVec2, ivec2};

/// Equal tiles side by side on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileRun {
    /// The leftmost or topmost cell.
    pub start: IVec2,
    /// How many cells.
    pub length: u32,
    /// Whether it runs down; to the right otherwise.
    pub is_down: bool,
    /// What stands in all of them.
    pub tile: Tile,
}

impl TileRun {
    /// Its cells, from the start on.
    pub fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
        let (start, way) = (self.start, if self.is_down { IVec2::Y } else { IVec2::X });
        (0..self.length as i32).map(move |step| start + way * step)
    }
}

/// All runs of at least so many equal tiles, those to the right first, row by row, then those down, column by column. Empty cells are
/// no run. Two that cross share a cell.
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::{TileLayer, tile_runs};
/// let board = TileLayer::from_rows(&[[1, 2, 1], [3, 3, 3], [1, 2, 2]])?;
/// let runs = tile_runs(&board, 3);
/// assert_eq!((runs.len(), runs[0].start, runs[0].is_down), (1, ivec2(0, 1), false));
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "match-3")]
pub fn tile_runs(board: &TileLayer, least: u32) -> Vec<TileRun> {
    let area = board.bounds();
    let (width, height) = (area.width as i32, area.height as i32);
    let corner = ivec2(area.x, area.y);
    let mut runs = Vec::new();
    for is_down in [false, true] {
        let (lines, length) = if is_down { (width, height) } else { (height, width) };
        for line in 0..lines {
            let cell =
                |step: i32| corner + if is_down { ivec2(line, step) } else { ivec2(step, line) };
            let tile = |step: i32| board.get(cell(step).x, cell(step).y);
            let mut start = 0;
            for step in 1..=length {
                if step < length && tile(step) == tile(start) {
                    continue;
                }
                let many = (step - start) as u32;
                if many >= least.max(1) && !tile(start).is_empty() {
                    runs.push(TileRun {
                        start: cell(start),
                        length: many,
                        is_down,
                        tile: tile(start),
                    });
                }
                start = step;
            }
        }
    }
    runs
}

/// Lets every tile fall onto the next one below it or to the bottom of the board. Tells each that fell, from where to where, the
/// lowest of a column first: what an animation needs.
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::{Tile, TileLayer, settle_tiles};
/// let mut board = TileLayer::from_rows(&[[7], [0], [5], [0]])?;
/// let mut falls = Vec::new();
/// settle_tiles(&mut board, |from, to| falls.push((from.y, to.y)));
/// assert_eq!(falls, [(2, 3), (0, 2)]);
/// assert_eq!(board.get(0, 2), Tile::new(7));
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "gravity")]
pub fn settle_tiles(board: &mut TileLayer, mut fell: impl FnMut(IVec2, IVec2)) {
    let area = board.bounds();
    let bottom = area.bottom() as i32 - 1;
    for x in area.x..area.right() as i32 {
        let mut free = bottom;
        for y in (area.y..=bottom).rev() {
            let tile = board.get(x, y);
            if tile.is_empty() {
                continue;
            }
            if y != free {
                board.set(x, free, tile);
                board.set(x, y, Tile::EMPTY);
                fell(ivec2(x, y), ivec2(x, free));
            }
            free -= 1;
        }
    }
}

/// Takes out every row without an empty cell and moves what is above down, as boards of falling blocks do. Returns how many rows
/// there were.
///
/// ```
/// use motile_tiles::{Tile, TileLayer, clear_full_rows};
/// let mut board = TileLayer::from_rows(&[[0, 1], [2, 2], [3, 0], [4, 4]])?;
/// assert_eq!(clear_full_rows(&mut board), 2);
/// assert_eq!([board.get(1, 2), board.get(0, 3)], [Tile::new(1), Tile::new(3)]);
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "line clear")]
pub fn clear_full_rows(board: &mut TileLayer) -> u32 {
    let area = board.bounds();
    let (left, right) = (area.x, area.right() as i32);
    if left == right {
        return 0;
    }
    let mut cleared = 0;
    for y in (area.y..area.bottom() as i32).rev() {
        if (left..right).all(|x| !board.get(x, y).is_empty()) {
            cleared += 1;
            continue;
        }
        if cleared > 0 {
            for x in left..right {
                let tile = board.get(x, y);
                board.set(x, y + cleared, tile);
            }
        }
    }
    for y in area.y..area.y + cleared {
        for x in left..right {
            board.set(x, y, Tile::EMPTY);
        }
    }
    cleared as u32
}

/// Whether a piece made of cells has room with its origin at a cell: inside of the board, on empty cells.
pub fn piece_fits(board: &TileLayer, piece: &[IVec2], at: IVec2) -> bool {
    piece.iter().all(|&part| {
        let cell = at.saturating_add(part);
        board.has_cell(cell.x, cell.y) && board.get(cell.x, cell.y).is_empty()
    })
}

/// The cells of a piece after quarter turns clockwise about its origin. The end of all numbers turns to the other end.
pub fn turned_piece(piece: &[IVec2], turns: u8) -> impl Iterator<Item = IVec2> {
    piece.iter().map(move |&cell| {
        (0..turns % 4).fold(cell, |cell, _| ivec2(cell.y.saturating_neg(), cell.x))
    })
}

/// The turns of a game on a board, to be taken back and played again. A new turn after some were taken back forgets those.
///
/// ```
/// use motile_tiles::{BoardTurns, Tile, TileLayer};
/// let mut board = TileLayer::new(3, 3)?;
/// let mut turns = BoardTurns::default();
/// assert!(turns.play(&mut board, |board| { board.set(1, 1, Tile::new(1)); }));
/// assert!(turns.undo(&mut board) && board.get(1, 1).is_empty());
/// assert!(turns.redo(&mut board) && !board.get(1, 1).is_empty());
/// assert!(!turns.play(&mut board, |_| {}), "nothing changed: no turn");
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardTurns {
    /// What each turn changed: where, from what, to what.
    turns: Vec<Vec<(IVec2, Tile, Tile)>>,
    /// How many of them are on the board.
    played: usize,
}

impl BoardTurns {
    /// Plays a turn: all that `turn` does to the board. Returns whether it changed anything; a turn that did not is none.
    pub fn play(&mut self, board: &mut TileLayer, turn: impl FnOnce(&mut TileLayer)) -> bool {
        let before = board.clone();
        turn(board);
        let area = before.bounds().union(board.bounds());
        let cells = (area.y..area.bottom() as i32)
            .flat_map(|y| (area.x..area.right() as i32).map(move |x| ivec2(x, y)));
        let changes =
            cells.map(|cell| (cell, before.get(cell.x, cell.y), board.get(cell.x, cell.y)));
        let changes: Vec<_> = changes.filter(|(_, from, to)| from != to).collect();
        if changes.is_empty() {
            return false;
        }
        self.turns.truncate(self.played);
        self.turns.push(changes);
        self.played += 1;
        true
    }

    /// Takes the last turn back. Returns whether there was one.
    pub fn undo(&mut self, board: &mut TileLayer) -> bool {
        let Some(last) = self.played.checked_sub(1) else { return false };
        self.played = last;
        for &(cell, from, _) in &self.turns[last] {
            board.set(cell.x, cell.y, from);
        }
        true
    }

    /// Plays the last turn that was taken back again. Returns whether there was one.
    pub fn redo(&mut self, board: &mut TileLayer) -> bool {
        let Some(turn) = self.turns.get(self.played) else { return false };
        self.played += 1;
        for &(cell, _, to) in turn {
            board.set(cell.x, cell.y, to);
        }
        true
    }

    /// How many turns were played and not taken back.
    pub const fn len(&self) -> usize {
        self.played
    }

    /// Whether no turn is on the board.
    pub const fn is_empty(&self) -> bool {
        self.played == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    fn random(rng: &mut Rng, width: u32, height: u32) -> TileLayer {
        TileLayer::from_fn(width, height, |_, _| Tile::new(rng.below(4))).unwrap()
    }

    /// A game of three in a row against a plain count: after settling nothing hangs, and nothing is lost but what was taken.
    #[test]
    fn tile_x7_runs_are_found_taken_and_what_is_above_falls() {
        let mut rng = Rng::new(7);
        for _ in 0..40 {
            let mut board = random(&mut rng, 9, 8);
            for _ in 0..50 {
                let runs = tile_runs(&board, 3);
                let mut taken: Vec<IVec2> = runs.iter().flat_map(TileRun::cells).collect();
                taken.sort_unstable_by_key(|cell| (cell.y, cell.x));
                taken.dedup();
                let wanted = (0..72).map(|place| ivec2(place % 9, place / 9)).filter(|&cell| {
                    let same = |x: i32, y: i32| {
                        board.has_cell(x, y) && board.get(x, y) == board.get(cell.x, cell.y)
                    };
                    let along = |way: IVec2| {
                        let count = |sign: i32| {
                            let steps = (1..9).map(|step| cell + way * sign * step);
                            steps.take_while(|other| same(other.x, other.y)).count()
                        };
                        count(1) + count(-1) + 1
                    };
                    !board.get(cell.x, cell.y).is_empty()
                        && (along(IVec2::X) >= 3 || along(IVec2::Y) >= 3)
                });
                assert_eq!(taken, wanted.collect::<Vec<_>>());
                if taken.is_empty() {
                    break;
                }
                let many = board.tiles().count();
                for cell in &taken {
                    board.set(cell.x, cell.y, Tile::EMPTY);
                }
                settle_tiles(&mut board, |from, to| assert!(from.y < to.y && from.x == to.x));
                assert_eq!(board.tiles().count(), many - taken.len());
                for (cell, _) in board.tiles() {
                    let below = cell.y + 1;
                    assert!(below == 8 || !board.get(cell.x, below).is_empty(), "{cell} hangs");
                }
            }
        }
    }

    #[test]
    fn tile_x7_pieces_turn_fit_and_full_rows_go() {
        let ell = [ivec2(0, -1), ivec2(0, 0), ivec2(0, 1), ivec2(1, 1)];
        let turned: Vec<_> = turned_piece(&ell, 1).collect();
        assert_eq!(turned, [ivec2(1, 0), ivec2(0, 0), ivec2(-1, 0), ivec2(-1, 1)]);
        assert_eq!(turned_piece(&turned, 3).collect::<Vec<_>>(), ell);
        let mut board = TileLayer::new(4, 6).unwrap();
        assert!(piece_fits(&board, &ell, ivec2(0, 1)) && !piece_fits(&board, &ell, ivec2(0, 0)));
        assert!(!piece_fits(&board, &ell, ivec2(3, 2)) && !piece_fits(&board, &ell, IVec2::MAX));
        let mut at = ivec2(0, 1);
        while piece_fits(&board, &ell, at + IVec2::Y) {
            at += IVec2::Y;
        }
        for part in ell {
            board.set(at.x + part.x, at.y + part.y, Tile::new(1));
        }
        assert_eq!(clear_full_rows(&mut board), 0);
        board.set(2, 5, Tile::new(2));
        board.set(3, 5, Tile::new(2));
        assert_eq!(clear_full_rows(&mut board), 1);
        let left: Vec<_> = board.tiles().map(|(cell, _)| cell).collect();
        assert_eq!(left, [ivec2(0, 4), ivec2(0, 5)]);
        assert_eq!(clear_full_rows(&mut TileLayer::new(0, 3).unwrap()), 0);
    }

    /// Any turns, taken back and played again in any order, are the boards that were there.
    #[test]
    fn tile_x7_turns_are_taken_back_and_played_again() {
        let mut rng = Rng::new(17);
        let mut board = random(&mut rng, 6, 6);
        let mut turns = BoardTurns::default();
        let mut boards: Vec<Vec<(IVec2, Tile)>> = vec![board.tiles().collect()];
        for _ in 0..400 {
            match rng.below(4) {
                0 if turns.undo(&mut board) => {}
                1 if turns.redo(&mut board) => {}
                2 | 3 => {
                    let cell = ivec2(rng.int(0..6), rng.int(0..6));
                    let tile = Tile::new(rng.below(5));
                    let changed = turns.play(&mut board, |board| {
                        board.set(cell.x, cell.y, tile);
                        settle_tiles(board, |_, _| {});
                    });
                    if changed {
                        boards.truncate(turns.len());
                        boards.push(board.tiles().collect());
                    }
                }
                _ => {}
            }
            assert_eq!(board.tiles().collect::<Vec<_>>(), boards[turns.len()]);
        }
        while turns.undo(&mut board) {}
        assert!(turns.is_empty() && boards[0] == board.tiles().collect::<Vec<_>>());
    }
}
