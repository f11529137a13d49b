//! The chapter's statements PATH-1…27 and the improvements on it, one small check each where no other
//! test carries the ID.

use crate::common::{self, check_path, spec_map, start_blocked};
use motile_geom::{IVec2, Rng, Vec2, ivec2, vec2};
use motile_path::classic::EaseFollower;
use motile_path::{
    AStar, AStarSettings, Diagonals, DistanceField, FlowField, FollowState, Follower, Graph,
    GraphSearch, GridPath, GridSearch, Heuristic, Jps, NoPathReason, PathError, PathGrid, Query,
    Regions, Search, Status, Ties, Trace, TraceKind, WeightRule, round_corners, string_pull,
};
use std::collections::BTreeMap;

const S: u32 = 408;
const D: u32 = 577;

fn classic() -> (PathGrid, IVec2, IVec2) {
    (PathGrid::new(50, 30).unwrap(), ivec2(0, 2), ivec2(48, 27))
}

/// A textbook search run to its end, with its trace.
fn traced(grid: &PathGrid, start: IVec2, goal: IVec2, h: Heuristic) -> (AStar, Trace) {
    let mut search = AStar::with_settings(AStarSettings::textbook(h));
    search.trace_mut().recording = true;
    search.begin(grid, Query::new(start, goal));
    while search.step(grid, 1) == Status::Running {}
    let trace = search.trace().clone();
    (search, trace)
}

#[test]
fn path_01_and_path_02_an_unbroken_chain_of_least_cost() {
    let (grid, start, goal) = spec_map("S.#.G/..~../..#..", Diagonals::NoCorners);
    let mut search = AStar::new();
    let path = search.find(&grid, start, goal).unwrap();
    check_path(&grid, path, start, goal);
    assert_eq!(Some(path.units), common::reference(&grid, start, goal));
}

#[test]
fn path_03_to_path_05_open_closed_parents_and_cheaper_ways() {
    let (grid, start, goal) = spec_map("S..#.../.~.#.../.~...#G/...#...", Diagonals::NoCorners);
    let (search, trace) = traced(&grid, start, goal, Heuristic::Zero);
    let mut g = BTreeMap::new();
    for event in &trace.events {
        let key = (event.cell.x, event.cell.y);
        match event.kind {
            TraceKind::Opened => assert!(g.insert(key, event.g).is_none(), "opened once"),
            TraceKind::Improved => assert!(g.insert(key, event.g).unwrap() > event.g),
            TraceKind::Closed => assert_eq!(g[&key], event.g, "closed with its best cost"),
        }
        if let Some(parent) = event.parent {
            let step = grid.steps_from(parent).find(|&(to, _)| to == event.cell).unwrap().1;
            assert_eq!(g[&(parent.x, parent.y)] + step, event.g, "g is the parent's and a step");
        }
        assert_eq!(event.h, 0);
    }
    assert_eq!(search.path().units, search.cost_to(goal).unwrap());
}

#[test]
fn path_06_rings_of_cost_round_the_start() {
    let grid = PathGrid::new(5, 5).unwrap();
    let (search, _) = traced(&grid, ivec2(2, 2), ivec2(0, 0), Heuristic::Zero);
    for (cell, cost) in [((2, 1), S), ((1, 1), D), ((2, 0), 2 * S), ((1, 0), S + D)] {
        assert_eq!(search.cost_to(ivec2(cell.0, cell.1)), Some(cost));
    }
}

#[test]
fn path_07_and_path_x06_ties_are_broken_the_same_way_every_time() {
    let (grid, start, goal) = classic();
    for ties in [Ties::Newest, Ties::Oldest, Ties::Farthest] {
        let mut search = AStar::new();
        search.settings.ties = ties;
        let first = search.find(&grid, start, goal).unwrap().clone();
        assert_eq!(search.find(&grid, start, goal), Ok(&first));
        assert_eq!(first.units, 23 * S + 25 * D, "any choice is valid");
    }
}

