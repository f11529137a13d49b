//! Ready-made structures (PHYS-53): rope, chain, bridge, cloth, braced box, wheel, blob, hinge, rag doll. The crane has
//! a file of its own.

use super::{
    Angle, AngleId, Area, AreaId, Motor, MotorId, Point, PointId, Slack, Stick, StickId, World,
};
use crate::PhysicsError;
use core::f32::consts::TAU;
use motile_geom::{Vec2, Vec2Ext, vec2};

/// The parts of something built.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    /// Points in the order the builder's description names them.
    pub points: Vec<PointId>,
    /// Sticks in the same order.
    pub sticks: Vec<StickId>,
}

/// The parts of a cloth.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloth {
    /// Points row by row, sticks first along the rows, then down the columns.
    pub parts: Structure,
    /// Points in a row.
    pub columns: u32,
    /// Rows of points.
    pub rows: u32,
}

impl Cloth {
    /// A point by column and row.
    pub fn point(&self, column: u32, row: u32) -> Option<PointId> {
        let inside = column < self.columns && row < self.rows;
        inside.then(|| self.parts.points[(row * self.columns + column) as usize])
    }
}

/// The parts of a wheel or a blob.
#[derive(Clone, Debug, PartialEq)]
pub struct Wheel {
    /// The middle; the first point of `parts`.
    pub hub: PointId,
    /// Hub, then the rim clockwise.
    pub parts: Structure,
    /// What keeps it round, for a blob.
    pub area: Option<AreaId>,
    /// What turns it, for a wheel that was given a speed.
    pub motor: Option<MotorId>,
}

/// The parts of a rag doll.
#[derive(Clone, Debug, PartialEq)]
pub struct Doll {
    /// Head, neck, hip, left elbow, left hand, right elbow, right hand, left knee, left foot, right knee, right
    /// foot.
    pub parts: Structure,
    /// Limits of elbows, knees and neck.
    pub joints: Vec<AngleId>,
}

/// Most points a builder makes.
const MAX_POINTS: u32 = 1 << 24;

fn checked(count: u32, least: u32) -> Result<(), PhysicsError> {
    if (least..=MAX_POINTS).contains(&count) {
        Ok(())
    } else {
        Err(PhysicsError::BadNumber("number of parts"))
    }
}

/// The errors of all builders are those of adding points and sticks: bad numbers, or too few or too many parts.
/// What was added until then stays.
impl World {
    /// A group number that no point has yet.
    pub(super) fn new_group(&self) -> u32 {
        self.points.group.iter().max().map_or(1, |group| group.wrapping_add(1).max(1))
    }

    pub(super) fn join(&mut self, parts: &mut Structure, stick: Stick) -> Result<(), PhysicsError> {
        parts.sticks.push(self.add_stick(stick)?);
        Ok(())
    }

    fn line(
        &mut self,
        from: Vec2,
        to: Vec2,
        segments: u32,
        stick: impl Fn(PointId, PointId) -> Stick,
    ) -> Result<Structure, PhysicsError> {
        checked(segments, 1)?;
        let group = self.new_group();
        let mut parts = Structure::default();
        for i in 0..=segments {
            let position = from.lerp(to, i as f32 / segments as f32);
            parts.points.push(self.add_point(Point { position, group, ..Point::default() })?);
            if let [.., a, b] = parts.points[..] {
                self.join(&mut parts, stick(a, b))?;
            }
        }
        Ok(parts)
    }

    /// A rope of so many segments, which go slack; free at both ends.
    ///
    /// # Errors
    /// No segment, or ends that are not finite or in one place.
    pub fn build_rope(
        &mut self,
        from: Vec2,
        to: Vec2,
        segments: u32,
    ) -> Result<Structure, PhysicsError> {
        self.line(from, to, segments, Stick::rope)
    }

    /// A chain of so many rigid links, free at both ends.
    ///
    /// # Errors
    /// No link, or ends that are not finite or in one place.
    pub fn build_chain(
        &mut self,
        from: Vec2,
        to: Vec2,
        links: u32,
    ) -> Result<Structure, PhysicsError> {
        self.line(from, to, links, Stick::new)
    }

    /// A bridge: a chain of planks pinned at both ends, each joint stiffened by a soft stick over it.
    ///
    /// # Errors
    /// Fewer than two planks, or ends that are not finite or in one place.
    pub fn build_bridge(
        &mut self,
        from: Vec2,
        to: Vec2,
        planks: u32,
    ) -> Result<Structure, PhysicsError> {
        checked(planks, 2)?;
        let mut parts = self.line(from, to, planks, Stick::new)?;
        for i in 2..parts.points.len() {
            let over = Stick::new(parts.points[i - 2], parts.points[i]);
            self.join(&mut parts, Stick { compliance: 1e-4, damping: 1.0, ..over })?;
        }
        for end in [parts.points[0], parts.points[parts.points.len() - 1]] {
            self.set_pinned(end, true);
        }
        Ok(parts)
    }

