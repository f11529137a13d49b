//! Smooth noise: value noise and Perlin noise.

use crate::{Color, Surface};
use motile_geom::{Vec2, vec2};

/// Which kind of smooth noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoiseKind {
    /// Random values at the corners of a grid, faded between them: blobs.
    Value,
    /// Random slopes at the corners (Perlin, 1985, with the fade curve of 2002): more even, 0 at every
    /// corner.
    #[default]
    Perlin,
}

/// Smooth noise in the plane, in −1…1, the same on every platform.
///
/// ```
/// use motile_pixels::{Noise, math::vec2};
/// let hills = Noise { octaves: 4, ..Noise::new(7) };
/// let height = hills.at(vec2(12.3, 4.5));
/// assert!((-1.0..=1.0).contains(&height));
/// ```
#[doc(alias = "perlin")]
#[doc(alias = "simplex")]
#[doc(alias = "fractal noise")]
#[doc(alias = "fBm")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Different seeds give unrelated noise.
    pub seed: u32,
    /// Value or Perlin.
    pub kind: NoiseKind,
    /// Layers added up, each twice as fine as the last; 1…16.
    pub octaves: u32,
    /// Strength of each layer relative to the last, 0…1, usually ½; NaN counts as 0.
    pub persistence: f32,
    /// Repeats after so many cells across and down, so that the picture can be tiled; 0 never repeats.
    pub period: (u32, u32),
}

impl Default for Noise {
    fn default() -> Self {
        Self::new(0)
    }
}

const MAX_OCTAVES: u32 = 16;

impl Noise {
    /// Perlin noise of one octave.
    pub const fn new(seed: u32) -> Self {
        Self { seed, kind: NoiseKind::Perlin, octaves: 1, persistence: 0.5, period: (0, 0) }
    }

    /// The noise at a point whose unit is one cell of the first octave. −1…1; 0 where a coordinate is
    /// not finite.
    pub fn at(&self, point: Vec2) -> f32 {
        if !point.is_finite() {
            return 0.0;
        }
        let (mut sum, mut total) = (0.0, 0.0);
        let (mut strength, mut scale) = (1.0f32, 1.0f32);
        let persistence = if self.persistence > 0.0 { self.persistence.min(1.0) } else { 0.0 };
        for octave in 0..self.octaves.clamp(1, MAX_OCTAVES) {
            let finer = |cells: u32| cells.saturating_mul(1 << octave);
            let period = (finer(self.period.0), finer(self.period.1));
            let layer =
                Layer { seed: self.seed.wrapping_add(octave.wrapping_mul(0x9E37_79B9)), period };
            sum += strength * layer.at(point * scale, self.kind);
            total += strength;
            strength *= persistence;
            scale *= 2.0;
        }
        let value: f32 = sum / total;
        // A point so far away that a finer octave overflows has no value either.
        if value.is_nan() { 0.0 } else { value.clamp(-1.0, 1.0) }
    }
}

/// One octave.
struct Layer {
    seed: u32,
    period: (u32, u32),
}

impl Layer {
    fn at(&self, point: Vec2, kind: NoiseKind) -> f32 {
        let cell = point.floor();
        let inside = point - cell;
        let (x, y) = (cell.x as i64, cell.y as i64);
        let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        let (u, v) = (fade(inside.x), fade(inside.y));
        let corner = |dx: i64, dy: i64| {
            let hash = self.hash(x.wrapping_add(dx), y.wrapping_add(dy));
            match kind {
                NoiseKind::Value => (hash >> 8) as f32 * (2.0 / 16_777_215.0) - 1.0,
                NoiseKind::Perlin => slope(hash).dot(inside - vec2(dx as f32, dy as f32)),
            }
        };
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let top = mix(corner(0, 0), corner(1, 0), u);
        let bottom = mix(corner(0, 1), corner(1, 1), u);
        let value = mix(top, bottom, v);
        // Slopes have length 1: Perlin noise stays within √½.
        if kind == NoiseKind::Perlin { value * core::f32::consts::SQRT_2 } else { value }
    }

    /// 32 bits for a corner of the grid.
    fn hash(&self, x: i64, y: i64) -> u32 {
        let wrap =
            |i: i64, period: u32| if period == 0 { i } else { i.rem_euclid(i64::from(period)) };
        let (x, y) = (wrap(x, self.period.0) as u32, wrap(y, self.period.1) as u32);
        let mut hash =
            x.wrapping_mul(0x85EB_CA6B) ^ y.wrapping_mul(0xC2B2_AE35).rotate_left(16) ^ self.seed;
        // Two rounds of xor-shift and odd multiplication spread every bit over all others.
        hash = (hash ^ hash >> 16).wrapping_mul(0x7FEB_352D);
        hash = (hash ^ hash >> 15).wrapping_mul(0x846C_A68B);
        hash ^ hash >> 16
    }
}

