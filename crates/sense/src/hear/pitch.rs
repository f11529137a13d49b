//! Which note it is.
//!
//! `McLeod` and Wyvill, "A smarter way to find pitch" (2005): the autocorrelation, divided by the power of what was
//! compared, is 1 at every period of a steady note. The first of its peaks that is nearly as high as the highest is the period.
//! Autocorrelation is the transform of the power spectrum, and as that is real and even, the forward transform serves twice.

use super::RealFft;
use motile_geom::ops;

/// A note that was heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeardPitch {
    /// Frequency in Hz.
    pub hz: f32,
    /// How periodic the sound is, 0…1: above 0.9 it is a clear note, below 0.6 it is noise.
    #[doc(alias = "clarity")]
    pub confidence: f32,
}

impl HeardPitch {
    /// The note as MIDI counts them, with its fraction: 69 is the A of 440 Hz, 1 a half tone.
    #[doc(alias = "semitone")]
    pub fn note(self) -> f32 {
        (69.0 + 12.0 * ops::log2_64(f64::from(self.hz) / 440.0)) as f32
    }
}

/// Finds the pitch of a voice, a whistle or an instrument.
///
/// ```
/// use motile_sense::hear::PitchDetector;
///
/// let tone: Vec<f32> = (0..2048).map(|i| (i as f32 * 440.0 / 48_000.0 * 6.2831855).sin() * 0.3).collect();
/// let mut detector = PitchDetector::new(2048);
/// let pitch = detector.detect(&tone, 48_000).unwrap();
/// assert!((pitch.hz - 440.0).abs() < 0.2 && pitch.confidence > 0.98);
/// assert_eq!(pitch.note().round(), 69.0);
/// ```
#[doc(alias = "YIN")]
#[doc(alias = "McLeod pitch method")]
#[doc(alias = "fundamental frequency")]
#[derive(Clone)]
pub struct PitchDetector {
    /// Lowest pitch that is looked for, in Hz.
    pub lowest: f32,
    /// Highest pitch that is looked for, in Hz.
    pub highest: f32,
    /// The loudness (root mean square) below which there is no note.
    pub silence: f32,
    fft: RealFft,
    size: usize,
    /// Samples without their mean, then the power spectrum.
    work: Vec<f32>,
    /// How alike the sound is to itself some samples later, −1…1.
    likeness: Vec<f32>,
}

crate::quiet::debug_by!(PitchDetector: lowest, highest, silence, size);

/// The first peak of at least this part of the highest is the period.
const NEARLY: f32 = 0.93;

impl PitchDetector {
    /// A detector over `size` samples, at least twice the longest period that is to be found. Sizes are cut to
    /// 16…32,768.
    pub fn new(size: usize) -> Self {
        let size = size.clamp(16, 32_768);
        let fft = RealFft::new(size * 2);
        let work = vec![0.0; fft.size()];
        let likeness = vec![0.0; size / 2 + 1];
        Self { lowest: 60.0, highest: 5_000.0, silence: 0.003, fft, size, work, likeness }
    }

    /// Another lowest pitch to be looked for, in Hz.
    pub const fn with_lowest(mut self, hz: f32) -> Self {
        self.lowest = hz;
        self
    }

    /// How many samples it looks at.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The pitch of the first samples, recorded at `rate` Hz; `None` for silence, for noise without a period, for fewer
    /// samples than it wants, and for a rate at which nothing can be found. Samples that are not finite are no note.
    pub fn detect(&mut self, samples: &[f32], rate: u32) -> Option<HeardPitch> {
        let samples = samples.get(..self.size)?;
        let count = self.size as f32;
        let mean = samples.iter().sum::<f32>() / count;
        for (out, sample) in self.work.iter_mut().zip(samples) {
            *out = sample - mean;
        }
        let power = self.work[..self.size].iter().map(|x| x * x).sum::<f32>();
        // The comparison is false for NaN, too.
        let loud = power > count * self.silence * self.silence && power < f32::MAX;
        if !loud || rate == 0 {
            return None;
        }
        let lags = self.lags(rate)?;
        self.compare(power);
        let lag = self.first_high_peak(lags)?;
        let (place, height) = self.top(lag);
        let place = self.refine(place);
        Some(HeardPitch { hz: rate as f32 / place, confidence: height.clamp(0.0, 1.0) })
    }

    /// Shortest and longest period that are looked for, in samples.
    fn lags(&self, rate: u32) -> Option<(usize, usize)> {
        let longest = (rate as f32 / self.lowest.max(1.0)) as usize + 1;
        let shortest = (rate as f32 / self.highest.max(1.0)) as usize;
        let (shortest, longest) = (shortest.max(2), longest.min(self.likeness.len() - 2));
        (shortest < longest).then_some((shortest, longest))
    }

    /// Fills `likeness`.
    fn compare(&mut self, power: f32) {
        self.fft.forward(&self.work[..self.size]);
        // What subtracts from the power as the two stretches slide apart, before `work` is needed for the spectrum.
        let mut both = 2.0 * power;
        for (lag, likeness) in self.likeness.iter_mut().enumerate() {
            *likeness = both;
            let (head, tail) = (self.work[lag], self.work[self.size - 1 - lag]);
            both -= head * head + tail * tail;
        }
        let full = self.work.len();
        self.fft.power(&mut self.work[..=full / 2]);
        for bin in 1..full / 2 {
            self.work[full - bin] = self.work[bin];
        }
        self.fft.forward(&self.work);
        let scale = 2.0 / full as f32;
        // Below a thousandth of the power, rounding decides.
        let least = power * 1.0e-3;
        for (likeness, re) in self.likeness.iter_mut().zip(self.fft.re()) {
            *likeness = re * scale / likeness.max(least);
        }
    }

