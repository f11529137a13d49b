//! All presets in one picture: `cargo run -p motile-particles --example presets_png > presets.png`.

use motile_geom::{Affine2, IRect, vec2};
use motile_particles::{Emitter, ParticlePainter, Particles};
use motile_pixels::{Color, Surface};
use std::io::Write;

/// Width and height of the picture of a preset.
const CELL: (u32, u32) = (130, 120);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sheet = Surface::opaque(CELL.0 * 4, CELL.1 * 2, Color::hex(0x14_1A_2B))?;
    for (index, (name, make)) in Emitter::PRESETS.into_iter().enumerate() {
        let falls = matches!(name, "rain" | "snow");
        let place = if falls { vec2(65.0, -10.0) } else { vec2(65.0, 90.0) };
        let mut particles = Particles::new(make()).with_position(place);
        for _ in 0..if falls { 240 } else { 33 } {
            particles.step(1.0 / 60.0);
        }
        let mut cell = Surface::opaque(CELL.0, CELL.1, Color::hex(0x14_1A_2B))?;
        ParticlePainter::new().draw(&particles, &mut cell, Affine2::IDENTITY);
        let corner = (index as u32 % 4 * CELL.0, index as u32 / 4 * CELL.1);
        sheet.copy(&cell, IRect::of_size(CELL.0, CELL.1), corner.0 as i32, corner.1 as i32);
    }
    Ok(std::io::stdout().write_all(&sheet.to_png())?)
}
