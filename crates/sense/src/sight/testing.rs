//! What the tests of several modules share.

use fearless_simd::Level;

/// Every SIMD level this machine has, lowest first.
pub(crate) fn levels() -> Vec<Level> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let lower = [
        best.as_sse2().map(Level::Sse2),
        best.as_sse4_2().map(Level::Sse4_2),
        best.as_avx2().map(Level::Avx2),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let lower = [Some(Level::baseline())];
    lower.into_iter().flatten().chain([best]).collect()
}
