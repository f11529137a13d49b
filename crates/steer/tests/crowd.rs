//! Flocks and crowds: against the plain rules, across threads, without allocation.

use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{Aabb, Rng, Segment, StateHash, Vec2, vec2};
use motile_steer::{
    Agent, Body, Boundary, Crowd, Flock, Flockmate, Sight, classic, toroidal_offset,
};

const DT: f32 = 1.0 / 60.0;

fn world() -> Aabb {
    Aabb::new(Vec2::ZERO, vec2(600.0, 400.0))
}

fn flock(n: u32, seed: u64, edge: Boundary) -> Flock {
    let mut rng = Rng::new(seed);
    let mut flock = Flock::new(world());
    flock.boundary = edge;
    for _ in 0..n {
        let velocity = rng.unit_vec2() * rng.range(20.0..200.0);
        flock.add(rng.in_rect(world().min, world().max), velocity);
    }
    assert_eq!(flock.rejected, 0);
    flock
}

/// One step of the plain rules over all pairs.
fn plain_step(flock: &Flock) -> Vec<(Vec2, Vec2)> {
    let torus = flock.boundary == Boundary::Wrap;
    (0..flock.positions.len())
        .map(|i| {
            let mut me =
                Agent { position: flock.positions[i], velocity: flock.velocities[i], ..flock.body };
            let others = (0..flock.positions.len()).filter(|&j| j != i).map(|j| {
                let to = flock.positions[j];
                let offset = if torus {
                    toroidal_offset(me.position, to, flock.world)
                } else {
                    to - me.position
                };
                Flockmate { position: me.position + offset, velocity: flock.velocities[j] }
            });
            let steering = flock.rules.steer(&me, others);
            me.step(steering, DT);
            flock.boundary.apply(&mut me, flock.world);
            (me.position, me.velocity)
        })
        .collect()
}

#[test]
fn steer_a31_grid_and_brute_force_agree() {
    for edge in [Boundary::Wrap, Boundary::Bounce] {
        let wide = Sight::new(60.0, 4.7);
        let sights = [
            wide,
            Sight::new(45.0, 7.0),
            Sight::new(80.0, 2.0),
            wide.with_nearest(7),
            wide.with_nearest(1),
            Sight::new(250.0, 7.0).with_nearest(3),
        ];
        for sight in sights {
            let mut flock = flock(400, 7, edge);
            flock.rules.sight = sight;
            for _ in 0..10 {
                let expected = plain_step(&flock);
                flock.step(DT);
                let mut off = 0;
                for (i, (position, velocity)) in expected.into_iter().enumerate() {
                    let error = toroidal_offset(position, flock.positions[i], world()).length()
                        + (velocity - flock.velocities[i]).length();
                    off += u32::from(error > 0.02);
                }
                // Across the seam the plain way rounds twice, so a boid on the very edge of sight may differ.
                assert!(off <= u32::from(edge == Boundary::Wrap), "{off} boids are off");
            }
        }
    }
}

#[test]
fn steer_a31_the_order_of_the_list_does_not_matter() {
    // Sums in the order of ids: exactly the same, whoever stands where in the list.
    let run = |order: &[usize]| {
        let rules = classic::FLOCK_RULES;
        let mut rng = Rng::new(3);
        let start: Vec<Agent> = (0..30)
            .map(|_| Agent {
                velocity: rng.unit_vec2() * 5.0,
                ..classic::agent(rng.range(0.0..600.0), rng.range(0.0..400.0))
            })
            .collect();
        let mut list: Vec<(usize, Agent)> = order.iter().map(|&id| (id, start[id])).collect();
        for _ in 0..100 {
            let mut by_id = list.clone();
            by_id.sort_by_key(|(id, _)| *id);
            for (id, agent) in &mut list {
                let me = *agent;
                let others =
                    by_id.iter().filter(|(other, _)| other != id).map(|(_, a)| Flockmate::from(a));
                agent.step(rules.steer(&me, others), 1.0);
            }
        }
        list.sort_by_key(|(id, _)| *id);
        list
    };
    let straight: Vec<usize> = (0..30).collect();
    let mut mixed = straight.clone();
    Rng::new(9).shuffle(&mut mixed);
    assert_ne!(straight, mixed);
    assert_eq!(run(&straight), run(&mixed));
}

#[test]
fn flocks_come_into_order_and_keep_their_limits() {
    let mut flock = flock(300, 1, Boundary::Wrap);
    let before = flock.polarization();
    for _ in 0..600 {
        flock.step(DT);
    }
    assert!(flock.polarization() > before + 0.3, "{before} to {}", flock.polarization());
    assert!(flock.velocities.iter().all(|v| v.length() <= flock.body.max_speed + 0.01));
    assert!(flock.positions.iter().all(|p| world().contains(*p)));
}

