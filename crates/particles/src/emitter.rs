//! What flies out, as plain data.

use crate::{ColorRamp, LifeCurve, ParticleLook};
use core::f32::consts::{FRAC_PI_2, TAU};
use motile_geom::{HashState, Rng, StateHash, Vec2, Vec2Ext, vec2};

/// What flies out, how, and what becomes of it: plain data that an editor can change while [`Particles`](crate::Particles)
/// fly. The default is a small fountain of white spots.
///
/// Pairs are the ends of a range from which each particle draws its own value.
///
/// ```
/// use motile_geom::vec2;
/// use motile_particles::{ColorRamp, Emitter, LifeCurve};
/// use motile_pixels::Color;
///
/// let sparks = Emitter {
///     rate: 200.0,
///     speed: (100.0, 300.0),
///     gravity: vec2(0.0, 500.0),
///     alpha_over_life: LifeCurve::linear(1.0, 0.0),
///     colors: ColorRamp::new(&[Color::WHITE, Color::ORANGE]),
///     ..Emitter::default()
/// };
/// assert_eq!(sparks.life, Emitter::default().life);
/// ```
#[doc(alias = "particle effect")]
#[derive(Clone, Debug, PartialEq)]
pub struct Emitter {
    /// Particles a second.
    pub rate: f32,
    /// Many at once, at their times.
    pub bursts: Vec<Burst>,
    /// Seconds after which the bursts come again; 0 is never.
    pub period: f32,
    /// Where they are born, around the place of the emitter.
    pub shape: EmitterShape,
    /// The direction they fly in, radians clockwise from the right.
    pub direction: f32,
    /// How far from that direction they may fly to both sides, radians; π is everywhere.
    pub spread: f32,
    /// Pixels a second at birth.
    pub speed: (f32, f32),
    /// Seconds they live.
    pub life: (f32, f32),
    /// Width at birth, pixels.
    pub size: (f32, f32),
    /// How far they are turned at birth, radians.
    pub angle: (f32, f32),
    /// Radians a second they turn.
    pub spin: (f32, f32),
    /// Pixels a second their velocity changes in a second.
    pub gravity: Vec2,
    /// How much of their speed they lose: after 1 / drag seconds a third is left. 0 is nothing.
    #[doc(alias = "damping")]
    pub drag: f32,
    /// Factor on their speed.
    pub speed_over_life: LifeCurve,
    /// Factor on their size.
    pub size_over_life: LifeCurve,
    /// Factor on their spin.
    pub spin_over_life: LifeCurve,
    /// Factor on the alpha of their color, 0…1.
    pub alpha_over_life: LifeCurve,
    /// Their color.
    pub colors: ColorRamp,
    /// Their shape.
    pub look: ParticleLook,
    /// Whether they add light to what is behind them, as fire does, instead of covering it.
    pub additive: bool,
    /// The most of them at a time; no more are born until some end.
    pub limit: u32,
    /// Equal seeds give equal particles.
    pub seed: u64,
}

impl Default for Emitter {
    fn default() -> Self {
        Self {
            rate: 60.0,
            bursts: Vec::new(),
            period: 0.0,
            shape: EmitterShape::Point,
            direction: -FRAC_PI_2,
            spread: 0.5,
            speed: (60.0, 120.0),
            life: (0.8, 1.2),
            size: (8.0, 12.0),
            angle: (0.0, 0.0),
            spin: (0.0, 0.0),
            gravity: Vec2::ZERO,
            drag: 0.0,
            speed_over_life: LifeCurve::ONE,
            size_over_life: LifeCurve::ONE,
            spin_over_life: LifeCurve::ONE,
            alpha_over_life: LifeCurve::linear(1.0, 0.0),
            colors: ColorRamp::constant(motile_pixels::Color::WHITE),
            look: ParticleLook::Soft,
            additive: false,
            limit: 10_000,
            seed: 1,
        }
    }
}

