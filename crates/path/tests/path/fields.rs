//! Distance and flow fields.

use crate::common::{check_path, index, random_free_cell, random_grid, reference_field};
use motile_geom::{Rng, Vec2, ivec2, vec2};
use motile_path::{
    AStar, Diagonals, DistanceField, FlowField, GridPath, GridSearch, PathError, PathGrid, Search,
    Status, WeightRule,
};

#[test]
fn k_30_fields_agree_with_dijkstra_everywhere() {
    let mut rng = Rng::new(300);
    let (mut field, mut sliced) = (DistanceField::new(), DistanceField::new());
    for round in 0..2500 {
        let (width, height) = (rng.int(1..24) as u32, rng.int(1..24) as u32);
        let walls = [0.3, 0.05, 0.45][round % 3];
        let grid =
            random_grid(&mut rng, width, height, walls).with_diagonals(Diagonals::ALL[round % 4]);
        let Some(goal) = random_free_cell(&mut rng, &grid) else { continue };
        let expected = reference_field(&grid, goal);
        field.compute(&grid, &[goal]);
        sliced.begin(&grid, &[goal]);
        let slice = 1 + rng.below(5);
        while sliced.step(&grid, slice) == Status::Running {}
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                let cell = ivec2(x, y);
                let cost = field.cost(cell);
                assert_eq!(cost, expected[index(&grid, cell)], "{round} {x} {y}");
                assert_eq!(sliced.cost(cell), cost);
            }
        }
    }
}

#[test]
fn fields_on_terrain_are_costs_towards_the_goal() {
    let mut rng = Rng::new(77);
    let mut field = DistanceField::new();
    let mut search = AStar::new();
    for round in 0..150 {
        let mut grid = random_grid(&mut rng, 14, 11, 0.2).with_diagonals(Diagonals::ALL[round % 4]);
        if round % 2 == 1 {
            grid = grid.with_weight_rule(WeightRule::Mean);
        }
        for i in 0..14 * 11 {
            grid.set_weight(ivec2(i % 14, i / 14), 1.0 + rng.below(4) as f32);
        }
        let Some(goal) = random_free_cell(&mut rng, &grid) else { continue };
        field.compute(&grid, &[goal]);
        let mut path = GridPath::default();
        for _ in 0..20 {
            let Some(start) = random_free_cell(&mut rng, &grid) else { continue };
            match search.find(&grid, start, goal) {
                Ok(found) => {
                    assert_eq!(field.cost(start), Some(found.units));
                    field.path_from(&grid, start, &mut path);
                    check_path(&grid, &path, start, goal);
                }
                Err(_) => assert_eq!(field.cost(start), None),
            }
        }
    }
}

#[test]
fn k_33_number_of_cheapest_paths() {
    let mut field = DistanceField::new();
    let grid = PathGrid::new(5, 3).unwrap();
    field.compute(&grid, &[ivec2(4, 2)]);
    assert_eq!(field.count_paths(&grid, ivec2(0, 0)), 6);
    let grid = PathGrid::new(50, 30).unwrap();
    field.compute(&grid, &[ivec2(48, 27)]);
    assert_eq!(field.count_paths(&grid, ivec2(0, 2)), 30_957_699_535_776);
}

#[test]
fn k_35_flow_on_free_ground() {
    let grid = PathGrid::new(50, 30).unwrap();
    let mut field = DistanceField::new();
    field.compute(&grid, &[ivec2(48, 27)]);
    let mut path = GridPath::default();
    field.path_from(&grid, ivec2(0, 2), &mut path);
    assert!((path.length - 58.355339).abs() < 1e-6);
    assert_eq!(path.cells.len(), 49);
    let units = field.cost(ivec2(0, 2)).unwrap();
    assert!((f64::from(units) / f64::from(grid.unit()) - 58.355339).abs() < 1e-4);
}

#[test]
fn several_goals_each_walker_takes_the_nearest() {
    let grid = PathGrid::new(30, 9).unwrap();
    let goals = [ivec2(0, 4), ivec2(29, 4)];
    let mut field = DistanceField::new();
    field.compute(&grid, &goals);
    let mut path = GridPath::default();
    field.path_from(&grid, ivec2(10, 4), &mut path);
    assert_eq!(path.cells.last(), Some(&goals[0]));
    field.path_from(&grid, ivec2(20, 4), &mut path);
    assert_eq!(path.cells.last(), Some(&goals[1]));
    let mut flow = FlowField::new();
    flow.compute(&grid, &goals);
    assert_eq!(flow.direction(ivec2(10, 4)), Vec2::NEG_X);
    assert_eq!(flow.direction(ivec2(20, 4)), Vec2::X);
    assert_eq!(flow.direction(goals[0]), Vec2::ZERO);
    assert_eq!(flow.direction(ivec2(-1, 0)), Vec2::ZERO);
    assert!((flow.direction(ivec2(2, 2)) - vec2(-1.0, 1.0).normalize()).length() < 1e-6);
    assert_eq!(flow.direction_at(vec2(11.0, 4.5)), Vec2::NEG_X);
    assert_eq!(flow.direction_at(Vec2::NAN), Vec2::ZERO);
    assert!(flow.direction_at(Vec2::MAX).length() <= 1.0);
}

