//! Every capability of the specification, STEER-1 to STEER-30, called the way a program would.

use motile_geom::{Aabb, Circle, MarkRole, MarkSink, Marks, Rng, Vec2, Vec2Ext, vec2};
use motile_steer::{
    Agent, Avoid, FlockRules, Flockmate, PathEvent, PathFollower, Prediction, Sight, Wander,
    alignment, arrive, classic, cohesion, evade, flee, flee_within, pursue, seek, separation,
    step_together,
};

const WORLD: Aabb = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));

/// To the right at 6 pixels a tick.
fn me() -> Agent {
    Agent { velocity: vec2(6.0, 0.0), ..classic::agent(100.0, 100.0) }
}

fn at(x: f32, y: f32) -> Flockmate {
    Flockmate { position: vec2(x, y), velocity: vec2(0.0, 3.0) }
}

fn near(a: Vec2, b: Vec2) -> bool {
    a.distance(b) < 1e-4
}

#[test]
fn steer_01_the_whole_catalogue_answers() {
    let (me, goal, speed) = (me(), vec2(300.0, 160.0), vec2(-2.0, 1.0));
    let look = Prediction::default();
    let others = [at(120.0, 110.0), at(130.0, 90.0)];
    let rock = [Circle::new(vec2(150.0, 102.0), 20.0)];
    let answers = [
        ("seek", seek(&me, goal)),
        ("flee", flee(&me, goal)),
        ("arrive", arrive(&me, goal, 1.0)),
        ("pursue", pursue(&me, goal, speed, look)),
        ("evade", evade(&me, goal, speed, look)),
        ("wander", Wander { angle: 1.0, ..classic::WANDER }.steer(&me, &mut Rng::new(1), 1.0)),
        ("avoid", Avoid { horizon: 20.0, ..Avoid::default() }.circles(&me, rock)),
        ("path", PathFollower::default().steer(&me, &[goal], 1.0).0),
        ("separation", separation(&me, others, 60.0)),
        ("cohesion", cohesion(&me, others)),
        ("alignment", alignment(&me, others)),
        ("flock", classic::FLOCK_RULES.steer(&me, others)),
    ];
    for (name, steering) in answers {
        assert!(steering.is_finite() && steering.length() > 0.1, "{name}: {steering}");
    }
}

#[test]
fn steer_02_vectors_have_two_numbers() {
    let mut v = Vec2::default();
    assert_eq!((v.x, v.y), (0.0, 0.0));
    (v.x, v.y) = (3.0, -1.0);
    assert_eq!(v, vec2(3.0, -1.0));
}

#[test]
fn steer_03_operations_return_new_vectors() {
    let (a, b) = (vec2(3.0, 2.0), vec2(4.0, 5.0));
    let mut sum = a + b;
    sum *= 2.0;
    assert_eq!((sum, -a, a.perp()), (vec2(14.0, 14.0), vec2(-3.0, -2.0), vec2(-2.0, 3.0)));
    let _ = (a.normalized(), a.truncate(1.0), a.with_length(9.0), a.with_angle(1.0));
    assert_eq!((a, b), (vec2(3.0, 2.0), vec2(4.0, 5.0)));
}

/// The rest of STEER-4 is in motile-geom, beside the methods.
#[test]
fn steer_04_a09_the_text_form() {
    assert_eq!(classic::VectorText(vec2(3.0, 2.0)).to_string(), "[Vector2D (x:3, y:2)]");
    assert_eq!(classic::VectorText(vec2(-0.5, 0.0)).to_string(), "[Vector2D (x:-0.5, y:0)]");
    assert_eq!(vec2(3.0, 2.0).to_string(), "[3, 2]");
}

#[test]
fn steer_05_velocity_force_displacement_heading() {
    let mut agent = me();
    let steering = seek(&agent, vec2(100.0, 200.0));
    assert!(near(steering, vec2(-6.0, 10.0)), "a change of velocity");
    let before = agent.position;
    agent.step(steering, 1.0);
    let moved = agent.position - before;
    assert!(near(moved, agent.velocity), "a displacement");
    assert!(near(agent.heading, moved.normalized()) && agent.heading.is_normalized());
}

#[test]
fn steer_06_defaults_of_a_body() {
    let body = classic::agent(0.0, 0.0);
    assert_eq!((body.position, body.velocity), (Vec2::ZERO, Vec2::ZERO));
    assert_eq!((body.mass, body.max_speed, body.max_force), (1.0, 10.0, 1.0));
    let mut body = Agent { velocity: Vec2::at_angle(1.0) * 5.0, ..body };
    body.velocity = body.velocity.with_length(2.0).with_angle(0.0);
    assert_eq!(body.velocity, vec2(2.0, 0.0));
}

