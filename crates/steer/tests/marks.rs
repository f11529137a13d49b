//! Every behavior leaves its marks and answers as if nobody watched.

use motile_geom::{
    Aabb, ArcLength, CatmullRom, Circle, Grid2, MarkRole, MarkShape, MarkSink, Marks, Polygon, Rng,
    Segment, Vec2, vec2,
};
use motile_steer::{
    Agent, Avoid, Body, Corridor, Crowd, CurveFollower, Flock, FlockRules, Flockmate, PassingSide,
    PathFollower, Prediction, Sight, VectorField, Wander, alignment, arrive, classic, cohesion,
    contain, dodge, evade, flee, flee_within, follow_wall, hide, interpose, offset_pursuit, pursue,
    queue, seek, separation,
};

const DT: f32 = 1.0 / 60.0;

fn me() -> Agent {
    Agent { velocity: vec2(100.0, 0.0), ..Agent::new(0.0, 0.0) }
}

/// Calls a behavior with fresh marks and checks that it left those roles, and the three arrows.
fn watch<R>(roles: &[MarkRole], call: impl FnOnce(&mut Marks) -> R) -> (R, Marks) {
    let mut marks = Marks::new();
    let answer = call(&mut marks);
    let has = |role| marks.iter().any(|mark| mark.role == role);
    for &role in roles.iter().chain(&[MarkRole::Velocity, MarkRole::Desired, MarkRole::Steering]) {
        assert!(has(role), "no {role:?} among {marks:?}");
    }
    (answer, marks)
}

fn shapes(marks: &Marks, role: MarkRole) -> Vec<MarkShape<'_>> {
    marks.iter().filter(|mark| mark.role == role).map(|mark| mark.shape).collect()
}

#[test]
fn marks_of_points() {
    let (me, at) = (me(), vec2(0.0, 80.0));
    let (steering, marks) = watch(&[MarkRole::Target], |m| seek(m.watch(&me), at));
    assert_eq!(steering, seek(&me, at));
    assert_eq!(shapes(&marks, MarkRole::Target), [MarkShape::Point(at)]);
    // A quarter of a second each: 100 pixels a second ahead, 240 down.
    let arrow = |a, b| MarkShape::Arrow(Segment::new(a, b));
    assert_eq!(shapes(&marks, MarkRole::Velocity), [arrow(Vec2::ZERO, vec2(25.0, 0.0))]);
    assert_eq!(shapes(&marks, MarkRole::Desired), [arrow(Vec2::ZERO, vec2(0.0, 60.0))]);
    assert_eq!(shapes(&marks, MarkRole::Steering), [arrow(vec2(25.0, 0.0), vec2(0.0, 60.0))]);

    assert_eq!(
        watch(&[MarkRole::Target], |m| classic::seek(m.watch(&me), at)).0,
        classic::seek(&me, at)
    );
    assert_eq!(watch(&[MarkRole::Threat], |m| flee(m.watch(&me), at)).0, flee(&me, at));
    assert_eq!(
        watch(&[MarkRole::Threat], |m| classic::flee(m.watch(&me), at)).0,
        classic::flee(&me, at)
    );
    let roles = [MarkRole::Threat, MarkRole::Range];
    let (steering, _) = watch(&roles, |m| flee_within(m.watch(&me), at, 90.0));
    assert_eq!(steering, flee_within(&me, at, 90.0));
    let (steering, marks) =
        watch(&[MarkRole::Target, MarkRole::Range], |m| arrive(m.watch(&me), at, DT));
    assert_eq!(steering, arrive(&me, at, DT));
    // v²/2a at the default limits.
    assert_eq!(shapes(&marks, MarkRole::Range), [MarkShape::Circle(Circle::new(at, 40.0))]);
    let (steering, _) = watch(&[MarkRole::Range], |m| classic::arrive(m.watch(&me), at, 100.0));
    assert_eq!(steering, classic::arrive(&me, at, 100.0));
}

