//! A shape of any kind that can be kept, stored and sent.

use super::SolidPolygon;
use super::shape::{Compound, MaskAt, Polyline, TriangleMesh};
use crate::{Mask, PlacedMask};
use motile_geom::{
    Aabb, Capsule, Circle, Convex, ConvexPolygon, Grid2, HashState, Obb, Polygon, PolygonError,
    Segment, StateHash, Vec2,
};

/// A shape of any kind, owned: what a game keeps for its things, a level file holds and a physics world collides with.
///
/// It takes part in every question as its content does, see [`Collidable`](crate::Collidable); a program that knows its
/// shapes when it is compiled asks about those instead, which is faster. Every shape turns into one by `into()`.
///
/// ```
/// use motile_collide::{AnyShape, cast, contact, distance};
/// use motile_geom::{Aabb, Circle, Polygon, vec2};
///
/// let corner = [(0, 0), (40, 0), (40, 10), (10, 10), (10, 40), (0, 40)];
/// let corner = Polygon::new(corner.map(|(x, y)| vec2(x as f32, y as f32)).to_vec())?;
/// let level = [
///     AnyShape::from(corner),
///     AnyShape::floor(100.0),
///     AnyShape::InsideBox(Aabb::new(vec2(-50.0, -50.0), vec2(300.0, 300.0))),
/// ];
/// let ball = Circle::new(vec2(5.0, 94.0), 5.0);
/// assert_eq!(level.each_ref().map(|shape| distance(&ball, shape)), [49.0, 1.0, 50.0]);
/// assert_eq!(cast(&ball, vec2(0.0, 4.0), &level[1]).map(|hit| hit.time), Some(0.25));
/// assert_eq!(contact(&Circle::new(vec2(20.0, 14.0), 5.0), &level[0]).map(|hit| hit.depth), Some(1.0));
/// # Ok::<(), motile_geom::PolygonError>(())
/// ```
///
/// Asking about a [`Compound`](Self::Compound) inside another allocates, and so does the first question about a
/// [`Polygon`](Self::Polygon); nothing else does. Of two shapes without end only what lies within a million
/// pixels of the axes is looked at.
#[doc(alias = "collider")]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AnyShape {
    /// A single point.
    Point(Vec2),
    /// A solid disc.
    Circle(Circle),
    /// A solid upright box.
    Box(Aabb),
    /// A solid box at any angle.
    Obb(Obb),
    /// A line with round ends.
    Capsule(Capsule),
    /// A line without thickness.
    Segment(Segment),
    /// A solid triangle, its corners in either direction.
    Triangle([Vec2; 3]),
    /// A solid convex polygon.
    ConvexPolygon(ConvexPolygon),
    /// A solid polygon, convex or not.
    Polygon(SolidPolygon),
    /// Points joined by lines without thickness; it has no inside.
    Polyline {
        /// The points in order.
        points: Vec<Vec2>,
        /// Whether the last point is joined to the first.
        closed: bool,
    },
    /// The solid pixels of a mask.
    Mask(PlacedMask),
    /// Several shapes that count as one; they may overlap.
    Compound(Vec<Self>),
    /// Triangles over shared points.
    TriangleMesh {
        /// The points.
        points: Vec<Vec2>,
        /// Three indices each, in either direction. Triangles with an index that no point has are not there.
        triangles: Vec<[u32; 3]>,
    },
    /// Everything on one side of a line: what the unit vector `normal` points *away* from is solid, so that
    /// `normal · p ≥ offset` is outside.
    HalfPlane {
        /// Unit vector out of the solid side.
        normal: Vec2,
        /// In pixels along the normal.
        offset: f32,
    },
    /// Everything outside of the box is solid: a container.
    InsideBox(Aabb),
    /// Everything outside of the disc is solid: a drum.
    InsideCircle(Circle),
    /// Solid tiles: the cells that are `true`.
    Tiles {
        /// Which cells are solid.
        cells: Grid2<bool>,
        /// Top left corner of the first cell.
        origin: Vec2,
        /// Side of a cell in pixels, above 0.
        size: f32,
    },
}

impl AnyShape {
    /// A half plane: everything below `y` is solid.
    pub const fn floor(y: f32) -> Self {
        Self::HalfPlane { normal: Vec2::NEG_Y, offset: -y }
    }

