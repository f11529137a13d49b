//! The character of a platform game, rule by rule.

use crate::worlds::World;
use motile_geom::{Aabb, StateHash, Vec2, vec2};
use motile_tiles::{
    Character, CharacterInput, CharacterRules, TileBody, TileKind, TileMaterial, TilePlatform,
    move_platforms,
};

const DT: f32 = 1.0 / 60.0;
const LEFT: CharacterInput = CharacterInput { x: -1.0, y: 0.0, jump: false };
const RIGHT: CharacterInput = CharacterInput { x: 1.0, y: 0.0, jump: false };
const JUMP: CharacterInput = CharacterInput { x: 0.0, y: 0.0, jump: true };
const NONE: CharacterInput = CharacterInput { x: 0.0, y: 0.0, jump: false };

/// A hero of 10×14 pixels with its feet on a line.
fn hero(x: f32, feet: f32) -> Character {
    Character::new(TileBody::boxed(Aabb::from_size(vec2(x, feet - 14.0), vec2(10.0, 14.0))))
}

fn run(hero: &mut Character, world: &World, input: CharacterInput, ticks: u32) {
    for _ in 0..ticks {
        hero.step(&world.ground(), input, DT);
    }
}

fn flat() -> World {
    World::new(
        "................\n................\n................\n................\nXXXXXXXXXXXXXXXX",
        16.0,
    )
}

#[test]
fn tile_73_a_full_jump_reaches_its_height_at_any_step() {
    for rate in [30.0, 60.0, 144.0, 240.0f32] {
        let world = World::new(&format!("{}XXXXXXXX", "........\n".repeat(10)), 16.0);
        let mut hero = hero(40.0, 160.0);
        hero.step(&world.ground(), NONE, 1.0 / rate);
        assert!(hero.grounded);
        let mut top = 160.0f32;
        for _ in 0..rate as u32 {
            hero.step(&world.ground(), JUMP, 1.0 / rate);
            top = top.min(hero.body.bottom());
        }
        let height = 160.0 - top;
        assert!((height - 52.0).abs() < 0.6, "{height} at {rate}");
    }
}

#[test]
fn tile_73_letting_go_early_makes_a_small_jump() {
    let world = flat();
    let height = |held: u32| {
        let mut hero = hero(40.0, 64.0);
        run(&mut hero, &world, NONE, 2);
        let mut top = 64.0f32;
        for tick in 0..60 {
            hero.step(&world.ground(), if tick < held { JUMP } else { NONE }, DT);
            top = top.min(hero.body.bottom());
        }
        64.0 - top
    };
    assert!(height(3) < 0.5 * height(30), "{} {}", height(3), height(30));
}

#[test]
fn tile_73_holding_the_button_jumps_once() {
    let world = flat();
    let mut hero = hero(40.0, 64.0);
    let jumps = (0..200).filter(|_| hero.step(&world.ground(), JUMP, DT).jumped).count();
    assert_eq!(jumps, 1);
}

#[test]
fn tile_73_coyote_time_ends() {
    // Ground ends at x = 64.
    let world = World::new("........\n........\n........\nXXXX....", 16.0);
    let late = |ticks: u32| {
        let mut hero = hero(50.0, 48.0);
        run(&mut hero, &world, NONE, 2);
        while hero.grounded {
            hero.step(&world.ground(), RIGHT, DT);
        }
        run(&mut hero, &world, RIGHT, ticks);
        hero.step(&world.ground(), CharacterInput { jump: true, ..RIGHT }, DT).jumped
    };
    assert!(late(0) && late(3) && !late(10));
}

#[test]
fn tile_w7_walking_off_a_ledge_gives_no_jump_in_the_air() {
    let world = World::new("....\n....\n....\n....\nX...", 16.0);
    let mut hero = hero(2.0, 64.0);
    run(&mut hero, &world, RIGHT, 30);
    assert!(!hero.grounded);
    assert!(!hero.step(&world.ground(), JUMP, DT).jumped);
}

