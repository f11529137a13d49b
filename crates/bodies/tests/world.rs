//! Worlds of bodies: joints, events, one-way sides, rollback, bad numbers.
#![cfg(feature = "world")]

use motile_bodies::{
    BodyDef, BodyError, BodyEventKind, BodyId, BodyKind, BodyShape, BodyWorld, JointDef,
    JointDrive, PictureTrace,
};
use motile_collide::Mask;
use motile_geom::{Id, Marks, StateHash, Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

fn ground(world: &mut BodyWorld) -> BodyId {
    let ground = BodyDef::new(BodyShape::rect(2000.0, 40.0)).at(0.0, 120.0);
    world.add(&ground.with_kind(BodyKind::Static))
}

fn run(world: &mut BodyWorld, ticks: u32) {
    (0..ticks).for_each(|_| world.step(DT));
}

/// A heap of boxes, balls and picture bodies with a chain of pins above it.
fn heap() -> BodyWorld {
    let mut world = BodyWorld::new();
    ground(&mut world);
    let ring = Mask::from_fn(24, 24, |x, y| {
        let (x, y) = (x as i32 - 12, y as i32 - 12);
        (36..140).contains(&(x * x + y * y))
    });
    let ring = PictureTrace::default().of_mask(&ring.unwrap()).unwrap();
    let forms = [
        BodyShape::rect(20.0, 14.0),
        BodyShape::circle(9.0),
        BodyShape::picture(&ring, ring.mass().center),
    ];
    for i in 0..36u8 {
        let (x, y) = (f32::from(i % 6) * 25.0 - 60.0, 80.0 - f32::from(i / 6) * 30.0);
        world.add(&BodyDef::new(forms[usize::from(i) % 3].clone()).at(x + f32::from(i), y));
    }
    let mut last = world
        .add(&BodyDef::new(BodyShape::circle(3.0)).with_kind(BodyKind::Static).at(0.0, -300.0));
    for i in 1..8u8 {
        let x = f32::from(i) * 20.0;
        let link = world.add(&BodyDef::new(BodyShape::rect(18.0, 6.0)).at(x, -300.0));
        world.join(last, link, &JointDef::pin(vec2(x - 10.0, -300.0))).unwrap();
        last = link;
    }
    world
}

#[test]
fn sim_66_a_snapshot_goes_on_bit_for_bit() {
    let mut world = heap();
    let mut hashes = Vec::new();
    let mut kept = Vec::new();
    for tick in 0..150 {
        if tick % 30 == 10 {
            kept.push((hashes.len(), world.snapshot()));
        }
        world.step(DT);
        hashes.push(StateHash::of(&world));
    }
    assert!(kept.len() == 5);
    for (start, snapshot) in kept.iter().rev() {
        world.restore(snapshot);
        for (tick, hash) in hashes.iter().enumerate().skip(*start) {
            world.step(DT);
            assert_eq!(StateHash::of(&world), *hash, "tick {tick} after a return to {start}");
        }
        // Into a world that never was there, too.
        let mut other = BodyWorld::new();
        other.restore(snapshot);
        run(&mut other, (hashes.len() - start) as u32);
        assert_eq!(StateHash::of(&other), hashes[hashes.len() - 1]);
    }
}

#[test]
fn sim_66_rollback_of_eight_ticks_every_tick_changes_nothing() {
    let (mut straight, mut rolled) = (heap(), heap());
    let mut past = std::collections::VecDeque::new();
    for _ in 0..60 {
        straight.step(DT);
        past.push_back(rolled.snapshot());
        if past.len() == 8 {
            rolled.restore(&past.pop_front().unwrap());
            past.clear();
            run(&mut rolled, 8);
        } else {
            rolled.step(DT);
        }
    }
    assert_eq!(StateHash::of(&straight), StateHash::of(&rolled));
}

#[test]
fn bodies_come_to_rest_and_sleep() {
    let mut world = heap();
    run(&mut world, 600);
    let resting = world.ids().filter_map(|id| world.get(id)).filter(|state| state.asleep).count();
    assert!(resting > 20, "{resting}");
    assert!(world.ids().filter_map(|id| world.get(id)).all(|state| state.position.y < 130.0));
}

#[test]
fn sim_22_a_picture_turns_about_its_center_of_mass() {
    let corner = Mask::from_fn(20, 20, |x, y| x < 4 || y >= 16).unwrap();
    let shape = PictureTrace::default().of_mask(&corner).unwrap();
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let body =
        world.add(&BodyDef { spin: 2.0, ..BodyDef::new(BodyShape::picture(&shape, Vec2::ZERO)) });
    let before = world.get(body).unwrap();
    assert!(before.center.distance(shape.mass().center) < 1e-4);
    assert!((before.mass - shape.mass().mass).abs() < 1e-2);
    run(&mut world, 60);
    let after = world.get(body).unwrap();
    assert!(after.center.distance(before.center) < 1e-2, "{} {}", after.center, before.center);
    assert!(after.position.distance(before.position) > 5.0);
}

#[test]
fn sim_a16_local_anchors_and_masses() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let chassis = world.add(&BodyDef::new(BodyShape::rect(200.0, 40.0)).at(300.0, 300.0));
    let tire = world.add(&BodyDef::new(BodyShape::circle(25.0)).at(230.0, 325.0));
    assert_eq!(world.get(chassis).unwrap().mass, 8000.0);
    assert!((world.get(tire).unwrap().mass - 1963.4954).abs() < 1e-2);
    let joint = world.join(chassis, tire, &JointDef::pin(vec2(230.0, 325.0))).unwrap();
    assert_eq!(world.joined(joint), Some([chassis, tire]));
    run(&mut world, 3);
    let (_, [a, b]) = world.joint_points().next().unwrap();
    assert!(a.distance(vec2(230.0, 325.0)) < 1e-3 && a.distance(b) < 1e-3);
    assert!(world.part(joint) && !world.part(joint));
    assert_eq!(world.joint_points().count(), 0);
}

