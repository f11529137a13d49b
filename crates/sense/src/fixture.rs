//! Sounds whose truth is known, and how well the detectors do on them.
//!
//! Made by the generator of this crate from seeds, so that nobody's voice is stored anywhere and every machine has
//! the same. Seeds come in two lists: by one thresholds are chosen, the other is held out and shows what they are worth. Real rooms
//! are harder: the numbers tell of changes, not of a promise.

use crate::hear::{Ear, HearingEventKind};
use crate::{Source, SyntheticPart, SyntheticSource, Timbre};
use core::fmt;
use motile_geom::Rng;

/// Seeds by which thresholds and the bounds of the tests were chosen.
pub const TUNING_SEEDS: [u64; 20] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

/// Seeds by which nothing was ever chosen: what detectors do on them is what they do on what they do not know. Whoever changes a
/// detector tries it with [`TUNING_SEEDS`] and looks at these once, at the end.
#[doc(alias = "validation set")]
pub const HELD_OUT_SEEDS: [u64; 20] = [
    131, 149, 163, 179, 193, 211, 227, 239, 257, 271, 283, 307, 317, 337, 353, 373, 389, 409, 431,
    449,
];

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

impl DetectorScore {
    /// How much of what was to be heard was, 0…1; 1 where there was nothing.
    pub fn hit_share(&self) -> f32 {
        if self.wanted == 0 { 1.0 } else { self.hits as f32 / self.wanted as f32 }
    }
}

/// One line of a table.
impl fmt::Display for DetectorScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<24} {:<8} {:>4} of {:>4}  {:>5} false in {:>4.0} s  {:>5.1} ms mean {:>5.1} ms worst",
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

/// How a detector did on a fixture over many seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectorSpread {
    /// All seeds together: sums, the mean of the latencies and the worst of them.
    pub sum: DetectorScore,
    /// How many seeds there were.
    pub seeds: u32,
    /// The lowest share of hits of a seed, 0…1.
    pub fewest_hits: f32,
    /// The most false alarms of a seed.
    pub most_false_alarms: u32,
}

impl DetectorSpread {
    /// How the detectors of ears as they are do on all fixtures of some seeds, one after another.
    pub fn of(seeds: impl IntoIterator<Item = u64>) -> Vec<Self> {
        let mut spreads: Vec<Self> = Vec::new();
        for seed in seeds {
            for score in SoundFixture::all(seed).iter().flat_map(|it| it.score(Ear::new())) {
                let same = |spread: &&mut Self| {
                    (spread.sum.fixture, spread.sum.detector) == (score.fixture, score.detector)
                };
                match spreads.iter_mut().find(same) {
                    Some(spread) => spread.add(&score),
                    None => spreads.push(Self::new(score)),
                }
            }
        }
        spreads
    }

    fn new(score: DetectorScore) -> Self {
        let (fewest_hits, most_false_alarms) = (score.hit_share(), score.false_alarms);
        Self { sum: score, seeds: 1, fewest_hits, most_false_alarms }
    }

    fn add(&mut self, score: &DetectorScore) {
        let sum = &mut self.sum;
        let latencies = sum.latency * sum.hits as f32 + score.latency * score.hits as f32;
        sum.wanted += score.wanted;
        sum.hits += score.hits;
        sum.false_alarms += score.false_alarms;
        sum.latency = if sum.hits > 0 { latencies / sum.hits as f32 } else { 0.0 };
        sum.worst_latency = sum.worst_latency.max(score.worst_latency);
        sum.seconds += score.seconds;
        self.seeds += 1;
        self.fewest_hits = self.fewest_hits.min(score.hit_share());
        self.most_false_alarms = self.most_false_alarms.max(score.false_alarms);
    }

    /// False alarms in a minute.
    pub fn alarms_a_minute(&self) -> f32 {
        self.sum.false_alarms as f32 * 60.0 / self.sum.seconds.max(1.0)
    }
}

/// One line of a table: the sums, and behind them the worst seed.
impl fmt::Display for DetectorSpread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hits, alarms) = (self.fewest_hits * 100.0, self.most_false_alarms);
        write!(f, "{}, worst seed {hits:>3.0} % hits, {alarms} false", self.sum)
    }
}

/// Times at which something was told, in seconds.
#[derive(Default)]
struct Told {
    claps: Vec<f64>,
    whistles: Vec<f64>,
    blows: Vec<f64>,
    onsets: Vec<f64>,
    noises: Vec<f64>,
    beats: Vec<f64>,
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
            Self::new("claps over music", seed, 0.002).with_music(&mut rng).with_claps(&mut rng, 9),
            Self::new("claps in noise", seed, noise).with_claps(&mut rng, 9),
            Self::new("a voice alone", seed, 0.002).with_voice(),
            Self::new("music alone", seed, 0.002).with_music(&mut rng),
            Self::new("noise alone", seed, noise),
            Self::new("drums", seed, 0.002).with_drums(&mut rng),
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

    /// A drum at a pace of its own, 80…150 beats a minute.
    fn with_drums(mut self, rng: &mut Rng) -> Self {
        self.add_beats(rng, 0.6);
        self
    }