#[test]
fn path_08_no_path_when_the_open_list_runs_empty() {
    let (grid, start, goal) = spec_map("S.#G/..##/....", Diagonals::NoCorners);
    let (search, trace) = traced(&grid, start, goal, Heuristic::Octile);
    let Status::NoPath(no_path) = search.status() else { panic!() };
    assert_eq!(no_path.reason, NoPathReason::Unreachable);
    assert_eq!(trace.closed().count(), 8, "everything reachable was closed");
}

#[test]
fn path_09_many_paths_share_the_least_cost() {
    let grid = PathGrid::new(5, 3).unwrap();
    let mut field = DistanceField::new();
    field.compute(&grid, &[ivec2(4, 2)]);
    assert_eq!(field.count_paths(&grid, ivec2(0, 0)), 6);
    assert_eq!(field.cost(ivec2(0, 0)), Some(2 * S + 2 * D));
}

#[test]
fn path_10_and_path_x01_maps_hold_no_search_state() {
    let (grid, start, goal) = classic();
    let before = grid.clone();
    let (mut one, mut two) = (AStar::new(), AStar::new());
    one.begin(&grid, Query::new(start, goal));
    two.begin(&grid, Query::new(goal, start));
    while !(one.step(&grid, 3).is_done() && two.step(&grid, 5).is_done()) {}
    assert_eq!(one.path().units, two.path().units);
    assert_eq!(grid, before);
    assert!(
        grid.is_walkable(start) && grid.weight(start) == 1.0,
        "a new cell is free, multiplier 1"
    );
}

#[test]
fn path_12_and_path_17_the_path_runs_from_start_to_end_inclusive() {
    let (grid, start, goal) = classic();
    let mut search = AStar::new();
    let path = search.find(&grid, start, goal).unwrap();
    assert_eq!((path.cells.first(), path.cells.last()), (Some(&start), Some(&goal)));
    assert_eq!(path.cells.len(), 49);
    let progress = search.progress();
    assert!(progress.visited >= progress.expanded);
}

#[test]
fn path_13_and_path_14_neighbors_and_their_steps() {
    let mut grid = PathGrid::new(3, 3).unwrap();
    let around: Vec<_> = grid.steps_from(ivec2(1, 1)).collect();
    assert_eq!(around.len(), 8);
    assert!(around.iter().all(|(to, cost)| *cost == if to.x == 1 || to.y == 1 { S } else { D }));
    assert_eq!(grid.steps_from(ivec2(0, 0)).count(), 3, "the window is cut at the border");
    grid.set_walkable(ivec2(1, 0), false);
    assert_eq!(grid.steps_from(ivec2(0, 0)).map(|(to, _)| to).collect::<Vec<_>>(), [ivec2(0, 1)]);
}

#[test]
fn path_15_the_cheapest_open_node_is_next() {
    let (grid, start, goal) = classic();
    let (_, trace) = traced(&grid, start, goal, Heuristic::Octile);
    let closed = trace.events.iter().filter(|e| e.kind == TraceKind::Closed).map(|e| e.g + e.h);
    assert!(closed.collect::<Vec<_>>().is_sorted(), "f never falls under a consistent estimate");
}

#[test]
fn path_16_start_equals_end() {
    let grid = PathGrid::new(4, 4).unwrap();
    let mut search = Jps::new();
    assert_eq!(search.find(&grid, ivec2(2, 2), ivec2(2, 2)).unwrap().cells, [ivec2(2, 2)]);
}

#[test]
fn path_18_to_path_21_estimates_and_what_they_save() {
    let (grid, start, goal) = classic();
    let of = |h: Heuristic| h.estimate(&grid, start, goal);
    assert_eq!(of(Heuristic::Manhattan), 73 * S);
    assert_eq!(of(Heuristic::Euclidean), (54.120237 * f64::from(S)) as u32);
    assert_eq!(of(Heuristic::Octile), 25 * D + 23 * S);
    let expanded = |h| traced(&grid, start, goal, h).0.progress().expanded;
    let [octile, straight, none] =
        [Heuristic::Octile, Heuristic::Euclidean, Heuristic::Zero].map(expanded);
    assert!(octile < straight && straight < none);
    assert!(expanded(Heuristic::ManhattanAsPrinted) > 1000, "the misprint sees almost everything");
}

