//! Whether something can go straight from one place to another between what stands for good.

use super::sweep::TOUCH;
use super::{IsoBody, flat};
use motile_geom::{Aabb, Id, Vec2, Vec3};

/// A straight way over the floor.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    /// The size of who goes.
    pub(super) walker: Vec3,
    pub(super) step_height: f32,
    /// From where to where.
    pub(super) places: [Vec3; 2],
    /// The y of the lowest and of the highest place that it stands on, in the first and in the second half of the way.
    pub(super) levels: [(f32, f32); 2],
    /// What it stands on stops it nowhere.
    pub(super) carriers: Vec<Option<Id<IsoBody>>>,
}

impl Passage {
    pub(super) fn is_free(&self, near: &[(Id<IsoBody>, IsoBody)]) -> bool {
        (0..2).all(|half| {
            let met = || {
                let others = near.iter().filter(|(id, _)| !self.carriers.contains(&Some(*id)));
                others.filter_map(|(_, body)| self.met(half, body))
            };
            let (lowest, highest) = self.levels[half];
            let knee = lowest - self.step_height;
            // What is stepped on lifts the head.
            let steps = met().filter(|(top, _)| *top >= knee);
            let highest = steps.fold(highest, |highest, (top, _)| highest.min(top));
            let head = highest - self.walker.y + TOUCH;
            !met().any(|(top, bottom)| top < knee && bottom > head)
        })
    }

    /// The top and the underside of a body that is met in a half of the way.
    fn met(&self, half: usize, body: &IsoBody) -> Option<(f32, f32)> {
        let solid = body.bounds();
        let wide = (flat(self.walker) * 0.5 - TOUCH).max(Vec2::ZERO);
        let area = Aabb { min: flat(solid.min) - wide, max: flat(solid.max) + wide };
        let (enter, leave) = part_within(area, self.places.map(flat))?;
        let is_met = if half == 0 { enter < 0.5 } else { leave > 0.5 };
        is_met.then(|| (self.top(body), solid.bottom()))
    }

    /// The highest place of a body below the way; of a slope that is in a corner of what is below it.
    fn top(&self, body: &IsoBody) -> f32 {
        let swept = Aabb::around(self.places.map(flat));
        let half = flat(self.walker) * 0.5;
        let swept = Aabb { min: swept.min - half, max: swept.max + half };
        let shared = body.bounds().footprint().intersect(swept);
        if shared.is_empty() {
            return body.bounds().top();
        }
        let heights = shared.corners().map(|corner| body.surface(corner.x, corner.y));
        heights.into_iter().fold(f32::INFINITY, f32::min)
    }
}

/// The part of a straight line that is inside of a box, from 0 to 1.
fn part_within(area: Aabb, [from, to]: [Vec2; 2]) -> Option<(f32, f32)> {
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let way = to[axis] - from[axis];
        let (low, high) = (area.min[axis] - from[axis], area.max[axis] - from[axis]);
        if way == 0.0 {
            if low >= 0.0 || high <= 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (low / way, high / way);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    (enter < leave).then_some((enter, leave))
}
