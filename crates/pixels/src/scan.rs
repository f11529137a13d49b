//! Looking for pixels: the smallest rectangle around those that match.

use crate::{Surface, lanes};
use fearless_simd::{Level, Simd, dispatch, mask32x8, prelude::*, u8x32, u32x8};
use motile_geom::IRect;

/// A question about a pixel, asked one at a time or eight at a time with the same answer.
pub(crate) trait Matcher: Copy {
    fn one(self, word: u32) -> bool;
    fn block<S: Simd>(self, simd: S, words: u32x8<S>) -> mask32x8<S>;
}

/// `((word & mask) == value) == find`.
#[derive(Clone, Copy)]
pub(crate) struct Masked {
    pub(crate) mask: u32,
    pub(crate) value: u32,
    pub(crate) find: bool,
}

impl Matcher for Masked {
    #[inline(always)]
    fn one(self, word: u32) -> bool {
        (word & self.mask == self.value) == self.find
    }

    #[inline(always)]
    fn block<S: Simd>(self, simd: S, words: u32x8<S>) -> mask32x8<S> {
        let masked = words & u32x8::splat(simd, self.mask);
        let equal = masked.simd_eq(u32x8::splat(simd, self.value));
        if self.find { equal } else { !equal }
    }
}

/// Every channel between its two ends, both included.
#[derive(Clone, Copy)]
pub(crate) struct Between {
    pub(crate) min: u32,
    pub(crate) max: u32,
}

impl Matcher for Between {
    #[inline(always)]
    fn one(self, word: u32) -> bool {
        let (min, max) = (self.min.to_le_bytes(), self.max.to_le_bytes());
        word.to_le_bytes().iter().zip(min).zip(max).all(|((&c, min), max)| min <= c && c <= max)
    }

    #[inline(always)]
    fn block<S: Simd>(self, simd: S, words: u32x8<S>) -> mask32x8<S> {
        let bytes: u8x32<S> = words.bitcast();
        let min: u8x32<S> = u32x8::splat(simd, self.min).bitcast();
        let max: u8x32<S> = u32x8::splat(simd, self.max).bitcast();
        let held: u32x8<S> = bytes.max(min).min(max).bitcast();
        // Clamping to an inverted range moves every byte or leaves it at `max`: ask for min too.
        let low: u32x8<S> = bytes.max(min).bitcast();
        held.simd_eq(words) & low.simd_eq(words)
    }
}

/// The smallest rectangle around the matching pixels of a surface, or [`IRect::EMPTY`]. Each row is searched from both
/// ends and only up to its first hit, so that a full picture costs no more than an empty one. `straight`
/// asks about straight colors instead of stored ones, which needs a row of memory when the surface is
/// not opaque.
pub(crate) fn bounds(surface: &Surface, matcher: impl Matcher, straight: bool) -> IRect {
    bounds_at(Level::new(), surface, matcher, straight)
}

pub(crate) fn bounds_at(
    level: Level,
    surface: &Surface,
    matcher: impl Matcher,
    straight: bool,
) -> IRect {
    dispatch!(level, simd => bounds_simd(simd, surface, matcher, straight))
}

#[inline(always)]
fn bounds_simd<S: Simd>(
    simd: S,
    surface: &Surface,
    matcher: impl Matcher,
    straight: bool,
) -> IRect {
    let mut extent = Extent::default();
    let mut scratch = Vec::new();
    for (y, row) in surface.words().chunks_exact(surface.width() as usize).enumerate() {
        let row = if straight && !surface.is_opaque() {
            scratch.clear();
            scratch.extend(row.iter().map(|&word| straight_word(word)));
            &scratch[..]
        } else {
            row
        };
        extent.add_matches(simd, y, row, matcher);
    }
    extent.rect()
}

/// The straight channels of a stored word, in the same order.
#[inline(always)]
pub(crate) fn straight_word(word: u32) -> u32 {
    u32::from_le_bytes(lanes::straight(word).map(|c| c as u8))
}