#[test]
fn tile_73_a_press_before_landing_counts() {
    let world = flat();
    let mut hero = hero(40.0, 60.0);
    hero.body.velocity.y = 100.0;
    assert!(!hero.step(&world.ground(), JUMP, DT).jumped);
    assert!((0..6).any(|_| hero.step(&world.ground(), JUMP, DT).jumped), "buffered");
}

#[test]
fn tile_73_corners_above_are_slipped_past() {
    // The block above begins 3 pixels left of the hero's right edge.
    let world = World::new("........\n...X....\n........\n........\n........\nXXXXXXXX", 16.0);
    let top = |correction: f32| {
        let rules = CharacterRules { corner_correction: correction, ..CharacterRules::default() };
        let mut hero = hero(41.0, 80.0).with_rules(rules);
        run(&mut hero, &world, NONE, 2);
        let mut top = 80.0f32;
        for _ in 0..40 {
            hero.step(&world.ground(), JUMP, DT);
            top = top.min(hero.body.bottom());
        }
        top
    };
    assert!(top(0.0) > 45.0 && top(4.0) < 29.0, "{} {}", top(0.0), top(4.0));
}

#[test]
fn tile_73_slopes_are_walked_up_and_down_without_leaving_the_ground() {
    let world = World::new(
        "
        ...................
        .....lhX\\..........
        ..../XXXX\\.........
        lhXXXXXXXXXHL......
        XXXXXXXXXXXXXXXXXXX
        ",
        16.0,
    );
    let mut hero = hero(0.0, 63.9);
    run(&mut hero, &world, NONE, 2);
    for direction in [RIGHT, LEFT] {
        let mut ticks = 0;
        loop {
            hero.step(&world.ground(), direction, DT);
            assert!(hero.grounded, "{:?}", hero.body.position);
            ticks += 1;
            assert!(ticks < 400, "stopped at {:?}", hero.body.position);
            let x = hero.body.position.x;
            if (direction.x > 0.0 && x > 230.0) || (direction.x < 0.0 && x < 14.0) {
                break;
            }
        }
    }
}

#[test]
fn tile_73_standing_on_a_slope_does_not_slide() {
    let world = World::new("....\n../X\n./XX\nXXXX", 16.0);
    let mut hero = hero(30.0, 30.0);
    run(&mut hero, &world, NONE, 60);
    let rest = hero.body.position;
    run(&mut hero, &world, NONE, 120);
    assert!(
        hero.grounded && hero.body.position.distance(rest) < 0.01,
        "{rest} {}",
        hero.body.position
    );
}

#[test]
fn tile_73_walls_slow_the_fall_and_can_be_jumped_off() {
    let text = format!("{}XXXXXXXX", "X......X\n".repeat(20));
    let world = World::new(&text, 16.0);
    let mut hero = hero(30.0, 60.0);
    run(&mut hero, &world, LEFT, 40);
    assert_eq!(hero.wall, -1);
    assert!((hero.body.velocity.y - hero.rules.wall_slide_speed).abs() < 1.0);
    let report = hero.step(&world.ground(), CharacterInput { jump: true, ..LEFT }, DT);
    assert!(
        report.jumped
            && report.off_wall
            && hero.body.velocity.x > 0.0
            && hero.body.velocity.y < -200.0
    );
}

#[test]
fn tile_73_ladders_are_climbed_and_left_by_a_jump() {
    let world = World::new("........\n..=.....\n..=.....\n..=.....\nXXXXXXXX", 16.0);
    let up = CharacterInput { y: -1.0, ..NONE };
    let mut hero = hero(35.0, 64.0);
    run(&mut hero, &world, NONE, 2);
    run(&mut hero, &world, up, 20);
    assert!(hero.climbing && hero.body.bottom() < 50.0);
    let hang = hero.body.position;
    run(&mut hero, &world, NONE, 30);
    assert_eq!(hero.body.position, hang, "it hangs");
    assert!(hero.step(&world.ground(), JUMP, DT).jumped && !hero.climbing);
}

