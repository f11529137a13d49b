//! How fast the beat is.

/// Finds the tempo of music from how much begins in each block, over the last six seconds.
#[doc(alias = "BPM")]
#[doc(alias = "tempo")]
#[derive(Clone)]
pub struct BeatTracker {
    rises: Vec<f32>,
    /// The rises, oldest first, blurred and without their mean.
    line: Vec<f32>,
    /// How alike they are to themselves some blocks later.
    likeness: Vec<f32>,
    next: usize,
    filled: bool,
    since: u32,
    tempo: Option<f32>,
    /// Where between two beats it is, 0…1, while there is a tempo.
    phase: f32,
    /// Seconds since the last beat.
    rested: f32,
    /// Seconds of a block.
    dt: f32,
}

crate::quiet::debug_by!(BeatTracker: tempo, dt);

/// Blocks that are remembered, of 10 ms.
const MEMORY: usize = 600;
/// Blocks after which the tempo is computed again.
const AGAIN: u32 = 50;
/// Tempos that are looked for, in beats per minute.
const TEMPOS: core::ops::RangeInclusive<u32> = 60..=180;
/// Paces that are tried from one lag to the next.
const STEPS: f32 = 8.0;

impl Default for BeatTracker {
    fn default() -> Self {
        Self::new()
    }
}

impl BeatTracker {
    /// A tracker that has heard nothing; asks for its memory now.
    pub fn new() -> Self {
        Self {
            rises: vec![0.0; MEMORY],
            line: Vec::with_capacity(MEMORY),
            likeness: Vec::with_capacity(MEMORY / 2 + 1),
            next: 0,
            filled: false,
            since: 0,
            tempo: None,
            phase: 0.0,
            rested: 0.0,
            dt: 0.01,
        }
    }

    /// Takes how much began in a block that is `dt` seconds long, and tells whether a beat falls into it. Every half second it
    /// looks for the tempo and for where the beats are; between that it counts on. Numbers that are not finite count as 0.
    pub fn update(&mut self, rise: f32, dt: f32) -> bool {
        if dt.is_nan() || dt <= 0.0 || dt >= 1.0 {
            return false;
        }
        self.dt = dt;
        self.rises[self.next] = if rise.is_finite() { rise.clamp(0.0, 60.0) } else { 0.0 };
        self.next = (self.next + 1) % MEMORY;
        self.filled |= self.next == 0;
        self.since += 1;
        if self.since >= AGAIN {
            self.since = 0;
            self.tempo = self.find();
            self.tune();
        }
        self.count_on()
    }

    /// Goes on by a block; whether that is the beginning of a beat.
    fn count_on(&mut self) -> bool {
        let Some(tempo) = self.tempo else { return false };
        self.phase += tempo / 60.0 * self.dt;
        self.rested += self.dt;
        if self.phase < 1.0 {
            return false;
        }
        self.phase -= 1.0;
        // When the phase was just set back a little, it was told already.
        let is_beat = self.rested > 30.0 / tempo;
        if is_beat {
            self.rested = 0.0;
        }
        is_beat
    }

    /// Moves the phase to where most begins.
    fn tune(&mut self) {
        let Some(tempo) = self.tempo else { return };
        let period = 60.0 / tempo / self.dt;
        let count = if self.filled { MEMORY } else { self.next };
        let newest = self.next + MEMORY - 1;
        let strength = |ago: usize| {
            let beats = (0..).map(|beat: u16| ago + (f32::from(beat) * period).round() as usize);
            beats
                .take_while(|&ago| ago < count)
                .map(|ago| self.rises[(newest - ago) % MEMORY])
                .sum::<f32>()
        };
        let mut best = (0, f32::NEG_INFINITY);
        for ago in 0..period as usize {
            // A beat begins a block before or after, too.
            let around: f32 = [ago, ago + 1].into_iter().map(strength).sum();
            if around > best.1 {
                best = (ago, around);
            }
        }
        let found = best.0 as f32 / period;
        let off = found - self.phase;
        self.phase += off - off.round();
        if self.phase < 0.0 {
            self.phase += 1.0;
        }
    }

    /// Where between two beats it is: 0 at a beat, nearly 1 before the next; `None` while there is no tempo.
    pub fn phase(&self) -> Option<f32> {
        self.tempo.map(|_| self.phase.clamp(0.0, 1.0))
    }

    /// Beats per minute, 60…180; `None` before three seconds of sound and where nothing repeats.
    pub const fn tempo(&self) -> Option<f32> {
        self.tempo
    }