/// The fingerprint after 1,000 ticks is the same for every number of threads, SIMD level and platform: the
/// number below comes from a run on one thread.
#[test]
fn steer_determinism_after_a_thousand_ticks() {
    let mut flock = flock(500, 42, Boundary::Wrap);
    let mut crowd = ring(60);
    for _ in 0..1000 {
        flock.step(DT);
        aim(&mut crowd);
        crowd.step(DT);
    }
    let hashes = [StateHash::of(&flock), StateHash::of(&crowd)].map(|h| format!("{h:016x}"));
    assert_eq!(hashes, ["ef63801291d63c8f", "e93650135a6573cc"]);
}

#[test]
fn steer_m1_a_step_allocates_nothing_after_warm_up() {
    let mut all = flock(500, 5, Boundary::Wrap);
    let mut few = flock(500, 5, Boundary::Bounce);
    few.rules.sight.nearest = Some(7);
    let mut crowd = ring(60);
    crowd.walls.push(Segment::new(vec2(-50.0, 0.0), vec2(50.0, 0.0)));
    aim(&mut crowd);
    let mut run = |steps| {
        for _ in 0..steps {
            all.step(DT);
            few.step(DT);
            crowd.step(DT);
        }
    };
    run(2);
    let counted = allocation_counter::measure(|| run(200));
    assert!(cfg!(feature = "parallel") || counted.count_total == 0, "{}", counted.count_total);
}

#[test]
fn steer_m3_a_grid_looks_at_few_candidates() {
    // 10,000 boids on 4000 × 3000, cells of 200: 2.77 million candidates in place of 99.99 million pairs.
    let mut rng = Rng::new(1);
    let places: Vec<Vec2> =
        (0..10_000).map(|_| rng.in_rect(Vec2::ZERO, vec2(4000.0, 3000.0))).collect();
    let mut grid = UniformGrid::default();
    grid.set_world(GridWorld::Unbounded, CellSize::Exactly(200.0));
    grid.rebuild(&places);
    let slots = |at: &Vec2| grid.slots_around(*at, 200.0).map(|range| range.len()).sum::<usize>();
    // Nobody is its own candidate.
    let candidates = places.iter().map(slots).sum::<usize>() - places.len();
    assert!((2_700_000..2_840_000).contains(&candidates), "{candidates}");
}

#[test]
fn steer_w15_a_flock_can_be_contained() {
    let mut flock = flock(200, 8, Boundary::Contain { margin: 4.0, ahead: 0.5 });
    for _ in 0..600 {
        flock.step(DT);
    }
    let outside = flock.positions.iter().filter(|at| !world().contains(**at)).count();
    assert!(outside == 0 && flock.polarization() > 0.1, "{outside} outside");
    assert!(flock.velocities.iter().all(|v| v.length() > 10.0), "and nobody stops");
}

#[test]
fn steer_w21_only_the_nearest_are_seen() {
    let mut flock = flock(300, 6, Boundary::Wrap);
    let (mut all, mut few) = (Vec::new(), Vec::new());
    for index in 0..300 {
        flock.rules.sight = Sight::new(70.0, 4.7);
        all.clear();
        flock.seen_by(index, &mut all);
        flock.rules.sight.nearest = Some(4);
        few.clear();
        flock.seen_by(index, &mut few);
        let me = flock.positions[index as usize];
        let distance =
            |other: &u32| toroidal_offset(me, flock.positions[*other as usize], world()).length();
        all.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        all.truncate(4);
        assert_eq!(all, few);
        assert!(!few.contains(&index));
    }
}

#[test]
fn a_crowd_sees_what_its_field_of_view_holds() {
    // Somebody faster comes from behind: seen, it makes the slow one move aside; unseen, it does not.
    let aside = |field_of_view: f32, nearest: u32| {
        let mut crowd = Crowd::default();
        crowd.sight = Sight::new(60.0, field_of_view).with_nearest(nearest);
        for (x, speed) in [(0.0, 10.0), (-40.0, 80.0)] {
            let velocity = vec2(speed, 0.0);
            let body = Body { position: vec2(x, x * 0.01), velocity, radius: 8.0 };
            crowd.add(body, velocity);
        }
        crowd.step(DT);
        crowd.velocities[0].y.abs()
    };
    assert!(aside(7.0, 10) > 1.0, "{}", aside(7.0, 10));
    assert_eq!(aside(3.0, 10), 0.0);
    assert_eq!(aside(7.0, 0), 0.0);
}

#[test]
fn bad_bodies_stand_still_and_are_minded_by_nobody() {
    let mut crowd = ring(20);
    let mut without = crowd.clone();
    aim(&mut crowd);
    aim(&mut without);
    let bad = |position, velocity, radius| Body { position, velocity, radius };
    for body in [
        bad(vec2(f32::NAN, 0.0), Vec2::ZERO, 6.0),
        bad(vec2(195.0, 0.0), vec2(f32::INFINITY, 0.0), 6.0),
        bad(vec2(195.0, 0.0), Vec2::ZERO, -1.0),
        bad(vec2(195.0, 0.0), Vec2::ZERO, f32::NAN),
    ] {
        crowd.add(body, Vec2::ZERO);
        // Set from outside nevertheless.
        crowd.positions.push(body.position);
        crowd.velocities.push(body.velocity);
        crowd.radii.push(body.radius);
    }
    let start = crowd.positions.clone();
    for _ in 0..30 {
        crowd.step(DT);
        without.step(DT);
    }
    assert!(crowd.bodies().take(20).eq(without.bodies()));
    assert_eq!(crowd.positions[21..], start[21..]);
    assert_eq!((crowd.len(), crowd.body(24)), (24, None));
    crowd.step(f32::NAN);
    assert_eq!(crowd.rejected, 5, "four bodies were refused, and a step");
}

