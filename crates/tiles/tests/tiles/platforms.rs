//! Platforms that carry, push and squeeze.

use crate::worlds::World;
use motile_geom::{Aabb, Vec2, vec2};
use motile_tiles::{PlatformEvent, TileBody, TilePlatform, TileSides, move_platforms};

const DT: f32 = 1.0 / 60.0;

/// Platforms first, then the bodies with gravity.
fn tick(
    world: &World,
    platforms: &mut [TilePlatform],
    bodies: &mut [TileBody],
) -> Vec<PlatformEvent> {
    let mut events = Vec::new();
    move_platforms(platforms, bodies, &world.ground(), DT, &mut events);
    for body in bodies {
        body.velocity.y += 900.0 * DT;
        world.ground().with_platforms(platforms).slide(body, DT, &mut Vec::new());
    }
    events
}

#[test]
fn tile_a14_a_rider_stays_on_the_lift_through_every_turn() {
    let world = World::new("..........\n", 64.0);
    let mut lift = [TilePlatform::new(vec2(400.0, 400.0), vec2(32.0, 16.0))];
    let mut rider = [TileBody::boxed(Aabb::from_size(vec2(376.0, 342.0), vec2(48.0, 42.0)))];
    let goals = [vec2(400.0, 144.0), vec2(400.0, 432.0)];
    let mut goal = 0;
    let mut turns = 0;
    for _ in 0..900 {
        if lift[0].go_to(goals[goal], 120.0, DT) {
            goal = 1 - goal;
            turns += 1;
        }
        tick(&world, &mut lift, &mut rider);
        let gap = lift[0].position.y - 16.0 - rider[0].bottom();
        assert!(gap.abs() < 0.01, "{gap} after {turns} turns");
    }
    assert!(turns >= 5);
}

#[test]
fn tile_64_a_turning_platform_carries() {
    let world = World::new("..........\n", 64.0);
    let mut wheel =
        [TilePlatform { spin: 0.2, ..TilePlatform::new(vec2(0.0, 0.0), vec2(100.0, 5.0)) }];
    let mut rider = [TileBody::circle(vec2(-60.0, -9.0), 4.0)];
    tick(&world, &mut wheel, &mut rider);
    let before = rider[0].position;
    let events = tick(&world, &mut wheel, &mut rider);
    assert_eq!(events, [PlatformEvent::Carried { body: 0, platform: 0 }]);
    assert!(rider[0].position.y < before.y, "its end rises");
}

#[test]
fn tile_64_what_is_in_the_way_is_pushed_until_it_is_squeezed() {
    let world = World::new("......X\n......X\nXXXXXXX", 16.0);
    let mut door = [TilePlatform {
        velocity: vec2(60.0, 0.0),
        ..TilePlatform::new(vec2(20.0, 24.0), vec2(4.0, 7.0))
    }];
    let mut body = [TileBody::boxed(Aabb::from_size(vec2(30.0, 24.0), vec2(8.0, 8.0)))];
    let (mut pushed, mut squeezed) = (0, 0);
    for _ in 0..80 {
        for event in tick(&world, &mut door, &mut body) {
            match event {
                PlatformEvent::Pushed { .. } => pushed += 1,
                PlatformEvent::Squeezed { .. } => squeezed += 1,
                _ => {}
            }
        }
        assert!(body[0].area().max.x <= 96.0);
        if squeezed > 0 {
            break;
        }
    }
    assert!(pushed > 40 && squeezed > 0, "{pushed} {squeezed}");
}

#[test]
fn tile_27_a_one_way_lift_is_jumped_through_from_below() {
    let world = World::new("....\n....\n....\nXXXX", 16.0);
    let mut lift = [TilePlatform {
        one_way: TileSides::TOP,
        ..TilePlatform::new(vec2(32.0, 24.0), vec2(16.0, 2.0))
    }];
    let mut body = [TileBody::boxed(Aabb::from_size(vec2(28.0, 40.0), vec2(8.0, 8.0)))
        .with_velocity(vec2(0.0, -260.0))];
    let mut top = 99.0f32;
    for _ in 0..60 {
        tick(&world, &mut lift, &mut body);
        top = top.min(body[0].bottom());
    }
    assert!(top < 20.0);
    assert_eq!(body[0].bottom(), 22.0);
}

#[test]
fn tile_64_bad_numbers_stay_where_they_are() {
    let world = World::new("....\nXXXX", 16.0);
    let mut lift = [TilePlatform { velocity: vec2(f32::NAN, 0.0), ..TilePlatform::default() }];
    let mut body = [TileBody::circle(vec2(8.0, 8.0), 2.0)];
    assert!(tick(&world, &mut lift, &mut body).is_empty());
    assert_eq!(lift[0].position, Vec2::ZERO);
}

/// A cart that drives under a gate which hangs in the air: the rider used to be carried into the gate.
#[test]
fn tile_64_nobody_is_carried_into_another_platform() {
    let world = World::new("..........\n", 64.0);
    for gate_first in [true, false] {
        let cart = TilePlatform {
            velocity: vec2(60.0, 0.0),
            ..TilePlatform::new(vec2(100.0, 100.0), vec2(60.0, 5.0))
        };
        let gate = TilePlatform::new(vec2(150.0, 80.0), vec2(5.0, 14.0));
        let mut platforms = if gate_first { [gate, cart] } else { [cart, gate] };
        let mut rider = [TileBody::boxed(Aabb::from_size(vec2(100.0, 79.0), vec2(10.0, 16.0)))];
        for _ in 0..70 {
            for event in tick(&world, &mut platforms, &mut rider) {
                assert!(matches!(event, PlatformEvent::Carried { .. }), "{event:?}");
            }
            assert!(rider[0].area().max.x <= 145.0, "{:?}", rider[0].area());
        }
        assert_eq!(rider[0].area().max, vec2(145.0, 95.0), "at the gate, on the cart");
    }
}

/// Between two platforms that rise together there is as much room as before; a lift that rises to one that hangs leaves none.
#[test]
fn tile_64_lifts_squeeze_against_each_other_only_where_they_close() {
    let world = World::new("..........\n", 64.0);
    for (roof_speed, order) in [(-60.0, true), (-60.0, false), (0.0, true), (0.0, false)] {
        let lift = |y: f32, speed: f32| TilePlatform {
            velocity: vec2(0.0, speed),
            ..TilePlatform::new(vec2(100.0, y), vec2(30.0, 5.0))
        };
        let (floor, roof) = (lift(300.0, -60.0), lift(264.0, roof_speed));
        let mut platforms = if order { [floor, roof] } else { [roof, floor] };
        // Between those that rise together there is no room at all, below the one that hangs a pixel.
        let rises = roof_speed < 0.0;
        let height = if rises { 26.0 } else { 25.0 };
        let place = Aabb::from_size(vec2(95.0, 295.0 - height), vec2(10.0, height));
        let mut rider = [TileBody::boxed(place)];
        let (mut carried, mut squeezed) = (0, 0);
        for _ in 0..20 {
            let mut events = Vec::new();
            move_platforms(&mut platforms, &mut rider, &world.ground(), DT, &mut events);
            for event in events {
                carried += u32::from(matches!(event, PlatformEvent::Carried { .. }));
                squeezed += u32::from(matches!(event, PlatformEvent::Squeezed { .. }));
            }
        }
        assert!(carried > 0 && (squeezed == 0) == rises, "{roof_speed} {carried} {squeezed}");
        let floor = platforms[usize::from(!order)];
        assert!(!rises || (rider[0].bottom() - (floor.position.y - 5.0)).abs() < 0.01);
    }
}
