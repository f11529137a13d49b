//! Sound that is heard while it is made.

use std::collections::VecDeque;

/// Seconds that wait before anything is heard: samples come in blocks and not evenly. Where that was too little it becomes more,
/// up to the second number.
const LEAD: [f32; 2] = [0.03, 0.12];
/// Seconds by which it becomes more.
const LONGER: f32 = 0.01;
/// Seconds that may wait beside those; more would be heard too late, and the oldest are dropped.
const MOST: f32 = 0.12;
/// Seconds in which it comes and goes: quicker ones click.
const FADE: f32 = 0.01;
/// Samples a second that can be heard.
const RATES: core::ops::RangeInclusive<u32> = 1_000..=384_000;

/// Samples of one channel that arrive while they are heard, such as those of a microphone; a [`Speaker`](crate::Speaker)
/// has one (`Speaker::stream`).
///
/// It waits until 30 ms have arrived, so that blocks that come unevenly are heard evenly. When they do not come it fades out
/// and waits again, each time for 10 ms more, up to 120 ms. Of what waits for 120 ms longer than that the oldest are dropped.
///
/// ```
/// use motile_sound::LiveStream;
///
/// let mut live = LiveStream::new();
/// live.push(48_000, &[0.5; 4_800], 0.4);
/// let mut block = [[0.0; 2]; 2_400];
/// live.add_to(&mut block, 48_000);
/// assert!(block[0][0] < 0.01, "it fades in");
/// assert!(block[1_000..].iter().all(|frame| *frame == [0.2; 2]));
/// ```
#[doc(alias = "monitoring")]
#[doc(alias = "loopback")]
#[derive(Clone, Debug)]
pub struct LiveStream {
    waiting: VecDeque<f32>,
    /// Samples a second that arrive.
    rate: u32,
    /// Way from the first sample that waits to the second, 0…1.
    part: f64,
    /// What was heard last, before the volume.
    last: f32,
    volume: f32,
    /// The volume that is reached.
    gain: f32,
    flows: bool,
    /// Seconds that wait before it flows.
    lead: f32,
}

impl Default for LiveStream {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            rate: 0,
            part: 0.0,
            last: 0.0,
            volume: 0.0,
            gain: 0.0,
            flows: false,
            lead: LEAD[0],
        }
    }
}

impl LiveStream {
    /// One that is silent.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds samples, −1…1, of a number of samples a second, to be heard at a volume, 0…1 on both sides. Samples and volumes that
    /// are not finite count as 0; at less than 1,000 or more than 384,000 samples a second nothing is heard.
    pub fn push(&mut self, rate: u32, samples: &[f32], volume: f32) {
        self.volume = if volume.is_finite() { volume.clamp(0.0, 1.0) } else { 0.0 };
        if self.rate != rate {
            self.clear();
            self.rate = rate;
        }
        if !RATES.contains(&rate) {
            return;
        }
        let checked =
            |&sample: &f32| if sample.is_finite() { sample.clamp(-1.0, 1.0) } else { 0.0 };
        self.waiting.extend(samples.iter().map(checked));
        if self.waiting.len() > self.samples(self.lead + MOST) {
            let late = self.waiting.len() - self.samples(self.lead);
            self.waiting.drain(..late);
            self.gain = 0.0;
        }
    }

    /// Adds what is heard next to frames of a number of frames a second.
    pub fn add_to(&mut self, block: &mut [[f32; 2]], rate: u32) {
        if rate == 0 || self.rate == 0 {
            return;
        }
        let (step, fade) = (f64::from(self.rate) / f64::from(rate), 1.0 / (FADE * rate as f32));
        for frame in block {
            self.flows |= self.waiting.len() >= self.samples(self.lead).max(2);
            let target = if self.flows { self.volume } else { 0.0 };
            self.gain += (target - self.gain).clamp(-fade, fade);
            if self.flows {
                let (first, second) = (self.waiting[0], self.waiting[1]);
                self.last = first + (second - first) * self.part as f32;
                self.go_on(step);
            }
            let heard = self.last * self.gain;
            *frame = frame.map(|side| (side + heard).clamp(-1.0, 1.0));
        }
    }

    /// Forgets what waits; what was heard last fades out.
    pub fn clear(&mut self) {
        self.waiting.clear();
        (self.part, self.flows) = (0.0, false);
    }

    /// Seconds that wait to be heard.
    pub fn waiting(&self) -> f32 {
        if self.rate == 0 { 0.0 } else { self.waiting.len() as f32 / self.rate as f32 }
    }

    fn samples(&self, seconds: f32) -> usize {
        (seconds * self.rate as f32) as usize
    }

