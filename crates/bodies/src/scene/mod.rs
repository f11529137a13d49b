//! Scenes: things laid out side by side and over each other become bodies and joints in one call.

#[cfg(feature = "json")]
mod json;
mod report;
#[cfg(feature = "svg")]
mod svg;
#[cfg(feature = "svg")]
mod svg_path;

pub use report::{SceneJoint, SceneOverlap, SceneReport};
#[cfg(feature = "svg")]
pub use svg::DrawnShape;

use crate::world::{BodyDef, BodyId, BodyKind, BodyShape, BodyWorld, JointDef, JointId};
use motile_geom::exact::to_vec2;
use motile_geom::glam::DVec2;
use motile_geom::{Aabb, Affine2, ConvexPolygon, Polygon, Vec2, vec2};

/// What happens where two things of a scene overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverlapPolicy {
    /// A pin at the center of mass of the smaller one, as wheels are pinned to a car; of two of one size, of the one in
    /// front.
    PinAtCenterOfMass,
    /// A pin at the center of what both cover, as limbs are pinned to a body.
    PinAtCenterOfOverlap,
    /// Nothing: contacts push them apart.
    #[default]
    Ignore,
    /// The joints that a function of yours gives for the overlap.
    Custom(SceneRule),
}

impl OverlapPolicy {
    fn joints(self, overlap: &SceneOverlap) -> Vec<JointDef> {
        match self {
            Self::Ignore => Vec::new(),
            Self::PinAtCenterOfMass => vec![JointDef::pin(overlap.attached_center)],
            Self::PinAtCenterOfOverlap => vec![JointDef::pin(overlap.center)],
            Self::Custom(rule) => rule.0(overlap),
        }
    }
}

/// A function that says which joints an overlap becomes: see [`OverlapPolicy::Custom`].
///
/// ```
/// use motile_bodies::{BodyDef, BodyScene, BodyShape, JointDef, JointKind, OverlapPolicy, SceneRule};
/// let glue = SceneRule(|overlap| vec![JointDef::weld(overlap.center)]);
/// let mut scene = BodyScene::new(OverlapPolicy::Custom(glue));
/// for x in [0.0, 30.0] {
///     scene.add("plank", BodyDef::new(BodyShape::rect(40.0, 10.0)).at(x, 0.0));
/// }
/// assert_eq!(scene.report().joints[0].joint.kind, JointKind::Weld);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SceneRule(pub fn(&SceneOverlap) -> Vec<JointDef>);

/// Rules are the same when they are the same function.
impl PartialEq for SceneRule {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for SceneRule {}

/// A thing of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBody {
    /// Its name, for reports and for finding it afterwards.
    pub name: String,
    /// What it becomes.
    pub def: BodyDef,
    /// Whether it stays a picture: it is neither a body nor joined.
    pub excluded: bool,
}

/// Things laid out for a simulation: see what they would become with [`BodyScene::report`], and make it so with
/// [`BodyScene::build`].
///
/// ```
/// use motile_bodies::{BodyDef, BodyScene, BodyShape, BodyWorld, OverlapPolicy};
/// let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfMass);
/// scene.add("chassis", BodyDef::new(BodyShape::rect(200.0, 40.0)).at(300.0, 300.0));
/// for x in [230.0, 370.0, 500.0] {
///     scene.add("wheel", BodyDef::new(BodyShape::circle(25.0)).at(x, 325.0));
/// }
/// assert_eq!(scene.report().joints.len(), 2, "the third wheel lies loose");
/// let mut world = BodyWorld::new();
/// scene.build(&mut world);
/// world.step(1.0 / 60.0);
/// ```
///
/// Only dynamic things that are no sensors are joined: ground may reach under them. Things that merely touch do not
/// overlap. Joined ones no longer meet each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyScene {
    /// The things, the hindmost first.
    pub bodies: Vec<SceneBody>,
    /// What happens where two overlap.
    pub policy: OverlapPolicy,
    /// Static walls around a box.
    pub walls: Option<Aabb>,
    /// Joints beside those of the overlaps: the numbers of two things, and what joins them.
    pub joints: Vec<([u32; 2], JointDef)>,
}

/// What a scene has become.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuiltScene {
    /// The body of each thing, in their order; `None` for those excluded.
    pub bodies: Vec<Option<BodyId>>,
    /// The joints, in the order of the report.
    pub joints: Vec<JointId>,
    /// The names of the things, in their order.
    pub names: Vec<String>,
}

impl BuiltScene {
    /// The body of the first thing with a name; `None` when there is none, or it is excluded.
    pub fn get(&self, name: &str) -> Option<BodyId> {
        self.all(name).next()
    }

    /// The bodies of all things with a name, in their order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = BodyId> + 'a {
        let named = self.names.iter().zip(&self.bodies).filter(move |(own, _)| *own == name);
        named.filter_map(|(_, body)| *body)
    }
}