#[test]
fn path_23_and_path_x04_multipliers_of_the_cell_entered_or_of_both() {
    let mut grid = PathGrid::new(2, 2).unwrap();
    grid.set_weight(ivec2(1, 1), 2.0);
    assert_eq!(grid.step_length(ivec2(0, 1), ivec2(1, 1)), 2.0);
    assert!((grid.step_length(ivec2(0, 0), ivec2(1, 1)) - 2.828427).abs() < 1e-6);
    let grid = grid.with_weight_rule(WeightRule::Mean);
    assert_eq!(grid.step_length(ivec2(0, 1), ivec2(1, 1)), 1.5);
    assert_eq!(grid.step_length(ivec2(1, 1), ivec2(0, 1)), 1.5);
}

#[test]
fn path_24_and_path_25_toggle_a_cell_and_search_again() {
    let (mut grid, start, goal) = classic();
    let mut search = AStar::new();
    let free = search.find(&grid, start, goal).unwrap().length;
    for y in 0..29 {
        grid.set_walkable(ivec2(24, y), false);
        assert!(search.find(&grid, start, goal).unwrap().length >= free, "a gap is left");
    }
    grid.set_walkable(ivec2(24, 29), false);
    assert!(matches!(search.find(&grid, start, goal), Err(PathError::NoPath(_))));
    // In a game: from the cell under the walker to the one clicked.
    let walker = (vec2(133.0, 47.0) / 20.0).as_ivec2();
    assert!(search.find(&grid, walker, ivec2(3, 20)).is_ok());
}

#[test]
fn path_26_the_first_target_is_the_middle_of_the_start_cell() {
    let mut walker = EaseFollower::new(vec2(2.0, 2.0));
    let points = [vec2(10.0, 10.0), vec2(30.0, 10.0)];
    walker.frame(&points);
    assert_eq!((walker.position, walker.next), (vec2(6.0, 6.0), 0));
}

#[test]
fn path_27_and_path_x07_constant_pace_facing_and_round_corners() {
    let corner = [vec2(0.0, 0.0), vec2(40.0, 0.0), vec2(40.0, 40.0)];
    let mut line = Vec::new();
    round_corners(&corner, 10.0, 8, &mut line);
    let mut walker = Follower::new(line[0], 30.0);
    walker.start(&line);
    let (mut turns, mut facing) = (0, Vec2::X);
    while walker.step(&line, 1.0 / 60.0) == FollowState::Walking {
        turns += u32::from(walker.facing != facing);
        facing = walker.facing;
        assert!((facing.length() - 1.0).abs() < 1e-5);
    }
    assert!(turns >= 8 && facing == Vec2::Y, "{turns} turns, {facing}");
    assert_eq!(walker.state, FollowState::Arrived);
}

#[test]
fn path_x02_policies_for_a_blocked_start() {
    let (mut grid, start, goal) = classic();
    grid.set_walkable(start, false);
    let mut search = Jps::new();
    assert_eq!(search.find(&grid, start, goal), Err(start_blocked()));
    let free = Query { free_start: true, ..Query::new(start, goal) };
    assert_eq!(search.find_query(&grid, free).unwrap().units, 23 * S + 25 * D);
    let mut regions = Regions::new();
    regions.update(&grid);
    let near = regions.nearest_reachable(goal, start).unwrap();
    assert!((near - start).abs().max_element() == 1, "the nearest free cell: {near}");
}

#[test]
fn path_x03_cheap_ground_scales_the_estimate() {
    let mut grid = PathGrid::new(9, 9).unwrap();
    grid.set_weight(ivec2(4, 4), 0.5);
    let straight = Heuristic::Octile.estimate(&grid, ivec2(0, 0), ivec2(8, 0));
    assert_eq!(straight, 8 * grid.unit() / 2);
}

#[test]
fn path_x05_whole_numbers_come_near_the_root_of_two() {
    assert!((f64::from(D) / f64::from(S) / core::f64::consts::SQRT_2 - 1.0).abs() < 1.6e-6);
}

