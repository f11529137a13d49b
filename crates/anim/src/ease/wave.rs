//! Swings that go on.

use core::f64::consts::TAU;
use motile_geom::ops;

/// The form of a swing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wave {
    /// ½(1 − cos 2πx): from 0 to 1 and back.
    Sine,
    /// |cos 2πx|: like a ball seen from the top of its flight.
    AbsoluteSine,
    /// The fractional part of x: climbs and falls at once.
    Sawtooth,
    /// 0 for the first `width` of each cycle, then 1.
    Pulse {
        /// Part of the cycle spent at 0, usually 0.5.
        width: f32,
    },
}

impl Wave {
    /// The value after `time` units at `frequency` cycles a unit, 0…1.
    pub fn at(self, time: f32, frequency: f32) -> f32 {
        let x = time as f64 * frequency as f64;
        let fraction = x - x.floor();
        // Rounding of frequency must not push 10 × 0.1 below a whole cycle.
        let fraction = if fraction > 1.0 - 1e-7 { 0.0 } else { fraction };
        match self {
            Self::Sine => (0.5 * (1.0 - ops::cos64(fraction * TAU))) as f32,
            Self::AbsoluteSine => ops::cos64(fraction * TAU).abs() as f32,
            Self::Sawtooth => fraction as f32,
            Self::Pulse { width } => f32::from(fraction >= width as f64 - 1e-7),
        }
    }
}

/// A [`Wave`] as an ease.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oscillation {
    /// The form.
    pub wave: Wave,
    /// How many cycles fill the movement.
    pub cycles: f32,
    /// Whether the last value is 1 whatever the wave says.
    pub snap: bool,
}

impl Oscillation {
    /// A number of cycles that ends at 1.
    pub const fn new(wave: Wave, cycles: f32) -> Self {
        Self { wave, cycles, snap: true }
    }

    pub(super) fn at(&self, t: f32) -> f32 {
        let inside = if t > 0.0 { t.min(1.0) } else { 0.0 };
        let swing = self.wave.at(inside, self.cycles);
        if self.snap && inside >= 1.0 { 1.0 } else { swing }
    }
}