/// Thickness of walls in pixels.
const WALL: f32 = 100.0;

impl BodyScene {
    /// An empty scene.
    pub fn new(policy: OverlapPolicy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Puts static walls around a box.
    pub const fn with_walls(mut self, area: Aabb) -> Self {
        self.walls = Some(area);
        self
    }

    /// Adds a thing in front of the others. Words in its name, after the first, say what it is: `static`, `kinematic`, `sensor`,
    /// `bullet`, `upright` and `excluded`, as in `"ground static"`, and with a number `tag=3`, `groups=1`, `mask=5`, `density=2`,
    /// `friction=0.1`, `restitution=0.8`, `gravity=0`, `drag=1` and `spin-drag=1`. Others are passed over.
    pub fn add(&mut self, name: &str, mut def: BodyDef) {
        let excluded = read_words(name.split_whitespace().skip(1), &mut def);
        let name = name.split_whitespace().next().unwrap_or_default().to_owned();
        self.bodies.push(SceneBody { name, def, excluded });
    }

    /// What the scene would become, without a world.
    #[doc(alias = "dry run")]
    pub fn report(&self) -> SceneReport {
        self.report_with(|overlap| self.policy.joints(overlap))
    }

    /// What the scene would become with joints of your own for each overlap.
    pub fn report_with(&self, join: impl FnMut(&SceneOverlap) -> Vec<JointDef>) -> SceneReport {
        let mut report = self.joined(join);
        report.describe(&self.bodies);
        report
    }

    /// A report without lines and notes.
    fn joined(&self, mut join: impl FnMut(&SceneOverlap) -> Vec<JointDef>) -> SceneReport {
        let covers: Vec<Cover> = self.bodies.iter().map(Cover::of).collect();
        let mut report = SceneReport::default();
        for i in 0..covers.len() {
            for j in 0..i {
                let Some(overlap) = covers[j].overlap(&covers[i], [j as u32, i as u32]) else {
                    continue;
                };
                let joints = join(&overlap).into_iter();
                report.joints.extend(joints.map(|joint| SceneJoint { overlap, joint }));
            }
        }
        let known = |bodies: &[u32; 2]| bodies.iter().all(|&i| (i as usize) < self.bodies.len());
        for &(bodies, joint) in self.joints.iter().filter(|(bodies, _)| known(bodies)) {
            let (attached, center) = (bodies[1], joint.anchors[0]);
            let overlap =
                SceneOverlap { bodies, area: 0.0, center, attached, attached_center: center };
            report.joints.push(SceneJoint { overlap, joint });
        }
        report
    }

    /// Puts the scene into a world.
    pub fn build(&self, world: &mut BodyWorld) -> BuiltScene {
        self.build_as(&self.joined(|overlap| self.policy.joints(overlap)), world)
    }

    /// Puts the scene into a world with the joints of a report, which may be edited in between.
    pub fn build_as(&self, report: &SceneReport, world: &mut BodyWorld) -> BuiltScene {
        let body = |thing: &SceneBody, world: &mut BodyWorld| {
            let is_body = !thing.excluded && thing.def.shape.is_valid();
            is_body.then(|| world.add(&thing.def))
        };
        let bodies: Vec<Option<BodyId>> =
            self.bodies.iter().map(|thing| body(thing, world)).collect();
        let id = |i: u32| bodies.get(i as usize).copied().flatten();
        let joints = report.joints.iter().filter_map(|SceneJoint { overlap, joint }| {
            world.join(id(overlap.bodies[0])?, id(overlap.bodies[1])?, joint).ok()
        });
        let joints = joints.collect();
        if let Some(area) = self.walls {
            for wall in walls(area) {
                world.add(&wall);
            }
        }
        let names = self.bodies.iter().map(|thing| thing.name.clone()).collect();
        BuiltScene { bodies, joints, names }
    }
}

/// Sets what words say; whether one of them was `excluded`.
fn read_words<'a>(words: impl Iterator<Item = &'a str>, def: &mut BodyDef) -> bool {
    let mut excluded = false;
    for word in words {
        match word {
            "static" => def.kind = BodyKind::Static,
            "kinematic" => def.kind = BodyKind::Kinematic,
            "sensor" => def.sensor = true,
            "bullet" => def.bullet = true,
            "upright" => def.upright = true,
            "excluded" => excluded = true,
            _ => {
                if let Some((key, value)) = word.split_once('=') {
                    set_number(def, key, value);
                }
            }
        }
    }
    excluded
}

