//! Where straight runs end: found 64 cells at a time.

use crate::{Diagonals, PathGrid, bits::Bits};

/// Stop bits of a grid for the four straight directions, made anew when the grid has changed.
///
/// A run stops at a wall, and at a cell where a wall beside the run ends, so that turning there may
/// be worth it. Both are one bit, computed for 64 cells with a few operations; a run is then a search
/// for the next set bit. Vertical runs use the transposed grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct JumpMap {
    fingerprint: Option<u64>,
    /// Walkable bits, transposed.
    columns: Bits,
    /// Stops of runs to the right and left (along rows), down and up (along columns).
    right: Bits,
    left: Bits,
    down: Bits,
    up: Bits,
}

impl JumpMap {
    /// Brings the map up to date with the grid; 0.1 ms or less per quarter million cells.
    pub(crate) fn update(&mut self, grid: &PathGrid) {
        if self.fingerprint == Some(grid.fingerprint()) {
            return;
        }
        let (width, height) = (grid.width(), grid.height());
        let cut = matches!(grid.diagonals(), Diagonals::AtLeastOne | Diagonals::Always);
        grid.bits().transpose_into(width, height, &mut self.columns);
        stops(grid.bits(), width, height, cut, &mut self.right, &mut self.left);
        stops(&self.columns, height, width, cut, &mut self.down, &mut self.up);
        self.fingerprint = Some(grid.fingerprint());
    }

    pub(crate) fn bytes(&self) -> usize {
        [&self.columns, &self.right, &self.left, &self.down, &self.up].map(Bits::bytes).iter().sum()
    }

    /// Runs right from the cell (exclusive): columns to the next stop.
    #[inline(always)]
    pub(crate) fn right(&self, x: i32, y: i32) -> u32 {
        ahead(&self.right, x, y)
    }

    #[inline(always)]
    pub(crate) fn left(&self, x: i32, y: i32) -> u32 {
        behind(&self.left, x, y)
    }

    #[inline(always)]
    pub(crate) fn down(&self, x: i32, y: i32) -> u32 {
        ahead(&self.down, y, x)
    }

    #[inline(always)]
    pub(crate) fn up(&self, x: i32, y: i32) -> u32 {
        behind(&self.up, y, x)
    }
}

/// Distance from `at` (exclusive) to the next set bit; the frame always has one.
#[inline(always)]
fn ahead(stops: &Bits, at: i32, lane: i32) -> u32 {
    let mut distance = 1;
    loop {
        let bits = stops.forward(at + distance as i32, lane);
        if bits != 0 {
            return distance + bits.trailing_zeros();
        }
        distance += 64;
    }
}

#[inline(always)]
fn behind(stops: &Bits, at: i32, lane: i32) -> u32 {
    let mut distance = 1;
    loop {
        let bits = stops.backward(at - distance as i32, lane);
        if bits != 0 {
            return distance + bits.leading_zeros();
        }
        distance += 64;
    }
}

/// Stop bits of runs along the rows of `free`, forwards and backwards.
fn stops(free: &Bits, width: u32, height: u32, cut: bool, fore: &mut Bits, back: &mut Bits) {
    fore.reset(width, height);
    back.reset(width, height);
    for y in 0..height as i32 {
        let (above, own, below) = (free.row(y - 1), free.row(y), free.row(y + 1));
        let (fore, back) = (fore.row_mut(y), back.row_mut(y));
        for i in 0..own.len() {
            let (mut forward, mut backward) = (!own[i], !own[i]);
            for side in [above, below] {
                let before = side[i] << 1 | i.checked_sub(1).map_or(0, |i| side[i] >> 63);
                let after = side[i] >> 1 | side.get(i + 1).map_or(0, |word| word << 63);
                if cut {
                    // A wall beside us and free ground beside the next cell.
                    forward |= !side[i] & after;
                    backward |= !side[i] & before;
                } else {
                    // A wall beside the cell we came from and free ground beside us.
                    forward |= side[i] & !before;
                    backward |= side[i] & !after;
                }
            }
            (fore[i], back[i]) = (forward, backward);
        }
    }
}