/// Sixty steps of the printed rule fall by 4.98675 meters; a solver that takes four smaller ones in each comes closer to the
/// exact 4.905: by 9.81 · (240 · 241 / 2) / 240² = 4.9254375. The speed is the same. A meter has 50 pixels here.
#[test]
fn sim_a17_free_fall() {
    for (substeps, fall) in [(1, 4.986_75), (4, 4.925_437_5)] {
        let world = BodyWorld::new().with_gravity(vec2(0.0, 9.81 * 50.0));
        let mut world = if substeps == 4 { world } else { world.with_substeps(substeps) };
        let stone = world.add(&BodyDef::new(BodyShape::circle(1.0)));
        run(&mut world, 60);
        let state = world.get(stone).unwrap();
        assert!((state.position.y / 50.0 - fall).abs() < 1e-4, "{}", state.position.y);
        assert!((state.velocity.y / 50.0 - 9.81).abs() < 1e-4, "{}", state.velocity.y);
    }
}

#[test]
fn a_world_goes_on_in_the_parts_it_was_kept_with() {
    let mut world = BodyWorld::new().with_substeps(1);
    let stone = world.add(&BodyDef::new(BodyShape::circle(1.0)));
    let start = world.snapshot();
    run(&mut world, 10);
    let fall = world.get(stone).unwrap().position.y;
    let mut other = BodyWorld::new().with_substeps(0);
    other.restore(&start);
    run(&mut other, 10);
    assert_eq!((other.substeps, other.get(stone).unwrap().position.y), (1, fall));
}

#[test]
fn sim_a17_a_stack_of_ten_boxes_stands_and_sleeps() {
    const SIDE: f32 = 40.0;
    let mut world = BodyWorld::new();
    ground(&mut world);
    let boxes: Vec<BodyId> = (0..10u8)
        .map(|i| {
            let y = 100.0 - SIDE * (f32::from(i) + 0.5);
            world.add(&BodyDef::new(BodyShape::rect(SIDE, SIDE)).at(0.0, y))
        })
        .collect();
    // Contacts are a little soft: each gives way by a hundredth of a side until it carries.
    run(&mut world, 60);
    let before: Vec<Vec2> = boxes.iter().map(|&id| world.get(id).unwrap().position).collect();
    run(&mut world, 600);
    for (&id, before) in boxes.iter().zip(before) {
        let state = world.get(id).unwrap();
        assert!(state.position.distance(before) < SIDE * 0.01, "{before} {}", state.position);
        assert!(state.asleep && state.rotation.abs() < 1e-3);
    }
}