#[test]
fn marks_of_moving_targets_and_wandering() {
    let (me, at, velocity, look) = (me(), vec2(0.0, 80.0), vec2(50.0, 0.0), Prediction::default());
    let roles = [MarkRole::Target, MarkRole::Predicted];
    let (steering, marks) = watch(&roles, |m| pursue(m.watch(&me), at, velocity, look));
    assert_eq!(steering, pursue(&me, at, velocity, look));
    let predicted = MarkShape::Point(look.predict(&me, at, velocity));
    assert!(shapes(&marks, MarkRole::Predicted).contains(&predicted));
    let (steering, _) = watch(&roles, |m| classic::pursue(m.watch(&me), at, velocity));
    assert_eq!(steering, classic::pursue(&me, at, velocity));
    let roles = [MarkRole::Threat, MarkRole::Predicted];
    let (steering, _) = watch(&roles, |m| evade(m.watch(&me), at, velocity, look));
    assert_eq!(steering, evade(&me, at, velocity, look));
    let (steering, _) = watch(&roles, |m| classic::evade(m.watch(&me), at, velocity));
    assert_eq!(steering, classic::evade(&me, at, velocity));

    let roles = [MarkRole::Feeler, MarkRole::Range, MarkRole::Target];
    let (mut a, mut b) = (Wander { angle: 1.0, ..Wander::default() }, Wander::default());
    b.angle = 1.0;
    let (steering, marks) = watch(&roles, |m| a.steer(m.watch(&me), &mut Rng::new(3), DT));
    assert_eq!((steering, a), (b.steer(&me, &mut Rng::new(3), DT), b));
    let circle = Circle::new(vec2(60.0, 0.0), 40.0);
    assert_eq!(shapes(&marks, MarkRole::Range), [MarkShape::Circle(circle)]);
    let (steering, _) = watch(&roles, |m| classic::wander(&mut a, m.watch(&me), &mut Rng::new(3)));
    assert_eq!(steering, classic::wander(&mut b, &me, &mut Rng::new(3)));
}

#[test]
fn marks_of_obstacles() {
    let (me, avoid) = (me(), Avoid::default());
    let circles = [(300.0, 0.0), (60.0, 5.0)].map(|(x, y)| Circle::new(vec2(x, y), 20.0));
    let roles = [MarkRole::Feeler, MarkRole::Obstacle, MarkRole::Predicted, MarkRole::Threat];
    let (steering, marks) = watch(&roles, |m| avoid.circles(m.watch(&me), circles));
    assert_eq!(steering, avoid.circles(&me, circles));
    assert_eq!(shapes(&marks, MarkRole::Obstacle), [MarkShape::Circle(circles[1])]);

    let walls = [Segment::new(vec2(60.0, -50.0), vec2(60.0, 50.0))];
    let (steering, marks) = watch(&roles, |m| avoid.walls(m.watch(&me), walls));
    assert_eq!(steering, avoid.walls(&me, walls));
    assert_eq!(shapes(&marks, MarkRole::Obstacle), [MarkShape::Line(walls[0])]);

    let rock = Polygon::new(vec![vec2(60.0, -30.0), vec2(90.0, 0.0), vec2(60.0, 30.0)]).unwrap();
    let (steering, _) = watch(&roles, |m| avoid.polygons(m.watch(&me), [&rock]));
    assert_eq!(steering, avoid.polygons(&me, [&rock]));

    let threat = avoid.first_circle(&me, circles);
    let roles = [MarkRole::Feeler, MarkRole::Predicted, MarkRole::Threat];
    let (steering, _) = watch(&roles, |m| avoid.around(m.watch(&me), threat));
    assert_eq!(steering, avoid.around(&me, threat));
    let (mut a, mut b) = (PassingSide::Left, PassingSide::Left);
    let (steering, _) = watch(&roles, |m| avoid.around_steadily(m.watch(&me), threat, &mut a));
    assert_eq!((steering, a), (avoid.around_steadily(&me, threat, &mut b), b));

    // A bent feeler is drawn in pieces that end where it ends.
    let bent = Avoid { turn: 0.8, ..avoid };
    let (_, marks) = watch(&[MarkRole::Feeler], |m| bent.circles(m.watch(&me), circles));
    let feeler = shapes(&marks, MarkRole::Feeler);
    assert_eq!(feeler.len(), 13, "twelve pieces and the room around the end");
    let end = bent.feeler(&me, bent.horizon);
    assert!(matches!(feeler[11], MarkShape::Line(piece) if piece.b.distance(end) < 1e-3));

    let printed = classic::Avoid::default();
    let roles = [MarkRole::Feeler, MarkRole::Obstacle, MarkRole::Predicted];
    let (steering, _) = watch(&roles, |m| printed.force(m.watch(&me), circles));
    assert_eq!(steering, printed.force(&me, circles));

    let mut free = Marks::new();
    assert_eq!(avoid.circles(free.watch(&me), []), Vec2::ZERO);
    assert!(shapes(&free, MarkRole::Obstacle).is_empty());
}

