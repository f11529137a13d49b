//! Noise beside its definition: the generator by Schrage's division, Perlin's tables doubled as they were published.

use super::{bytes::Bytes, twins};
use motile_geom::{Vec2, vec2};
use motile_pixels::{Color, Noise, Surface, classic};

/// One of the three noises, and its twin.
pub(super) fn noise(target: &mut Surface, bytes: &mut Bytes<'_>) {
    let (seed, channels) = (bytes.number() as i32, [(); 4].map(|()| bytes.flag()));
    let base = bytes.point();
    let mut expected = target.clone();
    match bytes.byte() % 3 {
        0 => {
            let noise = classic::PerlinNoise {
                octaves: bytes.number(),
                stitch: bytes.flag(),
                fractal: bytes.flag(),
                channels,
                gray: bytes.flag(),
                offsets: vec![bytes.point(), bytes.point()],
                ..classic::PerlinNoise::new(seed, base)
            };
            noise.fill(target);
            // Beyond, coordinates leave the whole numbers that the definition counts in.
            if !is_tame(&noise) {
                return;
            }
            perlin(&mut expected, &noise);
        }
        1 => {
            let (low, high, gray) = (bytes.byte(), bytes.byte(), bytes.flag());
            classic::fill_noise(target, seed, low, high, channels, gray);
            byte_noise(&mut expected, seed, (low, high), channels, gray);
        }
        _ => {
            let noise = Noise { octaves: bytes.number(), ..Noise::new(seed as u32) };
            let (low, high) = (bytes.color(), bytes.color());
            target.fill_noise(&noise, base, low, high);
            smooth(&mut expected, &noise, base, low, high);
        }
    }
    assert_eq!(target.words(), expected.words());
}

/// The next number of the minimal standard generator, without a product of more than 32 bits.
fn next(state: &mut i64) -> i64 {
    *state = 16807 * (*state % 127_773) - 2836 * (*state / 127_773);
    if *state <= 0 {
        *state += 2_147_483_647;
    }
    *state
}

fn byte_noise(
    target: &mut Surface,
    seed: i32,
    (low, high): (u8, u8),
    channels: [bool; 4],
    gray: bool,
) {
    let seed = i64::from(seed);
    let mut state = if seed <= 0 { 1 - seed } else { seed } % 2_147_483_647;
    state = state.max(1);
    let span = i64::from(high.saturating_sub(low)) + 1;
    let opaque = target.is_opaque();
    twins::each(target, |_, _, word| {
        let mut byte = || (i64::from(low) + next(&mut state) % span) as u32;
        let mut color = [0, 0, 0, 255];
        if gray {
            let value = byte();
            color[..3].fill(value);
        }
        for c in 0..4 {
            let wanted = if c == 3 { !opaque } else { !gray };
            if channels[c] && wanted {
                color[c] = byte();
            }
        }
        *word = twins::stored(color, opaque);
    });
}

/// Our own noise: its value at the middle of each pixel picks one of 256 mixes.
fn smooth(target: &mut Surface, noise: &Noise, cell: Vec2, low: Color, high: Color) {
    let opaque = target.is_opaque();
    let cell = vec2(cell.x.max(1.0), cell.y.max(1.0));
    twins::each(target, |x, y, word| {
        let value = noise.at(vec2(x as f32 + 0.5, y as f32 + 0.5) / cell);
        assert!((-1.0..=1.0).contains(&value));
        let share = (value * 127.5 + 128.0).floor().min(255.0) / 255.0;
        *word = twins::stored(twins::channels(low.lerp(high, share)), opaque);
    });
}

/// Whether all coordinates stay small, so that the definition holds as it is written.
fn is_tame(noise: &classic::PerlinNoise) -> bool {
    let base = noise.base.to_array();
    let small = |x: f32| !x.is_finite() || x.abs() < 1e4;
    let fine = |x: f32| !x.is_finite() || x == 0.0 || (0.01..1e6).contains(&x);
    let offsets = noise.offsets.iter().flat_map(|offset| offset.to_array());
    base.into_iter().all(fine) && offsets.into_iter().all(small) && noise.octaves <= 8
}

