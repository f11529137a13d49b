//! Every kind of joint with its limits, its drive and its spring, measured.
#![cfg(feature = "world")]

use core::f32::consts::PI;
use motile_bodies::{
    BodyDef, BodyId, BodyKind, BodyShape, BodyWorld, JointDef, JointDrive, JointId, JointSpring,
};
use motile_geom::{StateHash, Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

/// A post that stays at the origin and a ball of radius 10 somewhere.
fn pair(at: Vec2, gravity: f32) -> (BodyWorld, [BodyId; 2]) {
    let mut world = BodyWorld::new().with_gravity(vec2(0.0, gravity)).with_substeps(8);
    let post = world.add(&BodyDef::new(BodyShape::circle(4.0)).with_kind(BodyKind::Static));
    let ball = BodyDef::new(BodyShape::circle(10.0)).at(at.x, at.y);
    let ball = world.add(&ball);
    (world, [post, ball])
}

fn joined(at: Vec2, gravity: f32, joint: JointDef) -> (BodyWorld, BodyId, JointId) {
    let (mut world, [post, ball]) = pair(at, gravity);
    let joint = world.join(post, ball, &joint).unwrap();
    (world, ball, joint)
}

fn run(world: &mut BodyWorld, ticks: u32) {
    (0..ticks).for_each(|_| world.step(DT));
}

/// Swings a second of something over three seconds, from the times it passes through 0.
fn frequency(world: &mut BodyWorld, mut measure: impl FnMut(&BodyWorld) -> f32) -> f32 {
    let mut passes = Vec::new();
    let mut last = measure(world);
    for tick in 0..180u16 {
        world.step(DT);
        let now = measure(world);
        if last * now < 0.0 {
            passes.push(f32::from(tick) + last / (last - now));
        }
        last = now;
    }
    let (first, end) = (passes[0], passes[passes.len() - 1]);
    (passes.len() - 1) as f32 * 0.5 / ((end - first) * DT)
}

#[test]
fn sim_65_a_distance_has_a_least_and_a_most() {
    // Hanging, and standing on the lower limit.
    let rope = JointDef::distance(Vec2::ZERO, vec2(0.0, 40.0)).with_limits(20.0, 60.0);
    let (mut world, ball, _) = joined(vec2(0.0, 40.0), 900.0, rope);
    run(&mut world, 120);
    let hangs = world.get(ball).unwrap().position;
    assert!(hangs.distance(vec2(0.0, 60.0)) < 0.5, "{hangs}");
    let rope = JointDef::distance(Vec2::ZERO, vec2(0.0, -40.0)).with_limits(20.0, 60.0);
    let (mut world, ball, _) = joined(vec2(0.0, -40.0), 900.0, rope);
    let mut nearest = f32::INFINITY;
    for _ in 0..60 {
        world.step(DT);
        nearest = nearest.min(world.get(ball).unwrap().position.length());
    }
    let stands = world.get(ball).unwrap();
    assert!(nearest > 19.0, "{nearest}");
    assert!((stands.position.length() - 20.0).abs() < 0.5 && stands.velocity.length() < 5.0);
    // Thrown at each other, without anything else: they turn back, and momentum is kept.
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let ball = |x: f32, v: f32| {
        BodyDef::new(BodyShape::circle(3.0)).at(x, 0.0).with_velocity(vec2(v, 0.0))
    };
    let (a, b) = (world.add(&ball(-40.0, 300.0)), world.add(&ball(40.0, -100.0)));
    let rope = JointDef::distance(vec2(-40.0, 0.0), vec2(40.0, 0.0)).with_limits(30.0, 500.0);
    world.join(a, b, &rope).unwrap();
    let mut nearest = f32::INFINITY;
    for _ in 0..60 {
        world.step(DT);
        let [a, b] = [a, b].map(|id| world.get(id).unwrap());
        nearest = nearest.min(a.position.distance(b.position));
        assert!((a.velocity.x + b.velocity.x - 200.0).abs() < 0.1, "momentum");
    }
    assert!((29.0..30.5).contains(&nearest), "{nearest}");
}

#[test]
fn sim_65_springs_swing_as_often_as_they_say() {
    for wanted in [1.0, 2.0, 4.0] {
        // A weight on a spring, pulled out by 20 pixels.
        let spring = JointDef::distance(Vec2::ZERO, vec2(100.0, 0.0)).with_spring(wanted, 0.0);
        let (mut world, ball, _) = joined(vec2(100.0, 0.0), 0.0, spring);
        world.place(ball, vec2(120.0, 0.0), 0.0);
        let found = frequency(&mut world, |world| world.get(ball).unwrap().position.x - 100.0);
        assert!((found / wanted - 1.0).abs() < 0.05, "distance: {found} instead of {wanted}");
        // A wheel along its axis.
        let hub = JointDef::wheel(vec2(0.0, 50.0), Vec2::Y).with_spring(wanted, 0.0);
        let (mut world, ball, _) = joined(vec2(0.0, 50.0), 0.0, hub);
        world.place(ball, vec2(0.0, 60.0), 0.0);
        let found = frequency(&mut world, |world| world.get(ball).unwrap().position.y - 50.0);
        assert!((found / wanted - 1.0).abs() < 0.05, "wheel: {found} instead of {wanted}");
        // A motor, of the place.
        let motor = JointDef::motor(vec2(50.0, 0.0), f32::MAX).with_spring(wanted, 0.0);
        let (mut world, ball, _) = joined(vec2(50.0, 0.0), 0.0, motor);
        world.place(ball, vec2(50.0, 15.0), 0.0);
        let found = frequency(&mut world, |world| world.get(ball).unwrap().position.y);
        assert!((found / wanted - 1.0).abs() < 0.05, "motor: {found} instead of {wanted}");
    }
}

#[test]
fn sim_65_damping_of_one_does_not_swing_over() {
    let overshoot = |damping: f32| {
        let spring = JointDef::distance(Vec2::ZERO, vec2(100.0, 0.0)).with_spring(2.0, damping);
        let (mut world, ball, _) = joined(vec2(100.0, 0.0), 0.0, spring);
        world.place(ball, vec2(120.0, 0.0), 0.0);
        let least = (0..120).map(|_| {
            world.step(DT);
            world.get(ball).unwrap().position.x
        });
        100.0 - least.fold(f32::INFINITY, f32::min)
    };
    let (none, some, full) = (overshoot(0.0), overshoot(0.3), overshoot(1.0));
    assert!((16.0..20.5).contains(&none), "{none}");
    // A damped swing comes back by exp(−π ζ / √(1 − ζ²)) of what it was pulled by.
    assert!((some - 20.0 * 0.372).abs() < 1.5, "{some}");
    assert!(full < 0.2, "{full}");
}

#[test]
fn sim_65_pins_sliders_and_welds_spring_as_often_as_they_say() {
    for wanted in [1.0, 3.0] {
        let pin = JointDef::pin(vec2(50.0, 0.0)).with_spring(wanted, 0.0);
        let (mut world, ball, _) = joined(vec2(50.0, 0.0), 0.0, pin);
        world.place(ball, vec2(50.0, 12.0), 0.0);
        let found = frequency(&mut world, |world| world.get(ball).unwrap().position.y);
        assert!((found / wanted - 1.0).abs() < 0.05, "pin: {found} instead of {wanted}");
        let slider = JointDef::slider(vec2(50.0, 0.0), Vec2::Y).with_spring(wanted, 0.0);
        let (mut world, ball, _) = joined(vec2(50.0, 0.0), 0.0, slider);
        world.place(ball, vec2(50.0, 12.0), 0.0);
        let found = frequency(&mut world, |world| world.get(ball).unwrap().position.y);
        assert!((found / wanted - 1.0).abs() < 0.05, "slider: {found} instead of {wanted}");
        // A weld bends about its point, wherever the weight is.
        for at in [0.0, 30.0] {
            let weld = JointDef::weld(Vec2::ZERO).with_spring(wanted, 0.0);
            let (mut world, ball, _) = joined(vec2(at, 0.0), 0.0, weld);
            world.set_motion(ball, vec2(0.0, at), 1.0);
            world.step(DT);
            let found = frequency(&mut world, |world| world.get(ball).unwrap().rotation);
            assert!((found / wanted - 1.0).abs() < 0.08, "weld: {found} instead of {wanted}");
        }
    }
    // A stiff weld carries; a soft one sags by the weight over its stiffness.
    let sag = |joint: JointDef| {
        let (mut world, ball, _) = joined(vec2(30.0, 0.0), 900.0, joint);
        run(&mut world, 240);
        world.get(ball).unwrap().position.y
    };
    assert!(sag(JointDef::weld(Vec2::ZERO)).abs() < 0.5);
    let (soft, softer) = (
        sag(JointDef::weld(Vec2::ZERO).with_spring(3.0, 1.0)),
        sag(JointDef::weld(Vec2::ZERO).with_spring(1.5, 1.0)),
    );
    // m g d / (ω² (I + m d²)) of a turn, at the end of an arm of d.
    let inertia = 50.0 + 900.0;
    let expected = 30.0 * (900.0 * 30.0 / (inertia * (6.0 * PI) * (6.0 * PI)));
    // A motor of the solver carries a weight a little late, so that it sags more than the spring of the books.
    assert!((0.9..1.8).contains(&(soft / expected)), "{soft} instead of {expected}");
    assert!(softer > soft * 2.0, "{softer}");
}

#[test]
fn sim_65_limits_hold_pins_sliders_and_wheels() {
    // A pin swings down to its limit.
    let pin = JointDef::pin(Vec2::ZERO).with_limits(-0.3, 0.6);
    let (mut world, ball, _) = joined(vec2(50.0, 0.0), 900.0, pin);
    run(&mut world, 180);
    let angle = world.get(ball).unwrap().rotation;
    assert!((angle - 0.6).abs() < 0.03, "{angle}");
    world.gravity = vec2(0.0, -900.0);
    run(&mut world, 180);
    let angle = world.get(ball).unwrap().rotation;
    assert!((angle + 0.3).abs() < 0.03, "{angle}");
    // A slider between two stops, both ways.
    let slider = JointDef::slider(vec2(50.0, 0.0), Vec2::Y).with_limits(-12.0, 25.0);
    let (mut world, ball, _) = joined(vec2(50.0, 0.0), 900.0, slider);
    run(&mut world, 120);
    assert!((world.get(ball).unwrap().position.y - 25.0).abs() < 0.5);
    world.gravity = vec2(300.0, -900.0);
    run(&mut world, 120);
    let at = world.get(ball).unwrap().position;
    assert!(at.distance(vec2(50.0, -12.0)) < 0.5, "{at}");
    // A wheel on a soft spring stops at the end of its way.
    let wheel = JointDef::wheel(vec2(0.0, 50.0), Vec2::Y).with_spring(1.0, 0.7);
    let (mut world, ball, _) = joined(vec2(0.0, 50.0), 900.0, wheel.with_limits(-8.0, 8.0));
    run(&mut world, 120);
    let at = world.get(ball).unwrap().position;
    assert!(at.distance(vec2(0.0, 58.0)) < 0.5, "{at}");
}

#[test]
fn sim_65_drives_turn_wheels_and_move_sliders() {
    let drive = JointDrive { speed: 5.0, max_force: 1e8 };
    let pin = JointDef { drive: Some(drive), ..JointDef::pin(vec2(50.0, 0.0)) };
    let wheel = JointDef { drive: Some(drive), ..JointDef::wheel(vec2(50.0, 0.0), Vec2::Y) };
    for joint in [pin, wheel] {
        let (mut world, ball, joint) = joined(vec2(50.0, 0.0), 0.0, joint);
        run(&mut world, 60);
        assert!((world.get(ball).unwrap().spin - 5.0).abs() < 0.1);
        assert!(world.drive(joint, JointDrive { speed: -2.0, max_force: 1e8 }));
        run(&mut world, 60);
        assert!((world.get(ball).unwrap().spin + 2.0).abs() < 0.1);
    }
    let slider = JointDef::slider(vec2(50.0, 0.0), Vec2::X).with_drive(40.0, 1e8);
    let (mut world, ball, _) = joined(vec2(50.0, 0.0), 0.0, slider);
    run(&mut world, 60);
    assert!((world.get(ball).unwrap().velocity.x - 40.0).abs() < 0.5);
    // A weak drive gains by force over mass: 314 at 10,000 in a second is 31.8.
    let slider = JointDef::slider(vec2(50.0, 0.0), Vec2::X).with_drive(1e3, 1e4);
    let (mut world, ball, _) = joined(vec2(50.0, 0.0), 0.0, slider);
    run(&mut world, 60);
    let speed = world.get(ball).unwrap().velocity.x;
    assert!((speed - 1e4 / (100.0 * PI)).abs() < 1.0, "{speed}");
}

#[test]
fn drives_limits_and_targets_are_refused_where_they_mean_nothing() {
    let at = vec2(50.0, 0.0);
    let kinds = [JointDef::distance(Vec2::ZERO, at), JointDef::weld(at), JointDef::motor(at, 1e9)];
    for def in kinds {
        let (mut world, ball, joint) = joined(at, 900.0, def);
        assert!(!world.drive(joint, JointDrive { speed: 9.0, max_force: 1e9 }), "{:?}", def.kind);
        let hash = StateHash::of(&world);
        assert_eq!(
            world.set_target(joint, Vec2::X, 0.0),
            def.kind == JointDef::motor(at, 1.0).kind
        );
        assert_eq!(world.set_limits(joint, Some([0.0, 90.0])), def.kind == kinds[0].kind);
        assert!(!world.set_spring(joint, Some(JointSpring { frequency: f32::NAN, damping: 0.0 })));
        let hash_changed = StateHash::of(&world) != hash;
        assert_eq!(hash_changed, def.kind != kinds[1].kind);
        run(&mut world, 30);
        assert!(world.get(ball).unwrap().spin.abs() < 1.0, "{:?}", def.kind);
    }
    let mut world = BodyWorld::new();
    assert!(!world.set_collide(JointId::NOTHING, true));
    assert!(world.joint(JointId::NOTHING).is_none());
}

#[test]
fn sim_65_joints_change_while_they_hold() {
    // A motor goes to another place and angle.
    let (mut world, ball, motor) =
        joined(vec2(50.0, 0.0), 900.0, JointDef::motor(vec2(50.0, 0.0), 1e9));
    assert!(world.set_target(motor, vec2(20.0, -30.0), 0.5));
    run(&mut world, 120);
    let state = world.get(ball).unwrap();
    assert!(state.position.distance(vec2(70.0, -30.0)) < 1.0, "{state:?}");
    assert!((state.rotation - 0.5).abs() < 0.05, "{state:?}");
    // A rope is let out, then made a spring, then stiff.
    let rope = JointDef::distance(Vec2::ZERO, vec2(0.0, 40.0)).with_limits(0.0, 40.0);
    let (mut world, ball, rope) = joined(vec2(0.0, 40.0), 900.0, rope);
    run(&mut world, 30);
    assert!(world.set_limits(rope, Some([0.0, 90.0])));
    run(&mut world, 180);
    assert!((world.get(ball).unwrap().position.y - 90.0).abs() < 0.5);
    assert!(world.set_limits(rope, None));
    assert!(world.set_spring(rope, Some(JointSpring { frequency: 2.0, damping: 1.0 })));
    run(&mut world, 240);
    // At rest where the pull is the weight: 900 / (2π · 2)² below its length.
    let sag = world.get(ball).unwrap().position.y - 40.0;
    assert!((sag - 5.7).abs() < 0.3, "{sag}");
    assert!(world.set_spring(rope, None));
    run(&mut world, 120);
    assert!((world.get(ball).unwrap().position.y - 40.0).abs() < 0.5);
    assert_eq!(world.joint(rope).unwrap().spring, None);
}

#[test]
fn grabs_can_be_soft_and_weak() {
    let pulled = |frequency: f32, strength: f32| {
        let mut world = BodyWorld::new();
        let ball = world.add(&BodyDef::new(BodyShape::circle(10.0)));
        let grab = world.grab(ball, Vec2::ZERO).unwrap();
        let spring = JointSpring { frequency, damping: 1.0 };
        assert!(world.set_grab(grab, spring, strength));
        assert!(!world.set_grab(grab, spring, -1.0) && !world.set_grab(grab, spring, f32::NAN));
        run(&mut world, 180);
        world.get(ball).unwrap().position.y
    };
    // The sag under its weight is 900 / (2π f)².
    assert!((pulled(2.0, 1e6) - 5.7).abs() < 0.3, "{}", pulled(2.0, 1e6));
    assert!((pulled(1.0, 1e6) - 22.8).abs() < 1.2, "{}", pulled(1.0, 1e6));
    // What cannot carry the weight falls.
    assert!(pulled(5.0, 450.0) > 1000.0);
}
