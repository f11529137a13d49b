//! One sound that is playing.

use super::{
    Block, QUANTUM,
    ramp::Ramp,
    resample::{BEFORE, Filters, ONE, Rows, TAPS, Weights},
};
use crate::{Sound, SoundGroup, VoiceId};
use fearless_simd::Simd;
use motile_geom::ops;

/// Seconds in which a voice follows its place: long enough to hide that places come in ticks.
const FOLLOW: f32 = 0.02;

/// A voice of the mixer.
#[derive(Clone, Debug)]
pub(super) struct MixVoice {
    pub(super) id: VoiceId,
    pub(super) group: SoundGroup,
    sound: Sound,
    head: Head,
    pitch: f32,
    volume: Ramp,
    /// How much of it reaches the listener.
    heard: Ramp,
    pan: Ramp,
    /// Volume left and right at the end of the last quantum; `None` before the first.
    reached: Option<[f32; 2]>,
    stopping: bool,
}

/// How a voice begins.
pub(super) struct Beginning {
    pub(super) id: VoiceId,
    pub(super) sound: Sound,
    pub(super) group: SoundGroup,
    pub(super) looped: bool,
    /// Frame to begin with.
    pub(super) start: u32,
    pub(super) volume: f32,
    pub(super) pan: f32,
    pub(super) pitch: f32,
    pub(super) heard: f32,
    /// Seconds in which it comes up to its volume.
    pub(super) fade_in: f32,
}

impl MixVoice {
    pub(super) fn new(beginning: Beginning, rate: u32) -> Self {
        let Beginning { id, sound, group, looped, start, volume, pan, pitch, heard, fade_in } =
            beginning;
        let mut ramp = Ramp::new(volume);
        if fade_in > 0.0 {
            ramp = Ramp::new(0.0);
            ramp.go(volume, fade_in, rate);
        }
        let step = step_of(&sound, pitch, rate);
        Self {
            id,
            group,
            sound,
            head: Head { looped, position: u64::from(start) << 32, step },
            pitch,
            volume: ramp,
            heard: Ramp::new(heard),
            pan: Ramp::new(pan),
            reached: (fade_in > 0.0).then_some([0.0; 2]),
            stopping: false,
        }
    }

    pub(super) fn set_volume(&mut self, volume: f32, seconds: f32, rate: u32) {
        if !self.stopping {
            self.volume.go(volume, seconds, rate);
        }
    }

    pub(super) fn set_pan(&mut self, pan: f32, rate: u32) {
        self.pan.go(pan, FOLLOW, rate);
    }

    pub(super) fn set_pitch(&mut self, pitch: f32, rate: u32) {
        self.pitch = pitch;
        self.set_rate(rate);
    }

    pub(super) fn set_rate(&mut self, rate: u32) {
        self.head.step = step_of(&self.sound, self.pitch, rate);
    }

    pub(super) fn set_heard(&mut self, heard: f32, rate: u32) {
        self.heard.go(heard, FOLLOW, rate);
    }

    pub(super) fn stop(&mut self, seconds: f32, rate: u32) {
        self.volume.go(0.0, seconds, rate);
        self.stopping = true;
    }

    pub(super) fn is_done(&self) -> bool {
        self.stopping && self.volume.is_silent()
            || !self.head.looped && self.head.frame() >= u64::from(self.sound.frame_count())
    }

    /// Whether others are to make room for it.
    pub(super) const fn is_stopping(&self) -> bool {
        self.stopping
    }

