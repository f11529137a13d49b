//! Springs and smoothing: movement towards a goal that may itself move.

use motile_geom::{ops, state_fields};

/// A damped spring: mass, stiffness and damping.
///
/// ```
/// use motile_anim::Spring;
/// let spring = Spring::new(1.0, 100.0, 10.0);
/// assert!((spring.position(0.25) - 1.023_359_6).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Mass in any unit, above 0.
    pub mass: f32,
    /// Force per distance, above 0.
    pub stiffness: f32,
    /// Force per speed, at least 0.
    pub damping: f32,
}

impl Default for Spring {
    /// Swings a little: 100, 10 for a mass of 1.
    fn default() -> Self {
        Self::new(1.0, 100.0, 10.0)
    }
}

/// What is left of the way when a spring counts as settled.
const SETTLED: f64 = 1e-3;

impl Spring {
    /// A spring from its three constants. Numbers outside their range count as the nearest in it.
    pub const fn new(mass: f32, stiffness: f32, damping: f32) -> Self {
        Self { mass, stiffness, damping }
    }

    /// A spring of mass 1 from its frequency in swings a second and its damping ratio: below 1 it
    /// swings, 1 is the fastest way without, above 1 it creeps.
    pub fn with_frequency(hz: f32, ratio: f32) -> Self {
        let omega = core::f32::consts::TAU * hz;
        Self::new(1.0, omega * omega, 2.0 * ratio * omega)
    }

    /// Undamped angular frequency (radians per second) and damping ratio.
    fn omega_zeta(&self) -> (f64, f64) {
        let mass = positive(self.mass);
        let stiffness = positive(self.stiffness);
        let omega = (stiffness / mass).sqrt();
        let damping = if self.damping > 0.0 { self.damping.min(1e18) as f64 } else { 0.0 };
        (omega, damping / (2.0 * (stiffness * mass).sqrt()))
    }

    /// The way gone `seconds` after letting go at 0 with the goal at 1.
    pub fn position(&self, seconds: f32) -> f32 {
        let (offset, _) = self.evolve(-1.0, 0.0, seconds as f64);
        (1.0 + offset) as f32
    }

    /// Moves a value and its velocity towards `goal` for `dt` seconds, by the exact solution: any
    /// number of steps ends at the same place.
    pub fn step(&self, value: &mut f32, velocity: &mut f32, goal: f32, dt: f32) {
        let (offset, speed) = self.evolve(*value as f64 - goal as f64, *velocity as f64, dt as f64);
        *value = (goal as f64 + offset) as f32;
        *velocity = speed as f32;
    }

    /// Seconds until less than a thousandth of the way is left for good; at most 1000, which is what
    /// a spring without damping has.
    pub fn settle_time(&self) -> f32 {
        let (omega, zeta) = self.omega_zeta();
        // The slower of the two decays rules; 0.1 % is ln 1000 = 6.9 of its time constants. The
        // amplitude of an underdamped swing starts above 1 by 1/√(1−ζ²).
        let (rate, amplitude) = if zeta < 1.0 {
            (zeta * omega, 1.0 / (1.0 - zeta * zeta).max(1e-4).sqrt())
        } else {
            (omega * (zeta - (zeta * zeta - 1.0).sqrt()), 2.0 * zeta + 1.0)
        };
        let time = ops::ln64(amplitude / SETTLED) / rate;
        if time < 1000.0 { time as f32 } else { 1000.0 }
    }

    /// Offset from the goal and velocity, `t` seconds later.
    fn evolve(&self, x: f64, v: f64, t: f64) -> (f64, f64) {
        let (omega, zeta) = self.omega_zeta();
        let decay = zeta * omega;
        let discriminant = zeta * zeta - 1.0;
        if discriminant < -1e-9 {
            let wd = omega * (-discriminant).sqrt();
            let (sin, cos) = ops::sin_cos64(wd * t);
            let e = ops::exp64(-decay * t);
            let b = (v + decay * x) / wd;
            (e * (x * cos + b * sin), e * (v * cos - (decay * b + wd * x) * sin))
        } else if discriminant <= 1e-9 {
            let e = ops::exp64(-omega * t);
            let b = v + omega * x;
            (e * (x + b * t), e * (v - omega * b * t))
        } else {
            let root = omega * discriminant.sqrt();
            let (slow, fast) = (decay - root, decay + root);
            let (es, ef) = (ops::exp64(-slow * t), ops::exp64(-fast * t));
            let b = (slow * x + v) / (slow - fast);
            let a = x - b;
            (a * es + b * ef, -slow * a * es - fast * b * ef)
        }
    }
}

fn positive(x: f32) -> f64 {
    if x > 1e-9 { x.min(1e18) as f64 } else { 1e-9 }
}

