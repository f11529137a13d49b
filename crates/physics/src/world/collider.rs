//! What points bounce off, rest on and slide along.

use super::motion::Wall;
use super::point::MAX_COORDINATE;
use super::rule::Checked;
use motile_collide::{AnyShape, Contact, contact};
use motile_geom::{Aabb, Circle, Grid2, HashState, StateHash, Vec2, Vec2Ext, vec2};

/// How a collider feels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Share of the speed given back by a bounce, 0…1.
    pub restitution: f32,
    /// Grip along the surface as a share of the push out of it, 0 or more: 0 is ice.
    pub friction: f32,
}

impl Default for Material {
    /// No bounce, some grip.
    fn default() -> Self {
        Self { restitution: 0.0, friction: 0.3 }
    }
}

impl Material {
    /// A surface by its restitution and its friction.
    pub const fn new(restitution: f32, friction: f32) -> Self {
        Self { restitution, friction }
    }

    /// Nothing bounces, nothing grips: the classics' walls.
    pub const ICE: Self = Self::new(0.0, 0.0);

    pub(crate) fn check(self) -> Checked {
        let good = (0.0..=1.0).contains(&self.restitution)
            && (0.0..=MAX_COORDINATE).contains(&self.friction);
        if good { Ok(()) } else { Err("surface of a collider") }
    }
}

/// A shape with a surface: what points are kept out of, or in.
///
/// Any [`AnyShape`] will do. Half planes and [`AnyShape::InsideBox`] are quickest, as walls that points meet while they
/// move; circles, boxes, capsules, polygons, tiles and [`AnyShape::InsideCircle`] have a way out of their own; all
/// others are asked for their contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// Where it is solid.
    pub shape: AnyShape,
    /// How it feels.
    pub surface: Material,
}

/// A point inside a collider: the way out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    /// Unit vector out of the solid.
    pub normal: Vec2,
    /// Pixels to go, above 0.
    pub depth: f32,
}

impl Touch {
    /// A point at `position` that came the way `way` in this step bounces; both afterwards. The overshoot is
    /// mirrored at the surface, so that the height of a bounce hardly depends on the step.
    pub(crate) fn bounce(
        self,
        position: Vec2,
        way: Vec2,
        surface: Material,
        rest: f32,
    ) -> (Vec2, Vec2) {
        let n = self.normal;
        let into = way.dot(n);
        let share = if into < -rest && into < 0.0 { surface.restitution } else { 0.0 };
        let out = if into < 0.0 { -into * share } else { into };
        let along = slipped(n.perp_dot(way), (out - into) * surface.friction);
        (position + n * (self.depth * (share + 1.0)), n.perp() * along + n * out)
    }

    /// Pushes a point out and lets it slip only as far as the push does not hold it.
    pub(crate) fn settle(self, position: Vec2, old: Vec2, surface: Material) -> Vec2 {
        let along = self.normal.perp_dot(position - old);
        let held = along - slipped(along, self.depth * surface.friction);
        position + self.normal * self.depth - self.normal.perp() * held
    }
}

/// What is left of a way along a surface that is held for up to `grip` pixels.
fn slipped(along: f32, grip: f32) -> f32 {
    along - along.max(-grip).min(grip)
}

impl Collider {
    /// A shape with the default surface.
    pub fn new(shape: impl Into<AnyShape>) -> Self {
        Self { shape: shape.into(), surface: Material::default() }
    }

    /// A floor: everything below `y` is solid.
    pub fn floor(y: f32) -> Self {
        Self::new(AnyShape::floor(y))
    }

    /// With another surface.
    pub fn with_surface(mut self, surface: Material) -> Self {
        self.surface = surface;
        self
    }

    pub(crate) fn check(&self) -> Checked {
        self.surface.check()?;
        let good = self.shape.is_valid();
        if good { Ok(()) } else { Err("shape of a collider") }
    }

    /// The half planes this collider is made of, when it is.
    pub(crate) fn walls(&self, out: &mut Vec<Wall>) -> bool {
        match self.shape {
            AnyShape::HalfPlane { normal, offset } => {
                out.push(Wall { normal, offset, surface: self.surface });
            }
            AnyShape::InsideBox(aabb) => {
                for (normal, offset) in [
                    (vec2(1.0, 0.0), aabb.min.x),
                    (vec2(-1.0, 0.0), -aabb.max.x),
                    (vec2(0.0, 1.0), aabb.min.y),
                    (vec2(0.0, -1.0), -aabb.max.y),
                ] {
                    out.push(Wall { normal, offset, surface: self.surface });
                }
            }
            _ => return false,
        }
        true
    }

    /// The way out for a disc inside the solid.
    pub(crate) fn touch(&self, at: Vec2, radius: f32) -> Option<Touch> {
        match &self.shape {
            // Taken care of as walls.
            AnyShape::HalfPlane { .. } | AnyShape::InsideBox(_) => None,
            AnyShape::Circle(circle) => out_of_disc(at, circle.center, circle.radius + radius),
            AnyShape::Capsule(capsule) => {
                let nearest = capsule.segment.closest_point(at);
                out_of_disc(at, nearest, capsule.radius + radius)
            }
            AnyShape::InsideCircle(circle) => {
                let offset = circle.center - at;
                let depth = offset.length() + radius - circle.radius;
                (depth > 0.0).then(|| Touch { normal: offset.normalized(), depth })
            }
            AnyShape::Box(aabb) => out_of_box(at, radius, *aabb, [true; 4]),
            AnyShape::Polygon(polygon) => {
                let polygon = polygon.outline();
                if !polygon.aabb().grown(radius).contains(at) {
                    return None;
                }
                let nearest = polygon.closest_point(at);
                let offset = at - nearest;
                let distance = offset.length();
                if polygon.contains(at) {
                    Some(Touch { normal: (-offset).normalized(), depth: distance + radius })
                } else {
                    (distance < radius)
                        .then(|| Touch { normal: offset.normalized(), depth: radius - distance })
                }
            }
            AnyShape::Tiles { cells, origin, size } => {
                out_of_tiles(at, radius, cells, *origin, *size)
            }
            shape => {
                let Contact { normal, depth, .. } = contact(&Circle::new(at, radius), shape)?;
                (depth > 0.0).then_some(Touch { normal, depth })
            }
        }
    }
}

