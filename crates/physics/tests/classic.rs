//! The checks of spec 06 on points, sticks and structures by the classics' rules. The specification's numbers come
//! from `f64`; the world is `f32`, so the last digits differ.

#![expect(clippy::excessive_precision, reason = "digits as the specification has them")]

use motile_geom::{Aabb, Vec2, vec2};
use motile_physics::world::{Point, PointId, Stick, World};

const STAGE: Aabb = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));

fn near(found: Vec2, expected: (f32, f32), within: f32) {
    let expected = vec2(expected.0, expected.1);
    assert!(found.distance(expected) <= within, "found {found}, expected {expected}");
}

/// A world with points and sticks between them.
fn structure(points: &[(f32, f32)], sticks: &[(usize, usize)]) -> (World, Vec<PointId>) {
    let mut world = World::classic();
    let ids: Vec<PointId> =
        points.iter().map(|&(x, y)| world.add_point(Point::at(x, y)).unwrap()).collect();
    for &(a, b) in sticks {
        world.add_stick(Stick::new(ids[a], ids[b])).unwrap();
    }
    (world, ids)
}

fn frames(world: &mut World, n: u32) {
    for _ in 0..n {
        world.step_classic(Some(STAGE));
    }
}

fn at(world: &World, id: PointId) -> Vec2 {
    world.position(id).unwrap()
}

#[test]
fn check_6_20_moving_is_pushing() {
    let (mut world, ids) = structure(&[(100.0, 100.0), (100.0, 200.0)], &[]);
    world.gravity = Vec2::ZERO;
    world.push(ids[0], vec2(5.0, 0.0));
    world.set_velocity(ids[1], vec2(5.0, 0.0));
    (0..3).for_each(|_| world.step_classic(None));
    assert_eq!(at(&world, ids[0]), vec2(120.0, 100.0));
    assert_eq!(at(&world, ids[1]), vec2(115.0, 200.0));
    assert_eq!(world.velocity(ids[0]), Some(vec2(5.0, 0.0)));
    assert_eq!(world.velocity(ids[1]), Some(vec2(5.0, 0.0)));
}

#[test]
fn check_6_21_push_gravity_is_not_velocity_gravity() {
    let (mut pushed, ids) = structure(&[(0.0, 0.0)], &[]);
    (0..10).for_each(|_| pushed.step_classic(None));
    assert_eq!(at(&pushed, ids[0]).y, 32.5);
    assert_eq!(pushed.velocity(ids[0]).unwrap().y, 5.0);
    let (mut world, ids) = structure(&[(0.0, 0.0)], &[]);
    (0..10).for_each(|_| world.step(1.0).unwrap());
    assert_eq!(at(&world, ids[0]).y, 27.5);
    assert_eq!(world.velocity(ids[0]).unwrap().y, 5.0);
}

#[test]
fn check_6_22_setting_a_position_stops() {
    let (mut world, ids) = structure(&[(100.0, 100.0)], &[]);
    frames(&mut world, 7);
    world.gravity = Vec2::ZERO;
    assert!(world.set_position(ids[0], vec2(7.0, 9.0)));
    assert_eq!(world.velocity(ids[0]), Some(Vec2::ZERO));
    frames(&mut world, 1);
    assert_eq!(at(&world, ids[0]), vec2(7.0, 9.0));
    world.set_velocity(ids[0], vec2(3.25, -1.5));
    assert_eq!(world.velocity(ids[0]), Some(vec2(3.25, -1.5)));
    // The other kind: a new place, the same motion.
    world.teleport(ids[0], vec2(50.0, 50.0));
    assert_eq!(world.velocity(ids[0]), Some(vec2(3.25, -1.5)));
}

