//! All of hearing at once.

use super::level::to_decibels;
use super::{
    ActivityGate, BeatTracker, Calibration, FilterBank, HeardPitch, HearingEvent, HearingEventKind,
    HighPass, LevelMeter, Loudness, NoiseFloor, Onset, OnsetDetector, PitchDetector, Spectrum,
};
use crate::{SampleBlock, SampleSource};
use motile_geom::{Aabb, MarkRole, MarkSink, Marks, vec2};

/// What the last 10 ms told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that is to be heard or not")]
pub struct Hearing {
    /// When they ended, in seconds of the source.
    pub seconds: f64,
    /// How loud they were, above the frequency [`Ear::high_pass`].
    pub loudness: Loudness,
    /// Loudness 0…100, evenly, after the gain.
    pub level: f32,
    /// Loudness 0…100 in the way ears hear, after the gain.
    pub decibel_level: f32,
    /// The level, smoothed by [`Ear::meter`].
    pub smooth_level: f32,
    /// Whether there is something to be heard.
    pub active: bool,
    /// The note, where there is one that is clear: its confidence is at least 0.8.
    pub pitch: Option<HeardPitch>,
    /// Something began.
    pub onset: Option<Onset>,
    /// A clap was recognized.
    pub clap: bool,
    /// The pitch of a whistle, in Hz.
    pub whistle: Option<f32>,
    /// Whether somebody blows on the microphone.
    pub blow: bool,
    /// The mean frequency, in Hz: how bright it sounds.
    pub centroid: f32,
    /// Beats per minute, where something repeats.
    pub tempo: Option<f32>,
    /// A beat falls into them.
    pub beat: bool,
    /// Where between two beats they end, 0…1, where something repeats.
    pub beat_phase: Option<f32>,
}

/// Listens: blocks of any length go in, and every 10 ms there is a [`Hearing`]. Settings are plain fields and may change
/// at any time. Asks for memory when the first block and when a block of another rate comes, and never after.
///
/// ```
/// use motile_sense::{SampleSource, Source, SyntheticSource, hear::Ear};
///
/// let (mut microphone, mut ear) = (SyntheticSource::whistling(1), Ear::new());
/// microphone.start();
/// for _tick in 0..18 {
///     ear.listen(&mut microphone, 1.0 / 60.0);
/// }
/// let whistle = ear.now().and_then(|hearing| hearing.whistle).unwrap();
/// assert!((whistle - 880.0).abs() < 12.0);
/// ```
#[derive(Clone)]
pub struct Ear {
    /// Amplification of the levels, 0…100: 50 changes nothing, 100 doubles, 0 is deaf.
    pub gain: f32,
    /// How fast the smooth level follows.
    pub meter: LevelMeter,
    /// When there is something to be heard.
    pub gate: ActivityGate,
    /// Frequency below which sound does not count for levels, in Hz; 0 for none.
    pub high_pass: f32,
    /// Whether notes are looked for, which takes more time than all the rest.
    pub pitch: bool,
    /// How many blocks were passed over because their rate is outside 1,000…768,000 Hz.
    pub rejected: u64,
    tools: Option<Tools>,
    now: Option<Hearing>,
    events: Vec<HearingEvent>,
    calibration: Option<Calibration>,
    floor: Option<NoiseFloor>,
    scratch: SampleBlock,
}

crate::quiet::debug_by!(Ear: gain, meter, gate, high_pass, pitch, rejected, now);

/// What depends on the rate.
#[derive(Clone)]
struct Tools {
    rate: u32,
    hop: usize,
    /// Number of the sample after the last in `pending`.
    position: u64,
    pending: Vec<f32>,
    filtered: Vec<f32>,
    /// The last samples, as many as the largest window.
    history: Vec<f32>,
    filter: HighPass,
    filter_hz: f32,
    spectrum: Spectrum,
    bank: FilterBank,
    bands: Vec<f32>,
    onsets: OnsetDetector,
    beat: BeatTracker,
    pitch: PitchDetector,
    clap: ClapWatch,
    whistle: Steady,
    blow: Steady,
}

crate::quiet::debug_by!(Tools: rate, hop, position);

/// Bands that onsets are looked for in.
const BANDS: usize = 32;
/// Rates that are heard, in Hz: those of sounds.
const RATES: core::ops::RangeInclusive<u32> = 1_000..=768_000;
/// Events that are kept when nobody takes them.
const MOST_EVENTS: usize = 256;
/// Samples louder than this count as this, so that their squares stay numbers.
const LOUDEST: f32 = 16.0;
/// Confidence from which on a note is a note.
const CLEAR: f32 = 0.8;

impl Default for Ear {
    fn default() -> Self {
        Self::new()
    }
}

