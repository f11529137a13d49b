//! What a body is made from.

use crate::shapes::{PictureIsland, PictureShape};
use motile_collide::convex_pieces;
use motile_geom::{
    Affine2, Capsule, Circle, ConvexPolygon, MassProperties, Polygon, Segment, StateHash, Vec2,
    vec2,
};
use std::sync::Arc;

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyKind {
    /// By forces, contacts and joints.
    #[default]
    Dynamic,
    /// Not at all: ground and walls.
    #[doc(alias = "fixed")]
    Static,
    /// By its velocity alone; nothing stops it: lifts and moving platforms.
    Kinematic,
}

/// The form of a body, in its own coordinates: the body turns about its center of mass wherever that is.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyShape {
    /// A disc.
    Circle(Circle),
    /// A stadium.
    Capsule(Capsule),
    /// Convex parts side by side, with their matter at density 1.
    #[doc(alias = "compound")]
    Parts(Arc<[ConvexPolygon]>, MassProperties),
    /// A line that bodies meet from both sides, for outlines of tile maps and grounds; it has no matter, so bodies of it
    /// should be static. The last point joins the first when the flag is set.
    Chain(Arc<[Vec2]>, bool),
}

impl BodyShape {
    /// A disc around the origin.
    pub const fn circle(radius: f32) -> Self {
        Self::Circle(Circle::new(Vec2::ZERO, radius))
    }

    /// An upright box around the origin.
    pub fn rect(width: f32, height: f32) -> Self {
        let (x, y) = (width * 0.5, height * 0.5);
        Self::convex(&[vec2(-x, -y), vec2(x, -y), vec2(x, y), vec2(-x, y)])
    }

    /// The convex hull of points; without area, a shape that no world takes.
    pub fn convex(points: &[Vec2]) -> Self {
        let hull = ConvexPolygon::hull(points.iter().copied()).ok();
        Self::parts(hull.into_iter().collect())
    }

    /// A polygon, cut into convex parts where it is hollow.
    pub fn polygon(polygon: &Polygon) -> Self {
        let Self::Parts(parts, _) = Self::parts(convex_pieces(polygon)) else {
            return Self::parts(Vec::new());
        };
        Self::Parts(parts, MassProperties::of_polygon(polygon, 1.0))
    }

    /// Convex parts that do not overlap.
    pub fn parts(parts: Vec<ConvexPolygon>) -> Self {
        let masses = parts.iter().map(|part| MassProperties::of_convex(part, 1.0));
        let mass = masses.reduce(MassProperties::combined).unwrap_or_default();
        Self::Parts(parts.into(), mass)
    }

    /// All islands of a picture, with the point `origin` of the picture as their origin.
    pub fn picture(shape: &PictureShape, origin: Vec2) -> Self {
        Self::moved_parts(shape.parts(), shape.mass(), origin)
    }

    /// One island of a picture, with the point `origin` of the picture as its origin.
    pub fn island(island: &PictureIsland, origin: Vec2) -> Self {
        Self::moved_parts(island.parts.iter(), island.mass, origin)
    }