#[test]
fn marks_of_paths_and_walls() {
    let me = me();
    let points = [vec2(50.0, 50.0), vec2(100.0, 0.0), vec2(50.0, -50.0)];
    let roles = [MarkRole::Path, MarkRole::Range, MarkRole::Target];
    let mut a = PathFollower { looped: true, ..PathFollower::default() };
    let mut b = a;
    let (answer, marks) = watch(&roles, |m| a.steer(m.watch(&me), &points, DT));
    assert_eq!((answer, a), (b.steer(&me, &points, DT), b));
    assert_eq!(shapes(&marks, MarkRole::Path).len(), 3);
    let (steering, _) = watch(&roles, |m| classic::follow_path(&mut a, m.watch(&me), &points));
    assert_eq!(steering, classic::follow_path(&mut b, &me, &points));

    let corridor = Corridor::default();
    let roles = [MarkRole::Path, MarkRole::Feeler, MarkRole::Range, MarkRole::Target];
    let (steering, _) = watch(&roles, |m| corridor.steer(m.watch(&me), &points));
    assert_eq!(steering, corridor.steer(&me, &points));

    let curve = CatmullRom { points: &points, closed: true };
    let lengths = ArcLength::new(&curve);
    let (mut a, mut b) = (CurveFollower::default(), CurveFollower::default());
    let roles = [MarkRole::Path, MarkRole::Link, MarkRole::Target];
    let (steering, _) = watch(&roles, |m| a.steer(m.watch(&me), &curve, &lengths));
    assert_eq!((steering, a), (b.steer(&me, &curve, &lengths), b));

    let field = VectorField::new(Grid2::from_fn(4, 4, |_, _| Vec2::Y).unwrap(), 10.0);
    let (steering, _) =
        watch(&[MarkRole::Feeler, MarkRole::Path], |m| field.steer(m.watch(&me), 0.1));
    assert_eq!(steering, field.steer(&me, 0.1));

    let walls = [Segment::new(vec2(-50.0, 20.0), vec2(50.0, 20.0))];
    let roles = [MarkRole::Obstacle, MarkRole::Link, MarkRole::Range];
    let (steering, _) = watch(&roles, |m| follow_wall(m.watch(&me), walls, 30.0));
    assert_eq!(steering, follow_wall(&me, walls, 30.0));

    let world = Aabb::new(vec2(-50.0, -50.0), vec2(50.0, 50.0));
    let (steering, _) =
        watch(&[MarkRole::Feeler, MarkRole::Range], |m| contain(m.watch(&me), world, 5.0, 0.5));
    assert_eq!(steering, contain(&me, world, 5.0, 0.5));
}

#[test]
fn marks_among_others() {
    let me = me();
    let others = [(30.0, 0.0), (20.0, 20.0), (-15.0, 0.0)]
        .map(|(x, y)| Flockmate { position: vec2(x, y), velocity: vec2(0.0, 40.0) });
    let trees = [(100.0, 0.0), (0.0, 90.0)].map(|(x, y)| Circle::new(vec2(x, y), 15.0));
    let hunter = vec2(-200.0, 0.0);
    let roles = [MarkRole::Threat, MarkRole::Predicted, MarkRole::Target];
    let (steering, _) = watch(&roles, |m| hide(m.watch(&me), hunter, trees, 10.0, DT));
    assert_eq!(steering, hide(&me, hunter, trees, 10.0, DT));
    let roles = [MarkRole::Link, MarkRole::Target];
    let (steering, _) = watch(&roles, |m| interpose(m.watch(&me), others[0], others[1], DT));
    assert_eq!(steering, interpose(&me, others[0], others[1], DT));
    let (leader, slot) = (Agent::new(50.0, 50.0), vec2(-20.0, 5.0));
    let (steering, _) = watch(&roles, |m| offset_pursuit(m.watch(&me), &leader, slot, DT));
    assert_eq!(steering, offset_pursuit(&me, &leader, slot, DT));
    let (steering, _) =
        watch(&[MarkRole::Feeler, MarkRole::Link], |m| queue(m.watch(&me), others, 40.0));
    assert_eq!(steering, queue(&me, others, 40.0));
    let sized = [(others[0], 8.0)];
    let roles = [MarkRole::Feeler, MarkRole::Predicted, MarkRole::Threat];
    let (steering, _) = watch(&roles, |m| dodge(m.watch(&me), sized, 2.0));
    assert_eq!(steering, dodge(&me, sized, 2.0));

    let (steering, marks) =
        watch(&[MarkRole::Range, MarkRole::Link], |m| separation(m.watch(&me), others, 25.0));
    assert_eq!(steering, separation(&me, others, 25.0));
    assert_eq!(shapes(&marks, MarkRole::Link).len(), 1, "only one is closer than 25");
    let (steering, _) =
        watch(&[MarkRole::Link, MarkRole::Path], |m| alignment(m.watch(&me), others));
    assert_eq!(steering, alignment(&me, others));
    let (steering, _) =
        watch(&[MarkRole::Link, MarkRole::Target], |m| cohesion(m.watch(&me), others));
    assert_eq!(steering, cohesion(&me, others));

    let rules = FlockRules { sight: Sight::new(60.0, 3.0), ..FlockRules::default() };
    let roles = [MarkRole::Range, MarkRole::Link, MarkRole::Target];
    let (steering, marks) = watch(&roles, |m| rules.steer(m.watch(&me), others));
    assert_eq!(steering, rules.steer(&me, others));
    assert_eq!(shapes(&marks, MarkRole::Link).len(), 2, "one is behind");
    let (steering, _) =
        watch(&roles, |m| classic::flock_as_described(&rules, m.watch(&me), others));
    assert_eq!(steering, classic::flock_as_described(&rules, &me, others));
    let (steering, _) = watch(&roles, |m| classic::flock(&rules, m.watch(&me), others));
    assert_eq!(steering, classic::flock(&rules, &me, others));
}

