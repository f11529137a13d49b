//! Integrators over any state: fixed steps by [`Integrator`], error control by [`Adaptive`].
//!
//! | method | order | evaluations a step | keeps energy | stable for oscillators below |
//! |---|---|---|---|---|
//! | [`Method::ExplicitEuler`] | 1 | 1 | gains, always | never |
//! | [`Method::SemiImplicitEuler`] | 1 | 1 | bounded | ωh = 2 |
//! | [`Method::Midpoint`] | 2 | 2 | gains slowly | never |
//! | [`Method::Heun`] | 2 | 2 | gains slowly | never |
//! | [`Method::RungeKutta4`] | 4 | 4 | loses slowly | ωh = 2.83 |
//! | [`Method::VelocityVerlet`] | 2 | 2 | bounded | ωh = 2 |
//! | [`Method::PositionVerlet`] | 2 | 1 | bounded | ωh = 2 |
//! | [`Method::Leapfrog`] | 2 | 1 | bounded | ωh = 2 |
//! | [`Method::DormandPrince`] | 5 | 7 | drifts slowly, either way | ωh ≈ 1.0 |
//!
//! "Keeps energy" is said of springs, where it can be computed: there Dormand–Prince loses the share (ωh)⁶/1800 of it in a
//! step. Elsewhere the sign can differ: over 1000 s of steps of 0.01 s it *gains* 6.5 · 10⁻⁸ on a planet with e = 0.6, and
//! 1.2 · 10⁻⁸ on the figure eight of three bodies. "Bounded" holds where forces depend on places only.
//!
//! Orders hold for forces that depend on the velocity too: drag, damping, magnets.
//!
//! For games: semi-implicit Euler or leapfrog. For single trajectories: Runge–Kutta or [`Adaptive`].
//! Time is `f64` here, and the state brings its own precision: accuracy is the subject.

mod adaptive;
mod event;
mod integrator;
mod runge_kutta;
mod state;

pub use adaptive::{Adaptive, Tolerance};
pub use event::Crossing;
pub use integrator::{Integrator, Method};
pub use state::{ErrorSum, Motion, State};

/// Turns an acceleration by value, `|position, velocity| -> acceleration`, into the form that
/// [`Integrator::step`] takes.
///
/// ```
/// use motile_physics::ode::{Integrator, Method, Motion, by_value};
///
/// let mut spring = Motion::new(1.0, 0.0);
/// let mut integrator = Integrator::new(Method::Leapfrog);
/// for _ in 0..628 {
///     integrator.step(&mut spring, 0.01, by_value(|x: f64, _| -x));
/// }
/// assert!((spring.position - 1.0f64).abs() < 1e-4, "back after one period of 2π");
/// ```
pub fn by_value<S: State + Copy>(
    mut acceleration: impl FnMut(S, S) -> S,
) -> impl FnMut(f64, &S, &S, &mut S) {
    move |_, position, velocity, out| *out = acceleration(*position, *velocity)
}

/// Turns an acceleration into the rate of change of a [`Motion`], which is what [`Adaptive`] takes.
///
/// ```
/// use motile_physics::ode::{Adaptive, Motion, by_value, motion_rate};
///
/// let mut ball = Adaptive::new(0.0, Motion::new(50.0, 30.0));
/// ball.integrate_to(2.0, motion_rate(by_value(|_: f64, _| -32.0)))?;
/// assert!((ball.state().position - 46.0f64).abs() < 1e-9);
/// # Ok::<(), motile_physics::PhysicsError>(())
/// ```
pub fn motion_rate<S: State>(
    mut acceleration: impl FnMut(f64, &S, &S, &mut S),
) -> impl FnMut(f64, &Motion<S>, &mut Motion<S>) {
    move |time, motion, rate| {
        rate.position.clone_from(&motion.velocity);
        acceleration(time, &motion.position, &motion.velocity, &mut rate.velocity);
    }
}
