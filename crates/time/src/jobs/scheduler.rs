//! Many jobs, one budget.

use super::{Budget, Job, JobProgress, budget::nanos};
use core::{any::Any, fmt, marker::PhantomData, time::Duration};
use motile_geom::{Arena, Id};

/// Jobs of different kinds that share a budget.
///
/// In each cycle the budget is split by weight. A job that uses more than it was allowed owes the rest
/// and gets that much less in the cycles after (`debt ← max(0, debt + used − share)`); what a
/// job leaves over passes to the others in the same cycle. The job that goes first changes from cycle
/// to cycle. Stepping allocates nothing; finishing a job boxes its result.
#[doc(alias = "coroutine")]
#[doc(alias = "task scheduler")]
#[doc(alias = "time slicing")]
#[derive(Default)]
pub struct Jobs {
    slots: Arena<Slot>,
    first: u32,
    /// Stops all jobs while true.
    pub paused: bool,
}

/// Names a job in [`Jobs`] and the type of its result. An id of a job that is gone names nothing.
pub type JobId<T> = Id<JobOf<T>>;

/// A job that gives a `T`, whatever kind of job it is: what a [`JobId`] names.
pub struct JobOf<T>(PhantomData<T>);

/// Where a job is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It gets its share of each cycle.
    Running,
    /// Held back by [`Jobs::pause`].
    Paused,
    /// The result waits for [`Jobs::take`].
    Done,
}

/// What one cycle did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// Used by all jobs together: nanoseconds, or units.
    pub used: u64,
    /// How many jobs were stepped.
    pub stepped: u32,
    /// How many of them finished.
    pub finished: u32,
}

struct Slot {
    work: Work,
    weight: f32,
    paused: bool,
    progress: f32,
    debt: u64,
    /// This cycle's share, and whether the job would take more.
    share: u64,
    hungry: bool,
}

enum Work {
    Running(Box<dyn ErasedJob>),
    Done(Box<dyn Any>),
}

impl Jobs {
    /// No jobs yet.
    pub const fn new() -> Self {
        Self { slots: Arena::new(), first: 0, paused: false }
    }

    /// Adds a job with weight 1. It runs from the next cycle on.
    pub fn spawn<J>(&mut self, job: J) -> JobId<J::Output>
    where
        J: Job + 'static,
        J::Output: 'static,
    {
        self.spawn_weighted(job, 1.0)
    }

    /// Adds a job that gets `weight` parts of the budget, relative to the others. A weight of 0 (or
    /// negative, or not finite) means: only what the others leave over.
    pub fn spawn_weighted<J>(&mut self, job: J, weight: f32) -> JobId<J::Output>
    where
        J: Job + 'static,
        J::Output: 'static,
    {
        self.slots.insert(Slot::new(Box::new(job), valid_weight(weight))).cast()
    }

    /// One cycle with a budget of time. The stopwatch gives the time since any fixed moment, for
    /// example `|| start.elapsed()` natively or `performance.now()` in a page.
    pub fn run(&mut self, budget: Duration, mut stopwatch: impl FnMut() -> Duration) -> Cycle {
        self.cycle(nanos(budget), |job, allowance| {
            let mut budget = Budget::time(Duration::from_nanos(allowance), &mut stopwatch);
            let progress = job.step(&mut budget);
            (progress, budget.used())
        })
    }

    /// One cycle with a budget of units: the same slices on every machine.
    pub fn run_units(&mut self, units: u64) -> Cycle {
        self.cycle(units, |job, allowance| {
            let mut budget = Budget::units(allowance);
            let progress = job.step(&mut budget);
            (progress, budget.used())
        })
    }

    fn cycle(
        &mut self,
        budget: u64,
        mut step: impl FnMut(&mut dyn ErasedJob, u64) -> Stepped,
    ) -> Cycle {
        let mut cycle = Cycle::default();
        if self.paused || self.slots.slots_len() == 0 {
            return cycle;
        }
        // Rounding leaves a rest, which is passed on like unused time.
        let mut pool = budget - self.share_out(budget);
        let count = self.slots.slots_len() as u32;
        let first = self.first % count;
        self.first = self.first.wrapping_add(1);
        for index in (first..count).chain(0..first) {
            let slot = self.slots.value_at_mut(index).filter(|slot| slot.is_runnable());
            if let Some(slot) = slot {
                pool = slot.step_once(pool, &mut step, &mut cycle);
            }
        }
        // What is left goes to those that could use it, until nobody wants it.
        while pool > 0 {
            let before = pool;
            for index in (first..count).chain(0..first) {
                let wants = |slot: &&mut Slot| slot.hungry && slot.debt == 0 && pool > 0;
                if let Some(slot) = self.slots.value_at_mut(index).filter(wants) {
                    slot.share = 0;
                    pool = slot.step_once(pool, &mut step, &mut cycle);
                }
            }
            if pool == before {
                break;
            }
        }
        cycle
    }

