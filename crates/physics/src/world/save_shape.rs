//! Colliders as bytes and back.

use super::bytes::{Reader, Saved};
use super::collider::{Collider, Material};
use crate::PhysicsError;
use motile_collide::{AnyShape, Mask, PlacedMask};
use motile_geom::{ConvexPolygon, Grid2, Polygon};

/// Compounds in compounds deeper than this are not read: bytes must not decide how much stack is used.
const DEEPEST: u32 = 16;

impl Saved for Collider {
    const LEAST: usize = 12;
    fn put(&self, out: &mut Vec<u8>) {
        (self.surface.restitution, self.surface.friction).put(out);
        put_shape(&self.shape, out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let (restitution, friction) = Saved::get(from)?;
        let shape = get_shape(from, DEEPEST)?;
        Ok(Self { shape, surface: Material::new(restitution, friction) })
    }
}

/// The kinds have the numbers by which [`AnyShape`] is hashed.
fn put_shape(shape: &AnyShape, out: &mut Vec<u8>) {
    match shape {
        AnyShape::HalfPlane { normal, offset } => (0u32, (*normal, *offset)).put(out),
        AnyShape::Circle(circle) => (1u32, *circle).put(out),
        AnyShape::Box(area) => (2u32, *area).put(out),
        AnyShape::Capsule(capsule) => (3u32, *capsule).put(out),
        AnyShape::Polygon(polygon) => (4u32, polygon.outline().vertices().to_vec()).put(out),
        AnyShape::InsideBox(area) => (5u32, *area).put(out),
        AnyShape::InsideCircle(circle) => (6u32, *circle).put(out),
        AnyShape::Tiles { cells, origin, size } => {
            (7u32, (*origin, *size)).put(out);
            ((cells.width(), cells.height()), cells.cells().to_vec()).put(out);
        }
        AnyShape::Point(point) => (8u32, *point).put(out),
        AnyShape::Obb(area) => (9u32, *area).put(out),
        AnyShape::Segment(segment) => (10u32, *segment).put(out),
        AnyShape::Triangle(corners) => (11u32, *corners).put(out),
        AnyShape::ConvexPolygon(polygon) => (12u32, polygon.vertices().to_vec()).put(out),
        AnyShape::Polyline { points, closed } => (13u32, (points.clone(), *closed)).put(out),
        AnyShape::Mask(placed) => {
            (14u32, placed.at).put(out);
            let (width, height) = (placed.mask.width(), placed.mask.height());
            let rows = (0..height).map(|y| placed.mask.runs(y).map(|run| [run.start, run.end]));
            let rows: Vec<Vec<[u32; 2]>> = rows.map(Iterator::collect).collect();
            ((width, height), rows).put(out);
        }
        AnyShape::Compound(parts) => {
            (15u32, parts.len() as u32).put(out);
            for part in parts {
                put_shape(part, out);
            }
        }
        AnyShape::TriangleMesh { points, triangles } => {
            (16u32, (points.clone(), triangles.clone())).put(out);
        }
    }
}

fn get_shape(from: &mut Reader, deepest: u32) -> Result<AnyShape, PhysicsError> {
    Ok(match u32::get(from)? {
        0 => {
            let (normal, offset) = Saved::get(from)?;
            AnyShape::HalfPlane { normal, offset }
        }
        1 => AnyShape::Circle(Saved::get(from)?),
        2 => AnyShape::Box(Saved::get(from)?),
        3 => AnyShape::Capsule(Saved::get(from)?),
        4 => Polygon::new(Saved::get(from)?).map_err(|_| from.bad("a polygon"))?.into(),
        5 => AnyShape::InsideBox(Saved::get(from)?),
        6 => AnyShape::InsideCircle(Saved::get(from)?),
        7 => {
            let (origin, size) = Saved::get(from)?;
            let ((width, height), cells) = Saved::get(from)?;
            let cells = Grid2::from_cells(width, height, cells).map_err(|_| from.bad("tiles"))?;
            AnyShape::Tiles { cells, origin, size }
        }
        8 => AnyShape::Point(Saved::get(from)?),
        9 => AnyShape::Obb(Saved::get(from)?),
        10 => AnyShape::Segment(Saved::get(from)?),
        11 => AnyShape::Triangle(Saved::get(from)?),
        12 => {
            let polygon = ConvexPolygon::new(Saved::get(from)?);
            polygon.map_err(|_| from.bad("a convex polygon"))?.into()
        }
        13 => {
            let (points, closed) = Saved::get(from)?;
            AnyShape::Polyline { points, closed }
        }
        14 => get_mask(from)?.into(),
        15 => {
            let count = u32::get(from)?;
            from.ensure(deepest > 0, "compounds that are not so deep")?;
            let parts: Result<_, _> = (0..count).map(|_| get_shape(from, deepest - 1)).collect();
            AnyShape::Compound(parts?)
        }
        16 => {
            let (points, triangles) = Saved::get(from)?;
            AnyShape::TriangleMesh { points, triangles }
        }
        _ => return Err(from.bad("a kind of shape")),
    })
}

/// A mask by the stretches of solid pixels in its rows.
fn get_mask(from: &mut Reader) -> Result<PlacedMask, PhysicsError> {
    let at = Saved::get(from)?;
    let ((width, height), rows): ((u32, u32), Vec<Vec<[u32; 2]>>) = Saved::get(from)?;
    // Every row is there, so the height is no more than the bytes allow; a width beyond what a row shows is not.
    let widest = rows.iter().flatten().map(|run| run[1]).max().unwrap_or(0);
    let good = rows.len() == height as usize && widest <= width && width <= MAX_WIDTH;
    from.ensure(good, "the rows of a mask")?;
    let mut mask = Mask::new(width, height).map_err(|_| from.bad("a mask"))?;
    for (y, row) in (0..).zip(&rows) {
        for x in row.iter().flat_map(|&[start, end]| start..end) {
            mask.set(x as i32, y, true);
        }
    }
    Ok(PlacedMask { mask, at })
}

/// Widest mask that is read, in pixels: a few bytes must not ask for all of the memory.
const MAX_WIDTH: u32 = 1 << 16;
