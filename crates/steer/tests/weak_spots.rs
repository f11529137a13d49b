//! The weak spots of the printed rules (STEER-W1 … W22) and what is done instead. W11 has a file of its own, `avoid.rs`.

use motile_geom::{Aabb, Rng, Vec2, Vec2Ext, vec2};
use motile_steer::{
    Agent, AgentFault, Boundary, Flock, FlockRules, Flockmate, PathEvent, PathFollower, Prediction,
    Sight, Wander, alignment, arrive, by_priority, classic, first_of, flee, intercept_time, pursue,
    seek, separation, step_together, toroidal_offset, weighted_sum,
};

const DT: f32 = 1.0 / 60.0;

fn at(x: f32, y: f32) -> Flockmate {
    Flockmate { position: vec2(x, y), velocity: Vec2::ZERO }
}

#[test]
fn steer_w01_at_rest_the_stored_heading_counts() {
    let agent = Agent { heading: Vec2::Y, ..Agent::new(10.0, 10.0) };
    assert_eq!(seek(&agent, agent.position), Vec2::ZERO);
    assert_eq!(arrive(&agent, agent.position, DT), Vec2::ZERO);
    assert_eq!(flee(&agent, agent.position), vec2(0.0, agent.max_speed));
    let below = [at(10.0, 30.0)];
    let mut seen = 0;
    Sight::new(100.0, 1.0).for_each_seen(&agent, below, |_, _| seen += 1);
    assert_eq!(seen, 1, "it looks down, not to the right");
}

#[test]
fn steer_w02_headings_are_unit_vectors_whatever_the_rounding() {
    let (mut rng, mut agent) = (Rng::new(2), Agent::new(0.0, 0.0));
    for _ in 0..2000 {
        agent.step(rng.unit_vec2() * 500.0, DT);
        assert!(agent.heading.is_normalized());
        assert_eq!(agent.heading.angle_between(agent.heading), 0.0);
    }
}

#[test]
fn steer_w03_limits_that_do_not_bind_change_no_bit() {
    // Through angle, sine and cosine, (3, 4) would come back as (3.0000000000000004, 3.9999999999999996).
    let mut agent = Agent { velocity: vec2(3.1, -4.7), ..classic::agent(0.0, 0.0) };
    for _ in 0..1000 {
        agent.step(Vec2::ZERO, 1.0);
        assert_eq!(agent.velocity.to_array().map(f32::to_bits), [3.1f32, -4.7].map(f32::to_bits));
    }
}

#[test]
fn steer_w04_fleeing_takes_sideways_speed_off() {
    // Both run from (0, 0) with speed across; as printed it grows until it is all there is.
    let run = |rule: &dyn Fn(&Agent) -> Vec2| {
        let mut agent = Agent { velocity: vec2(0.0, 4.0), ..classic::agent(100.0, 0.0) };
        for _ in 0..8 {
            let force = rule(&agent);
            classic::step(&mut agent, force);
        }
        agent.velocity
    };
    let (right, printed) =
        (run(&|me| flee(me, Vec2::ZERO)), run(&|me| classic::flee(me, Vec2::ZERO)));
    assert!(right.y < 2.0, "{right}");
    assert!(printed.y > 6.0, "{printed}");
}

#[test]
fn steer_w05_alignment_is_not_thrown_away() {
    let me = Agent { velocity: vec2(10.0, 0.0), ..classic::agent(0.0, 0.0) };
    let others = [Flockmate { position: vec2(100.0, 0.0), velocity: vec2(0.0, 10.0) }; 2];
    let only = FlockRules { separation: 0.0, cohesion: 0.0, ..classic::FLOCK_RULES };
    assert_eq!(classic::flock_as_described(&only, &me, others), vec2(-10.0, 10.0));
    assert_eq!(only.steer(&me, others), vec2(-10.0, 10.0));
    assert_eq!(classic::flock(&only, &me, others), Vec2::ZERO, "as printed it is");
}

