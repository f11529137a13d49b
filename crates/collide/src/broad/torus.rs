//! Boxes in a plane whose opposite edges are joined.

use motile_geom::{Aabb, Segment, Vec2, vec2};

/// A rectangle whose left edge meets its right edge and whose top meets its bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Torus {
    low: [f64; 2],
    /// Width and height in pixels.
    pub(super) period: Vec2,
}

/// Times a ray is followed around from left to right, so that a ray to the end of the numbers ends.
const MOST_TURNS: u32 = 1 << 12;

impl Torus {
    /// The torus of a valid rectangle.
    pub(super) fn new(area: Aabb) -> Self {
        Self { low: [area.min.x, area.min.y].map(f64::from), period: area.size() }
    }

    /// A place counted from the top left of the rectangle, wrapped into it.
    fn wrapped(&self, place: f32, axis: usize) -> f64 {
        let period = f64::from(self.period[axis]);
        (f64::from(place) - self.low[axis]).rem_euclid(period)
    }

    /// A box as boxes are compared: counted from the top left of the rectangle, with its own top left wrapped into it,
    /// and not larger than it. `None` for one that is turned inside out or not a number.
    pub(super) fn filed(&self, area: Aabb) -> Option<Aabb> {
        if !area.min.cmple(area.max).all() {
            return None;
        }
        let [x, y] = [0, 1].map(|axis| {
            let period = self.period[axis];
            let start = self.wrapped(area.min[axis], axis) as f32;
            let length = (f64::from(area.max[axis]) - f64::from(area.min[axis])) as f32;
            if length >= period || !start.is_finite() {
                return (0.0, period);
            }
            // Rounding can land on the far edge, which is the near edge.
            let start = if start < period { start } else { 0.0 };
            (start, start + length)
        });
        Some(Aabb::new(vec2(x.0, y.0), vec2(x.1, y.1)))
    }

    /// Whether two filed boxes touch, here or across an edge; the same in both directions.
    pub(super) fn touches(&self, a: Aabb, b: Aabb) -> bool {
        (0..2).all(|axis| {
            let (a, b) = ([a.min[axis], a.max[axis]], [b.min[axis], b.max[axis]]);
            let next = |side: [f32; 2]| side.map(|end| end + self.period[axis]);
            let meet = |a: [f32; 2], b: [f32; 2]| a[0] <= b[1] && b[0] <= a[1];
            meet(a, b) || meet(next(a), b) || meet(a, next(b))
        })
    }

    /// Distance from a box to a point, the shortest way around; 0 inside.
    pub(super) fn distance(&self, area: Aabb, point: Vec2) -> f32 {
        let [x, y] = [0, 1].map(|axis| {
            let Around { offset, width, period, .. } = self.around(area, point[axis], 0.0, axis);
            if offset <= width { 0.0 } else { (offset - width).min(period - offset) }
        });
        (x * x + y * y).sqrt() as f32
    }

    /// The share of the way at which a ray first enters a box, here or after going around; 0 when it starts inside.
    pub(super) fn ray_entry(&self, area: Aabb, ray: Segment) -> Option<f32> {
        let along = ray.b.as_dvec2() - ray.a.as_dvec2();
        let [x, y] = [0, 1].map(|axis| self.around(area, ray.a[axis], along[axis], axis));
        let mut from = 0.0;
        for _ in 0..MOST_TURNS {
            let enter = x.first_inside(from)?;
            let leave = x.leaves(enter);
            if let Some(entry) = y.first_inside(enter).filter(|&entry| entry <= leave) {
                return Some(entry as f32);
            }
            if leave >= 1.0 {
                return None;
            }
            from = x.after(leave);
        }
        None
    }

    fn around(&self, area: Aabb, start: f32, rate: f64, axis: usize) -> Around {
        let period = f64::from(self.period[axis]);
        let width = f64::from(area.max[axis]) - f64::from(area.min[axis]);
        let offset = f64::from(start) - f64::from(area.min[axis]);
        // A way to the left is a way to the right in a mirror.
        let (offset, rate) = if rate < 0.0 { (width - offset, -rate) } else { (offset, rate) };
        Around { offset: offset.rem_euclid(period), rate, width, period }
    }
}