/// With the stick still up the ladder used to be taken hold of again in the next tick, and the jump was lost.
#[test]
fn tile_73_a_jump_off_a_ladder_with_up_held_is_not_cancelled() {
    let text = format!("{}XXXXXXXX", "..=.....\n".repeat(12));
    let world = World::new(&text, 16.0);
    let up = CharacterInput { y: -1.0, ..NONE };
    let mut hero = hero(35.0, 192.0);
    run(&mut hero, &world, NONE, 2);
    run(&mut hero, &world, up, 20);
    assert!(hero.climbing);
    let from = hero.body.bottom();
    let leap = CharacterInput { jump: true, ..up };
    assert!(hero.step(&world.ground(), leap, DT).jumped);
    let mut top = from;
    let mut grabbed = None;
    for tick in 0..60 {
        hero.step(&world.ground(), leap, DT);
        if hero.climbing {
            grabbed = Some(tick);
            break;
        }
        top = top.min(hero.body.bottom());
    }
    assert!((from - top - 52.0).abs() < 1.0, "a whole jump: {}", from - top);
    assert!(grabbed.is_some_and(|tick| tick > 10), "the ladder is taken again when it falls");
    // And at once on a new push.
    run(&mut hero, &world, NONE, 2);
    hero.step(&world.ground(), leap, DT);
    run(&mut hero, &world, JUMP, 2);
    run(&mut hero, &world, leap, 1);
    assert!(hero.climbing && hero.body.velocity.y > -100.0);
}

#[test]
fn tile_73_a_ladder_with_a_top_is_stood_on_and_climbed_down_from() {
    let mut world = World::new("........\n..=.....\n..=.....\n..=.....\nXXXXXXXX", 16.0);
    world.kinds.set(20, TileKind::ladder_top());
    world.layer.set(2, 1, motile_tiles::Tile::new(20));
    let up = CharacterInput { y: -1.0, ..NONE };
    let down = CharacterInput { y: 1.0, ..NONE };
    let mut hero = hero(35.0, 64.0);
    run(&mut hero, &world, NONE, 2);
    run(&mut hero, &world, up, 120);
    assert!(hero.grounded && !hero.climbing && hero.body.bottom() == 16.0, "{:?}", hero.body);
    for _ in 0..30 {
        hero.step(&world.ground(), up, DT);
        assert_eq!(hero.body.bottom(), 16.0, "it does not bob");
    }
    run(&mut hero, &world, down, 10);
    assert!(hero.climbing && hero.body.bottom() > 20.0);
    run(&mut hero, &world, down, 60);
    assert_eq!(hero.body.bottom(), 64.0);
}

/// A hero on a lift that moves to the right at 100 pixels per second.
struct Ride {
    world: World,
    lift: [TilePlatform; 1],
    hero: Character,
}

impl Ride {
    fn new(rules: CharacterRules) -> Self {
        let text = format!("{}{}", format!("{}\n", ".".repeat(60)).repeat(12), "X".repeat(60));
        let velocity = vec2(100.0, 0.0);
        let lift =
            TilePlatform { velocity, ..TilePlatform::new(vec2(60.0, 158.0), vec2(24.0, 3.0)) };
        let hero = hero(55.0, 155.0).with_rules(rules);
        let mut ride = Self { world: World::new(&text, 16.0), lift: [lift], hero };
        ride.run(NONE, 10);
        assert!(ride.hero.grounded && ride.hero.platform == Some(0));
        ride
    }

    fn run(&mut self, input: CharacterInput, ticks: u32) {
        for _ in 0..ticks {
            let bodies = core::slice::from_mut(&mut self.hero.body);
            move_platforms(&mut self.lift, bodies, &self.world.ground(), DT, &mut Vec::new());
            self.hero.step(&self.world.ground().with_platforms(&self.lift), input, DT);
        }
    }

    fn offset(&self) -> f32 {
        self.hero.body.position.x - self.lift[0].position.x
    }
}

