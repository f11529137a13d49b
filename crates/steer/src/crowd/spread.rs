//! The same work for every slot, on one thread or on all.

/// Slots a task gets at a time: large enough to hide the cost of handing it over.
const CHUNK: usize = 1024;

/// Cuts `out` into chunks and calls `work(first slot, chunk)` for each. The answers must not depend on each
/// other, so the number of threads does not show in the result.
pub(super) fn in_chunks<T: Send>(out: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        out.par_chunks_mut(CHUNK).enumerate().for_each(|(i, chunk)| work(i * CHUNK, chunk));
    }
    #[cfg(not(feature = "parallel"))]
    for (i, chunk) in out.chunks_mut(CHUNK).enumerate() {
        work(i * CHUNK, chunk);
    }
}
