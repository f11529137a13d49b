//! The acceptance checks of the jobs: SIM-37…40, SIM-A18.

use motile_time::{
    Budget, Duration, Job, JobProgress, JobState, Jobs, Task, run_to_end, yield_now,
};
use proptest::prelude::*;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

const MS: u64 = 1_000_000;

/// A stopwatch that moves only when told.
#[derive(Clone, Default)]
struct Watch(Rc<Cell<u64>>);

impl Watch {
    fn pass(&self, nanos: u64) {
        self.0.set(self.0.get() + nanos);
    }

    fn reader(&self) -> impl FnMut() -> Duration + use<> {
        let now = Rc::clone(&self.0);
        move || Duration::from_nanos(now.get())
    }
}

#[test]
fn sim_a18_allowances_and_debts() {
    let watch = Watch::default();
    let allowances = Rc::new(RefCell::new(Vec::new()));
    let used = [6, 12, 4, 8, 30, 0, 0, 0, 8];
    let row = Rc::new(Cell::new(0));

    let mut jobs = Jobs::new();
    let id = jobs.spawn({
        let (watch, allowances, row) = (watch.clone(), Rc::clone(&allowances), Rc::clone(&row));
        move |budget: &mut Budget<'_>| {
            allowances.borrow_mut().push((row.get(), budget.allowance() / MS));
            watch.pass(used[row.get()] * MS);
            JobProgress::<()>::Pending(0.0)
        }
    });
    let mut debts = Vec::new();
    for cycle in 0..used.len() {
        row.set(cycle);
        jobs.run(Duration::from_millis(8), watch.reader());
        debts.push(jobs.debt(id) / MS);
    }
    assert_eq!(debts, [0, 4, 0, 0, 22, 14, 6, 0, 0]);
    // Cycles 5 and 6 have an allowance of 0: the job is not called at all.
    assert_eq!(*allowances.borrow(), [(0, 8), (1, 8), (2, 4), (3, 8), (4, 8), (7, 2), (8, 8)]);
}

/// Adds up 1…n, one addition a unit.
struct Sum {
    next: u64,
    n: u64,
    total: u64,
}

impl Sum {
    fn new(n: u64) -> Self {
        Self { next: 1, n, total: 0 }
    }
}

impl Job for Sum {
    type Output = u64;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<u64> {
        while budget.more() {
            self.total = self.total.wrapping_mul(31) + self.next;
            self.next += 1;
            if self.next > self.n {
                return JobProgress::Done(self.total);
            }
        }
        JobProgress::Pending((self.next - 1) as f32 / self.n as f32)
    }
}

#[test]
fn sim_a18_a_cancelled_job_runs_no_further_unit() {
    let count = Rc::new(Cell::new(0));
    let mut jobs = Jobs::new();
    let id = jobs.spawn({
        let count = Rc::clone(&count);
        move |budget: &mut Budget<'_>| {
            while budget.more() {
                count.set(count.get() + 1);
            }
            JobProgress::<()>::Pending(0.5)
        }
    });
    jobs.run_units(7);
    assert!(jobs.cancel(id));
    assert!(!jobs.cancel(id));
    assert_eq!(jobs.run_units(7).stepped, 0);
    assert_eq!(count.get(), 7);
    assert_eq!((jobs.state(id), jobs.progress(id), jobs.take(id)), (None, 0.0, None));

    // The slot is used again, the old handle still names nothing.
    let new = jobs.spawn(|_: &mut Budget<'_>| JobProgress::Done(()));
    jobs.run_units(1);
    assert_eq!(jobs.take(id), None);
    assert_eq!(jobs.take(new), Some(()));
}

proptest! {
    #[test]
    fn sim_a18_sliced_and_normal_runs_are_identical(n in 1u64..500, slices in prop::collection::vec(1u64..40, 1..20)) {
        let normal = run_to_end(Sum::new(n));
        let mut jobs = Jobs::new();
        let sum = jobs.spawn(Sum::new(n));
        let other = jobs.spawn_weighted(Sum::new(n / 2 + 1), 2.5);
        let task = jobs.spawn(Task::from_future(async move {
            let mut sum = 0u64;
            for next in 1..=n {
                sum = sum.wrapping_mul(31) + next;
                yield_now().await;
            }
            sum
        }));
        for slice in slices.iter().cycle() {
            prop_assert!(jobs.run_units(*slice).used <= *slice);
            if jobs.unfinished() == 0 {
                break;
            }
        }
        prop_assert_eq!(jobs.take(sum), Some(normal));
        prop_assert_eq!(jobs.take(task), Some(normal));
        prop_assert_eq!(jobs.take(other), Some(run_to_end(Sum::new(n / 2 + 1))));
        prop_assert_eq!(jobs.take(sum), None);
    }

    #[test]
    fn no_time_is_lost_while_somebody_can_use_it(weights in prop::collection::vec(0.0f32..5.0, 1..8), units in 1u64..1000) {
        let mut jobs = Jobs::new();
        for weight in weights {
            jobs.spawn_weighted(Sum::new(u64::MAX), weight);
        }
        for _ in 0..3 {
            prop_assert_eq!(jobs.run_units(units).used, units);
        }
    }
}