#[test]
fn check_6_23_a_point_in_a_box() {
    let (mut world, ids) = structure(&[(100.0, 100.0)], &[]);
    world.push(ids[0], vec2(5.0, 0.0));
    let mut frame = 0;
    let mut to = |world: &mut World, n: u32| {
        frames(world, n - frame);
        frame = n;
        (at(world, ids[0]), world.velocity(ids[0]).unwrap())
    };
    assert_eq!(to(&mut world, 1).0, vec2(110.0, 101.0));
    assert_eq!(to(&mut world, 2).0, vec2(115.0, 102.5));
    assert_eq!(to(&mut world, 10).0, vec2(155.0, 132.5));
    assert_eq!(to(&mut world, 44), (vec2(325.0, 600.0), vec2(5.0, 5.0)));
    assert_eq!(to(&mut world, 45), (vec2(330.0, 600.0), vec2(5.0, -0.5)));
    assert_eq!(to(&mut world, 139).0, vec2(800.0, 600.0));
    assert_eq!(to(&mut world, 140).1, vec2(0.0, -0.5));
}

#[test]
fn check_6_24_clamping_keeps_the_old_position() {
    let (mut world, ids) = structure(&[(-3.0, 700.0), (5.0, 5.0)], &[]);
    world.clamp_into(STAGE);
    assert_eq!(at(&world, ids[0]), vec2(0.0, 600.0));
    assert_eq!(world.old_position(ids[0]), Some(vec2(-3.0, 700.0)));
    assert_eq!(at(&world, ids[1]), vec2(5.0, 5.0));
}

/// One relaxation of a stick from (0, 0) to (6, 8), ends afterwards.
fn relaxed(stick: impl Fn(Stick) -> Stick, masses: (f32, f32)) -> (Vec2, Vec2) {
    let mut world = World::classic();
    world.gravity = Vec2::ZERO;
    let a = world.add_point(Point { mass: masses.0, ..Point::default() }).unwrap();
    let b = world.add_point(Point { mass: masses.1, ..Point::at(6.0, 8.0) }).unwrap();
    world.add_stick(stick(Stick::new(a, b))).unwrap();
    world.step_classic(None);
    (at(&world, a), at(&world, b))
}

#[test]
fn check_6_25_stick_corrections() {
    assert_eq!(relaxed(|s| s.with_length(5.0), (1.0, 1.0)), (vec2(1.5, 2.0), vec2(4.5, 6.0)));
    let (a, b) = relaxed(|s| s.with_length(20.0), (1.0, 1.0));
    near(a, (-3.0, -4.0), 1e-6);
    near(b, (9.0, 12.0), 1e-6);
    assert_eq!(relaxed(|s| s, (1.0, 1.0)), (Vec2::ZERO, vec2(6.0, 8.0)));
    let (a, b) = relaxed(|s| s.with_length(5.0), (f32::INFINITY, 1.0));
    assert_eq!(a, Vec2::ZERO);
    near(b, (3.0, 4.0), 1e-6);
    let (a, b) = relaxed(|s| s.with_length(5.0), (1.0, 1.0 / 3.0));
    near(a, (0.75, 1.0), 1e-6);
    near(b, (3.75, 5.0), 1e-6);
}

#[test]
fn check_6_26_a_correction_keeps_the_middle() {
    let (a, b) = relaxed(|s| s.with_length(7.3), (1.0, 1.0));
    assert!((a.distance(b) - 7.3).abs() < 1e-6);
    near(a + b, (6.0, 8.0), 1e-6);
}

#[test]
fn check_6_27_chain_by_passes() {
    let rows = [
        (1.0, 10.5, 20.5),
        (0.75, 10.625, 20.625),
        (0.6875, 10.65625, 20.65625),
        (0.671875, 10.664063, 20.664063),
        (0.66796875, 10.666016, 20.666016),
    ];
    for (passes, row) in (1..).zip(rows) {
        let (mut world, ids) = structure(&[(0.0, 0.0), (12.0, 0.0), (20.0, 0.0)], &[]);
        world.gravity = Vec2::ZERO;
        world.passes = passes;
        for pair in ids.windows(2) {
            world.add_stick(Stick::new(pair[0], pair[1]).with_length(10.0)).unwrap();
        }
        world.step_classic(None);
        let xs: Vec<f32> = ids.iter().map(|&id| at(&world, id).x).collect();
        for (x, expected) in xs.iter().zip([row.0, row.1, row.2]) {
            assert!((x - expected).abs() < 1e-5, "{passes} passes: {xs:?}");
        }
    }
}

