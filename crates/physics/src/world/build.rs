//! Ready-made structures: rope, chain, bridge, cloth, braced box, wheel, blob, hinge, rag doll. The crane has
//! a file of its own.

use super::blueprint::Blueprint;
use super::{Angle, AngleId, Area, AreaId, Motor, MotorId, PointId, Slack, Stick, StickId, World};
use core::f32::consts::TAU;
use motile_geom::{Vec2, Vec2Ext, state_fields, vec2};

/// The parts of something built. Where nothing could be built, every id in it is
/// [`Id::NOTHING`](motile_geom::Id::NOTHING).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    /// Points in the order the builder's description names them.
    pub points: Vec<PointId>,
    /// Sticks in the order the builder's description names them.
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
        let index = inside.then(|| (row * self.columns + column) as usize)?;
        self.parts.points.get(index).copied()
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

state_fields! {
    Structure { points, sticks }
    Cloth { parts, columns, rows }
    Wheel { hub, parts, area, motor }
    Doll { parts, joints }
}

/// Builders never fail. With bad numbers (a place that is not finite or beyond 10⁹ pixels, a size of 0, two ends in one
/// place) nothing is built, [`rejected`](World::rejected) counts it, and the ids in the answer are
/// [`Id::NOTHING`](motile_geom::Id::NOTHING). For fewer parts than a thing needs, or more than 2²⁴ points, the lists in the
/// answer are empty.
impl World {
    /// A group number that no point has yet.
    pub(super) fn new_group(&self) -> u32 {
        self.points.group.iter().max().map_or(1, |group| group.wrapping_add(1).max(1))
    }

    fn line(
        &mut self,
        (from, to): (Vec2, Vec2),
        (segments, least): (u32, u32),
        stick: Stick,
        finish: impl FnOnce(&mut Blueprint),
    ) -> Structure {
        let Some(mut plan) = self.blueprint(segments, least) else { return Structure::default() };
        for i in 0..=segments as usize {
            plan.point(from.lerp(to, i as f32 / segments as f32));
            if i > 0 {
                plan.stick_like(i - 1, i, stick);
            }
        }
        finish(&mut plan);
        self.assemble(&plan)
    }

    /// A rope of so many segments, which go slack; free at both ends.
    #[doc(alias = "string")]
    pub fn build_rope(&mut self, from: Vec2, to: Vec2, segments: u32) -> Structure {
        let rope = Stick { slack: Slack::Rope, ..Blueprint::STICK };
        self.line((from, to), (segments, 1), rope, |_| {})
    }

    /// A chain of so many rigid links, free at both ends.
    pub fn build_chain(&mut self, from: Vec2, to: Vec2, links: u32) -> Structure {
        self.line((from, to), (links, 1), Blueprint::STICK, |_| {})
    }

    /// A bridge: a chain of two planks or more pinned at both ends, each joint stiffened by a soft stick over it.
    pub fn build_bridge(&mut self, from: Vec2, to: Vec2, planks: u32) -> Structure {
        let over = Stick { compliance: 1e-4, damping: 1.0, ..Blueprint::STICK };
        let parts = self.line((from, to), (planks, 2), Blueprint::STICK, |plan| {
            (2..=planks as usize).for_each(|i| plan.stick_like(i - 2, i, over));
        });
        for &end in [parts.points.first(), parts.points.last()].into_iter().flatten() {
            self.set_pinned(end, true);
        }
        parts
    }

    /// A cloth of so many points, two or more in each direction, `spacing` pixels apart, its top left corner at a
    /// place; nothing is pinned.
    #[doc(alias = "fabric")]
    pub fn build_cloth(&mut self, top_left: Vec2, columns: u32, rows: u32, spacing: f32) -> Cloth {
        let nothing = Cloth { parts: Structure::default(), columns: 0, rows: 0 };
        let count = columns.saturating_mul(rows).saturating_mul(u32::from(columns.min(rows) > 1));
        let Some(mut plan) = self.blueprint(count, 4) else { return nothing };
        for row in 0..rows {
            for column in 0..columns {
                plan.point(top_left + vec2(column as f32, row as f32) * spacing);
            }
        }
        let thread = Blueprint::STICK.with_length(spacing);
        let at = |column: u32, row: u32| (row * columns + column) as usize;
        for row in 0..rows {
            for column in 1..columns {
                plan.stick_like(at(column - 1, row), at(column, row), thread);
            }
        }
        for row in 1..rows {
            for column in 0..columns {
                plan.stick_like(at(column, row - 1), at(column, row), thread);
            }
        }
        Cloth { parts: self.assemble(&plan), columns, rows }
    }

