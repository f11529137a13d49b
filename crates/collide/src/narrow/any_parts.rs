//! The parts of any shape, as cores.

use super::any_shape::AnyShape;
use super::convex;
use super::endless::{half_plane, outside_of_box, outside_of_disc};
use super::query::EVERYWHERE;
use super::shape::{Collidable, MaskAt, Polyline, TriangleMesh, deepest, swept};
use crate::Contact;
use motile_geom::{Aabb, Convex, ConvexPolygon, Core, Grid2, Vec2, vec2};

impl AnyShape {
    /// Itself, or the shapes that it is made of.
    fn members(&self) -> &[Self] {
        if let Self::Compound(parts) = self { parts } else { core::slice::from_ref(self) }
    }

    /// The mask, when it is one.
    fn mask(&self) -> Option<MaskAt<'_>> {
        if let Self::Mask(placed) = self { Some(placed.mask.placed(placed.at)) } else { None }
    }

    /// Its core, when it is convex.
    fn single(&self) -> Option<Core<'_>> {
        Some(match self {
            Self::Point(point) => point.core(),
            Self::Circle(circle) => circle.core(),
            Self::Box(area) => area.core(),
            Self::Obb(area) => area.core(),
            Self::Capsule(capsule) => capsule.core(),
            Self::Segment(segment) => segment.core(),
            Self::Triangle(corners) => corners.core(),
            Self::ConvexPolygon(polygon) => polygon.core(),
            _ => return None,
        })
    }

    /// The solid stretches of the rows of tiles; none of other shapes.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Aabb> + '_ {
        let tiles = match self {
            Self::Tiles { cells, origin, size } => {
                Some(tile_runs(cells, *origin, *size, EVERYWHERE))
            }
            _ => None,
        };
        tiles.into_iter().flatten()
    }

    /// The parts near a box of a shape that ends somewhere. Each chained list is empty but for the kind it is for.
    fn bounded_parts(&self, area: Aabb) -> impl Iterator<Item = Core<'_>> {
        let pieces: &[ConvexPolygon] =
            if let Self::Polygon(polygon) = self { polygon.pieces() } else { &[] };
        let line = match self {
            Self::Polyline { points, closed } => Polyline { points, closed: *closed },
            _ => Polyline::default(),
        };
        let mesh = match self {
            Self::TriangleMesh { points, triangles } => TriangleMesh::new(points, triangles),
            _ => TriangleMesh::default(),
        };
        let tiles = match self {
            Self::Tiles { cells, origin, size } => Some(tile_runs(cells, *origin, *size, area)),
            _ => None,
        };
        let runs = self.mask().into_iter().flat_map(move |mask| mask.runs_near(area));
        let boxes = runs.chain(tiles.into_iter().flatten());
        let convex = self.single().into_iter().chain(pieces.iter().map(Convex::core));
        let flat = line.segments().map(|segment| Core::line(segment.a, segment.b, 0.0));
        let parts = convex
            .chain(flat)
            .chain(mesh.corners().map(Core::triangle))
            .chain(boxes.map(|area| Core::quad(area.corners())));
        parts.filter(move |part| Collidable::aabb(part).touches(area))
    }

    /// What a convex shape on its way can meet of a shape without end.
    fn slabs<A: Convex + ?Sized>(
        &self,
        first: &A,
        motion: Vec2,
    ) -> impl Iterator<Item = Core<'_>> + use<'_, A> {
        // By the way of the shape alone, however far is looked: what it meets first is nearest, too.
        let around = swept(Collidable::aabb(first), motion);
        let (slabs, count) = match *self {
            Self::HalfPlane { normal, offset } => {
                ([half_plane(normal.as_dvec2(), f64::from(offset), around); 4], 1)
            }
            Self::InsideBox(area) => (outside_of_box(area, around), 4),
            Self::InsideCircle(disc) => ([outside_of_disc(disc, first, motion, around); 4], 1),
            _ => ([Core::EMPTY; 4], 0),
        };
        slabs.into_iter().take(count)
    }

    /// All parts near a box, and what a convex shape can meet of those without end.
    fn parts<A: Convex>(
        &self,
        first: A,
        motion: Vec2,
        area: Aabb,
    ) -> impl Iterator<Item = Core<'_>> {
        self.members().iter().flat_map(move |member| {
            let mut nested = Vec::new();
            if let Self::Compound(inner) = member {
                collect_nested(inner, &first, motion, area, &mut nested);
            }
            member.bounded_parts(area).chain(member.slabs(&first, motion)).chain(nested)
        })
    }
}

