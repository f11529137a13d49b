//! What every search on a grid promises, whatever its algorithm: slices, progress, partial paths, limits,
//! the nearest cell, cancel and reuse, traces, and being a job.

use crate::common::{check_path, random_free_cell, random_grid, reference_field};
use motile_geom::{IVec2, Rng, ivec2};
use motile_path::{
    AStar, AnyAngle, AutoSearch, Bidirectional, DStarLite, Diagonals, DistanceField, FlowField,
    GraphQuery, GraphSearch, GridPath, GridSearch, Hierarchy, Jps, NoPathReason, PathError,
    PathGrid, Query, Replanner, Search, SearchJob, Status, generate, line_of_sight,
};
use motile_time::{Budget, Job, JobProgress, run_to_end};

type Named = (&'static str, Box<dyn GridSearch>);

pub(crate) fn all_searches() -> Vec<Named> {
    vec![
        ("A*", Box::new(AStar::new())),
        ("jump points", Box::new(Jps::new())),
        ("auto", Box::new(AutoSearch::new())),
        ("both ends", Box::new(Bidirectional::new())),
        ("any angle", Box::new(AnyAngle::new())),
        ("hierarchy", Box::new(Hierarchy::with_clusters(16))),
        ("replanner", Box::new(Replanner::new())),
        ("D* Lite", Box::new(DStarLite::new())),
    ]
}

fn map() -> (PathGrid, IVec2, IVec2) {
    let mut grid = generate::rooms(70, 50, 9, &mut Rng::new(12)).unwrap();
    let (start, goal) = (ivec2(1, 1), ivec2(66, 46));
    for cell in [start, goal] {
        grid.set_walkable(cell, true);
    }
    (grid, start, goal)
}

fn reason(status: Status) -> NoPathReason {
    match status {
        Status::NoPath(no_path) => no_path.reason,
        other => panic!("{other:?}"),
    }
}

/// Neighbors are one step apart, or see each other.
fn check_line(grid: &PathGrid, path: &GridPath) {
    assert!(path.cells.iter().all(|&cell| grid.is_walkable(cell)));
    for pair in path.cells.windows(2) {
        assert!(grid.can_step(pair[0], pair[1]) || line_of_sight(grid, pair[0], pair[1]));
    }
    assert!(path.is_walkable(grid));
}

#[test]
fn k_28_every_result_is_a_legal_chain_that_costs_what_it_says() {
    let mut rng = Rng::new(28);
    let mut searches = all_searches();
    let mut found = 0;
    for round in 0..400 {
        let rule = Diagonals::ALL[round % 4];
        let walls = [0.1, 0.3, 0.4][round % 3];
        let grid = random_grid(&mut rng, 30, 25, walls).with_diagonals(rule);
        let (Some(start), Some(goal)) =
            (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
        else {
            continue;
        };
        for (name, search) in &mut searches {
            let Ok(path) = search.find(&grid, start, goal) else { continue };
            found += 1;
            if *name == "any angle" {
                assert_eq!((path.cells[0], path.cells[path.cells.len() - 1]), (start, goal));
                check_line(&grid, path);
                assert!((path.length - f64::from(path.units) / 408.0).abs() < 0.01);
            } else {
                check_path(&grid, path, start, goal);
            }
            assert!(path.reaches_goal);
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn path_x16_slices_progress_and_partial_paths() {
    let (grid, start, goal) = map();
    for (name, mut search) in all_searches() {
        let whole = search.find(&grid, start, goal).unwrap().clone();
        for slice in [1, 7, 1000] {
            search.begin(&grid, Query::new(start, goal));
            let (mut fraction, mut expanded, mut partial) = (0.0, 0, GridPath::default());
            while search.step(&grid, slice) == Status::Running {
                let progress = search.progress();
                assert!(progress.fraction >= fraction && progress.expanded >= expanded, "{name}");
                assert!(progress.expanded - expanded <= slice, "{name}: more than the budget");
                (fraction, expanded) = (progress.fraction, progress.expanded);
                assert!(search.path().is_empty(), "{name}: a path before it is found");
                search.partial_path(&grid, &mut partial);
                if !partial.is_empty() {
                    assert_eq!(partial.cells[0], start, "{name}");
                    check_line(&grid, &partial);
                    assert!(!partial.reaches_goal, "{name}");
                }
            }
            assert_eq!(search.path(), &whole, "{name} in slices of {slice}");
            assert_eq!(search.progress().fraction, 1.0, "{name}");
            assert!(!partial.is_empty() || slice == 1000, "{name} showed no partial path");
        }
    }
}

#[test]
fn path_x17_limits_of_cost_and_work_hold_for_all() {
    let (grid, start, goal) = map();
    for (name, mut search) in all_searches() {
        let cost = search.find(&grid, start, goal).unwrap().units;
        let mut ask = |query: Query| {
            search.begin(&grid, query);
            while search.step(&grid, 50) == Status::Running {}
            (search.status(), search.path().clone())
        };
        let limited = |cost_limit| Query { cost_limit, ..Query::new(start, goal) };
        let (status, path) = ask(limited(cost - 2));
        assert_eq!((reason(status), path.is_empty()), (NoPathReason::CostLimit, true), "{name}");
        // One unit of slack for the lengths at any angle, which are rounded.
        assert_eq!(ask(limited(cost + 1)).1.units, cost, "{name}");
        let few = Query { expansion_limit: 3, ..Query::new(start, goal) };
        assert_eq!(reason(ask(few).0), NoPathReason::ExpansionLimit, "{name}");
        for limit in [cost / 2, cost - 2] {
            let (status, path) = ask(Query { nearest: true, ..limited(limit) });
            assert_eq!(status, Status::Found, "{name}");
            // The fallback of the hierarchy may find the cheaper path that the portals hide.
            assert!(!path.reaches_goal || name == "hierarchy", "{name}");
            assert!(path.units <= limit, "{name}");
            assert_eq!(path.cells[0], start, "{name}");
            check_line(&grid, &path);
        }
    }
}

#[test]
fn path_x17_the_nearest_cell_of_a_sealed_or_blocked_goal() {
    let (mut grid, start, goal) = map();
    for x in 62..70 {
        grid.set_walkable(ivec2(x, 42), false);
    }
    for y in 42..50 {
        grid.set_walkable(ivec2(62, y), false);
    }
    let nearest = Query { nearest: true, ..Query::new(start, goal) };
    for block in [false, true] {
        grid.set_walkable(goal, !block);
        let expected = AStar::new().find_query(&grid, nearest).unwrap().cells.last().copied();
        for (name, mut search) in all_searches() {
            let refused = search.find(&grid, start, goal).unwrap_err();
            let why = if block { NoPathReason::GoalBlocked } else { NoPathReason::Unreachable };
            assert!(
                matches!(refused, PathError::NoPath(no_path) if no_path.reason == why),
                "{name} {refused}"
            );
            let path = search.find_query(&grid, nearest).unwrap();
            assert!(!path.reaches_goal, "{name}");
            assert_eq!(path.cells.first(), Some(&start), "{name}");
            check_line(&grid, path);
            // Jump points are few, and any-angle estimates differ: near is enough there.
            let end = *path.cells.last().unwrap();
            match name {
                "jump points" | "any angle" => {
                    assert!((end - goal).abs().max_element() < 20, "{name} {end}");
                }
                _ => assert_eq!(Some(end), expected, "{name}"),
            }
        }
    }
}

#[test]
fn cancel_edit_and_use_again() {
    let (mut grid, start, goal) = map();
    for (name, mut search) in all_searches() {
        let whole = search.find(&grid, start, goal).unwrap().clone();
        search.begin(&grid, Query::new(start, goal));
        search.step(&grid, 2);
        search.cancel();
        assert_eq!((search.status(), search.path().is_empty()), (Status::Idle, true), "{name}");
        assert_eq!(search.step(&grid, 2), Status::Idle, "{name}");
        search.begin(&grid, Query::new(start, goal));
        search.step(&grid, 2);
        let door = whole.cells[1];
        grid.set_walkable(door, false);
        assert_eq!(search.step(&grid, 2), Status::Failed(PathError::GridChanged), "{name}");
        grid.set_walkable(door, true);
        assert_eq!(search.find(&grid, start, goal), Ok(&whole), "{name}");
        assert!(search.memory_bytes() > 0, "{name}");
        // Another size, one cell, start on the goal, ends outside.
        let tiny = PathGrid::new(1, 1).unwrap();
        assert_eq!(search.find(&tiny, IVec2::ZERO, IVec2::ZERO).unwrap().cells, [IVec2::ZERO]);
        let outside = search.find(&tiny, IVec2::ZERO, goal).unwrap_err();
        assert_eq!(outside, PathError::Outside(goal), "{name}");
        let outside = search.find(&tiny, goal, IVec2::ZERO).unwrap_err();
        assert_eq!(outside, PathError::Outside(goal), "{name}");
    }
}

#[test]
fn path_x19_all_searches_can_be_recorded() {
    let (grid, start, goal) = map();
    for (name, mut search) in all_searches() {
        let plain = search.find(&grid, start, goal).unwrap().clone();
        search.trace_mut().recording = true;
        search.begin(&grid, Query::new(start, goal));
        while search.step(&grid, 3) == Status::Running {}
        assert_eq!(search.path(), &plain, "{name}: recording changes nothing");
        let trace = search.trace();
        // D* Lite begins at the other end.
        let first = if name == "D* Lite" { goal } else { start };
        assert_eq!(trace.closed().next(), Some(first), "{name}");
        let expanded = search.progress().expanded as usize;
        if name == "replanner" {
            assert!(trace.closed().count() <= expanded, "{name}: measuring counts too");
        } else {
            assert_eq!(trace.closed().count(), expanded, "{name}");
        }
    }
}

#[test]
fn path_x16_all_searches_are_jobs() {
    let (grid, start, goal) = map();
    for (name, mut search) in all_searches() {
        let whole = search.find(&grid, start, goal).unwrap().clone();
        search.begin(&grid, Query::new(start, goal));
        let mut job = SearchJob::new(&grid, &mut *search);
        let mut cycles = 0;
        while let JobProgress::Pending(fraction) = job.step(&mut Budget::units(4)) {
            assert!((0.0..=1.0).contains(&fraction), "{name}");
            cycles += 1;
            assert!(cycles < 5000, "{name} never ends");
        }
        assert!(cycles > 0, "{name} took one cycle");
        assert_eq!(search.path(), &whole, "{name}");
    }
}

#[test]
fn path_x20_graph_searches_keep_the_same_contract() {
    let (grid, start, goal) = map();
    let number = |cell: IVec2| cell.y as u32 * grid.width() + cell.x as u32;
    let query = GraphQuery::new(number(start), number(goal));
    let mut search = GraphSearch::new();
    let whole = search.find(&grid, query.start, query.goal).unwrap().to_vec();
    let cost = search.cost();
    search.trace_mut().recording = true;
    search.begin(&grid, query);
    let (mut fraction, mut partial) = (0.0, Vec::new());
    while search.step(&grid, 3) == Status::Running {
        let progress = Search::<PathGrid>::progress(&search);
        assert!(progress.fraction >= fraction);
        fraction = progress.fraction;
        let cost = search.partial_path(&grid, &mut partial);
        assert_eq!((partial[0], partial.last().copied()), (query.start, search.nearest()));
        assert!(cost > 0 || partial.len() == 1);
    }
    assert_eq!(search.path(), whole);
    assert_eq!(search.trace().closed().next(), Some(query.start));
    let mut ask = |query: GraphQuery| {
        search.begin(&grid, query);
        let job = SearchJob::new(&grid, &mut search);
        Search::<PathGrid>::status(run_to_end(job))
    };
    let dear = GraphQuery { cost_limit: cost - 1, ..query };
    assert_eq!(reason(ask(dear)), NoPathReason::CostLimit);
    let few = GraphQuery { expansion_limit: 5, ..query };
    assert_eq!(reason(ask(few)), NoPathReason::ExpansionLimit);
    assert_eq!(ask(GraphQuery { nearest: true, ..few }), Status::Found);
    assert!(!search.path().is_empty());
}

#[test]
fn path_x12_fields_keep_the_same_contract() {
    let (mut grid, _, goal) = map();
    let expected = reference_field(&grid, goal);
    let mut flow = FlowField::new();
    flow.begin(&grid, &[goal]);
    let (mut fraction, mut path) = (0.0, GridPath::default());
    while flow.step(&grid, 5) == Status::Running {
        assert!(flow.progress().fraction >= fraction);
        fraction = flow.progress().fraction;
        // Whatever has been reached has a way to the goal already.
        if flow.distances().path_from(&grid, ivec2(60, 40), &mut path) {
            check_path(&grid, &path, ivec2(60, 40), goal);
        }
    }
    assert_eq!((flow.status(), flow.progress().fraction), (Status::Found, 1.0));
    let costs = flow.distances().costs().iter().map(|&cost| (cost != u32::MAX).then_some(cost));
    assert!(costs.eq(expected));
    let finished = run_to_end({
        let mut field = DistanceField::new();
        field.begin(&grid, &[goal]);
        SearchJob::new(&grid, field)
    });
    assert_eq!(finished.costs(), flow.distances().costs());
    flow.begin(&grid, &[goal]);
    flow.cancel();
    assert_eq!(flow.step(&grid, 5), Status::Idle);
    for budget in [5, u32::MAX] {
        flow.begin(&grid, &[goal]);
        flow.step(&grid, budget);
        let free = grid.is_walkable(ivec2(3, 3));
        grid.set_walkable(ivec2(3, 3), !free);
        assert_eq!(flow.step(&grid, 5), Status::Failed(PathError::GridChanged));
    }
}
