//! Dormand–Prince 5(4) with error control, dense output and event location.

use super::State;
use super::event::{Crossing, first_crossing};
use super::runge_kutta::{DORMAND_PRINCE, DORMAND_PRINCE_DENSE, DORMAND_PRINCE_ERROR, add_all};
use crate::PhysicsError;
use motile_geom::ops;

/// How large the error of a step may be: `absolute + relative · |value|` for each number of the state.
///
/// Both are 0 or more and finite, and not both 0; with other numbers [`Adaptive`] stands still and counts it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Share of the value; below 10⁻¹³ counts as 10⁻¹³.
    pub relative: f64,
    /// In units of the value, above 0.
    pub absolute: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self::both(1e-6)
    }
}

impl Tolerance {
    /// One number as share and as absolute tolerance.
    pub const fn both(tolerance: f64) -> Self {
        Self { relative: tolerance, absolute: tolerance }
    }

    /// The tolerance as it counts; none for bad numbers.
    fn checked(self) -> Option<Self> {
        let good = |value: f64| value >= 0.0 && value.is_finite();
        let checked = Self {
            relative: self.relative.max(1e-13),
            absolute: self.absolute.max(f64::MIN_POSITIVE),
        };
        let counts = self.absolute + self.relative > 0.0;
        (good(self.relative) && good(self.absolute) && counts).then_some(checked)
    }
}

/// The next step aims a little below the tolerance, so that it is seldom refused.
const SAFETY: f64 = 0.9;
/// The next step is at most this much longer…
const MAX_GROWTH: f64 = 10.0;
/// …and at least this part of the last one.
const MAX_SHRINK: f64 = 0.2;

/// Carries a state through time with steps as long as the tolerance allows: Dormand–Prince 5(4) with error control.
///
/// The rate of change is `rate(time, state, out)`; for motion under forces see
/// [`motion_rate`](super::motion_rate). After the first step nothing allocates.
///
/// ```
/// use motile_physics::ode::{Adaptive, Crossing, Motion, by_value, motion_rate};
///
/// // A stone from a roof 50 ft high, up at 30 ft/s.
/// let mut stone = Adaptive::new(0.0, Motion::new(50.0, 30.0));
/// let fall = motion_rate(by_value(|_: f64, _| -32.0));
/// let landed = stone.integrate_until(10.0, fall, |_, stone| stone.position, Crossing::Falling)?;
/// assert!((landed.unwrap() - 2.938476324197765).abs() < 1e-9);
/// # Ok::<(), motile_physics::PhysicsError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "RK45")]
#[doc(alias = "ODE solver")]
pub struct Adaptive<Y> {
    /// How exact the steps are.
    pub tolerance: Tolerance,
    /// The longest step in seconds; infinite at first.
    pub max_step: f64,
    /// How many calls did nothing because the end or the tolerance was a bad number.
    pub rejected: u64,
    time: f64,
    state: Y,
    /// Length proposed for the next step, without sign; 0 before the first.
    proposed: f64,
    /// Whether `rates[0]` is the rate at `time`.
    fresh: bool,
    rates: [Y; 7],
    trial: Y,
    error: Y,
    probe: Option<Y>,
    /// Beginning and length of the last step, and the coefficients of the polynomial through it.
    last: (f64, f64),
    dense: [Y; 5],
    evaluations: u64,
    steps: u64,
    refused: u64,
}

impl<Y: State> Adaptive<Y> {
    /// A state at a time in seconds, with tolerances of 10⁻⁶.
    pub fn new(time: f64, state: Y) -> Self {
        let copy = || state.clone();
        Self {
            tolerance: Tolerance::default(),
            max_step: f64::INFINITY,
            rejected: 0,
            time,
            proposed: 0.0,
            fresh: false,
            rates: core::array::from_fn(|_| copy()),
            trial: copy(),
            error: copy(),
            probe: None,
            last: (time, 0.0),
            dense: core::array::from_fn(|_| copy()),
            evaluations: 0,
            steps: 0,
            refused: 0,
            state,
        }
    }

    /// With another tolerance.
    pub fn with_tolerance(mut self, tolerance: Tolerance) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The time reached in seconds.
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// The state at that time.
    pub const fn state(&self) -> &Y {
        &self.state
    }

    /// Changes the state, as a bounce does.
    pub fn set_state(&mut self, state: Y) {
        self.state = state;
        self.fresh = false;
    }

    /// How often the rate was asked for so far.
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Steps taken so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Steps tried and refused because their error was too large; each was tried again with a shorter one.
    pub const fn refused(&self) -> u64 {
        self.refused
    }