#[test]
fn sim_a17_a_jointed_pair_does_not_touch() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let [a, b, c] =
        [0.0, 14.0, 28.0].map(|x| world.add(&BodyDef::new(BodyShape::rect(20.0, 20.0)).at(x, 0.0)));
    world.join(a, b, &JointDef::pin(vec2(7.0, 0.0))).unwrap();
    let mut met = Vec::new();
    for _ in 0..30 {
        world.step(DT);
        met.extend(world.events().iter().map(|event| [event.a, event.b]));
    }
    assert!(met.iter().all(|pair| pair.contains(&c)), "the pair overlaps and does not meet");
    assert!(met.iter().any(|pair| pair.contains(&b)), "two that are not joined do");
}

#[test]
fn joints_hold_what_they_promise() {
    let post = |world: &mut BodyWorld, x: f32| {
        world.add(&BodyDef::new(BodyShape::circle(2.0)).with_kind(BodyKind::Static).at(x, 0.0))
    };
    let mut world = BodyWorld::new();
    let box_at = |world: &mut BodyWorld, x: f32, y: f32| {
        world.add(&BodyDef::new(BodyShape::rect(10.0, 10.0)).at(x, y))
    };
    // A rod keeps its length, a rope at most its own, a slider its line, a weld its place, a motor too while it is strong.
    let [rod, rope, slider, weld, motor] = [0.0, 200.0, 400.0, 600.0, 800.0].map(|x| {
        (post(&mut world, x), box_at(&mut world, x + 40.0, 0.0), vec2(x, 0.0), vec2(x + 40.0, 0.0))
    });
    let bar = world.add(&BodyDef::new(BodyShape::rect(80.0, 8.0)).at(1040.0, 0.0));
    let pin = (post(&mut world, 1000.0), bar, vec2(1000.0, 0.0));
    world.join(rod.0, rod.1, &JointDef::distance(rod.2, rod.3)).unwrap();
    world.join(rope.0, rope.1, &JointDef::distance(rope.2, rope.3).with_limits(0.0, 60.0)).unwrap();
    world
        .join(
            slider.0,
            slider.1,
            &JointDef::slider(slider.3, vec2(0.0, 2.0)).with_limits(-5.0, 30.0),
        )
        .unwrap();
    world.join(weld.0, weld.1, &JointDef::weld(weld.2)).unwrap();
    world.join(motor.0, motor.1, &JointDef::motor(motor.3, 1e7)).unwrap();
    let drive = world.join(pin.0, pin.1, &JointDef::pin(pin.2).with_drive(3.0, 1e9)).unwrap();
    run(&mut world, 200);
    let state = |id| world.get(id).unwrap();
    assert!(
        (state(rod.1).position.distance(rod.2) - 40.0).abs() < 1.0,
        "{}",
        state(rod.1).position
    );
    assert!((state(rope.1).position.distance(rope.2) - 60.0).abs() < 1.0);
    let slid = state(slider.1).position - slider.3;
    assert!(slid.x.abs() < 0.5 && (slid.y - 30.0).abs() < 1.0, "{slid}");
    assert!(state(weld.1).position.distance(weld.3) < 1.0);
    assert!(state(motor.1).position.distance(motor.3) < 5.0, "{}", state(motor.1).position);
    assert!((state(pin.1).spin - 3.0).abs() < 0.3, "{}", state(pin.1).spin);
    assert!(world.drive(drive, JointDrive { speed: 0.0, max_force: 1e9 }));
    run(&mut world, 60);
    assert!(world.get(pin.1).unwrap().spin.abs() < 0.3);
}

#[test]
fn sensors_filters_and_hits_are_events() {
    let mut world = BodyWorld::new();
    let floor = ground(&mut world);
    let gate = BodyDef { sensor: true, ..BodyDef::new(BodyShape::rect(60.0, 10.0)) }
        .with_kind(BodyKind::Static);
    let gate = world.add(&gate.at(0.0, 50.0));
    let ball = BodyDef { hit_force: 1e5, ..BodyDef::new(BodyShape::circle(10.0)) };
    let ball = world.add(&ball.at(0.0, -100.0));
    let ghost = BodyDef { groups: 2, mask: 2, ..BodyDef::new(BodyShape::circle(10.0)) };
    let ghost = world.add(&ghost.at(40.0, 0.0));
    let mut seen = Vec::new();
    for _ in 0..90 {
        world.step(DT);
        seen.extend(world.events());
    }
    let of = |kind, other| {
        seen.iter().filter(|e| e.kind == kind && e.other(ball) == Some(other)).count()
    };
    assert_eq!((of(BodyEventKind::Began, gate), of(BodyEventKind::Ended, gate)), (1, 1));
    assert!(of(BodyEventKind::Began, floor) >= 1 && of(BodyEventKind::Hit, floor) >= 1);
    assert!(seen.iter().all(|e| e.other(ghost).is_none()));
    assert!(world.get(ghost).unwrap().position.y > 300.0, "fell through");
    let hit = seen.iter().find(|e| e.kind == BodyEventKind::Hit).unwrap();
    assert!(hit.force > 1e5 && (hit.point.y - 100.0).abs() < 3.0, "{hit:?}");
}

