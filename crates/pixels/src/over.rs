//! Source-over on rows of stored words: the inner loop of every sprite.
//!
//! Runs of eight pixels are skipped when invisible and copied when opaque; the rest is computed eight
//! pixels at a time on 16-bit lanes. All SIMD levels and the scalar tail give the same bytes, those of
//! [`lanes::over`].

use crate::lanes;
use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x32, u16x16, u32x8};

/// Lays `source` over `target`, pixel by pixel; the shorter row decides.
pub(crate) fn row(target: &mut [u32], source: &[u32]) {
    dispatch!(Level::new(), simd => row_simd(simd, target, source));
}

/// Lays rows over rows.
pub(crate) fn rows<'a>(level: Level, rows: impl Iterator<Item = (&'a mut [u32], &'a [u32])>) {
    dispatch!(level, simd => rows_simd(simd, rows));
}

#[inline(always)]
fn rows_simd<'a, S: Simd>(simd: S, rows: impl Iterator<Item = (&'a mut [u32], &'a [u32])>) {
    for (target, source) in rows {
        row_simd(simd, target, source);
    }
}

#[inline(always)]
pub(crate) fn row_simd<S: Simd>(simd: S, target: &mut [u32], source: &[u32]) {
    let (target_blocks, target_tail) = target.as_chunks_mut::<8>();
    let (source_blocks, source_tail) = source.as_chunks::<8>();
    for (to, from) in target_blocks.iter_mut().zip(source_blocks) {
        block_simd(simd, to, u32x8::load_array_ref(simd, from));
    }
    // The tails differ in length only when the rows do.
    tail(target_tail, source_tail);
}

/// Lays rows over rows, every channel of theirs multiplied by the same channel of `factors` / 255 before: tinted and
/// faded sprites. Small ones come by the thousand, so nothing is put aside on the way.
pub(crate) fn tinted_rows<'a>(
    level: Level,
    rows: impl Iterator<Item = (&'a mut [u32], &'a [u32])>,
    factors: u32,
) {
    dispatch!(level, simd => tinted_rows_simd(simd, rows, factors));
}

#[inline(always)]
fn tinted_rows_simd<'a, S: Simd>(
    simd: S,
    rows: impl Iterator<Item = (&'a mut [u32], &'a [u32])>,
    factors: u32,
) {
    let tint = u32x8::splat(simd, factors);
    for (target, source) in rows {
        let (target_blocks, target_tail) = target.as_chunks_mut::<8>();
        let (source_blocks, source_tail) = source.as_chunks::<8>();
        for (to, from) in target_blocks.iter_mut().zip(source_blocks) {
            let source = u32x8::load_array_ref(simd, from);
            if !source.simd_eq(u32x8::splat(simd, 0)).all_true() {
                let tinted = modulate_block(simd, source, tint);
                let backdrop = u32x8::load_array_ref(simd, to);
                over_block(simd, tinted, tinted >> 24, backdrop).store_array(to);
            }
        }
        for (to, &from) in target_tail.iter_mut().zip(source_tail) {
            if from != 0 {
                *to = lanes::over(lanes::modulate(from, factors), *to);
            }
        }
    }
}

/// Lays a row over another of its length without asking whether a block is solid or empty: for pictures where few are, a
/// tenth less time.
#[inline(always)]
pub(crate) fn mixed_row_simd<S: Simd>(simd: S, target: &mut [u32], source: &[u32]) {
    let (target_blocks, target_tail) = target.as_chunks_mut::<8>();
    let (source_blocks, source_tail) = source.as_chunks::<8>();
    for (to, from) in target_blocks.iter_mut().zip(source_blocks) {
        mixed_block(simd, to, from);
    }
    tail(target_tail, source_tail);
}

/// Lays the few pixels after the last block of a row over others, one by one.
#[inline(always)]
pub(crate) fn tail(target: &mut [u32], source: &[u32]) {
    for (to, &from) in target.iter_mut().zip(source) {
        *to = lanes::over(from, *to);
    }
}

