//! Every behavior leaves its marks and answers as if nobody watched.

use motile_geom::{Aabb, ArcLength, CatmullRom, Circle, Grid2, Polygon, Rng, Segment, Vec2, vec2};
use motile_steer::{
    Agent, Avoid, Body, ClassicAvoid, Corridor, Crowd, CurveFollower, DebugMarks, Flock,
    FlockRules, Flockmate, Lookahead, Mark, MarkRole, MarkShape, PassingSide, PathFollower, Sight,
    VectorField, Wander, alignment, arrive, arrive_classic, cohesion, contain, dodge, evade,
    evade_classic, flee, flee_classic, flee_within, follow_wall, hide, interpose, offset_pursuit,
    pursue, pursue_classic, queue, seek, seek_classic, separation,
};

const DT: f32 = 1.0 / 60.0;

fn me() -> Agent {
    Agent { velocity: vec2(100.0, 0.0), ..Agent::at(0.0, 0.0) }
}

/// Calls a behavior with fresh marks and checks that it left those roles, and the three arrows.
fn watch<R>(roles: &[MarkRole], call: impl FnOnce(&mut DebugMarks) -> R) -> (R, Vec<Mark>) {
    let mut debug = DebugMarks::default();
    let answer = call(&mut debug);
    let has = |role| debug.marks.iter().any(|mark| mark.role == role);
    for &role in roles.iter().chain(&[MarkRole::Velocity, MarkRole::Desired, MarkRole::Wish]) {
        assert!(has(role), "no {role:?} among {:?}", debug.marks);
    }
    (answer, debug.marks)
}

fn shapes(marks: &[Mark], role: MarkRole) -> Vec<MarkShape> {
    marks.iter().filter(|mark| mark.role == role).map(|mark| mark.shape).collect()
}

#[test]
fn marks_of_points() {
    let (me, at) = (me(), vec2(0.0, 80.0));
    let (wish, marks) = watch(&[MarkRole::Target], |d| d.seek(&me, at));
    assert_eq!(wish, seek(&me, at));
    assert_eq!(shapes(&marks, MarkRole::Target), [MarkShape::Point(at)]);
    // A quarter of a second each: 100 pixels a second ahead, 240 down.
    let arrow = |a, b| MarkShape::Arrow(Segment::new(a, b));
    assert_eq!(shapes(&marks, MarkRole::Velocity), [arrow(Vec2::ZERO, vec2(25.0, 0.0))]);
    assert_eq!(shapes(&marks, MarkRole::Desired), [arrow(Vec2::ZERO, vec2(0.0, 60.0))]);
    assert_eq!(shapes(&marks, MarkRole::Wish), [arrow(vec2(25.0, 0.0), vec2(0.0, 60.0))]);

    assert_eq!(watch(&[MarkRole::Target], |d| d.seek_classic(&me, at)).0, seek_classic(&me, at));
    assert_eq!(watch(&[MarkRole::Threat], |d| d.flee(&me, at)).0, flee(&me, at));
    assert_eq!(watch(&[MarkRole::Threat], |d| d.flee_classic(&me, at)).0, flee_classic(&me, at));
    let roles = [MarkRole::Threat, MarkRole::Range];
    let (wish, _) = watch(&roles, |d| d.flee_within(&me, at, 90.0));
    assert_eq!(wish, flee_within(&me, at, 90.0));
    let (wish, marks) = watch(&[MarkRole::Target, MarkRole::Range], |d| d.arrive(&me, at, DT));
    assert_eq!(wish, arrive(&me, at, DT));
    // v²/2a at the default limits.
    assert_eq!(shapes(&marks, MarkRole::Range), [MarkShape::Circle(Circle::new(at, 40.0))]);
    let (wish, _) = watch(&[MarkRole::Range], |d| d.arrive_classic(&me, at, 100.0));
    assert_eq!(wish, arrive_classic(&me, at, 100.0));
}

