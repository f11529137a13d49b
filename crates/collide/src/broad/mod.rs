//! Broad phases: which boxes touch, behind one small trait.

mod all_pairs;
mod auto;
mod box_grid;
mod box_rows;
mod bvh;
mod filter;
mod levels;
mod row_scan;
mod sides;
mod space;
mod survey;
mod sweep;
mod torus;
mod wrapped_boxes;

pub use all_pairs::AllPairs;
pub use auto::{Auto, Choice};
pub use box_grid::BoxGrid;
pub use bvh::Bvh;
pub use filter::CollisionFilter;
pub use levels::HierarchicalGrid;
pub use space::{IdPair, Proxy, ProxyId, Space};
pub use sweep::SweepAndPrune;

use crate::Pair;
use motile_geom::{Aabb, Marks, Segment, Vec2};
use torus::Torus;

/// A box met by a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearBox {
    /// Index of the box.
    pub index: u32,
    /// Distance in pixels for [`Broadphase::nearest`], 0 inside the box; the share of the way, 0…1,
    /// for [`Broadphase::for_each_on_ray`].
    pub distance: f32,
}

/// A broad phase: a structure that finds boxes which touch (borders included), and boxes near something.
///
/// All implementations report exactly the same pairs and boxes; they differ in speed and order. Boxes
/// are named by their index in the slice given to [`update`](Self::update). Boxes that are not valid
/// (NaN, infinite, turned inside out) are never reported.
///
/// The plane has no edges, except that the edges of a [`torus`](Self::torus) are joined: boxes touch across them, and
/// areas, distances and rays go around. [`BoxGrid`] and [`AllPairs`] can be made so.
///
/// ```
/// use motile_collide::{Broadphase, Pair, SweepAndPrune};
/// use motile_geom::{Aabb, vec2};
///
/// let mut phase = SweepAndPrune::default();
/// phase.update(&[0.0, 8.0, 30.0].map(|x| Aabb::from_size(vec2(x, 0.0), vec2(10.0, 10.0))));
/// let mut pairs = Vec::new();
/// phase.pairs_into(&mut pairs);
/// assert_eq!(pairs, [Pair::new(0, 1)]);
/// ```
#[doc(alias = "broad phase")]
#[doc(alias = "spatial index")]
pub trait Broadphase {
    /// Learns where all boxes are now. Cheap when they have moved little; allocates only when there
    /// are more than ever before.
    fn update(&mut self, boxes: &[Aabb]);

    /// The boxes of the last update.
    fn boxes(&self) -> &[Aabb];

    /// Calls `f` once for every pair of boxes that touch, in the order the type documents.
    fn for_each_pair(&self, f: impl FnMut(Pair));

    /// Calls `f` once for every box that touches `area`, in the order the type documents. An empty area touches
    /// nothing.
    fn for_each_in(&self, area: Aabb, f: impl FnMut(u32));

    /// The smallest box around all valid ones, as they were given.
    fn bounds(&self) -> Aabb;

    /// The rectangle whose opposite edges are joined, where there is one.
    fn torus(&self) -> Option<Aabb> {
        None
    }

    /// Replaces the contents of a reused buffer by all pairs.
    fn pairs_into(&self, pairs: &mut Vec<Pair>) {
        pairs.clear();
        self.for_each_pair(|pair| pairs.push(pair));
    }

    /// Marks the valid boxes; a tree marks its nodes as well.
    fn mark(&self, marks: &mut Marks) {
        crate::marks::mark_boxes(self.boxes(), marks);
    }

    /// Calls `f` for every box that contains a point, borders included.
    fn for_each_at(&self, point: Vec2, f: impl FnMut(u32)) {
        self.for_each_in(Aabb::new(point, point), f);
    }

    /// Calls `f` for every box within `distance` pixels of a point, exact at the corners.
    fn for_each_within(&self, point: Vec2, distance: f32, mut f: impl FnMut(u32)) {
        if distance >= 0.0 {
            let plane = Plane::of(self);
            self.for_each_in(Aabb::new(point, point).grown(distance), |index| {
                if plane.distance(self.boxes()[index as usize], point) <= distance {
                    f(index);
                }
            });
        }
    }

    /// Calls `f` for every box that a ray from `ray.a` to `ray.b` meets, with the share of the way at
    /// which it enters first (0 when it starts inside). Boxes come in stretches of the ray; within a stretch
    /// in the order of [`for_each_in`](Self::for_each_in). Around a torus a ray is followed 4096 times.
    fn for_each_on_ray(&self, ray: Segment, mut f: impl FnMut(NearBox)) {
        // A box is reported in the one stretch it is entered in, so none comes twice.
        let plane = Plane::of(self);
        let Some(last) = plane.ray_exit(self.bounds(), ray) else { return };
        let (start, along) = (ray.a.as_dvec2(), ray.b.as_dvec2() - ray.a.as_dvec2());
        let at = |share: f32| (start + along * f64::from(share)).as_vec2();
        // The share of an entry is rounded, which at the size of the ray may put it a hair beside its stretch: a
        // little more is looked at.
        let slack = ray.a.abs().max(ray.b.abs()).max_element() * 1e-6;
        for stretch in 0..RAY_STRETCHES {
            let from = stretch as f32 / RAY_STRETCHES as f32;
            let to = (stretch + 1) as f32 / RAY_STRETCHES as f32;
            if from > last {
                return;
            }
            let is_final = stretch + 1 == RAY_STRETCHES;
            let reach = Segment::new(at(from), at(to));
            self.for_each_in(reach.aabb().grown(slack), |index| {
                let entry = plane.ray_entry(self.boxes()[index as usize], ray);
                if let Some(distance) = entry.filter(|&t| t >= from && (t < to || is_final)) {
                    f(NearBox { index, distance });
                }
            });
        }
    }

