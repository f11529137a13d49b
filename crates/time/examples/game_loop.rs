//! A game loop without a window: uneven frames, even ticks, and a long search that leaves room for them.
//!
//! `cargo run -p motile-time --example game_loop`

#![expect(clippy::print_stdout, reason = "it shows the frames")]

use motile_time::{Budget, Clock, FixedStep, JobProgress, Jobs};

/// Frame times of a machine that stutters, in seconds.
const FRAMES: [f32; 8] = [1.0 / 60.0, 1.0 / 60.0, 0.021, 0.009, 1.0 / 30.0, 0.4, 1.0 / 60.0, 0.012];
/// Numbers that the search may look at in one frame. A game hands in time instead: `jobs.run(budget, stopwatch)`.
const UNITS: u64 = 30_000;

fn main() {
    let mut step = FixedStep::new(60);
    let mut slow_motion = Clock::new();
    slow_motion.scale = 0.25;
    let mut jobs = Jobs::new();
    let search = jobs.spawn(largest_gap(200_000));

    // A ball falls; what is drawn lies between its last two ticks.
    let (mut before, mut height, mut speed) = (0.0, 0.0, 0.0);
    for (frame, dt) in FRAMES.into_iter().enumerate() {
        slow_motion.update(dt);
        for tick in step.update(dt) {
            before = height;
            speed += 980.0 * tick.dt;
            height += speed * tick.dt;
        }
        jobs.run_units(UNITS);
        let drawn: f32 = before + (height - before) * step.alpha();
        println!(
            "frame {frame}: {:5.1} ms, tick {:2}, drawn at {drawn:6.1}, slow motion {:.3} s, search {:3.0} %",
            dt * 1000.0,
            step.next_index(),
            slow_motion.seconds(),
            jobs.progress(search) * 100.0,
        );
    }
    println!(
        "{} ticks of the long frame were dropped: the game slows down, it does not jump",
        step.dropped()
    );
    match jobs.take(search) {
        Some((gap, prime)) => println!("the largest gap between primes is {gap}, before {prime}"),
        None => println!("the search goes on"),
    }
}

/// The largest gap between primes below a limit, as a job: it asks its budget before each number.
fn largest_gap(limit: u32) -> impl FnMut(&mut Budget<'_>) -> JobProgress<(u32, u32)> {
    let (mut n, mut last, mut best) = (2, 2, (0, 2));
    move |budget| {
        while budget.more() {
            if n >= limit {
                return JobProgress::Done(best);
            }
            if (2..=n.isqrt()).all(|d| !n.is_multiple_of(d)) {
                best = best.max((n - last, n));
                last = n;
            }
            n += 1;
        }
        JobProgress::Pending(n as f32 / limit as f32)
    }
}
