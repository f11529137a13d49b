//! Rows of cells, one after the other or over all cores: the results are the same.

/// Below this many numbers threads cost more than they bring.
#[cfg(feature = "parallel")]
const WORTH_IT: usize = 1 << 15;

/// Calls `work` with the number of each row and the row. What is left over after whole rows is not touched.
pub(crate) fn for_rows<T: Send>(
    values: &mut [T],
    stride: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    #[cfg(feature = "parallel")]
    if values.len() >= WORTH_IT {
        use rayon::prelude::*;
        values
            .par_chunks_exact_mut(stride)
            .with_min_len(8)
            .enumerate()
            .for_each(|(row, values)| work(row, values));
        return;
    }
    for (row, values) in values.chunks_exact_mut(stride).enumerate() {
        work(row, values);
    }
}

/// Adds up one number of each row, always in the order of rows.
pub(crate) fn sum_rows(rows: usize, numbers: usize, of: impl Fn(usize) -> f64 + Sync) -> f64 {
    #[cfg(feature = "parallel")]
    if numbers >= WORTH_IT {
        use rayon::prelude::*;
        let sums: Vec<f64> = (0..rows).into_par_iter().with_min_len(8).map(&of).collect();
        return sums.iter().sum();
    }
    debug_assert!(numbers >= rows || rows == 0);
    (0..rows).map(of).sum()
}
