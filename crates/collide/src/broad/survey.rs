//! What a structure needs to know about all boxes before it files them.

use motile_geom::{Aabb, Vec2, vec2};

/// Extremes of the valid boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    /// Around the top left corners; empty when there are no boxes.
    pub(super) corners: Aabb,
    /// Around the bottom right corners.
    pub(super) ends: Aabb,
    /// At least the width and the height of the largest, in pixels.
    pub(super) reach: Vec2,
    /// Mean of the longer sides, in pixels.
    pub(super) mean: f64,
    pub(super) count: u32,
    /// Whether there is no box to leave out.
    pub(super) all_valid: bool,
}

impl Survey {
    /// Looks at all boxes once, twice when some are not valid.
    pub(super) fn of(boxes: &[Aabb]) -> Self {
        // Two at a time: each chain of comparisons waits for its last result.
        let mut halves = [Extremes::NONE; 2];
        let (pairs, last) = boxes.as_chunks::<2>();
        for [first, second] in pairs {
            halves[0].include(first);
            halves[1].include(second);
        }
        for area in last {
            halves[0].include(area);
        }
        if halves.iter().all(Extremes::is_clean) {
            return halves[0].joined(&halves[1]).survey(boxes.len() as u32, true);
        }
        let mut valid = Extremes::NONE;
        let mut count = 0;
        for area in boxes.iter().filter(|area| area.is_valid()) {
            valid.include(area);
            count += 1;
        }
        valid.survey(count, false)
    }

    /// The smallest box around all valid ones.
    pub(super) fn bounds(&self) -> Aabb {
        self.corners.union(self.ends)
    }
}

/// Smallest and largest numbers so far, side by side, so that one instruction updates all.
#[derive(Clone, Copy)]
struct Extremes {
    low: [f32; 4],
    high: [f32; 4],
    /// 0 while every number is finite, NaN afterwards.
    poison: [f32; 4],
    /// Of width and height.
    least: [f32; 2],
    most: [f32; 2],
    sum: f64,
}

impl Extremes {
    const NONE: Self = Self {
        low: [f32::INFINITY; 4],
        high: [f32::NEG_INFINITY; 4],
        poison: [0.0; 4],
        least: [f32::INFINITY; 2],
        most: [0.0; 2],
        sum: 0.0,
    };

    #[inline(always)]
    fn include(&mut self, area: &Aabb) {
        let sides = [area.min.x, area.min.y, area.max.x, area.max.y];
        for (i, side) in sides.into_iter().enumerate() {
            self.low[i] = lower(side, self.low[i]);
            self.high[i] = upper(side, self.high[i]);
            self.poison[i] += side * 0.0;
        }
        let size = [sides[2] - sides[0], sides[3] - sides[1]];
        for (i, length) in size.into_iter().enumerate() {
            self.least[i] = lower(length, self.least[i]);
            self.most[i] = upper(length, self.most[i]);
        }
        self.sum += f64::from(upper(size[0], size[1]));
    }

    fn is_clean(&self) -> bool {
        self.poison == [0.0; 4] && self.least.iter().all(|&length| length >= 0.0)
    }

    fn joined(&self, other: &Self) -> Self {
        let each = |f: fn(f32, f32) -> f32, a: [f32; 4], b: [f32; 4]| {
            core::array::from_fn(|i| f(a[i], b[i]))
        };
        Self {
            low: each(lower, self.low, other.low),
            high: each(upper, self.high, other.high),
            most: [0, 1].map(|i| upper(self.most[i], other.most[i])),
            sum: self.sum + other.sum,
            ..*self
        }
    }

    fn survey(&self, count: u32, all_valid: bool) -> Survey {
        let [left, top, end_left, end_top] = self.low;
        let [start_right, start_bottom, right, bottom] = self.high;
        Survey {
            corners: Aabb::new(vec2(left, top), vec2(start_right, start_bottom)),
            ends: Aabb::new(vec2(end_left, end_top), vec2(right, bottom)),
            // A difference is rounded by half a unit in the last place at most.
            reach: vec2(self.most[0].next_up(), self.most[1].next_up()),
            mean: self.sum / f64::from(count.max(1)),
            count,
            all_valid,
        }
    }
}

/// Selects become the minimum and maximum of vector units.
#[inline(always)]
fn lower(new: f32, old: f32) -> f32 {
    if new < old { new } else { old }
}

#[inline(always)]
fn upper(new: f32, old: f32) -> f32 {
    if new > old { new } else { old }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_boxes_are_left_out_of_the_survey() {
        let good = [
            Aabb::new(vec2(3.0, -5.0), vec2(10.0, 2.0)),
            Aabb::new(vec2(-1.0, 0.0), vec2(1.0, 30.0)),
            Aabb::new(vec2(4.0, 4.0), vec2(4.0, 4.0)),
        ];
        let bad = [
            Aabb::EMPTY,
            Aabb::new(Vec2::NAN, Vec2::ONE),
            Aabb::new(Vec2::ZERO, vec2(f32::INFINITY, 1.0)),
            Aabb::new(vec2(5.0, 0.0), vec2(4.0, 900.0)),
        ];
        let clean = Survey::of(&good);
        assert!(clean.all_valid);
        assert_eq!(clean.corners, Aabb::new(vec2(-1.0, -5.0), vec2(4.0, 4.0)));
        assert_eq!(clean.bounds(), Aabb::new(vec2(-1.0, -5.0), vec2(10.0, 30.0)));
        assert!(clean.reach.cmpge(vec2(7.0, 30.0)).all() && clean.reach.x < 7.1);
        assert_eq!((clean.count, clean.mean), (3, 37.0 / 3.0));
        for (i, &area) in bad.iter().enumerate() {
            let mut boxes = good.to_vec();
            boxes.insert(i % 4, area);
            let survey = Survey::of(&boxes);
            assert!(!survey.all_valid);
            assert_eq!((survey.count, survey.corners), (3, clean.corners));
            assert_eq!((survey.reach, survey.mean), (clean.reach, clean.mean));
        }
        assert!(Survey::of(&[]).corners.is_empty() && Survey::of(&bad).bounds().is_empty());
    }
}
