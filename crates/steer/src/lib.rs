//! Steering behaviors as pure functions on plain data.
//!
//! A behavior answers one question: *what change of velocity does this agent want now?* The answers are
//! plain vectors; [`combine`](weighted_sum) them, hand the result to [`Agent::step`], and the agent's limits do
//! the rest.
//!
//! ```
//! use motile_geom::{Circle, vec2};
//! use motile_steer::{Agent, Avoid, arrive, first_of};
//!
//! let mut agent = Agent::at(0.0, 0.0);
//! let goal = vec2(300.0, 0.0);
//! let rocks = [Circle::new(vec2(150.0, 5.0), 30.0)];
//! let dt = 1.0 / 60.0;
//! for _ in 0..300 {
//!     let around = Avoid::default().circles(&agent, rocks);
//!     let wish = first_of([around, arrive(&agent, goal, dt)]);
//!     agent.step(wish, dt);
//! }
//! assert!(agent.position.distance(goal) < 1.0);
//! ```
//!
//! # Which behavior for what
//!
//! With a picture of each: [`guide`].
//!
//! | to | use |
//! |---|---|
//! | reach a point at full speed, or run from it | [`seek`], [`flee`], [`flee_within`] |
//! | stop on a point | [`arrive`] |
//! | catch or escape a moving target | [`pursue`], [`evade`], [`intercept_time`] |
//! | roam | [`Wander`] |
//! | get around circles, walls, polygons | [`Avoid`] |
//! | follow waypoints, a corridor, or a smooth curve | [`PathFollower`], [`Corridor`], [`CurveFollower`] |
//! | follow a field of directions, a wall; stay in the world | [`VectorField`], [`follow_wall`], [`contain`] |
//! | hide, stand between, fly in formation, queue | [`hide`], [`interpose`], [`offset_pursuit`], [`queue`] |
//! | not bump into other agents | [`dodge`], [`separation`] |
//! | flock | [`FlockRules`], or [`separation`], [`alignment`], [`cohesion`] one by one |
//! | fly ten thousand boids, or walk a dense crowd | [`Flock`], [`Crowd`] |
//! | combine several | [`weighted_sum`], [`by_priority`], [`first_of`], [`dithered`] |
//! | move many agents at once | [`step_together`] |
//! | wrap, bounce, stop or turn back at the border | [`Boundary`] |
//! | see what they look at | [`DebugMarks`] |
//!
//! # Conventions
//!
//! Pixels, seconds, radians clockwise on the screen, y down. Wishes are changes of velocity in pixels per
//! second. Functions that brake need the step `dt`. Read all agents, then move all, as [`step_together`] does: the
//! result then does not depend on their order (STEER-30).
//!
//! The printed rules of the animation classics live beside the recommended ones under `classic` names; they
//! count in ticks, so use [`Agent::classic`] and `dt = 1.0` with them.
//!
//! A wish that is computed and thrown away, as the printed flock does with its alignment (STEER-W5), is a warning of the
//! compiler:
//!
//! ```compile_fail
//! #![deny(unused_must_use)]
//! use motile_steer::{Agent, Flockmate, alignment};
//! let (agent, neighbors) = (Agent::default(), [Flockmate::default()]);
//! alignment(&agent, neighbors);
//! ```
//!
//! # Limits
//!
//! - A wish is always finite. Where numbers are NaN, infinite, or so large that the way between them overflows
//!   (beyond about 10¹⁹ pixels), it is zero; [`Agent::validated`] says which number is bad. Zero velocity, a target
//!   on top of the agent, coincident agents, a mass or limits of zero or less: each behavior says what it does, and
//!   tests hold it to that.
//! - No behavior plans: around a concave wall a path finder is the better tool.
//! - [`Flock`] and [`Crowd`] know one world, one set of rules and one kind of sight each; walls of a crowd are looked
//!   through one by one, so keep them to dozens.
//!
//! # Speed
//!
//! Measured by `cargo xtask bench steer` on two server cores with AVX2, boids with 19 others in sight:
//! 10,000 boids take 2.2 ms a step (all pairs: 89 times that) and ten times as many about ten times as long; 50,000
//! take 14 ms on one core and 7 ms on two: 4 to 9 ns for each boid that is looked at, a third to a half of a loop
//! written by hand for the purpose. The grid pays from about 50 boids on, or some tens of obstacles. A [`Crowd`] of
//! 5,000 takes 4 ms.
//! A step allocates nothing once buffers have grown.
//!
//! # Features
//!
//! `parallel`: flocks and crowds over all cores (rayon), with the same results to the bit.
mod agent;
mod avoid;
mod classic_avoid;
mod classic_text;
mod combine;
mod corridor;
mod crowd;
mod debug;
mod edges;
mod fields;
mod flock;
mod follow_curve;
mod follow_path;
pub mod guide;
mod nearest;
mod orca;
mod pursue;
mod relations;
mod sane;
mod seek;
mod threat;
mod together;
mod wander;
mod way_ahead;

pub use agent::{Agent, AgentError};
pub use avoid::{Avoid, PassingSide};
pub use classic_avoid::ClassicAvoid;
pub use classic_text::ClassicText;
pub use combine::{by_priority, dithered, first_of, weighted_sum};
pub use corridor::Corridor;
pub use crowd::{Crowd, Flock};
pub use debug::{DebugMarks, Mark, MarkRole, MarkShape};
pub use edges::{Boundary, toroidal_offset};
pub use fields::{VectorField, contain, follow_wall};
pub use flock::{FlockRules, Flockmate, Sight, alignment, cohesion, separation};
pub use follow_curve::CurveFollower;
pub use follow_path::{PathEvent, PathFollower};
pub use nearest::MAX_NEIGHBORS;
pub use orca::{Body, HalfPlane, OrcaSolver, reciprocal_plane, wall_plane};
pub use pursue::{Lookahead, evade, evade_classic, intercept_time, pursue, pursue_classic};
pub use relations::{dodge, hide, hiding_spot, interpose, offset_pursuit, queue};
pub use seek::{arrive, arrive_classic, flee, flee_classic, flee_within, seek, seek_classic};
pub use threat::{Threat, nearest_threat};
pub use together::step_together;
pub use wander::Wander;

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