#[test]
fn marks_of_moving_targets_and_wandering() {
    let (me, at, velocity, look) = (me(), vec2(0.0, 80.0), vec2(50.0, 0.0), Lookahead::default());
    let roles = [MarkRole::Target, MarkRole::Predicted];
    let (wish, marks) = watch(&roles, |d| d.pursue(&me, at, velocity, look));
    assert_eq!(wish, pursue(&me, at, velocity, look));
    let predicted = MarkShape::Point(look.predict(&me, at, velocity));
    assert!(shapes(&marks, MarkRole::Predicted).contains(&predicted));
    let (wish, _) = watch(&roles, |d| d.pursue_classic(&me, at, velocity));
    assert_eq!(wish, pursue_classic(&me, at, velocity));
    let roles = [MarkRole::Threat, MarkRole::Predicted];
    let (wish, _) = watch(&roles, |d| d.evade(&me, at, velocity, look));
    assert_eq!(wish, evade(&me, at, velocity, look));
    let (wish, _) = watch(&roles, |d| d.evade_classic(&me, at, velocity));
    assert_eq!(wish, evade_classic(&me, at, velocity));

    let roles = [MarkRole::Feeler, MarkRole::Range, MarkRole::Target];
    let (mut a, mut b) = (Wander { angle: 1.0, ..Wander::default() }, Wander::default());
    b.angle = 1.0;
    let (wish, marks) = watch(&roles, |d| d.wander(&mut a, &me, &mut Rng::new(3), DT));
    assert_eq!((wish, a), (b.steer(&me, &mut Rng::new(3), DT), b));
    let circle = Circle::new(vec2(60.0, 0.0), 40.0);
    assert_eq!(shapes(&marks, MarkRole::Range), [MarkShape::Circle(circle)]);
    let (wish, _) = watch(&roles, |d| d.wander_classic(&mut a, &me, &mut Rng::new(3)));
    assert_eq!(wish, b.steer_classic(&me, &mut Rng::new(3)));
}

#[test]
fn marks_of_obstacles() {
    let (me, avoid) = (me(), Avoid::default());
    let circles = [(300.0, 0.0), (60.0, 5.0)].map(|(x, y)| Circle::new(vec2(x, y), 20.0));
    let roles = [MarkRole::Feeler, MarkRole::Obstacle, MarkRole::Predicted, MarkRole::Threat];
    let (wish, marks) = watch(&roles, |d| d.avoid_circles(&avoid, &me, circles));
    assert_eq!(wish, avoid.circles(&me, circles));
    assert_eq!(shapes(&marks, MarkRole::Obstacle), [MarkShape::Circle(circles[1])]);

    let walls = [Segment::new(vec2(60.0, -50.0), vec2(60.0, 50.0))];
    let (wish, marks) = watch(&roles, |d| d.avoid_walls(&avoid, &me, walls));
    assert_eq!(wish, avoid.walls(&me, walls));
    assert_eq!(shapes(&marks, MarkRole::Obstacle), [MarkShape::Line(walls[0])]);

    let rock = Polygon::new(vec![vec2(60.0, -30.0), vec2(90.0, 0.0), vec2(60.0, 30.0)]).unwrap();
    let (wish, _) = watch(&roles, |d| d.avoid_polygons(&avoid, &me, [&rock]));
    assert_eq!(wish, avoid.polygons(&me, [&rock]));

    let threat = avoid.first_circle(&me, circles);
    let roles = [MarkRole::Feeler, MarkRole::Predicted, MarkRole::Threat];
    let (wish, _) = watch(&roles, |d| d.avoid_around(&avoid, &me, threat));
    assert_eq!(wish, avoid.around(&me, threat));
    let (mut a, mut b) = (PassingSide::Left, PassingSide::Left);
    let (wish, _) = watch(&roles, |d| d.avoid_around_steadily(&avoid, &me, threat, &mut a));
    assert_eq!((wish, a), (avoid.around_steadily(&me, threat, &mut b), b));

    // A bent feeler is drawn in pieces that end where it ends.
    let bent = Avoid { turn: 0.8, ..avoid };
    let (_, marks) = watch(&[MarkRole::Feeler], |d| d.avoid_circles(&bent, &me, circles));
    let feeler = shapes(&marks, MarkRole::Feeler);
    assert_eq!(feeler.len(), 13, "twelve pieces and the room around the end");
    let end = bent.feeler(&me, bent.horizon);
    assert!(matches!(feeler[11], MarkShape::Line(piece) if piece.b.distance(end) < 1e-3));

    let classic = ClassicAvoid::default();
    let roles = [MarkRole::Feeler, MarkRole::Obstacle, MarkRole::Predicted];
    let (wish, _) = watch(&roles, |d| d.avoid_classic(&classic, &me, circles));
    assert_eq!(wish, classic.force(&me, circles));

    let mut free = DebugMarks::default();
    free.avoid_circles(&avoid, &me, []);
    assert!(shapes(&free.marks, MarkRole::Obstacle).is_empty());
}

