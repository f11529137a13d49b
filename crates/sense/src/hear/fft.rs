//! The Fourier transform of real samples.
//!
//! N samples are taken as N/2 complex numbers, transformed by Stockham's passes of radix 4, and taken apart after. Those
//! passes need no bit reversal and walk memory in order, real and imaginary parts in arrays of their own, so that a
//! compiler makes vectors of them. No step fuses or reorders: the bits are the same at every width of vectors.

use core::f64::consts::TAU;
use motile_geom::ops;

/// Fast Fourier transform of real samples, for a length that is a power of two. Tables and memory are made once.
///
/// ```
/// use motile_sense::hear::RealFft;
///
/// let mut fft = RealFft::new(8);
/// fft.forward(&[1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0]); // a cosine of period 4
/// assert_eq!(fft.re(), [0.0, 0.0, 4.0, 0.0, 0.0]);
/// ```
#[doc(alias = "fast Fourier transform")]
#[derive(Clone)]
pub struct RealFft {
    passes: Vec<Vec<Twiddle>>,
    /// Cosine and sine of −2πk/N, for taking the halves apart.
    turns: Vec<[f32; 2]>,
    re: Vec<f32>,
    im: Vec<f32>,
    other_re: Vec<f32>,
    other_im: Vec<f32>,
}

crate::quiet::debug_by!(RealFft: );

/// The factors of one butterfly: e^(−2πip/n) and its square and cube.
type Twiddle = [[f32; 2]; 3];

/// Lengths that a transform may have, as powers of two.
const POWERS: core::ops::RangeInclusive<u32> = 3..=16;

impl RealFft {
    /// A transform of `size` samples; other numbers than powers of two count as the next one, between 8 and 65,536.
    pub fn new(size: usize) -> Self {
        let power = size.clamp(1, 1 << POWERS.end()).next_power_of_two().ilog2();
        let size = 1usize << power.clamp(*POWERS.start(), *POWERS.end());
        let half = size / 2;
        let mut passes = Vec::new();
        let mut n = half;
        while n >= 4 {
            passes.push((0..n / 4).map(|p| twiddle(p, n)).collect());
            n /= 4;
        }
        let turns = (0..=half).map(|k| turn(k, size)).collect();
        // One more than the complex numbers: the last bin is found there.
        let zeros = || vec![0.0; half + 1];
        Self { passes, turns, re: zeros(), im: zeros(), other_re: zeros(), other_im: zeros() }
    }

    /// How many samples it takes.
    pub const fn size(&self) -> usize {
        (self.re.len() - 1) * 2
    }

    /// Transforms samples. Those that are missing count as 0, those that are too many are left out.
    pub fn forward(&mut self, samples: &[f32]) {
        let half = self.re.len() - 1;
        let (pairs, rest) = samples[..samples.len().min(half * 2)].as_chunks::<2>();
        for ((re, im), pair) in self.re.iter_mut().zip(&mut self.im).zip(pairs) {
            (*re, *im) = (pair[0], pair[1]);
        }
        self.re[pairs.len()..].fill(0.0);
        self.im[pairs.len()..].fill(0.0);
        if let (Some(&last), true) = (rest.first(), pairs.len() < half) {
            self.re[pairs.len()] = last;
        }
        self.complex();
        self.take_apart();
    }

    /// Real parts of the bins, from 0 Hz to half the sample rate: one more than half the size.
    pub fn re(&self) -> &[f32] {
        &self.re
    }

    /// Imaginary parts of the bins, from 0 Hz to half the sample rate: one more than half the size.
    pub fn im(&self) -> &[f32] {
        &self.im
    }

    /// Squares of the magnitudes of the bins, as many as there is room for.
    pub fn power(&self, out: &mut [f32]) {
        for ((out, re), im) in out.iter_mut().zip(&self.re).zip(&self.im) {
            *out = re * re + im * im;
        }
    }

