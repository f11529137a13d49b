//! The eight directions and which of them may be taken where.
//!
//! A cell's *window* is the nine walkable bits around it: bit 0 up-left, 1 up, 2 up-right, 3 left,
//! 4 itself, 5 right, 6 down-left, 7 down, 8 down-right. Tables over all 512 windows answer "which
//! moves are legal" and "which are worth trying when coming from there" with one load.

use crate::Diagonals;
use motile_geom::{IVec2, ivec2};

/// Cost of a straight step on a uniform grid. With [`DIAGONAL`] it gives √2 within 1.5 millionths.
pub(crate) const STRAIGHT: u32 = 408;
/// Cost of a diagonal step on a uniform grid.
pub(crate) const DIAGONAL: u32 = 577;

/// Column change of each direction: right, down-right, down, down-left, left, up-left, up, up-right.
pub(crate) const DX: [i32; 8] = [1, 1, 0, -1, -1, -1, 0, 1];
/// Row change of each direction.
pub(crate) const DY: [i32; 8] = [0, 1, 1, 1, 0, -1, -1, -1];
/// Arrival "direction" of the start, which prunes nothing.
pub(crate) const NO_DIRECTION: u32 = 8;

/// Uniform cost of a step in each direction.
pub(crate) const STEP: [u32; 8] =
    [STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL];

/// Column and row change of a direction (0…7).
pub(crate) const fn offset(direction: u32) -> IVec2 {
    ivec2(DX[(direction & 7) as usize], DY[(direction & 7) as usize])
}

/// Direction of a single step.
pub(crate) const fn direction_of(dx: i32, dy: i32) -> u32 {
    // Row by row from up-left; the middle entry is never asked for.
    const TABLE: [u32; 9] = [5, 6, 7, 4, 8, 0, 3, 2, 1];
    TABLE[((dy + 1) * 3 + dx + 1) as usize]
}

/// A set of windows, a bit for each of the 512: all of them are decided at once, which spares the
/// compiler a few million steps.
#[derive(Clone, Copy)]
struct Windows([u128; 4]);

impl Windows {
    const NONE: Self = Self([0; 4]);
    const ALL: Self = Self([u128::MAX; 4]);

    /// The windows in which a cell is walkable, by its bit.
    const WALKABLE: [Self; 9] = {
        let mut sets = [Self::NONE; 9];
        let mut window = 0;
        while window < 512 {
            let mut bit = 0;
            while bit < 9 {
                sets[bit].0[window / 128] |= ((window >> bit & 1) as u128) << (window % 128);
                bit += 1;
            }
            window += 1;
        }
        sets
    };

    /// The windows in which a cell is walkable; it lies in −1…1 around the middle.
    const fn walkable(x: i32, y: i32) -> Self {
        Self::WALKABLE[((y + 1) * 3 + x + 1) as usize]
    }

    const fn and(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }

    const fn or(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }

    const fn not(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([!a, !b, !c, !d])
    }

    /// Adds a direction to the moves of every window in the set.
    const fn mark(self, moves: &mut [u8; 512], direction: usize) {
        let mut word = 0;
        while word < 4 {
            let mut left = self.0[word];
            while left != 0 {
                moves[word * 128 + left.trailing_zeros() as usize] |= 1 << direction;
                left &= left - 1;
            }
            word += 1;
        }
    }
}

/// The windows in which a step between two cells is legal; both lie in −1…1 around the middle.
const fn legal(rule: Diagonals, x: i32, y: i32, tx: i32, ty: i32) -> Windows {
    let target = Windows::walkable(tx, ty);
    if x == tx || y == ty {
        return target;
    }
    let (one, other) = (Windows::walkable(x, ty), Windows::walkable(tx, y));
    match rule {
        Diagonals::Never => Windows::NONE,
        Diagonals::NoCorners => target.and(one.and(other)),
        Diagonals::AtLeastOne => target.and(one.or(other)),
        Diagonals::Always => target,
    }
}

const fn step_cost(dx: i32, dy: i32) -> u32 {
    if dx != 0 && dy != 0 { DIAGONAL } else { STRAIGHT }
}

