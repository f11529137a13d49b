//! The rules as the animation classics print them, for readers who compare.
//!
//! They are those of the `ActionScript` books of the 2000s, which brought Craig Reynolds' *Steering Behaviors for
//! Autonomous Characters* (1999) to a generation of Flash programmers: a `Vehicle` with `seek`, `flee`, `arrive`, `pursue`, `evade`,
//! `wander`, `avoid`, `patrol` and `flock`, whose forces add up and are cut once a tick. The functions here keep what was
//! printed, the slips included: fleeing that adds the velocity instead of taking it off, avoidance that cancels out
//! between two rocks, an alignment that is computed and thrown away. The behaviors of the [crate] do it right.
//!
//! Lengths are pixels and time is counted in ticks: use [`agent()`], which has the limits of the books, and [`step()`].
//!
//! ```
//! use motile_geom::vec2;
//! use motile_steer::classic;
//!
//! let mut vehicle = classic::agent(0.0, 0.0);
//! for _ in 0..75 {
//!     let force = classic::arrive(&vehicle, vec2(300.0, 0.0), 100.0);
//!     classic::step(&mut vehicle, force);
//! }
//! assert!((vehicle.position.x - 300.0).abs() < 0.5);
//! ```

mod avoid;
mod flock;
mod path;
mod points;
mod text;
mod vehicle;
mod wander;

pub use avoid::Avoid;
pub use flock::{FLOCK_RULES, SIGHT, flock, flock_as_described};
pub use path::follow_path;
pub use points::{PREDICTION, arrive, evade, flee, pursue, seek};
pub use text::VectorText;
pub use vehicle::{SHAPE, agent, bounce, step, wrap};
pub use wander::{WANDER, wander};
