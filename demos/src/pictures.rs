//! Pictures that several demos work on.

use core::f32::consts::TAU;
use motile::pixels::Noise;
use motile::prelude::*;

/// Mountains at dusk with the sun at a height, 0 (below the ridge) … 1 (high up).
pub(crate) fn landscape(width: u32, height: u32, sun: f32) -> motile::Result<Surface> {
    let size = vec2(width as f32, height as f32);
    let mut picture = Surface::opaque(width, height, Color::BLACK)?;
    picture.on_canvas(|canvas| {
        let sky = [0x27_2B_5E, 0x8A_4A_86, 0xE8_74_7C, 0xFF_C6_7B].map(Color::hex);
        let sky = Gradient::linear(Vec2::ZERO, vec2(0.0, size.y * 0.75), &sky);
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, size), sky);
        let disc = Path::circle(size * vec2(0.66, 0.72 - 0.5 * sun), size.y * 0.13);
        canvas.fill(&disc, Color::hex(0xFF_F3_C4));
        let ridges = [(0.46, 0x9B_5C_93), (0.62, 0x5A_3F_78), (0.78, 0x2A_23_4A)];
        for (seed, (top, color)) in ridges.into_iter().enumerate() {
            let noise = Noise { octaves: 4, ..Noise::new(seed as u32 + 3) };
            let mut ridge = vec![vec2(size.x, size.y), vec2(0.0, size.y)];
            ridge.extend((0..=40).map(|i| {
                let x = i as f32 / 40.0;
                let lift = noise.at(vec2(x * 4.0 + 0.3, 0.5)) * 0.22;
                size * vec2(x, top - lift)
            }));
            canvas.fill(&Path::polygon(&ridge), Color::hex(color));
        }
    })?;
    Ok(picture)
}

/// A soft disc with all hues around and the light in its middle; transparent around it.
pub(crate) fn rainbow_disc(diameter: u32) -> motile::Result<Surface> {
    let mut picture = Surface::new(diameter, diameter)?;
    let radius = diameter as f32 * 0.5;
    for y in 0..diameter as i32 {
        for x in 0..diameter as i32 {
            let from_center = (vec2(x as f32, y as f32) + 0.5 - radius) / radius;
            let distance = from_center.length();
            let color = Color::oklch(0.95 - 0.4 * distance, 0.2 * distance, from_center.angle());
            let alpha = ((1.0 - distance) * 4.0).clamp(0.0, 1.0) * 255.0;
            picture.set(x, y, color.with_alpha(alpha as u8));
        }
    }
    Ok(picture)
}

/// A flower on a transparent picture.
pub(crate) fn flower(side: u32) -> motile::Result<Surface> {
    Surface::drawn(side, side, |canvas| {
        let center = Vec2::splat(side as f32 * 0.5);
        let reach = side as f32 * 0.5;
        let turned = |petal: u32| {
            Affine2::from_translation(center) * Affine2::rotation(TAU * petal as f32 / 8.0)
        };
        for petal in 0..8 {
            canvas.transformed(turned(petal), |canvas| {
                let colors =
                    [Color::hex(0xFF_E0_6B), Color::hex(0xFF_8A_5C), Color::hex(0xE4_3F_6F)];
                let paint = Gradient::linear(Vec2::ZERO, vec2(reach, 0.0), &colors);
                canvas
                    .fill(&Path::ellipse(vec2(reach * 0.55, 0.0), vec2(0.42, 0.19) * reach), paint);
            });
        }
        let middle = Path::circle(Vec2::ZERO, reach * 0.24);
        canvas.transformed(turned(7), |canvas| canvas.fill(&middle, Color::hex(0x5B_35_2F)));
    })
}