#[test]
fn steer_w06_only_neighbors_are_in_the_average() {
    // As printed the own velocity is in the sum but not in the count: with one neighbor the mean doubles.
    let me = |vx: f32| Agent { velocity: vec2(vx, 0.0), ..classic::agent(0.0, 0.0) };
    let others = [Flockmate { position: vec2(50.0, 0.0), velocity: vec2(0.0, 6.0) }];
    for vx in [0.0, 3.0, 10.0] {
        assert_eq!(alignment(&me(vx), others), vec2(-vx, 6.0));
        let only = FlockRules { separation: 0.0, cohesion: 0.0, ..classic::FLOCK_RULES };
        assert_eq!(classic::flock_as_described(&only, &me(vx), others), vec2(-vx, 6.0));
    }
    let same = [Flockmate { position: vec2(50.0, 0.0), velocity: vec2(10.0, 0.0) }];
    assert_eq!(alignment(&me(10.0), same), Vec2::ZERO, "nothing to align");
}

#[test]
fn steer_w07_everybody_looks_before_anybody_moves() {
    // Two boids that mirror each other stay mirrored: nobody sees a world that has half moved.
    let world = Aabb::new(vec2(-500.0, -500.0), vec2(500.0, 500.0));
    let mut flock = Flock::new(world);
    flock.boundary = Boundary::Open;
    flock.rules.sight = Sight::new(100.0, 7.0);
    flock.add(vec2(-20.0, 0.0), vec2(0.0, 50.0));
    flock.add(vec2(20.0, 0.0), vec2(0.0, 50.0));
    for _ in 0..200 {
        flock.step(DT);
        let [a, b] = [flock.positions[0], flock.positions[1]];
        assert_eq!((a.x, a.y), (-b.x, b.y));
    }
}

#[test]
fn steer_w08_who_is_behind_pushes_too_and_nothing_jumps_at_the_border() {
    let rules =
        FlockRules { sight: Sight::new(100.0, 2.0), too_close: 30.0, ..FlockRules::default() };
    let me = Agent { velocity: vec2(100.0, 0.0), ..Agent::new(0.0, 0.0) };
    assert!(rules.steer(&me, [at(-10.0, 0.0)]).x > 0.0, "pushed ahead by one behind");
    assert_eq!(rules.steer(&me, [at(-30.0, 0.0)]), Vec2::ZERO, "too far and out of sight");
    let push = |x: f32| rules.steer(&me, [at(-x, 0.0)]).length();
    assert!(push(29.99) < 0.5 && push(20.0) > push(25.0) && push(2.0) > push(10.0));
    let apart = |x: f32| separation(&me, [at(-x, 0.0)], 30.0).length();
    assert!(apart(29.99) < 0.5 && apart(2.0) > apart(10.0));
    // The same in the large flock.
    let mut flock = Flock::new(Aabb::new(Vec2::ZERO, vec2(900.0, 900.0)));
    flock.rules = rules;
    flock.add(vec2(300.0, 300.0), vec2(100.0, 0.0));
    flock.add(vec2(290.0, 300.0), vec2(100.0, 0.0));
    flock.step(DT);
    assert!(flock.velocities[0].x > 100.0, "{:?}", flock.velocities);
}

#[test]
fn steer_w09_meeting_head_on_is_sooner_than_distance_over_speed() {
    let time = intercept_time(Vec2::ZERO, 10.0, vec2(100.0, 0.0), vec2(-5.0, 0.0)).unwrap();
    assert!((time - 6.666_667).abs() < 1e-4);
    let still = Agent { max_speed: 0.0, ..Agent::new(0.0, 0.0) };
    for look in [Prediction::default(), classic::PREDICTION] {
        assert!(pursue(&still, vec2(100.0, 0.0), vec2(5.0, 5.0), look).is_finite());
    }
    let capped = Prediction { max_time: 2.0, ..Prediction::default() };
    let agent = Agent { max_speed: 10.0, ..Agent::new(0.0, 0.0) };
    assert_eq!(capped.predict(&agent, vec2(100.0, 0.0), vec2(0.0, 5.0)), vec2(100.0, 10.0));
}

