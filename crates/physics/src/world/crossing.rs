//! Points against the sticks of other structures, so that nothing slips between two far points.
//!
//! Which side of a stick a point belongs to is decided once in a sub-step, from where both were before they moved, and
//! kept through all passes: a test of the present side alone would take a point that a pass has pushed through for one
//! that was always there.

use super::point::Points;
use super::stick::Sticks;
use motile_collide::{Broadphase, HierarchicalGrid};
use motile_geom::{Aabb, Vec2, Vec2Ext};

/// A point and a stick that may meet in this sub-step, and how they lay before they moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    point: u32,
    stick: u32,
    /// Signed distance of the point from the line through the stick, in pixels.
    side: f32,
    /// Its place along the stick, 0 at the first end and 1 at the other.
    along: f32,
}

impl Crossing {
    /// Places of the point and of both ends.
    pub(crate) fn slots(&self, sticks: &Sticks) -> [usize; 3] {
        let stick = self.stick as usize;
        [self.point, sticks.a[stick], sticks.b[stick]].map(|slot| slot as usize)
    }
}

/// Points keep at least this far from the middle line of a stick, in pixels, so that rounding leaves them on their side.
const SKIN: f32 = 0.1;
/// Pairs this much farther apart than they need to be are looked at, in pixels: the passes may bring them together.
const MARGIN: f32 = 2.0;

/// Finds points and sticks of different groups whose ways come near each other. `before` are the places of all points
/// before they moved.
pub(crate) fn find(
    grid: &mut HierarchicalGrid,
    boxes: &mut Vec<Aabb>,
    points: &Points,
    sticks: &Sticks,
    before: &[Vec2],
    found: &mut Vec<Crossing>,
) {
    let swept = |slot: usize| {
        let (from, to) = (before[slot], points.position(slot));
        Aabb::new(from.min(to), from.max(to)).grown(points.radius[slot])
    };
    boxes.clear();
    boxes.extend((0..sticks.len()).map(|stick| {
        if sticks.is_alive(stick) {
            swept(sticks.a[stick] as usize).union(swept(sticks.b[stick] as usize)).grown(MARGIN)
        } else {
            // Never reported.
            Aabb::EMPTY
        }
    }));
    grid.update(boxes);
    found.clear();
    for point in points.slots() {
        grid.for_each_in(swept(point), |stick| {
            let (a, b) = (sticks.a[stick as usize] as usize, sticks.b[stick as usize] as usize);
            let group = if points.group[a] == points.group[b] { points.group[a] } else { 0 };
            let strangers = group != points.group[point] || group == 0;
            let weight =
                points.inverse_mass[point] + points.inverse_mass[a] + points.inverse_mass[b];
            if strangers && a != point && b != point && weight > 0.0 {
                let (side, along) = place(before[a], before[b], before[point]);
                found.push(Crossing { point: point as u32, stick, side, along });
            }
        });
    }
}

/// Signed distance from the line through a stick, and the place along the stick.
fn place(a: Vec2, b: Vec2, point: Vec2) -> (f32, f32) {
    let (bond, arm) = (b - a, point - a);
    let squared = bond.length_squared();
    if squared <= f32::MIN_POSITIVE {
        return (0.0, 0.0);
    }
    (bond.perp_dot(arm) / squared.sqrt(), bond.dot(arm) / squared)
}

/// Keeps all points on the side of the sticks they came from, in order, with friction.
pub(crate) fn part(points: &mut Points, sticks: &Sticks, crossings: &[Crossing], friction: f32) {
    for crossing in crossings {
        let [p, a, b] = crossing.slots(sticks);
        let (pp, pa, pb) = (points.position(p), points.position(a), points.position(b));
        let (side, along) = place(pa, pb, pp);
        let Some((normal, share, distance)) = contact(crossing, (side, along), (pa, pb, pp)) else {
            continue;
        };
        let thickness = points.radius[a] + (points.radius[b] - points.radius[a]) * share;
        let depth = (points.radius[p] + thickness).max(SKIN) - distance;
        let (wa, wb) = (points.inverse_mass[a] * (1.0 - share), points.inverse_mass[b] * share);
        let weight = points.inverse_mass[p] + wa * (1.0 - share) + wb * share;
        if depth <= 0.0 || weight <= 0.0 {
            continue;
        }
        let way = |slot: usize, now: Vec2| now - points.old(slot);
        let slip = way(p, pp) - (way(a, pa) * (1.0 - share) + way(b, pb) * share);
        let slip = slip - normal * slip.dot(normal);
        let length = slip.length();
        let held = if length > 0.0 { (depth * friction / length).min(1.0) } else { 0.0 };
        let push = (normal * depth - slip * held) / weight;
        points.set(p, pp + push * points.inverse_mass[p]);
        points.set(a, pa - push * wa);
        points.set(b, pb - push * wb);
    }
}

/// The direction in which the point is pushed, where on the stick it is pushed from, and its distance from there, below
/// 0 for one that has crossed.
fn contact(
    before: &Crossing,
    (side, along): (f32, f32),
    (a, b, point): (Vec2, Vec2, Vec2),
) -> Option<(Vec2, f32, f32)> {
    // Where the line was passed; a point that went around an end has not crossed the stick.
    let through = before.side / (before.side - side);
    let passed = before.along + (along - before.along) * through;
    let crossed = before.side * side < 0.0 && (0.0..=1.0).contains(&passed);
    let share = along.clamp(0.0, 1.0);
    if a != b && (crossed || share == along) {
        let outside = if crossed { before.side } else { side };
        let normal = (b - a).perp().normalized() * if outside < 0.0 { -1.0 } else { 1.0 };
        return Some((normal, share, if crossed { -side.abs() } else { side.abs() }));
    }
    // Beside an end.
    let offset = point - if share > 0.0 { b } else { a };
    let distance = offset.length();
    (distance > 0.0).then(|| (offset / distance, share, distance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    fn met(from: Vec2, to: Vec2) -> Option<(Vec2, f32, f32)> {
        let (a, b) = (vec2(0.0, 0.0), vec2(10.0, 0.0));
        let (side, along) = place(a, b, from);
        let before = Crossing { point: 0, stick: 0, side, along };
        contact(&before, place(a, b, to), (a, b, to))
    }

    #[test]
    fn phys_48_the_side_a_point_came_from_is_the_way_out() {
        assert_eq!(met(vec2(4.0, -3.0), vec2(4.0, 2.0)), Some((-Vec2::Y, 0.4, -2.0)));
        assert_eq!(met(vec2(4.0, 3.0), vec2(6.0, -1.0)), Some((Vec2::Y, 0.6, -1.0)));
        assert_eq!(met(vec2(4.0, 3.0), vec2(5.0, 1.0)), Some((Vec2::Y, 0.5, 1.0)));
        // Around an end and back under the stick: nothing was crossed.
        assert_eq!(met(vec2(14.0, -2.0), vec2(8.0, 3.0)), Some((Vec2::Y, 0.8, 3.0)));
        // Beside an end.
        assert_eq!(met(vec2(13.0, -9.0), vec2(13.0, -4.0)), Some((vec2(0.6, -0.8), 1.0, 5.0)));
    }
}