#[test]
fn a_one_way_platform_is_solid_from_above_only() {
    for turn in [0.0, 0.9] {
        let mut world = BodyWorld::new();
        let deck =
            BodyDef { one_way: Some(Vec2::NEG_Y), ..BodyDef::new(BodyShape::rect(200.0, 10.0)) };
        world.add(&deck.with_kind(BodyKind::Static));
        let jumper = BodyDef::new(BodyShape::rect(16.0, 16.0)).at(0.0, 60.0).with_rotation(turn);
        let jumper = world.add(&jumper.with_velocity(vec2(0.0, -520.0)));
        let mut highest = f32::MAX;
        for _ in 0..200 {
            world.step(DT);
            highest = highest.min(world.get(jumper).unwrap().position.y);
        }
        assert!(highest < -40.0, "through from below: {highest}");
        let y = world.get(jumper).unwrap().position.y;
        assert!((-20.0..-8.0).contains(&y), "stands on it: {y}");
    }
}

#[test]
fn sim_m3_bullets_pass_through_nothing() {
    let shots = [100.0, 1000.0, 10_000.0];
    for (speed, kind) in shots
        .map(|v| (v, BodyKind::Static))
        .into_iter()
        .chain(shots.map(|v| (v, BodyKind::Kinematic)))
    {
        let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
        let wall = [vec2(100.0, -50.0), vec2(100.0, 50.0)];
        world.add(&BodyDef::new(BodyShape::chain(&wall)).with_kind(kind));
        let shot = BodyDef { bullet: true, ..BodyDef::new(BodyShape::circle(4.0)) };
        let shot = world.add(&shot.with_velocity(vec2(speed, 0.0)));
        run(&mut world, 90);
        let x = world.get(shot).unwrap().position.x;
        assert!(x < 100.0, "{speed}: {x}");
    }
}

#[test]
fn a_ball_rolls_over_a_chain_without_bumps() {
    let mut world = BodyWorld::new();
    let line: Vec<Vec2> = (0..60u8).map(|i| vec2(f32::from(i) * 16.0, 0.0)).collect();
    world.add(
        &BodyDef { friction: 0.0, ..BodyDef::new(BodyShape::chain(&line)) }
            .with_kind(BodyKind::Static),
    );
    let slab = BodyDef { friction: 0.0, ..BodyDef::new(BodyShape::rect(20.0, 10.0)) };
    let slab = world.add(&slab.at(20.0, -5.1).with_velocity(vec2(300.0, 0.0)));
    run(&mut world, 120);
    let state = world.get(slab).unwrap();
    assert!((state.velocity.x - 300.0).abs() < 10.0 && state.rotation.abs() < 0.05, "{state:?}");
}

#[test]
fn fields_act_on_bodies_that_are_awake() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let leaf = world.add(&BodyDef::new(BodyShape::rect(10.0, 4.0)));
    for _ in 0..60 {
        world.accelerate(DT, |_, velocity| vec2(60.0, 0.0) - velocity * 0.5);
        world.step(DT);
    }
    let speed = world.get(leaf).unwrap().velocity.x;
    assert!((40.0..60.0).contains(&speed), "{speed}");
    world.accelerate(DT, |_, _| Vec2::NAN);
    assert_eq!((world.rejected(), world.get(leaf).unwrap().velocity.x), (1, speed));
}

#[test]
fn a_grab_pulls_a_body_to_the_pointer() {
    let mut world = BodyWorld::new();
    ground(&mut world);
    let thing = world.add(&BodyDef::new(BodyShape::rect(30.0, 20.0)).at(0.0, 90.0));
    assert_eq!(world.at_point(vec2(10.0, 90.0)), Some(thing));
    let grab = world.grab(thing, vec2(10.0, 90.0)).unwrap();
    world.drag(grab, vec2(150.0, -50.0));
    run(&mut world, 120);
    let [held, target] = world.grab_points().next().unwrap();
    assert!(held.distance(target) < 3.0, "{held} {target}");
    world.drag(grab, Vec2::NAN);
    assert_eq!(world.rejected(), 1);
    assert!(world.release(grab) && !world.release(grab));
}

