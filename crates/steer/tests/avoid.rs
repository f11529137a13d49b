//! What the printed avoidance does badly (STEER-W11 a to i) and what is done instead.

use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{Circle, Rng, Segment, Vec2, vec2};
use motile_steer::{
    Agent, Avoid, PassingSide, Threat, by_priority, first_of, nearest_threat, seek, weighted_sum,
};

const DT: f32 = 1.0 / 60.0;

/// To the right at 200 pixels a second.
fn me() -> Agent {
    Agent { velocity: vec2(200.0, 0.0), ..Agent::new(0.0, 0.0) }
}

fn rock(x: f32, y: f32, radius: f32) -> Circle {
    Circle::new(vec2(x, y), radius)
}

#[test]
fn steer_w11a_large_obstacles_are_noticed_by_their_surface() {
    // Its center is 600 pixels away, its surface 100.
    let steering = Avoid::default().circles(&me(), [rock(600.0, 10.0, 500.0)]);
    assert!(steering.length() > 50.0);
    // As strong as for a small one whose surface is as near, give or take the curvature.
    let small = Avoid::default().circles(&me(), [rock(120.0, 0.4, 20.0)]);
    assert!(
        (steering.length() - small.length()).abs() < 0.1 * small.length(),
        "{steering} {small}"
    );
}

#[test]
fn steer_w11b_the_nearest_decides_whatever_the_order() {
    let (avoid, near, far) = (Avoid::default(), rock(80.0, 5.0, 20.0), rock(150.0, -5.0, 20.0));
    assert_eq!(avoid.circles(&me(), [near, far]), avoid.circles(&me(), [near]));
    assert_eq!(avoid.circles(&me(), [far, near]), avoid.circles(&me(), [near]));
}

#[test]
fn steer_w11c_priority_not_size_decides() {
    // A large steering straight into a rock beside a small one around it.
    let agent = Agent { max_force: 600.0, ..me() };
    let around = Avoid::default().circles(&agent, [rock(200.0, 3.0, 20.0)]);
    let into = vec2(2000.0, 0.0);
    assert!(around.y < -5.0 && around.length() < 100.0, "{around}");
    assert!(weighted_sum([(around, 1.0), (into, 1.0)]).y.abs() < 0.05 * into.x, "drowned");
    assert_eq!(first_of([around, into]), around);
    let served = by_priority([around, into], agent.max_change(DT));
    assert!(served.dot(around) > 0.9 * served.length() * around.length(), "{served}");
}

#[test]
fn steer_w11d_dead_ahead_it_turns_right() {
    for angle in [0.0, 0.7, 2.0, 4.0] {
        let heading = motile_geom::Vec2Ext::turned(Vec2::X, angle);
        let agent = Agent { velocity: heading * 100.0, heading, ..Agent::new(0.0, 0.0) };
        let steering =
            Avoid::default().around(&agent, Some(Threat { time: 0.5, normal: -heading }));
        assert!(steering.dot(heading.perp()) > 0.0, "{angle}: {steering}");
    }
    assert!(Avoid::default().circles(&me(), [rock(100.0, 0.0, 20.0)]).y > 0.0);
}

/// Seeks a goal behind a rock while something pushes from side to side; how often it changed its side.
fn changes_of_mind(steadily: bool) -> u32 {
    let (rocks, goal) = ([rock(300.0, 0.0, 60.0)], vec2(600.0, 0.0));
    let avoid = Avoid { horizon: 2.5, ..Avoid::default() };
    let mut agent = Agent { max_speed: 80.0, ..me() };
    let (mut kept, mut last, mut changes) = (PassingSide::Undecided, PassingSide::Undecided, 0);
    for tick in 0..600 {
        let threat = avoid.first_circle(&agent, rocks);
        let mut side = if steadily { kept } else { PassingSide::Undecided };
        let around = avoid.around_steadily(&agent, threat, &mut side);
        kept = side;
        if side != PassingSide::Undecided {
            changes += u32::from(last != PassingSide::Undecided && last != side);
            last = side;
        }
        agent.step(first_of([around, seek(&agent, goal)]), DT);
        // Gusts from both sides, a tenth of a second each.
        let gust = vec2(0.0, if tick / 6 % 2 == 0 { 3.0 } else { -3.0 });
        agent.velocity += gust;
        agent.heading = agent.velocity.normalize();
        assert!(agent.position.distance(rocks[0].center) > rocks[0].radius, "{}", agent.position);
    }
    changes
}

