//! Shapes that go on without end, cut to what a convex shape can meet of them.
//!
//! The kernels work on corners, and infinity has none. But whatever a shape meets of a half plane lies near the shape:
//! a slab along the surface, wide and thick enough that the only short way out of it is through the surface, gives
//! every answer that the half plane gives. A container is the union of the half planes that touch its inside, so the
//! one or four that a shape meets first stand for it.

use motile_geom::exact::to_vec2;
use motile_geom::glam::{DVec2, dvec2};
use motile_geom::{Aabb, Circle, Convex, Core, Vec2};

/// What is farther from the axes than this is cut off where two shapes without end meet, in pixels.
const HORIZON: f64 = 1e6;

/// The slab of a half plane that a shape in a box can meet. Points are outside where `normal · p ≥ offset`.
pub(super) fn half_plane(normal: DVec2, offset: f64, around: Aabb) -> Core<'static> {
    // Only what is endless itself ends at the horizon; a box that merely left the range of f32 ends there.
    let is_endless = around.min == Vec2::NEG_INFINITY && around.max == Vec2::INFINITY;
    let limit = DVec2::splat(if is_endless { HORIZON } else { f64::from(f32::MAX) });
    let (min, max) = (around.min.as_dvec2(), around.max.as_dvec2());
    let (min, max) = (min.clamp(-limit, limit), max.clamp(-limit, limit));
    let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
    let height = normal.dot(center) - offset;
    let size = half.length() + height.abs();
    if around.is_empty() || !size.is_finite() {
        return Core::EMPTY;
    }
    // More than twice as thick and wide as the shape can be deep: every other way out is longer.
    let far = 2.0 * size + 1.0;
    let (foot, along) = (center - normal * height, normal.perp() * far);
    let below = foot - normal * far;
    Core::quad([foot - along, foot + along, below + along, below - along].map(to_vec2))
}

/// The four slabs about the inside of a box.
pub(super) fn outside_of_box(area: Aabb, around: Aabb) -> [Core<'static>; 4] {
    let (min, max) = (area.min.as_dvec2(), area.max.as_dvec2());
    [
        half_plane(dvec2(1.0, 0.0), min.x, around),
        half_plane(dvec2(-1.0, 0.0), -max.x, around),
        half_plane(dvec2(0.0, 1.0), min.y, around),
        half_plane(dvec2(0.0, -1.0), -max.y, around),
    ]
}

/// The slab outside of a disc that a convex shape inside meets first on its way: the one that touches the disc where
/// the shape's rim leaves it. A shape in the very middle of a disc too small for it parts upwards.
pub(super) fn outside_of_disc<A: Convex + ?Sized>(
    disc: Circle,
    first: &A,
    motion: Vec2,
    around: Aabb,
) -> Core<'static> {
    let (center, motion) = (disc.center.as_dvec2(), motion.as_dvec2());
    let core = first.core();
    // NaN stays NaN and leaves nothing.
    let radius = f64::from(if disc.radius < 0.0 { 0.0 } else { disc.radius });
    let room = radius - f64::from(core.radius());
    let offsets = || core.corners().iter().map(|corner| corner.as_dvec2() - center);
    let farthest = offsets().reduce(|a, b| if b.length() > a.length() { b } else { a });
    let Some(farthest) = farthest.filter(|offset| offset.is_finite()) else { return Core::EMPTY };
    let leaving = offsets().filter_map(|offset| Some((leaves(offset, motion, room)?, offset)));
    let first_out = leaving.reduce(|a, b| if b.0 < a.0 { b } else { a });
    let out = match first_out {
        Some((time, offset)) if farthest.length() < room => offset + motion * time,
        _ => farthest,
    };
    let outward = out.normalize_or(DVec2::Y);
    let offset = -outward.dot(center) - radius;
    half_plane(-outward, offset, around)
}

/// The time, 0…1, at which a point inside a disc about the origin leaves it.
fn leaves(from: DVec2, motion: DVec2, radius: f64) -> Option<f64> {
    let (a, b) = (motion.length_squared(), from.dot(motion));
    let c = from.length_squared() - radius * radius;
    let time = (-b + (b * b - a * c).sqrt()) / a;
    (0.0..=1.0).contains(&time).then_some(time)
}
