//! Worlds as bytes: small, whole, and safe to load whoever wrote them.
#![cfg(feature = "world")]

use motile_bodies::{
    BodyDef, BodyEventKind, BodyKind, BodyShape, BodyWorld, JointDef, JointSpring, PictureBodies,
    PictureTrace,
};
use motile_geom::{Rng, StateHash, Vec2, state, vec2};
use motile_pixels::{Color, Surface};

const DT: f32 = 1.0 / 60.0;

fn run(world: &mut BodyWorld, ticks: u32) {
    (0..ticks).for_each(|_| world.step(DT));
}

/// All kinds of bodies, joints and grabs, with some removed in between.
fn crowd(things: u16) -> BodyWorld {
    let mut world = BodyWorld::new().with_substeps(5);
    let ground = BodyDef::new(BodyShape::chain(&[vec2(-400.0, 60.0), vec2(600.0, 80.0)]));
    let ground = world.add(&ground.with_kind(BodyKind::Static));
    let gate = BodyDef { sensor: true, ..BodyDef::new(BodyShape::rect(80.0, 40.0)) };
    world.add(&gate.with_kind(BodyKind::Static));
    let capsule = motile_geom::Capsule {
        segment: motile_geom::Segment::new(vec2(-6.0, 0.0), vec2(6.0, 0.0)),
        radius: 4.0,
    };
    let forms = [BodyShape::rect(18.0, 12.0), BodyShape::circle(8.0), BodyShape::Capsule(capsule)];
    let bodies: Vec<_> = (0..things)
        .map(|i| {
            let at = vec2(f32::from(i % 20) * 22.0 - 150.0, 30.0 - f32::from(i / 20) * 24.0);
            let shape = forms[usize::from(i) % 3].clone();
            let def = BodyDef { bullet: i % 7 == 0, tag: u32::from(i % 4), ..BodyDef::new(shape) };
            world.add(&def.at(at.x + f32::from(i % 5), at.y))
        })
        .collect();
    for pair in bodies.chunks(9).filter(|chunk| chunk.len() > 6) {
        let at = |i: usize| world.get(pair[i]).unwrap().position;
        let (a, b, c) = (at(0), at(1), at(3));
        world.join(pair[0], pair[1], &JointDef::pin(a.midpoint(b))).unwrap();
        let rope = JointDef::distance(b, c).with_limits(10.0, 60.0).with_spring(3.0, 0.4);
        world.join(pair[1], pair[3], &rope).unwrap();
        world.remove(pair[2]);
        let grab = world.grab(pair[4], at_of(&world, pair[4])).unwrap();
        world.set_grab(grab, JointSpring { frequency: 2.0, damping: 1.0 }, 5000.0);
        world.join(ground, pair[5], &JointDef::motor(at_of(&world, pair[5]), 1e6)).unwrap();
    }
    world
}

fn at_of(world: &BodyWorld, body: motile_bodies::BodyId) -> Vec2 {
    world.get(body).unwrap().position
}

#[test]
fn sim_62_loaded_worlds_are_the_saved_ones_and_go_on_alike() {
    let mut world = crowd(90);
    run(&mut world, 45);
    let bytes = state::save(&world);
    let mut loaded: BodyWorld = state::restore(&bytes).unwrap();
    assert_eq!(StateHash::of(&loaded), StateHash::of(&world));
    assert_eq!(state::save(&loaded), bytes, "saved again, the same bytes");
    assert!(world.ids().eq(loaded.ids()));
    assert!(
        world.ids().all(|id| world.get(id) == loaded.get(id) && world.def(id) == loaded.def(id))
    );
    assert!(world.joint_points().eq(loaded.joint_points()));
    assert!(world.grab_points().eq(loaded.grab_points()));
    // Everybody who loads goes on the same, and gives out the same ids.
    let mut other: BodyWorld = state::restore(&bytes).unwrap();
    for tick in 0..60 {
        if tick == 20 {
            let ball = BodyDef::new(BodyShape::circle(5.0)).at(0.0, -300.0);
            assert_eq!(loaded.add(&ball), other.add(&ball));
        }
        loaded.step(DT);
        other.step(DT);
        assert_eq!(StateHash::of(&loaded), StateHash::of(&other), "tick {tick}");
        assert_eq!(loaded.events(), other.events());
    }
}

