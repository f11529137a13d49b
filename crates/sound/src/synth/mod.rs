//! A synthesizer for games without sound files.

mod oscillator;
mod preset;
mod render;

pub use preset::Preset;

use crate::Sound;
use core::ops::RangeInclusive;
use motile_geom::{Rng, ops};

/// Shape of a wave.
#[doc(alias = "oscillator")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Waveform {
    /// One pure tone: soft.
    #[default]
    Sine,
    /// Two levels: hollow, nasal with a narrow [`duty`](Patch::duty).
    Square,
    /// A rising line that falls back: bright.
    Saw,
    /// Up and down in straight lines: flute-like.
    Triangle,
    /// Random levels, 32 in each period: hiss, rumble when the frequency is low.
    Noise,
}

impl Waveform {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Sine, Self::Square, Self::Saw, Self::Triangle, Self::Noise];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sine => "sine",
            Self::Square => "square",
            Self::Saw => "saw",
            Self::Triangle => "triangle",
            Self::Noise => "noise",
        }
    }
}

/// How the volume of a synthesized sound goes over time: up, held, down.
///
/// ```
/// use motile_sound::Envelope;
/// let pluck = Envelope { attack: 0.0, hold: 0.1, punch: 0.5, decay: 0.2 };
/// assert_eq!(pluck.at(0.0), 1.5);
/// assert_eq!(pluck.at(0.2), 0.5);
/// assert_eq!(pluck.at(0.3), 0.0);
/// ```
#[doc(alias = "adsr")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Envelope {
    /// Seconds until full volume.
    pub attack: f32,
    /// Seconds at full volume.
    #[doc(alias = "sustain")]
    pub hold: f32,
    /// How much louder the beginning of the hold is, falling until its end.
    pub punch: f32,
    /// Seconds until silence.
    #[doc(alias = "release")]
    pub decay: f32,
}

impl Envelope {
    /// Seconds from the first to the last sound.
    pub fn seconds(&self) -> f32 {
        self.attack + self.hold + self.decay
    }

    /// The volume after some seconds; 0 before and after.
    pub fn at(&self, seconds: f32) -> f32 {
        if seconds < 0.0 {
            return 0.0;
        }
        if seconds < self.attack {
            return seconds / self.attack;
        }
        let held = seconds - self.attack;
        if held < self.hold {
            return 1.0 + self.punch * (1.0 - held / self.hold);
        }
        let fallen = held - self.hold;
        if fallen < self.decay { 1.0 - fallen / self.decay } else { 0.0 }
    }
}

/// A sound as numbers: a wave, how loud it gets, and how its pitch and color move. [`Patch::render`] makes it audible;
/// [`Preset`] and the functions of its names give sounds every game needs, another one for each seed.
///
/// ```
/// use motile_sound::{Patch, Waveform};
///
/// let zap = Patch { slide: -6.0, ..Patch::tone(Waveform::Saw, 880.0, 0.25) };
/// let sound = zap.render();
/// assert_eq!(sound.seconds(), 0.25);
/// let coin = Patch::pickup(1).render();
/// let other_coin = Patch::pickup(2).render();
/// assert_ne!(coin.left(), other_coin.left());
/// ```
///
/// Numbers out of their ranges count as the nearest in them, and those that are not finite as the default's.
#[doc(alias = "sfxr")]
#[doc(alias = "instrument")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// Shape of the wave.
    pub waveform: Waveform,
    /// Factor of the samples, 0…1.
    pub volume: f32,
    /// How the volume goes; 20 seconds at the longest.
    pub envelope: Envelope,
    /// Pitch at the beginning in Hz, 5…20,000.
    pub frequency: f32,
    /// How fast the pitch moves, in octaves per second.
    pub slide: f32,
    /// How fast the slide changes, in octaves per second each second.
    pub slide_change: f32,
    /// The sound ends when its pitch falls below this, in Hz; 0 for never.
    pub lowest: f32,
    /// How far the pitch swings up and down, in octaves.
    pub vibrato: f32,
    /// Swings of the pitch in Hz.
    pub vibrato_rate: f32,
    /// Factor that the pitch jumps by, once.
    #[doc(alias = "arpeggio")]
    pub jump: f32,
    /// Seconds until that jump; 0 for none.
    pub jump_after: f32,
    /// Part of a period that a square is up, 0.02…0.98.
    #[doc(alias = "pulse width")]
    pub duty: f32,
    /// How fast that changes, per second.
    pub duty_slide: f32,
    /// Seconds after which pitch, jump and duty begin anew; 0 for never.
    pub repeat: f32,
    /// Frequencies above this get quieter, in Hz; 20,000 and more for none.
    pub low_pass: f32,
    /// How fast that moves, in octaves per second.
    pub low_pass_slide: f32,
    /// How much the tones at its edge ring, 0…1.
    pub resonance: f32,
    /// Frequencies below this get quieter, in Hz; 0 for none.
    pub high_pass: f32,
    /// Seed of the noise.
    pub seed: u64,
}