#[test]
fn steer_w11d_a_side_once_chosen_is_kept() {
    let (fickle, steady) = (changes_of_mind(false), changes_of_mind(true));
    assert!(fickle > 2 && steady == 0, "{fickle} {steady}");
    // Only a clear lean to the other side changes it.
    let avoid = Avoid::default();
    let threat = |angle: f32| {
        Some(Threat { time: 0.5, normal: motile_geom::Vec2Ext::turned(-Vec2::X, angle) })
    };
    let mut side = PassingSide::Undecided;
    for (angle, expected) in [
        (0.1, PassingSide::Left),
        (-0.3, PassingSide::Left),
        (-0.5, PassingSide::Right),
        (0.3, PassingSide::Right),
        (0.5, PassingSide::Left),
    ] {
        let _ = avoid.around_steadily(&me(), threat(angle), &mut side);
        assert_eq!(side, expected, "{angle}");
    }
    assert_eq!(avoid.around_steadily(&me(), None, &mut side), Vec2::ZERO);
    assert_eq!(side, PassingSide::Left);
}

#[test]
fn steer_w11e_it_brakes_the_more_the_nearer() {
    let braking = |gap: f32| -Avoid::default().circles(&me(), [rock(34.0 + gap, 0.0, 20.0)]).x;
    assert!(braking(20.0) > braking(80.0) && braking(80.0) > braking(160.0));
    assert!(braking(160.0) > 0.0 && braking(1.0) > me().max_speed, "it would even go back");
}

#[test]
fn steer_w11f_who_is_inside_leaves_by_the_shortest_way() {
    for (x, y) in [(10.0, 0.0), (-5.0, 5.0), (0.0, -30.0)] {
        let inside = Agent { velocity: vec2(-20.0, 30.0), ..Agent::new(x, y) };
        let steering = Avoid::default().circles(&inside, [rock(0.0, 0.0, 60.0)]);
        let wanted = steering + inside.velocity;
        assert!(wanted.distance(vec2(x, y).normalize() * inside.max_speed) < 1e-3, "{wanted}");
    }
    let middle = Avoid::default().circles(&Agent::new(0.0, 0.0), [rock(0.0, 0.0, 60.0)]);
    assert!(middle.length() > 100.0, "out of the very middle too: {middle}");
}

#[test]
fn steer_w11g_a_larger_body_keeps_a_larger_distance() {
    // What the small one passes, the large one dodges.
    let beside = [rock(100.0, 40.0, 20.0)];
    assert_eq!(Avoid::default().circles(&me(), beside), Vec2::ZERO);
    assert_ne!(Avoid::default().circles(&Agent { radius: 20.0, ..me() }, beside), Vec2::ZERO);
}

#[test]
fn steer_w11h_a_bent_feeler_sees_what_a_turning_vehicle_will_hit() {
    // At 100 px/s and 1 rad/s the way is a circle of 100 pixels around (0, 100).
    let agent = Agent { velocity: vec2(100.0, 0.0), ..Agent::new(0.0, 0.0) };
    let straight = Avoid { horizon: 2.0, ..Avoid::default() };
    let [right, left] = [1.0, -1.0].map(|turn| Avoid { turn, ..straight });
    // Straight ahead: hit by who goes straight, not by who turns away.
    let ahead = [rock(170.0, 0.0, 20.0)];
    assert_ne!(straight.circles(&agent, ahead), Vec2::ZERO);
    assert_eq!(right.circles(&agent, ahead), Vec2::ZERO);
    // On the curve: the other way round.
    let on_curve = [rock(100.0, 100.0, 20.0)];
    assert_eq!(straight.circles(&agent, on_curve), Vec2::ZERO);
    assert_eq!(left.circles(&agent, on_curve), Vec2::ZERO);
    let threat = right.first_circle(&agent, on_curve).unwrap();
    // A quarter of the circle less the chord of 34 pixels: π/2 − 2·asin(0.17) seconds.
    assert!((threat.time - 1.229_15).abs() < 1e-4, "{}", threat.time);
    assert!(right.circles(&agent, on_curve).length() > 50.0);
    // A wall beside the straight way.
    let wall = [Segment::new(vec2(60.0, 60.0), vec2(160.0, 60.0))];
    assert_eq!(straight.walls(&agent, wall), Vec2::ZERO);
    let threat = right.first_wall(&agent, wall).unwrap();
    assert!((right.feeler(&agent, threat.time).y - (60.0 - 14.0)).abs() < 1e-2);
    assert_eq!(threat.normal, vec2(0.0, -1.0));
}

