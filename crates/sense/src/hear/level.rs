//! How loud it is.

use core::f32::consts::TAU;
use motile_geom::ops;

/// How loud some samples are, in the measures that people use.
///
/// ```
/// use motile_sense::hear::Loudness;
///
/// let square: Vec<f32> = (0..480).map(|i| if i % 48 < 24 { 0.5 } else { -0.5 }).collect();
/// let loudness = Loudness::of(&square);
/// assert_eq!((loudness.rms, loudness.peak), (0.5, 0.5));
/// assert_eq!(loudness.level(50.0).round(), 71.0);
/// ```
#[doc(alias = "volume")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loudness {
    /// Root of the mean square after the mean was taken off, 0…1 for samples in range.
    pub rms: f32,
    /// The sample farthest from 0, without its sign.
    pub peak: f32,
    /// Mean of the samples: the offset of a cheap microphone, which is no sound.
    pub mean: f32,
}

/// The quietest that is told in decibels: below it lies silence.
const SILENCE: f32 = -120.0;

impl Loudness {
    /// The loudness of samples; that of none is 0. Samples that are not finite count as 0.
    pub fn of(samples: &[f32]) -> Self {
        if samples.is_empty() {
            return Self::default();
        }
        // In f64: the variance of a large constant with a small sound on it would drown in f32.
        let count = samples.len() as f64;
        let (mut sum, mut squares, mut peak) = (0.0f64, 0.0f64, 0.0f32);
        for &sample in samples {
            let sample = if sample.is_finite() { sample } else { 0.0 };
            let wide = f64::from(sample);
            sum += wide;
            squares += wide * wide;
            peak = peak.max(sample.abs());
        }
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        Self { rms: variance.sqrt() as f32, peak, mean: mean as f32 }
    }

    /// Loudness 0…100, evenly: 100 is a sine as loud as can be recorded. `gain` is 0…100; 50 changes nothing, 100
    /// doubles, and one that is not finite counts as 50.
    #[doc(alias = "activity level")]
    pub fn level(self, gain: f32) -> f32 {
        100.0 * self.amplified(gain).min(1.0)
    }

    /// Loudness 0…100 in the way ears hear: 0 is 60 dB below the loudest sine, 100 that sine. `gain` is 0…100; 50
    /// changes nothing, 100 doubles, and one that is not finite counts as 50.
    pub fn decibel_level(self, gain: f32) -> f32 {
        let decibels = to_decibels(self.amplified(gain));
        100.0 * ((decibels + 60.0) / 60.0).clamp(0.0, 1.0)
    }

    /// Decibels below the loudest sine (dBFS), at least −120.
    #[doc(alias = "dBFS")]
    pub fn decibels(self) -> f32 {
        to_decibels(self.amplified(50.0))
    }

    /// How far the peak stands above the mean power: 1.41 for a sine, more for clicks; 0 for silence.
    #[doc(alias = "crest factor")]
    pub fn crest(self) -> f32 {
        if self.rms > 0.0 { self.peak / self.rms } else { 0.0 }
    }

    /// Amplitude of the sine of this power after a gain.
    fn amplified(self, gain: f32) -> f32 {
        let gain = if gain.is_finite() { gain.clamp(0.0, 100.0) / 50.0 } else { 1.0 };
        self.rms * core::f32::consts::SQRT_2 * gain
    }
}

/// Decibels of an amplitude, at least [`SILENCE`].
pub(super) fn to_decibels(amplitude: f32) -> f32 {
    if amplitude > 1.0e-6 { 20.0 * ops::log10(amplitude) } else { SILENCE }
}

/// A level that rises and falls smoothly, independent of the length of blocks: `y += (x − y)·(1 − e^(−dt/τ))`.
///
/// ```
/// use motile_sense::hear::LevelMeter;
///
/// let mut meter = LevelMeter { attack: 0.05, release: 0.2, ..LevelMeter::default() };
/// for _ in 0..10 {
///     meter.update(100.0, 1.0 / 60.0);
/// }
/// assert!((meter.value - 96.43).abs() < 0.01);
/// ```
#[doc(alias = "envelope follower")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelMeter {
    /// Seconds in which 63 % of a rise are followed; 0 follows at once.
    pub attack: f32,
    /// Seconds in which 63 % of a fall are followed; 0 follows at once.
    pub release: f32,
    /// The level now.
    pub value: f32,
}