    fn moved_parts<'a>(
        parts: impl Iterator<Item = &'a ConvexPolygon>,
        mass: MassProperties,
        origin: Vec2,
    ) -> Self {
        let parts = parts.filter_map(|part| part.translated(-origin).ok()).collect();
        Self::Parts(parts, MassProperties { center: mass.center - origin, ..mass })
    }

    /// A line of ground through points.
    pub fn chain(points: &[Vec2]) -> Self {
        Self::Chain(points.into(), false)
    }

    /// A closed line of ground, as the outlines of tile maps are.
    pub fn closed_chain(points: &[Vec2]) -> Self {
        Self::Chain(points.into(), true)
    }

    /// Matter at density 1.
    pub fn mass(&self) -> MassProperties {
        match self {
            Self::Circle(circle) => MassProperties::of_circle(*circle, 1.0),
            Self::Capsule(capsule) => MassProperties::of_capsule(*capsule, 1.0),
            Self::Parts(_, mass) => *mass,
            Self::Chain(..) => MassProperties::default(),
        }
    }

    /// Whether a world can take it: finite, with an extent.
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Circle(circle) => circle.is_valid() && circle.radius > 0.0,
            Self::Capsule(capsule) => capsule.is_valid() && capsule.radius > 0.0,
            Self::Parts(parts, mass) => {
                let is_good = |n: f32| n.is_finite() && n >= 0.0;
                !parts.is_empty()
                    && mass.center.is_finite()
                    && is_good(mass.mass)
                    && is_good(mass.inertia)
            }
            Self::Chain(points, _) => points.len() >= 2 && points.iter().all(|p| p.is_finite()),
        }
    }

    /// Its outlines, corner by corner; circles have 24 corners.
    pub(crate) fn outlines(&self) -> Vec<Vec<Vec2>> {
        match self {
            Self::Circle(circle) => vec![round(circle.center, circle.radius)],
            Self::Capsule(Capsule { segment: Segment { a, b }, radius }) => {
                let ends = [round(*a, *radius), round(*b, *radius)].concat();
                ConvexPolygon::hull(ends).into_iter().map(|hull| hull.vertices().to_vec()).collect()
            }
            Self::Parts(parts, _) => parts.iter().map(|part| part.vertices().to_vec()).collect(),
            Self::Chain(points, closed) => {
                let last = closed.then(|| points.first().copied()).flatten();
                vec![points.iter().copied().chain(last).collect()]
            }
        }
    }

    /// The convex polygons that it covers when placed; a circle counts as a polygon of its area with 24 corners, lines
    /// cover nothing.
    pub(crate) fn covers(&self, place: &Affine2) -> Vec<ConvexPolygon> {
        if matches!(self, Self::Chain(..)) {
            return Vec::new();
        }
        let placed = |outline: Vec<Vec2>| {
            ConvexPolygon::new(outline.into_iter().map(|p| place.transform_point2(p)).collect())
                .ok()
        };
        self.outlines().into_iter().filter_map(placed).collect()
    }
}

/// A circle as a polygon of the same area.
fn round(center: Vec2, radius: f32) -> Vec<Vec2> {
    const SIDES: usize = 24;
    // Half the sine of the angle of a side, times the sides, is the area of a polygon in a circle of radius 1.
    let step = core::f32::consts::TAU / SIDES as f32;
    let area = SIDES as f32 * 0.5 * motile_geom::ops::sin(step);
    let radius = radius * (core::f32::consts::PI / area).sqrt();
    (0..SIDES)
        .map(|i| center + <Vec2 as motile_geom::Vec2Ext>::at_angle(i as f32 * step) * radius)
        .collect()
}

/// What a body is, before it is in a world: plain data, copied in. All fields can be set; the defaults are those of a
/// wooden thing.
///
/// ```
/// use motile_bodies::{BodyDef, BodyKind, BodyShape};
/// let ground = BodyDef::new(BodyShape::rect(400.0, 20.0)).at(200.0, 290.0).with_kind(BodyKind::Static);
/// let ball = BodyDef { restitution: 0.8, ..BodyDef::new(BodyShape::circle(12.0)).at(200.0, 0.0) };
/// assert_eq!((ground.friction, ball.density), (0.5, 1.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDef {
    /// How it moves.
    pub kind: BodyKind,
    /// Its form.
    pub shape: BodyShape,
    /// Where the origin of its form is.
    pub position: Vec2,
    /// Its turn in radians, clockwise on the screen.
    pub rotation: f32,
    /// Velocity of its center of mass in pixels a second.
    pub velocity: Vec2,
    /// Turn in radians a second.
    #[doc(alias = "angular velocity")]
    pub spin: f32,
    /// Mass of a square pixel; what is not above 0 counts as 1.
    pub density: f32,
    /// Share of the pressure that holds against sliding.
    pub friction: f32,
    /// Share of the speed that comes back from a bounce.
    #[doc(alias = "bounciness")]
    pub restitution: f32,
    /// Yours: a number to know it by.
    pub tag: u32,
    /// The groups it belongs to, one bit each.
    #[doc(alias = "collision layer")]
    pub groups: u32,
    /// The groups it meets. Two bodies meet when each is in a group of the other's mask.
    #[doc(alias = "collision mask")]
    pub mask: u32,
    /// Whether it only reports what it touches.
    #[doc(alias = "trigger")]
    pub sensor: bool,
    /// Whether it is swept against bodies that move, too, so that it passes through nothing however fast it is. Against static ones
    /// everything is.
    #[doc(alias = "continuous collision detection")]
    pub bullet: bool,
    /// Whether it never turns.
    pub upright: bool,
    /// The only side it is solid from, as a direction out of it in its own coordinates: `Some(Vec2::NEG_Y)` is a platform
    /// to jump through from below.
    #[doc(alias = "one-way platform")]
    pub one_way: Option<Vec2>,
    /// Factor of the world's gravity.
    pub gravity: f32,
    /// Share of the velocity that is lost in a second.
    pub drag: f32,
    /// Share of the spin that is lost in a second.
    pub spin_drag: f32,
    /// Contacts that press harder than this, in mass times pixels a second squared, are reported as hits.
    pub hit_force: f32,
}

