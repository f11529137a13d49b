//! Distances, closest points and state hashes (SIM-M4, SIM-M5).

use crate::runner::Bench;
use motile_geom::{Capsule, Rng, Segment, StateHash, Vec2, vec2};
use std::hash::{DefaultHasher, Hasher};

const PAIRS: usize = 1_000_000;
const FIELD: Vec2 = vec2(1000.0, 1000.0);

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    distances(bench);
    closest_points(bench);
    capsules(bench);
    hashes(bench);
}

fn points(rng: &mut Rng, n: usize) -> Vec<Vec2> {
    (0..n).map(|_| rng.in_rect(Vec2::ZERO, FIELD)).collect()
}

fn segments(rng: &mut Rng, n: usize) -> Vec<Segment> {
    (0..n)
        .map(|_| {
            let a = rng.in_rect(Vec2::ZERO, FIELD);
            Segment::new(a, a + rng.in_unit_disc() * 100.0)
        })
        .collect()
}

/// SIM-M4: a test by squared distance beside one that takes the root.
fn distances(bench: &mut Bench) {
    let mut rng = Rng::new(1);
    let (from, to) = (points(&mut rng, PAIRS), points(&mut rng, PAIRS));
    let reach = 100.0f32;
    bench.compare(
        "geom/near-by-square",
        "near by root",
        PAIRS,
        || from.iter().zip(&to).filter(|(a, b)| a.distance_squared(**b) < reach * reach).count(),
        || from.iter().zip(&to).filter(|(a, b)| a.distance(**b) < reach).count(),
    );
}

/// SIM-15 as the crate has it beside the same formula on plain floats.
fn closest_points(bench: &mut Bench) {
    let mut rng = Rng::new(2);
    let (walls, from) = (segments(&mut rng, PAIRS), points(&mut rng, PAIRS));
    bench.compare(
        "geom/closest-on-segment",
        "plain float loop",
        PAIRS,
        || walls.iter().zip(&from).map(|(wall, &p)| wall.closest_point(p)).sum::<Vec2>(),
        || {
            let mut sum = (0.0, 0.0);
            for (wall, p) in walls.iter().zip(&from) {
                let (vx, vy) = (wall.b.x - wall.a.x, wall.b.y - wall.a.y);
                let dot = (p.x - wall.a.x) * vx + (p.y - wall.a.y) * vy;
                let t = (dot / (vx * vx + vy * vy)).clamp(0.0, 1.0);
                sum.0 += wall.a.x + vx * t;
                sum.1 += wall.a.y + vy * t;
            }
            sum
        },
    );
}

/// SIM-M5: a capsule test costs what the segment test costs.
fn capsules(bench: &mut Bench) {
    let mut rng = Rng::new(3);
    let (walls, from) = (segments(&mut rng, PAIRS), points(&mut rng, PAIRS));
    let capsules: Vec<Capsule> = walls.iter().map(|w| Capsule::new(w.a, w.b, 20.0)).collect();
    let near = |wall: &Segment, p: Vec2, reach: f32| {
        wall.closest_point(p).distance_squared(p) <= reach * reach
    };
    bench.compare(
        "geom/near-capsule",
        "near segment",
        PAIRS,
        || {
            capsules
                .iter()
                .zip(&from)
                .filter(|(c, p)| near(&c.segment, **p, 5.0 + c.radius))
                .count()
        },
        || walls.iter().zip(&from).filter(|(w, p)| near(w, **p, 5.0)).count(),
    );
}

/// A state hash of positions beside the standard library's SipHash on the same bits.
fn hashes(bench: &mut Bench) {
    let state = points(&mut Rng::new(4), PAIRS);
    bench.compare(
        "geom/state-hash",
        "std DefaultHasher",
        PAIRS,
        || {
            let mut hash = StateHash::new();
            for &p in &state {
                hash.write_vec2(p);
            }
            hash.finish()
        },
        || {
            let mut hash = DefaultHasher::new();
            for p in &state {
                hash.write_u64(u64::from(p.x.to_bits()) << 32 | u64::from(p.y.to_bits()));
            }
            hash.finish()
        },
    );
}
