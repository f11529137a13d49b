//! How fast the beat is.

/// Finds the tempo of music from how much begins in each block, over the last six seconds.
#[doc(alias = "BPM")]
#[doc(alias = "tempo")]
#[derive(Clone, Debug)]
pub struct BeatTracker {
    rises: Vec<f32>,
    next: usize,
    filled: bool,
    since: u32,
    tempo: Option<f32>,
    /// Seconds of a block.
    dt: f32,
}

/// Blocks that are remembered, of 10 ms.
const MEMORY: usize = 600;
/// Blocks after which the tempo is computed again.
const AGAIN: u32 = 50;
/// Tempos that are looked for, in beats per minute.
const TEMPOS: core::ops::RangeInclusive<u32> = 60..=180;

impl Default for BeatTracker {
    fn default() -> Self {
        Self::new()
    }
}

impl BeatTracker {
    /// A tracker that has heard nothing; asks for its memory now.
    pub fn new() -> Self {
        Self { rises: vec![0.0; MEMORY], next: 0, filled: false, since: 0, tempo: None, dt: 0.01 }
    }

    /// Takes how much began in a block that is `dt` seconds long. Every half second it looks for the tempo. Numbers that
    /// are not finite count as 0.
    pub fn update(&mut self, rise: f32, dt: f32) {
        if dt.is_nan() || dt <= 0.0 || dt >= 1.0 {
            return;
        }
        self.dt = dt;
        self.rises[self.next] = if rise.is_finite() { rise.clamp(0.0, 60.0) } else { 0.0 };
        self.next = (self.next + 1) % MEMORY;
        self.filled |= self.next == 0;
        self.since += 1;
        if self.since >= AGAIN {
            self.since = 0;
            self.tempo = self.find();
        }
    }

    /// Beats per minute, 60…180; `None` before three seconds of sound and where nothing repeats.
    pub const fn tempo(&self) -> Option<f32> {
        self.tempo
    }

    /// The lag at which the rises are most like themselves.
    fn find(&self) -> Option<f32> {
        let count = if self.filled { MEMORY } else { self.next };
        let lag = |tempo: u32| 60.0 / tempo as f32 / self.dt;
        if (count as f32) < lag(*TEMPOS.start()) * 3.0 {
            return None;
        }
        let start = if self.filled { self.next } else { 0 };
        let at = |i: usize| self.rises[(start + i) % MEMORY];
        let mean = (0..count).map(at).sum::<f32>() / count as f32;
        let likeness = |lag: usize| {
            let sum: f32 = (lag..count).map(|i| (at(i) - mean) * (at(i - lag) - mean)).sum();
            sum / (count - lag) as f32
        };
        let power = likeness(0);
        if power <= 1.0e-3 {
            return None;
        }
        let lags = lag(*TEMPOS.end()).ceil() as usize..=lag(*TEMPOS.start()) as usize;
        let mut best = (0, 0.0f32);
        for lag in lags {
            // Where a beat and its double are equally alike, people tap the one near two a second.
            let octaves = motile_geom::ops::log2(lag as f32 * self.dt / 0.5);
            let weighted = likeness(lag) * (1.0 - 0.2 * octaves * octaves);
            if weighted > best.1 {
                best = (lag, weighted);
            }
        }
        let (lag, height) = best;
        if height < power * 0.25 || lag < 2 {
            return None;
        }
        let [a, b, c] = [lag - 1, lag, lag + 1].map(likeness);
        let bend = a - 2.0 * b + c;
        let shift = if bend < 0.0 { ((a - c) / (2.0 * bend)).clamp(-0.5, 0.5) } else { 0.0 };
        Some(60.0 / ((lag as f32 + shift) * self.dt))
    }
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
    fn even_beats_are_counted() {
        for (period, tempo) in [(50, 120.0), (40, 150.0), (60, 100.0), (75, 80.0)] {
            let found = tempo_of(period).unwrap();
            assert!((found - tempo).abs() < 1.0, "{tempo}: {found}");
        }
    }

    #[test]
    fn silence_and_a_single_bang_have_no_tempo() {
        assert_eq!(tempo_of(10_000), None);
        let mut tracker = BeatTracker::new();
        for _ in 0..700 {
            tracker.update(f32::NAN, 0.01);
            tracker.update(1.0, 0.0);
        }
        assert_eq!(tracker.tempo(), None);
    }
}
