//! Contacts that begin and end, also by changes between steps.
#![cfg(feature = "world")]

use motile_bodies::{
    BodyDef, BodyEventKind, BodyId, BodyKind, BodyShape, BodyWorld, PictureBodies, PictureTrace,
};
use motile_geom::{StateHash, Vec2, vec2};
use motile_pixels::{Color, Surface};
use std::collections::BTreeMap;

const DT: f32 = 1.0 / 60.0;

/// What somebody knows of the contacts of a world who only reads its events.
#[derive(Default)]
struct Counts(BTreeMap<[BodyId; 2], i32>);

impl Counts {
    fn step(&mut self, world: &mut BodyWorld) {
        world.step(DT);
        for event in world.events() {
            let pair = [event.a.min(event.b), event.a.max(event.b)];
            *self.0.entry(pair).or_default() += match event.kind {
                BodyEventKind::Began => 1,
                BodyEventKind::Ended => -1,
                BodyEventKind::Hit => 0,
            };
        }
        assert!(self.0.values().all(|count| (0..=1).contains(count)), "{:?}", self.0);
    }

    fn touching(&self, body: BodyId) -> usize {
        self.0.iter().filter(|(pair, count)| pair.contains(&body) && **count == 1).count()
    }
}

fn floor(world: &mut BodyWorld) -> BodyId {
    let ground = BodyDef::new(BodyShape::rect(400.0, 40.0)).at(0.0, 20.0);
    world.add(&ground.with_kind(BodyKind::Static))
}

#[test]
fn sim_65_removed_bodies_end_their_contacts() {
    let mut world = BodyWorld::new();
    let ground = floor(&mut world);
    let gate = BodyDef { sensor: true, ..BodyDef::new(BodyShape::rect(200.0, 60.0)) };
    let gate = world.add(&gate.at(0.0, -30.0).with_kind(BodyKind::Static));
    let balls =
        [-40.0, 0.0, 40.0].map(|x| world.add(&BodyDef::new(BodyShape::circle(10.0)).at(x, -10.0)));
    let mut counts = Counts::default();
    (0..30).for_each(|_| counts.step(&mut world));
    assert_eq!((counts.touching(ground), counts.touching(gate)), (3, 3));
    world.remove(balls[0]);
    counts.step(&mut world);
    assert_eq!((counts.touching(ground), counts.touching(gate)), (2, 2));
    // Two that touch, together: each pair ends once.
    world.remove(gate);
    world.remove(balls[1]);
    counts.step(&mut world);
    assert_eq!((counts.touching(ground), counts.touching(gate)), (1, 0));
    assert_eq!(counts.touching(balls[2]), 1);
}

#[test]
fn sim_65_endings_survive_a_return() {
    let mut world = BodyWorld::new();
    floor(&mut world);
    let ball = world.add(&BodyDef::new(BodyShape::circle(10.0)).at(0.0, -10.0));
    (0..10).for_each(|_| world.step(DT));
    world.remove(ball);
    let moment = world.snapshot();
    world.step(DT);
    let told = world.events();
    assert_eq!(told.iter().map(|event| event.kind).collect::<Vec<_>>(), [BodyEventKind::Ended]);
    world.step(DT);
    world.restore(&moment);
    world.step(DT);
    assert_eq!(world.events(), told);
}

#[test]
fn digging_tells_only_what_really_changed() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let still = BodyDef::new(BodyShape::circle(1.0)).with_kind(BodyKind::Static);
    let soil = Surface::filled(200, 60, Color::ORANGE).unwrap();
    let ground = pictures.add_at_corner(&mut world, soil, vec2(-100.0, 0.0), &still).unwrap();
    let near = world.add(&BodyDef::new(BodyShape::rect(20.0, 20.0)).at(-60.0, -10.0));
    let far = world.add(&BodyDef::new(BodyShape::rect(20.0, 20.0)).at(60.0, -10.0));
    let mut counts = Counts::default();
    (0..30).for_each(|_| counts.step(&mut world));
    assert_eq!(counts.touching(ground), 2);
    // A hole elsewhere: nobody hears of it.
    assert!(pictures.erase(&mut world, vec2(0.0, 40.0), 8.0).pixels > 100);
    counts.step(&mut world);
    assert!(world.events().is_empty(), "{:?}", world.events());
    // A pit under one of the two: that one falls.
    pictures.erase(&mut world, vec2(-60.0, 0.0), 25.0);
    counts.step(&mut world);
    assert_eq!((counts.touching(near), counts.touching(far)), (0, 1));
    let ended = world.events();
    assert_eq!(ended.len(), 1, "{ended:?}");
    (0..60).for_each(|_| counts.step(&mut world));
    assert_eq!((counts.touching(near), counts.touching(far)), (1, 1));
}

#[test]
fn definitions_can_be_changed_while_bodies_move() {
    let mut world = BodyWorld::new();
    floor(&mut world);
    let ball = world.add(&BodyDef::new(BodyShape::circle(10.0)).at(0.0, -10.0));
    (0..20).for_each(|_| world.step(DT));
    // A tag disturbs nothing, groups let it fall through, a kind holds it.
    assert!(world.change(ball, |def| def.tag = 7));
    world.step(DT);
    assert!(world.events().is_empty() && world.def(ball).unwrap().tag == 7);
    let hash = StateHash::of(&world);
    assert!(world.change(ball, |def| def.mask = 0));
    assert_ne!(StateHash::of(&world), hash, "a world that differs in a mask has another hash");
    (0..30).for_each(|_| world.step(DT));
    let fallen = world.get(ball).unwrap();
    assert!(fallen.position.y > 50.0, "{fallen:?}");
    assert!(world.change(ball, |def| (def.kind, def.density) = (BodyKind::Static, 3.0)));
    (0..10).for_each(|_| world.step(DT));
    let held = world.get(ball).unwrap();
    assert_eq!((held.position, held.mass), (fallen.position, fallen.mass * 3.0));
    // What is no definition changes nothing.
    let rejected = world.rejected();
    assert!(!world.change(ball, |def| def.friction = f32::NAN));
    assert!(!world.change(ball, |def| def.shape = BodyShape::circle(0.0)));
    assert!(!world.change(BodyId::NOTHING, |def| def.tag = 1));
    assert_eq!((world.rejected(), world.def(ball).unwrap().friction), (rejected + 2, 0.5));
    assert!(world.change(ball, |def| def.position = Vec2::NAN), "places are not looked at");
}

#[test]
fn bodies_sleep_and_wake_on_demand() {
    let mut world = BodyWorld::new();
    let ball = world.add(&BodyDef::new(BodyShape::circle(10.0)));
    world.sleep(ball);
    (0..30).for_each(|_| world.step(DT));
    assert_eq!(world.get(ball).unwrap().position, Vec2::ZERO);
    assert!(world.get(ball).unwrap().asleep);
    world.wake(ball);
    (0..30).for_each(|_| world.step(DT));
    assert!(world.get(ball).unwrap().position.y > 90.0);
}