    /// Goes on by some samples, as long as there are two to be between.
    fn go_on(&mut self, step: f64) {
        self.part += step;
        while self.part >= 1.0 && self.flows {
            self.waiting.pop_front();
            self.part -= 1.0;
            self.flows = self.waiting.len() >= 2;
            if !self.flows {
                self.lead = (self.lead + LONGER).min(LEAD[1]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::ops;

    /// The left side of some seconds, of which each hundredth brings a block.
    fn heard(live: &mut LiveStream, rate: u32, blocks: &[Vec<f32>], out: u32) -> Vec<f32> {
        let mut all = Vec::new();
        for samples in blocks {
            live.push(rate, samples, 0.5);
            let mut block = vec![[0.0; 2]; out as usize / 100];
            live.add_to(&mut block, out);
            all.extend(block.iter().map(|frame| frame[0]));
        }
        all
    }

    fn tone(rate: u32, hz: f32) -> Vec<Vec<f32>> {
        let length = rate / 100;
        let sample =
            |index: u32| ops::sin(core::f32::consts::TAU * hz * index as f32 / rate as f32) * 0.8;
        (0..100).map(|block| (block * length..(block + 1) * length).map(sample).collect()).collect()
    }

    #[test]
    fn input_7_what_comes_in_goes_out_a_little_later_and_as_loud_as_wanted() {
        for (rate, out) in [(48_000, 48_000), (44_100, 48_000), (16_000, 44_100)] {
            let mut live = LiveStream::new();
            let all = heard(&mut live, rate, &tone(rate, 300.0), out);
            let settled = &all[out as usize / 10..];
            let peak = settled.iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
            assert!((peak - 0.4).abs() < 0.004, "{rate} to {out}: {peak}");
            // No jump is larger than the steepest place of the tone: nothing clicks.
            let steepest = 0.4 * core::f32::consts::TAU * 300.0 / out as f32;
            let jump = all.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
            assert!(jump < steepest * 1.1, "{rate} to {out}: {jump} of {steepest}");
            let ups = settled.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
            assert!((269..=271).contains(&ups), "{rate} to {out}: {ups} waves in 0.9 s");
            assert!(live.waiting() < 0.06, "{} s late", live.waiting());
        }
    }

    #[test]
    fn input_7_it_fades_when_nothing_comes_and_begins_again() {
        let mut live = LiveStream::new();
        let all = heard(&mut live, 48_000, &tone(48_000, 300.0)[..20], 48_000);
        assert!(all.iter().any(|sample| sample.abs() > 0.3));
        let silent = heard(&mut live, 48_000, &vec![Vec::new(); 20], 48_000);
        assert!(silent[5_000..].iter().all(|&sample| sample == 0.0) && live.waiting() < 0.001);
        let again = heard(&mut live, 48_000, &tone(48_000, 300.0)[..20], 48_000);
        assert!(again.iter().any(|sample| sample.abs() > 0.3));
    }

    #[test]
    fn input_7_blocks_that_come_rarely_are_heard_evenly_after_a_while() {
        // 60 ms of sound every 60 ms, taken 10 ms at a time.
        let tone: Vec<f32> = tone(48_000, 300.0).concat();
        let blocks: Vec<Vec<f32>> = (0..96)
            .map(
                |at| if at % 6 == 0 { tone[at * 480..(at + 6) * 480].to_vec() } else { Vec::new() },
            )
            .collect();
        let mut live = LiveStream::new();
        let first = heard(&mut live, 48_000, &blocks, 48_000);
        let then = heard(&mut live, 48_000, &blocks, 48_000);
        let silent =
            |all: &[f32]| all.chunks(480).filter(|part| part.iter().all(|s| s.abs() < 0.1)).count();
        assert!(silent(&first) > 0 && silent(&then) == 0, "{} {}", silent(&first), silent(&then));
    }

    #[test]
    fn input_7_what_piles_up_is_dropped_and_what_makes_no_sense_is_silent() {
        let mut live = LiveStream::new();
        live.push(48_000, &vec![0.5; 480_000], 1.0);
        assert!(live.waiting() <= 0.151, "{}", live.waiting());
        let mut block = vec![[0.9; 2]; 4_800];
        live.add_to(&mut block, 48_000);
        assert!(block.iter().flatten().all(|side| (0.0..=1.0).contains(side)), "no overflow");
        for (rate, volume) in [(0, 1.0), (1, 1.0), (u32::MAX, 1.0), (48_000, f32::NAN)] {
            let mut live = LiveStream::new();
            live.push(rate, &[f32::NAN, f32::INFINITY, 3.0, -3.0].repeat(2_000), volume);
            let mut block = [[0.0; 2]; 2_000];
            live.add_to(&mut block, 48_000);
            live.add_to(&mut block, 0);
            assert!(block.iter().all(|frame| *frame == [0.0; 2]), "{rate} {volume}");
        }
    }
}
