//! Floors of several colors, and the wood and houses of the chapter's village.

use super::SIDE;
use crate::tiles::art::grain;
use crate::tiles::iso_art::windows;
use motile::math::vec3;
use motile::prelude::*;
use motile::tiles::iso::{IsoLight, IsoProjection, IsoSprite};

/// The tiles of a floor, to be used in turn: one color, two, or a dozen; or planks.
pub(super) fn tiles(
    view: &IsoProjection,
    colors: &str,
    side: f32,
) -> motile::Result<Vec<IsoSprite>> {
    let rainbow = || (0..12).map(|hue| Color::oklch(0.85, 0.09, hue as f32 * 0.524)).collect();
    let colors: Vec<Color> = match colors {
        "wood" => return Ok(vec![planks()?]),
        "checkered" => [0xDD_DD_DD, 0xAA_AA_AA].map(Color::hex).to_vec(),
        "rainbow" => rainbow(),
        _ => vec![Color::hex(0xCC_CC_CC)],
    };
    let tile = |color| {
        let shades = IsoLight::DAY.shades(color);
        IsoSprite::block(view, vec3(side, 0.0, side), shades, true)
    };
    Ok(colors.into_iter().map(tile).collect::<Result<_, _>>()?)
}

/// A tile of wood, 40×20 pixels, with the grain along one of its sides.
fn planks() -> motile::Result<IsoSprite> {
    let mut surface = Surface::new(40, 20)?;
    for (x, y) in (0..40).flat_map(|x| (0..20).map(move |y| (x, y))) {
        let (across, down) = (x as f32 - 19.5, y as f32 - 9.5);
        if across.abs() / 2.0 + down.abs() < 10.0 {
            let along = (down - across / 2.0 + 20.0) as i32;
            let seam = along % 5 == 0;
            let color = Color::hex(if seam { 0x9A_6E_42 } else { 0xC8_98_62 });
            surface.set(x, y, grain(color, along, 0));
        }
    }
    Ok(IsoSprite::standing(surface, SIDE as u32))
}

/// A house of 40×40 pixels with windows: its walls are 20 pixels high, which is less than a cube.
pub(super) fn house(view: &IsoProjection, roof: Color) -> motile::Result<IsoSprite> {
    let size = vec3(SIDE, HOUSE, SIDE);
    let [_, left, right] = IsoLight::DAY.shades(Color::hex(0xF2_DF_BE));
    let mut sprite = IsoSprite::block(view, size, [roof, left, right], true)?;
    let glass = Color::hex(0x4C_68_84);
    windows(&mut sprite, view, size, HOUSE, [glass, glass]);
    Ok(sprite)
}

/// How high a house is, world units: 20 pixels.
pub(super) const HOUSE: f32 = 16.33;