/// Lays eight pixels over eight without asking whether they are solid or empty.
#[inline(always)]
pub(crate) fn mixed_block<S: Simd>(simd: S, to: &mut [u32; 8], from: &[u32; 8]) {
    let source = u32x8::load_array_ref(simd, from);
    let backdrop = u32x8::load_array_ref(simd, to);
    over_block(simd, source, source >> 24, backdrop).store_array(to);
}

/// Lays eight pixels over eight; solid and empty ones take the short way.
#[inline(always)]
pub(crate) fn block_simd<S: Simd>(simd: S, to: &mut [u32; 8], source: u32x8<S>) {
    let alphas = source >> 24;
    // Most of a sprite is solid or empty. Those blocks need no multiplication, and empty ones do not even fetch the
    // backdrop, which is what takes the time when it is in no near cache.
    if alphas.simd_eq(u32x8::splat(simd, 255)).all_true() {
        source.store_array(to);
    } else if !source.simd_eq(u32x8::splat(simd, 0)).all_true() {
        let backdrop = u32x8::load_array_ref(simd, to);
        over_block(simd, source, alphas, backdrop).store_array(to);
    }
}

/// Every channel of eight pixels times their factor / 255, rounded to nearest; factors are 0…255.
#[inline(always)]
pub(crate) fn scale_words<S: Simd>(simd: S, words: u32x8<S>, factors: u32x8<S>) -> u32x8<S> {
    scale_block(simd, words, (factors | (factors << 16)).bitcast()).bitcast()
}

/// Whether fewer than half of the blocks of some rows are solid or empty: then it takes longer to tell them apart.
pub(crate) fn is_mixed<'a>(rows: impl Iterator<Item = &'a [u32]>) -> bool {
    let (mut plain, mut all) = (0, 0);
    for block in rows.flat_map(|row| row.chunks(8)) {
        let first = block[0];
        let same = |word: &u32| if first == 0 { *word == 0 } else { *word >> 24 == 255 };
        plain += usize::from(block.iter().all(same));
        all += 1;
    }
    plain * 2 < all
}

/// Eight pixels over eight.
#[inline(always)]
fn over_block<S: Simd>(
    simd: S,
    source: u32x8<S>,
    alphas: u32x8<S>,
    backdrop: u32x8<S>,
) -> u32x8<S> {
    let inverse = u32x8::splat(simd, 255) - alphas;
    // One factor for both 16-bit halves of a pixel: the lanes that the two products below run in.
    let inverse: u16x16<S> = (inverse | (inverse << 16)).bitcast();
    let kept = scale_block(simd, backdrop, inverse);
    let source: u8x32<S> = source.bitcast();
    saturating_sum(source, kept).bitcast()
}

/// The sum of every two bytes, at most 255. The compiler knows the form: it becomes one instruction.
#[inline(always)]
fn saturating_sum<S: Simd>(a: u8x32<S>, b: u8x32<S>) -> u8x32<S> {
    a.min(!b) + b
}

/// Every byte times the 16-bit lane it sits in / 255, rounded to nearest.
#[inline(always)]
fn scale_block<S: Simd>(simd: S, words: u32x8<S>, factors: u16x16<S>) -> u8x32<S> {
    let lanes: u16x16<S> = words.bitcast();
    let half = u16x16::splat(simd, 128);
    // Red and blue are the even bytes, green and alpha the odd ones. `t = x·y + 128; (t + (t >> 8)) >> 8` is exactly
    // `round(x·y / 255)` for bytes, and its largest sum, 65408, fits the lane. The odd quotients are left where they
    // are wanted, in the upper byte: a mask does for the shift down and up again.
    let even = (lanes & u16x16::splat(simd, 0x00FF)) * factors + half;
    let odd = (lanes >> 8) * factors + half;
    let even = (even + (even >> 8)) >> 8;
    let odd = (odd + (odd >> 8)) & u16x16::splat(simd, 0xFF00);
    (even | odd).bitcast()
}

/// Lays one translucent color over a row: `word + round(b·inverse / 255)`.
pub(crate) fn constant_row(target: &mut [u32], word: u32, inverse: u32) {
    dispatch!(Level::new(), simd => constant_row_simd(simd, target, word, inverse));
}

