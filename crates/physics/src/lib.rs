//! Physics for games and animation: integrators to choose from, and what moves by them.
//!
//! ```
//! use motile_physics::ode::{Integrator, Method, Motion, by_value};
//!
//! // A weight on a spring, released at 1 m, for ten seconds of 1/60 s.
//! let mut weight = Motion::new(1.0, 0.0);
//! let mut integrator = Integrator::new(Method::VelocityVerlet);
//! for _ in 0..600 {
//!     integrator.step(&mut weight, 1.0 / 60.0, by_value(|x: f64, _| -4.0 * x))?;
//! }
//! let energy = weight.velocity * weight.velocity + 4.0 * weight.position * weight.position;
//! assert!((energy - 4.0f64).abs() < 0.01, "nothing gained, nothing lost");
//! # Ok::<(), motile_physics::PhysicsError>(())
//! ```
//!
//! # Conventions
//!
//! Those of [`motile_geom`]: pixels, y down, radians clockwise, seconds.

pub mod ode;

mod error;

pub use error::PhysicsError;
