//! The pictures of the maps, painted pixel by pixel.

use super::super::art::{grain, speckle};
use crate::{kit, look};
use motile::prelude::*;

/// A picture painted by a function from its pixels.
fn painted(
    width: u32,
    height: u32,
    paint: impl Fn(i32, i32) -> Option<Color>,
) -> motile::Result<Surface> {
    let mut picture = Surface::new(width, height)?;
    for (x, y) in (0..width as i32).flat_map(|x| (0..height as i32).map(move |y| (x, y))) {
        if let Some(color) = paint(x, y) {
            picture.set(x, y, color);
        }
    }
    Ok(picture)
}

const EARTH: Color = Color::hex(0x8A_62_3F);
const GRASS: Color = Color::hex(0x62_A8_4A);
const WATER: Color = Color::hex(0x3E_8E_D0);

/// The picture that the map names so.
pub(super) fn picture(path: &str) -> motile::Result<Surface> {
    match path {
        "ground.png" => painted(160, 32, |x, y| {
            let (tile, x) = (x / 32, x % 32);
            match tile {
                0 => Some(grain(
                    if y < 7 + (speckle(x / 2, 0) % 3) as i32 { GRASS } else { EARTH },
                    x,
                    y,
                )),
                1 => Some(grain(EARTH, x, y)),
                4 => Some(grain(Color::hex(0xB4_C8_B0), x, y / 4)),
                _ => {
                    let crest = 8 + ((x + 8 * (tile - 2)) % 16 - 8).abs() / 2;
                    (y >= crest).then(|| if y < crest + 2 { Color::WHITE } else { WATER })
                }
            }
        }),
        "fir.png" => painted(32, 96, |x, y| {
            let wide = ((y % 28) / 2 + y / 10).min(15);
            let leaf = y < 84 && (x - 16).abs() <= wide;
            let trunk = y >= 84 && (x - 16).abs() < 4;
            let green = Color::hex(0x2F_6B_46);
            if leaf { Some(grain(green, x, y)) } else { trunk.then(|| grain(EARTH, x, y)) }
        }),
        "oak.png" => painted(64, 64, |x, y| {
            let crown = vec2(x as f32 - 31.5, (y as f32 - 22.0) * 1.35).length() < 30.0;
            let trunk = y >= 40 && (x - 32).abs() < 6;
            let green = Color::hex(0x4E_96_3E);
            if crown { Some(grain(green, x / 2, y / 2)) } else { trunk.then(|| grain(EARTH, x, y)) }
        }),
        "crate.png" => painted(24, 24, |x, y| {
            let edge = x < 3 || y < 3 || x > 20 || y > 20 || (x - y).abs() < 2;
            Some(grain(Color::hex(if edge { 0x9A_6A_33 } else { 0xD2_9E_54 }), x, y))
        }),
        "clouds.png" => painted(200, 90, |x, y| {
            let puff =
                |cx: f32, cy: f32, r: f32| vec2(x as f32 - cx, (y as f32 - cy) * 1.6).length() < r;
            let cloud = puff(60.0, 40.0, 34.0) || puff(90.0, 34.0, 26.0) || puff(160.0, 66.0, 22.0);
            cloud.then_some(Color::WHITE)
        }),
        _ => cells(path),
    }
}

/// Four pictures in a row for cells of a form, each with a block on top of its cell: 0, 6, 12 and 24 pixels high.
fn cells(form: &str) -> motile::Result<Surface> {
    let colors = [WATER, Color::hex(0xE2_CF_8A), GRASS, Color::hex(0x8E_92_9C)];
    painted(256, 64, move |x, y| {
        let (tile, x) = ((x / 64) as usize, x % 64);
        let high = [0, 6, 12, 24][tile];
        // The top of the block, and its sides below.
        let top = inside(form, x, y - 32 + high);
        let side = (0..high).any(|rise| inside(form, x, y - 32 + rise));
        let color = colors[tile];
        let dark = Color::rgb(color.r / 2, color.g / 2, color.b / 2);
        if top { Some(grain(color, x, y)) } else { side.then(|| grain(dark, x, y)) }
    })
}

/// Whether a pixel of a cell of 64×32 belongs to it.
fn inside(form: &str, x: i32, y: i32) -> bool {
    let (dx, dy) = ((x as f32 - 31.5).abs(), (y as f32 - 15.5).abs());
    let tall = (0..32).contains(&y);
    match form {
        "diamond" => tall && dx / 32.0 + dy / 16.0 <= 1.0,
        // Sides of 32 pixels above and below.
        "hexagon" => tall && dx <= 32.0 - dy,
        _ => tall && dx < 31.0 && dy < 15.0,
    }
}

/// A walker with its feet at a place.
pub(super) fn walker(canvas: &mut Canvas<'_>, feet: Vec2) {
    let coat = Aabb::new(feet + vec2(-9.0, -36.0), feet + vec2(9.0, -6.0));
    canvas.fill(&Path::round_rect(coat, 7.0), look::RED);
    kit::disc(canvas, feet - vec2(0.0, 42.0), 8.0, Color::hex(0xE6_B9_8F));
    for side in [-5.0, 5.0] {
        let foot = Aabb::new(feet + vec2(side - 4.0, -7.0), feet + vec2(side + 4.0, 0.0));
        canvas.fill(&Path::round_rect(foot, 3.0), look::INK);
    }
}
