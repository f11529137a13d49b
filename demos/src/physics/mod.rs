//! Demos about integrators, points and sticks, and bodies made of them.

use crate::Demo;

mod figures;

mod crane_yard;
mod galaxy;
mod harbor;
mod hinge;
mod integrator_balls;
mod integrator_lab;
mod ragdolls;
mod rope_bridge;
mod soft_blobs;
mod tearing_cloth;
mod throw_curves;
mod vehicle;
mod verlet_point;
mod verlet_structures;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    vehicle::DEMO,
    soft_blobs::DEMO,
    tearing_cloth::DEMO,
    rope_bridge::DEMO,
    harbor::DEMO,
    crane_yard::DEMO,
    ragdolls::DEMO,
    galaxy::DEMO,
    hinge::DEMO,
    integrator_balls::DEMO,
    integrator_lab::DEMO,
    throw_curves::DEMO,
    verlet_point::DEMO,
    verlet_structures::DEMO,
];
