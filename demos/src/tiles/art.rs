//! Pictures of tiles, painted pixel by pixel from their shapes.

use motile::prelude::*;
use motile::tiles::{Tile, TileKind, TileLayer, TileShape};

/// Side of a tile, pixels.
pub(super) const SIDE: u32 = 32;

/// A random number for a pixel, the same in every run.
pub(super) fn speckle(x: i32, y: i32) -> u32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits ^ (bits >> 13)
}

/// A color a little lighter or darker by chance.
pub(super) fn grain(color: Color, x: i32, y: i32) -> Color {
    let shift = (speckle(x, y) % 15) as i16 - 7;
    let channel = |value: u8| (i16::from(value) + shift).clamp(0, 255) as u8;
    Color::rgb(channel(color.r), channel(color.g), channel(color.b))
}

/// A row of tiles, each painted by a function from its number and the pixel in it.
pub(super) fn sheet(
    count: u32,
    paint: impl Fn(u32, i32, i32) -> Option<Color>,
) -> motile::Result<Surface> {
    let mut picture = Surface::new(count * SIDE, SIDE)?;
    for tile in 0..count {
        for y in 0..SIDE as i32 {
            for x in 0..SIDE as i32 {
                if let Some(color) = paint(tile, x, y) {
                    picture.set((tile * SIDE) as i32 + x, y, color);
                }
            }
        }
    }
    Ok(picture)
}

/// How far a pixel lies below the surface of a shape, in pixels; negative above it.
fn depth(shape: &TileShape, x: i32, y: i32) -> f32 {
    let side = SIDE as f32;
    let share = (x as f32 + 0.5) / side;
    match shape {
        TileShape::Full => y as f32 + 0.5,
        TileShape::Floor { left, right } => {
            y as f32 + 0.5 - side * (1.0 - (left + (right - left) * share))
        }
        _ => -1.0,
    }
}

/// A pixel of a tile: its shape in the colors of its material, with grass on top unless it is buried.
pub(super) fn ground(kind: &TileKind, buried: bool, x: i32, y: i32) -> Option<Color> {
    let deep = depth(&kind.shape, x, y);
    if kind.ladder {
        let rung = matches!(x, 6..=9 | 22..=25) || (y % 8 < 3 && (6..=25).contains(&x));
        return rung.then(|| grain(Color::hex(0xA8_7B_4F), x, y));
    }
    if !kind.one_way.is_empty() {
        return (deep < 9.0).then(|| grain(Color::hex(0xC8_96_5A), x / 8, y));
    }
    if deep < 0.0 {
        return None;
    }
    let (top, inside) = if kind.material.grip < 1.0 {
        (Color::hex(0xEA_F6_FF), Color::hex(0x9F_CF_EA))
    } else if kind.material.belt != Vec2::ZERO {
        let stripe = (x + y) % 8 < 4;
        let belt = if stripe { Color::hex(0xF2_C1_4B) } else { Color::hex(0x3A_3A_3A) };
        (belt, Color::hex(0x5A_5A_60))
    } else {
        (Color::hex(0x62_A8_4A), Color::hex(0x8A_62_3F))
    };
    Some(grain(if deep < 6.0 && !buried { top } else { inside }, x, y))
}

/// Earth with other ground above it has no grass.
pub(super) fn bury(
    layer: &mut TileLayer,
    earth: Tile,
    buried: Tile,
    covers: impl Fn(Tile) -> bool,
) {
    for y in (1..layer.bounds().height as i32).rev() {
        for x in 0..layer.bounds().width as i32 {
            if layer.get(x, y) == earth && covers(layer.get(x, y - 1)) {
                layer.set(x, y, buried);
            }
        }
    }
}
