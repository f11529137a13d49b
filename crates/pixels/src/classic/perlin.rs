//! Perlin noise as the classic platform and the turbulence filter of SVG have it.

use super::noise::{ByteNoise, MODULUS};
use crate::Surface;
use motile_geom::Vec2;

/// The noise of `perlinNoise` and of SVG's `feTurbulence`: Perlin's gradient noise of 1985 on a lattice of 256 cells, its
/// tables drawn from the [`ByteNoise`] generator. [`Noise`](crate::Noise) is the recommended one: it can be asked at any
/// point and repeats where it is told.
///
/// Octave i adds `noise((pixel + offsets[i])·2ⁱ / base) / 2ⁱ` in `f64`, the plain value or its absolute value. A sum s becomes
/// the byte `(255·s + 255.5) / 2` with [`fractal`](Self::fractal) and `255·s + 0.5` without, cut to 0…255. Bytes count as
/// stored ones: where alpha is noise too, colors are held to it.
///
/// ```
/// use motile_pixels::{Surface, classic::PerlinNoise, math::vec2};
/// let mut clouds = Surface::new(64, 64)?;
/// let noise = PerlinNoise { octaves: 3, gray: true, stitch: true, ..PerlinNoise::new(7, vec2(16.0, 16.0)) };
/// noise.fill(&mut clouds);
/// // Drifting costs a fill: each octave may have its own wind.
/// PerlinNoise { offsets: vec![vec2(1.0, 0.0), vec2(3.0, 0.0)], ..noise }.fill(&mut clouds);
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "perlinNoise")]
#[doc(alias = "feTurbulence")]
#[doc(alias = "clouds")]
#[derive(Clone, Debug, PartialEq)]
pub struct PerlinNoise {
    /// Width and height of a cell of the first octave, pixels. Along an axis with 0 the noise does not change; a number that
    /// is not finite counts as 0.
    pub base: Vec2,
    /// Layers added up, each twice as fine and half as strong as the last; at most 32, more do not show.
    pub octaves: u32,
    /// Different seeds give unrelated noise. A seed below 1 counts as 1 − seed.
    pub seed: i32,
    /// Whether the cells are stretched a little so that the picture continues on its opposite side, and can be tiled.
    pub stitch: bool,
    /// Whether octaves add up as they are (soft clouds) instead of their absolute values (veins, smoke).
    pub fractal: bool,
    /// Which of R, G, B, A get noise; the other colors are 0 and alpha 255. Each wanted channel takes the next of four
    /// sets of gradients, so red alone and green alone look alike.
    pub channels: [bool; 4],
    /// One noise for R, G and B, whatever `channels` says of them.
    pub gray: bool,
    /// How far each octave is moved, pixels; octaves without an entry are not. A number that is not finite counts as 0.
    pub offsets: Vec<Vec2>,
}

impl PerlinNoise {
    /// One octave of soft noise on the three colors.
    pub const fn new(seed: i32, base: Vec2) -> Self {
        Self {
            base,
            octaves: 1,
            seed,
            stitch: false,
            fractal: true,
            channels: [true, true, true, false],
            gray: false,
            offsets: Vec::new(),
        }
    }

    /// Replaces every pixel of a surface. Makes its tables anew each time, 17 KB.
    pub fn fill(&self, surface: &mut Surface) {
        let tables = Tables::new(self.seed);
        let size = [surface.width(), surface.height()];
        let octaves: Vec<Octave> = self.octaves(size);
        let plan = self.plan(surface.is_opaque());
        let width = size[0] as usize;
        for (y, row) in surface.words_mut().chunks_exact_mut(width).enumerate() {
            for (x, word) in row.iter_mut().enumerate() {
                let sums = |set: usize| self.sum(&tables, set, &octaves, [x as f64, y as f64]);
                *word = self.pixel(plan, sums);
            }
        }
    }

    /// Which set of gradients each channel reads.
    fn plan(&self, opaque: bool) -> [Option<usize>; 4] {
        let mut sets = 0..4;
        let mut wanted = self.channels;
        wanted[3] &= !opaque;
        if self.gray {
            [Some(0), Some(0), Some(0), wanted[3].then_some(1)]
        } else {
            wanted.map(|wanted| if wanted { sets.next() } else { None })
        }
    }

    fn pixel(&self, plan: [Option<usize>; 4], sum: impl Fn(usize) -> f64) -> u32 {
        let byte = |set: usize| {
            let sum = sum(set) * 255.0;
            // The half that rounds to nearest is added before the range is halved, as the platform does.
            (if self.fractal { (sum + 255.0 + 0.5) / 2.0 } else { sum + 0.5 }) as u8
        };
        let alpha = plan[3].map_or(255, byte);
        let first = plan[0].map_or(0, byte);
        let [g, b] = [plan[1], plan[2]].map(|set| match set {
            Some(_) if self.gray => first,
            set => set.map_or(0, byte),
        });
        u32::from_le_bytes([first.min(alpha), g.min(alpha), b.min(alpha), alpha])
    }

