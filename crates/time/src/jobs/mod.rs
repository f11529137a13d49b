//! Cooperative long work under a frame budget.
//!
//! A job is a value with a `step`. [`Jobs`] holds many of different kinds, shares a budget among them
//! by weight, makes those that overrun pay for it, and keeps their results until they are taken.

mod budget;
mod scheduler;
mod task;

pub use budget::{Budget, frame_budget};
pub use scheduler::{Cycle, JobId, JobOf, JobState, Jobs};
pub use task::{JobReport, Task, yield_now};

/// What a step of a job has to say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JobProgress<T> {
    /// More to do; how much is done so far, 0…1.
    Pending(f32),
    /// Finished, with the result. The job is not stepped again.
    Done(T),
}

/// Long work that can be interrupted between units and resumed later.
///
/// A path search, an encoder, a mesh builder: whatever has an outer loop is a job in about ten lines,
/// by asking [`Budget::more`] before each unit. Work that can fail has a `Result` as its output.
/// Closures `FnMut(&mut Budget) -> JobProgress<T>` are jobs, and `async` blocks are through [`Task`].
///
/// ```
/// use motile_time::{Budget, Job, JobProgress, run_to_end};
///
/// /// Is the number a prime?
/// struct Prime { n: u64, divisor: u64 }
///
/// impl Job for Prime {
///     type Output = bool;
///     fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<bool> {
///         while budget.more() {
///             if self.divisor * self.divisor > self.n {
///                 return JobProgress::Done(self.n > 1);
///             }
///             if self.n % self.divisor == 0 {
///                 return JobProgress::Done(false);
///             }
///             self.divisor += 1;
///         }
///         JobProgress::Pending((self.divisor * self.divisor) as f32 / self.n as f32)
///     }
/// }
///
/// assert!(run_to_end(Prime { n: 1_000_003, divisor: 2 }));
/// ```
pub trait Job {
    /// The result; a `Result` when the work can fail.
    type Output;

    /// Works until the budget is used up or the result is there.
    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Self::Output>;
}

impl<T, F: FnMut(&mut Budget<'_>) -> JobProgress<T>> Job for F {
    type Output = T;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<T> {
        self(budget)
    }
}

/// Runs a job to its end in one go, without a budget. A job that waits for ever runs for ever.
pub fn run_to_end<J: Job>(mut job: J) -> J::Output {
    loop {
        if let JobProgress::Done(output) = job.step(&mut Budget::unlimited()) {
            return output;
        }
    }
}
