//! Ribbons behind what moves.

use crate::{ColorRamp, LifeCurve};
use motile_geom::{Aabb, HashState, MarkRole, MarkSink, Marks, StateHash, Vec2};
use std::collections::VecDeque;

/// A ribbon behind something that moves: it remembers where that was, for a while, and tells its outline.
///
/// ```
/// use motile_geom::vec2;
/// use motile_particles::Trail;
/// let mut trail = Trail::new(0.5, 12.0);
/// for tick in 0..60 {
///     trail.step(vec2(tick as f32 * 4.0, 0.0), 1.0 / 60.0);
/// }
/// let tail = trail.iter().next().map(|point| point.position.x);
/// assert!(tail.is_some_and(|x| (100.0..140.0).contains(&x)), "half a second back: {tail:?}");
/// ```
#[doc(alias = "ribbon")]
#[doc(alias = "motion trail")]
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// Seconds a place is remembered.
    pub life: f32,
    /// Width at the head, pixels.
    pub width: f32,
    /// Factor on the width, from the head (0) to the end (1).
    pub width_over_life: LifeCurve,
    /// Factor on the alpha of its color, from the head to the end, 0…1.
    pub alpha_over_life: LifeCurve,
    /// Its color, from the head to the end.
    pub colors: ColorRamp,
    /// Pixels between two remembered places: less is smoother and takes longer.
    pub spacing: f32,
    /// The most places it remembers.
    pub limit: u32,
    /// How often numbers that are not finite were refused.
    pub rejected: u64,
    /// Oldest first; the last is the head and moves with it.
    points: VecDeque<TrailPoint>,
}

/// A place that a [`Trail`] remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailPoint {
    /// Where.
    pub position: Vec2,
    /// The share of its life that is over, 0…1.
    pub age: f32,
}

motile_geom::state_fields! { TrailPoint { position, age } }

impl Trail {
    /// A white ribbon that is remembered for some seconds and narrows and fades to nothing.
    pub fn new(life: f32, width: f32) -> Self {
        Self {
            life,
            width,
            width_over_life: LifeCurve::linear(1.0, 0.0),
            alpha_over_life: LifeCurve::linear(1.0, 0.0),
            colors: ColorRamp::default(),
            spacing: 4.0,
            limit: 200,
            rejected: 0,
            points: VecDeque::new(),
        }
    }

    /// This trail with colors from the head to the end.
    pub fn with_colors(self, colors: ColorRamp) -> Self {
        Self { colors, ..self }
    }

    /// Goes on for some seconds to where the head is now. Numbers that are not finite do nothing and are counted.
    pub fn step(&mut self, head: Vec2, dt: f32) {
        if !head.is_finite() || !dt.is_finite() || dt < 0.0 || !self.life.is_finite() {
            self.rejected += 1;
            return;
        }
        let aging = dt / self.life.max(1e-3);
        for point in &mut self.points {
            point.age += aging;
        }
        self.put_head(head);
        // The place after the last that is too old is where the ribbon ends, so one such place stays.
        while self.points.get(1).is_some_and(|point| point.age >= 1.0)
            || self.points.len() > self.limit.max(2) as usize
        {
            self.points.pop_front();
        }
    }

    /// Jumps to a place without a ribbon on the way.
    pub fn jump_to(&mut self, head: Vec2) {
        self.points.clear();
        self.step(head, 0.0);
    }

    fn put_head(&mut self, position: Vec2) {
        let fresh = TrailPoint { position, age: 0.0 };
        let count = self.points.len();
        let before = count.checked_sub(2).map(|index| self.points[index].position);
        match (before, self.points.back_mut()) {
            // The head has not come far from the last place that stays: it only moves.
            (Some(before), Some(last)) if before.distance(last.position) < self.spacing => {
                *last = fresh;
            }
            _ => self.points.push_back(fresh),
        }
    }

