//! A patch into samples.

use super::{Patch, Waveform, oscillator::Oscillator};
use core::f32::consts::{PI, TAU};
use motile_geom::ops;

/// Samples between two looks at what moves slowly: pitch, duty and filters.
const CONTROL: usize = 16;
const RATE: f32 = Patch::RATE as f32;

/// All samples of a patch whose numbers are in their ranges; at least one.
pub(super) fn samples(patch: &Patch) -> Vec<f32> {
    let count = ((patch.envelope.seconds() * RATE).round() as usize).max(1);
    let mut out = Vec::with_capacity(count);
    let mut oscillator = Oscillator::new(patch.waveform, patch.seed);
    let (mut low, mut high) = (Filter::default(), Filter::default());
    while out.len() < count {
        let seconds = out.len() as f32 / RATE;
        let since = if patch.repeat > 0.0 { seconds % patch.repeat } else { seconds };
        let pitch = pitch(patch, since, seconds);
        if pitch < patch.lowest {
            break;
        }
        let step = (pitch / RATE).min(0.5);
        let duty = (patch.duty + patch.duty_slide * since).clamp(0.02, 0.98);
        let cutoff = patch.low_pass * ops::exp2(patch.low_pass_slide * seconds);
        low.set(cutoff, patch.resonance);
        high.set(patch.high_pass, 0.0);
        for _ in 0..CONTROL.min(count - out.len()) {
            let mut sample = oscillator.next(step, duty);
            if cutoff < 20_000.0 {
                sample = low.next(sample).low;
            }
            if patch.high_pass > 0.0 {
                sample = high.next(sample).high;
            }
            let volume = patch.volume * patch.envelope.at(out.len() as f32 / RATE);
            out.push((sample * volume).clamp(-1.0, 1.0));
        }
    }
    fade_end(&mut out);
    if out.is_empty() {
        out.push(0.0);
    }
    out
}

/// The frequency in Hz after some seconds since the last repeat, and since the beginning.
fn pitch(patch: &Patch, since: f32, seconds: f32) -> f32 {
    let mut octaves = patch.slide * since + patch.slide_change * since * since * 0.5;
    if patch.vibrato > 0.0 {
        octaves += patch.vibrato * ops::sin(TAU * (patch.vibrato_rate * seconds).fract());
    }
    let jump = if patch.jump_after > 0.0 && since >= patch.jump_after { patch.jump } else { 1.0 };
    let most = if patch.waveform == Waveform::Noise { RATE } else { RATE * 0.45 };
    (patch.frequency * jump * ops::exp2(octaves.clamp(-20.0, 20.0))).min(most)
}

/// The last samples go to silence: a sound that is cut off clicks.
fn fade_end(samples: &mut [f32]) {
    let length = samples.len().min(96);
    let from = samples.len() - length;
    for (index, sample) in samples[from..].iter_mut().enumerate() {
        *sample *= 1.0 - (index + 1) as f32 / length as f32;
    }
}

/// A state-variable filter by trapezoidal integration, which stays stable while its edge moves.
#[derive(Default)]
struct Filter {
    first: f32,
    second: f32,
    gain: f32,
    damping: f32,
}

struct Split {
    low: f32,
    high: f32,
}

impl Filter {
    fn set(&mut self, cutoff: f32, resonance: f32) {
        self.gain = ops::tan(PI * (cutoff / RATE).clamp(0.0001, 0.49));
        self.damping = 1.414 - 1.3 * resonance;
    }

    fn next(&mut self, input: f32) -> Split {
        let g = self.gain;
        let divisor = 1.0 + g * (g + self.damping);
        let high = (input - (self.damping + g) * self.first - self.second) / divisor;
        let band = self.first + g * high;
        let low = self.second + g * band;
        self.first = band + g * high;
        self.second = low + g * band;
        Split { low, high }
    }
}
