//! Sounds as functions of time.
//!
//! Every sample is computed from its number alone, without a state: a source can begin anywhere, and two runs that cut
//! time into other pieces hear the same.

use core::f64::consts::TAU;
use motile_geom::ops;

/// What a part of a made-up sound sounds like.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Timbre {
    /// A sine that begins at phase 0.
    Tone {
        /// Frequency in Hz.
        hz: f32,
    },
    /// A sine whose frequency goes evenly from one to another.
    #[doc(alias = "chirp")]
    Sweep {
        /// Frequency at the start, in Hz.
        from: f32,
        /// Frequency at the end, in Hz.
        to: f32,
    },
    /// White noise.
    Noise,
    /// A hand clap: a burst of bright noise that is over after a tenth of a second.
    Clap,
    /// A voice without words: harmonics of a gliding pitch under syllables that swell and fade, some of them hissed.
    Speech {
        /// Pitch of the voice, in Hz.
        hz: f32,
    },
    /// A whistled note: nearly a sine, with a slow vibrato and some breath.
    Whistle {
        /// Pitch, in Hz.
        hz: f32,
    },
    /// Breath on the microphone: loud, low and rough.
    Blow,
    /// A plucked string.
    Pluck {
        /// Pitch, in Hz.
        hz: f32,
    },
    /// A bass drum.
    Drum,
}

/// The two resonances of a few vowels, in Hz.
const VOWELS: [[f64; 2]; 5] =
    [[730.0, 1090.0], [530.0, 1840.0], [270.0, 2290.0], [570.0, 840.0], [300.0, 870.0]];
/// Syllables per second.
const SYLLABLES: f64 = 3.5;
/// Harmonics of the voice.
const HARMONICS: u32 = 18;
/// Time in which whistles, voices and breath come and go, in seconds.
const SOFT: f64 = 0.04;

impl Timbre {
    /// The sample `seconds` after the start of a part that is `length` seconds long, at full volume. `index` and `seed`
    /// choose the noise.
    pub(super) fn sample(self, seconds: f64, length: f64, index: u64, seed: u64) -> f64 {
        match self {
            Self::Tone { hz } => sine(f64::from(hz) * seconds),
            Self::Sweep { from, to } => {
                let (from, to) = (f64::from(from), f64::from(to));
                sine(from * seconds + (to - from) * seconds * seconds / (2.0 * length))
            }
            Self::Noise => noise(seed, index),
            Self::Clap => clap(seconds, index, seed),
            Self::Speech { hz } => {
                speech(f64::from(hz), seconds, index, seed) * soft(seconds, length)
            }
            Self::Whistle { hz } => {
                // Five wobbles a second of one percent.
                let cycles = f64::from(hz)
                    * (seconds - 0.01 / (TAU * 5.0) * ops::cos64(TAU * 5.0 * seconds));
                (sine(cycles) * 0.97 + noise(seed, index) * 0.03) * soft(seconds, length)
            }
            Self::Blow => blow(seconds, seed) * soft(seconds, length),
            Self::Pluck { hz } => pluck(f64::from(hz), seconds),
            Self::Drum => {
                // From 130 to 50 Hz within the first few hundredths.
                let cycles = 50.0 * seconds + 80.0 * 0.03 * (1.0 - ops::exp64(-seconds / 0.03));
                sine(cycles) * ops::exp64(-seconds / 0.12) * (seconds / 0.002).min(1.0)
            }
        }
    }
}

/// Sine of a number of whole turns.
fn sine(cycles: f64) -> f64 {
    ops::sin64(TAU * (cycles - cycles.floor()))
}

/// Fades in at the start and out at the end.
fn soft(seconds: f64, length: f64) -> f64 {
    (seconds / SOFT).min((length - seconds) / SOFT).clamp(0.0, 1.0)
}