#[inline(always)]
fn constant_row_simd<S: Simd>(simd: S, target: &mut [u32], word: u32, inverse: u32) {
    let source: u8x32<S> = u32x8::splat(simd, word).bitcast();
    let factors = u16x16::splat(simd, inverse as u16);
    let (blocks, tail) = target.as_chunks_mut::<8>();
    for to in blocks {
        let kept = scale_block(simd, u32x8::load_array_ref(simd, to), factors);
        saturating_sum(source, kept).bitcast::<u32x8<S>>().store_array(to);
    }
    for to in tail {
        *to = lanes::saturating_sum(word, lanes::scale(*to, inverse));
    }
}

/// Multiplies every channel of a row by the same channel of `factors` / 255.
pub(crate) fn modulate_row(row: &mut [u32], factors: u32) {
    dispatch!(Level::new(), simd => modulate_row_simd(simd, row, factors));
}

#[inline(always)]
pub(crate) fn modulate_row_simd<S: Simd>(simd: S, row: &mut [u32], factors: u32) {
    let (blocks, tail) = row.as_chunks_mut::<8>();
    let factor_block = u32x8::splat(simd, factors);
    for block in blocks {
        modulate_block(simd, u32x8::load_array_ref(simd, block), factor_block).store_array(block);
    }
    for word in tail {
        *word = lanes::modulate(*word, factors);
    }
}

/// Multiplies every channel of eight pixels by the same channel of eight others / 255, rounded to nearest.
#[inline(always)]
pub(crate) fn modulate_block<S: Simd>(simd: S, words: u32x8<S>, factors: u32x8<S>) -> u32x8<S> {
    let (lanes, factors): (u16x16<S>, u16x16<S>) = (words.bitcast(), factors.bitcast());
    let (low, half) = (u16x16::splat(simd, 0x00FF), u16x16::splat(simd, 128));
    let even = (lanes & low) * (factors & low) + half;
    let odd = (lanes >> 8) * (factors >> 8) + half;
    let even = (even + (even >> 8)) >> 8;
    let odd = (odd + (odd >> 8)) & u16x16::splat(simd, 0xFF00);
    (even | odd).bitcast()
}

/// Every SIMD level this machine has, lowest first, for tests that compare them.
#[cfg(test)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::stored_words;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn check_5_42_every_level_gives_the_bytes_of_the_scalar_rule(
            (target, source) in (1..70usize).prop_flat_map(|n| (stored_words(n), stored_words(n))),
            constant in stored_words(1), factors: u32,
        ) {
            let laid: Vec<u32> =
                target.iter().zip(&source).map(|(&b, &s)| lanes::over(s, b)).collect();
            let inverse = 255 - lanes::alpha(constant[0]);
            let painted: Vec<u32> = target.iter().map(|&b| lanes::over(constant[0], b)).collect();
            let tinted: Vec<u32> = target.iter().map(|&b| lanes::modulate(b, factors)).collect();
            let tinted_over: Vec<u32> =
                tinted.iter().zip(&source).map(|(&s, &b)| lanes::over(s, b)).collect();
            for level in levels() {
                let mut asked_nothing = target.clone();
                dispatch!(level, simd => mixed_row_simd(simd, &mut asked_nothing, &source));
                prop_assert_eq!(&asked_nothing, &laid);
                let mut actual = target.clone();
                rows(level, [(&mut actual[..], &source[..])].into_iter());
                prop_assert_eq!(&actual, &laid);
                let mut actual = target.clone();
                dispatch!(level, simd => constant_row_simd(simd, &mut actual, constant[0], inverse));
                prop_assert_eq!(&actual, &painted);
                let mut actual = target.clone();
                dispatch!(level, simd => modulate_row_simd(simd, &mut actual, factors));
                prop_assert_eq!(&actual, &tinted);
                let mut actual = source.clone();
                tinted_rows(level, [(&mut actual[..], &target[..])].into_iter(), factors);
                prop_assert_eq!(&actual, &tinted_over);
            }
        }
    }
}
