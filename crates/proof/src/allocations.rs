//! Allocation counts.

use std::hint::black_box;

/// How many times the work allocates on this thread.
pub fn allocations<R>(work: impl FnOnce() -> R) -> u64 {
    let counted = allocation_counter::measure(|| drop(black_box(work())));
    counted.count_total
}

/// Proves that the work does not allocate on this thread. Warm up before: buffers grow at first.
///
/// # Panics
/// When it allocates; the message counts and calls the work `what`.
#[track_caller]
pub fn assert_no_allocation<R>(what: &str, work: impl FnOnce() -> R) {
    let count = allocations(work);
    assert!(count == 0, "{what}: {count} allocations, expected none");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_are_counted() {
        assert_eq!(allocations(|| vec![1u8; 100]), 1);
        assert_eq!(allocations(|| [1u8; 100]), 0);
        assert_no_allocation("a sum", || (0..100).sum::<u32>());
    }

    #[test]
    #[should_panic(expected = "a vector: 1 allocations, expected none")]
    fn an_allocation_fails() {
        assert_no_allocation("a vector", || vec![1u8; 100]);
    }
}
