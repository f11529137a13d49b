//! A planet from noise, its light from filters, its stars from many small blits: a picture without a window.
//!
//! `cargo run --release -p motile-pixels --example glowing_planet planet.png`

#![expect(
    clippy::print_stdout,
    reason = "a program on the command line says where its picture went"
)]

use motile_pixels::{
    Blit, Blur, Color, Glow, GradientBevel, Noise, PaletteMap, Surface,
    math::{IVec2, Rng, vec2},
};
use std::error::Error;

const WIDTH: u32 = 640;
const HEIGHT: u32 = 400;
/// Diameter of the planet in pixels.
const SIDE: u32 = 240;

fn main() -> Result<(), Box<dyn Error>> {
    let mut picture = Surface::opaque(WIDTH, HEIGHT, Color::hex(0x07_0A_18))?;
    stars(&mut picture)?;

    // Light comes from the upper left; the air around the planet scatters some of it.
    let light = Color::hex(0xFF_F2_D0);
    let shade = Color::hex(0x02_04_10);
    let relief = GradientBevel {
        stops: vec![
            (0, light),
            (128, light.with_alpha(0)),
            (129, shade.with_alpha(0)),
            (255, shade),
        ],
        distance: 40.5,
        blur: Blur::gaussian(30.0),
        ..GradientBevel::default()
    };
    let air =
        Glow { blur: Blur::gaussian(9.0), strength: 1.4, ..Glow::new(Color::hex(0x5F_A8_FF)) };
    let planet = air.apply(&relief.apply(&planet()?)?)?;
    let left = (WIDTH - planet.width()) / 2;
    let top = (HEIGHT - planet.height()) / 2;
    picture.blit(&planet, left as i32, top as i32);

    let file = std::env::args().nth(1).unwrap_or_else(|| "planet.png".into());
    std::fs::write(&file, picture.to_png())?;
    println!("{file}: {WIDTH}×{HEIGHT}");
    Ok(())
}

/// Three sizes of stars, each drawn at many places in one call.
fn stars(sky: &mut Surface) -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::new(5);
    for (radius, count) in [(0.3, 400), (0.6, 120), (1.1, 30)] {
        let dot = Surface::filled(2, 2, Color::WHITE)?;
        let star = Blur { passes: 3, ..Blur::new(radius) }.apply(&dot)?;
        let places: Vec<IVec2> = (0..count)
            .map(|_| IVec2::new(rng.int(-4..WIDTH as i32), rng.int(-4..HEIGHT as i32)))
            .collect();
        sky.blit_all(&star, &places, &Blit::default());
    }
    Ok(())
}

/// A disc of land and sea: heights are gray noise, and a palette colors them.
fn planet() -> Result<Surface, Box<dyn Error>> {
    let mut heights = Surface::filled(SIDE, SIDE, Color::BLACK)?;
    let noise = Noise { octaves: 6, ..Noise::new(21) };
    heights.fill_noise(&noise, vec2(70.0, 55.0), Color::BLACK, Color::WHITE);
    // Red alone decides the color: all three channels of gray are equal.
    let colors = |height: usize| match height {
        0..118 => Color::hex(0x14_3F_78).lerp(Color::hex(0x2F_86_B5), height as f32 / 118.0),
        118..124 => Color::hex(0xE2_CF_9A),
        124..170 => {
            Color::hex(0x5C_93_4A).lerp(Color::hex(0x3B_5E_38), (height - 124) as f32 / 46.0)
        }
        _ => Color::hex(0xF2_F4_F8),
    };
    let map = PaletteMap {
        r: core::array::from_fn(|height| colors(height).to_argb()),
        g: [0; 256],
        b: [0; 256],
        a: [0; 256],
    };
    heights.palette_map(&map);

    let radius = SIDE as f32 / 2.0;
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            let distance = (vec2(x as f32, y as f32) + 0.5 - radius).length();
            // The rim is one pixel soft.
            let cover = (radius - distance).clamp(0.0, 1.0);
            if let Some(color) = heights.get(x, y) {
                heights.set(x, y, color.with_alpha((cover * 255.0) as u8));
            }
        }
    }
    Ok(heights)
}
