//! One piece of work for every slot, on one thread or on all.

/// Slots a task gets at a time: large enough to hide the cost of handing it over.
const CHUNK: usize = 1024;

/// Cuts `out` into chunks and calls `work(first slot, chunk, scratch)` for each, every chunk with a scratch value
/// of its own that is kept for the next time. The answers must not depend on each other or on what is in the
/// scratch, so the number of threads does not show in the result.
pub(super) fn in_chunks<T: Send, S: Send + Default>(
    out: &mut [T],
    scratch: &mut Vec<S>,
    work: impl Fn(usize, &mut [T], &mut S) + Sync,
) {
    let chunks = out.len().div_ceil(CHUNK);
    if scratch.len() < chunks {
        scratch.resize_with(chunks, S::default);
    }
    #[cfg(feature = "parallel")]
    if rayon::current_num_threads() > 1 {
        use rayon::prelude::*;
        let parts = out.par_chunks_mut(CHUNK).zip(scratch.par_iter_mut()).enumerate();
        parts.for_each(|(i, (chunk, scratch))| work(i * CHUNK, chunk, scratch));
        return;
    }
    for (i, (chunk, scratch)) in out.chunks_mut(CHUNK).zip(scratch).enumerate() {
        work(i * CHUNK, chunk, scratch);
    }
}
