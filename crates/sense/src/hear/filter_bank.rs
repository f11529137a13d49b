//! Energies of bands.

use motile_geom::ops;

/// Triangles over the bins of a spectrum: how much power lies in each of a few bands.
///
/// ```
/// use motile_sense::hear::FilterBank;
///
/// let bank = FilterBank::mel(32, 1024, 48_000, 40.0..16_000.0);
/// let mut energies = [0.0; 32];
/// bank.energies(&[1.0; 513], &mut energies);
/// assert!(energies.iter().all(|energy| (energy - 1.0).abs() < 1e-5), "means of bins");
/// ```
#[doc(alias = "mel")]
#[doc(alias = "MFCC")]
#[doc(alias = "equalizer")]
#[derive(Clone, Debug)]
pub struct FilterBank {
    /// First bin, first weight and center in Hz of each band.
    bands: Vec<(usize, usize, f32)>,
    weights: Vec<f32>,
}

/// Most bands of a bank.
const MOST_BANDS: usize = 512;

impl FilterBank {
    /// Bands of equal width in mels, in which equal steps sound equally far: `count` of them (at most 512) over the
    /// frequencies `hz`, for the spectrum of `size` samples at a rate.
    pub fn mel(count: usize, size: usize, rate: u32, hz: core::ops::Range<f32>) -> Self {
        let to_mel = |hz: f32| 2595.0 * ops::log10(1.0 + hz / 700.0);
        let to_hz = |mel: f32| 700.0 * (ops::pow(10.0, mel / 2595.0) - 1.0);
        Self::triangles(count, size, rate, hz, to_mel, to_hz)
    }

    /// Bands of equal width in octaves, as pictures of music have them: `count` of them (at most 512) over the
    /// frequencies `hz`, for the spectrum of `size` samples at a rate.
    pub fn octaves(count: usize, size: usize, rate: u32, hz: core::ops::Range<f32>) -> Self {
        Self::triangles(count, size, rate, hz, ops::log2, ops::exp2)
    }

    fn triangles(
        count: usize,
        size: usize,
        rate: u32,
        hz: core::ops::Range<f32>,
        to_scale: impl Fn(f32) -> f32,
        to_hz: impl Fn(f32) -> f32,
    ) -> Self {
        let count = count.clamp(1, MOST_BANDS);
        let (bins, width) = (size / 2 + 1, rate as f32 / size.max(1) as f32);
        let nyquist = (rate as f32 / 2.0).max(2.0);
        let bound = |hz: f32| if hz.is_finite() { hz.clamp(1.0, nyquist) } else { nyquist };
        let (low, high) = (to_scale(bound(hz.start)), to_scale(bound(hz.end)));
        let edge = |i: usize| to_hz(low + (high - low) * i as f32 / (count + 1) as f32);
        let (mut bands, mut weights) = (Vec::with_capacity(count), Vec::new());
        for band in 0..count {
            let (from, center, to) = (edge(band), edge(band + 1), edge(band + 2));
            let first_weight = weights.len();
            let first = ((from / width).ceil() as usize).min(bins);
            for bin in first..bins {
                let at = bin as f32 * width;
                if at >= to {
                    break;
                }
                let rise = (at - from) / (center - from).max(1.0e-6);
                let fall = (to - at) / (to - center).max(1.0e-6);
                weights.push(rise.min(fall).max(0.0));
            }
            let sum: f32 = weights[first_weight..].iter().sum();
            if sum > 1.0e-6 {
                weights[first_weight..].iter_mut().for_each(|weight| *weight /= sum);
                bands.push((first, first_weight, center));
            } else {
                // Narrower than a bin: the nearest one.
                weights.truncate(first_weight);
                weights.push(1.0);
                let nearest = ((center / width).round() as usize).min(bins - 1);
                bands.push((nearest, first_weight, center));
            }
        }
        Self { bands, weights }
    }

    /// How many bands there are.
    pub const fn len(&self) -> usize {
        self.bands.len()
    }

    /// Whether there is no band; there always is one.
    pub const fn is_empty(&self) -> bool {
        self.bands.is_empty()
    }

    /// The frequency in the middle of a band, in Hz.
    pub fn center(&self, band: usize) -> Option<f32> {
        self.bands.get(band).map(|band| band.2)
    }

    /// The mean of each band over powers of bins, as many bands as there is room for. Bins that are missing count as 0.
    pub fn energies(&self, powers: &[f32], out: &mut [f32]) {
        for (band, out) in out.iter_mut().enumerate().take(self.bands.len()) {
            let (first, weight, _) = self.bands[band];
            let end = self.bands.get(band + 1).map_or(self.weights.len(), |next| next.1);
            let powers = powers.get(first..).unwrap_or_default();
            *out = self.weights[weight..end].iter().zip(powers).map(|(w, p)| w * p).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_53_a_bin_is_heard_in_the_band_around_it() {
        let bank = FilterBank::octaves(24, 4096, 48_000, 60.0..12_000.0);
        let mut powers = vec![0.0; 2049];
        powers[85] = 1.0; // 996 Hz
        let mut energies = [0.0; 24];
        bank.energies(&powers, &mut energies);
        let loudest = (0..24).max_by(|&a, &b| energies[a].total_cmp(&energies[b])).unwrap();
        let center = bank.center(loudest).unwrap();
        assert!((850.0..1_150.0).contains(&center), "{center}");
        assert!(energies[loudest + 2] == 0.0 && energies[loudest - 2] == 0.0);
    }

    #[test]
    fn impossible_banks_have_a_band_all_the_same() {
        let odd = [
            FilterBank::mel(0, 0, 0, 0.0..0.0),
            FilterBank::mel(4, 8, 1, f32::NAN..f32::INFINITY),
            FilterBank::octaves(1 << 20, 64, u32::MAX, 5.0..1.0),
        ];
        for bank in odd {
            let mut out = vec![-1.0; bank.len() + 1];
            bank.energies(&[1.0; 3], &mut out);
            assert!(!bank.is_empty() && out[..bank.len()].iter().all(|energy| *energy >= 0.0));
        }
    }
}
