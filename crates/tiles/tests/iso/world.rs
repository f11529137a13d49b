//! Bodies: sweeping, sliding, stairs, slopes, bridges, bounce and rest.

use motile_geom::{Aabb, Rng, Vec2, Vec3, vec2, vec3};
use motile_tiles::classic::iso_can_move;
use motile_tiles::iso::{IsoBody, IsoBox, IsoProjection, IsoShadow, IsoSlope, IsoWorld};

const DT: f32 = 1.0 / 60.0;

fn cube(x: f32, z: f32) -> IsoBody {
    IsoBody::new(vec3(x, 0.0, z), Vec3::splat(20.0))
}

fn wall(x: f32, z: f32) -> IsoBody {
    IsoBody::block(vec3(x, 0.0, z), Vec3::splat(20.0))
}

/// A world without gravity, with one blocker at (300, 300).
fn flat_world() -> IsoWorld {
    let mut world = IsoWorld::new();
    world.gravity = 0.0;
    world.add(wall(300.0, 300.0));
    world
}

#[test]
fn iso_t_28_to_30_swept_motion_ends_flush_and_slides() {
    let cases = [
        (vec2(276.0, 300.0), vec3(4.0, 0.0, 0.0), vec2(280.0, 300.0)),
        (vec2(278.0, 300.0), vec3(3.0, 0.0, 0.0), vec2(280.0, 300.0)),
        (vec2(280.0, 300.0), vec3(4.0, 0.0, 0.0), vec2(280.0, 300.0)),
        (vec2(240.0, 300.0), vec3(100.0, 0.0, 0.0), vec2(280.0, 300.0)),
        (vec2(280.0, 300.0), vec3(4.0, 0.0, 4.0), vec2(280.0, 304.0)),
        (vec2(300.0, 240.0), vec3(0.0, 0.0, 1000.0), vec2(300.0, 280.0)),
        (vec2(280.0, 300.0), vec3(-9.0, 0.0, 0.0), vec2(271.0, 300.0)),
        // Corner to corner it passes.
        (vec2(280.0, 280.0), vec3(0.0, 0.0, -4.0), vec2(280.0, 276.0)),
    ];
    for (from, way, to) in cases {
        let mut world = flat_world();
        let mover = world.add(cube(from.x, from.y));
        world.slide(mover, way);
        let place = world[mover].position;
        assert!(vec2(place.x, place.z).abs_diff_eq(to, 1e-3), "{from} by {way}: {place}");
    }
}

/// T-30 as a whole: the classic rule blocks what slides along the wall here.
#[test]
fn iso_t_30_blocked_by_the_classic_rule_and_sliding_without() {
    let (mover, way) = (cube(280.0, 300.0), vec3(4.0, 0.0, 4.0));
    let blocker = wall(300.0, 300.0).bounds();
    assert!(!iso_can_move(&mover.bounds(), way, [&blocker]), "blocked");
    assert!(iso_can_move(&mover.bounds(), vec3(0.0, 0.0, 4.0), [&blocker]), "beside it is free");
    let mut world = flat_world();
    let mover = world.add(mover);
    assert_eq!(world.slide(mover, way), Some(vec3(0.0, 0.0, 4.0)));
    assert_eq!(world[mover].position, vec3(280.0, 0.0, 304.0));
}

#[test]
fn iso_t_27_what_is_not_solid_is_walked_through() {
    let mut world = IsoWorld::new();
    world.add(IsoBody { solid: false, ..wall(300.0, 300.0) });
    let mover = world.add(cube(240.0, 300.0));
    assert_eq!(world.slide(mover, vec3(100.0, 0.0, 0.0)), Some(vec3(100.0, 0.0, 0.0)));
}

