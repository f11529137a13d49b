//! Lifts, round tiles, building, and what the numbers of the chapter follow from.

use motile_geom::{
    Grid2, angle,
    glam::{DVec2, dvec2},
    vec2,
};
use motile_tiles::{
    Ground, Tile, TileBody, TileKind, TileKinds, TileLayer, TilePlatform, TileSides, TileSpace,
    classic::*,
};

const PLATFORM: i32 = 0;
const SOFT: i32 = 1;
const SKY: i32 = 10;
const DOOR: i32 = 23;

#[test]
fn tile_17_a_teleport_keeps_the_velocity() {
    let mut bob =
        Bob { friction: 0.5, acceleration: dvec2(1.0, 0.0), ..Bob::new(10.0, 20.0, 8.0, 8.0) };
    bob.set_velocity(dvec2(4.0, -2.0));
    bob.teleport(dvec2(300.0, 200.0));
    assert_eq!((bob.position, bob.velocity()), (dvec2(300.0, 200.0), dvec2(4.0, -2.0)));
    bob.update();
    assert_eq!(bob.velocity(), dvec2(3.0, -1.0), "half of it and the acceleration");
}

#[test]
fn tile_12_a_map_is_built_with_a_word_about_unknown_ids() {
    let cells = [PLATFORM, -1, SKY, 77, DOOR, SKY];
    let built =
        build_map(&Grid2::from_cells(3, 2, cells.to_vec()).unwrap(), &[PLATFORM, SKY, DOOR]);
    let ids: Vec<_> = built.tiles.iter().map(|tile| (tile.id, tile.column, tile.row)).collect();
    assert_eq!(ids, [(PLATFORM, 0, 0), (DOOR, 1, 1), (SKY, 2, 0), (SKY, 2, 1)]);
    let unknown = built.unknown[0];
    assert_eq!((built.unknown.len(), unknown.id, unknown.position), (1, 77, dvec2(0.0, 64.0)));
}

fn lift(y: f64, speed: f64) -> Bob {
    let mut lift = Bob::new(384.0, y, 64.0, 32.0);
    lift.set_velocity(dvec2(0.0, speed));
    lift
}

/// A cat with its feet so far above the lift, and its speed.
fn cat(above: f64, speed: f64, lift: &Bob) -> Bob {
    let mut cat = Bob::new(390.0, lift.position.y - 42.0 - above, 48.0, 42.0);
    cat.jumping = true;
    cat.set_velocity(dvec2(1.0, speed));
    cat
}

#[test]
fn tile_27_a_lift_catches_what_comes_from_above() {
    let lift = lift(300.0, -2.0);
    let mut lifts = Lifts::default();
    let mut falling = cat(-5.0, 8.0, &lift);
    assert!(lifts.hold(&mut falling, &lift));
    assert_eq!((falling.position.y, falling.velocity()), (258.0, dvec2(1.0, -2.0)));
    assert!(!falling.jumping && !lifts.open);
    // Held, it stays even if its last place was inside.
    let mut deep = cat(-9.0, 0.5, &lift);
    assert!(lifts.hold(&mut deep, &lift));
    // A jump opens the flag again.
    let mut jumping = cat(-3.0, -23.0, &lift);
    jumping.position.y -= 40.0;
    lifts.hold(&mut jumping, &lift);
    assert!(lifts.open);
}

#[test]
fn tile_27_a_lift_is_jumped_through_and_picks_up_a_corner() {
    let up = lift(300.0, -2.0);
    let mut lifts = Lifts::default();
    assert!(!lifts.hold(&mut cat(-10.0, -8.0, &up), &up), "from below");
    let mut resting = cat(-9.0, 0.9, &up);
    assert!(lifts.hold(&mut resting, &up), "a resting body is picked up by a rising lift");
    let down = lift(300.0, 2.0);
    assert!(!Lifts::default().hold(&mut cat(-9.0, 0.9, &down), &down), "not by a sinking one");
    let mut beside = cat(-5.0, 8.0, &down);
    beside.teleport(dvec2(340.0, beside.position.y));
    assert!(!Lifts::default().hold(&mut beside, &down), "at its side");
}