    /// The pace at which the rises are most like themselves, judged by all its multiples that fit into half of what is remembered.
    ///
    /// A pace lies between two lags as a rule: then every other beat meets its neighbor a block off, while the ones two beats apart meet,
    /// and one lag alone would tell half the pace. So paces go in eighths of a lag, and the rises are blurred by a block first. Multiples judge
    /// halves and doubles, too: of half the period every second multiple meets nothing.
    fn find(&mut self) -> Option<f32> {
        let count = if self.filled { MEMORY } else { self.next };
        let lag = |tempo: u32| 60.0 / tempo as f32 / self.dt;
        let (shortest, longest) = (lag(*TEMPOS.end()), lag(*TEMPOS.start()));
        if (count as f32) < longest * 3.0 || shortest < 2.0 {
            return None;
        }
        let power = self.compare(count);
        if power <= 1.0e-3 {
            return None;
        }
        let mut best = (0.0, 0.0f32);
        for step in (shortest * STEPS).ceil() as u32..=(longest * STEPS) as u32 {
            let period = step as f32 / STEPS;
            // Where a beat and its double are equally alike, people tap the one near two a second.
            let octaves = motile_geom::ops::log2(period * self.dt / 0.5);
            let weighted = self.comb(period) * (1.0 - 0.2 * octaves * octaves);
            if weighted > best.1 {
                best = (period, weighted);
            }
        }
        let (period, height) = best;
        (height >= power * 0.25).then(|| 60.0 / (period * self.dt))
    }

    /// Fills `likeness` from the newest `count` rises, for every lag up to half of them; their power.
    fn compare(&mut self, count: usize) -> f32 {
        let start = if self.filled { self.next } else { 0 };
        let at = |i: usize| self.rises[(start + i) % MEMORY];
        let mean = self.rises[..count].iter().sum::<f32>() / count as f32;
        self.line.clear();
        for i in 0..count {
            let (before, after) = (at(i.saturating_sub(1)), at((i + 1).min(count - 1)));
            self.line.push(0.25 * (before + after) + 0.5 * at(i) - mean);
        }
        self.likeness.clear();
        for lag in 0..=count / 2 {
            let sum = dot(&self.line[lag..], &self.line[..count - lag]);
            self.likeness.push(sum / (count - lag) as f32);
        }
        self.likeness[0]
    }

    /// The mean likeness at a period and its multiples.
    fn comb(&self, period: f32) -> f32 {
        let (mut sum, mut teeth) = (0.0, 0.0);
        let mut place = period;
        while place + 1.0 < self.likeness.len() as f32 {
            let (lag, part) = (place as usize, place.fract());
            sum += self.likeness[lag] * (1.0 - part) + self.likeness[lag + 1] * part;
            teeth += 1.0;
            place += period;
        }
        if teeth > 0.0 { sum / teeth } else { 0.0 }
    }
}

/// Sum of products, eight at a time.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_tail), (b, b_tail)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let tail: f32 = a_tail.iter().zip(b_tail).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + tail
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tempo_of(period: usize) -> Option<f32> {
        let mut tracker = BeatTracker::new();
        for block in 0..700 {
            tracker.update(if block % period == 0 { 20.0 } else { 0.5 }, 0.01);
        }
        tracker.tempo()
    }

    #[test]
    fn input_55_even_beats_are_counted() {
        for (period, tempo) in [(50, 120.0), (40, 150.0), (60, 100.0), (75, 80.0)] {
            let found = tempo_of(period).unwrap();
            assert!((found - tempo).abs() < 1.0, "{tempo}: {found}");
        }
    }

    #[test]
    fn input_55_beats_fall_where_they_are_played() {
        for period in [40usize, 50, 75] {
            let mut tracker = BeatTracker::new();
            let mut beats = Vec::new();
            for block in 0..1_500 {
                let played = (block + 17) % period == 0;
                if tracker.update(if played { 20.0 } else { 0.5 }, 0.01) && block >= 700 {
                    beats.push(block);
                }
            }
            let expected = 800 / period;
            assert!(beats.len().abs_diff(expected) <= 1, "{period}: {} beats", beats.len());
            for beat in beats {
                let off = (beat + 17 + period / 2) % period;
                assert!(off.abs_diff(period / 2) <= 2, "{period}: a beat at {beat}");
            }
            assert!(tracker.phase().is_some_and(|phase| (0.0..=1.0).contains(&phase)));
        }
    }

    #[test]
    fn silence_and_a_single_bang_have_no_tempo() {
        assert_eq!(tempo_of(10_000), None);
        let mut tracker = BeatTracker::new();
        for _ in 0..700 {
            assert!(!tracker.update(f32::NAN, 0.01));
            assert!(!tracker.update(1.0, 0.0));
        }
        assert_eq!((tracker.tempo(), tracker.phase()), (None, None));
    }
}
