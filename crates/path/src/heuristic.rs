//! Estimates of the way still to go.

use crate::{Diagonals, PathGrid};
use motile_geom::IVec2;

/// How the rest of the way is estimated (PATH-18…20). All are scaled by the smallest terrain
/// multiplier, so that cheap ground does not make them overestimate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// The exact one for free ground: Manhattan without diagonals, octile with them.
    #[default]
    Auto,
    /// As many diagonal steps as fit, then straight ones.
    Octile,
    /// Columns plus rows. Overestimates where diagonals are legal.
    Manhattan,
    /// Straight line, rounded down to whole units.
    Euclidean,
    /// The larger of columns and rows.
    Chebyshev,
    /// None at all: Dijkstra's algorithm.
    Zero,
    /// The book's misprinted Manhattan, which adds the two row numbers instead of subtracting them.
    /// Visits almost everything; here because readers will compare.
    ManhattanAsPrinted,
}

impl Heuristic {
    /// Whether it never overestimates under a corner rule, so that paths are the cheapest. All that
    /// never overestimate are also consistent: no cell is ever expanded twice.
    pub const fn is_admissible(self, diagonals: Diagonals) -> bool {
        match self {
            Self::Auto | Self::Octile | Self::Euclidean | Self::Chebyshev | Self::Zero => true,
            Self::Manhattan => matches!(diagonals, Diagonals::Never),
            Self::ManhattanAsPrinted => false,
        }
    }

    /// The estimate from one cell to another, in units of the grid.
    pub fn estimate(self, grid: &PathGrid, from: IVec2, to: IVec2) -> u32 {
        let (straight, diagonal) = grid.least_steps();
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let octile = |diagonal: u32| {
            let (short, long) = (dx.min(dy), dx.max(dy));
            straight
                .saturating_mul(long)
                .saturating_add((diagonal - straight).saturating_mul(short))
        };
        match self {
            Self::Auto if grid.diagonals() == Diagonals::Never => octile(straight * 2),
            Self::Auto | Self::Octile => octile(diagonal),
            Self::Manhattan => octile(straight * 2),
            Self::Euclidean => {
                let squared = u64::from(dx) * u64::from(dx) + u64::from(dy) * u64::from(dy);
                let exact = squared.saturating_mul(u64::from(straight) * u64::from(straight));
                exact.isqrt().min(u64::from(u32::MAX)) as u32
            }
            Self::Chebyshev => straight.saturating_mul(dx.max(dy)),
            Self::Zero => 0,
            Self::ManhattanAsPrinted => {
                let rows = from.y.saturating_add(to.y).unsigned_abs();
                straight.saturating_mul(dx.saturating_add(rows))
            }
        }
    }

    /// (straight cost, extra cost of each diagonal) when the estimate has that form on this grid.
    pub(crate) fn octile_form(self, grid: &PathGrid) -> Option<(u32, u32)> {
        let (straight, diagonal) = grid.least_steps();
        match self {
            Self::Auto if grid.diagonals() == Diagonals::Never => Some((straight, straight)),
            Self::Auto | Self::Octile => Some((straight, diagonal - straight)),
            Self::Chebyshev => Some((straight, 0)),
            Self::Zero => Some((0, 0)),
            _ => None,
        }
    }
}
