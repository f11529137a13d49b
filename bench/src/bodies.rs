//! Bodies beside rapier2d called directly, Box2D v3, rapier's world through bincode, and parry's decomposition.

use crate::runner::Bench;
use boxdd::{BodyBuilder, BodyType, Foundation, FoundationConfig, ShapeDef, WorldBuilder, shapes};
use motile_bodies::{
    BodyDef, BodyHistory, BodyKind, BodyScene, BodyShape, BodyWorld, JointDef, OverlapPolicy,
    PictureTrace,
};
use motile_collide::{Mask, cast};
use motile_geom::{Circle, Rng, Segment, Vec2, Vec2Ext, ops, vec2};
use rapier2d::prelude::{
    ColliderBuilder, PhysicsWorld, RevoluteJointBuilder, RigidBodyBuilder, SharedShape,
};

const STEP: f32 = 1.0 / 60.0;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    step(bench, "bodies/step", "bodies/box2d", &things(5_000, 1_000));
    step(bench, "bodies/circles", "bodies/box2d-circles", &things(10_000, 0));
    dolls(bench);
    snapshot(bench);
    history(bench);
    parts(bench);
    scene(bench);
    shots(bench);
}

/// What both worlds are made of: radius or half size, and place.
enum Thing {
    Ball(f32, Vec2),
    Box(Vec2, Vec2),
}

/// Balls in a heap of columns, beside a pyramid of about as many boxes as asked for.
fn things(balls: u16, boxes: u16) -> Vec<Thing> {
    let ball = |i: u16| {
        let (column, row) = (f32::from(i % 100), f32::from(i / 100));
        Thing::Ball(5.0, vec2(column * 11.0 + (row * 7.0) % 5.0, -10.0 - row * 11.0))
    };
    let mut things: Vec<Thing> = (0..balls).map(ball).collect();
    let mut left = boxes;
    let mut row = 0u16;
    let base = (f32::from(boxes) * 2.0).sqrt() as u16;
    while left > 0 && row < base {
        let count = (base - row).min(left);
        for i in 0..count {
            let x = 1500.0 + f32::from(i) * 22.0 + f32::from(row) * 11.0;
            things.push(Thing::Box(vec2(10.0, 10.0), vec2(x, -10.0 - f32::from(row) * 20.0)));
        }
        (left, row) = (left - count, row + 1);
    }
    things
}

fn ours(things: &[Thing]) -> BodyWorld {
    let mut world = BodyWorld::new();
    let ground = BodyDef::new(BodyShape::rect(8000.0, 40.0)).at(1000.0, 20.0);
    world.add(&ground.with_kind(BodyKind::Static));
    for thing in things {
        let def = match thing {
            Thing::Ball(radius, at) => BodyDef::new(BodyShape::circle(*radius)).at(at.x, at.y),
            Thing::Box(half, at) => {
                BodyDef::new(BodyShape::rect(half.x * 2.0, half.y * 2.0)).at(at.x, at.y)
            }
        };
        world.add(&def);
    }
    world
}

/// As somebody writes who knows the engine.
fn direct(things: &[Thing]) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    world.integration_parameters.length_unit = 50.0;
    world.integration_parameters.dt = STEP;
    world.gravity = vec2(0.0, 900.0);
    let ground = RigidBodyBuilder::fixed().translation(vec2(1000.0, 20.0));
    world.insert(ground, ColliderBuilder::cuboid(4000.0, 20.0));
    for thing in things {
        let (at, collider) = match thing {
            Thing::Ball(radius, at) => (at, ColliderBuilder::ball(*radius)),
            Thing::Box(half, at) => (at, ColliderBuilder::cuboid(half.x, half.y)),
        };
        world.insert(
            RigidBodyBuilder::dynamic().translation(*at),
            collider.density(1.0).friction(0.5),
        );
    }
    world
}