#[inline(always)]
fn first_match<S: Simd>(simd: S, row: &[u32], matcher: impl Matcher) -> Option<usize> {
    let (blocks, tail) = row.as_chunks::<8>();
    for (index, block) in blocks.iter().enumerate() {
        if matcher.block(simd, u32x8::load_array_ref(simd, block)).any_true() {
            let inside = block.iter().position(|&word| matcher.one(word))?;
            return Some(index * 8 + inside);
        }
    }
    tail.iter().position(|&word| matcher.one(word)).map(|at| blocks.len() * 8 + at)
}

#[inline(always)]
fn last_match<S: Simd>(simd: S, row: &[u32], matcher: impl Matcher) -> usize {
    let (blocks, tail) = row.as_chunks::<8>();
    if let Some(at) = tail.iter().rposition(|&word| matcher.one(word)) {
        return blocks.len() * 8 + at;
    }
    for (index, block) in blocks.iter().enumerate().rev() {
        if matcher.block(simd, u32x8::load_array_ref(simd, block)).any_true() {
            return index * 8 + block.iter().rposition(|&word| matcher.one(word)).unwrap_or(0);
        }
    }
    0
}

/// A growing rectangle of pixels.
#[derive(Clone, Copy, Default)]
pub(crate) struct Extent(Option<(u32, u32, u32, u32)>);

impl Extent {
    /// Adds columns `first` to `last` of a row; rows come in rising order.
    #[inline(always)]
    pub(crate) fn add(&mut self, y: u32, first: u32, last: u32) {
        let (left, top, right, _) = self.0.unwrap_or((first, y, last, y));
        self.0 = Some((left.min(first), top, right.max(last), y));
    }

    /// Adds the matching pixels of a row, if there are any.
    #[inline(always)]
    pub(crate) fn add_matches<S: Simd>(
        &mut self,
        simd: S,
        y: usize,
        row: &[u32],
        matcher: impl Matcher,
    ) {
        if let Some(first) = first_match(simd, row, matcher) {
            // There is a match, so the backward search ends at one.
            self.add(y as u32, first as u32, last_match(simd, row, matcher) as u32);
        }
    }

    pub(crate) fn rect(self) -> IRect {
        self.0.map_or(IRect::EMPTY, |(left, top, right, bottom)| {
            IRect::new(left as i32, top as i32, right - left + 1, bottom - top + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{over::levels, testing::any_surface};
    use proptest::prelude::*;

    fn slow(surface: &Surface, matches: impl Fn(u32) -> bool) -> IRect {
        let mut bounds = IRect::EMPTY;
        for (index, &word) in surface.words().iter().enumerate() {
            if matches(word) {
                let (x, y) = (index as u32 % surface.width(), index as u32 / surface.width());
                bounds = bounds.union(IRect::new(x as i32, y as i32, 1, 1));
            }
        }
        bounds
    }

    proptest! {
        #[test]
        fn check_5_42_bounds_agree_with_looking_at_every_pixel(
            surface in any_surface(40), pick: prop::sample::Index, mask: u32, find: bool,
            spread: u32, straight: bool,
        ) {
            let picked = surface.words()[pick.index(surface.words().len())];
            let view = |word| if straight { straight_word(word) } else { word };
            let masked = Masked { mask, value: view(picked) & mask, find };
            let near = |sign: i32| {
                let step = spread.to_le_bytes();
                u32::from_le_bytes(core::array::from_fn(|i| {
                    let c = i32::from(view(picked).to_le_bytes()[i]) + sign * i32::from(step[i] % 40);
                    c.clamp(0, 255) as u8
                }))
            };
            let between = Between { min: near(-1), max: near(1) };
            let inverted = Between { min: near(1), max: near(-1) };
            for level in levels() {
                prop_assert_eq!(
                    bounds_at(level, &surface, masked, straight),
                    slow(&surface, |word| masked.one(view(word)))
                );
                for range in [between, inverted] {
                    prop_assert_eq!(
                        bounds_at(level, &surface, range, straight),
                        slow(&surface, |word| range.one(view(word)))
                    );
                }
            }
        }
    }
}