impl Ear {
    /// An ear that has heard nothing.
    pub fn new() -> Self {
        Self {
            gain: 50.0,
            meter: LevelMeter::default(),
            gate: ActivityGate::default(),
            high_pass: 80.0,
            pitch: true,
            rejected: 0,
            tools: None,
            now: None,
            events: Vec::with_capacity(MOST_EVENTS),
            calibration: None,
            floor: None,
            scratch: SampleBlock::default(),
        }
    }

    /// An ear that looks for no notes, which takes half the time. Breath it tells by its loudness and depth alone.
    pub fn without_pitch() -> Self {
        Self { pitch: false, ..Self::new() }
    }

    /// Lets `dt` seconds pass for a source and hears what it has. While it does not capture, there is no level.
    pub fn listen(&mut self, source: &mut (impl SampleSource + ?Sized), dt: f32) {
        source.update(dt);
        let mut block = core::mem::take(&mut self.scratch);
        while source.next_block(&mut block) {
            self.hear(&block);
        }
        self.scratch = block;
        if !source.is_live() {
            self.now = None;
        }
    }

    /// Hears a block. One whose rate makes no sense changes nothing and is counted.
    pub fn hear(&mut self, block: &SampleBlock) {
        if !RATES.contains(&block.rate) {
            self.rejected += 1;
            return;
        }
        let mut tools = match self.tools.take() {
            Some(tools) if tools.rate == block.rate => tools,
            _ => Tools::new(block.rate),
        };
        tools.position = block.first.saturating_sub(tools.pending.len() as u64);
        for &sample in &block.samples {
            let sample = if sample.is_finite() { sample } else { 0.0 };
            tools.pending.push(sample.clamp(-LOUDEST, LOUDEST));
            if tools.pending.len() == tools.hop {
                tools.position = tools.position.saturating_add(tools.hop as u64);
                self.hear_hop(&mut tools);
                tools.pending.clear();
            }
        }
        self.tools = Some(tools);
    }

    /// What the last 10 ms told; `None` before there were any, and while the source does not capture.
    pub const fn now(&self) -> Option<&Hearing> {
        self.now.as_ref()
    }

    /// The smoothed level, 0…100; `None` while nothing is captured.
    pub fn level(&self) -> Option<f32> {
        self.now.map(|now| now.smooth_level)
    }

    /// What happened since this was last asked, oldest first. Of events that nobody takes the newest 256 are kept.
    pub fn take_events(&mut self) -> impl Iterator<Item = HearingEvent> {
        self.events.drain(..)
    }

    /// Powers of the spectrum of the last 21 ms, from 0 Hz to half the rate; `None` before there was a block.
    pub fn spectrum(&self) -> Option<&Spectrum> {
        self.tools.as_ref().map(|tools| &tools.spectrum)
    }

    /// Powers of 32 bands from 40 Hz to 16 kHz, of equal width to the ear (mel bands).
    pub fn bands(&self) -> &[f32] {
        self.tools.as_ref().map_or(&[], |tools| &tools.bands)
    }

    /// The last samples, oldest first: 43 ms of them.
    pub fn waveform(&self) -> &[f32] {
        self.tools.as_ref().map_or(&[], |tools| &tools.history)
    }

    /// Measures the room for a number of seconds, then sets the threshold of the gate by it.
    pub fn calibrate(&mut self, seconds: f32) {
        self.calibration = Some(Calibration::new(seconds));
    }

    /// How much of a calibration is done, 0…1; `None` when there is none.
    pub fn calibrating(&self) -> Option<f32> {
        self.calibration.as_ref().map(Calibration::progress)
    }

    /// What the last calibration found.
    pub const fn floor(&self) -> Option<NoiseFloor> {
        self.floor
    }

    /// Adds what it hears to a debug view, inside of a rectangle: the level with the threshold of the gate, the bands, and
    /// what was recognized in words. Blocks that were passed over count as rejected.
    pub fn mark(&self, area: Aabb, marks: &mut Marks) {
        let (size, foot) = (area.size(), vec2(area.min.x, area.max.y));
        let place = |x: f32, level: f32| foot + vec2(x, -level.clamp(0.0, 100.0) / 100.0) * size;
        marks.aabb(MarkRole::Bounds, area);
        marks.line(
            MarkRole::Range,
            place(0.0, self.gate.threshold),
            place(1.0, self.gate.threshold),
        );
        let bands = self.bands();
        for (index, power) in bands.iter().enumerate() {
            let level = 100.0 + to_decibels(power.sqrt()) * (100.0 / 80.0);
            let x = (index as f32 + 0.5) / bands.len() as f32;
            marks.line(MarkRole::Note, place(x, 0.0), place(x, level));
        }
        if let Some(now) = &self.now {
            marks.line(MarkRole::Velocity, place(0.0, 0.0), place(0.0, now.smooth_level));
            let pitch = now.pitch.map_or(0.0, |pitch| pitch.hz);
            marks.label(
                MarkRole::Note,
                area.min,
                format_args!("level {:.0}, {pitch:.0} Hz", now.smooth_level),
            );
        }
        marks.rejected += self.rejected;
    }

