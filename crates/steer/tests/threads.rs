//! One thread and two give the same bits. Runs with the feature `parallel`, see `cargo xtask test threads`.

use motile_geom::{Aabb, Rng, StateHash, Vec2, Vec2Ext, vec2};
use motile_steer::{Body, Crowd, Flock};

const DT: f32 = 1.0 / 60.0;

fn on<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A flock of several chunks, after 1,000 ticks.
fn flock(nearest: Option<u32>) -> u64 {
    let world = Aabb::new(Vec2::ZERO, vec2(1800.0, 1200.0));
    let (mut rng, mut flock) = (Rng::new(5), Flock::new(world));
    flock.rules.sight.radius = 40.0;
    flock.rules.sight.nearest = nearest;
    for _ in 0..2500 {
        flock.add(rng.in_rect(world.min, world.max), rng.unit_vec2() * 100.0);
    }
    for _ in 0..1000 {
        flock.step(DT);
    }
    StateHash::of(&flock)
}

/// A crowd of several chunks that changes sides, after 1,000 ticks.
fn crowd() -> u64 {
    let mut crowd = Crowd::default();
    for i in 0..1300 {
        let (ring, place) = (i / 100, i % 100);
        let angle = place as f32 / 100.0 * core::f32::consts::TAU;
        let position = Vec2::at_angle(angle) * (300.0 + 20.0 * ring as f32);
        let body = Body { position, velocity: Vec2::ZERO, radius: 6.0 };
        crowd.add(body, -position.normalized() * 60.0);
    }
    for _ in 0..1000 {
        crowd.step(DT);
    }
    StateHash::of(&crowd)
}

#[test]
fn steer_determinism_flock_on_one_and_two_threads() {
    assert_eq!(on(1, || flock(None)), on(2, || flock(None)));
    assert_eq!(on(1, || flock(Some(7))), on(2, || flock(Some(7))));
}

#[test]
fn steer_determinism_crowd_on_one_and_two_threads() {
    assert_eq!(on(1, crowd), on(2, crowd));
}
