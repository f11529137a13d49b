//! Any number of threads gives the same bits, and so do builds with and without the feature `parallel`.
#![cfg(feature = "world")]

use motile_bodies::{BodyDef, BodyKind, BodyShape, BodyWorld, JointDef};
use motile_geom::{StateHash, vec2};
use rayon::ThreadPoolBuilder;

const DT: f32 = 1.0 / 60.0;

/// Balls, boxes, chains of pins, a sensor and a bullet: enough for every stage of the solver to be shared out.
fn heap() -> BodyWorld {
    let mut world = BodyWorld::new();
    let ground = BodyDef::new(BodyShape::rect(3000.0, 40.0)).at(500.0, 40.0);
    world.add(&ground.with_kind(BodyKind::Static));
    let gate = BodyDef { sensor: true, ..BodyDef::new(BodyShape::rect(400.0, 30.0)) };
    world.add(&gate.at(300.0, -60.0).with_kind(BodyKind::Static));
    let mut last = None;
    for i in 0..1500u16 {
        let at = vec2(f32::from(i % 60) * 12.5, -20.0 - f32::from(i / 60) * 14.0);
        let at = at + vec2(f32::from(i / 60 % 5), 0.0);
        let shape = if i % 3 == 0 { BodyShape::rect(11.0, 9.0) } else { BodyShape::circle(5.5) };
        let def = BodyDef { hit_force: 2e6, bullet: i % 97 == 0, ..BodyDef::new(shape) };
        let body = world.add(&def.at(at.x, at.y));
        if i % 60 < 6
            && let Some(last) = last
        {
            world.join(last, body, &JointDef::pin(at - vec2(6.0, 0.0))).unwrap();
        }
        last = (i % 60 != 59).then_some(body);
    }
    world
}

/// Hashes of all states and events on the way, with a return to an earlier moment in between.
fn run() -> Vec<u64> {
    let mut world = heap();
    let mut seen = Vec::new();
    let mut kept = None;
    for tick in 0..70u8 {
        match tick {
            30 => kept = Some(world.snapshot()),
            40 => world.resume(kept.take().unwrap()),
            _ => {}
        }
        world.step(DT);
        let mut hash = StateHash::new();
        hash.write(&world);
        for event in world.events() {
            hash.write(&(event.a.to_bits(), event.b.to_bits(), event.point, event.force));
            hash.write(&event.kind);
        }
        seen.push(hash.finish());
    }
    seen
}

/// The last of them, in builds with and without `parallel`.
const LAST: u64 = 0x09be_f59e_2da1_80dc;

#[test]
fn sim_66_threads_change_speed_but_no_bit() {
    // Without the feature there is one thread, whatever the pool.
    let [one, two, three] = [1, 2, 3]
        .map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run));
    assert_eq!(one, two);
    assert_eq!(one, three);
    assert_eq!(one.last(), Some(&LAST), "{:#x}", one[one.len() - 1]);
}
