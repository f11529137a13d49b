//! Frames at fractional and negative speed.

use super::{Blend, Wrap};
use crate::{AnimError, span::as_written};
use motile_geom::{HashState, StateHash};

/// Something with numbered frames, 1…N: a drawn clip, a sheet of tiles, a list of pictures.
pub trait Playable {
    /// The frame shown now, from 1.
    fn current_frame(&self) -> u32;
    /// How many frames there are.
    fn total_frames(&self) -> u32;
    /// Shows a frame.
    fn go_to(&mut self, frame: u32);
}

/// Plays numbered frames at any speed, one call a tick.
///
/// The speed is an exact fraction, and the frame is computed from the number of ticks since it was
/// last changed: after 10⁹ ticks at 0.1 it is still right.
///
/// ```
/// use motile_anim::FramePlayer;
/// let mut player = FramePlayer::new(10)?;
/// player.set_speed(-0.5);
/// let frames: Vec<u32> = (0..4).map(|_| player.tick()).collect();
/// assert_eq!(frames, [1, 10, 10, 9]);
/// # Ok::<(), motile_anim::AnimError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePlayer {
    frames: u32,
    wrap: Wrap,
    /// Frame, from 0, at the last change.
    base: i64,
    /// What was left over then, in parts of 1/`denominator`.
    rest: i64,
    numerator: i64,
    denominator: i64,
    ticks: i64,
    rejected: u32,
}

impl HashState for FramePlayer {
    fn hash_state(&self, hash: &mut StateHash) {
        let Self { frames, wrap, base, rest, numerator, denominator, ticks, rejected } = self;
        hash.write(&(frames, wrap, base, rest, numerator, denominator, ticks, rejected));
    }
}

/// The largest denominator of a speed.
const MAX_DENOMINATOR: i64 = 1_000_000;
/// Speeds up to this many frames a tick are exact for centuries.
const MAX_SPEED: f32 = 1e6;

impl FramePlayer {
    /// At frame 1 of so many, at one frame a tick, looping.
    ///
    /// # Errors
    ///
    /// [`AnimError::EmptyClip`] without frames.
    pub const fn new(frames: u32) -> Result<Self, AnimError> {
        if frames == 0 {
            return Err(AnimError::EmptyClip);
        }
        let wrap = Wrap::Loop;
        let (base, rest, ticks, rejected) = (0, 0, 0, 0);
        Ok(Self { frames, wrap, base, rest, numerator: 1, denominator: 1, ticks, rejected })
    }

    /// What comes after the last frame.
    pub fn with_wrap(mut self, wrap: Wrap) -> Self {
        self.wrap = wrap;
        self
    }

    /// Frames per tick: 0.5 is half speed, −2 backwards at double speed, 0 stands still. The number is
    /// taken as the nearest fraction with a denominator of at most a million. One that is not finite, or above a
    /// million, changes nothing and is counted in [`FramePlayer::rejected`].
    pub fn set_speed(&mut self, speed: f32) {
        if speed.is_nan() || speed.abs() > MAX_SPEED {
            self.rejected = self.rejected.saturating_add(1);
            return;
        }
        let (whole, left) = self.moved();
        let share = left as f64 / self.denominator as f64;
        let (numerator, denominator) = nearest_fraction(as_written(speed));
        self.base = self.unwrapped(whole);
        self.rest = (share * denominator as f64).round() as i64;
        (self.numerator, self.denominator, self.ticks) = (numerator, denominator, 0);
    }

    /// How many speeds [`FramePlayer::set_speed`] has turned away.
    pub const fn rejected(&self) -> u32 {
        self.rejected
    }

    /// Frames per tick.
    pub fn speed(&self) -> f32 {
        (self.numerator as f64 / self.denominator as f64) as f32
    }

    /// One tick on; gives the frame, from 1.
    pub fn tick(&mut self) -> u32 {
        self.skip(1)
    }

    /// Several ticks at once: the same as one by one.
    pub fn skip(&mut self, ticks: u32) -> u32 {
        self.ticks = self.ticks.saturating_add(ticks as i64);
        self.frame()
    }

    /// The frame shown, from 1.
    pub fn frame(&self) -> u32 {
        self.index() + 1
    }

    /// The frame shown, from 0.
    pub fn index(&self) -> u32 {
        self.folded(self.base.saturating_add(self.moved().0))
    }

    /// Goes to a frame, from 1; clamped to those there are.
    pub fn go_to(&mut self, frame: u32) {
        self.base = frame.clamp(1, self.frames) as i64 - 1;
        (self.rest, self.ticks) = (0, 0);
    }

    /// How far into the next frame it is, −1…1; negative when it plays backwards.
    pub fn remainder(&self) -> f32 {
        (self.moved().1 as f64 / self.denominator as f64) as f32
    }