#[test]
fn steer_07_cut_move_edge_face() {
    let mut body = Agent { velocity: vec2(0.0, 50.0), ..classic::agent(10.0, 595.0) };
    body.step(Vec2::ZERO, 1.0);
    assert_eq!((body.velocity, body.position), (vec2(0.0, 10.0), vec2(10.0, 605.0)));
    classic::wrap(&mut body, WORLD);
    assert_eq!(body.position, vec2(10.0, 0.0));
    assert!((body.heading.angle().to_degrees() - 90.0).abs() < 1e-4);
}

#[test]
fn steer_08_wrap_is_inclusive_and_keeps_the_velocity() {
    for ((x, y), (to_x, to_y)) in [
        ((800.0, 600.0), (800.0, 600.0)),
        ((800.5, 300.0), (0.0, 300.0)),
        ((-0.5, 601.0), (800.0, 0.0)),
        ((5.0, -1.0), (5.0, 600.0)),
    ] {
        let mut body = Agent { velocity: vec2(3.0, 4.0), ..classic::agent(x, y) };
        classic::wrap(&mut body, WORLD);
        assert_eq!((body.position, body.velocity), (vec2(to_x, to_y), vec2(3.0, 4.0)));
    }
    let mut lost = classic::agent(-9.0, -9.0);
    classic::wrap(&mut lost, Aabb::EMPTY);
    assert_eq!(lost.position, vec2(-9.0, -9.0), "no world, no edge");
}

#[test]
fn steer_09_bounce_puts_on_the_edge_and_negates() {
    let mut body = Agent { velocity: vec2(7.0, -2.0), ..classic::agent(803.0, -4.0) };
    classic::bounce(&mut body, WORLD);
    assert_eq!((body.position, body.velocity), (vec2(800.0, 0.0), vec2(-7.0, 2.0)));
}

#[test]
fn steer_10_the_default_look_points_ahead() {
    let body = Agent { heading: Vec2::Y, ..classic::agent(50.0, 50.0) };
    let corners = classic::SHAPE.map(|corner| body.to_world(corner));
    assert_eq!(corners, [vec2(50.0, 60.0), vec2(45.0, 40.0), vec2(55.0, 40.0)]);
}

#[test]
fn steer_11_what_nobody_steers_can_be_a_target() {
    let mut target = Agent { velocity: vec2(0.0, 5.0), ..classic::agent(200.0, 100.0) };
    target.step(Vec2::ZERO, 1.0);
    assert_eq!(target.position, vec2(200.0, 105.0));
    let steering = pursue(&me(), target.position, target.velocity, classic::PREDICTION);
    assert!(steering.y > seek(&me(), target.position).y, "ahead of it");
}

#[test]
fn steer_12_any_number_of_behaviors_in_any_order() {
    let me = me();
    let parts = [seek(&me, vec2(0.0, 0.0)), flee(&me, vec2(90.0, 300.0)), vec2(0.5, 0.25)];
    let (mut ab, mut ba) = (me, me);
    classic::step(&mut ab, parts[0] + parts[1] + parts[2]);
    classic::step(&mut ba, parts[2] + parts[1] + parts[0]);
    assert!(near(ab.velocity, ba.velocity));
}

#[test]
fn steer_13_force_is_cut_then_divided_by_the_mass() {
    let mut heavy = Agent { mass: 4.0, max_force: 2.0, ..classic::agent(0.0, 0.0) };
    classic::step(&mut heavy, vec2(30.0, 40.0));
    assert!(near(heavy.velocity, vec2(0.3, 0.4)) && near(heavy.position, heavy.velocity));
}

#[test]
fn steer_14_every_tunable_has_its_printed_default() {
    let wander = classic::WANDER;
    assert_eq!((wander.distance, wander.radius, wander.range, wander.angle), (10.0, 5.0, 1.0, 0.0));
    let avoid = classic::Avoid::default();
    assert_eq!((avoid.distance, avoid.buffer), (300.0, 20.0));
    let path = PathFollower::default();
    assert_eq!((path.index, path.threshold), (0, 20.0));
    assert_eq!((classic::FLOCK_RULES.sight.radius, classic::FLOCK_RULES.too_close), (200.0, 60.0));
    // The end of a path is arrived at over 100 pixels.
    let steering = classic::follow_path(&mut PathFollower::default(), &me(), &[vec2(150.0, 100.0)]);
    assert_eq!(steering, classic::arrive(&me(), vec2(150.0, 100.0), 100.0));
    assert_eq!(steering, vec2(-1.0, 0.0));
}

