//! One-way platforms that move: what is beyond their solid side stays there, what is on the other side passes.

use crate::worlds::World;
use motile_geom::{Aabb, Rng, Vec2, ops, vec2};
use motile_tiles::{
    Character, CharacterInput, PlatformEvent, TileBody, TilePlatform, TileSides, move_platforms,
};

const STEPS: [f32; 3] = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 144.0];
const SPEEDS: [f32; 7] = [20.0, 45.0, 70.0, 100.0, 130.0, 160.0, 200.0];

fn empty() -> World {
    World::new("....\n....\n", 16.0)
}

fn lift(speed: f32) -> TilePlatform {
    let (one_way, velocity) = (TileSides::TOP, vec2(0.0, -speed));
    TilePlatform { one_way, velocity, ..TilePlatform::new(vec2(0.0, 0.0), vec2(40.0, 4.0)) }
}

fn forms(feet: Vec2) -> [TileBody; 3] {
    [
        TileBody::boxed(Aabb::from_center(feet - vec2(0.0, 7.0), vec2(5.0, 7.0))),
        TileBody::circle(feet - vec2(0.0, 6.0), 6.0),
        TileBody::capsule(feet - vec2(0.0, 9.0), 18.0, 5.0),
    ]
}

fn top_of(platform: &TilePlatform) -> f32 {
    platform.position.y - platform.half.y
}

/// Where the lift had risen past the feet before the body took its own step, the body fell through: one landing in four.
#[test]
fn tile_63_a_rising_one_way_lift_is_never_missed() {
    let world = empty();
    for (height, speed, dt) in cases() {
        for mut body in forms(vec2(3.0, -4.0 - height)) {
            let mut platforms = [lift(speed)];
            let mut events = Vec::new();
            let mut landed = false;
            for _ in 0..(2.0 / dt) as u32 {
                let riders = core::slice::from_mut(&mut body);
                move_platforms(&mut platforms, riders, &world.ground(), dt, &mut events);
                body.velocity.y += 1800.0 * dt;
                let ground = world.ground().with_platforms(&platforms);
                landed |= ground.slide(&mut body, dt, &mut Vec::new()).floor;
                let gap = top_of(&platforms[0]) - body.bottom();
                assert!(gap > -0.07, "{height} {speed} {dt}: {gap} below its top");
                assert!(!landed || gap < 0.07, "{height} {speed} {dt}: {gap} above it again");
            }
            assert!(landed, "{height} {speed} {dt}");
        }
    }
}

/// 100 heights, each with every speed and step.
fn cases() -> impl Iterator<Item = (f32, f32, f32)> {
    let heights = (0..100).map(|i| 0.1 + i as f32 * 0.61);
    heights.flat_map(|height| {
        SPEEDS.into_iter().flat_map(move |speed| STEPS.map(move |dt| (height, speed, dt)))
    })
}

#[test]
fn tile_64_a_character_lands_on_every_rising_one_way_lift() {
    let world = empty();
    for (height, speed, dt) in cases() {
        let mut hero = Character::new(forms(vec2(-9.0, -4.0 - height))[0]);
        let (mut platforms, mut events) = ([lift(speed)], Vec::new());
        let mut landings = 0;
        for _ in 0..(1.5 / dt) as u32 {
            let riders = core::slice::from_mut(&mut hero.body);
            move_platforms(&mut platforms, riders, &world.ground(), dt, &mut events);
            let ground = world.ground().with_platforms(&platforms);
            let stood = hero.grounded;
            hero.step(&ground, CharacterInput::default(), dt);
            landings += u32::from(hero.grounded && !stood);
        }
        assert_eq!((landings, hero.platform), (1, Some(0)), "{height} {speed} {dt}");
        assert!((top_of(&platforms[0]) - hero.body.bottom()).abs() < 0.07);
    }
}

#[test]
fn tile_27_from_below_every_one_way_lift_is_passed() {
    let world = empty();
    for (height, speed, dt) in cases() {
        for mut body in forms(vec2(0.0, 6.0 + height)) {
            let (mut platforms, mut events) = ([lift(speed)], Vec::new());
            body.velocity.y = -900.0;
            let mut passed = false;
            for _ in 0..(0.3 / dt) as u32 {
                let riders = core::slice::from_mut(&mut body);
                move_platforms(&mut platforms, riders, &world.ground(), dt, &mut events);
                let before = body.position;
                world.ground().with_platforms(&platforms).slide(&mut body, dt, &mut Vec::new());
                passed |= body.bottom() < top_of(&platforms[0]);
                assert!(body.position.y < before.y && body.velocity.y == -900.0);
            }
            assert!(passed, "{height} {speed} {dt}");
        }
        // And who drops falls through one that rises.
        let mut body = TileBody { drops: true, ..forms(vec2(0.0, -4.0 - height))[0] };
        let (mut platforms, mut events) = ([lift(speed)], Vec::new());
        for _ in 0..(1.0 / dt) as u32 {
            body.velocity.y = 150.0;
            let riders = core::slice::from_mut(&mut body);
            move_platforms(&mut platforms, riders, &world.ground(), dt, &mut events);
            world.ground().with_platforms(&platforms).slide(&mut body, dt, &mut Vec::new());
        }
        assert!(body.position.y > 0.0, "{height} {speed} {dt}");
    }
}

