//! Reciprocal avoidance for dense crowds (ORCA, from the family of RVO): everybody takes half of every detour.
//!
//! Each neighbor leaves a half plane of velocities that are safe for `horizon` seconds if the neighbor does its
//! half (van den Berg, Guy, Lin, Manocha: *Reciprocal n-Body Collision Avoidance*, 2011). The best velocity is
//! the point of all half planes and of the speed disc that lies nearest to the preferred one: a small
//! linear program, solved one plane after the other. Where the crowd is too dense for any safe velocity,
//! the one that violates the worst plane least is taken.
//!
//! Everything happens in the plane of velocities. A neighbor at offset `p` with the sum of both radii `r` forbids the
//! relative velocities that lead into the disc (p, r) within the horizon: a cone with its tip at rest, cut off by the disc
//! (p, r) scaled by 1/horizon. The border of the half plane touches the forbidden region at the point nearest to the
//! present relative velocity, so whoever changes nothing else changes least.

use crate::finite::finite_or_zero;
use motile_geom::{MarkRole, MarkSink, Marks, Segment, Vec2, Vec2Ext, vec2};

/// The velocities `v` with `(v − point) · normal ≥ 0`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(alias = "ORCA line")]
pub struct HalfPlane {
    /// A velocity on the border, pixels per second.
    pub point: Vec2,
    /// Unit vector into the safe side.
    pub normal: Vec2,
}

impl HalfPlane {
    /// All velocities that make sense: what numbers too large to reckon with leave.
    const EVERYTHING: Self = Self { point: vec2(-1e18, 0.0), normal: Vec2::X };

    fn is_finite(self) -> bool {
        self.point.is_finite() && self.normal.is_finite()
    }

    /// How far inside a velocity is; negative when it is outside.
    #[inline]
    pub fn depth(&self, velocity: Vec2) -> f32 {
        (velocity - self.point).dot(self.normal)
    }
}

/// A round body among others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Center in pixels.
    pub position: Vec2,
    /// Pixels per second.
    pub velocity: Vec2,
    /// Radius in pixels, 0 or more.
    pub radius: f32,
}

impl Body {
    /// Whether its numbers are finite and its radius is not negative.
    pub fn is_valid(&self) -> bool {
        self.position.is_finite()
            && self.velocity.is_finite()
            && self.radius >= 0.0
            && self.radius.is_finite()
    }
}

/// Safe velocities of `me` beside `other` for `horizon` seconds, half of the detour being the other's.
/// Bodies that overlap already part within the step `dt` (seconds).
#[must_use]
#[doc(alias = "ORCA")]
#[doc(alias = "RVO")]
pub fn reciprocal_plane(me: Body, other: Body, horizon: f32, dt: f32) -> HalfPlane {
    let offset = other.position - me.position;
    let relative = me.velocity - other.velocity;
    let reach = me.radius + other.radius;
    let (change, normal) = if offset.length_squared() > reach * reach {
        leave_cone(offset, relative, reach, horizon)
    } else {
        leave_disc(offset, relative, reach, dt)
    };
    // Half of the change: the other one finds the mirrored plane and does the other half. Both doing all of it is what
    // made the velocity obstacles before this method dance from side to side.
    let plane = HalfPlane { point: me.velocity + change * 0.5, normal };
    if plane.is_finite() { plane } else { HalfPlane::EVERYTHING }
}

/// Safe velocities beside a wall: it is not reached within `horizon` seconds, and the wall does not move.
#[must_use]
pub fn wall_plane(me: Body, wall: Segment, horizon: f32) -> HalfPlane {
    let offset = me.position - wall.closest_point(me.position);
    let distance = offset.length();
    let normal = if distance > 0.0 { offset / distance } else { wall.vector().perp().normalized() };
    // A wall does not do its half, so all of the room is kept by the body: no 0.5 here.
    let room = (me.radius - distance) / horizon.max(f32::MIN_POSITIVE);
    let plane = HalfPlane { point: normal * room, normal };
    if plane.is_finite() { plane } else { HalfPlane::EVERYTHING }
}