#[test]
fn steer_15_seek_never_slows_down() {
    for distance in [1.0, 10.0, 1000.0] {
        assert!(near(seek(&me(), vec2(100.0 + distance, 100.0)), vec2(4.0, 0.0)));
    }
    assert_eq!(classic::seek(&me(), vec2(100.0, 200.0)), seek(&me(), vec2(100.0, 200.0)));
}

#[test]
fn steer_16_flee_from_any_distance_or_within_a_radius() {
    let threat = vec2(200.0, 100.0);
    assert_eq!(flee(&me(), threat), vec2(-16.0, 0.0));
    assert_eq!(classic::flee(&me(), threat), vec2(-4.0, 0.0));
    assert_eq!(flee_within(&me(), threat, 99.0), Vec2::ZERO);
    assert_eq!(flee_within(&me(), threat, 101.0), vec2(-16.0, 0.0));
}

#[test]
fn steer_17_arrive_slows_down_inside_the_threshold() {
    let wanted = |distance: f32| {
        (classic::arrive(&me(), vec2(100.0 + distance, 100.0), 100.0) + me().velocity).length()
    };
    for (distance, speed) in [(150.0, 10.0), (100.0, 10.0), (50.0, 5.0), (10.0, 1.0)] {
        assert!((wanted(distance) - speed).abs() < 1e-4, "{distance}: {}", wanted(distance));
    }
}

#[test]
fn steer_18_pursue_looks_ahead_by_the_distance() {
    let (target, velocity) = (vec2(100.0, 200.0), vec2(3.0, 0.0));
    // 100 pixels at 10 a tick are 10 ticks: 30 pixels further on.
    assert_eq!(classic::PREDICTION.predict(&me(), target, velocity), vec2(130.0, 200.0));
    assert_eq!(classic::pursue(&me(), target, velocity), seek(&me(), vec2(130.0, 200.0)));
    assert_eq!(classic::pursue(&me(), target, Vec2::ZERO), seek(&me(), target));
}

#[test]
fn steer_19_evade_flees_the_same_point() {
    let (hunter, velocity) = (vec2(100.0, 200.0), vec2(3.0, 0.0));
    assert_eq!(
        evade(&me(), hunter, velocity, classic::PREDICTION),
        flee(&me(), vec2(130.0, 200.0))
    );
    assert_eq!(classic::evade(&me(), hunter, velocity), classic::flee(&me(), vec2(130.0, 200.0)));
}

#[test]
fn steer_20_wander_uses_its_angle_before_it_drifts() {
    let (mut rng, mut wander) = (Rng::new(4), Wander { angle: 1.2, ..classic::WANDER });
    let push = classic::wander(&mut wander, &me(), &mut rng);
    assert!(near(push, vec2(10.0, 0.0) + Vec2::at_angle(1.2) * 5.0), "{push}");
    assert!((wander.angle - 1.2).abs() <= 0.5 && wander.angle != 1.2);
    // Ahead of the velocity, also right after a bounce, when the heading still points at the wall.
    let turned = Agent { velocity: vec2(-6.0, 0.0), heading: Vec2::X, ..me() };
    let mut straight = classic::WANDER;
    assert!(classic::wander(&mut straight, &turned, &mut rng).x < 0.0);
}

#[test]
fn steer_21_obstacles_are_circles_that_can_be_shown() {
    let (rock, agent) = (Circle::new(vec2(250.0, 105.0), 50.0), me());
    let mut marks = Marks::new();
    let steering = classic::Avoid::default().force(marks.watch(&agent), [rock]);
    assert_eq!(steering, classic::Avoid::default().force(&agent, [rock]));
    assert!(marks.iter().any(|mark| mark.role == MarkRole::Obstacle));
}

#[test]
fn steer_22_classic_avoidance_adds_up_and_brakes() {
    let (a, b) = (Circle::new(vec2(250.0, 105.0), 50.0), Circle::new(vec2(160.0, 105.0), 50.0));
    let rule = classic::Avoid::default();
    let both = rule.force(&me(), [a, b]);
    assert!(near(both, rule.force(&me(), [a]) + rule.force(&me(), [b])));
    assert!(near(both, vec2(0.0, -5.0 - 8.0)));
    assert!((rule.brake(&me(), [a, b]) - 0.5 * 0.2).abs() < 1e-6);
}

