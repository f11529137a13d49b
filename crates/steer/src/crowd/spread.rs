//! The same work for every slot, on one thread or on all.

/// Slots a task gets at a time: large enough to hide the cost of handing it over.
#[cfg(feature = "parallel")]
const CHUNK: usize = 1024;

/// Calls `work(scratch, slot)` for every place of `out` and stores the answer there. The answers must not depend
/// on each other, so the number of threads does not show in the result.
pub(super) fn fill<T: Send, S>(
    out: &mut [T],
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        out.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, out)| {
            let mut scratch = scratch();
            for (i, place) in out.iter_mut().enumerate() {
                *place = work(&mut scratch, chunk * CHUNK + i);
            }
        });
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut scratch = scratch();
        for (slot, place) in out.iter_mut().enumerate() {
            *place = work(&mut scratch, slot);
        }
    }
}
