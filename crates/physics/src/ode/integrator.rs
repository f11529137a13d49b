//! Fixed steps by a method of choice.

use super::runge_kutta::{DORMAND_PRINCE, EULER, HEUN, MIDPOINT, RUNGE_KUTTA_4, Tableau, add_all};
use super::{Motion, State, motion_rate};

/// How to go from one instant to the next: the integration method.
///
/// The table in the [module](super) has orders, costs and what happens to energy. The symplectic ones (semi-implicit
/// Euler, both Verlets, leapfrog) keep it within bounds for ever where forces depend on places only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The position moves by the *old* velocity. Feeds energy into everything that swings.
    ExplicitEuler,
    /// The velocity first, then the position by the *new* velocity. As cheap and well behaved.
    #[default]
    #[doc(alias = "symplectic")]
    SemiImplicitEuler,
    /// One look at the middle of the step.
    Midpoint,
    /// The mean of both ends; the classics' "RK2", also called improved Euler.
    #[doc(alias = "RK2")]
    Heun,
    /// The classic method of fourth order.
    #[doc(alias = "RK4")]
    RungeKutta4,
    /// Position by velocity and acceleration, velocity by the mean of both accelerations. Where forces depend
    /// on the velocity, the second look uses the velocity predicted by the first.
    #[doc(alias = "symplectic")]
    VelocityVerlet,
    /// Two positions and no velocity, corrected for steps of changing length. The velocity in the
    /// [`Motion`] is computed for reading; changing the motion from outside starts afresh from it.
    #[doc(alias = "Verlet")]
    #[doc(alias = "Störmer")]
    PositionVerlet,
    /// Half a drift, a whole kick, half a drift.
    ///
    /// Where forces depend on the velocity, the kick is that of the velocity in the middle of the step, predicted with
    /// the last kick: second order there too, for damping below 1 over the step. The first step, and the first after a
    /// change of the motion from outside, looks at the acceleration once more to have something to predict with.
    #[doc(alias = "symplectic")]
    #[doc(alias = "kick drift kick")]
    Leapfrog,
    /// The fifth-order method of Dormand and Prince with a fixed step; see
    /// [`Adaptive`](super::Adaptive) for error control.
    #[doc(alias = "RK45")]
    #[doc(alias = "DOPRI5")]
    DormandPrince,
}

impl Method {
    /// All of them, cheap ones first.
    pub const ALL: [Self; 9] = [
        Self::ExplicitEuler,
        Self::SemiImplicitEuler,
        Self::Midpoint,
        Self::Heun,
        Self::RungeKutta4,
        Self::VelocityVerlet,
        Self::PositionVerlet,
        Self::Leapfrog,
        Self::DormandPrince,
    ];

    /// A short name for labels.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExplicitEuler => "explicit Euler",
            Self::SemiImplicitEuler => "semi-implicit Euler",
            Self::Midpoint => "midpoint",
            Self::Heun => "Heun",
            Self::RungeKutta4 => "Runge-Kutta 4",
            Self::VelocityVerlet => "velocity Verlet",
            Self::PositionVerlet => "position Verlet",
            Self::Leapfrog => "leapfrog",
            Self::DormandPrince => "Dormand-Prince",
        }
    }

    /// Order of convergence: halving the step divides the error by 2 to this power.
    pub const fn order(self) -> u32 {
        match self {
            Self::ExplicitEuler | Self::SemiImplicitEuler => 1,
            Self::Midpoint
            | Self::Heun
            | Self::VelocityVerlet
            | Self::PositionVerlet
            | Self::Leapfrog => 2,
            Self::RungeKutta4 => 4,
            Self::DormandPrince => 5,
        }
    }

    /// How often a step asks for the acceleration; [`Leapfrog`](Self::Leapfrog) asks once more when it starts.
    pub const fn evaluations(self) -> u32 {
        match self {
            Self::ExplicitEuler
            | Self::SemiImplicitEuler
            | Self::PositionVerlet
            | Self::Leapfrog => 1,
            Self::Midpoint | Self::Heun | Self::VelocityVerlet => 2,
            Self::RungeKutta4 => 4,
            Self::DormandPrince => 7,
        }
    }
}

