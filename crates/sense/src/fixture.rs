//! Sounds whose truth is known, and how well the detectors do on them.
//!
//! Made by the generator of this crate from seeds, so that nobody's voice is stored anywhere and every machine has
//! the same. Real rooms are harder: the numbers tell of changes, not of a promise.

use crate::hear::{Ear, HearingEventKind};
use crate::{Source, SyntheticPart, SyntheticSource, Timbre};
use core::fmt;
use motile_geom::Rng;

/// A made-up sound with the moments at which something happens in it.
#[derive(Clone, Debug)]
pub struct SoundFixture {
    /// What it is.
    pub name: &'static str,
    /// The sound.
    pub source: SyntheticSource,
    /// How long it is, in seconds.
    pub seconds: f32,
    /// When claps begin, in seconds.
    pub claps: Vec<f32>,
    /// When whistles begin, in seconds.
    pub whistles: Vec<f32>,
    /// When somebody begins to blow, in seconds.
    pub blows: Vec<f32>,
    /// When anything begins, in seconds; `None` with a voice, whose words begin somewhere.
    pub onsets: Option<Vec<f32>>,
    /// When beats fall, in seconds.
    pub beats: Vec<f32>,
}

/// How a detector did on a fixture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectorScore {
    /// The fixture.
    pub fixture: &'static str,
    /// The detector.
    pub detector: &'static str,
    /// How often something was to be heard.
    pub wanted: u32,
    /// How often it was.
    pub hits: u32,
    /// How often it was told although there was nothing.
    pub false_alarms: u32,
    /// Mean time from beginning to being told, in seconds.
    pub latency: f32,
    /// Longest time from beginning to being told, in seconds.
    pub worst_latency: f32,
    /// Length of the fixture, in seconds.
    pub seconds: f32,
}

/// One line of a table.
impl fmt::Display for DetectorScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<24} {:<8} {:>3} of {:>3}  {:>5} false in {:>2.0} s  {:>5.1} ms mean {:>5.1} ms worst",
            self.fixture,
            self.detector,
            self.hits,
            self.wanted,
            self.false_alarms,
            self.seconds,
            self.latency * 1e3,
            self.worst_latency * 1e3
        )
    }
}

/// Seconds that a beat may come early, and seconds after which the tempo is known.
const EARLY: f32 = 0.05;
const LEARNED: f32 = 4.0;
/// Later than this, a detection belongs to nothing.
const LATEST: f64 = 0.25;

impl SoundFixture {
    /// All fixtures of a seed: claps in a quiet room, over a voice, over music and in noise; voice, music and noise alone;
    /// drums; whistles; breath.
    pub fn all(seed: u64) -> Vec<Self> {
        let (mut rng, noise) = (Rng::new(seed), 0.02);
        vec![
            Self::new("claps, quiet room", seed, 0.002).with_claps(&mut rng, 9),
            Self::new("claps over a voice", seed, 0.002).with_voice().with_claps(&mut rng, 9),
            Self::new("claps over music", seed, 0.002).with_music().with_claps(&mut rng, 9),
            Self::new("claps in noise", seed, noise).with_claps(&mut rng, 9),
            Self::new("a voice alone", seed, 0.002).with_voice(),
            Self::new("music alone", seed, 0.002).with_music(),
            Self::new("noise alone", seed, noise),
            Self::new("drums", seed, 0.002).with_drums(),
            Self::new("whistles", seed, 0.002).with_whistles(&mut rng, 9),
            Self::new("whistles in noise", seed, noise).with_whistles(&mut rng, 9),
            Self::new("breath", seed, 0.002).with_blows(&mut rng, 6),
            Self::new("breath and voice", seed, 0.002).with_blows(&mut rng, 6).with_voice_between(),
        ]
    }

    fn new(name: &'static str, seed: u64, hiss: f32) -> Self {
        let source = SyntheticSource::new(name, seed).with_hiss(hiss);
        let (claps, whistles, blows, beats) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let onsets = Some(Vec::new());
        Self { name, source, seconds: 8.0, claps, whistles, blows, onsets, beats }
    }

    /// Moments about evenly spread, none of them in the first half second.
    fn moments(&self, rng: &mut Rng, count: u8) -> Vec<f32> {
        let space = (self.seconds - 0.5) / f32::from(count);
        let place = |i: u8| 0.5 + space * (f32::from(i) + rng.range(0.0..0.5));
        (0..count).map(place).collect()
    }

    fn with_claps(mut self, rng: &mut Rng, count: u8) -> Self {
        self.claps = self.moments(rng, count);
        self.add_onsets(self.claps.clone());
        for &start in &self.claps {
            let clap = SyntheticPart::new(Timbre::Clap, start, 0.15);
            self.source.parts.push(clap.with_amplitude(rng.range(0.4..0.9)));
        }
        self
    }

    fn with_whistles(mut self, rng: &mut Rng, count: u8) -> Self {
        self.whistles = self.moments(rng, count);
        self.add_onsets(self.whistles.clone());
        for &start in &self.whistles {
            let whistle = Timbre::Whistle { hz: rng.range(700.0..2_500.0) };
            let part = SyntheticPart::new(whistle, start, 0.4);
            self.source.parts.push(part.with_amplitude(rng.range(0.2..0.5)));
        }
        self
    }

    fn with_blows(mut self, rng: &mut Rng, count: u8) -> Self {
        self.blows = self.moments(rng, count);
        self.add_onsets(self.blows.clone());
        for &start in &self.blows {
            let blow = SyntheticPart::new(Timbre::Blow, start, 0.6);
            self.source.parts.push(blow.with_amplitude(rng.range(0.5..0.9)));
        }
        self
    }

