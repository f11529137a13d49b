//! Which frequencies there are.

use super::RealFft;
use core::f64::consts::TAU;
use motile_geom::ops;

/// The spectrum of samples under a Hann window, as powers of bins: a sine of amplitude 1 has the power 1 in its bin.
///
/// ```
/// use motile_sense::hear::Spectrum;
///
/// let sine: Vec<f32> = (0..1024).map(|i| (i as f32 * 0.2).sin()).collect();
/// let mut spectrum = Spectrum::new(1024);
/// spectrum.analyze(&sine, 48_000);
/// let peak = spectrum.peak(100.0..20_000.0).unwrap();
/// assert!((peak.hz - 0.2 / std::f32::consts::TAU * 48_000.0).abs() < 1.0);
/// ```
#[derive(Clone)]
pub struct Spectrum {
    fft: RealFft,
    window: Vec<f32>,
    windowed: Vec<f32>,
    powers: Vec<f32>,
    rate: u32,
}

crate::quiet::debug_by!(Spectrum: rate);

/// The strongest frequency of a spectrum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpectrumPeak {
    /// The bin it stands in.
    pub bin: u32,
    /// Its frequency in Hz, between the bins.
    pub hz: f32,
    /// The power of its bin.
    pub power: f32,
}

impl Spectrum {
    /// A spectrum of `size` samples; other numbers than powers of two count as the next one, between 8 and 65,536.
    pub fn new(size: usize) -> Self {
        let fft = RealFft::new(size);
        let size = fft.size();
        let hann = |i: usize| 0.5 - 0.5 * ops::cos64(TAU * i as f64 / size as f64);
        // A window of mean ½ halves an amplitude, and half of it lies at the negative frequency.
        let scale = 4.0 / size as f64;
        Self {
            window: (0..size).map(|i| (hann(i) * scale) as f32).collect(),
            windowed: vec![0.0; size],
            powers: vec![0.0; size / 2 + 1],
            fft,
            rate: 0,
        }
    }

    /// How many samples it takes.
    pub const fn size(&self) -> usize {
        self.fft.size()
    }

    /// Takes samples in, recorded at `rate` Hz. Those that are missing count as 0, those that are too many are left out.
    pub fn analyze(&mut self, samples: &[f32], rate: u32) {
        self.rate = rate;
        let count = samples.len().min(self.windowed.len());
        for ((out, sample), window) in self.windowed.iter_mut().zip(samples).zip(&self.window) {
            *out = sample * window;
        }
        self.windowed[count..].fill(0.0);
        self.fft.forward(&self.windowed);
        self.fft.power(&mut self.powers);
    }

    /// Powers of the bins, from 0 Hz to half the sample rate.
    pub fn powers(&self) -> &[f32] {
        &self.powers
    }

    /// Width of a bin, in Hz.
    pub fn bin_width(&self) -> f32 {
        self.rate as f32 / self.size() as f32
    }

    /// The bins of some frequencies.
    fn bins(&self, hz: &core::ops::Range<f32>) -> core::ops::Range<usize> {
        let width = self.bin_width();
        if width <= 0.0 {
            return 0..0;
        }
        let bin = |hz: f32| ((hz / width).ceil().max(0.0) as usize).min(self.powers.len());
        let (start, end) = (bin(hz.start), bin(hz.end));
        start..end.max(start)
    }

    /// Power of all bins in a range of frequencies.
    pub fn energy(&self, hz: core::ops::Range<f32>) -> f32 {
        self.powers[self.bins(&hz)].iter().sum()
    }

    /// The strongest bin in a range of frequencies, and where between the bins the peak is, by a parabola through
    /// logarithms; `None` in silence.
    #[doc(alias = "dominant frequency")]
    pub fn peak(&self, hz: core::ops::Range<f32>) -> Option<SpectrumPeak> {
        let bins = self.bins(&hz);
        let strongest = bins.clone().max_by(|&a, &b| self.powers[a].total_cmp(&self.powers[b]))?;
        let power = self.powers[strongest];
        if power.is_nan() || power <= 1.0e-12 {
            return None;
        }
        let near = |bin: usize| {
            let power = self.powers.get(bin).copied().unwrap_or_default();
            ops::ln64(f64::from(power).max(1.0e-30))
        };
        let (a, b, c) = (near(strongest.wrapping_sub(1)), near(strongest), near(strongest + 1));
        let bend = a - 2.0 * b + c;
        let shift = if bend < 0.0 { ((a - c) / (2.0 * bend)).clamp(-0.5, 0.5) } else { 0.0 };
        let place = strongest as f64 + shift;
        let hz = (place * f64::from(self.rate) / self.size() as f64) as f32;
        Some(SpectrumPeak { bin: strongest as u32, hz, power })
    }

    /// The mean frequency, weighted by power, in Hz: how bright it sounds; 0 in silence.
    #[doc(alias = "brightness")]
    pub fn centroid(&self) -> f32 {
        let (mut sum, mut weighted) = (0.0, 0.0);
        for (bin, power) in self.powers.iter().enumerate() {
            sum += power;
            weighted += power * bin as f32;
        }
        if sum > 0.0 { weighted / sum * self.bin_width() } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_sine_has_power_one() {
        let sine = |i: u32| ops::sin64(TAU * 1_500.0 * f64::from(i) / 48_000.0) as f32;
        let samples: Vec<f32> = (0..1024).map(sine).collect();
        let mut spectrum = Spectrum::new(1024);
        spectrum.analyze(&samples, 48_000);
        let peak = spectrum.peak(0.0..24_000.0).unwrap();
        assert_eq!(peak.bin, 32);
        assert!((peak.power - 1.0).abs() < 1.0e-4, "{peak:?}");
        assert!((spectrum.centroid() - 1_500.0).abs() < 1.0);
        assert!((spectrum.energy(1_400.0..1_600.0) - 1.5).abs() < 1.0e-3, "a bin and half of two");
    }

    #[test]
    fn silence_and_rate_zero_have_no_peak() {
        let mut spectrum = Spectrum::new(64);
        spectrum.analyze(&[0.0; 64], 48_000);
        assert_eq!((spectrum.peak(0.0..24_000.0), spectrum.centroid()), (None, 0.0));
        spectrum.analyze(&[0.5; 64], 0);
        assert_eq!((spectrum.peak(0.0..24_000.0), spectrum.energy(0.0..1.0)), (None, 0.0));
        spectrum.analyze(&[0.5; 7], 48_000);
        assert_eq!(spectrum.peak(f32::NAN..f32::INFINITY).map(|peak| peak.bin), Some(0));
    }
}