    /// A cloth of so many points, `spacing` pixels apart, its top left corner at a place; nothing is pinned.
    ///
    /// # Errors
    /// Fewer than two points in a row or column, or a spacing that is not above 0.
    pub fn build_cloth(
        &mut self,
        top_left: Vec2,
        columns: u32,
        rows: u32,
        spacing: f32,
    ) -> Result<Cloth, PhysicsError> {
        checked(columns.min(rows), 2)?;
        checked(columns.saturating_mul(rows), 4)?;
        let group = self.new_group();
        let mut parts = Structure::default();
        for row in 0..rows {
            for column in 0..columns {
                let position = top_left + vec2(column as f32, row as f32) * spacing;
                parts.points.push(self.add_point(Point { position, group, ..Point::default() })?);
            }
        }
        let at = |column: u32, row: u32| (row * columns + column) as usize;
        for row in 0..rows {
            for column in 1..columns {
                let (a, b) = (parts.points[at(column - 1, row)], parts.points[at(column, row)]);
                self.join(&mut parts, Stick::new(a, b).with_length(spacing))?;
            }
        }
        for row in 1..rows {
            for column in 0..columns {
                let (a, b) = (parts.points[at(column, row - 1)], parts.points[at(column, row)]);
                self.join(&mut parts, Stick::new(a, b).with_length(spacing))?;
            }
        }
        Ok(Cloth { parts, columns, rows })
    }