impl Emitter {
    /// This emitter without a rate and bursts of its own: it lets out what [`Particles::burst`](crate::Particles::burst) asks for.
    ///
    /// ```
    /// use motile_particles::{Emitter, Particles};
    /// let mut sparks = Particles::new(Emitter::sparks().on_demand());
    /// sparks.step(1.0);
    /// assert_eq!(sparks.len(), 0);
    /// sparks.burst(24); // something was hit
    /// assert_eq!(sparks.len(), 24);
    /// ```
    pub fn on_demand(self) -> Self {
        Self { rate: 0.0, bursts: Vec::new(), ..self }
    }

    /// Whether all its numbers are finite, so that particles made of it are.
    pub fn is_valid(&self) -> bool {
        let pairs = [self.speed, self.life, self.size, self.angle, self.spin];
        let numbers = [self.rate, self.period, self.direction, self.spread, self.drag];
        let bursts = self.bursts.iter().all(|burst| burst.time.is_finite());
        pairs.iter().all(|pair| pair.0.is_finite() && pair.1.is_finite())
            && numbers.iter().all(|number| number.is_finite())
            && self.gravity.is_finite()
            && self.shape.is_finite()
            && bursts
    }
}

impl HashState for Emitter {
    fn hash_state(&self, hash: &mut StateHash) {
        (self.rate, self.period, self.direction, self.spread, self.drag).hash_state(hash);
        (self.speed, self.life, self.size, self.angle, self.spin, self.gravity).hash_state(hash);
        hash.write(&self.bursts);
        hash.write(&self.shape);
        (self.speed_over_life, self.size_over_life, self.spin_over_life).hash_state(hash);
        (self.alpha_over_life, self.colors).hash_state(hash);
        (self.look as u32, self.additive, self.limit, self.seed).hash_state(hash);
    }
}

/// Many particles at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Burst {
    /// Seconds after the start, or after each start of the emitter's period.
    pub time: f32,
    /// How many.
    pub count: u32,
}

motile_geom::state_fields! { Burst { time, count } }

/// Where particles are born, around the place of their emitter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum EmitterShape {
    /// At the place itself.
    #[default]
    Point,
    /// On a line across the direction they fly in.
    Line {
        /// Pixels.
        length: f32,
    },
    /// In an upright box.
    Box {
        /// Width and height, pixels.
        size: Vec2,
    },
    /// In a disc.
    Disc {
        /// Pixels.
        radius: f32,
    },
    /// On a circle; they fly away from its middle, turned by the direction of the emitter.
    Ring {
        /// Pixels.
        radius: f32,
    },
}

impl EmitterShape {
    fn is_finite(self) -> bool {
        match self {
            Self::Point => true,
            Self::Line { length } => length.is_finite(),
            Self::Box { size } => size.is_finite(),
            Self::Disc { radius } | Self::Ring { radius } => radius.is_finite(),
        }
    }

    /// A place, and the direction in which a particle born there leaves when the emitter points in one.
    pub(crate) fn place(self, direction: f32, rng: &mut Rng) -> (Vec2, f32) {
        match self {
            Self::Point => (Vec2::ZERO, direction),
            Self::Line { length } => {
                let along = (rng.f32() - 0.5) * length;
                (Vec2::at_angle(direction).perp() * along, direction)
            }
            Self::Box { size } => {
                let x = rng.f32() - 0.5;
                (vec2(x, rng.f32() - 0.5) * size, direction)
            }
            Self::Disc { radius } => (rng.in_unit_disc() * radius, direction),
            Self::Ring { radius } => {
                let angle = rng.f32() * TAU;
                (Vec2::at_angle(angle) * radius, direction + angle)
            }
        }
    }
}

impl HashState for EmitterShape {
    fn hash_state(&self, hash: &mut StateHash) {
        match *self {
            Self::Point => 0u32.hash_state(hash),
            Self::Line { length } => (1u32, length).hash_state(hash),
            Self::Box { size } => (2u32, size).hash_state(hash),
            Self::Disc { radius } => (3u32, radius).hash_state(hash),
            Self::Ring { radius } => (4u32, radius).hash_state(hash),
        }
    }
}
