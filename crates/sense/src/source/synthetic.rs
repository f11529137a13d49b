//! Sound made of nothing, for programs without a microphone and for tests.

use super::{
    SampleSource, Source, SourceState, Timbre,
    played::{Played, source_by_played},
    timbre,
};
use crate::SampleBlock;
use core::ops::Range;

/// A stretch of a made-up sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SyntheticPart {
    /// When it begins, in seconds.
    pub start: f32,
    /// How long it is, in seconds.
    pub length: f32,
    /// How loud it is: a factor of full volume.
    pub amplitude: f32,
    /// What it sounds like.
    pub timbre: Timbre,
}

impl SyntheticPart {
    /// A part at full volume.
    pub const fn new(timbre: Timbre, start: f32, length: f32) -> Self {
        Self { start, length, amplitude: 1.0, timbre }
    }

    /// Another volume, as a factor of full.
    pub const fn with_amplitude(mut self, amplitude: f32) -> Self {
        self.amplitude = amplitude;
        self
    }
}

/// A source of made-up sound: parts one over another, repeated after a period, over the hiss of a room. Equal settings
/// and seeds give equal samples, however time is cut into updates.
///
/// ```
/// use motile_sense::{SampleBlock, SampleSource, Source, SyntheticPart, SyntheticSource, Timbre};
///
/// let whistle = SyntheticPart::new(Timbre::Whistle { hz: 1_000.0 }, 0.0, 0.5).with_amplitude(0.3);
/// let mut source = SyntheticSource::new("a whistle", 7).with_part(whistle).with_hiss(0.001);
/// source.start();
/// source.update(0.25);
/// let mut block = SampleBlock::default();
/// let mut heard = 0;
/// while source.next_block(&mut block) {
///     heard += block.samples.len();
/// }
/// assert_eq!(heard, 12_000);
/// ```
#[doc(alias = "test signal")]
#[derive(Clone, Debug)]
pub struct SyntheticSource {
    /// What is heard. A part may reach over the end of a period, and is heard until the next one ends.
    pub parts: Vec<SyntheticPart>,
    /// After how many seconds it begins again; 0 for never, and so is what is shorter than a sample or not finite.
    pub period: f32,
    /// Loudness of white noise under it: a factor of full volume.
    pub hiss: f32,
    /// Seed of the noise.
    pub seed: u64,
    name: String,
    label: String,
    played: Played,
}

/// Samples per second of made-up sound unless it is set, in Hz.
const RATE: u32 = 48_000;

impl SyntheticSource {
    /// Silence, 48,000 samples a second, under a name for people.
    pub fn new(name: &str, seed: u64) -> Self {
        Self {
            parts: Vec::new(),
            period: 0.0,
            hiss: 0.0,
            seed,
            name: name.into(),
            label: format!("made-up sound: {name}"),
            played: Played::new(RATE),
        }
    }

    /// One more part.
    pub fn with_part(mut self, part: SyntheticPart) -> Self {
        self.parts.push(part);
        self
    }

    /// Begins again after a number of seconds; 0 for never.
    pub const fn with_period(mut self, seconds: f32) -> Self {
        self.period = seconds;
        self
    }

    /// White noise under everything: a factor of full volume.
    pub const fn with_hiss(mut self, amplitude: f32) -> Self {
        self.hiss = amplitude;
        self
    }

    /// Another number of samples per second, in Hz. With 0 there is nothing to be heard: the source is
    /// [`SourceState::Unavailable`].
    pub fn with_rate(mut self, rate: u32) -> Self {
        self.played = Played::new(rate);
        self
    }

    /// A sine without end.
    pub fn tone(hz: f32, amplitude: f32) -> Self {
        let part = SyntheticPart::new(Timbre::Tone { hz }, 0.0, f32::MAX);
        Self::new("a tone", 0).with_part(part.with_amplitude(amplitude))
    }

    /// A sine that goes from one frequency to another, again and again.
    pub fn sweep(from: f32, to: f32, seconds: f32) -> Self {
        let part = SyntheticPart::new(Timbre::Sweep { from, to }, 0.0, seconds);
        Self::new("a sweep", 0).with_part(part.with_amplitude(0.5)).with_period(seconds)
    }

    /// White noise without end.
    pub fn noise(amplitude: f32, seed: u64) -> Self {
        Self::new("noise", seed).with_hiss(amplitude)
    }

