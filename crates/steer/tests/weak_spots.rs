//! The weak spots of the printed rules (STEER-W1 … W22) and what is done instead, those that no other test names.

use motile_geom::{Circle, Rng, Vec2, Vec2Ext, vec2};
use motile_steer::{
    Agent, Avoid, Edge, Flock, FlockRules, Lookahead, Neighbor, PathEvent, PathFollower, Sight,
    Wander, arrive, by_priority, flee, intercept_time, pursue, seek, separation, weighted_sum,
};

const DT: f32 = 1.0 / 60.0;

fn at(x: f32, y: f32) -> Neighbor {
    Neighbor { position: vec2(x, y), velocity: Vec2::ZERO }
}

#[test]
fn steer_a9_vectors_print_their_numbers() {
    // The text form of the platform's vector type, not `[Vector2D (x:3, y:2)]` of the classic one.
    assert_eq!(vec2(3.0, 2.0).to_string(), "[3, 2]");
}

#[test]
fn steer_w1_at_rest_the_stored_heading_counts() {
    let agent = Agent { heading: Vec2::Y, ..Agent::at(10.0, 10.0) };
    assert_eq!(seek(&agent, agent.position), Vec2::ZERO);
    assert_eq!(arrive(&agent, agent.position, DT), Vec2::ZERO);
    assert_eq!(flee(&agent, agent.position), vec2(0.0, agent.max_speed));
    let below = [at(10.0, 30.0)];
    let mut seen = 0;
    Sight::new(100.0, 1.0).for_each_seen(&agent, below, |_, _| seen += 1);
    assert_eq!(seen, 1, "it looks down, not to the right");
}