/// As its own examples are written: four sub-steps, one thread.
fn box2d(things: &[Thing]) -> boxdd::Result<boxdd::World> {
    // The length of a meter is one for the whole process.
    let foundation = Foundation::initialize(FoundationConfig::new(50.0))?;
    let world = WorldBuilder::from(foundation.world_def()).gravity(boxdd::Vec2::new(0.0, 900.0));
    let mut world = foundation.create_world(world.build()?)?;
    let wood = ShapeDef::builder().density(1.0).build()?;
    let body = |kind: BodyType, at: Vec2| {
        let place = boxdd::Position::new(at.x, at.y);
        BodyBuilder::from(foundation.body_def()).body_type(kind).position(place).build()
    };
    let ground = world.create_body(body(BodyType::Static, vec2(1000.0, 20.0))?)?;
    world.body(ground)?.create_polygon(&wood, &shapes::box_polygon(4000.0, 20.0)?)?;
    for thing in things {
        let (Thing::Ball(_, at) | Thing::Box(_, at)) = thing;
        let id = world.create_body(body(BodyType::Dynamic, *at)?)?;
        let mut body = world.body(id)?;
        match thing {
            Thing::Ball(radius, _) => {
                let ball = shapes::circle(boxdd::Vec2::new(0.0, 0.0), *radius)?;
                body.create_circle(&wood, &ball)?
            }
            Thing::Box(half, _) => {
                body.create_polygon(&wood, &shapes::box_polygon(half.x, half.y)?)?
            }
        };
    }
    Ok(world)
}

/// A step of things that settle: 5,000 balls beside a pyramid of 1,000 boxes, and 10,000 balls (SIM-M11). A
/// pyramid alone falls asleep.
fn step(bench: &mut Bench, name: &str, box2d_name: &str, things: &[Thing]) {
    const WARM: u32 = 20;
    if bench.wants(name) {
        let (mut ours, mut theirs) = (ours(things), direct(things));
        for _ in 0..WARM {
            ours.step(STEP);
            theirs.step();
        }
        let mut tick = || ours.step(STEP);
        bench.compare(name, "rapier2d called directly", things.len(), &mut tick, || theirs.step());
    }
    if bench.wants(box2d_name) {
        let Ok(mut theirs) = box2d(things) else { return };
        let mut ours = ours(things);
        for _ in 0..WARM {
            ours.step(STEP);
            theirs.step(STEP, 4).ok();
        }
        let peer = "Box2D v3 by boxdd, 4 sub-steps";
        let mut tick = || ours.step(STEP);
        bench.compare(box2d_name, peer, things.len(), &mut tick, || theirs.step(STEP, 4).is_ok());
    }
}

/// A hundred dolls of eleven limbs that fall in a heap (SIM-M11).
fn dolls(bench: &mut Bench) {
    if !bench.wants("bodies/dolls") {
        return;
    }
    const LIMBS: u16 = 11;
    let (mut ours, mut theirs) = (ours(&[]), direct(&[]));
    for doll in 0..100u16 {
        let start = vec2(f32::from(doll % 10) * 90.0, -60.0 - f32::from(doll / 10) * 160.0);
        let place = |limb: u16| start + vec2(f32::from(limb % 4) * 18.0, f32::from(limb) * 12.0);
        let mut last = None;
        for limb in 0..LIMBS {
            let at = place(limb);
            let own = ours.add(&BodyDef::new(BodyShape::rect(24.0, 10.0)).at(at.x, at.y));
            let (other, _) = theirs.insert(
                RigidBodyBuilder::dynamic().translation(at),
                ColliderBuilder::cuboid(12.0, 5.0).density(1.0).friction(0.5),
            );
            if let Some((own_last, other_last)) = last {
                let pin = place(limb - 1).midpoint(at);
                ours.join(own_last, own, &JointDef::pin(pin)).ok();
                let joint = RevoluteJointBuilder::new()
                    .local_anchor1(pin - place(limb - 1))
                    .local_anchor2(pin - at)
                    .contacts_enabled(false);
                theirs.impulse_joints.insert(other_last, other, joint, true);
            }
            last = Some((own, other));
        }
    }
    let n = usize::from(LIMBS) * 100;
    for _ in 0..30 {
        ours.step(STEP);
        theirs.step();
    }
    bench.compare(
        "bodies/dolls",
        "rapier2d called directly",
        n,
        || ours.step(STEP),
        || theirs.step(),
    );
}