#[test]
fn bad_goals_are_refused() {
    let mut grid = PathGrid::new(4, 4).unwrap();
    grid.set_walkable(ivec2(2, 2), false);
    let mut field = DistanceField::new();
    let mut flow = FlowField::new();
    let (outside, blocked) = (ivec2(4, 0), ivec2(2, 2));
    for goals in [&[outside][..], &[ivec2(1, 1), outside]] {
        let failed = Status::Failed(PathError::Outside(outside));
        assert_eq!((field.compute(&grid, goals), flow.compute(&grid, goals)), (failed, failed));
        assert_eq!((field.cost(ivec2(0, 0)), flow.direction(ivec2(0, 0))), (None, Vec2::ZERO));
    }
    assert!(matches!(field.compute(&grid, &[blocked]), Status::NoPath(_)));
    // A goal that becomes free counts again.
    grid.set_walkable(blocked, true);
    field.cell_changed(&grid, blocked);
    assert_eq!((field.finish(&grid), field.cost(ivec2(1, 1))), (Status::Found, Some(577)));
    assert_eq!(field.compute(&grid, &[]), Status::Found);
    assert_eq!(field.cost(ivec2(0, 0)), None);
}

#[test]
fn path_x12_repaired_fields_equal_new_ones() {
    let mut rng = Rng::new(12);
    let (mut field, mut flow) = (DistanceField::new(), FlowField::new());
    let (mut fresh, mut fresh_flow) = (DistanceField::new(), FlowField::new());
    for round in 0..120 {
        let walls = [0.3, 0.05, 0.4][round % 3];
        let mut grid =
            random_grid(&mut rng, 18, 14, walls).with_diagonals(Diagonals::ALL[round % 4]);
        let terrain = round % 5 == 0;
        if terrain {
            for i in 0..18 * 14 {
                grid.set_weight(ivec2(i % 18, i / 18), 1.0 + rng.below(3) as f32);
            }
        }
        let goals: Vec<_> =
            (0..=round % 2).filter_map(|_| random_free_cell(&mut rng, &grid)).collect();
        field.compute(&grid, &goals);
        flow.compute(&grid, &goals);
        for edit in 0..20 {
            for _ in 0..=edit % 3 {
                let cell = ivec2(rng.int(0..18), rng.int(0..14));
                if terrain && rng.chance(0.5) {
                    grid.set_weight(cell, 0.5 + rng.below(4) as f32);
                } else {
                    grid.set_walkable(cell, !grid.is_walkable(cell));
                }
                field.cell_changed(&grid, cell);
                flow.cell_changed(&grid, cell);
                // Sometimes in the middle of a repair.
                if rng.chance(0.5) {
                    field.step(&grid, 3);
                    flow.step(&grid, 3);
                }
            }
            while field.step(&grid, 7) == Status::Running {}
            flow.finish(&grid);
            let free: Vec<_> =
                goals.iter().copied().filter(|&goal| grid.is_walkable(goal)).collect();
            fresh.compute(&grid, &free);
            fresh_flow.compute(&grid, &free);
            assert_eq!(field.costs(), fresh.costs(), "round {round} edit {edit}");
            for i in 0..18 * 14 {
                let cell = ivec2(i % 18, i / 18);
                assert_eq!(flow.direction(cell), fresh_flow.direction(cell), "{round} {cell}");
            }
        }
    }
}

#[test]
fn path_x12_a_repair_looks_at_few_cells() {
    let mut grid = PathGrid::new(200, 200).unwrap();
    let mut field = DistanceField::new();
    field.compute(&grid, &[ivec2(100, 100)]);
    let before = field.progress().expanded;
    // Behind this cell only its own shadow changes.
    grid.set_walkable(ivec2(150, 90), false);
    field.cell_changed(&grid, ivec2(150, 90));
    field.finish(&grid);
    let work = field.progress().expanded - before;
    assert!(work > 0 && work < 400, "{work}");
    // Edits that no finished field knows of are ignored; a changed rule starts over.
    DistanceField::new().cell_changed(&grid, ivec2(0, 0));
    grid.set_diagonals(Diagonals::Never);
    field.cell_changed(&grid, ivec2(0, 0));
    field.finish(&grid);
    assert_eq!(field.cost(ivec2(0, 0)), Some(200 * 408));
}