/// The windows in which the step towards `to` is useless for a path that came here by `from`: the
/// cell before can reach the target without passing here, and either cheaper, or for the same cost
/// in the preferred order (diagonal before straight; horizontal before vertical without diagonals).
///
/// Pruning by *any* cheapest predecessor is safe: the preferred path ends with a kind of step that is
/// never pruned for equal cost, so some cheapest predecessor always generates the target.
const fn dominated(rule: Diagonals, from: usize, to: usize) -> Windows {
    let (px, py) = (-DX[from], -DY[from]);
    let (tx, ty) = (DX[to], DY[to]);
    let here = STEP[from] + STEP[to];
    let ties_lose = match rule {
        Diagonals::Never => from.is_multiple_of(4) != to.is_multiple_of(4) && to.is_multiple_of(4),
        _ => from.is_multiple_of(2) && !to.is_multiple_of(2),
    };
    if px == tx && py == ty {
        return Windows::ALL;
    }
    let mut found = Windows::NONE;
    if (px - tx).abs() <= 1 && (py - ty).abs() <= 1 {
        found = legal(rule, px, py, tx, ty);
    }
    let mut via = 0;
    while via < 8 {
        let (vx, vy) = (px + DX[via], py + DY[via]);
        if vx.abs() <= 1
            && vy.abs() <= 1
            && (vx != 0 || vy != 0)
            && (vx - tx).abs() <= 1
            && (vy - ty).abs() <= 1
            && (vx != tx || vy != ty)
        {
            let around = STEP[via] + step_cost(tx - vx, ty - vy);
            if around < here || (around == here && ties_lose) {
                let way = legal(rule, px, py, vx, vy).and(legal(rule, vx, vy, tx, ty));
                found = found.or(way);
            }
        }
        via += 1;
    }
    found
}

/// Worthwhile moves by arrival direction (8 = start) and window.
pub(crate) type MoveTable = [[u8; 512]; 9];

const fn table(rule: Diagonals) -> MoveTable {
    let mut table = [[0; 512]; 9];
    let mut to = 0;
    while to < 8 {
        let legal = legal(rule, 0, 0, DX[to], DY[to]);
        legal.mark(&mut table[NO_DIRECTION as usize], to);
        let mut from = 0;
        while from < 8 {
            legal.and(dominated(rule, from, to).not()).mark(&mut table[from], to);
            from += 1;
        }
        to += 1;
    }
    table
}

macro_rules! tables {
    ($($name:ident = $rule:ident),+) => {$(
        /// 4.6 kB, computed at compile time.
        static $name: MoveTable = table(Diagonals::$rule);
    )+};
}

tables!(NEVER = Never, NO_CORNERS = NoCorners, AT_LEAST_ONE = AtLeastOne, ALWAYS = Always);

/// The table of a corner rule.
pub(crate) fn moves(rule: Diagonals) -> &'static MoveTable {
    match rule {
        Diagonals::Never => &NEVER,
        Diagonals::NoCorners => &NO_CORNERS,
        Diagonals::AtLeastOne => &AT_LEAST_ONE,
        Diagonals::Always => &ALWAYS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: usize = 0o777;
    const RIGHT: u8 = 1;
    const DOWN_RIGHT: u8 = 2;
    const DOWN: u8 = 4;

    #[test]
    fn path_22_corner_rules_on_one_blocked_side() {
        // The cell to the right is a wall: what about down-right?
        let window = FREE & !(1 << 5);
        assert_eq!(moves(Diagonals::NoCorners)[8][window] & DOWN_RIGHT, 0);
        assert_eq!(moves(Diagonals::AtLeastOne)[8][window] & DOWN_RIGHT, DOWN_RIGHT);
        let crack = window & !(1 << 7);
        assert_eq!(moves(Diagonals::AtLeastOne)[8][crack] & DOWN_RIGHT, 0);
        assert_eq!(moves(Diagonals::Always)[8][crack] & DOWN_RIGHT, DOWN_RIGHT);
        assert_eq!(moves(Diagonals::Never)[8][FREE], 0b0101_0101);
    }

    #[test]
    fn open_ground_leaves_only_the_natural_moves() {
        for rule in [Diagonals::NoCorners, Diagonals::AtLeastOne, Diagonals::Always] {
            let table = moves(rule);
            assert_eq!(table[0][FREE], RIGHT);
            assert_eq!(table[1][FREE], RIGHT | DOWN_RIGHT | DOWN);
            assert_eq!(table[2][FREE], DOWN);
        }
        assert_eq!(moves(Diagonals::Never)[2][FREE], DOWN);
        assert_eq!(moves(Diagonals::Never)[0][FREE], RIGHT | DOWN | 1 << 6);
    }

    #[test]
    fn a_wall_behind_or_beside_forces_moves() {
        // Coming from the left with a wall at the lower left: down and down-right open up.
        let behind = FREE & !(1 << 6);
        assert_eq!(moves(Diagonals::NoCorners)[0][behind], RIGHT | DOWN_RIGHT | DOWN);
        // With corners cut, the wall directly below does it.
        let beside = FREE & !(1 << 7);
        assert_eq!(moves(Diagonals::Always)[0][beside], RIGHT | DOWN_RIGHT);
    }
}
