//! Where runs of jump point search end: found 64 cells at a time.

use crate::{
    Diagonals,
    grid::{
        bits::{Bits, after, before},
        moves::{DX, DY},
    },
};

/// Stop bits of a map for the eight directions, made anew when the map has changed.
///
/// A straight run stops at a wall, and at a cell where a wall beside the run ends, so that turning there
/// may be worth it. Both are one bit, computed for 64 cells with a few operations; a run is then a
/// search for the next set bit. Vertical runs use the transposed map. A diagonal run needs to look only
/// where a straight run that branches off ends at something other than a wall: that is one bit too.
#[derive(Clone, Debug, Default)]
pub(crate) struct JumpMap {
    fingerprint: Option<u64>,
    has_branches: bool,
    /// Walkable bits, transposed.
    columns: Bits,
    /// Stops of runs to the right and left (along rows), down and up (along columns).
    right: Bits,
    left: Bits,
    down: Bits,
    up: Bits,
    /// Cells where a run that branches must look about, for directions 1, 3, 5 and 7; under the rule
    /// without diagonals the first of them serves both runs along the row.
    branches: [Bits; 4],
    /// Cells from which a straight run ends at a free cell: to the right, down, left and up.
    leads: [Bits; 4],
    scratch: Bits,
}

impl JumpMap {
    /// Brings the straight stops up to date with a map; 0.1 ms or less per quarter million cells.
    pub(crate) fn update(
        &mut self,
        fingerprint: u64,
        free: &Bits,
        (width, height): (u32, u32),
        rule: Diagonals,
    ) {
        if self.fingerprint != Some(fingerprint) {
            self.rebuild(free, (width, height), rule);
            self.fingerprint = Some(fingerprint);
        }
    }

    /// Brings all stops up to date with a map, those of branching runs too; some 0.3 ms per quarter million cells.
    pub(crate) fn update_all(
        &mut self,
        fingerprint: u64,
        free: &Bits,
        (width, height): (u32, u32),
        rule: Diagonals,
    ) {
        self.update(fingerprint, free, (width, height), rule);
        if !self.has_branches {
            self.add_branches(free, (width, height), rule);
        }
    }

    /// Makes all stops anew for runs that end at every cell where turning may be worth it, whatever direction they
    /// have. These cells are written into `points`: the corners of walls, some 0.5 ms per quarter million cells.
    pub(crate) fn rebuild_undirected(
        &mut self,
        free: &Bits,
        (width, height): (u32, u32),
        rule: Diagonals,
        points: &mut Bits,
    ) {
        self.fingerprint = None;
        self.rebuild(free, (width, height), rule);
        self.scratch.reset(height, width);
        add_points(&self.columns, width, (&self.down, &self.up), &mut self.scratch);
        self.scratch.transpose_into(height, width, points);
        let along_rows = rule != Diagonals::Never;
        if along_rows {
            add_points(free, height, (&self.right, &self.left), points);
        }
        if matches!(rule, Diagonals::AtLeastOne | Diagonals::Always) {
            for direction in [1, 3, 5, 7] {
                add_forced_points(free, height, (DX[direction], DY[direction]), points);
            }
        }
        for y in 0..height as i32 {
            let (free, points) = (free.row(y), points.row(y));
            let (right, left) = (self.right.row_mut(y), self.left.row_mut(y));
            for i in 0..points.len() {
                (right[i], left[i]) = (points[i] | !free[i], points[i] | !free[i]);
            }
        }
        points.transpose_into(width, height, &mut self.scratch);
        for x in 0..width as i32 {
            let (points, free) = (self.scratch.row(x), self.columns.row(x));
            let (down, up) = (self.down.row_mut(x), self.up.row_mut(x));
            for i in 0..points.len() {
                (down[i], up[i]) = (points[i] | !free[i], points[i] | !free[i]);
            }
        }
        self.add_branches(free, (width, height), rule);
        for branch in &mut self.branches[..if along_rows { 4 } else { 1 }] {
            branch.add(points);
        }
    }