/// Moves a [`Motion`] by fixed steps and keeps the buffers for it. After the first step of a shape nothing
/// allocates.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// use motile_physics::ode::{Integrator, Method, Motion, by_value};
///
/// let mut ball = Motion::new(Vec2::ZERO, vec2(10.0, 0.0));
/// let mut integrator = Integrator::new(Method::Heun);
/// integrator.step(&mut ball, 1.0, by_value(|_, _| vec2(0.0, 32.0)));
/// assert_eq!(ball.position, vec2(10.0, 16.0));
/// ```
#[derive(Clone, Debug)]
pub struct Integrator<S> {
    /// The method of the next steps.
    pub method: Method,
    /// Seconds since the beginning; every step adds its length.
    pub time: f64,
    /// How many steps were not taken because their length or what they led to was not finite.
    pub rejected: u64,
    evaluations: u64,
    rates: Vec<Motion<S>>,
    trial: Option<Motion<S>>,
    before: Option<Motion<S>>,
    /// The position one step ago, for position Verlet.
    chain: Option<Link<S>>,
    /// The last kick, for leapfrog.
    kick: Option<Kick<S>>,
}

/// What position Verlet remembers.
#[derive(Clone, Debug)]
struct Link<S> {
    old: S,
    /// Length of the step from `old` to `left`, in seconds.
    dt: f64,
    /// The motion the last step ended with: a different one now was changed from outside.
    left: Motion<S>,
}

/// What leapfrog remembers.
#[derive(Clone, Debug)]
struct Kick<S> {
    /// The acceleration of the last step, to predict the velocity in the middle of the next one with.
    acceleration: S,
    /// The motion the last step ended with: a different one now was changed from outside.
    left: Motion<S>,
}

impl<S> Default for Integrator<S> {
    fn default() -> Self {
        Self::new(Method::default())
    }
}

impl<S> Integrator<S> {
    /// An integrator at time 0.
    pub const fn new(method: Method) -> Self {
        Self {
            method,
            time: 0.0,
            rejected: 0,
            evaluations: 0,
            rates: Vec::new(),
            trial: None,
            before: None,
            chain: None,
            kick: None,
        }
    }

    /// How often the acceleration was asked for so far.
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }
}

impl<S: State> Integrator<S> {
    /// Moves by `dt` seconds. `acceleration(time, position, velocity, out)` writes the acceleration of the
    /// position and velocity *it is given* into `out`; [`by_value`](super::by_value) makes one from a
    /// function that returns it. A negative `dt` goes back in time, 0 does nothing.
    ///
    /// For a `dt` that is not finite, and when the state would leave the finite numbers, motion and time stay as
    /// they are and [`rejected`](Self::rejected) counts it.
    pub fn step(
        &mut self,
        motion: &mut Motion<S>,
        dt: f64,
        mut acceleration: impl FnMut(f64, &S, &S, &mut S),
    ) {
        if !dt.is_finite() {
            self.rejected += 1;
            return;
        }
        if dt == 0.0 {
            return;
        }
        fill(&mut self.before, motion);
        fill(&mut self.trial, motion);
        self.rates.truncate(7);
        while self.rates.len() < 7 {
            self.rates.push(motion.clone());
        }
        let evaluations = &mut self.evaluations;
        let mut counted = |time: f64, position: &S, velocity: &S, out: &mut S| {
            *evaluations += 1;
            acceleration(time, position, velocity, out);
        };
        self.chain = self.chain.take().filter(|link| link.left == *motion);
        self.kick = self.kick.take().filter(|kick| kick.left == *motion);
        let (time, rates) = (self.time, &mut self.rates[..]);
        let trial = self.trial.get_or_insert_with(|| motion.clone());
        match self.method {
            Method::ExplicitEuler => by_table(&EULER, motion, (time, dt), trial, rates, counted),
            Method::Midpoint => by_table(&MIDPOINT, motion, (time, dt), trial, rates, counted),
            Method::Heun => by_table(&HEUN, motion, (time, dt), trial, rates, counted),
            Method::RungeKutta4 => {
                by_table(&RUNGE_KUTTA_4, motion, (time, dt), trial, rates, counted);
            }
            Method::DormandPrince => {
                by_table(&DORMAND_PRINCE, motion, (time, dt), trial, rates, counted);
            }
            Method::SemiImplicitEuler => {
                let a = &mut rates[0].velocity;
                counted(time, &motion.position, &motion.velocity, a);
                motion.velocity.add_scaled(dt, a);
                motion.position.add_scaled(dt, &motion.velocity);
            }
            Method::VelocityVerlet => velocity_verlet(motion, (time, dt), trial, rates, counted),
            Method::Leapfrog => {
                leapfrog(&mut self.kick, motion, (time, dt), &mut trial.velocity, counted);
            }
            Method::PositionVerlet => {
                let a = &mut rates[0].velocity;
                counted(time, &motion.position, &motion.velocity, a);
                position_verlet(&mut self.chain, motion, dt, a);
            }
        }
        if let Some(before) = &self.before
            && !motion.is_finite()
        {
            motion.clone_from(before);
            (self.chain, self.kick) = (None, None);
            self.rejected += 1;
            return;
        }
        self.time += dt;
    }
}

