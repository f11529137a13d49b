//! Obstacles of several convex parts.

use motile_geom::{
    Aabb, ConvexPolygon, SaveState, Segment, StateError, StateReader, StateWriter, Vec2, Vec2Ext,
    vec2,
};
use std::sync::Arc;

/// Convex parts side by side that move as one, with holes and hollows between them: the form of a picture.
///
/// ```
/// use motile_fluid::{FluidSolid, SolidParts};
/// use motile_geom::{ConvexPolygon, vec2};
/// let bar = |x: f32| {
///     let (low, high) = (vec2(x, -20.0), vec2(x + 10.0, 20.0));
///     ConvexPolygon::hull([low, vec2(high.x, low.y), high, vec2(low.x, high.y)])
/// };
/// let fork = SolidParts::new(vec![bar(-20.0)?, bar(10.0)?]);
/// let solid = FluidSolid::new(fork.at(vec2(100.0, 50.0), 0.0));
/// assert_eq!(solid.shape.signed_distance(vec2(100.0, 50.0)), 10.0);
/// assert_eq!(solid.shape.signed_distance(vec2(85.0, 50.0)), -5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SolidParts {
    parts: Arc<[ConvexPolygon]>,
    /// The sides that no two parts share.
    sides: Arc<[Segment]>,
    area: f32,
    position: Vec2,
    /// Cosine and sine of its turn.
    turn: Vec2,
}

impl SolidParts {
    /// Parts that do not overlap, in coordinates of their own, in pixels. Where two meet they should share whole sides.
    pub fn new(parts: impl Into<Arc<[ConvexPolygon]>>) -> Self {
        let parts: Arc<[ConvexPolygon]> = parts.into();
        let key = |a: Vec2, b: Vec2| [a.x, a.y, b.x, b.y].map(f32::to_bits);
        let all = || parts.iter().flat_map(|part| part.polygon().edges());
        let known: std::collections::BTreeSet<_> = all().map(|side| key(side.a, side.b)).collect();
        let outer = all().filter(|side| !known.contains(&key(side.b, side.a)));
        let sides = outer.collect();
        let area = parts.iter().map(|part| part.polygon().area().abs()).sum();
        Self { parts, sides, area, position: Vec2::ZERO, turn: Vec2::X }
    }

    /// These parts with their origin at a place, turned by an angle in radians; nothing is copied.
    #[must_use]
    pub fn at(&self, position: Vec2, rotation: f32) -> Self {
        Self { position, turn: Vec2::at_angle(rotation), ..self.clone() }
    }

    pub(crate) fn area(&self) -> f32 {
        self.area
    }

    pub(crate) fn is_valid(&self) -> bool {
        !self.parts.is_empty() && self.position.is_finite() && self.turn.is_finite()
    }

    pub(crate) fn aabb(&self) -> Aabb {
        let corners = self.sides.iter().map(|side| self.position + self.turn.rotate(side.a));
        Aabb::around(corners)
    }

    pub(crate) fn signed_distance(&self, point: Vec2) -> f32 {
        let back = vec2(self.turn.x, -self.turn.y);
        let local = back.rotate(point - self.position);
        let near = self.sides.iter().map(|side| side.closest_point(local).distance_squared(local));
        let distance = near.fold(f32::INFINITY, f32::min).sqrt();
        let is_inside = self.parts.iter().any(|part| part.polygon().contains(local));
        if is_inside { -distance } else { distance }
    }
}

impl SaveState for SolidParts {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.parts.iter(), |out, part| part.save(out));
        (self.position, self.turn).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let parts: Vec<ConvexPolygon> = input.list()?;
        let (position, turn) = SaveState::restore(input)?;
        Ok(Self { position, turn, ..Self::new(parts) })
    }
}