fn perlin(target: &mut Surface, noise: &classic::PerlinNoise) {
    let tables = Tables::new(i64::from(noise.seed));
    let size = [f64::from(target.width()), f64::from(target.height())];
    let opaque = target.is_opaque();
    twins::each(target, |x, y, word| {
        let byte = |set: usize| {
            let sum = tables.turbulence(noise, set, [x as f64, y as f64], size) * 255.0;
            let value = if noise.fractal { (sum + 255.5) / 2.0 } else { sum + 0.5 };
            value.clamp(0.0, 255.0) as u8
        };
        let mut color = [0, 0, 0, 255];
        let mut set = 0;
        if noise.gray {
            color[..3].fill(byte(0));
            set = 1;
        }
        for (c, value) in color.iter_mut().enumerate() {
            let wanted = if c == 3 { !opaque } else { !noise.gray };
            if noise.channels[c] && wanted {
                *value = byte(set);
                set += 1;
            }
        }
        *word = u32::from_le_bytes(color.map(|c| c.min(color[3])));
    });
}

/// Shuffled lattice and gradients, both as long as an index of two sums.
struct Tables {
    lattice: Vec<usize>,
    gradients: Vec<Vec<[f64; 2]>>,
}

/// A cell far to the left and above is not negative after this is added.
const ORIGIN: i64 = 4096;

impl Tables {
    fn new(seed: i64) -> Self {
        const LAST: i64 = 2_147_483_646;
        let mut state = if seed <= 0 { 1 - seed % LAST } else { seed.min(LAST) };
        let mut gradients = Vec::new();
        for _ in 0..4 {
            let mut set = Vec::new();
            for _ in 0..256 {
                let x = (next(&mut state) % 512 - 256) as f64 / 256.0;
                let y = (next(&mut state) % 512 - 256) as f64 / 256.0;
                let length = (x * x + y * y).sqrt();
                set.push(if length == 0.0 { [0.0; 2] } else { [x / length, y / length] });
            }
            gradients.push(set);
        }
        let mut lattice: Vec<usize> = (0..256).collect();
        for i in (1..256).rev() {
            lattice.swap(i, (next(&mut state) % 256) as usize);
        }
        lattice.extend_from_within(..);
        Self { lattice, gradients }
    }

    fn turbulence(
        &self,
        noise: &classic::PerlinNoise,
        set: usize,
        at: [f64; 2],
        size: [f64; 2],
    ) -> f64 {
        let finite = |x: f32| if x.is_finite() { f64::from(x) } else { 0.0 };
        let mut frequency = [0, 1].map(|axis| {
            let base = finite(noise.base[axis]);
            if base == 0.0 { 0.0 } else { 1.0 / base }
        });
        let mut cells = [0; 2];
        if noise.stitch {
            for axis in 0..2 {
                let (f, side) = (frequency[axis], size[axis]);
                let (low, high) = ((side * f).floor() / side, (side * f).ceil() / side);
                if f != 0.0 {
                    frequency[axis] = if f / low < high / f { low } else { high };
                }
                cells[axis] = (side * frequency[axis] + 0.5) as i64;
            }
        }
        let mut sum = 0.0;
        for octave in 0..noise.octaves as usize {
            let ratio = f64::from(1u32 << octave);
            let offset = noise.offsets.get(octave).copied().unwrap_or(Vec2::ZERO);
            let point =
                [0, 1].map(|axis| (at[axis] + finite(offset[axis])) * frequency[axis] * ratio);
            let wrap = noise.stitch.then(|| cells.map(|cells| cells << octave));
            let value = self.noise(set, point, wrap);
            sum += if noise.fractal { value } else { value.abs() } / ratio;
        }
        sum
    }

    fn noise(&self, set: usize, point: [f64; 2], wrap: Option<[i64; 2]>) -> f64 {
        let moved = point.map(|x| x + ORIGIN as f64);
        let within = moved.map(|x| x - x.trunc());
        let lines = [0, 1].map(|axis| {
            let first = moved[axis] as i64;
            [first, first + 1].map(|line| match wrap {
                Some(cells) if line >= ORIGIN + cells[axis] => (line - cells[axis]) & 255,
                _ => line & 255,
            })
        });
        let corner = |i: usize, j: usize| {
            let row = self.lattice[lines[0][i] as usize];
            let gradient = self.gradients[set][self.lattice[row + lines[1][j] as usize]];
            (within[0] - i as f64) * gradient[0] + (within[1] - j as f64) * gradient[1]
        };
        let [sx, sy] = within.map(|t| t * t * (3.0 - 2.0 * t));
        let above = corner(0, 0) + sx * (corner(1, 0) - corner(0, 0));
        let below = corner(0, 1) + sx * (corner(1, 1) - corner(0, 1));
        above + sy * (below - above)
    }
}