#[test]
fn steer_23_paths_open_and_closed() {
    let path = [vec2(110.0, 100.0), vec2(300.0, 100.0)];
    let mut open = PathFollower { index: 1, ..PathFollower::default() };
    let end = classic::agent(290.0, 100.0);
    assert_eq!(open.steer(&end, &path, 1.0), (arrive(&end, path[1], 1.0), PathEvent::Finished));
    let mut closed = PathFollower { looped: true, ..open };
    assert_eq!(closed.steer(&end, &path, 1.0), (seek(&end, path[0]), PathEvent::Reached(1)));
}

#[test]
fn steer_24_cells_of_a_search_are_waypoints() {
    let cells = [(0, 0), (1, 0), (2, 1), (2, 2), (3, 3)];
    let path = cells.map(|(x, y)| vec2(x as f32 * 40.0 + 20.0, y as f32 * 40.0 + 20.0));
    let (mut follower, mut agent) = (PathFollower::default(), Agent::new(20.0, 20.0));
    for _ in 0..300 {
        let (steering, _) = follower.steer(&agent, &path, 1.0 / 60.0);
        agent.step(steering, 1.0 / 60.0);
    }
    assert!(agent.position.distance(path[4]) < 0.5, "{}", agent.position);
}

#[test]
fn steer_25_sight_with_any_field_of_view() {
    let seen = |sight: Sight| {
        let mut seen = Vec::new();
        let others = [at(299.0, 100.0), at(100.0, 150.0), at(80.0, 100.0), at(301.0, 100.0)];
        sight.for_each_seen(&me(), others, |other, _| seen.push(other.position.x));
        seen
    };
    assert_eq!(seen(classic::SIGHT), [299.0, 100.0]);
    assert_eq!(seen(Sight::new(200.0, 1.0)), [299.0]);
    assert_eq!(seen(Sight::new(200.0, 7.0)), [299.0, 100.0, 80.0]);
    assert_eq!(seen(Sight::new(200.0, 7.0).with_nearest(1)), [80.0]);
}

#[test]
fn steer_26_too_close_is_strict() {
    let rules = FlockRules { alignment: 0.0, cohesion: 0.0, ..classic::FLOCK_RULES };
    assert_eq!(classic::flock_as_described(&rules, &me(), [at(160.0, 100.0)]), Vec2::ZERO);
    assert_ne!(classic::flock_as_described(&rules, &me(), [at(159.9, 100.0)]), Vec2::ZERO);
}

#[test]
fn steer_27_flocking_is_the_sum_of_its_parts() {
    let (me, others) = (me(), [at(150.0, 100.0), at(200.0, 140.0), at(50.0, 100.0)]);
    let middle = vec2(175.0, 120.0);
    let expected =
        flee(&me, others[0].position) + seek(&me, middle) + (vec2(0.0, 3.0) - me.velocity);
    assert!(near(classic::flock_as_described(&classic::FLOCK_RULES, &me, others), expected));
    assert_eq!(
        classic::flock_as_described(&classic::FLOCK_RULES, &me, [others[2]]),
        Vec2::ZERO,
        "behind"
    );
}

#[test]
fn steer_28_who_is_out_of_sight_does_not_matter() {
    let (near_by, rules) = (at(150.0, 120.0), classic::FLOCK_RULES);
    let alone = rules.steer(&me(), [near_by]);
    assert_eq!(rules.steer(&me(), [near_by, at(900.0, 100.0), at(100.0, 5000.0)]), alone);
}

#[test]
fn steer_29_forces_add_before_the_single_cut() {
    let (goal, threat) = (vec2(300.0, 100.0), vec2(100.0, 90.0));
    let mut agent = me();
    let sum = seek(&agent, goal) + flee(&agent, threat);
    classic::step(&mut agent, sum);
    assert!(near(agent.velocity, me().velocity + sum.truncate(1.0)));
}

#[test]
fn steer_30_the_order_of_the_list_does_not_matter() {
    let run = |order: [usize; 4]| {
        let places = [(0.0, 0.0), (90.0, 10.0), (40.0, 80.0), (120.0, 130.0)];
        let mut agents = order.map(|i| classic::agent(places[i].0, places[i].1));
        let mut memory = Vec::new();
        for _ in 0..100 {
            step_together(&mut agents, &mut memory, 1.0, |i, all| {
                // Each seeks the next by its own number, wherever that one stands in the list.
                let next = (order[i as usize] + 1) % 4;
                let place = order.iter().position(|&id| id == next).unwrap();
                seek(&all[i as usize], all[place].position)
            });
        }
        let mut by_number = agents;
        for (i, agent) in order.into_iter().zip(agents) {
            by_number[i] = agent;
        }
        by_number
    };
    assert_eq!(run([0, 1, 2, 3]), run([3, 1, 0, 2]));
}