    /// The frame shown, from 0, and the one it is on the way to, with the share of the way.
    pub fn blend(&self) -> Blend {
        let (whole, rest) = self.moved();
        let place = self.base.saturating_add(whole);
        let (from, to) = (self.folded(place), self.folded(place.saturating_add(rest.signum())));
        Blend { from, to, weight: self.remainder().abs() }
    }

    /// How many frames there are.
    pub fn total_frames(&self) -> u32 {
        self.frames
    }

    /// Shows the frame on something that has as many.
    pub fn show(&self, playable: &mut impl Playable) {
        if playable.current_frame() != self.frame() {
            playable.go_to(self.frame());
        }
    }

    /// Whole frames moved since the last change, towards 0, and what is left over.
    fn moved(&self) -> (i64, i64) {
        let parts = self.numerator as i128 * self.ticks as i128 + self.rest as i128;
        let denominator = self.denominator as i128;
        ((parts / denominator) as i64, (parts % denominator) as i64)
    }

    /// A base for the next stretch: within one cycle, so that it never grows.
    fn unwrapped(&self, moved: i64) -> i64 {
        let place = self.base.saturating_add(moved);
        let frames = self.frames as i64;
        match self.wrap {
            Wrap::Once => place.clamp(0, frames - 1),
            // Beyond the end it stays over.
            Wrap::Rewind => place.clamp(0, frames),
            Wrap::Loop | Wrap::PingPong => place.rem_euclid(self.cycle()),
        }
    }

    fn cycle(&self) -> i64 {
        match self.wrap {
            Wrap::PingPong => (2 * self.frames as i64 - 2).max(1),
            _ => self.frames as i64,
        }
    }

    fn folded(&self, place: i64) -> u32 {
        let last = self.frames as i64 - 1;
        let place = match self.wrap {
            Wrap::Once => place.clamp(0, last),
            Wrap::Rewind if place > last => 0,
            Wrap::Rewind => place.max(0),
            Wrap::Loop | Wrap::PingPong => place.rem_euclid(self.cycle()),
        };
        (if place > last { self.cycle() - place } else { place }) as u32
    }
}

