//! Many agents at once: flocks and crowds on the grid.

mod chunks;
mod flock_crowd;
mod flock_kernel;
mod orca_crowd;

pub use flock_crowd::Flock;
pub use orca_crowd::Crowd;
