//! Ropes and cloth tied to bodies pull at them, and are pulled.

use motile_bodies::{
    BodyDef, BodyError, BodyId, BodyKind, BodyShape, BodyTies, BodyWorld, PictureBodies,
    PictureTrace,
};
use motile_geom::{StateHash, Vec2, state as saved, vec2};
use motile_physics::forces::Wind;
use motile_physics::world::{PointId, World};
use motile_pixels::{Color, Surface};

type Outcome = Result<(), Box<dyn std::error::Error>>;

const STEP: f32 = 1.0 / 60.0;

fn weightless() -> (BodyWorld, World) {
    let mut ropes = World::default();
    ropes.gravity = Vec2::ZERO;
    (BodyWorld::new().with_gravity(Vec2::ZERO), ropes)
}

fn state(world: &BodyWorld, body: BodyId) -> motile_bodies::BodyState {
    world.get(body).unwrap_or_default()
}

#[test]
fn a_body_hangs_still_on_a_rope_and_swings_when_pushed() -> Outcome {
    let mut bodies = BodyWorld::new();
    let ball = BodyDef { density: 0.1, ..BodyDef::new(BodyShape::circle(10.0)) };
    let ball = bodies.add(&ball.at(0.0, 100.0));
    let mut ropes = World::default();
    ropes.substeps = 8;
    let rope = ropes.build_rope(Vec2::ZERO, vec2(0.0, 100.0), 10);
    ropes.set_pinned(rope.points[0], true);
    let mut ties = BodyTies::new();
    ties.tie(&bodies, &mut ropes, ball, rope.points[10])?;
    let mut fastest: f32 = 0.0;
    for tick in 0..180 {
        ties.step(&mut bodies, &mut ropes, STEP);
        let now = state(&bodies, ball);
        // The ball weighs thirty times what a point of the rope does, which gives a little.
        assert!(now.position.distance(vec2(0.0, 100.0)) < 4.0, "it hangs at {}", now.position);
        if tick >= 120 {
            fastest = fastest.max(now.velocity.length());
        }
    }
    assert!(fastest < 12.0, "and is all but still: {fastest}");
    bodies.set_motion(ball, vec2(200.0, 0.0), 0.0);
    let mut widest: f32 = 0.0;
    for _ in 0..120 {
        ties.step(&mut bodies, &mut ropes, STEP);
        let at = state(&bodies, ball).position;
        assert!(at.length() < 106.0, "the rope holds: {at}");
        widest = widest.max(at.x);
    }
    assert!(widest > 40.0, "and it swings: {widest}");
    Ok(())
}

#[test]
fn momentum_goes_through_a_rope_and_is_kept() -> Outcome {
    let (mut bodies, mut ropes) = weightless();
    let ball = |x: f32| BodyDef::new(BodyShape::circle(10.0)).at(x, 0.0);
    let (one, other) = (bodies.add(&ball(0.0)), bodies.add(&ball(100.0)));
    let rope = ropes.build_rope(Vec2::ZERO, vec2(100.0, 0.0), 8);
    let mut ties = BodyTies::new();
    ties.tie(&bodies, &mut ropes, one, rope.points[0])?;
    ties.tie(&bodies, &mut ropes, other, rope.points[8])?;
    bodies.set_motion(other, vec2(120.0, 0.0), 0.0);
    let mass = state(&bodies, one).mass;
    for _ in 0..90 {
        ties.step(&mut bodies, &mut ropes, STEP);
    }
    let (first, second) = (state(&bodies, one), state(&bodies, other));
    let inner: f32 =
        rope.points[1..8].iter().filter_map(|&point| ropes.velocity(point)).map(|v| v.x).sum();
    let kept = (first.velocity.x + second.velocity.x) * mass + inner;
    assert!((kept / (120.0 * mass) - 1.0).abs() < 0.02, "kept {}", kept / (120.0 * mass));
    assert!(first.velocity.x > 40.0, "the first is dragged along: {}", first.velocity.x);
    assert!(first.position.distance(second.position) < 103.0, "the rope does not stretch");
    Ok(())
}

