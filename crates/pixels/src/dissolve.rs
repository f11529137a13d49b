//! Dissolving one picture into another, pixel by pixel in a scattered order.

use crate::{Surface, clip::Clip, fill::opaque_word};
use motile_geom::IRect;

/// A dissolve that is under way: which scattered order, and how far.
///
/// The order of a rectangle depends on the seed and on the clipped width and height alone. Every pixel comes exactly once
/// before [`is_complete`](Self::is_complete), however the work is cut into calls; a clone goes on in the same way.
///
/// The exact order: pixels are numbered row by row. Let n be the smallest number, at least 1, for which 2²ⁿ is no less than
/// the area, and let mix(x) be x ← x xor x >> 16, x ← x · 0x7FEB352D, x ← x xor x >> 15, x ← x · 0x846CA68B, x xor x >> 16 in 32
/// bits. The pixel that comes i-th is i with its upper n bits L and its lower n bits R sent through four rounds k = 1…4 of
/// (L, R) ← (R, L xor the lower n bits of mix(R xor mix(seed + k · 0x9E3779B9))), and through all four again until the number
/// is below the area.
///
/// ```
/// use motile_pixels::{Color, Dissolve, Surface};
/// let next = Surface::filled(64, 48, Color::ORANGE)?;
/// let mut screen = Surface::filled(64, 48, Color::BLACK)?;
/// let mut dissolve = Dissolve::new(7);
/// while !dissolve.is_complete(64 * 48) {
///     screen.pixel_dissolve(&next, next.bounds(), 0, 0, &mut dissolve, 100);
/// }
/// assert_eq!(screen, next);
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "pixelDissolve")]
#[doc(alias = "fizzle fade")]
#[doc(alias = "transition")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dissolve {
    /// Different seeds give unrelated orders.
    pub seed: u32,
    /// Pixels that were taken so far; 0 begins anew.
    pub done: u32,
}

impl Dissolve {
    /// A dissolve at its beginning.
    pub const fn new(seed: u32) -> Self {
        Self { seed, done: 0 }
    }

    /// Whether all pixels of an area were taken.
    pub const fn is_complete(&self, area: u32) -> bool {
        self.done >= area
    }
}

impl Surface {
    /// Copies the next `count` pixels of a [`Dissolve`] from `rect` of a source to (x, y), clipped on both sides, and tells
    /// how many there were: fewer at the end, 0 afterwards. Pixels are replaced, alpha included; an opaque surface takes
    /// the color and keeps alpha 255.
    ///
    /// To dissolve into a color, take a source filled with it. The cost grows with `count`, not with the area.
    pub fn pixel_dissolve(
        &mut self,
        source: &Self,
        rect: IRect,
        x: i32,
        y: i32,
        dissolve: &mut Dissolve,
        count: u32,
    ) -> u32 {
        let clip = Clip::new(self.bounds(), (x, y), source.bounds(), rect, (false, false));
        let Some(Clip { to, from, size }) = clip else { return 0 };
        let area = (size.0 * size.1) as u32;
        let order = Order::new(dissolve.seed, area);
        let forces_alpha = self.is_opaque() && !source.is_opaque();
        let (stride, source_stride) = (self.width() as usize, source.width() as usize);
        let end = dissolve.done.saturating_add(count).min(area);
        let taken = end.saturating_sub(dissolve.done);
        for index in dissolve.done..end {
            let pixel = order.pixel(index) as usize;
            let (column, row) = (pixel % size.0, pixel / size.0);
            let word = source.words()[(from.1 + row) * source_stride + from.0 + column];
            let word = if forces_alpha { opaque_word(word) } else { word };
            self.words_mut()[(to.1 + row) * stride + to.0 + column] = word;
        }
        dissolve.done += taken;
        taken
    }
}

/// A permutation of 0…area − 1 that needs no memory: a small block cipher on the bits of a number.
///
/// A Feistel network is a permutation of 2ⁿ numbers whatever its round function. Numbers beyond the area are sent
/// through it again until one is inside, which keeps it a permutation of those inside; 2ⁿ is less than four times the
/// area, so that takes less than four rounds on average.
struct Order {
    area: u32,
    /// Bits of each half.
    half: u32,
    keys: [u32; 4],
}

impl Order {
    fn new(seed: u32, area: u32) -> Self {
        let bits = (32 - area.saturating_sub(1).leading_zeros()).max(2);
        let keys = core::array::from_fn(|i| {
            mix(seed.wrapping_add(0x9E37_79B9u32.wrapping_mul(i as u32 + 1)))
        });
        Self { area, half: bits.div_ceil(2), keys }
    }

