//! Demos about integrators, points and sticks, and bodies made of them.

use crate::Demo;

mod figures;

mod integrator_balls;
mod throw_curves;
mod verlet_point;
mod verlet_structures;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    integrator_balls::DEMO,
    throw_curves::DEMO,
    verlet_point::DEMO,
    verlet_structures::DEMO,
];