/// The smallest change of the relative velocity that leaves the cone of collisions, and the direction out of it.
fn leave_cone(offset: Vec2, relative: Vec2, reach: f32, horizon: f32) -> (Vec2, Vec2) {
    // The cone is cut off by a disc: contact later than the horizon does not count. The disc is the nearest border
    // exactly between the two rays from its center to the points where the legs touch it, whose angle to −offset has
    // the cosine reach / |offset|; the test below is that comparison, squared and without a root.
    let from_center = relative - offset / horizon;
    let ahead = from_center.dot(offset);
    let squared = from_center.length_squared();
    if ahead < 0.0 && ahead * ahead > reach * reach * squared {
        return leave_disc(offset, relative, reach, horizon);
    }
    // Otherwise over the nearer leg, tangent to the disc of radius `reach` around the offset.
    let length_squared = offset.length_squared();
    let leg = (length_squared - reach * reach).sqrt();
    let side = if offset.perp_dot(from_center) > 0.0 { 1.0 } else { -1.0 };
    let direction = (offset * leg + offset.perp() * (reach * side)) / length_squared;
    let normal = direction.perp() * side;
    (direction * relative.dot(direction) - relative, normal)
}

/// The smallest change of the relative velocity that leaves the disc of those which touch after exactly `time`
/// seconds, and the direction out of it.
fn leave_disc(offset: Vec2, relative: Vec2, reach: f32, time: f32) -> (Vec2, Vec2) {
    let time = time.max(1e-6);
    let from_center = relative - offset / time;
    let length = from_center.length();
    // Two bodies in one place with one velocity: any way apart will do, as long as it is fixed.
    let normal = if length > 0.0 { from_center / length } else { Vec2::X };
    (normal * (reach / time - length), normal)
}

/// Finds the best velocity in a set of half planes; keeps its memory between calls.
#[derive(Clone, Debug, Default)]
pub struct OrcaSolver {
    /// The half planes to respect. Walls first: the first `hard` ones are never given up.
    pub planes: Vec<HalfPlane>,
    /// How many of the planes, from the front, must hold even when the crowd leaves no safe velocity.
    pub hard: u32,
    projected: Vec<HalfPlane>,
}

impl OrcaSolver {
    /// Marks the planes in the plane of velocities around a body: the speed disc, and for each plane whose border
    /// crosses it the chord, with an arrow to the safe side.
    pub fn mark(&self, body: Body, max_speed: f32, marks: &mut Marks) {
        mark_planes(&self.planes, body, max_speed, marks);
    }

    /// Forgets all planes, keeps the memory.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.hard = 0;
    }

    /// Makes room, so that up to `count` planes do not allocate.
    pub fn reserve(&mut self, count: u32) {
        let count = count as usize;
        self.planes.reserve(count.saturating_sub(self.planes.len()));
        self.projected.reserve(count.saturating_sub(self.projected.len()));
    }

    /// The velocity nearest to `preferred` that respects all planes and is not faster than `max_speed`; in
    /// a crowd too dense for that, the one that breaks the soft planes least. Allocates only when it sees more
    /// planes than ever before. The answer is finite whatever the numbers.
    pub fn solve(&mut self, preferred: Vec2, max_speed: f32) -> Vec2 {
        let max_speed = max_speed.max(0.0);
        let (velocity, failed) = nearest(&self.planes, max_speed, finite_or_zero(preferred));
        finite_or_zero(match failed {
            None => velocity,
            Some(first) => self.least_bad(velocity, first, max_speed),
        })
    }

    /// Shifts the soft planes outwards together until they meet: minimizes the deepest violation. That is a linear program
    /// in three dimensions, velocity and violation; like the plane one it is solved by adding one plane after the other:
    /// while the newest is violated more than all before, it is the worst in the optimum, so that the answer lies where
    /// the others are violated no more than it, as deep inside it as that allows.
    fn least_bad(&mut self, mut velocity: Vec2, first: usize, max_speed: f32) -> Vec2 {
        let hard = (self.hard as usize).min(self.planes.len());
        let mut violation = 0.0f32;
        for i in first..self.planes.len() {
            let plane = self.planes[i];
            if -plane.depth(velocity) <= violation {
                continue;
            }
            self.projected.clear();
            self.projected.extend_from_slice(&self.planes[..hard]);
            for other in &self.planes[hard.min(i)..i] {
                self.projected.extend(equally_bad(plane, *other));
            }
            let (best, failed) = furthest(&self.projected, max_speed, plane.normal);
            // In exact numbers it cannot fail: the velocity so far is inside. When rounding makes it, that one stays.
            if failed.is_none() {
                velocity = best;
            }
            violation = -plane.depth(velocity);
        }
        velocity
    }
}

