//! Long work in slices: jobs share a budget each frame, and one that takes too much waits afterwards.

use crate::Demo;
use crate::look::{INK, PAPER, SMALL, WORDS};
use motile::prelude::*;
use motile::time::{Budget, JobId, JobProgress, Jobs};

pub(super) const DEMO: Demo = Demo {
    id: "time/jobs",
    title: "Jobs under a budget",
    sees: "Five jobs share a budget of work; the greedy one overruns it, owes the rest and stands still until it is paid.",
    tries: "Raise the budget, or the greed: the others hardly notice.",
    controls: "",
    keys: &[(Key::Space, "start all jobs again")],
    spec: &["SIM-38", "SIM-39"],
    ticks: 150,
    ..Demo::of::<JobsDemo>()
};

/// Name, units of work in all, weight, and units it takes at once without asking.
const WORK: [(&str, u64, f32, u64); 5] = [
    ("small", 6_000, 1.0, 1),
    ("large", 16_000, 1.0, 1),
    ("heavy: weight 3", 30_000, 3.0, 1),
    ("modest: only what is left", 9_000, 0.0, 1),
    ("greedy", 16_000, 1.0, 0),
];
const COLORS: [u32; 5] = [0x4D_A3_8F, 0x4A_86_C5, 0x8A_6F_C4, 0xC9_A2_3B, 0xD8_5A_4A];
/// Ticks of history in the chart below.
const HISTORY: usize = 200;

#[derive(StateHash)]
#[state(hash_only)]
struct JobsDemo {
    /// Closures, which tell how far they are.
    #[state(skip)]
    jobs: Jobs,
    #[state(skip)]
    ids: Vec<JobId<u64>>,
    /// What each job did in the last ticks.
    done: Vec<[f32; 5]>,
    before: [f32; 5],
}

impl Sketch for JobsDemo {
    const PARAMS: &'static [Param] =
        &[Param::whole("budget", 50, 1000, 400), Param::whole("greed", 1, 4000, 1500)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut jobs = Jobs::new();
        let greed = stage.params().whole("greed") as u64;
        let ids = WORK.iter().map(|&(_, total, weight, chunk)| {
            let chunk = if chunk == 0 { greed } else { chunk };
            jobs.spawn_weighted(count_to(total, chunk), weight)
        });
        let ids = ids.collect();
        Ok(Self { jobs, ids, done: Vec::new(), before: [0.0; 5] })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.input().pressed(Key::Space) || stage.params().changed("greed") {
            self.rebuild(stage);
        }
        // Units instead of seconds: the same slices on every machine. A program that only wants to
        // stay smooth says `jobs.run(frame_budget(0.5, 60.0), stopwatch)`.
        self.jobs.run_units(stage.params().whole("budget") as u64);
        let progress: [f32; 5] = core::array::from_fn(|job| self.jobs.progress(self.ids[job]));
        let units = |job: usize| (progress[job] - self.before[job]) * WORK[job].1 as f32;
        if self.done.len() < HISTORY {
            self.done.push(core::array::from_fn(units));
        }
        self.before = progress;
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (row, &(name, ..)) in WORK.iter().enumerate() {
            let (y, color) = (44.0 + 50.0 * row as f32, Color::hex(COLORS[row]));
            canvas.write(name, SMALL, vec2(210.0, y), vec2(1.0, 0.5), INK);
            let bar = |width: f32| {
                Path::round_rect(Aabb::from_size(vec2(226.0, y - 11.0), vec2(width, 22.0)), 6.0)
            };
            canvas.fill(&bar(300.0), Color::hex(0xDE_DA_D0));
            canvas.fill(&bar(300.0 * self.before[row]), color);
            let debt = self.jobs.debt(self.ids[row]);
            let words = match (self.before[row] >= 1.0, debt) {
                (true, _) => "done".into(),
                (_, 0) => format!("{:.0} %", self.before[row] * 100.0),
                _ => format!("owes {debt}"),
            };
            canvas.write(
                words,
                WORDS,
                vec2(536.0, y),
                vec2(0.0, 0.5),
                if debt > 0 { color } else { INK },
            );
        }

        let (floor, scale) = (456.0, 110.0 / 2000.0);
        for (tick, units) in self.done.iter().enumerate() {
            let mut y = floor;
            for (job, &units) in units.iter().enumerate() {
                let size = vec2(3.0, units * scale);
                y -= size.y;
                let bar = Aabb::from_size(vec2(20.0 + 3.0 * tick as f32, y), size);
                canvas.fill_rect(bar, Color::hex(COLORS[job]));
            }
        }
        let line = floor - stage.params().whole("budget") as f32 * scale;
        canvas.line(vec2(20.0, line), vec2(620.0, line), &Stroke::HAIRLINE, INK);
        canvas.write(
            "work in each frame; the line is the budget",
            SMALL,
            vec2(20.0, 300.0),
            Vec2::ZERO,
            INK,
        );
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Work that can be stopped and taken up again. It asks before every chunk whether there is time, and
/// a chunk of more than one unit is more than was granted.
fn count_to(total: u64, chunk: u64) -> impl FnMut(&mut Budget<'_>) -> JobProgress<u64> {
    let mut done = 0;
    move |budget| {
        while budget.more() {
            budget.spend(chunk - 1);
            done = (done + chunk).min(total);
            if done == total {
                return JobProgress::Done(done);
            }
        }
        JobProgress::Pending(done as f32 / total as f32)
    }
}
