//! Statements of the specification that no other file checks by name: what the pieces promise together.

use motile_collide::{
    Auto, Broadphase, CellSize, Choice, Collidable, GridWorld, HierarchicalGrid, Mask, MaskAt,
    Pair, PixelRule, PlacedMask, SweepAndPrune, UniformGrid, all_pairs, contact, overlaps, touches,
};
use motile_geom::{Aabb, Affine2, Circle, IVec2, Polygon, Rng, Vec2, Vec2Ext, bounce, ivec2, vec2};
use std::f32::consts::PI;

fn stage(width: f32, height: f32) -> GridWorld {
    GridWorld::Bounded(Aabb::from_size(Vec2::ZERO, vec2(width, height)))
}

fn balls(seed: u64, n: usize) -> Vec<Circle> {
    let mut rng = Rng::new(seed);
    (0..n).map(|_| Circle::new(rng.in_rect(Vec2::ZERO, vec2(800.0, 600.0)), 25.0)).collect()
}

/// COL-14 about the origin.
fn star() -> Polygon {
    let corner = |i: u32| {
        let radius = if i.is_multiple_of(2) { 50.0 } else { 25.0 };
        Vec2::at_angle(i as f32 * PI / 5.0) * radius
    };
    Polygon::new((0..10).map(corner).collect()).unwrap()
}

#[test]
fn col_1_col_w8_detection_is_a_function_of_what_it_is_given() {
    let before = balls(1, 100);
    let given = before.clone();
    let mut grid = UniformGrid::new(stage(800.0, 600.0), CellSize::AtLeast(50.0)).unwrap();
    grid.rebuild_circles(&given);
    let first: Vec<Pair> = grid.pairs().collect();
    assert!(first.len() > 50);
    assert_eq!(given, before, "nothing was moved");
    // Asked again, or by a grid with another past, the answer is the same: there is no event to wait for.
    assert_eq!(grid.pairs().collect::<Vec<_>>(), first);
    grid.rebuild_circles(&balls(2, 300));
    grid.rebuild_circles(&given);
    assert_eq!(grid.pairs().collect::<Vec<_>>(), first);
}

/// One call for every kind of shape, on either side.
fn hits<A: Collidable, B: Collidable>(grid: &UniformGrid, first: &[A], second: &[B]) -> usize {
    let test = |pair: &Pair| overlaps(&first[pair.a as usize], &second[pair.b as usize]);
    let mut found: Vec<Pair> = grid.candidates().filter(test).collect();
    let expected: Vec<Pair> = all_pairs(first.len() as u32).filter(test).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    found.len()
}

#[test]
fn col_2_col_27_any_narrow_test_plugs_into_the_grid() {
    let balls = balls(3, 60);
    let mut grid = UniformGrid::new(stage(800.0, 600.0), CellSize::AtLeast(100.0)).unwrap();
    grid.rebuild_with(balls.len() as u32, |i| balls[i as usize].center);
    let star = star().translated(Vec2::splat(50.0)).unwrap();
    let star = Mask::from_polygon(100, 100, PixelRule::Center, &star).unwrap();
    let centers: Vec<Vec2> = balls.iter().map(|ball| ball.center).collect();

    let boxes: Vec<Aabb> =
        centers.iter().map(|&c| Aabb::from_center(c, Vec2::splat(50.0))).collect();
    let circles: Vec<Circle> = centers.iter().map(|&c| Circle::new(c, 50.0)).collect();
    let masks: Vec<MaskAt<'_>> =
        centers.iter().map(|&c| star.placed(Mask::pixel_of(c - 50.0))).collect();
    let by_boxes = hits(&grid, &boxes, &boxes);
    let by_points = hits(&grid, &boxes, &centers);
    let by_circles = hits(&grid, &circles, &circles);
    let by_masks = hits(&grid, &masks, &masks);
    // Rectangles report most and masks, true to the shape, fewer than circles around them.
    assert!(by_boxes > by_circles && by_circles > by_masks && by_masks > 0);
    assert!(by_points > 0 && by_points < by_boxes);
    // And mixed: circles against masks, masks against points.
    assert!(hits(&grid, &circles, &masks) > by_masks);
    assert!(hits(&grid, &masks, &centers) <= by_points);
}