    /// Gives each runnable job its share; the result is the sum.
    fn share_out(&mut self, budget: u64) -> u64 {
        let runnable = |slot: &&mut Slot| slot.is_runnable();
        let total: f64 =
            self.slots.values_mut().filter(runnable).map(|slot| slot.weight as f64).sum();
        let mut left = budget;
        for slot in self.slots.values_mut().filter(runnable) {
            let share =
                if total > 0.0 { budget as f64 * (slot.weight as f64 / total) } else { 0.0 };
            slot.share = (share as u64).min(left);
            left -= slot.share;
        }
        budget - left
    }

    /// The result, once. Frees the handle.
    pub fn take<T: 'static>(&mut self, id: JobId<T>) -> Option<T> {
        if !matches!(self.slot(id)?.work, Work::Done(_)) {
            return None;
        }
        let Work::Done(output) = self.slots.remove(id.cast())?.work else { return None };
        output.downcast().ok().map(|output| *output)
    }

    /// Ends a job: it runs no further unit, and its result, if there is one, is dropped. False when the
    /// handle names nothing.
    pub fn cancel<T>(&mut self, id: JobId<T>) -> bool {
        self.slots.remove(id.cast()).is_some()
    }

    /// Holds a job back, or lets it go on. False when the handle names nothing.
    pub fn pause<T>(&mut self, id: JobId<T>, paused: bool) -> bool {
        self.slot_mut(id).map(|slot| slot.paused = paused).is_some()
    }

    /// Changes a job's part of the budget, see [`Jobs::spawn_weighted`]. False when the handle names
    /// nothing.
    pub fn set_weight<T>(&mut self, id: JobId<T>, weight: f32) -> bool {
        self.slot_mut(id).map(|slot| slot.weight = valid_weight(weight)).is_some()
    }

    /// Where the job is; `None` when it was taken or cancelled.
    pub fn state<T>(&self, id: JobId<T>) -> Option<JobState> {
        self.slot(id).map(|slot| match slot.work {
            Work::Done(_) => JobState::Done,
            Work::Running(_) if slot.paused => JobState::Paused,
            Work::Running(_) => JobState::Running,
        })
    }

    /// How much is done, 0…1; 1 when the result is there, 0 when the handle names nothing.
    pub fn progress<T>(&self, id: JobId<T>) -> f32 {
        self.slot(id).map_or(0.0, |slot| slot.progress)
    }

    /// What the job owes for overrunning: nanoseconds, or units.
    pub fn debt<T>(&self, id: JobId<T>) -> u64 {
        self.slot(id).map_or(0, |slot| slot.debt)
    }

    /// How many jobs are not finished yet, paused ones included.
    pub fn unfinished(&self) -> usize {
        self.slots.values().filter(|slot| matches!(slot.work, Work::Running(_))).count()
    }

    fn slot<T>(&self, id: JobId<T>) -> Option<&Slot> {
        self.slots.get(id.cast())
    }

    fn slot_mut<T>(&mut self, id: JobId<T>) -> Option<&mut Slot> {
        self.slots.get_mut(id.cast())
    }
}

impl fmt::Debug for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jobs")
            .field("unfinished", &self.unfinished())
            .field("paused", &self.paused)
            .finish_non_exhaustive()
    }
}

type Stepped = (JobProgress<Box<dyn Any>>, u64);

impl Slot {
    const fn new(job: Box<dyn ErasedJob>, weight: f32) -> Self {
        Self {
            work: Work::Running(job),
            weight,
            paused: false,
            progress: 0.0,
            debt: 0,
            share: 0,
            hungry: false,
        }
    }

    fn is_runnable(&self) -> bool {
        matches!(self.work, Work::Running(_)) && !self.paused
    }

    /// Steps with the share, less the debt, plus the pool; gives what is left of the pool.
    fn step_once(
        &mut self,
        pool: u64,
        step: &mut impl FnMut(&mut dyn ErasedJob, u64) -> Stepped,
        cycle: &mut Cycle,
    ) -> u64 {
        // Time withheld for a debt goes back to the frame that paid for it, not to the other jobs.
        let repaid = self.debt.min(self.share);
        let allowance = self.share - repaid + pool;
        self.debt -= repaid;
        self.hungry = false;
        let Work::Running(job) = &mut self.work else { return pool };
        if allowance == 0 || self.debt > 0 {
            return allowance;
        }
        let (progress, used) = step(job.as_mut(), allowance);
        self.debt += used.saturating_sub(allowance);
        cycle.used += used;
        cycle.stepped += 1;
        match progress {
            JobProgress::Pending(progress) => {
                self.progress = if progress.is_nan() { 0.0 } else { progress.clamp(0.0, 1.0) };
                self.hungry = used >= allowance;
            }
            JobProgress::Done(output) => {
                self.progress = 1.0;
                self.work = Work::Done(output);
                cycle.finished += 1;
            }
        }
        allowance.saturating_sub(used)
    }
}

fn valid_weight(weight: f32) -> f32 {
    if weight.is_finite() { weight.max(0.0) } else { 0.0 }
}

/// A job whose result type has been put aside.
trait ErasedJob {
    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Box<dyn Any>>;
}

impl<J> ErasedJob for J
where
    J: Job,
    J::Output: 'static,
{
    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Box<dyn Any>> {
        match Job::step(self, budget) {
            JobProgress::Pending(progress) => JobProgress::Pending(progress),
            JobProgress::Done(output) => JobProgress::Done(Box::new(output)),
        }
    }
}