/// The parts of compounds in compounds, which are rare enough to be put on the heap.
fn collect_nested<'a, A: Convex + ?Sized>(
    members: &'a [AnyShape],
    first: &A,
    motion: Vec2,
    area: Aabb,
    parts: &mut Vec<Core<'a>>,
) {
    for member in members {
        if let AnyShape::Compound(inner) = member {
            collect_nested(inner, first, motion, area, parts);
        }
        parts.extend(member.bounded_parts(area).chain(member.slabs(first, motion)));
    }
}

/// The solid stretches of the rows of tiles near a box, as boxes.
fn tile_runs(
    cells: &Grid2<bool>,
    origin: Vec2,
    size: f32,
    area: Aabb,
) -> impl Iterator<Item = Aabb> + '_ {
    // A row more on each side: numbers far out are rounded.
    let row = |y: f32, more: f32| {
        (((y - origin.y) / size).floor() + more).clamp(0.0, cells.height() as f32) as i32
    };
    // Tiles without a size would all lie in one point, and whether a look finds them would depend on where it begins.
    let is_there = size > 0.0 && size.is_finite() && origin.is_finite();
    let rows = if is_there { row(area.min.y, -1.0)..row(area.max.y, 2.0) } else { 0..0 };
    rows.flat_map(move |y| {
        let tiles = cells.row(y).unwrap_or_default();
        let corner = move |x: usize, y: i32| origin + vec2(x as f32, y as f32) * size;
        let mut x = 0;
        core::iter::from_fn(move || {
            let start = x + tiles[x..].iter().position(|&solid| solid)?;
            x = start
                + tiles[start..].iter().position(|&solid| !solid).unwrap_or(tiles.len() - start);
            Some(Aabb::new(corner(start, y), corner(x, y + 1)))
        })
    })
}

impl Collidable for AnyShape {
    const IS_BOUNDED: bool = false;

    fn aabb(&self) -> Aabb {
        match self {
            Self::Mask(placed) => placed.aabb(),
            Self::Polygon(polygon) => polygon.outline().aabb(),
            Self::Polyline { points, closed } => Polyline { points, closed: *closed }.aabb(),
            Self::TriangleMesh { points, triangles } => TriangleMesh::new(points, triangles).aabb(),
            Self::Tiles { cells, origin, size } => {
                let extent = vec2(cells.width() as f32, cells.height() as f32) * *size;
                Aabb::from_size(*origin, extent)
            }
            Self::Compound(parts) => parts
                .iter()
                .map(Collidable::aabb)
                .filter(|part| !part.is_empty())
                .fold(Aabb::EMPTY, Aabb::union),
            Self::HalfPlane { .. } | Self::InsideBox(_) | Self::InsideCircle(_) => EVERYWHERE,
            _ => self.single().map_or(Aabb::EMPTY, |core| Collidable::aabb(&core)),
        }
    }

    fn is_endless(&self) -> bool {
        match self {
            Self::HalfPlane { .. } | Self::InsideBox(_) | Self::InsideCircle(_) => true,
            Self::Compound(parts) => parts.iter().any(Self::is_endless),
            _ => false,
        }
    }

    fn parts_near(&self, area: Aabb) -> impl Iterator<Item: Convex> {
        self.parts(area, Vec2::ZERO, area)
    }

    fn parts_in_reach<A: Convex + ?Sized>(
        &self,
        first: &A,
        motion: Vec2,
        reach: f32,
    ) -> impl Iterator<Item: Convex> {
        self.parts(first, motion, swept(Collidable::aabb(first), motion).grown(reach))
    }

    fn contact_with<A: Convex + ?Sized>(&self, first: &A) -> Option<Contact> {
        if let Some(mask) = self.mask() {
            return mask.contact_with(first);
        }
        let parts = self.parts_in_reach(first, Vec2::ZERO, 0.0);
        deepest(parts.filter_map(|part| convex::contact(first, &part)))
    }

    fn overlaps_with<A: Convex + ?Sized>(&self, first: &A) -> bool {
        if let Some(mask) = self.mask() {
            return mask.overlaps_with(first);
        }
        let mut parts = self.parts_in_reach(first, Vec2::ZERO, 0.0);
        parts.any(|part| convex::overlaps(first, &part))
    }

    fn as_mask(&self) -> Option<MaskAt<'_>> {
        self.mask()
    }
}