    /// Claps 0.8 s apart in a quiet room.
    pub fn claps(seed: u64) -> Self {
        let clap = SyntheticPart::new(Timbre::Clap, 0.3, 0.15).with_amplitude(0.8);
        Self::new("claps", seed).with_part(clap).with_period(0.8).with_hiss(0.002)
    }

    /// Somebody who talks for three seconds and is silent for one.
    pub fn speech(seed: u64) -> Self {
        let voice = SyntheticPart::new(Timbre::Speech { hz: 130.0 }, 0.2, 3.0).with_amplitude(0.5);
        Self::new("a voice", seed).with_part(voice).with_period(4.0).with_hiss(0.002)
    }

    /// A whistled tune that goes up and down an octave.
    pub fn whistling(seed: u64) -> Self {
        const TUNE: [f32; 8] = [880.0, 1_047.0, 1_319.0, 1_760.0, 1_568.0, 1_319.0, 1_047.0, 988.0];
        let note = |(i, hz): (usize, f32)| {
            SyntheticPart::new(Timbre::Whistle { hz }, i as f32 * 0.5, 0.45).with_amplitude(0.4)
        };
        let mut source = Self::new("a whistle", seed).with_period(5.0).with_hiss(0.002);
        source.parts.extend(TUNE.into_iter().enumerate().map(note));
        source
    }

    /// Breath on the microphone for half of every two seconds.
    pub fn blowing(seed: u64) -> Self {
        let blow = SyntheticPart::new(Timbre::Blow, 0.5, 1.0).with_amplitude(0.8);
        Self::new("breath", seed).with_part(blow).with_period(2.0).with_hiss(0.002)
    }

    /// Drum and strings at 120 beats a minute.
    pub fn music(seed: u64) -> Self {
        const CHORD: [f32; 4] = [220.0, 261.63, 329.63, 440.0];
        let mut source = Self::new("music", seed).with_period(4.0).with_hiss(0.002);
        for beat in 0..8u8 {
            let start = f32::from(beat) * 0.5;
            let drum = SyntheticPart::new(Timbre::Drum, start, 0.45).with_amplitude(0.6);
            let hz = CHORD[usize::from(beat * 3 % 4)];
            let string = SyntheticPart::new(Timbre::Pluck { hz }, start + 0.25, 0.7);
            source.parts.extend([drum, string.with_amplitude(0.3)]);
        }
        source
    }

    /// The sample of a number, counted from the start.
    #[doc(alias = "generate")]
    pub fn sample(&self, index: u64) -> f32 {
        let mut sample = [0.0];
        self.add(index, &mut sample);
        sample[0]
    }

    /// Adds the samples from a number on.
    fn add(&self, first: u64, samples: &mut [f32]) {
        if self.hiss > 0.0 && self.hiss.is_finite() {
            for (place, sample) in samples.iter_mut().enumerate() {
                let index = first.wrapping_add(place as u64);
                *sample += timbre::noise(self.seed ^ HISS, index) as f32 * self.hiss;
            }
        }
        let rate = f64::from(self.played.rate().max(1));
        let period = f64::from(self.period);
        let repeats = period.is_finite() && period * rate >= 1.0;
        let period = if repeats { period } else { 0.0 };
        let end = first as f64 + samples.len() as f64;
        let round = |index: f64| if repeats { (index / rate / period).floor() } else { 0.0 };
        // A part may reach over the end of the period: then the round before is still heard, and none before that.
        let oldest = (round(first as f64) - 1.0).max(0.0);
        // Counted, for numbers of rounds may be too large to be told apart.
        let rounds = (round(end) - oldest) as u64;
        for part in &self.parts {
            for number in 0..=rounds {
                let began = (oldest + number as f64) * period;
                let last = if repeats { began + 2.0 * period } else { f64::INFINITY };
                self.add_part(part, began..last, first, samples);
            }
        }
    }

    /// Adds what lies in the samples of a part of a round, from its begin to where no round is heard any more, in seconds.
    fn add_part(&self, part: &SyntheticPart, round: Range<f64>, first: u64, samples: &mut [f32]) {
        let rate = f64::from(self.played.rate().max(1));
        let (start, length) = (round.start + f64::from(part.start), f64::from(part.length));
        let end = (start + length).min(round.end);
        // `as` cuts off what is negative or beyond.
        let inside =
            |index: f64| (index as u64).saturating_sub(first).min(samples.len() as u64) as usize;
        let (from, to) = (inside((start * rate).ceil()), inside((end * rate).ceil()));
        let Some(samples) = samples.get_mut(from..to) else { return };
        for (place, sample) in samples.iter_mut().enumerate() {
            let index = first.wrapping_add((from + place) as u64);
            let seconds = index as f64 / rate - start;
            let heard = part.timbre.sample(seconds.max(0.0), length, index, self.seed);
            let sum = *sample + heard as f32 * part.amplitude;
            // A part of numbers that make no sense is not heard.
            if sum.is_finite() {
                *sample = sum;
            }
        }
    }
}

