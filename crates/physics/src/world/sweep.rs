//! Points against colliders along the way they went, so that nothing is too thin or too fast (continuous collision).
//!
//! Where a point ends is looked at first: most end outside of everything, or came in by the nearest surface, and for
//! them that touch is the right one. A cast along the whole way is made only for what moved more than its own size or ended
//! deeper than it can have come in, which are the ways that may have jumped over a thin wall.

use super::collider::{Collider, Material, Touch};
use super::motion::Wall;
use super::point::Points;
use motile_collide::{AnyShape, Collidable, Impact, cast};
use motile_geom::{Aabb, Circle, Grid2, Vec2, vec2};

/// A point caught on its way is put this far before the surface, in pixels: rounding leaves it on the right side.
const SKIN: f32 = 1e-3;
/// A point no deeper than this in a solid, in pixels, stands on its surface.
const STANDING: f32 = 1e-2;

/// Keeps where all points are: the beginning of their next way. Only where there is something to run into.
pub(crate) fn remember(points: &Points, colliders: &[Collider], from: &mut Vec<Vec2>) {
    from.clear();
    if !colliders.iter().all(Collider::is_wall) {
        from.extend((0..points.len()).map(|slot| points.position(slot)));
    }
}

/// Bounces all points off the colliders that are not walls.
pub(crate) fn bounce_all(points: &mut Points, colliders: &[Collider], from: &[Vec2], rest: f32) {
    each_touch(points, colliders, from, |points, slot, touch, surface| {
        let position = points.position(slot);
        let (position, way) = touch.bounce(position, points.way(slot), surface, rest);
        points.set(slot, position);
        points.set_way(slot, way);
    });
}

/// Pushes all points out of the colliders after constraints have moved them.
pub(crate) fn settle_all(
    points: &mut Points,
    walls: &[Wall],
    colliders: &[Collider],
    from: &[Vec2],
) {
    for wall in walls {
        for slot in 0..points.len() {
            let depth = wall.offset + points.radius[slot] - wall.normal.dot(points.position(slot));
            if depth > 0.0 && points.inverse_mass[slot] > 0.0 {
                let touch = Touch { normal: wall.normal, depth };
                let at = touch.settle(points.position(slot), points.old(slot), wall.surface);
                points.set(slot, at);
            }
        }
    }
    each_touch(points, colliders, from, |points, slot, touch, surface| {
        let at = touch.settle(points.position(slot), points.old(slot), surface);
        points.set(slot, at);
    });
}

fn each_touch(
    points: &mut Points,
    colliders: &[Collider],
    from: &[Vec2],
    mut f: impl FnMut(&mut Points, usize, Touch, Material),
) {
    for collider in colliders.iter().filter(|collider| !collider.is_wall()) {
        // A box test for each point beats a tree here: colliders are few, points many and in order in memory.
        let bounds = collider.bounds();
        for (slot, &from) in from.iter().enumerate() {
            let (at, radius) = (points.position(slot), points.radius[slot]);
            let reach = Aabb::new(from.min(at), from.max(at)).grown(radius);
            if points.inverse_mass[slot] > 0.0
                && reach.touches(bounds)
                && let Some(touch) = collider.meet(from, at, radius)
            {
                f(points, slot, touch, collider.surface);
            }
        }
    }
}

impl Collider {
    /// The way out for a disc that went from one place to another.
    pub(crate) fn meet(&self, from: Vec2, at: Vec2, radius: f32) -> Option<Touch> {
        let (way, touch) = (at - from, self.touch(at, radius));
        // Without a touch at its end a way shorter than the disc is wide has jumped over nothing; with one, it is the
        // right one when the disc came in by it.
        let plain = touch.map_or(way.length_squared() < 4.0 * radius * radius, |touch| {
            -way.dot(touch.normal) >= touch.depth - STANDING
        });
        if plain {
            return touch;
        }
        self.first_touch(from, way, radius).or(touch)
    }

    /// The touch of the surface met first on the way. None for a disc that was inside from the beginning: it has no side
    /// it came from, and the nearest way out is the best guess.
    fn first_touch(&self, from: Vec2, way: Vec2, radius: f32) -> Option<Touch> {
        let impact = self.impact(Circle::new(from, radius), way)?;
        let inside = |touch: Touch| touch.depth > STANDING;
        if impact.time == 0.0 && self.touch(from, radius).is_some_and(inside) {
            return None;
        }
        let depth = way.dot(impact.normal) * (impact.time - 1.0) + SKIN;
        (depth > 0.0).then_some(Touch { normal: impact.normal, depth })
    }