/// A number −1…1 for each index.
pub(super) fn noise(seed: u64, index: u64) -> f64 {
    (hash(seed, index) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// The mixing function of `SplitMix64`, which spreads neighbors well.
const fn hash(seed: u64, index: u64) -> u64 {
    let mut z = index.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn clap(seconds: f64, index: u64, seed: u64) -> f64 {
    // Neighbors subtracted: more treble than bass.
    let bright = (noise(seed, index) - noise(seed, index.wrapping_sub(1))) * 0.7;
    bright * (seconds / 0.001).min(1.0) * ops::exp64(-seconds / 0.018)
}

fn speech(hz: f64, seconds: f64, index: u64, seed: u64) -> f64 {
    let syllable = (seconds * SYLLABLES).floor();
    let choice = hash(seed ^ 0x5EED, syllable as u64);
    let swell = 0.5 - 0.5 * ops::cos64(TAU * seconds * SYLLABLES);
    let loud = swell * (0.4 + 0.6 * ((choice >> 8) & 0xFF) as f64 / 255.0);
    if choice.is_multiple_of(5) {
        return noise(seed, index) * loud * 0.12;
    }
    // The pitch glides by a tenth; this is the integral of it.
    let glide = 0.1 / (TAU * 0.6) * (1.0 - ops::cos64(TAU * 0.6 * seconds));
    let angle = TAU * (hz * (seconds + glide)).fract();
    // In 64 bits: pages have a `usize` of 32, where the rest would be another one.
    let [first, second] = VOWELS[((choice >> 16) % VOWELS.len() as u64) as usize];
    let (mut before, mut now) = (0.0, ops::sin64(angle));
    let twice = 2.0 * ops::cos64(angle);
    let mut sum = 0.0;
    for k in 1..=HARMONICS {
        let at = hz * f64::from(k);
        let bump = |center: f64, width: f64| 1.0 / (1.0 + ops::powi64((at - center) / width, 2));
        sum += now * (0.05 + bump(first, 120.0) + 0.5 * bump(second, 180.0)) / f64::from(k).sqrt();
        // sin (k+1)x from sin kx and sin (k−1)x.
        (before, now) = (now, twice * now - before);
    }
    sum * loud * 0.6
}

fn blow(seconds: f64, seed: u64) -> f64 {
    let low = 0.6 * smooth_noise(seed, seconds * 110.0);
    let rough = 0.5 * smooth_noise(seed ^ 1, seconds * 310.0);
    let hiss = 0.12 * smooth_noise(seed ^ 2, seconds * 2_500.0);
    let gust = 0.75 + 0.25 * smooth_noise(seed ^ 3, seconds * 6.0);
    (low + rough + hiss) * gust
}

/// Noise with a value at every whole number and lines between them.
fn smooth_noise(seed: u64, place: f64) -> f64 {
    let (whole, part) = (place.floor(), place.fract());
    let (a, b) = (noise(seed, whole as u64), noise(seed, (whole as u64).wrapping_add(1)));
    a + (b - a) * part
}

fn pluck(hz: f64, seconds: f64) -> f64 {
    let strike = (seconds / 0.002).min(1.0);
    let partial = |k: f64| sine(hz * k * seconds) / k * ops::exp64(-seconds * (2.0 + k));
    (1..=6).map(|k| partial(f64::from(k))).sum::<f64>() * strike * 0.6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Breath that began further back than numbers of noise go was an overflow.
    #[test]
    fn input_10_a_sound_that_began_long_ago_is_no_panic() {
        for timbre in [Timbre::Blow, Timbre::Speech { hz: 1.0e30 }, Timbre::Clap] {
            for seconds in [1.0e17, 1.0e30, f64::MAX] {
                let sample = timbre.sample(seconds, f64::INFINITY, u64::MAX, 1);
                assert!(sample.is_nan() || sample.abs() <= 3.0, "{timbre:?}");
            }
        }
    }

    #[test]
    fn noise_has_no_mean_and_the_power_of_a_third() {
        let samples: Vec<f64> = (0..10_000).map(|i| noise(5, i)).collect();
        let mean = samples.iter().sum::<f64>() / 10_000.0;
        let power = samples.iter().map(|x| x * x).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.02 && (power - 1.0 / 3.0).abs() < 0.01, "{mean} {power}");
    }

    #[test]
    fn no_timbre_is_louder_than_full_by_much_or_silent() {
        let all = [
            Timbre::Tone { hz: 440.0 },
            Timbre::Sweep { from: 100.0, to: 4_000.0 },
            Timbre::Noise,
            Timbre::Clap,
            Timbre::Speech { hz: 140.0 },
            Timbre::Whistle { hz: 1_200.0 },
            Timbre::Blow,
            Timbre::Pluck { hz: 220.0 },
            Timbre::Drum,
        ];
        for timbre in all {
            let sample = |i: u64| timbre.sample(i as f64 / 48_000.0, 2.0, i, 9).abs();
            let peak = (0..96_000).map(sample).fold(0.0, f64::max);
            assert!(peak > 0.4 && peak < 1.5, "{timbre:?}: {peak}");
        }
    }
}