    /// The transform of the complex numbers, in place.
    fn complex(&mut self) {
        let half = self.re.len() - 1;
        let mut stride = 1;
        for pass in &self.passes {
            let from = (&self.re[..half], &self.im[..half]);
            let to = [&mut self.other_re[..half], &mut self.other_im[..half]];
            match stride {
                1 if pass.len() >= 4 => first_pass(pass, from, to),
                1 => butterflies::<1>(stride, pass, from, to),
                4 => butterflies::<4>(stride, pass, from, to),
                _ => butterflies::<16>(stride, pass, from, to),
            }
            core::mem::swap(&mut self.re, &mut self.other_re);
            core::mem::swap(&mut self.im, &mut self.other_im);
            stride *= 4;
        }
        // What is left when the power is odd: pairs.
        if stride * 2 == half {
            pairs(&mut self.re[..half]);
            pairs(&mut self.im[..half]);
        }
    }

    /// Even and odd samples were real and imaginary parts; their spectra come apart by symmetry.
    fn take_apart(&mut self) {
        let half = self.re.len() - 1;
        (self.re[half], self.im[half]) = (self.re[0], self.im[0]);
        for k in 0..=half / 2 {
            let m = half - k;
            let (ar, ai, br, bi) = (self.re[k], self.im[k], self.re[m], self.im[m]);
            let (even_re, even_im) = ((ar + br) * 0.5, (ai - bi) * 0.5);
            let (odd_re, odd_im) = ((ai + bi) * 0.5, (br - ar) * 0.5);
            let [cos, sin] = self.turns[k];
            let (re, im) = (odd_re * cos - odd_im * sin, odd_re * sin + odd_im * cos);
            (self.re[k], self.im[k]) = (even_re + re, even_im + im);
            (self.re[m], self.im[m]) = (even_re - re, im - even_im);
        }
    }
}

fn turn(k: usize, n: usize) -> [f32; 2] {
    let (sin, cos) = ops::sin_cos64(-TAU * k as f64 / n as f64);
    [cos as f32, sin as f32]
}

fn twiddle(p: usize, n: usize) -> Twiddle {
    [turn(p, n), turn(2 * p, n), turn(3 * p, n)]
}

type Halves<'a> = (&'a [f32], &'a [f32]);

/// A pass whose butterflies of one factor lie `stride` numbers side by side, taken `L` at a time.
fn butterflies<const L: usize>(
    stride: usize,
    pass: &[Twiddle],
    from: Halves,
    [re, im]: [&mut [f32]; 2],
) {
    let (from_re, from_im) = (from.0.as_chunks::<L>().0, from.1.as_chunks::<L>().0);
    let (to_re, to_im) = (re.as_chunks_mut::<L>().0, im.as_chunks_mut::<L>().0);
    let (per, quarter) = (stride / L, from_re.len() / 4);
    for (p, factors) in pass.iter().enumerate() {
        for q in 0..per {
            let (i, o) = (p * per + q, 4 * p * per + q);
            let mut out = [[0.0; L]; 8];
            for k in 0..L {
                let x = [0, 1, 2, 3]
                    .map(|j| [from_re[i + j * quarter][k], from_im[i + j * quarter][k]]);
                let y = butterfly(x, *factors);
                for j in 0..4 {
                    (out[j][k], out[4 + j][k]) = (y[j][0], y[j][1]);
                }
            }
            for j in 0..4 {
                to_re[o + j * per] = out[j];
                to_im[o + j * per] = out[4 + j];
            }
        }
    }
}

/// The pass of stride 1: four factors side by side, and what comes out is dealt out four ways.
fn first_pass(pass: &[Twiddle], from: Halves, [re, im]: [&mut [f32]; 2]) {
    let (from_re, from_im) = (from.0.as_chunks::<4>().0, from.1.as_chunks::<4>().0);
    let (to_re, to_im) = (re.as_chunks_mut::<16>().0, im.as_chunks_mut::<16>().0);
    let quarter = from_re.len() / 4;
    for (i, factors) in pass.as_chunks::<4>().0.iter().enumerate() {
        for k in 0..4 {
            let x =
                [0, 1, 2, 3].map(|j| [from_re[i + j * quarter][k], from_im[i + j * quarter][k]]);
            let y = butterfly(x, factors[k]);
            for j in 0..4 {
                (to_re[i][4 * k + j], to_im[i][4 * k + j]) = (y[j][0], y[j][1]);
            }
        }
    }
}