#[test]
fn sim_39_the_budget_is_split_by_weight_and_unused_time_passes_on() {
    let mut jobs = Jobs::new();
    let heavy = jobs.spawn_weighted(Sum::new(1000), 3.0);
    let light = jobs.spawn(Sum::new(1000));
    let idle = jobs.spawn_weighted(Sum::new(1000), 0.0);
    jobs.run_units(100);
    assert_eq!((jobs.progress(heavy), jobs.progress(light)), (0.075, 0.025));
    assert_eq!(jobs.progress(idle), 0.0);

    jobs.set_weight(heavy, f32::NAN);
    assert!(jobs.pause(light, true));
    assert_eq!(jobs.state(light), Some(JobState::Paused));
    // Nobody has a weight: everything is left over, and goes to those that want it.
    assert_eq!(jobs.run_units(100).used, 100);
    assert_eq!(jobs.progress(light), 0.025);

    jobs.paused = true;
    assert_eq!(jobs.run_units(100).used, 0);
}

#[test]
fn sim_39_an_overrun_is_not_paid_by_the_others() {
    let watch = Watch::default();
    let mut jobs = Jobs::new();
    let greedy = jobs.spawn({
        let watch = watch.clone();
        move |_: &mut Budget<'_>| {
            watch.pass(10 * MS);
            JobProgress::<()>::Pending(0.0)
        }
    });
    let fair = jobs.spawn({
        let watch = watch.clone();
        let mut units = 0;
        move |budget: &mut Budget<'_>| {
            while budget.more() {
                watch.pass(MS);
                units += 1;
            }
            if units < 1000 {
                JobProgress::Pending(units as f32 / 1000.0)
            } else {
                JobProgress::Done(units)
            }
        }
    });
    // Shares of 2 ms: the greedy one runs once in five cycles.
    let mut greedy_ms = 0;
    for _ in 0..50 {
        let cycle = jobs.run(Duration::from_millis(4), watch.reader());
        greedy_ms += cycle.used / MS - 2;
    }
    assert_eq!(greedy_ms, 100);
    assert!(jobs.debt(greedy) < 10 * MS);
    assert_eq!(jobs.progress(fair), 0.1);
}

#[test]
fn sim_40_errors_are_results() {
    let mut jobs = Jobs::new();
    let id = jobs.spawn(Task::from_future(async {
        yield_now().await;
        "x".parse::<u8>()
    }));
    assert_eq!(jobs.run_units(10).finished, 1);
    assert_eq!(jobs.state(id), Some(JobState::Done));
    assert_eq!(jobs.progress(id), 1.0);
    assert!(jobs.take(id).is_some_and(|result| result.is_err()));
}

#[test]
fn sim_70_a_sleeping_task_uses_nothing_and_wakes() {
    let mailbox: Rc<RefCell<(Option<u32>, Option<std::task::Waker>)>> = Rc::default();
    let inbox = Rc::clone(&mailbox);
    let mut jobs = Jobs::new();
    let sleeper = jobs.spawn(Task::from_future(std::future::poll_fn(move |context| {
        let mut inbox = inbox.borrow_mut();
        inbox.1 = Some(context.waker().clone());
        inbox.0.map_or(std::task::Poll::Pending, std::task::Poll::Ready)
    })));
    let busy = jobs.spawn(Sum::new(1000));
    jobs.run_units(10);
    assert_eq!(jobs.progress(busy), 0.009, "one unit went to the first poll");
    assert_eq!(jobs.run_units(10).used, 10);
    assert_eq!(jobs.progress(busy), 0.019);

    mailbox.borrow_mut().0 = Some(42);
    let waker = mailbox.borrow_mut().1.take();
    waker.expect("the task left its waker").wake();
    jobs.run_units(10);
    assert_eq!(jobs.take(sleeper), Some(42));
}