#[test]
fn steer_w10_the_point_turns_with_the_vehicle() {
    let fixed = Wander { range: 0.0, angle: 0.5, ..Wander::default() };
    let turn = |heading: Vec2| {
        let agent = Agent { heading, ..Agent::new(0.0, 0.0) };
        heading.angle_between(fixed.point(&agent))
    };
    assert!((turn(Vec2::X) - turn(Vec2::at_angle(2.0))).abs() < 1e-5);
    let mut rng = Rng::new(1);
    let angles: Vec<f32> = (0..8).map(|_| Wander::random(&mut rng).angle).collect();
    assert!(angles.windows(2).all(|pair| pair[0] != pair[1]), "not in unison: {angles:?}");
}

#[test]
fn steer_w12_missed_waypoints_and_loops_of_one() {
    // Too fast and too weak to come within 2 pixels: the plane through the waypoint counts as well.
    let path = [vec2(0.0, 0.0), vec2(300.0, 0.0), vec2(300.0, 300.0), vec2(0.0, 300.0)];
    let mut follower = PathFollower { threshold: 8.0, looped: true, ..PathFollower::default() };
    let mut agent = Agent { max_speed: 300.0, max_force: 600.0, ..Agent::new(-50.0, 10.0) };
    let mut reached = 0;
    for _ in 0..3600 {
        let (steering, event) = follower.steer(&agent, &path, DT);
        reached += u32::from(matches!(event, PathEvent::Reached(_)));
        agent.step(steering, DT);
    }
    assert!(reached > 24, "it circled: {reached} in a minute");
    let mut one = PathFollower { looped: true, ..PathFollower::default() };
    let mut agent = Agent::new(0.0, 0.0);
    for _ in 0..600 {
        let (steering, _) = one.steer(&agent, &[vec2(100.0, 50.0)], DT);
        agent.step(steering, DT);
    }
    assert!(agent.position.distance(vec2(100.0, 50.0)) < 0.5 && agent.speed() < 1.0);
}

#[test]
fn steer_w12_every_end_is_told() {
    let path = [vec2(100.0, 0.0), vec2(200.0, 0.0)];
    let (mut follower, mut agent) = (PathFollower::default(), Agent::new(0.0, 0.0));
    let mut events = Vec::new();
    for _ in 0..240 {
        let (steering, event) = follower.steer(&agent, &path, DT);
        agent.step(steering, DT);
        if event != PathEvent::None && events.last() != Some(&event) {
            events.push(event);
        }
    }
    assert_eq!(events, [PathEvent::Reached(0), PathEvent::Finished]);
    // A list that has become shorter leaves nobody coasting without a word.
    assert_eq!(follower.steer(&agent, &path[..1], DT), (Vec2::ZERO, PathEvent::Lost));
    follower.index = 0;
    assert_ne!(follower.steer(&agent, &path[..1], DT).0, Vec2::ZERO);
}

/// Steps towards a point 300 pixels away until `ticks` have passed; how far it went beyond, and how far it still is.
fn approach(mut agent: Agent, dt: f32, ticks: u32) -> (f32, f32) {
    let (goal, mut beyond) = (vec2(300.0, 0.0), 0.0f32);
    for _ in 0..ticks {
        let steering = arrive(&agent, goal, dt);
        agent.step(steering, dt);
        beyond = beyond.max(agent.position.x - goal.x);
    }
    (beyond, agent.position.distance(goal))
}

#[test]
fn steer_w13_arrive_is_stable_for_every_mass_speed_and_force() {
    for dt in [1.0, DT] {
        for mass in [0.1, 1.0, 2.0, 3.025, 5.0, 10.0, 50.0] {
            for speed in [1.0, 10.0, 99.0, 150.0, 300.0, 2000.0] {
                for force in [0.5, 1.0, 7.0, 100.0, 5000.0] {
                    // In pixels and ticks of dt, so that both time steps make the same way.
                    let (max_speed, max_force) = (speed / dt, force / (dt * dt));
                    let agent = Agent { mass, max_speed, max_force, ..Agent::new(0.0, 0.0) };
                    let brakes = force / mass;
                    let ticks = 300.0 / speed + speed / brakes + 4.0 * (300.0 / brakes).sqrt();
                    let (beyond, off) = approach(agent, dt, 50 + ticks as u32);
                    let what = format!("dt {dt}, mass {mass}, speed {speed}, force {force}");
                    assert!(beyond < 0.05 && off < 0.5, "{what}: {beyond} beyond, {off} off");
                }
            }
        }
    }
}