#[test]
fn marks_of_ways_and_walls() {
    let me = me();
    let points = [vec2(50.0, 50.0), vec2(100.0, 0.0), vec2(50.0, -50.0)];
    let roles = [MarkRole::Way, MarkRole::Range, MarkRole::Target];
    let mut a = PathFollower { looped: true, ..PathFollower::default() };
    let mut b = a;
    let (answer, marks) = watch(&roles, |d| d.follow_path(&mut a, &me, &points, DT));
    assert_eq!((answer, a), (b.steer(&me, &points, DT), b));
    assert_eq!(shapes(&marks, MarkRole::Way).len(), 3);
    let (wish, _) = watch(&roles, |d| d.follow_path_classic(&mut a, &me, &points));
    assert_eq!(wish, b.steer_classic(&me, &points));

    let corridor = Corridor::default();
    let roles = [MarkRole::Way, MarkRole::Feeler, MarkRole::Range, MarkRole::Target];
    let (wish, _) = watch(&roles, |d| d.follow_corridor(&corridor, &me, &points));
    assert_eq!(wish, corridor.steer(&me, &points));

    let curve = CatmullRom { points: &points, closed: true };
    let lengths = ArcLength::new(&curve);
    let (mut a, mut b) = (CurveFollower::default(), CurveFollower::default());
    let roles = [MarkRole::Way, MarkRole::Link, MarkRole::Target];
    let (wish, _) = watch(&roles, |d| d.follow_curve(&mut a, &me, &curve, &lengths));
    assert_eq!((wish, a), (b.steer(&me, &curve, &lengths), b));

    let field = VectorField::new(Grid2::from_fn(4, 4, |_, _| Vec2::Y).unwrap(), 10.0);
    let (wish, _) = watch(&[MarkRole::Feeler, MarkRole::Way], |d| d.follow_field(&field, &me, 0.1));
    assert_eq!(wish, field.steer(&me, 0.1));

    let walls = [Segment::new(vec2(-50.0, 20.0), vec2(50.0, 20.0))];
    let roles = [MarkRole::Obstacle, MarkRole::Link, MarkRole::Range];
    let (wish, _) = watch(&roles, |d| d.follow_wall(&me, walls, 30.0));
    assert_eq!(wish, follow_wall(&me, walls, 30.0));

    let world = Aabb::new(vec2(-50.0, -50.0), vec2(50.0, 50.0));
    let (wish, _) =
        watch(&[MarkRole::Feeler, MarkRole::Range], |d| d.contain(&me, world, 5.0, 0.5));
    assert_eq!(wish, contain(&me, world, 5.0, 0.5));
}