/// [`Patch::DEFAULT`].
impl Default for Patch {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Patch {
    /// Frames per second of what is rendered.
    pub const RATE: u32 = 48_000;

    /// A third of a second of a sine at 440 Hz.
    pub const DEFAULT: Self = Self {
        waveform: Waveform::Sine,
        volume: 0.5,
        envelope: Envelope { attack: 0.005, hold: 0.1, punch: 0.0, decay: 0.2 },
        frequency: 440.0,
        slide: 0.0,
        slide_change: 0.0,
        lowest: 0.0,
        vibrato: 0.0,
        vibrato_rate: 6.0,
        jump: 1.0,
        jump_after: 0.0,
        duty: 0.5,
        duty_slide: 0.0,
        repeat: 0.0,
        low_pass: 20_000.0,
        low_pass_slide: 0.0,
        resonance: 0.0,
        high_pass: 0.0,
        seed: 0,
    };

    /// A plain tone of a pitch in Hz and a length in seconds, soft at both ends.
    pub fn tone(waveform: Waveform, frequency: f32, seconds: f32) -> Self {
        let edge = (seconds * 0.25).min(0.02);
        let envelope =
            Envelope { attack: edge, hold: seconds - 2.0 * edge, punch: 0.0, decay: edge };
        Self { waveform, envelope, frequency, ..Self::DEFAULT }
    }

    /// Something good was taken: a short tone that jumps up.
    pub fn pickup(seed: u64) -> Self {
        Preset::Pickup.patch(seed)
    }

    /// A shot of a ray: falls quickly.
    pub fn laser(seed: u64) -> Self {
        Preset::Laser.patch(seed)
    }

    /// Something bursts: noise that rumbles away.
    pub fn explosion(seed: u64) -> Self {
        Preset::Explosion.patch(seed)
    }

    /// Somebody got stronger: rises, wobbling.
    pub fn power_up(seed: u64) -> Self {
        Preset::PowerUp.patch(seed)
    }

    /// Somebody was hurt: short and harsh.
    pub fn hit(seed: u64) -> Self {
        Preset::Hit.patch(seed)
    }

    /// Somebody jumps: a hollow tone that rises.
    pub fn jump(seed: u64) -> Self {
        Preset::Jump.patch(seed)
    }

    /// A choice was made: hardly more than a click.
    pub fn blip(seed: u64) -> Self {
        Preset::Blip.patch(seed)
    }

    /// A relative: every number a little different, by a factor of up to 2 to the power of `amount`. Steps and shots
    /// that differ by 0.1 tire less.
    #[doc(alias = "mutate")]
    pub fn varied(&self, seed: u64, amount: f32) -> Self {
        let amount = if amount.is_finite() { amount.abs().min(4.0) } else { 0.0 };
        let mut rng = Rng::new(seed);
        let mut patch = *self;
        let Envelope { attack, hold, punch, decay } = &mut patch.envelope;
        for number in [
            attack,
            hold,
            punch,
            decay,
            &mut patch.frequency,
            &mut patch.slide,
            &mut patch.slide_change,
            &mut patch.vibrato,
            &mut patch.vibrato_rate,
            &mut patch.duty_slide,
            &mut patch.low_pass_slide,
        ] {
            *number *= ops::exp2((rng.f32() * 2.0 - 1.0) * amount);
        }
        patch.seed = rng.u64();
        patch
    }

    /// The samples, mono at 48 kHz.
    pub fn render(&self) -> Sound {
        let samples = render::samples(&self.in_range());
        Sound::stereo_unchecked(Self::RATE, samples, Vec::new())
    }

