//! Viscosity and diffusion: the implicit heat equation.

use crate::rows::for_rows;

/// Sweeps of viscosity and diffusion.
const SPREAD_SWEEPS: usize = 12;

/// A sum of neighbors, for [`relax`].
pub(super) trait Spread: Copy + Send + Sync {
    fn relaxed(self, around: [Self; 4], rate: f32) -> Self;
}

impl Spread for f32 {
    #[inline(always)]
    fn relaxed(self, [a, b, c, d]: [Self; 4], rate: f32) -> Self {
        (self + ((a + b) + (c + d)) * rate) / (1.0 + 4.0 * rate)
    }
}

impl Spread for [f32; 4] {
    #[inline(always)]
    fn relaxed(self, [a, b, c, d]: [Self; 4], rate: f32) -> Self {
        std::array::from_fn(|i| self[i].relaxed([a[i], b[i], c[i], d[i]], rate))
    }
}

/// Jacobi sweeps for the implicit heat equation; nothing passes the border, or between two samples that `passes` keeps apart.
pub(super) fn relax<Q: Spread>(
    values: &mut Vec<Q>,
    next: &mut Vec<Q>,
    source: &mut [Q],
    (columns, rows): (usize, usize),
    rate: f32,
    passes: impl Fn(usize, usize) -> bool + Sync,
) {
    let source = &mut source[..columns * rows];
    source.copy_from_slice(values);
    let source = &*source;
    for _ in 0..SPREAD_SWEEPS {
        let old = &values[..];
        for_rows(next, columns, |y, row| {
            let at = y * columns;
            let (above, below) = (y.saturating_sub(1) * columns, (y + 1).min(rows - 1) * columns);
            for (x, value) in row.iter_mut().enumerate() {
                let (left, right) = (x.saturating_sub(1), (x + 1).min(columns - 1));
                let around = [at + left, at + right, above + x, below + x];
                let around =
                    around.map(|to| if passes(at + x, to) { old[to] } else { old[at + x] });
                *value = source[at + x].relaxed(around, rate);
            }
        });
        std::mem::swap(values, next);
    }
}