#[test]
fn sim_62_a_loaded_heap_stays_as_it_lies_and_contacts_go_on() {
    let mut world = BodyWorld::new();
    let ground = BodyDef::new(BodyShape::rect(400.0, 40.0)).at(0.0, 20.0);
    world.add(&ground.with_kind(BodyKind::Static));
    for i in 0..6u8 {
        world.add(&BodyDef::new(BodyShape::rect(30.0, 20.0)).at(0.0, -10.0 - f32::from(i) * 20.0));
    }
    for ticks in [20, 300] {
        // Awake and under pressure, then asleep.
        run(&mut world, ticks);
        let mut loaded: BodyWorld = state::restore(&state::save(&world)).unwrap();
        let mut began = 0;
        for _ in 0..60 {
            loaded.step(DT);
            began += loaded.events().len();
        }
        run(&mut world, 60);
        assert_eq!(began, 0, "no contact begins or ends by being saved");
        for id in world.ids() {
            let moved = at_of(&world, id).distance(at_of(&loaded, id));
            // Until contacts carry again, each box gives way by a hundredth of its side.
            assert!(moved < 1.0, "{moved}");
        }
        // And what is taken away is told.
        let lowest = world.ids().nth(1).unwrap();
        loaded.remove(lowest);
        loaded.step(DT);
        let ended = loaded.events();
        assert_eq!(ended.iter().filter(|event| event.kind == BodyEventKind::Ended).count(), 2);
    }
}

#[test]
fn sim_66_saved_worlds_are_small() {
    // Boxes and balls in a heap: everything touches.
    let mut world = BodyWorld::new();
    let ground = BodyDef::new(BodyShape::rect(900.0, 40.0)).at(0.0, 20.0);
    world.add(&ground.with_kind(BodyKind::Static));
    let forms = [BodyShape::rect(10.0, 10.0), BodyShape::circle(5.0)];
    for i in 0..800u16 {
        let at = vec2(f32::from(i % 40) * 11.0 - 220.0, -6.0 - f32::from(i / 40) * 10.5);
        world.add(&BodyDef::new(forms[usize::from(i % 2)].clone()).at(at.x, at.y));
    }
    run(&mut world, 60);
    // The engine's own world takes 1,100 through bincode.
    let bytes = state::save(&world).len() / 800;
    assert!(bytes < 160, "{bytes} bytes a body");
}

#[test]
fn pictures_and_their_world_come_back_together() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let def = BodyDef::new(BodyShape::circle(1.0));
    let plank = Surface::filled(60, 20, Color::ORANGE).unwrap();
    pictures.add(&mut world, plank, &def).unwrap();
    pictures.cut(&mut world, vec2(5.0, -30.0), vec2(0.0, 30.0), 3.0);
    let bytes = state::save(&(state::save(&world), state::save(&pictures)));
    let (first, second): (Vec<u8>, Vec<u8>) = state::restore(&bytes).unwrap();
    let mut again: BodyWorld = state::restore(&first).unwrap();
    let mut shown: PictureBodies = state::restore(&second).unwrap();
    assert_eq!(StateHash::of(&shown), StateHash::of(&pictures));
    let hit = |world: &mut BodyWorld, pictures: &mut PictureBodies| {
        let damage = pictures.erase(world, vec2(-20.0, 0.0), 4.0);
        (damage, StateHash::of(&*world), StateHash::of(&*pictures))
    };
    assert_eq!(hit(&mut again, &mut shown), hit(&mut world, &mut pictures));
}

#[test]
fn bytes_that_are_no_world_are_errors_and_others_can_be_stepped() {
    let mut world = crowd(30);
    run(&mut world, 20);
    let bytes = state::save(&world);
    for length in 0..bytes.len() {
        assert!(state::restore::<BodyWorld>(&bytes[..length]).is_err(), "{length} bytes");
    }
    let mut rng = Rng::new(3);
    let mut loaded = 0;
    for _ in 0..400 {
        let mut broken = bytes.clone();
        for _ in 0..=rng.below(3) {
            let at = 8 + rng.below(broken.len() as u32 - 8) as usize;
            broken[at] = rng.u32() as u8;
        }
        if let Ok(mut world) = state::restore::<BodyWorld>(&broken) {
            loaded += 1;
            run(&mut world, 2);
            let ids: Vec<_> = world.ids().collect();
            assert!(ids.into_iter().all(|id| world.remove(id)));
            world.step(DT);
            assert_eq!(world.joint_points().count() + world.grab_points().count(), 0);
        }
    }
    assert!(loaded > 20, "some changes are only of numbers: {loaded}");
}

#[test]
fn saved_contacts_are_of_two_bodies_at_finite_places() {
    let mut world = BodyWorld::new();
    let ground = BodyDef::new(BodyShape::rect(400.0, 40.0)).at(0.0, 20.0);
    world.add(&ground.with_kind(BodyKind::Static));
    let falling = world.add(&BodyDef::new(BodyShape::circle(8.0)).at(0.0, -8.0));
    run(&mut world, 10);
    let good = state::save(&world);
    // The last eight bytes are the place of the last contact.
    let mut bytes = good.clone();
    let end = bytes.len();
    bytes[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(state::restore::<BodyWorld>(&good).is_ok());
    let error = state::restore::<BodyWorld>(&bytes).err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("contacts of two bodies at finite places")));
    // The contact of a body that is gone is saved, and told.
    world.remove(falling);
    let mut loaded: BodyWorld = state::restore(&state::save(&world)).unwrap();
    loaded.step(DT);
    assert_eq!(loaded.events().len(), 1);
}