/// Rises within 10 ms, falls within 150 ms.
impl Default for LevelMeter {
    fn default() -> Self {
        Self { attack: 0.01, release: 0.15, value: 0.0 }
    }
}

impl LevelMeter {
    /// Follows `target` for `dt` seconds. Numbers that are not finite change nothing.
    pub fn update(&mut self, target: f32, dt: f32) {
        if !target.is_finite() || !dt.is_finite() || dt < 0.0 {
            return;
        }
        let time = if target > self.value { self.attack } else { self.release };
        let part = if time > 0.0 { 1.0 - ops::exp(-dt / time) } else { 1.0 };
        self.value += (target - self.value) * part;
    }
}

/// Takes out what is lower than a frequency: rumble, wind, the hum of the mains.
#[doc(alias = "rumble filter")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HighPass {
    // A biquad in transposed form; the state is two numbers.
    b: [f32; 3],
    a: [f32; 2],
    state: [f32; 2],
}

impl HighPass {
    /// A filter of the second order (Butterworth, 12 dB an octave). A frequency or rate that makes no sense lets
    /// everything pass.
    pub fn new(hz: f32, rate: u32) -> Self {
        let nyquist = rate as f32 / 2.0;
        if !(hz > 0.0 && hz < nyquist) {
            return Self { b: [1.0, 0.0, 0.0], ..Self::default() };
        }
        let (sin, cos) = ops::sin_cos(TAU * hz / rate as f32);
        let alpha = sin * core::f32::consts::FRAC_1_SQRT_2;
        let a0 = 1.0 + alpha;
        let edge = (0.5 + 0.5 * cos) / a0;
        Self {
            b: [edge, -2.0 * edge, edge],
            a: [-2.0 * cos / a0, (1.0 - alpha) / a0],
            state: [0.0; 2],
        }
    }

    /// The next sample.
    pub fn filter(&mut self, x: f32) -> f32 {
        let y = self.b[0] * x + self.state[0];
        self.state[0] = self.b[1] * x - self.a[0] * y + self.state[1];
        self.state[1] = self.b[2] * x - self.a[1] * y;
        // Numbers too small for normal floats take a hundred times the time, and nobody hears them.
        for state in &mut self.state {
            if state.abs() < 1.0e-20 {
                *state = 0.0;
            }
        }
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_samples_have_finite_or_infinite_loudness_but_no_nan() {
        for samples in [&[f32::MAX; 4][..], &[f32::MIN, f32::MAX], &[1.0e-40; 3], &[]] {
            let loudness = Loudness::of(samples);
            for number in [loudness.level(50.0), loudness.decibel_level(50.0), loudness.crest()] {
                assert!(!number.is_nan(), "{samples:?}");
            }
        }
        assert_eq!(Loudness { rms: 0.1, ..Loudness::default() }.level(f32::NAN).round(), 14.0);
    }

    /// One sample that was no number made silence of all others.
    #[test]
    fn input_13_samples_that_are_not_finite_count_as_zero() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let loudness = Loudness::of(&[0.5, bad, -0.5, 0.0]);
            assert_eq!(loudness, Loudness::of(&[0.5, 0.0, -0.5, 0.0]), "{bad}");
            assert_eq!(loudness.peak, 0.5);
            let silence = Loudness::of(&[bad; 3]);
            assert_eq!(silence, Loudness::default());
        }
    }

    #[test]
    fn weak_5_7_the_filter_takes_rumble_and_leaves_speech() {
        let through = |hz: f32| {
            let mut filter = HighPass::new(80.0, 48_000);
            let sine = (0..48_000).map(|i| ops::sin(TAU * hz * i as f32 / 48_000.0));
            let out: Vec<f32> = sine.map(|x| filter.filter(x)).collect();
            Loudness::of(&out[24_000..]).rms * core::f32::consts::SQRT_2
        };
        assert!(through(20.0) < 0.07, "{}", through(20.0));
        assert!((0.69..0.72).contains(&through(80.0)), "{}", through(80.0));
        assert!(through(400.0) > 0.99, "{}", through(400.0));
        let mut open = HighPass::new(f32::NAN, 0);
        assert_eq!(open.filter(0.25), 0.25);
    }
}
