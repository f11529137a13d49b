//! Shapes against masks.

use super::cast::{Impact, cast, earliest};
use crate::Mask;
use motile_geom::{Aabb, Contact, Convex, IVec2, Vec2, contact, overlaps};

impl Mask {
    /// Whether a convex shape of the shared space overlaps a solid pixel of this mask, whose top left
    /// corner is at `at`; sharing only a border does not count.
    pub fn hits_shape<A: Convex + ?Sized>(&self, at: IVec2, shape: &A) -> bool {
        self.solid_boxes(at, bounds(shape)).any(|pixel| overlaps(shape, &pixel))
    }

    /// The contact of a convex shape (first) with the mask (second): the deepest of the contacts with
    /// single pixels in the way the overlap points as a whole.
    pub fn contact_with_shape<A: Convex + ?Sized>(&self, at: IVec2, shape: &A) -> Option<Contact> {
        let touched = || self.solid_boxes(at, bounds(shape)).filter(|pixel| overlaps(shape, pixel));
        let normals = touched().filter_map(|pixel| contact(shape, &pixel)).map(|c| c.normal);
        let way = normals.sum::<Vec2>();
        let contacts = touched().filter_map(|pixel| contact(shape, &pixel));
        let rank = |c: &Contact| c.normal.dot(way) * c.depth;
        contacts.reduce(|best, next| if rank(&next) > rank(&best) { next } else { best })
    }

    /// When a convex shape carried along `motion` first touches a solid pixel of this mask, whose top
    /// left corner is at `at`; see [`cast`](crate::cast). Looks at every solid pixel in the box around
    /// the motion.
    pub fn cast<A: Convex + ?Sized>(&self, at: IVec2, moving: &A, motion: Vec2) -> Option<Impact> {
        if !motion.is_finite() {
            return None;
        }
        let start = bounds(moving);
        let swept = start.union(start.translated(motion));
        earliest(self.solid_boxes(at, swept).filter_map(|pixel| cast(moving, motion, &pixel)))
    }

    /// The solid pixels near an area, as boxes of the shared space.
    fn solid_boxes(&self, at: IVec2, area: Aabb) -> impl Iterator<Item = Aabb> + Clone + '_ {
        let local = |low: f32, origin: i32, size: u32| {
            (low as f64 - origin as f64).clamp(-1.0, size as f64 + 1.0)
        };
        let from = |axis: usize, size: u32| {
            (local(area.min[axis], at[axis], size).floor() as i32 - 1).max(0)
        };
        let to = |axis: usize, size: u32| {
            (local(area.max[axis], at[axis], size).ceil() as i32 + 1).min(size as i32)
        };
        let columns = from(0, self.width())..to(0, self.width());
        let rows = from(1, self.height())..to(1, self.height());
        rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
            .filter(|&(x, y)| self.get(x, y))
            .map(move |(x, y)| {
                let corner = at.as_dvec2() + IVec2::new(x, y).as_dvec2();
                Aabb::from_size(corner.as_vec2(), Vec2::ONE)
            })
    }
}

/// The smallest box around a shape.
pub(super) fn bounds<A: Convex + ?Sized>(shape: &A) -> Aabb {
    let core = shape.core();
    Aabb::around(core.corners().iter().copied()).grown(core.radius())
}
