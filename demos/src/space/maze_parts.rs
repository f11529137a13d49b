//! What the maze is built of: its plan, walls, floor and pictures.

use crate::look::GOLD;
use motile::geom::{Vec3, vec3};
use motile::pixels::{Mesh, Noise};
use motile::prelude::*;

const MAP: [&str; 9] = [
    "#########",
    "#...#...#",
    "#.#.#.#.#",
    "#.#...#.#",
    "#.#####.#",
    "#...#...#",
    "###.#.###",
    "#.......#",
    "#########",
];
/// Side of a cell; the eye is half way up.
pub(super) const CELL: f32 = 100.0;

pub(super) fn center((x, y): (i32, i32)) -> Vec2 {
    (vec2(x as f32, y as f32) + 0.5) * CELL
}

pub(super) fn cell(place: Vec2) -> (i32, i32) {
    let place = (place / CELL).floor();
    (place.x as i32, place.y as i32)
}

pub(super) fn is_wall((x, y): (i32, i32)) -> bool {
    let row = usize::try_from(y).ok().and_then(|y| MAP.get(y));
    let letter = usize::try_from(x).ok().zip(row).and_then(|(x, row)| row.as_bytes().get(x));
    letter.is_none_or(|&letter| letter == b'#')
}

/// Every open cell of the map.
fn open_cells() -> impl Iterator<Item = (i32, i32)> {
    (0..81).map(|i| (i % 9, i / 9)).filter(|&cell| !is_wall(cell))
}

/// Adds a square: its top left corner, the way to the right and the way down as seen from outside.
fn square(points: &mut Vec<Vec3>, corner: Vec3, right: Vec3, down: Vec3) {
    points.extend([corner, corner + right, corner + right + down, corner + down]);
}

/// Squares as a mesh, the whole picture on each.
fn squares(points: Vec<Vec3>) -> motile::Result<Mesh> {
    let count = points.len() as u32 / 4;
    let triangles =
        (0..count).flat_map(|i| [[4 * i, 4 * i + 1, 4 * i + 2], [4 * i + 2, 4 * i + 3, 4 * i]]);
    let uv = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    let uv = (0..count).flat_map(|_| uv).collect();
    Ok(Mesh::new(points, triangles.collect())?.with_uv(uv)?)
}

/// The sides of open cells behind which there is wall.
pub(super) fn walls() -> motile::Result<Mesh> {
    let mut points = Vec::new();
    for (x, y) in open_cells() {
        // Standing in the cell, looking each way: to the right of z is x, and so on around.
        let middle = center((x, y));
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            if is_wall((x + dx, y + dy)) {
                let ahead = vec3(dx as f32, 0.0, dy as f32) * CELL * 0.5;
                let right = vec3(dy as f32, 0.0, -dx as f32) * CELL;
                let corner = vec3(middle.x, -CELL * 0.5, middle.y) + ahead - right * 0.5;
                square(&mut points, corner, right, Vec3::Y * CELL);
            }
        }
    }
    squares(points)
}

/// Floor and ceiling of open cells.
pub(super) fn ground() -> motile::Result<Mesh> {
    let mut points = Vec::new();
    for cell in open_cells() {
        let middle = center(cell);
        let near = vec3(middle.x, 0.0, middle.y) - vec3(CELL, 0.0, CELL) * 0.5;
        let (half, side) = (Vec3::Y * CELL * 0.5, Vec3::X * CELL);
        square(&mut points, near + half + Vec3::Z * CELL, side, -Vec3::Z * CELL);
        square(&mut points, near - half, side, Vec3::Z * CELL);
    }
    squares(points)
}

pub(super) fn bricks() -> motile::Result<Surface> {
    Surface::drawn(64, 64, |canvas| {
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, Vec2::splat(64.0)), Color::hex(0x5E_52_4C));
        let grain = Noise::new(5);
        for row in 0..8 {
            for column in 0..5 {
                let shift = if row % 2 == 0 { 0.0 } else { -8.0 };
                let corner = vec2(column as f32 * 16.0 + shift + 0.75, row as f32 * 8.0 + 0.75);
                let tone = grain.at(vec2((column % 4) as f32 * 3.3 + 0.4, row as f32 * 2.7 + 0.3))
                    * 0.5
                    + 0.5;
                let color = Color::hex(0x9C_4A_36).lerp_oklab(Color::hex(0xC9_7B_55), tone);
                canvas.fill_rect(Aabb::from_size(corner, vec2(14.5, 6.5)), color);
            }
        }
    })
}

pub(super) fn stones() -> motile::Result<Surface> {
    Surface::drawn(64, 64, |canvas| {
        for i in 0..16 {
            let corner = vec2((i % 4) as f32, (i / 4) as f32) * 16.0;
            let dark = (i + i / 4) % 2 == 0;
            let color = Color::hex(if dark { 0x4A_4E_58 } else { 0x7C_80_8A });
            canvas.fill_rect(Aabb::from_size(corner, Vec2::splat(16.0)), color);
        }
    })
}

pub(super) fn lamp() -> motile::Result<Surface> {
    Surface::drawn(64, 64, |canvas| {
        let middle = Vec2::splat(32.0);
        let glow = [GOLD.with_alpha(230), GOLD.with_alpha(60), GOLD.with_alpha(0)];
        canvas.fill(&Path::circle(middle, 31.0), Gradient::radial(middle, 31.0, &glow));
        canvas.fill(&Path::circle(middle, 9.0), Color::hex(0xFF_FA_DC));
    })
}