#[test]
fn path_x08_jumps_and_steps_agree_past_the_edge_of_a_word() {
    for width in [62, 63, 64, 65, 127, 128, 129] {
        let mut rng = Rng::new(u64::from(width));
        let mut grid = common::random_grid(&mut rng, width, 9, 0.1);
        let (start, goal) = (ivec2(0, 4), ivec2(width as i32 - 1, 4));
        for cell in [start, goal] {
            grid.set_walkable(cell, true);
        }
        let units =
            |search: &mut dyn GridSearch| search.find(&grid, start, goal).ok().map(|p| p.units);
        assert_eq!(units(&mut AStar::new()), units(&mut Jps::new()), "{width}");
    }
}

#[test]
fn path_x09_estimates_that_may_overestimate_are_refused() {
    let grid = PathGrid::new(9, 9).unwrap();
    for (mode, fine) in [(Diagonals::Never, true), (Diagonals::NoCorners, false)] {
        let mut search = AStar::new();
        search.settings.heuristic = Heuristic::Manhattan;
        let found = search.find(&grid.clone().with_diagonals(mode), ivec2(0, 0), ivec2(8, 8));
        assert_eq!(found.is_ok(), fine, "{mode:?}");
    }
    for weight in [0.5, f32::NAN, f32::INFINITY] {
        let mut search = AStar::with_settings(AStarSettings::weighted(weight));
        assert_eq!(search.find(&grid, ivec2(0, 0), ivec2(8, 8)), Err(PathError::Inadmissible));
    }
}

#[test]
fn path_x10_jump_points_need_few_expansions_and_uniform_ground() {
    let (mut grid, start, goal) = classic();
    let mut search = Jps::new();
    search.find(&grid, start, goal).unwrap();
    assert!(search.progress().expanded < 5);
    grid.set_weight(ivec2(9, 9), 2.0);
    assert_eq!(search.find(&grid, start, goal), Err(PathError::NeedsUniformCost));
}

#[test]
fn path_x11_regions_answer_at_once() {
    let (grid, start, goal) = spec_map("S.#G/..##/....", Diagonals::NoCorners);
    let mut regions = Regions::new();
    regions.update(&grid);
    assert!(!regions.connected(start, goal));
    assert_eq!(regions.nearest_reachable(start, goal), Some(ivec2(1, 0)));
}

#[test]
fn path_n2_steps_are_the_successors_other_crates_ask_for() {
    // Any search over `(node, cost)` pairs of ordered whole costs runs on `steps_from`.
    fn cheapest<N: Ord + Copy, I: Iterator<Item = (N, u32)>>(
        start: N,
        goal: N,
        successors: impl Fn(N) -> I,
    ) -> Option<u32> {
        let mut open = std::collections::BTreeSet::from([(0, start)]);
        let mut costs = BTreeMap::from([(start, 0)]);
        while let Some((cost, node)) = open.pop_first() {
            if node == goal {
                return Some(cost);
            }
            for (next, step) in successors(node) {
                if costs.get(&next).is_none_or(|&known| cost + step < known) {
                    costs.insert(next, cost + step);
                    open.insert((cost + step, next));
                }
            }
        }
        None
    }
    let (grid, start, goal) = classic();
    let steps =
        |(x, y): (i32, i32)| grid.steps_from(ivec2(x, y)).map(|(to, cost)| ((to.x, to.y), cost));
    assert_eq!(cheapest((start.x, start.y), (goal.x, goal.y), steps), Some(23 * S + 25 * D));
}

#[test]
fn path_n5_waypoints_are_plain_points() {
    let (grid, start, goal) = classic();
    let mut search = AStar::new();
    let path = search.find(&grid, start, goal).unwrap();
    let mut pulled = Vec::new();
    string_pull(&grid, &path.cells, &mut pulled);
    let tight = GridPath { cells: pulled, ..GridPath::default() };
    let points: Vec<Vec2> = tight.points(vec2(20.0, 20.0), 20.0).collect();
    assert_eq!(points, [vec2(30.0, 70.0), vec2(990.0, 570.0)]);
}