/// Keeps the hiss apart from the noise of the parts.
const HISS: u64 = 0x0A11_0F71;

impl Source for SyntheticSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn label(&self) -> Option<&str> {
        Some(&self.label)
    }

    source_by_played!();
}

impl SampleSource for SyntheticSource {
    fn rate(&self) -> u32 {
        self.played.rate()
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        let Some(due) = self.played.take() else { return false };
        block.fill(self.played.rate(), due.start, due.clone().map(|_| 0.0));
        self.add(due.start, &mut block.samples);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that is heard in ticks of `dt`.
    fn hear(source: &mut SyntheticSource, ticks: u32, dt: f32) -> Vec<f32> {
        let (mut block, mut all) = (SampleBlock::default(), Vec::new());
        source.start();
        for _ in 0..ticks {
            source.update(dt);
            while source.next_block(&mut block) {
                all.extend_from_slice(&block.samples);
            }
        }
        all
    }

    #[test]
    fn the_cut_of_time_changes_nothing() {
        for make in [SyntheticSource::claps, SyntheticSource::speech, SyntheticSource::music] {
            let coarse = hear(&mut make(4), 8, 0.125);
            let fine = hear(&mut make(4), 64, 0.015_625);
            assert_eq!(coarse.len(), 48_000);
            assert_eq!(coarse, fine);
            assert_ne!(coarse, hear(&mut make(5), 8, 0.125), "another seed");
        }
    }

    #[test]
    fn a_start_after_a_stop_is_a_beginning() {
        let mut source = SyntheticSource::sweep(200.0, 400.0, 1.0);
        let first = hear(&mut source, 4, 0.125);
        source.stop();
        assert!(hear(&mut source, 4, 0.125) == first);
    }

    #[test]
    fn parts_repeat_and_may_reach_over_the_end() {
        let tone = SyntheticPart::new(Timbre::Tone { hz: 100.0 }, 0.75, 0.5);
        let source = SyntheticSource::new("over the end", 0).with_part(tone).with_period(1.0);
        let loud = |seconds: f32| {
            let first = (seconds * 48_000.0) as u64;
            (first..first + 480).any(|index| source.sample(index).abs() > 0.5)
        };
        assert!(!loud(0.1), "the first round has no round before it");
        assert!(loud(0.8) && loud(1.1) && !loud(1.5) && loud(1.8));
    }

    /// A period far below a sample was an endless loop, and one without end was silence.
    #[test]
    fn input_10_a_period_that_makes_no_sense_is_none() {
        let tone = SyntheticPart::new(Timbre::Tone { hz: 1_000.0 }, 0.01, 0.1);
        let made = |period: f32| {
            let source = SyntheticSource::new("odd", 0).with_part(tone).with_period(period);
            let mut samples = vec![0.0; 4_800];
            source.add(0, &mut samples);
            (samples, source.sample(u64::MAX - 7))
        };
        let once = made(0.0);
        assert!(once.0.iter().any(|sample| sample.abs() > 0.5));
        for period in [1.0e-20, 1.0e-9, f32::MIN_POSITIVE, -1.0, f32::INFINITY, f32::NAN] {
            assert_eq!(made(period), once, "{period}");
        }
        // A sample and a bit, at a number of rounds that floats do not tell apart.
        let (samples, late) = made(2.1e-5);
        assert!(samples.iter().all(|sample| sample.is_finite()) && late.is_finite());
    }

    #[test]
    fn a_rate_of_zero_is_no_source() {
        let mut source = SyntheticSource::claps(1).with_rate(0);
        source.start();
        source.update(1.0);
        assert_eq!(source.state(), SourceState::Unavailable);
        assert!(!source.next_block(&mut SampleBlock::default()));
    }

    #[test]
    fn odd_rates_work() {
        for rate in [1, 37, 99, 8_000, 44_100, 192_000] {
            let mut source = SyntheticSource::claps(1).with_rate(rate);
            let heard = hear(&mut source, 2, 1.0);
            assert!(heard.len() as u32 >= rate && heard.iter().all(|x| x.is_finite()), "{rate}");
        }
    }
}
