//! Scenes from JSON.

use super::{BodyScene, OverlapPolicy};
use crate::BodyError;
use crate::world::{BodyDef, BodyShape, JointDef, JointDrive, JointSpring};
use motile_geom::{Aabb, Capsule, Polygon, Vec2};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scene {
    #[serde(default)]
    policy: Policy,
    walls: Option<[f32; 4]>,
    bodies: Vec<Thing>,
    #[serde(default)]
    joints: Vec<Link>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Pin,
    Distance,
    Slider,
    Weld,
    Wheel,
    Motor,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    kind: Kind,
    between: [String; 2],
    at: [f32; 2],
    to: Option<[f32; 2]>,
    axis: Option<[f32; 2]>,
    limits: Option<[f32; 2]>,
    spring: Option<[f32; 2]>,
    drive: Option<[f32; 2]>,
    collide: Option<bool>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Policy {
    CenterOfMass,
    CenterOfOverlap,
    #[default]
    Ignore,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Thing {
    #[serde(default)]
    name: String,
    rect: Option<[f32; 2]>,
    circle: Option<f32>,
    polygon: Option<Vec<[f32; 2]>>,
    capsule: Option<[f32; 2]>,
    chain: Option<Vec<[f32; 2]>>,
    tag: Option<u32>,
    groups: Option<u32>,
    mask: Option<u32>,
    gravity: Option<f32>,
    drag: Option<f32>,
    spin: Option<f32>,
    velocity: Option<[f32; 2]>,
    one_way: Option<[f32; 2]>,
    #[serde(default)]
    at: [f32; 2],
    #[serde(default)]
    rotation: f32,
    density: Option<f32>,
    friction: Option<f32>,
    restitution: Option<f32>,
}

impl BodyScene {
    /// A scene from JSON: an object with `bodies`, and `policy` (`"center-of-mass"`, `"center-of-overlap"` or `"ignore"`) and `walls`
    /// (left, top, right, bottom) if wanted. A body has one of `rect` (width, height), `circle` (radius), `capsule` (length
    /// between its round ends, radius), `polygon` and `chain` (points in its own coordinates), and may have `name` with the words
    /// of [`BodyScene::add`], `at`, `rotation`, `velocity`, `spin`, `density`, `friction`, `restitution`, `tag`, `groups`, `mask`, `gravity`,
    /// `drag` and `one_way`. `joints` have a `kind` (`"pin"`, `"distance"`, `"slider"`, `"weld"`, `"wheel"`, `"motor"`), the names of
    /// two bodies as `between`, `at`, and if wanted `to` (the other end of a distance), `axis`, `limits` (least, most), `spring`
    /// (frequency, damping), `drive` (speed, force; of a motor only the force counts) and `collide`.
    ///
    /// ```
    /// use motile_bodies::{BodyScene, OverlapPolicy};
    /// let scene = BodyScene::from_json(r#"{
    ///     "policy": "center-of-mass",
    ///     "bodies": [
    ///         { "name": "ground static", "rect": [400, 20], "at": [200, 290] },
    ///         { "name": "ball", "circle": 12, "at": [200, 20], "restitution": 0.8 }
    ///     ]
    /// }"#)?;
    /// assert_eq!((scene.bodies.len(), scene.policy), (2, OverlapPolicy::PinAtCenterOfMass));
    /// # Ok::<(), motile_bodies::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// [`BodyError::BadScene`] with the line where the text is no such scene; line 0 when a body has no form, or several, or
    /// one without extent, or a joint is between bodies that are not there or excluded, or between a body and itself,
    /// or has numbers it cannot be made with (an axis of no length, say).
    pub fn from_json(text: &str) -> Result<Self, BodyError> {
        let read: Scene = serde_json::from_str(text).map_err(|error| BodyError::BadScene {
            line: error.line() as u32,
            expected: "a scene: bodies, joints, policy, walls",
        })?;
        let mut scene = Self::new(match read.policy {
            Policy::CenterOfMass => OverlapPolicy::PinAtCenterOfMass,
            Policy::CenterOfOverlap => OverlapPolicy::PinAtCenterOfOverlap,
            Policy::Ignore => OverlapPolicy::Ignore,
        });
        scene.walls = read
            .walls
            .map(|[left, top, right, low]| Aabb::new(Vec2::new(left, top), Vec2::new(right, low)));
        for thing in read.bodies {
            let def = thing.def().filter(|def| def.shape.is_valid() && def.has_finite_numbers());
            let expected = "one of rect, circle, capsule, polygon and chain, with an extent";
            scene.add(&thing.name, def.ok_or(BodyError::BadScene { line: 0, expected })?);
        }
        for link in read.joints {
            let number = |name: &String| {
                let place = scene.bodies.iter().position(|thing| thing.name == *name);
                let expected = "a joint between two names of bodies";
                place.map(|i| i as u32).ok_or(BodyError::BadScene { line: 0, expected })
            };
            let bodies = [number(&link.between[0])?, number(&link.between[1])?];
            let bad = |expected| Err(BodyError::BadScene { line: 0, expected });
            if bodies[0] == bodies[1] {
                return bad("a joint between two different bodies");
            }
            if bodies.iter().any(|&i| scene.bodies[i as usize].excluded) {
                return bad("a joint between bodies that are not excluded");
            }
            let joint = link.def();
            if !joint.is_finite() {
                return bad("a joint with finite numbers, and an axis with a length");
            }
            scene.joints.push((bodies, joint));
        }
        Ok(scene)
    }
}

impl Link {
    fn def(&self) -> JointDef {
        let point = |[x, y]: [f32; 2]| Vec2::new(x, y);
        let (at, axis) = (point(self.at), point(self.axis.unwrap_or([0.0, 1.0])));
        let plain = match self.kind {
            Kind::Pin => JointDef::pin(at),
            Kind::Distance => JointDef::distance(at, point(self.to.unwrap_or(self.at))),
            Kind::Slider => JointDef::slider(at, axis),
            Kind::Weld => JointDef::weld(at),
            Kind::Wheel => JointDef::wheel(at, axis),
            Kind::Motor => JointDef::motor(at, f32::MAX),
        };
        let spring = self.spring.map(|[frequency, damping]| JointSpring { frequency, damping });
        let drive = self.drive.map(|[speed, max_force]| JointDrive { speed, max_force });
        JointDef {
            limits: self.limits,
            spring: spring.or(plain.spring),
            drive: drive.or(plain.drive),
            collide: self.collide.unwrap_or(plain.collide),
            ..plain
        }
    }
}

impl Thing {
    fn def(&self) -> Option<BodyDef> {
        let points = |list: &[[f32; 2]]| -> Vec<Vec2> {
            list.iter().copied().map(Vec2::from_array).collect()
        };
        let forms = [
            self.rect.map(|[width, height]| Some(BodyShape::rect(width, height))),
            self.circle.map(|radius| Some(BodyShape::circle(radius))),
            self.capsule.map(|[length, radius]| {
                let end = Vec2::new(length * 0.5, 0.0);
                Some(BodyShape::Capsule(Capsule::new(-end, end, radius)))
            }),
            self.polygon.as_deref().map(|list| {
                Polygon::new(points(list)).ok().map(|polygon| BodyShape::polygon(&polygon))
            }),
            self.chain.as_deref().map(|list| Some(BodyShape::chain(&points(list)))),
        ];
        let mut forms = forms.into_iter().flatten();
        let (shape, None) = (forms.next()??, forms.next()) else { return None };
        let plain = BodyDef::new(shape).at(self.at[0], self.at[1]).with_rotation(self.rotation);
        Some(BodyDef {
            density: self.density.unwrap_or(plain.density),
            friction: self.friction.unwrap_or(plain.friction),
            restitution: self.restitution.unwrap_or(plain.restitution),
            tag: self.tag.unwrap_or(plain.tag),
            groups: self.groups.unwrap_or(plain.groups),
            mask: self.mask.unwrap_or(plain.mask),
            gravity: self.gravity.unwrap_or(plain.gravity),
            drag: self.drag.unwrap_or(plain.drag),
            spin: self.spin.unwrap_or(plain.spin),
            velocity: self.velocity.map_or(plain.velocity, Vec2::from_array),
            one_way: self.one_way.map(Vec2::from_array),
            ..plain
        })
    }
}
