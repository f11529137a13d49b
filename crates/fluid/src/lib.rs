//! Smoke, ink, fire and liquid: incompressible flow around moving bodies, the same bits everywhere.
//!
//! ```
//! use motile_fluid::{Fluid, FluidSolid};
//! use motile_geom::{Circle, vec2};
//!
//! // A box of 64 × 64 cells of 8 pixels, a ball in it, and warm smoke under the ball.
//! let mut smoke = Fluid::new(64, 64, 8.0)?;
//! smoke.solids.push(FluidSolid::new(Circle::new(vec2(256.0, 220.0), 60.0)));
//! for _ in 0..90 {
//!     smoke.add_dye(vec2(256.0, 470.0), 30.0, [1.0, 0.8, 0.5]);
//!     smoke.add_heat(vec2(256.0, 470.0), 30.0, 1.0);
//!     smoke.step(1.0 / 60.0);
//! }
//! assert_eq!(smoke.is_solid(32, 27), true);
//! assert!(smoke.velocity_at(vec2(256.0, 380.0)).y < 0.0, "it rises");
//! # Ok::<(), motile_fluid::FluidError>(())
//! ```
//!
//! # What is here
//!
//! | topic | items |
//! |---|---|
//! | gas, ink or water that fills its box | [`Fluid`] |
//! | liquid with a surface that splashes | [`Liquid`], [`LiquidParticle`] |
//! | obstacles, and what the flow does to them | [`FluidSolid`], [`SolidShape`], [`SolidParts`], [`SolidPush`], [`FluidWalls`] |
//! | how the pressure is found, and how well | [`PressureSolver`], [`PressureReport`] |
//! | how quantities are carried | [`Advection`] |
//! | the solver of the classics, to compare with | [`classic`] |
//! | saving and loading, bit for bit | [`SaveState`](motile_geom::SaveState) of [`Fluid`] and [`Liquid`] |
//!
//! # Conventions
//!
//! Positions are pixels, x to the right and y down; time is seconds. Results do not depend on the processor or on the number
//! of threads. Numbers that are not finite, given to a thing that keeps state, change nothing and are counted in its field
//! `rejected`. [`ClassicFluid`](classic::ClassicFluid) counts nothing: it takes densities and velocities as they are,
//! as the chapters do, and only steps of bad times do nothing.
//!
//! # Limits
//!
//! - Obstacles thinner than a cell may leak.
//! - Fluid has one density: oil on water, or sound, is another method's business.

pub mod classic;
mod error;
mod fluid;
mod liquid;
mod parts;
mod pressure;
mod rows;
mod save;
mod solid;
mod staggered;

pub use error::FluidError;
pub use fluid::Fluid;
pub use liquid::{Liquid, LiquidParticle};
pub use parts::SolidParts;
pub use pressure::{PressureReport, PressureSolver};
pub use solid::{FluidSolid, FluidWalls, SolidPush, SolidShape};
pub use staggered::Advection;

/// The programs in the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
