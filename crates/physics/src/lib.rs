//! Physics for games and animation: worlds of points and constraints, integrators to choose from, throws, forces.
//!
//! ```
//! use motile_geom::vec2;
//! use motile_physics::world::{Collider, World};
//!
//! // A cloth hung up at two corners falls onto nothing, a box falls onto the floor.
//! let mut world = World::default();
//! world.colliders.push(Collider::floor(600.0));
//! let cloth = world.build_cloth(vec2(100.0, 100.0), 20, 20, 8.0);
//! for corner in [cloth.point(0, 0), cloth.point(19, 0)].into_iter().flatten() {
//!     world.set_pinned(corner, true);
//! }
//! let crate_ = world.build_box(vec2(400.0, 300.0), vec2(60.0, 40.0));
//! for _ in 0..180 {
//!     world.step(1.0 / 60.0);
//! }
//! let lowest = world.position(crate_.points[2]).unwrap();
//! assert!((lowest.y - 600.0).abs() < 0.1, "it lies on the floor");
//! ```
//!
//! # What is here
//!
//! | topic | items |
//! |---|---|
//! | worlds of points, sticks and other constraints | [`world::World`], and [`world::World64`] where digits count |
//! | fields of force, gravity between many bodies | [`forces`], [`Attraction`] |
//! | integrators over any state, fixed and adaptive | [`ode`] |
//! | throws with and without air, a ball that bounces at the right time | [`Throw`], [`DragThrow`], [`Ball`] |
//! | seeing it: values over time, all integrators side by side | [`Series`], [`Lab`] |
//! | pixels and meters | [`Scale`] |
//! | the rules of the classics, to compare with | [`classic`] |
//! | debug views | `mark` of worlds, fields, throws, gravity and lab |
//!
//! # Bad numbers
//!
//! Numbers that are not finite or out of their range, given to a thing that keeps state, change nothing and are counted in
//! its field `rejected`, which `mark` shows. Functions of plain data answer `None`. Errors are left for what a program
//! has to decide about: points that are gone, bytes that are no world, equations without a solution.
//!
//! # Features
//!
//! - `parallel`: blocks of a world and leaves of the gravity tree over all cores, with the same results to the bit.
//!
//! # Conventions
//!
//! Those of [`motile_geom`]: pixels, y down, radians clockwise, seconds, `f32`. Masses have no unit of their own;
//! forces are mass · pixels / s². [`ode`] is `f64` in time, for accuracy is its subject.
//!
//! # Limits
//!
//! - Points are swept against colliders, against each other and, with
//!   [`sticks_collide`](world::World::sticks_collide), against sticks, so that nothing is too thin or too fast; a point
//!   that many others push at once can still be pressed through.
//! - Colliders that change every step keep the whole world awake.
//! - Velocities are differences of `f32` positions: at 1,000 pixels from the origin and sub-steps of 1/240 s what
//!   constraints do to them is exact to about 0.02 pixels per second. [`world::World64`] has the digits.
//! - Constraints other than rigid sticks are relaxed on one thread.
//! - Rigid bodies and fluids are not here.

pub mod classic;
pub mod forces;
pub mod ode;
pub mod world;

mod ball;
mod error;
mod lab;
mod nbody;
mod series;
mod trajectory;
mod units;

pub use ball::{Ball, BallImpact};
pub use error::PhysicsError;
pub use lab::{Lab, Model, Run};
pub use nbody::Attraction;
pub use series::Series;
pub use trajectory::{DragThrow, Landing, Throw};
pub use units::{INCHES_PER_FOOT, METERS_PER_FOOT, STANDARD_GRAVITY, Scale};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
