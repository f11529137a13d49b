//! Translucent panels that cross, in one picture: `cargo run -p motile-space --example crossing_png > crossing.png`.

use core::f32::consts::TAU;
use motile_geom::{Aabb, Vec2};
use motile_pixels::{Color, Surface, TriangleSettings, Triangles};
use motile_space::{
    Perspective, PlaneSplit, Pose, Sheet,
    math::{Vec3, vec2},
};
use std::io::Write;

const PANELS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut view = Perspective::default();
    view.camera.orbit(0.35, -0.45);
    let eye = view.eye(vec2(520.0, 300.0));
    let sheets: Vec<Sheet> = (0..PANELS)
        .map(|i| {
            let turn = i as f32 / PANELS as f32 * TAU * 0.5;
            let mut pose = Pose::new(260.0, 150.0, 0.0);
            pose.turn(Vec3::Y, turn);
            pose.turn(Vec3::Z, 0.25);
            let half = vec2(150.0, 90.0 - 6.0 * i as f32);
            Sheet { world: pose.transform(), bounds: Aabb::new(-half, half) }
        })
        .collect();
    let mut picture = Surface::opaque(520, 300, Color::hex(0x14_1A_2B))?;
    let mut split = PlaneSplit::default();
    let pieces = split.split(&eye, &sheets).to_vec();
    for piece in &pieces {
        let seen = eye.plane(&sheets[piece.sheet as usize].world);
        let points: Vec<Vec2> =
            split.corners(piece).iter().filter_map(|&corner| seen.project(corner)).collect();
        let fan: Vec<[u32; 3]> = (2..points.len() as u32).map(|i| [0, i - 1, i]).collect();
        let triangles = Triangles { points: &points, indices: Some(&fan), ..Triangles::default() };
        let hue = TAU * piece.sheet as f32 / PANELS as f32;
        let tint = Color::oklch(0.72, 0.16, hue).with_alpha(190);
        let settings = TriangleSettings { tint, ..TriangleSettings::default() };
        picture.draw_triangles(&triangles, &settings)?;
    }
    Ok(std::io::stdout().write_all(&picture.to_png())?)
}