/// Out of a disc; from its very center upwards.
fn out_of_disc(at: Vec2, center: Vec2, reach: f32) -> Option<Touch> {
    let offset = at - center;
    let distance = offset.length();
    let normal = if distance > 0.0 { offset.normalized() } else { vec2(0.0, -1.0) };
    (distance < reach).then_some(Touch { normal, depth: reach - distance })
}

/// Out of a box through the nearest of its open sides: left, right, top, bottom.
fn out_of_box(at: Vec2, radius: f32, aabb: Aabb, open: [bool; 4]) -> Option<Touch> {
    if !aabb.contains(at) {
        let nearest = at.clamp(aabb.min, aabb.max);
        return (at.distance(nearest) < radius).then(|| out_of_disc(at, nearest, radius)).flatten();
    }
    let ways = [
        (at.x - aabb.min.x, vec2(-1.0, 0.0)),
        (aabb.max.x - at.x, vec2(1.0, 0.0)),
        (at.y - aabb.min.y, vec2(0.0, -1.0)),
        (aabb.max.y - at.y, vec2(0.0, 1.0)),
    ];
    let way_out = ways.iter().zip(open).filter(|(_, open)| *open).map(|(way, _)| way);
    let (way, normal) = way_out.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Touch { normal: *normal, depth: way + radius })
}

/// Out of the deepest of the tiles around; never into a solid neighbor.
fn out_of_tiles(
    at: Vec2,
    radius: f32,
    cells: &Grid2<bool>,
    origin: Vec2,
    size: f32,
) -> Option<Touch> {
    let local = (at - origin) / size;
    let reach = (radius / size).min(4.0);
    let range = |center: f32| ((center - reach).floor() as i32, (center + reach).floor() as i32);
    let ((left, right), (top, bottom)) = (range(local.x), range(local.y));
    let solid = |x: i32, y: i32| cells.get(x, y).copied().unwrap_or(false);
    let mut deepest: Option<Touch> = None;
    for y in top..=bottom {
        for x in (left..=right).filter(|&x| solid(x, y)) {
            let corner = origin + vec2(x as f32, y as f32) * size;
            let open = [!solid(x - 1, y), !solid(x + 1, y), !solid(x, y - 1), !solid(x, y + 1)];
            let touch = out_of_box(at, radius, Aabb::from_size(corner, Vec2::splat(size)), open);
            // A touch that points into a solid neighbor is an inner edge.
            let touch = touch.filter(|touch| {
                let beyond = (corner + Vec2::splat(size * 0.5) - origin) / size + touch.normal;
                !solid(beyond.x.floor() as i32, beyond.y.floor() as i32)
            });
            if touch.is_some_and(|new| deepest.is_none_or(|old| new.depth > old.depth)) {
                deepest = touch;
            }
        }
    }
    deepest
}

impl HashState for Collider {
    fn hash_state(&self, hash: &mut StateHash) {
        (self.surface.restitution, self.surface.friction).hash_state(hash);
        self.shape.hash_state(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Polygon;

    #[test]
    fn phys_48_ways_out_of_every_shape() {
        let touch = |shape, at, radius| Collider::new(shape).touch(at, radius);
        let found = |normal, depth| Some(Touch { normal, depth });
        let disc = Circle::new(Vec2::ZERO, 10.0);
        assert_eq!(touch(AnyShape::Circle(disc), vec2(8.0, 0.0), 1.0), found(Vec2::X, 3.0));
        assert_eq!(touch(AnyShape::Circle(disc), Vec2::ZERO, 1.0), found(-Vec2::Y, 11.0));
        assert_eq!(touch(AnyShape::Circle(disc), vec2(12.0, 0.0), 1.0), None);
        assert_eq!(touch(AnyShape::InsideCircle(disc), vec2(0.0, 9.5), 1.0), found(-Vec2::Y, 0.5));
        let block = Aabb::new(Vec2::ZERO, vec2(20.0, 10.0));
        assert_eq!(touch(AnyShape::Box(block), vec2(10.0, 2.0), 1.0), found(-Vec2::Y, 3.0));
        assert_eq!(touch(AnyShape::Box(block), vec2(20.5, 5.0), 1.0), found(Vec2::X, 0.5));
        let corners = vec![vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 10.0), vec2(0.0, 10.0)];
        let square = AnyShape::from(Polygon::new(corners).unwrap());
        assert_eq!(touch(square, vec2(9.0, 5.0), 0.5), found(Vec2::X, 1.5));
    }

    #[test]
    fn tiles_have_no_inner_edges() {
        let cells = Grid2::from_fn(5, 2, |_, y| y == 1).unwrap();
        let shape = AnyShape::Tiles { cells, origin: Vec2::ZERO, size: 10.0 };
        let floor = Collider::new(shape);
        // Near the seam of two tiles the way out is up, never sideways.
        for x in [9.9, 10.0, 10.1, 19.99, 25.0] {
            let touch = floor.touch(vec2(x, 10.2), 0.0).unwrap();
            assert_eq!(touch.normal, -Vec2::Y);
            assert!((touch.depth - 0.2).abs() < 1e-5);
        }
        assert_eq!(floor.touch(vec2(25.0, 9.0), 0.5), None);
    }
}
