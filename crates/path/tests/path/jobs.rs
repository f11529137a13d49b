//! Searches under a budget of `motile-time`.

use motile_geom::{Rng, ivec2};
use motile_path::{
    AStar, DistanceField, GridSearch, Jps, PathGrid, Query, Search, SearchJob, Status, generate,
};
use motile_time::{Budget, Job, JobProgress, Jobs, run_to_end};
use std::{sync::Arc, time::Duration};

fn map() -> PathGrid {
    generate::maze(90, 90, 3, &mut Rng::new(6)).unwrap()
}

#[test]
fn path_x16_many_searches_share_a_budget() {
    let grid = Arc::new(map());
    let mut jobs = Jobs::new();
    let query = Query::new(ivec2(0, 0), ivec2(85, 85));
    let mut search = AStar::new();
    search.begin(&grid, query);
    let first = jobs.spawn(SearchJob::new(grid.clone(), search));
    let mut search = Jps::new();
    search.begin(&grid, query);
    let second = jobs.spawn(SearchJob::new(grid.clone(), search));
    let mut cycles = 0;
    while jobs.unfinished() > 0 {
        jobs.run_units(100);
        cycles += 1;
        assert!(cycles < 10_000);
    }
    assert!(cycles > 10, "{cycles}");
    let a = jobs.take(first).unwrap();
    let b = jobs.take(second).unwrap();
    assert_eq!((a.status(), b.status()), (Status::Found, Status::Found));
    assert_eq!(a.path().units, b.path().units);
}

#[test]
fn units_are_expanded_cells() {
    let grid = map();
    let mut search = AStar::new();
    search.begin(&grid, Query::new(ivec2(0, 0), ivec2(85, 85)));
    let mut job = SearchJob::new(&grid, &mut search);
    for slice in 1..6u32 {
        let before = job.search().unwrap().progress().expanded;
        let mut budget = Budget::units(u64::from(slice) * 100);
        assert!(matches!(job.step(&mut budget), JobProgress::Pending(_)));
        assert_eq!(job.search().unwrap().progress().expanded - before, slice * 100);
        assert_eq!(budget.used(), u64::from(slice) * 100);
    }
}

#[test]
fn a_stopwatch_ends_the_slice() {
    let grid = map();
    let mut search = AStar::new();
    search.begin(&grid, Query::new(ivec2(0, 0), ivec2(85, 85)));
    let mut job = SearchJob::new(&grid, &mut search);
    let mut now = 0;
    let mut stopwatch = || {
        now += 100;
        Duration::from_micros(now)
    };
    let mut budget = Budget::time(Duration::from_millis(1), &mut stopwatch);
    assert!(matches!(job.step(&mut budget), JobProgress::Pending(_)));
    let expanded = job.search().unwrap().progress().expanded;
    assert!((256..=2560).contains(&expanded), "{expanded}");
}

#[test]
fn fields_are_jobs_too() {
    let grid = map();
    let mut whole = DistanceField::new();
    whole.compute(&grid, &[ivec2(0, 0)]);
    let mut field = DistanceField::new();
    field.begin(&grid, &[ivec2(0, 0)]);
    let mut job = SearchJob::new(&grid, field);
    assert!(matches!(job.step(&mut Budget::units(10)), JobProgress::Pending(_)));
    assert_eq!(run_to_end(job).costs(), whole.costs());
}
