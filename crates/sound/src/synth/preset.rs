//! Sounds every game needs.

use super::{Envelope, Patch, Waveform};
use motile_geom::Rng;

/// Kinds of sounds that every game needs; each seed gives another one of its kind.
///
/// ```
/// use motile_sound::Preset;
/// for preset in Preset::ALL {
///     let sound = preset.patch(11).render();
///     assert!(sound.peak() > 0.1 && sound.seconds() < 3.0, "{}", preset.name());
/// }
/// ```
#[doc(alias = "jsfxr")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// Something good was taken.
    Pickup,
    /// A shot of a ray.
    Laser,
    /// Something bursts.
    Explosion,
    /// Somebody got stronger.
    PowerUp,
    /// Somebody was hurt.
    Hit,
    /// Somebody jumps.
    Jump,
    /// A choice was made.
    Blip,
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Pickup,
        Self::Laser,
        Self::Explosion,
        Self::PowerUp,
        Self::Hit,
        Self::Jump,
        Self::Blip,
    ];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pickup => "pickup",
            Self::Laser => "laser",
            Self::Explosion => "explosion",
            Self::PowerUp => "power-up",
            Self::Hit => "hit",
            Self::Jump => "jump",
            Self::Blip => "blip",
        }
    }

    /// One of its kind.
    pub fn patch(self, seed: u64) -> Patch {
        let mut rng = Rng::with_stream(seed, self as u64);
        let patch = match self {
            Self::Pickup => pickup(&mut rng),
            Self::Laser => laser(&mut rng),
            Self::Explosion => explosion(&mut rng),
            Self::PowerUp => power_up(&mut rng),
            Self::Hit => hit(&mut rng),
            Self::Jump => jump(&mut rng),
            Self::Blip => blip(&mut rng),
        };
        Patch { seed: rng.u64(), ..patch }
    }
}

fn pickup(rng: &mut Rng) -> Patch {
    // Jumps up by a fourth, a fifth, a sixth or an octave.
    let jump = rng.pick(&[4.0 / 3.0, 1.5, 5.0 / 3.0, 2.0]).copied().unwrap_or(1.5);
    Patch {
        waveform: Waveform::Square,
        volume: 0.3,
        frequency: rng.range(650.0..1300.0),
        duty: rng.range(0.3..0.5),
        jump,
        jump_after: rng.range(0.05..0.09),
        envelope: Envelope {
            attack: 0.0,
            hold: rng.range(0.06..0.12),
            punch: rng.range(0.2..0.5),
            decay: rng.range(0.15..0.4),
        },
        ..Patch::DEFAULT
    }
}

fn laser(rng: &mut Rng) -> Patch {
    let waveforms = [Waveform::Square, Waveform::Saw, Waveform::Sine];
    Patch {
        waveform: rng.pick(&waveforms).copied().unwrap_or_default(),
        volume: 0.35,
        frequency: rng.range(900.0..2600.0),
        slide: rng.range(-16.0..-6.0),
        slide_change: rng.range(0.0..12.0),
        lowest: rng.range(40.0..200.0),
        duty: rng.range(0.15..0.5),
        duty_slide: rng.range(-0.5..0.8),
        high_pass: rng.range(0.0..500.0),
        envelope: Envelope {
            attack: 0.0,
            hold: rng.range(0.08..0.16),
            punch: rng.range(0.0..0.4),
            decay: rng.range(0.06..0.2),
        },
        ..Patch::DEFAULT
    }
}

fn explosion(rng: &mut Rng) -> Patch {
    Patch {
        waveform: Waveform::Noise,
        volume: 0.6,
        frequency: rng.range(60.0..260.0),
        slide: rng.range(-2.5..0.4),
        vibrato: if rng.chance(0.4) { rng.range(0.1..0.5) } else { 0.0 },
        vibrato_rate: rng.range(4.0..18.0),
        repeat: if rng.chance(0.3) { rng.range(0.2..0.5) } else { 0.0 },
        low_pass: rng.range(1500.0..6000.0),
        low_pass_slide: rng.range(-3.0..-1.0),
        resonance: rng.range(0.0..0.4),
        envelope: Envelope {
            attack: 0.0,
            hold: rng.range(0.12..0.35),
            punch: rng.range(0.3..0.9),
            decay: rng.range(0.5..1.4),
        },
        ..Patch::DEFAULT
    }
}

fn power_up(rng: &mut Rng) -> Patch {
    let repeats = rng.chance(0.6);
    Patch {
        waveform: if rng.chance(0.5) { Waveform::Saw } else { Waveform::Square },
        volume: 0.3,
        frequency: rng.range(220.0..520.0),
        slide: rng.range(0.8..3.5),
        vibrato: if repeats { 0.0 } else { rng.range(0.05..0.2) },
        vibrato_rate: rng.range(8.0..16.0),
        repeat: if repeats { rng.range(0.08..0.2) } else { 0.0 },
        duty: rng.range(0.2..0.5),
        low_pass: rng.range(4000.0..12_000.0),
        envelope: Envelope {
            attack: 0.01,
            hold: rng.range(0.25..0.5),
            punch: 0.0,
            decay: rng.range(0.2..0.5),
        },
        ..Patch::DEFAULT
    }
}

fn hit(rng: &mut Rng) -> Patch {
    let waveforms = [Waveform::Noise, Waveform::Square, Waveform::Saw];
    let waveform = rng.pick(&waveforms).copied().unwrap_or_default();
    let noise = waveform == Waveform::Noise;
    Patch {
        waveform,
        volume: 0.45,
        frequency: if noise { rng.range(120.0..500.0) } else { rng.range(220.0..700.0) },
        slide: rng.range(-14.0..-5.0),
        high_pass: if rng.chance(0.5) { rng.range(50.0..400.0) } else { 0.0 },
        envelope: Envelope {
            attack: 0.0,
            hold: rng.range(0.02..0.06),
            punch: rng.range(0.2..0.6),
            decay: rng.range(0.1..0.25),
        },
        ..Patch::DEFAULT
    }
}

fn jump(rng: &mut Rng) -> Patch {
    Patch {
        waveform: Waveform::Square,
        volume: 0.3,
        frequency: rng.range(200.0..420.0),
        slide: rng.range(2.5..6.0),
        slide_change: rng.range(-8.0..0.0),
        duty: rng.range(0.2..0.5),
        low_pass: rng.range(3000.0..10_000.0),
        high_pass: rng.range(0.0..200.0),
        envelope: Envelope {
            attack: 0.002,
            hold: rng.range(0.08..0.22),
            punch: 0.0,
            decay: rng.range(0.1..0.25),
        },
        ..Patch::DEFAULT
    }
}

fn blip(rng: &mut Rng) -> Patch {
    Patch {
        waveform: if rng.chance(0.5) { Waveform::Square } else { Waveform::Triangle },
        volume: 0.35,
        frequency: rng.range(400.0..1100.0),
        duty: rng.range(0.2..0.5),
        high_pass: 100.0,
        envelope: Envelope {
            attack: 0.001,
            hold: rng.range(0.03..0.07),
            punch: 0.0,
            decay: rng.range(0.02..0.1),
        },
        ..Patch::DEFAULT
    }
}