    /// Goes on to the time `end` in seconds, forwards or backwards. Nothing happens when the end is not finite or the
    /// tolerance bad, and [`rejected`](Self::rejected) counts it.
    ///
    /// # Errors
    /// [`PhysicsError::NotFinite`] and [`PhysicsError::StepTooSmall`] where the solution ends on the way. The state is
    /// that of [`Adaptive::time`] in any case.
    pub fn integrate_to(
        &mut self,
        end: f64,
        mut rate: impl FnMut(f64, &Y, &mut Y),
    ) -> Result<(), PhysicsError> {
        let Some(tolerance) = self.admitted(end) else { return Ok(()) };
        while self.time != end {
            self.step(end, tolerance, &mut rate)?;
        }
        Ok(())
    }

    /// Goes on to the time `end` or to the first event: where `event(time, state)` crosses zero. Returns the
    /// time of the event, or none when the end was reached; the state is that of the time returned.
    ///
    /// The event is found on the dense output, about as exactly as the steps are; events closer together
    /// than an eighth of a step may hide each other, which [`Adaptive::max_step`] helps against. Nothing happens when the
    /// end is not finite or the tolerance bad, and [`rejected`](Self::rejected) counts it.
    ///
    /// # Errors
    /// [`PhysicsError::NotFinite`] and [`PhysicsError::StepTooSmall`] where the solution ends on the way. The state is
    /// that of [`Adaptive::time`] in any case.
    pub fn integrate_until(
        &mut self,
        end: f64,
        mut rate: impl FnMut(f64, &Y, &mut Y),
        mut event: impl FnMut(f64, &Y) -> f64,
        crossing: Crossing,
    ) -> Result<Option<f64>, PhysicsError> {
        let Some(tolerance) = self.admitted(end) else { return Ok(None) };
        while self.time != end {
            let before = event(self.time, &self.state);
            self.step(end, tolerance, &mut rate)?;
            let (start, length) = self.last;
            let mut probe = self.probe.take().unwrap_or_else(|| self.state.clone());
            let found = first_crossing(before, crossing, |part| {
                if part == 1.0 {
                    return event(self.time, &self.state);
                }
                self.interpolate(part, &mut probe);
                event(start + part * length, &probe)
            });
            if let Some(part) = found {
                if part < 1.0 {
                    self.interpolate(part, &mut probe);
                    self.state.clone_from(&probe);
                    self.time = start + part * length;
                    self.fresh = false;
                }
                self.probe = Some(probe);
                return Ok(Some(self.time));
            }
            self.probe = Some(probe);
        }
        Ok(None)
    }

    /// Takes one step towards the time `end` in seconds, as long as the tolerance allows and not beyond it. Nothing
    /// happens when the end is not finite or the tolerance bad, and [`rejected`](Self::rejected) counts it.
    ///
    /// # Errors
    /// [`PhysicsError::NotFinite`] when the state or its rate is not finite at the present time,
    /// [`PhysicsError::StepTooSmall`] when no step is good enough. The state is that of
    /// [`Adaptive::time`] in any case.
    pub fn step_toward(
        &mut self,
        end: f64,
        mut rate: impl FnMut(f64, &Y, &mut Y),
    ) -> Result<(), PhysicsError> {
        match self.admitted(end) {
            Some(tolerance) if self.time != end => self.step(end, tolerance, &mut rate),
            _ => Ok(()),
        }
    }

    /// The tolerance, when it and the end are good numbers; counts it when not.
    fn admitted(&mut self, end: f64) -> Option<Tolerance> {
        let tolerance = self.tolerance.checked().filter(|_| (end - self.time).is_finite());
        self.rejected += u64::from(tolerance.is_none());
        tolerance
    }

    fn step(
        &mut self,
        end: f64,
        tolerance: Tolerance,
        rate: &mut impl FnMut(f64, &Y, &mut Y),
    ) -> Result<(), PhysicsError> {
        let way = end - self.time;
        if !self.fresh {
            self.evaluations += 1;
            rate(self.time, &self.state, &mut self.rates[0]);
            if !self.rates[0].is_finite() || !self.state.is_finite() {
                return Err(PhysicsError::NotFinite { time: self.time });
            }
            self.fresh = true;
        }
        if self.proposed == 0.0 {
            self.proposed = self.first_step(way, tolerance, rate);
        }
        let mut length = self.proposed.min(self.max_step.abs());
        let mut refused = false;
        loop {
            let least = 10.0 * f64::EPSILON * self.time.abs().max(f64::MIN_POSITIVE);
            // The last step may be shorter than any other.
            if length.is_nan() || length < least.min(way.abs()) {
                return Err(PhysicsError::StepTooSmall { time: self.time });
            }
            let reaches = length >= way.abs();
            let dt = if reaches { way } else { length.copysign(way) };
            let error = self.attempt(dt, tolerance, rate);
            let factor = if error > 0.0 { SAFETY * ops::pow64(error, -0.2) } else { MAX_GROWTH };
            if error <= 1.0 {
                let most = if refused { 1.0 } else { MAX_GROWTH };
                self.accept(dt, if reaches { end } else { self.time + dt });
                self.proposed = dt.abs() * factor.clamp(MAX_SHRINK, most);
                return Ok(());
            }
            refused = true;
            self.refused += 1;
            // An error that is not finite gives no hint.
            let factor = if factor.is_finite() { factor } else { MAX_SHRINK };
            length = dt.abs() * factor.clamp(MAX_SHRINK, 1.0);
        }
    }

