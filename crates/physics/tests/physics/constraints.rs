//! Springs, slack, tearing, angles, areas, motors and grabs: PHYS-44 to PHYS-47.

use crate::common::{STEP, at, run, still, world};
use motile_geom::{Vec2, ops, vec2};
use motile_physics::world::{Angle, Collider, Grab, Point, Slack, Stick, World, WorldEvent};

/// The height at which a weight hangs still on a spring.
fn hanging(substeps: u32, passes: u32) -> f32 {
    let mut world = world!(World::default(); substeps = substeps, passes = passes);
    let nail = world.add_point(Point::pinned(0.0, 0.0));
    let weight = world.add_point(Point::new(0.0, 50.0));
    world.add_stick(Stick::spring(nail, weight, 49.0, 3.0)).unwrap();
    run(&mut world, 20.0);
    at(&world, weight).y
}

#[test]
fn phys_45_springs_do_not_depend_on_step_or_passes() {
    // 980 / 49 = 20 pixels below the length of 50.
    for (substeps, passes) in [(1, 1), (4, 1), (1, 8), (16, 4)] {
        let y = hanging(substeps, passes);
        assert!((y - 70.0).abs() < 0.05, "{substeps} × {passes}: {y}");
    }
}

#[test]
fn phys_45_ropes_go_slack_struts_do_not_and_ranges_hold() {
    for (slack, start, low, high) in [
        (Slack::Rope, 30.0, 29.9, 30.1),
        (Slack::Rope, 80.0, 49.9, 50.1),
        (Slack::Strut, 80.0, 79.9, 80.1),
        (Slack::Strut, 30.0, 49.9, 50.1),
        (Slack::Between(0.5, 1.2), 10.0, 24.9, 25.1),
        (Slack::Between(0.5, 1.2), 100.0, 59.9, 60.1),
    ] {
        let mut world = still();
        let a = world.add_point(Point::pinned(0.0, 0.0));
        let b = world.add_point(Point::new(start, 0.0));
        world.add_stick(Stick { slack, ..Stick::new(a, b).with_length(50.0) }).unwrap();
        world.step(STEP);
        let length = at(&world, b).x;
        assert!((low..=high).contains(&length), "{slack:?} from {start}: {length}");
    }
}

#[test]
fn phys_45_overloaded_sticks_tear() {
    let mut world = World::default();
    let nail = world.add_point(Point::pinned(0.0, 0.0));
    let light = world.add_point(Point::new(0.0, 50.0));
    let heavy = world.add_point(Point { mass: 1e4, ..Point::new(0.0, 100.0) });
    let strong = world.add_stick(Stick::new(nail, light)).unwrap();
    let weak = Stick { compliance: 1e-5, ..Stick::new(light, heavy) }.with_strength(0.5);
    let weak = world.add_stick(weak).unwrap();
    let mut torn = None;
    for _ in 0..120 {
        world.step(STEP);
        torn = torn.or(world.events().first().copied());
    }
    assert_eq!(torn, Some(WorldEvent::Torn { stick: weak, a: light, b: heavy }));
    assert_eq!((world.stick_count(), world.ends(weak)), (1, None));
    assert!(world.ends(strong).is_some());
    assert!(!world.remove_stick(weak), "its name is not valid any more");
    assert!(at(&world, heavy).y > 500.0);
}

#[test]
fn phys_46_angles_areas_and_motors() {
    let mut world = world!(World::default(); substeps = 20);
    let hinge =
        world.build_hinge((vec2(-50.0, 0.0), vec2(50.0, 0.0)), Vec2::ZERO, Some((2.5, 3.1)));
    let (parts, _) = hinge;
    world.set_pinned(parts.points[0], true);
    world.set_pinned(parts.points[1], true);
    run(&mut world, 3.0);
    let arm = at(&world, parts.points[2]);
    let angle = ops::atan2((-Vec2::X).perp_dot(arm), (-Vec2::X).dot(arm));
    assert!((2.45..=3.15).contains(&angle.abs()), "{angle}");

    let mut world = World::default();
    world.colliders.push(Collider::floor(100.0));
    let blob = world.build_blob(vec2(0.0, 0.0), 40.0, 20, 0.02);
    let area = world.area(blob.area.unwrap()).unwrap();
    run(&mut world, 3.0);
    let squeezed = world.area(blob.area.unwrap()).unwrap();
    assert!((squeezed / area - 1.0).abs() < 0.05, "{squeezed} of {area}");
    assert!(world.set_pressure(blob.area.unwrap(), 1.2));

    let mut world = world!(World::default(); gravity = Vec2::ZERO);
    let wheel = world.build_wheel(Vec2::ZERO, 50.0, 8, Some((2.0, f32::INFINITY)));
    world.set_pinned(wheel.hub, true);
    run(&mut world, 1.0);
    let rim = wheel.parts.points[1];
    let spin = at(&world, rim).perp_dot(world.velocity(rim).unwrap()) / 2500.0;
    assert!((spin - 2.0).abs() < 0.05, "{spin} radians a second");
}