/// [`OrcaSolver::mark`] for planes wherever they are.
pub(crate) fn mark_planes(planes: &[HalfPlane], body: Body, max_speed: f32, marks: &mut Marks) {
    let seconds = marks.seconds;
    marks.circle(MarkRole::Range, body.position, max_speed * seconds);
    for plane in planes {
        // The foot of the perpendicular from rest, and half of the chord that the disc cuts out.
        let foot = plane.normal * plane.point.dot(plane.normal);
        let half = (max_speed * max_speed - foot.length_squared()).sqrt();
        let chord = plane.normal.perp() * (half * seconds);
        let middle = body.position + foot * seconds;
        if half > 0.0 {
            marks.line(MarkRole::Obstacle, middle - chord, middle + chord);
            let inward = plane.normal * (max_speed * 0.2 * seconds);
            marks.arrow(MarkRole::Obstacle, middle, inward);
        }
    }
}

/// The half plane in which `other` is violated no more than `plane`; `None` when that is everywhere.
fn equally_bad(plane: HalfPlane, other: HalfPlane) -> Option<HalfPlane> {
    let difference = other.normal - plane.normal;
    let length = difference.length();
    if length < 1e-5 {
        return None;
    }
    let normal = difference / length;
    // Where both depths are equal: (v − p)·n = (v − q)·m, so v·(m − n) = q·m − p·n.
    let level = (other.point.dot(other.normal) - plane.point.dot(plane.normal)) / length;
    Some(HalfPlane { point: normal * level, normal })
}

/// The point nearest to `preferred` in the disc and all planes, or the index of the plane that empties them.
///
/// Seidel's incremental linear program: as long as the optimum so far satisfies the next plane it stays; otherwise the
/// new one lies on the border of that plane, which is a search along a line. The planes come in the order of the
/// neighbors and not at random as in the paper: with ten of them the expected time does not matter, the same bits do.
fn nearest(planes: &[HalfPlane], max_speed: f32, preferred: Vec2) -> (Vec2, Option<usize>) {
    let mut velocity = preferred.truncate(max_speed);
    for (i, plane) in planes.iter().enumerate() {
        if plane.depth(velocity) >= 0.0 {
            continue;
        }
        let along = plane.normal.perp();
        match free_stretch(planes, i, max_speed) {
            Some((low, high)) => {
                let wanted = (preferred - plane.point).dot(along);
                velocity = plane.point + along * wanted.clamp(low, high);
            }
            None => return (velocity, Some(i)),
        }
    }
    (velocity, None)
}

/// The point furthest along `direction` in the disc and all planes, or the index of the plane that empties them.
fn furthest(planes: &[HalfPlane], max_speed: f32, direction: Vec2) -> (Vec2, Option<usize>) {
    let mut velocity = direction * max_speed;
    for (i, plane) in planes.iter().enumerate() {
        if plane.depth(velocity) >= 0.0 {
            continue;
        }
        let along = plane.normal.perp();
        match free_stretch(planes, i, max_speed) {
            Some((low, high)) => {
                let end = if along.dot(direction) > 0.0 { high } else { low };
                velocity = plane.point + along * end;
            }
            None => return (velocity, Some(i)),
        }
    }
    (velocity, None)
}