#[test]
fn check_6_28_coincident_ends_part_along_x() {
    let (mut world, ids) = structure(&[(5.0, 5.0), (5.0, 5.0)], &[]);
    world.gravity = Vec2::ZERO;
    world.add_stick(Stick::new(ids[0], ids[1]).with_length(10.0)).unwrap();
    let mut colored = world.clone();
    world.step_classic(None);
    near(at(&world, ids[0]), (0.0, 5.0), 1e-6);
    near(at(&world, ids[1]), (10.0, 5.0), 1e-6);
    colored.order = motile_physics::world::Order::Colored;
    colored.step(1.0).unwrap();
    near(at(&colored, ids[0]), (0.0, 5.0), 1e-6);
    near(at(&colored, ids[1]), (10.0, 5.0), 1e-6);
}

#[test]
fn check_6_30_stick_with_one_pass() {
    let (mut world, ids) = structure(&[(100.0, 100.0), (105.0, 200.0)], &[(0, 1)]);
    for (frame, a, b) in [
        (38, (100.0, 489.5), (105.0, 589.5)),
        (39, (99.738330, 504.763770), (105.261670, 604.736230)),
        (40, (98.701963, 510.345588), (106.298037, 610.181952)),
        (60, (59.515068, 529.634326), (145.484932, 580.958613)),
        (100, (52.437539, 600.0), (152.562461, 600.0)),
    ] {
        let mut run = world.snapshot();
        frames(&mut run, frame);
        near(at(&run, ids[0]), a, 2e-2);
        near(at(&run, ids[1]), b, 2e-2);
    }
    for _ in 0..150 {
        frames(&mut world, 1);
        assert!(((at(&world, ids[0]) + at(&world, ids[1])).x / 2.0 - 102.5).abs() < 2e-2);
    }
}

#[test]
fn check_6_31_stick_with_five_passes() {
    let (mut world, ids) = structure(&[(100.0, 100.0), (105.0, 200.0)], &[(0, 1)]);
    world.passes = 5;
    let mut sink = 0.0f32;
    for frame in 1..=100 {
        frames(&mut world, 1);
        sink = sink.max(at(&world, ids[1]).y - 600.0);
        if frame == 39 {
            near(at(&world, ids[0]), (99.478713, 500.349484), 1e-2);
            near(at(&world, ids[1]), (105.521287, 600.291904), 1e-2);
        }
    }
    near(at(&world, ids[0]), (52.437539, 600.0), 2e-2);
    assert!((sink - 0.348730).abs() < 1e-2, "{sink}");
}

const TRIANGLE: [(f32, f32); 3] = [(100.0, 100.0), (200.0, 100.0), (150.0, 200.0)];
const SQUARE: [(f32, f32); 4] = [(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)];

#[test]
fn check_6_32_triangle() {
    for (passes, stretch) in [(1, 0.1015), (5, 0.00862), (20, 1.02e-5)] {
        let (mut world, ids) = structure(&TRIANGLE, &[(0, 1), (1, 2), (2, 0)]);
        world.passes = passes;
        let mut worst = 0.0f32;
        for frame in 1..=200 {
            frames(&mut world, 1);
            worst = worst.max(world.measures().worst_strain);
            if (passes, frame) == (1, 39) {
                near(at(&world, ids[0]), (98.6132, 506.7770), 1e-2);
                near(at(&world, ids[1]), (202.0334, 505.8195), 1e-2);
                near(at(&world, ids[2]), (149.3534, 606.4035), 1e-2);
            }
        }
        assert!((worst - stretch).abs() < stretch * 0.02 + 5e-6, "{passes} passes: {worst}");
    }
}

