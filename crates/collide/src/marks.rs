//! What grids, trees, contacts and shapes show in a debug view.

use crate::broad::{Bvh, Space};
use crate::{
    AnyShape, Broadphase, ClosestPoints, Contact, Impact, Manifold, MaskAt, MaskContact, MaskPose,
    PlacedMask, Polyline, TriangleMesh, UniformGrid,
};
use motile_geom::{Aabb, Capsule, IRect, MarkRole, MarkSink, Marks, Segment, Vec2, Vec2Ext, vec2};

/// How long the arrow of a normal is drawn, in pixels: depths are too small to see.
const NORMAL: f32 = 20.0;

impl UniformGrid {
    /// The lines between the cells: all vertical ones from left to right, then all horizontal ones, closed by the far
    /// edges of the last cells, which lie outside of the world where the cells do not divide it. A hashed grid has
    /// none.
    pub fn lines(&self) -> impl Iterator<Item = Segment> + '_ {
        let (area, cell) = (self.area(), self.cell());
        let (columns, rows) =
            if area.is_empty() { (0, 0) } else { (self.columns() + 1, self.rows() + 1) };
        let down = (0..columns).map(move |i| {
            let x = area.min.x + i as f32 * cell.x;
            Segment::new(vec2(x, area.min.y), vec2(x, area.max.y))
        });
        let across = (0..rows).map(move |i| {
            let y = area.min.y + i as f32 * cell.y;
            Segment::new(vec2(area.min.x, y), vec2(area.max.x, y))
        });
        down.chain(across)
    }

    /// The cells that hold objects, row by row, each with the number it holds. A hashed grid has none.
    pub fn filled_cells(&self) -> impl Iterator<Item = (Aabb, u32)> + '_ {
        let (area, cell) = (self.area(), self.cell());
        let rows = if area.is_empty() { 0 } else { self.rows() };
        (0..rows).flat_map(move |row| {
            (0..self.columns()).filter_map(move |column| {
                let count = self.objects_in(column, row).len() as u32;
                let corner = area.min + vec2(column as f32, row as f32) * cell;
                (count > 0).then(|| (Aabb::from_size(corner, cell), count))
            })
        })
    }

    /// Marks the lines between the cells, and the cells that hold objects with the number they hold. A hashed grid,
    /// whose cells share places, marks nothing.
    pub fn mark(&self, marks: &mut Marks) {
        if !marks.on {
            return;
        }
        for line in self.lines() {
            marks.line(MarkRole::GridLine, line.a, line.b);
        }
        for (cell, count) in self.filled_cells() {
            marks.aabb(MarkRole::Cell, cell);
            marks.label(MarkRole::Cell, cell.center(), count);
        }
    }
}

impl Bvh {
    /// The boxes of the tree's nodes with their depth, the root first.
    pub fn nodes(&self) -> impl Iterator<Item = (Aabb, u32)> + '_ {
        self.nodes_with_depth()
    }

    /// Marks the nodes of the tree by their depth.
    pub(crate) fn mark_nodes(&self, marks: &mut Marks) {
        for (area, depth) in self.nodes_with_depth() {
            marks.aabb(MarkRole::TreeNode(depth.min(255) as u8), area);
        }
    }
}

/// Marks the valid boxes of a broad phase.
pub(crate) fn mark_boxes(boxes: &[Aabb], marks: &mut Marks) {
    if marks.on {
        for &area in boxes.iter().filter(|area| area.is_valid()) {
            marks.aabb(MarkRole::Bounds, area);
        }
    }
}

impl<B: Broadphase> Space<B> {
    /// Marks what the broad phase marks, and links the boxes that touched at the last step.
    pub fn mark(&self, marks: &mut Marks) {
        self.broadphase.mark(marks);
        for pair in self.pairs() {
            if let (Some(a), Some(b)) = (self.get(pair.a), self.get(pair.b)) {
                marks.line(MarkRole::Link, a.area.center(), b.area.center());
            }
        }
    }
}

/// Marks where two things touch and which way they part.
fn touch(point: Vec2, normal: Vec2, marks: &mut Marks) {
    marks.point(MarkRole::Contact, point);
    marks.arrow(MarkRole::Normal, point, normal * NORMAL);
}

impl Contact {
    /// Marks the point and, by an arrow of 20 pixels, the way the first shape parts.
    pub fn mark(&self, marks: &mut Marks) {
        touch(self.point, self.normal, marks);
    }
}

