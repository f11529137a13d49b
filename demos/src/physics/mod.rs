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
    crane_yard::DEMO,
    galaxy::DEMO,
    harbor::DEMO,
    hinge::DEMO,
    integrator_balls::DEMO,
    integrator_lab::DEMO,
    ragdolls::DEMO,
    rope_bridge::DEMO,
    soft_blobs::DEMO,
    tearing_cloth::DEMO,
    throw_curves::DEMO,
    vehicle::DEMO,
    verlet_point::DEMO,
    verlet_structures::DEMO,
];