#[test]
fn steer_w13_the_printed_ramp_is_not() {
    // A ramp shorter than a tick's way: k = 2 swings for ever, k = 4 grows.
    let swing = |radius: f32| {
        let mut agent = Agent { max_force: 1e6, ..classic::agent(99.5, 0.0) };
        let mut places = Vec::new();
        for _ in 0..40 {
            let force = classic::arrive(&agent, vec2(100.0, 0.0), radius);
            classic::step(&mut agent, force);
            places.push((agent.position.x - 100.0).abs());
        }
        places[39] / places[0]
    };
    assert!((swing(5.0) - 1.0).abs() < 1e-3 && swing(2.5) > 2.0 && swing(20.0) < 1e-6);
    let quick = Agent { max_force: 1e6, ..classic::agent(0.0, 0.0) };
    assert!(approach(quick, 1.0, 60).1 < 1e-3, "the recommended rule needs no radius");
    assert!(classic::arrive(&quick, quick.position, 0.0).is_finite());
}

#[test]
fn steer_w14_a_small_vital_change_is_not_drowned() {
    let (vital, idle) = (vec2(0.0, 3.0), vec2(100.0, 0.0));
    let agent = Agent { max_force: 600.0, ..Agent::default() };
    let drowned = weighted_sum([(vital, 1.0), (idle, 1.0)]).truncate(agent.max_change(DT));
    let served = by_priority([vital, idle], agent.max_change(DT));
    assert!(drowned.y < 0.5 && (served - vec2(7.0, 3.0)).length() < 1e-4, "{drowned} {served}");
    // Groups that blend inside and come one after the other: the second counts while the first has no steering.
    let group = |danger: Vec2| {
        let flight = weighted_sum([(danger, 2.0), (danger.perp(), 1.0)]);
        first_of([flight, weighted_sum([(idle, 0.5), (vital, 1.0)])])
    };
    assert_eq!(group(vec2(1.0, 0.0)), vec2(2.0, 1.0));
    assert_eq!(group(Vec2::ZERO), vec2(50.0, 3.0));
}

#[test]
fn steer_w15_bodies_outside_come_back_without_jitter() {
    let world = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
    let mut agent = Agent { velocity: vec2(-60.0, 0.0), ..Agent::new(900.0, 300.0) };
    let mut turns = 0;
    for _ in 0..60 {
        let before = agent.velocity.x;
        agent.step(Vec2::ZERO, DT);
        Boundary::Bounce.apply(&mut agent, world);
        turns += u32::from(before * agent.velocity.x < 0.0);
    }
    assert_eq!(turns, 0);
    assert!(agent.position.x < 800.0 - agent.radius);
}

#[test]
fn steer_w15_the_short_way_leads_across_the_seam() {
    let world = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
    let (mut agent, goal) = (Agent::new(780.0, 300.0), vec2(30.0, 300.0));
    let mut ticks = 0;
    while agent.position.distance(goal) > 10.0 {
        let seen = agent.position + toroidal_offset(agent.position, goal, world);
        agent.step(seek(&agent, seen), DT);
        Boundary::Wrap.apply(&mut agent, world);
        ticks += 1;
    }
    assert!(ticks < 40, "50 pixels, not 750: {ticks} ticks");
}

#[test]
fn steer_w16_slow_motion_does_not_stall() {
    // A hundredth of a pixel a tick: read back from twentieths it would stand still.
    let mut agent = Agent { velocity: vec2(0.6, 0.0), ..Agent::new(500.0, 0.0) };
    for _ in 0..600 {
        agent.step(Vec2::ZERO, DT);
    }
    assert!((agent.position.x - 506.0).abs() < 0.05, "{}", agent.position);
    // Smoothing for a picture is asked for and touches the heading only.
    let before = agent;
    agent.smooth_heading(Vec2::Y, 0.1);
    assert_eq!((agent.position, agent.velocity), (before.position, before.velocity));
}

