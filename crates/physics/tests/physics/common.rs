//! What the tests share: tolerances, small worlds, and a world in `f32` beside one in `f64`.

use motile_geom::glam::DVec2;
use motile_geom::{Aabb, Circle, Vec2, vec2};
use motile_physics::classic::ClassicWorld;
use motile_physics::ode::{Integrator, Method, Motion, by_value};
use motile_physics::world::{AnyShape, Collider, Point, Point64, PointId, Stick, World, World64};

pub(crate) const STEP: f32 = 1.0 / 60.0;
/// The stage of the specification's traces.
pub(crate) const STAGE: Aabb = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));

/// Corners of a structure and the sticks between them.
pub(crate) type Plan = (&'static [(f32, f32)], &'static [(u32, u32)]);

pub(crate) const STICK: Plan = (&[(100.0, 100.0), (105.0, 200.0)], &[(0, 1)]);
pub(crate) const TRIANGLE: Plan =
    (&[(100.0, 100.0), (200.0, 100.0), (150.0, 200.0)], &[(0, 1), (1, 2), (2, 0)]);
const CORNERS: &[(f32, f32)] = &[(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)];
pub(crate) const SQUARE: Plan = (CORNERS, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
pub(crate) const BRACED: Plan = (CORNERS, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
pub(crate) const TWICE_BRACED: Plan = (CORNERS, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]);

/// A world with some settings changed.
macro_rules! world {
    ($base:expr; $($field:ident = $value:expr),*) => {{
        let mut world = $base;
        $(world.$field = $value;)*
        world
    }};
}
pub(crate) use world;

/// Within a share of the expected value: 10⁻⁹ is the specification's tolerance where it states none.
#[track_caller]
pub(crate) fn near(found: f64, expected: f64, relative: f64) {
    let allowed = relative * expected.abs().max(1e-300);
    assert!((found - expected).abs() <= allowed, "found {found}, expected {expected}");
}

/// The same when printed with so many digits, as the specification prints it.
#[track_caller]
pub(crate) fn digits(found: f64, expected: f64, count: usize) {
    let printed = |value: f64| format!("{value:.*e}", count - 1);
    assert_eq!(printed(found), printed(expected), "found {found}, expected {expected}");
}

/// Places whose coordinates agree within an absolute error: half a unit of the last printed decimal, for example.
#[track_caller]
pub(crate) fn places(found: &[Point64], expected: &[(f64, f64)], within: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, &(x, y)) in found.iter().zip(expected) {
        let error = (found.position - DVec2::new(x, y)).abs().max_element();
        assert!(error <= within, "found {}, expected {x}, {y}", found.position);
    }
}

/// The same for one place in `f32`.
#[track_caller]
pub(crate) fn close(found: Vec2, expected: (f32, f32), within: f32) {
    let expected = vec2(expected.0, expected.1);
    let error = (found - expected).abs().max_element();
    assert!(error <= within, "found {found}, expected {expected}");
}

/// `n` steps of one method over one number.
pub(crate) fn integrate(
    method: Method,
    start: (f64, f64),
    dt: f64,
    n: u32,
    acceleration: impl Fn(f64, f64) -> f64,
) -> Motion<f64> {
    let mut motion = Motion::new(start.0, start.1);
    let mut integrator = Integrator::new(method);
    for _ in 0..n {
        integrator.step(&mut motion, dt, by_value(&acceleration));
    }
    motion
}

pub(crate) const SECOND_ORDER_AND_UP: [Method; 7] = [
    Method::Midpoint,
    Method::Heun,
    Method::RungeKutta4,
    Method::VelocityVerlet,
    Method::PositionVerlet,
    Method::Leapfrog,
    Method::DormandPrince,
];

/// A world without gravity, in frames of one second, for checks of single corrections.
pub(crate) fn still() -> World {
    world!(World::default(); gravity = Vec2::ZERO, substeps = 1, passes = 1)
}

pub(crate) fn run(world: &mut World, seconds: f32) {
    for _ in 0..(seconds / STEP).round() as u32 {
        world.step(STEP);
    }
}

