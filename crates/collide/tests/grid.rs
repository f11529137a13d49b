//! Checks of the uniform grid: COL-A2 … COL-A11 and COL-A28 … COL-A30.

use motile_collide::{CellSize, CollideError, GridWorld, Pair, UniformGrid, all_pairs, pair_count};
use motile_geom::{Aabb, Circle, Rng, Vec2, vec2};
use std::collections::BTreeSet;

fn world(width: f32, height: f32) -> GridWorld {
    GridWorld::Bounded(Aabb::new(Vec2::ZERO, vec2(width, height)))
}

fn grid(width: f32, height: f32, cell: f32) -> UniformGrid {
    UniformGrid::new(world(width, height), CellSize::AtLeast(cell)).unwrap()
}

/// One point at the center of every cell, `count` times.
fn cell_centers(columns: u32, rows: u32, side: f32, count: u32) -> Vec<Vec2> {
    (0..rows * columns * count)
        .map(|i| {
            let cell = i / count;
            (vec2((cell % columns) as f32, (cell / columns) as f32) + 0.5) * side
        })
        .collect()
}

fn candidates(grid: &UniformGrid) -> Vec<Pair> {
    let pairs: Vec<Pair> = grid.candidates().collect();
    assert_eq!(grid.candidate_count(), pairs.len() as u64);
    assert!(pairs.iter().all(|pair| pair.a < pair.b));
    assert_eq!(pairs.iter().collect::<BTreeSet<_>>().len(), pairs.len(), "a pair came twice");
    pairs
}

#[test]
fn col_a2_col_20_col_21_cell_of_a_position_and_its_number() {
    let grid = grid(500.0, 500.0, 100.0);
    assert_eq!(grid.cell_of(vec2(380.0, 280.0)), Some((3, 2)));
    assert_eq!(grid.cell_index(3, 2), 13);
    assert_eq!(grid.cell_index(4, 4), 24);
    assert_eq!(grid.cell_of(vec2(f32::NAN, 0.0)), None);
}

#[test]
fn col_a3_columns_and_rows() {
    let cases = [
        (550.0, 400.0, 80.0, 7, 5),
        (1440.0, 900.0, 50.0, 29, 18),
        (1440.0, 900.0, 80.0, 18, 12),
        (1440.0, 900.0, 100.0, 15, 9),
        (1000.0, 800.0, 50.0, 20, 16),
    ];
    for (width, height, cell, columns, rows) in cases {
        let grid = grid(width, height, cell);
        assert_eq!((grid.columns(), grid.rows()), (columns, rows));
    }
}

#[test]
fn col_a4_col_22_col_24_neighboring_cell_pairs() {
    let cases =
        [(1, 1, 0), (1, 4, 3), (2, 2, 6), (3, 3, 20), (5, 5, 72), (20, 16, 1174), (29, 18, 1949)];
    for (columns, rows, expected) in cases {
        let mut grid = grid(columns as f32 * 50.0, rows as f32 * 50.0, 50.0);
        grid.rebuild(&cell_centers(columns, rows, 50.0, 1));
        assert_eq!(candidates(&grid).len(), expected, "{columns}×{rows}");
    }
}

#[test]
fn col_a5_col_23_two_objects_in_every_cell() {
    let mut grid = grid(250.0, 250.0, 50.0);
    grid.rebuild(&cell_centers(5, 5, 50.0, 2));
    assert_eq!(candidates(&grid).len(), 313);
}

#[test]
fn col_a6_crowds_singles_and_nothing() {
    let mut grid = grid(250.0, 250.0, 50.0);
    for n in [0, 1, 2, 7, 100] {
        grid.rebuild(&vec![vec2(60.0, 60.0); n]);
        assert_eq!(candidates(&grid).len() as u64, pair_count(n as u32));
        let mut within = 0;
        grid.for_each_pair_within(1.0, |_| within += 1);
        assert_eq!(within, pair_count(n as u32));
    }
}

