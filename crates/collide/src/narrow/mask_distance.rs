//! How far masks are from shapes and from each other.

use super::mask_cast::bounds;
use crate::Mask;
use motile_geom::glam::DVec2;
use motile_geom::{Aabb, ClosestPoints, Convex, IVec2, Vec2, closest_points, ivec2};

impl Mask {
    /// The nearest points of a convex shape of the shared space (first) and of the solid pixels of this mask
    /// (second), whose top left corner is at `at`; the first such pixel in the order of [`Mask::pixels`]. `None`
    /// without solid pixels, or when the shape is not finite. Looks at every solid pixel.
    ///
    /// ```
    /// use motile_collide::Mask;
    /// use motile_geom::{Circle, IVec2, vec2};
    /// let block = Mask::solid(10, 10)?;
    /// let ball = Circle::new(vec2(20.0, 4.5), 3.0);
    /// let nearest = block.closest_points_to_shape(IVec2::ZERO, &ball).unwrap();
    /// assert_eq!((nearest.on_second, nearest.distance), (vec2(10.0, 4.5), 7.0));
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    pub fn closest_points_to_shape<A: Convex + ?Sized>(
        &self,
        at: IVec2,
        shape: &A,
    ) -> Option<ClosestPoints> {
        let around = bounds(shape);
        let mut best: Option<ClosestPoints> = None;
        for pixel in self.pixels() {
            let area = Aabb::from_size((at.as_dvec2() + pixel.as_dvec2()).as_vec2(), Vec2::ONE);
            // The boxes are no further apart than what is in them.
            let gap = (area.min - around.max).max(around.min - area.max).max(Vec2::ZERO);
            if best.is_some_and(|best| gap.length() >= best.distance) {
                continue;
            }
            let nearest = closest_points(shape, &area)?;
            if best.is_none_or(|best| nearest.distance < best.distance) {
                best = Some(nearest);
            }
        }
        best
    }

    /// Distance from a convex shape to the nearest solid pixel, 0 when they touch, infinite without solid pixels;
    /// see [`Mask::closest_points_to_shape`].
    pub fn distance_to_shape<A: Convex + ?Sized>(&self, at: IVec2, shape: &A) -> f32 {
        self.closest_points_to_shape(at, shape).map_or(f32::INFINITY, |nearest| nearest.distance)
    }

    /// The nearest points of the solid pixels of two masks, or `None` when one has none. Looks at all pairs of
    /// pixels at the rims. Allocates.
    ///
    /// ```
    /// use motile_collide::Mask;
    /// use motile_geom::{ivec2, vec2};
    /// let block = Mask::solid(10, 10)?;
    /// let nearest = block.closest_points(ivec2(0, 0), &block, ivec2(13, 14)).unwrap();
    /// assert_eq!((nearest.on_first, nearest.on_second), (vec2(10.0, 10.0), vec2(13.0, 14.0)));
    /// assert_eq!(nearest.distance, 5.0);
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    pub fn closest_points(
        &self,
        at: IVec2,
        other: &Self,
        other_at: IVec2,
    ) -> Option<ClosestPoints> {
        if let Some(contact) = self.contact(at, other, other_at) {
            // Some pixel is solid in both; the one nearest to the middle of them all.
            let shared = self.overlap_mask(at, other, other_at);
            let to_middle = |pixel: &IVec2| {
                let center = at.as_dvec2() + pixel.as_dvec2() + 0.5;
                center.distance_squared(contact.centroid.as_dvec2())
            };
            let nearest = shared.pixels().min_by(|a, b| to_middle(a).total_cmp(&to_middle(b)))?;
            let point = (at.as_dvec2() + nearest.as_dvec2() + 0.5).as_vec2();
            return Some(ClosestPoints { on_first: point, on_second: point, distance: 0.0 });
        }
        let rim: Vec<DVec2> = other.rim().map(|p| other_at.as_dvec2() + p.as_dvec2()).collect();
        let mut best: Option<(f64, DVec2, DVec2)> = None;
        for own in self.rim().map(|pixel| at.as_dvec2() + pixel.as_dvec2()) {
            for &theirs in &rim {
                let gap = ((own - theirs).abs() - 1.0).max(DVec2::ZERO).length_squared();
                if best.is_none_or(|(least, ..)| gap < least) {
                    best = Some((gap, own, theirs));
                }
            }
        }
        best.map(|(gap, own, theirs)| {
            // Along an axis on which the pixels overlap, the middle of what they share.
            let (low, high) = (own.max(theirs), own.min(theirs) + 1.0);
            let toward = |from: DVec2, to: DVec2| {
                let nearest = to.clamp(from, from + 1.0);
                DVec2::select(low.cmple(high), (low + high) * 0.5, nearest).as_vec2()
            };
            ClosestPoints {
                on_first: toward(own, theirs),
                on_second: toward(theirs, own),
                distance: gap.sqrt() as f32,
            }
        })
    }

    /// The solid pixels with an empty one beside, above or below them.
    fn rim(&self) -> impl Iterator<Item = IVec2> + '_ {
        let beside = [ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1)];
        self.pixels().filter(move |&pixel| {
            beside.iter().any(|&step| !self.get(pixel.x + step.x, pixel.y + step.y))
        })
    }
}
