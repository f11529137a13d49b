//! The classic rules, number by number.

use crate::worlds::D2;
use motile_geom::{
    Aabb, Affine2, Affine2Ext, Grid2, Vec2,
    glam::{DVec2, dvec2},
    ivec2, ops, vec2,
};
use motile_tiles::{Car, TileBody, classic::*, turned_piece};

const PLATFORM: i32 = 0;
const SKY: i32 = 10;

fn map(text: &str) -> Grid2<i32> {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let cells =
        rows.iter().flat_map(|row| row.chars().map(|l| if l == 'X' { PLATFORM } else { SKY }));
    Grid2::from_cells(rows[0].len() as u32, rows.len() as u32, cells.collect()).unwrap()
}

const D1: &str = "
    ..........
    XX........
    ......XXX.
    ...XX.....
    ..........
    ..XXXXX...
    ..........
    XXXXXXXXXX
";

#[test]
fn tile_a1_ids_and_rectangles() {
    let rect = |id, w, h| {
        source_rect(id, (w, h), (256, 256)).map(|r| r.map(|r| (r.x, r.y, r.width, r.height)))
    };
    assert_eq!(rect(0, 64, 64), Ok(Some((0, 0, 64, 64))));
    assert_eq!(rect(10, 64, 64), Ok(Some((64, 0, 64, 64))));
    assert_eq!(rect(20, 48, 42), Ok(Some((128, 0, 48, 42))));
    assert_eq!(rect(1, 64, 64), Ok(Some((0, 64, 64, 64))));
    assert_eq!(rect(22, 64, 32), Ok(Some((128, 128, 64, 32))));
    assert_eq!(rect(13, 64, 64), Ok(Some((64, 192, 64, 64))));
    assert_eq!(rect(33, 48, 48), Ok(Some((192, 192, 48, 48))));
    assert_eq!(rect(31, 64, 64), Ok(Some((192, 64, 64, 64))));
    assert_eq!(rect(-1, 64, 64), Ok(None));
    let error = rect(24, 64, 64).unwrap_err();
    assert_eq!(error.to_string(), "tile 24 lies outside its picture of 256 × 256 pixels");
    assert_eq!((encode_id(3, 1), encode_id(1, 10)), (Some(31), None));
}

#[test]
fn tile_a2_decimal_ids_in_a_row() {
    let ids = [0, 10, 20, 30, 1, 11, 21, 31, 2, 12, 22, 32, 3, 13, 23, 33];
    assert_eq!(ids.map(|id| linear_id(id, 4)), core::array::from_fn(|i| i as u32));
}

#[test]
fn tile_a5_maps_are_built_column_by_column() {
    let map = map(D1);
    let ids: Vec<i32> = build_order(10, 8).map(|(column, row)| map[(column, row)]).collect();
    assert_eq!(ids.len(), 80);
    assert_eq!(ids.iter().filter(|&&id| id == PLATFORM).count(), 22);
    assert_eq!(ids.iter().filter(|&&id| id == SKY).count(), 58);
    assert_eq!(ids[..16], [10, 0, 10, 10, 10, 10, 10, 0, 10, 0, 10, 10, 10, 10, 10, 0]);
}

#[test]
fn tile_a6_cells_have_closed_edges() {
    let cells = |x, y| {
        let c = Bob::new(x, y, 48.0, 42.0).cells();
        [c.top, c.bottom, c.left, c.right, c.row, c.column]
    };
    assert_eq!(cells(320.0, 256.0), [4, 4, 5, 5, 4, 5]);
    assert_eq!(cells(100.0, 100.0), [1, 2, 1, 2, 1, 1]);
    assert_eq!(cells(113.0, 96.0), [1, 2, 1, 2, 1, 2]);
    assert_eq!(cells(128.0, 86.0), [1, 2, 2, 2, 1, 2]);
    assert_eq!(cells(400.0, 406.0), [6, 7, 6, 7, 6, 6]);
}

/// Which axis wins is what the numbers are for: below 32 pixels of overlap in y the first body is put back sideways.
#[test]
fn tile_a7_overlaps_of_corners() {
    let first = Bob::new(113.0, 96.0, 48.0, 42.0);
    assert_eq!(corner_overlap(&first, false, false), dvec2(49.0, 32.0));
    let second = Bob::new(173.0, 96.0, 48.0, 42.0);
    assert_eq!(corner_overlap(&second, true, true), dvec2(35.0, 54.0));
    // The first is put back along x, the second along y.
    let solid = Grid2::filled(10, 8, SKY).unwrap();
    let mut world = solid.clone();
    world[(1, 1)] = PLATFORM;
    let mut bob = first;
    bob.set_velocity(dvec2(-4.0, 0.0));
    corner_collision(&mut bob, &world, PLATFORM).unwrap();
    assert_eq!(bob.position, dvec2(128.0, 96.0));
    let mut world = solid;
    world[(3, 2)] = PLATFORM;
    let mut bob = second;
    bob.set_velocity(dvec2(0.0, 4.0));
    corner_collision(&mut bob, &world, PLATFORM).unwrap();
    assert_eq!(bob.position, dvec2(173.0, 86.0));
}

