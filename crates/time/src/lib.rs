//! Ticks, fixed steps, clocks as values, and long work cut into slices under a frame budget.
//!
//! ```
//! use motile_time::FixedStep;
//!
//! let mut step = FixedStep::new(60);
//! let mut x = 0.0;
//! // A display of 50 Hz: each frame brings one or two ticks of 1/60 s.
//! for _frame in 0..50 {
//!     for tick in step.update(0.02) {
//!         x += 120.0 * tick.dt;
//!     }
//!     let _blend = step.alpha(); // draw between the last two states
//! }
//! assert_eq!(step.next_index(), 60);
//! assert!((x - 120.0f32).abs() < 1e-3);
//! ```
//!
//! Long work is a [`Job`]: a value that can be resumed.
//!
//! ```
//! use motile_time::{Budget, Jobs, JobProgress};
//!
//! let (mut n, mut sum) = (0u64, 0u64);
//! let mut jobs = Jobs::new();
//! let id = jobs.spawn(move |budget: &mut Budget<'_>| {
//!     while budget.more() {
//!         n += 1;
//!         sum += n;
//!         if n == 1000 {
//!             return JobProgress::Done(sum);
//!         }
//!     }
//!     JobProgress::Pending(n as f32 / 1000.0)
//! });
//! jobs.run_units(400); // or jobs.run(time, stopwatch)
//! assert_eq!(jobs.progress(id), 0.4);
//! jobs.run_units(600);
//! assert_eq!(jobs.take(id), Some(500_500));
//! ```
//!
//! # Conventions
//!
//! There is no clock in here. The host measures time and hands it in: as seconds per frame, or
//! as a stopwatch per job cycle or per piece of work. So the same calls give the same result in a window, in a
//! browser page, in a test and on a server.
//!
//! Time that passes is seconds as `f32`; moments of a clock and budgets of work are [`Duration`]s. Nothing accumulates in
//! floating point: [`FixedStep`] and [`Clock`] read `1.0 / 60.0` as a sixtieth, count whole parts far below a nanosecond
//! and stay exact for as long as they run. Times that are negative or not finite are ignored and counted.
//!
//! # Limits
//!
//! Jobs share the caller's thread: a job that never asks [`Budget::more`] holds the frame until it is
//! done, and pays for it afterwards. There is no thread pool, and a panic in a job is not caught.
//! [`Jobs`] is not `Send`, so that jobs may hold what a browser page gives them.

mod clock;
mod fixed_step;
mod fraction;
mod jobs;
mod stopwatch;
mod tick;

pub use clock::Clock;
pub use core::time::Duration;
pub use fixed_step::{FixedStep, Ticks};
pub use jobs::{
    Budget, Cycle, Job, JobId, JobOf, JobProgress, JobReport, JobState, Jobs, Task, frame_budget,
    run_to_end, yield_now,
};
pub use stopwatch::Stopwatch;
pub use tick::{Rate, TickTime};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
