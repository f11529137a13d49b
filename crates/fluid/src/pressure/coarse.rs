//! Multigrid: what sweeps on a fine board do slowly, sweeps on a coarse one do at once.

use super::{CellKind, Domain, board::Board};

/// Sweeps over both colors before and after the coarser boards.
const SWEEPS: usize = 2;
/// Sweeps on the coarsest board.
const LAST_SWEEPS: usize = 12;

/// Blocks of four cells as one: air when one of them is air, fluid when one is fluid. Faces are open as far as their two
/// halves are.
pub(super) fn coarsen(fine: &Domain, coarse: &mut Domain) {
    let (width, height) = (fine.width.div_ceil(2), fine.height.div_ceil(2));
    (coarse.width, coarse.height) = (width, height);
    coarse.kinds.clear();
    coarse.open_x.clear();
    coarse.open_y.clear();
    for y in 0..height {
        for x in 0..width {
            let cells =
                [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| fine.kind(2 * x + dx, 2 * y + dy));
            coarse.kinds.push(if cells.contains(&CellKind::Air) {
                CellKind::Air
            } else if cells.contains(&CellKind::Fluid) {
                CellKind::Fluid
            } else {
                CellKind::Solid
            });
        }
        let rows = [2 * y, 2 * y + 1];
        for x in 0..=width {
            let open = rows.map(|y| {
                if y < fine.height {
                    fine.open_x[y * (fine.width + 1) + (2 * x).min(fine.width)]
                } else {
                    0.0
                }
            });
            coarse.open_x.push((open[0] + open[1]) * 0.5);
        }
    }
    for y in 0..=height {
        for x in 0..width {
            let open = [2 * x, 2 * x + 1].map(|x| {
                if x < fine.width {
                    fine.open_y[(2 * y).min(fine.height) * fine.width + x]
                } else {
                    0.0
                }
            });
            coarse.open_y.push((open[0] + open[1]) * 0.5);
        }
    }
}

/// One V-cycle for the right side of the first board, into its `x`, from 0.
///
/// It is symmetric, as conjugate gradients ask: what follows the coarser boards is what came before them, backwards.
pub(super) fn cycle(boards: &mut [Board]) {
    let Some((fine, coarser)) = boards.split_first_mut() else { return };
    fine.x.clear();
    let Some(coarse) = coarser.first_mut() else {
        for _ in 0..LAST_SWEEPS {
            fine.sweep(0, 1.0);
            fine.sweep(1, 1.0);
        }
        for _ in 0..LAST_SWEEPS {
            fine.sweep(1, 1.0);
            fine.sweep(0, 1.0);
        }
        return;
    };
    for _ in 0..SWEEPS {
        fine.sweep(0, 1.0);
        fine.sweep(1, 1.0);
    }
    fine.restrict(coarse);
    cycle(coarser);
    fine.prolong(&coarser[0]);
    for _ in 0..SWEEPS {
        fine.sweep(1, 1.0);
        fine.sweep(0, 1.0);
    }
}
