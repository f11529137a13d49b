//! Moments that are kept small, and come back bit for bit.

use motile_bodies::{
    BodyDef, BodyHistory, BodyId, BodyKind, BodyShape, BodyWorld, JointDef, JointDrive,
    PictureTrace,
};
use motile_collide::Mask;
use motile_geom::{StateHash, vec2};

const DT: f32 = 1.0 / 60.0;

/// Boxes, balls and, as a third kind, rings out of pictures; a chain of ground, a driven wheel and a sensor.
fn heap(things: u16, kinds: usize) -> (BodyWorld, Vec<BodyId>) {
    let mut world = BodyWorld::new();
    let line: Vec<_> = (0..40u8).map(|i| vec2(f32::from(i) * 30.0 - 300.0, 100.0)).collect();
    world.add(&BodyDef::new(BodyShape::chain(&line)).with_kind(BodyKind::Static));
    let gate = BodyDef { sensor: true, ..BodyDef::new(BodyShape::rect(80.0, 40.0)) };
    world.add(&gate.with_kind(BodyKind::Static));
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
    let bodies = (0..things).map(|i| {
        let (x, y) = (f32::from(i % 10) * 25.0 - 60.0, 80.0 - f32::from(i / 10) * 30.0);
        let shape = forms[usize::from(i) % kinds].clone();
        world.add(
            &BodyDef { bullet: i % 11 == 0, ..BodyDef::new(shape) }.at(x + f32::from(i % 4), y),
        )
    });
    let bodies = bodies.collect();
    (world, bodies)
}

/// What a player does to the world in a tick.
fn disturb(world: &mut BodyWorld, bodies: &[BodyId], tick: usize) {
    let body = bodies[tick * 7 % bodies.len()];
    match tick % 9 {
        2 => world.push(body, vec2(4e4, -9e4), vec2(0.0, 0.0)),
        4 => drop(world.remove(body)),
        5 => drop(world.add(&BodyDef::new(BodyShape::circle(6.0)).at(0.0, -200.0))),
        6 => {
            let pin = world.join(body, bodies[0], &JointDef::pin(vec2(0.0, 0.0)));
            let drive = JointDrive { speed: 3.0, max_force: 1e7 };
            drop(pin.map(|pin| world.drive(pin, drive)));
        }
        7 => drop(world.grab(body, vec2(0.0, 0.0)).map(|grab| world.drag(grab, vec2(90.0, 0.0)))),
        _ => {}
    }
}

#[test]
fn sim_66_every_kept_moment_goes_on_bit_for_bit() {
    let (mut world, bodies) = heap(36, 3);
    let mut history = BodyHistory::new(64);
    let mut hashes = Vec::new();
    for tick in 0..60 {
        history.keep(&world);
        disturb(&mut world, &bodies, tick);
        world.step(DT);
        hashes.push((StateHash::of(&world), world.events().len(), world.rejected()));
    }
    assert_eq!(history.len(), 60);
    // Back by some moments at a time, on to the end, and back again: what was forgotten is kept anew.
    for back in [0u32, 1, 7, 8, 30, 59] {
        assert!(history.go_back(back, &mut world));
        let start = hashes.len() - 1 - back as usize;
        for (tick, seen) in hashes.iter().enumerate().skip(start) {
            if tick > start {
                history.keep(&world);
            }
            disturb(&mut world, &bodies, tick);
            world.step(DT);
            let now = (StateHash::of(&world), world.events().len(), world.rejected());
            assert_eq!(now, *seen, "tick {tick} after {back} back");
        }
        assert_eq!(history.len(), 60);
    }
}

#[test]
fn sim_66_a_moment_more_is_small() {
    let (mut world, bodies) = heap(300, 2);
    let mut history = BodyHistory::new(9);
    for _ in 0..60 {
        history.keep(&world);
        world.step(DT);
    }
    assert_eq!(history.len(), 9);
    let (one, all) = (history.bytes_of_last(), history.bytes());
    assert!(one < bodies.len() * 330, "{} bytes a body", one / bodies.len());
    assert!(all < bodies.len() * 8000, "{} bytes a body in all", all / bodies.len());
    // What rests costs nothing.
    let (mut still, _) = heap(3, 3);
    let mut history = BodyHistory::new(3);
    for _ in 0..400 {
        history.keep(&still);
        still.step(DT);
    }
    assert!(history.bytes_of_last() < 64, "{}", history.bytes_of_last());
}

#[test]
fn what_is_not_kept_changes_nothing() {
    let (mut world, _) = heap(6, 3);
    let mut history = BodyHistory::new(0);
    let hash = StateHash::of(&world);
    assert!(history.is_empty() && !history.go_back(0, &mut world));
    history.keep(&world);
    world.step(DT);
    history.keep(&world);
    assert_eq!((history.len(), history.bytes_of_last()), (1, 0));
    assert!(!history.go_back(1, &mut world));
    assert_ne!(StateHash::of(&world), hash);
    world.step(DT);
    assert!(history.go_back(0, &mut world));
    history.clear();
    assert!(history.is_empty() && !history.go_back(0, &mut world));
}