    /// Whether all its numbers are finite and well formed. One that is not touches nothing, or less than it should.
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Point(point) => point.is_finite(),
            Self::Circle(circle) | Self::InsideCircle(circle) => circle.is_valid(),
            Self::Box(area) | Self::InsideBox(area) => area.is_valid(),
            Self::Obb(area) => area.is_valid(),
            Self::Capsule(capsule) => capsule.is_valid(),
            Self::Segment(segment) => segment.is_valid(),
            Self::Triangle(corners) => corners.iter().all(|corner| corner.is_finite()),
            // Checked when they were made.
            Self::ConvexPolygon(_) | Self::Polygon(_) | Self::Mask(_) => true,
            Self::Polyline { points, .. } => points.iter().all(|point| point.is_finite()),
            Self::Compound(parts) => parts.iter().all(Self::is_valid),
            Self::TriangleMesh { points, triangles } => {
                let known = |index: &u32| (*index as usize) < points.len();
                points.iter().all(|point| point.is_finite())
                    && triangles.iter().flatten().all(known)
            }
            Self::HalfPlane { normal, offset } => {
                (normal.length_squared() - 1.0).abs() < 1e-3 && offset.is_finite()
            }
            Self::Tiles { origin, size, .. } => {
                origin.is_finite() && *size > 0.0 && size.is_finite()
            }
        }
    }

    /// Moved by an offset in pixels; a mask moves by whole pixels, rounded. Allocates where it does.
    ///
    /// # Errors
    /// When an offset so large leaves no finite outline of a polygon with an area.
    pub fn translated(&self, by: Vec2) -> Result<Self, PolygonError> {
        let moved = |points: &[Vec2]| points.iter().map(|&point| point + by).collect();
        Ok(match self {
            Self::Point(point) => Self::Point(*point + by),
            Self::Circle(circle) => Self::Circle(circle.translated(by)),
            Self::InsideCircle(circle) => Self::InsideCircle(circle.translated(by)),
            Self::Box(area) => Self::Box(area.translated(by)),
            Self::InsideBox(area) => Self::InsideBox(area.translated(by)),
            Self::Obb(area) => Self::Obb(area.translated(by)),
            Self::Capsule(capsule) => Self::Capsule(capsule.translated(by)),
            Self::Segment(segment) => Self::Segment(segment.translated(by)),
            Self::Triangle(corners) => Self::Triangle(corners.map(|corner| corner + by)),
            Self::ConvexPolygon(polygon) => Self::ConvexPolygon(polygon.translated(by)?),
            Self::Polygon(polygon) => polygon.outline().translated(by)?.into(),
            Self::Polyline { points, closed } => {
                Self::Polyline { points: moved(points), closed: *closed }
            }
            Self::Mask(placed) => {
                let at = placed.at.saturating_add(Mask::pixel_of(by));
                Self::Mask(PlacedMask { mask: placed.mask.clone(), at })
            }
            Self::Compound(parts) => {
                let parts: Result<_, _> = parts.iter().map(|part| part.translated(by)).collect();
                Self::Compound(parts?)
            }
            Self::TriangleMesh { points, triangles } => {
                Self::TriangleMesh { points: moved(points), triangles: triangles.clone() }
            }
            Self::HalfPlane { normal, offset } => {
                Self::HalfPlane { normal: *normal, offset: offset + normal.dot(by) }
            }
            Self::Tiles { cells, origin, size } => {
                Self::Tiles { cells: cells.clone(), origin: *origin + by, size: *size }
            }
        })
    }
}

/// The origin.
impl Default for AnyShape {
    fn default() -> Self {
        Self::Point(Vec2::ZERO)
    }
}

macro_rules! from_shapes {
    ($($shape:ty => $kind:ident),+ $(,)?) => {$(
        impl From<$shape> for AnyShape {
            fn from(shape: $shape) -> Self {
                Self::$kind(shape.into())
            }
        }
    )+};
}

from_shapes! {
    Vec2 => Point,
    Circle => Circle,
    Aabb => Box,
    Obb => Obb,
    Capsule => Capsule,
    Segment => Segment,
    [Vec2; 3] => Triangle,
    ConvexPolygon => ConvexPolygon,
    Polygon => Polygon,
    SolidPolygon => Polygon,
    PlacedMask => Mask,
    Vec<Self> => Compound,
}

/// Copies the pixels.
impl From<MaskAt<'_>> for AnyShape {
    fn from(shape: MaskAt<'_>) -> Self {
        Self::Mask(PlacedMask { mask: shape.mask.clone(), at: shape.at })
    }
}

/// Copies the points.
impl From<Polyline<'_>> for AnyShape {
    fn from(shape: Polyline<'_>) -> Self {
        Self::Polyline { points: shape.points.to_vec(), closed: shape.closed }
    }
}

/// Copies the points and the triangles.
impl From<TriangleMesh<'_>> for AnyShape {
    fn from(shape: TriangleMesh<'_>) -> Self {
        Self::TriangleMesh { points: shape.points.to_vec(), triangles: shape.triangles.to_vec() }
    }
}

/// Copies the parts.
impl<S: Convex + Clone + Into<Self>> From<Compound<'_, S>> for AnyShape {
    fn from(shape: Compound<'_, S>) -> Self {
        Self::Compound(shape.parts.iter().cloned().map(Into::into).collect())
    }
}

/// The kind as a number, then its fields. Numbers are never used again for another kind: stored hashes last.
impl HashState for AnyShape {
    fn hash_state(&self, hash: &mut StateHash) {
        match self {
            Self::HalfPlane { normal, offset } => hash.write(&(0u32, *normal, *offset)),
            Self::Circle(circle) => hash.write(&(1u32, *circle)),
            Self::Box(area) => hash.write(&(2u32, *area)),
            Self::Capsule(capsule) => hash.write(&(3u32, *capsule)),
            Self::Polygon(polygon) => hash.write(&(4u32, polygon)),
            Self::InsideBox(area) => hash.write(&(5u32, *area)),
            Self::InsideCircle(circle) => hash.write(&(6u32, *circle)),
            Self::Tiles { cells, origin, size } => {
                hash.write(&(7u32, *origin, *size));
                cells.cells().iter().for_each(|cell| hash.write(cell));
            }
            Self::Point(point) => hash.write(&(8u32, *point)),
            Self::Obb(area) => hash.write(&(9u32, *area)),
            Self::Segment(segment) => hash.write(&(10u32, *segment)),
            Self::Triangle(corners) => hash.write(&(11u32, corners)),
            Self::ConvexPolygon(polygon) => hash.write(&(12u32, polygon)),
            Self::Polyline { points, closed } => hash.write(&(13u32, points, *closed)),
            Self::Mask(placed) => hash.write(&(14u32, &placed.mask, placed.at)),
            Self::Compound(parts) => hash.write(&(15u32, parts)),
            Self::TriangleMesh { points, triangles } => hash.write(&(16u32, points, triangles)),
        }
    }
}
