//! What a debug view shows of a world.

use super::{Collider, World, WorldEvent};
use motile_collide::{AnyShape, Collidable};
use motile_geom::{Aabb, Grid2, MarkRole, MarkSink, Marks, Vec2, vec2};

/// Half the length of the line drawn for a half plane, which has no end, in pixels.
const HALF_LINE: f32 = 4000.0;
/// A stick stretched or pressed by this share of its length is at the end of the scale of stress.
const FULL_STRESS: f32 = 0.1;
/// Corners of a box, in half sizes from its center.
const CORNERS: [Vec2; 4] = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)];

impl World {
    /// Marks everything the world computes with, in its own pixels: colliders, sticks by their stress (red at a tenth of
    /// their length, or where they tear), areas, grabs, pairs that may touch, points with their velocities, who sleeps
    /// and who was stopped, and how many calls were rejected for which number.
    pub fn mark(&self, marks: &mut Marks) {
        self.colliders.iter().for_each(|collider| collider.mark(marks));
        self.mark_sticks(marks);
        self.mark_constraints(marks);
        self.mark_points(marks);
        for event in &self.events {
            if let WorldEvent::Stopped(id) = event
                && let Some(place) = self.position(*id)
            {
                marks.label(MarkRole::Threat, place, "stopped");
            }
        }
        if let Some(number) = self.rejected_number.filter(|_| self.rejected > 0) {
            let place = self.points.slots().next().map_or(Vec2::ZERO, |i| self.points.position(i));
            let words = format_args!("{} rejected, last: {number}", self.rejected);
            marks.label(MarkRole::Threat, place, words);
        }
    }

    fn mark_sticks(&self, marks: &mut Marks) {
        for slot in self.sticks.slots() {
            let [a, b] = [self.sticks.a[slot], self.sticks.b[slot]].map(|end| end as usize);
            let role = if self.points.asleep[a] && self.points.asleep[b] {
                MarkRole::Sleeping
            } else {
                let strain = self.sticks.stretch(slot, &self.points) / self.sticks.length[slot];
                let limit = FULL_STRESS.min(self.sticks.tears_at[slot]).max(f32::MIN_POSITIVE);
                MarkRole::Stress(((strain / limit).abs().min(1.0) * 255.0) as u8)
            };
            marks.line(role, self.points.position(a), self.points.position(b));
        }
    }

    fn mark_constraints(&self, marks: &mut Marks) {
        let at = |slot: usize| self.points.position(slot);
        for area in self.areas.values() {
            marks.outline(MarkRole::Bounds, area.points.iter().map(|id| at(id.slot())));
        }
        for angle in self.angles.values() {
            // A short line from arm to arm, where one would draw the arc of an angle.
            let [a, pivot, c] = [angle.a, angle.pivot, angle.c].map(|id| at(id.slot()));
            marks.line(MarkRole::Constraint, pivot.lerp(a, 0.25), pivot.lerp(c, 0.25));
        }
        for motor in self.motors.values() {
            let hub = at(motor.hub.slot());
            marks.point(MarkRole::Pivot, hub);
            marks.label(MarkRole::Note, hub, format_args!("{:.1} rad/s", motor.speed));
        }
        for grab in self.grabs.values() {
            marks.line(MarkRole::Target, at(grab.point.slot()), grab.target);
            marks.point(MarkRole::Target, grab.target);
        }
        for &(a, b) in &self.pairs {
            marks.line(MarkRole::Link, at(a as usize), at(b as usize));
        }
        for crossing in &self.crossings {
            let [point, a, b] = crossing.slots(&self.sticks);
            marks.line(MarkRole::Link, at(point), at(a).midpoint(at(b)));
        }
    }

    fn mark_points(&self, marks: &mut Marks) {
        for slot in self.points.slots() {
            let (place, radius) = (self.points.position(slot), self.points.radius[slot]);
            let role = if self.points.asleep[slot] {
                MarkRole::Sleeping
            } else if self.points.moves(slot) {
                MarkRole::Particle
            } else {
                MarkRole::Pivot
            };
            if radius > 0.0 {
                marks.circle(role, place, radius);
            } else {
                marks.point(role, place);
            }
            marks.velocity(MarkRole::Velocity, place, self.points.way(slot) / self.last);
        }
    }
}