    /// The highest point of the first hill that is nearly as high as the highest hill. Hills begin where the likeness
    /// rises above 0, so that the one around lag 0 does not count.
    fn first_high_peak(&self, (shortest, longest): (usize, usize)) -> Option<usize> {
        let start = (1..longest).find(|&lag| self.likeness[lag] < 0.0)?;
        let hills = start.max(shortest)..=longest;
        let highest = hills.clone().map(|lag| self.likeness[lag]).fold(0.0, f32::max);
        if highest <= 0.0 {
            return None;
        }
        let is_peak = |lag: &usize| {
            let [a, b, c] = [*lag - 1, *lag, *lag + 1].map(|lag| self.likeness[lag]);
            b >= highest * NEARLY && b > a && b >= c
        };
        hills.into_iter().find(is_peak)
    }

    /// Top of the parabola through three points.
    fn top(&self, lag: usize) -> (f32, f32) {
        let [a, b, c] = [lag - 1, lag, lag + 1].map(|lag| self.likeness[lag]);
        let bend = a - 2.0 * b + c;
        let shift = if bend < 0.0 { ((a - c) / (2.0 * bend)).clamp(-1.0, 1.0) } else { 0.0 };
        (lag as f32 + shift, b - 0.25 * (a - c) * shift)
    }

    /// A peak after several periods tells the period several times as exactly. Doubling finds it without losing count.
    fn refine(&self, period: f32) -> f32 {
        let (mut place, mut periods, mut height) = (period, 1.0, 0.0f32);
        while place * 2.0 + 2.0 < self.likeness.len() as f32 {
            let guess = (place * 2.0).round() as usize;
            let near = guess - 1..=guess + 1;
            let Some(lag) = near.max_by(|&a, &b| self.likeness[a].total_cmp(&self.likeness[b]))
            else {
                break;
            };
            if lag + 1 >= self.likeness.len() {
                break;
            }
            let (better, top) = self.top(lag);
            // A voice glides: then later periods are less alike and tell of another pitch.
            if top < 0.9 || top < height * 0.98 || (better - place * 2.0).abs() > 1.5 {
                break;
            }
            (place, periods, height) = (better, periods * 2.0, top);
        }
        place / periods
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

    fn tone(hz: f64, partials: &[f64], count: usize) -> Vec<f32> {
        let sample = |i: usize| {
            let cycles = hz * i as f64 / 48_000.0;
            let sum = |(k, a): (usize, &f64)| a * ops::sin64(TAU * cycles * (k + 1) as f64);
            partials.iter().enumerate().map(sum).sum::<f64>() as f32
        };
        (0..count).map(sample).collect()
    }

    fn cents(heard: f32, hz: f64) -> f64 {
        1200.0 * ops::log2_64(f64::from(heard) / hz)
    }

    #[test]
    fn input_54_steady_tones_above_80_hz_are_found_within_a_cent() {
        let mut detector = PitchDetector::new(2048);
        let timbres: [&[f64]; 4] =
            [&[0.5], &[0.3, 0.2, 0.1], &[0.05, 0.3, 0.2, 0.1, 0.1], &[0.2, 0.0, 0.2, 0.0, 0.1]];
        for partials in timbres {
            for step in 0..55 {
                let hz = 82.4069 * ops::exp2_64(f64::from(step) / 12.0);
                let pitch = detector.detect(&tone(hz, partials, 2048), 48_000).unwrap();
                let off = cents(pitch.hz, hz);
                assert!(
                    off.abs() < 1.0,
                    "{partials:?} {hz:.2}: {} is {off:.2} cents off",
                    pitch.hz
                );
                assert!(pitch.confidence > 0.95, "{hz}: {pitch:?}");
            }
        }
    }

    #[test]
    fn input_54_a_missing_fundamental_is_heard() {
        let mut detector = PitchDetector::new(2048);
        let pitch = detector.detect(&tone(200.0, &[0.0, 0.3, 0.3, 0.3], 2048), 48_000).unwrap();
        assert!(cents(pitch.hz, 200.0).abs() < 2.0, "{pitch:?}");
    }

    #[test]
    fn noise_has_little_confidence_and_silence_no_pitch() {
        let mut detector = PitchDetector::new(2048);
        let source = crate::SyntheticSource::noise(0.5, 8);
        let noise: Vec<f32> = (0..2048).map(|i| source.sample(i)).collect();
        let confidence = detector.detect(&noise, 48_000).map_or(0.0, |pitch| pitch.confidence);
        assert!(confidence < 0.4, "{confidence}");
        assert_eq!(detector.detect(&[0.0; 2048], 48_000), None);
        assert_eq!(detector.detect(&[0.7; 2048], 48_000), None, "a constant");
    }

    #[test]
    fn bad_input_is_no_note() {
        let mut detector = PitchDetector::new(256);
        let good = tone(2_000.0, &[0.5], 256);
        assert!(detector.detect(&good, 48_000).is_some());
        assert_eq!(detector.detect(&good[..255], 48_000), None);
        assert_eq!(detector.detect(&good, 0), None);
        assert_eq!(detector.detect(&good, 100), None, "periods shorter than two samples");
        assert_eq!(detector.detect(&[f32::NAN; 256], 48_000), None);
        assert_eq!(detector.detect(&[f32::MAX; 256], 48_000), None);
        detector.lowest = f32::NAN;
        assert!(detector.detect(&good, u32::MAX).is_none_or(|pitch| pitch.hz > 0.0));
    }
}
