//! Every answer is finite: for all finite numbers, the largest and smallest included, and steering even for NaN and
//! infinities.

use core::cell::Cell;
use motile_geom::{
    Aabb, ArcLength, Circle, CubicBezier, Grid2, Marks, Polygon, Rng, Segment, Vec2, vec2,
};
use motile_steer::{
    Agent, Avoid, Body, Boundary, Corridor, Crowd, CurveFollower, Flock, FlockRules, Flockmate,
    OrcaSolver, PassingSide, PathFollower, Prediction, Sight, VectorField, Wander, alignment,
    arrive, by_priority, classic, cohesion, contain, dithered, dodge, evade, first_of, flee,
    flee_within, follow_wall, hide, hiding_spot, intercept_time, interpose, nearest_threat,
    offset_pursuit, pursue, queue, reciprocal_plane, seek, separation, step_together,
    toroidal_offset, wall_plane, weighted_sum,
};
use proptest::prelude::*;

/// Numbers handed out one after the other, again from the start when they run out.
struct Feed<'a> {
    numbers: &'a [f32],
    next: Cell<usize>,
}

impl Feed<'_> {
    fn number(&self) -> f32 {
        let at = self.next.get();
        self.next.set(at + 1);
        self.numbers[at % self.numbers.len()]
    }

    fn vector(&self) -> Vec2 {
        vec2(self.number(), self.number())
    }

    /// The heading is a unit vector, as the field asks for; everything else is anything.
    fn agent(&self) -> Agent {
        let angle = self.number();
        let angle = if angle.is_finite() { angle } else { 0.0 };
        Agent {
            position: self.vector(),
            velocity: self.vector(),
            heading: motile_geom::Vec2Ext::at_angle(angle),
            mass: self.number(),
            max_speed: self.number(),
            max_force: self.number(),
            radius: self.number(),
        }
    }

    fn neighbor(&self) -> Flockmate {
        Flockmate { position: self.vector(), velocity: self.vector() }
    }

    fn body(&self) -> Body {
        Body { position: self.vector(), velocity: self.vector(), radius: self.number() }
    }

    fn circles(&self) -> [Circle; 3] {
        core::array::from_fn(|_| Circle::new(self.vector(), self.number()))
    }

    fn walls(&self) -> [Segment; 3] {
        core::array::from_fn(|_| Segment::new(self.vector(), self.vector()))
    }

    fn sight(&self) -> Sight {
        let sight = Sight::new(self.number(), self.number());
        if self.number() > 0.0 { sight.with_nearest(2) } else { sight }
    }

    fn rules(&self) -> FlockRules {
        FlockRules {
            sight: self.sight(),
            too_close: self.number(),
            separation: self.number(),
            alignment: self.number(),
            cohesion: self.number(),
        }
    }
}