    /// Every number in its range.
    fn in_range(&self) -> Self {
        let plain = Self::DEFAULT;
        let of = |number: f32, default: f32, range: RangeInclusive<f32>| {
            let number = if number.is_finite() { number } else { default };
            number.clamp(*range.start(), *range.end())
        };
        let envelope = Envelope {
            attack: of(self.envelope.attack, plain.envelope.attack, 0.0..=5.0),
            hold: of(self.envelope.hold, plain.envelope.hold, 0.0..=10.0),
            punch: of(self.envelope.punch, plain.envelope.punch, 0.0..=2.0),
            decay: of(self.envelope.decay, plain.envelope.decay, 0.0..=5.0),
        };
        Self {
            waveform: self.waveform,
            envelope,
            volume: of(self.volume, plain.volume, 0.0..=1.0),
            frequency: of(self.frequency, plain.frequency, 5.0..=20_000.0),
            slide: of(self.slide, plain.slide, -100.0..=100.0),
            slide_change: of(self.slide_change, plain.slide_change, -1000.0..=1000.0),
            lowest: of(self.lowest, plain.lowest, 0.0..=20_000.0),
            vibrato: of(self.vibrato, plain.vibrato, 0.0..=4.0),
            vibrato_rate: of(self.vibrato_rate, plain.vibrato_rate, 0.0..=1000.0),
            jump: of(self.jump, plain.jump, 1.0 / 64.0..=64.0),
            jump_after: of(self.jump_after, plain.jump_after, 0.0..=20.0),
            duty: of(self.duty, plain.duty, 0.02..=0.98),
            duty_slide: of(self.duty_slide, plain.duty_slide, -100.0..=100.0),
            repeat: of(self.repeat, plain.repeat, 0.0..=20.0),
            low_pass: of(self.low_pass, plain.low_pass, 20.0..=20_000.0),
            low_pass_slide: of(self.low_pass_slide, plain.low_pass_slide, -100.0..=100.0),
            resonance: of(self.resonance, plain.resonance, 0.0..=1.0),
            high_pass: of(self.high_pass, plain.high_pass, 0.0..=20_000.0),
            seed: self.seed,
        }
    }
}

/// Pitch of a note in Hz, by its MIDI number: 69 is the A of 440 Hz, 60 the middle C, 12 make an octave.
#[doc(alias = "midi")]
pub fn note_frequency(note: f32) -> f32 {
    440.0 * ops::exp2((note - 69.0) / 12.0)
}

/// A factor of volume from decibels: −6 is about half.
#[doc(alias = "db")]
pub fn decibels(level: f32) -> f32 {
    ops::pow(10.0, level / 20.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_and_decibels() {
        assert_eq!(note_frequency(69.0), 440.0);
        assert!((note_frequency(60.0) - 261.625_58).abs() < 1e-3);
        assert!((decibels(-6.020_6) - 0.5).abs() < 1e-5);
    }

    #[test]
    fn a_tone_has_its_pitch_and_length() {
        for waveform in [Waveform::Sine, Waveform::Square, Waveform::Saw, Waveform::Triangle] {
            let sound = Patch::tone(waveform, 440.0, 0.5).render();
            assert_eq!(sound.frame_count(), 24_000);
            let rising = |pair: &[f32]| pair[0] <= 0.0 && pair[1] > 0.0;
            let crossings = sound.left().windows(2).filter(|pair| rising(pair)).count();
            assert!(crossings.abs_diff(220) <= 1, "{waveform:?}: {crossings}");
        }
    }

    #[test]
    fn any_numbers_give_samples_in_bounds() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30] {
            let envelope = Envelope { attack: bad, hold: 0.01, punch: bad, decay: 0.01 };
            let patch = Patch {
                envelope: Envelope { attack: envelope.attack.min(0.01), ..envelope },
                frequency: bad,
                slide: bad,
                slide_change: bad,
                vibrato: bad,
                vibrato_rate: bad,
                jump: bad,
                jump_after: bad,
                duty: bad,
                low_pass: bad,
                low_pass_slide: bad,
                resonance: bad,
                high_pass: bad,
                ..Patch::tone(Waveform::Saw, 440.0, 0.02)
            };
            let sound = patch.render();
            assert!(sound.left().iter().all(|sample| sample.abs() <= 1.0), "{bad}");
        }
    }

    #[test]
    fn variations_are_seeded_relatives() {
        let patch = Patch::laser(4);
        assert_eq!(patch.varied(9, 0.1), patch.varied(9, 0.1));
        assert_ne!(patch.varied(9, 0.1), patch.varied(10, 0.1));
        let ratio = patch.varied(9, 0.1).frequency / patch.frequency;
        assert!((0.93..=1.08).contains(&ratio));
    }
}