    /// The pixel that comes at an index below the area.
    fn pixel(&self, index: u32) -> u32 {
        let mut pixel = index;
        loop {
            pixel = self.scramble(pixel);
            if pixel < self.area {
                return pixel;
            }
        }
    }

    fn scramble(&self, number: u32) -> u32 {
        let mask = (1 << self.half) - 1;
        let (mut left, mut right) = (number >> self.half, number & mask);
        for key in self.keys {
            (left, right) = (right, left ^ (mix(right ^ key) & mask));
        }
        left << self.half | right
    }
}

/// Spreads every bit over all others.
fn mix(mut x: u32) -> u32 {
    x = (x ^ x >> 16).wrapping_mul(0x7FEB_352D);
    x = (x ^ x >> 15).wrapping_mul(0x846C_A68B);
    x ^ x >> 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color,
        testing::{any_surface, each_copied, is_well_formed, place, rects},
    };
    use proptest::prelude::*;

    #[test]
    fn neighbors_do_not_come_one_after_the_other() {
        let order = Order::new(1, 10_000);
        let near = (1..10_000).filter(|&i| order.pixel(i).abs_diff(order.pixel(i - 1)) < 100);
        assert!(near.count() < 300, "about 2 % by chance");
        let halves = (0..5000).filter(|&i| order.pixel(i) < 5000).count();
        assert!((2300..2700).contains(&halves), "{halves}");
        let other = Order::new(2, 10_000);
        assert!((0..10_000).filter(|&i| order.pixel(i) == other.pixel(i)).count() < 10);
    }

    #[test]
    fn orders_are_the_same_for_ever() {
        let first = |seed, area| {
            let order = Order::new(seed, area);
            (0..8).map(|i| order.pixel(i)).collect::<Vec<_>>()
        };
        assert_eq!(first(7, 64 * 48), [2080, 177, 2591, 1789, 415, 1988, 2235, 1292]);
        assert_eq!(first(0, 10), [2, 8, 6, 5, 0, 7, 1, 4]);
    }

    proptest! {
        #[test]
        fn an_order_holds_every_pixel_once(seed: u32, area in 1..3000u32) {
            let order = Order::new(seed, area);
            let mut pixels: Vec<u32> = (0..area).map(|i| order.pixel(i)).collect();
            pixels.sort_unstable();
            prop_assert!(pixels.into_iter().eq(0..area));
        }

        #[test]
        fn every_pixel_arrives_once_in_any_pieces(
            target in any_surface(9), source in any_surface(9), rect in rects(), x in place(), y in place(),
            seed: u32, counts in prop::collection::vec(0..30u32, 1..9),
        ) {
            let mut wanted = Vec::new();
            let mut expected = target.clone();
            each_copied(&target, &source, rect, x, y, |(column, row), _, other| {
                wanted.push((column, row));
                expected.set(column, row, other);
            });
            let area = wanted.len() as u32;
            let (mut actual, mut dissolve, mut total) = (target.clone(), Dissolve::new(seed), 0);
            for count in counts {
                total += actual.pixel_dissolve(&source, rect, x, y, &mut dissolve, count);
                prop_assert_eq!(dissolve.done, total);
                prop_assert!(is_well_formed(&actual));
                let changed = wanted.iter().filter(|&&(x, y)| actual.get(x, y) != target.get(x, y));
                prop_assert!(changed.count() as u32 <= total);
            }
            // In one go as far as in pieces.
            let mut once = target.clone();
            once.pixel_dissolve(&source, rect, x, y, &mut Dissolve::new(seed), total);
            prop_assert_eq!(once.words(), actual.words());
            total += actual.pixel_dissolve(&source, rect, x, y, &mut dissolve, u32::MAX);
            prop_assert_eq!(total, area);
            prop_assert!(dissolve.is_complete(area));
            prop_assert_eq!(actual.words(), expected.words());
            prop_assert_eq!(actual.pixel_dissolve(&source, rect, x, y, &mut dissolve, u32::MAX), 0);
        }
    }

    #[test]
    fn a_dissolve_beyond_its_end_does_nothing() {
        let source = Surface::filled(2, 2, Color::RED).unwrap();
        let mut target = Surface::new(2, 2).unwrap();
        let mut dissolve = Dissolve { seed: 1, done: u32::MAX };
        assert_eq!(target.pixel_dissolve(&source, source.bounds(), 0, 0, &mut dissolve, 9), 0);
        assert_eq!((target.get(0, 0), dissolve.done), (Some(Color::TRANSPARENT), u32::MAX));
    }
}
