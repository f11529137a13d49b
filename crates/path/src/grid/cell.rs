//! Cells in other forms: as one number, as a place in an array of rows, as pixels.

use motile_geom::{Aabb, IVec2, Vec2, ivec2, vec2};

/// Column in the low, row in the high half: the form in which searches pass cells around.
pub(crate) type Packed = u32;

/// Place of a cell in an array of rows, whose end may still be before it; `None` left, right or above.
#[inline]
pub(crate) const fn place_in_rows(cell: IVec2, width: u32) -> Option<usize> {
    if cell.x < 0 || cell.y < 0 || cell.x as u32 >= width {
        return None;
    }
    Some(cell.y as usize * width as usize + cell.x as usize)
}

pub(crate) const fn pack(cell: IVec2) -> u32 {
    (cell.y as u32) << 16 | cell.x as u32
}

pub(crate) const fn unpack(cell: u32) -> IVec2 {
    ivec2((cell & 0xffff) as i32, (cell >> 16) as i32)
}

/// The square of a cell in pixels, a little smaller, so that marks of neighbors stay apart.
pub(crate) fn cell_box(cell: IVec2, origin: Vec2, cell_size: f32) -> Aabb {
    let (center, half) = (cell_center(cell, origin, cell_size), Vec2::splat(cell_size * 0.45));
    Aabb::new(center - half, center + half)
}

/// Center of a cell in pixels.
pub(crate) fn cell_center(cell: IVec2, origin: Vec2, cell_size: f32) -> Vec2 {
    origin + (vec2(cell.x as f32, cell.y as f32) + 0.5) * cell_size
}

/// Appends the cells after `from` up to `to`, which lie on one of the eight directions.
pub(crate) fn append_run(from: IVec2, to: IVec2, out: &mut Vec<IVec2>) {
    let step = (to - from).signum();
    let mut cell = from;
    while cell != to {
        cell += step;
        out.push(cell);
    }
}
