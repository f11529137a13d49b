//! Waves without the harsh tones that steps in a sampled wave make.

use super::Waveform;
use core::f32::consts::TAU;
use motile_geom::{Rng, ops};

/// Levels of noise in a period.
const LEVELS: f32 = 32.0;

pub(super) struct Oscillator {
    waveform: Waveform,
    /// Where in its period it is, 0…1.
    phase: f32,
    rng: Rng,
    level: f32,
    /// Part of the current level of noise that is over, 0…1.
    spent: f32,
}

impl Oscillator {
    pub(super) fn new(waveform: Waveform, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let level = rng.range(-1.0..1.0);
        Self { waveform, phase: 0.0, rng, level, spent: 0.0 }
    }

    /// The next sample; `step` is the part of a period that one sample takes.
    pub(super) fn next(&mut self, step: f32, duty: f32) -> f32 {
        let phase = self.phase;
        self.phase += step;
        self.phase -= self.phase.floor();
        match self.waveform {
            Waveform::Sine => ops::sin(TAU * phase),
            Waveform::Square => {
                let plain = if phase < duty { 1.0 } else { -1.0 };
                // Made free of its mean, so that narrow ones do not push the loudspeaker to one side.
                let fallen = phase - duty + if phase < duty { 1.0 } else { 0.0 };
                plain + corner(phase, step) - corner(fallen, step) - (2.0 * duty - 1.0)
            }
            Waveform::Saw => {
                let shifted = (phase + 0.5).fract();
                2.0 * shifted - 1.0 - corner(shifted, step)
            }
            Waveform::Triangle => {
                let shifted = (phase + 0.75).fract();
                4.0 * (shifted - 0.5).abs() - 1.0
            }
            Waveform::Noise => {
                self.spent += step * LEVELS;
                if self.spent >= 1.0 {
                    self.spent -= self.spent.floor();
                    self.level = self.rng.range(-1.0..1.0);
                }
                self.level
            }
        }
    }
}

/// What rounds a step up at phase 0 off, over one sample on each side (polyBLEP).
fn corner(phase: f32, step: f32) -> f32 {
    if step <= 0.0 {
        return 0.0;
    }
    if phase < step {
        let x = phase / step - 1.0;
        -x * x
    } else if phase > 1.0 - step {
        let x = (phase - 1.0) / step + 1.0;
        x * x
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How loud a whole number of periods is at one of its harmonics.
    fn tone(samples: &[f32], turns: usize) -> f32 {
        let mut sums = [0.0; 2];
        for (index, sample) in samples.iter().enumerate() {
            let angle = TAU * ((index * turns) % samples.len()) as f32 / samples.len() as f32;
            sums[0] += sample * ops::cos(angle);
            sums[1] += sample * ops::sin(angle);
        }
        ops::hypot(sums[0], sums[1]) * 2.0 / samples.len() as f32
    }

    #[test]
    fn steps_are_rounded_so_that_aliases_are_quiet() {
        // 101 periods in 1000 samples: harmonics above the fifth fold back to places between the others.
        for waveform in [Waveform::Square, Waveform::Saw] {
            let mut oscillator = Oscillator::new(waveform, 0);
            let samples: Vec<f32> = (0..1000).map(|_| oscillator.next(0.101, 0.5)).collect();
            let first = tone(&samples, 101);
            // The seventh and ninth lie at 707 and 909, folded to 293 and 91.
            for folded in [293, 91] {
                let alias = tone(&samples, folded);
                assert!(alias < first * 0.03, "{waveform:?} {folded}: {alias} of {first}");
            }
        }
    }

    #[test]
    fn waves_have_no_mean() {
        for waveform in [Waveform::Sine, Waveform::Square, Waveform::Saw, Waveform::Triangle] {
            let mut oscillator = Oscillator::new(waveform, 0);
            let sum: f32 = (0..1000).map(|_| oscillator.next(0.01, 0.3)).sum();
            assert!((sum / 1000.0).abs() < 0.02, "{waveform:?}: {sum}");
        }
    }
}