/// A moment of 800 bodies kept and brought back, beside bytes of everything that the engine needs to go on. Ours is a copy
/// in memory, which is about as large as theirs; one that is kept after it was brought back costs a copy more. Two thirds of
/// its time go into what the engine allocates for each pair that touches.
fn snapshot(bench: &mut Bench) {
    if !bench.wants("bodies/snapshot") {
        return;
    }
    let things = things(500, 300);
    let (mut ours, mut theirs) = (ours(&things), direct(&things));
    for _ in 0..60 {
        ours.step(STEP);
        theirs.step();
    }
    let bytes = bincode::serialize(&theirs).map_or(0, |bytes| bytes.len());
    let peer = format!("bincode of rapier2d's world, {} bytes a body", bytes / things.len());
    bench.compare(
        "bodies/snapshot",
        &peer,
        things.len(),
        || {
            let moment = ours.snapshot();
            ours.resume(moment);
        },
        || {
            let bytes = bincode::serialize(&theirs).unwrap_or_default();
            bincode::deserialize::<PhysicsWorld>(&bytes).map(|world| world.bodies.len())
        },
    );
}

/// A history of the last moments: the bytes of a moment more, in place of nanoseconds, and the time to keep one and to come
/// back to it. Where the row above begins, and for a second from there on: everything touches, and everything moves.
fn history(bench: &mut Bench) {
    if !bench.wants_some_of("bodies/history") {
        return;
    }
    let things = things(500, 300);
    let (mut ours, mut theirs) = (ours(&things), direct(&things));
    for _ in 0..60 {
        ours.step(STEP);
        theirs.step();
    }
    let mut history = BodyHistory::new(61);
    history.keep(&ours);
    let (mut own, mut other) = (0, 0);
    for _ in 0..60 {
        ours.step(STEP);
        theirs.step();
        history.keep(&ours);
        own += history.bytes_of_last();
        other += bincode::serialized_size(&theirs).unwrap_or_default();
    }
    let a_body = |bytes: f64| bytes / 60.0 / things.len() as f64;
    let peer = format!(
        "bincode of rapier2d's world (bytes a body); {} in all beside 60 of them",
        history.bytes() / things.len()
    );
    let n = things.len();
    bench.record("bodies/history-bytes", &peer, n, a_body(own as f64), a_body(other as f64));
    bench.compare(
        "bodies/history",
        "bincode of rapier2d's world",
        n,
        || {
            history.keep(&ours);
            history.go_back(1, &mut ours)
        },
        || {
            let bytes = bincode::serialize(&theirs).unwrap_or_default();
            bincode::deserialize::<PhysicsWorld>(&bytes).map(|world| world.bodies.len())
        },
    );
}

/// A gear with holes, 512 × 512 pixels, from its mask to convex parts; the peer begins with our outlines.
fn parts(bench: &mut Bench) {
    if !bench.wants("bodies/parts") {
        return;
    }
    let Ok(gear) =
        Mask::from_fn(512, 512, |x, y| is_gear(vec2(x as f32 - 255.5, y as f32 - 255.5)))
    else {
        return;
    };
    let trace = PictureTrace::default();
    let Ok(shape) = trace.of_mask(&gear) else { return };
    let (mut points, mut sides) = (Vec::new(), Vec::new());
    for ring in shape.islands.iter().flat_map(|island| &island.rings) {
        let (first, n) = (points.len() as u32, ring.len() as u32);
        points.extend(ring.iter().copied());
        sides.extend((0..n).map(|i| [first + i, first + (i + 1) % n]));
    }
    let theirs = || SharedShape::convex_decomposition(&points, &sides);
    let area = theirs().mass_properties(1.0).mass();
    let error = (area / gear.count() as f32 - 1.0) * 100.0;
    let own = shape.area_error() * 100.0;
    let peer = format!("parry2d, area {error:+.1} % (ours {own:+.2} %)");
    bench.compare("bodies/parts", &peer, 512 * 512, || trace.of_mask(&gear), theirs);
}

fn is_gear(at: Vec2) -> bool {
    let (angle, distance) = (ops::atan2(at.y, at.x), at.length());
    let rim = 215.0 + 30.0 * (ops::sin(angle * 16.0) * 2.5).clamp(-1.0, 1.0);
    let is_window = (90.0..165.0).contains(&distance) && ops::cos(angle * 6.0) > 0.0;
    distance < rim && distance > 35.0 && !is_window
}