    fn octaves(&self, size: [u32; 2]) -> Vec<Octave> {
        let base = self.base.to_array().map(f64::from);
        let mut frequency =
            base.map(|base| if base == 0.0 || !base.is_finite() { 0.0 } else { 1.0 / base });
        let mut period = [None; 2];
        if self.stitch {
            for (axis, frequency) in frequency.iter_mut().enumerate() {
                *frequency = whole_cells(*frequency, f64::from(size[axis]));
                period[axis] = Some((f64::from(size[axis]) * *frequency + 0.5) as i64);
            }
        }
        let mut octaves = Vec::new();
        let mut ratio = 1.0;
        for index in 0..self.octaves.min(MAX_OCTAVES) {
            let offset = self.offsets.get(index as usize).copied().unwrap_or(Vec2::ZERO);
            let offset = offset.to_array().map(|x| if x.is_finite() { f64::from(x) } else { 0.0 });
            octaves.push(Octave { frequency, offset, ratio, period });
            ratio *= 2.0;
            period = period.map(|period| period.map(|cells: i64| cells.saturating_mul(2)));
        }
        octaves
    }

    fn sum(&self, tables: &Tables, set: usize, octaves: &[Octave], pixel: [f64; 2]) -> f64 {
        let mut sum = 0.0;
        for octave in octaves {
            let point = [0, 1].map(|axis| {
                (pixel[axis] + octave.offset[axis]) * octave.frequency[axis] * octave.ratio
            });
            let value = tables.noise(set, point, octave.period);
            sum += if self.fractal { value } else { value.abs() } / octave.ratio;
        }
        sum
    }
}

/// An octave beyond this adds less than 2⁻³² to a value of 8 bits.
const MAX_OCTAVES: u32 = 32;

/// The frequency next to the given one, by ratio, with which a whole number of cells fits the side of a picture.
fn whole_cells(frequency: f64, side: f64) -> f64 {
    if frequency == 0.0 {
        return 0.0;
    }
    let (low, high) = ((side * frequency).floor() / side, (side * frequency).ceil() / side);
    if frequency / low < high / frequency { low } else { high }
}

/// One layer of the noise.
struct Octave {
    /// Cells a pixel of the first octave, for each axis.
    frequency: [f64; 2],
    /// Added to the pixel.
    offset: [f64; 2],
    /// 2 to the number of the octave.
    ratio: f64,
    /// Cells after which it repeats, for each axis, when stitched.
    period: [Option<i64>; 2],
}

const CELLS: usize = 256;
/// Added to every coordinate, so that what is less than so many cells to the left or above is not negative.
const ORIGIN: i64 = 4096;

/// The shuffled lattice and four sets of gradients of length 1.
struct Tables {
    order: [u8; CELLS],
    slopes: [[[f64; 2]; CELLS]; 4],
}

impl Tables {
    fn new(seed: i32) -> Self {
        let last = MODULUS as i64 - 1;
        let seed = i64::from(seed);
        let state = if seed <= 0 { 1 - seed % last } else { seed.min(last) };
        let mut random = ByteNoise::from_state(state as u32);
        let mut slopes = [[[0.0; 2]; CELLS]; 4];
        for slope in slopes.as_flattened_mut() {
            let [x, y] = [(); 2]
                .map(|()| (random.number() as usize % (2 * CELLS)) as f64 / CELLS as f64 - 1.0);
            let length = (x * x + y * y).sqrt();
            // Both numbers are 0 once in 2¹⁸ draws: no slope then, instead of none that is a number.
            *slope = if length > 0.0 { [x / length, y / length] } else { [0.0; 2] };
        }
        let mut order = core::array::from_fn(|i| i as u8);
        for i in (1..CELLS).rev() {
            order.swap(i, random.number() as usize % CELLS);
        }
        Self { order, slopes }
    }

    /// The noise of one octave at a point in cells.
    fn noise(&self, set: usize, point: [f64; 2], period: [Option<i64>; 2]) -> f64 {
        let [(x, left), (y, top)] = [0, 1].map(|axis| place(point[axis], period[axis]));
        // An index of 9 bits wraps: the table is thought of as repeated.
        let corner = |x: u8, y: u8| self.order[self.order[usize::from(x)].wrapping_add(y) as usize];
        let slope = |x: u8, y: u8, dx: f64, dy: f64| {
            let [a, b] = self.slopes[set][usize::from(corner(x, y))];
            dx * a + dy * b
        };
        let mix = |t: f64, a: f64, b: f64| a + t * (b - a);
        let fade = |t: f64| t * t * (3.0 - 2.0 * t);
        let (across, down) = (fade(left), fade(top));
        let (right, below) = (left - 1.0, top - 1.0);
        let upper = mix(across, slope(x[0], y[0], left, top), slope(x[1], y[0], right, top));
        let lower = mix(across, slope(x[0], y[1], left, below), slope(x[1], y[1], right, below));
        mix(down, upper, lower)
    }
}

