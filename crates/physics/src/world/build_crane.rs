//! A crane: lattice tower and jib, with a hook on a rope (PHYS-53).

use super::{Point, PointId, Slack, Stick, Structure, World};
use crate::PhysicsError;
use motile_geom::{Vec2, vec2};

/// The parts of a crane.
#[derive(Clone, Debug, PartialEq)]
pub struct Crane {
    /// The lattice: the tower from its foot up, left and right in turn, then the jib from the tower out, bottom and top
    /// in turn. The first two points are pinned.
    pub lattice: Structure,
    /// The rope from the tip of the jib down to the hook; shorten its sticks to lift.
    pub rope: Structure,
    /// The hook at its end, four times as heavy as a point of the lattice.
    pub hook: PointId,
}

/// Panels of the tower, and of the jib.
const PANELS: u32 = 8;
/// Points of the tower; the first of the jib comes next.
const JIB: usize = 2 * (PANELS as usize + 1);
/// Segments of the rope.
const SEGMENTS: u32 = 6;

impl World {
    /// A crane that stands with its feet at a place, `height` pixels tall, its jib reaching `reach` pixels to the right,
    /// or to the left when it is below 0. The hook hangs half of the height down.
    ///
    /// # Errors
    /// A place that is not finite, a height that is not above 0, or a reach of 0.
    pub fn build_crane(
        &mut self,
        foot: Vec2,
        height: f32,
        reach: f32,
    ) -> Result<Crane, PhysicsError> {
        if !(height > 0.0 && reach.abs() > 0.0 && height.is_finite() && reach.is_finite()) {
            return Err(PhysicsError::BadNumber("height or reach of the crane"));
        }
        let group = self.new_group();
        let mut lattice = Structure::default();
        let side = height / PANELS as f32;
        // The jib grows out of the topmost panel of the tower, away from its nearer side.
        let outward = side.copysign(reach);
        for panel in 0..=PANELS {
            let y = -(panel as f32) * side;
            let at = [vec2(-outward * 0.5, y), vec2(outward * 0.5, y)];
            self.rung(&mut lattice, at.map(|at| foot + at), group)?;
        }
        let root = foot + vec2(outward * 0.5, -height + side);
        for panel in 1..=PANELS {
            let share = panel as f32 / PANELS as f32;
            // Thinner towards the tip.
            let at = [vec2(reach * share, 0.0), vec2(reach * share, -side * (1.0 - 0.7 * share))];
            self.rung(&mut lattice, at.map(|at| root + at), group)?;
        }
        for i in [0, 1] {
            self.set_pinned(lattice.points[i], true);
        }
        let tip = lattice.points[lattice.points.len() - 2];
        let (rope, hook) = self.hook(tip, height * 0.5, group)?;
        Ok(Crane { lattice, rope, hook })
    }

    /// Two more points, joined with each other and crosswise with the two before.
    fn rung(
        &mut self,
        lattice: &mut Structure,
        at: [Vec2; 2],
        group: u32,
    ) -> Result<(), PhysicsError> {
        let n = lattice.points.len();
        // The jib begins at the side of the tower's topmost panel.
        let before = match n {
            0 => None,
            JIB => Some([3, 1]),
            _ => Some([2, 1]),
        };
        let before = before.map(|back| back.map(|back: usize| lattice.points[n - back]));
        let [a, b] = at.map(|position| Point { position, group, ..Point::default() });
        let new = [self.add_point(a)?, self.add_point(b)?];
        lattice.points.extend(new);
        self.join(lattice, Stick::new(new[0], new[1]))?;
        let pairs = [(0, 0), (1, 1), (0, 1), (1, 0)];
        for (old, young) in before.into_iter().flat_map(|old| pairs.map(|(i, k)| (old[i], k))) {
            self.join(lattice, Stick::new(old, new[young]))?;
        }
        Ok(())
    }

    /// A rope of some length from a point down, with a weight at its end.
    fn hook(
        &mut self,
        from: PointId,
        length: f32,
        group: u32,
    ) -> Result<(Structure, PointId), PhysicsError> {
        let top = self.position(from).ok_or(PhysicsError::UnknownPoint)?;
        let mut rope = Structure { points: vec![from], sticks: Vec::new() };
        let mut last = from;
        for i in 1..=SEGMENTS {
            let position = top + vec2(0.0, length * i as f32 / SEGMENTS as f32);
            let mass = if i == SEGMENTS { 4.0 } else { 1.0 };
            let next = self.add_point(Point { position, mass, group, ..Point::default() })?;
            rope.points.push(next);
            let link = Stick { slack: Slack::Rope, ..Stick::new(last, next) };
            self.join(&mut rope, link)?;
            last = next;
        }
        Ok((rope, last))
    }
}