#[test]
fn check_6_33_squares_without_and_with_a_brace() {
    let sides = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let (mut loose, ids) = structure(&SQUARE, &sides);
    frames(&mut loose, 200);
    for id in &ids {
        assert!((at(&loose, *id).y - 600.0).abs() < 1.0, "flat: {}", at(&loose, *id));
    }
    let (mut braced, ids) = structure(&SQUARE, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
    frames(&mut braced, 1000);
    for (id, (x, y)) in ids.iter().zip(SQUARE) {
        near(at(&braced, *id), (x, y + 400.0), 0.52);
    }
}

#[test]
fn check_6_34_spinning_square() {
    let (mut world, ids) = structure(&SQUARE, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
    world.set_velocity(ids[0], vec2(10.0, 0.0));
    frames(&mut world, 1);
    let first =
        [(103.7641, 99.7663), (204.9969, 101.0624), (201.2344, 202.2336), (100.0047, 200.9377)];
    ids.iter().zip(first).for_each(|(id, at_1)| near(at(&world, *id), at_1, 1e-3));
    frames(&mut world, 9);
    let tenth =
        [(138.9112, 121.6921), (235.8989, 146.3571), (211.0885, 243.3080), (114.1014, 218.6427)];
    ids.iter().zip(tenth).for_each(|(id, at_10)| near(at(&world, *id), at_10, 2e-3));
}

#[test]
fn check_6_37_hinge_on_a_wedged_base() {
    let (w, h) = (900.0, 800.0);
    let points = [
        (w / 2.0, h - 500.0),
        (0.0, h),
        (w, h),
        (w / 2.0 + 350.0, h - 500.0),
        (w / 2.0 + 360.0, h - 510.0),
        (w / 2.0 + 360.0, h - 490.0),
        (w / 2.0 + 370.0, h - 500.0),
    ];
    let sticks = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (3, 5), (4, 5), (4, 6), (5, 6)];
    let (mut world, ids) = structure(&points, &sticks);
    let walls = Some(Aabb::new(Vec2::ZERO, vec2(w, h)));
    let lengths = [672.6812, 900.0, 672.6812, 350.0, 14.1421, 14.1421, 20.0, 14.1421, 14.1421];
    for ((_, a, b), length) in world.sticks().zip(lengths) {
        assert!((a.distance(b) - length).abs() < 1e-3);
    }
    let (mut angles, mut stray) = (Vec::new(), 0.0f32);
    for frame in 1..=500 {
        world.step_classic(walls);
        let arm = at(&world, ids[3]) - at(&world, ids[0]);
        angles.push(motile_geom::ops::atan2(arm.y, arm.x).to_degrees());
        stray = stray.max(at(&world, ids[0]).distance(vec2(w / 2.0, h - 500.0)));
        if frame == 10 {
            near(at(&world, ids[3]), (799.267, 332.440), 1e-2);
        }
    }
    assert!((stray - 10.1).abs() < 0.1, "{stray}");
    for (from, to, angle, frame) in
        [(50, 150, 166.6, 98usize), (150, 240, 22.6, 194), (240, 330, 149.9, 288)]
    {
        let range = &angles[from..to];
        let pick = |a: &f32, b: &f32| if angle > 90.0 { *a > *b } else { *a < *b };
        let mut best = 0;
        for (i, value) in range.iter().enumerate() {
            if pick(value, &range[best]) {
                best = i;
            }
        }
        assert!((range[best] - angle).abs() < 0.25, "{} at {}", range[best], from + best + 1);
        assert!((from + best + 1).abs_diff(frame) <= 2);
    }
}

#[test]
fn check_6_39_the_order_of_points_changes_nothing() {
    let reversed: Vec<(f32, f32)> = SQUARE.iter().rev().copied().collect();
    let (mut a, ids_a) = structure(&SQUARE, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
    let (mut b, ids_b) = structure(&reversed, &[(3, 2), (2, 1), (1, 0), (0, 3), (3, 1)]);
    frames(&mut a, 300);
    frames(&mut b, 300);
    for i in 0..4 {
        assert_eq!(at(&a, ids_a[i]), at(&b, ids_b[3 - i]));
    }
}
