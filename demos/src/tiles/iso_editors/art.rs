//! The pictures that the maps name, painted here: flat diamonds, and things made of blocks.

use super::super::art::{grain, speckle};
use super::super::iso_art::{Part, built, house, windows};
use crate::look::RED;
use motile::geom::Vec3;
use motile::math::{IVec2, ivec2, vec3};
use motile::prelude::*;
use motile::tiles::iso::{IsoLight, IsoProjection, IsoSprite};

/// The side of a cell, world units; its picture is twice as wide.
pub(super) const SIDE: f32 = 32.0;
const GRASS: Color = Color::hex(0x8E_C5_6C);
const WATER: Color = Color::hex(0x4F_A0_DB);
const SAND: Color = Color::hex(0xE2_D3_A4);
const VIEW: IsoProjection = IsoProjection::DIMETRIC;

/// The picture that a map names so.
pub(super) fn picture(path: &str) -> motile::Result<Surface> {
    match path {
        "land.png" => diamonds(5, land),
        // The ways that a shore runs, by the sides on which there is more water.
        "shore.png" => diamonds(16, |sides, place, x, y| {
            let bank = 0.16 + (speckle(x / 3, y / 2) % 5) as f32 * 0.01;
            let dry = |side: u32, depth: f32| sides & side == 0 && depth < bank;
            let is_dry = dry(1, place.y)
                || dry(2, 1.0 - place.x)
                || dry(4, 1.0 - place.y)
                || dry(8, place.x);
            if is_dry { grain(SAND, x, y) } else { land(3, place, x, y) }
        }),
        "things.png" => {
            let mut sheet = Surface::new(256, 96)?;
            for number in 0..4 {
                let corner = ivec2(number * 64, 0);
                stand(&mut sheet, &thing(number as u32)?, vec2(1.0, 1.0), corner, 96);
            }
            Ok(sheet)
        }
        "house.png" => {
            let size = vec3(58.0, 36.0, 58.0);
            let sprite = home(size, Color::hex(0xF2_DF_BE), RED)?;
            single(&sprite, vec2(2.0, 2.0), ivec2(128, 144))
        }
        _ => {
            let size = vec3(90.0, 24.0, 28.0);
            let sprite = home(size, Color::hex(0xDD_DF_E6), Color::hex(0x4E_6E_9E))?;
            single(&sprite, vec2(3.0, 1.0), ivec2(128, 128))
        }
    }
}

/// A row of diamonds, painted by their number, the place in the cell (0 to 1 along its sides) and the pixel.
fn diamonds(count: u32, paint: impl Fn(u32, Vec2, i32, i32) -> Color) -> motile::Result<Surface> {
    let mut sheet = Surface::new(count * 64, 32)?;
    for (x, y) in (0..64 * count as i32).flat_map(|x| (0..32).map(move |y| (x, y))) {
        let middle = vec2((x % 64) as f32 + 0.5 - 32.0, y as f32 + 0.5 - 16.0);
        let floor = VIEW.to_floor(middle) / SIDE + 0.5;
        let place = vec2(floor.x, floor.z);
        if place.cmpge(Vec2::ZERO).all() && place.cmplt(Vec2::ONE).all() {
            sheet.set(x, y, paint(x as u32 / 64, place, x % 64, y));
        }
    }
    Ok(sheet)
}

/// Grass twice, a path, and water twice.
fn land(tile: u32, place: Vec2, x: i32, y: i32) -> Color {
    match tile {
        1 if speckle(x / 2, y + 9).is_multiple_of(11) => Color::hex(0xF4_E2_6B),
        0 | 1 => grain(GRASS, x, y),
        2 => grain(Color::hex(0xC9_C2_B2), x, y),
        _ => {
            let wave = (place.x * 4.0 + place.y * 2.0 + tile as f32 * 0.5).fract();
            if wave < 0.12 { WATER.lerp(Color::WHITE, 0.45) } else { WATER }
        }
    }
}

/// A rock, a tree, a crate and a piece of a bridge.
fn thing(number: u32) -> motile::Result<IsoSprite> {
    let block = |size: Vec3, color: u32| vec![(Vec3::ZERO, size, Color::hex(color))];
    let parts: Vec<Part> = match number {
        0 => vec![
            (Vec3::ZERO, vec3(24.0, 9.0, 22.0), Color::hex(0x8E_92_9C)),
            (vec3(-2.0, -9.0, 1.0), vec3(14.0, 7.0, 12.0), Color::hex(0xA2_A6_B0)),
        ],
        1 => vec![
            (Vec3::ZERO, vec3(7.0, 14.0, 7.0), Color::hex(0x7A_55_38)),
            (vec3(0.0, -14.0, 0.0), vec3(26.0, 18.0, 26.0), Color::hex(0x4C_93_4A)),
            (vec3(0.0, -32.0, 0.0), vec3(15.0, 20.0, 15.0), Color::hex(0x5C_A6_58)),
        ],
        2 => block(Vec3::splat(20.0), 0xD2_9E_54),
        _ => block(vec3(SIDE, 4.0, SIDE), 0xC9_A0_70),
    };
    built(&VIEW, &IsoLight::DAY, &parts)
}

fn home(size: Vec3, wall: Color, roof: Color) -> motile::Result<IsoSprite> {
    let (mut parts, _) = house(size.x, size.y, size.z, wall, roof);
    let top = parts.len() as f32 - 1.0;
    let cap = vec3(size.x - 20.0, 6.0, size.z - 20.0);
    if cap.z > 2.0 {
        parts.push((vec3(0.0, -size.y - 4.0 * top, 0.0), cap, roof));
    }
    let mut sprite = built(&VIEW, &IsoLight::DAY, &parts)?;
    let glass = Color::hex(0x5C_78_90);
    windows(&mut sprite, &VIEW, size, size.y, [glass, glass.lerp(Color::WHITE, 0.2)]);
    Ok(sprite)
}

fn single(sprite: &IsoSprite, cells: Vec2, size: IVec2) -> motile::Result<Surface> {
    let mut picture = Surface::new(size.x as u32, size.y as u32)?;
    stand(&mut picture, sprite, cells, IVec2::ZERO, size.y);
    Ok(picture)
}

/// Puts a thing into a picture of a tile as editors want it: the near corner of its footprint on the lower edge.
fn stand(sheet: &mut Surface, sprite: &IsoSprite, cells: Vec2, corner: IVec2, high: i32) {
    let half = cells * SIDE * 0.5;
    let near = VIEW.to_screen(vec3(half.x, 0.0, half.y));
    let foot = corner + ivec2((cells.x * SIDE) as i32, high) - near.as_ivec2();
    let place = foot - sprite.anchor;
    sheet.blit_with(&sprite.surface, place.x, place.y, &Blit::default());
}