#[test]
fn col_a11_col_28_col_w12_circles_hit_by_every_call_alike() {
    let circle = |x: f32, y: f32, r: f32| Circle::new(vec2(x, y), r);
    for (a, b, hit) in [
        (circle(0.0, 0.0, 25.0), circle(50.0, 0.0, 25.0), false),
        (circle(0.0, 0.0, 25.0), circle(49.999, 0.0, 25.0), true),
        (circle(0.0, 0.0, 25.0), circle(30.0, 40.0, 25.0), false),
        (circle(7.0, 7.0, 25.0), circle(7.0, 7.0, 25.0), true),
        (circle(7.0, 7.0, 0.0), circle(7.0, 7.0, 0.0), false),
    ] {
        assert_eq!(
            (a.overlaps(b), overlaps(&a, &b), overlaps(&b, &a)),
            (hit, hit, hit),
            "{a:?} {b:?}"
        );
        // Tangent circles touch, which a contact tells with a depth of 0.
        assert!(touches(&a, &b));
        assert_eq!(contact(&a, &b).unwrap().depth > 0.0, hit, "{a:?} {b:?}");
    }
}

#[test]
fn col_6_shapes_are_drawn_through_a_matrix() {
    let solid = |matrix: &Affine2| {
        let placed = star().transformed(matrix).unwrap();
        Mask::from_polygon(100, 100, PixelRule::Center, &placed).unwrap()
    };
    let plain = solid(&Affine2::from_translation(vec2(50.0, 50.0)));
    assert!(plain.count().abs_diff(3670) <= 2);
    // x' = a·x + c·y + tx, y' = b·x + d·y + ty.
    let matrix = Affine2::from_cols_array(&[0.0, 0.5, -0.5, 0.0, 50.0, 50.0]);
    assert_eq!(matrix.transform_point2(vec2(50.0, 0.0)), vec2(50.0, 75.0));
    let turned = solid(&matrix);
    assert!(turned.get(50, 73) && !turned.get(73, 50), "the tip points down");
    assert!(turned.count().abs_diff(3670 / 4) <= 8);
    // Untranslated, three quarters of it are outside and are cut off.
    assert!(solid(&Affine2::IDENTITY).count() < plain.count() / 3);
}

#[test]
fn col_12_masks_of_nested_spaces_meet_in_a_common_one() {
    let block = Mask::solid(10, 10).unwrap();
    // Two groups, moved as wholes; each holds a block at a place of its own.
    let (ship, ship_part) = (ivec2(300, 120), ivec2(-20, 5));
    let (rock, rock_part) = (ivec2(250, 100), ivec2(39, 34));
    assert!(!block.hits(ship_part, &block, rock_part), "local places mean nothing to each other");
    assert!(
        block.hits(ship + ship_part, &block, rock + rock_part),
        "one pixel, once both are global"
    );
    assert!(!block.hits(ship + ship_part, &block, rock + rock_part + ivec2(1, 0)));
}

#[test]
fn col_13_col_w4_small_masks_answer_like_surfaces_of_the_stage() {
    let small = Mask::from_polygon(
        100,
        100,
        PixelRule::Center,
        &star().translated(Vec2::splat(50.0)).unwrap(),
    );
    let small = small.unwrap();
    let on_stage = |center: IVec2| {
        let placed = star().translated(center.as_vec2()).unwrap();
        Mask::from_polygon(400, 400, PixelRule::Center, &placed).unwrap()
    };
    let fixed = on_stage(ivec2(200, 200));
    let mut hits = 0;
    for (x, y) in (110..290).step_by(15).flat_map(|x| (110..290).step_by(15).map(move |y| (x, y))) {
        let large = on_stage(ivec2(x, y)).hits(IVec2::ZERO, &fixed, IVec2::ZERO);
        assert_eq!(small.hits(ivec2(x - 50, y - 50), &small, ivec2(150, 150)), large, "({x}, {y})");
        hits += u32::from(large);
    }
    assert!((30..140).contains(&hits), "{hits}");
    // Beyond the stage its surfaces see nothing; masks of their own do.
    let outside = on_stage(ivec2(-100, 200));
    assert!(!outside.hits(IVec2::ZERO, &outside, IVec2::ZERO));
    assert!(small.hits(ivec2(-150, 150), &small, ivec2(-140, 150)));
}