/// The nearest fraction with a small denominator, by continued fractions.
fn nearest_fraction(x: f64) -> (i64, i64) {
    let (mut p0, mut q0, mut p1, mut q1) = (0i64, 1i64, 1i64, 0i64);
    let mut rest = x.abs();
    for _ in 0..40 {
        let whole = rest.floor();
        let (p, q) = (whole as i64 * p1 + p0, whole as i64 * q1 + q0);
        if q > MAX_DENOMINATOR {
            break;
        }
        (p0, q0, p1, q1) = (p1, q1, p, q);
        let fraction = rest - whole;
        // What is left is noise of the division.
        if fraction < 1e-9 || (p as f64 / q as f64 - x.abs()).abs() <= x.abs() * 1e-15 {
            break;
        }
        rest = 1.0 / fraction;
    }
    (if x < 0.0 { -p1 } else { p1 }, q1.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::ClassicFramePlayer;

    fn exact(frames: u32, start: u32, speed: f32, calls: usize) -> Vec<u32> {
        let mut player = FramePlayer::new(frames).expect("frames");
        player.go_to(start);
        player.set_speed(speed);
        (0..calls).map(|_| player.tick()).collect()
    }

    fn classic(frames: u32, start: u32, speed: f64, calls: usize) -> Vec<u32> {
        let mut player = ClassicFramePlayer::new(frames).expect("frames");
        player.go_to(start);
        player.set_speed(speed);
        (0..calls).map(|_| player.tick()).collect()
    }

    #[test]
    fn sim_a1_sequences() {
        let table: &[(u32, u32, f64, &[u32])] = &[
            (10, 1, 1.0, &[2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3]),
            (10, 1, 0.5, &[1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 1]),
            (10, 1, -2.0, &[9, 7, 5, 3, 1, 9, 7, 5]),
            (10, 1, 1.25, &[2, 3, 4, 6, 7, 8, 9, 1, 2, 3, 4, 6, 7, 8, 9, 1]),
            (10, 1, -0.5, &[1, 10, 10, 9, 9, 8, 8, 7]),
            (10, 1, -1.25, &[10, 9, 8, 6, 5, 4, 3, 1, 10, 9, 8, 6]),
            (10, 1, 2.5, &[3, 6, 8, 1, 3, 6, 8, 1]),
            (10, 1, 9.75, &[10, 10, 10, 10, 9, 9, 9, 9]),
            (10, 1, -9.75, &[2, 2, 2, 2, 3, 3, 3, 3]),
            (10, 4, 0.0, &[4, 4, 4]),
            (4, 1, 0.75, &[1, 2, 3, 4, 4, 1, 2, 3, 3, 4, 1, 2]),
            (4, 1, -0.75, &[1, 4, 3, 2, 2, 1, 4, 3, 3, 2, 1, 4]),
        ];
        for &(frames, start, speed, want) in table {
            assert_eq!(exact(frames, start, speed as f32, want.len()), want, "exact at {speed}");
            assert_eq!(classic(frames, start, speed, want.len()), want, "classic at {speed}");
        }
    }

    #[test]
    fn sim_a2_drift() {
        let slow = classic(10, 1, 0.1, 11);
        assert_eq!((&slow[..10], slow[10]), ([1; 10].as_slice(), 2));
        assert_eq!(exact(10, 1, 0.1, 10)[9], 2);
        assert_eq!(classic(10, 1, 0.3, 12), [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4]);
        assert_eq!(exact(10, 1, 0.3, 12), [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
        let mut player = FramePlayer::new(7).expect("frames");
        player.set_speed(0.3);
        // Frame after 10⁹ calls: trunc(3·10⁸) mod 7 + 1.
        assert_eq!(player.skip(1_000_000_000), (300_000_000u64 % 7) as u32 + 1);
    }

    #[test]
    fn sim_a3_limits() {
        let mut classic = ClassicFramePlayer::new(10).expect("frames");
        classic.set_speed(10.0);
        assert!(classic.speed() < 10.0);
        let fast = classic.speed();
        classic.set_speed(f64::NAN);
        assert_eq!((classic.speed(), classic.rejected()), (fast, 1));
        assert_eq!(exact(10, 1, 25.0, 3), [6, 1, 6]);
        let mut player = FramePlayer::new(10).expect("frames");
        player.set_speed(0.5);
        for bad in [f32::NAN, f32::INFINITY, 1e9] {
            player.set_speed(bad);
        }
        assert_eq!((player.speed(), player.rejected()), (0.5, 3));
        assert_eq!(FramePlayer::new(0), Err(AnimError::EmptyClip));
    }

    #[test]
    fn sim_5_players_of_different_things_stay_together() {
        struct Strip(u32);
        impl Playable for Strip {
            fn current_frame(&self) -> u32 {
                self.0
            }
            fn total_frames(&self) -> u32 {
                12
            }
            fn go_to(&mut self, frame: u32) {
                self.0 = frame;
            }
        }
        let mut player = FramePlayer::new(12).expect("frames");
        let (mut a, mut b) = (Strip(1), Strip(5));
        for i in 0..500 {
            // A slider that moves all the time loses nothing.
            player.set_speed((i % 80) as f32 * 0.05 - 2.0);
            player.tick();
            player.show(&mut a);
            player.show(&mut b);
            assert_eq!((a.current_frame(), a.total_frames()), (b.current_frame(), 12));
        }
    }

    #[test]
    fn changing_speed_keeps_the_fraction() {
        let mut player = FramePlayer::new(100).expect("frames");
        for _ in 0..10 {
            player.set_speed(0.3);
            player.tick();
        }
        assert_eq!(player.frame(), 4);
    }

    #[test]
    fn sim_50_blends_lead_to_the_next_frame() {
        let at = |wrap, speed, ticks| {
            let mut player = FramePlayer::new(3).expect("frames").with_wrap(wrap);
            player.set_speed(speed);
            player.skip(ticks);
            player.blend()
        };
        let blend = |from, to, weight| Blend { from, to, weight };
        assert_eq!(at(Wrap::Loop, 0.25, 0), blend(0, 0, 0.0));
        assert_eq!(at(Wrap::Loop, 0.25, 3), blend(0, 1, 0.75));
        assert_eq!(at(Wrap::Loop, 0.25, 10), blend(2, 0, 0.5));
        assert_eq!(at(Wrap::Loop, -0.25, 1), blend(0, 2, 0.25));
        assert_eq!(at(Wrap::PingPong, 0.25, 10), blend(2, 1, 0.5));
        assert_eq!(at(Wrap::Once, 0.25, 10), blend(2, 2, 0.5));
        assert_eq!(at(Wrap::Rewind, 0.25, 10), blend(2, 0, 0.5));
    }

    #[test]
    fn wraps() {
        let play = |wrap, speed, calls| {
            let mut player = FramePlayer::new(3).expect("frames").with_wrap(wrap);
            player.set_speed(speed);
            (0..calls).map(|_| player.tick()).collect::<Vec<_>>()
        };
        assert_eq!(play(Wrap::PingPong, 1.0, 7), [2, 3, 2, 1, 2, 3, 2]);
        assert_eq!(play(Wrap::Once, 1.0, 4), [2, 3, 3, 3]);
        assert_eq!(play(Wrap::Once, -1.0, 2), [1, 1]);
        assert_eq!(play(Wrap::Rewind, 1.0, 4), [2, 3, 1, 1]);
        let mut one = FramePlayer::new(1).expect("frames").with_wrap(Wrap::PingPong);
        assert_eq!(one.tick(), 1);
    }
}