    /// A drum as in [`SoundFixture::with_drums`], and a string between every two beats.
    fn with_music(mut self, rng: &mut Rng) -> Self {
        let half = self.add_beats(rng, 0.42) * 0.5;
        let strings: Vec<f32> = self.beats.iter().map(|beat| beat + half).collect();
        for &start in &strings {
            let hz = [220.0, 261.63, 329.63, 440.0][rng.below(4) as usize];
            let string = SyntheticPart::new(Timbre::Pluck { hz }, start, 0.7);
            self.source.parts.push(string.with_amplitude(0.21));
        }
        self.add_onsets(strings);
        self
    }

    /// Even beats of a drum up to the end; how many seconds they are apart.
    fn add_beats(&mut self, rng: &mut Rng, amplitude: f32) -> f32 {
        let (pace, first) = (rng.range(0.4..0.75), rng.range(0.05..0.4));
        let beats = (0..).map(|beat: u8| first + f32::from(beat) * pace);
        self.beats = beats.take_while(|&beat| beat < self.seconds - 0.3).collect();
        for &start in &self.beats {
            let drum = SyntheticPart::new(Timbre::Drum, start, 0.45);
            self.source.parts.push(drum.with_amplitude(amplitude));
        }
        self.add_onsets(self.beats.clone());
        pace
    }

    /// What an ear tells of it, with a gate that closes after 0.2 seconds.
    fn listen(&self, mut ear: Ear) -> Told {
        let mut source = self.source.clone();
        let mut told = Told::default();
        ear.gate.hold = 0.2;
        source.start();
        for _ in 0..(self.seconds * 50.0) as u32 {
            ear.listen(&mut source, 0.02);
            for event in ear.take_events() {
                match event.kind {
                    HearingEventKind::Clap => told.claps.push(event.seconds),
                    HearingEventKind::Whistle { began: true } => told.whistles.push(event.seconds),
                    HearingEventKind::Blow { began: true } => told.blows.push(event.seconds),
                    HearingEventKind::Onset { .. } => told.onsets.push(event.seconds),
                    HearingEventKind::Activity { activating: true } => {
                        told.noises.push(event.seconds);
                    }
                    HearingEventKind::Beat => told.beats.push(event.seconds),
                    _ => {}
                }
            }
        }
        told
    }

    /// Lets an ear hear it and compares: claps, whistles and breath, and where the truth is known, whatever begins (`onset`),
    /// noise after quiet (`gate`, which closes after 0.2 seconds here) and beats, once three seconds of them have told the
    /// tempo.
    pub fn score(&self, ear: Ear) -> Vec<DetectorScore> {
        let told = self.listen(ear);
        let mut scores = vec![
            self.compare("clap", &self.claps, &told.claps),
            self.compare("whistle", &self.whistles, &told.whistles),
            self.compare("blow", &self.blows, &told.blows),
        ];
        if let Some(wanted) = &self.onsets {
            scores.push(self.compare("onset", wanted, &told.onsets));
        }
        if !self.claps.is_empty() && self.source.parts.len() == self.claps.len() {
            scores.push(self.compare("gate", &self.claps, &told.noises));
        }
        if !self.beats.is_empty() && self.claps.is_empty() {
            scores.push(self.compare_beats(&told.beats));
        }
        scores
    }

    /// Beats are told as they are expected, so that some come a little early.
    fn compare_beats(&self, told: &[f64]) -> DetectorScore {
        // The last ones lie beyond the end where they come late.
        let learned =
            f64::from(LEARNED)..f64::from(self.beats.last().map_or(0.0, |beat| beat + 0.1));
        let told = told.iter().copied().filter(|seconds| learned.contains(seconds));
        let told: Vec<f64> = told.map(|seconds| seconds + f64::from(EARLY)).collect();
        let wanted: Vec<f32> = self.beats.iter().copied().filter(|&beat| beat > LEARNED).collect();
        let mut score = self.compare("beat", &wanted, &told);
        if score.hits > 0 {
            score.latency -= EARLY;
            score.worst_latency -= EARLY;
        }
        score
    }

    /// What is told belongs to what began last before it, and once.
    fn compare(&self, detector: &'static str, wanted: &[f32], told: &[f64]) -> DetectorScore {
        let (mut used, mut sum, mut worst) = (0u32, 0.0, 0.0f64);
        let mut before = None;
        for &told in told {
            let began = wanted.iter().rposition(|&start| f64::from(start) <= told);
            let late = began.map_or(f64::MAX, |began| told - f64::from(wanted[began]));
            if late < LATEST && began != before {
                used += 1;
                sum += late;
                worst = worst.max(late);
                before = began;
            }
        }
        DetectorScore {
            fixture: self.name,
            detector,
            wanted: wanted.len() as u32,
            hits: used,
            false_alarms: told.len() as u32 - used,
            latency: if used > 0 { (sum / f64::from(used)) as f32 } else { 0.0 },
            worst_latency: worst as f32,
            seconds: self.seconds,
        }
    }
}