/// Each side in turn comes at a body that hangs in the air beyond it, and leaves one behind it alone.
#[test]
fn tile_63_every_solid_side_pushes_and_the_others_pass() {
    let world = empty();
    let sides = [
        (TileSides::TOP, Vec2::NEG_Y),
        (TileSides::RIGHT, Vec2::X),
        (TileSides::BOTTOM, Vec2::Y),
        (TileSides::LEFT, Vec2::NEG_X),
    ];
    for (one_way, out) in sides {
        for (speed, dt) in SPEEDS.into_iter().flat_map(|speed| STEPS.map(|dt| (speed, dt))) {
            let plate = TilePlatform {
                one_way,
                velocity: out * speed,
                ..TilePlatform::new(Vec2::ZERO, vec2(8.0, 8.0))
            };
            let body = |place: Vec2| TileBody::boxed(Aabb::from_center(place, vec2(3.0, 3.0)));
            let mut bodies =
                [body(out * 15.3), body(out * -15.3), TileBody::circle(out * 17.7, 4.0)];
            let behind = bodies[1];
            let (mut platforms, mut events) = ([plate], Vec::new());
            for _ in 0..(1.0 / dt) as u32 {
                move_platforms(&mut platforms, &mut bodies, &world.ground(), dt, &mut events);
                let told = events.iter().all(|event| match event {
                    PlatformEvent::Carried { body, .. } => out.y < 0.0 && *body != 1,
                    PlatformEvent::Pushed { body, .. } => out.y >= 0.0 && *body != 1,
                    _ => false,
                });
                assert!(told, "{events:?}");
            }
            let side = platforms[0].position.dot(out) + 8.0;
            let near = |index: usize, reach: f32| bodies[index].position.dot(out) - reach - side;
            assert!(near(0, 3.0).abs() < 0.07 && near(2, 4.0).abs() < 0.07, "{one_way:?} {speed}");
            assert_eq!(bodies[1], behind, "it was behind that side");
        }
    }
}

#[test]
fn tile_64_a_seesaw_of_one_way_planks_is_never_missed() {
    let world = empty();
    let mut rng = Rng::new(5);
    for _ in 0..600 {
        let dt = STEPS[rng.below(3) as usize];
        let spin = rng.range(-1.5..1.5);
        let plank = TilePlatform {
            one_way: TileSides::TOP,
            angle: -spin * 0.25,
            spin,
            ..TilePlatform::new(Vec2::ZERO, vec2(80.0, 3.0))
        };
        let feet = vec2(rng.range(-60.0..60.0), -30.0 - rng.range(0.0..6.0));
        for mut body in forms(feet) {
            let (mut platforms, mut events) = ([plank], Vec::new());
            for _ in 0..(0.5 / dt) as u32 {
                let riders = core::slice::from_mut(&mut body);
                move_platforms(&mut platforms, riders, &world.ground(), dt, &mut events);
                body.velocity = vec2(0.0, (body.velocity.y + 900.0 * dt).min(400.0));
                world.ground().with_platforms(&platforms).slide(&mut body, dt, &mut Vec::new());
                let (sin, cos) = ops::sin_cos(platforms[0].angle);
                let above = body.position.dot(vec2(sin, -cos));
                assert!(above > 3.0, "{dt} {spin} {body:?} went through");
            }
        }
    }
}

/// A ceiling leaves no room: the lift goes on through the body, which stays out of the ceiling.
#[test]
fn tile_64_a_one_way_lift_squeezes_nobody() {
    let world = World::new("XXXXXXXX\n........\n........\n........\n", 16.0);
    for mut body in forms(vec2(64.0, 40.0)) {
        let rising = TilePlatform { position: vec2(64.0, 50.0), ..lift(60.0) };
        let (mut platforms, mut events) = ([rising], Vec::new());
        for _ in 0..60 {
            let riders = core::slice::from_mut(&mut body);
            move_platforms(&mut platforms, riders, &world.ground(), 1.0 / 60.0, &mut events);
            assert!(!events.iter().any(|event| matches!(event, PlatformEvent::Squeezed { .. })));
            assert!(!world.ground().overlaps(&body), "{body:?}");
        }
        assert!(platforms[0].position.y < body.position.y, "it went through");
    }
}