/// `x += (target − x)·k` sixty times a second, at any frame rate: simple easing, or exponential smoothing.
///
/// `k` is the part of the distance covered in 1/60 s, 0…1 (clamped); `dt` is in seconds.
///
/// ```
/// use motile_anim::approach;
/// let one_step = approach(0.0, 100.0, 0.5, 2.0 / 60.0);
/// let two_steps = approach(approach(0.0, 100.0, 0.5, 1.0 / 60.0), 100.0, 0.5, 1.0 / 60.0);
/// assert!((one_step - 75.0).abs() < 1e-3 && (two_steps - 75.0).abs() < 1e-3);
/// ```
#[doc(alias = "lerp")]
#[doc(alias = "exponential smoothing")]
pub fn approach(x: f32, target: f32, k: f32, dt: f32) -> f32 {
    let left = ops::pow64(1.0 - k.clamp(0.0, 1.0) as f64, dt.max(0.0) as f64 * 60.0);
    (target as f64 + (x as f64 - target as f64) * left) as f32
}

/// Follows a moving goal without overshoot: a critically damped spring for one value.
///
/// ```
/// use motile_anim::Follow;
/// let mut camera = Follow::new(0.0);
/// for _ in 0..60 {
///     camera.step(100.0, 0.2, 1.0 / 60.0);
/// }
/// assert!((camera.value - 100.0).abs() < 0.1);
/// ```
#[doc(alias = "smooth damp")]
#[doc(alias = "spring")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Follow {
    /// Where it is.
    pub value: f32,
    /// How fast it moves, per second.
    pub velocity: f32,
}

state_fields! { Follow { value, velocity } }

impl Follow {
    /// At rest at a value.
    pub const fn new(value: f32) -> Self {
        Self { value, velocity: 0.0 }
    }

    /// Moves towards `goal` for `dt` seconds; `smooth_time` is about how long it lags behind a goal
    /// in steady motion, in seconds. Not above 0 means at once.
    pub fn step(&mut self, goal: f32, smooth_time: f32, dt: f32) -> f32 {
        if smooth_time > 0.0 {
            // A critically damped spring lags 2/ω behind a steady goal.
            let omega = 2.0 / smooth_time;
            let spring = Spring::new(1.0, omega * omega, 2.0 * omega);
            spring.step(&mut self.value, &mut self.velocity, goal, dt);
        } else {
            *self = Self::new(goal);
        }
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_17_spring_positions() {
        let spring = Spring::new(1.0, 100.0, 10.0);
        let expected =
            [(0.1, 0.340_299_85), (0.25, 1.023_359_6), (0.5, 1.074_590_6), (1.0, 1.002_170_1)];
        for (t, want) in expected {
            assert!((spring.position(t) - want).abs() < 1e-6, "{t}");
        }
    }

    #[test]
    fn t_19_simple_easing_halves_the_distance() {
        let mut x = 0.0;
        for want in [50.0, 75.0, 87.5, 93.75, 96.875] {
            x = approach(x, 100.0, 0.5, 1.0 / 60.0);
            assert!((x - want).abs() < 1e-4, "{x}");
        }
        assert_eq!(approach(3.0, 7.0, 1.0, 0.016), 7.0);
        assert_eq!(approach(3.0, 7.0, 0.0, 0.016), 3.0);
    }

    #[test]
    fn springs_end_at_the_same_place_whatever_the_step() {
        for spring in
            [Spring::default(), Spring::with_frequency(2.0, 1.0), Spring::new(2.0, 30.0, 40.0)]
        {
            let (mut x, mut v) = (3.0, -4.0);
            spring.step(&mut x, &mut v, 10.0, 0.5);
            let (mut y, mut w) = (3.0, -4.0);
            for _ in 0..50 {
                spring.step(&mut y, &mut w, 10.0, 0.01);
            }
            assert!((x - y).abs() < 1e-4 && (v - w).abs() < 1e-3, "{x} {y} {v} {w}");
            let left = (1.0 - spring.position(spring.settle_time())).abs();
            assert!(left < 1.01e-3, "{spring:?} {left}");
        }
    }

    #[test]
    fn degenerate_springs_stay_finite() {
        for bad in [
            Spring::new(0.0, 0.0, 0.0),
            Spring::new(f32::NAN, 1.0, f32::NAN),
            Spring::new(1.0, f32::INFINITY, f32::INFINITY),
            Spring::new(-1.0, -1.0, -1.0),
        ] {
            assert!(bad.position(0.3).is_finite(), "{bad:?}");
            assert!(bad.settle_time() > 0.0 && bad.settle_time() <= 1000.0);
        }
    }
}