#[test]
fn bad_numbers_and_ids_change_nothing() {
    let mut world = heap();
    run(&mut world, 5);
    let hash = StateHash::of(&world);
    let (bodies, thing) = (world.len(), world.ids().nth(3).unwrap());
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(world.add(&BodyDef::new(BodyShape::circle(bad))), Id::NOTHING);
        assert_eq!(world.add(&BodyDef::new(BodyShape::circle(1.0)).at(bad, 0.0)), Id::NOTHING);
        world.push(thing, vec2(bad, 0.0), Vec2::ZERO);
        world.place(thing, Vec2::ZERO, bad);
        world.set_motion(thing, Vec2::ZERO, bad);
        world.step(bad);
    }
    assert_eq!(world.add(&BodyDef::new(BodyShape::rect(0.0, 5.0))), Id::NOTHING);
    assert_eq!(world.rejected(), 13);
    world.step(0.0);
    world.step(-1.0);
    assert_eq!((StateHash::of(&world), world.len()), (hash, bodies));
    assert_eq!(world.join(thing, thing, &JointDef::pin(Vec2::ZERO)), Err(BodyError::SameBody));
    assert_eq!(
        world.join(thing, Id::NOTHING, &JointDef::pin(Vec2::ZERO)),
        Err(BodyError::NoSuchBody)
    );
    let other = world.ids().nth(4).unwrap();
    assert_eq!(world.join(thing, other, &JointDef::pin(Vec2::NAN)), Err(BodyError::BadShape));
    let joint = world.join(thing, other, &JointDef::pin(Vec2::ZERO)).unwrap();
    assert!(world.remove(other) && !world.remove(other));
    assert_eq!(world.joined(joint), None, "joints go with their bodies");
    assert!(!world.part(joint) && world.get(other).is_none());
    world.step(10.0);
    assert!(world.ids().all(|id| world.get(id).unwrap().position.is_finite()));
    let mut marks = Marks::new();
    world.mark(&mut marks);
    assert!(marks.len() > 40);
}

#[test]
fn poses_between_steps_are_between() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mover = BodyDef { spin: 30.0, ..BodyDef::new(BodyShape::circle(4.0)) };
    let mover = world.add(&mover.with_velocity(vec2(60.0, 0.0)));
    // Past half a turn, the shorter way is still half a radian.
    run(&mut world, 4);
    let (start, turn) = world.pose_between(mover, 0.0).unwrap();
    let (middle, half) = world.pose_between(mover, 0.5).unwrap();
    assert!((middle.x - start.x - 0.5).abs() < 1e-3);
    assert!((half - turn - 0.25).abs() < 2e-3, "{turn} {half}");
}

#[test]
fn outlines_of_tiles_are_ground_without_seams() -> Result<(), Box<dyn std::error::Error>> {
    use motile_tiles::{Ground, GroundOutline, TileKind, TileKinds, TileLayer, TileSpace};
    // A floor of forty tiles with a wall at its end, and a hole in the wall.
    let mut rows = [[0u32; 40]; 6];
    rows[5] = [1; 40];
    (rows[4][39], rows[2][39]) = (1, 1);
    let layer = TileLayer::from_rows(&rows)?;
    let kinds = TileKinds::new().with(1, TileKind::solid());
    let mut outline = GroundOutline::default();
    outline.update(&Ground::new(&layer, &kinds, TileSpace::square(16.0)));
    let mut world = BodyWorld::new();
    for chain in outline.chains() {
        let shape = if chain.closed {
            BodyShape::closed_chain(&chain.points)
        } else {
            BodyShape::chain(&chain.points)
        };
        let ice = BodyDef { friction: 0.0, ..BodyDef::new(shape) };
        world.add(&ice.with_kind(BodyKind::Static));
    }
    let ball = BodyDef { friction: 0.0, ..BodyDef::new(BodyShape::circle(6.0)) };
    let ball = world.add(&ball.at(20.0, 73.9).with_velocity(vec2(240.0, 0.0)));
    for _ in 0..180 {
        world.step(1.0 / 60.0);
        let state = world.get(ball).unwrap_or_default();
        assert!((state.position.y - 74.0).abs() < 0.5, "no bump at {}", state.position);
    }
    let state = world.get(ball).unwrap_or_default();
    assert!((state.position.x - (39.0 * 16.0 - 6.0)).abs() < 1.0, "the wall: {}", state.position);
    Ok(())
}