#[test]
fn col_w19_col_w10_the_order_is_by_cell_then_by_input() {
    let mut grid = grid(300.0, 200.0, 100.0);
    // Cells, row by row: 3 holds objects 0 and 5; right 4: 2; below left 0 of the next row: 4; …
    let at = |column: f32, row: f32| vec2(column, row) * 100.0 + 50.0;
    grid.rebuild(&[
        at(1.0, 0.0),
        at(2.0, 1.0),
        at(2.0, 0.0),
        at(1.0, 1.0),
        at(0.0, 1.0),
        at(1.0, 0.0),
    ]);
    let expected = [
        (0, 5),
        (0, 2),
        (0, 4),
        (0, 3),
        (0, 1),
        (2, 5),
        (4, 5),
        (3, 5),
        (1, 5),
        (2, 3),
        (1, 2),
        (3, 4),
        (1, 3),
    ];
    assert_eq!(candidates(&grid), expected.map(|(a, b)| Pair { a, b }));
    let mut called = Vec::new();
    grid.for_each_pair_within(200.0, |pair| called.push(pair));
    assert_eq!(called, grid.pairs_within(200.0).collect::<Vec<_>>());
}

#[test]
fn col_a8_col_a9_col_19_col_w2_the_cell_size_rule() {
    let balls = [39.0, 81.0].map(|x| Circle::new(vec2(x, 20.0), 25.0));
    let mut checked = grid(1440.0, 900.0, 50.0);
    checked.rebuild_circles(&balls);
    assert_eq!(checked.cell_of(balls[0].center), Some((0, 0)));
    assert_eq!(checked.cell_of(balls[1].center), Some((1, 0)));
    assert_eq!(checked.pairs().count(), 1);

    let mut unchecked = UniformGrid::new(world(1440.0, 900.0), CellSize::Exactly(40.0)).unwrap();
    unchecked.rebuild_circles(&balls);
    assert_eq!(unchecked.cell_of(balls[1].center), Some((2, 0)));
    assert_eq!(unchecked.candidate_count(), 0, "the documented miss");

    let mut raised = grid(1440.0, 900.0, 40.0);
    raised.rebuild_circles(&balls);
    assert_eq!(raised.cell(), vec2(50.0, 50.0));
    assert_eq!(raised.pairs().count(), 1);
}

#[test]
fn col_a10_col_w1_borders_are_filed_in_border_cells() {
    let mut grid = grid(1000.0, 800.0, 50.0);
    grid.rebuild(&[
        vec2(1000.0, 25.0),
        vec2(990.0, 25.0),
        vec2(10.0, 800.0),
        vec2(-1.0, 25.0),
        vec2(-1.0, 75.0),
    ]);
    assert_eq!(grid.len(), 5);
    assert!(grid.pairs_within(50.0).any(|pair| pair == Pair::new(0, 1)));
    assert_eq!(grid.cell_of(vec2(10.0, 800.0)), Some((0, 15)));
    assert_eq!(grid.cell_of(vec2(-1.0, 25.0)), Some((0, 0)));
    assert_eq!(grid.cell_of(vec2(-1.0, 75.0)), Some((0, 1)));
    assert_eq!(grid.objects_in(19, 0), [0, 1]);
    assert_eq!(grid.objects_in(20, 0), [0u32; 0]);
}

#[test]
fn col_a11_col_28_col_w12_circle_test_through_the_grid() {
    let hit = |x: f32, y: f32, radius: f32| {
        let mut grid = grid(1000.0, 1000.0, 50.0);
        grid.rebuild_circles(&[Circle::new(Vec2::ZERO, radius), Circle::new(vec2(x, y), radius)]);
        let mut called = 0;
        grid.for_each_pair(|_| called += 1);
        assert_eq!(grid.pairs().count(), called);
        called == 1
    };
    assert!(!hit(50.0, 0.0, 25.0), "tangent");
    assert!(hit(49.999, 0.0, 25.0));
    assert!(!hit(30.0, 40.0, 25.0));
    assert!(hit(0.0, 0.0, 25.0));
    assert!(!hit(0.0, 0.0, 0.0));
}