#[test]
fn col_25_col_29_empty_cells_hold_nothing_and_checks_are_counted() {
    let mut grid = UniformGrid::new(stage(1440.0, 900.0), CellSize::AtLeast(50.0)).unwrap();
    let balls = balls(4, 100);
    grid.rebuild_circles(&balls);
    let occupied = grid.filled_cells().count();
    assert!(
        occupied < 100 && occupied > 50,
        "{occupied} of {} cells",
        grid.columns() * grid.rows()
    );
    assert_eq!(grid.filled_cells().map(|(_, count)| count).sum::<u32>(), 100);
    assert_eq!(grid.objects_in(28, 17), [0u32; 0]);
    let mut tested = 0;
    let hits = grid.candidates().filter(|pair| {
        tested += 1;
        balls[pair.a as usize].overlaps(balls[pair.b as usize])
    });
    assert_eq!(hits.count(), grid.pairs().count());
    assert_eq!(tested, grid.candidate_count());
}

#[test]
fn col_26_col_w11_pairs_are_typed_and_never_come_twice() {
    let mut grid = UniformGrid::new(stage(1000.0, 800.0), CellSize::AtLeast(80.0)).unwrap();
    grid.rebuild_circles(&balls(5, 400));
    let mut seen = std::collections::BTreeSet::new();
    for Pair { a, b } in grid.candidates() {
        assert!(a < b && b < 400);
        assert!(seen.insert((a, b)));
    }
    assert!(seen.len() > 400);
    assert_eq!((grid.columns(), grid.rows()), (13, 10));
    assert_eq!(grid.lines().count(), 14 + 11);
}

#[test]
fn col_30_a_ball_moves_and_bounces() {
    let mut ball = Circle::new(vec2(770.0, 300.0), 25.0);
    let mut velocity = vec2(2.0, -1.0);
    for _ in 0..5 {
        ball.center += velocity;
        bounce(&mut ball.center, &mut velocity, vec2(800.0, 600.0), ball.radius);
    }
    // 772, 774, then put back from 776 to 775 and on to the left.
    assert_eq!((ball.center, velocity), (vec2(771.0, 295.0), vec2(-2.0, -1.0)));
}

#[test]
fn col_33_proximity_takes_a_distance_instead_of_radii() {
    let places = [vec2(0.0, 0.0), vec2(60.0, 80.0), vec2(0.0, 99.9), vec2(400.0, 0.0)];
    let mut grid = UniformGrid::new(GridWorld::Unbounded, CellSize::AtLeast(100.0)).unwrap();
    grid.rebuild_circles(&places.map(|center| Circle::new(center, 3.0)));
    let near: Vec<Pair> = grid.pairs_within(100.0).collect();
    assert_eq!(near, [Pair::new(0, 2), Pair::new(1, 2)], "100 apart is not within 100");
    assert_eq!(grid.pairs().count(), 0, "none of them touch");
}

#[test]
fn col_35_the_cell_side_follows_the_largest_object() {
    let mut grid = UniformGrid::default();
    for radius in [4.0, 30.0, 170.0] {
        let mut crowd = balls(6, 500);
        for ball in &mut crowd {
            ball.radius = 1.0;
        }
        crowd[77].radius = radius;
        grid.rebuild_circles(&crowd);
        assert!(grid.cell().min_element() >= 2.0 * radius);
        let expected = all_pairs(500)
            .filter(|pair| crowd[pair.a as usize].overlaps(crowd[pair.b as usize]))
            .count();
        assert_eq!(grid.pairs().count(), expected);
    }
}

