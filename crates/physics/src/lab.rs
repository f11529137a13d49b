//! The integrator lab: one force model under every method, side by side, with error and energy over time.

use crate::Series;
use crate::ode::{Adaptive, Integrator, Method, Motion, Tolerance, by_value, motion_rate};
use motile_geom::{HashState, MarkRole, MarkSink, Marks, StateHash, Vec2, glam::DVec2, ops};

/// What is integrated. Units are free: lengths of about 1 and seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// A throw under gravity of 1: exact for every method of second order.
    Throw,
    /// A throw with linear drag.
    Drag,
    /// A weight on a spring of this angular speed in radians per second; stiff when it is large.
    Spring(f64),
    /// A pendulum of length 1 as its angle (x), released at 120°.
    Pendulum,
    /// A planet at its nearest point, on an orbit of this eccentricity, 0 to below 1; a year lasts 2π seconds.
    Kepler(f64),
}

impl Model {
    /// Position and velocity at the beginning.
    pub fn start(self) -> Motion<DVec2> {
        match self {
            Self::Throw | Self::Drag => Motion::new(DVec2::ZERO, DVec2::new(1.0, 2.0)),
            Self::Spring(_) => Motion::new(DVec2::X, DVec2::ZERO),
            Self::Pendulum => Motion::new(DVec2::X * (core::f64::consts::TAU / 3.0), DVec2::ZERO),
            Self::Kepler(e) => {
                let e = e.clamp(0.0, 0.99);
                Motion::new(DVec2::X * (1.0 - e), DVec2::Y * ((1.0 + e) / (1.0 - e)).sqrt())
            }
        }
    }

    /// Acceleration at a position and velocity.
    pub fn acceleration(self, position: DVec2, velocity: DVec2) -> DVec2 {
        match self {
            Self::Throw => -DVec2::Y,
            Self::Drag => -DVec2::Y - velocity * 0.5,
            Self::Spring(omega) => position * (-omega * omega),
            Self::Pendulum => DVec2::X * -ops::sin64(position.x),
            Self::Kepler(_) => {
                let distance = position.length();
                -position / (distance * distance * distance)
            }
        }
    }

    /// Energy of a unit mass; for [`Model::Drag`] without the heat.
    pub fn energy(self, motion: &Motion<DVec2>) -> f64 {
        let kinetic = 0.5 * motion.velocity.length_squared();
        kinetic
            + match self {
                Self::Throw | Self::Drag => motion.position.y,
                Self::Spring(omega) => 0.5 * omega * omega * motion.position.length_squared(),
                Self::Pendulum => 1.0 - ops::cos64(motion.position.x),
                Self::Kepler(_) => -1.0 / motion.position.length(),
            }
    }
}

/// One method at work.
#[derive(Clone, Debug)]
pub struct Run {
    /// Where it is.
    pub motion: Motion<DVec2>,
    /// Relative change of energy since the beginning.
    pub energy: Series,
    /// Distance from the true solution.
    pub error: Series,
    /// Whether it has left the finite numbers; it stands still then.
    pub failed: bool,
    integrator: Integrator<DVec2>,
}

impl Run {
    /// The method that carries it.
    pub fn method(&self) -> Method {
        self.integrator.method
    }

    /// How often it asked for the acceleration.
    pub fn evaluations(&self) -> u64 {
        self.integrator.evaluations()
    }
}

/// All methods on one model, beside its true solution.
///
/// ```
/// use motile_physics::{Lab, Model, ode::Method};
///
/// let mut lab = Lab::new(Model::Kepler(0.6), 0.01, 1000);
/// for _ in 0..628 {
///     lab.step();
/// }
/// let error = |method| lab.run(method).error.last().unwrap();
/// assert!(error(Method::RungeKutta4) < 1e-3 * error(Method::ExplicitEuler));
/// ```
#[derive(Clone, Debug)]
pub struct Lab {
    /// What is integrated.
    model: Model,
    /// Length of a step in seconds.
    pub dt: f64,
    /// One for each method, in the order of [`Method::ALL`].
    pub runs: Vec<Run>,
    /// How many steps were not taken because [`dt`](Self::dt) was not finite or the true solution ended.
    pub rejected: u64,
    truth: Adaptive<Motion<DVec2>>,
    start_energy: f64,
}

impl Lab {
    /// Every method at the beginning of a model, with steps of `dt` seconds and series of so many values.
    pub fn new(model: Model, dt: f64, values: u32) -> Self {
        let start = model.start();
        let run = |method| Run {
            motion: start.clone(),
            energy: Series::new(values),
            error: Series::new(values),
            failed: false,
            integrator: Integrator::new(method),
        };
        Self {
            model,
            dt,
            runs: Method::ALL.map(run).into(),
            rejected: 0,
            truth: Adaptive::new(0.0, start.clone()).with_tolerance(Tolerance::both(1e-12)),
            start_energy: model.energy(&start),
        }
    }