/// Mean and extremes of the candidate count over seeds.
fn candidate_statistics(n: u32, size: Vec2, cell: f32, seeds: u64) -> (f64, u64, u64) {
    let mut grid = grid(size.x, size.y, cell);
    let counts: Vec<u64> = (0..seeds)
        .map(|seed| {
            let mut rng = Rng::new(seed);
            let points: Vec<Vec2> = (0..n).map(|_| rng.in_rect(Vec2::ZERO, size)).collect();
            grid.rebuild(&points);
            grid.candidate_count()
        })
        .collect();
    let mean = counts.iter().sum::<u64>() as f64 / seeds as f64;
    (mean, *counts.iter().min().unwrap(), *counts.iter().max().unwrap())
}

#[test]
fn col_a28_col_38_candidates_of_the_node_garden() {
    let (mean, min, max) = candidate_statistics(500, vec2(1000.0, 800.0), 50.0, 200);
    assert!((mean - 3250.0).abs() < 20.0, "{mean}");
    assert!(min >= 3250 - 360 && max <= 3250 + 360, "{min} {max}");
}

#[test]
fn col_a29_col_38_candidates_of_a_hundred_balls() {
    let stage = vec2(1440.0, 900.0);
    for (cell, expected, tolerance) in [(50.0, 80.7, 1.5), (80.0, 198.1, 2.5), (100.0, 301.8, 3.0)]
    {
        let (mean, ..) = candidate_statistics(100, stage, cell, 1000);
        assert!((mean - expected).abs() < tolerance, "{cell}: {mean}");
    }
}

#[test]
fn col_a30_col_w9_steady_state_allocates_nothing() {
    let mut rng = Rng::new(30);
    for world in [
        world(1000.0, 1000.0),
        GridWorld::Torus(Aabb::new(Vec2::ZERO, vec2(1000.0, 1000.0))),
        GridWorld::Unbounded,
    ] {
        let mut grid = UniformGrid::new(world, CellSize::AtLeast(20.0)).unwrap();
        let mut balls: Vec<Circle> = (0..2000)
            .map(|_| Circle::new(rng.in_rect(Vec2::ZERO, Vec2::splat(1000.0)), 8.0))
            .collect();
        grid.rebuild_circles(&balls);
        let report = allocation_counter::measure(|| {
            for _ in 0..10 {
                for ball in &mut balls {
                    ball.center += rng.in_unit_disc();
                    ball.center = ball.center.clamp(Vec2::ZERO, Vec2::splat(999.0));
                }
                grid.rebuild_circles(&balls);
                let mut hits = 0;
                grid.for_each_pair(|_| hits += 1);
                hits += grid.pairs().count() + grid.candidates().count();
                grid.for_each_within(vec2(500.0, 500.0), 60.0, |_| hits += 1);
                assert!(hits > 1000);
            }
        });
        assert_eq!(report.count_total, 0, "{world:?}");
    }
}