/// The names of all behaviors and combinators with what they answer.
fn answers(feed: &Feed<'_>) -> Vec<(&'static str, Vec2)> {
    let (agent, other) = (feed.agent(), feed.agent());
    let (at, velocity, dt) = (feed.vector(), feed.vector(), feed.number());
    let (distance, time) = (feed.number(), feed.number());
    let neighbors = [feed.neighbor(), feed.neighbor(), feed.neighbor()];
    let sized = neighbors.map(|neighbor| (neighbor, feed.number()));
    let (circles, walls) = (feed.circles(), feed.walls());
    let avoid = Avoid { horizon: feed.number(), margin: feed.number(), turn: 0.0 };
    let bent = Avoid { turn: feed.number(), ..avoid };
    let mut side = PassingSide::Right;
    let first =
        nearest_threat([bent.first_circle(&agent, circles), bent.first_wall(&agent, walls)]);
    let printed = classic::Avoid { distance: feed.number(), buffer: feed.number() };
    let look = Prediction { exact: feed.number() > 0.0, max_time: feed.number() };
    let world = Aabb::new(feed.vector(), feed.vector());
    let rules = feed.rules();
    let mut rng = Rng::new(1);
    let mut wander = Wander {
        distance: feed.number(),
        radius: feed.number(),
        range: feed.number(),
        angle: feed.number(),
        world_axes: feed.number() > 0.0,
    };
    let waypoints = [feed.vector(), feed.vector(), feed.vector()];
    let mut path = PathFollower { index: 1, threshold: feed.number(), looped: feed.number() > 0.0 };
    let curve = CubicBezier::new(feed.vector(), feed.vector(), feed.vector(), feed.vector());
    let lengths = ArcLength::new(&curve);
    let mut on_curve = CurveFollower {
        distance: feed.number(),
        lookahead: feed.number(),
        min_lookahead: feed.number(),
        looped: feed.number() > 0.0,
        laps: 0,
    };
    let cells = Grid2::from_fn(2, 2, |_, _| feed.vector()).unwrap();
    let field = VectorField { cells, origin: feed.vector(), cell_size: feed.number() };
    let polygon = Polygon::new(vec![vec2(0.0, 0.0), vec2(9.0, 0.0), vec2(0.0, 9.0)]).unwrap();
    let (bodies, mut solver) = ([feed.body(), feed.body()], OrcaSolver::default());
    solver.planes.push(wall_plane(bodies[0], walls[0], time));
    solver.hard = 1;
    solver.planes.push(reciprocal_plane(bodies[0], bodies[1], time, dt));
    solver.planes.push(reciprocal_plane(bodies[0], feed.body(), time, dt));
    let some = || at;
    let chance = feed.number();
    vec![
        ("seek", seek(&agent, at)),
        ("classic seek", classic::seek(&agent, at)),
        ("classic pursue", classic::pursue(&agent, at, velocity)),
        ("classic evade", classic::evade(&agent, at, velocity)),
        ("bent circles", bent.circles(&agent, circles)),
        ("bent walls", bent.walls(&agent, walls)),
        ("around_steadily", bent.around_steadily(&agent, first, &mut side)),
        ("feeler", bent.feeler(&agent, time)),
        ("turn_rate", vec2(agent.turn_rate(at, dt), 0.0)),
        ("edge", Boundary::Contain { margin: distance, ahead: time }.steer(&agent, world)),
        ("flee", flee(&agent, at)),
        ("flee_within", flee_within(&agent, at, distance)),
        ("classic flee", classic::flee(&agent, at)),
        ("arrive", arrive(&agent, at, dt)),
        ("classic arrive", classic::arrive(&agent, at, distance)),
        ("pursue", pursue(&agent, at, velocity, look)),
        ("evade", evade(&agent, at, velocity, look)),
        ("predict", look.predict(&agent, at, velocity)),
        ("wander", wander.steer(&agent, &mut rng, dt)),
        ("wander classic", classic::wander(&mut wander, &agent, &mut rng)),
        ("wander angle", vec2(wander.angle, 0.0)),
        ("avoid circles", avoid.circles(&agent, circles)),
        ("avoid walls", avoid.walls(&agent, walls)),
        ("avoid polygons", avoid.polygons(&agent, [&polygon])),
        ("avoid classic", printed.force(&agent, circles)),
        ("avoid classic brake", vec2(printed.brake(&agent, circles), 0.0)),
        ("follow path", path.steer(&agent, &waypoints, dt).0),
        ("follow path classic", classic::follow_path(&mut path, &agent, &waypoints)),
        ("follow curve", on_curve.steer(&agent, &curve, &lengths)),
        ("place on the curve", vec2(on_curve.distance, 0.0)),
        (
            "corridor",
            Corridor { radius: distance, ahead: time, looped: dt > 0.0 }.steer(&agent, &waypoints),
        ),
        ("flow field", field.steer(&agent, time)),
        ("follow_wall", follow_wall(&agent, walls, distance).unwrap_or_default()),
        ("contain", contain(&agent, world, distance, time)),
        ("hide", hide(&agent, at, circles, distance, dt).unwrap_or_default()),
        ("hiding_spot", hiding_spot(&agent, at, circles, distance).unwrap_or_default()),
        ("interpose", interpose(&agent, neighbors[0], neighbors[1], dt)),
        ("offset_pursuit", offset_pursuit(&agent, &other, at, dt)),
        ("queue", queue(&agent, neighbors, distance)),
        ("dodge", dodge(&agent, sized, time)),
        ("separation", separation(&agent, neighbors, distance)),
        ("alignment", alignment(&agent, neighbors)),
        ("cohesion", cohesion(&agent, neighbors)),
        ("flock", rules.steer(&agent, neighbors)),
        ("flock as described", classic::flock_as_described(&rules, &agent, neighbors)),
        ("flock classic", classic::flock(&rules, &agent, neighbors)),
        ("orca", solver.solve(velocity, distance)),
        ("weighted_sum", weighted_sum([(at, distance), (velocity, time), (at, dt)])),
        ("by_priority", by_priority([at, velocity, at], distance)),
        ("first_of", first_of([at, velocity])),
        ("dithered", dithered([(chance, &some as &dyn Fn() -> Vec2), (time, &some)], &mut rng)),
        ("toroidal_offset", toroidal_offset(at, velocity, world)),
        (
            "intercept_time",
            vec2(intercept_time(at, distance, velocity, agent.velocity).unwrap_or(0.0), 0.0),
        ),
    ]
}