#[test]
fn path_n7_a_crowd_shares_one_field() {
    let (grid, _, goal) = classic();
    let mut flow = FlowField::new();
    flow.compute(&grid, &[goal]);
    for start in (0..30).map(|y| ivec2(y % 7, y)) {
        let mut cell = start;
        for _ in 0..60 {
            cell += flow.direction(cell).signum_or_zero();
        }
        assert_eq!(cell, goal);
    }
}

trait SignumOrZero {
    fn signum_or_zero(self) -> IVec2;
}

impl SignumOrZero for Vec2 {
    /// The step of a direction; `f32::signum` would make 1 of 0.
    fn signum_or_zero(self) -> IVec2 {
        let sign = |v: f32| i32::from(v > 0.1) - i32::from(v < -0.1);
        ivec2(sign(self.x), sign(self.y))
    }
}

#[test]
fn path_n8_a_trace_is_a_heat_map() {
    let (grid, start, goal) = spec_map("S..#../...#../...#.G/......", Diagonals::NoCorners);
    let (_, trace) = traced(&grid, start, goal, Heuristic::Octile);
    let order: Vec<IVec2> = trace.closed().collect();
    let mut heat = [0usize; 24];
    for (i, cell) in order.iter().enumerate() {
        heat[common::index(&grid, *cell)] = i + 1;
    }
    assert_eq!(heat[0], 1);
    assert_eq!(heat.iter().filter(|&&turn| turn > 0).count(), order.len(), "each closed once");
}

#[test]
fn path_n9_the_same_cells_on_every_machine() {
    // Whole costs and a fixed order of moves leave one answer among equals: diagonals first.
    let (grid, start, goal) = classic();
    for search in [&mut AStar::new() as &mut dyn GridSearch, &mut Jps::new()] {
        let path = search.find(&grid, start, goal).unwrap();
        assert_eq!(path.cells[25], ivec2(25, 27));
        assert!(path.cells[25..].iter().all(|cell| cell.y == 27));
    }
}

/// A grid with nodes of the user's own: a start that leads to several cells, a goal that any cell of a kind
/// leads to, a door that opens one way only, a teleport.
struct World<'a> {
    grid: &'a PathGrid,
    starts: Vec<u32>,
    is_goal: fn(u32) -> bool,
    teleport: (u32, u32),
}

impl Graph for World<'_> {
    fn node_count(&self) -> u32 {
        self.grid.cell_count() + 2
    }

    fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
        let cells = self.grid.cell_count();
        if from == cells {
            self.starts.iter().for_each(|&start| visit(start, 0));
        } else if from < cells {
            // Nobody comes back through the door between columns 4 and 5.
            let one_way = |to: u32| from % 10 == 5 && to % 10 == 4;
            self.grid.edges(from, &mut |to, cost| {
                if !one_way(to) {
                    visit(to, cost);
                }
            });
            if from == self.teleport.0 {
                visit(self.teleport.1, 408);
            }
            if (self.is_goal)(from) {
                visit(cells + 1, 0);
            }
        }
    }
}

#[test]
fn path_x17_and_path_x18_several_starts_a_goal_by_rule_one_way_doors_and_teleports() {
    let grid = PathGrid::new(10, 3).unwrap().with_diagonals(Diagonals::Never);
    let mut world = World {
        grid: &grid,
        starts: vec![20, 13],
        is_goal: |cell| cell % 10 == 8,
        teleport: (3, 27),
    };
    let mut search = GraphSearch::new();
    // From column 3 straight to column 8: five steps; over the teleport up, through and one on: three.
    assert_eq!(search.find(&world, 30, 31).unwrap(), [30, 13, 3, 27, 28, 31]);
    assert_eq!(search.cost(), 3 * 408);
    world.is_goal = |cell| cell == 0;
    world.starts = vec![6];
    assert!(search.find(&world, 30, 31).is_err(), "the door opens one way only");
    world.teleport = (9, 2);
    assert_eq!(search.find(&world, 30, 31).unwrap(), [30, 6, 7, 8, 9, 2, 1, 0, 31]);
}