    /// Adds the next quantum to a block.
    #[inline(always)]
    pub(super) fn add_to<S: Simd>(
        &mut self,
        simd: S,
        block: &mut Block,
        filters: &Filters,
        group_volume: f32,
    ) {
        let volume = self.volume.next() * self.heard.next() * group_volume;
        let pan = self.pan.next();
        let gains = if self.sound.is_stereo() { balance(pan) } else { equal_power(pan) };
        let end = gains.map(|gain| gain * volume);
        let begin = self.reached.unwrap_or(end);
        self.reached = Some(end);
        if begin == [0.0; 2] && end == [0.0; 2] {
            // Nobody hears it, but it goes on.
            self.head.go_on(&self.sound, QUANTUM as u64);
            return;
        }
        let (line, rows) = (Line::new(begin, end), filters.for_step(self.head.step));
        if self.sound.is_stereo() {
            self.head.render::<S, true>(simd, &self.sound, block, rows, line);
        } else {
            self.head.render::<S, false>(simd, &self.sound, block, rows, line);
        }
    }
}

/// Where in a sound a voice is.
#[derive(Clone, Copy, Debug)]
struct Head {
    looped: bool,
    /// Frame of the sound that is heard next, in fixed point with 32 bits of fraction.
    position: u64,
    /// Frames of the sound for one of the mix, in fixed point.
    step: u64,
}

impl Head {
    const fn frame(&self) -> u64 {
        self.position >> 32
    }

    /// The inner loop: runs of frames whose samples all lie inside the sound, and single frames at its edges.
    #[inline(always)]
    fn render<S: Simd, const STEREO: bool>(
        &mut self,
        simd: S,
        sound: &Sound,
        block: &mut Block,
        rows: &Rows,
        line: Line,
    ) {
        let end = if self.looped { sound.loop_frames().end } else { sound.frame_count() };
        let inside_end = u64::from(end).saturating_sub((TAPS - BEFORE) as u64);
        let mut index = 0;
        while index < QUANTUM {
            if !self.looped && self.frame() >= u64::from(end) {
                break;
            }
            if self.frame() < BEFORE as u64 || self.frame() >= inside_end {
                let [left, right] = self.at_edge::<S, STEREO>(simd, sound, rows);
                line.add(&mut block[index], index, left, right);
                self.go_on(sound, 1);
                index += 1;
                continue;
            }
            let room = ((inside_end << 32) - 1 - self.position) / self.step.max(1) + 1;
            let count = room.min((QUANTUM - index) as u64) as usize;
            let run = &mut block[index..index + count];
            if self.is_plain() {
                self.copy(sound, run, index, line);
            } else {
                self.resample::<S, STEREO>(simd, sound, run, index, rows, line);
            }
            self.go_on(sound, count as u64);
            index += count;
        }
    }

    /// Whether samples are taken as they are: the sound has its own pitch and rate.
    const fn is_plain(&self) -> bool {
        self.step == ONE && self.position as u32 == 0
    }

    fn copy(&self, sound: &Sound, run: &mut [[f32; 2]], index: usize, line: Line) {
        let from = self.frame() as usize;
        let samples = sound.left()[from..].iter().zip(&sound.right()[from..]);
        for ((at, frame), (left, right)) in run.iter_mut().enumerate().zip(samples) {
            line.add(frame, index + at, *left, *right);
        }
    }

    #[inline(always)]
    fn resample<S: Simd, const STEREO: bool>(
        &self,
        simd: S,
        sound: &Sound,
        run: &mut [[f32; 2]],
        index: usize,
        rows: &Rows,
        line: Line,
    ) {
        let (left, right) = (sound.left(), sound.right());
        let mut position = self.position;
        for (at, frame) in run.iter_mut().enumerate() {
            let first = (position >> 32) as usize - BEFORE;
            let weights = Weights::new(simd, rows, position as u32);
            let Some(taps) = left[first..].first_chunk() else { return };
            let a = weights.sum(simd, taps);
            let b = match right[first..].first_chunk() {
                Some(taps) if STEREO => weights.sum(simd, taps),
                _ => a,
            };
            line.add(frame, index + at, a, b);
            position += self.step;
        }
    }