impl Manifold {
    /// Marks each point and, by an arrow of 20 pixels, the way the first shape parts.
    pub fn mark(&self, marks: &mut Marks) {
        self.points().iter().for_each(|point| touch(point.point, self.normal, marks));
    }
}

impl Impact {
    /// Marks the point that is hit and, by an arrow of 20 pixels, the normal of the surface there.
    pub fn mark(&self, marks: &mut Marks) {
        touch(self.point, self.normal, marks);
    }
}

impl MaskContact {
    /// Marks the box around the pixels in both masks, their middle and, by an arrow of 20 pixels, the way the first
    /// mask parts.
    pub fn mark(&self, marks: &mut Marks) {
        marks.aabb(MarkRole::Bounds, area_of(self.bounds));
        touch(self.centroid, self.normal, marks);
    }
}

impl ClosestPoints {
    /// Marks the line between the two points.
    pub fn mark(&self, marks: &mut Marks) {
        marks.line(MarkRole::Link, self.on_first, self.on_second);
    }
}

impl MaskAt<'_> {
    /// Marks the outlines of the solid pixels. Allocates for each call.
    pub fn mark(&self, marks: &mut Marks) {
        if marks.on {
            let corner = self.at.as_vec2();
            for outline in self.mask.outlines() {
                marks.outline(MarkRole::Collider, outline.into_iter().map(|point| corner + point));
            }
        }
    }
}

impl PlacedMask {
    /// Marks the outlines of the solid pixels. Allocates for each call.
    pub fn mark(&self, marks: &mut Marks) {
        self.mask.placed(self.at).mark(marks);
    }
}

impl MaskPose<'_> {
    /// Marks the outlines of the mask as it is turned and scaled, and the box around them. Allocates for each call.
    pub fn mark(&self, marks: &mut Marks) {
        if marks.on {
            for outline in self.mask.outlines() {
                let turned =
                    outline.into_iter().map(|point| self.transform.transform_point2(point));
                marks.outline(MarkRole::Collider, turned);
            }
            marks.aabb(MarkRole::Bounds, area_of(self.bounds()));
        }
    }
}

fn area_of(pixels: IRect) -> Aabb {
    let size = vec2(pixels.width as f32, pixels.height as f32);
    Aabb::from_size(pixels.origin().as_vec2(), size)
}

impl AnyShape {
    /// Marks the outline of the shape. Of a half plane it marks the foot of its line nearest to the origin and the way
    /// out. Marking a mask allocates for each call.
    pub fn mark(&self, marks: &mut Marks) {
        if !marks.on {
            return;
        }
        let role = MarkRole::Collider;
        match self {
            Self::Point(point) => marks.point(role, *point),
            Self::Circle(disc) | Self::InsideCircle(disc) => {
                marks.circle(role, disc.center, disc.radius.max(0.0));
            }
            Self::Box(area) | Self::InsideBox(area) => marks.aabb(role, *area),
            Self::Obb(area) => marks.outline(role, area.corners()),
            Self::Capsule(Capsule { segment, radius }) => {
                let side = segment.vector().perp().normalized() * radius.max(0.0);
                for (end, side) in [(segment.a, side), (segment.b, -side)] {
                    marks.circle(role, end, radius.max(0.0));
                    marks.line(role, segment.a + side, segment.b + side);
                }
            }
            Self::Segment(segment) => marks.line(role, segment.a, segment.b),
            Self::Triangle(corners) => marks.outline(role, *corners),
            Self::ConvexPolygon(polygon) => marks.outline(role, polygon.vertices().iter().copied()),
            Self::Polygon(polygon) => {
                marks.outline(role, polygon.outline().vertices().iter().copied());
            }
            Self::Polyline { points, closed } => {
                for line in (Polyline { points, closed: *closed }).segments() {
                    marks.line(role, line.a, line.b);
                }
            }
            Self::Mask(placed) => placed.mark(marks),
            Self::Compound(parts) => parts.iter().for_each(|part| part.mark(marks)),
            Self::TriangleMesh { points, triangles } => {
                for corners in TriangleMesh::new(points, triangles).corners() {
                    marks.outline(role, corners);
                }
            }
            Self::HalfPlane { normal, offset } => {
                marks.point(role, *normal * *offset);
                marks.arrow(MarkRole::Normal, *normal * *offset, *normal * NORMAL);
            }
            Self::Tiles { .. } => {
                for run in self.tiles() {
                    marks.aabb(role, run);
                }
            }
        }
    }
}