    fn impact(&self, disc: Circle, way: Vec2) -> Option<Impact> {
        match &self.shape {
            AnyShape::Circle(circle) => cast(&disc, way, circle),
            AnyShape::Box(aabb) => cast(&disc, way, aabb),
            AnyShape::Capsule(capsule) => cast(&disc, way, capsule),
            AnyShape::Polygon(polygon) => {
                let polygon = polygon.outline();
                if polygon.contains(disc.center) {
                    return None;
                }
                let reach = swept(disc, way);
                let near = polygon.edges().filter(|edge| reach.touches(edge.aabb()));
                earliest(near.filter_map(|edge| cast(&disc, way, &edge)))
            }
            AnyShape::Tiles { cells, origin, size } => {
                let reach = swept(disc, way);
                let boxes = solid_cells(
                    cells,
                    (reach.min - *origin) / *size,
                    (reach.max - *origin) / *size,
                );
                let boxes =
                    boxes.map(|cell| Aabb::from_size(*origin + cell * *size, Vec2::splat(*size)));
                earliest(boxes.filter_map(|cell| cast(&disc, way, &cell)))
            }
            // Solid without end: nothing comes out on the other side.
            AnyShape::HalfPlane { .. } | AnyShape::InsideBox(_) | AnyShape::InsideCircle(_) => None,
            shape => cast(&disc, way, shape),
        }
    }

    /// Whether it is made of half planes, which points meet while they move.
    pub(crate) fn is_wall(&self) -> bool {
        matches!(self.shape, AnyShape::HalfPlane { .. } | AnyShape::InsideBox(_))
    }

    /// A box around all that is solid.
    fn bounds(&self) -> Aabb {
        self.shape.aabb()
    }
}

/// A box around a disc and its way.
fn swept(disc: Circle, way: Vec2) -> Aabb {
    let end = disc.center + way;
    Aabb::new(disc.center.min(end), disc.center.max(end)).grown(disc.radius)
}

/// Corners of the solid cells of a range, in cells.
fn solid_cells(cells: &Grid2<bool>, min: Vec2, max: Vec2) -> impl Iterator<Item = Vec2> + '_ {
    let range = |from: f32, to: f32, count: u32| {
        (from.floor() as i32).max(0)..=(to.floor() as i32).min(count as i32 - 1)
    };
    let columns = range(min.x, max.x, cells.width());
    range(min.y, max.y, cells.height()).flat_map(move |y| {
        let solid = move |x: &i32| cells.get(*x, y).copied().unwrap_or(false);
        columns.clone().filter(solid).map(move |x| vec2(x as f32, y as f32))
    })
}

fn earliest(impacts: impl Iterator<Item = Impact>) -> Option<Impact> {
    impacts.reduce(|best, impact| if impact.time < best.time { impact } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Capsule, Polygon, Segment};

    fn thin_plate() -> Vec<Collider> {
        let corners = |x: f32, y: f32| vec2(x, y);
        let plate =
            [corners(-50.0, 0.0), corners(50.0, 0.0), corners(50.0, 1.0), corners(-50.0, 1.0)];
        let line = Segment::new(plate[0], plate[1]);
        let cells = Grid2::from_fn(100, 1, |_, _| true).unwrap();
        [
            Polygon::new(plate.to_vec()).unwrap().into(),
            AnyShape::Box(Aabb::new(plate[0], plate[2])),
            AnyShape::Capsule(Capsule { segment: line, radius: 0.0 }),
            AnyShape::Circle(Circle::new(vec2(0.0, 0.5), 0.5)),
            AnyShape::Tiles { cells, origin: plate[0], size: 1.0 },
        ]
        .map(Collider::new)
        .into()
    }

    #[test]
    fn phys_43_the_side_it_came_from_is_the_way_out() {
        for collider in thin_plate() {
            for (start, end, radius) in [(-30.0, 200.0, 0.0), (-30.0, 0.9, 0.0), (-8.0, 100.0, 3.0)]
            {
                // A line has no inside to end in.
                if end < 1.0 && matches!(collider.shape, AnyShape::Capsule(_)) {
                    continue;
                }
                let (from, to) = (vec2(0.0, start), vec2(0.0, end));
                let touch = collider.meet(from, to, radius).expect("it is met");
                assert!(touch.normal.distance(-Vec2::Y) < 1e-6, "{collider:?}: {touch:?}");
                assert!((end - touch.depth + radius).abs() < 0.01, "{collider:?}: {touch:?}");
                // And from below.
                let touch = collider.meet(vec2(0.0, 1.0 - start), vec2(0.0, 1.0 - end), radius);
                assert!(touch.expect("it is met").normal.distance(Vec2::Y) < 1e-6, "{collider:?}");
            }
            assert_eq!(collider.meet(vec2(0.0, -30.0), vec2(90.0, -3.0), 2.0), None);
            assert_eq!(collider.meet(vec2(0.0, -1.0), vec2(0.0, -40.0), 0.5), None);
        }
    }

    #[test]
    fn a_disc_inside_from_the_beginning_takes_the_nearest_way_out() {
        let block = Collider::new(AnyShape::Box(Aabb::new(Vec2::ZERO, vec2(100.0, 100.0))));
        let touch = block.meet(vec2(50.0, 50.0), vec2(50.0, 96.0), 0.0);
        assert_eq!(touch, Some(Touch { normal: Vec2::Y, depth: 4.0 }));
    }
}