/// The sideways speed of the lift used to be lost, and who jumped landed behind it.
#[test]
fn tile_64_jumping_off_a_sideways_lift_keeps_its_speed() {
    let mut ride = Ride::new(CharacterRules::default());
    let offset = ride.offset();
    ride.run(JUMP, 1);
    assert!(!ride.hero.grounded);
    assert!((ride.hero.body.velocity.x - 100.0).abs() < 1e-3, "{}", ride.hero.body.velocity.x);
    ride.run(JUMP, 20);
    assert!(!ride.hero.grounded && (ride.offset() - offset).abs() < 0.1, "above the same spot");
    ride.run(NONE, 60);
    assert_eq!(ride.hero.platform, Some(0), "landed where it jumped");
    assert!((ride.offset() - offset).abs() < 0.2 && ride.hero.body.velocity.x.abs() < 1e-3);
    // Running is on top of it: a jump forward goes further over the ground than over the lift.
    ride.run(CharacterInput { jump: true, ..RIGHT }, 12);
    assert!(ride.hero.body.velocity.x > 150.0, "{}", ride.hero.body.velocity.x);
}

#[test]
fn tile_64_walking_off_a_sideways_lift_keeps_its_speed() {
    let mut ride = Ride::new(CharacterRules::default());
    while ride.hero.grounded {
        ride.run(RIGHT, 1);
    }
    assert!(ride.hero.body.velocity.x > 180.0, "{}", ride.hero.body.velocity.x);
    // On ground that stands still it has to brake from there.
    ride.run(NONE, 200);
    assert!(ride.hero.grounded && ride.hero.platform.is_none());
    assert_eq!(ride.hero.body.velocity.x, 0.0);
}

#[test]
fn tile_64_without_the_rule_a_jump_leaves_the_lift_behind() {
    let rules = CharacterRules { keeps_platform_speed: false, ..CharacterRules::default() };
    let mut ride = Ride::new(rules);
    let offset = ride.offset();
    ride.run(JUMP, 1);
    assert_eq!(ride.hero.body.velocity.x, 0.0);
    ride.run(JUMP, 20);
    assert!(offset - ride.offset() > 30.0);
}

#[test]
fn tile_63_down_and_jump_drops_through() {
    let world = World::new("........\n^^^^^^^^\n........\n........\nXXXXXXXX", 16.0);
    let mut hero = hero(40.0, 16.0);
    run(&mut hero, &world, NONE, 3);
    assert!(hero.grounded && hero.body.bottom() == 16.0);
    hero.step(&world.ground(), CharacterInput { y: 1.0, jump: true, ..NONE }, DT);
    run(&mut hero, &world, NONE, 60);
    assert_eq!(hero.body.bottom(), 64.0);
}

#[test]
fn tile_62_ice_and_belts_are_felt() {
    let mut world = flat();
    let glide = |world: &World| {
        let mut hero = hero(20.0, 64.0);
        run(&mut hero, world, RIGHT, 40);
        let x = hero.body.position.x;
        run(&mut hero, world, NONE, 30);
        hero.body.position.x - x
    };
    let plain = glide(&world);
    let ice = TileMaterial { grip: 0.08, ..TileMaterial::PLAIN };
    world.kinds.set(1, TileKind::solid().with_material(ice));
    assert!(glide(&world) > 3.0 * plain);
    let belt = TileMaterial { belt: vec2(50.0, 0.0), ..TileMaterial::PLAIN };
    world.kinds.set(1, TileKind::solid().with_material(belt));
    let mut hero = hero(20.0, 64.0);
    run(&mut hero, &world, NONE, 60);
    assert!(hero.body.position.x > 65.0, "{}", hero.body.position.x);
}

