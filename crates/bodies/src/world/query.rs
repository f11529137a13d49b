//! What is where: points, rays and forms asked of a world.

use super::events::Marking;
use super::{BodyId, BodyShape, BodyWorld, Entry, engine_shape};
use motile_geom::Vec2;
use rapier2d::parry::query::ShapeCastOptions;
use rapier2d::prelude::{Pose, QueryFilter, Ray};

/// What a form meets on its way: see [`BodyWorld::first_swept`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// Whom.
    pub body: BodyId,
    /// After which part of the way, 0…1.
    pub share: f32,
    /// Where they touch, in the world.
    pub point: Vec2,
    /// Out of that body, with length 1.
    pub normal: Vec2,
}

impl BodyWorld {
    /// The body at a point of the world; of several, the one added last to the first free place. Sensors are not found. Looks
    /// at every body.
    #[doc(alias = "point query")]
    pub fn at_point(&self, point: Vec2) -> Option<BodyId> {
        let holds = |entry: &Entry| {
            let place = self.inner.bodies.get(entry.handle)?.position();
            let collider = self.inner.colliders.get(entry.collider)?;
            Some(!entry.def.sensor && collider.shape().contains_point(place, point))
        };
        let mut bodies = self.bodies.iter().rev().filter(|_| point.is_finite());
        bodies.find(|(_, entry)| holds(entry) == Some(true)).map(|(id, _)| id.cast())
    }

    /// The first body on a way through the world as the last step left it, and where it is met; sensors are not.
    #[doc(alias = "ray cast")]
    pub fn first_on(&self, from: Vec2, to: Vec2) -> Option<(BodyId, Vec2)> {
        let way = to - from;
        if !from.is_finite() || !way.is_finite() || from == to {
            return None;
        }
        let ray = Ray::new(from, way);
        let filter = QueryFilter::new().exclude_sensors();
        let (handle, share) = self.inner.cast_ray(&ray, 1.0, true, filter)?;
        let body = Marking::of(&self.inner.colliders, handle)?.id();
        Some((body, from.lerp(to, share)))
    }

    /// The first body that a form meets on its way through the world as the last step left it, without turning; sensors are
    /// not met. What it overlaps where it begins is met at once.
    ///
    /// ```
    /// use motile_bodies::{BodyDef, BodyKind, BodyShape, BodyWorld};
    /// use motile_geom::vec2;
    /// let mut world = BodyWorld::new();
    /// let ground = BodyDef::new(BodyShape::rect(400.0, 20.0)).at(0.0, 100.0);
    /// let ground = world.add(&ground.with_kind(BodyKind::Static));
    /// world.step(1.0 / 60.0);
    /// let ball = BodyShape::circle(10.0);
    /// let hit = world.first_swept(&ball, 0.0, vec2(0.0, 0.0), vec2(0.0, 160.0));
    /// assert!(hit.is_some_and(|hit| hit.body == ground && (hit.share - 0.5).abs() < 1e-3));
    /// ```
    #[doc(alias = "shape cast")]
    #[doc(alias = "sweep test")]
    pub fn first_swept(
        &self,
        shape: &BodyShape,
        rotation: f32,
        from: Vec2,
        to: Vec2,
    ) -> Option<BodyHit> {
        let way = to - from;
        if !from.is_finite() || !way.is_finite() || !rotation.is_finite() {
            return None;
        }
        let form = engine_shape(shape)?;
        let filter = QueryFilter::new().exclude_sensors();
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
        let place = Pose::new(from, rotation);
        let (handle, hit) = self.inner.cast_shape(&place, way, &*form, options, filter)?;
        let body = Marking::of(&self.inner.colliders, handle)?.id();
        Some(BodyHit { body, share: hit.time_of_impact, point: hit.witness1, normal: hit.normal1 })
    }

    /// The bodies that a form at some place touches in the world as the last step left it, in the order of their places;
    /// sensors are left out.
    #[doc(alias = "overlap query")]
    #[doc(alias = "region query")]
    pub fn bodies_in(&self, shape: &BodyShape, position: Vec2, rotation: f32) -> Vec<BodyId> {
        if !position.is_finite() || !rotation.is_finite() {
            return Vec::new();
        }
        let Some(form) = engine_shape(shape) else { return Vec::new() };
        let filter = QueryFilter::new().exclude_sensors();
        let asked = self.inner.query_pipeline_with_filter(filter);
        let found = asked.intersect_shape(Pose::new(position, rotation), &*form);
        let ids = found.filter_map(|(handle, _)| Marking::of(&self.inner.colliders, handle));
        let mut ids: Vec<BodyId> = ids.map(Marking::id).collect();
        ids.sort_unstable_by_key(|id| id.index());
        ids
    }
}