#[test]
fn steer_w11h_a_vehicle_on_a_curve_finds_its_way_between_rocks() {
    // Circles around a point at 1 rad/s; rocks inside and outside of its way do not disturb it.
    let rocks = [rock(0.0, 0.0, 60.0), rock(160.0, 0.0, 30.0), rock(-160.0, 0.0, 30.0)];
    let disturbances = |bent: bool| {
        let mut agent =
            Agent { velocity: vec2(0.0, 100.0), heading: Vec2::Y, ..Agent::new(100.0, 0.0) };
        let (mut before, mut disturbed) = (agent.heading, 0);
        for _ in 0..360 {
            let turn = if bent { agent.turn_rate(before, DT) } else { 0.0 };
            before = agent.heading;
            let avoid = Avoid { margin: 1.0, turn, ..Avoid::default() };
            disturbed += u32::from(avoid.circles(&agent, rocks) != Vec2::ZERO);
            let round = motile_geom::Vec2Ext::turned(agent.velocity, DT) - agent.velocity;
            agent.step(round, DT);
        }
        disturbed
    };
    // In the first step nobody knows yet that it turns.
    assert!(disturbances(true) <= 1, "{}", disturbances(true));
    assert!(disturbances(false) > 40, "{}", disturbances(false));
}

#[test]
fn steer_w11i_contact_times_are_exact() {
    // 3-4-5: aimed at a rim point whose distance needs no rounding.
    let agent = Agent { velocity: vec2(100.0, 0.0), radius: 0.0, ..Agent::new(0.0, 0.0) };
    let avoid = Avoid { margin: 0.0, ..Avoid::default() };
    let threat = avoid.first_circle(&agent, [rock(80.0, 30.0, 50.0)]).unwrap();
    assert_eq!(threat, Threat { time: 0.4, normal: vec2(-0.8, -0.6) });
}

#[test]
fn steer_m4_a_grid_of_obstacles_gives_the_same_answer() {
    let mut rng = Rng::new(6);
    let rocks: Vec<Circle> =
        (0..600).map(|_| Circle::new(rng.in_unit_disc() * 2000.0, rng.range(5.0..30.0))).collect();
    let mut grid = UniformGrid::default();
    grid.set_world(GridWorld::Unbounded, CellSize::Exactly(150.0));
    grid.rebuild_with(rocks.len() as u32, |i| rocks[i as usize].center);
    let (mut asked, mut dodged) = (0, 0);
    for case in 0..200 {
        let position = rng.in_unit_disc() * 1500.0;
        let velocity = rng.unit_vec2() * 150.0;
        let agent = Agent { velocity, heading: velocity / 150.0, position, ..Agent::default() };
        let avoid = Avoid { turn: if case % 2 == 0 { 0.0 } else { 0.7 }, ..Avoid::default() };
        // Grids know centers: the largest rock may be that much nearer.
        let near = grid.slots_around(position, avoid.reach(&agent) + 30.0).flatten();
        let near = near.map(|slot| rocks[grid.order()[slot] as usize]);
        let near: Vec<Circle> = near.inspect(|_| asked += 1).collect();
        let all = avoid.circles(&agent, rocks.iter().copied());
        assert_eq!(avoid.circles(&agent, near), all);
        dodged += u32::from(all != Vec2::ZERO);
    }
    assert!(dodged > 20 && asked < 200 * 60, "{dodged} dodged, {asked} looked at");
}

#[test]
fn circles_and_walls_at_once() {
    let (avoid, rocks) = (Avoid::default(), [rock(150.0, 5.0, 20.0)]);
    let walls = [Segment::new(vec2(90.0, -50.0), vec2(90.0, 50.0))];
    let first = nearest_threat([avoid.first_circle(&me(), rocks), avoid.first_wall(&me(), walls)]);
    assert_eq!(avoid.around(&me(), first), avoid.walls(&me(), walls));
}