/// The two lattice lines around a coordinate, and how far it is beyond the first.
fn place(at: f64, period: Option<i64>) -> ([u8; 2], f64) {
    let at = at + ORIGIN as f64;
    if !at.is_finite() {
        return ([0, 1], 0.0);
    }
    let whole = at.trunc();
    let cell = whole as i64;
    let line = |cell: i64| match period {
        Some(cells) if cell >= ORIGIN.saturating_add(cells) => cell.wrapping_sub(cells) as u8,
        _ => cell as u8,
    };
    ([line(cell), line(cell.saturating_add(1))], at - whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color,
        testing::{any_surface, is_well_formed},
    };
    use motile_geom::vec2;
    use proptest::prelude::*;

    /// Pixel by pixel in the words of the recommendation that defines the filter: doubled tables and integers.
    struct Twin {
        lattice: Vec<usize>,
        gradient: Vec<Vec<[f64; 2]>>,
    }

    impl Twin {
        fn new(seed: i64) -> Self {
            const M: i64 = 2_147_483_647;
            let mut seed = if seed <= 0 { -(seed % (M - 1)) + 1 } else { seed };
            seed = seed.min(M - 1);
            let mut random = move || {
                let mut result = 16807 * (seed % 127_773) - 2836 * (seed / 127_773);
                if result <= 0 {
                    result += M;
                }
                seed = result;
                result
            };
            let gradient = (0..4)
                .map(|_| {
                    let mut set: Vec<[f64; 2]> = (0..256)
                        .map(|_| {
                            let x = (random() % 512 - 256) as f64 / 256.0;
                            let y = (random() % 512 - 256) as f64 / 256.0;
                            let length = (x * x + y * y).sqrt();
                            if length == 0.0 { [0.0; 2] } else { [x / length, y / length] }
                        })
                        .collect();
                    set.extend_from_within(..);
                    set
                })
                .collect();
            let mut lattice: Vec<usize> = (0..256).collect();
            for i in (1..256).rev() {
                lattice.swap(i, (random() % 256) as usize);
            }
            lattice.extend_from_within(..);
            Self { lattice, gradient }
        }

        fn noise(&self, set: usize, x: f64, y: f64, wrap: Option<[i64; 4]>) -> f64 {
            let (tx, ty) = (x + 4096.0, y + 4096.0);
            let (rx, ry) = (tx - tx.trunc(), ty - ty.trunc());
            let mut bx = [tx as i64, tx as i64 + 1];
            let mut by = [ty as i64, ty as i64 + 1];
            if let Some([width, height, wrap_x, wrap_y]) = wrap {
                bx = bx.map(|b| if b >= wrap_x { b - width } else { b });
                by = by.map(|b| if b >= wrap_y { b - height } else { b });
            }
            let dot = |i: usize, j: usize| {
                let at = self.lattice[(bx[i] & 255) as usize] + (by[j] & 255) as usize;
                let [gx, gy] = self.gradient[set][self.lattice[at]];
                (rx - i as f64) * gx + (ry - j as f64) * gy
            };
            let (sx, sy) = (rx * rx * (3.0 - 2.0 * rx), ry * ry * (3.0 - 2.0 * ry));
            let top = dot(0, 0) + sx * (dot(1, 0) - dot(0, 0));
            let bottom = dot(0, 1) + sx * (dot(1, 1) - dot(0, 1));
            top + sy * (bottom - top)
        }

        fn turbulence(
            &self,
            noise: &PerlinNoise,
            set: usize,
            at: (f64, f64),
            size: (f64, f64),
        ) -> f64 {
            let frequency = |base: f32| if base == 0.0 { 0.0 } else { 1.0 / f64::from(base) };
            let (mut fx, mut fy) = (frequency(noise.base.x), frequency(noise.base.y));
            let mut wrap = None;
            if noise.stitch {
                for (f, side) in [(&mut fx, size.0), (&mut fy, size.1)] {
                    let (low, high) = ((side * *f).floor() / side, (side * *f).ceil() / side);
                    if *f != 0.0 {
                        *f = if *f / low < high / *f { low } else { high };
                    }
                }
                let (width, height) = ((size.0 * fx + 0.5) as i64, (size.1 * fy + 0.5) as i64);
                wrap = Some([width, height, 4096 + width, 4096 + height]);
            }
            let (mut sum, mut ratio) = (0.0, 1.0);
            for octave in 0..noise.octaves as usize {
                let offset = noise.offsets.get(octave).copied().unwrap_or(Vec2::ZERO);
                let x = (at.0 + f64::from(offset.x)) * fx * ratio;
                let y = (at.1 + f64::from(offset.y)) * fy * ratio;
                let value = self.noise(set, x, y, wrap);
                sum += if noise.fractal { value } else { value.abs() } / ratio;
                ratio *= 2.0;
                wrap = wrap.map(|[w, h, x, y]| [w * 2, h * 2, x * 2 - 4096, y * 2 - 4096]);
            }
            sum
        }
    }

    #[test]
    fn lattice_points_are_gray_and_seeds_below_one_count_on_the_other_side() {
        let mut surface = Surface::opaque(16, 16, Color::BLACK).unwrap();
        let noise = PerlinNoise { octaves: 3, ..PerlinNoise::new(42, vec2(5.0, 7.0)) };
        noise.fill(&mut surface);
        assert_eq!(surface.get(0, 0), Some(Color::rgb(127, 127, 127)), "0 on a lattice point");
        let mut stitched = surface.clone();
        PerlinNoise { stitch: true, ..noise.clone() }.fill(&mut stitched);
        assert_ne!(stitched, surface);
        let mut negative = surface.clone();
        PerlinNoise { seed: -41, ..noise.clone() }.fill(&mut negative);
        assert_eq!(negative, surface, "seeds below 1 count on the other side");
    }

    #[test]
    fn stitched_pictures_continue_on_their_other_side() {
        let noise = PerlinNoise {
            stitch: true,
            octaves: 4,
            gray: true,
            ..PerlinNoise::new(9, vec2(11.0, 9.0))
        };
        let mut one = Surface::opaque(40, 30, Color::BLACK).unwrap();
        noise.fill(&mut one);
        let size = [40.0, 30.0];
        let tables = Tables::new(9);
        let octaves = noise.octaves([40, 30]);
        for i in 0..30 {
            let near = noise.sum(&tables, 0, &octaves, [0.0, f64::from(i)]);
            let far = noise.sum(&tables, 0, &octaves, [size[0] - 1e-9, f64::from(i)]);
            assert!((near - far).abs() < 1e-6, "{near} {far}");
        }
    }

    proptest! {
        #[test]
        fn every_byte_is_that_of_the_plain_twin(
            mut surface in any_surface(7), seed: i32, base in prop::array::uniform2(0..40u32), octaves in 0..5u32,
            stitch: bool, fractal: bool, channels in prop::array::uniform4(any::<bool>()), gray: bool,
            offsets in prop::collection::vec(prop::array::uniform2(-300.0..300.0f32), 0..4),
        ) {
            let noise = PerlinNoise {
                base: vec2(base[0] as f32 / 2.0, base[1] as f32 / 2.0), octaves, seed, stitch, fractal, channels,
                gray, offsets: offsets.into_iter().map(Vec2::from).collect(),
            };
            let twin = Twin::new(i64::from(seed));
            let size = (f64::from(surface.width()), f64::from(surface.height()));
            let opaque = surface.is_opaque();
            noise.fill(&mut surface);
            prop_assert!(is_well_formed(&surface));
            for y in 0..surface.height() as i32 {
                for x in 0..surface.width() as i32 {
                    let byte = |set: usize| {
                        let sum = twin.turbulence(&noise, set, (f64::from(x), f64::from(y)), size);
                        if fractal { ((sum * 255.0 + 255.0 + 0.5) / 2.0) as u8 } else { (sum * 255.0 + 0.5) as u8 }
                    };
                    let mut expected = [0, 0, 0, 255];
                    let mut set = 0;
                    for (channel, to) in expected.iter_mut().enumerate() {
                        if channel == 3 && opaque {
                            continue;
                        }
                        if gray && channel < 3 {
                            *to = byte(0);
                            set = 1;
                        } else if channels[channel] {
                            *to = byte(set);
                            set += 1;
                        }
                    }
                    let alpha = expected[3];
                    let expected = u32::from_le_bytes(expected.map(|c| c.min(alpha)));
                    prop_assert_eq!(surface.word(x, y), expected, "{} {}", x, y);
                }
            }
        }

        #[test]
        fn any_numbers_give_a_picture(
            mut surface in any_surface(5), base in prop::array::uniform2(any::<f32>()), octaves: u32, seed: i32,
            stitch: bool, offset in prop::array::uniform2(any::<f32>()),
        ) {
            let noise = PerlinNoise {
                octaves, stitch, offsets: vec![Vec2::from(offset)], channels: [true; 4],
                ..PerlinNoise::new(seed, Vec2::from(base))
            };
            noise.fill(&mut surface);
            prop_assert!(is_well_formed(&surface));
        }
    }
}