#[test]
fn bad_numbers_are_refused_or_ignored() {
    let bad = |world, cell| UniformGrid::new(world, cell).unwrap_err();
    for side in [0.0, -5.0, f32::NAN, f32::INFINITY] {
        assert_eq!(bad(GridWorld::Unbounded, CellSize::AtLeast(side)), CollideError::BadCellSize);
        assert_eq!(bad(GridWorld::Unbounded, CellSize::Exactly(side)), CollideError::BadCellSize);
    }
    assert_eq!(bad(world(-1.0, 5.0), CellSize::Auto), CollideError::BadWorld);
    assert_eq!(bad(world(f32::NAN, 5.0), CellSize::Auto), CollideError::BadWorld);
    let flat = Aabb::new(Vec2::ZERO, vec2(5.0, 0.0));
    assert_eq!(bad(GridWorld::Torus(flat), CellSize::Auto), CollideError::BadWorld);
    assert!(UniformGrid::new(GridWorld::Bounded(flat), CellSize::Auto).is_ok());

    let mut grid = UniformGrid::default();
    grid.rebuild_circles(&[
        Circle::new(vec2(f32::NAN, 0.0), 1.0),
        Circle::new(vec2(0.0, f32::NEG_INFINITY), 1.0),
        Circle::new(Vec2::ZERO, -1.0),
        Circle::new(Vec2::ZERO, f32::INFINITY),
        Circle::new(Vec2::ZERO, f32::NAN),
        Circle::new(Vec2::ZERO, 1.0),
        Circle::new(vec2(1.0, 0.0), 1.0),
    ]);
    assert_eq!((grid.len(), grid.ignored()), (2, 5));
    assert_eq!(grid.pairs().collect::<Vec<_>>(), [Pair::new(5, 6)]);
    assert_eq!(grid.within(vec2(f32::NAN, 0.0), 5.0).count(), 0);
    assert_eq!(grid.within(Vec2::ZERO, f32::NAN).count(), 0);
    assert_eq!(grid.within(Vec2::ZERO, f32::INFINITY).count(), 2);
    assert_eq!(grid.pairs_within(f32::NAN).count() + grid.pairs_within(-1.0).count(), 0);
}

/// Reference: distance the short way around in a torus of the given size, plain otherwise.
fn reference_offset(a: Vec2, b: Vec2, torus: Option<Vec2>) -> Vec2 {
    let d = b - a;
    let Some(size) = torus else { return d };
    let around = |d: f32, size: f32| {
        let d = d.abs();
        d.min(size - d)
    };
    vec2(around(d.x, size.x), around(d.y, size.y))
}

/// Compares every way to ask the grid with the double loop.
fn check_against_all_pairs(
    grid: &mut UniformGrid,
    circles: &[Circle],
    torus: Option<Vec2>,
    reach: f32,
) {
    let n = circles.len() as u32;
    let offset = |a: u32, b: u32| {
        reference_offset(circles[a as usize].center, circles[b as usize].center, torus)
    };
    let hits = |test: &dyn Fn(u32, u32) -> bool| -> BTreeSet<Pair> {
        all_pairs(n).filter(|pair| test(pair.a, pair.b)).collect()
    };
    let overlap = hits(&|a, b| {
        let reach = circles[a as usize].radius + circles[b as usize].radius;
        offset(a, b).length_squared() < reach * reach
    });
    let near = hits(&|a, b| offset(a, b).length_squared() < reach * reach);

    let mut called = Vec::new();
    grid.rebuild_circles(circles);
    grid.for_each_pair(|pair| called.push(pair));
    assert_eq!(called, grid.pairs().collect::<Vec<_>>(), "callback and iterator differ");
    assert_eq!(called.iter().copied().collect::<BTreeSet<_>>(), overlap);
    assert_eq!(called.len(), overlap.len(), "a pair came twice");
    let candidates: BTreeSet<Pair> = grid.candidates().collect();
    assert_eq!(candidates.len() as u64, grid.candidate_count());
    assert!(candidates.is_superset(&overlap));

    called.clear();
    grid.for_each_pair_within(reach, |pair| called.push(pair));
    assert_eq!(called, grid.pairs_within(reach).collect::<Vec<_>>());
    assert_eq!(called.iter().copied().collect::<BTreeSet<_>>(), near);
    assert_eq!(called.len(), near.len());

    for i in 0..n.min(12) {
        let mut found = Vec::new();
        grid.for_each_within(circles[i as usize].center, reach, |near| found.push(near));
        assert_eq!(found, grid.within(circles[i as usize].center, reach).collect::<Vec<_>>());
        let found: BTreeSet<u32> = found.iter().map(|near| near.index).collect();
        let expected: BTreeSet<u32> =
            (0..n).filter(|&j| offset(i, j).length_squared() < reach * reach).collect();
        assert_eq!(found, expected);
    }
}