/// Left of the lift's column there is solid ground below and a soft platform above.
#[test]
fn tile_30_a_lift_turns_by_what_stands_beside_it() {
    let mut map = Grid2::filled(10, 8, SKY).unwrap();
    map.set(5, 6, PLATFORM);
    map.set(5, 2, SOFT);
    let mut lift = lift(320.0, 2.0);
    let mut turns = Vec::new();
    for tick in 0..600 {
        lift.update();
        let before = lift.velocity().y;
        turn_lift_by_map(&mut lift, &map, [SKY, PLATFORM, SOFT]).unwrap();
        if lift.velocity().y != before {
            turns.push((tick, lift.position.y));
        }
    }
    let heights: Vec<f64> = turns.iter().map(|&(_, y)| y).collect();
    assert!(turns.len() >= 3, "{turns:?}");
    assert_eq!(heights[..2], [416.0, 126.0], "beside the ground, beside the soft platform");
    // The world changes, and the lift with it.
    map.set(5, 2, SKY);
    map.set(5, 4, SOFT);
    lift.teleport(dvec2(384.0, 400.0));
    lift.set_velocity(dvec2(0.0, -2.0));
    for _ in 0..600 {
        lift.update();
        turn_lift_by_map(&mut lift, &map, [SKY, PLATFORM, SOFT]).unwrap();
        assert!(lift.position.y >= 252.0);
    }
    lift.teleport(dvec2(0.0, 100.0));
    assert!(turn_lift_by_map(&mut lift, &map, [SKY, PLATFORM, SOFT]).is_err(), "no column there");
}

#[test]
fn tile_24_round_tiles_reflect() {
    let mut star = Bob::new(100.0, 100.0, 48.0, 48.0);
    star.set_velocity(dvec2(6.0, 2.0));
    // Centers 50 apart along x, radii 24 and 32.
    assert!(bounce_off_round(&mut star, dvec2(174.0, 124.0), 32.0));
    assert_eq!((star.position, star.velocity()), (dvec2(94.0, 100.0), dvec2(-6.0, 2.0)));
    assert!(!bounce_off_round(&mut star, dvec2(174.0, 124.0), 32.0), "it touches no more");
}

#[test]
fn tile_52_pairs_exchange_their_speeds() {
    let mut a = Bob::new(76.0, 76.0, 48.0, 48.0);
    let mut b = Bob::new(108.0, 68.0, 64.0, 64.0);
    a.set_velocity(dvec2(4.0, 0.0));
    assert!(bounce_pair(&mut a, &mut b));
    assert_eq!((a.position + 24.0, a.velocity()), (dvec2(92.0, 100.0), DVec2::ZERO));
    assert_eq!((b.position + 32.0, b.velocity()), (dvec2(148.0, 100.0), dvec2(4.0, 0.0)));
}

#[test]
fn tile_a2_numbers_of_the_cat_and_the_door() {
    assert_eq!((linear_id(20, 4) + 1, linear_id(23, 4) + 1), (3, 15));
}

#[test]
fn tile_a11_speeds_of_a_jump() {
    for (friction, first) in [(1.0, -24.02), (0.98, -23.52)] {
        let mut cat =
            Bob { friction, gravity: dvec2(0.0, 0.98), ..Bob::new(0.0, 406.0, 48.0, 42.0) };
        cat.control(24.0, true);
        cat.control(24.0, true);
        cat.update();
        assert!((cat.velocity().y - first).abs() < 1e-9, "{}", cat.velocity().y);
        while cat.position.y < 406.0 - 1e-9 {
            cat.update();
        }
        let last = if friction == 1.0 { 24.98 } else { 17.9578 };
        assert!((cat.velocity().y - last).abs() < 1e-4, "{}", cat.velocity().y);
    }
}