#[test]
fn phys_47_grabs_drag() {
    let mut world = still();
    let point = world.add_point(Point::new(0.0, 0.0));
    let grab = world.add_grab(Grab::new(point, vec2(30.0, 40.0), 0.0)).unwrap();
    world.step(STEP);
    assert!(at(&world, point).distance(vec2(30.0, 40.0)) < 1e-4);
    world.grab_mut(grab).unwrap().target = vec2(f32::NAN, 0.0);
    world.step(STEP);
    assert!(at(&world, point).is_finite());
    assert!(world.remove_grab(grab) && !world.remove_grab(grab));
    assert_eq!(world.nearest_point(at(&world, point), 1.0), Some(point));
}

#[test]
fn points_and_sticks_can_be_changed() {
    let mut world = still();
    let a = world.add_point(Point::new(0.0, 0.0));
    let b = world.add_point(Point::new(6.0, 8.0));
    let stick = world.add_stick(Stick::new(a, b).with_length(5.0)).unwrap();
    // Inverse masses of 1 and 3 (CHECK-6-25).
    assert!(world.set_mass(b, 1.0 / 3.0) && world.set_radius(b, 2.0));
    world.step(STEP);
    assert!(at(&world, a).distance(vec2(0.75, 1.0)) < 1e-5, "{}", at(&world, a));
    assert!(at(&world, b).distance(vec2(3.75, 5.0)) < 1e-5);
    assert_eq!(world.radius(b), Some(2.0));
    assert!(world.set_strength(stick, 0.0) && world.set_length(stick, 1.0));
    world.gravity = vec2(0.0, f32::MAX.sqrt());
    world.step(STEP);
    assert_eq!(world.rejected, 1, "out of range: nothing happened");
    world.gravity = Vec2::ZERO;
    world.push(b, vec2(50.0, 0.0));
    world.passes = 0;
    world.step(STEP);
    assert_eq!(world.events(), [WorldEvent::Torn { stick, a, b }]);
    assert!(!world.set_mass(b, 0.0) && !world.set_mass(b, f32::NAN));
    assert!(!world.set_radius(b, -1.0) && !world.set_radius(b, f32::INFINITY));
    assert!(!world.set_strength(stick, 1.0), "it is gone");
}

/// How far the free end of a beam of five segments sags, for a softness of its joints.
fn sag(compliance: Option<f32>) -> f32 {
    let mut world = world!(World::default(); drag = 2.0, substeps = 20);
    let beam = world.build_chain(Vec2::ZERO, vec2(100.0, 0.0), 5);
    beam.points[..2].iter().for_each(|&id| assert!(world.set_pinned(id, true)));
    if let Some(compliance) = compliance {
        for joint in beam.points.windows(3) {
            let straight = core::f32::consts::PI;
            let joint = Angle::new(joint[0], joint[1], joint[2], straight, straight);
            world.add_angle(joint.with_compliance(compliance)).unwrap();
        }
    }
    run(&mut world, 10.0);
    at(&world, beam.points[5]).y
}

#[test]
fn phys_46_bending_stiffness_holds_a_beam_out() {
    let [loose, soft, stiff] = [None, Some(1e-6), Some(1e-7)].map(sag);
    assert!((loose - 80.0).abs() < 0.5, "without it the beam hangs down: {loose}");
    assert!(stiff > 0.0 && stiff < 5.0 && soft > 5.0 * stiff && soft < 40.0, "{soft} and {stiff}");
    // The first joint carries 980·(20 + 40 + 60 + 80) and turns by 10⁻⁷ of that, the others less: in all
    // 980·10⁻⁷·(80·200 + 60·120 + 40·60 + 20·20).
    let small = 980.0 * 1e-7 * (80.0 * 200.0 + 60.0 * 120.0 + 40.0 * 60.0 + 20.0 * 20.0);
    assert!((stiff / small - 1.0).abs() < 0.1, "{stiff}, by hand {small}");
}

#[test]
fn phys_44_masses_and_pins() {
    // Momentum is shared by mass: a blow on the light end of a dumbbell moves its center as it should.
    let mut world = still();
    let light = world.add_point(Point::new(0.0, 0.0));
    let heavy = world.add_point(Point { mass: 4.0, ..Point::new(100.0, 0.0) });
    world.add_stick(Stick::new(light, heavy)).unwrap();
    world.set_velocity(light, vec2(0.0, 50.0));
    run(&mut world, 2.0);
    let center = (at(&world, light) + at(&world, heavy) * 4.0) / 5.0;
    assert!(center.distance(vec2(80.0, 20.0)) < 0.05, "{center}");
    // A pin has all the mass there is; released, the point has its own again.
    world.set_pinned(heavy, true);
    let place = at(&world, heavy);
    world.push(light, vec2(0.0, 10.0));
    run(&mut world, 1.0);
    assert_eq!((at(&world, heavy), world.is_pinned(heavy)), (place, Some(true)));
    world.set_pinned(heavy, false);
    world.set_velocity(heavy, vec2(8.0, 0.0));
    assert_eq!(world.measures().momentum.x - world.velocity(light).unwrap().x, 32.0);
}