/// Scenes that grids get wrong: uniform, clustered, on cell borders, on a line, scattered far.
fn scene(rng: &mut Rng, kind: u32, n: u32) -> Vec<Circle> {
    let side = 400.0;
    let cluster = rng.in_rect(Vec2::ZERO, Vec2::splat(side));
    (0..n)
        .map(|i| {
            let center = match kind % 6 {
                0 => rng.in_rect(Vec2::ZERO, Vec2::splat(side)),
                1 => cluster + rng.in_unit_disc() * 15.0,
                2 => vec2(rng.int(0..9) as f32, rng.int(0..9) as f32) * 50.0,
                3 => vec2(rng.f32() * side, 25.0),
                4 => rng.in_rect(Vec2::splat(-300.0), Vec2::splat(side + 300.0)),
                _ => vec2(i as f32 * 25.0, i as f32 * 25.0) + rng.in_unit_disc() * 30.0,
            };
            let radius = if rng.chance(0.1) { 0.0 } else { rng.f32() * 25.0 };
            Circle::new(center, radius)
        })
        .collect()
}

#[test]
fn col_a7_grid_and_all_pairs_agree() {
    let area = Aabb::new(Vec2::ZERO, Vec2::splat(400.0));
    let mut rng = Rng::new(7);
    for round in 0..240 {
        let n = [0, 1, 2, 3, 60, 150][round as usize / 6 % 6];
        let circles = scene(&mut rng, round, n);
        let cell =
            [CellSize::Auto, CellSize::AtLeast(50.0), CellSize::AtLeast(7.0)][round as usize % 3];
        for reach in [0.5, 50.0, 130.0, 1000.0] {
            for world in [GridWorld::Bounded(area), GridWorld::Unbounded] {
                let mut grid = UniformGrid::new(world, cell).unwrap();
                check_against_all_pairs(&mut grid, &circles, None, reach);
            }
            let inside: Vec<Circle> = circles
                .iter()
                .map(|c| Circle::new(c.center.clamp(Vec2::ZERO, Vec2::splat(399.99)), c.radius))
                .collect();
            let mut torus = UniformGrid::new(GridWorld::Torus(area), cell).unwrap();
            check_against_all_pairs(&mut torus, &inside, Some(area.size()), reach);
        }
    }
}

#[test]
fn col_a7_scattered_objects_use_the_hashed_table() {
    let mut rng = Rng::new(8);
    for shape in 0..4 {
        // Close couples strewn over a world of 10^8 cells, on a line, a column, a diagonal.
        let circles: Vec<Circle> = (0..400)
            .map(|i| {
                let t = (i / 2) as f32 * 2011.0 - 2e5;
                let center = match shape {
                    0 => {
                        vec2(((i / 2) * 7919 % 200) as f32, ((i / 2) * 104_729 % 200) as f32)
                            * 5000.0
                    }
                    1 => vec2(t, 3.0),
                    2 => vec2(-3.0, t),
                    _ => vec2(t, t),
                };
                Circle::new(center + rng.in_unit_disc() * 12.0, 10.0)
            })
            .collect();
        let mut grid = UniformGrid::new(GridWorld::Unbounded, CellSize::AtLeast(20.0)).unwrap();
        for reach in [15.0, 20.0, 90.0, 9000.0] {
            check_against_all_pairs(&mut grid, &circles, None, reach);
        }
        assert_eq!(grid.is_hashed(), shape == 0 || shape == 3);
        assert!(grid.pairs().count() >= 200 - 40);
    }
}