#[test]
fn sim_65_forms_are_cast_through_the_world() {
    let mut world = BodyWorld::new();
    world.gravity = Vec2::ZERO;
    let wall = BodyDef::new(BodyShape::rect(20.0, 400.0)).at(100.0, 0.0);
    let wall = world.add(&wall.with_kind(BodyKind::Static));
    let ball = world.add(&BodyDef::new(BodyShape::circle(10.0)).at(50.0, 60.0));
    let gate = BodyDef { sensor: true, ..BodyDef::new(BodyShape::rect(40.0, 400.0)) };
    world.add(&gate.at(20.0, 0.0));
    world.step(1.0 / 60.0);
    let diamond = BodyShape::rect(20.0, 20.0);
    let turned = core::f32::consts::FRAC_PI_4;
    let (from, to) = (vec2(0.0, 0.0), vec2(200.0, 0.0));
    for (shape, rotation, reach) in [
        (&BodyShape::circle(5.0), 0.0, 5.0),
        (&diamond, 0.0, 10.0),
        (&diamond, turned, 200.0f32.sqrt()),
    ] {
        let hit = world.first_swept(shape, rotation, from, to).unwrap();
        assert_eq!(hit.body, wall, "the gate is a sensor, and the ball is beside the way");
        assert!((hit.share * 200.0 - (90.0 - reach)).abs() < 0.02, "{hit:?}");
        assert!(hit.normal.distance(-Vec2::X) < 1e-3 && (hit.point.x - 90.0).abs() < 0.02);
    }
    let low = world.first_swept(&diamond, 0.0, vec2(0.0, 55.0), vec2(200.0, 55.0)).unwrap();
    assert_eq!(low.body, ball);
    assert_eq!(world.first_swept(&diamond, 0.0, from, vec2(70.0, 0.0)), None, "it ends before");
    let inside = world.first_swept(&diamond, 0.0, vec2(95.0, 0.0), to).unwrap();
    assert_eq!((inside.body, inside.share), (wall, 0.0));
    assert_eq!(world.first_swept(&diamond, f32::NAN, from, to), None);
    let far = Vec2::splat(f32::MAX);
    assert_eq!(world.first_swept(&diamond, 0.0, -far, far), None, "no way is that long");
    assert_eq!(world.first_on(-far, far), None);
    assert_eq!(world.first_swept(&BodyShape::circle(0.0), 0.0, from, to), None, "no extent");

    assert_eq!(world.bodies_in(&diamond, vec2(62.0, 52.0), 0.0), [ball]);
    assert_eq!(world.bodies_in(&BodyShape::rect(80.0, 40.0), vec2(70.0, 60.0), 0.0), [wall, ball]);
    assert!(world.bodies_in(&diamond, vec2(10.0, 0.0), 0.0).is_empty(), "sensors are left out");
    assert!(world.bodies_in(&diamond, vec2(f32::INFINITY, 0.0), 0.0).is_empty());
}

/// The engine took such bodies out of the simulation, and nobody was told.
#[test]
fn bodies_whose_numbers_leave_the_finite_range_are_counted_and_come_back() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let ball = world.add(&BodyDef::new(BodyShape::circle(0.01)));
    world.push(ball, vec2(1e38, 0.0), Vec2::ZERO);
    assert_eq!(world.rejected(), 1, "its velocity would be infinite");
    assert_eq!(world.get(ball).unwrap_or_default().velocity, Vec2::ZERO);
    world.remove(ball);
    let far = world.add(&BodyDef::new(BodyShape::circle(5.0)));
    world.gravity = vec2(3e38, 0.0);
    for _ in 0..4 {
        world.step(1.0);
    }
    world.gravity = Vec2::ZERO;
    assert_eq!(world.rejected(), 2, "one body is lost, and counted once");
    assert!(world.get(far).unwrap_or_default().position.is_finite());
    world.place(far, vec2(100.0, 0.0), 0.0);
    world.set_motion(far, vec2(60.0, 0.0), 0.0);
    world.step(0.5);
    let back = world.get(far).unwrap_or_default().position;
    assert!((back.x - 130.0).abs() < 0.1, "it moves again: {back}");
    assert_eq!(world.rejected(), 2);
}