    fn rebuild(&mut self, free: &Bits, (width, height): (u32, u32), rule: Diagonals) {
        let cut = matches!(rule, Diagonals::AtLeastOne | Diagonals::Always);
        free.transpose_into(width, height, &mut self.columns);
        stops(free, width, height, cut, &mut self.right, &mut self.left);
        stops(&self.columns, height, width, cut, &mut self.down, &mut self.up);
        self.has_branches = false;
    }

    fn add_branches(&mut self, free: &Bits, (width, height): (u32, u32), rule: Diagonals) {
        let ([right, down, left, up], turned) = (&mut self.leads, &mut self.scratch);
        leads_ahead(&self.down, &self.columns, height, width, turned);
        turned.transpose_into(height, width, down);
        leads_behind(&self.up, &self.columns, height, width, turned);
        turned.transpose_into(height, width, up);
        if rule == Diagonals::Never {
            let branch = &mut self.branches[0];
            branch.reset(width, height);
            for y in 0..height as i32 {
                let (free, down, up) = (free.row(y), down.row(y), up.row(y));
                for (i, word) in branch.row_mut(y).iter_mut().enumerate() {
                    *word = !free[i] | down[i] | up[i];
                }
            }
        } else {
            leads_ahead(&self.right, free, width, height, right);
            leads_behind(&self.left, free, width, height, left);
            let straight = [[&*right, &*down], [left, down], [left, up], [right, up]];
            for (i, (branch, sides)) in self.branches.iter_mut().zip(straight).enumerate() {
                let way = (DX[2 * i + 1], DY[2 * i + 1]);
                diagonal_stops(free, (width, height), rule, way, sides, branch);
            }
        }
        self.has_branches = true;
    }

    /// Free cells where runs along the rows stop.
    pub(crate) fn count_corners(&self, free: &Bits, height: u32) -> u32 {
        let corners = |y: i32| {
            let (free, right, left) = (free.row(y), self.right.row(y), self.left.row(y));
            (0..free.len())
                .map(|i| {
                    let ends = right[i] & before(free, i) | left[i] & after(free, i);
                    (free[i] & ends).count_ones()
                })
                .sum::<u32>()
        };
        (0..height as i32).map(corners).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        let maps = [&self.columns, &self.right, &self.left, &self.down, &self.up];
        let more = self.branches.iter().chain(&self.leads).chain([&self.scratch]);
        maps.into_iter().chain(more).map(Bits::bytes).sum()
    }

    /// Whether a straight run from a cell ends at a free cell, the goal aside.
    #[inline(always)]
    pub(crate) fn leads(&self, x: i32, y: i32, direction: u32) -> bool {
        self.leads[(direction as usize / 2) & 3].get(x, y)
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

    /// Columns to the next cell where a run along the row must look up and down; only without
    /// diagonals.
    #[inline(always)]
    pub(crate) fn sideways(&self, x: i32, y: i32, dx: i32) -> u32 {
        if dx > 0 { ahead(&self.branches[0], x, y) } else { behind(&self.branches[0], x, y) }
    }

    /// Steps (at least 1, at most `limit`) along a diagonal to the next cell that must be looked at.
    #[inline(always)]
    pub(crate) fn diagonal(&self, x: i32, y: i32, direction: u32, limit: u32) -> u32 {
        let (dx, dy) = (DX[direction as usize & 7], DY[direction as usize & 7]);
        let stops = &self.branches[(direction as usize / 2) & 3];
        let (mut x, mut y) = (x, y);
        for step in 1..limit {
            (x, y) = (x + dx, y + dy);
            if stops.get(x, y) {
                return step;
            }
        }
        limit
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
            // The forced neighbors of Harabor and Grastien (2011, 2014) for 64 cells at a time, by the corner rule.
            for side in [above, below] {
                if cut {
                    // A wall beside us and free ground beside the next cell.
                    forward |= !side[i] & after(side, i);
                    backward |= !side[i] & before(side, i);
                } else {
                    // A wall beside the cell we came from and free ground beside us.
                    forward |= side[i] & !before(side, i);
                    backward |= side[i] & !after(side, i);
                }
            }
            (fore[i], back[i]) = (forward, backward);
        }
    }
}