pub(crate) fn at(world: &World, id: PointId) -> Vec2 {
    world.position(id).unwrap()
}

/// A structure by the classics' rules.
pub(crate) fn classic((corners, sticks): Plan) -> (World, Vec<PointId>) {
    let mut world = World::classic();
    let add = |&(x, y): &(f32, f32)| world.add_point(Point::new(x, y));
    let ids: Vec<PointId> = corners.iter().map(add).collect();
    for &(a, b) in sticks {
        world.add_stick(Stick::new(ids[a as usize], ids[b as usize])).unwrap();
    }
    (world, ids)
}

/// The same in `f64`.
pub(crate) fn classic64((corners, sticks): Plan) -> World64 {
    let mut world = World64::classic();
    for &(x, y) in corners {
        world.add_point(Point64::new(f64::from(x), f64::from(y)));
    }
    for &(a, b) in sticks {
        world.add_stick(a, b, None).unwrap();
    }
    world
}

/// Largest share by which a stick is too long or too short.
pub(crate) fn worst_strain(world: &World64) -> f64 {
    let strain = |stick: &motile_physics::world::Stick64| {
        let [a, b] = [stick.a, stick.b].map(|end| world.points[end as usize].position);
        (a.distance(b) / stick.length - 1.0).abs()
    };
    world.sticks.iter().map(strain).fold(0.0, f64::max)
}

/// The same structure in `f64` and in `f32`, moved together by the classics' rules.
pub(crate) struct Twins {
    pub exact: World64,
    pub world: World,
    pub ids: Vec<PointId>,
    pub walls: Option<Aabb>,
    /// How far a point of the `f32` world was off so far, in pixels.
    pub off: f32,
    frame: u32,
}

impl Twins {
    pub(crate) fn new(plan: Plan, passes: u32, walls: Aabb) -> Self {
        let (mut world, ids) = classic(plan);
        let mut exact = classic64(plan);
        (world.passes, exact.passes) = (passes, passes);
        Self { exact, world, ids, walls: Some(walls), off: 0.0, frame: 0 }
    }

    /// Goes on to a frame; the exact points then.
    pub(crate) fn to(&mut self, frame: u32) -> &[Point64] {
        while self.frame < frame {
            self.frame += 1;
            self.exact.step_frame(self.walls);
            self.world.step_frame(self.walls);
            for (id, exact) in self.ids.iter().zip(&self.exact.points) {
                self.off = self.off.max(at(&self.world, *id).distance(exact.position.as_vec2()));
            }
        }
        &self.exact.points
    }
}

/// Some of everything.
pub(crate) fn busy_world() -> World {
    let mut world = world!(World::default(); points_collide = true, drag = 0.1);
    let room = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
    world.colliders.push(Collider::new(AnyShape::InsideBox(room)));
    world.colliders.push(Collider::new(AnyShape::Circle(Circle::new(vec2(400.0, 400.0), 60.0))));
    let cloth = world.build_cloth(vec2(50.0, 50.0), 20, 15, 10.0);
    for column in [0, 10, 19] {
        world.set_pinned(cloth.point(column, 0).unwrap(), true);
    }
    world.build_rope(vec2(300.0, 50.0), vec2(400.0, 50.0), 20);
    world.build_box(vec2(500.0, 100.0), vec2(60.0, 40.0));
    world.build_wheel(vec2(600.0, 300.0), 40.0, 12, Some((3.0, 1e6)));
    world.build_blob(vec2(200.0, 400.0), 40.0, 16, 0.01);
    world.build_ragdoll(vec2(700.0, 100.0), 120.0);
    world.build_bridge(vec2(300.0, 300.0), vec2(500.0, 300.0), 15);
    world.build_chain(vec2(100.0, 300.0), vec2(180.0, 300.0), 8);
    let ends = (vec2(650.0, 450.0), vec2(750.0, 450.0));
    world.build_hinge(ends, vec2(700.0, 400.0), Some((-2.0, 2.0)));
    world
}
