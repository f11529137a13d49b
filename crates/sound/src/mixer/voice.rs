//! One sound that is playing.

use super::{
    Block, QUANTUM,
    ramp::Ramp,
    resample::{BEFORE, Filters, ONE, TAPS, sum, weights},
};
use crate::{Sound, SoundGroup, VoiceId};
use motile_geom::ops;

/// Seconds in which a voice follows its place: long enough to hide that places come in ticks.
const FOLLOW: f32 = 0.02;

/// A voice of the mixer.
#[derive(Clone, Debug)]
pub(super) struct MixVoice {
    pub(super) id: VoiceId,
    pub(super) group: SoundGroup,
    sound: Sound,
    looped: bool,
    /// Frame of the sound that is heard next, in fixed point with 32 bits of fraction.
    position: u64,
    step: u64,
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
            looped,
            position: u64::from(start) << 32,
            step,
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
        self.step = step_of(&self.sound, pitch, rate);
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
            || !self.looped && self.position >> 32 >= u64::from(self.sound.frame_count())
    }

    /// Whether others are to make room for it.
    pub(super) const fn is_stopping(&self) -> bool {
        self.stopping
    }

    /// Adds the next quantum to a block.
    pub(super) fn add_to(&mut self, block: &mut Block, filters: &Filters, group_volume: f32) {
        let volume = self.volume.next() * self.heard.next() * group_volume;
        let pan = self.pan.next();
        let gains = if self.sound.is_stereo() { balance(pan) } else { equal_power(pan) };
        let end = gains.map(|gain| gain * volume);
        let begin = self.reached.unwrap_or(end);
        self.reached = Some(end);
        if begin == [0.0; 2] && end == [0.0; 2] {
            // Nobody hears it, but it goes on.
            self.position = self.wrapped(self.position + self.step * QUANTUM as u64);
            return;
        }
        let line = Line::new(begin, end);
        if self.sound.is_stereo() {
            self.render::<true>(block, filters, line);
        } else {
            self.render::<false>(block, filters, line);
        }
    }

    /// The inner loop: runs of frames whose samples all lie inside the sound, and single frames at its edges.
    fn render<const STEREO: bool>(&mut self, block: &mut Block, filters: &Filters, line: Line) {
        let sound = self.sound.clone();
        let (left, right) = (sound.left(), sound.right());
        let rows = filters.for_step(self.step);
        // At the sound's own pitch and rate samples are taken as they are.
        let plain = self.step == ONE && self.position as u32 == 0;
        let end = self.end();
        let inside_end = u64::from(end).saturating_sub((TAPS - BEFORE) as u64);
        let mut index = 0;
        while index < QUANTUM {
            let frame = self.position >> 32;
            if !self.looped && frame >= u64::from(end) {
                break;
            }
            let is_inside = frame >= BEFORE as u64 && frame < inside_end;
            if !is_inside {
                let (a, b) = if plain {
                    (self.sample(left, frame as i64), self.sample(right, frame as i64))
                } else {
                    let weights = weights(rows, self.position as u32);
                    let a = sum(&self.window(left, frame), &weights);
                    (a, if STEREO { sum(&self.window(right, frame), &weights) } else { a })
                };
                line.add(&mut block[index], index, a, b);
                self.position = self.wrapped(self.position + self.step);
                index += 1;
                continue;
            }
            let room = ((inside_end << 32) - 1 - self.position) / self.step.max(1) + 1;
            let stop = index + room.min((QUANTUM - index) as u64) as usize;
            if plain {
                let from = frame as usize;
                for (at, frame) in block[index..stop].iter_mut().enumerate() {
                    line.add(frame, index + at, left[from + at], right[from + at]);
                }
                self.position += ((stop - index) as u64) << 32;
            } else {
                for (at, frame) in block[index..stop].iter_mut().enumerate() {
                    let first = (self.position >> 32) as usize - BEFORE;
                    let weights = weights(rows, self.position as u32);
                    let a = left[first..].first_chunk().map_or(0.0, |taps| sum(taps, &weights));
                    let b = if STEREO {
                        right[first..].first_chunk().map_or(0.0, |taps| sum(taps, &weights))
                    } else {
                        a
                    };
                    line.add(frame, index + at, a, b);
                    self.position += self.step;
                }
            }
            self.position = self.wrapped(self.position);
            index = stop;
        }
    }

    /// Frame behind the last one that is played.
    fn end(&self) -> u32 {
        if self.looped { self.sound.loop_frames().end } else { self.sound.frame_count() }
    }

    /// Jumps back where the loop ends.
    fn wrapped(&self, position: u64) -> u64 {
        let looped = self.sound.loop_frames();
        let (start, end) = (u64::from(looped.start) << 32, u64::from(looped.end) << 32);
        if self.looped && position >= end {
            start + (position - start) % (end - start)
        } else {
            position
        }
    }

    /// The samples around a frame near an edge of the sound or of its loop.
    fn window(&self, samples: &[f32], frame: u64) -> [f32; TAPS] {
        let first = frame as i64 - BEFORE as i64;
        core::array::from_fn(|tap| self.sample(samples, first + tap as i64))
    }

    /// The sample of a frame; behind the end of a loop those of its beginning follow, beyond the sound is silence.
    fn sample(&self, samples: &[f32], frame: i64) -> f32 {
        let looped = self.sound.loop_frames();
        let (start, end) = (i64::from(looped.start), i64::from(looped.end));
        let frame = if self.looped && frame >= end {
            start + (frame - start) % (end - start)
        } else {
            frame
        };
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
