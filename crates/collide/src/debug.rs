//! What a debug view draws, as plain lines and rectangles for any renderer.

use crate::broad::Bvh;
use crate::{Broadphase, Contact, UniformGrid};
use motile_geom::{Aabb, Segment, arrow_strokes, vec2};

impl UniformGrid {
    /// The lines between the cells: all vertical ones from left to right, then all horizontal ones
    /// (COL-37), closed by the far edges of the last cells, which lie outside of the world where the cells do
    /// not divide it. Draw them at half opacity. A hashed grid has none.
    pub fn debug_lines(&self) -> impl Iterator<Item = Segment> + '_ {
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
    pub fn debug_cells(&self) -> impl Iterator<Item = (Aabb, u32)> + '_ {
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
}

impl Bvh {
    /// The boxes of the tree's nodes with their depth, the root first.
    pub fn debug_nodes(&self) -> impl Iterator<Item = (Aabb, u32)> + '_ {
        self.nodes_with_depth()
    }
}

/// The boxes of a broad phase as rectangles: valid ones only.
pub fn debug_boxes(phase: &impl Broadphase) -> impl Iterator<Item = Aabb> + '_ {
    phase.boxes().iter().copied().filter(|area| area.is_valid())
}

/// A contact as an arrow from its point along its normal, `length` pixels long: the shaft and the two
/// strokes of the head. For an [`Impact`](crate::Impact) or a [`MaskContact`](crate::MaskContact) give its point or
/// centroid and its normal to [`arrow_strokes`].
pub fn debug_contact(contact: Contact, length: f32) -> [Segment; 3] {
    arrow_strokes(contact.point, contact.normal * length)
}