fn check_steering(numbers: &[f32]) -> Result<(), TestCaseError> {
    let feed = Feed { numbers, next: Cell::new(0) };
    for (name, steering) in answers(&feed) {
        prop_assert!(steering.is_finite(), "{name} gave {steering}");
    }
    Ok(())
}

fn edges(feed: &Feed<'_>) -> [Boundary; 6] {
    [
        Boundary::Open,
        Boundary::Wrap,
        Boundary::Bounce,
        Boundary::BounceWith { restitution: feed.number() },
        Boundary::Contain { margin: feed.number(), ahead: feed.number() },
        Boundary::Stop,
    ]
}

/// Agents, flocks and crowds that start finite stay finite.
fn check_motion(numbers: &[f32]) -> Result<(), TestCaseError> {
    let feed = Feed { numbers, next: Cell::new(0) };
    let (steering, dt) = (feed.vector(), feed.number());
    let world = Aabb::new(feed.vector(), feed.vector());
    for edge in edges(&feed) {
        let mut agent = feed.agent();
        step_together(core::slice::from_mut(&mut agent), &mut Vec::new(), dt, |_, _| steering);
        classic::step(&mut agent, steering);
        edge.apply(&mut agent, world);
        classic::wrap(&mut agent, world);
        classic::bounce(&mut agent, world);
        agent.smooth_heading(feed.vector(), feed.number());
        let finite = [agent.position, agent.velocity, agent.heading].iter().all(|v| v.is_finite());
        prop_assert!(finite, "{edge:?} gave {agent:?}");

        let mut flock = Flock::new(world);
        (flock.rules, flock.body, flock.boundary) = (feed.rules(), feed.agent(), edge);
        for _ in 0..6 {
            flock.add(feed.vector(), feed.vector());
        }
        flock.steering.resize(6, steering);
        flock.step(dt);
        flock.step(0.1);
        let mut all = flock.positions.iter().chain(&flock.velocities);
        prop_assert!(all.all(|v| v.is_finite()), "{edge:?} gave {flock:?}");
        let mut marks = Marks::new();
        flock.mark(0, &mut marks);
        check_marks(&marks)?;
    }
    let mut crowd = Crowd::default();
    (crowd.sight, crowd.max_speed) = (feed.sight(), feed.number());
    (crowd.horizon, crowd.wall_horizon) = (feed.number(), feed.number());
    crowd.walls.extend(feed.walls());
    for _ in 0..5 {
        let body = feed.body();
        crowd.positions.push(body.position);
        crowd.velocities.push(body.velocity);
        crowd.radii.push(body.radius);
        crowd.preferred.push(feed.vector());
    }
    crowd.step(dt);
    crowd.step(0.1);
    let finite = crowd.bodies().all(|b| b.position.is_finite() && b.velocity.is_finite());
    prop_assert!(finite, "{crowd:?}");
    let mut marks = Marks::new();
    crowd.mark(0, dt, &mut marks);
    check_marks(&marks)
}

fn check_marks(marks: &Marks) -> Result<(), TestCaseError> {
    for mark in marks.iter() {
        prop_assert!(mark.shape.is_finite(), "{mark:?}");
    }
    Ok(())
}

/// Ordinary numbers, and the ones that break things.
fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![
        6 => -500.0f32..500.0,
        2 => -2.0f32..2.0,
        3 => prop::sample::select(vec![
            0.0, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, 1e-45, -1e-40, f32::EPSILON, 1e-12, 1e10,
            -1e15, 1e19, -3e19, 1e30, f32::MAX, f32::MIN,
        ]),
        1 => any::<f32>().prop_filter("finite", |v| v.is_finite()),
    ]
}

/// The same, and those that are no numbers.
fn anything() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => finite(),
        1 => prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finite_input_gives_finite_steering(numbers in prop::collection::vec(finite(), 131)) {
        check_steering(&numbers)?;
    }

    #[test]
    fn any_input_gives_finite_steering(numbers in prop::collection::vec(anything(), 131)) {
        check_steering(&numbers)?;
    }

    /// Few numbers again and again: agents, targets and obstacles in one place.
    #[test]
    fn coincidence_gives_finite_steering(numbers in prop::collection::vec(finite(), 1..5)) {
        check_steering(&numbers)?;
        check_motion(&numbers)?;
    }

    #[test]
    fn finite_agents_flocks_and_crowds_stay_finite(numbers in prop::collection::vec(finite(), 131)) {
        check_motion(&numbers)?;
    }
}