#[test]
fn col_w1_far_and_huge_coordinates_lose_nothing() {
    for far in [1e6f32, 1e12, 1e24] {
        let step = far * 1e-6;
        let centers = [vec2(far, far), vec2(far + step, far), vec2(-far, far), vec2(0.0, 0.0)];
        let circles = centers.map(|center| Circle::new(center, step));
        for world in [world(100.0, 100.0), GridWorld::Unbounded] {
            for cell in [CellSize::Auto, CellSize::AtLeast(0.001)] {
                let mut grid = UniformGrid::new(world, cell).unwrap();
                grid.rebuild_circles(&circles);
                assert_eq!(grid.pairs().collect::<Vec<_>>(), [Pair::new(0, 1)], "{far} {world:?}");
            }
        }
    }
}

#[test]
fn col_w18_a_torus_sees_across_its_edges() {
    let area = Aabb::new(vec2(-100.0, 50.0), vec2(900.0, 850.0));
    let mut grid = UniformGrid::new(GridWorld::Torus(area), CellSize::AtLeast(50.0)).unwrap();
    grid.rebuild(&[vec2(-95.0, 60.0), vec2(895.0, 845.0), vec2(1905.0, 860.0), vec2(400.0, 400.0)]);
    assert_eq!(grid.pairs_within(50.0).count(), 3);
    let near = grid.within(vec2(-100.0, 50.0), 8.0).next().unwrap();
    assert_eq!((near.index, near.offset), (1, vec2(-5.0, -5.0)));
}

/// From 60,000 objects on a rough sort comes first, in runs of 65,536 objects, in one way for objects spread evenly and
/// in another for all others; the cells must still list objects in input order.
#[test]
fn col_w19_large_scenes_are_sorted_in_two_steps_to_the_same_order() {
    let mut rng = Rng::new(5);
    let side = 6000.0;
    let mut grid = grid(side, side, 10.0);
    for (is_even, is_sorted) in [(true, false), (false, false), (true, true)] {
        let mut circles: Vec<Circle> = (0..160_000)
            .map(|_| {
                let share = if is_even { rng.f32() } else { rng.f32() * rng.f32() };
                Circle::new(vec2(rng.f32(), share) * side, rng.range(1.0..4.0))
            })
            .collect();
        if is_sorted {
            circles.sort_by(|a, b| a.center.y.total_cmp(&b.center.y));
        }
        circles[77].radius = f32::NAN;
        grid.rebuild_circles(&circles);
        check_large(&grid, &circles);
        // Equal circles go another way.
        for circle in &mut circles {
            circle.radius = 2.0;
        }
        circles[77].radius = -1.0;
        grid.rebuild_circles(&circles);
        check_large(&grid, &circles);
    }
}

fn check_large(grid: &UniformGrid, circles: &[Circle]) {
    let mut filed = 0;
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let cell = grid.objects_in(column, row);
            assert!(cell.is_sorted());
            filed += cell.len();
            let at = |i: u32| grid.cell_of(circles[i as usize].center);
            assert!(cell.iter().all(|&i| at(i) == Some((column, row))));
        }
    }
    assert_eq!((filed, grid.ignored()), (circles.len() - 1, 1));

    let mut by_x: Vec<u32> = (0..circles.len() as u32).collect();
    by_x.sort_by(|&a, &b| circles[a as usize].center.x.total_cmp(&circles[b as usize].center.x));
    let mut expected = Vec::new();
    for (k, &a) in by_x.iter().enumerate() {
        let first = circles[a as usize];
        let near = by_x[k + 1..].iter();
        let near = near.take_while(|&&b| circles[b as usize].center.x < first.center.x + 8.0);
        let hits = near.filter(|&&b| first.overlaps(circles[b as usize]));
        expected.extend(hits.map(|&b| Pair::new(a, b)));
    }
    let mut found: Vec<Pair> = Vec::new();
    grid.for_each_pair(|pair| found.push(pair));
    assert!(grid.pairs().eq(found.iter().copied()), "the iterator keeps the order of the loop");
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