/// The part of the border of plane `i` inside the disc and the planes before it, as distances from its point
/// along `normal.perp()`.
fn free_stretch(planes: &[HalfPlane], i: usize, max_speed: f32) -> Option<(f32, f32)> {
    let plane = planes[i];
    let along = plane.normal.perp();
    let middle = plane.point.dot(along);
    let discriminant = middle * middle + max_speed * max_speed - plane.point.length_squared();
    if discriminant.is_nan() || discriminant < 0.0 {
        return None;
    }
    // Where the line enters and leaves the speed disc; each plane before then takes a ray off it.
    let half = discriminant.sqrt();
    let (mut low, mut high) = (-middle - half, -middle + half);
    for other in &planes[..i] {
        let slope = along.dot(other.normal);
        let depth = other.depth(plane.point);
        // Parallel borders: all of the line is inside the other plane, or none of it.
        if slope.abs() < 1e-5 {
            if depth < 0.0 {
                return None;
            }
            continue;
        }
        let crossing = -depth / slope;
        if slope > 0.0 {
            low = low.max(crossing);
        } else {
            high = high.min(crossing);
        }
        if low > high {
            return None;
        }
    }
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    fn body(x: f32, y: f32, vx: f32, vy: f32) -> Body {
        Body { position: vec2(x, y), velocity: vec2(vx, vy), radius: 10.0 }
    }

    #[test]
    fn half_of_the_detour_each_keeps_bodies_apart() {
        let (mut a, mut b) = (body(-100.0, 0.5, 0.0, 0.0), body(100.0, 0.0, 0.0, 0.0));
        let mut solver = OrcaSolver::default();
        for _ in 0..400 {
            let new =
                [(a, b, vec2(60.0, 0.0)), (b, a, vec2(-60.0, 0.0))].map(|(me, other, steering)| {
                    solver.clear();
                    solver.planes.push(reciprocal_plane(me, other, 2.0, 1.0 / 60.0));
                    solver.solve(steering, 60.0)
                });
            (a.velocity, b.velocity) = (new[0], new[1]);
            a.position += a.velocity / 60.0;
            b.position += b.velocity / 60.0;
            let gap = a.position.distance(b.position);
            assert!(gap > 19.9, "{gap}");
        }
        assert!(a.position.x > 100.0 && b.position.x < -100.0);
    }

    #[test]
    fn the_solver_finds_the_best_point() {
        // Against a fine scan of the speed disc.
        let mut rng = Rng::new(5);
        let mut solver = OrcaSolver::default();
        let (mut solvable, mut crowded) = (0, 0);
        for _ in 0..300 {
            solver.clear();
            for _ in 0..rng.below(7) {
                let normal = rng.unit_vec2();
                solver.planes.push(HalfPlane { point: normal * rng.range(-8.0..6.0), normal });
            }
            let preferred = rng.in_unit_disc() * 12.0;
            let found = solver.solve(preferred, 10.0);
            assert!(found.length() < 10.001);
            let worst = |v: Vec2| {
                solver.planes.iter().map(|p| -p.depth(v)).fold(f32::NEG_INFINITY, f32::max).max(0.0)
            };
            let mut best = (f32::INFINITY, f32::INFINITY);
            for ix in -100..=100 {
                for iy in -100..=100 {
                    let v = vec2(ix as f32, iy as f32) * 0.1;
                    if v.length() <= 10.0 {
                        let violation = worst(v);
                        let distance = v.distance(preferred);
                        if violation < best.0 - 1e-4
                            || violation < best.0 + 1e-4 && distance < best.1
                        {
                            best = (violation.min(best.0), distance);
                        }
                    }
                }
            }
            assert!(worst(found) <= best.0 + 0.02, "violation {} against {}", worst(found), best.0);
            if best.0 == 0.0 {
                assert!(found.distance(preferred) <= best.1 + 1e-3);
                solvable += 1;
            } else {
                crowded += 1;
            }
        }
        assert!(solvable > 100 && crowded > 20, "{solvable} {crowded}");
    }

    #[test]
    fn walls_hold_even_in_a_crush() {
        let wall = Segment::new(vec2(-50.0, 20.0), vec2(50.0, 20.0));
        let me = body(0.0, 8.0, 0.0, 0.0);
        let mut solver = OrcaSolver::default();
        solver.planes.push(wall_plane(me, wall, 0.5));
        solver.hard = 1;
        for x in [-12.0, 0.0, 12.0] {
            solver.planes.push(reciprocal_plane(me, body(x, -8.0, 0.0, 40.0), 2.0, 1.0 / 60.0));
        }
        let velocity = solver.solve(vec2(0.0, 50.0), 50.0);
        assert!(velocity.y <= 4.0 + 1e-3, "at most the 2 px of room in half a second: {velocity}");
    }

    #[test]
    fn degenerate_bodies_stay_finite() {
        let same = body(0.0, 0.0, 0.0, 0.0);
        let plane = reciprocal_plane(same, same, 2.0, 1.0 / 60.0);
        assert!(plane.point.is_finite() && plane.normal.is_normalized());
        let point = Body { radius: 0.0, ..same };
        assert!(reciprocal_plane(point, point, 0.0, 0.0).point.is_finite());
        let flat = Segment::new(Vec2::ZERO, Vec2::ZERO);
        assert!(wall_plane(same, flat, 0.0).normal.is_normalized());
    }
}
