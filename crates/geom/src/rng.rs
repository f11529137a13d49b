//! Seeded random numbers, reproducible everywhere.

use crate::{
    HashState, SaveState, StateError, StateHash, StateReader, StateWriter, Vec2, Vec2Ext, ops,
};
use core::{f32::consts::TAU, ops::Range};

/// A small generator: PCG-XSH-RR with 64 bits of state and 32 bits of output (O'Neill, 2014).
///
/// A seed gives the same numbers on every platform and in every version of this crate. It is
/// plain data: copy it to fork a replay, hash it with the rest of the state.
///
/// ```
/// use motile_geom::Rng;
/// let mut a = Rng::new(42);
/// let mut b = a;
/// assert_eq!(a.f32(), b.f32());
/// assert!((1.0..6.0).contains(&a.range(1.0..6.0)));
/// ```
#[doc(alias = "PRNG")]
#[doc(alias = "random")]
#[doc(alias = "seed")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
    increment: u64,
}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const DEFAULT_STREAM: u64 = 0xda3e_39cb_94b9_5bdb;

impl Default for Rng {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Rng {
    /// A generator from a seed; any seed is as good as any other.
    pub const fn new(seed: u64) -> Self {
        Self::with_stream(seed, DEFAULT_STREAM >> 1)
    }

    /// A generator from a seed and a stream number: different streams never run in step.
    pub const fn with_stream(seed: u64, stream: u64) -> Self {
        let mut rng = Self { state: 0, increment: (stream << 1) | 1 };
        rng.advance();
        rng.state = rng.state.wrapping_add(seed);
        rng.advance();
        rng
    }

    /// A new independent generator, drawn from this one.
    pub fn fork(&mut self) -> Self {
        let seed = self.u64();
        Self::with_stream(seed, self.u64())
    }

    const fn advance(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
    }

    /// 32 random bits.
    #[inline]
    pub const fn u32(&mut self) -> u32 {
        let old = self.state;
        self.advance();
        let mixed = (((old >> 18) ^ old) >> 27) as u32;
        mixed.rotate_right((old >> 59) as u32)
    }

    /// 64 random bits.
    #[inline]
    pub const fn u64(&mut self) -> u64 {
        let high = self.u32() as u64;
        (high << 32) | self.u32() as u64
    }

    /// Uniform in 0 (inclusive) … 1 (exclusive), in steps of 2⁻²⁴.
    #[inline]
    pub fn f32(&mut self) -> f32 {
        (self.u32() >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    /// Uniform in 0 (inclusive) … 1 (exclusive), in steps of 2⁻⁵³.
    #[inline]
    pub fn f64(&mut self) -> f64 {
        (self.u64() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Uniform between the ends of a range; the start is returned for an empty range and for one
    /// longer than `f32::MAX`.
    #[inline]
    pub fn range(&mut self, range: Range<f32>) -> f32 {
        let value = range.start + (range.end - range.start) * self.f32();
        // Rounding may land on the end of a narrow range, a long span may overflow.
        if range.start <= value && value < range.end { value } else { range.start }
    }

    /// Uniform in 0…n−1 without bias (Lemire's multiplication); 0 when `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = self.u32() as u64 * n as u64;
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = self.u32() as u64 * n as u64;
            }
        }
        (product >> 32) as u32
    }

    /// Uniform whole number from a half-open range; the start for an empty range.
    pub fn int(&mut self, range: Range<i32>) -> i32 {
        let span = range.end.wrapping_sub(range.start) as u32;
        if range.end <= range.start {
            range.start
        } else {
            range.start.wrapping_add(self.below(span) as i32)
        }
    }

    /// True with the given probability (0…1).
    #[inline]
    pub fn chance(&mut self, probability: f32) -> bool {
        self.f32() < probability
    }

    /// 1 or −1 with equal probability.
    #[inline]
    pub fn sign(&mut self) -> f32 {
        if self.u32() >> 31 == 0 { 1.0 } else { -1.0 }
    }

    /// Uniform direction, length 1.
    pub fn unit_vec2(&mut self) -> Vec2 {
        Vec2::at_angle(self.f32() * TAU)
    }

    /// Uniform point in a disc of radius 1 around the origin.
    pub fn in_unit_disc(&mut self) -> Vec2 {
        let radius = self.f32().sqrt();
        self.unit_vec2() * radius
    }

    /// Uniform point in the rectangle between two corners.
    pub fn in_rect(&mut self, min: Vec2, max: Vec2) -> Vec2 {
        let x = self.range(min.x..max.x);
        Vec2::new(x, self.range(min.y..max.y))
    }

    /// Normally distributed, mean 0, standard deviation 1 (Box–Muller, one value of the pair).
    pub fn normal(&mut self) -> f32 {
        let u = 1.0 - self.f64();
        let angle = self.f64() * core::f64::consts::TAU;
        ((-2.0 * ops::ln64(u)).sqrt() * ops::cos64(angle)) as f32
    }

    /// Puts a slice into random order (Fisher–Yates); every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A random element, or `None` from an empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }
}

impl HashState for Rng {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.state);
        hash.write_u64(self.increment);
    }
}

impl SaveState for Rng {
    fn save(&self, out: &mut StateWriter) {
        (self.state, self.increment).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let state = u64::restore(input)?;
        let offset = input.offset();
        let increment = u64::restore(input)?;
        // An even one would shorten the period.
        if increment % 2 == 1 {
            Ok(Self { state, increment })
        } else {
            Err(StateReader::error_at(offset, "an odd number: the stream of an Rng"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_published_reference_sequence() {
        // pcg32-demo, seed 42, stream 54.
        let mut rng = Rng::with_stream(42, 54);
        let expected =
            [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e];
        assert_eq!(expected.map(|_| rng.u32()), expected);
    }

    #[test]
    fn ranges_hold_and_edges_do_not_panic() {
        let mut rng = Rng::new(1);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.int(5..5), 5);
        assert_eq!(rng.range(2.0..2.0), 2.0);
        // The span overflowed to minus infinity, which was below the end and so came out.
        assert_eq!(rng.range(f32::MAX..-1e35), f32::MAX);
        assert_eq!(rng.pick::<u8>(&[]), None);
        for _ in 0..2000 {
            assert!((-3..7).contains(&rng.int(-3..7)));
            assert!((0.5..0.75).contains(&rng.range(0.5..0.75)));
            assert!(rng.in_unit_disc().length() <= 1.0 + 1e-6);
        }
        let _full_span = rng.int(i32::MIN..i32::MAX);
    }

    #[test]
    fn shuffle_is_uniform_enough() {
        let mut rng = Rng::new(3);
        let mut counts = [0u32; 6];
        for _ in 0..6000 {
            let mut items = [0usize, 1, 2];
            rng.shuffle(&mut items);
            counts[items[0] * 2 + usize::from(items[1] > items[2])] += 1;
        }
        assert!(counts.iter().all(|&n| (850..1150).contains(&n)), "{counts:?}");
    }

    #[test]
    fn normal_has_the_right_moments() {
        let mut rng = Rng::new(9);
        let values: Vec<f64> = (0..20_000).map(|_| f64::from(rng.normal())).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let variance =
            values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / values.len() as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.04, "{mean} {variance}");
    }
}