/// Fast bodies in a labyrinth of blocks never share space with one.
#[test]
fn iso_x7_bodies_never_enter_blocks() {
    let mut rng = Rng::new(17);
    for _ in 0..20 {
        let mut world = IsoWorld::new();
        world.area = Some(Aabb::new(Vec2::ZERO, Vec2::splat(400.0)));
        let mut walls: Vec<IsoBox> = Vec::new();
        for _ in 0..40 {
            let place = vec3(
                rng.int(1..19) as f32 * 20.0,
                rng.int(-3..1) as f32 * 20.0,
                rng.int(1..19) as f32 * 20.0,
            );
            let block = IsoBody::block(place, Vec3::splat(20.0));
            walls.push(block.bounds());
            world.add(block);
        }
        let mover = world.add(IsoBody {
            velocity: vec3(
                rng.range(-900.0..900.0),
                rng.range(-600.0..0.0),
                rng.range(-900.0..900.0),
            ),
            bounce: 0.9,
            ..IsoBody::new(vec3(10.0, -150.0, 10.0), vec3(8.0, 12.0, 8.0))
        });
        for _ in 0..200 {
            world.step(DT);
            let body = world[mover].bounds();
            let shrunk = IsoBox::new(body.min + 0.01, body.max - 0.01);
            assert!(!walls.iter().any(|wall| wall.overlaps(&shrunk)), "{body:?}");
            assert!(body.bottom() <= 1e-3, "not below the ground");
        }
    }
}

#[test]
fn iso_x8_what_bounces_comes_to_rest() {
    let mut world = IsoWorld::new();
    let ball = world
        .add(IsoBody { bounce: 0.8, ..IsoBody::new(vec3(0.0, -100.0, 0.0), Vec3::splat(10.0)) });
    let mut highest_after = 0.0_f32;
    for tick in 0..1200 {
        world.step(DT);
        if tick > 1000 {
            highest_after = highest_after.min(world[ball].position.y);
        }
    }
    assert_eq!((world[ball].position.y, world[ball].velocity.y, highest_after), (0.0, 0.0, 0.0));
    assert!(world[ball].grounded);
}

/// ISO-X8: the least speed of a bounce is that of walls, of the border of the area and of ceilings as well.
#[test]
fn iso_x8_what_bounces_slower_than_the_rest_speed_stops_at_walls_too() {
    // The speed after a bounce of 0.5, along an axis, off what is there.
    let after = |axis: usize, speed: f32, area: Option<Aabb>| {
        let mut world = flat_world();
        world.add(IsoBody::block(vec3(0.0, -80.0, 0.0), Vec3::splat(20.0)));
        (world.area, world.rest_speed) = (area, 20.0);
        let mut body = if axis == 1 { cube(0.0, 0.0) } else { cube(300.0, 300.0) };
        body.position[axis] = if axis == 1 { -59.0 } else { 279.0 };
        body.velocity[axis] = speed;
        let id = world.add(IsoBody { bounce: 0.5, ..body });
        for _ in 0..8 {
            world.step(DT);
        }
        world[id].velocity[axis]
    };
    let area = Some(Aabb::new(Vec2::splat(-10.0), Vec2::splat(289.5)));
    for axis in [0, 2] {
        for area in [None, area] {
            assert_eq!(after(axis, 41.0, area), -20.5, "{axis} {area:?}");
            assert_eq!(after(axis, 39.0, area), 0.0, "{axis} {area:?}");
        }
    }
    assert_eq!((after(1, -41.0, None), after(1, -39.0, None)), (20.5, 0.0), "below a ceiling");
}

/// Walks along x for a time and tells the heights it had.
fn walk(world: &mut IsoWorld, step_height: f32, speed: f32, ticks: u32) -> (Vec3, f32) {
    let hero = world.add(IsoBody { step_height, ..IsoBody::new(Vec3::ZERO, vec3(8.0, 20.0, 8.0)) });
    world.step(DT);
    let mut top = 0.0_f32;
    for _ in 0..ticks {
        if let Some(body) = world.get_mut(hero) {
            body.velocity.x = speed;
        }
        world.step(DT);
        top = top.min(world[hero].position.y);
        assert!(
            world[hero].grounded,
            "walking does not leave the ground: {:?}",
            world[hero].position
        );
    }
    (world[hero].position, top)
}