impl Collider {
    /// Marks where it is solid: its outline, or the edges of what it encloses. A half plane is a line of 8000 pixels.
    pub fn mark(&self, marks: &mut Marks) {
        if marks.on {
            mark_shape(&self.shape, marks);
        }
    }
}

fn mark_shape(shape: &AnyShape, marks: &mut Marks) {
    let role = MarkRole::Collider;
    match shape {
        AnyShape::Point(point) => marks.point(role, *point),
        AnyShape::Circle(circle) | AnyShape::InsideCircle(circle) => {
            marks.circle(role, circle.center, circle.radius);
        }
        AnyShape::Box(area) | AnyShape::InsideBox(area) => marks.aabb(role, *area),
        AnyShape::Obb(area) => {
            let corner = |side: Vec2| area.center + area.axis.rotate(area.half_size * side);
            marks.outline(role, CORNERS.map(corner));
        }
        AnyShape::Capsule(capsule) => {
            let (a, b) = (capsule.segment.a, capsule.segment.b);
            let side = (b - a).perp().normalize_or_zero() * capsule.radius;
            marks.circle(role, a, capsule.radius);
            marks.circle(role, b, capsule.radius);
            marks.line(role, a + side, b + side);
            marks.line(role, a - side, b - side);
        }
        AnyShape::Segment(segment) => marks.line(role, segment.a, segment.b),
        AnyShape::Triangle(corners) => marks.outline(role, *corners),
        AnyShape::ConvexPolygon(polygon) => marks.outline(role, polygon.vertices().iter().copied()),
        AnyShape::Polygon(polygon) => {
            marks.outline(role, polygon.outline().vertices().iter().copied());
        }
        AnyShape::Polyline { points, closed: true } => marks.outline(role, points.iter().copied()),
        AnyShape::Polyline { points, closed: false } => {
            marks.polyline(role, points.iter().copied());
        }
        AnyShape::Compound(parts) => parts.iter().for_each(|part| mark_shape(part, marks)),
        AnyShape::TriangleMesh { points, triangles } => {
            let corner = |i: &u32| points.get(*i as usize).copied();
            for [a, b, c] in triangles {
                if let (Some(a), Some(b), Some(c)) = (corner(a), corner(b), corner(c)) {
                    marks.outline(role, [a, b, c]);
                }
            }
        }
        AnyShape::HalfPlane { normal, offset } => {
            let (foot, along) = (*normal * *offset, normal.perp() * HALF_LINE);
            marks.line(role, foot - along, foot + along);
        }
        AnyShape::Tiles { cells, origin, size } => mark_tiles(cells, *origin, *size, marks),
        // Its outline has as many corners as pixels.
        mask @ AnyShape::Mask(_) => marks.aabb(role, mask.aabb()),
    }
}

/// The sides of solid tiles that have no solid neighbor.
fn mark_tiles(cells: &Grid2<bool>, origin: Vec2, size: f32, marks: &mut Marks) {
    let solid = |x: i32, y: i32| cells.get(x, y).copied().unwrap_or(false);
    let all =
        (0..cells.height() as i32).flat_map(|y| (0..cells.width() as i32).map(move |x| (x, y)));
    for (x, y) in all.filter(|&(x, y)| solid(x, y)) {
        let corner = origin + vec2(x as f32, y as f32) * size;
        let tile = Aabb::from_size(corner, Vec2::splat(size));
        let [left_top, right_top] = [tile.min, vec2(tile.max.x, tile.min.y)];
        let [left_bottom, right_bottom] = [vec2(tile.min.x, tile.max.y), tile.max];
        for (neighbor, a, b) in [
            ((x, y - 1), left_top, right_top),
            ((x, y + 1), left_bottom, right_bottom),
            ((x - 1, y), left_top, left_bottom),
            ((x + 1, y), right_top, right_bottom),
        ] {
            if !solid(neighbor.0, neighbor.1) {
                marks.line(MarkRole::Collider, a, b);
            }
        }
    }
}