    /// The places it remembers, oldest first; the last is the head.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = TrailPoint> + ExactSizeIterator {
        self.points.iter().copied()
    }

    /// Whether there is no ribbon to see.
    pub fn is_empty(&self) -> bool {
        self.points.len() < 2
    }

    /// The smallest box around the ribbon; empty when there is none.
    pub fn bounds(&self) -> Aabb {
        let half = Vec2::splat(self.width.abs() * self.widest() + 2.0);
        self.iter().fold(Aabb::EMPTY, |all, point| {
            all.union(Aabb::new(point.position - half, point.position + half))
        })
    }

    fn widest(&self) -> f32 {
        let values = self.width_over_life.points().iter().map(|point| point.1.abs());
        values.fold(0.0, f32::max)
    }

    /// Writes the outline of the ribbon from the head back to an age, as a closed polygon: down one side and up the other.
    /// The buffer is emptied first, and stays empty when there is no ribbon.
    pub fn outline_into(&self, oldest: f32, out: &mut Vec<Vec2>) {
        out.clear();
        let count = self.points.len();
        let Some(first) = self.points.iter().position(|point| point.age <= oldest) else { return };
        // One more, so that the ribbon reaches back to the age itself.
        let first = first.saturating_sub(1);
        if count - first < 2 {
            return;
        }
        let side = |index: usize, sign: f32| {
            let point = self.cut(index, oldest);
            let before = self.points[index.saturating_sub(1)].position;
            let after = self.points[(index + 1).min(count - 1)].position;
            let across = (after - before).normalize_or_zero().perp();
            let width = self.width * self.width_over_life.at(point.age).max(0.0);
            point.position + across * (width * 0.5 * sign)
        };
        out.extend((first..count).map(|index| side(index, 1.0)));
        out.extend((first..count).rev().map(|index| side(index, -1.0)));
    }

    /// A remembered place, or where the ribbon has a given age when the place is older.
    fn cut(&self, index: usize, oldest: f32) -> TrailPoint {
        let point = self.points[index];
        let Some(next) = self.points.get(index + 1).filter(|_| point.age > oldest) else {
            return point;
        };
        let share = (point.age - oldest) / (point.age - next.age).max(1e-6);
        let position = point.position + (next.position - point.position) * share.clamp(0.0, 1.0);
        TrailPoint { position, age: oldest }
    }

    /// Marks the remembered places.
    pub fn mark(&self, marks: &mut Marks) {
        for point in self.iter() {
            marks.point(MarkRole::Path, point.position);
        }
        marks.rejected += self.rejected;
    }
}

impl HashState for Trail {
    fn hash_state(&self, hash: &mut StateHash) {
        (self.life, self.width, self.spacing, self.limit, self.rejected).hash_state(hash);
        (self.width_over_life, self.alpha_over_life, self.colors).hash_state(hash);
        hash.write(&self.points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    fn straight(ticks: u32) -> Trail {
        let mut trail = Trail::new(1.0, 10.0);
        (0..ticks).for_each(|tick| trail.step(vec2(tick as f32 * 10.0, 0.0), 0.125));
        trail
    }

    #[test]
    fn a_ribbon_narrows_to_its_end() {
        let trail = straight(30);
        let mut outline = Vec::new();
        trail.outline_into(1.0, &mut outline);
        let head = outline[outline.len() / 2 - 1];
        assert_eq!(head, vec2(290.0, 5.0));
        let end = outline[0];
        assert!((end - vec2(210.0, 0.0)).length() < 1e-3, "eight ticks back: {end}");
        // Half way it is half as wide.
        let half = outline.iter().find(|point| point.x == 250.0 && point.y > 0.0);
        assert_eq!(half.map(|point| point.y), Some(2.5));
    }

    #[test]
    fn it_remembers_no_more_than_it_needs() {
        let mut trail = straight(1000);
        assert!(trail.iter().len() < 12);
        trail.limit = 4;
        trail.step(vec2(9999.0, 0.0), 0.125);
        assert_eq!(trail.iter().len(), 4);
        // One that stands still keeps no pile of places, and its ribbon ends.
        (0..100).for_each(|_| trail.step(Vec2::ZERO, 0.125));
        assert!(trail.iter().len() <= 3);
        let mut outline = vec![Vec2::ONE];
        trail.outline_into(1.0, &mut outline);
        let longest = outline.iter().map(|point| point.length()).fold(0.0, f32::max);
        assert!(longest < 1e-3, "{outline:?}");
    }

    #[test]
    fn bad_numbers_are_counted_and_jumps_leave_nothing() {
        let mut trail = straight(5);
        let before = trail.clone();
        trail.step(vec2(f32::NAN, 0.0), 0.1);
        trail.step(Vec2::ZERO, f32::INFINITY);
        assert_eq!(trail.rejected, 2);
        trail.rejected = 0;
        assert_eq!(trail, before);
        trail.jump_to(vec2(7.0, 7.0));
        assert!(trail.is_empty());
        let mut outline = Vec::new();
        trail.outline_into(1.0, &mut outline);
        assert!(outline.is_empty());
    }
}