    /// Forgets what it heard; settings stay.
    pub fn reset(&mut self) {
        (self.tools, self.now, self.calibration) = (None, None, None);
        self.meter.value = 0.0;
        self.events.clear();
    }

    /// The next 10 ms.
    fn hear_hop(&mut self, tools: &mut Tools) {
        let dt = tools.hop as f32 / tools.rate as f32;
        tools.take_in(self.high_pass);
        let mut now = Hearing {
            seconds: tools.position as f64 / f64::from(tools.rate),
            loudness: Loudness::of(&tools.filtered),
            ..Hearing::default()
        };
        now.level = now.loudness.level(self.gain);
        now.decibel_level = now.loudness.decibel_level(self.gain);
        self.meter.update(now.level, dt);
        now.smooth_level = self.meter.value;
        self.measure_room(now.level, dt);
        if let Some(event) = self.gate.update(now.level, dt) {
            self.tell(now.seconds, HearingEventKind::Activity { activating: event.activating });
        }
        now.active = self.gate.is_open();
        let (seconds, events) = (now.seconds, &mut self.events);
        tools.recognize(&mut now, self.pitch, dt, |kind| {
            push(events, HearingEvent { kind, seconds });
        });
        self.now = Some(now);
    }

    fn measure_room(&mut self, level: f32, dt: f32) {
        let found = self.calibration.as_mut().and_then(|calibration| calibration.update(level, dt));
        if let Some(floor) = found {
            self.gate.threshold = floor.threshold();
            (self.floor, self.calibration) = (Some(floor), None);
        }
    }

    fn tell(&mut self, seconds: f64, kind: HearingEventKind) {
        push(&mut self.events, HearingEvent { kind, seconds });
    }
}

fn push(events: &mut Vec<HearingEvent>, event: HearingEvent) {
    if events.len() == MOST_EVENTS {
        events.remove(0);
    }
    events.push(event);
}

impl Tools {
    fn new(rate: u32) -> Self {
        let hop = (rate / 100) as usize;
        let spectrum = Spectrum::new((rate as f32 * 0.0213) as usize);
        let (window, longest) = (spectrum.size(), spectrum.size() * 2);
        Self {
            rate,
            hop,
            position: 0,
            pending: Vec::with_capacity(hop),
            filtered: Vec::with_capacity(hop),
            history: vec![0.0; longest],
            filter: HighPass::default(),
            filter_hz: f32::NAN,
            bank: FilterBank::mel(BANDS, window, rate, 40.0..16_000.0),
            spectrum,
            bands: vec![0.0; BANDS],
            onsets: OnsetDetector::new(BANDS),
            beat: BeatTracker::new(),
            // A drum has a pitch, too, which tells it from breath.
            pitch: PitchDetector::new(longest).with_lowest(48.0),
            clap: ClapWatch::default(),
            whistle: Steady::new(3, 3),
            blow: Steady::new(12, 6),
        }
    }

    /// Moves a hop of samples into the windows.
    fn take_in(&mut self, high_pass: f32) {
        if self.filter_hz.to_bits() != high_pass.to_bits() {
            self.filter = HighPass::new(high_pass, self.rate);
            self.filter_hz = high_pass;
        }
        self.filtered.clear();
        for &sample in &self.pending {
            self.filtered.push(self.filter.filter(sample));
        }
        let kept = self.history.len() - self.hop;
        self.history.copy_within(self.hop.., 0);
        self.history[kept..].copy_from_slice(&self.pending);
    }