#[test]
fn a_cloth_weighs_on_the_bar_that_carries_it() -> Outcome {
    let mut bodies = BodyWorld::new();
    // The bar itself is weightless, so that whatever it falls by is the cloth's doing.
    let bar = BodyDef { gravity: 0.0, ..BodyDef::new(BodyShape::rect(120.0, 4.0)) };
    let bar = bodies.add(&bar.at(60.0, 0.0));
    let mut ropes = World::default();
    ropes.gravity = bodies.gravity;
    let cloth = ropes.build_cloth(Vec2::ZERO, 13, 9, 10.0);
    let weight: f32 = cloth.parts.points.iter().filter_map(|&point| ropes.mass(point)).sum();
    let carried: f32 =
        (0..13).filter_map(|column| cloth.point(column, 0)).filter_map(|p| ropes.mass(p)).sum();
    let mut ties = BodyTies::new();
    for point in (0..13).filter_map(|column| cloth.point(column, 0)) {
        ties.tie(&bodies, &mut ropes, bar, point)?;
    }
    for _ in 0..60 {
        ties.step(&mut bodies, &mut ropes, STEP);
    }
    let fallen = state(&bodies, bar);
    // Tied points are the bar's own; the rest of the cloth pulls.
    let pull = (weight - carried) / (weight - carried + fallen.mass);
    let expected = 900.0 * pull;
    assert!(
        (fallen.velocity.y / expected - 1.0).abs() < 0.15,
        "it falls at {} instead of {expected}",
        fallen.velocity.y
    );
    assert!(fallen.rotation.abs() < 0.01, "and stays level: {}", fallen.rotation);
    Ok(())
}

#[test]
fn ties_hold_to_what_does_not_move_and_to_what_is_carried() -> Outcome {
    let mut bodies = BodyWorld::new();
    let post = BodyDef::new(BodyShape::circle(5.0)).with_kind(BodyKind::Static);
    let post = bodies.add(&post);
    let lift = BodyDef::new(BodyShape::rect(20.0, 5.0)).with_kind(BodyKind::Kinematic);
    let lift = bodies.add(&lift.at(80.0, 0.0).with_velocity(vec2(0.0, -30.0)));
    let mut ropes = World::default();
    let rope = ropes.build_rope(Vec2::ZERO, vec2(80.0, 0.0), 10);
    let mut ties = BodyTies::new();
    ties.tie(&bodies, &mut ropes, post, rope.points[0])?;
    ties.tie(&bodies, &mut ropes, lift, rope.points[10])?;
    for _ in 0..30 {
        ties.step(&mut bodies, &mut ropes, STEP);
    }
    let at = |point: PointId| ropes.position(point).unwrap_or(Vec2::NAN);
    assert_eq!(at(rope.points[0]), Vec2::ZERO);
    assert!(at(rope.points[10]).distance(state(&bodies, lift).position) < 0.01);
    Ok(())
}

#[test]
fn what_is_gone_comes_loose_and_points_get_their_mass_back() -> Outcome {
    let (mut bodies, mut ropes) = weightless();
    let ball = bodies.add(&BodyDef::new(BodyShape::circle(10.0)));
    let rope = ropes.build_rope(Vec2::ZERO, vec2(50.0, 0.0), 5);
    let own = ropes.mass(rope.points[0]);
    let mut ties = BodyTies::new();
    ties.tie(&bodies, &mut ropes, ball, rope.points[0])?;
    assert_ne!(ropes.mass(rope.points[0]), own);
    assert_eq!(
        ties.tie(&bodies, &mut ropes, BodyId::NOTHING, rope.points[1]),
        Err(BodyError::NoSuchBody)
    );
    bodies.remove(ball);
    ties.step(&mut bodies, &mut ropes, STEP);
    assert!(ties.is_empty());
    assert_eq!((ropes.mass(rope.points[0]), ropes.is_pinned(rope.points[0])), (own, Some(false)));
    // Steps of no time, and of bad times, change nothing.
    let before = StateHash::of(&ropes);
    ties.step(&mut bodies, &mut ropes, 0.0);
    ties.step(&mut bodies, &mut ropes, f32::NAN);
    assert_eq!(StateHash::of(&ropes), before);
    Ok(())
}

#[test]
fn fields_of_physics_act_on_bodies_by_their_mass_and_wake_them() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let ball = |density: f32| BodyDef { density, ..BodyDef::new(BodyShape::circle(4.0)) };
    let [light, heavy] = [0.02, 0.2].map(|density| world.add(&ball(density)));
    world.place(heavy, vec2(100.0, 0.0), 0.0);
    world.sleep(light);
    world.sleep(heavy);
    let wind = Wind { velocity: vec2(80.0, 0.0), drag: 2.0 };
    world.apply(&wind, STEP);
    world.step(STEP);
    // Drag 2 at 80 pixels a second, over a mass of 1.005 and of 10.05: the second one sleeps on.
    let gained = state(&world, light).velocity.x;
    assert!((gained - 160.0 / 1.005 * STEP).abs() < 0.05, "{gained}");
    assert!(state(&world, heavy).asleep && !state(&world, light).asleep);
    world.wake(heavy);
    world.apply(&wind, STEP);
    world.step(STEP);
    let gained = state(&world, heavy).velocity.x;
    assert!((gained - 160.0 / 10.05 * STEP).abs() < 0.02, "{gained}");
    let rejected = world.rejected();
    world.apply(&|_: Vec2, _: Vec2| Vec2::NAN, STEP);
    assert!(world.rejected() > rejected && state(&world, light).velocity.is_finite());
}