#[test]
fn iso_n4_stairs_and_half_blocks_are_climbed_walls_are_not() {
    let mut world = IsoWorld::new();
    for (index, height) in [6.0, 12.0, 18.0, 12.0, 6.0].into_iter().enumerate() {
        world.add(IsoBody::block(
            vec3(40.0 + 20.0 * index as f32, 0.0, 0.0),
            vec3(20.0, height, 20.0),
        ));
    }
    let (end, top) = walk(&mut world, 8.0, 60.0, 240);
    assert!(end.x > 200.0 && end.y == 0.0, "over and down again: {end}");
    assert_eq!(top, -18.0);
    let (end, top) = walk(&mut world, 4.0, 60.0, 120);
    assert_eq!((end.x, top), (26.0, 0.0), "too high for a short leg");
}

#[test]
fn iso_n4_slopes_are_walked_up_and_down() {
    let mut world = IsoWorld::new();
    let size = vec3(60.0, 30.0, 20.0);
    world.add(IsoBody::ramp(vec3(60.0, 0.0, 0.0), size, IsoSlope::TowardX));
    world.add(IsoBody::ramp(vec3(120.0, 0.0, 0.0), size, IsoSlope::AwayX));
    let (end, top) = walk(&mut world, 4.0, 60.0, 240);
    assert!(end.x > 180.0 && end.y == 0.0, "{end}");
    assert!((-30.0..-28.0).contains(&top), "{top}");
    // The sides of a slope stop what comes across.
    let mut world = IsoWorld::new();
    world.add(IsoBody::ramp(vec3(0.0, 0.0, 60.0), vec3(60.0, 30.0, 20.0), IsoSlope::TowardX));
    let mover = world.add(IsoBody::new(vec3(20.0, 0.0, 20.0), vec3(8.0, 20.0, 8.0)));
    world.slide(mover, vec3(0.0, 0.0, 100.0));
    assert_eq!(world[mover].position.z, 46.0);
}

#[test]
fn iso_n4_a_bridge_has_two_levels() {
    let mut world = IsoWorld::new();
    world.add(IsoBody::block(vec3(50.0, -40.0, 0.0), vec3(40.0, 4.0, 40.0)));
    let below = world.add(IsoBody {
        velocity: vec3(100.0, 0.0, 0.0),
        ..IsoBody::new(Vec3::ZERO, vec3(8.0, 20.0, 8.0))
    });
    let above = world.add(IsoBody::new(vec3(50.0, -60.0, 0.0), vec3(8.0, 20.0, 8.0)));
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(world[below].position.x > 95.0 && world[below].position.y == 0.0);
    assert_eq!((world[above].position.y, world[above].grounded), (-44.0, true));
    let spot = Aabb::from_center(vec2(62.0, 0.0), Vec2::splat(4.0));
    assert_eq!(world.surface_below(spot, -100.0), Some(-44.0));
    assert_eq!(world.surface_below(spot, -30.0), Some(0.0));
}

#[test]
fn iso_37_shadows_soften_up_to_a_limit() {
    let mut world = IsoWorld::new();
    let ball = world.add(IsoBody::new(vec3(5.0, -40.0, 7.0), Vec3::splat(10.0)));
    let shadow = world.shadow(ball).unwrap();
    assert_eq!((shadow.blur, shadow.area.base()), (10.0, vec3(5.0, 0.0, 7.0)));
    if let Some(ball) = world.get_mut(ball) {
        ball.position.y = -100_000.0;
    }
    let far = world.shadow(ball).unwrap();
    assert_eq!(far.blur, IsoShadow::MOST_BLUR);
    assert!(0.1 < far.alpha && far.alpha < shadow.alpha);
    world.ground = None;
    assert_eq!(world.shadow(ball), None, "nothing below");
}