#[test]
fn steer_w7_everybody_looks_before_anybody_moves() {
    // Two boids that mirror each other stay mirrored: nobody sees a world that has half moved.
    let world = motile_geom::Aabb::new(vec2(-500.0, -500.0), vec2(500.0, 500.0));
    let mut flock = Flock::new(world);
    flock.edge = Edge::Open;
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
fn steer_w8_who_is_behind_pushes_too_and_nothing_jumps_at_the_border() {
    let rules =
        FlockRules { sight: Sight::new(100.0, 2.0), too_close: 30.0, ..FlockRules::default() };
    let me = Agent { velocity: vec2(100.0, 0.0), ..Agent::at(0.0, 0.0) };
    assert!(rules.steer(&me, [at(-10.0, 0.0)]).x > 0.0, "pushed ahead by one behind");
    assert_eq!(rules.steer(&me, [at(-30.0, 0.0)]), Vec2::ZERO, "too far and out of sight");
    let push = |x: f32| rules.steer(&me, [at(-x, 0.0)]).length();
    assert!(push(29.99) < 0.5 && push(20.0) > push(25.0) && push(2.0) > push(10.0));
    let apart = |x: f32| separation(&me, [at(-x, 0.0)], 30.0).length();
    assert!(apart(29.99) < 0.5 && apart(2.0) > apart(10.0));
    // The same in the large flock.
    let mut flock = Flock::new(motile_geom::Aabb::new(Vec2::ZERO, vec2(900.0, 900.0)));
    flock.rules = rules;
    flock.add(vec2(300.0, 300.0), vec2(100.0, 0.0));
    flock.add(vec2(290.0, 300.0), vec2(100.0, 0.0));
    flock.step(DT);
    assert!(flock.velocities[0].x > 100.0, "{:?}", flock.velocities);
}

#[test]
fn steer_w9_meeting_head_on_is_sooner_than_distance_over_speed() {
    let time = intercept_time(Vec2::ZERO, 10.0, vec2(100.0, 0.0), vec2(-5.0, 0.0)).unwrap();
    assert!((time - 6.666_667).abs() < 1e-4);
    let still = Agent { max_speed: 0.0, ..Agent::at(0.0, 0.0) };
    for look in [Lookahead::default(), Lookahead::CLASSIC] {
        assert!(pursue(&still, vec2(100.0, 0.0), vec2(5.0, 5.0), look).is_finite());
    }
    let capped = Lookahead { max_time: 2.0, ..Lookahead::default() };
    let agent = Agent { max_speed: 10.0, ..Agent::at(0.0, 0.0) };
    assert_eq!(capped.predict(&agent, vec2(100.0, 0.0), vec2(0.0, 5.0)), vec2(100.0, 10.0));
}

#[test]
fn steer_w10_the_point_turns_with_the_vehicle() {
    let fixed = Wander { range: 0.0, angle: 0.5, ..Wander::default() };
    let turn = |heading: Vec2| {
        let agent = Agent { heading, ..Agent::at(0.0, 0.0) };
        heading.angle_between(fixed.point(&agent))
    };
    assert!((turn(Vec2::X) - turn(Vec2::at_angle(2.0))).abs() < 1e-5);
    let mut rng = Rng::new(1);
    let angles: Vec<f32> = (0..8).map(|_| Wander::random(&mut rng).angle).collect();
    assert!(angles.windows(2).all(|pair| pair[0] != pair[1]), "not in unison: {angles:?}");
}

#[test]
fn steer_w11_large_obstacles_are_noticed_by_their_surface() {
    let agent = Agent { velocity: vec2(200.0, 0.0), ..Agent::at(0.0, 0.0) };
    let avoid = Avoid::default();
    // Its center is 600 pixels away, its surface 100.
    let large = Circle::new(vec2(600.0, 10.0), 500.0);
    assert!(avoid.circles(&agent, [large]).length() > 50.0);
    // The nearer one decides, whatever the order of the list.
    let (near, far) = (Circle::new(vec2(80.0, 5.0), 20.0), Circle::new(vec2(150.0, -5.0), 20.0));
    assert_eq!(avoid.circles(&agent, [near, far]), avoid.circles(&agent, [near]));
    assert_eq!(avoid.circles(&agent, [far, near]), avoid.circles(&agent, [near]));
    // A larger body keeps a larger distance: what the small one passes, the large one dodges.
    let beside = [Circle::new(vec2(100.0, 40.0), 20.0)];
    assert_eq!(avoid.circles(&agent, beside), Vec2::ZERO);
    assert_ne!(avoid.circles(&Agent { radius: 20.0, ..agent }, beside), Vec2::ZERO);
}

#[test]
fn steer_w12_missed_waypoints_and_loops_of_one() {
    // Too fast and too weak to come within 2 pixels: the plane through the waypoint counts as well.
    let path = [vec2(0.0, 0.0), vec2(300.0, 0.0), vec2(300.0, 300.0), vec2(0.0, 300.0)];
    let mut follower = PathFollower { threshold: 8.0, looped: true, ..PathFollower::default() };
    let mut agent = Agent { max_speed: 300.0, max_force: 600.0, ..Agent::at(-50.0, 10.0) };
    let mut reached = 0;
    for _ in 0..3600 {
        let (wish, event) = follower.steer(&agent, &path, DT);
        reached += u32::from(matches!(event, PathEvent::Reached(_)));
        agent.step(wish, DT);
    }
    assert!(reached > 24, "it circled: {reached} in a minute");
    let mut one = PathFollower { looped: true, ..PathFollower::default() };
    let mut agent = Agent::at(0.0, 0.0);
    for _ in 0..600 {
        let (wish, _) = one.steer(&agent, &[vec2(100.0, 50.0)], DT);
        agent.step(wish, DT);
    }
    assert!(agent.position.distance(vec2(100.0, 50.0)) < 0.5 && agent.speed() < 1.0);
}

#[test]
fn steer_w14_a_small_vital_wish_is_not_drowned() {
    let (vital, idle) = (vec2(0.0, 3.0), vec2(100.0, 0.0));
    let agent = Agent { max_force: 600.0, ..Agent::default() };
    let drowned = weighted_sum([(vital, 1.0), (idle, 1.0)]).truncate(agent.max_change(DT));
    let served = by_priority([vital, idle], agent.max_change(DT));
    assert!(drowned.y < 0.5 && (served - vec2(7.0, 3.0)).length() < 1e-4, "{drowned} {served}");
}

#[test]
fn steer_w15_bodies_outside_come_back_without_jitter() {
    let world = motile_geom::Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
    let mut agent = Agent { velocity: vec2(-60.0, 0.0), ..Agent::at(900.0, 300.0) };
    let mut turns = 0;
    for _ in 0..60 {
        let before = agent.velocity.x;
        agent.step(Vec2::ZERO, DT);
        Edge::Bounce.apply(&mut agent, world);
        turns += u32::from(before * agent.velocity.x < 0.0);
    }
    assert_eq!(turns, 0);
    assert!(agent.position.x < 800.0 - agent.radius);
}

#[test]
fn steer_w18_seconds_not_frames() {
    // Half the step, twice the steps: nearly the same way.
    let run = |rate: u32| {
        let mut agent = Agent::at(0.0, 0.0);
        for _ in 0..2 * rate {
            let wish = arrive(&agent, vec2(200.0, 100.0), 1.0 / rate as f32);
            agent.step(wish, 1.0 / rate as f32);
        }
        agent.position
    };
    assert!(run(30).distance(run(240)) < 1.0, "{} {}", run(30), run(240));
    // The drift of a wanderer has the same spread a second.
    let spread = |rate: u32| {
        let (mut rng, mut squares) = (Rng::new(2), 0.0);
        let agent = Agent::at(0.0, 0.0);
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
