//! Scenes from JSON.

use super::{BodyScene, OverlapPolicy};
use crate::BodyError;
use crate::world::{BodyDef, BodyShape};
use motile_geom::{Aabb, Polygon, Vec2};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scene {
    #[serde(default)]
    policy: Policy,
    walls: Option<[f32; 4]>,
    bodies: Vec<Thing>,
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
    /// (left, top, right, bottom) if wanted. A body has one of `rect` (width, height), `circle` (radius) and `polygon` (points
    /// in its own coordinates), and may have `name` with the words of [`BodyScene::add`], `at`, `rotation`, `density`, `friction` and
    /// `restitution`.
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
    /// one without extent.
    pub fn from_json(text: &str) -> Result<Self, BodyError> {
        let read: Scene = serde_json::from_str(text).map_err(|error| BodyError::BadScene {
            line: error.line() as u32,
            expected: "a scene: bodies, policy, walls",
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
            let expected = "one of rect, circle and polygon, with an area";
            scene.add(&thing.name, def.ok_or(BodyError::BadScene { line: 0, expected })?);
        }
        Ok(scene)
    }
}

impl Thing {
    fn def(&self) -> Option<BodyDef> {
        let shape = match (self.rect, self.circle, &self.polygon) {
            (Some([width, height]), None, None) => BodyShape::rect(width, height),
            (None, Some(radius), None) => BodyShape::circle(radius),
            (None, None, Some(points)) => {
                let corners = points.iter().copied().map(Vec2::from_array).collect();
                BodyShape::polygon(&Polygon::new(corners).ok()?)
            }
            _ => return None,
        };
        let plain = BodyDef::new(shape).at(self.at[0], self.at[1]).with_rotation(self.rotation);
        Some(BodyDef {
            density: self.density.unwrap_or(plain.density),
            friction: self.friction.unwrap_or(plain.friction),
            restitution: self.restitution.unwrap_or(plain.restitution),
            ..plain
        })
    }
}
