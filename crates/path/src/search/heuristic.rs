//! Estimates of the path still to go.

use crate::{Diagonals, PathGrid};
use motile_geom::IVec2;

/// How the rest of the path is estimated. All are scaled by the smallest terrain
/// multiplier, so that cheap ground does not make them overestimate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// The estimate as a plain sum, when it has that form on this grid.
    pub(crate) fn octile_form(self, grid: &PathGrid) -> Option<Octile> {
        let (straight, diagonal) = grid.least_steps();
        let form = |extra| Some(Octile { straight, extra });
        match self {
            Self::Auto if grid.diagonals() == Diagonals::Never => form(straight),
            Self::Auto | Self::Octile => form(diagonal - straight),
            Self::Chebyshev => form(0),
            Self::Zero => Some(Octile::default()),
            _ => None,
        }
    }
}

/// An estimate of the form "so much per cell of the longer side, so much more per diagonal".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Octile {
    straight: u32,
    extra: u32,
}

impl Octile {
    /// The exact estimate for free ground.
    pub(crate) fn of(grid: &PathGrid) -> Self {
        Heuristic::Auto.octile_form(grid).unwrap_or_default()
    }

    #[inline(always)]
    pub(crate) fn between(self, a: IVec2, b: IVec2) -> u32 {
        let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
        // At most 2 · 65535 · 26112: no step is estimated dearer than on ground of multiplier 1.
        self.straight * dx.max(dy) + self.extra * dx.min(dy)
    }
}