#[test]
fn bad_boids_stand_still() {
    let mut flock = flock(20, 2, Boundary::Wrap);
    flock.add(vec2(f32::NAN, 0.0), Vec2::ZERO);
    flock.positions[3] = vec2(f32::INFINITY, 0.0);
    flock.velocities[4] = vec2(f32::NAN, 0.0);
    flock.step(DT);
    flock.step(f32::NAN);
    flock.step(-1.0);
    assert_eq!((flock.rejected, flock.len()), (3, 20), "a boid and two steps");
    assert_eq!(flock.positions[3], vec2(f32::INFINITY, 0.0));
    for i in (0..20).filter(|&i| i != 3) {
        assert!(flock.positions[i].is_finite() && flock.velocities[i].is_finite());
    }
    let mut heap = Flock::new(world());
    for _ in 0..10 {
        heap.add(vec2(100.0, 100.0), Vec2::ZERO);
    }
    for _ in 0..60 {
        heap.step(DT);
    }
    let spread = Aabb::around(heap.positions.iter().copied()).size();
    assert!(spread.min_element() > 5.0, "boids in one place part: {spread}");
    Flock::new(Aabb::EMPTY).step(DT);
}

/// Bodies on a circle who all want to the opposite side.
fn ring(n: u32) -> Crowd {
    let mut crowd = Crowd::default();
    for i in 0..n {
        let angle = i as f32 / n as f32 * core::f32::consts::TAU;
        let position = motile_geom::Vec2Ext::turned(vec2(200.0, 0.0), angle);
        crowd.add(Body { position, velocity: Vec2::ZERO, radius: 6.0 }, Vec2::ZERO);
    }
    crowd
}

fn aim(crowd: &mut Crowd) {
    crowd.preferred.clear();
    for (i, &position) in crowd.positions.iter().enumerate() {
        let angle = i as f32 / crowd.len() as f32 * core::f32::consts::TAU;
        let goal = -motile_geom::Vec2Ext::turned(vec2(200.0, 0.0), angle);
        // A little to the right: a perfectly even ring would block itself for ever.
        let way = motile_geom::Vec2Ext::turned((goal - position) * 4.0, 0.05);
        crowd.preferred.push(motile_geom::Vec2Ext::truncate(way, 60.0));
    }
}

#[test]
fn a_ring_of_bodies_swaps_sides_without_a_bump() {
    let mut crowd = ring(40);
    let mut closest = f32::INFINITY;
    for _ in 0..2400 {
        aim(&mut crowd);
        crowd.step(DT);
        for i in 0..crowd.positions.len() {
            for j in 0..i {
                let gap = crowd.positions[i].distance(crowd.positions[j]);
                closest = closest.min(gap);
            }
        }
    }
    assert!(closest > 11.5, "12 is touching: {closest}");
    aim(&mut crowd);
    let arrived = crowd.preferred.iter().filter(|v| v.length() < 4.0).count();
    assert_eq!(arrived, 40);
}

#[test]
fn a_crowd_leaves_through_a_door_and_not_through_the_wall() {
    let mut crowd = Crowd::default();
    crowd.walls.push(Segment::new(vec2(100.0, -300.0), vec2(100.0, -20.0)));
    crowd.walls.push(Segment::new(vec2(100.0, 20.0), vec2(100.0, 300.0)));
    for i in 0..30 {
        let position = vec2(-20.0 * (i / 6) as f32, -50.0 + 20.0 * (i % 6) as f32);
        crowd.add(Body { position, velocity: Vec2::ZERO, radius: 6.0 }, Vec2::ZERO);
    }
    for _ in 0..1800 {
        crowd.preferred.clear();
        for &at in &crowd.positions {
            let goal = if at.x < 100.0 { vec2(104.0, 0.0) } else { vec2(400.0, at.y) };
            crowd.preferred.push(motile_geom::Vec2Ext::with_length(goal - at, 60.0));
        }
        let before = crowd.positions.clone();
        crowd.step(DT);
        for (from, at) in before.iter().zip(&crowd.positions) {
            let crossed = from.x < 100.0 && at.x >= 100.0;
            assert!(!crossed || at.y.abs() < 20.0, "through the wall at {at}");
        }
    }
    let out = crowd.positions.iter().filter(|at| at.x > 100.0).count();
    assert!(out >= 28, "{out} of 30 left");
}