#[test]
fn marks_among_others() {
    let me = me();
    let others = [(30.0, 0.0), (20.0, 20.0), (-15.0, 0.0)]
        .map(|(x, y)| Flockmate { position: vec2(x, y), velocity: vec2(0.0, 40.0) });
    let trees = [(100.0, 0.0), (0.0, 90.0)].map(|(x, y)| Circle::new(vec2(x, y), 15.0));
    let hunter = vec2(-200.0, 0.0);
    let roles = [MarkRole::Threat, MarkRole::Predicted, MarkRole::Target];
    let (wish, _) = watch(&roles, |d| d.hide(&me, hunter, trees, 10.0, DT));
    assert_eq!(wish, hide(&me, hunter, trees, 10.0, DT));
    let roles = [MarkRole::Link, MarkRole::Target];
    let (wish, _) = watch(&roles, |d| d.interpose(&me, others[0], others[1], DT));
    assert_eq!(wish, interpose(&me, others[0], others[1], DT));
    let (leader, slot) = (Agent::at(50.0, 50.0), vec2(-20.0, 5.0));
    let (wish, _) = watch(&roles, |d| d.offset_pursuit(&me, &leader, slot, DT));
    assert_eq!(wish, offset_pursuit(&me, &leader, slot, DT));
    let (wish, _) = watch(&[MarkRole::Feeler, MarkRole::Link], |d| d.queue(&me, others, 40.0));
    assert_eq!(wish, queue(&me, others, 40.0));
    let sized = [(others[0], 8.0)];
    let roles = [MarkRole::Feeler, MarkRole::Predicted, MarkRole::Threat];
    let (wish, _) = watch(&roles, |d| d.dodge(&me, sized, 2.0));
    assert_eq!(wish, dodge(&me, sized, 2.0));

    let (wish, marks) =
        watch(&[MarkRole::Range, MarkRole::Link], |d| d.separation(&me, others, 25.0));
    assert_eq!(wish, separation(&me, others, 25.0));
    assert_eq!(shapes(&marks, MarkRole::Link).len(), 1, "only one is closer than 25");
    let (wish, _) = watch(&[MarkRole::Link, MarkRole::Way], |d| d.alignment(&me, others));
    assert_eq!(wish, alignment(&me, others));
    let (wish, _) = watch(&[MarkRole::Link, MarkRole::Target], |d| d.cohesion(&me, others));
    assert_eq!(wish, cohesion(&me, others));

    let rules = FlockRules { sight: Sight::new(60.0, 3.0), ..FlockRules::default() };
    let roles = [MarkRole::Range, MarkRole::Link, MarkRole::Target];
    let (wish, marks) = watch(&roles, |d| d.flock_rules(&rules, &me, others));
    assert_eq!(wish, rules.steer(&me, others));
    assert_eq!(shapes(&marks, MarkRole::Link).len(), 2, "one is behind");
    let (wish, _) = watch(&roles, |d| d.flock_rules_plain(&rules, &me, others));
    assert_eq!(wish, rules.steer_plain(&me, others));
    let (wish, _) = watch(&roles, |d| d.flock_rules_classic(&rules, &me, others));
    assert_eq!(wish, rules.steer_classic(&me, others));
}

#[test]
fn marks_of_flocks_and_crowds() {
    let mut flock = Flock::new(Aabb::new(Vec2::ZERO, vec2(400.0, 300.0)));
    for (x, y) in [(5.0, 50.0), (390.0, 50.0), (20.0, 55.0), (200.0, 200.0)] {
        flock.add(vec2(x, y), vec2(30.0, 0.0));
    }
    flock.rules.sight = Sight::new(60.0, 7.0);
    let mut debug = DebugMarks::default();
    debug.flock(&flock, 0);
    let links = shapes(&debug.marks, MarkRole::Link);
    let across = Segment::new(vec2(5.0, 50.0), vec2(-10.0, 50.0));
    assert_eq!(links.len(), 2);
    assert!(links.contains(&MarkShape::Line(across)), "the short way across the edge");
    debug.flock(&flock, 99);

    let mut crowd = Crowd::default();
    for (x, way) in [(0.0, 1.0), (30.0, -1.0)] {
        let velocity = vec2(50.0 * way, 0.0);
        crowd.add(Body { position: vec2(x, 0.0), velocity, radius: 8.0 }, velocity);
    }
    crowd.walls.push(Segment::new(vec2(-20.0, 20.0), vec2(50.0, 20.0)));
    debug.clear();
    debug.crowd(&crowd, 0, DT);
    let planes = shapes(&debug.marks, MarkRole::Obstacle);
    assert_eq!(planes.len(), 4, "a border and an arrow for the wall and for the other body");
    assert_eq!(shapes(&debug.marks, MarkRole::Desired).len(), 1);
    debug.crowd(&crowd, 99, DT);
}