/// Things laid out become bodies, pinned where they overlap, beside calls that say each body and pin (SIM-M8).
fn scene(bench: &mut Bench) {
    for count in [10u16, 100, 1000] {
        let name = format!("bodies/scene-{count}");
        if !bench.wants(&name) {
            continue;
        }
        let def = |i: u16| {
            // Pairs of boxes that overlap by a corner.
            let pair = vec2(f32::from(i / 2 % 40), f32::from(i / 80)) * 60.0;
            let at = pair + f32::from(i % 2) * 16.0;
            BodyDef::new(BodyShape::rect(20.0, 20.0)).at(at.x, at.y)
        };
        let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfOverlap);
        (0..count).for_each(|i| scene.add("", def(i)));
        let by_hand = || {
            let mut world = BodyWorld::new();
            let ids: Vec<_> = (0..count).map(|i| world.add(&def(i))).collect();
            for (i, pair) in (0..count).step_by(2).zip(ids.chunks_exact(2)) {
                let pin = JointDef::pin(def(i).position + 8.0);
                world.join(pair[0], pair[1], &pin).ok();
            }
            world.len()
        };
        let built = || {
            let mut world = BodyWorld::new();
            scene.build(&mut world);
            world.len()
        };
        bench.compare(&name, "each body and pin by hand", usize::from(count), built, by_hand);
    }
}

/// A million shots at thin walls (SIM-M3): swept at once, beside steps as short as the rule of the largest step asks for.
fn shots(bench: &mut Bench) {
    const SHOTS: u32 = 1_000_000;
    if !bench.wants("bodies/shots") {
        return;
    }
    // Radius, way in a tick, and a wall across it; a shot that ends behind the wall has passed.
    let mut rng = Rng::new(3);
    let all: Vec<(f32, Vec2, Segment)> = (0..SHOTS)
        .map(|_| {
            let (radius, way) = (rng.range(2.0..12.0), rng.range(1.0..160.0));
            let lean = Vec2::at_angle(rng.range(-0.5..0.5)).perp() * 400.0;
            let middle = vec2(rng.range(radius + 1.0..radius + 120.0), 0.0);
            (radius, vec2(way, 0.0), Segment::new(middle - lean, middle + lean))
        })
        .collect();
    let touches = |radius: f32, at: Vec2, wall: &Segment| {
        wall.closest_point(at).distance_squared(at) <= radius * radius
    };
    let is_behind = |at: Vec2, wall: &Segment| (wall.b - wall.a).perp_dot(at - wall.a) < 0.0;
    let stepped = |(radius, way, wall): &(f32, Vec2, Segment), steps: u32| {
        let hit = (1..=steps).find_map(|i| {
            let at = *way * (i as f32 / steps as f32);
            touches(*radius, at, wall).then_some(at)
        });
        let end = hit.unwrap_or(*way);
        is_behind(end, wall)
    };
    let by_rule = |shot: &(f32, Vec2, Segment)| {
        let largest = shot.0 - 1e-3;
        stepped(shot, (shot.1.length() / largest).ceil() as u32)
    };
    let swept = |(radius, way, wall): &(f32, Vec2, Segment)| {
        let hit = cast(&Circle::new(Vec2::ZERO, *radius), *way, wall);
        is_behind(*way * hit.map_or(1.0, |hit| hit.time), wall)
    };
    let share = |passed: usize| passed as f64 * 100.0 / f64::from(SHOTS);
    let [plain, rule, sweep] = [
        share(all.iter().filter(|shot| stepped(shot, 1)).count()),
        share(all.iter().filter(|shot| by_rule(shot)).count()),
        share(all.iter().filter(|shot| swept(shot)).count()),
    ];
    let passed = format!("passed {plain:.1} % plain, {rule} % short, {sweep} % swept");
    bench.compare(
        "bodies/shots",
        &format!("short steps; {passed}"),
        SHOTS as usize,
        || all.iter().filter(|shot| swept(shot)).count(),
        || all.iter().filter(|shot| by_rule(shot)).count(),
    );
    bench.compare(
        "bodies/shots-plain",
        "one plain step",
        SHOTS as usize,
        || all.iter().filter(|shot| swept(shot)).count(),
        || all.iter().filter(|shot| stepped(shot, 1)).count(),
    );
}