#[test]
fn tile_64_riding_and_jumping_off_a_rising_lift() {
    let world = flat();
    let mut lift = [TilePlatform::new(vec2(60.0, 58.0), vec2(16.0, 3.0))];
    let mut hero = hero(55.0, 55.0);
    let mut ride = |hero: &mut Character, input, ticks| {
        for _ in 0..ticks {
            lift[0].velocity = vec2(20.0, -40.0);
            let bodies = core::slice::from_mut(&mut hero.body);
            move_platforms(&mut lift, bodies, &world.ground(), DT, &mut Vec::new());
            hero.step(&world.ground().with_platforms(&lift), input, DT);
        }
        lift[0].position
    };
    ride(&mut hero, NONE, 3);
    assert!(hero.grounded && hero.platform == Some(0));
    let place = ride(&mut hero, NONE, 1);
    let offset = hero.body.position.x - place.x;
    let place = ride(&mut hero, NONE, 20);
    assert!(hero.grounded);
    assert!((hero.body.position.x - place.x - offset).abs() < 0.05, "carried along");
    ride(&mut hero, JUMP, 1);
    assert!(hero.body.velocity.y < -hero.rules.jump_speed() - 20.0, "with the lift's speed");
    assert!((hero.body.velocity.x - 20.0).abs() < 1e-3, "in both directions");
}

#[test]
fn bad_numbers_move_nothing() {
    let world = flat();
    let mut hero = hero(40.0, 64.0);
    let before = StateHash::of(&hero);
    for input in
        [CharacterInput { x: f32::NAN, ..NONE }, CharacterInput { y: f32::INFINITY, ..NONE }]
    {
        assert!(hero.step(&world.ground(), input, DT).rejected);
    }
    assert!(
        hero.step(&world.ground(), NONE, f32::NAN).rejected
            && hero.step(&world.ground(), NONE, 0.0).rejected
    );
    assert_eq!((StateHash::of(&hero), hero.rejected), (before, 4));
    hero.body.velocity = Vec2::NAN;
    assert!(hero.step(&world.ground(), NONE, DT).rejected);
}

/// The report of a plain body had it, that of a character did not.
#[test]
fn tile_61_a_character_says_how_far_it_was_pushed_out_of_a_wall() {
    let world = World::new(".....\n..X..\nXXXXX", 16.0);
    let mut hero = hero(25.0, 32.0);
    let report = hero.step(&world.ground(), NONE, DT);
    assert_eq!((report.pushed, report.stuck), (vec2(-3.0, 0.0), false));
    assert_eq!(hero.step(&world.ground(), NONE, DT).pushed, Vec2::ZERO);
}

/// Characters used to feel grip and belts, but no bounce.
#[test]
fn tile_62_a_character_bounces_off_what_gives_back() {
    for (bounce, rate) in
        [(0.0, 60.0), (0.5, 60.0), (0.8, 60.0), (1.0, 30.0), (1.0, 60.0), (1.0, 144.0)]
    {
        let mut world = World::new(&format!("{}XXXXXXXX", "........\n".repeat(8)), 16.0);
        let material = TileMaterial { bounce, ..TileMaterial::PLAIN };
        world.kinds.set(1, TileKind::solid().with_material(material));
        let mut hero = hero(40.0, 128.0 - 50.0);
        let (mut bounces, mut highest) = (0, 128.0f32);
        for _ in 0..(4.0 * rate) as u32 {
            let report = hero.step(&world.ground(), NONE, 1.0 / rate);
            bounces += u32::from(report.bounced > 0.0);
            if bounces > 0 {
                highest = highest.min(hero.body.bottom());
            }
        }
        let height = 128.0 - highest;
        let wanted = 50.0 * bounce * bounce;
        assert!((height - wanted).abs() < 3.0, "{bounce} {rate}: {height} of {wanted}");
        assert_eq!(hero.grounded, bounce < 0.9, "{bounce} {rate}: after {bounces} bounces");
    }
    // A press just before the landing is a jump, as from any floor.
    let mut world = flat();
    let material = TileMaterial { bounce: 0.9, ..TileMaterial::PLAIN };
    world.kinds.set(1, TileKind::solid().with_material(material));
    let mut hero = hero(40.0, 60.0);
    let jumped = (0..20).any(|_| hero.step(&world.ground(), JUMP, DT).jumped);
    assert!(jumped);
}
