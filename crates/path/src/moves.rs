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

const fn bit_at(dx: i32, dy: i32) -> u32 {
    ((dy + 1) * 3 + dx + 1) as u32
}

/// Whether a step between two cells of a window is legal; both lie in −1…1 around its middle.
const fn legal(window: u32, rule: Diagonals, x: i32, y: i32, tx: i32, ty: i32) -> bool {
    if window >> bit_at(tx, ty) & 1 == 0 {
        return false;
    }
    if x == tx || y == ty {
        return true;
    }
    let sides = (window >> bit_at(x, ty) & 1) + (window >> bit_at(tx, y) & 1);
    match rule {
        Diagonals::Never => false,
        Diagonals::NoCorners => sides == 2,
        Diagonals::AtLeastOne => sides >= 1,
        Diagonals::Always => true,
    }
}

const fn legal_moves(window: u32, rule: Diagonals) -> u8 {
    let mut mask = 0;
    let mut d = 0;
    while d < 8 {
        if legal(window, rule, 0, 0, DX[d], DY[d]) {
            mask |= 1 << d;
        }
        d += 1;
    }
    mask
}

const fn step_cost(dx: i32, dy: i32) -> u32 {
    if dx != 0 && dy != 0 { DIAGONAL } else { STRAIGHT }
}

/// Whether the step towards `to` is useless for a path that came here by `from`: the cell before can
/// reach the target without passing here, and either cheaper, or for the same cost in the
/// preferred order (diagonal before straight; horizontal before vertical without diagonals).
///
/// Pruning by *any* cheapest predecessor is safe: the preferred way ends with a kind of step that is
/// never pruned for equal cost, so some cheapest predecessor always generates the target.
const fn dominated(window: u32, rule: Diagonals, from: usize, to: usize) -> bool {
    let (px, py) = (-DX[from], -DY[from]);
    let (tx, ty) = (DX[to], DY[to]);
    let here = STEP[from] + STEP[to];
    let ties_lose = match rule {
        Diagonals::Never => from.is_multiple_of(4) != to.is_multiple_of(4) && to.is_multiple_of(4),
        _ => from.is_multiple_of(2) && !to.is_multiple_of(2),
    };
    if px == tx && py == ty {
        return true;
    }
    if (px - tx).abs() <= 1 && (py - ty).abs() <= 1 && legal(window, rule, px, py, tx, ty) {
        return true;
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
            if (around < here || (around == here && ties_lose))
                && legal(window, rule, px, py, vx, vy)
                && legal(window, rule, vx, vy, tx, ty)
            {
                return true;
            }
        }
        via += 1;
    }
    false
}

/// Worthwhile moves by arrival direction (8 = start) and window.
pub(crate) type MoveTable = [[u8; 512]; 9];

const fn table(rule: Diagonals) -> MoveTable {
    let mut table = [[0; 512]; 9];
    let mut window = 0;
    while window < 512 {
        let legal = legal_moves(window as u32, rule);
        table[NO_DIRECTION as usize][window] = legal;
        let mut from = 0;
        while from < 8 {
            let mut mask = legal;
            let mut left = legal;
            while left != 0 {
                let to = left.trailing_zeros() as usize;
                left &= left - 1;
                if dominated(window as u32, rule, from, to) {
                    mask &= !(1 << to);
                }
            }
            table[from][window] = mask;
            from += 1;
        }
        window += 1;
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