/// The flag that all soft platforms share lets one body hold another; ground without one does not.
#[test]
fn tile_a13_two_bodies_on_different_soft_platforms() {
    let mut map = Grid2::filled(10, 8, SKY).unwrap();
    map.set(2, 5, SOFT);
    map.set(7, 5, SOFT);
    let standing = Bob { gravity: dvec2(0.0, 0.98), ..Bob::new(135.0, 277.0, 48.0, 42.0) };
    // The other one is in the middle of the tile and falls: it is to pass.
    let mut passing = Bob { gravity: dvec2(0.0, 0.98), ..Bob::new(455.0, 290.0, 48.0, 42.0) };
    passing.set_velocity(dvec2(0.0, 3.0));
    let falls_through = |soft: &mut [SoftPlatforms; 2], shared: bool| {
        let (mut first, mut second) = (standing, passing);
        for _ in 0..30 {
            first.update();
            soft[0].hold(&mut first, &map, SOFT).unwrap();
            second.update();
            let flag = if shared { &mut soft[0] } else { &mut soft[1] };
            let _ = flag.hold(&mut second, &map, SOFT);
        }
        second.position.y > 380.0
    };
    assert!(!falls_through(&mut [SoftPlatforms::default(); 2], true), "as printed");
    assert!(falls_through(&mut [SoftPlatforms::default(); 2], false));

    let soft = |x: u32, y: u32| Tile::new(u32::from(y == 5 && (x == 2 || x == 7)));
    let layer = TileLayer::from_fn(10, 8, soft).unwrap();
    let kinds = TileKinds::new().with(1, TileKind::one_way(TileSides::TOP));
    let ground = Ground::new(&layer, &kinds, TileSpace::square(64.0));
    let boxed = |bob: &Bob| {
        TileBody::boxed(motile_geom::Aabb::from_size(bob.position.as_vec2(), bob.size.as_vec2()))
    };
    let (mut first, mut second) = (boxed(&standing), boxed(&passing));
    for _ in 0..30 {
        for body in [&mut first, &mut second] {
            body.velocity += vec2(0.0, 0.98);
            ground.slide(body, 1.0, &mut Vec::new());
        }
    }
    assert_eq!(first.bottom(), 320.0, "held");
    assert!(second.bottom() > 420.0, "not held by what the other stands on");
}

#[test]
fn tile_a14_a_lift_by_waypoints_never_vibrates_from_any_start() {
    let dt = 1.0 / 60.0;
    for start in 0..=64_i32 {
        let mut lift = TilePlatform::new(vec2(0.0, start as f32 * 9.0), vec2(32.0, 16.0));
        let goals = [128.0, 416.0].map(|y| vec2(0.0, y));
        let (mut goal, mut last_turn, mut shortest) = (start as usize % 2, None, i32::MAX);
        for tick in 0..900 {
            if lift.go_to(goals[goal], 120.0, dt) {
                goal = 1 - goal;
                shortest = last_turn.map_or(shortest, |last| shortest.min(tick - last));
                last_turn = Some(tick);
            }
            lift.position += lift.velocity * dt;
        }
        assert!(shortest >= 144, "{shortest} ticks between turns from {start}");
    }
}

#[test]
fn tile_a20_the_door_is_the_cell_of_the_cats_middle() {
    let cat = Bob::new(324.0, 70.0, 48.0, 42.0);
    let mut map = Grid2::filled(10, 8, SKY).unwrap();
    map.set(5, 1, DOOR);
    let cells = cat.cells();
    assert_eq!((cells.row, cells.column), (1, 5));
    assert_eq!(map.get(cells.column, cells.row), Some(&DOOR));
    assert_eq!([0, 1, 2].map(|level| (level + 1) % 3), [1, 2, 0]);
}

#[test]
fn tile_a23_limits_and_turning_radii() {
    for (friction, limit) in [(0.98, 4.9), (0.85, 0.566_666_7)] {
        let mut car = ZigZagCar { accelerate: true, friction, ..ZigZagCar::new(0.0, 0.0) };
        (0..5000).for_each(|_| car.update());
        assert!((car.speed - limit).abs() < 1e-6, "{}", car.speed);
    }
    for (k, radius) in [(1.0, 280.75), (2.0, 140.37), (3.0, 93.58), (5.0, 56.15)] {
        // A full turn at top speed: the places are the corners of a polygon around a circle.
        let mut car =
            ZigZagCar { accelerate: true, friction: 0.98, speed: 4.9, ..ZigZagCar::new(0.0, 0.0) };
        car.rotation_speed = k;
        let places: Vec<DVec2> = (0..(360.0 / k) as usize)
            .map(|_| {
                car.update();
                car.position
            })
            .collect();
        let middle = places.iter().sum::<DVec2>() / places.len() as f64;
        let found =
            places.iter().map(|place| place.distance(middle)).sum::<f64>() / places.len() as f64;
        assert!((found - radius).abs() < 0.15, "{k}: {found}");
    }
}

#[test]
fn tile_a24_the_shorter_way_between_headings() {
    let degrees =
        |from: f32, to: f32| angle::difference(to.to_radians(), from.to_radians()).to_degrees();
    assert!((degrees(10.0, 315.0) - 55.0).abs() < 1e-3);
    assert!((degrees(358.0, 0.0) + 2.0).abs() < 1e-3);
    assert!((degrees(0.0, 180.0).abs() - 180.0).abs() < 1e-3, "half a turn either way");
}