#[test]
fn numbers_that_are_none_move_nothing() {
    let mut world = flat_world();
    let odd = world.add(IsoBody { velocity: vec3(f32::NAN, 0.0, 0.0), ..cube(0.0, 0.0) });
    let good = world.add(IsoBody { velocity: vec3(60.0, 0.0, 0.0), ..cube(100.0, 0.0) });
    world.step(DT);
    world.step(f32::NAN);
    world.step(-1.0);
    assert_eq!((world[odd].position, world.rejected), (Vec3::ZERO, 1));
    assert!((world[good].position.x - 101.0).abs() < 1e-3);
    assert_eq!(world.slide(good, Vec3::splat(f32::INFINITY)), None);
    assert!(world.remove(odd).is_some() && world.remove(odd).is_none());
    assert_eq!(world.len(), 2);
}

#[test]
fn iso_t_34_keys_move_along_the_diagonals_of_the_screen() {
    let view = IsoProjection::DIMETRIC;
    let start = vec3(200.0, 0.0, 200.0);
    let ways = [
        (vec3(-20.0, 0.0, 0.0), vec2(-20.0, -10.0)),
        (vec3(20.0, 0.0, 0.0), vec2(20.0, 10.0)),
        (vec3(0.0, 0.0, 20.0), vec2(-20.0, 10.0)),
        (vec3(0.0, 0.0, -20.0), vec2(20.0, -10.0)),
    ];
    for (way, wanted) in ways {
        let mut world = IsoWorld::new();
        let body = world.add(IsoBody { weight: 0.0, ..IsoBody::new(start, Vec3::splat(20.0)) });
        assert_eq!(world.slide(body, way), Some(way));
        let moved = view.to_screen(world[body].position) - view.to_screen(start);
        assert_eq!(moved, wanted);
    }
}

#[test]
fn iso_n6_a_ghost_is_free_where_nothing_would_overlap() {
    let mut world = IsoWorld::new();
    world.area = Some(Aabb::new(vec2(-50.0, -50.0), vec2(50.0, 50.0)));
    let block = world.add(IsoBody::block(vec3(20.0, 0.0, 0.0), Vec3::splat(20.0)));
    let size = Vec3::splat(20.0);
    let free =
        |world: &mut IsoWorld, x: f32, y: f32| world.ghost(vec3(x, y, 0.0), size, 20.0).is_free;
    assert!(free(&mut world, 1.0, 0.0) && !free(&mut world, 12.0, 0.0));
    assert!(free(&mut world, 12.0, -20.0), "on top of the block");
    assert!(!free(&mut world, 51.0, 0.0), "half outside");
    assert!(!free(&mut world, f32::NAN, 0.0) && !free(&mut world, f32::INFINITY, 0.0));
    world.remove(block);
    assert!(free(&mut world, 12.0, 0.0), "what is gone is in nobody's way");
}

