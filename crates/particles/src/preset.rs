//! Emitters to begin with.

use crate::{Burst, ColorRamp, Emitter, EmitterShape, LifeCurve, ParticleLook};
use core::f32::consts::{FRAC_PI_2, PI, TAU};
use motile_geom::{Vec2, vec2};
use motile_pixels::Color;

/// The name of an emitter and what makes it.
pub type EmitterPreset = (&'static str, fn() -> Emitter);

impl Emitter {
    /// All presets by name, in the order of an editor.
    pub const PRESETS: [EmitterPreset; 8] = [
        ("fire", Self::fire),
        ("smoke", Self::smoke),
        ("sparks", Self::sparks),
        ("explosion", Self::explosion),
        ("magic", Self::magic),
        ("rain", Self::rain),
        ("snow", Self::snow),
        ("confetti", Self::confetti),
    ];

    /// A camp fire.
    pub fn fire() -> Self {
        Self {
            rate: 170.0,
            shape: EmitterShape::Disc { radius: 14.0 },
            spread: 0.25,
            speed: (70.0, 150.0),
            life: (0.5, 1.1),
            size: (26.0, 44.0),
            gravity: vec2(0.0, -60.0),
            size_over_life: LifeCurve::new(&[(0.0, 0.5), (0.2, 1.0), (1.0, 0.15)]),
            alpha_over_life: LifeCurve::new(&[(0.0, 0.0), (0.15, 0.8), (1.0, 0.0)]),
            colors: ColorRamp::new(&[
                Color::hex(0xFF_E6_9A),
                Color::hex(0xFF_A0_30),
                Color::hex(0xE0_40_18),
                Color::hex(0x60_18_18),
            ]),
            additive: true,
            limit: 400,
            ..Self::default()
        }
    }

    /// Gray smoke that rises and spreads.
    pub fn smoke() -> Self {
        Self {
            rate: 26.0,
            shape: EmitterShape::Disc { radius: 8.0 },
            spread: 0.22,
            speed: (50.0, 90.0),
            life: (2.2, 3.4),
            size: (36.0, 56.0),
            gravity: vec2(8.0, -10.0),
            drag: 0.3,
            size_over_life: LifeCurve::linear(0.5, 2.2),
            alpha_over_life: LifeCurve::new(&[(0.0, 0.0), (0.15, 0.5), (1.0, 0.0)]),
            colors: ColorRamp::new(&[Color::hex(0x9A_A2_B0), Color::hex(0x0050_5664)]),
            limit: 150,
            ..Self::default()
        }
    }

    /// Glowing splinters of a grinder.
    pub fn sparks() -> Self {
        Self {
            rate: 160.0,
            spread: 0.6,
            speed: (160.0, 420.0),
            life: (0.5, 1.1),
            size: (10.0, 22.0),
            gravity: vec2(0.0, 520.0),
            drag: 0.6,
            size_over_life: LifeCurve::linear(1.0, 0.4),
            colors: ColorRamp::new(&[
                Color::hex(0xFF_FB_E0),
                Color::hex(0xFF_C8_50),
                Color::hex(0xF0_60_20),
            ]),
            look: ParticleLook::Streak,
            additive: true,
            limit: 400,
            ..Self::default()
        }
    }

    /// A blast that comes again every two seconds.
    pub fn explosion() -> Self {
        Self {
            rate: 0.0,
            bursts: vec![Burst { time: 0.0, count: 180 }],
            period: 2.0,
            shape: EmitterShape::Disc { radius: 10.0 },
            spread: PI,
            speed: (30.0, 320.0),
            life: (0.5, 1.3),
            size: (16.0, 42.0),
            gravity: vec2(0.0, -40.0),
            drag: 2.6,
            size_over_life: LifeCurve::new(&[(0.0, 0.6), (0.2, 1.2), (1.0, 0.3)]),
            colors: ColorRamp::new(&[
                Color::hex(0xFF_F6_D0),
                Color::hex(0xFF_B0_38),
                Color::hex(0xD0_38_20),
                Color::hex(0x38_30_38),
            ]),
            additive: true,
            limit: 400,
            ..Self::default()
        }
    }

    /// Stars that leave a circle and turn.
    pub fn magic() -> Self {
        Self {
            rate: 90.0,
            shape: EmitterShape::Ring { radius: 46.0 },
            direction: FRAC_PI_2,
            spread: 0.3,
            speed: (50.0, 90.0),
            life: (0.7, 1.5),
            size: (14.0, 30.0),
            angle: (0.0, TAU),
            spin: (-3.0, 3.0),
            drag: 0.8,
            size_over_life: LifeCurve::new(&[(0.0, 0.0), (0.3, 1.0), (1.0, 0.0)]),
            alpha_over_life: LifeCurve::ONE,
            colors: ColorRamp::new(&[
                Color::hex(0xE8_F6_FF),
                Color::hex(0x7A_C8_FF),
                Color::hex(0xB0_78_FF),
            ]),
            look: ParticleLook::Star,
            additive: true,
            limit: 250,
            ..Self::default()
        }
    }

    /// Rain across a screen; put it above the middle.
    pub fn rain() -> Self {
        Self {
            rate: 320.0,
            shape: EmitterShape::Line { length: 700.0 },
            direction: FRAC_PI_2 + 0.12,
            spread: 0.01,
            speed: (420.0, 560.0),
            life: (0.9, 1.1),
            size: (14.0, 26.0),
            alpha_over_life: LifeCurve::constant(0.7),
            colors: ColorRamp::constant(Color::hex(0x9C_C4_F0)),
            look: ParticleLook::Streak,
            limit: 600,
            ..Self::default()
        }
    }

    /// Flakes that sink; put it above the middle.
    pub fn snow() -> Self {
        Self {
            rate: 60.0,
            shape: EmitterShape::Line { length: 700.0 },
            direction: FRAC_PI_2,
            spread: 0.5,
            speed: (40.0, 90.0),
            life: (5.0, 8.0),
            size: (5.0, 13.0),
            alpha_over_life: LifeCurve::new(&[(0.0, 0.0), (0.1, 0.9), (0.9, 0.9), (1.0, 0.0)]),
            limit: 600,
            ..Self::default()
        }
    }

    /// Colored paper, thrown up every two seconds.
    pub fn confetti() -> Self {
        Self {
            rate: 0.0,
            bursts: vec![Burst { time: 0.0, count: 140 }],
            period: 2.0,
            spread: 0.45,
            speed: (200.0, 520.0),
            life: (1.6, 2.6),
            size: (8.0, 15.0),
            angle: (0.0, TAU),
            spin: (-9.0, 9.0),
            gravity: Vec2::new(0.0, 420.0),
            drag: 1.2,
            alpha_over_life: LifeCurve::new(&[(0.8, 1.0), (1.0, 0.0)]),
            colors: ColorRamp::new(&[
                Color::hex(0xF6_C2_3E),
                Color::hex(0xF0_56_5C),
                Color::hex(0x94_77_E8),
                Color::hex(0x3C_B6_78),
            ]),
            look: ParticleLook::Square,
            limit: 500,
            ..Self::default()
        }
    }
}