    /// Replaces the contents of a reused buffer by the `count` boxes nearest to a point, nearest
    /// first, the smaller index first among equals. A point that is not finite has none.
    fn nearest(&self, point: Vec2, count: u32, found: &mut Vec<NearBox>) {
        found.clear();
        if !point.is_finite() || self.bounds().is_empty() || count == 0 {
            return;
        }
        let plane = Plane::of(self);
        let bounds = self.torus().unwrap_or(self.bounds());
        let size = bounds.size().as_dvec2();
        let share = (count as f64 / self.boxes().len() as f64).min(1.0);
        let furthest = plane.furthest(bounds, point) * 1.001 + 1e-3;
        let to_bounds = plane.distance(bounds, point) as f64;
        let mut reach = (to_bounds + size.length() * share.sqrt()).max(furthest * 1e-4);
        loop {
            found.clear();
            let looked = reach.min(furthest) as f32;
            self.for_each_within(point, looked, |index| {
                let distance = plane.distance(self.boxes()[index as usize], point);
                found.push(NearBox { index, distance });
            });
            if found.len() >= count as usize || reach >= furthest {
                break;
            }
            reach *= 2.0;
        }
        found
            .sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.index.cmp(&b.index)));
        found.truncate(count as usize);
    }
}

/// Pieces a ray is looked up in.
const RAY_STRETCHES: u32 = 16;

/// What distances are measured in.
#[derive(Clone, Copy)]
enum Plane {
    Open,
    Torus(Torus),
}

impl Plane {
    fn of<B: Broadphase + ?Sized>(phase: &B) -> Self {
        phase.torus().map_or(Self::Open, |area| Self::Torus(Torus::new(area)))
    }

    /// Distance from a box to a point in pixels; 0 inside.
    fn distance(self, area: Aabb, point: Vec2) -> f32 {
        match self {
            Self::Open => {
                let nearest = point.max(area.min).min(area.max);
                (nearest.as_dvec2() - point.as_dvec2()).length() as f32
            }
            Self::Torus(torus) => torus.distance(area, point),
        }
    }

    /// No point between these bounds is further away, in pixels.
    fn furthest(self, bounds: Aabb, point: Vec2) -> f64 {
        match self {
            Self::Open => {
                let place = point.as_dvec2();
                let corners = bounds.corners().into_iter();
                corners.map(|corner| corner.as_dvec2().distance(place)).fold(0.0, f64::max)
            }
            Self::Torus(torus) => torus.period.as_dvec2().length() * 0.5,
        }
    }

    /// The share of the way at which a ray first enters a box; 0 when it starts inside.
    fn ray_entry(self, area: Aabb, ray: Segment) -> Option<f32> {
        match self {
            Self::Open => ray_span(area, ray).map(|(enter, _)| enter),
            Self::Torus(torus) => torus.ray_entry(area, ray),
        }
    }

    /// The share of the way at which a ray leaves all boxes behind, if it meets their bounds.
    fn ray_exit(self, bounds: Aabb, ray: Segment) -> Option<f32> {
        match self {
            Self::Open => ray_span(bounds, ray).map(|(_, leave)| leave),
            Self::Torus(_) => (!bounds.is_empty() && ray.aabb().is_valid()).then_some(1.0),
        }
    }
}

/// The shares of the way, 0…1, between which a ray is inside a box.
fn ray_span(area: Aabb, ray: Segment) -> Option<(f32, f32)> {
    let (mut from, mut to) = (0.0f64, 1.0f64);
    for axis in 0..2 {
        let (start, along) = (ray.a[axis] as f64, ray.b[axis] as f64 - ray.a[axis] as f64);
        let (low, high) = (area.min[axis] as f64, area.max[axis] as f64);
        if along == 0.0 {
            if start < low || start > high {
                return None;
            }
        } else {
            let (enter, leave) = ((low - start) / along, (high - start) / along);
            from = from.max(enter.min(leave));
            to = to.min(enter.max(leave));
        }
    }
    (from <= to).then_some((from as f32, to as f32))
}

/// The smallest box around the valid ones.
pub(crate) fn bounds_of(boxes: &[Aabb]) -> Aabb {
    boxes.iter().filter(|area| area.is_valid()).fold(Aabb::EMPTY, |all, &area| joined(all, area))
}

/// [`Aabb::union`] of boxes that are valid or [`Aabb::EMPTY`]: no look at other empty ones in the inner loops.
#[inline]
fn joined(first: Aabb, second: Aabb) -> Aabb {
    Aabb::new(first.min.min(second.min), first.max.max(second.max))
}

/// [`Aabb::touches`] of boxes that are valid or [`Aabb::EMPTY`].
#[inline]
fn meet(first: Aabb, second: Aabb) -> bool {
    first.min.cmple(second.max).all() && second.min.cmple(first.max).all()
}
