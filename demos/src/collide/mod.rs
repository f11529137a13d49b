//! Demos about which things touch.

use crate::{Demo, kit::panel_caption as caption};
use motile::prelude::*;

mod balls_grid;
mod drawn_shapes;
mod grid_walk;
mod mixed_sizes;
mod node_garden;
mod opaque_and_transparent;
mod rotated_sprites;
mod star_vs_disc;
mod star_vs_star;
mod swept_bullets;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    rotated_sprites::DEMO,
    node_garden::DEMO,
    mixed_sizes::DEMO,
    balls_grid::DEMO,
    drawn_shapes::DEMO,
    grid_walk::DEMO,
    opaque_and_transparent::DEMO,
    star_vs_disc::DEMO,
    star_vs_star::DEMO,
    swept_bullets::DEMO,
];

/// The star of the classic demos: radius 50, a tip to the right.
fn star(center: Vec2) -> Path {
    Path::star(center, 5, 50.0, 25.0, 0.0)
}

/// That star drawn into 100×100 pixels without smoothing.
fn star_picture(color: Color) -> motile::Result<Surface> {
    Surface::drawn(100, 100, |canvas| {
        canvas.set_antialias(false);
        canvas.fill(&star(Vec2::splat(50.0)), color);
    })
}

/// White discs by radius, drawn once: tinted copies are many times as fast as paths.
#[derive(Default)]
struct Dots(Vec<Surface>);

impl Dots {
    /// Discs of up to `largest` pixels, in steps of half a pixel.
    fn new(largest: f32) -> motile::Result<Self> {
        let dot = |step: u32| {
            let (side, radius) = (step + 1, step as f32 * 0.5);
            let mut picture = Surface::new(side, side)?;
            for y in 0..side as i32 {
                for x in 0..side as i32 {
                    let middle = Vec2::splat(side as f32 * 0.5);
                    let inside = radius + 0.5 - (vec2(x as f32, y as f32) + 0.5).distance(middle);
                    let alpha = (inside.clamp(0.0, 1.0) * 255.0) as u8;
                    picture.set(x, y, Color::WHITE.with_alpha(alpha));
                }
            }
            Ok(picture)
        };
        let dots = (1..=(largest * 2.0).ceil() as u32).map(dot);
        Ok(Self(dots.collect::<motile::Result<_>>()?))
    }

    /// Draws a disc at whole pixels of the stage.
    fn draw(&self, canvas: &mut Canvas<'_>, disc: Circle, color: Color) {
        let step = ((disc.radius * 2.0).round() as usize).clamp(1, self.0.len().max(1));
        if let Some(picture) = self.0.get(step - 1) {
            let corner = (disc.center - (step + 1) as f32 * 0.5).round().as_ivec2();
            canvas.sprite(picture, corner, &Blit { tint: color, ..Blit::default() });
        }
    }
}
