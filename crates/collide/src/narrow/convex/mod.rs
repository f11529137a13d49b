//! The kernels of the narrow phase: questions between two convex shapes, on their cores.
//!
//! A core is a few corners and a radius ([`Core`](motile_geom::Core)). [`separation`](separation) says how two
//! sets of corners lie to each other; each question adds the radii in its own way. The public functions of
//! the crate call these for every pair of parts.

mod clip;
mod closest;
mod contact;
mod separation;

pub(crate) use closest::{closest_points, distance, overlaps, touches};
pub(crate) use contact::{contact, manifold};