impl BodyDef {
    /// A dynamic body at the origin.
    pub fn new(shape: BodyShape) -> Self {
        Self {
            kind: BodyKind::Dynamic,
            shape,
            position: Vec2::ZERO,
            rotation: 0.0,
            velocity: Vec2::ZERO,
            spin: 0.0,
            density: 1.0,
            friction: 0.5,
            restitution: 0.0,
            tag: 0,
            groups: 1,
            mask: u32::MAX,
            sensor: false,
            bullet: false,
            upright: false,
            one_way: None,
            gravity: 1.0,
            drag: 0.0,
            spin_drag: 0.0,
            hit_force: f32::INFINITY,
        }
    }

    /// Puts it at a position.
    pub const fn at(mut self, x: f32, y: f32) -> Self {
        self.position = vec2(x, y);
        self
    }

    /// Turns it to an angle in radians.
    pub const fn with_rotation(mut self, rotation: f32) -> Self {
        self.rotation = rotation;
        self
    }

    /// Sets how it moves.
    pub const fn with_kind(mut self, kind: BodyKind) -> Self {
        self.kind = kind;
        self
    }

    /// Gives it a velocity.
    pub const fn with_velocity(mut self, velocity: Vec2) -> Self {
        self.velocity = velocity;
        self
    }

    /// Gives it a tag.
    pub const fn with_tag(mut self, tag: u32) -> Self {
        self.tag = tag;
        self
    }

    /// Its matter at its density, in its own coordinates.
    pub fn mass(&self) -> MassProperties {
        let density = if self.density > 0.0 { self.density } else { 1.0 };
        let mass = self.shape.mass();
        MassProperties { mass: mass.mass * density, inertia: mass.inertia * density, ..mass }
    }

    /// Everything but where it began; of its form, the mass.
    pub(crate) fn hash_settings(&self, hash: &mut StateHash) {
        let MassProperties { mass, center, inertia, .. } = self.mass();
        hash.write(&(self.kind as u32, mass, center, inertia));
        hash.write(&(self.friction, self.restitution, self.hit_force));
        hash.write(&(self.tag, self.groups, self.mask));
        hash.write(&(self.sensor, self.bullet, self.upright));
        hash.write(&(self.one_way.is_some(), self.one_way.unwrap_or_default()));
        hash.write(&(self.gravity, self.drag, self.spin_drag));
    }

    /// The numbers that say where it is and how it moves, all of which have to be finite.
    pub(crate) fn has_finite_numbers(&self) -> bool {
        let numbers = [
            self.rotation,
            self.spin,
            self.density,
            self.friction,
            self.restitution,
            self.gravity,
            self.drag,
            self.spin_drag,
        ];
        self.position.is_finite()
            && self.velocity.is_finite()
            && self.one_way.is_none_or(Vec2::is_finite)
            && numbers.iter().all(|n| n.is_finite())
    }
}