/// Sets a number of a definition by its name; false when there is none of that name, or it is no number.
pub(crate) fn set_number(def: &mut BodyDef, key: &str, value: &str) -> bool {
    let whole = match key {
        "tag" => Some(&mut def.tag),
        "groups" => Some(&mut def.groups),
        "mask" => Some(&mut def.mask),
        _ => None,
    };
    if let Some(place) = whole {
        return value.parse().map(|number| *place = number).is_ok();
    }
    let place = match key {
        "density" => &mut def.density,
        "friction" => &mut def.friction,
        "restitution" => &mut def.restitution,
        "gravity" => &mut def.gravity,
        "drag" => &mut def.drag,
        "spin-drag" => &mut def.spin_drag,
        _ => return false,
    };
    let number = value.parse().ok().filter(|number: &f32| number.is_finite());
    number.map(|number| *place = number).is_some()
}

fn walls(area: Aabb) -> [BodyDef; 4] {
    let (size, center) = (area.size(), area.center());
    let wall = |offset: Vec2, extent: Vec2| {
        let place = center + offset;
        BodyDef::new(BodyShape::rect(extent.x, extent.y))
            .at(place.x, place.y)
            .with_kind(BodyKind::Static)
    };
    let beside = (size + WALL) * 0.5;
    let (across, along) = (vec2(WALL, size.y + 2.0 * WALL), vec2(size.x, WALL));
    [
        wall(vec2(-beside.x, 0.0), across),
        wall(vec2(beside.x, 0.0), across),
        wall(vec2(0.0, -beside.y), along),
        wall(vec2(0.0, beside.y), along),
    ]
}

/// What a thing covers in the scene.
struct Cover {
    parts: Vec<ConvexPolygon>,
    bounds: Aabb,
    area: f32,
    center: Vec2,
}

impl Cover {
    fn of(thing: &SceneBody) -> Self {
        let def = &thing.def;
        let (sin, cos) = (motile_geom::ops::sin(def.rotation), motile_geom::ops::cos(def.rotation));
        let place = Affine2::from_cols(vec2(cos, sin), vec2(-sin, cos), def.position);
        let joins = def.kind == BodyKind::Dynamic && !def.sensor && !thing.excluded;
        let parts = if joins { def.shape.covers(&place) } else { Vec::new() };
        let corners = parts.iter().flat_map(ConvexPolygon::vertices).copied();
        let mass = def.shape.mass();
        Self {
            bounds: Aabb::around(corners),
            parts,
            area: mass.area,
            center: place.transform_point2(mass.center),
        }
    }

    fn overlap(&self, other: &Self, bodies: [u32; 2]) -> Option<SceneOverlap> {
        if !self.bounds.overlaps(other.bounds) {
            return None;
        }
        let (mut area, mut moment) = (0.0, DVec2::ZERO);
        for a in &self.parts {
            for b in &other.parts {
                let (shared, at) = shared_area(a.polygon(), b.polygon());
                area += shared;
                moment += at * shared;
            }
        }
        // Below a thousandth of a square pixel they touch.
        (area > 1e-3).then(|| {
            let attached = usize::from(other.area <= self.area);
            SceneOverlap {
                bodies,
                area: area as f32,
                center: to_vec2(moment / area),
                attached: bodies[attached],
                attached_center: [self, other][attached].center,
            }
        })
    }
}

/// Area and center of what two convex polygons share (Sutherland and Hodgman, 1974).
fn shared_area(a: &Polygon, b: &Polygon) -> (f64, DVec2) {
    let mut left: Vec<DVec2> = a.vertices().iter().map(|v| v.as_dvec2()).collect();
    for side in b.edges() {
        let (from, along) = (side.a.as_dvec2(), side.b.as_dvec2() - side.a.as_dvec2());
        let height = |p: DVec2| along.perp_dot(p - from);
        let mut kept = Vec::with_capacity(left.len() + 1);
        for (i, &p) in left.iter().enumerate() {
            let q = left[(i + 1) % left.len()];
            let (here, there) = (height(p), height(q));
            if here >= 0.0 {
                kept.push(p);
            }
            if here * there < 0.0 {
                kept.push(p + (q - p) * (here / (here - there)));
            }
        }
        left = kept;
    }
    let Some(&first) = left.first() else { return (0.0, DVec2::ZERO) };
    let (mut doubled, mut moment) = (0.0, DVec2::ZERO);
    for pair in left.windows(2) {
        let (p, q) = (pair[0] - first, pair[1] - first);
        let cross = p.perp_dot(q);
        doubled += cross;
        moment += (p + q) * cross;
    }
    if doubled <= 0.0 {
        (0.0, DVec2::ZERO)
    } else {
        (doubled * 0.5, first + moment / (3.0 * doubled))
    }
}

/// A curve as straight sides, without its beginning.
#[cfg(any(feature = "svg", feature = "stage"))]
pub(crate) fn bend(curve: &impl motile_geom::Curve, corners: &mut Vec<Vec2>) {
    const SIDES: u16 = 8;
    corners.extend((1..=SIDES).map(|i| curve.at(f32::from(i) / f32::from(SIDES))));
}