#[inline(always)]
fn butterfly([a, b, c, d]: [[f32; 2]; 4], factors: Twiddle) -> [[f32; 2]; 4] {
    let (sum_ac, dif_ac) = ([a[0] + c[0], a[1] + c[1]], [a[0] - c[0], a[1] - c[1]]);
    let (sum_bd, dif_bd) = ([b[0] + d[0], b[1] + d[1]], [b[0] - d[0], b[1] - d[1]]);
    // i·(b − d) is a turn by a quarter.
    let turned = [-dif_bd[1], dif_bd[0]];
    [
        [sum_ac[0] + sum_bd[0], sum_ac[1] + sum_bd[1]],
        times([dif_ac[0] - turned[0], dif_ac[1] - turned[1]], factors[0]),
        times([sum_ac[0] - sum_bd[0], sum_ac[1] - sum_bd[1]], factors[1]),
        times([dif_ac[0] + turned[0], dif_ac[1] + turned[1]], factors[2]),
    ]
}

#[inline(always)]
fn times(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

fn pairs(numbers: &mut [f32]) {
    let (first, second) = numbers.split_at_mut(numbers.len() / 2);
    for (a, b) in first.iter_mut().zip(second) {
        (*a, *b) = (*a + *b, *a - *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    /// The definition, in f64.
    fn slow(samples: &[f32]) -> Vec<[f64; 2]> {
        let n = samples.len();
        let bin = |k: usize| {
            samples.iter().enumerate().fold([0.0, 0.0], |sum, (i, &x)| {
                let (sin, cos) = ops::sin_cos64(-TAU * ((i * k) % n) as f64 / n as f64);
                [sum[0] + f64::from(x) * cos, sum[1] + f64::from(x) * sin]
            })
        };
        (0..=n / 2).map(bin).collect()
    }

    #[test]
    fn every_size_agrees_with_the_definition() {
        let mut rng = Rng::new(1);
        for power in 3..=11 {
            let samples: Vec<f32> = (0..1 << power).map(|_| rng.range(-1.0..1.0)).collect();
            let mut fft = RealFft::new(samples.len());
            fft.forward(&samples);
            for (k, [re, im]) in slow(&samples).into_iter().enumerate() {
                let off =
                    (f64::from(fft.re()[k]) - re).abs().max((f64::from(fft.im()[k]) - im).abs());
                assert!(off < 1.0e-4, "size {}, bin {k}: off by {off}", samples.len());
            }
        }
    }

    #[test]
    fn short_input_is_padded_and_long_input_cut() {
        let mut fft = RealFft::new(16);
        let mut padded = [0.0f32; 16];
        padded[..5].copy_from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        fft.forward(&[9.0; 16]);
        fft.forward(&padded[..5]);
        let short = fft.re().to_vec();
        fft.forward(&padded);
        assert_eq!(fft.re(), short);
        fft.forward(&[padded.as_slice(), &[7.0; 9]].concat());
        assert_eq!(fft.re(), short);
    }

    #[test]
    fn odd_sizes_become_powers_of_two() {
        for (asked, size) in [(0, 8), (9, 16), (1000, 1024), (usize::MAX, 65_536)] {
            assert_eq!(RealFft::new(asked).size(), size);
        }
    }

    #[test]
    fn the_bits_are_those_of_every_platform() {
        let samples: Vec<f32> = (0..1024).map(|i| ((i * 37) % 101) as f32 / 101.0 - 0.5).collect();
        let mut fft = RealFft::new(1024);
        fft.forward(&samples);
        let bits = fft.re().iter().chain(fft.im()).fold(0u64, |hash, number| {
            hash.wrapping_mul(0x0100_0000_01B3) ^ u64::from(number.to_bits())
        });
        assert_eq!(bits, 0xAC9F_2D80_686E_F9BB, "{bits:#x}");
    }
}