#[test]
fn tile_a8_the_search_stops_at_the_borders() {
    let count = |row, column| cells_around(column, row, 10, 8).count();
    assert_eq!([count(0, 0), count(0, 5), count(4, 4), count(7, 9)], [4, 6, 9, 4]);
    let wide = cells_around(4, 4, 10, 8).collect::<Vec<_>>();
    assert_eq!(
        (wide[0], wide[1], wide[8]),
        ((3, 3), (3, 4), (5, 5)),
        "columns outside, rows inside"
    );
    assert_eq!(cells_around(u32::MAX, 3, 10, 8).count(), 0);
}

#[test]
fn tile_a9_the_test_of_four_corners() {
    let map = map(D2);
    let run = |x, y, vx, vy| {
        let mut bob = Bob { jumping: true, ..Bob::new(x, y, 48.0, 42.0) };
        bob.set_velocity(dvec2(vx, vy));
        corner_collision(&mut bob, &map, PLATFORM).map(|()| {
            let v = bob.velocity();
            (
                [bob.position.x, bob.position.y, v.x, v.y].map(|n| (n * 1e6).round() / 1e6),
                bob.jumping,
            )
        })
    };
    assert_eq!(run(113.0, 96.0, -4.0, 0.0), Ok(([128.0, 96.0, 0.0, 0.0], true)));
    assert_eq!(run(400.0, 410.0, 0.0, 5.0), Ok(([400.0, 406.0, 0.0, 0.0], false)));
    assert_eq!(run(340.0, 90.0, 2.0, 6.0), Ok(([340.0, 86.0, 2.0, 0.0], false)));
    assert_eq!(run(400.0, 406.98, 0.0, 0.98), Ok(([400.0, 406.0, 0.0, 0.0], false)));
    assert_eq!(run(446.0, 406.98, -2.0, 0.98), Ok(([446.0, 406.0, -2.0, 0.0], false)));
    assert_eq!(
        run(447.5, 406.98, -0.5, 0.98),
        Ok(([448.0, 406.0, 0.0, 0.0], false)),
        "the ghost edge"
    );
    assert_eq!(run(405.0, 330.0, 6.0, 0.0), Ok(([399.0, 330.0, 0.0, 0.0], true)));
    assert_eq!(run(310.0, 384.0, -6.0, 0.98), Ok(([320.0, 384.0, 0.0, 0.98], true)));
    assert_eq!(run(380.0, 180.0, 0.0, -10.0), Ok(([384.0, 192.0, 0.0, 0.0], true)));
    assert_eq!(run(400.0, 430.0, 0.0, 25.0), Err(OutsideMap { row: 8, column: 7 }));
}

/// Jumps from the ground and returns each place of the top edge.
fn jump(impulse: f64, friction: f64, ticks: usize) -> Vec<f64> {
    let mut cat = Bob { friction, gravity: dvec2(0.0, 0.98), ..Bob::new(300.0, 406.0, 48.0, 42.0) };
    cat.set_velocity(dvec2(0.0, impulse));
    (0..ticks)
        .map(|_| {
            cat.update();
            cat.position.y
        })
        .collect()
}

#[test]
fn tile_a11_jumps() {
    let places = jump(-25.0, 1.0, 60);
    let top = places.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((406.0 - top - 306.5).abs() < 1e-6);
    assert_eq!(places.iter().position(|&y| y == top), Some(24));
    assert_eq!(places.iter().position(|&y| y >= 406.0 - 1e-9), Some(50));
    let places = jump(-25.0, 0.98, 60);
    let top = places.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((406.0 - top - 225.2535).abs() < 1e-4);
    assert_eq!(places.iter().position(|&y| y == top), Some(19));
    assert_eq!(places.iter().position(|&y| y > 406.0), Some(42));
    assert!((places[42] - places[41] - 17.9578).abs() < 1e-4);
}