#[test]
fn marks_of_flocks_and_crowds() {
    let mut flock = Flock::new(Aabb::new(Vec2::ZERO, vec2(400.0, 300.0)));
    for (x, y) in [(5.0, 50.0), (390.0, 50.0), (20.0, 55.0), (200.0, 200.0)] {
        flock.add(vec2(x, y), vec2(30.0, 0.0));
    }
    flock.rules.sight = Sight::new(60.0, 7.0);
    let mut marks = Marks::new();
    flock.mark(0, &mut marks);
    let links = shapes(&marks, MarkRole::Link);
    let across = Segment::new(vec2(5.0, 50.0), vec2(-10.0, 50.0));
    assert_eq!(links.len(), 2);
    assert!(links.contains(&MarkShape::Line(across)), "the short way across the edge");
    flock.mark(99, &mut marks);

    let mut crowd = Crowd::default();
    for (x, direction) in [(0.0, 1.0), (30.0, -1.0)] {
        let velocity = vec2(50.0 * direction, 0.0);
        crowd.add(Body { position: vec2(x, 0.0), velocity, radius: 8.0 }, velocity);
    }
    crowd.walls.push(Segment::new(vec2(-20.0, 20.0), vec2(50.0, 20.0)));
    marks.clear();
    crowd.mark(0, DT, &mut marks);
    let planes = shapes(&marks, MarkRole::Obstacle);
    assert_eq!(planes.len(), 4, "a border and an arrow for the wall and for the other body");
    assert_eq!(shapes(&marks, MarkRole::Desired).len(), 1);
    crowd.mark(99, DT, &mut marks);
}

#[test]
fn marks_say_which_number_is_bad() {
    let bad = Agent { mass: -1.0, ..me() };
    let mut marks = Marks::new();
    assert_eq!(seek(marks.watch(&bad), vec2(9.0, 0.0)), seek(&bad, vec2(9.0, 0.0)));
    let label = MarkShape::Label { position: Vec2::ZERO, text: "mass must be above 0, found -1" };
    assert!(marks.iter().any(|mark| mark.shape == label), "{marks:?}");
    // A target that is not finite leaves no mark, but is counted.
    marks.clear();
    assert_eq!(seek(marks.watch(&me()), Vec2::NAN), Vec2::ZERO);
    assert_eq!(marks.rejected, 1);

    let mut flock = Flock::new(Aabb::new(Vec2::ZERO, vec2(400.0, 300.0)));
    flock.add(Vec2::ONE, Vec2::ZERO);
    flock.velocities[0] = Vec2::NAN;
    marks.clear();
    flock.mark(0, &mut marks);
    let label = MarkShape::Label { position: vec2(200.0, 150.0), text: "boid 0 is not finite" };
    assert!(marks.iter().map(|mark| mark.shape).eq([label]));
}