/// What the classic harness got wrong besides its clock: both methods must do the same work on a scene that neither
/// changes. The times themselves are rows and claims of the bench.
#[test]
fn col_36_col_w15_ten_passes_of_both_methods_do_the_same_work() {
    let mut grid = UniformGrid::new(stage(800.0, 600.0), CellSize::AtLeast(50.0)).unwrap();
    for n in [50, 100, 1000] {
        let scene = balls(9, n);
        let by_grid: Vec<usize> = (0..10)
            .map(|_| {
                grid.rebuild_circles(&scene);
                grid.pairs().count()
            })
            .collect();
        let overlap = |pair: &Pair| scene[pair.a as usize].overlaps(scene[pair.b as usize]);
        let by_all_pairs = all_pairs(n as u32).filter(overlap).count();
        assert_eq!(by_grid, [by_all_pairs; 10]);
        assert_eq!(scene, balls(9, n), "the same seed is the same scene, before and after");
    }
}

#[test]
fn col_w3_one_giant_does_not_spoil_the_rest() {
    let mut rng = Rng::new(7);
    let mut place = || rng.in_rect(Vec2::ZERO, Vec2::splat(4000.0));
    let mut boxes: Vec<Aabb> =
        (0..2000).map(|_| Aabb::from_center(place(), Vec2::splat(2.0))).collect();
    boxes.push(Aabb::from_center(Vec2::splat(2000.0), Vec2::splat(1500.0)));
    let mut auto = Auto::default();
    auto.update(&boxes);
    assert_eq!(auto.choice(), Choice::HierarchicalGrid);
    let mut levels = HierarchicalGrid::default();
    let mut sweep = SweepAndPrune::default();
    levels.update(&boxes);
    sweep.update(&boxes);
    assert!(levels.levels() == 2, "specks and the giant are filed apart");
    let sorted = |phase: &dyn Fn(&mut Vec<Pair>)| {
        let mut pairs = Vec::new();
        phase(&mut pairs);
        pairs.sort_unstable();
        pairs
    };
    let expected = sorted(&|pairs| sweep.pairs_into(pairs));
    assert_eq!(sorted(&|pairs| levels.pairs_into(pairs)), expected);
    assert_eq!(sorted(&|pairs| auto.pairs_into(pairs)), expected);
    assert!(expected.iter().filter(|pair| pair.b == 2000).count() > 900);
}

#[test]
fn col_w17_perception_is_one_sided() {
    // The owl sees far, the mouse does not: a question a pair cannot answer.
    let (owl, mouse) = (vec2(0.0, 0.0), vec2(80.0, 0.0));
    let mut grid = UniformGrid::default();
    grid.rebuild(&[owl, mouse]);
    let sees = |from: Vec2, reach: f32| {
        grid.within(from, reach).filter(|near| near.distance_squared > 0.0).count()
    };
    assert_eq!((sees(owl, 100.0), sees(mouse, 50.0)), (1, 0));
}

#[test]
fn contacts_of_shapes_and_masks_agree_on_the_way_out() {
    let (a, b) = (
        Aabb::from_size(vec2(0.0, 0.0), vec2(40.0, 30.0)),
        Aabb::from_size(vec2(36.0, 5.0), vec2(40.0, 30.0)),
    );
    let shapes = contact(&a, &b).unwrap();
    let placed = |area: Aabb| PlacedMask {
        mask: Mask::solid(40, 30).unwrap(),
        at: Mask::pixel_of(area.min),
    };
    let (first, second) = (placed(a), placed(b));
    let pixels = first.mask.contact(first.at, &second.mask, second.at).unwrap();
    assert_eq!(shapes.normal, vec2(-1.0, 0.0));
    assert_eq!(shapes.depth, 4.0);
    assert_eq!((pixels.normal.x < -0.9, pixels.depth), (true, 4));
}
