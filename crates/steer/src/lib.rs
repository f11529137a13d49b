//! Steering behaviors as pure functions on plain data.
//!
//! A behavior answers one question: *what change of velocity does this agent want now?* The answer is the **steering**, a
//! plain vector; [combine](weighted_sum) several, hand the result to [`Agent::step`], and the agent's limits do
//! the rest.
//!
//! ```
//! use motile_geom::{Circle, vec2};
//! use motile_steer::{Agent, Avoid, arrive, first_of};
//!
//! let mut agent = Agent::new(0.0, 0.0);
//! let goal = vec2(300.0, 0.0);
//! let rocks = [Circle::new(vec2(150.0, 5.0), 30.0)];
//! let dt = 1.0 / 60.0;
//! for _ in 0..300 {
//!     let around = Avoid::default().circles(&agent, rocks);
//!     let steering = first_of([around, arrive(&agent, goal, dt)]);
//!     agent.step(steering, dt);
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
//! | avoid obstacles: circles, walls, polygons | [`Avoid`] |
//! | follow waypoints, a corridor, or a smooth curve | [`PathFollower`], [`Corridor`], [`CurveFollower`] |
//! | follow a flow field, a wall; stay in the world | [`VectorField`], [`follow_wall`], [`contain`] |
//! | hide, stand between, fly in formation, queue | [`hide`], [`interpose`], [`offset_pursuit`], [`queue`] |
//! | not bump into other agents | [`dodge`], [`separation`] |
//! | flock | [`FlockRules`], or [`separation`], [`alignment`], [`cohesion`] one by one |
//! | fly ten thousand boids, or walk a dense crowd (ORCA) | [`Flock`], [`Crowd`] |
//! | combine several | [`weighted_sum`], [`by_priority`], [`first_of`], [`dithered`] |
//! | move many agents at once | [`step_together`] |
//! | wrap, bounce, stop or turn back at the border | [`Boundary`] |
//! | compare with what the books print | [`classic`] |
//!
//! # Seeing what they look at
//!
//! Every behavior takes `&agent`, or `marks.watch(&agent)` to write down what it looks at: its targets, feelers, circles
//! and neighbors, and three arrows for how the agent moves, how it wants to move, and the steering between the two. The
//! answer is the same, and without marks nothing is computed for them. [`Flock::mark`] and [`Crowd::mark`] show one of
//! many.
//!
//! ```
//! use motile_geom::{MarkRole, MarkSink, Marks, vec2};
//! use motile_steer::{Agent, seek};
//!
//! let (agent, goal) = (Agent::new(0.0, 0.0), vec2(100.0, 0.0));
//! let mut marks = Marks::new();
//! assert_eq!(seek(marks.watch(&agent), goal), seek(&agent, goal));
//! assert!(marks.iter().any(|mark| mark.role == MarkRole::Target));
//! ```
//!
//! # Conventions
//!
//! Pixels, seconds, radians clockwise on the screen, y down. Steering is a change of velocity in pixels per second.
//! Functions that brake need the step `dt`. Read all agents, then move all, as [`step_together`] does: the
//! result then does not depend on their order.
//!
//! Steering that is computed and thrown away is a warning of the compiler:
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
//! - Steering is always finite. Where numbers are NaN, infinite, or so large that the distance between them overflows
//!   (beyond about 10¹⁹ pixels), it is zero: no call returns a `Result` for that. [`Agent::fault`] names the bad number,
//!   the marks of the agent carry it as a label, and [`Flock`] and [`Crowd`] count what they refuse. Zero velocity, a
//!   target on top of the agent, coincident agents, a mass or limits of zero or less: each behavior says what it does,
//!   and tests hold it to that.
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
mod arrows;
mod avoid;
mod boundary;
pub mod classic;
mod combine;
mod contain;
mod corridor;
mod crowd;
mod dodge;
mod feeler;
mod finite;
mod flock;
mod follow_curve;
mod follow_path;
mod follow_wall;
mod formation;
pub mod guide;
mod hide;
mod nearest;
mod orca;
mod pursue;
mod queue;
mod seek;
mod sight;
mod step_together;
mod threat;
mod vector_field;
mod wander;

pub use agent::{Agent, AgentFault};
pub use arrows::mark_steering;
pub use avoid::{Avoid, PassingSide};
pub use boundary::{Boundary, toroidal_offset};
pub use combine::{by_priority, dithered, first_of, weighted_sum};
pub use contain::contain;
pub use corridor::Corridor;
pub use crowd::{Crowd, Flock};
pub use dodge::dodge;
pub use flock::{FlockRules, Flockmate, alignment, cohesion, separation};
pub use follow_curve::CurveFollower;
pub use follow_path::{PathEvent, PathFollower};
pub use follow_wall::follow_wall;
pub use formation::{interpose, offset_pursuit};
pub use hide::{hide, hiding_spot};
pub use nearest::MAX_NEIGHBORS;
pub use orca::{Body, HalfPlane, OrcaSolver, reciprocal_plane, wall_plane};
pub use pursue::{Prediction, evade, intercept_time, pursue};
pub use queue::queue;
pub use seek::{arrive, flee, flee_within, seek};
pub use sight::Sight;
pub use step_together::step_together;
pub use threat::{Threat, nearest_threat};
pub use vector_field::VectorField;
pub use wander::Wander;

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
