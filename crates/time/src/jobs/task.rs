//! `async` blocks as jobs.

use super::{Budget, Job, JobProgress};
use core::{
    future::Future,
    pin::Pin,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    task::{Context, Poll, Waker},
};
use std::{sync::Arc, task::Wake};

/// An `async` block as a [`Job`]: it runs from one [`yield_now`] to the next while the budget lasts.
///
/// A block that awaits something else sleeps until that wakes it, and uses no time meanwhile.
///
/// ```
/// use motile_time::{Jobs, Task, yield_now};
///
/// let mut jobs = Jobs::new();
/// let id = jobs.spawn(Task::new(|report| async move {
///     let mut sum = 0u64;
///     for n in 1..=100u64 {
///         sum += n;
///         report.set(n as f32 / 100.0);
///         yield_now().await;
///     }
///     sum
/// }));
/// jobs.run_units(50);
/// assert_eq!(jobs.progress(id), 0.5);
/// jobs.run_units(51);
/// assert_eq!(jobs.take(id), Some(5050));
/// ```
pub struct Task<F> {
    future: Pin<Box<F>>,
    report: JobReport,
    alarm: Arc<Alarm>,
    waker: Waker,
}

impl<F: Future> Task<F> {
    /// Makes the block; what it gets is the handle to report its progress with.
    pub fn new(make: impl FnOnce(JobReport) -> F) -> Self {
        let report = JobReport::default();
        let alarm = Arc::new(Alarm(AtomicBool::new(true)));
        Self {
            future: Box::pin(make(report.clone())),
            report,
            waker: Waker::from(Arc::clone(&alarm)),
            alarm,
        }
    }

    /// A block that does not report progress.
    pub fn from_future(future: F) -> Self {
        Self::new(|_| future)
    }
}

impl<F: Future> Job for Task<F> {
    type Output = F::Output;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<F::Output> {
        // The alarm comes first: a sleeping task must not use up a unit.
        while self.alarm.rang() && budget.more() {
            self.alarm.stop();
            let mut context = Context::from_waker(&self.waker);
            if let Poll::Ready(output) = self.future.as_mut().poll(&mut context) {
                return JobProgress::Done(output);
            }
        }
        JobProgress::Pending(self.report.get())
    }
}

impl<F> core::fmt::Debug for Task<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Task").field("progress", &self.report.get()).finish_non_exhaustive()
    }
}

/// Lets other work run: gives the frame back when the budget is used up, goes on at once otherwise.
pub fn yield_now() -> impl Future<Output = ()> {
    let mut yielded = false;
    core::future::poll_fn(move |context| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
}

/// Where an `async` job writes its progress.
#[derive(Clone, Debug, Default)]
pub struct JobReport(Arc<AtomicU32>);

impl JobReport {
    /// How much is done, 0…1.
    pub fn set(&self, progress: f32) {
        self.0.store(progress.to_bits(), Ordering::Relaxed);
    }

    /// What was set last; 0 at the beginning.
    pub fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }
}

/// Set when a sleeping block may go on; wakers may be called from any thread.
struct Alarm(AtomicBool);

impl Alarm {
    fn rang(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn stop(&self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }
}