#[test]
fn ties_go_with_their_pixels_and_pins_come_back() -> Outcome {
    let (mut bodies, mut ropes) = weightless();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let plank = Surface::filled(100, 10, Color::ORANGE)?;
    let plank = pictures.add(&mut bodies, plank, &BodyDef::new(BodyShape::circle(1.0)))?;
    let mut ties = BodyTies::new();
    let points: Vec<PointId> = [-45.0, 0.0, 45.0]
        .map(|x| ropes.build_rope(vec2(x, 0.0), vec2(x, -40.0), 4).points[0])
        .into();
    ropes.set_pinned(points[1], true);
    for &point in &points {
        ties.tie(&bodies, &mut ropes, plank, point)?;
    }
    assert_eq!(ropes.is_pinned(points[1]), Some(false), "the body carries it now");
    let damage = pictures.cut(&mut bodies, vec2(0.0, -9.0), vec2(0.0, 9.0), 8.0);
    ties.follow(&damage, &pictures, &bodies, &mut ropes);
    let [made] = damage.made[..] else { return Err("two halves".into()) };
    let held: Vec<(PointId, BodyId)> = ties.iter().collect();
    let side = |body: BodyId| state(&bodies, body).center.x;
    let [left, right] = if side(made) < 0.0 { [made, plank] } else { [plank, made] };
    assert_eq!(held, [(points[0], left), (points[2], right)]);
    assert_eq!(ropes.is_pinned(points[1]), Some(true), "it is pinned again as it was");
    Ok(())
}

/// A lamp on a rope, hanging from a pin.
fn lamp() -> Result<(BodyWorld, World, BodyTies, BodyId), BodyError> {
    let (mut bodies, mut ropes) = (BodyWorld::new(), World::default());
    let ball = BodyDef { density: 0.1, ..BodyDef::new(BodyShape::circle(10.0)) };
    let ball = bodies.add(&ball.at(0.0, 100.0));
    let rope = ropes.build_rope(Vec2::ZERO, vec2(0.0, 100.0), 10);
    ropes.set_pinned(rope.points[0], true);
    let mut ties = BodyTies::new();
    ties.tie(&bodies, &mut ropes, ball, rope.points[10])?;
    Ok((bodies, ropes, ties, ball))
}

/// Each step of no time added the body's gravity to its points once more, and moved the body towards them.
#[test]
fn steps_of_no_time_leave_ropes_and_bodies_as_they_are() -> Outcome {
    let (mut bodies, mut ropes, mut ties, ball) = lamp()?;
    let (mut others, mut cords, mut knots, _) = lamp()?;
    for tick in 0..30 {
        ties.step(&mut bodies, &mut ropes, STEP);
        knots.step(&mut others, &mut cords, STEP);
        let at = state(&bodies, ball).position;
        for pause in [0.0, -1.0, f32::NAN, f32::INFINITY, 0.0] {
            ties.step(&mut bodies, &mut ropes, pause);
        }
        assert_eq!(state(&bodies, ball).position, at, "tick {tick}");
        assert_eq!(state(&others, ball), state(&bodies, ball), "tick {tick}");
        assert_eq!(StateHash::of(&ropes), StateHash::of(&cords), "tick {tick}");
    }
    Ok(())
}

/// The ropes took the whole ten seconds and the bodies one of them: a tied body was thrown.
#[test]
fn a_long_step_of_ropes_and_bodies_is_one_second_for_both() -> Outcome {
    let (mut bodies, mut ropes, mut ties, ball) = lamp()?;
    let (mut others, mut cords, mut knots, _) = lamp()?;
    ties.step(&mut bodies, &mut ropes, 10.0);
    knots.step(&mut others, &mut cords, 1.0);
    assert_eq!(state(&bodies, ball), state(&others, ball));
    assert_eq!(StateHash::of(&ropes), StateHash::of(&cords));
    Ok(())
}

#[test]
fn saved_ties_go_on_and_bad_numbers_are_an_error() -> Outcome {
    let (mut bodies, mut ropes, mut ties, ball) = lamp()?;
    bodies.set_motion(ball, vec2(80.0, 0.0), 0.0);
    for _ in 0..20 {
        ties.step(&mut bodies, &mut ropes, STEP);
    }
    let bytes = saved::save(&ties);
    let again: BodyTies = saved::restore(&bytes)?;
    assert_eq!(again, ties);
    let mut broken = bytes.clone();
    // The last number is the velocity.
    let end = broken.len();
    broken[end - 4..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert!(saved::restore::<BodyTies>(&broken).is_err());
    assert!((0..end).all(|length| saved::restore::<BodyTies>(&bytes[..length]).is_err()));
    // Worlds that know neither the body nor the point.
    let (mut others, mut cords) = weightless();
    let mut loose = again;
    loose.step(&mut others, &mut cords, STEP);
    assert!(loose.is_empty());
    Ok(())
}