#[test]
fn tile_a12_the_pointer_steers() {
    let speed = |pointer: f64, x: f64| {
        let mut cat = Bob::new(x, 0.0, 48.0, 42.0);
        cat.control(pointer, false);
        (cat.velocity().x * 1e9).round() / 1e9
    };
    assert_eq!(
        [
            speed(300.0, 100.0),
            speed(150.0, 100.0),
            speed(0.0, 400.0),
            speed(124.0, 100.0),
            speed(920.0, 700.0)
        ],
        [20.0, 5.2, -20.0, 0.0, 20.0]
    );
    let mut cat = Bob { jumping: true, ..Bob::new(0.0, 0.0, 48.0, 42.0) };
    cat.control(24.0, true);
    assert_eq!(cat.velocity(), DVec2::ZERO, "no second jump");
}

#[test]
fn tile_a13_soft_platforms() {
    let mut map = Grid2::filled(10, 8, SKY).unwrap();
    for column in 0..10 {
        map.set(column, 5, 1);
    }
    let run = |impulse: f64, friction: f64| {
        let mut soft = SoftPlatforms::default();
        let mut cat =
            Bob { friction, gravity: dvec2(0.0, 0.98), ..Bob::new(300.0, 406.0, 48.0, 42.0) };
        cat.set_velocity(dvec2(0.0, impulse));
        (1..100).find_map(|tick| {
            cat.update();
            cat.jumping = true;
            soft.hold(&mut cat, &map, 1).unwrap();
            if !cat.jumping {
                return Some((tick, cat.position.y));
            }
            (cat.position.y >= 406.0).then_some((tick, 406.0))
        })
    };
    assert_eq!(run(-16.0, 1.0), Some((32, 406.0)));
    assert_eq!(run(-17.0, 1.0), Some((22, 278.0)));
    assert_eq!(run(-25.0, 1.0), Some((45, 278.0)));
    assert_eq!(run(-25.0, 0.98), Some((35, 278.0)));
}

#[test]
fn tile_a14_lifts_turn_by_their_cell_and_may_vibrate() {
    let turns = |start: f64, ticks: u32| {
        let mut lift = Bob::new(384.0, start, 64.0, 32.0);
        lift.set_velocity(dvec2(0.0, -2.0));
        let mut turns = Vec::new();
        for tick in 1..=ticks {
            lift.update();
            let before = lift.velocity().y;
            turn_lift(&mut lift, 1, 7);
            if lift.velocity().y != before {
                turns.push((tick, lift.position.y));
            }
        }
        turns
    };
    assert_eq!(turns(384.0, 450), [(129, 126.0), (274, 416.0), (419, 126.0)]);
    assert_eq!(turns(448.0, 4), [(1, 446.0), (2, 448.0), (3, 446.0), (4, 448.0)]);
}

#[test]
fn tile_a15_stars() {
    let mut map = Grid2::filled(10, 8, -1).unwrap();
    map.set(2, 1, 11);
    let cat = Bob::new(100.0, 100.0, 48.0, 42.0);
    assert!(touches(&cat, &Bob::new(128.0, 64.0, 48.0, 48.0), &map, 11));
    assert!(!touches(&cat, &Bob::new(128.0, 64.0, 32.0, 32.0), &map, 11));
    let low = Bob::new(100.0, 480.0, 48.0, 42.0);
    assert!(!touches(&low, &Bob::new(100.0, 480.0, 48.0, 48.0), &map, -1), "beyond the map");
}

#[test]
fn tile_a16_patrols() {
    let map = map(D1);
    let mut hedgehog = Bob::new(192.0, 272.0, 48.0, 48.0);
    hedgehog.set_velocity(dvec2(1.0, 0.0));
    let mut turns = Vec::new();
    for tick in 1..=1100 {
        hedgehog.update();
        let before = hedgehog.velocity().x;
        patrol(&mut hedgehog, &map, SKY).unwrap();
        if hedgehog.velocity().x != before {
            turns.push((tick, hedgehog.position.x));
        }
    }
    assert_eq!(turns, [(208, 400.0), (481, 127.0), (754, 400.0), (1027, 127.0)]);
}

#[test]
fn tile_a17_squashing() {
    let mut cat = Bob::new(100.0, 100.0, 48.0, 42.0);
    cat.set_velocity(dvec2(2.0, 12.0));
    assert!(squash(&mut cat, &Bob::new(110.0, 140.0, 48.0, 48.0)));
    assert!(cat.position.distance(dvec2(98.358290, 93.433160)) < 1e-5, "{}", cat.position);
    assert!(cat.velocity().distance(dvec2(-3.882353, -11.529412)) < 1e-5, "{}", cat.velocity());
    let mut cat = Bob::new(100.0, 100.0, 48.0, 42.0);
    assert!(!squash(&mut cat, &Bob::new(110.0, 120.0, 48.0, 48.0)));
}