/// Rectangles and the nearest few, beside a look at every object, in every kind of world.
#[test]
fn col_w17_rectangles_and_nearest_agree_with_a_look_at_all() {
    let area = Aabb::new(vec2(-50.0, 20.0), vec2(350.0, 320.0));
    let mut rng = Rng::new(17);
    for world in [GridWorld::Bounded(area), GridWorld::Unbounded, GridWorld::Torus(area)] {
        // Far apart in the second round: an open world is hashed then.
        for spread in [1.0, 3000.0] {
            if spread > 1.0 && matches!(world, GridWorld::Torus(_)) {
                continue;
            }
            let mut grid = UniformGrid::new(world, CellSize::AtLeast(10.0)).unwrap();
            let points: Vec<Vec2> = (0..300)
                .map(|_| rng.in_rect(area.min - 20.0, area.max + 20.0) * spread)
                .chain([Vec2::NAN])
                .collect();
            grid.rebuild(&points);
            for _ in 0..100 {
                let at = rng.in_rect(area.min - 60.0, area.max + 60.0) * spread;
                check_rectangle(
                    &grid,
                    &points,
                    Aabb::from_center(at, rng.in_rect(Vec2::ZERO, Vec2::splat(120.0 * spread))),
                );
                check_nearest(&grid, &points, at, rng.int(0..12) as u32);
            }
            check_nearest(&grid, &points, area.min, 1000);
            if !grid.is_torus() {
                check_nearest(&grid, &points, vec2(1e9, -1e9), 3);
            }
            check_nearest(&grid, &points, vec2(f32::NAN, 0.0), 3);
            check_rectangle(&grid, &points, Aabb::EMPTY);
            let mut all = 0;
            grid.for_each_in(Aabb::new(Vec2::splat(-3e38), Vec2::splat(3e38)), |_| all += 1);
            assert_eq!(all, 300, "an area wider than any number");
        }
    }
}

/// From one point to another in the world of a grid.
fn offset(grid: &UniformGrid, from: Vec2, to: Vec2) -> Vec2 {
    if !grid.is_torus() {
        return to - from;
    }
    let size = grid.area().size();
    let turns = ((to - from) / size).round();
    to - from - turns * size
}

fn check_rectangle(grid: &UniformGrid, points: &[Vec2], area: Aabb) {
    let mut found = Vec::new();
    grid.for_each_in(area, |index| found.push(index));
    found.sort_unstable();
    assert!(found.is_sorted_by(|a, b| a < b), "each once");
    for (index, &point) in (0..).zip(points) {
        // Nothing is promised within the rounding of a seam.
        let outside = offset(grid, area.center(), point).abs() - area.size() * 0.5;
        let is_found = found.binary_search(&index).is_ok();
        if !grid.is_torus() {
            assert_eq!(is_found, area.contains(point), "{area:?} {point}");
        } else if outside.abs().min_element() > 1e-2 {
            assert_eq!(is_found, outside.max_element() < 0.0, "{area:?} {point}");
        }
    }
}

fn check_nearest(grid: &UniformGrid, points: &[Vec2], at: Vec2, count: u32) {
    let mut found = vec![];
    grid.nearest(at, count, &mut found);
    let mut distances: Vec<f32> = points
        .iter()
        .filter(|point| point.is_finite() && at.is_finite())
        .map(|&point| offset(grid, at, point).length())
        .collect();
    distances.sort_by(f32::total_cmp);
    distances.truncate(count as usize);
    assert_eq!(found.len(), distances.len());
    for (neighbor, distance) in found.iter().zip(distances) {
        let found = neighbor.distance_squared.sqrt();
        assert!((found - distance).abs() <= 1e-3 * distance.max(10.0), "{at} {found} {distance}");
    }
}