    /// A box with both diagonals: corners clockwise from the top left, sides, then braces.
    pub fn build_box(&mut self, top_left: Vec2, size: Vec2) -> Structure {
        let mut plan = Blueprint::new(self.new_group());
        for corner in [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)] {
            plan.point(top_left + corner * size);
        }
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)] {
            plan.stick(a, b);
        }
        self.assemble(&plan)
    }

    /// A ring of points about a hub: rim sticks, then spokes, then whatever else.
    fn ring(
        &mut self,
        (center, radius): (Vec2, f32),
        spokes: u32,
        spoke: Stick,
        finish: impl FnOnce(&mut Blueprint),
    ) -> Wheel {
        let nothing =
            Wheel { hub: PointId::NOTHING, parts: Structure::default(), area: None, motor: None };
        let Some(mut plan) = self.blueprint(spokes, 3) else { return nothing };
        plan.point(center);
        for i in 0..spokes {
            plan.point(center + Vec2::at_angle(i as f32 / spokes as f32 * TAU) * radius);
        }
        let n = spokes as usize;
        (0..n).for_each(|i| plan.stick(1 + i, 1 + (i + 1) % n));
        (1..=n).for_each(|i| plan.stick_like(0, i, spoke));
        finish(&mut plan);
        let parts = self.assemble(&plan);
        Wheel { hub: parts.points[0], parts, ..nothing }
    }

    /// A wheel with three or more rigid spokes, braced across every second rim point, turning at `speed` radians per
    /// second with at most `torque` when a speed is given.
    pub fn build_wheel(
        &mut self,
        center: Vec2,
        radius: f32,
        spokes: u32,
        speed: Option<(f32, f32)>,
    ) -> Wheel {
        let n = spokes as usize;
        let mut wheel = self.ring((center, radius), spokes, Blueprint::STICK, |plan| {
            (0..n * usize::from(n > 4)).for_each(|i| plan.stick(1 + i, 1 + (i + 2) % n));
        });
        wheel.motor = speed.zip(wheel.parts.points.get(1..)).and_then(|((speed, torque), rim)| {
            let motor = Motor { hub: wheel.hub, rim: rim.to_vec(), speed, torque };
            self.add_motor(motor).ok().filter(|id| *id != MotorId::NOTHING)
        });
        wheel
    }

    /// A blob: a rim of three or more points that keeps its area, with springs to the hub. `softness` is the compliance
    /// of the springs, for example 0.01.
    #[doc(alias = "soft body")]
    pub fn build_blob(&mut self, center: Vec2, radius: f32, rim: u32, softness: f32) -> Wheel {
        let spring = Stick { compliance: softness, damping: 2.0, ..Blueprint::STICK };
        let mut blob = self.ring((center, radius), rim, spring, |_| {});
        blob.area = blob.parts.points.get(1..).and_then(|rim| {
            let area = self.add_area(Area::new(rim.to_vec()));
            area.ok().filter(|id| *id != AreaId::NOTHING)
        });
        blob
    }

    /// Two arms that share a point: end, joint, end. The angle at the joint stays inside the limits in radians when they
    /// are given; with bad limits there are none.
    #[doc(alias = "joint")]
    pub fn build_hinge(
        &mut self,
        ends: (Vec2, Vec2),
        joint: Vec2,
        limits: Option<(f32, f32)>,
    ) -> (Structure, Option<AngleId>) {
        let mut plan = Blueprint::new(self.new_group());
        for place in [ends.0, joint, ends.1] {
            plan.point(place);
        }
        plan.stick(0, 1);
        plan.stick(1, 2);
        let parts = self.assemble(&plan);
        let limit = limits.and_then(|(min, max)| {
            let [a, pivot, c] = [0, 1, 2].map(|i| parts.points[i]);
            let angle = self.add_angle(Angle::new(a, pivot, c, min, max));
            angle.ok().filter(|id| *id != AngleId::NOTHING)
        });
        (parts, limit)
    }

    /// A rag doll standing, `height` pixels tall, its head at a place; see [`Doll`] for its parts.
    #[doc(alias = "ragdoll")]
    pub fn build_ragdoll(&mut self, head: Vec2, height: f32) -> Doll {
        let mut plan = Blueprint::new(self.new_group());
        plan.radius = height * 0.02;
        for (x, y) in DOLL_POINTS {
            plan.point(head + vec2(x, y) * height);
        }
        for (a, b) in DOLL_BONES {
            plan.stick(a, b);
        }
        // Wrists and ankles keep a distance from the trunk, so that limbs do not fold into it.
        let strut = Stick { slack: Slack::Between(0.3, 4.0), ..Blueprint::STICK };
        for (a, b) in [(4, 6), (8, 10), (0, 2)] {
            plan.stick_like(a, b, strut);
        }
        let parts = self.assemble(&plan);
        let joints = DOLL_JOINTS.map(|(a, pivot, c, min, max)| {
            let [a, pivot, c] = [a, pivot, c].map(|i: usize| parts.points[i]);
            let angle = Angle::new(a, pivot, c, min, max).with_compliance(1e-5);
            self.add_angle(angle).unwrap_or(AngleId::NOTHING)
        });
        Doll { parts, joints: joints.into() }
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