    /// A box with both diagonals (PHYS-28): corners clockwise from the top left, sides, then braces.
    ///
    /// # Errors
    /// A size that is not above 0 and finite.
    pub fn build_box(&mut self, top_left: Vec2, size: Vec2) -> Result<Structure, PhysicsError> {
        let group = self.new_group();
        let mut parts = Structure::default();
        for corner in [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)] {
            let position = top_left + corner * size;
            parts.points.push(self.add_point(Point { position, group, ..Point::default() })?);
        }
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)] {
            let stick = Stick::new(parts.points[a], parts.points[b]);
            self.join(&mut parts, stick)?;
        }
        Ok(parts)
    }

    /// A ring of points about a hub: rim sticks, then spokes.
    fn ring(
        &mut self,
        center: Vec2,
        radius: f32,
        spokes: u32,
        spoke: impl Fn(PointId, PointId) -> Option<Stick>,
    ) -> Result<Wheel, PhysicsError> {
        checked(spokes, 3)?;
        let group = self.new_group();
        let hub = self.add_point(Point { position: center, group, ..Point::default() })?;
        let mut parts = Structure { points: vec![hub], sticks: Vec::new() };
        for i in 0..spokes {
            let position = center + Vec2::at_angle(i as f32 / spokes as f32 * TAU) * radius;
            parts.points.push(self.add_point(Point { position, group, ..Point::default() })?);
        }
        for i in 0..spokes as usize {
            let next = 1 + (i + 1) % spokes as usize;
            let stick = Stick::new(parts.points[1 + i], parts.points[next]);
            self.join(&mut parts, stick)?;
        }
        for i in 1..parts.points.len() {
            if let Some(stick) = spoke(hub, parts.points[i]) {
                self.join(&mut parts, stick)?;
            }
        }
        Ok(Wheel { hub, parts, area: None, motor: None })
    }

    /// A wheel with rigid spokes, braced across every second rim point, turning at `speed` radians per second
    /// with at most `torque` when a speed is given.
    ///
    /// # Errors
    /// Fewer than three spokes, or a radius that is not above 0.
    pub fn build_wheel(
        &mut self,
        center: Vec2,
        radius: f32,
        spokes: u32,
        speed: Option<(f32, f32)>,
    ) -> Result<Wheel, PhysicsError> {
        let mut wheel = self.ring(center, radius, spokes, |hub, rim| Some(Stick::new(hub, rim)))?;
        let n = spokes as usize;
        for i in 0..n * usize::from(n > 4) {
            let over = Stick::new(wheel.parts.points[1 + i], wheel.parts.points[1 + (i + 2) % n]);
            self.join(&mut wheel.parts, over)?;
        }
        if let Some((speed, torque)) = speed {
            let rim = wheel.parts.points[1..].to_vec();
            wheel.motor = Some(self.add_motor(Motor { hub: wheel.hub, rim, speed, torque })?);
        }
        Ok(wheel)
    }

    /// A blob: a rim that keeps its area, with springs to the hub. `softness` is the compliance of the springs,
    /// for example 0.01.
    ///
    /// # Errors
    /// Fewer than three rim points, a radius that is not above 0, or a bad softness.
    pub fn build_blob(
        &mut self,
        center: Vec2,
        radius: f32,
        rim: u32,
        softness: f32,
    ) -> Result<Wheel, PhysicsError> {
        let spring =
            |hub, rim| Stick { compliance: softness, damping: 2.0, ..Stick::new(hub, rim) };
        let mut blob = self.ring(center, radius, rim, |hub, rim| Some(spring(hub, rim)))?;
        let area = Area::new(blob.parts.points[1..].to_vec());
        blob.area = Some(self.add_area(area)?);
        Ok(blob)
    }

    /// Two arms that share a point (PHYS-31): end, joint, end. The angle at the joint stays inside the limits in
    /// radians when they are given.
    ///
    /// # Errors
    /// Places that are not finite or the same, or a bad range.
    pub fn build_hinge(
        &mut self,
        ends: (Vec2, Vec2),
        joint: Vec2,
        limits: Option<(f32, f32)>,
    ) -> Result<(Structure, Option<AngleId>), PhysicsError> {
        let group = self.new_group();
        let mut parts = Structure::default();
        for position in [ends.0, joint, ends.1] {
            parts.points.push(self.add_point(Point { position, group, ..Point::default() })?);
        }
        let [a, pivot, c] = [parts.points[0], parts.points[1], parts.points[2]];
        self.join(&mut parts, Stick::new(a, pivot))?;
        self.join(&mut parts, Stick::new(pivot, c))?;
        let limit = limits.map(|(min, max)| self.add_angle(Angle::new(a, pivot, c, min, max)));
        Ok((parts, limit.transpose()?))
    }

    /// A rag doll standing, `height` pixels tall, its head at a place; see [`Doll`] for its parts.
    ///
    /// # Errors
    /// A place that is not finite, or a height that is not above 0.
    pub fn build_ragdoll(&mut self, head: Vec2, height: f32) -> Result<Doll, PhysicsError> {
        let group = self.new_group();
        let mut parts = Structure::default();
        for (x, y) in DOLL_POINTS {
            let position = head + vec2(x, y) * height;
            let radius = height * 0.02;
            parts.points.push(self.add_point(Point {
                position,
                radius,
                group,
                ..Point::default()
            })?);
        }
        for (a, b) in DOLL_BONES {
            let stick = Stick::new(parts.points[a], parts.points[b]);
            self.join(&mut parts, stick)?;
        }
        // Wrists and ankles keep a distance from the trunk, so that limbs do not fold into it.
        for (a, b) in [(4, 6), (8, 10), (0, 2)] {
            let strut = Stick {
                slack: Slack::Between(0.3, 4.0),
                ..Stick::new(parts.points[a], parts.points[b])
            };
            self.join(&mut parts, strut)?;
        }
        let mut joints = Vec::new();
        for (a, pivot, c, min, max) in DOLL_JOINTS {
            let [a, pivot, c] = [a, pivot, c].map(|i: usize| parts.points[i]);
            joints.push(self.add_angle(Angle::new(a, pivot, c, min, max).with_compliance(1e-5))?);
        }
        Ok(Doll { parts, joints })
    }
}

/// Places of the doll's points from the head, in heights.
const DOLL_POINTS: [(f32, f32); 11] = [
    (0.0, 0.0),
    (0.0, 0.15),
    (0.0, 0.5),
    (-0.15, 0.25),
    (-0.25, 0.4),
    (0.15, 0.25),
    (0.25, 0.4),
    (-0.06, 0.75),
    (-0.08, 1.0),
    (0.06, 0.75),
    (0.08, 1.0),
];

const DOLL_BONES: [(usize, usize); 10] =
    [(0, 1), (1, 2), (1, 3), (3, 4), (1, 5), (5, 6), (2, 7), (7, 8), (2, 9), (9, 10)];

/// Joints with their angles from the first arm to the second: a bend this way only, not over the back.
const DOLL_JOINTS: [(usize, usize, usize, f32, f32); 4] =
    [(1, 3, 4, 0.3, 3.1), (1, 5, 6, -3.1, -0.3), (2, 7, 8, 0.3, 3.1), (2, 9, 10, -3.1, -0.3)];