/// Adds the free cells where runs along the rows stop. A run comes from a free cell: what only looks like a stop, because
/// a wall is behind it, is none.
fn add_points(free: &Bits, height: u32, (fore, back): (&Bits, &Bits), points: &mut Bits) {
    for y in 0..height as i32 {
        let (free, fore, back) = (free.row(y), fore.row(y), back.row(y));
        for (i, word) in points.row_mut(y).iter_mut().enumerate() {
            *word |= free[i] & (fore[i] & before(free, i) | back[i] & after(free, i));
        }
    }
}

/// Adds the cells where diagonal runs stop, because walls they slip past open up moves.
fn add_forced_points(free: &Bits, height: u32, (dx, dy): (i32, i32), points: &mut Bits) {
    let next = |row: &[u64], i| if dx > 0 { after(row, i) } else { before(row, i) };
    let last = |row: &[u64], i| if dx > 0 { before(row, i) } else { after(row, i) };
    for y in 0..height as i32 {
        let (own, ahead, behind) = (free.row(y), free.row(y + dy), free.row(y - dy));
        for (i, word) in points.row_mut(y).iter_mut().enumerate() {
            let forced = (!last(own, i) & last(ahead, i)) | (!behind[i] & next(behind, i));
            *word |= own[i] & last(behind, i) & forced;
        }
    }
}

/// Cells from which a run forwards along the row ends at a free cell.
fn leads_ahead(stops: &Bits, free: &Bits, width: u32, height: u32, out: &mut Bits) {
    out.reset(width, height);
    for y in 0..height as i32 {
        let (stops, free, out) = (stops.row(y), free.row(y), out.row_mut(y));
        // Whether the first stop at or after the word that follows is free.
        let mut carry = 0;
        for i in (0..out.len()).rev() {
            let mut reached = stops[i] & free[i] | (carry << 63 & !stops[i]);
            let mut open = !stops[i];
            // Kogge and Stone's parallel prefix: free stops flood the open cells before them in six doublings.
            for shift in [1, 2, 4, 8, 16, 32] {
                reached |= open & reached >> shift;
                open &= open >> shift;
            }
            out[i] = reached >> 1 | carry << 63;
            carry = reached & 1;
        }
    }
}

/// Cells from which a run backwards along the row ends at a free cell.
fn leads_behind(stops: &Bits, free: &Bits, width: u32, height: u32, out: &mut Bits) {
    out.reset(width, height);
    for y in 0..height as i32 {
        let (stops, free, out) = (stops.row(y), free.row(y), out.row_mut(y));
        let mut carry = 0;
        for i in 0..out.len() {
            let mut reached = stops[i] & free[i] | (carry & !stops[i]);
            let mut open = !stops[i];
            // As in `leads_ahead`, in the other direction.
            for shift in [1, 2, 4, 8, 16, 32] {
                reached |= open & reached << shift;
                open &= open << shift;
            }
            out[i] = reached << 1 | carry;
            carry = reached >> 63;
        }
    }
}

/// Cells where a diagonal run must stop: a straight run that branches off leads somewhere, walls we slip
/// past open up moves that only this cell can make, or the next step is not legal.
fn diagonal_stops(
    free: &Bits,
    (width, height): (u32, u32),
    rule: Diagonals,
    (dx, dy): (i32, i32),
    sides: [&Bits; 2],
    out: &mut Bits,
) {
    out.reset(width, height);
    let next = |row: &[u64], i| if dx > 0 { after(row, i) } else { before(row, i) };
    let last = |row: &[u64], i| if dx > 0 { before(row, i) } else { after(row, i) };
    for y in 0..height as i32 {
        let (own, ahead, behind) = (free.row(y), free.row(y + dy), free.row(y - dy));
        let sides = sides.map(|side| side.row(y));
        for (i, out) in out.row_mut(y).iter_mut().enumerate() {
            let (beside, below, target) = (next(own, i), ahead[i], next(ahead, i));
            let forced = (!last(own, i) & last(ahead, i)) | (!behind[i] & next(behind, i));
            *out = sides[0][i]
                | sides[1][i]
                | !own[i]
                | match rule {
                    Diagonals::NoCorners => !(beside & below & target),
                    Diagonals::AtLeastOne => !((beside | below) & target) | forced,
                    Diagonals::Never | Diagonals::Always => !target | forced,
                };
        }
    }
}
