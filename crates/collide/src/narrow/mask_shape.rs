//! Masks among shapes: rows of pixels as boxes, and contacts with what is convex.

use super::cast::cast_convex;
use super::convex::{self, overlaps, touches};
use super::shape::{Collidable, MaskAt, deepest};
use crate::{Contact, Mask};
use core::ops::Range;
use motile_geom::glam::DVec2;
use motile_geom::{Aabb, Convex, IVec2, Segment, Vec2, Vec2Ext, ivec2, vec2};

/// Beside, above and below.
const SIDES: [IVec2; 4] = [ivec2(-1, 0), ivec2(0, -1), ivec2(1, 0), ivec2(0, 1)];

impl Mask {
    /// The stretches of solid pixels in a row, from left to right, as columns; none below the last row.
    pub fn runs(&self, y: u32) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut x = if y < self.height() { 0 } else { self.width() };
        core::iter::from_fn(move || {
            let start = self.next_column(x, y, true);
            x = self.next_column(start, y, false);
            (start < x).then_some(start..x)
        })
    }
}

impl<'a> MaskAt<'a> {
    /// The rows of solid pixels that may touch a box, as boxes of the shared space, row by row.
    pub(super) fn runs_near(self, area: Aabb) -> impl Iterator<Item = Aabb> + use<'a> {
        let Self { mask, at } = self;
        let local = |value: f32, origin: i32, size: u32| {
            (value as f64 - origin as f64).clamp(-1.0, size as f64 + 1.0)
        };
        // Two pixels more on each side: numbers far out are rounded.
        let top = local(area.min.y, at.y, mask.height()).floor() - 2.0;
        let bottom = local(area.max.y, at.y, mask.height()).ceil() + 2.0;
        let rows = top as u32..(bottom.max(0.0) as u32).min(mask.height());
        let boxes = rows.flat_map(move |y| {
            mask.runs(y).map(move |run| {
                let place = |x: u32, y: u32| at.as_dvec2() + DVec2::new(x as f64, y as f64);
                Aabb::new(place(run.start, y).as_vec2(), place(run.end, y + 1).as_vec2())
            })
        });
        boxes.filter(move |run| run.touches(area))
    }

    /// What a convex shape can be inside of: the rows, and for one without height, which could lie just
    /// between two rows, what both of them share.
    fn solid_near<A: Convex + ?Sized>(self, first: &A) -> impl Iterator<Item = Aabb> + use<'a, A> {
        let area = Collidable::aabb(first);
        let is_flat = area.min.y == area.max.y;
        let below = area.translated(Vec2::Y);
        let upper = self.runs_near(area).filter(move |_| is_flat);
        let seams = upper.flat_map(move |upper| {
            let lower = self.runs_near(below).filter(move |lower| lower.min.y == upper.max.y);
            lower.map(move |lower| {
                let (from, to) = (upper.min.x.max(lower.min.x), upper.max.x.min(lower.max.x));
                Aabb::new(vec2(from, upper.min.y), vec2(to, lower.max.y))
            })
        });
        self.runs_near(area).chain(seams)
    }

    /// Whether a convex shape shares more than its border with this mask.
    pub(super) fn overlaps_with<A: Convex + ?Sized>(self, first: &A) -> bool {
        self.solid_near(first).any(|part| overlaps(first, &part))
    }

    /// The contact of a convex shape (first) with this mask (second), as a whole; see
    /// [`contact`](crate::contact()).
    pub(super) fn contact_with<A: Convex + ?Sized>(self, first: &A) -> Option<Contact> {
        let around = Collidable::aabb(first);
        let touched = || self.runs_near(around).filter(|run| touches(first, run));
        let nearest = self.solid_near(first).filter_map(|part| convex::contact(first, &part));
        let nearest = deepest(nearest)?;
        if nearest.depth <= 0.0 {
            return Some(nearest);
        }
        let normal = self.way_out(first, around);
        // Whoever leaves along the normal leaves a row where he would have met it on the way back.
        let back = -normal * (around.size().length() + 2.0 + self.mask.width() as f32);
        let exits = touched().filter_map(|run| {
            let met = cast_convex(first, back, &run.translated(back))?;
            Some(Contact {
                point: met.point - back,
                normal,
                depth: back.length() * (1.0 - met.time),
            })
        });
        deepest(exits).or(Some(nearest))
    }

    /// The way a convex shape leaves the mask: the mean normal of the pixel edges inside the shape.
    fn way_out<A: Convex + ?Sized>(self, first: &A, around: Aabb) -> Vec2 {
        let mut way = IVec2::ZERO;
        for run in self.runs_near(around) {
            // Only the pixels near the shape: a row can be long.
            let (from, to) =
                (run.min.x.max(around.min.x.floor()), run.max.x.min(around.max.x.ceil()));
            let y = self.pixel_at(run.center()).y;
            for x in self.pixel_at(vec2(from + 0.5, 0.0)).x..=self.pixel_at(vec2(to - 0.5, 0.0)).x {
                let pixel = ivec2(x, y);
                let is_bare = |side: &&IVec2| !self.mask.get(pixel.x + side.x, pixel.y + side.y);
                let inside = |side: &&IVec2| overlaps(first, &self.edge(pixel, **side));
                way += SIDES.iter().filter(is_bare).filter(inside).sum::<IVec2>();
            }
        }
        if way == IVec2::ZERO {
            self.nearest_way_out(around.center())
        } else {
            way.as_vec2().normalized()
        }
    }

    /// The pixel of the mask, or beside it, under a point.
    fn pixel_at(self, point: Vec2) -> IVec2 {
        let pixel = (point.as_dvec2() - self.at.as_dvec2()).floor();
        ivec2(pixel.x as i32, pixel.y as i32)
    }

    /// The edge of a pixel on one of its sides.
    fn edge(self, pixel: IVec2, side: IVec2) -> Segment {
        let middle = self.at.as_dvec2() + pixel.as_dvec2() + 0.5 + side.as_dvec2() * 0.5;
        let half = side.as_dvec2().perp() * 0.5;
        Segment::new((middle - half).as_vec2(), (middle + half).as_vec2())
    }

    /// Of eight ways from a point, the shortest to an empty pixel; from a pixel that is empty, away
    /// from the middle of the mask, or up.
    fn nearest_way_out(self, point: Vec2) -> Vec2 {
        let pixel = self.pixel_at(point);
        if !self.mask.get(pixel.x, pixel.y) {
            let middle = self.mask.centroid().unwrap_or_default().as_dvec2() + self.at.as_dvec2();
            return (point.as_dvec2() - middle).as_vec2().try_normalize().unwrap_or(-Vec2::Y);
        }
        let diagonal = |side: &IVec2| *side + side.perp();
        let ways = SIDES.into_iter().chain(SIDES.iter().map(diagonal)).map(|step| {
            let is_empty = |count: &i32| {
                let there = pixel + step * *count;
                !self.mask.get(there.x, there.y)
            };
            let most = self.mask.width().max(self.mask.height()) as i32;
            let count = (1..=most).find(is_empty).unwrap_or(most);
            (count as f32 * step.as_vec2().length(), step)
        });
        let nearest = ways.reduce(|best, next| if next.0 < best.0 { next } else { best });
        nearest.map_or(-Vec2::Y, |(_, step)| step.as_vec2().normalized())
    }
}
