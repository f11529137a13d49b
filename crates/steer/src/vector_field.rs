//! Flow field following: a direction for every place.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use motile_geom::{Grid2, MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext};

/// A velocity or direction for every place, stored on a grid of square cells: the flow field of the literature.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "flow field")]
#[doc(alias = "FlowField")]
pub struct VectorField {
    /// One vector a cell, usually of length 0 (no opinion) to 1 (full speed).
    pub cells: Grid2<Vec2>,
    /// Top left corner of the first cell in pixels.
    pub origin: Vec2,
    /// Side of a cell in pixels.
    pub cell_size: f32,
}

impl VectorField {
    /// A field over cells of `cell_size` pixels with its corner at the origin.
    pub const fn new(cells: Grid2<Vec2>, cell_size: f32) -> Self {
        Self { cells, origin: Vec2::ZERO, cell_size }
    }

    /// The vector at a place, blended between the four nearest cell centers; beyond the border that of the
    /// nearest cell. Zero for an empty field or a place that is not finite.
    #[must_use]
    pub fn sample(&self, place: Vec2) -> Vec2 {
        let at = (place - self.origin) / self.cell_size - 0.5;
        if !at.is_finite() {
            return Vec2::ZERO;
        }
        let corner = at.floor();
        let share = at - corner;
        let (x, y) = (corner.x as i32, corner.y as i32);
        let cell = |dx, dy| {
            let (x, y) = (x.saturating_add(dx), y.saturating_add(dy));
            self.cells.clamped(x, y).copied().unwrap_or(Vec2::ZERO)
        };
        let top = cell(0, 0).lerp(cell(1, 0), share.x);
        let bottom = cell(0, 1).lerp(cell(1, 1), share.x);
        finite_or_zero(top.lerp(bottom, share.y))
    }

    /// The steering that follows the field, looking `ahead` seconds along the current motion; zero where the field is
    /// zero.
    ///
    /// Marks: the place looked at, and the flow there.
    #[must_use]
    #[doc(alias = "flow field following")]
    pub fn steer(&self, mut agent: impl MaybeWatched<Agent>, ahead: f32) -> Vec2 {
        let (agent, mut marks) = agent.split();
        let place = agent.position + agent.velocity * ahead;
        let flow = self.sample(place);
        marks.line(MarkRole::Feeler, agent.position, place);
        marks.point(MarkRole::Feeler, place);
        marks.velocity(MarkRole::Path, place, flow * agent.max_speed);
        let change = finite_or_zero(flow.truncate(1.0) * agent.max_speed - agent.velocity);
        with_arrows(&mut marks, agent, if flow == Vec2::ZERO { Vec2::ZERO } else { change })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Agent;
    use motile_geom::vec2;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn a_vortex_carries_the_agent_round() {
        let cells = Grid2::from_fn(20, 20, |x, y| {
            let offset = vec2(x as f32 - 9.5, y as f32 - 9.5);
            (offset.perp() - offset * 0.05).truncate(1.0)
        });
        let field = VectorField::new(cells.unwrap(), 20.0);
        assert_eq!(field.sample(vec2(f32::NAN, 0.0)), Vec2::ZERO);
        assert_eq!(field.sample(vec2(-1e9, -1e9)), field.cells[(0, 0)]);
        let mut agent = Agent { max_speed: 100.0, ..Agent::new(300.0, 200.0) };
        let mut turned = 0.0;
        for _ in 0..1200 {
            let before = (agent.position - vec2(200.0, 200.0)).angle();
            let steering = field.steer(&agent, 0.1);
            agent.step(steering, DT);
            let after = (agent.position - vec2(200.0, 200.0)).angle();
            turned += motile_geom::angle::difference(before, after);
            assert!(agent.position.distance(vec2(200.0, 200.0)) < 200.0);
        }
        assert!(turned > 6.0, "clockwise on the screen: {turned}");
    }
}