/// Worlds that are told nothing beside twins whose bodies are all lent out before every step, so that nobody sleeps in them: alike
/// to the bit, whatever is added, removed, moved or thrown meanwhile.
#[test]
fn iso_x8_sleeping_changes_no_result() {
    let mut rng = Rng::new(31);
    let mut slept = 0;
    for round in 0..12 {
        let mut world = IsoWorld::new();
        world.area = Some(Aabb::new(Vec2::ZERO, Vec2::splat(200.0)));
        let place = |rng: &mut Rng| {
            vec3(rng.range(10.0..190.0), -rng.range(0.0..90.0), rng.range(10.0..190.0))
        };
        let mut ids = Vec::new();
        for index in 0..60 {
            let size = vec3(rng.range(6.0..24.0), rng.range(6.0..24.0), rng.range(6.0..24.0));
            let body = IsoBody {
                bounce: [0.0, 0.5][index % 2],
                friction: [0.0, 4.0, 9.0][index % 3],
                step_height: [0.0, 5.0][index % 2],
                fixed: index % 7 == 0,
                velocity: if index % 3 == 0 { Vec3::ZERO } else { place(&mut rng) },
                ..IsoBody::new(place(&mut rng), size)
            };
            ids.push(world.add(body));
        }
        let mut twin = world.clone();
        for step in 0..400 {
            if step % 40 == 30 {
                let id = ids[rng.below(ids.len() as u32) as usize];
                let other = ids[rng.below(ids.len() as u32) as usize];
                let (to, way) = (place(&mut rng), place(&mut rng) - 100.0);
                for world in [&mut world, &mut twin] {
                    match step / 40 % 4 {
                        0 => drop(world.remove(id)),
                        1 => drop(world.slide(id, way)),
                        2 => drop(world.get_mut(id).map(|body| body.position = to)),
                        _ => world.gravity *= if round % 2 == 0 { 1.0 } else { -0.5 },
                    }
                    if let Some(body) = world.get_mut(other) {
                        body.velocity = way;
                    }
                }
            }
            for &id in &ids {
                twin.get_mut(id);
                assert!(!twin.is_asleep(id));
            }
            world.step(DT);
            twin.step(DT);
            let states = [&world, &twin].map(motile_geom::StateHash::of);
            assert_eq!(states[0], states[1], "round {round}, step {step}");
        }
        slept += ids.iter().filter(|&&id| world.is_asleep(id)).count();
    }
    // In every other world what moves goes up in the end.
    assert!(slept > 200, "{slept} of 720 came to rest");
}

#[test]
fn iso_x8_what_rests_wakes_when_its_ground_goes() {
    let mut world = IsoWorld::new();
    let table = world.add(IsoBody::block(Vec3::ZERO, Vec3::splat(20.0)));
    let cup = world.add(IsoBody::new(vec3(3.0, -30.0, 3.0), Vec3::splat(6.0)));
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(world.is_asleep(cup) && !world.is_asleep(table));
    assert_eq!(world[cup].position.y, -20.0);
    world.remove(table);
    for _ in 0..60 {
        world.step(DT);
    }
    assert_eq!(world[cup].position.y, 0.0);
    // Something lands on the place beside it, and passes by: it is looked at, and sleeps again.
    world.add(IsoBody::new(vec3(10.0, -40.0, 3.0), Vec3::splat(6.0)));
    world.step(DT);
    world.step(DT);
    assert!(world.is_asleep(cup) || world[cup].grounded);
    world.gravity = -900.0;
    for _ in 0..10 {
        world.step(DT);
    }
    assert!(world[cup].position.y < -5.0, "gravity counts for sleepers too");
}

/// What moved against a ledge while it fell was lifted onto it: a jump reached a step further than it was high.
#[test]
fn iso_x7_what_falls_does_not_step_up() {
    let mut world = IsoWorld::new();
    world.add(IsoBody::block(vec3(40.0, 0.0, 0.0), vec3(20.0, 40.0, 20.0)));
    let falling = IsoBody {
        velocity: vec3(300.0, 60.0, 0.0),
        step_height: 8.0,
        ..IsoBody::new(vec3(18.0, -33.0, 0.0), Vec3::splat(20.0))
    };
    let hero = world.add(falling);
    for _ in 0..60 {
        if let Some(body) = world.get_mut(hero) {
            body.velocity.x = 300.0;
        }
        world.step(1.0 / 60.0);
    }
    assert_eq!(world[hero].position, vec3(20.0, 0.0, 0.0), "down beside the ledge");
    // The same height is a step for who stands.
    world.add(IsoBody::block(vec3(40.0, 0.0, 60.0), vec3(20.0, 7.0, 20.0)));
    if let Some(body) = world.get_mut(hero) {
        (body.position, body.velocity) = (vec3(18.0, 0.0, 60.0), vec3(60.0, 0.0, 0.0));
    }
    for _ in 0..20 {
        world.step(1.0 / 60.0);
    }
    assert_eq!(world[hero].position.y, -7.0);
}