/// Copies into a buffer, reusing its memory.
fn fill<T: Clone>(buffer: &mut Option<T>, value: &T) {
    match buffer {
        Some(kept) => kept.clone_from(value),
        None => *buffer = Some(value.clone()),
    }
}

fn by_table<S: State, const N: usize>(
    table: &Tableau<N>,
    motion: &mut Motion<S>,
    (time, dt): (f64, f64),
    trial: &mut Motion<S>,
    rates: &mut [Motion<S>],
    acceleration: impl FnMut(f64, &S, &S, &mut S),
) {
    table.evaluate(0, (time, motion, dt), trial, rates, &mut motion_rate(acceleration));
    add_all(motion, dt, &table.weights, rates);
}

fn velocity_verlet<S: State>(
    motion: &mut Motion<S>,
    (time, dt): (f64, f64),
    trial: &mut Motion<S>,
    rates: &mut [Motion<S>],
    mut acceleration: impl FnMut(f64, &S, &S, &mut S),
) {
    let [first, second, ..] = rates else { return };
    let (first, second) = (&mut first.velocity, &mut second.velocity);
    acceleration(time, &motion.position, &motion.velocity, first);
    motion.position.add_scaled(dt, &motion.velocity);
    motion.position.add_scaled(dt * dt * 0.5, first);
    trial.velocity.clone_from(&motion.velocity);
    trial.velocity.add_scaled(dt, first);
    acceleration(time + dt, &motion.position, &trial.velocity, second);
    motion.velocity.add_scaled(dt * 0.5, first);
    motion.velocity.add_scaled(dt * 0.5, second);
}

/// Half a drift, a kick by the acceleration in the middle of the step, half a drift.
///
/// The velocity in the middle is `v + a·dt/2`. With the last kick for `a`, half a step old, that is wrong by the square
/// of the step only, so the method keeps its order where forces depend on the velocity, and its one look at them. With
/// the velocity at the beginning it would be of first order there. `middle` is scratch.
fn leapfrog<S: State>(
    kick: &mut Option<Kick<S>>,
    motion: &mut Motion<S>,
    (time, dt): (f64, f64),
    middle: &mut S,
    mut acceleration: impl FnMut(f64, &S, &S, &mut S),
) {
    let Kick { acceleration: a, left } = kick.get_or_insert_with(|| {
        let mut first = motion.velocity.clone();
        acceleration(time, &motion.position, &motion.velocity, &mut first);
        Kick { acceleration: first, left: motion.clone() }
    });
    middle.clone_from(&motion.velocity);
    middle.add_scaled(dt * 0.5, a);
    motion.position.add_scaled(dt * 0.5, &motion.velocity);
    acceleration(time + dt * 0.5, &motion.position, middle, a);
    motion.velocity.add_scaled(dt, a);
    motion.position.add_scaled(dt * 0.5, &motion.velocity);
    left.clone_from(motion);
}

/// `p' = p + (p − old)·dt/dt₀ + a·dt·(dt + dt₀)/2`, started with `old = p − v·dt + a·dt²/2`.
fn position_verlet<S: State>(
    chain: &mut Option<Link<S>>,
    motion: &mut Motion<S>,
    dt: f64,
    acceleration: &S,
) {
    let link = chain.get_or_insert_with(|| {
        let mut old = motion.position.clone();
        old.add_scaled(-dt, &motion.velocity);
        old.add_scaled(dt * dt * 0.5, acceleration);
        Link { old, dt, left: motion.clone() }
    });
    // The velocity's buffer carries the way of this step, then the mean velocity at its end.
    let (ratio, before) = (dt / link.dt, &mut link.left.position);
    before.clone_from(&motion.position);
    motion.velocity.clone_from(&motion.position);
    motion.velocity.add_scaled(-1.0, &link.old);
    motion.position.add_scaled(ratio, &motion.velocity);
    motion.position.add_scaled(dt * (dt + link.dt) * 0.5, acceleration);
    link.old.clone_from(before);
    link.dt = dt;
    // v = (p' − p)/dt + a·dt/2: taken from positions, so its error does not add up.
    motion.velocity.clone_from(&motion.position);
    motion.velocity.add_scaled(-1.0, &link.old);
    let way = &mut link.left.velocity;
    way.clone_from(&motion.velocity);
    motion.velocity.add_scaled(1.0 / dt - 1.0, way);
    motion.velocity.add_scaled(dt * 0.5, acceleration);
    link.left.clone_from(motion);
}