    /// Tries a step: the rates and `trial` are those of the step afterwards. Returns its error, 1 being
    /// what the tolerance allows.
    fn attempt(
        &mut self,
        dt: f64,
        tolerance: Tolerance,
        rate: &mut impl FnMut(f64, &Y, &mut Y),
    ) -> f64 {
        let start = (self.time, &self.state, dt);
        DORMAND_PRINCE.evaluate(1, start, &mut self.trial, &mut self.rates, rate);
        self.evaluations += 6;
        set_sum(&mut self.error, dt, &DORMAND_PRINCE_ERROR, &self.rates);
        let error = self.error.scaled_error(&self.state, &self.trial, tolerance);
        let finite = self.trial.is_finite() && self.rates[6].is_finite();
        if finite { error.root_mean_square() } else { f64::INFINITY }
    }

    fn accept(&mut self, dt: f64, time: f64) {
        let [r1, r2, r3, r4, r5] = &mut self.dense;
        r1.clone_from(&self.state);
        r2.clone_from(&self.trial);
        r2.add_scaled(-1.0, &self.state);
        // r3 = dt·k1 − r2, r4 = r2 − dt·k7 − r3, r5 = dt·Σ dᵢkᵢ
        r3.clone_from(r2);
        r3.add_scaled(-2.0, r2);
        r3.add_scaled(dt, &self.rates[0]);
        r4.clone_from(r2);
        r4.add_scaled(-dt, &self.rates[6]);
        r4.add_scaled(-1.0, r3);
        set_sum(r5, dt, &DORMAND_PRINCE_DENSE, &self.rates);
        core::mem::swap(&mut self.state, &mut self.trial);
        self.rates.swap(0, 6);
        self.last = (self.time, dt);
        self.time = time;
        self.steps += 1;
    }

    /// A first step by the rule of Hairer, Nørsett and Wanner (II.4): one that changes the state by a
    /// hundredth, then one that suits the second derivative.
    fn first_step(
        &mut self,
        way: f64,
        tolerance: Tolerance,
        rate: &mut impl FnMut(f64, &Y, &mut Y),
    ) -> f64 {
        let norm = |value: &Y, at: &Y| value.scaled_error(at, at, tolerance).root_mean_square();
        let (size, speed) = (norm(&self.state, &self.state), norm(&self.rates[0], &self.state));
        let rough = if size < 1e-5 || speed < 1e-5 { 1e-6 } else { 0.01 * size / speed };
        let rough = rough.min(way.abs());
        self.trial.clone_from(&self.state);
        self.trial.add_scaled(rough.copysign(way), &self.rates[0]);
        self.evaluations += 1;
        rate(self.time + rough.copysign(way), &self.trial, &mut self.error);
        self.error.add_scaled(-1.0, &self.rates[0]);
        let bend = norm(&self.error, &self.state) / rough;
        let fine = if speed <= 1e-15 && bend <= 1e-15 {
            (rough * 1e-3).max(1e-6)
        } else {
            ops::pow64(0.01 / speed.max(bend), 0.2)
        };
        let step = fine.min(100.0 * rough);
        if step.is_finite() && step > 0.0 { step } else { rough }
    }

    /// The state at a time in seconds inside the last step, to fourth order, without another look at the rate. Times
    /// outside of the step are answered by its nearest end. Allocates where `Y` does.
    pub fn at(&self, time: f64) -> Y {
        let mut state = self.state.clone();
        self.at_into(time, &mut state);
        state
    }

    /// Writes the state at a time in seconds inside the last step, as [`Adaptive::at`] gives it, into a buffer.
    pub fn at_into(&self, time: f64, state: &mut Y) {
        let (start, length) = self.last;
        let part = if length == 0.0 { 1.0 } else { (time - start) / length };
        // After an event the state is that of the event, which lies inside the step.
        let reached = if length == 0.0 { 1.0 } else { (self.time - start) / length };
        if part.is_nan() || part >= reached {
            state.clone_from(&self.state);
        } else {
            self.interpolate(part.max(0.0), state);
        }
    }

    fn interpolate(&self, part: f64, state: &mut Y) {
        let rest = 1.0 - part;
        let [r1, r2, r3, r4, r5] = &self.dense;
        state.clone_from(r1);
        state.add_scaled(part, r2);
        state.add_scaled(part * rest, r3);
        state.add_scaled(part * part * rest, r4);
        state.add_scaled(part * part * rest * rest, r5);
    }
}

/// Sets `sum` to the weighted rates times `dt`.
fn set_sum<Y: State>(sum: &mut Y, dt: f64, weights: &[f64; 7], rates: &[Y; 7]) {
    sum.clone_from(&rates[0]);
    sum.add_scaled(-1.0, &rates[0]);
    add_all(sum, dt, weights, rates);
}