#[test]
fn steer_w18_seconds_not_frames() {
    // Half the step, twice the steps: nearly the same way.
    let run = |rate: u32| {
        let mut agent = Agent::new(0.0, 0.0);
        for _ in 0..2 * rate {
            let steering = arrive(&agent, vec2(200.0, 100.0), 1.0 / rate as f32);
            agent.step(steering, 1.0 / rate as f32);
        }
        agent.position
    };
    assert!(run(30).distance(run(240)) < 1.0, "{} {}", run(30), run(240));
    // The drift of a wanderer has the same spread a second.
    let spread = |rate: u32| {
        let (mut rng, mut squares) = (Rng::new(2), 0.0);
        let agent = Agent::new(0.0, 0.0);
        for _ in 0..2000 {
            let mut wander = Wander { range: 0.2, ..Wander::default() };
            for _ in 0..rate {
                wander.steer(&agent, &mut rng, 1.0 / rate as f32);
            }
            squares += wander.angle * wander.angle;
        }
        squares / 2000.0
    };
    let ratio = spread(30) / spread(120);
    assert!((0.85..1.18).contains(&ratio), "{ratio}");
}

#[test]
fn steer_w19_nobody_shares_a_vector() {
    let place = vec2(10.0, 20.0);
    let mut a = Agent { position: place, ..Agent::default() };
    let mut b = Agent { position: place, ..Agent::default() };
    let kept = a.position;
    a.position.x += 5.0;
    b.step(vec2(100.0, 0.0), DT);
    assert_eq!((place, kept), (vec2(10.0, 20.0), vec2(10.0, 20.0)));
    assert_eq!(a.position, vec2(15.0, 20.0));
    assert_ne!(a.position, b.position);
}

#[test]
fn steer_w20_behaviors_make_no_garbage() {
    let mut agents: Vec<Agent> = (0..40).map(|i| Agent::new(i as f32 * 7.0, 0.0)).collect();
    let rules = FlockRules { sight: classic::SIGHT.with_nearest(7), ..FlockRules::default() };
    let path = [vec2(100.0, 50.0), vec2(300.0, 80.0)];
    let (mut memory, mut rng) = (Vec::with_capacity(agents.len()), Rng::new(1));
    let (mut wander, mut follower) = (Wander::default(), PathFollower::default());
    let counted = allocation_counter::measure(|| {
        for _ in 0..50 {
            step_together(&mut agents, &mut memory, DT, |i, all| {
                let me = &all[i as usize];
                let others = all.iter().filter(|other| *other != me).map(Flockmate::from);
                let roam = wander.steer(me, &mut rng, DT);
                let (along, _) = follower.steer(me, &path, DT);
                let flock = rules.steer(me, others.clone());
                let apart = separation(me, others, 20.0);
                let steering = weighted_sum([(flock, 1.0), (roam, 0.2), (along, 0.5)]);
                by_priority([apart, steering, arrive(me, path[0], DT)], me.max_change(DT))
            });
        }
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn steer_w22_state_belongs_to_the_behavior_and_limits_are_checked() {
    // One vehicle, two paths: each follower keeps its own place.
    let (first, second) = ([vec2(5.0, 0.0), vec2(90.0, 0.0)], [vec2(0.0, 500.0)]);
    let agent = Agent::new(0.0, 0.0);
    let (mut on_first, mut on_second) = (PathFollower::default(), PathFollower::default());
    assert_eq!(on_first.steer(&agent, &first, DT).1, PathEvent::Reached(0));
    assert_eq!(on_second.steer(&agent, &second, DT).1, PathEvent::None);
    assert_eq!((on_first.index, on_second.index), (1, 0));
    // The names of what is wrong, before it moves.
    for (bad, field) in [
        (Agent { mass: f32::NAN, ..agent }, "mass"),
        (Agent { velocity: Vec2::NAN, ..agent }, "velocity"),
        (Agent { max_force: f32::INFINITY, ..agent }, "max_force"),
    ] {
        assert_eq!(bad.fault(), Some(AgentFault::NotFinite { field }));
    }
    assert_eq!(
        Agent { mass: -1.0, ..agent }.fault().unwrap().to_string(),
        "mass must be above 0, found -1"
    );
    // Unchecked, bad limits still give no bad motion.
    for bad in [Agent { mass: 0.0, ..agent }, Agent { max_speed: -5.0, ..agent }] {
        let mut moving = bad;
        moving.step(seek(&moving, vec2(50.0, 0.0)), DT);
        assert_eq!(moving.position, Vec2::ZERO);
    }
}