#[test]
fn tile_a18_and_a19_frames_of_animations() {
    let explosion = |millis| frame_cell(millis, 200, 2, 4, 3);
    assert_eq!(
        [0, 199, 200, 399, 400].map(explosion),
        [Some((0, 3)), Some((0, 3)), Some((1, 3)), Some((1, 3)), None]
    );
    let long = |frame| frame_cell(frame, 1, 99, 5, 0);
    assert_eq!(
        [0, 4, 5, 9, 14, 20].map(long),
        [(0, 0), (4, 0), (0, 1), (4, 1), (4, 2), (0, 4)].map(Some)
    );
    assert_eq!(frame_cell(5, 0, 2, 4, 0), None);
}

#[test]
fn tile_a21_the_camera_of_the_top_left_corner() {
    let corner = |x, y| camera_corner(dvec2(x, y), dvec2(640.0, 512.0), dvec2(1280.0, 1024.0));
    assert_eq!(corner(0.0, 0.0), DVec2::ZERO);
    assert_eq!(corner(640.0, 512.0), dvec2(320.0, 256.0));
    assert_eq!(corner(500.0, 700.0), dvec2(180.0, 444.0));
    assert_eq!(corner(1200.0, 1000.0), dvec2(640.0, 512.0));
}

#[test]
fn tile_a23_the_car() {
    let drive = |speed: f64, accelerate: bool, friction: f64, ticks: usize| {
        let mut car = ZigZagCar { speed, accelerate, friction, ..ZigZagCar::new(0.0, 0.0) };
        (0..ticks)
            .map(|_| {
                car.update();
                car.speed
            })
            .collect::<Vec<_>>()
    };
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
    let road = drive(0.0, true, 0.98, 120);
    for (tick, speed) in [
        (0, 0.098),
        (1, 0.19404),
        (2, 0.2881592),
        (3, 0.380396016),
        (59, 3.4419896),
        (119, 4.4661644),
    ] {
        near(road[tick], speed);
    }
    let grass = drive(4.9, true, 0.85, 20);
    for (tick, speed) in [(0, 4.25), (1, 3.6975), (2, 3.227875), (19, 0.7346246)] {
        near(grass[tick], speed);
    }
    near(drive(4.9, false, 0.85, 10)[9], 0.9646846);
    let coasting = drive(4.9, false, 0.98, 300);
    assert_eq!(coasting.iter().position(|&speed| speed < 0.1), Some(192));
}

#[test]
fn tile_a24_cars_on_the_angle_map() {
    let row = |text: &str| text.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<f64>>();
    let headings: Vec<f64> = [
        "45 45 45 45 45 45 45 45 45 45",
        "315 0 0 0 0 0 0 90 135 135",
        "315 0 0 0 0 0 0 90 135 135",
        "315 315 270 315 315 315 315 90 90 135",
        "315 315 270 135 135 135 135 90 90 135",
        "315 315 270 180 180 180 180 180 225 135",
        "315 315 315 180 180 180 180 180 225 135",
        "225 225 225 225 225 225 225 225 225 225",
    ]
    .iter()
    .flat_map(|text| row(text))
    .collect();
    let headings = Grid2::from_cells(10, 8, headings).unwrap();
    let grass = |column: i32, row: i32| {
        column == 0
            || column == 9
            || row == 0
            || row == 7
            || ((3..=4).contains(&row) && (3..=6).contains(&column))
    };
    let run = |k: f64, wrapped: bool| {
        let mut car = ZigZagCar { accelerate: true, ..ZigZagCar::new(128.0, 64.0) };
        let (mut winding, mut on_grass) = (0.0, 0);
        let around = |car: &ZigZagCar| {
            let arm = car.position + 24.0 - dvec2(320.0, 256.0);
            ops::atan2_64(arm.y, arm.x)
        };
        for _ in 0..6000 {
            let before = around(&car);
            car.update();
            let turn = around(&car) - before;
            winding += turn - core::f64::consts::TAU * (turn / core::f64::consts::TAU).round();
            let cell = ((car.position + 24.0) / 64.0).floor();
            let (column, row) = (cell.x as i32, cell.y as i32);
            let Some(&heading) = headings.get(column, row) else { continue };
            let slow = grass(column, row);
            on_grass += u32::from(slow);
            car.friction = if slow { 0.85 } else { 0.98 };
            car.turn_toward(heading, k, wrapped);
        }
        ((winding / core::f64::consts::TAU).floor() as i32, f64::from(on_grass) / 6000.0)
    };
    for (k, laps, share) in [(1.0, 6, 0.566), (2.0, 16, 0.107), (3.0, 23, 0.0), (5.0, 27, 0.0)] {
        let (found, grass) = run(k, true);
        assert!((found - laps).abs() <= 1 && (grass - share).abs() <= 0.02, "{k}: {found} {grass}");
    }
    let (laps, grass) = run(2.0, false);
    assert!(laps.abs() <= 2 && (grass - 0.907).abs() <= 0.02, "as printed: {laps} {grass}");
}