    /// Everything that needs the spectrum.
    fn recognize(
        &mut self,
        now: &mut Hearing,
        with_pitch: bool,
        dt: f32,
        mut tell: impl FnMut(HearingEventKind),
    ) {
        let newest = self.history.len() - self.spectrum.size();
        self.spectrum.analyze(&self.history[newest..], self.rate);
        self.bank.energies(self.spectrum.powers(), &mut self.bands);
        now.centroid = self.spectrum.centroid();
        now.onset = self.onsets.update(&self.bands, dt);
        // People tap to the drums: what begins without them counts a little.
        now.beat = self.beat.update(self.onsets.bass_rise() + self.onsets.rise() * 0.25, dt);
        (now.tempo, now.beat_phase) = (self.beat.tempo(), self.beat.phase());
        if now.beat {
            tell(HearingEventKind::Beat);
        }
        let pitch = if with_pitch { self.pitch.detect(&self.history, self.rate) } else { None };
        now.pitch = pitch.filter(|pitch| pitch.confidence >= CLEAR);
        if let Some(onset) = now.onset {
            tell(HearingEventKind::Onset { strength: onset.strength });
        }
        let total = self.spectrum.energy(0.0..f32::MAX);
        now.clap = self.clap.update(&self.spectrum, &self.bands, total, dt);
        if now.clap {
            tell(HearingEventKind::Clap);
        }
        let whistle = whistled(&self.spectrum, total, now.loudness.rms);
        if let Some(began) = self.whistle.update(whistle.is_some()) {
            tell(HearingEventKind::Whistle { began });
        }
        if self.whistle.on {
            now.whistle = whistle;
        }
        if let Some(began) = self.blow.update(blown(&self.spectrum, total, now.pitch)) {
            tell(HearingEventKind::Blow { began });
        }
        now.blow = self.blow.on;
    }
}

/// A whistle is one peak between 500 Hz and 5 kHz that has nearly all the power.
fn whistled(spectrum: &Spectrum, total: f32, rms: f32) -> Option<f32> {
    let peak = spectrum.peak(500.0..5_000.0).filter(|_| rms > 0.008)?;
    let width = spectrum.bin_width() * 3.5;
    let around = spectrum.energy(peak.hz - width..peak.hz + width);
    (around > total * 0.8).then_some(peak.hz)
}

/// Breath is loud, low and has no pitch.
fn blown(spectrum: &Spectrum, total: f32, pitch: Option<HeardPitch>) -> bool {
    total > 2.0e-3 && spectrum.energy(0.0..500.0) > total * 0.7 && pitch.is_none()
}

/// Waits one block after a jump of the treble, until most of the window is after it, and then tells whether what came
/// sounds like a clap, whatever sounded before.
#[derive(Clone, Debug, Default)]
struct ClapWatch {
    waiting: bool,
    since: Option<f32>,
    /// Power above 2 kHz and of everything, before the jump.
    before: [f32; 2],
}

/// Power of the treble below which nothing is a clap.
const FAINT: f32 = 3.0e-4;

impl ClapWatch {
    fn update(&mut self, spectrum: &Spectrum, bands: &[f32], total: f32, dt: f32) -> bool {
        self.since = self.since.map(|since| since + dt);
        let now = [spectrum.energy(2_000.0..f32::MAX), total];
        let jumped = now[0] > self.before[0] * 6.0 && now[0] > FAINT;
        if !core::mem::take(&mut self.waiting) {
            self.waiting = jumped;
            if !jumped {
                self.before = now;
            }
            return false;
        }
        let rested = self.since.is_none_or(|since| since > 0.15);
        let [bright, whole] = [0, 1].map(|i| now[i] - self.before[i]);
        // From 1.2 kHz on, so that a whistle cannot hide below.
        let like_noise = flatness(&bands[bands.len() / 3..]) > 0.25;
        let clap = rested && jumped && bright > whole * 0.3 && like_noise;
        if clap {
            self.since = Some(0.0);
        }
        self.before = now;
        clap
    }
}

/// Geometric by arithmetic mean of the bands: near 1 for noise, near 0 for notes.
fn flatness(bands: &[f32]) -> f32 {
    let count = bands.len().max(1) as f32;
    let mean = bands.iter().sum::<f32>() / count;
    let logs =
        bands.iter().map(|band| motile_geom::ops::ln(band.max(1.0e-12))).sum::<f32>() / count;
    if mean > 1.0e-12 { motile_geom::ops::exp(logs) / mean } else { 0.0 }
}

/// Blocks of evidence that one block to the contrary takes back. Not all of it: a block of breath now and then seems to have a note,
/// and who blows should not have to begin again.
const TAKEN_BACK: u8 = 4;

/// A yes or no that has to last for some blocks before it counts.
#[derive(Clone, Copy, Debug)]
struct Steady {
    on: bool,
    against: u8,
    on_after: u8,
    off_after: u8,
}

impl Steady {
    const fn new(on_after: u8, off_after: u8) -> Self {
        Self { on: false, against: 0, on_after, off_after }
    }

    /// Tells a change.
    fn update(&mut self, yes: bool) -> Option<bool> {
        if yes == self.on {
            self.against = self.against.saturating_sub(TAKEN_BACK);
            return None;
        }
        self.against += 1;
        if self.against < if self.on { self.off_after } else { self.on_after } {
            return None;
        }
        (self.on, self.against) = (yes, 0);
        Some(yes)
    }
}
