//! Blocks of eight pixels that wait for what lies under them.
//!
//! Where many triangles lie over each other, most of what is under a solid pixel would be drawn for nothing. So a crowded band is
//! gone through from its last triangle to its first: blocks are computed and put aside until a pixel is solid, what comes later is
//! under it and skipped, and at the end the blocks are laid over the band in the order of drawing. A solid pixel replaces
//! what is there whatever that was, so not a bit differs.

use crate::over;
use fearless_simd::{Simd, prelude::*, u32x8};

/// Times a band is covered before it counts as crowded. With fewer, putting blocks aside costs more than it saves.
const CROWDED: usize = 4;
/// Layers for which there is room: what lies under so many without a solid pixel is drawn the plain way.
const DEEPEST: usize = 4;

/// What is visible of a band, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// A bit for each pixel that is solid.
    solid: Vec<u64>,
    blocks: Vec<Block>,
    most: usize,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    at: u32,
    colors: [u32; 8],
}

/// Whether going through triangles from the last to the first is worth it: `covered` pixels in a band of `pixels`.
pub(super) const fn is_crowded(covered: usize, pixels: usize) -> bool {
    covered >= CROWDED * pixels
}

impl Layers {
    /// Forgets all, for a band of as many pixels.
    pub(super) fn begin(&mut self, pixels: usize) {
        self.solid.clear();
        // One word more: a block that begins in the last one reads on.
        self.solid.resize(pixels / 64 + 2, 0);
        self.blocks.clear();
        self.most = pixels / 8 * DEEPEST;
    }

    /// Whether no more blocks should be put aside.
    pub(super) const fn is_full(&self) -> bool {
        self.blocks.len() >= self.most
    }

    /// A bit for each of the 64 pixels from `at` on that is solid.
    #[inline(always)]
    fn solid_from(&self, at: usize) -> u64 {
        let (word, bit) = (at / 64, at % 64);
        // A shift by 64 is none; two make one.
        (self.solid[word] >> bit) | ((self.solid[word + 1] << 1) << (63 - bit))
    }

    /// Whether all pixels of a row are solid; `false` for rows too long for a quick look.
    #[inline(always)]
    pub(super) fn hides_row(&self, at: usize, count: usize) -> bool {
        count <= 64 && self.solid_from(at) | (!1 << (count - 1)) == u64::MAX
    }

    /// Whether the first `count` of eight pixels are solid.
    #[inline(always)]
    pub(super) fn hides(&self, at: usize, count: usize) -> bool {
        (self.solid_from(at) | (!1 << (count.min(8) - 1))) & 0xFF == 0xFF
    }

    /// Puts eight pixels aside; what is empty is forgotten.
    #[inline(always)]
    pub(super) fn push<S: Simd>(&mut self, simd: S, at: usize, colors: u32x8<S>) {
        if colors.simd_eq(u32x8::splat(simd, 0)).all_true() {
            return;
        }
        let solid = (colors >> 24).simd_eq(u32x8::splat(simd, 255)).to_bitmask();
        let (word, bit) = (at / 64, at % 64);
        self.solid[word] |= solid << bit;
        self.solid[word + 1] |= (solid >> 1) >> (63 - bit);
        self.blocks.push(Block { at: at as u32, colors: colors.into() });
    }

    /// Lays all blocks over the band, the last first.
    #[inline(always)]
    pub(super) fn lay_over<S: Simd>(&self, simd: S, words: &mut [u32]) {
        for block in self.blocks.iter().rev() {
            lay_over(simd, words, block.at as usize, u32x8::load_array(simd, block.colors));
        }
    }
}

/// Lays eight pixels over those from `at` on; what reaches beyond the end of the band has to be empty.
#[inline(always)]
pub(super) fn lay_over<S: Simd>(simd: S, words: &mut [u32], at: usize, colors: u32x8<S>) {
    if let Some(pixels) = words.get_mut(at..).and_then(<[u32]>::first_chunk_mut::<8>) {
        over::block_simd(simd, pixels, colors);
    } else {
        let rest = &mut words[at..];
        let mut pixels = [0; 8];
        pixels[..rest.len()].copy_from_slice(rest);
        over::block_simd(simd, &mut pixels, colors);
        rest.copy_from_slice(&pixels[..rest.len()]);
    }
}

/// Lays the first `count` of eight pixels over those from `at` on.
#[inline(always)]
pub(super) fn lay_some_over<S: Simd>(
    simd: S,
    words: &mut [u32],
    at: usize,
    colors: u32x8<S>,
    count: i32,
) {
    let some = before(simd, count);
    let Some(pixels) = words.get_mut(at..).and_then(<[u32]>::first_chunk_mut::<8>) else {
        return lay_over(simd, words, at, colors & some);
    };
    // Solid pixels, which most are, replace what is there; the others are left.
    if ((colors | !some) >> 24).simd_eq(u32x8::splat(simd, 255)).all_true() {
        let there = u32x8::load_array_ref(simd, pixels);
        ((colors & some) | (there & !some)).store_array(pixels);
    } else {
        over::block_simd(simd, pixels, colors & some);
    }
}

/// All bits of the first few of eight pixels, and none of the others.
#[inline(always)]
pub(super) fn before<S: Simd>(simd: S, count: i32) -> u32x8<S> {
    // All, then nothing: eight of each. A window on them is the mask. Computed, the compiler would see a mask and store by it,
    // which takes many processors longer than all the rest.
    const BEFORE: [u32; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
    let from = 8 - count.clamp(0, 8) as usize;
    u32x8::from_slice(simd, &BEFORE[from..from + 8])
}