/// The speed along the floor fades to 1 / (1 + friction · dt) in each step, and ends.
#[test]
fn friction_fades_and_stops() {
    let mut world = IsoWorld::new();
    let puck = IsoBody {
        velocity: vec3(100.0, 0.0, -50.0),
        friction: 6.0,
        ..IsoBody::new(Vec3::ZERO, Vec3::splat(20.0))
    };
    let puck = world.add(puck);
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    let left = (0..60).fold(1.0_f32, |left, _| left / 1.1);
    let wanted = vec3(100.0, 0.0, -50.0) * left;
    assert!(world[puck].velocity.abs_diff_eq(wanted, 1e-3), "{}", world[puck].velocity);
    // Each step goes by the speed before it fades: a geometric series, 100 / 60 · 1.1 / 0.1 in the end.
    for _ in 0..120 {
        world.step(1.0 / 60.0);
    }
    assert_eq!(world[puck].velocity, Vec3::ZERO, "slower than it would ever stop by itself");
    let way = world[puck].position;
    assert!(way.abs_diff_eq(vec3(18.333, 0.0, -9.167), 0.01), "{way}");
}

/// A jump reaches v² / 2g, less half a step's way.
#[test]
fn a_jump_reaches_its_height() {
    let mut world = IsoWorld::new();
    let hero = world.add(IsoBody::new(Vec3::ZERO, Vec3::splat(20.0)));
    world.step(1.0 / 240.0);
    assert!(world[hero].grounded);
    if let Some(body) = world.get_mut(hero) {
        body.velocity.y = -260.0;
    }
    let (mut top, mut steps) = (0.0_f32, 0);
    while steps == 0 || !world[hero].grounded {
        world.step(1.0 / 240.0);
        top = top.min(world[hero].position.y);
        steps += 1;
        assert!(steps < 1000);
    }
    let wanted = 260.0 * 260.0 / (2.0 * 900.0) - 260.0 / 480.0;
    assert!((-top - wanted).abs() < 0.05, "{top} for {wanted}");
    assert_eq!(world[hero].position.y, 0.0);
    let seconds = steps as f32 / 240.0;
    assert!((seconds - 2.0 * 260.0 / 900.0).abs() < 0.01, "{seconds} s in the air");
}

/// Boards fill a slope side by side, whichever way it rises, and follow its surface.
#[test]
fn iso_n4_boards_follow_their_slope() {
    let size = vec3(40.0, 24.0, 30.0);
    for slope in [IsoSlope::TowardX, IsoSlope::AwayX, IsoSlope::TowardZ, IsoSlope::AwayZ] {
        let ramp = IsoBody::ramp(vec3(7.0, -3.0, 5.0), size, slope);
        let boards: Vec<_> = ramp.boards(8).collect();
        let all = boards.iter().copied().reduce(|all, board| {
            assert!(!all.overlaps(&board), "{slope:?}");
            IsoBox { min: all.min.min(board.min), max: all.max.max(board.max) }
        });
        let all = all.unwrap();
        assert_eq!((all.footprint(), all.bottom()), (ramp.bounds().footprint(), -3.0), "{slope:?}");
        for board in &boards {
            let middle = board.base();
            assert!((board.top() - ramp.surface(middle.x, middle.z)).abs() < 1e-4);
        }
    }
    let block = IsoBody::block(Vec3::ZERO, size);
    assert_eq!(block.boards(8).collect::<Vec<_>>(), [block.bounds()]);
    assert_eq!(IsoBody::ramp(Vec3::ZERO, size, IsoSlope::AwayX).boards(0).count(), 1);
}