/// Something that moves evenly along a circle, past a stretch of it.
struct Around {
    /// How far it is behind the begin of the stretch at the start, 0 to the period.
    offset: f64,
    /// How far it moves in all; never negative.
    rate: f64,
    /// Length of the stretch.
    width: f64,
    period: f64,
}

impl Around {
    fn offset_at(&self, time: f64) -> f64 {
        (self.offset + self.rate * time).rem_euclid(self.period)
    }

    /// The first time, up to 1, at which it is in the stretch.
    fn first_inside(&self, from: f64) -> Option<f64> {
        let offset = self.offset_at(from);
        if offset <= self.width {
            return Some(from);
        }
        let time = from + (self.period - offset) / self.rate;
        (time <= 1.0).then_some(time)
    }

    /// The time at which it leaves the stretch it has just entered; 1 if it does not.
    fn leaves(&self, entered: f64) -> f64 {
        if self.width >= self.period || self.rate == 0.0 {
            return 1.0;
        }
        let offset = self.offset_at(entered);
        // Rounding may put an entry a hair before the begin.
        let inside = if offset <= self.width { offset } else { 0.0 };
        (entered + (self.width - inside) / self.rate).min(1.0)
    }

    /// A time between leaving the stretch and entering it again.
    fn after(&self, left: f64) -> f64 {
        left + 0.5 * (self.period - self.width) / self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torus() -> Torus {
        Torus::new(Aabb::from_size(vec2(-10.0, 5.0), vec2(100.0, 50.0)))
    }

    #[test]
    fn col_w18_boxes_touch_across_the_edges() {
        let torus = torus();
        let touch = |a: Aabb, b: Aabb| {
            let [a, b] = [a, b].map(|area| torus.filed(area).unwrap());
            assert_eq!(torus.touches(a, b), torus.touches(b, a));
            torus.touches(a, b)
        };
        let at = |x: f32, y: f32| Aabb::from_size(vec2(x, y), Vec2::splat(4.0));
        assert!(touch(at(-10.0, 5.0), at(86.0, 5.0)), "left edge and right edge");
        assert!(!touch(at(-10.0, 5.0), at(85.0, 5.0)));
        assert!(touch(at(0.0, 5.0), at(0.0, 51.0)) && !touch(at(0.0, 5.0), at(0.0, 50.0)));
        assert!(touch(at(-10.0, 5.0), at(86.0, 51.0)), "across the corner");
        assert!(touch(at(20.0, 20.0), at(1020.0, -480.0)), "ten times around");
        let wide = Aabb::from_size(vec2(30.0, 20.0), vec2(400.0, 1.0));
        assert!(touch(wide, at(20.0, 19.0)) && !touch(wide, at(20.0, 40.0)));
        assert_eq!(torus.filed(Aabb::EMPTY), None);
        assert_eq!(torus.filed(Aabb::new(Vec2::NAN, Vec2::ONE)), None);
    }

    #[test]
    fn col_w18_distances_and_rays_go_around() {
        let torus = torus();
        let area = Aabb::from_size(vec2(80.0, 40.0), vec2(4.0, 4.0));
        for (x, y, distance) in
            [(82.0, 41.0, 0.0), (-8.0, 42.0, 8.0), (82.0, 7.0, 13.0), (-13.0, 40.0, 3.0)]
        {
            assert_eq!(torus.distance(area, vec2(x, y)), distance, "{x} {y}");
        }
        let entry = |from: (f32, f32), to: (f32, f32)| {
            torus.ray_entry(area, Segment::new(from.into(), to.into()))
        };
        assert_eq!(entry((60.0, 42.0), (100.0, 42.0)), Some(0.5));
        assert_eq!(
            entry((0.0, 42.0), (-40.0, 42.0)),
            Some(0.4),
            "to the left and in from the right"
        );
        assert_eq!(entry((82.0, 41.0), (-40.0, 42.0)), Some(0.0), "starts inside");
        assert_eq!(entry((60.0, 20.0), (100.0, 20.0)), None);
        // Down and around eight times; the last time the column is right.
        assert_eq!(entry((70.0, 6.0), (80.0, 441.0)), Some(1.0));
        assert_eq!(entry((82.0, 20.0), (82.0, -20.0)), Some(0.65), "up across the top");
        assert_eq!(entry((70.0, 6.0), (70.0, 6.0)), None);
    }
}
