//! Boxes and rays as one view has them: turned already, in double precision.

use super::IsoProjection;
use motile_geom::glam::{DVec2, DVec3, dvec3};

/// Volumes that share less than this, world units, count as touching: what slides along a wall is not inside of it because
/// of the last bit.
const TOUCH: f64 = 1e-3;

/// All points of the world that are seen at one place of the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) from: DVec3,
    pub(crate) way: DVec3,
}

/// Which side of a box is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Top,
    /// The one that looks along z.
    Left,
    /// The one that looks along x.
    Right,
}

/// How two boxes of a view stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The first one is drawn first.
    Behind,
    /// The first one is drawn last.
    InFront,
    /// They share space: no order is right.
    Mixed,
    /// Flat things in one plane: any order is as right as the other.
    Level,
}

/// A box of the turned world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ViewBox {
    pub(crate) min: DVec3,
    pub(crate) max: DVec3,
}

/// The extent of a box along the three directions that bound its silhouette: ranges of x − z, x + slope·y and z + slope·y.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Silhouette {
    low: DVec3,
    high: DVec3,
}

impl Silhouette {
    /// The box around it in units of the floor, whatever the zoom: across, and down along the floor.
    pub(crate) fn extent(&self) -> (DVec2, DVec2) {
        let down = |ranges: DVec3| (ranges.y + ranges.z) * 0.5;
        (DVec2::new(self.low.x, down(self.low)), DVec2::new(self.high.x, down(self.high)))
    }

    /// The least and the greatest of the three ranges.
    pub(crate) const fn ranges(&self) -> (DVec3, DVec3) {
        (self.low, self.high)
    }

    /// Whether two silhouettes share area. Their hexagons have edges of three directions only, so that three ranges decide
    /// it exactly.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.low.cmplt(other.high).all() && other.low.cmplt(self.high).all()
    }
}

impl ViewBox {
    /// A box of no size at the origin.
    pub(crate) const NOTHING: Self = Self { min: DVec3::ZERO, max: DVec3::ZERO };

    /// How it looks, by how much a unit of height shifts what is seen behind it. Made when it is asked for: keeping it would
    /// double what a world of many boxes fetches from memory.
    pub(crate) fn silhouette(&self, slope: f64) -> Silhouette {
        let (min, max) = (self.min, self.max);
        Silhouette {
            low: dvec3(min.x - max.z, min.x + slope * min.y, min.z + slope * min.y),
            high: dvec3(max.x - min.z, max.x + slope * max.y, max.z + slope * max.y),
        }
    }

    /// The far and the near sides along x, z and up.
    pub(crate) const fn sides(&self) -> (DVec3, DVec3) {
        let (min, max) = (self.min, self.max);
        (dvec3(min.x, min.z, -max.y), dvec3(max.x, max.z, -min.y))
    }

    /// Width and height of the box around its [silhouette](Self::silhouette).
    pub(crate) fn extent(&self, slope: f64) -> DVec2 {
        let size = self.max - self.min;
        DVec2::new(size.x + size.z, (size.x + size.z) * 0.5 + slope * size.y)
    }

    pub(crate) fn center(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// The box around it on the screen.
    pub(crate) fn bounds(&self, view: &IsoProjection) -> (DVec2, DVec2) {
        let (min, max) = (self.min, self.max);
        let left = view.project(dvec3(min.x, min.y, max.z)).x;
        let right = view.project(dvec3(max.x, min.y, min.z)).x;
        let (top, bottom) = (view.project(min).y, view.project(max).y);
        let (a, b) = (DVec2::new(left, top), DVec2::new(right, bottom));
        (a.min(b), a.max(b))
    }

    /// Which of two boxes that overlap on the screen has to be drawn first.
    pub(crate) fn relation(&self, other: &Self) -> Relation {
        let front = self.clearance(other);
        let behind = other.clearance(self);
        if front.max(behind) < -TOUCH {
            return Relation::Mixed;
        }
        // Disjoint boxes that are each in front of the other along some axis share no pixel; a sliver by rounding follows
        // the wider gap.
        if front > behind {
            Relation::InFront
        } else if behind > front {
            Relation::Behind
        } else {
            Relation::Level
        }
    }

    /// The widest gap by which this box is nearer to the viewer than another along one axis; negative when it is along none.
    fn clearance(&self, other: &Self) -> f64 {
        (self.min.x - other.max.x).max(self.min.z - other.max.z).max(other.min.y - self.max.y)
    }

    /// How far along a ray the side of the box that the viewer sees is, and which side; nothing where the ray misses it.
    pub(crate) fn seen_side(&self, ray: &Ray) -> Option<(f64, Side)> {
        let (exit, side) = self.exit(ray);
        (self.entry(ray) <= exit).then_some((exit, side))
    }

    /// Where a ray leaves the three planes that the viewer sees, whether or not it meets the box at all: the depth of art that
    /// reaches over its box.
    pub(crate) fn exit(&self, ray: &Ray) -> (f64, Side) {
        let top = (self.min.y - ray.from.y) / ray.way.y;
        let (right, left) =
            (leaves(self.max.x, ray.from.x, ray.way.x), leaves(self.max.z, ray.from.z, ray.way.z));
        if top <= right && top <= left {
            (top, Side::Top)
        } else if left <= right {
            (left, Side::Left)
        } else {
            (right, Side::Right)
        }
    }

    fn entry(&self, ray: &Ray) -> f64 {
        let bottom = (self.max.y - ray.from.y) / ray.way.y;
        let x = enters(self.min.x, ray.from.x, ray.way.x);
        let z = enters(self.min.z, ray.from.z, ray.way.z);
        bottom.max(x).max(z)
    }
}

/// A ray that runs along a plane is on one side of it for good.
fn leaves(plane: f64, from: f64, way: f64) -> f64 {
    match way {
        0.0 if from <= plane => f64::INFINITY,
        0.0 => f64::NEG_INFINITY,
        way => (plane - from) / way,
    }
}

fn enters(plane: f64, from: f64, way: f64) -> f64 {
    match way {
        0.0 if from >= plane => f64::NEG_INFINITY,
        0.0 => f64::INFINITY,
        way => (plane - from) / way,
    }
}
