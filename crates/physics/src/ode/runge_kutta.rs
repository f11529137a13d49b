//! Explicit Runge–Kutta methods by their tables: one loop for all of them, on whole states.

use super::State;

/// The coefficients of a method with `N` stages.
pub(super) struct Tableau<const N: usize> {
    /// When each stage looks, in parts of the step.
    pub nodes: [f64; N],
    /// How much of each earlier stage goes into a stage.
    pub stages: [[f64; N]; N],
    /// How much of each stage goes into the step.
    pub weights: [f64; N],
}

pub(super) const EULER: Tableau<1> = Tableau { nodes: [0.0], stages: [[0.0]], weights: [1.0] };

pub(super) const MIDPOINT: Tableau<2> =
    Tableau { nodes: [0.0, 0.5], stages: [[0.0, 0.0], [0.5, 0.0]], weights: [0.0, 1.0] };

pub(super) const HEUN: Tableau<2> =
    Tableau { nodes: [0.0, 1.0], stages: [[0.0, 0.0], [1.0, 0.0]], weights: [0.5, 0.5] };

pub(super) const RUNGE_KUTTA_4: Tableau<4> = Tableau {
    nodes: [0.0, 0.5, 0.5, 1.0],
    stages: [[0.0; 4], [0.5, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
    weights: [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
};

/// Dormand and Prince 1980, "A family of embedded Runge-Kutta formulae". The last stage is the first one
/// of the next step.
pub(super) const DORMAND_PRINCE: Tableau<7> = Tableau {
    nodes: [0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0],
    stages: [
        [0.0; 7],
        [0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0, 0.0],
        [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0, 0.0],
        [
            9017.0 / 3168.0,
            -355.0 / 33.0,
            46732.0 / 5247.0,
            49.0 / 176.0,
            -5103.0 / 18656.0,
            0.0,
            0.0,
        ],
        DORMAND_PRINCE_WEIGHTS,
    ],
    weights: DORMAND_PRINCE_WEIGHTS,
};

const DORMAND_PRINCE_WEIGHTS: [f64; 7] =
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0];

/// Fifth-order weights minus fourth-order weights: the error estimate.
pub(super) const DORMAND_PRINCE_ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

/// Weights of the fourth-order polynomial through a Dormand–Prince step (Shampine's, in the form of
/// Hairer, Nørsett and Wanner, "Solving Ordinary Differential Equations I", II.6).
pub(super) const DORMAND_PRINCE_DENSE: [f64; 7] = [
    -12715105075.0 / 11282082432.0,
    0.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];

impl<const N: usize> Tableau<N> {
    /// Evaluates stages `first..N` into `rates`; `trial` is scratch and ends as the argument of the
    /// last stage. `rates` has room for at least `N`.
    pub(super) fn evaluate<Y: State>(
        &self,
        first: usize,
        (time, state, dt): (f64, &Y, f64),
        trial: &mut Y,
        rates: &mut [Y],
        rate: &mut impl FnMut(f64, &Y, &mut Y),
    ) {
        for stage in first..N {
            let (known, new) = rates.split_at_mut(stage);
            trial.clone_from(state);
            add_all(trial, dt, &self.stages[stage], known);
            rate(time + self.nodes[stage] * dt, trial, &mut new[0]);
        }
    }
}

/// Adds the weighted rates times `dt`.
pub(super) fn add_all<Y: State>(state: &mut Y, dt: f64, weights: &[f64], rates: &[Y]) {
    for (weight, rate) in weights.iter().zip(rates) {
        if *weight != 0.0 {
            state.add_scaled(dt * weight, rate);
        }
    }
}