    /// What is integrated.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The true solution at the present time, to about 12 digits a second.
    pub fn truth(&self) -> &Motion<DVec2> {
        self.truth.state()
    }

    /// Seconds since the beginning.
    pub fn time(&self) -> f64 {
        self.truth.time()
    }

    /// The run of a method.
    pub fn run(&self, method: Method) -> &Run {
        let place = Method::ALL.iter().position(|other| *other == method);
        &self.runs[place.unwrap_or(0)]
    }

    /// One step of [`dt`](Self::dt) seconds of every method. A method that blows up is marked as failed. Nothing
    /// happens when `dt` is not finite or the true solution cannot go on, and [`rejected`](Self::rejected) counts it.
    pub fn step(&mut self) {
        let (model, dt) = (self.model, self.dt);
        let acceleration = || by_value(move |p, v| model.acceleration(p, v));
        let truth = self.truth.integrate_to(self.truth.time() + dt, motion_rate(acceleration()));
        if truth.is_err() || !dt.is_finite() {
            self.rejected += 1;
            return;
        }
        let scale = self.start_energy.abs().max(1e-9);
        for run in self.runs.iter_mut().filter(|run| !run.failed) {
            run.integrator.step(&mut run.motion, dt, acceleration());
            run.failed = run.integrator.rejected > 0;
            let change = (model.energy(&run.motion) - self.start_energy) / scale;
            run.energy.push(change as f32);
            run.error.push(run.motion.position.distance(self.truth.state().position) as f32);
        }
    }

    /// Marks the true solution, and every method with a line to where it should be. `place` takes positions of the model
    /// to pixels.
    pub fn mark(&self, mut place: impl FnMut(DVec2) -> Vec2, marks: &mut Marks) {
        let truth = place(self.truth().position);
        for run in self.runs.iter().filter(|run| !run.failed) {
            let at = place(run.motion.position);
            marks.line(MarkRole::Link, at, truth);
            marks.point(MarkRole::Particle, at);
        }
        marks.point(MarkRole::Target, truth);
        if self.rejected > 0 {
            marks.label(MarkRole::Note, truth, format_args!("{} steps rejected", self.rejected));
        }
    }
}

impl HashState for Lab {
    /// The time, the true solution and where every method is. The series are left out: they show the past.
    fn hash_state(&self, hash: &mut StateHash) {
        (self.dt, self.time()).hash_state(hash);
        self.truth().hash_state(hash);
        for run in &self.runs {
            run.motion.hash_state(hash);
            run.failed.hash_state(hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn energies(model: Model, dt: f64, steps: u32, method: Method) -> (f32, f32) {
        let mut lab = Lab::new(model, dt, steps);
        (0..steps).for_each(|_| lab.step());
        lab.run(method).energy.range().unwrap()
    }

    #[test]
    fn phys_51_the_lab_shows_who_keeps_energy() {
        for model in [Model::Pendulum, Model::Spring(1.0), Model::Kepler(0.6)] {
            let (_, high) = energies(model, 0.02, 2000, Method::ExplicitEuler);
            assert!(high > 0.3, "{model:?}: Euler gains, {high}");
            for method in [Method::VelocityVerlet, Method::Leapfrog, Method::PositionVerlet] {
                let (low, high) = energies(model, 0.02, 2000, method);
                assert!(low > -0.05 && high < 0.05, "{model:?} {method:?}: {low} … {high}");
            }
        }
    }

    #[test]
    fn marks_join_every_method_with_the_truth() {
        let mut lab = Lab::new(Model::Throw, 0.5, 10);
        lab.step();
        let mut marks = Marks::new();
        lab.mark(|at| at.as_vec2() * 100.0, &mut marks);
        let lines = marks.iter().filter(|mark| mark.role == MarkRole::Link).count();
        assert_eq!((lines, marks.len()), (Method::ALL.len(), 2 * Method::ALL.len() + 1));
    }

    #[test]
    fn a_stiff_spring_blows_up_where_the_theory_says() {
        // ωh = 2.4: above the limit of 2, below that of Runge–Kutta.
        let mut lab = Lab::new(Model::Spring(240.0), 0.01, 10);
        (0..2000).for_each(|_| lab.step());
        assert!(lab.run(Method::SemiImplicitEuler).failed);
        assert!(!lab.run(Method::RungeKutta4).failed);
        let mut still = Lab::new(Model::Throw, f64::NAN, 10);
        still.step();
        assert_eq!((still.rejected, still.time(), still.runs[0].error.len()), (1, 0.0, 0));
    }
}