    /// Left and right where samples of the loop's other end, or beyond the sound, are needed.
    fn at_edge<S: Simd, const STEREO: bool>(
        &self,
        simd: S,
        sound: &Sound,
        rows: &Rows,
    ) -> [f32; 2] {
        let (left, right, frame) = (sound.left(), sound.right(), self.frame() as i64);
        if self.is_plain() {
            return [self.sample(sound, left, frame), self.sample(sound, right, frame)];
        }
        let window = |samples: &[f32]| -> [f32; TAPS] {
            let first = frame - BEFORE as i64;
            core::array::from_fn(|tap| self.sample(sound, samples, first + tap as i64))
        };
        let weights = Weights::new(simd, rows, self.position as u32);
        let a = weights.sum(simd, &window(left));
        [a, if STEREO { weights.sum(simd, &window(right)) } else { a }]
    }

    /// Goes on by frames of the mix, and jumps back where the loop ends.
    fn go_on(&mut self, sound: &Sound, frames: u64) {
        self.position += self.step * frames;
        let looped = sound.loop_frames();
        let (start, end) = (u64::from(looped.start) << 32, u64::from(looped.end) << 32);
        if self.looped && self.position >= end {
            self.position = start + (self.position - start) % (end - start);
        }
    }

    /// The sample of a frame; behind the end of a loop those of its beginning follow, beyond the sound is silence.
    fn sample(&self, sound: &Sound, samples: &[f32], frame: i64) -> f32 {
        let looped = sound.loop_frames();
        let (start, end) = (i64::from(looped.start), i64::from(looped.end));
        let wraps = self.looped && frame >= end;
        let frame = if wraps { start + (frame - start) % (end - start) } else { frame };
        usize::try_from(frame).ok().and_then(|frame| samples.get(frame)).copied().unwrap_or(0.0)
    }
}

/// Frames of the sound for one frame of the mix, in fixed point.
fn step_of(sound: &Sound, pitch: f32, rate: u32) -> u64 {
    let step = f64::from(sound.rate()) * f64::from(pitch) / f64::from(rate);
    // At least a little, so that a voice that is not looped ends.
    ((step * ONE as f64) as u64).max(1 << 12)
}

/// Volumes of two channels that change along a straight line over a quantum.
#[derive(Clone, Copy)]
struct Line {
    begin: [f32; 2],
    slope: [f32; 2],
}

impl Line {
    fn new(begin: [f32; 2], end: [f32; 2]) -> Self {
        let slope = |side: usize| (end[side] - begin[side]) / QUANTUM as f32;
        Self { begin, slope: [slope(0), slope(1)] }
    }

    #[inline(always)]
    fn add(&self, frame: &mut [f32; 2], index: usize, left: f32, right: f32) {
        let along = index as f32;
        frame[0] += left * (self.begin[0] + self.slope[0] * along);
        frame[1] += right * (self.begin[1] + self.slope[1] * along);
    }
}

/// Left and right for a sound of one channel: their powers add up to one, so that it is equally loud on its whole way.
fn equal_power(pan: f32) -> [f32; 2] {
    if pan == 0.0 {
        return [core::f32::consts::FRAC_1_SQRT_2; 2];
    }
    let (sin, cos) = ops::sin_cos((pan + 1.0) * core::f32::consts::FRAC_PI_4);
    [cos, sin]
}

/// Left and right for a sound of two channels: the one that it leaves gets quieter.
fn balance(pan: f32) -> [f32; 2] {
    [(1.0 - pan).min(1.0), (1.0 + pan).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pan_keeps_the_power() {
        for pan in [-1.0, -0.4, 0.0, 0.3, 1.0] {
            let [left, right] = equal_power(pan);
            assert!((left * left + right * right - 1.0).abs() < 1e-6);
        }
        assert!(equal_power(1.0)[0].abs() < 1e-6);
        assert_eq!(balance(0.0), [1.0, 1.0]);
        assert_eq!(balance(0.5), [0.5, 1.0]);
    }
}