    /// One more thing that begins at these moments.
    fn add_onsets(&mut self, starts: impl IntoIterator<Item = f32>) {
        if let Some(onsets) = &mut self.onsets {
            onsets.extend(starts);
            onsets.sort_by(f32::total_cmp);
        }
    }

    fn with_voice(mut self) -> Self {
        self.onsets = None;
        let voice = SyntheticPart::new(Timbre::Speech { hz: 140.0 }, 0.2, self.seconds);
        self.source.parts.push(voice.with_amplitude(0.3));
        self
    }

    /// A voice that pauses while somebody blows.
    fn with_voice_between(mut self) -> Self {
        self.onsets = None;
        for start in self.blows.clone() {
            let voice = SyntheticPart::new(Timbre::Speech { hz: 140.0 }, start + 0.7, 0.4);
            self.source.parts.push(voice.with_amplitude(0.3));
        }
        self
    }

    /// A drum, two beats a second.
    fn with_drums(mut self) -> Self {
        self.beats = (0..16u8).map(|beat| 0.1 + f32::from(beat) * 0.5).collect();
        for &start in &self.beats {
            let drum = SyntheticPart::new(Timbre::Drum, start, 0.45);
            self.source.parts.push(drum.with_amplitude(0.6));
        }
        self.add_onsets(self.beats.clone());
        self
    }

    fn with_music(mut self) -> Self {
        let music = SyntheticSource::music(0);
        for round in 0..2u8 {
            self.source.parts.extend(music.parts.iter().map(|part| SyntheticPart {
                start: part.start + f32::from(round) * music.period,
                amplitude: part.amplitude * 0.7,
                ..*part
            }));
        }
        let parts = self.source.parts.clone();
        self.add_onsets(parts.iter().map(|part| part.start));
        let drums = parts.iter().filter(|part| matches!(part.timbre, Timbre::Drum));
        self.beats = drums.map(|part| part.start).collect();
        self
    }

    /// Lets an ear hear it and compares: claps, whistles and breath.
    pub fn score(&self, mut ear: Ear) -> [DetectorScore; 3] {
        let mut source = self.source.clone();
        let (mut claps, mut whistles, mut blows) = (Vec::new(), Vec::new(), Vec::new());
        source.start();
        for _ in 0..(self.seconds * 50.0) as u32 {
            ear.listen(&mut source, 0.02);
            for event in ear.take_events() {
                match event.kind {
                    HearingEventKind::Clap => claps.push(event.seconds),
                    HearingEventKind::Whistle { began: true } => whistles.push(event.seconds),
                    HearingEventKind::Blow { began: true } => blows.push(event.seconds),
                    _ => {}
                }
            }
        }
        [
            self.compare("clap", &self.claps, &claps),
            self.compare("whistle", &self.whistles, &whistles),
            self.compare("blow", &self.blows, &blows),
        ]
    }

    /// Lets an ear hear it and compares, where the truth is known: whatever begins (`onset`), noise after quiet (`gate`, which
    /// closes after 0.2 seconds here) and beats, once three seconds of them have told the tempo.
    pub fn score_rhythm(&self, mut ear: Ear) -> Vec<DetectorScore> {
        let mut source = self.source.clone();
        let (mut onsets, mut noises, mut beats) = (Vec::new(), Vec::new(), Vec::new());
        ear.gate.hold = 0.2;
        source.start();
        for _ in 0..(self.seconds * 50.0) as u32 {
            ear.listen(&mut source, 0.02);
            for event in ear.take_events() {
                match event.kind {
                    HearingEventKind::Onset { .. } => onsets.push(event.seconds),
                    HearingEventKind::Activity { activating: true } => noises.push(event.seconds),
                    HearingEventKind::Beat => beats.push(event.seconds),
                    _ => {}
                }
            }
        }
        let mut scores = Vec::new();
        if let Some(wanted) = &self.onsets {
            scores.push(self.compare("onset", wanted, &onsets));
        }
        if !self.claps.is_empty() && self.source.parts.len() == self.claps.len() {
            scores.push(self.compare("gate", &self.claps, &noises));
        }
        if !self.beats.is_empty() && self.claps.is_empty() {
            // Told as they are expected, so that some come a little early.
            let learned = beats.into_iter().filter(|&seconds| seconds > f64::from(LEARNED));
            let beats: Vec<f64> = learned.map(|seconds| seconds + f64::from(EARLY)).collect();
            let wanted: Vec<f32> =
                self.beats.iter().copied().filter(|&beat| beat > LEARNED).collect();
            let mut score = self.compare("beat", &wanted, &beats);
            if score.hits > 0 {
                score.latency -= EARLY;
                score.worst_latency -= EARLY;
            }
            scores.push(score);
        }
        scores
    }

    fn compare(&self, detector: &'static str, wanted: &[f32], told: &[f64]) -> DetectorScore {
        let (mut used, mut sum, mut worst) = (0u32, 0.0, 0.0f64);
        for &start in wanted {
            let late = |&told: &f64| told - f64::from(start);
            let first = told.iter().map(late).find(|late| (0.0..LATEST).contains(late));
            if let Some(late) = first {
                used += 1;
                sum += late;
                worst = worst.max(late);
            }
        }
        DetectorScore {
            fixture: self.name,
            detector,
            wanted: wanted.len() as u32,
            hits: used,
            false_alarms: told.len() as u32 - used.min(told.len() as u32),
            latency: if used > 0 { (sum / f64::from(used)) as f32 } else { 0.0 },
            worst_latency: worst as f32,
            seconds: self.seconds,
        }
    }
}