/// A model is known by its corner, the sprite that shows it turns about its middle.
#[test]
fn tile_a30_a_car_turns_about_its_middle() {
    let model = TileBody::boxed(Aabb::from_size(vec2(128.0, 64.0), Vec2::splat(48.0)));
    let car = Car::new(model.position, core::f32::consts::FRAC_PI_2);
    assert_eq!(car.position, vec2(152.0, 88.0));
    let sprite = Affine2::from_parts(car.position, Vec2::ONE, car.heading, Vec2::ZERO);
    let nose = sprite.transform_point2(vec2(24.0, 0.0));
    assert!(nose.distance(vec2(152.0, 112.0)) < 1e-4, "{nose}");
    assert!(nose.distance(car.position + car.forward() * 24.0) < 1e-4);
}

/// A jump with friction by the printed numbers, and by those in seconds: at every frame at one place.
#[test]
fn tile_69_numbers_per_frame_are_numbers_per_second() {
    let frames = FrameUnits::new(32.0);
    let (jump, gravity, friction) = (dvec2(3.0, -25.0), dvec2(0.0, 1.5), 0.9375);
    let mut bob = Bob { gravity, friction, ..Bob::new(100.0, 400.0, 48.0, 42.0) };
    bob.set_velocity(jump);
    let (mut place, mut velocity) = (vec2(100.0, 400.0), frames.velocity(jump));
    let tick = frames.tick();
    for frame in 1..=40 {
        bob.update();
        velocity *= frames.kept_in(friction, tick) as f32;
        velocity += frames.acceleration(gravity) * tick as f32;
        place += velocity * tick as f32;
        let printed = vec2(bob.position.x as f32, bob.position.y as f32);
        assert!(place.distance(printed) < 1e-2, "frame {frame}: {place}, printed {printed}");
    }
    assert_eq!((tick, frames.seconds(40)), (0.03125, 1.25));
}

#[test]
fn tile_69_numbers_per_frame_come_back() {
    let frames = FrameUnits::new(30.0);
    assert_eq!(frames.velocity(dvec2(1.0, -25.0)), vec2(30.0, -750.0));
    assert_eq!(frames.acceleration(dvec2(0.0, 1.0)), vec2(0.0, 900.0));
    assert_eq!(frames.velocity_per_frame(vec2(30.0, -750.0)), dvec2(1.0, -25.0));
    assert_eq!(frames.acceleration_per_frame(vec2(0.0, 900.0)), dvec2(0.0, 1.0));
    // What is kept does not depend on how the time is cut: 60 frames of 0.98 are two seconds.
    let steps: f64 = (0..480).map(|_| frames.kept_in(0.98, 1.0 / 240.0)).product();
    let printed: f64 = (0..60).map(|_| 0.98).product();
    assert!((steps - printed).abs() < 1e-12, "{steps} {printed}");
    assert!((frames.kept_in(0.98, 2.0) - printed).abs() < 1e-12);
    assert_eq!(frames.kept_in(1.0, 9.0), 1.0);
}

/// Numbers at the end of all numbers overflowed.
#[test]
fn tile_a1_ids_and_places_beyond_all_sheets_and_maps() {
    for (id, size) in [(i32::MAX, (64, 64)), (0, (u32::MAX, 1)), (11, (1, u32::MAX)), (9, (1, 64))]
    {
        let error = source_rect(id, size, (256, 256)).expect_err("outside");
        assert!(error.to_string().contains("outside its picture"), "{id}: {error}");
    }
    assert!(source_rect(671_088_640, (1, 1), (u32::MAX, u32::MAX)).is_err(), "2³² pixels away");
    assert_eq!(linear_id(9, u32::MAX), u32::MAX);
    assert_eq!(linear_id(u32::MAX, u32::MAX), u32::MAX);
    let map = map(D1);
    for far in [f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
        let mut bob = Bob::new(far, far, 48.0, 42.0);
        assert!(
            patrol(&mut bob, &map, SKY).is_err()
                && turn_lift_by_map(&mut bob, &map, [0; 3]).is_err()
        );
    }
    let turned: Vec<_> = turned_piece(&[ivec2(3, i32::MIN)], 1).collect();
    assert_eq!(turned, [ivec2(i32::MAX, 3)]);
}