/// One of sixteen directions of length 1, in steps of 22.5°.
fn slope(hash: u32) -> Vec2 {
    /// cos of 0°, 22.5°, 45°, 67.5°, 90°.
    const COS: [f32; 5] = [1.0, 0.923_879_5, core::f32::consts::FRAC_1_SQRT_2, 0.382_683_43, 0.0];
    let quarter_step = (hash >> 28 & 3) as usize;
    let (x, y) = (COS[quarter_step], COS[4 - quarter_step]);
    match hash >> 30 {
        0 => vec2(x, y),
        1 => vec2(-y, x),
        2 => vec2(-x, -y),
        _ => vec2(y, -x),
    }
}

impl Surface {
    /// Fills with smooth noise between two colors, `low` at −1 and `high` at 1. `cell` is the size of a
    /// cell of the first octave in pixels, at least 1.
    ///
    /// For a picture that tiles, set [`Noise::period`] to (width / cell.x, height / cell.y), whole numbers.
    pub fn fill_noise(&mut self, noise: &Noise, cell: Vec2, low: Color, high: Color) {
        // 256 steps of color: the mix is computed once for each.
        let colors: [u32; 256] =
            core::array::from_fn(|i| self.own_word(low.lerp(high, i as f32 / 255.0)));
        let cell = cell.max(Vec2::ONE);
        let width = self.width() as usize;
        for (y, row) in self.words_mut().chunks_exact_mut(width).enumerate() {
            for (x, to) in row.iter_mut().enumerate() {
                let value = noise.at(vec2(x as f32 + 0.5, y as f32 + 0.5) / cell);
                *to = colors[(value * 127.5 + 128.0) as usize & 255];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn perlin_is_zero_at_corners_and_known_elsewhere() {
        let noise = Noise::new(3);
        for (x, y) in [(0.0, 0.0), (5.0, -7.0), (100.0, 3.0)] {
            assert_eq!(noise.at(vec2(x, y)), 0.0);
        }
        // Bits are part of the contract: they must not change between platforms or versions.
        let mut hash = motile_geom::StateHash::new();
        for kind in [NoiseKind::Value, NoiseKind::Perlin] {
            for i in 0..200 {
                let noise = Noise { kind, octaves: 3, ..Noise::new(i) };
                hash.write_f32(noise.at(vec2(i as f32 * 0.37, i as f32 * -0.91)));
            }
        }
        assert_eq!(hash.finish(), 3_840_772_061_511_793_249);
    }

    #[test]
    fn noise_uses_its_range() {
        for kind in [NoiseKind::Value, NoiseKind::Perlin] {
            let noise = Noise { kind, ..Noise::new(1) };
            let values: Vec<f32> = (0..40_000)
                .map(|i| noise.at(vec2((i % 200) as f32, (i / 200) as f32) * 0.37))
                .collect();
            let (low, high) =
                values.iter().fold((0.0f32, 0.0f32), |(low, high), v| (low.min(*v), high.max(*v)));
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            assert!(low < -0.6 && high > 0.6 && mean.abs() < 0.05, "{kind:?} {low} {high} {mean}");
        }
    }

    #[test]
    fn seamless_noise_repeats() {
        for kind in [NoiseKind::Value, NoiseKind::Perlin] {
            let noise = Noise { kind, octaves: 4, period: (4, 3), ..Noise::new(11) };
            for i in 0..50 {
                let p = vec2(i as f32 * 0.125, i as f32 * 0.25);
                assert_eq!(noise.at(p), noise.at(p + vec2(4.0, 0.0)));
                assert_eq!(noise.at(p), noise.at(p + vec2(-8.0, 3.0)));
            }
        }
    }

    proptest! {
        #[test]
        fn any_point_has_a_value(
            x: f32, y: f32, seed: u32, octaves: u32, persistence: f32, perlin: bool, px: u32, py: u32,
        ) {
            let kind = if perlin { NoiseKind::Perlin } else { NoiseKind::Value };
            let noise = Noise { seed, kind, octaves, persistence, period: (px, py) };
            prop_assert!((-1.0..=1.0).contains(&noise.at(vec2(x, y))));
        }

        #[test]
        fn noise_is_continuous(x in -50.0..50.0f32, y in -50.0..50.0f32, perlin: bool) {
            let kind = if perlin { NoiseKind::Perlin } else { NoiseKind::Value };
            let noise = Noise { kind, ..Noise::new(2) };
            let step = noise.at(vec2(x, y)) - noise.at(vec2(x + 0.001, y));
            prop_assert!(step.abs() < 0.02, "{}", step);
        }
    }
}
