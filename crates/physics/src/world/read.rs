//! Reading a world: places, velocities, counts, what the pointer would take.

use super::{AreaId, PointId, StickId, World};
use motile_geom::Vec2;

impl World {
    /// Where a point is.
    pub fn position(&self, id: PointId) -> Option<Vec2> {
        self.points.slot(id).map(|slot| self.points.position(slot))
    }

    /// Where a point was before the last sub-step.
    pub fn old_position(&self, id: PointId) -> Option<Vec2> {
        self.points.slot(id).map(|slot| self.points.old(slot))
    }

    /// Velocity of a point in pixels per second: the way of the last sub-step by its time.
    pub fn velocity(&self, id: PointId) -> Option<Vec2> {
        let slot = self.points.slot(id)?;
        Some(self.points.way(slot) / self.last)
    }

    /// The area inside a loop in square pixels.
    pub fn area(&self, id: AreaId) -> Option<f32> {
        self.areas.get(id).map(|area| area.now(&self.points))
    }

    /// Whether a point stays where it is put.
    pub fn is_pinned(&self, id: PointId) -> Option<bool> {
        self.points.slot(id).map(|slot| !self.points.moves(slot))
    }

    /// Mass of a point, whether it is pinned or not.
    pub fn mass(&self, id: PointId) -> Option<f32> {
        self.points.slot(id).map(|slot| self.points.mass[slot])
    }

    /// Radius of a point in pixels.
    pub fn radius(&self, id: PointId) -> Option<f32> {
        self.points.slot(id).map(|slot| self.points.radius[slot])
    }

    /// Number of points.
    pub fn point_count(&self) -> u32 {
        self.points.names.len() as u32
    }

    /// Number of sticks.
    pub fn stick_count(&self) -> u32 {
        self.sticks.names.len() as u32
    }

    /// All points with their positions, in the order of their places.
    pub fn points(&self) -> impl Iterator<Item = (PointId, Vec2)> + '_ {
        self.points.slots().map(|slot| (self.points.id(slot), self.points.position(slot)))
    }

    /// All sticks with the positions of their ends, in the order of their places: for drawing.
    pub fn sticks(&self) -> impl Iterator<Item = (StickId, Vec2, Vec2)> + '_ {
        self.sticks.slots().map(|slot| {
            let (a, b) = (self.sticks.a[slot] as usize, self.sticks.b[slot] as usize);
            (self.sticks.id(slot), self.points.position(a), self.points.position(b))
        })
    }

    /// The ends of a stick.
    pub fn ends(&self, id: StickId) -> Option<(PointId, PointId)> {
        let slot = self.sticks.slot(id)?;
        let end = |end: u32| self.points.id(end as usize);
        Some((end(self.sticks.a[slot]), end(self.sticks.b[slot])))
    }

    /// Length of a stick at rest in pixels.
    pub fn length(&self, id: StickId) -> Option<f32> {
        self.sticks.slot(id).map(|slot| self.sticks.length[slot])
    }

    /// How hard a soft stick pulled its ends together in the last sub-step (mass · pixels / s²), below 0 where it pushed;
    /// none for a rigid one, whose pull is not kept.
    pub fn tension(&self, id: StickId) -> Option<f32> {
        let slot = self.sticks.slot(id).filter(|&slot| self.sticks.compliance[slot] > 0.0)?;
        Some(-self.sticks.lambda[slot] / self.last / self.last)
    }

    /// The point nearest to a place within a distance in pixels: what the pointer would take hold of.
    pub fn nearest_point(&self, place: Vec2, within: f32) -> Option<PointId> {
        let distances =
            self.points.slots().map(|slot| (self.points.position(slot).distance(place), slot));
        let near = distances.filter(|(distance, _)| *distance <= within);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, slot)| self.points.id(slot))
    }
}
