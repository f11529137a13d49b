//! Particles and trails for games: emitters as plain data with curves over life, the same bits on every platform.
//!
//! ```
//! use motile_geom::{Affine2, vec2};
//! use motile_particles::{Emitter, ParticlePainter, Particles};
//! use motile_pixels::{Color, Surface};
//!
//! let mut fire = Particles::new(Emitter::fire());
//! fire.position = vec2(80.0, 100.0);
//! for _ in 0..60 {
//!     fire.step(1.0 / 60.0);
//! }
//! assert!(fire.len() > 50);
//!
//! let mut picture = Surface::opaque(160, 120, Color::BLACK)?;
//! ParticlePainter::new().draw(&fire, &mut picture, Affine2::IDENTITY);
//! assert!(picture.get(80, 90).is_some_and(|color| color.r > 100), "it glows");
//! # Ok::<(), motile_pixels::SurfaceError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | say what flies | [`Emitter`] and its presets, [`EmitterShape`], [`Burst`], [`LifeCurve`], [`ColorRamp`], [`ParticleLook`] |
//! | let it fly | [`Particles`] |
//! | draw it | [`ParticlePainter`] on a surface; with the feature `stage`, `ParticleSystem` on a stage |
//! | leave a ribbon behind | [`Trail`] |
//! | take an emitter into a program | [`Emitter::to_code`] |
//!
//! Everything is a value: a copy goes on alike, a seed gives the same particles in every host, and no step but the first
//! ones allocates.
//!
//! # Features
//!
//! - `stage`: `ParticleSystem` and trails as content of nodes.
//!
//! # Limits
//!
//! - Particles do not meet anything: read their places with [`Particles::iter`] and collide them with what you like.
//! - They are drawn upright on whole pixels, in 32 steps of life, at most 256 pixels large, in turns of a few degrees.
//! - A curve has at most eight points.

mod code;
mod curve;
mod emitter;
mod lanes;
mod look;
mod painter;
mod particles;
mod place;
mod preset;
#[cfg(feature = "stage")]
mod stage;
mod trail;

pub use curve::{ColorRamp, LifeCurve};
pub use emitter::{Burst, Emitter, EmitterShape};
pub use look::ParticleLook;
pub use painter::ParticlePainter;
pub use particles::{Particle, Particles};
pub use preset::EmitterPreset;
#[cfg(feature = "stage")]
pub use stage::ParticleSystem;
pub use trail::{Trail, TrailPoint};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
